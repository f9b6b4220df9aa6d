//! The conformance suite fails every detector with wrong certificates.
//!
//! Each fake is brute force with true certificates and one fault, which shows under a budget only.

use crate::common::{Fake, Faulty};
use baselines::BruteForce;
use collision::{
    Body, BodyId, BodyPair, Budget, Certificate, Counter, Detector, Findings, Frame, Known, Query,
    Rejected, SphereContact, Unsupported,
};
use geometry::{Pose, Vec3};
use oracle::testing::cube;
use oracle::{Separator, conformance};
use scenes::{Scene, SceneFrame};

const REFINEMENT_STEPS: Counter = Counter::new("refinement-steps");

/// Number of steps until the answer is complete.
const ENOUGH: u64 = 3;

/// Certifies exact separations, with tighter bounds for larger budgets.
#[derive(Debug)]
struct Certifier {
    separator: Option<Separator>,
    fault: Fault,
}

/// Change of the findings under a budget of the given number of steps.
type Fault = fn(u64, &mut Findings);

impl Faulty for Certifier {
    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.separator = Some(Separator::new(bodies));
        Ok(())
    }

    fn detect(
        &mut self,
        honest: &mut BruteForce,
        frame: &Frame<'_>,
        query: &Query<'_>,
        found: &mut Findings,
    ) -> Result<(), Rejected> {
        honest.detect(frame, query, found)?;
        // Without candidate pairs, no pair is certified.
        if query.candidates.is_some_and(<[_]>::is_empty) {
            return Ok(());
        }
        let Budget::Steps(budget) = query.budget else {
            self.certify(frame, ENOUGH, found);
            return Ok(());
        };
        if budget < ENOUGH {
            found.contacts.clear();
            found.bodies.clear();
        }
        self.certify(frame, budget, found);
        (self.fault)(budget, found);
        Ok(())
    }
}

impl Certifier {
    fn certify(&mut self, frame: &Frame<'_>, budget: u64, found: &mut Findings) {
        let separator = self.separator.as_mut().expect("it is prepared");
        separator.place(frame);
        let steps = budget.min(ENOUGH);
        found.work.add(REFINEMENT_STEPS, steps);
        // The third body is distant: a broad phase excludes it.
        let pair = BodyPair::new(BodyId(0), BodyId(1));
        let separation = separator.separation(pair);
        let bound = separation.distance + 1.0 / (1.0 + steps as f64);
        let known = match (steps == ENOUGH, separation.is_interference()) {
            (false, _) => Known::Undecided { bound },
            (true, true) => Known::Interfering,
            (true, false) => Known::Apart,
        };
        let mut certificate = Certificate::new(pair, known, steps as u8);
        if steps < ENOUGH {
            found.undecided.push(pair);
            certificate.spheres = [0, 1];
            let spheres = SphereContact::new([steps as u32; 2], steps as u8, bound, 0.0);
            found.evidence.spheres.push(spheres);
        }
        found.evidence.certificates.push(certificate);
    }
}

/// Returns a cube that is near another, touches it and is inside it, and a third, distant cube.
fn scene() -> Scene {
    let bodies = vec![
        Body::rigid("large", cube(4.0)),
        Body::rigid("small", cube(1.0)),
        Body::rigid("distant", cube(1.0)),
    ];
    let frames = [3.0, 2.5, 0.25].map(|x| {
        SceneFrame::rigid(vec![
            Pose::IDENTITY,
            Pose::at(Vec3::new(x, 0.125, 0.25)),
            Pose::at(Vec3::Z * 40.0),
        ])
    });
    Scene::new("passing", bodies, frames.to_vec()).unwrap()
}

fn reason(fault: Fault) -> Option<String> {
    let make = || -> Box<dyn Detector> {
        let separator = None;
        Box::new(Fake::new(Certifier { separator, fault }))
    };
    let failure = conformance::verify(&make, &[scene()]).err()?;
    assert_eq!(failure.variant, "under growing budgets", "{failure}");
    Some(failure.reason)
}

/// Asserts that the suite fails the detector with the expected reason.
#[track_caller]
fn assert_caught(fault: Fault, expected: &str) {
    let reason = reason(fault).expect("the suite must fail this detector");
    assert!(reason.contains(expected), "{reason}");
}

#[test]
fn honesty_passes() {
    assert_eq!(reason(|_, _| ()), None);
}

#[test]
fn apart_while_interfering_is_caught() {
    let fault: Fault = |steps, found| {
        if steps == 2 {
            found.evidence.certificates[0].known = Known::Apart;
            found.undecided.clear();
            found.evidence.certificates[0].spheres = [0; 2];
        }
    };
    assert_caught(fault, "certified as apart, but they interfere");
}

#[test]
fn interfering_while_apart_is_caught() {
    let fault: Fault = |steps, found| {
        if steps == 2 {
            found.evidence.certificates[0].known = Known::Interfering;
            found.undecided.clear();
        }
    };
    assert_caught(fault, "said to interfere, but they are 0.5 apart");
}

#[test]
fn a_missing_pair_is_caught() {
    let fault: Fault = |steps, found| {
        let of_touching = 1.0 / (1.0 + steps as f64);
        let touching = match found.evidence.certificates[0].known {
            Known::Undecided { bound } => bound == of_touching,
            known => known == Known::Interfering,
        };
        if touching {
            found.evidence.certificates.clear();
            found.undecided.clear();
        }
    };
    assert_caught(fault, "left out as apart, but they interfere");
}

#[test]
fn bounds_that_are_too_small_or_none_are_caught() {
    assert_caught(
        |_, found| set_bound(found, 0.49),
        "the bound is 0.49, but they are 0.5 apart",
    );
    assert_caught(|_, found| set_bound(found, f64::NAN), "bounds nothing");
    assert_caught(|_, found| set_bound(found, f64::INFINITY), "bounds nothing");
    assert_caught(|_, found| set_bound(found, -0.5), "bounds nothing");
    let of_spheres: Fault = |_, found| {
        found
            .evidence
            .spheres
            .iter_mut()
            .for_each(|s| s.bound = 0.25)
    };
    assert_caught(of_spheres, "the bound of spheres 0 and 0 is 0.25");
}

fn set_bound(found: &mut Findings, bound: f64) {
    if !found.undecided.is_empty() {
        found.evidence.certificates[0].known = Known::Undecided { bound };
    }
}

#[test]
fn an_interval_that_widens_is_caught() {
    assert_caught(
        |steps, found| set_bound(found, 2.0 + steps as f64),
        "with 1 steps: bodies 0 and 1: known was",
    );
}

#[test]
fn a_verdict_taken_back_is_caught() {
    // Decided with no step, undecided with one.
    let fault: Fault = |steps, found| {
        if steps == 0 {
            let interfering =
                found.evidence.certificates[0].known == Known::Undecided { bound: 1.0 };
            found.evidence.certificates[0].known = if interfering {
                Known::Interfering
            } else {
                Known::Apart
            };
            found.undecided.clear();
            found.evidence.certificates[0].spheres = [0; 2];
        }
    };
    assert_caught(fault, "with a larger budget Some(Undecided");
}

#[test]
fn disorder_strays_and_contradictions_are_caught() {
    assert_caught(
        |_, found| found.evidence.certificates.extend_from_within(..),
        "come twice",
    );
    assert_caught(
        |_, found| found.evidence.certificates[0].pair.b = BodyId(7),
        "no such pair",
    );
    let twice: Fault = |steps, found| {
        if steps < ENOUGH {
            found.evidence.spheres.extend_from_within(..);
            found.evidence.certificates[0].spheres[1] = 2;
        }
    };
    assert_caught(twice, "spheres come twice");
    let stray: Fault = |steps, found| {
        let apart = found.evidence.certificates[0].known == Known::Apart;
        if steps >= ENOUGH && apart {
            found.evidence.certificates[0].spheres = [0, 1];
            let spheres = SphereContact::new([0; 2], 0, 1.0, 0.0);
            found.evidence.spheres.push(spheres);
        }
    };
    assert_caught(stray, "spheres, but it is certified to be apart");
    assert_caught(
        |_, found| found.undecided.clear(),
        "the lists of pairs differ",
    );
}

#[test]
fn an_invented_contact_and_a_broken_budget_are_caught() {
    let invents: Fault = |steps, found| {
        if steps >= ENOUGH {
            found.contacts.iter_mut().for_each(|c| c.pair.face_a ^= 1);
            found.contacts.sort_unstable();
        }
    };
    assert_caught(invents, "which is none");
    assert_caught(
        |_, found| found.work.add(REFINEMENT_STEPS, 5),
        "5 steps under a budget of 0",
    );
}
