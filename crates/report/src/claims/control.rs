//! Negative controls: values for which a rule must not hold.
//!
//! A rule that holds for its control as well decides nothing, so its claim is not testable.

use super::evaluate::{ClaimValue, Measured};
use super::points::{ClaimInput, SourcePoint};
use super::words::names_of;
use super::{At, Claim, Condition, Kind, Measure, Number, OneOrMany, Pick, Series, Source};
use crate::format;
use anyhow::{Result, ensure};
use records::Unit;
use records::statistics::Estimate;
use serde::Deserialize;

/// Negative control of a claim: one way to replace the values of its measures.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Control {
    /// Names of the measures that are replaced; all of the rule if absent.
    of: Option<OneOrMany<String>>,
    /// Both sides of each comparison take the same.
    #[serde(default)]
    alike: bool,
    /// Curves are constant.
    #[serde(default)]
    flat: bool,
    /// Both sides of each comparison are exchanged.
    #[serde(default)]
    swap: bool,
    /// Curves grow with this power of their positions.
    growth: Option<f64>,
    /// Every value is this number.
    set: Option<f64>,
    /// Rows of another detector, experiment, quantity or series, or at another position, which
    /// replace those of the first source of a measure.
    detector: Option<OneOrMany<String>>,
    experiment: Option<String>,
    quantity: Option<String>,
    series: Option<Series>,
    at: Option<At>,
    /// The detector that `detector` replaces, in both sources.
    instead_of: Option<String>,
    /// Reason why the rule must not hold.
    pub(super) why: String,
    /// Reason why no recorded row can take the place of made-up values.
    pub(super) no_row: Option<String>,
}

impl Control {
    /// Returns the values of each measure under the control.
    pub(super) fn values(
        &self,
        claim: &Claim,
        measured: &[Option<Measured<'_>>],
        input: &ClaimInput<'_>,
    ) -> Result<Vec<Option<Vec<ClaimValue>>>> {
        let of: Vec<bool> = claim.measures.iter().map(|m| self.replaces(m)).collect();
        let replaced = claim.measures.iter().zip(measured).enumerate();
        let replaced = replaced.map(|(i, (measure, measured))| {
            let Some(values) = measured else {
                return Ok(None);
            };
            if !of[i] {
                return Ok(Some(values.values.clone()));
            }
            if self.has_rows() {
                let rows = input.measure(&claim.experiment, &self.of_measure(measure))?;
                return Ok(Some(rows.values));
            }
            Ok(Some(self.made_up(measure, values)))
        });
        let mut values = replaced.collect::<Result<Vec<_>>>()?;
        let controlled: Vec<usize> = (0..of.len()).filter(|i| of[*i]).collect();
        let plain = |i: &usize| !claim.measures[*i].measure.compares();
        let plain: Vec<usize> = controlled.into_iter().filter(plain).collect();
        match plain.as_slice() {
            // Two plain measures are the sides of the comparison.
            [a, b] if self.swap => values.swap(*a, *b),
            [first, others @ ..] if self.alike => {
                let first = values[*first].as_ref().map(|v| v[0].ours);
                for (i, estimate) in others.iter().zip(std::iter::repeat(first)) {
                    let values = values[*i].iter_mut().flatten();
                    values.zip(estimate).for_each(|(v, e)| v.ours = e);
                }
            }
            _ => {}
        }
        Ok(values)
    }

    /// Returns the measures with the sources of the control's rows.
    pub(super) fn replaced(&self, claim: &Claim) -> Result<Vec<Measure>> {
        let ways = [
            self.alike,
            self.flat,
            self.swap,
            self.growth.is_some(),
            self.set.is_some(),
            self.has_rows(),
        ];
        ensure!(
            ways.into_iter().filter(|way| *way).count() == 1,
            "`control` names one of `alike`, `flat`, `swap`, `growth`, `set`, or rows"
        );
        ensure!(
            self.no_row.is_none() == self.has_rows(),
            "`control` has to have either rows, or `no-row`: the reason why no row can serve"
        );
        for name in self.of.iter().flat_map(OneOrMany::as_slice) {
            let known = claim.ruling().any(|m| m.name == *name);
            ensure!(
                known,
                "`control` refers to `{name}`, which is no measure of the rule"
            );
        }
        if !self.has_rows() {
            return Ok(Vec::new());
        }
        let measures: Vec<&Measure> = claim.ruling().filter(|m| self.replaces(m)).collect();
        let replaced: Vec<Measure> = measures.iter().map(|m| self.of_measure(m)).collect();
        let detectors = |m: &Measure| {
            let by = m.by.as_ref().map_or(&[][..], Source::detectors);
            [m.of.detectors(), by].concat()
        };
        let mut both = measures.into_iter().zip(&replaced);
        ensure!(
            self.instead_of.is_none() || both.any(|(m, r)| detectors(m) != detectors(r)),
            "`instead-of` names no detector of the rule"
        );
        Ok(replaced)
    }

    /// Returns the control in words: "`parry3d` in place of `face-octree`". `unit` is that of the
    /// values which it sets.
    pub(super) fn words(&self, unit: Unit) -> String {
        let of = self.of.iter().flat_map(OneOrMany::as_slice);
        let of: Vec<&str> = of.map(String::as_str).collect();
        let of = if of.is_empty() {
            String::new()
        } else {
            format!("{}: ", of.join(" and "))
        };
        of + &match (self.growth, self.set) {
            (Some(power), _) => format!("growth with the power {}", format::number(power)),
            (_, Some(value)) => format!("every value {}", format::value(value, unit)),
            _ if self.alike => "both sides take the same".to_owned(),
            _ if self.flat => "a constant curve".to_owned(),
            _ if self.swap => "both sides exchanged".to_owned(),
            _ => self.rows_in_words(),
        }
    }

    fn rows_in_words(&self) -> String {
        let listed = |list: &OneOrMany<String>| format!("`{}`", list.as_slice().join("`, `"));
        let detector = self.detector.as_ref().map(listed);
        let series = self.series.as_ref().map(|series| match series {
            Series::Names(names) => names_of(names),
            Series::Setting(setting) => {
                let each = setting
                    .iter()
                    .map(|(k, v)| format!("{k} {}", v.as_slice().join(" / ")));
                each.collect::<Vec<_>>().join(", ")
            }
        });
        let at = self.at.as_ref().map(|at| match at {
            At::Positions(positions) => format!("at {}", format::numbers(positions.as_slice())),
            At::Rule(Pick::Last) => "at the last point".to_owned(),
            _ => "at other points".to_owned(),
        });
        let quantity = self.quantity.as_ref().map(|q| q.replace('/', " "));
        let parts = [quantity, detector, series, at, self.experiment.clone()];
        let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
        let parts: Vec<String> = parts.collect();
        let instead = self
            .instead_of
            .as_ref()
            .map(|d| format!(" in place of `{d}`"));
        parts.join(", ") + &instead.unwrap_or_default()
    }

    fn has_rows(&self) -> bool {
        self.detector.is_some()
            || self.experiment.is_some()
            || self.quantity.is_some()
            || self.series.is_some()
            || self.at.is_some()
    }

    /// Returns those of a claim's conditions that read a measure which it replaces. The others say
    /// nothing about it: data that fail them do not make the rule a good one.
    pub(super) fn conditions(&self, claim: &Claim, of: &[Condition]) -> Vec<Condition> {
        let replaced = |name: &str| {
            let i = claim.position(name);
            i.is_some_and(|i| self.replaces(&claim.measures[i]))
        };
        let reads = |condition: &&Condition| {
            let bound = match condition.is.bound() {
                Some(Number::Named(name)) => replaced(name),
                _ => false,
            };
            bound || condition.measures().any(replaced)
        };
        of.iter().filter(reads).cloned().collect()
    }

    /// Returns true if it replaces the values of a measure.
    pub(super) fn replaces(&self, measure: &Measure) -> bool {
        let named = self
            .of
            .as_ref()
            .is_none_or(|of| of.as_slice().contains(&measure.name));
        named && !measure.shown
    }

    /// Returns a measure over the control's rows. The second source takes from the first what it
    /// does not give, the control's detector included: two detectors are compared only if the
    /// measure compares two.
    fn of_measure(&self, measure: &Measure) -> Measure {
        let mut replaced = measure.clone();
        let of = &mut replaced.of;
        let own = |new: &Option<String>, old: &mut Option<String>| new.clone().or(old.take());
        of.experiment = own(&self.experiment, &mut of.experiment);
        of.quantity = own(&self.quantity, &mut of.quantity);
        of.series = self.series.clone().or(of.series.take());
        of.at = self.at.clone().or(of.at.take());
        let Some(detector) = &self.detector else {
            return replaced;
        };
        match (&self.instead_of, &mut replaced.by) {
            (Some(instead), by) => {
                for source in [Some(of), by.as_mut()].into_iter().flatten() {
                    if source.detectors().contains(instead) {
                        source.detector = Some(detector.clone());
                    }
                }
            }
            (None, _) => of.detector = Some(detector.clone()),
        }
        replaced
    }

    /// Returns made-up values in place of those of a measure.
    fn made_up(&self, measure: &Measure, measured: &Measured<'_>) -> Vec<ClaimValue> {
        let value = |(i, value): (usize, &ClaimValue)| ClaimValue {
            ours: self.estimate(measure, measured, i),
            paper: value.paper,
        };
        measured.values.iter().enumerate().map(value).collect()
    }

    fn estimate(&self, measure: &Measure, measured: &Measured<'_>, i: usize) -> Estimate {
        let ours = measured.values[i].ours;
        if let Some(value) = self.set {
            return Estimate::exact(value);
        }
        if self.swap {
            return if measure.measure.compares() {
                Estimate {
                    value: 1.0 / ours.value,
                    low: 1.0 / ours.high,
                    high: 1.0 / ours.low,
                }
            } else {
                ours
            };
        }
        // Alike and flat are a growth with the power zero.
        let power = self.growth.unwrap_or(0.0);
        let position = |points: &[SourcePoint<'_>], i: usize| {
            points
                .get(i)
                .or(points.first())
                .map_or(1.0, SourcePoint::position)
        };
        let (at, first) = (position(&measured.of, i), position(&measured.of, 0));
        match measure.measure {
            Kind::Exponent => Estimate::exact(power),
            Kind::Slope => {
                let last = position(&measured.of, measured.of.len().saturating_sub(1));
                let from = measured.of.first().map_or(0.0, |p| p.value.value);
                let rise = from * ((last / first).powf(power) - 1.0);
                Estimate::exact(rise / (last - first))
            }
            Kind::Ratio => Estimate::exact((at / position(&measured.by, i)).powf(power)),
            Kind::Relative | Kind::SameGrowth => Estimate::exact((at / first).powf(power)),
            Kind::Value | Kind::Reaches | Kind::Crossing | Kind::WeightedMean => {
                let scale = if power == 0.0 {
                    1.0
                } else {
                    (at / first).powf(power)
                };
                Estimate::exact(measured.values[0].ours.value * scale)
            }
        }
    }
}
