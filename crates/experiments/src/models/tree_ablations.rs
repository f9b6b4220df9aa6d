//! Gains by departures of sphere-trees: trees without one, and policies of coverage [Hubbard96 §7,
//! §8, §9.1].
//!
//! Each tree has the options of the published one, except for what its name states. Rows have its
//! fit, the number of its spheres, the time to build it, and on random states of two such bodies
//! the share that each level certifies and the spheres that it tests.

use crate::clock::seconds;
use crate::cores::on_all_cores;
use crate::isolation::{caught, isolated_on_all_cores};
use crate::model::{Model, Results, Session, non_empty};
use crate::models::random_states::random_state;
use crate::recorder::Recorder;
use anyhow::Result;
use collision::{Body, Budget, Detector, Findings, Frame, Known, Query};
use geometry::{Ball, Mesh};
use records::{Key, Row, Unit};
use scenes::bodies;
use scenes::random::SceneRng;
use serde::Deserialize;
use sphere_tree::build::Unwatched;
use sphere_tree::fit::FitMeter;
use sphere_tree::{
    BoundingBallKind, BuildOptions, Built, Coverage, Departures, SphereTree, TimeCritical,
    TreeBuilder, build,
};
use std::num::{NonZeroU8, NonZeroUsize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Trees without departures, and with other policies of coverage.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TreeAblations {
    /// The bodies.
    #[serde(deserialize_with = "non_empty")]
    pub bodies: Vec<bodies::BodyModel>,
    /// Deepest level to report.
    pub levels: NonZeroU8,
    /// Number of random states of two bodies of one shape.
    pub states: NonZeroUsize,
    /// Seed of the states.
    pub seed: u64,
    /// Number of surface samples, if not the default.
    pub samples: Option<NonZeroUsize>,
}

/// Tree to build: its name in rows, its options, and whether the search uses inner balls.
struct Variant {
    name: &'static str,
    options: BuildOptions,
    inner_balls: bool,
}

/// Bounding balls and policies of coverage beside the published ones.
const POLICIES: [(&str, BoundingBallKind, Coverage); 5] = [
    ("ritter strict", BoundingBallKind::Ritter, Coverage::Strict),
    (
        "ritter regions",
        BoundingBallKind::Ritter,
        Coverage::Regions,
    ),
    ("minimal level", BoundingBallKind::Minimal, Coverage::Level),
    (
        "minimal strict",
        BoundingBallKind::Minimal,
        Coverage::Strict,
    ),
    (
        "minimal regions",
        BoundingBallKind::Minimal,
        Coverage::Regions,
    ),
];

/// Returns the published tree's departures without each of the four, and without all.
fn ablations() -> [(&'static str, Departures); 5] {
    let mut all = [
        "no joined components",
        "no isolated vertices",
        "face adjacency",
        "with slivers",
        "none of the four",
    ]
    .map(|name| (name, Departures::ALL));
    all[0].1.joined_components = false;
    all[1].1.isolated_vertices = false;
    all[2].1.edge_adjacency = false;
    all[3].1.drops_slivers = false;
    all[4].1 = Departures::NONE;
    all
}

impl Model for TreeAblations {
    fn steps(&self) -> usize {
        self.bodies.len() * self.variants().len()
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let mut results = Results::default();
        for body in &self.bodies {
            let mesh = Arc::new(body.mesh());
            let variants = self.variants();
            let built = build_all(&mesh, &variants, |what| {
                session.say(format!("{body}: building {what}"));
            });
            let mut trees = Vec::new();
            for variant in variants {
                let key = session.key(body.name(), variant.name, "level");
                let key = key.in_series(format!("body={body}"));
                trees.extend(tree_of(&mesh, variant, key, &built, &mut results));
                session.advance();
            }
            // Nothing below is timed.
            session.say(format!("{body}: asking for states"));
            let measured =
                isolated_on_all_cores(trees.len(), |i| Ok(self.measured(&mesh, &trees[i])));
            for (measured, tree) in measured.into_iter().zip(&trees) {
                let (rows, error) = measured.unwrap_or_else(|error| (Vec::new(), Some(error)));
                results.rows.extend(rows);
                if let Some(error) = error {
                    results.fail(&self.keys_of_states(tree), CERTIFIED, Unit::Ratio, &error);
                }
            }
        }
        Ok(results)
    }
}

/// Share of states that a level certifies. It is the row with the error of a search that fails.
const CERTIFIED: &str = "certified";

impl TreeAblations {
    /// Measures the fit of a tree, and asks for states. The fit stays if a state fails.
    fn measured(&self, mesh: &Arc<Mesh>, of: &VariantTree) -> (Vec<Row>, Option<String>) {
        let mut rows = Vec::new();
        let outcome = caught(|| {
            rows.extend(self.measure_fit(mesh, of));
            rows.extend(self.ask_states(mesh, of)?);
            Ok(())
        });
        (rows, outcome.err())
    }

    /// Returns the keys of the rows of states: one for each level, and one for the faces.
    fn keys_of_states(&self, of: &VariantTree) -> Vec<Key> {
        let levels = 1..=self.levels.get() + 1;
        let keys = levels.map(|level| of.key.at("level", level.into()));
        keys.collect()
    }

    /// Returns all trees, the published one first.
    fn variants(&self) -> Vec<Variant> {
        let published = BuildOptions {
            depth: self.levels.get(),
            samples: self.samples.map_or(3000, usize::from),
            ..BuildOptions::published()
        };
        let with = |name, options| Variant {
            name,
            options,
            inner_balls: true,
        };
        let mut all = vec![with("published", published.clone())];
        all.extend(ablations().map(|(name, departures)| {
            let options = BuildOptions {
                departures,
                ..published.clone()
            };
            with(name, options)
        }));
        all.push(Variant {
            inner_balls: false,
            ..with("no inner balls", published.clone())
        });
        let remove_redundant = BuildOptions {
            remove_redundant: true,
            ..published.clone()
        };
        all.push(with("no redundant spheres", remove_redundant));
        all.extend(POLICIES.map(|(name, around, coverage)| {
            let options = BuildOptions {
                around,
                coverage,
                ..published.clone()
            };
            with(name, options)
        }));
        all
    }

    /// Records the distances of each level to the solid, in bounding radii, by the bounds that the
    /// tree stores.
    fn measure_fit(&self, mesh: &Mesh, of: &VariantTree) -> Vec<Row> {
        let radius = bounding_ball(mesh).radius;
        let mut rows = Vec::new();
        for fit in &FitMeter::new(mesh, &of.tree).stored()[1..] {
            let mut recorder = Recorder::default();
            let all = [fit.mean, fit.weighted, fit.max];
            for (which, found) in ["average", "weighted", "maximum"].into_iter().zip(all) {
                let quantity = format!("inaccuracy/solid/{which}");
                recorder.exact(&quantity, Unit::Ratio, found.upper / radius);
            }
            recorder.count("spheres", fit.spheres as u64);
            let key = of.key.at("level", fit.level.into());
            rows.extend(recorder.rows(&key));
        }
        rows
    }

    /// Records the share of random states that each level certifies, and the means of its work. The
    /// level after the last compares faces.
    fn ask_states(&self, mesh: &Arc<Mesh>, of: &VariantTree) -> Result<Vec<Row>> {
        let detector = TimeCritical::new("sphere-tree", BuiltTree(of.tree.clone()));
        let mut detector = detector.with_inner_balls(of.inner_balls).detector();
        let bodies = ["a", "b"].map(|name| Body::rigid(name, mesh.clone()));
        detector.prepare(&bodies)?;
        let balls = [bounding_ball(mesh); 2];
        let mut random = SceneRng::new(self.seed);
        let last = self.levels.get() + 1;
        let mut recorders = vec![Recorder::default(); last.into()];
        let mut found = Findings::default();
        for _ in 0..self.states.get() {
            let poses = random_state(&mut random, balls);
            let frame = Frame::new(&poses)?;
            for (level, recorder) in (1..=last).zip(&mut recorders) {
                let steps = if level == last {
                    u64::MAX
                } else {
                    level.into()
                };
                let query = Query::first_contact()
                    .with_containment(true)
                    .with_budget(Budget::Steps(steps));
                detector.detect(&frame, &query, &mut found)?;
                let known = found.evidence.certificates.first().map(|c| c.known);
                let certified = !matches!(known, Some(Known::Undecided { .. }));
                recorder.share(CERTIFIED, certified);
                for counter in ["sphere-tests", "face-pair-tests"] {
                    let count = found.work.count(counter) as f64;
                    recorder.mean(counter, Unit::Count, count);
                }
            }
        }
        let keys = self.keys_of_states(of);
        let rows = keys.iter().zip(&recorders);
        Ok(rows
            .flat_map(|(key, recorder)| recorder.rows(key))
            .collect())
    }
}

/// Tree of a variant.
struct VariantTree {
    /// Of its rows.
    key: Key,
    inner_balls: bool,
    tree: SphereTree,
}

/// Tree that was built with some options, and the seconds that it took, or the reason why not.
struct BuiltOnce {
    options: BuildOptions,
    outcome: Result<Built, String>,
    seconds: f64,
}

/// Builds the trees of all variants, those of equal options once. A build shares its threads with
/// the others, so the times include waiting: they are to be looked at, and no claim rests on them.
fn build_all(mesh: &Mesh, variants: &[Variant], say: impl Fn(&str) + Sync) -> Vec<BuiltOnce> {
    let mut distinct: Vec<&Variant> = Vec::new();
    for variant in variants {
        if distinct.iter().all(|v| v.options != variant.options) {
            distinct.push(variant);
        }
    }
    on_all_cores(distinct.len(), |i| {
        let Variant { name, options, .. } = distinct[i];
        say(name);
        let (outcome, seconds) = seconds(|| built(mesh, options));
        BuiltOnce {
            options: options.clone(),
            outcome,
            seconds,
        }
    })
}

/// Takes the tree of a variant, and adds the rows of its build. None if that failed: then it is a
/// row with its error.
fn tree_of(
    mesh: &Mesh,
    variant: Variant,
    key: Key,
    all: &[BuiltOnce],
    results: &mut Results,
) -> Option<VariantTree> {
    let of_building = key.in_series(String::new());
    let of_building = of_building.at("faces", mesh.face_count() as f64);
    let once = all.iter().find(|once| once.options == variant.options)?;
    let built = match &once.outcome {
        Ok(built) => built,
        Err(error) => {
            let row = Row::failure(&of_building, "build-time", Unit::Seconds, error);
            results.rows.extend([row]);
            return None;
        }
    };
    let mut building = Recorder::default();
    building.exact("build-time", Unit::Seconds, once.seconds);
    building.count("tree-spheres", built.tree.len() as u64);
    building.count("samples", built.samples as u64);
    building.count("medial-spheres", built.medial_spheres as u64);
    building.count("coverage-repairs", built.repairs as u64);
    results.rows.extend(building.rows(&of_building));
    Some(VariantTree {
        key,
        inner_balls: variant.inner_balls,
        tree: built.tree.clone(),
    })
}

/// Builds a tree. An error or a panic is a text.
fn built(mesh: &Mesh, options: &BuildOptions) -> Result<Built, String> {
    let build = || build(mesh, options, &Unwatched);
    let built = catch_unwind(AssertUnwindSafe(build));
    let built = built.map_err(|_| "the build panicked".to_owned())?;
    built.map_err(|error| error.to_string())
}

fn bounding_ball(mesh: &Mesh) -> Ball {
    Ball::minimal(mesh.vertices()).expect("a mesh has vertices")
}

/// A tree that is built already, for both bodies.
#[derive(Debug)]
struct BuiltTree(SphereTree);

impl TreeBuilder for BuiltTree {
    fn build(&mut self, _: &Mesh) -> SphereTree {
        self.0.clone()
    }

    fn coverage(&self) -> Coverage {
        self.0.coverage
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fit_stays_if_a_state_fails() {
        let ablations: TreeAblations = toml::from_str(
            r#"
            bodies = ["chair"]
            levels = 2
            states = 20
            seed = 1
            samples = 60
            "#,
        )
        .unwrap();
        let mesh = Arc::new(ablations.bodies[0].mesh());
        let mut results = Results::default();
        let mut variants = ablations.variants();
        variants.truncate(1);
        let built = build_all(&mesh, &variants, |_| {});
        let variant = variants.remove(0);
        let tree = tree_of(&mesh, variant, Key::default(), &built, &mut results).unwrap();
        let (rows, error) = ablations.measured(&mesh, &tree);
        let of = |rows: &[Row], quantity: &str| {
            let of = rows.iter().filter(|row| row.quantity == quantity);
            of.count()
        };
        assert_eq!((of(&rows, "spheres"), of(&rows, CERTIFIED)), (2, 3));
        assert_eq!(error, None);
        // The leaves of the tree list faces that this body lacks.
        let tetrahedron = Arc::new(bodies::tetrahedron(2.0));
        let (rows, error) = ablations.measured(&tetrahedron, &tree);
        assert_eq!((of(&rows, "spheres"), of(&rows, CERTIFIED)), (2, 0));
        assert!(error.unwrap().contains("panicked"));
        assert_eq!(ablations.keys_of_states(&tree).len(), 3);
    }
}
