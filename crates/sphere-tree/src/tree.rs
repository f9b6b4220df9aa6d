//! The hierarchy of spheres that all builders give and the detector descends.

use geometry::{Ball, Vec3};
use serde::{Deserialize, Serialize};

/// Which part of the surface the spheres of a level cover [§9.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coverage {
    /// The spheres of each level together cover every face: the paper's policy for sphere-DAGs,
    /// which it applies to trees.
    Level,
    /// The children of each sphere together cover every point of the surface that it covers: the
    /// paper's safest policy, under which a search from the root misses nothing.
    Strict,
}

/// A tree of spheres around one body, in the body's local space.
///
/// Structure of arrays, breadth first: node 0 is the root (level 0), each level is one run of
/// nodes, and the children of a node are one run of the next level. A node without children is
/// a leaf, at whatever level; a leaf stands for itself at all deeper levels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SphereTree {
    /// Centers, one per node.
    pub centers: Vec<Vec3>,
    /// Radii, at least 0.
    pub radii: Vec<f64>,
    /// Levels: the root's is 0.
    pub levels: Vec<u8>,
    /// First child and end; equal for a leaf.
    pub children: Vec<[u32; 2]>,
    /// Proved upper bound of the distance from any point of the ball to the solid; at least 0. The
    /// solid is as [`detector::Certificate`] says.
    pub reach: Vec<f64>,
    /// Proved upper bound of the distance from any point of the sphere's surface to the body's
    /// surface: the paper's inaccuracy [§8, §9.2].
    pub surface_reach: Vec<f64>,
    /// Radius of a ball about the same center that is proved to lie in the solid; negative when
    /// the center is not known to be inside.
    pub inner: Vec<f64>,
    /// Where the faces of each node start in `faces`; one entry more than nodes. Empty runs for
    /// inner nodes.
    pub face_start: Vec<u32>,
    /// The faces that each leaf's sphere meets, sorted.
    pub faces: Vec<u32>,
    /// The policy that holds, proved for every face.
    pub coverage: Coverage,
}

impl SphereTree {
    /// How many spheres there are.
    pub fn len(&self) -> usize {
        self.centers.len()
    }

    /// Never: a tree has a root.
    pub fn is_empty(&self) -> bool {
        self.centers.is_empty()
    }

    /// The sphere of a node.
    #[inline]
    pub fn ball(&self, node: u32) -> Ball {
        Ball::new(self.centers[node as usize], self.radii[node as usize])
    }

    /// The children of a node; empty for a leaf.
    #[inline]
    pub fn children(&self, node: u32) -> std::ops::Range<u32> {
        let [first, end] = self.children[node as usize];
        first..end
    }

    /// Whether a node has no children.
    #[inline]
    pub fn is_leaf(&self, node: u32) -> bool {
        let [first, end] = self.children[node as usize];
        first == end
    }

    /// The faces of a leaf; empty for an inner node.
    #[inline]
    pub fn faces(&self, node: u32) -> &[u32] {
        let (first, end) = (
            self.face_start[node as usize],
            self.face_start[node as usize + 1],
        );
        &self.faces[first as usize..end as usize]
    }

    /// The deepest level.
    pub fn depth(&self) -> u8 {
        self.levels.last().copied().unwrap_or(0)
    }

    /// The nodes that stand for the body at a level: those of that level, and the leaves above it.
    pub fn at_level(&self, level: u8) -> impl Iterator<Item = u32> {
        (0..self.len() as u32).filter(move |node| {
            let of = self.levels[*node as usize];
            of == level || (of < level && self.is_leaf(*node))
        })
    }
}
