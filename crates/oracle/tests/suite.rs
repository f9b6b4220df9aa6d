//! Tests of the whole crate, linked as one program.

mod audit;
mod common;
mod fakes;
mod false_certificates;
