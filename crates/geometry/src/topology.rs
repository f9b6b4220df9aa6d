//! Topology of a mesh: faults, parts and closedness. The mesh itself stays as it is.
//!
//! Vertices with exactly equal coordinates count as one. A mesh with separate corners for each face
//! (every STL file) therefore has the same topology as its welded version. All results come from
//! sorting, so none depends on the order of a hash table.

use crate::{Mesh, Vec3};
use std::cmp::Ordering;
use std::fmt;

/// Faults, parts and closedness of a mesh.
///
/// An edge is a pair of different welded vertices that a face joins. A *collapsed* face has two
/// equal corners. It bounds nothing and is not counted as a face of its edge. A flat face with
/// three different corners is a face like any other. Each vertex is named by the lowest index with
/// its coordinates. Every list is sorted.
#[derive(Clone, Debug, PartialEq)]
pub struct Topology {
    /// Number of faces.
    pub faces: usize,
    /// Number of different vertices that faces use.
    pub vertices: usize,
    /// Faces of zero area, exactly: their corners lie on one line.
    pub flat: Vec<u32>,
    /// Faces that have the three corners of an earlier face, in any order.
    pub duplicates: Vec<u32>,
    /// Edges with one face.
    pub open_edges: Vec<[u32; 2]>,
    /// Edges with three faces or more.
    pub crowded_edges: Vec<[u32; 2]>,
    /// Edges whose two faces run along them in the same direction: the winding is mixed.
    pub miswound_edges: Vec<[u32; 2]>,
    /// Part of each face. Faces that share an edge belong to one part. Parts are numbered in the
    /// order of their first faces.
    pub part_of_face: Vec<u32>,
    /// One vertex of each part: the first corner of its first face.
    pub part_vertices: Vec<u32>,
    /// True if the surface bounds a volume: it has an edge, and every edge has exactly two faces of
    /// opposite direction. Collapsed faces do not count.
    pub closed: bool,
    /// Direction of the faces. Only closed meshes have one.
    pub orientation: Orientation,
}

/// Direction of the faces of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// Closed, with positive volume: the faces face outward.
    Outward,
    /// Closed, with negative volume: inside out.
    InsideOut,
    /// Not closed, or the volume is zero up to rounding.
    None,
}

impl Topology {
    /// Computes the topology of `mesh`.
    ///
    /// # Cost
    /// `n log n` for `n` faces, to sort vertices and edges.
    pub fn of(mesh: &Mesh) -> Topology {
        let welded = weld(mesh.vertices());
        let faces: Vec<[u32; 3]> = mesh
            .triangles()
            .iter()
            .map(|t| t.map(|v| welded[v as usize]))
            .collect();
        let (sides, collapsed_sides) = sides(&faces);
        let edges = Edges::of(&sides);
        let closed = !sides.is_empty() && edges.all_fine();
        let (part_of_face, part_vertices) = parts(&faces, &sides, &collapsed_sides);
        Topology {
            faces: faces.len(),
            vertices: count_different(faces.as_flattened()),
            flat: indices_where(faces.len(), |i| mesh.triangle(i).is_flat()),
            duplicates: duplicates(&faces),
            open_edges: edges.open,
            crowded_edges: edges.crowded,
            miswound_edges: edges.miswound,
            part_of_face,
            part_vertices,
            closed,
            orientation: if closed {
                orientation(mesh)
            } else {
                Orientation::None
            },
        }
    }

    /// Returns the number of edge-connected parts.
    pub fn part_count(&self) -> usize {
        self.part_vertices.len()
    }

    /// Returns true if the mesh is closed and faces outward, without flat or duplicate faces.
    pub fn is_clean(&self) -> bool {
        self.closed
            && self.orientation == Orientation::Outward
            && self.flat.is_empty()
            && self.duplicates.is_empty()
    }

    /// Returns an edge that keeps the mesh from being closed, as a counterexample.
    pub fn unclosed_edge(&self) -> Option<[u32; 2]> {
        let faulty = [&self.open_edges, &self.crowded_edges, &self.miswound_edges];
        faulty.into_iter().find_map(|edges| edges.first().copied())
    }
}

/// One line for messages: `528 faces, 266 vertices, 1 part, closed`, then each fault with its
/// count and first example.
impl fmt::Display for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, ", counted(self.faces, "face", "faces"))?;
        write!(f, "{}, ", counted(self.vertices, "vertex", "vertices"))?;
        write!(f, "{}, ", counted(self.part_count(), "part", "parts"))?;
        f.write_str(if self.closed { "closed" } else { "not closed" })?;
        if self.orientation == Orientation::InsideOut {
            f.write_str(", inside out")?;
        }
        for (faces, one, many) in [
            (&self.flat, "zero-area face", "zero-area faces"),
            (&self.duplicates, "duplicate face", "duplicate faces"),
        ] {
            if let Some(first) = faces.first() {
                write!(f, "; {} (first: {first})", counted(faces.len(), one, many))?;
            }
        }
        for (edges, one, many) in [
            (&self.open_edges, "open edge", "open edges"),
            (
                &self.crowded_edges,
                "edge with 3 or more faces",
                "edges with 3 or more faces",
            ),
            (
                &self.miswound_edges,
                "edge of mixed winding",
                "edges of mixed winding",
            ),
        ] {
            if let Some([a, b]) = edges.first() {
                write!(f, "; {} (first: {a}–{b})", counted(edges.len(), one, many))?;
            }
        }
        Ok(())
    }
}

/// Returns for each vertex the lowest index with exactly equal coordinates. `0.0` equals `-0.0`.
/// Coordinates must not be NaN.
pub fn weld(vertices: &[Vec3]) -> Vec<u32> {
    // Adding zero turns -0.0 into 0.0 and leaves every other value as it is.
    let key = |i: u32| (vertices[i as usize] + Vec3::ZERO).to_array();
    let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
    order.sort_unstable_by(|&i, &j| lexicographic(&key(i), &key(j)).then(i.cmp(&j)));
    let mut welded = vec![0; vertices.len()];
    for same in order.chunk_by(|&i, &j| key(i) == key(j)) {
        for &i in same {
            welded[i as usize] = same[0];
        }
    }
    welded
}

fn lexicographic(a: &[f64; 3], b: &[f64; 3]) -> Ordering {
    a[0].total_cmp(&b[0])
        .then(a[1].total_cmp(&b[1]))
        .then(a[2].total_cmp(&b[2]))
}

/// Directed edge of a face.
struct FaceSide {
    edge: [u32; 2],
    face: u32,
    /// True if the face runs from the lower vertex index to the higher.
    upward: bool,
}

/// Returns the sides of all faces, sorted by edge and face: those of proper faces, and those of
/// collapsed faces.
fn sides(faces: &[[u32; 3]]) -> (Vec<FaceSide>, Vec<FaceSide>) {
    let (mut sides, mut collapsed_sides) = (Vec::with_capacity(3 * faces.len()), Vec::new());
    for (face, &[a, b, c]) in faces.iter().enumerate() {
        let collapsed = a == b || b == c || c == a;
        let list = if collapsed {
            &mut collapsed_sides
        } else {
            &mut sides
        };
        for (from, to) in [(a, b), (b, c), (c, a)] {
            if from != to {
                let edge = [from.min(to), from.max(to)];
                list.push(FaceSide {
                    edge,
                    face: face as u32,
                    upward: from < to,
                });
            }
        }
    }
    sides.sort_unstable_by_key(|s| (s.edge, s.face));
    collapsed_sides.sort_unstable_by_key(|s| (s.edge, s.face));
    (sides, collapsed_sides)
}

/// Edges that do not have exactly two faces of opposite direction.
#[derive(Default)]
struct Edges {
    open: Vec<[u32; 2]>,
    crowded: Vec<[u32; 2]>,
    miswound: Vec<[u32; 2]>,
}

impl Edges {
    fn of(sides: &[FaceSide]) -> Edges {
        let mut edges = Edges::default();
        for at_edge in sides.chunk_by(|s, t| s.edge == t.edge) {
            let edge = at_edge[0].edge;
            match at_edge {
                [_] => edges.open.push(edge),
                [s, t] if s.upward == t.upward => edges.miswound.push(edge),
                [_, _] => {}
                _ => edges.crowded.push(edge),
            }
        }
        edges
    }

    fn all_fine(&self) -> bool {
        self.open.is_empty() && self.crowded.is_empty() && self.miswound.is_empty()
    }
}

/// Returns the part of each face, and the first vertex of each part, by union-find over edges.
fn parts(
    faces: &[[u32; 3]],
    sides: &[FaceSide],
    collapsed_sides: &[FaceSide],
) -> (Vec<u32>, Vec<u32>) {
    let mut forest = Forest::new(faces.len());
    for at_edge in sides.chunk_by(|s, t| s.edge == t.edge) {
        for side in at_edge {
            forest.join(at_edge[0].face, side.face);
        }
    }
    // A collapsed face belongs to the part of any face that shares its segment.
    for (i, side) in collapsed_sides.iter().enumerate() {
        if i > 0 && collapsed_sides[i - 1].edge == side.edge {
            forest.join(collapsed_sides[i - 1].face, side.face);
        }
        let first = sides.partition_point(|s| s.edge < side.edge);
        if let Some(neighbor) = sides.get(first).filter(|s| s.edge == side.edge) {
            forest.join(neighbor.face, side.face);
        }
    }
    let mut part_of_root = vec![u32::MAX; faces.len()];
    let mut part_vertices = Vec::new();
    let part_of_face = (0..faces.len() as u32).map(|face| {
        let part = &mut part_of_root[forest.root(face) as usize];
        if *part == u32::MAX {
            *part = part_vertices.len() as u32;
            part_vertices.push(faces[face as usize][0]);
        }
        *part
    });
    (part_of_face.collect(), part_vertices)
}

/// Disjoint sets of indices (union-find). The root of a set is its lowest index.
#[derive(Clone, Debug)]
pub struct Forest(Vec<u32>);

impl Forest {
    /// Returns `count` sets of one index each.
    pub fn new(count: usize) -> Forest {
        Forest((0..count as u32).collect())
    }

    /// Returns the lowest index of the set that `i` belongs to.
    pub fn root(&mut self, mut i: u32) -> u32 {
        while self.0[i as usize] != i {
            // Path halving.
            self.0[i as usize] = self.0[self.0[i as usize] as usize];
            i = self.0[i as usize];
        }
        i
    }

    /// Unites the sets of two indices.
    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}

/// Returns the faces with the same three corners as an earlier face.
fn duplicates(faces: &[[u32; 3]]) -> Vec<u32> {
    let mut keyed: Vec<([u32; 3], u32)> = faces
        .iter()
        .enumerate()
        .map(|(face, corners)| {
            let mut corners = *corners;
            corners.sort_unstable();
            (corners, face as u32)
        })
        .collect();
    keyed.sort_unstable();
    let repeats = keyed
        .windows(2)
        .filter(|w| w[0].0 == w[1].0)
        .map(|w| w[1].1);
    let mut repeats: Vec<u32> = repeats.collect();
    repeats.sort_unstable();
    repeats
}

/// Returns the sign of the rounded volume. [`Orientation::None`] if the volume is within the
/// rounding of its terms.
fn orientation(mesh: &Mesh) -> Orientation {
    // Relative to the center and scaled to unit size, so that the products cancel as little as
    // possible and do not underflow.
    let bounds = mesh.aabb();
    let (center, size) = (bounds.center(), bounds.size().max_element());
    if size <= 0.0 {
        return Orientation::None;
    }
    let (mut volume, mut weight) = (0.0, 0.0);
    for i in 0..mesh.face_count() {
        let [a, b, c] = mesh.triangle(i).corners().map(|p| (p - center) / size);
        let six_volumes = a.dot(b.cross(c));
        volume += six_volumes;
        weight += six_volumes.abs();
    }
    let rounding = f64::EPSILON * (16.0 + mesh.face_count() as f64) * (1.0 + weight);
    if volume > rounding {
        Orientation::Outward
    } else if volume < -rounding {
        Orientation::InsideOut
    } else {
        Orientation::None
    }
}

fn count_different(vertices: &[u32]) -> usize {
    let mut sorted = vertices.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

fn indices_where(count: usize, holds: impl Fn(usize) -> bool) -> Vec<u32> {
    (0..count).filter(|i| holds(*i)).map(|i| i as u32).collect()
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Returns for each face the faces across its three sides, where a side has exactly two faces.
pub fn across_edges(triangles: &[[u32; 3]], welded: &[u32]) -> Vec<[Option<u32>; 3]> {
    let mut sides = Vec::with_capacity(3 * triangles.len());
    for (face, t) in (0u32..).zip(triangles) {
        for side in 0..3 {
            let (u, v) = (welded[t[side] as usize], welded[t[(side + 1) % 3] as usize]);
            if u != v {
                sides.push(([u.min(v), u.max(v)], face, side));
            }
        }
    }
    sides.sort_unstable();
    let mut across = vec![[None; 3]; triangles.len()];
    for edge in sides.chunk_by(|s, t| s.0 == t.0) {
        if let [(_, f, i), (_, g, j)] = edge {
            across[*f as usize][*i] = Some(*g);
            across[*g as usize][*j] = Some(*f);
        }
    }
    across
}

#[cfg(test)]
mod tests;
