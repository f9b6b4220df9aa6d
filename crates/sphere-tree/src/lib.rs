//! Sphere-trees and time-critical collision detection: Hubbard, "Approximating Polyhedra with
//! Spheres for Time-Critical Collision Detection" (ACM Transactions on Graphics 15, 1996).
//!
//! A hierarchy of spheres approximates a body. Level 0 is the bounding sphere, and each further
//! level fits the body more tightly. The leaves list the faces. Detection descends the hierarchies
//! of two bodies level by level. The caller can stop it after any step. The result is *certified*,
//! because every sphere carries proved bounds on its fit.
//!
//! # The paper, step by step
//! | step | section | module |
//! |---|---|---|
//! | points on the surface, interior Voronoi vertices, gaps and necks | §7 | `medial_axis` |
//! | initial spheres of the merging | §7, §8 | `build/seeds.rs` |
//! | merging of pairs of spheres, cheapest first | §8 | `build/merging.rs` |
//! | eight children per node, from its own Voronoi vertices | §8, end | [`build`](mod@build) |
//! | proof of coverage by the boundary lemma, and repair | §9.1 | `build/coverage.rs` |
//! | inaccuracy: distance from a sphere to the body | §9.2 | [`accuracy`] |
//! | average and maximum inaccuracy of a level | §10, Fig. 14 | [`fit`] |
//! | removal of redundant spheres | §12 | `build/redundancy.rs` |
//! | sphere-tree of an octree | §6.1 | `build/octree.rs` |
//! | one refinement step for two spheres | §4.1, Fig. 3 | `search/refinement.rs` |
//! | search of one frame, pair by pair; its stages | §4.1, §4.2 | `search.rs`, `search/stages.rs` |
//! | certificate of a pair of bodies | §4.1 | `search/pair_search.rs` |
//! | contacts of spheres, and the bounds that they prove | §9.2 | `search/tree_pair.rs` |
//! | round-robin under a budget, and another order | §4.2 | `search/schedule.rs` |
//! | search for one contact, depth first | | `search/depth_first.rs` |
//! | start at the frontier of the previous frame | §12 | `search/frontier.rs` |
//! | start from the witnesses of the previous frame | | `search/witness.rs` |
//! | faces in colliding leaves: level 5 | §4.1, §9.1, §11.2 | `search/leaf_faces.rs`, `search/face_words.rs` |
//! | containment of one solid in another | | `search/solidity.rs` |
//! | poses in a frame, and rounding | | [`geometry::relative_pose`] |
//!
//! # Departures
//! `medial_axis` numbers the departures of the medial axis itself.
//!
//! Detection, §4 and §11.1:
//! - D8. **Leaves at several levels.** [§4.1] The paper does not say how to descend if only one of
//!   two colliding spheres is a leaf. Here a leaf replaces its missing children. A pair of two
//!   leaves waits for the face level (`search/refinement.rs`).
//! - D9. **Slices of the face level.** [§4.1] The paper's step is one level for one pair of bodies.
//!   The face level can take long. It is cut into slices, which limits the time that a search runs
//!   past a deadline (`search/leaf_faces.rs`).
//! - D10. **Rounding.** [§4.1] Sphere tests are conservative: they add a bound on rounding
//!   ([`geometry::relative_pose`]). Face tests are exact tests of world vertices. Trees are built
//!   and searched in a unit of length near the size of the bodies, a power of two, so that squares
//!   of lengths do not vanish in tiny bodies.
//! - D13. **Meaning of "no further processing".** [§4.1, §9.2] The paper drops a pair of bodies if
//!   no spheres collide. That proves the surfaces apart only under a policy that misses nothing,
//!   and it never excludes containment. One more step tests containment (`search/solidity.rs`). The
//!   proved bound is the sum of two distances. The paper's tighter bound subtracts the overlap of
//!   the spheres. We report it as an estimate only.
//! - D15. **One pair of spheres by name.** [§4.1, §11.1] The paper's response checks the relative
//!   velocities of "the colliding spheres", in no stated order. A certificate lists all of them. It
//!   also gives the centers of the pair with the smallest estimate, for callers that need one point
//!   of each body (`search/pair_search.rs`). The list that certificates name ranges of
//!   (`Evidence::spheres`) is also the working memory of the search: it has the spheres of all
//!   levels, not only those that a certificate lists (`search/scene.rs`).
//! - D11. **Interfering pairs last.** [§4.2] Pairs of bodies that are known to interfere are
//!   refined after all others. Further steps add contacts to them, but no certainty. There is no
//!   option for the paper's round-robin over all pairs: it would spend a budget on pairs whose
//!   answer is known, and leave others undecided. Trees as published have this order, too, which
//!   favors them under a budget. No row shows by how much.
//! - D14. **Deadline inside a step.** [§4.2] A step also polls the deadline. If the deadline cuts a
//!   level off, the spheres of the level above remain the result. Bounds proved during the
//!   cut-off level are kept (`search/schedule.rs`).
//! - D17. **One contact.** [§4.1] The paper descends level by level, which tests all colliding
//!   spheres of a level before the first face. If one contact per pair of bodies is enough and no
//!   budget limits the search, ours goes depth first, deepest overlap first
//!   (`search/depth_first.rs`).
//! - D18. **Inner balls.** [§4.1] In the paper, only faces or the end of the time decide that
//!   bodies collide. Each of our spheres has a ball about its center that is proved to lie in the
//!   solid. If two of them overlap, the bodies interfere, at any level. Option `inner` leaves this
//!   out (`search/tree_pair.rs`).
//!
//! Medial axis, §7:
//! - D3. **Open surfaces.** [§7] The paper assumes a polyhedron. On an open surface the generalized
//!   winding number defines the inside, after faces are oriented consistently. It selects Voronoi
//!   vertices only. No certificate depends on it (`build/winding.rs`).
//! - D4. **Isolated vertices.** [§7] A mesh vertex far from all samples becomes a sample. This
//!   covers tips, and parts so small that no sample fell on them (`build/seeds.rs`).
//!
//! Merging, §8:
//! - D1. **Disconnected medial axes.** [§8] The paper does not say how components of a disconnected
//!   medial axis merge. We add adjacencies in three stages: (a) spheres of different components
//!   sharing a forming point or whose forming points are Delaunay neighbors; (b) if components
//!   remain, all pairs; (c) while more than 600 spheres remain, (b) is limited to the next 32 in x
//!   order (`build/seeds.rs`, `build/merging.rs`).
//! - D2. **Samples without a sphere.** [§8] The paper merges spheres of interior Voronoi vertices.
//!   On open or flat bodies some samples form none. They join the merging as spheres of radius 0
//!   (`build/seeds.rs`). Two spheres of such samples alone cost at least the radius of the ball
//!   that they merge to: by Figure 8, two points of a plate would cost nothing, however far apart
//!   they are (`build/merging.rs`).
//! - D16. **Hubs.** [§8] A merged sphere with more than 128 neighbors is proposed with the nearest
//!   128 only. Otherwise bodies close to a ball would take much longer than others
//!   (`build/merging.rs`).
//!
//! Coverage and accuracy, §9:
//! - D5. **Margin, corners and repair.** [§9.1] Coverage is proved for spheres that are smaller by
//!   a millionth of the body, so rounding cannot open a hole. The boundary lemma says nothing about
//!   a triangle that no circle crosses. The proof therefore tests the corners, too. The paper
//!   enlarges spheres iteratively but does not say which. Ours enlarges the sphere nearest to an
//!   uncovered point (`build/coverage.rs`).
//! - D6. **Coverage by regions.** [§9.1] A third policy assigns a region of the surface to each
//!   node and fits its sphere to that region. It is the weakest policy that keeps a search exact
//!   (`build/coverage/regions.rs`). It is the detector's default. [`BuildOptions::published`] uses
//!   the paper's policy.
//! - D7. **Proved inaccuracy.** [§9.2] The paper estimates inaccuracy at twenty points. We enclose
//!   it by branch and bound, both to the solid and to the surface. The paper's number is computed
//!   for comparison ([`accuracy`]).
//!
//! Frame coherence, §12:
//! - D12. **Frontier.** [§12] The paper suggests to remember colliding nodes. We also remember the
//!   separated pairs where a search ended, each with its gap. Such a pair needs no test while the
//!   motion since then is smaller than the gap. The spheres that proved the best bound are
//!   tested first, the rest if the budget allows it (`search/frontier.rs`). It is kept as the
//!   paper's idea, and is not the default: rows of `hubbard96-budget` show that it certifies fewer
//!   pairs than a search from the roots.
//! - D19. **Witnesses.** [§12] The spheres that collided in the previous frame are many. Testing
//!   them all again delays the bounds that a search from the roots would prove. A third start
//!   remembers only the spheres that proved the best bound, and those that proved a common point.
//!   It tests them, and then searches from the roots. So after as many steps it certifies at least
//!   what a search from the roots does, for at most two more tests. Bodies that spheres alone
//!   proved apart need no search while they have moved by less than the least gap of separated
//!   spheres (`search/witness.rs`). In round-robin each pair that is not known to interfere gets at
//!   least as many steps as from the roots. One that is known earlier comes last earlier (D11), so
//!   that it may list fewer contacts under a budget. This start is not the default: better bounds
//!   may change the order of `widest-first`, and under a deadline the two tests take time.
//!
//! All builders return a [`SphereTree`], [`file`](mod@file) stores it, [`StoredTrees`] are used in
//! place of built ones, and [`TimeCritical`] is the detector.
//!
//! ```
//! use collision::{Body, Budget, Detector, Findings, Frame, Known, Query};
//! use geometry::{Mesh, Pose, Vec3};
//! use sphere_tree::{BuildOptions, TimeCritical};
//! use std::sync::Arc;
//!
//! let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
//! let tetrahedron = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
//! let mesh = Arc::new(tetrahedron);
//! let bodies = [Body::rigid("still", mesh.clone()), Body::rigid("moving", mesh)];
//! let building = BuildOptions { samples: 200, ..BuildOptions::tuned() };
//! let mut detector = TimeCritical::new("sphere-tree", building).detector();
//! detector.prepare(&bodies)?;
//!
//! let poses = [Pose::IDENTITY, Pose::at(Vec3::new(0.6, 0.6, 0.0))];
//! let mut found = Findings::default();
//! let frame = Frame::new(&poses)?;
//! let one_step = Query::default().with_budget(Budget::Steps(1));
//! detector.detect(&frame, &one_step, &mut found)?;
//! // The bounding spheres overlap. After one step the certificate is weak but correct.
//! assert!(!matches!(found.evidence.certificates[0].known, Known::Interfering));
//! detector.detect(&frame, &Query::default(), &mut found)?;
//! assert_eq!(found.evidence.certificates[0].known, Known::Apart);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod build;
mod counters;
mod detector;
pub mod file;
pub mod fit;
mod options;
mod search;
mod stored_trees;
mod tree;

pub use crate::detector::{TimeCritical, TreeBuilder};
pub use build::merging::BoundingBallKind;
pub use build::{BuildError, BuildOptions, Builder, Built, Departures, accuracy, build};
pub use options::{SphereTreeOctreeOptions, SphereTreeOptions, Switch};
pub use search::LastLevel;
pub use search::frontier::Start;
pub use search::schedule::Schedule;
pub use search::shape::{PosedSpheres, SphereModel};
pub use stored_trees::StoredTrees;
pub use tree::{Coverage, MAX_DEPTH, SphereTree};

/// The names of the work counts that this crate declares.
pub const COUNTERS: &[&str] = counters::SphereWork::NAMES;
