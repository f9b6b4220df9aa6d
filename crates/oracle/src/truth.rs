//! Exact answer for a frame, and comparison of a detector's findings with it.

use crate::partial::{SolidParts, partly_contained};
use baselines::BruteForce;
use collision::{
    Body, BodyFinding, BodyId, BodyPair, Claim, Contact, Contained, Detail, Detector, FacePair,
    Findings, Frame, Grain, Meaning, Profile, Query, Reason,
};
use geometry::Interference;
use scenes::Scene;
use std::cmp::Ordering;
use std::num::NonZeroUsize;
use thiserror::Error;

/// Exact answer for one frame.
///
/// Has all contacts and contained bodies, even if the scene does not ask for containment. So it
/// applies to detectors of surfaces and of solids.
#[derive(Clone, Debug)]
pub struct Truth {
    /// Name of the scene.
    pub scene: String,
    /// Index of the frame.
    pub frame: usize,
    /// True if the frame asks for contained bodies.
    pub containment: bool,
    findings: Findings,
    /// Pairs of which only a part lies inside the other: their solids meet, their surfaces do not.
    partly_contained: Vec<BodyFinding>,
}

/// Returns the exact answer for frame `index` of `scene`, by brute force.
///
/// # Panics
/// Panics if `index` is out of range.
pub fn truth(scene: &Scene, index: usize) -> Truth {
    Truth::by(&mut brute_force(&scene.bodies), scene, index)
}

/// Returns brute force, prepared for these bodies.
pub(crate) fn brute_force(bodies: &[Body]) -> BruteForce {
    let mut brute_force = BruteForce::new();
    let prepared = brute_force.prepare(bodies);
    prepared.expect("brute force accepts everything");
    brute_force
}

/// Returns the findings of a prepared detector in a frame that fits its bodies.
pub(crate) fn detect(
    detector: &mut dyn Detector,
    frame: &Frame<'_>,
    query: &Query<'_>,
) -> Findings {
    let mut found = Findings::default();
    let detected = detector.detect(frame, query, &mut found);
    detected.expect("the frame fits the bodies");
    found
}

/// Checks `found` against `truth` under the detector's claim.
///
/// | claim | requirement |
/// |---|---|
/// | [`Claim::Exact`] | equal face pairs, kinds and body pairs, and nothing undecided |
/// | [`Claim::NoMisses`] | no pair of the truth is missing |
/// | [`Claim::WithinBound`] | none here: pairs alone cannot refute it |
/// | [`Claim::Unproved`] | none |
///
/// For a detector with the grain of body pairs, only body pairs count. A detector of solids may
/// report or omit which body contains the other. A detector of surfaces must report it exactly if
/// the frame asks.
///
/// # Errors
/// Returns the first difference, in the order of findings.
pub fn compare(
    profile: &Profile,
    truth: &Truth,
    found: &Findings,
) -> Result<(), Box<Disagreement>> {
    let difference = match profile.claim {
        Claim::Exact => exact_difference(profile, truth, found, Detail::AllContacts),
        Claim::NoMisses => miss(profile, truth, found),
        Claim::WithinBound | Claim::Unproved => None,
    };
    disagreement(profile, truth, difference)
}

/// Checks the findings of a query for first contacts ([`Detail::FirstContact`]).
///
/// An exact detector must report the true body pairs. Each has at most one contact, which must be
/// true, and exactly one if contacts are the reason of the collision. Other claims are not checked.
///
/// # Errors
/// Returns the first difference, in the order of findings.
pub fn compare_first_contact(
    profile: &Profile,
    truth: &Truth,
    found: &Findings,
) -> Result<(), Box<Disagreement>> {
    let difference = match profile.claim {
        Claim::Exact => exact_difference(profile, truth, found, Detail::FirstContact),
        Claim::NoMisses | Claim::WithinBound | Claim::Unproved => None,
    };
    disagreement(profile, truth, difference)
}

fn disagreement(
    profile: &Profile,
    truth: &Truth,
    difference: Option<Difference>,
) -> Result<(), Box<Disagreement>> {
    let Some(difference) = difference else {
        return Ok(());
    };
    Err(Box::new(Disagreement {
        detector: profile.name,
        scene: truth.scene.clone(),
        frame: truth.frame,
        difference,
    }))
}

/// Difference between a detector's findings and the truth.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("`{detector}` disagrees with exact arithmetic in frame {frame} of `{scene}`: {difference}")]
pub struct Disagreement {
    /// Name of the detector.
    pub detector: &'static str,
    /// Name of the scene.
    pub scene: String,
    /// Index of the frame.
    pub frame: usize,
    /// First difference in the order of findings.
    pub difference: Difference,
}

/// Pair whose answers differ, or another fault of the findings.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Difference {
    /// Two faces.
    #[error(
        "face {} of body {} and face {} of body {} are {}, but it found them {}",
        pair.face_a, pair.bodies.a.0, pair.face_b, pair.bodies.b.0, kind_name(*truth),
        kind_name(*found)
    )]
    Faces {
        /// The faces.
        pair: FacePair,
        /// Exact relation.
        truth: Interference,
        /// Relation reported by the detector.
        found: Interference,
    },
    /// Two bodies.
    #[error(
        "{pair} {}, but it found that they {}",
        body_verdict(truth),
        body_verdict(found)
    )]
    Bodies {
        /// The bodies.
        pair: BodyPair,
        /// Exact answer; `None` for no collision.
        truth: Option<BodyFinding>,
        /// Answer of the detector; `None` for no collision.
        found: Option<BodyFinding>,
    },
    /// Two bodies that a detector with the claim `Exact` left undecided.
    #[error("it left {0} undecided, although it claims to be exact")]
    Undecided(BodyPair),
    /// Findings that are unsorted or contain a pair twice.
    #[error("its findings are unsorted or contain a pair twice")]
    Disorder,
}

impl Truth {
    /// Returns the findings of a prepared exact detector of face pairs in frame `index`.
    ///
    /// Replaces brute force where testing all pairs takes too long. Uses all cores.
    pub fn by(exact: &mut dyn Detector, scene: &Scene, index: usize) -> Truth {
        let mut parts = SolidParts::new(&scene.bodies);
        Truth::with_parts(exact, scene, index, &mut parts)
    }

    /// Returns [`Truth::by`] for each of some frames. Computes what no motion changes only once.
    pub fn by_frame(
        exact: &mut dyn Detector,
        scene: &Scene,
        frames: impl IntoIterator<Item = usize>,
    ) -> Vec<Truth> {
        let mut parts = SolidParts::new(&scene.bodies);
        let frames = frames.into_iter();
        frames
            .map(|i| Truth::with_parts(exact, scene, i, &mut parts))
            .collect()
    }

    fn with_parts(
        exact: &mut dyn Detector,
        scene: &Scene,
        index: usize,
        parts: &mut SolidParts<'_>,
    ) -> Truth {
        let all_cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let everything = scene.query().with_containment(true).with_workers(all_cores);
        let findings = detect(exact, &scene.frame(index), &everything);
        Truth {
            partly_contained: partly_contained(scene, index, &findings, parts),
            ..Truth::from_findings(&scene.name, index, scene.containment, findings)
        }
    }

    /// Creates the truth of a frame from exact findings that include contained bodies. No body of
    /// several parts may have only some of them inside another body.
    ///
    /// `containment` is true if the frame asks for contained bodies.
    pub fn from_findings(
        scene: impl Into<String>,
        frame: usize,
        containment: bool,
        findings: Findings,
    ) -> Truth {
        Truth {
            scene: scene.into(),
            frame,
            containment,
            findings,
            partly_contained: Vec::new(),
        }
    }

    /// Returns the same truth for a frame that asks for contained bodies, or does not.
    #[must_use]
    pub fn with_containment(self, containment: bool) -> Truth {
        Truth {
            containment,
            ..self
        }
    }

    /// Returns the truth about the same frame without a body.
    #[must_use]
    pub fn without(&self, body: BodyId) -> Truth {
        let mut truth = self.clone();
        let stays = |pair: BodyPair| pair.a != body && pair.b != body;
        truth.findings.contacts.retain(|c| stays(c.pair.bodies));
        truth.findings.bodies.retain(|b| stays(b.pair));
        truth.partly_contained.retain(|b| stays(b.pair));
        truth
    }

    /// Returns all contacts of faces, sorted.
    pub fn contacts(&self) -> &[Contact] {
        &self.findings.contacts
    }

    /// Returns the colliding pairs of bodies in the given meaning, sorted.
    pub fn bodies(&self, meaning: Meaning) -> impl Iterator<Item = BodyFinding> + '_ {
        let solids = meaning == Meaning::Solids;
        let with_contained = self.containment || solids;
        let surfaces = self.findings.bodies.iter();
        let surfaces = surfaces.filter(move |b| with_contained || b.contained().is_none());
        let mut partly = self
            .partly_contained
            .iter()
            .filter(move |_| solids)
            .peekable();
        let mut surfaces = surfaces.peekable();
        std::iter::from_fn(move || {
            let first = |b: &&BodyFinding| surfaces.peek().is_none_or(|s| b.pair < s.pair);
            partly.next_if(first).or_else(|| surfaces.next()).copied()
        })
    }
}

fn exact_difference(
    profile: &Profile,
    truth: &Truth,
    found: &Findings,
    detail: Detail,
) -> Option<Difference> {
    if let Some(pair) = found.undecided.first() {
        return Some(Difference::Undecided(*pair));
    }
    let contacts = found.contacts.iter();
    let contacts_in_order = match detail {
        Detail::FirstContact => strictly_sorted(contacts.map(|c| c.pair.bodies)),
        Detail::AllContacts => strictly_sorted(contacts.map(|c| c.pair)),
    };
    if !contacts_in_order || !strictly_sorted(found.bodies.iter().map(|b| b.pair)) {
        return Some(Difference::Disorder);
    }
    let faces = match (detail, profile.grain) {
        (Detail::FirstContact, _) => first_false_contact(truth.contacts(), &found.contacts),
        (_, Grain::FacePairs) => first_face_difference(truth.contacts(), &found.contacts),
        (_, Grain::BodyPairs) => None,
    };
    faces.or_else(|| body_difference(profile, truth, found))
}

fn body_difference(profile: &Profile, truth: &Truth, found: &Findings) -> Option<Difference> {
    let truth: Vec<_> = truth.bodies(profile.meaning).collect();
    // A finding that solids share a point states nothing about surfaces.
    let answers = |b: &&BodyFinding| match profile.meaning {
        Meaning::Surfaces => b.reason != Reason::Solids,
        Meaning::Solids => true,
    };
    let found: Vec<_> = found.bodies.iter().filter(answers).copied().collect();
    first_body_difference(&truth, &found, profile.meaning)
}

fn first_false_contact(truth: &[Contact], found: &[Contact]) -> Option<Difference> {
    let is_false = |c: &&Contact| truth.binary_search(c).is_err();
    let contact = found.iter().find(is_false)?;
    let true_kind = truth.iter().find(|c| c.pair == contact.pair);
    Some(Difference::Faces {
        pair: contact.pair,
        truth: true_kind.map_or(Interference::Apart, |c| c.kind),
        found: contact.kind,
    })
}

fn strictly_sorted<T: Ord>(values: impl Iterator<Item = T>) -> bool {
    values.is_sorted_by(|x, y| x < y)
}

fn first_face_difference(truth: &[Contact], found: &[Contact]) -> Option<Difference> {
    let kind = |contact: Option<&Contact>| contact.map_or(Interference::Apart, |c| c.kind);
    let unequal = |(_, t, f): &(FacePair, Option<&Contact>, Option<&Contact>)| kind(*t) != kind(*f);
    let (pair, truth, found) = merge(truth, found, |c| c.pair).find(unequal)?;
    Some(Difference::Faces {
        pair,
        truth: kind(truth),
        found: kind(found),
    })
}

fn first_body_difference(
    truth: &[BodyFinding],
    found: &[BodyFinding],
    meaning: Meaning,
) -> Option<Difference> {
    let unequal = |(_, t, f): &(BodyPair, Option<&BodyFinding>, Option<&BodyFinding>)| match (t, f)
    {
        (Some(t), Some(f)) => {
            let left_out = meaning == Meaning::Solids && f.contained().is_none();
            !left_out && t.contained() != f.contained()
        }
        _ => true,
    };
    let (pair, truth, found) = merge(truth, found, |b| b.pair).find(unequal)?;
    Some(Difference::Bodies {
        pair,
        truth: truth.copied(),
        found: found.copied(),
    })
}

/// Returns the first pair of the truth that was not found. An undecided pair is not a miss.
fn miss(profile: &Profile, truth: &Truth, found: &Findings) -> Option<Difference> {
    let undecided = |pair: &BodyPair| found.undecided.contains(pair);
    if profile.grain == Grain::FacePairs {
        let missing = |c: &&Contact| {
            let faces = &found.contacts;
            faces.binary_search_by_key(&c.pair, |f| f.pair).is_err() && !undecided(&c.pair.bodies)
        };
        if let Some(contact) = truth.contacts().iter().find(missing) {
            let (pair, truth) = (contact.pair, contact.kind);
            return Some(Difference::Faces {
                pair,
                truth,
                found: Interference::Apart,
            });
        }
    }
    let missing = |b: &BodyFinding| {
        let bodies = &found.bodies;
        bodies.binary_search_by_key(&b.pair, |f| f.pair).is_err() && !undecided(&b.pair)
    };
    let body = truth.bodies(profile.meaning).find(missing)?;
    Some(Difference::Bodies {
        pair: body.pair,
        truth: Some(body),
        found: None,
    })
}

/// Walks two sorted lists and joins their entries by key.
pub(crate) fn merge<'a, T, K: Ord + Copy>(
    mut x: &'a [T],
    mut y: &'a [T],
    key: impl Fn(&T) -> K,
) -> impl Iterator<Item = (K, Option<&'a T>, Option<&'a T>)> {
    std::iter::from_fn(move || {
        let order = match (x.first(), y.first()) {
            (None, None) => return None,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(x), Some(y)) => key(x).cmp(&key(y)),
        };
        let (mut from_x, mut from_y) = (None, None);
        if order.is_le() {
            from_x = x.split_off_first();
        }
        if order.is_ge() {
            from_y = y.split_off_first();
        }
        let first = from_x.or(from_y)?;
        Some((key(first), from_x, from_y))
    })
}

fn kind_name(kind: Interference) -> &'static str {
    match kind {
        Interference::Apart => "apart",
        Interference::Touching => "touching",
        Interference::Crossing => "crossing",
        Interference::CoplanarOverlap => "overlapping in one plane",
    }
}

fn body_verdict(finding: &Option<BodyFinding>) -> &'static str {
    match finding {
        None => "do not collide",
        Some(finding) => match finding.contained() {
            None => "collide",
            Some(Contained::AInB) => "collide, the first in the second",
            Some(Contained::BInA) => "collide, the second in the first",
        },
    }
}
