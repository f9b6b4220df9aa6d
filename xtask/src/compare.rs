//! `compare`: verify, measure, report.

mod folder;
mod ground;
mod remaining;
mod rounds;
mod scene;
mod stopped;

use crate::redraw::Drawn;
use crate::result::OutputForm;
use crate::scene_argument::SceneOptions;
use crate::{paths, terminal};
use anyhow::{Result, anyhow, bail, ensure};
use catalog::BroadPhaseKind;
use experiments::Experiment;
use ground::RunGround;
use records::Recording;
use regex::Regex;
use remaining::Remaining;
use rounds::ChosenExperiment;
use serde::Serialize;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use stopped::stopped;

/// Arguments of `compare`.
#[derive(clap::Args)]
// Options that need one scene accept the scenes of a folder, too.
#[command(group = clap::ArgGroup::new("scene").args(["one_scene", "scenes"]))]
pub(crate) struct Arguments {
    /// Experiments, by name; without a name, all.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Experiments whose name matches, beside those that are named.
    #[arg(short, long, value_name = "REGEX")]
    filter: Option<Regex>,
    /// Only detectors whose name in rows matches, and only experiments with such detectors. Into a
    /// scratch folder beside the build, or that of --out.
    #[arg(short = 'e', long, value_name = "REGEX")]
    detectors: Option<Regex>,
    /// Fewer repeats and smaller sweeps, into a scratch folder beside the build.
    #[arg(long)]
    quick: bool,
    /// Continue the last run, which was stopped. With --processes, with that number of them.
    #[arg(long, conflicts_with_all = ["names", "filter", "detectors", "quick", "scene", "workers"])]
    resume: bool,
    /// Advise on the detectors for this scene instead: verify, race, recommend. A folder with
    /// scene.json, the scene.json itself, a robot (.urdf), a glTF scene (.gltf, .glb), or a
    /// generator with its parameters.
    #[arg(
        id = "one_scene",
        long = "scene",
        value_name = "SCENE",
        conflicts_with_all = ["names", "filter"]
    )]
    scene: Option<String>,
    /// Advise on each scene of a folder, into a folder of --out for each, and count how often the
    /// recommended and the guessed detector are at most 10 % behind the best one. Scenes that have
    /// advice there are not measured again. Arguments for robots go to the robots of the folder,
    /// those for glTF scenes to its glTF scenes.
    #[arg(
        long,
        value_name = "FOLDER",
        requires = "out",
        conflicts_with_all = ["names", "filter", "resume"]
    )]
    scenes: Option<PathBuf>,
    /// Compare the advice of --scenes with the times of another run of the same scenes: its --out.
    #[arg(long, value_name = "DIR", requires = "scenes")]
    against: Option<PathBuf>,
    /// Milliseconds that a frame may take on the scene of --scene or --scenes, for the advice on a
    /// deadline: one sixtieth of a second if absent.
    #[arg(long, value_name = "MS", requires = "scene", value_parser = milliseconds)]
    deadline: Option<f64>,
    /// Broad phase of all pairwise detectors on the scene of --scene or --scenes: no-culling,
    /// all-pairs, sort-and-sweep, sweep-and-prune, interval-tree or aabb-tree. The definition of an
    /// experiment names its own.
    #[arg(long, value_name = "KIND", requires = "scene", value_parser = broad_phase)]
    broad_phase: Option<BroadPhaseKind>,
    /// Folder of recordings and pages: new, empty, or that of an earlier comparison.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Number of threads of each detector that can use several, when it replays a scene. More than
    /// one needs --out, --quick or --scene.
    #[arg(long, value_name = "N", default_value = "1", value_parser = workers)]
    workers: NonZeroUsize,
    /// Number of processes that share the repeats of an experiment: 5, or 1 with --quick.
    #[arg(long, value_name = "N", value_parser = processes)]
    processes: Option<NonZeroUsize>,
    #[command(flatten)]
    scene_options: SceneOptions,
}

impl Arguments {
    /// Returns true if not all experiments are measured.
    fn selects_experiments(&self) -> bool {
        !self.names.is_empty() || self.filter.is_some() || self.scene.is_some()
    }
}

/// Reads the name of a broad phase.
fn broad_phase(text: &str) -> Result<BroadPhaseKind, String> {
    let names = || BroadPhaseKind::ALL.iter().map(|kind| kind.name());
    let hint = || {
        let listed = names().collect::<Vec<_>>().join(", ");
        let hint = scenes::did_you_mean(text, names());
        format!("there is no broad phase `{text}`{hint}; there are {listed}")
    };
    let kind = BroadPhaseKind::ALL.iter().find(|kind| kind.name() == text);
    kind.copied().ok_or_else(hint)
}

/// Reads a number of threads.
pub(crate) fn workers(text: &str) -> Result<NonZeroUsize, String> {
    /// Maximum number of threads. A detector starts all of them.
    const MAX_WORKERS: usize = 64;
    let number = text.parse().ok().filter(|n| *n <= MAX_WORKERS);
    let number = number.and_then(NonZeroUsize::new);
    number.ok_or_else(|| format!("give a number of threads from 1 to {MAX_WORKERS}"))
}

/// Reads a time in milliseconds.
fn milliseconds(text: &str) -> Result<f64, String> {
    let number = text
        .parse()
        .ok()
        .filter(|ms: &f64| *ms > 0.0 && ms.is_finite());
    number.ok_or_else(|| "give milliseconds of more than 0, such as 16.7".to_owned())
}

/// Maximum number of processes. Intervals hardly narrow beyond ten.
const MAX_PROCESSES: usize = 100;

/// Reads a number of processes.
fn processes(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|n| *n <= MAX_PROCESSES);
    let number = number.and_then(NonZeroUsize::new);
    number.ok_or_else(|| format!("give a number of processes from 1 to {MAX_PROCESSES}"))
}

/// Runs the experiments, writes rows and pages, and prints the verdicts.
///
/// # Errors
/// Bad arguments, a scene without the property that its definition expects, results that cannot be
/// written; and, after everything is measured and written, any answer that was wrong.
pub(crate) fn run(arguments: &Arguments, form: &OutputForm) -> Result<()> {
    if let Some(scene) = &arguments.scene {
        return scene::run(scene, arguments, form);
    }
    if let Some(folder) = &arguments.scenes {
        return folder::run(folder, arguments, form);
    }
    let all = Experiment::read_folder(&paths::definitions())?;
    let (chosen, left_out) = chosen(&all, arguments)?;
    let ground = RunGround::prepare(arguments)?;
    let (mut recording, chosen) = begun(&ground, chosen, arguments)?;
    if !arguments.resume {
        terminal::print_aside(&left_out)?;
    }
    let chosen = with_definitions(chosen);
    rounds::check_parts(&recording, &chosen)?;
    let remaining = remaining(&recording, &chosen, &ground.earlier)?;
    let failures = rounds::measure(&mut recording, &chosen, remaining, None)?;
    let drawn = crate::redraw::draw(&ground.out);
    if let Ok(drawn) = &drawn {
        let result = || CompareResult {
            recording: recording.folder.display().to_string(),
            complete: recording.is_complete(),
            failures: &failures,
            drawn,
        };
        form.print(|| drawn.text(), result)?;
    }
    if !recording.is_complete() && !ground.is_scratch {
        let kept = recording.folder.display();
        let unfinished = "and `--resume` measures the rest";
        terminal::print_aside(&format!("{kept} keeps what is measured, {unfinished}\n"))?;
    }
    none_failed(&failures, drawn.err())
}

/// Result of `compare`.
#[derive(Serialize)]
struct CompareResult<'a> {
    /// Folder of the rows.
    recording: String,
    /// True if all experiments of the run have rows.
    complete: bool,
    /// Wrong answers, and experiments that could not be measured.
    failures: &'a [String],
    #[serde(flatten)]
    drawn: &'a Drawn,
}

/// Returns a new recording of the chosen experiments, or with `--resume` the one that was stopped
/// and those of its experiments.
fn begun<'a>(
    ground: &RunGround,
    mut chosen: Vec<&'a Experiment>,
    arguments: &Arguments,
) -> Result<(Recording, Vec<&'a Experiment>)> {
    let mut run = ground.run.clone();
    if !arguments.resume {
        let names = chosen.iter().map(|experiment| (experiment.id.clone(), 0.0));
        run.experiments = names.collect();
        return Ok((Recording::create(&ground.out, run)?, chosen));
    }
    let mut stopped = stopped(&ground.out, &ground.earlier, &run)?;
    stopped.run.processes = arguments.processes.unwrap_or(stopped.run.processes);
    chosen.retain(|e| stopped.run.experiments.contains_key(&e.id));
    for name in stopped.run.experiments.keys() {
        ensure!(
            chosen.iter().any(|e| e.id == *name),
            "{} measures `{name}`, which has no definition to continue with; start again \
             without --resume",
            stopped.folder.display()
        );
    }
    Ok((stopped, chosen))
}

/// Returns the experiments with the files of their definitions.
fn with_definitions(chosen: Vec<&Experiment>) -> Vec<ChosenExperiment<'_>> {
    let chosen = chosen.into_iter();
    let with_definition =
        |experiment: &'_ Experiment| paths::definitions().join(format!("{}.toml", experiment.id));
    chosen
        .map(|experiment| ChosenExperiment {
            experiment,
            definition: with_definition(experiment),
        })
        .collect()
}

/// Returns the time that processes without rows will take.
fn remaining(
    recording: &Recording,
    chosen: &[ChosenExperiment<'_>],
    earlier: &[Recording],
) -> Result<Remaining> {
    let run = &recording.run;
    let left = chosen.iter().map(|chosen| {
        let id = &chosen.experiment.id;
        let processes = chosen.experiment.processes(run.quick, run.processes);
        let missing = |number: &usize| !recording.part_file(id, *number).is_file();
        let missing = (1..=processes.get()).filter(missing).count();
        let is_measured = recording.rows_file(id).is_file();
        let most = NonZeroUsize::MIN.saturating_add(MAX_PROCESSES - 1);
        let most = chosen.experiment.processes(run.quick, most);
        (id.clone(), if is_measured { 0 } else { missing }, most)
    });
    // A new folder has no recording with times of experiments. Those of the reports serve, and one
    // of them that is broken does not matter here.
    let reports = if earlier.is_empty() {
        Recording::read_all(&paths::reports()).unwrap_or_default()
    } else {
        Vec::new()
    };
    let known: Vec<Recording> = reports.into_iter().chain(earlier.iter().cloned()).collect();
    Ok(Remaining::new(left, run.quick, &known))
}

/// Returns the experiments that the arguments select, or all if they select none, and a line for
/// each that is left out because this machine has too few cores.
fn chosen<'a>(
    all: &'a [Experiment],
    arguments: &Arguments,
) -> Result<(Vec<&'a Experiment>, String)> {
    let ids = || all.iter().map(|d| d.id.as_str());
    for name in &arguments.names {
        ensure!(
            ids().any(|id| id == name),
            "there is no experiment `{name}`{}; the experiments are {}",
            scenes::did_you_mean(name, ids()),
            ids().collect::<Vec<_>>().join(", ")
        );
    }
    let is_named = |id: &str| arguments.names.iter().any(|name| name == id);
    let matches = |id: &str| {
        arguments
            .filter
            .as_ref()
            .is_some_and(|regex| regex.is_match(id))
    };
    let takes_all = arguments.names.is_empty() && arguments.filter.is_none();
    let mut chosen: Vec<&Experiment> = all.iter().collect();
    chosen.retain(|e| takes_all || is_named(&e.id) || matches(&e.id));
    let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let mut left_out = String::new();
    for experiment in chosen.iter().filter(|e| e.cores > cores) {
        let (id, least) = (&experiment.id, experiment.cores);
        let reason = format!("{id} needs {least} cores, and this machine has {cores}");
        ensure!(!is_named(id), "{reason}");
        left_out.push_str(&format!("{reason}: left out\n"));
    }
    chosen.retain(|e| e.cores <= cores);
    if let Some(regex) = &arguments.filter {
        ensure!(
            !chosen.is_empty(),
            "no experiment has a name that matches `{regex}`{}",
            if left_out.is_empty() {
                ""
            } else {
                " and can be measured here"
            }
        );
    }
    if let Some(regex) = &arguments.detectors {
        chosen.retain(|experiment| experiment.has_detector(arguments.quick, regex));
        ensure!(
            !chosen.is_empty(),
            "none of these experiments has a detector whose name in rows matches `{regex}`"
        );
    }
    Ok((chosen, left_out))
}

/// Fails if an answer was wrong or a page could not be drawn. The error is the last output, so it
/// is not overlooked.
fn none_failed(failures: &[String], drawn: Option<anyhow::Error>) -> Result<()> {
    let failed = match failures {
        [] => None,
        [only] => Some(anyhow!("verification failed: {only}")),
        many => {
            let (count, all) = (many.len(), many.join("\n  "));
            Some(anyhow!("verification failed {count} times:\n  {all}"))
        }
    };
    match (failed, drawn) {
        (None, None) => Ok(()),
        (Some(error), None) | (None, Some(error)) => Err(error),
        (Some(error), Some(drawn)) => bail!("{error}\nThe pages are not drawn: {drawn:#}"),
    }
}
