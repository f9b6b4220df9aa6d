//! Results of threads that share work.

use crate::counters::OctreeWork;
pub(crate) use collision::workers::{Spares, Team, Workers, append};
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

/// Lists of pairs of bodies that pieces leave, kept from frame to frame.
#[derive(Debug, Default)]
pub(crate) struct PairFilter(Vec<Vec<BodyPair>>);

impl PairFilter {
    /// Appends the pairs that may meet to `left`, in order. A thread compares `grain` of them at
    /// once, after it has read a number of each body ahead ([`Team::read_ahead`]).
    pub(crate) fn filter(
        &mut self,
        team: Team,
        (pairs, grain): (&[BodyPair], usize),
        number: impl Fn(BodyId) -> f64 + Sync,
        may_meet: impl Fn(&BodyPair) -> bool + Sync,
        left: &mut Vec<BodyPair>,
    ) {
        let of_piece = |range: Range<usize>, left: &mut Vec<BodyPair>| {
            let pairs = &pairs[range];
            let bodies = pairs.iter().flat_map(|pair| [pair.a, pair.b]);
            team.read_ahead(bodies.map(&number));
            for some in pairs.chunks(64) {
                // All before the first is kept: which of them are follows no pattern.
                let bits = some.iter().enumerate();
                let bits = bits.map(|(k, pair)| u64::from(may_meet(pair)) << k);
                let kept = bits.fold(0, |kept, bit| kept | bit);
                left.extend(set_bits(kept).map(|k| some[k]));
            }
        };
        if !team.shares() {
            return of_piece(0..pairs.len(), left);
        }
        let of_piece = |range: Range<usize>, left: &mut Vec<BodyPair>| {
            left.clear();
            of_piece(range, left);
        };
        for of_piece in team.for_pieces(&mut self.0, pairs.len(), grain, &of_piece) {
            left.append(of_piece);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_that_may_meet_are_left_in_order() {
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
                    let mut left = expected[..1].to_vec();
                    Workers::default().run(workers, true, |team| {
                        let all = (&pairs[..], 100);
                        filter.filter(team, all, |_| 0.0, may_meet, &mut left);
                    });
                    assert_eq!(left, expected, "{count} pairs, {workers} threads");
                }
            }
        }
    }
}
