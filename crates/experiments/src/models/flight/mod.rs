//! The spaceship simulator in a closed loop: advance, detect, respond, frame after frame
//! [Hubbard96 §11.3, Figs. 17 to 19 and 21].
//!
//! | module | contents |
//! |---|---|
//! | `simulation` | flight of one detector, and its rows |
//! | `response` | how ships bounce |
//! | `calibration` | seconds of a definition on this machine |

mod calibration;
mod response;
mod simulation;

use crate::isolation::isolated;
use crate::model::{Model, Results, Session, non_empty, positive};
use crate::models::SeedList;
use crate::participant::Participant;
use crate::process::{Process, shuffle};
use anyhow::{Result, ensure};
use calibration::{Calibration, FrameTimes};
use records::Unit;
use response::ResponseRule;
use scenes::bodies::BodyModel;
use scenes::ships::Fleet;
use serde::Deserialize;
use simulation::Simulation;
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
    pub user: BodyModel,
    /// The other ships.
    pub drone: BodyModel,
    /// Number of ships, including the user's.
    pub ships: u32,
    /// Seeds of all controls, one for each flight. Each process flies one of them.
    #[serde(deserialize_with = "non_empty")]
    pub seeds: Vec<u64>,
    /// End of the flight, in simulated time.
    #[serde(deserialize_with = "positive")]
    pub until: f64,
    /// Step from one rendered frame to the next, in simulated time: Δt_r.
    #[serde(deserialize_with = "positive")]
    pub render: f64,
    /// Step from one detection to the next, in simulated time: Δt_d.
    #[serde(deserialize_with = "positive")]
    pub detect: f64,
    /// Seconds that a rendered frame may take. With a calibration, in its seconds.
    #[serde(deserialize_with = "positive")]
    pub frame: f64,
    /// Seconds of a rendered frame that detection may take. With a calibration, in its seconds.
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
    /// Way in which ships bounce upon spheres.
    #[serde(default)]
    pub response: ResponseRule,
    /// Flight that scales `frame` and `budget` to this machine.
    pub calibration: Option<Calibration>,
}

/// Number of processes that fly: as many as a full run has for repeats. A flight has none.
const MAX_FLIGHTS: NonZeroUsize = NonZeroUsize::new(5).unwrap();

impl Model for Flight {
    fn check(&self) -> Result<()> {
        ensure!(self.ships >= 2, "`ships` is {}: at least 2", self.ships);
        self.calibration.iter().try_for_each(Calibration::check)
    }

    fn max_processes(&self) -> NonZeroUsize {
        MAX_FLIGHTS
    }

    fn steps(&self) -> usize {
        self.frames() * (self.detectors.len() + usize::from(self.calibration.is_some()))
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let mut results = Results::default();
        let seed = *session.process.entry(&self.seeds);
        let fleet = self.fleet(self.user, self.drone, seed);
        let times = self.times(session)?;
        let mut random = session.process.random(session.id);
        let mut order: Vec<&Participant> = self.detectors.iter().collect();
        shuffle(&mut order, &mut random);
        for participant in order {
            let key = session.key(&self.scene(session.process), &participant.label, "frame");
            let fly = || {
                let mut simulation = Simulation::new(self, times, &fleet, participant, session)?;
                session.say(participant.label.as_str());
                for _ in 0..self.frames() {
                    simulation.frame();
                    session.advance();
                }
                simulation.add_rows(&key, &mut results);
                Ok(())
            };
            if let Err(error) = isolated(fly) {
                results.fail(&[key], "detection-time", Unit::Seconds, &error);
            }
        }
        Ok(results)
    }
}

impl Flight {
    fn frames(&self) -> usize {
        (self.until / self.render).round() as usize
    }

    fn fleet(&self, user: BodyModel, drone: BodyModel, seed: u64) -> Fleet {
        let of_drone = Arc::new(drone.mesh());
        Fleet {
            user: if user == drone {
                of_drone.clone()
            } else {
                Arc::new(user.mesh())
            },
            drone: of_drone,
            ships: self.ships,
            seed,
        }
    }

    /// Returns the seconds of a frame in this process.
    fn times(&self, session: &Session<'_>) -> Result<FrameTimes> {
        let stated = FrameTimes {
            frame: self.frame,
            budget: self.budget,
        };
        let Some(calibration) = &self.calibration else {
            return Ok(stated);
        };
        let seed = *session.process.entry(&self.seeds);
        let fleet = self.fleet(calibration.user, calibration.drone, seed);
        let detector = &calibration.detector;
        let mut simulation = Simulation::new(self, stated, &fleet, detector, session)?.unchecked();
        session.say(format!("calibration: {}", detector.label));
        for _ in 0..self.frames() {
            simulation.frame();
            session.advance();
        }
        Ok(calibration.scaled(stated, simulation.times()))
    }

    /// Name of the scene in rows, with the seeds that are flown.
    fn scene(&self, process: Process) -> String {
        let (drone, user, ships) = (self.drone, self.user, self.ships);
        let (until, seeds) = (self.until, SeedList(process.entries(&self.seeds)));
        format!("ships body={drone} user={user} ships={ships} until={until} {seeds}")
    }
}
