//! Planes of faces, each once, by number.

use super::super::HalfSpace;
use crate::Vec3;
use std::cell::Cell;

/// Half-space of a [`PlaneTable`]: an even number and the next odd one are the two sides of one
/// plane.
pub(super) type PlaneIx = u32;

/// Returns the half-space on the other side of the plane.
pub(super) fn flipped(plane: PlaneIx) -> PlaneIx {
    plane ^ 1
}

/// Returns true if both half-spaces have one plane.
pub(super) fn share_plane(a: PlaneIx, b: PlaneIx) -> bool {
    a >> 1 == b >> 1
}

/// Half-spaces of faces, without repetition, then auxiliary ones.
#[derive(Debug, Default)]
pub(super) struct PlaneTable {
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
    pub(super) fn of(triangles: &[[Vec3; 3]], side_tests: u64) -> (PlaneTable, Vec<PlaneIx>) {
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
        let mut of_triangle = vec![0; triangles.len()];
        for same in planes {
            let (half_space, turned, first) = &same[0];
            let [a, b, c] = triangles[*first];
            let points = if *turned { [a, c, b] } else { [a, b, c] };
            let plane = table.push(half_space.clone(), points);
            for (_, turned, i) in same {
                of_triangle[*i] = if *turned { flipped(plane) } else { plane };
            }
        }
        (table, of_triangle)
    }

    /// Adds the plane through three points without looking for it.
    pub(super) fn push(&mut self, half_space: HalfSpace, [a, b, c]: [Vec3; 3]) -> PlaneIx {
        let plane = self.half_spaces.len() as PlaneIx;
        self.half_spaces.push(half_space.clone());
        self.half_spaces.push(half_space.complement());
        self.points.push([a, b, c]);
        self.points.push([a, c, b]);
        plane
    }

    pub(super) fn get(&self, plane: PlaneIx) -> &HalfSpace {
        &self.half_spaces[plane as usize]
    }

    /// Returns a half-space for one side test.
    pub(super) fn for_test(&self, plane: PlaneIx) -> &HalfSpace {
        self.tests_left.set(self.tests_left.get().saturating_sub(1));
        self.get(plane)
    }

    /// Returns true if no side test is left. More may follow, but results no longer matter.
    pub(super) fn is_exhausted(&self) -> bool {
        self.tests_left.get() == 0
    }

    pub(super) fn points(&self, plane: PlaneIx) -> [Vec3; 3] {
        self.points[plane as usize]
    }
}
