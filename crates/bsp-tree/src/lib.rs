//! BSP trees of faces: Thibault and Naylor, "Set operations on polyhedra using binary space
//! partitioning trees" (SIGGRAPH 1987), as the rival of sphere-trees [Hubbard96 §11].
//!
//! A tree cuts space by planes of faces until nothing is left to cut: each face, or the piece of it
//! that reached a node, lies in that node's plane; a region behind all its faces is inside of the
//! body (an IN leaf), one in front of them is outside (an OUT leaf). "A precomputed BSP tree
//! transforms naturally to match a moving rigid object" [Hubbard96 §3]: the faces of one body are
//! pushed down the tree of the other.
//!
//! # The method, step by step
//! | step | source | module |
//! |---|---|---|
//! | a tree per body, "optimized to avoid face-splitting" | Hubbard96 §11.1 | `tree` |
//! | polygons that planes cut | | `polygon` |
//! | faces of one body pushed down the tree of the other | Thibault and Naylor 1987 | `query` |
//! | exact tests where faces meet planes; IN leaves; swallowed bodies | | [`BspTree`], `inside` |
//!
//! # Departures
//! The paper gives its rival one paragraph. What it leaves open, and what we changed:
//!
//! - D1. A piece that was cut again and again is not exact, and a verdict must be. So the tree only
//!   *leads*: wherever a piece comes near a node's plane, the whole face is compared with the whole
//!   faces stored there, exactly and on world vertices ([`geometry::interference()`]), each pair
//!   once. Planes are fat (`tree::FAT`), and a piece within the plane's thickness goes down both
//!   sides, so no contact is missed; as whole faces decide, none is invented.
//! - D2. Whether the paper's rival stops at the first hit is not said. [`Query::Boolean`] does, at
//!   the first contact or the first piece in an IN leaf; [`Query::All`] reports every pair of
//!   faces.
//! - D3. An IN leaf is taken at its word only where a piece is clear of every plane on its way, and
//!   the surface winds around it, exactly ([`geometry::TriangleBvh::winding`]): leaves of a surface
//!   that is open or crosses itself mean nothing. A body of several parts is held to what all
//!   detectors here call swallowed: every part lies inside.
//! - D4. Without a contact, one body may still swallow the other whichever of them was pushed: one
//!   vertex of each part is looked up in the tree of the other, exactly.
//! - D5. Faces outside of the other body's bounding ball are not pushed ([`Cull::Sphere`]). The
//!   paper mentions no such cull; without it ([`Cull::None`]) the rival is slower than it needs to
//!   be.
//! - D6. Which body is pushed is not said. It is the one with fewer faces to push, those outside of
//!   the other's ball left out; of two with as many, the one with the lower id.
//! - D7. Faces without a plane (their area is zero, or too small to tell) do not cut. What is left
//!   when only such faces are left, when pieces have multiplied beyond `tree::MAX_PIECES_PER_FACE`,
//!   or below `tree::MAX_DEPTH`, becomes a list that is compared one by one.
//! - D8. A piece with more than `polygon::MAX_CORNERS` corners is not cut, but goes down both sides
//!   whole.
//! - D9. Planes are chosen among some seeded candidates, by splits first and balance second
//!   ([`Planes::FewestSplits`]); [`Planes::First`] shows what that is worth.
//!
//! ```
//! use bsp_tree::BspTree;
//! use collision::{Body, Detector, Findings, Frame, Query};
//! use geometry::{Mesh, Pose, Vec3};
//! use std::sync::Arc;
//!
//! let leaf = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
//! let leaf = Arc::new(leaf);
//! let bodies = [Body::rigid("still", leaf.clone()), Body::rigid("moving", leaf)];
//! let mut bsp = BspTree::culled();
//! bsp.prepare(&bodies)?;
//! let mut found = Findings::default();
//! let poses = [Pose::IDENTITY, Pose::at(Vec3::new(0.5, 0.5, 0.0))];
//! bsp.detect(&Frame::new(&poses)?, &Query::default(), &mut found)?;
//! assert_eq!(found.contacts.len(), 1, "they touch in one point");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod counters;
mod detector;
mod inside;
mod polygon;
mod query;
mod tree;

pub use crate::detector::{BspModel, BspPosed, BspQuery, BspTree, BspTreeOptions, Cull};
pub use tree::{Planes, Tree, TreeStatistics};

/// The names of the work counts that this crate declares.
pub const COUNTERS: &[&str] = counters::BspWork::NAMES;
