//! Interference tests against exact arithmetic: wrong answers by class of input, and their time.

use crate::clock;
use crate::model::{Model, Results, Session, non_empty};
use crate::participant::Participant;
use anyhow::Result;
use oracle::audit::{AuditReport, AuditRow, Config, Placement, Tally};
use records::{Key, Row, Unit};
use serde::Deserialize;
use std::num::NonZeroU32;

/// Names in rows of the tests of triangles that the audit has of its own, by its names for them.
const TRIANGLE_TESTS: [(&str, &str); 2] = [
    ("parry3d GJK", "triangle-gjk precision=f32"),
    ("parry3d-f64 GJK", "triangle-gjk"),
];

/// Audit of detectors, and of parry3d's test of triangles in both precisions.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Audit {
    /// Pairs of bodies for each class of input, and for each size and position.
    pub cases: NonZeroU32,
    /// Seed of the inputs.
    pub seed: u64,
    /// Detectors.
    #[serde(deserialize_with = "non_empty")]
    pub detectors: Vec<Participant>,
}

impl Model for Audit {
    fn steps(&self) -> usize {
        self.detectors.len()
    }

    fn labels(&self) -> Vec<String> {
        self.detectors.iter().map(|d| d.label.clone()).collect()
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let config = Config {
            cases: self.cases.get(),
            seed: self.seed,
            now: clock::seconds_of_process,
        };
        let scene = format!("audit:cases={},seed={}", self.cases, self.seed);
        let mut results = Results::default();
        // One at a time: detectors that share the cores would not be timed alike.
        for (i, participant) in self.detectors.iter().enumerate() {
            if session.selects(&participant.label) {
                session.say(format!("{}: all classes", participant.label));
                let detector = (participant.label.clone(), participant.build());
                let report = oracle::audit::audit(vec![detector], &config);
                add_rows(
                    &report,
                    i == 0,
                    &session.key(&scene, "", "placement"),
                    &mut results,
                );
            }
            session.advance();
        }
        Ok(results)
    }
}

/// Adds the rows of one detector, and of the tests of triangles if `with_triangles`.
fn add_rows(report: &AuditReport, with_triangles: bool, key: &Key, results: &mut Results) {
    for row in &report.rows {
        let triangles = TRIANGLE_TESTS.iter().find(|(name, _)| *name == row.audited);
        if triangles.is_some() && !with_triangles {
            continue;
        }
        let label = triangles.map_or(row.audited.as_str(), |(_, label)| label);
        let placements = 0..report.placements.len().min(Placement::ALL.len());
        for (x, tally) in placements.zip(&row.tallies) {
            let Some(tally) = tally else { continue };
            let key = of_tally(key, label, row, x);
            results.rows.extend(rows_of(&key, tally));
        }
    }
}

fn of_tally(key: &Key, label: &str, row: &AuditRow, x: usize) -> Key {
    Key {
        detector: label.to_owned(),
        series: row.class.title().to_owned(),
        ..key.at("placement", x as f64)
    }
}

fn rows_of(key: &Key, tally: &Tally) -> Vec<Row> {
    let counts = [
        ("cases", tally.cases),
        ("interfering", tally.interfering),
        ("false-positives", tally.false_positives),
        ("false-negatives", tally.false_negatives),
        ("wrong-kinds", tally.wrong_kinds),
        ("undecided", tally.undecided),
    ];
    let counts = counts.map(|(quantity, n)| Row::count(key, quantity, n.into()));
    let seconds = tally.nanoseconds as f64 * 1e-9;
    let time = Row::exact(key, "query-time", Unit::Seconds, seconds);
    counts.into_iter().chain([time]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Process;
    use crate::progress::RunProgress;
    use std::num::NonZeroUsize;

    #[test]
    fn brute_force_has_no_wrong_answer_and_single_precision_has_some() {
        let model = Audit {
            cases: NonZeroU32::new(12).unwrap(),
            seed: 7,
            detectors: vec![Participant::new("brute-force", || {
                Box::new(catalog::BruteForce::new())
            })],
        };
        let session = Session {
            id: "e",
            revision: "r",
            workers: NonZeroUsize::MIN,
            process: Process::ONLY,
            detectors: None,
            progress: &RunProgress::hidden(),
        };
        let rows = model.run(&session).unwrap().rows;
        let sum = |label: &str, quantity: &str| -> f64 {
            let same = rows
                .iter()
                .filter(|r| r.key.detector == label && r.quantity == quantity);
            same.filter_map(Row::median).sum()
        };
        assert_eq!(sum("brute-force", "cases"), 12.0 * 40.0);
        for wrong in ["false-positives", "false-negatives", "wrong-kinds"] {
            assert_eq!(sum("brute-force", wrong), 0.0);
        }
        let single = "triangle-gjk precision=f32";
        assert!(sum(single, "false-positives") + sum(single, "false-negatives") > 0.0);
        assert!(sum("brute-force", "query-time") > 0.0);
    }
}
