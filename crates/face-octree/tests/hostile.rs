//! Small scenes at the edges of floating point, against brute force: signed zeros, coplanar and
//! flat faces, neighbors one ulp apart, and bodies from 2⁻¹⁰⁷⁴ to 2⁹⁰ in size and far from the
//! origin.

use crate::common::detect;
use baselines::BruteForce;
use collision::{Body, Detector, Frame, Query};
use face_octree::{Checklist, FaceOctree, FaceOctreeOptions, FaceTest};
use face_octree::{OctreeUpdate, OctreeUpdateOptions, TunedFaceOctree};
use geometry::{Aabb, Mesh, Pose, Quat, Vec3, power_of_two};
use proptest::prelude::*;
use std::sync::Arc;

/// In units of the scene's size: mostly on a lattice, so that many scenes touch.
fn coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => (-2..=2i32).prop_map(f64::from),
        2 => Just(-0.0),
        2 => -2.0..2.0f64,
        1 => (-2..=2i32).prop_map(|x| f64::from(x).next_up()),
        1 => prop::sample::select(vec![2f64.powi(-40), -2f64.powi(-30), 6.0]),
    ]
}

fn point() -> impl Strategy<Value = Vec3> {
    [coordinate(), coordinate(), coordinate()].prop_map(Vec3::from_array)
}

/// Triangles, some of them in one coordinate plane, some in the negative octant: there a pose keeps
/// negative zeros.
fn soup() -> impl Strategy<Value = Vec<Vec3>> {
    let corners = prop::collection::vec([point(), point(), point()], 1..6);
    let plane = prop::option::of((0..3usize, prop::sample::select(vec![0.0, -0.0])));
    (corners, any::<bool>(), plane).prop_map(|(corners, negative, plane)| {
        let mut corners = corners.concat();
        for p in &mut corners {
            if negative {
                *p = -p.abs();
            }
            if let Some((axis, zero)) = plane {
                p[axis] = zero;
            }
        }
        corners
    })
}

fn translation() -> impl Strategy<Value = Vec3> {
    let zeros = prop::sample::select(vec![Vec3::ZERO, Vec3::splat(-0.0)]);
    prop_oneof![zeros, point()]
}

fn rotation() -> impl Strategy<Value = Quat> {
    let half = 0.5f64.sqrt();
    prop_oneof![
        3 => Just(Quat::IDENTITY),
        1 => Just(Quat::from_xyzw(0.0, 0.0, half, half)),
        1 => (point(), -3.0..3.0f64).prop_map(|(axis, angle)| {
            Quat::from_axis_angle(axis.try_normalize().unwrap_or(Vec3::X), angle)
        }),
    ]
}

/// Returns the scene's size, and its distance from the origin in units of its size, as powers of
/// two.
fn place() -> impl Strategy<Value = (i32, Option<i32>)> {
    let exponents = vec![
        -1074, -1066, -1043, -1022, -900, -538, -530, -520, -60, 0, 40, 90,
    ];
    let far = prop::sample::select(vec![20, 46, 53]);
    (
        prop::sample::select(exponents),
        prop::option::weighted(0.3, far),
    )
        .prop_filter("in range", |(size, far)| size + far.unwrap_or(0) < 96)
}

fn detectors() -> Vec<(&'static str, Box<dyn Detector>)> {
    let update = |level, local_level| {
        Box::new(OctreeUpdate::with_options(OctreeUpdateOptions {
            level,
            local_level,
        }))
    };
    let octree = |level, face_test, checklist| {
        Box::new(FaceOctree::with_options(FaceOctreeOptions {
            level,
            face_test,
            checklist,
        }))
    };
    vec![
        ("tuned", Box::new(TunedFaceOctree::new())),
        ("update, levels 4 and 3", update(4, 3)),
        ("update, levels 0 and 1", update(0, 1)),
        (
            "published, level 4, all pairs",
            octree(4, FaceTest::Clip, Checklist::All),
        ),
        (
            "published, level 2, boxes",
            octree(2, FaceTest::Box, Checklist::Overlapping),
        ),
        (
            "published, level 3, axes",
            octree(3, FaceTest::Sat, Checklist::Overlapping),
        ),
    ]
}

fn body((id, vertices): (usize, &Vec<Vec3>), scale: f64) -> Body {
    let faces = (0..vertices.len() as u32)
        .step_by(3)
        .map(|i| [i, i + 1, i + 2]);
    let vertices = vertices.iter().map(|p| *p * scale).collect();
    let mesh = Mesh::new(vertices, faces.collect()).unwrap();
    Body::rigid(format!("soup {id}"), Arc::new(mesh))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn every_detector_finds_the_contacts_of_brute_force(
        soups in prop::collection::vec(soup(), 2..4),
        moves in [0, 1, 2].map(|_| (translation(), rotation())),
        (size, far) in place(),
        world in prop::sample::select(vec![None, Some(0.0), Some(64.0)]),
    ) {
        let scale = power_of_two(size);
        let bodies: Vec<Body> = soups.iter().enumerate().map(|s| body(s, scale)).collect();
        let base = far.map_or(Vec3::ZERO, |far| Vec3::new(1.0, 0.25, -0.5) * power_of_two(far));
        let pose = |(by, rotation): &(Vec3, Quat)| {
            // Adding zero would turn -0.0 into 0.0.
            let by = if far.is_some() { *by + base } else { *by };
            Pose::new(by * scale, *rotation)
        };
        let poses: Vec<Pose> = moves[..bodies.len()].iter().map(pose).collect();
        let cube = |side: f64| Aabb::new(Vec3::splat(-side * scale), Vec3::splat(side * scale));
        let frame = Frame::new(&poses).unwrap();
        let query = Query::default().with_world(world.map(cube));
        let truth = detect(&mut BruteForce::new(), &bodies, (&frame, &query));
        for (name, mut detector) in detectors() {
            let found = detect(&mut *detector, &bodies, (&frame, &query));
            prop_assert_eq!(&found.contacts, &truth.contacts, "{}", name);
        }
    }
}
