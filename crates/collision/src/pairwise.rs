//! One detector made of a broad phase and a narrow phase.

mod kept_frame;
mod overlaps;

use crate::active_pairs::ActivePairs;
use crate::workers::{Team, Workers};
use crate::{
    Body, BodyId, BodyPair, BroadPhase, Counter, Detail, Detector, Findings, Frame, Profile, Query,
    Step, Unsupported, Work, World,
};
use geometry::Aabb;
use kept_frame::KeptFrame;
use overlaps::BodyOverlaps;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

/// Tests pairs of bodies. [`Pairwise`] makes a detector of it.
pub trait NarrowPhase: Debug + Send + Sync + Sized {
    /// Result of the precomputation, once per distinct shape.
    type Model: Debug + Send + Sync;
    /// State of one body in the current frame.
    type Posed: Debug + Send + Sync;
    /// State kept for a pair of bodies while the broad phase reports it.
    type Cache: Debug + Default + Send + Sync;

    /// Returns the profile of the detector that it forms with any broad phase.
    fn profile(&self) -> Profile;

    /// Runs the precomputation for a shape. Rigid bodies that share a mesh share the result.
    ///
    /// # Errors
    /// [`Unsupported`] with the body and the reason.
    fn prepare(&mut self, id: BodyId, body: &Body) -> Result<Self::Model, Unsupported>;

    /// Allocates the state of a body.
    fn posed(&self, model: &Self::Model) -> Self::Posed;

    /// Discards earlier scenes and reserves buffers. Called after the bodies have changed.
    fn reset(&mut self, _models: &[Arc<Self::Model>]) {}

    /// Takes the cache of a pair that ended. The default drops it. A cache with buffers gives them
    /// to caches of later pairs here, so that pairs that come and go allocate nothing.
    fn end_pair(&mut self, _cache: Self::Cache) {}

    /// Updates the state of a body and returns a world box that contains the body.
    fn place(
        &mut self,
        body: BodyId,
        model: &Self::Model,
        posed: &mut Self::Posed,
        cx: &mut PlaceContext<'_>,
    ) -> Aabb;

    /// Returns [`NarrowPhase::place`] as a function, if that reads and changes nothing but the
    /// body, and reports none at rest: the threads of a team then share the bodies.
    fn place_apart(&self) -> Option<PlaceApart<Self>> {
        None
    }

    /// Returns a function that computes what tests of pairs will need of a placed body, if that is
    /// left to the first of them. Threads that wait for the broad phase call it
    /// ([`NarrowPhase::threads`]), in some frames, also for bodies without a pair. It must neither
    /// count work nor change findings.
    fn complete(&self) -> Option<fn(&Self::Posed)> {
        None
    }

    /// Returns the number of threads that share all steps of a frame as a team
    /// ([`PairContext::team`]). The default is 1: steps before the test of pairs are not shared.
    fn threads(&self, _query: &Query<'_>) -> usize {
        1
    }

    /// Tests all active pairs and adds findings. Methods that test each pair independently use
    /// [`crate::PairThreads`], or [`PosedBodies::for_each_pair`] on the caller's thread. Others
    /// share a budget among pairs.
    fn test(
        &mut self,
        pairs: &mut ActivePairs<Self::Cache>,
        bodies: PosedBodies<'_, Self>,
        cx: &mut PairContext<'_>,
    );

    /// Returns true if first contacts are kept for frames in which no pose has changed, whose
    /// bodies are then neither placed nor tested. Only for tests that find contacts and nothing
    /// else, no contained bodies either, by the first instant alone, whatever the budget is. The
    /// default is false: published steps are taken in each frame.
    fn keeps_first_contacts(&self) -> bool {
        false
    }

    /// Returns true if [`NarrowPhase::test`] also finds contained bodies if the query asks.
    fn finds_contained(&self) -> bool {
        false
    }
}

/// Updates the state of a body and returns a world box that contains the body
/// ([`NarrowPhase::place_apart`]).
pub type PlaceApart<N> =
    fn(BodyId, &<N as NarrowPhase>::Model, &mut <N as NarrowPhase>::Posed, &Frame<'_>) -> Aabb;

/// Context in which a narrow phase updates a body.
#[derive(Debug)]
#[non_exhaustive]
pub struct PlaceContext<'a> {
    /// State of the world, checked against the prepared bodies.
    pub frame: &'a Frame<'a>,
    /// All bodies. Narrow phases that need world vertices move them here.
    pub world: &'a mut World,
    /// Work of the frame.
    pub work: &'a mut Work,
    /// To be set if the body rests: neither its pose nor its vertices have changed since it was
    /// placed last. Pairs of bodies that rest may be left out ([`crate::PairOutput::settle`]).
    /// False at first, which is always right.
    pub rests: bool,
}

/// Context in which a narrow phase tests pairs.
#[derive(Debug)]
#[non_exhaustive]
pub struct PairContext<'a> {
    /// State of the world, checked against the prepared bodies.
    pub frame: &'a Frame<'a>,
    /// Request of the caller: all or first contacts, budget, workers.
    pub query: &'a Query<'a>,
    /// Threads that share the frame ([`NarrowPhase::threads`]), or the caller's alone.
    pub team: Team,
    /// All bodies, and the world vertices of those that were moved.
    pub world: &'a World,
    /// Receives contacts, evidence, undecided pairs and work, in any order.
    pub found: &'a mut Findings,
}

/// Two bodies in the current frame. Index 0 is `pair.a`.
#[derive(Debug)]
#[non_exhaustive]
pub struct PosedPair<'a, N: NarrowPhase> {
    /// The bodies.
    pub pair: BodyPair,
    /// Their precomputed models.
    pub models: [&'a N::Model; 2],
    /// Their state in this frame.
    pub posed: [&'a mut N::Posed; 2],
}

/// All bodies in the current frame, indexed by [`BodyId`].
#[derive(Debug)]
#[non_exhaustive]
pub struct PosedBodies<'a, N: NarrowPhase> {
    /// Their precomputed models.
    pub models: &'a [Arc<N::Model>],
    /// Their state in this frame.
    pub posed: &'a mut [N::Posed],
}

impl<N: NarrowPhase> PosedBodies<'_, N> {
    /// Returns the same bodies for a shorter time, as [`PosedBodies::for_each_pair`] consumes them.
    pub fn reborrow(&mut self) -> PosedBodies<'_, N> {
        PosedBodies {
            models: self.models,
            posed: self.posed,
        }
    }

    /// Calls `test` with each active pair and its cache.
    pub fn for_each_pair(
        self,
        pairs: &mut ActivePairs<N::Cache>,
        mut test: impl FnMut(PosedPair<'_, N>, &mut N::Cache),
    ) {
        for (pair, cache) in pairs.iter_mut() {
            let indices = [pair.a.index(), pair.b.index()];
            let posed = self.posed.get_disjoint_mut(indices);
            let pair = PosedPair {
                pair,
                models: indices.map(|i| &*self.models[i]),
                posed: posed.expect("a pair is of two bodies"),
            };
            test(pair, cache);
        }
    }
}

/// Detector made of a broad phase and a narrow phase.
///
/// Each frame has three steps:
/// 1. The narrow phase updates each body and returns its world box.
/// 2. The broad phase updates the pairs of overlapping boxes, or the query's candidates replace
///    them. A pair that stays active keeps its cache, so caches are sparse: one per active pair.
/// 3. The narrow phase tests the active pairs. It may leave out pairs of two bodies that rest, if
///    their last test found nothing.
///
/// A frame that does not differ from the last one that was asked for first contacts has the same,
/// if the narrow phase allows ([`NarrowPhase::keeps_first_contacts`]).
#[derive(Debug)]
pub struct Pairwise<B, N: NarrowPhase> {
    narrow_phase: N,
    world: World,
    models: Vec<Arc<N::Model>>,
    posed: Vec<N::Posed>,
    overlaps: BodyOverlaps<B, N::Cache>,
    /// Question of the last frame. `None` if a panic ended it: some pairs may then have
    /// settled on earlier poses.
    answered: Option<PairQuestion>,
    kept: KeptFrame,
    /// Threads of frames that a team shares.
    workers: Workers,
}

/// Number of bodies that a thread places at once: about 4 µs.
const BODIES_AT_ONCE: usize = 64;

/// Part of a query on which the findings of a pair depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PairQuestion {
    detail: Detail,
    containment: bool,
    distances: bool,
}

impl PairQuestion {
    fn by(query: &Query<'_>) -> PairQuestion {
        PairQuestion {
            detail: query.detail,
            containment: query.containment,
            distances: query.distances,
        }
    }
}

impl<B: BroadPhase, N: NarrowPhase> Pairwise<B, N> {
    /// Returns the detector, without bodies.
    pub fn new(broad_phase: B, narrow_phase: N) -> Pairwise<B, N> {
        Pairwise {
            narrow_phase,
            world: World::default(),
            models: Vec::new(),
            posed: Vec::new(),
            overlaps: BodyOverlaps::new(broad_phase),
            answered: None,
            kept: KeptFrame::default(),
            workers: Workers::default(),
        }
    }

    /// Returns the same detector with another broad phase. It has to be prepared again.
    #[must_use]
    pub fn with_broad_phase<C: BroadPhase>(self, broad_phase: C) -> Pairwise<C, N> {
        Pairwise::new(broad_phase, self.narrow_phase)
    }

    /// Returns the narrow phase.
    pub fn narrow_phase(&self) -> &N {
        &self.narrow_phase
    }

    /// Returns the precomputed model of a body.
    ///
    /// # Panics
    /// If the body does not exist.
    pub fn model(&self, body: BodyId) -> &Arc<N::Model> {
        &self.models[body.index()]
    }

    /// Prepares the body after those of `models`, or shares the model of an equal earlier body.
    fn model_for(&mut self, bodies: &[Body], models: &[Arc<N::Model>]) -> ModelResult<N> {
        let index = models.len();
        let body = &bodies[index];
        let shares = |earlier: &Body| !earlier.deforms && earlier.shape.is_shared_with(&body.shape);
        let twin = bodies[..index].iter().position(shares);
        match twin.filter(|_| !body.deforms) {
            Some(twin) => Ok(models[twin].clone()),
            None => {
                let model = self.narrow_phase.prepare(BodyId(index as u32), body)?;
                Ok(Arc::new(model))
            }
        }
    }

    /// Replaces all bodies, with their models. All caches are lost.
    fn install(&mut self, world: World, models: Vec<Arc<N::Model>>) {
        self.overlaps.reset(models.len());
        self.answered = None;
        let keeps = self.narrow_phase.keeps_first_contacts();
        self.kept.reset(if keeps { models.len() } else { 0 });
        let posed = models.iter().map(|model| self.narrow_phase.posed(model));
        self.posed = posed.collect();
        self.models = models;
        self.world = world;
        self.narrow_phase.reset(&self.models);
    }

    /// Updates all bodies. Notes which of them rest, if pairs that have settled still answer what
    /// is asked.
    fn place_bodies(
        &mut self,
        team: Team,
        frame: &Frame<'_>,
        still_answered: bool,
        work: &mut Work,
    ) {
        let BodyOverlaps { boxes, active, .. } = &mut self.overlaps;
        let all_rest = active.rests_mut();
        all_rest.clear();
        if let Some(place) = self.narrow_phase.place_apart().filter(|_| team.shares()) {
            all_rest.resize(self.posed.len(), false);
            return self.share_bodies(team, frame, place);
        }
        boxes.clear();
        for (i, (model, posed)) in self.models.iter().zip(&mut self.posed).enumerate() {
            let body = BodyId(i as u32);
            let (mut bounds, mut rests) = (Aabb::EMPTY, false);
            if self.world.contains(body) {
                let mut cx = PlaceContext {
                    frame,
                    world: &mut self.world,
                    work,
                    rests: false,
                };
                bounds = self.narrow_phase.place(body, model, posed, &mut cx);
                rests = cx.rests;
            }
            boxes.push(bounds);
            all_rest.push(rests && still_answered);
        }
    }

    /// Updates all bodies on the threads of a team.
    fn share_bodies(&mut self, team: Team, frame: &Frame<'_>, place: PlaceApart<N>) {
        let boxes = &mut self.overlaps.boxes;
        boxes.resize(self.posed.len(), Aabb::EMPTY);
        let (models, world) = (&self.models, &self.world);
        let task = |first: usize, posed: &mut [N::Posed], boxes: &mut [Aabb]| {
            let bodies = (first..).zip(posed).zip(boxes);
            for ((i, posed), bounds) in bodies {
                let body = BodyId(i as u32);
                *bounds = if world.contains(body) {
                    place(body, &models[i], posed, frame)
                } else {
                    Aabb::EMPTY
                };
            }
        };
        team.fold_both(&mut self.posed, boxes, BODIES_AT_ONCE, &task, &|(), ()| ());
    }

    /// Answers a query on the threads of a team.
    fn find_on(&mut self, team: Team, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        query.probe.begin(Step::UPDATE, 0);
        let asked = PairQuestion::by(query);
        let still_answered = self.answered.take() == Some(asked);
        self.place_bodies(team, frame, still_answered, &mut found.work);

        query.probe.begin(Step::OVERLAP_REGIONS, 0);
        self.find_pairs(team, query, &mut found.work);

        query.probe.begin(Step::BODY_PAIRS, 0);
        let bodies = PosedBodies {
            models: &self.models,
            posed: &mut self.posed,
        };
        let mut cx = PairContext {
            frame,
            query,
            team,
            world: &self.world,
            found,
        };
        self.narrow_phase
            .test(&mut self.overlaps.active, bodies, &mut cx);
        self.answered = Some(asked);
    }

    /// Updates the active pairs. If threads share the frame, and there were as many pairs as bodies
    /// in the last one, threads without work in the broad phase complete the bodies meanwhile.
    fn find_pairs(&mut self, team: Team, query: &Query<'_>, work: &mut Work) {
        let has_many = self.overlaps.active.len() >= self.posed.len();
        let complete = self.narrow_phase.complete();
        let complete = complete.filter(|_| team.shares() && has_many);
        let mut find = || {
            let end = |cache| self.narrow_phase.end_pair(cache);
            self.overlaps.find(team, query, &self.world, end, work);
        };
        let Some(complete) = complete else {
            return find();
        };
        let (posed, world) = (&self.posed, &self.world);
        let complete = |bodies: Range<usize>| {
            let present = bodies.filter(|i| world.contains(BodyId(*i as u32)));
            present.for_each(|i| complete(&posed[i]));
        };
        team.join(find, || {
            team.fold(0..posed.len(), BODIES_AT_ONCE, &complete, &|(), ()| ());
        });
    }
}

type ModelResult<N> = Result<Arc<<N as NarrowPhase>::Model>, Unsupported>;

impl<B: BroadPhase, N: NarrowPhase> Detector for Pairwise<B, N> {
    fn profile(&self) -> Profile {
        self.narrow_phase.profile()
    }

    fn world(&self) -> &World {
        &self.world
    }

    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        let mut models = Vec::with_capacity(bodies.len());
        let mut prepare = || {
            for _ in bodies {
                models.push(self.model_for(bodies, &models)?);
            }
            Ok(())
        };
        let prepared = prepare();
        match &prepared {
            Ok(()) => self.install(World::new(bodies), models),
            Err(_) => self.install(World::default(), Vec::new()),
        }
        prepared
    }

    fn find(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        // A caller that collects the findings of several frames keeps none.
        let keeps = self.narrow_phase.keeps_first_contacts()
            && KeptFrame::is_for(query)
            && found.contacts.is_empty()
            && found.work.count(Counter::OVERLAP_REGIONS.name()) == 0;
        if keeps && self.kept.is_same(frame, &self.world) {
            query.probe.begin(Step::UPDATE, 0);
            return self.kept.add_to(found);
        }
        let threads = self.narrow_phase.threads(query);
        // A panic loses the threads. The next shared frame starts others.
        let mut workers = std::mem::take(&mut self.workers);
        workers.run(threads, true, |team| {
            self.find_on(team, frame, query, found)
        });
        self.workers = workers;
        if keeps {
            self.kept.keep(frame, &self.world, found);
        }
    }

    fn find_contained(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        if !self.narrow_phase.finds_contained() {
            query.probe.begin(Step::CONTAINMENT, 0);
            self.world.find_contained(frame, query, found);
        }
    }

    /// Prepares only the new body. All caches are lost.
    fn insert(&mut self, body: Body) -> Result<BodyId, Unsupported> {
        let id = BodyId(self.models.len() as u32);
        let mut bodies = self.world.bodies().to_vec();
        bodies.push(body);
        let mut models = self.models.clone();
        models.push(self.model_for(&bodies, &models)?);
        let mut world = World::new(&bodies);
        for gone in self.world.body_ids().filter(|b| !self.world.contains(*b)) {
            world.remove(gone);
        }
        self.install(world, models);
        Ok(id)
    }
}

#[cfg(test)]
mod tests;
