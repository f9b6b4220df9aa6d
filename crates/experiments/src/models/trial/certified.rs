//! Certificates within a deadline: what is proved of each active pair of bodies when a detector that
//! supports budgets is stopped [Hubbard96 §4.2].

use crate::deadline::{FrameDeadline, ReportingReserve};
use crate::participant::Participant;
use anyhow::{Result, ensure};
use collision::{BodyPair, Budget, Certificate, Detector, Findings, Known, Meaning};
use geometry::Ball;
use oracle::Truth;
use records::{Key, Row, Unit};
use scenes::Scene;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::Range;

/// Quantity of the time of a frame under the deadline.
pub(super) const DEADLINE_TIME: &str = "deadline-time";

/// Quantity of the active pairs that are proved to be apart at the deadline.
const APART: &str = "deadline/apart";

/// Quantity of the active pairs that are proved to interfere.
const INTERFERING: &str = "deadline/interfering";

/// Quantity of the active pairs of which neither is proved.
const UNDECIDED: &str = "deadline/undecided";

/// Quantity of the largest bound on the separation of an undecided pair, in scene units; 0 without
/// one.
const BOUND: &str = "deadline/bound";

/// Quantity of the same bound in bounding radii of the smaller body of its pair.
const BOUND_IN_RADII: &str = "deadline/bound-in-radii";

/// Frames to be answered under a deadline.
pub(super) struct Deadlines<'a> {
    pub(super) scene: &'a Scene,
    /// Exact answers to some of the frames.
    pub(super) truth: &'a [Truth],
    pub(super) window: Range<usize>,
    /// Seconds after which no more frame begins.
    pub(super) seconds: f64,
    /// Seconds that a frame may take.
    pub(super) deadline: f64,
    pub(super) workers: NonZeroUsize,
}

/// Certificates of a frame, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct CertifiedFrame {
    frame: usize,
    /// Seconds.
    time: f64,
    apart: u64,
    interfering: u64,
    undecided: u64,
    /// Largest bounds of the undecided pairs: in scene units, and in radii.
    bounds: [f64; 2],
}

impl Deadlines<'_> {
    /// Answers frame after frame, and checks what is proved in those of which the truth is known.
    pub(super) fn certified(
        &self,
        detector: &mut dyn Detector,
        participant: &Participant,
    ) -> Result<Vec<CertifiedFrame>> {
        let radii: Vec<f64> = self.scene.bodies.iter().map(|b| radius(b.mesh())).collect();
        let mut reserve = ReportingReserve::default();
        let mut found = Findings::default();
        let mut frames = Vec::new();
        let mut used = 0.0;
        // The first frame is answered twice: the buffers grow to the scene before.
        for frame in self.window.clone().take(1).chain(self.window.clone()) {
            let deadline = FrameDeadline::start(self.deadline, reserve.of(self.deadline));
            let query = participant.query(self.scene, self.workers);
            let query = query
                .with_budget(Budget::Until(&deadline))
                .with_probe(&deadline)
                .with_containment(true);
            detector.detect(&self.scene.frame(frame), &query, &mut found)?;
            let stop = deadline.finish();
            reserve.update(&stop);
            if let Some(truth) = self.truth.iter().find(|truth| truth.frame == frame) {
                check(truth, &found.evidence.certificates)?;
            }
            used += stop.used;
            frames.push(CertifiedFrame {
                frame,
                time: stop.used,
                ..counted(&found.evidence.certificates, &radii)
            });
            if used > self.seconds && frames.len() > 1 {
                break;
            }
        }
        frames.remove(0);
        Ok(frames)
    }
}

/// Returns the radius of the smallest ball around a mesh; 1 for one without faces, which is in no
/// active pair.
fn radius(mesh: &geometry::Mesh) -> f64 {
    Ball::minimal(mesh.vertices()).map_or(1.0, |ball| ball.radius)
}

/// Counts certificates.
fn counted(certificates: &[Certificate], radii: &[f64]) -> CertifiedFrame {
    let mut counted = CertifiedFrame::default();
    for Certificate { pair, known, .. } in certificates {
        match known {
            Known::Apart => counted.apart += 1,
            Known::Interfering => counted.interfering += 1,
            Known::Undecided { bound } => {
                counted.undecided += 1;
                let radius = |body: collision::BodyId| radii[body.0 as usize];
                let smaller = radius(pair.a).min(radius(pair.b));
                let own = [*bound, bound / smaller.max(f64::MIN_POSITIVE)];
                for (largest, own) in counted.bounds.iter_mut().zip(own) {
                    *largest = largest.max(own);
                }
            }
        }
    }
    counted
}

/// Fails for a certificate that exact arithmetic contradicts. Bounds are not compared.
fn check(truth: &Truth, certificates: &[Certificate]) -> Result<()> {
    let colliding = truth.bodies(Meaning::Solids).map(|body| body.pair);
    let colliding: BTreeSet<BodyPair> = colliding.collect();
    for Certificate { pair, known, .. } in certificates {
        let (frame, collides) = (truth.frame + 1, colliding.contains(pair));
        let is_wrong = match known {
            Known::Apart => collides,
            Known::Interfering => !collides,
            Known::Undecided { .. } => false,
        };
        ensure!(!is_wrong, "frame {frame}: {pair} is certified as {known:?}");
    }
    Ok(())
}

impl CertifiedFrame {
    /// Returns the rows of the frame. `whole` is the key of the trial of its detector.
    pub(super) fn rows(&self, whole: &Key) -> [Row; 6] {
        let cycle = self.frame as u32 + 1;
        let key = Key {
            frame: Some(cycle),
            x: f64::from(cycle),
            ..whole.clone()
        };
        let [bound, radii] = self.bounds;
        [
            Row::exact(&key, DEADLINE_TIME, Unit::Seconds, self.time),
            Row::count(&key, APART, self.apart),
            Row::count(&key, INTERFERING, self.interfering),
            Row::count(&key, UNDECIDED, self.undecided),
            Row::exact(&key, BOUND, Unit::Ratio, bound),
            Row::exact(&key, BOUND_IN_RADII, Unit::Ratio, radii),
        ]
    }
}
