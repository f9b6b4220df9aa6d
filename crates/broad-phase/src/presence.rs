//! Input of all broad phases: which boxes are there, and along which axis they are spread most.

use geometry::{Aabb, Vec3};

/// Fails for boxes that no broad phase can order or number.
///
/// # Panics
/// If a box has a NaN, or there are 2^31 boxes or more.
pub(crate) fn check(boxes: &[Aabb]) {
    assert!(boxes.len() < 1 << 31, "at most 2^31 - 1 boxes are numbered");
    let has_nan = |b: &Aabb| b.min.is_nan() | b.max.is_nan();
    if let Some(body) = boxes.iter().position(has_nan) {
        panic!("the box of body {body} has a NaN: {:?}", boxes[body]);
    }
}

/// Returns true if the body is there: its box contains a point.
#[inline]
pub(crate) fn is_present(bounds: &Aabb) -> bool {
    !bounds.is_empty()
}

/// Returns true if both closed boxes share a coordinate on an axis.
#[inline]
pub(crate) fn overlap_on(axis: usize, a: &Aabb, b: &Aabb) -> bool {
    (a.min[axis] <= b.max[axis]) & (b.min[axis] <= a.max[axis])
}

/// Returns, for each axis, the variance of the boxes' centers, without boxes that are empty or
/// infinite. Rounding does not matter: the variance only chooses an axis.
pub(crate) fn variance(boxes: &[Aabb]) -> Vec3 {
    let finite = |b: &&Aabb| is_present(b) && b.min.is_finite() && b.max.is_finite();
    let centers = || boxes.iter().filter(finite).map(Aabb::center);
    // Near the first center, so that boxes far from the origin do not cancel.
    let Some(origin) = centers().next() else {
        return Vec3::ZERO;
    };
    let (mut n, mut sum, mut squares) = (0.0, Vec3::ZERO, Vec3::ZERO);
    for center in centers() {
        let d = center - origin;
        n += 1.0;
        sum += d;
        squares += d * d;
    }
    squares / n - (sum / n) * (sum / n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variance_leaves_out_boxes_that_are_empty_or_infinite() {
        let point = |x: f64, y: f64| Aabb::new(Vec3::new(x, y, 7.0), Vec3::new(x, y, 7.0));
        let everything = Aabb::new(Vec3::NEG_INFINITY, Vec3::INFINITY);
        let boxes = [
            point(1e9, 2.0),
            Aabb::EMPTY,
            everything,
            point(1e9 + 4.0, 4.0),
        ];
        assert_eq!(variance(&boxes), Vec3::new(4.0, 1.0, 0.0));
        assert_eq!(variance(&boxes[1..3]), Vec3::ZERO);
    }

    #[test]
    #[should_panic(expected = "the box of body 1 has a NaN")]
    fn a_box_with_a_nan_is_refused() {
        let mut boxes = [Aabb::new(Vec3::ZERO, Vec3::ONE); 2];
        boxes[1].max.y = f64::NAN;
        check(&boxes);
    }
}
