//! Numbers in `f32`, rounded as the bounds ask.

use geometry::{Mat3, Vec3};

/// Rounds to `f32` and never below the number.
pub(crate) fn up(x: f64) -> f32 {
    (x as f32).next_up()
}

/// Rounds the coordinates to `f32`.
pub(crate) fn rounded(v: Vec3) -> [f32; 3] {
    v.to_array().map(|x| x as f32)
}

/// Rounds the entries to `f32`. Returns the rows.
pub(crate) fn rounded_rows(m: &Mat3) -> [[f32; 3]; 3] {
    [0, 1, 2].map(|i| rounded(m.row(i)))
}
