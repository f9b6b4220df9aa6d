//! Random states of two bodies: is the separation inside of what is certified, whatever the budget?

use crate::definition::Contender;
use crate::experiment::{Measurement, Session};
use crate::run::Results;
use crate::trees;
use anyhow::{Context, Result, ensure};
use collision::{Body, Detector, Findings, Frame, Known};
use geometry::{Ball, Pose};
use oracle::{Separator, check_budgets};
use records::{Key, Row, Unit};
use scenes::bodies::Model;
use scenes::random::SceneRng;
use serde::Deserialize;
use std::sync::Arc;

/// Random states of two bodies.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct States {
    /// The two bodies.
    pub bodies: [Model; 2],
    /// How many states.
    pub states: usize,
    /// The seed.
    pub seed: u64,
    /// Who certifies.
    pub detectors: Vec<Contender>,
    /// What a quick run does less.
    pub quick: QuickStates,
}

/// What a quick run does less.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuickStates {
    /// How many states.
    pub states: usize,
}

impl Measurement for States {
    fn check(&self) -> Result<()> {
        ensure!(
            self.states > 0 && self.quick.states > 0,
            "`states` is 0: at least 1"
        );
        ensure!(
            !self.detectors.is_empty(),
            "`detectors` is empty: name at least one"
        );
        for contender in &self.detectors {
            contender.named()?;
        }
        Ok(())
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let count = match session.quick {
            true => self.quick.states,
            false => self.states,
        };
        session.progress.count_to(count * self.detectors.len());
        let meshes = self.bodies.map(|model| Arc::new(model.mesh()));
        let bodies: Vec<Body> = meshes
            .iter()
            .zip(self.bodies)
            .zip(0..)
            .map(|((mesh, model), i)| Body::rigid(i, model.name(), mesh.clone()))
            .collect();
        let mut results = Results::default();
        for contender in &self.detectors {
            let named = contender.named()?;
            session.progress.say(format!("{}: preparing", named.label));
            let mut detector = trees::detector(&named)?;
            let refused = || format!("{} does not take the bodies", named.label);
            detector.prepare(&bodies).with_context(refused)?;
            session.progress.say(named.label.clone());
            let [a, b] = self.bodies;
            let key = Key {
                detector: named.label.clone(),
                ..session.key(
                    &format!("states of {a} and {b} seed={}", self.seed),
                    "steps",
                )
            };
            let mut tally = Tally::default();
            self.go_through(count, &bodies, detector.as_mut(), session, &mut tally);
            results.rows.extend(tally.rows(&key, count));
            let told = |fault: &String| format!("{}: {fault}", named.label);
            results.failures.extend(tally.faults.iter().map(told));
        }
        Ok(results)
    }
}

impl States {
    fn go_through(
        &self,
        count: usize,
        bodies: &[Body],
        detector: &mut dyn Detector,
        session: &Session<'_>,
        tally: &mut Tally,
    ) {
        let balls = [0, 1].map(|i: usize| {
            let points = bodies[i].mesh.vertices();
            Ball::minimal(points).expect("a mesh has vertices")
        });
        tally.unit = 0.5 * (balls[0].radius + balls[1].radius);
        let mut separator = Separator::new(bodies);
        let mut rng = SceneRng::new(self.seed);
        for state in 0..count {
            let poses = random_state(&mut rng, balls);
            let frame = Frame {
                containment: true,
                ..Frame::new(&poses)
            };
            separator.place(&frame);
            let separations = separator.separations();
            let interfering = separations[0].1.is_interference();
            tally.interfering += u64::from(interfering);
            let mut budget = 0;
            let look = |found: &Findings| {
                tally.look(budget, found);
                budget += 1;
            };
            let checked = check_budgets(detector, &frame, &separations, look);
            if let Err((steps, fault)) = checked {
                let steps = steps.map_or("no limit".to_owned(), |n| format!("{n} steps"));
                tally
                    .faults
                    .push(format!("state {state}, {steps}: {fault}"));
            }
            session.progress.advance();
        }
    }
}

/// Any rotations; the centers of the bounding balls from nought to a tenth more than both radii apart,
/// evenly.
fn random_state(rng: &mut SceneRng, balls: [Ball; 2]) -> [Pose; 2] {
    let apart = rng.between(0.0, 1.1 * (balls[0].radius + balls[1].radius));
    let direction = rng.direction();
    let centers = [direction * (-0.5 * apart), direction * (0.5 * apart)];
    [0, 1].map(|i: usize| {
        let turned = Pose::new(geometry::Vec3::ZERO, rng.rotation());
        let center = turned.world_map().apply(balls[i].center);
        Pose::new(centers[i] - center, turned.rotation)
    })
}

/// What the states told.
#[derive(Default)]
struct Tally {
    unit: f64,
    interfering: u64,
    faults: Vec<String>,
    /// For budgets 0, 1, 2, 4, …: states that came so far, and the bounds of those undecided.
    budgets: Vec<(u64, Vec<f64>)>,
}

impl Tally {
    fn look(&mut self, budget: usize, found: &Findings) {
        if self.budgets.len() == budget {
            self.budgets.push((0, Vec::new()));
        }
        let (states, bounds) = &mut self.budgets[budget];
        *states += 1;
        if let Some(Known::Undecided { bound }) = found.certificates.first().map(|c| c.known) {
            bounds.push(bound / self.unit);
        }
    }

    fn rows(&self, key: &Key, states: usize) -> Vec<Row> {
        let mut rows = vec![
            Row::count(key, "states", states as u64),
            Row::count(key, "interfering", self.interfering),
            Row::count(key, "faults", self.faults.len() as u64),
        ];
        // A state that is decided is not asked with twice the budget: it stays decided.
        for (i, (_, bounds)) in self.budgets.iter().enumerate().skip(1) {
            let key = Key {
                x: f64::from(1u32 << (i - 1)),
                ..key.clone()
            };
            let share = 1.0 - bounds.len() as f64 / states as f64;
            rows.push(Row::exact(&key, "certified", Unit::Ratio, share));
            if !bounds.is_empty() {
                rows.push(Row::distribution(&key, "bound", Unit::Ratio, bounds));
            }
        }
        rows
    }
}
