//! `detect`: one detector over one scene.

use crate::{places, scene_argument, terminal};
use anyhow::{Result, anyhow, bail};
use catalog::{BodyPair, Findings, Interference, Options};
use detector::{BodyFinding, Contained, Work};

use records::write_atomically;
use scenes::Scene;
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;

/// What `detect` can be told.
#[derive(clap::Args)]
pub struct Arguments {
    #[arg(help = scene_argument::HELP)]
    scene: String,
    /// The detector; `cargo xtask list` names them.
    #[arg(long, value_name = "NAME")]
    detector: String,
    /// An option of the detector, for example level=7; may be repeated.
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Write all pairs as JSON to a new file; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
    /// Replace the file of `--out` if it exists.
    #[arg(long, requires = "out")]
    force: bool,
    /// Also find bodies that lie wholly inside closed bodies.
    #[arg(long)]
    contained: bool,
}

/// Runs the detector over the scene.
///
/// # Errors
/// Bad arguments, a scene that cannot be read, a body that the detector does not take, a file
/// that cannot be written, and pairs that the detector left undecided.
pub fn run(arguments: &Arguments) -> Result<()> {
    // Everything that can be wrong with the arguments is found before any work is done.
    let entry = catalog::entry(&arguments.detector)?;
    let options = Options::parse(&arguments.options)?;
    let mut detector = entry.build(&options)?;
    let file = arguments
        .out
        .as_deref()
        .filter(|out| *out != "-")
        .map(Path::new);
    if let Some(file) = file {
        places::ensure_new_file(file, arguments.force)?;
    }
    let mut scene = scene_argument::scene(&arguments.scene)?;
    scene.containment |= arguments.contained;
    detector
        .prepare(&scene.bodies)
        .map_err(|e| anyhow!("{}: {e}", entry.name))?;
    let mut answers = Vec::new();
    for i in 0..scene.frames.len() {
        let mut found = Findings::default();
        detector.detect(&scene.frame(i), &mut found);
        answers.push(found);
    }
    let label = entry.label(&options);
    if arguments.out.is_some() {
        let mut json = serde_json::to_string(&output(&scene, &label, &answers))?;
        json.push('\n');
        match file {
            Some(file) => write_atomically(file, json.as_bytes())?,
            None => terminal::print(&json)?,
        }
    }
    if file.is_some() || arguments.out.is_none() {
        terminal::print(&summary(&scene, &label, &answers))?;
    }
    ensure_decided(&answers)
}

/// A detector that gave up on a pair has not shown it to be apart.
fn ensure_decided(answers: &[Findings]) -> Result<()> {
    let mut undecided = answers
        .iter()
        .enumerate()
        .filter(|(_, found)| !found.undecided.is_empty());
    let Some((frame, found)) = undecided.next() else {
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

/// The JSON of `--out`.
#[derive(Serialize)]
struct Output<'a> {
    scene: &'a str,
    detector: &'a str,
    frames: Vec<FrameOutput>,
}

#[derive(Serialize)]
struct FrameOutput {
    frame: usize,
    pairs: Vec<PairOutput>,
}

#[derive(Serialize)]
struct PairOutput {
    a: u32,
    b: u32,
    faces: Vec<[u32; 2]>,
    contained: Option<Contained>,
}

fn output<'a>(scene: &'a Scene, label: &'a str, answers: &[Findings]) -> Output<'a> {
    let frame = |(frame, found): (usize, &Findings)| {
        let pairs = found
            .bodies
            .iter()
            .map(|body| pair_output(body, found))
            .collect();
        FrameOutput { frame, pairs }
    };
    let frames = answers.iter().enumerate().map(frame).collect();
    Output {
        scene: &scene.name,
        detector: label,
        frames,
    }
}

fn pair_output(body: &BodyFinding, found: &Findings) -> PairOutput {
    let BodyPair { a, b } = body.pair;
    // Contacts are sorted: those of one pair of bodies stand together.
    let start = found
        .contacts
        .partition_point(|c| c.pair.bodies < body.pair);
    let contacts = found.contacts[start..]
        .iter()
        .take_while(|c| c.pair.bodies == body.pair);
    let faces = contacts.map(|c| [c.pair.face_a, c.pair.face_b]).collect();
    PairOutput {
        a: a.0,
        b: b.0,
        faces,
        contained: body.contained,
    }
}

fn summary(scene: &Scene, label: &str, answers: &[Findings]) -> String {
    let mut text = String::new();
    let faces: usize = scene.bodies.iter().map(|b| b.mesh.face_count()).sum();
    let (bodies, frames) = (scene.bodies.len(), scene.frames.len());
    let name = &scene.name;
    _ = writeln!(
        text,
        "{label} on {name}: {bodies} bodies, {faces} faces, {frames} frames\n"
    );
    text.push_str(&terminal::table(&frame_lines(answers)));
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
        work += found.work;
    }
    text.push_str("work, all frames together:\n");
    for (name, n) in work.entries().filter(|(_, n)| *n > 0) {
        _ = writeln!(text, "  {name} {n}");
    }
    for note in &scene.notes {
        _ = writeln!(text, "note: {note}");
    }
    text
}

/// One line per run of frames with the same counts.
fn frame_lines(answers: &[Findings]) -> Vec<Vec<String>> {
    let counts = |found: &Findings| {
        let contained = found
            .bodies
            .iter()
            .filter(|b| b.contained.is_some())
            .count();
        [
            found.bodies.len(),
            found.contacts.len(),
            contained,
            found.undecided.len(),
        ]
    };
    let head = [
        "frames",
        "body pairs",
        "face pairs",
        "contained",
        "undecided",
    ];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    let mut start = 0;
    for alike in answers.chunk_by(|a, b| counts(a) == counts(b)) {
        let last = start + alike.len() - 1;
        let frames = if last > start {
            format!("{start} to {last}")
        } else {
            start.to_string()
        };
        let mut line = vec![frames];
        line.extend(counts(&alike[0]).map(|n| n.to_string()));
        lines.push(line);
        start = last + 1;
    }
    lines
}
