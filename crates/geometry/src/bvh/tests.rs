use super::*;
use crate::testing::Points;

fn boxes(count: usize, seed: u64) -> Vec<Aabb> {
    let mut points = Points::new(seed);
    (0..count)
        .map(|_| {
            let p = points.point();
            Aabb::of_points([&p, &(p + 0.1 * points.point())])
        })
        .collect()
}

#[test]
fn every_item_is_in_one_leaf_inside_of_all_boxes_above() {
    for (count, leaf_size) in [(1, 1), (2, 1), (7, 3), (100, 1), (1000, 4)] {
        let mut all = boxes(count, 1);
        // Equal boxes have to be split by index.
        let first = all[0];
        all[count / 2..].fill(first);
        let mut bvh = Bvh::new(&all, leaf_size);
        bvh.check(|item| all[item as usize]);
        bvh.visit(|at| {
            assert!(
                at.leaf
                    .is_none_or(|leaf| (1..=leaf_size).contains(&leaf.len()))
            );
            Walk::Enter
        });
        let moved = boxes(count, 2);
        bvh.refit(|item| moved[item as usize]);
        bvh.check(|item| moved[item as usize]);
    }
}

#[test]
fn a_walk_enters_skips_and_stops() {
    let all = boxes(64, 3);
    let bvh = Bvh::new(&all, 1);
    let mut visited = Vec::new();
    assert!(!bvh.visit(|at| {
        visited.push(at.node);
        Walk::Enter
    }));
    assert!(visited.into_iter().eq(0..127));
    let mut found = Vec::new();
    let region = Aabb::new(Vec3::ZERO, Vec3::ONE);
    bvh.visit(|at| {
        if !at.bounds.overlaps(&region) {
            return Walk::Skip;
        }
        found.extend(at.leaf.into_iter().flatten().map(|p| bvh.items()[p]));
        Walk::Enter
    });
    found.sort_unstable();
    let expected = (0..64).filter(|i| all[*i as usize].overlaps(&region));
    assert!(found.into_iter().eq(expected));
    let mut steps = 0;
    assert!(bvh.visit(|_| {
        steps += 1;
        if steps < 5 { Walk::Enter } else { Walk::Stop }
    }));
    assert_eq!(steps, 5);
}

#[test]
fn the_nearest_item_is_the_one_that_a_pass_over_all_finds() {
    let all = boxes(200, 5);
    let bvh = Bvh::new(&all, 3);
    for p in Points::new(6).cloud(200) {
        let p = Aabb::new(p, p);
        let to = |b: &Aabb| box_distance(b, &p);
        let least = all.iter().map(to).fold(f64::INFINITY, f64::min);
        let item = |position: usize| bvh.items()[position];
        let to_item = |position| (to(&all[item(position) as usize]), item(position));
        let (position, distance, found) = bvh.nearest(f64::INFINITY, to, to_item).unwrap();
        assert_eq!((distance, found), (least, item(position)));
        assert!(
            bvh.nearest(least, to, to_item).is_none(),
            "not below the limit"
        );
    }
}

#[test]
fn pairs_of_two_hierarchies_are_those_of_two_loops() {
    let (a, b) = (boxes(900, 7), boxes(600, 8));
    let (of_a, of_b) = (Bvh::new(&a, 2), Bvh::new(&b, 4));
    let overlap = |a: &Aabb, b: &Aabb| a.overlaps(b).then(|| a.intersection(b).unwrap().size().x);
    let mut pairs = Vec::new();
    let all = of_a.overlapping_leaves(&of_b, overlap, |own, others| {
        for i in &of_a.items()[own] {
            for j in &of_b.items()[others.clone()] {
                if a[*i as usize].overlaps(&b[*j as usize]) {
                    pairs.push((*i, *j));
                }
            }
        }
        Walk::Enter
    });
    pairs.sort_unstable();
    let product = (0..900).flat_map(|i| (0..600).map(move |j| (i, j)));
    let expected: Vec<_> = product
        .filter(|(i, j)| a[*i as usize].overlaps(&b[*j as usize]))
        .collect();
    assert!(!all && expected.len() > 50, "{}", expected.len());
    assert_eq!(pairs, expected);
    assert!(of_a.overlapping_leaves(&of_b, overlap, |_, _| Walk::Stop));
}

#[test]
fn deeper_pairs_are_visited_first_and_equally_deep_ones_in_order() {
    let unit = |x: f64| Aabb::new(Vec3::X * x, Vec3::X * x + Vec3::ONE);
    let row = || Bvh::new(&[unit(0.0), unit(10.0)], 1);
    let (of_a, of_b) = (row(), row());
    let first_item = |of_b: &Bvh| {
        let mut items = None;
        let depth = |a: &Aabb, b: &Aabb| a.intersection(b).map(|common| common.size().x);
        of_a.overlapping_leaves(of_b, depth, |own, others| {
            items = Some((of_a.items()[own.start], of_b.items()[others.start]));
            Walk::Stop
        });
        items.unwrap()
    };
    assert_eq!(first_item(&of_b), (0, 0));
    let deeper_first = Bvh::new(&[unit(0.5), unit(10.1)], 1);
    assert_eq!(first_item(&deeper_first), (1, 1));
    assert_eq!(first_item(&Bvh::new(&[unit(0.1), unit(10.5)], 1)), (0, 0));
}

#[test]
fn the_least_distance_is_that_of_two_loops() {
    for seed in 0..20 {
        let shift = Vec3::X * (1.5 + 0.1 * seed as f64);
        let a = boxes(60, seed);
        let shifted = |b: &Aabb| Aabb::new(b.min + shift, b.max + shift);
        let b: Vec<Aabb> = boxes(40, seed + 50).iter().map(shifted).collect();
        let (of_a, of_b) = (Bvh::new(&a, 4), Bvh::new(&b, 1));
        let item = |bvh: &Bvh, position: usize| bvh.items()[position] as usize;
        let least = of_a.least_distance(&of_b, box_distance, |i, j, _| {
            box_distance(&a[item(&of_a, i)], &b[item(&of_b, j)])
        });
        let product = a.iter().flat_map(|x| b.iter().map(|y| box_distance(x, y)));
        assert_eq!(least, product.fold(f64::INFINITY, f64::min));
    }
}
