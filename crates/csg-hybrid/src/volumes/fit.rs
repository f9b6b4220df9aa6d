//! The smallest volume of each type around the points of a node [Su07 §2.3].
//!
//! Preprocessing: good for some thousands of points. With `h` vertices of the hull, a few passes of
//! `h` for each candidate, and some 250 for each of six cones. The essence:
//! 1. Take the vertices of the convex hull, and the principal axes of the surface.
//! 2. Move and scale the vertices to unit size, and turn them into the axes.
//! 3. Fit a box, a ball, three cylinders, six cones and twelve wedges (D4).
//! 4. Keep the smallest of each type that provably contains all vertices. Rounding of its
//!    parameters is covered by a margin, which doubles until the proof succeeds.

use super::{
    BoundingBox, BoundingCone, BoundingCylinder, BoundingHull, BoundingVolume, BoundingWedge,
    VolumeFrame, VolumeKind,
};
use geometry::covariance::principal_axes;
use geometry::{Aabb, Ball, ConvexHull, Vec3, unit_scale};
use std::cmp::Ordering;

/// Maximum number of times that a margin doubles. A few do: the first margin is about the rounding
/// that it has to cover.
const MOST_DOUBLINGS: usize = 60;

/// Number of powers of two on each side of the mean slope at which cones are tried. Slopes beyond
/// them are as flat or steep as rounding.
const SLOPES: i32 = 60;

/// Number of steps that narrow down the slope of a cone, each by a third: to 2⁻³⁴ of it.
const SLOPE_STEPS: usize = 60;

/// Points of a node, ready to be bounded. Local space.
#[derive(Clone, Debug)]
pub(crate) struct SolidPoints {
    /// Vertices of the hull, or all points if they span no volume.
    points: Vec<Vec3>,
    hull: Option<ConvexHull>,
    /// Principal axes of the surface.
    axes: [Vec3; 3],
    /// About the center of all points.
    origin: Vec3,
    /// Power of two that brings the points, seen from the origin, to unit size.
    scale: f64,
}

impl SolidPoints {
    /// Prepares the vertices and triangles of a node's B-rep. `None` without points.
    ///
    /// Flat points, and points with coordinates beyond [`geometry::MAX_COORDINATE`], have no hull.
    ///
    /// # Panics
    /// If a triangle names a point that is not there.
    pub(crate) fn new(points: &[Vec3], triangles: &[[u32; 3]]) -> Option<SolidPoints> {
        let axes = principal_axes(points, triangles)?.axes;
        let hull = ConvexHull::of_points(points).ok();
        let extreme = hull.as_ref().map_or(points, |hull| &hull.vertices).to_vec();
        let bounds = Aabb::of_points(&extreme);
        // Halves first: the sum of two large coordinates may overflow.
        let origin = if extreme.iter().all(|p| *p == extreme[0]) {
            extreme[0]
        } else {
            0.5 * bounds.min + 0.5 * bounds.max
        };
        let reach = extreme.iter().map(|p| (*p - origin).abs().max_element());
        let scale = unit_scale(reach.fold(0.0, f64::max));
        Some(SolidPoints {
            points: extreme,
            hull,
            axes,
            origin,
            scale,
        })
    }

    /// Returns the same for axes other than the principal ones.
    #[cfg(test)]
    pub(crate) fn with_axes(points: &[Vec3], axes: [Vec3; 3]) -> SolidPoints {
        let solid = SolidPoints::new(points, &[]).expect("points");
        SolidPoints { axes, ..solid }
    }

    /// Returns the power of two that brings the points to unit size.
    pub(crate) fn scale(&self) -> f64 {
        self.scale
    }

    /// Returns the smallest volume of a type that provably contains all points. `None` for the hull
    /// of flat points.
    pub(crate) fn smallest(&self, kind: VolumeKind) -> Option<BoundingVolume> {
        let candidates: Vec<BoundingVolume> = match kind {
            VolumeKind::Sphere => self.ball().into_iter().collect(),
            VolumeKind::Hull => self
                .hull
                .iter()
                .map(|hull| BoundingVolume::Hull(BoundingHull::new(hull.clone())))
                .collect(),
            VolumeKind::Box => self.fit(self.axes, fit_box).into_iter().collect(),
            VolumeKind::Cylinder => {
                let turned = (0..3).map(|axis| self.turned(axis));
                turned
                    .filter_map(|axes| self.fit(axes, fit_cylinder))
                    .collect()
            }
            VolumeKind::Cone => {
                let turned = (0..3).flat_map(|axis| {
                    let [u, v, w] = self.turned(axis);
                    // The apex may be at either end of the axis.
                    [[u, v, w], [u, v, -w]]
                });
                turned.filter_map(|axes| self.fit(axes, fit_cone)).collect()
            }
            VolumeKind::Wedge => {
                let turned = (0..3).flat_map(|axis| {
                    let [u, v, w] = self.turned(axis);
                    // The right angle of the wedge may be at each of the four edges of the box.
                    [[u, v, w], [-u, v, w], [u, -v, w], [-u, -v, w]]
                });
                turned
                    .filter_map(|axes| self.fit(axes, fit_wedge))
                    .collect()
            }
        };
        let volume = |it: &BoundingVolume| it.scaled_volume(self.scale);
        candidates
            .into_iter()
            .min_by(|a, b| volume(a).total_cmp(&volume(b)))
    }

    /// Returns the axes, the chosen one last.
    fn turned(&self, axis: usize) -> [Vec3; 3] {
        let [u, v, w] = self.axes;
        [[v, w, u], [w, u, v], [u, v, w]][axis]
    }

    /// Returns a volume with these axes that provably contains all points.
    fn fit(&self, axes: [Vec3; 3], shape: FitVolume) -> Option<BoundingVolume> {
        let unit = UnitPoints::new(self, axes);
        let mut margin = self.first_margin();
        for _ in 0..MOST_DOUBLINGS {
            let volume = shape(&unit, margin);
            if self.points.iter().all(|p| volume.surely_contains(*p)) {
                return Some(volume);
            }
            margin *= 2.0;
        }
        None
    }

    /// Returns the margin to begin with, at unit size: about the rounding of local coordinates, and
    /// of a center as far from the body's origin as this one. Zero if all points are equal.
    fn first_margin(&self) -> f64 {
        if self.points.iter().all(|p| *p == self.origin) {
            return 0.0;
        }
        f64::EPSILON * (64.0 + 0.25 * self.origin.abs().max_element() * self.scale)
    }

    /// Returns the smallest ball, which provably contains all points.
    fn ball(&self) -> Option<BoundingVolume> {
        let unit: Vec<Vec3> = self
            .points
            .iter()
            .map(|p| (*p - self.origin) * self.scale)
            .collect();
        let center = self.origin + Ball::minimal(&unit)?.center / self.scale;
        let distance = |p: &Vec3| ((*p - center) * self.scale).length();
        let farthest = self.points.iter().map(distance).fold(0.0, f64::max);
        // `surely_contains` asks for a few roundings more than that.
        let radius = self.scene_length(farthest * (1.0 + 32.0 * f64::EPSILON));
        let ball = BoundingVolume::Sphere(Ball::new(center, radius));
        let contains = self.points.iter().all(|p| ball.surely_contains(*p));
        contains.then_some(ball)
    }

    /// Returns a length of unit size in scene units, rounded up where that is not exact.
    fn scene_length(&self, length: f64) -> f64 {
        let scene = length / self.scale;
        if scene * self.scale < length {
            return scene.next_up();
        }
        scene
    }
}

/// Makes a volume around points, each enlarged to a cube of half side `margin`.
type FitVolume = fn(&UnitPoints<'_>, f64) -> BoundingVolume;

/// Points in the axes of a volume, at unit size, seen from the origin of the solid.
struct UnitPoints<'a> {
    solid: &'a SolidPoints,
    axes: [Vec3; 3],
    points: Vec<Vec3>,
    low: Vec3,
    high: Vec3,
}

impl UnitPoints<'_> {
    fn new(solid: &SolidPoints, axes: [Vec3; 3]) -> UnitPoints<'_> {
        let frame = VolumeFrame {
            center: solid.origin,
            axes,
        };
        let unit = |p: &Vec3| frame.coordinates((*p - solid.origin) * solid.scale);
        let points: Vec<Vec3> = solid.points.iter().map(unit).collect();
        let bounds = Aabb::of_points(&points);
        UnitPoints {
            solid,
            axes,
            points,
            low: bounds.min,
            high: bounds.max,
        }
    }

    /// Returns the frame with its center at a point of unit size.
    fn frame(&self, center: Vec3) -> VolumeFrame {
        let at_origin = VolumeFrame {
            center: self.solid.origin,
            axes: self.axes,
        };
        VolumeFrame {
            center: self.solid.origin + at_origin.vector(center) / self.solid.scale,
            axes: self.axes,
        }
    }

    fn scene_size(&self, size: Vec3) -> Vec3 {
        Vec3::from(
            size.to_array()
                .map(|length| self.solid.scene_length(length)),
        )
    }

    /// Returns the axis of the thinnest cylinder along `e3`, and the distances of the points.
    fn around_axis(&self) -> (Vec3, impl Iterator<Item = f64> + '_) {
        // The smallest ball of points in a plane is their smallest circle.
        let flat: Vec<Vec3> = self.points.iter().map(|p| p.with_z(0.0)).collect();
        let axis = Ball::minimal(&flat).expect("a solid has points").center;
        let distances = self
            .points
            .iter()
            .map(move |p| (*p - axis).truncate().length());
        (axis.with_z(0.0), distances)
    }
}

/// Fits the box whose `L`, `W` and `H` are the extents along the axes.
fn fit_box(unit: &UnitPoints<'_>, margin: f64) -> BoundingVolume {
    let size = unit.high - unit.low + Vec3::splat(2.0 * margin);
    BoundingVolume::Box(BoundingBox {
        frame: unit.frame(0.5 * (unit.low + unit.high)),
        size: unit.scene_size(size),
    })
}

/// Fits the cylinder whose `R` is the radius of the smallest circle around the points, seen along
/// the axis.
fn fit_cylinder(unit: &UnitPoints<'_>, margin: f64) -> BoundingVolume {
    let (axis, distances) = unit.around_axis();
    let radius = distances.fold(0.0, f64::max) + 2.0 * margin;
    let height = unit.high.z - unit.low.z + 2.0 * margin;
    BoundingVolume::Cylinder(BoundingCylinder {
        frame: unit.frame(axis.with_z(unit.low.z - margin)),
        radius: unit.solid.scene_length(radius),
        height: unit.solid.scene_length(height),
    })
}

/// Fits the cone with its base at the lowest point and the slope `κ = H / R` of the least volume.
///
/// A point at distance `ρ` from the axis and height `h` is below the side if `h + κ ρ ≤ H`. So the
/// lowest apex is `H(κ) = max (h + κ ρ)`, and the volume is proportional to `R² H = H³ / κ²`. For a
/// single point, the logarithm of that falls up to `κ = 2 h / ρ`, that is `H = 3 h`, and then
/// rises. The maximum over the points falls and then rises, too, so there is one minimum to narrow
/// down.
fn fit_cone(unit: &UnitPoints<'_>, margin: f64) -> BoundingVolume {
    let (axis, distances) = unit.around_axis();
    let base = unit.low.z - margin;
    let heights = unit.points.iter().map(|p| p.z - base + margin);
    let profile: Vec<[f64; 2]> = heights
        .zip(distances)
        .map(|(h, rho)| [h, rho + 2.0 * margin])
        .collect();
    let frame = unit.frame(axis.with_z(base));
    let (radius, height) = smallest_cone(&outermost(profile));
    // The check of a point rounds twelve times.
    let up = 1.0 + 32.0 * f64::EPSILON;
    BoundingVolume::Cone(BoundingCone {
        frame,
        radius: unit.solid.scene_length(radius * up),
        height: unit.solid.scene_length(height * up),
    })
}

/// Returns the points `[h, ρ]` that no other point exceeds in both: those that may bound a cone.
///
/// Rounding is monotone, so at no slope another point is higher, not even by a rounding.
fn outermost(mut profile: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    profile.sort_unstable_by(|a, b| b[0].total_cmp(&a[0]).then(b[1].total_cmp(&a[1])));
    let mut widest = f64::NEG_INFINITY;
    profile.retain(|[_, rho]| {
        let is_wider = *rho > widest;
        widest = widest.max(*rho);
        is_wider
    });
    profile
}

/// Returns radius and height of the smallest cone around points of height `h` at distance `ρ` from
/// the axis.
fn smallest_cone(profile: &[[f64; 2]]) -> (f64, f64) {
    let highest = profile.iter().map(|[h, _]| *h).fold(0.0, f64::max);
    let widest = profile.iter().map(|[_, rho]| *rho).fold(0.0, f64::max);
    if highest == 0.0 || widest == 0.0 {
        return (widest, highest);
    }
    let apex = |slope: f64| {
        let over = profile.iter().map(|[h, rho]| h + slope * rho);
        over.fold(0.0, f64::max)
    };
    // As H³ / κ², with the steps of the product at unit size.
    let volume = |slope: f64| {
        let height = apex(slope);
        height * (height / slope) * (height / slope)
    };
    // Of equal volumes, the first one.
    let least = |slopes: &mut dyn Iterator<Item = f64>| {
        let tried = slopes.map(|slope| (volume(slope), slope));
        let best = tried.reduce(|best, next| match next.0.total_cmp(&best.0) {
            Ordering::Less => next,
            _ => best,
        });
        best.expect("there are slopes to try").1
    };
    let mean = highest / widest;
    let best = least(&mut (-SLOPES..=SLOPES).map(|k| mean * 2f64.powi(k)));
    let (mut low, mut high) = (0.5 * best, 2.0 * best);
    for _ in 0..SLOPE_STEPS {
        let third = (high - low) / 3.0;
        if volume(low + third) <= volume(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    let slope = least(&mut [low, high, best].into_iter());
    let height = apex(slope);
    (height / slope, height)
}

/// Fits the wedge below the diagonal plane of the box, which slides outward until all points are
/// below it (D4). Its slope stays, so that `L` and `W` grow alike.
fn fit_wedge(unit: &UnitPoints<'_>, margin: f64) -> BoundingVolume {
    let corner = unit.low - Vec3::splat(margin);
    let extent = unit.high - unit.low + Vec3::splat(2.0 * margin);
    let share = |length: f64, extent: f64| if extent > 0.0 { length / extent } else { 0.0 };
    let reach = unit.points.iter().map(|p| {
        let from_corner = *p - corner + Vec3::splat(margin);
        share(from_corner.x, extent.x) + share(from_corner.y, extent.y)
    });
    let factor = reach.fold(0.0, f64::max) * (1.0 + 32.0 * f64::EPSILON);
    let size = extent * Vec3::new(factor, factor, 1.0);
    BoundingVolume::Wedge(BoundingWedge {
        frame: unit.frame(corner + 0.5 * size),
        size: unit.scene_size(size),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_points_of_a_profile_do_not_change_its_cone() {
        let spread = |i: u32| (f64::from(i) * 0.618).fract();
        for count in [1, 2, 7, 500] {
            let points = (0..count).map(|i| [spread(i), spread(7 * i + 1)]);
            let profile: Vec<[f64; 2]> = points.chain([[0.0, 0.5]]).collect();
            let outer = outermost(profile.clone());
            let is_outer = |p: &[f64; 2]| !profile.iter().any(|q| q[0] > p[0] && q[1] > p[1]);
            assert!(outer.iter().all(is_outer) && outer.len() < 40);
            assert_eq!(smallest_cone(&outer), smallest_cone(&profile));
        }
        // Of equal points, one is enough.
        assert_eq!(outermost(vec![[1.0, 2.0]; 3]), [[1.0, 2.0]]);
    }
}
