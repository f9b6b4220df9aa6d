//! Random input against another method in another arithmetic.
//!
//! The crate decides by signs of determinants of doubles. Here the same questions are answered by
//! constructing intersections in rational numbers ([`exact`]), on inputs that are made to hurt
//! ([`inputs`]): touching, coplanar, nearly coplanar, without area, very large, very small.
//!
//! The seed is fixed; `PROPTEST_CASES` and `PROPTEST_RNG_SEED` run more and other cases.

mod exact;
mod inputs;

mod interference;
mod predicates;
mod solid;
mod triangle_box;
