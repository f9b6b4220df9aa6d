//! How well sphere-trees fit, how long they take to build, and what they look like
//! [Hubbard96 §10, Figs. 1, 4, 11 to 14].

use crate::clock::seconds;
use crate::experiment::{Measurement, Session};
use crate::run::{PictureFile, Results};
use anyhow::{Result, ensure};
use geometry::{Ball, Mesh, Vec3};
use picture::{Picture, Shape, View};
use records::{Key, Row, Unit};
use scenes::bodies::Model;
use serde::Deserialize;
use sphere_tree::accuracy::{Enclosure, Over, Target, USUAL};
use sphere_tree::build::Unwatched;
use sphere_tree::fit::{LevelFit, dodecahedron_fit, measured_fit};
use sphere_tree::{BuildOptions, Built, SphereTree, build};

/// The fit of sphere-trees.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Fit {
    /// The bodies.
    pub bodies: Vec<Model>,
    /// The deepest level that is told.
    pub levels: u8,
    /// What a quick run does less.
    pub quick: QuickFit,
}

/// What a quick run does less.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuickFit {
    /// The bodies.
    pub bodies: Vec<Model>,
    /// Points on the surface that the medial trees start from.
    pub samples: usize,
}

/// The trees that are compared: their names in rows, how they are built, and to which one their
/// inaccuracy is a fraction of.
fn contenders(samples: Option<usize>) -> [(&'static str, BuildOptions); 3] {
    let with = |options: BuildOptions| BuildOptions {
        samples: samples.unwrap_or(options.samples),
        ..options
    };
    [
        (OCTREE, BuildOptions::octree()),
        (MEDIAL, with(BuildOptions::published())),
        ("medial tuned", with(BuildOptions::tuned())),
    ]
}

/// What the others' inaccuracy is told as a fraction of.
const OCTREE: &str = "octree";

/// The trees of the paper.
const MEDIAL: &str = "medial";

impl Measurement for Fit {
    fn check(&self) -> Result<()> {
        ensure!(
            !self.bodies.is_empty() && !self.quick.bodies.is_empty(),
            "`bodies` is empty: name at least one"
        );
        ensure!(self.levels > 0, "`levels` is 0: at least 1");
        Ok(())
    }

    fn run(&self, session: &Session<'_>) -> Result<Results> {
        let (bodies, samples) = match session.quick {
            true => (&self.quick.bodies, Some(self.quick.samples)),
            false => (&self.bodies, None),
        };
        session.progress.count_to(bodies.len() * 3);
        let mut results = Results::default();
        for body in bodies {
            self.run_body(*body, samples, session, &mut results)?;
        }
        Ok(results)
    }
}

impl Fit {
    fn run_body(
        &self,
        body: Model,
        samples: Option<usize>,
        session: &Session<'_>,
        results: &mut Results,
    ) -> Result<()> {
        let mesh = body.mesh();
        let ball = Ball::minimal(mesh.vertices()).expect("a mesh has vertices");
        let mut octree: Option<Vec<Measured>> = None;
        let mut shown = Vec::new();
        for (name, options) in contenders(samples) {
            session.progress.say(format!("{body}: building {name}"));
            let (built, time) = seconds(|| build(&mesh, &options, &Unwatched));
            let built = built?;
            session.progress.say(format!("{body}: measuring {name}"));
            let key = Key {
                detector: name.to_owned(),
                series: format!("body={body}"),
                ..session.key(body.name(), "level")
            };
            results.rows.extend(of_building(&key, &mesh, &built, time));
            let fits = self.measured(&mesh, &built.tree, ball.radius);
            for measured in &fits {
                let against = octree.as_ref();
                let against =
                    against.and_then(|all| all.iter().find(|o| o.level == measured.level));
                results.rows.extend(measured.rows(&key, against));
            }
            if name == OCTREE {
                octree = Some(fits);
            }
            if name == OCTREE || name == MEDIAL {
                shown.push(built.tree);
            }
            session.progress.advance();
        }
        results.pictures.push(PictureFile {
            name: format!("{}-{body}.png", session.id),
            bytes: drawn(&mesh, &shown[1], &shown[0]),
        });
        Ok(())
    }

    /// The fit of each level by every measure, in bounding radii.
    fn measured(&self, mesh: &Mesh, tree: &SphereTree, radius: f64) -> Vec<Measured> {
        let solid = measured_fit(mesh, tree, Over::Ball, Target::Solid, USUAL);
        let surface = measured_fit(mesh, tree, Over::Sphere, Target::Surface, USUAL);
        let estimate = dodecahedron_fit(mesh, tree);
        let level = |level: u8| {
            let at = |fits: &[LevelFit], ends: fn(Enclosure) -> [f64; 2]| {
                let fit = fits.iter().find(|fit| fit.level == level);
                let fit = fit.expect("every level has a fit");
                [fit.mean, fit.max].map(|e| ends(e).map(|length| length / radius))
            };
            Measured {
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
        (1..=self.levels.min(tree.depth())).map(level).collect()
    }
}

/// The inaccuracy of one level: by each measure the lower and the upper end of its mean and of its
/// maximum over the spheres, in bounding radii. The paper's estimate is one number, with or without its
/// correction [§9.2].
struct Measured {
    level: u8,
    spheres: usize,
    fits: [(&'static str, [[f64; 2]; 2]); 4],
}

impl Measured {
    fn rows(&self, key: &Key, octree: Option<&Measured>) -> Vec<Row> {
        let key = Key {
            x: f64::from(self.level),
            ..key.clone()
        };
        let mut rows = vec![Row::count(&key, "spheres", self.spheres as u64)];
        for (measure, fit) in &self.fits {
            let of_octree = octree.and_then(|o| o.fits.iter().find(|(name, _)| name == measure));
            for (i, which) in ["average", "maximum"].into_iter().enumerate() {
                let [low, high] = fit[i];
                let quantity = format!("inaccuracy/{measure}/{which}");
                rows.push(match low == high {
                    true => Row::exact(&key, &quantity, Unit::Ratio, low),
                    false => Row::between(&key, &quantity, Unit::Ratio, low, high),
                });
                if let Some((_, octree)) = of_octree {
                    let quantity = format!("fraction/{measure}/{which}");
                    rows.extend(fractions(&key, &quantity, fit[i], octree[i]));
                }
            }
        }
        rows
    }
}

/// Ours divided by the octree's: by the middles of what was proved, between the widest ends.
fn fractions(key: &Key, quantity: &str, ours: [f64; 2], octree: [f64; 2]) -> Option<Row> {
    let value = (ours[0] + ours[1]) / (octree[0] + octree[1]);
    let mut row = Row::exact(key, quantity, Unit::Ratio, value);
    let (low, high) = (ours[0] / octree[1], ours[1] / octree[0]);
    if let Ok(summary) = &mut row.outcome
        && octree[0] > 0.0
        && low < high
    {
        summary.n = 2;
        (summary.min, summary.q1, summary.ci_low) = (low, low, low);
        (summary.max, summary.q3, summary.ci_high) = (high, high, high);
    }
    Some(row).filter(|row| row.error().is_none())
}

/// The time of building, and what was built.
fn of_building(key: &Key, mesh: &Mesh, built: &Built, time: f64) -> Vec<Row> {
    let key = Key {
        x_name: "faces".to_owned(),
        x: mesh.face_count() as f64,
        series: String::new(),
        ..key.clone()
    };
    let mut rows = vec![Row::exact(&key, "build-time", Unit::Seconds, time)];
    for (name, count) in [
        ("tree-spheres", built.tree.len()),
        ("samples", built.samples),
        ("medial-spheres", built.medial_spheres),
        ("coverage-repairs", built.repairs),
    ] {
        rows.push(Row::count(&key, name, count as u64));
    }
    rows
}

/// Two rows of four cells: the body and levels 1 to 3 of the medial tree; the body from the other
/// side and levels 1 to 3 of the octree's tree, from there as well. All to one scale but the octree's first level, which
/// would make the others small.
fn drawn(mesh: &Mesh, medial: &SphereTree, octree: &SphereTree) -> Vec<u8> {
    /// Pixels of a cell.
    const SIDE: usize = 240;
    let away = Vec3::new(-0.75, 1.0, -0.5);
    let behind = Vec3::new(-away.x, -away.y, away.z);
    let level = |tree: &SphereTree, level: u8| -> Vec<Ball> {
        tree.at_level(level).map(|node| tree.ball(node)).collect()
    };
    let mut widest = level(medial, 1);
    widest.extend(level(octree, 2));
    let mut picture = Picture::new(4, 2, SIDE);
    for (row, (tree, side)) in [(medial, away), (octree, behind)].into_iter().enumerate() {
        let view = View::around(&widest, side, Vec3::Z);
        picture.draw(0, row, &view, &Shape::Faces(mesh));
        for column in 1..4 {
            let balls = level(tree, column);
            let alone = row == 1 && column == 1;
            let seen = if alone { &balls } else { &widest };
            let view = View::around(seen, side, Vec3::Z);
            picture.draw(column.into(), row, &view, &Shape::Balls(&balls));
        }
    }
    picture.png()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fraction_is_that_of_the_middles_within_the_widest_ends() {
        let row = fractions(&Key::default(), "q", [1.0, 2.0], [4.0, 6.0]).unwrap();
        let s = row.outcome.unwrap();
        assert_eq!(s.median, 0.3);
        assert_eq!((s.ci_low, s.ci_high), (1.0 / 6.0, 0.5));
        assert!(fractions(&Key::default(), "q", [1.0, 2.0], [0.0, 0.0]).is_none());
    }

    #[test]
    fn the_papers_estimate_has_a_fraction_with_its_correction_and_one_without() {
        let octree = || Measured {
            level: 1,
            spheres: 8,
            fits: [
                ("solid", [[0.4, 0.6]; 2]),
                ("surface", [[0.4, 0.6]; 2]),
                ("estimate", [[0.5; 2]; 2]),
                ("corrected-estimate", [[1.0; 2]; 2]),
            ],
        };
        let medial = Measured {
            fits: [
                ("solid", [[0.1, 0.2]; 2]),
                ("surface", [[0.1, 0.2]; 2]),
                ("estimate", [[0.1; 2]; 2]),
                ("corrected-estimate", [[0.3; 2]; 2]),
            ],
            ..octree()
        };
        let rows = medial.rows(&Key::default(), Some(&octree()));
        let fraction = |measure: &str| {
            let quantity = format!("fraction/{measure}/average");
            let row = rows.iter().find(|row| row.quantity == quantity).unwrap();
            let s = row.outcome.as_ref().unwrap();
            (s.median, s.n)
        };
        assert_eq!(fraction("estimate"), (0.2, 1));
        assert_eq!(fraction("corrected-estimate"), (0.3, 1));
        assert_eq!(fraction("solid").1, 2);
    }
}
