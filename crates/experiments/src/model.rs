//! Interface of a model: one procedure of measuring.

use crate::participant::Participant;
use crate::process::Process;
use crate::progress::RunProgress;
use anyhow::{Context, Result};
use collision::{Body, Detector};
use records::{Key, Rows};
use regex::Regex;
use serde::de::{Deserialize, Deserializer, Error};
use std::fmt::Debug;
use std::num::NonZeroUsize;

/// Procedure of measuring, with its settings. Read from the table `[measure]` of a definition.
///
/// The settings check what they can when they are read: numbers by their types, detectors and
/// scenes by [`Participant`] and [`crate::SceneSpec`].
pub trait Model: Debug {
    /// Checks settings that are valid separately but may contradict each other.
    ///
    /// # Errors
    /// Returns the contradiction.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// Returns the number of calls of `Session::advance` in a process.
    fn steps(&self) -> usize;

    /// Returns the largest useful number of processes: of repeats if there are some, and 1 if
    /// nothing is timed.
    fn max_processes(&self) -> NonZeroUsize {
        NonZeroUsize::MIN
    }

    /// Returns true if each process has to count the same work.
    fn counts_are_repeatable(&self) -> bool {
        false
    }

    /// Returns the counts of cases that the processes share out: a row has their sum. None if each
    /// process has all cases.
    fn shared_counts(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the names of the detectors of which some may be selected. None if they belong
    /// together.
    fn labels(&self) -> Vec<String> {
        Vec::new()
    }

    /// Checks the answers against the ground truth, measures, and returns rows.
    ///
    /// # Errors
    /// Fails if the scene cannot be generated or differs from the definition's expectation. A wrong
    /// answer is not an error, but an entry of [`Results::failures`].
    fn run(&self, session: &Session<'_>) -> Result<Results>;
}

/// One run of one experiment.
#[derive(Clone, Copy, Debug)]
pub struct Session<'a> {
    /// Name of the experiment.
    pub id: &'a str,
    /// Revision of the sources that are measured.
    pub revision: &'a str,
    /// Number of threads that a detector of the model `replay` may use.
    pub workers: NonZeroUsize,
    /// This process, of those that measure the experiment.
    pub process: Process,
    /// Selects detectors by their names in rows. All if absent.
    pub detectors: Option<&'a Regex>,
    /// Line on the terminal.
    pub progress: &'a RunProgress,
}

/// Result of running an experiment.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// Measurements. A detector that failed is a row with its error.
    pub rows: Rows,
    /// Rendered pictures.
    pub pictures: Vec<PictureFile>,
    /// Refused bodies, wrong answers and panics: scene, detector, reason.
    pub failures: Vec<String>,
    /// Seconds that measuring took, checks included.
    pub seconds: f64,
}

/// Picture that a model renders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureFile {
    /// Name of the file, with its ending.
    pub name: String,
    /// Content of the file.
    pub bytes: Vec<u8>,
}

impl Session<'_> {
    /// Returns the key of a row of this run on an axis of this name.
    pub(crate) fn key(&self, scene: &str, detector: &str, x_name: &str) -> Key {
        Key {
            experiment: self.id.to_owned(),
            scene: scene.to_owned(),
            detector: detector.to_owned(),
            x_name: x_name.to_owned(),
            revision: self.revision.to_owned(),
            ..Key::default()
        }
    }

    /// Returns true if a detector of this name in rows takes part.
    pub(crate) fn selects(&self, label: &str) -> bool {
        self.detectors.is_none_or(|regex| regex.is_match(label))
    }

    /// Shows the current activity of the run.
    pub(crate) fn say(&self, what: impl Into<String>) {
        self.progress.say(what);
    }

    /// Counts one step of [`Model::steps`].
    pub(crate) fn advance(&self) {
        self.progress.advance();
    }

    /// Builds and prepares a detector, untimed, with sphere-trees that were built before.
    pub(crate) fn prepared(
        &self,
        participant: &Participant,
        bodies: &[Body],
    ) -> Result<Box<dyn Detector>> {
        self.say(format!("{}: preparing", participant.label));
        let mut detector = participant.build_with_cached_trees();
        let refused = || format!("{} does not accept the bodies", participant.label);
        detector.prepare(bodies).with_context(refused)?;
        Ok(detector)
    }
}

/// Reads a list with at least one entry.
pub(crate) fn non_empty<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let list = Vec::deserialize(deserializer)?;
    if list.is_empty() {
        Err(D::Error::custom("the list is empty: name at least one"))
    } else {
        Ok(list)
    }
}

/// Reads a number above zero.
pub(crate) fn positive<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let number = f64::deserialize(deserializer)?;
    if number > 0.0 && number.is_finite() {
        Ok(number)
    } else {
        Err(D::Error::custom(format!("{number} is not more than 0")))
    }
}
