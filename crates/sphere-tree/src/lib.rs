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
//! | points on the surface, interior Voronoi vertices, gaps and necks | §7 | `medial_axis` |
//! | what merging starts from | §7, §8 | `build/seeds.rs` |
//! | pairs of spheres merge, cheapest first | §8 | `build/merging.rs` |
//! | eight children for each node, from the node's own Voronoi vertices | §8, end | [`build`](mod@build) |
//! | coverage by the boundary lemma, and its repair | §9.1 | `build/coverage.rs` |
//! | inaccuracy: distance from a sphere to the body | §9.2 | [`accuracy`] |
//! | average and maximum inaccuracy of a level | §10, Fig. 14 | [`fit`] |
//! | spheres that the others make redundant | §12 | `build/redundancy.rs` |
//! | the tree made of an octree | §6.1 | `build/octree.rs` |
//! | one step down for two spheres | §4.1, Fig. 3 | `search/refinement.rs` |
//! | the search of a frame, pair by pair | §4.1, §4.2 | `search.rs` |
//! | round-robin under a budget, and better orders | §4.2 | `search/schedule.rs` |
//! | starting where the previous frame stopped | §12 | `search/frontier.rs` |
//! | the faces in colliding leaves: level 5 | §4.1, §9.1, §11.2 | `search/leaf_faces.rs` |
//! | a solid that holds a part of another | | `search/solidity.rs` |
//! | bodies where a frame puts them, and rounding | | [`geometry::relative_pose`] |
//!
//! # Departures
//! Departures of the medial axis itself are numbered in `medial_axis`.
//! - D1. [§8] Where the skeleton falls apart, as on bodies of many parts, spheres of different pieces that
//!   share a forming point, or whose forming points are neighbours in the diagram, are adjacent, too;
//!   if that is not enough, any two are; while more than 600 spheres are left, each only with the 32 that
//!   follow it along x. The paper is silent (`build/merging.rs`, `build/seeds.rs`).
//! - D2. [§8] Points that form no interior sphere, as on open or flat bodies, take part in merging as
//!   spheres of radius 0 (`build/seeds.rs`).
//! - D3. [§7] A surface that is not closed has its inside by the generalized winding number, after
//!   its faces were turned to agree; it decides where spheres go, and no certificate (`build/winding.rs`).
//! - D4. [§7] Vertices that lie far from all points become points, too: tips, and parts so small that
//!   none fell on them (`build/seeds.rs`).
//! - D5. [§9.1] Coverage is proved for spheres that are smaller by a millionth of the body, so that
//!   rounding loses nothing; the lemma also asks for the corners of a face, as it says nothing where no
//!   circle passes through; and, as the paper does not say how spheres are enlarged, the one grows that
//!   is nearest to an uncovered point (`build/coverage.rs`).
//! - D6. [§9.1] Beside the paper's two policies there is covering by regions, which needs the least for
//!   an exact search, and fits every sphere to its region (`build/coverage/regions.rs`). It is the default of the
//!   detector; [`BuildOptions::published`] has the paper's.
//! - D7. [§9.2] Inaccuracy is enclosed by branch and bound instead of estimated at twenty points, to the
//!   solid and to the surface; the paper's number is computed for comparison ([`accuracy`]).
//! - D8. [§4.1] Trees have leaves at several levels, of which the paper is silent: a leaf stands for
//!   itself, and two leaves wait for the faces (`search/refinement.rs`).
//! - D9. [§4.1] The paper's step is one level for one pair of bodies. That of the faces is cut into
//!   slices (`search/leaf_faces.rs`), so that a deadline is exceeded by little.
//! - D10. [§4.1] Comparisons of spheres are loosened by a bound on rounding
//!   ([`geometry::relative_pose`]); verdicts on faces fall on world vertices, exactly.
//! - D11. [§4.2] Pairs of bodies that are known to interfere are refined after all others: more steps
//!   give them contacts, but no certainty.
//! - D12. [§12] The frontier, which the paper only suggests: sphere pairs that are apart are kept with
//!   the gap between them, and are not compared while the motion since then is smaller. What told most
//!   of a pair of bodies is looked at first; the rest is compared when the budget allows it
//!   (`search/frontier.rs`).
//! - D13. [§4.1, §9.2] Spheres that no longer collide say that the bodies need no further processing,
//!   but prove them apart only under a policy that misses nothing, and then only the surfaces: one
//!   more step asks whether a solid holds a part of the other body (`search/solidity.rs`). The bound is the
//!   sum of two distances; the paper's tighter one, less the overlap, is an estimate.
//! - D14. [§4.2] A deadline is also noticed inside a step. The level that it cuts off is as if it had
//!   not begun, but what was proved of the bodies stays (`search/schedule.rs`).
//! - D15. [§4.1, §11.1] Where several spheres collide, a response acts on those of smallest estimate;
//!   the paper does not say on which.
//! - D16. [§8] A sphere with more than 128 neighbours merges with the nearest of them only, so that bodies
//!   like a ball take no longer than others (`build/merging.rs`).
//!
//! [`SphereTree`] is what all builders give; [`file`](mod@file) stores it. [`TimeCritical`] is the
//! detector.
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
//! // The bounding spheres overlap. After one step little is known, but nothing wrong.
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
mod tree;

pub use crate::detector::{TimeCritical, TreeBuilder};
pub use build::merging::Around;
pub use build::{BuildError, BuildOptions, Builder, Built, accuracy, build};
pub use options::{SphereTreeOctreeOptions, SphereTreeOptions};
pub use search::frontier::Start;
pub use search::schedule::Schedule;
pub use search::shape::{PosedSpheres, SphereModel};
pub use tree::{Coverage, MAX_DEPTH, SphereTree};

/// The names of the work counts that this crate declares.
pub const COUNTERS: &[&str] = counters::SphereWork::NAMES;
