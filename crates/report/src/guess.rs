//! Guess at the fastest detector for a scene, before anything is timed.
//!
//! It follows from data: the jobs of the recorded races, with the properties of their scenes. A
//! detector's slowdown is expected to be that of the jobs whose scenes are most like the one at
//! hand. How good such a guess is, is measured by leaving out one job at a time
//! ([`Guesser::left_out`]).

mod table;

pub(crate) use table::GuessTable;

use crate::Page;
use crate::race::Race;
use records::{Rows, Selection};
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

/// Properties whose logarithms are compared, with what is added to them first: those that span
/// powers of ten. The others are shares, and compared as they are.
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
        table::words(&self.left_out())
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

/// Returns the weighted geometric mean of a detector's slowdowns in the nearest jobs. Where it
/// takes the bodies but was left out as too slow, it counts as slow; where it refuses them, the
/// next job counts.
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
    // A detector that takes part in few jobs is not guessed for all of them.
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

#[cfg(test)]
mod tests;
