//! Experiment as data: `benches/experiments/*.toml`.

use crate::clock::{calibration, seconds};
use crate::isolation::caught;
use crate::model::{Model, Results, Session};
use crate::models;
use crate::process::Process;
use crate::progress::RunProgress;
use anyhow::{Context, Result, anyhow};
use records::{CALIBRATION, Key, Row, Unit};
use regex::Regex;
use serde::Deserialize;
use std::num::NonZeroUsize;
use std::path::Path;

/// Definition of an experiment.
///
/// ```toml
/// question = "How much does the bounding box of a cube grow when the cube is rotated?"
///
/// [measure]
/// model = "box-growth"
/// rotations = 500_000
/// seed = 1996
/// quick = { rotations = 20_000 }   # these keys replace those above in a quick run
///
/// [page]
/// analysis = "For the report."
/// ```
///
/// The keys of `[measure]` are those of the model; any other key is an error. `[page]` belongs to
/// the report. A question on many threads has `cores = 16` after it: a comparison leaves the
/// experiment out on a machine with fewer cores, and the pages keep the rows of one that has them.
#[derive(Debug)]
pub struct Experiment {
    /// File name without its ending.
    pub id: String,
    /// Question that the experiment answers.
    pub question: String,
    /// Whole text of the file, for the report, which reads its own keys.
    pub page: String,
    /// Least number of the machine's cores with which its question can be answered.
    pub cores: NonZeroUsize,
    full: Box<dyn Model>,
    quick: Box<dyn Model>,
}

/// Settings of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunSettings<'a> {
    /// True for fewer repeats and smaller sweeps.
    pub quick: bool,
    /// Revision of the sources that are measured.
    pub revision: &'a str,
    /// Number of threads that a detector may use in the model `replay`. The other models use one.
    pub workers: NonZeroUsize,
    /// This process, of those that measure the experiment.
    pub process: Process,
    /// Selects detectors by their names in rows. All if absent.
    pub detectors: Option<&'a Regex>,
    /// Text before the progress of the experiment on the terminal.
    pub status: &'a str,
}

impl<'a> RunSettings<'a> {
    /// Returns the settings of a full run with one process and one thread.
    pub const fn of(revision: &'a str) -> RunSettings<'a> {
        RunSettings {
            quick: false,
            revision,
            workers: NonZeroUsize::MIN,
            process: Process::ONLY,
            detectors: None,
            status: "",
        }
    }
}

/// Keys of every definition.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Definition {
    question: String,
    #[serde(default = "one_core")]
    cores: NonZeroUsize,
    measure: toml::Table,
    #[serde(rename = "page")]
    _page: Option<toml::Table>,
}

/// Returns the number of cores that every machine has.
fn one_core() -> NonZeroUsize {
    NonZeroUsize::MIN
}

impl Experiment {
    /// Reads one definition.
    ///
    /// # Errors
    /// Fails with the file's name if it cannot be read, is not TOML, has a missing or unknown key,
    /// or contradicts itself.
    pub fn read(path: &Path) -> Result<Experiment> {
        let name = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let id = path.file_stem().unwrap_or_default().to_string_lossy();
        Experiment::parse(&id, &text).with_context(|| format!("{name} is not a definition"))
    }

    /// Reads a definition from its text.
    ///
    /// # Errors
    /// Fails if the text is not TOML, has a missing or unknown key, or contradicts itself.
    pub fn parse(id: &str, text: &str) -> Result<Experiment> {
        let definition: Definition = toml::from_str(text)?;
        let model = |quick| models::model(definition.measure.clone(), quick);
        Ok(Experiment {
            id: id.to_owned(),
            question: definition.question,
            page: text.to_owned(),
            cores: definition.cores,
            full: model(false)?,
            quick: model(true).context("in a quick run")?,
        })
    }

    /// Reads every definition of a folder, sorted by name.
    ///
    /// # Errors
    /// Returns the error of the first file that cannot be read.
    pub fn read_folder(folder: &Path) -> Result<Vec<Experiment>> {
        let paths = records::files(folder, "toml")?;
        paths.iter().map(|path| Experiment::read(path)).collect()
    }

    /// Returns the number of steps that the progress of a run counts.
    pub fn steps(&self, quick: bool) -> usize {
        self.model(quick).steps()
    }

    /// Returns the number of processes that measure it, of at most `wanted`.
    pub fn processes(&self, quick: bool, wanted: NonZeroUsize) -> NonZeroUsize {
        self.model(quick).max_processes().min(wanted)
    }

    /// Returns true if each process has to count the same work.
    pub fn counts_are_repeatable(&self, quick: bool) -> bool {
        self.model(quick).counts_are_repeatable()
    }

    /// Returns the counts of cases that the processes share out: a row has their sum.
    pub fn shared_counts(&self, quick: bool) -> &'static [&'static str] {
        self.model(quick).shared_counts()
    }

    /// Returns true if a detector with such a name in rows takes part and can be selected.
    pub fn has_detector(&self, quick: bool, regex: &Regex) -> bool {
        let labels = self.model(quick).labels();
        labels.iter().any(|label| regex.is_match(label))
    }

    /// Checks the answers against the ground truth, measures, and returns rows: the share of one
    /// process.
    ///
    /// # Errors
    /// Fails if the scene cannot be generated or differs from the definition's expectation. A
    /// failed detector is not an error, but an entry of [`Results::failures`] and a row.
    pub fn run(&self, settings: &RunSettings<'_>) -> Result<Results> {
        let model = self.model(settings.quick);
        let name = format!("{}{}", settings.status, self.id);
        let progress = RunProgress::line(&name, model.steps());
        let session = Session {
            id: &self.id,
            revision: settings.revision,
            workers: settings.workers,
            process: settings.process,
            detectors: settings.detectors,
            progress: &progress,
        };
        let mut speed = calibration();
        let (results, seconds) = seconds(|| caught(|| model.run(&session)));
        speed.extend(calibration());
        progress.finish();
        let mut results = results.map_err(|error| anyhow!("{}: {error}", self.id))?;
        let rows = || results.rows.iter();
        let has_times = rows().any(|row| row.unit == Unit::Seconds);
        if has_times && !rows().any(|row| row.quantity == CALIBRATION) {
            results.rows.push(self.calibrated(settings, &speed));
        }
        Ok(Results { seconds, ..results })
    }

    /// Returns the row of the calibration of a model that has none in its repeats.
    fn calibrated(&self, settings: &RunSettings<'_>, seconds: &[f64]) -> Row {
        let key = Key {
            experiment: self.id.clone(),
            detector: CALIBRATION.to_owned(),
            revision: settings.revision.to_owned(),
            ..Key::default()
        };
        Row::from_samples(&key, CALIBRATION, Unit::Seconds, seconds)
    }

    fn model(&self, quick: bool) -> &dyn Model {
        if quick { &*self.quick } else { &*self.full }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CUBES: &str = r#"
        question = "How much does it grow?"
        [measure]
        model = "box-growth"
        rotations = 10
        seed = 7
        quick = { rotations = 5 }
        [page]
        analysis = "Much."
    "#;

    #[test]
    fn what_is_timed_has_the_speed_of_the_machine_beside_it() {
        const COSTS: &str = r#"
            question = "What does a test cost?"
            [measure]
            model = "volume-costs"
            passes = 1
            repeats = 2
            [page]
            analysis = "Little."
        "#;
        let rows = |text| {
            let experiment = Experiment::parse("x", text).unwrap();
            experiment.run(&RunSettings::of("abc")).unwrap().rows
        };
        let speed = |rows: &records::Rows| -> Vec<usize> {
            let speed = rows.iter().filter(|row| row.quantity == CALIBRATION);
            speed.map(|row| row.samples.len()).collect()
        };
        assert_eq!(speed(&rows(COSTS)), [2 * crate::clock::CALIBRATIONS]);
        assert_eq!(speed(&rows(CUBES)), [0; 0], "nothing is timed");
    }

    #[test]
    fn a_model_reads_its_own_keys_and_no_others() {
        let experiment = Experiment::parse("x", CUBES).unwrap();
        assert_eq!((experiment.steps(false), experiment.steps(true)), (10, 5));
        assert_eq!(experiment.question, "How much does it grow?");
        for (good, bad, word) in [
            ("rotations = 10", "rotation = 10", "rotation"),
            ("rotations = 10", "rotations = 0", "nonzero"),
            ("{ rotations = 5 }", "{ rotations = 0 }", "nonzero"),
            (
                "\"box-growth\"",
                "\"box-grow\"",
                "it can be replay, frame-budget",
            ),
            ("model", "kind", "it can be replay, frame-budget"),
            ("question", "questions", "question"),
            ("[measure]", "cores = 0\n[measure]", "nonzero"),
            ("[page]", "[pages]", "pages"),
        ] {
            let error = Experiment::parse("x", &CUBES.replacen(good, bad, 1)).unwrap_err();
            assert!(format!("{error:#}").contains(word), "{bad}: {error:#}");
        }
    }
}
