//! An experiment as data: `benches/experiments/*.toml`, of one of several kinds.

use crate::budgeted::Budgeted;
use crate::calls::Calls;
use crate::cubes::Cubes;
use crate::definition::Definition;
use crate::fit::Fit;
use crate::flight::Flight;
use crate::progress::Progress;
use crate::run::{self, Results};
use crate::states::States;
use anyhow::{Context, Result, bail};
use records::Key;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::path::Path;

/// One file of `benches/experiments`.
///
/// ```toml
/// question = "How much does a box grow that is put around a turned cube?"
/// [measure]
/// kind = "cubes"        # "race" when there is none
/// # The other keys are those of its kind.
/// [page]
/// # Read by the report alone.
/// ```
///
/// Any other key is an error.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The file's name without its ending.
    pub id: String,
    /// What the experiment asks.
    pub question: String,
    /// The whole text of the file, for the report, which reads its own part.
    pub page: String,
    /// What is done.
    pub kind: Kind,
}

/// What an experiment does.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Several detectors on the same scenes, their answers exact.
    Race(Box<Definition>),
    /// Boxes around turned cubes.
    Cubes(Cubes),
    /// The fit of sphere-trees.
    Fit(Fit),
    /// Calls of the narrow phase, level by level.
    Calls(Calls),
    /// The spaceship simulator in a closed loop.
    Flight(Flight),
    /// Frames under a budget.
    Budgeted(Budgeted),
    /// Random states of two bodies.
    States(States),
}

/// What an experiment that is no race can be told, and how it is done.
pub(crate) trait Measurement {
    /// Whether its settings make sense.
    fn check(&self) -> Result<()>;

    /// Verifies, measures, gives rows.
    fn run(&self, session: &Session<'_>) -> Result<Results>;
}

/// One run of one experiment.
pub(crate) struct Session<'a> {
    /// The experiment.
    pub(crate) id: &'a str,
    /// The sources that are measured.
    pub(crate) revision: &'a str,
    /// Whether less will do.
    pub(crate) quick: bool,
    /// What is going on.
    pub(crate) progress: &'a Progress,
}

impl Session<'_> {
    /// The key of a row of this run, on an axis of this name.
    pub(crate) fn key(&self, scene: &str, x_name: &str) -> Key {
        Key {
            experiment: self.id.to_owned(),
            scene: scene.to_owned(),
            x_name: x_name.to_owned(),
            revision: self.revision.to_owned(),
            ..Key::default()
        }
    }
}

impl Experiment {
    /// Reads one definition.
    ///
    /// # Errors
    /// A file that cannot be read, is not TOML, lacks a key, has one too many, or contradicts
    /// itself: with the file.
    pub fn read(path: &Path) -> Result<Experiment> {
        let name = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let id = path
            .file_stem()
            .map_or_else(String::new, |s| s.to_string_lossy().into_owned());
        Experiment::parse(&id, &text).with_context(|| format!("{name} is not a definition"))
    }

    /// Reads a definition from its text.
    ///
    /// # Errors
    /// Text that is not TOML, lacks a key, has one too many, or contradicts itself.
    pub fn parse(id: &str, text: &str) -> Result<Experiment> {
        let File {
            question,
            mut measure,
            ..
        } = toml::from_str(text)?;
        let name = measure.remove("kind");
        let kind = match name.as_ref().map(|name| name.as_str().unwrap_or_default()) {
            None | Some("race") => Kind::Race(Box::new(Definition::parse(id, measure)?)),
            Some("cubes") => Kind::Cubes(measure.try_into()?),
            Some("fit") => Kind::Fit(measure.try_into()?),
            Some("calls") => Kind::Calls(measure.try_into()?),
            Some("flight") => Kind::Flight(measure.try_into()?),
            Some("budgeted") => Kind::Budgeted(measure.try_into()?),
            Some("states") => Kind::States(measure.try_into()?),
            Some(other) => bail!("`kind` is `{other}`; it can be {}", KINDS.join(", ")),
        };
        if let Some(measurement) = kind.measurement() {
            measurement.check()?;
        }
        Ok(Experiment {
            id: id.to_owned(),
            question,
            page: text.to_owned(),
            kind,
        })
    }

    /// Reads every definition of a folder, sorted by name.
    ///
    /// # Errors
    /// The first that cannot be read.
    pub fn read_folder(folder: &Path) -> Result<Vec<Experiment>> {
        let list = || format!("cannot list {}", folder.display());
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(folder).with_context(list)? {
            let path = entry.with_context(list)?.path();
            if path.extension().is_some_and(|e| e == "toml") {
                paths.push(path);
            }
        }
        paths.sort();
        paths.iter().map(|path| Experiment::read(path)).collect()
    }

    /// Verifies, measures, gives rows.
    ///
    /// # Errors
    /// A scene that cannot be generated, or does not show what the definition expects of it. A
    /// detector that fails is no error, but an entry of [`Results::failures`] and a row.
    pub fn run(&self, quick: bool, revision: &str) -> Result<Results> {
        let Some(measurement) = self.kind.measurement() else {
            let Kind::Race(definition) = &self.kind else {
                unreachable!("whatever is no race is a measurement");
            };
            return run::run(definition, quick, revision);
        };
        let progress = Progress::new(&self.id, 1);
        let session = Session {
            id: &self.id,
            revision,
            quick,
            progress: &progress,
        };
        let results = measurement.run(&session);
        progress.finish();
        results.with_context(|| self.id.clone())
    }
}

impl Kind {
    /// How it is measured; `None` for a race.
    fn measurement(&self) -> Option<&dyn Measurement> {
        match self {
            Kind::Race(_) => None,
            Kind::Cubes(cubes) => Some(cubes),
            Kind::Fit(fit) => Some(fit),
            Kind::Calls(calls) => Some(calls),
            Kind::Flight(flight) => Some(flight),
            Kind::Budgeted(budgeted) => Some(budgeted),
            Kind::States(states) => Some(states),
        }
    }
}

/// What `kind` can be.
const KINDS: &[&str] = &[
    "race", "cubes", "fit", "calls", "flight", "budgeted", "states",
];

/// The parts of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    question: String,
    measure: toml::Table,
    /// Read by the report alone.
    #[serde(rename = "page")]
    _page: Option<IgnoredAny>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const CUBES: &str = r#"
        question = "How much does it grow?"
        [measure]
        kind = "cubes"
        rotations = 10
        seed = 7
        quick = { rotations = 5 }
        [page]
        analysis = "Much."
    "#;

    #[test]
    fn a_kind_reads_its_own_keys_and_passes_over_those_of_the_report() {
        let experiment = Experiment::parse("x", CUBES).unwrap();
        assert!(matches!(experiment.kind, Kind::Cubes(_)));
        assert_eq!(experiment.question, "How much does it grow?");
        for (good, bad, told) in [
            ("rotations = 10", "rotation = 10", "rotation"),
            ("rotations = 10", "rotations = 0", "at least 1"),
            ("\"cubes\"", "\"cubs\"", "it can be race, cubes"),
            ("question", "questions", "question"),
            ("[page]", "[pages]", "pages"),
        ] {
            let error = Experiment::parse("x", &CUBES.replacen(good, bad, 1)).unwrap_err();
            assert!(format!("{error:#}").contains(told), "{bad}: {error:#}");
        }
    }
}
