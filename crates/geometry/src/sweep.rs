//! One-axis sweeps over boxes that are sorted by their lower x.
//!
//! Good for boxes that are short along x. Each box is visited with the boxes that begin before it
//! ends. With `n` boxes and `k` pairs that overlap in x: `n + k` comparisons. A visited pair may be
//! apart in y or z: the caller tests that, and counts the test.

use crate::Aabb;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// Compares two boxes by their lower x: the order that the sweeps expect.
#[inline]
pub fn by_lower_x(a: &Aabb, b: &Aabb) -> Ordering {
    a.min.x.total_cmp(&b.min.x)
}

/// Visits each pair of items of one list whose boxes overlap in x, until `visit` breaks.
///
/// `sorted` is in the order of [`by_lower_x`]. The first item of a pair is the earlier one.
#[inline]
pub fn within<T>(
    sorted: &[T],
    bounds: impl Fn(&T) -> Aabb,
    mut visit: impl FnMut(&T, &T) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (i, a) in sorted.iter().enumerate() {
        let end = bounds(a).max.x;
        for b in &sorted[i + 1..] {
            // A strict comparison, because boxes are closed.
            if bounds(b).min.x > end {
                break;
            }
            visit(a, b)?;
        }
    }
    ControlFlow::Continue(())
}

/// Visits each pair of an item of `a` and one of `b` whose boxes overlap in x, until `visit`
/// breaks.
///
/// Both lists are in the order of [`by_lower_x`].
#[inline]
pub fn between<T>(
    a: &[T],
    b: &[T],
    bounds: impl Fn(&T) -> Aabb,
    mut visit: impl FnMut(&T, &T) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        let (box_a, box_b) = (bounds(&a[i]), bounds(&b[j]));
        // The list whose next box begins first advances, so each pair is visited once.
        if box_a.min.x <= box_b.min.x {
            for other in &b[j..] {
                if bounds(other).min.x > box_a.max.x {
                    break;
                }
                visit(&a[i], other)?;
            }
            i += 1;
        } else {
            for other in &a[i..] {
                if bounds(other).min.x > box_b.max.x {
                    break;
                }
                visit(other, &b[j])?;
            }
            j += 1;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Vec3;

    fn unit_box(x: f64) -> Aabb {
        Aabb::new(Vec3::new(x, 0.0, 0.0), Vec3::new(x + 1.0, 1.0, 1.0))
    }

    /// Returns the pairs that a sweep visits, as indices.
    fn visited(boxes: &[Aabb], of_a: &[usize], of_b: Option<&[usize]>) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        let visit = |i: &usize, j: &usize| {
            pairs.push((*i, *j));
            ControlFlow::Continue(())
        };
        let flow = match of_b {
            Some(of_b) => between(of_a, of_b, |i| boxes[*i], visit),
            None => within(of_a, |i| boxes[*i], visit),
        };
        assert!(flow.is_continue());
        pairs
    }

    #[test]
    fn boxes_that_touch_are_a_pair_and_boxes_that_only_come_near_are_not() {
        let boxes = [0.0, 0.5, 1.0, 2.5].map(unit_box);
        assert_eq!(
            visited(&boxes, &[0, 1, 2, 3], None),
            [(0, 1), (0, 2), (1, 2)]
        );
        assert_eq!(visited(&boxes, &[0, 3], Some(&[1, 2])), [(0, 1), (0, 2)]);
        assert_eq!(visited(&boxes, &[1, 2], Some(&[0, 3])), [(1, 0), (2, 0)]);
        assert!(visited(&boxes, &[], Some(&[0])).is_empty());
    }

    #[test]
    fn a_sweep_between_two_lists_finds_the_only_pairs_at_every_rank() {
        let mut boxes: Vec<Aabb> = (0..20).map(|i| unit_box(f64::from(i))).collect();
        let row: Vec<usize> = (0..20).collect();
        for at in 0..20 {
            boxes.push(unit_box(at as f64 + 0.5));
            let one = [boxes.len() - 1];
            let expected: Vec<_> = (at..(at + 2).min(20)).map(|i| (i, one[0])).collect();
            assert_eq!(visited(&boxes, &row, Some(&one)), expected);
            let swapped: Vec<_> = expected.iter().map(|(i, j)| (*j, *i)).collect();
            assert_eq!(visited(&boxes, &one, Some(&row)), swapped);
        }
    }

    #[test]
    fn a_sweep_stops_where_its_visitor_breaks() {
        let boxes = [0.0, 0.1, 0.2].map(unit_box);
        let mut visits = 0;
        let mut count = |_: &Aabb, _: &Aabb| {
            visits += 1;
            ControlFlow::Break(())
        };
        assert!(within(&boxes, |b| *b, &mut count).is_break());
        assert!(between(&boxes, &boxes, |b| *b, &mut count).is_break());
        assert_eq!(visits, 2);
    }
}
