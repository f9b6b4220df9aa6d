//! Frames under a budget: accuracy and overruns, by budget and number of faces
//! [Hubbard96 §2, §4.2].

use crate::deadline::{FrameDeadline, ReportingReserve, Stop};
use crate::isolation::isolated;
use crate::model::{Model, Results, Session, non_empty};
use crate::participant::Participant;
use crate::process::shuffle;
use crate::recorder::Recorder;
use crate::scene_spec::SceneSpec;
use crate::subdivision::subdivided;
use anyhow::{Result, ensure};
use collision::{BodyPair, Budget, Detector, Findings, Known, Shape, Work};
use geometry::{Ball, Mesh};
use oracle::{Separation, Separator, check_certificates};
use records::{Key, Row, Unit};
use scenes::Scene;
use scenes::random::SceneRng;
use serde::Deserialize;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Frames under a budget.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FrameBudget {
    /// The scene.
    pub scene: SceneSpec,
    /// Budgets of a frame, in microseconds. They are the horizontal axis, unless there are several
    /// subdivisions.
    #[serde(deserialize_with = "non_empty")]
    pub microseconds: Vec<f64>,
    /// Numbers of subdivisions. Each keeps the shape and multiplies the number of faces by four.
    #[serde(default = "uncut", deserialize_with = "non_empty")]
    pub subdivisions: Vec<u32>,
    /// Step from one replayed frame to the next.
    #[serde(default = "one")]
    pub every: NonZeroUsize,
    /// Number of times that the frames are replayed.
    pub repeats: NonZeroUsize,
    /// The detectors.
    #[serde(deserialize_with = "non_empty")]
    pub detectors: Vec<Participant>,
    /// Control of what is said of deadlines: a detector that ignores the budget.
    pub control: Option<Participant>,
}

/// Multiple of its budget at which the control is stopped, beyond what a step takes. A detector
/// that never asks for the time would have no frame that could have been stopped.
const CONTROL_BUDGETS: f64 = 2.0;

/// Share of the frames that exceed their budget by at most their longest step, and its name for the
/// control, of which nothing else is recorded.
const WITHIN_A_STEP: [&str; 2] = ["within-a-step", "within-a-step/budget-ignored"];

/// Maximum number of frames that are checked against the separations.
const MAX_CHECKED_FRAMES: usize = 20;

/// Maximum number of faces in the checked frames together.
const MAX_CHECKED_FACES: usize = 2_000_000;

/// Histogram bins per factor of ten: each is 2.3 % wider than the one before.
const BINS_PER_DECADE: i32 = 100;

fn uncut() -> Vec<u32> {
    vec![0]
}

fn one() -> NonZeroUsize {
    NonZeroUsize::MIN
}

impl Model for FrameBudget {
    fn check(&self) -> Result<()> {
        if let Some(control) = &self.control {
            ensure!(
                control.supports_budgets,
                "`control` is {}, which does not support budgets: none of its frames could be \
                 stopped",
                control.label
            );
        }
        let positive = self.microseconds.iter().all(|b| *b > 0.0 && b.is_finite());
        ensure!(positive, "`microseconds` names budgets of more than 0");
        self.scene.check()
    }

    fn max_processes(&self) -> NonZeroUsize {
        self.repeats
    }

    fn steps(&self) -> usize {
        self.subdivisions.len() * self.microseconds.len() * self.timed_participants().count()
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let scene = self.scene.load()?;
        let mut results = Results::default();
        let mut random = session.process.random(session.id);
        for times in shuffled(&self.subdivisions, &mut random) {
            session.say("measuring separations");
            let scene = BudgetScene::new(finer(&scene, times), self.every.into(), session);
            self.run_scene(&scene, session, &mut random, &mut results)?;
        }
        Ok(results)
    }
}

/// Returns a list in a random order.
fn shuffled<T: Clone>(list: &[T], random: &mut SceneRng) -> Vec<T> {
    let mut list = list.to_vec();
    shuffle(&mut list, random);
    list
}

/// Visits all sides in each repeat, in an order of its own. The sides stay where they are.
fn take_turns<T>(
    sides: &mut [T],
    repeats: usize,
    random: &mut SceneRng,
    mut turn: impl FnMut(&mut T),
) {
    let mut order: Vec<usize> = (0..sides.len()).collect();
    for _ in 0..repeats {
        shuffle(&mut order, random);
        for i in &order {
            turn(&mut sides[*i]);
        }
    }
}

/// Detector that takes part, and whether it is the control.
#[derive(Clone)]
struct TimedParticipant {
    participant: Participant,
    is_control: bool,
}

impl FrameBudget {
    /// Returns the detectors, the control last.
    fn timed_participants(&self) -> impl Iterator<Item = TimedParticipant> {
        let detectors = self.detectors.iter().map(|participant| TimedParticipant {
            participant: participant.clone(),
            is_control: false,
        });
        let control = self.control.iter().map(|participant| TimedParticipant {
            participant: participant.clone(),
            is_control: true,
        });
        detectors.chain(control)
    }

    /// Runs all detectors under one budget after another, in an order of this process. In each
    /// repeat they take turns, in an order of its own.
    fn run_scene(
        &self,
        scene: &BudgetScene,
        session: &Session<'_>,
        random: &mut SceneRng,
        results: &mut Results,
    ) -> Result<()> {
        // A detector that fails has failed under the budgets that are left.
        let mut all: Vec<Result<Box<dyn Detector>, String>> = Vec::new();
        let timed_participants: Vec<TimedParticipant> = self.timed_participants().collect();
        for TimedParticipant { participant, .. } in &timed_participants {
            all.push(isolated(|| {
                session.prepared(participant, &scene.scene.bodies)
            }));
        }
        for microseconds in shuffled(&self.microseconds, random) {
            session.say(format!("{microseconds} µs"));
            let budget = microseconds * 1e-6;
            let mut sides: Vec<Result<BudgetSide<'_>, String>> = Vec::new();
            for (detector, timed) in all.iter_mut().zip(&timed_participants) {
                let side = detector.as_mut().map_err(|error| error.clone());
                let mut side = side.map(|d| BudgetSide::new(timed, d.as_mut(), budget));
                BudgetSide::turn(&mut side, |side| side.check(scene, &mut results.failures));
                sides.push(side);
            }
            let repeats = session.process.repeats(self.repeats);
            take_turns(&mut sides, repeats, random, |side| {
                BudgetSide::turn(side, |side| side.measure(scene));
            });
            let mut errors = Vec::new();
            for (side, timed) in sides.into_iter().zip(&timed_participants) {
                let key = self.key(scene, &timed.participant.label, microseconds, session);
                errors.push(add_side(side, timed, key, results));
                session.advance();
            }
            for (detector, error) in all.iter_mut().zip(errors) {
                if let Some(error) = error {
                    *detector = Err(error);
                }
            }
        }
        Ok(())
    }

    fn key(
        &self,
        scene: &BudgetScene,
        label: &str,
        microseconds: f64,
        session: &Session<'_>,
    ) -> Key {
        let bodies = &scene.scene.bodies;
        let faces = bodies[bodies.len() - 1].mesh().face_count() as f64;
        let growing = self.subdivisions.len() > 1;
        let (x_name, x) = if growing {
            ("faces", faces)
        } else {
            ("budget", microseconds)
        };
        let series = if growing && self.microseconds.len() > 1 {
            format!("budget={microseconds}")
        } else {
            String::new()
        };
        let key = session.key(&self.scene.to_string(), label, "");
        key.at(x_name, x).in_series(series)
    }
}

/// Adds the rows of a participant, or the row of its failure, which is returned.
fn add_side(
    side: Result<BudgetSide<'_>, String>,
    timed: &TimedParticipant,
    key: Key,
    results: &mut Results,
) -> Option<String> {
    match side {
        Ok(side) => {
            side.add_rows(&key, results);
            None
        }
        Err(error) => {
            let (quantity, unit) = if timed.is_control {
                (WITHIN_A_STEP[1], Unit::Ratio)
            } else {
                ("time", Unit::Seconds)
            };
            results.fail(&[key], quantity, unit, &error);
            Some(error)
        }
    }
}

/// Returns the scene with each face split into four, `times` times. Shared meshes stay shared.
fn finer(scene: &Scene, times: u32) -> Scene {
    let mut scene = scene.clone();
    let mut known: Vec<(Arc<Mesh>, Arc<Mesh>)> = Vec::new();
    for body in &mut scene.bodies {
        let same = known
            .iter()
            .find(|(mesh, _)| Arc::ptr_eq(mesh, body.mesh()));
        let fine = match same {
            Some((_, fine)) => fine.clone(),
            None if times == 0 => body.mesh().clone(),
            None => subdivided(body.mesh(), times).into(),
        };
        known.push((body.mesh().clone(), fine.clone()));
        body.shape = Shape::Mesh(fine);
    }
    scene
}

/// Scene, its replayed frames, and the separations of some of them.
struct BudgetScene {
    scene: Scene,
    frames: Vec<usize>,
    separations: Vec<(usize, Vec<(BodyPair, Separation)>)>,
    /// Bounding radius of the last body, the unit of bounds.
    radius: f64,
}

impl BudgetScene {
    fn new(scene: Scene, every: usize, session: &Session<'_>) -> BudgetScene {
        let frames: Vec<usize> = (0..scene.frames.len()).step_by(every).collect();
        let mut separator = Separator::new(&scene.bodies);
        let most = MAX_CHECKED_FACES / scene.face_count();
        let most = most.clamp(1, MAX_CHECKED_FRAMES);
        let checked = frames.iter().step_by(frames.len().div_ceil(most));
        // The first process checks for all.
        let checked = checked.filter(|_| session.process.is_first());
        let separations = checked.map(|frame| {
            separator.place(&scene.frame(*frame));
            (*frame, separator.separations())
        });
        let ball = Ball::minimal(scene.bodies[scene.bodies.len() - 1].mesh().vertices());
        BudgetScene {
            separations: separations.collect(),
            radius: ball.map_or(1.0, |ball| ball.radius),
            frames,
            scene,
        }
    }
}

/// A participant under one budget, and its measurements.
struct BudgetSide<'a> {
    timed: &'a TimedParticipant,
    detector: &'a mut dyn Detector,
    /// Seconds.
    budget: f64,
    reserve: ReportingReserve,
    /// Findings of the last frame. The buffers grow while frames are checked.
    found: Findings,
    /// Work in all measured frames.
    work: Work,
    measured: usize,
    recorder: Recorder,
    /// Measurements with a curve of their own.
    curve: Recorder,
}

impl<'a> BudgetSide<'a> {
    fn new(
        timed: &'a TimedParticipant,
        detector: &'a mut dyn Detector,
        budget: f64,
    ) -> BudgetSide<'a> {
        BudgetSide {
            timed,
            detector,
            budget,
            reserve: ReportingReserve::default(),
            found: Findings::default(),
            work: Work::default(),
            measured: 0,
            recorder: Recorder::default(),
            curve: Recorder::default(),
        }
    }

    /// Runs the turn of a participant, unless it has failed.
    fn turn(
        side: &mut Result<BudgetSide<'a>, String>,
        run: impl FnOnce(&mut BudgetSide<'a>) -> Result<()>,
    ) {
        let failed = match side {
            Ok(side) => isolated(|| run(side)).err(),
            Err(_) => None,
        };
        if let Some(error) = failed {
            *side = Err(error);
        }
    }

    /// Runs the detector on one frame under the deadline.
    fn answer(&mut self, scene: &Scene, frame: usize) -> Result<Stop> {
        let ends = if self.timed.is_control {
            CONTROL_BUDGETS
        } else {
            1.0
        };
        let reserve = self.reserve.of(self.budget);
        let deadline = FrameDeadline::start_until(ends * self.budget, self.budget, reserve);
        let query = scene
            .query()
            .with_budget(Budget::Until(&deadline))
            .with_probe(&deadline)
            .with_containment(true);
        self.detector
            .detect(&scene.frame(frame), &query, &mut self.found)?;
        let stop = deadline.finish();
        self.reserve.update(&stop);
        Ok(stop)
    }

    /// Replays the frames, which warms the detector, and checks some of them.
    fn check(&mut self, scene: &BudgetScene, failures: &mut Vec<String>) -> Result<()> {
        for frame in &scene.frames {
            self.answer(&scene.scene, *frame)?;
            let checked = scene.separations.iter().find(|(of, _)| of == frame);
            let Some((_, separations)) = checked else {
                continue;
            };
            self.recorder.count("frames-verified/separations", 1);
            let checked = if self.found.evidence.certificates.is_empty() {
                check_collisions(&self.found, separations)
            } else {
                check_certificates(&self.found, separations).map_err(|f| f.to_string())
            };
            if let Err(fault) = checked {
                let (label, microseconds) = (&self.timed.participant.label, self.budget * 1e6);
                let frame = frame + 1;
                failures.push(format!(
                    "{label}, {microseconds} µs: frame {frame}: {fault}"
                ));
            }
        }
        Ok(())
    }

    /// Replays and measures the frames.
    fn measure(&mut self, scene: &BudgetScene) -> Result<()> {
        for frame in &scene.frames {
            let stop = self.answer(&scene.scene, *frame)?;
            self.record(&stop, scene.radius);
        }
        Ok(())
    }

    /// Records a frame.
    fn record(&mut self, stop: &Stop, radius: f64) {
        self.work += &self.found.work;
        self.measured += 1;
        let recorder = &mut self.recorder;
        recorder.push("time", Unit::Seconds, stop.used);
        // A detector without budgets has no deadline.
        if !self.timed.participant.supports_budgets {
            return;
        }
        recorder.share("stopped", stop.reached_deadline());
        stop.record(recorder);
        if let Some(stopped_at) = stop.stopped_at {
            recorder.push("report", Unit::Seconds, stop.used - stopped_at);
        }
        if stop.reached_deadline() {
            let budgets = stop.used / self.budget;
            self.curve
                .push_histogram("time-in-budgets", BINS_PER_DECADE, budgets);
            recorder.share("overdue", stop.overdue);
            recorder.count("frames-stopped-in-time", (!stop.overdue).into());
            if !stop.overdue {
                recorder.share(WITHIN_A_STEP[0], stop.overrun() <= stop.longest_step);
            }
        }
        self.record_certificates(radius);
    }

    /// Adds the rows of all frames.
    fn add_rows(mut self, key: &Key, results: &mut Results) {
        if self.timed.is_control {
            let rows = self.recorder.rows(key).into_iter();
            let rows = rows.filter(|row| row.quantity == WITHIN_A_STEP[0]);
            results.rows.extend(rows.map(|row| Row {
                quantity: WITHIN_A_STEP[1].to_owned(),
                ..row
            }));
            return;
        }
        self.recorder.work(&self.work, self.measured);
        results.rows.extend(self.recorder.rows(key));
        if key.x_name == "budget" {
            let curve = key.in_series(format!("budget={}", key.x));
            results.rows.extend(self.curve.rows(&curve));
        }
    }

    /// Records the share of the pairs that are decided, and the mean bound in radii: of all pairs,
    /// and of the undecided pairs whose spheres still collide, with their share.
    ///
    /// If no spheres collide, an application sees no collision, regardless of the certificate.
    fn record_certificates(&mut self, radius: f64) {
        let certificates = &self.found.evidence.certificates;
        if certificates.is_empty() {
            return;
        }
        let recorder = &mut self.recorder;
        let pairs = certificates.len() as f64;
        let (mut undecided, mut bounds) = (0.0, 0.0);
        for certificate in certificates {
            let bound = match certificate.known {
                Known::Undecided { bound } => Some(bound / radius),
                Known::Apart | Known::Interfering => None,
            };
            let still_collide = bound.filter(|_| certificate.centers.is_some());
            recorder.share("still-colliding", still_collide.is_some());
            if let Some(bound) = still_collide {
                recorder.mean("bound/colliding", Unit::Ratio, bound);
            }
            if let Some(bound) = bound {
                undecided += 1.0;
                bounds += bound;
            }
        }
        recorder.mean("certified", Unit::Ratio, 1.0 - undecided / pairs);
        recorder.mean("bound", Unit::Ratio, bounds / pairs);
    }
}

/// Checks the body pairs of a detector without certificates.
fn check_collisions(
    found: &Findings,
    separations: &[(BodyPair, Separation)],
) -> Result<(), String> {
    let interfering = separations.iter().filter(|(_, s)| s.is_interference());
    let interfering: Vec<BodyPair> = interfering.map(|(pair, _)| *pair).collect();
    let reported: Vec<BodyPair> = found.bodies.iter().map(|body| body.pair).collect();
    let counts = (interfering.len(), reported.len());
    let differ = || format!("{} pairs collide, and {} are reported", counts.0, counts.1);
    (interfering == reported).then_some(()).ok_or_else(differ)
}

#[cfg(test)]
mod tests;
