//! Claims of the papers, and the verdicts that follow from the rows.
//!
//! A claim is data in `benches/papers` ([`definition`]): measures of the rows, and conditions on
//! their values. One evaluator chooses the rows ([`points`]), computes the measures ([`evaluate`]),
//! checks the conditions ([`rule`]) and gives the verdict ([`verdict`]), which most resamples have
//! to share ([`stability`]). It refuses a verdict if the rule also holds for the claim's negative
//! control ([`control`]): a rule that anything passes decides nothing. The sentence that states the
//! rule is generated from the same data ([`words`]). Milliseconds of different machines are never
//! compared: only ratios within one run, growth exponents, crossings, shares and counts.

pub(crate) mod compared;
mod control;
mod definition;
mod details;
mod evaluate;
pub(crate) mod numbers;
mod points;
mod rule;
mod stability;
mod verdict;
pub(crate) mod words;

pub(crate) use definition::{Change, Condition};
pub(crate) use evaluate::ratio;
pub(crate) use verdict::{Verdict, counted, of_papers, standing};

use crate::Page;
use crate::format::{NOTHING, join};
use crate::papers::{Paper, Papers};
use anyhow::{Context, Result, ensure};
use compared::Compared;
use control::Control;
use definition::{At, Dependence, Kind, Measure, Number, OneOrMany, Pick, Quantity, Series};
use definition::{Source, Span, Statistic, Test, Testable};
use evaluate::Measured;
use points::ClaimInput;
use rayon::prelude::*;
use records::statistics::Estimate;
use records::{Rows, Unit};
use serde::Deserialize;
use stability::Settled;

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
    /// Statement of the paper, if no measure refers to a number of it. As in `says`, names in
    /// braces stand for the paper's numbers.
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
    /// Else conditions of "contradicted", or of "failed": all hold. They come before those of
    /// milder verdicts. If there are none, what is left in the end is contradicted, else undecided.
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

/// A claim with the numbers and the verdict that follow from the rows.
pub(crate) struct Assessed<'a> {
    pub(crate) paper: &'a Paper,
    pub(crate) claim: &'a Claim,
    /// Our numbers, or the reason if the rows do not suffice.
    pub(crate) ours: String,
    /// Our numbers as ratios, exponents or counts, which do not depend on the machine.
    pub(crate) normalized: String,
    /// Tables of values that are too many for a cell. May be empty.
    pub(crate) details: String,
    /// The values that the rule reads and that do not depend on the machine, for pictures.
    pub(crate) values: Vec<NamedValue>,
    pub(crate) verdict: Verdict,
    /// Values of the first measure beside the paper's, if it is a ratio or an exponent.
    pub(crate) compared: Vec<Compared>,
    /// Unit of the values of each measure, `None` if they have no unit of rows, or without rows.
    units: Vec<Option<Unit>>,
    /// Reason for "not testable here" although there are rows, or for "undecided" because of its
    /// stability. Empty otherwise.
    pub(crate) reason: String,
    /// Share of draws that give the same verdict. `None` if nothing varies, or without draws.
    pub(crate) stability: Option<f64>,
    /// Number of recorded runs with the same verdict, and of all that decide the claim on the same
    /// scenes, the newest among both. `None` if that is the only one.
    pub(crate) runs: Option<[usize; 2]>,
}

/// A number of a claim with the paper's.
pub(crate) struct NamedValue {
    /// Name of its measure, and its position if there are several.
    pub(crate) name: String,
    pub(crate) ours: Estimate,
    pub(crate) paper: Option<f64>,
}

/// Assesses every claim by `rows`: paper by paper, in the order of its sections. Without stability.
pub(crate) fn ledger<'a>(rows: &Rows, papers: &'a Papers, pages: &[Page]) -> Vec<Assessed<'a>> {
    assessed(rows, &[], papers, pages, false)
}

/// Assesses every claim by `rows`: paper by paper, in the order of its sections. A verdict that few
/// draws of the samples share is undecided, and so is one that an earlier run contradicts.
/// `earlier` has the rows of those.
///
/// # Cost
/// Computes the measures of each claim two hundred times: some seconds for all papers.
pub(crate) fn settled_ledger<'a>(
    rows: &Rows,
    earlier: &[Rows],
    papers: &'a Papers,
    pages: &[Page],
) -> Vec<Assessed<'a>> {
    assessed(rows, earlier, papers, pages, true)
}

fn assessed<'a>(
    rows: &Rows,
    earlier: &[Rows],
    papers: &'a Papers,
    pages: &[Page],
    with_stability: bool,
) -> Vec<Assessed<'a>> {
    let of_paper = |paper: &'a Paper| paper.claims.iter().map(move |claim| (paper, claim));
    let claims: Vec<_> = papers.0.iter().flat_map(of_paper).collect();
    let assess = |(paper, claim): (&'a Paper, &'a Claim)| {
        let input = ClaimInput {
            rows,
            earlier,
            paper,
            pages,
        };
        claim.assess(paper, &input, with_stability)
    };
    // Draws of a claim take up to a second: no thread takes a second claim before it needs one.
    claims.into_par_iter().with_max_len(1).map(assess).collect()
}

fn no_number() -> String {
    "no number".to_owned()
}

impl Claim {
    /// Assesses the claim by the rows of `input`.
    fn assess<'a>(
        &'a self,
        paper: &'a Paper,
        input: &ClaimInput<'_>,
        with_stability: bool,
    ) -> Assessed<'a> {
        let measured = self.measured(input);
        let (ours, normalized) = match &measured {
            Ok(measured) => words::found(self, paper, measured),
            Err(reason) => (reason.to_string(), NOTHING.to_owned()),
        };
        let units = match &measured {
            Ok(measured) => self.units(measured),
            Err(_) => vec![None; self.measures.len()],
        };
        let details = measured
            .as_ref()
            .map_or(String::new(), |m| details::tables(self, m));
        let values = measured.as_ref().map_or(Vec::new(), |m| self.values(m));
        let compared = measured
            .as_ref()
            .map_or(Vec::new(), |m| self.compared(m, paper));
        let decided = measured.map(|measured| {
            let (verdict, reason) = self.decide(&measured, input)?;
            anyhow::Ok(if with_stability && reason.is_empty() {
                self.settled(verdict, &measured, input)
            } else {
                Settled::new(verdict, reason)
            })
        });
        let settled = match decided {
            Ok(Ok(settled)) => settled,
            Ok(Err(reason)) => Settled::new(Verdict::NotTestable, reason.to_string()),
            // The reason stands in place of our numbers.
            Err(_) => Settled::new(Verdict::NotTestable, String::new()),
        };
        Assessed {
            paper,
            claim: self,
            ours,
            normalized,
            details,
            values,
            compared,
            units,
            verdict: settled.verdict,
            reason: settled.reason,
            stability: settled.stability,
            runs: settled.runs,
        }
    }

    /// Computes the measures. One that is only shown may be missing. An error is the reason why
    /// rows do not suffice.
    fn measured<'a>(&'a self, input: &ClaimInput<'a>) -> Result<Vec<Option<Measured<'a>>>> {
        let measured = |measure| match input.measure(&self.experiment, measure) {
            Err(_) if measure.shown => Ok(None),
            measured => measured.map(Some),
        };
        self.measures.iter().map(measured).collect()
    }

    /// Returns the unit of each measure's values, `None` if they have no unit of rows.
    fn units(&self, measured: &[Option<Measured<'_>>]) -> Vec<Option<Unit>> {
        let both = self.measures.iter().zip(measured);
        both.map(|(measure, measured)| measured.as_ref()?.unit(measure))
            .collect()
    }

    /// Returns the values of the measures that its rule reads, without times and sizes in memory.
    fn values(&self, measured: &[Option<Measured<'_>>]) -> Vec<NamedValue> {
        let free = |unit: Option<Unit>| !matches!(unit, Some(Unit::Seconds | Unit::Bytes));
        let both = self.measures.iter().zip(measured);
        let both = both.filter_map(|(measure, measured)| {
            let measured = measured.as_ref()?;
            (!measure.shown && free(measured.unit(measure))).then_some((measure, measured))
        });
        both.flat_map(|(measure, measured)| {
            // One value for each point, or one of all points.
            let each = measured.values.len() == measured.of.len();
            let name = move |i: usize| {
                let at = if each {
                    words::position_words(&measured.of, i)
                } else {
                    String::new()
                };
                join(&[measure.name.clone(), at], ", ")
            };
            let values = measured.values.iter().enumerate();
            values.map(move |(i, value)| NamedValue {
                name: name(i),
                ours: value.ours,
                paper: value.paper,
            })
        })
        .collect()
    }

    /// Returns the names in rows of the detectors that its measures read, or "each".
    pub(crate) fn detectors(&self) -> impl Iterator<Item = &str> {
        let sources = self
            .measures
            .iter()
            .flat_map(|m| [Some(&m.of), m.by.as_ref()]);
        let names = sources.flatten().flat_map(|source| source.detectors());
        names.map(String::as_str)
    }

    /// Returns the control in words. `units` are those of the measures.
    fn control_in_words(&self, units: &[Option<Unit>]) -> String {
        let both = self.measures.iter().zip(units);
        let mut replaced = both
            .filter(|(m, _)| self.control.replaces(m))
            .map(|(_, u)| *u);
        let first = replaced.next().flatten();
        let unit = first.filter(|_| replaced.all(|unit| unit == first));
        self.control.words(unit.unwrap_or(Unit::Ratio))
    }

    /// Returns the measures of the rule, without those that are only shown.
    fn ruling(&self) -> impl Iterator<Item = &Measure> {
        self.measures.iter().filter(|m| !m.shown)
    }

    /// Returns the index of a measure, or that of the first for an empty name.
    fn position(&self, name: &str) -> Option<usize> {
        rule::position(&self.measures, name)
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
        let names: Vec<&str> = self.measures.iter().map(|m| m.name.as_str()).collect();
        for (i, name) in names.iter().enumerate() {
            ensure!(
                !names[..i].contains(name),
                "two measures are named `{name}`: conditions would read the first only"
            );
        }
        for measure in self
            .measures
            .iter()
            .cloned()
            .chain(self.control.replaced(self)?)
        {
            check_measure(&self.experiment, &measure, paper, pages)?;
        }
        ensure!(
            !self.control.conditions(self, &self.reproduced).is_empty(),
            "no condition of `reproduced` reads a measure that `control` replaces"
        );
        for condition in self.conditions() {
            condition.check()?;
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
}

/// Checks that a measure has as many sources as its kind, and that everything in them exists.
fn check_measure(experiment: &str, measure: &Measure, paper: &Paper, pages: &[Page]) -> Result<()> {
    let two = [
        Kind::Ratio,
        Kind::SameGrowth,
        Kind::Crossing,
        Kind::WeightedMean,
    ];
    ensure!(
        measure.by.is_some() == two.contains(&measure.measure),
        "`by` belongs to measures of two sources, and only to them"
    );
    ensure!(
        measure.height.is_some() == (measure.measure == Kind::Reaches),
        "`height` belongs to the measure `reaches`, and only to it"
    );
    check_source(experiment, &measure.of, paper, pages)?;
    if let Some(by) = &measure.by {
        check_source(experiment, &by.within(&measure.of), paper, pages)?;
        check_one_detector(measure, by)?;
    }
    Ok(())
}

/// Checks that the second source of a measure has one detector: values are compared with those of
/// one. A ratio without a detector of its own compares each detector with itself.
fn check_one_detector(measure: &Measure, by: &Source) -> Result<()> {
    let itself = by.detector.is_none() && measure.measure == Kind::Ratio;
    let taken = by.within(&measure.of);
    let is_one = match taken.detectors() {
        [] => true,
        [one] => one != "each",
        _ => false,
    };
    ensure!(
        itself || is_one,
        "`by` has several detectors ({}), of which only the first would be read; name one, or \
         write a measure for each",
        taken.detectors().join(", ")
    );
    Ok(())
}

/// Checks that everything that a source refers to exists.
fn check_source(experiment: &str, source: &Source, paper: &Paper, pages: &[Page]) -> Result<()> {
    let experiment = source.experiment.as_deref().unwrap_or(experiment);
    let page = pages.iter().find(|page| page.id == experiment);
    let page = page.with_context(|| format!("there is no experiment `{experiment}`"))?;
    if let Some(name) = &source.parameter {
        page.parameter(name)?;
    }
    check_rows(source, page)?;
    if let Some(path) = &source.paper {
        paper.figure_of(path)?;
    }
    match &source.at {
        Some(At::Figure(path)) => drop(paper.figure(path)?),
        Some(At::Span(span)) => {
            for number in [&span.from, &span.to, &span.up_to].into_iter().flatten() {
                points::number(number, paper, true)?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// Checks that an experiment has the detectors and the series of a source.
fn check_rows(source: &Source, page: &Page) -> Result<()> {
    for detector in source.detectors() {
        // Definitions of trees and cubes list no detectors: only their rows name them.
        if !page.detectors.is_empty() && detector != "each" {
            ensure!(
                page.detectors.contains(detector),
                "`{detector}` takes no part in {}; it can be {}",
                page.id,
                page.detectors.join(", ")
            );
        }
    }
    if let Some(Series::Names(names)) = &source.series {
        let jobs: Vec<&str> = page.jobs().collect();
        for name in names.as_slice() {
            ensure!(
                jobs.is_empty() || jobs.contains(&name.as_str()),
                "{} has no job `{name}`",
                page.id
            );
        }
    }
    if let Some(Series::Setting(setting)) = &source.series {
        let varied = page.varied();
        for key in setting.keys() {
            ensure!(
                varied.is_empty() || varied.contains(&key.as_str()),
                "{} does not vary `{key}`",
                page.id
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
