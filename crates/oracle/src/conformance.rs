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
mod changed_scenes;
mod queries;
mod state;

use crate::truth::{Truth, brute_force, compare, detect};
use admission::check_admission;
use collision::{Body, Detector, Findings, Meaning, Profile, Query};
use scenes::Scene;
use std::cell::Cell;
use std::fmt;
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
