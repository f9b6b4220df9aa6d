//! Random states of two bodies: checks of certified bounds for every budget.

use crate::isolation::{caught, isolated_on_all_cores};
use crate::model::{Model, Results, Session, non_empty};
use crate::participant::Participant;
use crate::recorder::Recorder;
use anyhow::Result;
use collision::{Body, Findings, Frame, Known, Query, Work};
use geometry::{Ball, Pose, Vec3};
use oracle::{Separator, check_budgets};
use records::{Key, Unit};
use scenes::bodies;
use scenes::random::SceneRng;
use serde::Deserialize;
use std::num::NonZeroUsize;

/// Random states of two bodies.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RandomStates {
    /// The two bodies.
    pub bodies: [bodies::BodyModel; 2],
    /// Number of states.
    pub states: NonZeroUsize,
    /// Seed of the states.
    pub seed: u64,
    /// Detectors that certify.
    #[serde(deserialize_with = "non_empty")]
    pub detectors: Vec<Participant>,
}

impl Model for RandomStates {
    fn steps(&self) -> usize {
        self.states.get() * self.detectors.len()
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let body = |i: usize| {
            let model = self.bodies[i];
            Body::rigid(model.name(), model.mesh().into())
        };
        let bodies = [0, 1].map(body);
        let [a, b] = self.bodies;
        let scene = format!("states of {a} and {b} seed={}", self.seed);
        let key = |participant: &Participant| session.key(&scene, &participant.label, "steps");
        // Nothing is timed, so detectors share the cores.
        let all = isolated_on_all_cores(self.detectors.len(), |i| {
            let participant = &self.detectors[i];
            Ok(self.results_of(participant, &bodies, session, &key(participant)))
        });
        let mut results = Results::default();
        for (participant, of_one) in self.detectors.iter().zip(all) {
            match of_one {
                Ok(of_one) => {
                    results.rows.extend(of_one.rows);
                    results.failures.extend(of_one.failures);
                }
                Err(error) => results.fail(&[key(participant)], FAULTS, Unit::Count, &error),
            }
        }
        Ok(results)
    }
}

/// Number of states with a wrong certificate. It is the row with the error of a detector that
/// fails.
const FAULTS: &str = "faults";

impl RandomStates {
    /// Asks a detector in all states. If it fails in one of them, the rows are those of the states
    /// before.
    fn results_of(
        &self,
        participant: &Participant,
        bodies: &[Body; 2],
        session: &Session<'_>,
        key: &Key,
    ) -> Results {
        let mut results = Results::default();
        let mut answered = AnsweredStates::default();
        let outcome = caught(|| self.ask(participant, bodies, session, &mut answered));
        answered.report(key, &mut results);
        match outcome {
            Ok(()) => {
                let mut faults = Recorder::default();
                faults.count(FAULTS, answered.faults.len() as u64);
                results.rows.extend(faults.rows(key));
            }
            Err(error) => results.fail(std::slice::from_ref(key), FAULTS, Unit::Count, &error),
        }
        results.failures.extend(answered.faults);
        results
    }

    fn ask(
        &self,
        participant: &Participant,
        bodies: &[Body; 2],
        session: &Session<'_>,
        answered: &mut AnsweredStates,
    ) -> Result<()> {
        let mut detector = session.prepared(participant, bodies)?;
        session.say(participant.label.as_str());
        let balls = bodies.each_ref().map(|body| {
            let points = body.mesh().vertices();
            Ball::minimal(points).expect("a mesh has vertices")
        });
        let radius = 0.5 * (balls[0].radius + balls[1].radius);
        let mut separator = Separator::new(bodies);
        let mut random = SceneRng::new(self.seed);
        for state in 0..self.states.get() {
            let poses = random_state(&mut random, balls);
            let frame = Frame::new(&poses).expect("random states have finite poses");
            let query = Query::all_contacts().with_containment(true);
            separator.place(&frame);
            let separations = separator.separations();
            let record = |found: &Findings| answered.budgets.record(radius, found);
            let checked = check_budgets(detector.as_mut(), &frame, &query, &separations, record);
            if let Err((steps, fault)) = checked {
                let steps = steps.map_or("no limit".to_owned(), |n| format!("{n} steps"));
                let label = &participant.label;
                let fault = format!("{label}: state {state}, {steps}: {fault}");
                answered.faults.push(fault);
            }
            answered.end_state(separations[0].1.is_interference());
            session.advance();
        }
        Ok(())
    }
}

/// States in which a detector was asked under all budgets.
#[derive(Default)]
struct AnsweredStates {
    states: usize,
    interfering: u64,
    /// Wrong certificates, in words.
    faults: Vec<String>,
    budgets: BudgetSeries,
}

impl AnsweredStates {
    fn end_state(&mut self, interferes: bool) {
        self.states += 1;
        self.interfering += u64::from(interferes);
        self.budgets.end_state();
    }

    /// Adds what is known of the states that have ended, if there are some.
    fn report(&mut self, key: &Key, results: &mut Results) {
        if self.states == 0 {
            return;
        }
        let mut all = Recorder::default();
        all.count("states", self.states as u64);
        all.count("interfering", self.interfering);
        results.rows.extend(all.rows(key));
        let budgets = std::mem::take(&mut self.budgets);
        budgets.report(self.states as f64, key, results);
    }
}

/// Findings of all states under budgets of 0, 1, 2, 4, … steps.
#[derive(Default)]
struct BudgetSeries {
    /// Bounds of undecided states, in mean radii of the bodies, budget by budget.
    bounds: Vec<Recorder>,
    /// Those of the current state, which may fail under a later budget.
    of_state: Vec<Option<f64>>,
    works: BudgetWorks,
}

impl BudgetSeries {
    /// Adds the findings under the next budget of the current state.
    fn record(&mut self, radius: f64, found: &Findings) {
        let known = found.evidence.certificates.first().map(|c| c.known);
        self.of_state.push(match known {
            Some(Known::Undecided { bound }) => Some(bound / radius),
            _ => None,
        });
        self.works.of_state.push(found.work.clone());
    }

    fn end_state(&mut self) {
        let budgets = self.bounds.len().max(self.of_state.len());
        self.bounds.resize_with(budgets, Recorder::default);
        for (recorder, bound) in self.bounds.iter_mut().zip(self.of_state.drain(..)) {
            if let Some(bound) = bound {
                recorder.push("bound", Unit::Ratio, bound);
            }
        }
        self.works.end_state();
    }

    /// Adds the share of certified states, the bounds of the others, and mean work counts for each
    /// budget of at least one step.
    fn report(self, states: f64, key: &Key, results: &mut Results) {
        let works = self.works.sums();
        for (i, mut recorder) in self.bounds.into_iter().enumerate().skip(1) {
            // A decided state stays decided under twice the budget.
            let undecided = recorder.cases("bound").len() as f64;
            recorder.exact("certified", Unit::Ratio, 1.0 - undecided / states);
            for (name, count) in works[i].entries() {
                recorder.exact(name, Unit::Count, count as f64 / states);
            }
            let key = key.at("steps", f64::from(1u32 << (i - 1)));
            results.rows.extend(recorder.rows(&key));
        }
    }
}

/// Work of all states, budget by budget.
///
/// A state that needs no more steps is not asked under larger budgets. Its last work then counts
/// for them as well.
#[derive(Default)]
struct BudgetWorks {
    /// Work of the current state under each budget.
    of_state: Vec<Work>,
    /// Work of the states that were asked under a budget.
    asked: Vec<Work>,
    /// Last work of the states for which a budget is the first that was not asked.
    ended: Vec<Work>,
}

impl BudgetWorks {
    /// Ends the current state.
    fn end_state(&mut self) {
        let budgets = self.of_state.len();
        if self.asked.len() < budgets {
            self.asked.resize(budgets, Work::default());
            self.ended.resize(budgets + 1, Work::default());
        }
        for (sum, work) in self.asked.iter_mut().zip(&self.of_state) {
            *sum += work;
        }
        if let Some(last) = self.of_state.last() {
            self.ended[budgets] += last;
        }
        self.of_state.clear();
    }

    /// Returns the work of all states under each budget.
    fn sums(&self) -> Vec<Work> {
        let mut before = Work::default();
        let sum = |(asked, ended): (&Work, &Work)| {
            before += ended;
            let mut sum = asked.clone();
            sum += &before;
            sum
        };
        self.asked.iter().zip(&self.ended).map(sum).collect()
    }
}

/// Returns poses with random rotations and a random distance.
///
/// The distance of the centers of the bounding balls is uniform from 0 to 1.1 times the sum of
/// their radii.
pub(super) fn random_state(random: &mut SceneRng, balls: [Ball; 2]) -> [Pose; 2] {
    let distance = random.between(0.0, 1.1 * (balls[0].radius + balls[1].radius));
    let direction = random.direction();
    let centers = [direction * (-0.5 * distance), direction * (0.5 * distance)];
    [0, 1].map(|i: usize| {
        let rotated = Pose::new(Vec3::ZERO, random.rotation());
        let center = rotated.world_map().apply(balls[i].center);
        Pose::new(centers[i] - center, rotated.rotation)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use collision::Counter;

    #[test]
    fn a_state_that_has_ended_counts_with_its_last_work() {
        let work = |n| {
            let mut work = Work::default();
            work.add(Counter::FACE_PAIR_TESTS, n);
            work
        };
        let mut works = BudgetWorks::default();
        for state in [vec![1, 2, 4], vec![10], vec![100, 200]] {
            works.of_state = state.into_iter().map(work).collect();
            works.end_state();
        }
        let sums = works.sums();
        let sums: Vec<u64> = sums.iter().map(|w| w.count("face-pair-tests")).collect();
        assert_eq!(sums, [111, 212, 214]);
    }
}
