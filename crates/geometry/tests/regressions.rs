//! The shrunk input of each bug, named after what was wrong.

use geometry::triangle_box::{intersects_by_clipping, intersects_by_sat};
use geometry::{Aabb, Triangle, TriangleBvh, Vec3, solid};
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use std::sync::mpsc;
use std::time::Duration;

/// A corner just outside a side of the box, within the margin of the clipping: the edge to it
/// crosses the loosened side inside the face, but no part of the triangle reaches the box.
#[test]
fn clipping_took_an_edge_that_ends_before_the_side_for_a_hit() {
    let unit = Aabb::new(-Vec3::ONE, Vec3::ONE);
    let t = Triangle::new(
        Vec3::new(1.0 + 2f64.powi(-41), 0.0, 0.0),
        Vec3::new(1.0, 0.0, -57.660729369334184),
        Vec3::new(57.25479240067671, 0.0, 0.0),
    );
    let y = 2f64.powi(-60);
    let flat = Aabb::new(Vec3::new(-1.0, 0.0, -1.0), Vec3::new(1.0, 0.0, 1.0));
    let beside = Triangle::new(
        Vec3::new(0.0, y, 0.0),
        Vec3::new(4.0, 8.0, 0.0),
        Vec3::new(-4.0, y, 8.0),
    );
    for (t, b) in [(t, unit), (beside, flat)] {
        assert!(!intersects_by_sat(&t, &b, &mut 0));
        assert!(!intersects_by_clipping(&t, &b, &mut 0));
    }
}

/// A face that is a point in line with the asked point gave every far end away as degenerate:
/// the search never ended.
#[test]
fn a_face_shrunk_to_a_point_stopped_the_search_for_a_far_end() {
    let vertices = [
        Vec3::new(-1.0, -1.0, -1.0),
        Vec3::new(9.0, -1.0, -1.0),
        Vec3::new(-1.0, 9.0, -1.0),
        Vec3::new(-1.0, -1.0, 9.0),
        Vec3::new(0.5, 0.0, 0.0),
    ];
    let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3], [4, 4, 4]];
    assert!(solid::contains(&vertices, &faces, Vec3::ZERO));
    assert!(!solid::contains(
        &vertices,
        &faces,
        Vec3::new(-1.0, 5.0, 5.0)
    ));
}

type Exact = [BigRational; 3];

fn exact(p: Vec3) -> Exact {
    let exact = |x: f64| BigRational::from_float(x).expect("coordinates are finite");
    p.to_array().map(exact)
}

fn minus(p: &Exact, q: &Exact) -> Exact {
    std::array::from_fn(|i| &p[i] - &q[i])
}

fn dot(p: &Exact, q: &Exact) -> BigRational {
    &p[0] * &q[0] + &p[1] * &q[1] + &p[2] * &q[2]
}

fn cross(p: &Exact, q: &Exact) -> Exact {
    let minor = |i: usize, j: usize| &p[i] * &q[j] - &p[j] * &q[i];
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// Returns the square of the distance from a point to a triangle that has an area.
fn exact_distance_squared(t: &Triangle, p: Vec3) -> BigRational {
    let ([a, b, c], p) = (t.corners().map(exact), exact(p));
    let normal = cross(&minus(&b, &a), &minus(&c, &a));
    let mut inside = true;
    let mut least: Option<BigRational> = None;
    for (u, v) in [(&a, &b), (&b, &c), (&c, &a)] {
        let (along, from) = (minus(v, u), minus(&p, u));
        inside &= dot(&cross(&along, &from), &normal).is_positive();
        let (zero, one) = (BigRational::zero(), num_traits::One::one());
        let part = (dot(&from, &along) / dot(&along, &along)).clamp(zero, one);
        let foot: Exact = std::array::from_fn(|i| &u[i] + &along[i] * &part);
        let away = minus(&p, &foot);
        let square = dot(&away, &away);
        least = Some(least.map_or(square.clone(), |other| other.min(square)));
    }
    if inside {
        let height = dot(&minus(&p, &a), &normal);
        return &height * &height / dot(&normal, &normal);
    }
    least.expect("a triangle has sides")
}

/// On a needle the weights of the corners came from rounded products of its tiny area, and the
/// point was some point of the needle: up to 2e-4 too far on one of height 1e-13, where `rounding`
/// promises 1e-14.
#[test]
fn the_nearest_point_of_a_needle_was_any_point_of_it() {
    let mut state = 1u64;
    let mut unit = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    for round in 0..1400 {
        let height = 10f64.powi(-(round % 14));
        let mut direction = || Vec3::new(unit() - 0.5, unit() - 0.5, unit() - 0.5).normalize();
        let (along, other) = (direction(), direction());
        let aside = along.cross(other).normalize();
        let a = direction() * 0.3;
        let b = a + along;
        let c = a + along * (1.4 * unit() - 0.2) + aside * height;
        let corners = [[a, b, c], [b, c, a], [c, a, b]][round as usize % 3];
        let t = Triangle::new(corners[0], corners[1], corners[2]);
        let tree = TriangleBvh::new(&corners, &[[0, 1, 2]]);
        let (s, w) = (unit(), unit());
        let on = a + (b - a) * (s * (1.0 - w)) + (c - a) * w;
        let away = 10f64.powi(-((unit() * 17.0) as i32));
        let normal = along.cross(aside);
        for p in [on, on + normal * away, on + (normal + aside) * away] {
            let found = t.nearest_point(p).distance(p);
            let rounding = tree.rounding(p);
            let square = exact_distance_squared(&t, p);
            let [low, high] = [found - rounding, found + rounding].map(|x| exact(Vec3::X * x));
            let too_far = low[0].is_positive() && &low[0] * &low[0] > square;
            let too_near = &high[0] * &high[0] < square;
            assert!(
                !too_far && !too_near,
                "height {height:e}, {away:e} away: {found:e} instead of the root of {square}"
            );
        }
    }
}

/// The ray was turned by at most a tenth of the body's size, which rounds away at 2⁵¹: every ray
/// was the same, met an edge, and was drawn again for ever.
#[test]
fn the_winding_number_of_a_small_body_far_from_the_origin_never_ended() {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        for far in [0.0, 2f64.powi(51) + 4.0, -2f64.powi(51) - 4.0] {
            let center = Vec3::new(0.0, far, far);
            let axes = [Vec3::X, Vec3::Y, Vec3::Z];
            let corners = axes.map(|axis| [center + axis, center - axis]).concat();
            let faces = [
                [0, 2, 4],
                [2, 1, 4],
                [1, 3, 4],
                [3, 0, 4],
                [2, 0, 5],
                [1, 2, 5],
                [3, 1, 5],
                [0, 3, 5],
            ];
            let tree = TriangleBvh::new(&corners, &faces);
            let at = |x: f64| tree.winding(center + Vec3::X * x);
            send.send([at(0.0), at(0.5), at(-0.5), at(1.0), at(1.5), at(-1.5)])
                .expect("the test waits");
        }
    });
    for _ in 0..3 {
        let found = receive.recv_timeout(Duration::from_secs(20));
        assert_eq!(found, Ok([1, 1, 1, 0, 0, 0]));
    }
}
