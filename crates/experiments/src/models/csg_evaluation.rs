//! Times of evaluating CSG trees to closed meshes [Su07 §2.2].

use crate::clock::seconds;
use crate::model::{Model, Results, Session, non_empty};
use crate::recorder::Recorder;
use anyhow::{Context, Result};
use geometry::csg::{CsgSolid, CsgTree};
use records::Unit;
use scenes::bodies::CncBody;
use serde::Deserialize;
use std::hint::black_box;
use std::num::NonZeroUsize;

/// Evaluation of bodies of the training cell for a CNC machine, each from its tree.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CsgEvaluation {
    /// Names of the bodies.
    #[serde(deserialize_with = "non_empty")]
    pub bodies: Vec<String>,
    /// Number of times that each body is evaluated.
    pub repeats: NonZeroUsize,
}

impl Model for CsgEvaluation {
    fn check(&self) -> Result<()> {
        self.bodies
            .iter()
            .try_for_each(|name| body(name).map(|_| ()))
    }

    fn max_processes(&self) -> NonZeroUsize {
        self.repeats
    }

    fn steps(&self) -> usize {
        self.bodies.len()
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let mut results = Results::default();
        for name in &self.bodies {
            session.say(format!("{name}: evaluating"));
            let solid = body(name)?.solid();
            let tree = solid.tree();
            let repeats = session.process.repeats(self.repeats);
            let times: Result<Vec<f64>> = (0..repeats).map(|_| time(tree)).collect();
            let mut recorder = Recorder::default();
            recorder.repeats("time", Unit::Seconds, &times?);
            recorder.exact("leaves", Unit::Count, tree.leaves().len() as f64);
            let faces = solid.mesh().face_count() as f64;
            let key = session.key("bodies of the CNC cell", name, "faces");
            results.rows.extend(recorder.rows(&key.at("faces", faces)));
            session.advance();
        }
        Ok(results)
    }
}

fn time(tree: &CsgTree) -> Result<f64> {
    let tree = tree.clone();
    let (solid, time) = seconds(|| CsgSolid::new(black_box(tree)));
    black_box(solid?);
    Ok(time)
}

fn body(name: &str) -> Result<CncBody> {
    let names = || CncBody::ALL.map(CncBody::name).join(", ");
    let known = CncBody::ALL.into_iter().find(|body| body.name() == name);
    known.with_context(|| format!("`bodies` has {name}; it can have {}", names()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_bodies_are_named() {
        let of = |bodies: &[&str]| CsgEvaluation {
            bodies: bodies.iter().map(|name| (*name).to_owned()).collect(),
            repeats: NonZeroUsize::MIN,
        };
        assert!(of(&["tool", "hand"]).check().is_ok());
        let error = of(&["tool", "foot"]).check().unwrap_err().to_string();
        assert!(
            error.contains("foot") && error.contains("workpiece"),
            "{error}"
        );
    }
}
