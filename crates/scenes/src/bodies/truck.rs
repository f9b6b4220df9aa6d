//! Truck chassis of 10171 faces [Hubbard96 Figure 13].

use super::generated;
use super::parts::{Parts, TurnedProfile};
use geometry::angle::sin_cos;
use geometry::{Mesh, Vec3};

/// Half of the distance between the rails. Their [`LENGTH`] starts at x = 0.
const RAIL: f64 = 0.42;
const LENGTH: f64 = 7.0;

/// Position of the steered axle along x. [`REAR`] has those of the two driven axles.
const FRONT: f64 = 5.9;
const REAR: [f64; 2] = [1.0, 2.2];

/// Height of the axles. The rails are at z = 0.
const AXLE: f64 = -0.35;

/// Center of the engine.
const ENGINE: Vec3 = Vec3::new(5.55, 0.0, 0.22);

/// Wheel with its tire, 324 faces, from the outer side in.
const WHEEL: TurnedProfile = TurnedProfile {
    slices: 18,
    first: -0.05,
    rings: &[
        (-0.06, 0.20),
        (-0.08, 0.30),
        (-0.14, 0.33),
        (-0.14, 0.46),
        (-0.09, 0.52),
        (0.09, 0.52),
        (0.14, 0.46),
        (0.14, 0.33),
        (0.02, 0.28),
    ],
    last: 0.01,
};

/// Hub, 80 faces, and one of its [`NUT`]s, 24 faces.
const HUB: TurnedProfile = TurnedProfile {
    slices: 10,
    first: -0.13,
    rings: &[(-0.12, 0.17), (-0.03, 0.15), (0.00, 0.09), (0.07, 0.07)],
    last: 0.08,
};
const NUT: TurnedProfile = TurnedProfile {
    slices: 6,
    first: -0.05,
    rings: &[(-0.04, 0.022), (0.01, 0.022)],
    last: 0.012,
};

/// Housing of a driven axle with the differential.
const HOUSING: TurnedProfile = TurnedProfile {
    slices: 14,
    first: -1.06,
    rings: &[
        (-1.05, 0.06),
        (-0.34, 0.08),
        (-0.20, 0.18),
        (-0.08, 0.25),
        (0.08, 0.25),
        (0.20, 0.18),
        (0.34, 0.08),
        (1.05, 0.06),
    ],
    last: 1.06,
};

/// Pulley of the fan, forward from [`ENGINE`].
const PULLEY: TurnedProfile = TurnedProfile {
    slices: 16,
    first: 0.51,
    rings: &[
        (0.52, 0.10),
        (0.60, 0.10),
        (0.62, 0.06),
        (0.66, 0.06),
        (0.68, 0.09),
        (0.76, 0.09),
    ],
    last: 0.80,
};

/// Gearbox, backward from [`ENGINE`].
const GEARBOX: TurnedProfile = TurnedProfile {
    slices: 16,
    first: 0.49,
    rings: &[
        (0.50, 0.20),
        (0.62, 0.24),
        (0.70, 0.18),
        (1.10, 0.16),
        (1.16, 0.18),
        (1.22, 0.18),
        (1.30, 0.09),
    ],
    last: 1.35,
};

/// Muffler, from its front.
const MUFFLER: TurnedProfile = TurnedProfile {
    slices: 14,
    first: -0.01,
    rings: &[
        (0.00, 0.06),
        (0.05, 0.15),
        (0.15, 0.17),
        (0.95, 0.17),
        (1.05, 0.15),
        (1.10, 0.06),
    ],
    last: 1.12,
};

/// Round fuel tank, from its rear.
const TANK: TurnedProfile = TurnedProfile {
    slices: 16,
    first: -0.02,
    rings: &[
        (0.00, 0.20),
        (0.03, 0.24),
        (0.30, 0.24),
        (0.70, 0.24),
        (0.97, 0.24),
        (1.00, 0.20),
    ],
    last: 1.02,
};

/// Returns the truck chassis, 10171 faces.
///
/// It has two long rails with cross members, three axles on leaf springs, ten wheels, an engine
/// with its pipes, shafts, tanks and brackets. It is 3 units long, centered at the origin, drives
/// toward +x, and up is +z.
///
/// 147 closed parts, many of them thin, intersect each other and have 10170 faces. A closed surface
/// has an even number of faces, so the last face is collapsed to a segment, as in exported files.
pub fn truck() -> Mesh {
    let mut parts = Parts::default();
    frame(&mut parts);
    front_axle(&mut parts);
    for x in REAR {
        rear_axle(&mut parts, x);
    }
    engine(&mut parts);
    drive_line(&mut parts);
    tanks(&mut parts);
    let mesh = parts.into_mesh(3.0);
    let mut triangles = mesh.triangles().to_vec();
    let [a, b, _] = triangles[0];
    triangles.push([a, b, b]);
    generated(mesh.vertices().to_vec(), triangles)
}

const SIDES: [f64; 2] = [-1.0, 1.0];

/// Adds rails of U-section, cross members and brackets, 336 faces.
fn frame(parts: &mut Parts) {
    for side in SIDES {
        let web = Vec3::new(0.5 * LENGTH, side * RAIL, 0.0);
        parts.block(web, Vec3::new(LENGTH, 0.02, 0.26));
        for up in SIDES {
            let flange = web + Vec3::new(0.0, -side * 0.04, up * 0.125);
            parts.block(flange, Vec3::new(LENGTH - 0.01, 0.10, 0.02));
        }
        for i in 0..6 {
            let bracket = Vec3::new(0.4 + 0.9 * f64::from(i), side * (RAIL + 0.05), -0.16);
            parts.block(bracket, Vec3::new(0.08, 0.11, 0.16));
        }
    }
    // Cross members of round section between the webs.
    for x in [0.08, 0.6, 1.6, 2.8, 4.0] {
        let ends = SIDES.map(|side| Vec3::new(x, side * RAIL, 0.0));
        parts.pipe(&ends, 0.06, 6);
    }
}

/// Adds a beam, two wheels, leaf springs, coil springs, steering and bumper, 2820 faces.
fn front_axle(parts: &mut Parts) {
    let beam = [-0.95, -0.75, -0.45, 0.45, 0.75, 0.95].map(|y: f64| {
        let drop = if y.abs() < 0.5 { -0.14 } else { 0.0 };
        Vec3::new(FRONT, y, AXLE + drop)
    });
    parts.pipe(&beam, 0.06, 10);
    for side in SIDES {
        wheel(parts, FRONT, side, 0.95);
        hub(parts, FRONT, side, 1.06);
        leaf_spring(parts, FRONT, side);
        coil_spring(parts, Vec3::new(FRONT, side * 0.56, AXLE - 0.04));
    }
    // Steering: a transverse rod, and a rod along the frame.
    let across = SIDES.map(|side| Vec3::new(FRONT - 0.25, side * 0.78, AXLE));
    parts.pipe(&across, 0.025, 8);
    let along = [
        Vec3::new(FRONT - 0.25, -0.70, AXLE),
        Vec3::new(FRONT - 0.10, -0.66, -0.05),
        Vec3::new(FRONT + 0.45, -0.56, 0.02),
    ];
    parts.pipe(&along, 0.025, 8);
    let bumper = Vec3::new(LENGTH, 0.0, -0.08);
    parts.block(bumper, Vec3::new(0.08, 2.1, 0.26));
}

/// Adds a driven axle with differential, four wheels, leaf springs and shock absorbers, 2496 faces.
fn rear_axle(parts: &mut Parts, x: f64) {
    parts.turned(&HOUSING, Vec3::new(x, 0.0, AXLE), Vec3::Y);
    for side in SIDES {
        wheel(parts, x, side, 0.72);
        wheel(parts, x, side, 1.03);
        hub(parts, x, side, 1.14);
        leaf_spring(parts, x, side);
        let absorber = [
            Vec3::new(x - 0.12, side * 0.50, AXLE),
            Vec3::new(x - 0.42, side * 0.47, 0.05),
        ];
        parts.pipe(&absorber, 0.035, 6);
    }
}

/// Adds a wheel at the distance `out` from the center of the axle, 324 faces.
fn wheel(parts: &mut Parts, x: f64, side: f64, out: f64) {
    let center = Vec3::new(x, side * out, AXLE);
    parts.turned(&WHEEL, center, Vec3::Y * -side);
}

/// Adds a hub with six nuts, 224 faces.
fn hub(parts: &mut Parts, x: f64, side: f64, out: f64) {
    let (center, outward) = (Vec3::new(x, side * out, AXLE), Vec3::Y * side);
    parts.turned(&HUB, center, outward);
    for nut in 0..6 {
        let (sin, cos) = sin_cos(f64::from(nut) / 6.0);
        let around = Vec3::new(0.12 * cos, 0.0, 0.12 * sin);
        parts.turned(&NUT, center + around, outward);
    }
}

/// Adds five leaves, each shorter than the one above, 240 faces.
fn leaf_spring(parts: &mut Parts, x: f64, side: f64) {
    for leaf in 0..5 {
        let (half, below) = (0.58 - 0.09 * f64::from(leaf), 0.028 * f64::from(leaf));
        let path: Vec<Vec3> = (-2..=3)
            .map(|i| {
                let along = half * (f64::from(i) - 0.5) / 2.5;
                let sag = 0.25 * along * along - 0.10 - below;
                Vec3::new(x + along, side * (RAIL + 0.04), AXLE + 0.21 + sag)
            })
            .collect();
        parts.strip(&path, Vec3::Y, 0.04, 0.010);
    }
}

/// Adds a helix that stands on `foot`, 516 faces.
fn coil_spring(parts: &mut Parts, foot: Vec3) {
    let path: Vec<Vec3> = (0..43)
        .map(|i| {
            let (sin, cos) = sin_cos(f64::from(i) / 10.0);
            foot + Vec3::new(0.09 * cos, 0.09 * sin, 0.012 * f64::from(i))
        })
        .collect();
    parts.pipe(&path, 0.018, 6);
}

/// Adds block, sump, covers, exhaust manifold, fan, gearbox and radiator with hoses, 1032 faces.
fn engine(parts: &mut Parts) {
    let at = |x: f64, y: f64, z: f64| ENGINE + Vec3::new(x, y, z);
    parts.block(at(0.0, 0.0, 0.0), Vec3::new(1.1, 0.44, 0.42));
    parts.block(at(0.0, 0.0, -0.28), Vec3::new(1.0, 0.34, 0.16));
    for side in SIDES {
        parts.block(at(side * 0.27, 0.0, 0.25), Vec3::new(0.5, 0.30, 0.10));
    }
    for cylinder in 0..6 {
        let x = -0.45 + 0.18 * f64::from(cylinder);
        let port = [
            at(x, 0.20, 0.10),
            at(x, 0.30, 0.10),
            at(x - 0.03, 0.36, 0.02),
            at(x - 0.08, 0.37, -0.06),
        ];
        parts.pipe(&port, 0.035, 6);
    }
    let manifold = [at(-0.62, 0.37, -0.08), at(0.52, 0.37, -0.06)];
    parts.pipe(&manifold, 0.05, 8);
    fan(parts);
    parts.turned(&GEARBOX, at(0.0, 0.0, -0.06), Vec3::NEG_X);
    radiator(parts);
}

/// Adds a fan of six blades on its pulley, 264 faces.
fn fan(parts: &mut Parts) {
    for blade in 0..6 {
        let (sin, cos) = sin_cos(f64::from(blade) / 6.0);
        parts.hexahedron(fan_blade(Vec3::new(0.0, cos, sin)));
    }
    parts.turned(&PULLEY, ENGINE + Vec3::Z * 0.02, Vec3::X);
}

/// Returns the corners of a twisted blade, from the hub of the fan outward.
fn fan_blade(out: Vec3) -> [Vec3; 8] {
    let center = ENGINE + Vec3::new(0.72, 0.0, 0.02);
    let around = Vec3::X.cross(out);
    std::array::from_fn(|i| {
        let pick = |bit: usize| if i & bit == 0 { -1.0 } else { 1.0 };
        let far = if i & 2 == 0 { 0.05 } else { 0.34 };
        let width = if i & 2 == 0 { 0.03 } else { 0.08 };
        let untwisted = center + out * far + around * (width * pick(4));
        untwisted + Vec3::X * (0.008 * pick(1) + 0.3 * width * pick(4))
    })
}

/// Adds a radiator with two tanks and hoses to the engine, 176 faces.
fn radiator(parts: &mut Parts) {
    let at = |x: f64, y: f64, z: f64| ENGINE + Vec3::new(x, y, z);
    parts.block(at(0.98, 0.0, 0.06), Vec3::new(0.10, 0.76, 0.62));
    for up in SIDES {
        let end = at(0.98, 0.0, 0.06 + up * 0.34);
        parts.block(end, Vec3::new(0.14, 0.80, 0.10));
        let hose = [
            at(0.40, -up * 0.16, 0.04 + up * 0.16),
            at(0.58, -up * 0.22, 0.06 + up * 0.24),
            at(0.74, -up * 0.28, 0.06 + up * 0.32),
            at(0.86, -up * 0.30, 0.06 + up * 0.34),
            at(0.98, -up * 0.30, 0.06 + up * 0.34),
        ];
        parts.pipe(&hose, 0.035, 7);
    }
}

/// Adds the shaft from the gearbox to the rear axles and the exhaust with muffler, 606 faces.
fn drive_line(parts: &mut Parts) {
    // Positions along the shaft are fractions of its length.
    let shaft = [
        (0.00, 0.09),
        (0.06, 0.09),
        (0.10, 0.05),
        (0.45, 0.05),
        (0.49, 0.09),
        (0.55, 0.09),
        (1.00, 0.04),
    ];
    let (from, to) = (Vec3::new(4.28, 0.0, 0.15), Vec3::new(REAR[1], 0.0, AXLE));
    let length = from.distance(to);
    let profile = TurnedProfile {
        slices: 9,
        first: -0.02,
        rings: &shaft.map(|(along, radius)| (along * length, radius)),
        last: length + 0.01,
    };
    parts.turned(&profile, from, (to - from) / length);
    // Between the driven axles.
    let between = REAR.map(|x| Vec3::new(x, 0.0, AXLE));
    parts.pipe(&between, 0.05, 8);
    let exhaust: Vec<Vec3> = (0..14)
        .map(|i| {
            let (sin, cos) = sin_cos(0.25 * (f64::from(i) / 13.0));
            Vec3::new(
                5.0 - 1.2 * sin,
                0.37 + 0.25 * (1.0 - cos),
                0.16 - 0.30 * sin,
            )
        })
        .collect();
    parts.pipe(&exhaust, 0.05, 10);
    parts.turned(&MUFFLER, Vec3::new(3.85, 0.62, -0.14), Vec3::NEG_X);
}

/// Adds two round fuel tanks, 384 faces.
fn tanks(parts: &mut Parts) {
    for x in [3.0, 4.15] {
        parts.turned(&TANK, Vec3::new(x, -0.72, -0.18), Vec3::X);
    }
}
