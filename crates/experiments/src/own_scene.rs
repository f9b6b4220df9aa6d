//! The race on a scene that somebody brings along.

use crate::definition::{Named, Record};
use crate::judge::{Judge, face_pairs};
use crate::progress::Progress;
use crate::race::{Outcome, Plan, Race, race};
use crate::rows::{Naming, rows};
use records::{Key, Rows};
use scenes::Scene;

/// The name under which such a race keeps its rows.
pub const OWN_SCENE: &str = "own-scene";

/// What racing a scene gave.
#[derive(Clone, Debug)]
pub struct SceneResults {
    /// Who took part.
    pub labels: Vec<&'static str>,
    /// How they fared.
    pub race: Race,
    /// The same as rows; `x` is the cycle.
    pub rows: Rows,
    /// Wrong answers. A detector that does not take the scene's bodies is none.
    pub failures: Vec<String>,
}

/// Races every detector of the catalog, brute force only where it takes seconds.
///
/// # Panics
/// When the scene has no frame.
pub fn run_scene(scene: &Scene, quick: bool, revision: &str) -> SceneResults {
    /// Pairs of faces over all frames: a fraction of a second in each repeat.
    const MOST_FACE_PAIRS: u64 = 200_000_000;
    let frames = scene.frames.len();
    let brute_force = face_pairs(scene).saturating_mul(frames as u64) <= MOST_FACE_PAIRS;
    let entries = catalog::entries().iter();
    let entries = entries.filter(|entry| brute_force || entry.name != Judge::BruteForce.name());
    let entries: Vec<_> = entries.collect();
    let labels: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
    let entrants: Vec<_> = entries
        .iter()
        .map(|entry| Named::default_of(entry).entrant())
        .collect();
    let repeats = if quick { 3 } else { 11 };
    let plan = Plan {
        frames: 0..frames,
        repeats,
        steps: true,
        prepare: true,
    };
    let progress = Progress::new(&scene.name, 1);
    let race = race(scene, &entrants, &plan, &progress);
    progress.finish();
    let measure = [
        "time",
        "prepare-time",
        "cold-time",
        "step-time",
        "contacts",
        "colliding-bodies",
        "work",
    ];
    let naming = Naming {
        key: Key {
            experiment: OWN_SCENE.to_owned(),
            scene: scene.name.clone(),
            x_name: "cycle".to_owned(),
            revision: revision.to_owned(),
            ..Key::default()
        },
        x: None,
        record: Record::Every,
        measure: &measure.map(str::to_owned),
        first_frame: 0,
    };
    let rows = rows(&naming, &race, &labels).into_iter().collect();
    let failures = labels
        .iter()
        .zip(&race.outcomes)
        .filter_map(|(label, outcome)| match outcome {
            Outcome::Failed(why) => Some(format!("{label}: {why} (judge: {})", race.judge.name())),
            Outcome::Measured(_) | Outcome::Refused(_) => None,
        });
    let failures = failures.collect();
    SceneResults {
        labels,
        race,
        rows,
        failures,
    }
}
