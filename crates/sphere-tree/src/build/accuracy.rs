//! How far a sphere reaches beyond the body [§9.2].
//!
//! The paper's inaccuracy of a sphere is the greatest distance from a point of the sphere to the
//! polyhedron (the Hausdorff distance of §8). It has no closed form; here branch and bound encloses
//! it. The distance to one face is a convex function, and at least that to all of them: over a piece
//! of the sphere or the ball, no distance is more than the largest from a corner of a convex hull
//! (`accuracy/piece.rs`) to any one face; the face nearest to a point of the piece is a good one.
//! Where that point lies inside of the solid by `d`, and the piece reaches no farther from it than `ρ`,
//! no distance is more than `ρ − d`. So every number comes as an [`Enclosure`], and its upper end
//! is proved. The paper's own estimate by twenty vertices of a dodecahedron, with its correction of
//! 0.64 radii, is [`by_dodecahedron`].
//!
//! Distance to what? The solid counts points inside as 0; the surface does not. Bounds on the
//! separation of two solids need the former, over the whole ball; the paper's text reads as the
//! latter, over the sphere.

mod piece;

use crate::build::surface::Surface;
use geometry::{Ball, Vec3};
use piece::{Hull, Piece};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A number that is proved to lie in `[lower, upper]`.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Enclosure {
    /// At least this.
    pub lower: f64,
    /// At most this.
    pub upper: f64,
}

/// Which points of a sphere are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// All of the ball: what a bound on separation needs, as one ball may lie inside another.
    Ball,
    /// Its surface, as in the paper.
    Sphere,
}

/// To what the distance is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The surface and what it encloses, if it is closed.
    Solid,
    /// The faces alone.
    Surface,
}

/// When the search for the greatest distance stops.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// When the ends of the enclosure are as near as this part of the radius.
    pub tolerance: f64,
    /// When so many pieces were split.
    pub pieces: usize,
}

/// For figures: most enclosures end at the tolerance, the others a little above.
pub const USUAL: Effort = Effort {
    tolerance: 0.03,
    pieces: 400,
};

/// For the bounds that trees hold: a twentieth of a radius is what a budget notices.
pub const QUICK: Effort = Effort {
    tolerance: 0.05,
    pieces: 120,
};

/// For what trees hold beside: to be told, not to decide.
pub const ROUGH: Effort = Effort {
    tolerance: 0.1,
    pieces: 40,
};

/// The greatest distance from a point of a ball, or of its surface, to a body.
///
/// # Cost
/// For each piece that is looked at the distances from eight corners to one face or two, and at most
/// one nearest face and one winding number.
pub fn inaccuracy(
    surface: &Surface,
    ball: &Ball,
    over: Over,
    target: Target,
    effort: Effort,
) -> Enclosure {
    let mut search = Search::new(surface, ball, over, target, effort);
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

/// The radius of a ball about `center` that lies in the solid, with the rounding taken off; negative
/// when the center is not inside, or too near the surface to tell.
pub fn inner_radius(surface: &Surface, center: Vec3) -> f64 {
    let tree = surface.tree();
    let clear = tree.nearest(center).distance - tree.rounding(center);
    if clear > 0.0 && surface.contains(center) {
        clear
    } else {
        -1.0
    }
}

/// The greatest distance to the surface from twenty points of the sphere, and the correction that makes
/// it an upper bound: the greatest distance from a point of the sphere to the nearest of the twenty
/// [§9.2].
pub fn by_dodecahedron(surface: &Surface, ball: &Ball) -> (f64, f64) {
    /// From the center of a face of a dodecahedron of unit circumradius, pushed out to the sphere, to
    /// a vertex of that face: `√(2 − 2·√((5 + 2√5)/15))`.
    const CORRECTION: f64 = 0.640_851_647_0;
    let golden = (1.0 + 5f64.sqrt()) / 2.0;
    let mut most = 0.0f64;
    let mut look = |direction: Vec3| {
        let p = ball.center + direction.normalize() * ball.radius;
        most = most.max(surface.tree().nearest(p).distance);
    };
    for i in 0..8 {
        let sign = |bit: i32| if i >> bit & 1 == 0 { 1.0 } else { -1.0 };
        let (x, y, z) = (sign(0), sign(1), sign(2));
        look(Vec3::new(x, y, z));
        if z > 0.0 {
            let (short, long) = (x / golden, y * golden);
            look(Vec3::new(0.0, short, long));
            look(Vec3::new(short, long, 0.0));
            look(Vec3::new(long, 0.0, short));
        }
    }
    (most, CORRECTION * ball.radius)
}

struct Search<'a> {
    surface: &'a Surface,
    ball: &'a Ball,
    target: Target,
    /// How near the ends of the enclosure have to be.
    stop: f64,
    /// By how much a point within two radii of the center may be misplaced, and its distance wrong.
    rounding: f64,
    center: Sample,
    lower: f64,
    /// What the distance is at most in pieces that need no further look.
    settled: f64,
    queue: BinaryHeap<Open>,
}

/// A piece with what the distance is at most in it.
struct Open {
    upper: f64,
    piece: Piece,
    sample: Sample,
}

/// A point, its distance to the surface, and the nearest face.
#[derive(Clone, Copy)]
struct Sample {
    x: Vec3,
    distance: f64,
    face: u32,
    /// Whether it is in the solid; never where the target is the surface.
    inside: bool,
}

impl PartialEq for Open {
    fn eq(&self, other: &Open) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Open {}

impl Ord for Open {
    fn cmp(&self, other: &Open) -> Ordering {
        self.upper.total_cmp(&other.upper)
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Open) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'a> Search<'a> {
    fn new(
        surface: &'a Surface,
        ball: &'a Ball,
        over: Over,
        target: Target,
        effort: Effort,
    ) -> Search<'a> {
        let tree = surface.tree();
        let nearest = tree.nearest(ball.center);
        let mut search = Search {
            surface,
            ball,
            target,
            stop: effort.tolerance * ball.radius,
            rounding: 2.0 * tree.rounding(ball.center.abs() + 2.0 * ball.radius),
            center: Sample {
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
        if over == Over::Ball {
            search.learn(&center);
        }
        for side in Piece::sides(over, ball) {
            search.look(side, &center, f64::INFINITY);
        }
        search
    }

    /// Splits the piece in which the distance may be greatest; not where that is known well enough.
    fn narrow(&mut self) -> bool {
        match self.queue.peek() {
            Some(first) if !self.is_enough(first.upper) => {}
            _ => return false,
        }
        let first = self.queue.pop().expect("just seen");
        for part in first.piece.split().into_iter().flatten() {
            self.look(part, &first.sample, first.upper);
        }
        true
    }

    /// Looks at a piece, which is part of the one that `whole` is a sample of, and in which the
    /// distance is at most `upper`.
    fn look(&mut self, mut piece: Piece, whole: &Sample, upper: f64) {
        let core = self.core();
        if core >= piece.shell[1] {
            return;
        }
        piece.shell[0] = piece.shell[0].max(core);
        let hull = piece.hull(self.ball);
        let upper = upper.min(self.farthest(&hull, whole.face));
        if self.is_enough(upper) {
            return self.settle(upper);
        }
        let mut sample = self.sample(hull.sample, whole.face);
        let upper = if sample.face == whole.face {
            upper
        } else {
            upper.min(self.farthest(&hull, sample.face))
        };
        if self.is_enough(upper) {
            return self.settle(upper);
        }
        sample.inside = self.is_inside(&sample, whole);
        self.learn(&sample);
        let upper = if sample.inside {
            // So far inside: no point within the distance is outside.
            upper.min(hull.radius + self.rounding - sample.distance)
        } else {
            upper
        };
        if self.is_enough(upper) {
            return self.settle(upper);
        }
        self.queue.push(Open {
            upper,
            piece,
            sample,
        });
    }

    /// The points this near to the center are not farther from the body than what is known to
    /// occur.
    fn core(&self) -> f64 {
        let Sample {
            distance, inside, ..
        } = self.center;
        self.lower - if inside { -distance } else { distance } - self.rounding
    }

    /// What the distance to a face is at most in a hull: no more than at some corner.
    fn farthest(&self, hull: &Hull, face: u32) -> f64 {
        let face = self.surface.mesh().triangle(face as usize);
        let square = |p: &Vec3| face.nearest_point(*p).distance_squared(*p);
        let most = hull.corners.iter().map(square).fold(0.0, f64::max);
        most.sqrt() + self.rounding
    }

    /// A point with its nearest face, which may well be `guess`.
    fn sample(&self, x: Vec3, guess: u32) -> Sample {
        let guessed = self.surface.mesh().triangle(guess as usize);
        let at_most = guessed.nearest_point(x).distance(x);
        let nearer = self.surface.tree().nearest_within(x, at_most);
        Sample {
            x,
            distance: nearer.map_or(at_most, |n| n.distance),
            face: nearer.map_or(guess, |n| n.face),
            inside: false,
        }
    }

    /// Whether a sample is in the solid: as `near` or the center is, if no surface lies between.
    fn is_inside(&self, sample: &Sample, near: &Sample) -> bool {
        if self.target == Target::Surface {
            return false;
        }
        let same = |s: &&Sample| s.x.distance(sample.x) + self.rounding < s.distance;
        let known = [near, &self.center].into_iter().find(same);
        known.map_or_else(|| self.surface.contains(sample.x), |s| s.inside)
    }

    /// A point that is not inside has its distance.
    fn learn(&mut self, sample: &Sample) {
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
