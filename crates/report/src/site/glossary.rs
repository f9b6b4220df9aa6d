//! The terms of the pages.

use crate::glossary;
use serde::Serialize;

/// A term with its meaning.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Term {
    /// The term, in lower case unless it is a name.
    pub(super) term: String,
    /// Other forms that the pages use.
    pub(super) also: Vec<String>,
    /// Its meaning, in a sentence or two.
    pub(super) means: String,
}

/// Returns the terms of the glossary's page, in alphabetical order.
pub(super) fn terms() -> Vec<Term> {
    let term = |(name, also, means): (String, Vec<String>, String)| {
        // A name has several forms: "broad phase, narrow phase".
        let forms = name.split([',', ';']).map(|f| f.trim().to_owned());
        let mut also: Vec<String> = forms.chain(also).collect();
        let is_word = |c: char| c.is_alphabetic() || "- ".contains(c);
        also.retain(|form| *form != name && form.chars().all(is_word));
        also.sort();
        also.dedup();
        Term {
            term: name,
            also,
            means,
        }
    };
    let mut terms: Vec<Term> = glossary::meanings().into_iter().map(term).collect();
    terms.sort_by_key(|term| term.term.to_lowercase());
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// A reader who looks a word up finds one meaning.
    #[test]
    fn no_form_belongs_to_two_terms() {
        let mut seen = BTreeMap::new();
        for term in terms() {
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
