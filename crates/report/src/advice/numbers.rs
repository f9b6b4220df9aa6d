//! Numbers of the detectors on a user's scene, from rows.

use super::{AdviceOutcome, EntrantFacts, FirstFrom, SceneAbout, WorkReason, certified};
use records::{Row, Rows, Samples, Selection, Unit, Value};
use std::collections::BTreeMap;

/// Time of a frame in the trial.
const TRIED_TIME: &str = "tried-time";

/// Time of the only preparation in the trial.
const TRIED_PREPARATION: &str = "tried-preparation";

/// Beginning of the names of mean work counts.
const MEAN: &str = "mean/";

/// Beginning of the name of the number of checked frames.
const VERIFIED: &str = "frames-verified/";

/// Least difference of a mean work count that can explain a difference of times.
const LEAST_DIFFERENCE: f64 = 10.0;

/// Numbers of a detector with its question.
pub(super) struct EntrantNumbers<'a> {
    pub(super) facts: &'a EntrantFacts,
    /// Mean of the frames of the race.
    pub(super) time: Option<MeanTime>,
    /// Median seconds of frames of the race, by cycle.
    raced: BTreeMap<u32, f64>,
    /// Seconds of frames of the trial, by cycle.
    tried: BTreeMap<u32, f64>,
    /// Median of the frame after preparation.
    cold: Option<f64>,
    pub(super) preparation: Option<f64>,
    pub(super) memory: Option<f64>,
    wrong: f64,
    pub(super) refusal: Option<String>,
    failure: Option<String>,
}

/// Mean time of a frame.
pub(super) struct MeanTime {
    /// One sample for each repeat.
    pub(super) samples: Samples,
    numbers: [f64; 3],
}

impl<'a> EntrantNumbers<'a> {
    pub(super) fn of(
        rows: &Rows,
        scene: &SceneAbout,
        facts: &'a EntrantFacts,
    ) -> EntrantNumbers<'a> {
        let select = |experiment: &str, quantity| {
            rows.select(&Selection {
                detector: Some(&facts.label),
                quantity: Some(quantity),
                ..Selection::of(experiment)
            })
        };
        let one = |experiment: &str, quantity| -> Option<f64> {
            select(experiment, quantity)
                .first()
                .and_then(|row| row.median())
        };
        let times = select(&scene.race, "time");
        let tries = select(&scene.trial, TRIED_TIME);
        let error = times.iter().chain(&tries).find_map(|row| row.error());
        let error = error.map(str::to_owned);
        let error = error.or_else(|| certified::fault(rows, scene, &facts.label));
        let refuses = one(&scene.trial, "accepts") == Some(0.0);
        let wrong = [&scene.race, &scene.trial].map(|experiment| {
            let both = ["false-collisions", "missed-collisions"];
            both.iter()
                .filter_map(|quantity| one(experiment, quantity))
                .sum::<f64>()
        });
        let timed = one(&scene.race, "prepare-time");
        let raced: &[&Row] = if error.is_some() { &[] } else { &times };
        EntrantNumbers {
            facts,
            time: mean_time(raced),
            raced: by_cycle(raced),
            tried: by_cycle(&tries),
            cold: one(&scene.race, "cold-time"),
            preparation: timed.or_else(|| one(&scene.trial, TRIED_PREPARATION)),
            memory: one(&scene.race, "memory/warm"),
            wrong: wrong[0].max(wrong[1]),
            refusal: error.clone().filter(|_| refuses),
            failure: error.filter(|_| !refuses),
        }
    }

    /// Returns true if it takes part and no answer or certificate that was checked is wrong.
    pub(super) fn is_right(&self) -> bool {
        self.wrong == 0.0 && !self.has_failed()
    }

    /// Returns a number by which the fastest comes first: those of the race, then those of the
    /// trial, then the others.
    pub(super) fn rank(&self) -> f64 {
        const TRIED: f64 = 1e9;
        const OTHER: f64 = 1e18;
        match (&self.time, self.tried_mean(usize::MAX)) {
            (Some(time), _) => time.numbers[0],
            (None, Some(time)) if self.is_right() || self.wrong > 0.0 => TRIED + time,
            _ if self.failure.is_some() => OTHER,
            _ => 2.0 * OTHER,
        }
    }

    fn tried_mean(&self, count: usize) -> Option<f64> {
        let count = count.min(self.tried.len());
        let sum: f64 = self.tried.values().take(count).sum();
        (count > 0).then(|| sum / count as f64)
    }

    /// Returns true if there are times of the race.
    pub(super) fn raced(&self) -> bool {
        !self.raced.is_empty()
    }

    /// Returns the times of frames of the race, else of the trial, by cycle.
    pub(super) fn known_frames(&self) -> &BTreeMap<u32, f64> {
        if self.raced() {
            &self.raced
        } else {
            &self.tried
        }
    }

    /// Returns the time of the slowest frame: of the race, else of the trial. None for a detector
    /// that has failed: its next frame might have been slower than those before.
    pub(super) fn worst_frame(&self) -> Option<f64> {
        let times = self.known_frames().values().copied();
        times.reduce(f64::max).filter(|_| !self.has_failed())
    }

    /// Returns true if it refuses the bodies, or was stopped for a fault.
    fn has_failed(&self) -> bool {
        self.refusal.is_some() || self.failure.is_some()
    }

    /// Returns the times of the slowest frame of each of two detectors, of those frames that both
    /// have answered. They are comparable if both raced, or neither.
    pub(super) fn worst_of_common(&self, other: &EntrantNumbers<'_>) -> Option<[f64; 2]> {
        let others = other.known_frames();
        let own = self.known_frames().iter();
        let both = own.filter_map(|(cycle, time)| Some([*time, *others.get(cycle)?]));
        both.reduce(|worst, times| [worst[0].max(times[0]), worst[1].max(times[1])])
    }

    /// Returns what became of it, beside the recommended one.
    pub(super) fn outcome(
        &self,
        best: Option<&EntrantNumbers<'_>>,
        times: Option<[f64; 3]>,
    ) -> AdviceOutcome {
        if let Some(reason) = &self.refusal {
            return AdviceOutcome::Refused {
                reason: reason.clone(),
            };
        }
        if let Some(reason) = &self.failure {
            return AdviceOutcome::Failed {
                reason: reason.clone(),
            };
        }
        if let Some(time) = &self.time {
            return AdviceOutcome::Raced {
                time: time.numbers,
                times,
                wrong: self.wrong,
            };
        }
        let Some(time) = self.tried_mean(usize::MAX) else {
            return AdviceOutcome::LeftOut;
        };
        let common = best.map_or(0, |best| best.tried.len().min(self.tried.len()));
        let of_best = best.and_then(|best| best.tried_mean(common));
        AdviceOutcome::Tried {
            time,
            times: self
                .tried_mean(common)
                .zip(of_best.filter(|best| *best > 0.0))
                .map(|(own, best)| own / best),
            frames: self.tried.len(),
            wrong: self.wrong,
        }
    }

    /// Returns the seconds until the first frame is answered, and of each frame after it.
    fn totals(&self) -> Option<(f64, f64)> {
        let warm = self.time.as_ref()?.numbers[0];
        Some((self.preparation? + self.cold.unwrap_or(warm), warm))
    }
}

/// Returns the numbers of rows of frames, by cycle.
fn by_cycle(frames: &[&Row]) -> BTreeMap<u32, f64> {
    let frames = frames.iter();
    let known = frames.filter_map(|row| Some((row.key.frame?, row.median()?)));
    known.collect()
}

/// Returns the mean over frames in each repeat.
fn mean_time(frames: &[&Row]) -> Option<MeanTime> {
    let mut sum: Option<Samples> = None;
    for frame in frames {
        frame.median()?;
        sum = Some(match sum {
            None => frame.samples.clone(),
            Some(sum) => sum.plus(&frame.samples)?,
        });
    }
    let samples = sum?.map(|seconds| seconds / frames.len() as f64);
    let row = Row::from_samples(&frames.first()?.key, "time", Unit::Seconds, samples.clone());
    let estimate = row.outcome.as_ref().ok().map(Value::estimate)?;
    Some(MeanTime {
        samples,
        numbers: [estimate.value, estimate.low, estimate.high],
    })
}

/// Returns the mean work count by which the first detector does the least work, in absolute
/// numbers: the one that the next one spends its time on.
pub(super) fn deciding_count(
    rows: &Rows,
    race: &str,
    [best, next]: [&str; 2],
) -> Option<WorkReason> {
    let counts = |detector| -> BTreeMap<&str, f64> {
        let rows = rows.select(&Selection {
            detector: Some(detector),
            ..Selection::of(race)
        });
        let counts = rows.into_iter();
        let counts =
            counts.filter_map(|row| Some((row.quantity.strip_prefix(MEAN)?, row.median()?)));
        counts.collect()
    };
    let own = counts(best);
    let both = counts(next).into_iter().filter_map(|(name, other)| {
        let own = *own.get(name)?;
        (other - own >= LEAST_DIFFERENCE).then(|| WorkReason {
            count: name.to_owned(),
            own,
            other,
        })
    });
    both.max_by(|a, b| (a.other - a.own).total_cmp(&(b.other - b.own)))
}

/// Returns which detector takes the least time in total, with preparation, from one frame on.
pub(super) fn first_from<'a>(
    entrants: impl Iterator<Item = &'a EntrantNumbers<'a>>,
) -> Vec<FirstFrom> {
    let entrants = entrants.filter_map(|e| Some((e.facts.label.as_str(), e.totals()?)));
    let lines: Vec<(&str, (f64, f64))> = entrants.collect();
    envelope(&lines)
}

/// Returns the lower envelope of lines `first + (n − 1) · more` over whole `n`.
fn envelope(lines: &[(&str, (f64, f64))]) -> Vec<FirstFrom> {
    let total = |line: &(f64, f64), n: u64| line.0 + (n - 1) as f64 * line.1;
    let mut n = 1u64;
    let mut found: Vec<FirstFrom> = Vec::new();
    loop {
        let least = lines.iter().min_by(|a, b| {
            total(&a.1, n)
                .total_cmp(&total(&b.1, n))
                .then(a.1.1.total_cmp(&b.1.1))
        });
        let Some((name, line)) = least else {
            return found;
        };
        if found.last().is_none_or(|last| last.detector != *name) {
            found.push(FirstFrom {
                frames: n,
                detector: (*name).to_owned(),
            });
        }
        // The next one that overtakes has less to do in each frame.
        let overtakes = lines
            .iter()
            .filter(|(_, other)| other.1 < line.1)
            .map(|(_, other)| ((other.0 - line.0) / (line.1 - other.1)).floor().max(0.0) + 2.0);
        match overtakes
            .min_by(f64::total_cmp)
            .filter(|frames| *frames < 1e15)
        {
            Some(frames) => n = (frames as u64).max(n + 1),
            None => return found,
        }
    }
}

/// Returns how many frames of the race were checked, and against which detector.
pub(super) fn verified(rows: &Rows, race: &str) -> Option<(u64, String)> {
    let row = rows
        .of_experiment(race)
        .find(|row| row.quantity.starts_with(VERIFIED))?;
    let count = row.median().filter(|count| *count > 0.0)?;
    Some((count as u64, row.quantity[VERIFIED.len()..].to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_envelope_names_who_is_first_from_which_frame_on() {
        let first = |lines: &[(&str, (f64, f64))]| {
            let all = envelope(lines).into_iter();
            all.map(|f| (f.frames, f.detector)).collect::<Vec<_>>()
        };
        // 1 + 2 (n − 1) and 10 + (n − 1) are equal at n = 10; "c" never pays.
        let lines = [("a", (1.0, 2.0)), ("b", (10.0, 1.0)), ("c", (100.0, 1.0))];
        assert_eq!(first(&lines), [(1, "a".to_owned()), (11, "b".to_owned())]);
        assert_eq!(first(&lines[1..]), [(1, "b".to_owned())]);
        assert_eq!(first(&[]), []);
        // Its preparation would pay after more frames than anyone has.
        assert_eq!(first(&[("a", (0.0, 1e-9)), ("b", (1e9, 0.0))]).len(), 1);
    }
}
