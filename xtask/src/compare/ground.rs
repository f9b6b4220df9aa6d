//! Folder and circumstances of a comparison.

use super::Arguments;
use crate::paths;
use crate::scene_argument::given;
use anyhow::{Context, Result, bail, ensure};
use catalog::shell_word;
use records::{Recording, Run};
use regex::Regex;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Number of processes of a full run. Their medians give the intervals.
const PROCESSES: NonZeroUsize = NonZeroUsize::new(5).unwrap();

/// Output folder, which is locked, and the circumstances of a run into it.
pub(super) struct RunGround {
    pub(super) out: PathBuf,
    pub(super) run: Run,
    /// Recordings of the folder, unless it is a scratch folder.
    pub(super) earlier: Vec<Recording>,
    pub(super) is_scratch: bool,
    pub(super) _lock: paths::FolderLock,
}

impl RunGround {
    pub(super) fn prepare(arguments: &Arguments) -> Result<RunGround> {
        let out = out_folder(arguments)?;
        let command = command(arguments);
        let mut run = experiments::circumstances(&paths::root(), &command, arguments.quick);
        run.workers = arguments.workers;
        run.processes = arguments.processes.unwrap_or(if arguments.quick {
            NonZeroUsize::MIN
        } else {
            PROCESSES
        });
        run.selected = arguments.selects_experiments();
        run.detectors = arguments.detectors.as_ref().map(Regex::to_string);
        let _lock = paths::lock(&out)?;
        let is_scratch = arguments.out.is_none() && out != paths::reports();
        if is_scratch && !arguments.resume {
            paths::clear_recordings(&out)?;
        }
        let earlier = Recording::read_all(&out)?;
        if !arguments.resume {
            ensure_same_workers(&out, &earlier, &run)?;
            ensure_newest(&earlier, &run)?;
        }
        Ok(RunGround {
            out,
            run,
            earlier,
            is_scratch,
            _lock,
        })
    }
}

/// Returns the output folder: never the reports of the last full run unless this is one, too.
fn out_folder(arguments: &Arguments) -> Result<PathBuf> {
    let user_scene = arguments.scene.is_some();
    let Some(out) = &arguments.out else {
        return match (user_scene, arguments.quick, &arguments.detectors) {
            (true, _, _) => made(paths::scratch("compare-scene")),
            (false, true, _) => made(paths::scratch("compare-quick")),
            (false, false, Some(_)) => made(paths::scratch("compare-detectors")),
            (false, false, None) => {
                ensure_one_worker_in_reports(arguments.workers, true)?;
                Ok(paths::reports())
            }
        };
    };
    let reports = paths::reports().canonicalize().ok();
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
        paths::reports().display()
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

pub(super) fn made(folder: PathBuf) -> Result<PathBuf> {
    let create = || format!("cannot create {}", folder.display());
    std::fs::create_dir_all(&folder).with_context(create)?;
    Ok(folder)
}

/// Returns the command that reproduces the rows.
fn command(arguments: &Arguments) -> String {
    let mut words = vec!["cargo xtask compare".to_owned()];
    words.extend(arguments.names.iter().cloned());
    let filter = arguments.filter.iter();
    words.extend(filter.map(|regex| format!("--filter={}", shell_word(regex.as_str()))));
    let detectors = arguments.detectors.iter();
    words.extend(detectors.map(|regex| format!("--detectors={}", shell_word(regex.as_str()))));
    words.extend(arguments.quick.then(|| "--quick".to_owned()));
    let processes = arguments.processes.iter();
    words.extend(processes.map(|n| format!("--processes {n}")));
    let workers = Some(arguments.workers).filter(|n| n.get() > 1);
    words.extend(workers.map(|n| format!("--workers {n}")));
    let scene = arguments.scene.iter();
    let scene = scene.flat_map(|scene| given("--scene", scene.clone()));
    words.extend(scene.map(|word| shell_word(&word)));
    let options = arguments.scene_options.words();
    words.extend(options.iter().map(|word| shell_word(word)));
    let deadline = arguments.deadline.iter();
    words.extend(deadline.map(|ms| format!("--deadline {ms}")));
    let kind = arguments.broad_phase.iter();
    words.extend(kind.map(|kind| format!("--broad-phase {}", kind.name())));
    words.join(" ")
}
