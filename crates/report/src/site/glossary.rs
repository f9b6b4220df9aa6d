//! The terms of the pages.

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

/// Returns all terms, in alphabetical order.
pub(super) fn terms() -> Result<Vec<Term>> {
    let text = include_str!("glossary.toml");
    let file: GlossaryFile = toml::from_str(text).context("site/glossary.toml")?;
    let mut terms = file.term;
    terms.sort_by_key(|term| term.term.to_lowercase());
    Ok(terms)
}
