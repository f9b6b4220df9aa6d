//! Plots of a page, as its definition states them.

use super::Page;
use crate::format::or;
use crate::papers::{Papers, each_table};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// Plot: selection of rows, and the way to draw them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Plot {
    /// Heading of the picture. If empty, the section's.
    pub title: String,
    /// Way in which rows are drawn.
    pub shape: PlotShape,
    /// The quantity of the rows that are drawn. If empty, [`Plot::TIME`].
    pub quantity: String,
    /// Label of the horizontal axis. If empty, the rows' own name.
    pub x: String,
    /// Label of the vertical axis without its unit. If empty, the quantity.
    pub y: String,
    /// Ratios are drawn and listed in percent.
    pub percent: bool,
    /// Logarithmic axes.
    pub log: Log,
    /// Detectors to draw, by their label in rows. If empty, all.
    pub detectors: Vec<String>,
    /// Series to draw. If empty, all.
    pub series: Vec<String>,
    /// Values that are drawn across the picture.
    pub target: Vec<TargetLine>,
    /// Minimum height of the vertical axis, in the unit of the rows: small differences then look
    /// small.
    pub reach: Option<f64>,
    /// Quantity of the samples, if each row is the worst of a group of them. Else empty.
    pub worst_of: String,
    /// The figure whose curves are drawn beside ours.
    #[serde(rename = "paper")]
    pub(crate) figure: Option<String>,
    /// Position at which the paper's curves are scaled to meet ours. If absent, they are not
    /// scaled.
    pub(crate) meets: Option<f64>,
    /// States in the table that ours should be at or below the paper's.
    pub(crate) bound: bool,
    /// Quantity on the horizontal axis, instead of the rows' own.
    pub against: Option<String>,
    /// Detector by whose curve all others are divided, by its label in rows.
    pub divided_by: Option<String>,
    /// Detector by whose rows the phases of an approach are shaded: apart, boxes overlap, contact.
    /// It needs `overlap-regions` and `contacts` of each frame.
    pub phases: Option<String>,
    /// Picture of `lab-scenes` that shows some positions of the axis, for below the plot.
    pub strip: Option<String>,
    /// Name of the quantity in rows of dumbbells. If empty, the quantity.
    pub name: String,
    /// Further quantities in rows of dumbbells.
    pub beside: Vec<Beside>,
    /// The paper's own numbers.
    #[serde(skip)]
    pub paper: Vec<PaperCurve>,
}

/// A further quantity in the rows of dumbbells.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Beside {
    /// The quantity of the rows.
    pub quantity: String,
    /// Its name in the legend.
    pub name: String,
}

/// Way in which rows are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlotShape {
    /// Curves over two axes; bars if there is only one position.
    #[default]
    Curves,
    /// Points over two axes without a line: the axis is not the course of one quantity.
    Points,
    /// One panel of bars per curve. Rows are the shares of bins at the bins' lower ends, which are
    /// evenly spaced, on a logarithmic axis by their logarithms.
    Histograms,
    /// No picture, only its table: the numbers are not the course of a quantity.
    Table,
    /// Share of the samples that are at least as large, against their values, on logarithmic axes:
    /// how often a frame takes longer than a time. Targets are values.
    Exceedance,
    /// Sums of the shares of bins, as of histograms: the share of the cases up to a value. Targets
    /// are values.
    Cumulative,
    /// Growth exponents between points whose positions are at least four times apart.
    LocalExponents,
    /// Total time of preparation and frames, against the number of frames, at the last position.
    BreakEven,
    /// Shares of the steps in the time of a frame: a row for each detector at some positions.
    Steps,
    /// Median and quartiles: a row for each curve of histograms.
    Quartiles,
    /// A row for each series, with a marker for each detector. Each has one position.
    Grid,
    /// A row for each position of each curve, with a marker for each quantity, and the paper's.
    Dumbbells,
}

/// Value that is drawn across a picture: the height of a line through curves, or the x position of
/// a line through the panels of histograms.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TargetLine {
    /// Name of the value.
    pub label: String,
    /// The value, in the unit of the rows.
    pub at: f64,
}

/// Logarithmic axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Log {
    /// None of the two.
    #[default]
    None,
    /// The horizontal one.
    X,
    /// The vertical one.
    Y,
    /// Both.
    Xy,
}

/// Numbers that the paper states, to be drawn beside ours.
///
/// Machines differ by a factor, so times are multiplied until they meet ours at one point: only
/// their shape is compared. Numbers that do not depend on the machine are not scaled.
#[derive(Clone, Debug)]
pub struct PaperCurve {
    /// Name of the curve.
    pub label: String,
    /// The paper's points, in any unit.
    pub points: Vec<(f64, f64)>,
    /// Detector of the curve that it is compared with.
    pub detector: String,
    /// The series of that curve.
    pub series: String,
    /// Position on the horizontal axis at which both agree, one of the paper's points. `None` for
    /// numbers that are not scaled.
    pub at: Option<f64>,
    /// States in the table that ours should be at or below the paper's.
    pub bound: bool,
}

pub(super) fn number(value: &toml::Value) -> Option<f64> {
    value
        .as_float()
        .or_else(|| value.as_integer().map(|n| n as f64))
}

/// Replaces the names of parameters in a plot's targets by their values.
pub(super) fn resolve_targets(plot: &mut toml::Table, measure: &toml::Table) -> Result<()> {
    let Some(targets) = plot.get_mut("target") else {
        return Ok(());
    };
    each_table(targets, &mut |target| {
        if let Some(toml::Value::String(name)) = target.get("at") {
            let value = measure.get(name).and_then(number);
            let value = value.with_context(|| format!("no number `{name}` under [measure]"))?;
            target.insert("at".to_owned(), toml::Value::Float(value));
        }
        Ok(())
    })
}

impl Plot {
    /// Default quantity.
    pub const TIME: &str = "time";

    /// Takes the curves of the paper's figure that the plot names.
    pub(super) fn take_curves(&mut self, id: &str, papers: &Papers) -> Result<()> {
        let Some(path) = &self.figure else {
            return Ok(());
        };
        let figure = papers.of_page(id)?.figure(path)?;
        if let Some(at) = self.meets {
            // Curves are scaled at a point of the paper. Between points there is no number.
            ensure!(figure.x.contains(&at), "`{path}` has no point at {at}");
        }
        let divisor = match &self.divided_by {
            Some(detector) => {
                ensure!(self.meets.is_none(), "ratios of `{path}` are not scaled");
                let mut curves = figure.curves.iter();
                let divisor = curves.find(|curve| curve.detector == *detector);
                let missing = || format!("`{path}` has no curve of `{detector}`");
                Some(divisor.with_context(missing)?)
            }
            None => None,
        };
        for curve in &figure.curves {
            ensure!(!curve.label.is_empty(), "a curve of `{path}` has no label");
            let (mut label, mut points) = (curve.label.clone(), curve.points(figure));
            if let Some(divisor) = divisor {
                if curve.detector == divisor.detector {
                    continue;
                }
                label = format!("{label} / {}", divisor.label);
                for (point, by) in points.iter_mut().zip(divisor.points(figure)) {
                    point.1 /= by.1;
                }
            }
            self.paper.push(PaperCurve {
                label,
                points,
                detector: curve.detector.clone(),
                series: curve.series.clone(),
                at: self.meets,
                bound: self.bound,
            });
        }
        Ok(())
    }

    /// Returns the heading of the picture.
    pub fn heading<'a>(&'a self, page: &'a Page) -> &'a str {
        or(&self.title, page.heading())
    }

    /// Returns true if it draws rows of this series.
    pub(crate) fn draws_series(&self, series: &str) -> bool {
        self.series.is_empty() || self.series.iter().any(|drawn| drawn == series)
    }

    /// Returns the quantity of the rows that are drawn.
    pub fn quantity(&self) -> &str {
        or(&self.quantity, Plot::TIME)
    }
}

impl Log {
    /// Returns true if the horizontal axis is logarithmic.
    pub const fn of_x(self) -> bool {
        matches!(self, Log::X | Log::Xy)
    }

    /// Returns true if the vertical axis is logarithmic.
    pub const fn of_y(self) -> bool {
        matches!(self, Log::Y | Log::Xy)
    }
}
