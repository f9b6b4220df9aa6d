//! Step 2: k-DOPs of the moving body, seen from the environment.
//!
//! D7. A k-DOP of a turned body has to be bounded along the environment's directions. Let `d` be
//! such a direction in the moving body's space, and write it as a sum of three of the fixed
//! directions, `d = Σ λ_j n_j` with `λ_j >= 0`. Then `d · y <= Σ λ_j high_j` for each point `y` of
//! the k-DOP (weak duality of linear programs). The three directions are those whose cone contains
//! `d`, in the triangulation of the sphere by all of them. The bound is attained if their planes
//! meet in a vertex of the k-DOP, as they do for a k-DOP around a ball.
//!
//! # The bound
//! Let `M`, `t` be the pose of the moving body B in A's space, `r_b` the largest absolute local
//! coordinate of B, `S` the size of the pair and `μ` the margin of coordinates as in
//! [`geometry::relative_pose`], `u = 2⁻⁵³`. A point of faces in both has `y_a = M y_b + t + ε` with
//! coordinates of `ε` up to `μ`, so that `n · y_a` is off by `3 μ`. Rounding adds
//! - `15 u r_b` for `Mᵀ n`, `81 u r_b` for the weights, as each `|n_j · y| <= 3 r_b`,
//! - `20 u r_b` for the intervals and their centers, `5 u r_a` for the intervals of A,
//! - `84 u r_b + 24 u |t|` for the sums.
//!
//! In total below `3 μ + 210 u S`. As `μ >= 64 u S`, `8 μ` is more.

use super::dop::{Dop, Signed};
use geometry::{RelativePose, Vec3};

/// Margin of an interval, relative to that of a coordinate, as derived above.
const MARGIN_FACTOR: f64 = 8.0;

/// Pose of the k-DOPs of a moving body in the space of the environment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tumble<const N: usize> {
    /// For each direction of the environment, three of the moving body with their weights.
    terms: [[DirectionTerm; 3]; N],
    /// Position of the moving body's origin along each direction.
    offset: [f64; N],
    margin: f64,
}

/// Summand of a direction.
#[derive(Clone, Copy, Debug)]
struct DirectionTerm {
    index: usize,
    /// `λ`, negative for the opposite direction.
    weight: f64,
}

impl<const N: usize> Tumble<N> {
    /// Prepares the pose of a moving body in the environment's space. Scene units.
    pub(super) fn new(pose: &RelativePose) -> Tumble<N> {
        let to_moving = pose.linear().transpose();
        let term = |(Signed { index, sign }, weight): (Signed, f64)| DirectionTerm {
            index,
            weight: sign * weight,
        };
        let sum = |n: Vec3| combination::<N>(to_moving * n).map(term);
        Tumble {
            terms: Dop::<N>::NORMALS.map(sum),
            offset: Dop::<N>::NORMALS.map(|n| n.dot(pose.translation())),
            margin: MARGIN_FACTOR * pose.coordinate_margin(),
        }
    }

    /// Returns a k-DOP in the environment's space that contains each point that coincides in world
    /// space with a point of `dop` in the moving body's, all rounding included.
    #[inline]
    pub(super) fn apply(&self, dop: &Dop<N>) -> Dop<N> {
        let center: [f64; N] = std::array::from_fn(|i| 0.5 * (dop.low[i] + dop.high[i]));
        let half: [f64; N] = std::array::from_fn(|i| 0.5 * (dop.high[i] - dop.low[i]));
        let mut moved = Dop::EMPTY;
        for i in 0..N {
            let [x, y, z] = self.terms[i];
            let at = |term: DirectionTerm| term.weight * center[term.index];
            let around = |term: DirectionTerm| term.weight.abs() * half[term.index];
            let moved_center = at(x) + at(y) + at(z) + self.offset[i];
            let radius = around(x) + around(y) + around(z) + self.margin;
            (moved.low[i], moved.high[i]) = (moved_center - radius, moved_center + radius);
        }
        moved
    }
}

/// Returns three directions and weights `λ >= 0` with `d = Σ λ n`, up to rounding.
///
/// With coordinates `u >= v >= w >= 0` of `d` along the axes X, Y, Z, in this order and with these
/// signs, for k =
/// - 6: `u X + v Y + w Z`;
/// - 14: `(u − v) X + (v + w)/2 (X + Y + Z) + (v − w)/2 (X + Y − Z)`;
/// - 18: `(u − v − w) X + v (X + Y) + w (X + Z)`, or if the first weight is negative
///   `(u + v − w)/2 (X + Y) + (u − v + w)/2 (X + Z) + (v + w − u)/2 (Y + Z)`;
/// - 26: `(u − v) X + (v − w) (X + Y) + w (X + Y + Z)`.
fn combination<const N: usize>(d: Vec3) -> [(Signed, f64); 3] {
    let size = d.abs().to_array();
    let mut axes = [0, 1, 2];
    axes.sort_by(|i, j| size[*j].total_cmp(&size[*i]));
    let [u, v, w] = axes.map(|axis| size[axis]);
    let named = |multiples: [i8; 3]| {
        let mut vector = [0; 3];
        for (axis, multiple) in axes.into_iter().zip(multiples) {
            vector[axis] = if d[axis] < 0.0 { -multiple } else { multiple };
        }
        Dop::<N>::signed(vector)
    };
    let (x, y, z) = ([1, 0, 0], [0, 1, 0], [0, 0, 1]);
    let (x_y, x_z, y_z) = ([1, 1, 0], [1, 0, 1], [0, 1, 1]);
    let terms = match N {
        3 => [(x, u), (y, v), (z, w)],
        7 => [
            (x, u - v),
            ([1, 1, 1], 0.5 * (v + w)),
            ([1, 1, -1], 0.5 * (v - w)),
        ],
        9 if u - v - w >= 0.0 => [(x, u - v - w), (x_y, v), (x_z, w)],
        9 => [
            (x_y, 0.5 * (u + v - w)),
            (x_z, 0.5 * (u - v + w)),
            (y_z, 0.5 * (v + w - u)),
        ],
        _ => [(x, u - v), (x_y, v - w), ([1, 1, 1], w)],
    };
    terms.map(|(multiples, weight)| (named(multiples), weight))
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{Pose, PosedExtent, Quat, power_of_two};
    use proptest::prelude::*;

    fn sums_up<const N: usize>(d: Vec3) -> bool {
        let terms = combination::<N>(d);
        let sum = terms.iter().fold(Vec3::ZERO, |sum, (n, weight)| {
            sum + Dop::<N>::NORMALS[n.index] * n.sign * *weight
        });
        terms.iter().all(|(_, weight)| *weight >= 0.0) && (sum - d).abs().max_element() < 1e-14
    }

    fn any_vec(size: f64) -> impl Strategy<Value = Vec3> {
        let part = move || prop_oneof![4 => -size..size, 1 => Just(0.0), 1 => Just(size)];
        [part(), part(), part()].prop_map(Vec3::from_array)
    }

    fn any_quat() -> impl Strategy<Value = Quat> {
        let part = -1.0..1.0;
        let length = prop_oneof![Just(1.0), 1.0 - 1e-6..1.0 + 1e-6];
        ([part.clone(), part.clone(), part.clone(), part], length)
            .prop_filter("a direction", |(q, _)| {
                q.iter().map(|x| x * x).sum::<f64>() > 0.01
            })
            .prop_map(|(q, length)| Quat::from_array(q).normalize() * length)
    }

    /// Returns the moved k-DOP of points, and whether it contains the images of all of them.
    fn moved<const N: usize>(points: &[Vec3], pose: Pose) -> (Dop<N>, bool) {
        let reach = points
            .iter()
            .fold(0.0, |r: f64, p| r.max(p.abs().max_element()));
        let b = PosedExtent::new(pose.world_map(), reach);
        let relative = RelativePose::new(&PosedExtent::world(4.0 * reach), &b);
        let dop = Tumble::<N>::new(&relative).apply(&Dop::of_points(points.iter().copied()));
        let images = points.iter().map(|p| pose.world_map().apply(*p));
        let contains = images.clone().all(|p| dop.overlaps(&Dop::of_points([p])));
        (dop, contains)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn every_direction_is_a_sum_of_three_with_weights_that_are_not_negative(d in any_vec(1.0)) {
            prop_assert!(sums_up::<3>(d) && sums_up::<7>(d) && sums_up::<9>(d) && sums_up::<13>(d));
        }

        #[test]
        fn moved_polytopes_contain_the_moved_points(
            points in proptest::collection::vec(any_vec(1.0), 1..6),
            rotation in any_quat(),
            at in any_vec(3.0),
            exponent in prop_oneof![Just(0), Just(-1060), Just(-900), Just(90)],
        ) {
            let scale = power_of_two(exponent);
            let points: Vec<Vec3> = points.iter().map(|p| *p * scale).collect();
            let pose = Pose::new(at * scale, rotation);
            prop_assert!(moved::<3>(&points, pose).1);
            prop_assert!(moved::<7>(&points, pose).1);
            prop_assert!(moved::<9>(&points, pose).1);
            prop_assert!(moved::<13>(&points, pose).1);
        }
    }

    /// Returns the vertices of a k-DOP: the points of three planes that lie inside all others.
    fn vertices<const N: usize>(dop: &Dop<N>) -> Vec<Vec3> {
        let above = Dop::<N>::NORMALS
            .iter()
            .zip(dop.high)
            .map(|(n, high)| (*n, high));
        let below = Dop::<N>::NORMALS
            .iter()
            .zip(dop.low)
            .map(|(n, low)| (-*n, -low));
        let planes: Vec<(Vec3, f64)> = above.chain(below).collect();
        let mut found = Vec::new();
        for (i, (l, at_l)) in planes.iter().enumerate() {
            for (j, (m, at_m)) in planes.iter().enumerate().take(i) {
                for (n, at_n) in planes.iter().take(j) {
                    let determinant = l.dot(m.cross(*n));
                    let sum = m.cross(*n) * *at_l + n.cross(*l) * *at_m + l.cross(*m) * *at_n;
                    let p = sum / determinant;
                    let is_inside = |(n, at): &(Vec3, f64)| n.dot(p) <= at + 1e-12;
                    if determinant != 0.0 && planes.iter().all(is_inside) {
                        found.push(p);
                    }
                }
            }
        }
        found
    }

    /// Returns the mean of the widths of a turned k-DOP, divided by those of its turned vertices,
    /// as the paper bounds it.
    fn looseness<const N: usize>(points: &[Vec3], turn: Quat) -> f64 {
        let still = Dop::<N>::of_points(points.iter().copied());
        let corners = vertices(&still);
        assert!(corners.len() >= 8);
        let (ours, contains) = moved::<N>(points, Pose::new(Vec3::ZERO, turn));
        let published = Dop::<N>::of_points(corners.iter().map(|p| turn * *p));
        assert!(contains);
        let ratio = |i| {
            let ratio = (ours.high[i] - ours.low[i]) / (published.high[i] - published.low[i]);
            assert!(ratio > 1.0 - 1e-9, "a vertex is outside: {ratio}");
            ratio
        };
        (0..N).map(ratio).sum::<f64>() / N as f64
    }

    /// Returns the looseness for a ball, and its mean for random sets of points.
    fn looseness_of_ball_and_points<const N: usize>() -> [f64; 2] {
        let mut rng = scenes::random::SceneRng::new(5);
        let sphere = scenes::bodies::sphere(3968).unwrap();
        let ball = looseness::<N>(sphere.vertices(), rng.rotation());
        let sets = 100;
        let mut set = || {
            let points = [(); 12].map(|()| rng.in_cube(2.0));
            looseness::<N>(&points, rng.rotation())
        };
        let sum: f64 = (0..sets).map(|_| set()).sum();
        [ball, sum / f64::from(sets)]
    }

    /// D7. Around a ball, three planes meet in a vertex, and the bound is that of the vertices.
    /// Around random points it is one or two percent wider.
    #[test]
    fn polytopes_are_hardly_wider_than_by_their_vertices() {
        let all = [
            looseness_of_ball_and_points::<3>(),
            looseness_of_ball_and_points::<7>(),
            looseness_of_ball_and_points::<9>(),
            looseness_of_ball_and_points::<13>(),
        ];
        assert!(all.iter().all(|[ball, _]| *ball < 1.001), "{all:?}");
        assert!(
            all.iter()
                .all(|[_, points]| (1.0 - 1e-9..1.03).contains(points)),
            "{all:?}"
        );
    }

    #[test]
    fn without_a_turn_nothing_grows() {
        let points = [
            Vec3::new(0.25, -1.0, 0.5),
            Vec3::new(1.0, 0.75, -0.25),
            Vec3::ZERO,
        ];
        let (dop, _) = moved::<9>(&points, Pose::at(Vec3::new(2.0, 0.0, 1.0)));
        let expected = Dop::<9>::of_points(points.map(|p| p + Vec3::new(2.0, 0.0, 1.0)));
        for i in 0..9 {
            assert!((dop.low[i] - expected.low[i]).abs() < 1e-11);
            assert!((dop.high[i] - expected.high[i]).abs() < 1e-11);
        }
    }
}
