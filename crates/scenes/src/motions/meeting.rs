//! Exact test of two surfaces, which verifies the properties of generated scenes.

use geometry::bvh::{Bvh, Walk};
use geometry::{Aabb, Interference, Mesh, Triangle, Vec3, interference};

/// Maximum number of faces in a leaf.
const LEAF_FACES: usize = 4;

/// Returns true if a face of one body meets a face of another. The answer is exact.
///
/// Vertices are in world space. Keeps the faces whose boxes meet the overlap of the bodies' boxes,
/// then descends one hierarchy per body. Culls on strict inequality only.
pub fn surfaces_meet(a: (&Mesh, &[Vec3]), b: (&Mesh, &[Vec3])) -> bool {
    let box_of = |vertices: &[Vec3]| Aabb::of_points(vertices);
    let Some(overlap) = box_of(a.1).intersection(&box_of(b.1)) else {
        return false;
    };
    let (a, b) = (faces(a, &overlap), faces(b, &overlap));
    if a.is_empty() || b.is_empty() {
        return false;
    }
    let [of_a, of_b] = [&a, &b].map(|faces| {
        let boxes: Vec<Aabb> = faces.iter().map(Triangle::aabb).collect();
        Bvh::new(&boxes, LEAF_FACES)
    });
    of_a.overlapping_leaves(&of_b, Aabb::overlaps, |mut own, others| {
        let face = |faces: &[Triangle], bvh: &Bvh, i: usize| faces[bvh.items()[i] as usize];
        let meets = own.any(|i| {
            let s = face(&a, &of_a, i);
            others.clone().any(|j| meet(&s, &face(&b, &of_b, j)))
        });
        if meets { Walk::Stop } else { Walk::Enter }
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
