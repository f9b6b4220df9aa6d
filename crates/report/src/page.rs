//! The part of an experiment's definition that its page shows.

use anyhow::Context;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// What an experiment asks, what the paper says, what we make of it, and what is drawn.
///
/// It is the part `[page]` of the experiment's definition, `benches/experiments/ID.toml`. The part
/// `[measure]` is for the crate that measures.
///
/// ```toml
/// question   = "Does the face octree overtake separating planes as the number of objects grows?"
///
/// [page]
/// title      = "Figure 10: spheres against separating planes"   # the section's heading
/// paper-says = "10 objects: 16 ms against about 10; 40 objects: 41 ms against about 140."
/// checked    = "before-timing"        # when answers were checked; the default
/// intervals  = "likely"               # or "proved"; the default
/// analysis   = """Why the curves look as they do, from the work counts. Markdown."""
///
/// [[page.plot]]                            # one picture; without any, one of `time` is drawn
/// title     = "The last cycle"        # heading of the picture
/// quantity  = "time"                  # the quantity of the rows that are drawn: "time" if absent
/// x         = "spheres"               # label of the horizontal axis; the rows' own if absent
/// y         = "time of the last cycle"# label of the vertical axis, without unit; own if absent
/// log       = "xy"                    # logarithmic axes: "x", "y", "xy"; none if absent
/// detectors = ["face-octree", "separating-plane"]   # only these, by their label; all if absent
/// series    = ["faces=528"]           # only these curves; all if absent
/// paper     = [                       # the paper's own numbers, scaled to fit ours at one point
///     { label = "Smith95 octree", points = [[10, 16], [20, 21], [30, 22], [40, 41]],
///       detector = "face-octree", series = "", at = 10 },
/// ]
///
/// [[page.picture]]                         # a picture that the experiment rendered beside its rows
/// file  = "smith95-fig9-shuttle.png"
/// title = "The shuttle"
/// ```
///
/// A plot may also have values that are drawn across it, `target = [{ label = "frame", at = 0.1 }]`;
/// a height that its vertical axis reaches at least, `reach = 0.2`; and another `shape`: "points" for
/// places that nothing joins, "histograms" for one panel of bars for each curve, whose rows are the
/// shares of neighbouring bins. `worst-of = "detection-time"` says that each point is the worst of a
/// group of samples, whose distribution is the row of that quantity. The paper's numbers without `at`
/// are not scaled: they are of the same unit as ours, and stand beside them in the table.
///
/// The first part of the id says to which page the experiment belongs: `smith95-fig10` is a
/// section of `smith95/README.md`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Page {
    /// The experiment: the definition's file name without its ending.
    #[serde(skip)]
    pub id: String,
    /// What the experiment asks.
    #[serde(skip)]
    pub question: String,
    /// When answers are checked.
    #[serde(default)]
    pub checked: Checked,
    /// What intervals mean.
    #[serde(default)]
    pub intervals: Intervals,
    /// The section's heading; the id where it is empty.
    #[serde(default)]
    pub title: String,
    /// What the paper claims, quoted or counted from its text. Empty for the project's own.
    #[serde(default)]
    pub paper_says: String,
    /// What we make of it, from the work counts: the only text of a page that is written by hand.
    #[serde(default)]
    pub analysis: String,
    /// What is drawn; one plot of "time" when there is none.
    #[serde(default, rename = "plot")]
    pub plots: Vec<Plot>,
    /// Pictures that the experiment rendered.
    #[serde(default, rename = "picture")]
    pub pictures: Vec<Picture>,
}

/// When the answers of the detectors are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Checked {
    /// Every frame, before anything is timed.
    #[default]
    BeforeTiming,
    /// Some of the frames, apart from what is timed.
    SomeFrames,
    /// Some instants of a flight, while the clock stands.
    SomeInstants,
    /// Along with the measuring.
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

/// A picture that lies beside the rows.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Picture {
    /// The name of its file.
    pub file: String,
    /// What it shows.
    pub title: String,
}

/// One picture: which rows it draws, and how.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Plot {
    /// The heading of the picture; the section's where it is empty.
    #[serde(default)]
    pub title: String,
    /// How rows are drawn.
    #[serde(default)]
    pub shape: Shape,
    /// The quantity of the rows that are drawn.
    #[serde(default = "time")]
    pub quantity: String,
    /// Label of the horizontal axis; what the rows call it when empty.
    #[serde(default)]
    pub x: String,
    /// Label of the vertical axis without its unit; the quantity when empty.
    #[serde(default)]
    pub y: String,
    /// Which axes are logarithmic.
    #[serde(default)]
    pub log: Log,
    /// The detectors that are drawn, by their label in rows; all when empty.
    #[serde(default)]
    pub detectors: Vec<String>,
    /// The series that are drawn; all when empty.
    #[serde(default)]
    pub series: Vec<String>,
    /// Values that are drawn across the picture.
    #[serde(default)]
    pub target: Vec<Target>,
    /// A height that the vertical axis reaches at least, in the unit of the rows: differences that
    /// are small against it look small.
    pub reach: Option<f64>,
    /// The quantity of whose samples each row is the worst of a group; empty where rows stand for
    /// themselves.
    #[serde(default)]
    pub worst_of: String,
    /// The paper's own numbers.
    #[serde(default)]
    pub paper: Vec<PaperCurve>,
}

/// How rows are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Curves over two axes; bars where there is one place alone.
    #[default]
    Curves,
    /// Places over two axes that nothing joins: what lies along the axis is no course of one thing.
    Points,
    /// One panel of bars for each curve: rows are the shares of bins, told by their lower ends,
    /// which are evenly spread, on a logarithmic axis by their logarithms.
    Histograms,
}

/// A value that is drawn across a picture: the height of a line through curves, or the place of a
/// line through the panels of histograms.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Target {
    /// What it is.
    pub label: String,
    /// Where, in the unit of the rows.
    pub at: f64,
}

/// Which axes are logarithmic.
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
/// Machines differ by a factor, so that times are multiplied until they meet ours at one point:
/// their shape is what is compared. Numbers that are free of the machine are left as they are.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PaperCurve {
    /// What the curve is called.
    pub label: String,
    /// The paper's points, in any unit.
    pub points: Vec<(f64, f64)>,
    /// The detector whose curve it is laid on.
    pub detector: String,
    /// The series of that curve.
    #[serde(default)]
    pub series: String,
    /// The place on the horizontal axis where both agree, one of the paper's points; `None` for
    /// numbers that are not scaled.
    pub at: Option<f64>,
    /// Whether ours should be at or below the paper's, which the table then says.
    #[serde(default)]
    pub bound: bool,
}

/// The parts of a definition.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    question: String,
    #[serde(default)]
    page: Page,
    /// For the crate that measures.
    #[serde(rename = "measure")]
    _measure: Option<IgnoredAny>,
}

impl Page {
    /// Reads the page part of a definition.
    ///
    /// # Errors
    /// Text that is not TOML, lacks `question`, or has a page with an unknown key.
    pub fn parse(id: &str, definition: &str) -> anyhow::Result<Page> {
        let File { question, page, .. } = toml::from_str(definition)
            .with_context(|| format!("the page part of experiment {id} cannot be read"))?;
        for curve in page.plots.iter().flat_map(|plot| &plot.paper) {
            let Some(at) = curve.at else { continue };
            anyhow::ensure!(
                curve.points.iter().any(|(x, _)| *x == at),
                "experiment {id}: the paper's curve {:?} has no point at {at}",
                curve.label
            );
        }
        Ok(Page {
            id: id.to_owned(),
            question,
            ..page
        })
    }

    /// The section's heading.
    pub fn heading(&self) -> &str {
        if self.title.is_empty() {
            &self.id
        } else {
            &self.title
        }
    }

    /// The plots to draw: those of the definition, or the one that is drawn without any plot or
    /// picture.
    pub fn plots(&self) -> Vec<Plot> {
        if self.plots.is_empty() && self.pictures.is_empty() {
            vec![Plot::default()]
        } else {
            self.plots.clone()
        }
    }
}

impl Plot {
    /// The heading of the picture.
    pub fn heading<'a>(&'a self, page: &'a Page) -> &'a str {
        if self.title.is_empty() {
            page.heading()
        } else {
            &self.title
        }
    }
}

impl Default for Plot {
    fn default() -> Plot {
        Plot {
            title: String::new(),
            shape: Shape::Curves,
            target: Vec::new(),
            reach: None,
            worst_of: String::new(),
            quantity: time(),
            x: String::new(),
            y: String::new(),
            log: Log::None,
            detectors: Vec::new(),
            series: Vec::new(),
            paper: Vec::new(),
        }
    }
}

impl Log {
    /// Whether the horizontal axis is logarithmic.
    pub const fn of_x(self) -> bool {
        matches!(self, Log::X | Log::Xy)
    }

    /// Whether the vertical axis is logarithmic.
    pub const fn of_y(self) -> bool {
        matches!(self, Log::Y | Log::Xy)
    }
}

fn time() -> String {
    "time".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFINITION: &str = r#"
        question = "Does it overtake?"
        [measure]
        scene = { generator = "sphere-swarm" }
        repeats = 15
        [page]
        paper-says = "Yes."
        [[page.plot]]
        log = "xy"
        paper = [{ label = "Smith95", points = [[10, 16], [20, 21.5]], detector = "a", at = 10 }]
    "#;

    #[test]
    fn the_page_part_is_read_and_the_rest_passed_over() {
        let page = Page::parse("smith95-fig10", DEFINITION).unwrap();
        assert_eq!(
            (page.heading(), page.paper_says.as_str()),
            ("smith95-fig10", "Yes.")
        );
        let plot = &page.plots()[0];
        assert_eq!((plot.quantity.as_str(), plot.log), ("time", Log::Xy));
        assert_eq!(plot.paper[0].points, [(10.0, 16.0), (20.0, 21.5)]);
        let bare = Page::parse("x", "question = \"Why?\"").unwrap();
        assert_eq!(
            (bare.plots().len(), bare.checked, bare.intervals),
            (1, Checked::BeforeTiming, Intervals::Likely)
        );
    }

    #[test]
    fn mistakes_are_named() {
        let error = |good: &str, bad: &str| {
            let text = DEFINITION.replace(good, bad);
            format!("{:#}", Page::parse("smith95-fig10", &text).unwrap_err())
        };
        assert!(error("log =", "logs =").contains("logs"));
        assert!(error("at = 10", "at = 11").contains("no point at 11"));
        assert!(error("question", "queston").contains("question"));
        assert!(error("paper-says", "papersays").contains("papersays"));
        assert!(error("[measure]", "[mesure]").contains("mesure"));
    }
}
