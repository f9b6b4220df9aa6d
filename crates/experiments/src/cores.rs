//! Work that is not timed, on all cores.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, available_parallelism};

/// Bytes of the stack of a thread: that of the main thread is as large on most systems.
const STACK: usize = 8 << 20;

/// Returns the results of this number of tasks, in order. Each thread takes the next task that is
/// left, so the tasks begin in order, too.
///
/// Threads of their own, as those of rayon would take up another task while one waits for its
/// parts.
///
/// # Panics
/// Panics if a task does.
pub(crate) fn on_all_cores<T: Send>(tasks: usize, run: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<T>>> = (0..tasks).map(|_| Mutex::new(None)).collect();
    let work = || {
        loop {
            let task = next.fetch_add(1, Ordering::Relaxed);
            let Some(slot) = done.get(task) else { return };
            let result = run(task);
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        }
    };
    let cores = available_parallelism().map_or(1, NonZeroUsize::get);
    std::thread::scope(|scope| {
        for _ in 1..cores.min(tasks) {
            // Without a thread the others do its work.
            let _ = Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        work();
    });
    let result = |slot: Mutex<Option<T>>| {
        let result = slot.into_inner().unwrap_or_else(PoisonError::into_inner);
        result.expect("each task is taken once")
    };
    done.into_iter().map(result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_on_all_cores_have_their_results_in_order() {
        let squares = on_all_cores(100, |i| i * i);
        assert_eq!(squares, (0..100).map(|i| i * i).collect::<Vec<_>>());
        assert_eq!(on_all_cores(0, |i| i), [0; 0]);
    }
}
