//! Tests of the detector with separating planes.

use super::*;
use crate::testing::{bodies_at_a_stopping_climb, cube, hull, mapped};
use collision::{Contained, Detector, Findings, Frame, Query};
use geometry::{Interference, Mesh, Pose, Quat, Vec3, interference, power_of_two, solid};
use proptest::prelude::*;

type Planes = Pairwise<Box<dyn BroadPhase>, SeparatingPlane>;

fn detector(meshes: &[Mesh]) -> Planes {
    detector_with(meshes, SupportSearch::Scan)
}

fn detector_with(meshes: &[Mesh], support: SupportSearch) -> Planes {
    let body = |(i, mesh): (usize, &Mesh)| Body::rigid(format!("body {i}"), Arc::new(mesh.clone()));
    let bodies: Vec<Body> = meshes.iter().enumerate().map(body).collect();
    let options = SeparatingPlaneOptions {
        support,
        ..SeparatingPlaneOptions::default()
    };
    let mut detector = SeparatingPlane::with_options(options);
    detector.prepare(&bodies).unwrap();
    detector
}

fn detect(detector: &mut Planes, poses: &[Pose], containment: bool) -> Findings {
    let mut found = Findings::default();
    let query = Query::default().with_containment(containment);
    let frame = Frame::new(poses).unwrap();
    detector.detect(&frame, &query, &mut found).unwrap();
    found
}

/// Returns true if two cubes of side 2 collide, the second moved by `offset`.
fn cubes_collide(offset: Vec3) -> bool {
    let poses = [Pose::IDENTITY, Pose::at(offset)];
    let found = detect(&mut detector(&[cube(1.0), cube(1.0)]), &poses, false);
    assert!(found.undecided.is_empty());
    !found.bodies.is_empty()
}

#[test]
fn touching_is_colliding_and_one_ulp_apart_is_not() {
    let beyond = 2.0f64.next_up();
    assert!(cubes_collide(Vec3::new(2.0, 0.5, 0.25)), "face on face");
    assert!(cubes_collide(Vec3::new(2.0, 2.0, 0.25)), "edge on edge");
    assert!(cubes_collide(Vec3::new(2.0, 2.0, 2.0)), "corner on corner");
    assert!(!cubes_collide(Vec3::new(beyond, 0.5, 0.25)));
    assert!(!cubes_collide(Vec3::new(beyond, 2.0, 0.25)));
    assert!(!cubes_collide(Vec3::new(beyond, beyond, beyond)));
    assert!(cubes_collide(Vec3::new(2.0f64.next_down(), 0.5, 0.25)));
    assert!(cubes_collide(Vec3::ZERO), "the same pose");
    assert!(cubes_collide(Vec3::new(0.25, 0.5, 0.125)));
    assert!(!cubes_collide(Vec3::new(0.0, 7.0, 1.0)));
}

#[test]
fn a_contained_body_collides_and_is_named_on_request() {
    let mut nested = detector(&[cube(1.0), cube(4.0)]);
    let inside = [Pose::IDENTITY, Pose::at(Vec3::new(0.5, 0.25, -0.5))];
    let contained = |found: Findings| {
        found
            .bodies
            .iter()
            .map(|b| b.contained())
            .collect::<Vec<_>>()
    };
    assert_eq!(contained(detect(&mut nested, &inside, false)), [None]);
    assert_eq!(
        contained(detect(&mut nested, &inside, true)),
        [Some(Contained::AInB)]
    );
    let mut swapped = detector(&[cube(4.0), cube(1.0)]);
    assert_eq!(
        contained(detect(&mut swapped, &inside, true)),
        [Some(Contained::BInA)]
    );
    // Faces touch from inside: no longer contained, still colliding.
    let touching = [Pose::IDENTITY, Pose::at(Vec3::X * 3.0)];
    assert_eq!(contained(detect(&mut nested, &touching, true)), [None]);
    let apart = [Pose::IDENTITY, Pose::at(Vec3::X * 6.0)];
    assert_eq!(contained(detect(&mut nested, &apart, true)), []);
}

/// Without the excess of a climb, the slab of the first search shows a gap, and so does the plane
/// of an earlier frame.
#[test]
fn bodies_collide_where_climbs_stop_below_the_extreme_vertex() {
    let ([roof, cover], n) = bodies_at_a_stopping_climb();
    let above = [Pose::IDENTITY, Pose::at(n * 1e-6)];
    let below = [above[1], above[0]];
    for (bodies, apart) in [
        ([roof.clone(), cover.clone()], above),
        ([cover, roof], below),
    ] {
        for support in [SupportSearch::Scan, SupportSearch::Climb] {
            for cached in [false, true] {
                let mut detector = detector_with(&bodies, support);
                if cached {
                    assert_eq!(detect(&mut detector, &apart, false).bodies, []);
                }
                let found = detect(&mut detector, &[Pose::IDENTITY; 2], false);
                assert_eq!(found.bodies.len(), 1, "{support:?}, cached: {cached}");
            }
        }
    }
}

fn counts(found: &Findings) -> Vec<(&str, u64)> {
    found.work.entries().collect()
}

#[test]
fn while_nothing_moves_the_cached_plane_answers_alone() {
    let mut detector = detector(&[cube(1.0), cube(1.0)]);
    let poses = [Pose::IDENTITY, Pose::at(Vec3::new(3.0, 1.0, 0.5))];
    let first = detect(&mut detector, &poses, false);
    assert_eq!(
        ["closest-point-searches", "plane-tests"].map(|name| first.work.count(name)),
        [1, 0]
    );
    let second = detect(&mut detector, &poses, false);
    assert_eq!(
        counts(&second),
        [("overlap-regions", 1), ("plane-tests", 8)]
    );
    // Both move and turn as one.
    let turn = Quat::from_axis_angle(Vec3::new(1.0, 2.0, 3.0).normalize(), 1.0);
    let shift = Vec3::new(5.0, -7.0, 2.0);
    let together = poses.map(|p| Pose::new(turn * p.translation + shift, turn));
    let third = detect(&mut detector, &together, false);
    assert_eq!(counts(&third), [("overlap-regions", 1), ("plane-tests", 8)]);
}

#[test]
fn a_body_that_teleports_is_followed() {
    let mut detector = detector(&[cube(1.0), cube(1.0)]);
    let collides = |detector: &mut Planes, x: f64| {
        let poses = [Pose::IDENTITY, Pose::at(Vec3::new(x, 0.25, 0.125))];
        let found = detect(detector, &poses, false);
        (
            found.bodies.len(),
            found.work.count("closest-point-searches"),
        )
    };
    assert_eq!(collides(&mut detector, 3.0), (0, 1));
    assert_eq!(
        collides(&mut detector, -3.0),
        (0, 1),
        "the plane is on the wrong side now"
    );
    assert_eq!(collides(&mut detector, -2.5), (0, 0));
    assert_eq!(collides(&mut detector, 0.5), (1, 1));
    assert_eq!(
        collides(&mut detector, 1e9),
        (0, 1),
        "no plane is left after a collision"
    );
    assert_eq!(
        collides(&mut detector, 2.5),
        (0, 0),
        "the plane is near body 1"
    );
}

#[test]
fn size_changes_no_count() {
    let found_at = |exponent: i32| {
        let scale = power_of_two(exponent);
        let mut detector = detector(&[cube(scale), cube(scale)]);
        let turn = Quat::from_axis_angle(Vec3::new(1.0, 2.0, 3.0).normalize(), 0.7);
        let offsets = [3.0, 2.9, 2.8, 1.5, 2.9].map(|x| Vec3::new(x, 0.3, 0.1) * scale);
        offsets.map(|t| detect(&mut detector, &[Pose::IDENTITY, Pose::new(t, turn)], true))
    };
    let found = found_at(0);
    assert_eq!(found.each_ref().map(|f| f.bodies.len()), [0, 0, 0, 1, 0]);
    assert!(
        found
            .iter()
            .all(|f| f.work.count("face-pair-tests") == 0 || !f.bodies.is_empty())
    );
    for exponent in [-900, -530, -60, -20, 20, 60, 90] {
        assert_eq!(found_at(exponent), found);
    }
}

#[test]
fn preparing_again_forgets_the_planes() {
    let mut detector = detector(&[cube(1.0), cube(1.0)]);
    detect(
        &mut detector,
        &[Pose::IDENTITY, Pose::at(Vec3::X * 3.0)],
        false,
    );
    let wide = Arc::new(mapped(&cube(1.0), |p| p * Vec3::new(3.0, 1.0, 1.0)));
    let bodies = [Body::rigid("wide", wide.clone()), Body::rigid("wide", wide)];
    detector.prepare(&bodies).unwrap();
    let found = detect(
        &mut detector,
        &[Pose::IDENTITY, Pose::at(Vec3::X * 3.0)],
        false,
    );
    assert_eq!(found.bodies.len(), 1);
}

#[test]
fn an_unsupported_body_is_rejected_by_name() {
    let refusal = |mesh: Mesh, deforms: bool| {
        let fine = Body::rigid("fine", Arc::new(cube(1.0)));
        let mut body = Body::rigid("it", Arc::new(mesh));
        body.deforms = deforms;
        SeparatingPlane::published()
            .prepare(&[fine, body])
            .unwrap_err()
    };
    let open = Mesh::new(
        cube(1.0).vertices().to_vec(),
        cube(1.0).triangles()[1..].to_vec(),
    );
    let dented = mapped(&cube(1.0), |p| if p == Vec3::ONE { p * 0.5 } else { p });
    let (id, it) = (BodyId(1), "it".to_string());
    let closed = matches!(refusal(open.unwrap(), false),
        Unsupported::NotClosed { body, name, .. } if body == id && name == it);
    let convex = matches!(refusal(dented, false),
        Unsupported::NotConvex { body, name, .. } if body == id && name == it);
    assert!(closed && convex);
    assert_eq!(
        refusal(cube(1.0), true),
        Unsupported::NotRigid { body: id, name: it }
    );
}

/// A dent within the tolerance, and a body in it: the hulls overlap, the solids do not.
#[test]
fn a_body_in_a_tolerated_dent_does_not_collide() {
    let dented = |depth: f64| {
        let cube = cube(1.0);
        let mut vertices = cube.vertices().to_vec();
        vertices.push(Vec3::new(0.0, 0.0, 1.0 - depth));
        let below = cube.triangles().iter().filter(|t| t.iter().any(|v| *v < 4));
        let roof = [[4, 5, 8], [5, 7, 8], [7, 6, 8], [6, 4, 8]];
        Mesh::new(vertices, below.chain(&roof).copied().collect()).unwrap()
    };
    let needle = mapped(&cube(1.0), |p| p * Vec3::new(0.01, 0.01, 1.0));
    // Another, leaning so that its lowest point is a corner, at z = -1: then the search ends
    // inside a tetrahedron.
    let leaning = mapped(&needle, |p| {
        let raised = 0.02 * p.x + 0.03 * p.y + 5e-4;
        p + Vec3::new(0.003 * p.z, 0.002 * p.z, raised)
    });
    let bottoms = [(-1e-7, false), (-2e-7, false), (-6e-7, true), (1e-7, false)];
    for (needle, (bottom, collides)) in [needle, leaning]
        .iter()
        .flat_map(|n| bottoms.map(|b| (n, b)))
    {
        let poses = [Pose::IDENTITY, Pose::at(Vec3::Z * (2.0 + bottom))];
        for support in [SupportSearch::Scan, SupportSearch::Climb] {
            let mut detector = detector_with(&[dented(5e-7), needle.clone()], support);
            let found = detect(&mut detector, &poses, true);
            assert_eq!(
                found.bodies.len(),
                usize::from(collides),
                "{bottom}, {support:?}"
            );
        }
    }
}

fn point() -> impl Strategy<Value = Vec3> {
    [-1.0..1.0, -1.0..1.0, -1.0..1.0f64].prop_map(Vec3::from)
}

fn polytope() -> impl Strategy<Value = Mesh> {
    prop::collection::vec(point(), 4..9).prop_map(|points| hull(&points))
}

/// Rotations up to 1e-6 off unit length.
fn rotation() -> impl Strategy<Value = Quat> {
    (point(), -3.0..3.0f64, -1e-6..1e-6f64).prop_map(|(axis, angle, drift)| {
        let axis = axis.try_normalize().unwrap_or(Vec3::X);
        Quat::from_axis_angle(axis, angle) * (1.0 + drift)
    })
}

/// Returns true if two solids share a point, by all pairs of faces.
fn truth(a: &Mesh, b: &Mesh) -> bool {
    let faces = |mesh: &Mesh| {
        (0..mesh.face_count())
            .map(|i| mesh.triangle(i))
            .collect::<Vec<_>>()
    };
    let faces_b = faces(b);
    let meet = |s| {
        faces_b
            .iter()
            .any(|t| interference(s, t) != Interference::Apart)
    };
    let holds = |outer: &Mesh, inner: &Mesh| {
        solid::contains(outer.vertices(), outer.triangles(), inner.triangle(0).a)
    };
    faces(a).iter().any(meet) || holds(a, b) || holds(b, a)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// One detector follows a body that comes near, touches up to rounding, enters and leaves
    /// again, far from the origin too.
    #[test]
    fn verdicts_are_exact_in_every_frame(
        a in polytope(),
        b in polytope(),
        rotations in (rotation(), rotation()),
        way in point(),
        far in prop::sample::select(vec![0.0, 1048576.0]),
        exponent in prop::sample::select(vec![-1000, -900, -600, -530, -30, 0, 30, 75]),
    ) {
        let scale = power_of_two(exponent);
        let (a, b) = (mapped(&a, |p| p * scale), mapped(&b, |p| p * scale));
        let way = way.try_normalize().unwrap_or(Vec3::X) * scale;
        let base = Vec3::splat(far * scale);
        let at = |distance: f64| {
            [Pose::new(base, rotations.0), Pose::new(base + way * distance, rotations.1)]
        };
        let meet = |poses: &[Pose; 2]| {
            let world = |mesh: &Mesh, pose: &Pose| mapped(mesh, |p| pose.world_map().apply(p));
            truth(&world(&a, &poses[0]), &world(&b, &poses[1]))
        };
        // The distance of contact, to the last bit.
        let (mut near, mut apart) = (0.0, 8.0);
        for _ in 0..80 {
            let middle = 0.5 * (near + apart);
            if meet(&at(middle)) { near = middle } else { apart = middle }
        }
        let steps = [1e-1, 1e-4, 1e-7, 1e-10, 1e-13, 1e-15, 0.0, -1e-15, -1e-12, -1e-8, -1e-3, -0.1];
        let searches = [SupportSearch::Scan, SupportSearch::Climb];
        let mut detectors = searches.map(|s| detector_with(&[a.clone(), b.clone()], s));
        for step in steps.into_iter().chain(steps.into_iter().rev()) {
            let poses = at(apart + step);
            let meet = meet(&poses);
            for (detector, support) in detectors.iter_mut().zip(searches) {
                let found = detect(detector, &poses, false);
                let here = format!("{support:?} at {step:e} from contact");
                prop_assert_eq!(found.bodies.len() == 1, meet, "{}", here);
                prop_assert!(found.undecided.is_empty());
            }
        }
    }
}
