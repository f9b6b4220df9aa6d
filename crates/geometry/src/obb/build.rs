//! Step 1: a tree of oriented boxes, from the top down (D1, D2, D4).

use super::{Obb, OrientedBoxTree};
use crate::covariance::{orthonormal, principal_axes_of_faces};
use crate::face_tree::{FaceBinaryTree, partition};
use crate::{Aabb, Mat3, Triangle, Vec3, unit_scale};

/// Builds the tree of these faces.
pub(super) fn build(mut faces: Vec<Triangle>) -> OrientedBoxTree {
    let bounds = faces.iter().map(Triangle::aabb);
    let scale = unit_scale(bounds.fold(Aabb::EMPTY, Aabb::union).max_abs_coordinate());
    for face in &mut faces {
        let [a, b, c] = face.corners().map(|p| p * scale);
        *face = Triangle::new(a, b, c);
    }
    let tree = FaceBinaryTree::build(
        faces.len() as u32,
        |list| Bounded::of(&faces, list),
        |bounded, list| bounded.split(&faces, list),
    );
    let tree = tree.map(|bounded| bounded.volume);
    OrientedBoxTree { tree, scale }
}

fn part<'a>(faces: &'a [Triangle], list: &'a [u32]) -> impl Iterator<Item = Triangle> + Clone + 'a {
    list.iter().map(|face| faces[*face as usize])
}

/// Box of a list of faces, with what it takes to split the list.
struct Bounded {
    volume: Obb,
    /// Center of mass of the faces.
    mean: Vec3,
}

impl Bounded {
    fn of(faces: &[Triangle], list: &[u32]) -> Bounded {
        let (axes, mean) = match list {
            [face] => {
                let face = &faces[*face as usize];
                (triangle_axes(face), centroid(face))
            }
            _ => {
                // D1. The covariance of the faces, where the paper takes that of their convex hull.
                let found = principal_axes_of_faces(part(faces, list)).expect("a node has faces");
                (found.axes, found.mean)
            }
        };
        Bounded {
            volume: bounded(part(faces, list), axes),
            mean,
        }
    }

    /// Splits a list of faces across its axis of greatest variance, at the center of mass of the
    /// faces (D4). Returns the number of faces of the first part, or `None` if no axis splits it.
    fn split(&self, faces: &[Triangle], list: &mut [u32]) -> Option<usize> {
        let axes = self.volume.axes;
        // "If the longest axis cannot be subdivided, the second longest axis is chosen."
        [axes.x_axis, axes.y_axis, axes.z_axis]
            .into_iter()
            .find_map(|axis| {
                let low = |face: u32| axis.dot(centroid(&faces[face as usize]) - self.mean) < 0.0;
                partition(list, low)
            })
    }
}

fn centroid(face: &Triangle) -> Vec3 {
    (face.a + face.b + face.c) / 3.0
}

/// Returns the box of faces along these axes.
fn bounded(faces: impl Iterator<Item = Triangle>, axes: [Vec3; 3]) -> Obb {
    let axes = Mat3::from_cols(axes[0], axes[1], axes[2]);
    let along = axes.transpose();
    let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for p in faces.flat_map(|face| face.corners()) {
        let s = along * p;
        (low, high) = (low.min(s), high.max(s));
    }
    let midpoint = 0.5 * (low + high);
    // D2. Relative to the body, where RAPID stores boxes relative to their parents.
    Obb {
        axes,
        center: axes * midpoint,
        half: (high - midpoint).max(midpoint - low),
    }
}

/// Returns the axes of a box around one triangle: the longest edge, the direction across it in the
/// plane, and the normal.
fn triangle_axes(face: &Triangle) -> [Vec3; 3] {
    let edges = [face.b - face.a, face.c - face.b, face.a - face.c];
    let reach = edges.iter().map(|e| e.abs().max_element());
    // Squares of lengths must not vanish.
    let scale = unit_scale(reach.fold(0.0, f64::max));
    let edges = edges.map(|edge| edge * scale);
    let longest = |e: &Vec3, f: &Vec3| e.length_squared().total_cmp(&f.length_squared());
    let along = edges.into_iter().max_by(longest).expect("there are three");
    let normal = edges[0].cross(edges[1]);
    // The longer of the two others leads farther from the line.
    let across = normal.cross(along);
    if across == Vec3::ZERO {
        return orthonormal([along, along.any_orthogonal_vector(), Vec3::ZERO]);
    }
    let size = unit_scale(across.abs().max_element());
    orthonormal([along, across * size, Vec3::ZERO])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Quat;
    use crate::covariance::{AXES_DEFECT, defect};
    use crate::face_tree::FaceContent;
    use crate::power_of_two;
    use crate::testing::{Points, cube};

    fn soup(count: u64, seed: u64, lattice: Option<f64>) -> Vec<Triangle> {
        let mut points = Points::new(seed);
        let mut corner = || {
            let p = points.point();
            lattice.map_or(p, |n| (p * n).round() / n)
        };
        (0..count)
            .map(|_| Triangle::new(corner(), corner(), corner()))
            .collect()
    }

    fn scaled(faces: &[Triangle], factor: f64) -> Vec<Triangle> {
        let face = |t: &Triangle| Triangle::new(t.a * factor, t.b * factor, t.c * factor);
        faces.iter().map(face).collect()
    }

    #[test]
    fn each_box_contains_the_faces_below_it() {
        for seed in 0..30 {
            let soup = soup(40, seed, (seed % 2 == 0).then_some(3.0));
            for exponent in [0, -900, 90, -1072] {
                let faces = scaled(&soup, power_of_two(exponent));
                let built = OrientedBoxTree::new(faces.iter().copied());
                let reach = faces
                    .iter()
                    .map(|t| t.aabb().max_abs_coordinate() * built.scale)
                    .fold(0.0, f64::max);
                for (i, node) in (0..).zip(built.tree.nodes()) {
                    let volume = &node.volume;
                    for face in built.tree.faces_below(i) {
                        for p in faces[face as usize].corners() {
                            let s = volume.axes.transpose() * (p * built.scale - volume.center);
                            let out = (s.abs() - volume.half).max_element();
                            assert!(out <= 32.0 * f64::EPSILON * reach, "{out:e} outside");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn faces_in_one_place_are_halved() {
        let face = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y);
        assert_eq!(OrientedBoxTree::new([face; 64]).depth(), 6);
    }

    #[test]
    fn the_root_of_a_turned_block_fits_it() {
        let (corners, triangles) = cube();
        let turn = Quat::from_xyzw(0.1, -0.7, 0.3, 0.64).normalize();
        let sizes = Vec3::new(1.0, 4.0, 2.0);
        let corner = |i: u32| turn * (corners[i as usize] * sizes);
        let faces = triangles.iter().map(|t| {
            let [a, b, c] = t.map(corner);
            Triangle::new(a, b, c)
        });
        let built = OrientedBoxTree::new(faces);
        let half = built.tree.nodes()[0].volume.half / built.scale;
        let side = (corners[1] - corners[0]).abs().max_element();
        let expected = 0.5 * side * Vec3::new(4.0, 2.0, 1.0);
        assert!((half - expected).abs().max_element() < 1e-9, "{half}");
        assert!(matches!(
            built.tree.nodes()[0].content(),
            FaceContent::Children(_)
        ));
    }

    #[test]
    fn triangles_of_any_shape_and_scale_have_axes() {
        let needle = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::new(0.5, 1e-9, 0.0));
        let point = Triangle::new(Vec3::ONE, Vec3::ONE, Vec3::ONE);
        let segment = Triangle::new(Vec3::ZERO, Vec3::ONE, Vec3::ONE * 0.5);
        for face in [needle, point, segment] {
            for exponent in [-1060, -900, 0, 99] {
                let [a, b, c] = face.corners().map(|p| p * power_of_two(exponent));
                let axes = triangle_axes(&Triangle::new(a, b, c));
                assert!(defect(&axes) <= AXES_DEFECT);
            }
        }
        let [x, y, z] = triangle_axes(&needle).map(Vec3::abs);
        assert_eq!((x, y, z), (Vec3::X, Vec3::Y, Vec3::Z));
    }
}
