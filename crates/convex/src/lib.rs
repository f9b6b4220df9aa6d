//! Detectors for convex bodies: separating planes by GJK.
