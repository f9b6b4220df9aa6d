//! Boundary lemma: coverage of a triangle by a union of balls [Hubbard96 §9.1, Fig. 9].
//!
//! "the triangle (within the clipping disk) is covered by the disks if and only if for each disk,
//! the part of its boundary inside the triangle (and within the clipping disk) is covered by other
//! disks." The border of an uncovered region `U` would consist of uncovered arcs.
//!
//! Exact up to [`MARGIN`], and fast for the few spheres near one face. With `n` discs: `O(n² log
//! n)`. The essence:
//! 1. Cut each ball with the triangle's plane: a disc. Drop repetitions.
//! 2. Test the corners. The lemma says nothing if no circle crosses the triangle (D5).
//! 3. For each circle, collect the arcs outside the triangle, outside the clip, and inside other
//!    discs.
//! 4. If these arcs leave a gap, its midpoint is uncovered. If no circle has a gap, the triangle is
//!    covered.
//!
//! Rounding is conservative, so it can only leave more uncovered:
//! - Each covered arc is shortened by more than the error of its ends. So coverage by the computed
//!   discs is proved, and holes of any size are found.
//! - The discs belong to balls that are smaller by [`MARGIN`], which is far more than the rounding
//!   of the discs. So coverage by the stored balls is proved, too.
//!
//! The ends of an arc are unit vectors computed by roots alone, so results are equal on every
//! platform.

use super::MARGIN;
use geometry::{Ball, Triangle, Vec3};

/// Ratio of height to longest side below which a triangle is replaced by that side, and balls
/// shrink by the height. The plane of such a triangle is too inaccurate.
const SLIVER: f64 = 1e-5;

/// Length of the longest side below which a triangle is replaced by a point, and balls shrink by
/// that length, in units of the scaled body. Products of shorter sides could underflow.
const POINT: f64 = 1e-3 * MARGIN;

/// Error of the cosine of half an arc, relative to the sum of its absolute terms. About ten
/// roundings lead to an end of an arc. This bounds thirty-two.
const ARC_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Returns a point of the triangle, within `clip` if there is one, that no ball covers; `None` if
/// all of it is covered.
///
/// Conservative: shrinks the balls by [`MARGIN`] and enlarges `clip` by it.
pub(crate) fn uncovered(t: &Triangle, balls: &[Ball], clip: Option<&Ball>) -> Option<Vec3> {
    let [mut a, mut b, mut c] = t.corners();
    // Rotate the corners until the longest side runs from a to b.
    let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
    for _ in 0..2 {
        if a.distance(b) < longest {
            (a, b, c) = (b, c, a);
        }
    }
    // Degenerate triangles are covered as their longest side or as a point, by smaller balls.
    if longest < POINT {
        return segment(a, a, longest, balls, clip);
    }
    let normal = (b - a).cross(c - a);
    let height = normal.length() / longest;
    if height <= SLIVER * longest {
        return segment(a, b, height, balls, clip);
    }
    let basis = PlaneBasis::new(a, b, normal);
    let region = ClippedTriangle {
        corners: [a, b, c].map(|p| basis.flat(p)),
        clip: match clip {
            None => None,
            Some(ball) => Some(basis.disc(ball, MARGIN)?),
        },
    };
    uncovered_in_plane(&basis, &region, balls)
}

/// Returns a point of the region that no ball covers.
fn uncovered_in_plane(
    basis: &PlaneBasis,
    region: &ClippedTriangle,
    balls: &[Ball],
) -> Option<Vec3> {
    // Step 1.
    let mut discs: Vec<Disc> = Vec::with_capacity(balls.len());
    for disc in balls.iter().filter_map(|ball| basis.disc(ball, -MARGIN)) {
        // Two equal discs would cover each other's circles, and both would pass the test.
        if !discs.iter().any(|d| d.is_like(&disc)) {
            discs.push(disc);
        }
    }
    // Step 2. `None` means that the clip leaves nothing to cover.
    for p in region.candidates()? {
        if !discs.iter().any(|d| d.contains(p)) {
            return Some(basis.space(p));
        }
    }
    // Steps 3 and 4: "for each disk, the part of its boundary inside the triangle … is covered by
    // other disks".
    let mut hidden = Vec::new();
    for (i, disc) in discs.iter().enumerate() {
        hidden.clear();
        region.hides(disc, &mut hidden);
        for (j, other) in discs.iter().enumerate() {
            if i != j {
                hidden.extend(disc.arc_in(other));
            }
        }
        if let Some(direction) = gap(&mut hidden) {
            return Some(basis.space(disc.at(direction)));
        }
    }
    None
}

/// Returns an uncovered point of a segment. The segment replaces a triangle all of whose points are
/// within `height` of it, so the balls shrink by `height`.
fn segment(a: Vec3, b: Vec3, height: f64, balls: &[Ball], clip: Option<&Ball>) -> Option<Vec3> {
    let along = b - a;
    let reach = |ball: &Ball, more: f64| chord(a, along, ball, more);
    let (start, end) = match clip {
        None => (0.0, 1.0),
        Some(ball) => reach(ball, MARGIN + height)?,
    };
    let mut parts: Vec<(f64, f64)> = balls
        .iter()
        .filter_map(|ball| reach(ball, -MARGIN - height))
        .collect();
    parts.sort_by(|p, q| p.0.total_cmp(&q.0));
    // Sweep: the union of the first chords is `[start, covered]`.
    let mut covered = start;
    for (from, to) in parts {
        if from > covered {
            break;
        }
        covered = covered.max(to);
        if covered >= end {
            return None;
        }
    }
    Some(a + along * covered)
}

/// Returns the part of a segment, as parameters in `[0, 1]`, in a ball enlarged by `more`.
fn chord(a: Vec3, along: Vec3, ball: &Ball, more: f64) -> Option<(f64, f64)> {
    let radius = ball.radius + more;
    if radius < 0.0 {
        return None;
    }
    let from = a - ball.center;
    let square = along.length_squared();
    if square == 0.0 {
        return (from.length() <= radius).then_some((0.0, 1.0));
    }
    let middle = -from.dot(along) / square;
    let nearest = (from + along * middle).length_squared();
    // A ball that misses the whole line has no chord.
    if nearest > radius * radius {
        return None;
    }
    let half = ((radius * radius - nearest) / square).sqrt();
    let (start, end) = ((middle - half).max(0.0), (middle + half).min(1.0));
    (start <= end).then_some((start, end))
}

/// An orthonormal basis in a triangle's plane.
struct PlaneBasis {
    origin: Vec3,
    x: Vec3,
    y: Vec3,
    z: Vec3,
}

impl PlaneBasis {
    fn new(a: Vec3, b: Vec3, normal: Vec3) -> PlaneBasis {
        let x = (b - a).normalize();
        let z = (normal - x * normal.dot(x)).normalize();
        PlaneBasis {
            origin: a,
            x,
            y: z.cross(x),
            z,
        }
    }

    fn flat(&self, p: Vec3) -> PlanePoint {
        let p = p - self.origin;
        [p.dot(self.x), p.dot(self.y)]
    }

    fn space(&self, p: PlanePoint) -> Vec3 {
        self.origin + self.x * p[0] + self.y * p[1]
    }

    /// Returns the disc that the plane cuts from a ball enlarged by `more`.
    fn disc(&self, ball: &Ball, more: f64) -> Option<Disc> {
        let radius = ball.radius + more;
        let offset = (ball.center - self.origin).dot(self.z);
        let square = radius * radius - offset * offset;
        (radius > 0.0 && square > 0.0).then(|| Disc {
            center: self.flat(ball.center),
            radius: square.sqrt(),
        })
    }
}

/// Point or vector in the plane.
type PlanePoint = [f64; 2];

/// Arc of a circle, counter-clockwise from the first direction to the second, as numbers of
/// [`turn_of`]. The second is below the first if the arc passes 0.
type Arc = (f64, f64);

const WHOLE: Arc = (0.0, 4.0);

/// Disc in the plane.
#[derive(Clone, Copy)]
struct Disc {
    center: PlanePoint,
    radius: f64,
}

impl Disc {
    fn contains(&self, p: PlanePoint) -> bool {
        distance(self.center, p) <= self.radius
    }

    fn at(&self, [x, y]: PlanePoint) -> PlanePoint {
        [
            self.center[0] + self.radius * x,
            self.center[1] + self.radius * y,
        ]
    }

    /// Returns true if two discs differ by less than a thousandth of the margin.
    fn is_like(&self, other: &Disc) -> bool {
        let apart = distance(self.center, other.center) + (self.radius - other.radius).abs();
        apart < 1e-3 * MARGIN
    }

    /// Returns the arc of this disc's circle that lies in another disc.
    fn arc_in(&self, other: &Disc) -> Option<Arc> {
        let (away, cos, weight) = self.intersection(other);
        arc(away, cos, weight)
    }

    /// Returns the arc of this disc's circle that lies outside of another disc.
    fn arc_beyond(&self, other: &Disc) -> Option<Arc> {
        let ([x, y], cos, weight) = self.intersection(other);
        arc([-x, -y], -cos, weight)
    }

    /// Returns the intersection with another circle of radius `R` at distance `d`: the axis `2r (c'
    /// − c)`, the numerator `d² + r² − R²` of the cosine, and the sum of its absolute terms.
    ///
    /// `cos = (d² + r² − R²) / 2dr`, the law of cosines. Dividing the numerator by the axis' length
    /// gives the cosine.
    fn intersection(&self, other: &Disc) -> (PlanePoint, f64, f64) {
        let (r, big) = (self.radius, other.radius);
        let away = [
            other.center[0] - self.center[0],
            other.center[1] - self.center[1],
        ];
        let square = away[0] * away[0] + away[1] * away[1];
        let twice = 2.0 * r;
        (
            away.map(|x| twice * x),
            square + (r - big) * (r + big),
            square + r * r + big * big,
        )
    }
}

/// Returns the arc of directions `u` with `u · axis >= level`, shortened at both ends by more than
/// rounding. `weight` is the sum of the absolute terms of `level`.
fn arc(axis: PlanePoint, level: f64, weight: f64) -> Option<Arc> {
    let length = distance(axis, [0.0; 2]);
    let level = level + ARC_ROUNDING * (weight + length);
    if level >= length {
        return None;
    }
    if level <= -length {
        return Some(WHOLE);
    }
    // Both factors of the sine are at least `ARC_ROUNDING`. So the ends are at least 1e-7 apart on
    // either side, and their order distinguishes the arc from the rest of the circle.
    let cos = level / length;
    let sin = ((1.0 - cos) * (1.0 + cos)).sqrt();
    let [x, y] = axis.map(|x| x / length);
    let start = [x * cos + y * sin, y * cos - x * sin];
    let end = [x * cos - y * sin, y * cos + x * sin];
    Some((turn_of(start), turn_of(end)))
}

/// Returns a number from 0 to 4 that grows with the angle of a unit vector, by 1 in each quadrant.
fn turn_of([x, y]: PlanePoint) -> f64 {
    let part = |from: f64, to: f64| to / (from + to);
    match (x >= 0.0, y >= 0.0) {
        (true, true) => part(x, y),
        (false, true) => 1.0 + part(y, -x),
        (false, false) => 2.0 + part(-x, -y),
        (true, false) => 3.0 + part(-y, x),
    }
}

/// Returns the unit vector of a number of [`turn_of`].
fn direction_of(turn: f64) -> PlanePoint {
    let quadrant = turn.floor().min(3.0);
    let (from, to) = (1.0 - (turn - quadrant), turn - quadrant);
    let length = distance([from, to], [0.0; 2]);
    let (from, to) = (from / length, to / length);
    match quadrant as u8 {
        0 => [from, to],
        1 => [-to, from],
        2 => [-from, -to],
        _ => [to, -from],
    }
}

/// Region to cover: a counter-clockwise triangle, clipped by a disc if there is one.
struct ClippedTriangle {
    corners: [PlanePoint; 3],
    clip: Option<Disc>,
}

impl ClippedTriangle {
    /// Adds the arcs of a circle that lie outside of the region.
    fn hides(&self, circle: &Disc, hidden: &mut Vec<Arc>) {
        for i in 0..3 {
            let (p, q) = (self.corners[i], self.corners[(i + 1) % 3]);
            let length = distance(p, q);
            // The unit normal that points out of the triangle.
            let out = [(q[1] - p[1]) / length, (p[0] - q[0]) / length];
            let from = [circle.center[0] - p[0], circle.center[1] - p[1]];
            // A direction `u` leads outside if beyond + radius · (u · out) >= 0.
            let beyond = from[0] * out[0] + from[1] * out[1];
            let weight = from[0].abs() + from[1].abs() + circle.radius;
            hidden.extend(arc(out.map(|x| circle.radius * x), -beyond, weight));
        }
        if let Some(clip) = self.clip {
            hidden.extend(circle.arc_beyond(&clip));
        }
    }

    /// Returns at least one point of the region that must be covered; `None` if the clip leaves
    /// nothing.
    fn candidates(&self) -> Option<impl Iterator<Item = PlanePoint>> {
        let (corners, clip) = (self.corners, self.clip);
        let nearest = match &clip {
            None => corners[0],
            Some(clip) => nearest_in_triangle(&corners, clip.center),
        };
        let is_in = move |p: &PlanePoint| clip.is_none_or(|clip| clip.contains(*p));
        let others = corners.into_iter().filter(is_in);
        is_in(&nearest).then(|| [nearest].into_iter().chain(others))
    }
}

/// Returns the point of a counter-clockwise triangle nearest to `p`.
fn nearest_in_triangle(corners: &[PlanePoint; 3], p: PlanePoint) -> PlanePoint {
    let mut inside = true;
    let mut best = (f64::INFINITY, p);
    for i in 0..3 {
        let (a, b) = (corners[i], corners[(i + 1) % 3]);
        let along = [b[0] - a[0], b[1] - a[1]];
        let from = [p[0] - a[0], p[1] - a[1]];
        inside &= along[0] * from[1] - along[1] * from[0] >= 0.0;
        let square = along[0] * along[0] + along[1] * along[1];
        let t = ((along[0] * from[0] + along[1] * from[1]) / square).clamp(0.0, 1.0);
        let q = [a[0] + along[0] * t, a[1] + along[1] * t];
        if distance(q, p) < best.0 {
            best = (distance(q, p), q);
        }
    }
    if inside { p } else { best.1 }
}

fn distance(p: PlanePoint, q: PlanePoint) -> f64 {
    let [x, y] = [p[0] - q[0], p[1] - q[1]];
    (x * x + y * y).sqrt()
}

/// Returns the midpoint of the first gap that the arcs leave on a circle.
fn gap(arcs: &mut Vec<Arc>) -> Option<PlanePoint> {
    // Split each arc that passes direction 0.
    for i in 0..arcs.len() {
        let (start, end) = arcs[i];
        if end < start {
            arcs[i] = (start, 4.0);
            arcs.push((0.0, end));
        }
    }
    arcs.sort_by(|p, q| p.0.total_cmp(&q.0));
    let mut hidden = 0.0;
    for (start, end) in arcs.iter() {
        if *start > hidden {
            return Some(direction_of((hidden + start) / 2.0));
        }
        hidden = hidden.max(*end);
    }
    (hidden < 4.0).then(|| direction_of((hidden + 4.0) / 2.0))
}

#[cfg(test)]
mod tests;
