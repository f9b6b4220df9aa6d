//! Steps 3 and 4 on several threads: the paper's two distributions, and work stealing
//! [Kitamura95 §4].
//!
//! | distribution | pairs of faces go to | accesses to shared lists, for `P` pairs of which `p` meet |
//! |---|---|---|
//! | `static` | worker `i` takes pairs `i`, `i + N`, `i + 2N`, … [§4.2] | `P + p` |
//! | `dynamic` | the first idle worker; worker 0 lists pairs meanwhile [§4.3] | `2P + p` |
//! | `stealing` | chunks of pairs, each with results that it borrows | two locks for each chunk |
//!
//! With `stealing`, workers share the other steps, too ([`crate::workers`]).
//!
//! All find the same, and in the same order once sorted. A worker that panics ends the frame with
//! its panic on the caller's thread; the other workers finish first.

use super::near_pairs::PairChunk;
use super::pair_check::{CheckedPair, SweptFrame};
use super::pair_rounds::check_all;
use crate::counters::{OctreeWork, SUBDIVISION};
use crate::workers::{Spares, Team, Workers};
use collision::{Findings, Step};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Distribution of face pairs to workers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Distribution {
    /// Each worker has every `N`-th pair of the complete list [Kitamura95 §4.2].
    Static,
    /// One worker lists pairs, the others take them one at a time [Kitamura95 §4.3].
    Dynamic,
    /// Chunks of pairs, or pieces of the pairs of bodies, taken by idle workers.
    #[default]
    Stealing,
}

/// Number of pairs from which threads check pairs, but for those of mode `published`, at 50 ns
/// each: about 50 µs of work.
pub(super) const SHARED_FROM_PAIRS: usize = 1024;

/// Number of pairs that a thread takes at once: about 15 µs of work.
pub(super) const PAIRS_AT_ONCE: usize = 256;

/// Number of pairs whose hulls a thread compares at once, as published: up to 50 µs of work.
const HULLS_AT_ONCE: usize = 64;

/// Pairs that meet, and work.
#[derive(Debug, Default)]
pub(crate) struct Results {
    checked: Vec<CheckedPair>,
    pub(super) work: OctreeWork,
}

impl Results {
    pub(super) fn clear(&mut self) {
        self.checked.clear();
        self.work = OctreeWork::default();
    }

    /// Adds what is found of some pairs.
    pub(super) fn check(&mut self, swept: &SweptFrame<'_>, pairs: &[[u32; 2]]) {
        let Results { checked, work } = self;
        check_all(swept, pairs.iter().copied(), work, |pair| {
            checked.push(pair)
        });
    }

    pub(super) fn add_to(&self, work: &mut OctreeWork, found: &mut Findings) {
        self.checked
            .iter()
            .for_each(|checked| checked.add_to(found));
        *work += self.work;
    }
}

/// Checks all pairs; worker `i` of `N` the pairs `i`, `i + N`, `i + 2N`, … [§4.2].
pub(crate) fn check_static(
    (workers, count): (&mut Workers, usize),
    pairs: &[[u32; 2]],
    swept: &SweptFrame<'_>,
    work: &mut OctreeWork,
    found: &mut Findings,
) {
    let results = Mutex::new(Results::default());
    workers.fork(count, |i, n| {
        swept.query.probe.begin(Step::FACE_PAIRS, i);
        let mut work = OctreeWork::default();
        for pair in pairs.iter().skip(i).step_by(n) {
            work.shared_accesses += 1;
            report(swept.check_followed(*pair, &mut work), &results, &mut work);
        }
        locked(&results).work += work;
    });
    into_inner(results).add_to(work, found);
}

/// Checks the pairs that `produce` lists while it lists them. Worker 0 lists, and checks
/// afterwards [§4.3].
pub(crate) fn check_dynamic(
    (workers, count): (&mut Workers, usize),
    produce: impl FnOnce(&mut dyn FnMut([u32; 2]), &mut OctreeWork) + Send,
    swept: &SweptFrame<'_>,
    work: &mut OctreeWork,
    found: &mut Findings,
) {
    let results = Mutex::new(Results::default());
    let queue = PairQueue::default();
    let produce = Mutex::new(Some(produce));
    workers.fork(count, |i, _| {
        let mut work = OctreeWork::default();
        if i == 0 {
            let _end = queue.closed_at_end();
            swept.query.probe.begin(SUBDIVISION, i);
            // "as soon as this processor finds a possibly interfering face pair, it puts it on a
            // list accessible by all of the processors"
            let produce = locked(&produce).take().expect("only worker 0 takes it");
            let mut published = 0;
            produce(
                &mut |pair| {
                    published += 1;
                    queue.publish(pair);
                },
                &mut work,
            );
            work.shared_accesses += published;
        }
        // "After completing the list … the producer becomes a consumer"
        swept.query.probe.begin(Step::FACE_PAIRS, i);
        while let Some(pair) = queue.take() {
            work.shared_accesses += 1;
            report(swept.check_followed(pair, &mut work), &results, &mut work);
        }
        locked(&results).work += work;
    });
    into_inner(results).add_to(work, found);
}

/// Checks all pairs in chunks, which the threads of a team steal. A thread adds what it finds to
/// results that it borrows: there are as many as threads work at the same time. They meet at the
/// end, in any order, and are sorted.
pub(crate) fn check_on(
    team: Team,
    chunks: &[PairChunk],
    swept: &SweptFrame<'_>,
    results: &mut Spares<Results>,
    work: &mut OctreeWork,
    found: &mut Findings,
) {
    if chunks.iter().all(Vec::is_empty) {
        return;
    }
    if !team.shares() {
        let pairs = chunks.iter().flatten().copied();
        return check_all(swept, pairs, work, |checked| checked.add_to(found));
    }
    let at_once = if swept.is_published() {
        HULLS_AT_ONCE
    } else {
        PAIRS_AT_ONCE
    };
    // A frame that ended with a panic has left what it found.
    results.all().for_each(Results::clear);
    let check_some = |pairs: &[[u32; 2]]| {
        results.lend(|results| results.check(swept, pairs));
    };
    let check_chunks = |range: Range<usize>| {
        for pairs in &chunks[range] {
            let check = |range: Range<usize>| check_some(&pairs[range]);
            team.fold(0..pairs.len(), at_once, &check, &|(), ()| ());
        }
    };
    team.fold(0..chunks.len(), 1, &check_chunks, &|(), ()| ());
    for results in results.all() {
        results.add_to(work, found);
    }
    found.sort_swept(team);
}

/// Writes a pair that meets to the shared results.
fn report(checked: Option<CheckedPair>, results: &Mutex<Results>, work: &mut OctreeWork) {
    if let Some(checked) = checked {
        work.shared_accesses += 1;
        locked(results).checked.push(checked);
    }
}

/// Locks shared data. A worker that panicked left it whole: it changes it by one push at a time.
fn locked<T>(data: &Mutex<T>) -> MutexGuard<'_, T> {
    data.lock().unwrap_or_else(PoisonError::into_inner)
}

fn into_inner<T>(data: Mutex<T>) -> T {
    data.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// List of pairs that one worker fills while others take from it.
#[derive(Debug, Default)]
struct PairQueue(Mutex<QueuedPairs>);

#[derive(Debug, Default)]
struct QueuedPairs {
    pairs: VecDeque<[u32; 2]>,
    /// True once the list is complete.
    closed: bool,
}

impl PairQueue {
    fn publish(&self, pair: [u32; 2]) {
        locked(&self.0).pairs.push_back(pair);
    }

    /// Returns the next pair, and waits for one while the list is incomplete (D14).
    fn take(&self) -> Option<[u32; 2]> {
        loop {
            let mut queued = locked(&self.0);
            if let Some(pair) = queued.pairs.pop_front() {
                return Some(pair);
            }
            if queued.closed {
                return None;
            }
            drop(queued);
            std::thread::yield_now();
        }
    }

    /// Closes the list when the returned value is dropped, even by a panic: consumers must not wait
    /// for a producer that is gone.
    fn closed_at_end(&self) -> impl Drop {
        struct Close<'a>(&'a PairQueue);
        impl Drop for Close<'_> {
            fn drop(&mut self) {
                locked(&self.0.0).closed = true;
            }
        }
        Close(self)
    }
}
