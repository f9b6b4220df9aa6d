//! Exact check of the invariants of a Delaunay triangulation.

use super::{Delaunay, NONE};
use geometry::{Sign, Vec3, orient3d, predicates::insphere};

/// Corners of the face opposite each vertex, counter-clockwise from outside.
const FACES: [[usize; 3]; 4] = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];

impl Delaunay {
    /// Checks that these are the Delaunay tetrahedra of `points`:
    /// - Each tetrahedron is positively oriented, and none is flat.
    /// - Neighbors are mutual and share a face.
    /// - No circumsphere contains the vertex beyond a face, so none contains any point.
    /// - The hull is convex and connected.
    /// - Every distinct point is used.
    ///
    /// # Errors
    /// The first property that does not hold, in words.
    ///
    /// # Cost
    /// Linear, except for sorting the hull's edges.
    pub fn check(&self, points: &[Vec3]) -> Result<(), String> {
        self.check_vertices(points)?;
        let at = |v: u32| points[v as usize];
        for (tet, corners) in self.tets.iter().enumerate() {
            let [a, b, c, d] = corners.map(at);
            if orient3d(a, b, c, d) != Sign::Positive {
                return Err(format!("tetrahedron {tet} is flat or turned"));
            }
            for k in 0..4 {
                let Some(beyond) = self.beyond(tet, k)? else {
                    continue;
                };
                if insphere(a, b, c, d, at(beyond)) == Sign::Positive {
                    return Err(format!("the sphere of {tet} holds point {beyond}"));
                }
            }
        }
        self.check_hull(points)
    }

    fn check_vertices(&self, points: &[Vec3]) -> Result<(), String> {
        if self.first.len() != points.len() || self.neighbors.len() != self.tets.len() {
            return Err("lists differ in length".into());
        }
        let mut used = vec![false; points.len()];
        for v in self.tets.as_flattened() {
            used[*v as usize] = true;
        }
        for (i, first) in self.first.iter().enumerate() {
            if points[i] != points[*first as usize] {
                return Err(format!("point {i} is not at point {first}"));
            }
            if used[i] != (i == *first as usize) {
                return Err(format!("point {i} is used wrongly"));
            }
        }
        Ok(())
    }

    /// Returns the vertex of the neighbor opposite vertex `k` that is not on their face; `None` at
    /// the hull.
    fn beyond(&self, tet: usize, k: usize) -> Result<Option<u32>, String> {
        let other = self.neighbors[tet][k];
        if other == NONE {
            return Ok(None);
        }
        let apart = || format!("tetrahedra {tet} and {other} are no neighbors");
        let back = self.neighbors[other as usize]
            .iter()
            .position(|t| *t as usize == tet)
            .ok_or_else(apart)?;
        let sorted = |mut face: [u32; 3]| {
            face.sort_unstable();
            face
        };
        let (mine, theirs) = (self.face(tet, k), self.face(other as usize, back));
        if sorted(mine) != sorted(theirs) {
            return Err(apart());
        }
        Ok(Some(self.tets[other as usize][back]))
    }

    fn face(&self, tet: usize, k: usize) -> [u32; 3] {
        FACES[k].map(|i| self.tets[tet][i])
    }

    /// A closed surface that is convex at each edge bounds a convex body, if it goes around once:
    /// it has as many pieces and holes as a sphere.
    fn check_hull(&self, points: &[Vec3]) -> Result<(), String> {
        let mut faces = Vec::new();
        for tet in 0..self.tets.len() {
            let open = (0..4).filter(|k| self.neighbors[tet][*k] == NONE);
            faces.extend(open.map(|k| self.face(tet, k)));
        }
        let mut edges: Vec<([u32; 2], u32, usize)> = Vec::new();
        for (f, [a, b, c]) in faces.iter().enumerate() {
            for (from, to, opposite) in [(a, b, c), (b, c, a), (c, a, b)] {
                edges.push(([*from.min(to), *from.max(to)], *opposite, f));
            }
        }
        edges.sort_unstable();
        for at_edge in edges.chunk_by(|e, f| e.0 == f.0) {
            let [(edge, _, face), (_, opposite, _)] = at_edge else {
                return Err(format!("the hull has no two faces at {:?}", at_edge[0].0));
            };
            let [a, b, c] = faces[*face].map(|v| points[v as usize]);
            if orient3d(a, b, c, points[*opposite as usize]) == Sign::Positive {
                return Err(format!("the hull is not convex at {edge:?}"));
            }
        }
        let mut corners = faces.as_flattened().to_vec();
        corners.sort_unstable();
        corners.dedup();
        // Euler: `V − E + F = 2` holds for one sphere only. `edges` has each edge twice.
        if corners.len() + faces.len() != edges.len() / 2 + 2 {
            return Err("the hull is not one sphere".into());
        }
        Ok(())
    }
}
