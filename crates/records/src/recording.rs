//! Recordings: the rows of each run in a folder of their own, which no later run writes to.
//!
//! ```text
//! OUT/record/MACHINE/DATE-REVISION/
//!   run.json                 circumstances
//!   EXPERIMENT.csv, *.png    rows of all processes together, pictures
//!   parts/EXPERIMENT.2.csv   rows of one process, until all of them are there
//!   parts/EXPERIMENT.2.json  what else it found
//!   parts/trees/             trees that its processes share, until all of them have ended
//! ```

use crate::{Machine, RecordsError, Rows, Run, files};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Folder of recordings in an output folder.
pub const RECORD: &str = "record";

/// Rows of one run, in a folder, with their circumstances.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// Folder of the rows.
    pub folder: PathBuf,
    /// Machine, revision, date and command: the contents of `run.json`.
    pub run: Run,
}

impl Recording {
    /// Creates the folder of a new recording in an output folder, and writes its `run.json`.
    ///
    /// A second run of one day and revision gets a number: `2026-11-23-dcd6bd3-2`.
    pub fn create(out: &Path, run: Run) -> Result<Recording, RecordsError> {
        let machine = out.join(RECORD).join(run.machine.name());
        std::fs::create_dir_all(&machine).map_err(RecordsError::file("create", &machine))?;
        let day = run.date.split('T').next().unwrap_or_default();
        let name = format!("{day}-{}", run.revision);
        for number in 1.. {
            let folder = machine.join(match number {
                1 => name.clone(),
                n => format!("{name}-{n}"),
            });
            match std::fs::create_dir(&folder) {
                Ok(()) => {
                    run.write(&folder)?;
                    return Ok(Recording { folder, run });
                }
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(RecordsError::file("create", &folder)(error)),
            }
        }
        unreachable!("there are more numbers than folders")
    }

    /// Reads the circumstances of a recording.
    pub fn read(folder: &Path) -> Result<Recording, RecordsError> {
        Ok(Recording {
            run: Run::read(folder)?,
            folder: folder.to_owned(),
        })
    }

    /// Returns the recordings in an output folder, oldest first. None if there is no folder.
    pub fn read_all(out: &Path) -> Result<Vec<Recording>, RecordsError> {
        let record = out.join(RECORD);
        let mut all = Vec::new();
        for machine in folders(&record)? {
            for folder in folders(&machine)? {
                // Without circumstances, it is no recording.
                if folder.join(Run::FILE).is_file() {
                    all.push(Recording::read(&folder)?);
                }
            }
        }
        let number = |r: &Recording| r.folder.as_os_str().len();
        all.sort_by(|a, b| {
            let date = a.run.date.cmp(&b.run.date);
            date.then_with(|| number(a).cmp(&number(b)))
                .then_with(|| a.folder.cmp(&b.folder))
        });
        Ok(all)
    }

    /// Returns the file of the rows of an experiment.
    pub fn rows_file(&self, experiment: &str) -> PathBuf {
        self.folder.join(format!("{experiment}.csv"))
    }

    /// Returns the folder of the rows of single processes.
    pub fn parts(&self) -> PathBuf {
        self.folder.join("parts")
    }

    /// Returns the file of the rows of one process, which is counted from 1.
    pub fn part_file(&self, experiment: &str, process: usize) -> PathBuf {
        self.parts().join(format!("{experiment}.{process}.csv"))
    }

    /// Returns the file of what else one process found: wrong answers.
    pub fn outcome_file(&self, experiment: &str, process: usize) -> PathBuf {
        self.parts().join(format!("{experiment}.{process}.json"))
    }

    /// Returns the file of the calls of detectors in one process, while it runs.
    pub fn calls_file(&self, experiment: &str, process: usize) -> PathBuf {
        self.parts().join(format!("{experiment}.{process}.calls"))
    }

    /// Returns the folder of what processes share while they run: sphere-trees, which one builds
    /// for all. Made by the first, and left by a run that is stopped for the one that continues it.
    pub fn trees(&self) -> PathBuf {
        self.parts().join("trees")
    }

    /// Removes the folder of trees, and that of the parts if it is empty then.
    ///
    /// # Errors
    /// The folder is there and cannot be removed.
    pub fn remove_trees(&self) -> Result<(), RecordsError> {
        let trees = self.trees();
        if trees.is_dir() {
            std::fs::remove_dir_all(&trees).map_err(RecordsError::file("remove", &trees))?;
        }
        // It stays while it has other files.
        let _ = std::fs::remove_dir(self.parts());
        Ok(())
    }

    /// Returns the experiments that are measured, by name.
    pub fn measured(&self) -> impl Iterator<Item = &String> {
        let names = self.run.experiments.keys();
        names.filter(|name| self.rows_file(name).is_file())
    }

    /// Returns true if each experiment of the run is measured.
    pub fn is_complete(&self) -> bool {
        self.measured().count() == self.run.experiments.len()
    }

    /// Removes the files of single processes of an experiment, if there are any.
    pub fn remove_parts(&self, experiment: &str) -> Result<(), RecordsError> {
        let parts = self.parts();
        if !parts.is_dir() {
            return Ok(());
        }
        let rows = files(&parts, "csv")?;
        for path in rows.into_iter().chain(files(&parts, "json")?) {
            let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned());
            let name = stem.as_deref().and_then(|s| s.rsplit_once('.'));
            if name.is_some_and(|(name, _)| name == experiment) {
                std::fs::remove_file(&path).map_err(RecordsError::file("remove", &path))?;
            }
        }
        // It stays while it has other files.
        let _ = std::fs::remove_dir(&parts);
        Ok(())
    }

    /// Reads the rows of all experiments that are measured.
    pub fn rows(&self) -> Result<Rows, RecordsError> {
        let measured: Vec<&String> = self.measured().collect();
        self.rows_of(&measured)
    }

    /// Reads the rows of some experiments.
    fn rows_of(&self, experiments: &[&String]) -> Result<Rows, RecordsError> {
        let mut all = Rows::default();
        for name in experiments {
            let file = self.rows_file(name);
            let rows = Rows::read_file(&file)?;
            let other = rows.iter().find(|row| row.key.experiment != **name);
            if let Some(other) = other {
                let other = &other.key.experiment;
                let problem = format!("rows of {other} in the file of {name}; rename it");
                return Err(RecordsError::content(&file, 1, problem));
            }
            all.extend(rows);
        }
        Ok(all)
    }

    /// Replaces `run.json` as a whole, for a run that has gone on.
    pub fn write_run(&self) -> Result<(), RecordsError> {
        self.run.write(&self.folder)
    }
}

/// Newest rows of each experiment, for the pages.
///
/// The pages have one machine: that of the newest full recording. Experiments that it lacks are
/// taken from other machines, and pages say so.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Newest {
    /// Rows of all experiments.
    pub rows: Rows,
    /// Recordings of the pages' machine with the newest rows of an experiment, oldest first.
    pub recordings: Vec<NewestOf>,
    /// Recordings of other machines with the newest rows of an experiment that the pages' machine
    /// lacks, oldest first.
    pub elsewhere: Vec<NewestOf>,
    /// Rows of earlier recordings of the pages' machine for the same experiments, each recording by
    /// itself, oldest first. Of each experiment the last three before the newest, at most: a
    /// recording of a few experiments replaces none of the others.
    pub earlier: Vec<Rows>,
    /// Rows of full recordings of other machines, oldest first: of the last four, at most. Ratios
    /// of them compare with those of the pages' machine, times do not.
    pub others: Vec<Rows>,
}

/// Number of recordings before the newest one of an experiment whose rows are read.
const EARLIER: usize = 3;

/// Number of recordings of other machines whose rows are read.
const OTHERS: usize = 4;

/// Recording with the newest rows of some experiments.
#[derive(Clone, Debug, PartialEq)]
pub struct NewestOf {
    /// Folder of the rows relative to the output folder, with slashes:
    /// "record/a-cpu/2026-11-23-abc".
    pub folder: String,
    /// Machine, revision, date and command: the contents of `run.json`.
    pub run: Run,
    /// Ids of the experiments whose newest rows are in it.
    pub experiments: Vec<String>,
}

/// Returns true if each experiment of a recording is measured, in it or in another one of its
/// machine.
fn is_completed(recording: &Recording, all: &[&Recording]) -> bool {
    let machine = recording.run.machine.name();
    let here = all.iter().filter(|r| r.run.machine.name() == machine);
    let here: Vec<&&Recording> = here.collect();
    let is_measured = |name: &String| here.iter().any(|r| r.rows_file(name).is_file());
    recording.run.experiments.keys().all(is_measured)
}

impl Newest {
    /// Reads the newest rows of each experiment.
    ///
    /// The pages' machine is that of the newest full recording: of all experiments, and complete,
    /// at least with other recordings of the machine, which may have repeated one that failed. If
    /// there is none, it is that of the newest recording. So a few experiments that are measured on
    /// another machine replace no rows. An experiment that the pages' machine lacks is that of the
    /// newest recording of any machine.
    ///
    /// Quick recordings, and those with selected detectors, whose rows lack the others, are left
    /// out unless there is no other recording.
    pub fn read(out: &Path) -> Result<Newest, RecordsError> {
        let all = Recording::read_all(out)?;
        let shown = shown(&all);
        let is_full = |r: &&&Recording| r.run.is_full() && is_completed(r, &shown);
        let newest = shown.iter().rfind(is_full).or(shown.last());
        let machine = newest.map(|recording| recording.run.machine.name());
        let of_machine = |r: &&Recording| Some(r.run.machine.name()) == machine;
        let (here, elsewhere): (Vec<&Recording>, _) = shown.iter().partition(|r| of_machine(r));
        let newest = newest_of_each(&here, |_| true);
        let mut result = Newest::default();
        let mut taken: BTreeMap<&String, usize> = BTreeMap::new();
        for (i, recording) in here.iter().enumerate().rev() {
            let replaced = recording.measured().filter(|name| newest[name] != i);
            let replaced = replaced.filter(|name| {
                let count = taken.entry(name).or_default();
                *count += 1;
                *count <= EARLIER
            });
            let replaced: Vec<&String> = replaced.collect();
            if !replaced.is_empty() {
                result.earlier.push(recording.rows_of(&replaced)?);
            }
        }
        result.earlier.reverse();
        let full: Vec<&&Recording> = elsewhere.iter().filter(is_full).collect();
        for recording in &full[full.len().saturating_sub(OTHERS)..] {
            result.others.push(recording.rows()?);
        }
        let lacking = newest_of_each(&elsewhere, |name| !newest.contains_key(name));
        result.recordings = result.take(out, &here, &newest)?;
        result.elsewhere = result.take(out, &elsewhere, &lacking)?;
        Ok(result)
    }

    /// Adds the rows of experiments, each of the recording with its index in `newest`. Returns
    /// those recordings.
    fn take(
        &mut self,
        out: &Path,
        recordings: &[&Recording],
        newest: &BTreeMap<&String, usize>,
    ) -> Result<Vec<NewestOf>, RecordsError> {
        let mut taken = Vec::new();
        for (i, recording) in recordings.iter().enumerate() {
            let names = newest.iter().filter(|(_, k)| **k == i);
            let names: Vec<&String> = names.map(|(name, _)| *name).collect();
            self.rows.extend(recording.rows_of(&names)?);
            if names.is_empty() {
                continue;
            }
            let folder = &recording.folder;
            let folder = folder.strip_prefix(out).unwrap_or(folder);
            let parts = folder.components().map(|c| c.as_os_str().to_string_lossy());
            taken.push(NewestOf {
                folder: parts.collect::<Vec<_>>().join("/"),
                run: recording.run.clone(),
                experiments: names.into_iter().cloned().collect(),
            });
        }
        Ok(taken)
    }

    /// Returns the machine of the rows of an experiment if it is not the pages' machine.
    pub fn other_machine(&self, experiment: &str) -> Option<&Machine> {
        let has = |r: &&NewestOf| r.experiments.iter().any(|name| name == experiment);
        self.elsewhere.iter().find(has).map(|r| &r.run.machine)
    }

    /// Returns the recording with the rows of an experiment.
    pub fn of(&self, experiment: &str) -> Option<&NewestOf> {
        let has = |r: &&NewestOf| r.experiments.iter().any(|name| name == experiment);
        self.recordings.iter().chain(&self.elsewhere).find(has)
    }
}

/// Returns the recordings whose rows pages show, oldest first.
fn shown(all: &[Recording]) -> Vec<&Recording> {
    // One that was stopped before it had rows replaces none, also of another machine.
    let has_rows = |r: &&Recording| r.measured().next().is_some();
    let is_whole = |r: &&Recording| r.run.detectors.is_none() && !r.run.quick;
    let whole: Vec<&Recording> = all.iter().filter(is_whole).filter(has_rows).collect();
    if whole.is_empty() {
        all.iter().filter(has_rows).collect()
    } else {
        whole
    }
}

/// Returns the index of the newest recording of each experiment that `takes` selects. Recordings
/// are ordered, oldest first.
fn newest_of_each<'a>(
    recordings: &[&'a Recording],
    takes: impl Fn(&String) -> bool,
) -> BTreeMap<&'a String, usize> {
    let mut newest = BTreeMap::new();
    for (i, recording) in recordings.iter().enumerate() {
        let names = recording.measured().filter(|name| takes(name));
        newest.extend(names.map(|name| (name, i)));
    }
    newest
}

/// Returns the folders in a folder, sorted. None if it does not exist.
fn folders(folder: &Path) -> Result<Vec<PathBuf>, RecordsError> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let error = RecordsError::file("list", folder);
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(&error)? {
        let path = entry.map_err(&error)?.path();
        if path.is_dir() {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests;
