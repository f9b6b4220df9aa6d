//! Points of a source: the rows that it chooses, with the paper's numbers for the same.

use super::{At, Number, OneOrMany, Pick, Series, Source, Span, Statistic};
use crate::Page;
use crate::curves::{Line, distinct, lines};
use crate::format;
use crate::papers::Paper;
use anyhow::{Context, Error, Result, anyhow, ensure};
use records::statistics::{self, Estimate};
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
    pub(super) row: Option<&'a Row>,
    /// The paper's number for the same position.
    pub(super) paper: Option<f64>,
}

impl SourcePoint<'_> {
    /// Returns the position on its axis: the number in its series' name, if the series are the
    /// axis.
    pub(super) fn position(&self) -> f64 {
        let in_series = self
            .series
            .split_once('=')
            .and_then(|(_, v)| v.parse().ok());
        in_series.unwrap_or(self.x)
    }
}

impl<'a> ClaimInput<'a> {
    /// Returns the values that a source chooses: detector by detector, series by series.
    pub(super) fn points(
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
                let mut chosen = self.chosen(line, source, default)?;
                if let Some(work) = &source.against {
                    self.place_at(experiment, work, &mut chosen)?;
                }
                points.extend(chosen);
            }
        }
        Ok(points)
    }

    /// Gives points the values of another quantity, of the same rows, as positions.
    fn place_at(
        &self,
        experiment: &str,
        quantity: &str,
        points: &mut [SourcePoint<'a>],
    ) -> Result<()> {
        let lines = lines(self.rows, experiment, quantity);
        for point in points {
            let mut lines = lines.iter();
            let line = lines.find(|l| l.detector == point.detector && l.series == point.series);
            let row = line.and_then(|line| line.at(point.x));
            let missing = || self.why_missing(experiment, quantity, point.detector, point.series);
            let row = row.ok_or_else(missing)?;
            (point.axis, point.x) = (&row.quantity, row.median().ok_or_else(missing)?);
        }
        Ok(())
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
        let missing = |what: String| {
            let experiment = &line.last().key.experiment;
            anyhow!("{experiment}: {what} of {}", line.detector)
        };
        let at = |x: &f64| {
            let found = all.iter().find(|p| p.x == *x).cloned();
            found.ok_or_else(|| missing(format!("nothing at {}", format::number(*x))))
        };
        let curve = source.paper.as_ref().and_then(|p| self.paper.curve(p).ok());
        let stated = curve.map(|(_, curve)| &curve.y[..]);
        let chosen = match source.at.as_ref().unwrap_or(&At::Rule(default)) {
            At::Span(span) => self.span(&all, line, span)?,
            At::Rule(pick) => picked(*pick, &all, stated),
            listed => {
                let positions = listed.positions(self.paper).unwrap_or_default();
                positions.iter().map(at).collect::<Result<_>>()?
            }
        };
        if chosen.is_empty() {
            Err(missing("no such position".to_owned()))
        } else {
            Ok(chosen)
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
        let statistic = source.statistic.unwrap_or(Statistic::Median);
        let value = match statistic {
            Statistic::Largest => Estimate::exact(summary.largest()),
            Statistic::Least => Estimate::exact(summary.least()),
            Statistic::Median => summary.estimate(),
        };
        SourcePoint {
            detector: &row.key.detector,
            series: &row.key.series,
            axis: &row.key.x_name,
            x: row.key.x,
            unit: row.unit,
            value,
            // The interval of a quotient of two rows is one of medians.
            row: Some(row).filter(|_| statistic == Statistic::Median),
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

/// Returns points of a curve by a rule. `stated` has the paper's numbers of the curve, if it has
/// some.
fn picked<'a>(pick: Pick, all: &[SourcePoint<'a>], stated: Option<&[f64]>) -> Vec<SourcePoint<'a>> {
    let (last, before) = all.split_last().expect("a line has rows");
    let values = || all.iter().map(|p| p.value.value);
    let summary = |value: f64, paper| {
        vec![SourcePoint {
            value: Estimate::exact(value),
            axis: "",
            row: None,
            paper,
            ..last.clone()
        }]
    };
    match pick {
        // The paper's last position may differ from ours.
        Pick::Last => vec![SourcePoint {
            paper: last.paper.or(stated.and_then(|y| y.last().copied())),
            ..last.clone()
        }],
        Pick::All => all.to_vec(),
        Pick::BeforeLast => before.to_vec(),
        Pick::FirstHalf => {
            let half: Vec<f64> = values().take(all.len().div_ceil(2)).collect();
            summary(statistics::median(&half).expect("half of a line"), None)
        }
        Pick::Least => summary(values().fold(f64::INFINITY, f64::min), None),
        Pick::Sum => summary(values().sum(), stated.map(|y| y.iter().sum())),
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
