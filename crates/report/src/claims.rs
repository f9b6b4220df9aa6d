//! The papers' claims, and what the rows say of them.
//!
//! A claim is data and one function: the paper's words and numbers, and a judge that reads rows and
//! nothing else. The verdict follows a rule that stands beside it in words. Milliseconds of
//! different machines are never compared: only ratios within one run, growth exponents, crossings
//! and counts.

mod evidence;
mod hubbard96;
mod lab;
mod smith95;

pub(crate) use evidence::{Evidence, Missing, ratio};

use crate::format::NOTHING;
use records::Rows;
use records::statistics::Estimate;

/// A ratio agrees with the paper's when it is at most this many times larger or smaller.
///
/// Between machines thirty years apart the ratio of two parts of a program (arithmetic, memory,
/// branches) moves by about this much without any change of method.
pub(crate) const FACTOR: f64 = 1.5;

/// What is said of a claim, by rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Ours agrees with what the claim states, within the bounds that its rule names.
    Reproduced,
    /// The direction agrees, the size does not.
    TrendOnly,
    /// The direction is another.
    Contradicted,
    /// The rows do not tell: some are missing or failed, or their intervals are too wide.
    NotTestable,
}

impl Verdict {
    /// How pages write it.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Verdict::Reproduced => "reproduced",
            Verdict::TrendOnly => "trend only",
            Verdict::Contradicted => "contradicted",
            Verdict::NotTestable => "not testable",
        }
    }
}

/// A claim, as its paper makes it.
pub(crate) struct Claim {
    /// Its name: "fig6-growth".
    pub(crate) id: &'static str,
    /// The experiment whose rows it is judged by; the first, where there are several.
    pub(crate) experiment: &'static str,
    /// Figure or section of the paper.
    pub(crate) place: &'static str,
    /// What is claimed.
    pub(crate) says: &'static str,
    /// The paper's numbers.
    pub(crate) paper: &'static str,
    /// The paper's numbers, free of its machine.
    pub(crate) paper_normalised: &'static str,
    /// How the verdict is found.
    pub(crate) rule: &'static str,
    /// What limits the comparison.
    pub(crate) caveat: &'static str,
    /// Judges by rows.
    pub(crate) judge: fn(&Evidence<'_>) -> Result<Judgement, Missing>,
}

/// What the rows say.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Judgement {
    /// Our numbers.
    pub(crate) ours: String,
    /// Our numbers, free of our machine.
    pub(crate) normalised: String,
    /// What follows by the claim's rule.
    pub(crate) verdict: Verdict,
}

/// A claim with what the rows say of it.
pub(crate) struct Judged {
    /// The paper's key, which is also its folder.
    pub(crate) paper: &'static str,
    /// The claim.
    pub(crate) claim: &'static Claim,
    /// What the rows say; for rows that do not tell, why.
    pub(crate) judgement: Judgement,
}

/// Every claim, judged by `rows`: paper by paper, in the order of its sections.
pub(crate) fn ledger(rows: &Rows) -> Vec<Judged> {
    let evidence = Evidence::of(rows);
    let claims = smith95::CLAIMS.iter().map(|c| ("smith95", c));
    let claims = claims.chain(hubbard96::CLAIMS.iter().map(|c| ("hubbard96", c)));
    let claims = claims.chain(lab::CLAIMS.iter().map(|c| ("lab", c)));
    claims
        .map(|(paper, claim)| judged(paper, claim, &evidence))
        .collect()
}

fn judged(paper: &'static str, claim: &'static Claim, evidence: &Evidence<'_>) -> Judged {
    let judgement = (claim.judge)(evidence).unwrap_or_else(|missing| Judgement {
        ours: missing.0,
        normalised: NOTHING.to_owned(),
        verdict: Verdict::NotTestable,
    });
    Judged {
        paper,
        claim,
        judgement,
    }
}

/// The verdict on a ratio: reproduced within [`FACTOR`] of the paper's; trend only when its whole
/// interval lies on the paper's side of 1, contradicted when on the other; else not testable.
pub(crate) fn on_ratio(paper: f64, ours: &Estimate) -> Verdict {
    let (same_side, other_side) = if paper > 1.0 {
        (ours.low > 1.0, ours.high < 1.0)
    } else {
        (ours.high < 1.0, ours.low > 1.0)
    };
    if agrees(paper, ours.value) {
        Verdict::Reproduced
    } else if same_side {
        Verdict::TrendOnly
    } else if other_side {
        Verdict::Contradicted
    } else {
        Verdict::NotTestable
    }
}

/// Whether two positive numbers are within [`FACTOR`] of each other.
pub(crate) fn agrees(paper: f64, ours: f64) -> bool {
    (paper / FACTOR..=paper * FACTOR).contains(&ours)
}

/// Reproduced, trend only or contradicted: whichever condition holds first.
pub(crate) fn by_steps(reproduced: bool, trend: bool) -> Verdict {
    match (reproduced, trend) {
        (true, _) => Verdict::Reproduced,
        (false, true) => Verdict::TrendOnly,
        (false, false) => Verdict::Contradicted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_judged_by_side_and_factor() {
        let ours = |value, low, high| Estimate { value, low, high };
        assert_eq!(on_ratio(2.0, &ours(2.9, 0.5, 3.5)), Verdict::Reproduced);
        assert_eq!(on_ratio(2.0, &ours(9.0, 8.0, 9.9)), Verdict::TrendOnly);
        assert_eq!(on_ratio(2.0, &ours(1.2, 1.1, 1.3)), Verdict::TrendOnly);
        assert_eq!(on_ratio(2.0, &ours(0.5, 0.4, 0.6)), Verdict::Contradicted);
        assert_eq!(on_ratio(2.0, &ours(1.0, 0.9, 1.1)), Verdict::NotTestable);
        assert_eq!(on_ratio(0.1, &ours(0.5, 0.4, 0.6)), Verdict::TrendOnly);
        assert_eq!(on_ratio(0.1, &ours(3.0, 2.0, 4.0)), Verdict::Contradicted);
    }

    #[test]
    fn without_rows_nothing_is_testable_and_every_claim_says_why() {
        for judged in ledger(&Rows::default()) {
            let judgement = &judged.judgement;
            assert_eq!(
                judgement.verdict,
                Verdict::NotTestable,
                "{}",
                judged.claim.id
            );
            assert!(
                judgement.ours.contains(judged.claim.experiment),
                "{}",
                judgement.ours
            );
        }
    }

    #[test]
    fn claims_have_names_of_their_own() {
        let mut ids: Vec<_> = ledger(&Rows::default())
            .iter()
            .map(|j| j.claim.id)
            .collect();
        ids.sort();
        let all = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), all);
    }
}
