//! Pose of one body in the local space of another, with a bound on all rounding.
//!
//! World vertices decide verdicts, but hierarchies are built in local space. A comparison of two
//! hierarchies needs the pose of one body in the space of the other and must stay conservative. It
//! is subject to the rounding of world vertices, of the relative pose and of mapped points, and to
//! quaternions that are not of unit length. This module derives one bound on all of these.
//!
//! # The bound
//! Let `M_a`, `t_a`, `M_b`, `t_b` be the maps to world space; `r_a`, `r_b` the reaches, the largest
//! absolute local coordinates; `n_a`, `n_b` the larger of the greatest absolute row sums of a
//! matrix and of its transpose, at least 1; `u = 2⁻⁵³`; `S = n_a r_a + |t_a| + n_b r_b + |t_b|`.
//!
//! 1. A point `x` of a world triangle of A is `M_a y_a + t_a` up to the rounding of the world
//!    vertices, `5 u S`, where `y_a` lies in the exact local triangle; likewise `M_b y_b + t_b`.
//! 2. Where both are one point, multiply the equation of the two by any matrix `N`:
//!    `y_a = N M_b y_b + N (t_b − t_a) + (I − N M_a) y_a`, up to `10 u n_a S`.
//! 3. We take `N = M_aᵀ`. It is nearly the inverse. How nearly is measured instead of assumed: the
//!    last term of 2 is at most `d_a r_a` with the defect `d_a = ‖I − M_aᵀ M_a‖`, up to about
//!    `1e-5` for a quaternion as far from unit length as recordings may contain.
//! 4. The roundings of `N M_b`, of `N (t_b − t_a)`, and of a mapped point, or of a mapped box's
//!    center, half size and corners, add at most `30 u n_a n_b S`, and underflow at most some
//!    hundred units of the smallest number.
//!
//! In total, each coordinate is off by at most `64 u n_a n_b S + d_a r_a + 2⁻¹⁰⁶⁴`, with room to
//! spare. For bodies of unit size about the origin that is below `1e-13`. Nothing in it is a square
//! of a length: it neither vanishes for subnormal bodies nor overflows for coordinates up to 2¹⁰⁰.
//!
//! # Balls
//! A ball keeps its radius on the way only if the matrices are rotations. As `‖M‖² ≤ 1 + d`, a
//! radius `ρ` becomes at most `(1 + d_a)(1 + d_b) ρ`. Conversely, the distance in world space of
//! two points at a known distance in A's space is that distance up to `(d_a + d_b)` times the
//! lengths involved. With `√3` from coordinates to lengths, all of it is below
//! `2 · 64 u n_a n_b S + 7 (d_a + d_b)(r_a + r_b)`. Distances of balls are compared by their
//! squares, which lose digits below 2⁻⁵¹¹; so 2⁻⁵⁰⁰ is added.
//!
//! In world space a ball needs no margin that vanishes with squares. A rounded world vertex of a
//! local point `y`, `|y − c| ≤ ρ`, is at most `‖M‖ ρ ≤ (1 + d) ρ` from the rounded image of `c`,
//! and the roundings of both, `5 u S` in each coordinate with `S = n r + |t|`. As
//! `2 · √3 · 5 < 18`, a radius of `(1 + d) ρ + 128 u n S + 2⁻¹⁰⁶³` has room for its own rounding,
//! and for that of the corners of the box around the ball ([`PosedExtent::world_ball`]).
//! [`world_bounds`] takes 2 for `n` and a constant for `d`.
//!
//! # Motion
//! The ball also bounds how far rounded world vertices go from one pose to the next
//! ([`motion_bound`]). The exact image of `y`, `|y − c| ≤ ρ`, moves by that of `c` and by at most
//! `‖M' − M‖ ρ`. Four roundings enter, of `y` and of `c`, before and after: `4 · √3 · 5 u S` with
//! the larger `S` of both poses, for which `64 u S` has room. What is computed of them, some eight
//! roundings relative to the sum, is enlarged by 16 ulps. Squares of differences of the matrices
//! may vanish below 2⁻⁵¹¹: they move no vertex by as much as `u S`.
//!
//! # Unit size
//! That addition hides bodies smaller than 2⁻⁵⁰⁰: all their balls seem to touch. A search of
//! hierarchies therefore uses [`RelativePose::unit_sized`], whose unit of length is a power of two
//! near `S`. Everything else scales exactly, and 2⁻⁵⁰⁰ is added in that unit.

use crate::unit_scale::{SQUARES_UNDERFLOW, length, unit_scale};
use crate::{Aabb, Ball, Mat3, Vec3, WorldMap};
use std::sync::atomic::{AtomicU64, Ordering};

/// Largest relative error of one rounding.
const UNIT_ROUNDOFF: f64 = f64::EPSILON / 2.0;

/// Bound on what some hundred operations on subnormal numbers lose: 2⁻¹⁰⁶⁴ scene units.
const POSE_UNDERFLOW: f64 = f64::from_bits(1 << 10);

/// Bound on `n` of a map whose quaternion has a length within 1e-6 of 1: that is `√3 + 1e-5`, as
/// the matrix is a rotation up to its length.
const UNMEASURED_NORM: f64 = 2.0;

/// Bound on how much a map enlarges a length, less 1, if its quaternion is as long. Its matrix is
/// `I + s² (R − I)` with the rotation `R` and the length `s`, which enlarges by at most
/// `2 (s² − 1)` if `s > 1`, else not at all: with the rounding of the entries by less than 4.1e-6.
const UNMEASURED_GROWTH: f64 = 1e-5;

/// Returns a bound on some 30 roundings of values up to `size`, relative and absolute, twice over.
fn rounding_bound(size: f64) -> f64 {
    64.0 * UNIT_ROUNDOFF * size + POSE_UNDERFLOW
}

/// Returns the greatest absolute row sum.
fn row_norm(m: &Mat3) -> f64 {
    let m = m.abs();
    (m.x_axis + m.y_axis + m.z_axis).max_element()
}

/// Returns the larger of the greatest absolute row sums of a matrix and of its transpose, at least
/// 1.
fn norm(m: &Mat3) -> f64 {
    let m = m.abs();
    let columns = [m.x_axis, m.y_axis, m.z_axis].map(Vec3::element_sum);
    let rows = (m.x_axis + m.y_axis + m.z_axis).max_element();
    rows.max(columns[0])
        .max(columns[1])
        .max(columns[2])
        .max(1.0)
}

/// Returns a box like [`PosedExtent::world_box`], with a margin at most four times as wide, without
/// the cost of the other bounds.
///
/// The norm `n` is not measured: 2 bounds it for a quaternion whose length is within 1e-6 of 1.
#[inline]
pub fn world_box(map: &WorldMap, reach: f64, local: &Aabb) -> Aabb {
    loosened_box(map, unmeasured_size(map, reach), local)
}

/// Returns a ball like [`PosedExtent::world_ball`], larger by some 1e-5 of its radius, without the
/// cost of the other bounds. The pose is as [`world_box`] takes it, and the ball's center is in the
/// local box.
#[inline]
pub fn world_ball(map: &WorldMap, reach: f64, local: &Ball) -> Ball {
    grown_ball(map, UNMEASURED_GROWTH, unmeasured_size(map, reach), local)
}

/// Returns a box and a ball like [`PosedExtent::world_bounds`], without the cost of the other
/// bounds. The pose is as [`world_box`] takes it, and the ball's center is in the local box.
///
/// Neither norm nor defect is measured: the ball, and the sides of the box that come from it, are
/// larger by some 1e-5 of its radius, other sides by rounding only.
///
/// # Panics
/// If box and ball share no point.
#[inline(always)] // Else results are stored in parts and loaded whole: the load waits for them.
pub fn world_bounds(
    map: &WorldMap,
    reach: f64,
    local_box: &Aabb,
    local_ball: &Ball,
) -> (Aabb, Ball) {
    let (size, ball) = (
        unmeasured_size(map, reach),
        world_ball(map, reach, local_ball),
    );
    (common_box(&ball, &loosened_box(map, size, local_box)), ball)
}

/// Returns a bound, in scene units, on the distance between the rounded world vertices of any point
/// of a local ball by two maps. No absolute local coordinate of these points, nor of the center, is
/// above `reach`, and both maps are those of poses as [`world_box`] takes them.
pub fn motion_bound(before: &WorldMap, now: &WorldMap, ball: &Ball, reach: f64) -> f64 {
    let moved = length(now.apply(ball.center) - before.apply(ball.center));
    let turned = frobenius_norm(&(now.linear - before.linear)) * ball.radius;
    let far = before.translation.abs().max(now.translation.abs());
    let size = UNMEASURED_NORM * reach + far.max_element();
    (moved + turned) * (1.0 + 16.0 * f64::EPSILON) + rounding_bound(size)
}

/// Returns the root of the sum of all squared entries.
fn frobenius_norm(m: &Mat3) -> f64 {
    let squares = [m.x_axis, m.y_axis, m.z_axis].map(Vec3::length_squared);
    squares.iter().sum::<f64>().sqrt()
}

/// Returns `n (n r + |t|)`, the size of what is rounded, with the bound on `n` that is not
/// measured.
#[inline]
fn unmeasured_size(map: &WorldMap, reach: f64) -> f64 {
    let world_reach = UNMEASURED_NORM * reach + map.translation.abs().max_element();
    UNMEASURED_NORM * world_reach
}

/// Returns the image of a local box, loosened for the rounding of values up to `size`.
#[inline]
fn loosened_box(map: &WorldMap, size: f64, local: &Aabb) -> Aabb {
    let center = map.apply(local.center());
    let margin = rounding_bound(size);
    let half = map.linear.abs() * (0.5 * local.size()) + Vec3::splat(margin);
    Aabb::new(center - half, center + half)
}

/// Returns the image of a local ball, for a map that enlarges a length at most by the factor
/// `1 + growth`, with a margin for the rounding of values up to `size`.
#[inline]
fn grown_ball(map: &WorldMap, growth: f64, size: f64, local: &Ball) -> Ball {
    let radius = local.radius + growth * local.radius + 2.0 * rounding_bound(size);
    Ball::new(map.apply(local.center), radius)
}

/// Returns the common part of a box and of the box around a ball. The ball keeps its size when the
/// body turns, and the box may fit better when it does not.
#[inline]
fn common_box(ball: &Ball, bounds: &Aabb) -> Aabb {
    let common = ball.aabb().intersection(bounds);
    common.expect("a vertex is in both")
}

/// Deviation of the matrix of a pose from a rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
struct MatrixBounds {
    /// `n`: bound on how much either the matrix or its transpose enlarges the largest coordinate.
    norm: f64,
    /// `d`: bound on `‖I − Mᵀ M‖`, its own rounding included.
    defect: f64,
}

impl MatrixBounds {
    /// Measures a matrix.
    #[inline]
    fn of(linear: &Mat3) -> MatrixBounds {
        let norm = norm(linear);
        let defect = row_norm(&(Mat3::IDENTITY - linear.transpose() * *linear));
        MatrixBounds {
            norm,
            // The second term bounds the rounding of the first.
            defect: defect + 8.0 * UNIT_ROUNDOFF * norm * norm,
        }
    }
}

/// Bounds of a pose for its [`PosedExtent`], measured when one is first asked for, by any thread.
///
/// Good for poses of which few are asked: a `OnceLock` takes as long as the measuring. Threads that
/// ask at the same time may all measure, and get the same.
#[derive(Debug)]
pub struct LazyMatrixBounds([AtomicU64; 2]);

/// Bits of a number that no bound is.
const NOT_MEASURED: u64 = u64::MAX;

impl Default for LazyMatrixBounds {
    fn default() -> LazyMatrixBounds {
        LazyMatrixBounds([const { AtomicU64::new(NOT_MEASURED) }; 2])
    }
}

/// Not measured.
impl Clone for LazyMatrixBounds {
    fn clone(&self) -> LazyMatrixBounds {
        LazyMatrixBounds::default()
    }
}

impl LazyMatrixBounds {
    /// Forgets the matrix.
    #[inline]
    pub fn reset(&mut self) {
        *self = LazyMatrixBounds::default();
    }

    /// Returns [`PosedExtent::new`]. The map must be the same in all calls until the next reset.
    #[inline]
    pub fn extent(&self, map: &WorldMap, reach: f64) -> PosedExtent {
        PosedExtent {
            map: *map,
            reach,
            bounds: self.of(&map.linear),
        }
    }

    /// Returns the bounds of a matrix, the same for all calls until the next reset.
    ///
    /// The two numbers are stored one after the other. A thread that finds one of them alone
    /// measures both again.
    #[inline]
    fn of(&self, linear: &Mat3) -> MatrixBounds {
        let [norm, defect] = self.0.each_ref().map(|bits| bits.load(Ordering::Relaxed));
        if norm != NOT_MEASURED && defect != NOT_MEASURED {
            return MatrixBounds {
                norm: f64::from_bits(norm),
                defect: f64::from_bits(defect),
            };
        }
        let bounds = MatrixBounds::of(linear);
        for (bits, bound) in self.0.iter().zip([bounds.norm, bounds.defect]) {
            bits.store(bound.to_bits(), Ordering::Relaxed);
        }
        bounds
    }
}

/// Pose of a body in one frame, with the extents that the bound depends on.
#[derive(Clone, Copy, Debug)]
pub struct PosedExtent {
    /// Map from local to world space, as findings are defined by it.
    pub map: WorldMap,
    /// `r`: no point of the body has a larger absolute local coordinate.
    reach: f64,
    bounds: MatrixBounds,
}

impl PosedExtent {
    /// Returns a body whose local coordinates are at most `reach` in absolute value, posed by
    /// `map`.
    #[inline]
    pub fn new(map: WorldMap, reach: f64) -> PosedExtent {
        let bounds = MatrixBounds::of(&map.linear);
        PosedExtent { map, reach, bounds }
    }

    /// World space itself, for points with coordinates up to `reach`.
    pub fn world(reach: f64) -> PosedExtent {
        let map = WorldMap {
            linear: Mat3::IDENTITY,
            translation: Vec3::ZERO,
        };
        let bounds = MatrixBounds {
            norm: 1.0,
            defect: 0.0,
        };
        PosedExtent { map, reach, bounds }
    }

    /// Returns a world box that contains the rounded world vertices of the body in a local box:
    /// [`RelativePose::apply_box`] for world space itself.
    #[inline]
    pub fn world_box(&self, local: &Aabb) -> Aabb {
        loosened_box(&self.map, self.bounds.norm * self.world_reach(), local)
    }

    /// Returns a world ball that contains the rounded world vertices of the body in a local ball,
    /// whose center is a point of the body's local box. The box of the ball contains them, too,
    /// corners rounded.
    #[inline]
    pub fn world_ball(&self, local: &Ball) -> Ball {
        let size = self.bounds.norm * self.world_reach();
        grown_ball(&self.map, self.bounds.defect, size, local)
    }

    /// Returns a world box and a world ball, of which each contains the rounded world vertices of a
    /// body in both a local box and a local ball. The box is that of what is in both.
    ///
    /// # Panics
    /// If box and ball share no point.
    #[inline]
    pub fn world_bounds(&self, local_box: &Aabb, local_ball: &Ball) -> (Aabb, Ball) {
        let ball = self.world_ball(local_ball);
        (common_box(&ball, &self.world_box(local_box)), ball)
    }

    /// Returns a bound on the absolute world coordinates of the body, up to rounding.
    fn world_reach(&self) -> f64 {
        self.bounds.norm * self.reach + self.map.translation.abs().max_element()
    }

    /// Returns a bound on the distance, in scene units, from a world vertex of the body to where a
    /// true rotation and exact arithmetic would put it.
    pub fn distance_margin(&self) -> f64 {
        2.0 * rounding_bound(self.bounds.norm * self.world_reach())
            + 7.0 * self.bounds.defect * self.reach
            + SQUARES_UNDERFLOW
    }
}

/// Pose of a body B in the local space of a body A. Equal poses have equal bounds on rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RelativePose {
    /// `M_aᵀ M_b`.
    linear: Mat3,
    /// Absolute values of `linear`: its effect on the half sides of a box.
    absolute: Mat3,
    /// `M_aᵀ (t_b − t_a)`.
    translation: Vec3,
    coordinate_margin: f64,
    distance_margin: f64,
    /// `distance_margin` without the loss of squares.
    rounding_margin: f64,
    /// `n_a r_a + |t_a| + n_b r_b + |t_b|` in scene units.
    size: f64,
    /// Number of units of length in a scene unit, a power of two, and its inverse.
    scale: f64,
    unscale: f64,
    /// At most the factor by which a distance in world space exceeds that in A's space.
    world_factor: f64,
}

impl RelativePose {
    /// Returns the pose of `b` in the local space of `a`.
    pub fn new(a: &PosedExtent, b: &PosedExtent) -> RelativePose {
        let to_a = a.map.linear.transpose();
        let linear = to_a * b.map.linear;
        let size = a.world_reach() + b.world_reach();
        let rounding = rounding_bound(a.bounds.norm * b.bounds.norm * size);
        let bent = 7.0 * (a.bounds.defect + b.bounds.defect) * (a.reach + b.reach);
        RelativePose {
            linear,
            absolute: linear.abs(),
            translation: to_a * (b.map.translation - a.map.translation),
            coordinate_margin: rounding + a.bounds.defect * a.reach,
            distance_margin: 2.0 * rounding + bent + SQUARES_UNDERFLOW,
            rounding_margin: 2.0 * rounding + bent,
            size,
            scale: 1.0,
            unscale: 1.0,
            world_factor: (1.0 - a.bounds.defect - 8.0 * f64::EPSILON).max(0.0),
        }
    }

    /// Returns the same pose in another unit of length, in which both bodies, where they are, have
    /// coordinates of about 1: [`RelativePose::apply`] maps scene units to that unit, and margins
    /// are lengths in that unit.
    ///
    /// The unit is a power of two, so that all results are the same but for the unit, except that
    /// squares of lengths do not vanish in tiny bodies.
    #[must_use]
    pub fn unit_sized(&self) -> RelativePose {
        let scale = unit_scale(self.size);
        RelativePose {
            linear: self.linear * scale,
            absolute: self.absolute * scale,
            translation: self.translation * scale,
            coordinate_margin: self.coordinate_margin * scale,
            distance_margin: self.rounding_margin * scale + SQUARES_UNDERFLOW,
            rounding_margin: self.rounding_margin * scale,
            scale,
            unscale: scale.recip(),
            ..*self
        }
    }

    /// Returns the number of units of length in a scene unit, a power of two: 1, except after
    /// [`RelativePose::unit_sized`].
    #[inline]
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Converts a length to scene units.
    #[inline]
    pub fn in_scene_units(&self, length: f64) -> f64 {
        length * self.unscale
    }

    /// Returns the linear part of [`RelativePose::apply`].
    #[inline]
    pub fn linear(&self) -> Mat3 {
        self.linear
    }

    /// Returns the translation of [`RelativePose::apply`], in A's space.
    #[inline]
    pub fn translation(&self) -> Vec3 {
        self.translation
    }

    /// Returns a bound on each coordinate of the difference `y_a − apply(y_b)` of two local points
    /// that coincide in world space, in scene units.
    pub fn coordinate_margin(&self) -> f64 {
        self.coordinate_margin
    }

    /// Returns a bound on the rounding of the distance of two balls, one of each body, in scene
    /// units.
    ///
    /// Balls that are further apart than this, seen from A through [`RelativePose::apply`], contain
    /// no points of faces that coincide in world space. Balls that overlap by four times as much
    /// overlap in world space, too. Holds while the bodies' balls about their origins overlap.
    pub fn distance_margin(&self) -> f64 {
        self.distance_margin
    }

    /// Maps a point from B's local space to A's.
    #[inline]
    pub fn apply(&self, p: Vec3) -> Vec3 {
        self.linear * p + self.translation
    }

    /// Maps a vector from B's local space to A's: [`RelativePose::apply`] without the translation.
    #[inline]
    pub fn apply_vector(&self, v: Vec3) -> Vec3 {
        self.linear * v
    }

    /// Maps a normal in A's space to B's: `n · apply_vector(v) = apply_transposed(n) · v`, but for
    /// rounding.
    #[inline]
    pub fn apply_transposed(&self, n: Vec3) -> Vec3 {
        self.linear.transpose() * n
    }

    /// Returns a box in A's space that contains every local point of A that coincides in world
    /// space with a point in the box `b` of B's space, all rounding included.
    #[inline]
    pub fn apply_box(&self, b: &Aabb) -> Aabb {
        let center = self.apply(b.center());
        let half = self.absolute * (0.5 * b.size()) + Vec3::splat(self.coordinate_margin);
        Aabb::new(center - half, center + half)
    }

    /// Returns a distance that two points are surely not below in world space, if the first lies in
    /// a box in A's space and the second in a box in B's that [`RelativePose::apply_box`] maps to
    /// one at distance `gap` from the first.
    #[inline]
    pub fn world_distance(&self, gap: f64) -> f64 {
        gap * self.world_factor
    }

    /// Returns a bound on how far a point of B within `spread` of `center` has moved in A's space
    /// since `before`, but for rounding. Both poses have the same unit.
    pub fn motion_since(&self, before: &RelativePose, center: Vec3, spread: f64) -> f64 {
        let moved = length(self.apply(center) - before.apply(center));
        moved + frobenius_norm(&(self.linear - before.linear)) * spread
    }

    /// Returns true if the boxes of the bodies, `a` along the axes of A's local space and `b` along
    /// those of B's, are apart on one of these six axes by more than rounding. In scene units.
    pub fn separates_boxes(&self, a: &Aabb, b: &Aabb) -> bool {
        if !self.apply_box(b).overlaps(a) {
            return true;
        }
        // A's box in B's space, by the transpose. What is applied back and forth is off by the
        // defects, which the margin on distances includes.
        let back = self.linear.transpose();
        let center = back * (a.center() - self.translation);
        let half = self.absolute.transpose() * (0.5 * a.size());
        let half = half + Vec3::splat(2.0 * self.distance_margin);
        !Aabb::new(center - half, center + half).overlaps(b)
    }
}

#[cfg(test)]
mod tests;
