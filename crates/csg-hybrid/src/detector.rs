//! Narrow phase: localizes contacts in two CSG trees [Su07 §3].

use crate::counters::HybridWork;
use crate::model::HybridModel;
use crate::options::{CsgHybridOptions, HybridMode, TableRows};
use crate::pair::{HybridPair, PairCache, Scratch};
use crate::posed::HybridPosed;
use crate::{prepare, published, table_rows, verified};
use collision::{
    ActivePairs, Body, BodyId, BroadPhase, Claim, NarrowPhase, PairContext, PairThreads, Pairwise,
    PlaceContext, PosedBodies, Profile, Reason, Unsupported,
};
use geometry::Aabb;
use geometry::relative_pose::world_box;
use std::sync::Arc;

/// Hybrid CSG and B-rep detector (Su07). Keeps buffers between frames, and for each active pair the
/// choices of volumes and the last separating directions.
///
/// With [`collision::Query::workers`] above one, threads share the pairs of bodies.
#[derive(Debug, Default)]
pub struct CsgHybrid {
    options: CsgHybridOptions,
    threads: PairThreads<Scratch, HybridWork>,
    /// Caches of pairs that have ended, for pairs that begin.
    spare: Vec<PairCache>,
}

impl CsgHybrid {
    /// Returns the exact detector with adaptive volumes, behind sort and sweep.
    pub fn verified() -> Pairwise<Box<dyn BroadPhase>, CsgHybrid> {
        CsgHybrid::with_options(CsgHybridOptions::default())
    }

    /// Returns the detector that follows Tables 1 and 2.
    pub fn published() -> Pairwise<Box<dyn BroadPhase>, CsgHybrid> {
        CsgHybrid::with_options(CsgHybridOptions {
            mode: HybridMode::Published,
            ..CsgHybridOptions::default()
        })
    }

    /// Returns a detector with other options.
    pub fn with_options(options: CsgHybridOptions) -> Pairwise<Box<dyn BroadPhase>, CsgHybrid> {
        CsgHybrid::with_broad_phase(options, options.broad_phase.build())
    }

    /// Returns a detector with other options behind this broad phase, whichever the options name.
    pub fn with_broad_phase<B: BroadPhase>(
        options: CsgHybridOptions,
        broad_phase: B,
    ) -> Pairwise<B, CsgHybrid> {
        let narrow_phase = CsgHybrid {
            options,
            ..CsgHybrid::default()
        };
        Pairwise::new(broad_phase, narrow_phase)
    }
}

impl NarrowPhase for CsgHybrid {
    type Model = HybridModel;
    type Posed = HybridPosed;
    type Cache = PairCache;

    fn profile(&self) -> Profile {
        let mut profile = Profile::new(
            "csg-hybrid",
            "Su07",
            "contacts localized in two CSG trees by adaptive bounding volumes, decided on faces",
        )
        .for_rigid_bodies();
        profile.accepts.open = false;
        profile.accepts.self_intersecting = false;
        match self.options.mode {
            HybridMode::Verified => profile,
            HybridMode::Published => {
                profile.claim = Claim::Unproved;
                profile.for_solids()
            }
        }
    }

    fn prepare(&mut self, id: BodyId, body: &Body) -> Result<HybridModel, Unsupported> {
        prepare::model(id, body, self.options.mode)
    }

    fn posed(&self, model: &HybridModel) -> HybridPosed {
        HybridPosed::new(model.mesh.vertices().len())
    }

    fn reset(&mut self, models: &[Arc<HybridModel>]) {
        // Room for the entries of both trees over faces, and the pair of their roots.
        let depth = models
            .iter()
            .map(|model| model.stack_depth_of_faces())
            .max();
        let boxes = Vec::with_capacity(2 * depth.unwrap_or(0) + 2);
        // Each level of either CSG tree leaves at most one pair on the stack, and they are at most
        // as deep as they have nodes. A pair that rests (D16) may lead further down than in all
        // frames before.
        let nodes = models.iter().map(|model| model.bounds.len()).max();
        let stack = Vec::with_capacity(2 * nodes.unwrap_or(0) + 2);
        self.threads.reset(Scratch {
            boxes,
            stack,
            ..Scratch::default()
        });
    }

    fn place(
        &mut self,
        body: BodyId,
        model: &HybridModel,
        posed: &mut HybridPosed,
        cx: &mut PlaceContext<'_>,
    ) -> Aabb {
        posed.place(&cx.frame.poses()[body.index()]);
        world_box(
            &posed.map,
            model.local_box.max_abs_coordinate(),
            &model.local_box,
        )
    }

    fn test(
        &mut self,
        pairs: &mut ActivePairs<PairCache>,
        bodies: PosedBodies<'_, Self>,
        cx: &mut PairContext<'_>,
    ) {
        let options = &self.options;
        for (_, cache) in pairs.iter_mut() {
            cache.reuse(&mut self.spare);
        }
        let first = cx.query.is_first_contact();
        let threads = &mut self.threads;
        let work = threads.test(pairs, bodies, cx, |pair, cache, scratch, output| {
            let found = &mut *output.found;
            let mut pair = HybridPair::new(options, pair, cache, output.work);
            match options.mode {
                HybridMode::Verified => verified::find(&mut pair, scratch, first, found),
                HybridMode::Published => {
                    let collide = match options.rows {
                        TableRows::Unchecked => published::collide(&mut pair, scratch),
                        TableRows::Checked => table_rows::collide(&mut pair, scratch),
                    };
                    if collide {
                        found.add_bodies(pair.bodies, Reason::Solids);
                    }
                }
            }
        });
        work.add_to(&mut cx.found.work);
    }

    fn end_pair(&mut self, cache: PairCache) {
        self.spare.push(cache);
    }

    /// Returns true in [`HybridMode::Published`], whose tests of leaves are of solids.
    fn finds_contained(&self) -> bool {
        self.options.mode == HybridMode::Published
    }
}
