//! Active pairs on several threads, for narrow phases that test each pair by itself.
//!
//! A test reads both bodies and changes only the cache of its pair, so threads share out the sorted
//! list of pairs: each takes a run of them, with buffers and results of its own, which are joined
//! in order. Findings, caches and work counts are those of one thread.
//!
//! A frame is shared if the frame before had enough work beside its longest pair ([`PairWork`]):
//! two bodies alone gain nothing.

use crate::active_pairs::{ActivePair, ActivePairs};
use crate::pairwise::{NarrowPhase, PairContext, PosedBodies};
use crate::workers::{PARALLEL_FROM_INSTRUCTIONS, Spares, Team, Workers};
use crate::{BodyPair, Findings, Query, Sharing, Step};
use std::fmt::Debug;
use std::ops::AddAssign;
use std::sync::Arc;

/// Instructions that a thread takes at once: about 10 µs.
const AT_ONCE: u64 = 80_000;

/// Work counts of pairs, and what they cost.
pub trait PairWork: Copy + Debug + Default + Send + AddAssign {
    /// Returns an estimate of the instructions that the counted work takes. It decides only
    /// whether threads share the next frame. The weights of our detectors are rough: they are read
    /// off the loops, not measured.
    fn instructions(&self) -> u64;
}

/// Two bodies in the current frame, for reading. Index 0 is `pair.a`.
#[derive(Debug)]
#[non_exhaustive]
pub struct SharedPair<'a, N: NarrowPhase> {
    /// The bodies.
    pub pair: BodyPair,
    /// Their precomputed models.
    pub models: [&'a N::Model; 2],
    /// Their state in this frame.
    pub posed: [&'a N::Posed; 2],
}

impl<'a, N: NarrowPhase> SharedPair<'a, N> {
    /// Returns a pair outside of a frame's active pairs.
    pub fn new(
        pair: BodyPair,
        models: [&'a N::Model; 2],
        posed: [&'a N::Posed; 2],
    ) -> SharedPair<'a, N> {
        SharedPair {
            pair,
            models,
            posed,
        }
    }
}

/// Receives what the test of a pair finds and counts.
#[derive(Debug)]
pub struct PairOutput<'a, W> {
    /// Receives contacts, evidence and undecided pairs, in any order.
    pub found: &'a mut Findings,
    /// Counts of this thread, which are added up after the frame.
    pub work: &'a mut W,
    query: &'a Query<'a>,
    shared: bool,
    is_settled: bool,
}

impl<W> PairOutput<'_, W> {
    /// Begins a step of the pair, if one thread tests all pairs. Steps of threads that share them
    /// are not distinguished.
    pub fn begin(&self, step: Step) {
        if !self.shared {
            self.query.probe.begin(step, 0);
        }
    }

    /// States that this test finds nothing, and that it would find nothing again for bodies that
    /// rest. The pair is then left out until one of them moves ([`crate::PlaceContext::rests`]), or
    /// until a query asks for another detail, for containment or for distances.
    ///
    /// Only for a narrow phase that tests all pairs by [`PairThreads::test`] in every frame, and
    /// whose findings depend on no other part of the query, such as its budget.
    pub fn settle(&mut self) {
        self.is_settled = true;
    }
}

/// Threads of a narrow phase with buffers `S` for the test of a pair, and work counts `W`.
#[derive(Debug, Default)]
pub struct PairThreads<S, W> {
    /// Buffers of the caller's thread. Other threads start with a copy: of the content, not of the
    /// reserved room.
    pub buffers: S,
    workers: Workers,
    spares: Spares<Option<S>>,
    /// Work of the frame before.
    before: Load,
    _work: std::marker::PhantomData<fn() -> W>,
}

/// Work of a frame, in instructions.
#[derive(Clone, Copy, Debug, Default)]
struct Load {
    total: u64,
    /// Of the pair that took most.
    longest: u64,
}

impl Load {
    /// Returns true if threads gain: half of the work, and all but its longest pair, reach half of
    /// [`PARALLEL_FROM_INSTRUCTIONS`].
    fn pays(self) -> bool {
        (self.total / 2).min(self.total - self.longest) >= PARALLEL_FROM_INSTRUCTIONS / 2
    }

    /// Returns the number of pairs that a thread takes at once.
    fn pairs_at_once(self, pairs: usize) -> usize {
        let pieces = (self.total / AT_ONCE).clamp(1, pairs.max(1) as u64);
        pairs.div_ceil(pieces as usize).max(1)
    }
}

/// Findings of the tests of some neighboring pairs.
#[derive(Debug, Default)]
struct RunFindings<W> {
    found: Findings,
    work: W,
    longest: u64,
}

impl<W: PairWork> RunFindings<W> {
    /// Appends a piece of later pairs.
    fn and(mut self, mut later: RunFindings<W>) -> RunFindings<W> {
        self.found.append(&mut later.found);
        self.work += later.work;
        self.longest = self.longest.max(later.longest);
        self
    }
}

impl<S: Clone + Send + Sync, W: PairWork> PairThreads<S, W> {
    /// Returns threads whose tests use copies of these buffers.
    pub fn new(buffers: S) -> PairThreads<S, W> {
        PairThreads {
            buffers,
            workers: Workers::default(),
            spares: Spares::default(),
            before: Load::default(),
            _work: std::marker::PhantomData,
        }
    }

    /// Replaces the buffers, for other bodies. Threads that have started stay.
    pub fn reset(&mut self, buffers: S) {
        self.buffers = buffers;
        self.spares = Spares::default();
        self.before = Load::default();
    }

    /// Calls `test` with each active pair, its cache and buffers, on threads if that pays, and adds
    /// what it finds. Leaves out pairs that have settled, of bodies that rest. Returns the sum of
    /// its work.
    ///
    /// # Cost
    /// On one thread, nothing is allocated beyond the buffers.
    ///
    /// # Panics
    /// With the first panic of a test. Later frames are answered; caches keep what the frame left.
    pub fn test<N: NarrowPhase>(
        &mut self,
        pairs: &mut ActivePairs<N::Cache>,
        bodies: PosedBodies<'_, N>,
        cx: &mut PairContext<'_>,
        test: impl Fn(SharedPair<'_, N>, &mut N::Cache, &mut S, &mut PairOutput<'_, W>) + Sync,
    ) -> W {
        let (entries, rests) = pairs.with_rests();
        let query = cx.query;
        let run = PairRun {
            models: bodies.models,
            posed: bodies.posed,
            rests,
            query,
            test: &test,
        };
        let (work, longest);
        let may_share = cfg!(feature = "rayon") && query.workers.get() > 1 && entries.len() > 1;
        if may_share && query.shares(self.before.pays()) {
            let at_once = if query.sharing == Sharing::Always {
                1
            } else {
                self.before.pairs_at_once(entries.len())
            };
            let (prototype, spares) = (&self.buffers, &self.spares);
            let task = |_: usize, entries: &mut [ActivePair<N::Cache>]| {
                let mut piece = RunFindings::<W>::default();
                let mut buffers = spares.take().unwrap_or_else(|| prototype.clone());
                let (found, work) = (&mut piece.found, &mut piece.work);
                piece.longest = run.on(entries, &mut buffers, found, work, true);
                spares.give(Some(buffers));
                piece
            };
            let all = |team: Team| team.fold_mut(entries, at_once, &task, &RunFindings::and);
            let mut piece = self.workers.run(query.workers.get(), true, all);
            cx.found.append(&mut piece.found);
            (work, longest) = (piece.work, piece.longest);
        } else {
            let mut sum = W::default();
            longest = run.on(entries, &mut self.buffers, cx.found, &mut sum, false);
            work = sum;
        }
        let total = work.instructions();
        self.before = Load { total, longest };
        work
    }
}

/// Test of pairs in one frame.
struct PairRun<'a, N: NarrowPhase, T> {
    models: &'a [Arc<N::Model>],
    posed: &'a [N::Posed],
    rests: &'a [bool],
    query: &'a Query<'a>,
    test: &'a T,
}

impl<N: NarrowPhase, T> PairRun<'_, N, T> {
    /// Tests neighboring pairs. Returns the instructions of the longest, or 0 if the query has one
    /// worker.
    fn on<S, W: PairWork>(
        &self,
        entries: &mut [ActivePair<N::Cache>],
        buffers: &mut S,
        found: &mut Findings,
        work: &mut W,
        shared: bool,
    ) -> u64
    where
        T: Fn(SharedPair<'_, N>, &mut N::Cache, &mut S, &mut PairOutput<'_, W>) + Sync,
    {
        let query = self.query;
        let measures = query.workers.get() > 1;
        let (mut longest, mut before) = (0, work.instructions());
        for active in entries {
            if active.is_left_out(self.rests) {
                continue;
            }
            let pair = active.pair;
            let indices = [pair.a.index(), pair.b.index()];
            let bodies = SharedPair {
                pair,
                models: indices.map(|i| &*self.models[i]),
                posed: indices.map(|i| &self.posed[i]),
            };
            let mut output = PairOutput {
                found: &mut *found,
                work: &mut *work,
                query,
                shared,
                is_settled: false,
            };
            (self.test)(bodies, &mut active.cache, buffers, &mut output);
            active.is_settled = output.is_settled;
            if measures {
                let after = work.instructions();
                longest = longest.max(after.saturating_sub(before));
                before = after;
            }
        }
        longest
    }
}

#[cfg(all(test, feature = "rayon"))]
mod tests;
