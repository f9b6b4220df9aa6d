//! Conformance suite of every detector: its claim must hold in each variant of each scene.
//!
//! | variant | fault that it finds |
//! |---|---|
//! | as it is | a wrong verdict |
//! | with, without containment | a contained body missed, or reported without request |
//! | asked for first contacts | a wrong yes or no, a false contact, more than one |
//! | 2, 3, 5, 8 workers, which share all frames | findings or work counts that depend on threads |
//! | a pose too few | silence instead of an error |
//! | the last body inserted later | state that is made in `prepare` only |
//! | the first body removed | pairs of a body that is gone |
//! | bodies in reverse order | a test that is not symmetric, pairs in the wrong order |
//! | moved by 2^10, 2^30, 2^52 sizes | tolerances for one scale, local coordinates that round |
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

use crate::truth::{Truth, brute_force, compare, compare_first_contact, detect};
use crate::{Separator, check_budgets};
use admission::check_admission;
use collision::{
    Body, BodyId, BodyPair, Budget, Certificate, Claim, Contact, Contained, Counter, Detail,
    Detector, FacePair, Findings, Frame, Known, Meaning, Profile, Query, Reason, Rejected, Sharing,
};
use geometry::{Aabb, Interference, Vec3, power_of_two};
use scenes::Scene;
use std::cell::Cell;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use thiserror::Error;

/// Exponents of the powers of two by which scenes are scaled.
///
/// At -1040 coordinates underflow, at -900 their products do, and 90 almost reaches the largest
/// accepted coordinate.
pub const EXPONENTS: [i32; 3] = [-1040, -900, 90];

/// Exponents of the powers of two of its size by which a scene is moved.
///
/// At 52, one unit in the last place of a coordinate is about the size of the scene.
pub const OFFSETS: [i32; 3] = [10, 30, 52];

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
#[derive(Clone, Debug, Error, PartialEq)]
#[error("`{detector}` fails its conformance suite {variant}: {reason}")]
pub struct Failure {
    /// Name of the detector.
    pub detector: &'static str,
    /// Change made to the scene or to the query.
    pub variant: String,
    /// Scene, frame, and difference from the expected answer.
    pub reason: String,
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
        let checked = check_admission(&self.profile.accepts, &scene.bodies, &answer);
        let wrong = |reason| self.failure(&format!("when preparing `{}`", scene.name), reason);
        checked.map_err(wrong)?;
        if answer.is_err() {
            let cube = Body::rigid("cube", Arc::new(scenes::bodies::cube(1.0)));
            let refuses =
                detector.prepare(&[cube]).is_ok() && detector.prepare(&scene.bodies).is_err();
            if refuses && detector.world().body_count() > 0 {
                return Err(wrong("it refuses the bodies and keeps earlier ones".into()));
            }
        }
        Ok(answer.is_ok().then_some(detector))
    }

    fn check_scene(&self, scene: &Scene, other: &Scene) -> Result<(), Failure> {
        let truths = truths(scene);
        let base = self.run("as it is", scene, &truths)?;

        for (variant, asks) in [("without containment", false), ("with containment", true)] {
            let asking = scene.clone().with_containment(asks);
            let truths = truths.iter().map(|t| t.clone().with_containment(asks));
            self.run(variant, &asking, &truths.collect::<Vec<_>>())?;
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
        each_frame(detector, scene, &scene.query(), |i, found| {
            self.compare(variant, &truths[i], &found)?;
            all.push(found);
            Ok(())
        })?;
        Ok(all)
    }

    fn check_reversed(&self, scene: &Scene, truths: &[Truth]) -> Result<(), Failure> {
        let variant = "with bodies in reverse order";
        let reversed = scene.reversed();
        let mut detector = self.prepared(variant, &reversed)?;
        each_frame(&mut *detector, &reversed, &reversed.query(), |i, found| {
            let found = mapped_back(&found, scene.bodies.len());
            self.compare(variant, &truths[i], &found)
        })
    }

    fn check_first_contact(&self, scene: &Scene, truths: &[Truth]) -> Result<(), Failure> {
        let variant = "asked for first contacts";
        let mut detector = self.prepared(variant, scene)?;
        let query = scene.query().with_detail(Detail::FirstContact);
        each_frame(&mut *detector, scene, &query, |i, found| {
            compare_first_contact(&self.profile, &truths[i], &found)
                .map_err(|disagreement| self.failure(variant, disagreement))
        })
    }

    /// Checks queries with candidate pairs.
    ///
    /// The true pairs as candidates give the full answer, fewer candidates give no other pairs, and
    /// a query without candidates gives the full answer again.
    fn check_candidates(&self, scene: &Scene, truths: &[Truth]) -> Result<(), Failure> {
        let variant = "with candidate pairs from outside";
        let mut detector = self.prepared(variant, scene)?;
        for (i, truth) in truths.iter().enumerate() {
            let (frame, query) = (scene.frame(i), scene.query());
            let pairs: Vec<BodyPair> = truth.bodies(Meaning::Solids).map(|b| b.pair).collect();
            let found = detect(&mut *detector, &frame, &query.with_candidates(&pairs));
            self.compare(variant, truth, &found)?;
            // Every second true pair alone: the pairs left out still overlap in space.
            let some: Vec<BodyPair> = pairs.iter().copied().step_by(2).collect();
            for candidates in [&some[..], &[]] {
                let found = detect(&mut *detector, &frame, &query.with_candidates(candidates));
                let contacts = found.contacts.iter().map(|c| c.pair.bodies);
                let mut reported = contacts.chain(found.bodies.iter().map(|b| b.pair));
                if reported.any(|pair| !candidates.contains(&pair)) {
                    return Err(self.failure(variant, "it finds pairs that are no candidates"));
                }
                let asked = truth.bodies(self.profile.meaning).map(|b| b.pair);
                let mut asked = asked.filter(|pair| candidates.contains(pair));
                let exact = self.profile.claim == Claim::Exact;
                if exact && asked.any(|pair| found.bodies.iter().all(|b| b.pair != pair)) {
                    return Err(self.failure(variant, "it misses a candidate that collides"));
                }
            }
            let found = detect(&mut *detector, &frame, &query);
            self.compare(variant, truth, &found)?;
        }
        Ok(())
    }

    /// Checks that findings do not depend on the number of workers.
    fn check_workers(&self, scene: &Scene, base: &[Findings]) -> Result<(), Failure> {
        for workers in [2, 3, 5, 8].map(|n| NonZeroUsize::new(n).expect("it is not zero")) {
            let variant = format!("with {workers} workers");
            let mut detector = self.prepared(&variant, scene)?;
            // Most frames of these scenes are too small for threads to gain.
            let query = scene.query().with_workers(workers);
            let query = query.with_sharing(Sharing::Always);
            each_frame(&mut *detector, scene, &query, |i, found| {
                if found == base[i] {
                    return Ok(());
                }
                let what = format!("other findings in frame {i} of `{}`", scene.name);
                Err(self.failure(&variant, what))
            })?;
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

    /// Checks moved scenes against their own truth, because moving rounds every coordinate.
    fn check_moved(&self, scene: &Scene) -> Result<(), Failure> {
        let side = scene.world_cube.size().max_element().max(f64::MIN_POSITIVE);
        let unit = power_of_two(side.log2().ceil() as i32);
        for exponent in OFFSETS {
            let offset = unit * power_of_two(exponent) * Vec3::new(1.0, -0.5, 2.0);
            // The largest offset takes a large scene out of the accepted range.
            let Ok(moved) = scene.moved(offset) else {
                continue;
            };
            let variant = format!("moved by 2^{exponent} of its sizes");
            self.run(&variant, &moved, &truths(&moved))?;
        }
        Ok(())
    }

    /// Findings and work counts are the same for a fresh detector, for one that has seen another
    /// scene in between, and for findings that still hold something.
    fn check_memory(&self, scene: &Scene, other: &Scene, base: &[Findings]) -> Result<(), Failure> {
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

    fn check_backwards(&self, scene: &Scene, truths: &[Truth]) -> Result<(), Failure> {
        let variant = "with frames backwards";
        let mut detector = self.prepared(variant, scene)?;
        for (i, truth) in truths.iter().enumerate().rev() {
            let found = detect(&mut *detector, &scene.frame(i), &scene.query());
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
            let query = scene.query().with_world(world_cube);
            each_frame(&mut *detector, scene, &query, |i, found| {
                self.compare(variant, &truths[i], &found)
            })?;
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
            let found = detect(&mut *detector, &frame, &least);
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
    let mut brute_force = brute_force(&scene.bodies);
    Truth::by_frame(&mut brute_force, scene, 0..scene.frames.len())
}

/// Runs a detector on every frame of a scene and passes the index and the findings to `check`.
fn each_frame(
    detector: &mut dyn Detector,
    scene: &Scene,
    query: &Query<'_>,
    mut check: impl FnMut(usize, Findings) -> Result<(), Failure>,
) -> Result<(), Failure> {
    (0..scene.frames.len()).try_for_each(|i| {
        let found = detect(detector, &scene.frame(i), query);
        check(i, found)
    })
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

/// Maps the findings of a scene with `count` reversed bodies back to the original order.
fn mapped_back(found: &Findings, count: usize) -> Findings {
    let body = |id: BodyId| BodyId(count as u32 - 1 - id.0);
    let bodies = |pair: BodyPair| BodyPair::new(body(pair.a), body(pair.b));
    // The order of each pair was reversed, too.
    let mut mapped = found.clone();
    for contact in &mut mapped.contacts {
        let FacePair { face_a, face_b, .. } = contact.pair;
        contact.pair = FacePair {
            bodies: bodies(contact.pair.bodies),
            face_a: face_b,
            face_b: face_a,
        };
    }
    for finding in &mut mapped.bodies {
        finding.pair = bodies(finding.pair);
        finding.reason = match finding.reason {
            Reason::Contained(Contained::AInB) => Reason::Contained(Contained::BInA),
            Reason::Contained(Contained::BInA) => Reason::Contained(Contained::AInB),
            other => other,
        };
    }
    for pair in &mut mapped.undecided {
        *pair = bodies(*pair);
    }
    let evidence = &mut mapped.evidence;
    for certificate in &mut evidence.certificates {
        certificate.pair = bodies(certificate.pair);
        certificate.centers = certificate.centers.map(|[a, b]| [b, a]);
    }
    for contact in &mut evidence.spheres {
        contact.spheres.reverse();
    }
    evidence.certificates.sort_unstable_by_key(|c| c.pair);
    mapped.contacts.sort_unstable();
    mapped.bodies.sort_unstable();
    mapped.undecided.sort_unstable();
    mapped
}
