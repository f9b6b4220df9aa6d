//! Pairs of bodies on several threads.
//!
//! The caller tests what needs no walk. Hierarchies of bodies that deform are fitted by threads,
//! body by body. Walks are shared out, pair by pair, and a long one gives half of what it has still
//! to compare to another thread, again and again. The rule by which it does depends on the
//! hierarchies alone, and no result on the order: contacts, pair caches and work counts are those
//! of one thread. Threads sort the contacts, too: it takes a ninth of a frame of many contacts.

use crate::counters::BvhWork;
use crate::pair_test::{
    BvhPairCache, BvhPhase, FaceContact, JobWalk, LastFace, NearPair, PairJob, examine,
};
use crate::posed::{BvhModel, PosedBvh};
use crate::walk::{PairWalk, WalkEnd};
use collision::workers::{Spares, Team, Workers, append};
use collision::{ActivePairs, Findings, PairContext, PosedBodies, Query};
use geometry::bvh::Walk;
use std::ops::Range;
use std::sync::Arc;

/// Work of the frame before, in pairs of nodes, from which on threads share a frame: it takes some
/// 300 µs. With half of it a second thread gains little (`reports/HISTORY.md`).
const PARALLEL_FROM: u64 = 3072;

/// Faces that a hierarchy is fitted to in the time that a pair of nodes takes, with all that comes
/// of it: 136 instructions a face when this was chosen, and 1400 a pair. A face takes about half of
/// that now; not measured again.
const FACES_PER_NODE_PAIR: u64 = 10;

/// Faces to fit from which on threads share them: they take about 100 µs.
const PARALLEL_FROM_FACES: usize = 8192;

/// Contacts that are too few to be sorted by several threads.
const SORTED_AT_ONCE: usize = 512;

/// Pairs of nodes that a walk compares before it gives the first half away.
const FIRST_SHARE: u64 = 128;

/// Number of walks that a thread takes at once.
const WALKS_AT_ONCE: usize = 4;

/// Returns the number of pairs of nodes after it. It grows by an eighth each time, so that no
/// thread is left with more than about that part of the work when the others have ended, and the
/// longest walk is divided some hundred times in a row at most.
fn next_share(share: u64) -> u64 {
    share + share / 8
}

/// Threads of a detector, and their buffers.
#[derive(Debug)]
pub(crate) struct SharedWalks {
    /// [`PARALLEL_FROM`].
    parallel_from: u64,
    /// [`FIRST_SHARE`].
    first_share: u64,
    workers: Workers,
    near: Vec<(usize, NearPair)>,
    jobs: Vec<Job>,
    spares: Spares<PairWalk>,
    /// Work of the frame before, in pairs of nodes.
    work_before: u64,
}

/// Walk of a pair, with the rank of the pair among the active ones.
#[derive(Clone, Copy, Debug)]
struct Job {
    rank: usize,
    pair: PairJob,
}

/// Contact with the index of its job.
type JobContact = (u32, FaceContact);

/// [`BvhWork::cost`] of a part of a walk, with the index of its job.
type JobCost = (u32, u64);

/// Contacts, what each walk cost, in parts, and all the work.
#[derive(Debug, Default)]
struct Piece {
    contacts: Vec<JobContact>,
    costs: Vec<JobCost>,
    work: BvhWork,
}

impl Default for SharedWalks {
    fn default() -> SharedWalks {
        SharedWalks::from(PARALLEL_FROM, FIRST_SHARE)
    }
}

impl SharedWalks {
    /// Returns walks that are shared from a number of pairs of nodes on, and divided first after
    /// another.
    fn from(parallel_from: u64, first_share: u64) -> SharedWalks {
        SharedWalks {
            parallel_from,
            first_share,
            workers: Workers::default(),
            near: Vec::new(),
            jobs: Vec::new(),
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
        let SharedWalks {
            workers,
            near,
            jobs,
            spares,
            first_share,
            ..
        } = self;
        // The first contact is the first in the order of one thread, after the same work.
        let share = if first_only { u64::MAX } else { *first_share };
        let piece = workers.run(count, true, |team| {
            let fit_on = team.for_size(faces, PARALLEL_FROM_FACES);
            *work += fit(fit_on, bodies.models, bodies.posed);
            team.alone(|| {
                let bodies = bodies.reborrow();
                spares.lend(|walk| collect_jobs(near, jobs, pairs, bodies, walk, work));
            });
            let walks = SharedJobs {
                team,
                spares,
                jobs,
                models: bodies.models,
                posed: bodies.posed,
                first_only,
            };
            walks.run(share)
        });
        *work += piece.work;
        self.add_contacts(&piece.contacts, pairs, cx.found);
        self.add_costs(&piece.costs, pairs);
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

    /// Adds contacts, in the order of the jobs, to the findings and to the caches of their pairs.
    fn add_contacts(
        &self,
        contacts: &[JobContact],
        pairs: &mut ActivePairs<BvhPairCache>,
        found: &mut Findings,
    ) {
        // Jobs and active pairs ascend by rank, so one pass over the pairs serves all jobs.
        let mut active = pairs.iter_mut().enumerate();
        for of_job in contacts.chunk_by(|x, y| x.0 == y.0) {
            let job = &self.jobs[of_job[0].0 as usize];
            let (_, (_, cache)) = active
                .find(|(rank, _)| *rank == job.rank)
                .expect("jobs are in the order of the pairs");
            for (_, contact) in of_job {
                cache.add_contact(*contact);
                contact.add_to(job.pair.bodies, found);
            }
        }
    }

    /// Ends all walks, each with the sum of its parts.
    fn add_costs(&self, costs: &[JobCost], pairs: &mut ActivePairs<BvhPairCache>) {
        let mut active = pairs.iter_mut().enumerate();
        for of_job in costs.chunk_by(|x, y| x.0 == y.0) {
            let job = &self.jobs[of_job[0].0 as usize];
            let (_, (_, cache)) = active
                .find(|(rank, _)| *rank == job.rank)
                .expect("jobs are in the order of the pairs");
            cache.end_walk(&job.pair, of_job.iter().map(|(_, cost)| cost).sum());
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
    let sum = |mut low: BvhWork, high: BvhWork| {
        low += high;
        low
    };
    team.fold_mut(posed, 1, &task, &sum)
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
    spares: &'a Spares<PairWalk>,
    jobs: &'a [Job],
    models: &'a [Arc<BvhModel>],
    posed: &'a [PosedBvh],
    first_only: bool,
}

impl SharedJobs<'_> {
    /// Walks all jobs, `share` pairs of nodes before a walk is divided. Returns their contacts, in
    /// the order of the jobs, those of each sorted by faces.
    fn run(&self, share: u64) -> Piece {
        let task = |range: Range<usize>| {
            let mut piece = Piece::default();
            self.spares.lend(|walk| {
                for index in range {
                    walk.start();
                    self.shared_walk(index).run(walk, share, &mut piece);
                }
            });
            piece
        };
        let jobs = 0..self.jobs.len();
        let mut piece = self.team.fold(jobs, WALKS_AT_ONCE, &task, &joined);
        let key = |(job, contact): &JobContact| (*job, contact.faces);
        self.team
            .sort_by_key(&mut piece.contacts, SORTED_AT_ONCE, key);
        piece
    }

    fn shared_walk(&self, index: usize) -> SharedWalk<'_> {
        let job = &self.jobs[index].pair;
        let [a, b] = [job.bodies.a, job.bodies.b].map(|body| body.index());
        let models = [&*self.models[a], &*self.models[b]];
        SharedWalk {
            team: self.team,
            spares: self.spares,
            index: index as u32,
            bodies: job.walk(models, [&self.posed[a], &self.posed[b]]),
            first_only: self.first_only,
        }
    }
}

/// Returns the contacts and costs of two neighbors as one list each, with the work of both.
fn joined(mut low: Piece, high: Piece) -> Piece {
    low.work += high.work;
    Piece {
        contacts: append(low.contacts, high.contacts),
        costs: append(low.costs, high.costs),
        work: low.work,
    }
}

/// A walk that gives parts away.
#[derive(Clone, Copy, Debug)]
struct SharedWalk<'a> {
    team: Team,
    spares: &'a Spares<PairWalk>,
    index: u32,
    bodies: JobWalk<'a>,
    first_only: bool,
}

impl SharedWalk<'_> {
    /// Does all that `walk` has still to compare, `share` pairs of nodes before it is divided.
    fn run(&self, walk: &mut PairWalk, share: u64, piece: &mut Piece) {
        let Piece { contacts, work, .. } = &mut *piece;
        let before = work.cost();
        let mut last = LastFace::default();
        let end = walk.search(&self.bodies.pair, share, work, |candidate, work| {
            let Some(contact) = self.bodies.decide(candidate, &mut last, work) else {
                return Walk::Skip;
            };
            contacts.push((self.index, contact));
            if self.first_only {
                return Walk::Stop;
            }
            let mirrored = self.bodies.mirrored(contact);
            contacts.extend(mirrored.map(|contact| (self.index, contact)));
            Walk::Skip
        });
        let cost = work.cost() - before;
        piece.costs.push((self.index, cost));
        match end {
            WalkEnd::Done | WalkEnd::Stopped => {}
            // Divided whether or not another thread is idle, so that the same pairs of nodes make
            // the same parts with any number of threads.
            WalkEnd::Limit => self.spares.lend(|other| {
                other.take_half(walk);
                let mut more = Piece::default();
                let share = next_share(share);
                self.team.join(
                    || self.run(walk, share, piece),
                    || self.run(other, share, &mut more),
                );
                // Both are of one job, and contacts of a job are sorted by faces at the end: which
                // part found them does not show.
                *piece = joined(std::mem::take(piece), more);
            }),
        }
    }
}

#[cfg(all(test, feature = "rayon"))]
mod tests;
