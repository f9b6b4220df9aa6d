//! No number of an analysis is typed, if rows could contradict it.

use super::{Part, paragraphs, parts};
use crate::Page;
use crate::tests::samples::committed;

/// Words before numbers of the paper, of the definition, or of the method.
const REFERENCES: &[&str] = &[
    "section", "sections", "figure", "figures", "table", "tables", "graph", "graphs", "step",
    "steps", "level", "levels",
];

/// Words between two numbers, of which the first is allowed.
const BETWEEN: &[&str] = &["and", "or", "to"];

/// Words for the results of a division.
const QUOTIENTS: &[&str] = &[
    "half",
    "halves",
    "third",
    "thirds",
    "quarter",
    "quarters",
    "fifth",
    "fifths",
    "sixth",
    "sixths",
    "seventh",
    "eighth",
    "eighths",
    "ninth",
    "tenth",
    "tenths",
    "twentieth",
    "thirtieth",
    "hundredth",
    "hundredths",
    "thousandth",
    "twice",
    "thrice",
    "dozen",
];

/// Words for numbers. They are sizes, unless "times" or "percent" follows.
const NUMBERS: &[&str] = &[
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "fifteen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    "hundred", "thousand",
];

/// Returns the typed numbers of a page's analysis that rows could contradict.
fn typed(page: &Page) -> Vec<String> {
    let mut sizes = Vec::new();
    for value in page.measure.values() {
        add_sizes(value, &mut sizes);
    }
    let mut found = Vec::new();
    for paragraph in paragraphs(&page.analysis) {
        search(&parts(paragraph).unwrap(), &sizes, false, &mut found);
    }
    found
}

/// Adds the numbers of a definition, and those in its names.
fn add_sizes(value: &toml::Value, sizes: &mut Vec<String>) {
    match value {
        toml::Value::Integer(n) => sizes.push(n.to_string()),
        toml::Value::Float(n) => sizes.push(n.to_string()),
        toml::Value::String(text) => {
            let runs = text.split(|c: char| !c.is_ascii_digit());
            sizes.extend(runs.filter(|run| !run.is_empty()).map(str::to_owned));
        }
        toml::Value::Array(list) => list.iter().for_each(|inner| add_sizes(inner, sizes)),
        toml::Value::Table(table) => table.values().for_each(|inner| add_sizes(inner, sizes)),
        _ => {}
    }
}

/// Adds the typed numbers in `parts`. A condition stands for the words inside of it, but not for
/// digits.
fn search(parts: &[Part<'_>], sizes: &[String], guarded: bool, found: &mut Vec<String>) {
    for part in parts {
        match part {
            Part::Text(text) => found.extend(typed_in(text, sizes, guarded)),
            Part::Number(_) => {}
            Part::Guarded(name, inner) => {
                search(inner, sizes, guarded || !name.is_empty(), found);
            }
        }
    }
}

fn typed_in(text: &str, sizes: &[String], guarded: bool) -> Vec<String> {
    let words: Vec<String> = super::words(text).map(bare).collect();
    let at = |i: Option<usize>| i.and_then(|i| words.get(i)).map_or("", String::as_str);
    // True for a number that stands behind its word: "Graphs 5 and 6".
    let mut allowed = vec![false; words.len()];
    let mut found = Vec::new();
    for (i, word) in words.iter().enumerate() {
        let before = at(i.checked_sub(1));
        let measured = ["times", "percent", "%"].contains(&at(Some(i + 1)));
        let refers =
            REFERENCES.contains(&before) || (BETWEEN.contains(&before) && i > 1 && allowed[i - 2]);
        let is_number = word.contains(|c: char| c.is_ascii_digit())
            && !word.contains(|c: char| c.is_ascii_alphabetic() || c == '§');
        let quotient = word.split('-').any(|part| QUOTIENTS.contains(&part))
            || word.ends_with("fold") && *word != "fold";
        let number = word.split('-').all(|part| NUMBERS.contains(&part));
        allowed[i] = is_number && (refers || sizes.contains(word)) && !measured;
        if is_number && !allowed[i] || !guarded && (quotient || number && measured) {
            found.push(format!("{before} {word} {}", at(Some(i + 1))));
        }
    }
    found
}

/// Returns a word in small letters, without what surrounds it.
fn bare(word: &str) -> String {
    let word = word.trim_matches(|c: char| "()[].,:;\"'*`".contains(c));
    word.to_lowercase()
}

/// Returns the page of an analysis.
fn page(analysis: &str) -> Page {
    let measure = "faces = [528, 3968]\nbudget = 0.05\nname = \"cnc-200\"";
    Page {
        analysis: analysis.to_owned(),
        measure: toml::from_str(measure).unwrap(),
        ..Page::default()
    }
}

#[test]
fn typed_numbers_are_found_and_sizes_are_not() {
    for good in [
        "At 3968 faces, step 4 of Graphs 5 and 6 [Smith95 §3.5] (D7) takes {ratio} times as long.",
        "{half: A half of it, with 528 faces and 0.05 s.} In 2D, two bodies and levels 1 to 3.",
        "Of 200 steps, parry3d takes {share}.",
    ] {
        assert_eq!(typed(&page(good)), [""; 0], "{good}");
    }
    for (bad, named) in [
        ("It takes 1.5 as long.", "takes 1.5 as"),
        ("It takes 528 times as long.", "takes 528 times"),
        ("Some thirty times as long.", "some thirty times"),
        ("A tenth of the time.", "a tenth of"),
        ("About fifteenfold.", "about fifteenfold "),
        ("{half: Some 12 % less.}", "some 12 %"),
        ("{: A third.}", "a third "),
        ("Of 99 pairs.", "of 99 pairs"),
        ("The power 5/3.", "power 5/3 "),
    ] {
        assert_eq!(typed(&page(bad)), [named], "{bad}");
    }
}

#[test]
fn no_analysis_has_a_typed_number() {
    let (_, pages, _) = committed();
    let typed = pages.iter().map(|page| (&page.id, typed(page)));
    let wrong: Vec<_> = typed.filter(|(_, typed)| !typed.is_empty()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
