//! Recorded flights as ordinary scenes.

use super::{Fleet, SAMPLE, Ships};
use crate::bodies::BodyModel;
use crate::motions::check_range;
use crate::{Scene, SceneError, SceneFrame};
use collision::{BodyId, BodyPair};
use std::sync::Arc;

const NAME: &str = "ships";

/// Radius of the responding spheres, as a fraction of the bounding radius: the recorded response in
/// the departures of `ships`.
///
/// At this fraction, bounding spheres of hollow bodies such as the lamp overlap often, and their
/// surfaces meet sometimes.
const PART: f64 = 0.45;

/// Generates a flight of `ships` ships over `frames` frames at intervals of [`SAMPLE`].
///
/// The first ship has the shape of `user`, the others that of `body`. The paper renders every
/// second frame [Hubbard96 §11.3].
///
/// After each frame, the paper's response applies to pairs whose spheres of 0.45 times the bounding
/// radius meet. It does not depend on a detector's findings, so all detectors see the same motion.
///
/// # Errors
/// Fails unless there are 2 to 1000 ships and 1 to 100,000 frames.
pub fn recording(
    body: BodyModel,
    user: BodyModel,
    ships: u32,
    frames: u32,
    seed: u64,
) -> Result<Scene, SceneError> {
    check_range(NAME, "ships", ships, 2..=1000)?;
    check_range(NAME, "frames", frames, 1..=100_000)?;
    let drone = Arc::new(body.mesh());
    let user_mesh = if user == body {
        drone.clone()
    } else {
        Arc::new(user.mesh())
    };
    let mut fleet = Ships::new(&Fleet {
        user: user_mesh,
        drone,
        ships,
        seed,
    });
    let recorded = (0..frames).map(|frame| {
        if frame > 0 {
            respond_to_spheres(&mut fleet);
            fleet.advance(SAMPLE);
        }
        SceneFrame::rigid(fleet.poses().to_vec())
    });
    let recorded = recorded.collect();
    let name = format!("{NAME}:body={body},user={user},ships={ships},frames={frames},seed={seed}");
    Scene::new(name, fleet.bodies().to_vec(), recorded)
}

/// Responds to each pair, in order, whose shrunk bounding spheres meet.
fn respond_to_spheres(fleet: &mut Ships) {
    let count = fleet.bodies().len();
    for a in 0..count {
        for b in a + 1..count {
            let [p, q] = [a, b].map(|i| fleet.course(i));
            let reach = PART * (p.radius + q.radius);
            if p.center.distance_squared(q.center) <= reach * reach {
                let pair = BodyPair::new(BodyId(a as u32), BodyId(b as u32));
                fleet.respond(pair, p.center, q.center);
            }
        }
    }
}
