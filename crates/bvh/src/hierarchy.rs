//! Step 1: the hierarchy of a mesh, in its local space.
//!
//! Lengths are in a unit of the mesh, a power of two near its radius, from its center: all numbers
//! are at most 1, whatever the coordinates of the mesh are, and `f32` neither overflows nor loses
//! small bodies.

use crate::copies::Copies;
use crate::rounding::up;
use geometry::lanes::{Box4, Point4, VecLanes, WIDTH, greater, lesser};
use geometry::{Aabb, Triangle, Vec3, unit_scale};
use std::sync::OnceLock;

/// Hierarchy over the faces of a mesh. Node 0 is the root.
#[derive(Clone, Debug)]
pub struct WideHierarchy {
    pub(crate) nodes: Vec<WideNode>,
    /// Faces of each leaf. Those of a body that has deformed are made when a walk comes to them.
    pub(crate) clusters: Vec<OnceLock<Cluster>>,
    /// Each leaf of a body that has deformed, with the boxes of its faces, made when a walk comes
    /// to it: those in `nodes` are of other vertices. Empty for other bodies.
    pub(crate) fitted_leaves: Vec<OnceLock<WideNode>>,
    /// Faces that are in no leaf, as another one stands for them.
    pub(crate) copies: Copies,
    /// Rounded vertices of a body that deforms, for the leaves and clusters above. Before its first
    /// fit all clusters are made, and no leaf is.
    pub(crate) rounded: Vec<Point4>,
    pub(crate) space: UnitSpace,
    /// Bound on the distance of a vertex from the center, in its unit: at most 1, up to rounding.
    pub(crate) radius: f64,
    /// Sum of the surfaces of all nodes but the root when it was built, over that of the root.
    pub(crate) surface: f64,
}

/// Boxes of up to eight children. Each contains all faces below that child.
///
/// A lane without a child has half sides of 0, which rounding hides. All that compares boxes leaves
/// out the lanes from `len` on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WideNode {
    /// Box of all faces below, enlarged by [`SLACK`], in the unit of the hierarchy.
    pub(crate) bounds: Box4,
    pub(crate) center: VecLanes,
    pub(crate) half: VecLanes,
    /// Nodes, or faces of a leaf.
    pub(crate) children: [u32; WIDTH],
    pub(crate) len: u32,
    /// Its faces in lanes, if it is a leaf.
    pub(crate) cluster: Option<u32>,
}

/// Faces of a leaf in lanes. A lane without a face repeats the first one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cluster {
    /// Corners, rounded.
    pub(crate) corners: [VecLanes; 3],
    /// Slab of each face: `|normal · p − offset| <= width` for its points `p`, which are not
    /// rounded. The normal has a length of about 1, or is zero for a face without area.
    pub(crate) normal: VecLanes,
    pub(crate) offset: [f32; WIDTH],
    pub(crate) width: [f32; WIDTH],
}

/// Faces of a body, with vertices in local space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaceVertices<'a> {
    pub(crate) triangles: &'a [[u32; 3]],
    pub(crate) vertices: &'a [Vec3],
}

impl FaceVertices<'_> {
    #[inline]
    pub(crate) fn corners(&self, face: u32) -> [Vec3; 3] {
        self.triangles[face as usize].map(|v| self.vertices[v as usize])
    }
}

/// Length added to half a side, in the unit of the hierarchy.
///
/// No coordinate of a vertex is above 1, so rounding it to `f32` moves it by at most `2⁻²⁵`, and
/// the arithmetic in `f64` before by far less. The least and greatest coordinate of a box are those
/// of rounded vertices, without an error of their own, on all levels. Rounding the center takes
/// `2⁻²⁵`, as the sum of both is at most 2, rounding half their difference `2⁻²⁵`, and adding the
/// slack `2⁻²⁴`: in all less than this.
pub(crate) const SLACK: f32 = 1.0 / (1 << 22) as f32;

/// Square of the length of a normal below which it is taken to be zero. The squares of its
/// coordinates that underflow are far smaller, so a normal that is kept has a length of 1 up to
/// rounding.
const LEAST_SQUARE: f32 = 1e-30;

/// Length added to half the width of a slab in single precision, in the unit of the hierarchy.
///
/// With `u = 2⁻²⁴`, a normal of length at most `1 + 8 u` and coordinates of at most 1: rounding a
/// corner moves it by `u` along the normal, as `√3 / 2 < 1`; a product of both rounds by `3 u √3`,
/// their middle by `2 u`, half their difference by `2 u`, and the sum with this by `u`: in all less
/// than `12 u`. Products that underflow are below `2⁻¹²⁰`.
const SLAB_SLACK: f32 = 1.0 / (1 << 20) as f32;

impl WideNode {
    pub(crate) const EMPTY: WideNode = WideNode {
        bounds: Box4::EMPTY,
        center: [[0.0; WIDTH]; 3],
        half: [[0.0; WIDTH]; 3],
        children: [0; WIDTH],
        len: 0,
        cluster: None,
    };

    /// Takes the box of all rounded vertices below the node. Its sides are enlarged by [`SLACK`],
    /// more than twice what rounding a vertex, `2⁻²⁵`, and the sum, `2⁻²⁴`, take.
    #[inline(always)]
    pub(crate) fn set_bounds(&mut self, bounds: &Box4) {
        for axis in 0..3 {
            self.bounds.low[axis] = bounds.low[axis] - SLACK;
            self.bounds.high[axis] = bounds.high[axis] + SLACK;
        }
    }

    /// Returns true if the box around the node contains a point.
    #[cfg(test)]
    pub(crate) fn contains(&self, p: [f64; 3]) -> bool {
        let Box4 { low, high } = self.bounds;
        (0..3).all(|axis| (f64::from(low[axis])..=f64::from(high[axis])).contains(&p[axis]))
    }

    /// Adds a child with this box.
    pub(crate) fn push(&mut self, child: u32, bounds: &Box4) {
        let k = self.len as usize;
        self.children[k] = child;
        self.fit(k, bounds);
        self.len += 1;
    }

    /// Takes the box of child `k`.
    #[inline(always)]
    pub(crate) fn fit(&mut self, k: usize, bounds: &Box4) {
        let (mut center, mut half) = ([0.0; 4], [0.0; 4]);
        for axis in 0..4 {
            let (low, high) = (bounds.low[axis], bounds.high[axis]);
            center[axis] = 0.5 * (low + high);
            half[axis] = 0.5 * (high - low) + SLACK;
        }
        for axis in 0..3 {
            self.center[axis][k] = center[axis];
            self.half[axis][k] = half[axis];
        }
    }
}

impl Cluster {
    /// Takes the faces of a leaf, in the unit of the hierarchy.
    pub(crate) fn new(faces: &[Triangle]) -> Cluster {
        let mut cluster = Cluster {
            corners: [[[0.0; WIDTH]; 3]; 3],
            normal: [[0.0; WIDTH]; 3],
            offset: [0.0; WIDTH],
            width: [0.0; WIDTH],
        };
        for k in 0..WIDTH {
            cluster.set(k, faces.get(k).unwrap_or(&faces[0]));
        }
        cluster
    }

    /// Takes the faces of a leaf by their rounded corners, in the unit of the hierarchy.
    ///
    /// All in single precision, lane by lane, for bodies that deform: a leaf is made in each frame
    /// that a walk comes to it. Any direction of length at most about 1 serves as a normal, so only
    /// the slab has to be right, which [`SLAB_SLACK`] sees to.
    pub(crate) fn of_rounded(faces: &[[Point4; 3]; WIDTH]) -> Cluster {
        let mut cluster = Cluster {
            corners: corners_in_lanes(faces),
            normal: [[0.0; WIDTH]; 3],
            offset: [0.0; WIDTH],
            width: [0.0; WIDTH],
        };
        let Cluster {
            corners: [p, q, r],
            normal,
            offset,
            width,
        } = &mut cluster;
        for k in 0..WIDTH {
            let u = [q[0][k] - p[0][k], q[1][k] - p[1][k], q[2][k] - p[2][k]];
            let v = [r[0][k] - p[0][k], r[1][k] - p[1][k], r[2][k] - p[2][k]];
            let of_u = greater(u[0].abs(), greater(u[1].abs(), u[2].abs()));
            let of_v = greater(v[0].abs(), greater(v[1].abs(), v[2].abs()));
            // The longer side gets a length of about 1. If products underflow, the square below is
            // too small.
            let shrink = 1.0 / greater(greater(of_u, of_v), f32::MIN_POSITIVE);
            let u = [u[0] * shrink, u[1] * shrink, u[2] * shrink];
            let v = [v[0] * shrink, v[1] * shrink, v[2] * shrink];
            let across = [
                u[1] * v[2] - u[2] * v[1],
                u[2] * v[0] - u[0] * v[2],
                u[0] * v[1] - u[1] * v[0],
            ];
            let square = across[0] * across[0] + across[1] * across[1] + across[2] * across[2];
            // A face that is about a point or a straight line along an axis has no normal, and its
            // slab separates nothing. On another line rounding gives some direction, which serves.
            let shrink = if square > LEAST_SQUARE {
                1.0 / square.sqrt()
            } else {
                0.0
            };
            let n = [across[0] * shrink, across[1] * shrink, across[2] * shrink];
            let along_p = n[0] * p[0][k] + n[1] * p[1][k] + n[2] * p[2][k];
            let along_q = n[0] * q[0][k] + n[1] * q[1][k] + n[2] * q[2][k];
            let along_r = n[0] * r[0][k] + n[1] * r[1][k] + n[2] * r[2][k];
            let low = lesser(along_p, lesser(along_q, along_r));
            let high = greater(along_p, greater(along_q, along_r));
            for axis in 0..3 {
                normal[axis][k] = n[axis];
            }
            offset[k] = 0.5 * (low + high);
            width[k] = 0.5 * (high - low) + SLAB_SLACK;
        }
        cluster
    }

    fn set(&mut self, k: usize, face: &Triangle) {
        let corners = face.corners();
        for (lanes, corner) in self.corners.iter_mut().zip(&corners) {
            for axis in 0..3 {
                lanes[axis][k] = corner[axis] as f32;
            }
        }
        let normal = normal(face).to_array().map(|x| x as f32);
        let exact = Vec3::from_array(normal.map(f64::from));
        let along = corners.map(|corner| exact.dot(corner));
        let (low, high) = along.iter().fold((f64::MAX, f64::MIN), |(low, high), x| {
            (x.min(low), x.max(high))
        });
        let offset = (0.5 * (low + high)) as f32;
        let width = (high - f64::from(offset)).max(f64::from(offset) - low);
        for (lanes, x) in self.normal.iter_mut().zip(normal) {
            lanes[k] = x;
        }
        self.offset[k] = offset;
        // Rounded up twice: for the sum, and for products that are off by up to 2⁻⁵³ each.
        self.width[k] = up(width + f64::EPSILON * 4.0).next_up();
    }
}

/// Returns the corners of faces, each corner and each axis in lanes.
#[inline(always)]
fn corners_in_lanes(faces: &[[Point4; 3]; WIDTH]) -> [VecLanes; 3] {
    let mut corners = [[[0.0; WIDTH]; 3]; 3];
    for (k, face) in faces.iter().enumerate() {
        for (lanes, corner) in corners.iter_mut().zip(face) {
            for axis in 0..3 {
                lanes[axis][k] = corner[axis];
            }
        }
    }
    corners
}

/// Returns about the unit normal, zero if that is not known.
fn normal(face: &Triangle) -> Vec3 {
    let [a, b, c] = face.corners();
    let sides = [b - a, c - a];
    let scale = sides.map(|side| side.abs().max_element());
    let scale = unit_scale(scale[0].max(scale[1]));
    let [u, v] = sides.map(|side| side * scale);
    u.cross(v).normalize_or_zero()
}

/// Space of a hierarchy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitSpace {
    /// Origin, in local space.
    pub(crate) center: Vec3,
    /// Number of its units of length in a scene unit, a power of two.
    pub(crate) scale: f64,
}

impl UnitSpace {
    /// Returns the space in which no vertex in this box is farther than 1 from the origin.
    pub(crate) fn of(bounds: &Aabb) -> UnitSpace {
        let center = bounds.center();
        let reach = (bounds.max - center).max(center - bounds.min).max_element();
        // A body of zero size has the least unit, so that a pair has that of the other body.
        let least = f64::from_bits(1);
        // √3 < 2.
        let scale = 0.5 * unit_scale(reach.max(least));
        UnitSpace { center, scale }
    }

    /// Returns a local point in this space.
    #[inline]
    pub(crate) fn of_point(&self, p: Vec3) -> Vec3 {
        (p - self.center) * self.scale
    }

    fn face(&self, corners: [Vec3; 3]) -> Triangle {
        let [a, b, c] = corners.map(|p| self.of_point(p));
        Triangle::new(a, b, c)
    }

    /// Returns a bound on the length, in this space, of rounded points in this box.
    ///
    /// It is measured in the unit: squares of small scene units would be zero.
    pub(crate) fn radius_of_box(&self, bounds: &Aabb) -> f64 {
        let farthest = (bounds.max - self.center).max(self.center - bounds.min);
        (farthest * self.scale).length() * (1.0 + 8.0 * f64::EPSILON) + f64::from(SLACK)
    }

    /// Returns a bound on the length of the corners of faces in this space.
    pub(crate) fn radius(&self, faces: &FaceVertices<'_>) -> f64 {
        let corners = faces.triangles.as_flattened().iter();
        let square = |v: &u32| self.of_point(faces.vertices[*v as usize]).length_squared();
        let largest = corners.map(square).fold(0.0, f64::max);
        largest.sqrt() * (1.0 + 4.0 * f64::EPSILON) + f64::MIN_POSITIVE
    }
}

/// Returns the box of a face by rounded vertices.
#[inline(always)]
pub(crate) fn box_of_face(corners: [u32; 3], vertices: &[Point4]) -> Box4 {
    Box4::of(corners.map(|v| &vertices[v as usize]))
}

impl WideHierarchy {
    /// Returns a node. A leaf of a body that has deformed gets the boxes of its faces now, which
    /// are those of these triangles.
    #[inline(always)]
    pub(crate) fn node(&self, index: u32, triangles: &[[u32; 3]]) -> &WideNode {
        let node = &self.nodes[index as usize];
        match node.cluster {
            Some(leaf) if !self.fitted_leaves.is_empty() => {
                let boxes = || self.fitted_leaf(node, triangles);
                self.fitted_leaves[leaf as usize].get_or_init(boxes)
            }
            _ => node,
        }
    }

    fn fitted_leaf(&self, node: &WideNode, triangles: &[[u32; 3]]) -> WideNode {
        let mut leaf = *node;
        for k in 0..node.len as usize {
            let face = triangles[node.children[k] as usize];
            leaf.fit(k, &box_of_face(face, &self.rounded));
        }
        leaf
    }

    /// Returns the faces of a leaf in lanes, made of `faces` if the body has deformed.
    ///
    /// # Panics
    /// If the node is no leaf.
    #[inline]
    pub(crate) fn cluster(&self, leaf: &WideNode, faces: &FaceVertices<'_>) -> &Cluster {
        let cluster = leaf.cluster.expect("a leaf has a cluster");
        self.clusters[cluster as usize].get_or_init(|| {
            let last = leaf.len as usize - 1;
            if !self.rounded.is_empty() {
                let triangle = |k: usize| faces.triangles[leaf.children[k] as usize];
                let face = |k| triangle(k).map(|vertex| self.rounded[vertex as usize]);
                let or_first = |k| face(if k <= last { k } else { 0 });
                return Cluster::of_rounded(&std::array::from_fn(or_first));
            }
            let face = |k: usize| self.space.face(faces.corners(leaf.children[k]));
            let faces: [Triangle; WIDTH] = std::array::from_fn(|k| face(k.min(last)));
            Cluster::new(&faces[..=last])
        })
    }
}

#[cfg(test)]
mod tests;
