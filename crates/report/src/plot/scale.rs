//! Axes: ranges that show all values, with round numbers as ticks.

use crate::format;
use plotters::coord::combinators::{IntoLogRange, LogCoord};
use plotters::coord::ranged1d::{
    KeyPointHint, KeyPointWeight, NoDefaultFormatting, Ranged, ValueFormatter,
};
use plotters::coord::types::RangedCoordf64;
use std::ops::Range;

/// Axis with its range and its ticks.
pub(super) struct Scale {
    low: f64,
    high: f64,
    map: Map,
    ticks: Vec<Tick>,
}

/// Map from values to pixels.
enum Map {
    Linear(RangedCoordf64),
    Log(LogCoord<f64>),
}

/// Tick with its value and its label. Minor ticks have an empty label.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub(super) at: f64,
    pub(super) label: Option<String>,
}

impl Scale {
    /// Returns the scale that shows `values` along `length` pixels. It is logarithmic only if all
    /// values are positive. A linear scale `from_zero` starts at 0, others end at the values. A
    /// label takes `room` pixels along the axis.
    pub(super) fn new(
        values: impl Iterator<Item = f64> + Clone,
        log: bool,
        from_zero: bool,
        length: i32,
        room: impl Fn(&str) -> i32,
    ) -> Scale {
        let low = values.clone().fold(f64::INFINITY, f64::min);
        let high = values.clone().fold(f64::NEG_INFINITY, f64::max);
        // Between 1 and 2 threads there are none. Heights from zero are quantities.
        let mut whole = values.filter(|_| !from_zero).peekable();
        let whole = whole.peek().is_some() && high >= low + 1.0 && whole.all(|v| v == v.round());
        let log = log && low > 0.0;
        let (low, high) = if log {
            widened_log(low, high)
        } else if from_zero {
            (low.min(0.0), if high > 0.0 { high * 1.05 } else { 1.0 })
        } else {
            widened(low, high)
        };
        let spaced = |room: i32| {
            let share = f64::from(room) / f64::from(length);
            ticks_apart([low, high], log, whole, share)
        };
        // Labels of the first choice give the room that labels of this range take.
        let first = spaced(room("0"));
        let labels = first.iter().filter_map(|t| t.label.as_deref());
        let ticks = spaced(labels.map(room).max().unwrap_or(1));
        let map = if log {
            Map::Log((low..high).log_scale().into())
        } else {
            Map::Linear((low..high).into())
        };
        Scale {
            low,
            high,
            map,
            ticks,
        }
    }

    /// Returns a scale of `count` rows from the top down, each around half of an odd number.
    pub(super) fn of_rows(count: usize) -> Scale {
        let count = count as f64;
        Scale {
            low: 0.0,
            high: count,
            map: Map::Linear((count..0.0).into()),
            ticks: Vec::new(),
        }
    }

    /// Returns true if `value` is in the range.
    pub(super) fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Returns the labels of the ticks.
    pub(super) fn labels(&self) -> impl Iterator<Item = &str> {
        self.ticks.iter().filter_map(|t| t.label.as_deref())
    }
}

impl Ranged for Scale {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    /// Clamps values beyond the range to its ends.
    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let value = value.clamp(self.low, self.high);
        match &self.map {
            Map::Linear(map) => map.map(&value, limit),
            Map::Log(map) => map.map(&value, limit),
        }
    }

    /// Returns the ticks. Their number was chosen with the range.
    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let minor = matches!(hint.weight(), KeyPointWeight::Any);
        let ticks = self.ticks.iter().filter(|t| t.label.is_none() == minor);
        ticks.map(|t| t.at).collect()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Scale {
    fn format_ext(&self, value: &f64) -> String {
        let tick = self.ticks.iter().find(|t| t.at == *value);
        tick.and_then(|t| t.label.clone()).unwrap_or_default()
    }
}

/// Returns the ticks of a range, at least this share of the axis apart. Those of `whole` values
/// that are not powers of ten are at least 1 apart.
fn ticks_apart([low, high]: [f64; 2], log: bool, whole: bool, share: f64) -> Vec<Tick> {
    let decades = (high / low).log10();
    if log && decades >= 0.8 {
        return log_ticks(low, high, share * decades);
    }
    if log && decades >= 0.3 && !whole {
        return few_log_ticks(low, high, share * decades);
    }
    // On a logarithmic axis ticks of equal steps are nearest at its upper end.
    let step = if log {
        high * (1.0 - (low / high).powf(share))
    } else {
        (high - low) * share
    };
    linear_ticks(low, high, if whole { step.max(1.0) } else { step })
}

/// Returns at most about six ticks, at least `step` apart.
fn linear_ticks(low: f64, high: f64, step: f64) -> Vec<Tick> {
    let step = tidy_step(step.max((high - low) / 6.0));
    let first = (low / step - 1e-9).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    let tick = |i| {
        let at = i as f64 * step;
        let label = Some(tick_label(at));
        Tick { at, label }
    };
    (first..=last).map(tick).collect()
}

/// Returns powers of ten, at least `room` decades apart, and between them 2 and 5 if there is room.
/// Other multiples are minor.
fn log_ticks(low: f64, high: f64, room: f64) -> Vec<Tick> {
    // The nearest two of 1, 2, 5 and 10 are a factor of two apart.
    let said: &[i32] = if room <= 2f64.log10() {
        &[1, 2, 5]
    } else {
        &[1]
    };
    let every = room.ceil().max(1.0) as i32;
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let mut ticks = Vec::new();
    for power in first..=last {
        for digit in 1..10 {
            let at = f64::from(digit) * 10f64.powi(power);
            if at < low * (1.0 - 1e-9) || at > high * (1.0 + 1e-9) {
                continue;
            }
            let major = said.contains(&digit) && power.rem_euclid(every) == 0;
            let label = major.then(|| tick_label(at));
            ticks.push(Tick { at, label });
        }
    }
    ticks
}

/// Returns round numbers of a range of less than a decade, at least `room` decades apart: equal
/// steps would leave the lower part of the axis without a tick.
fn few_log_ticks(low: f64, high: f64, room: f64) -> Vec<Tick> {
    let first = low.log10().floor() as i32;
    let digits = [[1.0, 2.0, 5.0], [3.0, 7.0, 1.5], [4.0, 6.0, 8.0]];
    let mut chosen: Vec<f64> = Vec::new();
    for digit in digits.into_iter().flatten() {
        for power in first..=first + 1 {
            let at = digit * 10f64.powi(power);
            let is_free = |other: &f64| (at / other).log10().abs() >= room;
            if (low..=high).contains(&at) && chosen.iter().all(is_free) {
                chosen.push(at);
            }
        }
    }
    chosen.sort_by(f64::total_cmp);
    let tick = |at| Tick {
        at,
        label: Some(tick_label(at)),
    };
    chosen.into_iter().map(tick).collect()
}

/// Least label that is written with decimals: more zeros are hard to count.
const LEAST_DECIMAL: f64 = 0.999e-3;

/// Returns the shortest text of a round number.
fn tick_label(at: f64) -> String {
    if at.abs() >= 1000.0 {
        return format::number(at);
    }
    if at != 0.0 && at.abs() < LEAST_DECIMAL {
        let written = format!("{at:.9e}");
        let (factor, power) = written.split_once('e').expect("a number with its power");
        let factor = factor.trim_end_matches('0').trim_end_matches('.');
        let power = format!("10{}", format::raised(power));
        return match factor {
            "1" => power,
            "-1" => format!("−{power}"),
            factor => format!("{}·{power}", factor.replace('-', "−")),
        };
    }
    // Multiples of a step include rounding: 0.30000000000000004 is 0.3.
    let text = format!("{at:.9}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let text = if text == "-0" { "0" } else { text };
    text.replace('-', "−")
}

/// Returns the smallest of 1, 2, 5 times a power of ten that is not below `rough`.
fn tidy_step(rough: f64) -> f64 {
    let power = 10f64.powf(rough.log10().floor());
    let digit = [1.0, 2.0, 5.0]
        .into_iter()
        .find(|d| d * power >= rough * (1.0 - 1e-9));
    digit.unwrap_or(10.0) * power
}

fn widened(low: f64, high: f64) -> (f64, f64) {
    let by = if high > low { 0.02 * (high - low) } else { 1.0 };
    (low - by, high + by)
}

fn widened_log(low: f64, high: f64) -> (f64, f64) {
    let by = (high / low).powf(0.03).max(1.05);
    (low / by, high * by)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(values: &[f64], log: bool, from_zero: bool) -> Vec<String> {
        let scale = Scale::new(values.iter().copied(), log, from_zero, 500, |_| 60);
        scale.labels().map(str::to_owned).collect()
    }

    #[test]
    fn small_labels_are_powers_of_ten() {
        let written = [1e-3, 5e-4, 1e-5, 2e-10, -1e-4].map(tick_label);
        assert_eq!(written, ["0.001", "5·10⁻⁴", "10⁻⁵", "2·10⁻¹⁰", "−10⁻⁴"]);
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
            ["10", "100", "1000", "10\u{202f}000", "100\u{202f}000"]
        );
        // Less than a decade.
        assert_eq!(
            labels(&[0.52, 2.3], true, false),
            ["0.5", "0.7", "1", "1.5", "2"]
        );
        assert_eq!(labels(&[3.0, 3.0], false, false).len(), 5);
        assert_eq!(
            labels(&[0.0], false, true).first().map(String::as_str),
            Some("0")
        );
    }

    #[test]
    fn between_whole_positions_there_is_no_tick() {
        assert_eq!(labels(&[1.0, 2.0], true, false), ["1", "2"]);
        assert_eq!(labels(&[1.0, 2.0], false, false), ["1", "2"]);
        assert_eq!(labels(&[1.0, 2.5], false, false).len(), 4);
        assert!(labels(&[1.0, 2.0], false, true).contains(&"0.5".to_owned()));
    }

    #[test]
    fn wide_labels_are_fewer() {
        let wide = |label: &str| 15 * label.chars().count() as i32;
        let values = [1e6, 2e6].into_iter();
        let scale = Scale::new(values, false, false, 500, wide);
        assert!((2..=3).contains(&scale.labels().count()));
    }

    #[test]
    fn places_follow_the_axis_and_stay_on_it() {
        let scale = |values: [f64; 2], log, from_zero| {
            Scale::new(values.into_iter(), log, from_zero, 100, |_| 60)
        };
        let linear = scale([0.0, 10.0], false, true);
        assert_eq!(linear.map(&0.0, (100, 0)), 100);
        assert!(linear.map(&10.0, (100, 0)) < 10);
        assert_eq!(linear.map(&1e9, (100, 0)), 0);
        let log = scale([1.0, 100.0], true, false);
        assert!((49..=51).contains(&log.map(&10.0, (0, 100))));
        let zero = scale([0.0, 100.0], true, false);
        assert!(
            zero.map(&50.0, (0, 100)) > 45,
            "a logarithmic axis without positive values is linear"
        );
        let rows = Scale::of_rows(2);
        assert_eq!(rows.map(&0.5, (100, 0)), 25);
    }
}
