//! parry3d's own test of two triangles, in both precisions. Its answers are a cross-check.

use geometry::Triangle;

/// Test of two closed triangles of one space for a common point. It may be wrong.
#[derive(Clone, Copy, Debug)]
pub struct TriangleTest {
    /// Name in the tables of the audit.
    pub name: &'static str,
    /// Returns true if the test says that the triangles have a common point.
    pub interfere: fn(&Triangle, &Triangle) -> bool,
    /// Crate of the test, and Rust source that maps a corner `p` to its numbers.
    source: [&'static str; 2],
}

/// GJK test of parry3d-f64.
pub const GJK64: TriangleTest = TriangleTest {
    name: "parry3d-f64 GJK",
    interfere: |a, b| {
        use parry3d_f64::{math::Pose, query, shape};
        let [a, b] = [a, b].map(|t| shape::Triangle::new(t.a, t.b, t.c));
        query::intersection_test(&Pose::IDENTITY, &a, &Pose::IDENTITY, &b)
            .expect("parry3d supports pairs of triangles")
            .intersecting
    },
    source: ["parry3d_f64", "p"],
};

/// GJK test of parry3d, on coordinates rounded to `f32`.
pub const GJK32: TriangleTest = TriangleTest {
    name: "parry3d GJK",
    interfere: |a, b| {
        use parry3d::{math::Pose, query, shape};
        let rounded = |t: &Triangle| t.corners().map(|p| p.as_vec3());
        let [a, b] = [a, b].map(|t| shape::Triangle::from(rounded(t)));
        query::intersection_test(&Pose::IDENTITY, &a, &Pose::IDENTITY, &b)
            .expect("parry3d supports pairs of triangles")
            .intersecting
    },
    source: ["parry3d", "p.map(|x| x as f32)"],
};

impl TriangleTest {
    /// Returns Rust source of an expression with its answer, given expressions for the two
    /// triangles' corners, each a list of three `[x, y, z]`.
    pub fn source(&self, a: &str, b: &str) -> String {
        let [library, point] = self.source;
        format!(
            "{{
        use {library}::{{math::{{Pose, Vector}}, query, shape::Triangle}};
        let [a, b] = [{a}, {b}].map(|t: [[f64; 3]; 3]| {{
            let [a, b, c] = t.map(|p| Vector::from({point}));
            Triangle::new(a, b, c)
        }});
        query::intersection_test(&Pose::IDENTITY, &a, &Pose::IDENTITY, &b).unwrap().intersecting
    }}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Vec3;

    #[test]
    fn clear_cases_are_right() {
        let floor = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y);
        let needle = |x: f64| {
            let at = |z: f64| Vec3::new(x, 0.25, z);
            Triangle::new(at(-1.0), at(1.0), Vec3::new(x + 1.0, 0.25, 1.0))
        };
        for test in [GJK32, GJK64] {
            assert!((test.interfere)(&floor, &needle(0.25)), "{}", test.name);
            assert!(!(test.interfere)(&floor, &needle(0.875)), "{}", test.name);
        }
    }
}
