//! Conformance suite of every detector: its claim must hold in each variant of each scene.
//!
//! | variant | fault that it finds |
//! |---|---|
//! | as it is | a wrong verdict |
//! | with, without containment | a contained body missed, or reported without request |
//! | asked for first contacts | a wrong yes or no, a false contact, more than one |
//! | 2, 3, 5, 8 workers | findings or work counts that depend on threads |
//! | a pose too few | silence instead of an error |
//! | the last body inserted later | state that is made in `prepare` only |
//! | the first body removed | pairs of a body that is gone |
//! | bodies in reverse order | a test that is not symmetric, pairs in the wrong order |
//! | moved far away | tolerances for one scale, local coordinates that round |
//! | scaled by powers of two | absolute tolerances, squares or bounds outside the range of `f64` |
//! | zeros of every second body negated | a sign bit that decides in place of a sign |
//! | replayed by a fresh detector | order of threads or hashes in findings or work counts |
//! | prepared again after another scene | memory of an earlier scene |
//! | frames backwards | caches that rely on small changes |
//! | candidate pairs from outside | pairs that are ignored, a broad phase that loses track |
//! | findings not cleared | a detector that adds instead of replacing |
//! | no world cube, or one that is too small | faces lost outside of it |
//! | under growing budgets | wrong, widening or withdrawn certificates, false contacts |
//!
//! The last variant applies to detectors that issue certificates under a budget. A detector must
//! refuse bodies that its profile excludes, and accept all others.

mod admission;

use crate::truth::{Truth, compare, compare_first_contact};
use crate::{Separator, check_budgets};
use admission::Admission;
use baselines::BruteForce;
use collision::{
    BodyFinding, BodyId, BodyPair, Budget, Certificate, Contact, Contained, Counter, Detail,
    Detector, FaceId, FacePair, Findings, Frame, Known, Meaning, Profile, Query, Reason, Rejected,
    SphereContact,
};
use geometry::{Aabb, Interference, Vec3};
use scenes::Scene;
use std::cell::Cell;
use std::fmt;
use std::num::NonZeroUsize;

/// Exponents of the powers of two by which scenes are scaled.
///
/// At -1040 coordinates underflow, at -900 their products do, and 90 almost reaches the largest
/// accepted coordinate.
pub const EXPONENTS: [i32; 3] = [-1040, -900, 90];

/// Least exponent at which scaling is exact. Below it, coordinates may have bits below 2^-1074.
const LEAST_EXACT_EXPONENT: i32 = -800;

/// Checks a detector against the ground truth on every frame of every scene, in every variant.
///
/// `make` returns a fresh detector on each call. The table above lists the variants.
///
/// # Panics
/// Panics if the detector breaks its claim, with variant, scene, frame, pair and both verdicts.
/// Panics if it accepts none of the scenes, because such a run shows nothing.
pub fn check(make: impl Fn() -> Box<dyn Detector>, scenes: &[Scene]) {
    if let Err(failure) = verify(&make, scenes) {
        panic!("{failure}");
    }
}

/// Checks a detector like [`check`], but returns the failure as a value.
///
/// # Errors
/// Returns the first failure.
pub fn verify(make: &dyn Fn() -> Box<dyn Detector>, scenes: &[Scene]) -> Result<(), Failure> {
    let suite = Suite {
        profile: make().profile(),
        make,
        certifies: Cell::new(false),
    };
    let mut previous: Option<&Scene> = None;
    for scene in scenes {
        if suite.admitted(scene)?.is_some() {
            suite.check_scene(scene, previous.unwrap_or(scene))?;
            previous = Some(scene);
        }
    }
    match previous {
        Some(_) => Ok(()),
        None => Err(suite.failure(
            "on every scene",
            "it accepts none of them: nothing is shown",
        )),
    }
}

/// Breach of a detector's claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Name of the detector.
    pub detector: &'static str,
    /// Change made to the scene or to the query.
    pub variant: String,
    /// Scene, frame, and difference from the expected answer.
    pub reason: String,
}

impl std::error::Error for Failure {}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure {
            detector,
            variant,
            reason,
        } = self;
        write!(
            f,
            "`{detector}` fails its conformance suite {variant}: {reason}"
        )
    }
}

struct Suite<'a> {
    make: &'a dyn Fn() -> Box<dyn Detector>,
    profile: Profile,
    /// True once the detector has issued a certificate. Then each interfering pair needs one.
    certifies: Cell<bool>,
}

impl Suite<'_> {
    /// Returns a detector prepared for the scene, or `None` if it rightly refuses the bodies.
    fn admitted(&self, scene: &Scene) -> Result<Option<Box<dyn Detector>>, Failure> {
        let mut detector = (self.make)();
        let answer = detector.prepare(&scene.bodies);
        let checked = Admission::check(&self.profile.accepts, &scene.bodies, &answer);
        let wrong = |reason| self.failure(&format!("when preparing `{}`", scene.name), reason);
        checked.map_err(wrong)?;
        Ok(answer.is_ok().then_some(detector))
    }

    fn check_scene(&self, scene: &Scene, other: &Scene) -> Result<(), Failure> {
        let truths = truths(scene);
        let base = self.run("as it is", scene, &truths)?;

        for containment in [false, true] {
            let variant = if containment {
                "with containment"
            } else {
                "without containment"
            };
            let asked = scene.clone().with_containment(containment);
            let truths: Vec<_> = truths
                .iter()
                .map(|t| t.clone().with_containment(containment))
                .collect();
            self.run(variant, &asked, &truths)?;
        }
        self.check_first_contact(scene, &truths)?;
        self.check_workers(scene, &base)?;
        self.check_rejected(scene)?;
        self.check_insert_and_remove(scene, &truths)?;
        self.check_reversed(scene, &truths)?;
        self.check_moved(scene)?;
        for exponent in EXPONENTS {
            self.check_scaled(scene, exponent, &truths)?;
        }
        let variant = "with zeros of every second body negated";
        self.run(variant, &scene.with_negated_zeros(), &truths)?;
        self.check_memory(scene, other, &base)?;
        self.check_backwards(scene, &truths)?;
        self.check_candidates(scene, &truths)?;
        self.check_world_cubes(scene, &truths)?;
        self.check_certificates(scene, &truths)
    }

    /// Runs a fresh detector on every frame and compares each with the truth.
    fn run(
        &self,
        variant: &str,
        scene: &Scene,
        truths: &[Truth],
    ) -> Result<Vec<Findings>, Failure> {
        let mut detector = self.prepared(variant, scene)?;
        self.run_prepared(&mut *detector, variant, scene, truths)
    }

    fn run_prepared(
        &self,
        detector: &mut dyn Detector,
        variant: &str,
        scene: &Scene,
        truths: &[Truth],
    ) -> Result<Vec<Findings>, Failure> {
        let mut all = Vec::with_capacity(truths.len());
        for (i, truth) in truths.iter().enumerate() {
            let mut found = Findings::default();
            detector
                .detect(&scene.frame(i), &scene.query(), &mut found)
                .unwrap();
            self.compare(variant, truth, &found)?;
            all.push(found);
        }
        Ok(all)
    }

    fn check_reversed(&self, scene: &Scene, truths: &[Truth]) -> Result<(), Failure> {
        let variant = "with bodies in reverse order";
        let reversed = scene.reversed();
        let mut detector = self.prepared(variant, &reversed)?;
        for (i, truth) in truths.iter().enumerate() {
            let mut found = Findings::default();
            detector
                .detect(&reversed.frame(i), &reversed.query(), &mut found)
                .unwrap();
            self.compare(variant, truth, &mapped_back(&found, scene.bodies.len()))?;
        }
        Ok(())
    }

    fn check_first_contact(&self, scene: &Scene, truths: &[Truth]) -> Result<(), Failure> {
        let variant = "asked for first contacts";
        let mut detector = self.prepared(variant, scene)?;
        let mut found = Findings::default();
        let query = scene.query().with_detail(Detail::FirstContact);
        for (i, truth) in truths.iter().enumerate() {
            detect(&mut *detector, &scene.frame(i), &query, &mut found);
            compare_first_contact(&self.profile, truth, &found)
                .map_err(|disagreement| self.failure(variant, disagreement))?;
        }
        Ok(())
    }

    /// Checks queries with candidate pairs.
    ///
    /// The true pairs as candidates give the full answer, fewer candidates give no other pairs, and
    /// a query without candidates gives the full answer again.
    fn check_candidates(&self, scene: &Scene, truths: &[Truth]) -> Result<(), Failure> {
        let variant = "with candidate pairs from outside";
        let mut detector = self.prepared(variant, scene)?;
        let mut found = Findings::default();
        for (i, truth) in truths.iter().enumerate() {
            let frame = scene.frame(i);
            let pairs: Vec<BodyPair> = truth.bodies(Meaning::Solids).map(|b| b.pair).collect();
            let query = scene.query().with_candidates(&pairs);
            detect(&mut *detector, &frame, &query, &mut found);
            self.compare(variant, truth, &found)?;
            // Every second true pair alone: the pairs left out still overlap in space.
            let some: Vec<BodyPair> = pairs.iter().copied().step_by(2).collect();
            for candidates in [&some[..], &[]] {
                let query = scene.query().with_candidates(candidates);
                detect(&mut *detector, &frame, &query, &mut found);
                let contacts = found.contacts.iter().map(|c| c.pair.bodies);
                let mut reported = contacts.chain(found.bodies.iter().map(|b| b.pair));
                if reported.any(|pair| !candidates.contains(&pair)) {
                    return Err(self.failure(variant, "it finds pairs that are no candidates"));
                }
            }
            detect(&mut *detector, &frame, &scene.query(), &mut found);
            self.compare(variant, truth, &found)?;
        }
        Ok(())
    }

    /// Checks that findings do not depend on the number of workers.
    fn check_workers(&self, scene: &Scene, base: &[Findings]) -> Result<(), Failure> {
        for workers in [2, 3, 5, 8].map(|n| NonZeroUsize::new(n).expect("it is not zero")) {
            let variant = format!("with {workers} workers");
            let mut detector = self.prepared(&variant, scene)?;
            let query = scene.query().with_workers(workers);
            let mut found = Findings::default();
            for (i, expected) in base.iter().enumerate() {
                detect(&mut *detector, &scene.frame(i), &query, &mut found);
                if found != *expected {
                    let what = format!("other findings in frame {i} of `{}`", scene.name);
                    return Err(self.failure(&variant, what));
                }
            }
        }
        Ok(())
    }

    /// Checks that a frame with a missing pose is rejected and leaves the findings empty.
    fn check_rejected(&self, scene: &Scene) -> Result<(), Failure> {
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
    fn check_insert_and_remove(&self, scene: &Scene, truths: &[Truth]) -> Result<(), Failure> {
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

    /// Checks a scaled scene.
    ///
    /// Scaling by a power of two changes no verdict unless coordinates underflow. In that case
    /// brute force computes the truth again, and the detector may refuse bodies that rounding made
    /// concave.
    fn check_scaled(&self, scene: &Scene, exponent: i32, truths: &[Truth]) -> Result<(), Failure> {
        // A large scene may leave the accepted range of coordinates.
        let Ok(scaled) = scene.scaled_by_power_of_two(exponent) else {
            return Ok(());
        };
        let variant = format!("scaled by 2^{exponent}");
        if exponent >= LEAST_EXACT_EXPONENT {
            return self.run(&variant, &scaled, truths).map(drop);
        }
        let Some(mut detector) = self.admitted(&scaled)? else {
            return Ok(());
        };
        let truths = self::truths(&scaled);
        let found = self.run_prepared(&mut *detector, &variant, &scaled, &truths);
        found.map(drop)
    }

    /// Checks a moved scene against its own truth, because moving rounds every coordinate.
    fn check_moved(&self, scene: &Scene) -> Result<(), Failure> {
        let side = scene.world_cube.size().max_element().max(f64::MIN_POSITIVE);
        let unit = 2f64.powi(side.log2().ceil() as i32);
        let moved = scene.moved(unit * Vec3::new(1024.0, -512.0, 2048.0));
        let moved = moved.expect("the offset is in range");
        self.run("moved far away", &moved, &truths(&moved))
            .map(drop)
    }

    /// Findings and work counts are the same for a fresh detector, for one that has seen another
    /// scene in between, and for findings that still hold something.
    fn check_memory(&self, scene: &Scene, other: &Scene, base: &[Findings]) -> Result<(), Failure> {
        let variant = "replayed by a fresh detector";
        let mut detector = self.prepared(variant, scene)?;
        self.replay(variant, &mut *detector, scene, base)?;
        let variant = "prepared again after another scene";
        for scene in [other, scene] {
            detector
                .prepare(&scene.bodies)
                .map_err(|error| self.failure(variant, error))?;
            let frame = scene.frame(scene.frames.len() - 1);
            detect(
                &mut *detector,
                &frame,
                &scene.query(),
                &mut Findings::default(),
            );
        }
        detector
            .prepare(&scene.bodies)
            .map_err(|error| self.failure(variant, error))?;
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
            detector
                .detect(&scene.frame(i), &scene.query(), &mut found)
                .unwrap();
            if found != *expected {
                found.work.clone_from(&expected.work);
                let work_only = found == *expected;
                detect(&mut *detector, &scene.frame(i), &scene.query(), &mut found);
                let what = if work_only {
                    format!(
                        "work counts {:?} instead of {:?}",
                        found.work, expected.work
                    )
                } else {
                    "other findings than before".to_string()
                };
                let reason = format!("frame {i} of `{}`: {what}", scene.name);
                return Err(self.failure(variant, reason));
            }
        }
        Ok(())
    }

    fn check_backwards(&self, scene: &Scene, truths: &[Truth]) -> Result<(), Failure> {
        let variant = "with frames backwards";
        let mut detector = self.prepared(variant, scene)?;
        let mut found = Findings::default();
        for (i, truth) in truths.iter().enumerate().rev() {
            detector
                .detect(&scene.frame(i), &scene.query(), &mut found)
                .unwrap();
            self.compare(variant, truth, &found)?;
        }
        Ok(())
    }

    fn check_world_cubes(&self, scene: &Scene, truths: &[Truth]) -> Result<(), Failure> {
        let Aabb { min, max } = scene.world_cube;
        let too_small = Aabb::new(min, min + (max - min) / 16.0);
        for (variant, world_cube) in [
            ("without a world cube", None),
            ("with too small a world cube", Some(too_small)),
        ] {
            let mut detector = self.prepared(variant, scene)?;
            let mut found = Findings::default();
            for (i, truth) in truths.iter().enumerate() {
                let query = scene.query().with_world(world_cube);
                detect(&mut *detector, &scene.frame(i), &query, &mut found);
                self.compare(variant, truth, &found)?;
            }
        }
        Ok(())
    }

    fn check_certificates(&self, scene: &Scene, truths: &[Truth]) -> Result<(), Failure> {
        let variant = "under growing budgets";
        let mut detector = self.prepared(variant, scene)?;
        let mut separator = Separator::new(&scene.bodies);
        for (i, truth) in truths.iter().enumerate() {
            let frame = scene.frame(i);
            let query = scene.query();
            let least = query.with_budget(Budget::Steps(0));
            let mut found = Findings::default();
            detect(&mut *detector, &frame, &least, &mut found);
            let certifies = !found.evidence.certificates.is_empty();
            self.certifies.set(self.certifies.get() || certifies);
            if !self.certifies.get() {
                continue;
            }
            separator.place(&frame);
            let mut invented = None;
            let no_contact = |c: &&Contact| truth.contacts().binary_search(c).is_err();
            let checked = check_budgets(
                &mut *detector,
                &frame,
                &query,
                &separator.separations(),
                |found| {
                    invented = invented.or(found.contacts.iter().find(no_contact).copied());
                },
            );
            let reason = |what: String| format!("frame {i} of `{}`: {what}", scene.name);
            checked.map_err(|(budget, fault)| {
                let steps = budget.map_or("no limit".to_string(), |n| format!("{n} steps"));
                self.failure(variant, reason(format!("with {steps}: {fault}")))
            })?;
            if let Some(contact) = invented {
                let what = format!("it reports {contact:?}, which is none");
                return Err(self.failure(variant, reason(what)));
            }
        }
        Ok(())
    }

    fn prepared(&self, variant: &str, scene: &Scene) -> Result<Box<dyn Detector>, Failure> {
        let mut detector = (self.make)();
        match detector.prepare(&scene.bodies) {
            Ok(()) => Ok(detector),
            Err(error) => {
                Err(self.failure(variant, format!("it now refuses `{}`: {error}", scene.name)))
            }
        }
    }

    /// Compares findings with the truth under the detector's claim.
    fn compare(&self, variant: &str, truth: &Truth, found: &Findings) -> Result<(), Failure> {
        compare(&self.profile, truth, found)
            .map_err(|disagreement| self.failure(variant, disagreement))?;
        let unasked = self.profile.meaning == Meaning::Surfaces && !truth.containment;
        if unasked && found.bodies.iter().any(|b| b.contained().is_some()) {
            return Err(self.failure(variant, "it reports contained bodies without being asked"));
        }
        Ok(())
    }

    fn failure(&self, variant: &str, reason: impl fmt::Display) -> Failure {
        let (variant, reason) = (variant.to_string(), reason.to_string());
        Failure {
            detector: self.profile.name,
            variant,
            reason,
        }
    }
}

fn truths(scene: &Scene) -> Vec<Truth> {
    let mut brute_force = BruteForce::new();
    brute_force
        .prepare(&scene.bodies)
        .expect("brute force accepts everything");
    (0..scene.frames.len())
        .map(|i| Truth::by(&mut brute_force, scene, i))
        .collect()
}

fn detect(detector: &mut dyn Detector, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
    detector
        .detect(frame, query, found)
        .expect("a scene's frames fit its bodies");
}

/// Returns stale findings, which a detector must clear.
fn left_over() -> Findings {
    let face = |body| FaceId {
        body: BodyId(body),
        face: 7,
    };
    let mut findings = Findings::default();
    findings.add_contact(FacePair::new(face(0), face(1)), Interference::Crossing);
    findings.add_bodies(
        BodyPair::new(BodyId(2), BodyId(1)),
        Reason::Contained(Contained::BInA),
    );
    findings.undecided.push(BodyPair::new(BodyId(0), BodyId(9)));
    findings.evidence.certificates.push(Certificate {
        pair: BodyPair::new(BodyId(0), BodyId(9)),
        known: Known::Apart,
        level: 3,
        spheres: [0; 2],
        centers: None,
    });
    findings.work.add(Counter::VERTICES_MOVED, 77);
    findings
}

/// Maps the findings of a scene with `count` reversed bodies back to the original order.
fn mapped_back(found: &Findings, count: usize) -> Findings {
    let body = |id: BodyId| BodyId(count as u32 - 1 - id.0);
    let bodies = |pair: BodyPair| BodyPair::new(body(pair.a), body(pair.b));
    let contact = |c: &Contact| {
        let a = FaceId {
            body: body(c.pair.bodies.a),
            face: c.pair.face_a,
        };
        let b = FaceId {
            body: body(c.pair.bodies.b),
            face: c.pair.face_b,
        };
        Contact {
            pair: FacePair::new(a, b),
            kind: c.kind,
        }
    };
    // The order of each pair was reversed, too.
    let contained = |b: &BodyFinding| BodyFinding {
        pair: bodies(b.pair),
        reason: match b.reason {
            Reason::Contained(Contained::AInB) => Reason::Contained(Contained::BInA),
            Reason::Contained(Contained::BInA) => Reason::Contained(Contained::AInB),
            other => other,
        },
    };
    let certificate = |c: &Certificate| Certificate {
        pair: bodies(c.pair),
        centers: c.centers.map(|[a, b]| [b, a]),
        ..*c
    };
    let spheres = |s: &SphereContact| SphereContact {
        spheres: [s.spheres[1], s.spheres[0]],
        ..*s
    };
    let mut mapped = found.clone();
    let evidence = &mut mapped.evidence;
    mapped.contacts = found.contacts.iter().map(contact).collect();
    mapped.bodies = found.bodies.iter().map(contained).collect();
    mapped.undecided = found.undecided.iter().map(|pair| bodies(*pair)).collect();
    evidence
        .certificates
        .iter_mut()
        .for_each(|c| *c = certificate(c));
    evidence.spheres.iter_mut().for_each(|s| *s = spheres(s));
    evidence.certificates.sort_unstable_by_key(|c| c.pair);
    mapped.contacts.sort_unstable();
    mapped.bodies.sort_unstable();
    mapped.undecided.sort_unstable();
    mapped
}
