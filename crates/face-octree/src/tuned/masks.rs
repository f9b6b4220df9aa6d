//! Comparisons of eight numbers side by side. Loops over them have no branch, so compilers use vector
//! registers, also for comparisons alone.

use geometry::lanes::WIDTH;

/// Returns the greater of two numbers, the second if one is NaN.
#[inline(always)]
pub(super) fn max(x: f32, y: f32) -> f32 {
    if x > y { x } else { y }
}

/// Returns the lesser of two numbers, the second if one is NaN.
#[inline(always)]
pub(super) fn min(x: f32, y: f32) -> f32 {
    if x < y { x } else { y }
}

/// All bits set in each lane for which a condition is true, none in the others.
pub(super) type Masks = [u32; WIDTH];

/// Keeps the lanes for which `is_true`. Compilers compare four or eight lanes at once.
#[inline(always)]
pub(super) fn keep(masks: &mut Masks, is_true: impl Fn(usize) -> bool) {
    for (k, mask) in masks.iter_mut().enumerate() {
        *mask &= u32::from(is_true(k)).wrapping_neg();
    }
}

/// Returns a bit for each lane that is kept, the lowest for lane 0.
#[inline(always)]
pub(super) fn kept(masks: &Masks) -> u64 {
    let mut sum = 0u32;
    for (k, mask) in masks.iter().enumerate() {
        sum |= mask & (1 << k);
    }
    sum.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lane_has_its_bit() {
        for mask in 0..256u32 {
            let mut masks = [u32::MAX; WIDTH];
            keep(&mut masks, |k| mask >> k & 1 == 1);
            assert_eq!(kept(&masks), u64::from(mask));
            keep(&mut masks, |k| k % 2 == 0);
            assert_eq!(kept(&masks), u64::from(mask & 0x55));
        }
    }

    #[test]
    fn a_number_that_is_nan_yields_to_the_other() {
        assert_eq!((max(f32::NAN, 1.0), min(f32::NAN, 1.0)), (1.0, 1.0));
        assert_eq!((max(2.0, 1.0), min(2.0, 1.0)), (2.0, 1.0));
    }
}
