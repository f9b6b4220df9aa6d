//! Step 2, tuned: faces of two bodies near each other [Smith95 §3.4], at one instant or over
//! several [Kitamura95 §3.3].
//!
//! Good for bodies of which few faces are near each other. Takes two passes over the patches of
//! each body. The essence, where A is the body that has fewer faces in the overlap region, by an
//! estimate:
//! 1. Find the interval on the line of centers of the patches of A that B may reach, then that of
//!    the patches of B that A may reach within it. No vertex moves yet.
//! 2. List the faces of A in the overlap region, in reach of B as a whole, and in the interval of
//!    B.
//! 3. List those of B near the box of these.
//! 4. Drop those of A that are not near the box of B's.
//!
//! Of two balls that overlap deeply, each has half its faces in reach of the other as a whole.
//! Those in both intervals of step 1 are near the circle where the surfaces meet: with 99,540 faces
//! each, less than a fourth as many vertices are moved as without it.
//!
//! A common point of two faces, or of what they sweep, is in the overlap region and in both
//! intervals, so step 2 lists the face of A. Then the point is in the box of the first list, so
//! step 3 lists the face of B, and keeps that of A. Along the line of centers boxes are widened by
//! the rounding of projections (`pair_unit`).
//!
//! # Several instants
//! A point `x` of what a face sweeps is a convex combination of its world vertices at all instants.
//! Replace those of later instants by those of the first: `x` moves by at most `D`, which bounds
//! how far a world vertex of the body moves, to a point of the face at the first instant. So faces
//! whose volumes share a point come within `D_A + D_B` of each other at the first instant, and
//! within `D` of the region that contains it: [`Reach::widened`] by the sum reaches the patches of
//! both. The position of `x` on the line moves by less than `D`, too, as half of `d` is shorter
//! than 1, so the intervals of step 1, which are of the first instant, are widened by `D_A + D_B`.
//! The vertices of these patches are moved exactly as stored. All later comparisons are of their
//! boxes over all instants, which contain `x`, in world space and, up to rounding, along the line
//! of centers.

use super::moving_body::MovingBody;
use super::near_faces::{NearFaces, PosedPatches};
use super::pair_unit::{PairUnit, axis_error};
use super::reach::{LineAxis, Reach};
use crate::counters::OctreeWork;
use crate::listed_estimate::estimate_listed;
use crate::strip_order::BoxedFaces;
use crate::workers::Team;
use geometry::lanes::Box4;
use geometry::{Aabb, Ball, RelativePose};

/// Body of which faces are listed.
#[derive(Clone, Copy)]
pub(crate) struct NearBody<'a, const INSTANTS: usize = 1> {
    /// The body at the first instant.
    pub(crate) first: &'a MovingBody,
    /// World box over all instants.
    pub(crate) bounds: &'a Aabb,
    /// World ball around the body at each instant.
    pub(crate) balls: [&'a Ball; INSTANTS],
    pub(crate) patches: PosedPatches<'a, INSTANTS>,
    /// `D`, in scene units. 0 for one instant.
    pub(crate) motion: f64,
}

/// Lists the faces of two bodies that may share a point with the other body, at an instant or in
/// what they sweep. The boxes of both overlap. Returns false if there is no face of one body.
pub(crate) fn list_faces<const INSTANTS: usize>(
    team: Team,
    bodies: [NearBody<'_, INSTANTS>; 2],
    near: [&mut NearFaces<INSTANTS>; 2],
    work: &mut OctreeWork,
) -> bool {
    let boxes = bodies.map(|body| body.bounds);
    let region = boxes[0].intersection(boxes[1]);
    let region = region.expect("the broad phase gives boxes that overlap");
    let unit = PairUnit::new(boxes, &region);
    let ([a, b], [near_a, near_b]) = fewer_first(bodies, near);
    let poses = [a.first.posed(), b.first.posed()];
    let b_in_a = RelativePose::new(poses[0], poses[1]);
    let a_in_b = RelativePose::new(poses[1], poses[0]);
    let pair = NearPair {
        team,
        bodies: [a, b],
        reach_of_b: Reach::of([a.first, b.first], [&b_in_a, &a_in_b], None),
        b_in_a,
        a_in_b,
        motion: a.motion + b.motion,
        lines: poses.map(|posed| unit.line(posed)),
        unit,
        region,
    };
    near_a.clear();
    near_b.clear();
    if let Some(positions) = pair.positions(work) {
        pair.list(positions, near_a, near_b, work);
    }
    work.vertices_moved += near_a.vertices_moved() + near_b.vertices_moved();
    near_a.count() > 0 && near_b.count() > 0
}

/// Two bodies A and B, whose boxes overlap in `region`.
struct NearPair<'a, const INSTANTS: usize> {
    team: Team,
    bodies: [NearBody<'a, INSTANTS>; 2],
    b_in_a: RelativePose,
    a_in_b: RelativePose,
    /// Where B reaches A at the first instant.
    reach_of_b: Reach,
    /// `D_A + D_B`.
    motion: f64,
    /// The line of centers in the local space of each.
    lines: [LineAxis; 2],
    unit: PairUnit,
    region: Aabb,
}

impl<const INSTANTS: usize> NearPair<'_, INSTANTS> {
    /// Returns where A, or the part of it in a world box, reaches B at the first instant.
    fn reach_of_a(&self, within: Option<&Aabb>) -> Reach {
        let [a, b] = self.bodies.map(|body| body.first);
        Reach::of([b, a], [&self.a_in_b, &self.b_in_a], within)
    }

    /// Returns the interval of positions, on the line of centers, of the patches of B that may be
    /// near one of A at the first instant, if there are some.
    fn positions(&self, work: &mut OctreeWork) -> Option<[f64; 2]> {
        let [a, b] = self.bodies.map(|body| body.patches.patches);
        let reach = self.reach_of_b.widened(self.motion);
        work.region_tests += a.len() as u64;
        let of_a = a.interval(self.team, &reach, &self.lines[0])?;
        let reach = self.reach_of_a(None).on_line(self.lines[1], of_a);
        work.region_tests += b.len() as u64;
        b.interval(self.team, &reach.widened(self.motion), &self.lines[1])
    }

    /// Lists the faces of both near each other. `positions` is what [`NearPair::positions`]
    /// returns.
    fn list(
        &self,
        positions: [f64; 2],
        near_a: &mut NearFaces<INSTANTS>,
        near_b: &mut NearFaces<INSTANTS>,
        work: &mut OctreeWork,
    ) {
        let (team, unit, [a, b]) = (self.team, &self.unit, &self.bodies);
        let reach = self.reach_of_b.on_line(self.lines[0], positions);
        let mut around = Box4::EMPTY;
        for ball in b.balls {
            around.add(&unit.region(&self.region, ball));
        }
        let [low, high] = positions;
        unit.cut(&mut around, [low - self.motion, high + self.motion]);
        near_a.fill(team, &a.patches, &reach.widened(self.motion), unit, &around);
        work.region_tests += a.patches.patches.len() as u64;
        let margin = 2.0 * axis_error(1.0);
        let near = near_a.bounds().widened_along_fourth(margin);
        let rest = unit.world_box(&near).intersection(&self.region);
        let Some(rest) = rest.filter(|_| near_a.count() > 0) else {
            return;
        };
        let reach = self.reach_of_a(Some(&rest));
        let reach = reach.on_line(self.lines[1], unit.interval(&near_a.bounds()));
        near_b.fill(team, &b.patches, &reach.widened(self.motion), unit, &near);
        work.region_tests += b.patches.patches.len() as u64;
        near_a.keep(team, &near_b.bounds().widened_along_fourth(margin));
    }
}

/// Returns two bodies and their lists, first that of which fewer faces are in the overlap region.
fn fewer_first<'a, 'n, const INSTANTS: usize>(
    [a, b]: [NearBody<'a, INSTANTS>; 2],
    [near_a, near_b]: [&'n mut NearFaces<INSTANTS>; 2],
) -> (
    [NearBody<'a, INSTANTS>; 2],
    [&'n mut NearFaces<INSTANTS>; 2],
) {
    let faces = [a, b].map(|body| body.first.face_count());
    let estimates = estimate_listed([a.bounds, b.bounds], faces);
    if estimates[1] < estimates[0] {
        ([b, a], [near_b, near_a])
    } else {
        ([a, b], [near_a, near_b])
    }
}
