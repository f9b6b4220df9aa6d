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

/// An object of the world. Its index in the scene is its [`BodyId`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Body {
    /// A name for messages.
    pub name: String,
    /// Its geometry at rest, in local space.
    pub shape: Shape,
    /// Whether frames may bring it other vertices (the triangles never change).
    pub deforms: bool,
}

/// Geometry of a body, in local space. Other kinds of shapes will each give their surface as a
/// mesh, too.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Shape {
    /// A triangle mesh, which bodies may share.
    Mesh(Arc<Mesh>),
}

impl Body {
    /// A body that keeps its vertices.
    pub fn rigid(name: impl Into<String>, mesh: Arc<Mesh>) -> Body {
        Body {
            name: name.into(),
            shape: Shape::Mesh(mesh),
            deforms: false,
        }
    }

    /// A body whose vertices frames may replace ([`crate::Deformed`]).
    pub fn deforming(name: impl Into<String>, mesh: Arc<Mesh>) -> Body {
        Body {
            deforms: true,
            ..Body::rigid(name, mesh)
        }
    }

    /// The body's surface at rest, in local space.
    pub fn mesh(&self) -> &Arc<Mesh> {
        match &self.shape {
            Shape::Mesh(mesh) => mesh,
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
