//! Certificates within a deadline: what is proved of each active pair of bodies when a detector
//! that supports budgets is stopped [Hubbard96 §4.2].

use crate::call_log::GAVE_UP;
use crate::deadline::{FrameDeadline, ReportingReserve};
use crate::participant::Participant;
use anyhow::{Result, bail, ensure};
use collision::{BodyPair, Budget, Certificate, Detector, Findings, Known, Meaning};
use geometry::{Ball, Mesh, Vec3};
use oracle::Truth;
use records::names::DEADLINE_TIME;
use records::{Key, Row, Unit};
use scenes::Scene;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::Range;

/// Quantity of the active pairs that are proved to be apart at the deadline.
const APART: &str = "deadline/apart";

/// Quantity of the active pairs that are proved to interfere.
const INTERFERING: &str = "deadline/interfering";

/// Quantity of the active pairs of which neither is proved.
const UNDECIDED: &str = "deadline/undecided";

/// Quantity of the largest bound on the separation of an undecided pair, in scene units; 0 without
/// one.
const BOUND: &str = "deadline/bound";

/// Quantity of the largest bound in bounding radii of the smaller body, which may be that of
/// another pair; 0 without one.
const BOUND_IN_RADII: &str = "deadline/bound-in-radii";

/// Share of the time of a call in which frames are answered. The rest is for what no deadline
/// stops: a step that has begun, and the report.
const ANSWERING_SHARE: f64 = 0.75;

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
    /// Seconds after which the process of a call is ended. Infinite without a limit.
    pub(super) call_limit: f64,
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
    /// Largest bounds of the undecided pairs: in scene units, and in radii. Maybe of two pairs.
    bounds: [f64; 2],
}

impl Deadlines<'_> {
    /// Answers frame after frame, and checks what is proved in those of which the truth is known.
    ///
    /// # Errors
    /// A frame that is rejected, a certificate that is wrong, and a first frame that reaches
    /// neither its end nor its deadline in the time of a call.
    pub(super) fn certified(
        &self,
        detector: &mut dyn Detector,
        participant: &Participant,
    ) -> Result<Vec<CertifiedFrame>> {
        let radii: Vec<f64> = self.scene.bodies.iter().map(|b| radius(b.mesh())).collect();
        let mut reserve = ReportingReserve::default();
        let mut found = Findings::default();
        let mut frames: Vec<CertifiedFrame> = Vec::new();
        let most = ANSWERING_SHARE * self.call_limit;
        let mut used = 0.0;
        // The first frame is answered twice, if there is time: the buffers grow to the scene
        // before.
        for frame in self.window.clone().take(1).chain(self.window.clone()) {
            if used > self.seconds {
                break;
            }
            let end = self.deadline.min(most - used);
            let deadline = FrameDeadline::start_until(end, self.deadline, reserve.of(end));
            let query = participant.query(self.scene, self.workers);
            let query = query
                .with_budget(Budget::Until(&deadline))
                .with_probe(&deadline)
                .with_containment(true);
            detector.detect(&self.scene.frame(frame), &query, &mut found)?;
            let stop = deadline.finish();
            let certificates = &found.evidence.certificates;
            if let Some(truth) = self.truth.iter().find(|truth| truth.frame == frame) {
                check(truth, certificates)?;
            }
            if end < self.deadline && stop.stopped_at.is_some() {
                // The proofs that it would have made until its deadline are not known.
                break;
            }
            reserve.update(&stop);
            used += stop.used;
            // The second answer to a frame replaces the first.
            frames.retain(|before| before.frame != frame);
            frames.push(CertifiedFrame {
                frame,
                time: stop.used,
                ..counted(certificates, &radii)
            });
        }
        if frames.is_empty() {
            bail!("{GAVE_UP} {most} s, before the deadline of a frame");
        }
        Ok(frames)
    }
}

/// Returns the radius of the smallest ball around the faces of a mesh.
fn radius(mesh: &Mesh) -> f64 {
    let mut corners: Vec<u32> = mesh.triangles().iter().flatten().copied().collect();
    corners.sort_unstable();
    corners.dedup();
    let vertices = mesh.vertices();
    let corners: Vec<Vec3> = corners.iter().map(|i| vertices[*i as usize]).collect();
    Ball::minimal(&corners).map_or(0.0, |ball| ball.radius)
}

/// Counts certificates. Pairs with a body that is a point, or so small that the bound in its radii
/// is not finite, have no bound in radii.
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
                let in_radii = bound / smaller;
                let [largest, largest_in_radii] = &mut counted.bounds;
                *largest = largest.max(*bound);
                if smaller > 0.0 && in_radii.is_finite() {
                    *largest_in_radii = largest_in_radii.max(in_radii);
                }
            }
        }
    }
    counted
}

/// Fails for a certificate that exact arithmetic contradicts, and for a colliding pair without one:
/// that is a statement, too. Bounds are not compared.
fn check(truth: &Truth, certificates: &[Certificate]) -> Result<()> {
    let colliding = truth.bodies(Meaning::Solids).map(|body| body.pair);
    let colliding: BTreeSet<BodyPair> = colliding.collect();
    let frame = truth.frame + 1;
    let certified: BTreeSet<BodyPair> = certificates.iter().map(|c| c.pair).collect();
    if let Some(pair) = colliding.difference(&certified).next() {
        bail!(
            "frame {frame}: {pair} collide and have no certificate, which certifies them as apart"
        );
    }
    for Certificate { pair, known, .. } in certificates {
        let collides = colliding.contains(pair);
        let is_wrong = match known {
            Known::Apart => collides,
            Known::Interfering => !collides,
            Known::Undecided { .. } => false,
        };
        ensure!(
            !is_wrong,
            "frame {frame}: {pair} are wrongly certified as {known:?}"
        );
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

#[cfg(test)]
mod tests {
    use super::*;
    use collision::{Body, BodyId, Frame, Profile, Query, Reason, Unsupported, World};
    use scenes::Generator;

    /// Detector without findings that counts its answers.
    #[derive(Debug)]
    struct Counting {
        world: World,
        answers: usize,
    }

    impl Detector for Counting {
        fn profile(&self) -> Profile {
            Profile::new("counting", "", "")
        }

        fn world(&self) -> &World {
            &self.world
        }

        fn world_mut(&mut self) -> &mut World {
            &mut self.world
        }

        fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
            self.world = World::new(bodies);
            Ok(())
        }

        fn find(&mut self, _: &Frame<'_>, _: &Query<'_>, _: &mut Findings) {
            self.answers += 1;
        }

        fn find_contained(&mut self, _: &Frame<'_>, _: &Query<'_>, _: &mut Findings) {}
    }

    fn pair(a: u32, b: u32) -> BodyPair {
        BodyPair::new(BodyId(a), BodyId(b))
    }

    #[test]
    fn the_first_frame_is_answered_again_if_there_is_time() {
        let scene: Generator = "two-spheres:faces=24,seed=7".parse().unwrap();
        let scene = scene.generate().unwrap();
        let build = || catalog::build("brute-force", &catalog::Options::none()).unwrap();
        let participant = Participant::new("counting", build);
        let counts = |seconds: f64| {
            let mut detector = Counting {
                world: World::new(&scene.bodies),
                answers: 0,
            };
            let deadlines = Deadlines {
                scene: &scene,
                truth: &[],
                window: 0..3,
                seconds,
                deadline: 1.0,
                call_limit: f64::INFINITY,
                workers: NonZeroUsize::MIN,
            };
            let frames = deadlines.certified(&mut detector, &participant).unwrap();
            let frames: Vec<usize> = frames.iter().map(|frame| frame.frame).collect();
            (detector.answers, frames)
        };
        assert_eq!(counts(1e-12), (1, vec![0]));
        assert_eq!(counts(1e9), (4, vec![0, 1, 2]));
    }

    #[test]
    fn a_colliding_pair_without_a_certificate_is_wrong() {
        let mut found = Findings::default();
        found.add_bodies(pair(0, 1), Reason::Contacts);
        let truth = Truth::from_findings("made", 4, true, found);
        let fault = |certificates: &[(BodyPair, Known)]| {
            let certificates = certificates.iter();
            let certificates: Vec<Certificate> = certificates
                .map(|(pair, known)| Certificate::new(*pair, *known, 0))
                .collect();
            let checked = check(&truth, &certificates);
            checked.err().map(|error| error.to_string())
        };
        let undecided = Known::Undecided { bound: 1.0 };
        assert_eq!(fault(&[(pair(0, 1), Known::Interfering)]), None);
        assert_eq!(fault(&[(pair(0, 1), undecided)]), None);
        let collides = (pair(0, 1), Known::Interfering);
        assert_eq!(fault(&[collides, (pair(0, 2), Known::Apart)]), None);
        let nothing: &[(BodyPair, Known)] = &[];
        for wrong in [
            nothing,
            &[(pair(0, 2), Known::Apart)],
            &[(pair(0, 1), Known::Apart)],
            &[collides, (pair(0, 2), Known::Interfering)],
        ] {
            let fault = fault(wrong);
            assert!(
                fault.as_ref().is_some_and(|f| f.starts_with("frame 5: ")),
                "{wrong:?}: {fault:?}"
            );
        }
    }

    #[test]
    fn a_bound_in_radii_is_that_of_bodies_with_an_extent() {
        let undecided = |pair, bound| Certificate::new(pair, Known::Undecided { bound }, 0);
        let all = [
            undecided(pair(0, 1), 3.0),
            undecided(pair(1, 2), 1.0),
            undecided(pair(1, 3), 1.0),
        ];
        let counted = counted(&all, &[0.0, 2.0, 0.5, 1e-320]);
        assert_eq!((counted.undecided, counted.bounds), (3, [3.0, 2.0]));
        // The last vertex is no corner of a face.
        let vertices = [[0.0, 0.0], [2.0, 0.0], [1.0, 1.0], [1e9, 0.0]];
        let vertices = vertices.map(|[x, y]| Vec3::new(x, y, 0.0));
        let mesh = Mesh::new(vertices.to_vec(), vec![[0, 1, 2]]).unwrap();
        assert!((radius(&mesh) - 1.0).abs() < 1e-12, "{}", radius(&mesh));
    }
}
