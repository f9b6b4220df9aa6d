use super::*;
use crate::tests::samples::{label, papers};
use records::{Key, Row, Unit};

const RACE: &str = r#"
    question = "?"
    [measure]
    detectors = [{ name = "bvh" }, { name = "face-octree" }]
    jobs = [{ title = "a" }, { title = "b" }, { title = "c" }, { title = "d" }]
    [page]
    race = "all contacts"
"#;

fn pages() -> Vec<Page> {
    let advice = "question = \"?\"\n[page]\nguess = [\"lab-race\"]";
    [("lab-race", RACE), ("lab-advice", advice)]
        .map(|(id, text)| Page::parse(id, text, &papers(), &label).unwrap())
        .to_vec()
}

/// Jobs with a share of bodies that deform, and the times of both detectors.
fn rows(jobs: &[(&str, f64, [f64; 2])]) -> Rows {
    let mut rows = Rows::default();
    for (job, deforming, times) in jobs {
        let key = |experiment: &str, detector: &str| Key {
            experiment: experiment.to_owned(),
            detector: detector.to_owned(),
            series: (*job).to_owned(),
            ..Key::default()
        };
        let feature = key("lab-advice", "scene");
        rows.push(Row::exact(
            &feature,
            "feature/deforming",
            Unit::Ratio,
            *deforming,
        ));
        for (detector, time) in ["bvh", "face-octree"].into_iter().zip(times) {
            let samples = [*time; 3];
            let race = key("lab-race", detector);
            rows.push(Row::from_samples(&race, "time", Unit::Seconds, &samples));
            rows.push(Row::count(&key("lab-advice", detector), ACCEPTS, 1));
        }
    }
    rows
}

#[test]
fn a_guess_is_the_detector_of_the_jobs_that_are_like_the_scene() {
    let rows = rows(&[
        ("a", 0.0, [1.0, 4.0]),
        ("b", 0.1, [1.0, 4.0]),
        ("c", 0.9, [8.0, 1.0]),
        ("d", 1.0, [8.0, 1.0]),
    ]);
    let guesser = Guesser::of(&rows, &pages()).unwrap();
    assert_eq!(guesser.job_count(), 4);
    let guess = |share: f64, fits: &dyn Fn(&str) -> bool| {
        let features = Features::from([("deforming".to_owned(), share)]);
        guesser.guesses(&features, fits).remove(0)
    };
    assert_eq!(guess(0.0, &|_| true).detector, "bvh");
    let deforms = guess(1.0, &|_| true);
    assert_eq!(
        (deforms.detector.as_str(), deforms.jobs[0].as_str()),
        ("face-octree", "d")
    );
    assert!(deforms.expected < 1.2, "{deforms:?}");
    assert_eq!(guess(1.0, &|name| name == "bvh").detector, "bvh");
    // Each job from the three others: all are right.
    let left_out = guesser.left_out();
    assert_eq!(left_out.len(), 4);
    assert!(left_out.iter().all(LeftOut::is_right), "{left_out:?}");
    assert!(
        left_out
            .iter()
            .all(|one| one.guess.jobs.iter().all(|job| *job != one.job))
    );
    assert!(
        guesser.quality().contains("in 4 of 4"),
        "{}",
        guesser.quality()
    );
    let table = GuessTable::of(&rows, &pages()[1], &pages()).unwrap();
    assert!(
        table
            .table
            .contains("| a | all contacts | BVH | BVH | **1** |"),
        "{}",
        table.table
    );
}

#[test]
fn a_job_like_no_other_is_guessed_wrong_and_counted_so() {
    let rows = rows(&[
        ("a", 0.0, [1.0, 4.0]),
        ("b", 0.1, [1.0, 4.0]),
        ("c", 0.2, [1.0, 4.0]),
        ("d", 1.0, [8.0, 1.0]),
    ]);
    let guesser = Guesser::of(&rows, &pages()).unwrap();
    let left_out = guesser.left_out();
    let wrong: Vec<&LeftOut> = left_out.iter().filter(|one| !one.is_right()).collect();
    assert_eq!(
        (wrong.len(), wrong[0].job.as_str(), wrong[0].slowdown),
        (1, "d", Some(8.0))
    );
    assert!(
        guesser.quality().contains("in 3 of 4"),
        "{}",
        guesser.quality()
    );
    assert!(
        guesser.quality().contains("8 times at worst"),
        "{}",
        guesser.quality()
    );
}

#[test]
fn without_properties_or_races_nothing_is_guessed() {
    assert!(Guesser::of(&Rows::default(), &pages()).is_none());
    let all = rows(&[("a", 0.0, [1.0, 4.0])]);
    let races = all
        .iter()
        .filter(|row| row.key.experiment == "lab-race")
        .cloned();
    assert!(Guesser::of(&races.collect(), &pages()).is_none());
    let properties = all
        .iter()
        .filter(|row| row.key.experiment == "lab-advice")
        .cloned();
    assert!(Guesser::of(&properties.collect(), &pages()).is_none());
}

/// Goes red if a mean over no jobs is formed.
#[test]
fn one_job_does_not_show_how_often_guesses_are_right() {
    let rows = rows(&[("a", 0.0, [1.0, 4.0])]);
    let guesser = Guesser::of(&rows, &pages()).unwrap();
    assert_eq!(
        guesser.quality(),
        "No other job shows how often such a guess is right."
    );
    assert!(GuessTable::of(&rows, &pages()[1], &pages()).is_none());
    let unanswered = LeftOut {
        job: "a".to_owned(),
        guess: Guess {
            question: "all contacts".to_owned(),
            detector: "bvh".to_owned(),
            expected: 1.0,
            jobs: Vec::new(),
        },
        best: "face-octree".to_owned(),
        slowdown: None,
        always: None,
    };
    let words = table::words(&[unanswered]);
    assert!(
        words
            .contains("– times at worst. In 1 of these, the guessed detector has no right answer."),
        "{words}"
    );
    assert!(!words.contains("NaN"), "{words}");
}
