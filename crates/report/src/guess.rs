//! Guess at the fastest detector for a scene, before anything is timed.
//!
//! It follows from data: the jobs of the recorded races, with the properties of their scenes. A
//! detector's slowdown is expected to be that of the jobs whose scenes are most like the one at hand.
//! How good such a guess is, is measured by leaving out one job at a time ([`Guesser::left_out`]).

use crate::Page;
use crate::format::{self, NOTHING};
use crate::names;
use crate::race::Race;
use records::{Rows, Selection, TextTable};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Beginning of the names of properties in rows.
const FEATURE: &str = "feature/";

/// Quantity that is 1 for a detector that takes the bodies of a job.
const ACCEPTS: &str = "accepts";

/// Number of nearest jobs from which a slowdown is expected.
const NEAREST: usize = 3;

/// Added to distances, so that a job like another one does not decide alone.
const BLUR: f64 = 0.05;

/// Largest time over that of the best that is counted: beyond, a detector is slow in any case.
const MOST: f64 = 100.0;

/// Largest time over that of the best of a detector that counts as right.
const RIGHT: f64 = 1.1;

/// Properties whose logarithms are compared, with what is added to them first: those that span powers
/// of ten. The others are shares, and compared as they are.
const LOGARITHMIC: [(&str, f64); 6] = [
    ("bodies", 0.0),
    ("faces", 0.0),
    ("overlaps-per-body", 0.01),
    ("contacts-per-face", 0.001),
    ("colliding-per-body", 0.001),
    ("motion", 0.001),
];

/// Properties of a scene, by name.
pub type Features = BTreeMap<String, f64>;

/// Guesses at detectors, from recorded races.
#[derive(Clone, Debug)]
pub struct Guesser {
    jobs: Vec<GuessJob>,
    /// Questions of the races: "all contacts".
    questions: Vec<String>,
}

/// Job of the races, with the properties of its scene.
#[derive(Clone, Debug)]
struct GuessJob {
    title: String,
    features: Features,
    /// Names of the detectors that take its bodies.
    accepted: BTreeSet<String>,
    /// By question, how many times slower than the best each detector is that answers right.
    slowdowns: BTreeMap<String, BTreeMap<String, f64>>,
}

/// Guess at the fastest detector for a question.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Guess {
    /// Question of the race: "all contacts".
    pub question: String,
    /// The detector by its name in rows, with `first-contact` for the question of yes or no.
    pub detector: String,
    /// Its expected time over that of the best.
    pub expected: f64,
    /// The jobs that are most like the scene, from the nearest.
    pub jobs: Vec<String>,
}

/// Guess for a job from all others, beside what was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftOut {
    /// Title of the job.
    pub job: String,
    /// The guess.
    pub guess: Guess,
    /// Fastest detector of the race.
    pub best: String,
    /// Time of the guessed one over its own. None if it has no right answer there.
    pub slowdown: Option<f64>,
    /// The same of the detector that is best in the mean of all other jobs.
    pub always: Option<f64>,
}

impl LeftOut {
    /// Returns true if the guessed detector takes at most a tenth longer than the fastest.
    pub fn is_right(&self) -> bool {
        self.slowdown.is_some_and(|slowdown| slowdown <= RIGHT)
    }
}

impl Guesser {
    /// Reads the properties of jobs, and their races. None if no page asks for it, or its rows are
    /// missing.
    pub fn of(rows: &Rows, pages: &[Page]) -> Option<Guesser> {
        let page = pages.iter().find(|page| !page.guess.is_empty())?;
        Guesser::of_page(rows, page, pages)
    }

    pub(crate) fn of_page(rows: &Rows, page: &Page, pages: &[Page]) -> Option<Guesser> {
        let races = page
            .guess
            .iter()
            .filter_map(|id| pages.iter().find(|page| page.id == *id));
        let races: Vec<Race<'_>> = races.filter_map(|page| Race::of(rows, page)).collect();
        let mut jobs: BTreeMap<&str, GuessJob> = BTreeMap::new();
        for row in rows.select(&Selection::of(&page.id)) {
            let title = row.key.series.as_str();
            let Some(number) = row.median().filter(|_| !title.is_empty()) else {
                continue;
            };
            let job = jobs.entry(title).or_insert_with(|| GuessJob {
                title: title.to_owned(),
                features: Features::new(),
                accepted: BTreeSet::new(),
                slowdowns: BTreeMap::new(),
            });
            if let Some(name) = row.quantity.strip_prefix(FEATURE) {
                job.features.insert(name.to_owned(), number);
            } else if row.quantity == ACCEPTS && number > 0.0 {
                job.accepted.insert(row.key.detector.clone());
            }
        }
        for race in &races {
            for (title, detector, slowdown) in race.slowdowns() {
                if let Some(job) = jobs.get_mut(title) {
                    let of_question = job.slowdowns.entry(race.asks_for().to_owned());
                    of_question
                        .or_default()
                        .insert(detector.to_owned(), slowdown);
                }
            }
        }
        let mut jobs: Vec<GuessJob> = jobs.into_values().collect();
        jobs.retain(|job| !job.slowdowns.is_empty());
        let questions = races
            .iter()
            .map(|race| race.asks_for().to_owned())
            .collect();
        (!jobs.is_empty()).then_some(Guesser { jobs, questions })
    }

    /// Returns the number of jobs.
    pub fn job_count(&self) -> usize {
        self.jobs.len()
    }

    /// Returns how often guesses are right, in words.
    pub fn quality(&self) -> String {
        words(&self.left_out())
    }

    /// Guesses the fastest detector for each question, among those that `fits` accepts by name.
    pub fn guesses(&self, features: &Features, fits: &dyn Fn(&str) -> bool) -> Vec<Guess> {
        let jobs: Vec<&GuessJob> = self.jobs.iter().collect();
        let questions = self.questions.iter();
        let guess = |question: &String| guess(&jobs, question, features, fits);
        questions.filter_map(guess).collect()
    }

    /// Guesses for each job from all others.
    pub fn left_out(&self) -> Vec<LeftOut> {
        let mut all = Vec::new();
        for question in &self.questions {
            for job in &self.jobs {
                let Some(measured) = job.slowdowns.get(question) else {
                    continue;
                };
                let others: Vec<&GuessJob> = self
                    .jobs
                    .iter()
                    .filter(|other| other.title != job.title)
                    .collect();
                let fits = |name: &str| job.accepted.contains(name);
                let best = measured.iter().min_by(|a, b| a.1.total_cmp(b.1));
                let guess = guess(&others, question, &job.features, &fits);
                let (Some((best, _)), Some(guess)) = (best, guess) else {
                    continue;
                };
                let always = best_in_mean(&others, question, &fits);
                all.push(LeftOut {
                    job: job.title.clone(),
                    best: best.clone(),
                    slowdown: measured.get(&guess.detector).copied(),
                    always: always.and_then(|detector| measured.get(detector).copied()),
                    guess,
                });
            }
        }
        all
    }
}

/// Returns the detector with the least slowdown to be expected.
fn guess(
    jobs: &[&GuessJob],
    question: &str,
    features: &Features,
    fits: &dyn Fn(&str) -> bool,
) -> Option<Guess> {
    let distances = distances(jobs, features);
    let mut near: Vec<(f64, &GuessJob)> = distances.into_iter().zip(jobs.iter().copied()).collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    near.retain(|(_, job)| job.slowdowns.contains_key(question));
    let detectors: BTreeSet<&str> = near
        .iter()
        .flat_map(|(_, job)| job.slowdowns[question].keys().map(String::as_str))
        .collect();
    let detectors = detectors
        .into_iter()
        .filter(|detector| fits(name(detector)));
    let expected = detectors.filter_map(|detector| {
        let expected = expected_slowdown(&near, question, detector)?;
        Some((detector, expected))
    });
    let (detector, expected) = expected.min_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(Guess {
        question: question.to_owned(),
        detector: detector.to_owned(),
        expected,
        jobs: near
            .iter()
            .take(NEAREST)
            .map(|(_, job)| job.title.clone())
            .collect(),
    })
}

/// Returns the weighted geometric mean of a detector's slowdowns in the nearest jobs. Where it takes
/// the bodies but was left out as too slow, it counts as slow; where it refuses them, the next job
/// counts.
fn expected_slowdown(near: &[(f64, &GuessJob)], question: &str, detector: &str) -> Option<f64> {
    let known = near.iter().filter_map(|(distance, job)| {
        let takes_part = job.accepted.is_empty() || job.accepted.contains(name(detector));
        let slowdown = job.slowdowns[question].get(detector).copied();
        let slowdown = slowdown.unwrap_or(MOST).min(MOST);
        takes_part.then_some((1.0 / (distance + BLUR).powi(2), slowdown.ln()))
    });
    let (mut sum, mut weights) = (0.0, 0.0);
    for (weight, slowdown) in known.take(NEAREST) {
        (sum, weights) = (sum + weight * slowdown, weights + weight);
    }
    (weights > 0.0).then(|| (sum / weights).exp())
}

/// Returns the detector that fits and has the least geometric mean of slowdowns.
fn best_in_mean<'a>(
    jobs: &[&'a GuessJob],
    question: &str,
    fits: &dyn Fn(&str) -> bool,
) -> Option<&'a str> {
    let mut sums: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for job in jobs {
        for (detector, slowdown) in job.slowdowns.get(question).into_iter().flatten() {
            let sum = sums.entry(detector).or_default();
            *sum = (sum.0 + slowdown.min(MOST).ln(), sum.1 + 1.0);
        }
    }
    // Who takes part in a few jobs only is no detector for all of them.
    let most = sums.values().map(|(_, count)| *count).fold(0.0, f64::max);
    let fitting = sums
        .into_iter()
        .filter(|(detector, (_, count))| fits(name(detector)) && *count > 0.7 * most);
    let mean = fitting.map(|(detector, (sum, count))| (detector, sum / count));
    Some(mean.min_by(|a, b| a.1.total_cmp(&b.1))?.0)
}

/// Returns the distance of each job from a scene: each property counts by its range over the jobs.
fn distances(jobs: &[&GuessJob], features: &Features) -> Vec<f64> {
    let scaled = |name: &str, value: f64| {
        let logarithmic = LOGARITHMIC.iter().find(|(other, _)| *other == name);
        logarithmic.map_or(value, |(_, more)| (value + more).max(1e-9).ln())
    };
    let mut squares = vec![0.0; jobs.len()];
    for (name, value) in features {
        let own = scaled(name, *value);
        let others = jobs
            .iter()
            .map(|job| Some(scaled(name, *job.features.get(name)?)));
        let Some(others) = others.collect::<Option<Vec<f64>>>() else {
            continue;
        };
        let low = others.iter().copied().fold(f64::INFINITY, f64::min);
        let high = others.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if high > low {
            for (square, other) in squares.iter_mut().zip(&others) {
                *square += ((own - other) / (high - low)).powi(2);
            }
        }
    }
    squares.into_iter().map(f64::sqrt).collect()
}

/// Returns the name of a detector in the catalog.
fn name(label: &str) -> &str {
    label.split(' ').next().unwrap_or(label)
}

/// Guesses of a page, in a table and in words.
pub(crate) struct GuessTable {
    /// One line for each job and question.
    pub(crate) table: String,
    /// Share of those that are right, in words.
    pub(crate) words: String,
    /// The same in a short sentence.
    pub(crate) result: String,
}

impl GuessTable {
    /// Returns the guesses that a page asks for, or `None` if there are none.
    pub(crate) fn of(rows: &Rows, page: &Page, pages: &[Page]) -> Option<GuessTable> {
        if page.guess.is_empty() {
            return None;
        }
        let left_out = Guesser::of_page(rows, page, pages)?.left_out();
        let mut table = TextTable::new([
            "job",
            "question",
            "guess",
            "fastest",
            "guess, times the fastest",
            "most like",
        ]);
        let label = |label: &str| names::name(names::command(label));
        for one in &left_out {
            let times = one.slowdown.map_or(NOTHING.to_owned(), format::number);
            table.push([
                one.job.clone(),
                one.guess.question.clone(),
                label(&one.guess.detector),
                label(&one.best),
                if one.is_right() {
                    format!("**{times}**")
                } else {
                    times
                },
                one.guess.jobs.first().cloned().unwrap_or_default(),
            ]);
        }
        Some(GuessTable {
            table: table.markdown(),
            words: words(&left_out),
            result: result(&left_out),
        })
    }
}

/// Returns how often guesses are right, in a short sentence.
fn result(left_out: &[LeftOut]) -> String {
    let right = left_out.iter().filter(|one| one.is_right()).count();
    format!(
        "{right} of {} guesses are at most {} % behind the fastest detector.",
        left_out.len(),
        format::number((RIGHT - 1.0) * 100.0)
    )
}

/// Returns how often guesses are right, and by how much they miss.
pub(crate) fn words(left_out: &[LeftOut]) -> String {
    let right = left_out.iter().filter(|one| one.is_right()).count();
    let mean = |slowdowns: &[f64]| {
        let sum: f64 = slowdowns.iter().map(|slowdown| slowdown.ln()).sum();
        format::number((sum / slowdowns.len() as f64).exp())
    };
    let guessed: Vec<f64> = left_out.iter().filter_map(|one| one.slowdown).collect();
    let always: Vec<f64> = left_out.iter().filter_map(|one| one.always).collect();
    let worst = guessed.iter().copied().fold(1.0, f64::max);
    let within = |limit: f64, slowdowns: &[f64]| slowdowns.iter().filter(|s| **s <= limit).count();
    format!(
        "Guessed from the other jobs, the detector is right, at most {} % behind the fastest, in {right} \
         of {}; it takes at most twice the time of the fastest in {}, {} times that in the geometric \
         mean, and {} times at worst. The detector that is best in the mean of the other jobs is right \
         in {} of {}, with a mean of {}.",
        format::number((RIGHT - 1.0) * 100.0),
        left_out.len(),
        within(2.0, &guessed),
        mean(&guessed),
        format::number(worst),
        within(RIGHT, &always),
        always.len(),
        mean(&always),
    )
}

#[cfg(test)]
mod tests {
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
}
