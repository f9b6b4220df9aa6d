//! Planes and points, each stored once: equal ones have equal indices.

use crate::csg::HalfSpace;
use crate::csg::polygon::{PlaneSide, PolygonStore};
use crate::csg::rational_point::RationalPoint;
use crate::{Sign, Vec3};
use std::collections::BTreeMap;

/// Index of a stored point.
pub(super) type PointIx = u32;

/// Planes and points of one evaluation.
#[derive(Debug, Default)]
pub(super) struct Arena {
    planes: Vec<HalfSpace>,
    plane_index: BTreeMap<HalfSpace, u32>,
    points: Vec<RationalPoint>,
    /// Points by the bits of their rounded coordinates. Different points may round to the same.
    point_index: BTreeMap<[u64; 3], Vec<PointIx>>,
    /// Points by the indices of three planes that meet there, sorted. A cut of an edge that two
    /// polygons share asks for the same planes twice.
    meetings: BTreeMap<[u32; 3], PointIx>,
}

impl Arena {
    /// Stores a half-space and returns its side of its plane.
    pub(super) fn side_of_plane(&mut self, half_space: &HalfSpace) -> PlaneSide {
        if let Some(ix) = self.plane_index.get(half_space) {
            return PlaneSide::of_plane(*ix);
        }
        if let Some(ix) = self.plane_index.get(&half_space.complement()) {
            return PlaneSide::of_plane(*ix).complement();
        }
        let ix = self.planes.len() as u32;
        self.planes.push(half_space.clone());
        self.plane_index.insert(half_space.clone(), ix);
        PlaneSide::of_plane(ix)
    }

    /// Returns the half-space of a side.
    pub(super) fn half_space(&self, side: PlaneSide) -> HalfSpace {
        let plane = &self.planes[side.plane() as usize];
        if side.is_turned() {
            plane.complement()
        } else {
            plane.clone()
        }
    }

    /// Returns true if the origin is strictly inside.
    pub(super) fn contains_origin(&self, of: PlaneSide) -> bool {
        let sign = self.planes[of.plane() as usize].side(Vec3::ZERO);
        sign != Sign::Zero && (sign == Sign::Negative) != of.is_turned()
    }

    /// Returns the number of points.
    pub(super) fn point_count(&self) -> usize {
        self.points.len()
    }

    /// Returns a point, rounded.
    pub(super) fn rounded(&self, point: PointIx) -> Vec3 {
        self.points[point as usize].rounded
    }

    /// Returns a point, exactly.
    pub(super) fn exact(&self, point: PointIx) -> &RationalPoint {
        &self.points[point as usize]
    }

    /// Returns the outward normal of a side, rounded.
    pub(super) fn normal(&self, side: PlaneSide) -> Vec3 {
        let normal = self.planes[side.plane() as usize].normal();
        if side.is_turned() { -normal } else { normal }
    }
}

impl Arena {
    /// Stores a point, unless it is there, and returns its index.
    fn index_of(&mut self, point: RationalPoint) -> PointIx {
        let key = point.rounded.to_array().map(f64::to_bits);
        let same = self.point_index.entry(key).or_default();
        for ix in same.iter() {
            if self.points[*ix as usize] == point {
                return *ix;
            }
        }
        let ix = self.points.len() as PointIx;
        same.push(ix);
        self.points.push(point);
        ix
    }
}

impl PolygonStore for Arena {
    type Point = PointIx;

    fn side(&self, of: PlaneSide, point: &PointIx) -> Sign {
        let sign = self.planes[of.plane() as usize].side_of(&self.points[*point as usize]);
        if of.is_turned() { sign.flipped() } else { sign }
    }

    fn meet(&mut self, planes: [PlaneSide; 3]) -> Option<PointIx> {
        let mut at = planes.map(PlaneSide::plane);
        at.sort_unstable();
        if let Some(known) = self.meetings.get(&at) {
            return Some(*known);
        }
        let point = RationalPoint::meet(at.map(|plane| &self.planes[plane as usize]))?;
        let ix = self.index_of(point);
        self.meetings.insert(at, ix);
        Some(ix)
    }
}
