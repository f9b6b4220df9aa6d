//! Narrow phase: options, models and bodies of the frame. Pairs are tested by `pair_test`.

use crate::counters::BspWork;
use crate::inside::interior;
use crate::model::{BspModel, BspPosed, Cull};
use crate::near_ball::radius_around;
use crate::pair_test::{BspBuffers, PairTest};
use crate::tree::{Planes, Tree};
use broad_phase::{BroadPhaseKind, SortAndSweep};
use collision::{
    ActivePairs, Body, BodyId, BroadPhase, NarrowPhase, PairContext, PairThreads, Pairwise,
    PlaceContext, PosedBodies, Profile, Unsupported,
};
use geometry::unit_scale::SQUARES_UNDERFLOW;
use geometry::{Aabb, Ball};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Options of the detector: the query, and two choices that the paper leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct BspTreeOptions {
    /// Face pairs or colliding bodies.
    pub query: BspQuery,
    /// Faces to push down the other body's tree.
    pub cull: Cull,
    /// Choice of planes in trees.
    pub planes: Planes,
    /// Broad phase before it. Default: sort and sweep.
    pub broad_phase: BroadPhaseKind,
}

impl Default for BspTreeOptions {
    fn default() -> BspTreeOptions {
        BspTreeOptions {
            query: BspQuery::default(),
            cull: Cull::default(),
            planes: Planes::default(),
            broad_phase: BroadPhaseKind::SortAndSweep,
        }
    }
}

/// Query about two bodies (D2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BspQuery {
    /// Every pair of faces that interferes.
    #[default]
    All,
    /// Collision of the solids. Stops at the first proof.
    Boolean,
}

/// BSP trees of rigid bodies [Hubbard96 §11]. Keeps only buffers and threads between frames.
///
/// With [`collision::Query::workers`] above one, threads share the pairs of bodies.
#[derive(Debug, Default)]
pub struct BspTree {
    options: BspTreeOptions,
    threads: PairThreads<BspBuffers, BspWork>,
}

impl BspTree {
    /// Returns the detector of all face pairs, culled by the bounding ball.
    pub fn culled() -> Pairwise<SortAndSweep, BspTree> {
        BspTree::with_broad_phase(BspTreeOptions::default(), SortAndSweep::default())
    }

    /// Returns the detector closest to that of [Hubbard96 §11]: colliding bodies, all faces pushed.
    pub fn published() -> Pairwise<SortAndSweep, BspTree> {
        let options = BspTreeOptions {
            query: BspQuery::Boolean,
            cull: Cull::None,
            planes: Planes::FewestSplits,
            ..BspTreeOptions::default()
        };
        BspTree::with_broad_phase(options, SortAndSweep::default())
    }

    /// Returns a detector with other options.
    pub fn with_options(options: BspTreeOptions) -> Pairwise<Box<dyn BroadPhase>, BspTree> {
        BspTree::with_broad_phase(options, options.broad_phase.build())
    }

    /// Returns a detector with other options behind this broad phase, whichever the options name.
    pub fn with_broad_phase<B: BroadPhase>(
        options: BspTreeOptions,
        broad_phase: B,
    ) -> Pairwise<B, BspTree> {
        let narrow_phase = BspTree {
            options,
            ..BspTree::default()
        };
        Pairwise::new(broad_phase, narrow_phase)
    }
}

impl NarrowPhase for BspTree {
    type Model = BspModel;
    type Posed = BspPosed;
    type Cache = ();

    fn profile(&self) -> Profile {
        let profile = Profile::new(
            "bsp-tree",
            "Thibault and Naylor 1987, Hubbard96 §11",
            "faces of one body pushed down the other's BSP tree, exact test where they meet planes",
        );
        match self.options.query {
            BspQuery::All => profile.for_rigid_bodies(),
            BspQuery::Boolean => profile.for_rigid_bodies().for_solids(),
        }
    }

    fn prepare(&mut self, id: BodyId, body: &Body) -> Result<BspModel, Unsupported> {
        Unsupported::unless_rigid_body(id, body)?;
        let mesh = body.mesh();
        let asks_solids = self.options.query == BspQuery::Boolean;
        Ok(BspModel {
            tree: Tree::build(mesh, self.options.planes),
            inside: asks_solids.then(|| interior(mesh)),
            ball: Ball::minimal(mesh.vertices()).expect("a mesh has vertices"),
        })
    }

    fn posed(&self, model: &BspModel) -> BspPosed {
        BspPosed {
            map: geometry::Pose::IDENTITY.world_map(),
            ball: model.ball,
        }
    }

    fn reset(&mut self, models: &[Arc<BspModel>]) {
        let faces = models.iter().map(|m| m.tree.face_count()).max();
        let mut buffers = BspBuffers::default();
        buffers.compared.reset(faces.unwrap_or(0));
        self.threads.reset(buffers);
    }

    fn place(
        &mut self,
        body: BodyId,
        model: &BspModel,
        posed: &mut BspPosed,
        cx: &mut PlaceContext<'_>,
    ) -> Aabb {
        let bounds = cx.world.move_body(body, cx.frame, cx.work);
        posed.map = cx.frame.poses()[body.index()].world_map();
        posed.ball = Ball::new(posed.map.apply(model.ball.center), 0.0);
        if self.options.cull == Cull::Sphere {
            posed.ball = posed.ball.grown_to_contain(cx.world.vertices(body));
            if posed.ball.radius < SQUARES_UNDERFLOW {
                posed.ball.radius = radius_around(posed.ball.center, &bounds);
            }
        }
        bounds
    }

    fn test(
        &mut self,
        pairs: &mut ActivePairs<()>,
        bodies: PosedBodies<'_, Self>,
        cx: &mut PairContext<'_>,
    ) {
        let test = PairTest {
            boolean: self.options.query == BspQuery::Boolean,
            cull: self.options.cull,
            stop_at_first: cx.query.is_first_contact(),
            world: cx.world,
        };
        let work = self
            .threads
            .test(pairs, bodies, cx, |pair, (), buffers, output| {
                test.run(&pair, buffers, output);
            });
        work.add_to(&mut cx.found.work);
    }

    /// Returns true under [`BspQuery::Boolean`], because [`BspTree::test`] then adds contained
    /// bodies itself.
    fn finds_contained(&self) -> bool {
        self.options.query == BspQuery::Boolean
    }
}
