//! Numbers, formatted for readers.

use records::{Row, Unit, Value, statistics::Estimate};

/// Text of a missing number.
pub(crate) const NOTHING: &str = "–";

/// Least number that is written with decimals.
const LEAST_DECIMAL: f64 = 1e-4;

/// Sign of negative numbers, as wide as a digit.
const MINUS: char = '−';

/// Narrow no-break space, between groups of three digits.
const GROUP: char = '\u{202f}';

/// Returns `text`, or `otherwise` if it is empty.
pub(crate) fn or<'a>(text: &'a str, otherwise: &'a str) -> &'a str {
    if text.is_empty() { otherwise } else { text }
}

/// Joins the texts that are not empty.
pub(crate) fn join(parts: &[String], between: &str) -> String {
    let filled = parts.iter().filter(|part| !part.is_empty());
    filled.cloned().collect::<Vec<_>>().join(between)
}

/// Formats a value with its unit, to three digits: "1.23 ms", "12 345".
pub(crate) fn value(value: f64, unit: Unit) -> String {
    let scale = UnitScale::of(value, unit);
    scale.with_unit(scale.number(value))
}

/// Formats a number with its interval in one unit: "1.23 ms [1.20, 1.31]". One sample has no
/// interval.
pub(crate) fn summary(value: &Value, unit: Unit) -> String {
    let e = value.estimate();
    let scale = UnitScale::of(e.value, unit);
    let (number, interval) = match summary_in(value, scale).split_once(" [") {
        Some((number, interval)) => (number.to_owned(), format!(" [{interval}")),
        None => (scale.number(e.value), String::new()),
    };
    scale.with_unit(number) + &interval
}

/// Formats a number with its interval in a given unit, without its symbol: "1.23 [1.20, 1.31]".
pub(crate) fn summary_in(value: &Value, scale: UnitScale) -> String {
    let e = value.estimate();
    let one_sample = value.summary().is_some_and(|s| s.n == 1);
    let text = scale.number(e.value);
    if matches!(value, Value::Exact(_)) || one_sample {
        text
    } else {
        format!("{text} [{}, {}]", scale.number(e.low), scale.number(e.high))
    }
}

/// Formats a ratio with its 95 % interval: "14.6 [14.1, 15.0]".
pub(crate) fn estimate(e: &Estimate) -> String {
    estimate_in(e, Unit::Ratio)
}

/// Formats a number with its 95 % interval and its unit: "14.6 ms [14.1, 15.0]".
pub(crate) fn estimate_in(e: &Estimate, unit: Unit) -> String {
    let scale = UnitScale::of(e.value, unit);
    scale.with_unit(scale.number(e.value)) + &interval(e, scale)
}

/// Formats a number with its 95 % interval in a given unit, without its symbol: "14.6 [14.1, 15]".
pub(crate) fn estimate_at(e: &Estimate, scale: UnitScale) -> String {
    scale.number(e.value) + &interval(e, scale)
}

/// Returns an interval behind its number. Empty if it is no wider than rounding: both sides vary
/// alike.
fn interval(e: &Estimate, scale: UnitScale) -> String {
    if e.high - e.low <= 1e-12 * e.value.abs() {
        return String::new();
    }
    format!(" [{}, {}]", scale.number(e.low), scale.number(e.high))
}

/// Formats the exponent of a power law with the 95 % interval of its fit, which is that of the
/// scatter of the points around the law, not of repeats: "0.51 [fit: 0.38, 0.65]".
pub(crate) fn fitted(e: &Estimate) -> String {
    if !(e.low.is_finite() && e.high.is_finite()) {
        return format!("{} [no interval: two points]", number(e.value));
    }
    let [value, low, high] = [e.value, e.low, e.high].map(number);
    format!("{value} [fit: {low}, {high}]")
}

/// Formats a bare number: whole from 1000 on and grouped from 10 000 on, three digits below, as a
/// multiple of a power of ten below 0.0001, a dash if it is missing.
pub(crate) fn number(value: f64) -> String {
    to_digits(value, 3)
}

/// Formats a bare number to two digits, but to three from 1 to 2, where ratios are compared with 1:
/// whole from 100 on, else as [`number`].
pub(crate) fn two_digits(value: f64) -> String {
    let is_near_one = (1.0..1.995).contains(&value.abs());
    to_digits(value, if is_near_one { 3 } else { 2 })
}

/// Formats the exponent of a power law: hundredths of it are seldom known.
pub(crate) fn exponent(value: f64) -> String {
    let hundredths = (100.0 * value).round();
    if hundredths < 0.0 {
        return format!("{MINUS}{}", exponent(-value));
    }
    format!("{:.2}", hundredths.abs() / 100.0)
}

/// Formats a bare number to two or three digits. It is whole where these end before the point.
fn to_digits(value: f64, digits: i32) -> String {
    if value.is_nan() {
        return NOTHING.to_owned();
    }
    if value < 0.0 {
        return format!("{MINUS}{}", to_digits(-value, digits));
    }
    if value.is_infinite() {
        return "∞".to_owned();
    }
    // Whole but for rounding: counts, and what is divided by itself.
    if value >= 10f64.powi(digits) - 0.5 || (value - value.round()).abs() <= 1e-9 * value {
        return grouped(value.round());
    }
    // Rounded first: 9.996 has two digits before the point once it is 10.0.
    let written = rounded_away(value, digits as usize - 1);
    let rounded: f64 = written.parse().expect("a number as just written");
    if rounded < LEAST_DECIMAL {
        let (factor, power) = written.split_once('e').expect("a number with its power");
        return format!("{factor}·10{}", raised(power));
    }
    let digits_before = rounded.log10().floor() as i32 + 1;
    let decimals = (digits - digits_before).max(0) as usize;
    format!("{rounded:.decimals$}")
}

/// Formats a positive number as a multiple of a power of ten. One that lies halfway between two is
/// rounded up, as the interactive page does and readers expect: 31.25 is 31.3. The formatter of the
/// language would round it to an even digit.
fn rounded_away(value: f64, decimals: usize) -> String {
    let one_more = format!("{value:.0$e}", decimals + 1);
    let ends_with_five = one_more.split('e').next().is_some_and(|f| f.ends_with('5'));
    // Few numbers come here, whose digits are then looked at to the last.
    if ends_with_five && one_more.parse() == Ok(value) && has_decimals(value, decimals + 1) {
        return format!("{:.decimals$e}", value.next_up());
    }
    format!("{value:.decimals$e}")
}

/// Returns true if a number is a decimal fraction of few digits, not only close to one.
fn has_decimals(value: f64, decimals: usize) -> bool {
    // No double has more significant digits.
    const MOST_DIGITS: usize = 767;
    let all = format!("{value:.MOST_DIGITS$e}");
    let digits = all.split('e').next().unwrap_or_default();
    // Behind the first digit and the point.
    digits[2 + decimals..].bytes().all(|digit| digit == b'0')
}

/// Returns a whole number in superscript digits.
pub(crate) fn raised(number: &str) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = |c: char| match c.to_digit(10) {
        Some(digit) => DIGITS[digit as usize],
        None => '⁻',
    };
    number.chars().map(raised).collect()
}

/// Lists names in a sentence: "a, b and c".
pub(crate) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [name] => name.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Formats several numbers: "1 / 1.45 / 2.18".
pub(crate) fn numbers(values: &[f64]) -> String {
    let texts: Vec<String> = values.iter().map(|v| number(*v)).collect();
    texts.join(" / ")
}

/// Returns a series in words: "faces=528 level=5" is "528 faces, level 5". A setting that is on
/// becomes its name, and a generator its value. The title of a job stays as it is.
pub(crate) fn series(text: &str) -> String {
    if !text.contains('=') {
        return text.to_owned();
    }
    let words: Vec<String> = text.split_whitespace().map(word).collect();
    words.join(", ")
}

/// Returns the position of a row in words: "3968 faces, level 6".
pub(crate) fn position(of: &str, row: &Row) -> String {
    let x = match row.key.x_name.as_str() {
        "" => String::new(),
        name => series(&format!("{name}={}", row.key.x)),
    };
    or(&join(&[series(of), x], ", "), "whole scene").to_owned()
}

/// Returns the name of an axis in words.
pub(crate) fn axis(name: &str) -> &str {
    match name {
        "density-permille" => "density in ‰",
        "height-percent" => "height in % of the width",
        name => name,
    }
}

/// Returns positions on an axis in words: "level 5 / 6", "budget 20 µs".
pub(crate) fn positions(axis_name: &str, values: &[f64]) -> String {
    let values = numbers(values);
    match axis_name {
        "rotation" => format!("rotation {values}° per frame"),
        "budget" => format!("budget {values} µs"),
        name => format!("{} {values}", axis(name)),
    }
}

/// Returns a text with a period, unless it ends with a mark of its own.
pub(crate) fn sentence(text: &str) -> String {
    let text = text.trim_end();
    if text.ends_with(['.', '?', '!']) {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}

/// Returns a text whose first letter is a capital one.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// Settings that read as a number of things.
const COUNTED: [&str; 8] = [
    "faces",
    "bodies",
    "spheres",
    "frames",
    "cycles",
    "poses",
    "primitives",
    "workers",
];

/// Returns the name of one of these things.
fn singular(name: &str) -> &str {
    match name {
        "bodies" => "body",
        name => name.trim_end_matches('s'),
    }
}

fn word(setting: &str) -> String {
    match setting.split_once('=') {
        Some((name, n)) if COUNTED.contains(&name) => match n.parse::<f64>() {
            Ok(1.0) => format!("1 {}", singular(name)),
            Ok(n) => format!("{} {name}", number(n)),
            Err(_) => format!("{n} {name}"),
        },
        Some(("rotation", degrees)) => format!("{degrees}° per frame"),
        Some(("budget", microseconds)) => format!("budget {microseconds} µs"),
        Some(("density-permille", density)) => format!("{density} ‰"),
        Some(("height-percent", height)) => format!("height {height} % of the width"),
        Some(("pair", bodies)) => bodies.replace('-', " and "),
        // In thousandths of the radius.
        Some(("gap", gap)) => match gap.parse::<f64>() {
            Ok(gap) => format!("gap of {} % of the radius", number(gap / 10.0)),
            Err(_) => format!("gap {gap}"),
        },
        Some(("generator", value)) => value.replace('-', " "),
        Some((name, "true")) => name.replace('-', " "),
        Some((name, "false")) => format!("not {}", name.replace('-', " ")),
        Some((name, value)) => format!("{name} {value}"),
        None => setting.to_owned(),
    }
}

/// Unit for values of some size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct UnitScale {
    /// Factor from the unit of the rows to this unit.
    pub(crate) factor: f64,
    /// Symbol of the unit, empty for counts.
    pub(crate) symbol: &'static str,
}

impl UnitScale {
    /// Ratios in percent.
    pub(crate) const PERCENT: UnitScale = UnitScale {
        factor: 100.0,
        symbol: "%",
    };

    /// Returns the unit that writes `value` with one to three digits before the point.
    pub(crate) fn of(value: f64, unit: Unit) -> UnitScale {
        let scale = |factor, symbol| UnitScale { factor, symbol };
        match unit {
            Unit::Count | Unit::Ratio => scale(1.0, ""),
            Unit::Seconds => match value.abs() {
                v if v >= 0.9995 => scale(1.0, "s"),
                v if v >= 0.9995e-3 => scale(1e3, "ms"),
                v if v >= 0.9995e-6 => scale(1e6, "µs"),
                v if v > 0.0 => scale(1e9, "ns"),
                _ => scale(1.0, "s"),
            },
            Unit::Bytes => match value.abs() {
                v if v >= 999.5e3 => scale(1e-6, "MB"),
                v if v >= 999.5 => scale(1e-3, "kB"),
                _ => scale(1.0, "B"),
            },
        }
    }

    /// Returns one unit for several values: that of the geometric mean of those that are positive.
    pub(crate) fn common(values: impl Iterator<Item = f64>, unit: Unit) -> UnitScale {
        let logarithms: Vec<f64> = values.filter(|v| *v > 0.0).map(f64::ln).collect();
        let mean = logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64;
        UnitScale::of(mean.exp(), unit)
    }

    /// Formats a number in this unit, without its symbol.
    pub(crate) fn number(self, value: f64) -> String {
        number(value * self.factor)
    }

    fn with_unit(self, number: String) -> String {
        join(&[number, self.symbol.to_owned()], " ")
    }
}

/// Longest run of digits that is a number. Longer ones are names: revisions, hashes.
const LONGEST_NUMBER: usize = 9;

/// Separates thousands in one way on a whole page, outside of code, tags and the targets of links:
/// "20,000" and "20000" are both "20 000". Digits that are part of a word stay as they are.
pub(crate) fn with_one_separator(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = match c {
            '`' => end_of_code(rest),
            '<' => closed(rest, ">"),
            ']' if rest.starts_with("](") => closed(rest, ")"),
            c if c.is_ascii_alphanumeric() => {
                let part = |c: char| !(c.is_ascii_alphanumeric() || "-_./=#,".contains(c));
                let end = rest.find(part).unwrap_or(rest.len());
                // Marks at the end are those of the sentence.
                let word = rest[..end].trim_end_matches(['.', ',', '-', '/']);
                written += &separated(word);
                rest = &rest[word.len()..];
                continue;
            }
            c => c.len_utf8(),
        };
        written += &rest[..end];
        rest = &rest[end..];
    }
    written
}

/// Returns the end of the code that begins with the grave accents at the start of `text`: behind
/// the next that are as many, or that of the first if nothing ends them.
fn end_of_code(text: &str) -> usize {
    let accents = |from: usize| {
        let rest = &text[from..];
        rest.len() - rest.trim_start_matches('`').len()
    };
    let fence = accents(0);
    let mut at = fence;
    while let Some(next) = text[at..].find('`') {
        let count = accents(at + next);
        at += next + count;
        if count == fence {
            return at;
        }
    }
    fence
}

/// Returns the end of what begins with the first character of `text` and ends with `mark`: that of
/// the character itself if nothing ends it.
fn closed(text: &str, mark: &str) -> usize {
    let inside = text.get(1..).and_then(|inside| inside.find(mark));
    inside.map_or(1, |end| 1 + end + mark.len())
}

/// Returns a word that is a whole number with grouped digits, and any other word as it is.
fn separated(word: &str) -> String {
    let mut groups = word.split(',');
    let first = groups.next().unwrap_or_default();
    let is_number = |digits: &str| digits.bytes().all(|b| b.is_ascii_digit());
    let by_commas = (1..=3).contains(&first.len()) && word.contains(',');
    let whole = if by_commas {
        groups.all(|group| group.len() == 3 && is_number(group))
    } else {
        !word.contains(',')
    };
    let digits = word.replace(',', "");
    // A zero ahead is that of a name, too.
    let is_name = digits.len() > LONGEST_NUMBER || digits.starts_with('0');
    let fits = !is_name && is_number(&digits);
    match digits.parse::<u32>() {
        Ok(_) if by_commas && whole && fits => spaced(&digits),
        Ok(_) if whole && fits && digits.len() > 4 => spaced(&digits),
        _ => word.to_owned(),
    }
}

/// Returns digits in groups of three.
fn spaced(digits: &str) -> String {
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(GROUP);
        }
        text.push(digit);
    }
    text
}

/// Groups the digits of positive whole numbers of five digits or more. Four are read without, as
/// years are.
fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    if digits.len() <= 4 {
        return digits;
    }
    spaced(&digits)
}

#[cfg(test)]
mod tests;
