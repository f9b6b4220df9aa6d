//! The claims of a paper as dumbbells: the paper's ratio or exponent beside ours.

use crate::claims::compared::{Compared, followed};
use crate::claims::{Assessed, Verdict};
use crate::papers::Paper;
use crate::plot::{Dumbbell, DumbbellRow};
use records::Rows;

/// Most values of a claim that have rows.
const MOST_VALUES: usize = 3;

/// Factor between the newest value and that of another run up to which the axis of stability
/// reaches. An axis up to a value of two hundred would leave no room to compare the others, most of
/// which differ by less than two. So what lies beyond is written as a number.
const FARTHEST: f64 = 10.0;

/// Most rows of a picture.
const MOST_ROWS: usize = 64;

/// Positions of colors for what holds, holds in part, does not hold, is not decided.
const HUES: [usize; 4] = [0, 1, 6, 4];

/// Returns the claims whose values are ratios or exponents, or `None` without any. Counts and times
/// have other scales.
pub(crate) fn of_paper(paper: &Paper, ledger: &[Assessed<'_>]) -> Option<Dumbbell> {
    let claims = ledger.iter().filter(|a| a.paper.key == paper.key);
    let mut rows: Vec<DumbbellRow> = claims.flat_map(rows_of).collect();
    let all = rows.len();
    rows.truncate(MOST_ROWS);
    if rows.is_empty() {
        return None;
    }
    let stated = rows.iter().any(|row| !row.others.is_empty());
    let heading = if stated {
        "Ratios and growth exponents of the claims: the paper’s and ours"
    } else {
        "Ratios and growth exponents of the claims"
    };
    let papers = if stated { "the paper" } else { "" };
    Some(Dumbbell {
        heading: match all {
            all if all > MOST_ROWS => format!("{heading} (the first {MOST_ROWS} of {all} values)"),
            _ => heading.to_owned(),
        },
        x_label: format!(
            "ratio, or growth exponent; at 1 both sides are equal; of more than {MOST_VALUES} values \
             of a claim the least, the one that decides, and the largest"
        ),
        log: true,
        mark: Some(1.0),
        limits: None,
        legend: [
            "ours, with its 95 % interval",
            papers,
            "",
            "bound of the rule",
        ]
        .map(str::to_owned),
        rows,
    })
}

/// Claims by the rows of one recorded run.
pub(crate) struct RunLedger<'a> {
    /// Its rows.
    pub(crate) rows: &'a Rows,
    /// In the order of the newest ledger.
    pub(crate) ledger: Vec<Assessed<'a>>,
    /// True for a run on the pages' machine.
    pub(crate) here: bool,
}

/// Value of a claim in another recorded run.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub(crate) struct OtherRun {
    /// The value over that of the newest run.
    pub(crate) times: f64,
    /// True for a run on the pages' machine.
    pub(crate) here: bool,
    pub(crate) verdict: &'static str,
}

/// Returns the values of claim `i` in other recorded runs with the scenes of the newest `rows`, as
/// far as both are positive. `assessed` is the claim by the newest.
pub(crate) fn other_runs(
    (i, assessed): (usize, &Assessed<'_>),
    rows: &Rows,
    runs: &[RunLedger<'_>],
) -> Vec<OtherRun> {
    let Some(now) = followed(&assessed.compared).map(|last| last.ours) else {
        return Vec::new();
    };
    let of_run = |run: &RunLedger<'_>| {
        let other = &run.ledger[i];
        let times = followed(&other.compared)?.ours.value / now.value;
        let counts = times > 0.0 && times.is_finite();
        let is_alike = || assessed.claim.has_same_scenes(rows, run.rows);
        (counts && is_alike()).then(|| OtherRun {
            times,
            here: run.here,
            verdict: other.verdict.words(),
        })
    };
    runs.iter().filter_map(of_run).collect()
}

/// Returns the values of the claims in other recorded runs over those of the newest, or `None`
/// without any. A run counts where it has the scenes of the newest `rows`.
pub(crate) fn stability(
    paper: &Paper,
    (ledger, rows): (&[Assessed<'_>], &Rows),
    runs: &[RunLedger<'_>],
) -> Option<Dumbbell> {
    let of_paper = ledger.iter().enumerate();
    let of_paper = of_paper.filter(|(_, assessed)| assessed.paper.key == paper.key);
    let of_claim = of_paper.filter_map(|claim| over_newest(claim, rows, runs));
    let rows: Vec<DumbbellRow> = of_claim.take(MOST_ROWS).collect();
    let limits = [1.0 / FARTHEST, FARTHEST];
    let is_beyond = |times: &f64| *times < limits[0] || *times > limits[1];
    let beyond = rows
        .iter()
        .any(|row| row.others.iter().chain(&row.elsewhere).any(is_beyond));
    let arrows = if beyond {
        "; arrows lead to values beyond the axis"
    } else {
        ""
    };
    let legend = |any: bool, name: &str| if any { name.to_owned() } else { String::new() };
    (!rows.is_empty()).then(|| Dumbbell {
        heading: "How stable the values are: other recorded runs over the newest one".to_owned(),
        x_label: format!(
            "value over that of the newest run; other runs are of earlier code{arrows}"
        ),
        log: true,
        mark: Some(1.0),
        limits: Some(limits),
        legend: [
            "newest, with its 95 % interval".to_owned(),
            legend(
                rows.iter().any(|r| !r.others.is_empty()),
                "earlier, same machine",
            ),
            legend(
                rows.iter().any(|r| !r.elsewhere.is_empty()),
                "other machines",
            ),
            String::new(),
        ],
        rows,
    })
}

/// Returns the row of claim `i` in the picture of stability. None without a positive value, or
/// without one in another run.
fn over_newest(
    (i, assessed): (usize, &Assessed<'_>),
    rows: &Rows,
    runs: &[RunLedger<'_>],
) -> Option<DumbbellRow> {
    let now = followed(&assessed.compared)?.ours;
    if now.value <= 0.0 || !now.value.is_finite() {
        return None;
    }
    let found = other_runs((i, assessed), rows, runs);
    let of = |here: bool| -> Vec<f64> {
        let runs = found.iter().filter(|run| run.here == here);
        runs.map(|run| run.times).collect()
    };
    let (others, elsewhere) = (of(true), of(false));
    (others.len() + elsewhere.len() > 0).then(|| DumbbellRow {
        name: assessed.claim.id.clone(),
        value: [now.low / now.value, 1.0, now.high / now.value],
        others,
        elsewhere,
        bounds: Vec::new(),
        remark: assessed.verdict.words().to_owned(),
        hue: hue(assessed.verdict),
    })
}

/// Returns the rows of a claim, of which the first is named and has the verdict.
fn rows_of(assessed: &Assessed<'_>) -> Vec<DumbbellRow> {
    let positive = |value: &&Compared| {
        let ours = value.ours.value;
        ours > 0.0 && ours.is_finite() && value.paper.is_none_or(|paper| paper > 0.0)
    };
    let values: Vec<&Compared> = assessed.compared.iter().filter(positive).collect();
    let row = |(i, value): (usize, &Compared)| {
        let first = |text: &str| {
            if i == 0 {
                text.to_owned()
            } else {
                String::new()
            }
        };
        let positive = value.bounds.iter().copied();
        DumbbellRow {
            name: first(&assessed.claim.id),
            value: [value.ours.low, value.ours.value, value.ours.high],
            others: value.paper.into_iter().collect(),
            elsewhere: Vec::new(),
            bounds: positive.filter(|bound| *bound > 0.0).collect(),
            remark: first(assessed.verdict.words()),
            hue: hue(assessed.verdict),
        }
    };
    shown(&values).into_iter().enumerate().map(row).collect()
}

/// Returns the values that have a row, in their order: all if they are few, else the least, the one
/// that decides, or the last, and the largest.
fn shown<'a>(values: &[&'a Compared]) -> Vec<&'a Compared> {
    if values.len() <= MOST_VALUES {
        return values.to_vec();
    }
    let by_value = |a: &usize, b: &usize| values[*a].ours.value.total_cmp(&values[*b].ours.value);
    let deciding = values.iter().position(|value| value.decides);
    let picked = [
        (0..values.len()).min_by(by_value),
        Some(deciding.unwrap_or(values.len() - 1)),
        (0..values.len()).max_by(by_value),
    ];
    let is_picked = |i: &usize| picked.contains(&Some(*i));
    let indices = (0..values.len()).filter(is_picked);
    indices.map(|i| values[i]).collect()
}

fn hue(verdict: Verdict) -> usize {
    let rank = "■▨□·".chars().position(|c| c == verdict.square());
    HUES[rank.unwrap_or(HUES.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::ledger;
    use crate::tests::samples::{pages, papers, rows};
    use records::Row;

    #[test]
    fn ratios_are_beside_the_papers_and_have_their_verdict() {
        let (rows, papers, pages) = (rows(), papers(), pages());
        let ledger = ledger(&rows, &papers, &pages);
        let picture = of_paper(&papers.0[0], &ledger).unwrap();
        let names: Vec<&str> = picture.rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["overtakes", "", "update"]);
        let others = picture.rows.iter().flat_map(|row| row.others.clone());
        assert_eq!(others.collect::<Vec<_>>(), [0.75, 2.0, 50.0]);
        assert_eq!(picture.rows[2].remark, ledger[1].verdict.words());
        let svg = picture.draw().unwrap();
        for text in ["overtakes", "update", "the paper", "role=\"img\""] {
            assert!(svg.contains(text), "{text}: {svg}");
        }
        let none = crate::claims::ledger(&records::Rows::default(), &papers, &pages);
        assert!(of_paper(&papers.0[0], &none).is_none());
    }

    #[test]
    fn a_run_far_from_the_newest_is_an_arrow_on_the_axis_of_the_others() {
        let (newest, papers, pages) = (rows(), papers(), pages());
        let claims = ledger(&newest, &papers, &pages);
        let drawn = |factor: f64| {
            let slower = |row: &Row| {
                let is_slower = row.key.detector == "separating-plane" && row.quantity == "time";
                if !is_slower || row.error().is_some() {
                    return row.clone();
                }
                let samples = row.samples.map(|seconds| factor * seconds);
                Row::from_samples(&row.key, &row.quantity, row.unit, samples)
            };
            let earlier: Rows = newest.iter().map(slower).collect();
            let run = RunLedger {
                rows: &earlier,
                ledger: ledger(&earlier, &papers, &pages),
                here: true,
            };
            let picture = stability(&papers.0[0], (&claims, &newest), &[run]).unwrap();
            assert_eq!(picture.rows[0].name, "overtakes");
            assert!((picture.rows[0].others[0] / factor - 1.0).abs() < 1e-9);
            (picture.x_label.clone(), picture.draw().unwrap())
        };
        let (label, svg) = drawn(5.0);
        assert!(
            !label.contains("arrows") && !svg.contains("<polygon"),
            "{label}"
        );
        let (label, svg) = drawn(200.0);
        assert!(
            label.contains("arrows") && svg.contains("<polygon"),
            "{label}"
        );
        assert!(svg.contains("\n200\n"), "{svg}");
    }
}
