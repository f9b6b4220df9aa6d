//! One detector made of a broad phase and a narrow phase.

use crate::{
    Body, BodyId, BodyPair, BroadPhase, Counter, Detector, Findings, Frame, PairChanges, Profile,
    Query, Step, Unsupported, Work, World,
};
use geometry::Aabb;
use std::fmt::Debug;
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

    /// Tests all active pairs and adds findings. Methods that test each pair independently use
    /// [`crate::PairThreads`], or [`PosedBodies::for_each_pair`] on the caller's thread. Others
    /// share a budget among pairs.
    fn test(
        &mut self,
        pairs: &mut ActivePairs<Self::Cache>,
        bodies: PosedBodies<'_, Self>,
        cx: &mut PairContext<'_>,
    );

    /// Returns true if [`NarrowPhase::test`] also finds contained bodies if the query asks.
    fn finds_contained(&self) -> bool {
        false
    }
}

/// Context in which a narrow phase updates a body.
#[derive(Debug)]
#[non_exhaustive]
pub struct PlaceContext<'a> {
    /// The frame.
    pub frame: &'a Frame<'a>,
    /// All bodies. Narrow phases that need world vertices move them here.
    pub world: &'a mut World,
    /// Work of the frame.
    pub work: &'a mut Work,
}

/// Context in which a narrow phase tests pairs.
#[derive(Debug)]
#[non_exhaustive]
pub struct PairContext<'a> {
    /// The frame.
    pub frame: &'a Frame<'a>,
    /// The query.
    pub query: &'a Query<'a>,
    /// All bodies, and the world vertices of those that were moved.
    pub world: &'a World,
    /// Receives the findings.
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

/// Pairs of a broad phase, each with its cache. Memory grows with the number of active pairs, not
/// with the square of the number of bodies.
#[derive(Debug, Default)]
pub struct ActivePairs<C> {
    entries: Vec<(BodyPair, C)>,
    /// Buffer for merging.
    merged: Vec<(BodyPair, C)>,
}

impl<C: Default> ActivePairs<C> {
    /// Returns the pairs, sorted, each with its cache.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (BodyPair, &mut C)> {
        self.entries.iter_mut().map(|(pair, cache)| (*pair, cache))
    }

    /// Returns the pairs, sorted, each with its cache.
    pub(crate) fn entries_mut(&mut self) -> &mut [(BodyPair, C)] {
        &mut self.entries
    }

    /// Returns the pairs, sorted.
    pub fn pairs(&self) -> impl Iterator<Item = BodyPair> {
        self.entries.iter().map(|(pair, _)| *pair)
    }

    /// Returns the number of pairs.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns true if there is no pair.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Removes the pairs that ended, passes their caches to `end`, and adds those that began.
    ///
    /// Cost: one merge of the sorted lists. Nothing if the pairs have not changed.
    fn apply(&mut self, changes: &PairChanges, mut end: impl FnMut(C)) {
        if changes.began.is_empty() && changes.ended.is_empty() {
            return;
        }
        self.merged.clear();
        let mut began = changes.began.iter().peekable();
        let mut ended = changes.ended.iter().peekable();
        for (pair, cache) in self.entries.drain(..) {
            while let Some(new) = began.next_if(|new| **new < pair) {
                self.merged.push((*new, C::default()));
            }
            match ended.next_if(|old| **old == pair) {
                Some(_) => end(cache),
                None => self.merged.push((pair, cache)),
            }
        }
        self.merged.extend(began.map(|new| (*new, C::default())));
        std::mem::swap(&mut self.entries, &mut self.merged);
        // The other buffer grows along, so that the next frames allocate nothing.
        self.merged.reserve_exact(self.entries.capacity());
    }

    /// Replaces the pairs by `now`, which is sorted. Pairs in both keep their caches, those of the
    /// others go to `end`.
    fn set(&mut self, now: &[BodyPair], scratch: &mut CandidateScratch, end: impl FnMut(C)) {
        scratch.before.clear();
        scratch.before.extend(self.pairs());
        scratch.changes.set_between(&scratch.before, now);
        self.apply(&scratch.changes, end);
    }
}

/// Buffers for candidate pairs of a query.
#[derive(Debug, Default)]
struct CandidateScratch {
    before: Vec<BodyPair>,
    now: Vec<BodyPair>,
    changes: PairChanges,
}

/// Detector made of a broad phase and a narrow phase.
///
/// Each frame has three steps:
/// 1. The narrow phase updates each body and returns its world box.
/// 2. The broad phase updates the pairs of overlapping boxes, or the query's candidates replace
///    them. A pair that stays active keeps its cache, so caches are sparse: one per active pair.
/// 3. The narrow phase tests the active pairs.
#[derive(Debug)]
pub struct Pairwise<B, N: NarrowPhase> {
    broad_phase: B,
    narrow_phase: N,
    world: World,
    models: Vec<Arc<N::Model>>,
    posed: Vec<N::Posed>,
    boxes: Vec<Aabb>,
    active: ActivePairs<N::Cache>,
    /// False after a frame with candidates: the active pairs are then not those of the broad phase,
    /// and its changes do not apply to them.
    follows_broad_phase: bool,
    scratch: CandidateScratch,
}

impl<B: BroadPhase, N: NarrowPhase> Pairwise<B, N> {
    /// Returns the detector, without bodies.
    pub fn new(broad_phase: B, narrow_phase: N) -> Pairwise<B, N> {
        Pairwise {
            broad_phase,
            narrow_phase,
            world: World::default(),
            models: Vec::new(),
            posed: Vec::new(),
            boxes: Vec::new(),
            active: ActivePairs::default(),
            follows_broad_phase: true,
            scratch: CandidateScratch::default(),
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
        let posed = models.iter().map(|model| self.narrow_phase.posed(model));
        self.posed = posed.collect();
        self.models = models;
        self.world = world;
        self.narrow_phase.reset(&self.models);
        self.broad_phase.clear();
        self.active = ActivePairs::default();
        self.follows_broad_phase = true;
    }

    fn place_bodies(&mut self, frame: &Frame<'_>, work: &mut Work) {
        self.boxes.clear();
        for (i, (model, posed)) in self.models.iter().zip(&mut self.posed).enumerate() {
            let body = BodyId(i as u32);
            let mut bounds = Aabb::EMPTY;
            if self.world.contains(body) {
                let mut cx = PlaceContext {
                    frame,
                    world: &mut self.world,
                    work,
                };
                bounds = self.narrow_phase.place(body, model, posed, &mut cx);
            }
            self.boxes.push(bounds);
        }
    }

    /// Updates the active pairs, from the query's candidates or the broad phase.
    fn find_pairs(&mut self, query: &Query<'_>, work: &mut Work) {
        let end = |cache| self.narrow_phase.end_pair(cache);
        if let Some(candidates) = query.candidates {
            let world = &self.world;
            let present = |p: &&BodyPair| world.contains(p.a) && world.contains(p.b);
            let mut now = std::mem::take(&mut self.scratch.now);
            now.clear();
            now.extend(candidates.iter().filter(present));
            self.active.set(&now, &mut self.scratch, end);
            self.scratch.now = now;
            self.follows_broad_phase = false;
        } else {
            self.broad_phase.update(&self.boxes, work);
            if self.follows_broad_phase {
                self.active.apply(self.broad_phase.changes(), end);
            } else {
                let pairs = self.broad_phase.pairs();
                self.active.set(pairs, &mut self.scratch, end);
                self.follows_broad_phase = true;
            }
        }
        work.add(Counter::OVERLAP_REGIONS, self.active.len() as u64);
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
        query.probe.begin(Step::UPDATE, 0);
        self.place_bodies(frame, &mut found.work);

        query.probe.begin(Step::OVERLAP_REGIONS, 0);
        self.find_pairs(query, &mut found.work);

        query.probe.begin(Step::BODY_PAIRS, 0);
        let bodies = PosedBodies {
            models: &self.models,
            posed: &mut self.posed,
        };
        let mut cx = PairContext {
            frame,
            query,
            world: &self.world,
            found,
        };
        self.narrow_phase.test(&mut self.active, bodies, &mut cx);
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
mod tests {
    use super::*;

    #[test]
    fn caches_live_as_long_as_their_pairs() {
        let pair = |a, b| BodyPair::new(BodyId(a), BodyId(b));
        let mut active = ActivePairs::<u32>::default();
        let mut scratch = CandidateScratch::default();
        let mut ended = Vec::new();
        let first = [pair(0, 1), pair(0, 3), pair(1, 2)];
        active.set(&first, &mut scratch, |cache| ended.push(cache));
        for (i, (_, cache)) in active.iter_mut().enumerate() {
            *cache = 10 + i as u32;
        }
        let second = [pair(0, 2), pair(0, 3), pair(2, 3)];
        active.set(&second, &mut scratch, |cache| ended.push(cache));
        let now: Vec<_> = active
            .iter_mut()
            .map(|(pair, cache)| (pair, *cache))
            .collect();
        assert_eq!(now, [(pair(0, 2), 0), (pair(0, 3), 11), (pair(2, 3), 0)]);
        let third = [pair(0, 1), pair(0, 3)];
        active.set(&third, &mut scratch, |cache| ended.push(cache));
        let now: Vec<_> = active
            .iter_mut()
            .map(|(pair, cache)| (pair, *cache))
            .collect();
        assert_eq!(now, [(pair(0, 1), 0), (pair(0, 3), 11)]);
        assert_eq!((active.len(), active.is_empty()), (2, false));
        assert_eq!(ended, [10, 12, 0, 0], "each cache that ended");
    }
}
