//! Heights of labels beside their curves.

/// Returns heights near `wanted`, in the same order and between `top` and `bottom`. Each is at least
/// the gap before it below the one before. Apart from the borders, the sum of squared moves is
/// minimal.
///
/// `wanted` is sorted, and `gaps` has a number for all but the first. Without enough room, labels
/// keep their gaps and exceed `bottom`: the canvas has to be higher.
pub(super) fn spread(wanted: &[f64], gaps: &[f64], top: f64, bottom: f64) -> Vec<f64> {
    let sums = gaps.iter().scan(0.0, |sum, gap| {
        *sum += gap;
        Some(*sum)
    });
    let offsets: Vec<f64> = [0.0].into_iter().chain(sums).collect();
    // After subtracting all gaps before it from each height, the heights only have to be in order:
    // pool those that are not (pool adjacent violators).
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (height, offset) in wanted.iter().zip(&offsets) {
        let mut pool = (height - offset, 1);
        while let Some((mean, n)) = pools.last().copied().filter(|(mean, _)| *mean > pool.0) {
            let both = n + pool.1;
            pool = (
                (mean * n as f64 + pool.0 * pool.1 as f64) / both as f64,
                both,
            );
            pools.pop();
        }
        pools.push(pool);
    }
    let lowest = bottom - offsets[offsets.len() - 1];
    let levels = pools
        .iter()
        .flat_map(|(mean, n)| std::iter::repeat_n(*mean, *n));
    levels
        .zip(&offsets)
        .map(|(h, offset)| h.min(lowest).max(top) + offset)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_move_only_when_they_meet() {
        assert_eq!(
            spread(&[10.0, 50.0, 90.0], &[20.0; 2], 0.0, 100.0),
            [10.0, 50.0, 90.0]
        );
        assert_eq!(spread(&[50.0, 50.0], &[20.0], 0.0, 100.0), [40.0, 60.0]);
        assert_eq!(
            spread(&[10.0, 50.0, 51.0, 52.0], &[20.0; 3], 0.0, 100.0),
            [10.0, 31.0, 51.0, 71.0]
        );
        // The second has two lines.
        assert_eq!(
            spread(&[50.0, 50.0, 50.0], &[30.0, 30.0], 0.0, 100.0),
            [20.0, 50.0, 80.0]
        );
    }

    #[test]
    fn borders_hold_as_long_as_there_is_room() {
        assert_eq!(spread(&[0.0, 1.0], &[20.0], 5.0, 100.0), [5.0, 25.0]);
        assert_eq!(spread(&[99.0, 100.0], &[20.0], 0.0, 100.0), [80.0, 100.0]);
        assert_eq!(
            spread(&[50.0; 4], &[50.0; 3], 0.0, 100.0),
            [0.0, 50.0, 100.0, 150.0]
        );
        assert_eq!(spread(&[], &[], 0.0, 100.0), [0.0; 0]);
    }
}
