//! The rules of the committed claims, on the committed rows and on rows that are altered.

use super::*;

/// Number of claims whose rows, or those of their controls, are not recorded yet: of experiments
/// that are newer than the last full run.
const AWAITING_ROWS: usize = 0;

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

/// One way to alter a value: `rank` is that of its row on its curve, from 0 to 1, and `x` its
/// position.
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
                for number in [
                    &mut s.median,
                    &mut s.ci_low,
                    &mut s.ci_high,
                    &mut s.min,
                    &mut s.max,
                ] {
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
    let before = verdicts(rows, papers, pages);
    assert_eq!(before.len(), 199);
    let recorded = measured(rows, papers, pages);
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
                        pages,
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
    for (assessed, measured) in measured(rows, papers, pages) {
        let Assessed { paper, claim, .. } = assessed;
        let input = ClaimInput {
            rows,
            earlier: &[],
            paper,
            pages,
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
    for (Assessed { paper, claim, .. }, measured) in measured(rows, papers, pages) {
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
