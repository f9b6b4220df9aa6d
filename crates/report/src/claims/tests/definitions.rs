//! Claims as they are written: names, references, words, faults.

use super::*;

#[test]
fn rules_name_quotients_of_counts_and_the_value_that_a_measure_is_compared_with() {
    let (papers, pages, rows) = committed();
    let ledger = ledger(rows, papers, pages);
    let rule = |id: &str| words::rule(ledger.iter().find(|a| a.claim.id == id).unwrap());
    let itself = rule("sec1-tests-per-contact");
    assert!(
        itself.contains("per contact at most 2.25 times its least"),
        "{itself}"
    );
    let quotient = rule("sec3.2-constant");
    assert!(
        quotient.contains("feature-steps / feature-searches of"),
        "{quotient}"
    );
}

#[test]
fn claims_have_names_of_their_own_and_refer_to_what_is_there() {
    let (papers, pages, _) = committed();
    papers.check(pages).unwrap();
    let mut ids: Vec<_> = papers
        .0
        .iter()
        .flat_map(|p| &p.claims)
        .map(|c| &c.id)
        .collect();
    ids.sort();
    let all = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), all);
}

/// Definitions repeat the number, since the crate that measures reads no paper.
#[test]
fn the_budget_of_flights_is_the_papers_mean_time_of_detection() {
    let (papers, pages, _) = committed();
    let paper = papers.of_page("hubbard96-fig17").unwrap();
    let stated = paper.curve("figure.19.detection").unwrap().1.y[0];
    let is_flight = |page: &&Page| ["fig17", "fig21"].iter().any(|name| page.id.contains(name));
    let flights: Vec<&Page> = pages.iter().filter(is_flight).collect();
    assert_eq!(flights.len(), 5);
    for page in flights {
        assert_eq!(page.parameter("budget").unwrap(), stated, "{}", page.id);
    }
}

#[test]
fn a_rule_is_put_into_words() {
    let (papers, pages) = (papers(), pages());
    let assessed = &ledger(&rows(), &papers, &pages)[0];
    assert_eq!(
        words::rule(assessed),
        "Time of separating planes, at 10 / 20, divided by that of face octree (1995). Reproduced: \
         whole interval above 1, for the last, and within a factor 1.5 of the paper's. \
         Contradicted: otherwise. Control, which must not pass: both sides take the same. Neither \
         overtakes. No recorded row can serve instead. There is none. Rule of 2026-11-21."
    );
    assert_eq!(
        words::paper(assessed),
        ("12 / 43 ms against 16 / 21.5 ms".into(), "0.750 / 2".into())
    );
}

#[test]
fn a_reference_to_nothing_names_file_and_claim() {
    for (good, bad, named) in [
        (
            "\"made-fig11\"",
            "\"made-fig12\"",
            "experiment `made-fig12`",
        ),
        (
            "\"separating-plane\", at",
            "\"parry3d\", at",
            "`parry3d` takes no part",
        ),
        (
            "\"face-octree\", level = 6",
            "\"face-octre\", level = 6",
            "face-octre",
        ),
        (
            "paper = \"figure.11.update\"",
            "paper = \"figure.12.update\"",
            "figure.12",
        ),
        (
            "{ is = { below = 1 }",
            "{ of = \"other\", is = { below = 1 }",
            "measure `other`",
        ),
        (
            "{ is = { below = 1 }",
            "{ is = { below = \"other\" }",
            "`other`",
        ),
        ("at = [10, 20]", "at = \"figure.12\"", "figure.12"),
        (
            "at = [10, 20]",
            "series = { generator = \"measured\" }",
            "generator",
        ),
    ] {
        let text = MADE.replacen(good, bad, 1);
        assert_ne!(text, MADE, "{good}");
        let mut pages = pages();
        pages[1] = Page::parse(
            "made-fig10",
            "question = \"?\"\n[measure]\nsweep = { faces = [10, 20] }\n\
             detectors = [{ name = \"face-octree\" }, { name = \"separating-plane\" }]",
            &Papers::default(),
            &label,
        )
        .unwrap();
        let checked =
            Paper::parse("made", &text, &label).and_then(|paper| Papers(vec![paper]).check(&pages));
        let error = format!("{:#}", checked.unwrap_err());
        assert!(error.contains(named), "{bad}: {error}");
        assert!(
            named == "face-octre" || error.contains("made.toml, claim "),
            "{error}"
        );
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("made.toml"),
        MADE.replace("level = 6", "levl = 6"),
    )
    .unwrap();
    let error = format!("{:#}", Papers::read(folder.path(), &label).unwrap_err());
    assert!(
        error.contains("made.toml") && error.contains("levl"),
        "{error}"
    );
}

#[test]
fn missing_rows_are_named() {
    let mut rows = rows();
    let mut failed = time("made-fig10", "x", "", 10.0, &[0.1]).key;
    failed.detector = "separating-plane".into();
    let ours = |rows: &Rows| ledger(rows, &papers(), &pages())[0].ours.clone();
    rows = rows
        .iter()
        .filter(|r| r.key.detector != "separating-plane")
        .cloned()
        .collect();
    let absent = "made-fig10: time of separating-plane was not measured";
    assert_eq!(ours(&rows), absent);
    rows.push(Row::failure(
        &failed,
        "time",
        Unit::Seconds,
        "body 3 is concave",
    ));
    let failed = "made-fig10: time of separating-plane failed: body 3 is concave";
    assert_eq!(ours(&rows), failed);
}

/// The walkthrough's times: more values than are listed, against a bound of its rule.
#[test]
fn many_values_are_counted_against_the_bound_of_the_rule() {
    let (papers, pages, _) = committed();
    let mut rows = Rows::default();
    for (frame, detector) in (1..=12).flat_map(|f| WALKS.map(|d| (f, d))) {
        for series in ["hand=pieces", "hand=whole"] {
            let seconds = 0.001 * f64::from(frame);
            let samples = [seconds; 3];
            let frame = f64::from(frame);
            rows.push(time(
                "cohen95-walkthrough",
                detector,
                series,
                frame,
                &samples,
            ));
        }
    }
    let ledger = ledger(&rows, papers, pages);
    let claim = ledger.iter().find(|a| a.claim.id == "sec7-walkthrough");
    let normalized = &claim.unwrap().normalized;
    let counted = "dynamic boxes 0 of 22 (0 %) at most 1.67 ms; from 2 ms to 12 ms";
    assert!(normalized.contains(counted), "{normalized}");
}

const WALKS: [&str; 2] = [
    "i-collide features=lin-canny",
    "i-collide boxes=dynamic features=lin-canny",
];

/// Returns the error of the made-up paper with one text replaced.
fn fault(text: &str, good: &str, bad: &str) -> String {
    let replaced = text.replacen(good, bad, 1);
    assert_ne!(replaced, text, "{good}");
    let paper = Paper::parse("made", &replaced, &label);
    let checked = paper.and_then(|paper| Papers(vec![paper]).check(&pages()));
    format!("{:#}", checked.unwrap_err())
}

#[test]
fn a_wrong_key_date_or_control_names_the_claim() {
    let control = "control = { alike = true, ";
    for (good, bad, claim, named) in [
        ("caveat =", "caveats =", "overtakes", "`caveats`"),
        ("control = {", "controls = {", "overtakes", "`controls`"),
        (control, "control = { alik = true, ", "overtakes", "`alik`"),
        (control, "control = { ", "overtakes", "names one of"),
        (
            control,
            "control = { alike = true, set = 2, ",
            "overtakes",
            "names one of",
        ),
        (
            control,
            "control = { of = \"other\", alike = true, ",
            "overtakes",
            "`other`",
        ),
        (
            ", no-row = \"There is none.\"",
            "",
            "overtakes",
            "either rows, or `no-row`",
        ),
        (
            "instead-of = \"octree-update\",",
            "instead-of = \"octree-update\", no-row = \"There is none.\",",
            "update",
            "either rows, or `no-row`",
        ),
        (
            "\"2026-11-21\"",
            "\"2026-13-21\"",
            "overtakes",
            "2026-13-21",
        ),
        (
            "\"2026-11-21\"",
            "\"21.11.2026\"",
            "overtakes",
            "21.11.2026",
        ),
        ("rule-of = \"2026-11-21\"\n", "\n", "overtakes", "rule-of"),
        (
            "date = \"2026-11-23\"",
            "date = \"2026-11-20\"",
            "update",
            "2026-11-20",
        ),
        ("was = ", "wos = ", "update", "wos"),
        (
            "instead-of = \"octree-update\"",
            "instead-of = \"parry3d\"",
            "update",
            "instead-of",
        ),
        (
            "control = { detector = \"face-octree\"",
            "control = { experiment = \"made-fig12\", detector = \"face-octree\"",
            "update",
            "made-fig12",
        ),
        (
            "contradicted = [{ is = { below = 1 }, interval = true }]\n",
            "\n",
            "update",
            "asked first",
        ),
        ("shifted =", "trend =", "update", "`trend`"),
        (
            "within-factor = 1.5",
            "within-factor = 0.5",
            "overtakes",
            "no value lies within",
        ),
        (
            "within-factor = 1.5",
            "between = [2, 1]",
            "overtakes",
            "no value lies within",
        ),
        (
            "in = \"last\"",
            "in = { share = 1.5 }",
            "overtakes",
            "Share(1.5)",
        ),
        (
            "in = \"last\"",
            "in = { count = 0 }",
            "overtakes",
            "Count(0)",
        ),
        (
            "measures = [{ measure",
            "measures = [{ measure = \"value\", of = { detector = \"face-octree\" } }, { measure",
            "overtakes",
            "two measures are named ``",
        ),
        (
            "id = \"update\"",
            "id = \"overtakes\"",
            "overtakes",
            "another claim has this name",
        ),
        (
            "With {figure.10} faces",
            "With {figure.99} faces",
            "overtakes",
            "`figure.99`",
        ),
    ] {
        let error = fault(MADE, good, bad);
        let claim = format!("claim {claim}");
        assert!(
            error.contains(named) && error.contains(&claim),
            "{bad}: {error}"
        );
    }
    let own = MADE.replace("year = 1999\n", "\n");
    let error = fault(&own, "A made-up", "Our own");
    assert!(
        error.contains("claim update") && error.contains("shifted"),
        "{error}"
    );
}
