//! Ground truth, cross-checks, and the conformance suite of every detector.
//!
//! | module | contents |
//! |---|---|
//! | [`truth`](mod@truth) | [`Truth`]: exact answer for a frame; [`Disagreement`] with it |
//! | [`separation`] | [`Separator`]: distance of two solids, zero exactly if they share a point |
//! | [`certificates`] | checks of the certificates of a time-critical detector, for every budget |
//! | [`conformance`] | [`conformance::check`]: tests a detector's claim on variants of each scene |
//! | [`hostile`] | comparison with brute force on small random scenes of hard inputs |
//! | [`swept`] | reference for faces in motion: whether two faces meet between two instants |
//! | [`golden`] | work counts as text, for snapshots |
//! | [`testing`] | small bodies for tests |
//! | [`audit`] | [`audit::audit`]: error rates per class of input, with counterexamples |
//!
//! Exact signs of the stored coordinates decide, with no tolerance ([`geometry::interference()`]).
//! Brute force evaluates them for every pair of faces whose boxes overlap, so only a box test
//! precedes the exact test. parry3d shares no code with this workspace, but its leaf test iterates
//! and stops at a tolerance. It is a cross-check for inputs in generic position. Where it differs
//! on other inputs, the exact signs are right.
//!
//! The file `tests/conformance.rs` of a detector crate has one line:
//!
//! ```no_run
//! # use baselines::BruteForce;
//! oracle::conformance::check(|| Box::new(BruteForce::new()), &scenes::shared::shared_scenes());
//! ```
//!
//! [`baselines::BruteForce`] is the ground truth. This crate uses no other detector, but the audit
//! also runs parry3d's test of two triangles. The folder `fuzz/` is a program with seeded fuzz
//! targets for the stable toolchain. Its `main.rs` begins with the command.

pub mod audit;
pub mod certificates;
pub mod conformance;
pub mod golden;
pub mod hostile;
mod partial;
pub mod separation;
pub mod swept;
pub mod testing;
pub mod truth;

pub use certificates::{CertificateFault, check_budgets, check_certificates};
pub use separation::{Separation, Separator};
pub use truth::{Disagreement, Truth, compare, compare_first_contact, truth};
