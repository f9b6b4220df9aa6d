//! Tests of the whole crate, linked as one program.

mod budget;
mod certified;
mod common;
mod conformance;
mod file;
mod frontier;
mod golden;
mod leaves;
mod paper;
mod regressions;
mod scales;
mod witness;
