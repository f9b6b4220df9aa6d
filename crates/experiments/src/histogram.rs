//! Tens of thousands of samples as a few rows: the shares of bins.

use records::{Key, Row, Unit};

/// The least value that has a bin of its own, as there is no place for nought among factors of ten;
/// what is below shares its bin.
const SMALLEST: f64 = 1e-9;

/// For each set of samples a row of its quantiles, `quantity`, and one for each bin, `quantity/share`,
/// from its first to its last that is not empty, at least two. There are `per_decade` bins for each
/// factor of ten, and samples are not negative. Sets without samples have no rows.
pub(crate) fn rows(quantity: &str, per_decade: i32, sets: &[(Key, Vec<f64>)]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (key, samples) in sets {
        let places = || samples.iter().map(|v| bin_of(*v, per_decade));
        let (Some(first), Some(last)) = (places().min(), places().max()) else {
            continue;
        };
        rows.push(Row::distribution(key, quantity, Unit::Ratio, samples));
        let last = last.max(first + 1);
        let mut counts = vec![0u64; (last - first + 1) as usize];
        for place in places() {
            counts[(place - first) as usize] += 1;
        }
        for (bin, count) in (first..).zip(counts) {
            let key = Key {
                x_name: quantity.to_owned(),
                x: lower_end(bin, per_decade),
                ..key.clone()
            };
            let share = count as f64 / samples.len() as f64;
            let quantity = format!("{quantity}/share");
            rows.push(Row::exact(&key, &quantity, Unit::Ratio, share));
        }
    }
    rows
}

/// The bin that holds a value, its lower end included.
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
    fn the_shares_of_a_set_add_up() {
        let set = |series: &str, samples: &[f64]| {
            let series = series.to_owned();
            let key = Key {
                series,
                ..Key::default()
            };
            (key, samples.to_vec())
        };
        let sets = [set("a", &[1.0, 1.5, 30.0]), set("b", &[0.5]), set("c", &[])];
        let rows = rows("speed-up", 1, &sets);
        let told: Vec<_> = rows
            .iter()
            .map(|r| {
                (
                    r.key.series.as_str(),
                    r.quantity.as_str(),
                    r.key.x,
                    r.median(),
                )
            })
            .collect();
        let third = Some(1.0 / 3.0);
        assert_eq!(told[0], ("a", "speed-up", 0.0, Some(1.5)));
        assert_eq!(told[1], ("a", "speed-up/share", 1.0, Some(2.0 / 3.0)));
        assert_eq!(told[2], ("a", "speed-up/share", 10.0, third));
        assert_eq!(told[4], ("b", "speed-up/share", 0.1, Some(1.0)));
        assert_eq!(told[5], ("b", "speed-up/share", 1.0, Some(0.0)));
        assert_eq!(told.len(), 6);
        assert_eq!((bin_of(0.0, 8), bin_of(1.0, 8)), (-72, 0));
    }
}
