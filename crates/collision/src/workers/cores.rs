//! Cores that the threads of a pool run on.
//!
//! A thread that is woken runs where the kernel puts it: often on the core of the thread that wakes
//! it, where it waits for that thread to sleep. Kernels of virtual machines that keep cores free do
//! so on purpose, and correct it after some milliseconds. A frame has ended by then. So before a
//! frame the first thread, on which the frame runs while the caller sleeps, is bound to the
//! caller's core, and the others to all other cores. Two spin loops of a millisecond in a frame
//! take 2.0 ms on such a machine if the kernel chooses, and 1.1 ms like this. Waking the first
//! thread takes 5 to 20 µs instead of 100.
//!
//! This is a hint: what threads compute does not depend on it, and failures are ignored.

/// Threads of a pool, by index, and where they are.
#[cfg(target_os = "linux")]
#[derive(Debug)]
pub(super) struct Cores {
    threads: Vec<rustix::thread::Pid>,
    /// Cores that the thread that started the pool may use. Empty if they are too few.
    allowed: rustix::thread::CpuSet,
    /// Core of the caller for which the threads are bound.
    callers: Option<usize>,
}

#[cfg(target_os = "linux")]
impl Cores {
    /// Returns the threads of a pool, and lets all of them begin.
    pub(super) fn new(pool: &rayon::ThreadPool) -> Cores {
        let threads = pool.broadcast(|_| rustix::thread::gettid());
        let mut allowed = rustix::thread::sched_getaffinity(None).unwrap_or_default();
        // More threads than cores share them in any case.
        if (allowed.count() as usize) < threads.len() {
            allowed.clear();
        }
        Cores {
            threads,
            allowed,
            callers: None,
        }
    }

    /// Binds the first thread to the caller's core, and the others to the other cores. Does nothing
    /// if the caller is where it was.
    pub(super) fn aim(&mut self) {
        use rustix::thread::{CpuSet, sched_getcpu, sched_setaffinity};
        let core = sched_getcpu();
        if self.callers == Some(core) || core >= CpuSet::MAX_CPU || !self.allowed.is_set(core) {
            return;
        }
        self.callers = Some(core);
        let (mut own, mut others) = (CpuSet::new(), self.allowed);
        own.set(core);
        others.unset(core);
        for (index, thread) in self.threads.iter().enumerate() {
            let cores = if index == 0 { &own } else { &others };
            sched_setaffinity(Some(*thread), cores).ok();
        }
    }
}

/// Elsewhere the kernel chooses.
#[cfg(not(target_os = "linux"))]
#[derive(Debug)]
pub(super) struct Cores;

#[cfg(not(target_os = "linux"))]
impl Cores {
    pub(super) fn new(_: &rayon::ThreadPool) -> Cores {
        Cores
    }

    pub(super) fn aim(&mut self) {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use rustix::thread::{sched_getaffinity, sched_getcpu};

    #[test]
    fn the_first_thread_is_on_the_callers_core_and_the_others_are_not() {
        let cores = sched_getaffinity(None).unwrap().count() as usize;
        for count in [2, cores + 1] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(count);
            let pool = pool.build().unwrap();
            let mut aimed = Cores::new(&pool);
            aimed.aim();
            let of_threads = pool.broadcast(|_| sched_getaffinity(None).unwrap());
            let Some(core) = aimed.callers else {
                // More threads than cores: each may be anywhere.
                assert!(count > cores);
                assert!(of_threads.iter().all(|set| set.count() as usize == cores));
                continue;
            };
            assert!(count <= cores);
            for (index, set) in of_threads.iter().enumerate() {
                assert_eq!(set.is_set(core), index == 0, "thread {index}");
                assert!(set.count() > 0);
            }
            let on = pool.broadcast(|_| sched_getcpu());
            assert!(on[0] == core && on[1..].iter().all(|other| *other != core));
            let before = aimed.callers;
            aimed.callers = Some(usize::MAX);
            aimed.aim();
            assert!(before.is_some() && aimed.callers != Some(usize::MAX));
        }
    }
}
