//! Step 1: a tree of k-DOPs, from the top down.

use super::dop::Dop;
use geometry::face_tree::{FaceBinaryTree, partition};
use geometry::{Mesh, Vec3, unit_scale};

/// Binary tree of k-DOPs in local space and scene units, with one face in each leaf.
pub(super) type DopTree<const N: usize> = FaceBinaryTree<Dop<N>>;

/// Builds the tree of all faces.
///
/// # Cost
/// Four passes over the faces for each level.
pub(super) fn build<const N: usize>(mesh: &Mesh) -> DopTree<N> {
    // Brings lengths to about 1, so that volumes do not vanish.
    let scale = unit_scale(mesh.aabb().max_abs_coordinate());
    let face = |i| {
        let corners = mesh.triangle(i).corners();
        let centroid = corners.iter().fold(Vec3::ZERO, |sum, p| sum + *p * scale) / 3.0;
        (Dop::of_points(corners), centroid)
    };
    let faces: Vec<(Dop<N>, Vec3)> = (0..mesh.face_count()).map(face).collect();
    let bound = |list: &[u32]| {
        let dops = list.iter().map(|face| &faces[*face as usize].0);
        dops.fold(Dop::EMPTY, |all, dop| all.union(dop))
    };
    FaceBinaryTree::build(faces.len() as u32, bound, |_, list| {
        split(&faces, scale, list)
    })
}

/// Splits a list of faces, each with its k-DOP and its centroid: orthogonal to the axis with the
/// least sum of the children's volumes, at the mean of the centroids. Returns the number of faces
/// of the first part, or `None` if no axis splits it.
fn split<const N: usize>(faces: &[(Dop<N>, Vec3)], scale: f64, list: &mut [u32]) -> Option<usize> {
    let centroids = list.iter().map(|face| faces[*face as usize].1);
    let mean = centroids.fold(Vec3::ZERO, |sum, p| sum + p) / list.len() as f64;
    let mut best: Option<(f64, f64, usize)> = None;
    for axis in 0..3 {
        let mut halves = [Dop::<N>::EMPTY; 2];
        let mut counts = [0; 2];
        for face in list.iter() {
            let (dop, centroid) = &faces[*face as usize];
            let half = usize::from(centroid[axis] >= mean[axis]);
            halves[half] = halves[half].union(dop);
            counts[half] += 1;
        }
        if counts.contains(&0) {
            continue;
        }
        let volume: f64 = halves.iter().map(|half| half.volume(scale)).sum();
        let side = halves[0].union(&halves[1]).side(axis);
        // Flat faces have no volume: then across the longest side.
        let is_better = best.is_none_or(|(v, s, _)| volume < v || volume == v && side > s);
        if is_better {
            best = Some((volume, side, axis));
        }
    }
    best.and_then(|(_, _, axis)| partition(list, |face| faces[face as usize].1[axis] < mean[axis]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::face_tree::FaceContent;
    use geometry::power_of_two;
    use oracle::testing::random_soup;
    use scenes::random::SceneRng;

    #[test]
    fn each_polytope_is_that_of_the_faces_below_it() {
        for seed in 0..30 {
            let lattice = (seed % 2 == 0).then_some(3.0);
            let soup = random_soup(&mut SceneRng::new(seed), 40, lattice);
            for exponent in [0, -900, 90, -1072] {
                let scale = power_of_two(exponent);
                let scaled = soup.vertices().iter().map(|p| *p * scale);
                let mesh = soup.with_vertices(scaled.collect()).unwrap();
                let tree: DopTree<9> = build(&mesh);
                for (i, node) in (0..).zip(tree.nodes()) {
                    let faces = tree.faces_below(i).into_iter();
                    let corners = faces.flat_map(|f| mesh.triangle(f as usize).corners());
                    assert_eq!(node.volume, Dop::of_points(corners));
                }
            }
        }
    }

    /// Two clusters along y: a split along x or z would leave both children as tall as the parent.
    #[test]
    fn the_split_with_the_least_volumes_is_taken() {
        let leaf = |y: f64, x: f64| {
            let at = |dx, dz| Vec3::new(x + dx, y, dz);
            [at(0.0, 0.0), at(1.0, 0.0), at(0.0, 1.0)]
        };
        let corners = [
            leaf(0.0, 0.0),
            leaf(9.0, 0.25),
            leaf(0.1, 0.5),
            leaf(9.1, 0.75),
        ];
        let vertices = corners.concat();
        let triangles = (0..4).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let tree: DopTree<9> = build(&Mesh::new(vertices, triangles).unwrap());
        let FaceContent::Children(children) = tree.nodes()[0].content() else {
            panic!("the root has children")
        };
        let heights = children.map(|i| tree.nodes()[i as usize].volume.side(1));
        assert!(heights.iter().all(|height| *height < 1.0), "{heights:?}");
    }
}
