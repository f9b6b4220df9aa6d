//! Boxes over the faces of a mesh: the nearest face, the winding number, the faces near a ball.
//!
//! Everything is in the space of the vertices that were given. Distances are rounded: they differ
//! from the exact ones by at most [`FaceTree::rounding`]. The winding number is exact.

use crate::{Aabb, Ball, Triangle, Vec3, solid};

/// A binary tree of boxes over the faces of a mesh that does not move in its own space.
#[derive(Clone, Debug)]
pub struct FaceTree {
    nodes: Vec<Node>,
    /// The faces in the order of the leaves.
    triangles: Vec<Triangle>,
    /// Their indices in the mesh.
    faces: Vec<u32>,
    bounds: Aabb,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Aabb,
    /// First face and end for a leaf; the two children for an inner node.
    first: u32,
    second: u32,
    leaf: bool,
}

/// The point of a surface that is nearest to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The face.
    pub face: u32,
    /// The point, on that face.
    pub point: Vec3,
    /// How far it is.
    pub distance: f64,
}

/// Faces in a leaf, at most: testing two or three costs less than a further box.
const LEAF_FACES: usize = 3;

/// Deeper than any tree of fewer than 2³² faces that is halved at each node.
const STACK: usize = 64;

impl FaceTree {
    /// A tree over all faces. Splits at the median along the longest side of the boxes' centers:
    /// deterministic.
    ///
    /// # Panics
    /// Without faces.
    pub fn new(vertices: &[Vec3], triangles: &[[u32; 3]]) -> FaceTree {
        assert!(!triangles.is_empty(), "a tree has faces");
        let of = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|i| vertices[i as usize]);
            Triangle::new(a, b, c)
        };
        let all: Vec<Triangle> = triangles.iter().map(of).collect();
        let mut faces: Vec<u32> = (0..triangles.len() as u32).collect();
        let mut nodes = Vec::with_capacity(triangles.len());
        build(&all, &mut faces, 0, &mut nodes);
        FaceTree {
            bounds: nodes[0].bounds,
            triangles: faces.iter().map(|f| all[*f as usize]).collect(),
            nodes,
            faces,
        }
    }

    /// The box of all faces.
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// Returns by how much a distance from `p` may be wrong: some forty roundings relative to the
    /// largest coordinate. Holds for faces of any shape ([`Triangle::nearest_point`]).
    pub fn rounding(&self, p: Vec3) -> f64 {
        24.0 * f64::EPSILON * (self.bounds.magnitude() + p.abs().max_element())
    }

    /// The nearest point of the surface.
    pub fn nearest(&self, p: Vec3) -> Nearest {
        self.nearest_within(p, f64::INFINITY)
            .expect("some face is nearer than infinity")
    }

    /// The nearest point of the surface, if it is nearer than `limit`.
    pub fn nearest_within(&self, p: Vec3, limit: f64) -> Option<Nearest> {
        let mut best: Option<Nearest> = None;
        let mut nearest = limit;
        let mut stack = [(0u32, 0.0f64); STACK];
        let mut top = 1;
        stack[0] = (0, distance_to_box(&self.nodes[0].bounds, p));
        while top > 0 {
            top -= 1;
            let (node, lower) = stack[top];
            if lower >= nearest {
                continue;
            }
            let node = &self.nodes[node as usize];
            if node.leaf {
                for i in node.first as usize..node.second as usize {
                    let point = self.triangles[i].nearest_point(p);
                    let distance = point.distance(p);
                    if distance < nearest {
                        nearest = distance;
                        best = Some(Nearest {
                            face: self.faces[i],
                            point,
                            distance,
                        });
                    }
                }
                continue;
            }
            let [mut near, mut far] = [node.first, node.second].map(|child| {
                (
                    child,
                    distance_to_box(&self.nodes[child as usize].bounds, p),
                )
            });
            if far.1 < near.1 {
                std::mem::swap(&mut near, &mut far);
            }
            for child in [far, near] {
                if child.1 < nearest {
                    stack[top] = child;
                    top += 1;
                }
            }
        }
        best
    }

    /// Returns how often the surface winds around `p`: exactly, for a closed surface; 0 for a point
    /// on it. On an open surface the number depends on a direction, and means little.
    ///
    /// # Cost
    /// The faces whose boxes meet the ray from `p` along x.
    pub fn winding(&self, p: Vec3) -> i64 {
        let mut total = 0;
        let mut stack = [0u32; STACK];
        let mut top = 1;
        while top > 0 {
            top -= 1;
            let node = &self.nodes[stack[top] as usize];
            if !solid::meets_ray(&node.bounds, p) {
                continue;
            }
            if node.leaf {
                for t in &self.triangles[node.first as usize..node.second as usize] {
                    match solid::crossing(t, p, &mut 0) {
                        Some(crossing) => total += crossing,
                        None => return 0,
                    }
                }
                continue;
            }
            stack[top] = node.first;
            stack[top + 1] = node.second;
            top += 2;
        }
        total
    }

    /// Adds to `found` every face that shares a point with the ball, and perhaps some that miss it
    /// by [`FaceTree::rounding`]; sorted among themselves.
    pub fn faces_near(&self, ball: &Ball, found: &mut Vec<u32>) {
        let start = found.len();
        let reach = ball.radius + self.rounding(ball.center);
        let mut stack = [0u32; STACK];
        let mut top = 1;
        while top > 0 {
            top -= 1;
            let node = &self.nodes[stack[top] as usize];
            if distance_to_box(&node.bounds, ball.center) > reach {
                continue;
            }
            if node.leaf {
                for i in node.first as usize..node.second as usize {
                    let point = self.triangles[i].nearest_point(ball.center);
                    if point.distance(ball.center) <= reach {
                        found.push(self.faces[i]);
                    }
                }
                continue;
            }
            stack[top] = node.first;
            stack[top + 1] = node.second;
            top += 2;
        }
        found[start..].sort_unstable();
    }
}

fn distance_to_box(bounds: &Aabb, p: Vec3) -> f64 {
    (bounds.min - p)
        .max(p - bounds.max)
        .max(Vec3::ZERO)
        .length()
}

/// Builds the subtree over `faces`, which start at place `first` of the order, and gives its index.
fn build(all: &[Triangle], faces: &mut [u32], first: usize, nodes: &mut Vec<Node>) -> u32 {
    let boxes = faces.iter().map(|f| all[*f as usize].aabb());
    let bounds = boxes.reduce(Aabb::union).expect("a node has faces");
    let place = nodes.len();
    nodes.push(Node {
        bounds,
        first: first as u32,
        second: (first + faces.len()) as u32,
        leaf: true,
    });
    if faces.len() > LEAF_FACES {
        let center = |f: u32| all[f as usize].aabb().center();
        let centers: Vec<Vec3> = faces.iter().map(|f| center(*f)).collect();
        let axis = longest_axis(Aabb::of_points(&centers).size());
        let half = faces.len() / 2;
        faces.select_nth_unstable_by(half, |f, g| {
            let (p, q) = (center(*f)[axis], center(*g)[axis]);
            p.total_cmp(&q).then(f.cmp(g))
        });
        let (low, high) = faces.split_at_mut(half);
        let left = build(all, low, first, nodes);
        let right = build(all, high, first + half, nodes);
        let node = &mut nodes[place];
        (node.first, node.second, node.leaf) = (left, right, false);
    }
    place as u32
}

fn longest_axis(size: Vec3) -> usize {
    if size.x >= size.y && size.x >= size.z {
        0
    } else if size.y >= size.z {
        1
    } else {
        2
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
        let tree = FaceTree::new(&vertices, &triangles);
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
        let tree = FaceTree::new(&vertices, &triangles);
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
        assert_eq!(FaceTree::new(&vertices, &triangles).winding(Vec3::ZERO), -1);
        triangles.extend(triangles.clone());
        assert_eq!(FaceTree::new(&vertices, &triangles).winding(Vec3::ZERO), -2);
    }
}
