//! The evaluator on the committed claims, definitions and rows, and on made-up ones.

use super::*;
use crate::tests::samples::{MADE, committed, label, pages, papers, rows, time};
use records::{Row, Unit, Value};

fn verdicts(rows: &Rows, papers: &Papers, pages: &[Page]) -> Vec<(String, Verdict)> {
    let ledger = ledger(rows, papers, pages);
    let verdict = |a: &Assessed<'_>| (a.claim.id.clone(), a.verdict);
    ledger.iter().map(verdict).collect()
}

/// One way to alter a value: `rank` is that of its row on its curve, from 0 to 1.
type Alteration = fn(value: f64, rank: f64) -> f64;

const ALTERATIONS: [Alteration; 8] = [
    |value, _| value * 1e3,
    |value, _| value * 1e-3,
    |value, _| value + 1.0,
    |value, rank| value + 1e3 * (1.0 - rank),
    |value, rank| value * 1e6_f64.powf(rank),
    |value, rank| value * 1e-6_f64.powf(rank),
    |value, rank| if rank < 1.0 { value * 1e3 } else { value },
    |value, rank| if rank < 1.0 { value * 1e-3 } else { value },
];

/// Returns the rows, with those altered that `source` reads: of its experiment, quantity and
/// detectors.
fn altered(rows: &Rows, claim: &Claim, source: &Source, alteration: Alteration) -> Rows {
    let experiment = source.experiment.as_ref().unwrap_or(&claim.experiment);
    let quantity = source.quantity.as_deref().unwrap_or("time");
    let detectors = source.detector.as_ref().map_or(&[][..], |d| d.as_slice());
    let reads = |row: &&Row| {
        row.key.experiment == *experiment
            && row.quantity == quantity
            && detectors
                .iter()
                .any(|d| d == "each" || *d == row.key.detector)
    };
    let count = rows.iter().filter(reads).count();
    let mut rank = 0;
    let alter = |row: &Row| {
        if !reads(&row) {
            return row.clone();
        }
        rank += 1;
        let rank = f64::from(rank) / count as f64;
        let value = |v: f64| alteration(v, rank);
        let mut row = row.clone();
        match &mut row.outcome {
            Ok(Value::Samples(s) | Value::Distribution(s)) => {
                for number in [&mut s.median, &mut s.ci_low, &mut s.ci_high, &mut s.max] {
                    *number = value(*number);
                }
            }
            Ok(Value::Enclosure {
                value: v,
                low,
                high,
            }) => {
                for number in [v, low, high] {
                    *number = value(*number);
                }
            }
            Ok(Value::Exact(v)) => *v = value(*v),
            Err(_) => {}
        }
        row.samples = row.samples.map(value);
        row
    };
    rows.iter().map(alter).collect()
}

#[test]
fn each_claim_flips_when_the_rows_that_its_rule_reads_are_altered() {
    let (papers, pages, rows) = committed();
    let before = verdicts(&rows, &papers, &pages);
    assert_eq!(before.len(), 124);
    for paper in &papers.0 {
        for claim in &paper.claims {
            let (_, verdict) = before.iter().find(|(id, _)| *id == claim.id).unwrap();
            let sources = claim.measures.iter().filter(|m| !m.shown).flat_map(|m| {
                let by = m.by.as_ref().map(|by| by.within(&m.of));
                [Some(m.of.clone()), by].into_iter().flatten()
            });
            let flipped = sources
                .flat_map(|s| ALTERATIONS.map(|a| (s.clone(), a)))
                .any(|(source, alteration)| {
                    let rows = altered(&rows, claim, &source, alteration);
                    let input = ClaimInput {
                        rows: &rows,
                        paper,
                        pages: &pages,
                    };
                    let after = claim.assess(paper, &input).verdict;
                    after != *verdict && after != Verdict::NotTestable
                });
            assert!(flipped, "{} stays {}", claim.id, verdict.words());
        }
    }
}

#[test]
fn claims_have_names_of_their_own_and_refer_to_what_is_there() {
    let (papers, pages, _) = committed();
    papers.check(&pages).unwrap();
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

#[test]
fn without_rows_nothing_is_testable_and_every_claim_says_why() {
    let (papers, pages, _) = committed();
    for Assessed {
        claim,
        ours,
        verdict,
        ..
    } in ledger(&Rows::default(), &papers, &pages)
    {
        assert_eq!(verdict, Verdict::NotTestable, "{}", claim.id);
        assert!(ours.contains("measured"), "{ours}");
    }
}

#[test]
fn verdicts_follow_the_conditions() {
    let seen = verdicts(&rows(), &papers(), &pages());
    let expected = [
        ("overtakes", Verdict::Reproduced),
        ("update", Verdict::TrendOnly),
        ("lab-faster", Verdict::Reproduced),
    ];
    assert_eq!(seen, expected.map(|(id, v)| (id.to_owned(), v)));
    let update = |octree: &[f64]| {
        let mut rows = Rows::default();
        for (detector, samples) in [
            ("octree-update", &[0.01, 0.02][..]),
            ("face-octree", octree),
        ] {
            rows.push(time("made-fig11", detector, "", 40.0, samples));
        }
        verdicts(&rows, &papers(), &pages())[1].1
    };
    assert_eq!(update(&[0.1, 0.1]), Verdict::Contradicted);
    assert_eq!(
        update(&[0.01, 0.03]),
        Verdict::NotTestable,
        "the interval holds 1"
    );
}

/// Octrees that certify everything where the other trees do not contradict their claim, which leaves
/// out only positions at which both bounds are zero.
#[test]
fn a_position_at_which_one_of_both_is_zero_counts() {
    let (papers, pages, rows) = committed();
    let of_octrees = |rows: &Rows| {
        let ledger = ledger(rows, &papers, &pages);
        let claim = ledger.iter().find(|a| a.claim.id == "sec11.3-octree");
        claim.map(|a| a.verdict)
    };
    assert_eq!(of_octrees(&rows), Some(Verdict::Reproduced));
    let altered = |row: &Row| {
        let mut row = row.clone();
        let is_last = row.key.experiment == "hubbard96-budget" && row.key.x == 800.0;
        if is_last && row.quantity == "bound" {
            let octree = row.key.detector == "sphere-tree-octree";
            row.outcome = Ok(Value::Exact(if octree { 0.0 } else { 0.5 }));
        }
        row
    };
    let altered = rows.iter().map(altered).collect();
    assert_eq!(of_octrees(&altered), Some(Verdict::TrendOnly));
}

/// From the first overlap region on.
#[test]
fn only_positions_that_were_compared_are_shown() {
    let (papers, pages, rows) = committed();
    let ledger = ledger(&rows, &papers, &pages);
    let claim = ledger.iter().find(|a| a.claim.id == "fig11-every-cycle");
    let claim = claim.unwrap();
    let compared = |text: &str, before: &str| {
        let text = text.split_once(before).expect("a number of positions").0;
        text.rsplit(' ').next().map(str::to_owned)
    };
    assert_eq!(
        compared(&claim.ours, " points"),
        compared(&claim.normalized, " (")
    );
}

#[test]
fn a_rule_is_put_into_words() {
    let papers = papers();
    let paper = &papers.0[0];
    assert_eq!(
        words::rule(&paper.claims[0], paper),
        "Time of `separating-plane`, at 10 / 20, divided by that of `face-octree`. Reproduced: \
         whole interval above 1, for the last, and within a factor 1.5 of the paper's. \
         Contradicted: otherwise."
    );
    assert_eq!(
        words::paper(&paper.claims[0], paper),
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

/// The walkthrough's times: more values than are listed, and none of the paper to count against.
#[test]
fn many_plain_values_are_stated_by_their_ends() {
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
    let ledger = ledger(&rows, &papers, &pages);
    let claim = ledger.iter().find(|a| a.claim.id == "sec7-walkthrough");
    let normalized = &claim.unwrap().normalized;
    assert!(normalized.contains("22 values from 0.002"), "{normalized}");
}

const WALKS: [&str; 2] = [
    "i-collide features=lin-canny",
    "i-collide boxes=dynamic features=lin-canny",
];
