//! Properties of the scenes of a race, from which the best detector for another scene is guessed.
//! Nothing is timed.

use super::replay::Job;
use crate::model::{Model, Results, Session, non_empty};
use crate::scene_features::SceneFeatures;
use anyhow::{Context, Result, ensure};
use records::{Key, Row, Unit};
use serde::Deserialize;

/// Properties of several scenes.
///
/// ```toml
/// model = "scene-features"
/// jobs  = [{ title = "Shuttles", scene = { generator = "shuttles", bodies = 15 }, replay = 12 }]
/// ```
///
/// The rows of a job are the series of its title: each property, `feature/` with its name, under
/// the detector `scene`, and `accepts` for each detector, 1 if it takes the bodies.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SceneProperties {
    /// The scenes, as in the race.
    #[serde(deserialize_with = "non_empty")]
    pub jobs: Vec<Job>,
}

/// Name, in rows, of what belongs to no detector.
const SCENE: &str = "scene";

impl Model for SceneProperties {
    fn check(&self) -> Result<()> {
        for job in &self.jobs {
            job.scene.check().with_context(|| job.title.clone())?;
            let is_bare = job.without.is_empty() && job.expect.is_none();
            ensure!(is_bare, "{}: no detector takes part here", job.title);
        }
        Ok(())
    }

    fn steps(&self) -> usize {
        self.jobs.len()
    }

    fn counts_are_repeatable(&self) -> bool {
        true
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let mut results = Results::default();
        for job in &self.jobs {
            session.say(&job.title);
            let scene = job.scene.load()?;
            let all = scene.frames.len();
            let count = job.replay.map_or(all, usize::from).min(all);
            let features = SceneFeatures::of_frames(&scene, all - count..all, None);
            let key = |detector: &str| {
                let key = session.key(&scene.name, detector, "cycles");
                let key = key.in_series(job.title.clone());
                Key {
                    x: count as f64,
                    ..key
                }
            };
            for (name, number) in features.named() {
                let quantity = format!("feature/{name}");
                let row = Row::exact(&key(SCENE), &quantity, Unit::Ratio, number);
                results.rows.push(row);
            }
            let fitting = features.fitting();
            for name in catalog::names() {
                let fits = u64::from(fitting.contains(&name));
                results.rows.push(Row::count(&key(name), "accepts", fits));
            }
            session.advance();
        }
        Ok(results)
    }
}
