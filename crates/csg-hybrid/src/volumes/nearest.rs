//! Nearest points of volumes, in closed form. In the frame of the volume, the nearest point is:
//! - box: the point with each coordinate clamped.
//! - cylinder: clamped in the rectangle of radius and height.
//! - cone: nearest in the triangle of radius and height.
//! - wedge: nearest in its triangle, and clamped along its edges.

use super::{BoundingVolume, VolumeFrame};
use geometry::Vec3;

impl BoundingVolume {
    /// Returns true if `p`, as for [`BoundingVolume::offset_from_nearest`], is in the volume, up to
    /// rounding. False for hulls and spheres.
    pub(crate) fn roughly_contains(&self, p: Vec3, scale: f64) -> bool {
        let nearest = match self {
            BoundingVolume::Sphere(_) => None,
            volume => volume.offset_from_nearest(p, scale),
        };
        nearest == Some(Vec3::ZERO)
    }

    /// Returns the vector from the nearest point of the volume to `p`, which is relative to the
    /// volume's center and in units of `1 / scale` scene units. `None` for hulls.
    pub(crate) fn offset_from_nearest(&self, p: Vec3, scale: f64) -> Option<Vec3> {
        let in_frame = |frame: &VolumeFrame, nearest: &dyn Fn(Vec3) -> Vec3| {
            let x = frame.coordinates(p);
            frame.vector(x - nearest(x))
        };
        Some(match self {
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
