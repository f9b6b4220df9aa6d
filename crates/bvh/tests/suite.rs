//! Tests of the whole crate, linked as one program.

mod conformance;
mod golden;
mod pair_memory;
