//! Every broad phase finds the pairs that the definition gives, whatever it remembers.

use broad_phase::{AllPairs, NoCulling, SortAndSweep};
use collision::{BodyPair, BroadPhase, Work};
use geometry::{Aabb, Vec3};
use proptest::prelude::*;

/// Boxes with integer corners, so that many touch; some are flat, some are empty of volume.
fn boxes() -> impl Strategy<Value = Vec<Aabb>> {
    let number = || (-4..5i32).prop_map(f64::from);
    let corner = move || (number(), number(), number()).prop_map(|(x, y, z)| Vec3::new(x, y, z));
    let one = (corner(), corner()).prop_map(|(p, q)| Aabb::of_points([&p, &q]));
    prop::collection::vec(one, 0..12)
}

fn by_definition(boxes: &[Aabb]) -> Vec<(u32, u32)> {
    let n = boxes.len();
    let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
    let meets = |(i, j): &(usize, usize)| {
        (0..3).all(|k| boxes[*i].min[k] <= boxes[*j].max[k] && boxes[*j].min[k] <= boxes[*i].max[k])
    };
    pairs
        .filter(meets)
        .map(|(i, j)| (i as u32, j as u32))
        .collect()
}

fn found_by(broad: &mut dyn BroadPhase, boxes: &[Aabb]) -> (Vec<(u32, u32)>, Work) {
    let mut work = Work::default();
    let before = broad.pairs().to_vec();
    broad.update(boxes, &mut work);
    // The changes lead from the pairs before to the pairs now.
    let changes = broad.changes();
    let mut now: Vec<BodyPair> = before
        .into_iter()
        .filter(|pair| !changes.ended.contains(pair))
        .chain(changes.began.iter().copied())
        .collect();
    now.sort_unstable();
    assert_eq!(now, broad.pairs());
    let pairs = broad.pairs().iter().map(|p| (p.a.0, p.b.0));
    (pairs.collect(), work)
}

proptest! {
    #[test]
    fn every_broad_phase_finds_the_same_sorted_pairs(scenes in prop::collection::vec(boxes(), 1..6)) {
        // One detector over all scenes: what it remembers must not matter.
        let mut sorted = SortAndSweep::default();
        let mut all = AllPairs::default();
        for scene in &scenes {
            let expected = by_definition(scene);
            prop_assert_eq!(&found_by(&mut all, scene).0, &expected);
            prop_assert_eq!(&found_by(&mut sorted, scene).0, &expected);
        }
    }
}

#[test]
fn sorting_saves_work_on_a_row_of_boxes() {
    let unit = |x: usize| Aabb::new(Vec3::splat(x as f64), Vec3::splat(x as f64 + 1.0));
    let row: Vec<Aabb> = (0..100).map(unit).collect();
    let (all, work_all) = found_by(&mut AllPairs::default(), &row);
    let (sorted, work_sorted) = found_by(&mut SortAndSweep::default(), &row);
    assert_eq!(all, sorted);
    assert_eq!(all.len(), 99, "neighbors share a corner");
    assert_eq!(
        [work_all, work_sorted].map(|w| w.count("body-box-tests")),
        [4950, 99]
    );
}

#[test]
fn without_culling_every_pair_of_present_bodies_is_reported() {
    let unit = |x: f64| Aabb::new(Vec3::splat(x), Vec3::splat(x + 1.0));
    let mut all = NoCulling::default();
    let far = [unit(0.0), unit(50.0), unit(900.0)];
    assert_eq!(found_by(&mut all, &far).0, [(0, 1), (0, 2), (1, 2)]);
    assert!(found_by(&mut all, &far).1 == Work::default());
    assert!(all.changes().began.is_empty());
    let removed = [unit(0.0), Aabb::EMPTY, unit(900.0)];
    assert_eq!(found_by(&mut all, &removed).0, [(0, 2)]);
    assert_eq!(found_by(&mut AllPairs::default(), &removed).0, []);
    assert_eq!(found_by(&mut SortAndSweep::default(), &removed).0, []);
}
