//! Support functions: how far a volume reaches along a direction.
//!
//! Cylinders and cones are the curved shapes, not polyhedra around them (D3).

use super::{BoundingHull, BoundingVolume, VolumeFrame};
use geometry::Vec3;

/// Extreme point of the core of a volume. The core of a sphere is its center, that of any other
/// volume is the volume. A search for the closest points of cores needs no steps around a sphere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CorePoint {
    /// Largest `n · (x − center)` over the points `x` of the whole volume, rounded.
    pub height: f64,
    /// Point of the core, relative to the center, in local space.
    pub offset: Vec3,
}

impl BoundingVolume {
    /// Returns the point that [`CorePoint`] and errors refer to. The origin for hulls.
    #[inline]
    pub(crate) fn center(&self) -> Vec3 {
        match self {
            BoundingVolume::Box(it) => it.frame.center,
            BoundingVolume::Sphere(it) => it.center,
            BoundingVolume::Cylinder(it) => it.frame.center,
            BoundingVolume::Cone(it) => it.frame.center,
            BoundingVolume::Wedge(it) => it.frame.center,
            BoundingVolume::Hull(_) => Vec3::ZERO,
        }
    }

    /// Returns a point well inside the volume, or for flat ones at their center, rounded.
    #[inline]
    pub(crate) fn midpoint(&self) -> Vec3 {
        let up = |frame: &VolumeFrame, height: f64| frame.center + frame.axes[2] * height;
        match self {
            BoundingVolume::Box(it) => it.frame.center,
            BoundingVolume::Sphere(it) => it.center,
            BoundingVolume::Cylinder(it) => up(&it.frame, 0.5 * it.height),
            BoundingVolume::Cone(it) => up(&it.frame, 0.25 * it.height),
            BoundingVolume::Wedge(it) => {
                let [x, y] = [it.size.x, it.size.y].map(|length| -length / 6.0);
                it.frame.center + it.frame.vector(Vec3::new(x, y, 0.0))
            }
            BoundingVolume::Hull(it) => it.center,
        }
    }

    /// Returns an upper bound, but for rounding, on the distance from the center of any point.
    #[inline]
    pub(crate) fn reach(&self) -> f64 {
        match self {
            BoundingVolume::Box(it) => it.size.element_sum(),
            BoundingVolume::Sphere(it) => it.radius,
            BoundingVolume::Cylinder(it) => it.radius + it.height,
            BoundingVolume::Cone(it) => it.radius + it.height,
            BoundingVolume::Wedge(it) => it.size.element_sum(),
            BoundingVolume::Hull(it) => it.reach,
        }
    }

    /// Returns the largest `n · (x − center)` over the points `x` of the volume, rounded.
    ///
    /// # Cost
    /// Some ten operations, or one dot product for each vertex of a hull.
    #[inline]
    pub(crate) fn height(&self, n: Vec3) -> f64 {
        match self {
            BoundingVolume::Sphere(it) => it.radius * n.length(),
            BoundingVolume::Hull(it) => it.extreme(n).0,
            BoundingVolume::Box(it) => (0.5 * it.size).dot(it.frame.coordinates(n).abs()),
            BoundingVolume::Cylinder(it) => {
                let m = it.frame.coordinates(n);
                it.radius * m.truncate().length() + it.height * m.z.max(0.0)
            }
            BoundingVolume::Cone(it) => {
                let m = it.frame.coordinates(n);
                (it.radius * m.truncate().length()).max(it.height * m.z)
            }
            BoundingVolume::Wedge(it) => {
                let m = it.frame.coordinates(n);
                m.dot(wedge_corner(m, it.size))
            }
        }
    }

    /// Returns the farthest point along `n`, with its height, relative to the center. Local space.
    ///
    /// # Cost
    /// Some twenty operations, or one dot product for each vertex of a hull.
    #[inline]
    pub(crate) fn support(&self, n: Vec3) -> CorePoint {
        match self {
            BoundingVolume::Sphere(it) => CorePoint {
                height: it.radius * n.length(),
                offset: Vec3::ZERO,
            },
            BoundingVolume::Hull(it) => {
                let (height, offset) = it.extreme(n);
                CorePoint { height, offset }
            }
            BoundingVolume::Box(it) => it.frame.support(n, |m| {
                let half = 0.5 * it.size;
                Vec3::new(
                    half.x.copysign(m.x),
                    half.y.copysign(m.y),
                    half.z.copysign(m.z),
                )
            }),
            BoundingVolume::Cylinder(it) => it.frame.support(n, |m| {
                let z = if m.z > 0.0 { it.height } else { 0.0 };
                rim(m, it.radius).with_z(z)
            }),
            BoundingVolume::Cone(it) => it.frame.support(n, |m| {
                if m.z * it.height > it.radius * m.truncate().length() {
                    Vec3::Z * it.height
                } else {
                    rim(m, it.radius)
                }
            }),
            BoundingVolume::Wedge(it) => it.frame.support(n, |m| wedge_corner(m, it.size)),
        }
    }
}

impl BoundingHull {
    /// Returns the largest `n · x` over the vertices, and such a vertex.
    #[inline]
    fn extreme(&self, n: Vec3) -> (f64, Vec3) {
        let mut best = (f64::NEG_INFINITY, Vec3::ZERO);
        for p in &self.hull.vertices {
            let height = n.dot(*p);
            if height > best.0 {
                best = (height, *p);
            }
        }
        best
    }
}

impl VolumeFrame {
    /// Returns the farthest point along `n` of a shape whose extreme points `extreme` gives.
    #[inline]
    fn support(&self, n: Vec3, extreme: impl FnOnce(Vec3) -> Vec3) -> CorePoint {
        let m = self.coordinates(n);
        let x = extreme(m);
        CorePoint {
            height: m.dot(x),
            offset: self.vector(x),
        }
    }
}

/// Returns the farthest point along `m` of a circle about the axis, in its plane.
#[inline]
fn rim(m: Vec3, radius: f64) -> Vec3 {
    let length = m.truncate().length();
    if length == 0.0 {
        return Vec3::ZERO;
    }
    Vec3::new(m.x * (radius / length), m.y * (radius / length), 0.0)
}

/// Returns the farthest corner of a wedge along `m`.
#[inline]
fn wedge_corner(m: Vec3, size: Vec3) -> Vec3 {
    let half = 0.5 * size;
    let (along_x, along_y) = (m.x * size.x, m.y * size.y);
    let [x, y] = if along_x.max(along_y) <= 0.0 {
        [-half.x, -half.y]
    } else if along_x >= along_y {
        [half.x, -half.y]
    } else {
        [-half.x, half.y]
    };
    Vec3::new(x, y, half.z.copysign(m.z))
}
