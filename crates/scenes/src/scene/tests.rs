use super::*;
use crate::bodies::{cube, tetrahedron};
use geometry::MAX_COORDINATE;

fn bodies() -> Vec<Body> {
    let meshes = [cube(2.0), tetrahedron(1.0), cube(1.0)];
    let named = ["cube", "tetrahedron", "small cube"]
        .into_iter()
        .zip(meshes);
    named
        .map(|(name, mesh)| Body::rigid(name, Arc::new(mesh)))
        .collect()
}

fn at(x: f64) -> Pose {
    Pose::at(Vec3::X * x)
}

fn scene() -> Scene {
    let frames = [0.0, 1.0].map(|t| SceneFrame::rigid(vec![at(0.0), at(4.0 + t), at(8.0)]));
    Scene::new("three", bodies(), frames.to_vec()).unwrap()
}

fn world(scene: &Scene, frame: usize, body: usize) -> Vec<Vec3> {
    scene.frames[frame].world_vertices(body, &scene.bodies[body])
}

#[test]
fn the_cube_contains_the_world() {
    let scene = scene();
    let size = scene.world_cube.size();
    assert!((size.max_element() - size.min_element()).abs() < 1e-12);
    let all: Vec<Vec3> = (0..2)
        .flat_map(|f| (0..3).map(move |b| (f, b)))
        .flat_map(|(f, b)| world(&scene, f, b))
        .collect();
    assert!(all.iter().all(|p| scene.world_cube.contains(*p)));
    assert!(size.x < 1.01 * 9.5);
    let wider = Aabb::new(Vec3::splat(-20.0), Vec3::splat(20.0));
    assert_eq!(scene.clone().within(wider).world_cube, wider);
    let grown = scene
        .within(Aabb::new(Vec3::splat(-1.0), Vec3::ONE))
        .world_cube;
    assert!(all.iter().all(|p| grown.contains(*p)));
}

#[test]
fn a_frame_knows_the_next_poses_except_the_last() {
    let scene = scene();
    assert_eq!(scene.frame(0).poses(), scene.frames[0].poses);
    let next = scene.frame(0).next.unwrap();
    assert_eq!(next.poses(), scene.frames[1].poses);
    assert!(scene.frame(1).next.is_none());
    assert_eq!(scene.query().world, Some(scene.world_cube));
    assert!(!scene.query().containment);
    assert!(scene.with_containment(true).query().containment);
}

#[test]
fn some_bodies_and_reversed_bodies_keep_their_motion() {
    let scene = scene();
    let two = scene.only(&[0, 2]);
    assert_eq!(two.bodies[1].name, "small cube");
    assert_eq!(world(&two, 1, 1), world(&scene, 1, 2));
    assert_eq!(two.world_cube, scene.world_cube);
    let reversed = scene.reversed();
    for body in 0..3 {
        assert_eq!(world(&reversed, 1, body), world(&scene, 1, 2 - body));
    }
}

#[test]
fn deformations_follow_their_bodies() {
    let mut bodies = bodies();
    bodies[1].deforms = true;
    let vertices = vec![Vec3::ONE; 4];
    let frame = SceneFrame {
        poses: vec![at(0.0), at(5.0), at(9.0)],
        deformed: vec![None, Some(vertices.clone()), None],
    };
    let scene = Scene::new("", bodies, vec![frame]).unwrap();
    assert_eq!(world(&scene, 0, 1)[3], Vec3::new(6.0, 1.0, 1.0));
    let only = scene.only(&[2, 1]);
    assert_eq!(only.frames[0].deformed, [None, Some(vertices)]);
    assert_eq!(only.frame(0).deformed_vertices(BodyId(1)).unwrap().len(), 4);
    assert!(scene.only(&[0]).frames[0].deformed.is_empty());
    let scaled = scene.scaled_by_power_of_two(3).unwrap();
    assert_eq!(world(&scaled, 0, 1)[0], Vec3::new(48.0, 8.0, 8.0));
}

#[test]
fn moved_and_scaled_scenes_have_moved_and_scaled_cubes() {
    let scene = scene();
    let moved = scene.moved(Vec3::splat(1024.0)).unwrap();
    assert_eq!(world(&moved, 0, 1)[0], world(&scene, 0, 1)[0] + 1024.0);
    assert_eq!(moved.world_cube.min, scene.world_cube.min + 1024.0);
    let scaled = scene.scaled_by_power_of_two(-7).unwrap();
    assert_eq!(world(&scaled, 1, 2)[5] * 128.0, world(&scene, 1, 2)[5]);
    assert_eq!(scaled.world_cube.max * 128.0, scene.world_cube.max);
    let error = scene.scaled_by_power_of_two(120).unwrap_err();
    assert!(
        matches!(error, SceneError::BadBody { body: 0, .. }),
        "{error}"
    );
    let error = scene.moved(Vec3::splat(1e31)).unwrap_err();
    assert!(
        matches!(error, SceneError::Frame { frame: 0, .. }),
        "{error}"
    );
}

#[test]
fn faults_name_their_frame_and_body() {
    let make = |frame: SceneFrame| {
        let fine = SceneFrame::rigid(vec![at(0.0); 3]);
        let error = Scene::new("", bodies(), vec![fine, frame]).unwrap_err();
        error.to_string()
    };
    let rigid = SceneFrame::rigid;
    assert!(make(rigid(vec![at(0.0); 2])).contains("frame 1: the frame has 2 poses for 3 bodies"));
    let nan = make(rigid(vec![at(0.0), at(f64::NAN), at(0.0)]));
    assert!(nan.contains("frame 1, body 1 (`tetrahedron`)"), "{nan}");
    let far = make(rigid(vec![at(-2.0 * MAX_COORDINATE), at(0.0), at(0.0)]));
    assert!(far.contains("frame 1, body 0 (`cube`)"), "{far}");
    let deformed = |entries| SceneFrame {
        poses: vec![at(0.0); 3],
        deformed: entries,
    };
    assert!(make(deformed(vec![Some(vec![Vec3::ZERO; 8]), None, None])).contains("rigid"));
    assert!(make(deformed(vec![None])).contains("1 entries of deformed vertices for 3 bodies"));
    assert!(matches!(
        Scene::new("", vec![], vec![]),
        Err(SceneError::NoBodies)
    ));
    assert!(matches!(
        Scene::new("", bodies(), vec![]),
        Err(SceneError::NoFrames)
    ));
}

#[test]
fn pairs_that_are_left_out_are_no_candidates_under_any_index() {
    let pair = |a, b| BodyPair::new(BodyId(a), BodyId(b));
    let scene = scene();
    assert_eq!(scene.query().candidates, None);
    let scene = scene.without_pairs(&[pair(0, 1)]);
    assert_eq!(
        scene.query().candidates,
        Some(&[pair(0, 2), pair(1, 2)][..])
    );
    // Body 0 is body 2 now.
    let reversed = scene.reversed();
    assert_eq!(
        reversed.query().candidates,
        Some(&[pair(0, 1), pair(0, 2)][..])
    );
    assert_eq!(scene.only(&[0, 1]).query().candidates, Some(&[][..]));
    let scaled = scene.scaled_by_power_of_two(3).unwrap();
    assert_eq!(scaled.candidates, scene.candidates);
    let none = scene.without_pairs(&[pair(0, 2), pair(1, 2)]);
    assert_eq!(none.query().candidates, Some(&[][..]));
}
