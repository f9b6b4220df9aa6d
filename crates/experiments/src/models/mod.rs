//! Models, with the only list of them.

pub mod audit;
pub mod box_growth;
pub mod csg_evaluation;
pub mod csg_pictures;
pub mod flight;
pub mod frame_budget;
pub mod narrow_phase_calls;
pub mod playback;
pub mod random_states;
pub mod replay;
pub mod scene_features;
pub mod scene_pictures;
pub mod swept_accuracy;
pub mod table_rows;
pub mod tree_ablations;
pub mod tree_fit;
pub mod trial;
pub mod volume_costs;
pub mod worker_scaling;

use crate::model::Model;
use anyhow::{Result, bail};
use serde::de::DeserializeOwned;
use std::fmt;

/// Seeds of flights, in the name of a scene: `seed=1996`, `seeds=1996,1997`.
struct SeedList<'a>(&'a [u64]);

impl fmt::Display for SeedList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seeds: Vec<String> = self.0.iter().map(u64::to_string).collect();
        let ending = if seeds.len() > 1 { "s" } else { "" };
        write!(f, "seed{ending}={}", seeds.join(","))
    }
}

/// Reads the settings of a model.
type Read = fn(toml::Table) -> Result<Box<dyn Model>>;

/// Every model, with its name in definitions.
const MODELS: [(&str, Read); 19] = [
    ("replay", read::<replay::Replay>),
    ("frame-budget", read::<frame_budget::FrameBudget>),
    (
        "narrow-phase-calls",
        read::<narrow_phase_calls::NarrowPhaseCalls>,
    ),
    ("flight", read::<flight::Flight>),
    ("random-states", read::<random_states::RandomStates>),
    ("tree-fit", read::<tree_fit::TreeFit>),
    ("tree-ablations", read::<tree_ablations::TreeAblations>),
    ("csg-pictures", read::<csg_pictures::CsgPictures>),
    ("csg-evaluation", read::<csg_evaluation::CsgEvaluation>),
    ("table-rows", read::<table_rows::RowChecks>),
    ("volume-costs", read::<volume_costs::VolumeCosts>),
    ("box-growth", read::<box_growth::BoxGrowth>),
    ("swept-accuracy", read::<swept_accuracy::SweptAccuracy>),
    ("scene-features", read::<scene_features::SceneProperties>),
    ("scene-pictures", read::<scene_pictures::ScenePictures>),
    ("trial", read::<trial::Trial>),
    ("worker-scaling", read::<worker_scaling::WorkerScaling>),
    ("playback", read::<playback::PlaybackFiles>),
    ("audit", read::<audit::Audit>),
];

/// Reads a model from the table `[measure]`.
///
/// In a quick run, keys of the inner table `quick` replace those of the outer table.
///
/// # Errors
/// Fails for an unknown model, and for a key that is missing, unknown or contradicts another.
pub fn model(mut measure: toml::Table, quick: bool) -> Result<Box<dyn Model>> {
    match measure.remove("quick") {
        Some(toml::Value::Table(instead)) if quick => measure.extend(instead),
        Some(toml::Value::Table(_)) | None => {}
        Some(other) => bail!("`quick` is {other}, not a table"),
    }
    let names = || MODELS.map(|(name, _)| name).join(", ");
    let Some(name) = measure.remove("model") else {
        bail!("`model` is missing; it can be {}", names());
    };
    let known = MODELS.iter().find(|m| name.as_str() == Some(m.0));
    let Some((_, read)) = known else {
        bail!("`model` is {name}; it can be {}", names());
    };
    read(measure)
}

fn read<M: Model + DeserializeOwned + 'static>(settings: toml::Table) -> Result<Box<dyn Model>> {
    let model: M = settings.try_into()?;
    model.check()?;
    Ok(Box::new(model))
}
