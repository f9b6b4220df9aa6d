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
//! [`SphereTree`] is what all builders give; [`file`](mod@file) stores it. [`TimeCritical`] is the
//! detector.

pub mod accuracy;
pub mod build;
pub mod coverage;
mod detector;
pub mod delaunay;
pub mod draft;
pub mod file;
pub mod fit;
pub mod frontier;
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

pub use build::{BuildError, BuildOptions, Builder, Built, build};
pub use crate::detector::{TimeCritical, TreeBuilder};
pub use frontier::Start;
pub use schedule::Schedule;
pub use tree::{Coverage, SphereTree};
