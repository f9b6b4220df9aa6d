//! The truth, the witnesses, and the suite that every detector passes.
//!
//! | module | what | source |
//! |---|---|---|
//! | [`truth`](mod@truth) | [`Truth`]: what exact arithmetic says of a frame, and [`Disagreement`] with it | |
//! | [`separation`] | [`Separator`]: how far apart two solids are, zero exactly when they share a point | |
//! | [`certificates`] | is what a time-critical detector certifies true, under every budget? | |
//! | [`conformance`] | [`conformance::check`]: does a detector keep its claim, whatever is done to the scene? | |
//! | [`hostile`] | a detector against brute force on small random scenes of hard inputs | |
//! | [`golden`] | work counts as text, for snapshots | |
//! | [`audit`] | [`audit::audit`]: how often a judge errs, per class of input, with the smallest witness | |
//!
//! The order of trust: exact signs decide ([`geometry::interference()`]), on the stored coordinates,
//! with no tolerance. Brute force asks them about every pair of faces whose boxes overlap, so that
//! nothing but a box test stands between an input and its verdict. parry3d is independent of all
//! our code, but its leaf test iterates and stops at a tolerance: it is a witness on inputs in
//! generic position, and where it differs elsewhere, the exact signs are right.
//!
//! A detector crate's `tests/conformance.rs` is one line:
//!
//! ```no_run
//! # use baselines::BruteForce;
//! oracle::conformance::check(|| Box::new(BruteForce::new()), &scenes::shared::shared_scenes());
//! ```
//!
//! [`baselines::BruteForce`] is the ground truth. This crate knows no other detector; the audit
//! also asks parry3d's own test of two triangles. `fuzz/` beside `src/` is a workspace of its own
//! with seeded fuzz targets for the stable toolchain; its `main.rs` begins with the command.

pub mod audit;
pub mod certificates;
pub mod conformance;
pub mod golden;
pub mod hostile;
pub mod separation;
pub mod truth;

#[cfg(test)]
mod testing;

pub use certificates::{CertificateFault, check_budgets, check_certificates};
pub use separation::{Separation, Separator};
pub use truth::{Disagreement, Truth, compare, truth};
