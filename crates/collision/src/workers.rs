//! Threads of a detector, and the work that they share.
//!
//! Steps split their input in halves down to pieces of a fixed size, and idle threads steal halves.
//! Pieces have their own results, which are joined in order, or threads have, which are sorted. So
//! findings and work counts are those of one thread, and no step takes a lock per face or pair.
//!
//! # Waking
//! A thread that sleeps takes 20 µs to wake, and 100 µs in a virtual machine, as much as a step of
//! a small frame. So a frame wakes its threads once:
//! - the frame runs on the caller's core, and the other threads on others (`cores`);
//! - a thread that waits for another in [`Team::join`] does other work or looks for it;
//! - so does one that has no work, until the frame ends, but for at most 200 µs at a time
//!   (`helpers`).

#[cfg(feature = "rayon")]
mod cores;
#[cfg(feature = "rayon")]
mod helpers;

use crate::Query;
#[cfg(feature = "rayon")]
use cores::Cores;
#[cfg(feature = "rayon")]
use helpers::{Helpers, help_until};
#[cfg(feature = "rayon")]
use std::num::NonZero;
use std::ops::Range;
#[cfg(feature = "rayon")]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Largest number of threads that a detector starts.
pub const MAX_WORKERS: u32 = 64;

/// Estimated instructions of a step from which on threads share it: they take about a millisecond,
/// ten times what a thread takes to wake in a virtual machine.
pub const PARALLEL_FROM_INSTRUCTIONS: u64 = 8_000_000;

/// Threads of a detector, started at the first frame that uses them.
#[derive(Debug, Default)]
pub struct Workers {
    /// One pool for each number of threads that was asked for. Threads of the others sleep, so a
    /// number that changes from frame to frame starts none.
    #[cfg(feature = "rayon")]
    pools: Vec<Pool>,
}

/// Threads that serve one frame after another.
#[cfg(feature = "rayon")]
#[derive(Debug)]
struct Pool {
    threads: rayon::ThreadPool,
    cores: Cores,
    helpers: Arc<Helpers>,
    /// All threads but the one that runs the frame, or none if threads share cores: those without
    /// work would take the time of the others.
    helper_count: usize,
}

impl Workers {
    /// Runs `task` with a team of `count` threads if `pays`, else on the caller's thread alone.
    ///
    /// # Panics
    /// With the first panic of a thread.
    #[cfg(feature = "rayon")]
    pub fn run<R: Send>(
        &mut self,
        count: usize,
        pays: bool,
        task: impl FnOnce(Team) -> R + Send,
    ) -> R {
        if count == 1 || !pays {
            return task(Team::ALONE);
        }
        let pool = self.pool(count);
        let frame = || task(Team { shares: true });
        let run = || pool.helpers.run_frame(pool.helper_count, frame);
        pool.threads.install(run)
    }

    /// Runs `task` on the caller's thread: there are no others without the feature `rayon`.
    #[cfg(not(feature = "rayon"))]
    pub fn run<R: Send>(&mut self, _: usize, _: bool, task: impl FnOnce(Team) -> R + Send) -> R {
        task(Team::ALONE)
    }

    /// Runs `task` once on each of `count` threads, with its index and the number of threads, and
    /// returns when all have ended: "the *m_fork* function is used to create multiple copies of a
    /// function and to start them running on multiple processors; each processor then identifies
    /// itself with its ID" [Kitamura95 §4.1].
    ///
    /// # Panics
    /// With the first panic of a task, after all have ended.
    #[cfg(feature = "rayon")]
    pub fn fork(&mut self, count: usize, task: impl Fn(usize, usize) + Sync) {
        if count == 1 {
            return task(0, 1);
        }
        let pool = self.pool(count);
        pool.threads
            .broadcast(|worker| task(worker.index(), worker.num_threads()));
    }

    /// Runs `task` once on the caller's thread: there are no others without the feature `rayon`.
    #[cfg(not(feature = "rayon"))]
    pub fn fork(&mut self, _: usize, task: impl Fn(usize, usize) + Sync) {
        task(0, 1);
    }

    /// Returns `count` threads, aimed at the cores around the caller's.
    #[cfg(feature = "rayon")]
    fn pool(&mut self, count: usize) -> &Pool {
        // A query may allow more threads than a system starts.
        let count = count.min(MAX_WORKERS as usize);
        let is_of_count = |pool: &Pool| pool.threads.current_num_threads() == count;
        let index = self.pools.iter().position(is_of_count);
        let index = index.unwrap_or_else(|| {
            let builder = rayon::ThreadPoolBuilder::new().num_threads(count);
            let threads = builder.build().expect("the system starts threads");
            let cores = Cores::new(&threads);
            // Also bounded by what a container may use.
            let cores_allowed = std::thread::available_parallelism().map_or(1, NonZero::get);
            self.pools.push(Pool {
                threads,
                cores,
                helpers: Arc::default(),
                helper_count: if count <= cores_allowed { count - 1 } else { 0 },
            });
            self.pools.len() - 1
        });
        let pool = &mut self.pools[index];
        pool.cores.aim();
        pool
    }
}

/// Task that another thread may take, as the one that offers it sees it.
#[derive(Debug, Default)]
pub struct Offer {
    taken: AtomicBool,
}

impl Offer {
    /// Returns true if another thread has begun the task.
    pub fn is_taken(&self) -> bool {
        self.taken.load(Ordering::Acquire)
    }
}

/// Threads that share a step: those of [`Workers::run`], or the caller's alone.
#[derive(Clone, Copy, Debug)]
pub struct Team {
    shares: bool,
}

impl Team {
    /// Team of the caller's thread alone: each step runs as it would without threads.
    pub const ALONE: Team = Team { shares: false };

    /// Returns true if the team has several threads.
    pub fn shares(self) -> bool {
        self.shares
    }

    /// Returns this team for a step of `size` items, or the caller's thread alone if these are
    /// fewer than `from`.
    #[must_use]
    pub fn for_size(self, size: usize, from: usize) -> Team {
        Team {
            shares: self.shares && size >= from,
        }
    }

    /// Returns this team for a step that pays, or always if the query says so ([`Query::shares`]),
    /// else the caller's thread alone.
    #[must_use]
    pub fn if_pays(self, query: &Query<'_>, pays: bool) -> Team {
        Team {
            shares: self.shares && query.shares(pays),
        }
    }

    /// Runs both tasks, the second on another thread if one is idle.
    pub fn join<A: Send, B: Send>(
        self,
        a: impl FnOnce() -> A + Send,
        b: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        self.join_offered(|_| a(), b)
    }

    /// Runs both tasks, the second on another thread if one is idle. The first can ask if one has
    /// taken it: then others may be idle, too.
    pub fn join_offered<A: Send, B: Send>(
        self,
        a: impl FnOnce(&Offer) -> A + Send,
        b: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        let (offer, ended) = (Offer::default(), AtomicBool::new(false));
        let (taken, ended) = (&offer.taken, &ended);
        #[cfg(feature = "rayon")]
        if self.shares {
            let first = || {
                let result = a(&offer);
                help_until(|| !taken.load(Ordering::Acquire) || ended.load(Ordering::Acquire));
                result
            };
            let second = || {
                taken.store(true, Ordering::Release);
                let _end = SetAtEnd(ended);
                b()
            };
            return rayon::join(first, second);
        }
        _ = (taken, ended);
        (a(&offer), b())
    }

    /// Runs `task` on pieces of `range` of `grain` items, and joins the results of neighbors, the
    /// lower first. Alone, runs it once on the whole.
    pub fn fold<R: Send>(
        self,
        range: Range<usize>,
        grain: usize,
        task: &(impl Fn(Range<usize>) -> R + Sync),
        merge: &(impl Fn(R, R) -> R + Sync),
    ) -> R {
        if !self.shares || range.len() <= grain {
            return task(range);
        }
        let midpoint = range.start + half(range.len(), grain);
        let (low, high) = self.join(
            || self.fold(range.start..midpoint, grain, task, merge),
            || self.fold(midpoint..range.end, grain, task, merge),
        );
        merge(low, high)
    }

    /// Runs `task` on pieces of `items` of `grain` items, with the index of the first, and joins
    /// the results of neighbors, the lower first. Alone, runs it once on the whole.
    pub fn fold_mut<T: Send, R: Send>(
        self,
        items: &mut [T],
        grain: usize,
        task: &(impl Fn(usize, &mut [T]) -> R + Sync),
        merge: &(impl Fn(R, R) -> R + Sync),
    ) -> R {
        self.fold_from(0, items, grain, task, merge)
    }

    /// Like [`Team::fold_mut`], with the same piece of `others`, which are as many as `items`.
    ///
    /// # Panics
    /// If threads share the list and `others` is shorter.
    pub fn fold_both<T: Send, U: Send, R: Send>(
        self,
        items: &mut [T],
        others: &mut [U],
        grain: usize,
        task: &(impl Fn(usize, &mut [T], &mut [U]) -> R + Sync),
        merge: &(impl Fn(R, R) -> R + Sync),
    ) -> R {
        self.both_from(0, (items, others), grain, task, merge)
    }

    fn both_from<T: Send, U: Send, R: Send>(
        self,
        first: usize,
        (items, others): (&mut [T], &mut [U]),
        grain: usize,
        task: &(impl Fn(usize, &mut [T], &mut [U]) -> R + Sync),
        merge: &(impl Fn(R, R) -> R + Sync),
    ) -> R {
        if !self.shares || items.len() <= grain {
            return task(first, items, others);
        }
        let midpoint = half(items.len(), grain);
        let (low, high) = items.split_at_mut(midpoint);
        let (others_low, others_high) = others.split_at_mut(midpoint);
        let (low, high) = self.join(
            || self.both_from(first, (low, others_low), grain, task, merge),
            || self.both_from(first + midpoint, (high, others_high), grain, task, merge),
        );
        merge(low, high)
    }

    fn fold_from<T: Send, R: Send>(
        self,
        first: usize,
        items: &mut [T],
        grain: usize,
        task: &(impl Fn(usize, &mut [T]) -> R + Sync),
        merge: &(impl Fn(R, R) -> R + Sync),
    ) -> R {
        if !self.shares || items.len() <= grain {
            return task(first, items);
        }
        let midpoint = half(items.len(), grain);
        let (low, high) = items.split_at_mut(midpoint);
        let (low, high) = self.join(
            || self.fold_from(first, low, grain, task, merge),
            || self.fold_from(first + midpoint, high, grain, task, merge),
        );
        merge(low, high)
    }

    /// Runs `task` on pieces of `0..count` of `grain` items, each with a list of its own, and
    /// returns the lists in the order of the pieces. Alone, runs it once on the whole. Without
    /// items there are no pieces.
    ///
    /// `lists` keeps those of the frame before with what is in them: `task` clears its own. Lists
    /// that grew from nothing in each frame, and were freed by another thread, would let the
    /// threads wait for the allocator.
    pub fn for_pieces<'l, L: Default + Send>(
        self,
        lists: &'l mut Vec<L>,
        count: usize,
        grain: usize,
        task: &(impl Fn(Range<usize>, &mut L) + Sync),
    ) -> &'l mut [L] {
        let grain = if self.shares { grain } else { count.max(1) };
        let pieces = count.div_ceil(grain);
        if lists.len() < pieces {
            lists.resize_with(pieces, L::default);
        }
        let lists = &mut lists[..pieces];
        let on_some = |first: usize, lists: &mut [L]| {
            for (i, list) in (first..).zip(lists) {
                task(i * grain..count.min((i + 1) * grain), list);
            }
        };
        self.fold_mut(lists, 1, &on_some, &|(), ()| ());
        lists
    }

    /// Replaces the items by `make(0)`, `make(1)`, … `make(count - 1)`, in pieces of `grain`. Those
    /// beyond the length before are written twice, the first time by the caller.
    pub fn overwrite<T: Clone + Send>(
        self,
        list: &mut Vec<T>,
        count: usize,
        grain: usize,
        make: impl Fn(usize) -> T + Sync,
    ) {
        if !self.shares || count <= grain {
            list.clear();
            return list.extend((0..count).map(make));
        }
        if list.len() < count {
            list.resize(count, make(0));
        }
        list.truncate(count);
        let on_some = |first: usize, items: &mut [T]| {
            for (i, item) in (first..).zip(items) {
                *item = make(i);
            }
        };
        self.fold_mut(list, grain, &on_some, &|(), ()| ());
    }

    /// Reads numbers before a step that needs what is beside them, if the team has several threads.
    ///
    /// A core takes 140 ns to read a cache line that another core has written (Intel, family 6,
    /// model 167, 2026-11-29), and waits for most of them if a step decides by each what it reads
    /// next. Of numbers that are read for nothing else it reads about ten at a time. `numbers`
    /// should have about one from each line, of 64 bytes.
    pub fn prefetch(self, numbers: impl Iterator<Item = f64>) {
        if self.shares {
            std::hint::black_box(numbers.sum::<f64>());
        }
    }

    /// Sorts a list. Threads share lists of more than `grain` items, of which they sort either half
    /// once all items of one are before those of the other. Equal items may change places.
    ///
    /// The first division, linear in the list, is on one thread.
    pub fn sort_by_key<T: Send, K: Ord>(
        self,
        list: &mut [T],
        grain: usize,
        key: &(impl Fn(&T) -> K + Sync),
    ) {
        // One item has no halves.
        if !self.shares || list.len() <= grain.max(1) {
            return list.sort_unstable_by_key(key);
        }
        let midpoint = list.len() / 2;
        list.select_nth_unstable_by_key(midpoint, key);
        let (low, high) = list.split_at_mut(midpoint);
        self.join(
            || self.sort_by_key(low, grain, key),
            || self.sort_by_key(high, grain, key),
        );
    }
}

/// Sets a flag when it is dropped, even by a panic: the thread that waits for it must not wait for
/// one that is gone.
#[cfg(feature = "rayon")]
struct SetAtEnd<'a>(&'a AtomicBool);

#[cfg(feature = "rayon")]
impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// Returns about half of `count`, a multiple of `grain`. `count` exceeds `grain`.
fn half(count: usize, grain: usize) -> usize {
    count.div_ceil(grain) / 2 * grain
}

/// Number of shelves of [`Spares`].
const SHELVES: usize = 8;

/// Buffers that threads borrow for a piece of work, about as many as are in use at the same time.
///
/// A thread takes the one that it gave back last, if it can: what is in another core's cache takes
/// long to write. For the same reason threads have shelves of their own, up to eight, and share
/// them beyond that.
#[derive(Debug)]
pub struct Spares<T>([Shelf<T>; SHELVES]);

/// Spares that the same threads gave back, in cache lines of their own.
#[derive(Debug)]
#[repr(align(128))]
struct Shelf<T>(Mutex<Vec<T>>);

impl<T> Shelf<T> {
    fn list(&self) -> MutexGuard<'_, Vec<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Default for Spares<T> {
    fn default() -> Spares<T> {
        Spares(std::array::from_fn(|_| Shelf(Mutex::default())))
    }
}

impl<T: Default> Spares<T> {
    /// Runs `task` with a spare, and keeps it for the next. Takes a lock before and after.
    pub fn lend<R>(&self, task: impl FnOnce(&mut T) -> R) -> R {
        let mut spare = self.take();
        let result = task(&mut spare);
        self.give(spare);
        result
    }

    /// Returns a spare, with what was in it when it was given back, or a new one. Takes a lock, and
    /// more if this thread gave none back.
    pub fn take(&self) -> T {
        let own = shelf_of_thread();
        let shelves = self.0[own..].iter().chain(&self.0[..own]);
        let mut spares = shelves.map(|shelf| shelf.list().pop());
        spares.find_map(|spare| spare).unwrap_or_default()
    }

    /// Returns all spares, with what was in them when they were given back.
    pub fn all(&mut self) -> impl Iterator<Item = &mut T> {
        let lists = self.0.iter_mut().map(|shelf| shelf.0.get_mut());
        lists.flat_map(|list| list.unwrap_or_else(PoisonError::into_inner))
    }

    /// Keeps a spare for the next [`Spares::take`]. Takes a lock.
    pub fn give(&self, spare: T) {
        self.0[shelf_of_thread()].list().push(spare);
    }
}

/// Returns the shelf of this thread, by its index in its pool.
fn shelf_of_thread() -> usize {
    #[cfg(feature = "rayon")]
    let thread = rayon::current_thread_index();
    #[cfg(not(feature = "rayon"))]
    let thread = None::<usize>;
    thread.map_or(0, |thread| thread % SHELVES)
}

#[cfg(all(test, feature = "rayon"))]
mod tests;
