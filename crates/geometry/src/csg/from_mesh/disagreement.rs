//! Comparison of a formula and a mesh by points.

use super::super::{CsgTree, Membership};
use crate::unit_scale::unit_scale;
use crate::{Aabb, Mesh, TriangleBvh, Vec3};

/// Distances from a face to test, relative to the size of the face.
const OFFSETS: [f64; 3] = [1.0 / 8.0, 1.0 / 4096.0, 1.0 / (1u64 << 30) as f64];

/// Returns a point that the formula and the closed mesh disagree about, if one is found: inside one
/// of them and outside the other.
///
/// Tests points just off each face on both sides, and `samples` random points in the box of the
/// mesh and a margin around it. Equal seeds give equal points. Each point is decided exactly: the
/// mesh contains it if the surface winds around it. Points on the boundary of a leaf are skipped.
///
/// # Cost
/// For each of `6 · faces + samples` points: one side test for each half-space of the formula, at
/// most, and the faces that a ray meets.
pub fn disagreement(tree: &CsgTree, mesh: &Mesh, samples: usize, seed: u64) -> Option<Vec3> {
    let faces = TriangleBvh::new(mesh.vertices(), mesh.triangles());
    let differ = |p: &Vec3| match tree.membership(*p) {
        Membership::Inside => faces.winding(*p) == 0,
        Membership::Outside => faces.winding(*p) != 0,
        Membership::OnLeaf => false,
    };
    let near = (0..mesh.face_count()).flat_map(|face| points_near(mesh, face));
    let bounds = mesh.aabb();
    let margin = bounds.size() / 16.0;
    let bounds = Aabb::new(bounds.min - margin, bounds.max + margin);
    let mut random = Random(seed);
    let inside = (0..samples).map(|_| {
        let at = Vec3::new(random.unit(), random.unit(), random.unit());
        bounds.min + bounds.size() * at
    });
    near.chain(inside).find(differ)
}

/// Returns points before and behind the centroid of a face.
fn points_near(mesh: &Mesh, face: usize) -> impl Iterator<Item = Vec3> {
    let [a, b, c] = mesh.triangle(face).corners();
    let (u, v) = (b - a, c - a);
    let size = u.abs().max_element().max(v.abs().max_element());
    let scale = unit_scale(size);
    let normal = (u * scale).cross(v * scale).normalize_or_zero();
    // Thirds first: the sum of three coordinates may be out of range.
    let centroid = a / 3.0 + b / 3.0 + c / 3.0;
    OFFSETS
        .into_iter()
        .flat_map(move |offset| [offset, -offset].map(|x| centroid + normal * (x * size)))
}

/// Random numbers (SplitMix64, Steele 2014).
struct Random(u64);

impl Random {
    /// Returns a number in [0, 1).
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) >> 11) as f64 / (1u64 << 53) as f64
    }
}
