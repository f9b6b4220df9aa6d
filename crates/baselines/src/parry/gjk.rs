//! parry3d's own test of two triangles, in both precisions. Its answers are a cross-check.

use geometry::{Triangle, Vec3};

/// Test of two closed triangles for a common point. It may be wrong.
pub trait TriangleTest: Send {
    /// Returns the name in tables.
    fn name(&self) -> &'static str;

    /// Returns its answer for two triangles of one space.
    fn interfere(&self, a: &Triangle, b: &Triangle) -> bool;

    /// Returns Rust source of an expression with this answer, given expressions for the two
    /// triangles' corners, each a list of three `[x, y, z]`.
    fn source(&self, a: &str, b: &str) -> String;
}

/// GJK test of parry3d-f64.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gjk64;

/// GJK test of parry3d, on coordinates rounded to `f32`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gjk32;

impl TriangleTest for Gjk64 {
    fn name(&self) -> &'static str {
        "parry3d-f64 GJK"
    }

    fn interfere(&self, a: &Triangle, b: &Triangle) -> bool {
        use parry3d_f64::{math::Pose, query, shape};
        let [a, b] = [a, b].map(|t| shape::Triangle::new(t.a, t.b, t.c));
        let verdict = query::intersection_test(&Pose::IDENTITY, &a, &Pose::IDENTITY, &b);
        verdict
            .expect("parry3d supports pairs of triangles")
            .intersecting
    }

    fn source(&self, a: &str, b: &str) -> String {
        source("parry3d_f64", "p", a, b)
    }
}

impl TriangleTest for Gjk32 {
    fn name(&self) -> &'static str {
        "parry3d GJK"
    }

    fn interfere(&self, a: &Triangle, b: &Triangle) -> bool {
        use parry3d::{math::Pose, query, shape};
        let rounded = |p: Vec3| p.as_vec3();
        let [a, b] = [a, b].map(|t| shape::Triangle::new(rounded(t.a), rounded(t.b), rounded(t.c)));
        let verdict = query::intersection_test(&Pose::IDENTITY, &a, &Pose::IDENTITY, &b);
        verdict
            .expect("parry3d supports pairs of triangles")
            .intersecting
    }

    fn source(&self, a: &str, b: &str) -> String {
        source("parry3d", "p.map(|x| x as f32)", a, b)
    }
}

fn source(library: &str, point: &str, a: &str, b: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clear_cases_are_right() {
        let floor = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y);
        let needle = |x: f64| {
            let at = |z: f64| Vec3::new(x, 0.25, z);
            Triangle::new(at(-1.0), at(1.0), Vec3::new(x + 1.0, 0.25, 1.0))
        };
        for test in [&Gjk32 as &dyn TriangleTest, &Gjk64] {
            assert!(test.interfere(&floor, &needle(0.25)), "{}", test.name());
            assert!(!test.interfere(&floor, &needle(0.875)), "{}", test.name());
        }
    }
}
