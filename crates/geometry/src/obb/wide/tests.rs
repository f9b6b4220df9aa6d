use super::*;
use crate::bvh::Walk;
use crate::lanes::lane;
use crate::obb::ObbWork;
use crate::power_of_two;
use crate::testing::Points;
use crate::{Interference, Pose, PosedExtent, Quat, RelativePose, interference};
use proptest::prelude::*;

fn wide(faces: &[Triangle]) -> WideBoxTree {
    WideBoxTree::new(&OrientedBoxTree::new(faces.iter().copied()), faces)
}

/// Small triangles in the unit cube, on a lattice or not.
fn soup(count: u64, seed: u64, size: f64, lattice: Option<f64>) -> Vec<Triangle> {
    let mut points = Points::new(seed);
    let snapped = |p: Vec3| lattice.map_or(p, |n| (p * n).round() / n);
    (0..count)
        .map(|_| {
            let at = points.point();
            let mut corner = || snapped(at + size * points.point());
            Triangle::new(corner(), corner(), corner())
        })
        .collect()
}

fn mapped(faces: &[Triangle], map: impl Fn(Vec3) -> Vec3) -> Vec<Triangle> {
    let face = |t: &Triangle| Triangle::new(map(t.a), map(t.b), map(t.c));
    faces.iter().map(face).collect()
}

/// Sorted pairs of faces that are visited, and the work.
fn visited(bodies: [&[Triangle]; 2], poses: [&Pose; 2]) -> (Vec<[u32; 2]>, ObbWork) {
    let reach = |faces: &[Triangle]| {
        let reaches = faces.iter().map(|t| t.aabb().max_abs_coordinate());
        reaches.fold(0.0, f64::max)
    };
    let [a, b] = [0, 1].map(|k| PosedExtent::new(poses[k].world_map(), reach(bodies[k])));
    let trees = bodies.map(wide);
    let room = 1 + trees.iter().map(WideBoxTree::stack_depth).sum::<usize>();
    let mut stack = Vec::with_capacity(room);
    let held = stack.capacity();
    let (mut work, mut pairs) = (ObbWork::default(), Vec::new());
    let visit = |i, j| {
        pairs.push([i, j]);
        Walk::Skip
    };
    let b_in_a = RelativePose::new(&a, &b);
    trees[0].pairs(&trees[1], &b_in_a, &mut stack, &mut work, visit);
    assert_eq!(stack.capacity(), held, "the stack grows beyond its bound");
    pairs.sort_unstable();
    (pairs, work)
}

/// Pairs of faces that meet in world space.
fn meeting(bodies: [&[Triangle]; 2], poses: [&Pose; 2]) -> Vec<[u32; 2]> {
    let [a, b] = [0, 1].map(|k| {
        let map = poses[k].world_map();
        mapped(bodies[k], |p| map.apply(p))
    });
    let mut pairs = Vec::new();
    for (i, s) in (0..).zip(&a) {
        for (j, t) in (0..).zip(&b) {
            if interference(s, t) != Interference::Apart {
                pairs.push([i, j]);
            }
        }
    }
    pairs
}

fn any_turn() -> impl Strategy<Value = Quat> {
    let part = || -1.0..1.0f64;
    let generic = ([part(), part(), part(), part()], 1.0 - 1e-6..1.0 + 1e-6)
        .prop_filter("a direction", |(q, _)| {
            q.iter().map(|x| x * x).sum::<f64>() > 0.01
        })
        .prop_map(|(q, length)| Quat::from_array(q).normalize() * length);
    prop_oneof![3 => generic, 1 => Just(Quat::IDENTITY)]
}

#[test]
fn each_box_contains_the_faces_below_it_and_each_face_has_one_lane() {
    for seed in 0..20 {
        let soup = soup(1 + 9 * seed, seed, 0.3, (seed % 2 == 0).then_some(3.0));
        for (exponent, at) in [(0, 0.0), (-900, 0.0), (90, 0.0), (-1040, 0.0), (0, 1e9)] {
            let scale = power_of_two(exponent);
            let faces = mapped(&soup, |p| (p + Vec3::splat(at)) * scale);
            let tree = wide(&faces);
            let mut seen = vec![0; faces.len()];
            let mut tasks = vec![(0, Vec::new())];
            while let Some((node, above)) = tasks.pop() {
                let node: &WideBoxNode = &tree.nodes[node];
                for k in 0..node.len as usize {
                    let mut boxes: Vec<_> = above.clone();
                    boxes.push((node, k));
                    let child = node.children[k];
                    if node.faces >> k & 1 == 0 {
                        tasks.push((child as usize, boxes));
                        continue;
                    }
                    seen[child as usize] += 1;
                    for p in faces[child as usize].corners() {
                        let p = (p - tree.center) * tree.scale;
                        assert!(p.length() <= tree.radius);
                        for (node, k) in &boxes {
                            assert!(contains(node, *k, p), "{seed} {exponent}");
                        }
                    }
                }
            }
            assert!(seen.iter().all(|count| *count == 1));
        }
    }
}

fn contains(node: &WideBoxNode, k: usize, p: Vec3) -> bool {
    let exact = |v: &VecLanes| Vec3::from_array(lane(v, k).map(f64::from));
    let (from_center, half) = (p - exact(&node.center), exact(&node.half));
    (0..3).all(|i| exact(&node.axes[i]).dot(from_center).abs() <= half[i])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// A corner of one face lies in another, up to rounding: their pair is visited, and so are all
    /// that meet.
    #[test]
    fn faces_that_meet_are_visited(
        counts in [1u64..20, 1u64..20],
        seed in 0u64..1000,
        on_lattice in any::<bool>(),
        turns in [any_turn(), any_turn()],
        far in prop_oneof![Just(0.0), Just(1.0), Just(1e9), Just(2f64.powi(40))],
        local in prop_oneof![2 => Just(0.0), 1 => Just(1e6), 1 => Just(1e12)],
        exponent in prop_oneof![3 => Just(0), 1 => Just(-1060), 1 => Just(-900), 1 => Just(40)],
        small in prop_oneof![2 => Just(0), 1 => Just(-30), 1 => Just(-200)],
        flat in prop_oneof![2 => Just(1.0), 1 => Just(0.0), 1 => Just(1e-9)],
    ) {
        let scale = power_of_two(exponent);
        let lattice = on_lattice.then_some(4.0);
        let [a, b] = [0, 1].map(|k| soup(counts[k], seed + k as u64, 0.5, lattice));
        let squeeze = Vec3::new(1.0, flat, 1.0);
        let a = mapped(&a, |p| (p * squeeze + Vec3::X * local) * scale);
        let b = mapped(&b, |p| p * squeeze * scale * power_of_two(small));
        let pose_a = Pose::new(Vec3::new(0.3, -1.0, 0.7) * scale * far, turns[0]);
        let map = pose_a.world_map();
        let [p, q, r] = a[0].corners().map(|p| map.apply(p));
        let corner = Pose::new(Vec3::ZERO, turns[1]).world_map().apply(b[0].a);
        let pose_b = Pose::new(0.5 * p + 0.25 * (q + r) - corner, turns[1]);
        for (bodies, poses, first) in [
            ([&a[..], &b[..]], [&pose_a, &pose_b], [0, 0]),
            ([&b[..], &a[..]], [&pose_b, &pose_a], [0, 0]),
        ] {
            let (pairs, _) = visited(bodies, poses);
            prop_assert!(pairs.windows(2).all(|w| w[0] < w[1]), "a pair came twice");
            prop_assert!(pairs.binary_search(&first).is_ok());
            for pair in meeting(bodies, poses) {
                prop_assert!(pairs.binary_search(&pair).is_ok(), "{pair:?}");
            }
        }
    }
}

/// Two slabs of triangles, turned: a gap of a ten thousandth of their size keeps all
/// pairs apart.
#[test]
fn a_small_gap_along_a_normal_separates_at_all_scales() {
    let turn = Quat::from_xyzw(0.1, -0.7, 0.3, 0.64).normalize();
    let flat = mapped(&soup(100, 7, 0.2, None), |p| Vec3::new(p.x, p.y, 0.0));
    for scale in [1.0, power_of_two(-900), power_of_two(90)] {
        let body = mapped(&flat, |p| p * scale);
        let at = |gap: f64| Pose::new(turn * Vec3::Z * gap * scale, turn);
        let poses = [&at(0.0), &at(1e-4)];
        let (pairs, work) = visited([&body, &body], poses);
        assert!(pairs.is_empty(), "{pairs:?}");
        assert!(work.box_tests <= 2 * WIDTH as u64, "{work:?}");
        let (pairs, work) = visited([&body, &body], [poses[0]; 2]);
        assert!(pairs.len() >= 100 && pairs.len() < 3_000, "{}", pairs.len());
        assert!(work.box_tests < 10_000, "less than all with all: {work:?}");
    }
}

#[test]
fn a_point_is_compared_in_the_unit_of_the_other_tree() {
    let point = [Triangle::new(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO)];
    for exponent in [0, -60, -900] {
        let small = |p: Vec3| (p + Vec3::X * 4.0) * power_of_two(exponent);
        let faces = mapped(&soup(30, 3, 0.3, None), small);
        for bodies in [[&point[..], &faces], [&faces, &point]] {
            let (pairs, work) = visited(bodies, [&Pose::IDENTITY; 2]);
            assert!(pairs.is_empty(), "2^{exponent}: {} pairs", pairs.len());
            assert!(work.box_tests > 0);
        }
    }
}

#[test]
fn the_stack_has_room_for_faces_in_one_place_and_little_more() {
    let one = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y);
    for count in [1, 9, 200] {
        let faces = vec![one; count];
        // A level of nodes takes at least one of the binary tree.
        let binary = OrientedBoxTree::new(faces.iter().copied());
        assert!(wide(&faces).stack_depth() <= 7 * binary.depth());
        let (pairs, _) = visited([&faces, &faces], [&Pose::IDENTITY; 2]);
        assert_eq!(pairs.len(), count * count);
    }
}

#[test]
fn a_visitor_stops_the_walk() {
    let faces = soup(50, 3, 0.4, None);
    let tree = wide(&faces);
    let extent = PosedExtent::new(Pose::IDENTITY.world_map(), 2.0);
    let same = RelativePose::new(&extent, &extent);
    let (mut stack, mut work, mut count) = (Vec::new(), ObbWork::default(), 0);
    let visit = |_, _| {
        count += 1;
        if count == 3 { Walk::Stop } else { Walk::Skip }
    };
    assert!(tree.pairs(&tree, &same, &mut stack, &mut work, visit));
    assert_eq!(count, 3);
}
