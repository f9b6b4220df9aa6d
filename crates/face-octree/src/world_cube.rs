//! The cube that bounds the world [Smith95 §3.1].

use collision::{Frame, Work, World};
use geometry::Aabb;

/// The root of the octree in this frame: the scene's world cube, or the smallest cube that holds
/// it and every body when a body has left it (D4); around the bodies when no cube is given.
pub(crate) fn world_cube(frame: &Frame<'_>, world: &World, work: &mut Work) -> Aabb {
    let bounds = world.bounds();
    match frame.world_cube {
        Some(cube) if cube.holds_box(&bounds) => cube,
        Some(cube) => {
            work.world_cube_grown += 1;
            cube.union(bounds).bounding_cube()
        }
        None => bounds.bounding_cube(),
    }
}
