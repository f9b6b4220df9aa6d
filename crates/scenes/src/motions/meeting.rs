//! Exact test of two surfaces, which verifies the properties of generated scenes.

use geometry::bvh::{Bvh, Walk};
use geometry::{
    Aabb, Interference, Mesh, Pose, PosedExtent, RelativePose, Triangle, Vec3, WorldMap,
    interference,
};
use std::ops::Range;

/// Maximum number of faces in a leaf.
const LEAF_FACES: usize = 4;

/// Surface of a rigid body, with a hierarchy in local space that serves every pose.
pub(super) struct Surface<'a> {
    pub(super) mesh: &'a Mesh,
    /// Distance of the farthest vertex from the origin, in scene units.
    pub(super) radius: f64,
    bvh: Bvh,
}

impl<'a> Surface<'a> {
    pub(super) fn new(mesh: &'a Mesh) -> Surface<'a> {
        let lengths = mesh.vertices().iter().map(|p| p.length());
        Surface {
            mesh,
            radius: lengths.fold(0.0, f64::max),
            bvh: Bvh::new(&mesh.face_boxes().collect::<Vec<_>>(), LEAF_FACES),
        }
    }

    /// Returns true if a face of this body meets a face of the other. The answer is exact.
    ///
    /// Descends both hierarchies with boxes that contain all rounding, and maps only the faces of
    /// leaves to world space.
    pub(super) fn meets(&self, pose: &Pose, other: &Surface<'_>, other_pose: &Pose) -> bool {
        // The margin is far above rounding.
        let distance = pose.translation.distance(other_pose.translation);
        if distance > (self.radius + other.radius) * 1.001 {
            return false;
        }
        let [map, other_map] = [pose, other_pose].map(Pose::world_map);
        let other_in_own = RelativePose::new(
            &PosedExtent::new(map, self.radius),
            &PosedExtent::new(other_map, other.radius),
        );
        let overlap = |own: &Aabb, other: &Aabb| {
            let overlap = own.overlaps(&other_in_own.apply_box(other));
            overlap.then_some(0.0)
        };
        let face_meets = |i: usize, others: Range<usize>| {
            let face = self.face(i, &map);
            let mut others = others.map(|j| other.face(j, &other_map));
            others.any(|other| meet(&face, &other))
        };
        let leaves = |mut own: Range<usize>, others: Range<usize>| {
            if own.any(|i| face_meets(i, others.clone())) {
                Walk::Stop
            } else {
                Walk::Enter
            }
        };
        self.bvh.overlapping_leaves(&other.bvh, overlap, leaves)
    }

    /// Returns the face at a position in the hierarchy, in world space.
    fn face(&self, position: usize, map: &WorldMap) -> Triangle {
        let Triangle { a, b, c } = self.mesh.triangle(self.bvh.items()[position] as usize);
        Triangle::new(map.apply(a), map.apply(b), map.apply(c))
    }
}

/// Returns true if a face of one body meets a face of another. The answer is exact.
///
/// Vertices are in world space. Keeps the faces whose boxes meet the overlap of the bodies' boxes,
/// then descends one hierarchy of those of `b`. Culls on strict inequality only.
pub fn surfaces_meet(a: (&Mesh, &[Vec3]), b: (&Mesh, &[Vec3])) -> bool {
    let Some(overlap) = Aabb::of_points(a.1).intersection(&Aabb::of_points(b.1)) else {
        return false;
    };
    let (a, b) = (faces(a, &overlap), faces(b, &overlap));
    if b.is_empty() {
        return false;
    }
    let boxes: Vec<Aabb> = b.iter().map(Triangle::aabb).collect();
    let bvh = Bvh::new(&boxes, LEAF_FACES);
    a.iter().any(|s| {
        let bounds = s.aabb();
        bvh.visit(|node| {
            if !node.bounds.overlaps(&bounds) {
                return Walk::Skip;
            }
            let mut items = node.leaf.into_iter().flatten().map(|i| bvh.items()[i]);
            if items.any(|j| meet(s, &b[j as usize])) {
                Walk::Stop
            } else {
                Walk::Enter
            }
        })
    })
}

/// Returns the faces whose boxes meet `overlap`.
fn faces((mesh, vertices): (&Mesh, &[Vec3]), overlap: &Aabb) -> Vec<Triangle> {
    let triangles = mesh.triangles().iter().map(|t| {
        let [p, q, r] = t.map(|v| vertices[v as usize]);
        Triangle::new(p, q, r)
    });
    triangles.filter(|t| t.aabb().overlaps(overlap)).collect()
}

fn meet(a: &Triangle, b: &Triangle) -> bool {
    a.aabb().overlaps(&b.aabb()) && interference(a, b) != Interference::Apart
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bodies::{cube, torus};
    use crate::random::SceneRng;

    fn moved(mesh: &Mesh, offset: Vec3) -> Vec<Vec3> {
        mesh.vertices().iter().map(|p| *p + offset).collect()
    }

    #[test]
    fn agrees_with_all_pairs_on_both_sides_of_touching() {
        let (ring, block) = (torus(1.0, 0.3, 16, 8), cube(0.5));
        let mut met = 0;
        for i in 0..200 {
            let offset = Vec3::new(0.011 * f64::from(i), 0.003 * f64::from(i % 17), 0.05);
            let (v, w) = (ring.vertices().to_vec(), moved(&block, offset));
            let triangles = |mesh: &Mesh, vertices: &[Vec3]| -> Vec<Triangle> {
                let at = |t: &[u32; 3]| t.map(|v| vertices[v as usize]);
                mesh.triangles()
                    .iter()
                    .map(at)
                    .map(|[p, q, r]| Triangle::new(p, q, r))
                    .collect()
            };
            let (s, t) = (triangles(&ring, &v), triangles(&block, &w));
            let expected = s.iter().any(|s| t.iter().any(|t| meet(s, t)));
            assert_eq!(
                surfaces_meet((&ring, &v), (&block, &w)),
                expected,
                "{offset}"
            );
            met += usize::from(expected);
        }
        assert!((50..150).contains(&met), "{met} of 200 meet");
    }

    #[test]
    fn posed_surfaces_meet_when_their_world_vertices_do() {
        let (ring, block) = (torus(1.0, 0.3, 16, 8), cube(0.5));
        let surfaces = [Surface::new(&ring), Surface::new(&block)];
        let mut rng = SceneRng::new(1);
        let mut met = 0;
        for i in 0..400 {
            // Near the origin and far from it, where rounding is coarse.
            let origin = Vec3::splat([0.0, 1e9][i % 2]);
            let poses = [1.2, 1.2].map(|side| {
                let center = origin + rng.in_cube(side);
                Pose::new(center, rng.rotation())
            });
            let world = |mesh: &Mesh, pose: &Pose| -> Vec<Vec3> {
                let map = pose.world_map();
                mesh.vertices().iter().map(|p| map.apply(*p)).collect()
            };
            let (v, w) = (world(&ring, &poses[0]), world(&block, &poses[1]));
            let expected = surfaces_meet((&ring, &v), (&block, &w));
            let [a, b] = &surfaces;
            assert_eq!(a.meets(&poses[0], b, &poses[1]), expected, "{poses:?}");
            assert_eq!(b.meets(&poses[1], a, &poses[0]), expected, "{poses:?}");
            met += usize::from(expected);
        }
        assert!((100..300).contains(&met), "{met} of 400 meet");
    }

    #[test]
    fn one_shared_point_is_a_meeting() {
        let block = cube(2.0);
        let at = |x: f64| moved(&block, Vec3::new(x, 2.0, 2.0));
        let here = block.vertices().to_vec();
        assert!(surfaces_meet((&block, &here), (&block, &at(2.0))));
        assert!(!surfaces_meet(
            (&block, &here),
            (&block, &at(2.0f64.next_up()))
        ));
    }
}
