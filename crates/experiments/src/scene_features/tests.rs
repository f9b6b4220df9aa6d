use super::*;
use scenes::Generator;

fn scene(text: &str) -> Scene {
    text.parse::<Generator>().unwrap().generate().unwrap()
}

#[test]
fn the_features_of_two_spheres_are_those_of_their_motion() {
    let scene = scene("two-spheres:faces=168,seed=1995");
    let features = SceneFeatures::of_frames(&scene, 0..72, None);
    assert_eq!(
        (features.bodies, features.faces, features.frames),
        (2, 336, 72)
    );
    assert_eq!(
        (features.deforming, features.convex, features.closed),
        (0, 2, 2)
    );
    assert_eq!((features.sampled, features.searched), (32, 32));
    // They meet in the last frame only, whose box pair overlaps.
    assert_eq!(features.in_contact, Some(1.0 / 32.0));
    assert!(features.contacts.unwrap() > 0.0);
    assert!(features.overlaps > 0.0 && features.overlaps < 1.0);
    // A step is about 0.06 radii, and a diagonal 3.5 of them.
    assert!(
        (0.005..0.1).contains(&features.motion),
        "{}",
        features.motion
    );
    let named = features.named();
    assert_eq!(named["convex"], 1.0);
    assert_eq!(named.len(), 10);
    assert_eq!(features.fitting().len(), catalog::names().count());
}

#[test]
fn deforming_open_and_concave_bodies_leave_out_what_refuses_them() {
    let waving = SceneFeatures::of_frames(&scene("waving-spheres:faces=48"), 0..2, None);
    assert_eq!((waving.deforming, waving.convex), (2, 0));
    let fitting = waving.fitting();
    assert!(
        fitting.contains(&"face-octree") && !fitting.contains(&"obb-tree"),
        "{fitting:?}"
    );
    let shuttles = SceneFeatures::of_frames(&scene("shuttles:bodies=2"), 0..2, None);
    assert!(!shuttles.fitting().contains(&"separating-plane"));
    assert!(shuttles.fitting().contains(&"obb-tree"));
}

#[test]
fn without_time_no_contacts_are_known() {
    let features = SceneFeatures::of(&scene("two-spheres:faces=48"), -1.0);
    assert_eq!((features.searched, features.contacts), (0, None));
    assert!(!features.named().contains_key("contacts-per-face"));
    assert_eq!(features.window(1000), 0..72);
}

#[test]
fn a_window_is_like_the_whole_motion() {
    let mut features = SceneFeatures::of_frames(&scene("two-spheres:faces=48"), 0..72, None);
    let sample = |(frame, overlaps)| FrameSample {
        frame,
        overlaps,
        contacts: None,
    };
    // Pairs at the ends, few of them between.
    features.samples = [(0, 9), (20, 0), (40, 3), (60, 9)].map(sample).to_vec();
    let window = features.window(10);
    assert!(
        window.contains(&40) || window.contains(&0) && window.contains(&20),
        "{window:?}"
    );
    assert_eq!(window.len(), 10);
    assert!(window.end <= 72);
}

#[test]
fn frames_are_spread_from_the_first_to_the_last() {
    assert_eq!(spread(&(3..10), 3).collect::<Vec<_>>(), [3, 6, 9]);
    assert_eq!(spread(&(3..5), 9).collect::<Vec<_>>(), [3, 4]);
    assert_eq!(spread(&(3..10), 1).collect::<Vec<_>>(), [9]);
    assert_eq!(spread(&(3..3), 1).count(), 0);
}

#[test]
fn faults_are_counted_by_mesh_with_the_bodies_that_have_it() {
    let cube = scenes::bodies::cube(1.0);
    let mut triangles = cube.triangles().to_vec();
    triangles.pop();
    triangles.push(triangles[0]);
    let broken = Mesh::new(cube.vertices().to_vec(), triangles).unwrap();
    let (cube, broken) = (Arc::new(cube), Arc::new(broken));
    let bodies = [("a", &cube), ("b", &broken), ("c", &cube)];
    let bodies = bodies
        .map(|(name, mesh)| Body::rigid(name, mesh.clone()))
        .to_vec();
    let frame = scenes::SceneFrame::rigid(vec![geometry::Pose::IDENTITY; 3]);
    let scene = Scene::new("made", bodies, vec![frame]).unwrap();
    let faults = MeshFaults::of_scene(&scene);
    assert_eq!(faults[0].bodies, ["a", "c"]);
    assert!(faults[0].closed && faults[0].duplicate_faces == 0);
    assert_eq!((faults[1].closed, faults[1].duplicate_faces), (false, 1));
    assert!(faults[1].open_edges > 0 && faults[1].non_manifold_edges > 0);
}
