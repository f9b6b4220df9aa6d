//! Trees of k-DOPs: QuickCD (Klosowski, Held, Mitchell, Sowizral, Zikan 1998).
//!
//! Good for bodies that move in a large environment, as a test of two k-DOPs is a comparison of k/2
//! intervals. Poor where faces lie across the fixed directions, as a polytope then contains much
//! space. Building takes four passes over the faces for each level of the tree; a frame moves no
//! vertex but those of leaves that are reached. The essence:
//! 1. Before motion, build a binary tree for each distinct mesh: a k-DOP is the intersection of k/2
//!    slabs along fixed directions. Split across the axis with the least volumes of the children,
//!    at the mean of the faces, down to single faces.
//! 2. For two bodies, the one with more faces is the environment. Bound a node of the other along
//!    the environment's directions when a walk first comes to it.
//! 3. If two polytopes overlap, descend the environment first, then the moving body.
//! 4. Test the faces of two leaves exactly.
//!
//! | step | module |
//! |---|---|
//! | fixed directions, intervals | `dop` |
//! | the tree | `build` |
//! | polytopes of the moving body, with the bound on rounding | `tumble` |
//! | the walk | [`KDopTree`] |
//! | faces of two leaves | `face_hierarchy` |

mod build;
mod dop;
mod options;
mod tumble;

pub use options::{DopSides, KDopTreeOptions};

use crate::face_hierarchy::{
    FaceSet, HierarchyWork, LeafPairs, PosedFaces, profile, relative_pose,
};
use broad_phase::SortAndSweep;
use build::{DopTree, build};
use collision::{
    ActivePairs, Body, BodyId, BroadPhase, NarrowPhase, PairContext, PairOutput, PairThreads,
    Pairwise, PlaceContext, PosedBodies, Profile, SharedPair, Unsupported,
};
use dop::Dop;
use geometry::face_tree::FaceContent;
use geometry::{Aabb, VisitedSet};
use std::sync::Arc;
use tumble::Tumble;

/// Pair test by trees of k-DOPs with `N = k/2` directions: 3, 7, 9 or 13. Keeps only buffers
/// and threads between frames.
///
/// With [`collision::Query::workers`] above one, threads share the pairs of bodies.
#[derive(Debug, Default)]
pub struct KDopTree<const N: usize> {
    threads: PairThreads<KDopBuffers<N>, HierarchyWork>,
}

/// Buffers of a walk.
#[derive(Clone, Debug, Default)]
struct KDopBuffers<const N: usize> {
    stack: Vec<[u32; 2]>,
    /// Polytopes of the moving body's nodes in the environment's space, by node.
    moved: Vec<Dop<N>>,
    /// Nodes of which `moved` is that of the current pair.
    is_moved: VisitedSet,
}

/// Precomputed model of a mesh.
#[derive(Clone, Debug)]
pub struct KDopModel<const N: usize> {
    faces: FaceSet,
    tree: DopTree<N>,
}

impl KDopTree<9> {
    /// Returns the detector with 18-DOPs, the best ones of the paper, behind sort and sweep.
    pub fn published() -> Pairwise<SortAndSweep, KDopTree<9>> {
        KDopTree::with_broad_phase(SortAndSweep::default())
    }
}

impl<const N: usize> KDopTree<N> {
    /// Returns the detector behind this broad phase (D6).
    pub fn with_broad_phase<B: BroadPhase>(broad_phase: B) -> Pairwise<B, KDopTree<N>> {
        Pairwise::new(broad_phase, KDopTree::default())
    }
}

impl<const N: usize> NarrowPhase for KDopTree<N> {
    type Model = KDopModel<N>;
    type Posed = PosedFaces;
    type Cache = ();

    fn profile(&self) -> Profile {
        profile(
            "k-dop-tree",
            "Klosowski 1998",
            "Walks trees of k-DOPs, built once, and tests the faces of leaves exactly.",
        )
    }

    fn prepare(&mut self, id: BodyId, body: &Body) -> Result<KDopModel<N>, Unsupported> {
        let faces = FaceSet::new(id, body)?;
        Ok(KDopModel {
            tree: build(faces.mesh()),
            faces,
        })
    }

    fn posed(&self, model: &KDopModel<N>) -> PosedFaces {
        PosedFaces::new(&model.faces)
    }

    fn reset(&mut self, models: &[Arc<KDopModel<N>>]) {
        let largest = |count: fn(&DopTree<N>) -> usize| {
            let counts = models.iter().map(|model| count(&model.tree));
            counts.max().unwrap_or(0)
        };
        // Each level of either tree leaves at most one pair on the stack.
        let nodes = largest(|tree| tree.nodes().len());
        self.threads.reset(KDopBuffers {
            stack: Vec::with_capacity(2 * largest(DopTree::depth) + 2),
            moved: vec![Dop::EMPTY; nodes],
            is_moved: VisitedSet::new(nodes),
        });
    }

    fn place(
        &mut self,
        body: BodyId,
        model: &KDopModel<N>,
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
        // D11. No front of the last frame: the search of each frame starts at the roots.
        let work = self
            .threads
            .test(pairs, bodies, cx, |pair, (), buffers, output| {
                buffers.test_pair(&pair, first_only, output);
            });
        work.add_to(&mut cx.found.work);
    }
}

impl<const N: usize> KDopBuffers<N> {
    /// Walks two trees depth-first, and adds contacts: all, or the first.
    fn test_pair(
        &mut self,
        pair: &SharedPair<'_, KDopTree<N>>,
        first_only: bool,
        output: &mut PairOutput<'_, HierarchyWork>,
    ) {
        let [a, b] = pair.models;
        // D10. The environment is the body with more faces.
        let moving = usize::from(b.tree.nodes().len() <= a.tree.nodes().len());
        let tumble = Tumble::<N>::new(&relative_pose(pair, moving));
        let mut leaves = LeafPairs::new(pair, [&a.faces, &b.faces]);
        let [environment, flyer] = [1 - moving, moving].map(|k| pair.models[k].tree.nodes());
        self.is_moved.clear();
        self.stack.clear();
        self.stack.push([0, 0]);
        while let Some([i, j]) = self.stack.pop() {
            let (node_e, node_f) = (&environment[i as usize], &flyer[j as usize]);
            let moved = &mut self.moved[j as usize];
            if self.is_moved.insert(j) {
                // D8. The root is bounded as all others are.
                *moved = tumble.apply(&node_f.volume);
                output.work.nodes_moved += 1;
            }
            output.work.node_tests += 1;
            if !node_e.volume.overlaps(moved) {
                continue;
            }
            match (node_e.content(), node_f.content()) {
                (FaceContent::Children([first, second]), _) => {
                    self.stack.extend([[second, j], [first, j]]);
                }
                (_, FaceContent::Children([first, second])) => {
                    self.stack.extend([[i, second], [i, first]]);
                }
                (FaceContent::Face(face_e), FaceContent::Face(face_f)) => {
                    let faces = if moving == 1 {
                        [face_e, face_f]
                    } else {
                        [face_f, face_e]
                    };
                    if leaves.test(faces, output) && first_only {
                        return;
                    }
                }
            }
        }
    }
}
