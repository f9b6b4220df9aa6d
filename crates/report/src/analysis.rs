//! Analyses: texts whose numbers follow from rows, and whose sentences rows have to support.
//!
//! | in the text | on the page |
//! |---|---|
//! | `{name}` | a number of the definition's `[page.numbers]` |
//! | `{figure.10.octree}` | numbers of the paper |
//! | `{name: A sentence.}` | the sentence, if its conditions in `[page.conditions]` hold |
//! | `{: A sentence.}` | the sentence, if rows have its numbers |
//!
//! A sentence without support is left out, and a paragraph with a number outside of such sentences
//! that rows do not have. So a quick or partial run has numbers of its own and nothing that its
//! rows contradict.

use crate::Page;
use crate::accuracy::Accuracy;
use crate::claims::numbers::{self, Numbers};
use crate::guess::GuessTable;
use crate::names;
use crate::papers::{Paper, Papers};
use anyhow::{Context, Result, ensure};
use records::Rows;

/// Maximum number of characters in a line of a filled text.
const COLUMNS: usize = 100;

/// Analysis with its numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Filled {
    /// Markdown.
    pub(crate) text: String,
    /// The first sentence that rows support by its conditions, of the definition's own result or
    /// else of the analysis. Empty if there is none.
    pub(crate) result: String,
    /// The result without what stands in brackets, but for those in names of detectors.
    brief: String,
    /// Sentences and paragraphs that rows do not support, each with the reason.
    pub(crate) left_out: Vec<String>,
}

/// Part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part<'a> {
    Text(&'a str),
    Number(&'a str),
    /// Text with the name of its conditions, which is empty if it has none.
    Guarded(&'a str, Vec<Part<'a>>),
}

/// Splits a text at its braces.
fn parts(text: &str) -> Result<Vec<Part<'_>>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once('{') {
        found.push(Part::Text(before));
        let end = closing(inside).with_context(|| format!("`{{` without `}}` in {text:?}"))?;
        let inner = &inside[..end];
        found.push(match inner.split_once(':') {
            Some((name, guarded)) if !name.contains(['{', ' ', '\n']) => {
                let guarded = guarded.strip_prefix([' ', '\n']).unwrap_or(guarded);
                Part::Guarded(name, parts(guarded)?)
            }
            _ => Part::Number(inner),
        });
        rest = &inside[end + 1..];
    }
    ensure!(!rest.contains('}'), "`}}` without `{{` in {text:?}");
    found.push(Part::Text(rest));
    Ok(found)
}

/// Returns the index of the brace that closes one before `text`.
fn closing(text: &str) -> Option<usize> {
    let mut open = 1;
    for (i, c) in text.char_indices() {
        open += match c {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        if open == 0 {
            return Some(i);
        }
    }
    None
}

/// Returns the paragraphs of a text.
fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    text.trim().split("\n\n")
}

impl Page {
    /// Returns the analysis with the numbers of `rows`.
    ///
    /// # Errors
    /// A text that is not as in the module's table, or a page of no paper.
    pub(crate) fn analyzed(&self, rows: &Rows, papers: &Papers, pages: &[Page]) -> Result<Filled> {
        let paper = papers.of_page(&self.id)?;
        let source = NumberSource {
            numbers: &Numbers::of(self, rows, paper, pages),
            paper,
        };
        let (mut texts, mut left_out) = (Vec::new(), Vec::new());
        let mut found = source.first_guarded(&parts(&self.result)?);
        for paragraph in paragraphs(&self.analysis) {
            let parts = parts(paragraph)?;
            if found.is_empty() {
                found = source.first_guarded(&parts);
            }
            match source.fill(&parts, &mut left_out) {
                Ok(text) => texts.push(wrapped(&names::in_text(&text))),
                Err(reason) => left_out.push(without(&source.sketch(&parts), &reason)),
            }
        }
        if found.is_empty() {
            found = generated_result(self, rows, pages);
        }
        texts.retain(|text| !text.is_empty());
        let text = texts.join("\n\n");
        let in_one_line = |text: &str| words(&names::in_text(text)).collect::<Vec<_>>().join(" ");
        Ok(Filled {
            text,
            result: in_one_line(&found),
            brief: in_one_line(&without_brackets(&found)),
            left_out,
        })
    }

    /// Checks that the analysis, its numbers and its conditions refer to what exists, and that each
    /// of them is used.
    pub(crate) fn check(&self, papers: &Papers, pages: &[Page]) -> Result<()> {
        let paper = papers.of_page(&self.id)?;
        numbers::check(self, paper, pages)?;
        let mut used = Vec::new();
        add_names(&parts(&self.result)?, &mut used);
        for paragraph in paragraphs(&self.analysis) {
            let parts = parts(paragraph)?;
            add_names(&parts, &mut used);
        }
        for (name, guards) in &used {
            let known = match guards {
                true => name.is_empty() || self.conditions.contains_key(*name),
                false => self.numbers.contains_key(*name) || paper.words_of(name).is_ok(),
            };
            let kind = if *guards { "condition" } else { "number" };
            ensure!(known, "the analysis refers to `{name}`, which is no {kind}");
        }
        for name in self.conditions.keys() {
            let guards = used.contains(&(name, true));
            ensure!(guards, "no sentence has the condition `{name}`");
        }
        let tested = numbers::tested(self);
        for name in self.numbers.keys() {
            let written = used.contains(&(name, false));
            ensure!(
                written || tested.contains(name),
                "nothing refers to the number `{name}`"
            );
        }
        Ok(())
    }
}

/// Returns the result of an audit or of guesses, in a sentence. Empty for all other pages.
fn generated_result(page: &Page, rows: &Rows, pages: &[Page]) -> String {
    let audit = Accuracy::of(rows, page).map(|accuracy| accuracy.result());
    let guesses = || GuessTable::of(rows, page, pages).map(|guesses| guesses.result);
    audit.or_else(guesses).unwrap_or_default()
}

/// Adds the names in `parts`, each with true for that of conditions.
fn add_names<'a>(parts: &[Part<'a>], into: &mut Vec<(&'a str, bool)>) {
    for part in parts {
        match part {
            Part::Text(_) => {}
            Part::Number(name) => into.push((name, false)),
            Part::Guarded(name, inner) => {
                into.push((name, true));
                add_names(inner, into);
            }
        }
    }
}

/// Source of the numbers in a text.
struct NumberSource<'a> {
    numbers: &'a Numbers<'a>,
    paper: &'a Paper,
}

impl NumberSource<'_> {
    fn number(&self, name: &str) -> Result<String> {
        if name.starts_with("figure.") {
            self.paper.words_of(name)
        } else {
            self.numbers.words(name)
        }
    }

    /// Returns the text of `parts`, without the guarded ones that rows do not support: these are
    /// added to `left_out`. An error is the reason why rows do not have a number outside of them.
    fn fill(&self, parts: &[Part<'_>], left_out: &mut Vec<String>) -> Result<String> {
        let mut text = String::new();
        for part in parts {
            match part {
                Part::Text(plain) => text += plain,
                Part::Number(name) => text += &self.number(name)?,
                Part::Guarded(name, inner) => {
                    let holds = match *name {
                        "" => Ok(()),
                        name => self.numbers.require(name),
                    };
                    match holds.and_then(|()| self.fill(inner, left_out)) {
                        Ok(filled) => text += &filled,
                        Err(reason) => left_out.push(without(&self.sketch(inner), &reason)),
                    }
                }
            }
        }
        Ok(text)
    }

    /// Returns the first guarded text that is whole sentences and that rows support, with detectors
    /// as they are typed; may be empty.
    fn first_guarded(&self, parts: &[Part<'_>]) -> String {
        let filled = parts.iter().filter_map(|part| match part {
            Part::Guarded(..) => self.fill(std::slice::from_ref(part), &mut Vec::new()).ok(),
            _ => None,
        });
        let is_whole = |text: &String| {
            let text = names::in_text(text);
            let begins = |c: char| c.is_uppercase() || c.is_ascii_digit();
            let first = words(&text).next().unwrap_or_default();
            text.starts_with(begins)
                && text.trim_end().ends_with('.')
                && !CONTINUES.contains(&first)
        };
        let mut whole = filled.filter(is_whole);
        whole.next().unwrap_or_default()
    }

    /// Returns the text of `parts` with the numbers that rows have.
    fn sketch(&self, parts: &[Part<'_>]) -> String {
        let text = |part: &Part<'_>| match part {
            Part::Text(plain) => (*plain).to_owned(),
            Part::Number(name) => self.number(name).unwrap_or_else(|_| "…".to_owned()),
            Part::Guarded(_, inner) => self.sketch(inner),
        };
        parts.iter().map(text).collect()
    }
}

/// First words of sentences that continue the one before, and say nothing alone.
const CONTINUES: [&str; 13] = [
    "So", "This", "These", "Those", "It", "They", "Its", "Their", "But", "And", "Both", "Then",
    "Here",
];

/// Longest result that is a heading, in characters.
const LONGEST_HEADING: usize = 130;

/// Shortest part of a sentence that is a heading without the rest, in characters.
const SHORTEST_HEADING: usize = 30;

impl Filled {
    /// Returns the result as a heading: its first sentence without brackets and final stop, or what
    /// stands before its colon or semicolon. `None` without a result, or if these are too long.
    pub(crate) fn heading(&self) -> Option<String> {
        let sentence = self.brief.split(". ").next()?;
        let text = sentence.trim_end_matches('.').to_owned();
        let length = |text: &str| text.chars().count();
        if (1..=LONGEST_HEADING).contains(&length(&text)) {
            return Some(text);
        }
        let ends = text.match_indices([':', ';']).map(|(i, _)| i);
        let cut = ends.map(|end| &text[..end]);
        let mut fits =
            cut.filter(|text| (SHORTEST_HEADING..=LONGEST_HEADING).contains(&length(text)));
        fits.next().map(str::to_owned)
    }
}

/// Removes round brackets with their contents, and the space before them.
fn without_brackets(text: &str) -> String {
    let (mut kept, mut open) = (String::new(), 0_usize);
    for c in text.chars() {
        match c {
            '(' => {
                open += 1;
                kept.truncate(kept.trim_end().len());
            }
            ')' => open = open.saturating_sub(1),
            c if open == 0 => kept.push(c),
            _ => {}
        }
    }
    kept
}

/// Returns a text that is left out, in one line with the reason.
fn without(text: &str, reason: &anyhow::Error) -> String {
    let words: Vec<&str> = words(text).collect();
    format!("{} ({reason:#})", words.join(" "))
}

/// Returns the words of a text. The space in "12 345" does not divide a word.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '\n']).filter(|word| !word.is_empty())
}

/// Breaks a paragraph into lines.
fn wrapped(text: &str) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for word in words(text) {
        let length = word.chars().count();
        if column > 0 {
            let fits = column + 1 + length <= COLUMNS;
            lines.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        lines += word;
        column += length;
    }
    lines
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod typed;
