//! Variants of what a detector has seen before: other scenes, other frames, other bodies, errors.

use super::{Failure, Suite};
use crate::truth::{Truth, detect};
use collision::{
    BodyId, BodyPair, Certificate, Contained, Counter, Detector, FacePair, Findings, Frame, Known,
    Reason, Rejected,
};
use geometry::Interference;
use scenes::Scene;

impl Suite<'_> {
    /// Checks that a frame with a missing pose is rejected and leaves the findings empty.
    pub(super) fn check_rejected(&self, scene: &Scene) -> Result<(), Failure> {
        let variant = "with a pose too few";
        let mut detector = self.prepared(variant, scene)?;
        let poses = scene.frame(0).poses();
        let frame = Frame::new(&poses[1..]).expect("a scene's poses are checked");
        let mut found = left_over();
        let rejected = detector.detect(&frame, &scene.query(), &mut found);
        if !matches!(rejected, Err(Rejected::PoseCount { .. })) {
            return Err(self.failure(variant, "it does not reject the frame"));
        }
        if found != Findings::default() {
            return Err(self.failure(variant, "it leaves findings of a rejected frame"));
        }
        Ok(())
    }

    /// A body that is inserted collides as one that was there from the start; one that is removed
    /// collides with nothing, and can be removed once.
    pub(super) fn check_insert_and_remove(
        &self,
        scene: &Scene,
        truths: &[Truth],
    ) -> Result<(), Failure> {
        let variant = "with the last body inserted later";
        let Some((last, others)) = scene.bodies.split_last() else {
            return Ok(());
        };
        let mut detector = (self.make)();
        let refused = |error| self.failure(variant, error);
        detector.prepare(others).map_err(refused)?;
        let id = detector.insert(last.clone()).map_err(refused)?;
        if id.index() != others.len() {
            return Err(self.failure(variant, format!("its id is {}", id.0)));
        }
        self.run_prepared(&mut *detector, variant, scene, truths)?;

        let variant = "with the first body removed";
        let first = BodyId(0);
        if !detector.remove(first) || detector.remove(first) {
            return Err(self.failure(variant, "it cannot be removed exactly once"));
        }
        let truths: Vec<_> = truths.iter().map(|truth| truth.without(first)).collect();
        let found = self.run_prepared(&mut *detector, variant, scene, &truths);
        found.map(drop)
    }

    /// Findings and work counts are the same for a fresh detector, for one that has seen another
    /// scene in between, and for findings that still hold something.
    pub(super) fn check_memory(
        &self,
        scene: &Scene,
        other: &Scene,
        base: &[Findings],
    ) -> Result<(), Failure> {
        let variant = "replayed by a fresh detector";
        let mut detector = self.prepared(variant, scene)?;
        self.replay(variant, &mut *detector, scene, base)?;
        let variant = "prepared again after another scene";
        let refused = |error| self.failure(variant, error);
        for scene in [other, scene] {
            detector.prepare(&scene.bodies).map_err(refused)?;
            let (frame, query) = (scene.frame(scene.frames.len() - 1), scene.query());
            detect(&mut *detector, &frame, &query);
        }
        detector.prepare(&scene.bodies).map_err(refused)?;
        self.replay(variant, &mut *detector, scene, base)
    }

    fn replay(
        &self,
        variant: &str,
        detector: &mut dyn Detector,
        scene: &Scene,
        base: &[Findings],
    ) -> Result<(), Failure> {
        for (i, expected) in base.iter().enumerate() {
            let mut found = left_over();
            let detected = detector.detect(&scene.frame(i), &scene.query(), &mut found);
            detected.expect("a scene's frames fit its bodies");
            if found != *expected {
                let (work, expected_work) = (found.work.clone(), &expected.work);
                found.work.clone_from(expected_work);
                let what = if found == *expected {
                    format!("work counts {work:?} instead of {expected_work:?}")
                } else {
                    "other findings than before".to_string()
                };
                let reason = format!("frame {i} of `{}`: {what}", scene.name);
                return Err(self.failure(variant, reason));
            }
        }
        Ok(())
    }

    pub(super) fn check_backwards(&self, scene: &Scene, truths: &[Truth]) -> Result<(), Failure> {
        let variant = "with frames backwards";
        let mut detector = self.prepared(variant, scene)?;
        for (i, truth) in truths.iter().enumerate().rev() {
            let found = detect(&mut *detector, &scene.frame(i), &scene.query());
            self.compare(variant, truth, &found)?;
        }
        Ok(())
    }
}

/// Returns stale findings, which a detector must clear.
fn left_over() -> Findings {
    let mut findings = Findings::default();
    let [near, far] = [1, 9].map(|body| BodyPair::new(BodyId(0), BodyId(body)));
    let faces = FacePair {
        bodies: near,
        face_a: 7,
        face_b: 7,
    };
    findings.add_contact(faces, Interference::Crossing);
    let within = BodyPair::new(BodyId(2), BodyId(1));
    findings.add_bodies(within, Reason::Contained(Contained::BInA));
    findings.undecided.push(far);
    let certificate = Certificate::new(far, Known::Apart, 3);
    findings.evidence.certificates.push(certificate);
    findings.work.add(Counter::VERTICES_MOVED, 77);
    findings
}
