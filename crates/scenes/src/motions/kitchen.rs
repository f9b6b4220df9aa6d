//! Scene of a hand that moves through a kitchen of convex parts [Cohen95 §5.4].

mod furniture;
mod hand;
mod parts;
mod reach;
mod room;
mod table;

use super::check_range;
use crate::bodies::joined;
use crate::{Scene, SceneError, SceneFrame};
use collision::Body;
use geometry::Pose;
use hand::{GRIP, Hand};
use parts::{KitchenPart, KitchenParts, composed, inverse};
use reach::{GRASP, HandReach, RELEASE};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

const NAME: &str = "kitchen";

/// Name of the part that the hand carries.
const CARRIED: &str = "cup 0";

/// Parameters of [`kitchen`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Kitchen {
    /// Bodies that form the hand.
    pub hand: HandShape,
    /// Number of frames.
    pub frames: u32,
}

/// Bodies that form the hand of [`kitchen`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HandShape {
    /// One convex body for forearm, palm and each segment of a finger. The fingers bend.
    #[default]
    Pieces,
    /// One rigid body, whose mesh has the pieces as its closed parts. The fingers stay bent.
    Whole,
}

impl Default for Kitchen {
    fn default() -> Kitchen {
        Kitchen {
            hand: HandShape::Pieces,
            frames: 240,
        }
    }
}

/// Writes the generator's text with every parameter.
impl fmt::Display for Kitchen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hand = match self.hand {
            HandShape::Pieces => "pieces",
            HandShape::Whole => "whole",
        };
        write!(f, "{NAME}:hand={hand},frames={}", self.frames)
    }
}

/// Generates a kitchen of still convex parts, and a hand that moves through it [Cohen95 §5.4].
///
/// Lengths are meters. The hand enters through the door, passes through the back of a chair, grasps
/// a cup on the table, carries it to the worktop, releases it there, and reaches for the door of a
/// cupboard. Every still part keeps a gap of some millimeters from all others. So only the hand
/// and the carried cup ever meet anything (D7).
///
/// # Errors
/// Fails unless there are 2 to 20,000 frames.
pub fn kitchen(parameters: &Kitchen) -> Result<Scene, SceneError> {
    check_range(NAME, "frames", parameters.frames, 2..=20_000)?;
    let still = still_parts();
    let carried = still.iter().position(|part| part.name == CARRIED);
    let carried = carried.expect("the cup is a part of the kitchen");
    let hand = Hand::new();
    let steps = f64::from(parameters.frames - 1);
    let frames = (0..parameters.frames).map(|frame| {
        let time = f64::from(frame) / steps;
        let reach = HandReach::at(time);
        let mut poses: Vec<Pose> = still.iter().map(|part| part.pose).collect();
        poses[carried] = carried_pose(&still[carried].pose, time);
        match parameters.hand {
            HandShape::Pieces => poses.extend(hand.poses(&reach)),
            HandShape::Whole => poses.push(reach.pose),
        }
        SceneFrame::rigid(poses)
    });
    let frames = frames.collect();
    let body = |part: &KitchenPart| Body::rigid(part.name.clone(), Arc::clone(&part.mesh));
    let mut bodies: Vec<Body> = still.iter().map(body).collect();
    match parameters.hand {
        HandShape::Pieces => bodies.extend(hand.pieces().iter().map(body)),
        HandShape::Whole => {
            let mesh = joined(&hand.meshes_bent_by(GRIP));
            bodies.push(Body::rigid("hand", Arc::new(mesh)));
        }
    }
    Scene::new(parameters.to_string(), bodies, frames)
}

/// Returns all parts of the kitchen but the hand.
fn still_parts() -> Vec<KitchenPart> {
    let mut parts = KitchenParts::default();
    room::add(&mut parts);
    furniture::add(&mut parts);
    table::add(&mut parts);
    parts.into_vec()
}

/// Returns the pose of the carried part, which is at rest until the hand grasps it and after it
/// is released.
fn carried_pose(at_rest: &Pose, time: f64) -> Pose {
    if time <= GRASP {
        return *at_rest;
    }
    let in_hand = composed(&inverse(&HandReach::at(GRASP).pose), at_rest);
    composed(&HandReach::at(time.min(RELEASE)).pose, &in_hand)
}

#[cfg(test)]
mod tests;
