//! Independent copies of a detector that answer the same frames at once: what the machine gives
//! threads that share nothing.
//!
//! Two cores of a virtual machine may be two threads of one core, and share caches and memory. So
//! two threads of any detector gain at most what two copies of it gain.

use crate::clock::seconds;
use crate::participant::Participant;
use anyhow::{Result, anyhow};
use collision::workers::Workers;
use collision::{Detector, Findings, Frame, Query, Rejected};
use scenes::Scene;
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

/// Detectors without common state, each on a thread of its own.
pub(super) struct Copies {
    copies: Vec<Mutex<DetectorCopy>>,
    workers: Workers,
}

struct DetectorCopy {
    detector: Box<dyn Detector>,
    found: Findings,
    answered: Result<(), Rejected>,
}

impl Copies {
    /// Prepares the copies that a participant asks for. `None` if it is timed alone.
    ///
    /// # Errors
    /// Fails if a body is refused.
    pub(super) fn new(participant: &Participant, scene: &Scene) -> Result<Option<Copies>> {
        let Some(count) = participant.copies() else {
            return Ok(None);
        };
        let copy = |_| -> Result<Mutex<DetectorCopy>> {
            let mut detector = participant.build();
            detector.prepare(&scene.bodies)?;
            Ok(Mutex::new(DetectorCopy {
                detector,
                found: Findings::default(),
                answered: Ok(()),
            }))
        };
        let copies: Result<Vec<_>> = (0..count.get()).map(copy).collect();
        Ok(Some(Copies {
            copies: copies?,
            workers: Workers::default(),
        }))
    }

    /// Answers a frame with all copies at once, each on one thread. Returns the time until the last
    /// has answered, over the number of copies: the time that the machine takes for a frame.
    ///
    /// # Errors
    /// Fails if a copy rejects the frame.
    pub(super) fn time(&mut self, frame: &Frame<'_>, query: &Query<'_>) -> Result<f64> {
        let query = query.with_workers(NonZeroUsize::MIN);
        let (copies, count) = (&self.copies, self.copies.len());
        let workers = &mut self.workers;
        let ((), time) = seconds(|| {
            workers.fork(count, |i, _| {
                let mut copy = copies[i].lock().unwrap_or_else(PoisonError::into_inner);
                let DetectorCopy {
                    detector,
                    found,
                    answered,
                } = &mut *copy;
                *answered = detector.detect(frame, &query, found);
            });
        });
        for copy in &mut self.copies {
            let copy = copy.get_mut().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut copy.answered, Ok(())).map_err(|error| anyhow!(error))?;
        }
        Ok(time / count as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::participant::DetectorSpec;

    fn copies(count: usize) -> (Scene, Option<Copies>) {
        let scene = scenes::motions::two_spheres(168, 7).expect("it is a sphere");
        let table = format!("name = \"face-octree\"\ncopies = {count}");
        let spec: DetectorSpec = toml::from_str(&table).expect("it is a detector");
        let participant = spec.resolve(&[]).expect("it is in the catalog");
        assert_eq!(participant.label, format!("face-octree copies={count}"));
        let copies = Copies::new(&participant, &scene).expect("rigid bodies");
        (scene, copies)
    }

    #[test]
    fn each_copy_answers_the_frame() {
        let (scene, copies) = copies(3);
        let mut copies = copies.expect("three were asked for");
        let last = scene.frames.len() - 1;
        let time = copies.time(&scene.frame(last), &scene.query()).unwrap();
        assert!(time > 0.0);
        let answers: Vec<usize> = copies
            .copies
            .iter_mut()
            .map(|copy| copy.get_mut().unwrap().found.contacts.len())
            .collect();
        assert!(answers[0] > 0, "the spheres meet");
        assert_eq!(answers, [answers[0]; 3]);
    }

    #[test]
    fn a_frame_that_a_copy_rejects_is_an_error() {
        let (scene, copies) = copies(2);
        let poses = &scene.frames[0].poses[..1];
        let frame = Frame::new(poses).unwrap();
        let rejected = copies.unwrap().time(&frame, &scene.query());
        assert!(rejected.is_err(), "one pose for two bodies");
    }
}
