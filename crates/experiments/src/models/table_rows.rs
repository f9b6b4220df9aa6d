//! Counts of wrong answers, by row of the decision tables [Su07 Tables 1 and 2].

use crate::model::{Model, Results, Session, non_empty};
use crate::recorder::Recorder;
use crate::scene_spec::SceneSpec;
use anyhow::{Result, ensure};
use collision::{Detector, Findings, Query, Work};
use csg_hybrid::{CsgHybrid, CsgHybridOptions, HybridMode, TableRows};
use records::Unit;
use scenes::Scene;
use serde::Deserialize;

/// Steps of scenes answered by the tables alone, each row checked, and by the exact mode.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct RowChecks {
    /// Scenes of CSG bodies.
    #[serde(deserialize_with = "non_empty")]
    pub scenes: Vec<NamedScene>,
}

/// Scene with the name of its column.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct NamedScene {
    /// Name in tables.
    pub name: String,
    /// The scene with its parameters.
    pub scene: SceneSpec,
}

/// Rows that answer yes, by the names of their counters, as they are printed.
const ROWS: [(&str, &str); 4] = [
    ("union", "UNION with a yes"),
    ("intersection", "INTERSECTION yes yes"),
    ("touched-hole", "DIFFERENCE with a right yes"),
    ("free-hole", "DIFFERENCE yes no"),
];

impl Model for RowChecks {
    fn check(&self) -> Result<()> {
        self.scenes.iter().try_for_each(|named| named.scene.check())
    }

    fn steps(&self) -> usize {
        self.scenes.len()
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let mut results = Results::default();
        for NamedScene { name, scene } in &self.scenes {
            session.say(format!("{name}: checking rows"));
            let scene = scene.load()?;
            let counted = count(&scene)?;
            for (row, title) in ROWS {
                let of = |what: &str| counted.work.count(&format!("{row}-{what}")) as f64;
                let (yes, wrong) = (of("yes"), of("wrong"));
                let mut recorder = Recorder::default();
                recorder.exact("yes", Unit::Count, yes);
                recorder.exact("wrong", Unit::Count, wrong);
                if yes > 0.0 {
                    recorder.exact("wrong-share", Unit::Ratio, wrong / yes);
                }
                let key = session.key(&scene.name, title, "steps");
                let key = key.in_series(format!("scene={name}"));
                let key = key.at("steps", scene.frames.len() as f64);
                results.rows.extend(recorder.rows(&key));
            }
            results.failures.extend(counted.fault(name));
            session.advance();
        }
        Ok(results)
    }
}

/// Counts over the frames of a scene.
#[derive(Default)]
struct SceneCounts {
    /// Work of the tables.
    work: Work,
    /// Steps in which the tables report a pair that the exact mode does not, without a wrong row.
    unexplained_steps: u64,
    /// Steps in which they miss one.
    missed_steps: u64,
}

impl SceneCounts {
    /// Returns what contradicts the rows: a pair that is missed, or a false one without wrong rows.
    fn fault(&self, scene: &str) -> Option<String> {
        let missed = self.missed_steps;
        if missed > 0 {
            return Some(format!("{scene}, tables: {missed} steps miss a collision"));
        }
        let steps = self.unexplained_steps;
        (steps > 0)
            .then(|| format!("{scene}, tables: {steps} steps collide falsely without a wrong row"))
    }
}

/// Returns the number of rows that were wrong, of any kind.
fn wrong_rows(work: &Work) -> u64 {
    let wrong = ROWS.map(|(row, _)| work.count(&format!("{row}-wrong")));
    wrong.iter().sum()
}

/// Answers all frames by the tables and by the exact mode.
fn count(scene: &Scene) -> Result<SceneCounts> {
    let options = |mode| CsgHybridOptions {
        mode,
        rows: TableRows::Checked,
        ..CsgHybridOptions::default()
    };
    let modes = [HybridMode::Published, HybridMode::Verified];
    let [mut tables, mut exact] = modes.map(|mode| CsgHybrid::with_options(options(mode)));
    tables.prepare(&scene.bodies)?;
    exact.prepare(&scene.bodies)?;
    let query = Query::first_contact().with_containment(true);
    let (mut by_tables, mut by_faces) = (Findings::default(), Findings::default());
    let mut counted = SceneCounts::default();
    for index in 0..scene.frames.len() {
        let frame = scene.frame(index);
        tables.detect(&frame, &query, &mut by_tables)?;
        exact.detect(&frame, &query, &mut by_faces)?;
        counted.work += &by_tables.work;
        ensure!(scene.bodies.len() == 2, "{} has not two bodies", scene.name);
        let [said, is] = [&by_tables, &by_faces].map(|found| !found.bodies.is_empty());
        let is_unexplained = said && !is && wrong_rows(&by_tables.work) == 0;
        counted.unexplained_steps += u64::from(is_unexplained);
        counted.missed_steps += u64::from(is && !said);
    }
    Ok(counted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenes::Generator;

    #[test]
    fn false_collisions_have_wrong_rows() {
        for (text, row) in [
            ("csg-crossed:frames=200", "intersection-wrong"),
            ("csg-drilled:primitives=4,frames=200", "free-hole-wrong"),
        ] {
            let scene = text.parse::<Generator>().unwrap().generate().unwrap();
            let counted = count(&scene).unwrap();
            assert_eq!(counted.fault(text), None);
            assert!(counted.work.count(row) > 0, "{text}: {:?}", counted.work);
            let right = ["union-wrong", "touched-hole-wrong"];
            assert_eq!(right.map(|name| counted.work.count(name)), [0, 0], "{text}");
        }
    }

    #[test]
    fn false_collisions_without_a_wrong_row_are_a_fault() {
        let counted = |unexplained_steps, missed_steps| SceneCounts {
            work: Work::default(),
            unexplained_steps,
            missed_steps,
        };
        assert_eq!(counted(0, 0).fault("a"), None);
        assert!(
            counted(1, 0)
                .fault("a")
                .unwrap()
                .contains("without a wrong row")
        );
        assert!(counted(0, 2).fault("a").unwrap().contains("2 steps miss"));
    }
}
