//! The simulator as an ordinary scene.

use super::{Fleet, SAMPLE, Ships};
use crate::bodies::Model;
use crate::{Scene, SceneError, SceneFrame};
use collision::{BodyId, BodyPair};
use std::sync::Arc;

const NAME: &str = "ships";

/// Ships respond when spheres of this part of their bounding radius meet. Bodies as hollow as the
/// lamp then overlap their bounding spheres often, and now and then meet for real.
const PART: f64 = 0.45;

/// `ships` ships, the first with the shape of `user`, the others with that of `body`, in `frames`
/// frames that are [`SAMPLE`] apart: two for each frame that the paper renders [Hubbard96 §11.3].
///
/// The response of the paper is invoked on spheres about the bounding centers, of 0.45 times the
/// bounding radius, after each frame: not on what any detector finds, so that all of them see the
/// same motion.
///
/// # Errors
/// For fewer than 2 or more than 1000 ships, no frame, or more than 100,000.
pub fn recording(
    body: Model,
    user: Model,
    ships: u32,
    frames: u32,
    seed: u64,
) -> Result<Scene, SceneError> {
    let out_of_range = |parameter, value: u32, range| SceneError::Parameter {
        generator: NAME,
        parameter,
        value: value.into(),
        range,
    };
    if !(2..=1000).contains(&ships) {
        return Err(out_of_range("ships", ships, "2 to 1000"));
    }
    if !(1..=100_000).contains(&frames) {
        return Err(out_of_range("frames", frames, "1 to 100000"));
    }
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

/// Responds where the parts of the bounding spheres meet, pairs in order.
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
