//! Threads that stay awake while a frame runs, and shortly after.
//!
//! A pool lets a thread without work fall asleep after 10 µs. A step that cannot be divided takes
//! as long. So at the beginning of a frame its threads are asked to help until it ends: each does
//! what is offered, or looks for it. After the frame a helper waits for the next one without taking
//! work: it would take the frame itself, to a core that lacks its data.
//!
//! An idle thread uses its core for up to 200 µs in a frame, and for 50 µs after. Each time it has
//! looked, it gives way to other programs.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

/// Number of times that a thread finds no work before it may fall asleep: about 200 µs, several
/// times what the steps take that are not divided, 10 to 30 µs each with 2000 bodies.
const MAX_IDLE: u32 = 500;

/// Number of times that a helper looks for the next frame before it may fall asleep: about 50 µs,
/// twice what a caller takes from one frame to the next, if it does nothing else.
const MAX_LOOKS: u32 = 300;

thread_local! {
    /// True while this thread is in [`Helpers::help`].
    static IS_HELPING: Cell<bool> = const { Cell::new(false) };
}

/// Threads of a pool that help with a frame.
#[derive(Debug, Default)]
pub(super) struct Helpers {
    /// Number of frames that have begun or ended: odd in a frame.
    instant: AtomicU64,
    /// Number of threads in [`Helpers::help`].
    awake: AtomicUsize,
}

impl Helpers {
    /// Runs a frame on the current thread of a pool, while others stay awake: up to `count`, and at
    /// least one unless all are busy elsewhere.
    pub(super) fn run_frame<R>(self: &Arc<Helpers>, count: usize, frame: impl FnOnce() -> R) -> R {
        let begin = self.instant.fetch_add(1, Ordering::AcqRel) + 1;
        let _end = Ended(self);
        let own = rayon::current_thread_index();
        for _ in self.awake.load(Ordering::Acquire)..count {
            let helpers = self.clone();
            rayon::spawn(move || {
                // This thread may take the task itself, and another may take it too late.
                let is_current = helpers.instant.load(Ordering::Acquire) == begin;
                if is_current && rayon::current_thread_index() != own {
                    helpers.help();
                }
            });
        }
        frame()
    }

    fn is_in_frame(&self) -> bool {
        self.instant.load(Ordering::Acquire) % 2 == 1
    }

    /// Helps with this frame, and with the next ones if they follow at once. Returns at once if
    /// this thread does so already: it has then taken the task of another one, which wakes when
    /// work is offered.
    fn help(&self) {
        if IS_HELPING.replace(true) {
            return;
        }
        self.awake.fetch_add(1, Ordering::AcqRel);
        while self.is_in_frame() {
            help_until(|| !self.is_in_frame());
            if self.is_in_frame() {
                break; // It had no work for long.
            }
            let mut looks = 0;
            while !self.is_in_frame() && looks < MAX_LOOKS {
                looks += 1;
                thread::yield_now();
            }
        }
        self.awake.fetch_sub(1, Ordering::AcqRel);
        IS_HELPING.set(false);
    }
}

/// Ends a frame when it is dropped, even by a panic.
struct Ended<'a>(&'a Helpers);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.instant.fetch_add(1, Ordering::AcqRel);
    }
}

/// Does other work until there is nothing to wait for, or until it finds none for a while.
pub(super) fn help_until(is_over: impl Fn() -> bool) {
    let mut idle = 0;
    while !is_over() && idle < MAX_IDLE {
        if rayon::yield_now() == Some(rayon::Yield::Executed) {
            idle = 0;
        } else {
            idle += 1;
            thread::yield_now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    fn pool(threads: usize) -> rayon::ThreadPool {
        let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
        builder.build().unwrap()
    }

    /// Number of looks after which a test fails: more than ten seconds.
    const MANY: u32 = 100_000;

    /// Waits until no thread helps.
    fn wait_for_none(helpers: &Helpers) {
        for _ in 0..MANY {
            if helpers.awake.load(Ordering::Acquire) == 0 {
                return;
            }
            thread::sleep(Duration::from_micros(100));
        }
        panic!("{helpers:?}");
    }

    #[test]
    fn a_thread_helps_during_a_frame() {
        for count in [1, 2, 4] {
            let (pool, helpers) = (pool(count + 1), Arc::<Helpers>::default());
            let most = AtomicUsize::new(0);
            // On a busy machine a helper may leave before this thread sees it: another frame then.
            for _ in 0..MANY {
                let frame = || {
                    for _ in 0..1000 {
                        most.fetch_max(helpers.awake.load(Ordering::Acquire), Ordering::Relaxed);
                        thread::yield_now();
                    }
                    7
                };
                assert_eq!(pool.install(|| helpers.run_frame(count, frame)), 7);
                wait_for_none(&helpers);
                if most.load(Ordering::Relaxed) > 0 {
                    break;
                }
            }
            assert!(most.into_inner() > 0);
        }
    }

    #[test]
    fn a_frame_that_ends_at_once_or_panics_leaves_no_thread_awake() {
        let (pool, helpers) = (pool(3), Arc::<Helpers>::default());
        for i in 0..500 {
            let frame =
                || pool.install(|| helpers.run_frame(2, || assert!(i % 5 != 0, "on purpose")));
            let ends = catch_unwind(AssertUnwindSafe(frame)).is_ok();
            assert_eq!(ends, i % 5 != 0);
            assert!(!helpers.is_in_frame());
        }
        // Tasks that no thread has begun are found later, and end at once.
        thread::sleep(Duration::from_millis(20));
        wait_for_none(&helpers);
    }

    #[test]
    fn a_helper_does_what_the_frame_offers() {
        let (pool, helpers) = (pool(2), Arc::<Helpers>::default());
        let has_helped = AtomicBool::new(false);
        // On a busy machine the helper may come too late: another frame then.
        for _ in 0..2000 {
            let frame = || {
                for _ in 0..100 {
                    let wait = || (0..100).for_each(|_| thread::yield_now());
                    let note = || has_helped.fetch_or(IS_HELPING.get(), Ordering::Relaxed);
                    rayon::join(wait, note);
                }
            };
            pool.install(|| helpers.run_frame(1, frame));
            if has_helped.load(Ordering::Relaxed) {
                return;
            }
        }
        panic!("{helpers:?}");
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
