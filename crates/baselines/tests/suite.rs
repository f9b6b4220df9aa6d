//! Tests of the whole crate, linked as one program.

#[cfg(feature = "parry")]
mod conformance;
#[cfg(feature = "parry")]
mod cross_check;
#[cfg(feature = "parry")]
mod culling;
#[cfg(feature = "parry")]
mod golden;
mod hierarchies;
