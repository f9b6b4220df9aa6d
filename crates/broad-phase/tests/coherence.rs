//! Every broad phase agrees with the definition over a thousand steps of hostile motion.

use broad_phase::{BroadPhaseKind, COUNTERS};
use collision::{BodyId, BodyPair, BroadPhase, PairChanges, Work};
use geometry::{Aabb, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The kinds that test boxes.
fn kinds() -> impl Iterator<Item = BroadPhaseKind> {
    let all = BroadPhaseKind::ALL.iter().copied();
    all.filter(|kind| *kind != BroadPhaseKind::NoCulling)
}

fn by_definition(boxes: &[Aabb]) -> Vec<BodyPair> {
    let mut pairs = Vec::new();
    for (b, second) in (0..).zip(boxes) {
        for (a, first) in (0..b).zip(boxes) {
            let common = |k| {
                let begin = first.min[k].max(second.min[k]);
                begin <= first.max[k].min(second.max[k])
            };
            if (0..3).all(common) && !first.is_empty() && !second.is_empty() {
                pairs.push(BodyPair::new(BodyId(a), BodyId(b)));
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

/// Pairs that overlap on the axis on which most do.
fn overlaps_on_most_crowded_axis(boxes: &[Aabb]) -> u64 {
    let there: Vec<&Aabb> = boxes.iter().filter(|b| !b.is_empty()).collect();
    let on_axis = |k: usize| {
        let meet = |a: &Aabb, b: &Aabb| a.min[k] <= b.max[k] && b.min[k] <= a.max[k];
        let of_each = there.iter().enumerate();
        let of_each = of_each.map(|(i, a)| there[..i].iter().filter(|b| meet(a, b)).count() as u64);
        of_each.sum::<u64>()
    };
    (0..3).map(on_axis).max().unwrap_or(0)
}

/// All broad phases of boxes, compared with the definition in every update.
struct Compared {
    phases: Vec<(BroadPhaseKind, Box<dyn BroadPhase>)>,
    before: Vec<BodyPair>,
    began: usize,
    ended: usize,
    /// True if boxes differ in bits that sweep and prune rounds away, so that it counts more pairs
    /// on an axis.
    is_rounded: bool,
}

impl Compared {
    fn new() -> Compared {
        Compared {
            phases: kinds().map(|kind| (kind, kind.build())).collect(),
            before: Vec::new(),
            began: 0,
            ended: 0,
            is_rounded: false,
        }
    }

    fn update(&mut self, boxes: &[Aabb], step: usize) {
        let now = by_definition(boxes);
        let only = |list: &[BodyPair], other: &[BodyPair]| -> Vec<BodyPair> {
            let missing = |pair: &&BodyPair| other.binary_search(pair).is_err();
            list.iter().filter(missing).copied().collect()
        };
        let (began, ended) = (only(&now, &self.before), only(&self.before, &now));
        self.began += began.len();
        self.ended += ended.len();
        for (kind, phase) in &mut self.phases {
            let mut work = Work::default();
            phase.update(boxes, &mut work);
            if *kind == BroadPhaseKind::SweepAndPrune {
                let (counted, overlaps) = (
                    work.count("axis-overlaps"),
                    overlaps_on_most_crowded_axis(boxes),
                );
                let agrees = counted == overlaps || self.is_rounded && counted > overlaps;
                assert!(agrees, "{counted}, not {overlaps}, in step {step}");
            }
            assert_eq!(phase.pairs(), now, "pairs of {kind:?} in step {step}");
            let changes = phase.changes();
            assert_eq!(changes.began, began, "{kind:?} in step {step}");
            assert_eq!(changes.ended, ended, "{kind:?} in step {step}");
        }
        self.before = now;
    }
}

/// Box with corners on a small grid of integers, so that most coordinates are equal to others.
fn grid_box(rng: &mut Pcg64Mcg, half: i32) -> Aabb {
    let mut corner =
        || Vec3::from_array([0; 3].map(|_: i32| f64::from(rng.random_range(-half..=half))));
    let (p, q) = (corner(), corner());
    Aabb::new(p.min(q), p.max(q))
}

/// Changes the sign of zeros at random.
fn with_signed_zeros(rng: &mut Pcg64Mcg, b: Aabb) -> Aabb {
    let mut sign = |v: Vec3| {
        Vec3::from_array(v.to_array().map(|x| {
            if x == 0.0 && rng.random::<bool>() {
                -x
            } else {
                x
            }
        }))
    };
    Aabb::new(sign(b.min), sign(b.max))
}

fn shifted(b: &Aabb, by: Vec3) -> Aabb {
    Aabb::new(b.min + by, b.max + by)
}

/// One step of every kind of change: small moves, turns, teleports, bodies that go, come back, and
/// are added and removed at the end.
fn disturb(rng: &mut Pcg64Mcg, boxes: &mut Vec<Aabb>, half: i32) {
    let turn = rng.random_range(0..10);
    for b in boxes.iter_mut() {
        let moves = match turn {
            0 => 0.0,
            1..=6 => 0.3,
            7 => 1.0,
            _ => 0.05,
        };
        if b.is_empty() {
            if rng.random::<f64>() < 0.2 {
                *b = grid_box(rng, half);
            }
        } else if rng.random::<f64>() < moves {
            match rng.random_range(0..20) {
                0 => *b = Aabb::EMPTY,
                1 | 2 => *b = grid_box(rng, half),
                _ => {
                    let step = [0; 3].map(|_: i32| f64::from(rng.random_range(-1..=1)));
                    *b = shifted(b, Vec3::from_array(step));
                }
            }
        }
        *b = with_signed_zeros(rng, *b);
    }
    match rng.random_range(0..40) {
        0..=2 => boxes.push(grid_box(rng, half)),
        3 | 4 => _ = boxes.pop(),
        5 => boxes.truncate(boxes.len() / 2),
        6 => boxes.extend((0..12).map(|_| Aabb::EMPTY)),
        7 if boxes.len() < 60 => (0..20).for_each(|_| boxes.push(grid_box(rng, half))),
        8 => boxes.iter_mut().for_each(|b| *b = grid_box(rng, half)),
        _ => {}
    }
}

#[test]
fn a_thousand_steps_on_a_small_grid() {
    for (seed, half) in [(1, 3), (2, 8), (3, 30)] {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut boxes: Vec<Aabb> = (0..30).map(|_| grid_box(&mut rng, half)).collect();
        let mut compared = Compared::new();
        for step in 0..1000 {
            compared.update(&boxes, step);
            disturb(&mut rng, &mut boxes, half);
        }
        assert!(compared.began > 1000 && compared.ended > 1000);
    }
}

/// Small moves of numbers that are not equal, with few bodies that jump.
#[test]
fn a_thousand_steps_of_coherent_motion() {
    let mut rng = Pcg64Mcg::seed_from_u64(7);
    let mut boxes: Vec<Aabb> = (0..60).map(|_| grid_box(&mut rng, 4)).collect();
    let mut compared = Compared::new();
    for step in 0..1000 {
        compared.update(&boxes, step);
        for (i, b) in boxes.iter_mut().enumerate() {
            let mut one = |scale: f64| scale * (2.0 * rng.random::<f64>() - 1.0);
            let jump = if (i + step).is_multiple_of(97) {
                5.0
            } else {
                0.1
            };
            *b = shifted(b, Vec3::new(one(jump), one(jump), one(0.1)));
        }
    }
    assert!(compared.began > 1000);
}

/// Bodies whose coordinates differ in the last bits of the mantissa only: words that hold an end
/// and a body round them.
#[test]
fn bodies_of_some_ulps() {
    let mut rng = Pcg64Mcg::seed_from_u64(13);
    let mut boxes: Vec<Aabb> = (0..40).map(|_| grid_box(&mut rng, 12)).collect();
    let mut compared = Compared::new();
    compared.is_rounded = true;
    for (step, size) in (0..300).zip([1.0, 16.0, 128.0].into_iter().cycle()) {
        let far = |p: Vec3| Vec3::new(-7.0, 7.0, 1e9) + p * (size * 1e9 * f64::EPSILON);
        let tiny = |b: &Aabb| Aabb::new(far(b.min), far(b.max));
        let tiny: Vec<Aabb> = boxes.iter().map(tiny).collect();
        compared.update(&tiny, step);
        disturb(&mut rng, &mut boxes, 12);
        boxes.resize_with(40, || grid_box(&mut rng, 12));
    }
    assert!(compared.began > 1000 && compared.ended > 1000);
}

/// Many bodies that exchange hundreds of endpoints in a step, with and without ties.
#[test]
fn crowds_of_bodies() {
    let mut rng = Pcg64Mcg::seed_from_u64(11);
    let mut boxes: Vec<Aabb> = (0..600).map(|_| grid_box(&mut rng, 9)).collect();
    for b in &mut boxes {
        b.max = b.min + Vec3::splat(1.0);
    }
    let mut compared = Compared::new();
    for step in 0..24 {
        compared.update(&boxes, step);
        for b in &mut boxes {
            let mut one = || match step % 3 {
                0 => f64::from(rng.random_range(-1..=1)),
                _ => 0.2 * (2.0 * rng.random::<f64>() - 1.0),
            };
            *b = shifted(b, Vec3::new(one(), one(), one()));
        }
    }
    assert!(compared.began > 1000 && compared.ended > 1000);
}

#[test]
fn equal_boxes_meet_and_part() {
    let one = Aabb::new(Vec3::ZERO, Vec3::ONE);
    let mut boxes = vec![one; 40];
    let mut compared = Compared::new();
    compared.update(&boxes, 0);
    assert_eq!(compared.before.len(), 780);
    for step in 1..40 {
        boxes[step] = shifted(&one, Vec3::splat(step as f64));
        compared.update(&boxes, step);
    }
    assert_eq!(compared.before.len(), 39, "neighbors share a corner");
    boxes.fill(Aabb::new(Vec3::ZERO, Vec3::ZERO));
    compared.update(&boxes, 41);
    boxes.fill(Aabb::new(Vec3::splat(-0.0), Vec3::ZERO));
    compared.update(&boxes, 42);
    boxes.fill(Aabb::EMPTY);
    compared.update(&boxes, 43);
    boxes.clear();
    compared.update(&boxes, 44);
    boxes.push(one);
    compared.update(&boxes, 45);
}

/// Stacks: all boxes share their interval on two axes, and change their order on the third.
#[test]
fn clusters_on_two_axes() {
    for axis in 0..3 {
        let mut rng = Pcg64Mcg::seed_from_u64(axis as u64);
        let along = |x: f64| {
            let mut b = Aabb::new(Vec3::ZERO, Vec3::ONE);
            b.min[axis] = x;
            b.max[axis] = x + 0.5;
            b
        };
        let mut heights: Vec<f64> = (0..50).map(f64::from).collect();
        let mut compared = Compared::new();
        for step in 0..200 {
            let boxes: Vec<Aabb> = heights.iter().map(|x| along(*x)).collect();
            compared.update(&boxes, step);
            for x in &mut heights {
                *x += f64::from(rng.random_range(-2..=2)) * 0.25;
            }
        }
        assert!(compared.began > 100);
    }
}

#[test]
fn infinite_boxes_overlap_all_that_they_contain() {
    let everything = Aabb::new(Vec3::NEG_INFINITY, Vec3::INFINITY);
    let half = Aabb::new(Vec3::NEG_INFINITY, Vec3::new(0.0, f64::INFINITY, 1.0));
    let far = Aabb::new(Vec3::splat(f64::MAX), Vec3::INFINITY);
    let at_infinity = Aabb::new(Vec3::INFINITY, Vec3::INFINITY);
    let unit = Aabb::new(Vec3::ZERO, Vec3::ONE);
    let all = [
        everything,
        unit,
        half,
        far,
        Aabb::EMPTY,
        at_infinity,
        shifted(&unit, Vec3::X),
    ];
    let mut compared = Compared::new();
    for step in 0..7 * 7 {
        let mut boxes = all.to_vec();
        boxes.swap(step % 7, step / 7);
        if step % 3 == 0 {
            boxes[step % 7] = Aabb::EMPTY;
        }
        compared.update(&boxes, step);
    }
}

#[test]
fn a_box_that_is_inverted_on_one_axis_is_empty() {
    let unit = Aabb::new(Vec3::ZERO, Vec3::ONE);
    let inverted = Aabb::new(Vec3::new(0.6, 0.0, 0.0), Vec3::new(0.4, 1.0, 1.0));
    let mut compared = Compared::new();
    for (step, boxes) in [
        [unit, unit, unit],
        [unit, inverted, unit],
        [unit, unit, unit],
    ]
    .iter()
    .enumerate()
    {
        compared.update(boxes, step);
    }
    assert_eq!((compared.began, compared.ended), (5, 2));
}

/// A NaN is refused before anything changes, so later answers are right.
#[test]
fn a_box_with_a_nan_changes_nothing() {
    let unit = |x: f64| Aabb::new(Vec3::new(x, 0.0, 0.0), Vec3::new(x + 1.0, 1.0, 1.0));
    let boxes = [unit(0.0), unit(0.5), unit(3.0)];
    for kind in BroadPhaseKind::ALL {
        let mut phase = kind.build();
        phase.update(&boxes, &mut Work::default());
        let pairs = phase.pairs().to_vec();
        let mut bad = boxes;
        bad[0] = unit(9.0);
        bad[1].max.z = f64::NAN;
        let attempt = std::panic::AssertUnwindSafe(|| phase.update(&bad, &mut Work::default()));
        assert!(std::panic::catch_unwind(attempt).is_err(), "{kind:?}");
        assert_eq!(phase.pairs(), pairs);
        phase.update(&[unit(0.0), unit(2.5), unit(3.0)], &mut Work::default());
        let expected = by_definition(&[unit(0.0), unit(2.5), unit(3.0)]);
        assert!(
            expected.iter().all(|pair| phase.pairs().contains(pair)),
            "{kind:?}"
        );
        phase.clear();
        assert!(phase.pairs().is_empty() && phase.changes() == &PairChanges::default());
        phase.update(&boxes, &mut Work::default());
        assert_eq!(phase.pairs(), pairs, "{kind:?}");
    }
}

#[test]
fn every_counter_of_the_crate_is_counted() {
    let mut rng = Pcg64Mcg::seed_from_u64(5);
    let mut boxes: Vec<Aabb> = (0..40).map(|_| grid_box(&mut rng, 9)).collect();
    let mut work = Work::default();
    let mut phases: Vec<_> = kinds().map(BroadPhaseKind::build).collect();
    for _ in 0..50 {
        for phase in &mut phases {
            phase.update(&boxes, &mut work);
        }
        disturb(&mut rng, &mut boxes, 9);
    }
    for name in COUNTERS {
        assert!(work.count(name) > 0, "{name}");
    }
}
