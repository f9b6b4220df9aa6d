//! Tests of the whole crate, linked as one program.

mod cli;
mod cli_csg;
mod cli_results;
mod cli_scenes;
mod cli_view;
mod commands;
