//! `detect`: one detector over one scene.

mod closest;

use crate::output::Output;
use crate::{scene_argument, terminal};
use anyhow::{Context, Result, anyhow, bail, ensure};
use catalog::{
    BodyFinding, BodyPair, Budget, Certificate, Contained, Detail, Entry, FacePair, Findings,
    Interference, Known, Options, Profile, Reason, SweptContact, Work,
};
use closest::ClosestOutput;
use records::{Columns, TextTable};
use scenes::Scene;
use serde::Serialize;
use std::fmt::Write;
use std::num::NonZeroUsize;

/// Arguments of `detect`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[arg(help = scene_argument::HELP)]
    scene: String,
    /// Name of the detector; `cargo xtask list` prints all.
    #[arg(long, value_name = "NAME")]
    detector: String,
    /// An option of the detector, for example level=7; may be repeated.
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Broad phase of a pairwise detector: no-culling, all-pairs, sort-and-sweep, sweep-and-prune,
    /// interval-tree or aabb-tree. Short for --option broad-phase=KIND. The answers do not depend on
    /// it.
    #[arg(long, value_name = "KIND")]
    broad_phase: Option<String>,
    /// Write all pairs as JSON to a new file; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<Output>,
    /// Replace the file of `--out` if it exists.
    #[arg(long, requires = "out")]
    force: bool,
    /// Maximum number of refinement steps in each frame, for detectors that support budgets.
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Also find bodies that lie wholly inside closed bodies.
    #[arg(long)]
    contained: bool,
    /// Ask only whether each pair of bodies collides, with one face pair as evidence.
    #[arg(long)]
    first_contact: bool,
    /// Also report the distance and the closest points of bodies whose boxes overlap, for detectors
    /// of closest features; with --broad-phase no-culling, of all bodies.
    #[arg(long)]
    distances: bool,
    /// Number of threads, for detectors that can use several. The answers do not depend on it.
    #[arg(long, value_name = "N", default_value = "1", value_parser = crate::compare::workers)]
    workers: NonZeroUsize,
}

/// Runs the detector over the scene.
///
/// # Errors
/// Bad arguments, a scene that cannot be read, a body that the detector does not take, a file
/// that cannot be written, and pairs that the detector left undecided.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    // Errors in the arguments are found before any work is done.
    let entry = catalog::entry(&arguments.detector)?;
    let options = options(arguments, entry)?;
    let mut detector = entry.build(&options)?;
    let budget = budget(arguments.steps, entry)?;
    if arguments.distances {
        ensure_supported(entry, "distances", "--distances", |p| p.supports_distances)?;
    }
    if let Some(out) = &arguments.out {
        out.ensure_new(arguments.force)?;
    }
    let mut scene = scene_argument::scene(&arguments.scene)?;
    if let Some(out) = &arguments.out {
        out.ensure_not_read(&scene.files)?;
    }
    scene.containment |= arguments.contained;
    detector
        .prepare(&scene.bodies)
        .map_err(|e| anyhow!("{}: {e}", entry.name))?;
    let mut answers = Vec::new();
    for i in 0..scene.frames.len() {
        let mut found = Findings::default();
        let query = scene.query().with_budget(budget);
        let query = query.with_distances(arguments.distances);
        let mut query = query.with_workers(arguments.workers);
        if arguments.first_contact {
            query.detail = Detail::FirstContact;
        }
        detector
            .detect(&scene.frame(i), &query, &mut found)
            .with_context(|| format!("frame {i}"))?;
        answers.push(found);
    }
    let run = Run {
        scene: &scene,
        label: entry.label(&options),
        steps: arguments.steps,
        certifies: entry.profile().supports_budgets,
        measures: entry.profile().supports_distances,
        distances: arguments.distances,
        answers: &answers,
    };
    if let Some(out) = &arguments.out {
        out.write(&(serde_json::to_string(&run.output())? + "\n"))?;
    }
    if !arguments.out.as_ref().is_some_and(Output::is_stdout) {
        terminal::print(&run.summary())?;
    }
    ensure_decided(&answers, arguments.steps.is_some())
}

/// Returns the options of the detector, with the broad phase that is asked for.
fn options(arguments: &Arguments, entry: &Entry) -> Result<Options> {
    let options = Options::parse(&arguments.options)?;
    let Some(kind) = &arguments.broad_phase else {
        return Ok(options);
    };
    let pairwise = catalog::entries()
        .iter()
        .filter(|entry| entry.is_pairwise());
    ensure!(
        entry.is_pairwise(),
        "`{}` is not pairwise, so it has no choice of broad phase; drop --broad-phase or use one \
         of {}",
        entry.name,
        pairwise.map(|e| e.name).collect::<Vec<_>>().join(", ")
    );
    ensure!(
        options.iter().all(|(name, _)| name != Entry::BROAD_PHASE),
        "--broad-phase and --option {0}=… name the broad phase twice; drop one",
        Entry::BROAD_PHASE
    );
    Ok(options.with(Entry::BROAD_PHASE, kind.as_str()))
}

fn budget(steps: Option<u64>, entry: &Entry) -> Result<Budget<'static>> {
    let Some(steps) = steps else {
        return Ok(Budget::Unlimited);
    };
    ensure_supported(entry, "budgets", "--steps", |p| p.supports_budgets)?;
    Ok(Budget::Steps(steps))
}

/// Fails if the detector does not support what an argument asks for, and names those that do.
fn ensure_supported(
    entry: &Entry,
    feature: &str,
    argument: &str,
    supports: impl Fn(&Profile) -> bool,
) -> Result<()> {
    let others = catalog::entries().iter().filter(|e| supports(&e.profile()));
    ensure!(
        supports(&entry.profile()),
        "`{}` does not support {feature}; drop {argument} or use one of {}",
        entry.name,
        others.map(|e| e.name).collect::<Vec<_>>().join(", ")
    );
    Ok(())
}

/// Fails if a pair is undecided: the detector has not proved it apart. Under a budget that is no
/// error, because the certificates report it.
fn ensure_decided(answers: &[Findings], budgeted: bool) -> Result<()> {
    let is_undecided = |found: &Findings| !found.undecided.is_empty() && !budgeted;
    let mut undecided = (0..).zip(answers).filter(|(_, found)| is_undecided(found));
    let Some((frame, found)): Option<(usize, _)> = undecided.next() else {
        return Ok(());
    };
    let BodyPair { a, b } = found.undecided[0];
    bail!(
        "the detector gave up on body pairs in {} frames, first on bodies {} and {} in frame \
         {frame}; the output lacks them: ask another detector, for example brute-force",
        1 + undecided.count(),
        a.0,
        b.0
    )
}

/// The JSON of `--out`, without line breaks:
///
/// ```json
/// {"scene": "bullet", "detector": "face-octree-swept times=certified", "frames": [
///   {"frame": 0, "pairs": [
///     {"a": 0, "b": 1, "faces": [], "contained": null, "by": "swept",
///      "swept": [{"faces": [4, 7], "earliest": 0.25, "latest": 0.31}]}]}]}
/// ```
#[derive(Serialize)]
struct Answers<'a> {
    scene: &'a str,
    detector: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<u64>,
    frames: Vec<FrameOutput>,
}

#[derive(Serialize)]
struct FrameOutput {
    frame: usize,
    pairs: Vec<PairOutput>,
    /// Present for time-critical detectors only.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificates: Option<Vec<CertificateOutput>>,
    /// Present for detectors of closest features only: pairs that collide, and those apart if
    /// distances are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    closest: Option<Vec<ClosestOutput>>,
}

#[derive(Serialize)]
struct PairOutput {
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
struct CertificateOutput {
    a: u32,
    b: u32,
    known: &'static str,
    /// Upper bound of the separation of an undecided pair, in scene units.
    bound: Option<f64>,
    level: u8,
    /// Number of sphere pairs on which the search stopped.
    spheres: usize,
}

/// Arguments of a run with the findings of each frame.
struct Run<'a> {
    scene: &'a Scene,
    label: String,
    steps: Option<u64>,
    certifies: bool,
    /// The detector reports closest features.
    measures: bool,
    /// Distances are asked for.
    distances: bool,
    answers: &'a [Findings],
}

impl Run<'_> {
    fn output(&self) -> Answers<'_> {
        let frame = |(frame, found): (usize, &Findings)| {
            let pairs = found.bodies.iter().map(|body| pair_output(body, found));
            let certificates = found.evidence.certificates.iter();
            let certificates = certificates.map(|c| certificate_output(c, found));
            let closest = found.evidence.closest.iter().map(ClosestOutput::new);
            FrameOutput {
                frame,
                pairs: pairs.collect(),
                certificates: self.certifies.then(|| certificates.collect()),
                closest: self.measures.then(|| closest.collect()),
            }
        };
        Answers {
            scene: &self.scene.name,
            detector: &self.label,
            steps: self.steps,
            frames: self.answers.iter().enumerate().map(frame).collect(),
        }
    }
}

fn certificate_output(certificate: &Certificate, found: &Findings) -> CertificateOutput {
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

fn pair_output(body: &BodyFinding, found: &Findings) -> PairOutput {
    let BodyPair { a, b } = body.pair;
    let contacts = of_pair(&found.contacts, body.pair, |c| c.pair);
    let swept = of_pair(&found.evidence.swept, body.pair, |s| s.pair);
    PairOutput {
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

impl Run<'_> {
    fn summary(&self) -> String {
        let (scene, label, answers) = (self.scene, &self.label, self.answers);
        let faces: usize = scene.bodies.iter().map(|b| b.mesh().face_count()).sum();
        let (bodies, frames) = (scene.bodies.len(), scene.frames.len());
        let name = &scene.name;
        let steps = self.steps;
        let steps = steps.map_or_else(String::new, |n| format!(", steps in each: at most {n}"));
        let mut text = format!(
            "{label} on {name}: {bodies} bodies, {faces} faces, {frames} frames{steps}\n\n"
        );
        text.push_str(&frame_table(answers).text(Columns::Numbers));
        if self.certifies {
            text.push_str(&certificates(answers));
        }
        if self.measures {
            text.push_str(&closest::summary(answers, self.distances));
        }
        let count = |kind| {
            let contacts = answers.iter().flat_map(|found| &found.contacts);
            contacts.filter(|c| c.kind == kind).count()
        };
        _ = writeln!(
            text,
            "\nface pairs: {} crossing, {} touching, {} coplanar and overlapping",
            count(Interference::Crossing),
            count(Interference::Touching),
            count(Interference::CoplanarOverlap)
        );
        let mut work = Work::default();
        for found in answers {
            work += &found.work;
        }
        text.push_str(&swept(answers, &work));
        text.push_str("work, all frames together:\n");
        for (name, n) in work.entries() {
            _ = writeln!(text, "  {name} {n}");
        }
        for note in &scene.notes {
            _ = writeln!(text, "note: {note}");
        }
        text
    }
}

/// Formats the counts of faces that may meet until the next frame. Empty for detectors that look at
/// the frames' instants only.
fn swept(answers: &[Findings], work: &Work) -> String {
    let all = || answers.iter().flat_map(|found| &found.evidence.swept);
    // Each detector of swept faces counts the last frame of a scene, which has no next one.
    let still = work.count("no-next-instant");
    if still == 0 && all().next().is_none() {
        return String::new();
    }
    let mut text = format!(
        "until the next frame: {} face pairs may meet",
        all().count()
    );
    let refuted = work.count("swept-pairs-refuted");
    let timed = || all().filter_map(|swept| swept.time);
    if refuted > 0 || timed().next().is_some() {
        let (count, proved) = (timed().count(), timed().filter(|t| t.latest.is_some()));
        let proved = proved.count();
        let open = count - proved;
        _ = write!(text, ": {proved} proved, {open} open; {refuted} refuted");
    }
    text.push('\n');
    let without = |found: &&Findings| found.work.count("no-next-instant") > 0;
    let frames = (0..).zip(answers).filter(|(_, found)| without(found));
    let frames: Vec<String> = frames.map(|(i, _): (usize, _)| i.to_string()).collect();
    if !frames.is_empty() {
        let frames = frames.join(", ");
        _ = writeln!(
            text,
            "note: frame {frames} has no next one; bodies were taken as standing still there"
        );
    }
    text
}

/// Formats the counts of certificates, and the first certificates themselves.
fn certificates(answers: &[Findings]) -> String {
    /// Maximum number of certificates in the summary: more would hide the rest of it.
    const SHOWN: usize = 20;
    let of_frame = |(frame, found): (usize, &Findings)| {
        let outputs = found.evidence.certificates.iter();
        let outputs = outputs.map(|c| (frame, certificate_output(c, found)));
        outputs.collect::<Vec<_>>()
    };
    let all: Vec<_> = answers.iter().enumerate().flat_map(of_frame).collect();
    let count = |known| all.iter().filter(|(_, c)| c.known == known).count();
    let mut text = format!(
        "\ncertificates: {} apart, {} interfering, {} undecided",
        count("apart"),
        count("interfering"),
        count("undecided")
    );
    if let Some(widest) = all.iter().filter_map(|(_, c)| c.bound).reduce(f64::max) {
        _ = write!(text, " but at most {widest:.4e} apart");
    }
    text.push('\n');
    let head = [
        "frame",
        "bodies",
        "known",
        "at most apart",
        "level",
        "spheres",
    ];
    let mut table = TextTable::new(head);
    table.rows.extend(all.iter().take(SHOWN).map(|(frame, c)| {
        vec![
            frame.to_string(),
            format!("{} {}", c.a, c.b),
            c.known.to_owned(),
            c.bound.map_or_else(String::new, |b| format!("{b:.4e}")),
            c.level.to_string(),
            c.spheres.to_string(),
        ]
    }));
    if !all.is_empty() {
        text.push_str(&table.text(Columns::Numbers));
    }
    if all.len() > SHOWN {
        _ = writeln!(text, "… and {} more, which --out lists", all.len() - SHOWN);
    }
    text
}

/// Returns one line per run of frames with the same counts.
fn frame_table(answers: &[Findings]) -> TextTable {
    let counts = |found: &Findings| {
        let contained = found.bodies.iter().filter(|b| b.contained().is_some());
        let contained = contained.count();
        [
            found.bodies.len(),
            found.contacts.len(),
            contained,
            found.undecided.len(),
            found.evidence.swept.len(),
        ]
    };
    let swept = answers.iter().any(|found| !found.evidence.swept.is_empty());
    let mut head = vec![
        "frames",
        "body pairs",
        "face pairs",
        "contained",
        "undecided",
    ];
    head.extend(swept.then_some("may meet"));
    let columns = head.len();
    let mut table = TextTable::new(head);
    let mut start = 0;
    for alike in answers.chunk_by(|a, b| counts(a) == counts(b)) {
        let last = start + alike.len() - 1;
        let frames = match last > start {
            true => format!("{start} to {last}"),
            false => start.to_string(),
        };
        let mut line = vec![frames];
        line.extend(counts(&alike[0]).map(|n| n.to_string()));
        line.truncate(columns);
        table.push(line);
        start = last + 1;
    }
    table
}
