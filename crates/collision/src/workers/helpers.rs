//! Threads that stay awake while a frame runs, and shortly after.
//!
//! A pool lets a thread without work fall asleep after 10 µs, and a step that cannot be divided takes
//! as long. So at the begin of a frame its threads are asked to help until it ends: each does what
//! is offered, or looks for it. Afterward a helper waits a while for the next frame. It then takes
//! no work, because the next frame would be the first it finds, and would run on a core that does
//! not have the data of the last.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Time that a thread looks for work before it may fall asleep.
const AWAKE_WITHOUT_WORK: Duration = Duration::from_micros(200);

/// Time that a helper waits for the next frame before it may fall asleep.
const AWAKE_AFTER_FRAME: Duration = Duration::from_micros(50);

/// Threads of a pool that help with a frame.
#[derive(Debug, Default)]
pub(super) struct Helpers {
    in_frame: AtomicBool,
    /// Number of calls of [`Helpers::help`] that have not returned.
    awake: AtomicUsize,
}

impl Helpers {
    /// Runs a frame on the current thread of a pool, while up to `count` others stay awake.
    pub(super) fn during<R>(self: &Arc<Helpers>, count: usize, frame: impl FnOnce() -> R) -> R {
        self.in_frame.store(true, Ordering::Release);
        let _end = Ended(self);
        let own = rayon::current_thread_index();
        for _ in self.awake.load(Ordering::Acquire)..count {
            let helpers = self.clone();
            rayon::spawn(move || {
                // This thread finds the task, too, if no other has.
                if rayon::current_thread_index() != own {
                    helpers.help();
                }
            });
        }
        frame()
    }

    /// Helps with this frame, and with the next ones if they follow at once.
    ///
    /// With several helpers, the first may find the task of another, and runs it within its own:
    /// both end together. The other thread then wakes when work is offered, as without helpers.
    fn help(&self) {
        self.awake.fetch_add(1, Ordering::AcqRel);
        let in_frame = || self.in_frame.load(Ordering::Acquire);
        while in_frame() {
            help_until(|| !in_frame());
            if in_frame() {
                break; // It had no work for long.
            }
            let since = Instant::now();
            while !in_frame() && since.elapsed() < AWAKE_AFTER_FRAME {
                thread::yield_now();
            }
        }
        self.awake.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Ends a frame when it is dropped, even by a panic.
struct Ended<'a>(&'a Helpers);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.in_frame.store(false, Ordering::Release);
    }
}

/// Does other work until there is nothing to wait for, or until it finds none for a while.
pub(super) fn help_until(is_over: impl Fn() -> bool) {
    let mut idle_since = Instant::now();
    while !is_over() && idle_since.elapsed() < AWAKE_WITHOUT_WORK {
        if rayon::yield_now() == Some(rayon::Yield::Executed) {
            idle_since = Instant::now();
        } else {
            thread::yield_now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn pool(threads: usize) -> rayon::ThreadPool {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        builder.build().unwrap()
    }

    /// Waits until no thread helps. Fails after ten seconds.
    fn wait_for_none(helpers: &Helpers) {
        let since = Instant::now();
        while helpers.awake.load(Ordering::Acquire) > 0 {
            assert!(since.elapsed() < Duration::from_secs(10), "{helpers:?}");
            thread::yield_now();
        }
    }

    #[test]
    fn the_other_threads_help_until_the_frame_ends() {
        for count in [1, 2, 4] {
            let (pool, helpers) = (pool(count + 1), Arc::<Helpers>::default());
            let most = AtomicUsize::new(0);
            let begin = Instant::now();
            // On a busy machine a helper may leave before this thread sees it: another frame then.
            while most.load(Ordering::Relaxed) == 0 {
                assert!(begin.elapsed() < Duration::from_secs(10), "{helpers:?}");
                let frame = || {
                    let since = Instant::now();
                    while since.elapsed() < Duration::from_millis(1) {
                        most.fetch_max(helpers.awake.load(Ordering::Acquire), Ordering::Relaxed);
                    }
                    7
                };
                assert_eq!(pool.install(|| helpers.during(count, frame)), 7);
                wait_for_none(&helpers);
            }
        }
    }

    #[test]
    fn a_frame_that_ends_at_once_or_panics_leaves_no_thread_awake() {
        let (pool, helpers) = (pool(3), Arc::<Helpers>::default());
        for i in 0..500 {
            let frame = || pool.install(|| helpers.during(2, || assert!(i % 5 != 0, "on purpose")));
            let ends = catch_unwind(AssertUnwindSafe(frame)).is_ok();
            assert_eq!(ends, i % 5 != 0);
            assert!(!helpers.in_frame.load(Ordering::Acquire));
        }
        // Tasks that no thread has begun are found later, and end at once.
        thread::sleep(Duration::from_millis(20));
        wait_for_none(&helpers);
    }

    #[test]
    fn a_thread_that_waits_does_other_work() {
        let (done, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
        pool(1).in_place_scope(|scope| {
            scope.spawn(|scope| {
                for _ in 0..3 {
                    scope.spawn(|_| {
                        if done.fetch_add(1, Ordering::AcqRel) == 2 {
                            is_over.store(true, Ordering::Release);
                        }
                    });
                }
                help_until(|| is_over.load(Ordering::Acquire));
                assert_eq!(done.load(Ordering::Acquire), 3);
            });
        });
    }
}
