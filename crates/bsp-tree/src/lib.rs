//! BSP trees of faces (Thibault and Naylor 1987), the baseline of sphere-trees [Hubbard96 §11].
//!
//! Thibault and Naylor, "Set operations on polyhedra using binary space partitioning trees",
//! SIGGRAPH 1987. A tree cuts space by the planes of faces until no piece of a face is left. Each
//! piece lies in the plane of the node that it reached. A region behind the planes on its path is
//! inside the body (an IN leaf), a region in front of them is outside (an OUT leaf). "A precomputed
//! BSP tree transforms naturally to match a moving rigid object" [Hubbard96 §3].
//!
//! # The essence
//! Good for rigid concave bodies that split into few pieces, poor for convex bodies, whose tree is
//! a chain as long as the number of faces. A pair costs one classification for each pushed piece
//! and each node on its way, and one exact test for each face pair near a node's plane.
//! 1. Before motion, build one tree for each distinct mesh.
//! 2. List the faces of both bodies that meet the other body's bounding ball (D5).
//! 3. Push the listed faces of one body down the tree of the other. A plane that crosses a piece
//!    splits it.
//! 4. If a piece meets a node's plane, test the whole face against the faces in that plane (D1).
//! 5. If a piece ends in an IN leaf, the solids collide (D3).
//!
//! | step | source | module |
//! |---|---|---|
//! | a tree per body, "optimized to avoid face-splitting" | Hubbard96 §11.1 | `tree` |
//! | polygons that planes cut | | `polygon` |
//! | faces of one body pushed down the tree of the other | Thibault and Naylor 1987 | `query` |
//! | faces near the other body's ball | | `pair_test`, `near_ball` |
//! | exact tests near planes, IN leaves, contained bodies | | `pushed_body`, `pair_test`, `inside` |
//!
//! # Departures
//! The paper describes its baseline in one paragraph. We filled these gaps:
//!
//! Building [Hubbard96 §11.1]:
//! - D9 (choice of planes). Trees "were optimized to avoid face-splitting", by an unstated rule. We
//!   choose among seeded candidates by splits first and balance second ([`Planes::FewestSplits`]).
//!   [`Planes::First`] measures the effect.
//! - D7 (lists). Faces without a plane, whose area is zero or too small to resolve, do not cut. If
//!   only such faces are left, if pieces exceed `tree::MAX_PIECES_PER_FACE`, or at depth
//!   `tree::MAX_DEPTH`, the remaining faces become a list that is compared one by one.
//!
//! Pushing [Hubbard96 §11]:
//! - D5 (cull by bounding ball). Faces outside the other body's bounding ball are not pushed
//!   ([`Cull::Sphere`]). The paper mentions no cull. Without it ([`Cull::None`]) the baseline is
//!   slower than necessary.
//! - D6 (choice of the pushed body). The paper does not say which body is pushed. Ours is the one
//!   with fewer faces to push after the cull, the lower id if both are equal.
//! - D1 (pieces lead, whole faces decide). A piece that was cut repeatedly is not exact, and a
//!   verdict must be. So the tree only leads: if a piece comes near a node's plane, the whole face
//!   is compared with the whole faces in that plane, exactly, on world vertices, and once per pair
//!   ([`geometry::interference()`]). Planes have a thickness (`tree::PLANE_THICKNESS`), and a piece
//!   within it goes down both sides. No contact is missed, and as whole faces decide, none is
//!   invented.
//! - D8 (corners of a piece). A piece with more than `polygon::MAX_CORNERS` corners is not cut but
//!   goes down both sides whole.
//!
//! Verdict [Hubbard96 §11]:
//! - D2 (first hit). The paper does not say whether its baseline stops at the first hit.
//!   [`BspQuery::Boolean`] stops at the first contact or the first piece in an IN leaf.
//!   [`BspQuery::All`] reports every pair of faces.
//! - D3 (proof of IN leaves). Leaves of a surface that is open or crosses itself mean nothing. An
//!   IN leaf counts only if its piece is clear of every plane on its path and the surface winds
//!   around the piece, exactly ([`geometry::TriangleBvh::winding`]). A body of several parts is
//!   contained only if every part lies inside, as for all detectors.
//! - D4 (containment without contact). Either body may contain the other, whichever is pushed. So
//!   without a contact one vertex of each part is looked up in the tree of the other, exactly. If
//!   only some parts lie inside, the solids collide, and none contains the other.
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
mod model;
mod near_ball;
mod pair_test;
mod polygon;
mod pushed_body;
mod query;
mod tree;

pub use crate::detector::{BspQuery, BspTree, BspTreeOptions};
pub use crate::model::{BspModel, BspPosed, Cull};
pub use tree::{Planes, Tree, TreeStatistics};

/// Names of the work counts that this crate declares.
pub const COUNTERS: &[&str] = counters::BspWork::NAMES;
