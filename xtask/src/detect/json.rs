//! JSON of `detect --out`.

use super::DetectRun;
use super::closest::ClosestOutput;
use catalog::{
    BodyFinding, BodyPair, Certificate, Contained, FacePair, Findings, Known, Reason, SweptContact,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// The JSON of `--out`, without line breaks:
///
/// ```json
/// {"scene": "bullet", "detector": "face-octree-swept times=certified", "version": 1, "frames": [
///   {"frame": 0, "pairs": [
///     {"a": 0, "b": 1, "faces": [], "contained": null, "by": "swept",
///      "swept": [{"faces": [4, 7], "earliest": 0.25, "latest": 0.31}]}]}]}
/// ```
#[derive(Serialize)]
pub(super) struct Answers<'a> {
    scene: &'a str,
    detector: &'a str,
    /// Version of this form: [`Answers::VERSION`].
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<u64>,
    frames: Vec<FrameOutput>,
}

impl Answers<'_> {
    /// Version of the form. New keys keep it. One that changes its meaning or goes away makes a new
    /// version.
    const VERSION: u32 = 1;
}

#[derive(Serialize)]
struct FrameOutput {
    frame: usize,
    pairs: Vec<PairJson>,
    /// Bodies that the detector has not proved apart, without being asked to stop. Present if there
    /// are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    undecided: Vec<[u32; 2]>,
    /// Present for time-critical detectors only.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificates: Option<Vec<CertificateOutput>>,
    /// Present for detectors of closest features only: pairs that collide, and those apart if
    /// distances are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    closest: Option<Vec<ClosestOutput>>,
}

#[derive(Serialize)]
struct PairJson {
    a: u32,
    b: u32,
    /// Faces in contact at the frame's instant.
    faces: Vec<[u32; 2]>,
    contained: Option<Contained>,
    /// `solids` if the bodies collide by proof of their solids, without named faces; `swept` if
    /// they are apart at the frame's instant, and may meet before the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'static str>,
    /// Faces that may meet until the next instant, those in contact included. Present if there are
    /// any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    swept: Vec<SweptOutput>,
}

/// Two faces that may meet until the next instant.
#[derive(Serialize)]
struct SweptOutput {
    faces: [u32; 2],
    /// Present if the detector certifies times.
    #[serde(flatten)]
    time: Option<TimeOutput>,
}

/// Proved interval of a first contact, from the frame's instant (0) to the next (1).
#[derive(Serialize)]
struct TimeOutput {
    earliest: f64,
    /// `null` if no contact is proved.
    latest: Option<f64>,
}

/// Proof about two bodies whose boxes overlap.
#[derive(Serialize)]
pub(super) struct CertificateOutput {
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) known: &'static str,
    /// Upper bound of the separation of an undecided pair, in scene units.
    pub(super) bound: Option<f64>,
    pub(super) level: u8,
    /// Number of sphere pairs on which the search stopped.
    pub(super) spheres: usize,
}

/// Result of `--json`: the findings of `--out`, with counts, work and notes.
#[derive(Serialize)]
pub(super) struct DetectResult<'a> {
    #[serde(flatten)]
    answers: Answers<'a>,
    bodies: Vec<BodyOutput<'a>>,
    contacts: ContactCounts,
    /// Work counts of all frames together, by name.
    work: BTreeMap<&'static str, u64>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct BodyOutput<'a> {
    name: &'a str,
    faces: usize,
    deforms: bool,
}

/// Numbers of face pairs of each kind, in all frames.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct ContactCounts {
    crossing: usize,
    touching: usize,
    coplanar_overlap: usize,
}

impl DetectRun<'_> {
    /// Returns the result of `--json`.
    pub(super) fn result(&self) -> DetectResult<'_> {
        let bodies = self.scene.bodies.iter().map(|body| BodyOutput {
            name: &body.name,
            faces: body.mesh().face_count(),
            deforms: body.deforms,
        });
        let [crossing, touching, coplanar_overlap] = self.contact_counts();
        let work = self.work();
        DetectResult {
            answers: self.output(),
            bodies: bodies.collect(),
            contacts: ContactCounts {
                crossing,
                touching,
                coplanar_overlap,
            },
            work: work.entries().collect(),
            notes: &self.scene.notes,
        }
    }

    /// Returns the findings of all frames.
    pub(super) fn output(&self) -> Answers<'_> {
        let frame = |(frame, found): (usize, &Findings)| {
            let pairs = found.bodies.iter().map(|body| pair_output(body, found));
            let certificates = found.evidence.certificates.iter();
            let certificates = certificates.map(|c| certificate_output(c, found));
            let closest = found.evidence.closest.iter().map(ClosestOutput::new);
            FrameOutput {
                frame,
                pairs: pairs.collect(),
                undecided: found.undecided.iter().map(|p| [p.a.0, p.b.0]).collect(),
                certificates: self.certifies.then(|| certificates.collect()),
                closest: self.measures.then(|| closest.collect()),
            }
        };
        Answers {
            scene: &self.scene.name,
            detector: &self.label,
            version: Answers::VERSION,
            steps: self.steps,
            frames: self.answers.iter().enumerate().map(frame).collect(),
        }
    }
}

/// Returns a certificate with the number of its sphere pairs.
pub(super) fn certificate_output(certificate: &Certificate, found: &Findings) -> CertificateOutput {
    let (known, bound) = match certificate.known {
        Known::Apart => ("apart", None),
        Known::Interfering => ("interfering", None),
        Known::Undecided { bound } => ("undecided", Some(bound)),
    };
    CertificateOutput {
        a: certificate.pair.a.0,
        b: certificate.pair.b.0,
        known,
        bound,
        level: certificate.level,
        spheres: found.evidence.spheres_of(certificate).len(),
    }
}

fn pair_output(body: &BodyFinding, found: &Findings) -> PairJson {
    let BodyPair { a, b } = body.pair;
    let contacts = of_pair(&found.contacts, body.pair, |c| c.pair);
    let swept = of_pair(&found.evidence.swept, body.pair, |s| s.pair);
    PairJson {
        a: a.0,
        b: b.0,
        faces: contacts.iter().map(|c| faces(c.pair)).collect(),
        contained: body.contained(),
        by: matches!(body.reason, Reason::Solids | Reason::Swept).then(|| body.reason.name()),
        swept: swept.iter().map(swept_output).collect(),
    }
}

/// Returns the entries of one pair of bodies. All are sorted by pair, so these are contiguous.
fn of_pair<T>(all: &[T], bodies: BodyPair, pair: impl Fn(&T) -> FacePair) -> &[T] {
    let start = all.partition_point(|entry| pair(entry).bodies < bodies);
    let end = all.partition_point(|entry| pair(entry).bodies <= bodies);
    &all[start..end]
}

fn faces(pair: FacePair) -> [u32; 2] {
    [pair.face_a, pair.face_b]
}

fn swept_output(swept: &SweptContact) -> SweptOutput {
    let time = swept.time.map(|time| TimeOutput {
        earliest: time.earliest,
        latest: time.latest,
    });
    SweptOutput {
        faces: faces(swept.pair),
        time,
    }
}
