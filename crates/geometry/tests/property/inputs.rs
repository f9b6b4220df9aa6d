//! Triangles that are made to hurt, class by class.

use geometry::{Triangle, Vec3, power_of_two};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// `count` cases from a fixed seed, unless the environment asks for others.
pub(crate) fn cases(count: u32) -> ProptestConfig {
    let mut config = ProptestConfig::default();
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = count;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(1995);
    }
    config.failure_persistence = None;
    config
}

pub(crate) type Pair = [Triangle; 2];

/// Anywhere in the cube from -1 to 1.
pub(crate) fn random_point() -> impl Strategy<Value = Vec3> {
    [-1.0..=1.0, -1.0..=1.0, -1.0..=1.0].prop_map(Vec3::from_array)
}

/// Returns one of few points, so that most sets of them are degenerate.
pub(crate) fn lattice_point(reach: i32) -> impl Strategy<Value = Vec3> {
    [-reach..=reach, -reach..=reach, -reach..=reach]
        .prop_map(|p| Vec3::from_array(p.map(f64::from)))
}

fn triangle_of(p: [Vec3; 3]) -> Triangle {
    Triangle::new(p[0], p[1], p[2])
}

fn pair_of(p: [Vec3; 6]) -> Pair {
    [
        triangle_of([p[0], p[1], p[2]]),
        triangle_of([p[3], p[4], p[5]]),
    ]
}

fn six(point: impl Strategy<Value = Vec3> + Clone) -> impl Strategy<Value = [Vec3; 6]> {
    prop::array::uniform6(point)
}

/// General position.
pub(crate) fn random_pair() -> impl Strategy<Value = Pair> {
    six(random_point().boxed()).prop_map(pair_of)
}

/// Most touch or have no area.
pub(crate) fn lattice_pair() -> impl Strategy<Value = Pair> {
    (1..=3).prop_flat_map(|reach| six(lattice_point(reach).boxed()).prop_map(pair_of))
}

/// Returns a corner or an edge in common.
pub(crate) fn joined_pair() -> impl Strategy<Value = Pair> {
    (six(random_point().boxed()), any::<bool>()).prop_map(|(mut p, edge)| {
        p[3] = p[0];
        if edge {
            p[5] = p[1];
        }
        pair_of(p)
    })
}

/// Returns two long triangles, each about 1e-12 wide, that nearly share a line.
pub(crate) fn sliver_pair() -> impl Strategy<Value = Pair> {
    let thin = 2f64.powi(-40);
    (
        six(random_point().boxed()),
        [0.0..=1.0, 0.0..=1.0, -0.5..=1.5],
    )
        .prop_map(move |(p, t)| {
            let [start, end, aside, u, v, w] = p;
            let at = |part: f64, off: Vec3| start + part * (end - start) + thin * off;
            [
                triangle_of([start, end, at(t[0], aside)]),
                triangle_of([at(t[1], u), at(t[2], v), end + thin * w]),
            ]
        })
}

/// Returns two triangles with all corners exactly in one tilted plane.
pub(crate) fn coplanar_pair() -> impl Strategy<Value = Pair> {
    let steps = || prop::array::uniform6((-4..=4, -4..=4));
    let scale = prop::sample::select(vec![1.0, 0.375, 1048577.0]);
    (prop::array::uniform3(lattice_point(5)), steps(), scale).prop_map(|(frame, steps, scale)| {
        let [o, u, v] = frame;
        pair_of(steps.map(|(i, j)| scale * (o + f64::from(i) * u + f64::from(j) * v)))
    })
}

/// Coplanar up to the last bits of a few coordinates.
pub(crate) fn nearly_coplanar_pair() -> impl Strategy<Value = Pair> {
    let nudges = prop::array::uniform6(prop::array::uniform3(-2i64..=2));
    let plane = prop::array::uniform3(random_point());
    let parts = prop::array::uniform6((-1.0..=1.0f64, -1.0..=1.0f64));
    let rounded = (plane, parts)
        .prop_map(|([o, u, v], parts)| pair_of(parts.map(|(s, t)| o + s * u + t * v)));
    (prop_oneof![coplanar_pair(), rounded], nudges).prop_map(|(pair, nudges)| {
        let corners = [pair[0].corners(), pair[1].corners()].concat();
        pair_of(std::array::from_fn(|i| nudged(corners[i], nudges[i])))
    })
}

/// `p` with each coordinate moved by some ulps; zero stays zero.
pub(crate) fn nudged(p: Vec3, ulps: [i64; 3]) -> Vec3 {
    let nudge = |x: f64, n: i64| {
        if x == 0.0 {
            x
        } else {
            f64::from_bits(x.to_bits().wrapping_add_signed(n))
        }
    };
    Vec3::from_array(std::array::from_fn(|k| nudge(p[k], ulps[k])))
}

/// Returns a point, a segment or three collinear corners, somewhere on the lattice.
pub(crate) fn flat_triangle() -> impl Strategy<Value = Triangle> {
    (lattice_point(3), lattice_point(2), [-2..=2, -2..=2, -2..=2])
        .prop_map(|(o, u, steps)| triangle_of(steps.map(|i| o + f64::from(i) * u)))
}

/// At least one without area; on one line in a third of the cases.
pub(crate) fn flat_pair() -> impl Strategy<Value = Pair> {
    let proper = prop::array::uniform3(lattice_point(3)).prop_map(triangle_of);
    let line = (lattice_point(3), lattice_point(2));
    let steps = prop::array::uniform6(-4..=4);
    prop_oneof![
        [flat_triangle(), flat_triangle()],
        (proper, flat_triangle()).prop_map(|(t, s)| [t, s]),
        (line, steps).prop_map(|((o, u), steps)| pair_of(steps.map(|i| o + f64::from(i) * u))),
    ]
}

/// Returns the same corners, turned, with at most one moved.
pub(crate) fn alike_pair() -> impl Strategy<Value = Pair> {
    let corner = prop_oneof![random_point(), lattice_point(2)];
    (prop::array::uniform4(corner.boxed()), 0..6usize, 0..4usize).prop_map(|(p, turn, moved)| {
        let a = triangle_of([p[0], p[1], p[2]]);
        let mut b = turned(&a, turn).corners();
        if moved < 3 {
            b[moved] = p[3];
        }
        [a, triangle_of(b)]
    })
}

/// Returns one triangle some 2⁵ to 2⁶⁰ times smaller than the other and close to a corner or edge
/// of it.
pub(crate) fn mixed_scale_pair() -> impl Strategy<Value = Pair> {
    let corner = prop_oneof![random_point(), lattice_point(3)];
    (
        six(corner.boxed()),
        5..60,
        prop::sample::select(vec![0.0, 0.5, 1.0]),
    )
        .prop_map(|(p, shift, part): ([Vec3; 6], i32, f64)| {
            let at = p[0] + part * (p[1] - p[0]);
            let small = |q: Vec3| at + q * 2f64.powi(-shift);
            pair_of([p[0], p[1], p[2], small(p[3]), small(p[4]), small(p[5])])
        })
}

/// Any class above.
pub(crate) fn any_pair() -> impl Strategy<Value = Pair> {
    prop_oneof![
        random_pair(),
        lattice_pair(),
        joined_pair(),
        sliver_pair(),
        coplanar_pair(),
        nearly_coplanar_pair(),
        flat_pair(),
        alike_pair(),
        mixed_scale_pair(),
    ]
}

/// Any class, far from the origin, very large or very small. Moving rounds, scaling to the
/// smallest numbers too: the exact method sees the same rounded corners.
pub(crate) fn displaced_pair() -> impl Strategy<Value = Pair> {
    let exponents = vec![
        -1060, -1000, -900, -400, -330, -310, -290, -100, -30, 0, 30, 90,
    ];
    let offsets = vec![0.0, 1048576.0, -3145728.25];
    let place = (
        prop::sample::select(exponents),
        prop::array::uniform3(prop::sample::select(offsets)),
    );
    (any_pair(), place).prop_map(|(pair, (exponent, offset))| {
        let offset = Vec3::from_array(offset);
        pair.map(|t| scaled(&triangle_of(t.corners().map(|p| p + offset)), exponent))
    })
}

/// `t` times a power of two: exact unless numbers become subnormal.
pub(crate) fn scaled(t: &Triangle, exponent: i32) -> Triangle {
    triangle_of(t.corners().map(|p| scaled_point(p, exponent)))
}

/// `p` times a power of two: exact unless numbers become subnormal.
pub(crate) fn scaled_point(p: Vec3, exponent: i32) -> Vec3 {
    // Two steps, as 2^-1060 is itself subnormal.
    p * power_of_two(exponent)
}

/// Returns the six orders of the corners.
pub(crate) fn turned(t: &Triangle, turn: usize) -> Triangle {
    let [a, b, c] = t.corners();
    let orders = [
        [a, b, c],
        [b, c, a],
        [c, a, b],
        [a, c, b],
        [c, b, a],
        [b, a, c],
    ];
    triangle_of(orders[turn % 6])
}
