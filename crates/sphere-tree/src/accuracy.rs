//! How far a sphere reaches beyond the body [§9.2].
//!
//! The paper's inaccuracy of a sphere is the greatest distance from a point of the sphere to the
//! polyhedron (the Hausdorff distance of §8). It has no closed form; here branch and bound encloses
//! it: over a piece of the sphere about a point `x` that is at most `ρ` across, the distance is at most
//! that of `x` plus `ρ`. So every number comes as an [`Enclosure`], and its upper end is proved.
//! The paper's own estimate by twenty vertices of a dodecahedron, with its correction of 0.64 radii, is
//! [`by_dodecahedron`].
//!
//! Distance to what? The solid counts points inside as 0; the surface does not. Bounds on the
//! separation of two solids need the former, over the whole ball; the paper's text reads as the
//! latter, over the sphere.

use crate::surface::Surface;
use geometry::{Ball, Vec3};
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
    /// When so many pieces were looked at.
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
/// One nearest face for each piece that is looked at, and at most one winding number.
pub fn inaccuracy(
    surface: &Surface,
    ball: &Ball,
    over: Over,
    target: Target,
    effort: Effort,
) -> Enclosure {
    let mut search = Search {
        surface,
        ball,
        target,
        lower: 0.0,
        queue: BinaryHeap::new(),
    };
    let stop = effort.tolerance * ball.radius;
    search.look(Piece::whole(over, ball), None);
    for _ in 0..effort.pieces {
        match search.queue.peek() {
            Some(first) if first.upper > search.lower + stop => {}
            _ => break,
        }
        let first = search.queue.pop().expect("just seen");
        for part in first.piece.split().into_iter().flatten() {
            search.look(part, Some(&first.sample));
        }
    }
    let upper = search
        .queue
        .peek()
        .map_or(search.lower, |first| first.upper);
    Enclosure {
        lower: search.lower,
        upper: upper.max(search.lower),
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
    lower: f64,
    queue: BinaryHeap<Open>,
}

/// A piece with what the distance is at most in it.
struct Open {
    upper: f64,
    piece: Piece,
    sample: Sample,
}

/// A point of a piece, and its distance to the surface.
#[derive(Clone, Copy)]
struct Sample {
    x: Vec3,
    distance: f64,
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

impl Search<'_> {
    /// Looks at a piece, which is part of the one that `whole` is a sample of.
    fn look(&mut self, piece: Piece, whole: Option<&Sample>) {
        let Some((x, rho)) = piece.sample(self.ball) else {
            return;
        };
        let tree = self.surface.tree();
        let rounding = tree.rounding(x);
        // From one point to another the distance grows by no more than the way.
        let at_most = whole.map_or(f64::INFINITY, |s| s.distance + s.x.distance(x) + rounding);
        if at_most + rho + rounding <= self.lower {
            return;
        }
        let distance = tree.nearest_within(x, at_most);
        let distance = distance.map_or(at_most, |nearest| nearest.distance);
        if distance + rho + rounding <= self.lower {
            return;
        }
        let mut beyond = distance;
        if self.target == Target::Solid && distance > rounding && self.surface.contains(x) {
            // So far inside: no point within the distance is outside.
            beyond = -distance;
        }
        self.lower = self.lower.max(beyond - rounding);
        let upper = beyond + rho + rounding;
        if upper > self.lower {
            self.queue.push(Open {
                upper,
                piece,
                sample: Sample { x, distance },
            });
        }
    }
}

/// A part of a ball or of a sphere.
#[derive(Clone, Copy)]
enum Piece {
    /// What a cube has in common with the ball.
    Cube { center: Vec3, half: f64 },
    /// The points of the sphere seen from its center through a square on the side of a cube of half
    /// side 1: `axis` and its sign, the square's center on that side, and half its side.
    Square {
        axis: usize,
        sign: f64,
        at: [f64; 2],
        half: f64,
    },
    /// All of the sphere.
    Sphere,
}

impl Piece {
    fn whole(over: Over, ball: &Ball) -> Piece {
        match over {
            Over::Ball => Piece::Cube {
                center: ball.center,
                half: ball.radius,
            },
            Over::Sphere => Piece::Sphere,
        }
    }

    /// A point of the part, and a bound on the distance from it to all others; `None` when the part
    /// is empty.
    fn sample(&self, ball: &Ball) -> Option<(Vec3, f64)> {
        match *self {
            Piece::Cube { center, half } => {
                let rho = half * 3f64.sqrt() * (1.0 + 1e-12);
                let offset = center - ball.center;
                let length = offset.length();
                if length > ball.radius + rho {
                    return None;
                }
                // The nearest point of the ball is not farther from any of its points.
                let x = if length > ball.radius {
                    ball.center + offset * (ball.radius / length)
                } else {
                    center
                };
                Some((x, rho.min(ball.radius + length.min(ball.radius))))
            }
            Piece::Square {
                axis,
                sign,
                at: [u, v],
                half,
            } => {
                let direction = |u, v| on_side(axis, sign, u, v).normalize();
                let center = direction(u, v);
                let mut farthest = 0.0f64;
                for (du, dv) in [(-half, -half), (-half, half), (half, -half), (half, half)] {
                    farthest = farthest.max(center.distance(direction(u + du, v + dv)));
                }
                let rho = farthest * ball.radius * (1.0 + 1e-12);
                Some((ball.center + center * ball.radius, rho))
            }
            Piece::Sphere => Some((ball.center + Vec3::X * ball.radius, 2.0 * ball.radius)),
        }
    }

    fn split(&self) -> [Option<Piece>; 8] {
        let mut parts = [None; 8];
        match *self {
            Piece::Cube { center, half } => {
                let half = half / 2.0;
                for (i, part) in parts.iter_mut().enumerate() {
                    let sign = |bit: usize| if i >> bit & 1 == 0 { -half } else { half };
                    let center = center + Vec3::new(sign(0), sign(1), sign(2));
                    *part = Some(Piece::Cube { center, half });
                }
            }
            Piece::Square {
                axis,
                sign,
                at: [u, v],
                half,
            } => {
                let half = half / 2.0;
                for (i, part) in parts.iter_mut().take(4).enumerate() {
                    let offset = |bit: usize| if i >> bit & 1 == 0 { -half } else { half };
                    let at = [u + offset(0), v + offset(1)];
                    *part = Some(Piece::Square {
                        axis,
                        sign,
                        at,
                        half,
                    });
                }
            }
            Piece::Sphere => {
                for (i, part) in parts.iter_mut().take(6).enumerate() {
                    *part = Some(Piece::Square {
                        axis: i % 3,
                        sign: if i < 3 { 1.0 } else { -1.0 },
                        at: [0.0; 2],
                        half: 1.0,
                    });
                }
            }
        }
        parts
    }
}

fn on_side(axis: usize, sign: f64, u: f64, v: f64) -> Vec3 {
    let mut p = Vec3::ZERO;
    p[axis] = sign;
    p[(axis + 1) % 3] = u;
    p[(axis + 2) % 3] = v;
    p
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Mesh;

    /// A cube from -0.5 to 0.5, faces outward; without its upper side if open.
    fn cube(open: bool) -> Surface {
        let pick = |i: usize, bit: usize| if i & bit == 0 { -0.5 } else { 0.5 };
        let at = |i| Vec3::new(pick(i, 1), pick(i, 2), pick(i, 4));
        let quads = [
            [0, 2, 3, 1],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 4, 6, 2],
            [1, 3, 7, 5],
            [4, 5, 7, 6],
        ];
        let quads = &quads[..if open { 5 } else { 6 }];
        let halves = quads
            .iter()
            .flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]);
        Surface::new(&Mesh::new((0..8).map(at).collect(), halves.collect()).unwrap())
    }

    const FINE: Effort = Effort {
        tolerance: 5e-3,
        pieces: 4_000,
    };

    fn near(found: Enclosure, right: f64, radius: f64) {
        assert!(
            found.lower <= right + 1e-12 && right <= found.upper,
            "{found:?} {right}"
        );
        assert!(found.upper - found.lower <= 2e-2 * radius, "{found:?}");
    }

    #[test]
    fn a_ball_about_a_cube_reaches_beyond_its_sides() {
        let surface = cube(false);
        // Scaled by handy powers of two: coordinates of 0.5 stay.
        assert_eq!(surface.scale(), 1.0);
        let r = 0.75f64.sqrt();
        let ball = Ball::new(Vec3::ZERO, r);
        for over in [Over::Ball, Over::Sphere] {
            near(
                inaccuracy(&surface, &ball, over, Target::Solid, FINE),
                r - 0.5,
                r,
            );
        }
        near(
            inaccuracy(&surface, &ball, Over::Sphere, Target::Surface, FINE),
            r - 0.5,
            r,
        );
        // The center of the cube is farther from the faces than any point of the sphere.
        near(
            inaccuracy(&surface, &ball, Over::Ball, Target::Surface, FINE),
            0.5,
            r,
        );
    }

    #[test]
    fn a_ball_inside_reaches_nowhere() {
        let ball = Ball::new(Vec3::new(0.1, 0.0, 0.0), 0.3);
        let closed = cube(false);
        let inside = inaccuracy(&closed, &ball, Over::Ball, Target::Solid, FINE);
        assert_eq!((inside.lower, inside.upper), (0.0, 0.0));
        assert!((inner_radius(&closed, ball.center) - 0.4).abs() < 1e-12);
        assert!(inner_radius(&closed, Vec3::X) < 0.0);
        // Without its upper side the cube has no inside: the nearest face counts.
        let open = cube(true);
        near(
            inaccuracy(&open, &ball, Over::Ball, Target::Solid, FINE),
            0.5,
            0.3,
        );
        assert!(inner_radius(&open, ball.center) < 0.0);
    }

    #[test]
    fn little_effort_gives_wide_but_right_enclosures() {
        let surface = cube(false);
        for i in 0..60 {
            let t = f64::from(i);
            let ball = Ball::new(
                Vec3::new(t.sin(), (2.0 * t).sin(), (3.0 * t).cos()),
                0.05 + 0.3 * t.cos().abs(),
            );
            for (over, target) in [
                (Over::Ball, Target::Solid),
                (Over::Sphere, Target::Solid),
                (Over::Sphere, Target::Surface),
            ] {
                let little = Effort {
                    tolerance: 0.05,
                    pieces: 5,
                };
                let rough = inaccuracy(&surface, &ball, over, target, little);
                let fine = inaccuracy(&surface, &ball, over, target, FINE);
                assert!(rough.lower <= fine.upper && fine.lower <= rough.upper);
                let slack = 2e-2 * ball.radius;
                assert!(rough.upper >= fine.upper - slack, "{rough:?} {fine:?}");
            }
        }
    }

    #[test]
    fn the_dodecahedron_with_its_correction_is_a_bound_too() {
        let surface = cube(false);
        let ball = Ball::new(Vec3::new(0.2, 0.1, 0.0), 0.7);
        let (at_vertices, correction) = by_dodecahedron(&surface, &ball);
        let fine = inaccuracy(&surface, &ball, Over::Sphere, Target::Surface, FINE);
        assert!(at_vertices <= fine.upper && fine.lower <= at_vertices + correction);
        assert!((correction / 0.7 - 0.64085).abs() < 1e-5);
        // The twenty directions are those of a regular dodecahedron: each is as far from its nearest.
        let unit = cube(false);
        let far = by_dodecahedron(&unit, &Ball::new(Vec3::ZERO, 100.0)).0;
        assert!((far - (100.0 - 0.5)).abs() < 1.0);
    }
}
