//! The spaceship simulator in a closed loop: advance, detect, respond, frame after frame
//! [Hubbard96 §11.3, Figs. 17 to 19 and 21].

use crate::clock::{Alarm, Reserve, seconds};
use crate::definition::Contender;
use crate::experiment::{Measurement, Session};
use crate::run::Results;
use crate::trees;
use anyhow::{Context, Result, ensure};
use broad_phase::{Motion, SpaceTimeBound, SpaceTimeBounds, SpaceTimeOptions};
use collision::{BodyId, BodyPair, Budget, Detector, Findings, Frame, Known, Work};
use geometry::Vec3;
use oracle::{Separator, check_certificates};
use records::{Key, Row, Unit};
use scenes::bodies::Model;
use scenes::ships::{Fleet, Ships};
use serde::Deserialize;
use std::sync::Arc;

/// The spaceship simulator in a closed loop. Each detector has its own flight, as what it finds decides
/// how ships bounce, unless a pilot decides for all.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Flight {
    /// The user's ship.
    pub user: Model,
    /// The other ships.
    pub drone: Model,
    /// How many ships, the user's among them.
    pub ships: u32,
    /// The seed of all controls.
    pub seed: u64,
    /// Until when, in simulated time.
    pub until: f64,
    /// From one rendered frame to the next, in simulated time: Δt_r.
    pub render: f64,
    /// From one detection to the next, in simulated time: Δt_d.
    pub detect: f64,
    /// Seconds that a rendered frame may take.
    pub frame: f64,
    /// Seconds of these that detection gets.
    pub budget: f64,
    /// Who detects.
    pub detectors: Vec<Contender>,
    /// Whose findings ships bounce upon, with an unlimited budget and untimed, so that all detectors
    /// see the same frames; without one, each its own.
    pub pilot: Option<Contender>,
    /// What a quick run does less.
    pub quick: QuickFlight,
}

/// What a quick run does less.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuickFlight {
    /// Until when.
    pub until: f64,
    /// The shape of all ships, where trees of the other take long to build.
    pub body: Option<Model>,
}

/// A frame may take so many times the budget before it counts as late: a step that has begun is
/// ended.
const TOLERANCE: f64 = 1.5;

/// So many frames at most are told one by one; of more, the worst of each group.
const TOLD_FRAMES: usize = 100;

/// So many instants at most, of those with a response, are held against the separations, and fewer
/// where there are many faces: so many over all.
const VERIFIED: (usize, usize) = (100, 10_000_000);

impl Measurement for Flight {
    fn check(&self) -> Result<()> {
        let positive = [
            self.until,
            self.quick.until,
            self.render,
            self.detect,
            self.frame,
            self.budget,
        ];
        ensure!(positive.iter().all(|x| *x > 0.0), "times are more than 0");
        ensure!(self.ships >= 2, "`ships` is {}: at least 2", self.ships);
        ensure!(
            !self.detectors.is_empty(),
            "`detectors` is empty: name at least one"
        );
        for contender in self.detectors.iter().chain(&self.pilot) {
            contender.named()?;
        }
        Ok(())
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let mut results = Results::default();
        let fleet = self.fleet(session.quick);
        let frames = (self.until(session.quick) / self.render).round() as usize;
        session.progress.count_to(frames * self.detectors.len());
        for contender in &self.detectors {
            let named = contender.named()?;
            session.progress.say(format!("{}: preparing", named.label));
            let mut flight = Loop::new(self, &fleet, trees::detector(&named)?)
                .with_context(|| named.label.clone())?;
            session.progress.say(named.label.clone());
            for _ in 0..frames {
                flight.frame();
                session.progress.advance();
            }
            let key = Key {
                detector: named.label.clone(),
                ..session.key(&self.describe(session.quick), "frame")
            };
            results.rows.extend(flight.log.rows(&key, self));
            let told = |fault: &String| format!("{}: {fault}", named.label);
            results.failures.extend(flight.log.faults.iter().map(told));
        }
        Ok(results)
    }
}

impl Flight {
    fn until(&self, quick: bool) -> f64 {
        if quick { self.quick.until } else { self.until }
    }

    fn shapes(&self, quick: bool) -> [Model; 2] {
        let both = [self.user, self.drone];
        self.quick
            .body
            .filter(|_| quick)
            .map_or(both, |body| [body; 2])
    }

    fn fleet(&self, quick: bool) -> Fleet {
        let [user, drone] = self.shapes(quick);
        let mesh = Arc::new(drone.mesh());
        Fleet {
            user: match user == drone {
                true => mesh.clone(),
                false => Arc::new(user.mesh()),
            },
            drone: mesh,
            ships: self.ships,
            seed: self.seed,
        }
    }

    fn describe(&self, quick: bool) -> String {
        let [user, drone] = self.shapes(quick);
        let (ships, seed, until) = (self.ships, self.seed, self.until(quick));
        format!("ships body={drone} user={user} ships={ships} until={until} seed={seed}")
    }
}

/// A flight of one detector.
struct Loop<'a> {
    flight: &'a Flight,
    ships: Ships,
    detector: Box<dyn Detector>,
    pilot: Option<Box<dyn Detector>>,
    bounds: SpaceTimeBounds,
    motions: Vec<Motion>,
    pairs: Vec<BodyPair>,
    found: Findings,
    /// What the pilot has found.
    piloted: Findings,
    reserve: Reserve,
    separator: Separator,
    /// The bounding radius of a drone.
    unit: f64,
    log: Log,
}

/// What is told of a flight.
#[derive(Default)]
struct Log {
    /// Seconds of detection, broad phase and response, frame by frame.
    times: Vec<f64>,
    /// Pairs that the broad phase has left, instant by instant.
    candidates: Vec<f64>,
    space_time_tests: u64,
    /// Pairs that are certified to be apart or to interfere, and all that have certificates.
    certified: [u64; 2],
    /// The levels of responses; none for detectors without levels.
    levels: Vec<u8>,
    responses: u64,
    /// Pairs that are found to collide, whether they part or not.
    collisions: u64,
    /// Of instants that were told to stop: how far they went beyond their share, and the longest step.
    overruns: Vec<f64>,
    longest_steps: Vec<f64>,
    /// At responses, in bounding radii: the proved bound, and the separation.
    bounds: Vec<f64>,
    separations: Vec<f64>,
    verified: usize,
    faults: Vec<String>,
}

/// A response: who, between which centers, and what was known.
struct Response {
    pair: BodyPair,
    from: Vec3,
    to: Vec3,
    known: Option<(Known, u8)>,
}

impl<'a> Loop<'a> {
    fn new(flight: &'a Flight, fleet: &Fleet, mut detector: Box<dyn Detector>) -> Result<Loop<'a>> {
        let ships = Ships::new(fleet);
        detector.prepare(ships.bodies())?;
        let pilot = flight.pilot.as_ref().map(|pilot| {
            let mut pilot = trees::detector(&pilot.named()?)?;
            pilot.prepare(ships.bodies())?;
            anyhow::Ok(pilot)
        });
        let mut bounds = SpaceTimeBounds::new(SpaceTimeOptions {
            horizon: 10.0 * flight.render,
            resolution: flight.detect,
            bound: SpaceTimeBound::Horn,
        });
        bounds.start(ships.bodies().len());
        Ok(Loop {
            flight,
            unit: ships.course(ships.bodies().len() - 1).radius,
            separator: Separator::new(ships.bodies()),
            ships,
            detector,
            pilot: pilot.transpose()?,
            bounds,
            motions: Vec::new(),
            pairs: Vec::new(),
            found: Findings::default(),
            piloted: Findings::default(),
            reserve: Reserve::default(),
            log: Log::default(),
        })
    }

    /// One rendered frame: some instants of detection that share its budget.
    fn frame(&mut self) {
        let instants = (self.flight.render / self.flight.detect).round().max(1.0) as u32;
        let mut used = 0.0;
        for i in 1..=instants {
            let share = self.flight.budget * f64::from(i) / f64::from(instants);
            used += self.instant(share - used);
        }
        self.log.times.push(used);
    }

    /// Flies on, detects and responds; gives the seconds of the last two.
    fn instant(&mut self, budget: f64) -> f64 {
        self.ships.advance(self.flight.detect);
        let poses = self.ships.poses().to_vec();
        self.motions.clear();
        for i in 0..poses.len() {
            let course = self.ships.course(i);
            self.motions.push(Motion {
                center: course.center,
                velocity: course.velocity,
                radius: course.radius,
                acceleration: course.acceleration,
            });
        }
        if let Some(pilot) = &mut self.pilot {
            let frame = Frame {
                containment: true,
                ..Frame::new(&poses)
            };
            pilot.detect(&frame, &mut self.piloted);
        }
        let mut work = Work::default();
        let time = self.ships.time();
        let ((responses, stop), seconds) = seconds(|| {
            let alarm = Alarm::after(budget, self.reserve.of(budget));
            self.pairs.clear();
            self.bounds
                .pairs_at(time, &self.motions, &mut self.pairs, &mut work);
            let frame = Frame {
                containment: true,
                budget: Budget::Until(&alarm),
                probe: &alarm,
                candidates: Some(&self.pairs),
                ..Frame::new(&poses)
            };
            self.detector.detect(&frame, &mut self.found);
            let stop = alarm.finish();
            (self.respond(), stop)
        });
        self.reserve.learn(&stop);
        if stop.told.is_some() {
            self.log.overruns.push(stop.used - budget);
            self.log.longest_steps.push(stop.longest_step);
        }
        self.log.candidates.push(self.pairs.len() as f64);
        self.log.space_time_tests += work.space_time_tests;
        for certificate in &self.found.certificates {
            let undecided = matches!(certificate.known, Known::Undecided { .. });
            self.log.certified[0] += u64::from(!undecided);
            self.log.certified[1] += 1;
        }
        self.log.responses += responses.len() as u64;
        let levels = responses.iter().filter_map(|r| Some(r.known?.1));
        self.log.levels.extend(levels);
        self.verify(&Frame::new(&poses), &responses);
        seconds
    }

    /// The paper's response for every pair that is found to collide, by the pilot if there is one; the
    /// responses that were invoked.
    fn respond(&mut self) -> Vec<Response> {
        let mut invoked = Vec::new();
        let own = responses(&self.found, &self.motions);
        self.log.collisions += own.len() as u64;
        let all = match self.pilot {
            Some(_) => responses(&self.piloted, &self.motions),
            None => own,
        };
        for response in all {
            if self
                .ships
                .respond(response.pair, response.from, response.to)
            {
                self.bounds.renew(response.pair.a);
                self.bounds.renew(response.pair.b);
                invoked.push(response);
            }
        }
        invoked
    }

    /// Holds what was certified against the separations, at some instants with responses.
    fn verify(&mut self, frame: &Frame<'_>, responses: &[Response]) {
        let bodies = self.ships.bodies();
        let faces: usize = bodies.iter().map(|body| body.mesh.face_count()).sum();
        let most = VERIFIED.0.min(VERIFIED.1 / faces);
        if responses.is_empty() || self.log.verified >= most {
            return;
        }
        self.log.verified += 1;
        self.separator.place(frame);
        for response in responses {
            let separation = self.separator.separation(response.pair);
            if self.pilot.is_none() {
                self.log.separations.push(separation.distance / self.unit);
                let bound = match response.known {
                    Some((Known::Undecided { bound }, _)) => bound / self.unit,
                    _ => 0.0,
                };
                self.log.bounds.push(bound);
            }
            if response.known.is_none() && !separation.is_interference() {
                let fault = format!("{:?} do not collide", response.pair);
                self.log.faults.push(fault);
            }
        }
        if !self.found.certificates.is_empty() {
            // Bodies whose bounding spheres are apart have no certificate, and need none.
            let separation = |pair: &BodyPair| (*pair, self.separator.separation(*pair));
            let separations: Vec<_> = self.pairs.iter().map(separation).collect();
            if let Err(fault) = check_certificates(&self.found, &separations) {
                self.log.faults.push(fault.to_string());
            }
        }
    }
}

/// The responses that findings ask for: for a time-critical detector on the spheres of smallest
/// estimate of each pair that still has colliding spheres; else on the bounding spheres of each pair
/// that collides [Hubbard96 §4.1, §11.1].
fn responses(found: &Findings, motions: &[Motion]) -> Vec<Response> {
    let center = |body: BodyId| motions[body.index()].center;
    let bounding = |pair: BodyPair, known| Response {
        pair,
        from: center(pair.a),
        to: center(pair.b),
        known,
    };
    if found.certificates.is_empty() {
        let pairs = found.bodies.iter().map(|body| body.pair);
        return pairs.map(|pair| bounding(pair, None)).collect();
    }
    let colliding = found
        .certificates
        .iter()
        .filter(|c| c.known == Known::Interfering || c.centers.is_some());
    let response = |c: &collision::Certificate| {
        let known = Some((c.known, c.level));
        match c.centers {
            Some([from, to]) => Response {
                pair: c.pair,
                from,
                to,
                known,
            },
            None => bounding(c.pair, known),
        }
    };
    colliding.map(response).collect()
}

impl Log {
    fn rows(&self, key: &Key, flight: &Flight) -> Vec<Row> {
        let frames = self.times.len() as f64;
        let over = |limit: f64| self.times.iter().filter(|t| **t > limit).count() as f64 / frames;
        let mean = self.times.iter().sum::<f64>() / frames;
        let instants = self.candidates.len() as f64;
        let mut rows = vec![
            Row::distribution(key, "detection-time", Unit::Seconds, &self.times),
            Row::exact(key, "detection-time/mean", Unit::Seconds, mean),
            Row::exact(key, "frames-missed", Unit::Ratio, over(flight.frame)),
            Row::exact(
                key,
                "frames-late",
                Unit::Ratio,
                over(TOLERANCE * flight.budget),
            ),
            Row::exact(key, "frames-over", Unit::Ratio, over(flight.budget)),
            Row::count(key, "collisions", self.collisions),
            Row::count(key, "responses", self.responses),
            Row::distribution(key, "candidate-pairs", Unit::Count, &self.candidates),
            Row::exact(
                key,
                "space-time-tests/mean",
                Unit::Ratio,
                self.space_time_tests as f64 / instants,
            ),
            Row::count(key, "frames-verified/separations", self.verified as u64),
        ];
        if self.certified[1] > 0 {
            let share = self.certified[0] as f64 / self.certified[1] as f64;
            rows.push(Row::exact(key, "certified", Unit::Ratio, share));
        }
        for (quantity, samples) in [
            ("response-bound", &self.bounds),
            ("response-separation", &self.separations),
        ] {
            if !samples.is_empty() {
                rows.push(Row::distribution(key, quantity, Unit::Ratio, samples));
            }
        }
        for (quantity, samples) in [
            ("overrun", &self.overruns),
            ("longest-step", &self.longest_steps),
        ] {
            if !samples.is_empty() {
                rows.push(Row::distribution(key, quantity, Unit::Seconds, samples));
            }
        }
        let deepest = self.levels.iter().max().copied().unwrap_or(0);
        for level in 1..=deepest {
            let key = Key {
                x_name: "level".to_owned(),
                x: level.into(),
                ..key.clone()
            };
            let count = self.levels.iter().filter(|l| **l == level).count();
            rows.push(Row::count(&key, "responses-at-level", count as u64));
        }
        let group = self.times.len().div_ceil(TOLD_FRAMES).max(1);
        for (i, times) in self.times.chunks(group).enumerate() {
            let key = Key {
                x: (i * group + times.len()) as f64,
                ..key.clone()
            };
            let worst = times.iter().copied().fold(0.0, f64::max);
            rows.push(Row::exact(&key, "frame-time", Unit::Seconds, worst));
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use collision::Certificate;

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
        found.add_bodies(pair, None);
        assert_eq!(responses(&found, &motions)[0].to, motions[1].center);
        found.certificates.push(Certificate {
            pair,
            known: Known::Apart,
            level: 2,
            spheres: [0; 2],
            centers: None,
        });
        assert!(responses(&found, &motions).is_empty());
        // Nothing of the spheres meets any more, and yet nothing is proved: no collision.
        found.certificates[0].known = Known::Undecided { bound: 0.5 };
        assert!(responses(&found, &motions).is_empty());
        found.certificates[0].centers = Some([Vec3::ZERO, Vec3::splat(0.1)]);
        let told = responses(&found, &motions);
        assert_eq!((told.len(), told[0].to), (1, Vec3::splat(0.1)));
        assert_eq!(told[0].known.map(|k| k.1), Some(2));
    }
}
