//! Pairs of bodies on several threads.
//!
//! The caller tests what needs no walk. Hierarchies of bodies that deform are fitted by threads,
//! body by body. Walks are shared out, pair by pair, and a long one gives half of what it has still
//! to compare to another thread, again and again. No result depends on the order, or on where a
//! walk is divided: contacts, pair caches and work counts are those of one thread. The contacts of
//! each pair have a place of their own, where the thread that ends the walk sorts them, so that
//! nothing is copied between threads but parts of long walks.

use crate::counters::BvhWork;
use crate::pair_test::{
    BvhPairCache, BvhPhase, FaceContact, JobWalk, LastFace, NearPair, PairJob, examine,
};
use crate::posed::{BvhModel, PosedBvh};
use crate::walk::{PairWalk, WalkEnd};
use collision::workers::{Offer, Spares, Team, Workers};
use collision::{ActivePairs, Findings, PairContext, PosedBodies, Query};
use geometry::bvh::Walk;
use std::sync::{Arc, Mutex, PoisonError};

/// Work of the frame before, in pairs of nodes, from which on threads share a frame: it takes some
/// 300 µs. With half of it a second thread gains little (`reports/HISTORY.md`).
const PARALLEL_FROM: u64 = 3072;

/// Faces that a hierarchy is fitted to and that count as a pair of nodes.
///
/// A face takes about 2.5 ns, a fortieth of a pair with all that comes of it. It counts four times
/// as much, because fitting is divided evenly from its first moment: two threads take 0.88 of the
/// time of one in a frame of 0.24 ms that fits 79,600 faces and compares 400 pairs (2026-11-26).
const FACES_PER_NODE_PAIR: u64 = 10;

/// Faces to fit from which on threads share them: they take about 100 µs.
const PARALLEL_FROM_FACES: usize = 8192;

/// Contacts that are too few to be sorted by several threads.
const SORTED_AT_ONCE: usize = 512;

/// Pairs of nodes that a walk compares before it gives half away, once more if another thread has
/// taken the half before: ten times what it takes to divide a walk.
const FIRST_SHARE: u64 = 128;

/// Part of what each thread had to do in the frame before that a walk does before it gives the
/// first half away: among many walks only those that the others would wait for are divided.
const SHARES: u64 = 16;

/// Contacts of a part of a walk beyond which its list goes to the whole as it is. Shorter ones are
/// copied from part to part, and their lists serve again: some hundred are lent at once, and each
/// would grow to the longest part there ever was.
const LONG_PART: usize = 4096;

/// Number of walks that a thread takes at once.
const WALKS_AT_ONCE: usize = 4;

/// Returns the number of pairs of nodes after it. It grows by a part each time, so that the longest
/// walk is divided some hundred times in a row at most: each time takes a place on the stack.
fn next_share(share: u64) -> u64 {
    share + share / 64
}

/// Threads of a detector, and their buffers.
#[derive(Debug)]
pub(crate) struct SharedWalks {
    /// [`PARALLEL_FROM`].
    parallel_from: u64,
    /// [`FIRST_SHARE`].
    first_share: u64,
    /// [`SHARES`].
    shares: u64,
    workers: Workers,
    near: Vec<(usize, NearPair)>,
    jobs: Vec<Job>,
    /// At least one for each job.
    outcomes: Vec<Outcome>,
    spares: Spares<(PairWalk, Vec<FaceContact>)>,
    /// Work of the frame before, in pairs of nodes.
    work_before: u64,
}

/// Walk of a pair, with the rank of the pair among the active ones.
#[derive(Clone, Copy, Debug)]
struct Job {
    rank: usize,
    pair: PairJob,
}

/// Result of the walk of a job.
#[derive(Debug, Default)]
struct Outcome {
    /// Sorted by faces at the end.
    contacts: Vec<FaceContact>,
    /// [`BvhWork::cost`].
    cost: u64,
}

/// Contacts of long parts of a walk.
#[derive(Debug, Default)]
struct LongParts(Mutex<Vec<Vec<FaceContact>>>);

impl LongParts {
    /// Takes the contacts of a part.
    fn add(&self, part: Vec<FaceContact>) {
        let mut parts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        parts.push(part);
    }

    /// Moves all contacts to the end of a list.
    fn append_to(self, contacts: &mut Vec<FaceContact>) {
        let parts = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        contacts.reserve(parts.iter().map(Vec::len).sum());
        for mut part in parts {
            contacts.append(&mut part);
        }
    }
}

impl Default for SharedWalks {
    fn default() -> SharedWalks {
        SharedWalks::from(PARALLEL_FROM, FIRST_SHARE, SHARES)
    }
}

impl SharedWalks {
    /// Returns walks that are shared from a number of pairs of nodes on, and divided first after
    /// another, or after a part of the work of the frame before.
    fn from(parallel_from: u64, first_share: u64, shares: u64) -> SharedWalks {
        SharedWalks {
            parallel_from,
            first_share,
            shares,
            workers: Workers::default(),
            near: Vec::new(),
            jobs: Vec::new(),
            outcomes: Vec::new(),
            spares: Spares::default(),
            work_before: 0,
        }
    }

    /// Returns the number of threads for this frame.
    pub(crate) fn workers(&self, query: &Query<'_>) -> usize {
        let enough = self.work_before >= self.parallel_from;
        if cfg!(feature = "rayon") && query.shares(enough) {
            query.workers.get()
        } else {
            1
        }
    }

    /// Takes the work of a frame, an estimate of that of the next.
    pub(crate) fn estimate_from(&mut self, work: &BvhWork) {
        self.work_before = work.node_pairs + work.boxes_fitted / FACES_PER_NODE_PAIR;
    }

    /// Tests all pairs on `count` threads.
    pub(crate) fn test<N: BvhPhase>(
        &mut self,
        count: usize,
        pairs: &mut ActivePairs<BvhPairCache>,
        mut bodies: PosedBodies<'_, N>,
        work: &mut BvhWork,
        cx: &mut PairContext<'_>,
    ) {
        let first_only = cx.query.is_first_contact();
        let faces = self.find_near(pairs, bodies.reborrow(), work, cx);
        // The first contact is the first in the order of one thread, after the same work.
        let first_share = if first_only {
            u64::MAX
        } else {
            self.first_share
                .max(self.work_before / self.shares / count as u64)
        };
        let shares = [first_share, self.first_share];
        let SharedWalks {
            workers,
            near,
            jobs,
            outcomes,
            spares,
            ..
        } = self;
        *work += workers.run(count, true, |team| {
            let fit_on = team.for_size(faces, PARALLEL_FROM_FACES);
            let mut work = fit(fit_on, bodies.models, bodies.posed);
            team.alone(|| {
                let bodies = bodies.reborrow();
                spares.lend(|(walk, _)| collect_jobs(near, jobs, pairs, bodies, walk, &mut work));
            });
            outcomes.resize_with(jobs.len().max(outcomes.len()), Outcome::default);
            let walks = SharedJobs {
                team,
                spares,
                jobs,
                models: bodies.models,
                posed: bodies.posed,
                first_only,
            };
            work += walks.run(shares, &mut outcomes[..jobs.len()]);
            work
        });
        self.add_outcomes(pairs, cx.found);
    }

    /// Tests the pairs that need no walk, and keeps the others. Returns the number of faces that
    /// hierarchies have to be fitted to.
    fn find_near<N: BvhPhase>(
        &mut self,
        pairs: &mut ActivePairs<BvhPairCache>,
        bodies: PosedBodies<'_, N>,
        work: &mut BvhWork,
        cx: &mut PairContext<'_>,
    ) -> usize {
        let first_only = cx.query.is_first_contact();
        self.near.clear();
        let (mut rank, mut faces) = (0, 0);
        bodies.for_each_pair(pairs, |mut pair, cache| {
            if let Some(near) = examine(&mut pair, cache, first_only, work, cx.found) {
                for k in 0..2 {
                    faces += pair.posed[k].mark_near(pair.models[k]);
                }
                self.near.push((rank, near));
            }
            rank += 1;
        });
        faces
    }

    /// Ends all walks: adds their contacts to the findings and to the caches of their pairs.
    fn add_outcomes(&self, pairs: &mut ActivePairs<BvhPairCache>, found: &mut Findings) {
        // Jobs and active pairs ascend by rank, so one pass over the pairs serves all jobs.
        let mut active = pairs.iter_mut().enumerate();
        for (job, outcome) in self.jobs.iter().zip(&self.outcomes) {
            let (_, (_, cache)) = active
                .find(|(rank, _)| *rank == job.rank)
                .expect("jobs are in the order of the pairs");
            // That of the least faces, which a cache keeps.
            if let Some(first) = outcome.contacts.first() {
                cache.add_contact(*first);
            }
            for contact in &outcome.contacts {
                contact.add_to(job.pair.bodies, found);
            }
            cache.end_walk(&job.pair, outcome.cost);
        }
    }
}

/// Fits the hierarchies of all bodies that are marked.
fn fit(team: Team, models: &[Arc<BvhModel>], posed: &mut [PosedBvh]) -> BvhWork {
    let task = |first: usize, posed: &mut [PosedBvh]| {
        let mut work = BvhWork::default();
        for (model, posed) in models[first..].iter().zip(posed) {
            posed.fit_if_near(model, &mut work);
        }
        work
    };
    team.fold_mut(posed, 1, &task, &sum)
}

fn sum(mut low: BvhWork, high: BvhWork) -> BvhWork {
    low += high;
    low
}

/// Lists the walks of pairs near each other, but of those that are proved to be at rest.
fn collect_jobs<N: BvhPhase>(
    near: &[(usize, NearPair)],
    jobs: &mut Vec<Job>,
    pairs: &mut ActivePairs<BvhPairCache>,
    bodies: PosedBodies<'_, N>,
    walk: &mut PairWalk,
    work: &mut BvhWork,
) {
    jobs.clear();
    let (mut near, mut ranks) = (near.iter().peekable(), 0..);
    bodies.for_each_pair(pairs, |mut pair, cache| {
        let rank = ranks.next().expect("ranks have no end");
        let Some((_, near)) = near.next_if(|near| near.0 == rank) else {
            return;
        };
        let job = near.job(&mut pair);
        if !job.proves_rest(&pair, cache, walk, work) {
            jobs.push(Job { rank, pair: job });
        }
    });
}

/// Walks of a frame.
#[derive(Clone, Copy, Debug)]
struct SharedJobs<'a> {
    team: Team,
    spares: &'a Spares<(PairWalk, Vec<FaceContact>)>,
    jobs: &'a [Job],
    models: &'a [Arc<BvhModel>],
    posed: &'a [PosedBvh],
    first_only: bool,
}

impl SharedJobs<'_> {
    /// Walks all jobs: `shares` are the pairs of nodes before a walk is divided, at first and then.
    fn run(&self, shares: [u64; 2], outcomes: &mut [Outcome]) -> BvhWork {
        let task = |first: usize, outcomes: &mut [Outcome]| {
            let mut work = BvhWork::default();
            self.spares.lend(|(walk, _)| {
                for (index, outcome) in (first..).zip(outcomes) {
                    let before = work.cost();
                    outcome.contacts.clear();
                    walk.start();
                    let long_parts = LongParts::default();
                    let walked = self.shared_walk(index, &long_parts);
                    walked.run(walk, shares, None, &mut outcome.contacts, &mut work);
                    long_parts.append_to(&mut outcome.contacts);
                    outcome.cost = work.cost() - before;
                    let (contacts, key) = (&mut outcome.contacts, FaceContact::key);
                    self.team.sort_by_key(contacts, SORTED_AT_ONCE, key);
                }
            });
            work
        };
        self.team.fold_mut(outcomes, WALKS_AT_ONCE, &task, &sum)
    }

    fn shared_walk<'a>(&'a self, index: usize, long_parts: &'a LongParts) -> SharedWalk<'a> {
        let job = &self.jobs[index].pair;
        let [a, b] = [job.bodies.a, job.bodies.b].map(|body| body.index());
        let models = [&*self.models[a], &*self.models[b]];
        SharedWalk {
            team: self.team,
            spares: self.spares,
            bodies: job.walk(models, [&self.posed[a], &self.posed[b]]),
            first_only: self.first_only,
            long_parts,
        }
    }
}

/// A walk that gives parts away.
#[derive(Clone, Copy, Debug)]
struct SharedWalk<'a> {
    team: Team,
    spares: &'a Spares<(PairWalk, Vec<FaceContact>)>,
    bodies: JobWalk<'a>,
    first_only: bool,
    long_parts: &'a LongParts,
}

impl SharedWalk<'_> {
    /// Does all that `walk` has still to compare, `limit` pairs of nodes before it is divided, then
    /// `share` each time. Adds contacts in no order.
    fn run(
        &self,
        walk: &mut PairWalk,
        [limit, share]: [u64; 2],
        offer: Option<&Offer>,
        contacts: &mut Vec<FaceContact>,
        work: &mut BvhWork,
    ) {
        let is_open = || offer.is_some_and(|offer| !offer.is_taken());
        while self.search(walk, limit, contacts, work) == WalkEnd::Limit {
            // The half given away before is still there for the next thread that is idle.
            if is_open() {
                continue;
            }
            return self.spares.lend(|(other, more)| {
                other.take_half(walk);
                more.clear();
                let (next, mut of_more) = ([share, next_share(share)], BvhWork::default());
                self.team.join_offered(
                    |offer| self.run(walk, next, Some(offer), contacts, work),
                    || self.run(other, next, None, more, &mut of_more),
                );
                if more.len() > LONG_PART {
                    self.long_parts.add(std::mem::take(more));
                } else {
                    contacts.append(more);
                }
                *work += of_more;
            });
        }
    }

    /// Walks on for `limit` pairs of nodes.
    fn search(
        &self,
        walk: &mut PairWalk,
        limit: u64,
        contacts: &mut Vec<FaceContact>,
        work: &mut BvhWork,
    ) -> WalkEnd {
        let mut last = LastFace::default();
        walk.search(&self.bodies.pair, limit, work, |candidate, work| {
            let Some(contact) = self.bodies.decide(candidate, &mut last, work) else {
                return Walk::Skip;
            };
            contacts.push(contact);
            if self.first_only {
                return Walk::Stop;
            }
            contacts.extend(self.bodies.mirrored(contact));
            Walk::Skip
        })
    }
}

#[cfg(all(test, feature = "rayon"))]
mod tests;
