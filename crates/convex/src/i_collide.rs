//! Narrow phase of I-COLLIDE: closest features of each active pair [Cohen95 §3, §5.2].
//!
//! Good for convex bodies, or bodies of convex pieces, that move little between frames: an active
//! pair then costs a few steps, or with `features=robust` often one proof. The essence of a frame,
//! with the broad phase between 1 and 2:
//! 1. Update the box of each body from its last extreme vertices ([`crate::posed_compound`]).
//! 2. Walk from the last closest features of each active pair to the current ones
//!    ([`crate::closest_features`]). For bodies of several pieces, walk down both trees
//!    ([`tree_walk`]).
//! 3. Prove what the features suggest ([`pair_proofs`], [`crate::pair_verdict`]).

mod cache;
mod node_pair;
mod options;
mod pair_proofs;
mod tree_walk;

pub use cache::FeatureCache;
pub use options::{FeatureWalk, ICollideOptions};

use crate::compound::Compound;
use crate::counters::ConvexWork;
use crate::posed_compound::{Boxes, PosedCompound};
use broad_phase::SweepAndPrune;
use collision::{
    Accepts, ActivePairs, Body, BodyId, BroadPhase, NarrowPhase, PairContext, PairThreads,
    Pairwise, PlaceContext, PosedBodies, Profile, Reason, Unsupported,
};
use geometry::Aabb;
use node_pair::CompoundPair;
use pair_proofs::PairQuery;
use std::sync::Arc;
use tree_walk::{Answer, TreeWalk};

/// Narrow phase that tracks closest features [Cohen95 §3.2].
///
/// D21. It tests each active pair. With `features=robust`, two bodies that stand still keep their
/// answer, and are not visited if they are apart.
///
/// With [`collision::Query::workers`] above one, threads share the pairs of bodies.
#[derive(Debug, Default)]
pub struct ICollide {
    boxes: Boxes,
    threads: PairThreads<TreeWalk, ConvexWork>,
    /// Work of placing the bodies.
    placing: ConvexWork,
}

impl ICollide {
    /// Returns the detector with fixed cubes, robust features, and sweep and prune.
    pub fn new() -> Pairwise<SweepAndPrune, ICollide> {
        ICollide::with_broad_phase(ICollideOptions::default(), SweepAndPrune::default())
    }

    /// Returns the detector with these options.
    pub fn with_options(options: ICollideOptions) -> Pairwise<Box<dyn BroadPhase>, ICollide> {
        ICollide::with_broad_phase(options, options.broad_phase.build())
    }

    /// Returns the detector behind a broad phase, instead of that of its options.
    pub fn with_broad_phase<B: BroadPhase>(
        options: ICollideOptions,
        broad_phase: B,
    ) -> Pairwise<B, ICollide> {
        let narrow_phase = ICollide {
            boxes: options.boxes,
            threads: PairThreads::new(TreeWalk::new(options.features)),
            placing: ConvexWork::default(),
        };
        Pairwise::new(broad_phase, narrow_phase)
    }
}

impl NarrowPhase for ICollide {
    type Model = Compound;
    type Posed = PosedCompound;
    type Cache = FeatureCache;

    fn profile(&self) -> Profile {
        let profile = Profile::new(
            "i-collide",
            "Cohen95",
            "sweep and prune finds the bodies whose boxes overlap; their closest features are \
             tracked from frame to frame",
        );
        let mut profile = profile.for_solids();
        profile.accepts = Accepts::CONVEX;
        profile.accepts.compounds = true;
        profile.supports_distances = true;
        profile
    }

    fn prepare(&mut self, id: BodyId, body: &Body) -> Result<Compound, Unsupported> {
        Compound::new(id, body)
    }

    fn posed(&self, body: &Compound) -> PosedCompound {
        PosedCompound::new(body)
    }

    fn reset(&mut self, bodies: &[Arc<Compound>]) {
        let walk = self.threads.buffers.reset_for(bodies);
        self.threads.reset(walk);
    }

    fn end_pair(&mut self, cache: FeatureCache) {
        self.threads.buffers.spare.keep(cache);
    }

    fn place(
        &mut self,
        id: BodyId,
        body: &Compound,
        posed: &mut PosedCompound,
        cx: &mut PlaceContext<'_>,
    ) -> Aabb {
        let pose = &cx.frame.poses()[id.index()];
        let before = posed.version();
        let world_box = posed.place(body, pose, self.boxes, &mut self.placing);
        cx.rests = posed.version() == before;
        world_box
    }

    fn test(
        &mut self,
        pairs: &mut ActivePairs<FeatureCache>,
        bodies: PosedBodies<'_, Self>,
        cx: &mut PairContext<'_>,
    ) {
        let (distances, containment) = (cx.query.distances, cx.query.containment);
        let active = pairs.len() as u64;
        let placing = std::mem::take(&mut self.placing);
        let mut work = self
            .threads
            .test(pairs, bodies, cx, |pair, cache, walk, output| {
                let bodies = pair.pair;
                let pair = CompoundPair {
                    models: pair.models,
                    posed: pair.posed,
                };
                output.work.pair_visits += 1;
                let answer = match TreeWalk::answer_at_rest(&pair, cache, distances) {
                    Some(answer) => {
                        output.work.pairs_at_rest += 1;
                        answer
                    }
                    None => walk.test(&pair, cache, &PairQuery { distances, output }),
                };
                if let Answer::Colliding(_) = answer {
                    let find = || walk.proofs.contained(&pair);
                    let contained = containment.then(|| cache.contained(find)).flatten();
                    let reason = contained.map_or(Reason::Solids, Reason::Contained);
                    output.found.add_bodies(bodies, reason);
                }
                *output.work += std::mem::take(&mut walk.proofs.work);
                match answer.evidence(bodies) {
                    Some(closest) => output.found.evidence.closest.push(closest),
                    // D21. Nothing to find, until one of the bodies moves.
                    None if walk.keeps_answers() => output.settle(),
                    None => {}
                }
            });
        // Those that have settled were not visited.
        work.pairs_at_rest += active - work.pair_visits;
        work += placing;
        work.add_to(&mut cx.found.work);
    }

    /// Returns true: [`ICollide::test`] adds contained bodies itself.
    fn finds_contained(&self) -> bool {
        true
    }
}
