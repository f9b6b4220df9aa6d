//! Sort and sweep along one axis.

use crate::endpoints::{self, Endpoint};
use crate::presence::{check, is_present, overlap_on, variance};
use crate::pruning::PackedBoxes;
use collision::workers::Team;
use collision::{BodyId, BodyPair, BroadPhase, Counter, PairChanges, RecomputedPairs, Work};
use geometry::{Aabb, Vec3};
use std::ops::Range;

/// Broad phase that sorts boxes by their lower bound on one axis and compares each with the boxes
/// that begin before it ends: the "bounding box check with better complexity" of Smith95 §2.2.4 and
/// §6.
///
/// The axis is x until `AXIS_BODIES` bodies are spread much more along another one (`AXIS_GAIN`),
/// which is looked for in every eighth sweep (`AXIS_SWEEPS`). Insertion sort keeps the order
/// between frames and costs little while bodies move little. Boxes are packed in that order, each
/// bound in its own array, so that comparisons read contiguous numbers and do not branch. The pairs
/// depend neither on the axis nor on the kept order. Up to `FEW_BODIES` boxes are neither sorted
/// nor packed: all pairs are compared.
///
/// # Cost
/// `n` plus the pairs that overlap on the axis if bodies moved little. `n log n` plus those pairs,
/// `n²` at worst, otherwise. `n² / 2` for few bodies. If no box has changed since the last update,
/// the pairs stay, and no boxes are compared. Bodies that begin to spread along another axis are
/// compared along the old one for at most seven sweeps.
#[derive(Clone, Debug, Default)]
pub struct SortAndSweep {
    axis: usize,
    /// Lower bounds on the axis, in order. Those of empty boxes are infinite.
    order: Vec<Endpoint>,
    packed: PackedBoxes,
    /// Boxes of the last update, whose pairs these are.
    last: Vec<Aabb>,
    pairs: RecomputedPairs,
    /// Buffers of the threads that share an update.
    pieces: Vec<PairsOfPiece>,
    /// Comparisons of the last sweep. Decides if threads share the next, and nothing else.
    tests_before: u64,
    /// Sweeps since the best axis was looked for. 0 if the next one looks for it.
    sweeps_on_axis: u32,
}

/// Pairs of the boxes of a piece with those behind them, and the number of comparisons.
type PairsOfPiece = (Vec<BodyPair>, u64);

/// Comparisons from which on threads share an update, at 3 ns each: about 50 µs of work.
const SHARED_FROM_TESTS: usize = 1 << 14;

/// Number of boxes that a thread compares at once with those behind them: about 25 µs of work among
/// two thousand.
const BOXES_AT_ONCE: usize = 64;

/// Number of bodies up to which all pairs are compared: 15 pairs of six bodies, of some nanoseconds
/// each. Sorting and packing two take 50 ns.
const FEW_BODIES: usize = 6;

/// Number of bodies below which x is kept: for fewer, a better axis saves less than it costs to
/// find.
const AXIS_BODIES: usize = 16;

/// Number of sweeps from one search for the best axis to the next. A search costs a fiftieth of a
/// sweep of two thousand boxes. It changes the work only.
const AXIS_SWEEPS: u32 = 8;

/// Factor by which the variance along another axis exceeds that along the axis in use before it
/// replaces it. Twice the spread, so that a change, which costs a full sort, is rare.
const AXIS_GAIN: f64 = 4.0;

impl BroadPhase for SortAndSweep {
    fn update(&mut self, boxes: &[Aabb], work: &mut Work) {
        self.update_on(Team::ALONE, boxes, work);
    }

    fn update_on(&mut self, team: Team, boxes: &[Aabb], work: &mut Work) {
        if !boxes.is_empty() && self.last == boxes {
            return self.pairs.keep();
        }
        // Empty until all is done: after a panic in between, nothing is kept.
        self.last.clear();
        check(boxes);
        let tests = if boxes.len() <= FEW_BODIES {
            self.compare_all(boxes)
        } else {
            self.sweep(team, boxes)
        };
        self.last.extend_from_slice(boxes);
        work.add(Counter::BODY_BOX_TESTS, tests);
    }

    fn pairs(&self) -> &[BodyPair] {
        self.pairs.pairs()
    }

    fn changes(&self) -> &PairChanges {
        self.pairs.changes()
    }

    fn clear(&mut self) {
        *self = SortAndSweep::default();
    }
}

impl SortAndSweep {
    /// Updates the pairs of few boxes. Returns the number of pairs that overlap on the axis, as a
    /// sweep does, so that work counts do not jump where the number of boxes exceeds few.
    fn compare_all(&mut self, boxes: &[Aabb]) -> u64 {
        let (mut tests, axis) = (0, self.axis);
        let present = || (0..).zip(boxes).filter(|(_, bounds)| is_present(bounds));
        self.pairs.update(|pairs| {
            for (b, bounds) in present() {
                for (a, other) in present().take_while(|(a, _)| *a < b) {
                    tests += u64::from(overlap_on(axis, other, bounds));
                    if other.overlaps(bounds) {
                        pairs.push(BodyPair::new(BodyId(a), BodyId(b)));
                    }
                }
            }
        });
        tests
    }

    /// Updates the pairs of any number of boxes. Returns the number of pairs that overlap on the
    /// axis.
    fn sweep(&mut self, team: Team, boxes: &[Aabb]) -> u64 {
        let find_on = team.for_size(self.tests_before as usize, SHARED_FROM_TESTS);
        self.pack(boxes);
        let (mut tests, packed, pieces) = (0, &self.packed, &mut self.pieces);
        let find = |range: Range<usize>, pairs: &mut Vec<BodyPair>| {
            packed.pairs(range, boxes, |a, b| {
                pairs.push(BodyPair::new(BodyId(a), BodyId(b)))
            })
        };
        self.pairs.update_on(team, |pairs| {
            if !find_on.shares() {
                tests = find(0..packed.len(), pairs);
                return;
            }
            let piece = |range: Range<usize>, (found, tests): &mut PairsOfPiece| {
                found.clear();
                *tests = find(range, found);
            };
            for (found, more) in find_on.for_pieces(pieces, packed.len(), BOXES_AT_ONCE, &piece) {
                pairs.append(found);
                tests += *more;
            }
        });
        self.tests_before = tests;
        tests
    }

    /// Packs the boxes in their order along the best axis.
    fn pack(&mut self, boxes: &[Aabb]) {
        let axis = self.best_axis(boxes);
        self.sort(axis, boxes);
        let present = |body: &u32| is_present(&boxes[*body as usize]);
        let bodies = self.order.iter().map(Endpoint::body).filter(present);
        self.packed.fill(bodies, boxes, axis);
    }

    /// Returns the axis for an update. Searches again if it is time, or if the number of bodies has
    /// changed since the last sweep.
    fn best_axis(&mut self, boxes: &[Aabb]) -> usize {
        if self.order.len() != boxes.len() {
            self.sweeps_on_axis = 0;
        }
        let is_time = self.sweeps_on_axis == 0;
        self.sweeps_on_axis = (self.sweeps_on_axis + 1) % AXIS_SWEEPS;
        if is_time && boxes.len() >= AXIS_BODIES {
            better_axis(self.axis, variance(boxes))
        } else {
            self.axis
        }
    }

    /// Updates the order. Sorts fully if the axis or the number of boxes changes.
    fn sort(&mut self, axis: usize, boxes: &[Aabb]) {
        let lower = |body: u32| {
            let bounds = &boxes[body as usize];
            let is_present = is_present(bounds);
            if is_present {
                bounds.min[axis]
            } else {
                f64::INFINITY
            }
        };
        if self.order.len() == boxes.len() && self.axis == axis {
            for endpoint in &mut self.order {
                endpoint.set_value(lower(endpoint.body()));
            }
            endpoints::sort(&mut self.order);
        } else {
            self.axis = axis;
            self.order.clear();
            let bodies = 0..boxes.len() as u32;
            self.order
                .extend(bodies.map(|i| Endpoint::min(i, lower(i))));
            endpoints::full_sort(&mut self.order);
        }
    }
}

/// Returns the axis in use, or that of largest variance if it gains enough.
fn better_axis(axis: usize, variance: Vec3) -> usize {
    let widest = variance.max_position();
    if variance[widest] > AXIS_GAIN * variance[axis] {
        widest
    } else {
        axis
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use collision::workers::Workers;

    #[test]
    fn the_axis_changes_only_where_that_gains_much() {
        assert_eq!(better_axis(0, Vec3::new(1.0, 3.9, 2.0)), 0);
        assert_eq!(better_axis(0, Vec3::new(1.0, 4.1, 2.0)), 1);
        assert_eq!(better_axis(1, Vec3::new(1.0, 0.5, 2.1)), 2);
        assert_eq!(better_axis(2, Vec3::ZERO), 2);
    }

    #[test]
    fn few_boxes_have_the_pairs_and_the_count_of_a_sweep() {
        // Corners on a lattice: boxes touch, coincide, and are empty on one axis.
        let mut state = 7u32;
        let mut number = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state >> 30)
        };
        let mut total = 0;
        for round in 0..400 {
            let mut corner = || Vec3::new(number(), number(), number());
            let mut any_box = || {
                let min = corner();
                Aabb::new(min, min + corner() - Vec3::splat(0.5))
            };
            let boxes: Vec<Aabb> = (0..round % (FEW_BODIES + 1)).map(|_| any_box()).collect();
            let (mut few, mut swept) = (SortAndSweep::default(), SortAndSweep::default());
            (few.axis, swept.axis) = (round % 3, round % 3);
            let tests = few.compare_all(&boxes);
            assert_eq!(tests, swept.sweep(Team::ALONE, &boxes), "{boxes:?}");
            assert_eq!(few.pairs(), swept.pairs(), "{boxes:?}");
            total += few.pairs().len();
        }
        assert!(total > 50, "{total}");
    }

    #[test]
    fn a_stack_is_sorted_along_its_height() {
        let unit = |i: u32| {
            let up = Vec3::Z * f64::from(i);
            Aabb::new(up, Vec3::ONE + up)
        };
        let boxes: Vec<Aabb> = (0..100).map(unit).collect();
        let (mut phase, mut work) = (SortAndSweep::default(), Work::default());
        phase.update(&boxes, &mut work);
        assert_eq!(work.count("body-box-tests"), 99);
        assert_eq!(phase.pairs().len(), 99);
    }

    #[test]
    fn bodies_that_spread_along_another_axis_are_sorted_along_it_after_some_updates() {
        let row = |axis: usize| {
            let unit = |i: u32| {
                let mut corner = Vec3::ZERO;
                corner[axis] = f64::from(i);
                Aabb::new(corner, corner + Vec3::ONE)
            };
            (0..100).map(unit).collect::<Vec<_>>()
        };
        let mut phase = SortAndSweep::default();
        let mut tests = |axis: usize| {
            let mut work = Work::default();
            let mut boxes = row(axis);
            // Otherwise the pairs stay, and nothing is compared.
            boxes[0].min.x -= f64::from(phase.sweeps_on_axis);
            phase.update(&boxes, &mut work);
            work.count("body-box-tests")
        };
        assert_eq!(tests(0), 99);
        let counts: Vec<u64> = (0..AXIS_SWEEPS).map(|_| tests(2)).collect();
        let (last, before) = counts.split_last().unwrap();
        assert_eq!(*last, 99);
        assert!(before.iter().all(|count| *count == 4950), "{counts:?}");
    }

    #[test]
    fn threads_find_the_pairs_of_one() {
        let scattered = |seed: u32| {
            let number = |k: u32| f64::from((seed * 7919 + k).wrapping_mul(0x9e37_79b9) >> 20);
            let unit = |i: u32| {
                let corner = Vec3::new(number(3 * i), number(3 * i + 1), number(3 * i + 2));
                Aabb::new(corner, corner + Vec3::splat(300.0))
            };
            (0..1200).map(unit).collect::<Vec<_>>()
        };
        let updates = |count: usize| {
            let (mut workers, mut phase) = (Workers::default(), SortAndSweep::default());
            let mut update = |seed: u32| {
                let (boxes, mut work) = (scattered(seed), Work::default());
                workers.run(count, true, |team| phase.update_on(team, &boxes, &mut work));
                let tests = work.count("body-box-tests");
                (phase.pairs().to_vec(), phase.changes().clone(), tests)
            };
            [1, 2, 3].map(&mut update)
        };
        let alone = updates(1);
        // The second and the third are shared.
        assert!(
            alone[..2]
                .iter()
                .all(|update| update.2 as usize > SHARED_FROM_TESTS)
        );
        assert!(alone.iter().all(|update| update.0.len() > 100));
        for count in [2, 3] {
            assert!(updates(count) == alone, "{count} threads");
        }
    }

    /// If no box has changed, nothing is compared. Otherwise no older boxes count.
    #[test]
    fn pairs_are_those_of_the_boxes_whichever_were_there_before() {
        let unit = |x: i32| Aabb::new(Vec3::splat(f64::from(x)), Vec3::splat(f64::from(x + 1)));
        let row: Vec<Aabb> = (0..20).map(unit).collect();
        let mut without = row.clone();
        without[10] = Aabb::EMPTY;
        let reversed: Vec<Aabb> = row.iter().rev().copied().collect();
        let mut phase = SortAndSweep::default();
        for (boxes, pairs, tests) in [
            (&row, 19, 19),
            (&row, 19, 0),
            (&without, 17, 17),
            (&row, 19, 19),
            (&reversed, 19, 19),
            (&reversed, 19, 0),
            (&Vec::new(), 0, 0),
            (&row, 19, 19),
        ] {
            let mut work = Work::default();
            let before = phase.pairs().to_vec();
            phase.update(boxes, &mut work);
            let is_new = |pair: &&BodyPair| !before.contains(pair);
            let began: Vec<BodyPair> = phase.pairs().iter().filter(is_new).copied().collect();
            assert_eq!(phase.changes().began, began);
            let overlaps = |p: &BodyPair| boxes[p.a.index()].overlaps(&boxes[p.b.index()]);
            assert!(phase.pairs().iter().all(overlaps));
            assert_eq!(phase.pairs().len(), pairs);
            assert_eq!(work.count("body-box-tests"), tests);
        }
    }
}
