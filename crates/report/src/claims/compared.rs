//! The values of a claim's first measure, and of those like it, beside the paper's and beside the
//! bounds of its rule.

use super::evaluate::{ClaimValue, Measured};
use super::points::SourcePoint;
use super::rule::Rule;
use super::{Claim, Condition, Kind, Measure, OneOrMany, Quantity, Test};
use crate::papers::Paper;
use records::statistics::Estimate;

/// Value of a claim.
#[derive(Clone, Debug)]
pub(crate) struct Compared {
    pub(crate) ours: Estimate,
    /// The paper's number, if it has one.
    pub(crate) paper: Option<f64>,
    /// Numbers that the value has to lie above, below or between. May be empty.
    pub(crate) bounds: Vec<f64>,
    /// True for the value that decides whether the condition on all holds: the one that is the
    /// nearest to fail among those that have to pass.
    pub(crate) decides: bool,
    /// True for a value of the first measure of the rule.
    pub(crate) is_of_first: bool,
}

impl Claim {
    /// Returns the first condition of "reproduced" on a measure.
    pub(super) fn asked_of(&self, measure: &Measure) -> Option<&Condition> {
        let is_first = self
            .measures
            .first()
            .is_some_and(|first| first.name == measure.name);
        let is_of = |name: &str| name == measure.name || (name.is_empty() && is_first);
        self.reproduced
            .iter()
            .find(|condition| condition.measures().any(is_of))
    }

    /// Returns the values of the first measure of the rule, if it has no unit. With those of the
    /// others for which the rule asks the same, if all have to pass.
    pub(super) fn compared(
        &self,
        measured: &[Option<Measured<'_>>],
        paper: &Paper,
    ) -> Vec<Compared> {
        let mut ruling = self.measures.iter().zip(measured).filter(|(m, _)| !m.shown);
        let Some((first, Some(of_first))) = ruling.next() else {
            return Vec::new();
        };
        if !is_without_unit(first, of_first) {
            return Vec::new();
        }
        let condition = self.asked_of(first);
        let names = condition.filter(|c| matches!(c.quantity, Quantity::All));
        let names = names.map_or(&[][..], |c| {
            c.of.as_ref().map_or(&[][..], OneOrMany::as_slice)
        });
        let is_asked = |m: &Measure| m.name == first.name || names.contains(&m.name);
        let asked = self.measures.iter().zip(measured);
        let asked = asked.filter_map(|(m, of)| Some((m, of.as_ref()?)));
        let asked = asked.filter(|(m, of)| is_asked(m) && !m.shown && is_without_unit(m, of));
        let asked: Vec<_> = asked.collect();
        let values: Vec<_> = measured
            .iter()
            .map(|m| m.as_ref().map(|m| m.values.clone()))
            .collect();
        let rule = Rule {
            measures: &self.measures,
            values: &values,
            paper,
        };
        let bounds = |value: &ClaimValue| condition.map_or(Vec::new(), |c| rule.bounds(c, value));
        let values = asked.iter().flat_map(|(m, of)| {
            let is_of_first = m.name == first.name;
            of.values.iter().map(move |value| (is_of_first, value))
        });
        let all: Vec<&ClaimValue> = values.clone().map(|(_, value)| value).collect();
        let decides = condition.and_then(|c| deciding(c, &all));
        let compared = |(i, (is_of_first, value)): (usize, (bool, &ClaimValue))| Compared {
            ours: value.ours,
            paper: value.paper,
            bounds: bounds(value),
            decides: decides == Some(i),
            is_of_first,
        };
        values.enumerate().map(compared).collect()
    }
}

/// Returns true for ratios and exponents. A time for each step of a walk is a ratio, too, with a
/// unit.
fn is_without_unit(measure: &Measure, measured: &Measured<'_>) -> bool {
    let unit = |points: &[SourcePoint<'_>]| points.first().map(|point| point.unit);
    let has_unit = unit(&measured.by).is_some_and(|by| Some(by) != unit(&measured.of));
    let kinds = [Kind::Ratio, Kind::Relative, Kind::Exponent];
    !has_unit && kinds.contains(&measure.measure)
}

/// Returns the last value of the first measure: that which is followed from run to run.
pub(crate) fn followed(compared: &[Compared]) -> Option<&Compared> {
    compared.iter().rfind(|value| value.is_of_first)
}

/// Returns the index of the value that decides a condition: of those that have to pass, the one
/// that is the nearest to fail. `None` for a condition that has no side.
fn deciding(condition: &Condition, values: &[&ClaimValue]) -> Option<usize> {
    let (sign, is_by_paper) = match &condition.is {
        Test::Above(n) | Test::AtLeast(n) => (1.0, n.is_the_papers()),
        Test::Below(n) | Test::AtMost(n) => (-1.0, n.is_the_papers()),
        _ => return None,
    };
    // The larger, the farther from failing.
    let margin = |i: &usize| {
        let ClaimValue { ours, paper, .. } = values[*i];
        let value = match (condition.interval, sign > 0.0) {
            (false, _) => ours.value,
            (true, true) => ours.low,
            (true, false) => ours.high,
        };
        let scale = paper.filter(|_| is_by_paper).unwrap_or(1.0);
        sign * value / scale
    };
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| margin(b).total_cmp(&margin(a)));
    let count = values.len();
    let have_to_pass = match condition.quantity {
        Quantity::All => count,
        Quantity::Any => 1,
        Quantity::First => return (count > 0).then_some(0),
        Quantity::Last => return count.checked_sub(1),
        Quantity::Count(least) => least.min(count),
        Quantity::Share(least) => ((least * count as f64).ceil() as usize).clamp(1, count.max(1)),
    };
    order.get(have_to_pass.checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(numbers: &[f64]) -> Vec<ClaimValue> {
        let value = |n: &f64| ClaimValue {
            ours: Estimate {
                value: *n,
                low: 0.5 * n,
                high: 2.0 * n,
            },
            paper: Some(10.0 * n * n),
        };
        numbers.iter().map(value).collect()
    }

    #[test]
    fn the_value_that_is_the_nearest_to_fail_decides() {
        let found = |condition: &str| {
            let condition: Condition = toml::from_str(condition).unwrap();
            let values = values(&[3.0, 1.0, 4.0, 2.0, 5.0]);
            deciding(&condition, &values.iter().collect::<Vec<_>>())
        };
        assert_eq!(found("is = { above = 1 }"), Some(1));
        assert_eq!(found("is = { below = 1 }"), Some(4));
        assert_eq!(found("is = { below = 1 }\ninterval = true"), Some(4));
        assert_eq!(found("is = { above = 1 }\nin = \"any\""), Some(4));
        assert_eq!(found("is = { above = 1 }\nin = \"last\""), Some(4));
        assert_eq!(found("is = { above = 1 }\nin = { count = 4 }"), Some(3));
        assert_eq!(found("is = { above = 1 }\nin = { share = 0.5 }"), Some(0));
        // Ours over the paper's falls with ours.
        assert_eq!(found("is = { above = \"paper\" }"), Some(4));
        assert_eq!(found("is = \"rising\""), None);
        assert_eq!(found("is = { between = [1, 2] }"), None);
    }
}
