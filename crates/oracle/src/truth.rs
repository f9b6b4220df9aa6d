//! What exact arithmetic says of a frame, and where a detector disagrees.

use baselines::BruteForce;
use collision::{
    BodyFinding, BodyPair, Claim, Contact, Contained, Detector, FacePair, Findings, Grain, Meaning,
    Profile, Reason,
};
use geometry::Interference;
use scenes::Scene;
use std::cmp::Ordering;
use std::fmt;
use std::num::NonZeroUsize;

/// Everything that is true of one frame: contacts, and swallowed bodies whether or not the scene
/// asks for them, so that it can judge detectors of surfaces and of solids.
#[derive(Clone, Debug)]
pub struct Truth {
    /// The scene's name.
    pub scene: String,
    /// The frame's index.
    pub frame: usize,
    /// Whether the frame asks for swallowed bodies.
    pub containment: bool,
    findings: Findings,
}

/// What brute force says of frame `index` of `scene`.
///
/// # Panics
/// When there is no such frame.
pub fn truth(scene: &Scene, index: usize) -> Truth {
    let mut judge = BruteForce::new();
    judge
        .prepare(&scene.bodies)
        .expect("brute force accepts everything");
    Truth::by(&mut judge, scene, index)
}

/// Whether `found` is what `truth` and the detector's own claim allow.
///
/// Face pairs, their kinds and body pairs must be equal under [`Claim::Exact`], and nothing may be
/// undecided; under [`Claim::NoMisses`] no pair of the truth may be missing, and under
/// [`Claim::WithinBound`] nothing can be judged by pairs alone. A detector whose grain is body pairs
/// is held to body pairs only. A detector of solids may name who is contained in whom, or leave it
/// out; a detector of surfaces answers it exactly when the frame asks.
///
/// # Errors
/// The first difference, in the order of findings.
pub fn compare(
    profile: &Profile,
    truth: &Truth,
    found: &Findings,
) -> Result<(), Box<Disagreement>> {
    let difference = match profile.claim {
        Claim::Exact => exact_difference(profile, truth, found),
        Claim::NoMisses => miss(profile, truth, found),
        Claim::WithinBound => None,
    };
    disagreement(profile, truth, difference)
}

fn disagreement(
    profile: &Profile,
    truth: &Truth,
    difference: Option<Difference>,
) -> Result<(), Box<Disagreement>> {
    match difference {
        None => Ok(()),
        Some(difference) => Err(Box::new(Disagreement {
            detector: profile.name,
            scene: truth.scene.clone(),
            frame: truth.frame,
            difference,
        })),
    }
}

/// A detector and the truth differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Disagreement {
    /// The detector's name.
    pub detector: &'static str,
    /// The scene's name.
    pub scene: String,
    /// The frame's index.
    pub frame: usize,
    /// The first difference.
    pub difference: Difference,
}

/// A pair on which verdicts differ.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// Two faces.
    Faces {
        /// The faces.
        pair: FacePair,
        /// What is true.
        truth: Interference,
        /// What was found.
        found: Interference,
    },
    /// Two bodies.
    Bodies {
        /// The bodies.
        pair: BodyPair,
        /// What is true; `None` for no collision.
        truth: Option<BodyFinding>,
        /// What was found.
        found: Option<BodyFinding>,
    },
    /// Two bodies on which the detector gave up although it claims to be exact.
    Undecided(BodyPair),
    /// Findings that are not sorted, or hold a pair twice.
    Disorder,
}

impl Truth {
    /// Everything that a prepared exact detector of face pairs finds in frame `index`: a fast
    /// witness in place of brute force, where all pairs are too many.
    pub fn by(judge: &mut dyn Detector, scene: &Scene, index: usize) -> Truth {
        let mut findings = Findings::default();
        let all_cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let everything = scene.query().with_containment(true).with_workers(all_cores);
        judge
            .detect(&scene.frame(index), &everything, &mut findings)
            .expect("a scene's frames fit its bodies");
        Truth::from_findings(&scene.name, index, scene.containment, findings)
    }

    /// The truth about a frame, given everything that is found in it when swallowed bodies are
    /// searched; `containment` says whether the frame asks for them.
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
        }
    }

    /// The same truth for a frame that asks for swallowed bodies, or does not.
    #[must_use]
    pub fn with_containment(self, containment: bool) -> Truth {
        Truth {
            containment,
            ..self
        }
    }

    /// All contacts of faces, sorted.
    pub fn contacts(&self) -> &[Contact] {
        &self.findings.contacts
    }

    /// The colliding pairs of bodies, sorted, in the given meaning.
    pub fn bodies(&self, meaning: Meaning) -> impl Iterator<Item = BodyFinding> + '_ {
        let swallowed = self.containment || meaning == Meaning::Solids;
        let bodies = self.findings.bodies.iter().copied();
        bodies.filter(move |body| swallowed || body.contained().is_none())
    }
}

fn exact_difference(profile: &Profile, truth: &Truth, found: &Findings) -> Option<Difference> {
    if let Some(pair) = found.undecided.first() {
        return Some(Difference::Undecided(*pair));
    }
    let by_faces = profile.grain == Grain::FacePairs;
    if !strictly_sorted(found.contacts.iter().map(|c| c.pair))
        || !strictly_sorted(found.bodies.iter().map(|b| b.pair))
    {
        return Some(Difference::Disorder);
    }
    let faces = by_faces.then(|| first_face_difference(truth.contacts(), &found.contacts));
    faces
        .flatten()
        .or_else(|| body_difference(profile, truth, found))
}

fn body_difference(profile: &Profile, truth: &Truth, found: &Findings) -> Option<Difference> {
    let truth: Vec<_> = truth.bodies(profile.meaning).collect();
    // That solids share a point answers no question about surfaces.
    let answers = |b: &&BodyFinding| match profile.meaning {
        Meaning::Surfaces => b.reason != Reason::Solids,
        Meaning::Solids => true,
    };
    let found: Vec<_> = found.bodies.iter().filter(answers).copied().collect();
    first_body_difference(&truth, &found, profile.meaning)
}

/// Whether `found` is what `truth` and an exact detector's own claim allow for a query for first
/// contacts ([`collision::Detail::FirstContact`]): the same body pairs, and for each at most one
/// contact, which is a true one; exactly one where the bodies are reported for their contacts.
///
/// # Errors
/// The first difference, in the order of findings.
pub fn compare_first_contact(
    profile: &Profile,
    truth: &Truth,
    found: &Findings,
) -> Result<(), Box<Disagreement>> {
    let difference = match profile.claim {
        Claim::Exact => first_contact_difference(profile, truth, found),
        Claim::NoMisses | Claim::WithinBound => None,
    };
    disagreement(profile, truth, difference)
}

fn first_contact_difference(
    profile: &Profile,
    truth: &Truth,
    found: &Findings,
) -> Option<Difference> {
    if let Some(pair) = found.undecided.first() {
        return Some(Difference::Undecided(*pair));
    }
    let bodies = |c: &Contact| c.pair.bodies;
    if !strictly_sorted(found.contacts.iter().map(bodies))
        || !strictly_sorted(found.bodies.iter().map(|b| b.pair))
    {
        return Some(Difference::Disorder);
    }
    let is_false = |c: &&Contact| truth.contacts().binary_search(c).is_err();
    if let Some(contact) = found.contacts.iter().find(is_false) {
        let same_faces = |c: &&Contact| c.pair == contact.pair;
        let true_kind = truth.contacts().iter().find(same_faces);
        return Some(Difference::Faces {
            pair: contact.pair,
            truth: true_kind.map_or(Interference::Apart, |c| c.kind),
            found: contact.kind,
        });
    }
    body_difference(profile, truth, found)
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

/// The first pair of the truth that was not found. A pair left undecided is not a miss.
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
        found
            .bodies
            .binary_search_by_key(&b.pair, |f| f.pair)
            .is_err()
            && !undecided(&b.pair)
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

impl std::error::Error for Disagreement {}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement {
            detector,
            scene,
            frame,
            difference,
        } = self;
        write!(
            f,
            "`{detector}` disagrees with exact arithmetic in frame {frame} of `{scene}`: "
        )?;
        match difference {
            Difference::Faces { pair, truth, found } => {
                let (a, b) = (pair.bodies.a.0, pair.bodies.b.0);
                write!(
                    f,
                    "face {} of body {a} and face {} of body {b} are {}, but it found them {}",
                    pair.face_a,
                    pair.face_b,
                    kind_name(*truth),
                    kind_name(*found)
                )
            }
            Difference::Bodies { pair, truth, found } => write!(
                f,
                "bodies {} and {} {}, but it found that they {}",
                pair.a.0,
                pair.b.0,
                body_verdict(truth),
                body_verdict(found)
            ),
            Difference::Undecided(pair) => {
                write!(
                    f,
                    "it gave up on bodies {} and {}, and claims to be exact",
                    pair.a.0, pair.b.0
                )
            }
            Difference::Disorder => {
                f.write_str("its findings are not sorted, or hold a pair twice")
            }
        }
    }
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
