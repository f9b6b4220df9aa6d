//! Trees of oriented bounding boxes: RAPID (Gottschalk, Lin, Manocha, SIGGRAPH 1996).
//!
//! Good for large surfaces that come close to each other, as boxes follow a surface: their gap
//! shrinks with the square of their size. Poor where bodies overlap deeply, as a test of two boxes
//! takes some 200 operations. Building takes a few passes over the faces for each level of the
//! tree; a frame moves no vertex but those of leaves that are reached. The essence:
//! 1. Before motion, build a binary tree for each distinct mesh: a box along the principal axes of
//!    the faces, split across its longest axis at the mean of the faces, down to single faces.
//! 2. For two bodies, compare their roots. If two boxes overlap on all fifteen axes, compare the
//!    smaller one with the children of the larger one.
//! 3. Test the faces of two leaves exactly.
//!
//! | step | module |
//! |---|---|
//! | covariance of the faces, its eigenvectors | `axes` |
//! | the tree | `build` |
//! | fifteen axes, with the bound on rounding | `overlap` |
//! | the walk | [`ObbTree`] |
//! | faces of two leaves | `face_hierarchy` |

mod axes;
mod build;
mod overlap;

use crate::face_hierarchy::{
    FaceSet, HierarchyWork, LeafPairs, PosedFaces, profile, relative_pose,
};
use broad_phase::{BroadPhaseKind, SortAndSweep};
use build::{BoxTree, ObbContent};
use collision::{
    ActivePairs, Body, BodyId, BroadPhase, NarrowPhase, PairContext, Pairwise, PlaceContext,
    PosedBodies, PosedPair, Profile, Unsupported,
};
use geometry::Aabb;
use overlap::BoxFrame;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Options of the detector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct ObbTreeOptions {
    /// Broad phase before it (D9). Default: sort and sweep.
    pub broad_phase: BroadPhaseKind,
}

impl Default for ObbTreeOptions {
    fn default() -> ObbTreeOptions {
        ObbTreeOptions {
            broad_phase: BroadPhaseKind::SortAndSweep,
        }
    }
}

/// Pair test by trees of oriented boxes. Keeps only buffers between frames.
#[derive(Debug, Default)]
pub struct ObbTree {
    stack: Vec<[u32; 2]>,
}

/// Precomputed model of a mesh.
#[derive(Clone, Debug)]
pub struct ObbModel {
    faces: FaceSet,
    tree: BoxTree,
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
        Ok(ObbModel {
            tree: BoxTree::build(faces.mesh()),
            faces,
        })
    }

    fn posed(&self, model: &ObbModel) -> PosedFaces {
        PosedFaces::new(&model.faces)
    }

    fn reset(&mut self, models: &[Arc<ObbModel>]) {
        // Each level of either tree leaves at most one pair on the stack.
        let depth = models.iter().map(|model| model.tree.depth()).max();
        self.stack = Vec::with_capacity(2 * depth.unwrap_or(0) + 2);
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
        let mut work = HierarchyWork::default();
        bodies.for_each_pair(pairs, |pair, ()| self.test_pair(pair, &mut work, cx));
        work.add_to(&mut cx.found.work);
    }
}

impl ObbTree {
    /// Walks two trees depth-first, and adds contacts: all, or the first.
    fn test_pair(
        &mut self,
        mut pair: PosedPair<'_, ObbTree>,
        work: &mut HierarchyWork,
        cx: &mut PairContext<'_>,
    ) {
        let [a, b] = pair.models;
        let frame = BoxFrame::new(&relative_pose(&mut pair, 1), &a.tree, &b.tree);
        let mut leaves = LeafPairs::new(&pair, [&a.faces, &b.faces]);
        let (nodes_a, nodes_b) = (a.tree.nodes(), b.tree.nodes());
        // The node of B moved last: a walk compares it with both children of a node of A.
        let mut moved = (0, frame.moved(&nodes_b[0]));
        work.nodes_moved += 1;
        self.stack.clear();
        self.stack.push([0, 0]);
        while let Some([i, j]) = self.stack.pop() {
            let (node_a, node_b) = (&nodes_a[i as usize], &nodes_b[j as usize]);
            if moved.0 != j {
                moved = (j, frame.moved(node_b));
                work.nodes_moved += 1;
            }
            work.node_tests += 1;
            if !frame.overlap(node_a, &moved.1) {
                continue;
            }
            // The box with the longer leading side is split, the other one stays.
            let is_a_larger = node_a.half.x > moved.1.half.x;
            match (node_a.content(), node_b.content()) {
                (ObbContent::Face(face_a), ObbContent::Face(face_b)) => {
                    let meet = leaves.test([face_a, face_b], work, cx.found);
                    if meet && cx.query.is_first_contact() {
                        return;
                    }
                }
                (ObbContent::Children([first, second]), of_b)
                    if is_a_larger || matches!(of_b, ObbContent::Face(_)) =>
                {
                    self.stack.extend([[second, j], [first, j]]);
                }
                (_, ObbContent::Children([first, second])) => {
                    self.stack.extend([[i, second], [i, first]]);
                }
                (ObbContent::Children(_), ObbContent::Face(_)) => {
                    unreachable!("its node of A has been split")
                }
            }
        }
    }
}
