//! Rows of the measurements of a replay.

use super::{
    ACCEPTS, EVICTED_TIME, FALSE_COLLISIONS, Frames, MEAN_WORK, MISSED_COLLISIONS, TOTAL_FRAMES,
    TOTAL_TIME,
};
use crate::participant::Participant;
use crate::recorder::Recorder;
use crate::timing::memory::Memory;
use crate::timing::{FrameMeasured, Measured, Outcome, Replayed};
use collision::Step;
use records::{CALIBRATION, Key, Row, Unit};
use std::collections::{BTreeMap, BTreeSet};

/// Quantities that become rows, and their names.
#[derive(Clone, Debug)]
pub(super) struct Naming<'a> {
    /// Everything but the detector, `x` and the frame.
    pub(super) key: Key,
    /// Position on the horizontal axis, if it is not the cycle.
    pub(super) x: Option<f64>,
    /// Frames that become rows.
    pub(super) frames: Frames,
    /// Quantities that become rows.
    pub(super) record: &'a [String],
    /// Index of the plan's first frame.
    pub(super) first_frame: usize,
    /// Number of first frames that are left out of a mean.
    pub(super) settle: usize,
    /// Position of the frame that is timed after preparation.
    pub(super) cold: usize,
    /// Number of faces of all bodies of the scene.
    pub(super) faces: f64,
}

/// Returns the rows of every participant.
pub(super) fn rows(
    naming: &Naming<'_>,
    replayed: &Replayed,
    participants: &[Participant],
) -> Vec<Row> {
    let mut rows = Vec::new();
    if !replayed.calibration.is_empty() {
        let mut calibration = Recorder::default();
        calibration.repeats(CALIBRATION, Unit::Seconds, &replayed.calibration);
        let mut naming = naming.clone();
        naming.key.detector = CALIBRATION.to_owned();
        rows.extend(calibration.rows(&naming.at(replayed.frames - 1, true)));
    }
    for (participant, outcome) in participants.iter().zip(&replayed.outcomes) {
        let mut naming = naming.clone();
        naming.key.detector = participant.label.clone();
        match outcome {
            Outcome::Measured(measured) => rows.extend(naming.measured(replayed, measured)),
            Outcome::Refused(error) | Outcome::Failed(error) => {
                let key = naming.at(replayed.frames - 1, false);
                rows.push(Row::failure(&key, "time", Unit::Seconds, error));
                if naming.records(ACCEPTS) && matches!(outcome, Outcome::Refused(_)) {
                    let key = naming.at(replayed.frames - 1, true);
                    rows.push(Row::exact(&key, ACCEPTS, Unit::Count, 0.0));
                }
            }
        }
    }
    rows
}

impl Naming<'_> {
    /// Returns the key of frame `i` of the plan, or of the whole scene.
    fn at(&self, i: usize, whole: bool) -> Key {
        let cycle = (self.first_frame + i + 1) as u32;
        let frame = (!whole && self.frames != Frames::Mean).then_some(cycle);
        Key {
            frame,
            x: self.x.unwrap_or(f64::from(cycle)),
            ..self.key.clone()
        }
    }

    fn records(&self, quantity: &str) -> bool {
        self.record.iter().any(|name| name == quantity)
    }

    /// Returns the rows of a participant: of frames, then of the whole scene.
    fn measured(&self, replayed: &Replayed, measured: &Measured) -> Vec<Row> {
        let last = measured.frames.len() - 1;
        let mut whole = self.whole(replayed, measured);
        let mut rows = Vec::new();
        if self.records("cold-time") || self.records(EVICTED_TIME) {
            rows.extend(self.cold(measured).rows(&self.at(self.cold, false)));
        }
        if self.records(TOTAL_TIME) {
            rows.extend(self.totals(measured, &self.at(last, true)));
        }
        match self.frames {
            Frames::Last => {
                let frame = self.frame(&measured.frames[last]);
                rows.extend(frame.rows(&self.at(last, false)));
            }
            Frames::Every => {
                for (i, frame) in measured.frames.iter().enumerate() {
                    let frame = self.frame(frame).rows(&self.at(i, false)).into_iter();
                    // To limit thousands of rows, only the last frame has steps and unnamed counts.
                    rows.extend(frame.filter(|row| i == last || self.records(&row.quantity)));
                }
            }
            Frames::Mean => self.mean(&measured.frames[self.settle..], &mut whole),
        }
        rows.extend(whole.rows(&self.at(last, true)));
        rows
    }

    /// Records checks, memory and preparation.
    fn whole(&self, replayed: &Replayed, measured: &Measured) -> Recorder {
        let mut whole = Recorder::default();
        if let Some(checked) = &replayed.checked {
            let name = format!("frames-verified/{}", checked.ground_truth.name());
            whole.count(&name, checked.truth.len() as u64);
        }
        if self.records(MEAN_WORK) {
            let mut sums = BTreeMap::new();
            let entries = measured.frames.iter().flat_map(|f| f.found.work.entries());
            for (name, count) in entries {
                *sums.entry(name).or_insert(0) += count;
            }
            for (name, sum) in sums {
                let mean = sum as f64 / measured.frames.len() as f64;
                whole.exact(&format!("mean/{name}"), Unit::Count, mean);
            }
        }
        if self.records(ACCEPTS) {
            whole.exact(ACCEPTS, Unit::Count, 1.0);
        }
        if let Some(memory) = &measured.memory {
            self.memory(memory, measured, &mut whole);
        }
        // A sphere-tree from the cache takes no time that could be recorded.
        if self.records("prepare-time") && !measured.prepare.is_empty() {
            whole.repeats("prepare-time", Unit::Seconds, &measured.prepare);
        }
        for (quantity, count) in [
            (FALSE_COLLISIONS, measured.false_collisions),
            (MISSED_COLLISIONS, measured.missed_collisions),
        ] {
            if self.records(quantity) && replayed.checked.is_some() {
                whole.count(quantity, count);
            }
        }
        whole
    }

    /// Returns the rows of the time that a detector takes until it has answered `n` frames: for
    /// preparation, the first frame after it, and `n − 1` warm ones of the mean. `x` is `n`.
    ///
    /// Sample `i` is that of repeat `i`. Two curves cross where preparation breaks even.
    fn totals(&self, measured: &Measured, key: &Key) -> Vec<Row> {
        let warm = mean_times(&measured.frames[self.settle..]);
        let first = measured.prepare.iter().zip(&measured.cold);
        let first: Vec<f64> = first.map(|(prepare, cold)| prepare + cold).collect();
        let until = |n: u32| {
            let samples = first.iter().zip(&warm);
            let samples: Vec<f64> = samples
                .map(|(first, warm)| first + f64::from(n - 1) * warm)
                .collect();
            let key = Key {
                x_name: "frames".to_owned(),
                x: f64::from(n),
                ..key.clone()
            };
            Row::from_samples(&key, TOTAL_TIME, Unit::Seconds, &samples[..])
        };
        TOTAL_FRAMES.into_iter().map(until).collect()
    }

    /// Records the frame that is timed after preparation, and for a mean the same frame warm.
    fn cold(&self, measured: &Measured) -> Recorder {
        let mut recorder = Recorder::default();
        if self.records("cold-time") {
            recorder.repeats("cold-time", Unit::Seconds, &measured.cold);
        }
        if self.records(EVICTED_TIME) {
            recorder.repeats(EVICTED_TIME, Unit::Seconds, &measured.evicted);
        }
        if self.frames == Frames::Mean && self.records("time") {
            let warm = &measured.frames[self.cold].time;
            recorder.repeats("warm-time", Unit::Seconds, warm);
        }
        recorder
    }

    /// Records memory, in bytes, and for each face of the scene.
    fn memory(&self, memory: &Memory, measured: &Measured, whole: &mut Recorder) {
        let Memory {
            prepared,
            warm,
            peak: [low, high],
            requests,
        } = *memory;
        whole.exact("memory/prepared", Unit::Bytes, prepared);
        whole.exact("memory/warm", Unit::Bytes, warm);
        whole.enclosure("memory/peak", Unit::Bytes, low, [low, high]);
        whole.exact("memory/per-face", Unit::Bytes, warm / self.faces);
        let frames = measured.frames.len() as f64;
        whole.exact("memory/requests", Unit::Ratio, requests / frames);
    }

    /// Records one frame.
    fn frame(&self, frame: &FrameMeasured) -> Recorder {
        let mut recorder = Recorder::default();
        if self.records("time") {
            recorder.repeats("time", Unit::Seconds, &frame.time);
        }
        if self.records("step-time") {
            for (step, samples) in &frame.steps {
                let quantity = format!("step-time/{}", step.name());
                recorder.repeats(&quantity, Unit::Seconds, samples);
            }
            let sums = detection(&frame.steps);
            if !sums.is_empty() {
                recorder.repeats("step-times", Unit::Seconds, &sums);
            }
        }
        for (name, count) in self.counts(frame) {
            recorder.count(name, count);
        }
        self.quotients(std::slice::from_ref(frame), &mut recorder);
        recorder
    }

    /// Records the mean over all frames. Sample `i` is the mean of repeat `i`.
    fn mean(&self, frames: &[FrameMeasured], recorder: &mut Recorder) {
        if self.records("time") {
            recorder.repeats("time", Unit::Seconds, &mean_times(frames));
        }
        if self.records("step-time") {
            let steps = frames.iter().flat_map(|f| f.steps.keys().copied());
            for step in steps.collect::<BTreeSet<Step>>() {
                let times = frames.iter().filter_map(|f| f.steps.get(&step));
                let times: Vec<&[f64]> = times.map(Vec::as_slice).collect();
                let quantity = format!("step-time/{}", step.name());
                recorder.repeats(&quantity, Unit::Seconds, &means(&times, frames.len()));
            }
        }
        let mut sums = BTreeMap::new();
        for (name, count) in frames.iter().flat_map(|frame| self.counts(frame)) {
            *sums.entry(name).or_insert(0) += count;
        }
        for (name, sum) in sums {
            recorder.exact(name, Unit::Count, sum as f64 / frames.len() as f64);
        }
        self.quotients(frames, recorder);
    }

    /// Records the quotients of work counts that the definition names, each of two sums over the
    /// frames. Leaves out a quotient whose divisor is zero.
    fn quotients(&self, frames: &[FrameMeasured], recorder: &mut Recorder) {
        let sum = |name: &str| -> u64 {
            let entries = frames.iter().flat_map(|frame| frame.found.work.entries());
            entries.filter(|(n, _)| *n == name).map(|(_, n)| n).sum()
        };
        for quotient in self.record {
            let Some((above, below)) = quotient.split_once('/') else {
                continue;
            };
            let [above, below] = [above, below].map(sum);
            if below > 0 {
                recorder.exact(quotient, Unit::Ratio, above as f64 / below as f64);
            }
        }
    }

    /// Returns the counts of a frame by name: what the definition names, zeros included, and with
    /// "work" all that was counted.
    fn counts(&self, frame: &FrameMeasured) -> BTreeMap<&'static str, u64> {
        let found = &frame.found;
        let facts = [
            ("contacts", found.contacts.len() as u64),
            ("swept-contacts", found.evidence.swept.len() as u64),
            ("colliding-bodies", found.bodies.len() as u64),
        ];
        let all = self.records("work");
        let zeros = catalog::counter_names().map(|name| (name, 0));
        let named = zeros.chain(facts).filter(|(name, _)| self.records(name));
        let mut counts: BTreeMap<_, _> = named.collect();
        let work = found.work.entries();
        counts.extend(work.filter(|(name, _)| all || self.records(name)));
        counts
    }
}

/// Returns the mean time of these frames in each repeat.
fn mean_times(frames: &[FrameMeasured]) -> Vec<f64> {
    let times: Vec<&[f64]> = frames.iter().map(|f| &f.time[..]).collect();
    means(&times, frames.len())
}

/// Returns the mean over `frames` frames of the samples of each repeat. A step that a frame skips
/// has no samples and counts as zero seconds.
fn means(samples: &[&[f64]], frames: usize) -> Vec<f64> {
    let repeats = samples.iter().map(|s| s.len()).min().unwrap_or(0);
    let sum = |r: usize| samples.iter().map(|s| s[r]).sum::<f64>();
    (0..repeats).map(|r| sum(r) / frames as f64).collect()
}

/// Returns the sums of all steps but the update of vertices, which papers leave out of their
/// shares: one for each pass in which all of them were timed.
fn detection(steps: &BTreeMap<Step, Vec<f64>>) -> Vec<f64> {
    let steps = steps.iter().filter(|(step, _)| **step != Step::UPDATE);
    let steps: Vec<&Vec<f64>> = steps.map(|(_, samples)| samples).collect();
    let passes = steps.iter().map(|samples| samples.len()).min().unwrap_or(0);
    let sum = |pass: usize| steps.iter().map(|samples| samples[pass]).sum();
    (0..passes).map(sum).collect()
}

#[cfg(test)]
mod tests;
