//! Baseline: spheres around the occupied octants of an octree [Hubbard96 §6.1].

use crate::build::coverage::MARGIN;
use crate::build::hierarchy::SphereHierarchy;
use crate::build::normalized_mesh::NormalizedMesh;
use geometry::triangle_box::intersects_by_sat;
use geometry::{Aabb, Ball, Vec3};
use rayon::prelude::*;

/// Returns the octree's spheres down to `depth`, and the faces that meet each leaf's octant.
///
/// A sphere of radius `√3/2` times the side circumscribes each octant that a face meets. Octants
/// are closed, so every surface point lies in an octant of each level. The spheres therefore cover
/// by regions ([`crate::Coverage::Regions`]): the region of a node is the surface in its octant.
/// Inner nodes have no faces.
///
/// # Cost
/// Each octant tests the faces of its parent only, exactly.
pub(super) fn octree(surface: &NormalizedMesh, depth: u8) -> (SphereHierarchy, Vec<Vec<u32>>) {
    let cube = surface.bounds().bounding_cube();
    let mut hierarchy = SphereHierarchy::root(circumscribed(&cube));
    let all: Vec<u32> = (0..surface.mesh().face_count() as u32).collect();
    let mut octants = vec![Octant { cube, faces: all }];
    let mut faces = Vec::new();
    // A body that is a single point has nothing to split.
    let depth = if cube.size() == Vec3::ZERO { 0 } else { depth };
    for _ in 0..depth {
        let split: Vec<Vec<Octant>> = octants.par_iter().map(|o| o.split(surface)).collect();
        let balls =
            |children: &Vec<Octant>| children.iter().map(|o| circumscribed(&o.cube)).collect();
        hierarchy.push_level(&split.iter().map(balls).collect::<Vec<_>>());
        faces.extend(octants.iter().map(|_| Vec::new()));
        octants = split.into_iter().flatten().collect();
    }
    faces.extend(octants.into_iter().map(|octant| octant.faces));
    (hierarchy, faces)
}

/// Octant with the faces that meet it.
struct Octant {
    cube: Aabb,
    faces: Vec<u32>,
}

impl Octant {
    /// Returns the occupied ones of its eight octants.
    fn split(&self, surface: &NormalizedMesh) -> Vec<Octant> {
        let occupied = |cube: Aabb| {
            let meets = |face: &&u32| {
                intersects_by_sat(&surface.mesh().triangle(**face as usize), &cube, &mut 0)
            };
            let faces: Vec<u32> = self.faces.iter().filter(meets).copied().collect();
            (!faces.is_empty()).then_some(Octant { cube, faces })
        };
        self.cube
            .octants()
            .into_iter()
            .filter_map(occupied)
            .collect()
    }
}

/// Returns the sphere through the corners of a cube, enlarged by the margin of coverage.
fn circumscribed(cube: &Aabb) -> Ball {
    let ball = Ball::new(cube.center(), 0.0).grown_to_contain(&[cube.min, cube.max]);
    Ball::new(ball.center, ball.radius + 2.0 * MARGIN)
}
