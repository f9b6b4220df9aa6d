//! Closed flight whose narrow-phase calls are recorded [Hubbard96 §11.2].
//!
//! "The simulator application called both detection algorithms at each frame": the paper's calls
//! are those of its own flights, in which ships bounce where they collide. Here one detector, the
//! pilot, finds the collisions that ships respond to, and every detector later answers the same
//! calls. A definition chooses its pilot by the share of the calls that collide, which does not
//! depend on any time.

use crate::model::{Session, non_empty};
use crate::models::SeedList;
use crate::participant::Participant;
use anyhow::{Result, bail, ensure};
use collision::{Body, BodyId, BodyPair, Budget, Detector, Findings, Frame, Known, Query};
use geometry::{Pose, Vec3};
use scenes::bodies::BodyModel;
use scenes::ships::{Fleet, SAMPLE, Ships};
use serde::Deserialize;
use std::fmt;
use std::num::{NonZeroU8, NonZeroU32, NonZeroUsize};
use std::sync::Arc;

/// Flight of ships of one shape that respond to the collisions that a detector finds.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ClosedFlight {
    /// Shape of all ships.
    pub body: BodyModel,
    /// Number of ships, including the user's, at least 2.
    pub ships: NonZeroU32,
    /// Seeds of all controls, one for each flight. Each process flies one of them.
    #[serde(deserialize_with = "non_empty")]
    pub seeds: Vec<u64>,
    /// Detector whose findings the ships respond to.
    pub pilot: Participant,
    /// Level at which a pilot with levels stops. No limit if absent.
    pub level: Option<NonZeroU8>,
}

/// Maximum number of instants per call. A flight with fewer calls is a mistake of its definition.
const MAX_INSTANTS_PER_CALL: usize = 1000;

/// Poses of two ships whose bounding spheres overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ShipCall {
    pub(super) poses: [Pose; 2],
}

/// The pair of every call.
const PAIR: [BodyPair; 1] = [BodyPair {
    a: BodyId(0),
    b: BodyId(1),
}];

impl ShipCall {
    pub(super) fn frame(&self) -> Frame<'_> {
        Frame::new(&self.poses).expect("the poses are those of ships")
    }

    /// Asks whether the two ships collide. A search by levels stops at the first contact of faces,
    /// as a BSP tree stops at the first hit: both sides answer the same question.
    pub(super) fn answer(
        &self,
        detector: &mut dyn Detector,
        budget: Budget<'_>,
        found: &mut Findings,
    ) -> Result<()> {
        let query = question(&PAIR).with_budget(budget);
        Ok(detector.detect(&self.frame(), &query, found)?)
    }
}

fn question(pairs: &[BodyPair]) -> Query<'_> {
    Query::first_contact()
        .with_candidates(pairs)
        .with_containment(true)
}

/// Returns the budget of a pair that ends after a level, one step per level.
///
/// Without a level the number of steps is unlimited, and the search still goes level by level, as
/// in the paper: under [`Budget::Unlimited`] it would go depth first.
pub(super) fn steps_to(level: Option<usize>) -> Budget<'static> {
    Budget::Steps(level.map_or(u64::MAX, |level| level as u64))
}

impl ClosedFlight {
    /// Checks what cannot be checked key by key.
    pub(super) fn check(&self) -> Result<()> {
        let ships = self.ships;
        ensure!(ships.get() >= 2, "`ships` is {ships}: at least 2");
        let (pilot, levels) = (&self.pilot, self.level.is_none());
        ensure!(
            levels || pilot.supports_budgets,
            "`level` is given, but {} has no levels; drop it",
            pilot.label
        );
        Ok(())
    }

    /// Returns the simulation with this seed at its start.
    fn start(&self, seed: u64) -> Ships {
        let mesh = Arc::new(self.body.mesh());
        Ships::new(&Fleet {
            user: mesh.clone(),
            drone: mesh,
            ships: self.ships.get(),
            seed,
        })
    }

    /// Returns two of its ships, for detectors that answer its calls.
    pub(super) fn two_ships(&self) -> Vec<Body> {
        // All flights have the same ships.
        self.start(self.seeds[0]).bodies()[..2].to_vec()
    }

    /// Flies with the seed of this process until there are `count` calls, and returns them in
    /// order.
    ///
    /// # Errors
    /// Fails if bounding spheres hardly ever overlap.
    pub(super) fn calls(
        &self,
        count: NonZeroUsize,
        session: &Session<'_>,
    ) -> Result<Vec<ShipCall>> {
        let mut ships = self.start(*session.process.entry(&self.seeds));
        let mut pilot = session.prepared(&self.pilot, ships.bodies())?;
        session.say("flying");
        let (mut calls, mut pairs) = (Vec::with_capacity(count.get()), Vec::new());
        let mut found = Findings::default();
        for _ in 0..count.get().saturating_mul(MAX_INSTANTS_PER_CALL) {
            ships.advance(SAMPLE);
            overlapping(&ships, &mut pairs);
            for pair in &pairs {
                let poses = [pair.a, pair.b].map(|body| ships.poses()[body.index()]);
                calls.push(ShipCall { poses });
                if calls.len() == count.get() {
                    return Ok(calls);
                }
            }
            let poses = ships.poses().to_vec();
            for pair in &pairs {
                let level = self.level.map(|level| usize::from(level.get()));
                let query = question(std::slice::from_ref(pair)).with_budget(steps_to(level));
                let frame = Frame::new(&poses).expect("the simulator gives finite poses");
                pilot
                    .detect(&frame, &query, &mut found)
                    .expect("the ships' poses fit the ships");
                if let Some([from, to]) = colliding_centers(&ships, *pair, &found) {
                    ships.respond(*pair, from, to);
                }
            }
        }
        bail!("{self}: bounding spheres hardly ever overlap")
    }
}

/// Writes the flight as in rows.
impl fmt::Display for ClosedFlight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (body, ships, seeds) = (self.body, self.ships, SeedList(&self.seeds));
        write!(f, "closed flight body={body} ships={ships} {seeds}")?;
        write!(f, " pilot={}", self.pilot.label)?;
        match self.level {
            Some(level) => write!(f, " level={level}"),
            None => Ok(()),
        }
    }
}

/// Lists the pairs of ships whose bounding spheres overlap, in order.
fn overlapping(ships: &Ships, pairs: &mut Vec<BodyPair>) {
    pairs.clear();
    let count = ships.bodies().len();
    for a in 0..count {
        for b in a + 1..count {
            let [p, q] = [a, b].map(|i| ships.course(i));
            if p.center.distance(q.center) <= p.radius + q.radius {
                pairs.push(BodyPair::new(BodyId(a as u32), BodyId(b as u32)));
            }
        }
    }
}

/// Returns the centers on whose line the two ships respond, if they collide [Hubbard96 §11.1].
///
/// A detector with levels responds on its colliding spheres, here on those of smallest estimate.
/// Others respond on the bounding spheres.
fn colliding_centers(ships: &Ships, pair: BodyPair, found: &Findings) -> Option<[Vec3; 2]> {
    let bounding = || [pair.a, pair.b].map(|body| ships.course(body.index()).center);
    match found.evidence.certificates.first() {
        Some(certificate) => {
            let interfering = certificate.known == Known::Interfering;
            let centers = certificate.centers;
            centers.or_else(|| interfering.then(bounding))
        }
        None => (!found.bodies.is_empty()).then(bounding),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::RunProgress;
    use crate::process::Process;

    fn flight(pilot: Participant) -> ClosedFlight {
        ClosedFlight {
            body: BodyModel::Chair,
            ships: NonZeroU32::new(6).unwrap(),
            seeds: vec![3],
            pilot,
            level: None,
        }
    }

    fn named(table: toml::Table) -> Participant {
        toml::Value::Table(table).try_into().unwrap()
    }

    fn calls(flight: &ClosedFlight, count: usize) -> Vec<ShipCall> {
        let session = Session {
            id: "x",
            revision: "r",
            workers: NonZeroUsize::MIN,
            process: Process::ONLY,
            detectors: None,
            progress: &RunProgress::hidden(),
        };
        let count = NonZeroUsize::new(count).unwrap();
        flight.calls(count, &session).unwrap()
    }

    /// Calls of six chairs, with an exact pilot.
    pub(in super::super) fn some_calls(count: usize) -> Vec<ShipCall> {
        let pilot = named(toml::toml! {
            name = "bsp-tree"
            query = "boolean"
        });
        calls(&flight(pilot), count)
    }

    pub(in super::super) fn two_chairs() -> Vec<Body> {
        let pilot = named(toml::toml! { name = "bsp-tree" });
        flight(pilot).two_ships()
    }

    #[test]
    fn a_closed_flight_depends_on_its_seed_and_on_what_its_pilot_finds_only() {
        let bsp = || {
            flight(named(toml::toml! {
                name = "bsp-tree"
                query = "boolean"
            }))
        };
        let all = calls(&bsp(), 600);
        assert_eq!(all, calls(&bsp(), 600));
        // Another exact detector finds the same collisions.
        let parry = flight(named(toml::toml! { name = "parry3d" }));
        assert_eq!(all, calls(&parry, 600));
        // The first calls of a longer flight.
        assert_eq!(all[..100], calls(&bsp(), 100));
        let other = ClosedFlight {
            seeds: vec![4],
            ..bsp()
        };
        assert_ne!(all, calls(&other, 600));
        // A pilot that stops at its first level responds before the faces meet.
        let octree = || flight(named(toml::toml! { name = "sphere-tree-octree" }));
        let early = ClosedFlight {
            level: NonZeroU8::new(1),
            ..octree()
        };
        assert_ne!(calls(&early, 600), calls(&octree(), 600));
    }
}
