//! `list`: detectors, scene generators and experiments.

use crate::result::OutputForm;
use crate::selection::matches;
use crate::{paths, terminal};
use anyhow::{Result, ensure};
use catalog::{Accepts, Claim, Entry, Grain, Meaning, OptionDoc};
use experiments::Experiment;
use regex::Regex;
use report::{DetectorFacts, OptionFacts};
use serde::Serialize;

/// Arguments of `list`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only experiments whose name matches. Detectors are listed with -e as well, or with neither.
    #[arg(short, long, value_name = "REGEX")]
    filter: Option<Regex>,
    /// Only detectors whose name matches. Experiments are listed with -f as well, or with neither.
    #[arg(short = 'e', long, value_name = "REGEX")]
    detectors: Option<Regex>,
}

/// Result of `list`.
#[derive(Serialize)]
struct Listed {
    detectors: Vec<DetectorOutput>,
    generators: Vec<&'static str>,
    experiments: Vec<ExperimentOutput>,
}

#[derive(Serialize)]
struct DetectorOutput {
    name: &'static str,
    source: &'static str,
    summary: &'static str,
    finds: &'static str,
    of: &'static str,
    claim: &'static str,
    accepts: AcceptsOutput,
    /// The same in words.
    takes: String,
    distances: bool,
    budgets: bool,
    options: Vec<OptionFacts>,
}

#[derive(Serialize)]
struct AcceptsOutput {
    concave: bool,
    compounds: bool,
    deforming: bool,
    open: bool,
    self_intersecting: bool,
}

#[derive(Serialize)]
struct ExperimentOutput {
    name: String,
    question: String,
}

/// Prints detectors, generators and experiments.
///
/// # Errors
/// A definition that cannot be read; arguments that select nothing.
pub(crate) fn run(arguments: &Arguments, form: &OutputForm) -> Result<()> {
    let (filter, detectors) = (&arguments.filter, &arguments.detectors);
    let mut listed = Listed {
        detectors: Vec::new(),
        generators: Vec::new(),
        experiments: Vec::new(),
    };
    if detectors.is_some() || filter.is_none() {
        let entries = catalog::entries().iter();
        let selected = entries.filter(|e| matches(detectors, e.name));
        listed.detectors = selected.map(detector).collect();
    }
    if detectors.is_none() && filter.is_none() {
        listed.generators = scenes::GENERATOR_NAMES.to_vec();
    }
    if filter.is_some() || detectors.is_none() {
        let definitions = Experiment::read_folder(&paths::definitions())?.into_iter();
        let selected = definitions.filter(|d| matches(filter, &d.id));
        let experiment = |d: Experiment| ExperimentOutput {
            name: d.id,
            question: d.question,
        };
        listed.experiments = selected.map(experiment).collect();
    }
    ensure!(
        !(listed.detectors.is_empty() && listed.experiments.is_empty()),
        "no detector and no experiment has a name that matches; `cargo xtask list` has all"
    );
    form.print(|| text(&listed), || &listed)
}

fn detector(entry: &Entry) -> DetectorOutput {
    let profile = entry.profile();
    let accepts = profile.accepts;
    DetectorOutput {
        name: profile.name,
        source: profile.source,
        summary: profile.summary,
        finds: grain(profile.grain),
        of: meaning(profile.meaning),
        claim: claim(profile.claim),
        accepts: AcceptsOutput {
            concave: accepts.concave,
            compounds: accepts.compounds,
            deforming: accepts.deforming,
            open: accepts.open,
            self_intersecting: accepts.self_intersecting,
        },
        takes: accepted(accepts),
        distances: profile.supports_distances,
        budgets: profile.supports_budgets,
        options: options_of(entry),
    }
}

fn text(listed: &Listed) -> String {
    let mut parts = Vec::new();
    let detectors: String = listed.detectors.iter().map(described).collect();
    parts.push(("Detectors", detectors));
    let generators = listed.generators.join(", ");
    parts.push(("Scene generators", folded("  ", "  ", &generators)));
    let experiment =
        |e: &ExperimentOutput| format!("  {}\n{}", e.name, folded("      ", "      ", &e.question));
    let experiments: String = listed.experiments.iter().map(experiment).collect();
    parts.push(("Experiments", experiments));
    parts.retain(|(_, text)| !text.is_empty());
    let parts = parts.into_iter();
    let parts: Vec<String> = parts
        .map(|(title, text)| format!("{title}\n{text}"))
        .collect();
    parts.join("\n")
}

/// Returns the facts on all detectors that their pages have.
pub(crate) fn facts() -> Vec<DetectorFacts> {
    catalog::entries().iter().map(facts_of).collect()
}

fn options_of(entry: &Entry) -> Vec<OptionFacts> {
    let option = |option: &OptionDoc| OptionFacts {
        name: option.name.to_owned(),
        default: entry.default(option).to_string(),
        effect: option.effect.to_owned(),
        values: entry.values(option).to_string(),
    };
    entry.options.iter().map(option).collect()
}

fn facts_of(entry: &Entry) -> DetectorFacts {
    let profile = entry.profile();
    DetectorFacts {
        name: profile.name.to_owned(),
        source: profile.source.to_owned(),
        summary: profile.summary.to_owned(),
        finds: format!("{} of {}", grain(profile.grain), meaning(profile.meaning)),
        accepts: accepted(profile.accepts),
        claim: claim(profile.claim).to_owned(),
        distances: profile.supports_distances,
        budgets: profile.supports_budgets,
        face_pairs: matches!(profile.grain, Grain::FacePairs),
        deforming: profile.accepts.deforming,
        concave: profile.accepts.concave,
        options: options_of(entry),
    }
}

/// Returns the text in lines of at most [`terminal::WIDTH`]. Empty without text.
fn folded(first: &str, indent: &str, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let fits = |line: &str| indent.len() + line.chars().count() <= terminal::WIDTH;
    let lines = records::wrapped(text, fits).into_iter().enumerate();
    lines
        .map(|(i, line)| format!("{}{line}\n", if i == 0 { first } else { indent }))
        .collect()
}

fn described(detector: &DetectorOutput) -> String {
    const INDENT: &str = "      ";
    const OPTION: &str = "          ";
    let mut text = format!("  {}  [{}]\n", detector.name, detector.source);
    text += &folded(INDENT, INDENT, detector.summary);
    let finds = format!(
        "finds {} of {} that meet; claim: {}; takes {}",
        detector.finds, detector.of, detector.claim, detector.takes
    );
    text += &folded(INDENT, INDENT, &finds);
    if detector.distances {
        text.push_str("      --distances: distances and closest points\n");
    }
    if detector.budgets {
        text.push_str("      --steps N: stops after N steps, and certifies its proofs\n");
    }
    for option in &detector.options {
        let OptionFacts {
            name,
            default,
            effect,
            values,
        } = option;
        let option = format!("--option {name}={default}  {effect} ({values})");
        text += &folded(INDENT, OPTION, &option);
    }
    text
}

pub(crate) fn grain(grain: Grain) -> &'static str {
    match grain {
        Grain::BodyPairs => "body pairs",
        Grain::FacePairs => "face pairs",
    }
}

fn meaning(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::Surfaces => "surfaces",
        Meaning::Solids => "solids",
    }
}

pub(crate) fn claim(claim: Claim) -> &'static str {
    match claim {
        Claim::Exact => "exact",
        Claim::NoMisses => "no misses",
        Claim::WithinBound => "only pairs nearer than a bound",
        Claim::Unproved => "none",
    }
}

/// Returns the bodies that a detector accepts, in words.
pub(crate) fn accepted(accepts: Accepts) -> String {
    let kind = |yes, with: &'static str, without| if yes { with } else { without };
    let convex = kind(
        accepts.compounds,
        "convex, or of convex parts",
        "convex only",
    );
    // A convex surface does not intersect itself.
    let closed = kind(
        accepts.self_intersecting || !accepts.concave,
        "closed only",
        "closed without self-intersections only",
    );
    [
        kind(accepts.concave, "convex or concave", convex),
        kind(accepts.deforming, "rigid or deforming", "rigid only"),
        kind(accepts.open, "closed or open", closed),
    ]
    .join(", ")
}
