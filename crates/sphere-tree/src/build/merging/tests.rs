use super::*;

/// Spheres of radius 1 at the given x, each formed by its poles along y and adjacent to the
/// next.
fn row(places: &[f64]) -> Seeds {
    let n = places.len() as u32;
    let poles = |x: &f64| [Vec3::new(*x, 1.0, 0.0), Vec3::new(*x, -1.0, 0.0)];
    Seeds {
        balls: places
            .iter()
            .map(|x| Ball::new(Vec3::X * *x, 1.0))
            .collect(),
        forming: Csr::from_lists((0..n).map(|i| vec![2 * i, 2 * i + 1])),
        neighbors: Csr::from_lists((0..n).map(|i| {
            let sides = [i.checked_sub(1), (i + 1 < n).then_some(i + 1)];
            sides.into_iter().flatten().collect()
        })),
        points: places.iter().flat_map(poles).collect(),
        normals: places.iter().flat_map(|_| [Vec3::Y, -Vec3::Y]).collect(),
    }
}

fn merged(seeds: &Seeds, around: BoundingBallKind) -> MergeTree {
    let each = || Ok::<_, std::convert::Infallible>(());
    let Ok(mergers) = MergeTree::of(seeds, around, each);
    mergers
}

/// The seeds of each part of all.
fn members(mergers: &MergeTree, count: usize) -> Vec<Vec<u32>> {
    let parts = mergers.parts(mergers.whole().unwrap(), count);
    parts.iter().map(|part| of(mergers, *part)).collect()
}

/// The seeds of a sphere.
fn of(mergers: &MergeTree, sphere: u32) -> Vec<u32> {
    match mergers.merged(sphere) {
        None => vec![sphere],
        Some(_) => mergers.parts(sphere, usize::MAX),
    }
}

/// If all spheres are adjacent, a merger proposes only the nearest `HUB` pairs. The last sphere
/// contains all points.
#[test]
fn a_hub_merges_with_the_nearest() {
    let places: Vec<f64> = (0..300).map(|i| f64::from(i) * 0.01).collect();
    let others = |i: u32| (0..300).filter(move |j| *j != i).collect();
    let seeds = Seeds {
        neighbors: Csr::from_lists((0..300).map(others)),
        ..row(&places)
    };
    let mut clustering = Clustering::new(&seeds, BoundingBallKind::Minimal);
    let before = clustering.queue.len();
    let pair = clustering.pop().unwrap();
    let popped = before - clustering.queue.len();
    clustering.join(pair);
    assert_eq!(clustering.queue.len(), before - popped + HUB);
    let hub = clustering.spheres.len() as u32 - 1;
    let mut proposed = clustering.sphere(hub).neighbors.clone();
    assert_eq!(proposed.len(), 298);
    let ball = clustering.done.ball(hub);
    clustering.keep_nearest(&ball, &mut proposed);
    let near = |i: &u32| (places[*i as usize] - ball.center.x).abs();
    let farthest = proposed.iter().map(near).fold(0.0, f64::max);
    assert!(farthest < 1.29, "{farthest} with 128 in steps of 0.01");
    let mergers = merged(&seeds, BoundingBallKind::Minimal);
    let all = mergers.ball(mergers.whole().unwrap());
    assert!(
        seeds
            .points
            .iter()
            .all(|p| p.distance(all.center) <= all.radius + 1e-12)
    );
}

#[test]
fn a_ball_grows_by_no_more_than_needed() {
    let ball = Ball::new(Vec3::ZERO, 1.0);
    assert_eq!(grown(ball, &[Vec3::X * 0.5]), ball);
    assert_eq!(grown(ball, &[Vec3::X * 3.0]), Ball::new(Vec3::X, 2.0));
}

#[test]
fn the_cost_is_the_distance_along_the_normal_to_the_sphere() {
    let ball = Ball::new(Vec3::ZERO, 2.0);
    // Center behind the face: 2 - 1. Center in front of it: 2 + 1.
    assert_eq!(cost(&ball, &[Vec3::Y], &[Vec3::Y]), 1.0);
    assert_eq!(cost(&ball, &[Vec3::Y], &[-Vec3::Y]), 3.0);
    // Aside: √(4 - 1) - 0.
    let aside = cost(&ball, &[Vec3::X], &[Vec3::Y]);
    assert!((aside - 3f64.sqrt()).abs() < 1e-15);
    assert_eq!(
        cost(&ball, &[Vec3::Y * 2.0], &[Vec3::X]),
        0.0,
        "on the sphere, aside"
    );
    assert_eq!(
        cost(&ball, &[Vec3::Y * 3.0], &[Vec3::X]),
        0.0,
        "outside by more than rounding"
    );
}

/// Points of a plate, which form no sphere. By the cost alone all mergers would be free.
#[test]
fn samples_of_a_plate_merge_with_those_near_them() {
    const SIDE: u32 = 16;
    let count = SIDE * SIDE;
    // In no order of their places: 45 is prime to their number.
    let place = |i: u32| 45 * i % count;
    let at = |i: u32| Vec3::new(f64::from(place(i) % SIDE), f64::from(place(i) / SIDE), 0.0);
    let others = |i: u32| (0..count).filter(move |j| at(i).distance(at(*j)).round() == 1.0);
    let seeds = Seeds {
        balls: (0..count).map(|i| Ball::new(at(i), 0.0)).collect(),
        forming: Csr::from_lists((0..count).map(|i| vec![i])),
        neighbors: Csr::from_lists((0..count).map(|i| others(i).collect())),
        points: (0..count).map(at).collect(),
        normals: vec![Vec3::Z; count as usize],
    };
    for around in [BoundingBallKind::Ritter, BoundingBallKind::Minimal] {
        let mergers = merged(&seeds, around);
        let parts = mergers.parts(mergers.whole().unwrap(), 16);
        // A square of 4 by 4 points has a ball of radius 2.1.
        let radii = parts.iter().map(|part| mergers.ball(*part).radius);
        let largest = radii.fold(0.0, f64::max);
        assert!(largest < 4.3, "{around:?}: {largest}");
    }
}

#[test]
fn near_neighbors_merge_first() {
    let seeds = row(&[0.0, 0.1, 5.0, 5.2, 9.0]);
    for around in [BoundingBallKind::Ritter, BoundingBallKind::Minimal] {
        let mergers = merged(&seeds, around);
        assert_eq!(
            members(&mergers, 4),
            [vec![0, 1], vec![2], vec![3], vec![4]]
        );
        assert_eq!(members(&mergers, 3), [vec![0, 1], vec![2, 3], vec![4]]);
        assert_eq!(members(&mergers, 2), [vec![0, 1], vec![2, 3, 4]]);
        let whole = mergers.whole().unwrap();
        assert_eq!(whole, 8);
        let ball = mergers.ball(whole);
        assert!(seeds.points.iter().all(|p| ball.contains(*p)));
        let pair = mergers.ball(mergers.parts(whole, 4)[0]);
        assert!((0..4).all(|p| pair.contains(seeds.points[p])));
        assert!(!pair.contains(seeds.points[4]));
    }
}

#[test]
fn seeds_have_no_parts_and_few_seeds_are_parts_themselves() {
    let seeds = row(&[0.0, 0.1, 5.0]);
    let mergers = merged(&seeds, BoundingBallKind::Ritter);
    for seed in 0..3 {
        assert!(mergers.parts(seed, 8).is_empty());
        assert_eq!(mergers.ball(seed), seeds.balls[seed as usize]);
    }
    assert_eq!(mergers.parts(mergers.whole().unwrap(), 8), [0, 1, 2]);
    let one = merged(&row(&[7.0]), BoundingBallKind::Ritter);
    assert_eq!(one.whole(), Some(0));
    assert_eq!(merged(&row(&[]), BoundingBallKind::Ritter).whole(), None);
}

#[test]
fn merging_can_be_stopped() {
    let seeds = row(&[0.0, 0.1, 5.0, 5.2]);
    let mut before = 0;
    let stopped = MergeTree::of(&seeds, BoundingBallKind::Ritter, || {
        before += 1;
        if before == 3 { Err("enough") } else { Ok(()) }
    });
    assert_eq!(stopped, Err("enough"));
    let ended = MergeTree::of(&seeds, BoundingBallKind::Ritter, || {
        before += 1;
        Ok::<_, ()>(())
    });
    assert!(ended.is_ok());
    assert_eq!(before, 6, "three mergers make one of four");
}

/// The chosen seeds alone, with new indices.
fn alone(seeds: &Seeds, chosen: &[u32]) -> Seeds {
    let number = |s: &u32| chosen.binary_search(s).ok().map(|i| i as u32);
    let own = |lists: &Csr| {
        chosen
            .iter()
            .map(|s| lists.get(*s as usize).to_vec())
            .collect()
    };
    let forming: Vec<Vec<u32>> = own(&seeds.forming);
    let neighbors: Vec<Vec<u32>> = own(&seeds.neighbors);
    Seeds {
        balls: chosen.iter().map(|s| seeds.balls[*s as usize]).collect(),
        forming: Csr::from_lists(forming),
        neighbors: Csr::from_lists(
            neighbors
                .iter()
                .map(|list| list.iter().filter_map(number).collect()),
        ),
        ..seeds.clone()
    }
}

/// The paper merges the seeds of each node separately. The row has two components and many
/// equal costs.
#[test]
fn the_parts_of_a_sphere_are_what_its_own_seeds_merge_to() {
    let places: Vec<f64> = (0..60).map(|i| f64::from(i * i % 41)).collect();
    let mut seeds = row(&places);
    for around in [BoundingBallKind::Ritter, BoundingBallKind::Minimal] {
        let mut lists: Vec<Vec<u32>> = (0..60).map(|i| seeds.neighbors.get(i).to_vec()).collect();
        lists[29].retain(|n| *n != 30);
        lists[30].retain(|n| *n != 29);
        seeds.neighbors = Csr::from_lists(lists);
        let mergers = merged(&seeds, around);
        let mut level = vec![mergers.whole().unwrap()];
        let mut compared = 0;
        while let Some(sphere) = level.pop() {
            let parts = mergers.parts(sphere, 4);
            level.extend(&parts);
            let own = of(&mergers, sphere);
            let again = merged(&alone(&seeds, &own), around);
            let expected = again.parts(again.whole().unwrap(), 4);
            assert_eq!(parts.len(), expected.len());
            for (part, other) in parts.iter().zip(expected) {
                assert_eq!(mergers.ball(*part), again.ball(other));
                let named = of(&again, other).into_iter().map(|s| own[s as usize]);
                assert_eq!(of(&mergers, *part), named.collect::<Vec<_>>());
                compared += 1;
            }
        }
        assert!(compared > 60);
    }
}

#[test]
fn disconnected_spheres_merge_after_all_adjacent_pairs() {
    let mut seeds = row(&[0.0, 1.0, 7.0, 20.0]);
    seeds.neighbors = Csr::from_lists(vec![vec![]; 4]);
    let mergers = merged(&seeds, BoundingBallKind::Ritter);
    assert_eq!(members(&mergers, 3), [vec![0, 1], vec![2], vec![3]]);
    // More spheres than are proposed in all pairs.
    let many: Vec<f64> = (0..1500).map(|i| f64::from(i * 7919 % 1500)).collect();
    let mut seeds = row(&many);
    seeds.neighbors = Csr::from_lists(vec![vec![]; many.len()]);
    let mergers = merged(&seeds, BoundingBallKind::Ritter);
    let parts = members(&mergers, 8);
    assert_eq!(parts.len(), 8);
    assert_eq!(parts.concat().len(), many.len());
}
