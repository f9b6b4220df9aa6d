//! `compare`: verify, measure, report.

use crate::{places, scene_argument, terminal};
use anyhow::{Context, Result, bail, ensure};
use catalog::BroadPhaseKind;
use experiments::Experiment;
use records::{Rows, Run};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Arguments of `compare`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Experiments, by name; without a name, all.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Fewer repeats and smaller sweeps, into a scratch folder beside the build.
    #[arg(long)]
    quick: bool,
    /// Compare all detectors on this scene instead. A folder with scene.json, the scene.json
    /// itself, or a generator with its parameters.
    #[arg(long, value_name = "SCENE", conflicts_with = "names")]
    scene: Option<String>,
    /// Broad phase of all pairwise detectors on the scene of --scene: no-culling, all-pairs,
    /// sort-and-sweep, sweep-and-prune, interval-tree or aabb-tree. The definition of an experiment
    /// names its own.
    #[arg(long, value_name = "KIND", requires = "scene", value_parser = broad_phase)]
    broad_phase: Option<BroadPhaseKind>,
    /// Folder of rows and pages: new, empty, or that of an earlier comparison.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Number of threads of each detector that can use several, when it replays a scene. More than
    /// one needs --out, --quick or --scene.
    #[arg(long, value_name = "N", default_value = "1", value_parser = workers)]
    workers: NonZeroUsize,
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

/// Runs the experiments, writes rows and pages, and prints the verdicts.
///
/// # Errors
/// Bad arguments, a scene without the property that its definition expects, results that cannot be
/// written; and, after everything is measured and written, any answer that was wrong.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let all = match &arguments.scene {
        Some(scene) => vec![user_scene(scene, arguments.broad_phase)?],
        None => Experiment::read_folder(&places::definitions())?,
    };
    let chosen = chosen(&all, &arguments.names)?;
    let out = out_folder(arguments)?;
    let run = experiments::circumstances(
        &places::root(),
        &command(arguments),
        arguments.quick,
        arguments.workers,
    );
    let _claim = places::claim(&out, &run)?;
    let data = places::data(&out);
    // Rows of a scratch folder, or of a user's scene, are never mixed with those of an earlier run.
    if arguments.scene.is_some() || (arguments.out.is_none() && arguments.quick) {
        clear_rows(&data)?;
    } else {
        ensure_same_workers(&out, &run)?;
    }
    if arguments.scene.is_some() {
        let definition = data.join(format!("{USER_SCENE}.toml"));
        records::write_atomically(&definition, all[0].page.as_bytes())?;
    }
    let mut failures = Vec::new();
    for experiment in chosen {
        // The measurements of the other experiments are kept if a scene fails its expectation.
        match experiment.run(arguments.quick, &run.revision, run.workers) {
            Ok(results) => {
                let file = data.join(format!("{}.csv", experiment.id));
                results.rows.write_file(&file)?;
                for picture in &results.pictures {
                    records::write_atomically(&data.join(&picture.name), &picture.bytes)?;
                }
                run.write(&data)?;
                failures.extend(results.failures);
            }
            Err(error) => failures.push(format!("{error:#}")),
        }
    }
    let drawn = crate::redraw::draw(&out);
    if let Ok(text) = &drawn {
        terminal::print(text)?;
    }
    if arguments.scene.is_some() && drawn.is_ok() {
        let page = out.join("lab/README.md");
        let read = std::fs::read_to_string(&page);
        terminal::print(&read.with_context(|| format!("cannot read {}", page.display()))?)?;
    }
    none_failed(&failures)?;
    drawn.map(drop)
}

/// Name of the experiment on a user's scene. Its page is that of the lab's own experiments, and its
/// definition is stored beside its rows.
pub(crate) const USER_SCENE: &str = "lab-user-scene";

/// Returns the experiment that replays a user's scene.
fn user_scene(argument: &str, broad_phase: Option<BroadPhaseKind>) -> Result<Experiment> {
    Experiment::of_scene(USER_SCENE, &scene_argument::spec(argument)?, broad_phase)
}

/// Returns the definitions of these names, or all without a name.
fn chosen<'a>(all: &'a [Experiment], names: &[String]) -> Result<Vec<&'a Experiment>> {
    if names.is_empty() {
        return Ok(all.iter().collect());
    }
    let ids = || all.iter().map(|d| d.id.as_str());
    let find = |name: &String| {
        all.iter().find(|d| d.id == *name).with_context(|| {
            let hint = scenes::did_you_mean(name, ids());
            let listed = ids().collect::<Vec<_>>().join(", ");
            format!("there is no experiment `{name}`{hint}; the experiments are {listed}")
        })
    };
    names.iter().map(find).collect()
}

/// Returns the output folder: never the reports of the last full run unless this is one, too.
fn out_folder(arguments: &Arguments) -> Result<PathBuf> {
    let user_scene = arguments.scene.is_some();
    let Some(out) = &arguments.out else {
        return match (user_scene, arguments.quick) {
            (true, _) => made(places::scratch("compare-scene")),
            (false, true) => made(places::scratch("compare-quick")),
            (false, false) => {
                ensure_one_worker_in_reports(arguments.workers, true)?;
                Ok(places::reports())
            }
        };
    };
    let reports = places::reports().canonicalize().ok();
    let is_reports = reports.is_some() && out.canonicalize().ok() == reports;
    ensure_one_worker_in_reports(arguments.workers, is_reports)?;
    ensure!(
        !(user_scene || arguments.quick) || !is_reports,
        "{} holds the last full run, which a quick run or a scene of your own does not replace; \
         name another folder, or none for a scratch folder",
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

/// Fails if a folder, which is claimed, has rows of another number of workers.
fn ensure_same_workers(out: &Path, run: &Run) -> Result<()> {
    let earlier = Run::read(&places::data(out))?.workers;
    ensure!(
        earlier == run.workers,
        "{} holds rows measured with --workers {earlier}, and rows with --workers {} would be mixed \
         with them; name another folder with --out, or pass --workers {earlier}",
        out.display(),
        run.workers
    );
    Ok(())
}

fn made(folder: PathBuf) -> Result<PathBuf> {
    let create = || format!("cannot create {}", folder.display());
    std::fs::create_dir_all(&folder).with_context(create)?;
    Ok(folder)
}

/// Removes the rows and pictures of an earlier run. The folder is known to be ours.
fn clear_rows(data: &Path) -> Result<()> {
    for extension in ["csv", "png"] {
        for path in records::files(data, extension)? {
            let remove = || format!("cannot remove {}", path.display());
            std::fs::remove_file(&path).with_context(remove)?;
        }
    }
    Ok(())
}

/// Returns the command that reproduces the rows.
fn command(arguments: &Arguments) -> String {
    let mut words = vec!["cargo xtask compare".to_owned()];
    words.extend(arguments.names.iter().cloned());
    words.extend(arguments.quick.then(|| "--quick".to_owned()));
    let workers = Some(arguments.workers).filter(|n| n.get() > 1);
    words.extend(workers.map(|n| format!("--workers {n}")));
    let scene = arguments.scene.iter();
    words.extend(scene.map(|scene| format!("--scene {scene}")));
    let kind = arguments.broad_phase.iter();
    words.extend(kind.map(|kind| format!("--broad-phase {}", kind.name())));
    words.join(" ")
}

/// Fails if an answer was wrong. The error is the last output, so it is not overlooked.
fn none_failed(failures: &[String]) -> Result<()> {
    match failures {
        [] => Ok(()),
        [only] => bail!("verification failed: {only}"),
        many => {
            let (count, all) = (many.len(), many.join("\n  "));
            bail!("verification failed {count} times:\n  {all}")
        }
    }
}

/// Reads rows and circumstances of an output folder.
///
/// # Errors
/// Missing or unreadable rows.
pub(crate) fn recorded(out: &Path) -> Result<(Rows, Run)> {
    let data = places::data(out);
    ensure!(
        data.is_dir(),
        "{} is not the folder of a comparison: it has no folder `data`; name another, or run \
         `cargo xtask compare` first",
        out.display()
    );
    let rows = Rows::read_folder(&data)?;
    ensure!(
        !rows.is_empty(),
        "{} holds no rows; run `cargo xtask compare` first",
        data.display()
    );
    Ok((rows, Run::read(&data)?))
}
