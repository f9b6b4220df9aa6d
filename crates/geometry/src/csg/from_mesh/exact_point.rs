//! Corners of polygons: vertices of the mesh, and points where three planes meet.

use super::super::polygon::{ConvexPolygon, PlaneSide};
use super::super::rational_point::RationalPoint;
use crate::Vec3;
use std::rc::Rc;

/// Convex polygon over the planes of a [`PlaneTable`](super::plane_table::PlaneTable).
pub(super) type ExactPolygon = ConvexPolygon<Rc<ExactPoint>>;

/// Point of a polygon.
#[derive(Debug)]
pub(super) struct ExactPoint {
    point: RationalPoint,
    /// Index in an order without pattern.
    rank: u64,
    /// Indices of planes known to contain it: they need no arithmetic.
    on: Vec<u32>,
}

impl ExactPoint {
    /// Returns a vertex of the mesh.
    pub(super) fn at(p: Vec3, planes: impl IntoIterator<Item = PlaneSide>) -> ExactPoint {
        let mut on: Vec<u32> = planes.into_iter().map(PlaneSide::plane).collect();
        on.sort_unstable();
        on.dedup();
        ExactPoint::new(RationalPoint::of(p), on)
    }

    /// Returns a point on planes with these indices.
    pub(super) fn new(point: RationalPoint, on: Vec<u32>) -> ExactPoint {
        let bits = point.rounded.to_array().map(f64::to_bits);
        let mix = |hash: u64, x: u64| (hash ^ x ^ x >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let hash = bits.into_iter().fold(0, mix);
        let rank = hash ^ hash >> 29;
        ExactPoint { point, rank, on }
    }

    pub(super) fn exact(&self) -> &RationalPoint {
        &self.point
    }

    pub(super) fn rank(&self) -> u64 {
        self.rank
    }

    pub(super) fn is_known_on(&self, plane: PlaneSide) -> bool {
        self.on.contains(&plane.plane())
    }
}
