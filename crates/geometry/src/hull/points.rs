//! The hull of points, exactly: steps and errors.
//!
//! Good for any finite points: repeated ones, grids, points on spheres and cones. The sign of an
//! orientation determinant decides every question, so the hull is that of the points as stored.
//! For `n` points in general position the cost is about `n log n`. The essence:
//! 1. Merge equal points. Multiply by a power of two if all are small, which is exact.
//! 2. Build a hull of triangles ([`super::quickhull`]). A point that lies in the plane of a
//!    triangle does not see it, so a facet may be of many triangles.
//! 3. Merge coplanar triangles, and drop the points within facets and edges ([`super::merge`]).
//! 4. Number vertices in the order of the points, and facets by their vertices. The result does
//!    not depend on the course of step 2.

use super::{ConvexHull, merge, quickhull};
use crate::topology::weld;
use crate::{MAX_COORDINATE, Sign, Vec3, orient2d, orient3d, unit_scale};
use thiserror::Error;

/// Reason why points have no hull with volume.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
pub enum NoHull {
    /// More points than indices of their features can name.
    #[error("{0} points are too many for a hull; at most {MAX_POINTS} are supported")]
    TooManyPoints(usize),
    /// Coordinate that is NaN, infinite or too large.
    #[error(
        "point {point} has the coordinate {value:e}; coordinates must be finite and at most 2^100 \
         (about 1.27e30) in absolute value: repair or rescale the points"
    )]
    BadPoint {
        /// Index of the point.
        point: usize,
        /// Value of the coordinate.
        value: f64,
    },
    /// Fewer than four different points: their number.
    #[error("{0} different points span no volume; a hull needs at least four")]
    TooFewPoints(usize),
    /// All points on one line.
    #[error("all points lie on one line; a hull needs points that span a volume")]
    Collinear,
    /// All points in one plane.
    #[error("all points lie in one plane; a hull needs points that span a volume")]
    Coplanar,
}

/// Largest number of points of a hull: 2²⁹. A hull of `n` points lists less than `6 n` corners, and
/// 32-bit indices number them.
const MAX_POINTS: usize = 1 << 29;

impl ConvexHull {
    /// Returns the hull of these points. Exact: a point is a vertex if the hull of the others does
    /// not contain it, and facets are merged if their vertices lie exactly in one plane.
    ///
    /// Equal points give equal hulls on every platform. The order of the points numbers the
    /// vertices and has no other effect.
    ///
    /// # Errors
    /// [`NoHull`] if there are too many points, a coordinate is NaN or larger than
    /// [`MAX_COORDINATE`], or the points span no volume.
    ///
    /// # Cost
    /// About `n log n` for `n` points in general position, `n²` at worst.
    pub fn of_points(points: &[Vec3]) -> Result<ConvexHull, NoHull> {
        check(points)?;
        // Step 1. In the filter of `orient3d`, a bound on underflow covers determinants below
        // 2⁻⁹⁶⁰. Scaled, few signs of small bodies need exact arithmetic.
        let different = different(points);
        if different.len() < 4 {
            return Err(NoHull::TooFewPoints(different.len()));
        }
        let largest = points.iter().map(|p| p.abs().max_element());
        let scale = unit_scale(largest.fold(0.0, f64::max)).max(1.0);
        let scaled: Vec<Vec3> = different
            .iter()
            .map(|i| points[*i as usize] * scale)
            .collect();
        // Steps 2 and 3.
        let triangles = quickhull::triangles(&scaled, first_simplex(&scaled)?);
        let loops = merge::facets(&scaled, &triangles);
        Ok(numbered(points, &different, loops))
    }
}

/// Checks the number of points and their coordinates.
fn check(points: &[Vec3]) -> Result<(), NoHull> {
    check_count(points.len())?;
    for (point, p) in points.iter().enumerate() {
        // NaN fails the comparison, too.
        let bad = |x: &f64| x.is_nan() || x.abs() > MAX_COORDINATE;
        if let Some(value) = p.to_array().into_iter().find(bad) {
            return Err(NoHull::BadPoint { point, value });
        }
    }
    Ok(())
}

fn check_count(count: usize) -> Result<(), NoHull> {
    if count > MAX_POINTS {
        return Err(NoHull::TooManyPoints(count));
    }
    Ok(())
}

/// Returns the index of each point that equals none before it, ascending.
fn different(points: &[Vec3]) -> Vec<u32> {
    let first_equal = weld(points);
    let indices = 0..points.len() as u32;
    indices.filter(|i| first_equal[*i as usize] == *i).collect()
}

/// Returns four points that are not coplanar, the fourth behind the triangle of the first three.
///
/// Prefers points far apart, as far as rounded distances show, but takes any that are exactly in
/// general position.
fn first_simplex(points: &[Vec3]) -> Result<[u32; 4], NoHull> {
    let at = |i: u32| points[i as usize];
    let all = 0..points.len() as u32;
    let along_x = |i: &u32, j: &u32| at(*i).x.total_cmp(&at(*j).x);
    let a = all.clone().min_by(along_x).expect("at least four points");
    let b = farthest(&all, |i| at(i).distance_squared(at(a)));
    // All points differ, so another point is as good if the squares underflow.
    let b = if b == a { u32::from(a == 0) } else { b };
    let collinear = |c: u32| (0..3).all(|axis| orient2d(axis, at(a), at(b), at(c)) == Sign::Zero);
    let from_line = |c: u32| (at(b) - at(a)).cross(at(c) - at(a)).length_squared();
    let c = Some(farthest(&all, from_line)).filter(|c| !collinear(*c));
    let c = c.or_else(|| all.clone().find(|c| !collinear(*c)));
    let c = c.ok_or(NoHull::Collinear)?;
    let side = |d: u32| orient3d(at(a), at(b), at(c), at(d));
    let normal = (at(b) - at(a)).cross(at(c) - at(a));
    let d = Some(farthest(&all, |d| normal.dot(at(d) - at(a)).abs()));
    let d = d.filter(|d| side(*d) != Sign::Zero);
    let d = d.or_else(|| all.clone().find(|d| side(*d) != Sign::Zero));
    let d = d.ok_or(NoHull::Coplanar)?;
    Ok(match side(d) {
        Sign::Negative => [a, b, c, d],
        _ => [a, c, b, d],
    })
}

/// Returns the first index of the greatest value.
fn farthest(all: &std::ops::Range<u32>, value: impl Fn(u32) -> f64) -> u32 {
    let mut best = (all.start, f64::NEG_INFINITY);
    for i in all.clone() {
        let here = value(i);
        if here > best.1 {
            best = (i, here);
        }
    }
    best.0
}

/// Returns the hull of loops of indices into `different`, which are indices into `points`.
fn numbered(points: &[Vec3], different: &[u32], mut loops: Vec<Vec<u32>>) -> ConvexHull {
    let mut corners: Vec<u32> = loops.iter().flatten().copied().collect();
    corners.sort_unstable();
    corners.dedup();
    let mut rank = vec![u32::MAX; different.len()];
    for (i, corner) in (0u32..).zip(&corners) {
        rank[*corner as usize] = i;
    }
    for facet in &mut loops {
        facet.iter_mut().for_each(|v| *v = rank[*v as usize]);
        let lowest = (0..facet.len()).min_by_key(|i| facet[*i]);
        facet.rotate_left(lowest.expect("a facet has corners"));
    }
    loops.sort_unstable();
    let original: Vec<u32> = corners.iter().map(|c| different[*c as usize]).collect();
    let vertices = original.iter().map(|i| points[*i as usize]).collect();
    ConvexHull::from_facets(vertices, original, loops)
}

#[cfg(test)]
mod tests;
