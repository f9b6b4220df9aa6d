//! Each claim on rows that keep to it, and on rows that do not.

use super::*;
use crate::claims::Verdict;
use crate::testing::{around, key, time};
use records::{Row, Rows, Unit};

fn exact(experiment: &str, detector: &str, series: &str, x: f64, quantity: &str, v: f64) -> Row {
    let key = key(experiment, detector, series, x);
    Row::exact(&key, quantity, Unit::Ratio, v)
}

fn verdict(judge: fn(&Evidence<'_>) -> Result<Judgement, Missing>, rows: Vec<Row>) -> Verdict {
    let rows: Rows = rows.into_iter().collect();
    judge(&Evidence::of(&rows)).unwrap().verdict
}

/// The paper's average fractions of one measure, of which the first few are exceeded.
fn fractions(measure: &str, exceeded: usize) -> Vec<Row> {
    let mut place = 0;
    let mut rows = Vec::new();
    for (body, levels) in &FIG14 {
        for (level, row) in (1..).zip(levels) {
            place += 1;
            let beyond = if place <= exceeded { 1.01 } else { 1.0 };
            let (series, x) = (format!("body={body}"), f64::from(level));
            let quantity = format!("fraction/{measure}/average");
            let value = row.0 * beyond;
            let fraction = exact("hubbard96-fig14", "medial", &series, x, &quantity, value);
            rows.push(fraction);
        }
    }
    rows
}

#[test]
fn a_fraction_at_the_papers_is_kept_and_ten_rows_are_enough() {
    let rows = |solid: usize, corrected: usize, plain: usize| -> Vec<Row> {
        let all = [
            fractions("solid", solid),
            fractions("corrected-estimate", corrected),
            fractions("estimate", plain),
        ];
        all.concat()
    };
    assert_eq!(verdict(fig14_average, rows(2, 12, 12)), Verdict::Reproduced);
    assert_eq!(verdict(fig14_average, rows(3, 0, 0)), Verdict::TrendOnly);
    let told: Rows = rows(0, 4, 1).into_iter().collect();
    let ours = fig14_average(&Evidence::of(&told)).unwrap().ours;
    let counts = "by the paper's estimate 8 of 12 rows, without its correction 11";
    assert!(ours.ends_with(counts), "{ours}");
    let one_body: Rows = rows(0, 0, 0).into_iter().take(3).collect();
    assert!(fig14_average(&Evidence::of(&one_body)).is_err());
    assert!(fig14_maximum(&Evidence::of(&told)).is_err());
}

#[test]
fn building_compares_bodies() {
    let rows = |truck: f64| {
        let mut rows: Vec<Row> = BUILDING
            .iter()
            .map(|(faces, minutes)| {
                exact(
                    "hubbard96-fig14",
                    "medial",
                    "",
                    *faces,
                    "build-time",
                    *minutes,
                )
            })
            .collect();
        rows[3] = exact(
            "hubbard96-fig14",
            "medial",
            "",
            10_171.0,
            "build-time",
            truck,
        );
        rows
    };
    assert_eq!(verdict(building, rows(162.0)), Verdict::Reproduced);
    assert_eq!(verdict(building, rows(30.0)), Verdict::TrendOnly);
    assert_eq!(verdict(building, rows(3.0)), Verdict::Contradicted);
}

#[test]
fn cubes_are_judged_by_mean_and_worst() {
    let rows = |mean: f64, worst: f64| {
        let of = |series, x, quantity, v| {
            let experiment = "hubbard96-sec3-cubes";
            exact(experiment, "axis-aligned box", series, x, quantity, v)
        };
        vec![
            of("mean", 0.0, "growth", mean),
            of("worst", 0.0, "growth", worst),
            of("", 500_000.0, "volume", mean),
        ]
    };
    assert_eq!(verdict(cubes, rows(3.38, 4.63)), Verdict::Reproduced);
    assert_eq!(verdict(cubes, rows(2.0, 4.63)), Verdict::TrendOnly);
    assert_eq!(verdict(cubes, rows(3.38, 1.0)), Verdict::Contradicted);
}

fn calls_of(shares: [f64; 5], bounds: [f64; 4]) -> Vec<Row> {
    let experiment = "hubbard96-fig15";
    let mut rows = vec![exact(experiment, PUBLISHED, "", 0.0, "calls", 20_000.0)];
    for (level, share) in (1..).zip(shares) {
        let (series, x) = (format!("level={level}"), f64::from(level));
        rows.push(exact(experiment, PUBLISHED, "", x, "faster", share));
        rows.push(exact(
            experiment,
            PUBLISHED,
            &series,
            x,
            "speed-up",
            10.0 / x,
        ));
    }
    for (level, bound) in (1..).zip(bounds) {
        let series = format!("level={level}");
        rows.push(exact(
            experiment,
            PUBLISHED,
            &series,
            level.into(),
            "inaccuracy",
            bound,
        ));
    }
    rows
}

#[test]
fn levels_are_judged_by_shares_and_bounds() {
    let good = calls_of([1.0, 1.0, 0.99, 0.9, 0.75], [0.8, 0.4, 0.1, 0.05]);
    assert_eq!(verdict(fig15_levels, good.clone()), Verdict::Reproduced);
    assert_eq!(verdict(fig15_surface, good.clone()), Verdict::Reproduced);
    assert_eq!(verdict(fig16_inaccuracy, good.clone()), Verdict::Reproduced);
    let rows: Rows = good.into_iter().collect();
    let medians = fig15_levels(&Evidence::of(&rows)).unwrap().normalised;
    assert_eq!(medians, "median speed-up 10 / 5 / 3.33 / 2.50");
    let poor = calls_of([1.0, 1.0, 0.99, 0.8, 0.3], [0.8, 0.9, 0.1, 0.05]);
    assert_eq!(verdict(fig15_levels, poor.clone()), Verdict::TrendOnly);
    assert_eq!(verdict(fig15_surface, poor.clone()), Verdict::Contradicted);
    assert_eq!(verdict(fig16_inaccuracy, poor), Verdict::TrendOnly);
}

#[test]
fn speed_ups_have_to_fall_from_level_to_level() {
    let rows = |speed_ups: [f64; 5]| -> Vec<Row> {
        let mut rows = calls_of([1.0; 5], [0.8, 0.4, 0.1, 0.05]);
        rows.retain(|row| row.quantity != "speed-up");
        for (level, speed_up) in (1..).zip(speed_ups) {
            let (series, x) = (format!("level={level}"), f64::from(level));
            let experiment = "hubbard96-fig15";
            let row = exact(experiment, PUBLISHED, &series, x, "speed-up", speed_up);
            rows.push(row);
        }
        rows
    };
    let of = |speed_ups| verdict(fig15_falls, rows(speed_ups));
    assert_eq!(of([9.0, 7.0, 5.0, 3.0, 1.0]), Verdict::Reproduced);
    assert_eq!(of([9.0, 7.0, 8.0, 3.0, 1.0]), Verdict::TrendOnly);
    assert_eq!(of([2.0, 7.0, 5.0, 4.0, 3.0]), Verdict::Contradicted);
}

#[test]
fn a_collision_that_one_side_misses_breaks_the_claim() {
    let rows = |tree: f64, rival: f64, both: f64| {
        let numbers = [
            ("calls", 20_000.0),
            ("collisions", tree),
            ("collisions/rival", rival),
            ("collisions/both", both),
        ];
        let row = |(quantity, v)| exact("hubbard96-fig15", PUBLISHED, "", 0.0, quantity, v);
        numbers.map(row).to_vec()
    };
    assert_eq!(
        verdict(same_collisions, rows(8.0, 8.0, 8.0)),
        Verdict::Reproduced
    );
    assert_eq!(
        verdict(same_collisions, rows(7.0, 8.0, 7.0)),
        Verdict::Contradicted
    );
    assert_eq!(
        verdict(same_collisions, rows(8.0, 8.0, 7.0)),
        Verdict::Contradicted
    );
    assert_eq!(
        verdict(same_collisions, rows(0.0, 0.0, 0.0)),
        Verdict::Contradicted
    );
}

fn flight(experiment: &str, tree: f64, bsp: f64, responses: &[f64]) -> Vec<Row> {
    let mut rows = vec![
        exact(experiment, PUBLISHED, "", 0.0, "detection-time/mean", tree),
        exact(experiment, BSP, "", 0.0, "detection-time/mean", bsp),
        exact(experiment, PUBLISHED, "", 0.0, "detection-time", 2.0 * tree),
        exact(experiment, PUBLISHED, "", 0.0, "frames-late", 0.1),
    ];
    for (level, count) in (1..).zip(responses) {
        let x = f64::from(level);
        rows.push(exact(
            experiment,
            PUBLISHED,
            "",
            x,
            "responses-at-level",
            *count,
        ));
    }
    rows
}

#[test]
fn flights_are_judged_by_means_levels_and_the_worst_frame() {
    let of = |tree, bsp, responses: &[f64]| flight("hubbard96-fig17", tree, bsp, responses);
    assert_eq!(verdict(fig17_bsp, of(0.01, 0.2, &[])), Verdict::Reproduced);
    assert_eq!(verdict(fig17_bsp, of(0.01, 0.05, &[])), Verdict::TrendOnly);
    assert_eq!(
        verdict(fig17_bsp, of(0.1, 0.05, &[])),
        Verdict::Contradicted
    );
    let paper = [82.0, 25.0, 26.0, 141.0];
    assert_eq!(
        verdict(fig18_levels, of(0.01, 0.2, &paper)),
        Verdict::Reproduced
    );
    assert_eq!(
        verdict(fig18_levels, of(0.01, 0.2, &[0.0, 9.0])),
        Verdict::TrendOnly
    );
    assert_eq!(
        verdict(fig18_levels, of(0.01, 0.2, &[9.0, 1.0])),
        Verdict::Contradicted
    );
    assert_eq!(
        verdict(fig19_frames, of(0.005, 0.2, &[])),
        Verdict::Reproduced
    );
    assert_eq!(
        verdict(fig19_frames, of(0.5, 0.2, &[])),
        Verdict::Contradicted
    );
    let both = |tree, bsp| {
        let mut rows = of(0.01, 0.2, &[]);
        rows.extend(flight("hubbard96-fig21", tree, bsp, &[]));
        rows
    };
    assert_eq!(
        verdict(fig21_complexity, both(0.005, 3.0)),
        Verdict::Reproduced
    );
    assert_eq!(
        verdict(fig21_complexity, both(0.02, 3.0)),
        Verdict::TrendOnly
    );
    assert_eq!(
        verdict(fig21_complexity, both(0.02, 0.2)),
        Verdict::Contradicted
    );
}

#[test]
fn octrees_have_to_be_looser_under_every_budget() {
    let rows = |octree: [f64; 2]| {
        let row = |detector: &str, x, v| exact("hubbard96-budget", detector, "", x, "bound", v);
        vec![
            row(TUNED, 200.0, 0.1),
            row(TUNED, 400.0, 0.05),
            row(OCTREE, 200.0, octree[0]),
            row(OCTREE, 400.0, octree[1]),
        ]
    };
    assert_eq!(
        verdict(octree_bounds, rows([0.3, 0.2])),
        Verdict::Reproduced
    );
    assert_eq!(
        verdict(octree_bounds, rows([0.3, 0.04])),
        Verdict::TrendOnly
    );
    assert_eq!(
        verdict(octree_bounds, rows([0.03, 0.2])),
        Verdict::Contradicted
    );
}

#[test]
fn complexity_is_judged_by_growth() {
    let rows = |tree: f64, bsp: f64| -> Vec<Row> {
        let at = |x: f64| {
            let ms = |exponent: f64| around(x.powf(exponent));
            [
                time("hubbard96-growth", TUNED, "", x, &ms(tree)),
                time(
                    "hubbard96-growth",
                    "bsp-tree query=boolean",
                    "",
                    x,
                    &ms(bsp),
                ),
            ]
        };
        [600.0, 2400.0, 9600.0].into_iter().flat_map(at).collect()
    };
    assert_eq!(verdict(complexity, rows(0.0, 1.0)), Verdict::Reproduced);
    assert_eq!(verdict(complexity, rows(0.4, 1.0)), Verdict::TrendOnly);
    assert_eq!(verdict(complexity, rows(1.0, 0.5)), Verdict::Contradicted);
}
