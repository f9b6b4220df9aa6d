//! Claims of the papers, and the verdicts that follow from the rows.
//!
//! A claim is data in `benches/papers`: measures of the rows, and conditions on their values. One
//! evaluator computes the measures ([`evaluate`]), checks the conditions and gives the verdict
//! ([`verdict`]). It refuses a verdict if the rule also holds for the claim's negative control
//! ([`control`]): a rule that anything passes decides nothing. The sentence that states the rule is
//! generated from the same data ([`words`]). Milliseconds of different machines are never compared:
//! only ratios within one run, growth exponents, crossings, shares and counts.

mod control;
mod evaluate;
mod verdict;
pub(crate) mod words;

pub(crate) use evaluate::ratio;
pub(crate) use verdict::{Verdict, counted, of_papers};

use crate::Page;
use crate::format::NOTHING;
use crate::papers::{Paper, Papers};
use anyhow::{Context, Result, ensure};
use control::Control;
use evaluate::{ClaimInput, Measured};
use records::Rows;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A claim with its rule.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Claim {
    /// Name in rules and links: "fig6-faces".
    pub(crate) id: String,
    /// The experiment whose rows are measured, and under which the claim is shown.
    pub(crate) experiment: String,
    /// Figure or section of the paper.
    pub(crate) place: String,
    pub(crate) says: String,
    /// Statement of the paper, if no measure refers to a number of it. As in `says`, names in braces
    /// stand for the paper's numbers.
    #[serde(default = "no_number")]
    pub(crate) stated: String,
    measures: Vec<Measure>,
    /// Date of the first form of the rule: "2026-11-22".
    pub(crate) rule_of: String,
    /// Later forms, in the order of their dates: the rule was changed after data had been seen.
    #[serde(default)]
    pub(crate) changed: Vec<Change>,
    /// Condition without which rows say nothing about the claim.
    testable: Option<Testable>,
    /// Conditions of "error in the paper": there are some and all hold. They come first, because a
    /// wrong statement cannot be reproduced.
    #[serde(default)]
    error_in_paper: Vec<Condition>,
    /// Else conditions of "reproduced", or of "held" for an own hypothesis: all hold.
    #[serde(alias = "held")]
    reproduced: Vec<Condition>,
    /// Else conditions of "contradicted", or of "failed": all hold. They come before those of milder
    /// verdicts. If there are none, what is left in the end is contradicted, else undecided.
    #[serde(default, alias = "failed")]
    contradicted: Vec<Condition>,
    /// Else conditions of "shifted": there are some and all hold. As for the next two.
    #[serde(default)]
    shifted: Vec<Condition>,
    #[serde(default)]
    mechanism_only: Vec<Condition>,
    depends_on: Option<Dependence>,
    /// Values for which `reproduced` must not hold.
    control: Control,
    /// Limits of the comparison.
    pub(crate) caveat: String,
}

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
struct Testable {
    /// All hold.
    when: Vec<Condition>,
    /// The condition in words: "flights in which the budget stops the detector".
    needs: String,
}

/// Verdict "depends on", with the quantity that decides whether the claim holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Dependence {
    /// "the number of faces".
    what: String,
    /// All hold.
    when: Vec<Condition>,
}

/// Values computed from rows, and from the paper's numbers in the same way.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Measure {
    /// Name by which conditions refer to it; may be empty if there is one alone.
    #[serde(default)]
    name: String,
    measure: Kind,
    of: Source,
    /// The second source of ratios and the like. Takes from `of` the keys that it does not give.
    by: Option<Source>,
    /// Shown, but not part of the rule. It may be missing.
    #[serde(default)]
    shown: bool,
}

/// Procedure of a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    /// The values of `of`.
    Value,
    /// `of` divided by `by`: position by position, or by the only value of `by`.
    Ratio,
    /// The values of `of`, divided by the first.
    Relative,
    /// Growth exponent of `of` along its axis.
    Exponent,
    /// Multiple of the position of `of` at which its curve has risen by the factor between the
    /// paper's curves of `of` and of `by`.
    Reach,
    /// Position at which `by` becomes less than `of`. The interval ends at its neighbors on the
    /// axis.
    Crossing,
    /// Mean of `of`, weighted by `by`.
    WeightedMean,
}

impl Kind {
    /// Returns true if its values compare two sides: both alike give one.
    fn compares(self) -> bool {
        matches!(self, Kind::Ratio | Kind::Relative | Kind::Reach)
    }
}

/// Choice of rows, with the paper's numbers for the same.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Source {
    /// The claim's experiment if absent.
    experiment: Option<String>,
    /// "time" if absent.
    quantity: Option<String>,
    /// One detector or several, or "each".
    detector: Option<OneOrMany<String>>,
    series: Option<Series>,
    at: Option<At>,
    statistic: Option<Statistic>,
    /// A number of the definition, instead of rows.
    parameter: Option<String>,
    /// The paper's curve; a figure if its curves are named after the values of the series.
    paper: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    fn as_slice(&self) -> &[T] {
        match self {
            OneOrMany::One(one) => std::slice::from_ref(one),
            OneOrMany::Many(many) => many,
        }
    }
}

impl Source {
    /// Returns the names of the detectors, or "each".
    fn detectors(&self) -> &[String] {
        self.detector.as_ref().map_or(&[], OneOrMany::as_slice)
    }
}

/// Series of rows: one by its name, or a setting with its values, "measured" for all that have
/// rows and "largest-measured" for the last of them. Rows without a series if absent.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Series {
    Name(String),
    Setting(BTreeMap<String, OneOrMany<String>>),
}

/// Positions on the axis of a curve.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum At {
    Positions(OneOrMany<f64>),
    Span(Span),
    Rule(Pick),
    /// The positions of a figure.
    Figure(String),
}

impl At {
    /// Returns the positions that it lists, or those of the figure that it names.
    fn positions<'a>(&'a self, paper: &'a Paper) -> Option<&'a [f64]> {
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
enum Pick {
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
struct Span {
    from: Option<Number>,
    to: Option<Number>,
    /// Only the last position up to this one.
    up_to: Option<Number>,
    /// From the first position at which another quantity of the same detector is above zero.
    from_first: Option<String>,
}

/// A number, or one of the paper's: "figure.10" is the first position as a lower bound and the last
/// as an upper bound, "figure.10.last" the last position, "figure.10.octree" the only number of a
/// curve.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Number {
    Plain(f64),
    Named(String),
}

/// Number of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Statistic {
    Median,
    Largest,
}

/// Condition on the values of a measure.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Condition {
    /// Names of the measures, each of which has to pass (or any, with `in = "any"`); the first
    /// measure if absent.
    of: Option<OneOrMany<String>>,
    is: Test,
    /// Factor of the bound.
    times: Option<f64>,
    /// If set, the whole interval of each value has to pass, not the value alone.
    #[serde(default)]
    interval: bool,
    /// Number of values that have to pass.
    #[serde(default, rename = "in")]
    quantity: Quantity,
}

/// Test of one value, or of the order of all.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Test {
    Above(Number),
    Below(Number),
    AtLeast(Number),
    AtMost(Number),
    EqualTo(Number),
    Between([f64; 2]),
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
enum Quantity {
    #[default]
    All,
    Any,
    First,
    Last,
    Count(usize),
    Share(f64),
}

/// A claim with the numbers and the verdict that follow from the rows.
pub(crate) struct Assessed<'a> {
    pub(crate) paper: &'a Paper,
    pub(crate) claim: &'a Claim,
    /// Our numbers, or the reason if the rows do not suffice.
    pub(crate) ours: String,
    /// Our numbers as ratios, exponents or counts, which do not depend on the machine.
    pub(crate) normalized: String,
    pub(crate) verdict: Verdict,
    /// Reason for "not testable here" although there are rows. Empty otherwise.
    pub(crate) reason: String,
    /// Share of the resampled rows that give the same verdict. `None` if rows were not resampled.
    pub(crate) stability: Option<f64>,
}

/// Assesses every claim by `rows`: paper by paper, in the order of its sections.
pub(crate) fn ledger<'a>(rows: &Rows, papers: &'a Papers, pages: &[Page]) -> Vec<Assessed<'a>> {
    let claims = papers.0.iter().flat_map(|paper| {
        let input = ClaimInput { rows, paper, pages };
        paper
            .claims
            .iter()
            .map(move |claim| claim.assess(paper, &input))
    });
    claims.collect()
}

fn no_number() -> String {
    "no number".to_owned()
}

impl Claim {
    /// Assesses the claim by the rows of `input`. Resampled rows give further draws.
    fn assess<'a>(&'a self, paper: &'a Paper, input: &ClaimInput<'_>) -> Assessed<'a> {
        let measured = self.measured(input);
        let (ours, normalized) = match &measured {
            Ok(measured) => words::found(self, measured),
            Err(reason) => (reason.to_string(), NOTHING.to_owned()),
        };
        let decided = measured.map(|measured| self.decide(&measured, input));
        let (verdict, reason) = match decided {
            Ok(Ok(decided)) => decided,
            Ok(Err(reason)) => (Verdict::NotTestable, reason.to_string()),
            // The reason stands in place of our numbers.
            Err(_) => (Verdict::NotTestable, String::new()),
        };
        Assessed {
            paper,
            claim: self,
            ours,
            normalized,
            verdict,
            reason,
            stability: None,
        }
    }

    /// Computes the measures. One that is only shown may be missing. An error is the reason why
    /// rows do not suffice.
    fn measured<'a>(&'a self, input: &ClaimInput<'a>) -> Result<Vec<Option<Measured<'a>>>> {
        let measured = |measure| match input.measure(self, measure) {
            Err(_) if measure.shown => Ok(None),
            measured => measured.map(Some),
        };
        self.measures.iter().map(measured).collect()
    }

    /// Returns the measures of the rule, without those that are only shown.
    fn ruling(&self) -> impl Iterator<Item = &Measure> {
        self.measures.iter().filter(|m| !m.shown)
    }

    /// Returns the index of a measure, or that of the first for an empty name.
    fn position(&self, name: &str) -> Option<usize> {
        match name {
            "" => Some(0),
            name => self.measures.iter().position(|m| m.name == name),
        }
    }

    fn conditions(&self) -> impl Iterator<Item = &Condition> {
        let first = self.testable.iter().flat_map(|t| &t.when);
        let verdicts = self.outcomes().flat_map(|(_, conditions)| conditions);
        first.chain(verdicts)
    }

    /// Checks that everything it refers to exists.
    pub(crate) fn check(&self, paper: &Paper, pages: &[Page]) -> Result<()> {
        ensure!(!self.reproduced.is_empty(), "`reproduced` has no condition");
        self.check_verdicts(paper)?;
        self.check_dates()?;
        for measure in self
            .measures
            .iter()
            .cloned()
            .chain(self.control.replaced(self)?)
        {
            let two = [Kind::Ratio, Kind::Reach, Kind::Crossing, Kind::WeightedMean];
            ensure!(
                measure.by.is_some() == two.contains(&measure.measure),
                "`by` belongs to measures of two sources, and only to them"
            );
            self.check_source(&measure.of, paper, pages)?;
            if let Some(by) = &measure.by {
                self.check_source(&by.within(&measure.of), paper, pages)?;
            }
        }
        for condition in self.conditions() {
            for name in condition.measures() {
                let i = self.position(name);
                let i = i.with_context(|| format!("there is no measure `{name}`"))?;
                ensure!(
                    !self.measures[i].shown,
                    "the measure `{name}` is only shown"
                );
            }
            if let Some(Number::Named(name)) = condition.is.bound()
                && name != "paper"
                && self.position(name).is_none()
            {
                paper.curve(name)?;
            }
        }
        Ok(())
    }

    fn check_source(&self, source: &Source, paper: &Paper, pages: &[Page]) -> Result<()> {
        let experiment = source.experiment.as_ref().unwrap_or(&self.experiment);
        let page = pages.iter().find(|page| page.id == *experiment);
        let page = page.with_context(|| format!("there is no experiment `{experiment}`"))?;
        if let Some(name) = &source.parameter {
            page.parameter(name)?;
        }
        for detector in source.detectors() {
            // Definitions of trees and cubes list no detectors: only their rows name them.
            if !page.detectors.is_empty() && detector != "each" {
                ensure!(
                    page.detectors.contains(detector),
                    "`{detector}` takes no part in {experiment}; it can be {}",
                    page.detectors.join(", ")
                );
            }
        }
        if let Some(Series::Setting(setting)) = &source.series {
            let varied = page.varied();
            for key in setting.keys() {
                ensure!(
                    varied.is_empty() || varied.contains(&key.as_str()),
                    "{experiment} does not vary `{key}`"
                );
            }
        }
        if let Some(path) = &source.paper {
            paper.figure_of(path)?;
        }
        match &source.at {
            Some(At::Figure(path)) => drop(paper.figure(path)?),
            Some(At::Span(span)) => {
                for number in [&span.from, &span.to, &span.up_to].into_iter().flatten() {
                    evaluate::number(number, paper, true)?;
                }
            }
            _ => {}
        }
        Ok(())
    }
}

impl Source {
    /// Returns this source with the keys of `of` in its empty ones.
    fn within(&self, of: &Source) -> Source {
        let own = self.clone();
        Source {
            experiment: own.experiment.or_else(|| of.experiment.clone()),
            quantity: own.quantity.or_else(|| of.quantity.clone()),
            detector: own.detector.or_else(|| of.detector.clone()),
            series: own.series.or_else(|| of.series.clone()),
            at: own.at.or_else(|| of.at.clone()),
            statistic: own.statistic.or(of.statistic),
            ..own
        }
    }
}

impl Condition {
    /// Returns the names of its measures, an empty one for the first measure.
    fn measures(&self) -> impl Iterator<Item = &str> {
        let names = self.of.as_ref().map_or(&[][..], OneOrMany::as_slice);
        let first = names.is_empty().then_some("");
        names.iter().map(String::as_str).chain(first)
    }
}

impl Test {
    /// Returns the bound of a comparison with a number.
    fn bound(&self) -> Option<&Number> {
        match self {
            Test::Above(n) | Test::Below(n) | Test::AtLeast(n) => Some(n),
            Test::AtMost(n) | Test::EqualTo(n) => Some(n),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
