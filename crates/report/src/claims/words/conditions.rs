//! Conditions of verdicts in words.

use crate::claims::{Assessed, Claim, Condition, Number, OneOrMany, Quantity, Test, evaluate};
use crate::format::{self, join};
use crate::papers::Paper;
use records::Unit;

/// Claim whose conditions are put in words.
pub(super) struct Worded<'a> {
    pub(super) claim: &'a Claim,
    pub(super) paper: &'a Paper,
    /// Unit of the values of each measure, `None` if they have no unit of rows.
    pub(super) units: &'a [Option<Unit>],
}

impl Worded<'_> {
    /// Returns the unit of a measure's values by its name.
    fn unit(&self, name: &str) -> Option<Unit> {
        self.units[self.claim.position(name)?]
    }
}

/// Returns conditions in words, all of which have to hold.
pub(super) fn all(assessed: &Assessed<'_>, conditions: &[Condition]) -> String {
    let claim = Worded {
        claim: assessed.claim,
        paper: assessed.paper,
        units: &assessed.units,
    };
    let conditions = conditions.iter().map(|c| condition_words(&claim, c));
    conditions.collect::<Vec<_>>().join(", and ")
}

fn condition_words(claim: &Worded<'_>, condition: &Condition) -> String {
    let interval = if condition.interval {
        "whole interval "
    } else {
        ""
    };
    let test = test_words(claim, condition);
    let quantity = match condition.quantity {
        Quantity::All => String::new(),
        Quantity::Any => ", for one at least".to_owned(),
        Quantity::First => ", for the first".to_owned(),
        Quantity::Last => ", for the last".to_owned(),
        Quantity::Count(n) => format!(", for at least {n}"),
        Quantity::Share(share) => format!(", for at least {} % of them", 100.0 * share),
    };
    let text = format!("{interval}{test}{quantity}");
    let of = condition.of.as_ref().map(OneOrMany::as_slice);
    join(&[of.unwrap_or_default().join(" / "), text], " ")
}

/// Returns the test of each value in words: "at least 2 times the paper's".
pub(super) fn test_words(claim: &Worded<'_>, condition: &Condition) -> String {
    let bound = |number: &Number, extreme: &str| bound_words(claim, condition, number, extreme);
    let plain = |n: f64| plain_words(claim, condition, n);
    match &condition.is {
        Test::Above(n) => format!("above {}", bound(n, "largest")),
        Test::Below(n) => format!("below {}", bound(n, "least")),
        Test::AtLeast(n) => format!("at least {}", bound(n, "largest")),
        Test::AtMost(n) => format!("at most {}", bound(n, "least")),
        Test::EqualTo(n) => format!("equal to {}", bound(n, "least")),
        Test::Between([least, most]) => format!("between {} and {}", plain(*least), plain(*most)),
        Test::Outside([least, most]) => format!("outside of {} to {}", plain(*least), plain(*most)),
        Test::WithinFactor(factor) => format!("within a factor {factor} of the paper's"),
        Test::Within(distance) => format!("within {distance} of the paper's"),
        Test::WithinPercent(percent) => format!("within {percent} % of the paper's"),
        Test::Rising => "each larger than the one before".to_owned(),
        Test::Falling => "each smaller than the one before".to_owned(),
        Test::SmallerAtLast => "the last smaller than the first".to_owned(),
        Test::LargestAtLast => "the last is the largest".to_owned(),
        Test::PaperAbove(proved) => format!("the paper's above {proved}"),
    }
}

/// Returns a bound in words. A measure is compared with itself by its value that is the hardest to
/// keep to, the `extreme`.
fn bound_words(
    worded: &Worded<'_>,
    condition: &Condition,
    number: &Number,
    extreme: &str,
) -> String {
    let Worded { claim, paper, .. } = *worded;
    let times = condition
        .times
        .map_or(String::new(), |t| format!("{t} times "));
    let itself = |name: &String| condition.measures().any(|of| of == name);
    let plain = |n: f64| format!("{times}{}", plain_words(worded, condition, n));
    match number {
        Number::Plain(n) => plain(*n),
        Number::Named(name) if name == "paper" => format!("{times}the paper's"),
        Number::Named(name) if itself(name) => format!("{times}its {extreme}"),
        Number::Named(name) if claim.position(name).is_some() => format!("{times}{name}"),
        named => evaluate::number(named, paper, true).map_or(String::new(), plain),
    }
}

/// Formats a number of a condition, a time or a size with its unit.
fn plain_words(claim: &Worded<'_>, condition: &Condition, n: f64) -> String {
    let unit = condition.measures().find_map(|name| claim.unit(name));
    match unit {
        Some(unit @ (Unit::Seconds | Unit::Bytes)) => format::value(n, unit),
        _ => n.to_string(),
    }
}
