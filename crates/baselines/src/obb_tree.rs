//! Trees of oriented bounding boxes: RAPID (Gottschalk, Lin, Manocha, SIGGRAPH 1996).
//!
//! Good for large surfaces that come close to each other, as boxes follow a surface: their gap
//! shrinks with the square of their size. Poor where bodies overlap deeply, as a test of two boxes
//! takes some 200 operations. Building takes a few passes over the faces for each level of the
//! tree; a frame moves no vertex but those of leaves that are reached. The essence:
//! 1. Before motion, build a binary tree for each distinct mesh: a box along the principal axes of
//!    the faces, split across its axis of greatest variance at the center of mass of the faces,
//!    down to single faces.
//! 2. For two bodies, compare their roots. If two boxes overlap on all fifteen axes, compare the
//!    smaller one with the children of the larger one.
//! 3. Test the faces of two leaves exactly.
//!
//! | step | module |
//! |---|---|
//! | the tree; fifteen axes, with the bound on rounding; the walk; their departures | `geometry::obb` |
//! | faces of two leaves (D5) | `face_hierarchy` |

use crate::face_hierarchy::{
    FaceSet, HierarchyWork, LeafPairs, PosedFaces, profile, relative_pose,
};
use broad_phase::{BroadPhaseKind, SortAndSweep};
use collision::{
    ActivePairs, Body, BodyId, BroadPhase, NarrowPhase, PairContext, PairOutput, PairThreads,
    Pairwise, PlaceContext, PosedBodies, Profile, SharedPair, Unsupported,
};
use geometry::Aabb;
use geometry::bvh::Walk;
use geometry::obb::{ObbWork, OrientedBoxTree};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Options of the detector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct ObbTreeOptions {
    /// Broad phase before it (D6). Default: sort and sweep.
    pub broad_phase: BroadPhaseKind,
}

impl Default for ObbTreeOptions {
    fn default() -> ObbTreeOptions {
        ObbTreeOptions {
            broad_phase: BroadPhaseKind::SortAndSweep,
        }
    }
}

/// Pair test by trees of oriented boxes. Keeps only buffers and threads between frames.
///
/// With [`collision::Query::workers`] above one, threads share the pairs of bodies.
#[derive(Debug, Default)]
pub struct ObbTree {
    /// Threads, with the stack of a walk.
    threads: PairThreads<Vec<[u32; 2]>, HierarchyWork>,
}

/// Precomputed model of a mesh.
#[derive(Clone, Debug)]
pub struct ObbModel {
    faces: FaceSet,
    tree: OrientedBoxTree,
}

impl ObbTree {
    /// Returns the detector behind sort and sweep.
    pub fn new() -> Pairwise<SortAndSweep, ObbTree> {
        Pairwise::new(SortAndSweep::default(), ObbTree::default())
    }

    /// Returns the detector with these options.
    pub fn with_options(options: ObbTreeOptions) -> Pairwise<Box<dyn BroadPhase>, ObbTree> {
        Pairwise::new(options.broad_phase.build(), ObbTree::default())
    }
}

impl NarrowPhase for ObbTree {
    type Model = ObbModel;
    type Posed = PosedFaces;
    type Cache = ();

    fn profile(&self) -> Profile {
        profile(
            "obb-tree",
            "Gottschalk 1996",
            "Walks trees of oriented boxes, built once, and tests the faces of leaves exactly.",
        )
    }

    fn prepare(&mut self, id: BodyId, body: &Body) -> Result<ObbModel, Unsupported> {
        let faces = FaceSet::new(id, body)?;
        let mesh = faces.mesh();
        let triangles = (0..mesh.face_count()).map(|face| mesh.triangle(face));
        Ok(ObbModel {
            tree: OrientedBoxTree::new(triangles),
            faces,
        })
    }

    fn posed(&self, model: &ObbModel) -> PosedFaces {
        PosedFaces::new(&model.faces)
    }

    fn reset(&mut self, models: &[Arc<ObbModel>]) {
        // Each level of either tree leaves at most one pair on the stack.
        let depth = models.iter().map(|model| model.tree.depth()).max();
        let stack = Vec::with_capacity(2 * depth.unwrap_or(0) + 2);
        self.threads.reset(stack);
    }

    fn place(
        &mut self,
        body: BodyId,
        model: &ObbModel,
        posed: &mut PosedFaces,
        cx: &mut PlaceContext<'_>,
    ) -> Aabb {
        posed.place(body, &model.faces, cx)
    }

    fn test(
        &mut self,
        pairs: &mut ActivePairs<()>,
        bodies: PosedBodies<'_, Self>,
        cx: &mut PairContext<'_>,
    ) {
        let first_only = cx.query.is_first_contact();
        let work = self
            .threads
            .test(pairs, bodies, cx, |pair, (), stack, output| {
                test_pair(&pair, first_only, stack, output);
            });
        work.add_to(&mut cx.found.work);
    }
}

/// Walks two trees depth-first, and adds contacts: all, or the first.
fn test_pair(
    pair: &SharedPair<'_, ObbTree>,
    first_only: bool,
    stack: &mut Vec<[u32; 2]>,
    output: &mut PairOutput<'_, HierarchyWork>,
) {
    // Boxes of the body with fewer faces are mapped to the space of the other.
    let faces = pair.models.map(|model| model.faces.mesh().face_count());
    let moving = usize::from(faces[1] <= faces[0]);
    let moved_in_fixed = relative_pose(pair, moving);
    let mut leaves = LeafPairs::new(pair, pair.models.map(|model| &model.faces));
    let [fixed, moved] = [1 - moving, moving].map(|k| &pair.models[k].tree);
    let mut walked = ObbWork::default();
    fixed.pairs(moved, &moved_in_fixed, stack, &mut walked, |i, j| {
        let faces = if moving == 1 { [i, j] } else { [j, i] };
        if leaves.test(faces, output) && first_only {
            Walk::Stop
        } else {
            Walk::Skip
        }
    });
    output.work.node_tests += walked.box_tests;
    output.work.nodes_moved += walked.boxes_moved;
}
