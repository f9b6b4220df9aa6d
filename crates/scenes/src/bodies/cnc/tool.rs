//! Ball-nose cutter in its holder: 11294 triangles.

use super::parts::{balanced_union, block, cone_down, cylinder, placed};
use crate::rotation::about;
use geometry::csg::{CsgTree, Primitive};
use geometry::{Quat, Vec3};

/// Number of sides of the center mark, which makes the count of triangles exact.
const CENTER_SIDES: u32 = 19;

/// Corners around the ball of the cutter and around the knob of the pull stud.
const BALL_SIDES: u32 = 64;

/// Returns the cutter, the collet nut, the holder with its flange and taper, and the pull stud.
pub(super) fn tool() -> CsgTree {
    cutter().union(nut()).union(holder()).union(pull_stud())
}

/// Returns a cylinder with a ball at its end, and four twisted flutes.
fn cutter() -> CsgTree {
    let ball = Primitive::Sphere {
        radius: 0.2,
        segments: BALL_SIDES,
        bands: 64,
    };
    let ball = placed(ball, [0.0, 0.0, -1.6], Quat::IDENTITY);
    let shank = cylinder(0.2, BALL_SIDES, [0.0; 2], [-1.6, 0.1]);
    let mut flutes = Vec::new();
    for flute in 0..4 {
        for step in 0..4 {
            flutes.push(flute_cut(flute, step));
        }
    }
    shank.union(ball).difference(balanced_union(flutes))
}

/// Returns one of the straight cuts that form a twisted flute.
fn flute_cut(flute: u32, step: u32) -> CsgTree {
    let (flute, step) = (f64::from(flute), f64::from(step));
    let turn = about(Vec3::Z, 0.25 * flute + 0.06 * step + 0.001);
    let cut = Primitive::Cylinder {
        radius: 0.09,
        height: 0.42,
        segments: 20,
    };
    let at = turn * Vec3::new(0.21, 0.0, 0.0) + Vec3::Z * (0.33 * step - 1.63);
    placed(cut, at.to_array(), turn * about(Vec3::X, -0.04))
}

/// Returns the collet nut with twelve grooves for its wrench.
fn nut() -> CsgTree {
    let grooves = (0..12).map(|i| {
        let turn = about(Vec3::Z, f64::from(i) / 12.0 + 0.002);
        let at = turn * Vec3::new(0.46, 0.0, 0.1);
        let size = [0.1, 0.08, 0.6];
        placed(Primitive::Box { size }, at.to_array(), turn)
    });
    cylinder(0.45, 48, [0.0; 2], [0.0, 0.5]).difference(balanced_union(grooves.collect()))
}

/// Returns neck, flange with groove, keyways and screw holes, and taper.
fn holder() -> CsgTree {
    let neck = cylinder(0.38, 64, [0.0; 2], [0.4, 1.1]);
    let groove = cylinder(0.8, 16, [0.0; 2], [1.2, 1.32]).difference(cylinder(
        0.58,
        96,
        [0.0; 2],
        [1.1, 1.4],
    ));
    let mut cuts = vec![groove];
    for x in [-0.7, 0.7] {
        cuts.push(block([0.16, 0.24, 1.0], [x, 0.011, 1.3]));
    }
    for i in 0..12 {
        let at = about(Vec3::Z, (f64::from(i) + 0.5) / 12.0) * Vec3::new(0.49, 0.0, 0.0);
        cuts.push(cylinder(0.06, 32, [at.x, at.y], [0.9, 1.1]));
    }
    let flange = cylinder(0.7, 96, [0.0; 2], [1.0, 1.5]).difference(balanced_union(cuts));
    let cone = Primitive::Cone {
        radius: 0.5,
        height: 3.5,
        segments: 96,
    };
    let taper = placed(cone, [0.0, 0.0, 1.45], Quat::IDENTITY)
        .intersection(block([2.0, 2.0, 1.4], [0.0, 0.0, 1.9]));
    neck.union(flange).union(taper)
}

/// Returns a stud with a knob, whose top is flat and has the center mark.
fn pull_stud() -> CsgTree {
    let knob = Primitive::Sphere {
        radius: 0.2,
        segments: BALL_SIDES,
        bands: 32,
    };
    let stem = cylinder(0.12, 48, [0.0; 2], [2.5, 2.9]);
    stem.union(placed(knob, [0.0, 0.0, 2.9], about(Vec3::Z, 0.002)))
        .difference(block([1.0, 1.0, 0.5], [0.0, 0.0, 3.28]))
        .difference(cone_down(0.08, 0.1, CENTER_SIDES, [0.0, 0.0, 3.05]))
}
