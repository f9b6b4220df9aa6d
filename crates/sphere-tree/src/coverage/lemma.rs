//! The boundary lemma: is a triangle covered by a union of balls [§9.1, Fig. 9]?
//!
//! In the triangle's plane each ball is a disc. The triangle is covered if and only if, for each disc,
//! the part of its circle inside the triangle is covered by other discs: the border of a hole would
//! be made of uncovered arcs. The lemma says nothing when no circle passes through the triangle, so
//! one point of the triangle is asked for, too: a witness. With a further ball that clips the triangle,
//! the same holds for what both have in common, which is convex.
//!
//! Intervals of angles are rounded. They are computed for discs of balls that are smaller by
//! [`MARGIN`], so that a hole of the stored balls would be a hole at least that wide here, with
//! arcs longer by far than what rounding hides.

use super::MARGIN;
use geometry::{Ball, Triangle, Vec3};
use std::f64::consts::{PI, TAU};

/// Arcs shorter than this, in radians, are taken for rounding: a hole as wide as [`MARGIN`] has longer
/// ones.
const SHORT: f64 = 1e-9;

/// A triangle whose height on its longest side is below this part of that side counts as that side,
/// and balls shrink by the height: its plane would be known too badly.
const SLIVER: f64 = 1e-5;

/// A point of the triangle, within `clip` if there is one, that no ball covers; `None` when all of it
/// is covered. Balls count as smaller by [`MARGIN`], `clip` as larger.
pub fn uncovered(t: &Triangle, balls: &[Ball], clip: Option<&Ball>) -> Option<Vec3> {
    let [mut a, mut b, mut c] = t.corners();
    // Turned so that the longest side runs from a to b.
    let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
    for _ in 0..2 {
        if a.distance(b) < longest {
            (a, b, c) = (b, c, a);
        }
    }
    let normal = (b - a).cross(c - a);
    let height = if longest > 0.0 {
        normal.length() / longest
    } else {
        0.0
    };
    if height <= SLIVER * longest {
        return segment(a, b, height, balls, clip);
    }
    let frame = Frame::new(a, b, normal);
    let region = Region {
        corners: [a, b, c].map(|p| frame.flat(p)),
        clip: match clip {
            None => None,
            Some(ball) => Some(frame.disc(ball, MARGIN)?),
        },
    };
    let mut discs: Vec<Disc> = Vec::with_capacity(balls.len());
    for disc in balls.iter().filter_map(|ball| frame.disc(ball, -MARGIN)) {
        // Equal discs would cover each other's circles.
        if !discs.iter().any(|d| d.is_like(&disc)) {
            discs.push(disc);
        }
    }
    let witness = region.witness()?;
    if !discs.iter().any(|d| d.holds(witness)) {
        return Some(frame.space(witness));
    }
    let mut hidden = Vec::new();
    for (i, disc) in discs.iter().enumerate() {
        hidden.clear();
        region.hides(disc, &mut hidden);
        for (j, other) in discs.iter().enumerate() {
            if i != j {
                other.hides(disc, &mut hidden);
            }
        }
        if let Some(angle) = gap(&mut hidden) {
            return Some(frame.space(disc.at(angle)));
        }
    }
    None
}

/// A segment, as wide as `height`, whose points must lie within balls that shrink by it.
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

/// The part of a segment, from 0 to 1 along it, in a ball whose radius is larger by `more`.
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

/// An orthonormal frame in a triangle's plane.
struct Frame {
    origin: Vec3,
    x: Vec3,
    y: Vec3,
    z: Vec3,
}

impl Frame {
    fn new(a: Vec3, b: Vec3, normal: Vec3) -> Frame {
        let x = (b - a).normalize();
        let z = (normal - x * normal.dot(x)).normalize();
        Frame {
            origin: a,
            x,
            y: z.cross(x),
            z,
        }
    }

    fn flat(&self, p: Vec3) -> [f64; 2] {
        let p = p - self.origin;
        [p.dot(self.x), p.dot(self.y)]
    }

    fn space(&self, p: [f64; 2]) -> Vec3 {
        self.origin + self.x * p[0] + self.y * p[1]
    }

    /// The disc that the plane cuts from a ball whose radius is larger by `more`.
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

/// A disc in the plane.
#[derive(Clone, Copy)]
struct Disc {
    center: [f64; 2],
    radius: f64,
}

impl Disc {
    fn holds(&self, p: [f64; 2]) -> bool {
        distance(self.center, p) <= self.radius
    }

    fn at(&self, angle: f64) -> [f64; 2] {
        let (sin, cos) = angle.sin_cos();
        [
            self.center[0] + self.radius * cos,
            self.center[1] + self.radius * sin,
        ]
    }

    /// Whether two discs differ by less than a thousandth of the margin.
    fn is_like(&self, other: &Disc) -> bool {
        let apart = distance(self.center, other.center) + (self.radius - other.radius).abs();
        apart < 1e-3 * MARGIN
    }

    /// Adds the arc of `circle` that lies in this disc.
    fn hides(&self, circle: &Disc, hidden: &mut Vec<(f64, f64)>) {
        let d = distance(self.center, circle.center);
        if d + circle.radius <= self.radius {
            hidden.push((0.0, TAU));
        } else if d < self.radius + circle.radius && d + self.radius > circle.radius {
            let (r, big) = (circle.radius, self.radius);
            let cos = (d * d + r * r - big * big) / (2.0 * d * r);
            let towards = direction(circle.center, self.center);
            push_arc(towards, cos.clamp(-1.0, 1.0).acos(), hidden);
        }
    }
}

/// What has to be covered: a triangle, counter-clockwise, perhaps clipped by a disc.
struct Region {
    corners: [[f64; 2]; 3],
    clip: Option<Disc>,
}

impl Region {
    /// Adds the arcs of a circle that lie outside of the region.
    fn hides(&self, circle: &Disc, hidden: &mut Vec<(f64, f64)>) {
        for i in 0..3 {
            let (p, q) = (self.corners[i], self.corners[(i + 1) % 3]);
            let length = distance(p, q);
            // The unit normal that points out of the triangle.
            let out = [(q[1] - p[1]) / length, (p[0] - q[0]) / length];
            let beyond = (circle.center[0] - p[0]) * out[0] + (circle.center[1] - p[1]) * out[1];
            if beyond >= circle.radius {
                hidden.push((0.0, TAU));
            } else if beyond > -circle.radius {
                // Outside where beyond + radius · cos > 0.
                let half = (-beyond / circle.radius).acos();
                push_arc(out[1].atan2(out[0]), half, hidden);
            }
        }
        if let Some(clip) = self.clip {
            self.hide_beyond_clip(&clip, circle, hidden);
        }
    }

    fn hide_beyond_clip(&self, clip: &Disc, circle: &Disc, hidden: &mut Vec<(f64, f64)>) {
        let d = distance(clip.center, circle.center);
        if d >= clip.radius + circle.radius || d + clip.radius <= circle.radius {
            hidden.push((0.0, TAU));
        } else if d + circle.radius > clip.radius {
            let (r, big) = (circle.radius, clip.radius);
            let cos = (d * d + r * r - big * big) / (2.0 * d * r);
            let inside = cos.clamp(-1.0, 1.0).acos();
            let away = direction(circle.center, clip.center) + PI;
            push_arc(away, PI - inside, hidden);
        }
    }

    /// A point of the region; `None` when the clip leaves nothing.
    fn witness(&self) -> Option<[f64; 2]> {
        let Some(clip) = self.clip else {
            return Some(self.corners[0]);
        };
        let nearest = nearest_in_triangle(&self.corners, clip.center);
        clip.holds(nearest).then_some(nearest)
    }
}

/// The point of a counter-clockwise triangle that is nearest to `p`.
fn nearest_in_triangle(corners: &[[f64; 2]; 3], p: [f64; 2]) -> [f64; 2] {
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

fn distance(p: [f64; 2], q: [f64; 2]) -> f64 {
    (p[0] - q[0]).hypot(p[1] - q[1])
}

fn direction(from: [f64; 2], to: [f64; 2]) -> f64 {
    (to[1] - from[1]).atan2(to[0] - from[0])
}

/// Adds the angles within `half` of `middle`, as intervals of `[0, 2π]`.
fn push_arc(middle: f64, half: f64, arcs: &mut Vec<(f64, f64)>) {
    let start = (middle - half).rem_euclid(TAU);
    let end = start + 2.0 * half;
    arcs.push((start, end.min(TAU)));
    if end > TAU {
        arcs.push((0.0, end - TAU));
    }
}

/// The middle of the first interval of `[0, 2π]` that no arc hides.
fn gap(arcs: &mut [(f64, f64)]) -> Option<f64> {
    arcs.sort_by(|p, q| p.0.total_cmp(&q.0));
    let mut hidden = 0.0;
    for (start, end) in arcs.iter() {
        if *start > hidden + SHORT {
            return Some((hidden + start) / 2.0);
        }
        hidden = hidden.max(*end);
    }
    (hidden + SHORT < TAU).then_some((hidden + TAU) / 2.0)
}

#[cfg(test)]
mod tests;
