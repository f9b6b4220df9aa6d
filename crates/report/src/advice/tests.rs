//! Advice from rows that are made by hand.

mod deadline;
mod page;

use super::*;
use records::{Key, Row, Unit};

fn key(experiment: &str, detector: &str, frame: Option<u32>) -> Key {
    Key {
        experiment: experiment.to_owned(),
        scene: "made".to_owned(),
        detector: detector.to_owned(),
        x_name: "cycle".to_owned(),
        x: f64::from(frame.unwrap_or(2)),
        frame,
        ..Key::default()
    }
}

/// Times of two frames in each of four repeats.
fn raced(detector: &str, times: [f64; 2]) -> Vec<Row> {
    let frames = (1..).zip(times);
    let row = |(frame, time): (u32, f64)| {
        let samples = [time, 1.01 * time, 0.99 * time, time];
        Row::from_samples(
            &key("race", detector, Some(frame)),
            "time",
            Unit::Seconds,
            &samples,
        )
    };
    frames.map(row).collect()
}

/// Time of a frame in the trial.
fn tried(detector: &str, frame: u32, time: f64) -> Row {
    let key = key("trial", detector, Some(frame));
    Row::exact(&key, "tried-time", Unit::Seconds, time)
}

fn number(experiment: &str, detector: &str, quantity: &str, unit: Unit, value: f64) -> Row {
    Row::exact(&key(experiment, detector, None), quantity, unit, value)
}

fn entrant(label: &str, asks_for_all: bool, exact: bool) -> EntrantFacts {
    EntrantFacts {
        label: label.to_owned(),
        asks_for_all,
        exact,
        supports_budgets: label.starts_with("sphere-tree"),
        accepts: "closed".to_owned(),
        command: format!("cargo xtask detect 'a```b' --detector {label}"),
        dependency: "catalog = {}".to_owned(),
        rust: "fn ask() {}\n".to_owned(),
        rust_until: label
            .starts_with("sphere-tree")
            .then(|| "fn stop() {}\n".to_owned()),
        ..EntrantFacts::default()
    }
}

fn about() -> SceneAbout {
    SceneAbout {
        name: "<img src=x onerror=alert(1)> | [a](b)".to_owned(),
        frames: 2,
        entrants: vec![
            entrant("bvh", true, true),
            entrant("octree", true, true),
            entrant("slow", true, true),
            entrant("endless", true, true),
            entrant("bvh first-contact", false, true),
            entrant("gjk", false, false),
            entrant("planes", false, true),
        ],
        meshes: vec![BodyFaults {
            bodies: vec!["<b>|".to_owned(); 6],
            faces: 12,
            closed: false,
            faults: vec![("open edges".to_owned(), 3)],
        }],
        deadline: 0.01,
        window: Some([0, 2]),
        trial: "trial".to_owned(),
        race: "race".to_owned(),
        ..SceneAbout::default()
    }
}

fn rows() -> Rows {
    let mut rows: Vec<Row> = [
        raced("bvh", [1e-3, 3e-3]),
        raced("octree", [4e-3, 4e-3]),
        raced("bvh first-contact", [1e-3, 1e-3]),
        raced("gjk", [1e-6, 1e-6]),
    ]
    .concat();
    let seconds = Unit::Seconds;
    let count = |detector, quantity, value| number("race", detector, quantity, Unit::Count, value);
    for (detector, preparation, nodes) in [("bvh", 1.0, 100.0), ("octree", 0.0, 900.0)] {
        let prepared = "tried-preparation";
        rows.extend([
            number("trial", detector, prepared, seconds, preparation),
            count(detector, "mean/node-tests", nodes),
            count(detector, "mean/vertices-moved", 7.0),
        ]);
    }
    rows.push(number("race", "bvh", "memory/warm", Unit::Bytes, 2048.0));
    rows.push(count("bvh", "frames-verified/brute-force", 2.0));
    rows.extend([tried("bvh", 1, 1e-3), tried("slow", 1, 0.5)]);
    rows.push(tried("endless", 1, 0.25));
    let fails = |detector, error| {
        let key = key("trial", detector, None);
        Row::failure(&key, "tried-time", seconds, error)
    };
    rows.push(fails("endless", "gave up after 10 s"));
    rows.push(fails("planes", "body 0 is not convex"));
    rows.push(number("trial", "planes", "accepts", Unit::Count, 0.0));
    rows.into_iter().collect()
}

fn standing<'a>(question: &'a QuestionAdvice, detector: &str) -> &'a AdviceOutcome {
    let found = question.standings.iter().find(|s| s.detector == detector);
    &found.unwrap().outcome
}

#[test]
fn the_fastest_with_a_proof_is_recommended_with_its_reason_and_cost() {
    let advice = Advice::new(&rows(), about());
    let [all, first] = &advice.questions[..] else {
        panic!("two questions");
    };
    assert_eq!(all.take.as_ref().unwrap().label, "bvh");
    let (next, times) = all.next.as_ref().unwrap();
    assert_eq!((next.as_str(), times[0]), ("octree", 2.0));
    assert!(!all.tied);
    assert_eq!(
        all.why,
        Some(WorkReason {
            count: "node-tests".to_owned(),
            own: 100.0,
            other: 900.0
        })
    );
    // 1 s and 2 ms a frame, against 4 ms a frame.
    let from = |f: &FirstFrom| (f.frames, f.detector.clone());
    let from: Vec<_> = all.in_total.iter().map(from).collect();
    assert_eq!(from, [(1, "octree".to_owned()), (501, "bvh".to_owned())]);
    assert!(matches!(
        standing(all, "slow"),
        AdviceOutcome::Tried { times: Some(times), frames: 1, .. } if (times - 500.0).abs() < 1e-9
    ));
    assert!(matches!(
        standing(all, "endless"),
        AdviceOutcome::Failed { reason } if reason == "gave up after 10 s"
    ));
    // Faster, but nothing is proved.
    assert_eq!(first.take.as_ref().unwrap().label, "bvh first-contact");
    assert_eq!(first.faster_without_proof, ["gjk"]);
    assert!(matches!(
        standing(first, "planes"),
        AdviceOutcome::Refused { .. }
    ));
    let order: Vec<&str> = all.standings.iter().map(|s| s.detector.as_str()).collect();
    assert_eq!(order, ["bvh", "octree", "slow", "endless"]);
    assert_eq!(advice.verified, Some((2, "brute-force".to_owned())));
    assert_eq!(all.standings[0].memory, Some(2048.0));
    // A detector that failed has no slowest frame, even if it has answered some.
    let worst: Vec<Option<f64>> = all.standings.iter().map(|s| s.worst_frame).collect();
    assert_eq!(worst, [Some(3e-3), Some(4e-3), Some(0.5), None]);
}

#[test]
fn a_wrong_answer_is_no_recommendation_and_equal_times_are_a_tie() {
    let mut rows = rows();
    rows.push(number("race", "bvh", "missed-collisions", Unit::Count, 1.0));
    let advice = Advice::new(&rows, about());
    assert_eq!(advice.questions[0].take.as_ref().unwrap().label, "octree");
    let tied: Rows = [raced("bvh", [1e-3, 3e-3]), raced("octree", [2e-3, 2e-3])]
        .concat()
        .into_iter()
        .collect();
    let advice = Advice::new(&tied, about());
    assert!(advice.questions[0].tied);
    assert_eq!(advice.questions[0].why, None);
    assert!(
        advice
            .markdown()
            .contains("is as fast, within the interval")
    );
    // One slow repeat of the faster one makes no tie.
    let raced = |detector: &str, samples: [f64; 5]| {
        let key = key("race", detector, Some(1));
        Row::from_samples(&key, "time", Unit::Seconds, &samples)
    };
    let slow_once: Rows = [
        raced("bvh", [1e-3, 1e-3, 1e-3, 1e-3, 9e-3]),
        raced("octree", [3e-3; 5]),
    ]
    .into_iter()
    .collect();
    let advice = Advice::new(&slow_once, about());
    let question = &advice.questions[0];
    let (_, [_, low, _]) = question.next.as_ref().unwrap();
    assert!(*low <= 1.0 && !question.tied, "{question:?}");
}
