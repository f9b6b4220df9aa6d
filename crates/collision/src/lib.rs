//! The contract of all collision detectors: trait, input and findings.
//!
//! ```text
//!   Body ──prepare──► Detector ──detect──► Findings
//!                       ▲   ▲              contacts, bodies, undecided, evidence, work
//!     Frame ────────────┘   └──────────── Query
//!     poses, deformed vertices,           all or first contacts, containment, candidates,
//!     now and next                        budget, workers, probe
//! ```
//!
//! | module | content |
//! |---|---|
//! | [`detector`] | [`Detector`], the trait; [`Unsupported`] bodies and [`Rejected`] frames |
//! | [`body`] | [`Body`], [`Shape`], [`FaceId`], and the unordered pairs [`BodyPair`], [`FacePair`] |
//! | [`frame`] | [`Frame`]: the state of the world, now and at the next instant |
//! | [`query`] | [`Query`]: the request for one frame, with its [`Detail`] and [`Budget`] |
//! | [`findings`] | [`Findings`]: sorted contacts, body pairs, undecided pairs |
//! | [`evidence`] | [`Evidence`]: reports of a family of detectors beyond contacts |
//! | [`profile`] | [`Profile`]: grain, meaning, accepted bodies and claim of a detector |
//! | [`work`] | [`Work`]: deterministic work counts; each crate declares its [`Counter`]s |
//! | [`probe`] | [`Probe`]: receives the boundaries of the paper's [`Step`]s |
//! | [`workers`] | threads of a detector, and the work that they share |
//! | [`world`] | [`World`]: the bodies, and the world vertices of one frame, computed once |
//! | `containment` | the search for contained bodies |
//! | [`broad_phase`] | [`BroadPhase`]: pairs of overlapping boxes, and their changes |
//! | `active_pairs` | [`ActivePairs`]: the pairs of a broad phase, each with a cache |
//! | [`pair_threads`] | [`PairThreads`]: the active pairs of a narrow phase on several threads |
//! | [`pairwise`] | [`Pairwise`]: one detector made of a broad phase and a [`NarrowPhase`] |
//!
//! [`Detector::detect`] checks frame and query, calls the method's [`Detector::find`], adds
//! contained bodies if the query asks, and sorts. This crate knows no algorithm.
//!
//! Structs with public fields may get more of them, so all but ids and pairs are
//! `#[non_exhaustive]`. So are [`Shape`], [`Deformed`], [`Budget`], [`Reason`] and the errors. The
//! other enums, such as [`Detail`], [`Claim`] and [`Known`], are exhaustive on purpose: a caller
//! that matches one has to decide about a new variant, where a default would answer unnoticed.

mod active_pairs;
pub mod body;
pub mod broad_phase;
mod contact_order;
mod containment;
pub mod detector;
pub mod evidence;
pub mod findings;
pub mod frame;
pub mod pair_threads;
pub mod pairwise;
pub mod probe;
pub mod profile;
pub mod query;
mod recomputed_pairs;
pub mod work;
pub mod workers;
pub mod world;

#[cfg(test)]
mod testing;

pub use active_pairs::{ActivePairs, ActivePairsMut};
pub use body::{Body, BodyId, BodyPair, FaceId, FacePair, Shape};
pub use broad_phase::{BroadPhase, PairChanges};
pub use detector::{Detector, Rejected, Unsupported};
pub use evidence::{
    Certificate, ClosestFeatures, Evidence, Feature, Known, SphereContact, SweptContact,
};
pub use findings::{BodyFinding, Contact, Contained, Findings, Reason};
pub use frame::{Deformed, Frame, MAX_UNIT_DEFECT, Snapshot};
pub use pair_threads::{PairOutput, PairThreads, PairWork, SharedPair};
pub use pairwise::{NarrowPhase, PairContext, Pairwise, PlaceApart, PlaceContext};
pub use pairwise::{PosedBodies, PosedPair};
pub use probe::{NoProbe, Probe, Step};
pub use profile::{Accepts, Claim, Grain, Instant, Meaning, Profile};
pub use query::{Budget, Deadline, Detail, Query, Sharing};
pub use recomputed_pairs::RecomputedPairs;
pub use work::{Counter, Work};
pub use world::World;
