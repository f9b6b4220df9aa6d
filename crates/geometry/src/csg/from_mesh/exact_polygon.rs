//! Convex polygons with exact corners, cut by planes.
//!
//! A polygon is its plane and the planes of its sides. A corner is a vertex of the mesh, or a point
//! where three of these planes meet. Cutting adds planes and never computes with a computed corner,
//! so numbers do not grow from cut to cut.

use super::super::rational_point::RationalPoint;
use super::plane_table::{PlaneIx, PlaneTable, flipped, share_plane};
use crate::{Sign, Vec3};
use std::rc::Rc;

/// Corner of a polygon.
#[derive(Debug)]
pub(super) struct Corner {
    point: RationalPoint,
    /// Place in an order without pattern.
    rank: u64,
    /// Planes known to contain it, as [`PlaneIx`] without the last bit: they need no arithmetic.
    on: Vec<u32>,
}

impl Corner {
    /// Returns a corner at a vertex of the mesh.
    pub(super) fn at(p: Vec3, planes: impl IntoIterator<Item = PlaneIx>) -> Rc<Corner> {
        let mut on: Vec<u32> = planes.into_iter().map(|plane| plane >> 1).collect();
        on.sort_unstable();
        on.dedup();
        Corner::new(RationalPoint::of(p), on)
    }

    /// Returns the point where three planes meet.
    ///
    /// # Panics
    /// If they do not meet in one point.
    fn meet(table: &PlaneTable, planes: [PlaneIx; 3]) -> Rc<Corner> {
        let point = RationalPoint::meet(planes.map(|plane| table.get(plane)));
        let on = planes.map(|plane| plane >> 1).to_vec();
        Corner::new(point.expect("the planes cross each other"), on)
    }

    fn new(point: RationalPoint, on: Vec<u32>) -> Rc<Corner> {
        let bits = point.rounded.to_array().map(f64::to_bits);
        let mix = |hash: u64, x: u64| (hash ^ x ^ x >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let hash = bits.into_iter().fold(0, mix);
        let rank = hash ^ hash >> 29;
        Rc::new(Corner { point, rank, on })
    }

    pub(super) fn rank(&self) -> u64 {
        self.rank
    }

    /// Returns the side of a half-space: positive outside. Exact.
    pub(super) fn side(&self, table: &PlaneTable, plane: PlaneIx) -> Sign {
        if self.on.contains(&(plane >> 1)) {
            return Sign::Zero;
        }
        table.for_test(plane).side_of(&self.point)
    }
}

/// Convex polygon with an area. Its back is behind `plane`.
#[derive(Clone, Debug)]
pub(super) struct ExactPolygon {
    pub(super) plane: PlaneIx,
    /// Each corner, and a plane through it and the next one.
    corners: Vec<(Rc<Corner>, PlaneIx)>,
}

/// Relation of a polygon to a half-space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// In the plane.
    On,
    /// Outside or touching the plane.
    Front,
    /// Inside or touching the plane.
    Back,
    /// On both sides.
    Both,
}

impl ExactPolygon {
    /// Returns the polygon of corners, each with a plane through it and the next one. The order
    /// of the corners may be either.
    pub(super) fn new(plane: PlaneIx, corners: Vec<(Rc<Corner>, PlaneIx)>) -> ExactPolygon {
        ExactPolygon { plane, corners }
    }

    /// Returns the part of a plane between two pairs of parallel planes that cross it.
    pub(super) fn between(
        table: &PlaneTable,
        plane: PlaneIx,
        [a, b]: [PlaneIx; 2],
        [c, d]: [PlaneIx; 2],
    ) -> ExactPolygon {
        let sides = [(a, c), (c, b), (b, d), (d, a)];
        let corner = |(s, t): (PlaneIx, PlaneIx)| (Corner::meet(table, [plane, s, t]), t);
        ExactPolygon::new(plane, sides.map(corner).to_vec())
    }

    pub(super) fn corners(&self) -> impl Iterator<Item = &Rc<Corner>> {
        self.corners.iter().map(|(corner, _)| corner)
    }

    /// Returns the relation to a half-space. Exact.
    pub(super) fn relation(&self, table: &PlaneTable, plane: PlaneIx) -> Relation {
        if share_plane(self.plane, plane) {
            return Relation::On;
        }
        let (mut front, mut back) = (false, false);
        for corner in self.corners() {
            match corner.side(table, plane) {
                Sign::Positive => front = true,
                Sign::Negative => back = true,
                Sign::Zero => {}
            }
            if front && back {
                return Relation::Both;
            }
        }
        // Two planes share a line at most, so some corner is off the plane.
        if front {
            Relation::Front
        } else {
            Relation::Back
        }
    }

    /// Returns the parts of a polygon on both sides of a plane: inside and outside.
    pub(super) fn split(&self, table: &PlaneTable, plane: PlaneIx) -> [ExactPolygon; 2] {
        let count = self.corners.len();
        let signs: Vec<Sign> = self.corners().map(|c| c.side(table, plane)).collect();
        let crossing = |i: usize| {
            let strict = signs[i] != Sign::Zero && signs[(i + 1) % count] == signs[i].flipped();
            strict.then(|| Corner::meet(table, [self.plane, self.corners[i].1, plane]))
        };
        let crossings: Vec<Option<Rc<Corner>>> = (0..count).map(crossing).collect();
        [Sign::Negative, Sign::Positive].map(|kept| {
            let mut corners = Vec::with_capacity(count + 1);
            for i in 0..count {
                let (corner, side) = &self.corners[i];
                let next = signs[(i + 1) % count];
                let leaves = next == kept.flipped();
                if signs[i] == Sign::Zero && leaves {
                    corners.push((corner.clone(), plane));
                } else if signs[i] != kept.flipped() {
                    corners.push((corner.clone(), *side));
                }
                if let Some(crossing) = &crossings[i] {
                    let side = if leaves { plane } else { *side };
                    corners.push((crossing.clone(), side));
                }
            }
            ExactPolygon::new(self.plane, corners)
        })
    }

    /// Returns the part inside a half-space, if it has an area.
    pub(super) fn clipped(self, table: &PlaneTable, plane: PlaneIx) -> Option<ExactPolygon> {
        match self.relation(table, plane) {
            Relation::On => (self.plane != flipped(plane)).then_some(self),
            Relation::Back => Some(self),
            Relation::Front => None,
            Relation::Both => {
                let [inside, _] = self.split(table, plane);
                Some(inside)
            }
        }
    }
}
