//! Calls of the narrow phase, one for each pair of ships whose bounding spheres overlap: a rival
//! that answers at once against sphere-trees that stop at each level [Hubbard96 §11.2, Figs. 15, 16].

use crate::clock::seconds;
use crate::definition::Contender;
use crate::experiment::{Measurement, Session};
use crate::histogram;
use crate::run::{Results, describe};
use crate::trees;
use anyhow::{Context, Result, ensure};
use collision::{Body, BodyId, BodyPair, Budget, Detector, Findings, Frame, Known};
use geometry::{Ball, Pose, Vec3};
use oracle::{Separator, check_certificates};
use records::{Key, Row, Unit};
use scenes::{Generator, Scene};
use serde::Deserialize;
use std::sync::Arc;

/// Calls of the narrow phase.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Calls {
    /// Where the ships fly; all are of one shape.
    pub scene: toml::Table,
    /// Who answers at once.
    pub rival: Contender,
    /// Who stops at each level.
    pub trees: Vec<Contender>,
    /// The levels below the bounding spheres; one more compares faces.
    pub levels: u8,
    /// At most so many calls, evenly spread over all there are.
    pub calls: usize,
    /// How often each call is timed; its time is the median.
    pub repeats: usize,
    /// What a quick run does less.
    pub quick: QuickCalls,
}

/// What a quick run does less.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuickCalls {
    /// At most so many calls.
    pub calls: usize,
}

impl Measurement for Calls {
    fn check(&self) -> Result<()> {
        let positive = [self.calls, self.quick.calls, self.repeats];
        ensure!(
            positive.iter().all(|n| *n > 0) && self.levels > 0,
            "`calls`, `repeats` and `levels` are at least 1"
        );
        ensure!(
            !self.trees.is_empty(),
            "`trees` is empty: name at least one"
        );
        let _: Generator = self.scene.clone().try_into()?;
        for contender in self.trees.iter().chain([&self.rival]) {
            contender.named()?;
        }
        Ok(())
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let generator: Generator = self.scene.clone().try_into()?;
        let scene = generator.generate()?;
        let most = match session.quick {
            true => self.quick.calls,
            false => self.calls,
        };
        let calls = calls(&scene, most)?;
        let mut results = Results::default();
        let rival = Prepared::new(&self.rival, &scene)?;
        let trees = self.trees.iter().map(|tree| Prepared::new(tree, &scene));
        let trees = trees.collect::<Result<Vec<_>>>()?;
        session.progress.count_to(calls.len());
        let mut answers = Answers::of(rival, trees, self.levels);
        for (i, call) in calls.iter().enumerate() {
            answers.verify(call, i % CHECKED == 0, &mut results.failures);
            answers.time(call, self.repeats);
            session.progress.advance();
        }
        let key = session.key(&describe(&self.scene), "level");
        results.rows.extend(answers.rows(&key, calls.len()));
        Ok(results)
    }
}

/// A detector that is prepared for two ships.
struct Prepared {
    label: String,
    detector: Box<dyn Detector>,
    bodies: Vec<Body>,
}

impl Prepared {
    fn new(contender: &Contender, scene: &Scene) -> Result<Prepared> {
        let named = contender.named()?;
        let mut detector = trees::detector(&named)?;
        let bodies = scene.bodies[..2].to_vec();
        let refused = || format!("{} does not take the ships", named.label);
        detector.prepare(&bodies).with_context(refused)?;
        Ok(Prepared {
            label: named.label,
            detector,
            bodies,
        })
    }

    /// Answers a call, and says how long it took.
    fn answer(&mut self, call: &Call, budget: Budget<'_>, found: &mut Findings) -> f64 {
        let frame = call.frame(budget);
        seconds(|| self.detector.detect(&frame, found)).1
    }

    /// Answers a call twice, and says how long the second time took.
    fn answer_warm(&mut self, call: &Call, budget: Budget<'_>, found: &mut Findings) -> f64 {
        self.answer(call, budget, found);
        self.answer(call, budget, found)
    }
}

/// The poses of two ships whose bounding spheres overlap.
struct Call {
    poses: [Pose; 2],
}

/// The pair of every call.
const PAIR: [BodyPair; 1] = [BodyPair {
    a: BodyId(0),
    b: BodyId(1),
}];

impl Call {
    fn frame<'a>(&'a self, budget: Budget<'a>) -> Frame<'a> {
        Frame {
            candidates: Some(&PAIR),
            containment: true,
            budget,
            ..Frame::new(&self.poses)
        }
    }
}

/// At most `most` calls of a scene.
fn calls(scene: &Scene, most: usize) -> Result<Vec<Call>> {
    let mesh = &scene.bodies[0].mesh;
    let alike = scene
        .bodies
        .iter()
        .all(|body| Arc::ptr_eq(&body.mesh, mesh));
    ensure!(alike, "the ships of a narrow-phase call are of one shape");
    let ball = Ball::minimal(mesh.vertices()).context("a mesh has vertices")?;
    let mut all = Vec::new();
    for frame in &scene.frames {
        let centers: Vec<Vec3> = frame
            .poses
            .iter()
            .map(|pose| pose.world_map().apply(ball.center))
            .collect();
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
    let mut place = 0;
    all.retain(|_| {
        place += 1;
        // The next of `kept` evenly spread places.
        place * kept / count > (place - 1) * kept / count
    });
    Ok(all)
}

/// So many bins of a histogram for each factor of ten.
const PER_DECADE: i32 = 8;

/// One of so many calls has its certificates held against the separation.
const CHECKED: usize = 5;

/// Who answers, and what the answers told.
struct Answers {
    rival: Prepared,
    rival_times: Vec<f64>,
    trees: Vec<(Prepared, Told)>,
    separator: Separator,
    /// The bounding radius of a ship.
    radius: f64,
    found: Findings,
}

/// What the calls told of one tree.
#[derive(Default)]
struct Told {
    levels: Vec<Level>,
    /// By the tree, by the rival, by both.
    collisions: [u64; 3],
}

/// What the calls told of one level.
#[derive(Clone, Debug, Default)]
struct Level {
    speed_ups: Vec<f64>,
    times: Vec<f64>,
    undecided: u64,
    /// Of those undecided calls whose spheres still collide: the bound, in bounding radii. Where none do, an
    /// application would see no collision, whatever is proved.
    bounds: Vec<f64>,
}

impl Answers {
    fn of(rival: Prepared, trees: Vec<Prepared>, levels: u8) -> Answers {
        let told = || Told {
            levels: vec![Level::default(); usize::from(levels) + 1],
            ..Told::default()
        };
        let ball = Ball::minimal(rival.bodies[0].mesh.vertices());
        Answers {
            separator: Separator::new(&rival.bodies),
            radius: ball.map_or(1.0, |ball| ball.radius),
            rival_times: Vec::new(),
            trees: trees.into_iter().map(|tree| (tree, told())).collect(),
            rival,
            found: Findings::default(),
        }
    }

    /// What everybody answers to a call; if `check`, whether what is certified at each level is true.
    fn verify(&mut self, call: &Call, check: bool, failures: &mut Vec<String>) {
        let found = &mut self.found;
        self.rival.answer(call, Budget::Unlimited, found);
        let rival_says = !found.bodies.is_empty();
        let separations = check.then(|| {
            self.separator.place(&call.frame(Budget::Unlimited));
            self.separator.separations()
        });
        for (tree, told) in &mut self.trees {
            let deepest = told.levels.len();
            for (level, told) in (1..).zip(&mut told.levels) {
                tree.answer(call, budget(level, deepest), found);
                let checked = separations.as_ref().map(|s| check_certificates(found, s));
                if let Some(Err(fault)) = checked {
                    failures.push(format!("{}, level {level}: {fault}", tree.label));
                }
                let Some(certificate) = found.certificates.first() else {
                    continue;
                };
                let Known::Undecided { bound } = certificate.known else {
                    continue;
                };
                told.undecided += 1;
                if certificate.centers.is_some() {
                    told.bounds.push(bound / self.radius);
                }
            }
            let tree_says = !found.bodies.is_empty();
            let says = [tree_says, rival_says, tree_says && rival_says];
            for (count, says) in told.collisions.iter_mut().zip(says) {
                *count += u64::from(says);
            }
        }
    }

    /// Times the call, all in turns. Each has answered it just before, so that nobody pays for what
    /// the one before has driven out of the caches.
    fn time(&mut self, call: &Call, repeats: usize) {
        let found = &mut self.found;
        let mut of_rival = Vec::new();
        let levels: usize = self.trees.iter().map(|(_, told)| told.levels.len()).sum();
        let mut of_trees = vec![Vec::new(); levels];
        for _ in 0..repeats {
            of_rival.push(self.rival.answer_warm(call, Budget::Unlimited, found));
            let mut times = of_trees.iter_mut();
            for (tree, told) in &mut self.trees {
                let deepest = told.levels.len();
                for (level, times) in (1..=deepest).zip(&mut times) {
                    times.push(tree.answer_warm(call, budget(level, deepest), found));
                }
            }
        }
        let of_rival = middle(&of_rival);
        self.rival_times.push(of_rival);
        let levels = self.trees.iter_mut().flat_map(|(_, told)| &mut told.levels);
        for (level, times) in levels.zip(&of_trees) {
            level.times.push(middle(times));
            level.speed_ups.push(of_rival / middle(times));
        }
    }

    fn rows(&self, key: &Key, calls: usize) -> Vec<Row> {
        let of = |detector: &Prepared| Key {
            detector: detector.label.clone(),
            ..key.clone()
        };
        let times = &self.rival_times;
        let rival = of(&self.rival);
        let mut rows = vec![Row::distribution(&rival, "call-time", Unit::Seconds, times)];
        for (tree, told) in &self.trees {
            let key = of(tree);
            let counts = ["collisions", "collisions/rival", "collisions/both"];
            let counts = counts.into_iter().zip(told.collisions);
            rows.extend(counts.map(|(quantity, count)| Row::count(&key, quantity, count)));
            rows.push(Row::count(&key, "calls", calls as u64));
            rows.extend(of_levels(&key, &told.levels));
        }
        rows
    }
}

/// So many steps as a level is deep, one for each level; the deepest compares all faces there are.
fn budget(level: usize, deepest: usize) -> Budget<'static> {
    if level == deepest {
        Budget::Unlimited
    } else {
        Budget::Steps(level as u64)
    }
}

fn of_levels(key: &Key, levels: &[Level]) -> Vec<Row> {
    let keyed = |i: usize| Key {
        series: format!("level={}", i + 1),
        x: (i + 1) as f64,
        ..key.clone()
    };
    let mut rows = Vec::new();
    for (i, level) in levels.iter().enumerate() {
        let calls = level.times.len() as f64;
        let above = level.speed_ups.iter().filter(|s| **s > 1.0).count() as f64;
        let key = Key {
            series: String::new(),
            ..keyed(i)
        };
        let undecided = level.undecided as f64;
        rows.extend([
            Row::distribution(&key, "call-time", Unit::Seconds, &level.times),
            Row::exact(&key, "faster", Unit::Ratio, above / calls),
            Row::exact(&key, "undecided", Unit::Ratio, undecided / calls),
        ]);
    }
    let sets = |of: &dyn Fn(&Level) -> Vec<f64>| -> Vec<(Key, Vec<f64>)> {
        let sets = levels.iter().enumerate();
        sets.map(|(i, level)| (keyed(i), of(level))).collect()
    };
    let speed_ups = sets(&|level| level.speed_ups.clone());
    rows.extend(histogram::rows("speed-up", PER_DECADE, &speed_ups));
    let bounds = sets(&|level| level.bounds.clone());
    rows.extend(histogram::rows("inaccuracy", PER_DECADE, &bounds));
    rows
}

fn middle(times: &[f64]) -> f64 {
    records::statistics::median(times).expect("each call is timed at least once")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_pairs_whose_spheres_overlap_evenly_spread() {
        let generator: Generator = "ships:body=chair,user=chair,ships=4,frames=200,seed=3"
            .parse()
            .unwrap();
        let scene = generator.generate().unwrap();
        let all = calls(&scene, usize::MAX).unwrap();
        assert!(all.len() > 20, "{}", all.len());
        let some = calls(&scene, 10).unwrap();
        assert_eq!(some.len(), 10);
        assert_eq!(some[9].poses, all[all.len() - 1].poses);
        let mixed: Generator = "ships:body=chair,user=lamp,ships=3,frames=2,seed=3"
            .parse()
            .unwrap();
        assert!(calls(&mixed.generate().unwrap(), 10).is_err());
    }
}
