//! Values that claims take from rows.

use super::*;

/// Octrees that leave nothing where the other trees leave a pair do not contradict their claim,
/// which leaves out only positions at which both are zero.
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
        let ledger = ledger(&rows, papers, pages);
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
    let ledger = ledger(rows, papers, pages);
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

/// All seven have to pass. The first is that which is followed from run to run.
#[test]
fn measures_of_which_the_rule_asks_the_same_are_compared() {
    let (papers, pages, rows) = committed();
    let ledger = ledger(rows, papers, pages);
    let compared = |id: &str| {
        let claim = ledger.iter().find(|a| a.claim.id == id);
        &claim.unwrap().compared
    };
    let found = compared("lab-two-threads");
    assert_eq!(found.len(), 7);
    let values = || found.iter().map(|value| value.ours.value);
    let decides: Vec<f64> = found
        .iter()
        .filter(|value| value.decides)
        .map(|value| value.ours.value)
        .collect();
    assert_eq!(decides, [values().fold(f64::INFINITY, f64::min)]);
    assert!(found.iter().all(|value| value.bounds == [1.7]));
    let followed = crate::claims::compared::followed(found).unwrap();
    assert_eq!(followed.ours.value, values().next().unwrap());
    // Its rule asks each of the first three by itself.
    assert_eq!(compared("lab-small-scenes").len(), 1);
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

/// Ours take milliseconds, what they are compared with takes microseconds.
#[test]
fn a_table_of_values_names_the_position_zero_and_has_one_unit() {
    let papers = with_update(
        "measures = [{ measure = \"ratio\", of = { detector = \"octree-update\", at = \"all\" }, \
         by = { detector = \"face-octree\" } }]\nreproduced = [{ is = { above = 1 } }]\n\
         control = { swap = true, why = \"Its inverse.\", no-row = \"There is none.\" }",
    );
    let rows = (0..5).flat_map(|i| {
        let x = 5.0 * f64::from(i);
        let at = |detector, seconds| time("made-fig11", detector, "", x, &[seconds; 3]);
        [at("octree-update", 2.5e-3), at("face-octree", 4e-4)]
    });
    let (rows, pages): (Rows, _) = (rows.collect(), pages());
    let ledger = ledger(&rows, &papers, &pages);
    let claim = ledger.iter().find(|a| a.claim.id == "update").unwrap();
    let lines: Vec<&str> = claim.details.lines().collect();
    let head = "| position | ours, in µs | compared with, in µs | value |";
    assert_eq!(lines[0], head);
    assert_eq!(lines[2], "| faces 0 | 2500 | 400 | 6.25 |");
    assert_eq!(lines[3], "| faces 5 | 2500 | 400 | 6.25 |");
}

#[test]
fn zero_is_a_position_only_beside_another_one() {
    let words = |positions: &[f64]| {
        let point = |x: &f64| points::SourcePoint {
            detector: "i-collide",
            series: "",
            axis: "rotation",
            x: *x,
            unit: Unit::Count,
            value: Estimate::exact(1.0),
            row: None,
            paper: None,
        };
        let all: Vec<_> = positions.iter().map(point).collect();
        words::position_words(&all, 0)
    };
    assert_eq!(words(&[0.0, 5.0]), "rotation 0° per frame");
    // Both are of a whole scene.
    assert_eq!(words(&[0.0, 0.0]), "");
}

/// Times of fixed cubes grow with 1.19 [1.13, 1.25].
#[test]
fn an_interval_is_compared_with_intervals_and_a_value_with_values() {
    let (papers, pages, rows) = committed();
    let paper = papers.0.iter().find(|p| p.key == "cohen95").unwrap();
    let claim = paper.claims.iter().find(|c| c.id == "graph1-dynamic-term");
    let claim = claim.unwrap();
    let input = ClaimInput {
        rows,
        earlier: &[],
        paper,
        pages,
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
    let ledger = ledger(rows, papers, pages);
    let control: Control = toml::from_str("growth = 2\nwhy = \"\"\nno-row = \"\"").unwrap();
    let grown = |id: &str| {
        let assessed = ledger.iter().find(|a| a.claim.id == id).unwrap();
        let Assessed { paper, claim, .. } = *assessed;
        let input = ClaimInput {
            rows,
            earlier: &[],
            paper,
            pages,
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
