//! `list`: detectors, scene generators and experiments.

use crate::{places, terminal};
use anyhow::{Result, ensure};
use catalog::{Accepts, Claim, Entry, Grain, Meaning, OptionDoc};
use experiments::Experiment;
use regex::Regex;
use report::{DetectorFacts, OptionFacts};
use std::fmt::Write;

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

/// Prints detectors, generators and experiments.
///
/// # Errors
/// A definition that cannot be read; arguments that select nothing.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let (filter, detectors) = (&arguments.filter, &arguments.detectors);
    let selects =
        |regex: &Option<Regex>, name: &str| regex.as_ref().is_none_or(|r| r.is_match(name));
    let mut parts = Vec::new();
    if detectors.is_some() || filter.is_none() {
        let mut text = String::new();
        for entry in catalog::entries()
            .iter()
            .filter(|e| selects(detectors, e.name))
        {
            describe(entry, &mut text)?;
        }
        parts.push(("Detectors", text));
    }
    if detectors.is_none() && filter.is_none() {
        let generators = scenes::GENERATOR_NAMES.join(", ");
        parts.push(("Scene generators", format!("  {generators}\n")));
    }
    if filter.is_some() || detectors.is_none() {
        let mut text = String::new();
        let definitions = Experiment::read_folder(&places::definitions())?;
        for definition in definitions.iter().filter(|d| selects(filter, &d.id)) {
            writeln!(text, "  {}\n      {}", definition.id, definition.question)?;
        }
        parts.push(("Experiments", text));
    }
    parts.retain(|(_, text)| !text.is_empty());
    ensure!(
        !parts.is_empty(),
        "no detector and no experiment has a name that matches; `cargo xtask list` has all"
    );
    let parts: Vec<String> = parts
        .into_iter()
        .map(|(title, text)| format!("{title}\n{text}"))
        .collect();
    terminal::print(&parts.join("\n"))
}

/// Returns the facts on all detectors that their pages have.
pub(crate) fn facts() -> Vec<DetectorFacts> {
    catalog::entries().iter().map(facts_of).collect()
}

fn facts_of(entry: &Entry) -> DetectorFacts {
    let profile = entry.profile();
    let option = |option: &OptionDoc| OptionFacts {
        name: option.name.to_owned(),
        default: entry.default(option).to_string(),
        effect: option.effect.to_owned(),
        values: entry.values(option).to_string(),
    };
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
        options: entry.options.iter().map(option).collect(),
    }
}

fn describe(entry: &Entry, text: &mut String) -> Result<()> {
    let profile = entry.profile();
    writeln!(text, "  {}  [{}]", profile.name, profile.source)?;
    writeln!(text, "      {}", profile.summary)?;
    writeln!(
        text,
        "      finds {} of {} that meet; claim: {}; takes {}",
        grain(profile.grain),
        meaning(profile.meaning),
        claim(profile.claim),
        accepted(profile.accepts)
    )?;
    if profile.supports_distances {
        text.push_str("      --distances: distances and closest points\n");
    }
    if profile.supports_budgets {
        text.push_str("      --steps N: stops after N steps, and certifies its proofs\n");
    }
    for option in entry.options {
        let (name, default) = (option.name, entry.default(option));
        let (effect, values) = (option.effect, entry.values(option));
        writeln!(text, "      --option {name}={default}  {effect} ({values})")?;
    }
    Ok(())
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
        "convex, or parts that are",
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
