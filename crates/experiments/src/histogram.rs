//! Histograms: tens of thousands of samples as a few rows, the cases in bins.

use records::{Key, Row, SHARE, Unit};

/// Least value with its own bin.
///
/// A logarithmic scale has no bin for zero, so all smaller values share this bin.
const SMALLEST: f64 = 1e-9;

/// Returns one row, `quantity/share`, for each bin from the first to the last nonempty one.
///
/// Its number is that of cases in the bin: [`records::merge_shares`] makes shares of them, once
/// those of all processes are together, which have different numbers of cases.
///
/// Returns at least two rows, or none without samples. There are `per_decade` bins per factor of
/// ten. Samples must not be negative.
pub(crate) fn bins(key: &Key, quantity: &str, per_decade: i32, samples: &[f64]) -> Vec<Row> {
    let bins = || samples.iter().map(|v| bin_of(*v, per_decade));
    let (Some(first), Some(last)) = (bins().min(), bins().max()) else {
        return Vec::new();
    };
    let last = last.max(first + 1);
    let mut counts = vec![0u64; (last - first + 1) as usize];
    for bin in bins() {
        counts[(bin - first) as usize] += 1;
    }
    let row = |(bin, count): (i32, u64)| {
        let key = key.at(quantity, lower_end(bin, per_decade));
        let quantity = format!("{quantity}{SHARE}");
        Row::exact(&key, &quantity, Unit::Ratio, count as f64)
    };
    (first..).zip(counts).map(row).collect()
}

/// Returns the bin that contains a value. A bin contains its lower end.
fn bin_of(value: f64, per_decade: i32) -> i32 {
    (value.max(SMALLEST).log10() * f64::from(per_decade)).floor() as i32
}

fn lower_end(bin: i32, per_decade: i32) -> f64 {
    10f64.powf(f64::from(bin) / f64::from(per_decade))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_case_is_in_one_bin() {
        let cases = |samples: &[f64]| -> Vec<(f64, f64)> {
            let rows = bins(&Key::default(), "speed-up", 1, samples);
            assert!(rows.iter().all(|row| row.quantity == "speed-up/share"));
            assert!(rows.iter().all(|row| row.key.x_name == "speed-up"));
            rows.iter()
                .map(|row| (row.key.x, row.median().unwrap()))
                .collect()
        };
        assert_eq!(cases(&[1.0, 1.5, 30.0]), [(1.0, 2.0), (10.0, 1.0)]);
        assert_eq!(cases(&[0.5]), [(0.1, 1.0), (1.0, 0.0)]);
        assert_eq!(cases(&[]), []);
        assert_eq!((bin_of(0.0, 8), bin_of(1.0, 8)), (-72, 0));
    }
}
