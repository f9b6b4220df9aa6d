//! The data of a claim's rule: measures over choices of rows, and conditions on their values.

use crate::papers::Paper;
use anyhow::{Result, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;

/// An earlier form of a rule.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Change {
    /// Day of the change: "2026-11-23".
    pub(crate) date: String,
    /// The rule until then, in words.
    pub(crate) was: String,
    pub(crate) why: String,
}

/// Condition under which rows can decide a claim.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Testable {
    /// All hold.
    pub(super) when: Vec<Condition>,
    /// The condition in words: "flights in which the budget stops the detector".
    pub(super) needs: String,
}

/// Verdict "depends on", with the quantity that decides whether the claim holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Dependence {
    /// "the number of faces".
    pub(super) what: String,
    /// All hold.
    pub(super) when: Vec<Condition>,
}

/// Values computed from rows, and from the paper's numbers in the same way.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Measure {
    /// Name by which conditions refer to it; may be empty if there is one alone.
    #[serde(default)]
    pub(super) name: String,
    pub(super) measure: Kind,
    pub(super) of: Source,
    /// The second source of ratios and the like: one detector. Takes from `of` the keys that it
    /// does not give.
    pub(super) by: Option<Source>,
    /// Height that a curve reaches, in the unit of its rows.
    pub(super) height: Option<f64>,
    /// Shown, but not part of the rule. It may be missing.
    #[serde(default)]
    pub(super) shown: bool,
}

/// Procedure of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    /// The values of `of`.
    Value,
    /// `of` divided by `by`: position by position, or by the only value of `by`. Each detector of
    /// `of` by its own value if `by` names no detector.
    Ratio,
    /// The values of `of`, divided by the first.
    Relative,
    /// Growth exponent of `of` along its axis.
    Exponent,
    /// Rise of `of` from its first position to its last, divided by their distance: in the unit of
    /// its rows, for a step of one on the axis.
    Slope,
    /// Multiple of the position of `of` at which its curve has risen by the factor between the
    /// paper's curves of `of` and of `by`.
    SameGrowth,
    /// Position at which `of` reaches `height`: interpolated as a power law between the two points
    /// around it, or extrapolated along the last two points.
    Reaches,
    /// Position at which `by` becomes less than `of`. The interval ends at its neighbors on the
    /// axis.
    Crossing,
    /// Mean of `of`, weighted by `by`.
    WeightedMean,
}

impl Kind {
    /// Returns true if its values compare two sides: both alike give one.
    pub(super) fn compares(self) -> bool {
        matches!(self, Kind::Ratio | Kind::Relative | Kind::SameGrowth)
    }
}

/// Choice of rows, with the paper's numbers for the same.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Source {
    /// The claim's experiment if absent.
    pub(super) experiment: Option<String>,
    /// "time" if absent.
    pub(super) quantity: Option<String>,
    /// One detector or several, or "each".
    pub(super) detector: Option<OneOrMany<String>>,
    pub(super) series: Option<Series>,
    pub(super) at: Option<At>,
    /// Quantity whose values are the positions, instead of the rows' own. All series together are
    /// one curve.
    pub(super) against: Option<String>,
    pub(super) statistic: Option<Statistic>,
    /// A number of the definition, instead of rows.
    pub(super) parameter: Option<String>,
    /// The paper's curve; a figure if its curves are named after the values of the series.
    pub(super) paper: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    pub(super) fn as_slice(&self) -> &[T] {
        match self {
            OneOrMany::One(one) => std::slice::from_ref(one),
            OneOrMany::Many(many) => many,
        }
    }
}

impl Source {
    /// Returns the names of the detectors, or "each".
    pub(super) fn detectors(&self) -> &[String] {
        self.detector.as_ref().map_or(&[], OneOrMany::as_slice)
    }
}

/// Series of rows: one or several by their names, or a setting with its values, "measured" for all
/// that have rows and "largest-measured" for the last of them. Rows without a series if absent.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Series {
    Names(OneOrMany<String>),
    Setting(BTreeMap<String, OneOrMany<String>>),
}

/// Positions on the axis of a curve.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum At {
    Positions(OneOrMany<f64>),
    Span(Span),
    Rule(Pick),
    /// The positions of a figure.
    Figure(String),
}

impl At {
    /// Returns the positions that it lists, or those of the figure that it names.
    pub(super) fn positions<'a>(&'a self, paper: &'a Paper) -> Option<&'a [f64]> {
        match self {
            At::Positions(positions) => Some(positions.as_slice()),
            At::Figure(path) => Some(&paper.figure(path).expect("papers are checked").x),
            At::Span(_) | At::Rule(_) => None,
        }
    }
}

/// Positions by a rule. [`Pick::All`] is the default of measures of curves, [`Pick::Last`] of
/// others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Pick {
    Last,
    All,
    BeforeLast,
    /// Median of the first half of the positions.
    FirstHalf,
    /// Least value of all positions.
    Least,
    /// Sum over all positions.
    Sum,
}

/// Positions within bounds.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Span {
    pub(super) from: Option<Number>,
    pub(super) to: Option<Number>,
    /// Only the last position up to this one.
    pub(super) up_to: Option<Number>,
    /// From the first position at which another quantity of the same detector is above zero.
    pub(super) from_first: Option<String>,
}

/// A number, or one of the paper's: "figure.10" is the first position as a lower bound and the last
/// as an upper bound, "figure.10.last" the last position, "figure.10.octree" the only number of a
/// curve.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Number {
    Plain(f64),
    Named(String),
}

/// Number of a row. The least time of all repeats is that which others on the machine have added
/// least to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Statistic {
    Median,
    Least,
    Largest,
}

/// Condition on the values of a measure.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Condition {
    /// Names of the measures, each of which has to pass (or any, with `in = "any"`); the first
    /// measure if absent.
    pub(super) of: Option<OneOrMany<String>>,
    pub(super) is: Test,
    /// Factor of the bound.
    pub(super) times: Option<f64>,
    /// If set, the whole interval of each value has to pass, not the value alone.
    #[serde(default)]
    pub(super) interval: bool,
    /// Number of values that have to pass.
    #[serde(default, rename = "in")]
    pub(super) quantity: Quantity,
}

/// Test of one value, or of the order of all.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Test {
    Above(Number),
    Below(Number),
    AtLeast(Number),
    AtMost(Number),
    EqualTo(Number),
    Between([f64; 2]),
    /// Below the first, or above the second.
    Outside([f64; 2]),
    /// At most this many times larger or smaller than the paper's.
    ///
    /// Between machines thirty years apart the ratio of two parts of a program (arithmetic,
    /// memory, branches) moves by about 1.5 without any change of method.
    WithinFactor(f64),
    /// At most this far from the paper's.
    Within(f64),
    WithinPercent(f64),
    /// Each value is larger than the one before.
    Rising,
    /// Each value is smaller than the one before.
    Falling,
    SmallerAtLast,
    LargestAtLast,
    /// The paper's number is larger than a bound that is proved.
    PaperAbove(f64),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Quantity {
    #[default]
    All,
    Any,
    First,
    Last,
    Count(usize),
    Share(f64),
}

impl Source {
    /// Returns this source with the keys of `of` in its empty ones.
    pub(super) fn within(&self, of: &Source) -> Source {
        let own = self.clone();
        Source {
            experiment: own.experiment.or_else(|| of.experiment.clone()),
            quantity: own.quantity.or_else(|| of.quantity.clone()),
            detector: own.detector.or_else(|| of.detector.clone()),
            series: own.series.or_else(|| of.series.clone()),
            at: own.at.or_else(|| of.at.clone()),
            against: own.against.or_else(|| of.against.clone()),
            statistic: own.statistic.or(of.statistic),
            ..own
        }
    }
}

impl Condition {
    /// Returns the names of its measures, an empty one for the first measure.
    pub(super) fn measures(&self) -> impl Iterator<Item = &str> {
        let names = self.of.as_ref().map_or(&[][..], OneOrMany::as_slice);
        let first = names.is_empty().then_some("");
        names.iter().map(String::as_str).chain(first)
    }
}

impl Condition {
    /// Checks that there are values that pass and values that do not.
    ///
    /// # Errors
    /// Bounds or numbers of values that decide nothing.
    pub(super) fn check(&self) -> Result<()> {
        let is_bound = match self.is {
            Test::Between([least, most]) | Test::Outside([least, most]) => least <= most,
            Test::WithinFactor(factor) => factor >= 1.0,
            Test::Within(distance) | Test::WithinPercent(distance) => distance >= 0.0,
            _ => true,
        };
        ensure!(is_bound, "no value lies within the bounds of {:?}", self.is);
        let is_number = match self.quantity {
            Quantity::Count(least) => least > 0,
            Quantity::Share(least) => least > 0.0 && least <= 1.0,
            _ => true,
        };
        ensure!(
            is_number,
            "`in` is {:?}: it has to be a count above 0, or a share above 0 and at most 1",
            self.quantity
        );
        Ok(())
    }
}

impl Number {
    /// Returns true if it is the paper's number for each value.
    pub(super) fn is_the_papers(&self) -> bool {
        matches!(self, Number::Named(name) if name == "paper")
    }
}

impl Test {
    /// Returns true for a test of the order of all values, not of each.
    pub(super) const fn is_of_order(&self) -> bool {
        use Test::{Falling, LargestAtLast, Rising, SmallerAtLast};
        matches!(self, Rising | Falling | SmallerAtLast | LargestAtLast)
    }

    /// Returns the bound of a comparison with a number.
    pub(super) fn bound(&self) -> Option<&Number> {
        match self {
            Test::Above(n) | Test::Below(n) | Test::AtLeast(n) => Some(n),
            Test::AtMost(n) | Test::EqualTo(n) => Some(n),
            _ => None,
        }
    }
}
