//! World cube: the root of the octree [Smith95 §3.1].

use crate::counters::OctreeWork;
use collision::World;
use geometry::Aabb;

/// Returns the root of the octree in this frame: the world cube of the query, which is `given`.
///
/// If a body has left that cube, returns the smallest cube that contains it and every body (D4). If
/// the query gives none, returns the cube around all bodies.
pub(crate) fn world_cube(given: Option<Aabb>, world: &World, work: &mut OctreeWork) -> Aabb {
    let bounds = world.bounds();
    match given {
        Some(cube) if cube.contains_box(&bounds) => cube,
        Some(cube) => {
            work.world_cube_grown += 1;
            cube.union(bounds).bounding_cube()
        }
        None => bounds.bounding_cube(),
    }
}
