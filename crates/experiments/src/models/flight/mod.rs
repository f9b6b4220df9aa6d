//! The spaceship simulator in a closed loop: advance, detect, respond, frame after frame
//! [Hubbard96 §11.3, Figs. 17 to 19 and 21].

use crate::clock::seconds;
use crate::deadline::{FrameDeadline, ReportingReserve, Stop};
use crate::model::{Model, Results, Session, non_empty, positive};
use crate::participant::Participant;
use crate::process::shuffle;
use crate::recorder::Recorder;
use anyhow::{Result, ensure};
use broad_phase::{Motion, SpaceTimeBound, SpaceTimeBounds, SpaceTimeOptions};
use collision::{BodyId, BodyPair, Budget, Detector, Findings, Frame, Known, Query, Work};
use geometry::{Pose, Vec3};
use oracle::{Separator, check_certificates};
use records::{Key, Row, Unit};
use scenes::bodies;
use scenes::ships::{Fleet, Ships};
use serde::Deserialize;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Spaceship simulator in a closed loop.
///
/// Each detector has its own flight, because its findings decide how ships bounce, unless a pilot
/// decides for all.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Flight {
    /// The user's ship.
    pub user: bodies::BodyModel,
    /// The other ships.
    pub drone: bodies::BodyModel,
    /// Number of ships, including the user's.
    pub ships: u32,
    /// Seed of all controls.
    pub seed: u64,
    /// End of the flight, in simulated time.
    #[serde(deserialize_with = "positive")]
    pub until: f64,
    /// Step from one rendered frame to the next, in simulated time: Δt_r.
    #[serde(deserialize_with = "positive")]
    pub render: f64,
    /// Step from one detection to the next, in simulated time: Δt_d.
    #[serde(deserialize_with = "positive")]
    pub detect: f64,
    /// Seconds that a rendered frame may take.
    #[serde(deserialize_with = "positive")]
    pub frame: f64,
    /// Seconds of a rendered frame that detection may take.
    #[serde(deserialize_with = "positive")]
    pub budget: f64,
    /// The detectors.
    #[serde(deserialize_with = "non_empty")]
    pub detectors: Vec<Participant>,
    /// Detector whose findings decide how ships bounce, untimed and without limit.
    ///
    /// With a pilot, all detectors see the same frames. Without one, each detector decides in its
    /// own flight.
    pub pilot: Option<Participant>,
}

/// Number of processes that fly. A flight has no repeats, and takes up to a minute.
const MAX_FLIGHTS: NonZeroUsize = NonZeroUsize::new(3).unwrap();

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

impl Model for Flight {
    fn check(&self) -> Result<()> {
        ensure!(self.ships >= 2, "`ships` is {}: at least 2", self.ships);
        Ok(())
    }

    fn max_processes(&self) -> NonZeroUsize {
        MAX_FLIGHTS
    }

    fn steps(&self) -> usize {
        self.frames() * self.detectors.len()
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let mut results = Results::default();
        let fleet = self.fleet();
        let mut random = session.process.random(session.id);
        let mut order: Vec<&Participant> = self.detectors.iter().collect();
        shuffle(&mut order, &mut random);
        for participant in order {
            let mut simulation = Simulation::new(self, &fleet, participant, session)?;
            session.say(participant.label.as_str());
            for _ in 0..self.frames() {
                simulation.frame();
                session.advance();
            }
            let key = session.key(&self.scene(), &participant.label, "frame");
            simulation.add_rows(&key, &mut results);
        }
        Ok(results)
    }
}

impl Flight {
    fn frames(&self) -> usize {
        (self.until / self.render).round() as usize
    }

    fn fleet(&self) -> Fleet {
        let drone = Arc::new(self.drone.mesh());
        Fleet {
            user: match self.user == self.drone {
                true => drone.clone(),
                false => Arc::new(self.user.mesh()),
            },
            drone,
            ships: self.ships,
            seed: self.seed,
        }
    }

    /// Name of the scene in rows.
    fn scene(&self) -> String {
        let (drone, user, ships) = (self.drone, self.user, self.ships);
        let (until, seed) = (self.until, self.seed);
        format!("ships body={drone} user={user} ships={ships} until={until} seed={seed}")
    }
}

/// Flight of one detector.
struct Simulation<'a> {
    flight: &'a Flight,
    participant: &'a Participant,
    ships: Ships,
    detector: Box<dyn Detector>,
    pilot: Option<Box<dyn Detector>>,
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
    /// Number of responses at each level of a hierarchy, the root at index 0.
    levels: Vec<u64>,
    checked: usize,
    failures: Vec<String>,
}

/// Response to a collision: the pair, the centers, and the certificate with its level.
struct Response {
    pair: BodyPair,
    from: Vec3,
    to: Vec3,
    known: Option<(Known, u8)>,
}

impl<'a> Simulation<'a> {
    fn new(
        flight: &'a Flight,
        fleet: &Fleet,
        participant: &'a Participant,
        session: &Session<'_>,
    ) -> Result<Simulation<'a>> {
        let ships = Ships::new(fleet);
        let prepared = |participant: &Participant| session.prepared(participant, ships.bodies());
        let detector = prepared(participant)?;
        let pilot = flight.pilot.as_ref().map(prepared).transpose()?;
        let mut bounds = SpaceTimeBounds::new(SpaceTimeOptions {
            horizon: 10.0 * flight.render,
            resolution: flight.detect,
            bound: SpaceTimeBound::Horn,
        });
        bounds.start(ships.bodies().len());
        let mut recorder = Recorder::default();
        for quantity in ["collisions", "responses", "frames-verified/separations"] {
            recorder.count(quantity, 0);
        }
        Ok(Simulation {
            flight,
            participant,
            radius: ships.course(ships.bodies().len() - 1).radius,
            separator: Separator::new(ships.bodies()),
            ships,
            detector,
            pilot,
            bounds,
            motions: Vec::new(),
            pairs: Vec::new(),
            found: Findings::default(),
            piloted: Findings::default(),
            reserve: ReportingReserve::default(),
            recorder,
            times: Vec::new(),
            levels: Vec::new(),
            checked: 0,
            failures: Vec::new(),
        })
    }

    /// Simulates one rendered frame: some instants of detection that share its budget.
    fn frame(&mut self) {
        let flight = self.flight;
        let instants = (flight.render / flight.detect).round().max(1.0) as u32;
        let mut used = 0.0;
        for i in 1..=instants {
            let share = flight.budget * f64::from(i) / f64::from(instants);
            used += self.instant(share - used);
        }
        let recorder = &mut self.recorder;
        recorder.push("detection-time", Unit::Seconds, used);
        recorder.mean("detection-time/mean", Unit::Seconds, used);
        recorder.share("frames-missed", used > flight.frame);
        recorder.share("frames-late", used > LATE * flight.budget);
        recorder.share("frames-over", used > flight.budget);
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
        let ((responses, stop), seconds) = seconds(|| {
            let stop = self.detect(&poses, budget, &mut work);
            (self.respond(), stop)
        });
        self.record(&stop, &work, &responses);
        self.check(&at(&poses), &responses);
        seconds
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
    fn detect(&mut self, poses: &[Pose], budget: f64, work: &mut Work) -> Stop {
        let deadline = FrameDeadline::start(budget, self.reserve.of(budget));
        self.pairs.clear();
        self.bounds
            .pairs_at(self.ships.time(), &self.motions, &mut self.pairs, work);
        let query = Query::all_contacts()
            .with_containment(true)
            .with_budget(Budget::Until(&deadline))
            .with_probe(&deadline)
            .with_candidates(&self.pairs);
        self.detector
            .detect(&at(poses), &query, &mut self.found)
            .expect("the ships' poses fit the ships");
        let stop = deadline.finish();
        self.reserve.update(&stop);
        stop
    }

    /// Responds to every colliding pair, by the findings of the pilot if there is one.
    ///
    /// Returns the responses of converging pairs.
    fn respond(&mut self) -> Vec<Response> {
        let mut invoked = Vec::new();
        let own = responses(&self.found, &self.motions);
        self.recorder.count("collisions", own.len() as u64);
        let all = match self.pilot {
            Some(_) => responses(&self.piloted, &self.motions),
            None => own,
        };
        for response in all {
            let Response { pair, from, to, .. } = response;
            if self.ships.respond(pair, from, to) {
                self.bounds.renew(pair.a);
                self.bounds.renew(pair.b);
                invoked.push(response);
            }
        }
        invoked
    }

    fn record(&mut self, stop: &Stop, work: &Work, responses: &[Response]) {
        let recorder = &mut self.recorder;
        // A detector without budgets has no deadline.
        if self.participant.supports_budgets {
            stop.record(recorder);
        }
        let pairs = self.pairs.len() as f64;
        recorder.push("candidate-pairs", Unit::Count, pairs);
        let tests = work.count("space-time-tests") as f64;
        recorder.mean("space-time-tests/mean", Unit::Ratio, tests);
        for certificate in &self.found.evidence.certificates {
            let undecided = matches!(certificate.known, Known::Undecided { .. });
            recorder.share("certified", !undecided);
        }
        recorder.count("responses", responses.len() as u64);
        for (_, level) in responses.iter().filter_map(|r| r.known) {
            let level = usize::from(level);
            if self.levels.len() <= level {
                self.levels.resize(level + 1, 0);
            }
            self.levels[level] += 1;
        }
    }

    /// Checks certificates against exact separations, at some instants with responses.
    fn check(&mut self, frame: &Frame<'_>, responses: &[Response]) {
        let bodies = self.ships.bodies();
        let faces: usize = bodies.iter().map(|body| body.mesh().face_count()).sum();
        let most = MAX_CHECKED_INSTANTS.min(MAX_CHECKED_FACES / faces);
        if responses.is_empty() || self.checked >= most {
            return;
        }
        self.checked += 1;
        let recorder = &mut self.recorder;
        recorder.count("frames-verified/separations", 1);
        self.separator.place(frame);
        let label = &self.participant.label;
        for response in responses {
            let separation = self.separator.separation(response.pair);
            if self.pilot.is_none() {
                let bound = match response.known {
                    Some((Known::Undecided { bound }, _)) => bound / self.radius,
                    _ => 0.0,
                };
                let distance = separation.distance / self.radius;
                recorder.push("response-bound", Unit::Ratio, bound);
                recorder.push("response-separation", Unit::Ratio, distance);
            }
            if response.known.is_none() && !separation.is_interference() {
                let fault = format!("{label}: {:?} do not collide", response.pair);
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

    fn add_rows(self, key: &Key, results: &mut Results) {
        results.rows.extend(self.recorder.rows(key));
        results.failures.extend(self.failures);
        for (level, count) in self.levels.iter().enumerate().skip(1) {
            let key = key.at("level", level as f64);
            let row = Row::count(&key, "responses-at-level", *count);
            results.rows.push(row);
        }
        let group = self.times.len().div_ceil(MAX_FRAME_ROWS).max(1);
        for (i, times) in self.times.chunks(group).enumerate() {
            let key = key.at("frame", (i * group + times.len()) as f64);
            let worst = times.iter().copied().fold(0.0, f64::max);
            let row = Row::exact(&key, "frame-time", Unit::Seconds, worst);
            results.rows.push(row);
        }
    }
}

/// Returns the frame of simulated poses.
///
/// # Panics
/// Panics if the simulator returned an invalid pose.
fn at(poses: &[Pose]) -> Frame<'_> {
    Frame::new(poses).expect("the simulator gives finite poses")
}

/// Returns the responses to findings [Hubbard96 §4.1, §11.1].
///
/// A time-critical detector responds on the spheres of smallest estimate, for each pair that still
/// has colliding spheres. Other detectors respond on the bounding spheres of each colliding pair.
fn responses(found: &Findings, motions: &[Motion]) -> Vec<Response> {
    let center = |body: BodyId| motions[body.index()].center;
    let bounding = |pair: BodyPair, known| Response {
        pair,
        from: center(pair.a),
        to: center(pair.b),
        known,
    };
    if found.evidence.certificates.is_empty() {
        let pairs = found.bodies.iter().map(|body| body.pair);
        return pairs.map(|pair| bounding(pair, None)).collect();
    }
    let certificates = found.evidence.certificates.iter();
    let colliding = certificates.filter(|c| c.known == Known::Interfering || c.centers.is_some());
    let response = |c: &collision::Certificate| {
        let response = bounding(c.pair, Some((c.known, c.level)));
        let [from, to] = c.centers.unwrap_or([response.from, response.to]);
        Response {
            from,
            to,
            ..response
        }
    };
    colliding.map(response).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use collision::{Certificate, Reason};

    #[test]
    fn a_response_is_on_the_spheres_that_the_certificate_names() {
        let pair = BodyPair::new(BodyId(0), BodyId(1));
        let motion = |x: f64| Motion {
            center: Vec3::new(x, 0.0, 0.0),
            velocity: Vec3::ZERO,
            radius: 1.0,
            acceleration: 0.0,
        };
        let motions = [motion(0.0), motion(1.0)];
        let mut found = Findings::default();
        found.add_bodies(pair, Reason::Solids);
        assert_eq!(responses(&found, &motions)[0].to, motions[1].center);
        let certificate = Certificate::new(pair, Known::Apart, 2);
        found.evidence.certificates.push(certificate);
        assert!(responses(&found, &motions).is_empty());
        // No spheres meet any more: no collision, although the pair is undecided.
        found.evidence.certificates[0].known = Known::Undecided { bound: 0.5 };
        assert!(responses(&found, &motions).is_empty());
        found.evidence.certificates[0].centers = Some([Vec3::ZERO, Vec3::splat(0.1)]);
        let all = responses(&found, &motions);
        assert_eq!((all.len(), all[0].to), (1, Vec3::splat(0.1)));
        assert_eq!(all[0].known.map(|k| k.1), Some(2));
    }
}
