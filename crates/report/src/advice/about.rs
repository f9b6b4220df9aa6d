//! Facts about a user's scene and its detectors, from which advice follows.

use crate::guess::{Features, Guess};
use serde::Serialize;

/// Facts about a user's scene and the detectors that were tried on it.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SceneAbout {
    /// Name of the scene.
    pub name: String,
    /// The argument of `--scene`.
    pub source: String,
    /// Number of frames of the scene.
    pub frames: usize,
    /// Facts in words, each a phrase.
    pub facts: Vec<String>,
    /// Measured properties, by name.
    pub features: Features,
    /// Faults of each mesh.
    pub meshes: Vec<BodyFaults>,
    /// Notes of the readers of its files.
    pub notes: Vec<String>,
    /// All detectors with their questions.
    #[serde(skip)]
    pub entrants: Vec<EntrantFacts>,
    /// Detectors that were guessed before anything was timed.
    pub guesses: Vec<Guess>,
    /// Share of such guesses that are right, in words. Empty without guesses.
    pub guess_quality: String,
    /// Seconds that a frame may take.
    pub deadline: f64,
    /// First frame of the race, and the one behind the last. None if there was no race.
    pub window: Option<[usize; 2]>,
    /// Machine, date and revision, in words.
    pub circumstances: String,
    /// True for a quick run.
    pub quick: bool,
    /// Experiment of the trial, by the name in its rows.
    #[serde(skip)]
    pub trial: String,
    /// Experiment of the race, by the name in its rows.
    #[serde(skip)]
    pub race: String,
}

/// Faults of a mesh, with the bodies that have it.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct BodyFaults {
    /// Names of the bodies.
    pub bodies: Vec<String>,
    /// Number of faces.
    pub faces: usize,
    /// True if the surface bounds a volume.
    pub closed: bool,
    /// Faults by name, with their numbers; those that the mesh has.
    pub faults: Vec<(String, usize)>,
}

/// Detector with its question, and how to call it.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct EntrantFacts {
    /// Name in rows.
    pub label: String,
    /// True if it answers with all contacts; false for first contacts and for bodies.
    pub asks_for_all: bool,
    /// True if its answers are proved to be those of exact arithmetic.
    pub exact: bool,
    /// True if it answers for solids: a body inside another one collides with it.
    pub solids: bool,
    /// True if it reports what may meet until the next frame, which is more than what meets now.
    pub until_next: bool,
    /// True if it can be stopped at a deadline, and certifies what it has proved until then.
    pub supports_budgets: bool,
    /// Bodies that it accepts, in words.
    pub accepts: String,
    /// Command that runs it over the scene.
    pub command: String,
    /// Line of a `Cargo.toml`.
    pub dependency: String,
    /// Rust function that calls it, with its imports.
    pub rust: String,
    /// Rust function that stops it at the deadline, with its imports. None if it cannot be stopped.
    pub rust_until: Option<String>,
}
