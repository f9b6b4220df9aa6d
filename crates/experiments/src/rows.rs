//! Measurements of a race become rows.

use crate::definition::Record;
use crate::race::{FrameMeasured, Measured, Outcome, Race};
use collision::Step;
use records::{Key, Row, Unit};
use std::collections::BTreeSet;

/// What becomes rows, and under which names.
#[derive(Clone, Debug)]
pub(crate) struct Naming<'a> {
    /// Everything but the detector, `x` and the frame.
    pub(crate) key: Key,
    /// The horizontal axis, where it is not the cycle.
    pub(crate) x: Option<f64>,
    /// Which frames.
    pub(crate) record: Record,
    /// Which quantities.
    pub(crate) measure: &'a [String],
    /// The plan's first frame, counted from 0.
    pub(crate) first_frame: usize,
}

/// The rows of every contender of a race.
pub(crate) fn rows(naming: &Naming<'_>, race: &Race, labels: &[&str]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (label, outcome) in labels.iter().zip(&race.outcomes) {
        let naming = Naming {
            key: Key {
                detector: (*label).to_owned(),
                ..naming.key.clone()
            },
            ..naming.clone()
        };
        match outcome {
            Outcome::Measured(measured) => naming.measured(race, measured, &mut rows),
            Outcome::Refused(error) | Outcome::Failed(error) => {
                let key = naming.at(race.truth.len() - 1, false);
                rows.push(Row::failure(&key, "time", Unit::Seconds, error));
            }
        }
    }
    rows
}

impl Naming<'_> {
    /// The key of frame `i` of the plan, or of the whole scene.
    fn at(&self, i: usize, whole: bool) -> Key {
        let cycle = (self.first_frame + i + 1) as u32;
        let frame = (!whole && self.record != Record::Mean).then_some(cycle);
        Key {
            frame,
            x: self.x.unwrap_or(f64::from(cycle)),
            ..self.key.clone()
        }
    }

    fn wants(&self, quantity: &str) -> bool {
        self.measure.iter().any(|name| name == quantity)
    }

    fn measured(&self, race: &Race, measured: &Measured, rows: &mut Vec<Row>) {
        let last = measured.frames.len() - 1;
        let whole = self.at(last, true);
        let verified = format!("frames-verified/{}", race.judge.name());
        rows.push(Row::count(&whole, &verified, race.truth.len() as u64));
        if self.wants("prepare-time") {
            rows.push(Row::from_samples(
                &whole,
                "prepare-time",
                Unit::Seconds,
                &measured.prepare,
            ));
        }
        if self.wants("cold-time") {
            let key = self.at(0, false);
            rows.push(Row::from_samples(
                &key,
                "cold-time",
                Unit::Seconds,
                &measured.cold,
            ));
        }
        match self.record {
            Record::Last => self.frame(&self.at(last, false), &measured.frames[last], rows),
            Record::Every => {
                for (i, frame) in measured.frames.iter().enumerate() {
                    let mut of_frame = Vec::new();
                    self.frame(&self.at(i, false), frame, &mut of_frame);
                    // Thousands of rows: steps, unnamed counts and samples of the last frame only.
                    if i < last {
                        of_frame.retain(|row| self.wants(&row.quantity));
                        of_frame = of_frame.into_iter().map(Row::without_samples).collect();
                    }
                    rows.extend(of_frame);
                }
            }
            Record::Mean => self.mean(&whole, &measured.frames, rows),
        }
    }

    /// The rows of one frame.
    fn frame(&self, key: &Key, frame: &FrameMeasured, rows: &mut Vec<Row>) {
        if self.wants("time") {
            rows.push(Row::from_samples(key, "time", Unit::Seconds, &frame.time));
        }
        if self.wants("step-time") {
            for (step, samples) in &frame.steps {
                let quantity = format!("step-time/{}", step.name());
                rows.push(Row::from_samples(key, &quantity, Unit::Seconds, samples));
            }
        }
        for (name, count) in self.counts(frame) {
            if count > 0 || self.wants(name) {
                rows.push(Row::count(key, name, count));
            }
        }
    }

    /// The rows of the mean over all frames; sample `i` is the mean of repeat `i`.
    fn mean(&self, key: &Key, frames: &[FrameMeasured], rows: &mut Vec<Row>) {
        let of = |samples: &dyn Fn(&FrameMeasured) -> &[f64]| -> Vec<f64> {
            let repeats = frames.iter().map(|f| samples(f).len()).min().unwrap_or(0);
            let sum = |r| frames.iter().map(|f| samples(f)[r]).sum::<f64>();
            (0..repeats).map(|r| sum(r) / frames.len() as f64).collect()
        };
        if self.wants("time") {
            rows.push(Row::from_samples(
                key,
                "time",
                Unit::Seconds,
                &of(&|f| &f.time),
            ));
        }
        if self.wants("step-time") {
            let steps: BTreeSet<Step> = frames
                .iter()
                .flat_map(|f| f.steps.keys().copied())
                .collect();
            let passes = frames
                .iter()
                .flat_map(|f| f.steps.values().map(Vec::len))
                .max();
            for step in steps {
                // A step that a frame does not come to takes no time there.
                let times = frames.iter().filter_map(|f| f.steps.get(&step));
                let sum = |pass: usize| times.clone().map(|t| t[pass]).sum::<f64>();
                let passes = 0..passes.unwrap_or(0);
                let samples: Vec<f64> = passes.map(|p| sum(p) / frames.len() as f64).collect();
                let quantity = format!("step-time/{}", step.name());
                rows.push(Row::from_samples(key, &quantity, Unit::Seconds, &samples));
            }
        }
        let counts: Vec<Vec<_>> = frames.iter().map(|f| self.counts(f).collect()).collect();
        for (i, (name, _)) in counts[0].iter().enumerate() {
            let sum: u64 = counts.iter().map(|c| c[i].1).sum();
            if sum > 0 || self.wants(name) {
                let mean = [sum as f64 / frames.len() as f64];
                rows.push(Row::from_samples(key, name, Unit::Count, &mean).without_samples());
            }
        }
    }

    /// Counts of a frame that are wanted, in a fixed order; those that "work" alone asks for may
    /// be zero.
    fn counts<'f>(
        &'f self,
        frame: &'f FrameMeasured,
    ) -> impl Iterator<Item = (&'static str, u64)> + 'f {
        let found = &frame.found;
        let facts = [
            ("contacts", found.contacts.len() as u64),
            ("colliding-bodies", found.bodies.len() as u64),
        ];
        let facts = facts.into_iter().filter(|(name, _)| self.wants(name));
        let all = self.wants("work");
        let work = found
            .work
            .entries()
            .filter(move |(name, _)| all || self.wants(name));
        facts.chain(work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_that_one_frame_lacks_is_in_the_mean_of_all() {
        let mut frames = vec![FrameMeasured::default(), FrameMeasured::default()];
        frames[0].steps.insert(Step::Update, vec![1.0, 2.0]);
        frames[1].steps.insert(Step::Update, vec![3.0, 4.0]);
        frames[1].steps.insert(Step::FacePairs, vec![6.0, 8.0]);
        let naming = Naming {
            key: Key::default(),
            x: None,
            record: Record::Mean,
            measure: &["step-time".to_owned()],
            first_frame: 0,
        };
        let mut rows = Vec::new();
        naming.mean(&Key::default(), &frames, &mut rows);
        let told: Vec<_> = rows
            .iter()
            .map(|r| (r.quantity.as_str(), &r.samples[..]))
            .collect();
        let expected: [(&str, &[f64]); 2] = [
            ("step-time/update", &[2.0, 3.0]),
            ("step-time/face-pairs", &[3.0, 4.0]),
        ];
        assert_eq!(told, expected);
    }
}
