//! Pieces of a ball or of a sphere, and their convex hulls.

use super::Over;
use geometry::{Ball, Vec3};

/// Part of a ball: the directions through a square on a cube about the center, within a shell.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpherePiece {
    /// Face of a cube of half side 1 about the center: its axis, and the sign there.
    axis: usize,
    sign: f64,
    /// Center of the square on that face, and half its side.
    at: [f64; 2],
    half: f64,
    /// Least and greatest distance from the center. Equal for a part of the sphere.
    pub(super) shell: [f64; 2],
}

/// Convex body that contains a piece, up to rounding.
pub(super) struct PieceHull {
    /// Point of the piece, on the sphere if the piece reaches it.
    pub(super) sample: Vec3,
    /// Upper bound of the distance from the sample to any point of the piece: `ρ`.
    pub(super) radius: f64,
    /// Corners of a frustum: four far from the center, four near it.
    pub(super) corners: [Vec3; 8],
}

impl SpherePiece {
    /// Returns the six pieces of a ball, or of its surface.
    pub(super) fn sides(over: Over, ball: &Ball) -> [SpherePiece; 6] {
        let shell = match over {
            Over::Ball => [0.0, ball.radius],
            Over::Sphere => [ball.radius; 2],
        };
        std::array::from_fn(|i| SpherePiece {
            axis: i % 3,
            sign: if i < 3 { 1.0 } else { -1.0 },
            at: [0.0; 2],
            half: 1.0,
            shell,
        })
    }

    /// Returns a frustum that contains the piece.
    ///
    /// It lies between two planes perpendicular to the direction of the square's center. The far
    /// plane touches the larger sphere. The near plane cuts the smaller sphere at the corners of
    /// the piece.
    pub(super) fn hull(&self, ball: &Ball) -> PieceHull {
        let [near, far] = self.shell;
        let middle = self.direction(0.0, 0.0).normalize();
        // Directions of the square's corners, scaled to end on the plane at distance 1.
        let h = self.half;
        let ends = [(-h, -h), (-h, h), (h, -h), (h, h)].map(|(du, dv)| {
            let direction = self.direction(du, dv);
            direction / direction.dot(middle)
        });
        let widest = ends.iter().map(|d| d.length()).fold(1.0, f64::max);
        let corners = std::array::from_fn(|i| {
            let height = if i < 4 { far } else { near / widest };
            ball.center + ends[i % 4] * height
        });
        let along = if far == ball.radius {
            far
        } else {
            (near + far) / 2.0
        };
        let sample = ball.center + middle * along;
        let distances = corners.iter().map(|p| p.distance(sample));
        PieceHull {
            sample,
            radius: distances.fold(0.0, f64::max).min(along + far),
            corners,
        }
    }

    /// Splits a thick piece into two shells, and any other piece into four squares.
    pub(super) fn split(&self) -> [Option<SpherePiece>; 4] {
        let mut parts = [None; 4];
        let [near, far] = self.shell;
        let half = self.half / 2.0;
        if far - near > self.half * far {
            let middle = (near + far) / 2.0;
            for (part, shell) in parts.iter_mut().zip([[middle, far], [near, middle]]) {
                *part = Some(SpherePiece { shell, ..*self });
            }
        } else {
            for (i, part) in parts.iter_mut().enumerate() {
                let offset = |bit: usize| if i >> bit & 1 == 0 { -half } else { half };
                let at = [self.at[0] + offset(0), self.at[1] + offset(1)];
                *part = Some(SpherePiece { at, half, ..*self });
            }
        }
        parts
    }

    /// Returns the vector from the ball's center to the point of the cube's face at offset
    /// `(du, dv)` from the square's center.
    fn direction(&self, du: f64, dv: f64) -> Vec3 {
        let mut p = Vec3::ZERO;
        p[self.axis] = self.sign;
        p[(self.axis + 1) % 3] = self.at[0] + du;
        p[(self.axis + 2) % 3] = self.at[1] + dv;
        p
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Pieces of all kinds: the sides of a ball and of a sphere, split three times.
    fn pieces(ball: &Ball) -> Vec<SpherePiece> {
        let mut all = Vec::new();
        for over in [Over::Ball, Over::Sphere] {
            let mut last = SpherePiece::sides(over, ball).to_vec();
            for _ in 0..3 {
                all.extend(&last);
                last = last.iter().flat_map(|p| p.split()).flatten().collect();
            }
        }
        all
    }

    /// Parameters across a square or a shell: both ends, and some between.
    fn across(low: f64, high: f64) -> [f64; 5] {
        [0.0, 0.3, 0.5, 0.9, 1.0].map(|t| low + (high - low) * t)
    }

    /// Points of a piece: its corners, and others.
    fn points(piece: &SpherePiece, ball: &Ball) -> Vec<Vec3> {
        let h = piece.half;
        let mut points = Vec::new();
        for du in across(-h, h) {
            for dv in across(-h, h) {
                let direction = piece.direction(du, dv).normalize();
                let at = |t: f64| ball.center + direction * t;
                points.extend(across(piece.shell[0], piece.shell[1]).map(at));
            }
        }
        points
    }

    /// Returns true if a point of the ball belongs to a piece, up to rounding.
    pub(crate) fn holds(piece: &SpherePiece, ball: &Ball, p: Vec3) -> bool {
        let way = p - ball.center;
        let ahead = way[piece.axis] * piece.sign;
        let seen = |i: usize| way[(piece.axis + 1 + i) % 3] / ahead - piece.at[i];
        let [near, far] = piece.shell;
        ahead > 0.0
            && seen(0).abs().max(seen(1).abs()) <= piece.half + 1e-9
            && (near - 1e-9..=far + 1e-9).contains(&way.length())
    }

    #[test]
    fn hulls_hold_their_pieces_and_not_much_more() {
        let ball = Ball::new(Vec3::new(0.1, -0.2, 0.3), 0.7);
        for piece in pieces(&ball) {
            let hull = piece.hull(&ball);
            let points = points(&piece, &ball);
            let farthest = points.iter().map(|p| p.distance(hull.sample));
            let farthest = farthest.fold(0.0, f64::max);
            assert!(farthest <= hull.radius + 1e-12, "{piece:?}");
            assert!(hull.radius <= farthest * 2.0 + 1e-12, "{piece:?}");
            // No plane separates a point from the corners.
            for i in 0..200 {
                let t = f64::from(i);
                let normal = Vec3::new(t.sin(), (2.0 * t).cos(), (3.0 * t).sin());
                let most = |of: &[Vec3]| of.iter().map(|p| normal.dot(*p)).fold(-9.0, f64::max);
                assert!(most(&points) <= most(&hull.corners) + 1e-12, "{piece:?}");
            }
        }
    }

    #[test]
    fn parts_are_the_whole() {
        let ball = Ball::new(Vec3::ZERO, 1.0);
        let volume = |p: &SpherePiece| {
            let [near, far] = p.shell;
            4.0 * p.half * p.half * if near == far { 1.0 } else { far - near }
        };
        for piece in pieces(&ball) {
            let parts: Vec<SpherePiece> = piece.split().into_iter().flatten().collect();
            let sum: f64 = parts.iter().map(volume).sum();
            assert_eq!(sum, volume(&piece));
            let outer = piece.hull(&ball);
            for part in &parts {
                for p in points(part, &ball) {
                    assert!(p.distance(outer.sample) <= outer.radius + 1e-12);
                    assert!(p == ball.center || holds(&piece, &ball, p));
                    assert!(p == ball.center || holds(part, &ball, p));
                }
            }
            // The parts are disjoint.
            for (i, p) in parts.iter().enumerate() {
                assert!(
                    parts[..i]
                        .iter()
                        .all(|q| p.at != q.at || p.shell != q.shell)
                );
            }
        }
    }
}
