//! Tests of the whole crate, linked as one program.

mod climbing;
mod conformance;
mod distances;
mod golden;
mod paper;
mod regressions;
mod rest;
mod stretched_distances;
