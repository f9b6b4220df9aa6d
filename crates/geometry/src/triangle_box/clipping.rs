//! The paper's clipping test.

use super::intersects_by_sat;
use crate::{Aabb, Triangle, Vec3};

/// Bound on rounding, relative to the extent of triangle and box about the box's centre.
///
/// Every computed corner stays within 45 half-ulps of a point of the triangle: moving the corners
/// to the centre costs one, and each of four clips at most eleven, five for its share of an edge
/// of at most twice the extent and one for the sum. Those points of the triangle stay in convex
/// order, so they span a part of it that misses only what was cut off; and what was cut off lies
/// beyond the plane of the cut, less 45 half-ulps. The middle of seven corners and a last cut cost
/// nineteen, moving and loosening the box two more: 66 · 2⁻⁵³ < 2⁻⁴⁶.
const ROUNDING: f64 = f64::EPSILON * 64.0; // 2^-46

/// Below this extent a clipped point may underflow, which that bound leaves out.
const SMALLEST: f64 = f64::from_bits(23 << 52); // 2^-1000

/// Most corners that a triangle has after four clips.
const MOST_CORNERS: usize = 7;

/// Whether the closed triangle `t` and the closed box `b` share a point: exactly.
///
/// [Smith95 §3.7]: boxes first, then "the three vertices … inside", then clipping against the
/// extents in x and in y, where each new point that lies inside the side it was clipped at ends the
/// test, then the extents in z of what is left.
///
/// # Departures
/// D1. The paper's comparisons are rounded. Here the polygon is clipped against sides moved outward
/// by more than the rounding, and a new point ends the test when an edge reaches a side moved inward
/// by as much; where neither tells, exact separating axes decide and add to `exact` what their
/// filters could not tell. The steps and their order are the paper's.
///
/// # Cost
/// No allocation; at most four clips of at most seven corners.
pub fn intersects_by_clipping(t: &Triangle, b: &Aabb, exact: &mut u64) -> bool {
    // "a quick overlap check between the bounding box of the triangular patch and the box"
    if !t.aabb().overlaps(b) {
        return false;
    }
    // "Second, the three vertices of the triangular patch can be checked"
    if t.corners().iter().any(|p| b.contains(*p)) {
        return true;
    }
    match clip(t, b) {
        Some(answer) => answer,
        None => intersects_by_sat(t, b, exact),
    }
}

/// The clipping proper; `None` when the answer hangs on rounding.
fn clip(t: &Triangle, b: &Aabb) -> Option<bool> {
    // About the centre of the box, so that rounding is relative to the size of what is clipped.
    let center = b.center();
    let corners = t.corners().map(|p| p - center);
    let (low, high) = (b.min - center, b.max - center);
    let farthest = corners
        .iter()
        .fold(low.abs().max(high.abs()), |m, p| m.max(p.abs()));
    let extent = farthest.max_element();
    if extent < SMALLEST {
        return None;
    }
    let margin = ROUNDING * extent;
    let loose = Aabb::new(low, high).expanded(margin);
    let tight = Aabb::new(low, high).expanded(-margin);

    let mut polygon = Polygon::from_triangle(corners);
    for (axis, keep) in [
        (0, Keep::Below),
        (0, Keep::Above),
        (1, Keep::Below),
        (1, Keep::Above),
    ] {
        // "this point can be quickly checked to see if it is inside of the face"
        if polygon.clip(axis, keep, &loose, &tight) {
            return Some(true);
        }
        if polygon.len == 0 {
            return Some(false);
        }
        if polygon.len > MOST_CORNERS {
            return None;
        }
    }
    // "whether the remaining vertices … are either all greater than the maximum extent or all less"
    let rest = polygon.points();
    if rest.iter().all(|p| p.z > loose.max.z) || rest.iter().all(|p| p.z < loose.min.z) {
        return Some(false);
    }
    // "otherwise there is intersection"
    polygon.surely_meets(&tight).then_some(true)
}

/// The side of a box that is clipped at.
#[derive(Clone, Copy, PartialEq)]
enum Keep {
    Below,
    Above,
}

impl Keep {
    fn limit(self, b: &Aabb, axis: usize) -> f64 {
        match self {
            Keep::Below => b.max[axis],
            Keep::Above => b.min[axis],
        }
    }

    fn contains(self, x: f64, limit: f64) -> bool {
        match self {
            Keep::Below => x <= limit,
            Keep::Above => x >= limit,
        }
    }
}

/// A convex polygon with a bounded number of corners.
struct Polygon {
    corners: [Vec3; MOST_CORNERS],
    len: usize,
}

impl Polygon {
    fn from_triangle(t: [Vec3; 3]) -> Polygon {
        let mut corners = [Vec3::ZERO; MOST_CORNERS];
        corners[..3].copy_from_slice(&t);
        Polygon { corners, len: 3 }
    }

    fn points(&self) -> &[Vec3] {
        &self.corners[..self.len]
    }

    /// Keeps the part on one side of a side of `loose` (Sutherland and Hodgman). True as soon as
    /// an edge enters that side of `tight` at a point in `tight`: then triangle and box meet.
    fn clip(&mut self, axis: usize, keep: Keep, loose: &Aabb, tight: &Aabb) -> bool {
        let (outer, inner) = (keep.limit(loose, axis), keep.limit(tight, axis));
        let source = self.corners;
        let count = std::mem::take(&mut self.len);
        for i in 0..count {
            let (p, q) = (source[i], source[(i + 1) % count]);
            let (holds_p, holds_q) = (keep.contains(p[axis], outer), keep.contains(q[axis], outer));
            if holds_p {
                self.push(p);
            }
            if holds_p == holds_q {
                continue;
            }
            // An edge that ends between the two sides may never reach the box.
            let enters = keep.contains(if holds_p { p } else { q }[axis], inner);
            if enters && tight.contains(cut(p, q, axis, inner)) {
                return true;
            }
            self.push(cut(p, q, axis, outer));
        }
        false
    }

    /// Whether the middle lies in `tight`, or the way from there to a corner enters it in z. In x
    /// and y, what the clips have left is inside already, but for the margins.
    fn surely_meets(&self, tight: &Aabb) -> bool {
        let middle = self.points().iter().sum::<Vec3>() / self.len as f64;
        let enters = |keep: Keep| {
            let limit = keep.limit(tight, 2);
            let reaches =
                |p: &Vec3| keep.contains(p.z, limit) && tight.contains(cut(middle, *p, 2, limit));
            !keep.contains(middle.z, limit) && self.points().iter().any(reaches)
        };
        tight.contains(middle) || enters(Keep::Below) || enters(Keep::Above)
    }

    /// Adds a corner. A convex polygon gains at most one a clip; one that rounding has dented may
    /// gain more, and then `len` alone grows, which tells that the clipping has failed.
    fn push(&mut self, p: Vec3) {
        if let Some(corner) = self.corners.get_mut(self.len) {
            *corner = p;
        }
        self.len += 1;
    }
}

/// The point between `p` and `q`, which lie on either side, where coordinate `axis` is `limit`.
fn cut(p: Vec3, q: Vec3, axis: usize, limit: f64) -> Vec3 {
    let mut cut = p + (q - p) * ((limit - p[axis]) / (q[axis] - p[axis]));
    // Exactly on the plane, whatever the rounding of the line above.
    cut[axis] = limit;
    cut
}
