//! Comparison of a formula and a mesh by points.

use super::super::{CsgTree, Membership};
use crate::unit_scale::unit_scale;
use crate::{Aabb, Mesh, TriangleBvh, Vec3};

/// Distances from a face to test, relative to the size of the face.
const OFFSETS: [f64; 3] = [1.0 / 8.0, 1.0 / 4096.0, 1.0 / (1u64 << 30) as f64];

/// Largest number of side tests for points beside faces: a few seconds.
const MAX_SIDE_TESTS: u64 = 100_000_000;

/// Result of [`compare_by_points`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PointComparison {
    /// Number of points at which formula and mesh agree.
    pub agreed: u64,
    /// Number of points that were skipped: on the boundary of a leaf, or within the rounding of the
    /// mesh's corners.
    pub skipped: u64,
    /// Number of faces with points beside them.
    pub faces: usize,
    /// The first point inside one and outside the other.
    pub differing: Option<Vec3>,
}

/// Returns a point that the formula and the closed mesh disagree about, if one is found: inside one
/// of them and outside the other. As [`compare_by_points`] for a mesh without rounding.
#[cfg(test)]
pub(super) fn disagreement(tree: &CsgTree, mesh: &Mesh, samples: usize, seed: u64) -> Option<Vec3> {
    compare_by_points(tree, mesh, samples, seed, 0.0).differing
}

/// Compares a formula and a closed mesh at points, up to the first at which they differ.
///
/// Tests points just off each face on both sides, and `samples` random points in the box of the
/// mesh and a margin around it. Equal seeds give equal points. Each point is decided exactly: the
/// mesh contains it if the surface winds around it. Points on the boundary of a leaf are skipped.
/// If corners of the mesh are rounded, `rounding` is the distance by which they may be off, else 0:
/// points that differ are skipped if they are at most that far from the surface. If the points
/// beside all faces would take more than 10⁸ side tests, only those of every n-th face are tested.
///
/// # Cost
/// For each of `6 · faces + samples` points: one side test for each half-space of the formula, at
/// most, and the faces that a ray meets.
pub fn compare_by_points(
    tree: &CsgTree,
    mesh: &Mesh,
    samples: usize,
    seed: u64,
    rounding: f64,
) -> PointComparison {
    let faces = TriangleBvh::new(mesh.vertices(), mesh.triangles());
    // Moving the corners of a triangle by `rounding` moves each of its points by no more.
    let is_excused =
        |p: Vec3| rounding > 0.0 && faces.nearest(p).distance <= rounding + faces.rounding(p);
    let half_spaces: usize = tree.leaves().iter().map(|l| l.half_spaces.len()).sum();
    let side_tests = 6 * mesh.face_count() as u64 * half_spaces as u64;
    let step = side_tests.div_ceil(MAX_SIDE_TESTS).max(1) as usize;
    let sampled = (0..mesh.face_count()).step_by(step);
    let mut comparison = PointComparison {
        faces: sampled.len(),
        ..PointComparison::default()
    };
    let near = sampled.flat_map(|face| points_near(mesh, face));
    let bounds = mesh.aabb();
    let margin = bounds.size() / 16.0;
    let bounds = Aabb::new(bounds.min - margin, bounds.max + margin);
    let mut random = Random(seed);
    let inside = (0..samples).map(|_| {
        let at = Vec3::new(random.unit(), random.unit(), random.unit());
        bounds.min + bounds.size() * at
    });
    for p in near.chain(inside) {
        let differs = match tree.membership(p) {
            Membership::Inside => faces.winding(p) == 0,
            Membership::Outside => faces.winding(p) != 0,
            Membership::OnLeaf => {
                comparison.skipped += 1;
                continue;
            }
        };
        if !differs {
            comparison.agreed += 1;
        } else if is_excused(p) {
            comparison.skipped += 1;
        } else {
            comparison.differing = Some(p);
            break;
        }
    }
    comparison
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pose;
    use crate::csg::{CsgSolid, Primitive};

    fn brick(size: f64, x: f64) -> CsgTree {
        let primitive = Primitive::Box {
            size: [size, 2.0, 0.3],
        };
        CsgTree::leaf_at(primitive, Pose::at(Vec3::X * x)).unwrap()
    }

    #[test]
    fn rounding_excuses_points_at_the_surface_alone() {
        // Ends at multiples of 0.15 are rounded to multiples of 2⁻²³ here.
        let (tree, longer) = (brick(0.3, 1e9), brick(0.4, 1e9));
        let mesh = CsgSolid::new(tree.clone()).unwrap().mesh().clone();
        let exact = compare_by_points(&tree, &mesh, 100, 1, 0.0);
        assert!(exact.differing.is_some());
        let rounded = compare_by_points(&tree, &mesh, 100, 1, 1e-6);
        assert_eq!(rounded.differing, None);
        assert_eq!(rounded.agreed + rounded.skipped, 6 * 12 + 100);
        assert!(rounded.agreed > 100 && rounded.skipped > 0, "{rounded:?}");
        assert_eq!(rounded.faces, 12);
        let wrong = compare_by_points(&longer, &mesh, 100, 1, 1e-6);
        assert!(wrong.differing.is_some());
    }

    #[test]
    fn points_beside_faces_are_limited() {
        let primitive = Primitive::Sphere {
            radius: 1.0,
            segments: 64,
            bands: 64,
        };
        let tree = CsgTree::leaf(primitive).unwrap();
        let mesh = CsgSolid::new(tree.clone()).unwrap().mesh().clone();
        let compared = compare_by_points(&tree, &mesh, 10, 1, f64::EPSILON);
        assert_eq!(compared.differing, None);
        let planes = tree.leaves()[0].half_spaces.len() as u64;
        assert!(compared.faces < mesh.face_count(), "{compared:?}");
        assert!(6 * compared.faces as u64 * planes <= MAX_SIDE_TESTS + 6 * planes);
        assert_eq!(
            compared.agreed + compared.skipped,
            6 * compared.faces as u64 + 10
        );
    }
}
