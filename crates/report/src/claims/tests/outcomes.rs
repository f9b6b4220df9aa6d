//! Verdicts: conditions, controls, draws, earlier runs.

use super::*;

#[test]
fn without_rows_nothing_is_testable_and_every_claim_says_why() {
    let (papers, pages, _) = committed();
    for Assessed {
        claim,
        ours,
        verdict,
        ..
    } in ledger(&Rows::default(), papers, pages)
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

#[test]
fn a_mechanism_is_undecided_if_its_control_shows_it_too() {
    let conditions = "contradicted = [{ is = { below = 1 }, interval = true }]\n\
                      mechanism-only = [{ is = { above = 1 } }]";
    assert_eq!(of_update(conditions, [1.2; 2]), Verdict::MechanismOnly);
    let wide = conditions.replace("above = 1", "above = 0.9");
    assert_eq!(of_update(&wide, [1.2; 2]), Verdict::Undecided);
    assert_eq!(of_update(&wide, [50.0; 2]), Verdict::Reproduced);
    // "Depends on" states failures as well.
    let wide = wide.replace(
        "mechanism-only = ",
        "depends-on.what = \"x\"\ndepends-on.when = ",
    );
    assert_eq!(of_update(&wide, [1.2; 2]), Verdict::DependsOn);
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
    let mut ledger = ledger(rows, papers, pages);
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
    // Other code, which other work counts show, is counted and contradicts nothing.
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
    let counted = "reproduced (100 %, 1 of 2 runs)";
    assert_eq!(
        [words(7).as_str(), words(8).as_str()],
        ["undecided", counted]
    );
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
                  mechanism-only = [{ is = { between = [0.2, 0.9] } }]\n\
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

#[test]
fn own_hypotheses_are_counted_apart_and_hold_or_fail() {
    let (papers, pages, rows) = committed();
    let ledger = ledger(rows, papers, pages);
    let own: Vec<Verdict> = of_papers(&ledger, false).map(|a| a.verdict).collect();
    assert_eq!(own.len(), 43);
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
