//! Facts on detectors and jobs for the interactive page.

use crate::list;
use anyhow::{Context, Result};
use experiments::{Experiment, SceneSpec};
use records::{Rows, Selection};
use report::site::{About, JobFacts};
use serde::Deserialize;
use std::collections::BTreeSet;

/// Returns what detectors promise, and how large the jobs of races are that have rows.
///
/// # Errors
/// A job whose scene cannot be generated.
///
/// # Cost
/// Generates the scene of each such job: some seconds for all of them.
pub(crate) fn about(definitions: &[Experiment], rows: &Rows) -> Result<About> {
    let mut jobs: Vec<JobFacts> = Vec::new();
    let mut known = BTreeSet::new();
    for definition in definitions {
        for (title, scene) in jobs_of(&definition.page) {
            let selection = Selection {
                series: Some(&title),
                quantity: Some("time"),
                ..Selection::of(&definition.id)
            };
            if !rows.select(&selection).is_empty() && known.insert(title.clone()) {
                let context = || format!("{}: the job `{title}`", definition.id);
                jobs.push(job(&title, scene).with_context(context)?);
            }
        }
    }
    Ok(About {
        detectors: list::facts(),
        jobs,
    })
}

/// Returns titles and scenes of the jobs of a definition; none if it is no race.
fn jobs_of(definition: &str) -> Vec<(String, toml::Value)> {
    let table: toml::Table = definition.parse().unwrap_or_default();
    let part = |name: &str| table.get(name).and_then(toml::Value::as_table);
    let is_race = part("page").is_some_and(|page| page.contains_key("race"));
    let jobs = part("measure").and_then(|measure| measure.get("jobs")?.as_array());
    let jobs = jobs.filter(|_| is_race).into_iter().flatten();
    let jobs = jobs.filter_map(|job| {
        let title = job.get("title")?.as_str()?.to_owned();
        Some((title, job.get("scene")?.clone()))
    });
    jobs.collect()
}

/// Returns the size of a job's scene.
fn job(title: &str, scene: toml::Value) -> Result<JobFacts> {
    let scene = SceneSpec::deserialize(scene)?.load()?;
    Ok(JobFacts {
        title: title.to_owned(),
        bodies: scene.bodies.len(),
        faces: scene.face_count(),
        frames: scene.frames.len(),
        deforms: scene.deforms(),
    })
}
