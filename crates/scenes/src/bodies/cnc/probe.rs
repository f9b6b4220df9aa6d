//! Touch probe: 3268 triangles.

use super::parts::{block, cone_down, cylinder, placed};
use crate::rotation::about;
use geometry::csg::{CsgTree, Primitive};
use geometry::{Quat, Vec3};

/// Number of sides of the center mark, which makes the count of triangles exact.
const CENTER_SIDES: u32 = 20;

/// Returns a shank, a body with windows and a battery, and a stylus with a ball.
pub(super) fn probe() -> CsgTree {
    let mut housing = cylinder(0.35, 48, [0.0; 2], [0.2, 1.0])
        .union(cylinder(0.2, 24, [0.0; 2], [0.8, 1.6]))
        .union(cone_down(0.3, 0.6, 32, [0.0, 0.0, 0.25]));
    for quarter in [0.125, 0.375, 0.625, 0.875] {
        housing = housing.difference(window(quarter));
    }
    let battery = block([0.2, 0.16, 0.3], [0.35, 0.01, 0.55]);
    let center = cone_down(0.08, 0.12, CENTER_SIDES, [0.0, 0.0, 1.62]);
    let ball = Primitive::Sphere {
        radius: 0.12,
        segments: 36,
        bands: 36,
    };
    // Turned, so that no edges of stylus and ball meet by construction.
    let stylus = Primitive::Cylinder {
        radius: 0.05,
        height: 0.9,
        segments: 12,
    };
    housing
        .difference(battery)
        .difference(center)
        .union(placed(stylus, [0.0, 0.0, -0.35], about(Vec3::Z, 0.01)))
        .union(placed(ball, [0.0, 0.0, -0.8], Quat::IDENTITY))
}

/// Returns the hole of a signal lamp in the side of the housing, at a fraction of a turn.
fn window(turn: f64) -> CsgTree {
    let bore = Primitive::Cylinder {
        radius: 0.07,
        height: 0.1,
        segments: 20,
    };
    let outward = about(Vec3::Z, turn + 0.003);
    let at = outward * Vec3::new(0.34, 0.0, 0.8);
    placed(bore, at.to_array(), outward * about(Vec3::Y, 0.25))
}
