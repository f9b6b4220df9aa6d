//! Proofs at a deadline: certificates of detectors that are stopped there, and their failures.

use super::SceneAbout;
use crate::names::command;
use records::names::{DEADLINE_FAULT, DEADLINE_TIME};
use records::{Rows, Selection};
use serde::Serialize;
use std::collections::BTreeMap;

/// Failure of a detector under the deadline.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct FailedAtDeadline {
    /// Name in rows.
    pub detector: String,
    /// The cause: a wrong certificate, a call that took too long, the end of its process.
    pub reason: String,
    /// True unless its time was over: the detector is wrong, or ended its process.
    pub fault: bool,
}

/// Certificates of a detector that is stopped at the deadline, in frames of the trial.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CertifiedAtDeadline {
    /// Name in rows.
    pub detector: String,
    /// Number of frames.
    pub frames: usize,
    /// Number of frames that end within the deadline.
    pub in_time: usize,
    /// Seconds of the slowest frame: a step that has begun is ended after the deadline.
    pub worst_time: f64,
    /// Means of a frame.
    pub mean: CertifiedPairs,
    /// Frame with the most undecided pairs, and of several the one with the largest bound. Counted
    /// from 1.
    pub worst_frame: u32,
    /// Numbers of that frame.
    pub worst: CertifiedPairs,
    /// Largest bound in any frame, in scene units.
    pub largest_bound: f64,
    /// Largest bound in any frame, in bounding radii of the smaller body of its pair. That may be
    /// another pair than the one of the largest bound in scene units. 0 if no pair has one.
    pub largest_bound_in_radii: f64,
}

/// Proofs on the active pairs of bodies: those whose bounding spheres overlap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CertifiedPairs {
    /// Pairs that are proved apart.
    pub apart: f64,
    /// Pairs that are proved to interfere.
    pub interfering: f64,
    /// Pairs that may be either.
    pub undecided: f64,
    /// Largest proved bound on the separation of an undecided pair, in scene units; 0 without one.
    pub bound: f64,
    /// Largest bound in bounding radii of the smaller body, maybe that of another pair; 0 without
    /// one.
    pub bound_in_radii: f64,
}

/// Beginning of the quantities that are counted at the deadline.
const AT_DEADLINE: &str = "deadline/";

/// Returns the detectors that failed under the deadline, in the order of the entrants.
pub(super) fn failed(rows: &Rows, scene: &SceneAbout) -> Vec<FailedAtDeadline> {
    let labels = scene.entrants.iter().map(|entrant| &entrant.label);
    labels
        .filter_map(|label| failure_of(rows, scene, label))
        .collect()
}

/// Returns why a detector is wrong when it is stopped at the deadline. None if it is not, or only
/// its time was over. The certificates of both questions are the same.
pub(super) fn fault(rows: &Rows, scene: &SceneAbout, label: &str) -> Option<String> {
    let failed = failure_of(rows, scene, command(label))?;
    failed
        .fault
        .then(|| format!("stopped at the deadline: {}", failed.reason))
}

fn failure_of(rows: &Rows, scene: &SceneAbout, label: &str) -> Option<FailedAtDeadline> {
    let select = |quantity: &str| {
        rows.select(&Selection {
            detector: Some(label),
            quantity: Some(quantity),
            ..Selection::of(&scene.trial)
        })
    };
    let mut times = select(DEADLINE_TIME).into_iter();
    let reason = times.find_map(|row| row.error())?;
    let mut faults = select(DEADLINE_FAULT).into_iter();
    let fault = faults.any(|row| row.median() == Some(1.0));
    Some(FailedAtDeadline {
        detector: label.to_owned(),
        reason: reason.to_owned(),
        fault,
    })
}

/// Returns what each detector that can be stopped certifies, in the order of the entrants.
pub(super) fn certified(rows: &Rows, scene: &SceneAbout) -> Vec<CertifiedAtDeadline> {
    let labels = scene.entrants.iter().map(|entrant| &entrant.label);
    labels
        .filter_map(|label| of_detector(rows, scene, label))
        .collect()
}

/// Time and proofs of a frame that is stopped at the deadline.
#[derive(Clone, Copy, Debug, Default)]
struct StoppedFrame {
    /// Seconds.
    time: f64,
    pairs: CertifiedPairs,
}

fn of_detector(rows: &Rows, scene: &SceneAbout, label: &str) -> Option<CertifiedAtDeadline> {
    let frames = stopped_frames(rows, scene, label);
    let badness = |frame: &StoppedFrame| (frame.pairs.undecided, frame.pairs.bound);
    let worst = frames.iter().reduce(|worst, frame| {
        let worse = badness(frame.1).partial_cmp(&badness(worst.1));
        if worse == Some(std::cmp::Ordering::Greater) {
            frame
        } else {
            worst
        }
    });
    let (cycle, worst) = worst?;
    let times = || frames.values().map(|frame| frame.time);
    let mean = |number: fn(&CertifiedPairs) -> f64| {
        let sum: f64 = frames.values().map(|frame| number(&frame.pairs)).sum();
        sum / frames.len() as f64
    };
    let largest = |number: fn(&CertifiedPairs) -> f64| {
        let numbers = frames.values().map(|frame| number(&frame.pairs));
        numbers.fold(0.0, f64::max)
    };
    Some(CertifiedAtDeadline {
        detector: label.to_owned(),
        frames: frames.len(),
        in_time: times().filter(|time| *time <= scene.deadline).count(),
        worst_time: times().fold(0.0, f64::max),
        mean: CertifiedPairs {
            apart: mean(|p| p.apart),
            interfering: mean(|p| p.interfering),
            undecided: mean(|p| p.undecided),
            bound: mean(|p| p.bound),
            bound_in_radii: mean(|p| p.bound_in_radii),
        },
        worst_frame: *cycle,
        worst: worst.pairs,
        largest_bound: largest(|p| p.bound),
        largest_bound_in_radii: largest(|p| p.bound_in_radii),
    })
}

/// Returns the frames of a detector that were stopped at the deadline, by cycle.
fn stopped_frames(rows: &Rows, scene: &SceneAbout, label: &str) -> BTreeMap<u32, StoppedFrame> {
    let mut frames: BTreeMap<u32, StoppedFrame> = BTreeMap::new();
    for row in rows.select(&Selection {
        detector: Some(label),
        ..Selection::of(&scene.trial)
    }) {
        let Some((cycle, number)) = row.key.frame.zip(row.median()) else {
            continue;
        };
        let counted = row.quantity.strip_prefix(AT_DEADLINE);
        if counted.is_none() && row.quantity != DEADLINE_TIME {
            continue;
        }
        let StoppedFrame { time, pairs } = frames.entry(cycle).or_default();
        match counted {
            Some("apart") => pairs.apart = number,
            Some("interfering") => pairs.interfering = number,
            Some("undecided") => pairs.undecided = number,
            Some("bound") => pairs.bound = number,
            Some("bound-in-radii") => pairs.bound_in_radii = number,
            Some(_) => {}
            None => *time = number,
        }
    }
    frames
}

impl CertifiedPairs {
    /// Returns the number of active pairs.
    pub(super) fn active(&self) -> f64 {
        self.apart + self.interfering + self.undecided
    }
}
