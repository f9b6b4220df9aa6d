//! Step 4 [Kitamura95 §3.5] for all pairs of the mode `swept`, eight at once (D21).
//!
//! Good for many pairs of faces. Of two spheres that overlap, the axes of the faces decide half of
//! the pairs, and portals all but a hundredth of the others. Poor for volumes that touch: these are
//! compared one by one. The essence:
//! 1. Compare the volumes of eight pairs along the axes of the faces at the first instant
//!    ([`geometry::swept::prove_by_axes`]). A gap between volumes ends a pair. Faces that cross are
//!    in contact, so their volumes meet.
//! 2. Where the axes leave open if the faces are in contact, decide that exactly (D16). Volumes of
//!    faces that are in contact meet, and those of faces that stand still meet only then.
//! 3. Compare the volumes of eight pairs of those that are left by portals
//!    ([`geometry::swept::prove_by_portals`]).
//! 4. Compare the volumes of the other pairs one by one.
//!
//! A pair waits until there are eight for its round. What is proved of it does not depend on the
//! others, so findings and work are the same for any pieces of the list of pairs.

use super::pair_check::{CheckedPair, SweptFrame};
use crate::counters::OctreeWork;
use geometry::Interference;
use geometry::lanes::{WIDTH, set_bits};
use geometry::swept::{SweptOffsets, prove_by_axes, prove_by_portals};

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
    for_axes: WaitingPairs,
    for_portals: WaitingPairs,
    found: F,
}

/// Fewer than eight pairs, between two calls.
#[derive(Clone, Copy, Default)]
struct WaitingPairs {
    pairs: [[u32; 2]; WIDTH],
    count: usize,
}

impl WaitingPairs {
    /// Adds a pair. Returns true if there are eight now.
    #[inline]
    fn add(&mut self, pair: [u32; 2]) -> bool {
        self.pairs[self.count] = pair;
        self.count += 1;
        self.count == WIDTH
    }
}

impl<'a, F: FnMut(CheckedPair)> PairRounds<'a, F> {
    /// Returns rounds without pairs, which pass those that may meet to `found`.
    fn new(swept: &'a SweptFrame<'a>, found: F) -> PairRounds<'a, F> {
        PairRounds {
            swept,
            for_axes: WaitingPairs::default(),
            for_portals: WaitingPairs::default(),
            found,
        }
    }

    /// Adds a pair of listed faces.
    fn add(&mut self, pair: [u32; 2], work: &mut OctreeWork) {
        work.swept_pair_tests += 1;
        if self.for_axes.add(pair) {
            self.compare_along_axes(work);
        }
    }

    /// Compares all pairs that still wait.
    fn finish(mut self, work: &mut OctreeWork) {
        if self.for_axes.count > 0 {
            self.compare_along_axes(work);
        }
        if self.for_portals.count > 0 {
            self.compare_by_portals(work);
        }
    }

    /// Compares the pairs that wait for that, at least one, along axes.
    fn compare_along_axes(&mut self, work: &mut OctreeWork) {
        let WaitingPairs { pairs, count } = std::mem::take(&mut self.for_axes);
        let proofs = prove_by_axes(&self.offsets(&pairs)[..count]);
        work.volume_axis_tests += count as u64;
        let open = !proofs.volumes_apart & ((1 << count) - 1);
        for k in set_bits(open.into()) {
            let is_set = |mask: u32| mask >> k & 1 == 1;
            let proved = (is_set(proofs.faces_cross), is_set(proofs.faces_apart));
            self.decide_now(pairs[k], proved, work);
        }
    }

    /// Compares the pairs that wait for that, at least one, by portals.
    fn compare_by_portals(&mut self, work: &mut OctreeWork) {
        let WaitingPairs { pairs, count } = std::mem::take(&mut self.for_portals);
        let proofs = prove_by_portals(&self.offsets(&pairs)[..count]);
        work.volume_portal_tests += count as u64;
        let open = !proofs.apart & ((1 << count) - 1);
        for k in set_bits(open.into()) {
            if proofs.meet >> k & 1 == 1 || self.swept.volumes_meet(pairs[k], work) {
                self.report(pairs[k], Interference::Apart, work);
            }
        }
    }

    /// Returns the corners of eight pairs.
    #[inline]
    fn offsets(&self, pairs: &[[u32; 2]; WIDTH]) -> [[&'a SweptOffsets; 2]; WIDTH] {
        let faces = self.swept.faces;
        pairs.map(|pair| pair.map(|i| faces.offsets(i)))
    }

    /// Decides if the faces are in contact at the first instant, given if they are proved to cross
    /// or to be apart there. Those that are not wait for portals.
    fn decide_now(&mut self, pair: [u32; 2], (cross, apart): (bool, bool), work: &mut OctreeWork) {
        let now = match (cross, apart) {
            (true, _) => Interference::Crossing,
            (_, true) => Interference::Apart,
            _ => self.swept.relation_now(pair, work),
        };
        if now != Interference::Apart {
            self.report(pair, now, work);
        } else if !self.swept.are_still(pair) && self.for_portals.add(pair) {
            self.compare_by_portals(work);
        }
    }

    /// Reports a pair whose volumes meet.
    fn report(&mut self, pair: [u32; 2], now: Interference, work: &mut OctreeWork) {
        if let Some(checked) = self.swept.finding(pair, now, work) {
            (self.found)(checked);
        }
    }
}
