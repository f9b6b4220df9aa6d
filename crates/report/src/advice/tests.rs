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
    let mut rows: Vec<Row> = Vec::new();
    rows.extend(raced("bvh", [1e-3, 3e-3]));
    rows.extend(raced("octree", [4e-3, 4e-3]));
    rows.extend(raced("bvh first-contact", [1e-3, 1e-3]));
    rows.extend(raced("gjk", [1e-6, 1e-6]));
    let seconds = Unit::Seconds;
    for (detector, preparation) in [("bvh", 1.0), ("octree", 0.0)] {
        rows.push(number(
            "trial",
            detector,
            "tried-preparation",
            seconds,
            preparation,
        ));
    }
    for (detector, nodes, moved) in [("bvh", 100.0, 7.0), ("octree", 900.0, 7.0)] {
        rows.push(number(
            "race",
            detector,
            "mean/node-tests",
            Unit::Count,
            nodes,
        ));
        rows.push(number(
            "race",
            detector,
            "mean/vertices-moved",
            Unit::Count,
            moved,
        ));
    }
    rows.push(number("race", "bvh", "memory/warm", Unit::Bytes, 2048.0));
    rows.push(number(
        "race",
        "bvh",
        "frames-verified/brute-force",
        Unit::Count,
        2.0,
    ));
    for (detector, time) in [("bvh", 1e-3), ("slow", 0.5)] {
        let key = key("trial", detector, Some(1));
        rows.push(Row::exact(&key, "tried-time", seconds, time));
    }
    let fails = |detector, error| {
        Row::failure(
            &key("trial", detector, None),
            "tried-time",
            Unit::Seconds,
            error,
        )
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

#[test]
fn a_deadline_is_kept_by_the_least_slowest_frame() {
    let advice = Advice::new(&rows(), about());
    let deadline = advice.deadline.unwrap();
    assert_eq!(
        (deadline.take.as_str(), deadline.worst_frame),
        ("bvh", 3e-3)
    );
    assert_eq!((deadline.in_time, deadline.frames), (2, 2));
    let about = SceneAbout {
        deadline: 2e-3,
        ..about()
    };
    let deadline = Advice::new(&rows(), about).deadline.unwrap();
    assert_eq!(deadline.take, "bvh first-contact");
    assert_eq!(deadline.question, "yes or no");
}

/// Goes red if frames of the trial are taken for those of a race.
#[test]
fn a_detector_that_did_not_race_is_in_time_in_frames_of_the_trial() {
    let mut rows = Rows::default();
    for (frame, time) in [(1, 1e-3), (2, 2e-3), (3, 0.5)] {
        let key = key("trial", "bvh", Some(frame));
        rows.push(Row::exact(&key, "tried-time", Unit::Seconds, time));
    }
    let advice = Advice::new(&rows, about());
    let deadline = advice.deadline.as_ref().unwrap();
    assert_eq!((deadline.in_time, deadline.frames), (2, 3));
    assert!(!deadline.raced && !deadline.exact[0].raced);
    let page = advice.markdown();
    for words in [
        "answers 2 of 3 frames of the trial in time",
        "2 of 3 frames of the trial in time |",
        "(2 of 3, in the trial)",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    assert!(!page.contains("needs to be stopped"), "{page}");
}

/// Two frames that are stopped at the deadline: in the second, three of four pairs are undecided.
const UNDECIDED: [[f64; 5]; 2] = [[2.0, 1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 3.0, 0.5, 0.25]];

/// Rows of frames that are stopped at the deadline.
fn certified_rows(frames: &[[f64; 5]]) -> Vec<Row> {
    let names = [
        "apart",
        "interfering",
        "undecided",
        "bound",
        "bound-in-radii",
    ];
    let of_frame = |(frame, numbers): (u32, &[f64; 5])| {
        let key = key("trial", "sphere-tree", Some(frame));
        let of_name = names.into_iter().zip(*numbers);
        let count = {
            let key = key.clone();
            move |(name, number): (&str, f64)| {
                Row::exact(
                    &key,
                    format!("deadline/{name}").as_str(),
                    Unit::Count,
                    number,
                )
            }
        };
        let time = Row::exact(
            &key,
            "deadline-time",
            Unit::Seconds,
            0.008 * f64::from(frame),
        );
        let rows: Vec<Row> = of_name.map(count).chain([time]).collect();
        rows
    };
    (1..).zip(frames).flat_map(of_frame).collect()
}

/// Goes red if certificates are ignored.
#[test]
fn a_deadline_says_what_is_certified_and_which_exact_answers_are_in_time() {
    let mut about = about();
    let more = ["sphere-tree", "brief"].map(|label| entrant(label, true, true));
    about.entrants.extend(more);
    let mut all = rows();
    all.extend(certified_rows(&UNDECIDED));
    let brief = key("trial", "brief", Some(1));
    all.push(Row::exact(&brief, "tried-time", Unit::Seconds, 5e-3));
    let advice = Advice::new(&all, about.clone());
    let deadline = advice.deadline.as_ref().unwrap();
    let [stopped] = &deadline.certified[..] else {
        panic!("{:?}", deadline.certified);
    };
    let pairs = |p: &CertifiedPairs| [p.apart, p.interfering, p.undecided, p.bound];
    assert_eq!(pairs(&stopped.mean), [1.5, 0.5, 1.5, 0.25]);
    assert_eq!(pairs(&stopped.worst), [1.0, 0.0, 3.0, 0.5]);
    assert_eq!(
        (stopped.worst_frame, stopped.frames, stopped.in_time),
        (2, 2, 1)
    );
    let exact = |e: &ExactAtDeadline| (e.detector.clone(), e.in_time, e.frames);
    let exact: Vec<_> = deadline.exact.iter().map(exact).collect();
    assert_eq!(exact[0], ("bvh first-contact".to_owned(), 2, 2));
    // Fewer frames of the trial are not above more of the race.
    let last: Vec<&str> = exact[3..].iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(last, ["brief", "slow"], "{exact:?}");
    assert!(exact.contains(&("slow".to_owned(), 0, 1)), "{exact:?}");
    let page = advice.markdown();
    for words in [
        "proves 1.50 of 3.50 active pairs of bodies apart and 0.500 interfering, and leaves 1.50 undecided",
        "frame 2, 3 of 4 are undecided",
        "undecided pair is 0.500 scene units; in bounding radii",
        "the largest, maybe of another pair, is 0.250.",
        "decides 2 of 3.50 active pairs",
        "frame 2, the worst",
        "| `bvh` | all contacts | 100 % (2 of 2) |",
        "| `brief` | all contacts | 100 % (1 of 1, in the trial) |",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let json = serde_json::to_value(&advice).unwrap();
    assert_eq!(json["deadline"]["certified"][0]["worst"]["undecided"], 3.0);
    let without = Advice::new(&rows(), about).markdown();
    assert!(
        without.contains("No frame of the trial was answered under this deadline"),
        "{without}"
    );
}

#[test]
fn where_no_pair_is_active_there_is_nothing_to_decide() {
    let mut about = about();
    about.entrants.push(entrant("sphere-tree", true, true));
    let mut all = rows();
    all.extend(certified_rows(&[[0.0; 5]; 2]));
    let page = Advice::new(&all, about).markdown();
    assert!(
        page.contains("`sphere-tree` has nothing to decide |"),
        "{page}"
    );
    assert!(
        !page.contains("the worst") && !page.contains("0 of 0"),
        "{page}"
    );
}

/// Goes red if a wrong certificate leaves no trace.
#[test]
fn a_failure_under_the_deadline_is_said() {
    let label = "sphere-tree broad-phase=aabb-tree";
    let mut about = about();
    about.entrants.push(entrant(label, true, true));
    let mut all = rows();
    all.push(Row::failure(
        &key("trial", label, None),
        "deadline-time",
        Unit::Seconds,
        "frame 3: bodies 0 and 1 are <wrong>",
    ));
    let advice = Advice::new(&all, about);
    let page = advice.markdown();
    for words in [
        format!("what is proved until then: `{label}`."),
        format!(
            "`{label}` failed in the trial under this deadline: frame 3: bodies 0 and 1 are &lt;"
        ),
        format!("under it, `{label}` failed in the trial |"),
    ] {
        assert!(page.contains(&words), "{words}: {page}");
    }
    assert!(!page.contains("No frame of the trial"), "{page}");
    let json = serde_json::to_value(&advice).unwrap();
    let failed = &json["deadline"]["failed"][0];
    assert_eq!(failed["detector"], label);
    assert_eq!(failed["reason"], "frame 3: bodies 0 and 1 are <wrong>");
    assert_eq!(json["deadline"]["stoppable"][0], label);
}

#[test]
fn nothing_of_a_name_acts_in_the_page() {
    let page = Advice::new(&rows(), about()).markdown();
    assert!(!page.contains("<img") && !page.contains("<b>"), "{page}");
    assert!(
        page.contains("&lt;img src=x onerror=alert(1)&gt; | \\[a\\](b)"),
        "{page}"
    );
    assert!(
        page.contains("&lt;b&gt;\\|") && page.contains("and 2 more"),
        "{page}"
    );
    // The fence is longer than that of the name.
    assert!(page.contains("\n````sh\n"), "{page}");
    assert!(
        page.contains("gave up after 10 s") && page.contains("not convex"),
        "{page}"
    );
}

#[test]
fn without_rows_nothing_is_recommended() {
    let about = SceneAbout {
        window: None,
        ..about()
    };
    let advice = Advice::new(&Rows::default(), about);
    assert!(advice.questions.iter().all(|q| q.take.is_none()) && advice.deadline.is_none());
    let page = advice.markdown();
    assert!(
        page.contains("no detector with a proof answers in time"),
        "{page}"
    );
}

#[test]
fn a_detector_that_looks_ahead_answers_another_question() {
    let standing = |wrong| Standing {
        detector: "face-octree-swept".to_owned(),
        outcome: AdviceOutcome::Raced {
            time: [1.0; 3],
            times: None,
            wrong,
        },
        preparation: None,
        memory: None,
        worst_frame: None,
    };
    let remark = |wrong, until_next| line::line(&standing(wrong), until_next)[6].clone();
    assert_eq!(remark(0.0, false), "");
    assert_eq!(remark(1.0, false), "1 wrong answer");
    assert_eq!(remark(2.0, false), "2 wrong answers");
    let ahead = remark(2.0, true);
    assert!(
        ahead.contains("another question") && ahead.contains("(2 "),
        "{ahead}"
    );
    assert!(!ahead.contains("wrong"), "{ahead}");
    assert_eq!(remark(0.0, true), "");
}

#[test]
fn parameters_of_a_generator_are_below_the_title() {
    let name = "polytopes:bodies=1000,faces=36,shapes=100,rotation=1,seed=1995".to_owned();
    let about = SceneAbout {
        name: name.clone(),
        ..about()
    };
    let page = Advice::new(&rows(), about).markdown();
    assert!(
        page.starts_with("# Which detector for polytopes\n"),
        "{page}"
    );
    assert!(page.contains(&format!("- scene: {name}\n")), "{page}");
}
