//! Step 1 for bodies that deform: all boxes are fitted to other vertices, and the split is kept.
//!
//! # The bound
//! In its unit space no coordinate of a vertex is above 1, so rounding to `f32` moves it by at most
//! `2⁻²⁵`, and the arithmetic in `f64` before by far less. The least and greatest coordinate of a box
//! are those of rounded vertices, without an error of their own, on all levels. Rounding the center
//! takes `2⁻²⁵`, as their sum is at most 2, rounding half their difference `2⁻²⁵`, and adding the
//! slack `2⁻²⁴`. [`SLACK`] has room for all.

use crate::hierarchy::{FaceVertices, UnitSpace, WideHierarchy, WideNode};
use geometry::Aabb;

/// What is added to half a side, in the unit of the hierarchy.
const SLACK: f32 = 1.0 / (1 << 22) as f32;

/// Buffers of fitting. Three coordinates and a fourth number, which is 0, take a register.
#[derive(Clone, Debug, Default)]
pub(crate) struct RefitBuffers {
    /// Vertices in unit space, rounded.
    vertices: Vec<[f32; 4]>,
    /// What is below each node.
    sides: Vec<Sides>,
}

/// Least and greatest coordinates of some points.
#[derive(Clone, Copy, Debug)]
struct Sides {
    low: [f32; 4],
    high: [f32; 4],
}

impl WideHierarchy {
    /// Fits all boxes to other vertices of the mesh, whose box is `bounds`, and keeps the split.
    ///
    /// # Cost
    /// One pass over the vertices, one over the faces and nodes. Allocates nothing once the buffers
    /// have grown.
    pub(crate) fn refit(
        &mut self,
        faces: &FaceVertices<'_>,
        bounds: &Aabb,
        buffers: &mut RefitBuffers,
    ) {
        let space = UnitSpace::of(bounds);
        (self.center, self.scale) = (space.center, space.scale);
        let scaled = (0.5 * bounds.size().length() * self.scale) * (1.0 + 8.0 * f64::EPSILON);
        self.radius = scaled + f64::from(SLACK);
        for cluster in &mut self.clusters {
            cluster.take();
        }
        let RefitBuffers { vertices, sides } = buffers;
        vertices.clear();
        vertices.extend(faces.vertices.iter().map(|v| {
            let [x, y, z] = ((*v - space.center) * space.scale).to_array();
            [x as f32, y as f32, z as f32, 0.0]
        }));
        sides.clear();
        sides.resize(self.nodes.len(), Sides::NONE);
        // Backward, as children come after their parents.
        for (i, node) in self.nodes.iter_mut().enumerate().rev() {
            let mut all = Sides::NONE;
            for k in 0..node.len as usize {
                let child = node.children[k] as usize;
                let below = match node.cluster {
                    Some(_) => {
                        let corner = |v: u32| vertices[v as usize];
                        let [p, q, r] = faces.triangles[child];
                        Sides::of_points([corner(p), corner(q), corner(r)])
                    }
                    None => sides[child],
                };
                node.fit(k, &below);
                all = all.union(&below);
            }
            sides[i] = all;
        }
    }
}

impl Sides {
    const NONE: Sides = Sides {
        low: [f32::INFINITY; 4],
        high: [f32::NEG_INFINITY; 4],
    };

    #[inline(always)]
    fn of_points([p, q, r]: [[f32; 4]; 3]) -> Sides {
        let mut sides = Sides::NONE;
        for axis in 0..4 {
            sides.low[axis] = lesser(p[axis], lesser(q[axis], r[axis]));
            sides.high[axis] = greater(p[axis], greater(q[axis], r[axis]));
        }
        sides
    }

    #[inline(always)]
    fn union(&self, other: &Sides) -> Sides {
        let mut all = *self;
        for axis in 0..4 {
            all.low[axis] = lesser(other.low[axis], all.low[axis]);
            all.high[axis] = greater(other.high[axis], all.high[axis]);
        }
        all
    }
}

impl WideNode {
    /// Takes the box of child `k`, rounded outward.
    #[inline(always)]
    fn fit(&mut self, k: usize, sides: &Sides) {
        let (mut center, mut half) = ([0.0; 4], [0.0; 4]);
        for axis in 0..4 {
            let (low, high) = (sides.low[axis], sides.high[axis]);
            center[axis] = 0.5 * (low + high);
            half[axis] = 0.5 * (high - low) + SLACK;
        }
        for axis in 0..3 {
            self.center[axis][k] = center[axis];
            self.half[axis][k] = half[axis];
        }
    }
}

// Those of the standard library look for NaN.
#[inline(always)]
fn lesser(x: f32, y: f32) -> f32 {
    if x < y { x } else { y }
}

#[inline(always)]
fn greater(x: f32, y: f32) -> f32 {
    if x > y { x } else { y }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::NOWHERE;
    use geometry::Vec3;
    use geometry::lanes::{VecLanes, WIDTH};

    #[test]
    fn a_refitted_hierarchy_contains_the_faces_where_they_are() {
        let sphere = scenes::bodies::sphere(528).unwrap();
        let mut hierarchy = WideHierarchy::new(&sphere);
        let bent = |v: &Vec3| Vec3::new(3.0 * v.x + 100.0, v.y * v.x, 0.1 * v.z);
        let vertices: Vec<Vec3> = sphere.vertices().iter().map(bent).collect();
        let faces = FaceVertices {
            triangles: sphere.triangles(),
            vertices: &vertices,
        };
        let bounds = Aabb::of_points(&vertices);
        hierarchy.refit(&faces, &bounds, &mut RefitBuffers::default());
        let (center, scale) = (hierarchy.center, hierarchy.scale);
        let to_unit = |v: u32| (vertices[v as usize] - center) * scale;
        let lane = |v: &VecLanes, k: usize| Vec3::from_array(v.map(|x| f64::from(x[k])));
        // Down from the root: the box of each child contains all faces below.
        let mut tasks: Vec<(u32, Vec<[Vec3; 2]>)> = vec![(0, Vec::new())];
        let mut count = 0;
        while let Some((node, above)) = tasks.pop() {
            let node = &hierarchy.nodes[node as usize];
            for k in 0..node.len as usize {
                let mut boxes = above.clone();
                boxes.push([lane(&node.center, k), lane(&node.half, k)]);
                if node.cluster.is_none() {
                    tasks.push((node.children[k], boxes));
                    continue;
                }
                count += 1;
                let cluster = hierarchy.cluster(node, &faces);
                for p in sphere.triangles()[node.children[k] as usize].map(to_unit) {
                    let inside =
                        |[center, half]: &[Vec3; 2]| (p - *center).abs().cmple(*half).all();
                    assert!(boxes.iter().all(inside));
                    assert!(p.length() <= hierarchy.radius);
                    let off = lane(&cluster.normal, k).dot(p) - f64::from(cluster.offset[k]);
                    assert!(off.abs() <= f64::from(cluster.width[k]));
                    assert!(cluster.width[k] < 1e-6, "a slab is thin");
                }
            }
            for k in node.len as usize..WIDTH {
                assert_eq!(node.half[0][k], NOWHERE);
            }
        }
        assert_eq!(count, 528);
    }
}
