//! Tests of the whole crate, linked as one program.

mod common;
mod conformance;
mod first_contact;
mod golden;
mod hostile;
mod paper;
mod parallel;
mod regressions;
mod swept;
mod swept_recordings;
mod tuned;
