//! From a closed mesh to a formula: "all Brep objects are converted into CSG representation"
//! [Su07 §2.1].
//!
//! The paper uses a program (BCSG-1.0) that cuts space by all surfaces and minimizes the union of
//! the cells inside. The planes of `n` faces have about `n³` cells, so that is out of reach for
//! meshes. Both routes here are exact as well: the formula describes the solid that the mesh
//! bounds, point for point, and no computed coordinate is rounded.
//!
//! # The essence
//! 1. Check that the surface is closed, faces outward and does not meet itself (`check`).
//! 2. Or: cut space into cells by a BSP tree over planes of faces, and simplify on the way
//!    ([`Route::Bsp`], `cells`). An intersection of half-spaces becomes one convex leaf.
//! 3. Or: take the convex hull and subtract the pockets, which are solids again
//!    ([`Route::HullMinusPockets`], `lids`, `pockets`). "Difference" is the operation that the
//!    paper's rules are about, and few leaves describe a part with holes.
//!
//! [`compare_by_points`] checks a result at points near each face and at random points; the
//! conversion does not call it.
//!
//! All leaves are bounded convex polyhedra: [`Primitive::Hull`], or [`Primitive::Planes`] without
//! redundant planes. A convex solid is one leaf.
//!
//! [`Primitive::Hull`]: super::Primitive::Hull
//! [`Primitive::Planes`]: super::Primitive::Planes
//!
//! # Cost
//! A convex solid of `n` faces takes about `n²` side tests of corners and planes by route BSP and
//! `n log n` by the other. The leaves of a concave solid grow with its reflex edges, at worst with
//! their square. In development builds a rough torus of 5000 faces took 4 seconds and 4200 leaves
//! by either route, a plate of 8652 faces with 400 square holes half a second and 401 leaves by
//! hull minus pockets (680 by BSP).
//!
//! | step | module |
//! |---|---|
//! | checks of the input | `check` |
//! | planes of faces; corners of their polygons | `plane_table`, `exact_point` |
//! | BSP cells; planes that split them | `cells`; `split_plane` |
//! | connected solids with their cavities | `parts` |
//! | hull minus pockets; lids over pockets | `pockets`, `lids` |
//! | comparison by points | `disagreement` |

mod cells;
mod check;
mod disagreement;
mod exact_point;
mod formula;
mod lids;
mod parts;
mod plane_table;
mod pockets;
mod split_plane;
#[cfg(test)]
mod tests;

#[cfg(test)]
use disagreement::disagreement;
pub use disagreement::{PointComparison, compare_by_points};

use super::CsgTree;
use crate::Mesh;
use check::CheckedMesh;
use formula::Formula;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Way from a mesh to a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Route {
    /// Union of the cells of a BSP tree. A cell is a convex solid, or a convex solid minus another.
    ///
    /// Good for any solid with few reflex edges. Planes of reflex faces cut the pieces of others,
    /// so rough surfaces of thousands of faces have many leaves.
    Bsp,
    /// Convex hull minus its pockets, each of which is again a hull minus pockets.
    ///
    /// Good for parts with holes, notches and cavities. A solid at `depth` that is not convex is
    /// converted by [`Route::Bsp`]. So is one whose pockets cannot be closed by simple lids: the
    /// mouth of a pocket is a polygon with a hole or touches itself in a vertex, or pockets meet in
    /// an edge in some way other than two pockets beside one edge of the solid.
    HullMinusPockets {
        /// Maximum number of nested differences. Values above 64 count as 64.
        depth: u32,
    },
}

/// Hull minus pockets, three deep.
impl Default for Route {
    fn default() -> Route {
        Route::HullMinusPockets { depth: 3 }
    }
}

/// Reason why a mesh is not converted. Vertices and faces are indices of the mesh; of vertices with
/// equal coordinates, the lowest.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConversionError {
    /// Edge with one face.
    #[error(
        "edge {}–{} has only one face, so the mesh bounds no solid; close the hole there",
        edge[0], edge[1]
    )]
    Open {
        /// Its vertices.
        edge: [u32; 2],
    },
    /// Edge with three faces or more.
    #[error(
        "edge {}–{} has three faces or more; separate the solids that meet there by a gap, or join \
         them",
        edge[0], edge[1]
    )]
    Crowded {
        /// Its vertices.
        edge: [u32; 2],
    },
    /// Edge whose faces run along it in the same direction.
    #[error(
        "the faces at edge {}–{} are wound in opposite ways; turn one of them, and all like it",
        edge[0], edge[1]
    )]
    Miswound {
        /// Its vertices.
        edge: [u32; 2],
    },
    /// Part that faces inward and lies in no solid.
    #[error(
        "the part of face {face} with edge {}–{} is inside out; swap two corners of each of its \
         faces",
        edge[0], edge[1]
    )]
    InsideOut {
        /// Its first face.
        face: u32,
        /// An edge of it.
        edge: [u32; 2],
    },
    /// Part within another where it cannot be.
    #[error(
        "the part of face {face} lies in another part that faces the same way; leave it out, or turn \
         its faces to make it a cavity"
    )]
    Nested {
        /// Its first face.
        face: u32,
    },
    /// Part whose vertices all belong to other parts, too.
    #[error(
        "the part of face {face} shares each of its vertices with other parts; separate them by a gap"
    )]
    SharedCorners {
        /// Its first face.
        face: u32,
    },
    /// Face without area that has three different corners.
    #[error(
        "face {face} has zero area; remove it and give the faces beside it the vertex in the middle"
    )]
    Flat {
        /// The face.
        face: u32,
    },
    /// Part without volume.
    #[error("the part of face {face} bounds no volume; leave it out")]
    NoVolume {
        /// Its first face.
        face: u32,
    },
    /// Nothing but faces with equal corners.
    #[error("no face has an area, so the mesh bounds no solid")]
    NoFaces,
    /// Faces that share more than their common corners and edges.
    #[error(
        "faces {} and {} cross, overlap or touch other than at common corners and edges; repair the \
         mesh so that its surface does not meet itself",
        faces[0], faces[1]
    )]
    Intersecting {
        /// Both, the lower index first.
        faces: [u32; 2],
    },
    /// BSP tree beyond the limits: of pieces in one tree, or of side tests in all trees together.
    #[error(
        "the conversion needs more than {} pieces of faces or {} side tests, reached in a \
         part of {faces} faces; simplify the mesh, or convert its parts one by one",
        BspLimits::MOST.pieces, BspLimits::MOST.side_tests
    )]
    TooLarge {
        /// Number of faces in the BSP tree that reached the limit.
        faces: usize,
    },
    /// Formula beyond the limit of [`CsgTree::from_mesh_within`].
    #[error(
        "the formula needs more than {limit} leaves; allow more, or simplify the mesh where it is rough"
    )]
    TooManyLeaves {
        /// Largest number of leaves that was allowed.
        limit: usize,
    },
}

/// Work of a conversion so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConversionWork {
    /// Sides of corners that were computed. A conversion that needs more than
    /// [`ConversionWork::MOST_SIDE_TESTS`] is given up.
    pub side_tests: u64,
    /// Leaves that were made.
    pub leaves: usize,
}

impl ConversionWork {
    /// Largest number of side tests of one conversion.
    pub const MOST_SIDE_TESTS: u64 = BspLimits::MOST.side_tests;
}

/// Limits of one BSP tree.
#[derive(Clone, Copy, Debug)]
struct BspLimits {
    /// Largest number of pieces of faces: 1.5 kB of memory each.
    pieces: usize,
    /// Largest number of sides of corners to compute: some 30 ns each. All trees of a conversion
    /// share them.
    side_tests: u64,
}

impl BspLimits {
    /// About a gigabyte and a minute.
    const MOST: BspLimits = BspLimits {
        pieces: 500_000,
        side_tests: 2_000_000_000,
    };
}

impl CsgTree {
    /// Returns a formula of the solid that a mesh bounds, in the mesh's space. Exact.
    ///
    /// Parts that face inward within other parts are cavities. Faces may share corners and edges.
    /// Faces with two equal corners do not count.
    ///
    /// # Errors
    /// [`ConversionError`] with the place and the remedy if the mesh is not closed, faces inward,
    /// has flat faces or meets itself, or if route BSP would take too long.
    ///
    /// # Panics
    /// Only by a fault of this crate: a solid without points.
    pub fn from_mesh(mesh: &Mesh, route: Route) -> Result<CsgTree, ConversionError> {
        CsgTree::from_mesh_within(mesh, route, usize::MAX)
    }

    /// Returns a formula of at most `max_leaves` leaves, as [`CsgTree::from_mesh`] does.
    ///
    /// A rough mesh of thousands of faces is given up after the work for that many leaves.
    ///
    /// # Errors
    /// As [`CsgTree::from_mesh`], and [`ConversionError::TooManyLeaves`].
    ///
    /// # Panics
    /// As [`CsgTree::from_mesh`].
    pub fn from_mesh_within(
        mesh: &Mesh,
        route: Route,
        max_leaves: usize,
    ) -> Result<CsgTree, ConversionError> {
        CsgTree::from_mesh_watched(mesh, route, max_leaves, &mut |_| {})
    }

    /// Returns a formula of at most `max_leaves` leaves, as [`CsgTree::from_mesh`] does, and calls
    /// `watch` with the work so far, for each cell and each solid. Equal input gives equal work.
    ///
    /// # Errors
    /// As [`CsgTree::from_mesh_within`].
    ///
    /// # Panics
    /// As [`CsgTree::from_mesh`].
    pub fn from_mesh_watched(
        mesh: &Mesh,
        route: Route,
        max_leaves: usize,
        watch: &mut dyn FnMut(ConversionWork),
    ) -> Result<CsgTree, ConversionError> {
        let checked = CheckedMesh::of(mesh)?;
        let mut formula = Formula::with_limit(max_leaves, watch);
        let root = match route {
            Route::Bsp => cells::convert(
                &mut formula,
                &checked.points,
                &checked.triangles,
                BspLimits::MOST,
            )?,
            Route::HullMinusPockets { depth } => pockets::convert(&mut formula, &checked, depth)?,
        };
        root.expect("a closed outward surface bounds a solid");
        formula.check_limit()?;
        formula.show(formula.side_tests_left());
        Ok(formula.tree())
    }
}
