//! Numbers, missing rows, and conditions that no longer hold.

use super::*;
use crate::tests::samples::{FIG10, committed, label, newest, pages, papers, rows};

const ANALYSIS: &str = r#"
analysis = """
The octree takes {octree}, and from {figure.10} faces on it is ahead. {faster: Planes take {slower}
times as long, {percent} more.}
{slow: The octree is
slow.}

Planes take {slower} times as long.

{: The planes of parry3d take {missing}.} Nothing else.
"""
[page.numbers]
octree = { measure = "value", of = { detector = { name = "face-octree", level = 6 }, at = [10, 40] } }
slower = { measure = "ratio", of = { detector = "separating-plane", at = [20, 40] }, by = { detector = "face-octree" } }
percent = { measure = "ratio", of = { detector = "separating-plane", at = [20, 40] }, by = { detector = "face-octree" }, as = "percent-more" }
missing = { measure = "value", of = { quantity = "plane-tests", detector = "separating-plane" } }
[page.conditions]
faster = [{ of = "slower", is = { above = 1 }, interval = true }, { of = "percent", is = { at-least = "slower" }, in = "any" }]
slow = [{ of = "slower", is = { below = 1 } }]
"#;

fn page(analysis: &str) -> Page {
    let text = format!("question = \"?\"\n[page]\n{analysis}\n{FIG10}");
    Page::parse("made-fig10", &text, &papers(), &label).unwrap()
}

fn analyzed(rows: &Rows) -> Filled {
    let page = page(ANALYSIS);
    let pages = [page.clone()];
    page.check(&papers(), &pages).unwrap();
    page.analyzed(rows, &papers(), &pages).unwrap()
}

#[test]
fn numbers_follow_from_rows_and_unsupported_sentences_are_left_out() {
    let filled = analyzed(&rows());
    let expected = "The octree takes 16 to 40 ms, and from 10 / 20 faces on it is ahead. \
                    Planes take 2 to 4 times as\nlong, 100 to 300 % more.\n\n\
                    Planes take 2 to 4 times as long.\n\nNothing else.";
    assert_eq!(filled.text, expected);
    assert_eq!(
        filled.left_out,
        [
            "The octree is slow. (`slow` does not hold for slower 2 / 4)",
            "The planes of parry3d take …. (made-fig10: plane-tests of separating-plane was not \
             measured)",
        ]
    );
}

#[test]
fn a_paragraph_without_its_rows_is_left_out() {
    let octree = |row: &&records::Row| row.key.detector == "face-octree";
    let few: Rows = rows().iter().filter(octree).cloned().collect();
    let filled = analyzed(&few);
    let expected = "The octree takes 16 to 40 ms, and from 10 / 20 faces on it is ahead.";
    assert_eq!(filled.text, format!("{expected}\n\nNothing else."));
    assert_eq!(filled.left_out.len(), 4, "{:#?}", filled.left_out);
    let none = analyzed(&Rows::default());
    assert_eq!(none.text, "Nothing else.");
}

#[test]
fn a_condition_that_no_longer_holds_is_reported_for_full_runs() {
    let page = page(ANALYSIS);
    let filled = analyzed(&rows());
    let mut run = newest(&rows());
    let messages = crate::no_longer_holding(&run, &page, &filled);
    assert_eq!(messages.len(), 2);
    let beginning = "analysis of made-fig10: this sentence no longer holds: The octree is slow.";
    assert!(messages[0].starts_with(beginning), "{messages:?}");
    run.recordings[0].run.quick = true;
    assert!(crate::no_longer_holding(&run, &page, &filled).is_empty());
}

#[test]
fn a_direction_in_percent_has_to_be_that_of_the_rows() {
    let more = "analysis = \"{: It takes {n} more.}\"\n[page.numbers]\nn = { measure = \"ratio\", \
                of = { detector = \"face-octree\", at = [20] }, by = { detector = \
                \"separating-plane\" }, as = \"percent-more\" }";
    let of = |text: &str| {
        let page = page(text);
        let pages = [page.clone()];
        page.check(&papers(), &pages).unwrap();
        page.analyzed(&rows(), &papers(), &pages).unwrap()
    };
    assert_eq!(of(more).text, "");
    assert_eq!(
        of(more).left_out,
        ["It takes … more. (`n`: 0.500 lies on the other side of 1)"]
    );
    let less = more.replace("more", "less");
    assert_eq!(of(&less).text, "It takes 50 % less.");
}

#[test]
fn mistakes_are_named() {
    for (good, bad, named) in [
        ("{octree}", "{octre}", "`octre`"),
        ("{slow:", "{slows:", "`slows`"),
        ("{figure.10}", "{figure.12}", "`figure.12`"),
        ("{missing}", "it", "nothing refers to the number `missing`"),
        ("{slow: ", "{: ", "no sentence has the condition `slow`"),
        (
            "of = \"slower\", is = { below",
            "of = \"slowest\", is = { below",
            "`slowest`",
        ),
        (
            "of = \"slower\", is = { below",
            "is = { below",
            "no number ``",
        ),
        (
            "at-least = \"slower\"",
            "at-least = \"slowest\"",
            "`slowest`",
        ),
        (" Nothing else.", " Nothing else.}", "without `{`"),
        ("The octree takes", "{: The octree takes", "without `}`"),
        (
            "\"face-octree\" } }\n",
            "\"parry3d\" } }\n",
            "`parry3d` takes no part",
        ),
    ] {
        let text = ANALYSIS.replacen(good, bad, 1);
        assert_ne!(text, ANALYSIS, "{good}");
        let page = page(&text);
        let pages = [page.clone()];
        let error = format!("{:#}", page.check(&papers(), &pages).unwrap_err());
        assert!(error.contains(named), "{bad}: {error}");
    }
}

#[test]
fn a_ratio_by_several_detectors_names_file_and_number() {
    let checked = |detectors: &str| {
        let one = "by = { detector = \"face-octree\" } }\n";
        let several = format!("by = {{ detector = {detectors} }} }}\n");
        let text = ANALYSIS.replacen(one, &several, 1);
        assert_ne!(text, ANALYSIS);
        let mut all = pages();
        let made = all.iter_mut().find(|page| page.id == "made-fig10");
        *made.unwrap() = page(&text);
        crate::check(&papers(), &all)
    };
    checked("[\"face-octree\"]").unwrap();
    for detectors in ["[\"face-octree\", \"separating-plane\"]", "\"each\""] {
        let error = format!("{:#}", checked(detectors).unwrap_err());
        for named in ["made-fig10.toml", "number `slower`", "several detectors"] {
            assert!(error.contains(named), "{detectors}: {error}");
        }
    }
}

#[test]
fn each_analysis_of_the_repository_refers_to_what_exists() {
    let (papers, pages, _) = committed();
    for page in pages {
        page.check(papers, pages)
            .unwrap_or_else(|e| panic!("{}: {e:#}", page.id));
    }
}

#[test]
fn the_first_supported_sentence_is_the_result_and_a_heading_if_it_is_short() {
    let filled = analyzed(&rows());
    assert_eq!(
        filled.result,
        "Planes take 2 to 4 times as long, 100 to 300 % more."
    );
    let own = ANALYSIS.replace(
        "analysis =",
        "result = \"{slow: Slow.} {faster: Planes take {slower} times.}\"\nanalysis =",
    );
    let own = page(&own);
    let filled = own.analyzed(&rows(), &papers(), std::slice::from_ref(&own));
    assert_eq!(filled.unwrap().result, "Planes take 2 to 4 times.");
    let heading = |result: &str| {
        Filled {
            brief: without_brackets(result),
            ..Filled::default()
        }
        .heading()
    };
    let cases = [
        ("", None),
        ("It is slow (3 tests). More.", Some("It is slow")),
        (&"long ".repeat(40), None),
    ];
    for (result, expected) in cases {
        assert_eq!(heading(result).as_deref(), expected, "{result}");
    }
    let long = format!(
        "The time grows with the faces, as it should: {}.",
        "x ".repeat(80)
    );
    assert_eq!(
        heading(&long).as_deref(),
        Some("The time grows with the faces, as it should")
    );
}
