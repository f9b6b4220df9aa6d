//! The part of an experiment's definition that its page shows.

mod plot;

pub use plot::{Beside, Log, PaperCurve, Plot, PlotShape, TargetLine};

use crate::claims::Condition;
use crate::claims::numbers::PageNumber;
use crate::format::or;
use crate::papers::{Label, Papers, each_table, name_detectors};
use anyhow::{Context, Result, ensure};
use plot::{number, resolve_targets};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Page of an experiment: question, statement of the paper, analysis, plots and pictures.
///
/// It is the part `[page]` of the experiment's definition, `benches/experiments/ID.toml`. The part
/// `[measure]` is for the crate that measures. This crate reads it only as a table of parameters,
/// to which claims and targets refer by name.
///
/// ```toml
/// question   = "Does the face octree overtake separating planes as the number of bodies grows?"
///
/// [page]
/// title      = "Figure 10: spheres and planes"       # the section's heading
/// result     = "{faster: It takes {less} less.}"     # instead of it, if rows support it
/// checked    = "before-timing"        # when answers were checked; the default
/// intervals  = "likely"               # or "proved"; the default
/// analysis   = """
/// Markdown. Explains the curves by the work counts. {faster: It takes {less} less.}
/// """
///
/// [page.numbers.less]                 # number of the analysis: a measure as in claims
/// measure = "ratio"
/// of      = { detector = "a" }
/// by      = { detector = "b" }
/// as      = "percent-less"
///
/// [page.conditions]                   # conditions of its sentences, as in claims
/// faster = [{ of = "less", is = { below = 1 }, interval = true }]
///
/// [[page.plot]]                       # one picture; without any, one of `time` is drawn
/// title     = "The last cycle"        # heading of the picture
/// quantity  = "time"                  # the quantity of the rows that are drawn: "time" if absent
/// x         = "spheres"               # label of the horizontal axis; the rows' own if absent
/// y         = "time of the last cycle"# label of the vertical axis, without unit; own if absent
/// log       = "xy"                    # logarithmic axes: "x", "y", "xy"; none if absent
/// detectors = ["face-octree", { name = "parry3d", update = "rebuild" }] # only these; else all
/// series    = ["faces=528"]           # only these curves; all if absent
/// paper     = "figure.10"             # the paper's curves, from benches/papers
/// meets     = 10                      # x at which they are scaled to meet ours
///
/// [[page.picture]]                    # a picture that the experiment rendered beside its rows
/// file  = "smith95-fig9-shuttle.png"
/// title = "The shuttle"
/// ```
///
/// A plot has further optional keys:
/// - `target = [{ label = "frame", at = 0.1 }]` draws lines across the plot. `at` may name a
///   parameter of the experiment.
/// - `reach = 0.2` is the minimum height of the vertical axis.
/// - `shape` is "points" for points without a line, "histograms" for one panel of bars per curve,
///   whose rows are the shares of neighboring bins, "cumulative" for their sums, "exceedance" for
///   the share of samples that are at least as large, "local-exponents" for the growth over
///   four times the size, "break-even" for preparation and frames together, "steps" for the shares
///   of the steps in a frame, "quartiles" for the medians and quartiles of what the bins of
///   histograms hold, "grid" for a row for each series, with a marker for each detector,
///   "dumbbells" for a row at each position, or "table" for the table alone.
/// - `name = "mean"` is the name of a marker in the rows of dumbbells, and
///   `beside = [{ quantity = "q", name = "largest" }]` adds markers of further quantities.
/// - `worst-of = "detection-time"` states that each point is the worst of a group of samples, whose
///   distribution is the row of that quantity.
/// - `bound = true` states that ours should be at or below the paper's. Without `meets` the paper's
///   numbers are not scaled: they have our unit, and are listed beside ours in the table.
/// - `against = "contacts"` draws each row over its value of that quantity, and all series as one
///   curve. There is no table under it.
/// - `divided-by = "face-octree"` draws every curve divided by that of this detector. So are the
///   paper's, by the paper's own for it, and none is scaled.
///
/// The first part of the id is the page that the experiment belongs to: `smith95-fig10` is a
/// section of `smith95/README.md`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Page {
    /// File name of the definition without its ending.
    #[serde(skip)]
    pub id: String,
    /// Question of the experiment.
    #[serde(skip)]
    pub question: String,
    /// Stage at which answers are checked.
    pub checked: Checked,
    /// Meaning of intervals.
    pub intervals: Intervals,
    /// Heading of the section. If empty, the id.
    pub title: String,
    /// Statement of the paper on the subject. Empty for the project's own experiments.
    #[serde(skip)]
    pub paper_says: String,
    /// The part of the definition for the crate that measures.
    #[serde(skip)]
    pub(crate) measure: toml::Table,
    /// The detectors that take part, as rows name them. Empty if the definition names none.
    #[serde(skip)]
    pub(crate) detectors: Vec<String>,
    /// Sentences of which the first that rows support is the section's heading, as in `analysis`.
    /// If empty, that of the analysis.
    pub result: String,
    /// Explanation from the work counts: the only text of a page that is written by hand. Its
    /// numbers follow from rows.
    pub analysis: String,
    /// Numbers of the analysis, by their names.
    pub(crate) numbers: BTreeMap<String, PageNumber>,
    /// Conditions without which sentences of the analysis are left out, by their names.
    pub(crate) conditions: BTreeMap<String, Vec<Condition>>,
    /// Question of the jobs of a race: "all contacts". Empty if the experiment is no race.
    pub race: String,
    /// Races whose detectors are guessed from the properties of their scenes, by experiment. Empty
    /// if the experiment records no properties.
    pub guess: Vec<String>,
    /// Plots to draw. If empty, one plot of "time", or none for a race.
    #[serde(rename = "plot")]
    pub plots: Vec<Plot>,
    /// Pictures that the experiment rendered.
    #[serde(rename = "picture")]
    pub pictures: Vec<Picture>,
}

/// Stage at which the answers of the detectors are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Checked {
    /// Every frame, before anything is timed.
    #[default]
    BeforeTiming,
    /// Some of the frames, apart from what is timed.
    SomeFrames,
    /// Some instants of a flight, while the clock is stopped.
    SomeInstants,
    /// While measuring.
    InPassing,
}

/// Meaning of the intervals of an experiment's rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Intervals {
    /// A confidence interval of the median.
    #[default]
    Likely,
    /// Lengths that are proved from both sides.
    Proved,
}

/// Picture file stored beside the rows.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Picture {
    /// File name.
    pub file: String,
    /// Caption.
    pub title: String,
}

/// The parts of a definition.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    question: String,
    /// Of no interest to pages: rows say on which machine they were measured.
    #[serde(rename = "cores")]
    _cores: Option<u32>,
    #[serde(default)]
    page: toml::Table,
    #[serde(default)]
    measure: toml::Table,
}

impl Page {
    /// Reads the page part of a definition.
    ///
    /// # Errors
    /// Text that is not TOML, lacks `question`, or has a page with an unknown key, detector,
    /// parameter or figure.
    pub fn parse(id: &str, definition: &str, papers: &Papers, label: Label<'_>) -> Result<Page> {
        Page::read(id, definition, papers, label)
            .with_context(|| format!("the page part of experiment {id} cannot be read"))
    }

    fn read(id: &str, definition: &str, papers: &Papers, label: Label<'_>) -> Result<Page> {
        let file: File = toml::from_str(definition)?;
        let (mut table, mut measure) = (file.page, file.measure);
        // Names are resolved in the table, before it becomes a struct: the struct has labels and
        // numbers only, and drawing needs neither catalog nor parameters.
        name_detectors(&mut table, label)?;
        if let Some(plots) = table.get_mut("plot") {
            each_table(plots, &mut |plot| resolve_targets(plot, &measure))?;
        }
        let mut page: Page = table.try_into()?;
        // Participants are the tables with a `name`, whatever key a model lists them under. Those
        // with a `scene` are jobs.
        let mut detectors = Vec::new();
        for (_, value) in measure.iter_mut() {
            each_table(value, &mut |inner| {
                let is_job = inner.contains_key("scene");
                if !is_job && inner.get("name").is_some_and(toml::Value::is_str) {
                    detectors.push(label(inner)?);
                }
                Ok(())
            })?;
        }
        page.id = id.to_owned();
        page.question = file.question;
        page.measure = measure;
        page.detectors = detectors;
        if let Some(paper) = papers.of(id) {
            page.paper_says = paper.says(id).to_owned();
        }
        for plot in &mut page.plots {
            if let Some(divisor) = &plot.divided_by {
                let takes_part = page.detectors.contains(divisor);
                ensure!(takes_part, "`{divisor}` is none of its detectors");
            }
            ensure!(
                plot.against.is_none() || plot.divided_by.is_none() && plot.figure.is_none(),
                "a plot `against` a quantity has neither `divided-by` nor `paper`"
            );
            plot.take_curves(id, papers)?;
        }
        Ok(page)
    }

    /// Returns a number of the part for the crate that measures.
    pub(crate) fn parameter(&self, name: &str) -> Result<f64> {
        let value = self.measure.get(name).and_then(number);
        value.with_context(|| format!("{} has no number `{name}` under [measure]", self.id))
    }

    /// Returns the name of the procedure of measuring; empty if the definition has none.
    pub(crate) fn model(&self) -> &str {
        let model = self.measure.get("model").and_then(toml::Value::as_str);
        model.unwrap_or_default()
    }

    /// Returns the names of the settings that vary, empty if the definition lists none.
    pub(crate) fn varied(&self) -> Vec<&str> {
        let tables = ["series", "sweep"].into_iter();
        let tables = tables.filter_map(|key| self.measure.get(key)?.as_table());
        tables.flat_map(|t| t.keys().map(String::as_str)).collect()
    }

    /// Returns the titles of the jobs of a race, which are series of its rows.
    pub(crate) fn jobs(&self) -> impl Iterator<Item = &str> {
        let jobs = self.measure.get("jobs").and_then(toml::Value::as_array);
        let jobs = jobs.into_iter().flatten();
        jobs.filter_map(|job| job.get("title")?.as_str())
    }

    /// Returns the generator of a job's scene.
    pub(crate) fn generator_of(&self, job: &str) -> Option<&str> {
        let mut jobs = self.measure.get("jobs")?.as_array()?.iter();
        let job =
            jobs.find(|known| known.get("title").and_then(toml::Value::as_str) == Some(job))?;
        job.get("scene")?.get("generator")?.as_str()
    }

    /// Returns the section's heading.
    pub fn heading(&self) -> &str {
        or(&self.title, &self.id)
    }

    /// Returns the plots to draw: those of the definition, or the default one if it has neither
    /// plot nor picture, is no race and guesses nothing.
    pub fn plots(&self) -> Vec<Plot> {
        let has_tables = !self.race.is_empty() || !self.guess.is_empty();
        if self.plots.is_empty() && self.pictures.is_empty() && !has_tables {
            vec![Plot::default()]
        } else {
            self.plots.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::{label, papers};

    const DEFINITION: &str = r#"
        question = "Does it overtake?"
        [measure]
        scene = { generator = "sphere-swarm" }
        detectors = [{ name = "face-octree", level = 6 }, { name = "parry3d", update = "rebuild" }]
        budget = 0.5
        sweep = { bodies = [1, 2] }
        [page]
        analysis = "Yes."
        [[page.plot]]
        log = "xy"
        detectors = [{ name = "parry3d", update = "rebuild" }]
        paper = "figure.10"
        meets = 10
        target = [{ label = "budget", at = "budget" }]
    "#;

    fn parse(text: &str) -> Result<Page> {
        Page::parse("made-fig10", text, &papers(), &label)
    }

    #[test]
    fn a_page_takes_the_papers_curves_and_parameters_by_name() {
        let page = parse(DEFINITION).unwrap();
        assert_eq!(
            (page.heading(), page.paper_says.as_str()),
            ("made-fig10", "From 16 / 21.5 ms at 10 / 20.")
        );
        let plot = &page.plots()[0];
        assert_eq!((plot.quantity(), plot.log), ("time", Log::Xy));
        assert_eq!(plot.paper[0].points, [(10.0, 16.0), (20.0, 21.5)]);
        assert_eq!(plot.detectors, ["parry3d update=rebuild"]);
        assert_eq!(plot.target[0].at, 0.5);
        assert_eq!(page.detectors, ["face-octree", "parry3d update=rebuild"]);
        assert_eq!(page.varied(), ["bodies"]);
        let bare = parse("question = \"Why?\"").unwrap();
        assert_eq!(
            (bare.plots().len(), bare.checked, bare.intervals),
            (1, Checked::BeforeTiming, Intervals::Likely)
        );
    }

    #[test]
    fn a_plot_of_ratios_divides_the_papers_curves_and_scales_none() {
        let text = DEFINITION.replace("meets = 10", "divided-by = \"face-octree\"\ny = \"ratio\"");
        let page = parse(&text).unwrap();
        let [curve] = &page.plots()[0].paper[..] else {
            panic!("the divisor itself is not drawn");
        };
        assert_eq!(curve.label, "Made planes / Made");
        assert_eq!(curve.points, [(10.0, 0.75), (20.0, 2.0)]);
        assert_eq!(
            (curve.detector.as_str(), curve.at),
            ("separating-plane", None)
        );
        for (bad, named) in [
            ("divided-by = \"parry3d\"", "none of its detectors"),
            ("divided-by = \"parry3d update=rebuild\"", "no curve of"),
            ("meets = 10\ndivided-by = \"face-octree\"", "not scaled"),
        ] {
            let error = format!(
                "{:#}",
                parse(&DEFINITION.replace("meets = 10", bad)).unwrap_err()
            );
            assert!(error.contains(named), "{bad}: {error}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (good, bad, named) in [
            ("log =", "logs =", "logs"),
            ("meets = 10", "meets = 11", "no point at 11"),
            ("question", "queston", "question"),
            ("analysis", "analyses", "analyses"),
            ("[measure]", "[mesure]", "mesure"),
            ("figure.10", "figure.12", "figure.12"),
            ("\"parry3d\"", "\"parry4d\"", "parry4d"),
            ("at = \"budget\"", "at = \"budgets\"", "budgets"),
        ] {
            let text = DEFINITION.replace(good, bad);
            assert_ne!(text, DEFINITION);
            let error = format!("{:#}", parse(&text).unwrap_err());
            assert!(
                error.contains(named) && error.contains("made-fig10"),
                "{bad}: {error}"
            );
        }
    }
}
