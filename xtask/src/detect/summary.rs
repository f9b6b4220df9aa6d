//! Summary of `detect` on the terminal.

use super::DetectRun;
use super::closest;
use super::json::certificate_output;
use crate::terminal::WIDTH;
use catalog::{Findings, Interference, Work};
use records::{Columns, TextTable};
use std::fmt::Write;

impl DetectRun<'_> {
    /// Formats counts frame by frame, evidence, work and notes.
    pub(super) fn summary(&self) -> String {
        let (scene, label, answers) = (self.scene, &self.label, self.answers);
        let faces: usize = scene.bodies.iter().map(|b| b.mesh().face_count()).sum();
        let (bodies, frames) = (scene.bodies.len(), scene.frames.len());
        let name = &scene.name;
        let steps = self.steps;
        let steps = steps.map_or_else(String::new, |n| format!(", steps in each: at most {n}"));
        let mut text = format!(
            "{label} on {name}: {bodies} bodies, {faces} faces, {frames} frames{steps}\n\n"
        );
        text.push_str(&frame_table(answers).text_within(Columns::Numbers, WIDTH));
        if self.certifies {
            text.push_str(&certificates(answers));
        }
        if self.measures {
            text.push_str(&closest::summary(answers, self.distances));
        }
        let [crossing, touching, coplanar] = self.contact_counts();
        _ = writeln!(
            text,
            "\nface pairs: {crossing} crossing, {touching} touching, {coplanar} coplanar and \
             overlapping"
        );
        let work = self.work();
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

    /// Returns the numbers of face pairs that are crossing, touching, and overlapping in a plane.
    pub(super) fn contact_counts(&self) -> [usize; 3] {
        let kinds = [
            Interference::Crossing,
            Interference::Touching,
            Interference::CoplanarOverlap,
        ];
        kinds.map(|kind| {
            let contacts = self.answers.iter().flat_map(|found| &found.contacts);
            contacts.filter(|c| c.kind == kind).count()
        })
    }

    /// Returns the work of all frames.
    pub(super) fn work(&self) -> Work {
        let mut work = Work::default();
        for found in self.answers {
            work += &found.work;
        }
        work
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
        text.push_str(&table.text_within(Columns::Numbers, WIDTH));
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
        "undecided pairs",
    ];
    head.extend(swept.then_some("may meet"));
    let columns = head.len();
    let mut table = TextTable::new(head);
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
        line.truncate(columns);
        table.push(line);
        start = last + 1;
    }
    table
}
