//! A detector that fails while it is measured: the rows of the others stay, and it has its error.

use crate::common::{Fake, rows};
use collision::{BodyId, Budget, Rejected, Step};
use experiments::RunProgress;
use experiments::models::flight::Flight;
use experiments::models::frame_budget::FrameBudget;
use experiments::models::narrow_phase_calls::NarrowPhaseCalls;
use experiments::models::random_states::RandomStates;
use experiments::models::swept_accuracy::SweptAccuracy;
use experiments::timing::{Outcome, Plan, Replayed, replay};
use experiments::{Model, Participant, Process, Results, Session};
use records::Row;
use scenes::Generator;
use scenes::random::SceneRng;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Returns a participant that fails after this number of answers, over all its detectors: parry3d,
/// until it has been asked some times.
fn fails_after(answers: u32, panics: bool) -> Participant {
    let left = Arc::new(AtomicU32::new(answers));
    Participant::new("fails", move || {
        let left = left.clone();
        Box::new(Fake::new("parry3d", move |honest, frame, query, found| {
            if left.load(Ordering::Relaxed) == 0 {
                assert!(!panics, "out of luck");
                return Err(Rejected::BadPose {
                    body: BodyId(3),
                    value: f64::INFINITY,
                });
            }
            left.fetch_sub(1, Ordering::Relaxed);
            honest.detect(frame, query, found)
        }))
    })
}

/// Runs a model as one of several processes.
fn run(model: &dyn Model, process: &str) -> Results {
    let progress = RunProgress::hidden();
    let process: Process = process.parse().unwrap();
    let session = Session {
        id: "x",
        revision: "abc",
        workers: NonZeroUsize::MIN,
        process,
        detectors: None,
        progress: &progress,
    };
    model.run(&session).unwrap()
}

/// Checks that the failure is listed, is the row of that quantity, and is the only row.
fn has_failed(results: &Results, quantity: &str, word: &str) {
    let all = results.rows.iter().filter(|r| r.key.detector == "fails");
    let all: Vec<&Row> = all.collect();
    assert!(!all.is_empty());
    for row in all {
        assert_eq!(row.quantity, quantity);
        assert!(row.error().unwrap().contains(word), "{row:?}");
    }
    let [failure] = &results.failures[..] else {
        panic!("{:?}", results.failures);
    };
    assert!(
        failure.contains("fails on ") && failure.contains(word),
        "{failure}"
    );
}

/// Replays three frames of a scene twice by two detectors, of which one fails.
fn replayed(answers: u32, panics: bool, check: bool) -> Replayed {
    let scene = "two-spheres:faces=24,seed=7".parse::<Generator>().unwrap();
    let right = || catalog::build("parry3d", &catalog::Options::none()).unwrap();
    let participants = [
        fails_after(answers, panics),
        Participant::new("right", right),
    ];
    let plan = Plan {
        frames: 69..72,
        repeats: 2,
        workers: NonZeroUsize::MIN,
        check,
        verify: None,
        cold: 0,
        steps: true,
        prepare: true,
        cached_trees: false,
        evicted: true,
        memory: false,
    };
    let scene = scene.generate().unwrap();
    let mut random = SceneRng::new(1);
    let progress = RunProgress::hidden();
    replay(&scene, &participants, &plan, &mut random, &progress).unwrap()
}

#[test]
fn a_detector_that_fails_while_it_is_timed_fails_alone() {
    // Two passes of three frames are checked, two frames are cold, two turns have three calls
    // before three frames, two have one before a frame with other data in the caches, and two
    // passes of three frames have steps.
    for (answers, doing) in [
        (7, "preparation"),
        (19, "frames"),
        (21, "with other data in the caches"),
        (25, "steps"),
    ] {
        for panics in [true, false] {
            let replayed = replayed(answers, panics, true);
            let Outcome::Failed(why) = &replayed.outcomes[0] else {
                panic!("{:?}", replayed.outcomes[0]);
            };
            let word = if panics {
                "panicked: out of luck"
            } else {
                "body 3"
            };
            assert!(why.contains(doing) && why.contains(word), "{why}");
            let Outcome::Measured(measured) = &replayed.outcomes[1] else {
                panic!("{:?}", replayed.outcomes[1]);
            };
            assert!(measured.frames.iter().all(|f| f.time.len() == 2));
            assert!(measured.frames.iter().all(|f| f.steps.len() > 1));
        }
    }
    // A process without a check asks three times less.
    let replayed = replayed(0, false, false);
    assert!(matches!(&replayed.outcomes[0], Outcome::Failed(why) if why.contains("body 3")));
    assert!(matches!(&replayed.outcomes[1], Outcome::Measured(_)));
}

#[test]
fn a_detector_that_fails_in_one_process_leaves_the_rows_of_all_others() {
    let model = || -> FrameBudget {
        toml::from_str(
            r#"
            scene = { generator = "two-spheres", faces = 24, seed = 7 }
            microseconds = [1000, 1000000]
            every = 24
            repeats = 4
            detectors = [{ name = "parry3d" }]
            "#,
        )
        .unwrap()
    };
    let good = FrameBudget {
        detectors: [model().detectors, vec![fails_after(u32::MAX, true)]].concat(),
        ..model()
    };
    for answers in [0, 4, 14] {
        let bad = FrameBudget {
            detectors: [model().detectors, vec![fails_after(answers, true)]].concat(),
            ..model()
        };
        let parts = [run(&good, "1/2"), run(&bad, "2/2")];
        let failures = &parts[1].failures;
        // Once for each budget that is lost.
        let lost = if answers < 9 { 2 } else { 1 };
        assert_eq!(failures.len(), lost, "{failures:?}");
        assert!(failures[0].contains("out of luck"), "{failures:?}");
        let merged = records::merge(&parts.map(|results| results.rows)).rows;
        let right = rows(&merged, "parry3d", "time");
        assert_eq!(right.len(), 2);
        assert!(right.iter().all(|row| row.error().is_none()));
        let times = rows(&merged, "fails", "time");
        let error = times[1].error().unwrap();
        assert!(
            error.contains("process 2 of 2: panicked: out of luck"),
            "{error}"
        );
        // The samples of the first process are kept.
        assert!(!times[1].samples.is_empty());
    }
}

#[test]
fn a_baseline_or_a_tree_that_fails_takes_its_comparisons_along() {
    let model: NarrowPhaseCalls = toml::from_str(
        r#"
        flight = { body = "chair", ships = 5, seeds = [1996], pilot = { name = "parry3d" } }
        baselines = [{ name = "bsp-tree", query = "boolean" }]
        trees = [{ name = "sphere-tree-octree" }]
        levels = 4
        calls = 40
        repeats = 1
        "#,
    )
    .unwrap();
    let octree = "sphere-tree-octree";
    let with_baselines = |baselines: Vec<Participant>| NarrowPhaseCalls {
        baselines,
        ..model.clone()
    };
    let bsp = model.baselines[0].clone();
    // Second: the first still answers for the others.
    let second = with_baselines(vec![bsp.clone(), fails_after(50, true)]);
    let results = run(&second, "1/1");
    has_failed(&results, "call-time", "out of luck");
    assert!(
        rows(&results.rows, octree, "speed-up")
            .iter()
            .all(|r| r.error().is_none())
    );
    for quantity in ["speed-up/fails", "faster/fails"] {
        for row in rows(&results.rows, octree, quantity) {
            assert_eq!(row.error(), Some("fails failed: panicked: out of luck"));
        }
    }
    assert_eq!(
        rows(&results.rows, octree, "collisions/both")[0].error(),
        None
    );
    let first = with_baselines(vec![fails_after(50, false), bsp]);
    let results = run(&first, "1/1");
    has_failed(&results, "call-time", "body 3");
    for quantity in [
        "speed-up",
        "faster",
        "collisions/both",
        "collisions/baseline",
    ] {
        let lost = rows(&results.rows, octree, quantity);
        assert!(
            !lost.is_empty() && lost.iter().all(|r| r.error().is_some()),
            "{quantity}"
        );
    }
    for (detector, quantity) in [
        (octree, "call-time"),
        (octree, "speed-up/bsp-tree query=boolean"),
    ] {
        let kept = rows(&results.rows, detector, quantity);
        assert!(
            kept.len() == 5 && kept.iter().all(|r| r.error().is_none()),
            "{quantity}"
        );
    }
    // A tree has a row for each level.
    let tree = NarrowPhaseCalls {
        trees: vec![model.trees[0].clone(), fails_after(50, true)],
        ..model
    };
    let results = run(&tree, "1/1");
    has_failed(&results, "call-time", "out of luck");
    assert_eq!(rows(&results.rows, "fails", "call-time").len(), 5);
    assert_eq!(rows(&results.rows, octree, "collisions")[0].error(), None);
}

#[test]
fn a_flight_that_fails_is_a_row_with_its_error() {
    let flight: Flight = toml::from_str(
        r#"
        user = "chair"
        drone = "chair"
        ships = 4
        seeds = [1996]
        until = 2
        render = 0.1
        detect = 0.05
        frame = 1.0
        budget = 0.9
        detectors = [{ name = "bsp-tree" }]
        "#,
    )
    .unwrap();
    let detectors = [vec![fails_after(7, true)], flight.detectors.clone()].concat();
    let results = run(
        &Flight {
            detectors,
            ..flight
        },
        "1/1",
    );
    has_failed(&results, "detection-time", "out of luck");
    let time = rows(&results.rows, "bsp-tree", "detection-time");
    assert_eq!((time.len(), time[0].error()), (1, None));
}

/// A detector that fails in its third state.
#[test]
fn states_before_one_that_fails_stay() {
    let (states, asked) = (4, Arc::new(AtomicU32::new(0)));
    let model: RandomStates = toml::from_str(&format!(
        r#"
        bodies = ["chair", "chair"]
        states = {states}
        seed = 1
        detectors = [{{ name = "sphere-tree-octree" }}]
        "#,
    ))
    .unwrap();
    let counted = asked.clone();
    let fails = Participant::new("fails", move || {
        let counted = counted.clone();
        Box::new(Fake::new(
            "sphere-tree-octree",
            move |honest, frame, query, found| {
                // The last question on each state has no limit.
                let is_last = matches!(query.budget, Budget::Unlimited);
                if is_last && counted.fetch_add(1, Ordering::Relaxed) == 2 {
                    panic!("out of luck");
                }
                honest.detect(frame, query, found)
            },
        ))
    });
    let results = run(
        &RandomStates {
            detectors: vec![fails],
            ..model
        },
        "1/1",
    );
    assert_eq!(asked.load(Ordering::Relaxed), 3);
    let number = |quantity| rows(&results.rows, "fails", quantity)[0].median();
    assert_eq!(number("states"), Some(2.0));
    let faults = rows(&results.rows, "fails", "faults");
    assert!(faults[0].error().unwrap().contains("out of luck"));
    assert_eq!(results.failures.len(), 1);
    for row in rows(&results.rows, "fails", "certified") {
        // Of two states.
        assert!([0.0, 0.5, 1.0].contains(&row.median().unwrap()), "{row:?}");
    }
    assert!(!rows(&results.rows, "fails", "certified").is_empty());
}

#[test]
fn states_and_swept_faces_of_other_detectors_stay() {
    let states: RandomStates = toml::from_str(
        r#"
        bodies = ["chair", "chair"]
        states = 4
        seed = 1
        detectors = [{ name = "sphere-tree-octree" }]
        "#,
    )
    .unwrap();
    let detectors = [vec![fails_after(0, true)], states.detectors.clone()].concat();
    let results = run(
        &RandomStates {
            detectors,
            ..states
        },
        "1/1",
    );
    has_failed(&results, "faults", "out of luck");
    assert_eq!(
        rows(&results.rows, "sphere-tree-octree", "states")[0].median(),
        Some(4.0)
    );
    let faults = rows(&results.rows, "sphere-tree-octree", "faults");
    assert_eq!(faults[0].median(), Some(0.0));

    let swept: SweptAccuracy = toml::from_str(
        r#"
        scene = { generator = "two-spheres", faces = 24, seed = 7 }
        frames = 2
        path = "linear"
        detectors = [{ name = "face-octree-swept" }]
        "#,
    )
    .unwrap();
    let detectors = [vec![fails_after(1, false)], swept.detectors.clone()].concat();
    let results = run(&SweptAccuracy { detectors, ..swept }, "1/1");
    has_failed(&results, "reported", "body 3");
    assert_eq!(
        rows(&results.rows, "face-octree-swept", "frames")[0].median(),
        Some(2.0)
    );
}

/// The control learns the end of its budget after twice the budget, so it is never within a step.
#[test]
fn a_control_exceeds_its_budget_and_adds_no_other_row() {
    let waits = |label: &str| {
        Participant::new(label, || {
            Box::new(Fake::new("sphere-tree", |honest, frame, query, found| {
                honest.detect(frame, query, found)?;
                if let Budget::Until(deadline) = query.budget {
                    while !deadline.passed() {
                        query.probe.begin(Step::BODY_PAIRS, 0);
                    }
                }
                Ok(())
            }))
        })
        .with_budgets()
    };
    let model: FrameBudget = toml::from_str(
        r#"
        scene = { generator = "two-spheres", faces = 24, seed = 7 }
        microseconds = [20000]
        every = 24
        repeats = 1
        detectors = [{ name = "sphere-tree" }]
        "#,
    )
    .unwrap();
    let results = run(
        &FrameBudget {
            detectors: vec![waits("waits")],
            control: Some(waits("waits")),
            ..model
        },
        "1/1",
    );
    assert_eq!(results.failures, Vec::<String>::new());
    let share = |quantity: &str| {
        let mut rows = results.rows.iter().filter(|row| row.quantity == quantity);
        let row = rows.next().unwrap_or_else(|| panic!("no row {quantity}"));
        assert!(rows.next().is_none(), "two rows {quantity}");
        row.median().unwrap()
    };
    assert!(share("time") > 0.01);
    let [own, control] = ["within-a-step", "within-a-step/budget-ignored"].map(share);
    assert!(control < own, "{control}, {own}");
}
