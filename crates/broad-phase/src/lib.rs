//! Which pairs of bodies have overlapping boxes.
