//! Heights of labels beside their curves.

/// Returns the middles of labels of these `sizes`, near `wanted`, in the same order, without
/// overlap and between `top` and `bottom`. Apart from the borders, the sum of squared moves is
/// minimal.
///
/// `wanted` is sorted. Without enough room, labels do not overlap but exceed `bottom`: the canvas
/// has to be higher.
pub(super) fn spread(wanted: &[f64], sizes: &[f64], top: f64, bottom: f64) -> Vec<f64> {
    // The least distance of each middle from the first one.
    let mut offsets = vec![0.0; wanted.len()];
    for i in 1..wanted.len() {
        offsets[i] = offsets[i - 1] + (sizes[i - 1] + sizes[i]) / 2.0;
    }
    // After subtracting its offset from each height, the heights only have to be in order: pool
    // those that are not (pool adjacent violators).
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
    let half = |size: Option<&f64>| size.map_or(0.0, |size| size / 2.0);
    let highest = top + half(sizes.first());
    let lowest = bottom - half(sizes.last()) - offsets.last().copied().unwrap_or(0.0);
    let levels = pools
        .iter()
        .flat_map(|(mean, n)| std::iter::repeat_n(*mean, *n));
    levels
        .zip(&offsets)
        .map(|(h, offset)| h.min(lowest).max(highest) + offset)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns middles `gap` apart, between these middles.
    fn evenly(wanted: &[f64], gap: f64, top: f64, bottom: f64) -> Vec<f64> {
        let sizes = vec![gap; wanted.len()];
        spread(wanted, &sizes, top - gap / 2.0, bottom + gap / 2.0)
    }

    #[test]
    fn labels_of_several_lines_take_more_room() {
        let sizes = [40.0, 20.0, 20.0];
        let wanted = [50.0, 50.0, 55.0];
        assert_eq!(spread(&wanted, &sizes, 0.0, 100.0), [25.0, 55.0, 75.0]);
        assert_eq!(spread(&[0.0; 3], &sizes, 0.0, 100.0), [20.0, 50.0, 70.0]);
    }

    #[test]
    fn labels_move_only_when_they_meet() {
        assert_eq!(
            evenly(&[10.0, 50.0, 90.0], 20.0, 0.0, 100.0),
            [10.0, 50.0, 90.0]
        );
        assert_eq!(evenly(&[50.0, 50.0], 20.0, 0.0, 100.0), [40.0, 60.0]);
        assert_eq!(
            evenly(&[10.0, 50.0, 51.0, 52.0], 20.0, 0.0, 100.0),
            [10.0, 31.0, 51.0, 71.0]
        );
    }

    #[test]
    fn borders_hold_as_long_as_there_is_room() {
        assert_eq!(evenly(&[0.0, 1.0], 20.0, 5.0, 100.0), [5.0, 25.0]);
        assert_eq!(evenly(&[99.0, 100.0], 20.0, 0.0, 100.0), [80.0, 100.0]);
        assert_eq!(
            evenly(&[50.0; 4], 50.0, 0.0, 100.0),
            [0.0, 50.0, 100.0, 150.0]
        );
        assert_eq!(evenly(&[], 20.0, 0.0, 100.0), [0.0; 0]);
    }
}
