//! Conditions on the values of measures.

use super::evaluate::ClaimValue;
use super::points::number;
use super::{Condition, Measure, Number, Quantity, Test};
use crate::papers::Paper;
use anyhow::{Context, Result};
use records::statistics::Estimate;

/// Measures with their values, to be decided by conditions.
pub(super) struct Rule<'a> {
    pub(super) measures: &'a [Measure],
    /// One list for each measure. One that is only shown may be `None`.
    pub(super) values: &'a [Option<Vec<ClaimValue>>],
    pub(super) paper: &'a Paper,
}

/// Returns the index of a measure, or that of the first for an empty name.
pub(super) fn position(measures: &[Measure], name: &str) -> Option<usize> {
    match name {
        "" => Some(0),
        name => measures.iter().position(|m| m.name == name),
    }
}

impl Rule<'_> {
    /// Returns true if all conditions hold.
    pub(super) fn all_hold(&self, conditions: &[Condition]) -> Result<bool> {
        for condition in conditions {
            if !self.holds(condition)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns our values of a measure by its name, `None` for an unknown name.
    fn values(&self, name: &str) -> Option<&[ClaimValue]> {
        let values = self.values[position(self.measures, name)?].as_ref();
        Some(values.expect("conditions use no shown measure"))
    }

    fn holds(&self, condition: &Condition) -> Result<bool> {
        let of_each = condition.measures().map(|name| {
            let values = self.values(name).expect("papers are checked");
            self.holds_for(condition, values)
        });
        let of_each = of_each.collect::<Result<Vec<bool>>>()?;
        Ok(match condition.quantity {
            Quantity::Any => of_each.contains(&true),
            _ => !of_each.contains(&false),
        })
    }

    /// Checks a condition for the values of one measure.
    fn holds_for(&self, condition: &Condition, values: &[ClaimValue]) -> Result<bool> {
        let ours: Vec<f64> = values.iter().map(|v| v.ours.value).collect();
        match condition.is {
            Test::Rising => return Ok(ours.windows(2).all(|w| w[0] < w[1])),
            Test::Falling => return Ok(ours.windows(2).all(|w| w[1] < w[0])),
            Test::SmallerAtLast => return Ok(ours[ours.len() - 1] < ours[0]),
            Test::LargestAtLast => return Ok(ours.iter().all(|v| *v <= ours[ours.len() - 1])),
            _ => {}
        }
        let passed = self.passing(condition, values)?;
        let count = passed.iter().filter(|p| **p).count();
        Ok(match condition.quantity {
            Quantity::All => count == passed.len(),
            Quantity::Any => count > 0,
            Quantity::First => passed[0],
            Quantity::Last => passed[passed.len() - 1],
            Quantity::Count(least) => count >= least,
            Quantity::Share(least) => count as f64 >= least * passed.len() as f64,
        })
    }

    /// Checks a condition that is no test of the order for each of several values.
    pub(super) fn passing(
        &self,
        condition: &Condition,
        values: &[ClaimValue],
    ) -> Result<Vec<bool>> {
        let passed = values.iter().map(|value| self.passes(condition, value));
        passed.collect()
    }

    /// Returns the numbers that a value has to lie above, below or between, none for a test of the
    /// order or if the paper states no number.
    pub(super) fn bounds(&self, condition: &Condition, value: &ClaimValue) -> Vec<f64> {
        let one = |number, end| self.bound(condition, value, number, end).ok();
        let paper = value.paper;
        let bounds = match &condition.is {
            Test::Above(n) | Test::AtLeast(n) => [one(n, End::High), None],
            Test::Below(n) | Test::AtMost(n) | Test::EqualTo(n) => [one(n, End::Low), None],
            Test::Between(ends) | Test::Outside(ends) => ends.map(Some),
            Test::WithinFactor(factor) => [paper.map(|p| p / factor), paper.map(|p| p * factor)],
            Test::Within(far) => [paper.map(|p| p - far), paper.map(|p| p + far)],
            Test::WithinPercent(percent) => {
                [-1.0, 1.0].map(|sign| Some(paper? * (1.0 + sign * percent / 100.0)))
            }
            _ => [None; 2],
        };
        bounds.into_iter().flatten().collect()
    }

    /// Checks a condition for one value.
    fn passes(&self, condition: &Condition, value: &ClaimValue) -> Result<bool> {
        let stated = || stated(value);
        let bound = |number, end| self.bound(condition, value, number, end);
        let Estimate { value: ours, .. } = value.ours;
        let (low, high) = if condition.interval {
            (value.ours.low, value.ours.high)
        } else {
            (ours, ours)
        };
        Ok(match &condition.is {
            Test::Above(n) => low > bound(n, End::High)?,
            Test::AtLeast(n) => low >= bound(n, End::High)?,
            Test::Below(n) => high < bound(n, End::Low)?,
            Test::AtMost(n) => high <= bound(n, End::Low)?,
            Test::EqualTo(n) => ours == bound(n, End::Low)?,
            Test::Between([least, most]) => (*least..=*most).contains(&ours),
            Test::Outside([least, most]) => high < *least || *most < low,
            Test::WithinFactor(factor) => {
                let paper = stated()?;
                (paper / factor..=paper * factor).contains(&ours)
            }
            Test::Within(distance) => (ours - stated()?).abs() <= *distance,
            Test::PaperAbove(proved) => stated()? > *proved,
            Test::WithinPercent(percent) => (ours / stated()? - 1.0).abs() <= percent / 100.0,
            Test::Rising | Test::Falling | Test::SmallerAtLast | Test::LargestAtLast => {
                unreachable!("tests of the order are done")
            }
        })
    }

    /// Returns the number that a value is compared with, times the factor of the condition.
    ///
    /// Against a measure of several values, a value has to be above (or below) each of them, and an
    /// interval each of their intervals: their highest (or lowest) end.
    fn bound(
        &self,
        condition: &Condition,
        value: &ClaimValue,
        bound: &Number,
        end: End,
    ) -> Result<f64> {
        let others = match bound {
            Number::Named(name) => self.values(name),
            Number::Plain(_) => None,
        };
        let end_of = |v: &ClaimValue| match (condition.interval, end) {
            (false, _) => v.ours.value,
            (true, End::Low) => v.ours.low,
            (true, End::High) => v.ours.high,
        };
        let others = others.map(|values| values.iter().map(end_of));
        let bound = match (bound, others) {
            (Number::Named(name), _) if name == "paper" => stated(value)?,
            (_, Some(others)) => match end {
                End::Low => others.fold(f64::INFINITY, f64::min),
                End::High => others.fold(f64::NEG_INFINITY, f64::max),
            },
            (_, None) => number(bound, self.paper, true)?,
        };
        Ok(bound * condition.times.unwrap_or(1.0))
    }
}

/// End of the values of a measure that bounds those of another.
#[derive(Clone, Copy)]
enum End {
    Low,
    High,
}

/// Returns the paper's number for a value.
fn stated(value: &ClaimValue) -> Result<f64> {
    value
        .paper
        .context("the paper gives no number for one of ours")
}
