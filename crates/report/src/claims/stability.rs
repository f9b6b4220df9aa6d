//! Stability of a verdict: the share of draws in which it stays the same, and the earlier runs.
//!
//! A draw takes samples from the measured ones, processes first, and computes the measures again. An
//! interval keeps its width in proportion: that of a draw would need a bootstrap of its own.

use super::evaluate::{ClaimValue, Measured};
use super::points::ClaimInput;
use super::{Claim, Verdict};
use records::statistics::Estimate;
use records::{Row, Rows, Unit, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Number of draws.
const DRAWS: u32 = 200;

/// Share of draws below which a verdict is undecided.
const LEAST_STABILITY: f64 = 0.9;

/// Names, position and frame of a count.
type Place = ([String; 5], u64, Option<u32>);

/// Values of a claim's measures. One that is only shown may be missing.
type Values = [Option<Vec<ClaimValue>>];

/// Verdict with its stability.
pub(super) struct Settled {
    pub(super) verdict: Verdict,
    /// Reason why the claim is undecided or not testable; may be empty.
    pub(super) reason: String,
    /// Share of draws with this verdict. `None` if nothing varies, or without draws.
    pub(super) stability: Option<f64>,
    /// Number of recorded runs with this verdict. `None` if there is one alone.
    pub(super) runs: Option<usize>,
}

impl Settled {
    /// Returns a verdict without stability.
    pub(super) fn new(verdict: Verdict, reason: String) -> Settled {
        Settled {
            verdict,
            reason,
            stability: None,
            runs: None,
        }
    }
}

impl Claim {
    /// Returns the verdict with its stability: undecided if fewer than nine of ten draws share it,
    /// or if an earlier run gives another one.
    pub(super) fn settled(
        &self,
        verdict: Verdict,
        measured: &[Option<Measured<'_>>],
        input: &ClaimInput<'_>,
    ) -> Settled {
        let values = measured
            .iter()
            .map(|m| m.as_ref().map(|m| m.values.clone()));
        let values: Vec<_> = values.collect();
        let stability = self.stability(verdict, &values, input);
        let before = self.earlier_verdicts(input);
        let is_stable = stability.is_none_or(|share| share >= LEAST_STABILITY);
        let same = 1 + before.iter().filter(|before| **before == verdict).count();
        let all = 1 + before.len();
        if verdict == Verdict::Undecided {
            let stability = stability.filter(|_| is_stable);
            return Settled {
                stability,
                ..Settled::new(verdict, String::new())
            };
        }
        let undecided = |reason| Settled::new(Verdict::Undecided, reason);
        let words = verdict.words();
        match stability {
            Some(share) if !is_stable => {
                undecided(format!("{words} in {:.0} % of the draws", 100.0 * share))
            }
            _ if same < all => undecided(format!("{words} in {same} of {all} recorded runs")),
            stability => Settled {
                stability,
                runs: Some(all).filter(|all| *all > 1),
                ..Settled::new(verdict, String::new())
            },
        }
    }

    /// Returns the verdicts of earlier runs on the same scenes and with the same work that decide the
    /// claim. Without draws. Other work counts are those of other code, which may have another verdict
    /// for a good reason.
    fn earlier_verdicts(&self, input: &ClaimInput<'_>) -> Vec<Verdict> {
        let scenes = |rows: &Rows| -> BTreeSet<(String, String)> {
            let rows = self.rows_read(rows);
            let scenes = rows
                .iter()
                .map(|r| (r.key.experiment.clone(), r.key.scene.clone()));
            scenes.collect()
        };
        let now = scenes(input.rows);
        let decided = |rows: &Rows| {
            let input = ClaimInput { rows, ..*input };
            let (verdict, _) = self.decide(&self.measured(&input).ok()?, &input).ok()?;
            let open = [Verdict::NotTestable, Verdict::Undecided];
            (!open.contains(&verdict)).then_some(verdict)
        };
        let work = self.work(input.rows);
        let is_alike = |rows: &&Rows| {
            let before = self.work(rows);
            let differs = |(place, count): (&Place, &f64)| {
                before.get(place).is_some_and(|before| before != count)
            };
            scenes(rows) == now && !work.iter().any(differs)
        };
        let earlier = input.earlier.iter().filter(is_alike);
        earlier.filter_map(decided).collect()
    }

    /// Returns the counts of the experiments that the measures read, by their places.
    fn work(&self, rows: &Rows) -> BTreeMap<Place, f64> {
        let of_measures = self.rows_read(rows);
        let counts = of_measures.iter().filter(|row| row.unit == Unit::Count);
        let count = |row: &Row| {
            let Ok(Value::Exact(count)) = row.outcome else {
                return None;
            };
            let key = &row.key;
            let texts = [
                &key.experiment,
                &key.scene,
                &key.series,
                &key.detector,
                &row.quantity,
            ];
            let place = (texts.map(Clone::clone), key.x.to_bits(), key.frame);
            Some((place, count))
        };
        counts.filter_map(count).collect()
    }

    /// Returns the share of draws in which the verdict on `values` is the same, or `None` if no
    /// measure reads samples: then nothing varies.
    pub(super) fn stability(
        &self,
        verdict: Verdict,
        values: &Values,
        input: &ClaimInput<'_>,
    ) -> Option<f64> {
        let rows = self.rows_read(input.rows);
        let places = self.places();
        let is_measured = |row: &Row| places.contains(&place(row));
        if !rows.iter().any(|row| row.varies() && is_measured(row)) {
            return None;
        }
        let same = (0..DRAWS).filter(|draw| {
            let drawn: Rows = rows.iter().map(|row| row.resampled(*draw)).collect();
            let drawn = ClaimInput {
                rows: &drawn,
                ..*input
            };
            self.verdict_of_draw(values, &drawn) == Some(verdict)
        });
        Some(same.count() as f64 / f64::from(DRAWS))
    }

    /// Returns the rows of the experiments and quantities that the measures read.
    fn rows_read(&self, rows: &Rows) -> Rows {
        let places = self.places();
        // A span may begin where another quantity does.
        let experiments: BTreeSet<&String> = places.iter().map(|place| &place.0).collect();
        let is_read = |row: &&Row| {
            let place = place(row);
            experiments.contains(&place.0) && (row.samples.is_empty() || places.contains(&place))
        };
        rows.iter().filter(is_read).cloned().collect()
    }

    /// Returns the experiments and quantities that the measures read.
    fn places(&self) -> BTreeSet<(String, String)> {
        let sources = self.measures.iter().flat_map(|measure| {
            let by = measure.by.as_ref().map(|by| by.within(&measure.of));
            [Some(measure.of.clone()), by]
        });
        let places = sources.flatten().map(|source| {
            let experiment = source.experiment.unwrap_or_else(|| self.experiment.clone());
            (
                experiment,
                source.quantity.unwrap_or_else(|| "time".to_owned()),
            )
        });
        places.collect()
    }

    /// Returns the verdict on drawn rows, `None` if they do not suffice.
    fn verdict_of_draw(&self, values: &Values, drawn: &ClaimInput<'_>) -> Option<Verdict> {
        let measured = self.measured(drawn).ok()?;
        let mut changed = Vec::with_capacity(values.len());
        for (before, now) in values.iter().zip(measured) {
            let now = now.map(|measured| measured.values);
            changed.push(match (before, now) {
                (Some(before), Some(now)) if before.len() == now.len() => {
                    let pairs = before.iter().zip(now);
                    Some(pairs.map(|(before, now)| shifted(before, now)).collect())
                }
                (_, now) => now,
            });
        }
        self.verdict_of(&changed, drawn.paper).ok()
    }
}

/// Returns the experiment and the quantity of a row.
fn place(row: &Row) -> (String, String) {
    (row.key.experiment.clone(), row.quantity.clone())
}

/// Returns a drawn value with the interval of the measured one, in proportion.
fn shifted(before: &ClaimValue, now: ClaimValue) -> ClaimValue {
    let Estimate { value, low, high } = before.ours;
    let drawn = now.ours.value;
    let factor = drawn / value;
    let ours = match factor.is_finite() && factor > 0.0 {
        true => Estimate {
            value: drawn,
            low: low * factor,
            high: high * factor,
        },
        false => Estimate {
            value: drawn,
            low: drawn + low - value,
            high: drawn + high - value,
        },
    };
    ClaimValue { ours, ..now }
}
