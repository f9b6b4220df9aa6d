//! Relation of two swept volumes, as far as a few directions prove it.
//!
//! Good for pairs of faces whose boxes overlap: most of them are decided by two to six directions,
//! each of 12 dot products. A relation that is returned is proved; where rounding leaves the
//! question open, none is, so the caller decides such pairs exactly. The essence (GJK without
//! distances):
//! 1. Move both volumes into a cube of side 1; scaling by a power of two is exact.
//! 2. Take the difference of points that is farthest along a direction.
//! 3. End if the planes across the direction separate the volumes by more than all rounding.
//! 4. Of the last differences, keep those of the side that faces the origin. Its normal is the next
//!    direction. End if a tetrahedron of them contains the origin, deeper than all rounding.
//!
//! It finds no nearest points, which [`crate::hull_separation`] needs for margins, and so an
//! iteration takes a third of the instructions.

use crate::hull_separation::GAP_ROUNDING;
use crate::simplex::depth_in_tetrahedron;
use crate::{Vec3, unit_scale};

/// Number of corners of a swept volume.
const CORNERS: usize = 6;

/// Maximum number of directions.
const MAX_DIRECTIONS: usize = 12;

/// Directions whose largest coordinate is below it would lose digits by underflow.
const LEAST_DIRECTION: f64 = 1e-90;

/// Returns true if the hulls share a point, false if they do not, or `None` if neither is proved:
/// they touch or nearly touch, or are flat.
///
/// Coordinates are at most [`crate::MAX_COORDINATE`] in absolute value.
pub(super) fn volumes_meet(a: &[Vec3; CORNERS], b: &[Vec3; CORNERS]) -> Option<bool> {
    let volumes = Volumes::new(a, b);
    let mut direction = volumes.between_centers();
    let mut simplex = DifferenceSimplex::default();
    for _ in 0..MAX_DIRECTIONS {
        let largest = direction.abs().max_element();
        if largest < LEAST_DIRECTION {
            return None;
        }
        let (gap, difference) = volumes.gap(direction);
        if gap > GAP_ROUNDING * largest {
            return Some(false);
        }
        match simplex.add(difference) {
            Next::Along(next) => direction = next,
            // A ball around the origin that fits into four differences stays there if rounding
            // moves each of them by less than its radius.
            Next::Inside => {
                let depth = depth_in_tetrahedron(&simplex.points)?;
                return (depth > GAP_ROUNDING).then_some(true);
            }
        }
    }
    None
}

/// Two swept volumes, moved and scaled into a cube of side 1 around one of their corners, corners
/// by coordinate.
struct Volumes {
    a: [[f64; CORNERS]; 3],
    b: [[f64; CORNERS]; 3],
}

impl Volumes {
    fn new(a: &[Vec3; CORNERS], b: &[Vec3; CORNERS]) -> Volumes {
        let center = a[0];
        let points = a.iter().chain(b);
        let extent = points.fold(Vec3::ZERO, |extent, p| extent.max((*p - center).abs()));
        // Half, so that differences of two points stay within 1.
        let scale = 0.5 * unit_scale(extent.max_element());
        let local = |points: &[Vec3; CORNERS]| {
            let mut lanes = [[0.0; CORNERS]; 3];
            for (i, point) in points.iter().enumerate() {
                let p = (*point - center) * scale;
                (lanes[0][i], lanes[1][i], lanes[2][i]) = (p.x, p.y, p.z);
            }
            lanes
        };
        Volumes {
            a: local(a),
            b: local(b),
        }
    }

    /// Returns the direction from the center of the first to that of the second. It separates most
    /// volumes that are apart.
    fn between_centers(&self) -> Vec3 {
        let [x, y, z] = [0, 1, 2].map(|axis| {
            let sum = |lanes: &[f64; CORNERS]| lanes.iter().sum::<f64>();
            sum(&self.b[axis]) - sum(&self.a[axis])
        });
        Vec3::new(x, y, z) * (1.0 / CORNERS as f64)
    }

    /// Returns the least projection of `b` minus the greatest of `a`, rounded, and the difference
    /// of these points of `a` and `b`.
    #[inline(always)]
    fn gap(&self, direction: Vec3) -> (f64, Vec3) {
        let along_a = project(&self.a, direction);
        let along_b = project(&self.b, direction);
        let ((greatest, i), (least, j)) = (first_greatest(&along_a), first_least(&along_b));
        let point = |lanes: &[[f64; CORNERS]; 3], k: usize| {
            Vec3::new(lanes[0][k], lanes[1][k], lanes[2][k])
        };
        let difference = point(&self.a, i) - point(&self.b, j);
        (least - greatest, difference)
    }
}

/// Returns the greatest value with its index. Kept together, so that no value is looked up again.
#[inline(always)]
fn first_greatest(values: &[f64; CORNERS]) -> (f64, usize) {
    let mut best = (values[0], 0);
    for (i, value) in values.iter().enumerate().skip(1) {
        best = if *value > best.0 { (*value, i) } else { best };
    }
    best
}

/// Returns the least value with its index.
#[inline(always)]
fn first_least(values: &[f64; CORNERS]) -> (f64, usize) {
    let mut best = (values[0], 0);
    for (i, value) in values.iter().enumerate().skip(1) {
        best = if *value < best.0 { (*value, i) } else { best };
    }
    best
}

#[inline(always)]
fn project([x, y, z]: &[[f64; CORNERS]; 3], direction: Vec3) -> [f64; CORNERS] {
    let mut along = [0.0; CORNERS];
    for i in 0..CORNERS {
        along[i] = direction.x * x[i] + direction.y * y[i] + direction.z * z[i];
    }
    along
}

/// Up to four differences of points of both volumes, of which the last is the newest.
#[derive(Default)]
struct DifferenceSimplex {
    points: [Vec3; 4],
    len: usize,
}

/// What follows from a simplex.
enum Next {
    /// The direction to look along next.
    Along(Vec3),
    /// The simplex is a tetrahedron that contains the origin, up to rounding.
    Inside,
}

impl DifferenceSimplex {
    /// Adds a difference, and keeps the side that faces the origin.
    fn add(&mut self, point: Vec3) -> Next {
        self.points[self.len] = point;
        self.len += 1;
        match (self.len, self.points) {
            (1, [a, ..]) => Next::Along(-a),
            (2, [b, a, ..]) => self.face_edge(a, b),
            (3, [c, b, a, _]) => self.face_triangle(a, b, c),
            (_, [d, c, b, a]) => {
                for [p, q, r] in [[b, c, d], [c, d, b], [d, b, c]] {
                    // The side of `a`, `p` and `q`, whose normal points away from `r`.
                    let normal = (p - a).cross(q - a);
                    let away = normal.dot(r - a);
                    let towards = -normal.dot(a);
                    if away * towards < 0.0 {
                        return self.face_triangle(a, p, q);
                    }
                }
                Next::Inside
            }
        }
    }

    /// Keeps the newest point `a`, and `b` if the origin is beside their edge.
    fn face_edge(&mut self, a: Vec3, b: Vec3) -> Next {
        let along = b - a;
        let before = -a.dot(along);
        if before <= 0.0 {
            self.points[0] = a;
            self.len = 1;
            return Next::Along(-a);
        }
        self.points[..2].copy_from_slice(&[b, a]);
        self.len = 2;
        // Across the edge, towards the origin, times the edge's square.
        Next::Along(-a * along.length_squared() - along * before)
    }

    /// Keeps the newest point `a`, and of the triangle what faces the origin.
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
        self.points[..3].copy_from_slice(&[c, b, a]);
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

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        /// What is proved is what exact hulls say, for any scale.
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
            if let Some(meet) = volumes_meet(&a, &b) {
                let exact = &mut 0;
                let hulls = [a, b].map(|points| Hull::new(points, exact));
                prop_assert_eq!(meet, hulls[0].meets(&hulls[1], &mut 0));
            }
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
                match volumes_meet(&a.points(), &points) {
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
