//! Exchanges of minima with maxima: where pairs begin and end [Cohen95 §5.1].
//!
//! Two boxes overlap exactly if their intervals do on all three axes. So a pair begins if it now
//! overlaps on all of them and did not on at least one. On each of the latter, a minimum has passed
//! a maximum on its way down, in one exchange. A pair ends the other way round. The first of these
//! exchanges, in the order x, y, z, adds or removes the pair (D2): it is noted once, whatever the
//! number of axes on which it has changed. An exchange costs one comparison on another axis, and
//! few need the rest.

use super::ends::{BoxEnd, Ends, MaxBit};
use crate::pair_list::PersistentPairs;
use collision::{BodyId, BodyPair};

/// Overlap flags of all pairs, before and after an update (D2).
#[derive(Clone, Copy)]
pub(super) struct Flags<'a> {
    /// Ends of this update.
    pub(super) now: &'a Ends,
    /// Ends of the last update, with the same room. D3. A body that was not there overlapped
    /// nothing on any axis.
    pub(super) last: &'a Ends,
}

impl Flags<'_> {
    /// Returns true if the pair begins and `axis`, on which its intervals now overlap and did not,
    /// is the first such one.
    fn begin_on(&self, axis: usize, a: usize, b: usize) -> bool {
        let now = (0..3).all(|axis| self.now.overlap_on(axis, a, b));
        now && (0..axis).all(|earlier| self.last.overlap_on(earlier, a, b))
    }

    /// Returns true if the pair ends and `axis`, on which its intervals did overlap and now do not,
    /// is the first such one.
    fn end_on(&self, axis: usize, a: usize, b: usize) -> bool {
        let did = (0..3).all(|axis| self.last.overlap_on(axis, a, b));
        did && (0..axis).all(|earlier| self.now.overlap_on(earlier, a, b))
    }
}

/// Number of crossings that are tested together. A power of two.
const BATCH: usize = 128;

/// Exchanges of a minimum with a maximum on one axis.
///
/// They wait until a batch is full. Insertion sort then has no branch for the kinds of ends, which
/// follow no pattern, and reads no box. A batch is first compared on one other axis, without
/// branches, and few of its bodies overlap there.
pub(super) struct Crossings<'a> {
    /// The moving end and the passed one. Those up to `count` are a crossing.
    waiting: [[BoxEnd; 2]; BATCH],
    count: usize,
    max_bit: MaxBit,
    tester: CrossingTester<'a>,
}

struct CrossingTester<'a> {
    flags: Flags<'a>,
    axis: usize,
    counts: CrossingCounts,
    pairs: &'a mut PersistentPairs,
}

/// Numbers of exchanges of a minimum with a maximum on one axis.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CrossingCounts {
    pub(super) all: u64,
    /// Those in which the maximum moves down: each ends an overlap, as each of the others begins
    /// one. Two intervals that pass each other do both.
    pub(super) parted: u64,
}

impl<'a> Crossings<'a> {
    pub(super) fn new(
        flags: Flags<'a>,
        axis: usize,
        pairs: &'a mut PersistentPairs,
    ) -> Crossings<'a> {
        Crossings {
            waiting: [[BoxEnd::default(); 2]; BATCH],
            count: 0,
            max_bit: flags.now.max_bit(),
            tester: CrossingTester {
                flags,
                axis,
                counts: CrossingCounts::default(),
                pairs,
            },
        }
    }

    /// Adds the exchange of two ends, if it happens and one is a minimum and one a maximum.
    #[inline]
    pub(super) fn note(&mut self, moving: BoxEnd, passed: BoxEnd, is_exchanged: bool) {
        // The count is below a batch; so the compiler knows, too.
        self.waiting[self.count % BATCH] = [moving, passed];
        self.count += usize::from(is_exchanged & self.max_bit.differs(moving, passed));
        if self.count == BATCH {
            self.tester.test(&self.waiting);
            self.count = 0;
        }
    }

    /// Tests the crossings that still wait. Returns the numbers of all.
    #[inline]
    pub(super) fn finish(mut self) -> CrossingCounts {
        self.tester.test(&self.waiting[..self.count]);
        self.tester.counts
    }
}

impl CrossingTester<'_> {
    /// Notes the pairs that begin and end at these crossings, at most [`BATCH`].
    #[inline(never)]
    fn test(&mut self, crossings: &[[BoxEnd; 2]]) {
        let Flags { now, last } = self.flags;
        let max_bit = now.max_bit();
        let other = (self.axis + 1) % 3;
        let others = [now, last].map(|ends| ends.intervals(other));
        let (mut hits, mut hit_count) = ([[BoxEnd::default(); 2]; BATCH], 0);
        for crossing in crossings {
            // A maximum that moves down may end a pair, and a minimum may begin one.
            let [a, b] = crossing.map(|end| now.body(end));
            let parts = max_bit.is_in(crossing[0]);
            self.counts.parted += u64::from(parts);
            // A pair that begins overlaps there now, and one that ends did before.
            let then = &others[usize::from(parts)];
            hits[hit_count % BATCH] = *crossing;
            hit_count += usize::from(then.overlap(a, b));
        }
        for crossing in &hits[..hit_count] {
            let [a, b] = crossing.map(|end| now.body(end));
            let pair = || BodyPair::new(BodyId(a as u32), BodyId(b as u32));
            if max_bit.is_in(crossing[0]) {
                if self.flags.end_on(self.axis, a, b) {
                    self.pairs.end(pair());
                }
            } else if self.flags.begin_on(self.axis, a, b) {
                self.pairs.begin(pair());
            }
        }
        self.counts.all += crossings.len() as u64;
    }
}
