//! Hand of convex pieces, with fingers that bend.

use super::parts::{KitchenPart, composed, hull, polygon};
use super::reach::HandReach;
use crate::rotation::about;
use geometry::{Mesh, Pose, Vec3};
use std::sync::Arc;

/// Bend of each joint around the cup, in full turns.
pub(super) const GRIP: f64 = 0.11;

/// Gap between two segments of a finger, in meters.
const JOINT_GAP: f64 = 0.003;

/// Number of sides of a segment's prism.
const SIDES: u32 = 6;

/// Pieces of the hand.
///
/// In the space of the hand, the origin is the wrist, straight fingers point along +x, the thumb is
/// at +y, and the palm looks along −z. The pose of a piece here is that of the straight hand.
pub(super) struct Hand {
    pieces: Vec<KitchenPart>,
    fingers: Vec<Finger>,
}

/// Finger in the space of the hand, with its joints on the side of the palm. So segments do not
/// meet when the finger bends.
struct Finger {
    name: &'static str,
    /// First joint.
    origin: Vec3,
    /// Direction, in full turns about z from +x.
    aside: f64,
    radius: f64,
    /// Lengths of the segments, first joint to second and so on.
    lengths: &'static [f64],
}

impl Hand {
    /// Returns the hand with 14 segments of fingers, a palm and a forearm.
    pub(super) fn new() -> Hand {
        let fingers = fingers();
        let mut pieces = vec![
            piece("forearm", Vec3::new(-0.12, 0.0, 0.0), &forearm()),
            piece("palm", Vec3::new(0.045, 0.0, 0.0), &palm()),
        ];
        for finger in &fingers {
            for (i, length) in finger.lengths.iter().enumerate() {
                let name = format!("{} {}", finger.name, i);
                pieces.push(piece(&name, Vec3::ZERO, &segment(finger.radius, *length)));
            }
        }
        let mut hand = Hand { pieces, fingers };
        let straight = hand.poses_bent_by(0.0);
        for (piece, pose) in hand.pieces.iter_mut().zip(straight) {
            piece.pose = pose;
        }
        hand
    }

    /// Returns the pieces, in the order of [`Hand::poses`].
    pub(super) fn pieces(&self) -> &[KitchenPart] {
        &self.pieces
    }

    /// Returns the world pose of each piece.
    pub(super) fn poses(&self, reach: &HandReach) -> Vec<Pose> {
        let in_hand = self.poses_bent_by(reach.bend);
        in_hand.iter().map(|p| composed(&reach.pose, p)).collect()
    }

    /// Returns the meshes of the pieces in the space of the hand, each exactly convex.
    pub(super) fn meshes_bent_by(&self, bend: f64) -> Vec<Mesh> {
        let posed = self.pieces.iter().zip(self.poses_bent_by(bend));
        let mesh = |(piece, pose): (&KitchenPart, Pose)| {
            let map = pose.world_map();
            // Rounded vertices of a facet are no longer coplanar, so the hull is computed again.
            let vertices = piece.mesh.vertices().iter().map(|p| map.apply(*p));
            hull(&vertices.collect::<Vec<_>>())
        };
        posed.map(mesh).collect()
    }

    /// Returns the pose of each piece in the space of the hand. `bend` is the angle of each joint,
    /// in full turns.
    fn poses_bent_by(&self, bend: f64) -> Vec<Pose> {
        let mut poses: Vec<Pose> = self.pieces[..2].iter().map(|p| p.pose).collect();
        for finger in &self.fingers {
            let mut joint = Pose::new(finger.origin, about(Vec3::Z, finger.aside));
            for length in finger.lengths {
                let bent = Pose::new(Vec3::ZERO, about(Vec3::Y, bend));
                let posed = composed(&joint, &bent);
                poses.push(posed);
                joint = composed(&posed, &Pose::at(Vec3::X * *length));
            }
        }
        poses
    }
}

fn fingers() -> Vec<Finger> {
    const LONG: &[f64] = &[0.045, 0.03, 0.024];
    const SHORT: &[f64] = &[0.036, 0.024, 0.02];
    let row = [
        ("index finger", 0.031, LONG),
        ("middle finger", 0.0105, LONG),
        ("ring finger", -0.0105, LONG),
        ("little finger", -0.031, SHORT),
    ];
    let finger = |(name, y, lengths)| Finger {
        name,
        origin: Vec3::new(0.093, y, -0.008),
        aside: 0.0,
        radius: 0.008,
        lengths,
    };
    let thumb = Finger {
        name: "thumb",
        origin: Vec3::new(0.03, 0.055, -0.009),
        aside: 0.06,
        radius: 0.009,
        lengths: &[0.04, 0.03],
    };
    row.map(finger).into_iter().chain([thumb]).collect()
}

fn piece(name: &str, origin: Vec3, points: &[Vec3]) -> KitchenPart {
    KitchenPart {
        name: name.into(),
        mesh: Arc::new(hull(points)),
        pose: Pose::at(origin),
    }
}

/// Returns the corners of a segment, whose joint is at the origin.
fn segment(radius: f64, length: f64) -> Vec<Vec3> {
    let ends = [JOINT_GAP, length - JOINT_GAP];
    let ring = |x: f64| polygon(radius, SIDES).map(move |[y, z]| Vec3::new(x, y, z + radius));
    ends.into_iter().flat_map(ring).collect()
}

/// Returns the corners of the palm around its center: a flat octagonal prism.
fn palm() -> Vec<Vec3> {
    let outline = [
        [-0.045, -0.025],
        [-0.02, -0.041],
        [0.03, -0.041],
        [0.045, -0.035],
        [0.045, 0.035],
        [0.03, 0.041],
        [-0.02, 0.041],
        [-0.045, 0.025],
    ];
    let side = |z: f64| outline.map(|[x, y]| Vec3::new(x, y, z));
    [side(-0.012), side(0.012)].concat()
}

/// Returns the corners of the forearm around its center: a frustum along x.
fn forearm() -> Vec<Vec3> {
    let ring = |x: f64, radius: f64| polygon(radius, 8).map(move |[y, z]| Vec3::new(x, y, 0.8 * z));
    ring(-0.11, 0.045).chain(ring(0.11, 0.028)).collect()
}
