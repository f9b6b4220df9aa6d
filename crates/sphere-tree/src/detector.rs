//! Time-critical detector [Hubbard96 §4]: refines the hierarchies of colliding bodies level by
//! level until the budget is spent, and reports certificates.

use crate::counters::SphereWork;
use crate::search::frontier::Start;
use crate::search::leaf_faces::WorldFaceCache;
use crate::search::schedule::Schedule;
use crate::search::shape::{PosedSpheres, SphereModel};
use crate::search::{LastLevel, SearchContext, SearchOutput, SearchScene, TreeSearch};
use crate::{Coverage, SphereTree};
use broad_phase::SortAndSweep;
use collision::{
    ActivePairs, Body, BodyId, BroadPhase, Claim, NarrowPhase, PairContext, Pairwise, PlaceContext,
    PosedBodies, Profile, Unsupported,
};
use geometry::{Aabb, Mesh, PosedExtent, RelativePose, Vec3};
use std::sync::Arc;

/// Builder of a detector's sphere-trees.
pub trait TreeBuilder: std::fmt::Debug + Send + Sync {
    /// Returns the tree of a mesh.
    fn build(&mut self, mesh: &Mesh) -> SphereTree;

    /// Returns the weakest policy of the trees that it builds.
    fn coverage(&self) -> Coverage;
}

/// Narrow phase of the time-critical detector [Hubbard96 §4], for rigid bodies.
///
/// With an unlimited budget, and trees whose coverage misses nothing, it finds the exact set of
/// face pairs. With a smaller budget it returns, for each pair of bodies whose bounding spheres
/// collide, a certificate and the spheres at which it stopped. [`TimeCritical::detector`] adds a
/// broad phase.
///
/// It uses one thread. All pairs share one budget, and each step is that of the pair whose turn it
/// is: what a step finds decides which step is next, and so what a deadline leaves undone.
#[derive(Debug)]
pub struct TimeCritical {
    name: &'static str,
    builder: Box<dyn TreeBuilder>,
    search: TreeSearch,
    has_inner_balls: bool,
}

impl TimeCritical {
    /// Returns the paper's search, round-robin and from the roots, over trees of `builder`. `name`
    /// is its name on the command line and in rows.
    pub fn new(name: &'static str, builder: impl TreeBuilder + 'static) -> TimeCritical {
        TimeCritical {
            name,
            builder: Box::new(builder),
            search: TreeSearch::default(),
            has_inner_balls: true,
        }
    }

    /// Sets the order of refinement.
    #[must_use]
    pub fn with_schedule(mut self, schedule: Schedule) -> TimeCritical {
        self.search.set_schedule(schedule);
        self
    }

    /// Sets the start of each search.
    #[must_use]
    pub fn with_start(mut self, start: Start) -> TimeCritical {
        self.search.set_start(start);
        self
    }

    /// Sets the level at which each search ends.
    #[must_use]
    pub fn with_last_level(mut self, level: LastLevel) -> TimeCritical {
        self.search.set_last_level(level);
        self
    }

    /// Sets whether balls inside the bodies prove interference (D18).
    #[must_use]
    pub fn with_inner_balls(mut self, used: bool) -> TimeCritical {
        self.has_inner_balls = used;
        self
    }

    /// Returns a detector with sort-and-sweep over the boxes of bounding spheres.
    pub fn detector(self) -> Pairwise<SortAndSweep, TimeCritical> {
        self.with_broad_phase(SortAndSweep::default())
    }

    /// Returns a detector with the given broad phase.
    pub fn with_broad_phase<B: BroadPhase>(self, broad_phase: B) -> Pairwise<B, TimeCritical> {
        Pairwise::new(broad_phase, self)
    }
}

impl NarrowPhase for TimeCritical {
    type Model = SphereModel;
    type Posed = PosedSpheres;
    type Cache = ();

    fn profile(&self) -> Profile {
        let profile = Profile::new(
            self.name,
            "Hubbard96 §4",
            "spheres in hierarchies, refined level by level under a budget, then faces",
        );
        let mut profile = profile.for_rigid_bodies();
        profile.supports_budgets = true;
        if !self.builder.coverage().misses_nothing() || !self.search.compares_faces() {
            profile.claim = Claim::WithinBound;
        }
        profile
    }

    fn prepare(&mut self, id: BodyId, body: &Body) -> Result<SphereModel, Unsupported> {
        Unsupported::unless_rigid_body(id, body)?;
        let mut tree = self.builder.build(body.mesh());
        if !self.has_inner_balls {
            // Balls of radius 0 contain no interior point, so they prove nothing.
            tree.inner.fill(0.0);
        }
        Ok(SphereModel::new(body.mesh().clone(), tree))
    }

    fn posed(&self, shape: &SphereModel) -> PosedSpheres {
        PosedSpheres {
            placed: PosedExtent::world(0.0),
            faces: WorldFaceCache::new(shape.mesh.face_count()),
        }
    }

    fn reset(&mut self, shapes: &[Arc<SphereModel>]) {
        let spheres = shapes.iter().map(|s| s.tree.len()).max();
        let faces = shapes.iter().map(|s| s.mesh.face_count()).max();
        self.search
            .reserve(spheres.unwrap_or(0), faces.unwrap_or(0));
    }

    /// Returns the box of the root sphere, in world space.
    fn place(
        &mut self,
        id: BodyId,
        shape: &SphereModel,
        body: &mut PosedSpheres,
        cx: &mut PlaceContext<'_>,
    ) -> Aabb {
        body.faces.begin_frame();
        let pose = &cx.frame.poses()[id.index()];
        body.placed = PosedExtent::new(pose.world_map(), shape.extent);
        let root = shape.tree.ball(0);
        let center = body.placed.map.apply(root.center);
        let half = Vec3::splat(root.radius + body.placed.distance_margin());
        Aabb::new(center - half, center + half)
    }

    fn test(
        &mut self,
        pairs: &mut ActivePairs<()>,
        bodies: PosedBodies<'_, Self>,
        cx: &mut PairContext<'_>,
    ) {
        self.search.clear();
        let mut context = SearchContext {
            scene: SearchScene {
                bodies: bodies.posed,
                shapes: bodies.models,
            },
            query: cx.query,
            found: SearchOutput {
                findings: &mut *cx.found,
                work: SphereWork::default(),
            },
        };
        // "The algorithm detects collisions between the level-0 spheres" [§4.1].
        for pair in pairs.pairs() {
            let bodies = &context.scene.bodies;
            let [a, b] = [pair.a, pair.b].map(|body| &bodies[body.index()].placed);
            let b_in_a = RelativePose::new(a, b);
            self.search.meet_roots(pair, b_in_a, &mut context);
        }
        self.search.run(&mut context);
        let work = context.found.work;
        work.add_to(&mut cx.found.work);
    }

    /// Returns true: the search tests containment itself.
    fn finds_contained(&self) -> bool {
        true
    }
}
