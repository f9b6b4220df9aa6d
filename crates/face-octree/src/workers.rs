//! Results of threads that share work.

use crate::counters::OctreeWork;
pub(crate) use collision::workers::{Spares, Team, Workers};
use collision::{BodyId, BodyPair};
use geometry::lanes::set_bits;
use std::ops::Range;

/// Returns the work of two pieces.
pub(crate) fn sum(mut low: OctreeWork, high: OctreeWork) -> OctreeWork {
    low += high;
    low
}

/// Lists of pieces, each with its work, kept from frame to frame: threads that allocate wait for
/// each other.
#[derive(Debug)]
pub(crate) struct PieceLists<T>(Vec<(Vec<T>, OctreeWork)>);

impl<T> Default for PieceLists<T> {
    fn default() -> Self {
        PieceLists(Vec::new())
    }
}

impl<T: Send> PieceLists<T> {
    /// Appends what `task` lists for each piece of `0..count` of `grain` items to `found`, in the
    /// order of the pieces, and adds their work. Alone, runs it once on the whole.
    pub(crate) fn list(
        &mut self,
        team: Team,
        (count, grain): (usize, usize),
        task: &(impl Fn(Range<usize>, &mut Vec<T>, &mut OctreeWork) + Sync),
        found: &mut Vec<T>,
        work: &mut OctreeWork,
    ) {
        if !team.shares() {
            return task(0..count, found, work);
        }
        let task = |range: Range<usize>, (list, work): &mut (Vec<T>, OctreeWork)| {
            list.clear();
            *work = OctreeWork::default();
            task(range, list, work);
        };
        for (list, counted) in team.for_pieces(&mut self.0, count, grain, &task) {
            found.append(list);
            *work += *counted;
        }
    }
}

/// Prefetches the bodies of some pairs, if the team has several threads. `line_sum` returns the sum
/// of about one number from each cache line of a body.
pub(crate) fn prefetch_bodies(team: Team, pairs: &[BodyPair], line_sum: impl Fn(BodyId) -> f64) {
    let bodies = pairs.iter().flat_map(|pair| [pair.a, pair.b]);
    team.prefetch(bodies.map(line_sum));
}

/// Filter of pairs of bodies. Only buffers.
#[derive(Debug, Default)]
pub(crate) struct PairFilter(PieceLists<BodyPair>);

impl PairFilter {
    /// Appends the pairs that may meet to `kept`, in order. A thread prefetches
    /// ([`prefetch_bodies`]) and compares `grain` of them at once.
    pub(crate) fn filter(
        &mut self,
        team: Team,
        (pairs, grain): (&[BodyPair], usize),
        line_sum: impl Fn(BodyId) -> f64 + Sync,
        may_meet: impl Fn(&BodyPair) -> bool + Sync,
        kept: &mut Vec<BodyPair>,
    ) {
        let of_piece = |range: Range<usize>, kept: &mut Vec<BodyPair>, _: &mut OctreeWork| {
            let pairs = &pairs[range];
            prefetch_bodies(team, pairs, &line_sum);
            for some in pairs.chunks(64) {
                // 64 results, the bits of a number, before the first pair is kept: a branch on
                // each would be predicted wrongly.
                let bits = some.iter().enumerate();
                let bits = bits.map(|(k, pair)| u64::from(may_meet(pair)) << k);
                let mask = bits.fold(0, |mask, bit| mask | bit);
                kept.extend(set_bits(mask).map(|k| some[k]));
            }
        };
        let pieces = (pairs.len(), grain);
        self.0
            .list(team, pieces, &of_piece, kept, &mut OctreeWork::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_that_may_meet_are_kept_in_order() {
        for count in [0, 1, 63, 64, 65, 1000] {
            let pairs: Vec<BodyPair> = (0..count)
                .map(|i| BodyPair::new(BodyId(i), BodyId(i + 1 + i * 7919 % 50)))
                .collect();
            let may_meet = |pair: &BodyPair| pair.b.0.is_multiple_of(3);
            let mut expected = vec![BodyPair::new(BodyId(8), BodyId(9))];
            expected.extend(pairs.iter().filter(|pair| may_meet(pair)));
            for workers in [1, 2, 5] {
                let mut filter = PairFilter::default();
                // Twice: lists of the first time have other contents.
                for _ in 0..2 {
                    let mut kept = expected[..1].to_vec();
                    Workers::default().run(workers, true, |team| {
                        let all = (&pairs[..], 100);
                        filter.filter(team, all, |_| 0.0, may_meet, &mut kept);
                    });
                    assert_eq!(kept, expected, "{count} pairs, {workers} threads");
                }
            }
        }
    }
}
