//! Closed forms for pairs with a sphere [Su07 §3].
//!
//! "If a bounding sphere is selected as a BV from the BV list, a simple and fast method for
//! calculating exactly the distance of a pair of primitives" applies: the distance of the center
//! from the other volume, less the radius. Constant cost. In the frame of the other volume, the
//! nearest point to the center is:
//! - box: the center with each coordinate clamped.
//! - cylinder: clamped in the rectangle of radius and height.
//! - cone: nearest in the triangle of radius and height.
//! - wedge: nearest in its triangle, and clamped along its edges.
//!
//! The paper omits its formulas. A hull has none: closest points by GJK, with the center of the
//! sphere as a point.

use super::PosedVolumes;
use crate::volumes::{BoundingVolume, VolumeFrame};
use geometry::{Vec3, unit_scale};

/// Returns the direction from A to B along which a sphere is farthest from the other volume, in the
/// local space of A. Inner `None` if the center is in the other volume; outer `None` if no formula
/// applies.
pub(super) fn direction(pair: &PosedVolumes<'_>) -> Option<Option<Vec3>> {
    let direction = match (pair.a, pair.b) {
        (BoundingVolume::Sphere(_), BoundingVolume::Sphere(_)) => pair.between,
        (other, BoundingVolume::Sphere(_)) => from_nearest(other, pair.between, pair.scale)?,
        (BoundingVolume::Sphere(_), other) => {
            // The transpose is the inverse but for the scale and rounding.
            let center = pair.direction_in_b(-pair.between);
            -pair
                .b_in_a
                .apply_vector(from_nearest(other, center, pair.scale)?)
        }
        _ => return None,
    };
    let length = direction.abs().max_element();
    Some((length > 0.0).then(|| direction * unit_scale(length)))
}

/// Returns true if `p`, as for [`from_nearest`], is in a volume, up to rounding. False for hulls and
/// spheres.
pub(super) fn contains(volume: &BoundingVolume, p: Vec3, scale: f64) -> bool {
    let nearest = match volume {
        BoundingVolume::Sphere(_) => None,
        volume => from_nearest(volume, p, scale),
    };
    nearest == Some(Vec3::ZERO)
}

/// Returns the vector from the nearest point of a volume to `p`, which is relative to the volume's
/// center and in units of `1 / scale` scene units. `None` for hulls.
fn from_nearest(volume: &BoundingVolume, p: Vec3, scale: f64) -> Option<Vec3> {
    let in_frame = |frame: &VolumeFrame, nearest: &dyn Fn(Vec3) -> Vec3| {
        let x = frame.coordinates(p);
        frame.vector(x - nearest(x))
    };
    Some(match volume {
        BoundingVolume::Box(it) => {
            let half = 0.5 * scale * it.size;
            in_frame(&it.frame, &|x| x.clamp(-half, half))
        }
        BoundingVolume::Cylinder(it) => {
            let (radius, height) = (it.radius * scale, it.height * scale);
            in_frame(&it.frame, &|x| {
                at_radius(x, |[rho, z]| [rho.min(radius), z.clamp(0.0, height)])
            })
        }
        BoundingVolume::Cone(it) => {
            let (radius, height) = (it.radius * scale, it.height * scale);
            let corners = [[0.0, 0.0], [radius, 0.0], [0.0, height]];
            in_frame(&it.frame, &|x| {
                at_radius(x, |p| nearest_in_triangle(p, corners))
            })
        }
        BoundingVolume::Wedge(it) => {
            let half = 0.5 * scale * it.size;
            let corners = [[-half.x, -half.y], [half.x, -half.y], [-half.x, half.y]];
            in_frame(&it.frame, &|p| {
                let [x, y] = nearest_in_triangle([p.x, p.y], corners);
                Vec3::new(x, y, p.z.clamp(-half.z, half.z))
            })
        }
        BoundingVolume::Sphere(_) => p,
        BoundingVolume::Hull(_) => return None,
    })
}

/// Applies a map of distance and height to a point about the axis `z`.
fn at_radius(x: Vec3, map: impl Fn([f64; 2]) -> [f64; 2]) -> Vec3 {
    let rho = x.truncate().length();
    let [to, z] = map([rho, x.z]);
    let factor = if rho > 0.0 { to / rho } else { 0.0 };
    Vec3::new(x.x * factor, x.y * factor, z)
}

/// Returns the point of a triangle nearest to `p`. The corners are counterclockwise.
fn nearest_in_triangle(p: [f64; 2], corners: [[f64; 2]; 3]) -> [f64; 2] {
    let edges = [0, 1, 2].map(|i| [corners[i], corners[(i + 1) % 3]]);
    let left_of = |[[ax, ay], [bx, by]]: [[f64; 2]; 2]| {
        (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax) >= 0.0
    };
    // A triangle without area has no inside.
    let [[ax, ay], [bx, by], [cx, cy]] = corners;
    let area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if area > 0.0 && edges.iter().all(|edge| left_of(*edge)) {
        return p;
    }
    let distance = |q: &[f64; 2]| (p[0] - q[0]).powi(2) + (p[1] - q[1]).powi(2);
    let nearest = edges.map(|edge| nearest_on_segment(p, edge));
    let [mut best, second, third] = nearest;
    for q in [second, third] {
        if distance(&q) < distance(&best) {
            best = q;
        }
    }
    best
}

fn nearest_on_segment(p: [f64; 2], [a, b]: [[f64; 2]; 2]) -> [f64; 2] {
    let along = [b[0] - a[0], b[1] - a[1]];
    let length_squared = along[0] * along[0] + along[1] * along[1];
    if length_squared == 0.0 {
        return a;
    }
    let from = (p[0] - a[0]) * along[0] + (p[1] - a[1]) * along[1];
    let t = (from / length_squared).clamp(0.0, 1.0);
    [a[0] + t * along[0], a[1] + t * along[1]]
}
