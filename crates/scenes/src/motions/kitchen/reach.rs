//! Motion of the hand: from station to station, at rest in each.

use super::hand::GRIP;
use super::table::{CARRIED_CUP, CUP};
use crate::rotation::{about, unit};
use geometry::{Pose, Vec3};

/// Time at which the hand grasps the cup: 0 is the first frame, 1 the last.
pub(super) const GRASP: f64 = 0.4;

/// Time at which it releases the cup.
pub(super) const RELEASE: f64 = 0.7;

/// Center of a cup in the grip, in the space of the hand.
const CUP_IN_HAND: Vec3 = Vec3::new(0.075, 0.0, -0.042);

/// Place of the released cup's base on the worktop.
const PUT_DOWN: Vec3 = Vec3::new(1.2, 2.6, 0.9);

/// Pose and bend of the hand at one instant.
pub(super) struct HandReach {
    /// Pose of the hand's own space.
    pub(super) pose: Pose,
    /// Angle of each joint of the fingers, in full turns.
    pub(super) bend: f64,
}

/// Hand at rest between two movements.
#[derive(Clone, Copy)]
struct Station {
    time: f64,
    /// Position of the wrist.
    wrist: Vec3,
    /// Direction of the fingers in the floor plan, in full turns from +x.
    yaw: f64,
    /// Angle about the fingers, in full turns: 0 with the palm down, 1/4 with the thumb up.
    roll: f64,
    bend: f64,
}

impl HandReach {
    /// Returns the hand at `time`: 0 is the first frame, 1 the last.
    pub(super) fn at(time: f64) -> HandReach {
        let stations = stations();
        let next = stations.iter().position(|s| time <= s.time);
        let next = next.unwrap_or(stations.len() - 1).max(1);
        let [from, to] = [stations[next - 1], stations[next]];
        let part = (time - from.time) / (to.time - from.time);
        // Starts and ends with velocity 0.
        let part = part * part * (3.0 - 2.0 * part);
        let mix = |a: f64, b: f64| a + (b - a) * part;
        let yaw = about(Vec3::Z, mix(from.yaw, to.yaw));
        let roll = about(Vec3::X, mix(from.roll, to.roll));
        let wrist = from.wrist + (to.wrist - from.wrist) * part;
        HandReach {
            pose: Pose::new(wrist, unit(yaw * roll)),
            bend: mix(from.bend, to.bend),
        }
    }
}

fn stations() -> [Station; 10] {
    let station = |time, wrist: [f64; 3], yaw, roll, bend| Station {
        time,
        wrist: Vec3::from_array(wrist),
        yaw,
        roll,
        bend,
    };
    let open = 0.02;
    // With the thumb up, the axis of a cup in the grip is vertical.
    let holding = |time, base: Vec3, yaw: f64| {
        let turned = unit(about(Vec3::Z, yaw) * about(Vec3::X, 0.25));
        let wrist = base + Vec3::Z * (0.5 * CUP) - turned * CUP_IN_HAND;
        station(time, wrist.to_array(), yaw, 0.25, GRIP)
    };
    let cup = Vec3::from_array(CARRIED_CUP);
    [
        station(0.0, [1.05, -0.4, 1.2], 0.25, 0.0, open),
        station(0.12, [0.95, 0.3, 1.1], 0.25, 0.0, open),
        // Through the back of a chair.
        station(0.24, [0.82, 0.82, 0.86], 0.25, 0.0, open),
        station(0.34, [1.45, 0.8, 0.83], 0.0, 0.25, open),
        holding(GRASP, cup, 0.0),
        station(0.5, [1.5, 0.95, 1.15], 0.1, 0.25, GRIP),
        holding(RELEASE, PUT_DOWN, 0.25),
        station(0.76, [1.4, 2.4, 0.98], 0.25, 0.25, open),
        // At the door of a cupboard and its handle.
        station(0.9, [1.87, 2.46, 1.62], 0.25, 0.0, open),
        station(1.0, [2.2, 1.9, 1.3], 0.25, 0.0, open),
    ]
}
