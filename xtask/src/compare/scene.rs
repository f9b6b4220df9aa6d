//! `compare --scene`: advice for a user's scene.
//!
//! Features and a guess come first, then a trial of each detector, a race of the fastest, and the
//! advice that follows from both.

use super::rounds::{self, CallLimit, Chosen};
use super::{Arguments, Ground};
use crate::redraw::USER_SCENE;
use crate::result::Form;
use crate::{list, places, redraw, scene_argument, terminal};
use anyhow::{Context, Result, bail, ensure};
use catalog::Usage;
use collision::{Instant, Meaning};
use experiments::{Experiment, MeshFaults, RacePlan, SceneFeatures, SceneRace};
use records::{Newest, Recording, Rows};
use report::{Advice, BodyFaults, EntrantFacts, Features, Guess, Guesser, SceneAbout};
use scenes::Scene;
use serde::Serialize;
use std::path::Path;

/// Name of the trial on a user's scene.
const TRIAL: &str = "lab-user-trial";

/// Files of the advice.
const PAGE: &str = "advice.md";
pub(super) const DATA: &str = "advice.json";

/// Seconds in which contacts are searched for before anything is timed.
const SEARCH_SECONDS: f64 = 2.0;

/// Seconds that a call may take in a trial, and in a quick one.
const TRIAL_LIMIT: [CallLimit; 2] = [CallLimit(10), CallLimit(4)];

/// Seconds that a call may take in the race: many times what the trial lets expect.
const RACE_LIMIT: CallLimit = CallLimit(120);

/// Place of the library beside the reader's program, as in README.md.
const CATALOG: &str = "../collision-lab/crates/catalog";

/// Seconds that a frame may take if no deadline is given.
const DEADLINE: f64 = 1.0 / 60.0;

/// Advises on the detectors for a scene: prints the guess, then the advice, and writes both.
///
/// # Errors
/// A scene that cannot be read, results that cannot be written; and, after everything is measured
/// and written, any answer that was wrong.
pub(super) fn run(argument: &str, arguments: &Arguments, form: &Form) -> Result<()> {
    let spec = scene_argument::spec(argument, &arguments.scene_options)?;
    ensure_fits(Path::new(argument))?;
    let scene = spec.load()?;
    let ground = Ground::prepare(arguments)?;
    let features = SceneFeatures::of(&scene, SEARCH_SECONDS);
    let (kind, quick) = (arguments.broad_phase, arguments.quick);
    let race = SceneRace::new(&spec, &scene, &features, kind, quick)?;
    let deadline = arguments.deadline.map_or(DEADLINE, |ms| ms / 1000.0);
    let CallLimit(call_limit) = TRIAL_LIMIT[usize::from(quick)];
    let trial = race.trial(TRIAL, deadline, call_limit as f64)?;
    ensure_participants(&trial, arguments)?;
    let (guesses, guess_quality) = guessed(&features)?;
    print_guess(&Advice::guess_words(&guesses, &guess_quality), form)?;
    let measured = Measured::of(&race, &trial, &ground)?;
    let drawn = redraw::draw(&ground.out);
    let about = SceneAbout {
        window: measured.window(),
        circumstances: measured.circumstances.clone(),
        guesses,
        guess_quality,
        deadline,
        quick,
        ..about(argument, &scene, &features, &race)?
    };
    let advice = Advice::new(&measured.rows, about);
    print_advice(&advice, &measured, &ground.out, form)?;
    // The page has all frames, and its answers are checked again.
    let played = if measured.has_all(scene.frames.len()) {
        let notes = advice.certified_words().into_iter();
        // The page shows notes as plain text.
        let notes = notes.map(|words| words.replace('`', "")).collect();
        super::write_playback(argument, &arguments.scene_options, notes, &ground.out)?
    } else {
        "no page that plays the scene, which would take too long; `cargo xtask view` makes one of \
         chosen frames\n"
            .to_owned()
    };
    terminal::print_aside(&played)?;
    super::none_failed(&measured.failures, drawn.err())
}

/// Fails if no participant has a name that `--detectors` matches.
fn ensure_participants(trial: &Experiment, arguments: &Arguments) -> Result<()> {
    let Some(regex) = &arguments.detectors else {
        return Ok(());
    };
    ensure!(
        trial.has_detector(arguments.quick, regex),
        "there is no detector whose name in rows matches `{regex}`"
    );
    Ok(())
}

/// Prints the guess before anything is timed. Programs find it in the advice.
fn print_guess(words: &str, form: &Form) -> Result<()> {
    if form.is_json() {
        terminal::print_aside(words)
    } else {
        terminal::print(words)
    }
}

/// Rows of trial and race.
struct Measured {
    recording: Recording,
    rows: Rows,
    plan: RacePlan,
    failures: Vec<String>,
    /// Machine, date and revision.
    circumstances: String,
}

impl Measured {
    /// Tries each detector, and races the fastest.
    fn of(race: &SceneRace, trial: &Experiment, ground: &Ground) -> Result<Measured> {
        let mut run = ground.run.clone();
        run.experiments = [(TRIAL.to_owned(), 0.0)].into();
        let circumstances = format!(
            "{}, {}, revision {}",
            run.machine.cpu, run.date, run.revision
        );
        let limit = TRIAL_LIMIT[usize::from(run.quick)];
        let mut recording = Recording::create(&ground.out, run)?;
        let chosen = defined(&recording, trial)?;
        let failures = rounds::try_each(&mut recording, &chosen, limit)?;
        let rows = Rows::read_file(&recording.rows_file(TRIAL))?;
        let mut measured = Measured {
            plan: race.plan(TRIAL, &rows),
            recording,
            rows,
            failures,
            circumstances,
        };
        if !measured.plan.finalists.is_empty() {
            measured.race(race, &ground.earlier)?;
        }
        Ok(measured)
    }

    fn race(&mut self, race: &SceneRace, earlier: &[Recording]) -> Result<()> {
        let race = race.race(USER_SCENE, &self.plan)?;
        let recording = &mut self.recording;
        recording.run.experiments.insert(USER_SCENE.to_owned(), 0.0);
        recording.write_run()?;
        let chosen = [defined(recording, &race)?];
        let remaining = super::remaining(recording, &chosen, earlier)?;
        let failures = rounds::measure(recording, &chosen, remaining, Some(RACE_LIMIT))?;
        // Those of the trial stay. The rounds repeat them, as they are of the same recording.
        for failure in failures {
            if !self.failures.contains(&failure) {
                self.failures.push(failure);
            }
        }
        let file = recording.rows_file(USER_SCENE);
        if file.is_file() {
            self.rows.extend(Rows::read_file(&file)?);
        }
        Ok(())
    }

    /// Returns true if all `frames` were raced and checked.
    fn has_all(&self, frames: usize) -> bool {
        self.plan.window.len() == frames && self.plan.verify == frames
    }

    /// Returns the frames of the race: the first, and one past the last. None without a race.
    fn window(&self) -> Option<[usize; 2]> {
        let has_race = !self.plan.finalists.is_empty();
        has_race.then_some([self.plan.window.start, self.plan.window.end])
    }
}

/// Writes the advice for people and for programs, and prints it.
fn print_advice(advice: &Advice, measured: &Measured, out: &Path, form: &Form) -> Result<()> {
    let page = advice.markdown();
    let data = serde_json::to_string_pretty(&advice).context("the advice as JSON")? + "\n";
    for (name, text) in [(PAGE, &page), (DATA, &data)] {
        records::write_atomically(&out.join(name), text.as_bytes())?;
    }
    let result = || AdviceResult {
        out: out.display().to_string(),
        recording: measured.recording.folder.display().to_string(),
        failures: &measured.failures,
        advice,
    };
    // The guess stands above, as it was printed before the measuring.
    let guess = Advice::guess_words(&advice.scene.guesses, &advice.scene.guess_quality);
    form.print(|| page.replacen(&guess, "", 1), result)?;
    let written = out.join(PAGE);
    let written = written.display();
    terminal::print_aside(&format!("written to {written} and {DATA} beside it\n"))
}

/// Result of `compare --scene`.
#[derive(Serialize)]
struct AdviceResult<'a> {
    /// Folder of the advice and of the pages.
    out: String,
    /// Folder of the rows.
    recording: String,
    /// Wrong answers, and detectors that could not be measured.
    failures: &'a [String],
    /// As in `advice.json`.
    advice: &'a Advice,
}

/// Writes the definition beside the rows.
fn defined<'a>(recording: &Recording, experiment: &'a Experiment) -> Result<Chosen<'a>> {
    let definition = recording.folder.join(format!("{}.toml", experiment.id));
    records::write_atomically(&definition, experiment.page.as_bytes())?;
    Ok(Chosen {
        experiment,
        definition,
    })
}

/// Fails if a recording does not fit into half of this machine's memory: it is read as a whole.
fn ensure_fits(path: &Path) -> Result<()> {
    let folder = if path.is_dir() {
        path
    } else {
        path.parent().unwrap_or(Path::new("."))
    };
    if !path.exists() {
        return Ok(()); // A generator.
    }
    let entries = std::fs::read_dir(folder);
    let entries = entries.with_context(|| format!("cannot list {}", folder.display()))?;
    let sizes = entries.filter_map(|entry| {
        let entry = entry.ok()?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_read = [".json", ".npy"].iter().any(|end| name.ends_with(end));
        is_read.then(|| entry.metadata().map_or(0, |data| data.len()))
    });
    let bytes: u64 = sizes.sum();
    let memory = experiments::machine::memory().unwrap_or(0);
    let gibibytes = |bytes: u64| bytes as f64 / f64::from(1 << 30);
    if memory > 0 && bytes > memory / 2 {
        bail!(
            "the frames of {} have {:.1} GiB, more than half of this machine's memory of {:.1} GiB; \
             record fewer frames, or every second one, into a folder of its own",
            folder.display(),
            gibibytes(bytes),
            gibibytes(memory)
        );
    }
    Ok(())
}

/// Returns the guesses from the recorded races, and how often such guesses are right. None of both
/// without recorded races.
fn guessed(features: &SceneFeatures) -> Result<(Vec<Guess>, String)> {
    let papers = redraw::papers()?;
    let definitions = Experiment::read_folder(&places::definitions())?;
    let pages = redraw::pages(&definitions, &papers)?;
    // Broken recordings of the project are no matter of this scene.
    let newest = Newest::read(&places::reports()).unwrap_or_default();
    let Some(guesser) = Guesser::of(&newest.rows, &pages) else {
        return Ok((Vec::new(), String::new()));
    };
    let fitting = features.fitting();
    let guesses = guesser.guesses(&named(features), &|name| fitting.contains(&name));
    Ok((guesses, guesser.quality()))
}

fn named(features: &SceneFeatures) -> Features {
    let named = features.named().into_iter();
    named
        .map(|(name, number)| (name.to_owned(), number))
        .collect()
}

/// Returns the facts about the scene and its detectors.
fn about(
    argument: &str,
    scene: &Scene,
    features: &SceneFeatures,
    race: &SceneRace,
) -> Result<SceneAbout> {
    let meshes = MeshFaults::of_scene(scene);
    let entrants: Result<Vec<EntrantFacts>> = race
        .entrants()
        .iter()
        .map(|entrant| {
            let usage = Usage::new(entrant.name, &entrant.options, entrant.detail)?;
            let profile = usage.entry().profile();
            Ok(EntrantFacts {
                label: entrant.label.clone(),
                asks_for_all: entrant.asks_for_all(),
                exact: entrant.is_exact,
                solids: profile.meaning == Meaning::Solids,
                until_next: profile.instant != Instant::Now,
                supports_budgets: profile.supports_budgets,
                accepts: list::accepted(profile.accepts),
                command: usage.command(argument),
                dependency: usage.dependency(CATALOG),
                rust: format!("{}\n{}", Usage::imports(), usage.function("detect")),
            })
        })
        .collect();
    Ok(SceneAbout {
        name: scene.name.clone(),
        source: argument.to_owned(),
        frames: scene.frames.len(),
        facts: facts(features, race.lacks_brute_force()),
        features: named(features),
        meshes: meshes.iter().map(faults).collect(),
        notes: scene.notes.clone(),
        entrants: entrants?,
        trial: TRIAL.to_owned(),
        race: USER_SCENE.to_owned(),
        ..SceneAbout::default()
    })
}

/// Returns the features of a scene in words.
fn facts(features: &SceneFeatures, lacks_brute_force: bool) -> Vec<String> {
    let SceneFeatures {
        bodies,
        faces,
        frames,
        deforming,
        convex,
        closed,
        overlaps,
        sampled,
        searched,
        ..
    } = features;
    let mut facts = vec![
        format!(
            "bodies: {bodies}, of which {deforming} deform, {convex} are convex, {closed} closed"
        ),
        format!("faces: {faces}; frames: {frames}"),
        format!("pairs of bodies whose boxes overlap: {overlaps:.3} a frame, in {sampled} frames"),
        format!(
            "motion from frame to frame: {:.4} of a body's diagonal",
            features.motion
        ),
    ];
    if *bodies == 1 {
        facts.push("one body meets no other: each detector has nothing to find".to_owned());
    }
    if *frames == 1 {
        facts.push("one frame: nothing follows for methods that use the frame before".to_owned());
    }
    match (features.contacts, features.in_contact) {
        (Some(contacts), Some(share)) if contacts > 0.0 || share > 0.0 => facts.push(format!(
            "contacts: {contacts:.2} pairs of faces a frame; {:.0} % of {searched} frames have one",
            100.0 * share
        )),
        (Some(_), _) => facts.push(format!(
            "no contact in {searched} frames: the times are those of bodies that are apart"
        )),
        _ => facts.push("contacts: not known, as the search took too long".to_owned()),
    }
    if lacks_brute_force {
        facts.push("brute force is left out: it would test too many pairs of faces".to_owned());
    }
    facts
}

fn faults(mesh: &MeshFaults) -> BodyFaults {
    let faults = [
        ("open edges", mesh.open_edges),
        (
            "edges with three faces or more (non-manifold)",
            mesh.non_manifold_edges,
        ),
        (
            "edges of mixed winding (inverted faces)",
            mesh.inverted_edges,
        ),
        ("zero-area faces", mesh.zero_area_faces),
        ("duplicate faces", mesh.duplicate_faces),
        ("inside out", usize::from(mesh.inside_out)),
    ];
    let faults = faults.into_iter().filter(|(_, count)| *count > 0);
    BodyFaults {
        bodies: mesh.bodies.clone(),
        faces: mesh.faces,
        closed: mesh.closed,
        faults: faults
            .map(|(name, count)| (name.to_owned(), count))
            .collect(),
    }
}
