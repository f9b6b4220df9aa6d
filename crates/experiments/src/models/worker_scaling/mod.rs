//! Time of one frame against the number of workers [Kitamura95 §5.2, §6].
//!
//! | module | step |
//! |---|---|
//! | `mod` | times with real threads, up to the machine's cores |
//! | [`schedule`] | list scheduling of measured pairs, for more processors than the machine has |

pub mod schedule;

use crate::clock::{PairClock, StepClock, seconds};
use crate::isolation::isolated;
use crate::model::{Model, Results, Session};
use crate::participant::DetectorSpec;
use crate::recorder::Recorder;
use crate::scene_spec::SceneSpec;
use anyhow::{Context, Error, Result, ensure};
use catalog::Options;
use collision::{Detector, Findings, Step};
use records::{Row, Unit, statistics};
use scenes::Scene;
use schedule::{ListSchedule, TimedPair};
use serde::Deserialize;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::Mutex;

/// One frame of a scene, by the parallel face octree with each distribution and number of workers.
///
/// Series of rows: `threads` for times of real threads, `simulated` for list scheduling with the
/// measured cost of a shared access, and under the name `ideal` for `T_N = t1 + t2 + t3 + t4 / N`
/// [§6.2], `free-access` for list scheduling without that cost.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct WorkerScaling {
    /// The scene. Its last frame with a next instant is timed.
    pub scene: SceneSpec,
    /// Mode of the detector.
    pub mode: String,
    /// Numbers of workers that are simulated. Those up to the machine's cores are timed, too.
    pub workers: Vec<NonZeroUsize>,
    /// Number of times that each is timed.
    pub repeats: NonZeroUsize,
}

/// Distributions of the detector.
const DISTRIBUTIONS: [&str; 3] = ["static", "dynamic", "stealing"];

/// Number of pairs that a thief takes at once, as in the detector.
const STOLEN_AT_ONCE: usize = 64;

/// Name of the detector in the catalog.
const DETECTOR: &str = "face-octree-parallel";

/// Detector with one distribution.
struct DistributionRunner {
    label: String,
    /// The error of one that has failed: it is asked no more.
    detector: Result<Box<dyn Detector>, String>,
    /// Accesses to shared lists in the frame.
    accesses: u64,
    /// Times for each number of workers, one per repeat.
    times: Vec<Vec<f64>>,
}

/// Times of the parts of a frame on one thread, in seconds.
struct FrameParts {
    /// Steps 1 and 2, with the update of vertices.
    before: f64,
    /// Step 3.
    listing: f64,
    pairs: Vec<TimedPair>,
}

impl Model for WorkerScaling {
    fn check(&self) -> Result<()> {
        ensure!(
            !self.workers.is_empty(),
            "`workers` is empty: name at least one number"
        );
        let spec = self.spec("static");
        spec.resolve(&[]).map(drop).map_err(anyhow::Error::from)
    }

    fn max_processes(&self) -> NonZeroUsize {
        self.repeats
    }

    fn steps(&self) -> usize {
        1
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        session.say(format!("loading {}", self.scene));
        let scene = self.scene.load()?;
        ensure!(
            scene.frames.len() > 1,
            "{} has no frame with a next instant",
            scene.name
        );
        let index = scene.frames.len() - 2;
        let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let threads: Vec<NonZeroUsize> = self
            .workers
            .iter()
            .copied()
            .filter(|n| *n <= cores)
            .collect();
        let mut results = Results::default();
        let mut runners = self.runners(&scene, threads.len())?;
        let found = self.check_answers(&scene, index, &threads, &mut runners, &mut results)?;
        self.time_threads(session, &scene, index, &threads, &mut runners);
        let key = session.key(&scene.name, "", "workers");
        for runner in &runners {
            runner.report(&key, &threads, &found, &mut results);
        }
        session.say("timing steps and pairs");
        let runner = &mut runners[0];
        match isolated(|| self.parts(&scene, index, runner, &found)) {
            Ok(parts) => self.simulate(&key, &parts, cores, &mut results),
            Err(error) => {
                let simulated = |workers| of_workers(&key, &runner.label, "simulated", workers);
                let keys: Vec<_> = self.workers.iter().copied().map(simulated).collect();
                results.fail(&keys, "time", Unit::Seconds, &error);
            }
        }
        session.advance();
        Ok(results)
    }
}

impl WorkerScaling {
    fn spec(&self, distribution: &str) -> DetectorSpec {
        DetectorSpec {
            name: DETECTOR.to_owned(),
            first_contact: false,
            threads: None,
            copies: None,
            options: Options::none()
                .with("distribution", distribution)
                .with("mode", self.mode.as_str()),
        }
    }

    fn runners(&self, scene: &Scene, counts: usize) -> Result<Vec<DistributionRunner>> {
        let runner = |distribution| -> Result<DistributionRunner> {
            let participant = self.spec(distribution).resolve(&[])?;
            let prepared = isolated(|| {
                let mut detector = participant.build();
                detector.prepare(&scene.bodies)?;
                Ok(detector)
            });
            Ok(DistributionRunner {
                label: participant.label,
                detector: prepared,
                accesses: 0,
                times: vec![Vec::new(); counts],
            })
        };
        DISTRIBUTIONS.into_iter().map(runner).collect()
    }

    /// Returns the findings of the first distribution on one thread, after checking that they are
    /// right at the instant, and those of all others with any number of workers the same.
    fn check_answers(
        &self,
        scene: &Scene,
        index: usize,
        threads: &[NonZeroUsize],
        runners: &mut [DistributionRunner],
        results: &mut Results,
    ) -> Result<Findings> {
        let truth = oracle::truth(scene, index);
        let mut expected: Option<Findings> = None;
        for runner in runners.iter_mut() {
            for workers in [NonZeroUsize::MIN].iter().chain(threads) {
                runner.turn(|runner| {
                    let mut found = Findings::default();
                    let query = scene.query().with_workers(*workers);
                    let detector = runner.detector()?;
                    detector.detect(&scene.frame(index), &query, &mut found)?;
                    runner.accesses = found.work.count("shared-accesses");
                    let expected = expected.get_or_insert_with(|| found.clone());
                    let same =
                        found.evidence == expected.evidence && found.contacts == expected.contacts;
                    if !same || found.contacts != truth.contacts() {
                        let label = &runner.label;
                        results
                            .failures
                            .push(format!("{label}, {workers} workers: other findings"));
                    }
                    Ok(())
                });
            }
        }
        let errors = runners.iter().filter_map(|r| r.detector.as_ref().err());
        let errors: Vec<&str> = errors.map(String::as_str).collect();
        expected.with_context(|| format!("no distribution answers: {}", errors.join("; ")))
    }

    /// Times the frame with each number of threads, the distributions in turn.
    fn time_threads(
        &self,
        session: &Session<'_>,
        scene: &Scene,
        index: usize,
        threads: &[NonZeroUsize],
        runners: &mut [DistributionRunner],
    ) {
        for (k, workers) in threads.iter().enumerate() {
            session.say(format!("timing {workers} threads"));
            for repeat in 0..=session.process.repeats(self.repeats) {
                for runner in runners.iter_mut() {
                    runner.turn(|runner| {
                        let time = timed(scene, index, *workers, runner)?;
                        // Repeat 0 starts the threads and warms the caches.
                        if repeat > 0 {
                            runner.times[k].push(time);
                        }
                        Ok(())
                    });
                }
            }
        }
    }

    /// Times the steps, and each pair, on one thread: medians of repeats.
    fn parts(
        &self,
        scene: &Scene,
        index: usize,
        runner: &mut DistributionRunner,
        found: &Findings,
    ) -> Result<FrameParts> {
        let count = found.work.count("swept-pair-tests") as usize;
        let (mut before, mut listing, mut last) = (Vec::new(), Vec::new(), Vec::new());
        let mut of_pairs = vec![(Vec::new(), false); count];
        let mut scratch = Findings::default();
        for _ in 0..self.repeats.get() {
            let clock = StepClock::default();
            let query = scene.query().with_probe(&clock);
            let frame = scene.frame(index);
            let detector = runner.detector()?;
            detector.detect(&frame, &query, &mut scratch)?;
            let steps = clock.finish();
            let of = |name: &str| -> f64 {
                let named = steps.iter().filter(|(step, _)| step.name() == name);
                named.map(|(_, time)| *time).sum()
            };
            listing.push(of("subdivision"));
            last.push(of(Step::FACE_PAIRS.name()));
            let all: f64 = steps.values().sum();
            before.push(all - of("subdivision") - of(Step::FACE_PAIRS.name()));
            let clock = PairClock::with_capacity(count);
            let query = scene.query().with_probe(&clock);
            let detector = runner.detector()?;
            detector.detect(&frame, &query, &mut scratch)?;
            for (pair, (time, meets)) in of_pairs.iter_mut().zip(clock.finish()) {
                pair.0.push(time);
                pair.1 = meets;
            }
        }
        let medians = of_pairs.iter().map(|(times, meets)| TimedPair {
            time: median(times),
            meets: *meets,
        });
        let mut pairs: Vec<TimedPair> = medians.collect();
        // Reading the clock takes part of each pair's time: together they take as long as step 4.
        let sum: f64 = pairs.iter().map(|pair| pair.time).sum();
        let scale = median(&last) / sum.max(f64::MIN_POSITIVE);
        pairs.iter_mut().for_each(|pair| pair.time *= scale);
        Ok(FrameParts {
            before: median(&before),
            listing: median(&listing),
            pairs,
        })
    }

    fn simulate(
        &self,
        key: &records::Key,
        parts: &FrameParts,
        cores: NonZeroUsize,
        results: &mut Results,
    ) {
        let accesses = [1, cores.get().min(2)].map(|threads| {
            let times = (0..self.repeats.get()).map(|_| access_time(threads));
            times.collect::<Vec<f64>>()
        });
        let step_4: f64 = parts.pairs.iter().map(|pair| pair.time).sum();
        let facts = parts.facts(&accesses);
        let one = of_workers(key, "one thread", "", NonZeroUsize::MIN);
        results.rows.extend(facts.rows(&one));
        let access = accesses.map(|times| median(&times));
        let label = |distribution| self.spec(distribution).resolve(&[]).expect("checked").label;
        let [fixed, queued, stealing] = DISTRIBUTIONS.map(label);
        for workers in &self.workers {
            let mut push = |detector: &str, series: &str, time: f64| {
                let key = of_workers(key, detector, series, *workers);
                let row = Row::exact(&key, "time", Unit::Seconds, time);
                results.rows.push(row);
            };
            let workers = workers.get();
            // Processors that compete for the list are as slow as threads that do.
            let contended = access[usize::from(workers > 1)];
            for (series, access) in [("simulated", contended), ("free-access", 0.0)] {
                let schedule = ListSchedule {
                    listing: parts.listing,
                    pairs: &parts.pairs,
                    workers,
                    access,
                };
                push(&fixed, series, parts.before + schedule.static_time());
                push(&queued, series, parts.before + schedule.dynamic_time());
                let stolen = schedule.stealing_time(STOLEN_AT_ONCE);
                push(&stealing, series, parts.before + stolen);
            }
            let ideal = parts.before + parts.listing + step_4 / workers as f64;
            push("ideal", "simulated", ideal);
        }
    }
}

impl FrameParts {
    /// Returns times of the steps, of accesses by one thread and by two at a time, mean times of
    /// pairs that are reported and of others, and the number of pairs.
    fn facts(&self, [alone, contended]: &[Vec<f64>; 2]) -> Recorder {
        let mut facts = Recorder::default();
        let step_4: f64 = self.pairs.iter().map(|pair| pair.time).sum();
        facts.exact("step-time/before", Unit::Seconds, self.before);
        facts.exact("step-time/listing", Unit::Seconds, self.listing);
        facts.exact("step-time/pairs", Unit::Seconds, step_4);
        facts.repeats("access-time/alone", Unit::Seconds, alone);
        facts.repeats("access-time/contended", Unit::Seconds, contended);
        for (meets, quantity) in [(false, "pair-time/others"), (true, "pair-time/reported")] {
            let times = self.pairs.iter().filter(|pair| pair.meets == meets);
            let times: Vec<f64> = times.map(|pair| pair.time).collect();
            let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
            facts.exact(quantity, Unit::Seconds, mean);
        }
        facts.count("pairs", self.pairs.len() as u64);
        facts
    }
}

/// Returns the key of a detector's value with this number of threads or processors.
fn of_workers(
    key: &records::Key,
    detector: &str,
    series: &str,
    workers: NonZeroUsize,
) -> records::Key {
    records::Key {
        detector: detector.to_owned(),
        ..key
            .at("workers", workers.get() as f64)
            .in_series(series.to_owned())
    }
}

impl DistributionRunner {
    /// Adds its times, and its accesses of shared memory beside the formula of [§6.1].
    fn report(
        &self,
        key: &records::Key,
        threads: &[NonZeroUsize],
        found: &Findings,
        results: &mut Results,
    ) {
        let of_threads = |workers| of_workers(key, &self.label, "threads", workers);
        if let Err(error) = &self.detector {
            let keys: Vec<_> = threads.iter().copied().map(of_threads).collect();
            results.fail(&keys, "time", Unit::Seconds, error);
            return;
        }
        let mut facts = Recorder::default();
        facts.count("accesses", self.accesses);
        if self.accesses > 0 {
            let share = self.accesses as f64 / self.stated_accesses(found) as f64;
            facts.exact("accesses/formula", Unit::Ratio, share);
        }
        facts.count("frames-verified/brute-force", 1);
        let one = records::Key {
            detector: self.label.clone(),
            ..key.at("workers", 1.0)
        };
        results.rows.extend(facts.rows(&one));
        for (workers, times) in threads.iter().zip(&self.times) {
            let row = Row::from_samples(&of_threads(*workers), "time", Unit::Seconds, &times[..]);
            results.rows.push(row);
        }
    }

    /// Returns the paper's number of accesses: P + p, or 2P + p with a queue, for P pairs of faces
    /// to test and p reported [§6.1].
    fn stated_accesses(&self, found: &Findings) -> u64 {
        let pairs = found.work.count("swept-pair-tests");
        let reported = found.evidence.swept.len() as u64;
        if self.label.contains("dynamic") {
            2 * pairs + reported
        } else {
            pairs + reported
        }
    }

    /// Runs its turn, unless it has failed.
    fn turn(&mut self, run: impl FnOnce(&mut DistributionRunner) -> Result<()>) {
        if self.detector.is_ok()
            && let Err(error) = isolated(|| run(self))
        {
            self.detector = Err(error);
        }
    }

    /// Returns the detector, or its error.
    fn detector(&mut self) -> Result<&mut dyn Detector> {
        match &mut self.detector {
            Ok(detector) => Ok(&mut **detector),
            Err(error) => Err(Error::msg(error.clone())),
        }
    }
}

fn timed(
    scene: &Scene,
    index: usize,
    workers: NonZeroUsize,
    runner: &mut DistributionRunner,
) -> Result<f64> {
    let mut found = Findings::default();
    let query = scene.query().with_workers(workers);
    let frame = scene.frame(index);
    let detector = runner.detector()?;
    let (result, time) = seconds(|| detector.detect(&frame, &query, &mut found));
    result?;
    Ok(time)
}

/// Returns the wall-clock time of one access to a shared list under mutual exclusion, in seconds:
/// that of many accesses by `threads` threads at once, divided by their number.
fn access_time(threads: usize) -> f64 {
    const ACCESSES: usize = 200_000;
    let list: Mutex<VecDeque<[u32; 2]>> =
        Mutex::new((0..ACCESSES as u32).map(|i| [i, i]).collect());
    let take_all = || {
        let mut sum = 0u64;
        while let Some([i, _]) = list.lock().expect("no thread panics").pop_front() {
            sum += u64::from(i);
        }
        sum
    };
    let (_, time) = seconds(|| {
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(take_all);
            }
        });
    });
    time / ACCESSES as f64
}

/// Returns the median, or zero without times.
fn median(times: &[f64]) -> f64 {
    statistics::median(times).unwrap_or(0.0)
}
