//! Planes of faces, each once, by number.

use super::super::HalfSpace;
use super::super::polygon::{PlaneSide, PolygonStore};
use super::super::rational_point::RationalPoint;
use super::exact_point::ExactPoint;
use crate::{Sign, Vec3};
use std::cell::Cell;
use std::rc::Rc;

/// Half-spaces of faces, without repetition, then auxiliary ones.
#[derive(Debug, Default)]
pub(super) struct PlaneTable {
    /// Both sides of each plane, by [`PlaneSide::number`].
    half_spaces: Vec<HalfSpace>,
    /// Three points of each plane, as a triangle seen from outside.
    points: Vec<[Vec3; 3]>,
    /// Side tests that are left.
    tests_left: Cell<u64>,
}

impl PlaneTable {
    /// Returns the table of the planes of triangles, for a number of side tests, and the half-space
    /// behind each triangle.
    ///
    /// # Panics
    /// If a triangle is flat.
    pub(super) fn of(triangles: &[[Vec3; 3]], side_tests: u64) -> (PlaneTable, Vec<PlaneSide>) {
        let behind = |t: &[Vec3; 3]| HalfSpace::behind(t[0], t[1], t[2]).expect("an area");
        let mut keyed: Vec<(HalfSpace, bool, usize)> = Vec::with_capacity(triangles.len());
        for (i, t) in triangles.iter().enumerate() {
            let half_space = behind(t);
            let complement = half_space.complement();
            keyed.push(if complement < half_space {
                (complement, true, i)
            } else {
                (half_space, false, i)
            });
        }
        keyed.sort_unstable();
        // In the order of the first triangles, so that scale does not matter.
        let mut planes: Vec<_> = keyed.chunk_by(|a, b| a.0 == b.0).collect();
        let first = |same: &[(_, _, usize)]| same.iter().map(|(.., i)| *i).min();
        planes.sort_unstable_by_key(|same| first(same));
        let mut table = PlaneTable {
            tests_left: Cell::new(side_tests),
            ..PlaneTable::default()
        };
        let mut of_triangle = vec![PlaneSide::of_plane(0); triangles.len()];
        for same in planes {
            let (half_space, turned, first) = &same[0];
            let [a, b, c] = triangles[*first];
            let points = if *turned { [a, c, b] } else { [a, b, c] };
            let plane = table.push(half_space.clone(), points);
            for (_, turned, i) in same {
                of_triangle[*i] = if *turned { plane.complement() } else { plane };
            }
        }
        (table, of_triangle)
    }

    /// Adds the plane through three points without looking for it.
    pub(super) fn push(&mut self, half_space: HalfSpace, [a, b, c]: [Vec3; 3]) -> PlaneSide {
        let plane = PlaneSide::of_plane(self.half_spaces.len() as u32 / 2);
        self.half_spaces.push(half_space.clone());
        self.half_spaces.push(half_space.complement());
        self.points.push([a, b, c]);
        self.points.push([a, c, b]);
        plane
    }

    pub(super) fn get(&self, plane: PlaneSide) -> &HalfSpace {
        &self.half_spaces[plane.number() as usize]
    }

    /// Returns true if no side test is left. More may follow, but results no longer matter.
    pub(super) fn is_exhausted(&self) -> bool {
        self.tests_left.get() == 0
    }

    /// Returns the number of side tests that are left.
    pub(super) fn tests_left(&self) -> u64 {
        self.tests_left.get()
    }

    pub(super) fn points(&self, plane: PlaneSide) -> [Vec3; 3] {
        self.points[plane.number() as usize]
    }
}

/// Points are shared, so that tables need not keep those of polygons that are gone.
impl PolygonStore for &PlaneTable {
    type Point = Rc<ExactPoint>;

    fn side(&self, of: PlaneSide, point: &Rc<ExactPoint>) -> Sign {
        if point.is_known_on(of) {
            return Sign::Zero;
        }
        self.tests_left.set(self.tests_left.get().saturating_sub(1));
        self.get(of).side_of(point.exact())
    }

    fn meet(&mut self, planes: [PlaneSide; 3]) -> Option<Rc<ExactPoint>> {
        let point = RationalPoint::meet(planes.map(|plane| self.get(plane)))?;
        let on = planes.map(PlaneSide::plane).to_vec();
        Some(Rc::new(ExactPoint::new(point, on)))
    }
}
