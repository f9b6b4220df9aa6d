//! Count of the values of a measure that pass what its claim asks of them.

use super::conditions::{Worded, test_words};
use crate::claims::evaluate::{ClaimValue, Measured};
use crate::claims::rule::Rule;
use crate::claims::{Claim, Condition, Kind, Measure, Number, Quantity, Test};
use crate::format;
use crate::papers::Paper;
use records::Unit;

/// Rule of a claim, with the values of its measures.
pub(super) struct Asked<'a> {
    claim: &'a Claim,
    paper: &'a Paper,
    /// One list for each measure, `None` for one that is missing.
    values: Vec<Option<Vec<ClaimValue>>>,
    units: Vec<Option<Unit>>,
}

impl<'a> Asked<'a> {
    pub(super) fn of(
        claim: &'a Claim,
        paper: &'a Paper,
        measured: &[Option<Measured<'_>>],
    ) -> Asked<'a> {
        let values = measured
            .iter()
            .map(|m| m.as_ref().map(|m| m.values.clone()));
        Asked {
            claim,
            paper,
            values: values.collect(),
            units: claim.units(measured),
        }
    }

    /// Returns how many values of a measure pass its first condition of "reproduced": "7 of 8
    /// (88 %) above 1". Ratios without a condition are counted above 1, other values are not, nor
    /// are those whose last or largest is asked for.
    pub(super) fn counted(&self, measure: &Measure, values: &[ClaimValue]) -> Option<String> {
        let ratio = [Kind::Ratio, Kind::Relative].contains(&measure.measure);
        let above_1 = Condition {
            of: None,
            is: Test::Above(Number::Plain(1.0)),
            times: None,
            interval: false,
            quantity: Quantity::All,
        };
        let asked = self.claim.asked_of(measure).filter(|_| !measure.shown);
        let condition = asked.or_else(|| ratio.then_some(&above_1))?;
        let count = |passed: usize, of: usize, what: &str| {
            let share = format::number(100.0 * passed as f64 / of as f64);
            Some(format!("{passed} of {of} ({share} %) {what}"))
        };
        let steps = |passes: fn(f64, f64) -> bool, what: &str| {
            let pairs = values.windows(2);
            let passed = pairs.filter(|w| passes(w[0].ours.value, w[1].ours.value));
            count(passed.count(), values.len() - 1, what)
        };
        match condition.is {
            Test::Rising => return steps(|a, b| a < b, "above the one before"),
            Test::Falling => return steps(|a, b| b < a, "below the one before"),
            _ if condition.is.is_of_order() => return None,
            _ => {}
        }
        let rule = Rule {
            measures: &self.claim.measures,
            values: &self.values,
            paper: self.paper,
        };
        let passed = rule.passing(condition, values).ok()?;
        let worded = Worded {
            claim: self.claim,
            paper: self.paper,
            units: &self.units,
        };
        let whole = if condition.interval {
            "by whole intervals "
        } else {
            ""
        };
        let test = test_words(&worded, condition);
        let passes = passed.iter().filter(|p| **p).count();
        count(passes, passed.len(), &format!("{whole}{test}"))
    }
}
