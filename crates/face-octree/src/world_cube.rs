//! The cube that bounds the world [Smith95 §3.1].

use crate::counters::OctreeWork;
use collision::{Query, World};
use geometry::Aabb;

/// The root of the octree in this frame: the scene's world cube, or the smallest cube that contains
/// it and every body if a body has left it (D4); around the bodies if no cube is given.
pub(crate) fn world_cube(query: &Query<'_>, world: &World, work: &mut OctreeWork) -> Aabb {
    let bounds = world.bounds();
    match query.world {
        Some(cube) if cube.contains_box(&bounds) => cube,
        Some(cube) => {
            work.world_cube_grown += 1;
            cube.union(bounds).bounding_cube()
        }
        None => bounds.bounding_cube(),
    }
}
