//! Measures over rows.

use super::{At, Kind, Measure, Number, OneOrMany, Pick};
use super::{Series, Source, Span, Statistic};
use crate::Page;
use crate::curves::{Line, distinct, lines};
use crate::format;
use crate::papers::Paper;
use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use records::statistics::{self, Estimate, Pairing, growth_exponent, ratio_interval};
use records::{Row, Rows, Selection, Unit};

/// Input of a measure.
#[derive(Clone, Copy)]
pub(super) struct ClaimInput<'a> {
    pub(super) rows: &'a Rows,
    /// Rows of earlier runs, each by itself.
    pub(super) earlier: &'a [Rows],
    pub(super) paper: &'a Paper,
    pub(super) pages: &'a [Page],
}

/// One value of a source.
#[derive(Clone, Debug)]
pub(super) struct SourcePoint<'a> {
    pub(super) detector: &'a str,
    pub(super) series: &'a str,
    pub(super) axis: &'a str,
    pub(super) x: f64,
    pub(super) unit: Unit,
    pub(super) value: Estimate,
    /// Row behind the value, unless the value combines several.
    row: Option<&'a Row>,
    /// The paper's number for the same position.
    paper: Option<f64>,
}

impl SourcePoint<'_> {
    /// Returns the position on its axis: the number in its series' name, if the series are the axis.
    pub(super) fn position(&self) -> f64 {
        let in_series = self
            .series
            .split_once('=')
            .and_then(|(_, v)| v.parse().ok());
        in_series.unwrap_or(self.x)
    }
}

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

impl<'a> ClaimInput<'a> {
    /// Computes a measure, by rows of `experiment` unless it names another. An error is the reason why
    /// rows do not suffice.
    pub(super) fn measure(&self, experiment: &str, measure: &Measure) -> Result<Measured<'a>> {
        let default = match measure.measure {
            Kind::Exponent | Kind::Crossing | Kind::Reaches | Kind::WeightedMean => Pick::All,
            _ => Pick::Last,
        };
        let mut of = self.points(experiment, &measure.of, default)?;
        let mut by = match &measure.by {
            Some(by) if measure.measure != Kind::Reach => {
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
            Kind::Ratio => {
                let pairs = pairs(experiment, &measure.of, &of, &by)?;
                let ratios = pairs.iter().map(|(a, b)| ratio_of(experiment, a, b));
                let ratios = ratios.collect::<Result<_>>()?;
                // Only what was compared is shown.
                let (above, below) = pairs
                    .into_iter()
                    .map(|(a, b)| (a.clone(), b.clone()))
                    .unzip();
                of = above;
                by = if by.len() == 1 { by } else { below };
                ratios
            }
            Kind::Relative => relative(experiment, &of)?,
            Kind::Exponent => {
                let stated = self.stated_exponent(measure.of.paper.as_deref());
                one(exponent(experiment, &of)?, stated)
            }
            Kind::Reach => vec![self.reach(experiment, measure, &of)?],
            Kind::Reaches => {
                let curve: Vec<(f64, f64)> = of.iter().map(|p| (p.x, p.value.value)).collect();
                let height = measure.height.context("`height` is missing")?;
                let reached = reaches(&curve, height);
                let missing = || format!("{experiment}: the curve does not rise");
                one(Estimate::exact(reached.with_context(missing)?), None)
            }
            Kind::Crossing => one(crossing(experiment, &of, &by)?, None),
            Kind::WeightedMean => one(weighted_mean(&of, &by), None),
        };
        Ok(Measured { values, of, by })
    }

    /// Returns the values that a source chooses: detector by detector, series by series.
    fn points(
        &self,
        experiment: &str,
        source: &Source,
        default: Pick,
    ) -> Result<Vec<SourcePoint<'a>>> {
        let experiment = source.experiment.as_deref().unwrap_or(experiment);
        let quantity = source.quantity.as_deref().unwrap_or("time");
        if let Some(name) = &source.parameter {
            return Ok(vec![self.parameter(experiment, name, source)?]);
        }
        let all = lines(self.rows, experiment, quantity);
        let detectors = match source.detectors() {
            [each] if each == "each" => distinct(all.iter().map(|line| line.detector)),
            named => named.iter().map(String::as_str).collect(),
        };
        ensure!(
            !detectors.is_empty(),
            "{experiment}: {quantity} was not measured"
        );
        let mut points = Vec::new();
        for detector in detectors {
            let missing = |series: &str| self.why_missing(experiment, quantity, detector, series);
            let of_detector: Vec<&Line<'a>> =
                all.iter().filter(|l| l.detector == detector).collect();
            let names = series_names(&of_detector, source);
            if names.is_empty() {
                return Err(missing(""));
            }
            for series in names {
                let line = of_detector.iter().find(|l| l.series == series);
                let line = line.ok_or_else(|| missing(&series))?;
                points.extend(self.chosen(line, source, default)?);
            }
        }
        Ok(points)
    }

    /// Returns the points of one curve that a source chooses. Never empty.
    fn chosen(
        &self,
        line: &Line<'a>,
        source: &Source,
        default: Pick,
    ) -> Result<Vec<SourcePoint<'a>>> {
        let points = line.rows.iter().map(|row| self.point(row, source));
        let all: Vec<SourcePoint<'a>> = points.collect();
        let last = all.last().expect("a line has rows").clone();
        let missing = |what: String| {
            let experiment = &line.last().key.experiment;
            anyhow!("{experiment}: {what} of {}", line.detector)
        };
        let at = |x: &f64| {
            let found = all.iter().find(|p| p.x == *x).cloned();
            found.ok_or_else(|| missing(format!("nothing at {}", format::number(*x))))
        };
        let summed = |value: f64, paper| SourcePoint {
            value: Estimate::exact(value),
            axis: "",
            row: None,
            paper,
            ..last.clone()
        };
        // The paper's last position may differ from ours.
        let curve = source.paper.as_ref().and_then(|p| self.paper.curve(p).ok());
        let stated = curve.map_or(&[][..], |(_, curve)| &curve.y);
        let values = || all.iter().map(|p| p.value.value);
        let chosen = match source.at.as_ref().unwrap_or(&At::Rule(default)) {
            At::Span(span) => self.span(&all, line, span)?,
            At::Rule(Pick::Last) => vec![SourcePoint {
                paper: last.paper.or(stated.last().copied()),
                ..last
            }],
            At::Rule(Pick::All) => all,
            At::Rule(Pick::BeforeLast) => all[..all.len() - 1].to_vec(),
            At::Rule(Pick::FirstHalf) => {
                let half: Vec<f64> = values().take(all.len().div_ceil(2)).collect();
                let median = statistics::median(&half).expect("half of a line");
                vec![summed(median, None)]
            }
            At::Rule(Pick::Least) => vec![summed(values().fold(f64::INFINITY, f64::min), None)],
            At::Rule(Pick::Sum) => {
                vec![summed(values().sum(), curve.map(|_| stated.iter().sum()))]
            }
            listed => {
                let positions = listed.positions(self.paper).unwrap_or_default();
                positions.iter().map(at).collect::<Result<_>>()?
            }
        };
        match chosen.is_empty() {
            true => Err(missing("no such position".to_owned())),
            false => Ok(chosen),
        }
    }

    fn span(
        &self,
        all: &[SourcePoint<'a>],
        line: &Line<'a>,
        span: &Span,
    ) -> Result<Vec<SourcePoint<'a>>> {
        let bound = |n: &Option<Number>, upper: bool, otherwise: f64| match n {
            Some(n) => number(n, self.paper, upper),
            None => Ok(otherwise),
        };
        let mut from = bound(&span.from, false, f64::NEG_INFINITY)?;
        if let Some(quantity) = &span.from_first {
            let experiment = &line.last().key.experiment;
            let counts = lines(self.rows, experiment, quantity);
            let counts = counts.iter().find(|l| l.detector == line.detector);
            let first = counts.and_then(|l| l.points().into_iter().find(|(_, n)| *n > 0.0));
            let never = || format!("{experiment}: {quantity} is never above 0");
            from = first.with_context(never)?.0;
        }
        let to = bound(&span.to, true, f64::INFINITY)?;
        let mut within = all.iter().filter(|p| (from..=to).contains(&p.x));
        if span.up_to.is_none() {
            return Ok(within.cloned().collect());
        }
        let most = bound(&span.up_to, true, f64::INFINITY)?;
        Ok(within.rfind(|p| p.x <= most).cloned().into_iter().collect())
    }

    fn point(&self, row: &'a Row, source: &Source) -> SourcePoint<'a> {
        let summary = row.outcome.as_ref().expect("lines hold rows with numbers");
        let value = match source.statistic.unwrap_or(Statistic::Median) {
            Statistic::Largest => Estimate::exact(summary.largest()),
            Statistic::Median => summary.estimate(),
        };
        SourcePoint {
            detector: &row.key.detector,
            series: &row.key.series,
            axis: &row.key.x_name,
            x: row.key.x,
            unit: row.unit,
            value,
            row: Some(row).filter(|_| source.statistic != Some(Statistic::Largest)),
            paper: self.stated(source, &row.key.series, row.key.x),
        }
    }

    fn parameter(&self, experiment: &str, name: &str, source: &Source) -> Result<SourcePoint<'a>> {
        let page = self.pages.iter().find(|page| page.id == experiment);
        let page = page.with_context(|| format!("there is no experiment {experiment}"))?;
        Ok(SourcePoint {
            detector: "",
            series: "",
            axis: "",
            x: 0.0,
            unit: Unit::Seconds,
            value: Estimate::exact(page.parameter(name)?),
            row: None,
            paper: self.stated(source, "", 0.0),
        })
    }

    /// Returns the paper's number for a row, on the axis of its figure: the axis of the row, or a
    /// setting of its series.
    fn stated(&self, source: &Source, series: &str, x: f64) -> Option<f64> {
        let path = source.paper.as_ref()?;
        let value = |key: &str| series.strip_prefix(key)?.strip_prefix('=');
        let (figure, curve) = match self.paper.curve(path) {
            Ok(found) => found,
            // The curves of the figure are named after the values of the series.
            Err(_) => {
                let (_, name) = series.split_once('=')?;
                self.paper.curve(&format!("{path}.{name}")).ok()?
            }
        };
        let x = value(&figure.axis)
            .and_then(|v| v.parse().ok())
            .unwrap_or(x);
        figure.number(curve, x)
    }

    fn stated_exponent(&self, path: Option<&str>) -> Option<f64> {
        let (figure, curve) = self.paper.curve(path?).ok()?;
        growth_exponent(&curve.points(figure)).map(|e| e.value)
    }

    fn reach(
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

    /// Returns the reason for a missing curve: the error of a row that failed, or "not measured".
    fn why_missing(&self, experiment: &str, quantity: &str, detector: &str, series: &str) -> Error {
        let selection = Selection {
            detector: Some(detector),
            series: Some(series),
            ..Selection::of(experiment)
        };
        let failed = self
            .rows
            .select(&selection)
            .into_iter()
            .find_map(Row::error);
        let of = match series {
            "" => format!("{quantity} of {detector}"),
            series => format!("{quantity} of {detector}, {}", format::series(series)),
        };
        match failed {
            Some(error) => anyhow!("{experiment}: {of} failed: {error}"),
            None => anyhow!("{experiment}: {of} was not measured"),
        }
    }
}

/// Returns the names of the series in rows that a source chooses from the curves of a detector.
fn series_names(lines: &[&Line<'_>], source: &Source) -> Vec<String> {
    let setting = match &source.series {
        None => return vec![String::new()],
        Some(Series::Names(names)) => return names.as_slice().to_vec(),
        Some(Series::Setting(setting)) => setting,
    };
    let names = |(key, values): (&String, &OneOrMany<String>)| -> Vec<String> {
        let prefix = format!("{key}=");
        let measured = lines.iter().filter(|l| l.series.starts_with(&prefix));
        let mut measured = measured.map(|l| l.series.to_owned());
        match values {
            OneOrMany::One(word) if word == "measured" => measured.collect(),
            OneOrMany::One(word) if word == "largest-measured" => {
                measured.next_back().into_iter().collect()
            }
            values => values
                .as_slice()
                .iter()
                .map(|v| prefix.clone() + v)
                .collect(),
        }
    };
    setting.iter().flat_map(names).collect()
}

/// Returns a number of a rule. If `upper`, a figure means its last position, not its first.
pub(super) fn number(number: &Number, paper: &Paper, upper: bool) -> Result<f64> {
    let name = match number {
        Number::Plain(n) => return Ok(*n),
        Number::Named(name) => name,
    };
    if let Ok((_, curve)) = paper.curve(name) {
        return Ok(curve.y[0]);
    }
    let (path, last) = match name.strip_suffix(".last") {
        Some(path) => (path, true),
        None => (name.as_str(), upper),
    };
    let axis = &paper.figure(path)?.x;
    let end = if last { axis.last() } else { axis.first() };
    end.copied()
        .with_context(|| format!("`{path}` has no positions"))
}

/// Returns the ratio of two medians. Its interval comes from samples of the same repeats, if both
/// were measured together, or of the same processes. Without samples, it comes from the ends of both
/// intervals, which is wider.
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

/// Returns each point of `of` with the one of `by` that it is divided by: its only point, or that of
/// the same series and position, or that of the same series. Points of whole curves are left out if
/// they have no counterpart, or if both are zero.
fn pairs<'p, 'a>(
    experiment: &str,
    source: &Source,
    of: &'p [SourcePoint<'a>],
    by: &'p [SourcePoint<'a>],
) -> Result<Vec<(&'p SourcePoint<'a>, &'p SourcePoint<'a>)>> {
    let whole = matches!(source.at, Some(At::Rule(Pick::All) | At::Span(_)));
    let mut pairs = Vec::new();
    for above in of {
        let mut same_series = by.iter().filter(|b| b.series == above.series);
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
fn weighted_mean(of: &[SourcePoint<'_>], by: &[SourcePoint<'_>]) -> Estimate {
    let value = |x: f64| of.iter().find(|p| p.x == x).map_or(0.0, |p| p.value.value);
    let all: f64 = by.iter().map(|w| w.value.value).sum();
    let sum: f64 = by.iter().map(|w| value(w.x) * w.value.value).sum();
    Estimate::exact(sum / all.max(1.0))
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
