//! Measures: values computed from the points of one source or two.

use super::points::ClaimInput;
pub(super) use super::points::{SourcePoint, number};
use super::{At, Kind, Measure, Pick, Source};
use crate::format;
use anyhow::{Context, Result, bail, ensure};
use records::statistics::{Estimate, Pairing, growth_exponent, ratio_interval};
use records::{Row, Unit};

/// One value of a measure.
#[derive(Clone, Debug)]
pub(super) struct ClaimValue {
    pub(super) ours: Estimate,
    pub(super) paper: Option<f64>,
}

/// Values of a measure, and the points that they come from.
#[derive(Clone, Debug)]
pub(super) struct Measured<'a> {
    pub(super) values: Vec<ClaimValue>,
    pub(super) of: Vec<SourcePoint<'a>>,
    pub(super) by: Vec<SourcePoint<'a>>,
}

impl Measured<'_> {
    /// Returns the unit of the values of `measure`, `None` if they have no unit of rows.
    pub(super) fn unit(&self, measure: &Measure) -> Option<Unit> {
        let first = self.of.first();
        first
            .filter(|_| matches!(measure.measure, Kind::Value | Kind::Slope))
            .map(|p| p.unit)
    }
}

impl<'a> ClaimInput<'a> {
    /// Computes a measure, by rows of `experiment` unless it names another. An error is the reason
    /// why rows do not suffice.
    pub(super) fn measure(&self, experiment: &str, measure: &Measure) -> Result<Measured<'a>> {
        let default = match measure.measure {
            Kind::Exponent | Kind::Slope | Kind::Crossing => Pick::All,
            Kind::Reaches | Kind::WeightedMean => Pick::All,
            _ => Pick::Last,
        };
        let of = self.points(experiment, &measure.of, default)?;
        let by = match &measure.by {
            Some(by) if measure.measure != Kind::SameGrowth => {
                self.points(experiment, &by.within(&measure.of), default)?
            }
            _ => Vec::new(),
        };
        let one = |ours: Estimate, paper| vec![ClaimValue { ours, paper }];
        let same = |p: &SourcePoint<'_>| ClaimValue {
            ours: p.value,
            paper: p.paper,
        };
        let values = match measure.measure {
            Kind::Value => of.iter().map(same).collect(),
            Kind::Ratio => return ratios(experiment, &measure.of, &of, by),
            Kind::Relative => relative(experiment, &of)?,
            Kind::Exponent => {
                let stated = self.stated_exponent(measure.of.paper.as_deref());
                one(exponent(experiment, &of)?, stated)
            }
            Kind::Slope => one(slope(experiment, &of)?, None),
            Kind::SameGrowth => vec![self.same_growth(experiment, measure, &of)?],
            Kind::Reaches => {
                let curve: Vec<(f64, f64)> = of.iter().map(|p| (p.x, p.value.value)).collect();
                let height = measure.height.context("`height` is missing")?;
                let reached = reaches(&curve, height);
                let missing = || format!("{experiment}: the curve does not rise");
                one(Estimate::exact(reached.with_context(missing)?), None)
            }
            Kind::Crossing => one(crossing(experiment, &of, &by)?, None),
            Kind::WeightedMean => one(weighted_mean(experiment, &of, &by)?, None),
        };
        Ok(Measured { values, of, by })
    }

    fn stated_exponent(&self, path: Option<&str>) -> Option<f64> {
        let (figure, curve) = self.paper.curve(path?).ok()?;
        growth_exponent(&curve.points(figure)).map(|e| e.value)
    }

    fn same_growth(
        &self,
        experiment: &str,
        measure: &Measure,
        of: &[SourcePoint<'a>],
    ) -> Result<ClaimValue> {
        let missing = || format!("{experiment}: the curve does not rise");
        let base = &of[0];
        let path = measure.by.as_ref().and_then(|by| by.paper.as_ref());
        let goal = path.and_then(|path| self.paper.curve(path).ok());
        let (x, y) = goal
            .and_then(|(figure, curve)| curve.points(figure).first().copied())
            .with_context(missing)?;
        let rise = y / base.paper.with_context(missing)?;
        let all = Source {
            at: Some(At::Rule(Pick::All)),
            ..measure.of.clone()
        };
        let curve = self.points(experiment, &all, Pick::All)?;
        let curve: Vec<(f64, f64)> = curve.iter().map(|p| (p.x, p.value.value)).collect();
        let reached = reaches(&curve, base.value.value * rise).with_context(missing)?;
        Ok(ClaimValue {
            ours: Estimate::exact(reached / base.x),
            paper: Some(x / base.x),
        })
    }
}

/// Returns the ratio of two medians. Its interval comes from samples of the same repeats, if both
/// were measured together, or of the same processes. Without samples, it comes from the ends of
/// both intervals, which is wider.
pub(crate) fn ratio(above: &Row, below: &Row) -> Result<Estimate> {
    let pairing = if above.key.is_measured_with(&below.key) {
        Pairing::Repeats
    } else if above.key.experiment == below.key.experiment {
        Pairing::Processes
    } else {
        Pairing::Apart
    };
    if above.samples.len() > 1
        && let Some((resampled, _)) = ratio_interval(&above.samples, &below.samples, pairing)
    {
        return Ok(resampled);
    }
    let estimate = |row: &Row| row.outcome.as_ref().ok().map(records::Value::estimate);
    match (estimate(above), estimate(below)) {
        (Some(a), Some(b)) if b.low > 0.0 => Ok(Estimate {
            value: a.value / b.value,
            low: a.low / b.high,
            high: a.high / b.low,
        }),
        _ => bail!("{}: a time of zero", above.key.experiment),
    }
}

/// Divides each point of `of` by its counterpart in `by`. Points that were not compared are left
/// out.
fn ratios<'a>(
    experiment: &str,
    source: &Source,
    of: &[SourcePoint<'a>],
    by: Vec<SourcePoint<'a>>,
) -> Result<Measured<'a>> {
    let pairs = pairs(experiment, source, of, &by)?;
    let values = pairs.iter().map(|(a, b)| ratio_of(experiment, a, b));
    let values = values.collect::<Result<_>>()?;
    let compared = pairs.into_iter().map(|(a, b)| (a.clone(), b.clone()));
    let (above, below) = compared.unzip();
    Ok(Measured {
        values,
        of: above,
        by: if by.len() == 1 { by } else { below },
    })
}

/// Returns each point of `of` with the one of `by` that it is divided by: its only point, or that
/// of the same series and position, or that of the same series. If `by` has several detectors, it
/// is one of the same detector. Points of whole curves are left out if they have no counterpart, or
/// if both are zero.
fn pairs<'p, 'a>(
    experiment: &str,
    source: &Source,
    of: &'p [SourcePoint<'a>],
    by: &'p [SourcePoint<'a>],
) -> Result<Vec<(&'p SourcePoint<'a>, &'p SourcePoint<'a>)>> {
    let whole = matches!(source.at, Some(At::Rule(Pick::All) | At::Span(_)));
    let one_detector = by.iter().all(|b| b.detector == by[0].detector);
    let mut pairs = Vec::new();
    for above in of {
        let mut same_series = by
            .iter()
            .filter(|b| b.series == above.series && (one_detector || b.detector == above.detector));
        let same_place = same_series.clone().find(|b| b.x == above.x);
        let mut below = by.first().filter(|_| by.len() == 1).or(same_place);
        if !whole {
            below = below.or_else(|| same_series.next());
        }
        let Some(below) = below else {
            if whole {
                continue;
            }
            let (detector, x) = (above.detector, format::number(above.x));
            bail!("{experiment}: nothing to compare {detector} at {x} with");
        };
        if !(whole && above.value.value == 0.0 && below.value.value == 0.0) {
            pairs.push((above, below));
        }
    }
    ensure!(!pairs.is_empty(), "{experiment}: no position of both");
    Ok(pairs)
}

fn ratio_of(
    experiment: &str,
    above: &SourcePoint<'_>,
    below: &SourcePoint<'_>,
) -> Result<ClaimValue> {
    Ok(ClaimValue {
        ours: quotient(experiment, above, below)?,
        paper: above.paper.zip(below.paper).map(|(a, b)| a / b),
    })
}

fn quotient(
    experiment: &str,
    above: &SourcePoint<'_>,
    below: &SourcePoint<'_>,
) -> Result<Estimate> {
    let (a, b) = (above.value, below.value);
    if b.value == 0.0 {
        // A certified bound is zero: the ratio is infinite, or zero by zero.
        ensure!(a.value > 0.0, "{experiment}: zero divided by zero");
        return Ok(Estimate::exact(f64::INFINITY));
    }
    match (above.row, below.row) {
        (Some(above), Some(below)) if b.low > 0.0 => ratio(above, below),
        _ => Ok(Estimate::exact(a.value / b.value)),
    }
}

fn relative(experiment: &str, of: &[SourcePoint<'_>]) -> Result<Vec<ClaimValue>> {
    let first = &of[0];
    ensure!(
        of.len() > 1 && first.value.value != 0.0,
        "{experiment}: fewer than two values to compare"
    );
    let mut values = vec![ClaimValue {
        ours: Estimate::exact(1.0),
        paper: first.paper.map(|_| 1.0),
    }];
    for point in &of[1..] {
        values.push(ratio_of(experiment, point, first)?);
    }
    Ok(values)
}

fn exponent(experiment: &str, of: &[SourcePoint<'_>]) -> Result<Estimate> {
    let detector = of[0].detector;
    ensure!(
        of.len() > 2,
        "{experiment}: fewer than three points of {detector}"
    );
    let points: Vec<(f64, f64)> = of.iter().map(|p| (p.x, p.value.value)).collect();
    growth_exponent(&points).with_context(|| format!("{experiment}: a time of zero"))
}

/// Returns the rise from the first point to the last for a step of one. Its interval comes from
/// the ends of both intervals, which is wider than one from samples.
fn slope(experiment: &str, of: &[SourcePoint<'_>]) -> Result<Estimate> {
    let (first, last) = (&of[0], &of[of.len() - 1]);
    let distance = last.x - first.x;
    let rises = || {
        format!(
            "{experiment}: fewer than two positions of {}",
            first.detector
        )
    };
    ensure!(distance > 0.0, rises());
    let (from, to) = (first.value, last.value);
    Ok(Estimate {
        value: (to.value - from.value) / distance,
        low: (to.low - from.high) / distance,
        high: (to.high - from.low) / distance,
    })
}

/// Returns the position at which `by` becomes less than `of`: the geometric mean of its neighbors
/// on the axis.
fn crossing(experiment: &str, of: &[SourcePoint<'_>], by: &[SourcePoint<'_>]) -> Result<Estimate> {
    let both = of.iter().filter_map(|a| {
        let b = by.iter().find(|b| b.x == a.x)?;
        Some((a.x, b.value.value < a.value.value))
    });
    let less: Vec<(f64, bool)> = both.collect();
    let crossing = less.windows(2).find(|w| !w[0].1 && w[1].1);
    let crossing = crossing.with_context(|| format!("{experiment}: no crossing"))?;
    let (low, high) = (crossing[0].0, crossing[1].0);
    Ok(Estimate {
        value: (low * high).sqrt(),
        low,
        high,
    })
}

/// Returns the mean of `of` with the weights `by`. A position without a value counts as zero.
///
/// # Errors
/// Fails without a positive weight.
fn weighted_mean(
    experiment: &str,
    of: &[SourcePoint<'_>],
    by: &[SourcePoint<'_>],
) -> Result<Estimate> {
    let value = |x: f64| of.iter().find(|p| p.x == x).map_or(0.0, |p| p.value.value);
    let all: f64 = by.iter().map(|w| w.value.value).sum();
    let sum: f64 = by.iter().map(|w| value(w.x) * w.value.value).sum();
    ensure!(all > 0.0, "{experiment}: no weight is positive");
    Ok(Estimate::exact(sum / all))
}

/// Returns the position at which a curve reaches `height`: interpolated as a power law between the
/// two points around it, or extrapolated along the last two points.
fn reaches(points: &[(f64, f64)], height: f64) -> Option<f64> {
    let around = points
        .windows(2)
        .find(|w| w[0].1 <= height && height <= w[1].1);
    let [(x0, y0), (x1, y1)] = *around.or(points.windows(2).last())? else {
        return None;
    };
    let rises = y1 > y0 && y0 > 0.0 && x0 > 0.0;
    rises.then(|| x0 * (x1 / x0).powf((height / y0).ln() / (y1 / y0).ln()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use records::Unit;

    fn points(values: &[f64]) -> Vec<SourcePoint<'static>> {
        let point = |(i, value): (usize, &f64)| SourcePoint {
            detector: "d",
            series: "",
            axis: "faces",
            x: i as f64,
            unit: Unit::Count,
            value: Estimate::exact(*value),
            row: None,
            paper: None,
        };
        values.iter().enumerate().map(point).collect()
    }

    #[test]
    fn a_slope_is_the_rise_for_a_step_of_one() {
        let mut curve = points(&[10.0, 50.0, 4.0]);
        curve[0].value.high = 11.0;
        curve[2].value.low = 3.0;
        let found = slope("e", &curve).unwrap();
        assert_eq!((found.value, found.low, found.high), (-3.0, -4.0, -3.0));
        let error = slope("e", &curve[..1]).unwrap_err().to_string();
        assert_eq!(error, "e: fewer than two positions of d");
    }

    #[test]
    fn a_ratio_by_several_detectors_divides_each_by_its_own() {
        let of_both = |values: [f64; 2]| {
            let mut both = points(&values);
            for (point, detector) in both.iter_mut().zip(["a", "b"]) {
                (point.detector, point.x) = (detector, 0.0);
            }
            both
        };
        let (above, below) = (of_both([6.0, 8.0]), of_both([2.0, 4.0]));
        let divided = ratios("e", &Source::default(), &above, below).unwrap();
        let found: Vec<f64> = divided.values.iter().map(|v| v.ours.value).collect();
        assert_eq!(found, [3.0, 2.0]);
    }

    #[test]
    fn weights_may_be_shares_and_have_to_be_positive() {
        let mean = |weights: &[f64]| weighted_mean("e", &points(&[2.0, 6.0]), &points(weights));
        assert_eq!(mean(&[0.375, 0.125]).unwrap().value, 3.0);
        assert_eq!(mean(&[3.0, 1.0]).unwrap().value, 3.0);
        let error = mean(&[0.0, 0.0]).unwrap_err().to_string();
        assert_eq!(error, "e: no weight is positive");
    }
}
