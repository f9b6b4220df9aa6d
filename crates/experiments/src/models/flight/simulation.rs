//! Flight of one detector.

use super::Flight;
use super::calibration::FrameTimes;
use super::response::{Collision, FlightInstant, Responder, collisions_of};
use crate::deadline::{FrameDeadline, ReportingReserve, Stop};
use crate::model::{Results, Session};
use crate::participant::Participant;
use crate::recorder::Recorder;
use anyhow::Result;
use broad_phase::{Motion, SpaceTimeBound, SpaceTimeBounds, SpaceTimeOptions};
use collision::{BodyPair, Budget, Detector, Findings, Frame, Known, Query, Work};
use geometry::Pose;
use oracle::{Separator, check_certificates};
use records::{Key, Row, Unit};
use scenes::ships::{Fleet, Ships};
use sphere_tree::SphereTree;
use std::sync::Arc;

/// Time above which a frame is late, in budgets.
///
/// A frame completes the step that has begun, so it may slightly exceed its budget.
const LATE: f64 = 1.5;

/// Maximum number of frames with their own row. Above it, the worst frame of each group has one.
const MAX_FRAME_ROWS: usize = 100;

/// Maximum number of instants with a response that are checked against the separations.
const MAX_CHECKED_INSTANTS: usize = 100;

/// Maximum number of faces in the checked instants together.
const MAX_CHECKED_FACES: usize = 10_000_000;

/// Deviation from its target up to which a frame counts as on target: the mean of the paper's
/// frames is that far off [Hubbard96 Fig. 19].
const ON_TARGET: f64 = 1.01;

/// Levels of the paper's trees below the root. Each has a row, with or without collisions.
const LEVELS_OF_PAPER: usize = 4;

/// Flight of one detector.
pub(super) struct Simulation<'a> {
    flight: &'a Flight,
    seconds: FrameTimes,
    participant: &'a Participant,
    ships: Ships,
    detector: Box<dyn Detector>,
    pilot: Option<Box<dyn Detector>>,
    /// Response to the findings of the pilot, or of the detector if there is none.
    responder: Responder,
    bounds: SpaceTimeBounds,
    motions: Vec<Motion>,
    /// Pairs reported by the broad phase.
    pairs: Vec<BodyPair>,
    found: Findings,
    /// Findings of the pilot.
    piloted: Findings,
    reserve: ReportingReserve,
    separator: Separator,
    /// Bounding radius of a drone, the unit of bounds and separations.
    radius: f64,
    recorder: Recorder,
    /// Seconds of detection, broad phase and response, frame by frame.
    times: Vec<f64>,
    /// Number of collisions, and of responses, at each level of a hierarchy, the root at index 0.
    levels: Vec<[u64; 2]>,
    /// Work of the detector in all frames.
    work: Work,
    /// Number of instants that remain to be checked.
    checks_left: usize,
    failures: Vec<String>,
    /// True if the flight is the one that rows show frame by frame: that of the first seed.
    is_shown: bool,
}

impl<'a> Simulation<'a> {
    pub(super) fn new(
        flight: &'a Flight,
        seconds: FrameTimes,
        fleet: &Fleet,
        participant: &'a Participant,
        session: &Session<'_>,
    ) -> Result<Simulation<'a>> {
        let ships = Ships::new(fleet);
        let prepared = |participant: &Participant| session.prepared(participant, ships.bodies());
        let detector = prepared(participant)?;
        let pilot = flight.pilot.as_ref().map(prepared).transpose()?;
        let decides = flight.pilot.as_ref().unwrap_or(participant);
        let faces: usize = ships
            .bodies()
            .iter()
            .map(|body| body.mesh().face_count())
            .sum();
        Ok(Simulation {
            flight,
            bounds: started_bounds(flight, ships.bodies().len()),
            recorder: started_recorder(seconds),
            seconds,
            responder: Responder::new(flight.response, sphere_trees(decides, fleet)),
            participant,
            radius: ships.course(ships.bodies().len() - 1).radius,
            separator: Separator::new(ships.bodies()),
            ships,
            detector,
            pilot,
            motions: Vec::new(),
            pairs: Vec::new(),
            found: Findings::default(),
            piloted: Findings::default(),
            reserve: ReportingReserve::default(),
            times: Vec::new(),
            levels: Vec::new(),
            work: Work::default(),
            checks_left: MAX_CHECKED_INSTANTS.min(MAX_CHECKED_FACES / faces),
            failures: Vec::new(),
            is_shown: fleet.seed == flight.seeds[0],
        })
    }

    /// Skips the check against the separations.
    pub(super) fn unchecked(mut self) -> Simulation<'a> {
        self.checks_left = 0;
        self
    }

    /// Returns the seconds of detection, broad phase and response, frame by frame.
    pub(super) fn times(&self) -> &[f64] {
        &self.times
    }

    /// Simulates one rendered frame: some instants of detection that share its budget.
    pub(super) fn frame(&mut self) {
        let FrameTimes { frame, budget } = self.seconds;
        let flight = self.flight;
        let instants = (flight.render / flight.detect).round().max(1.0) as u32;
        let mut used = 0.0;
        for i in 1..=instants {
            let share = budget * f64::from(i) / f64::from(instants);
            used += self.instant(share - used);
        }
        let recorder = &mut self.recorder;
        recorder.push("detection-time", Unit::Seconds, used);
        recorder.push("detection-in-budgets", Unit::Ratio, used / budget);
        recorder.share("frames-missed", used > frame);
        recorder.share("frames-late", used > LATE * budget);
        recorder.share("frames-over", used > budget);
        let length = self.seconds.length(used);
        recorder.share("frames-on-target", length <= ON_TARGET * frame);
        self.times.push(used);
    }

    /// Advances, detects and responds. Returns the seconds of detection and response.
    fn instant(&mut self, budget: f64) -> f64 {
        self.ships.advance(self.flight.detect);
        let poses = self.ships.poses().to_vec();
        self.update_motions();
        if let Some(pilot) = &mut self.pilot {
            let query = Query::all_contacts().with_containment(true);
            pilot
                .detect(&at(&poses), &query, &mut self.piloted)
                .expect("the ships' poses fit the ships");
        }
        let mut work = Work::default();
        let deadline = FrameDeadline::start(budget, self.reserve.of(budget));
        self.detect(&poses, &deadline, &mut work);
        let responses = self.respond(&poses);
        // The reserve predicts the response, too, as the paper predicts rendering.
        let stop = deadline.finish();
        self.reserve.update(&stop);
        self.record(&stop, &work, &responses);
        self.check(&at(&poses), &responses);
        stop.used
    }

    fn update_motions(&mut self) {
        self.motions.clear();
        for i in 0..self.ships.bodies().len() {
            let course = self.ships.course(i);
            self.motions.push(Motion {
                center: course.center,
                velocity: course.velocity,
                radius: course.radius,
                acceleration: course.acceleration,
            });
        }
    }

    /// Runs both phases under a deadline.
    fn detect(&mut self, poses: &[Pose], deadline: &FrameDeadline, work: &mut Work) {
        self.pairs.clear();
        self.bounds
            .pairs_at(self.ships.time(), &self.motions, &mut self.pairs, work);
        let query = Query::all_contacts()
            .with_containment(true)
            .with_budget(Budget::Until(deadline))
            .with_probe(deadline)
            .with_candidates(&self.pairs);
        self.detector
            .detect(&at(poses), &query, &mut self.found)
            .expect("the ships' poses fit the ships");
    }

    /// Responds to every colliding pair, by the findings of the pilot if there is one.
    ///
    /// Returns the collisions that the detector found, and those of converging ships.
    fn respond(&mut self, poses: &[Pose]) -> Responses {
        let collisions = collisions_of(&self.found);
        let found = match self.pilot {
            Some(_) => &self.piloted,
            None => &self.found,
        };
        let at = FlightInstant {
            found,
            poses,
            motions: &self.motions,
        };
        let piloted = self.pilot.is_some().then(|| collisions_of(found));
        let mut invoked = Vec::new();
        for collision in piloted.as_ref().unwrap_or(&collisions) {
            if self.responder.respond(collision, &at, &mut self.ships) {
                self.bounds.renew(collision.pair.a);
                self.bounds.renew(collision.pair.b);
                invoked.push(*collision);
            }
        }
        Responses {
            collisions,
            invoked,
        }
    }

    fn record(&mut self, stop: &Stop, work: &Work, responses: &Responses) {
        let recorder = &mut self.recorder;
        // A detector without budgets has no deadline.
        if self.participant.supports_budgets {
            stop.record(recorder);
            recorder.share("instants-stopped", stop.reached_deadline());
        }
        let pairs = self.pairs.len() as f64;
        recorder.push("candidate-pairs", Unit::Count, pairs);
        let tests = work.count("space-time-tests") as f64;
        recorder.mean("space-time-tests/mean", Unit::Ratio, tests);
        for certificate in &self.found.evidence.certificates {
            let undecided = matches!(certificate.known, Known::Undecided { .. });
            recorder.share("certified", !undecided);
        }
        let Responses {
            collisions,
            invoked,
        } = responses;
        recorder.count("collisions", collisions.len() as u64);
        recorder.count("responses", invoked.len() as u64);
        self.work += &self.found.work;
        for (kind, listed) in [collisions, invoked].into_iter().enumerate() {
            for certificate in listed.iter().filter_map(|c| c.certificate) {
                let level = usize::from(certificate.level).max(LEVELS_OF_PAPER);
                if self.levels.len() <= level {
                    self.levels.resize(level + 1, [0; 2]);
                }
                self.levels[usize::from(certificate.level)][kind] += 1;
            }
        }
    }

    /// Checks certificates against exact separations, at some instants with responses.
    fn check(&mut self, frame: &Frame<'_>, responses: &Responses) {
        if responses.invoked.is_empty() || self.checks_left == 0 {
            return;
        }
        self.checks_left -= 1;
        let recorder = &mut self.recorder;
        recorder.count("frames-verified/separations", 1);
        self.separator.place(frame);
        let label = &self.participant.label;
        for Collision { pair, certificate } in &responses.invoked {
            let separation = self.separator.separation(*pair);
            if self.pilot.is_none() {
                let bound = match certificate.map(|c| c.known) {
                    Some(Known::Undecided { bound }) => bound / self.radius,
                    _ => 0.0,
                };
                let distance = separation.distance / self.radius;
                recorder.push("response-bound", Unit::Ratio, bound);
                recorder.push("response-separation", Unit::Ratio, distance);
            }
            if certificate.is_none() && !separation.is_interference() {
                let fault = format!("{label}: {pair:?} do not collide");
                self.failures.push(fault);
            }
        }
        if !self.found.evidence.certificates.is_empty() {
            // Bodies with disjoint bounding spheres need no certificate.
            let separation = |pair: &BodyPair| (*pair, self.separator.separation(*pair));
            let separations: Vec<_> = self.pairs.iter().map(separation).collect();
            if let Err(fault) = check_certificates(&self.found, &separations) {
                self.failures.push(format!("{label}: {fault}"));
            }
        }
    }

    pub(super) fn add_rows(mut self, key: &Key, results: &mut Results) {
        self.recorder.work(&self.work, self.times.len());
        self.add_moments();
        results.rows.extend(self.recorder.rows(key));
        results.failures.append(&mut self.failures);
        for (level, [collisions, responses]) in self.levels.iter().enumerate().skip(1) {
            let key = key.at("level", level as f64);
            let row = |quantity, count| Row::count(&key, quantity, count);
            results.rows.push(row("collisions-at-level", *collisions));
            results.rows.push(row("responses-at-level", *responses));
        }
        if self.is_shown {
            self.add_frames(key, results);
        }
    }

    /// Adds the time of each frame, or of the worst of each group.
    fn add_frames(&self, key: &Key, results: &mut Results) {
        let group = self.times.len().div_ceil(MAX_FRAME_ROWS).max(1);
        for (i, times) in self.times.chunks(group).enumerate() {
            let key = key.at("frame", (i * group + times.len()) as f64);
            let worst = times.iter().copied().fold(0.0, f64::max);
            let mut row = |quantity, unit, value| {
                let row = Row::exact(&key, quantity, unit, value);
                results.rows.push(row);
            };
            row("frame-time", Unit::Seconds, worst);
            if self.flight.calibration.is_some() {
                // The budget differs between processes, so only the quotient has a target.
                row(
                    "frame-time-in-budgets",
                    Unit::Ratio,
                    worst / self.seconds.budget,
                );
            }
        }
    }

    /// Adds means, standard deviations and maxima, as the captions of the paper's figures have
    /// them.
    fn add_moments(&mut self) {
        let lengths = self.times.iter().map(|used| self.seconds.length(*used));
        let lengths: Vec<f64> = lengths.collect();
        for (of, samples) in [("detection-time", &self.times), ("frame-length", &lengths)] {
            let [mean, deviation, largest] = moments(samples);
            let moments = [
                ("mean", mean),
                ("deviation", deviation),
                ("largest", largest),
            ];
            for (name, moment) in moments {
                let quantity = format!("{of}/{name}");
                self.recorder.exact(&quantity, Unit::Seconds, moment);
            }
        }
    }
}

/// Collisions of an instant.
#[derive(Debug)]
struct Responses {
    /// Those that the detector found.
    collisions: Vec<Collision>,
    /// Those of converging ships: each changed velocities.
    invoked: Vec<Collision>,
}

/// Returns the space-time bounds of ships whose motions are not known yet.
fn started_bounds(flight: &Flight, ships: usize) -> SpaceTimeBounds {
    let mut bounds = SpaceTimeBounds::new(SpaceTimeOptions {
        horizon: 10.0 * flight.render,
        resolution: flight.detect,
        bound: SpaceTimeBound::Horn,
    });
    bounds.start(ships);
    bounds
}

/// Returns a recorder with the times of a frame, and with counts that have a row even if they stay
/// zero.
fn started_recorder(seconds: FrameTimes) -> Recorder {
    let mut recorder = Recorder::default();
    for quantity in ["collisions", "responses", "frames-verified/separations"] {
        recorder.count(quantity, 0);
    }
    recorder.exact("frame", Unit::Seconds, seconds.frame);
    recorder.exact("budget", Unit::Seconds, seconds.budget);
    recorder
}

/// Returns mean, standard deviation and maximum.
fn moments(samples: &[f64]) -> [f64; 3] {
    let n = samples.len() as f64;
    let mean = samples.iter().sum::<f64>() / n;
    let variance = samples.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
    let largest = samples.iter().copied().fold(0.0, f64::max);
    [mean, variance.sqrt(), largest]
}

/// Returns the sphere-tree of each ship, or none if the detector has no sphere-trees.
fn sphere_trees(participant: &Participant, fleet: &Fleet) -> Vec<Arc<SphereTree>> {
    let tree = |mesh| participant.sphere_tree(mesh).map(Arc::new);
    let (Some(user), Some(drone)) = (tree(&fleet.user), tree(&fleet.drone)) else {
        return Vec::new();
    };
    let drones = std::iter::repeat_n(drone, fleet.ships as usize - 1);
    std::iter::once(user).chain(drones).collect()
}

/// Returns the frame of simulated poses.
///
/// # Panics
/// Panics if the simulator returned an invalid pose.
fn at(poses: &[Pose]) -> Frame<'_> {
    Frame::new(poses).expect("the simulator gives finite poses")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_all_samples() {
        assert_eq!(moments(&[1.0, 3.0, 1.0, 3.0]), [2.0, 1.0, 3.0]);
    }
}
