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
//! - D10. [§4.1] Trees have leaves at several levels, of which the paper is silent: a leaf stands for
//!   itself, and two leaves wait for the faces ([`refinement`]).
//! - D11. [§4.1] The paper's step is one level for one pair of bodies. That of the faces is cut into
//!   slices ([`leaf_faces::FACES_IN_A_STEP`]), so that a deadline is exceeded by little.
//! - D12. [§4.1] Comparisons of spheres are loosened by a bound on rounding
//!   ([`placement::Relative::pad`]); verdicts on faces fall on world vertices, exactly.
//! - D13. [§4.2] Pairs of bodies that are known to interfere are refined after all others: more steps
//!   give them contacts, but no certainty.
//! - D14. [§12] The frontier, which the paper only suggests: sphere pairs that are apart are kept with
//!   the gap between them, and are not compared while the motion since then is smaller ([`frontier`]).
//! - D15. [§4.1, §9.2] Spheres that no longer collide say that the bodies need no further processing,
//!   but prove them apart only under a policy that misses nothing, and then only the surfaces: one
//!   more step asks whether a solid holds a part of the other body ([`solidity`]). The bound is the
//!   sum of two distances; the paper's tighter one, less the overlap, is an estimate.
//! - D16. [§7] Spheres are adjacent at the two ends of a Voronoi edge; the paper says on one Voronoi
//!   face ([`medial`]).
//! - D17. [§7] Spheres of slivers, whose forming points are all seen in one direction, are left out,
//!   and their neighbours made adjacent ([`medial`]).
//! - D18. [§7] Gaps and necks are found by places strewn over the surface, and *adjacent* is defined
//!   for them; the paper intersects Voronoi faces, and refers to a thesis ([`gaps`]).
//!
//! [`SphereTree`] is what all builders give; [`file`](mod@file) stores it. [`TimeCritical`] is the
//! detector.

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
pub mod placement;
pub mod redundancy;
pub mod refinement;
pub mod sampling;
pub mod schedule;
pub mod solidity;
pub mod surface;
pub mod tree;
mod winding;

pub use crate::detector::{TimeCritical, TreeBuilder};
pub use build::{BuildError, BuildOptions, Builder, Built, build};
pub use frontier::Start;
pub use schedule::Schedule;
pub use tree::{Coverage, SphereTree};
