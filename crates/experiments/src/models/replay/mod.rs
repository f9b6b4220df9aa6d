//! Replay of a scene by several detectors: checked on every frame, then timed in turns.
//!
//! | module | step |
//! |---|---|
//! | `points` | expansion of a sweep into scenes with their participants |
//! | [`crate::timing`] | one scene: check of every answer, then timing in turns |
//! | `rows` | rows of measurements |

mod points;
mod rows;

pub use points::SweepPoint;

use crate::model::{Model, Results, Session, non_empty};
use crate::participant::{DetectorSpec, Participant};
use crate::process::shuffle;
use crate::scene_spec::SceneSpec;
use crate::timing::{Outcome, Plan, Replayed, replay};
use anyhow::{Context, Result, bail, ensure};
use collision::Meaning;
use rows::{Naming, rows};
use scenes::Scene;
use scenes::random::SceneRng;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

/// Replay of a scene by several detectors.
///
/// ```toml
/// model     = "replay"
/// scene     = { generator = "sphere-swarm", faces = 528, seed = 1995 }
/// sweep     = { bodies = [10, 20, 30, 40, 100, 400] }
/// detectors = [{ name = "face-octree", level = 6 }, { name = "separating-plane" }]
/// record    = ["time", "face-pair-tests"]
/// frames    = "last"
/// replay    = 8
/// repeats   = 15
/// expect    = { colliding-body-pairs-in-last-frame = 1, colliding-body-pairs-before = 0 }
/// quick     = { sweep = { bodies = [10, 20, 30, 40] }, repeats = 3 }
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Replay {
    /// The scene, without the parameters that are swept. Absent if there are jobs.
    #[serde(default)]
    pub scene: SceneSpec,
    /// Several scenes instead of one, each with a curve of its name.
    #[serde(default)]
    pub jobs: Vec<Job>,
    /// One key with its values: an option of the detectors that have it, else a parameter of the
    /// scene. It gives `x`, unless every frame is recorded.
    #[serde(default)]
    pub sweep: Sweep,
    /// One more key with its values. Each value has its own curve.
    #[serde(default)]
    pub series: Sweep,
    /// Titles of the jobs to replay; all if empty.
    #[serde(default)]
    pub only: Vec<String>,
    /// The detectors, without the options that are swept.
    #[serde(deserialize_with = "non_empty")]
    pub detectors: Vec<DetectorSpec>,
    /// Quantities to record:
    /// - seconds: "time", "prepare-time", "cold-time", "step-time";
    /// - "evicted-time": seconds of the frame of "cold-time", warm but with caches that hold other
    ///   data;
    /// - "total-time": seconds until the first frames are answered, with preparation and the cold
    ///   frame, over the number of frames; it needs "time", "cold-time" and a mean;
    /// - findings of a frame: "contacts", "swept-contacts", "colliding-bodies";
    /// - "false-collisions" and "missed-collisions": body pairs of all frames together on which a
    ///   detector that claims no proof differs from the ground truth;
    /// - "accepts": 1 for a detector that accepts the bodies and whose answers are right, 0 for one
    ///   that refuses them;
    /// - "memory": bytes that the detector holds on the heap, as several quantities;
    /// - "mean-work": the mean of each work count over all frames, as `mean/` with its name, beside
    ///   the counts of single frames;
    /// - work counts by name, "work" for all counts that are not zero, and the quotient of two work
    ///   counts, "feature-steps/feature-searches".
    pub record: Vec<String>,
    /// Frames that become rows.
    pub frames: Frames,
    /// Number of last frames to replay; all if not given.
    pub replay: Option<NonZeroUsize>,
    /// First frame to replay, and the one behind the last, instead of a number of last frames.
    #[serde(default)]
    pub window: Option<[usize; 2]>,
    /// Maximum number of frames whose answers are checked, spread over those that are replayed; all
    /// if not given.
    #[serde(default)]
    pub verify: Option<usize>,
    /// Number of first frames that are replayed and checked, but left out of the mean. Each repeat
    /// jumps from the last frame to the first, which methods with coherence pay for.
    #[serde(default)]
    pub settle: usize,
    /// True to leave out the last frame, whose next instant is not known.
    #[serde(default)]
    pub next_known: bool,
    /// Number of times that each frame is timed.
    pub repeats: NonZeroUsize,
    /// Facts about the scene that are verified before timing.
    #[serde(default)]
    pub expect: Expect,
    /// True to take sphere-trees from the cache of the run, if preparation is recorded: a detector
    /// that has some gets no "prepare-time", as trees of a race would take minutes to build for
    /// each repeat. Its first frame and its memory are recorded.
    #[serde(default)]
    pub cached_trees: bool,
    /// True if a detector may refuse the scene's bodies without failing the run.
    #[serde(default)]
    pub may_refuse: bool,
}

/// One of several scenes that the same detectors replay.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Job {
    /// Name of its curve: "2 spheres of 528 faces overlap".
    pub title: String,
    /// The scene with all its parameters.
    pub scene: SceneSpec,
    /// Number of last frames to replay, instead of that of all jobs.
    pub replay: Option<NonZeroUsize>,
    /// Detectors that take no part, by their names in rows.
    #[serde(default)]
    pub without: Vec<String>,
    /// Facts about the scene, instead of those of all jobs.
    pub expect: Option<Expect>,
}

/// Values by key, with at most one key.
pub type Sweep = BTreeMap<String, Vec<toml::Value>>;

/// Frames that become rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frames {
    /// The last frame.
    Last,
    /// Each frame by itself. `x` is the cycle, counted from 1.
    Every,
    /// The mean over all frames.
    Mean,
}

/// Facts about the scene that are verified before timing.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Expect {
    /// Number of colliding body pairs in the last frame.
    pub colliding_body_pairs_in_last_frame: Option<usize>,
    /// Number of colliding body pairs in each replayed frame before the last.
    pub colliding_body_pairs_before: Option<usize>,
    /// Least number of colliding body pairs over all replayed frames together.
    pub colliding_body_pairs_at_least: Option<usize>,
}

/// Names that `record` can list beside work counts.
const QUANTITIES: &[&str] = &[
    "time",
    "prepare-time",
    "cold-time",
    "step-time",
    EVICTED_TIME,
    TOTAL_TIME,
    "contacts",
    "swept-contacts",
    "colliding-bodies",
    FALSE_COLLISIONS,
    MISSED_COLLISIONS,
    ACCEPTS,
    MEMORY,
    MEAN_WORK,
    "work",
];

/// Acceptance of the bodies by a detector: 1, or 0 if it refuses them.
const ACCEPTS: &str = "accepts";

/// Time of a frame with caches that hold other data.
const EVICTED_TIME: &str = "evicted-time";

/// Time until a number of frames is answered, preparation included.
const TOTAL_TIME: &str = "total-time";

/// Numbers of frames of [`TOTAL_TIME`].
const TOTAL_FRAMES: [u32; 9] = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000];

/// Memory of a detector: several rows.
const MEMORY: &str = "memory";

/// Mean work counts of all frames.
const MEAN_WORK: &str = "mean-work";

/// Body pairs that are reported, but do not collide.
const FALSE_COLLISIONS: &str = "false-collisions";

/// Body pairs that collide, but are not reported.
const MISSED_COLLISIONS: &str = "missed-collisions";

impl Model for Replay {
    fn check(&self) -> Result<()> {
        ensure!(
            self.sweep.len() <= 1,
            "`sweep` has more than one key: put one under `series`"
        );
        ensure!(self.series.len() <= 1, "`series` has more than one key");
        if !self.jobs.is_empty() {
            let others = self.scene.is_empty() && self.sweep.is_empty() && self.series.is_empty();
            for title in &self.only {
                let known = self.jobs.iter().any(|job| job.title == *title);
                ensure!(known, "`only` names `{title}`, which is no job");
            }
            ensure!(
                others && self.frames == Frames::Mean,
                "`jobs` have scenes of their own, and means over frames: there is no `scene`, \
                 `sweep` or `series` beside them, and `frames` is \"mean\""
            );
        }
        ensure!(
            self.window.is_none() || self.replay.is_none() && self.jobs.is_empty(),
            "`window` names the frames of one scene: there is no `replay` and no `jobs` beside it"
        );
        ensure!(
            self.settle == 0 || self.frames == Frames::Mean,
            "`settle` leaves frames out of a mean: it needs `frames = \"mean\"`"
        );
        let has_total = ["time", "cold-time"]
            .into_iter()
            .all(|name| self.records(name));
        ensure!(
            !self.records(TOTAL_TIME) || has_total && self.frames == Frames::Mean,
            "`{TOTAL_TIME}` needs \"time\" and \"cold-time\" beside it, and `frames = \"mean\"`"
        );
        ensure!(
            !self.cached_trees || !self.records(TOTAL_TIME),
            "`{TOTAL_TIME}` contains the time of preparation: `cached-trees` leaves it out"
        );
        for quantity in &self.record {
            let known = || QUANTITIES.iter().copied().chain(catalog::counter_names());
            let counter = |name: &str| catalog::counter_names().any(|known| known == name);
            let quotient = quantity.split_once('/');
            let is_quotient = quotient.is_some_and(|(a, b)| counter(a) && counter(b));
            if !is_quotient && !known().any(|name| name == quantity) {
                let listed = known().collect::<Vec<_>>().join(", ");
                bail!("`record` names the unknown quantity `{quantity}`; it can name {listed}");
            }
        }
        self.points().map(drop)
    }

    fn max_processes(&self) -> NonZeroUsize {
        self.repeats
    }

    fn counts_are_repeatable(&self) -> bool {
        true
    }

    fn labels(&self) -> Vec<String> {
        let points = self.points().unwrap_or_default();
        let participants = points.into_iter().flat_map(|point| point.participants);
        participants.map(|participant| participant.label).collect()
    }

    fn steps(&self) -> usize {
        if !self.jobs.is_empty() {
            return self.jobs_to_replay().count();
        }
        let values = |sweep: &Sweep| sweep.values().map(Vec::len).product::<usize>();
        values(&self.series) * values(&self.sweep)
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let mut results = Results::default();
        let mut random = session.process.random(session.id);
        let mut points = self.points()?;
        shuffle(&mut points, &mut random);
        for point in &mut points {
            point.participants.retain(|p| session.selects(&p.label));
            self.run_point(point, session, &mut random, &mut results)
                .with_context(|| format!("{}, {}", session.id, point.scene))?;
            session.advance();
        }
        Ok(results)
    }
}

impl Replay {
    fn jobs_to_replay(&self) -> impl Iterator<Item = &Job> {
        let is_chosen = |job: &&Job| self.only.is_empty() || self.only.contains(&job.title);
        self.jobs.iter().filter(is_chosen)
    }

    fn run_point(
        &self,
        point: &SweepPoint,
        session: &Session<'_>,
        random: &mut SceneRng,
        results: &mut Results,
    ) -> Result<()> {
        session.say(format!("loading {}", point.scene));
        let scene = point.scene.load()?;
        let plan = self.plan(point, &scene, session)?;
        let replayed = replay(&scene, &point.participants, &plan, random, session.progress)?;
        if plan.check {
            let expect = point.expect.as_ref().unwrap_or(&self.expect);
            expect.verify(&replayed)?;
        }
        let faces = scene.bodies.iter().map(|b| b.mesh().face_count() as f64);
        let key = session.key(&scene.name, "", self.x_name(point));
        let naming = Naming {
            key: key.in_series(point.series.clone()),
            x: point.x,
            frames: self.frames,
            record: &self.record,
            first_frame: plan.frames.start,
            cold: plan.cold,
            settle: self.settle,
            faces: faces.sum(),
        };
        let rows = rows(&naming, &replayed, &point.participants);
        results.rows.extend(rows);
        let failures = self.failures(point, &scene, &replayed);
        results.failures.extend(failures);
        Ok(())
    }

    /// Returns the work of this process at a point.
    fn plan(&self, point: &SweepPoint, scene: &Scene, session: &Session<'_>) -> Result<Plan> {
        let end = scene.frames.len() - usize::from(self.next_known);
        ensure!(end > 0, "{} has no frame with a next instant", scene.name);
        let count = point.replay.or(self.replay);
        let count = count.map_or(end, usize::from).min(end);
        let frames = match self.window {
            Some([first, behind]) => {
                let (name, fits) = (&scene.name, first < behind && behind <= end);
                ensure!(
                    fits,
                    "`window` is {first} to {behind}, and {name} has {end} frames"
                );
                first..behind
            }
            None => end - count..end,
        };
        let count = frames.len();
        let plan = Plan {
            frames,
            repeats: session.process.repeats(self.repeats),
            workers: session.workers,
            check: session.process.is_first(),
            verify: self.verify,
            // The frame that is recorded, or the first one of the mean.
            cold: match self.frames {
                Frames::Mean => self.settle,
                Frames::Last | Frames::Every => count - 1,
            },
            steps: self.records("step-time"),
            memory: self.records(MEMORY),
            prepare: self.records("prepare-time") || self.records("cold-time"),
            cached_trees: self.cached_trees,
            evicted: self.records(EVICTED_TIME),
        };
        ensure!(
            self.settle < plan.frames.len(),
            "`settle` leaves none of the {} frames of {}",
            plan.frames.len(),
            scene.name
        );
        Ok(plan)
    }

    /// Returns the failures of detectors, and their refusals unless they may refuse.
    fn failures(&self, point: &SweepPoint, scene: &Scene, replayed: &Replayed) -> Vec<String> {
        let checked = replayed.checked.as_ref();
        let source = checked.map(|c| format!(" (ground truth: {})", c.ground_truth.name()));
        let source = source.unwrap_or_default();
        let failure = |(participant, outcome): (&Participant, &Outcome)| {
            let reason = match outcome {
                Outcome::Failed(reason) => reason,
                Outcome::Refused(reason) if !self.may_refuse => reason,
                Outcome::Refused(_) | Outcome::Measured(_) => return None,
            };
            let label = &participant.label;
            Some(format!("{label} on {}: {reason}{source}", scene.name))
        };
        let outcomes = point.participants.iter().zip(&replayed.outcomes);
        outcomes.filter_map(failure).collect()
    }

    fn records(&self, quantity: &str) -> bool {
        self.record.iter().any(|name| name == quantity)
    }

    /// Returns the name of the horizontal axis.
    fn x_name(&self, point: &SweepPoint) -> &str {
        match (self.sweep.keys().next(), point.x, self.frames) {
            (Some(key), Some(_), _) => key,
            (_, _, Frames::Every | Frames::Last) => "cycle",
            (_, _, Frames::Mean) => "cycles",
        }
    }
}

impl Expect {
    /// Returns an error if the ground truth differs from the definition's expectation.
    fn verify(&self, replayed: &Replayed) -> Result<()> {
        let pairs = |truth: &oracle::Truth| truth.bodies(Meaning::Solids).count();
        let checked = replayed
            .checked
            .as_ref()
            .expect("only a checked replay is verified");
        let counts: Vec<usize> = checked.truth.iter().map(pairs).collect();
        let (last, before) = counts.split_last().expect("a scene has a frame");
        let last = std::slice::from_ref(last);
        for (expected, counts, place) in [
            (self.colliding_body_pairs_in_last_frame, last, "in"),
            (self.colliding_body_pairs_before, before, "before"),
        ] {
            let other = |n: &usize| expected.is_some_and(|expected| *n != expected);
            if let (Some(expected), Some(found)) = (expected, counts.iter().copied().find(other)) {
                bail!(
                    "expected {expected} colliding body pairs {place} the last frame, found {found}"
                );
            }
        }
        let all: usize = counts.iter().sum();
        if let Some(expected) = self.colliding_body_pairs_at_least.filter(|n| *n > all) {
            bail!("expected at least {expected} colliding body pairs in all frames, found {all}");
        }
        Ok(())
    }
}
