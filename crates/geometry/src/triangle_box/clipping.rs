//! The paper's clipping test.

use super::meets_by_axes;
use crate::{Aabb, Triangle, Vec3};

/// Bound on the rounding of a clipped point, relative to the extent of triangle and box about
/// the box's centre. Moving the corners there rounds once; each of four clips adds at most eight
/// half-ulps to how far the true polygon reaches beyond the computed one: 33 · 2⁻⁵³ < 2⁻⁴⁷.
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
/// D1. The paper's comparisons are rounded. Here a point counts as inside when it is so by more
/// than the rounding, and as outside likewise; where neither holds, exact separating axes decide
/// and `exact` grows. The steps and their order are the paper's.
///
/// # Cost
/// No allocation; at most four clips of at most seven corners.
pub fn meets_by_clipping(t: &Triangle, b: &Aabb, exact: &mut u64) -> bool {
    // "a quick overlap check between the bounding box of the triangular patch and the box"
    if !t.aabb().overlaps(b) {
        return false;
    }
    // "Second, the three vertices of the triangular patch can be checked"
    if t.corners().iter().any(|p| b.holds(*p)) {
        return true;
    }
    match clip(t, b) {
        Some(answer) => answer,
        None => meets_by_axes(t, b, exact),
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
    let loose = Aabb::new(low, high).loosened(margin);
    let tight = Aabb::new(low, high).loosened(-margin);

    let mut polygon = Polygon::from_triangle(corners);
    for (axis, limit, keep) in [
        (0, loose.max.x, Keep::Below),
        (0, loose.min.x, Keep::Above),
        (1, loose.max.y, Keep::Below),
        (1, loose.min.y, Keep::Above),
    ] {
        // "this point can be quickly checked to see if it is inside of the face"
        if polygon.clip(axis, limit, keep, &tight) {
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
    None
}

#[derive(Clone, Copy, PartialEq)]
enum Keep {
    Below,
    Above,
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

    /// Keeps the part on one side of the plane where coordinate `axis` is `limit`
    /// (Sutherland and Hodgman). True as soon as a new point lies, in the other two coordinates,
    /// inside `face`: then triangle and box meet.
    fn clip(&mut self, axis: usize, limit: f64, keep: Keep, face: &Aabb) -> bool {
        let inside = |p: Vec3| match keep {
            Keep::Below => p[axis] <= limit,
            Keep::Above => p[axis] >= limit,
        };
        let source = self.corners;
        let count = std::mem::take(&mut self.len);
        for i in 0..count {
            let (p, q) = (source[i], source[(i + 1) % count]);
            if inside(p) {
                self.push(p);
            }
            if inside(p) != inside(q) {
                let mut cut = p + (q - p) * ((limit - p[axis]) / (q[axis] - p[axis]));
                // Exactly on the plane, whatever the rounding of the line above.
                cut[axis] = limit;
                if holds_besides(face, axis, cut) {
                    return true;
                }
                self.push(cut);
            }
        }
        false
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

/// Whether `p` lies in the box in the two coordinates other than `axis`.
fn holds_besides(b: &Aabb, axis: usize, p: Vec3) -> bool {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    b.min[u] <= p[u] && p[u] <= b.max[u] && b.min[v] <= p[v] && p[v] <= b.max[v]
}
