//! Scene of many random polytopes that collide and rebound [Cohen95 §5.3, §7].

mod simulation;

use super::{check_range, cube_around_origin, cube_root};
use crate::random::SceneRng;
use crate::{Scene, SceneError, SceneFrame};
use collision::Body;
use geometry::hull::ConvexHull;
use geometry::{Mesh, Vec3};
use serde::{Deserialize, Serialize};
use simulation::PolytopeSimulation;
use std::fmt;
use std::sync::Arc;

const NAME: &str = "polytopes";

/// Maximum number of poses in all frames together, about 220 MiB.
const MAX_POSES: u32 = 4_000_000;

/// Height of a cube in percent of its sides.
const CUBE: u32 = 100;

/// Maximum number of draws for one polytope before the generator returns an error.
const DRAWS: usize = 16;

/// Parameters of [`polytopes`]. The default is that of the paper, with 72 frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Polytopes {
    /// Number of polytopes. Experiments sample it as in D10.
    pub bodies: u32,
    /// Number of faces of each polytope, even: the hull of `n` points on a sphere has `2n − 4`.
    pub faces: u32,
    /// Maximum number of different polytopes. Body `i` has shape `i mod shapes`.
    pub shapes: u32,
    /// Rotation per step about an axis through the centroid, in degrees.
    pub rotation: u32,
    /// Translation per step, in percent of the radius of the sphere around the points.
    pub translation: u32,
    /// Volume of all polytopes, in thousandths of the volume of the cube around them. The paper's
    /// default of 1.0 % is 10.
    pub density_permille: u32,
    /// Height of the box around them along z, in percent of its sides along x and y. 100 is the
    /// cube of the paper. The smaller it is, at equal volume, the more pairs overlap on z. The
    /// density counts centroids: bodies reach out of a thin box (D5).
    pub height_percent: u32,
    /// Pairs of colliding polytopes that exchange their velocities.
    pub response: CollisionResponse,
    /// Number of frames.
    pub frames: u32,
    /// Seed of shapes and motion.
    pub seed: u64,
}

/// Pairs of colliding bodies that exchange their translational velocities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CollisionResponse {
    /// All pairs, at every step at which they collide [Cohen95 §5.3]. A pair that still overlaps
    /// after one step exchanges again, so it may stay together for several steps.
    #[default]
    Always,
    /// Pairs whose centroids approach each other.
    Approaching,
}

impl Default for Polytopes {
    fn default() -> Polytopes {
        Polytopes {
            bodies: 1000,
            faces: 36,
            shapes: 1000,
            rotation: 10,
            translation: 10,
            density_permille: 10,
            height_percent: CUBE,
            response: CollisionResponse::Always,
            frames: super::CYCLES as u32,
            seed: 1995,
        }
    }
}

impl fmt::Display for CollisionResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CollisionResponse::Always => "always",
            CollisionResponse::Approaching => "approaching",
        })
    }
}

/// Writes the generator's text with every parameter, except the height of a cube: rows recorded
/// before there were other boxes name their scenes without it.
impl fmt::Display for Polytopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{NAME}:bodies={},faces={},shapes={},rotation={},translation={},density-permille={},",
            self.bodies,
            self.faces,
            self.shapes,
            self.rotation,
            self.translation,
            self.density_permille,
        )?;
        if self.height_percent != CUBE {
            write!(f, "height-percent={},", self.height_percent)?;
        }
        write!(
            f,
            "response={},frames={},seed={}",
            self.response, self.frames, self.seed
        )
    }
}

/// Generates polytopes that move straight on, rotate, rebound off the walls of a cube or of a
/// flatter box, and exchange velocities where they collide [Cohen95 §5.3].
///
/// A polytope is the hull of random points on a sphere of radius 1, with its centroid at the
/// origin. All start at random positions and orientations, so they may overlap in the first
/// frame. After each frame, the response applies to the pairs of colliding solids in the order of
/// their body indices, and a collision is decided exactly. Then each body moves by `translation`
/// percent of the radius 1, and rotates about its own axis.
///
/// A body rebounds when its centroid meets a wall (D5). The cube is as large as the density says
/// (D6), and a flatter box has its volume. Shapes are those of the larger scenes of the same seed.
///
/// # Errors
/// Fails if a parameter is out of range, or if no hull with this number of faces is found.
///
/// # Cost
/// Each frame sweeps one axis, so it compares about `n^(5/3)` pairs of boxes for `n` bodies, and
/// takes some microseconds for each pair of overlapping bounding spheres.
pub fn polytopes(parameters: &Polytopes) -> Result<Scene, SceneError> {
    check(parameters)?;
    let mut rng = SceneRng::new(parameters.seed);
    let shapes = shapes(parameters, &mut rng.branch())?;
    let shape_of = |body: u32| &shapes[body as usize % shapes.len()];
    // D6. The box has the volume that the density requires.
    let volume: f64 = (0..parameters.bodies).map(|b| shape_of(b).volume).sum();
    let volume = volume * 1000.0 / f64::from(parameters.density_permille);
    let flatness = f64::from(parameters.height_percent) / f64::from(CUBE);
    let side = cube_root(volume / flatness);
    let half = Vec3::new(0.5 * side, 0.5 * side, 0.5 * side * flatness);
    let mut simulation = PolytopeSimulation::new(parameters, &shapes, half, &mut rng);
    let frames: Vec<SceneFrame> = (0..parameters.frames)
        .map(|frame| {
            if frame > 0 {
                simulation.respond();
                simulation.advance();
            }
            SceneFrame::rigid(simulation.poses().to_vec())
        })
        .collect();
    let body = |b: u32| Body::rigid(format!("polytope {b}"), Arc::clone(&shape_of(b).mesh));
    let bodies = (0..parameters.bodies).map(body).collect();
    let reach = shapes.iter().map(|s| s.radius).fold(0.0, f64::max);
    let scene = Scene::new(parameters.to_string(), bodies, frames)?;
    Ok(scene.within(cube_around_origin(side + 2.0 * reach)))
}

/// Fails if a parameter is out of range.
fn check(parameters: &Polytopes) -> Result<(), SceneError> {
    let check = |name, value, range| check_range(NAME, name, value, range);
    check("bodies", parameters.bodies, 2..=50_000)?;
    check("faces", parameters.faces, 4..=4000)?;
    check("shapes", parameters.shapes, 1..=50_000)?;
    check("rotation", parameters.rotation, 0..=180)?;
    check("translation", parameters.translation, 0..=100)?;
    check("density-permille", parameters.density_permille, 1..=500)?;
    check("height-percent", parameters.height_percent, 1..=CUBE)?;
    let most_frames = MAX_POSES / parameters.bodies;
    check("frames", parameters.frames, 1..=most_frames)?;
    match parameters.faces % 2 {
        0 => Ok(()),
        _ => Err(SceneError::OddFaces {
            generator: NAME,
            faces: parameters.faces,
        }),
    }
}

/// Random convex body with its centroid at the origin of its local space.
struct RandomPolytope {
    mesh: Arc<Mesh>,
    volume: f64,
    /// Distance of the farthest vertex from the centroid.
    radius: f64,
}

/// Draws the shapes that the bodies of a scene need.
fn shapes(parameters: &Polytopes, rng: &mut SceneRng) -> Result<Vec<RandomPolytope>, SceneError> {
    let points = parameters.faces / 2 + 2;
    let count = parameters.shapes.min(parameters.bodies);
    let shape = |_| {
        let mut rng = rng.branch();
        let mut draws = (0..DRAWS).map(|_| RandomPolytope::draw(points, &mut rng));
        draws.find_map(|shape| shape).ok_or(SceneError::NoMotion {
            generator: NAME,
            seed: parameters.seed,
        })
    };
    (0..count).map(shape).collect()
}

impl RandomPolytope {
    /// Returns the hull of random points on a sphere of radius 1, or `None` if one of the points is
    /// not a vertex of it or some four are coplanar.
    fn draw(points: u32, rng: &mut SceneRng) -> Option<RandomPolytope> {
        let mut points: Vec<Vec3> = (0..points).map(|_| rng.direction()).collect();
        let centroid = ConvexHull::of_points(&points).ok()?.centroid();
        // Rounding moves the points, so the hull is computed again.
        points.iter_mut().for_each(|p| *p -= centroid);
        let hull = ConvexHull::of_points(&points).ok()?;
        let simplicial =
            hull.vertices.len() == points.len() && hull.facets.len() == 2 * points.len() - 4;
        simplicial.then(|| RandomPolytope {
            mesh: Arc::new(hull.mesh()),
            volume: hull.volume(),
            radius: points.iter().map(|p| p.length()).fold(0.0, f64::max),
        })
    }
}

#[cfg(test)]
mod tests;
