//! The evaluator on the committed claims, definitions and rows, and on made-up ones.

use super::evaluate::ClaimValue;
use super::*;
use crate::tests::samples::{MADE, committed, key, label, pages, papers, rows, time};
use records::statistics::Estimate;
use records::{Row, Unit, Value};

mod committed;
mod definitions;
mod measures;
mod outcomes;

fn verdicts(rows: &Rows, papers: &Papers, pages: &[Page]) -> Vec<(String, Verdict)> {
    let ledger = ledger(rows, papers, pages);
    let verdict = |a: &Assessed<'_>| (a.claim.id.clone(), a.verdict);
    ledger.iter().map(verdict).collect()
}
