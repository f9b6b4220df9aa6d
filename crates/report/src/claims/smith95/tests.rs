use super::*;
use crate::claims::{Verdict, ledger};
use crate::testing::{as_in_the_paper, slowed};
use records::Rows;

fn verdict(rows: &Rows, id: &str) -> Verdict {
    let found = ledger(rows)
        .into_iter()
        .find(|judged| judged.claim.id == id);
    found.unwrap().judgement.verdict
}

#[test]
fn a_run_as_in_the_paper_reproduces_every_claim() {
    let rows = as_in_the_paper();
    let has_rows = |judged: &crate::claims::Judged| {
        let experiment = judged.claim.experiment;
        rows.iter().any(|row| row.key.experiment == experiment)
    };
    let judged: Vec<_> = ledger(&rows).into_iter().filter(has_rows).collect();
    assert_eq!(
        judged.len(),
        CLAIMS.len() + 2,
        "and the laboratory's own two"
    );
    for judged in judged {
        let (id, judgement) = (judged.claim.id, judged.judgement);
        assert_eq!(
            judgement.verdict,
            Verdict::Reproduced,
            "{id}: {judgement:?}"
        );
    }
}

/// What each claim says of runs in which one thing went another way.
#[test]
fn other_runs_get_other_verdicts() {
    use Verdict::{Contradicted, TrendOnly};
    type Chosen = fn(&records::Key) -> bool;
    let cases: &[(&str, f64, Chosen, Verdict)] = &[
        (
            "sec2.2-deformation",
            0.5,
            |k| k.detector == "parry3d",
            TrendOnly,
        ),
        (
            "sec2.2-deformation",
            0.01,
            |k| k.detector.starts_with("parry3d"),
            Contradicted,
        ),
        (
            "sec2.3-exact-face-test",
            0.5,
            |k| k.detector.ends_with("=box"),
            TrendOnly,
        ),
        ("fig6-faces", 5.0, |k| k.series == "faces=3968", TrendOnly),
        ("fig6-faces", 0.1, |k| k.series == "faces=960", Contradicted),
        ("fig6-rise", 10.0, |k| k.x < 40.0, TrendOnly),
        ("fig6-rise", 30.0, |k| k.x < 40.0, Contradicted),
        ("fig7-growth", 0.3, |k| k.x < 500.0, TrendOnly),
        ("fig7-growth", 0.01, |k| k.x < 500.0, Contradicted),
        ("fig7-extrapolation", 3.0, |k| k.x == 5936.0, TrendOnly),
        (
            "fig8-shuttles",
            3.0,
            |k| k.series == "generator=shuttles",
            TrendOnly,
        ),
        (
            "fig8-shuttles",
            3.0,
            |k| k.series == "generator=shuttle-pair",
            Contradicted,
        ),
        (
            "fig10-even",
            3.0,
            |k| k.detector == "face-octree",
            Contradicted,
        ),
        (
            "fig10-overtakes",
            3.0,
            |k| k.detector == "separating-plane" && k.x == 20.0,
            Verdict::Reproduced,
        ),
        (
            "fig10-overtakes",
            0.6,
            |k| k.detector == "separating-plane" && k.x < 30.0,
            Contradicted,
        ),
        (
            "fig10-quadratic",
            4.0,
            |k| k.detector == "separating-plane" && k.x == 10.0,
            TrendOnly,
        ),
        (
            "fig10-quadratic",
            20.0,
            |k| k.detector == "separating-plane" && k.x == 10.0,
            Contradicted,
        ),
        ("fig10-more-bodies", 1.53, |k| k.x == 40.0, TrendOnly),
        ("fig10-more-bodies", 2.0, |k| k.x == 40.0, Contradicted),
        (
            "fig11-update",
            4.0,
            |k| k.detector == "face-octree",
            TrendOnly,
        ),
        (
            "fig11-update",
            40.0,
            |k| k.detector == "face-octree",
            Contradicted,
        ),
        (
            "fig11-every-cycle",
            40.0,
            |k| k.detector == "face-octree" && k.x == 20.0,
            TrendOnly,
        ),
        (
            "fig11-every-cycle",
            40.0,
            |k| k.detector == "face-octree" && k.x > 20.0,
            Contradicted,
        ),
        ("sec5-calm", 4.0, |k| (30.0..60.0).contains(&k.x), TrendOnly),
        ("sec5-calm", 40.0, |k| k.x < 72.0, Contradicted),
        ("sec5-calm-bodies", 3.0, |k| k.x == 32.0, TrendOnly),
        ("sec5-calm-bodies", 20.0, |k| k.x == 32.0, Contradicted),
        ("sec6-level", 2.0, |k| k.x == 6.0, TrendOnly),
        ("sec6-level", 4.0, |k| k.x == 6.0, Contradicted),
    ];
    for (id, factor, chosen, expected) in cases {
        let experiment = ledger(&Rows::default());
        let experiment = experiment
            .iter()
            .find(|j| j.claim.id == *id)
            .expect(id)
            .claim
            .experiment;
        let rows = slowed(*factor, |key| key.experiment == experiment && chosen(key));
        assert_eq!(verdict(&rows, id), *expected, "{id}, {factor}");
    }
}

#[test]
fn a_quick_run_judges_by_what_it_has() {
    let rows = as_in_the_paper();
    let small =
        |row: &&records::Row| !["faces=960", "faces=3968"].contains(&row.key.series.as_str());
    let quick: Rows = rows.iter().filter(small).cloned().collect();
    for id in ["fig6-faces", "fig6-rise", "sec6-level"] {
        assert_eq!(verdict(&quick, id), Verdict::Reproduced, "{id}");
    }
    let one: Rows = quick
        .iter()
        .filter(|row| row.key.series != "faces=528")
        .cloned()
        .collect();
    assert_eq!(verdict(&one, "fig6-faces"), Verdict::NotTestable);
}

/// The normalised numbers beside the claims follow from the paper's own.
#[test]
fn normalised_numbers_follow_from_the_papers() {
    let normalised = |id: &str| {
        CLAIMS
            .iter()
            .find(|c| c.id == id)
            .expect(id)
            .paper_normalised
    };
    let relative: Vec<f64> = FIG6.iter().map(|(_, ms)| ms / FIG6[0].1).collect();
    assert_eq!(normalised("fig6-faces"), format::numbers(&relative));
    let exponent = |points: &[(f64, f64)]| {
        format!(
            "exponent {}",
            format::number(growth_exponent(points).unwrap().value)
        )
    };
    assert_eq!(normalised("fig7-growth"), exponent(&FIG6));
    assert_eq!(normalised("fig8-shuttles"), format::number(31.0 / 16.0));
    let ratios: Vec<f64> = FIG10[1..]
        .iter()
        .map(|(_, octree, planes)| planes / octree)
        .collect();
    assert_eq!(normalised("fig10-overtakes"), format::numbers(&ratios));
    let planes = FIG10.map(|(bodies, _, planes)| (bodies, planes));
    assert_eq!(normalised("fig10-quadratic"), exponent(&planes));
    assert_eq!(
        normalised("fig10-more-bodies"),
        format::number(FIG10[3].1 / FIG10[0].1)
    );
    assert_eq!(normalised("fig11-update"), format::number(161.0 / 11.0));
}
