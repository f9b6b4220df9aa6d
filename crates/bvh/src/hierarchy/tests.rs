use super::*;
use geometry::power_of_two;
use num_rational::BigRational;
use proptest::prelude::*;

type ExactVec = [BigRational; 3];

fn exact(x: f64) -> BigRational {
    BigRational::from_float(x).expect("numbers are finite")
}

fn dot(p: &ExactVec, q: &ExactVec) -> BigRational {
    &p[0] * &q[0] + &p[1] * &q[1] + &p[2] * &q[2]
}

/// Slab of a face as it is stored, in numbers that do not round.
struct ExactSlab {
    normal: ExactVec,
    offset: BigRational,
    width: BigRational,
}

impl ExactSlab {
    fn of(cluster: &Cluster, k: usize) -> ExactSlab {
        let stored = |x: f32| exact(f64::from(x));
        ExactSlab {
            normal: geometry::lanes::lane(&cluster.normal, k).map(stored),
            offset: stored(cluster.offset[k]),
            width: stored(cluster.width[k]),
        }
    }

    fn contains(&self, p: &ExactVec) -> bool {
        let off = dot(&self.normal, p) - &self.offset;
        -&self.width <= off && off <= self.width
    }

    /// Returns true if the normal is zero, or its length is 1 up to 8 roundings.
    fn has_unit_normal_or_none(&self) -> bool {
        let square = dot(&self.normal, &self.normal);
        let [low, high] = [-8.0f64, 8.0].map(|x| (1.0 + x / (1 << 24) as f64).powi(2));
        square == exact(0.0) || exact(low) <= square && square <= exact(high)
    }
}

/// Returns a point in a space, not rounded.
fn exact_of_point(space: &UnitSpace, p: Vec3) -> ExactVec {
    let scale = exact(space.scale);
    [0, 1, 2].map(|i: usize| (exact(p[i]) - exact(space.center[i])) * &scale)
}

/// Coordinates that make sides along axes and across them.
fn any_vec() -> impl Strategy<Value = Vec3> {
    let part = || prop_oneof![6 => -1.0..1.0f64, 1 => Just(0.0)];
    [part(), part(), part()].prop_map(Vec3::from_array)
}

/// Face whose third corner is off the line of the others by a part of their distance, the aspect:
/// one in four faces has a third corner of its own, the others are slivers, down to a line or a
/// point.
fn any_face() -> impl Strategy<Value = [Vec3; 3]> {
    let aspect = prop_oneof![
        2 => Just(1.0f64),
        2 => Just(1e-6),
        1 => Just(1e-7),
        1 => Just(1e-9),
        1 => Just(1e-12),
        1 => Just(0.0)
    ];
    let along = prop_oneof![2 => -0.5..1.5f64, 1 => Just(0.0), 1 => Just(0.5), 1 => Just(1.0)];
    let size = prop_oneof![3 => Just(1.0f64), 1 => Just(1e-3), 1 => Just(1e-6), 1 => Just(0.0)];
    let corners = [any_vec(), any_vec(), any_vec()];
    (corners, aspect, along, size).prop_map(|([at, edge, off], aspect, along, size)| {
        let third = edge * along + off * aspect;
        [at, at + edge * size, at + third * size]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The faces are not rounded, but their slabs are those of rounded corners.
    #[test]
    fn slabs_of_rounded_corners_contain_slivers_and_lines(
        faces in proptest::collection::vec(any_face(), WIDTH),
        offset in prop_oneof![2 => Just(0.0f64), 1 => Just(1e3), 1 => Just(1e5)],
        exponent in prop_oneof![2 => Just(0), 1 => Just(-400), 1 => Just(80), 2 => -400..=80i32],
    ) {
        let scale = power_of_two(exponent);
        let place = |p: &Vec3| (*p + Vec3::splat(offset)) * scale;
        let vertices: Vec<Vec3> = faces.iter().flatten().map(place).collect();
        let space = UnitSpace::of(&Aabb::of_points(&vertices));
        let body = FaceVertices { triangles: &[], vertices: &vertices };
        let mut rounded = Vec::new();
        space.round_vertices(&body, &mut rounded);
        let corner = |k: usize, i: usize| rounded[3 * k + i];
        let corners = std::array::from_fn(|k| [corner(k, 0), corner(k, 1), corner(k, 2)]);
        let cluster = Cluster::of_rounded(&corners);
        for (k, face) in vertices.chunks_exact(3).enumerate() {
            let slab = ExactSlab::of(&cluster, k);
            prop_assert!(slab.has_unit_normal_or_none(), "face {k}: {:?}", slab.normal);
            for p in face {
                prop_assert!(slab.contains(&exact_of_point(&space, *p)), "face {k}: {p:?}");
            }
        }
    }
}

/// About the center corners keep all digits, so a sliver along an axis is as thin as it is given.
/// From some width on, the square of its normal would have few digits, and then none.
#[test]
fn the_thinnest_slivers_have_a_normal_of_length_one_or_none() {
    let mut with_normal = 0;
    for exponent in 1..=149 {
        // No power of two, so that its square needs all digits.
        let width = (1.3 * power_of_two(-exponent)) as f32;
        let face = [
            [-0.5, 0.0, 0.0, 0.0],
            [0.5, 0.0, 0.0, 0.0],
            [0.25, width, 0.0, 0.0],
        ];
        let slab = ExactSlab::of(&Cluster::of_rounded(&[face; WIDTH]), WIDTH - 1);
        assert!(slab.has_unit_normal_or_none(), "2^-{exponent}");
        for [x, y, z, _] in face {
            let p = [x, y, z].map(|x| exact(f64::from(x)));
            assert!(slab.contains(&p), "2^-{exponent}");
        }
        with_normal += u32::from(slab.normal[2] != exact(0.0));
    }
    assert!((40..60).contains(&with_normal), "{with_normal}");
}
