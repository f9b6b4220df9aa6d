//! The page, and the notes of the page that plays the scene.

use super::*;
use crate::guess::Guess;

/// Fails for a number that was divided by zero.
#[track_caller]
fn has_no_missing_number(page: &str) {
    for missing in ["NaN", "inf", "∞"] {
        assert!(!page.contains(missing), "{missing}: {page}");
    }
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
    assert!(advice.questions.iter().all(|q| q.take.is_none()));
    assert!(advice.deadline.take.is_none());
    let page = advice.markdown();
    for words in [
        "no detector with a proof raced and answered right",
        "There was no race, as no detector answered a frame in its trial without a fault.",
        "No exact detector is known to keep this deadline",
        "No detector that can be stopped accepts these bodies.",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    has_no_missing_number(&page);
}

#[test]
fn a_detector_that_looks_ahead_answers_another_question() {
    let standing = |wrong| Standing {
        detector: "face-octree-swept".to_owned(),
        exact: false,
        outcome: AdviceOutcome::Raced {
            time: [1.0; 3],
            times: None,
            wrong,
        },
        preparation: None,
        memory: None,
        worst_frame: None,
    };
    let remark = |wrong, until_next| {
        let standing = standing(wrong);
        let units = line::StandingUnits::of(std::slice::from_ref(&standing));
        line::line(&standing, until_next, &units)[6].clone()
    };
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

/// One body in one frame meets nothing, and has no other frame to be compared with.
#[test]
fn one_body_in_one_frame_has_plain_sentences() {
    let about = SceneAbout {
        frames: 1,
        window: Some([0, 1]),
        entrants: vec![
            entrant("bvh", true, true),
            entrant("sphere-tree", true, true),
        ],
        ..about()
    };
    let mut rows: Vec<Row> = raced("bvh", [1e-7, 1e-7]);
    rows.truncate(1);
    rows.push(number(
        "race",
        "bvh",
        "frames-verified/brute-force",
        Unit::Count,
        1.0,
    ));
    rows.extend(deadline::certified_rows(&[[0.0; 5]]));
    let page = Advice::new(&rows.into_iter().collect(), about).markdown();
    for words in [
        "The race replays the only frame. Answers to 1 of its frames are checked",
        "it answers 1 of 1 frame in time",
        "the only frame in time |",
        "`sphere-tree` has nothing to decide: in 1 frame of the trial",
        "No detector needs to be stopped.",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    has_no_missing_number(&page);
}

/// Goes red if a table for the terminal is wider, or if cells of a column have units of their own.
#[test]
fn tables_fit_eighty_columns_and_columns_have_one_unit() {
    let about = deadline::about_with_budget();
    let mut all = rows();
    all.extend(deadline::certified_rows(&[[2.0, 1.0, 3.0, 0.5, 0.25]]));
    let advice = Advice::new(&all, about);
    let text = advice.text(80);
    let headings = [
        "for  ",
        "detector  ",
        "exact detector ",
        "stopped ",
        "bodies  ",
    ];
    for heading in headings {
        let lines = text.lines().skip_while(|line| !line.starts_with(heading));
        let table: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
        assert!(table.len() > 1, "no table `{heading}`: {text}");
        for line in table {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
    let page = advice.markdown();
    for words in [
        "| detector | time of a frame in ms | times the recommended | slowest frame in ms |",
        "| for | take | time of a frame in ms |",
        "| exact detector | for | frames in time | slowest frame in ms |",
        "frames in time; slowest in ms |",
        "| memory in kB |",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    for row in rows {
        for unit in [" ns", " µs", " ms", " kB"] {
            assert!(!row.contains(unit), "{row}");
        }
    }
}

#[test]
fn one_frame_of_several_is_named() {
    let about = SceneAbout {
        frames: 9,
        window: Some([3, 4]),
        ..about()
    };
    let page = Advice::new(&rows(), about).markdown();
    assert!(page.contains("The race replays frame 4 of 9."), "{page}");
}

/// Goes red if a time of zero divides another.
#[test]
fn times_below_the_clock_divide_nothing() {
    let rows: Rows = [tried("bvh", 1, 0.0), tried("octree", 1, 0.0)]
        .into_iter()
        .chain(raced("bvh", [0.0, 0.0]))
        .collect();
    let advice = Advice::new(&rows, about());
    assert_eq!(advice.questions[0].take.as_ref().unwrap().label, "bvh");
    assert_eq!(advice.questions[0].next, None);
    let outcome = standing(&advice.questions[0], "octree");
    assert!(
        matches!(outcome, AdviceOutcome::Tried { times: None, .. }),
        "{outcome:?}"
    );
    has_no_missing_number(&advice.markdown());
}

/// Goes red if failures or refusals are left out, or have marks of Markdown.
#[test]
fn notes_have_failures_and_refusals_as_plain_text() {
    let mut about = about();
    about.entrants.push(entrant("sphere-tree", true, true));
    about.entrants.push(entrant("walls", false, true));
    let mut all = rows();
    let refused = key("trial", "walls", None);
    all.push(Row::failure(
        &refused,
        "tried-time",
        Unit::Seconds,
        "body 0 is not convex",
    ));
    all.push(Row::exact(&refused, "accepts", Unit::Count, 0.0));
    let stopped = key("trial", "sphere-tree", None);
    all.push(Row::failure(
        &stopped,
        "deadline-time",
        Unit::Seconds,
        "gave up after 7 s",
    ));
    let notes = Advice::new(&all, about).notes();
    assert_eq!(
        notes,
        [
            "sphere-tree failed under the deadline of 10 ms: gave up after 7 s.",
            "endless failed for all contacts: gave up after 10 s.",
            "planes, walls refuse these bodies: body 0 is not convex.",
        ]
    );
}

/// Goes red if another failure of a detector with a wrong certificate is left out.
#[test]
fn notes_have_each_reason_of_a_detector_that_fails_twice() {
    let label = "sphere-tree";
    let mut about = about();
    about.entrants.push(entrant(label, true, true));
    let mut all = rows();
    for (experiment, quantity, reason) in [
        ("trial", "deadline-time", "a wrong certificate"),
        ("race", "time", "it panicked"),
    ] {
        let key = key(experiment, label, None);
        all.push(Row::failure(&key, quantity, Unit::Seconds, reason));
    }
    all.push(number("trial", label, "deadline/fault", Unit::Count, 1.0));
    let notes = Advice::new(&all, about).notes();
    for note in [
        "sphere-tree failed under the deadline of 10 ms: a wrong certificate.",
        "sphere-tree failed for all contacts: it panicked.",
    ] {
        assert!(notes.iter().any(|known| known == note), "{note}: {notes:?}");
    }
}

/// Goes red if a guess that did not race, or has no proof, is said to be confirmed.
#[test]
fn a_guess_stands_beside_what_was_measured() {
    let mut rows = rows();
    rows.push(number(
        "race",
        "liar",
        "missed-collisions",
        Unit::Count,
        2.0,
    ));
    rows.extend(raced("liar", [1e-3, 1e-3]));
    for (question, detector, found) in [
        ("all contacts", "bvh", "is the one that the race recommends"),
        (
            "all contacts",
            "octree",
            "is slower than the recommended one: 2 times its time",
        ),
        (
            "all contacts",
            "slow",
            "was too slow for the race: 500 times the recommended one",
        ),
        ("all contacts", "endless", "failed"),
        (
            "all contacts",
            "bvh with another option",
            "did not take part",
        ),
        ("yes or no", "planes", "refuses the bodies"),
        ("yes or no", "liar", "gave wrong answers"),
        (
            "yes or no",
            "gjk",
            "is faster than the recommended one, but has no proof",
        ),
    ] {
        let mut about = about();
        about.entrants.push(entrant("liar", false, false));
        about.guesses.push(Guess {
            question: question.to_owned(),
            detector: detector.to_owned(),
            expected: 1.0,
            jobs: vec!["a job".to_owned()],
        });
        let page = Advice::new(&rows, about).markdown();
        let words = format!("For {question} it {found}");
        assert!(page.contains(&words), "{words}: {page}");
    }
}

/// Goes red if a dash is all that is said where no work count decides.
#[test]
fn detectors_without_a_common_count_say_so() {
    let rows: Rows = [raced("bvh", [1e-3, 1e-3]), raced("octree", [4e-3, 4e-3])]
        .concat()
        .into_iter()
        .collect();
    let page = Advice::new(&rows, about()).markdown();
    assert!(
        page.contains("no work count that both have says why"),
        "{page}"
    );
}
