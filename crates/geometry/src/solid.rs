//! Whether a point lies inside a closed mesh.

use crate::predicates::{Plane, Sign, orient3d_counted};
use crate::{Aabb, Interference, Triangle, Vec3, interference_counted};

/// Whether `p` lies inside the closed mesh or on its surface: exactly.
///
/// Inside means that the surface winds around `p`: the signed crossings of a segment from `p` to a
/// point outside do not cancel. So closed parts that are all turned the same way, outward or
/// inward, count as their union, and a part turned the other way is a hollow. Faces without area
/// bound nothing. `vertices`, `triangles` and `p` share one space; the mesh is closed.
///
/// # Cost
/// Linear in the faces. The far end is drawn again, from a fixed sequence, in the rare case that the
/// segment meets an edge.
pub fn contains(vertices: &[Vec3], triangles: &[[u32; 3]], p: Vec3) -> bool {
    contains_counted(vertices, triangles, p, &mut 0)
}

/// [`contains`]; adds to `exact` the signs that floating-point filters could not tell.
pub fn contains_counted(
    vertices: &[Vec3],
    triangles: &[[u32; 3]],
    p: Vec3,
    exact: &mut u64,
) -> bool {
    let bounds = Aabb::of_points(vertices);
    if !bounds.holds(p) {
        return false;
    }
    let faces = || {
        triangles.iter().map(|corners| {
            let [a, b, c] = corners.map(|i| vertices[i as usize]);
            Triangle::new(a, b, c)
        })
    };
    if faces().any(|t| is_on(&t, p, exact)) {
        return true;
    }
    let mut far_ends = FarEnds::beyond(bounds);
    loop {
        let far = far_ends.next_end();
        if let Some(winding) = winding(faces(), p, far, exact) {
            return winding != 0;
        }
    }
}

/// Whether `p` lies on a face.
pub(crate) fn is_on(t: &Triangle, p: Vec3, exact: &mut u64) -> bool {
    t.aabb().holds(p)
        && interference_counted(t, &Triangle::new(p, p, p), exact) != Interference::Apart
}

/// The signed crossings of the segment from `p`, which lies on no face, to `far`, which lies
/// outside all boxes; `None` when it meets an edge.
fn winding(
    faces: impl Iterator<Item = Triangle>,
    p: Vec3,
    far: Vec3,
    exact: &mut u64,
) -> Option<i64> {
    let reach = Aabb::of_points([&p, &far]);
    let mut total = 0;
    for t in faces {
        if t.aabb().overlaps(&reach) {
            total += crossing(&t, p, far, exact)?;
        }
    }
    Some(total)
}

/// How the segment from `p` to `far` passes through a face: 1 when it leaves through its front, -1
/// when through its back, 0 when it misses; `None` when it meets an edge, or an end lies on the face.
pub(crate) fn crossing(t: &Triangle, p: Vec3, far: Vec3, exact: &mut u64) -> Option<i64> {
    let plane = Plane::of(t);
    let (near_side, far_side) = (plane.side(p, exact), plane.side(far, exact));
    if near_side == far_side && near_side != Sign::Zero {
        return Some(0);
    }
    if near_side == Sign::Zero && far_side == Sign::Zero && t.is_flat() {
        return Some(0);
    }
    let [a, b, c] = t.corners();
    let passes = [(a, b), (b, c), (c, a)].map(|(u, v)| orient3d_counted(p, far, u, v, exact));
    if passes.contains(&Sign::Negative) && passes.contains(&Sign::Positive) {
        return Some(0);
    }
    if passes.contains(&Sign::Zero) || near_side == Sign::Zero || far_side == Sign::Zero {
        return None;
    }
    Some(if far_side == Sign::Positive { 1 } else { -1 })
}

/// Points beyond a box in x, in a fixed sequence (a linear congruential generator with the
/// constants of Knuth's MMIX).
struct FarEnds {
    center: Vec3,
    /// Longer than the box, and long enough for many different coordinates about its centre.
    reach: f64,
    state: u64,
}

impl FarEnds {
    fn beyond(bounds: Aabb) -> FarEnds {
        let many_steps = bounds.magnitude() * 2f64.powi(-20);
        let reach = bounds
            .size()
            .max_element()
            .max(many_steps)
            .max(f64::MIN_POSITIVE);
        FarEnds {
            center: bounds.center(),
            reach,
            state: 1995,
        }
    }

    fn next_end(&mut self) -> Vec3 {
        let (y, z) = (self.unit(), self.unit());
        let aside = |unit: f64| (2.0 * unit - 1.0) * self.reach;
        self.center + Vec3::new(2.0 * self.reach, aside(y), aside(z))
    }

    fn unit(&mut self) -> f64 {
        self.state = self
            .state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.state >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cube;

    #[test]
    fn inside_border_and_outside_of_a_cube() {
        let (vertices, mut triangles) = cube();
        for turned in [false, true] {
            let inside = |p| contains(&vertices, &triangles, p);
            assert!(
                inside(Vec3::ZERO) && inside(Vec3::new(0.9, -0.9, 0.3)),
                "turned: {turned}"
            );
            assert!(inside(Vec3::ONE) && inside(Vec3::X) && inside(Vec3::new(1.0, 1.0, 0.0)));
            assert!(!inside(Vec3::X * 1.0f64.next_up()) && !inside(Vec3::splat(3.0)));
            triangles.iter_mut().for_each(|t| t.swap(1, 2));
        }
    }

    #[test]
    fn a_hollow_is_outside_and_an_overlap_is_inside() {
        let (mut vertices, mut triangles) = cube();
        let outer = triangles.clone();
        vertices.extend(cube().0.iter().map(|p| 0.5 * *p));
        // The inner shell turned inward makes a hollow, turned outward a second solid.
        triangles.extend(outer.iter().map(|t| [t[0] + 8, t[2] + 8, t[1] + 8]));
        assert!(!contains(&vertices, &triangles, Vec3::ZERO));
        assert!(contains(&vertices, &triangles, Vec3::new(0.75, 0.0, 0.0)));
        triangles[12..].iter_mut().for_each(|t| t.swap(1, 2));
        assert!(contains(&vertices, &triangles, Vec3::ZERO));
    }

    #[test]
    fn a_folded_sheet_has_no_inside() {
        // Two L-shaped sheets, back to back: closed, without volume, its box larger than itself.
        let vertices = [(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)]
            .map(|(x, y)| Vec3::new(f64::from(x), f64::from(y), 5.0));
        let mut triangles = vec![[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]];
        triangles.extend(triangles.clone().iter().map(|t| [t[0], t[2], t[1]]));
        assert!(contains(&vertices, &triangles, Vec3::new(0.5, 0.5, 5.0)));
        assert!(!contains(&vertices, &triangles, Vec3::new(2.0, 2.0, 5.0)));
    }

    #[test]
    fn a_far_end_that_meets_a_vertex_is_drawn_again() {
        // Point faces, which bound nothing, fix the box, and with it the first far end.
        let bounds = Aabb::new(-Vec3::ONE, Vec3::ONE);
        let far = FarEnds::beyond(bounds).next_end();
        let base = |y: f64, z: f64| far / 6.0 + Vec3::new(0.0, y, z);
        let vertices = [
            bounds.min,
            bounds.max,
            far / 8.0,
            base(0.2, 0.0),
            base(-0.2, 0.2),
            base(-0.2, -0.2),
        ];
        let mut triangles = vec![[0, 0, 0], [1, 1, 1]];
        triangles.extend([[3, 4, 5], [2, 4, 3], [2, 5, 4], [2, 3, 5]]);
        let faces = triangles[2..].iter().map(|t| {
            let [a, b, c] = t.map(|i: u32| vertices[i as usize]);
            Triangle::new(a, b, c)
        });
        assert_eq!(winding(faces, Vec3::ZERO, far, &mut 0), None);
        assert!(!contains(&vertices, &triangles, Vec3::ZERO));
        assert!(contains(&vertices, &triangles, far / 7.0));
    }

    #[test]
    fn inside_does_not_depend_on_scale() {
        for scale in [2f64.powi(-300), 2f64.powi(-1000), 2f64.powi(80)] {
            let (vertices, triangles) = cube();
            let vertices: Vec<Vec3> = vertices.iter().map(|p| scale * *p).collect();
            assert!(contains(
                &vertices,
                &triangles,
                Vec3::new(0.3, 0.1, 0.2) * scale
            ));
            assert!(!contains(
                &vertices,
                &triangles,
                Vec3::new(0.3, 1.5, 0.2) * scale
            ));
        }
    }
}
