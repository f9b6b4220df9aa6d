//! Knowledge at a deadline: answers of exact detectors in time, certificates of those that can be
//! stopped, and failures of these.

use super::numbers::EntrantNumbers;
use super::{
    CertifiedAtDeadline, CertifiedPairs, ExactAtDeadline, FailedAtDeadline, SceneAbout, question_of,
};
use records::{Rows, Selection};
use std::collections::BTreeMap;

/// Beginning of the quantities that are counted at the deadline.
const AT_DEADLINE: &str = "deadline/";

/// Time of a frame that is stopped at the deadline.
const DEADLINE_TIME: &str = "deadline-time";

/// Returns the exact detectors with the numbers of frames that they answer in time, the most first.
/// Of equal numbers, the larger share comes first, then the faster one.
pub(super) fn exact(scene: &SceneAbout, all: &[EntrantNumbers<'_>]) -> Vec<ExactAtDeadline> {
    let proved = all.iter().filter(|e| e.facts.exact && e.is_right());
    let mut exact: Vec<ExactAtDeadline> = proved
        .filter_map(|entrant| {
            let times = entrant.known_times();
            let in_time = times.iter().filter(|time| **time <= scene.deadline).count();
            Some(ExactAtDeadline {
                detector: entrant.facts.label.clone(),
                question: question_of(entrant.facts).to_owned(),
                frames: times.len(),
                raced: entrant.raced(),
                in_time,
                share: in_time as f64 / times.len() as f64,
                worst_frame: entrant.worst_frame()?,
            })
        })
        .collect();
    exact.sort_by(|a, b| {
        let share = b.share.total_cmp(&a.share);
        let slower = a.worst_frame.total_cmp(&b.worst_frame);
        b.in_time.cmp(&a.in_time).then(share).then(slower)
    });
    exact
}

/// Returns the detectors that failed under the deadline, in the order of the entrants.
pub(super) fn failed(
    rows: &Rows,
    scene: &SceneAbout,
    all: &[EntrantNumbers<'_>],
) -> Vec<FailedAtDeadline> {
    let of = |entrant: &EntrantNumbers<'_>| {
        let detector = &entrant.facts.label;
        let times = rows.select(&Selection {
            detector: Some(detector),
            quantity: Some(DEADLINE_TIME),
            ..Selection::of(&scene.trial)
        });
        let reason = times.iter().find_map(|row| row.error())?;
        Some(FailedAtDeadline {
            detector: detector.clone(),
            reason: reason.to_owned(),
        })
    };
    all.iter().filter_map(of).collect()
}

/// Returns what each detector that can be stopped certifies, in the order of the entrants.
pub(super) fn certified(
    rows: &Rows,
    scene: &SceneAbout,
    all: &[EntrantNumbers<'_>],
) -> Vec<CertifiedAtDeadline> {
    let of = |entrant: &EntrantNumbers<'_>| of_detector(rows, scene, &entrant.facts.label);
    all.iter().filter_map(of).collect()
}

fn of_detector(rows: &Rows, scene: &SceneAbout, label: &str) -> Option<CertifiedAtDeadline> {
    let mut frames: BTreeMap<u32, (f64, CertifiedPairs)> = BTreeMap::new();
    for row in rows.select(&Selection {
        detector: Some(label),
        ..Selection::of(&scene.trial)
    }) {
        let known = row.key.frame.zip(row.median());
        let Some((frame, number)) = known else {
            continue;
        };
        let counted = row.quantity.strip_prefix(AT_DEADLINE);
        if counted.is_none() && row.quantity != DEADLINE_TIME {
            continue;
        }
        let (time, pairs) = frames.entry(frame).or_default();
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
    let pairs = || frames.values().map(|(_, pairs)| *pairs);
    let times = || frames.values().map(|(time, _)| *time);
    let badness = |pairs: &CertifiedPairs| (pairs.undecided, pairs.bound);
    let worst = frames.iter().reduce(|worst, frame| {
        let worse = badness(&frame.1.1).partial_cmp(&badness(&worst.1.1));
        if worse == Some(std::cmp::Ordering::Greater) {
            frame
        } else {
            worst
        }
    });
    let (cycle, (_, worst)) = worst?;
    let mean = |number: fn(&CertifiedPairs) -> f64| {
        pairs().map(|p| number(&p)).sum::<f64>() / frames.len() as f64
    };
    let largest =
        |number: fn(&CertifiedPairs) -> f64| pairs().map(|p| number(&p)).fold(0.0, f64::max);
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
        worst: *worst,
        largest_bound: largest(|p| p.bound),
        largest_bound_in_radii: largest(|p| p.bound_in_radii),
    })
}

impl CertifiedPairs {
    /// Returns the number of active pairs.
    pub(super) fn active(&self) -> f64 {
        self.apart + self.interfering + self.undecided
    }
}
