//! The terms of the pages.

use crate::glossary;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// A term with its meaning.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Term {
    /// The term, in lower case unless it is a name.
    pub(super) term: String,
    /// Other forms that the pages use.
    #[serde(default)]
    pub(super) also: Vec<String>,
    /// Its meaning, in a sentence or two.
    pub(super) means: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GlossaryFile {
    term: Vec<Term>,
}

/// Returns all terms, in alphabetical order: those of the glossary's page, with its meanings, and
/// those that only this page uses.
pub(super) fn terms() -> Result<Vec<Term>> {
    let text = include_str!("glossary.toml");
    let file: GlossaryFile = toml::from_str(text).context("site/glossary.toml")?;
    let mut terms = file.term;
    for (name, means) in glossary::meanings() {
        let is_named = |term: &&mut Term| {
            let also = term
                .also
                .iter()
                .any(|form| form.eq_ignore_ascii_case(&name));
            also || term.term.eq_ignore_ascii_case(&name)
        };
        match terms.iter_mut().find(is_named) {
            Some(term) => term.means = means,
            None => terms.push(Term {
                term: name,
                also: Vec::new(),
                means,
            }),
        }
    }
    terms.sort_by_key(|term| term.term.to_lowercase());
    Ok(terms)
}
