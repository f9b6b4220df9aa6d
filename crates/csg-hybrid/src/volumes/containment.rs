//! Proof that a volume contains a point, all rounding included.
//!
//! # The bound
//! Let `E` have the axes of a volume as columns, and let `d = p − center` for a point `p`. Its
//! exact coordinates are `x = E⁻¹ d`. We compute `Eᵀ d`. With `u = 2⁻⁵³` and the defect `δ = ‖I −
//! EᵀE‖`, at most 64 u, twice [`AXES_DEFECT`]:
//! 1. `E⁻¹ − Eᵀ = (I − EᵀE) E⁻¹` has a norm of at most `δ (1 + δ) ≤ 65 u`.
//! 2. The difference `d` is off by `u |d|`, as is its product with a matrix of norm 1.
//! 3. Each product with an axis takes three roundings of at most `√3 |d|`: `6 u |d|`.
//!
//! In total each coordinate, and the vector of two of them, is off by at most `100 u |d|`. The
//! constant is 256 u, and `|d|` is replaced by the sum of the absolute coordinates, which is at
//! least as large but for rounding. The rest compares at most five rounded products, for which
//! `8 ε` of the terms is enough.
//!
//! All of it is relative to the distance from the center of the volume: it does not depend on how
//! far the body is from its origin, and it is zero if all points are equal.

use super::{BoundingVolume, VolumeFrame};
use geometry::covariance::AXES_DEFECT;
use geometry::{Ball, ConvexHull, Sign, Vec3, orient3d, unit_scale};

/// Bound on the rounding of local coordinates, relative to the sum of their absolute values.
const LOCAL_ROUNDING: f64 = 128.0 * f64::EPSILON;

/// Factor that exceeds a few roundings of a product or a root.
const UP: f64 = 1.0 + 8.0 * f64::EPSILON;

// The derivation above counts with this defect.
const _: () = assert!(AXES_DEFECT <= 32.0 * f64::EPSILON);

impl BoundingVolume {
    /// Returns true if the volume contains `p` for certain: in exact arithmetic, for the stored
    /// numbers. False proves nothing, except for hulls, which are exact.
    ///
    /// # Cost
    /// Some thirty operations, or one exact sign for each facet of a hull.
    pub fn surely_contains(&self, p: Vec3) -> bool {
        match self {
            BoundingVolume::Box(it) => {
                let at = LocalPoint::new(&it.frame, p);
                let reach = at.x.abs() + Vec3::splat(at.error);
                reach.cmple(it.size * (0.5 * at.scale)).all()
            }
            BoundingVolume::Sphere(it) => ball_contains(it, p),
            BoundingVolume::Cylinder(it) => {
                let at = LocalPoint::new(&it.frame, p);
                at.is_between(0.0, it.height * at.scale)
                    && at.axis_distance() <= it.radius * at.scale
            }
            BoundingVolume::Cone(it) => {
                let at = LocalPoint::new(&it.frame, p);
                let (radius, height) = (it.radius * at.scale, it.height * at.scale);
                // ρ / R + z / H ≤ 1. The difference is of exact numbers, so UP covers it.
                let below_apex = height - at.x.z - at.error;
                at.is_between(0.0, height)
                    && at.axis_distance() * height * UP <= radius * below_apex
            }
            BoundingVolume::Wedge(it) => {
                let at = LocalPoint::new(&it.frame, p);
                let size = it.size * at.scale;
                let [x, y] = [at.x.x, at.x.y];
                // x / L + y / W ≤ 0.
                let products = [(x + at.error) * size.y, (y + at.error) * size.x];
                let rounding = (UP - 1.0) * (products[0].abs() + products[1].abs());
                at.is_between(-0.5 * size.z, 0.5 * size.z)
                    && x - at.error >= -0.5 * size.x
                    && y - at.error >= -0.5 * size.y
                    && products[0] + products[1] + rounding <= 0.0
            }
            BoundingVolume::Hull(it) => hull_contains(it.hull(), p),
        }
    }
}

/// Coordinates of a point in the frame of a volume, times a power of two that brings them to unit
/// size.
struct LocalPoint {
    x: Vec3,
    /// Bound on the error of each coordinate, and of each pair of them.
    error: f64,
    scale: f64,
}

impl LocalPoint {
    fn new(frame: &VolumeFrame, p: Vec3) -> LocalPoint {
        let d = p - frame.center;
        let scale = unit_scale(d.abs().max_element());
        let x = frame.coordinates(d * scale);
        LocalPoint {
            x,
            error: LOCAL_ROUNDING * x.abs().element_sum(),
            scale,
        }
    }

    /// Returns true if `low ≤ z ≤ high` for certain. Both are scaled: half of a subnormal length
    /// would be rounded.
    fn is_between(&self, low: f64, high: f64) -> bool {
        let z = self.x.z;
        low <= z - self.error && z + self.error <= high
    }

    /// Returns an upper bound on the distance from the axis `e3`.
    fn axis_distance(&self) -> f64 {
        (self.x.truncate().length() + self.error) * UP
    }
}

impl VolumeFrame {
    /// Returns the coordinates of a vector along the axes: `Eᵀ d`.
    #[inline]
    pub(crate) fn coordinates(&self, d: Vec3) -> Vec3 {
        let [e1, e2, e3] = self.axes;
        Vec3::new(e1.dot(d), e2.dot(d), e3.dot(d))
    }

    /// Returns the vector with these coordinates: `E x`.
    #[inline]
    pub(crate) fn vector(&self, x: Vec3) -> Vec3 {
        let [e1, e2, e3] = self.axes;
        e1 * x.x + e2 * x.y + e3 * x.z
    }
}

fn ball_contains(ball: &Ball, p: Vec3) -> bool {
    let d = p - ball.center;
    let scale = unit_scale(d.abs().max_element());
    (d * scale).length() * UP <= ball.radius * scale
}

/// Returns true if no facet sees the point. Exact.
fn hull_contains(hull: &ConvexHull, p: Vec3) -> bool {
    (0..hull.facets.len()).all(|facet| {
        let corners = &hull.facet_vertices.get(facet)[..3];
        let [a, b, c] = [0, 1, 2].map(|i| hull.vertices[corners[i] as usize]);
        orient3d(a, b, c, p) != Sign::Positive
    })
}
