//! Axes: from values to pixels, and tidy ticks.

use crate::format;

/// An axis with its range.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    low: f64,
    high: f64,
    log: bool,
    from: f64,
    to: f64,
}

/// A tick: where, and what it says; minor ticks say nothing.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub(super) at: f64,
    pub(super) label: Option<String>,
}

impl Scale {
    /// The scale that shows `values` between the pixels `from` and `to`. Logarithmic only when all
    /// values are positive; a linear scale `from_zero` starts at 0, others end at the values.
    pub(super) fn new(
        values: impl Iterator<Item = f64> + Clone,
        log: bool,
        from_zero: bool,
        (from, to): (f64, f64),
    ) -> Scale {
        let low = values.clone().fold(f64::INFINITY, f64::min);
        let high = values.fold(f64::NEG_INFINITY, f64::max);
        let log = log && low > 0.0;
        let (low, high) = if log {
            widened_log(low, high)
        } else if from_zero {
            (low.min(0.0), if high > 0.0 { high * 1.05 } else { 1.0 })
        } else {
            widened(low, high)
        };
        Scale {
            low,
            high,
            log,
            from,
            to,
        }
    }

    /// The pixel of `value`.
    pub(super) fn place(&self, value: f64) -> f64 {
        let share = if self.log {
            (value.max(self.low) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        self.from + share.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// Whether `value` lies in the range.
    pub(super) fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Ticks inside the range. Labels of a logarithmic axis are at least `room` pixels apart, where
    /// powers of ten are; a linear axis has about six.
    pub(super) fn ticks(&self, room: f64) -> Vec<Tick> {
        let decades = (self.high / self.low).log10();
        if self.log && decades >= 0.8 {
            self.log_ticks(decades, room)
        } else {
            self.linear_ticks()
        }
    }

    fn linear_ticks(&self) -> Vec<Tick> {
        let step = tidy_step((self.high - self.low) / 6.0);
        let first = (self.low / step - 1e-9).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        (first..=last).map(|i| labelled(i as f64 * step)).collect()
    }

    /// Powers of ten, between them also 2 and 5 where there is room; other multiples are minor.
    fn log_ticks(&self, decades: f64, room: f64) -> Vec<Tick> {
        let decade = (self.to - self.from).abs() / decades;
        // The nearest two of 1, 2, 5 and 10 are a factor of two apart.
        let said: &[i32] = if decade * 2f64.log10() >= room {
            &[1, 2, 5]
        } else {
            &[1]
        };
        let every = (room / decade).ceil().max(1.0) as i32;
        let (first, last) = (
            self.low.log10().floor() as i32,
            self.high.log10().ceil() as i32,
        );
        let mut ticks = Vec::new();
        for power in first..=last {
            for digit in 1..10 {
                let at = f64::from(digit) * 10f64.powi(power);
                if at < self.low * (1.0 - 1e-9) || at > self.high * (1.0 + 1e-9) {
                    continue;
                }
                if said.contains(&digit) && power.rem_euclid(every) == 0 {
                    ticks.push(labelled(at));
                } else {
                    ticks.push(Tick { at, label: None });
                }
            }
        }
        ticks
    }
}

fn labelled(at: f64) -> Tick {
    Tick {
        at,
        label: Some(tick_label(at)),
    }
}

/// The shortest text of a tidy number.
fn tick_label(at: f64) -> String {
    if at.abs() >= 1000.0 {
        return format::number(at);
    }
    // Multiples of a tidy step carry rounding: 0.30000000000000004 is 0.3.
    let text = format!("{at:.9}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// The smallest of 1, 2, 5 times a power of ten that is not below `rough`.
fn tidy_step(rough: f64) -> f64 {
    let power = 10f64.powf(rough.log10().floor());
    let digit = [1.0, 2.0, 5.0]
        .into_iter()
        .find(|d| d * power >= rough * (1.0 - 1e-9));
    digit.unwrap_or(10.0) * power
}

fn widened(low: f64, high: f64) -> (f64, f64) {
    let span = high - low;
    if span > 0.0 {
        (low - 0.02 * span, high + 0.02 * span)
    } else {
        (low - 1.0, high + 1.0)
    }
}

fn widened_log(low: f64, high: f64) -> (f64, f64) {
    let by = (high / low).powf(0.03).max(1.05);
    (low / by, high * by)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(values: &[f64], log: bool, from_zero: bool) -> Vec<String> {
        let scale = Scale::new(values.iter().copied(), log, from_zero, (0.0, 500.0));
        scale
            .ticks(60.0)
            .into_iter()
            .filter_map(|t| t.label)
            .collect()
    }

    #[test]
    fn ticks_are_tidy() {
        assert_eq!(
            labels(&[0.0, 0.0029], false, true),
            ["0", "0.001", "0.002", "0.003"]
        );
        assert_eq!(labels(&[1.0, 72.0], false, false), ["0", "20", "40", "60"]);
        assert_eq!(
            labels(&[10.0, 400.0], true, false),
            ["10", "20", "50", "100", "200"]
        );
        let long = labels(&[8.0, 100_000.0], true, false);
        assert_eq!(
            long,
            [
                "10",
                "100",
                "1\u{202f}000",
                "10\u{202f}000",
                "100\u{202f}000"
            ]
        );
        assert_eq!(labels(&[3.0, 3.0], false, false).len(), 5);
        assert_eq!(
            labels(&[0.0], false, true).first().map(String::as_str),
            Some("0")
        );
    }

    #[test]
    fn places_follow_the_axis_and_stay_on_it() {
        let linear = Scale::new([0.0, 10.0].into_iter(), false, true, (100.0, 0.0));
        assert_eq!(linear.place(0.0), 100.0);
        assert!(linear.place(10.0) < 10.0);
        assert_eq!(linear.place(1e9), 0.0);
        let log = Scale::new([1.0, 100.0].into_iter(), true, false, (0.0, 100.0));
        assert!((log.place(10.0) - 50.0).abs() < 1e-9);
        let zero = Scale::new([0.0, 100.0].into_iter(), true, false, (0.0, 100.0));
        assert!(
            zero.place(50.0) > 45.0,
            "a logarithmic axis without positive values is linear"
        );
    }
}
