//! Terms of the pages.

use minijinja::{Value, context};
use serde::Deserialize;

/// The terms, as data.
const TERMS: &str = include_str!("../templates/glossary.toml");

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Glossary {
    term: Vec<Term>,
}

/// Term with its only definition.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Term {
    /// Name in links.
    id: String,
    name: String,
    /// Other forms that the pages use.
    #[serde(default)]
    also: Vec<String>,
    meaning: String,
}

fn glossary() -> Glossary {
    toml::from_str(TERMS).expect("a file of this crate")
}

/// Returns names, other forms and meanings of all terms.
pub(crate) fn meanings() -> Vec<(String, Vec<String>, String)> {
    let terms = glossary().term.into_iter();
    let parts = |term: Term| (term.name, term.also, term.meaning);
    terms.map(parts).collect()
}

/// Returns all terms for the templates, sorted by their names.
pub(crate) fn terms() -> Vec<Value> {
    let mut terms = glossary().term;
    terms.sort_by_key(|term| term.name.to_lowercase());
    let value = |term: Term| context! { id => term.id, name => term.name, meaning => term.meaning };
    terms.into_iter().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages link to terms by their ids.
    #[test]
    fn every_link_of_a_template_leads_to_one_term() {
        let terms = glossary().term;
        let templates = [
            include_str!("../templates/paper.md"),
            include_str!("../templates/accuracy.md"),
            include_str!("../templates/detector.md"),
        ];
        for template in templates {
            for link in template.split("glossary.md#").skip(1) {
                let id = link.split(')').next().unwrap();
                let count = terms.iter().filter(|term| term.id == id).count();
                assert_eq!(count, 1, "{id}");
            }
        }
        for (i, term) in terms.iter().enumerate() {
            assert!(
                terms[..i]
                    .iter()
                    .all(|t| t.id != term.id && t.name != term.name)
            );
        }
    }
}
