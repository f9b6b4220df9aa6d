//! Bodies, faces, and unordered pairs of them.

use geometry::Mesh;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Index of a body in its scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BodyId(pub u32);

impl BodyId {
    /// The id as an index into the scene's bodies.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An object of the world: a mesh in local space that moves, and perhaps deforms.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its index in the scene.
    pub id: BodyId,
    /// A name for messages.
    pub name: String,
    /// Its surface at rest, in local space.
    pub mesh: Arc<Mesh>,
    /// Whether frames may bring it other vertices (the triangles never change).
    pub deforms: bool,
}

impl Body {
    /// A rigid body.
    pub fn rigid(id: u32, name: impl Into<String>, mesh: Arc<Mesh>) -> Body {
        Body {
            id: BodyId(id),
            name: name.into(),
            mesh,
            deforms: false,
        }
    }
}

/// A face: the index of a triangle in the mesh of its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FaceId {
    /// The body.
    pub body: BodyId,
    /// The triangle's index in the body's mesh.
    pub face: u32,
}

/// Two different bodies, low id first, so that equal pairs are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BodyPair {
    /// The body with the lower id.
    pub a: BodyId,
    /// The body with the higher id.
    pub b: BodyId,
}

impl BodyPair {
    /// The pair of two different bodies, in either order.
    #[inline]
    pub fn new(x: BodyId, y: BodyId) -> BodyPair {
        debug_assert_ne!(x, y, "a body does not pair with itself");
        BodyPair {
            a: x.min(y),
            b: x.max(y),
        }
    }
}

/// Two faces of different bodies, the face of the body with the lower id first.
///
/// The order of values is the order of findings: body ids, then face ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FacePair {
    /// The two bodies.
    pub bodies: BodyPair,
    /// The face of `bodies.a`.
    pub face_a: u32,
    /// The face of `bodies.b`.
    pub face_b: u32,
}

impl FacePair {
    /// The pair of two faces of different bodies, in either order.
    #[inline]
    pub fn new(x: FaceId, y: FaceId) -> FacePair {
        let (x, y) = if x.body <= y.body { (x, y) } else { (y, x) };
        FacePair {
            bodies: BodyPair::new(x.body, y.body),
            face_a: x.face,
            face_b: y.face,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    }
}
