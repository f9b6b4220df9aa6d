//! Exchanges of minima with maxima: where pairs begin and end [Cohen95 §5.1].

use super::BodyState;
use crate::endpoints::Endpoint;
use crate::pair_list::PairList;
use crate::presence::overlap_on;
use collision::{BodyId, BodyPair};
use geometry::Aabb;

/// Overlap flags of all pairs, before and after an update (D2).
#[derive(Clone, Copy)]
pub(super) struct Flags<'a> {
    /// Boxes of this update.
    pub(super) boxes: &'a [Aabb],
    /// Boxes of the last update, at least as many. Those of bodies that were not there are void.
    pub(super) last: &'a [Aabb],
    pub(super) states: &'a [BodyState],
}

impl Flags<'_> {
    /// Returns true if the pair begins and `axis`, on which its intervals now overlap and did not,
    /// is the first such one.
    fn begin_on(&self, axis: usize, a: usize, b: usize) -> bool {
        let now = self.boxes[a].overlaps(&self.boxes[b]);
        now && (0..axis).all(|earlier| self.did_overlap_on(earlier, a, b))
    }

    /// Returns true if the pair ends and `axis`, on which its intervals did overlap and now do not,
    /// is the first such one.
    fn end_on(&self, axis: usize, a: usize, b: usize) -> bool {
        let did = (0..3).all(|axis| self.did_overlap_on(axis, a, b));
        let now = |earlier| overlap_on(earlier, &self.boxes[a], &self.boxes[b]);
        did && (0..axis).all(now)
    }

    fn did_overlap_on(&self, axis: usize, a: usize, b: usize) -> bool {
        // D3. Before it appeared, a body overlapped nothing on any axis.
        let was_there = |body: usize| self.states[body] != BodyState::Appeared;
        was_there(a) && was_there(b) && overlap_on(axis, &self.last[a], &self.last[b])
    }
}

/// Number of crossings that are tested together.
const BATCH: usize = 128;

/// Exchanges of a minimum with a maximum on one axis.
///
/// They wait until a batch is full. Insertion sort then has no branch for the kinds of endpoints,
/// which follow no pattern, and reads no box. The boxes of a batch are compared without branches,
/// and few of them overlap.
pub(super) struct Crossings<'a> {
    /// Codes of the moving endpoint and of the passed one. Those up to `count` are a crossing.
    waiting: [[u32; 2]; BATCH],
    count: usize,
    tester: CrossingTester<'a>,
}

struct CrossingTester<'a> {
    flags: Flags<'a>,
    axis: usize,
    tests: u64,
    pairs: &'a mut PairList,
}

impl<'a> Crossings<'a> {
    pub(super) fn new(flags: Flags<'a>, axis: usize, pairs: &'a mut PairList) -> Crossings<'a> {
        Crossings {
            waiting: [[0; 2]; BATCH],
            count: 0,
            tester: CrossingTester {
                flags,
                axis,
                tests: 0,
                pairs,
            },
        }
    }

    /// Adds the exchange of two endpoints, if it happens and one is a minimum and one a maximum.
    #[inline]
    pub(super) fn note(&mut self, moving: Endpoint, passed: Endpoint, is_exchanged: bool) {
        self.waiting[self.count] = [moving.code(), passed.code()];
        self.count += usize::from(is_exchanged & (moving.is_max() != passed.is_max()));
        if self.count == BATCH {
            self.tester.test(&self.waiting);
            self.count = 0;
        }
    }

    /// Tests the crossings that still wait. Returns the number of all.
    #[inline]
    pub(super) fn finish(mut self) -> u64 {
        self.tester.test(&self.waiting[..self.count]);
        self.tester.tests
    }
}

impl CrossingTester<'_> {
    /// Notes the pairs that begin and end at these crossings, at most [`BATCH`].
    #[inline(never)]
    fn test(&mut self, crossings: &[[u32; 2]]) {
        let Flags { boxes, last, .. } = self.flags;
        let (mut hits, mut hit_count) = ([[0; 2]; BATCH], 0);
        for crossing in crossings {
            // A maximum that moves down may end a pair, and a minimum may begin one.
            let [a, b] = crossing.map(body);
            let then = if is_max(crossing[0]) { last } else { boxes };
            hits[hit_count] = *crossing;
            hit_count += usize::from(then[a].overlaps(&then[b]));
        }
        for crossing in &hits[..hit_count] {
            let [a, b] = crossing.map(body);
            let pair = || BodyPair::new(BodyId(a as u32), BodyId(b as u32));
            if is_max(crossing[0]) {
                if self.flags.end_on(self.axis, a, b) {
                    self.pairs.end(pair());
                }
            } else if self.flags.begin_on(self.axis, a, b) {
                self.pairs.begin(pair());
            }
        }
        self.tests += crossings.len() as u64;
    }
}

fn body(code: u32) -> usize {
    (code & !Endpoint::MAX_BIT) as usize
}

fn is_max(code: u32) -> bool {
    code & Endpoint::MAX_BIT != 0
}
