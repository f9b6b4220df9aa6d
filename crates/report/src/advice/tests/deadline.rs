//! The advice for a deadline.

use super::*;

#[test]
fn a_deadline_is_kept_by_the_least_slowest_frame() {
    let advice = Advice::new(&rows(), about());
    let take = advice.deadline.take.unwrap();
    let answers = &take.answers;
    assert_eq!(
        (answers.detector.as_str(), answers.worst_frame),
        ("bvh", 3e-3)
    );
    assert_eq!((answers.in_time, answers.frames), (2, 2));
    let about = SceneAbout {
        deadline: 2e-3,
        ..about()
    };
    let take = Advice::new(&rows(), about).deadline.take.unwrap();
    assert_eq!(take.answers.detector, "bvh first-contact");
    assert_eq!(take.answers.question, "yes or no");
}

/// Goes red if frames of the trial are taken for those of a race.
#[test]
fn a_detector_that_did_not_race_is_in_time_in_frames_of_the_trial() {
    let mut rows = Rows::default();
    for (frame, time) in [(1, 1e-3), (2, 2e-3), (3, 0.5)] {
        rows.push(tried("bvh", frame, time));
    }
    let advice = Advice::new(&rows, about());
    let take = advice.deadline.take.as_ref().unwrap();
    assert_eq!((take.answers.in_time, take.answers.frames), (2, 3));
    assert!(!take.answers.raced && !advice.deadline.exact[0].raced);
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
pub(super) fn certified_rows(frames: &[[f64; 5]]) -> Vec<Row> {
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

/// Facts with a detector that supports budgets, and one more.
pub(super) fn about_with_budget() -> SceneAbout {
    let mut about = about();
    let more = ["sphere-tree", "brief"].map(|label| entrant(label, true, true));
    about.entrants.extend(more);
    about
}

/// Goes red if certificates are ignored.
#[test]
fn a_deadline_says_what_is_certified_and_which_exact_answers_are_in_time() {
    let about = about_with_budget();
    let mut all = rows();
    all.extend(certified_rows(&UNDECIDED));
    all.push(tried("brief", 1, 5e-3));
    let advice = Advice::new(&all, about.clone());
    let deadline = &advice.deadline;
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
        "proves 1.50 of 3.50 active pairs of bodies apart and 0.500 interfering, and leaves 1.50 \
         undecided",
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

/// Goes red if a frame of the trial is compared with those of the race.
#[test]
fn slowest_frames_are_compared_within_the_race() {
    let mut about = about();
    about.entrants.push(entrant("brief", true, true));
    let mut rows = rows();
    rows.push(tried("brief", 1, 1e-4));
    let advice = Advice::new(&rows, about);
    let take = advice.deadline.take.as_ref().unwrap();
    assert_eq!(take.answers.detector, "bvh");
    let (next, times) = take.next.as_ref().unwrap();
    assert_eq!(next, "octree");
    assert!((times - 4.0 / 3.0).abs() < 1e-9, "{times}");
    assert_eq!(take.why.as_ref().unwrap().count, "node-tests");
    assert_eq!(take.preparation, Some(1.0));
    assert_eq!(take.call.label, "bvh");
    let exact = advice.deadline.exact.iter();
    let exact: Vec<bool> = exact.map(|one| one.raced).collect();
    assert_eq!(exact, [true, true, true, false, false]);
    let page = advice.markdown();
    for words in [
        "Compared are the slowest frames of the race",
        "the next one, `octree`, takes 1.33 times as long",
        "it does less: node-tests, 100 instead of 900",
        "Its preparation takes 1 s",
        "`bvh` is called as above, for all contacts",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let json = serde_json::to_value(&advice).unwrap();
    let take = &json["deadline"]["take"];
    assert_eq!(take["detector"], "bvh");
    assert_eq!(take["in-time"], 2);
    assert_eq!(take["call"]["label"], "bvh");
}

/// Goes red if the slowest of three frames is compared with that of one.
#[test]
fn slowest_frames_of_the_trial_are_those_that_both_have_answered() {
    let times = [(1, 1e-3), (2, 2e-3), (3, 9e-3)];
    let long = times.map(|(frame, time)| tried("bvh", frame, time));
    let rows: Rows = long
        .into_iter()
        .chain([tried("octree", 1, 1.5e-3)])
        .collect();
    let advice = Advice::new(&rows, about());
    let take = advice.deadline.take.as_ref().unwrap();
    assert_eq!(take.answers.detector, "bvh");
    let (next, times) = take.next.as_ref().unwrap();
    assert_eq!(next, "octree");
    assert!((times - 1.5).abs() < 1e-9, "{times}");
    assert_eq!(take.why, None, "the trial has no work counts");
    let page = advice.markdown();
    assert!(
        page.contains("of two detectors those frames that both have answered"),
        "{page}"
    );
}

/// Goes red if the deadline has no section without an exact answer.
#[test]
fn without_an_exact_answer_certificates_are_given_and_that_is_said() {
    let mut about = about();
    about.entrants.push(entrant("sphere-tree", true, true));
    let rows: Rows = certified_rows(&UNDECIDED).into_iter().collect();
    let advice = Advice::new(&rows, about);
    assert!(advice.deadline.take.is_none() && advice.deadline.exact.is_empty());
    assert_eq!(advice.deadline.certified.len(), 1);
    let page = advice.markdown();
    for words in [
        "no detector with a proof has answered a whole frame |",
        "No exact detector is known to keep this deadline",
        "proves 1.50 of 3.50 active pairs of bodies apart",
        "`sphere-tree` from Rust, stopped at the deadline",
        "fn stop() {}",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let json = serde_json::to_value(&advice).unwrap();
    assert!(json["deadline"]["take"].is_null(), "{json}");
}

/// Rows of a detector that fails under the deadline, and its times of a fast race.
fn failed_under_deadline(label: &str, reason: &str, is_fault: bool) -> Rows {
    let mut all = rows();
    all.extend(raced(label, [1e-6, 1e-6]));
    let key = key("trial", label, None);
    all.push(Row::failure(&key, "deadline-time", Unit::Seconds, reason));
    if is_fault {
        all.push(Row::exact(&key, "deadline/fault", Unit::Count, 1.0));
    }
    all
}

/// Goes red if a wrong certificate is no wrong answer, and if the end of the time is one.
#[test]
fn a_wrong_certificate_is_a_wrong_answer_to_both_questions() {
    let label = "sphere-tree inner=off";
    let first = format!("{label} first-contact");
    let mut about = about();
    about.entrants.push(entrant(label, true, true));
    about.entrants.push(entrant(&first, false, true));
    let mut rows = failed_under_deadline(label, "frame 3: wrongly certified", true);
    rows.extend(raced(&first, [1e-6, 1e-6]));
    let advice = Advice::new(&rows, about.clone());
    let [all, yes] = &advice.questions[..] else {
        panic!("two questions");
    };
    assert_eq!(all.take.as_ref().unwrap().label, "bvh");
    assert_eq!(yes.take.as_ref().unwrap().label, "bvh first-contact");
    for (question, label) in [(all, label), (yes, &*first)] {
        let AdviceOutcome::Failed { reason } = standing(question, label) else {
            panic!("{:?}", standing(question, label));
        };
        assert_eq!(
            reason,
            "stopped at the deadline: frame 3: wrongly certified"
        );
    }
    let deadline = &advice.deadline;
    assert_eq!(deadline.take.as_ref().unwrap().answers.detector, "bvh");
    assert!(deadline.failed[0].fault && deadline.stoppable.is_empty());
    assert!(
        deadline
            .exact
            .iter()
            .all(|one| !one.detector.starts_with("sphere-tree"))
    );
    let page = advice.markdown();
    assert!(!page.contains("these detectors can be stopped"), "{page}");
    let known = advice
        .notes()
        .into_iter()
        .filter(|note| note.contains("wrongly"));
    assert_eq!(known.count(), 1, "{:?}", advice.notes());
    // Without time it proves nothing, and is not wrong.
    let slow = failed_under_deadline(label, "gave up after 7 s", false);
    let advice = Advice::new(&slow, about);
    assert_eq!(advice.questions[0].take.as_ref().unwrap().label, label);
    assert_eq!(advice.deadline.stoppable, [label]);
}
