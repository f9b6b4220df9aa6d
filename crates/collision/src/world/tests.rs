use super::*;
use crate::BodyPair;
use geometry::csg::{CsgSolid, CsgTree, Primitive};
use geometry::{Pose, Quat};

fn leaf() -> Arc<Mesh> {
    let vertices = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
    Arc::new(Mesh::new(vertices, vec![[0, 1, 2]]).unwrap())
}

#[test]
fn deformed_vertices_are_moved_by_the_pose_too() {
    let mut world = World::new(&[Body::deforming("leaf", leaf())]);
    let deformed = [Vec3::Z, Vec3::X, Vec3::Y];
    let poses = [Pose::at(Vec3::new(10.0, 0.0, 0.0))];
    let slices = [Some(&deformed[..])];
    let now = Snapshot::with_deformed(&poses, &slices[..]).unwrap();
    let mut work = Work::default();
    let mut update = |frame: &Frame<'_>| {
        world.begin_frame(frame, &Query::default()).unwrap();
        world.update(frame, &mut work);
        (world.triangle(BodyId(0), 0).a, world.bounds())
    };
    let (first, bounds) = update(&Frame::at(now));
    assert_eq!(first, Vec3::new(10.0, 0.0, 1.0));
    let around = Aabb::new(Vec3::new(10.0, 0.0, 0.0), Vec3::new(11.0, 1.0, 1.0));
    assert_eq!(bounds, around);
    let (first, _) = update(&Frame::new(&poses).unwrap());
    assert_eq!(first, Vec3::new(10.0, 0.0, 0.0));
    assert_eq!(work.count("vertices-moved"), 6);
}

#[cfg(feature = "rayon")]
#[test]
fn threads_move_vertices_like_one() {
    // As many vertices as a thread takes at once.
    let vertices: Vec<Vec3> = (0..VERTICES_AT_ONCE)
        .map(|i| Vec3::new(i as f64, (i * i % 7) as f64, 1.0))
        .collect();
    let deformed: Vec<Vec3> = vertices.iter().map(|p| *p * 2.0).collect();
    let mesh = Arc::new(Mesh::new(vertices, vec![[0, 1, 2]]).unwrap());
    let mut bodies = vec![Body::rigid("points", mesh.clone()); 7];
    bodies[5] = Body::deforming("points", mesh);
    let mut slices = [None; 7];
    slices[5] = Some(&deformed[..]);
    let poses = [0, 1, 2, 3, 4, 5, 6].map(|i| Pose::at(Vec3::X * f64::from(i)));
    let frame = Frame::at(Snapshot::with_deformed(&poses, &slices[..]).unwrap());
    let mut worlds = [World::new(&bodies), World::new(&bodies)];
    for world in &mut worlds {
        assert!(world.remove(BodyId(3)));
        world.begin_frame(&frame, &Query::default()).unwrap();
    }
    let [one, several] = &mut worlds;
    let mut work = [Work::default(), Work::default()];
    one.update(&frame, &mut work[0]);
    crate::workers::Workers::default().run(2, true, |team| {
        several.update_on(team, &frame, &mut work[1]);
        // Those that are moved already are not moved again.
        several.update_on(team, &frame, &mut work[1]);
    });
    assert_eq!(one.boxes(), several.boxes());
    for body in one.body_ids() {
        assert_eq!(one.vertices(body), several.vertices(body));
    }
    assert_eq!(work[0], work[1]);
    let moved = work[0].count("vertices-moved") as usize;
    assert_eq!(moved, 6 * VERTICES_AT_ONCE);
}

#[test]
fn a_formula_does_not_deform() {
    let block = Primitive::Box { size: [1.0; 3] };
    let solid = CsgSolid::new(CsgTree::leaf(block).unwrap()).unwrap();
    let vertices = solid.mesh().vertices().to_vec();
    let mut body = Body::rigid_csg("block", Arc::new(solid));
    for deforms in [false, true] {
        body.deforms = deforms;
        let mut world = World::new(std::slice::from_ref(&body));
        let (poses, slices) = ([Pose::IDENTITY], [Some(&vertices[..])]);
        let now = Snapshot::with_deformed(&poses, &slices[..]).unwrap();
        let rejected = world.begin_frame(&Frame::at(now), &Query::default());
        assert!(
            matches!(rejected, Err(Rejected::Rigid { .. })),
            "{rejected:?}"
        );
        let still = Frame::new(&poses).unwrap();
        assert_eq!(world.begin_frame(&still, &Query::default()), Ok(()));
    }
}

#[test]
fn a_removed_body_has_no_faces_and_an_empty_box() {
    let mut world = World::new(&[Body::rigid("a", leaf()), Body::rigid("b", leaf())]);
    assert!(world.remove(BodyId(0)));
    assert!(!world.remove(BodyId(0)));
    assert!(!world.remove(BodyId(7)));
    let poses = [Pose::IDENTITY; 2];
    world.update(&Frame::new(&poses).unwrap(), &mut Work::default());
    assert_eq!(
        (world.face_count(BodyId(0)), world.face_count(BodyId(1))),
        (0, 1)
    );
    assert!(!world.boxes()[0].overlaps(&world.boxes()[1]));
}

fn rejected(poses: &[Pose]) -> Rejected {
    let mut world = World::new(&[Body::rigid("a", leaf()), Body::rigid("b", leaf())]);
    let begin = |frame: Frame<'_>| world.begin_frame(&frame, &Query::default());
    Frame::new(poses).and_then(begin).unwrap_err()
}

#[test]
fn poses_that_are_not_finite_in_range_or_one_per_body_are_rejected() {
    let body = BodyId(1);
    let with = |pose: Pose| rejected(&[Pose::IDENTITY, pose]);
    let nan = with(Pose::at(Vec3::new(0.0, f64::NAN, 0.0)));
    assert!(matches!(nan, Rejected::BadPose { body: at, value } if at == body && value.is_nan()));
    let value = f64::INFINITY;
    assert_eq!(
        with(Pose::at(Vec3::X * value)),
        Rejected::BadPose {
            body,
            value: f64::INFINITY
        }
    );
    let value = 2.0 * MAX_COORDINATE;
    assert_eq!(
        with(Pose::at(Vec3::X * value)),
        Rejected::BadPose { body, value }
    );
    let turned = |w| Pose::new(Vec3::ZERO, Quat::from_xyzw(0.0, 0.0, 0.0, w));
    assert_eq!(with(turned(0.5)), Rejected::NotUnit { body, length: 0.5 });
    assert!(matches!(with(turned(f64::NAN)), Rejected::BadPose { .. }));
    let expected = 2;
    for found in [0, 1, 3] {
        let poses = vec![Pose::IDENTITY; found];
        assert_eq!(rejected(&poses), Rejected::PoseCount { found, expected });
    }
}

#[test]
fn a_pose_that_carries_a_vertex_out_of_range_is_rejected() {
    let vertices = vec![Vec3::ZERO, Vec3::X * MAX_COORDINATE, Vec3::Y];
    let mesh = Arc::new(Mesh::new(vertices, vec![[0, 1, 2]]).unwrap());
    let mut world = World::new(&[Body::rigid("huge", mesh)]);
    let mut begin = |x: f64| {
        let poses = [Pose::at(Vec3::X * x)];
        world.begin_frame(&Frame::new(&poses).unwrap(), &Query::default())
    };
    assert_eq!(begin(0.0), Ok(()));
    let rejected = begin(MAX_COORDINATE / 1024.0).unwrap_err();
    assert!(rejected.to_string().contains("`huge`) carries a vertex"));
}

#[test]
fn deformations_that_do_not_fit_the_bodies_are_rejected() {
    let bodies = [
        Body::rigid("stone", leaf()),
        Body::deforming("jelly", leaf()),
    ];
    let reject = |deformed: &[Option<&[Vec3]>]| {
        let poses = [Pose::IDENTITY; 2];
        let now = Snapshot::with_deformed(&poses, deformed)?;
        World::new(&bodies).begin_frame(&Frame::at(now), &Query::default())
    };
    let (three, two) = ([Vec3::X; 3], [Vec3::X; 2]);
    assert_eq!(reject(&[None, Some(&three)]), Ok(()));
    let is = |wrong: Result<(), Rejected>, words: &str| {
        let message = wrong.unwrap_err().to_string();
        assert!(message.contains(words), "{message}");
    };
    is(reject(&[Some(&three), None]), "`stone`), which is rigid");
    is(
        reject(&[None, Some(&two)]),
        "`jelly`) has 2 deformed vertices for a mesh of 3",
    );
    is(
        reject(&[None]),
        "1 entries of deformed vertices for 2 bodies",
    );
    let bad = [Vec3::X, Vec3::NAN, Vec3::X];
    is(reject(&[None, Some(&bad)]), "deformed vertex 1 of body 1");
}

#[test]
fn worlds_and_time_steps_that_are_not_finite_are_rejected() {
    let mut world = World::new(&[Body::rigid("leaf", leaf())]);
    let poses = [Pose::IDENTITY];
    let now = Snapshot::new(&poses).unwrap();
    let cube = |low, high| Some(Aabb::new(Vec3::splat(low), Vec3::new(1.0, high, 1.0)));
    let mut begin = |dt, bounds| {
        let query = Query::default().with_world(bounds);
        world.begin_frame(&Frame::at(now).before(now, dt), &query)
    };
    for dt in [f64::NAN, f64::INFINITY, -1e-9] {
        let rejected = begin(dt, None).unwrap_err();
        assert!(matches!(rejected, Rejected::BadTimeStep { .. }), "{dt}");
    }
    for (low, high) in [
        (f64::NEG_INFINITY, 1.0),
        (-1.0, f64::INFINITY),
        (f64::NAN, 1.0),
    ] {
        assert_eq!(begin(0.1, cube(low, high)), Err(Rejected::BadWorld));
    }
    assert_eq!(begin(0.0, cube(-1e308, 1e308)), Ok(()));
}

#[test]
fn candidates_of_unknown_bodies_or_out_of_order_are_rejected() {
    let mut world = World::new(&vec![Body::rigid("leaf", leaf()); 3]);
    let poses = [Pose::IDENTITY; 3];
    let frame = Frame::new(&poses).unwrap();
    let pair = |a, b| BodyPair::new(BodyId(a), BodyId(b));
    let mut begin = |candidates: &[BodyPair]| {
        world.begin_frame(&frame, &Query::default().with_candidates(candidates))
    };
    assert_eq!(begin(&[pair(0, 1), pair(0, 2)]), Ok(()));
    let unsorted = Err(Rejected::UnsortedCandidates { index: 1 });
    assert_eq!(begin(&[pair(0, 2), pair(0, 1)]), unsorted);
    assert_eq!(begin(&[pair(0, 2), pair(0, 2)]), unsorted);
    for (a, b) in [(2, 1), (1, 1), (7, 0)] {
        let [a, b] = [a, b].map(BodyId);
        let bad = Err(Rejected::BadCandidate { index: 1 });
        assert_eq!(begin(&[pair(0, 1), BodyPair { a, b }]), bad);
    }
    let (body, expected) = (BodyId(3), 3);
    assert_eq!(
        begin(&[pair(0, 3)]),
        Err(Rejected::UnknownBody { body, expected })
    );
}
