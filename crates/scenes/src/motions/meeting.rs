//! Whether two surfaces meet: what the promises of generated scenes are verified with.

use geometry::{Aabb, Interference, Mesh, Triangle, Vec3, interference};

/// Whether a face of one body meets a face of another, exactly; vertices in world space.
///
/// Keeps the faces whose boxes meet the overlap of the bodies' boxes, again and again while the
/// overlap shrinks, then sweeps along x. Culls on strict inequality only.
pub fn surfaces_meet(a: (&Mesh, &[Vec3]), b: (&Mesh, &[Vec3])) -> bool {
    let box_of = |vertices: &[Vec3]| Aabb::of_points(vertices);
    let Some(mut overlap) = box_of(a.1).intersection(&box_of(b.1)) else {
        return false;
    };
    let (mut faces_a, mut faces_b) = (faces(a, &overlap), faces(b, &overlap));
    loop {
        let Some(smaller) = bounds(&faces_a).intersection(&bounds(&faces_b)) else {
            return false;
        };
        // Faces reach out of the overlap; only what they have in it counts.
        let Some(smaller) = smaller.intersection(&overlap) else {
            return false;
        };
        let before = faces_a.len() + faces_b.len();
        faces_a.retain(|f| f.bounds.overlaps(&smaller));
        faces_b.retain(|f| f.bounds.overlaps(&smaller));
        overlap = smaller;
        // Another round pays while it drops a good part.
        if 10 * (faces_a.len() + faces_b.len()) > 9 * before {
            break;
        }
    }
    sweep(&mut faces_a, &mut faces_b)
}

struct Boxed {
    triangle: Triangle,
    bounds: Aabb,
}

fn faces((mesh, vertices): (&Mesh, &[Vec3]), overlap: &Aabb) -> Vec<Boxed> {
    let boxed = mesh.triangles().iter().map(|t| {
        let [p, q, r] = t.map(|v| vertices[v as usize]);
        let triangle = Triangle::new(p, q, r);
        Boxed {
            triangle,
            bounds: triangle.aabb(),
        }
    });
    boxed.filter(|f| f.bounds.overlaps(overlap)).collect()
}

fn bounds(faces: &[Boxed]) -> Aabb {
    faces.iter().fold(Aabb::EMPTY, |all, f| all.union(f.bounds))
}

/// Tests the pairs whose boxes overlap, in the order of their lower ends in x.
fn sweep(a: &mut [Boxed], b: &mut [Boxed]) -> bool {
    let by_start = |f: &Boxed, g: &Boxed| f.bounds.min.x.total_cmp(&g.bounds.min.x);
    a.sort_unstable_by(by_start);
    b.sort_unstable_by(by_start);
    starts_within(a, b) || starts_within(b, a)
}

/// Whether a face of `a` meets a face of `b` that starts within its extent in x.
fn starts_within(a: &[Boxed], b: &[Boxed]) -> bool {
    let mut first = 0;
    a.iter().any(|f| {
        while first < b.len() && b[first].bounds.min.x < f.bounds.min.x {
            first += 1;
        }
        b[first..]
            .iter()
            .take_while(|g| g.bounds.min.x <= f.bounds.max.x)
            .any(|g| f.bounds.overlaps(&g.bounds) && meet(&f.triangle, &g.triangle))
    })
}

fn meet(a: &Triangle, b: &Triangle) -> bool {
    interference(a, b) != Interference::Apart
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
