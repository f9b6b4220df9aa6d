//! Face octree of Smith, Kitamura, Takemura and Kishino (VRAIS 1995), its competitor octree
//! update, a tuned variant, and the face octree of swept faces by the same authors (RO-MAN 1995).
//!
//! Bodies are triangle meshes, convex or not, rigid or not, in any motion. The published method
//! precomputes nothing. Each frame finds the faces near each other again: by boxes, by overlap
//! regions, and by a subdivision of space that is never stored.
//!
//! # Steps of the paper
//! | step | section | module |
//! |---|---|---|
//! | bodies whose boxes overlap, and their overlap regions | §3.3 | `overlap_regions` |
//! | faces that meet overlap regions: the face check lists | §3.4 | `face_checklist` |
//! | face octree down to voxels: the face pair checklist | §3.5 | `subdivision` |
//! | exact check of each face pair | §3.6 | `face_pair_check` |
//! | triangle against box, used by the steps above | §3.7 | [`geometry::triangle_box`] |
//! | octree update | §4.3.2, \[28\] | `octree_update`, `listed_nodes`, `local_octree`, `world_node` |
//! | the same steps on current hardware | | `tuned`, `box_strips`, `strip_order` |
//! | first contact (D10) | | `face_bintree`, `face_pairs_by_boxes`, `node_trees`, `first_contact` |
//! | several threads | Kitamura95 §4 | `workers`, `sharing`, [`Distribution`] |
//!
//! [`FaceOctree`] is the published method. [`OctreeUpdate`] replaces faces by black nodes of
//! precomputed octrees. [`TunedFaceOctree`] keeps the four steps and their exact result, and
//! changes the implementation of each step.
//!
//! [`SweptFaceOctree`] finds faces that may meet until the next instant, on several threads:
//!
//! | step | Kitamura95 | module |
//! |---|---|---|
//! | bodies whose boxes overlap | §3.2 | `swept::moving_bodies`, `overlap_regions` |
//! | faces that meet overlap regions | §3.3 | `swept::faces`, `swept::patched_body`, `swept::face_arrays`, `swept::face_corners` |
//! | pairs of faces near each other | §3.4 | `swept::items`, `swept::pair_frame`, `swept::near_pairs` |
//! | volumes that two faces sweep | §3.5 | `swept::pair_rounds`, `swept::pair_check`, [`geometry::swept`] |
//! | static and dynamic distribution | §4.2, §4.3 | `swept::distribution` |
//! | pieces of the pairs of bodies, each on one thread through steps 2 to 4 | | `swept::pair_pieces` |
//!
//! # Threads
//! [`collision::Query::workers`] above one lets all detectors share the steps of a frame among
//! threads (feature `rayon`, `workers`):
//!
//! | step | pieces |
//! |---|---|
//! | update | bodies, then vertices of a body |
//! | face check lists | pairs of bodies, then vertices and faces, or patches, of a body |
//! | octree, sweep | large cubes (copied) and cells, then faces in a cube; parts, strips, faces of a list |
//! | black nodes of [`OctreeUpdate`], their lists of faces | chunks of nodes, of pairs of nodes |
//! | exact tests | chunks of pairs of faces |
//! | from face check lists on, many small bodies in the mode `swept` | pairs of bodies |
//!
//! Pieces depend on the frame only, trees are those of one thread, and results are joined in order
//! or sorted. So findings and work counts are the same for any number of threads. Idle threads
//! steal pieces, without a lock per face or pair. A frame with little work stays on the caller's
//! thread: beginning on others takes 20 µs, and a second one 100 µs to wake in a virtual machine.
//! Threads stay awake between the steps of a frame ([`collision::workers`]). The constants
//! `PARALLEL_FROM_…` bound the work of the frame before from which on threads share a frame, those
//! named `SHARED_FROM_…` the size of a step. On one thread stay:
//! - bodies' boxes (§3.3) of [`FaceOctree`] and [`OctreeUpdate`], `n²/2` comparisons of 2 ns for
//!   eight boxes at once; with another broad phase, what that leaves to one thread;
//! - vertices of one body;
//! - first contacts, which end before other threads wake (D10);
//! - a frame of more than 2¹⁶ voxels or 2²¹ pairs, in which the order of visits counts (D9).
//!
//! # Departures
//! World and checklists [Smith95 §3.1–3.5]:
//! - D4 (bodies that leave the world). [§3.1] bounds the motion by a world cube. If a body leaves
//!   that cube, this frame's cube grows, so no pair is missed.
//! - D2 (sorting drops repetitions). [§3.5] puts a pair into the checklist "if it was not
//!   previously put there" and leaves the lookup open. We collect pairs with repetitions, and
//!   sorting drops them (`pair_list`).
//! - D7 (boxes before the checklist). [§3.6] compares the boxes of the faces of each listed pair.
//!   One voxel of a fixed level can contain whole bodies, such as a bunny beside a body forty times
//!   its size, and the list of all their pairs exceeds memory. Comparing boxes before listing
//!   passes the same pairs on to the planes. `checklist: All` lists all pairs as published
//!   ([`Checklist`]), up to a limit.
//! - D9 (end of unproductive splits). [§3.5] splits a cube even if all its pairs are listed. Two
//!   coplanar sides then meet in a million voxels of level 10, and 300 faces that coincide with 300
//!   others are 370 million pairs in 4096 voxels of level 6. After 2¹⁶ voxels or 2²¹ pairs in one
//!   frame, repetitions included, a cube whose pairs are all listed is not split. The list stays
//!   the same (`subdivision`).
//! - D17 (boxes kept with faces). [§3.6] and [§3.7] compute the box of a face each time that they
//!   compare it. We compute it once per frame, before the face is compared with overlap regions,
//!   and keep it with the listed face. Every test of a face against a cube then begins with that
//!   box. Swept faces have two: that of the first instant where it is compared as published, and
//!   that of both instants.
//!
//! Exact tests [Smith95 §3.6–3.7]:
//! - D1 (exact face test). [§3.7] compares rounded numbers. Comparisons closer than rounding are
//!   decided by exact separating axes ([`geometry::triangle_box::intersects_by_clipping`]). The
//!   steps are the paper's.
//! - D3 (exact signs). [§3.6] evaluates plane equations. Exact signs keep a pair from flipping on
//!   rounding. Faces of zero area have no face plane and are compared as segments or points. An
//!   interfering pair is classified as touching, crossing or overlapping
//!   ([`geometry::interference()`]).
//!
//! Octree update [Smith95 §4.3.2]:
//! - D5 (flat list of black nodes). The paper does not say how it "determines the black nodes from
//!   the precomputed face octrees which intersect with the overlap regions". We keep the black
//!   voxels alone, without the nodes above them, and test each of a listed body against each of its
//!   regions (`local_octree`). At level 6 a body has some ten thousand.
//! - D6 (rounding of transformed nodes). "All unique pairs of faces" are found by sorting, as in
//!   D2. Tests of transformed nodes are loosened by a bound on rounding, so they only err towards
//!   more pairs.
//! - D8 (limit on node pairs). The paper lists all pairs of nodes that share a voxel. If a voxel
//!   contains whole bodies, or if rounding exceeds the nodes as it does far from the origin, that
//!   list exceeds memory. Cubes of at most twice the bound on rounding are not split. A list of
//!   more than 2²⁰ pairs of nodes, or of nodes with more than 2²⁴ pairs of faces, is replaced by
//!   the pairs of faces whose boxes overlap, which contain the same contacts (`octree_update`).
//! - D18 (boxes of all faces). [§3.6] computes the boxes of a pair's faces. We compute the world
//!   boxes of all faces of each body with listed nodes, once per frame, because a face is in the
//!   lists of several nodes.
//!
//! First contact, which the paper does not treat:
//! - D10 (depth first). [§3.4–3.6] looks at all faces or black nodes before it tests the first pair
//!   of faces, and so does [§4.3.2]. For a first contact, [`FaceOctree`] looks at each face near
//!   the other body once, then halves the overlap region, and goes into one part to the bottom
//!   before it looks at the others (`face_pairs_by_boxes`). The other two keep what does not change
//!   in a body's own space: a hierarchy of its black nodes or faces, built at the first such query.
//!   They bound a body by the boxes of its root box and of a ball around its vertices, since the
//!   box of a rotated box is up to three times as large as the body. Of 64 spheres of which none
//!   touches, no two then overlap; by the root boxes alone 459 pairs did, which took 16,924 tests
//!   of nodes. Two bodies whose balls meet descend their hierarchies and transform only what they
//!   reach (`first_contact`). The contact is one of those that the method finds otherwise. For two
//!   spheres of 3,968 faces that overlap deeply, the tests fall from 199,549 to 17,977, from
//!   1,019,993 to 61 (octree update), and from 38,016 to 190 (tuned).
//!
//! Swept faces \[Kitamura95\]:
//! - D11 (hulls that are flat or contained). [§3.5] tests "all combinations of faces and edges".
//!   No edge meets a facet if one hull lies inside the other, so a point of each is tested against
//!   the other, too. A face that stands still, or that moves in its own plane, sweeps a flat hull,
//!   which has no inside: it is kept as the triangles of all triples of its points, which together
//!   cover it. So is a side of four points in one plane, as each face has that is only moved along.
//!   All signs are exact ([`geometry::swept::hull`]).
//! - D12 (boxes of swept volumes). [§3.5] begins with the hulls. We compare the boxes of the swept
//!   volumes first: hulls in boxes that are apart do not meet, and [§4.3] speaks of pairs that are
//!   decided in an earlier stage. The `P` pairs of [§6.1] are those before that. As in D7 a voxel
//!   can contain whole bodies; after 2²⁰ pairs, repetitions included, the list is made again of
//!   pairs whose boxes overlap. The findings stay the same.
//! - D13 (fast motion). [§3.1] assumes that speeds are "sufficiently slow relative to the sampling
//!   intervals", and [§3.2–3.4] look at the first instant only. A bullet that is far from a wall at
//!   first is lost, whatever §3.5 finds out about hulls. The mode `published` does so. The modes
//!   `swept` and `rotation` look at boxes over both instants in these steps. In frames in which no
//!   body deforms, those that balls over both instants prove to be near no other are not moved
//!   (`swept::near_bodies`), and step 1 compares only the boxes of pairs whose balls may meet. Of
//!   bodies that may be near one, the mode `swept` moves patches of faces near the other body
//!   (`swept::patched_body`): 1,016 vertices in the last cycle of two spheres of 3,968 faces
//!   instead of 7,944, and the corners of listed faces once more, and of those that are decided
//!   exactly. Both modes compare the boxes of listed faces along the line of the bodies' centers
//!   and across it (`swept::pair_frame`): 954 pairs in the last frame of two such spheres that
//!   overlap instead of 1,421, and 873 in the mode `swept`, along a fourth, oblique axis. That mode
//!   does so in single precision. First contacts and the distributions of the paper do not, so that
//!   they count other `swept-pair-tests`. The corners of a turning body leave the hull of both
//!   instants. The mode `rotation` widens boxes and hulls by `max |f″| / 8` of a position `f` over
//!   the step, which covers bodies that turn and deform at once, as the sagitta of the arc does not
//!   ([`geometry::swept::Turn::bulge`]).
//! - D14 (threads). [§4.1] starts processes with `m_fork` and binds them to processors. Our threads
//!   are kept in a pool from frame to frame. On Linux, before each frame, the first is bound to the
//!   caller's core and the others to all other cores (`collision::workers`). Elsewhere the system
//!   places them. While the list of [§4.3] is empty but incomplete, a consumer yields its
//!   processor. In mode `published`, a pair is passed on before the list can be sorted (D2), so a
//!   set of published pairs drops repetitions. The default distribution, `stealing`, is not the
//!   paper's: each worker takes chunks of the complete list, or, in the mode `swept`, of many small
//!   bodies some pairs through steps 2 to 4, and keeps its own results. A buffer for them is taken
//!   and given back under a lock, once a chunk.
//! - D15 (no next instant). [§3.5] expects positions at `t_i+1`. If a frame has none, bodies stand
//!   still until then, and the counter `no-next-instant` shows it. Faces in contact are still
//!   found.
//! - D16 (end of the check, and contacts of the instant). [§4.3] performs all tests "when a pair
//!   collides". Ours end at the first edge that pierces a facet, so it is pairs that nearly meet
//!   that take longest. Pairs that meet are also tested for contact at `t_i`, exactly, which the
//!   paper does not do. It takes a tenth of the check of such a pair.
//! - D19 (pairs of bodies). In step 1 "all pairs of objects are compared" [§3.2]. Ours sorts the
//!   boxes along one axis and compares those that overlap there ([`broad_phase::SortAndSweep`]).
//!   In the modes `swept` and `rotation` these are boxes of balls, if no body deforms (D13).
//!   Two bodies, as in the paper's experiments, are one pair either way.
//! - D20 (pairs without a common region). Step 3 lists "all possible pairs of faces, where the
//!   faces are from different objects" [§3.4]. Two bodies that are apart may both be near a third,
//!   in one voxel with it. Step 1 has excluded their pair, so ours leaves their faces out. A scene
//!   of two bodies has none of these.
//! - D21 (axes before hulls). [§3.5] makes the hulls of each pair and tests all their edges against
//!   all their facets. Of most pairs that are listed the volumes are apart, and a facet that shows
//!   this is not known beforehand. In the mode `swept`, ours compares eight pairs at once along the
//!   axes of the faces at the first instant, decides exactly which of those that are left are in
//!   contact there (D16), and compares the others by portals. What these do not prove is left to a
//!   search for a direction, and then to the hulls (`swept::pair_rounds`). First contacts, the
//!   distributions of the paper, and frames whose probe follows pairs begin with that search. The
//!   findings are those of exact hulls.
//!
//! ```
//! use collision::{Body, Detector, Findings, Frame, Query};
//! use face_octree::FaceOctree;
//! use geometry::{Mesh, Pose, Vec3};
//! use std::sync::Arc;
//!
//! let leaf = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
//! let leaf = Arc::new(leaf);
//! let bodies = [Body::rigid("still", leaf.clone()), Body::rigid("moving", leaf)];
//! let mut octree = FaceOctree::published();
//! octree.prepare(&bodies)?;
//! let mut found = Findings::default();
//! let poses = [Pose::IDENTITY, Pose::at(Vec3::new(0.5, 0.5, 0.0))];
//! octree.detect(&Frame::new(&poses)?, &Query::default(), &mut found)?;
//! assert_eq!(found.contacts.len(), 1, "they touch in one point");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod box_strips;
mod counters;
mod detector;
mod face_bintree;
mod face_checklist;
mod face_pair_check;
mod face_pairs_by_boxes;
mod first_contact;
mod listed_estimate;
mod listed_nodes;
mod local_octree;
mod node_trees;
mod octree_update;
mod overlap_regions;
mod pair_list;
mod posed_vertices;
mod sharing;
mod strip_order;
mod subdivision;
mod swept;
mod tuned;
mod workers;
mod world_cube;
mod world_node;

/// Bound on the underflow in a sum of 128 products, each at most half the smallest number. Added to
/// bounds on rounding that are relative to a length, which underflow to zero for small bodies.
const SUM_UNDERFLOW: f64 = f64::from_bits(64);

pub use crate::detector::{Checklist, FaceOctree, FaceOctreeOptions, FaceTest};
pub use local_octree::LocalOctree;
pub use octree_update::{MAX_LOCAL_LEVEL, OctreeUpdate, OctreeUpdateOptions};
pub use subdivision::MAX_LEVEL;
pub use swept::{Distribution, ParallelOptions, SweptFaceOctree, SweptMode, SweptOptions, Times};
pub use tuned::TunedFaceOctree;

/// Names of the work counts that this crate declares.
pub const COUNTERS: &[&str] = counters::OctreeWork::NAMES;
