//! Inside and outside of surfaces that are not closed.
//!
//! The generalized winding number (Jacobson, Kavan and Sorkine-Hornung 2013): the solid angle of all
//! faces as seen from a point, in units of the full sphere. On a closed surface it is the whole number
//! of turns; across holes it varies smoothly. Far groups of faces count as one dipole (Barill et al.
//! 2018). Used to place spheres; no certificate depends on it.

use geometry::angle::angle_of;
use geometry::{Mesh, Vec3, topology};
use std::f64::consts::TAU;

/// Groups of faces with their dipoles.
#[derive(Debug)]
pub(crate) struct WindingTree {
    nodes: Vec<Node>,
    /// Corners of the faces, in the order of the leaves.
    faces: Vec<[Vec3; 3]>,
}

#[derive(Debug)]
struct Node {
    /// Center of area.
    center: Vec3,
    /// Holds every corner.
    radius: f64,
    /// Sum of the area vectors.
    area: Vec3,
    first: u32,
    end: u32,
    /// The second child; the first follows its parent. 0 for a leaf.
    second: u32,
}

/// A group is seen as a dipole from farther than this many of its radii: errors of a few percent
/// of its share, where the half decides.
const FAR: f64 = 2.3;
const LEAF_FACES: usize = 8;

impl WindingTree {
    pub(crate) fn new(mesh: &Mesh) -> WindingTree {
        let corners = |t: &[u32; 3]| t.map(|i| mesh.vertices()[i as usize]);
        let mut tree = WindingTree {
            nodes: Vec::new(),
            faces: mesh.triangles().iter().map(corners).collect(),
        };
        tree.build(0, mesh.face_count());
        tree
    }

    /// The winding number at `p`.
    pub(crate) fn winding(&self, p: Vec3) -> f64 {
        self.share(0, p)
    }

    /// The solid angle of a group of faces, in units of the full sphere.
    fn share(&self, node: usize, p: Vec3) -> f64 {
        let n = &self.nodes[node];
        let away = n.center - p;
        let distance = away.length();
        if distance > FAR * n.radius {
            return n.area.dot(away) / (4.0 * TAU * distance * distance * distance);
        }
        if n.second == 0 {
            let faces = &self.faces[n.first as usize..n.end as usize];
            return faces.iter().map(|f| share_of(f, p)).sum();
        }
        self.share(node + 1, p) + self.share(n.second as usize, p)
    }

    fn build(&mut self, first: usize, end: usize) {
        let faces = &mut self.faces[first..end];
        let (mut center, mut area, mut weight) = (Vec3::ZERO, Vec3::ZERO, 0.0);
        for [a, b, c] in faces.iter() {
            let double = (*b - *a).cross(*c - *a);
            area += double;
            center += (*a + *b + *c) / 3.0 * double.length();
            weight += double.length();
        }
        let points = || faces.iter().flatten();
        center = if weight > 0.0 {
            center / weight
        } else {
            faces[0][0]
        };
        let node = self.nodes.len();
        self.nodes.push(Node {
            center,
            radius: points().map(|p| p.distance(center)).fold(0.0, f64::max),
            area,
            first: first as u32,
            end: end as u32,
            second: 0,
        });
        if faces.len() <= LEAF_FACES {
            return;
        }
        let size = geometry::Aabb::of_points(points()).size();
        let axis = (0..3)
            .max_by(|i, j| size[*i].total_cmp(&size[*j]))
            .expect("three axes");
        let key = |f: &[Vec3; 3]| f[0][axis] + f[1][axis] + f[2][axis];
        faces.sort_by(|f, g| key(f).total_cmp(&key(g)));
        let half = first + (end - first) / 2;
        self.build(first, half);
        self.nodes[node].second = self.nodes.len() as u32;
        self.build(half, end);
    }
}

/// The signed solid angle `Ω` of a face seen from `p`, in units of the full sphere (van Oosterom and
/// Strackee 1983): `tan(Ω/2)` is a quotient, and `Ω/2` in full turns is `Ω/4π`.
fn share_of(face: &[Vec3; 3], p: Vec3) -> f64 {
    let [a, b, c] = face.map(|v| v - p);
    let (la, lb, lc) = (a.length(), b.length(), c.length());
    let numerator = a.dot(b.cross(c));
    let denominator = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
    angle_of(numerator, denominator)
}

/// The triangles of a mesh, turned so that neighbours across edges of exactly two faces agree, and
/// so that each piece that hangs together in this way has positive volume about its center.
pub(crate) fn turned_outward(mesh: &Mesh) -> Vec<[u32; 3]> {
    let welded = topology::weld(mesh.vertices());
    let mut triangles = mesh.triangles().to_vec();
    let neighbours = topology::across_edges(&triangles, &welded);
    let mut seen = vec![false; triangles.len()];
    for start in 0..triangles.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut piece = vec![start];
        let mut next = 0;
        while let Some(face) = piece.get(next).copied() {
            next += 1;
            for other in neighbours[face].into_iter().flatten() {
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
        if volume(mesh, &triangles, &piece) < 0.0 {
            piece.iter().for_each(|f| triangles[*f].swap(0, 1));
        }
    }
    triangles
}

/// Whether two faces with a common edge run along it in the same direction.
fn run_alike(f: [u32; 3], g: [u32; 3]) -> bool {
    let sides = |t: [u32; 3]| [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])];
    sides(f).iter().any(|side| sides(g).contains(side))
}

/// Six times the volume under a piece, from the center of its first face.
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
