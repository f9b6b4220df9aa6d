//! The truth, the witnesses, and the suite that every detector passes.
//!
//! | module | what | source |
//! |---|---|---|
//! | [`brute_force`] | [`BruteForce`], the judge: all face pairs, exact arithmetic | Boyse 1979; Smith95 §1 |
//! | [`parry`] | [`Parry3d`], the rival that a Rust user would pick instead | parry3d-f64 0.31 |
//! | [`gjk`] | [`Gjk32`](gjk::Gjk32), [`Gjk64`](gjk::Gjk64): parry3d's own verdict on two triangles | parry3d, parry3d-f64 0.31 |
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
//! # use oracle::BruteForce;
//! oracle::conformance::check(|| Box::new(BruteForce::new()), &scenes::shared::shared_scenes());
//! ```
//!
//! `fuzz/` beside `src/` is a workspace of its own with seeded fuzz targets for the stable toolchain; its
//! `main.rs` begins with the command.
//!
//! This crate alone uses parry3d. It knows no detector but its own two.
//!
//! # Departures
//! - D1 ([`brute_force`]). Boyse intersects the edges of each body with the faces of the other; we
//!   ask for the interference of two faces, which finds overlaps within one plane, too.
//! - D2 ([`parry`]). parry3d has no test of all face pairs. Its bounding-volume hierarchies give the
//!   candidates, and the exact test decides, as for every other detector here.
//! - D3 ([`parry`]). Boxes are compared in a local frame, loosened by a bound on all rounding, as
//!   parry3d's own arithmetic would lose touching faces.

pub mod audit;
pub mod brute_force;
pub mod certificates;
pub mod conformance;
pub mod gjk;
pub mod golden;
pub mod hostile;
pub mod parry;
pub mod separation;
pub mod truth;

#[cfg(test)]
mod testing;

pub use brute_force::BruteForce;
pub use certificates::{CertificateFault, check_budgets, check_certificates};
pub use parry::{Parry3d, Update};
pub use separation::{Separation, Separator};
pub use truth::{Disagreement, Truth, compare, truth};
