//! parry3d on convex bodies, as a Rust user would set it up.

use super::convex_input::convex_polyhedron;
use collision::{
    Body, BodyId, BodyPair, Claim, Counter, Detector, Findings, Frame, Profile, Query, Reason,
    Step, Unsupported, Work, World,
};
use geometry::Pose;
use parry3d_f64::math::Pose as ParryPose;
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhLeafUpdateStatus, BvhWorkspace};
use parry3d_f64::query::details::intersection_test_support_map_support_map;
use parry3d_f64::shape::ConvexPolyhedron;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Margin of the boxes in the broad phase, relative to the longest side of the body's local box.
///
/// A body that moves by less keeps its box.
const CHANGE_MARGIN: f64 = 0.01;

/// Pairs of convex solids through parry3d-f64: its hierarchy of body boxes, then its GJK test.
///
/// The answer is that of parry3d, so it is not exact (D4). The hierarchy is updated as its
/// documentation recommends: only the boxes of bodies that moved, then `refit` and
/// `optimize_incremental`, and a traversal that yields all pairs of overlapping boxes. A frame
/// without motion skips these. A pair of bodies that have not moved keeps its answer. One thread.
///
/// # Cost
/// Each GJK iteration scans all vertices of both bodies. Allocates nothing once warm, except for
/// the buffers of parry3d that grow with the number of nodes.
#[derive(Default)]
pub struct Parry3dGjk {
    bodies: Vec<PlacedPolyhedron>,
    broad: Bvh,
    workspace: BvhWorkspace,
    /// Pairs of overlapping boxes, sorted.
    pairs: Vec<GjkPair>,
    /// True if the hierarchy has the boxes of an earlier frame.
    warm: bool,
    world: World,
}

/// Names of the work counts that [`Parry3dGjk`] declares.
pub const GJK_COUNTERS: &[&str] = GjkWork::NAMES;

collision::counters! {
    /// Work of one frame.
    struct GjkWork {
        /// Boxes of bodies computed, as the body has moved.
        boxes_computed = "boxes-computed",
        /// Boxes replaced in the hierarchy, as they left their margin.
        boxes_replaced = "boxes-replaced",
        /// Pairs of bodies tested by GJK.
        gjk_tests = "gjk-tests",
    }
}

impl std::fmt::Debug for Parry3dGjk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Parry3dGjk")
            .field("bodies", &self.bodies.len())
            .finish_non_exhaustive()
    }
}

impl Detector for Parry3dGjk {
    fn profile(&self) -> Profile {
        let summary = "Tests pairs of overlapping boxes by GJK in floating point.";
        let profile = Profile::new("parry3d-gjk", "parry3d-f64 0.31", summary);
        let mut profile = profile.for_rigid_bodies().for_solids();
        profile.accepts.concave = false;
        profile.accepts.compounds = false;
        profile.accepts.open = false;
        profile.accepts.self_intersecting = false;
        profile.claim = Claim::Unproved;
        profile
    }

    fn world(&self) -> &World {
        &self.world
    }

    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        *self = Parry3dGjk::default();
        let mut placed: Vec<PlacedPolyhedron> = Vec::with_capacity(bodies.len());
        // First body with each mesh. Only looked up, so the order of addresses does not matter.
        let mut first_with_mesh = BTreeMap::new();
        for (i, body) in bodies.iter().enumerate() {
            let mesh = Arc::as_ptr(body.mesh());
            let shape = match placed.get(*first_with_mesh.entry(mesh).or_insert(i)) {
                Some(first) if !body.deforms => first.shape.clone(),
                _ => Arc::new(convex_polyhedron(BodyId(i as u32), body)?),
            };
            placed.push(PlacedPolyhedron::new(shape));
        }
        self.bodies = placed;
        self.world = World::new(bodies);
        Ok(())
    }

    fn find(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        let mut work = GjkWork::default();
        if let Some(candidates) = query.candidates {
            query.probe.begin(Step::BODY_PAIRS, 0);
            found
                .work
                .add(Counter::OVERLAP_REGIONS, candidates.len() as u64);
            for pair in candidates.iter().filter(|pair| self.has(**pair)) {
                let poses = [pair.a, pair.b].map(|id| parry_pose(&frame.poses()[id.index()]));
                let meets = self.meet(*pair, &poses, &mut work);
                report(*pair, meets, found);
            }
        } else {
            query.probe.begin(Step::UPDATE, 0);
            self.place(frame, &mut work);
            query.probe.begin(Step::OVERLAP_REGIONS, 0);
            self.find_overlapping_boxes(&mut found.work);
            query.probe.begin(Step::BODY_PAIRS, 0);
            self.test_pairs(&mut work, found);
        }
        work.add_to(&mut found.work);
    }

    /// Findings are of solids, so they include contained bodies.
    fn find_contained(&mut self, _: &Frame<'_>, _: &Query<'_>, _: &mut Findings) {}
}

/// Body with its pose in the last frame of the broad phase.
struct PlacedPolyhedron {
    shape: Arc<ConvexPolyhedron>,
    margin: f64,
    /// Pose as given. `None` before the first frame.
    given: Option<Pose>,
    pose: ParryPose,
    moved: bool,
    /// True if its box in the hierarchy was replaced in this frame.
    replaced: bool,
}

/// Pair of bodies whose boxes overlap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct GjkPair {
    pair: BodyPair,
    /// `Some` before `None` in the order, so that the known answer of a repeated pair is kept.
    untested: bool,
    meets: bool,
}

impl PlacedPolyhedron {
    fn new(shape: Arc<ConvexPolyhedron>) -> PlacedPolyhedron {
        let extents = shape.local_aabb().extents();
        PlacedPolyhedron {
            shape,
            margin: CHANGE_MARGIN * extents.max_element(),
            given: None,
            pose: ParryPose::IDENTITY,
            moved: true,
            replaced: true,
        }
    }
}

impl Parry3dGjk {
    /// Returns a detector without bodies.
    pub fn new() -> Parry3dGjk {
        Parry3dGjk::default()
    }

    /// Returns true if both bodies are in the world.
    fn has(&self, pair: BodyPair) -> bool {
        self.world.contains(pair.a) && self.world.contains(pair.b)
    }

    /// Takes the poses of this frame and updates the boxes of the bodies that moved.
    fn place(&mut self, frame: &Frame<'_>, work: &mut GjkWork) {
        for (leaf, (body, pose)) in (0..).zip(self.bodies.iter_mut().zip(frame.poses())) {
            body.moved = body.given != Some(*pose);
            body.replaced = body.moved;
            if !body.moved {
                continue;
            }
            body.given = Some(*pose);
            body.pose = parry_pose(pose);
            let bounds = body.shape.aabb(&body.pose);
            work.boxes_computed += 1;
            let status = self
                .broad
                .insert_or_update_partially(bounds, leaf, body.margin);
            body.replaced = status != BvhLeafUpdateStatus::Unchanged;
            work.boxes_replaced += u64::from(body.replaced);
        }
    }

    /// Updates the pairs of bodies whose boxes overlap.
    fn find_overlapping_boxes(&mut self, work: &mut Work) {
        let bodies = &self.bodies;
        let replaced = |id: BodyId| bodies[id.index()].replaced;
        if bodies.iter().any(|body| body.replaced) {
            let pairs = &mut self.pairs;
            pairs.retain(|p| !replaced(p.pair.a) && !replaced(p.pair.b));
            let mut add = |a, b| {
                pairs.push(GjkPair {
                    pair: BodyPair::new(BodyId(a), BodyId(b)),
                    untested: true,
                    meets: false,
                });
            };
            let (broad, workspace) = (&mut self.broad, &mut self.workspace);
            if self.warm {
                broad.refit(workspace);
                broad.optimize_incremental(workspace);
            } else {
                broad.rebuild(workspace, BvhBuildStrategy::Binned);
                self.warm = true;
            }
            // Not only pairs of changed boxes: in this order of calls, that traversal lost pairs.
            broad.traverse_bvtt_single_tree::<false>(workspace, &mut add);
            // A pair of boxes that stayed keeps its answer.
            pairs.sort_unstable();
            pairs.dedup_by_key(|p| p.pair);
        }
        work.add(Counter::OVERLAP_REGIONS, self.pairs.len() as u64);
    }

    /// Tests the pairs of which a body moved, and reports all that intersect.
    fn test_pairs(&mut self, work: &mut GjkWork, found: &mut Findings) {
        let mut pairs = std::mem::take(&mut self.pairs);
        for active in &mut pairs {
            let pair = active.pair;
            let [a, b] = [pair.a, pair.b].map(|id| &self.bodies[id.index()]);
            if active.untested || a.moved || b.moved {
                active.meets = self.meet(pair, &[a.pose, b.pose], work);
                active.untested = false;
            }
            report(pair, active.meets && self.has(pair), found);
        }
        self.pairs = pairs;
    }

    /// Returns the answer of GJK for two bodies.
    fn meet(&self, pair: BodyPair, [a, b]: &[ParryPose; 2], work: &mut GjkWork) -> bool {
        work.gjk_tests += 1;
        let [first, second] = [pair.a, pair.b].map(|id| &*self.bodies[id.index()].shape);
        // D4. GJK decides in floating point, as in `query::intersection_test`.
        intersection_test_support_map_support_map(&a.inv_mul(b), first, second)
    }
}

fn report(pair: BodyPair, meets: bool, found: &mut Findings) {
    if meets {
        found.add_bodies(pair, Reason::Solids);
    }
}

fn parry_pose(pose: &Pose) -> ParryPose {
    ParryPose::from_parts(pose.translation, pose.rotation)
}

#[cfg(test)]
mod tests;
