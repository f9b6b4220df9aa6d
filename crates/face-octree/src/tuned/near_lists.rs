//! Step 2, tuned: faces of two bodies near each other [Smith95 §3.4], at one instant or over
//! several [Kitamura95 §3.3].
//!
//! Good for bodies of which few faces are near each other. Takes two passes over the groups of
//! patches of each body, and over the patches of those that are near. The essence, where A is the
//! body that has fewer faces in the overlap region, by an estimate:
//! 1. Find the interval on the line of centers of the patches of A that B may reach, then that of
//!    the patches of B that A may reach within it. No vertex moves yet.
//! 2. List the faces of A in the overlap region, in reach of B as a whole, and in the interval of
//!    B.
//! 3. List those of B near the box of these.
//! 4. Drop those of A that are not near the box of B's. If this drops many, the box of A's is
//!    smaller, so the same is done with B's, and so on.
//!
//! Of two balls that overlap deeply, each has half its faces in reach of the other as a whole.
//! Those in both intervals of step 1 are near the circle where the surfaces meet: with 99,540 faces
//! each, less than a fourth as many vertices are moved as without it.
//!
//! A common point of two faces, or of what they sweep, is in the overlap region and in both
//! intervals, so step 2 lists the face of A. Then the point is in the box of the first list, so
//! step 3 lists the face of B. Step 4 drops neither, as both boxes contain the point, however
//! often it is done. Along the line of centers boxes are widened by the rounding of projections
//! (`pair_unit`).
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

/// Another pass over the other list follows if fewer than this many eighths of a list are left.
const KEPT_OF_EIGHT: usize = 7;

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
        pair.list(positions, near_a, near_b);
    }
    work.vertices_moved += near_a.vertices_moved() + near_b.vertices_moved();
    work.region_tests += near_a.region_tests() + near_b.region_tests();
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
        let tests = &mut work.region_tests;
        let of_a = a.interval(self.team, &reach, &self.lines[0], tests)?;
        let reach = self.reach_of_a(None).on_line(self.lines[1], of_a);
        let reach = reach.widened(self.motion);
        b.interval(self.team, &reach, &self.lines[1], tests)
    }

    /// Lists the faces of both near each other. `positions` is what [`NearPair::positions`]
    /// returns.
    fn list(
        &self,
        positions: [f64; 2],
        near_a: &mut NearFaces<INSTANTS>,
        near_b: &mut NearFaces<INSTANTS>,
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
        let margin = 2.0 * axis_error(1.0);
        let near = near_a.bounds().widened_along_fourth(margin);
        let rest = unit.world_box(&near).intersection(&self.region);
        let Some(rest) = rest.filter(|_| near_a.count() > 0) else {
            return;
        };
        let reach = self.reach_of_a(Some(&rest));
        let reach = reach.on_line(self.lines[1], unit.interval(&near_a.bounds()));
        near_b.fill(team, &b.patches, &reach.widened(self.motion), unit, &near);
        // The boxes of both shrink until one drops no more than an eighth of the other's faces.
        let mut lists = [near_a, near_b];
        loop {
            let [a, b] = &mut lists;
            let before = a.count();
            a.keep(team, &b.bounds().widened_along_fourth(margin));
            if KEPT_OF_EIGHT * before <= 8 * a.count() || a.count() == 0 {
                return;
            }
            lists.reverse();
        }
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

#[cfg(test)]
mod tests {
    use super::super::patches::Patches;
    use super::*;
    use geometry::{Mesh, Pose, Vec3};
    use std::sync::Arc;

    fn posed(faces: &[[Vec3; 3]]) -> MovingBody {
        let triangles = (0..faces.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
        let mesh = Mesh::new(faces.concat(), triangles.collect()).unwrap();
        let mesh = Arc::new(mesh);
        let mut body = MovingBody::new(mesh.clone(), Arc::new(Patches::new(&mesh)));
        body.place(&Pose::IDENTITY.world_map(), None);
        body
    }

    /// Lists the faces of two bodies near each other. Returns their numbers, ascending, and the
    /// lists.
    fn list(bodies: [&MovingBody; 2]) -> ([Vec<u32>; 2], [NearFaces; 2]) {
        let mut near = [NearFaces::default(), NearFaces::default()];
        let bodies = bodies.map(|body| NearBody {
            first: body,
            bounds: &body.world().around,
            balls: [&body.world().ball],
            patches: body.patches(None),
            motion: 0.0,
        });
        list_faces(
            Team::ALONE,
            bodies,
            near.each_mut(),
            &mut OctreeWork::default(),
        );
        let faces = near.each_ref().map(|near| {
            let mut faces: Vec<u32> = near.faces().map(|face| face.face).collect();
            faces.sort_unstable();
            faces
        });
        (faces, near)
    }

    /// A face of A lies across an oblique line of centers, and a corner of a face of B on one of
    /// its edges. Positions on the line are rounded, so that without the margin some of these faces
    /// are apart.
    #[test]
    fn faces_that_touch_across_the_line_of_centers_stay_listed() {
        let mut are_apart = 0;
        for i in 1..=60 {
            let part = |k: i32| f64::from(i * k % 61) / 61.0 + 0.1;
            let along = Vec3::new(part(7), part(23), part(41));
            let across = along
                .cross(Vec3::new(part(5), -part(11), part(29)))
                .normalize();
            let third = along.cross(across).normalize();
            // Points around that make the line that of `along`, and the overlap region one that is
            // not centered where the faces touch.
            let around = |center: Vec3| {
                let beyond = if center.x < 0.0 { 0.3 } else { 0.5 };
                let sides = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis * (center.abs() + beyond));
                let points = sides.into_iter().flat_map(|side| [side, -side]);
                let points: Vec<Vec3> = points.map(|side| center + side).collect();
                points
            };
            let body = |face: [Vec3; 3], center: Vec3| {
                let points = around(center).into_iter().map(|p| [p; 3]);
                let faces: Vec<[Vec3; 3]> = std::iter::once(face).chain(points).collect();
                posed(&faces)
            };
            let small = [across, -across, third].map(|p| 1e-3 * p);
            let a = body(small, -2.0 * along);
            let b = body(
                [Vec3::ZERO, 0.2 * along + 0.1 * third, 0.2 * along],
                2.0 * along,
            );
            let ([of_a, of_b], near) = list([&a, &b]);
            assert!(of_a.contains(&0) && of_b.contains(&0), "{along}");
            let [face_a, face_b] = near
                .each_ref()
                .map(|near| near.faces().find(|face| face.face == 0).unwrap().bounds);
            are_apart += u32::from(!face_a.overlaps(&face_b));
        }
        assert!(are_apart > 5, "{are_apart} of 60");
    }

    /// Points along a diagonal, of each body in turn: the outermost is beyond the box of the other
    /// list, which then has an outermost one, too, and so on down to two points at one place.
    #[test]
    fn lists_shrink_each_other() {
        let body = |offset: f64| {
            let points = (0..7).map(|i| [Vec3::splat((2.0 * f64::from(i) - offset).max(0.0)); 3]);
            posed(&points.collect::<Vec<_>>())
        };
        let (faces, _) = list([&body(0.0), &body(1.0)]);
        assert_eq!(faces, [[0], [0]]);
    }
}
