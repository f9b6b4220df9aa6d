//! Generalized winding number of open surfaces (D3).
//!
//! It is the solid angle of all faces seen from a point, relative to the full sphere (Jacobson,
//! Kavan and Sorkine-Hornung 2013). On a closed surface it is the integer winding number. Across
//! holes it varies smoothly. A far group of faces counts as one dipole (Barill et al. 2018). It
//! selects Voronoi vertices, and no certificate depends on it.

use geometry::bvh::{Bvh, Walk};
use geometry::{Aabb, Mesh, Triangle, Vec3, topology};
use std::f64::consts::TAU;

/// Groups of faces with their dipoles.
#[derive(Debug)]
pub(crate) struct WindingTree {
    bvh: Bvh,
    /// One for each node.
    dipoles: Vec<Dipole>,
    /// The faces, in the order of the leaves.
    faces: Vec<Triangle>,
}

/// Far-field approximation of a group of faces.
#[derive(Debug)]
struct Dipole {
    /// Center of area.
    center: Vec3,
    /// Of a ball about the center that contains every corner.
    radius: f64,
    /// Sum of the area vectors.
    area: Vec3,
}

/// Distance in radii from which a group counts as a dipole. The error is a few percent of its
/// share, and the threshold is one half.
const FAR: f64 = 2.3;
const LEAF_FACES: usize = 8;

impl WindingTree {
    pub(crate) fn new(mesh: &Mesh) -> WindingTree {
        let triangles = (0..mesh.face_count()).map(|f| mesh.triangle(f));
        let boxes: Vec<Aabb> = triangles.map(|t| t.aabb()).collect();
        let bvh = Bvh::new(&boxes, LEAF_FACES);
        let in_order = bvh.items().iter().map(|f| mesh.triangle(*f as usize));
        let faces: Vec<Triangle> = in_order.collect();
        let group = |node: usize| Dipole::of(&faces[bvh.range(node)]);
        WindingTree {
            dipoles: (0..bvh.node_count()).map(group).collect(),
            faces,
            bvh,
        }
    }

    /// Returns the winding number at `p`.
    pub(crate) fn winding(&self, p: Vec3) -> f64 {
        let mut share = 0.0;
        self.bvh.visit(|at| {
            let dipole = &self.dipoles[at.node];
            let away = dipole.center - p;
            let distance = away.length();
            if distance > FAR * dipole.radius {
                share += dipole.area.dot(away) / (4.0 * TAU * distance * distance * distance);
                return Walk::Skip;
            }
            let faces = &self.faces[at.leaf.unwrap_or_default()];
            share += faces.iter().map(|f| f.solid_angle(p)).sum::<f64>();
            Walk::Enter
        });
        share
    }
}

impl Dipole {
    fn of(faces: &[Triangle]) -> Dipole {
        let (mut center, mut area, mut weight) = (Vec3::ZERO, Vec3::ZERO, 0.0);
        for face in faces {
            let double = face.area_vector();
            area += double;
            center += (face.a + face.b + face.c) / 3.0 * double.length();
            weight += double.length();
        }
        center = if weight > 0.0 {
            center / weight
        } else {
            faces[0].a
        };
        let corners = faces.iter().flat_map(Triangle::corners);
        Dipole {
            center,
            radius: corners.map(|p| p.distance(center)).fold(0.0, f64::max),
            area,
        }
    }
}

/// Returns the triangles with consistent orientation across edges of exactly two faces. Each
/// component connected by such edges has positive volume about its center.
pub(crate) fn turned_outward(mesh: &Mesh) -> Vec<[u32; 3]> {
    let welded = topology::weld(mesh.vertices());
    let mut triangles = mesh.triangles().to_vec();
    let neighbors = topology::across_edges(&triangles, &welded);
    let mut seen = vec![false; triangles.len()];
    for start in 0..triangles.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        // A flood fill over edges of two faces turns each new face as the one it was reached from.
        let mut piece = vec![start];
        let mut next = 0;
        while let Some(face) = piece.get(next).copied() {
            next += 1;
            for other in neighbors[face].into_iter().flatten() {
                let other = other as usize;
                if !std::mem::replace(&mut seen[other], true) {
                    let named = |f: usize| triangles[f].map(|v| welded[v as usize]);
                    if run_alike(named(face), named(other)) {
                        triangles[other].swap(0, 1);
                    }
                    piece.push(other);
                }
            }
        }
        // Consistent now, but perhaps inside out as a whole.
        if volume(mesh, &triangles, &piece) < 0.0 {
            piece.iter().for_each(|f| triangles[*f].swap(0, 1));
        }
    }
    triangles
}

/// Returns true if two faces traverse their common edge in the same direction.
fn run_alike(f: [u32; 3], g: [u32; 3]) -> bool {
    let sides = |t: [u32; 3]| [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])];
    sides(f).iter().any(|side| sides(g).contains(side))
}

/// Returns six times the signed volume of the cone from a component's center to its faces.
fn volume(mesh: &Mesh, triangles: &[[u32; 3]], piece: &[usize]) -> f64 {
    let corners = |f: &usize| triangles[*f].map(|v| mesh.vertices()[v as usize]);
    let count = 3.0 * piece.len() as f64;
    let center = piece.iter().flat_map(corners).sum::<Vec3>() / count;
    let cone = |f: &usize| {
        let [a, b, c] = corners(f).map(|v| v - center);
        a.dot(b.cross(c))
    };
    piece.iter().map(cone).sum()
}
