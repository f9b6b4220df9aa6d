//! A crowd of space shuttles, two of which meet at the end [Smith95 §4.2, Figures 8 and 9].

use super::approach::{Approach, meet, radius};
use super::path::{Path, time};
use super::{CYCLES, cube_around_origin};
use crate::bodies::space_shuttle;
use crate::random::SceneRng;
use crate::{Scene, SceneError, SceneFrame};
use collision::Body;
use geometry::{Aabb, Mesh, Vec3};
use std::sync::Arc;

const NAME: &str = "shuttles";

/// The side of the world cube for 15 shuttles, in scene units: dense enough for boxes to overlap
/// in every cycle. Other numbers have the same density.
const WORLD: f64 = 7.6;

/// How often a crowd is drawn before the generator gives up, and says so.
const ATTEMPTS: usize = 16;

/// Draws for one shuttle before the crowd is given up.
const DRAWS: usize = 400;

/// `bodies` space shuttles of 528 faces move and turn over 72 cycles. In every cycle at least
/// half as many pairs of boxes overlap as there are bodies (except for fewer than 6 bodies);
/// the first two shuttles meet in the last cycle, and nothing else ever meets.
///
/// [Smith95 §4.2], with 15.
///
/// # Errors
/// For fewer than 2 or more than 60 bodies.
pub fn shuttles(bodies: u32, seed: u64) -> Result<Scene, SceneError> {
    if !(2..=60).contains(&bodies) {
        let (parameter, range) = ("bodies", "2 to 60");
        return Err(SceneError::Parameter {
            generator: NAME,
            parameter,
            value: bodies.into(),
            range,
        });
    }
    let mesh = Arc::new(space_shuttle());
    let mut rng = SceneRng::new(seed);
    let side = WORLD * super::cube_root(f64::from(bodies) / 15.0).max(0.9);
    let paths = (0..ATTEMPTS)
        .find_map(|_| crowd(&mesh, bodies as usize, side, &mut rng))
        .ok_or(SceneError::NoMotion {
            generator: NAME,
            seed,
        })?;
    let frames = (0..CYCLES).map(|i| time(i, CYCLES));
    let frames = frames.map(|t| SceneFrame::rigid(paths.iter().map(|p| p.pose(t)).collect()));
    let named = (0..bodies).map(|i| Body::rigid(format!("shuttle {i}"), mesh.clone()));
    let name = format!("{NAME}:bodies={bodies},seed={seed}");
    Ok(Scene::new(name, named.collect(), frames.collect())?.within(cube_around_origin(side)))
}

/// The two shuttles of [`shuttles`] that meet, alone, with the same motion in the same world cube.
///
/// # Errors
/// As [`shuttles`].
pub fn shuttle_pair(bodies: u32, seed: u64) -> Result<Scene, SceneError> {
    let mut scene = shuttles(bodies, seed)?.only(&[0, 1]);
    scene.name = format!("shuttle-pair:bodies={bodies},seed={seed}");
    Ok(scene)
}

/// The paths of a crowd that keeps the scene's promises.
fn crowd(mesh: &Mesh, count: usize, side: f64, rng: &mut SceneRng) -> Option<Vec<Path>> {
    let approach = Approach {
        a: mesh,
        b: mesh,
        spin_a: rng.spin(0.3),
        spin_b: rng.spin(0.3),
        direction: rng.generic_direction(),
        middle: rng.in_cube(0.2 * side),
        start: 3.4,
        cycles: CYCLES,
    };
    let mut placed: Vec<Track> = approach
        .paths()?
        .into_iter()
        .map(|path| Track::of(mesh, path))
        .collect();
    while placed.len() < count {
        let track = (0..DRAWS)
            .map(|_| draw(mesh, rng, side))
            .find(|track| placed.iter().all(|other| track.keeps_clear_of(other, mesh)))?;
        placed.push(track);
    }
    let crowded = |i: usize| count < 6 || overlapping_boxes(&placed, i) >= count / 2;
    (0..CYCLES)
        .all(crowded)
        .then(|| placed.into_iter().map(|t| t.path).collect())
}

/// A path of half a unit to one and a half, within the cube.
fn draw(mesh: &Mesh, rng: &mut SceneRng, side: f64) -> Track {
    let room = side - 2.0 * radius(mesh);
    let limit = Vec3::splat(0.5 * room);
    let from = rng.in_cube(room);
    let to = from + rng.direction() * rng.between(0.5, 1.5);
    let turns = rng.between(0.1, 0.3);
    Track::of(
        mesh,
        Path {
            from,
            to: to.clamp(-limit, limit),
            spin: rng.spin(turns),
        },
    )
}

/// A path, and the body's box in each cycle.
struct Track {
    path: Path,
    boxes: Vec<Aabb>,
}

impl Track {
    fn of(mesh: &Mesh, path: Path) -> Track {
        let box_at = |i: usize| {
            let map = path.pose(time(i, CYCLES)).world_map();
            mesh.vertices()
                .iter()
                .fold(Aabb::EMPTY, |b, p| b.with_point(map.apply(*p)))
        };
        Track {
            boxes: (0..CYCLES).map(box_at).collect(),
            path,
        }
    }

    /// Whether the surfaces are apart in every cycle.
    fn keeps_clear_of(&self, other: &Track, mesh: &Mesh) -> bool {
        // Every fifth cycle first: most draws that fail are found out early.
        let cycles = (0..5).flat_map(|first| (first..CYCLES).step_by(5));
        cycles
            .filter(|&i| self.boxes[i].overlaps(&other.boxes[i]))
            .all(|i| {
                let t = time(i, CYCLES);
                !meet((mesh, self.path.pose(t)), (mesh, other.path.pose(t)))
            })
    }
}

/// How many pairs of boxes overlap in a cycle.
fn overlapping_boxes(tracks: &[Track], cycle: usize) -> usize {
    let boxes: Vec<Aabb> = tracks.iter().map(|t| t.boxes[cycle]).collect();
    let later = |i: usize| {
        boxes[i + 1..]
            .iter()
            .filter(|b| b.overlaps(&boxes[i]))
            .count()
    };
    (0..boxes.len()).map(later).sum()
}
