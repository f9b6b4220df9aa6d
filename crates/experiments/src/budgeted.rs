//! Frames under a budget: what it buys, how well it is kept, and how that changes as bodies get
//! more faces [Hubbard96 §2, §4.2].

use crate::clock::{Alarm, Reserve, Stop};
use crate::definition::Contender;
use crate::experiment::{Measurement, Session};
use crate::histogram;
use crate::run::{Results, describe};
use crate::subdivision::subdivided;
use crate::trees;
use anyhow::{Context, Result, ensure};
use collision::{Body, BodyPair, Budget, Detector, Findings, Frame, Known};
use geometry::{Ball, Mesh};
use oracle::{Separation, Separator, check_certificates};
use records::{Key, Row, Unit};
use scenes::{Generator, Scene};
use serde::Deserialize;
use std::sync::Arc;

/// Frames under a budget.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Budgeted {
    /// The scene, which is replayed.
    pub scene: toml::Table,
    /// The budgets of a frame, in microseconds; what lies along the horizontal axis, unless several
    /// subdivisions do.
    pub microseconds: Vec<f64>,
    /// How often each face is cut into four: the same shapes of four times as many faces.
    #[serde(default = "once")]
    pub subdivisions: Vec<u32>,
    /// Every so many frames one is replayed.
    #[serde(default = "every")]
    pub every: usize,
    /// How often the scene is replayed.
    pub repeats: usize,
    /// Who detects.
    pub detectors: Vec<Contender>,
    /// What a quick run does less.
    pub quick: QuickBudgeted,
}

/// What a quick run does less.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuickBudgeted {
    /// Every so many frames one is replayed.
    pub every: usize,
    /// How often the scene is replayed.
    pub repeats: usize,
    /// How often each face is cut into four.
    pub subdivisions: Option<Vec<u32>>,
}

/// So many frames at most are held against the separations, and fewer where there are many faces: so
/// many over all.
const VERIFIED: (usize, usize) = (20, 2_000_000);

/// So many bins of times for each factor of ten: each is 2.3 % wider than the one before.
const BINS: i32 = 100;

fn once() -> Vec<u32> {
    vec![0]
}

fn every() -> usize {
    1
}

impl Measurement for Budgeted {
    fn check(&self) -> Result<()> {
        let positive = [
            self.every,
            self.repeats,
            self.quick.every,
            self.quick.repeats,
        ];
        ensure!(
            positive.iter().all(|n| *n > 0),
            "`every` and `repeats` are at least 1"
        );
        ensure!(
            !self.microseconds.is_empty() && self.microseconds.iter().all(|b| *b > 0.0),
            "`microseconds` names budgets of more than 0"
        );
        let _: Generator = self.scene.clone().try_into()?;
        for contender in &self.detectors {
            contender.named()?;
        }
        Ok(())
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let generator: Generator = self.scene.clone().try_into()?;
        let plain = generator.generate()?;
        let subdivisions = match &self.quick.subdivisions {
            Some(fewer) if session.quick => fewer,
            _ => &self.subdivisions,
        };
        let points = subdivisions.len() * self.microseconds.len();
        session.progress.count_to(points * self.detectors.len());
        let mut results = Results::default();
        for times in subdivisions {
            let scene = finer(&plain, *times);
            session.progress.say("measuring separations".to_owned());
            let stage = Stage::of(
                scene,
                if session.quick {
                    self.quick.every
                } else {
                    self.every
                },
            );
            self.run_stage(&stage, session, &mut results)?;
        }
        Ok(results)
    }
}

impl Budgeted {
    /// All detectors on one scene, under one budget after the other; in each repeat they take turns.
    fn run_stage(&self, stage: &Stage, session: &Session<'_>, results: &mut Results) -> Result<()> {
        let mut all = Vec::new();
        for contender in &self.detectors {
            let named = contender.named()?;
            session.progress.say(format!("{}: preparing", named.label));
            let mut detector = trees::detector(&named)?;
            let refused = || format!("{} does not take {}", named.label, stage.scene.name);
            detector
                .prepare(&stage.scene.bodies)
                .with_context(refused)?;
            all.push((named.label, detector));
        }
        for microseconds in &self.microseconds {
            session.progress.say(format!("{microseconds} µs"));
            let logs = self.run_budget(stage, *microseconds, &mut all, session);
            for ((label, _), log) in all.iter().zip(logs) {
                let key = self.key(stage, label, *microseconds, session);
                results.rows.extend(log.rows(&key));
                let told = |fault: &String| format!("{label}, {microseconds} µs: {fault}");
                results.failures.extend(log.faults.iter().map(told));
            }
        }
        Ok(())
    }

    fn run_budget(
        &self,
        stage: &Stage,
        microseconds: f64,
        all: &mut [(String, Box<dyn Detector>)],
        session: &Session<'_>,
    ) -> Vec<Log> {
        let (budget, bodies) = (microseconds * 1e-6, &stage.scene.bodies);
        let mut logs: Vec<Log> = all.iter().map(|_| Log::of(bodies)).collect();
        for ((_, detector), log) in all.iter_mut().zip(&mut logs) {
            log.verify(stage, detector.as_mut(), budget);
        }
        let repeats = match session.quick {
            true => self.quick.repeats,
            false => self.repeats,
        };
        for repeat in 0..repeats {
            for ((_, detector), log) in all.iter_mut().zip(&mut logs) {
                for frame in &stage.frames {
                    log.measure(&stage.scene, *frame, detector.as_mut(), budget);
                }
                if repeat == 0 {
                    session.progress.advance();
                }
            }
        }
        logs
    }

    fn key(&self, stage: &Stage, label: &str, microseconds: f64, session: &Session<'_>) -> Key {
        let bodies = &stage.scene.bodies;
        let faces = bodies[bodies.len() - 1].mesh.face_count() as f64;
        let growing = self.subdivisions.len() > 1;
        Key {
            detector: label.to_owned(),
            series: match growing && self.microseconds.len() > 1 {
                true => format!("budget={microseconds}"),
                false => String::new(),
            },
            x: if growing { faces } else { microseconds },
            ..session.key(
                &describe(&self.scene),
                if growing { "faces" } else { "budget" },
            )
        }
    }
}

/// The same scene with each face cut into four, so many times.
fn finer(scene: &Scene, times: u32) -> Scene {
    let mut scene = scene.clone();
    let mut known: Vec<(Arc<Mesh>, Arc<Mesh>)> = Vec::new();
    for body in &mut scene.bodies {
        let same = known
            .iter()
            .find(|(coarse, _)| Arc::ptr_eq(coarse, &body.mesh));
        body.mesh = match same {
            Some((_, fine)) => fine.clone(),
            None => {
                let fine = match times {
                    0 => body.mesh.clone(),
                    _ => Arc::new(subdivided(&body.mesh, times)),
                };
                known.push((body.mesh.clone(), fine.clone()));
                fine
            }
        };
    }
    scene
}

/// A scene, the frames of it that are replayed, and the truth about some of them.
struct Stage {
    scene: Scene,
    frames: Vec<usize>,
    separations: Vec<(usize, Vec<(BodyPair, Separation)>)>,
}

impl Stage {
    fn of(scene: Scene, every: usize) -> Stage {
        let frames: Vec<usize> = (0..scene.frames.len()).step_by(every).collect();
        let mut separator = Separator::new(&scene.bodies);
        let most = VERIFIED.0.min(VERIFIED.1 / scene.face_count()).max(1);
        let verified = frames.iter().step_by(frames.len().div_ceil(most));
        let separations = verified.map(|frame| {
            separator.place(&scene.frame(*frame));
            (*frame, separator.separations())
        });
        Stage {
            separations: separations.collect(),
            frames,
            scene,
        }
    }
}

/// What the frames of one detector under one budget told.
struct Log {
    unit: f64,
    /// Of the last frame; its buffers grow while frames are verified.
    found: Findings,
    reserve: Reserve,
    times: Vec<f64>,
    /// How far frames that were told to stop went beyond the budget, and their longest steps.
    overruns: Vec<f64>,
    longest_steps: Vec<f64>,
    /// Their times, divided by the budget.
    parts: Vec<f64>,
    /// From being told to stop to the end of the frame.
    reports: Vec<f64>,
    /// Of the frames that were told to stop, and had not used up their budget with what is done whatever
    /// the budget.
    in_time: u64,
    /// Of these, how many exceeded it by at most their longest step.
    within_a_step: u64,
    /// Frame by frame: the share of pairs that are certified, and the mean bound.
    certified: Vec<f64>,
    bounds: Vec<f64>,
    steps: Vec<f64>,
    verified: u64,
    faults: Vec<String>,
}

impl Log {
    fn of(bodies: &[Body]) -> Log {
        let points = bodies[bodies.len() - 1].mesh.vertices();
        Log {
            unit: Ball::minimal(points).map_or(1.0, |ball| ball.radius),
            found: Findings::default(),
            reserve: Reserve::default(),
            times: Vec::new(),
            overruns: Vec::new(),
            longest_steps: Vec::new(),
            parts: Vec::new(),
            reports: Vec::new(),
            in_time: 0,
            within_a_step: 0,
            certified: Vec::new(),
            bounds: Vec::new(),
            steps: Vec::new(),
            verified: 0,
            faults: Vec::new(),
        }
    }

    /// Replays the scene, which warms the detector, and checks some of the frames.
    fn verify(&mut self, stage: &Stage, detector: &mut dyn Detector, budget: f64) {
        for frame in &stage.frames {
            let budget = (budget, &mut self.reserve);
            run(&stage.scene, *frame, detector, budget, &mut self.found);
            let found = &self.found;
            let known = stage.separations.iter().find(|(of, _)| of == frame);
            let Some((_, separations)) = known else {
                continue;
            };
            self.verified += 1;
            let checked = match found.certificates.is_empty() {
                true => exact(found, separations),
                false => check_certificates(found, separations).map_err(|f| f.to_string()),
            };
            if let Err(fault) = checked {
                self.faults.push(format!("frame {}: {fault}", frame + 1));
            }
        }
    }

    fn measure(&mut self, scene: &Scene, frame: usize, detector: &mut dyn Detector, budget: f64) {
        let with_reserve = (budget, &mut self.reserve);
        let stop = run(scene, frame, detector, with_reserve, &mut self.found);
        let found = &self.found;
        self.times.push(stop.used);
        self.steps.push(found.work.refinement_steps as f64);
        if let Some(told) = stop.told {
            let overrun = stop.used - budget;
            self.overruns.push(overrun);
            self.reports.push(stop.used - told);
            self.longest_steps.push(stop.longest_step);
            self.parts.push(stop.used / budget);
            if !stop.overdue {
                self.in_time += 1;
                self.within_a_step += u64::from(overrun <= stop.longest_step);
            }
        }
        let pairs = found.certificates.len() as f64;
        if pairs > 0.0 {
            let bounds = found.certificates.iter().filter_map(|c| match c.known {
                Known::Undecided { bound } => Some(bound / self.unit),
                Known::Apart | Known::Interfering => None,
            });
            self.certified
                .push(1.0 - bounds.clone().count() as f64 / pairs);
            // Begun with nought: the sum of nothing is a negative one.
            self.bounds
                .push(bounds.fold(0.0, |sum, bound| sum + bound) / pairs);
        }
    }

    fn rows(&self, key: &Key) -> Vec<Row> {
        let mut rows = vec![
            Row::distribution(key, "time", Unit::Seconds, &self.times),
            Row::count(key, "frames-verified/separations", self.verified),
        ];
        let (frames, stopped) = (self.times.len() as f64, self.overruns.len() as f64);
        for (quantity, unit, samples) in [
            ("overrun", Unit::Seconds, &self.overruns),
            ("longest-step", Unit::Seconds, &self.longest_steps),
            ("report", Unit::Seconds, &self.reports),
        ] {
            if stopped > 0.0 {
                rows.push(Row::distribution(key, quantity, unit, samples));
            }
        }
        let parts = Key {
            series: format!("budget={}", key.x),
            ..key.clone()
        };
        let parts = [(parts, self.parts.clone())];
        if key.x_name == "budget" {
            rows.extend(histogram::rows("time-in-budgets", BINS, &parts));
        }
        if self.certified.is_empty() {
            return rows;
        }
        let mean = |samples: &[f64]| samples.iter().sum::<f64>() / samples.len() as f64;
        let exact = |quantity, value| Row::exact(key, quantity, Unit::Ratio, value);
        rows.extend([
            exact("stopped", stopped / frames),
            exact("certified", mean(&self.certified)),
            exact("bound", mean(&self.bounds)),
            exact("refinement-steps", mean(&self.steps)),
        ]);
        if stopped > 0.0 {
            let in_time = self.in_time as f64;
            rows.push(exact("overdue", 1.0 - in_time / stopped));
            rows.push(Row::count(key, "frames-stopped-in-time", self.in_time));
            if in_time > 0.0 {
                rows.push(exact("within-a-step", self.within_a_step as f64 / in_time));
            }
        }
        rows
    }
}

/// One frame under a deadline.
fn run(
    scene: &Scene,
    frame: usize,
    detector: &mut dyn Detector,
    (budget, reserve): (f64, &mut Reserve),
    found: &mut Findings,
) -> Stop {
    let alarm = Alarm::after(budget, reserve.of(budget));
    let frame = Frame {
        budget: Budget::Until(&alarm),
        probe: &alarm,
        containment: true,
        ..scene.frame(frame)
    };
    detector.detect(&frame, found);
    let stop = alarm.finish();
    reserve.learn(&stop);
    stop
}

/// Whether a detector without certificates found the pairs that share a point.
fn exact(found: &Findings, separations: &[(BodyPair, Separation)]) -> Result<(), String> {
    let right = separations.iter().filter(|(_, s)| s.is_interference());
    let right: Vec<_> = right.map(|(pair, _)| *pair).collect();
    let told: Vec<_> = found.bodies.iter().map(|body| body.pair).collect();
    if right == told {
        Ok(())
    } else {
        Err(format!(
            "{} pairs collide, and {} are reported",
            right.len(),
            told.len()
        ))
    }
}
