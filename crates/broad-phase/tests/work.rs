//! Work counts of broad phases: work follows motion, and memory follows bodies.

use broad_phase::{AabbTree, BroadPhaseKind, SweepAndPrune};
use collision::{BroadPhase, Work};
use geometry::{Aabb, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Unit cubes at random in a cube with an edge of 4 for each body of an edge of the swarm: few
/// overlap.
fn swarm(seed: u64, bodies: usize) -> Vec<Aabb> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let edge = 4.0 * (bodies as f64).cbrt();
    let cube = |_| {
        let corner = Vec3::from_array([0; 3].map(|_: i32| edge * rng.random::<f64>()));
        Aabb::new(corner, corner + Vec3::ONE)
    };
    (0..bodies).map(cube).collect()
}

fn shifted(b: &Aabb, by: Vec3) -> Aabb {
    Aabb::new(b.min + by, b.max + by)
}

/// Moves the first `moving` boxes by at most `step` on each axis.
fn stir(rng: &mut Pcg64Mcg, boxes: &mut [Aabb], moving: usize, step: f64) {
    for b in &mut boxes[..moving] {
        let by = [0; 3].map(|_: i32| step * (2.0 * rng.random::<f64>() - 1.0));
        *b = shifted(b, Vec3::from_array(by));
    }
}

/// Work of twenty updates after the first.
fn work_of(phase: &mut dyn BroadPhase, bodies: usize, moving: usize, step: f64) -> Work {
    let mut boxes = swarm(1995, bodies);
    phase.clear();
    phase.update(&boxes, &mut Work::default());
    let mut rng = Pcg64Mcg::seed_from_u64(4);
    let mut work = Work::default();
    for _ in 0..20 {
        stir(&mut rng, &mut boxes, moving, step);
        phase.update(&boxes, &mut work);
    }
    work
}

#[test]
fn still_bodies_cost_no_swap_and_no_test() {
    for kind in [BroadPhaseKind::SweepAndPrune, BroadPhaseKind::AabbTree] {
        let work = work_of(&mut *kind.build(), 500, 0, 0.0);
        // The overlaps along the axes are no work, and stay known.
        let mut counted = work.entries().filter(|(name, _)| *name != "axis-overlaps");
        assert!(counted.next().is_none(), "{kind:?}: {work:?}");
    }
}

#[test]
fn swaps_grow_with_motion_and_with_moving_bodies() {
    let mut phase = SweepAndPrune::default();
    let mut swaps = |moving, step| {
        let work = work_of(&mut phase, 1000, moving, step);
        assert_eq!(work.count("full-sorts"), 0);
        let swaps = work.count("endpoint-swaps");
        assert!(work.count("body-box-tests") <= swaps);
        swaps
    };
    let by_step = [0.001, 0.01, 0.1].map(|step| swaps(1000, step));
    println!("{by_step:?}");
    // Ten times the way, about ten times the exchanges.
    for (less, more) in [(by_step[0], by_step[1]), (by_step[1], by_step[2])] {
        assert!(5 * less < more && more < 20 * less, "{by_step:?}");
    }
    let few = swaps(100, 0.1);
    assert!(4 * few < by_step[2] && few > 0, "{few} of {}", by_step[2]);
}

/// Bodies that teleport are sorted fully, after a bounded number of exchanges.
#[test]
fn teleports_are_not_sorted_by_insertion() {
    let n = 2000;
    let (mut phase, mut work) = (SweepAndPrune::default(), Work::default());
    phase.update(&swarm(1, n), &mut work);
    assert_eq!(
        ["full-sorts", "endpoint-swaps"].map(|name| work.count(name)),
        [1, 0]
    );
    phase.update(&swarm(2, n), &mut work);
    assert_eq!(work.count("full-sorts"), 2);
    let swaps = work.count("endpoint-swaps");
    let limit = broad_phase::sweep_and_prune::SWAPS_PER_BODY * n as u64;
    assert!(swaps > limit && swaps < limit + 2 * n as u64, "{swaps}");
}

/// A body that comes or goes does not make all others be sorted.
#[test]
fn one_body_comes_and_goes_without_a_full_sort() {
    let boxes = swarm(3, 1000);
    let (mut phase, mut work) = (SweepAndPrune::default(), Work::default());
    phase.update(&boxes[..999], &mut work);
    let first = work.count("full-sorts");
    phase.update(&boxes, &mut work);
    let mut without = boxes.clone();
    without[5] = Aabb::EMPTY;
    phase.update(&without, &mut work);
    phase.update(&boxes, &mut work);
    phase.update(&boxes[..999], &mut work);
    assert_eq!(work.count("full-sorts"), first);
    assert!(work.count("endpoint-swaps") > 1000);
}

/// Flags of all pairs would take 600 MB.
#[test]
fn memory_is_linear_for_twenty_thousand_bodies() {
    let n = 20_000;
    let mut boxes = swarm(6, n);
    let (mut phase, mut work) = (SweepAndPrune::default(), Work::default());
    let mut rng = Pcg64Mcg::seed_from_u64(8);
    for _ in 0..5 {
        phase.update(&boxes, &mut work);
        stir(&mut rng, &mut boxes, n, 0.01);
    }
    assert!(phase.pairs().len() > 1000);
    let memory = phase.memory();
    assert!(memory < 400 * n && memory > 144 * n, "{memory} bytes");
    assert_eq!(work.count("full-sorts"), 1);
}

/// Bodies clustered on one axis: one-dimensional sweeps compare all pairs there, rectangles few.
#[test]
fn an_interval_tree_does_not_mind_clusters_on_one_axis() {
    let mut flat = swarm(9, 2000);
    for b in &mut flat {
        b.min.z = 0.0;
        b.max.z = 1.0;
    }
    let tests = |kind: BroadPhaseKind| {
        let mut work = Work::default();
        let mut phase = kind.build();
        phase.update(&flat, &mut work);
        (work.count("body-box-tests"), phase.pairs().len() as u64)
    };
    let (rectangles, pairs) = tests(BroadPhaseKind::IntervalTree);
    assert_eq!(
        rectangles, pairs,
        "the third axis is the one that excludes nothing"
    );
    let (intervals, _) = tests(BroadPhaseKind::SortAndSweep);
    assert!(intervals > 10 * rectangles, "{intervals} {rectangles}");
}

#[test]
fn only_bodies_that_leave_their_fat_box_are_inserted_again() {
    let mut phase = AabbTree::default();
    let small = work_of(&mut phase, 500, 500, 0.004);
    assert_eq!(small.count("reinsertions"), 0);
    assert_eq!(small.count("body-tree-tests"), 0);
    assert!(small.count("body-box-tests") > 0, "pairs of fat boxes");
    let large = work_of(&mut phase, 500, 10, 0.3);
    let reinsertions = large.count("reinsertions");
    assert!(reinsertions > 100 && reinsertions <= 200, "{reinsertions}");
}

/// Where everything moves, a tree that is built again visits few nodes, and about as few for each
/// body however many there are.
#[test]
fn a_tree_of_moving_bodies_visits_few_nodes_for_each() {
    for n in [1000, 5000, 20_000] {
        let work = work_of(&mut AabbTree::default(), n, n, 0.1);
        let [visits, moved, builds] =
            ["body-tree-tests", "reinsertions", "body-tree-builds"].map(|name| work.count(name));
        println!("{n} bodies: {visits} visits, {moved} reinsertions, {builds} builds");
        assert!(
            moved > n as u64 && (2..20).contains(&builds),
            "{moved} {builds}"
        );
        assert!(visits < 20 * moved, "{visits} for {moved}");
    }
}

/// Where few move, the tree of the others stays, and queries stay short.
#[test]
fn a_tree_of_few_moving_bodies_is_not_built_again() {
    let work = work_of(&mut AabbTree::default(), 5000, 250, 0.3);
    let [visits, moved, builds] =
        ["body-tree-tests", "reinsertions", "body-tree-builds"].map(|name| work.count(name));
    println!("{visits} visits, {moved} reinsertions, {builds} builds");
    assert!(moved > 2500 && builds == 0, "{moved} {builds}");
    assert!(visits < 60 * moved, "{visits} for {moved}");
    // The reinsertions of a hundred updates are more than there are bodies.
    let mut phase = AabbTree::default();
    let work = (0..5).fold(0, |builds, _| {
        builds + work_of(&mut phase, 50, 5, 0.9).count("body-tree-builds")
    });
    assert!(work >= 5, "{work}");
}
