//! Detectors for convex bodies.
pub mod cached_plane;
pub mod convexity;
pub mod gjk;
pub mod placed;
pub mod separating_plane;
pub mod simplex;
pub mod thin_band;
#[cfg(test)]
mod testing;
pub use separating_plane::SeparatingPlane;
