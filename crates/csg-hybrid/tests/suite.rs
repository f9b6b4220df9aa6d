//! Tests of the whole crate, linked as one program.

mod conformance;
mod degenerate_faces;
mod descent;
mod golden;
mod many_bodies;
mod random_trees;
mod rough_meshes;
mod shortcuts;
mod tables;
