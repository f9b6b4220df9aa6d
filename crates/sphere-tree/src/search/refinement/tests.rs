use super::*;
use crate::Coverage;
use crate::search::tree_pair::Gap;
use geometry::{Pose, PosedExtent, Quat, RelativePose};

/// A root with four children on a line, each of radius 0.5 and reach `i + 1`; the second has
/// two children of its own.
fn tree(root_radius: f64) -> SphereTree {
    let count = 4;
    let mut centers = vec![Vec3::ZERO];
    centers.extend((0..count).map(|i| Vec3::X * f64::from(i)));
    centers.extend([Vec3::new(1.0, 0.2, 0.0), Vec3::new(1.0, -0.2, 0.0)]);
    let n = centers.len();
    let mut radii = vec![0.5; n];
    (radii[0], radii[n - 2], radii[n - 1]) = (root_radius, 0.25, 0.25);
    let mut levels = vec![1; n];
    (levels[0], levels[n - 2], levels[n - 1]) = (0, 2, 2);
    let end = count as u32 + 1;
    let mut children = vec![[end, end]; n];
    children[0] = [1, end];
    children[2] = [end, end + 2];
    children[n - 2] = [end + 2; 2];
    children[n - 1] = [end + 2; 2];
    SphereTree {
        radii,
        levels,
        children,
        reach: (0..n).map(|i| i as f64).collect(),
        surface_reach: vec![9.0; n],
        inner: vec![0.25; n],
        face_start: vec![0; n + 1],
        faces: Vec::new(),
        coverage: Coverage::Regions,
        centers,
    }
}

struct Ran {
    colliding: Vec<SphereContact>,
    apart: SeparatedPairs,
    known: PairBounds,
    work: SphereWork,
}

impl Ran {
    fn spheres(&self) -> Vec<[u32; 2]> {
        self.colliding.iter().map(|c| c.spheres).collect()
    }

    fn listed(&mut self) -> Vec<FrontierPair> {
        self.apart.take_list()
    }
}

fn run(pose: &Pose, spheres: [u32; 2], root_radius: f64) -> Ran {
    let listed = SeparatedPairs::Listed(Vec::new());
    run_into(listed, pose, spheres, root_radius)
}

fn run_into(apart: SeparatedPairs, pose: &Pose, spheres: [u32; 2], root_radius: f64) -> Ran {
    let b_in_a = pose_of_b(pose);
    with_trees(&b_in_a, root_radius, |trees| {
        let mut ran = Ran {
            colliding: Vec::new(),
            apart,
            known: PairBounds::NOTHING,
            work: SphereWork::default(),
        };
        let mut refinement = Refinement::default();
        refinement.reserve(trees.a.len());
        refinement.begin_step();
        let mut lists = PairLists {
            colliding: &mut ran.colliding,
            apart: &mut ran.apart,
        };
        let contact = trees.contact(spheres, 0.0);
        refinement.refine(trees, contact, &mut ran.known, &mut lists, &mut ran.work);
        ran
    })
}

fn pose_of_b(pose: &Pose) -> RelativePose {
    let placed = |pose: &Pose| PosedExtent::new(pose.world_map(), 8.0);
    RelativePose::new(&placed(&Pose::IDENTITY), &placed(pose))
}

fn with_trees<T>(
    b_in_a: &RelativePose,
    root_radius: f64,
    act: impl FnOnce(&TreePair<'_>) -> T,
) -> T {
    let tree = tree(root_radius);
    let outside_root = |c: &Vec3| (c.length() + 0.5 - root_radius).max(0.0);
    let outside_parent: Vec<f64> = tree.centers.iter().map(outside_root).collect();
    act(&TreePair {
        a: &tree,
        b: &tree,
        b_in_a,
        parents: &[0, 0, 0, 0, 0, 2, 2],
        outside_parent: &outside_parent,
    })
}

#[test]
fn colliding_children_replace_their_parents() {
    // The spheres of B lie at x = 2.5 + i, so the last two of A meet the first two of B.
    let ran = run(&Pose::at(Vec3::X * 2.5), [0, 0], 4.0);
    assert_eq!(ran.spheres(), [[3, 1], [4, 1], [4, 2]]);
    assert_eq!((ran.known.level, ran.known.bound.floor()), (1, 4.0));
    assert_eq!(ran.known.nearest, [3, 1]);
    // Four children of each against the other root, then the pairs of those that intersect it.
    // The last child of B does not.
    assert_eq!(ran.work.sphere_tests, 4 + 4 + 4 * 3);
    // The root and four children of B are mapped once each.
    assert_eq!(ran.work.spheres_moved, 5);
}

/// Each pair of children is either colliding or below exactly one separated pair.
#[test]
fn colliding_and_separated_pairs_partition_all_pairs() {
    // Children extend beyond the root, and collide only if they intersect the other root.
    let tree = tree(2.0);
    for i in 0..400 {
        let t = f64::from(i) * 0.37;
        let away = Vec3::new(t.sin(), (1.7 * t).cos(), (0.3 * t).sin()).normalize();
        let turn = Quat::from_rotation_z(t) * Quat::from_rotation_x(0.5 * t);
        let pose = Pose::new(away * f64::from(i % 23) * 0.3, turn);
        let mut ran = run(&pose, [0, 0], 2.0);
        let (apart, colliding) = (ran.listed(), ran.spheres());
        let map = pose.world_map();
        let gap = |[a, b]: [u32; 2]| {
            let (a, b) = (a as usize, b as usize);
            let d = tree.centers[a].distance(map.apply(tree.centers[b]));
            d - tree.radii[a] - tree.radii[b]
        };
        let below = |node: u32, child: u32| node == child || node == 0;
        for a in 1..5 {
            for b in 1..5 {
                let over = |s: &[u32; 2]| below(s[0], a) && below(s[1], b);
                let apart = apart.iter().filter(|p| over(&p.spheres)).count();
                let colliding = colliding.iter().filter(|s| over(s)).count();
                assert_eq!(apart + colliding, 1, "{a} {b} at {pose:?}");
            }
        }
        assert!(apart.iter().all(|p| match p.gap {
            Gap::AtLeast(least) => gap(p.spheres) >= least - 1e-12,
            Gap::None => false,
        }));
        assert!(colliding.iter().all(|s| gap(*s) < 1e-12));
        let overlap = |s: &[u32; 2]| gap(*s) < -0.5 - 1e-9;
        assert_eq!(ran.known.interfering, colliding.iter().any(overlap));
        for contact in &ran.colliding {
            let reach: f64 = contact.spheres.iter().map(|i| f64::from(*i)).sum();
            let estimate = reach + gap(contact.spheres);
            assert!((contact.estimate - estimate).abs() < 1e-12 && contact.level == 1);
            assert!(contact.bound >= reach && contact.bound < reach + 1e-9);
        }
    }
}

/// For a start from witnesses no pair is listed. The least gap is a bound for all points that lie
/// in spheres on their way down. Listed gaps also allow for spheres that extend beyond their
/// parents.
#[test]
fn the_least_gap_is_that_of_the_listed_pairs() {
    // No child extends beyond a root of radius 4.
    for (root_radius, extends) in [(4.0, false), (2.0, true)] {
        for i in 0..200 {
            let t = f64::from(i) * 0.37;
            let away = Vec3::new(t.sin(), (1.7 * t).cos(), (0.3 * t).sin()).normalize();
            let pose = Pose::new(away * f64::from(i % 23) * 0.3, Quat::from_rotation_z(t));
            let mut listed = run(&pose, [0, 0], root_radius);
            let gaps = listed.listed().into_iter().map(|p| match p.gap {
                Gap::AtLeast(gap) => gap,
                Gap::None => panic!("{:?} collide", p.spheres),
            });
            let expected = gaps.fold(f64::INFINITY, f64::min);
            let none = SeparatedPairs::LeastGap(f64::INFINITY);
            let mut noted = run_into(none, &pose, [0, 0], root_radius);
            assert_eq!(noted.spheres(), listed.spheres());
            assert!(noted.listed().is_empty());
            let SeparatedPairs::LeastGap(least) = noted.apart else {
                panic!("{:?} is no least gap", noted.apart)
            };
            assert!(least.is_finite() && least >= expected - 1e-12);
            assert!(extends || least <= expected + 1e-12);
        }
    }
}

/// Without a separated pair there is no least gap, and a search whose gaps are known in scene units
/// lowers it in the unit of the pair.
#[test]
fn a_known_gap_lowers_the_least_gap() {
    let b_in_a = pose_of_b(&Pose::at(Vec3::X * 2.5)).unit_sized();
    assert!(b_in_a.scale() < 1.0, "its unit is not that of the scene");
    with_trees(&b_in_a, 4.0, |trees| {
        let mut separated = SeparatedPairs::LeastGap(f64::INFINITY);
        assert_eq!(separated.least_gap(), None);
        for (gap, least) in [(2.0, 2.0), (3.0, 2.0), (0.75, 0.75)] {
            separated.push(trees, [1, 2], gap);
            let found = separated.least_gap().expect("a pair is separated");
            assert_eq!(b_in_a.in_scene_units(found), least, "after {gap}");
        }
        assert!(separated.take_list().is_empty());
        let mut listed = SeparatedPairs::Listed(Vec::new());
        listed.push(trees, [1, 2], 2.0);
        assert_eq!(listed.least_gap(), None);
        assert_eq!(listed.take_list(), [FrontierPair::apart([1, 2], 2.0)]);
    });
}

#[test]
fn a_leaf_replaces_its_missing_children() {
    // Sphere 2 has two children, sphere 1 has none.
    let near = Pose::at(Vec3::new(-0.5, 0.45, 0.0));
    let ran = run(&near, [1, 2], 4.0);
    assert_eq!(ran.spheres(), [[1, 6]]);
    assert_eq!(ran.work.sphere_tests, 2);
    let ran = run(&Pose::at(Vec3::new(0.5, 0.45, 0.0)), [2, 1], 4.0);
    assert_eq!(ran.spheres(), [[5, 1]]);
    assert_eq!((ran.work.sphere_tests, ran.known.level), (2, 2));
    let ran = run(&near, [1, 1], 4.0);
    assert_eq!(ran.spheres(), [[1, 1]]);
    assert_eq!(ran.work, SphereWork::default());
}
