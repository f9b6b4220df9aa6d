//! Tests of the whole crate, linked as one program.

mod broad_phases;
mod first_contact;
mod hostile;
mod workers;
