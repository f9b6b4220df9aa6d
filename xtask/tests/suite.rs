//! Tests of the whole crate, linked as one program.

mod cli_advice;
mod cli_audit;
mod cli_compare;
mod cli_csg;
mod cli_detect;
mod cli_diff;
mod cli_errors;
mod cli_files;
mod cli_list;
mod cli_measure;
mod cli_results;
mod cli_resume;
mod cli_scenes;
mod cli_sphere_tree;
mod cli_swept;
mod cli_view;
mod commands;
