//! Convex sets in rational numbers: clipped, never signed.

use geometry::{Aabb, Interference, Triangle, Vec3};
use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{FromPrimitive, One, Signed};

/// Ordered field: big rationals for any doubles, small ones for lattice points.
pub(crate) trait Number: Clone + PartialEq + PartialOrd + Signed + FromPrimitive {}

impl<T: Clone + PartialEq + PartialOrd + Signed + FromPrimitive> Number for T {}

/// Rational of machine integers: enough for a handful of clips between small lattice points.
pub(crate) type Small = Ratio<i128>;

pub(crate) type Point<N> = [N; 3];

/// Returns the exact values of the points, times one power of two that makes all of them integers.
pub(crate) fn points(doubles: &[Vec3]) -> Vec<Point<BigRational>> {
    let exact = |x: f64| BigRational::from_float(x).expect("coordinates are finite");
    let raw: Vec<Point<BigRational>> = doubles.iter().map(|p| p.to_array().map(exact)).collect();
    // Every denominator is a power of two, so the largest is a multiple of all.
    let denominators = raw.as_flattened().iter().map(|x| x.denom().clone());
    let factor = denominators.max().unwrap_or_else(BigInt::one);
    raw.into_iter().map(|p| p.map(|x| x * &factor)).collect()
}

/// Returns the exact values of points with integer coordinates.
pub(crate) fn lattice_points(doubles: &[Vec3]) -> Vec<Point<Small>> {
    let exact = |x: f64| {
        assert_eq!(x, x.trunc(), "not a lattice point");
        Small::from_integer(x as i128)
    };
    doubles.iter().map(|p| p.to_array().map(exact)).collect()
}

pub(crate) fn minus<N: Number>(a: &Point<N>, b: &Point<N>) -> Point<N> {
    std::array::from_fn(|k| a[k].clone() - b[k].clone())
}

pub(crate) fn dot<N: Number>(a: &Point<N>, b: &Point<N>) -> N {
    let product = |k: usize| a[k].clone() * b[k].clone();
    product(0) + product(1) + product(2)
}

pub(crate) fn cross<N: Number>(a: &Point<N>, b: &Point<N>) -> Point<N> {
    let minor = |k: usize, l: usize| a[k].clone() * b[l].clone() - a[l].clone() * b[k].clone();
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

fn is_null<N: Number>(v: &Point<N>) -> bool {
    v.iter().all(N::is_zero)
}

/// Every point `x` with `normal · x >= level`.
pub(crate) struct HalfSpace<N> {
    normal: Point<N>,
    level: N,
}

impl<N: Number> HalfSpace<N> {
    fn through(p: &Point<N>, normal: Point<N>) -> HalfSpace<N> {
        let level = dot(&normal, p);
        HalfSpace { normal, level }
    }

    /// Returns the depth of `p` inside the half-space, in some unit.
    fn depth(&self, p: &Point<N>) -> N {
        dot(&self.normal, p) - self.level.clone()
    }

    fn contains(&self, p: &Point<N>) -> bool {
        !self.depth(p).is_negative()
    }
}

/// Triangle, or the segment or point that it has shrunk to, by its extreme points.
#[derive(Debug)]
pub(crate) enum Simplex<N> {
    Point(Point<N>),
    Segment([Point<N>; 2]),
    Area([Point<N>; 3]),
}

impl<N: Number> Simplex<N> {
    pub(crate) fn of(corners: &[Point<N>]) -> Simplex<N> {
        let [a, b, c] = corners else {
            panic!("a triangle has three corners")
        };
        if !is_null(&cross(&minus(b, a), &minus(c, a))) {
            return Simplex::Area([a.clone(), b.clone(), c.clone()]);
        }
        // The longest side of three collinear points is the segment that they span.
        let length = |s: &[&Point<N>; 2]| dot(&minus(s[1], s[0]), &minus(s[1], s[0]));
        let mut longest = [a, b];
        for side in [[b, c], [c, a]] {
            if length(&side) > length(&longest) {
                longest = side;
            }
        }
        if length(&longest).is_zero() {
            Simplex::Point(a.clone())
        } else {
            Simplex::Segment(longest.map(Point::clone))
        }
    }

    fn corners(&self) -> Vec<Point<N>> {
        match self {
            Simplex::Point(p) => vec![p.clone()],
            Simplex::Segment(s) => s.to_vec(),
            Simplex::Area(t) => t.to_vec(),
        }
    }

    /// Half-spaces whose common part is the simplex.
    fn half_spaces(&self) -> Vec<HalfSpace<N>> {
        let both = |p: &Point<N>, n: Point<N>| {
            let opposite = n.clone().map(|x| -x);
            [HalfSpace::through(p, n), HalfSpace::through(p, opposite)]
        };
        let unit = |k: usize| std::array::from_fn(|l| if k == l { N::one() } else { N::zero() });
        match self {
            Simplex::Point(p) => (0..3).flat_map(|k| both(p, unit(k))).collect(),
            Simplex::Segment([s, t]) => {
                let along = minus(t, s);
                let back = minus(s, t);
                let across = (0..3).map(|k| cross(&along, &unit(k)));
                let line = across.flat_map(|n| both(s, n));
                line.chain([
                    HalfSpace::through(s, along.clone()),
                    HalfSpace::through(t, back),
                ])
                .collect()
            }
            Simplex::Area([a, b, c]) => {
                let normal = cross(&minus(b, a), &minus(c, a));
                let inward = |p, q| HalfSpace::through(p, cross(&normal, &minus(q, p)));
                let edges = [inward(a, b), inward(b, c), inward(c, a)];
                both(a, normal.clone()).into_iter().chain(edges).collect()
            }
        }
    }

    /// Returns true if `p`, a point of the simplex, is in its relative interior: a positive mean of
    /// all extreme points.
    fn has_inside(&self, p: &Point<N>) -> bool {
        match self {
            Simplex::Point(_) => true,
            Simplex::Segment([s, t]) => p != s && p != t,
            Simplex::Area([a, b, c]) => [(a, b), (b, c), (c, a)]
                .iter()
                .all(|(u, v)| !is_null(&cross(&minus(v, u), &minus(p, u)))),
        }
    }

    /// Returns true if the plane, line or point that the simplex spans holds `p`.
    fn hull_holds(&self, p: &Point<N>) -> bool {
        match self {
            Simplex::Point(q) => p == q,
            Simplex::Segment([s, t]) => is_null(&cross(&minus(t, s), &minus(p, s))),
            Simplex::Area([a, b, c]) => {
                dot(&cross(&minus(b, a), &minus(c, a)), &minus(p, a)).is_zero()
            }
        }
    }
}

/// Returns the part of the convex polygon (or segment, or point) in all half-spaces, by its corners
/// in order; empty when there is none. Sutherland and Hodgman, without rounding.
pub(crate) fn clip<N: Number>(
    polygon: Vec<Point<N>>,
    half_spaces: &[HalfSpace<N>],
) -> Vec<Point<N>> {
    half_spaces.iter().fold(polygon, |source, h| {
        let mut kept = Vec::new();
        for (i, p) in source.iter().enumerate() {
            let q = &source[(i + 1) % source.len()];
            let (from, to) = (h.depth(p), h.depth(q));
            if h.contains(p) {
                kept.push(p.clone());
            }
            if from.is_positive() && to.is_negative() || from.is_negative() && to.is_positive() {
                let part = from.clone() / (from - to);
                let step = minus(q, p);
                kept.push(std::array::from_fn(|k| {
                    p[k].clone() + part.clone() * step[k].clone()
                }));
            }
        }
        kept.dedup();
        kept
    })
}

/// [`geometry::interference()`], by its definition: the common part is constructed. Where the
/// interiors meet, the interior of the common part is the common part of the interiors
/// (Rockafellar 1970, theorem 6.5), and the mean of its corners lies there.
pub(crate) fn interference<N: Number>(a: &Simplex<N>, b: &Simplex<N>) -> Interference {
    let common = clip(a.corners(), &b.half_spaces());
    if common.is_empty() {
        return Interference::Apart;
    }
    let is_point = |s: &Simplex<N>| matches!(s, Simplex::Point(_));
    if is_point(a) || is_point(b) {
        return Interference::Touching;
    }
    let centroid = mean(&common);
    if !a.has_inside(&centroid) || !b.has_inside(&centroid) {
        return Interference::Touching;
    }
    let flat_in = |s: &Simplex<N>, t: &Simplex<N>| s.corners().iter().all(|p| t.hull_holds(p));
    if flat_in(a, b) || flat_in(b, a) {
        Interference::CoplanarOverlap
    } else {
        Interference::Crossing
    }
}

fn mean<N: Number>(points: &[Point<N>]) -> Point<N> {
    let count = N::from_usize(points.len()).expect("a small number");
    std::array::from_fn(|k| {
        let sum = points.iter().fold(N::zero(), |s, p| s + p[k].clone());
        sum / count.clone()
    })
}

/// [`interference`] of any finite triangles.
pub(crate) fn interference_of(a: &Triangle, b: &Triangle) -> Interference {
    let [a, b] = simplices(points(&[a.corners(), b.corners()].concat()));
    interference(&a, &b)
}

/// [`interference`] of triangles with small integer coordinates, many times faster.
pub(crate) fn interference_on_lattice(a: &Triangle, b: &Triangle) -> Interference {
    let [a, b] = simplices(lattice_points(&[a.corners(), b.corners()].concat()));
    interference(&a, &b)
}

fn simplices<N: Number>(corners: Vec<Point<N>>) -> [Simplex<N>; 2] {
    [Simplex::of(&corners[..3]), Simplex::of(&corners[3..])]
}

/// Returns true if a triangle and a closed box share a point: clipped by six half-spaces.
pub(crate) fn meets_box(t: &Triangle, b: &Aabb) -> bool {
    common_with_box(points(&[t.corners().as_slice(), &[b.min, b.max]].concat()))
}

/// [`meets_box`] for small integer coordinates.
pub(crate) fn meets_box_on_lattice(t: &Triangle, b: &Aabb) -> bool {
    common_with_box(lattice_points(
        &[t.corners().as_slice(), &[b.min, b.max]].concat(),
    ))
}

fn common_with_box<N: Number>(mut points: Vec<Point<N>>) -> bool {
    let (max, min) = (points.pop(), points.pop());
    let (min, max) = (min.expect("five points"), max.expect("five points"));
    let sides: Vec<HalfSpace<N>> = (0..3)
        .flat_map(|k| {
            let unit = |x: N| std::array::from_fn(|l| if k == l { x.clone() } else { N::zero() });
            [
                HalfSpace::through(&min, unit(N::one())),
                HalfSpace::through(&max, unit(-N::one())),
            ]
        })
        .collect();
    !clip(points, &sides).is_empty()
}

/// [`geometry::solid::contains`]: on a face, or wound around by the surface.
pub(crate) fn contains(vertices: &[Vec3], triangles: &[[u32; 3]], p: Vec3) -> bool {
    let mut all = points(&[vertices, &[p]].concat());
    let p = all.pop().expect("at least one point");
    let corners = |t: &[u32; 3]| t.map(|i| all[i as usize].clone());
    let on = |t| {
        let faces = Simplex::of(&corners(t)).half_spaces();
        faces.iter().all(|h| h.contains(&p))
    };
    triangles.iter().any(on)
        || triangles
            .iter()
            .map(|t| crossing(&corners(t), &p))
            .sum::<i64>()
            != 0
}

/// Returns the signed number of crossings of the triangle by the ray along x from `p`, which
/// is not on the triangle. `p` counts as moved by ε in y and ε² in z, so that no ray meets an edge.
fn crossing<N: Number>(t: &[Point<N>; 3], p: &Point<N>) -> i64 {
    // The winding of the border about the ray, seen along x: crossings of a ray along y.
    let mut winding = 0;
    for k in 0..3 {
        let (u, v) = (&t[k], &t[(k + 1) % 3]);
        let (above, next_above) = (u[2] > p[2], v[2] > p[2]);
        if above != next_above {
            let step = minus(v, u);
            let part = (p[2].clone() - u[2].clone()) / step[2].clone();
            if u[1].clone() + part * step[1].clone() > p[1] {
                winding += if next_above { 1 } else { -1 };
            }
        }
    }
    if winding == 0 {
        return 0;
    }
    let normal = cross(&minus(&t[1], &t[0]), &minus(&t[2], &t[0]));
    // Way from `p` to the plane along x, negative if that lies behind.
    let beyond = dot(&normal, &minus(&t[0], p)) / normal[0].clone();
    if beyond.is_positive() { winding } else { 0 }
}

mod tests {
    use super::*;

    fn triangle(corners: [[f64; 3]; 3]) -> Triangle {
        let [a, b, c] = corners.map(Vec3::from_array);
        Triangle::new(a, b, c)
    }

    /// The exact reference, on pairs with an obvious answer.
    #[test]
    fn the_exact_method_knows_every_class() {
        let floor = triangle([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]]);
        let expected = [
            (
                [[1.0, 1.0, 1.0], [1.0, 2.0, 1.0], [3.0, 1.0, 5.0]],
                Interference::Apart,
            ),
            (
                [[1.0, 1.0, 0.0], [1.0, 2.0, 1.0], [3.0, 1.0, 5.0]],
                Interference::Touching,
            ),
            (
                [[4.0, 0.0, 0.0], [4.0, 2.0, 0.0], [6.0, 1.0, 0.0]],
                Interference::Touching,
            ),
            (
                [[1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [9.0, 9.0, 1.0]],
                Interference::Crossing,
            ),
            (
                [[1.0, 1.0, 0.0], [1.0, 9.0, 0.0], [9.0, 9.0, 0.0]],
                Interference::CoplanarOverlap,
            ),
            (
                [[1.0, 1.0, 0.0], [9.0, 9.0, 0.0], [5.0, 5.0, 0.0]],
                Interference::CoplanarOverlap,
            ),
            (
                [[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [9.0, 0.0, 0.0]],
                Interference::Touching,
            ),
            ([[1.0, 1.0, 0.0]; 3], Interference::Touching),
        ];
        for (other, class) in expected {
            let other = triangle(other);
            assert_eq!(interference_of(&floor, &other), class, "{other:?}");
            assert_eq!(interference_on_lattice(&other, &floor), class, "{other:?}");
        }
    }
}
