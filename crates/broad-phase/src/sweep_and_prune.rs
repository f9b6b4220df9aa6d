//! Sweep and prune along three axes [Cohen95 §4.2, §5.1].
//!
//! Three lists, one for each axis, keep the endpoints of all boxes in sorted order. In an update
//! endpoints get new values, and insertion sort puts the lists in order again. The overlap of two
//! intervals begins when a minimum passes a maximum on its way down, and ends when a maximum passes
//! a minimum. Where nothing is exchanged, no pair has changed.
//!
//! # Cost
//! `O(n + p + ex + ey + ez)` with `ex`, `ey`, `ez` exchanges along the axes [Cohen95 §4.2], and the
//! `p` pairs whose rounded boxes overlap (D5): each is compared once more, which no counter has.
//! Memory grows with bodies and overlapping pairs, 230 to 420 bytes each body.
//!
//! If no box changed, one pass compares the boxes with the last ones. If any changed, all endpoints
//! get their values when the sort comes to them, and those in order cost one comparison more.
//! Bodies that are clustered on an axis and move along it exchange many endpoints, up to `n²` at
//! worst; D1 bounds that.
//!
//! Which endpoint moves, how far, and past what, follows no pattern, so branches on it are
//! mispredicted. Hence an endpoint is one number of one word, the first step of insertion has no
//! branch, and exchanges of a minimum with a maximum wait in a batch before their intervals on the
//! other axes are compared.
//!
//! # Departures
//! [Cohen95 §5.1, §6.1]:
//! - D1 (full sort). The paper sorts by insertion always. Here an update that needs more exchanges
//!   than [`SWAPS_PER_BODY`] for each body stops, sorts the lists in `n log n`, and finds all pairs
//!   by a sweep along the axis on which bodies are spread most. So does an update in which bodies
//!   appear that would need more exchanges than that, the first update included.
//! - D2 (no flags). The paper stores three flags for each pair of bodies: memory of `n²`. Here the
//!   boxes of this and of the last update give them. The lists are in order after each update, so
//!   the flag of an axis is the overlap of the intervals on that axis at the last update, and after
//!   the exchanges it is that of this update. Insertion sort exchanges two endpoints at most once,
//!   so a flag changes at most once in an update. A pair whose intervals change on several axes
//!   must be added or removed once: at the exchange on the first axis, in the order x, y, z, on
//!   which its flag changes.
//! - D3 (bodies come and go). The paper's set of bodies is fixed. Here an empty box takes its
//!   endpoints out of the lists. A body that appears begins behind all others on each axis, where
//!   it overlaps nothing, and is sorted from there.
//! - D4 (no margin). The paper extends boxes by a small amount that depends on velocities (§6.3).
//!   Here a caller who wants that passes larger boxes.
//! - D5 (rounded ends). The paper does not say how it stores an endpoint. Here it shares one word
//!   with its body, so its value is rounded to what the body's index leaves: 41 bits of the
//!   mantissa for 1000 bodies, 31 for a million. Rounding keeps the order, so no pair is lost. The
//!   pairs whose rounded boxes overlap are kept, and those of them whose boxes do are reported.
//!   More are kept than reported only where the gap between two boxes is some 2³¹ times smaller
//!   than their coordinates.

mod crossings;
mod ends;

use crate::counters::BroadPhaseWork;
use crate::endpoints::{SWAPS_PER_ENDPOINT, insertion_sort};
use crate::pair_list::PersistentPairs;
use crate::presence::{check, variance};
use crate::pruning::PackedBoxes;
use collision::{BodyId, BodyPair, BroadPhase, Counter, PairChanges, Work};
use crossings::{Crossings, Flags};
use ends::{Arrivals, BoxEnd, Ends, MaxBit};
use geometry::Aabb;

/// Number of exchanges for each body, on all axes together, beyond which an update sorts fully
/// (D1).
pub const SWAPS_PER_BODY: u64 = 2 * SWAPS_PER_ENDPOINT;

/// Broad phase with three lists of endpoints that stay sorted [Cohen95 §4.2, §5.1].
///
/// Good for many bodies that move little. See [the module](self) for its cost and its departures.
/// A box may be infinite. An update with a NaN panics and changes nothing.
///
/// # Example
/// ```
/// use broad_phase::SweepAndPrune;
/// use collision::{BroadPhase, Work};
/// use geometry::{Aabb, Vec3};
///
/// let unit = |x: f64| Aabb::new(Vec3::new(x, 0.0, 0.0), Vec3::new(x + 1.0, 1.0, 1.0));
/// let (mut broad_phase, mut work) = (SweepAndPrune::default(), Work::default());
/// broad_phase.update(&[unit(0.0), unit(5.0)], &mut work);
/// assert!(broad_phase.pairs().is_empty());
/// broad_phase.update(&[unit(0.0), unit(1.0)], &mut work);
/// assert_eq!(broad_phase.changes().began, broad_phase.pairs());
/// ```
#[derive(Clone, Debug, Default)]
pub struct SweepAndPrune {
    /// Ends on each axis of the bodies that are there, in the order of the last update.
    lists: [Vec<BoxEnd>; 3],
    /// Number of pairs whose intervals overlap on each axis, after the last update.
    axis_overlaps: [u64; 3],
    /// Ends of this update and of the last one.
    now: Ends,
    last: Ends,
    /// Boxes of the last update.
    boxes: Vec<Aabb>,
    arrivals: Arrivals,
    /// Pairs whose rounded boxes overlap (D5).
    rounded_pairs: PersistentPairs,
    /// Those whose boxes overlap.
    pairs: PersistentPairs,
    packed: PackedBoxes,
}

impl BroadPhase for SweepAndPrune {
    fn update(&mut self, boxes: &[Aabb], work: &mut Work) {
        // D4. The boxes are taken as they are.
        check(boxes);
        self.pairs.begin_update();
        let (mut counts, mut tests) = (BroadPhaseWork::default(), 0);
        if boxes != self.boxes {
            self.update_lists_and_pairs(boxes, &mut counts, &mut tests);
        }
        let [x, y, z] = self.axis_overlaps;
        counts.axis_overlaps = x.max(y).max(z);
        counts.add_to(work);
        work.add(Counter::BODY_BOX_TESTS, tests);
    }

    fn pairs(&self) -> &[BodyPair] {
        self.pairs.pairs()
    }

    fn changes(&self) -> &PairChanges {
        self.pairs.changes()
    }

    fn clear(&mut self) {
        *self = SweepAndPrune::default();
    }
}

impl SweepAndPrune {
    /// Returns the bytes of all buffers: linear in bodies and pairs.
    pub fn memory(&self) -> usize {
        let endpoints: usize = self.lists.iter().map(Vec::capacity).sum();
        let arrivals = self.arrivals.appeared.capacity() + self.arrivals.removed.capacity();
        endpoints * size_of::<BoxEnd>()
            + self.now.bytes()
            + self.last.bytes()
            + self.boxes.capacity() * size_of::<Aabb>()
            + arrivals * size_of::<u32>()
            + self.rounded_pairs.bytes()
            + self.pairs.bytes()
            + self.packed.bytes()
    }

    /// Updates lists and pairs for boxes that have changed.
    fn update_lists_and_pairs(
        &mut self,
        boxes: &[Aabb],
        counts: &mut BroadPhaseWork,
        tests: &mut u64,
    ) {
        self.rounded_pairs.begin_update();
        let endpoints = 6 * boxes.len() as u64;
        let limit = SWAPS_PER_BODY * boxes.len() as u64;
        let sorted =
            self.renew_ends(boxes) && self.arrivals.appeared.len() as u64 * endpoints <= limit && {
                self.change_bodies();
                self.sort(limit, counts, tests)
            };
        if sorted {
            self.rounded_pairs.apply_changes();
        } else {
            counts.full_sorts += 1;
            *tests += self.sort_fully(boxes);
        }
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        // D5.
        let overlap = |pair: &&BodyPair| boxes[pair.a.index()].overlaps(&boxes[pair.b.index()]);
        let rounded_pairs = self.rounded_pairs.pairs();
        self.pairs
            .replace(|pairs| pairs.extend(rounded_pairs.iter().filter(overlap)));
    }

    /// Replaces the ends of the last update by those of this one. Returns false if there was no
    /// room for all bodies, so that the lists are void.
    fn renew_ends(&mut self, boxes: &[Aabb]) -> bool {
        std::mem::swap(&mut self.now, &mut self.last);
        let has_room = boxes.len() <= self.last.room();
        if !has_room {
            self.now.make_room(boxes.len());
            self.last.make_room(boxes.len());
        }
        self.now.fill(boxes, &self.last, &mut self.arrivals);
        has_room
    }

    /// Adds the ends of bodies that appeared and removes those of bodies that are gone, with their
    /// pairs.
    fn change_bodies(&mut self) {
        let Arrivals { appeared, removed } = &self.arrivals;
        let now = &self.now;
        for (axis, list) in self.lists.iter_mut().enumerate() {
            if !removed.is_empty() {
                list.retain(|end| now.contains(now.body(*end)));
                self.axis_overlaps[axis] = overlaps_in(list, now.max_bit());
            }
            // D3. Behind all others.
            list.extend(appeared.iter().flat_map(|body| now.of(*body, axis)));
        }
        if !removed.is_empty() {
            let stays = |body: BodyId| now.contains(body.index());
            self.rounded_pairs
                .end_where(|pair| !stays(pair.a) || !stays(pair.b));
        }
    }

    /// Sorts the lists by insertion and notes the pairs that begin and end. Returns false if that
    /// takes too many exchanges.
    fn sort(&mut self, limit: u64, counts: &mut BroadPhaseWork, tests: &mut u64) -> bool {
        // Ends of two updates instead of flags of all pairs (D2).
        let (now, last) = (&self.now, &self.last);
        let room = now.room();
        for (axis, list) in self.lists.iter_mut().enumerate() {
            let flags = Flags { now, last };
            let mut crossings = Crossings::new(flags, axis, &mut self.rounded_pairs);
            let left = limit - counts.endpoint_swaps;
            let table = now.on(axis);
            let sorted = insertion_sort(
                list,
                left,
                |end| table[end.slot_in(table)],
                |end| end.ahead_of(room),
                |moving, passed, is_exchanged| crossings.note(moving, passed, is_exchanged),
            );
            let crossed = crossings.finish();
            *tests += crossed.all;
            // Two intervals overlap if either's minimum is below the other's maximum. One always
            // is, so each exchange begins or ends an overlap, and those that pass each other do
            // both.
            let begun = crossed.all - crossed.parted;
            self.axis_overlaps[axis] = self.axis_overlaps[axis] + begun - crossed.parted;
            counts.endpoint_swaps += sorted.unwrap_or_else(|swaps| swaps);
            if sorted.is_err() {
                return false;
            }
        }
        true
    }

    /// Replaces the lists and the pairs (D1). Returns the number of box tests.
    fn sort_fully(&mut self, boxes: &[Aabb]) -> u64 {
        let now = &self.now;
        for (axis, list) in self.lists.iter_mut().enumerate() {
            list.clear();
            list.extend(now.bodies().flat_map(|body| now.of(body, axis)));
            list.sort_unstable();
            self.axis_overlaps[axis] = overlaps_in(list, now.max_bit());
        }
        let axis = variance(boxes).max_position();
        let max_bit = now.max_bit();
        let minima = self.lists[axis].iter().filter(|end| !max_bit.is_in(**end));
        let rounded = (0..boxes.len()).map(|body| now.rounded_box(body));
        self.boxes.clear();
        self.boxes.extend(rounded);
        let bodies = minima.map(|end| now.body(*end) as u32);
        self.packed.fill(bodies, &self.boxes, axis);
        let (packed, boxes) = (&self.packed, &self.boxes);
        self.rounded_pairs.replace(|pairs| {
            packed.pairs(0..packed.len(), boxes, |a, b| {
                pairs.push(BodyPair::new(BodyId(a), BodyId(b)))
            })
        })
    }
}

/// Returns the number of pairs whose intervals overlap, from their ends in order.
fn overlaps_in(list: &[BoxEnd], max_bit: MaxBit) -> u64 {
    let (mut begun, mut overlaps) = (0_u64, 0);
    for end in list {
        // Without branches: minima and maxima alternate at random.
        let is_max = u64::from(max_bit.is_in(*end));
        overlaps += begun * (1 - is_max);
        begun = begun + 1 - 2 * is_max;
    }
    overlaps
}
