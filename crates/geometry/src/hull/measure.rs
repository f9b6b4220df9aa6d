//! The hull as a mesh, its volume and its centroid.

use super::ConvexHull;
use crate::{Mesh, Vec3, unit_scale};

impl ConvexHull {
    /// Returns the surface as a mesh with the same vertices. Each facet is a fan of triangles
    /// around its first corner.
    pub fn mesh(&self) -> Mesh {
        let triangles = self.triangles().collect();
        Mesh::new(self.vertices.clone(), triangles).expect("coordinates of a hull are in range")
    }

    /// Returns the volume, in cubic scene units, rounded. Zero if it underflows.
    ///
    /// # Cost
    /// Linear in the number of vertices.
    pub fn volume(&self) -> f64 {
        let (scale, tetrahedra) = self.tetrahedra();
        let six_fold: f64 = tetrahedra.map(|(volume, _)| volume).sum();
        six_fold / 6.0 / scale / scale / scale
    }

    /// Returns the center of mass of the solid, in local space, rounded. For a hull as thin as
    /// rounding, the center of its vertices.
    ///
    /// # Cost
    /// Linear in the number of vertices.
    pub fn centroid(&self) -> Vec3 {
        let (scale, tetrahedra) = self.tetrahedra();
        let sum = |(volume, moment), (v, corners): (f64, Vec3)| (volume + v, moment + corners * v);
        let (volume, moment) = tetrahedra.fold((0.0, Vec3::ZERO), sum);
        let center = moment / (4.0 * volume);
        let origin = self.vertices[0];
        if volume > 0.0 && center.is_finite() {
            return origin + center / scale;
        }
        let arms = self.vertices.iter().map(|p| *p - origin);
        origin + arms.sum::<Vec3>() / self.vertices.len() as f64
    }

    /// Returns the triangles of all facets, each facet a fan around its first corner.
    fn triangles(&self) -> impl Iterator<Item = [u32; 3]> {
        (0..self.facets.len()).flat_map(|facet| {
            let corners = self.facet_vertices.get(facet);
            corners[1..]
                .windows(2)
                .map(|pair| [corners[0], pair[0], pair[1]])
        })
    }

    /// Returns a scale, and for each triangle the tetrahedron with the first vertex as its apex:
    /// six times its volume, and the sum of its corners relative to the apex. Both scaled.
    fn tetrahedra(&self) -> (f64, impl Iterator<Item = (f64, Vec3)>) {
        let origin = self.vertices[0];
        let arm = move |p: &Vec3| *p - origin;
        let sizes = self.vertices.iter().map(|p| arm(p).abs().max_element());
        let scale = unit_scale(sizes.fold(0.0, f64::max));
        let tetrahedra = self.triangles().map(move |corners| {
            let [a, b, c] = corners.map(|v| arm(&self.vertices[v as usize]) * scale);
            (a.dot(b.cross(c)), a + b + c)
        });
        (scale, tetrahedra)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::power_of_two;

    #[test]
    fn a_box_has_its_volume_and_center_at_any_scale() {
        let corner = |i: u32| {
            let side = |bit: u32| f64::from(i >> bit & 1);
            Vec3::new(2.0 * side(0) + 1.0, 4.0 * side(1), 8.0 * side(2) - 3.0)
        };
        for exponent in [-1000, -300, 0, 90] {
            let scale = power_of_two(exponent);
            let corners: Vec<Vec3> = (0..8).map(|i| corner(i) * scale).collect();
            let hull = ConvexHull::of_points(&corners).unwrap();
            assert_eq!(hull.volume(), 64.0 * scale * scale * scale);
            let off = hull.centroid() / scale - Vec3::new(2.0, 2.0, 1.0);
            assert!(off.abs().max_element() < 1e-14, "{off}");
            assert_eq!(hull.mesh().face_count(), 12);
            assert!(crate::topology::Topology::of(&hull.mesh()).closed);
        }
    }

    #[test]
    fn a_tetrahedron_has_the_center_of_its_corners() {
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        let hull = ConvexHull::of_points(&corners).unwrap();
        assert!((hull.volume() - 1.0 / 6.0).abs() < 1e-16);
        assert!(hull.centroid().distance(Vec3::splat(0.25)) < 1e-15);
    }
}
