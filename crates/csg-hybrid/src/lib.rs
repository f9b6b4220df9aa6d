//! The hybrid CSG and B-rep detector with adaptive bounding volumes (Su07).
//!
//! Su describes a body twice: by a CSG tree, whose operators say where nothing can collide, and by
//! the faces of its boundary, which decide. Each node of the tree has a list of bounding volumes.
//! For each pair of nodes one volume is chosen of each list: small enough to separate them, simple
//! enough to be tested fast.
//!
//! Made for rigid parts that were designed as CSG, where holes and pockets are leaves of their own:
//! a few tests of volumes lead to the leaves that can touch. That is far less than all pairs of
//! leaves, but trees over the faces need no more time (`su07-table3`). Rough meshes, whose trees
//! would have many leaves, are one leaf (D17), and the tree over their faces does the work. Poor
//! for bodies that change: preparation evaluates the boundary of each node and fits its volumes,
//! some milliseconds a node. A frame costs some hundred operations for a pair of nodes that the
//! cached direction or a closed formula decides, some thousand for a search, and a walk through the
//! faces of each pair of leaves that may touch. It allocates nothing once warm.
//! 0. Once per shape: convert meshes to CSG trees, evaluate the boundary of each node, link faces
//!    to leaves, build the BV list of each node.
//! 1. For each active pair, start with both roots. Choose the volumes with the least `S = c f1 f2`.
//! 2. If they are apart, stop. Else go down the tree of one body. Its operator says which children
//!    may touch the other body's node, and freezes the others.
//! 3. At two leaves, test the faces that lie on them.
//!
//! | step | module |
//! |---|---|
//! | 0 "Brep to CSG" [Su07 §2.1] | [`CsgTree::from_mesh`] in `geometry::csg` |
//! | 0 "CSG to Brep" [Su07 §2.1, §2.2] | [`CsgSolid::new`] in `geometry::csg` |
//! | 0 links [Su07 §2.2] | [`CsgSolid::leaf_of_face`] for CSG trees, `links` for meshes; model: `model` |
//! | 0 "BV Candidates Generation" [Su07 §2.3] | [`volumes`], `geometry::covariance`, `geometry::hull` |
//! | 0 "BV List Attached to a CSG Tree" [Su07 §2.4] | `bv_list` |
//! | 1 "Adaptive BV Selection" [Su07 §3] | `selection` |
//! | 1 relative complexity `c` [Su07 §3] | `costs` |
//! | 2 "Distance-Based Interference Test for Bounding Objects" [Su07 §3] | `overlap`, `geometry::gjk` |
//! | 2 "Decision Rules for Sub-tree Freezing and Detection Result Evaluating", "Recursive Algorithm" [Su07 §3, Tables 1 and 2] | `verified::descend`, `published::rule` |
//! | 3 two positive leaves [Su07 §3] | `published::leaves_touch`; `verified::test_leaves` |
//! | 3 complement parts [Su07 §3] | `published::complement_touches` |
//! | "Implementation" [Su07 §3, Table 3] | `benches/experiments/su07-table3.toml` |
//! | loop over pairs; options; preparation; state of bodies and pairs | `detector`; `options`; `prepare`; `posed`, `pair` |
//! | baseline: S-bounds instead of volumes [Su07 §1.2] | `node_boxes`, `s_bounds` |
//! | trace of one descent, for pictures | `descent` |
//! | count of wrong rows of Tables 1 and 2 | `table_rows`, `open_row` |
//!
//! [`CsgTree::from_mesh`]: geometry::csg::CsgTree::from_mesh
//! [`CsgSolid::new`]: geometry::csg::CsgSolid::new
//! [`CsgSolid::leaf_of_face`]: geometry::csg::CsgSolid::leaf_of_face
//!
//! Mode `published` follows Tables 1 and 2 to the letter and answers which solids collide,
//! sometimes wrongly. Mode `verified`, the default, uses the tables to localize only, and lists the
//! pairs of faces, exactly.
//!
//! ```
//! use collision::{Body, Detector, Findings, Frame, Query};
//! use csg_hybrid::CsgHybrid;
//! use geometry::csg::{CsgSolid, CsgTree, Primitive};
//! use geometry::{Pose, Vec3};
//! use std::sync::Arc;
//!
//! // A plate with a hole, and a peg that is thinner.
//! let block = |size| CsgTree::leaf(Primitive::Box { size });
//! let plate = block([4.0, 4.0, 1.0])?.difference(block([2.0, 2.0, 2.0])?);
//! let peg = block([1.0, 1.0, 6.0])?;
//! let bodies = [
//!     Body::rigid_csg("plate", Arc::new(CsgSolid::new(plate)?)),
//!     Body::rigid_csg("peg", Arc::new(CsgSolid::new(peg)?)),
//! ];
//! let mut found = Findings::default();
//! let mut colliding = |mut detector: Box<dyn Detector>, x| {
//!     detector.prepare(&bodies)?;
//!     let poses = [Pose::IDENTITY, Pose::at(Vec3::X * x)];
//!     detector.detect(&Frame::new(&poses)?, &Query::default(), &mut found)?;
//!     Ok::<bool, Box<dyn std::error::Error>>(!found.bodies.is_empty())
//! };
//! // In the hole, then at its wall.
//! assert!(!colliding(Box::new(CsgHybrid::verified()), 0.0)?);
//! assert!(colliding(Box::new(CsgHybrid::verified()), 0.5)?);
//! // Table 2: the plate without its hole contains the peg.
//! assert!(colliding(Box::new(CsgHybrid::published()), 0.0)?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Bounding volumes alone
//! The lists, the choice and the tests of overlap take plain points and triangles.
//!
//! ```
//! use csg_hybrid::{BvList, SeparatingDirection, HybridWork, VolumeChoice, surely_apart};
//! use geometry::{Pose, PosedExtent, RelativePose, Vec3};
//!
//! let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
//! let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
//! let list = BvList::new(&corners, &faces).expect("points");
//! // Ascending by volume: the hull is the smallest.
//! assert!((list.nodes()[0].fitness - 1.0 / 6.0).abs() < 1e-15);
//!
//! let [i, j] = VolumeChoice::Adaptive.choose([&list, &list]);
//! let volumes = [&list.nodes()[i].volume, &list.nodes()[j].volume];
//! let (mut cached, mut work) = (SeparatingDirection::default(), HybridWork::default());
//! for (x, apart) in [(2.5, true), (0.5, false)] {
//!     let extent = |pose: Pose| PosedExtent::new(pose.world_map(), 1.0);
//!     let (a, b) = (extent(Pose::IDENTITY), extent(Pose::at(Vec3::X * x)));
//!     let b_in_a = RelativePose::new(&a, &b).unit_sized();
//!     let found = surely_apart(volumes[0], volumes[1], &b_in_a, &mut cached, &mut work);
//!     assert_eq!(found, apart);
//! }
//! ```
//!
//! # Departures
//! - D1 (exact fits). The paper minimizes `c f1 f2`, which is 0 for any partner of a volume that
//!   fits exactly. Ours adds 0.01 to each `f`, and takes the least `c` of equal products.
//! - D2 (proof instead of distance). The paper compares a distance with zero. A rounded distance
//!   may be positive for volumes that touch. Ours calls volumes apart only if the gap along a
//!   direction exceeds a bound on all rounding, in volumes that provably contain their points.
//! - D3 (closest points). The paper tests pairs without a sphere by I-COLLIDE on "the polyhedral
//!   representation of each primitive", from the closest features of the step before. A polyhedron
//!   inside a cylinder misses contacts. Ours walks by GJK on the shapes themselves, and keeps the
//!   direction that separated them last. Two leaves of mode `published` are searched without it: it
//!   stops at the first hit, and tests few. A sphere and a hull have no closed form here, and are
//!   searched, too. If the midpoint of one volume lies in the other, ours stops without a distance.
//! - D4 (fits). The paper names the types and "covariant analysis based principal axis
//!   computation", and no fits. Ours weighs faces by their area, as the vertices alone lean to
//!   where a surface is finely cut. Balls, and circles around an axis, are the smallest ones. A
//!   wedge is the half of the box of these axes below one of its six diagonal planes. The plane
//!   slides outward until it is above all points, with its slope as it is. Its central point is
//!   that of the whole box.
//! - D5 (costs). The paper gives no values of `c`. `costs` states where ours come from. The `c`
//!   of a pair of types is fixed in the paper, and at most 1. Ours grows with the vertices of a
//!   hull, beyond 1: a step of a search visits them all, and round parts have thousands. No option
//!   does without.
//! - D14 (conversion). The paper's BCSG-1.0 cuts space by all surfaces and minimizes the union of
//!   the cells inside. The planes of `n` faces have about `n³` cells. Ours subtracts the pockets of
//!   a solid from its convex hull, and converts them alike, or takes the cells of a BSP tree.
//!
//! Decision rules [Su07 §3, Tables 1 and 2]:
//! - D6 (two wrong rows). INTERSECTION, yes and yes, and DIFFERENCE, yes and no, are only necessary
//!   conditions. Mode `published` answers as printed, and counts wrong rows with `rows=checked`.
//!   Mode `verified` takes no answer from the tables, only where to search, and decides at two
//!   leaves by their faces instead of the distance of two primitives.
//! - D7 (order of descent). The paper shows the tree of `a`. Mode `published` enters `b` at the
//!   leaves of `a`. Mode `verified` enters the node whose smallest bounding volume is larger.
//! - D8 (both children). Mode `verified` tests the volumes of both children before it enters one.
//!   So either child of an intersection freezes the other, and the left child of a difference the
//!   right one. The paper tests the first child to the end, and freezes the second one of a union
//!   if that collides. Ours lists all contacts, those of the second one, too. A node with no faces
//!   of the body on its leaves is not entered.
//! - D9 (volumes of leaves). The paper gives bounding volumes to nodes that are no primitives, and
//!   tests primitives themselves. Ours gives each node a list. The volumes of both children of an
//!   intersection, and of the left one of a difference, also contain the parent's vertices, which
//!   rounding may leave outside by an ulp: what freezing leaves out is then proved to be apart.
//! - D10 (faces that meshes share). A mesh given to the detector keeps its faces, and a face may
//!   lie on several leaves of the converted tree. Each of them lists the face.
//! - D11 (faces of leaves). The paper tests "polygons" of a local region, of a complement its
//!   "corresponding faces" first, and says nothing on how to find those that are near. Mode
//!   `published` compares the boxes of all. Mode `verified` keeps a tree of oriented boxes over the
//!   faces of each leaf: a large slanting face has a thin box of its own, where one along the axes
//!   of the body meets many. A box is compared with eight at once, in single precision with a
//!   proved margin, on the six normals of faces; with `shortcuts=off` two by two on all fifteen
//!   axes, as in Gottschalk 1996.
//! - D15 (boxes first). The paper tests the chosen volumes of two nodes. Mode `verified` compares
//!   their S-bounds' boxes before: a pair that these separate takes a fifth of the operations.
//! - D16 (rest after a search). In contact most volumes overlap, and a search finds that again in
//!   each step. Mode `verified` repeats a search that found nothing after one test of the nodes,
//!   then after two, four and eight. Until then the nodes count as overlapping, which costs tests
//!   further down and loses nothing. `shortcuts=off` does without both, and without the six normals
//!   (D11).
//! - D17 (rough meshes). A rough mesh has about as many leaves as faces, and a test of two leaves
//!   costs more than the tree over all faces does for one. If a mesh given to mode `verified` needs
//!   more than 16 leaves and more than one for eight faces, the conversion is given up, and the
//!   body is one leaf: its convex hull, with all faces. CSG trees stay as they are given.
//! - D18 (broad phase). The paper begins with the volumes of the two roots. Ours compares the
//!   bodies' boxes before, by sort and sweep: a pair that these separate reaches no volume, for
//!   either mode.
//!
//! S-bounds, the baseline [Su07 §1.2]. Cameron 1991 is S. Cameron, "Efficient bounds in
//! constructive solid geometry", IEEE Computer Graphics and Applications 11(3), 68–74, 1991.
//! Zeiller 1993 is M. Zeiller, "Collision detection for objects modeled by CSG", Visualization and
//! Intelligent Design in Engineering and Architecture, 165–180, 1993.
//! - D12 (S-bounds alone). The detector of Zeiller 1993 divides the region of interest into an
//!   octree-like structure, which the paper calls time-consuming, too. Ours tests the faces of the
//!   leaves that remain, as for volumes, so that the localization alone differs. Its boxes are
//!   along the axes of one body, so that only those of the other are mapped in each frame.
//! - D13 (limited rounds). Cameron repeats both passes until no box shrinks. Steps of two bodies
//!   that interlock may clip each other one by one, so the rounds may be as many as the leaves.
//!   Ours stops after 8, with larger boxes.

mod bv_list;
mod costs;
mod counters;
mod descent;
mod detector;
mod links;
mod model;
mod node_boxes;
mod open_row;
mod options;
mod overlap;
mod pair;
mod posed;
mod prepare;
mod published;
mod s_bounds;
mod selection;
mod table_rows;
mod verified;
pub mod volumes;
mod world_polygons;

#[cfg(test)]
mod exact;

pub use bv_list::{BvList, BvNode};
pub use costs::{CostSample, relative_cost};
pub use counters::HybridWork;
pub use descent::{NodeTest, TestOutcome, descent};
pub use detector::CsgHybrid;
pub use model::HybridModel;
pub use options::{CsgHybridOptions, Freezing, HybridMode, Localization, Shortcuts, TableRows};
pub use overlap::{SeparatingDirection, surely_apart};
pub use pair::PairCache;
pub use posed::HybridPosed;
pub use selection::VolumeChoice;
pub use volumes::{BoundingVolume, VolumeKind};

/// Names of the work counts that this crate declares.
pub const COUNTERS: &[&str] = HybridWork::NAMES;
