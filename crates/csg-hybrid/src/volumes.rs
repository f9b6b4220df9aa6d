//! Bounding volumes and their parameters [Su07 §2.3, §2.4].
//!
//! All lengths are in scene units and all points in the local space of the body. A volume is the
//! exact set that its stored numbers describe: `{center + x e1 + y e2 + z e3}` for all `(x, y, z)`
//! in a standard shape. Nothing depends on axes of exactly unit length.

mod containment;
mod fit;
mod nearest;
mod support;

pub(crate) use fit::SolidPoints;

use geometry::{Ball, ConvexHull, Vec3, unit_scale};
use serde::{Deserialize, Serialize};

/// Bounding volume of a node, in local space.
#[derive(Clone, Debug, PartialEq)]
pub enum BoundingVolume {
    /// Object-aligned bounding box, `ob`. "Cube" in the paper's list of candidates.
    Box(BoundingBox),
    /// Bounding sphere, `sp`.
    Sphere(Ball),
    /// Bounding cylinder, `cy`.
    Cylinder(BoundingCylinder),
    /// Bounding cone, `co`.
    Cone(BoundingCone),
    /// Bounding wedge, `we`.
    Wedge(BoundingWedge),
    /// Convex hull, `ch`.
    Hull(BoundingHull),
}

/// Type of a bounding volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VolumeKind {
    /// Object-aligned bounding box, `ob`.
    Box,
    /// Bounding sphere, `sp`.
    Sphere,
    /// Bounding cylinder, `cy`.
    Cylinder,
    /// Bounding cone, `co`.
    Cone,
    /// Bounding wedge, `we`.
    Wedge,
    /// Convex hull, `ch`.
    Hull,
}

impl VolumeKind {
    /// All types, in the order of the table of costs.
    pub const ALL: [VolumeKind; 6] = [
        VolumeKind::Box,
        VolumeKind::Sphere,
        VolumeKind::Cylinder,
        VolumeKind::Cone,
        VolumeKind::Wedge,
        VolumeKind::Hull,
    ];

    /// Returns the name of the type in options and records.
    pub fn name(self) -> &'static str {
        match self {
            VolumeKind::Box => "box",
            VolumeKind::Sphere => "sphere",
            VolumeKind::Cylinder => "cylinder",
            VolumeKind::Cone => "cone",
            VolumeKind::Wedge => "wedge",
            VolumeKind::Hull => "hull",
        }
    }
}

/// Center and axes of a volume: `(x, y, z; e1, e2, e3)`, in local space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VolumeFrame {
    /// Central point, as the volume defines it.
    pub center: Vec3,
    /// Directions `e1`, `e2` and `e3`: orthonormal up to [`geometry::covariance::AXES_DEFECT`].
    /// Left-handed where a volume looks against one of the principal axes.
    pub axes: [Vec3; 3],
}

/// Box `|x| ≤ L/2`, `|y| ≤ W/2`, `|z| ≤ H/2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingBox {
    /// Center and axes of the box.
    pub frame: VolumeFrame,
    /// Length, width and height: `L, W, H`.
    pub size: Vec3,
}

/// Cylinder `x² + y² ≤ R²`, `0 ≤ z ≤ H`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingCylinder {
    /// Center of the base circle. The axis of the cylinder is `e3`.
    pub frame: VolumeFrame,
    /// Radius `R`, in scene units, not negative.
    pub radius: f64,
    /// Height `H` along `e3`, in scene units, not negative.
    pub height: f64,
}

/// Cone `√(x² + y²) / R + z / H ≤ 1`, `z ≥ 0`: its apex is at height `H`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingCone {
    /// Center of the base circle. The axis `e3` leads from there to the apex.
    pub frame: VolumeFrame,
    /// Radius `R` of the base.
    pub radius: f64,
    /// Height `H` along `e3`, in scene units, not negative.
    pub height: f64,
}

/// Half of a box below a diagonal plane: `x ≥ −L/2`, `y ≥ −W/2`, `|z| ≤ H/2`, `x/L + y/W ≤ 0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingWedge {
    /// Center of the whole box, and its axes. The edges of the wedge are along `e3`.
    pub frame: VolumeFrame,
    /// Length, width and height of the whole box: `L, W, H`.
    pub size: Vec3,
}

/// Convex hull of the points. Exact.
#[derive(Clone, Debug, PartialEq)]
pub struct BoundingHull {
    hull: ConvexHull,
    /// Mean of the vertices, rounded.
    center: Vec3,
    /// Largest sum of the absolute coordinates of a vertex.
    reach: f64,
}

impl BoundingHull {
    /// Prepares a hull for tests of overlap.
    pub fn new(hull: ConvexHull) -> BoundingHull {
        let share = 1.0 / hull.vertices.len() as f64;
        let reach = hull.vertices.iter().map(|p| p.abs().element_sum());
        BoundingHull {
            center: hull.vertices.iter().map(|p| *p * share).sum(),
            reach: reach.fold(0.0, f64::max),
            hull,
        }
    }

    /// Returns the vertices, edges and facets.
    pub fn hull(&self) -> &ConvexHull {
        &self.hull
    }
}

impl BoundingVolume {
    /// Returns the type.
    pub fn kind(&self) -> VolumeKind {
        match self {
            BoundingVolume::Box(_) => VolumeKind::Box,
            BoundingVolume::Sphere(_) => VolumeKind::Sphere,
            BoundingVolume::Cylinder(_) => VolumeKind::Cylinder,
            BoundingVolume::Cone(_) => VolumeKind::Cone,
            BoundingVolume::Wedge(_) => VolumeKind::Wedge,
            BoundingVolume::Hull(_) => VolumeKind::Hull,
        }
    }

    /// Returns the volume in cubic scene units, rounded. Zero if it underflows.
    pub fn volume(&self) -> f64 {
        self.scaled_volume(1.0)
    }

    /// Returns the volume after all lengths are multiplied by `scale`, rounded.
    ///
    /// With the scale of the body's size, volumes of bodies of any size can be compared.
    pub(crate) fn scaled_volume(&self, scale: f64) -> f64 {
        use std::f64::consts::PI;
        match self {
            BoundingVolume::Box(it) => (it.size * scale).element_product(),
            BoundingVolume::Wedge(it) => (it.size * scale).element_product() / 2.0,
            BoundingVolume::Sphere(it) => 4.0 / 3.0 * PI * (it.radius * scale).powi(3),
            BoundingVolume::Cylinder(it) => PI * (it.radius * scale).powi(2) * (it.height * scale),
            BoundingVolume::Cone(it) => {
                PI / 3.0 * (it.radius * scale).powi(2) * (it.height * scale)
            }
            BoundingVolume::Hull(it) => {
                let mesh = it.hull.mesh();
                solid_volume(mesh.vertices(), mesh.triangles(), scale)
            }
        }
    }
}

/// Returns the volume of a closed surface after all lengths are multiplied by `scale`, rounded: the
/// sum of signed tetrahedra, as an absolute value.
///
/// With a `scale` of 1 the unit is the cubic scene unit. The volume of an open surface depends on
/// its first point and means nothing.
///
/// # Panics
/// If a triangle names a point that is not there.
///
/// # Cost
/// Linear in the number of triangles.
pub fn solid_volume(points: &[Vec3], triangles: &[[u32; 3]], scale: f64) -> f64 {
    let Some(apex) = points.first() else {
        return 0.0;
    };
    // Products of arms are formed at unit size, so they neither overflow nor underflow.
    let reach = points.iter().map(|p| (*p - *apex).abs().max_element());
    let unit = unit_scale(reach.fold(0.0, f64::max));
    let arm = |i: u32| (points[i as usize] - *apex) * unit;
    let six_fold = triangles.iter().map(|corners| {
        let [a, b, c] = corners.map(arm);
        a.dot(b.cross(c))
    });
    let factor = scale / unit;
    (six_fold.sum::<f64>().abs() / 6.0) * factor * factor * factor
}

#[cfg(test)]
pub(crate) mod tests;
