//! Rocket of 1420 faces [Hubbard96 Figure 12].

use super::parts::{Parts, TurnedProfile};
use geometry::angle::sin_cos;
use geometry::{Mesh, Vec3};

/// Hull from the engines to the tip of the capsule.
///
/// Three stages with steps between them, the adapter, the service module and the capsule.
const HULL: TurnedProfile = TurnedProfile {
    slices: 20,
    first: 0.0,
    rings: &[
        (0.00, 1.00),
        (0.55, 1.00),
        (0.60, 0.96),
        (2.10, 0.96),
        (2.15, 1.00),
        (2.75, 1.00),
        (4.35, 1.00),
        (4.40, 0.96),
        (4.85, 0.96),
        (4.90, 1.00),
        (5.40, 1.00),
        (7.05, 1.00),
        (7.10, 0.96),
        (7.65, 0.70),
        (7.80, 0.66),
        (9.45, 0.66),
        (9.50, 0.63),
        (9.75, 0.63),
        (10.75, 0.39),
        (10.80, 0.36),
        (10.90, 0.36),
        (10.95, 0.39),
        (11.75, 0.39),
        (12.35, 0.10),
    ],
    last: 12.38,
};

/// Engine bell, down from the throat inside the hull to the lip and back.
///
/// The bell is open below.
const BELL: TurnedProfile = TurnedProfile {
    slices: 10,
    first: -0.12,
    rings: &[(-0.10, 0.10), (0.55, 0.30), (0.55, 0.26)],
    last: 0.05,
};

/// Escape motor on its tower.
const MOTOR: TurnedProfile = TurnedProfile {
    slices: 8,
    first: 12.97,
    rings: &[(12.95, 0.11), (13.05, 0.07), (13.75, 0.07), (13.85, 0.05)],
    last: 14.1,
};

/// Returns the rocket, 1420 faces: three stages like Apollo's, with capsule and escape tower.
///
/// It is 3 units high along z, centered at the origin, and has fifteen closed parts that intersect.
/// The hull has 960 faces (20 slices, 24 rings), each of five engine bells 60, each of four fins
/// 12, each of the tower's four struts 12, and its motor 64.
pub fn rocket() -> Mesh {
    let mut parts = Parts::default();
    parts.turned(&HULL, Vec3::ZERO, Vec3::Z);
    for engine in 0..5 {
        let out = if engine == 0 { 0.0 } else { 0.58 };
        parts.turned(&BELL, diagonal(engine) * out, Vec3::NEG_Z);
    }
    for side in 0..4 {
        let out = diagonal(side);
        parts.hexahedron(fin(out));
        let foot = out * 0.16 + Vec3::Z * 12.1;
        let head = out * 0.06 + Vec3::Z * 13.0;
        parts.hexahedron(strut(foot, head));
    }
    parts.turned(&MOTOR, Vec3::ZERO, Vec3::Z);
    parts.into_mesh(3.0)
}

/// Returns the horizontal unit vector between +x and +y, rotated by `quarters` of a turn.
fn diagonal(quarters: u32) -> Vec3 {
    let (sin, cos) = sin_cos(0.125 + 0.25 * f64::from(quarters));
    Vec3::new(cos, sin, 0.0)
}

/// Returns the corners of a swept fin that is thinner at its tip: axes outward, around, up.
fn fin(out: Vec3) -> [Vec3; 8] {
    let around = Vec3::Z.cross(out);
    std::array::from_fn(|i| {
        let tip = i & 1 != 0;
        let (far, half, low, high) = if tip {
            (1.75, 0.02, -0.25, 0.25)
        } else {
            (0.90, 0.07, 0.02, 1.05)
        };
        let z = if i & 4 == 0 { low } else { high };
        let side = if i & 2 == 0 { -half } else { half };
        out * far + around * side + Vec3::Z * z
    })
}

/// Returns the corners of a thin bar from one point up to another.
fn strut(from: Vec3, to: Vec3) -> [Vec3; 8] {
    std::array::from_fn(|i| {
        let pick = |bit: usize| if i & bit == 0 { -0.02 } else { 0.02 };
        let end = if i & 4 == 0 { from } else { to };
        end + Vec3::new(pick(1), pick(2), 0.0)
    })
}
