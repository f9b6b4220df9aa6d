//! Sweep and prune along three axes [Cohen95 §4.2, §5.1].
//!
//! Three lists, one for each axis, keep the endpoints of all boxes in sorted order. In an update
//! endpoints get new values, and insertion sort puts the lists in order again. The overlap of two
//! intervals begins when a minimum passes a maximum on its way down, and ends when a maximum passes
//! a minimum. Where nothing is exchanged, no pair has changed.
//!
//! # Cost
//! `O(n + ex + ey + ez)` with `ex`, `ey`, `ez` exchanges along the axes [Cohen95 §4.2]. Memory
//! grows with bodies and overlapping pairs, some 180 bytes each body.
//!
//! If no box changed, one pass compares the boxes with the last ones. If any changed, all endpoints
//! get their values, and those in order cost one comparison more. Bodies that are clustered on an
//! axis and move along it exchange many endpoints, up to `n²` at worst; D1 bounds that.
//!
//! Which endpoint moves, how far, and past what, follows no pattern, so branches on it are
//! mispredicted. Hence an endpoint is one number, the first step of insertion has no branch, and
//! exchanges of a minimum with a maximum wait in a batch before their boxes are compared.
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

mod crossings;

use crate::counters::BroadPhaseWork;
use crate::endpoints::{Endpoint, SWAPS_PER_ENDPOINT, full_sort, insertion_sort, order_key};
use crate::pair_list::PairList;
use crate::presence::{check, is_present, variance};
use crate::pruning::PackedBoxes;
use collision::{BodyId, BodyPair, BroadPhase, Counter, PairChanges, Work};
use crossings::{Crossings, Flags};
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
    /// Endpoints on each axis of the bodies that are there, in order.
    lists: [Vec<Endpoint>; 3],
    /// Boxes of the last update.
    last: Vec<Aabb>,
    states: Vec<BodyState>,
    /// Order of the ends of each box on one axis.
    keys: Vec<[u64; 2]>,
    pairs: PairList,
    packed: PackedBoxes,
}

/// Change of a body since the last update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BodyState {
    Absent,
    Still,
    Moved,
    Appeared,
    Removed,
}

impl BroadPhase for SweepAndPrune {
    fn update(&mut self, boxes: &[Aabb], work: &mut Work) {
        // D4. The boxes are taken as they are.
        check(boxes);
        let (mut counts, mut tests) = (BroadPhaseWork::default(), 0);
        self.pairs.begin_update();
        let changed = self.compare(boxes);
        if changed.any {
            let endpoints = 6 * boxes.len() as u64;
            let limit = SWAPS_PER_BODY * boxes.len() as u64;
            // A body that appeared overlapped nothing.
            self.last.resize(boxes.len(), Aabb::EMPTY);
            let sorted = changed.appeared * endpoints <= limit && {
                self.set_endpoints(boxes, &changed);
                self.sort(boxes, limit, &mut counts, &mut tests)
            };
            if sorted {
                self.pairs.apply_changes();
            } else {
                counts.full_sorts += 1;
                tests += self.sort_fully(boxes);
            }
            self.last.clear();
            self.last.extend_from_slice(boxes);
        }
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

/// Changes of all boxes since the last update.
#[derive(Default)]
struct BoxChanges {
    any: bool,
    removed: bool,
    appeared: u64,
}

impl SweepAndPrune {
    /// Returns the bytes of all buffers: linear in bodies and pairs.
    pub fn memory(&self) -> usize {
        let endpoints: usize = self.lists.iter().map(Vec::capacity).sum();
        endpoints * size_of::<Endpoint>()
            + self.last.capacity() * size_of::<Aabb>()
            + self.states.capacity()
            + self.keys.capacity() * size_of::<[u64; 2]>()
            + self.pairs.bytes()
            + self.packed.bytes()
    }

    /// Compares the boxes with the last ones.
    fn compare(&mut self, boxes: &[Aabb]) -> BoxChanges {
        let mut changes = BoxChanges::default();
        let bodies = boxes.len().max(self.last.len());
        self.states.clear();
        self.states.extend((0..bodies).map(|i| {
            let now = boxes.get(i).filter(|b| is_present(b));
            let last = self.last.get(i).filter(|b| is_present(b));
            match (last, now) {
                (None, None) => return BodyState::Absent,
                (Some(last), Some(now)) if last == now => return BodyState::Still,
                _ => changes.any = true,
            }
            match last {
                None => {
                    changes.appeared += 1;
                    BodyState::Appeared
                }
                Some(_) if now.is_none() => {
                    changes.removed = true;
                    BodyState::Removed
                }
                Some(_) => BodyState::Moved,
            }
        }));
        changes
    }

    /// Writes new values into the lists, which are not in order then. Ends the pairs of bodies that
    /// are gone.
    fn set_endpoints(&mut self, boxes: &[Aabb], changed: &BoxChanges) {
        let states = &self.states;
        for (axis, list) in self.lists.iter_mut().enumerate() {
            if changed.removed {
                list.retain(|e| states[e.body() as usize] != BodyState::Removed);
            }
            // Those of still bodies too: to skip them takes as long.
            set_keys(&mut self.keys, boxes, axis);
            for endpoint in &mut *list {
                let keys = self.keys[endpoint.body() as usize];
                endpoint.set_key(keys[usize::from(endpoint.is_max())]);
            }
            // D3. Behind all others.
            let appeared = (0..)
                .zip(states)
                .filter(|(_, s)| **s == BodyState::Appeared);
            for (body, _) in appeared.take(changed.appeared as usize) {
                push_interval(list, body, &boxes[body as usize], axis);
            }
        }
        if changed.removed {
            let removed = |body: BodyId| states[body.index()] == BodyState::Removed;
            self.pairs
                .end_where(|pair| removed(pair.a) || removed(pair.b));
        }
    }

    /// Sorts the lists by insertion and notes the pairs that begin and end. Returns false if that
    /// takes too many exchanges.
    fn sort(
        &mut self,
        boxes: &[Aabb],
        limit: u64,
        counts: &mut BroadPhaseWork,
        tests: &mut u64,
    ) -> bool {
        let flags = Flags {
            boxes,
            last: &self.last,
            states: &self.states,
        };
        for (axis, list) in self.lists.iter_mut().enumerate() {
            // Boxes of two updates instead of flags of all pairs (D2).
            let mut crossings = Crossings::new(flags, axis, &mut self.pairs);
            let left = limit - counts.endpoint_swaps;
            let sorted = insertion_sort(list, left, |moving, passed, is_exchanged| {
                crossings.note(moving, passed, is_exchanged);
            });
            *tests += crossings.finish();
            counts.endpoint_swaps += sorted.unwrap_or_else(|swaps| swaps);
            if sorted.is_err() {
                return false;
            }
        }
        true
    }

    /// Replaces the lists and the pairs (D1). Returns the number of box tests.
    fn sort_fully(&mut self, boxes: &[Aabb]) -> u64 {
        for (axis, list) in self.lists.iter_mut().enumerate() {
            list.clear();
            for (body, bounds) in (0..).zip(boxes).filter(|(_, b)| is_present(b)) {
                push_interval(list, body, bounds, axis);
            }
            full_sort(list);
        }
        let axis = variance(boxes).max_position();
        let minima = self.lists[axis].iter().filter(|e| !e.is_max());
        self.packed.fill(minima.map(Endpoint::body), boxes, axis);
        let packed = &self.packed;
        self.pairs.replace(|pairs| {
            packed.pairs(boxes, |a, b| {
                pairs.push(BodyPair::new(BodyId(a), BodyId(b)))
            })
        })
    }
}

/// Replaces `keys` by those of the least and the greatest coordinate of each box on an axis.
fn set_keys(keys: &mut Vec<[u64; 2]>, boxes: &[Aabb], axis: usize) {
    fn set(keys: &mut Vec<[u64; 2]>, boxes: &[Aabb], ends: impl Fn(&Aabb) -> [f64; 2]) {
        keys.clear();
        keys.extend(boxes.iter().map(|b| ends(b).map(order_key)));
    }
    // The axis is chosen here, not in the loop.
    match axis {
        0 => set(keys, boxes, |b| [b.min.x, b.max.x]),
        1 => set(keys, boxes, |b| [b.min.y, b.max.y]),
        _ => set(keys, boxes, |b| [b.min.z, b.max.z]),
    }
}

fn push_interval(list: &mut Vec<Endpoint>, body: u32, bounds: &Aabb, axis: usize) {
    list.push(Endpoint::min(body, bounds.min[axis]));
    list.push(Endpoint::max(body, bounds.max[axis]));
}
