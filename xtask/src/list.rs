//! `list`: detectors, scene generators and experiments.

use crate::{places, terminal};
use anyhow::Result;
use catalog::{Accepts, Claim, Entry, Grain, Meaning};
use experiments::Experiment;
use std::fmt::Write;

/// Prints detectors, generators and experiments.
///
/// # Errors
/// A definition that cannot be read.
pub(crate) fn run() -> Result<()> {
    let mut text = "Detectors\n".to_owned();
    for entry in catalog::entries() {
        describe(entry, &mut text)?;
    }
    let generators = scenes::GENERATOR_NAMES.join(", ");
    writeln!(text, "\nScene generators\n  {generators}")?;
    text.push_str("\nExperiments\n");
    for definition in Experiment::read_folder(&places::definitions())? {
        writeln!(text, "  {}\n      {}", definition.id, definition.question)?;
    }
    terminal::print(&text)
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

fn grain(grain: Grain) -> &'static str {
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

fn claim(claim: Claim) -> &'static str {
    match claim {
        Claim::Exact => "exact",
        Claim::NoMisses => "no misses",
        Claim::WithinBound => "only pairs nearer than a bound",
        Claim::Unproved => "none",
    }
}

fn accepted(accepts: Accepts) -> String {
    let kind = |yes, with: &'static str, without| if yes { with } else { without };
    let convex = kind(
        accepts.compounds,
        "convex, or parts that are",
        "convex only",
    );
    [
        kind(accepts.concave, "convex or concave", convex),
        kind(accepts.deforming, "rigid or deforming", "rigid only"),
        kind(accepts.open, "closed or open", "closed only"),
    ]
    .join(", ")
}
