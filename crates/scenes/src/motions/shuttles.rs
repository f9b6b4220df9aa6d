//! Scene of many space shuttles, two of which meet at the end [Smith95 §4.2, Figures 8 and 9].

use super::approach::Approach;
use super::meeting::Surface;
use super::path::{Path, time};
use super::{CYCLES, along_paths, check_range, copies, world_box};
use crate::bodies::space_shuttle;
use crate::random::SceneRng;
use crate::{Scene, SceneError};
use geometry::{Aabb, Mesh};
use std::sync::Arc;

const NAME: &str = "shuttles";

/// Side of the world cube for 15 shuttles, in scene units.
///
/// It is so small that boxes overlap in every cycle. For other numbers of shuttles the volume grows
/// with the number, so that the density is the same.
const WORLD: f64 = 7.6;

/// Maximum number of shuttles. Of more, all pairs would take too long to draw.
const MAX_BODIES: u32 = 2000;

/// Maximum number of crowds to draw before the generator returns an error.
const ATTEMPTS: usize = 16;

/// Maximum number of draws for one shuttle before the crowd is discarded.
const DRAWS: usize = 400;

/// Generates space shuttles of 528 faces that move and rotate over 72 cycles [Smith95 §4.2].
///
/// The paper has 15. The first two shuttles meet in the last cycle, and no others ever meet. With 6
/// or more bodies, at least `bodies / 2` pairs of boxes overlap in every cycle.
///
/// # Errors
/// Fails unless there are 2 to 2000 bodies.
///
/// # Cost
/// Compares the boxes of all pairs of shuttles, some seconds for 2000.
pub fn shuttles(bodies: u32, seed: u64) -> Result<Scene, SceneError> {
    check_range(NAME, "bodies", bodies, 2..=MAX_BODIES)?;
    let mesh = Arc::new(space_shuttle());
    let surface = Surface::new(&mesh);
    let mut rng = SceneRng::new(seed);
    let side = WORLD * super::cube_root(f64::from(bodies) / 15.0).max(0.9);
    let paths = (0..ATTEMPTS)
        .find_map(|_| crowd(&surface, bodies as usize, side, &mut rng))
        .ok_or(SceneError::NoMotion {
            generator: NAME,
            seed,
        })?;
    let name = format!("{NAME}:bodies={bodies},seed={seed}");
    along_paths(name, copies("shuttle", bodies, &mesh), &paths, side)
}

/// Generates only the colliding pair of [`shuttles`], with the same motion and world cube.
///
/// # Errors
/// Fails like [`shuttles`].
pub fn shuttle_pair(bodies: u32, seed: u64) -> Result<Scene, SceneError> {
    let mut scene = shuttles(bodies, seed)?.only(&[0, 1]);
    scene.name = format!("shuttle-pair:bodies={bodies},seed={seed}");
    Ok(scene)
}

/// Returns the paths of a crowd that has the scene's properties, or `None`.
fn crowd(surface: &Surface<'_>, count: usize, side: f64, rng: &mut SceneRng) -> Option<Vec<Path>> {
    let mut approach = Approach::draw([surface; 2], 0.3, 3.4, rng);
    approach.middle = rng.in_cube(0.2 * side);
    let mut placed: Vec<Track> = approach
        .paths()?
        .into_iter()
        .map(|path| Track::of(surface.mesh, path))
        .collect();
    while placed.len() < count {
        let track = (0..DRAWS).map(|_| draw(surface, rng, side)).find(|track| {
            placed
                .iter()
                .all(|other| track.keeps_clear_of(other, surface))
        })?;
        placed.push(track);
    }
    let crowded = |i: usize| count < 6 || overlapping_boxes(&placed, i) >= count / 2;
    (0..CYCLES)
        .all(crowded)
        .then(|| placed.into_iter().map(|t| t.path).collect())
}

/// Draws a path of 0.5 to 1.5 scene units within the cube.
fn draw(surface: &Surface<'_>, rng: &mut SceneRng, side: f64) -> Track {
    let room = side - 2.0 * surface.radius;
    Track::of(surface.mesh, Path::draw(rng, room, (0.5, 1.5), (0.1, 0.3)))
}

/// Path, and the body's world box in each cycle.
struct Track {
    path: Path,
    boxes: Vec<Aabb>,
    /// Box of the whole path.
    swept: Aabb,
}

impl Track {
    fn of(mesh: &Mesh, path: Path) -> Track {
        let box_at = |i: usize| world_box(mesh, path.pose(time(i, CYCLES)));
        let boxes: Vec<Aabb> = (0..CYCLES).map(box_at).collect();
        Track {
            swept: boxes
                .iter()
                .copied()
                .reduce(Aabb::union)
                .unwrap_or(Aabb::EMPTY),
            boxes,
            path,
        }
    }

    /// Returns true if the surfaces are apart in every cycle.
    fn keeps_clear_of(&self, other: &Track, surface: &Surface<'_>) -> bool {
        if !self.swept.overlaps(&other.swept) {
            return true;
        }
        // Every fifth cycle first, because this rejects most bad draws early.
        let cycles = (0..5).flat_map(|first| (first..CYCLES).step_by(5));
        cycles
            .filter(|&i| self.boxes[i].overlaps(&other.boxes[i]))
            .all(|i| {
                let t = time(i, CYCLES);
                !surface.meets(&self.path.pose(t), surface, &other.path.pose(t))
            })
    }
}

/// Returns the number of pairs of boxes that overlap in a cycle.
fn overlapping_boxes(tracks: &[Track], cycle: usize) -> usize {
    let boxes: Vec<Aabb> = tracks.iter().map(|t| t.boxes[cycle]).collect();
    let of_pair = |(i, b): (usize, &Aabb)| boxes[..i].iter().filter(|a| a.overlaps(b)).count();
    boxes.iter().enumerate().map(of_pair).sum()
}
