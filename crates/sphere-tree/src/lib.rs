//! Sphere-trees and time-critical collision detection: Hubbard, "Approximating Polyhedra with
//! Spheres for Time-Critical Collision Detection" (ACM Transactions on Graphics 15, 1996).
//!
//! A body is approximated by spheres in a hierarchy. Level 0 is its bounding sphere; each further
//! level fits it more tightly; behind the leaves stand the faces. Detection goes down the
//! hierarchies of two bodies level by level and can be stopped after any step: what it then knows
//! is *certified*, as every sphere carries proved bounds on its fit.
//!
//! # The paper, step by step
//! | step | section | module |
//! |---|---|---|
//! | points on the surface, evenly spread | §7, first step | [`sampling`] |
//! | Voronoi diagram of the points, by its dual | §7, second step | [`delaunay`] |
//! | interior Voronoi vertices, coincident ones joined | §7, third step | [`medial`] |
//! | gaps and necks get more points | §7, end | [`gaps`] |
//! | pairs of spheres merge, cheapest first | §8 | [`merging`] |
//! | eight children for each node, from the node's own Voronoi vertices | §8, end | [`build`](mod@build) |
//! | coverage by the boundary lemma, and its repair | §9.1 | [`coverage`] |
//! | inaccuracy: distance from a sphere to the body | §9.2 | [`accuracy`] |
//! | average and maximum inaccuracy of a level | §10, Fig. 14 | [`fit`] |
//! | spheres that the others make redundant | §12 | [`redundancy`] |
//! | the tree made of an octree, its rival | §6.1 | [`octree`] |
//! | one step down for two spheres | §4.1, Fig. 3 | [`refinement`] |
//! | the search of a frame, pair by pair | §4.1, §4.2 | `search.rs` |
//! | round-robin under a budget, and better orders | §4.2 | [`schedule`] |
//! | starting where the previous frame stopped | §12 | [`frontier`] |
//! | the faces in colliding leaves: level 5 | §4.1, §9.1, §11.2 | [`leaf_faces`] |
//! | a solid that holds a part of another | | [`solidity`] |
//! | bodies where a frame puts them, and rounding | | [`placement`] |
//!
//! # Departures
//! - D1. [§7] The paper chooses between topologies of the Voronoi diagram by estimated accuracy; exact
//!   signs leave nothing to choose ([`delaunay`]).
//! - D2. [§7] Relaxation starts from one random point in each equal share of the area ([`sampling`]).
//! - D3. [§8] Where the skeleton falls apart, as on bodies of many parts, spheres of different pieces that
//!   share a forming point, or whose forming points are neighbours in the diagram, are adjacent, too;
//!   if that is not enough, any two are; while more than 600 spheres are left, each only with the 32 that
//!   follow it along x. The paper is silent ([`merging`], `build/seeds.rs`).
//! - D4. [§8] Points that form no interior sphere, as on open or flat bodies, take part in merging as
//!   spheres of radius 0 (`build/seeds.rs`).
//! - D5. [§7] A surface that is not closed has its inside by the generalized winding number, after
//!   its faces were turned to agree; it decides where spheres go, and no certificate (`winding.rs`).
//! - D6. [§7] Vertices that lie far from all points become points, too: tips, and parts so small that
//!   none fell on them (`build/seeds.rs`).
//! - D7. [§9.1] Coverage is proved for spheres that are smaller by a millionth of the body, so that
//!   rounding loses nothing; the lemma gets the witness that it needs; and, as the paper does not say
//!   how spheres are enlarged, the one grows that is nearest to an uncovered point ([`coverage`]).
//! - D8. [§9.1] Beside the paper's two policies there is covering by regions, which needs the least for
//!   an exact search, and fits every sphere anew ([`coverage::cover_regions`]). It is the default of the
//!   detector; [`BuildOptions::published`] has the paper's.
//! - D9. [§9.2] Inaccuracy is enclosed by branch and bound instead of estimated at twenty points, to the
//!   solid and to the surface; the paper's number is computed for comparison ([`accuracy`]).
//! - D10. [§4.1] Trees have leaves at several levels, of which the paper is silent: a leaf stands for
//!   itself, and two leaves wait for the faces ([`refinement`]).
//! - D11. [§4.1] The paper's step is one level for one pair of bodies. That of the faces is cut into
//!   slices ([`leaf_faces::FACES_IN_A_STEP`]), so that a deadline is exceeded by little.
//! - D12. [§4.1] Comparisons of spheres are loosened by a bound on rounding
//!   ([`placement::Relative::pad`]); verdicts on faces fall on world vertices, exactly.
//! - D13. [§4.2] Pairs of bodies that are known to interfere are refined after all others: more steps
//!   give them contacts, but no certainty.
//! - D14. [§12] The frontier, which the paper only suggests: sphere pairs that are apart are kept with
//!   the gap between them, and are not compared while the motion since then is smaller. What told most
//!   of a pair of bodies is looked at first; the rest is compared when the budget allows it
//!   ([`frontier`]).
//! - D15. [§4.1, §9.2] Spheres that no longer collide say that the bodies need no further processing,
//!   but prove them apart only under a policy that misses nothing, and then only the surfaces: one
//!   more step asks whether a solid holds a part of the other body ([`solidity`]). The bound is the
//!   sum of two distances; the paper's tighter one, less the overlap, is an estimate.
//! - D16. [§7] Spheres are adjacent at the two ends of a Voronoi edge; the paper says on one Voronoi
//!   face ([`medial`]).
//! - D17. [§7] Spheres of slivers, whose forming points are all seen in one direction, are left out,
//!   and their neighbours made adjacent ([`medial`]).
//! - D18. [§7] Gaps and necks are found by places strewn over the surface, and *adjacent* is defined
//!   for them; the paper intersects Voronoi faces, and refers to a thesis ([`gaps`]). They get as many
//!   points as the surface had before, at most; [`Built::gaps_left`] tells what that leaves.
//! - D19. [§4.2] A deadline is also noticed inside a step. The level that it cuts off is as if it had
//!   not begun, but what was proved of the bodies stays ([`schedule::Cutoff`]).
//! - D20. [§4.1, §11.1] Where several spheres collide, a response acts on those of smallest estimate;
//!   the paper does not say on which.
//! - D21. [§8] A sphere with more than 128 neighbours merges with the nearest of them only, so that bodies
//!   like a ball take no longer than others ([`merging`]).
//!
//! [`SphereTree`] is what all builders give; [`file`](mod@file) stores it. [`TimeCritical`] is the
//! detector.
//!
//! ```
//! use collision::{Body, Budget, Detector, Findings, Frame, Known};
//! use geometry::{Mesh, Pose, Vec3};
//! use sphere_tree::{BuildOptions, TimeCritical};
//! use std::sync::Arc;
//!
//! let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
//! let tetrahedron = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
//! let mesh = Arc::new(tetrahedron);
//! let bodies = [Body::rigid(0, "still", mesh.clone()), Body::rigid(1, "moving", mesh)];
//! let building = BuildOptions { samples: 200, ..BuildOptions::tuned() };
//! let mut detector = TimeCritical::new("sphere-tree", building);
//! detector.prepare(&bodies)?;
//!
//! let poses = [Pose::IDENTITY, Pose::at(Vec3::new(0.6, 0.6, 0.0))];
//! let mut found = Findings::default();
//! let one_step = Frame { budget: Budget::Steps(1), ..Frame::new(&poses) };
//! detector.detect(&one_step, &mut found);
//! // The bounding spheres overlap. After one step little is known, but nothing wrong.
//! assert!(!matches!(found.certificates[0].known, Known::Interfering));
//! detector.detect(&Frame::new(&poses), &mut found);
//! assert_eq!(found.certificates[0].known, Known::Apart);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod accuracy;
pub mod build;
pub mod coverage;
pub mod delaunay;
mod detector;
pub mod draft;
pub mod file;
pub mod fit;
pub mod frontier;
pub mod gaps;
mod grid;
pub mod leaf_faces;
pub mod medial;
pub mod merging;
pub mod octree;
mod options;
pub mod placement;
pub mod redundancy;
pub mod refinement;
pub mod sampling;
pub mod schedule;
mod search;
mod shape;
pub mod solidity;
pub mod surface;
pub mod tree;
mod winding;

pub use crate::detector::{TimeCritical, TreeBuilder};
pub use build::{BuildError, BuildOptions, Builder, Built, build};
pub use frontier::Start;
pub use options::{SphereTreeOctreeOptions, SphereTreeOptions};
pub use schedule::Schedule;
pub use tree::{Coverage, SphereTree};
