//! Playback files: what they keep of a scene and of findings.

use crate::common::Fake;
use catalog::Options;
use collision::{Budget, Findings};
use experiments::playback::{
    PlaybackLimits, PlaybackRun, PlaybackSettings, estimated_bytes, record, some_frames,
};
use experiments::{DetectorSpec, Experiment, Participant, RunProgress, RunSettings};
use geometry::Vec3;
use records::playback::{Playback, unquantized};
use scenes::{Generator, Scene};
use std::num::NonZeroUsize;

fn generated(text: &str) -> Scene {
    text.parse::<Generator>().unwrap().generate().unwrap()
}

/// Returns two spheres of 48 faces at the beginning and in contact.
fn spheres() -> Scene {
    let scene = generated("two-spheres:faces=48,seed=7");
    let count = scene.frames.len();
    let every = NonZeroUsize::new(4).unwrap();
    some_frames(scene, count - 9..count, every).unwrap()
}

fn participant(name: &str) -> Participant {
    let spec = DetectorSpec {
        name: name.into(),
        first_contact: false,
        threads: None,
        copies: None,
        options: Options::none(),
    };
    spec.resolve(&[]).unwrap()
}

fn small_trees() -> Participant {
    let options = Options::none().with("samples", 100);
    let spec = DetectorSpec {
        name: "sphere-tree".into(),
        first_contact: false,
        threads: None,
        copies: None,
        options,
    };
    spec.resolve(&[]).unwrap()
}

fn settings(detectors: &[&str]) -> PlaybackSettings {
    PlaybackSettings {
        name: "test".into(),
        title: "A test".into(),
        source: "two-spheres".into(),
        revision: "abc".into(),
        detectors: detectors.iter().map(|name| participant(name)).collect(),
        repeats: NonZeroUsize::new(2).unwrap(),
        octree: true,
        time_critical: None,
        steps: Vec::new(),
        limits: PlaybackLimits::default(),
        notes: vec!["By hand.".into()],
    }
}

fn run(scene: &Scene, settings: &PlaybackSettings) -> PlaybackRun {
    let run = record(scene, settings, &RunProgress::hidden()).unwrap();
    assert_eq!(run.playback.check(), Ok(()));
    run
}

/// Returns the findings of a detector in each frame.
fn answers(name: &str, scene: &Scene) -> Vec<Findings> {
    let mut detector = participant(name).build();
    detector.prepare(&scene.bodies).unwrap();
    let answer = |frame| {
        let mut found = Findings::default();
        let query = scene.query().with_budget(Budget::Unlimited);
        detector
            .detect(&scene.frame(frame), &query, &mut found)
            .unwrap();
        found
    };
    (0..scene.frames.len()).map(answer).collect()
}

fn near(found: [f64; 3], expected: Vec3, error: f64) -> bool {
    Vec3::from_array(found).distance(expected) <= error
}

#[test]
fn a_playback_has_the_motion_and_the_contacts_of_brute_force() {
    let scene = spheres();
    let run = run(&scene, &settings(&["face-octree", "bvh"]));
    let playback = &run.playback;
    assert_eq!(run.failures, []);
    assert_eq!(
        (
            playback.frames,
            playback.meshes.len(),
            playback.bodies.len()
        ),
        (3, 1, 2)
    );
    let mesh = &playback.meshes[0];
    let positions = unquantized(&mesh.positions, mesh.low, mesh.high);
    let size = scene.bodies[0].mesh().aabb().size().max_element();
    for (found, expected) in positions.iter().zip(scene.bodies[0].mesh().vertices()) {
        assert!(
            near(*found, *expected, size / 65535.0),
            "{found:?} {expected}"
        );
    }
    assert_eq!(mesh.triangles(), scene.bodies[0].mesh().triangles());
    let poses = scene.frames.iter().flat_map(|frame| &frame.poses);
    for (found, pose) in playback.poses.chunks_exact(7).zip(poses) {
        let expected = [
            pose.translation.to_array().to_vec(),
            pose.rotation.to_array().to_vec(),
        ];
        for (found, expected) in found.iter().zip(expected.concat()) {
            assert_eq!(*found, expected as f32);
        }
    }
    let exact = answers("brute-force", &scene);
    for (contacts, exact) in playback.contacts.iter().zip(&exact) {
        assert_eq!(contacts.len(), exact.bodies.len());
        for (contact, body) in contacts.iter().zip(&exact.bodies) {
            let faces = exact.contacts_of(body.pair).iter();
            let faces: Vec<u32> = faces.flat_map(|c| [c.pair.face_a, c.pair.face_b]).collect();
            assert_eq!((contact.a, contact.b), (body.pair.a.0, body.pair.b.0));
            assert_eq!(
                (&contact.faces[..], contact.total),
                (&faces[..], faces.len() / 2)
            );
        }
    }
    assert!(playback.contacts[0].is_empty() && !playback.contacts[2].is_empty());
    let octree = playback.octree.as_ref().unwrap();
    for (i, found) in answers("face-octree", &scene).iter().enumerate() {
        let of = &playback.times.detectors[0];
        assert_eq!(of.name, "face-octree");
        assert!(of.ns[i] > 0.0);
        for (name, count) in found.work.entries() {
            assert_eq!(u64::from(of.counts[name][i]), count, "{name}");
        }
        assert_eq!(octree[i].len() as u64, 4 * found.work.count("cubes-split"));
    }
    assert!(!octree[2].is_empty());
    let folder = tempfile::tempdir().unwrap();
    playback.write(folder.path()).unwrap();
    let read = Playback::read(&folder.path().join("test.playback.json")).unwrap();
    assert_eq!(read, *playback);
    assert!(playback.notes[0] == "By hand." && playback.notes[1].contains("brute-force"));
}

#[test]
fn limits_leave_some_of_each_pair_and_the_true_number() {
    let scene = spheres();
    let all = run(&scene, &settings(&[])).playback;
    let mut fewer = settings(&[]);
    fewer.limits.all_face_pairs = 4;
    fewer.limits.cubes = 9;
    let cut = run(&scene, &fewer).playback;
    let (before, after) = (&all.contacts[2][0], &cut.contacts[2][0]);
    assert_eq!(before.faces.len(), 2 * before.total);
    assert_eq!(after.total, before.total);
    let pairs = after.faces.len() / 2;
    assert!((1..=4).contains(&pairs), "{pairs} of {}", after.total);
    let has = |pair: &[u32]| before.faces.chunks_exact(2).any(|known| known == pair);
    assert!(after.faces.chunks_exact(2).all(has));
    let cubes = |playback: &Playback| -> usize {
        let octree = playback.octree.iter().flatten();
        octree.map(|of_frame| of_frame.len() / 4).sum()
    };
    assert!(
        (1..=9).contains(&cubes(&cut)) && cubes(&all) > 9,
        "{}",
        cubes(&cut)
    );
    for word in ["faces in contact at most", "sides below"] {
        assert!(
            cut.notes.iter().any(|note| note.contains(word)),
            "{:?}",
            cut.notes
        );
        assert!(
            !all.notes.iter().any(|note| note.contains(word)),
            "{:?}",
            all.notes
        );
    }
    assert!(all.times.detectors.is_empty());
}

#[test]
fn bodies_that_deform_have_their_vertices_and_no_certificates() {
    let scene = generated("waving-spheres:faces=48");
    let scene = some_frames(scene, 0..9, NonZeroUsize::new(4).unwrap()).unwrap();
    let mut settings = settings(&["bsp-tree", "bvh"]);
    settings.time_critical = Some(small_trees());
    settings.steps = vec![1];
    let run = run(&scene, &settings);
    let playback = &run.playback;
    for (i, body) in playback.bodies.iter().enumerate() {
        let points = unquantized(body.deformed.as_ref().unwrap(), body.low, body.high);
        let frames = scene.frames.iter();
        let expected = frames.flat_map(|frame| frame.local_vertices(i, &scene.bodies[i]));
        let size = Vec3::from_array(body.high).distance(Vec3::from_array(body.low));
        for (found, expected) in points.iter().zip(expected) {
            assert!(
                near(*found, *expected, size / 65535.0),
                "{found:?} {expected}"
            );
        }
    }
    assert!(playback.budgets.is_none() && playback.spheres.is_none());
    assert_eq!(playback.times.detectors.len(), 1);
    let notes = playback.notes.join("\n");
    assert!(
        notes.contains("Without bsp-tree: ") && notes.contains("needs rigid"),
        "{notes}"
    );
}

#[test]
fn certificates_follow_their_budget_and_spheres_contain_their_mesh() {
    let scene = spheres();
    let mut settings = settings(&["bvh"]);
    settings.time_critical = Some(small_trees());
    settings.steps = vec![0, 1000];
    let run = run(&scene, &settings);
    assert_eq!(run.failures, []);
    let budgets = run.playback.budgets.as_ref().unwrap();
    assert_eq!(
        (&budgets.values[..], &*budgets.unit),
        (&[0.0, 1000.0][..], "steps")
    );
    let last = |budget: usize| budgets.certificates[budget][2][0];
    let (without, with) = (last(0), last(1));
    assert!(without.2 == 2 && without.3.unwrap() > 0.0, "{without:?}");
    assert_eq!((with.0, with.1, with.2, with.3), (0, 1, 1, None));
    let spheres = &run.playback.spheres.as_ref().unwrap()[0];
    assert_eq!((spheres.mesh, spheres.levels[0].len()), (0, 4));
    let [x, y, z, radius] = spheres.levels[0][..] else {
        panic!("one sphere")
    };
    let center = Vec3::new(x.into(), y.into(), z.into());
    let vertices = scene.bodies[0].mesh().vertices().iter();
    let farthest = vertices.map(|p| p.distance(center)).fold(0.0, f64::max);
    assert!(
        f64::from(radius) >= farthest * (1.0 - 1e-6),
        "{radius} {farthest}"
    );
    assert!(spheres.levels[1].len() > 4);
}

#[test]
fn a_wrong_answer_is_a_failure_without_times() {
    let scene = spheres();
    let mut settings = settings(&["bvh"]);
    settings.detectors.push(Participant::new("blind", || {
        Box::new(Fake::new("brute-force", |_, _, _, found| {
            found.clear();
            Ok(())
        }))
    }));
    let run = run(&scene, &settings);
    let [(label, reason)] = &run.failures[..] else {
        panic!("{:?}", run.failures)
    };
    assert!(label == "blind" && !reason.is_empty());
    assert_eq!(run.playback.times.detectors.len(), 1);
    let note = format!("Without blind, which failed: {reason}.");
    let notes = &run.playback.notes;
    assert!(notes.contains(&note), "{note}: {notes:?}");
}

#[test]
fn far_scenes_are_drawn_at_the_origin_and_tiny_ones_refused() {
    let scene = spheres();
    let far = scene.moved(Vec3::splat(1e12)).unwrap();
    let playback = run(&far, &settings(&[])).playback;
    let size = scene.world_cube.size().max_element();
    assert!(playback.poses.iter().all(|x| f64::from(*x) <= size));
    let note = "Coordinates are relative to (1000000";
    assert!(
        playback.notes.iter().any(|n| n.starts_with(note)),
        "{:?}",
        playback.notes
    );
    let tiny = scene.scaled_by_power_of_two(-400).unwrap();
    let error = record(&tiny, &settings(&[]), &RunProgress::hidden()).unwrap_err();
    let error = error.to_string();
    assert!(
        error.contains("extent") && error.contains("scale its meshes"),
        "{error}"
    );
}

#[test]
fn one_body_in_one_frame_is_a_playback() {
    let scene = spheres().only(&[1]);
    let scene = some_frames(scene, 1..2, NonZeroUsize::MIN).unwrap();
    assert!(estimated_bytes(&scene) > 0);
    let playback = run(&scene, &settings(&["bvh", "face-octree"])).playback;
    assert_eq!(
        (playback.frames, &playback.contacts[..]),
        (1, &[Vec::new()][..])
    );
}

#[test]
fn frames_are_some_of_those_of_the_scene() {
    let scene = || generated("two-spheres:faces=48");
    let all = scene().frames;
    let every = |n: usize| NonZeroUsize::new(n).unwrap();
    let some = some_frames(scene(), 10..20, every(4)).unwrap();
    assert_eq!(some.frames, [10, 14, 18].map(|i| all[i].clone()));
    assert_eq!(some.world_cube, scene().world_cube);
    for (start, end) in [(3, 3), (70, 80), (5, 2)] {
        let range = start..end;
        let error = some_frames(scene(), range, every(1))
            .unwrap_err()
            .to_string();
        assert!(error.contains("are not frames of `two-spheres"), "{error}");
    }
}

const DEFINITION: &str = r#"
    question = "?"
    [measure]
    model = "playback"
    detectors = [{ name = "bvh" }, { name = "bvh", first-contact = true }]
    time-critical = { name = "sphere-tree", samples = 100 }
    repeats = 1
    scenes = [
        { file = "two", title = "Two", scene = { generator = "two-spheres", faces = 48 }, first = 60, frames = 10, every = 5, steps = [1], octree = true },
        { file = "other", title = "Other", scene = { generator = "shuttles", bodies = 2 } },
    ]
    only = ["two"]
"#;

#[test]
fn the_model_writes_a_file_beside_rows() {
    let experiment = Experiment::parse("x", DEFINITION).unwrap();
    let results = experiment.run(&RunSettings::of("abc")).unwrap();
    assert_eq!(results.failures, Vec::<String>::new());
    let [file] = &results.pictures[..] else {
        panic!("one scene")
    };
    assert_eq!(file.name, "two.playback.json");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(&file.name);
    std::fs::write(&path, &file.bytes).unwrap();
    let playback = Playback::read(&path).unwrap();
    assert_eq!((playback.frames, &*playback.revision), (2, "abc"));
    assert_eq!(playback.notes[0], "2 frames: one of 5, from frame 61 on.");
    assert!(playback.octree.is_some() && playback.budgets.is_some());
    let queries = playback.times.detectors.iter().map(|d| &*d.query);
    assert!(queries.eq(["all contacts", "first contacts"]));
    let quantities = results.rows.iter().map(|row| &*row.quantity);
    let mut quantities: Vec<&str> = quantities.collect();
    quantities.sort_unstable();
    quantities.dedup();
    assert_eq!(
        quantities,
        [
            "calibration",
            "contacts",
            "file-bytes",
            "frames",
            "least-time"
        ]
    );
}

#[test]
fn a_definition_that_contradicts_itself_is_refused() {
    for (good, bad, problem) in [
        ("\"other\"", "\"two\"", "two scenes are named `two`"),
        ("\"other\"", "\"a/b\"", "small letters"),
        (
            "only = [\"two\"]",
            "only = [\"three\"]",
            "`three`, which is no scene",
        ),
        (
            "time-critical",
            "# time-critical",
            "no detector `time-critical`",
        ),
        (
            "{ name = \"sphere-tree\", samples = 100 }",
            "{ name = \"bvh\" }",
            "budgets",
        ),
        ("shuttles", "shuttels", "shuttels"),
        ("repeats = 1", "repeats = 0", "nonzero"),
    ] {
        let text = DEFINITION.replace(good, bad);
        let error = format!("{:#}", Experiment::parse("x", &text).unwrap_err());
        assert!(error.contains(problem), "{bad}: {error}");
    }
    let text = DEFINITION.replace("first = 60", "first = 90");
    let experiment = Experiment::parse("x", &text).unwrap();
    let error = experiment.run(&RunSettings::of("abc")).unwrap_err();
    assert!(
        format!("{error:#}").contains("`two`: frames 90..100"),
        "{error:#}"
    );
}
