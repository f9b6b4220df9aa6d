//! Frames on several threads.
//!
//! Good for many pairs, and for few long walks. Frames of less than some 300 µs stay on one thread.
//! What sharing costs grows with the number of runs, at most 32 for each thread, and of divided
//! walks. The essence:
//! 1. Estimate the work of the frame by that of the frame before, in pairs of nodes.
//! 2. Share out bodies to be placed, and boxes to be compared (the broad phase does).
//! 3. If bodies deform, find the pairs that need a walk, and fit the hierarchies of their bodies,
//!    body by body.
//! 4. Share out runs of neighboring pairs. Of each pair in a run a thread does all that one thread
//!    would do.
//! 5. A long walk gives half of what it has still to compare to another thread, again and again.
//! 6. List the contacts of all runs in the order of the pairs, and sort those of each pair.
//!
//! No result depends on the order, or on where runs and walks are divided: contacts, pair caches
//! and work counts are those of one thread. The contacts of a run have a list of their own, so that
//! nothing is copied between threads but parts of long walks.

use crate::counters::BvhWork;
use crate::pair_test::{
    BvhPairCache, BvhPhase, Examined, FaceContact, JobWalk, LastFace, examine, shared_pair,
};
use crate::posed::{BvhModel, PosedBvh};
use crate::walk::{PairWalk, WalkEnd, WalkOrder};
use collision::workers::{MAX_WORKERS, Offer, Spares, Team};
use collision::{
    ActivePairs, ActivePairsMut, BodyPair, Counter, Findings, PairContext, PosedBodies, Query,
    SharedPair, Work,
};
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

/// Pairs of nodes that take as long as a pair of bodies whose balls overlap: with the rounding of
/// their poses, and with one of them in the space of the other. Pairs whose balls are apart count
/// as much and take far less, so threads may share a frame that is too short for it.
const NODE_PAIRS_PER_PAIR: u64 = 3;

/// Exact tests of two faces that count as a pair of nodes where threads decide to share a frame.
/// One takes about as long, but what comes of a pair of nodes includes some: only where faces
/// coincide are there many.
const FACE_TESTS_PER_NODE_PAIR: u64 = 2;

/// Comparisons of the boxes of two bodies in the broad phase that take as long as a pair of nodes.
const BODY_BOXES_PER_NODE_PAIR: u64 = 32;

/// Faces to fit from which on threads share them: they take about 100 µs.
const PARALLEL_FROM_FACES: usize = 8192;

/// Contacts of a pair that its thread sorts. More are sorted by all threads, once all pairs are
/// tested.
const SORTED_AT_ONCE: usize = 512;

/// Contacts of a pair that its thread sorts if pairs are many.
const SORTED_AT_ONCE_OF_MANY: usize = 8192;

/// Pairs for each thread from which on they are many: the others have something to do meanwhile.
const MANY_PAIRS: usize = 4;

/// Pairs of nodes that a walk compares before it gives half away, once more if another thread has
/// taken the half before. They take 3 µs, two to three times what it takes to divide a walk.
/// Threads wait for a half 4 % of a frame of two spheres of 398,160 faces, and 8 % with a share of
/// 128 (Intel, family 6, model 167, 2026-11-29).
const FIRST_SHARE: u64 = 32;

/// Part of what each thread had to do in the frame before that a walk does before it gives the
/// first half away: among many walks only those that the others would wait for are divided. If
/// there are fewer walks than threads, each is divided after [`FIRST_SHARE`] pairs.
const SHARES: u64 = 16;

/// Contacts of a part of a walk beyond which its list goes to the whole as it is. Shorter ones are
/// copied from part to part, and their lists serve again: some hundred are lent at once, and each
/// would grow to the longest part there ever was.
const LONG_PART: usize = 4096;

/// Runs of pairs for each thread: a thread that is done early takes one of another's.
const RUNS_OF_A_THREAD: usize = 32;

/// Returns the number of pairs of nodes after it. It grows by a part each time, so that the longest
/// walk is divided some hundred times in a row at most: each time takes a place on the stack.
fn next_share(share: u64) -> u64 {
    share + share / 64
}

/// Buffers of the threads of a detector.
#[derive(Debug)]
pub(crate) struct SharedWalks {
    /// [`PARALLEL_FROM`].
    parallel_from: u64,
    /// [`FIRST_SHARE`].
    first_share: u64,
    /// [`SHARES`].
    shares: u64,
    /// True if there are bodies that deform.
    deforms: bool,
    /// Pairs that are near each other or have a contact, by rank, in a scene with bodies that
    /// deform.
    examined: Vec<(usize, Examined)>,
    spares: Spares<(PairWalk, Vec<FaceContact>)>,
    lists: Spares<RunContacts>,
    /// Work of the frame before, in pairs of nodes.
    work_before: u64,
    /// The same without exact tests, which do not count against the share of a walk.
    nodes_before: u64,
}

/// Contacts of a run of pairs.
#[derive(Debug, Default)]
struct RunContacts {
    contacts: Vec<FaceContact>,
    /// Pairs with contacts, each with its number of them, in the order of the contacts.
    pairs: Vec<(BodyPair, usize)>,
}

/// Result of neighboring runs.
#[derive(Debug, Default)]
struct Runs {
    work: BvhWork,
    /// Lists that are not empty, in order.
    lists: Vec<RunContacts>,
}

impl Runs {
    /// Appends later runs.
    fn and(mut self, mut later: Runs) -> Runs {
        self.work += later.work;
        if self.lists.is_empty() {
            self.lists = later.lists;
        } else {
            self.lists.append(&mut later.lists);
        }
        self
    }
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
            deforms: false,
            examined: Vec::new(),
            spares: Spares::default(),
            lists: Spares::default(),
            work_before: 0,
            nodes_before: 0,
        }
    }

    /// Takes other bodies.
    pub(crate) fn reset(&mut self, models: &[Arc<BvhModel>]) {
        self.deforms = models.iter().any(|model| model.deforms());
        (self.work_before, self.nodes_before) = (0, 0);
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

    /// Takes the work of a frame, an estimate of that of the next, if a query may share it. `all`
    /// has that of the broad phase, too.
    pub(crate) fn estimate_from(&mut self, query: &Query<'_>, work: &BvhWork, all: &Work) {
        if query.workers.get() == 1 {
            return; // Looking a count up takes a twentieth of the least frames.
        }
        let boxes = all.count(Counter::BODY_BOX_TESTS.name());
        // One thread compares all balls of a scene with bodies that deform.
        let ball_tests = if self.deforms { 0 } else { work.ball_tests };
        self.nodes_before = work.node_pairs
            + work.boxes_fitted / FACES_PER_NODE_PAIR
            + NODE_PAIRS_PER_PAIR * ball_tests
            + boxes / BODY_BOXES_PER_NODE_PAIR;
        self.work_before = self.nodes_before + work.face_pair_tests / FACE_TESTS_PER_NODE_PAIR;
    }

    /// Tests all pairs on the threads of a team.
    pub(crate) fn test<N: BvhPhase>(
        &mut self,
        pairs: &mut ActivePairs<BvhPairCache>,
        mut bodies: PosedBodies<'_, N>,
        work: &mut BvhWork,
        cx: &mut PairContext<'_>,
    ) {
        // A query may allow more threads than there are.
        let threads = cx.query.workers.get().min(MAX_WORKERS as usize);
        let team = cx.team;
        let first_only = cx.query.is_first_contact();
        if self.deforms {
            let faces = self.examine_all(pairs, bodies.reborrow(), first_only, work);
            let fit_on = team.for_size(faces, PARALLEL_FROM_FACES);
            *work += fit(fit_on, bodies.models, bodies.posed);
        }
        // The first contact is the first in the order of one thread, after the same work.
        let own = self.nodes_before / self.shares / threads as u64;
        let first_share = if first_only {
            u64::MAX
        } else if pairs.len() < threads {
            self.first_share
        } else {
            self.first_share.max(own)
        };
        let run = PairsRun {
            team,
            spares: &self.spares,
            lists: &self.lists,
            models: bodies.models,
            posed: bodies.posed,
            examined: self.deforms.then_some(self.examined.as_slice()),
            shares: [first_share, self.first_share],
            first_only,
            sorted_at_once: if pairs.len() < MANY_PAIRS * threads {
                SORTED_AT_ONCE
            } else {
                SORTED_AT_ONCE_OF_MANY
            },
        };
        let at_once = pairs.len().div_ceil(RUNS_OF_A_THREAD * threads).max(1);
        let task = |first: usize, pairs: ActivePairsMut<'_, _>| run.on::<N>(first, pairs);
        let runs = pairs.fold_mut(team, at_once, &task, &Runs::and);
        *work += runs.work;
        for list in runs.lists {
            self.add(list, cx.found);
        }
        cx.found.sort_contacts(team);
    }

    /// Tests all pairs as far as no walk is needed, before any hierarchy is fitted. Returns the
    /// number of faces that hierarchies have to be fitted to.
    fn examine_all<N: BvhPhase>(
        &mut self,
        pairs: &mut ActivePairs<BvhPairCache>,
        bodies: PosedBodies<'_, N>,
        first_only: bool,
        work: &mut BvhWork,
    ) -> usize {
        self.examined.clear();
        let (mut ranks, mut faces) = (0.., 0);
        bodies.for_each_pair(pairs, |pair, cache| {
            let rank = ranks.next().expect("ranks have no end");
            let examined = examine(&shared_pair(&pair), cache, first_only, work);
            if matches!(examined, Examined::Near(_)) {
                for k in 0..2 {
                    faces += pair.posed[k].mark_near(pair.models[k]);
                }
            }
            if !matches!(examined, Examined::Apart) {
                self.examined.push((rank, examined));
            }
        });
        faces
    }

    /// Adds the contacts of a run to the findings, and keeps its room for another, up to
    /// [`LONG_PART`].
    fn add(&self, mut list: RunContacts, found: &mut Findings) {
        let mut contacts = &*list.contacts;
        for (bodies, count) in &list.pairs {
            let (of_pair, later) = contacts.split_at(*count);
            // One list to the end of the other, without a look at its room for each contact.
            let of_pair = of_pair.iter().map(|contact| contact.of(*bodies));
            found.contacts.extend(of_pair);
            contacts = later;
        }
        if list.contacts.capacity() <= LONG_PART {
            list.contacts.clear();
            list.pairs.clear();
            self.lists.give(list);
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

/// State that threads which take runs of pairs have in common.
#[derive(Debug)]
struct PairsRun<'a> {
    team: Team,
    spares: &'a Spares<(PairWalk, Vec<FaceContact>)>,
    lists: &'a Spares<RunContacts>,
    models: &'a [Arc<BvhModel>],
    posed: &'a [PosedBvh],
    /// Pairs that are near each other or have a contact, by rank. `None` if that is still to be
    /// found out.
    examined: Option<&'a [(usize, Examined)]>,
    /// Pairs of nodes before a walk is divided, at first and then.
    shares: [u64; 2],
    first_only: bool,
    /// Contacts of a pair that its thread sorts.
    sorted_at_once: usize,
}

/// Contacts and work counts of a run of pairs.
struct RunOutput<'a> {
    contacts: &'a mut Vec<FaceContact>,
    work: &'a mut BvhWork,
}

impl PairsRun<'_> {
    /// Tests neighboring pairs, of which the first has a rank.
    fn on<N: BvhPhase>(&self, first: usize, pairs: ActivePairsMut<'_, BvhPairCache>) -> Runs {
        let mut runs = Runs::default();
        let mut list = self.lists.take();
        self.spares.lend(|(walk, _)| {
            for (rank, (bodies, cache)) in (first..).zip(pairs) {
                let pair = self.pair::<N>(bodies);
                let begin = list.contacts.len();
                let output = RunOutput {
                    contacts: &mut list.contacts,
                    work: &mut runs.work,
                };
                self.test(rank, &pair, cache, walk, output);
                let count = list.contacts.len() - begin;
                if count > 0 {
                    list.pairs.push((bodies, count));
                }
            }
        });
        if list.pairs.is_empty() {
            self.lists.give(list);
        } else {
            runs.lists.push(list);
        }
        runs
    }

    fn pair<N: BvhPhase>(&self, bodies: BodyPair) -> SharedPair<'_, N> {
        let indices = [bodies.a.index(), bodies.b.index()];
        SharedPair::new(
            bodies,
            indices.map(|i| &*self.models[i]),
            indices.map(|i| &self.posed[i]),
        )
    }

    /// Tests a pair. Adds its contacts, sorted if they are few.
    fn test<N: BvhPhase>(
        &self,
        rank: usize,
        pair: &SharedPair<'_, N>,
        cache: &mut BvhPairCache,
        walk: &mut PairWalk,
        RunOutput { contacts, work }: RunOutput<'_>,
    ) {
        let examined = match self.examined {
            None => examine(pair, cache, self.first_only, work),
            Some(examined) => {
                let found = examined.binary_search_by_key(&rank, |(rank, _)| *rank);
                found.map_or(Examined::Apart, |at| examined[at].1)
            }
        };
        let near = match examined {
            Examined::Apart => return,
            Examined::Contact(contact) => return contacts.push(contact),
            Examined::Near(near) => near,
        };
        let job = near.job(pair);
        if job.proves_rest(pair, cache, walk, work) {
            return;
        }
        let (before, begin) = (work.cost(), contacts.len());
        walk.start();
        let long_parts = LongParts::default();
        let shared = SharedWalk {
            team: self.team,
            spares: self.spares,
            bodies: job.walk(pair.models, pair.posed),
            first_only: self.first_only,
            long_parts: &long_parts,
        };
        shared.run(walk, self.shares, None, contacts, work);
        long_parts.append_to(contacts);
        let found = &mut contacts[begin..];
        // A cache keeps the contact of the least faces.
        let least = if found.len() <= self.sorted_at_once {
            found.sort_unstable_by_key(FaceContact::key);
            found.first()
        } else {
            found.iter().min_by_key(|contact| contact.key())
        };
        if let Some(least) = least {
            cache.add_contact(*least);
        }
        cache.end_walk(&job, work.cost() - before);
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
        let order = WalkOrder::of_query(self.first_only);
        walk.search(&self.bodies.pair, order, limit, work, |candidate, work| {
            let Some(contact) = self.bodies.decide(candidate, &mut last, work) else {
                return Walk::Skip;
            };
            if self.first_only {
                contacts.push(contact);
                return Walk::Stop;
            }
            let add = |contact| contacts.push(contact);
            self.bodies.for_each_contact(contact, add);
            Walk::Skip
        })
    }
}

#[cfg(all(test, feature = "rayon"))]
mod tests;
