//! Sub-distance step of GJK: the point of a simplex nearest to the origin.
//!
//! Good for any simplex, flat or repeated points included. Constant cost: at most one volume test,
//! four triangles and six edges. The essence:
//! 1. If the origin lies inside the tetrahedron, return a lower bound on its depth.
//! 2. Otherwise project the origin onto each triangle, each edge and each corner.
//! 3. Keep the nearest projection that lies in its feature, and the corners of that feature.
//!
//! The published sub-distance step can fail, and then exits the process. Ours compares explicit
//! points, so it needs no tolerance and always returns a point of the simplex.

use crate::Vec3;

/// Vertex of the Minkowski difference `A − B`, as the indices of a vertex of `A` and one of `B`.
pub type VertexPair = [u32; 2];

/// One to four points of the Minkowski difference of two bodies, in units in which no coordinate
/// exceeds 1 in absolute value.
#[derive(Clone, Copy, Debug)]
pub struct Simplex {
    points: [Vec3; 4],
    pairs: [VertexPair; 4],
    len: usize,
}

/// Result of [`Simplex::reduce`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reduction {
    /// Point of the simplex nearest to the origin.
    Point(Vec3),
    /// Radius of a ball around the origin inside the tetrahedron, in the simplex's units. Negative
    /// if rounding leaves open whether the origin is inside.
    Inside(f64),
}

/// Bound on the error of six times a signed volume of four points of a simplex. Its differences
/// are at most 2√3 long and take part in three roundings: less than 1000 half ulps of 1.
const VOLUME_ERROR: f64 = f64::EPSILON * 1024.0;
/// Bound on the error of twice an area of three points of a simplex, by the same count.
const AREA_ERROR: f64 = f64::EPSILON * 256.0;

impl Simplex {
    /// Returns the simplex of one point.
    pub fn of(point: Vec3, pair: VertexPair) -> Simplex {
        Simplex {
            points: [point; 4],
            pairs: [pair; 4],
            len: 1,
        }
    }

    /// Returns the vertex pairs of the points, in order.
    pub fn pairs(&self) -> &[VertexPair] {
        &self.pairs[..self.len]
    }

    /// Adds a point.
    ///
    /// # Panics
    /// If the simplex has four points already.
    pub fn push(&mut self, point: Vec3, pair: VertexPair) {
        assert!(self.len < 4, "a simplex in space has at most four points");
        (self.points[self.len], self.pairs[self.len]) = (point, pair);
        self.len += 1;
    }

    /// Finds the point of the simplex nearest to the origin, and drops the points that it does not
    /// need.
    ///
    /// Each candidate is a convex combination of points of the simplex, for any rounding and any
    /// flatness. The result is therefore never nearer than the true point by more than a few
    /// roundings, and affinely dependent points do no harm.
    pub fn reduce(&mut self) -> Reduction {
        if self.len == 4
            && let Some(depth) = depth_in_tetrahedron(&self.points)
        {
            return Reduction::Inside(depth);
        }
        let mut best = ReductionPoint::NONE;
        match self.len {
            1 => best.offer(self.points[0], &[0]),
            2 => self.try_edge(&mut best, 0, 1),
            3 => self.try_triangle(&mut best, [0, 1, 2], &[[0, 1], [0, 2], [1, 2]]),
            _ => {
                // Each edge once, with its first triangle.
                self.try_triangle(&mut best, [0, 1, 2], &[[0, 1], [0, 2], [1, 2]]);
                self.try_triangle(&mut best, [0, 1, 3], &[[0, 3], [1, 3]]);
                self.try_triangle(&mut best, [0, 2, 3], &[[2, 3]]);
                self.try_triangle(&mut best, [1, 2, 3], &[]);
            }
        }
        self.keep(&best.kept[..best.len]);
        Reduction::Point(best.point)
    }

    fn try_triangle(&self, best: &mut ReductionPoint, [i, j, k]: [usize; 3], edges: &[[usize; 2]]) {
        let [a, b, c] = [i, j, k].map(|x| self.points[x]);
        let normal = (b - a).cross(c - a);
        // Barycentric coordinates of the origin's projection, times |normal|²: the signed areas
        // opposite to the corners. If one is not positive, the nearest point lies on an edge.
        let weights = [b.cross(c), c.cross(a), a.cross(b)].map(|area| normal.dot(area));
        if weights.iter().all(|w| *w > 0.0) {
            let [wa, wb, wc] = weights;
            let sum = wa + wb + wc;
            best.offer(a * (wa / sum) + b * (wb / sum) + c * (wc / sum), &[i, j, k]);
        }
        for [i, j] in edges {
            self.try_edge(best, *i, *j);
        }
    }

    fn try_edge(&self, best: &mut ReductionPoint, i: usize, j: usize) {
        let (a, b) = (self.points[i], self.points[j]);
        let along = b - a;
        // The projection of the origin is `a + t along` with `t = from / length`.
        let (from, length) = (-a.dot(along), along.length_squared());
        if from <= 0.0 {
            best.offer(a, &[i]);
        } else if from >= length {
            best.offer(b, &[j]);
        } else {
            let t = from / length;
            best.offer(a * (1.0 - t) + b * t, &[i, j]);
        }
    }

    /// Keeps the points with the given ascending indices.
    fn keep(&mut self, indices: &[usize]) {
        for (to, &from) in indices.iter().enumerate() {
            (self.points[to], self.pairs[to]) = (self.points[from], self.pairs[from]);
        }
        self.len = indices.len();
    }
}

/// Reduction point so far, with the corners that it combines. Of equally near points the first
/// wins, so the result depends only on the points and their order.
struct ReductionPoint {
    point: Vec3,
    distance_squared: f64,
    kept: [usize; 3],
    len: usize,
}

impl ReductionPoint {
    const NONE: ReductionPoint = ReductionPoint {
        point: Vec3::ZERO,
        distance_squared: f64::INFINITY,
        kept: [0; 3],
        len: 0,
    };

    /// Takes `point` if it is nearer to the origin than the best so far.
    fn offer(&mut self, point: Vec3, corners: &[usize]) {
        let distance_squared = point.length_squared();
        if distance_squared < self.distance_squared {
            (self.point, self.distance_squared) = (point, distance_squared);
            self.kept[..corners.len()].copy_from_slice(corners);
            self.len = corners.len();
        }
    }
}

/// Returns a lower bound on the distance of the origin from the four sides, if it lies inside the
/// tetrahedron up to rounding. No coordinate exceeds 1 in absolute value, as in a [`Simplex`].
///
/// The origin is inside if the four tetrahedra of the origin and one side have volumes of one sign.
/// Up to a factor, these volumes are its barycentric coordinates.
pub fn depth_in_tetrahedron(points: &[Vec3; 4]) -> Option<f64> {
    const SIDES: [[usize; 3]; 4] = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];
    let normals = SIDES.map(|[i, j, k]| (points[j] - points[i]).cross(points[k] - points[i]));
    let volumes: [f64; 4] = std::array::from_fn(|s| normals[s].dot(points[SIDES[s][0]]));
    let one_sided = volumes.iter().all(|v| *v > 0.0) || volumes.iter().all(|v| *v < 0.0);
    one_sided.then(|| {
        // Distance from a side: 6 volume / (2 area), rounded down.
        let distances = std::array::from_fn::<f64, 4, _>(|s| {
            (volumes[s].abs() - VOLUME_ERROR) / (normals[s].length() + AREA_ERROR)
        });
        distances.into_iter().fold(f64::INFINITY, f64::min)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn simplex(points: &[Vec3]) -> Simplex {
        let mut simplex = Simplex::of(points[0], [0, 0]);
        for (i, point) in points.iter().enumerate().skip(1) {
            simplex.push(*point, [i as u32, 0]);
        }
        simplex
    }

    fn nearest(points: &[Vec3]) -> (Vec3, Vec<u32>) {
        let mut simplex = simplex(points);
        let Reduction::Point(point) = simplex.reduce() else {
            panic!("the origin is not inside")
        };
        (point, simplex.pairs().iter().map(|p| p[0]).collect())
    }

    #[test]
    fn each_region_of_a_triangle_keeps_its_own_corners() {
        let triangle = |x: f64, y: f64| {
            let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
            corners.map(|c| c * 0.25 - Vec3::new(x, y, 0.5) * 0.25)
        };
        let kept = |x, y| nearest(&triangle(x, y)).1;
        assert_eq!(kept(0.25, 0.25), [0, 1, 2]);
        assert_eq!(kept(0.5, -1.0), [0, 1]);
        assert_eq!(kept(-1.0, 0.5), [0, 2]);
        assert_eq!(kept(1.0, 1.0), [1, 2]);
        assert_eq!(kept(-1.0, -1.0), [0]);
        assert_eq!(kept(3.0, 0.0), [1]);
        assert_eq!(kept(0.0, 3.0), [2]);
        assert_eq!(
            nearest(&triangle(0.25, 0.25)).0,
            Vec3::new(0.0, 0.0, -0.125)
        );
    }

    #[test]
    fn affinely_dependent_points_do_no_harm() {
        let p = Vec3::new(0.5, 0.0, 0.0);
        assert_eq!(nearest(&[p, p, p, p]), (p, vec![0]));
        let line = [
            Vec3::new(-0.5, 0.25, 0.0),
            Vec3::new(0.5, 0.25, 0.0),
            Vec3::new(0.25, 0.25, 0.0),
        ];
        assert_eq!(nearest(&line).0, Vec3::new(0.0, 0.25, 0.0));
        let square = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
        let square = square.map(|(x, y)| Vec3::new(x, y, 0.25));
        assert_eq!(nearest(&square).0, Vec3::new(0.0, 0.0, 0.25));
    }

    #[test]
    fn inside_a_tetrahedron_the_depth_is_the_distance_to_the_nearest_side() {
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        let at = |inside: Vec3| corners.map(|c| c - inside);
        let mut inner = simplex(&at(Vec3::new(0.25, 0.125, 0.375)));
        let Reduction::Inside(depth) = inner.reduce() else {
            panic!("the origin is inside")
        };
        assert!(depth > 0.1249 && depth <= 0.125, "{depth}");
        assert!(matches!(
            simplex(&at(Vec3::splat(0.34))).reduce(),
            Reduction::Point(_)
        ));
        assert!(matches!(
            simplex(&at(Vec3::new(0.2, 0.2, -1e-9))).reduce(),
            Reduction::Point(_)
        ));
        // So near a side that rounding could have put it there: the depth says so.
        let Reduction::Inside(depth) = simplex(&at(Vec3::new(0.2, 0.2, 1e-15))).reduce() else {
            panic!("the origin is inside")
        };
        assert!(depth < 0.0);
    }
}
