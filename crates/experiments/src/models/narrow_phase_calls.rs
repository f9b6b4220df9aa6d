//! Calls of the narrow phase, one for each pair of ships with overlapping bounding spheres.
//!
//! Compares a baseline without levels with sphere-trees that stop at each level [Hubbard96 §11.2,
//! Figs. 15, 16].

use crate::clock::seconds;
use crate::model::{Model, Results, Session, non_empty};
use crate::participant::Participant;
use crate::recorder::Recorder;
use crate::scene_spec::SceneSpec;
use anyhow::{Context, Result, ensure};
use collision::{Body, BodyId, BodyPair, Budget, Detector, Findings, Frame, Known, Query};
use geometry::{Ball, Pose, Vec3};
use oracle::{Separator, check_certificates};
use records::{Key, Unit, statistics};
use scenes::Scene;
use serde::Deserialize;
use std::num::{NonZeroU8, NonZeroUsize};
use std::sync::Arc;

/// Narrow phase of a baseline and of sphere-trees at each level.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct NarrowPhaseCalls {
    /// Flight of ships of one shape.
    pub scene: SceneSpec,
    /// Baseline: a detector without levels.
    pub baseline: Participant,
    /// Detectors that stop at each level.
    #[serde(deserialize_with = "non_empty")]
    pub trees: Vec<Participant>,
    /// Number of levels below the bounding spheres. One more level compares faces.
    pub levels: NonZeroU8,
    /// Maximum number of calls, evenly spread over those of the scene.
    pub calls: NonZeroUsize,
    /// Number of times that each call is timed. The time of a call is the median.
    pub repeats: NonZeroUsize,
}

/// Histogram bins per factor of ten.
const BINS_PER_DECADE: i32 = 8;

/// Interval of calls whose certificates are checked against the separation.
const CHECKED_EVERY: usize = 5;

impl Model for NarrowPhaseCalls {
    fn check(&self) -> Result<()> {
        self.scene.check()
    }

    fn max_processes(&self) -> NonZeroUsize {
        self.repeats
    }

    fn steps(&self) -> usize {
        self.calls.into()
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let scene = self.scene.load()?;
        let calls = calls(&scene, self.calls.into())?;
        let bodies = &scene.bodies[..2];
        let ball = Ball::minimal(bodies[0].mesh().vertices());
        let deepest = usize::from(self.levels.get()) + 1;
        let mut run = Run {
            baseline: Side::new(&self.baseline, bodies, 0, session)?,
            trees: Vec::new(),
            separator: Separator::new(bodies),
            radius: ball.map_or(1.0, |ball| ball.radius),
            found: Findings::default(),
        };
        for tree in &self.trees {
            run.trees.push(Side::new(tree, bodies, deepest, session)?);
        }
        let mut results = Results::default();
        for (i, call) in calls.iter().enumerate() {
            let check = session.process.is_first() && i % CHECKED_EVERY == 0;
            run.check(call, check, &mut results.failures);
            run.time(call, session.process.repeats(self.repeats));
            session.advance();
        }
        for side in std::iter::once(&run.baseline).chain(&run.trees) {
            let key = session.key(&self.scene.to_string(), &side.label, "level");
            side.add_rows(&key, &mut results);
        }
        Ok(results)
    }
}

/// Poses of two ships whose bounding spheres overlap.
struct Call {
    poses: [Pose; 2],
}

/// The pair of every call.
const PAIR: [BodyPair; 1] = [BodyPair {
    a: BodyId(0),
    b: BodyId(1),
}];

impl Call {
    fn frame(&self) -> Frame<'_> {
        Frame::new(&self.poses).expect("the poses are those of a scene")
    }

    fn answer(&self, detector: &mut dyn Detector, budget: Budget<'_>, found: &mut Findings) {
        let query = Query::all_contacts()
            .with_candidates(&PAIR)
            .with_containment(true)
            .with_budget(budget);
        detector
            .detect(&self.frame(), &query, found)
            .expect("the poses are those of two ships");
    }
}

/// Returns at most `most` calls of a scene.
fn calls(scene: &Scene, most: usize) -> Result<Vec<Call>> {
    let mesh = scene.bodies[0].mesh();
    let same = |body: &Body| Arc::ptr_eq(body.mesh(), mesh);
    ensure!(
        scene.bodies.iter().all(same),
        "the ships of a narrow-phase call are of one shape"
    );
    let ball = Ball::minimal(mesh.vertices()).context("a mesh has vertices")?;
    let mut all = Vec::new();
    for frame in &scene.frames {
        let center = |pose: &Pose| pose.world_map().apply(ball.center);
        let centers: Vec<Vec3> = frame.poses.iter().map(center).collect();
        for (i, p) in centers.iter().enumerate() {
            for (j, q) in centers.iter().enumerate().skip(i + 1) {
                if p.distance(*q) <= 2.0 * ball.radius {
                    let poses = [frame.poses[i], frame.poses[j]];
                    all.push(Call { poses });
                }
            }
        }
    }
    ensure!(!all.is_empty(), "no bounding spheres overlap in this scene");
    let count = all.len();
    let kept = most.min(count);
    let mut index = 0;
    all.retain(|_| {
        index += 1;
        // Keeps the calls at which `index * kept / count` increases: `kept` of them, evenly spread.
        index * kept / count > (index - 1) * kept / count
    });
    Ok(all)
}

/// State of a run.
struct Run {
    baseline: Side,
    trees: Vec<Side>,
    separator: Separator,
    /// Bounding radius of a ship.
    radius: f64,
    found: Findings,
}

/// A participant, prepared for two ships, and its measurements.
struct Side {
    label: String,
    detector: Box<dyn Detector>,
    recorder: Recorder,
    /// Measurements of each level; empty for the baseline.
    levels: Vec<Level>,
}

/// Measurements of one level.
#[derive(Default)]
struct Level {
    recorder: Recorder,
    /// Measurements with their own curve: speed-up, and inaccuracy if spheres still collide.
    ///
    /// If no spheres collide, an application sees no collision, regardless of the certificate.
    curve: Recorder,
}

impl Side {
    fn new(
        participant: &Participant,
        bodies: &[Body],
        levels: usize,
        session: &Session<'_>,
    ) -> Result<Side> {
        Ok(Side {
            detector: session.prepared(participant, bodies)?,
            label: participant.label.clone(),
            recorder: Recorder::default(),
            levels: (0..levels).map(|_| Level::default()).collect(),
        })
    }

    /// Runs a call twice and returns the seconds of the second run.
    ///
    /// The first run fills the caches of the processor, which other participants have used.
    fn time(&mut self, call: &Call, budget: Budget<'_>, found: &mut Findings) -> f64 {
        call.answer(&mut *self.detector, budget, found);
        seconds(|| call.answer(&mut *self.detector, budget, found)).1
    }

    /// Returns the budget that ends after a level, one step per level.
    ///
    /// The deepest level compares all faces.
    fn budget(&self, level: usize) -> Budget<'static> {
        match level == self.levels.len() {
            true => Budget::Unlimited,
            false => Budget::Steps(level as u64),
        }
    }

    fn add_rows(&self, key: &Key, results: &mut Results) {
        results.rows.extend(self.recorder.rows(key));
        for (level, measured) in (1..).zip(&self.levels) {
            let key = key.at("level", f64::from(level));
            results.rows.extend(measured.recorder.rows(&key));
            let curve = key.in_series(format!("level={level}"));
            results.rows.extend(measured.curve.rows(&curve));
        }
    }
}

impl Run {
    /// Records all answers to a call. If `check`, checks the certificates of each level.
    fn check(&mut self, call: &Call, check: bool, failures: &mut Vec<String>) {
        let found = &mut self.found;
        call.answer(&mut *self.baseline.detector, Budget::Unlimited, found);
        let baseline_collides = !found.bodies.is_empty();
        let separations = check.then(|| {
            self.separator.place(&call.frame());
            self.separator.separations()
        });
        for tree in &mut self.trees {
            for level in 1..=tree.levels.len() {
                let budget = tree.budget(level);
                call.answer(&mut *tree.detector, budget, found);
                let checked = separations.as_ref().map(|s| check_certificates(found, s));
                if let Some(Err(fault)) = checked {
                    failures.push(format!("{}, level {level}: {fault}", tree.label));
                }
                let certificate = found.evidence.certificates.first();
                let bound = certificate.and_then(|c| match c.known {
                    Known::Undecided { bound } => Some(bound),
                    Known::Apart | Known::Interfering => None,
                });
                let Level { recorder, curve } = &mut tree.levels[level - 1];
                recorder.share("undecided", bound.is_some());
                if let Some(bound) = bound
                    && certificate.is_some_and(|c| c.centers.is_some())
                {
                    curve.push_histogram("inaccuracy", BINS_PER_DECADE, bound / self.radius);
                }
            }
            let tree_collides = !found.bodies.is_empty();
            let both = tree_collides && baseline_collides;
            tree.recorder.count("calls", 1);
            tree.recorder.count("collisions", tree_collides.into());
            tree.recorder
                .count("collisions/baseline", baseline_collides.into());
            tree.recorder.count("collisions/both", both.into());
        }
    }

    /// Times a call, all participants in turns.
    fn time(&mut self, call: &Call, repeats: usize) {
        let found = &mut self.found;
        let mut baseline = Vec::new();
        let levels: usize = self.trees.iter().map(|tree| tree.levels.len()).sum();
        let mut all = vec![Vec::new(); levels];
        for _ in 0..repeats {
            baseline.push(self.baseline.time(call, Budget::Unlimited, found));
            let mut times = all.iter_mut();
            for tree in &mut self.trees {
                for (level, times) in (1..=tree.levels.len()).zip(&mut times) {
                    times.push(tree.time(call, tree.budget(level), found));
                }
            }
        }
        let median = |times: &[f64]| statistics::median(times).expect("at least one repeat");
        let baseline = median(&baseline);
        self.baseline
            .recorder
            .push("call-time", Unit::Seconds, baseline);
        let levels = self.trees.iter_mut().flat_map(|tree| &mut tree.levels);
        for (Level { recorder, curve }, times) in levels.zip(&all) {
            let time = median(times);
            recorder.push("call-time", Unit::Seconds, time);
            recorder.share("faster", baseline / time > 1.0);
            curve.push_histogram("speed-up", BINS_PER_DECADE, baseline / time);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenes::Generator;

    #[test]
    fn calls_are_pairs_whose_spheres_overlap_evenly_spread() {
        let scene = |text: &str| text.parse::<Generator>().unwrap().generate().unwrap();
        let same = scene("ships:body=chair,user=chair,ships=4,frames=200,seed=3");
        let all = calls(&same, usize::MAX).unwrap();
        assert!(all.len() > 20, "{}", all.len());
        let some = calls(&same, 10).unwrap();
        assert_eq!(some.len(), 10);
        assert_eq!(some[9].poses, all[all.len() - 1].poses);
        let mixed = scene("ships:body=chair,user=lamp,ships=3,frames=2,seed=3");
        assert!(calls(&mixed, 10).is_err());
    }
}
