//! Share of draws in which a verdict stays the same.
//!
//! A draw takes samples from the measured ones, processes first, and computes the measures again. An
//! interval keeps its width in proportion: that of a draw would need a bootstrap of its own.

use super::evaluate::{ClaimInput, ClaimValue};
use super::{Claim, Verdict};
use records::Rows;
use records::statistics::Estimate;
use std::collections::BTreeSet;

/// Number of draws.
const DRAWS: u32 = 200;

/// Share of draws below which a verdict is undecided.
pub(crate) const LEAST_STABILITY: f64 = 0.9;

/// Values of a claim's measures. One that is only shown may be missing.
type Values = [Option<Vec<ClaimValue>>];

impl Claim {
    /// Returns the share of draws in which the verdict on `values` is the same, or `None` if no
    /// measure reads samples: then nothing varies.
    pub(super) fn stability(
        &self,
        verdict: Verdict,
        values: &Values,
        input: &ClaimInput<'_>,
    ) -> Option<f64> {
        let rows = self.rows_read(input);
        if rows.iter().all(|row| row.samples.is_empty()) {
            return None;
        }
        let same = (0..DRAWS).filter(|draw| {
            let drawn: Rows = rows.iter().map(|row| row.redrawn(*draw)).collect();
            let drawn = ClaimInput {
                rows: &drawn,
                ..*input
            };
            self.verdict_of_draw(values, &drawn) == Some(verdict)
        });
        Some(same.count() as f64 / f64::from(DRAWS))
    }

    /// Returns the rows of the experiments and quantities that the measures read.
    fn rows_read(&self, input: &ClaimInput<'_>) -> Rows {
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
        let places: BTreeSet<(String, String)> = places.collect();
        // A span may begin where another quantity does.
        let experiments: BTreeSet<&String> = places.iter().map(|place| &place.0).collect();
        let is_read = |row: &&records::Row| {
            let place = (row.key.experiment.clone(), row.quantity.clone());
            experiments.contains(&place.0) && (row.samples.is_empty() || places.contains(&place))
        };
        input.rows.iter().filter(is_read).cloned().collect()
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
