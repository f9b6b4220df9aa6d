//! Error rates of interference tests against exact arithmetic, per class of input and scale.
//!
//! Each case is a pair of small bodies of one [`Class`] at one [`Placement`]. Each audited test
//! reports the faces that interfere. The audit counts differences from exact arithmetic. For each
//! test and kind of error, it keeps the simplest failing case, simplifies it further, and prints it
//! as a Rust test that fails because of the error.
//!
//! The same seed gives the same report, bit for bit.

mod class;
mod counterexample;

use crate::Truth;
use crate::truth::{brute_force, detect, merge};
use baselines::parry::gjk::{GJK32, GJK64, TriangleTest};
use collision::{Body, BodyId, BodyPair, Detector, FacePair, Frame, Grain, Query};
use geometry::{Interference, Mesh, Pose, Vec3, power_of_two};
use rayon::prelude::*;
use scenes::random::SceneRng;
use serde::Serialize;
use std::sync::Arc;

pub use class::Class;
pub use counterexample::{Error, Example};

/// Number of cases of an audit, their seed, and a clock.
#[derive(Clone, Debug)]
pub struct Config {
    /// Pairs of bodies per class and placement.
    pub cases: u32,
    /// Seed of the inputs.
    pub seed: u64,
    /// Returns the seconds since some moment. The default stands still: this crate reads no clock.
    pub now: fn() -> f64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            cases: 100,
            seed: 1995,
            now: || 0.0,
        }
    }
}

/// Scale and position of the bodies of a case.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Placement {
    /// Power of two by which bodies of about unit size are scaled.
    pub exponent: i32,
    /// Number added to each scaled coordinate, which rounds it.
    pub offset: f64,
}

impl Placement {
    /// All placements, in the order of [`AuditRow::tallies`].
    pub const ALL: [Placement; 4] = [
        Placement::new(-30, 0.0),
        Placement::new(0, 0.0),
        Placement::new(30, 0.0),
        Placement::new(0, (1 << 20) as f64),
    ];

    const fn new(exponent: i32, offset: f64) -> Placement {
        Placement { exponent, offset }
    }

    fn put(self, mesh: &Mesh) -> Arc<Mesh> {
        let factor = power_of_two(self.exponent);
        let put = |p: &Vec3| *p * factor + Vec3::splat(self.offset);
        let placed = mesh.with_vertices(mesh.vertices().iter().map(put).collect());
        Arc::new(placed.expect("placements are in range"))
    }
}

/// Result of an audit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AuditReport {
    /// Pairs of bodies per class and placement.
    pub cases: u32,
    /// Seed of the inputs.
    pub seed: u64,
    /// Placements, in the order of [`AuditRow::tallies`].
    pub placements: Vec<Placement>,
    /// One row for each class and audited test: sorted by class, then in the order of the tests.
    pub rows: Vec<AuditRow>,
    /// Simplest input found for each audited test and kind of error.
    pub examples: Vec<Example>,
}

/// Tallies of one audited test on one class of input.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AuditRow {
    /// Class of the inputs.
    pub class: Class,
    /// Name of the audited test.
    pub audited: String,
    /// One tally for each placement; `None` if the test does not accept such bodies.
    pub tallies: Vec<Option<Tally>>,
}

/// Error counts of one audited test on the cases of one class and placement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Cases that the test accepts.
    pub cases: u32,
    /// Cases in which the bodies do interfere.
    pub interfering: u32,
    /// Cases in which the test reports a pair that is apart.
    pub false_positives: u32,
    /// Cases in which the test misses a pair.
    pub false_negatives: u32,
    /// Cases with the right pairs, but with touching, crossing or overlapping confused.
    pub wrong_kinds: u32,
    /// Cases in which the test leaves the bodies undecided.
    pub undecided: u32,
    /// Time of all queries after preparation, by [`Config::now`].
    pub nanoseconds: u64,
}

/// Audits parry3d's own test of triangles, in both precisions, and `detectors` under their names.
///
/// The audit compares body pairs for detectors of body pairs, and solids for detectors of solids.
/// For all others it compares face pairs and their kinds. It omits bodies that a detector refuses.
///
/// # Cost
/// Each test runs on `cases` pairs of bodies per class and placement. The tests share the cores.
/// The default takes a few seconds in an optimized build, unless a detector prepares slowly.
pub fn audit(detectors: Vec<(String, Box<dyn Detector>)>, config: &Config) -> AuditReport {
    audit_watched(detectors, config, |_| {})
}

/// Part of an audit that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// All tests on the inputs of a class.
    Class(Class),
    /// Inputs of errors are simplified.
    Simplifying,
}

impl Stage {
    /// Returns the number of parts before it.
    pub fn number(self) -> usize {
        let classes = || Class::ALL.iter();
        match self {
            Stage::Class(class) => classes().position(|c| *c == class).unwrap_or_default(),
            Stage::Simplifying => classes().count(),
        }
    }

    /// Returns its name for people.
    pub fn title(self) -> &'static str {
        match self {
            Stage::Class(class) => class.title(),
            Stage::Simplifying => "simplifying inputs of errors",
        }
    }
}

/// Audits as [`audit`], and reports each part as it begins.
pub fn audit_watched(
    detectors: Vec<(String, Box<dyn Detector>)>,
    config: &Config,
    watch: impl Fn(Stage),
) -> AuditReport {
    let triangles = [GJK32, GJK64].map(|t| (t.name.to_owned(), TestKind::Triangles(t)));
    let detectors = (detectors.into_iter()).map(|(name, d)| (name, TestKind::Detector(d)));
    let tests = triangles.into_iter().chain(detectors);
    let audited = tests.map(|(name, kind)| AuditedTest {
        name,
        kind,
        examples: Vec::new(),
        now: config.now,
    });
    let mut audited: Vec<AuditedTest> = audited.collect();
    let mut rows = Vec::new();
    for class in Class::ALL {
        watch(Stage::Class(class));
        let cases = cases(class, config);
        let placed =
            Placement::ALL.map(|at| cases.iter().map(|c| AuditCase::placed(c, at)).collect());
        rows.par_extend(audited.par_iter_mut().map(|test| test.row(class, &placed)));
    }
    watch(Stage::Simplifying);
    let examples: Vec<Vec<Example>> = audited
        .par_iter_mut()
        .map(AuditedTest::simplified)
        .collect();
    let examples = examples.into_iter().flatten().collect();
    AuditReport {
        cases: config.cases,
        seed: config.seed,
        placements: Placement::ALL.to_vec(),
        rows,
        examples,
    }
}

/// Returns the cases of a class. They do not depend on the other classes.
fn cases(class: Class, config: &Config) -> Vec<[Mesh; 2]> {
    let mut rng = SceneRng::new(config.seed ^ class.salt());
    (0..config.cases).map(|_| class.make(&mut rng)).collect()
}

/// Two bodies in world space, and the exact answer.
struct AuditCase {
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

impl AuditCase {
    fn new(meshes: [Arc<Mesh>; 2]) -> AuditCase {
        let [a, b] = meshes;
        let bodies = [Body::rigid("a", a), Body::rigid("b", b)];
        let findings = detect(&mut brute_force(&bodies), &still(), &everything());
        let truth = Truth::from_findings("audit", 0, true, findings);
        AuditCase { bodies, truth }
    }

    fn placed(meshes: &[Mesh; 2], at: Placement) -> AuditCase {
        AuditCase::new([at.put(&meshes[0]), at.put(&meshes[1])])
    }
}

/// Interference test under audit, with the simplest of its errors.
pub(crate) struct AuditedTest {
    name: String,
    kind: TestKind,
    /// Simplest input found for each kind of error.
    examples: Vec<Example>,
    now: fn() -> f64,
}

enum TestKind {
    Triangles(TriangleTest),
    Detector(Box<dyn Detector>),
}

/// Differences of a test's answer from the truth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct AnswerFaults {
    extra: bool,
    missing: bool,
    wrong_kind: bool,
    undecided: bool,
    nanoseconds: u64,
}

impl AuditedTest {
    fn row(&mut self, class: Class, placed: &[Vec<AuditCase>; 4]) -> AuditRow {
        let placed = Placement::ALL.into_iter().zip(placed);
        let tallies = placed
            .map(|(at, cases)| self.tally(class, at, cases))
            .collect();
        AuditRow {
            class,
            audited: self.name.clone(),
            tallies,
        }
    }

    fn tally(&mut self, class: Class, at: Placement, cases: &[AuditCase]) -> Option<Tally> {
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
            tally.nanoseconds += verdict.nanoseconds;
            for error in Error::ALL.into_iter().filter(|error| error.is_in(&verdict)) {
                let example = Example::new(&self.name, error, class, at, case);
                counterexample::keep_simplest(&mut self.examples, example);
            }
        }
        (tally.cases > 0).then_some(tally)
    }

    /// Takes the kept examples, sorted by kind of error, and simplifies each.
    fn simplified(&mut self) -> Vec<Example> {
        let mut examples = std::mem::take(&mut self.examples);
        examples.sort_by_key(|example| example.error);
        for example in &mut examples {
            example.simplify(self);
        }
        examples
    }

    /// Returns true if the case has an interference that this test should report.
    fn interferes(&self, case: &AuditCase) -> bool {
        match &self.kind {
            TestKind::Triangles(_) => !case.truth.contacts().is_empty(),
            TestKind::Detector(detector) => case
                .truth
                .bodies(detector.profile().meaning)
                .next()
                .is_some(),
        }
    }

    /// Returns the differences from the truth, or `None` if the test does not accept the bodies.
    fn verdict(&mut self, case: &AuditCase) -> Option<AnswerFaults> {
        match &mut self.kind {
            TestKind::Triangles(test) => Some(triangle_verdict(test, case, self.now)),
            TestKind::Detector(detector) => detector_verdict(&mut **detector, case, self.now),
        }
    }
}

/// Runs a triangle test on all pairs of faces.
fn triangle_verdict(test: &TriangleTest, case: &AuditCase, now: fn() -> f64) -> AnswerFaults {
    let [a, b] = case.bodies.each_ref().map(Body::mesh);
    let bodies = BodyPair::new(BodyId(0), BodyId(1));
    let contacts = case.truth.contacts();
    let mut verdict = AnswerFaults::default();
    let mut seconds = 0.0;
    for face_a in 0..a.face_count() as u32 {
        for face_b in 0..b.face_count() as u32 {
            let pair = FacePair {
                bodies,
                face_a,
                face_b,
            };
            let truth = contacts.binary_search_by_key(&pair, |c| c.pair).is_ok();
            let [s, t] = [a.triangle(face_a as usize), b.triangle(face_b as usize)];
            let start = now();
            let said = (test.interfere)(&s, &t);
            seconds += now() - start;
            verdict.extra |= said && !truth;
            verdict.missing |= truth && !said;
        }
    }
    verdict.nanoseconds = nanoseconds(seconds);
    verdict
}

fn nanoseconds(seconds: f64) -> u64 {
    (1e9 * seconds) as u64
}

/// Runs a detector on the two bodies, or returns `None` if it refuses them.
fn detector_verdict(
    detector: &mut dyn Detector,
    case: &AuditCase,
    now: fn() -> f64,
) -> Option<AnswerFaults> {
    detector.prepare(&case.bodies).ok()?;
    let profile = detector.profile();
    // Identity poses leave every bit of the vertices unchanged.
    let start = now();
    let found = detect(detector, &still(), &everything());
    let mut verdict = AnswerFaults {
        nanoseconds: nanoseconds(now() - start),
        undecided: !found.undecided.is_empty(),
        ..AnswerFaults::default()
    };
    let mut count = |truth: Option<Interference>, said: Option<Interference>| {
        verdict.extra |= truth.is_none() && said.is_some();
        verdict.missing |= truth.is_some() && said.is_none() && found.undecided.is_empty();
        verdict.wrong_kind |= truth.is_some() && said.is_some() && truth != said;
    };
    if profile.grain == Grain::FacePairs {
        for (_, truth, said) in merge(case.truth.contacts(), &found.contacts, |c| c.pair) {
            count(truth.map(|c| c.kind), said.map(|c| c.kind));
        }
    }
    // Body pairs have no kind: any fixed kind stands for a collision.
    let collide = |any: bool| any.then_some(Interference::Crossing);
    let truth = case.truth.bodies(profile.meaning).next().is_some();
    count(collide(truth), collide(!found.bodies.is_empty()));
    // Kinds count only if the set of pairs is right.
    verdict.wrong_kind &= !verdict.extra && !verdict.missing;
    Some(verdict)
}
