//! List scheduling of face pairs on processors that share one list under mutual exclusion
//! [Kitamura95 §4.2–4.3, §6.1].
//!
//! Processors compute at the same speed. Accesses to the shared list take turns, in the order in
//! which they are asked for. Work stealing, today's variant, has no such list.

/// Measured test of one face pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimedPair {
    /// Time of the test, in seconds.
    pub time: f64,
    /// True if the pair is written to the results.
    pub meets: bool,
}

/// Frame to be scheduled. Times are in seconds.
#[derive(Clone, Copy, Debug)]
pub struct ListSchedule<'a> {
    /// Time of step 3, which lists the pairs at an even pace.
    pub listing: f64,
    /// Pairs in the order of the list.
    pub pairs: &'a [TimedPair],
    /// Number of processors, at least 1.
    pub workers: usize,
    /// Time of one access to the shared list.
    pub access: f64,
}

/// Processor with its next access to the list.
#[derive(Clone, Copy, Debug)]
struct Processor {
    /// Time at which it asks for the list.
    ready: f64,
    /// True if it asks in order to write a result.
    writes: bool,
    /// Next pair of a fixed distribution, or of the list that it makes.
    next: usize,
}

impl ListSchedule<'_> {
    /// Returns the time of steps 3 and 4 with the static distribution: processor `i` takes the
    /// pairs `i`, `i + N`, `i + 2N`, … of the complete list [§4.2].
    pub fn static_time(&self) -> f64 {
        let mut processors: Vec<Processor> = (0..self.workers)
            .map(|next| Processor {
                ready: self.listing,
                writes: false,
                next,
            })
            .collect();
        let mut list_free = self.listing;
        let mut end = self.listing;
        let busy = |p: &Processor| p.writes || p.next < self.pairs.len();
        while let Some(i) = first_ready(&processors, busy) {
            let p = &mut processors[i];
            list_free = list_free.max(p.ready) + self.access;
            p.ready = list_free;
            if p.writes {
                p.writes = false;
            } else {
                let pair = self.pairs[p.next];
                p.next += self.workers;
                p.ready += pair.time;
                p.writes = pair.meets;
            }
            end = end.max(p.ready);
        }
        end
    }

    /// Returns the time of steps 3 and 4 with the dynamic distribution: processor 0 lists the pairs
    /// while the others take them, and then takes some itself [§4.3].
    pub fn dynamic_time(&self) -> f64 {
        let count = self.pairs.len();
        let pace = self.listing / count.max(1) as f64;
        let idle = Processor {
            ready: 0.0,
            writes: false,
            next: 0,
        };
        let mut processors = vec![idle; self.workers];
        processors[0].ready = pace;
        let (mut listed, mut taken, mut list_free, mut end) = (0, 0, 0.0f64, self.listing);
        loop {
            // A consumer can ask if there is a pair, the producer always.
            let can_ask =
                |i: usize, p: &Processor| p.writes || taken < listed || (i == 0 && listed < count);
            let asking = processors
                .iter()
                .enumerate()
                .filter(|(i, p)| can_ask(*i, p));
            let first = asking.min_by(|(_, p), (_, q)| p.ready.total_cmp(&q.ready));
            let Some(i) = first.map(|(i, _)| i) else {
                return end;
            };
            let p = &mut processors[i];
            list_free = list_free.max(p.ready) + self.access;
            p.ready = list_free;
            let lists = i == 0 && listed < count;
            if lists {
                listed += 1;
                if listed < count {
                    p.ready += pace;
                }
            } else if p.writes {
                p.writes = false;
            } else {
                let pair = self.pairs[taken];
                taken += 1;
                p.ready += pair.time;
                p.writes = pair.meets;
            }
            end = end.max(p.ready);
            // Consumers that wait for the pair that has just been listed ask now, not earlier.
            if lists && taken + 1 == listed {
                for p in processors.iter_mut().skip(1).filter(|p| !p.writes) {
                    p.ready = p.ready.max(list_free);
                }
            }
        }
    }
}

impl ListSchedule<'_> {
    /// Returns the time of steps 3 and 4 with work stealing, which no paper has: an idle processor
    /// takes the next chunk of `at_once` pairs of the complete list, and keeps its results.
    ///
    /// A chunk costs one access. Accesses do not take turns, as each thief locks nothing but the
    /// list of the processor that it steals from. One processor steals nothing.
    pub fn stealing_time(&self, at_once: usize) -> f64 {
        let access = if self.workers > 1 { self.access } else { 0.0 };
        let mut ready = vec![self.listing; self.workers];
        for chunk in self.pairs.chunks(at_once.max(1)) {
            let first = ready.iter_mut().min_by(|p, q| p.total_cmp(q));
            let first = first.expect("there is at least one processor");
            *first += access + chunk.iter().map(|pair| pair.time).sum::<f64>();
        }
        ready.into_iter().fold(self.listing, f64::max)
    }
}

/// Returns the processor that asks for the list first, among those that do.
fn first_ready(processors: &[Processor], asks: impl Fn(&Processor) -> bool) -> Option<usize> {
    let asking = processors.iter().enumerate().filter(|(_, p)| asks(p));
    let first = asking.min_by(|(_, p), (_, q)| p.ready.total_cmp(&q.ready));
    first.map(|(i, _)| i)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(count: usize, time: f64, every: usize) -> Vec<TimedPair> {
        let pair = |i| TimedPair {
            time,
            meets: i % every == 0,
        };
        (0..count).map(pair).collect()
    }

    fn schedule(pairs: &[TimedPair], workers: usize, access: f64) -> ListSchedule<'_> {
        ListSchedule {
            listing: 10.0,
            pairs,
            workers,
            access,
        }
    }

    #[test]
    fn without_accesses_the_fixed_distribution_is_the_papers_formula() {
        let pairs = pairs(120, 1.0, 5);
        for workers in [1, 2, 3, 4, 12] {
            let ideal = 10.0 + 120.0 / workers as f64;
            assert!((schedule(&pairs, workers, 0.0).static_time() - ideal).abs() < 1e-9);
        }
        // More processors than pairs.
        assert!((schedule(&pairs, 500, 0.0).static_time() - 11.0).abs() < 1e-9);
    }

    #[test]
    fn one_processor_pays_for_each_access() {
        let pairs = pairs(120, 1.0, 5);
        let (accesses, meeting) = (120.0, 24.0);
        let fixed = schedule(&pairs, 1, 0.1).static_time();
        assert!((fixed - (10.0 + 120.0 + 0.1 * (accesses + meeting))).abs() < 1e-9);
        let queued = schedule(&pairs, 1, 0.1).dynamic_time();
        assert!((queued - (10.0 + 120.0 + 0.1 * (2.0 * accesses + meeting))).abs() < 1e-6);
    }

    #[test]
    fn a_queue_hides_the_listing_and_balances_uneven_pairs() {
        let even = pairs(120, 1.0, 5);
        let queued = schedule(&even, 4, 0.0).dynamic_time();
        // At best all four compute all the time; the last pairs may overhang by one.
        assert!(
            (130.0 / 4.0 - 1e-9..130.0 / 4.0 + 1.5).contains(&queued),
            "{queued}"
        );
        // All long pairs go to the same processor.
        let uneven: Vec<TimedPair> = (0..120)
            .map(|i| TimedPair {
                time: if i % 4 == 0 { 4.0 } else { 0.1 },
                meets: false,
            })
            .collect();
        let (fixed, queued) = (
            schedule(&uneven, 4, 0.0).static_time(),
            schedule(&uneven, 4, 0.0).dynamic_time(),
        );
        assert!(
            (fixed - 130.0).abs() < 1e-9 && queued < 50.0,
            "{fixed} {queued}"
        );
    }

    #[test]
    fn chunks_go_to_the_processor_that_is_idle_first() {
        let pairs = pairs(120, 1.0, 5);
        let time =
            |workers, access, at_once| schedule(&pairs, workers, access).stealing_time(at_once);
        assert!((time(1, 9.0, 10) - 130.0).abs() < 1e-9, "nothing is stolen");
        assert!((time(4, 0.5, 10) - (10.0 + 3.0 * 10.5)).abs() < 1e-9);
        // Twelve chunks for more processors: two thirds of them have none.
        assert!((time(36, 0.0, 10) - 20.0).abs() < 1e-9);
        let uneven = [4.0, 1.0, 1.0, 1.0, 1.0].map(|time| TimedPair { time, meets: true });
        let time = schedule(&uneven, 2, 0.0).stealing_time(1);
        assert!((time - 14.0).abs() < 1e-9, "{time}");
    }

    #[test]
    fn expensive_accesses_bound_the_speed_up() {
        let pairs = pairs(100, 1.0, 1);
        for workers in [8, 64] {
            let schedule = schedule(&pairs, workers, 0.5);
            assert!(schedule.static_time() >= 10.0 + 0.5 * 200.0);
            assert!(schedule.dynamic_time() >= 0.5 * 300.0);
        }
    }
}
