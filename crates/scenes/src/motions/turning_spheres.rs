//! Two equal spheres that turn while their distance changes evenly.

use super::path::time;
use super::{copies, cube_around_origin, sphere};
use crate::random::SceneRng;
use crate::{Scene, SceneError, SceneFrame};
use geometry::Pose;

/// Motion of two spheres of radius 1 along a line through their centers.
pub(super) struct TurningSpheres {
    /// Name of the generator.
    pub(super) name: &'static str,
    /// Number of frames.
    pub(super) frames: usize,
    /// Distances of the centers in the first frame and the last, in radii.
    pub(super) distances: (f64, f64),
    /// Number of full turns of each sphere from the first frame to the last.
    pub(super) turns: f64,
    /// Side of the world cube, in radii.
    pub(super) world: f64,
}

impl TurningSpheres {
    /// Returns the scene of spheres of about `faces` faces, with a random direction and spins.
    pub(super) fn scene(&self, faces: u32, seed: u64) -> Result<Scene, SceneError> {
        self.scene_with(faces, seed, 0)
    }

    /// As [`TurningSpheres::scene`], with `after` more frames at the same pace.
    pub(super) fn scene_with(
        &self,
        faces: u32,
        seed: u64,
        after: usize,
    ) -> Result<Scene, SceneError> {
        let mesh = sphere(self.name, faces)?;
        let mut rng = SceneRng::new(seed);
        let direction = rng.generic_direction();
        let spins = [rng.spin(self.turns), rng.spin(self.turns)];
        let (from, to) = self.distances;
        let frames = (0..self.frames + after).map(|i| {
            let t = time(i, self.frames);
            let half = direction * (0.5 * (from + (to - from) * t));
            let [a, b] = spins.each_ref().map(|spin| spin.at(t));
            SceneFrame::rigid(vec![Pose::new(-half, a), Pose::new(half, b)])
        });
        let bodies = copies("sphere", 2, &mesh).collect();
        let name = format!("{}:faces={},seed={seed}", self.name, mesh.face_count());
        Ok(Scene::new(name, bodies, frames.collect())?.within(cube_around_origin(self.world)))
    }
}
