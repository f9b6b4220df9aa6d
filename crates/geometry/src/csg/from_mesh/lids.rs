//! Boundary of the pockets of a solid: its faces off the hull, turned, and lids over the mouths.
//!
//! A lid is the part of a hull facet that no face of the solid covers. Lids are triangulated
//! between vertices of the mesh, so nothing is rounded. Good for pockets whose mouths are simple
//! polygons: a lid with a hole, or one that touches itself, is an error. The essence:
//! 1. Find the facet that each face lies in. Turn the faces that lie in none.
//! 2. The border of a facet's lids: the edges of the hull around it, divided where vertices of the
//!    solid lie on them, less the edges of the faces in it. Opposite edges cancel.
//! 3. Link the edges that are left to loops. Each is the border of a lid.
//! 4. Triangulate each lid by clipping ears.
//!
//! With `n` faces, `v` vertices and `h` facets: about `n log h` comparisons of planes, at most
//! `v h` side tests, and for a lid of `m` corners up to `m³` tests, which is why `m` is bounded.

use super::super::HalfSpace;
use super::parts::{SolidFace, Unclean};
use crate::hull::ConvexHull;
use crate::interference::projection_axis;
use crate::{Sign, Vec3, orient2d};

/// Largest number of corners of a lid: clipping ears takes the cube of it at worst.
const MAX_LID_CORNERS: usize = 1000;

/// Solid within its hull.
pub(super) struct InHull<'a> {
    pub(super) points: &'a [Vec3],
    pub(super) faces: &'a [SolidFace],
    /// Vertices of the solid, sorted: the points that the hull is of.
    pub(super) used: &'a [u32],
    pub(super) hull: &'a ConvexHull,
    /// Half-space behind each facet.
    pub(super) half_spaces: &'a [HalfSpace],
}

impl InHull<'_> {
    /// Returns the facet that each face lies in, if any.
    pub(super) fn facets_of_faces(&self) -> Vec<Option<u32>> {
        let mut sorted: Vec<(&HalfSpace, u32)> = self.half_spaces.iter().zip(0u32..).collect();
        sorted.sort_unstable();
        let facet = |face: &SolidFace| {
            let [a, b, c] = face.corners.map(|v| self.points[v as usize]);
            let plane = HalfSpace::behind(a, b, c)?;
            let at = sorted.binary_search_by(|(other, _)| (*other).cmp(&plane));
            at.ok().map(|at| sorted[at].1)
        };
        self.faces.iter().map(facet).collect()
    }

    /// Returns the faces that bound hull minus solid, seen from outside.
    ///
    /// # Errors
    /// [`Unclean`] if a lid has a hole, touches itself or has too many corners.
    pub(super) fn pocket_faces(
        &self,
        facets_of_faces: &[Option<u32>],
    ) -> Result<Vec<SolidFace>, Unclean> {
        let mut pockets = Vec::new();
        let mut borders: Vec<Vec<[u32; 2]>> = self.outlines();
        for (face, facet) in self.faces.iter().zip(facets_of_faces) {
            let [a, b, c] = face.corners;
            match facet {
                Some(facet) => {
                    borders[*facet as usize].extend([[b, a], [c, b], [a, c]]);
                }
                None => pockets.push(SolidFace {
                    corners: [a, c, b],
                    lid: false,
                }),
            }
        }
        for (facet, border) in borders.into_iter().enumerate() {
            for lid in loops(uncanceled(border)?)? {
                for corners in self.triangulated(facet, lid)? {
                    pockets.push(SolidFace { corners, lid: true });
                }
            }
        }
        Ok(pockets)
    }

    /// Returns the directed edges around each facet, divided at the vertices on them.
    fn outlines(&self) -> Vec<Vec<[u32; 2]>> {
        let on_edges = self.vertices_on_edges();
        let original = |v: u32| self.used[self.hull.original[v as usize] as usize];
        let outline = |facet: usize| {
            let corners = self.hull.facet_vertices.get(facet);
            let edges = self.hull.facet_edges.get(facet);
            let mut outline = Vec::new();
            for (i, edge) in edges.iter().enumerate() {
                let (from, to) = (corners[i], corners[(i + 1) % corners.len()]);
                let (from, to) = (original(from), original(to));
                let range = |edge: u32| on_edges.partition_point(|(e, _)| *e < edge);
                let mut between: Vec<u32> = on_edges[range(*edge)..range(*edge + 1)]
                    .iter()
                    .map(|(_, v)| *v)
                    .collect();
                // The order of coordinates is the order along the line.
                let key = |v: &u32| self.points[*v as usize].to_array();
                between.sort_by(|a, b| key(a).partial_cmp(&key(b)).expect("finite"));
                if key(&to) < key(&from) {
                    between.reverse();
                }
                between.push(to);
                let mut last = from;
                for v in between {
                    outline.push([last, v]);
                    last = v;
                }
            }
            outline
        };
        (0..self.hull.facets.len()).map(outline).collect()
    }

    /// Returns the edges of the hull with the vertices of the solid inside them, sorted.
    fn vertices_on_edges(&self) -> Vec<(u32, u32)> {
        let mut edges: Vec<([u32; 2], u32)> = Vec::with_capacity(self.hull.edges.len());
        for (i, edge) in (0u32..).zip(&self.hull.edges) {
            let [f, g] = edge.facets;
            edges.push(([f.min(g), f.max(g)], i));
        }
        edges.sort_unstable();
        let mut extreme: Vec<u32> = self.hull.original.clone();
        extreme.sort_unstable();
        let mut found = Vec::new();
        for (at, v) in (0u32..).zip(self.used) {
            if extreme.binary_search(&at).is_ok() {
                continue;
            }
            let p = self.points[*v as usize];
            let facets = (0u32..).zip(self.half_spaces);
            let mut on = facets.filter(|(_, plane)| plane.side(p) == Sign::Zero);
            // A vertex in two facets and no corner lies on their edge.
            if let (Some((f, _)), Some((g, _))) = (on.next(), on.next()) {
                let at = edges.binary_search_by_key(&[f, g], |(facets, _)| *facets);
                found.push((edges[at.expect("facets with a common line")].1, *v));
            }
        }
        found.sort_unstable();
        found
    }

    /// Returns triangles over the corners of a lid in a facet, seen from outside.
    fn triangulated(&self, facet: usize, corners: Vec<u32>) -> Result<Vec<[u32; 3]>, Unclean> {
        if corners.len() > MAX_LID_CORNERS {
            return Err(Unclean);
        }
        let [a, b, c] = [0, 1, 2].map(|i| {
            let corner = self.hull.facet_vertices.get(facet)[i];
            self.hull.vertices[corner as usize]
        });
        let axis = projection_axis(a, b, c, &mut 0).expect("facets have an area");
        let lid = Lid {
            points: self.points,
            axis,
            front: orient2d(axis, a, b, c),
        };
        lid.triangulated(corners)
    }
}

/// Returns the directed edges that no edge of the opposite direction cancels.
fn uncanceled(mut edges: Vec<[u32; 2]>) -> Result<Vec<[u32; 2]>, Unclean> {
    let key = |[a, b]: &[u32; 2]| ([*a.min(b), *a.max(b)], a > b);
    edges.sort_unstable_by_key(key);
    let mut left = Vec::new();
    for same in edges.chunk_by(|s, t| key(s).0 == key(t).0) {
        match same {
            [edge] => left.push(*edge),
            [s, t] if s != t => {}
            _ => return Err(Unclean),
        }
    }
    Ok(left)
}

/// Returns the loops of directed edges.
///
/// # Errors
/// [`Unclean`] if two of them meet in a vertex.
fn loops(mut edges: Vec<[u32; 2]>) -> Result<Vec<Vec<u32>>, Unclean> {
    edges.sort_unstable();
    if edges.windows(2).any(|pair| pair[0][0] == pair[1][0]) {
        return Err(Unclean);
    }
    let mut used = vec![false; edges.len()];
    let mut loops = Vec::new();
    for start in 0..edges.len() {
        let mut at = start;
        let mut corners = Vec::new();
        while !used[at] {
            used[at] = true;
            corners.push(edges[at][0]);
            let next = edges.binary_search_by_key(&edges[at][1], |edge| edge[0]);
            at = next.map_err(|_| Unclean)?;
        }
        if !corners.is_empty() {
            loops.push(corners);
        }
    }
    Ok(loops)
}

/// Plane of a lid, projected along an axis.
struct Lid<'a> {
    points: &'a [Vec3],
    axis: usize,
    /// Sign of a triangle seen from outside.
    front: Sign,
}

impl Lid<'_> {
    fn turn(&self, a: u32, b: u32, c: u32) -> Sign {
        let [a, b, c] = [a, b, c].map(|v| self.points[v as usize]);
        orient2d(self.axis, a, b, c)
    }

    /// Returns triangles with an area over all corners of a simple polygon, by clipping ears.
    ///
    /// The border of a hole turns the other way. Its area is negative, and ears only have positive
    /// ones, so clipping does not come to an end.
    ///
    /// # Errors
    /// [`Unclean`] for the border of a hole, or a polygon that is not simple.
    fn triangulated(&self, mut corners: Vec<u32>) -> Result<Vec<[u32; 3]>, Unclean> {
        let mut triangles = Vec::with_capacity(corners.len().saturating_sub(2));
        let mut at = 0;
        while corners.len() > 3 {
            let count = corners.len();
            let ear = (0..count).map(|i| (at + i) % count);
            let ear = ear.into_iter().find(|i| self.is_ear(&corners, *i));
            let ear = ear.ok_or(Unclean)?;
            triangles.push(neighbors(&corners, ear));
            corners.remove(ear);
            // Continuing beyond the ear avoids fans of slivers.
            at = ear + 1;
        }
        let [a, b, c] = corners[..] else {
            return Err(Unclean);
        };
        if self.turn(a, b, c) != self.front {
            return Err(Unclean);
        }
        triangles.push([a, b, c]);
        Ok(triangles)
    }

    /// Returns true if a corner is convex and no other corner lies in its triangle or on its
    /// border.
    fn is_ear(&self, corners: &[u32], i: usize) -> bool {
        let ear = neighbors(corners, i);
        let [a, b, c] = ear;
        let outside = |p: u32| {
            let back = self.front.flipped();
            [(a, b), (b, c), (c, a)]
                .into_iter()
                .any(|(u, v)| self.turn(u, v, p) == back)
        };
        self.turn(a, b, c) == self.front && corners.iter().all(|p| ear.contains(p) || outside(*p))
    }
}

/// Returns a corner of a loop between the one before it and the one after it.
fn neighbors(corners: &[u32], i: usize) -> [u32; 3] {
    let count = corners.len();
    [
        corners[(i + count - 1) % count],
        corners[i],
        corners[(i + 1) % count],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(points: &[Vec3], corners: &[u32]) -> f64 {
        let at = |i: usize| points[corners[i % corners.len()] as usize];
        let twice = |i: usize| at(i).x * at(i + 1).y - at(i).y * at(i + 1).x;
        (0..corners.len()).map(twice).sum::<f64>() / 2.0
    }

    #[test]
    fn ears_cover_a_polygon_once() {
        // A comb, a spiral, and a square with corners in the middle of its sides.
        let outlines: [&[(i32, i32)]; 3] = [
            &[
                (0, 0),
                (5, 0),
                (5, 4),
                (4, 1),
                (3, 4),
                (2, 1),
                (1, 4),
                (0, 1),
            ],
            &[
                (0, 0),
                (6, 0),
                (6, 6),
                (1, 6),
                (1, 2),
                (4, 2),
                (4, 4),
                (3, 4),
                (3, 3),
                (2, 3),
                (2, 5),
                (5, 5),
                (5, 1),
                (0, 1),
            ],
            &[
                (0, 0),
                (1, 0),
                (2, 0),
                (2, 1),
                (2, 2),
                (1, 2),
                (0, 2),
                (0, 1),
            ],
        ];
        for outline in outlines {
            let point = |(x, y): &(i32, i32)| Vec3::new((*x).into(), (*y).into(), 0.0);
            let points: Vec<Vec3> = outline.iter().map(point).collect();
            let lid = Lid {
                points: &points,
                axis: 2,
                front: Sign::Positive,
            };
            let mut corners: Vec<u32> = (0..points.len() as u32).collect();
            for _ in 0..points.len() {
                corners.rotate_left(1);
                let triangles = lid.triangulated(corners.clone()).unwrap();
                assert_eq!(triangles.len(), points.len() - 2);
                // All turn the same way, so equal areas leave no overlap.
                let areas = triangles.iter().map(|t| area(&points, t));
                assert!(areas.clone().all(|area| area > 0.0));
                assert_eq!(areas.sum::<f64>(), area(&points, &corners));
                let sides: Vec<_> = triangles.iter().flat_map(sides_of).collect();
                let count = corners.len() as u32;
                let mut border = (0..count).map(|i| [i, (i + 1) % count]);
                assert!(border.all(|side| sides.contains(&side)));
                for t in &triangles {
                    let inside = |p: &u32| {
                        let sides = sides_of(t);
                        sides
                            .iter()
                            .all(|[u, v]| lid.turn(*u, *v, *p) != Sign::Negative)
                    };
                    assert!(corners.iter().all(|p| t.contains(p) || !inside(p)));
                }
            }
            corners.reverse();
            assert_eq!(lid.triangulated(corners), Err(Unclean));
        }
    }

    fn sides_of(t: &[u32; 3]) -> [[u32; 2]; 3] {
        [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]]
    }

    #[test]
    fn loops_do_not_meet() {
        let two = vec![[1, 2], [5, 4], [2, 0], [0, 1], [3, 5], [4, 3]];
        assert_eq!(loops(two), Ok(vec![vec![0, 1, 2], vec![3, 5, 4]]));
        let at_vertex = vec![[0, 1], [1, 2], [2, 0], [0, 3], [3, 4], [4, 0]];
        assert_eq!(loops(at_vertex), Err(Unclean));
    }
}
