use super::*;
use crate::node_boxes::node_boxes;
use geometry::csg::{CsgSolid, CsgTree, Primitive};
use geometry::{Pose, PosedExtent, Quat, Vec3};
use std::sync::Arc;

fn block(size: [f64; 3], at: [f64; 3]) -> CsgTree {
    let pose = Pose::at(Vec3::from_array(at));
    CsgTree::leaf_at(Primitive::Box { size }, pose).unwrap()
}

fn half_space(normal: [f64; 3], offset: f64) -> CsgTree {
    CsgTree::leaf(Primitive::HalfSpace { normal, offset }).unwrap()
}

fn model(tree: &CsgTree) -> HybridModel {
    HybridModel::of_solid(Arc::new(CsgSolid::new(tree.clone()).unwrap()))
}

/// S-bounds of A and of B at a pose.
struct Outcome {
    region: Option<Aabb>,
    /// Boxes of all nodes. Valid for those that remain.
    boxes: [Vec<Aabb>; 2],
    pairs: Vec<[u32; 2]>,
    work: HybridWork,
}

fn outcome(a: &CsgTree, b: &CsgTree, pose: &Pose) -> Outcome {
    let models = [model(a), model(b)];
    let extents = [(&models[0], &Pose::IDENTITY), (&models[1], pose)]
        .map(|(model, pose)| PosedExtent::new(pose.world_map(), model.reach));
    let b_in_a = RelativePose::new(&extents[0], &extents[1]);
    let models = [&models[0], &models[1]];
    let (mut bounds, mut work) = (SBounds::default(), HybridWork::default());
    let region = bounds.compute(models, &b_in_a, &mut work);
    let boxes = [0, 1].map(|i| bounds.trees[i].boxes.clone());
    let mut pairs = Vec::new();
    if region.is_some() {
        bounds.add_leaf_pairs(models, &mut pairs, &mut work);
    }
    pairs.sort_unstable();
    Outcome {
        region,
        boxes,
        pairs,
        work,
    }
}

/// Checks a box computed by hand. Bodies of unit size have margins below 1e-12.
#[track_caller]
fn assert_box(found: Aabb, min: [f64; 3], max: [f64; 3]) {
    let expected = Aabb::new(Vec3::from_array(min), Vec3::from_array(max));
    assert!(found.contains_box(&expected), "{found:?}");
    assert!(expected.expanded(1e-12).contains_box(&found), "{found:?}");
}

#[test]
fn a_null_child_makes_an_intersection_null_and_leaves_the_other_child_of_a_union() {
    // Two cubes at the ends of a bar that cuts them. Nodes: 2 is the union of the cubes.
    let ends = block([1.0; 3], [0.5, 0.0, 0.0]).union(block([1.0; 3], [4.5, 0.0, 0.0]));
    let bar = block([6.0, 1.0, 0.5], [2.5, 0.0, 0.0]);
    let a = ends.clone().intersection(bar.clone());
    let b = block([1.0; 3], [0.0; 3]);
    // Between the cubes: the box around both is not null before both are.
    let between = outcome(&a, &b, &Pose::at(Vec3::X * 2.5));
    assert_eq!(between.region, None);
    // The box of B, then the union's and the root's: downward each two, upward one.
    assert_eq!(between.work.s_bound_boxes, 1 + 6);
    assert_eq!(between.work.s_bound_rounds, 1);
    let swapped = outcome(&bar.intersection(ends), &b, &Pose::at(Vec3::X * 2.5));
    assert_eq!((swapped.region, swapped.work), (None, between.work));
    // At the right cube.
    let right = outcome(&a, &b, &Pose::at(Vec3::X * 4.75));
    let (min, max) = ([4.25, -0.5, -0.25], [5.0, 0.5, 0.25]);
    assert_box(right.region.unwrap(), min, max);
    for node in [1, 2, 3, 4] {
        assert_box(right.boxes[0][node], min, max);
    }
    assert!(right.boxes[0][0].is_empty());
    assert_eq!(right.pairs, [[1, 0], [3, 0]]);
    assert_eq!(right.work.s_bound_tests, 2);
}

#[test]
fn a_hole_is_dropped_where_the_region_does_not_reach_it() {
    let plate = block([4.0, 4.0, 1.0], [0.0; 3]).difference(block([2.0; 3], [0.0; 3]));
    let peg = block([1.0, 1.0, 6.0], [0.0; 3]);
    // The boxes of hole and peg overlap, so both pairs of leaves are to be tested.
    let inside = outcome(&plate, &peg, &Pose::IDENTITY);
    assert_box(inside.region.unwrap(), [-0.5; 3], [0.5; 3]);
    assert_eq!(inside.pairs, [[0, 0], [1, 0]]);
    let (min, max) = ([0.75, -0.5, -0.5], [1.75, 0.5, 0.5]);
    let at_wall = outcome(&plate, &peg, &Pose::at(Vec3::X * 1.25));
    assert_box(at_wall.region.unwrap(), min, max);
    assert_box(at_wall.boxes[0][1], min, [1.0, 0.5, 0.5]);
    assert_box(at_wall.boxes[0][0], min, max);
    // The difference keeps the left child's box where the right one is null.
    let beside = outcome(&plate, &peg, &Pose::at(Vec3::X * 1.75));
    assert_box(beside.region.unwrap(), [1.25, -0.5, -0.5], [2.0, 0.5, 0.5]);
    assert_eq!(beside.pairs, [[0, 0]]);
    assert_eq!(
        outcome(&plate, &peg, &Pose::at(Vec3::X * 2.75)).pairs,
        [[0; 2]; 0]
    );
}

#[test]
fn the_boxes_of_b_follow_its_pose() {
    let bar = block([8.0, 1.0, 1.0], [0.0; 3]);
    let cubes = block([1.0; 3], [0.0; 3]).union(block([1.0; 3], [0.0, 3.0, 0.0]));
    // A turn by 45° about z: a cube's box is √2 wide, and the second cube moves to −x, +y.
    let turn = Quat::from_rotation_z(std::f64::consts::FRAC_PI_4);
    let found = outcome(&bar, &cubes, &Pose::new(Vec3::X, turn));
    let half = 0.5f64.sqrt();
    let (min, max) = ([1.0 - half, -0.5, -0.5], [1.0 + half, 0.5, 0.5]);
    assert_box(found.region.unwrap(), min, max);
    assert_eq!(found.pairs, [[0, 0]]);
}

#[test]
fn leaves_are_tested_if_their_boxes_overlap_and_they_have_faces() {
    let two = block([1.0; 3], [0.0; 3]).union(block([1.0; 3], [4.0, 0.0, 0.0]));
    let found = outcome(&two, &two, &Pose::at(Vec3::X * 0.5));
    assert_eq!(found.pairs, [[0, 0], [1, 1]]);
    assert_eq!(found.work.s_bound_tests, 4);
    // Boxes are closed.
    assert_eq!(
        outcome(&two, &two, &Pose::at(Vec3::X)).pairs,
        [[0, 0], [1, 1]]
    );
    let with_outer = two.clone().intersection(block([9.0; 3], [0.0; 3]));
    let found = outcome(&with_outer, &two, &Pose::at(Vec3::X * 0.5));
    assert_eq!(found.pairs, [[0, 0], [1, 1]]);
}

#[test]
fn an_unbounded_leaf_of_either_body_has_an_infinite_box() {
    let half = block([2.0; 3], [0.0; 3]).intersection(half_space([1.0, 0.0, 0.0], 0.25));
    let cube = block([0.5; 3], [0.0; 3]);
    let (min, max) = ([0.25, -0.25, -0.25], [0.75, 0.25, 0.25]);
    let as_a = outcome(&half, &cube, &Pose::at(Vec3::X * 0.5));
    assert_box(as_a.region.unwrap(), min, max);
    assert_eq!(as_a.pairs, [[0, 0], [1, 0]]);
    let as_b = outcome(&cube, &half, &Pose::at(Vec3::X * -0.5));
    assert_box(as_b.region.unwrap(), [-0.25; 3], [0.25; 3]);
    assert_eq!(as_b.pairs, [[0, 0], [0, 1]]);
}

#[test]
fn boxes_of_leaves_have_room_for_the_rounding_of_faces() {
    // cos = 3/5 and sin = 4/5: corners are rounded.
    let turned = Pose::new(Vec3::splat(0.1), Quat::from_xyzw(0.0, 0.0, 1.0, 2.0));
    for scale in [1.0, f64::from_bits(1 << 20), 1e20] {
        let leaf = |x: f64, size: f64| {
            let size = [size * scale; 3];
            let at = Pose::at(Vec3::X * x * scale);
            CsgTree::leaf_at(Primitive::Box { size }, at).unwrap()
        };
        // The far leaf's faces are rounded more coarsely than the near leaf.
        let tree = leaf(0.0, 0.1).union(leaf(50.0, 100.0));
        let turned = Pose::new(turned.translation * scale, turned.rotation);
        let solid = CsgSolid::new(tree.posed(&turned).unwrap()).unwrap();
        let boxes = node_boxes(&solid, solid.mesh());
        let reach = solid.mesh().aabb().max_abs_coordinate();
        let rounding = f64::EPSILON * reach + f64::from_bits(2);
        for node in [0, 1, 2] {
            let bounds = solid.surface(node).bounds();
            let needed = bounds.expanded(rounding);
            assert!(boxes[node].contains_box(&needed), "{node} at {scale:e}");
            let room = bounds.expanded(16.0 * rounding);
            assert!(room.contains_box(&boxes[node]), "{node} at {scale:e}");
        }
    }
}

/// Two bars that cross at the origin, each with a row of cubes along the diagonal.
fn staircases(steps: u32) -> [CsgTree; 2] {
    let cube = |x, y| block([0.1; 3], [x, y, 0.0]);
    let mut upright = block([0.2, 200.0, 0.2], [0.0; 3]);
    let mut level = block([200.0, 0.2, 0.2], [0.0; 3]);
    for step in 1..=steps {
        let k = f64::from(step);
        // The last cube of the one is above all cubes of the other. Once it is dropped, the
        // last cube of the other is beside all of the one.
        upright = upright.union(cube(k, k + 0.25));
        level = level.union(cube(k - 0.5, k));
    }
    [upright, level]
}

#[test]
fn interlocking_steps_end_at_the_limit_of_rounds_and_bars_remain() {
    let [a, b] = staircases(2);
    let few = outcome(&a, &b, &Pose::IDENTITY);
    assert_eq!(few.pairs, [[0, 0]]);
    // Four cubes are dropped one by one.
    assert_eq!(few.work.s_bound_rounds, 5);
    let [a, b] = staircases(10);
    let many = outcome(&a, &b, &Pose::IDENTITY);
    assert_eq!(many.work.s_bound_rounds, u64::from(MAX_ROUNDS));
    assert!(many.pairs.contains(&[0, 0]));
    assert!(many.region.unwrap().max.x > 5.0, "{:?}", many.region);
}
