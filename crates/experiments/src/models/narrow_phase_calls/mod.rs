//! Calls of the narrow phase, one for each pair of ships with overlapping bounding spheres.
//!
//! Compares detectors without levels with sphere-trees that stop at each level [Hubbard96 §11.2,
//! Figs. 15, 16]. All answer yes or no: level 5, the faces, ends at the first contact, as the
//! baselines do.

mod closed_flight;

pub use closed_flight::ClosedFlight;

use crate::clock::seconds;
use crate::histogram;
use crate::isolation::isolated;
use crate::model::{Model, Results, Session, non_empty};
use crate::participant::Participant;
use crate::process::shuffle;
use crate::recorder::Recorder;
use anyhow::{Context, Error, Result};
use closed_flight::{ShipCall, steps_to};
use collision::{Body, Budget, Detector, Findings, Known, SphereContact, Work};
use geometry::Ball;
use oracle::{Separator, check_certificates};
use records::{Key, Row, Rows, Unit, statistics};
use scenes::random::SceneRng;
use serde::Deserialize;
use std::num::{NonZeroU8, NonZeroUsize};

/// Narrow phase of baselines, and of sphere-trees at each level.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct NarrowPhaseCalls {
    /// Flight whose calls are answered.
    pub flight: ClosedFlight,
    /// Detectors without levels. Histograms compare with the first, which also answers for the
    /// others in `collisions/baseline`.
    #[serde(deserialize_with = "non_empty")]
    pub baselines: Vec<Participant>,
    /// Detectors that stop at each level.
    #[serde(deserialize_with = "non_empty")]
    pub trees: Vec<Participant>,
    /// Number of levels below the bounding spheres. One more level compares faces.
    pub levels: NonZeroU8,
    /// Number of calls, shared out among the processes: each takes the first ones of its flight.
    pub calls: NonZeroUsize,
    /// Number of times that each call is timed. Its time is their median.
    pub repeats: NonZeroUsize,
}

/// Histogram bins per factor of ten.
const BINS_PER_DECADE: i32 = 8;

/// Interval of calls whose certificates are checked against the separation.
const CHECKED_EVERY: usize = 50;

/// Least seconds of a measurement. A shorter call runs several times in it: reading the clock takes
/// some hundredths of this.
const LEAST_TIME: f64 = 2e-6;

/// Maximum number of runs of a call in one measurement.
const MAX_RUNS: f64 = 16.0;

/// Least estimate of a separation with a bin of its own, in bounding radii. The paper's measure may
/// be zero or negative, which a logarithmic axis does not have.
const LEAST_ESTIMATE: f64 = 1e-3;

/// Counts of calls.
const SHARED_COUNTS: [&str; 4] = [
    "calls",
    "collisions",
    "collisions/baseline",
    "collisions/both",
];

impl Model for NarrowPhaseCalls {
    fn check(&self) -> Result<()> {
        self.flight.check()
    }

    fn max_processes(&self) -> NonZeroUsize {
        self.calls
    }

    fn shared_counts(&self) -> &'static [&'static str] {
        &SHARED_COUNTS
    }

    fn steps(&self) -> usize {
        // Of the only process. Several finish before the end of the line.
        self.calls.into()
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let count = NonZeroUsize::new(session.process.repeats(self.calls));
        let count = count.expect("a process has at least one call");
        let calls = self.flight.calls(count, session)?;
        let bodies = self.flight.two_ships();
        let ball = Ball::minimal(bodies[0].mesh().vertices()).context("a mesh has vertices")?;
        let sides = self.sides(&bodies, session);
        let turns = turns(&sides);
        let mut run = CallsRun {
            comparisons: self.comparisons(),
            order: (0..turns.len()).collect(),
            times: vec![Vec::new(); turns.len()],
            turns,
            sides,
            separator: Separator::new(&bodies),
            radius: ball.radius,
            found: Findings::default(),
            random: session.process.random(session.id),
        };
        session.say("answering");
        let mut results = Results::default();
        for (i, call) in calls.iter().enumerate() {
            run.check(call, i % CHECKED_EVERY == 0, &mut results.failures);
            run.time(call, self.repeats.get());
            session.advance();
        }
        let lost = run.lost();
        for side in &run.sides {
            let key = session.key(&self.flight.to_string(), &side.label, "level");
            match &side.detector {
                Ok(_) => side.add_rows(&key, calls.len(), &lost, &mut results.rows),
                Err(error) => {
                    let keys = side.keys(&key);
                    results.fail(&keys, "call-time", Unit::Seconds, error);
                }
            }
        }
        Ok(results)
    }
}

impl NarrowPhaseCalls {
    /// Returns the prepared sides, the baselines first.
    fn sides(&self, bodies: &[Body], session: &Session<'_>) -> Vec<CallSide> {
        let levels = usize::from(self.levels.get()) + 1;
        let side = |participant: &Participant, levels: usize| CallSide {
            detector: isolated(|| session.prepared(participant, bodies)),
            label: participant.label.clone(),
            recorder: Recorder::default(),
            work: Work::default(),
            levels: (0..levels).map(|_| Level::default()).collect(),
        };
        let baselines = self.baselines.iter().map(|baseline| side(baseline, 0));
        let trees = self.trees.iter().map(|tree| side(tree, levels));
        baselines.chain(trees).collect()
    }

    /// Returns the quantities that compare with each baseline: the speed-up, and the share of calls
    /// in which it is above one. Those of the first baseline have short names.
    fn comparisons(&self) -> Vec<[String; 2]> {
        let names = |(i, baseline): (usize, &Participant)| {
            ["speed-up", "faster"].map(|quantity| match i {
                0 => quantity.to_owned(),
                _ => format!("{quantity}/{}", baseline.label),
            })
        };
        self.baselines.iter().enumerate().map(names).collect()
    }
}

/// Returns one turn of each baseline, then one of each level of each tree.
fn turns(sides: &[CallSide]) -> Vec<SideTurn> {
    let turns = |(side, of): (usize, &CallSide)| {
        let levels = of.levels.len();
        (levels.min(1)..=levels).map(move |level| SideTurn { side, level })
    };
    sides.iter().enumerate().flat_map(turns).collect()
}

/// State of a run.
struct CallsRun {
    /// Baselines, then trees.
    sides: Vec<CallSide>,
    /// Quantities of each baseline.
    comparisons: Vec<[String; 2]>,
    turns: Vec<SideTurn>,
    /// Order of the turns at the last call, which is shuffled for the next.
    order: Vec<usize>,
    /// Times of the current call, turn by turn.
    times: Vec<Vec<f64>>,
    separator: Separator,
    /// Bounding radius of a ship.
    radius: f64,
    found: Findings,
    random: SceneRng,
}

/// Measurement of one side, of trees at one level, and of a baseline at level 0.
#[derive(Clone, Copy, Debug)]
struct SideTurn {
    side: usize,
    level: usize,
}

/// A participant, prepared for two ships, and its measurements.
struct CallSide {
    label: String,
    /// The error of one that has failed: it is asked no more.
    detector: Result<Box<dyn Detector>, String>,
    /// Times of a baseline, and counts.
    recorder: Recorder,
    /// Work of a baseline in all calls.
    work: Work,
    /// Measurements of each level, the first at index 0; empty for a baseline.
    levels: Vec<Level>,
}

/// Measurements of one level.
#[derive(Default)]
struct Level {
    recorder: Recorder,
    /// Work in all calls.
    work: Work,
    /// Speed-ups, which have their own curve.
    curve: Recorder,
    /// Of each call whose spheres still collide, in bounding radii: the proved bound of the
    /// separation, and the paper's measure of it.
    inaccuracies: Vec<[f64; 2]>,
}

impl CallSide {
    /// Returns the budget of a turn. A detector without levels ignores it.
    fn budget(&self, level: usize) -> Budget<'static> {
        steps_to((level < self.levels.len()).then_some(level))
    }

    /// Runs the turn of a side, and returns what it gives, unless the side has failed.
    fn turn<T>(&mut self, run: impl FnOnce(&mut CallSide) -> Result<T>) -> Option<T> {
        self.detector.as_ref().ok()?;
        let outcome = isolated(|| run(self));
        outcome.map_err(|error| self.detector = Err(error)).ok()
    }

    /// Answers a call, untimed.
    fn answer(&mut self, call: &ShipCall, level: usize, found: &mut Findings) -> Result<()> {
        let budget = self.budget(level);
        let detector = self.detector.as_mut().map_err(|e| Error::msg(e.clone()))?;
        call.answer(&mut **detector, budget, found)
    }

    /// Returns the seconds of one answer to a call, the mean of several if one takes little.
    ///
    /// The untimed run before fills the caches of the processor, which other participants have
    /// used. Its time gives the number of timed runs.
    fn time(&mut self, call: &ShipCall, level: usize, found: &mut Findings) -> Result<f64> {
        let (answered, untimed) = seconds(|| self.answer(call, level, found));
        answered?;
        let runs = timed_runs(untimed);
        let all = || (0..runs).try_for_each(|_| self.answer(call, level, found));
        let (answered, time) = seconds(all);
        answered?;
        Ok(time / f64::from(runs))
    }

    /// Returns the keys of its times: one of a baseline, one for each level of a tree.
    fn keys(&self, key: &Key) -> Vec<Key> {
        match self.levels.len() {
            0 => vec![key.clone()],
            n => (1..=n).map(|level| key.at("level", level as f64)).collect(),
        }
    }

    /// Adds the rows of `calls` calls. What compares with a baseline that has failed is lost.
    fn add_rows(&self, key: &Key, calls: usize, lost: &Lost, rows: &mut Rows) {
        rows.extend(lost.without(self.recorder.rows(key)));
        rows.extend(work_rows(key, &self.work, calls));
        for (level, measured) in (1..).zip(&self.levels) {
            let key = key.at("level", f64::from(level));
            rows.extend(lost.without(measured.recorder.rows(&key)));
            rows.extend(work_rows(&key, &measured.work, calls));
            let curve = key.in_series(format!("level={level}"));
            rows.extend(lost.without(measured.curve.rows(&curve)));
            for (i, quantity) in ["inaccuracy", "inaccuracy-estimate"].iter().enumerate() {
                let least = [0.0, LEAST_ESTIMATE][i];
                let cases = measured.inaccuracies.iter().map(|both| both[i]);
                let cases: Vec<f64> = cases.collect();
                let median = statistics::median(&cases);
                rows.extend(median.map(|m| Row::exact(&curve, quantity, Unit::Ratio, m)));
                let cases: Vec<f64> = cases.iter().map(|case| case.max(least)).collect();
                rows.extend(histogram::bins(&curve, quantity, BINS_PER_DECADE, &cases));
            }
        }
    }
}

/// Quantities that compare with a baseline that has failed, with its error.
#[derive(Debug, Default)]
struct Lost(Vec<(String, String)>);

impl Lost {
    /// Replaces the rows of these quantities, of which some calls are missing, by their errors.
    fn without(&self, rows: Vec<Row>) -> impl Iterator<Item = Row> {
        let error = |row: &Row| {
            let whole = row.quantity.strip_suffix(records::SHARE);
            let whole = whole.unwrap_or(&row.quantity);
            let lost = self.0.iter().find(|(quantity, _)| quantity == whole);
            lost.map(|(_, error)| error)
        };
        rows.into_iter().map(move |row| match error(&row) {
            Some(error) => Row::failure(&row.key, &row.quantity, row.unit, error),
            None => row,
        })
    }
}

/// Returns the number of runs that take [`LEAST_TIME`] if one takes `seconds`, at least one.
fn timed_runs(seconds: f64) -> u32 {
    (LEAST_TIME / seconds).ceil().clamp(1.0, MAX_RUNS) as u32
}

impl Level {
    /// Records the answer to a call. A level of `spheres` has an inaccuracy if some of them still
    /// collide, also if balls inside both bodies prove that these interfere: the paper has no such
    /// balls. If no spheres collide, an application sees no collision.
    fn record(&mut self, found: &Findings, spheres: bool, radius: f64) {
        self.work += &found.work;
        let certificate = found.evidence.certificates.first();
        let known = certificate.map(|c| c.known);
        let undecided = matches!(known, Some(Known::Undecided { .. }));
        let interfering = known == Some(Known::Interfering);
        self.recorder.share("undecided", undecided);
        self.recorder.share("certified-interfering", interfering);
        let colliding = certificate.map_or(&[][..], |c| found.evidence.spheres_of(c));
        if spheres {
            self.recorder.share("colliding", !colliding.is_empty());
        }
        if spheres && !colliding.is_empty() {
            let least = |of: fn(&SphereContact) -> f64| {
                let all = colliding.iter().map(of);
                all.fold(f64::INFINITY, f64::min) / radius
            };
            self.inaccuracies
                .push([least(|c| c.bound), least(|c| c.estimate)]);
        }
    }

    /// Compares the seconds of a call with those of the baselines.
    fn compare(&mut self, time: f64, baselines: &[Option<f64>], quantities: &[[String; 2]]) {
        self.recorder.push("call-time", Unit::Seconds, time);
        for (i, (baseline, [speed_up, faster])) in baselines.iter().zip(quantities).enumerate() {
            let Some(baseline) = baseline else { continue };
            let ratio = baseline / time;
            self.recorder.share(faster, ratio > 1.0);
            match i {
                0 => self.curve.push_histogram(speed_up, BINS_PER_DECADE, ratio),
                _ => self.curve.push(speed_up, Unit::Ratio, ratio),
            }
        }
    }
}

/// Returns one row for each work count under its name: the mean of a call.
fn work_rows(key: &Key, work: &Work, calls: usize) -> Vec<Row> {
    let mean = |(name, count): (&str, u64)| {
        let mean = count as f64 / calls as f64;
        Row::exact(key, name, Unit::Count, mean)
    };
    work.entries().map(mean).collect()
}

impl CallsRun {
    /// Records the answers of all sides to a call. If `check`, checks the certificates of each
    /// level.
    fn check(&mut self, call: &ShipCall, check: bool, failures: &mut Vec<String>) {
        let (found, radius) = (&mut self.found, self.radius);
        let mut first = None;
        let separations = check.then(|| {
            self.separator.place(&call.frame());
            self.separator.separations()
        });
        for side in &mut self.sides {
            let collides = side.turn(|side| {
                let levels = side.levels.len();
                for level in levels.min(1)..=levels {
                    side.answer(call, level, found)?;
                    // Baselines certify nothing.
                    let separations = separations.as_ref().filter(|_| level > 0);
                    let checked = separations.map(|s| check_certificates(found, s));
                    if let Some(Err(fault)) = checked {
                        failures.push(format!("{}, level {level}: {fault}", side.label));
                    }
                    match level {
                        0 => side.work += &found.work,
                        _ => side.levels[level - 1].record(found, level < levels, radius),
                    }
                }
                Ok(!found.bodies.is_empty())
            });
            let baseline = *first.get_or_insert(collides);
            let Some(collides) = collides else { continue };
            // Without an answer of the first baseline, this is lost.
            let baseline = baseline.unwrap_or(false);
            side.recorder.count("calls", 1);
            side.recorder.count("collisions", collides.into());
            side.recorder.count("collisions/baseline", baseline.into());
            let both = collides && baseline;
            side.recorder.count("collisions/both", both.into());
        }
    }

    /// Times a call, all sides and levels in a random order.
    fn time(&mut self, call: &ShipCall, repeats: usize) {
        self.times.iter_mut().for_each(Vec::clear);
        for _ in 0..repeats {
            shuffle(&mut self.order, &mut self.random);
            for turn in self.order.iter().copied() {
                let SideTurn { side, level } = self.turns[turn];
                let found = &mut self.found;
                let time = self.sides[side].turn(|side| side.time(call, level, found));
                self.times[turn].extend(time);
            }
        }
        let mut baselines = Vec::new();
        for (SideTurn { side, level }, times) in self.turns.iter().zip(&self.times) {
            let side = &mut self.sides[*side];
            // None of a side that has failed.
            let time = statistics::median(times).filter(|_| side.detector.is_ok());
            match (level.checked_sub(1), time) {
                (Some(level), Some(time)) => {
                    side.levels[level].compare(time, &baselines, &self.comparisons);
                }
                (Some(_), None) => {}
                (None, time) => {
                    if let Some(time) = time {
                        side.recorder.push("call-time", Unit::Seconds, time);
                    }
                    baselines.push(time);
                }
            }
        }
    }

    /// Returns what is lost with the baselines that have failed.
    fn lost(&self) -> Lost {
        let mut lost = Lost::default();
        for (i, (side, quantities)) in self.sides.iter().zip(&self.comparisons).enumerate() {
            let Err(error) = &side.detector else { continue };
            let of_first = ["collisions/baseline", "collisions/both"].map(str::to_owned);
            let quantities = quantities.iter().cloned();
            let quantities = quantities.chain(of_first.into_iter().filter(|_| i == 0));
            let error = format!("{} failed: {error}", side.label);
            lost.0
                .extend(quantities.map(|quantity| (quantity, error.clone())));
        }
        lost
    }
}

#[cfg(test)]
mod tests;
