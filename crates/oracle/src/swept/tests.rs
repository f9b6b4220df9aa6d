use super::*;
use collision::{Body, FaceId, SweptContact};
use geometry::{Mesh, Quat, power_of_two};
use scenes::SceneFrame;
use std::sync::Arc;

fn leaf(corners: [[f64; 3]; 3]) -> Arc<Mesh> {
    let corners = corners.map(Vec3::from_array).to_vec();
    Arc::new(Mesh::new(corners, vec![[0, 1, 2]]).unwrap())
}

/// A wall in the plane `x = 0`, and a dart whose tip is its origin, in front of it.
fn dart_and_wall(poses: [Pose; 2]) -> Scene {
    scaled_dart_and_wall(poses, 1.0)
}

fn scaled_dart_and_wall(mut poses: [Pose; 2], factor: f64) -> Scene {
    let leaf = |corners: [[f64; 3]; 3]| leaf(corners.map(|p| p.map(|x| x * factor)));
    poses.iter_mut().for_each(|pose| pose.translation *= factor);
    let wall = leaf([[0.0, -9.0, -9.0], [0.0, 9.0, -9.0], [0.0, 0.0, 9.0]]);
    let dart = leaf([[0.0; 3], [-0.5, 0.25, 0.0], [-0.5, -0.25, 0.0]]);
    let bodies = vec![Body::rigid("wall", wall), Body::rigid("dart", dart)];
    let frames = poses.map(|pose| SceneFrame::rigid(vec![Pose::IDENTITY, pose]));
    Scene::new("dart", bodies, frames.to_vec()).unwrap()
}

fn only(scene: &Scene, path: ReferencePath) -> Option<StepContact> {
    let meetings = step_contacts(scene, 0, path).pairs;
    assert!(meetings.len() <= 1);
    meetings.first().map(|(_, meeting)| *meeting)
}

fn at(x: f64) -> Pose {
    Pose::at(Vec3::X * x)
}

#[test]
fn a_dart_crosses_the_wall_stops_before_it_or_touches_it() {
    for path in [ReferencePath::Linear, ReferencePath::Turning] {
        let through = only(&dart_and_wall([at(-3.0), at(5.0)]), path);
        assert!(matches!(through, Some(StepContact::At(t)) if (0.375..0.44).contains(&t)));
        let before = only(&dart_and_wall([at(-3.0), at(-0.01)]), path);
        assert!(
            before.is_none() || before == Some(StepContact::Never),
            "{before:?}"
        );
        assert_eq!(
            only(&dart_and_wall([at(-3.0), at(0.0)]), path),
            Some(StepContact::At(1.0))
        );
    }
}

#[test]
fn a_dart_that_slides_past_the_wall_meets_it_if_it_enters_by_more_than_rounding() {
    // It is away from the wall at both ends.
    let slide = |depth: f64| {
        let at = |y: f64| Pose::at(Vec3::new(depth, y, 0.0));
        dart_and_wall([at(30.0), at(-30.0)])
    };
    for path in [ReferencePath::Linear, ReferencePath::Turning] {
        for depth in [0.0, 1e-15, 1e-12] {
            let touching = only(&slide(depth), path);
            assert_eq!(touching, Some(StepContact::Undecided), "{depth}");
        }
        for depth in [1e-4, 0.1] {
            let entering = only(&slide(depth), path);
            assert!(matches!(entering, Some(StepContact::At(_))), "{depth}");
        }
        let before = only(&slide(-0.01), path);
        assert!(matches!(before, None | Some(StepContact::Never)));
    }
}

#[test]
fn an_edge_pierces_a_face_as_far_as_its_ends_and_sides_are_from_it() {
    let triangle = |corners: [[f64; 3]; 3]| {
        let [a, b, c] = corners.map(Vec3::from_array);
        Triangle::new(a, b, c)
    };
    let wall = triangle([[0.0, -9.0, -9.0], [0.0, 9.0, -9.0], [0.0, 0.0, 9.0]]);
    for h in [1e-4, 0.01, 0.5] {
        // The tip is `h` behind the wall.
        let tip = triangle([[h, 0.0, 0.0], [-1.0, 0.1, 0.0], [-1.0, -0.1, 0.0]]);
        // Two long edges pass `h` beside the wall's lower side.
        let z = h - 9.0;
        let beside = triangle([[3.0, 0.0, z], [-3.0, 0.0, z], [-3.0, 0.0, -20.0]]);
        for edges_of in [tip, beside] {
            assert!(pierces(&edges_of, &wall, 0.99 * h), "{h}");
            assert!(!pierces(&edges_of, &wall, 1.01 * h), "{h}");
        }
    }
    // Edges in the plane of the wall cross its sides: any motion parts them.
    let flat = triangle([[0.0, 0.0, 0.0], [0.0, 30.0, 0.0], [0.0, 30.0, 1.0]]);
    assert!(!pierces(&flat, &wall, 0.0) && !pierces(&wall, &flat, 0.0));
}

#[test]
fn scenes_of_any_size_have_the_contacts_of_unit_size() {
    for exponent in [-1040, -900, -545, -300, 90] {
        let factor = power_of_two(exponent);
        let turned =
            |x: f64, angle: f64| Pose::new(Vec3::X * x, Quat::from_axis_angle(Vec3::X, angle));
        for (to, meets) in [(5.0, true), (-0.01, false)] {
            let poses = [turned(-3.0, 0.1), turned(to, 0.7)];
            let scene = scaled_dart_and_wall(poses, factor);
            for path in [ReferencePath::Linear, ReferencePath::Turning] {
                let found = only(&scene, path);
                let is_at = matches!(found, Some(StepContact::At(_)));
                assert_eq!(is_at, meets, "2^{exponent} {path:?} {found:?}");
                assert_ne!(found, Some(StepContact::Undecided), "2^{exponent}");
            }
        }
    }
}

#[test]
fn a_defect_of_quaternions_is_part_of_the_rounding() {
    // A quarter of a turn brings the tip of the blade 5e-6 beside the wall, at its middle.
    let wall = leaf([[-0.1, 9.9, -1.0], [0.1, 9.9, -1.0], [0.0, 9.9, 1.0]]);
    let entering = |defect: f64| {
        let reach = 9.9 + 5e-6;
        let blade = leaf([[reach, 0.0, 0.0], [9.0, 0.0, -0.1], [9.0, 0.0, 0.1]]);
        let bodies = vec![
            Body::rigid("wall", wall.clone()),
            Body::rigid("blade", blade),
        ];
        let frames = [1.4f64, 1.8].map(|angle| {
            let q = Quat::from_axis_angle(Vec3::Z, angle) * (1.0 + defect);
            SceneFrame::rigid(vec![Pose::IDENTITY, Pose::new(Vec3::ZERO, q)])
        });
        let scene = Scene::new("defect", bodies, frames.to_vec()).unwrap();
        only(&scene, ReferencePath::Turning)
    };
    assert!(matches!(entering(0.0), Some(StepContact::At(_))));
    assert_eq!(entering(0.9e-6), Some(StepContact::Undecided));
}

#[test]
fn bodies_at_rest_an_ulp_apart_never_meet() {
    // The interpolation of two equal rotations is not that rotation.
    let turned = [
        -0.504_432_167_250_644_8,
        0.186_375_814_858_463_66,
        0.114_433_521_981_494_55,
        -0.835_294_686_518_220_3,
    ];
    let pose = |x: f64| Pose::new(Vec3::new(x, 0.0, -2.0), Quat::from_array(turned));
    let first = leaf([[-2.0, 1.0, -0.0], [2.0, 1.0, 1.0], [1.0, 1.0, -1.0]]);
    let second = leaf([[-1.0, 0.0, 2.0], [-1.0, 1.0, 0.0], [-2.0, 0.0, 0.0]]);
    let bodies = vec![Body::rigid("first", first), Body::rigid("second", second)];
    let frames = [0.0, f64::from_bits(1)];
    let frames = frames.map(|x| SceneFrame::rigid(vec![pose(0.0), pose(x)]));
    let scene = Scene::new("rest", bodies, frames.to_vec()).unwrap();
    assert!(!matches!(
        only(&scene, ReferencePath::Turning),
        Some(StepContact::At(_))
    ));
}

#[test]
fn a_turn_meets_what_straight_ways_miss_and_the_other_way_round() {
    // Half of a turn about z, at a radius of 10, past the wall at (0, ±9).
    let turned = |angle: f64| Pose::new(Vec3::ZERO, Quat::from_axis_angle(Vec3::Z, angle));
    let wall = leaf([[-0.1, 9.9, -1.0], [0.1, 9.9, 1.0], [0.0, 10.1, 0.0]]);
    let blade = leaf([[10.0, 0.0, -0.5], [10.0, 0.0, 0.5], [9.0, 0.0, 0.0]]);
    let bodies = vec![Body::rigid("wall", wall), Body::rigid("blade", blade)];
    let frames = [turned(0.5), turned(2.5)];
    let frames = frames.map(|pose| SceneFrame::rigid(vec![Pose::IDENTITY, pose]));
    let scene = Scene::new("blade", bodies, frames.to_vec()).unwrap();
    assert!(matches!(
        only(&scene, ReferencePath::Turning),
        Some(StepContact::At(_))
    ));
    assert!(!matches!(
        only(&scene, ReferencePath::Linear),
        Some(StepContact::At(_))
    ));
}

#[test]
fn faults_of_findings_are_found() {
    let face = |body| FaceId {
        body: BodyId(body),
        face: 0,
    };
    let pair = FacePair::new(face(0), face(1));
    let through = step_contacts(
        &dart_and_wall([at(-3.0), at(5.0)]),
        0,
        ReferencePath::Linear,
    );
    let past = StepContacts {
        pairs: vec![(pair, StepContact::Never)],
    };
    let found = |time: Option<Option<(f64, Option<f64>)>>| {
        let mut found = Findings::default();
        found.evidence.swept.extend(time.map(|time| {
            let time = time.map(|(earliest, latest)| ContactTime { earliest, latest });
            SweptContact::new(pair, time)
        }));
        found
    };
    assert!(matches!(
        through.check(&found(None)),
        Err(SweptFault::Missed { .. })
    ));
    let late = found(Some(Some((0.9, None))));
    assert!(matches!(
        through.check(&late),
        Err(SweptFault::TooLate { .. })
    ));
    let proved = found(Some(Some((0.3, Some(0.4)))));
    assert!(matches!(
        past.check(&proved),
        Err(SweptFault::FalseProof { .. })
    ));
    assert_eq!(through.check(&proved).unwrap().meeting, 1);
    assert_eq!(past.check(&found(Some(None))).unwrap().false_positives, 1);
    assert_eq!(past.check(&found(None)).unwrap(), Reported::default());
}
