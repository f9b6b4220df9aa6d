//! Two hierarchies as a walk compares them, and the faces that it comes to.

use crate::hierarchy::{FaceVertices, WideHierarchy};
use crate::pair_frame::PairFrame;
use geometry::WorldMap;

/// Two faces that the walk has come to: one of A, one of B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) faces: [u32; 2],
    /// Their world triangles surely cross. Otherwise nothing is known.
    pub(crate) crosses: bool,
}

/// Two hierarchies, and how they lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HierarchyPair<'a> {
    pub(crate) hierarchies: [&'a WideHierarchy; 2],
    pub(crate) faces: [FaceVertices<'a>; 2],
    pub(crate) frame: &'a PairFrame,
    /// Maps from local to world space.
    pub(crate) maps: [&'a WorldMap; 2],
    /// Both are of the same faces in the same place. Faces `f` of A and `g` of B are then related
    /// as `g` of A and `f` of B are: a walk comes to each two faces in one order only.
    pub(crate) coincide: bool,
}
