//! `compare`: verify, measure, report.

mod remaining;
mod rounds;

use crate::redraw::Drawn;
use crate::result::Form;
use crate::scene_argument::SceneOptions;
use crate::{places, scene_argument, terminal};
use anyhow::{Context, Result, anyhow, bail, ensure};
use catalog::BroadPhaseKind;
use experiments::Experiment;
use records::{Newest, Recording, Run};
use regex::Regex;
use remaining::Remaining;
use rounds::Chosen;
use serde::Serialize;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Arguments of `compare`.
#[derive(clap::Args)]
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
    /// Compare all detectors on this scene instead. A folder with scene.json, the scene.json
    /// itself, a robot (.urdf), a glTF scene (.gltf, .glb), or a generator with its parameters.
    #[arg(long, value_name = "SCENE", conflicts_with_all = ["names", "filter"])]
    #[arg(value_hint = clap::ValueHint::AnyPath)]
    scene: Option<String>,
    /// Broad phase of all pairwise detectors on the scene of --scene: no-culling, all-pairs,
    /// sort-and-sweep, sweep-and-prune, interval-tree or aabb-tree. The definition of an experiment
    /// names its own.
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

/// Number of processes of a full run. Their medians give the intervals.
const PROCESSES: NonZeroUsize = NonZeroUsize::new(5).unwrap();

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
pub(crate) fn run(arguments: &Arguments, form: Form) -> Result<()> {
    let all = match &arguments.scene {
        Some(scene) => vec![user_scene(scene, arguments)?],
        None => Experiment::read_folder(&places::definitions())?,
    };
    let mut chosen = chosen(&all, arguments)?;
    let out = out_folder(arguments)?;
    let mut run = experiments::circumstances(&places::root(), &command(arguments), arguments.quick);
    run.workers = arguments.workers;
    run.processes = arguments.processes.unwrap_or(match arguments.quick {
        true => NonZeroUsize::MIN,
        false => PROCESSES,
    });
    run.detectors = arguments.detectors.as_ref().map(Regex::to_string);
    let _lock = places::lock(&out)?;
    let is_scratch = arguments.out.is_none() && out != places::reports();
    if is_scratch && !arguments.resume {
        places::clear_recordings(&out)?;
    }
    let earlier = Recording::read_all(&out)?;
    if !arguments.resume {
        ensure_same_workers(&out, &earlier, &run)?;
        ensure_newest(&earlier, &run)?;
    }
    let mut recording = match arguments.resume {
        true => {
            let mut stopped = stopped(&out, &earlier, &run)?;
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
            stopped
        }
        false => {
            let names = chosen.iter().map(|experiment| (experiment.id.clone(), 0.0));
            run.experiments = names.collect();
            Recording::create(&out, run)?
        }
    };
    let chosen = with_definitions(chosen, &recording)?;
    rounds::check_parts(&recording, &chosen)?;
    let remaining = remaining(&recording, &chosen, &earlier)?;
    let failures = rounds::measure(&mut recording, &chosen, remaining)?;
    let drawn = crate::redraw::draw(&out);
    if let Ok(drawn) = &drawn {
        let result = || CompareResult {
            recording: &recording.folder,
            complete: recording.is_complete(),
            failures: &failures,
            drawn,
        };
        form.print("compare", || drawn.text(), result)?;
    }
    if arguments.scene.is_some() && drawn.is_ok() && !form.is_json() {
        let page = out.join("lab/README.md");
        let read = std::fs::read_to_string(&page);
        terminal::print(&read.with_context(|| format!("cannot read {}", page.display()))?)?;
        terminal::print(&format!("\n{}", crate::redraw::recommendation(&out)?))?;
    }
    if !recording.is_complete() && !is_scratch && arguments.scene.is_none() {
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
    recording: &'a Path,
    /// True if all experiments of the run have rows.
    complete: bool,
    /// Wrong answers, and experiments that could not be measured.
    failures: &'a [String],
    #[serde(flatten)]
    drawn: &'a Drawn,
}

/// Returns the experiments with the files of their definitions. That of a user's scene is written
/// beside its rows.
fn with_definitions<'a>(
    chosen: Vec<&'a Experiment>,
    recording: &Recording,
) -> Result<Vec<Chosen<'a>>> {
    let with_definition = |experiment: &'a Experiment| {
        let name = format!("{}.toml", experiment.id);
        let definition = match experiment.id.as_str() {
            USER_SCENE => recording.folder.join(name),
            _ => places::definitions().join(name),
        };
        if experiment.id == USER_SCENE {
            records::write_atomically(&definition, experiment.page.as_bytes())?;
        }
        Ok(Chosen {
            experiment,
            definition,
        })
    };
    chosen.into_iter().map(with_definition).collect()
}

/// Returns the time that processes without rows will take.
fn remaining(
    recording: &Recording,
    chosen: &[Chosen<'_>],
    earlier: &[Recording],
) -> Result<Remaining> {
    let run = &recording.run;
    let left = chosen.iter().map(|chosen| {
        let id = &chosen.experiment.id;
        let processes = chosen.experiment.processes(run.quick, run.processes);
        let missing = |number: &usize| !recording.part_file(id, *number).is_file();
        let missing = (1..=processes.get()).filter(missing).count();
        let is_measured = recording.rows_file(id).is_file();
        (id.clone(), if is_measured { 0 } else { missing })
    });
    // A first recording has none to learn from. That of the reports tells about a new folder.
    let reports = match earlier.is_empty() {
        // Of which a broken one is no matter of the new folder.
        true => Recording::read_all(&places::reports()).unwrap_or_default(),
        false => Vec::new(),
    };
    let known: Vec<Recording> = reports.into_iter().chain(earlier.iter().cloned()).collect();
    Ok(Remaining::new(left, run.quick, &known))
}

/// Returns the newest recording, which was stopped.
fn stopped(out: &Path, earlier: &[Recording], run: &Run) -> Result<Recording> {
    let of_machine = |r: &&Recording| r.run.machine.name() == run.machine.name();
    let newest = earlier.iter().rfind(of_machine);
    let stopped = newest.filter(|recording| !recording.is_complete());
    let stopped = stopped.with_context(|| {
        let shown = out.display();
        format!(
            "the newest recording of this machine in {shown} is complete, so there is nothing to \
             continue"
        )
    })?;
    ensure!(
        !run.dirty,
        "the sources have changes that are not committed, which may not be those that {} measures; start again without --resume",
        stopped.folder.display()
    );
    ensure!(
        run.revision != experiments::machine::UNKNOWN,
        "the revision of the sources is not known, so they may not be those that {} measures; run \
         where `git rev-parse HEAD` works, or start again without --resume",
        stopped.folder.display()
    );
    ensure!(
        !stopped.run.dirty,
        "{} measures sources with changes that were not committed, and they are gone; start again \
         without --resume",
        stopped.folder.display()
    );
    for (what, before, now) in [
        ("profile", &stopped.run.profile, &run.profile),
        ("compiler", &stopped.run.machine.rustc, &run.machine.rustc),
        ("flags", &stopped.run.machine.flags, &run.machine.flags),
    ] {
        ensure!(
            before == now,
            "{} measures a build with the {what} `{before}`, and this one has `{now}`; build as \
             before to continue, or start again without --resume",
            stopped.folder.display()
        );
    }
    ensure!(
        stopped.run.revision == run.revision,
        "{} measures revision {}, and the sources are at {}; check that out to continue, or start \
         again without --resume",
        stopped.folder.display(),
        stopped.run.revision,
        run.revision
    );
    Ok(stopped.clone())
}

/// Name of the experiment on a user's scene. Its page is that of the lab's own experiments, and its
/// definition is stored beside its rows.
pub(crate) const USER_SCENE: &str = "lab-user-scene";

/// Returns the experiment that replays a user's scene.
fn user_scene(argument: &str, arguments: &Arguments) -> Result<Experiment> {
    let spec = scene_argument::spec(argument, &arguments.scene_options)?;
    Experiment::of_scene(USER_SCENE, &spec, arguments.broad_phase)
}

/// Returns the experiments that the arguments select, or all if they select none.
fn chosen<'a>(all: &'a [Experiment], arguments: &Arguments) -> Result<Vec<&'a Experiment>> {
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
    if let Some(regex) = &arguments.filter {
        ensure!(
            !chosen.is_empty(),
            "no experiment has a name that matches `{regex}`"
        );
    }
    if let Some(regex) = &arguments.detectors {
        chosen.retain(|experiment| experiment.has_detector(arguments.quick, regex));
        ensure!(
            !chosen.is_empty(),
            "none of these experiments has a detector whose name in rows matches `{regex}`"
        );
    }
    Ok(chosen)
}

/// Returns the output folder: never the reports of the last full run unless this is one, too.
fn out_folder(arguments: &Arguments) -> Result<PathBuf> {
    let user_scene = arguments.scene.is_some();
    let Some(out) = &arguments.out else {
        return match (user_scene, arguments.quick, &arguments.detectors) {
            (true, _, _) => made(places::scratch("compare-scene")),
            (false, true, _) => made(places::scratch("compare-quick")),
            (false, false, Some(_)) => made(places::scratch("compare-detectors")),
            (false, false, None) => {
                ensure_one_worker_in_reports(arguments.workers, true)?;
                Ok(places::reports())
            }
        };
    };
    let reports = places::reports().canonicalize().ok();
    let is_reports = reports.is_some() && out.canonicalize().ok() == reports;
    ensure_one_worker_in_reports(arguments.workers, is_reports)?;
    ensure!(
        !(user_scene || arguments.quick || arguments.detectors.is_some()) || !is_reports,
        "{} holds full runs; a quick run, a scene of your own or selected detectors do not belong \
         there; name another folder, or none for a scratch folder",
        out.display()
    );
    Ok(out.clone())
}

/// Fails if rows of several workers would replace those of one.
fn ensure_one_worker_in_reports(workers: NonZeroUsize, is_reports: bool) -> Result<()> {
    ensure!(
        workers.get() == 1 || !is_reports,
        "{} holds rows measured with --workers 1, and rows with --workers {workers} would be mixed \
         with them; name another folder with --out, or add --quick for a scratch folder",
        places::reports().display()
    );
    Ok(())
}

/// Fails if a folder, which is locked, has rows of another number of workers.
fn ensure_same_workers(out: &Path, earlier: &[Recording], run: &Run) -> Result<()> {
    let other = earlier.iter().map(|recording| recording.run.workers);
    let other = other.rev().find(|workers| *workers != run.workers);
    match other {
        None => Ok(()),
        Some(earlier) => bail!(
            "{} holds rows measured with --workers {earlier}, and rows with --workers {} would be \
             mixed with them; name another folder with --out, or pass --workers {earlier}",
            out.display(),
            run.workers
        ),
    }
}

/// Fails if a recording of this machine has a later date: pages would go on showing its rows.
fn ensure_newest(earlier: &[Recording], run: &Run) -> Result<()> {
    let of_machine = |r: &&Recording| r.run.machine.name() == run.machine.name();
    let later = |r: &&Recording| of_machine(r) && r.run.date > run.date;
    match earlier.iter().rev().find(later) {
        None => Ok(()),
        Some(later) => bail!(
            "the clock reads {}, before {} was recorded ({}): the pages would not show the new \
             rows; set the clock, or name another folder with --out",
            run.date,
            later.folder.display(),
            later.run.date
        ),
    }
}

fn made(folder: PathBuf) -> Result<PathBuf> {
    let create = || format!("cannot create {}", folder.display());
    std::fs::create_dir_all(&folder).with_context(create)?;
    Ok(folder)
}

/// Returns the command that reproduces the rows.
fn command(arguments: &Arguments) -> String {
    let mut words = vec!["cargo xtask compare".to_owned()];
    words.extend(arguments.names.iter().cloned());
    let filter = arguments.filter.iter();
    words.extend(filter.map(|regex| format!("--filter={}", quoted(regex.as_str()))));
    let detectors = arguments.detectors.iter();
    words.extend(detectors.map(|regex| format!("--detectors={}", quoted(regex.as_str()))));
    words.extend(arguments.quick.then(|| "--quick".to_owned()));
    let processes = arguments.processes.iter();
    words.extend(processes.map(|n| format!("--processes {n}")));
    let workers = Some(arguments.workers).filter(|n| n.get() > 1);
    words.extend(workers.map(|n| format!("--workers {n}")));
    let scene = arguments.scene.iter();
    words.extend(scene.map(|scene| format!("--scene {}", quoted(scene))));
    words.extend(
        arguments
            .scene_options
            .words()
            .iter()
            .map(|word| quoted(word)),
    );
    let kind = arguments.broad_phase.iter();
    words.extend(kind.map(|kind| format!("--broad-phase {}", kind.name())));
    words.join(" ")
}

/// Returns a text as one word for a shell.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

/// Fails if an answer was wrong or a page could not be drawn. The error is the last output, so it is
/// not overlooked.
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

/// Reads the newest rows of an output folder.
///
/// # Errors
/// Missing or unreadable rows.
pub(crate) fn recorded(out: &Path) -> Result<Newest> {
    let record = out.join(records::RECORD);
    ensure!(
        record.is_dir(),
        "{} is not the folder of a comparison: it has no folder `{}`; name another, or run \
         `cargo xtask compare` first",
        out.display(),
        records::RECORD
    );
    let newest = Newest::read(out)?;
    ensure!(
        !newest.rows.is_empty(),
        "{} holds no rows; run `cargo xtask compare` first",
        record.display()
    );
    Ok(newest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_can_be_pasted_into_a_shell() {
        assert_eq!(quoted("calm:bodies=3,faces=528"), "calm:bodies=3,faces=528");
        assert_eq!(quoted("my scene"), "'my scene'");
        assert_eq!(quoted("^a|b's"), "'^a|b'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
