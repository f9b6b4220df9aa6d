//! The first line of a doc is a noun phrase or a verb, no question.

use super::no_line_of_sources;

/// First words of questions.
const QUESTIONS: &[&str] = &["What", "How", "Which", "Whether", "Who"];

/// Returns the numbers of lines that begin a doc with the first word of a question.
fn questions(text: &str) -> Vec<usize> {
    let doc = |line: &str| {
        let line = line.trim_start();
        let doc = line.strip_prefix("///").or(line.strip_prefix("//!"));
        doc.map(|doc| doc.trim_start().to_owned())
    };
    let mut in_doc = false;
    let mut found = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let doc = doc(line);
        let first = doc.as_deref().and_then(|doc| doc.split([' ', ',']).next());
        if !in_doc && first.is_some_and(|word| QUESTIONS.contains(&word)) {
            found.push(i + 1);
        }
        in_doc = doc.is_some();
    }
    found
}

#[test]
fn no_doc_begins_as_a_question() {
    no_line_of_sources(questions, "begin with a noun phrase or a verb");
}

#[test]
fn questions_are_found_at_the_beginning_of_a_doc() {
    let text =
        "//! How it works.\n//! Which is well.\n\n    /// Whether so.\n/// Number.\n/// What else";
    assert_eq!(questions(text), [1, 4]);
}
