//! The contract: what every collision detector of this workspace is, receives and fills.
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
//! | [`query`] | [`Query`]: what is asked of a frame, and under which [`Budget`] |
//! | [`findings`] | [`Findings`]: sorted contacts, body pairs, undecided pairs |
//! | [`evidence`] | [`Evidence`]: what a family of detectors reports beyond contacts |
//! | [`profile`] | [`Profile`]: grain, meaning, accepted bodies and claim, so that only equals are compared |
//! | [`work`] | [`Work`]: deterministic counts that explain every curve; [`Counter`]s are declared by the crate that counts |
//! | [`probe`] | [`Probe`]: receives the boundaries of the paper's [`Step`]s |
//! | [`world`] | [`World`]: the bodies, and the world vertices of one frame, computed once |
//! | [`containment`] | [`Containment`]: the search for contained bodies, shared by all detectors of faces |
//! | [`broad_phase`] | [`BroadPhase`]: pairs of overlapping boxes, and which began and ended |
//! | [`pairwise`] | [`Pairwise`]: one detector out of a broad phase and a [`NarrowPhase`] |
//!
//! Knows no algorithm.

pub mod body;
pub mod broad_phase;
pub mod containment;
pub mod detector;
pub mod evidence;
pub mod findings;
pub mod frame;
pub mod pairwise;
pub mod probe;
pub mod profile;
pub mod query;
pub mod work;
pub mod world;

pub use body::{Body, BodyId, BodyPair, FaceId, FacePair, Shape};
pub use broad_phase::{BroadPhase, PairChanges, RecomputedPairs};
pub use containment::Containment;
pub use detector::{Detector, Rejected, Unsupported};
pub use evidence::{Certificate, Evidence, Known, SphereContact};
pub use findings::{BodyFinding, Contact, Contained, Findings, Reason};
pub use frame::{Deformed, Frame, MAX_UNIT_DEFECT, Snapshot};
pub use pairwise::{
    ActivePairs, NarrowPhase, PairContext, Pairwise, PlaceContext, PosedBodies, PosedPair,
};
pub use probe::{NoProbe, Probe, Step};
pub use profile::{Accepts, Claim, Grain, Instant, Meaning, Profile};
pub use query::{Budget, Deadline, Detail, Query};
pub use work::{Counter, Work};
pub use world::World;
