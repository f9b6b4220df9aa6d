//! Fit, construction time and pictures of sphere-trees [Hubbard96 §10, Figs. 1, 4, 11 to 14].

mod render;

use crate::clock::seconds;
use crate::isolation::isolated;
use crate::model::{Model, PictureFile, Results, Session, non_empty};
use crate::picture::View;
use crate::recorder::Recorder;
use anyhow::Result;
use geometry::{Ball, Mesh, Vec3};
use records::{Key, Row, Unit};
use render::{CellGrid, Subject};
use scenes::bodies;
use serde::Deserialize;
use sphere_tree::accuracy::{Effort, Enclosure, Over, Target};
use sphere_tree::build::Unwatched;
use sphere_tree::fit::{FitMeter, LevelFit};
use sphere_tree::{BuildOptions, Built, SphereTree, build};
use std::num::{NonZeroU8, NonZeroUsize};

/// Fit of sphere-trees.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TreeFit {
    /// The bodies.
    #[serde(deserialize_with = "non_empty")]
    pub bodies: Vec<bodies::BodyModel>,
    /// Deepest level to report.
    pub levels: NonZeroU8,
    /// Number of surface samples of the medial trees, if not the default.
    pub samples: Option<NonZeroUsize>,
}

/// Tree whose inaccuracy divides that of the others.
const OCTREE: &str = "octree";

/// Tree of the paper.
const MEDIAL: &str = "medial";

impl Model for TreeFit {
    fn steps(&self) -> usize {
        self.bodies.len() * self.trees().len()
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let mut results = Results::default();
        for body in &self.bodies {
            self.run_body(*body, session, &mut results);
        }
        Ok(results)
    }
}

impl TreeFit {
    /// Returns the trees to compare, the octree first: names in rows, and build options.
    fn trees(&self) -> [(&'static str, BuildOptions); 3] {
        let with = |options: BuildOptions| BuildOptions {
            samples: self.samples.map_or(options.samples, usize::from),
            ..options
        };
        [
            (OCTREE, BuildOptions::octree()),
            (MEDIAL, with(BuildOptions::published())),
            ("medial tuned", with(BuildOptions::tuned())),
        ]
    }

    fn run_body(&self, body: bodies::BodyModel, session: &Session<'_>, results: &mut Results) {
        let mesh = body.mesh();
        let ball = Ball::minimal(mesh.vertices()).expect("a mesh has vertices");
        let mut octree: Vec<LevelMeasured> = Vec::new();
        let (mut of_octree, mut of_medial) = (None, None);
        for (name, options) in self.trees() {
            session.say(format!("{body}: building {name}"));
            let key = session.key(body.name(), name, "");
            let of_building = key.at("faces", mesh.face_count() as f64);
            let measured = isolated(|| {
                let (built, time) = seconds(|| build(&mesh, &options, &Unwatched));
                let built = built?;
                session.say(format!("{body}: measuring {name}"));
                let levels = self.measure(&mesh, &built.tree, ball.radius);
                Ok((built, time, levels))
            });
            session.advance();
            let (built, time, levels) = match measured {
                Ok(measured) => measured,
                Err(error) => {
                    results.fail(&[of_building], "build-time", Unit::Seconds, &error);
                    continue;
                }
            };
            let building = record_building(&built, time);
            results.rows.extend(building.rows(&of_building));
            let key = key.in_series(format!("body={body}"));
            for measured in &levels {
                results.rows.extend(measured.rows(&octree, &key));
            }
            match name {
                OCTREE => {
                    octree = levels;
                    of_octree = Some(built.tree);
                }
                MEDIAL => of_medial = Some(built.tree),
                _ => {}
            }
        }
        if let (Some(medial), Some(octree)) = (of_medial, of_octree) {
            results.pictures.push(PictureFile {
                name: format!("{}-{body}.png", session.id),
                bytes: picture(&mesh, &medial, &octree),
            });
        }
    }

    /// Measures the fit of each level with every measure, in bounding radii.
    fn measure(&self, mesh: &Mesh, tree: &SphereTree, radius: f64) -> Vec<LevelMeasured> {
        let meter = FitMeter::new(mesh, tree);
        let solid = meter.measured(Over::Ball, Target::Solid, Effort::REPORT);
        let surface = meter.measured(Over::Sphere, Target::Surface, Effort::REPORT);
        let estimate = meter.by_dodecahedron();
        let level = |level: u8| {
            let at = |fits: &[LevelFit], ends: fn(Enclosure) -> [f64; 2]| {
                let fit = fits.iter().find(|fit| fit.level == level);
                let fit = fit.expect("every level has a fit");
                let all = [fit.mean, fit.weighted, fit.max];
                all.map(|e| ends(e).map(|length| length / radius))
            };
            LevelMeasured {
                level,
                spheres: tree.at_level(level).count(),
                fits: [
                    ("solid", at(&solid, |e| [e.lower, e.upper])),
                    ("surface", at(&surface, |e| [e.lower, e.upper])),
                    ("estimate", at(&estimate, |e| [e.lower; 2])),
                    ("corrected-estimate", at(&estimate, |e| [e.upper; 2])),
                ],
            }
        };
        let deepest = self.levels.get().min(tree.depth());
        (1..=deepest).map(level).collect()
    }
}

/// Inaccuracy of one level, by each measure, in bounding radii.
///
/// Each measure has lower and upper ends of each of [`MEANS`]. The paper's estimate is one number,
/// with or without its correction [§9.2].
struct LevelMeasured {
    level: u8,
    spheres: usize,
    fits: [(&'static str, [[f64; 2]; 3]); 4],
}

/// Ways to sum up the inaccuracies of a level: the mean over the spheres, the mean weighted by the
/// surface that a sphere answers for, and the maximum.
const MEANS: [&str; 3] = ["average", "weighted", "maximum"];

impl LevelMeasured {
    /// Returns the rows of the level, and those of its distances by its number of spheres.
    fn rows(&self, octree: &[LevelMeasured], key: &Key) -> Vec<Row> {
        let octree = octree.iter().find(|o| o.level == self.level);
        let mut rows = self
            .record(octree)
            .rows(&key.at("level", self.level.into()));
        let by_spheres = key.at("spheres", self.spheres as f64);
        rows.extend(self.by_spheres().rows(&by_spheres));
        rows
    }

    /// Records the inaccuracies, and their quotients by the octree's.
    fn record(&self, octree: Option<&LevelMeasured>) -> Recorder {
        let mut recorder = Recorder::default();
        for (i, (way, fit)) in self.fits.iter().enumerate() {
            for (j, which) in MEANS.into_iter().enumerate() {
                let [low, high] = fit[j];
                let quantity = format!("inaccuracy/{way}/{which}");
                record(&mut recorder, &quantity, 0.5 * (low + high), [low, high]);
                let octree = octree.map(|octree| octree.fits[i].1[j]);
                if let Some([octree_low, octree_high]) = octree.filter(|o| o[0] > 0.0) {
                    // Quotient of the midpoints, within the quotients of the extreme ends.
                    let ends = [low / octree_high, high / octree_low];
                    let value = (low + high) / (octree_low + octree_high);
                    record(
                        &mut recorder,
                        &format!("fraction/{way}/{which}"),
                        value,
                        ends,
                    );
                }
            }
        }
        recorder.count("spheres", self.spheres as u64);
        recorder
    }

    /// Records the distances to the solid once more, to be shown by the number of spheres.
    fn by_spheres(&self) -> Recorder {
        let mut recorder = Recorder::default();
        let (way, fit) = &self.fits[0];
        for (which, [low, high]) in MEANS.iter().zip(fit) {
            let quantity = format!("by-spheres/{way}/{which}");
            record(&mut recorder, &quantity, 0.5 * (low + high), [*low, *high]);
        }
        recorder
    }
}

/// Records a number between two ends, or a number alone: the paper's estimate has no ends.
fn record(recorder: &mut Recorder, quantity: &str, value: f64, ends: [f64; 2]) {
    if ends[0] < ends[1] {
        recorder.enclosure(quantity, Unit::Ratio, value, ends)
    } else {
        recorder.exact(quantity, Unit::Ratio, value)
    }
}

/// Records the construction time and properties of the tree.
fn record_building(built: &Built, time: f64) -> Recorder {
    let mut recorder = Recorder::default();
    recorder.exact("build-time", Unit::Seconds, time);
    for (name, count) in [
        ("tree-spheres", built.tree.len()),
        ("samples", built.samples),
        ("medial-spheres", built.medial_spheres),
        ("coverage-repairs", built.repairs),
    ] {
        recorder.count(name, count as u64);
    }
    recorder
}

/// Draws two rows of four cells.
///
/// The first row has the body and levels 1 to 3 of the medial tree, the second the same for the
/// octree, from the opposite side. All cells have one scale, except for the octree's first level,
/// which is much larger.
fn picture(mesh: &Mesh, medial: &SphereTree, octree: &SphereTree) -> Vec<u8> {
    /// Pixels of a cell.
    const SIDE: usize = 240;
    let away = Vec3::new(-0.75, 1.0, -0.5);
    let behind = Vec3::new(-away.x, -away.y, away.z);
    let level = |tree: &SphereTree, level: u8| -> Vec<Ball> {
        tree.at_level(level).map(|node| tree.ball(node)).collect()
    };
    let mut widest = level(medial, 1);
    widest.extend(level(octree, 2));
    let mut picture = CellGrid::new(4, 2, SIDE);
    for (row, (tree, side)) in [(medial, away), (octree, behind)].into_iter().enumerate() {
        let view = View::around(&widest, side, Vec3::Z, 1.0);
        picture.draw(0, row, &view, &Subject::Faces(mesh));
        for column in 1..4 {
            let balls = level(tree, column);
            let alone = row == 1 && column == 1;
            let seen = if alone { &balls } else { &widest };
            let view = View::around(seen, side, Vec3::Z, 1.0);
            picture.draw(column.into(), row, &view, &Subject::Balls(&balls));
        }
    }
    picture.png()
}

#[cfg(test)]
mod tests {
    use super::*;
    use records::Key;
    use records::{Row, Value};

    fn row<'a>(rows: &'a [Row], quantity: &str) -> Option<&'a Row> {
        rows.iter().find(|row| row.quantity == quantity)
    }

    #[test]
    fn a_fraction_is_that_of_the_midpoints_within_the_widest_ends() {
        let level = |solid: [f64; 2]| LevelMeasured {
            level: 1,
            spheres: 8,
            fits: [
                ("solid", [solid; 3]),
                ("surface", [[0.4, 0.6]; 3]),
                ("estimate", [[0.5; 2]; 3]),
                ("corrected-estimate", [[1.0; 2]; 3]),
            ],
        };
        let rows = |ours, octree| {
            let recorder = level(ours).record(Some(&level(octree)));
            recorder.rows(&Key::default())
        };
        let of = rows([1.0, 2.0], [4.0, 6.0]);
        let fraction = row(&of, "fraction/solid/average").unwrap();
        let (value, low, high) = (0.3, 1.0 / 6.0, 0.5);
        let enclosure = Value::Enclosure { value, low, high };
        assert_eq!(fraction.outcome, Ok(enclosure));
        let shown = level([1.0, 2.0]).by_spheres().rows(&Key::default());
        let by_spheres = row(&shown, "by-spheres/solid/weighted").unwrap();
        assert_eq!(by_spheres.median(), Some(1.5));
        let none = rows([1.0, 2.0], [0.0, 0.0]);
        assert!(row(&none, "fraction/solid/average").is_none());
    }

    #[test]
    fn the_papers_estimate_has_a_fraction_with_its_correction_and_one_without() {
        let octree = || LevelMeasured {
            level: 1,
            spheres: 8,
            fits: [
                ("solid", [[0.4, 0.6]; 3]),
                ("surface", [[0.4, 0.6]; 3]),
                ("estimate", [[0.5; 2]; 3]),
                ("corrected-estimate", [[1.0; 2]; 3]),
            ],
        };
        let medial = LevelMeasured {
            fits: [
                ("solid", [[0.1, 0.2]; 3]),
                ("surface", [[0.1, 0.2]; 3]),
                ("estimate", [[0.1; 2]; 3]),
                ("corrected-estimate", [[0.3; 2]; 3]),
            ],
            ..octree()
        };
        let rows = medial.record(Some(&octree())).rows(&Key::default());
        let fraction = |way: &str| {
            let row = row(&rows, &format!("fraction/{way}/average")).unwrap();
            row.outcome.clone().unwrap()
        };
        assert_eq!(fraction("estimate"), Value::Exact(0.2));
        assert_eq!(fraction("corrected-estimate"), Value::Exact(0.3));
        let enclosed = matches!(fraction("solid"), Value::Enclosure { .. });
        assert!(enclosed, "{:?}", fraction("solid"));
    }
}
