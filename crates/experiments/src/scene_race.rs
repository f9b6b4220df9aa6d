//! Trial and race of all detectors on a user's scene, in a time that does not grow with it.
//!
//! First each detector is tried for a moment ([`crate::models::trial`]), in a process that is ended
//! when a call takes too long. Then those that are near the fastest exact one for their question
//! race in turns ([`crate::models::replay`]), on as many frames as a budget of time allows. All
//! others keep the numbers of their trial.

use crate::experiment::Experiment;
use crate::ground_truth::{GroundTruth, face_pairs};
use crate::models::trial::{TRIED_PREPARATION, TRIED_TIME};
use crate::participant::{DetectorSpec, Participant};
use crate::scene_features::SceneFeatures;
use crate::scene_spec::SceneSpec;
use anyhow::Result;
use catalog::{BroadPhaseKind, CatalogError, Entry, OptionValue, Options};
use collision::{Claim, Detail, Grain, Instant};
use records::names::{DEADLINE_FAULT, FIRST_CONTACT, without_question};
use records::{Rows, Selection};
use scenes::Scene;
use std::collections::BTreeMap;
use std::ops::Range;

/// Race on a user's scene.
#[derive(Clone, Debug)]
pub struct SceneRace {
    spec: SceneSpec,
    /// Heading of its page.
    title: String,
    quick: bool,
    frames: usize,
    /// Pairs of faces of different bodies in a frame.
    face_pairs: u64,
    entrants: Vec<Entrant>,
    features: SceneFeatures,
}

/// Detector with its options and its question.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Name in rows.
    pub label: String,
    /// Name in the catalog.
    pub name: &'static str,
    /// Options that differ from the defaults.
    pub options: Options,
    /// Question.
    pub detail: Detail,
    /// True if its answers are those of exact arithmetic, for the frame's instant.
    pub is_exact: bool,
    /// True if it names pairs of faces.
    has_faces: bool,
}

/// Plan of the race, from the rows of the trial.
#[derive(Clone, Debug, PartialEq)]
pub struct RacePlan {
    /// Frames of the race.
    pub window: Range<usize>,
    /// Detectors of the race, by their names in rows. None if none answers in time.
    pub finalists: Vec<String>,
    /// Number of frames whose answers are checked.
    pub verify: usize,
    /// True if preparations and memory are measured, too.
    pub preparations: bool,
}

/// Frames of the trial.
const TRIED_FRAMES: usize = 64;

/// Number of bodies from which several broad phases take part.
const MANY_BODIES: usize = 50;

/// Maximum number of face pairs in a frame for brute force: it takes a few seconds.
const MAX_BRUTE_FORCE: u64 = 1_000_000_000;

/// Largest time, over that of the fastest exact detector, of one that takes part in the race.
const MAX_BEHIND: f64 = 8.0;

/// Number of detectors of a question that take part in the race in any case.
const FEWEST: usize = 3;

/// Least number of frames of the race, if the scene has as many: below it, detectors leave.
const FEWEST_FRAMES: usize = 8;

/// Effort of a run.
#[derive(Clone, Copy, Debug)]
struct RunEffort {
    /// Seconds of passes over the frames in the race, of all detectors and repeats together.
    race: f64,
    /// Seconds of a detector's trial.
    trial: f64,
    repeats: usize,
    /// Processes that prepare the detectors.
    processes: usize,
}

/// Effort of a full run, with as many processes as `compare` starts.
const FULL: RunEffort = RunEffort {
    race: 60.0,
    trial: 1.0,
    repeats: 11,
    processes: 5,
};

/// Effort of a quick run.
const QUICK: RunEffort = RunEffort {
    race: 5.0,
    trial: 0.2,
    repeats: 3,
    processes: 1,
};

/// Seconds of the ground truth of the race, if parry3d computes it.
const TRUTH_SECONDS: f64 = 5.0;

impl SceneRace {
    /// Prepares a race of all detectors of the catalog, for all contacts and for first contacts.
    ///
    /// Each pairwise detector gets the broad phase of that name, if one is given. Otherwise the
    /// fastest ones have several where there are many bodies. Brute force takes part where a frame
    /// takes it at most seconds.
    ///
    /// # Errors
    /// An option that a detector does not have.
    pub fn new(
        spec: &SceneSpec,
        scene: &Scene,
        features: &SceneFeatures,
        broad_phase: Option<BroadPhaseKind>,
        quick: bool,
    ) -> Result<SceneRace> {
        let mut entrants = Vec::new();
        let of_one = face_pairs(scene, 1);
        for entry in catalog::entries() {
            if entry.name == GroundTruth::BruteForce.name() && of_one > MAX_BRUTE_FORCE {
                continue;
            }
            for options in variants(entry, broad_phase, scene.bodies.len()) {
                entrants.extend(Entrant::of(entry, &options)?);
            }
        }
        Ok(SceneRace {
            spec: spec.clone(),
            title: title(&scene.name),
            quick,
            frames: scene.frames.len(),
            face_pairs: of_one,
            entrants,
            features: features.clone(),
        })
    }

    /// Returns all detectors with their questions.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Returns true if brute force would take too long for a frame.
    pub fn lacks_brute_force(&self) -> bool {
        self.face_pairs > MAX_BRUTE_FORCE
    }

    /// Defines the trial. `deadline` are the seconds that a frame may take, at which detectors that
    /// support budgets are stopped, too; `call_limit` those after which the process of a call is
    /// ended.
    ///
    /// # Errors
    /// A number that TOML cannot represent.
    pub fn trial(&self, id: &str, deadline: f64, call_limit: f64) -> Result<Experiment> {
        let window = self.features.window(TRIED_FRAMES);
        let mut measure = self.measure("trial", &window, self.entrants.iter())?;
        measure.insert("seconds".to_owned(), self.effort().trial.into());
        measure.insert("deadline".to_owned(), deadline.into());
        measure.insert("call-limit".to_owned(), call_limit.into());
        self.experiment(
            id,
            measure,
            "How long does each detector take on this scene, roughly?",
        )
    }

    /// Chooses detectors and frames of the race from the rows of the trial.
    pub fn plan(&self, trial: &str, rows: &Rows) -> RacePlan {
        let tried: Vec<TrialNumbers<'_>> = self
            .entrants
            .iter()
            .filter_map(|e| TrialNumbers::of(e, trial, rows))
            .collect();
        let mut finalists: Vec<&TrialNumbers<'_>> = Vec::new();
        for asks_for_all in [true, false] {
            let of_question = tried
                .iter()
                .filter(|t| t.entrant.asks_for_all() == asks_for_all);
            finalists.extend(nearest(of_question.collect()));
        }
        let effort = self.effort();
        // Slowest last. Those leave first if a few frames already take too long.
        finalists.sort_by(|a, b| a.mean(usize::MAX).total_cmp(&b.mean(usize::MAX)));
        let fewest = FEWEST_FRAMES.min(self.frames);
        while effort.frames(&finalists) < fewest {
            let Some(leaving) = slowest_of_many(&finalists) else {
                break;
            };
            finalists.remove(leaving);
        }
        let count = effort.frames(&finalists).clamp(1, self.frames);
        let preparing: f64 = finalists.iter().map(|t| t.preparation).sum();
        RacePlan {
            window: self.features.window(count),
            verify: self.verified(count, &tried),
            preparations: preparing * (effort.repeats + effort.processes) as f64 <= effort.race,
            finalists: finalists.iter().map(|t| t.entrant.label.clone()).collect(),
        }
    }

    /// Returns the number of frames, of `count`, whose exact answers take seconds.
    fn verified(&self, count: usize, tried: &[TrialNumbers<'_>]) -> usize {
        let by_brute_force = GroundTruth::MAX_FACE_PAIRS / self.face_pairs.max(1);
        if by_brute_force > 0 {
            return count.min(by_brute_force as usize);
        }
        let name = GroundTruth::Parry3d.name();
        let parry = tried.iter().find(|t| t.entrant.label == name);
        parry.map_or(0, |parry| {
            let frames = TRUTH_SECONDS / parry.mean(usize::MAX).max(1e-9);
            (frames as usize).clamp(1, count)
        })
    }

    /// Defines the race.
    ///
    /// # Errors
    /// A number that TOML cannot represent.
    pub fn race(&self, id: &str, plan: &RacePlan) -> Result<Experiment> {
        let is_finalist = |e: &&Entrant| plan.finalists.contains(&e.label);
        let finalists = self.entrants.iter().filter(is_finalist);
        let mut measure = self.measure("replay", &plan.window, finalists)?;
        let mut record = vec![
            "time",
            "contacts",
            "colliding-bodies",
            "false-collisions",
            "missed-collisions",
            "work",
            "mean-work",
        ];
        if plan.preparations {
            record.extend(["prepare-time", "cold-time", "memory"]);
        }
        measure.insert("record".to_owned(), toml::Value::try_from(record)?);
        measure.insert("frames".to_owned(), "every".into());
        measure.insert("verify".to_owned(), toml::Value::try_from(plan.verify)?);
        measure.insert("may-refuse".to_owned(), true.into());
        let repeats = i64::try_from(self.effort().repeats)?;
        measure.insert("repeats".to_owned(), repeats.into());
        self.experiment(id, measure, "How do the detectors compare on this scene?")
    }

    const fn effort(&self) -> RunEffort {
        if self.quick { QUICK } else { FULL }
    }

    /// Returns the keys that trial and race have in common.
    fn measure<'a>(
        &self,
        model: &str,
        window: &Range<usize>,
        entrants: impl Iterator<Item = &'a Entrant>,
    ) -> Result<toml::Table> {
        let detectors: Vec<toml::Value> = entrants.map(Entrant::table).collect();
        let window = [window.start, window.end];
        Ok(toml::Table::from_iter([
            ("model".to_owned(), model.into()),
            ("scene".to_owned(), self.spec.table().clone().into()),
            ("window".to_owned(), toml::Value::try_from(window)?),
            ("detectors".to_owned(), detectors.into()),
        ]))
    }

    fn experiment(&self, id: &str, measure: toml::Table, question: &str) -> Result<Experiment> {
        let page = toml::Table::from_iter([("title".to_owned(), self.title.as_str().into())]);
        let text = toml::Table::from_iter([
            ("question".to_owned(), question.into()),
            ("measure".to_owned(), measure.into()),
            ("page".to_owned(), page.into()),
        ]);
        Experiment::parse(id, &toml::to_string(&text)?)
    }
}

/// Returns the options with which a detector takes part.
fn variants(entry: &Entry, broad_phase: Option<BroadPhaseKind>, bodies: usize) -> Vec<Options> {
    let with = |kind: BroadPhaseKind| Options::none().with(Entry::BROAD_PHASE, kind.name());
    match broad_phase {
        Some(kind) if entry.is_pairwise() => return vec![with(kind)],
        Some(_) => return vec![Options::none()],
        None => {}
    }
    let mut all = vec![Options::none()];
    if entry.name == "i-collide" {
        all.push(Options::none().with("boxes", "dynamic"));
    }
    if bodies >= MANY_BODIES && ["bvh", "i-collide"].contains(&entry.name) {
        let doc = entry
            .options
            .iter()
            .find(|doc| doc.name == Entry::BROAD_PHASE);
        let default = doc.map(|doc| entry.default(doc));
        let kinds = [BroadPhaseKind::SortAndSweep, BroadPhaseKind::AabbTree];
        let others = kinds
            .into_iter()
            .filter(|k| default.as_deref() != Some(k.name()));
        all.extend(others.map(with));
    }
    all
}

impl Entrant {
    /// Returns a detector with each question that it answers. One of bodies has a single answer.
    fn of(entry: &'static Entry, options: &Options) -> Result<Vec<Entrant>> {
        let profile = entry.profile();
        let has_faces = profile.grain == Grain::FacePairs;
        let details = [Detail::AllContacts, Detail::FirstContact];
        let details = details
            .into_iter()
            .filter(|d| has_faces || *d == Detail::AllContacts);
        let is_exact = profile.claim == Claim::Exact && profile.instant == Instant::Now;
        let entrant = |detail: Detail| {
            entry.build(options)?;
            let first = if detail == Detail::FirstContact {
                FIRST_CONTACT
            } else {
                ""
            };
            Ok(Entrant {
                label: entry.label(options) + first,
                name: entry.name,
                options: options.clone(),
                detail,
                is_exact,
                has_faces,
            })
        };
        details.map(entrant).collect()
    }

    /// Returns true if it answers with all contacts, and false for first contacts and for bodies.
    pub fn asks_for_all(&self) -> bool {
        self.has_faces && self.detail == Detail::AllContacts
    }

    /// Returns it as a participant of a replay, with its options and its question.
    ///
    /// # Errors
    /// An option that the detector does not have.
    pub fn participant(&self) -> Result<Participant, CatalogError> {
        let spec = DetectorSpec {
            name: self.name.to_owned(),
            first_contact: self.detail == Detail::FirstContact,
            threads: None,
            copies: None,
            options: self.options.clone(),
        };
        spec.resolve(&[])
    }

    /// Returns the table of a definition.
    fn table(&self) -> toml::Value {
        let mut table = toml::Table::from_iter([("name".to_owned(), self.name.into())]);
        if self.detail == Detail::FirstContact {
            table.insert("first-contact".to_owned(), true.into());
        }
        for (name, value) in self.options.iter() {
            let value = match value {
                OptionValue::Number(n) => (*n).into(),
                OptionValue::Word(word) => word.as_str().into(),
            };
            table.insert(name.to_owned(), value);
        }
        table.into()
    }
}

/// Numbers of an entrant in the trial.
struct TrialNumbers<'a> {
    entrant: &'a Entrant,
    preparation: f64,
    /// Seconds by cycle.
    frames: BTreeMap<u32, f64>,
    wrong: f64,
}

impl<'a> TrialNumbers<'a> {
    /// Returns the numbers of an entrant that has answered, unless it was wrong when it was stopped
    /// at the deadline: it cannot be recommended, and the advice has no time of it.
    fn of(entrant: &'a Entrant, trial: &str, rows: &Rows) -> Option<TrialNumbers<'a>> {
        // The certificates of both questions are the same.
        let faults = rows.select(&Selection {
            detector: Some(without_question(&entrant.label)),
            quantity: Some(DEADLINE_FAULT),
            ..Selection::of(trial)
        });
        if !faults.is_empty() {
            return None;
        }
        let select = |quantity| {
            rows.select(&Selection {
                detector: Some(&entrant.label),
                quantity: Some(quantity),
                ..Selection::of(trial)
            })
        };
        let frames = select(TRIED_TIME).into_iter();
        let frames: Option<BTreeMap<u32, f64>> = frames
            .map(|row| Some((row.key.frame?, row.median()?)))
            .collect();
        let frames = frames.filter(|frames| !frames.is_empty())?;
        let wrong = ["false-collisions", "missed-collisions"].map(|quantity| {
            select(quantity)
                .first()
                .and_then(|row| row.median())
                .unwrap_or(0.0)
        });
        Some(TrialNumbers {
            entrant,
            preparation: select(TRIED_PREPARATION).first()?.median()?,
            frames,
            wrong: wrong.iter().sum(),
        })
    }

    /// Returns true if its answers are proved to be exact, and none that was checked is wrong.
    fn is_proved(&self) -> bool {
        self.entrant.is_exact && self.wrong == 0.0
    }

    /// Returns the mean time of the first frames.
    fn mean(&self, count: usize) -> f64 {
        let count = count.min(self.frames.len());
        self.frames.values().take(count).sum::<f64>() / count as f64
    }

    /// Returns how many times longer it takes, on the frames that both have answered.
    fn behind(&self, other: &TrialNumbers<'_>) -> f64 {
        let common = self.frames.len().min(other.frames.len());
        self.mean(common) / other.mean(common).max(1e-12)
    }
}

/// Returns those of a question that are near the fastest exact one, and the nearest in any case.
fn nearest<'t, 'a>(mut tried: Vec<&'t TrialNumbers<'a>>) -> Vec<&'t TrialNumbers<'a>> {
    let exact = tried.iter().copied().filter(|t| t.is_proved());
    // Pair by pair, as each may have answered another number of frames.
    let fastest = exact.reduce(|best, t| if t.behind(best) < 1.0 { t } else { best });
    let Some(fastest) = fastest.or(tried.first().copied()) else {
        return tried;
    };
    tried.sort_by(|a, b| a.behind(fastest).total_cmp(&b.behind(fastest)));
    let mut rank = 0;
    tried.retain(|t| {
        rank += 1;
        rank <= FEWEST || t.behind(fastest) <= MAX_BEHIND
    });
    tried
}

/// Returns the position of the slowest detector that may leave. They are sorted, slowest last.
///
/// Its question keeps the fewest detectors, however fast those of the other one are, and one with a
/// proof: no other is recommended.
fn slowest_of_many(finalists: &[&TrialNumbers<'_>]) -> Option<usize> {
    finalists.iter().rposition(|slowest| {
        let asks_for_all = slowest.entrant.asks_for_all();
        let same = finalists
            .iter()
            .filter(|t| t.entrant.asks_for_all() == asks_for_all);
        let proved = same.clone().filter(|t| t.is_proved()).count();
        same.count() > FEWEST && (proved > 1 || !slowest.is_proved())
    })
}

/// Returns the name of a scene as the heading of a page: one line. It stands in Markdown, in HTML
/// and in pictures, so characters that act in one of them are left out.
fn title(name: &str) -> String {
    let acts = |c: char| "<>[]`|\\".contains(c);
    let words = name.split(|c: char| c.is_whitespace() || c.is_control() || acts(c));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

impl RunEffort {
    /// Returns the number of frames that all detectors can replay in time.
    fn frames(&self, finalists: &[&TrialNumbers<'_>]) -> usize {
        let of_one: f64 = finalists.iter().map(|t| t.mean(usize::MAX)).sum();
        // Beside the repeats: two passes of the check, four for memory, and the warm-up calls, four
        // in each repeat unless there are fewer frames.
        let passes = (self.repeats + 6) as f64;
        let warm_up = (4 * self.repeats) as f64;
        let frames = (self.race / of_one.max(1e-9) - warm_up) / passes;
        frames.max(1.0) as usize
    }
}

#[cfg(test)]
mod tests;
