//! Step 4 [Kitamura95 §3.5] for all pairs of the mode `swept`, eight at once (D21).
//!
//! Good for many pairs of faces: axes are known beforehand, where a search finds each direction by
//! the one before it. Of two spheres that overlap, the first round decides most pairs, those whose
//! volumes are apart and those in contact, the second about half of the others, and less than a
//! tenth of all are left after the last. Poor for faces with parallel edges, as those of copies of
//! a mesh that only move: of these, most pairs are still open after all rounds. The essence:
//! 1. Compare the volumes of eight pairs along the axes of the faces at the first instant
//!    ([`geometry::swept::prove_by_axes`]). A gap between volumes ends a pair. Faces that cross are
//!    in contact, so their volumes meet.
//! 2. Where the axes leave open if the faces are in contact, decide that exactly (D16). Volumes of
//!    faces that are in contact meet, and those of faces that stand still meet only then.
//! 3. Compare what is left along the axes of the faces at the second instant, then of one at each.
//!    These faces are parts of the volumes, too: if they cross, the volumes meet.
//! 4. Compare the volumes of the other pairs one by one.
//!
//! A pair waits until there are eight for its round. What is proved of it does not depend on the
//! others, so findings and work are the same for any pieces of the list of pairs.

use super::pair_check::{CheckedPair, SweptFrame};
use crate::counters::OctreeWork;
use geometry::Interference;
use geometry::lanes::{WIDTH, set_bits};
use geometry::swept::prove_by_axes;

/// Instants of the two faces in each round: true for the second.
const INSTANTS: [[bool; 2]; 4] = [[false; 2], [true; 2], [false, true], [true, false]];

/// Checks pairs of listed faces, eight at once if they are prepared for that, else one by one
/// ([`SweptFrame::check`]). Passes those that may meet to `found`, in any order.
pub(super) fn check_all(
    swept: &SweptFrame<'_>,
    pairs: impl Iterator<Item = [u32; 2]>,
    work: &mut OctreeWork,
    found: impl FnMut(CheckedPair),
) {
    if !swept.is_by_eights() {
        let checked = pairs.filter_map(|pair| swept.check_followed(pair, work));
        return checked.for_each(found);
    }
    let mut rounds = PairRounds::new(swept, found);
    for pair in pairs {
        rounds.add(pair, work);
    }
    rounds.finish(work);
}

/// Pairs on their way through the rounds.
struct PairRounds<'a, F> {
    swept: &'a SweptFrame<'a>,
    /// Pairs that wait for each round.
    waiting: [WaitingPairs; INSTANTS.len()],
    found: F,
}

/// Fewer than eight pairs, between two calls.
#[derive(Clone, Copy, Default)]
struct WaitingPairs {
    pairs: [[u32; 2]; WIDTH],
    count: usize,
}

impl<'a, F: FnMut(CheckedPair)> PairRounds<'a, F> {
    /// Returns rounds without pairs, which pass those that may meet to `found`.
    fn new(swept: &'a SweptFrame<'a>, found: F) -> PairRounds<'a, F> {
        PairRounds {
            swept,
            waiting: [WaitingPairs::default(); INSTANTS.len()],
            found,
        }
    }

    /// Adds a pair of listed faces.
    fn add(&mut self, pair: [u32; 2], work: &mut OctreeWork) {
        work.swept_pair_tests += 1;
        self.wait(pair, 0, work);
    }

    /// Compares all pairs that still wait.
    fn finish(mut self, work: &mut OctreeWork) {
        // A round adds pairs to later ones only.
        for round in 0..INSTANTS.len() {
            if self.waiting[round].count > 0 {
                self.compare(round, work);
            }
        }
    }

    /// Puts a pair that is not decided among those that wait for a round. After the last one, it is
    /// compared on its own.
    fn wait(&mut self, pair: [u32; 2], round: usize, work: &mut OctreeWork) {
        let Some(waiting) = self.waiting.get_mut(round) else {
            if self.swept.volumes_meet(pair, work) {
                self.report(pair, Interference::Apart, work);
            }
            return;
        };
        waiting.pairs[waiting.count] = pair;
        waiting.count += 1;
        if waiting.count == WIDTH {
            self.compare(round, work);
        }
    }

    /// Compares the pairs that wait for a round, at least one.
    fn compare(&mut self, round: usize, work: &mut OctreeWork) {
        let WaitingPairs { pairs, count } = std::mem::take(&mut self.waiting[round]);
        let faces = self.swept.faces;
        let offsets = pairs.map(|pair| pair.map(|i| faces.offsets(i)));
        let proofs = prove_by_axes(&offsets[..count], INSTANTS[round]);
        work.volume_axis_tests += count as u64;
        let open = !proofs.volumes_apart & (u32::MAX >> (u32::BITS as usize - count));
        for k in set_bits(open.into()) {
            let (pair, cross) = (pairs[k], proofs.faces_cross >> k & 1 == 1);
            if round == 0 {
                let apart = proofs.faces_apart >> k & 1 == 1;
                self.decide_now(pair, (cross, apart), work);
            } else if cross {
                self.report(pair, Interference::Apart, work);
            } else {
                self.wait(pair, round + 1, work);
            }
        }
    }

    /// Decides if the faces are in contact at the first instant, given if they are proved to cross
    /// or to be apart there. Those that are not go on to the next round.
    fn decide_now(&mut self, pair: [u32; 2], (cross, apart): (bool, bool), work: &mut OctreeWork) {
        let now = match (cross, apart) {
            (true, _) => Interference::Crossing,
            (_, true) => Interference::Apart,
            _ => self.swept.relation_now(pair, work),
        };
        if now != Interference::Apart {
            self.report(pair, now, work);
        } else if !self.swept.are_still(pair) {
            self.wait(pair, 1, work);
        }
    }

    /// Reports a pair whose volumes meet.
    fn report(&mut self, pair: [u32; 2], now: Interference, work: &mut OctreeWork) {
        if let Some(checked) = self.swept.finding(pair, now, work) {
            (self.found)(checked);
        }
    }
}
