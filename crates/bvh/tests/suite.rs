//! Tests of the whole crate, linked as one program.

mod bad_input;
mod conformance;
mod golden;
mod pair_cache;
mod rest;
