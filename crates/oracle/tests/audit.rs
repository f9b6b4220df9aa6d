//! Error rates of the audit, with detectors that err and detectors that do not.

use crate::common::{Fake, Faulty};
use baselines::{BruteForce, Parry3d};
use collision::{Body, BodyId, Detector, Findings, Frame, Profile, Query, Rejected, Unsupported};
use oracle::audit::{AuditReport, AuditRow, Class, Config, Error, Placement, Tally, audit};

const SMALL: Config = Config {
    cases: 40,
    seed: 7,
    now: || 0.0,
};

/// Reports nothing and refuses open bodies.
#[derive(Debug)]
struct Blind;

impl Faulty for Blind {
    fn change_profile(&self, profile: &mut Profile) {
        (profile.name, profile.accepts.open) = ("blind", false);
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        let bodies = (0..).map(BodyId).zip(bodies);
        match bodies.into_iter().find(|(_, b)| b.mesh().face_count() == 1) {
            None => Ok(()),
            Some((id, body)) => {
                let (name, edge) = (body.name.clone(), [0, 1]);
                Err(Unsupported::NotClosed {
                    body: id,
                    name,
                    edge,
                })
            }
        }
    }

    fn detect(
        &mut self,
        _: &mut BruteForce,
        _: &Frame<'_>,
        _: &Query<'_>,
        found: &mut Findings,
    ) -> Result<(), Rejected> {
        found.clear();
        Ok(())
    }
}

fn report() -> AuditReport {
    let detectors: Vec<(String, Box<dyn Detector>)> = vec![
        ("brute-force".to_string(), Box::new(BruteForce::new())),
        ("parry3d".to_string(), Box::new(Parry3d::default())),
        ("blind".to_string(), Box::new(Fake::new(Blind))),
    ];
    audit(detectors, &SMALL)
}

fn total(report: &AuditReport, name: &str, count: fn(&Tally) -> u32) -> u32 {
    let rows = report.rows.iter().filter(|row| row.audited == name);
    rows.flat_map(|row| row.tallies.iter().flatten())
        .map(count)
        .sum()
}

#[test]
fn exact_tests_never_err_and_others_do() {
    let report = report();
    let errors = |name| {
        total(&report, name, |t| {
            t.false_positives + t.false_negatives + t.wrong_kinds + t.undecided
        })
    };
    assert_eq!(errors("brute-force"), 0);
    assert_eq!(errors("parry3d"), 0);
    assert!(errors("parry3d GJK") > 100, "{report:?}");
    assert!(errors("parry3d-f64 GJK") > 0, "{report:?}");
    let cases = (Class::ALL.len() * Placement::ALL.len()) as u32 * SMALL.cases;
    assert_eq!(total(&report, "brute-force", |t| t.cases), cases);
}

#[test]
fn a_blind_detector_misses_all_cases_that_it_accepts() {
    let report = report();
    let missed = total(&report, "blind", |t| t.false_negatives);
    assert_eq!(missed, total(&report, "blind", |t| t.interfering));
    assert!(missed > 0);
    let of_triangles = |row: &&AuditRow| row.audited == "blind" && row.class == Class::Generic;
    let row = report.rows.iter().find(of_triangles).unwrap();
    assert_eq!(row.tallies, [None; 4]);
}

#[test]
fn the_same_seed_gives_the_same_report_and_another_seed_another() {
    assert_eq!(audit(Vec::new(), &SMALL), audit(Vec::new(), &SMALL));
    let other = Config { seed: 8, ..SMALL };
    assert_ne!(
        audit(Vec::new(), &SMALL).rows,
        audit(Vec::new(), &other).rows
    );
}

#[test]
fn examples_are_simplified_and_still_wrong() {
    let report = report();
    let example = |name: &str, error| {
        report
            .examples
            .iter()
            .find(|e| e.audited == name && e.error == error)
            .unwrap()
    };
    let f32_miss = example("parry3d GJK", Error::Miss);
    assert_eq!(f32_miss.faces, 2);
    assert!(f32_miss.test.len() < 1400, "{}", f32_miss.test);
    let blind = example("blind", Error::Miss);
    assert!(
        blind.test.contains("catalog::build(\"blind\""),
        "{}",
        blind.test
    );
    // Exact tests have no examples.
    assert!(
        report
            .examples
            .iter()
            .all(|e| e.audited != "parry3d" && e.audited != "brute-force")
    );
}
