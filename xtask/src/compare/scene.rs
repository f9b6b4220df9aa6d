//! `compare --scene`: advice for a user's scene.
//!
//! Features and a guess come first, then a trial of each detector, a race of the fastest, and the
//! advice that follows from both.

mod about;
mod played;

use super::rounds::{self, CallLimit, ChosenExperiment};
use super::{Arguments, RunGround};
use crate::redraw::USER_SCENE;
use crate::result::OutputForm;
use crate::{paths, redraw, scene_argument, terminal};
use about::{KnownScene, named};
use anyhow::{Context, Result, ensure};
use experiments::{Experiment, Participant, RacePlan, SceneFeatures, SceneRace};
use played::PlayedRace;
use records::{Newest, Recording, Rows};
use report::{Advice, Guess, Guesser, SceneAbout};
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

/// Seconds that a frame may take if no deadline is given.
const DEADLINE: f64 = 1.0 / 60.0;

/// Advises on the detectors for a scene: prints the guess, then the advice, and writes both.
///
/// # Errors
/// A scene that cannot be read, results that cannot be written; and, after everything is measured
/// and written, any answer that was wrong.
pub(super) fn run(argument: &str, arguments: &Arguments, form: &OutputForm) -> Result<()> {
    let spec = scene_argument::spec(argument, &arguments.scene_options)?;
    scene_argument::ensure_fits(Path::new(argument), &arguments.scene_options)?;
    let scene = spec.load()?;
    let ground = RunGround::prepare(arguments)?;
    let features = SceneFeatures::of(&scene, SEARCH_SECONDS);
    let (kind, quick) = (arguments.broad_phase, arguments.quick);
    let race = SceneRace::new(&spec, &scene, &features, kind, quick)?;
    let deadline = arguments.deadline.map_or(DEADLINE, |ms| ms / 1000.0);
    let CallLimit(call_limit) = TRIAL_LIMIT[usize::from(quick)];
    let trial = race.trial(TRIAL, deadline, call_limit as f64)?;
    ensure_participants(&trial, arguments)?;
    let (guesses, guess_quality) = guessed(&features, &race)?;
    print_guess(&Advice::guess_words(&guesses, &guess_quality), form)?;
    let measured = SceneRows::of(&race, &trial, &ground)?;
    let known = KnownScene {
        argument,
        arguments,
        scene: &scene,
        features: &features,
        race: &race,
        deadline,
    };
    let about = SceneAbout {
        window: measured.window(),
        circumstances: measured.circumstances.clone(),
        guesses,
        guess_quality,
        quick,
        ..known.about()?
    };
    let advice = Advice::new(&measured.rows, about);
    print_advice(&advice, &measured, &ground.out, form)?;
    let played = PlayedRace {
        plan: &measured.plan,
        recommended: recommended(&advice, &race)?,
        notes: advice.notes(),
    };
    let recording = &measured.recording.folder;
    let played = played::write(argument, scene, played, recording, &ground.out);
    // The interactive page has the playback file, if there is one.
    let drawn = redraw::draw(&ground.out);
    let played = played?;
    terminal::print_aside(&played.words)?;
    let failures = [measured.failures, played.failures].concat();
    super::none_failed(&failures, drawn.err())
}

/// Returns the detectors that the advice recommends, for a question or for the deadline.
fn recommended(advice: &Advice, race: &SceneRace) -> Result<Vec<Participant>> {
    let questions = advice.questions.iter().filter_map(|q| q.take.as_ref());
    let deadline = advice.deadline.take.iter().map(|take| &take.call);
    let taken: Vec<&str> = questions
        .chain(deadline)
        .map(|facts| facts.label.as_str())
        .collect();
    let entrants = race.entrants().iter();
    let entrants = entrants.filter(|entrant| taken.contains(&entrant.label.as_str()));
    entrants.map(|entrant| Ok(entrant.participant()?)).collect()
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
fn print_guess(words: &str, form: &OutputForm) -> Result<()> {
    if form.is_json() {
        terminal::print_aside(words)
    } else {
        terminal::print(words)
    }
}

/// Rows of trial and race.
struct SceneRows {
    recording: Recording,
    rows: Rows,
    plan: RacePlan,
    failures: Vec<String>,
    /// Machine, date and revision.
    circumstances: String,
}

impl SceneRows {
    /// Tries each detector, and races the fastest.
    fn of(race: &SceneRace, trial: &Experiment, ground: &RunGround) -> Result<SceneRows> {
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
        let mut measured = SceneRows {
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

    /// Returns the frames of the race: the first, and one past the last. None without a race.
    fn window(&self) -> Option<[usize; 2]> {
        let has_race = !self.plan.finalists.is_empty();
        has_race.then_some([self.plan.window.start, self.plan.window.end])
    }
}

/// Writes the advice for people and for programs, and prints it.
fn print_advice(
    advice: &Advice,
    measured: &SceneRows,
    out: &Path,
    form: &OutputForm,
) -> Result<()> {
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
    let text = || advice.text(terminal::WIDTH).replacen(&guess, "", 1);
    form.print(text, result)?;
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
fn defined<'a>(recording: &Recording, experiment: &'a Experiment) -> Result<ChosenExperiment<'a>> {
    let definition = recording.folder.join(format!("{}.toml", experiment.id));
    records::write_atomically(&definition, experiment.page.as_bytes())?;
    Ok(ChosenExperiment {
        experiment,
        definition,
    })
}

/// Returns the guesses from the recorded races, and how often such guesses are right. None of both
/// without recorded races. Only a detector with a proof is guessed, as no other is recommended.
fn guessed(features: &SceneFeatures, race: &SceneRace) -> Result<(Vec<Guess>, String)> {
    let papers = redraw::papers()?;
    let definitions = Experiment::read_folder(&paths::definitions())?;
    let pages = redraw::pages(&definitions, &papers)?;
    // Broken recordings of the project are no matter of this scene.
    let newest = Newest::read(&paths::reports()).unwrap_or_default();
    let Some(guesser) = Guesser::of(&newest.rows, &pages) else {
        return Ok((Vec::new(), String::new()));
    };
    let mut fitting = features.fitting();
    let is_proved = |name: &&str| {
        race.entrants()
            .iter()
            .any(|e| e.is_exact && e.name == *name)
    };
    fitting.retain(is_proved);
    let guesses = guesser.guesses(&named(features), &|name| fitting.contains(&name));
    Ok((guesses, guesser.quality()))
}
