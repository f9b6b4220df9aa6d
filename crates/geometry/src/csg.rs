//! Solids as formulas (CSG trees) and as boundaries (B-reps), and the way from one to the other
//! [Su07 §2.1, §2.2].
//!
//! Every leaf is a convex polyhedron, given by half-spaces with exact integer coefficients. Every
//! decision is the exact sign of a plane at a point, so coincident, opposite and nearly coincident
//! planes need no tolerance.
//!
//! | subject | module |
//! |---|---|
//! | half-spaces; points where three planes meet | `half_space`, `rational_point` |
//! | integers without common divisor | `primitive_numbers` |
//! | box, cylinder, cone, sphere, wedge, prism, hull, planes | `primitive` |
//! | the formula, point membership | `tree` |
//! | convex polygons with exact corners, cut by planes | `polygon` |
//! | facets of a primitive that are likely neighbors | `neighbors` |
//! | boundary of each node, closed mesh | `evaluate` |
//! | lists of polygons that nodes share | `surface` |
//! | from a mesh to a formula | `from_mesh` |

mod evaluate;
mod from_mesh;
mod half_space;
mod neighbors;
mod polygon;
mod primitive;
mod primitive_numbers;
mod rational_point;
mod surface;
mod tree;

pub use evaluate::{CsgSolid, MAX_POINTS, MAX_POLYGONS};
pub use from_mesh::{ConversionError, ConversionWork, PointComparison, Route, compare_by_points};
pub use half_space::HalfSpace;
pub use primitive::{Primitive, SEGMENTS};
pub use surface::{NodeSurface, SurfacePolygon, SurfacePolygons};
pub use tree::{CsgLeaf, CsgNode, CsgOperation, CsgTree, Membership};

use crate::hull::NoHull;
use crate::mesh::MeshError;
use thiserror::Error;

/// Fault of a CSG tree, with the node.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("node {node}{}: {fault}", name.as_ref().map(|n| format!(" ({n})")).unwrap_or_default())]
pub struct CsgError {
    /// Index of the node, children first.
    pub node: usize,
    /// Its name or kind.
    pub name: Option<String>,
    /// The fault and the remedy.
    pub fault: CsgFault,
}

impl CsgError {
    pub(crate) fn at(node: usize, name: Option<String>, fault: CsgFault) -> CsgError {
        CsgError { node, name, fault }
    }
}

/// Kind of fault of a CSG tree.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum CsgFault {
    /// Length that is not finite and positive.
    #[error("{0} is {1}; it must be above 0 and at most 2^100")]
    Length(&'static str, f64),
    /// Number of facets out of range.
    #[error("{0} is {1}; at least 3 (bands: 2) and at most 1024 are supported")]
    Segments(&'static str, u32),
    /// Half-space without a plane.
    #[error(
        "a half-space has no plane: its normal is zero, its points are collinear, or a number is \
         not finite; correct it or leave it out"
    )]
    FlatHalfSpace,
    /// Primitive without volume.
    #[error("the primitive bounds no solid: {0}")]
    NoVolume(NoHull),
    /// Pose that is not finite, or a quaternion of zeros.
    #[error("the pose is not finite, or its quaternion is zero; correct it")]
    BadPose,
    /// Solid without points inside.
    #[error("the solid is empty: nothing is left; change an operand or leave the body out")]
    Empty,
    /// Solid of which no face is left when its corners are rounded.
    #[error(
        "the solid vanishes when its corners are rounded: it is too small for its distance from the \
         origin; move it there"
    )]
    Vanished,
    /// Solid that reaches beyond the range of a mesh.
    #[error(
        "the solid is not bounded, or reaches beyond 2^100; intersect it with a bounded primitive"
    )]
    Unbounded,
    /// More polygons than the nodes may have together.
    #[error(
        "the nodes up to here have more than {0} polygons that differ from their children's; use \
         fewer nested differences"
    )]
    TooManyPolygons(usize),
    /// More corners than an evaluation may have.
    #[error(
        "evaluation meets more than {0} corners up to here; use fewer primitives, above all such as \
         overlap each other, or fewer facets"
    )]
    TooManyCorners(usize),
    /// Boundary that is not closed, with a point of the gap.
    #[error("the boundary is not closed near ({}, {}, {}); report this tree", .0[0], .0[1], .0[2])]
    Open([f64; 3]),
    /// Boundary that is no mesh.
    #[error("the boundary is no mesh: {0}")]
    Mesh(MeshError),
    /// Nodes that are no tree.
    #[error(
        "the nodes are no tree: each must have two earlier nodes or one leaf of its own, and all \
         but the last must be the child of one node"
    )]
    Shape,
}
