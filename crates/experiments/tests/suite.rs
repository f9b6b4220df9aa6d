//! Tests of the whole crate, linked as one program.

mod common;
mod definitions;
mod failures;
mod models;
mod playback;
mod replay;
