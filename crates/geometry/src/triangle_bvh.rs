//! BVH of the faces of a mesh: nearest face, winding number, faces near a ball.
//!
//! Good for many queries about one mesh that few of its faces answer. A walk enters a box only if
//! it can matter: for the nearest face, if it is nearer than the best face so far; for the winding
//! number, if a ray from the point meets it; for a ball, if the ball reaches it.
//!
//! All coordinates are in the space of the given vertices. Distances differ from the exact ones by
//! at most [`TriangleBvh::rounding`]. The winding number is exact.

use crate::bvh::{Bvh, Walk, box_distance};
use crate::{Aabb, Ball, MeasuredTriangle, Triangle, Vec3, solid};

/// Hierarchy over the faces of a mesh that does not move in its own space.
#[derive(Clone, Debug)]
pub struct TriangleBvh {
    bvh: Bvh,
    /// Faces in the order of the leaves.
    triangles: Vec<Triangle>,
    /// The same faces, for distances.
    measured: Vec<MeasuredTriangle>,
}

/// Nearest point of a surface to a query point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Index of the face that has the point; of equally near ones, any.
    pub face: u32,
    /// Nearest point, on that face.
    pub point: Vec3,
    /// Distance from the query point, rounded.
    pub distance: f64,
}

/// Faces in a leaf, at most: testing two or three costs less than a further box.
const LEAF_FACES: usize = 3;

impl TriangleBvh {
    /// Builds the hierarchy over all faces. Deterministic.
    ///
    /// # Panics
    /// Without faces.
    pub fn new(vertices: &[Vec3], triangles: &[[u32; 3]]) -> TriangleBvh {
        let triangle = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|i| vertices[i as usize]);
            Triangle::new(a, b, c)
        };
        let all: Vec<Triangle> = triangles.iter().map(triangle).collect();
        let boxes: Vec<Aabb> = all.iter().map(Triangle::aabb).collect();
        let bvh = Bvh::new(&boxes, LEAF_FACES);
        let triangles: Vec<Triangle> = bvh.items().iter().map(|f| all[*f as usize]).collect();
        TriangleBvh {
            measured: triangles.iter().map(MeasuredTriangle::new).collect(),
            triangles,
            bvh,
        }
    }

    /// Returns the box of all faces.
    pub fn bounds(&self) -> Aabb {
        self.bvh.bounds()
    }

    /// Returns by how much a distance from `p` may be wrong: some forty roundings relative to the
    /// largest coordinate. Holds for faces of any shape ([`Triangle::nearest_point`]).
    pub fn rounding(&self, p: Vec3) -> f64 {
        24.0 * f64::EPSILON * (self.bounds().max_abs_coordinate() + p.abs().max_element())
    }

    /// Returns the nearest point of the surface.
    pub fn nearest(&self, p: Vec3) -> Nearest {
        self.nearest_within(p, f64::INFINITY)
            .expect("some face is nearer than infinity")
    }

    /// Returns the nearest point of the surface, if it is nearer than `limit`.
    pub fn nearest_within(&self, p: Vec3, limit: f64) -> Option<Nearest> {
        let to_face = |position: usize| {
            let point = self.measured[position].nearest_point(p);
            (point.distance(p), point)
        };
        let to_box = |bounds: &Aabb| box_distance(bounds, &Aabb::new(p, p));
        let (position, distance, point) = self.bvh.nearest(limit, to_box, to_face)?;
        Some(Nearest {
            face: self.bvh.items()[position],
            point,
            distance,
        })
    }

    /// Returns how often the surface winds around `p`: exactly, for a closed surface; 0 for a point
    /// on it. For an open surface the result depends on the ray's direction and has no meaning.
    ///
    /// # Cost
    /// The faces whose boxes meet the ray from `p` along x.
    pub fn winding(&self, p: Vec3) -> i64 {
        let mut total = 0;
        let on_surface = self.bvh.visit(|at| {
            if !solid::meets_ray(at.bounds, p) {
                return Walk::Skip;
            }
            for t in &self.triangles[at.leaf.unwrap_or_default()] {
                match solid::crossing(t, p, &mut 0) {
                    Some(crossing) => total += crossing,
                    None => return Walk::Stop,
                }
            }
            Walk::Enter
        });
        if on_surface { 0 } else { total }
    }

    /// Adds to `found` every face that shares a point with the ball, and perhaps some that miss it
    /// by [`TriangleBvh::rounding`]; sorted among themselves.
    pub fn faces_near(&self, ball: &Ball, found: &mut Vec<u32>) {
        let start = found.len();
        let reach = ball.radius + self.rounding(ball.center);
        let center = Aabb::new(ball.center, ball.center);
        self.bvh.visit(|at| {
            if box_distance(at.bounds, &center) > reach {
                return Walk::Skip;
            }
            for position in at.leaf.unwrap_or_default() {
                let point = self.measured[position].nearest_point(ball.center);
                if point.distance(ball.center) <= reach {
                    found.push(self.bvh.items()[position]);
                }
            }
            Walk::Enter
        });
        found[start..].sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Points, cube};

    fn soup(count: usize, size: f64) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let mut points = Points::new(3);
        let mut vertices = Vec::new();
        for _ in 0..count {
            let at = points.point();
            vertices.extend((0..3).map(|_| at + points.point() * size));
        }
        let triangles = (0..count as u32)
            .map(|i| [3 * i, 3 * i + 1, 3 * i + 2])
            .collect();
        (vertices, triangles)
    }

    #[test]
    fn the_nearest_face_is_the_one_that_a_walk_over_all_finds() {
        let (vertices, triangles) = soup(300, 0.2);
        let tree = TriangleBvh::new(&vertices, &triangles);
        let mut points = Points::new(11);
        for _ in 0..500 {
            let p = points.point() * 2.0;
            let all = triangles.iter().map(|t| {
                let [a, b, c] = t.map(|i| vertices[i as usize]);
                Triangle::new(a, b, c).nearest_point(p).distance(p)
            });
            let least = all.fold(f64::INFINITY, f64::min);
            let nearest = tree.nearest(p);
            assert_eq!(nearest.distance, least);
            assert_eq!(tree.nearest_within(p, least), None);
            let mut near = Vec::new();
            tree.faces_near(&Ball::new(p, least), &mut near);
            assert!(near.contains(&nearest.face));
            near.clear();
            tree.faces_near(&Ball::new(p, least * 0.999), &mut near);
            assert!(near.is_empty());
        }
    }

    #[test]
    fn the_winding_number_is_that_of_the_solid() {
        let (vertices, mut triangles) = cube();
        let tree = TriangleBvh::new(&vertices, &triangles);
        let mut points = Points::new(5);
        for _ in 0..500 {
            let p = points.point() * 1.5;
            let inside = p.abs().max_element() < 1.0;
            assert_eq!(tree.winding(p), i64::from(inside), "{p}");
        }
        // Straight through edges and corners.
        assert_eq!(tree.winding(Vec3::ZERO), 1);
        for on in [Vec3::ONE, Vec3::X, Vec3::Y, Vec3::new(1.0, 0.5, 0.25)] {
            assert_eq!(tree.winding(on), 0);
        }
        triangles.iter_mut().for_each(|t| t.swap(0, 1));
        assert_eq!(
            TriangleBvh::new(&vertices, &triangles).winding(Vec3::ZERO),
            -1
        );
        triangles.extend(triangles.clone());
        assert_eq!(
            TriangleBvh::new(&vertices, &triangles).winding(Vec3::ZERO),
            -2
        );
    }
}
