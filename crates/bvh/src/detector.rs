//! The detector: hierarchies of two bodies, and exact tests of what they leave.

use crate::counters::BvhWork;
use crate::pair_test::{BvhPairCache, Examined, LastFace, examine, shared_pair};
use crate::posed::{BvhModel, PosedBvh};
use crate::shared::SharedWalks;
use crate::walk::{PairWalk, WalkOrder};
use broad_phase::{BroadPhaseKind, SortAndSweep};
use collision::{
    ActivePairs, Body, BodyId, BroadPhase, NarrowPhase, PairContext, Pairwise, PlaceApart,
    PlaceContext, PosedBodies, Profile, Query, Unsupported,
};
use geometry::Aabb;
use geometry::bvh::Walk;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Options of the detector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct PreparedBvhOptions {
    /// Broad phase before it. Default: sort and sweep.
    pub broad_phase: BroadPhaseKind,
}

impl Default for PreparedBvhOptions {
    fn default() -> PreparedBvhOptions {
        PreparedBvhOptions {
            broad_phase: BroadPhaseKind::SortAndSweep,
        }
    }
}

/// Pair test by hierarchies that are prepared in local space.
#[derive(Debug, Default)]
pub struct PreparedBvh {
    pub(crate) walk: PairWalk,
    pub(crate) shared: SharedWalks,
}

impl PreparedBvh {
    /// Returns the detector behind sort and sweep.
    pub fn new() -> Pairwise<SortAndSweep, PreparedBvh> {
        Pairwise::new(SortAndSweep::default(), PreparedBvh::default())
    }

    /// Returns the detector with these options.
    pub fn with_options(options: PreparedBvhOptions) -> Pairwise<Box<dyn BroadPhase>, PreparedBvh> {
        Pairwise::new(options.broad_phase.build(), PreparedBvh::default())
    }
}

impl NarrowPhase for PreparedBvh {
    type Model = BvhModel;
    type Posed = PosedBvh;
    type Cache = BvhPairCache;

    fn profile(&self) -> Profile {
        Profile::new(
            "bvh",
            "after Wald, Benthin, Boulos 2008",
            "Walks hierarchies of eight boxes a node, prepared in local space, in single precision \
             with a proved bound, and tests exactly what they leave.",
        )
    }

    fn prepare(&mut self, _: BodyId, body: &Body) -> Result<BvhModel, Unsupported> {
        Ok(BvhModel::new(body))
    }

    fn posed(&self, model: &BvhModel) -> PosedBvh {
        PosedBvh::new(model)
    }

    fn place(
        &mut self,
        body: BodyId,
        model: &BvhModel,
        posed: &mut PosedBvh,
        cx: &mut PlaceContext<'_>,
    ) -> Aabb {
        posed.place(body, model, cx.frame)
    }

    fn place_apart(&self) -> Option<PlaceApart<Self>> {
        Some(|body, model, posed, frame| posed.place(body, model, frame))
    }

    fn complete(&self) -> Option<fn(&PosedBvh)> {
        Some(|posed| _ = posed.extent())
    }

    fn keeps_first_contacts(&self) -> bool {
        true
    }

    fn reset(&mut self, models: &[Arc<BvhModel>]) {
        self.walk.reserve();
        self.shared.reset(models);
    }

    fn threads(&self, query: &Query<'_>) -> usize {
        self.shared.workers(query)
    }

    fn test(
        &mut self,
        pairs: &mut ActivePairs<BvhPairCache>,
        bodies: PosedBodies<'_, Self>,
        cx: &mut PairContext<'_>,
    ) {
        let mut work = BvhWork::default();
        if cx.team.shares() {
            self.shared.test(pairs, bodies, &mut work, cx);
        } else {
            self.test_alone(pairs, bodies, &mut work, cx);
        }
        self.shared.estimate_from(cx.query, &work, &cx.found.work);
        work.add_to(&mut cx.found.work);
    }
}

impl PreparedBvh {
    /// Tests all pairs one after the other, on the caller's thread. Adds contacts as they come:
    /// collecting them first, as threads do, would allocate.
    fn test_alone(
        &mut self,
        pairs: &mut ActivePairs<BvhPairCache>,
        bodies: PosedBodies<'_, Self>,
        work: &mut BvhWork,
        cx: &mut PairContext<'_>,
    ) {
        let first_only = cx.query.is_first_contact();
        let order = WalkOrder::of_query(first_only);
        bodies.for_each_pair(pairs, |pair, cache| {
            let near = match examine(&shared_pair(&pair), cache, first_only, work) {
                Examined::Apart => return,
                Examined::Contact(contact) => return contact.add_to(pair.pair, cx.found),
                Examined::Near(near) => near,
            };
            for k in 0..2 {
                pair.posed[k].fit(pair.models[k], work);
            }
            let pair = shared_pair(&pair);
            let job = near.job(&pair);
            if job.proves_rest(&pair, cache, &mut self.walk, work) {
                return;
            }
            let before = work.cost();
            let bodies = job.walk(pair.models, pair.posed);
            let mut last = LastFace::default();
            self.walk.start();
            self.walk
                .search(&bodies.pair, order, u64::MAX, work, |candidate, work| {
                    let Some(contact) = bodies.decide(candidate, &mut last, work) else {
                        return Walk::Skip;
                    };
                    if first_only {
                        cache.add_contact(contact);
                        contact.add_to(job.bodies, cx.found);
                        return Walk::Stop;
                    }
                    bodies.for_each_contact(contact, |contact| {
                        cache.add_contact(contact);
                        contact.add_to(job.bodies, cx.found);
                    });
                    Walk::Skip
                });
            cache.end_walk(&job, work.cost() - before);
        });
    }
}
