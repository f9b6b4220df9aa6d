//! The evaluator on the committed claims, definitions and rows, and on made-up ones.

use super::evaluate::ClaimValue;
use super::*;
use crate::tests::samples::{MADE, committed, key, label, pages, papers, rows, time};
use records::statistics::Estimate;
use records::{Row, Unit, Value};

fn verdicts(rows: &Rows, papers: &Papers, pages: &[Page]) -> Vec<(String, Verdict)> {
    let ledger = ledger(rows, papers, pages);
    let verdict = |a: &Assessed<'_>| (a.claim.id.clone(), a.verdict);
    ledger.iter().map(verdict).collect()
}

/// Number of claims whose rows, or those of their controls, are not recorded yet: of experiments
/// that are newer than the last full run.
const AWAITING_ROWS: usize = 4;

/// Returns the committed claims with their measures on the committed rows, without those that wait
/// for rows: of a new experiment, or of a quantity that is new in one.
fn measured<'a>(
    rows: &'a Rows,
    papers: &'a Papers,
    pages: &'a [Page],
) -> Vec<(Assessed<'a>, Vec<Option<Measured<'a>>>)> {
    let all = ledger(rows, papers, pages);
    let count = all.len();
    let measured = all.into_iter().filter_map(|assessed| {
        let input = ClaimInput {
            rows,
            earlier: &[],
            paper: assessed.paper,
            pages,
        };
        let measured = assessed.claim.measured(&input).and_then(|measured| {
            let control = &assessed.claim.control;
            control.values(assessed.claim, &measured, &input)?;
            Ok(measured)
        });
        match measured {
            Ok(measured) => Some((assessed, measured)),
            Err(e) => {
                let reason = format!("{e:#}");
                let id = &assessed.claim.id;
                assert!(reason.contains("was not measured"), "{id}: {reason}");
                None
            }
        }
    });
    let measured: Vec<_> = measured.collect();
    let waiting = count - measured.len();
    assert_eq!(waiting, AWAITING_ROWS, "claims without rows");
    measured
}

/// One way to alter a value: `rank` is that of its row on its curve, from 0 to 1, and `x` its position.
type Alteration = fn(value: f64, rank: f64, x: f64) -> f64;

const ALTERATIONS: [Alteration; 11] = [
    // All curves alike.
    |_, _, x| x,
    |value, _, _| value * 1e3,
    |value, _, _| value * 1e-3,
    |value, _, _| value + 1.0,
    |value, rank, _| value + 1e3 * (1.0 - rank),
    |value, rank, _| value * 1e6_f64.powf(rank),
    |value, rank, _| value * 1e-6_f64.powf(rank),
    |value, rank, _| if rank < 1.0 { value * 1e3 } else { value },
    |value, rank, _| if rank < 1.0 { value * 1e-3 } else { value },
    |_, rank, _| if rank < 0.85 { 1.0 } else { 1e3 },
    // Curves that cross later.
    |value, _, x| if x < 500.0 { value * 1e3 } else { value },
];

fn in_series((key, values): (&String, &OneOrMany<String>)) -> Vec<String> {
    let named = |value: &String| format!("{key}={value}");
    values.as_slice().iter().map(named).collect()
}

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
    // Series in the order in which the source lists them, which may differ from that of the rows.
    let listed = match &source.series {
        Some(Series::Setting(setting)) => setting.iter().flat_map(in_series).collect(),
        Some(Series::Names(OneOrMany::Many(names))) => names.clone(),
        Some(Series::Names(OneOrMany::One(_))) | None => Vec::new(),
    };
    let count = rows.iter().filter(reads).count();
    let mut rank = 0;
    let alter = |row: &Row| {
        if !reads(&row) {
            return row.clone();
        }
        rank += 1;
        let rank = match listed.iter().position(|name| *name == row.key.series) {
            Some(i) => (i + 1) as f64 / listed.len() as f64,
            None => f64::from(rank) / count as f64,
        };
        let value = |v: f64| alteration(v, rank, row.key.x);
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
    assert_eq!(before.len(), 184);
    let recorded = measured(&rows, &papers, &pages);
    for paper in &papers.0 {
        let has_rows = |claim: &&Claim| recorded.iter().any(|(a, _)| a.claim.id == claim.id);
        for claim in paper.claims.iter().filter(has_rows) {
            let (_, verdict) = before.iter().find(|(id, _)| *id == claim.id).unwrap();
            // Those of the control, too: a claim is testable if the control stops to pass.
            let control = claim.control.replaced(claim).unwrap();
            let measures = claim.ruling().chain(&control);
            let sources = measures.flat_map(|m| {
                let by = m.by.as_ref().map(|by| by.within(&m.of));
                [Some(m.of.clone()), by].into_iter().flatten()
            });
            let sources: Vec<Source> = sources.collect();
            let experiments = sources.iter().map(|s| s.experiment.as_ref());
            let read: Vec<&String> = experiments.flatten().chain([&claim.experiment]).collect();
            let of_claim = rows
                .iter()
                .filter(|row| read.contains(&&row.key.experiment));
            let of_claim: Rows = of_claim.cloned().collect();
            // One source alone, all, or one side of all measures, which may have to agree.
            let one_side: Vec<Source> = claim.ruling().map(|m| m.of.clone()).collect();
            let all = [sources.as_slice(), &one_side];
            let flipped = sources
                .chunks(1)
                .chain(all)
                .flat_map(|s| ALTERATIONS.map(|a| (s, a)))
                .any(|(sources, alteration)| {
                    let alter = |rows: Rows, s: &Source| altered(&rows, claim, s, alteration);
                    let rows = sources.iter().fold(of_claim.clone(), alter);
                    let input = ClaimInput {
                        rows: &rows,
                        earlier: &[],
                        paper,
                        pages: &pages,
                    };
                    let after = claim.assess(paper, &input, false).verdict;
                    after != *verdict && after != Verdict::NotTestable
                });
            assert!(flipped, "{} stays {}", claim.id, verdict.words());
        }
    }
}

/// The rule of each claim on the recorded rows of its control.
#[test]
fn no_rule_holds_for_its_control_unless_the_claim_is_not_testable() {
    let (papers, pages, rows) = committed();
    let mut vacuous = Vec::new();
    for (assessed, measured) in measured(&rows, &papers, &pages) {
        let Assessed { paper, claim, .. } = assessed;
        let input = ClaimInput {
            rows: &rows,
            earlier: &[],
            paper,
            pages: &pages,
        };
        let control = claim.control.values(claim, &measured, &input);
        let control = control.unwrap_or_else(|e| panic!("{}: {e:#}", claim.id));
        let verdict = claim.verdict_of(&control, paper).unwrap();
        if [Verdict::Reproduced, Verdict::Held].contains(&verdict) {
            assert_eq!(assessed.verdict, Verdict::NotTestable, "{}", claim.id);
            assert!(
                assessed.reason.starts_with("its control passes"),
                "{}",
                claim.id
            );
            vacuous.push(claim.id.as_str());
        }
    }
    // Deadlines that any method of today keeps, and what any detector with boxes or exact answers
    // does. The others depend on the rows.
    for expected in [
        "headline-time",
        "sec7-walkthrough",
        "fig2-first",
        "fig6-rise",
        "table3-contacts",
    ] {
        assert!(vacuous.contains(&expected), "{expected} in {vacuous:?}");
    }
}

/// A generator of numbers without any crate: Knuth's linear congruence.
struct Draws(u64);

impl Draws {
    /// Returns a number from 0 to 1.
    fn share(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[(self.share() * list.len() as f64) as usize]
    }
}

/// Numbers of the conditions of a claim, near which verdicts change.
fn bounds(claim: &Claim, paper: &Paper) -> Vec<f64> {
    let of = |condition: &Condition| match &condition.is {
        Test::Between([low, high]) | Test::Outside([low, high]) => {
            vec![*low, (low * high).sqrt(), *high]
        }
        test => {
            let number = test
                .bound()
                .and_then(|n| points::number(n, paper, true).ok());
            number
                .map(|n| n * condition.times.unwrap_or(1.0))
                .into_iter()
                .collect()
        }
    };
    claim.conditions().flat_map(of).chain([1.0, 0.0]).collect()
}

/// Returns drawn values in place of those of a measure: its own, the paper's or numbers of the
/// rule, all near one another or apart, rising, falling or in two groups.
fn drawn(draws: &mut Draws, values: &[ClaimValue], bounds: &[f64]) -> Vec<ClaimValue> {
    let (base, factor) = (
        draws.one_of(&[0, 1, 2, 2]),
        draws.one_of(&[0.1, 0.5, 0.9, 0.99, 1.0, 1.01, 1.1, 2.0, 10.0]),
    );
    let bound = draws.one_of(bounds);
    let slope = draws.one_of(&[-1.0, -0.1, 0.0, 0.0, 0.0, 0.1, 1.0]);
    let width = draws.one_of(&[0.0, 0.0, 0.01, 2.0]);
    let (split, jump) = (draws.share(), draws.one_of(&[1.0, 1.0, 0.3, 0.9, 1.1, 3.0]));
    let value = |(i, value): (usize, &ClaimValue)| {
        let own = match (base, value.paper) {
            (0, _) => value.ours.value,
            (1, Some(paper)) => paper,
            _ => bound,
        };
        let rank = i as f64 / values.len() as f64;
        let group = if rank < split { 1.0 } else { jump };
        let ours = own * factor * group * 1e3_f64.powf(slope * rank);
        ClaimValue {
            ours: Estimate {
                value: ours,
                low: ours / (1.0 + width),
                high: ours * (1.0 + width),
            },
            paper: value.paper,
        }
    };
    values.iter().enumerate().map(value).collect()
}

#[test]
fn each_verdict_that_a_rule_names_can_be_reached() {
    let (papers, pages, rows) = committed();
    let mut seen = Vec::new();
    for (Assessed { paper, claim, .. }, measured) in measured(&rows, &papers, &pages) {
        let bounds = bounds(claim, paper);
        let mut draws = Draws(1995);
        // Conditions may leave nothing undecided, and a proof nothing to contradict.
        let otherwise = Some(claim.otherwise()).filter(|v| *v == Verdict::Contradicted);
        let otherwise = otherwise.filter(|_| claim.error_in_paper.is_empty());
        let named = claim
            .outcomes()
            .map(|(verdict, _)| verdict)
            .chain(otherwise);
        let mut missing: Vec<Verdict> = named.map(|verdict| verdict.of(paper)).collect();
        seen.extend(missing.clone());
        for _ in 0..40_000 {
            if missing.is_empty() {
                break;
            }
            let values = measured.iter().map(|m| {
                let values = &m.as_ref()?.values;
                Some(drawn(&mut draws, values, &bounds))
            });
            let mut values: Vec<_> = values.collect();
            if draws.share() < 0.2 {
                // All measures alike.
                let first = values[0].as_ref().unwrap()[0].ours;
                values
                    .iter_mut()
                    .flatten()
                    .flatten()
                    .for_each(|v| v.ours = first);
            }
            let verdict = claim.verdict_of(&values, paper).unwrap();
            missing.retain(|v| *v != verdict);
        }
        assert!(missing.is_empty(), "{} is never {missing:?}", claim.id);
    }
    for verdict in Verdict::ALL {
        let always = [Verdict::NotTestable, Verdict::Undecided].contains(&verdict);
        assert!(
            always || seen.contains(&verdict),
            "no rule is ever {}",
            verdict.words()
        );
    }
}

#[test]
fn rules_name_quotients_of_counts_and_the_value_that_a_measure_is_compared_with() {
    let (papers, pages, rows) = committed();
    let ledger = ledger(&rows, &papers, &pages);
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
        ("update", Verdict::Shifted),
        ("lab-faster", Verdict::Held),
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
        Verdict::Undecided,
        "the interval holds 1"
    );
}

/// Octrees that leave nothing where the other trees leave a pair do not contradict their claim, which
/// leaves out only positions at which both are zero.
#[test]
fn a_position_at_which_one_of_both_is_zero_counts() {
    let (papers, pages, _) = committed();
    let published = "sphere-tree balls=ritter coverage=level inner=off last-level=leaves";
    let octree = "sphere-tree-octree inner=off last-level=leaves";
    let of_octrees = |last: f64| {
        let mut rows = Rows::default();
        for (detector, at_last, factor) in [
            (published, 0.5, 1.0),
            ("sphere-tree", 0.5, 1.0),
            (octree, last, 2.0),
        ] {
            for (x, value) in [(20.0, 0.5 * factor), (800.0, at_last)] {
                for quantity in ["bound/colliding", "still-colliding"] {
                    let mut key = time("hubbard96-budget", detector, "", x, &[1.0]).key;
                    key.x_name = "budget".to_owned();
                    rows.push(Row::exact(&key, quantity, Unit::Ratio, value));
                }
            }
        }
        let ledger = ledger(&rows, &papers, &pages);
        let claim = ledger.iter().find(|a| a.claim.id == "sec11.3-octree");
        claim.map(|a| a.verdict)
    };
    assert_eq!(of_octrees(1.0), Some(Verdict::Reproduced));
    assert_eq!(of_octrees(0.0), Some(Verdict::DependsOn));
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
    assert!(normalized.contains("22 values from 2 ms"), "{normalized}");
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

/// Returns verdict and reason of the first made-up claim under a control.
fn with_control(control: &str) -> (Verdict, String) {
    let text = MADE.replacen("alike = true", control, 1);
    let papers = Papers(vec![Paper::parse("made", &text, &label).unwrap()]);
    let ledger = ledger(&rows(), &papers, &pages());
    (ledger[0].verdict, ledger[0].reason.clone())
}

/// Planes take 0.625 and 2 of the octree's times, in the paper 0.75 and 2.
#[test]
fn a_rule_that_its_control_passes_decides_nothing() {
    for (control, words) in [
        ("set = 1.4", None),
        ("set = 1.1", None),
        ("flat = true", None),
        ("growth = 1", None),
        ("swap = true", None),
        ("detector = \"face-octree\"", None),
        ("experiment = \"made-fig10\"", Some("made-fig10")),
        ("at = 20", Some("at 20")),
    ] {
        let (verdict, reason) = with_control(control);
        match words {
            None => assert_eq!(
                (verdict, reason.as_str()),
                (Verdict::Reproduced, ""),
                "{control}"
            ),
            Some(words) => {
                assert_eq!(verdict, Verdict::NotTestable, "{control}");
                let expected = format!("its control passes: {words}. Neither overtakes.");
                assert_eq!(reason, expected);
            }
        }
    }
    let (verdict, reason) = with_control("detector = \"parry3d\"");
    assert_eq!(verdict, Verdict::NotTestable);
    assert_eq!(reason, "made-fig10: time of parry3d was not measured");
}

/// Planes take 4 times as long with 20 faces as with 10, the octree 1.25 times, and the octree with
/// 20 faces twice as long as planes with 10.
#[test]
fn a_control_of_another_detector_replaces_both_sides() {
    let line = |key: &str| {
        let start = MADE.find(&format!("    {key} = ")).unwrap();
        MADE[start..].lines().next().unwrap()
    };
    let source = "{ detector = \"separating-plane\", at = 20 }, by = { at = 10 }";
    let text = MADE
        .replacen(
            line("measures"),
            &format!("measures = [{{ measure = \"ratio\", of = {source} }}]"),
            1,
        )
        .replacen(
            line("reproduced"),
            "reproduced = [{ is = { above = 1.5 } }]",
            1,
        )
        .replacen(
            line("control"),
            "control = { detector = \"face-octree\", why = \"It grows less.\" }",
            1,
        );
    let papers = Papers(vec![Paper::parse("made", &text, &label).unwrap()]);
    let ledger = ledger(&rows(), &papers, &pages());
    assert_eq!(
        ledger[0].verdict,
        Verdict::Reproduced,
        "{}",
        ledger[0].reason
    );
}

/// The control of the made-up claim about updating takes as long as the octree.
#[test]
fn a_shifted_claim_is_undecided_if_its_control_is_shifted_too() {
    let conditions = "contradicted = [{ is = { below = 1 }, interval = true }]\n\
                      shifted = [{ is = { above = 1 } }]";
    assert_eq!(of_update(conditions, [1.2; 2]), Verdict::Shifted);
    let wide = conditions.replace("above = 1", "above = 0.9");
    assert_eq!(of_update(&wide, [1.2; 2]), Verdict::Undecided);
    // It keeps what does not depend on the control.
    assert_eq!(of_update(&wide, [50.0; 2]), Verdict::Reproduced);
    assert_eq!(of_update(&wide, [0.5; 2]), Verdict::Contradicted);
    let text = MADE.replacen(
        "shifted = [{ is = { above = 1 }",
        "shifted = [{ is = { above = 0.9 }",
        1,
    );
    let papers = Papers(vec![Paper::parse("made", &text, &label).unwrap()]);
    let rows = [("octree-update", 1.2), ("face-octree", 1.0)];
    let rows = rows.map(|(detector, t)| time("made-fig11", detector, "", 40.0, &[t, t]));
    let pages = pages();
    for with_stability in [false, true] {
        let rows = rows.iter().cloned().collect();
        let assessed = &assessed(&rows, &[], &papers, &pages, with_stability)[1];
        assert_eq!(assessed.verdict, Verdict::Undecided);
        let expected = "shifted, as is its control: `face-octree` in place of `octree-update`. \
                        Nothing is updated.";
        assert_eq!(assessed.reason, expected);
    }
}

/// The octree takes 16, 20 and 40 ms for 10, 20 and 40 faces.
#[test]
fn a_curve_reaches_a_height() {
    let reached = |height: &str| {
        let measure = format!(
            "measures = [{{ measure = \"reaches\", of = {{ detector = \"face-octree\" }}, height = {height} }}]"
        );
        let start = MADE.find("    measures = ").unwrap();
        let end = MADE.find("    control = ").unwrap();
        let text = [
            &MADE[..start],
            &measure,
            "\n    reproduced = [{ is = { above = 0 } }]\n",
            &MADE[end..],
        ]
        .concat();
        let papers = Papers(vec![Paper::parse("made", &text, &label).unwrap()]);
        let (rows, pages) = (rows(), pages());
        let input = ClaimInput {
            earlier: &[],
            rows: &rows,
            paper: &papers.0[0],
            pages: &pages,
        };
        let claim = &papers.0[0].claims[0];
        claim.check(&papers.0[0], &pages).unwrap();
        claim.measured(&input).unwrap()[0].as_ref().unwrap().values[0]
            .ours
            .value
    };
    // Within 20 to 40 faces, at a point, and along the last two points.
    assert!(
        (reached("0.030") - 30.0).abs() < 1e-9,
        "{}",
        reached("0.030")
    );
    assert!((reached("0.020") - 20.0).abs() < 1e-9);
    assert!((reached("0.080") - 80.0).abs() < 1e-9);
}

#[test]
fn a_claim_whose_condition_is_not_met_says_what_it_needs() {
    let testable = "testable = { when = [{ is = { above = 3 } }], needs = \"slow planes\" }\n";
    let text = MADE.replacen("reproduced =", &format!("{testable}    reproduced ="), 1);
    let papers = Papers(vec![Paper::parse("made", &text, &label).unwrap()]);
    let assessed = &ledger(&rows(), &papers, &pages())[0];
    assert_eq!(assessed.verdict, Verdict::NotTestable);
    assert_eq!(assessed.reason, "it needs slow planes");
    let rule = words::rule(assessed);
    assert!(
        rule.contains("Testable: above 3, which needs slow planes."),
        "{rule}"
    );
}

#[test]
fn a_verdict_is_shown_with_what_it_depends_on_and_its_stability() {
    let (papers, pages, rows) = committed();
    let mut ledger = ledger(&rows, &papers, &pages);
    let claim = ledger
        .iter_mut()
        .find(|a| a.claim.id == "sec2.2-deformation");
    let claim = claim.unwrap();
    claim.verdict = Verdict::DependsOn;
    assert_eq!(claim.words(), "depends on the number of faces");
    claim.stability = Some(0.967);
    assert_eq!(claim.words(), "depends on the number of faces (97 %)");
}

#[test]
fn a_verdict_that_few_draws_share_is_undecided() {
    let (papers, pages) = (papers(), pages());
    // Multiples of the octree's time that updating takes: the paper says 50.
    let assessed = |levels: &[f64]| {
        let process = |level: f64| [0.99, 1.0, 1.01].map(|x| level * x).to_vec();
        let of = |detector: &str, levels: &[f64]| {
            let key = crate::tests::samples::key("made-fig11", detector, "", 40.0);
            let processes: Vec<_> = levels.iter().map(|level| process(*level)).collect();
            let samples = records::Samples::of_processes(processes);
            records::Row::from_samples(&key, "time", records::Unit::Seconds, samples)
        };
        let rows = [of("octree-update", levels), of("face-octree", &[1.0; 5])];
        let ledger = settled_ledger(&rows.into_iter().collect(), &[], &papers, &pages);
        let claim = ledger.into_iter().find(|a| a.claim.id == "update").unwrap();
        (claim.verdict, claim.stability, claim.reason)
    };
    let steady = assessed(&[50.0; 5]);
    assert_eq!((steady.0, steady.1), (Verdict::Reproduced, Some(1.0)));
    // The median is near 50 in most draws, but not in nine of ten.
    let (verdict, stability, reason) = assessed(&[50.0, 50.0, 50.0, 200.0, 200.0]);
    assert_eq!((verdict, stability), (Verdict::Undecided, None), "{reason}");
    assert!(reason.starts_with("reproduced in "), "{reason}");
}

/// Returns a paper whose claim on updating has other measures and conditions up to its date.
fn with_update(rule: &str) -> Papers {
    let start =
        MADE.find("    measures = [{ measure = \"ratio\", of = { detector = \"octree-update\"");
    let end = MADE.rfind("    rule-of =").unwrap();
    let text = [&MADE[..start.unwrap()], rule, "\n", &MADE[end..]].concat();
    Papers(vec![Paper::parse("made", &text, &label).unwrap()])
}

/// A draw without the contacts has no curve over them, and would share no verdict.
#[test]
fn draws_have_the_quantity_over_which_a_curve_grows() {
    let papers = with_update(
        "measures = [{ measure = \"exponent\", of = { detector = \"octree-update\", series = \
         [\"few\", \"some\", \"many\"], at = \"all\", against = \"contacts\" } }]\n\
         reproduced = [{ is = { between = [0.4, 0.6] } }]\n\
         control = { growth = 2, why = \"A square.\", no-row = \"There is none.\" }",
    );
    let jobs = [("few", 4.0, 0.2), ("some", 25.0, 0.5), ("many", 400.0, 2.0)];
    let rows = jobs.iter().flat_map(|(job, contacts, seconds)| {
        let key = key("made-fig11", "octree-update", job, 7.0);
        let samples = [0.99, 1.0, 1.01].map(|x| seconds * x);
        [
            Row::from_samples(&key, "time", Unit::Seconds, &samples),
            Row::exact(&key, "contacts", Unit::Count, *contacts),
        ]
    });
    let pages = pages();
    let ledger = settled_ledger(&rows.collect(), &[], &papers, &pages);
    let claim = ledger.into_iter().find(|a| a.claim.id == "update").unwrap();
    assert_eq!(claim.words(), "reproduced (100 %)", "{}", claim.reason);
    assert!(claim.normalized.contains("[fit: "), "{}", claim.normalized);
}

#[test]
fn a_bound_has_the_unit_of_what_it_bounds() {
    let rule = "measures = [{ measure = \"value\", of = { QUANTITYdetector = \"octree-update\", at = 40 } \
                }]\nreproduced = [{ is = { below = 0.5 } }]\nshifted = [{ is = { between = [0, 3] } }]\n\
                control = { set = 2, why = \"Twice.\", no-row = \"There is none.\" }";
    let words = |quantity: &str| {
        let papers = with_update(&rule.replace("QUANTITY", quantity));
        let (rows, pages) = (rows(), pages());
        let ledger = ledger(&rows, &papers, &pages);
        let claim = ledger.iter().find(|a| a.claim.id == "update").unwrap();
        (words::rule(claim), claim.normalized.clone())
    };
    let (rule, ours) = words("");
    for part in ["below 500 ms.", "between 0 s and 3 s.", "every value 2 s."] {
        assert!(rule.contains(part), "{rule}");
    }
    assert!(ours.starts_with("150 ms ["), "{ours}");
    // Without rows there is no unit.
    let (rule, _) = words("quantity = \"voxels\", ");
    assert!(rule.contains("Reproduced: below 0.5."), "{rule}");
}

#[test]
fn a_verdict_that_an_earlier_run_contradicts_is_undecided() {
    let (papers, pages) = (papers(), pages());
    let run = |update: f64| -> Rows {
        let time = |detector, seconds| time("made-fig11", detector, "", 40.0, &[seconds; 3]);
        let rows = [time("octree-update", update), time("face-octree", 1.0)];
        rows.into_iter().collect()
    };
    let settled = |earlier: &[Rows]| {
        let ledger = settled_ledger(&run(50.0), earlier, &papers, &pages);
        let claim = ledger.into_iter().find(|a| a.claim.id == "update").unwrap();
        (claim.words(), claim.reason)
    };
    let stable = |words: &str| (words.to_owned(), String::new());
    assert_eq!(settled(&[]), stable("reproduced (100 %)"));
    let alike = [run(51.0)];
    assert_eq!(settled(&alike), stable("reproduced (100 %, 2 of 2 runs)"));
    let (words, reason) = settled(&[run(0.5), Rows::default(), run(49.0)]);
    assert_eq!(words, "undecided");
    assert_eq!(reason, "reproduced in 2 of 3 recorded runs");
    // Another scene says nothing about this one.
    let mut other = run(0.5);
    other = other
        .into_iter()
        .map(|mut row| {
            row.key.scene = "another".into();
            row
        })
        .collect();
    assert_eq!(settled(&[other]), stable("reproduced (100 %)"));
    // Nor does other code, which other work counts show.
    let with_count = |time: f64, voxels: u64| {
        let key = crate::tests::samples::key("made-fig11", "face-octree", "", 40.0);
        let mut rows = run(time);
        rows.push(records::Row::count(&key, "voxels", voxels));
        rows
    };
    let words = |before: u64| {
        let earlier = [with_count(0.5, before)];
        let ledger = settled_ledger(&with_count(50.0, 7), &earlier, &papers, &pages);
        let claim = ledger.into_iter().find(|a| a.claim.id == "update").unwrap();
        claim.words()
    };
    assert_eq!([words(7), words(8)], ["undecided", "reproduced (100 %)"]);
}

/// Returns the verdict on the made-up claim about updating, with other outcomes, by two samples of
/// the update's time over one of the octree's.
fn of_update(outcomes: &str, update: [f64; 2]) -> Verdict {
    let start = MADE.find("    contradicted =").unwrap();
    let end = MADE.rfind("    control =").unwrap();
    let text = [&MADE[..start], outcomes, "\n", &MADE[end..]].concat();
    let papers = Papers(vec![Paper::parse("made", &text, &label).unwrap()]);
    papers.check(&pages()).unwrap();
    let mut rows = Rows::default();
    for (detector, samples) in [("octree-update", update), ("face-octree", [1.0; 2])] {
        rows.push(time("made-fig11", detector, "", 40.0, &samples));
    }
    verdicts(&rows, &papers, &pages())[1].1
}

#[test]
fn a_contradiction_comes_before_milder_verdicts_and_an_error_before_all() {
    let milder = "contradicted = [{ is = { below = 1 }, interval = true }]\n\
                  shifted = [{ is = { above = 1 } }]\n\
                  mechanism-only = [{ is = { above = 0.2 } }]\n\
                  depends-on = { what = \"luck\", when = [{ is = { above = 0.1 } }] }";
    assert_eq!(of_update(milder, [0.8; 2]), Verdict::Contradicted);
    assert_eq!(of_update(milder, [0.8, 1.4]), Verdict::Shifted);
    assert_eq!(of_update(milder, [50.0; 2]), Verdict::Reproduced);
    let wide = milder.replace("below = 1", "below = 0.05");
    let seen = [0.3, 0.15, 0.07, 0.01].map(|v| of_update(&wide, [v; 2]));
    let expected = [
        Verdict::MechanismOnly,
        Verdict::DependsOn,
        Verdict::Undecided,
        Verdict::Contradicted,
    ];
    assert_eq!(seen, expected);
    let wrong = format!("error-in-paper = [{{ is = {{ paper-above = 49 }} }}]\n{milder}");
    assert_eq!(of_update(&wrong, [50.0; 2]), Verdict::ErrorInPaper);
    let right = wrong.replace("49", "50");
    assert_eq!(of_update(&right, [50.0; 2]), Verdict::Reproduced);
}

/// Times of fixed cubes grow with 1.19 [1.13, 1.25].
#[test]
fn an_interval_is_compared_with_intervals_and_a_value_with_values() {
    let (papers, pages, rows) = committed();
    let paper = papers.0.iter().find(|p| p.key == "cohen95").unwrap();
    let claim = paper.claims.iter().find(|c| c.id == "graph1-dynamic-term");
    let claim = claim.unwrap();
    let input = ClaimInput {
        rows: &rows,
        earlier: &[],
        paper,
        pages: &pages,
    };
    let measured = claim.measured(&input).unwrap();
    let mut values: Vec<_> = measured
        .iter()
        .map(|m| Some(m.as_ref()?.values.clone()))
        .collect();
    let estimate = |low: f64, high: f64| Estimate {
        value: 0.5 * (low + high),
        low,
        high,
    };
    let mut set = |i: usize, low, high| {
        values[i].as_mut().unwrap()[0].ours = estimate(low, high);
        values.clone()
    };
    set(1, 1.13, 1.25);
    set(2, 1.17, 1.17);
    let mut decide = |low, high| {
        let values = set(0, low, high);
        claim.verdict_of(&values, paper).unwrap()
    };
    assert_eq!(decide(1.13, 1.17), Verdict::MechanismOnly);
    assert_eq!(decide(1.0, 1.1), Verdict::Contradicted);
    assert_eq!(decide(1.2, 1.3), Verdict::Reproduced);
    let above = "of = \"dynamic boxes\"\nis = { above = \"fixed cubes\" }\ninterval = true";
    let above: Condition = toml::from_str(above).unwrap();
    let mut holds = |low, high| {
        let values = &set(0, low, high);
        let rule = rule::Rule {
            measures: &claim.measures,
            values,
            paper,
        };
        rule.all_hold(std::slice::from_ref(&above)).unwrap()
    };
    assert_eq!([holds(1.2, 1.3), holds(1.26, 1.3)], [false, true]);
}

/// 3968 faces against 960, whose numbers are in the names of the series.
#[test]
fn a_growth_follows_the_axis_even_if_series_are_the_axis() {
    let (papers, pages, rows) = committed();
    let ledger = ledger(&rows, &papers, &pages);
    let control: Control = toml::from_str("growth = 2\nwhy = \"\"\nno-row = \"\"").unwrap();
    let grown = |id: &str| {
        let assessed = ledger.iter().find(|a| a.claim.id == id).unwrap();
        let Assessed { paper, claim, .. } = *assessed;
        let input = ClaimInput {
            rows: &rows,
            earlier: &[],
            paper,
            pages: &pages,
        };
        let measured = claim.measured(&input).unwrap();
        let values = control.values(claim, &measured, &input).unwrap();
        values[0].as_ref().unwrap().last().unwrap().ours.value
    };
    let square = (3968.0_f64 / 960.0).powi(2);
    assert_eq!([grown("fig2-pairs"), grown("fig2-faces")], [square; 2]);
    assert_eq!(grown("graph3-scales"), 2.0);
}

/// The time grows with the square root of the contacts, which are counts of the series.
#[test]
fn positions_may_be_those_of_another_quantity_over_all_series() {
    let jobs = [("few", 4.0, 0.2), ("some", 25.0, 0.5), ("many", 400.0, 2.0)];
    let rows = jobs.iter().flat_map(|(job, contacts, seconds)| {
        let key = key("e", "a", job, 7.0);
        [
            time("e", "a", job, 7.0, &[*seconds]),
            Row::exact(&key, "contacts", Unit::Count, *contacts),
        ]
    });
    let (rows, papers, pages): (Rows, _, _) = (rows.collect(), papers(), pages());
    let input = ClaimInput {
        rows: &rows,
        earlier: &[],
        paper: &papers.0[0],
        pages: &pages,
    };
    let exponent = |quantity: &str| {
        let measure = format!(
            "measure = \"exponent\"\nof = {{ detector = \"a\", series = [\"few\", \"some\", \
             \"many\"], against = \"{quantity}\" }}"
        );
        let measure: Measure = toml::from_str(&measure).unwrap();
        let measured = input.measure("e", &measure);
        measured.map(|measured| measured.values[0].ours.value)
    };
    assert!((exponent("contacts").unwrap() - 0.5).abs() < 1e-12);
    let missing = exponent("voxels").unwrap_err().to_string();
    assert!(
        missing.contains("voxels of a, few was not measured"),
        "{missing}"
    );
}

#[test]
fn own_hypotheses_are_counted_apart_and_hold_or_fail() {
    let (papers, pages, rows) = committed();
    let ledger = ledger(&rows, &papers, &pages);
    let own: Vec<Verdict> = of_papers(&ledger, false).map(|a| a.verdict).collect();
    assert_eq!(own.len(), 38);
    let expected = [Verdict::Held, Verdict::Failed];
    let open = [Verdict::Undecided, Verdict::NotTestable];
    let fits = |v: &Verdict| expected.contains(v) || open.contains(v);
    assert!(
        own.contains(&Verdict::Held) && own.iter().all(fits),
        "{own:?}"
    );
    let of_others = of_papers(&ledger, true).map(|a| a.verdict);
    assert_eq!(of_others.filter(|v| expected.contains(v)).count(), 0);
}
