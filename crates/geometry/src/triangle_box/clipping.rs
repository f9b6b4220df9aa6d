//! Clipping test of a triangle and a box [Smith95 §3.7].
//!
//! Good for faces that are small relative to the box: corners inside end the test. At most four
//! clips of at most seven corners. The essence:
//! 1. Compare the boxes, then look for a corner of the triangle inside the box.
//! 2. Clip the triangle against the four sides of the box in x and y. A new point inside the box
//!    ends the test.
//! 3. Compare the extent in z of the remaining polygon with that of the box.
//! 4. If the answer depends on rounding, decide by separating axes, which are exact (D1 of
//!    `face-octree`).

use super::intersects_by_sat_after_boxes;
use crate::{Aabb, Triangle, Vec3};

/// Bound on rounding, relative to the extent of triangle and box around the box's center.
///
/// Every computed corner stays within 45 half ulps of a point of the triangle. The translation to
/// the center costs one. Each of four clips costs at most eleven: five for its fraction of an edge
/// of at most twice the extent, and one for the sum. Those points of the triangle stay in convex
/// order, so they span a part of it that misses only the parts cut off. These lie beyond the plane
/// of the cut, less 45 half ulps. The centroid of seven corners and a last cut cost nineteen, and
/// translating and expanding the box two more: 66 · 2⁻⁵³ < 2⁻⁴⁶.
const CLIP_ROUNDING: f64 = f64::EPSILON * 64.0; // 2^-46

/// Extent below which a clipped point may underflow. The relative bound excludes that.
const SMALLEST: f64 = f64::from_bits(23 << 52); // 2^-1000

/// Maximum number of corners of a triangle after four clips.
const MOST_CORNERS: usize = 7;

/// Returns true if the closed triangle `t` and the closed box `b` share a point. Exact.
///
/// # Departures
/// D1 of `face-octree`. The paper's comparisons are rounded. Here the polygon is clipped against
/// sides moved outward by more than the rounding. A new point ends the test only if it lies inside
/// sides moved inward by as much. If neither decides, exact separating axes do, and add to `exact`
/// the signs that needed exact arithmetic. The steps and their order are the paper's.
pub fn intersects_by_clipping(t: &Triangle, b: &Aabb, exact: &mut u64) -> bool {
    // "a quick overlap check between the bounding box of the triangular patch and the
    // axis-aligned box"
    t.aabb().overlaps(b) && intersects_by_clipping_after_boxes(t, b, exact)
}

/// Returns [`intersects_by_clipping`] for a caller that has compared the boxes: `t.aabb()` overlaps
/// `b`.
pub fn intersects_by_clipping_after_boxes(t: &Triangle, b: &Aabb, exact: &mut u64) -> bool {
    let mut counts = ClippingCounts::default();
    let answer = intersects_by_clipping_counted(t, b, &mut counts);
    *exact += counts.exact;
    answer
}

/// Work of clipping tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClippingCounts {
    /// Triangles that were clipped: neither the boxes nor a corner inside decided.
    pub clipped: u64,
    /// Triangles that were clipped at all four sides.
    pub clipped_at_four: u64,
    /// Signs that needed exact arithmetic.
    pub exact: u64,
}

/// Returns [`intersects_by_clipping_after_boxes`], and counts its work.
pub fn intersects_by_clipping_counted(t: &Triangle, b: &Aabb, counts: &mut ClippingCounts) -> bool {
    debug_assert!(t.aabb().overlaps(b), "{t:?} {b:?}");
    // "Second, the three vertices of the triangular patch can be checked"
    if t.corners().iter().any(|p| b.contains(*p)) {
        return true;
    }
    counts.clipped += 1;
    match clip(t, b, &mut counts.clipped_at_four) {
        Some(answer) => answer,
        None => intersects_by_sat_after_boxes(t, b, &mut counts.exact),
    }
}

/// Clips the triangle and compares the rest. Returns `None` if the answer depends on rounding. Adds
/// to `at_four` if it came to the fourth side.
fn clip(t: &Triangle, b: &Aabb, at_four: &mut u64) -> Option<bool> {
    // Relative to the center of the box, so that rounding is relative to the size of the polygon.
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
    let margin = CLIP_ROUNDING * extent;
    let loose = Aabb::new(low, high).expanded(margin);
    let tight = Aabb::new(low, high).expanded(-margin);

    let mut polygon = ClippedPolygon::from_triangle(corners);
    for (i, (axis, keep)) in [
        (0, Keep::Below),
        (0, Keep::Above),
        (1, Keep::Below),
        (1, Keep::Above),
    ]
    .into_iter()
    .enumerate()
    {
        // "it is often not even necessary to clip against four planes"
        *at_four += u64::from(i == 3);
        // "this point can be quickly checked to see if it is inside of the face"
        if polygon.clip(axis, keep, &loose, &tight) {
            return Some(true);
        }
        if polygon.len == 0 {
            return Some(false);
        }
        // Rounding has dented the polygon.
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

/// Side of a box to clip at.
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

/// Convex polygon with a bounded number of corners.
struct ClippedPolygon {
    corners: [Vec3; MOST_CORNERS],
    len: usize,
}

impl ClippedPolygon {
    fn from_triangle(t: [Vec3; 3]) -> ClippedPolygon {
        let mut corners = [Vec3::ZERO; MOST_CORNERS];
        corners[..3].copy_from_slice(&t);
        ClippedPolygon { corners, len: 3 }
    }

    fn points(&self) -> &[Vec3] {
        &self.corners[..self.len]
    }

    /// Keeps the part inside one side of `loose` (Sutherland and Hodgman 1974). Returns true as
    /// soon as an edge enters that side of `tight` at a point in `tight`, which proves that
    /// triangle and box meet.
    fn clip(&mut self, axis: usize, keep: Keep, loose: &Aabb, tight: &Aabb) -> bool {
        let (outer, inner) = (keep.limit(loose, axis), keep.limit(tight, axis));
        let source = self.corners;
        let count = std::mem::take(&mut self.len);
        for i in 0..count {
            let (p, q) = (source[i], source[(i + 1) % count]);
            let (keeps_p, keeps_q) = (keep.contains(p[axis], outer), keep.contains(q[axis], outer));
            if keeps_p {
                self.push(p);
            }
            if keeps_p == keeps_q {
                continue;
            }
            // An edge that ends between the loose and the tight side may never reach the box.
            let enters = keep.contains(if keeps_p { p } else { q }[axis], inner);
            if enters && tight.contains(cut(p, q, axis, inner)) {
                return true;
            }
            self.push(cut(p, q, axis, outer));
        }
        false
    }

    /// Returns true if the centroid lies in `tight`, or if a segment from it to a corner enters
    /// `tight` in z. In x and y the clipped polygon is inside, up to the margins.
    fn surely_meets(&self, tight: &Aabb) -> bool {
        let centroid = self.points().iter().sum::<Vec3>() / self.len as f64;
        let enters = |keep: Keep| {
            let limit = keep.limit(tight, 2);
            let reaches =
                |p: &Vec3| keep.contains(p.z, limit) && tight.contains(cut(centroid, *p, 2, limit));
            !keep.contains(centroid.z, limit) && self.points().iter().any(reaches)
        };
        tight.contains(centroid) || enters(Keep::Below) || enters(Keep::Above)
    }

    /// Adds a corner. A convex polygon gains at most one corner per clip. One dented by rounding
    /// may gain more; then only `len` grows, and the caller sees that the clipping failed.
    fn push(&mut self, p: Vec3) {
        if let Some(corner) = self.corners.get_mut(self.len) {
            *corner = p;
        }
        self.len += 1;
    }
}

/// Returns the point between `p` and `q` where coordinate `axis` is `limit`. They lie on either
/// side of it.
fn cut(p: Vec3, q: Vec3, axis: usize, limit: f64) -> Vec3 {
    let mut cut = p + (q - p) * ((limit - p[axis]) / (q[axis] - p[axis]));
    // Exactly on the plane, whatever the rounding of the line above.
    cut[axis] = limit;
    cut
}
