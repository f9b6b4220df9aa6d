//! Inaccuracy of a sphere: its distance to the body [Hubbard96 §9.2].
//!
//! The paper's inaccuracy is the Hausdorff distance of §8: "the *maximum*, over all points on the
//! sphere's surface, of the *minimum* distance from such a point to the polyhedron". It has no
//! closed form. Branch and bound encloses it in `[lower, upper]` (D7).
//!
//! Good for proved upper bounds, poor for tight ones, which need many pieces. A piece costs eight
//! distances to one or two faces, one nearest face and at most one winding number. The essence:
//! 1. Divide the sphere, or the ball, into six pieces, each with a convex hull
//!    (`accuracy/piece.rs`).
//! 2. Bound the distance on a piece from above by its largest value at the hull's corners to *one*
//!    face, the one nearest to a sample. The distance to one face is convex, so its maximum over
//!    the hull is at a corner. It is at least the distance to the body.
//! 3. If the sample lies inside the solid at depth `d`, and the hull is within `ρ` of it, the
//!    distance is at most `ρ − d`. If it lies outside, its distance raises the lower bound.
//! 4. Split the piece with the largest upper bound, until that is within the tolerance of `lower`.
//!
//! The [`Target`] matters. The solid counts points inside as 0, the surface does not. Bounds on the
//! separation of solids need the former, over the whole ball. The paper's text reads as the latter,
//! over the sphere. [`by_dodecahedron`] is the paper's own estimate.

mod piece;

use crate::build::normalized_mesh::NormalizedMesh;
use geometry::{Ball, MeasuredTriangle, Vec3};
use piece::{PieceHull, SpherePiece};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Number that is proved to lie in `[lower, upper]`.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Enclosure {
    /// Proved lower bound, not above `upper`.
    pub lower: f64,
    /// Proved upper bound.
    pub upper: f64,
}

/// Points of a sphere to measure from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The whole ball. A bound on separation needs it, because one ball may lie inside another.
    Ball,
    /// The surface of the ball, as in the paper.
    Sphere,
}

/// Set of points to measure to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The surface, and its interior if it is closed.
    Solid,
    /// The faces alone.
    Surface,
}

/// Limits of the branch and bound. It stops at the first one reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Width of the enclosure, relative to the radius.
    pub tolerance: f64,
    /// Maximum number of pieces to split.
    pub pieces: usize,
}

impl Effort {
    /// Effort for figures: most enclosures reach the tolerance, the others end slightly above.
    pub const REPORT: Effort = Effort {
        tolerance: 0.03,
        pieces: 400,
    };

    /// Effort for the stored bounds that certificates use.
    pub const BUILD: Effort = Effort {
        tolerance: 0.05,
        pieces: 120,
    };

    /// Effort for the stored bounds that are only reported.
    pub const LOW: Effort = Effort {
        tolerance: 0.1,
        pieces: 40,
    };
}

/// Encloses the greatest distance from a point of a ball, or of its surface, to a body.
///
/// Scaled space of `surface`.
///
/// # Cost
/// Per piece, the distances of eight corners to one or two faces, and at most one nearest face and
/// one winding number.
pub fn inaccuracy(
    surface: &NormalizedMesh,
    ball: &Ball,
    over: Over,
    target: Target,
    effort: Effort,
) -> Enclosure {
    let mut search = InaccuracySearch::new(surface, ball, over, target, effort);
    for _ in 0..effort.pieces {
        if !search.narrow() {
            break;
        }
    }
    let open = search.queue.peek().map_or(0.0, |first| first.upper);
    Enclosure {
        lower: search.lower,
        upper: open.max(search.settled).max(search.lower),
    }
}

/// Returns the radius of a ball about `center` that is proved to lie in the solid; negative if the
/// center is not inside, or within rounding of the surface.
pub fn inner_radius(surface: &NormalizedMesh, center: Vec3) -> f64 {
    let tree = surface.tree();
    let clear = tree.nearest(center).distance - tree.rounding(center);
    if clear > 0.0 && surface.contains(center) {
        clear
    } else {
        -1.0
    }
}

/// Returns the paper's estimate and its correction [§9.2].
///
/// The estimate is the greatest distance to the surface from "the vertices of an inscribed
/// dodecahedron". The correction is "the maximum distance from the sphere's surface to the nearest
/// dodecahedron vertex". Their sum is an upper bound.
pub fn by_dodecahedron(surface: &NormalizedMesh, ball: &Ball) -> (f64, f64) {
    /// Distance between a vertex of a dodecahedron of circumradius 1 and the center of an adjacent
    /// face, projected to the sphere: `√(2 − 2·√((5 + 2√5)/15))`.
    const CORRECTION: f64 = 0.640_851_647_0;
    let golden = (1.0 + 5f64.sqrt()) / 2.0;
    let mut most = 0.0f64;
    let mut measure = |direction: Vec3| {
        let p = ball.center + direction.normalize() * ball.radius;
        most = most.max(surface.tree().nearest(p).distance);
    };
    // With the golden ratio `φ`: eight vertices (±1, ±1, ±1), and twelve cyclic permutations of
    // (0, ±1/φ, ±φ).
    for i in 0..8 {
        let sign = |bit: i32| if i >> bit & 1 == 0 { 1.0 } else { -1.0 };
        let (x, y, z) = (sign(0), sign(1), sign(2));
        measure(Vec3::new(x, y, z));
        if z > 0.0 {
            let (short, long) = (x / golden, y * golden);
            measure(Vec3::new(0.0, short, long));
            measure(Vec3::new(short, long, 0.0));
            measure(Vec3::new(long, 0.0, short));
        }
    }
    (most, CORRECTION * ball.radius)
}

/// State of the branch and bound.
struct InaccuracySearch<'a> {
    surface: &'a NormalizedMesh,
    ball: &'a Ball,
    target: Target,
    /// Width of the enclosure at which the search stops.
    stop: f64,
    /// Bound on the error of a point within two radii of the center plus that of its distance.
    rounding: f64,
    center: MeasuredPoint,
    /// Greatest distance that occurs, less rounding.
    lower: f64,
    /// Largest upper bound of the pieces that need no further split.
    settled: f64,
    /// Pieces that may need a split.
    queue: BinaryHeap<OpenPiece>,
}

/// Piece with an upper bound of the distance on it.
struct OpenPiece {
    upper: f64,
    piece: SpherePiece,
    sample: MeasuredPoint,
}

/// Point with its distance to the surface, and the nearest face.
#[derive(Clone, Copy)]
struct MeasuredPoint {
    x: Vec3,
    distance: f64,
    face: u32,
    /// The point is in the solid. Always false if the target is the surface.
    inside: bool,
}

impl PartialEq for OpenPiece {
    fn eq(&self, other: &OpenPiece) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for OpenPiece {}

impl Ord for OpenPiece {
    fn cmp(&self, other: &OpenPiece) -> Ordering {
        self.upper.total_cmp(&other.upper)
    }
}

impl PartialOrd for OpenPiece {
    fn partial_cmp(&self, other: &OpenPiece) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'a> InaccuracySearch<'a> {
    fn new(
        surface: &'a NormalizedMesh,
        ball: &'a Ball,
        over: Over,
        target: Target,
        effort: Effort,
    ) -> InaccuracySearch<'a> {
        let tree = surface.tree();
        let nearest = tree.nearest(ball.center);
        let mut search = InaccuracySearch {
            surface,
            ball,
            target,
            stop: effort.tolerance * ball.radius,
            rounding: 2.0 * tree.rounding(ball.center.abs() + 2.0 * ball.radius),
            center: MeasuredPoint {
                x: ball.center,
                distance: nearest.distance,
                face: nearest.face,
                inside: target == Target::Solid && surface.contains(ball.center),
            },
            lower: 0.0,
            settled: 0.0,
            queue: BinaryHeap::new(),
        };
        let center = search.center;
        // Every point measured gives a lower bound; the center is a point of the ball, and not of
        // its surface.
        if over == Over::Ball {
            search.raise_lower(&center);
        }
        for side in SpherePiece::sides(over, ball) {
            search.bound_piece(side, &center, f64::INFINITY);
        }
        search
    }

    /// Splits the piece with the largest upper bound: step 4. Returns false if the enclosure is
    /// narrow enough.
    fn narrow(&mut self) -> bool {
        match self.queue.peek() {
            Some(first) if !self.is_enough(first.upper) => {}
            _ => return false,
        }
        let first = self.queue.pop().expect("just seen");
        for part in first.piece.split().into_iter().flatten() {
            self.bound_piece(part, &first.sample, first.upper);
        }
        true
    }

    /// Bounds the distance on a piece: steps 2 and 3. `whole` is the sample of the enclosing piece,
    /// and `upper` its bound.
    ///
    /// Tests come in the order of their cost. Each may settle the piece.
    fn bound_piece(&mut self, mut piece: SpherePiece, whole: &MeasuredPoint, upper: f64) {
        // Points of the core cannot exceed `lower`. Cut it off the piece.
        let core = self.core();
        if core >= piece.shell[1] {
            return;
        }
        piece.shell[0] = piece.shell[0].max(core);
        // Step 2 with the nearest face of the enclosing piece, which is often the right one.
        let hull = piece.hull(self.ball);
        let upper = upper.min(self.farthest(&hull, whole.face));
        if self.is_enough(upper) {
            return self.settle(upper);
        }
        // Step 2 with the face nearest to this piece's own sample.
        let mut sample = self.sample(hull.sample, whole.face);
        let upper = if sample.face == whole.face {
            upper
        } else {
            upper.min(self.farthest(&hull, sample.face))
        };
        if self.is_enough(upper) {
            return self.settle(upper);
        }
        // Step 3.
        sample.inside = self.is_inside(&sample, whole);
        self.raise_lower(&sample);
        let upper = if sample.inside {
            // The ball of radius `d` about the sample lies in the solid. A point at distance `ρ` is
            // at most `ρ − d` from that ball.
            upper.min(hull.radius + self.rounding - sample.distance)
        } else {
            upper
        };
        if self.is_enough(upper) {
            return self.settle(upper);
        }
        self.queue.push(OpenPiece {
            upper,
            piece,
            sample,
        });
    }

    /// Returns the radius of the core: points this close to the center are not farther from the
    /// body than `lower`, because the distance changes by at most the length of a step.
    fn core(&self) -> f64 {
        let MeasuredPoint {
            distance, inside, ..
        } = self.center;
        self.lower - if inside { -distance } else { distance } - self.rounding
    }

    /// Returns an upper bound of the distance to a face on a hull. The distance to a convex set is
    /// convex, so a corner attains the maximum.
    fn farthest(&self, hull: &PieceHull, face: u32) -> f64 {
        let face = MeasuredTriangle::new(&self.surface.mesh().triangle(face as usize));
        let square = |p: &Vec3| face.nearest_point(*p).distance_squared(*p);
        let most = hull.corners.iter().map(square).fold(0.0, f64::max);
        most.sqrt() + self.rounding
    }

    /// Returns a point with its nearest face. The distance to face `guess` limits the search.
    fn sample(&self, x: Vec3, guess: u32) -> MeasuredPoint {
        let guessed = self.surface.mesh().triangle(guess as usize);
        let at_most = guessed.nearest_point(x).distance(x);
        let nearer = self.surface.tree().nearest_within(x, at_most);
        MeasuredPoint {
            x,
            distance: nearer.map_or(at_most, |n| n.distance),
            face: nearer.map_or(guess, |n| n.face),
            inside: false,
        }
    }

    /// Returns true if a sample is in the solid. If `near` or the center is closer to the sample
    /// than to the surface, no surface lies between and the answer is the same.
    fn is_inside(&self, sample: &MeasuredPoint, near: &MeasuredPoint) -> bool {
        if self.target == Target::Surface {
            return false;
        }
        let same = |s: &&MeasuredPoint| s.x.distance(sample.x) + self.rounding < s.distance;
        let known = [near, &self.center].into_iter().find(same);
        known.map_or_else(|| self.surface.contains(sample.x), |s| s.inside)
    }

    /// Raises the lower bound by the distance of a sample outside the solid.
    fn raise_lower(&mut self, sample: &MeasuredPoint) {
        if !sample.inside {
            self.lower = self.lower.max(sample.distance - self.rounding);
        }
    }

    fn is_enough(&self, upper: f64) -> bool {
        upper <= self.lower + self.stop
    }

    fn settle(&mut self, upper: f64) {
        self.settled = self.settled.max(upper);
    }
}

#[cfg(test)]
mod tests;
