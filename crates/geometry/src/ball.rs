//! Closed balls, and small ones around points.

use crate::unit_scale::{SQUARES_UNDERFLOW, length};
use crate::{Aabb, Vec3, unit_scale};

/// Closed ball: all points at most `radius` from `center`. Several papers say sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Center, in scene units.
    pub center: Vec3,
    /// Radius in scene units, at least 0.
    pub radius: f64,
}

/// Growth of a radius, relative to the largest coordinate and radius, that covers the rounding of
/// centers, differences and roots. About ten roundings of half an ulp each, times five.
const RADIUS_ROUNDING: f64 = 32.0 * f64::EPSILON;

/// Bound on what some operations on subnormal numbers lose: 2⁻¹⁰⁷⁰ scene units.
const RADIUS_UNDERFLOW: f64 = f64::from_bits(1 << 4);

/// Difference of two squares of lengths, relative to that of the distance, beyond which they are
/// surely in the order of the lengths: 2⁻²⁰. Their rounding, and all margins of lengths, are below
/// 2⁻⁴⁶. It only sends pairs to the slower comparison.
const NEARLY_EQUAL: f64 = 1.0 / (1 << 20) as f64;

impl Ball {
    /// Returns the ball with this center and radius.
    pub const fn new(center: Vec3, radius: f64) -> Ball {
        Ball { center, radius }
    }

    /// Returns true if the ball contains `p`, up to the rounding of one distance.
    #[inline]
    pub fn contains(&self, p: Vec3) -> bool {
        self.center.distance_squared(p) <= self.radius * self.radius
    }

    /// Returns true if the balls share a point, up to the rounding of one distance.
    #[inline]
    pub fn overlaps(&self, other: &Ball) -> bool {
        let reach = self.radius + other.radius;
        self.center.distance_squared(other.center) <= reach * reach
    }

    /// Returns true if the balls share no point: never by rounding, at any scale of coordinates up
    /// to 2¹⁰⁰.
    ///
    /// Squares decide, unless they are nearly equal, or the larger length is not between 2⁻²⁵⁰ and
    /// 2²⁵⁰ scene units, where its square has all digits.
    #[inline]
    pub fn is_apart_from(&self, other: &Ball) -> bool {
        let reach = self.radius + other.radius;
        let square = self.center.distance_squared(other.center);
        let of_reach = reach * reach;
        let is_in_range =
            (SQUARES_UNDERFLOW..=SQUARES_UNDERFLOW.recip()).contains(&square.max(of_reach));
        if is_in_range && (square - of_reach).abs() > NEARLY_EQUAL * square {
            square > of_reach
        } else {
            self.is_apart_by_distance(other)
        }
    }

    /// Returns [`Ball::is_apart_from`] without squares.
    ///
    /// The distance is off by some five roundings, the sum of the radii by one, and
    /// [`unit_scale::length`] keeps squares from vanishing, so it loses
    /// at most the last bit of a subnormal result. The margin is twelve times as wide.
    #[cold]
    fn is_apart_by_distance(&self, other: &Ball) -> bool {
        let distance = length(other.center - self.center);
        let reach = self.radius + other.radius;
        distance > reach + (RADIUS_ROUNDING * distance + RADIUS_UNDERFLOW)
    }

    /// Returns a ball about `center` that contains every point despite rounding, at any scale of
    /// coordinates up to 2¹⁰⁰. Its radius exceeds the largest distance by rounding only.
    ///
    /// Squares of lengths between 2⁻⁵⁰⁰ and 2⁵⁰⁰ have all digits. Others are computed again in a
    /// unit in which the largest length is near 1. A radius is off by some eight roundings and by
    /// the last bit of a subnormal number.
    pub fn around(center: Vec3, points: &[Vec3]) -> Ball {
        let mut radius = greatest_square(points, |p| *p - center).sqrt();
        if !(SQUARES_UNDERFLOW..=SQUARES_UNDERFLOW.recip()).contains(&radius) {
            let offsets = points.iter().map(|p| (*p - center).abs());
            let scale = unit_scale(offsets.fold(Vec3::ZERO, Vec3::max).max_element());
            radius = greatest_square(points, |p| (*p - center) * scale).sqrt() / scale;
        }
        Ball::new(center, radius + RADIUS_ROUNDING * radius + RADIUS_UNDERFLOW)
    }

    /// Returns a ball around all points, at most some 20 % larger than the smallest one (Ritter
    /// 1990): the widest of the three extreme pairs along the axes, then grown towards each point
    /// outside. Depends on the order of the points. `None` without points.
    pub fn ritter(points: &[Vec3]) -> Option<Ball> {
        let (p, q) = widest_pair(points)?;
        let mut ball = Ball::new((p + q) / 2.0, p.distance(q) / 2.0);
        for &p in points {
            let d = ball.center.distance(p);
            if d > ball.radius {
                let radius = (ball.radius + d) / 2.0;
                ball.center += (p - ball.center) * ((d - radius) / d);
                ball.radius = radius;
            }
        }
        Some(ball.grown_to_contain(points))
    }

    /// Returns the smallest ball around all points, up to rounding. `None` without points.
    ///
    /// Pivots as Gärtner 1999: the point farthest outside joins the support, at most four points
    /// with the same smallest ball. Trying all subsets of these five gives the new support. The
    /// ball grows in each round, so no support repeats.
    ///
    /// # Cost
    /// One pass over the points in each of about ten rounds.
    pub fn minimal(points: &[Vec3]) -> Option<Ball> {
        let mut support = Support::of(*points.first()?);
        loop {
            let center = support.ball.center;
            let (p, square) = farthest(points, center);
            match support.with(p) {
                Some(larger) if larger.ball.radius > support.ball.radius => support = larger,
                // The root is monotone: it is the largest of all distances.
                _ => return Some(Ball::reaching(center, square.sqrt())),
            }
        }
    }

    /// Returns the box around the ball, each corner rounded.
    #[inline]
    pub fn aabb(&self) -> Aabb {
        let radius = Vec3::splat(self.radius);
        Aabb::new(self.center - radius, self.center + radius)
    }

    /// Returns a ball with the same center that contains every point despite rounding.
    #[must_use]
    pub fn grown_to_contain(self, points: &[Vec3]) -> Ball {
        let mut radius: f64 = 0.0;
        for p in points {
            radius = radius.max(self.center.distance(*p));
        }
        Ball::reaching(self.center, radius)
    }

    /// Returns a ball that contains every point whose distance from the center, rounded, is at most
    /// `radius`.
    fn reaching(center: Vec3, radius: f64) -> Ball {
        let scale = center.abs().max_element() + radius;
        Ball::new(center, radius + RADIUS_ROUNDING * scale)
    }
}

/// Returns the greatest squared length, or zero without points.
fn greatest_square(points: &[Vec3], offset: impl Fn(&Vec3) -> Vec3) -> f64 {
    let larger = |a: f64, b: f64| if b > a { b } else { a };
    let square = |p: &Vec3| offset(p).length_squared();
    // Four maxima, so that none waits for the one before.
    let fours = points.chunks_exact(4);
    let rest = fours.remainder().iter().map(square).fold(0.0, larger);
    let all = fours.fold([rest; 4], |all, p| {
        std::array::from_fn(|i| larger(all[i], square(&p[i])))
    });
    all.into_iter().fold(0.0, larger)
}

fn widest_pair(points: &[Vec3]) -> Option<(Vec3, Vec3)> {
    let extreme = |axis: usize| {
        let low = points.iter().min_by(|p, q| p[axis].total_cmp(&q[axis]));
        let high = points.iter().max_by(|p, q| p[axis].total_cmp(&q[axis]));
        Some((*low?, *high?))
    };
    let pairs = [extreme(0)?, extreme(1)?, extreme(2)?];
    let length = |(p, q): &(Vec3, Vec3)| p.distance_squared(*q);
    pairs
        .into_iter()
        .max_by(|a, b| length(a).total_cmp(&length(b)))
}

/// Returns the first of the farthest points, with its squared distance.
fn farthest(points: &[Vec3], from: Vec3) -> (Vec3, f64) {
    let mut best = (points[0], -1.0);
    for p in points {
        let d = from.distance_squared(*p);
        if d > best.1 {
            best = (*p, d);
        }
    }
    best
}

/// At most four points with the same smallest ball as all points so far.
#[derive(Clone, Copy)]
struct Support {
    ball: Ball,
    points: [Vec3; 4],
    count: usize,
}

impl Support {
    fn of(p: Vec3) -> Support {
        Support {
            ball: Ball::new(p, 0.0),
            points: [p; 4],
            count: 1,
        }
    }

    /// Returns the support of these points and `p`, which lies outside of their ball, or `None` if
    /// rounding hides which it is, as it does only where `p` is outside by rounding alone.
    fn with(&self, p: Vec3) -> Option<Support> {
        let mut candidates = [p; 5];
        candidates[1..=self.count].copy_from_slice(&self.points[..self.count]);
        let count = self.count + 1;
        // `p` is on the new ball; the others are in the support or not.
        (0u32..1 << self.count)
            .filter(|others| others.count_ones() < 4)
            .filter_map(|others| Support::through(&candidates[..count], others << 1 | 1))
            .min_by(|a, b| a.ball.radius.total_cmp(&b.ball.radius))
    }

    /// Returns the smallest ball with the chosen candidates on it, if it holds the others.
    fn through(candidates: &[Vec3], chosen: u32) -> Option<Support> {
        let mut support = Support::of(candidates[0]);
        support.count = 0;
        for (i, p) in candidates.iter().enumerate() {
            if chosen >> i & 1 == 1 {
                support.points[support.count] = *p;
                support.count += 1;
            }
        }
        support.ball = circumball(&support.points[..support.count])?;
        let reach = support.ball.radius * (1.0 + 1e-12);
        let holds = |p: &Vec3| support.ball.center.distance_squared(*p) <= reach * reach;
        candidates.iter().all(holds).then_some(support)
    }
}

/// Returns the smallest ball through one to four points, or `None` if they are not affinely
/// independent, or so nearly dependent that its center is no number.
pub fn circumball(points: &[Vec3]) -> Option<Ball> {
    let p = points[0];
    let edge = |i: usize| points[i] - p;
    let offset = match points.len() {
        1 => Vec3::ZERO,
        2 => edge(1) / 2.0,
        3 => {
            let (u, v) = (edge(1), edge(2));
            let normal = u.cross(v);
            let scaled = (u.length_squared() * v - v.length_squared() * u).cross(normal);
            scaled / (2.0 * normal.length_squared())
        }
        _ => {
            let (u, v, w) = (edge(1), edge(2), edge(3));
            let scaled = u.length_squared() * v.cross(w)
                + v.length_squared() * w.cross(u)
                + w.length_squared() * u.cross(v);
            scaled / (2.0 * u.dot(v.cross(w)))
        }
    };
    offset
        .is_finite()
        .then(|| Ball::new(p + offset, offset.length()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::power_of_two;
    use crate::testing::Points;

    /// Returns the smallest ball by trying every support.
    fn by_trial(points: &[Vec3]) -> f64 {
        let n = points.len();
        let mut best = f64::INFINITY;
        for chosen in 1u32..1 << n {
            if chosen.count_ones() > 4 {
                continue;
            }
            let support: Vec<Vec3> = (0..n)
                .filter(|i| chosen >> i & 1 == 1)
                .map(|i| points[i])
                .collect();
            if let Some(ball) = circumball(&support) {
                let reach = ball.radius * (1.0 + 1e-9);
                if ball.radius < best && points.iter().all(|p| ball.center.distance(*p) <= reach) {
                    best = ball.radius;
                }
            }
        }
        best
    }

    #[test]
    fn the_minimal_ball_is_the_one_that_trial_finds() {
        for seed in 0..300 {
            let points = Points::new(seed).cloud(2 + seed as usize % 8);
            let ball = Ball::minimal(&points).unwrap();
            assert!(points.iter().all(|p| ball.contains(*p)));
            assert!(
                (ball.radius / by_trial(&points) - 1.0).abs() < 1e-9,
                "seed {seed}"
            );
        }
    }

    #[test]
    fn the_minimal_ball_of_many_points_of_a_sphere_is_the_sphere() {
        let points: Vec<Vec3> = Points::new(7)
            .cloud(2000)
            .iter()
            .map(|p| p.normalize() * 3.0 + 5.0)
            .collect();
        let ball = Ball::minimal(&points).unwrap();
        assert!((ball.radius - 3.0).abs() < 1e-6 && ball.center.distance(Vec3::splat(5.0)) < 1e-3);
    }

    #[test]
    fn both_balls_hold_every_point_and_ritters_is_not_much_larger() {
        for (seed, scale) in [(1, 1.0), (2, 1e-6), (3, 1e6), (4, 1e-30), (5, 1e30)] {
            let points: Vec<Vec3> = Points::new(seed)
                .cloud(500)
                .iter()
                .map(|p| (*p + 3.0) * scale)
                .collect();
            let (ritter, minimal) = (
                Ball::ritter(&points).unwrap(),
                Ball::minimal(&points).unwrap(),
            );
            assert!(
                points
                    .iter()
                    .all(|p| ritter.contains(*p) && minimal.contains(*p))
            );
            let ratio = ritter.radius / minimal.radius;
            assert!((1.0 - 1e-12..1.25).contains(&ratio), "{ratio}");
        }
    }

    /// Integers as coordinates, times a power of two: exact lengths, down to subnormal ones.
    #[test]
    fn a_ball_around_points_holds_them_at_any_scale() {
        for exponent in [-1074, -1060, -1022, -600, -500, -10, 0, 60, 90] {
            let unit = power_of_two(exponent);
            let center = Vec3::new(1.0, -5.0, 2.0) * unit;
            // At distances 3, 7 and 9.
            let offsets = [[1.0, 2.0, -2.0], [2.0, 3.0, 6.0], [-4.0, 1.0, 8.0]];
            let points = offsets.map(|p| center + Vec3::from_array(p) * unit);
            for count in 1..=3 {
                let ball = Ball::around(center, &points[..count]);
                let exact = [3.0, 7.0, 9.0][count - 1] * unit;
                let largest = exact * (1.0 + 1e-14) + power_of_two(-1069);
                assert!(
                    exact <= ball.radius && ball.radius <= largest,
                    "2^{exponent}"
                );
            }
        }
    }

    #[test]
    fn balls_are_apart_by_more_than_rounding_at_any_scale() {
        // A square vanishes in part, and is greater than that of the radii.
        let unit = power_of_two(-540);
        let ball = |at: Vec3, radius: f64| Ball::new(at * unit, radius * unit);
        let touching = ball(Vec3::new(6.0, 6.0, 7.0), 7.0);
        assert!(!ball(Vec3::ZERO, 4.0).is_apart_from(&touching));
        for exponent in [-1074, -1060, -1022, -600, -500, -10, 0, 60, 90] {
            let unit = power_of_two(exponent);
            let ball = |radius| Ball::new(Vec3::ONE * unit, radius * unit);
            let (toward, far) = (Vec3::new(2.0, 3.0, 6.0), Vec3::new(200.0, 300.0, 600.0));
            let other = |toward, radius| Ball::new((Vec3::ONE + toward) * unit, radius * unit);
            for touching in 0..=7 {
                let (one, two) = (
                    ball(f64::from(touching)),
                    other(toward, f64::from(7 - touching)),
                );
                assert!(!one.is_apart_from(&two), "2^{exponent}: they touch");
                assert!(!two.is_apart_from(&one), "2^{exponent}: they touch");
            }
            let apart = ball(300.0).is_apart_from(&other(far, 370.0));
            assert!(apart, "2^{exponent}: 30 units apart");
            assert!(!ball(300.0).is_apart_from(&other(far, 410.0)));
        }
    }

    #[test]
    fn squares_and_distances_separate_the_same_balls() {
        let mut apart = [0; 2];
        for exponent in [-1074, -600, -540, -253, -252, -20, 0, 90] {
            let unit = power_of_two(exponent);
            for k in -60..=60 {
                // Nearer and nearer to touching, on both sides of it.
                let gap = 7.0 * f64::from(k) * 2f64.powi(-i32::abs(k));
                let radius = 3.5 + gap;
                let ball = Ball::new(Vec3::ZERO, radius * unit);
                let other = Ball::new(Vec3::new(2.0, 3.0, 6.0) * unit, 3.5 * unit);
                let is_apart = ball.is_apart_from(&other);
                assert_eq!(
                    is_apart,
                    ball.is_apart_by_distance(&other),
                    "2^{exponent}, {gap:e}"
                );
                apart[usize::from(is_apart)] += 1;
            }
        }
        assert!(apart.iter().all(|count| *count > 250), "{apart:?}");
    }

    #[test]
    fn points_in_one_place_on_a_line_on_a_circle_and_none() {
        assert_eq!(Ball::minimal(&[]), None);
        assert_eq!(Ball::ritter(&[]), None);
        let ball = Ball::minimal(&[Vec3::ONE; 5]).unwrap();
        assert!(ball.radius < 1e-14 && ball.contains(Vec3::ONE));
        let line: Vec<Vec3> = (0..9).map(|i| Vec3::new(f64::from(i), 0.0, 0.0)).collect();
        assert!((Ball::minimal(&line).unwrap().radius - 4.0).abs() < 1e-12);
        let circle = [Vec3::X, Vec3::Y, -Vec3::X, -Vec3::Y, Vec3::X];
        assert!((Ball::minimal(&circle).unwrap().radius - 1.0).abs() < 1e-12);
    }

    #[test]
    fn balls_are_closed() {
        let (a, b) = (Ball::new(Vec3::ZERO, 1.0), Ball::new(Vec3::X * 3.0, 2.0));
        assert!(a.overlaps(&b) && a.contains(Vec3::Y));
        assert!(!a.overlaps(&Ball::new(Vec3::X * 3.0, 1.9)));
    }
}
