//! Where a frame puts two bodies, and how far rounding may be off.

use geometry::{Aabb, Mat3, Pose, Vec3, WorldMap};

/// How much of all coordinates involved is added to every comparison of spheres. A world vertex is off
/// its exact image by some 14 roundings, a center seen from the other body by some 25, and their
/// distance by a few more; this is more than twice that.
const ROUNDING: f64 = 128.0 * f64::EPSILON;

/// Scene units that are added as well: lengths below it have squares that are no longer numbers of
/// full precision. About 10⁻¹⁵⁰.
const SQUARES_UNDERFLOW: f64 = f64::from_bits((1023 - 500) << 52);

/// How far a rotation as stored may be from a true one, as a part of [`Pose::drift`]: the matrix is
/// `I + s²(R − I)` for a quaternion of length `s`, so it differs from `R` by at most twice the
/// drift; a pair of bodies meets that difference twice.
const DRIFT: f64 = 4.0;

/// A body where a frame puts it.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// Local → world.
    pub map: WorldMap,
    drift: f64,
    /// No vertex and no sphere of the body leaves the ball of this radius about the local origin.
    extent: f64,
}

impl Placed {
    /// A body of the given extent about its local origin, at `pose`.
    pub fn new(pose: &Pose, extent: f64) -> Placed {
        let drift = pose.drift();
        let map = pose.world_map();
        Placed { map, drift, extent }
    }

    /// A bound on the distance, in scene units, from a world vertex of the body to where a true
    /// rotation and exact arithmetic would put it.
    pub fn rounding(&self) -> f64 {
        self.rounding_at(self.extent)
    }

    /// [`Placed::rounding`], together with that of a body that lies within `extent` of this one.
    fn rounding_at(&self, extent: f64) -> f64 {
        let reach = self.extent + self.map.translation.length();
        ROUNDING * reach + DRIFT * self.drift * extent + SQUARES_UNDERFLOW
    }
}

/// One body, B, seen from another, A: rotation and translation from B's local space to A's.
#[derive(Clone, Copy, Debug)]
pub struct Relative {
    linear: Mat3,
    translation: Vec3,
    /// A bound on all rounding: when two world vertices, or points of faces between them, coincide,
    /// the local points they come from are no further apart than this, in scene units, seen from A
    /// through [`Relative::apply`]. So spheres that are further apart than this hold no faces that
    /// interfere.
    pub pad: f64,
}

impl Relative {
    /// `b` seen from `a`; the bound holds when their bounding spheres meet.
    pub fn between(a: &Placed, b: &Placed) -> Relative {
        let back = a.map.linear.transpose();
        let extent = a.extent + b.extent;
        Relative {
            linear: back * b.map.linear,
            translation: back * (b.map.translation - a.map.translation),
            pad: a.rounding_at(extent) + b.rounding_at(extent),
        }
    }

    /// A point of B's local space in A's.
    #[inline]
    pub fn apply(&self, p: Vec3) -> Vec3 {
        self.linear * p + self.translation
    }

    /// How far, at most, a point of B within `spread` of `center` has moved in A's space since
    /// `before`, but for rounding.
    pub fn motion(&self, before: &Relative, center: Vec3, spread: f64) -> f64 {
        let moved = self.apply(center).distance(before.apply(center));
        let turned = self.linear - before.linear;
        let columns = [turned.x_axis, turned.y_axis, turned.z_axis];
        let norm = columns.map(|c| c.length_squared()).iter().sum::<f64>();
        moved + norm.sqrt() * spread
    }

    /// Whether the boxes of the bodies, each along the axes of its own local space, are apart on one
    /// of these six axes by more than rounding.
    pub fn boxes_apart(&self, a: &Aabb, b: &Aabb) -> bool {
        let back = self.linear.transpose();
        let moved_back = -(back * self.translation);
        apart_on_axes(a, b, &self.linear, self.translation, self.pad)
            || apart_on_axes(b, a, &back, moved_back, self.pad)
    }
}

/// Whether `b`, turned and moved, lies beyond a side of `a` by more than `pad`.
fn apart_on_axes(a: &Aabb, b: &Aabb, linear: &Mat3, translation: Vec3, pad: f64) -> bool {
    let half = 0.5 * b.size();
    let center = *linear * b.center() + translation;
    let reach = linear.x_axis.abs() * half.x
        + linear.y_axis.abs() * half.y
        + linear.z_axis.abs() * half.z
        + Vec3::splat(2.0 * pad);
    !Aabb::new(center - reach, center + reach).overlaps(a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Quat;

    fn turned(angle: f64, at: Vec3) -> Pose {
        let axis = Vec3::new(1.0, -2.0, 0.5).normalize();
        Pose::new(at, Quat::from_axis_angle(axis, angle))
    }

    #[test]
    fn equal_world_points_are_within_the_pad_of_each_other() {
        for (scale, far) in [(1.0, 0.0), (1e-6, 1.0), (1e6, 1e9), (1.0, 1e12)] {
            let offset = Vec3::new(0.3, -0.7, 0.2) * far;
            for i in 0..200 {
                let (s, t) = (f64::from(i) * 0.37, f64::from(i) * 1.7);
                let stretch = 1.0 + 1e-6 * f64::from(i % 3 - 1);
                let mut a = turned(s, offset);
                a.rotation *= stretch;
                let b = turned(t, offset + Vec3::new(0.5, 0.1, 0.2) * scale);
                let p = Vec3::new(s.sin(), t.cos(), (s + t).sin()) * scale;
                let (a, b) = (Placed::new(&a, 4.0 * scale), Placed::new(&b, 4.0 * scale));
                let world = b.map.apply(p);
                // Where A's local space has that point, by inverting what A's vertices go through.
                let q = a.map.linear.inverse() * (world - a.map.translation);
                let b_in_a = Relative::between(&a, &b);
                assert!(b_in_a.apply(p).distance(q) <= b_in_a.pad);
            }
        }
    }

    #[test]
    fn motion_bounds_how_far_points_go() {
        let rest = Placed::new(&turned(0.4, Vec3::ONE), 3.0);
        let at =
            |angle, x| Relative::between(&rest, &Placed::new(&turned(angle, Vec3::X * x), 3.0));
        let (before, now) = (at(0.1, 1.0), at(0.3, 1.25));
        let center = Vec3::new(0.5, 1.0, 0.0);
        let bound = now.motion(&before, center, 1.5);
        let mut largest: f64 = 0.0;
        for i in 0..100 {
            let (s, t) = (f64::from(i), f64::from(i) * 0.7);
            let away = Vec3::new(s.sin() * t.cos(), s.sin() * t.sin(), s.cos());
            let p = center + 1.5 * away;
            largest = largest.max(now.apply(p).distance(before.apply(p)));
        }
        assert!(
            largest <= bound && bound < 3.0 * largest,
            "{largest} {bound}"
        );
        assert_eq!(now.motion(&now, center, 1.5), 0.0);
    }

    #[test]
    fn boxes_are_apart_on_the_axes_of_either() {
        let unit = Aabb::new(Vec3::ZERO, Vec3::ONE);
        let apart = |pose: &Pose| {
            let (a, b) = (Placed::new(&Pose::IDENTITY, 2.0), Placed::new(pose, 2.0));
            let (ab, ba) = (Relative::between(&a, &b), Relative::between(&b, &a));
            assert_eq!(ab.boxes_apart(&unit, &unit), ba.boxes_apart(&unit, &unit));
            ab.boxes_apart(&unit, &unit)
        };
        assert!(!apart(&Pose::at(Vec3::X)), "they share a side");
        assert!(apart(&Pose::at(Vec3::X * 1.001)));
        // A corner points at the side of the other.
        let corner = Quat::from_rotation_z(std::f64::consts::FRAC_PI_4);
        assert!(apart(&Pose::new(Vec3::new(1.8, 0.0, 0.0), corner)));
        assert!(!apart(&Pose::new(Vec3::new(1.6, 0.0, 0.0), corner)));
    }
}
