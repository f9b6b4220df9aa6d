//! End-to-end tests of replays, on scenes of a few faces.

use crate::common::{Fake, rows};
use experiments::timing::{Outcome, Plan, replay};
use experiments::{
    Experiment, GroundTruth, Participant, Process, RacePlan, Results, RunSettings, SceneFeatures,
    SceneRace, SceneSpec,
};
use records::{Row, Rows};
use scenes::random::SceneRng;
use scenes::{Generator, Scene};
use std::num::NonZeroUsize;

const TEXT: &str = r#"
    question = "Does it run?"
    [measure]
    model = "replay"
    scene = { generator = "two-spheres", seed = 7 }
    sweep = { faces = [24, 48] }
    detectors = [{ name = "face-octree", level = 4 }, { name = "parry3d" }]
    record = ["time", "cold-time", "prepare-time", "step-time", "contacts", "work"]
    frames = "last"
    replay = 3
    repeats = 4
    expect = { colliding-body-pairs-in-last-frame = 1, colliding-body-pairs-before = 0 }
"#;

fn run(text: &str) -> anyhow::Result<Results> {
    Experiment::parse("x", text)?.run(&RunSettings::of("abc"))
}

fn scene(text: &str) -> Scene {
    text.parse::<Generator>().unwrap().generate().unwrap()
}

#[test]
fn a_run_or_a_definition_gives_several_workers_and_answers_stay() {
    let text = TEXT.replace(
        r#"{ name = "parry3d" }"#,
        r#"{ name = "face-octree-parallel" }, { name = "face-octree-parallel", workers = 2 },
            { name = "face-octree-parallel", workers = 2, distribution = "dynamic" }"#,
    );
    let contacts = |workers: usize| {
        let experiment = Experiment::parse("x", &text).unwrap();
        let workers = NonZeroUsize::new(workers).unwrap();
        let settings = RunSettings {
            workers,
            ..RunSettings::of("abc")
        };
        let results = experiment.run(&settings).unwrap();
        assert_eq!(results.failures, Vec::<String>::new());
        let labels = [
            "face-octree level=4",
            "face-octree-parallel",
            "face-octree-parallel workers=2",
            "face-octree-parallel distribution=dynamic workers=2",
        ];
        labels.map(|label| {
            assert!(!rows(&results.rows, label, "time").is_empty());
            let rows = rows(&results.rows, label, "contacts");
            rows[1].median().expect("it is counted")
        })
    };
    assert!(contacts(1)[0] > 0.0);
    assert_eq!(contacts(1), [contacts(1)[0]; 4]);
    assert_eq!(contacts(1), contacts(3));
}

#[test]
fn processes_share_the_repeats_and_count_the_same() {
    let experiment = Experiment::parse("x", TEXT).unwrap();
    let wanted = NonZeroUsize::new(3).unwrap();
    assert_eq!(experiment.processes(false, wanted), wanted);
    let processes: Vec<Rows> = Process::all(wanted)
        .map(|process| {
            let settings = RunSettings {
                process,
                ..RunSettings::of("abc")
            };
            experiment.run(&settings).unwrap().rows
        })
        .collect();
    let merged = records::merge(&processes);
    assert_eq!(merged.differing_counts, Vec::<String>::new());
    let times = rows(&merged.rows, "parry3d", "time");
    assert_eq!(times.len(), 2);
    for time in times {
        let lengths = time.samples.processes().iter().map(Vec::len);
        assert_eq!(lengths.collect::<Vec<_>>(), [2, 1, 1]);
    }
    let verified = rows(&merged.rows, "parry3d", "frames-verified/brute-force");
    assert_eq!(verified[0].median(), Some(3.0));
    let calibration = rows(&merged.rows, "calibration", "calibration");
    assert_eq!((calibration.len(), calibration[0].samples.len()), (2, 4));
}

#[test]
fn selected_detectors_alone_are_measured() {
    let regex = regex::Regex::new("^parry").unwrap();
    let experiment = Experiment::parse("x", TEXT).unwrap();
    assert!(experiment.has_detector(false, &regex));
    assert!(!experiment.has_detector(false, &regex::Regex::new("^arry").unwrap()));
    let settings = RunSettings {
        detectors: Some(&regex),
        ..RunSettings::of("abc")
    };
    let found = experiment.run(&settings).unwrap().rows;
    assert_eq!(rows(&found, "parry3d", "time").len(), 2);
    assert!(rows(&found, "face-octree level=4", "time").is_empty());
}

#[test]
fn each_value_of_the_sweep_has_its_rows() {
    let results = run(TEXT).unwrap();
    assert_eq!(results.failures, Vec::<String>::new());
    for detector in ["face-octree level=4", "parry3d"] {
        let times = rows(&results.rows, detector, "time");
        let seen: Vec<_> = times
            .iter()
            .map(|r| (r.key.x, r.key.frame, r.samples.len()))
            .collect();
        assert_eq!(seen, [(24.0, Some(72), 4), (48.0, Some(72), 4)]);
        assert!(
            times
                .iter()
                .all(|r| r.median().unwrap() > 0.0 && r.key.x_name == "faces")
        );
        let verified = rows(&results.rows, detector, "frames-verified/brute-force");
        assert_eq!(verified[0].median(), Some(3.0));
        assert_eq!(rows(&results.rows, detector, "prepare-time").len(), 2);
        assert_eq!(
            rows(&results.rows, detector, "cold-time")[0].key.frame,
            Some(72)
        );
    }
    let contacts = |detector| {
        rows(&results.rows, detector, "contacts")[1]
            .median()
            .unwrap()
    };
    assert!(contacts("parry3d") > 0.0);
    assert_eq!(contacts("parry3d"), contacts("face-octree level=4"));
    assert!(!rows(&results.rows, "face-octree level=4", "voxels").is_empty());
    let step = rows(
        &results.rows,
        "face-octree level=4",
        "step-time/face-checklist",
    );
    assert_eq!(step[0].samples.len(), 4);
}

/// A race would build the trees of its bodies again for each repeat.
#[test]
fn cached_trees_leave_out_the_time_of_preparation_alone() {
    let text = TEXT.replace(
        r#"{ name = "parry3d" }"#,
        r#"{ name = "sphere-tree-octree" }"#,
    );
    let octree = "sphere-tree-octree";
    let prepared = |text: &str, detector| {
        let results = run(text).unwrap();
        assert_eq!(results.failures, Vec::<String>::new());
        ["prepare-time", "cold-time", "time"].map(|q| rows(&results.rows, detector, q).len())
    };
    let cached = text.replace("repeats = 4", "repeats = 4\n    cached-trees = true");
    assert_eq!(prepared(&text, octree), [2, 2, 2]);
    assert_eq!(prepared(&cached, octree), [0, 2, 2]);
    assert_eq!(prepared(&cached, "face-octree level=4"), [2, 2, 2]);
    let total = cached.replace("\"last\"", "\"mean\"");
    let total = total.replace("\"cold-time\"", "\"cold-time\", \"total-time\"");
    let error = format!("{:#}", Experiment::parse("x", &total).unwrap_err());
    assert!(error.contains("cached-trees"), "{error}");
}

#[test]
fn totals_stand_over_frames_and_other_data_in_the_caches_has_its_own_time() {
    let named = "\"cold-time\", \"evicted-time\", \"total-time\"";
    let mean = TEXT.replace("\"last\"", "\"mean\"");
    let results = run(&mean.replace("\"cold-time\"", named)).unwrap();
    let totals = rows(&results.rows, "parry3d", "total-time");
    // Nine numbers of frames for each of two numbers of faces.
    assert_eq!(totals.len(), 18);
    assert!(totals.iter().all(|r| r.key.x_name == "frames"));
    assert!(totals.iter().all(|r| r.samples.len() == 4));
    let first = |row: &&&Row| row.key.x == 1.0;
    let first = totals.iter().find(first).unwrap().median().unwrap();
    let prepare = rows(&results.rows, "parry3d", "prepare-time");
    assert!(
        first
            > prepare
                .iter()
                .filter_map(|r| r.median())
                .fold(1.0, f64::min)
    );
    for detector in ["face-octree level=4", "parry3d"] {
        let evicted = rows(&results.rows, detector, "evicted-time");
        assert_eq!(evicted.len(), 2);
        assert!(evicted.iter().all(|r| r.median().unwrap() > 0.0));
    }
    for (text, fault) in [
        (mean.replace("\"cold-time\"", "\"total-time\""), "cold-time"),
        (TEXT.replace("\"cold-time\"", named), "mean"),
    ] {
        let error = format!("{:#}", Experiment::parse("x", &text).unwrap_err());
        assert!(error.contains(fault), "{error}");
    }
}

#[test]
fn where_every_frame_is_recorded_x_is_the_cycle() {
    let text = TEXT.replace("\"last\"", "\"every\"");
    let results = run(&text).unwrap();
    let times = rows(&results.rows, "parry3d", "time");
    let seen: Vec<_> = times
        .iter()
        .map(|r| (r.key.series.as_str(), r.key.x))
        .collect();
    let cycles = [70.0, 71.0, 72.0];
    let expected: Vec<_> = ["faces=24", "faces=48"]
        .into_iter()
        .flat_map(|s| cycles.map(|c| (s, c)))
        .collect();
    assert_eq!(seen, expected);
}

#[test]
fn the_mean_is_one_row_for_the_whole_scene() {
    let text = TEXT.replace("\"last\"", "\"mean\"");
    let results = run(&text).unwrap();
    let times = rows(&results.rows, "parry3d", "time");
    assert_eq!(
        times
            .iter()
            .map(|r| (r.key.x, r.key.frame))
            .collect::<Vec<_>>(),
        [(24.0, None), (48.0, None)]
    );
    let last = run(TEXT).unwrap();
    let contacts = |all: &Rows| rows(all, "parry3d", "contacts")[0].median().unwrap();
    assert_eq!(
        contacts(&results.rows) * 3.0,
        contacts(&last.rows),
        "only the last frame has any"
    );
}

#[test]
fn a_scene_that_does_not_show_what_it_should_stops_the_run() {
    for (good, bad) in [
        ("in-last-frame = 1", "in-last-frame = 2"),
        ("before = 0", "before = 1"),
        (
            "{ colliding-body-pairs-in-last-frame = 1, colliding-body-pairs-before = 0 }",
            "{ colliding-body-pairs-at-least = 2 }",
        ),
    ] {
        let error = run(&TEXT.replace(good, bad)).unwrap_err();
        assert!(format!("{error:#}").contains("expected"), "{error:#}");
    }
}

#[test]
fn a_detector_that_refuses_a_body_is_a_row_with_its_error() {
    let text = TEXT
        .replace("\"two-spheres\"", "\"shuttle-pair\"")
        .replace("sweep = { faces = [24, 48] }", "")
        .replace("\"parry3d\"", "\"separating-plane\"");
    let results = run(&text).unwrap();
    assert_eq!(results.failures.len(), 1);
    let row = rows(&results.rows, "separating-plane", "time")[0];
    assert!(row.error().unwrap().contains("not convex"));
    assert!(
        rows(&results.rows, "face-octree level=4", "time")[0]
            .error()
            .is_none()
    );
}

/// Fault of brute force.
#[derive(Clone, Copy, Debug)]
enum Way {
    Nothing,
    StaleAfterThree,
    Panics,
}

#[test]
fn wrong_answers_are_caught_before_anything_is_timed() {
    let scene = scene("two-spheres:faces=24,seed=7");
    let brute_force = || catalog::build("brute-force", &catalog::Options::none()).unwrap();
    let wrong = |label: &str, way| {
        Participant::new(label, move || {
            let mut asked = 0;
            Box::new(Fake::new(
                "brute-force",
                move |honest, frame, query, found| {
                    asked += 1;
                    match way {
                        Way::Nothing => found.clear(),
                        Way::StaleAfterThree if asked > 3 => {}
                        Way::StaleAfterThree => honest.detect(frame, query, found)?,
                        Way::Panics => panic!("out of luck"),
                    }
                    Ok(())
                },
            ))
        })
    };
    let participants = [
        wrong("nothing", Way::Nothing),
        Participant::new("right", brute_force),
        wrong("stale", Way::StaleAfterThree),
        wrong("panics", Way::Panics),
    ];
    let plan = Plan::of_frames(69..72, 2);
    let replayed = replay(
        &scene,
        &participants,
        &plan,
        &mut SceneRng::new(1),
        &experiments::RunProgress::hidden(),
    )
    .unwrap();
    let checked = replayed.checked.as_ref().unwrap();
    assert_eq!(checked.ground_truth, GroundTruth::BruteForce);
    let why = |i: usize| match &replayed.outcomes[i] {
        Outcome::Failed(why) => why.clone(),
        other => panic!("{other:?}"),
    };
    assert!(why(0).contains("frame 71"), "{}", why(0));
    assert!(why(2).contains("disagrees"), "{}", why(2));
    assert!(why(3).contains("out of luck"), "{}", why(3));
    let Outcome::Measured(measured) = &replayed.outcomes[1] else {
        panic!("{:?}", replayed.outcomes[1]);
    };
    assert!(measured.frames.iter().all(|f| f.time.len() == 2));
}

#[test]
fn a_detector_that_refuses_the_bodies_does_not_accept_them() {
    let text = r#"
        question = "Which bodies?"
        [measure]
        model = "replay"
        jobs = [
            { title = "convex", scene = { generator = "two-spheres", faces = 24, seed = 7 } },
            { title = "concave", scene = { generator = "shuttle-pair", seed = 7 } },
        ]
        detectors = [{ name = "face-octree", level = 4 }, { name = "separating-plane" }]
        record = ["accepts"]
        frames = "mean"
        replay = 2
        repeats = 2
        may-refuse = true
        expect = { colliding-body-pairs-in-last-frame = 1 }
    "#;
    let results = run(text).unwrap();
    assert_eq!(results.failures, Vec::<String>::new());
    let accepts = |detector| {
        let rows = rows(&results.rows, detector, "accepts");
        let mut of: Vec<_> = rows.iter().map(|r| (&*r.key.series, r.median())).collect();
        of.sort_by_key(|(series, _)| *series);
        of
    };
    let both = [("concave", Some(1.0)), ("convex", Some(1.0))];
    assert_eq!(accepts("face-octree level=4"), both);
    let convex = [("concave", Some(0.0)), ("convex", Some(1.0))];
    assert_eq!(accepts("separating-plane"), convex);
}

#[test]
fn memory_needs_a_program_that_counts_it() {
    let error = run(&TEXT.replace("\"time\", ", "\"memory\", ")).unwrap_err();
    assert!(
        format!("{error:#}").contains("global allocator"),
        "{error:#}"
    );
}

#[test]
fn where_brute_force_would_take_minutes_parry3d_gives_the_truth() {
    let scene = scene("calm:bodies=60,faces=3968");
    let source = |scene: &Scene, frames| GroundTruth::for_scene(scene, frames);
    assert_eq!(source(&scene, scene.frames.len()), GroundTruth::Parry3d);
    assert_eq!(source(&scene.only(&[0, 1]), 72), GroundTruth::BruteForce);
}

#[test]
fn on_a_users_recording_a_detector_may_refuse_the_bodies() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name, text| std::fs::write(folder.path().join(name), text).unwrap();
    // A square that is bent along its diagonal: open and not convex.
    write(
        "bent.off",
        "OFF\n4 2 0\n0 0 0\n1 0 1\n1 1 0\n0 1 1\n3 0 1 2\n3 0 2 3\n",
    );
    write(
        "scene.json",
        r#"{ "name": "two\n# words", "objects": [{ "mesh": "bent.off" }, { "mesh": "bent.off" }],
        "frames": [[[0, 0, 0, 0, 0, 0, 1], [0.5, 0, 0, 0, 0, 0, 1]]] }"#,
    );
    let spec = SceneSpec::recording(folder.path());
    let scene = spec.load().unwrap();
    let features = SceneFeatures::of(&scene, 1.0);
    let race = SceneRace::new(&spec, &scene, &features, None, true).unwrap();
    let all = race.entrants().iter().map(|entrant| entrant.label.clone());
    let plan = RacePlan {
        window: 0..1,
        finalists: all.collect(),
        verify: 1,
        // Memory needs a program that counts what it asks for.
        preparations: false,
    };
    let experiment = race.race("x", &plan).unwrap();
    // A heading is one line.
    assert!(
        experiment.page.contains("title = \"two # words\""),
        "{}",
        experiment.page
    );
    let settings = RunSettings {
        quick: true,
        ..RunSettings::of("abc")
    };
    let results = experiment.run(&settings).unwrap();
    assert_eq!(results.failures, Vec::<String>::new());
    let row = |detector| rows(&results.rows, detector, "time")[0];
    assert!(row("separating-plane").error().is_some());
    for name in ["brute-force", "face-octree", "face-octree-tuned", "parry3d"] {
        assert_eq!(row(name).error(), None, "{name}");
    }
}
