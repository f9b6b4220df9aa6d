//! Stability of a verdict: the share of draws in which it stays the same, and the earlier runs.
//!
//! A draw takes samples from the measured ones, processes first, and computes the measures again.
//! An interval keeps its width in proportion: that of a draw would need a bootstrap of its own.

use super::evaluate::{ClaimValue, Measured};
use super::points::ClaimInput;
use super::{At, Claim, Span, Verdict};
use records::statistics::Estimate;
use records::{Row, Rows, Unit, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Number of draws.
const DRAWS: u32 = 200;

/// Share of draws below which a verdict is undecided: that above one end of a 95 % interval.
///
/// It was 0.9 until two full recordings of one revision on one machine, half an hour apart
/// (2026-11-26, ba4dc887194f), gave different verdicts on one of 144 claims: one that held in 95 %
/// of the draws of the first.
const LEAST_STABILITY: f64 = 0.975;

/// Names, position on the axis and frame of a count.
type Position<'r> = ([&'r str; 5], u64, Option<u32>);

/// Values of a claim's measures. One that is only shown may be missing.
type Values = [Option<Vec<ClaimValue>>];

/// Verdict with its stability.
pub(super) struct Settled {
    pub(super) verdict: Verdict,
    /// Reason why the claim is undecided or not testable; may be empty.
    pub(super) reason: String,
    /// Share of draws with this verdict. `None` if nothing varies, or without draws.
    pub(super) stability: Option<f64>,
    /// Number of recorded runs with this verdict, of all that decide the claim on its scenes,
    /// whatever code they ran. `None` if there is one alone.
    pub(super) runs: Option<[usize; 2]>,
}

/// Verdict of an earlier recorded run on the same scenes.
struct EarlierVerdict {
    verdict: Verdict,
    /// True if all work counts that both have are equal.
    same_work: bool,
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
    /// Returns the verdict with its stability: undecided if too few draws share it
    /// ([`LEAST_STABILITY`]), or if an earlier run gives another one.
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
        let sources = Sources::of(self);
        let rows = sources.rows(input.rows);
        let stability = self.stability(verdict, &values, &sources.measured(&rows), input);
        let before = self.earlier_verdicts(&sources, &rows, input);
        let is_stable = stability.is_none_or(|share| share >= LEAST_STABILITY);
        let counted = |runs: &dyn Fn(&EarlierVerdict) -> bool| {
            let runs: Vec<_> = before.iter().filter(|before| runs(before)).collect();
            let same = runs.iter().filter(|before| before.verdict == verdict);
            [1 + same.count(), 1 + runs.len()]
        };
        // Only the same work contradicts. Other code may have another verdict for a good reason.
        let [same, all] = counted(&|before| before.same_work);
        let runs = counted(&|_| true);
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
                runs: Some(runs).filter(|[_, all]| *all > 1),
                ..Settled::new(verdict, String::new())
            },
        }
    }

    /// Returns the verdicts of earlier runs on the same scenes that decide the claim. Without
    /// draws. `now` has the newest rows of the claim's sources.
    fn earlier_verdicts(
        &self,
        sources: &Sources,
        now: &[&Row],
        input: &ClaimInput<'_>,
    ) -> Vec<EarlierVerdict> {
        let decided = |rows: &Rows| {
            let input = ClaimInput { rows, ..*input };
            let (verdict, _) = self.decide(&self.measured(&input).ok()?, &input).ok()?;
            let open = [Verdict::NotTestable, Verdict::Undecided];
            (!open.contains(&verdict)).then_some(verdict)
        };
        let (scenes, work) = (scenes(now), work(now));
        let of_run = |rows: &Rows| {
            let before = sources.rows(rows);
            if self::scenes(&before) != scenes {
                return None;
            }
            let work_before = self::work(&before);
            let differs = |(position, count): (&Position<'_>, &f64)| {
                work_before
                    .get(position)
                    .is_some_and(|before| before != count)
            };
            Some(EarlierVerdict {
                verdict: decided(rows)?,
                same_work: !work.iter().any(differs),
            })
        };
        input.earlier.iter().filter_map(of_run).collect()
    }

    /// Returns true if the claim reads the same scenes in both, whatever code ran on them.
    pub(crate) fn has_same_scenes(&self, now: &Rows, before: &Rows) -> bool {
        let sources = Sources::of(self);
        scenes(&sources.rows(now)) == scenes(&sources.rows(before))
    }

    /// Returns the share of draws in which the verdict on `values` is the same, or `None` if no
    /// measure reads samples: then nothing varies. `rows` are those that the measures read.
    fn stability(
        &self,
        verdict: Verdict,
        values: &Values,
        rows: &[&Row],
        input: &ClaimInput<'_>,
    ) -> Option<f64> {
        if !rows.iter().any(|row| row.varies()) {
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

/// Quantities that the measures of a claim read, by the experiments of their rows.
struct Sources(BTreeMap<String, BTreeSet<String>>);

impl Sources {
    fn of(claim: &Claim) -> Sources {
        let mut sources = Sources(BTreeMap::new());
        for measure in claim.ruling() {
            let by = measure.by.as_ref().map(|by| by.within(&measure.of));
            for source in [Some(measure.of.clone()), by].into_iter().flatten() {
                let experiment = source
                    .experiment
                    .unwrap_or_else(|| claim.experiment.clone());
                let quantities = sources.0.entry(experiment).or_default();
                quantities.insert(source.quantity.unwrap_or_else(|| "time".to_owned()));
                quantities.extend(source.against);
                if let Some(At::Span(Span { from_first, .. })) = source.at {
                    quantities.extend(from_first);
                }
            }
        }
        sources
    }

    /// Returns the rows of these quantities, and all without samples of these experiments: they
    /// show whether another run had the same scenes and did the same work.
    fn rows<'r>(&self, rows: &'r Rows) -> Vec<&'r Row> {
        let of_experiment = |(experiment, quantities): (&String, &BTreeSet<String>)| {
            let is_read = |row: &&Row| row.samples.is_empty() || quantities.contains(&row.quantity);
            rows.of_experiment(experiment)
                .filter(is_read)
                .collect::<Vec<_>>()
        };
        self.0.iter().flat_map(of_experiment).collect()
    }

    /// Returns the rows, of those of [`Sources::rows`], that the measures read.
    fn measured<'r>(&self, rows: &[&'r Row]) -> Vec<&'r Row> {
        let is_measured = |row: &&&Row| {
            let quantities = self.0.get(&row.key.experiment);
            quantities.is_some_and(|q| q.contains(&row.quantity))
        };
        rows.iter().filter(is_measured).copied().collect()
    }
}

/// Returns the scenes of rows, with their experiments.
fn scenes<'r>(rows: &[&'r Row]) -> BTreeSet<[&'r str; 2]> {
    let scene = |row: &&'r Row| [&*row.key.experiment, &*row.key.scene];
    rows.iter().map(scene).collect()
}

/// Returns the counts of rows, by their positions.
fn work<'r>(rows: &[&'r Row]) -> BTreeMap<Position<'r>, f64> {
    let count = |row: &&'r Row| {
        let (Ok(Value::Exact(count)), Unit::Count) = (&row.outcome, row.unit) else {
            return None;
        };
        let key = &row.key;
        let names = [
            &*key.experiment,
            &key.scene,
            &key.series,
            &key.detector,
            &row.quantity,
        ];
        Some(((names, key.x.to_bits(), key.frame), *count))
    };
    rows.iter().filter_map(count).collect()
}

/// Returns a drawn value with the interval of the measured one, in proportion.
fn shifted(before: &ClaimValue, now: ClaimValue) -> ClaimValue {
    let Estimate { value, low, high } = before.ours;
    let drawn = now.ours.value;
    let factor = drawn / value;
    let ours = if factor.is_finite() && factor > 0.0 {
        Estimate {
            value: drawn,
            low: low * factor,
            high: high * factor,
        }
    } else {
        Estimate {
            value: drawn,
            low: drawn + low - value,
            high: drawn + high - value,
        }
    };
    ClaimValue { ours, ..now }
}
