//! Tests of the whole crate, linked as one program.

mod coherence;
mod equal_pairs;
mod space_time;
mod work;
