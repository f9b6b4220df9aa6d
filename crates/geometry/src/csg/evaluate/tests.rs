//! Tests of boundary evaluation: volumes, closedness, and agreement with the formula.

use super::*;
use crate::csg::{CsgFault, Primitive};
use crate::topology::Topology;
use crate::{Pose, Quat, solid};
use proptest::prelude::*;

fn block(size: [f64; 3], at: [f64; 3]) -> CsgTree {
    let pose = Pose::at(Vec3::from_array(at));
    CsgTree::leaf_at(Primitive::Box { size }, pose).unwrap()
}

fn cube(size: f64) -> CsgTree {
    block([size; 3], [0.0; 3])
}

fn volume(mesh: &Mesh) -> f64 {
    let signed = |i| {
        let t = mesh.triangle(i);
        t.a.dot(t.b.cross(t.c)) / 6.0
    };
    (0..mesh.face_count()).map(signed).sum()
}

#[track_caller]
fn evaluated(tree: CsgTree) -> CsgSolid {
    let solid = CsgSolid::new(tree).unwrap();
    assert_eq!(solid.leaf_of_face().len(), solid.mesh().face_count());
    solid
}

/// Checks the number of faces, the volume and closedness.
#[track_caller]
fn check(tree: CsgTree, faces: usize, expected: f64) -> CsgSolid {
    let solid = evaluated(tree);
    let topology = Topology::of(solid.mesh());
    assert!(topology.is_clean(), "{topology}");
    assert_eq!(solid.mesh().face_count(), faces);
    let volume = volume(solid.mesh());
    assert!((volume - expected).abs() <= 1e-14 * expected, "{volume}");
    solid
}

#[test]
fn boxes_join_in_all_ways() {
    check(cube(2.0), 12, 8.0);
    let beside = || block([1.0; 3], [1.5, 0.0, 0.0]);
    let corner = || block([2.0; 3], [1.0, 1.0, 1.0]);
    // Touching faces vanish.
    check(cube(2.0).union(beside()), 28, 9.0);
    check(cube(2.0).difference(beside()), 12, 8.0);
    assert_eq!(
        CsgSolid::new(cube(2.0).intersection(beside()))
            .unwrap_err()
            .fault,
        CsgFault::Empty
    );
    check(cube(2.0).union(corner()), 36, 15.0);
    check(cube(2.0).intersection(corner()), 12, 1.0);
    check(cube(2.0).difference(corner()), 24, 7.0);
    // Nested and coincident ones.
    check(cube(2.0).union(cube(1.0)), 12, 8.0);
    check(cube(2.0).difference(cube(1.0)), 24, 7.0);
    check(cube(2.0).union(cube(2.0)), 12, 8.0);
    check(cube(2.0).intersection(cube(2.0)), 12, 8.0);
    let split = cube(2.0).difference(block([2.0, 2.0, 1.0], [0.0, 0.0, 0.5]));
    check(split, 12, 4.0);
}

#[test]
fn a_hole_leaves_the_faces_of_the_subtracted_leaf() {
    let hole = block([1.0, 1.0, 4.0], [0.0; 3]);
    let solid = check(cube(2.0).difference(hole), 32, 6.0);
    let walls = solid
        .leaf_of_face()
        .iter()
        .filter(|leaf| **leaf == 1)
        .count();
    assert_eq!(walls, 8);
    let root = solid.tree().root();
    let surface = solid.surface(root);
    let mut from_right = surface.polygons_from_right();
    assert!(from_right.len() >= 4 && from_right.clone().all(|p| p.reversed));
    assert!(from_right.all(|p| solid.polygon(p.polygon).0 == 1));
}

#[test]
fn solids_without_a_mesh_are_errors() {
    let fault = |tree: CsgTree| CsgSolid::new(tree).unwrap_err().fault;
    let half = |normal: [f64; 3]| {
        let offset = 0.0;
        CsgTree::leaf(Primitive::HalfSpace { normal, offset }).unwrap()
    };
    assert_eq!(fault(cube(1.0).difference(cube(1.0))), CsgFault::Empty);
    assert_eq!(fault(cube(1.0).difference(cube(2.0))), CsgFault::Empty);
    assert_eq!(fault(half([1.0, 0.0, 0.0])), CsgFault::Unbounded);
    let all = half([1.0, 0.0, 0.0]).union(half([-1.0, 0.0, 0.0]));
    assert_eq!(fault(all), CsgFault::Unbounded);
    let plane = half([1.0, 0.0, 0.0]).intersection(half([-1.0, 0.0, 0.0]));
    assert_eq!(fault(plane), CsgFault::Empty);
    let all = || half([1.0, 0.0, 0.0]).union(half([-1.0, 0.0, 0.0]));
    assert_eq!(fault(all().difference(cube(1.0))), CsgFault::Unbounded);
    // Unbounded leaves of a bounded solid.
    check(cube(2.0).intersection(half([1.0, 1.0, 1.0])), 16, 4.0);
    check(all().intersection(cube(2.0)), 12, 8.0);
    check(cube(2.0).difference(half([0.0, 0.0, 1.0])), 12, 4.0);
}

/// Each leaf of a chain touches all before it, so steps for each piece must be linear in them.
#[test]
fn thousands_of_leaves_at_one_place_are_evaluated() {
    let half = |normal: [f64; 3], offset: f64| {
        CsgTree::leaf(Primitive::HalfSpace { normal, offset }).unwrap()
    };
    let chain = |links: &dyn Fn(u32) -> CsgTree, join: fn(CsgTree, CsgTree) -> CsgTree| {
        (1..3000).map(links).fold(links(0), join)
    };
    let below = |_: u32| half([0.0, 0.0, 1.0], 0.0);
    let above = |_: u32| half([0.0, 0.0, -1.0], 0.0);
    let fault = |tree: CsgTree| CsgSolid::new(tree).unwrap_err().fault;
    for join in [CsgTree::union, CsgTree::intersection] {
        assert_eq!(fault(chain(&below, join)), CsgFault::Unbounded);
        check(cube(2.0).intersection(chain(&below, join)), 12, 4.0);
    }
    check(cube(2.0).difference(chain(&above, CsgTree::union)), 12, 4.0);
    let rising = |i: u32| half([0.0, 0.0, 1.0], f64::from(i) / 4096.0 - 1.0);
    let volume = 4.0 * 2999.0 / 4096.0;
    check(
        cube(2.0).intersection(chain(&rising, CsgTree::union)),
        12,
        volume,
    );
}

#[test]
fn long_chains_share_the_surfaces_of_their_nodes() {
    let count = 10_000;
    // Boxes in a row that overlap, in order and mixed.
    for stride in [1, 3967] {
        let link = |i: i32| block([1.5, 1.0, 1.0], [f64::from(i * stride % count), 0.0, 0.0]);
        let chain = (1..count).map(link).fold(link(0), CsgTree::union);
        let mut evaluation = Evaluation::new(chain, EvaluationLimits::MOST);
        evaluation.run().unwrap();
        let stored = evaluation.surfaces.stored();
        let most = MAX_POLYGONS / 4;
        assert!(stored < most, "{stored}");
        let solid = evaluation.finish().unwrap();
        let mesh = solid.mesh();
        assert!(Topology::of(mesh).is_clean());
        let expected = f64::from(count) + 0.5;
        assert!((volume(mesh) - expected).abs() < 1e-9 * expected);
    }
}

#[test]
fn evaluation_beyond_the_limits_ends_with_an_error() {
    let fault = |tree: &CsgTree, limits: EvaluationLimits| {
        let run = Evaluation::new(tree.clone(), limits).run();
        run.err().map(|error| (error.node, error.fault))
    };
    // Each difference reverses all that is left of its right child.
    let ball = |i: u32| cube(f64::from(200 - i));
    let nested = (1..100).fold(ball(100), |inner, i| ball(100 - i).difference(inner));
    let polygons = 20_000;
    let limits = EvaluationLimits {
        polygons,
        ..EvaluationLimits::MOST
    };
    let (node, found) = fault(&nested, limits).unwrap();
    assert_eq!(found, CsgFault::TooManyPolygons(polygons));
    assert!(node > 50 && node < nested.root());
    assert_eq!(fault(&nested, EvaluationLimits::MOST), None);
    // Corners of leaves, and of pieces.
    let post = |i: u32| block([1.0, 1.0, 20.0], [2.0 * f64::from(i), 0.0, 0.0]);
    let posts = (1..20).map(post).fold(post(0), CsgTree::union);
    let beam = block([100.0, 0.5, 2.0], [0.0; 3]);
    let tree = posts.difference(beam).named("cut");
    let mut evaluation = Evaluation::new(tree.clone(), EvaluationLimits::MOST);
    evaluation.run().unwrap();
    let most = evaluation.arena.point_count();
    for (points, at) in [(most, None), (most - 1, Some(tree.root())), (100, Some(3))] {
        let limits = EvaluationLimits {
            points,
            ..EvaluationLimits::MOST
        };
        let expected = at.map(|at| (at, CsgFault::TooManyCorners(points)));
        assert_eq!(fault(&tree, limits), expected);
    }
}

#[test]
fn a_solid_that_rounds_to_a_point_is_not_called_empty() {
    let far = CsgSolid::new(block([1.0; 3], [1e29; 3])).unwrap_err();
    assert_eq!(far.fault, CsgFault::Vanished);
}

#[test]
fn a_leaf_with_too_many_corners_is_given_up_early() {
    let ball = Primitive::Sphere {
        radius: 1.0,
        segments: 40,
        bands: 40,
    };
    let points = 1000;
    let limits = EvaluationLimits {
        points,
        ..EvaluationLimits::MOST
    };
    let mut evaluation = Evaluation::new(CsgTree::leaf(ball).unwrap(), limits);
    let error = evaluation.run().unwrap_err();
    assert_eq!(error.fault, CsgFault::TooManyCorners(points));
    assert!(evaluation.arena.point_count() < points + 100);
}

fn half_space(normal: [f64; 3], offset: f64) -> CsgTree {
    CsgTree::leaf(Primitive::HalfSpace { normal, offset }).unwrap()
}

/// Both sides of a plane are all of space, wherever the plane is.
#[test]
fn a_hole_in_all_of_space_is_no_solid() {
    let far = crate::MAX_COORDINATE;
    for (normal, offset) in [
        ([1.0, 0.0, 0.0], 0.0),
        ([1.0, 0.0, 0.0], far),
        ([1.0, 0.0, 0.0], 1.25 * far),
        ([0.0, 2.0, 0.0], 1.25 * far),
        ([0.0, 0.0, 1.0], 0.625 * far),
        // Beyond the cube.
        ([1.0, 0.0, 0.0], 1e300),
    ] {
        let opposite = half_space(normal.map(|x| -x), -offset);
        let everything = half_space(normal, offset).union(opposite);
        for tree in [everything.clone(), everything.difference(cube(1.0))] {
            let found = CsgSolid::new(tree).map(|solid| solid.mesh().face_count());
            assert_eq!(
                found.unwrap_err().fault,
                CsgFault::Unbounded,
                "{normal:?} {offset}"
            );
        }
    }
}

/// A part that no mesh can have is not dropped without a word.
#[test]
fn parts_beyond_the_cube_are_an_error() {
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let between = |[low, high]: [f64; 2]| {
        let slab = |n: [f64; 3]| half_space(n, high).intersection(half_space(n.map(|x| -x), -low));
        let [x, y, z] = axes.map(slab);
        x.intersection(y).intersection(z)
    };
    let far = || between([1e31, 1e32]);
    let near = || cube(1.0);
    let beyond = || half_space([-1.0, 0.0, 0.0], -1e31);
    for tree in [
        far(),
        beyond(),
        near().union(far()),
        far().union(near()),
        near().union(beyond()),
        near().union(far().difference(near())),
    ] {
        let found = CsgSolid::new(tree).map(|solid| volume(solid.mesh()));
        assert_eq!(found.unwrap_err().fault, CsgFault::Unbounded);
    }
    for tree in [
        near().difference(far()),
        near().difference(beyond()),
        near().union(near().intersection(far())),
        near().union(far().intersection(near())),
    ] {
        check(tree, 12, 1.0);
    }
    let nothing = near().intersection(far());
    assert_eq!(CsgSolid::new(nothing).unwrap_err().fault, CsgFault::Empty);
}

#[test]
fn curved_primitives_have_the_expected_faces() {
    let segments = 12;
    let cylinder = Primitive::Cylinder {
        radius: 1.0,
        height: 2.0,
        segments,
    };
    let cone = Primitive::Cone {
        radius: 1.0,
        height: 2.0,
        segments,
    };
    let sphere = Primitive::Sphere {
        radius: 1.0,
        segments,
        bands: 6,
    };
    let wedge = Primitive::Wedge {
        size: [1.0, 2.0, 3.0],
    };
    for (primitive, faces) in [(cylinder, 44), (cone, 22), (sphere, 120), (wedge, 8)] {
        let turned = Pose::new(
            Vec3::new(0.3, 0.1, -0.7),
            Quat::from_axis_angle(Vec3::new(1.0, 2.0, 3.0).normalize(), 0.7),
        );
        for pose in [Pose::IDENTITY, turned] {
            let solid = evaluated(CsgTree::leaf_at(primitive.clone(), pose).unwrap());
            let topology = Topology::of(solid.mesh());
            assert!(topology.is_clean(), "{} {topology}", primitive.kind());
            assert_eq!(solid.mesh().face_count(), faces, "{}", primitive.kind());
        }
    }
}

#[test]
fn scales_do_not_matter() {
    for exponent in [-300, -60, 60, 90] {
        let s = f64::powi(2.0, exponent);
        let hole = block([s, s, 4.0 * s], [0.0; 3]);
        check(cube(2.0 * s).difference(hole), 32, 6.0 * s * s * s);
    }
}

/// Points near faces and at random, where formula and mesh must agree.
fn disagreement(solid: &CsgSolid, random: &[[f64; 3]]) -> Option<Vec3> {
    let mesh = solid.mesh();
    let bounds = mesh.aabb();
    let near = (0..mesh.face_count()).filter_map(|i| {
        let t = mesh.triangle(i);
        let center = (t.a + t.b + t.c) / 3.0;
        // Slivers between nearly equal planes are as wide as the rounding of their corners.
        let area = t.area_vector();
        let longest = [t.a - t.b, t.b - t.c, t.c - t.a]
            .map(Vec3::length)
            .into_iter();
        if area.length() < 1e-9 * longest.fold(0.0, f64::max) {
            return None;
        }
        let normal = area.normalize();
        Some([center + normal * 1e-7, center - normal * 1e-7])
    });
    let spread = random
        .iter()
        .map(|p| bounds.min + bounds.size() * Vec3::from_array(*p));
    near.flatten().chain(spread).find(|p| {
        let inside = solid::contains(mesh.vertices(), mesh.triangles(), *p);
        match solid.tree().membership(*p) {
            Membership::Inside => !inside,
            Membership::Outside => inside,
            Membership::OnLeaf => false,
        }
    })
}

fn leaf() -> impl Strategy<Value = CsgTree> {
    // Lattices make many coplanar and touching leaves.
    let at = prop::array::uniform3((-2..=2i32).prop_map(|x| f64::from(x) / 2.0));
    let size = prop::array::uniform3((1..=4i32).prop_map(|x| f64::from(x) / 2.0));
    let turn = prop_oneof![Just(0.0), Just(0.5), -1.0..1.0f64];
    (0..5, size, at, turn).prop_map(|(kind, size, at, turn)| {
        let [radius, height, _] = size;
        let primitive = match kind {
            0 | 1 => Primitive::Box { size },
            2 => Primitive::Cylinder {
                radius,
                height,
                segments: 6,
            },
            3 => Primitive::Cone {
                radius,
                height,
                segments: 5,
            },
            _ => Primitive::Wedge { size },
        };
        let rotation = Quat::from_xyzw(turn, 0.0, 0.0, 1.0);
        let pose = Pose::new(Vec3::from_array(at), rotation);
        CsgTree::leaf_at(primitive, pose).unwrap()
    })
}

fn tree() -> impl Strategy<Value = CsgTree> {
    leaf().prop_recursive(4, 12, 2, |inner| {
        (0..3, inner.clone(), inner).prop_map(|(operation, left, right)| match operation {
            0 => left.union(right),
            1 => left.intersection(right),
            _ => left.difference(right),
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn formula_and_mesh_agree(
        tree in tree(),
        points in prop::collection::vec(prop::array::uniform3(-0.1..1.1f64), 50),
    ) {
        match CsgSolid::new(tree.clone()) {
            Ok(solid) => prop_assert_eq!(disagreement(&solid, &points), None),
            Err(error) => {
                prop_assert_eq!(error.fault, CsgFault::Empty);
                for p in points {
                    let p = Vec3::from_array(p) * 6.0 - 3.0;
                    prop_assert_ne!(tree.membership(p), Membership::Inside);
                }
            }
        }
    }
}
