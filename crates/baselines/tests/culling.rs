//! Hierarchies are compared in a local frame, where everything rounds: no contact gets lost, down
//! to those that hang on the last bit.

use baselines::{BruteForce, DopSides, KDopTreeOptions, ObbTree, Parry3d, Update};
use collision::{Body, Detector, Findings, Frame, Query, Snapshot};
use geometry::{Mesh, Pose, Quat, Vec3};
use proptest::prelude::*;
use std::sync::Arc;

/// Returns a square of `2 n²` triangles in the plane z = 0, between 0 and 1.
fn sheet(n: u32) -> Arc<Mesh> {
    let at = |i: u32| f64::from(i) / f64::from(n);
    let vertices = (0..=n)
        .flat_map(|y| (0..=n).map(move |x| Vec3::new(at(x), at(y), 0.0)))
        .collect();
    let index = |x, y| y * (n + 1) + x;
    let triangles = (0..n)
        .flat_map(|y| (0..n).map(move |x| (x, y)))
        .flat_map(|(x, y)| {
            let [a, b, c, d] = [
                index(x, y),
                index(x + 1, y),
                index(x + 1, y + 1),
                index(x, y + 1),
            ];
            [[a, b, c], [a, c, d]]
        })
        .collect();
    Arc::new(Mesh::new(vertices, triangles).unwrap())
}

/// Returns the number of contacts, which must be equal for all detectors.
#[track_caller]
fn contacts(bodies: &[Body], poses: &[Pose]) -> usize {
    let detect = |detector: &mut dyn Detector| {
        detector.prepare(bodies).unwrap();
        let mut found = Findings::default();
        detector
            .detect(&Frame::new(poses).unwrap(), &Query::default(), &mut found)
            .unwrap();
        (found.contacts, found.bodies)
    };
    let exact = detect(&mut BruteForce::new());
    assert_eq!(detect(&mut Parry3d::default()), exact);
    assert_eq!(detect(&mut ObbTree::new()), exact, "obb-tree");
    for k in DopSides::ALL {
        let options = KDopTreeOptions {
            k,
            ..KDopTreeOptions::default()
        };
        let found = detect(&mut *options.detector());
        assert_eq!(found, exact, "k-dop-tree k={}", k.name());
    }
    exact.0.len()
}

fn two_sheets() -> [Body; 2] {
    [Body::rigid("low", sheet(4)), Body::rigid("high", sheet(3))]
}

fn any_rotation() -> impl Strategy<Value = Quat> {
    // Lengths up to 1e-6 from unit, as recordings may have.
    let part = -1.0..1.0;
    let length = prop_oneof![Just(1.0), 1.0 - 1e-6..1.0 + 1e-6];
    ([part.clone(), part.clone(), part.clone(), part], length)
        .prop_filter("a direction", |(q, _)| {
            q.iter().map(|x| x * x).sum::<f64>() > 0.01
        })
        .prop_map(|([x, y, z, w], length)| Quat::from_xyzw(x, y, z, w).normalize() * length)
}

fn any_place() -> impl Strategy<Value = Vec3> {
    let scale = prop_oneof![
        Just(1.0),
        Just(2f64.powi(20)),
        Just(2f64.powi(-20)),
        Just(1e12)
    ];
    ([-1.0..1.0, -1.0..1.0, -1.0..1.0], scale).prop_map(|(p, scale)| scale * Vec3::from_array(p))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Two sheets in one plane up to rounding, anywhere: whether a face pair touches is decided
    /// by the last bits of the world vertices, and boxes in the local frame are flat.
    #[test]
    fn sheets_in_one_plane(rotation in any_rotation(), place in any_place(), along in 0.0..1.5f64) {
        let pose = Pose::new(place, rotation);
        let shifted = pose.world_map().apply(Vec3::new(along, 0.25, 0.0));
        contacts(&two_sheets(), &[pose, Pose::new(shifted, rotation)]);
    }

    /// The second rotation is another one, so that no local axis is shared, and a corner of the
    /// second sheet lies on the first, up to rounding.
    #[test]
    fn a_corner_on_a_sheet(
        low in any_rotation(),
        high in any_rotation(),
        place in any_place(),
        x in 0.0..1.0f64,
        y in 0.0..1.0f64,
    ) {
        let pose = Pose::new(place, low);
        let corner = pose.world_map().apply(Vec3::new(x, y, 0.0));
        contacts(&two_sheets(), &[pose, Pose::new(corner, high)]);
    }
}

/// Two cubes that share a corner and nothing else: their boxes meet there, too, and the broad
/// phase must not part them.
#[test]
fn corner_to_corner() {
    // Off its origin, so that its box is not computed with the roundings of its corners.
    let cube = scenes::bodies::cube(1.0);
    let vertices = cube
        .vertices()
        .iter()
        .map(|p| *p + Vec3::new(0.1, 0.7, -0.4))
        .collect();
    let cube = Arc::new(Mesh::new(vertices, cube.triangles().to_vec()).unwrap());
    let bodies = [
        Body::rigid("left", cube.clone()),
        Body::rigid("right", cube.clone()),
    ];
    let mut touching = 0;
    for step in 0..200 {
        let angle = 0.05 + 0.003 * f64::from(step);
        let rotation = Quat::from_axis_angle(Vec3::new(1.0, 2.0, 3.0).normalize(), angle);
        let left = Pose::new(Vec3::new(0.3, 0.7, -0.1), rotation);
        let corner = |pose: Pose, rightmost: f64| {
            let map = pose.world_map();
            let corners = cube.vertices().iter().map(|p| map.apply(*p));
            corners
                .max_by(|p, q| (rightmost * p.x).total_cmp(&(rightmost * q.x)))
                .unwrap()
        };
        let offset = corner(left, 1.0) - corner(Pose::new(Vec3::ZERO, rotation), -1.0);
        touching += usize::from(contacts(&bodies, &[left, Pose::new(offset, rotation)]) > 0);
    }
    assert!(
        touching > 20,
        "only {touching} pairs touch in spite of rounding"
    );
}

/// A body may be deformed in one frame and at rest in the next.
#[test]
fn a_hierarchy_follows_its_body_back_to_rest() {
    let [mut low, high] = two_sheets();
    low.deforms = true;
    let raised = low
        .mesh()
        .vertices()
        .iter()
        .map(|p| *p + 2.0 * Vec3::Z)
        .collect::<Vec<_>>();
    let bodies = [low, high];
    for update in [Update::Refit, Update::Rebuild] {
        let mut detector = Parry3d::new(update);
        detector.prepare(&bodies).unwrap();
        let mut touching = |deformed: Option<&Vec<Vec3>>| {
            let deformed = [deformed.cloned(), None];
            let poses = [Pose::IDENTITY; 2];
            let mut found = Findings::default();
            let now = Snapshot::with_deformed(&poses, &deformed[..]).unwrap();
            detector
                .detect(&Frame::at(now), &Query::default(), &mut found)
                .unwrap();
            !found.bodies.is_empty()
        };
        let frames = [None, Some(&raised), None, Some(&raised), Some(&raised)];
        assert_eq!(
            frames.map(&mut touching),
            [true, false, true, false, false],
            "{update:?}"
        );
    }
}

#[test]
fn a_drifted_quaternion_moves_contacts_and_loses_none() {
    // A sheet so far from its origin that a length of 1 + 0.99e-6 moves it by more than its faces.
    let far = |mesh: Arc<Mesh>| {
        let vertices = mesh
            .vertices()
            .iter()
            .map(|p| *p * 1e-4 + Vec3::splat(1000.0))
            .collect();
        Arc::new(Mesh::new(vertices, mesh.triangles().to_vec()).unwrap())
    };
    let bodies = [
        Body::rigid("low", far(sheet(4))),
        Body::rigid("high", far(sheet(3))),
    ];
    let rotation = Quat::from_xyzw(0.1, 0.7, -0.3, 0.6).normalize();
    let drifted = Pose::new(Vec3::ZERO, rotation * (1.0 + 0.99e-6));
    let there = drifted.world_map().apply(Vec3::splat(1000.0));
    let straight = Pose::new(Vec3::ZERO, rotation);
    let back = Pose::new(
        there - straight.world_map().apply(Vec3::splat(1000.0)),
        rotation,
    );
    assert!(contacts(&bodies, &[drifted, back]) > 10);
    assert!(contacts(&bodies, &[drifted, drifted]) > 10);
    // The sheet would be here if the drift did not count.
    assert_eq!(contacts(&bodies, &[drifted, straight]), 0);
}

#[test]
fn bodies_of_one_and_two_faces_are_tested_though_their_roots_are_leaves() {
    let one = Arc::new(Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]]).unwrap());
    for (a, b) in [
        (one.clone(), sheet(1)),
        (sheet(1), sheet(4)),
        (one.clone(), one),
    ] {
        let bodies = [Body::rigid("a", a), Body::rigid("b", b)];
        let at = |x| [Pose::IDENTITY, Pose::at(Vec3::new(x, 0.0, 0.0))];
        assert!(contacts(&bodies, &at(1.0)) > 0);
        assert_eq!(contacts(&bodies, &at(1.0f64.next_up())), 0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// The bound on rounding was once that of the frame before, in which the body was tiny.
    #[test]
    fn bodies_that_grow_by_a_million_keep_the_contact_at_one_vertex(
        rotation in any_rotation(),
        leaf in any_leaf(),
        rebuild: bool,
    ) {
        let pose = Pose::new(Vec3::ZERO, rotation);
        let world = leaf.map(|p| pose.world_map().apply(p));
        let top = world.into_iter().max_by(|p, q| p.x.total_cmp(&q.x)).unwrap();
        let beyond = [Vec3::ZERO, Vec3::new(0.5, 0.1, 0.0), Vec3::new(0.5, -0.1, 0.2)];
        let grown = [leaf.to_vec(), beyond.map(|p| top + p).to_vec()];
        let tiny = |vertices: &Vec<Vec3>| {
            let vertices = vertices.iter().map(|p| *p * 1e-6).collect();
            Body::deforming("leaf", Arc::new(Mesh::new(vertices, vec![[0, 1, 2]]).unwrap()))
        };
        let bodies = [tiny(&grown[0]), tiny(&grown[1])];
        let deformed = grown.map(Some);
        let poses = [pose, Pose::IDENTITY];
        let frame = Frame::at(Snapshot::with_deformed(&poses, &deformed[..]).unwrap());
        let detect = |detector: &mut dyn Detector| {
            detector.prepare(&bodies).unwrap();
            let mut found = Findings::default();
            detector.detect(&frame, &Query::default(), &mut found).unwrap();
            found.contacts
        };
        let update = if rebuild { Update::Rebuild } else { Update::Refit };
        prop_assert_eq!(detect(&mut Parry3d::new(update)), detect(&mut BruteForce::new()));
    }
}

fn any_leaf() -> impl Strategy<Value = [Vec3; 3]> {
    let part = || -1.0..1.0;
    let corner = || (part(), part(), part()).prop_map(|(x, y, z)| Vec3::new(x, y, z));
    [corner(), corner(), corner()]
}
