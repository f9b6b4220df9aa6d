//! The claims on chosen experiments and detectors, for a terminal.

use crate::claims::{Claim, settled_ledger};
use crate::{ClaimVerdict, Page, Papers, check, terminal};
use anyhow::ensure;
use records::{Newest, Selection};
use std::fmt;

/// Choice of claims.
pub struct Chosen<'a> {
    /// Returns true for the experiments whose claims are chosen.
    pub experiment: &'a dyn Fn(&str) -> bool,
    /// If set, only claims that read rows of a detector for whose name this returns true.
    pub detector: Option<&'a dyn Fn(&str) -> bool>,
}

impl fmt::Debug for Chosen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chosen").finish_non_exhaustive()
    }
}

/// Chosen claims with their verdicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenVerdicts {
    /// Table for a terminal, as that of [`Written`](crate::Written).
    pub terminal: String,
    /// Verdict on each of the claims whose experiment has rows.
    pub verdicts: Vec<ClaimVerdict>,
}

/// Returns the chosen claims with their verdicts, and their table. Writes nothing.
///
/// Verdicts are those of the pages: all rows decide them, those of other detectors, too.
///
/// # Errors
/// As [`write_all`](crate::write_all) for definitions and claims; a choice without claims.
pub fn chosen_verdicts(
    newest: &Newest,
    papers: &Papers,
    pages: &[Page],
    chosen: &Chosen<'_>,
) -> anyhow::Result<ChosenVerdicts> {
    check(papers, pages)?;
    let mut shown = settled_ledger(&newest.rows, &newest.earlier, papers, pages);
    shown.retain(|a| (chosen.experiment)(&a.claim.experiment) && reads(a.claim, newest, chosen));
    ensure!(
        !shown.is_empty(),
        "no claim is on such an experiment or detector; `cargo xtask report` has all claims, and \
         `cargo xtask list` all names"
    );
    Ok(ChosenVerdicts {
        verdicts: ClaimVerdict::with_rows(&newest.rows, &shown),
        terminal: terminal::table(&newest.rows, shown),
    })
}

/// Returns true if the claim reads rows of a chosen detector.
fn reads(claim: &Claim, newest: &Newest, chosen: &Chosen<'_>) -> bool {
    let Some(detector) = chosen.detector else {
        return true;
    };
    let rows = || newest.rows.select(&Selection::of(&claim.experiment));
    let mut named = claim.detectors();
    named.any(|name| match name {
        "each" => rows().iter().any(|row| detector(&row.key.detector)),
        _ => detector(name),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::samples::{newest, pages, papers, rows};

    fn table(experiment: &str, detector: Option<&str>) -> anyhow::Result<String> {
        let (rows, papers, pages) = (rows(), papers(), pages());
        let named = |name: &str| detector.is_some_and(|d| name == d);
        let chosen = Chosen {
            experiment: &|name| name.contains(experiment),
            detector: detector.is_some().then_some(&named),
        };
        let chosen = chosen_verdicts(&newest(&rows), &papers, &pages, &chosen)?;
        let claims: Vec<&str> = chosen.verdicts.iter().map(|v| v.claim.as_str()).collect();
        assert_eq!(claims, ids(&chosen.terminal));
        Ok(chosen.terminal)
    }

    /// Returns the claims of a table: those of the samples that begin a line.
    fn ids(text: &str) -> Vec<&str> {
        let words = text
            .lines()
            .filter_map(|line| line.split_whitespace().next());
        let made = ["overtakes", "update", "lab-faster"];
        words.filter(|word| made.contains(word)).collect()
    }

    #[test]
    fn all_claims_of_chosen_experiments_and_no_others() {
        let (all, some) = (table("", None).unwrap(), table("fig10", None).unwrap());
        assert_eq!(ids(&all), ["overtakes", "update", "lab-faster"]);
        assert_eq!(ids(&some), ["overtakes"]);
        let cells = |text: &str| {
            let line = text.lines().find(|line| line.starts_with("overtakes"));
            line.unwrap()
                .split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(cells(&all), cells(&some), "the same verdict");
    }

    #[test]
    fn claims_that_read_rows_of_a_chosen_detector() {
        let planes = table("", Some("separating-plane")).unwrap();
        assert_eq!(ids(&planes), ["overtakes"]);
        let error = table("", Some("fcl")).unwrap_err().to_string();
        assert!(error.contains("cargo xtask list"), "{error}");
    }
}
