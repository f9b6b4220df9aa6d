//! The papers: citation, numbers and claims, from `benches/papers/*.toml`.

use crate::Page;
use crate::claims::Claim;
use crate::format;
use crate::inventory::{self, PaperSection, Untested};
use crate::names;
use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// Names a detector as rows do, from its table `{ name = "…", option = … }`.
///
/// Only the crate that measures knows the default options, which rows leave out.
pub type Label<'a> = &'a dyn Fn(&toml::Table) -> Result<String>;

/// All papers, in the order of their years. The laboratory's own hypotheses come last.
#[derive(Clone, Debug, Default)]
pub struct Papers(pub(crate) Vec<Paper>);

/// One file of `benches/papers`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Paper {
    /// File name without its ending: the folder of the paper's page, and the first part of the
    /// names of its experiments.
    #[serde(skip)]
    pub(crate) key: String,
    pub(crate) paper: Citation,
    #[serde(default)]
    figure: BTreeMap<String, Figure>,
    /// Statement of the paper about the subject of an experiment, by the experiment.
    #[serde(default)]
    says: BTreeMap<String, String>,
    /// Its sections, in its order. None for the laboratory's own hypotheses.
    #[serde(default, rename = "section")]
    pub(crate) sections: Vec<PaperSection>,
    /// Its sentences without a rule.
    #[serde(default, rename = "not-testable")]
    pub(crate) not_testable: Vec<Untested>,
    /// From the key `claim`, which is read apart so that errors name the claim.
    #[serde(skip)]
    pub(crate) claims: Vec<Claim>,
}

/// Citation of a paper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Citation {
    /// Heading of its page.
    pub(crate) title: String,
    /// `None` for the laboratory's own hypotheses.
    pub(crate) year: Option<u32>,
    /// The paper's main statement, in a sentence. Empty for the laboratory's own hypotheses.
    #[serde(default)]
    pub(crate) claimed: String,
    /// Errors that need no rows: place, statement, and a proof in a sentence.
    #[serde(default)]
    pub(crate) errors: Vec<String>,
}

/// Numbers of one figure, table or section.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Figure {
    /// Name of the horizontal axis in rows or series: "faces".
    #[serde(default)]
    pub(crate) axis: String,
    /// Positions on the axis. Empty if each curve is a single number.
    #[serde(default)]
    pub(crate) x: Vec<f64>,
    /// Unit of the numbers, for texts.
    #[serde(default)]
    pub(crate) unit: String,
    pub(crate) curves: Vec<PrintedCurve>,
}

/// Numbers of one curve, one for each `x` of its figure.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PrintedCurve {
    name: String,
    /// Name in plots.
    #[serde(default)]
    pub(crate) label: String,
    /// Detector whose rows it is drawn with.
    #[serde(default)]
    pub(crate) detector: String,
    /// Series of these rows.
    #[serde(default)]
    pub(crate) series: String,
    #[serde(default)]
    pub(crate) y: Vec<f64>,
    /// Another curve whose sum is this curve's only number.
    total: Option<String>,
}

impl Papers {
    /// Reads all papers of a folder.
    ///
    /// # Errors
    /// A file that cannot be read, is not TOML, has an unknown key, an unknown detector, a curve
    /// without a number for each position, or a text that refers to no figure: with the file.
    pub fn read(folder: &Path, label: Label<'_>) -> Result<Papers> {
        let mut papers = Vec::new();
        for path in records::files(folder, "toml")? {
            let key = path.file_stem().unwrap_or_default().to_string_lossy();
            let text = std::fs::read_to_string(&path).map_err(anyhow::Error::from);
            let paper = text.and_then(|text| Paper::parse(&key, &text, label));
            papers.push(paper.with_context(|| path.display().to_string())?);
        }
        let rank = |paper: &Paper| (paper.paper.year.unwrap_or(u32::MAX), paper.key.clone());
        papers.sort_by_key(rank);
        Ok(Papers(papers))
    }

    /// Returns the paper that an experiment belongs to: its name begins with the paper's key.
    pub(crate) fn of(&self, experiment: &str) -> Option<&Paper> {
        self.0.iter().find(|paper| paper.owns(experiment))
    }

    /// Returns the paper that an experiment belongs to.
    ///
    /// # Errors
    /// An experiment of no paper.
    pub(crate) fn of_page(&self, experiment: &str) -> Result<&Paper> {
        let keys: Vec<&str> = self.0.iter().map(|paper| paper.key.as_str()).collect();
        self.of(experiment).with_context(|| {
            format!(
                "the experiment {experiment} belongs to no page: its name has to begin with one \
                 of {}, and a dash",
                keys.join(", ")
            )
        })
    }

    /// Checks every claim against the experiments it refers to, and the papers' sections.
    ///
    /// # Errors
    /// An unknown experiment, detector, series or parameter: with file and claim. A section or a
    /// sentence without a rule of which nothing becomes.
    pub(crate) fn check(&self, pages: &[Page]) -> Result<()> {
        for paper in &self.0 {
            for (i, claim) in paper.claims.iter().enumerate() {
                let context = || format!("{}.toml, claim {}", paper.key, claim.id);
                let is_second = paper.claims[..i].iter().any(|other| other.id == claim.id);
                ensure!(!is_second, "{}: another claim has this name", context());
                claim.check(paper, pages).with_context(context)?;
            }
            inventory::check(paper).with_context(|| format!("{}.toml", paper.key))?;
        }
        Ok(())
    }
}

impl Paper {
    /// Reads a paper from its text.
    pub(crate) fn parse(key: &str, text: &str, label: Label<'_>) -> Result<Paper> {
        let mut table: toml::Table = toml::from_str(text)?;
        name_detectors(&mut table, label)?;
        let claims = claims_of(&mut table)?;
        let mut paper: Paper = table.try_into()?;
        paper.key = key.to_owned();
        paper.claims = claims;
        // Totals first: a total is the number of a curve that has none of its own.
        paper.resolve_totals()?;
        for (name, figure) in &paper.figure {
            // Without positions, each curve is a single number.
            let positions = figure.x.len().max(1);
            for PrintedCurve { name: curve, y, .. } in &figure.curves {
                ensure!(
                    y.len() == positions,
                    "figure.{name}.{curve} has {} numbers for {positions} positions",
                    y.len()
                );
            }
        }
        // `filled` borrows the whole paper, so the texts are moved out while they are filled.
        let mut says = std::mem::take(&mut paper.says);
        for text in says.values_mut() {
            *text = paper.filled(text)?;
        }
        let mut sentences = std::mem::take(&mut paper.not_testable);
        for sentence in &mut sentences {
            sentence.says = paper.filled(&sentence.says)?;
        }
        paper.not_testable = sentences;
        let mut claims = std::mem::take(&mut paper.claims);
        for claim in &mut claims {
            let context = || format!("claim {}", claim.id);
            for text in [&mut claim.says, &mut claim.stated] {
                *text = paper.filled(text).with_context(context)?;
            }
            for text in [&mut claim.says, &mut claim.caveat] {
                *text = names::in_text(text);
            }
        }
        (paper.says, paper.claims) = (says, claims);
        Ok(paper)
    }

    /// Returns true if it is no paper, but the laboratory's own hypotheses.
    pub(crate) fn is_own(&self) -> bool {
        self.paper.year.is_none()
    }

    /// Returns true if the experiment belongs to it.
    pub(crate) fn owns(&self, experiment: &str) -> bool {
        // The dash keeps `smith95` from owning `smith950-…`.
        experiment
            .strip_prefix(&self.key)
            .is_some_and(|rest| rest.starts_with('-'))
    }

    /// Returns the statement of the paper about an experiment, empty if none is noted.
    pub(crate) fn says(&self, experiment: &str) -> &str {
        self.says.get(experiment).map_or("", String::as_str)
    }

    /// Returns a figure by its name, "figure.10".
    pub(crate) fn figure(&self, path: &str) -> Result<&Figure> {
        path.strip_prefix("figure.")
            .and_then(|name| self.figure.get(name))
            .with_context(|| format!("there is no `{path}` in {}.toml", self.key))
    }

    /// Returns a curve with its figure by its name, "figure.10.octree".
    pub(crate) fn curve(&self, path: &str) -> Result<(&Figure, &PrintedCurve)> {
        let missing = || format!("there is no `{path}` in {}.toml", self.key);
        // The curve is the last part, and the figure's name has a dot of its own.
        let (figure, name) = path.rsplit_once('.').with_context(missing)?;
        let figure = self.figure(figure)?;
        let curve = figure.curves.iter().find(|curve| curve.name == name);
        Ok((figure, curve.with_context(missing)?))
    }

    /// Returns the figure of this name, or that of the curve of this name.
    pub(crate) fn figure_of(&self, path: &str) -> Result<&Figure> {
        self.figure(path).or_else(|_| Ok(self.curve(path)?.0))
    }

    /// Replaces each `{figure.10}` by its positions, and each `{figure.10.octree}` by its numbers.
    fn filled(&self, text: &str) -> Result<String> {
        // Each part but the first begins inside of braces.
        let mut parts = text.split('{');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (path, rest) = part
                .split_once('}')
                .with_context(|| format!("`{{` without `}}` in {text:?}"))?;
            filled += &self.words_of(path)?;
            filled += rest;
        }
        Ok(filled)
    }

    /// Returns the positions of a figure, "figure.10", or the numbers of a curve,
    /// "figure.10.octree".
    pub(crate) fn words_of(&self, path: &str) -> Result<String> {
        Ok(match self.figure(path) {
            Ok(figure) => format::numbers(&figure.x),
            Err(missing) => {
                let (figure, curve) = self.curve(path).map_err(|_| missing)?;
                figure.text(&curve.y)
            }
        })
    }

    fn resolve_totals(&mut self) -> Result<()> {
        // Two passes, because a sum may be over a curve of any figure.
        let mut sums = Vec::new();
        for (name, figure) in &self.figure {
            for (i, curve) in figure.curves.iter().enumerate() {
                if let Some(path) = &curve.total {
                    sums.push((name.clone(), i, self.curve(path)?.1.y.iter().sum()));
                }
            }
        }
        for (name, i, sum) in sums {
            self.figure.get_mut(&name).expect("listed above").curves[i].y = vec![sum];
        }
        Ok(())
    }
}

impl Figure {
    /// Formats numbers of this figure: "16 / 21 ms".
    pub(crate) fn text(&self, numbers: &[f64]) -> String {
        format::join(&[stated(numbers), self.unit.clone()], " ")
    }

    /// Returns the number of a curve at `x` of the axis, or the curve's only one.
    pub(crate) fn number(&self, curve: &PrintedCurve, x: f64) -> Option<f64> {
        // Positions are written down, not computed, so they are compared exactly.
        let i = if self.x.is_empty() {
            0
        } else {
            self.x.iter().position(|at| *at == x)?
        };
        curve.y.get(i).copied()
    }
}

impl PrintedCurve {
    /// Returns the points of the curve. A single number is at zero, as in rows of a whole scene.
    pub(crate) fn points(&self, figure: &Figure) -> Vec<(f64, f64)> {
        let positions = figure.x.iter().copied().chain([0.0]);
        positions.zip(self.y.iter().copied()).collect()
    }
}

/// Returns the key of the paper that an experiment belongs to: the first part of its name.
pub(crate) fn key_of(experiment: &str) -> &str {
    experiment.split('-').next().unwrap_or_default()
}

/// Formats numbers as the paper prints them, with all their digits.
pub(crate) fn stated(numbers: &[f64]) -> String {
    let texts: Vec<String> = numbers.iter().map(f64::to_string).collect();
    texts.join(" / ")
}

/// Takes the claims out of a paper's table. An error names the claim.
fn claims_of(table: &mut toml::Table) -> Result<Vec<Claim>> {
    let claims = match table.remove("claim") {
        None => Vec::new(),
        Some(toml::Value::Array(claims)) => claims,
        Some(_) => bail!("`claim` is no list: each claim begins with [[claim]]"),
    };
    let read = |(i, claim): (usize, toml::Value)| {
        let id = claim.get("id").and_then(|id| id.as_str());
        let id = id.map_or(format!("number {}", i + 1), str::to_owned);
        Claim::deserialize(claim).with_context(|| format!("claim {id}"))
    };
    claims.into_iter().enumerate().map(read).collect()
}

/// Replaces the table of each detector, under the keys `detector`, `detectors` and `instead-of`, by
/// its label.
pub(crate) fn name_detectors(table: &mut toml::Table, label: Label<'_>) -> Result<()> {
    for (key, value) in table.iter_mut() {
        if ["detector", "detectors", "instead-of"].contains(&key.as_str()) {
            name_detector(value, label)?;
            continue;
        }
        each_table(value, &mut |inner| name_detectors(inner, label))?;
    }
    Ok(())
}

fn name_detector(value: &mut toml::Value, label: Label<'_>) -> Result<()> {
    match value {
        toml::Value::Table(detector) => *value = toml::Value::String(label(detector)?),
        toml::Value::Array(list) => list.iter_mut().try_for_each(|d| name_detector(d, label))?,
        _ => {}
    }
    Ok(())
}

/// Calls `visit` with each outermost table of a value.
pub(crate) fn each_table(
    value: &mut toml::Value,
    visit: &mut dyn FnMut(&mut toml::Table) -> Result<()>,
) -> Result<()> {
    match value {
        toml::Value::Table(table) => visit(table),
        toml::Value::Array(list) => list
            .iter_mut()
            .try_for_each(|inner| each_table(inner, visit)),
        _ => Ok(()),
    }
}
