//! Eight numbers side by side. Loops over them have no branch, so compilers use vector registers.

use geometry::{Mat3, Vec3};

/// Number of boxes of a node, and of triangles of a cluster.
pub(crate) const WIDTH: usize = 8;

/// One number of each lane.
pub(crate) type Lanes = [f32; WIDTH];

/// A vector of each lane, by coordinate.
pub(crate) type VecLanes = [Lanes; 3];

/// Half a unit in the last place of 1: the largest relative error of one rounding to `f32`.
pub(crate) const UNIT_ROUNDOFF: f64 = f32::EPSILON as f64 / 2.0;

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

/// Returns `rows · v + t` in each lane.
#[inline(always)]
pub(crate) fn mapped(rows: &[[f32; 3]; 3], t: &[f32; 3], v: &VecLanes) -> VecLanes {
    let mut result = [[0.0; WIDTH]; 3];
    for (i, lanes) in result.iter_mut().enumerate() {
        let [x, y, z] = rows[i];
        for k in 0..WIDTH {
            lanes[k] = x * v[0][k] + y * v[1][k] + z * v[2][k] + t[i];
        }
    }
    result
}

/// Returns `rows · (v − t)` in each lane.
#[inline(always)]
pub(crate) fn mapped_back(rows: &[[f32; 3]; 3], t: &[f32; 3], v: &VecLanes) -> VecLanes {
    let mut moved = *v;
    for (lanes, t) in moved.iter_mut().zip(t) {
        lanes.iter_mut().for_each(|x| *x -= t);
    }
    mapped(rows, &[0.0; 3], &moved)
}

/// Returns lane `k`.
#[inline(always)]
pub(crate) fn lane(v: &VecLanes, k: usize) -> [f32; 3] {
    [v[0][k], v[1][k], v[2][k]]
}

/// Returns `p · v` in each lane.
#[inline(always)]
pub(crate) fn dots(p: &VecLanes, v: &VecLanes) -> Lanes {
    let mut result = [0.0; WIDTH];
    for k in 0..WIDTH {
        result[k] = p[0][k] * v[0][k] + p[1][k] * v[1][k] + p[2][k] * v[2][k];
    }
    result
}

/// Returns the greater of two numbers, the second if one is NaN.
#[inline(always)]
pub(crate) fn max(x: f32, y: f32) -> f32 {
    if x > y { x } else { y }
}

/// Returns the lesser of two numbers, the second if one is NaN.
#[inline(always)]
pub(crate) fn min(x: f32, y: f32) -> f32 {
    if x < y { x } else { y }
}

/// Returns a bit for each lane of which `is_set` is true.
///
/// The lanes are packed into the bytes of a number; the product moves the lowest bit of byte `k` to
/// bit `56 + k`, and no two bits to the same place.
#[inline(always)]
pub(crate) fn bits(is_set: impl Fn(usize) -> bool) -> u32 {
    let bytes: [u8; WIDTH] = std::array::from_fn(|k| u8::from(is_set(k)));
    (u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

/// Iterates over the set bits of a mask, ascending.
pub(crate) fn set_bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (bit < 32).then_some(bit)
    })
}
