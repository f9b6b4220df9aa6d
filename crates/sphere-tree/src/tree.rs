//! Hierarchy of spheres: the output of all builders and the input of the detector.

use geometry::{Ball, MAX_COORDINATE, Mesh, Vec3};
use serde::{Deserialize, Serialize};

/// Largest coordinate and radius of a stored sphere, in scene units. Spheres around meshes within
/// [`MAX_COORDINATE`] have less, and their squares do not overflow.
const LARGEST: f64 = 16.0 * MAX_COORDINATE;

/// Policy of coverage: the part of the surface that spheres must cover [§9.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coverage {
    /// The spheres of each level together cover every face. The paper's policy for sphere-DAGs,
    /// which it applies to trees.
    Level,
    /// The children of each sphere together cover every surface point that it covers. The paper's
    /// safest policy.
    Strict,
    /// Each sphere covers a region of the surface (D6). The root's region is the whole surface, and
    /// the regions of children make up that of their parent. An octree has this property by
    /// construction. It is the weakest policy that keeps a search from the root exact.
    Regions,
}

impl Coverage {
    /// Returns true if a search that descends only colliding spheres finds every common point of
    /// two surfaces. Under such a policy the point lies in the root's sphere, then in that of a
    /// child, and so on down to a leaf that lists its face.
    pub const fn misses_nothing(self) -> bool {
        matches!(self, Coverage::Strict | Coverage::Regions)
    }
}

/// Maximum level of a tree.
pub const MAX_DEPTH: u8 = 6;

/// Tree of spheres around one body, in the body's local space.
///
/// Structure of arrays, breadth first: node 0 is the root (level 0), each level is one run of
/// nodes, and the children of a node are one run of the next level. A node without children is
/// a leaf, at any level. A leaf also represents the body at all deeper levels (D8).
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
    /// Proved upper bound of the distance from any point of the ball to the solid, at least 0.
    /// [`collision::Certificate`] defines the solid.
    pub reach: Vec<f64>,
    /// Proved upper bound of the distance from any point of the sphere's surface to the body's
    /// surface: the paper's inaccuracy [§8, §9.2].
    pub surface_reach: Vec<f64>,
    /// Radius of a ball about the same center that is proved to lie in the solid. Negative if the
    /// center is not known to be inside.
    pub inner: Vec<f64>,
    /// Start of each node's faces in `faces`, with one entry more than nodes. Inner nodes have
    /// empty runs.
    pub face_start: Vec<u32>,
    /// Sorted faces of each leaf: all that its sphere meets, or at least those of its region.
    pub faces: Vec<u32>,
    /// Policy that is proved for every face.
    pub coverage: Coverage,
}

impl SphereTree {
    /// Returns the number of spheres.
    pub fn len(&self) -> usize {
        self.centers.len()
    }

    /// Returns false for every sound tree: it has a root.
    pub fn is_empty(&self) -> bool {
        self.centers.is_empty()
    }

    /// Returns the sphere of a node.
    #[inline]
    pub fn ball(&self, node: u32) -> Ball {
        Ball::new(self.centers[node as usize], self.radii[node as usize])
    }

    /// Returns the children of a node; empty for a leaf.
    #[inline]
    pub fn children(&self, node: u32) -> std::ops::Range<u32> {
        let [first, end] = self.children[node as usize];
        first..end
    }

    /// Returns true if a node has no children.
    #[inline]
    pub fn is_leaf(&self, node: u32) -> bool {
        let [first, end] = self.children[node as usize];
        first == end
    }

    /// Returns the faces of a leaf; empty for an inner node.
    #[inline]
    pub fn faces(&self, node: u32) -> &[u32] {
        let (first, end) = (
            self.face_start[node as usize],
            self.face_start[node as usize + 1],
        );
        &self.faces[first as usize..end as usize]
    }

    /// Returns the deepest level.
    pub fn depth(&self) -> u8 {
        self.levels.last().copied().unwrap_or(0)
    }

    /// Returns the nodes that represent the body at a level: those of that level, and the leaves
    /// above.
    pub fn at_level(&self, level: u8) -> impl Iterator<Item = u32> {
        (0..self.len() as u32).filter(move |node| {
            let of = self.levels[*node as usize];
            of == level || (of < level && self.is_leaf(*node))
        })
    }

    /// Checks that the arrays are consistent: lengths, ranges, levels, finite numbers, faces of
    /// `mesh`. [`crate::build::verify`] proves coverage and bounds.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self, mesh: &Mesh) -> Result<(), String> {
        let n = self.len();
        let lengths = [
            self.radii.len(),
            self.levels.len(),
            self.children.len(),
            self.reach.len(),
            self.surface_reach.len(),
            self.inner.len(),
        ];
        if n == 0 || lengths.iter().any(|length| *length != n) {
            return Err("its arrays do not have one entry per sphere".to_owned());
        }
        self.check_numbers()?;
        self.check_children()?;
        let starts = &self.face_start;
        let ends_right = starts
            .last()
            .is_some_and(|end| *end as usize == self.faces.len());
        if starts.len() != n + 1 || !ends_right || !starts.is_sorted() {
            return Err("its lists of faces do not have one entry per sphere".to_owned());
        }
        match self
            .faces
            .iter()
            .find(|f| **f as usize >= mesh.face_count())
        {
            Some(face) => Err(format!(
                "it names face {face}, which the mesh does not have"
            )),
            None => Ok(()),
        }
    }

    fn check_numbers(&self) -> Result<(), String> {
        for i in 0..self.len() {
            let sizes = [self.radii[i], self.reach[i], self.surface_reach[i]];
            let sound = sizes.iter().all(|x| (0.0..=LARGEST).contains(x));
            let center = self.centers[i].abs().max_element();
            // The radius of an inner ball may be negative; comparisons with NaN fail.
            if !(sound && center <= LARGEST && self.inner[i].abs() <= LARGEST) {
                return Err(format!(
                    "sphere {i} has a number that is not finite, out of range, or negative"
                ));
            }
        }
        Ok(())
    }

    fn check_children(&self) -> Result<(), String> {
        if let Some(i) = self.levels.iter().position(|level| *level > MAX_DEPTH) {
            let level = self.levels[i];
            return Err(format!(
                "sphere {i} is on level {level}, and {MAX_DEPTH} is the deepest"
            ));
        }
        let mut next = 1;
        for (i, [first, end]) in self.children.iter().enumerate() {
            // The children of a leaf are an empty run.
            if first == end && *end as usize <= self.len() {
                continue;
            }
            let below = |child: u32| self.levels.get(child as usize) == Some(&(self.levels[i] + 1));
            if *first != next || end < first || !(*first..*end).all(below) {
                return Err(format!(
                    "the children of sphere {i} are not a run of the next level"
                ));
            }
            next = *end;
        }
        if next as usize == self.len() && self.levels[0] == 0 {
            Ok(())
        } else {
            Err("some sphere has no parent".to_owned())
        }
    }
}
