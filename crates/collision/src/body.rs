//! Bodies, faces, and unordered pairs of them.

use geometry::Mesh;
use geometry::csg::CsgSolid;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// Index of a body in its scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BodyId(pub u32);

impl BodyId {
    /// Returns the id as an index into the scene's bodies.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Object of a scene. Its index in the scene is its [`BodyId`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Body {
    /// Name in messages and reports. It may repeat: ids distinguish bodies.
    pub name: String,
    /// Geometry at rest, in local space.
    pub shape: Shape,
    /// If set, frames may replace its vertices. The triangles never change. Has no effect on a CSG
    /// tree: frames that deform one are rejected.
    pub deforms: bool,
}

/// Geometry of a body, in local space. Each variant can give its surface as a mesh.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Shape {
    /// Triangle mesh, which bodies may share.
    Mesh(Arc<Mesh>),
    /// Solid as a CSG tree with its boundary [Su07 §2.1], which bodies may share. It does not
    /// deform.
    Csg(Arc<CsgSolid>),
}

impl Shape {
    /// Returns the surface, in local space. A CSG solid has a mesh of its boundary.
    pub fn mesh(&self) -> &Arc<Mesh> {
        match self {
            Shape::Mesh(mesh) => mesh,
            Shape::Csg(solid) => solid.mesh(),
        }
    }

    /// Returns true if both are the same shared geometry: one precomputation serves both.
    pub fn is_shared_with(&self, other: &Shape) -> bool {
        match (self, other) {
            (Shape::Mesh(a), Shape::Mesh(b)) => Arc::ptr_eq(a, b),
            (Shape::Csg(a), Shape::Csg(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl Body {
    /// Returns a body that keeps its vertices.
    pub fn rigid(name: impl Into<String>, mesh: Arc<Mesh>) -> Body {
        Body {
            name: name.into(),
            shape: Shape::Mesh(mesh),
            deforms: false,
        }
    }

    /// Returns a body that is a CSG tree. It never deforms.
    pub fn rigid_csg(name: impl Into<String>, solid: Arc<CsgSolid>) -> Body {
        Body {
            name: name.into(),
            shape: Shape::Csg(solid),
            deforms: false,
        }
    }

    /// Returns a body whose vertices frames may replace ([`crate::Deformed`]).
    pub fn deforming(name: impl Into<String>, mesh: Arc<Mesh>) -> Body {
        Body {
            deforms: true,
            ..Body::rigid(name, mesh)
        }
    }

    /// Returns the body's surface at rest, in local space.
    pub fn mesh(&self) -> &Arc<Mesh> {
        self.shape.mesh()
    }
}

/// Face of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FaceId {
    /// Body of the face: its index in the scene.
    pub body: BodyId,
    /// Index of the triangle in the body's mesh.
    pub face: u32,
}

/// Unordered pair of different bodies. The lower id is first, so equal pairs are equal values.
/// Pairs are in the order of their first bodies, then of their second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BodyPair {
    /// The body with the lower id.
    pub a: BodyId,
    /// The body with the higher id.
    pub b: BodyId,
}

impl BodyPair {
    /// Returns the pair of two different bodies, given in either order.
    #[inline]
    pub fn new(x: BodyId, y: BodyId) -> BodyPair {
        debug_assert_ne!(x, y, "a body does not pair with itself");
        BodyPair {
            a: x.min(y),
            b: x.max(y),
        }
    }

    /// Returns a key that sorts as pairs do, without branches: lists of pairs are sorted and merged
    /// in each frame.
    #[inline]
    fn sort_key(&self) -> u64 {
        u64::from(self.a.0) << 32 | u64::from(self.b.0)
    }
}

impl Ord for BodyPair {
    #[inline]
    fn cmp(&self, other: &BodyPair) -> Ordering {
        self.sort_key().cmp(&other.sort_key())
    }
}

impl PartialOrd for BodyPair {
    #[inline]
    fn partial_cmp(&self, other: &BodyPair) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Writes `bodies 0 and 1`.
impl fmt::Display for BodyPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bodies {} and {}", self.a.0, self.b.0)
    }
}

/// Unordered pair of faces of different bodies. The face of the body with the lower id is first.
///
/// The order of values is the order of findings: body ids, then face ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FacePair {
    /// Bodies of the faces. The one with the lower id has `face_a`.
    pub bodies: BodyPair,
    /// The face of `bodies.a`.
    pub face_a: u32,
    /// The face of `bodies.b`.
    pub face_b: u32,
}

impl FacePair {
    /// Returns the pair of two faces of different bodies, given in either order.
    #[inline]
    pub fn new(x: FaceId, y: FaceId) -> FacePair {
        let (x, y) = if x.body <= y.body { (x, y) } else { (y, x) };
        FacePair {
            bodies: BodyPair::new(x.body, y.body),
            face_a: x.face,
            face_b: y.face,
        }
    }

    /// Returns a key that sorts as pairs do, without branches.
    #[inline]
    pub(crate) fn sort_key(&self) -> u128 {
        u128::from(self.bodies.sort_key()) << 64 | u128::from(self.face_key())
    }

    /// Returns a key that sorts as pairs of the same bodies do, without branches.
    #[inline]
    pub(crate) fn face_key(&self) -> u64 {
        u64::from(self.face_a) << 32 | u64::from(self.face_b)
    }

    /// Replaces the faces by those of a key.
    #[inline]
    pub(crate) fn set_face_key(&mut self, key: u64) {
        (self.face_a, self.face_b) = ((key >> 32) as u32, key as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::csg::{CsgTree, Primitive};

    #[test]
    fn a_csg_body_has_its_boundary_and_is_shared_by_solid() {
        let block = || {
            let tree = CsgTree::leaf(Primitive::Box { size: [1.0; 3] }).unwrap();
            Arc::new(CsgSolid::new(tree).unwrap())
        };
        let (solid, equal) = (block(), block());
        let body = Body::rigid_csg("block", solid.clone());
        assert!(Arc::ptr_eq(body.mesh(), solid.mesh()) && !body.deforms);
        assert_eq!(body.mesh().face_count(), 12);
        let shared = |other: &Body| body.shape.is_shared_with(&other.shape);
        assert!(shared(&Body::rigid_csg("again", solid.clone())));
        assert!(!shared(&Body::rigid_csg("equal", equal)));
        // A precomputation from the formula does not serve the mesh alone, or the reverse.
        let mesh = Body::rigid("mesh", solid.mesh().clone());
        assert!(!shared(&mesh) && !mesh.shape.is_shared_with(&body.shape));
        assert!(mesh.shape.is_shared_with(&mesh.clone().shape));
    }

    #[test]
    fn pairs_are_unordered_and_sort_by_bodies_then_faces() {
        let face = |body, face| FaceId {
            body: BodyId(body),
            face,
        };
        assert_eq!(
            FacePair::new(face(2, 7), face(1, 9)),
            FacePair::new(face(1, 9), face(2, 7))
        );
        let mut pairs = [
            FacePair::new(face(0, 1), face(2, 0)),
            FacePair::new(face(0, 2), face(1, 0)),
            FacePair::new(face(1, 5), face(0, 1)),
        ];
        pairs.sort();
        assert_eq!(
            pairs.map(|p| (p.bodies.b.0, p.face_a)),
            [(1, 1), (1, 2), (2, 1)]
        );
        let numbers = [0, 1, 0x8000_0000, u32::MAX];
        let mut all = Vec::new();
        for (a, b) in [(0, 1), (0, u32::MAX), (1, 2)] {
            for (x, y) in numbers.iter().flat_map(|x| numbers.map(|y| (*x, y))) {
                all.push(FacePair::new(face(a, x), face(b, y)));
            }
        }
        assert!(all.is_sorted() && all.is_sorted_by(|p, q| p.sort_key() < q.sort_key()));
    }
}
