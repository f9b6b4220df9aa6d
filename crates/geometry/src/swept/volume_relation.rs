//! Relation of two swept volumes, as far as a few directions prove it.
//!
//! Good for a pair of faces whose boxes overlap: most of them are decided by two to six directions,
//! each of 12 dot products. A relation that is returned is proved; where rounding leaves the
//! question open, none is, so the caller decides such pairs exactly. Each direction waits for the
//! one before it, so that many pairs are better compared eight at once (`volume_axes`,
//! `volume_portals`). The essence (GJK without distances):
//! 1. Move both volumes into a cube of side 1; scaling by a power of two is exact.
//! 2. Take the difference of points that is farthest along a direction. Corners are compared in
//!    single precision, those of a volume side by side.
//! 3. If the planes across the direction separate the volumes in single precision, compare the
//!    projections again in double precision. End if they are apart by more than all rounding.
//! 4. Of the last differences, keep those of the side that faces the origin. Its normal is the next
//!    direction. End if a tetrahedron of them contains the origin, deeper than all rounding.
//!
//! Nothing is proved in single precision: a corner that is not quite the farthest is a point of the
//! volume all the same.
//!
//! It finds no nearest points, which [`crate::hull_separation`] needs for margins, and so an
//! iteration takes a third of the instructions.

use crate::hull_separation::POINT_GAP_ROUNDING;
use crate::lanes::{Dispatch, Instructions, Register, VecLanes, WIDTH, dispatch, dot};
use crate::simplex::depth_in_tetrahedron;
use crate::{Aabb, SweptTriangle, Vec3, unit_scale};

/// Number of corners of a swept volume.
const CORNERS: usize = 6;

/// Maximum number of directions.
const MAX_DIRECTIONS: usize = 12;

/// Directions whose largest coordinate is below it would lose digits by underflow.
const LEAST_DIRECTION: f64 = 1e-90;

/// Cube that contains some swept volumes, moved and scaled to side 1 around the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitCube {
    center: Vec3,
    /// Power of two.
    scale: f64,
}

impl UnitCube {
    /// Returns a cube that contains a box, in scene units. Coordinates are at most
    /// [`crate::MAX_COORDINATE`] in absolute value.
    pub(super) fn around(bounds: &Aabb) -> UnitCube {
        UnitCube {
            center: bounds.center(),
            // Half, so that differences of two points stay within 1.
            scale: 0.5 * unit_scale(bounds.reach().max_element()),
        }
    }

    /// Returns the power of two by which it is scaled. No two points in the cube have a coordinate
    /// that differs by more than 1 then.
    #[cfg(test)]
    pub(super) fn scale(&self) -> f64 {
        self.scale
    }

    /// Returns the corners of a swept volume in the cube.
    pub(super) fn corners(&self, sweep: &SweptTriangle) -> SweptCorners {
        let points = sweep.points().map(|p| (p - self.center) * self.scale);
        let mut corners = SweptCorners {
            exact: [[0.0; CORNERS]; 3],
            single: [[0.0; WIDTH]; 3],
            sum: Vec3::ZERO,
        };
        for axis in 0..3 {
            for (i, point) in points.iter().enumerate() {
                corners.exact[axis][i] = point[axis];
                corners.sum[axis] += point[axis];
            }
            // The last lanes repeat a corner.
            for lane in 0..WIDTH {
                corners.single[axis][lane] = points[lane.min(CORNERS - 1)][axis] as f32;
            }
        }
        corners
    }
}

/// Corners of a swept volume in a [`UnitCube`], by coordinate.
#[derive(Clone, Copy, Debug)]
pub(super) struct SweptCorners {
    exact: [[f64; CORNERS]; 3],
    /// The same, rounded.
    single: VecLanes,
    sum: Vec3,
}

impl SweptCorners {
    fn corner(&self, i: usize) -> Vec3 {
        let [x, y, z] = &self.exact;
        Vec3::new(x[i], y[i], z[i])
    }

    /// Returns true if the volumes share a point, false if they do not, or `None` if neither is
    /// proved: they touch or nearly touch, or are flat. Both are in the same cube.
    pub(super) fn meet(&self, other: &SweptCorners) -> Option<bool> {
        struct Relation<'a>([&'a SweptCorners; 2], &'a mut Option<bool>);
        impl Dispatch for Relation<'_> {
            #[inline(always)]
            fn run(self, on: impl Instructions) {
                let [a, b] = self.0;
                *self.1 = volumes_meet(on, a, b);
            }
        }
        let mut relation = None;
        dispatch(Relation([self, other], &mut relation));
        relation
    }
}

/// [`SweptCorners::meet`] with some instructions.
#[inline(always)]
fn volumes_meet(on: impl Instructions, a: &SweptCorners, b: &SweptCorners) -> Option<bool> {
    let lanes = [on.load3(&a.single), on.load3(&b.single)];
    // It separates most volumes that are apart.
    let mut direction = (b.sum - a.sum) * (1.0 / CORNERS as f64);
    let mut simplex = DifferenceSimplex::default();
    for _ in 0..MAX_DIRECTIONS {
        let largest = direction.abs().max_element();
        if largest < LEAST_DIRECTION {
            return None;
        }
        // Directions get shorter with each product, and would leave the range of single precision.
        let unit = direction * (1.0 / largest);
        let along = on.splat3(unit.to_array().map(|x| x as f32));
        let (greatest, i) = first_greatest(on, dot(&lanes[0], &along));
        let (opposite, j) = first_greatest(on, on.splat(0.0) - dot(&lanes[1], &along));
        if greatest + opposite < 0.0 && gap(a, b, direction) > POINT_GAP_ROUNDING * largest {
            return Some(false);
        }
        match simplex.add(a.corner(i) - b.corner(j)) {
            Next::Along(next) => direction = next,
            // A ball around the origin that fits into four differences stays there if rounding
            // moves each of them by less than its radius.
            Next::Inside(tetrahedron) => {
                let depth = depth_in_tetrahedron(&tetrahedron)?;
                return (depth > POINT_GAP_ROUNDING).then_some(true);
            }
        }
    }
    None
}

/// Returns the least projection of `b` minus the greatest of `a`, rounded.
#[inline(always)]
fn gap(a: &SweptCorners, b: &SweptCorners, direction: Vec3) -> f64 {
    let greatest = project(&a.exact, direction)
        .into_iter()
        .fold(f64::NEG_INFINITY, |most, x| if x > most { x } else { most });
    let least = project(&b.exact, direction)
        .into_iter()
        .fold(f64::INFINITY, |least, x| if x < least { x } else { least });
    least - greatest
}

#[inline(always)]
fn project([x, y, z]: &[[f64; CORNERS]; 3], direction: Vec3) -> [f64; CORNERS] {
    let mut along = [0.0; CORNERS];
    for i in 0..CORNERS {
        along[i] = direction.x * x[i] + direction.y * y[i] + direction.z * z[i];
    }
    along
}

/// Returns the greatest of the lanes, with the index of the first that has it.
#[inline(always)]
fn first_greatest<I: Instructions>(on: I, lanes: I::Register) -> (f32, usize) {
    let greatest = lanes
        .store()
        .into_iter()
        .fold(f32::NEG_INFINITY, |most, x| if x > most { x } else { most });
    let less = on.splat(greatest).above(lanes);
    // One lane is not less. Corners are finite, so no lane is NaN.
    (greatest, (less.trailing_ones() as usize).min(CORNERS - 1))
}

/// Up to three differences of points of both volumes, the oldest first.
///
/// Points are written and read one by one: as an array, they would be read in other pieces than
/// those in which they were written, and a processor waits for that.
#[derive(Default)]
struct DifferenceSimplex {
    points: [Vec3; 3],
    len: usize,
}

/// Consequence of a simplex.
enum Next {
    /// The direction to look along next.
    Along(Vec3),
    /// The simplex is this tetrahedron, which contains the origin, up to rounding.
    Inside([Vec3; 4]),
}

impl DifferenceSimplex {
    /// Adds a difference, and keeps the side that faces the origin.
    #[inline(always)]
    fn add(&mut self, a: Vec3) -> Next {
        match self.len {
            0 => self.keep_point(a),
            1 => self.face_edge(a, self.points[0]),
            2 => self.face_triangle(a, self.points[1], self.points[0]),
            _ => {
                let (d, c, b) = (self.points[0], self.points[1], self.points[2]);
                for [p, q, r] in [[b, c, d], [c, d, b], [d, b, c]] {
                    // The side of `a`, `p` and `q`, whose normal points away from `r`.
                    let normal = (p - a).cross(q - a);
                    let away = normal.dot(r - a);
                    let towards = -normal.dot(a);
                    if away * towards < 0.0 {
                        return self.face_triangle(a, p, q);
                    }
                }
                Next::Inside([d, c, b, a])
            }
        }
    }

    /// Keeps the newest point `a` alone.
    #[inline(always)]
    fn keep_point(&mut self, a: Vec3) -> Next {
        self.points[0] = a;
        self.len = 1;
        Next::Along(-a)
    }

    /// Keeps the newest point `a`, and `b` if the origin is beside their edge.
    #[inline(always)]
    fn face_edge(&mut self, a: Vec3, b: Vec3) -> Next {
        let along = b - a;
        let before = -a.dot(along);
        if before <= 0.0 {
            return self.keep_point(a);
        }
        self.points[0] = b;
        self.points[1] = a;
        self.len = 2;
        // Across the edge, towards the origin, times the edge's square.
        Next::Along(-a * along.length_squared() - along * before)
    }

    /// Keeps the newest point `a`, and of the triangle what faces the origin.
    #[inline(always)]
    fn face_triangle(&mut self, a: Vec3, b: Vec3, c: Vec3) -> Next {
        let (ab, ac) = (b - a, c - a);
        let normal = ab.cross(ac);
        if normal.cross(ac).dot(a) < 0.0 {
            let nearest = if ac.dot(a) < 0.0 { c } else { b };
            return self.face_edge(a, nearest);
        }
        if ab.cross(normal).dot(a) < 0.0 {
            return self.face_edge(a, b);
        }
        self.points[0] = c;
        self.points[1] = b;
        self.points[2] = a;
        self.len = 3;
        let towards = if normal.dot(a) < 0.0 { normal } else { -normal };
        Next::Along(towards)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swept::Hull;
    use crate::{SweptTriangle, Triangle};
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = Vec3> {
        let part = || prop_oneof![3 => -1.0..1.0f64, 1 => Just(0.0), 1 => Just(0.5)];
        [part(), part(), part()].prop_map(Vec3::from_array)
    }

    fn points() -> impl Strategy<Value = [Vec3; 6]> {
        [point(), point(), point(), point(), point(), point()]
    }

    fn volume([a, b, c, d, e, f]: [Vec3; 6]) -> SweptTriangle {
        SweptTriangle::new(Triangle::new(a, b, c), Triangle::new(d, e, f))
    }

    fn proved([a, b]: [SweptTriangle; 2]) -> Option<bool> {
        let cube = UnitCube::around(&a.aabb().union(b.aabb()));
        cube.corners(&a).meet(&cube.corners(&b))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        /// Proofs agree with exact hulls, for any scale.
        #[test]
        fn a_proved_relation_is_that_of_exact_hulls(
            a in points(),
            b in points(),
            shift in point(),
            exponent in prop::sample::select(vec![-900, -30, 0, 0, 60]),
        ) {
            let scale = crate::power_of_two(exponent);
            let a = a.map(|p| p * scale);
            let b = b.map(|p| (p + 1.5 * shift) * scale);
            if let Some(meet) = proved([a, b].map(volume)) {
                let exact = &mut 0;
                let hulls = [a, b].map(|points| Hull::new(points, exact));
                prop_assert_eq!(meet, hulls[0].meets(&hulls[1], &mut 0));
            }
        }
    }

    proptest! {
        /// Single precision proves nothing: it separates volumes of which a corner of one is on an
        /// edge of the other.
        #[test]
        fn volumes_that_share_a_point_of_an_edge_are_not_apart(
            a in prop::array::uniform6(prop::array::uniform3(0..1i64 << 40)).prop_map(|points| {
                points.map(|p| Vec3::from_array(p.map(|x| x as f64 * 2f64.powi(-40))))
            }),
            stretch in 0.5..3.0,
        ) {
            // Exact: the sum of two such coordinates has 41 binary digits.
            let shared = (a[0] + a[1]) * 0.5;
            let mut b = a.map(|p| shared + (shared - p) * stretch);
            b[0] = shared;
            prop_assert_ne!(proved([a, b].map(volume)), Some(false));
        }
    }

    /// Of faces as they are near each other in a frame, few are left open.
    #[test]
    fn few_of_the_volumes_of_faces_are_left_open() {
        let (mut open, mut meet, mut apart) = (0, 0, 0);
        // A bent grid of triangles, and the same over it.
        let at = |i: i32, j: i32| {
            let (x, y) = (f64::from(i) * 0.1, f64::from(j) * 0.1);
            Vec3::new(x, y, 0.3 * x * x + 0.2 * y * y)
        };
        let cells = (0..8).flat_map(|i| (0..8).map(move |j| (i, j)));
        let faces: Vec<SweptTriangle> = cells
            .map(|(i, j)| {
                let corners = [at(i, j), at(i + 1, j), at(i, j + 1)];
                let [a, b, c] = corners;
                let now = Triangle::new(a, b, c);
                let [a, b, c] = corners.map(|p| p + Vec3::new(0.01, 0.03, 0.02));
                SweptTriangle::new(now, Triangle::new(a, b, c))
            })
            .collect();
        for a in &faces {
            for b in &faces {
                let points = b.points().map(|p| p + Vec3::new(0.013, 0.027, 0.011));
                match proved([*a, volume(points)]) {
                    None => open += 1,
                    Some(true) => meet += 1,
                    Some(false) => apart += 1,
                }
            }
        }
        assert!(meet > 100 && apart > 100, "{meet} meet, {apart} apart");
        assert!(100 * open < meet, "{open} open of {meet}");
    }
}
