//! Inventory of a paper: its sections, and what becomes of their sentences.
//!
//! A sentence that states a number, an order or a property is a claim with a rule, or listed here
//! with the reason why no rule can decide it. A claim belongs to each section that its place names.

use crate::claims::{Assessed, Claim};
use crate::papers::Paper;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::collections::BTreeSet;

/// PaperSection of a paper, `[[section]]` in its file, in the paper's order.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct PaperSection {
    /// Name by which places refer to it: "§2.2.1", "Abstract".
    pub(crate) name: String,
    pub(crate) title: String,
    /// Figures, graphs and tables that belong to it: "Figure 10".
    #[serde(default)]
    figures: Vec<String>,
    /// Reason why it has neither a claim nor a sentence without a rule.
    #[serde(default)]
    pub(crate) no_claim: String,
}

/// Sentence without a rule, `[[not-testable]]` in a paper's file.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Untested {
    /// Name of its section.
    pub(crate) place: String,
    /// The sentence, in our words.
    pub(crate) says: String,
    /// Reason why no rule decides it here, or what one would need.
    pub(crate) why: String,
}

impl PaperSection {
    /// Returns true if a claim's place names it, or a figure of it.
    fn has(&self, claim: &Claim) -> bool {
        let places = places(&claim.place);
        let names = self.figures.iter().chain([&self.name]);
        names
            .into_iter()
            .any(|name| places.contains(&name.to_lowercase()))
    }

    /// Returns the claims of the section, in the order of the ledger.
    pub(crate) fn claims<'a>(
        &self,
        paper: &Paper,
        ledger: &'a [Assessed<'a>],
    ) -> impl Iterator<Item = &'a Assessed<'a>> {
        let of_paper = ledger.iter().filter(|a| a.paper.key == paper.key);
        of_paper.filter(|a| self.has(a.claim))
    }

    /// Returns its sentences without a rule.
    pub(crate) fn untested<'a>(&self, paper: &'a Paper) -> impl Iterator<Item = &'a Untested> {
        paper.not_testable.iter().filter(|u| u.place == self.name)
    }
}

/// Returns the places that a text names, in lower case and in the singular: "Figures 17, 19;
/// abstract" names "figure 17", "figure 19" and "abstract".
fn places(text: &str) -> BTreeSet<String> {
    let parts = text.split([',', ';']);
    let parts = parts.flat_map(|part| part.split(" and "));
    let mut kind = String::new();
    let place = |part: &str| {
        let part = part.trim().to_lowercase();
        let (word, number) = part.split_once(' ').unwrap_or(("", &part));
        if !word.is_empty() {
            kind = word.trim_end_matches('s').to_owned();
        }
        if number.starts_with(|c: char| c.is_ascii_digit()) {
            format!("{kind} {number}")
        } else {
            part
        }
    };
    parts.map(place).collect()
}

/// Checks that each claim is in a section, each section has a claim, a sentence without a rule or
/// says why it has none, and each sentence without a rule has a section and a reason.
///
/// A file without sections passes if it has no sentence without a rule: the laboratory's own.
pub(crate) fn check(paper: &Paper) -> Result<()> {
    let mut names = BTreeSet::new();
    for section in &paper.sections {
        let name = &section.name;
        ensure!(names.insert(name.as_str()), "the section {name} is twice");
        let has_claim = paper.claims.iter().any(|claim| section.has(claim));
        let filled = has_claim || section.untested(paper).next().is_some();
        let is_empty = !section.no_claim.trim().is_empty();
        ensure!(
            filled != is_empty,
            "the section {name} needs a claim, a sentence without a rule, or else the reason \
             `no-claim`"
        );
    }
    for sentence in &paper.not_testable {
        let Untested { place, says, why } = sentence;
        let context = || format!("the sentence \"{says}\"");
        let known = names.contains(place.as_str());
        let known = known
            .then_some(())
            .with_context(|| format!("{place} is no section"));
        known.with_context(context)?;
        let reason = (!why.trim().is_empty()).then_some(());
        reason.context("it has no reason").with_context(context)?;
    }
    for claim in paper.claims.iter().filter(|_| !names.is_empty()) {
        ensure!(
            paper.sections.iter().any(|section| section.has(claim)),
            "claim {}: its place \"{}\" names no section and no figure of one",
            claim.id,
            claim.place
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::{MADE, committed, label};

    #[test]
    fn a_place_names_sections_and_figures() {
        let named = |text: &str| places(text).into_iter().collect::<Vec<_>>().join("|");
        for (text, expected) in [
            ("§2.2.1", "§2.2.1"),
            ("Figure 10, §2.2.4", "figure 10|§2.2.4"),
            ("Figures 17, 19; abstract", "abstract|figure 17|figure 19"),
            ("§7, Graphs 1 and 5", "graph 1|graph 5|§7"),
            ("Abstract, §3.5", "abstract|§3.5"),
        ] {
            assert_eq!(named(text), expected);
        }
    }

    /// Every paper lists its sections, and says what becomes of each.
    #[test]
    fn the_inventory_of_each_paper_is_complete_in_form() {
        let (papers, _, _) = committed();
        for paper in &papers.0 {
            check(paper).unwrap_or_else(|e| panic!("{}.toml: {e:#}", paper.key));
            let least = if paper.is_own() { 0 } else { 10 };
            let count = paper.sections.len();
            assert!(count >= least, "{}.toml has {count} sections", paper.key);
        }
    }

    #[test]
    fn gaps_in_an_inventory_are_errors() {
        let check = |text: &str| {
            let error = check(&Paper::parse("made", text, &label).unwrap());
            error.map_or_else(|e| format!("{e:#}"), |()| String::new())
        };
        assert_eq!(check(MADE), "");
        for (good, bad, expected) in [
            (
                "place = \"Figure 11\"",
                "place = \"Figure 12\"",
                "the section §3.1 needs a claim",
            ),
            (
                "place = \"§1\"",
                "place = \"§1\"\nsays = \"a\"\nwhy = \"b\"\n[[not-testable]]\nplace = \"§9\"",
                "§9 is no section",
            ),
            (
                "why = \"No clock of 1999.\"",
                "why = \" \"",
                "it has no reason",
            ),
            (
                "no-claim = \"Related work.\"",
                "",
                "the section §2 needs a claim",
            ),
            (
                "figures = [\"Figure 10\"]",
                "",
                "the section §3 needs a claim",
            ),
            ("name = \"§2\"", "name = \"§1\"", "the section §1 is twice"),
            (
                "figures = [\"Figure 11\"]",
                "no-claim = \"None.\"",
                "claim update: its place \"Figure 11\" names no section",
            ),
            (
                "name = \"§3\"",
                "no-claim = \"None.\"\n    name = \"§3\"",
                "the section §3 needs a claim",
            ),
        ] {
            assert!(MADE.contains(good), "{good}");
            let error = check(&MADE.replacen(good, bad, 1));
            assert!(error.contains(expected), "{bad}: {error}");
        }
    }
}
