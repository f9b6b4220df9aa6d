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
    for (name, also, means) in glossary::meanings() {
        // A name has several forms: "broad phase, narrow phase". The page's entry takes the place
        // of those that have one of them.
        let forms = name.split([',', ';']).map(|f| f.trim().to_owned());
        let forms: Vec<String> = forms.chain(also).collect();
        let is_named = |term: &Term| {
            let is_form = |own: &String| forms.iter().any(|f| f.eq_ignore_ascii_case(own));
            is_form(&term.term) || term.also.iter().any(is_form)
        };
        let (same, others): (Vec<Term>, Vec<Term>) = terms.into_iter().partition(is_named);
        terms = others;
        let mut also = forms;
        also.extend(
            same.into_iter()
                .flat_map(|term| [vec![term.term], term.also].concat()),
        );
        let is_word = |c: char| c.is_alphabetic() || "- ".contains(c);
        also.retain(|form| *form != name && form.chars().all(is_word));
        also.sort();
        also.dedup();
        terms.push(Term {
            term: name,
            also,
            means,
        });
    }
    terms.sort_by_key(|term| term.term.to_lowercase());
    Ok(terms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// A reader who looks a word up finds one meaning.
    #[test]
    fn no_form_belongs_to_two_terms() {
        let mut seen = BTreeMap::new();
        for term in terms().unwrap() {
            let own = term.term.split([',', ';']).map(|f| f.trim().to_lowercase());
            let also = term.also.iter().map(|form| form.to_lowercase());
            let forms: std::collections::BTreeSet<String> = own.chain(also).collect();
            for form in forms {
                let other = seen.insert(form.clone(), term.term.clone());
                assert_eq!(other, None, "{form} of {}", term.term);
            }
        }
        assert_eq!(seen["cold time"], "warm, cold");
    }
}
