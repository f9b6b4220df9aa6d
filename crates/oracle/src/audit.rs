//! How often judges differ from exact arithmetic, per class of input and scale.
//!
//! Each case is a pair of small bodies, made for one [`Class`] and put at one [`Placement`]. Every
//! judge says which of their faces interfere, exact arithmetic says what is true, and the differences
//! are counted. Of all cases in which a judge errs in one way, the simplest is kept and made simpler
//! still, as long as the judge errs; it is printed as a Rust test that fails because of the error.
//!
//! The same seed gives the same report, bit for bit.

mod class;
mod witness;

use crate::Truth;
use baselines::BruteForce;
use baselines::parry::gjk::{Gjk32, Gjk64, TriangleTest};
use collision::{Body, BodyId, BodyPair, Detector, FacePair, Findings, Frame, Grain, Query};
use geometry::{Interference, Mesh, Pose, Vec3};
use rayon::prelude::*;
use scenes::random::SceneRng;
use serde::Serialize;
use std::sync::Arc;

pub use class::Class;
pub use witness::{Error, Example};

/// How much is audited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Pairs of bodies per class and placement.
    pub cases: u32,
    /// The seed of the inputs.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            cases: 100,
            seed: 1995,
        }
    }
}

/// Where and how large the bodies of a case are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Placement {
    /// Bodies of about unit size are scaled by two to this power.
    pub exponent: i32,
    /// Then this is added to each coordinate, which rounds it.
    pub offset: f64,
}

impl Placement {
    /// All placements, in the order of [`Row::tallies`].
    pub const ALL: [Placement; 4] = [
        Placement {
            exponent: -30,
            offset: 0.0,
        },
        Placement {
            exponent: 0,
            offset: 0.0,
        },
        Placement {
            exponent: 30,
            offset: 0.0,
        },
        Placement {
            exponent: 0,
            offset: (1 << 20) as f64,
        },
    ];

    fn put(self, mesh: &Mesh) -> Arc<Mesh> {
        let factor = 2f64.powi(self.exponent);
        let put = |p: &Vec3| *p * factor + Vec3::splat(self.offset);
        let vertices = mesh.vertices().iter().map(put).collect();
        Arc::new(Mesh::new(vertices, mesh.triangles().to_vec()).expect("placements are in range"))
    }
}

/// What an audit found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AuditReport {
    /// Pairs of bodies per class and placement.
    pub cases: u32,
    /// The seed of the inputs.
    pub seed: u64,
    /// The placements, in the order of [`Row::tallies`].
    pub placements: Vec<Placement>,
    /// One row for each class and judge: class by class, judges in the order given.
    pub rows: Vec<Row>,
    /// For each judge and each way in which it errs, the simplest input found.
    pub examples: Vec<Example>,
}

/// One judge on one class of input.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The class.
    pub class: Class,
    /// The judge's name.
    pub judge: String,
    /// One tally for each placement; `None` where the judge does not accept such bodies.
    pub tallies: Vec<Option<Tally>>,
}

/// How one judge did on the cases of one class and placement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Cases judged.
    pub cases: u32,
    /// Cases in which something interferes, in truth.
    pub interfering: u32,
    /// Cases in which the judge reports a pair that is apart.
    pub false_positives: u32,
    /// Cases in which the judge misses a pair.
    pub false_negatives: u32,
    /// Cases in which the pairs are right, but touching, crossing and overlapping are mixed up.
    pub wrong_kinds: u32,
    /// Cases in which the judge gave up on the bodies.
    pub undecided: u32,
}

/// Audits parry3d's own test of triangles, in both precisions, and `detectors` under their names.
///
/// Detectors of body pairs are compared with body pairs, detectors of solids with solids; all
/// others with face pairs and their kinds. Bodies that a detector refuses are left out.
///
/// # Cost
/// `cases` pairs of bodies for each of the classes and placements and each judge; judges share the
/// cores. A few seconds by default, when optimised, unless a detector prepares slowly.
pub fn audit(detectors: Vec<(String, Box<dyn Detector>)>, config: &Config) -> AuditReport {
    let mut judges: Vec<Judge> = vec![Judge::witness(Gjk32), Judge::witness(Gjk64)];
    judges.extend(
        detectors
            .into_iter()
            .map(|(name, detector)| Judge::detector(name, detector)),
    );
    let mut rows = Vec::new();
    for class in Class::ALL {
        let cases = cases(class, config);
        let placed = Placement::ALL.map(|at| cases.iter().map(|c| Case::placed(c, at)).collect());
        rows.par_extend(judges.par_iter_mut().map(|judge| judge.row(class, &placed)));
    }
    let examples: Vec<Vec<Example>> = judges.par_iter_mut().map(Judge::simplified).collect();
    let examples = examples.into_iter().flatten().collect();
    AuditReport {
        cases: config.cases,
        seed: config.seed,
        placements: Placement::ALL.to_vec(),
        rows,
        examples,
    }
}

/// The cases of a class. They do not depend on which other classes there are.
fn cases(class: Class, config: &Config) -> Vec<[Mesh; 2]> {
    let mut rng = SceneRng::new(config.seed ^ class.salt());
    (0..config.cases).map(|_| class.make(&mut rng)).collect()
}

/// Two bodies, where they are, and what is true of them.
struct Case {
    bodies: [Body; 2],
    truth: Truth,
}

const STILL: [Pose; 2] = [Pose::IDENTITY; 2];

fn still() -> Frame<'static> {
    Frame::new(&STILL).expect("identities are poses")
}

fn everything() -> Query<'static> {
    Query::all_contacts().with_containment(true)
}

impl Case {
    fn new(meshes: [Arc<Mesh>; 2]) -> Case {
        let [a, b] = meshes;
        let bodies = [Body::rigid("a", a), Body::rigid("b", b)];
        let mut judge = BruteForce::new();
        judge
            .prepare(&bodies)
            .expect("brute force accepts everything");
        let mut findings = Findings::default();
        judge
            .detect(&still(), &everything(), &mut findings)
            .expect("the frame fits two bodies");
        let truth = Truth::from_findings("audit", 0, true, findings);
        Case { bodies, truth }
    }

    fn placed(meshes: &[Mesh; 2], at: Placement) -> Case {
        Case::new([at.put(&meshes[0]), at.put(&meshes[1])])
    }
}

/// Someone who says which faces interfere.
pub(crate) struct Judge {
    name: String,
    kind: JudgeKind,
    /// For each error, the simplest input on which it was made.
    examples: Vec<Example>,
}

enum JudgeKind {
    Witness(Box<dyn TriangleTest>),
    Detector(Box<dyn Detector>),
}

/// How a judge's answer differs from the truth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Verdict {
    extra: bool,
    missing: bool,
    wrong_kind: bool,
    undecided: bool,
}

impl Judge {
    fn witness(witness: impl TriangleTest + 'static) -> Judge {
        Judge {
            name: witness.name().to_string(),
            kind: JudgeKind::Witness(Box::new(witness)),
            examples: Vec::new(),
        }
    }

    fn detector(name: String, detector: Box<dyn Detector>) -> Judge {
        Judge {
            name,
            kind: JudgeKind::Detector(detector),
            examples: Vec::new(),
        }
    }

    fn row(&mut self, class: Class, placed: &[Vec<Case>; 4]) -> Row {
        let placed = Placement::ALL.into_iter().zip(placed);
        let tallies = placed
            .map(|(at, cases)| self.tally(class, at, cases))
            .collect();
        Row {
            class,
            judge: self.name.clone(),
            tallies,
        }
    }

    fn tally(&mut self, class: Class, at: Placement, cases: &[Case]) -> Option<Tally> {
        let mut tally = Tally::default();
        for case in cases {
            let Some(verdict) = self.verdict(case) else {
                continue;
            };
            tally.cases += 1;
            tally.interfering += u32::from(self.interferes(case));
            tally.false_positives += u32::from(verdict.extra);
            tally.false_negatives += u32::from(verdict.missing);
            tally.wrong_kinds += u32::from(verdict.wrong_kind);
            tally.undecided += u32::from(verdict.undecided);
            for error in Error::ALL.into_iter().filter(|error| error.is_in(&verdict)) {
                let example = Example::new(&self.name, error, class, at, case);
                witness::keep_simplest(&mut self.examples, example);
            }
        }
        (tally.cases > 0).then_some(tally)
    }

    /// The simplest examples of this judge's errors, made simpler still.
    fn simplified(&mut self) -> Vec<Example> {
        let mut examples = std::mem::take(&mut self.examples);
        examples.sort_by_key(|example| example.error);
        for example in &mut examples {
            example.simplify(self);
        }
        examples
    }

    /// Whether there is something for this judge to find.
    fn interferes(&self, case: &Case) -> bool {
        match &self.kind {
            JudgeKind::Witness(_) => !case.truth.contacts().is_empty(),
            JudgeKind::Detector(detector) => case
                .truth
                .bodies(detector.profile().meaning)
                .next()
                .is_some(),
        }
    }

    /// `None` when the judge does not accept the bodies.
    fn verdict(&mut self, case: &Case) -> Option<Verdict> {
        match &mut self.kind {
            JudgeKind::Witness(witness) => Some(witness_verdict(&**witness, case)),
            JudgeKind::Detector(detector) => detector_verdict(&mut **detector, case),
        }
    }
}

fn witness_verdict(witness: &dyn TriangleTest, case: &Case) -> Verdict {
    let [a, b] = &case.bodies;
    let mut verdict = Verdict::default();
    for face_a in 0..a.mesh().face_count() {
        for face_b in 0..b.mesh().face_count() {
            let bodies = BodyPair::new(BodyId(0), BodyId(1));
            let pair = FacePair {
                bodies,
                face_a: face_a as u32,
                face_b: face_b as u32,
            };
            let truth = case
                .truth
                .contacts()
                .binary_search_by_key(&pair, |c| c.pair)
                .is_ok();
            let said = witness.interfere(&a.mesh().triangle(face_a), &b.mesh().triangle(face_b));
            verdict.extra |= said && !truth;
            verdict.missing |= truth && !said;
        }
    }
    verdict
}

fn detector_verdict(detector: &mut dyn Detector, case: &Case) -> Option<Verdict> {
    detector.prepare(&case.bodies).ok()?;
    let profile = detector.profile();
    let mut found = Findings::default();
    // All placements are at poses that leave every bit as it is.
    detector
        .detect(&still(), &everything(), &mut found)
        .expect("the frame fits two bodies");
    let mut verdict = Verdict {
        undecided: !found.undecided.is_empty(),
        ..Verdict::default()
    };
    let mut count = |truth: Option<Interference>, said: Option<Interference>| {
        verdict.extra |= truth.is_none() && said.is_some();
        verdict.missing |= truth.is_some() && said.is_none() && found.undecided.is_empty();
        verdict.wrong_kind |= truth.is_some() && said.is_some() && truth != said;
    };
    if profile.grain == Grain::FacePairs {
        for (_, truth, said) in
            crate::truth::merge(case.truth.contacts(), &found.contacts, |c| c.pair)
        {
            count(truth.map(|c| c.kind), said.map(|c| c.kind));
        }
    }
    // Of two bodies it only matters whether they collide.
    let collide = |any: bool| any.then_some(Interference::Crossing);
    let truth = case.truth.bodies(profile.meaning).next().is_some();
    count(collide(truth), collide(!found.bodies.is_empty()));
    verdict.wrong_kind &= !verdict.extra && !verdict.missing;
    Some(verdict)
}

#[cfg(test)]
mod tests;
