//! From the loops of facets to the adjacency of vertices, edges and facets.

use super::{ConvexHull, Facet, HullEdge};
use crate::bvh::{Bvh, Walk};
use crate::csr::Csr;
use crate::{Aabb, Vec3, unit_scale};
use std::collections::BTreeMap;

impl ConvexHull {
    /// Returns the hull with these facets, each the loop of its vertices, counterclockwise seen
    /// from outside. `original` numbers the vertices in the caller's points.
    ///
    /// # Cost
    /// About `n log n` for `n` vertices.
    ///
    /// # Panics
    /// If the facets are not those of a polyhedron: every edge belongs to two facets, in opposite
    /// directions, and the facets at a vertex form one fan.
    pub fn from_facets(
        vertices: Vec<Vec3>,
        original: Vec<u32>,
        loops: Vec<Vec<u32>>,
    ) -> ConvexHull {
        let mut edges: Vec<HullEdge> = Vec::new();
        let mut index = BTreeMap::<[u32; 2], u32>::new();
        let mut facet_edges = vec![Vec::new(); loops.len()];
        for (facet, corners) in loops.iter().enumerate() {
            for (from, to) in directed_edges(corners) {
                let key = [from.min(to), from.max(to)];
                let edge = *index.entry(key).or_insert_with(|| {
                    edges.push(HullEdge {
                        vertices: key,
                        facets: [u32::MAX; 2],
                    });
                    edges.len() as u32 - 1
                });
                // The facet whose loop runs along the edge is on its left.
                let side = usize::from(from > to);
                let facets = &mut edges[edge as usize].facets;
                assert_eq!(facets[side], u32::MAX, "two facets on one side of an edge");
                facets[side] = facet as u32;
                facet_edges[facet].push(edge);
            }
        }
        let complete = |edge: &HullEdge| !edge.facets.contains(&u32::MAX);
        assert!(edges.iter().all(complete), "an edge with one facet");
        let (vertex_edges, vertex_neighbors) = fans(vertices.len(), &loops, &index);
        let heights = VertexHeights::of(&vertices);
        let facets = loops
            .iter()
            .map(|corners| facet_of(&vertices, &heights, corners));
        ConvexHull {
            facets: facets.collect(),
            original,
            edges,
            vertex_edges,
            vertex_neighbors,
            facet_edges: Csr::from_lists(facet_edges),
            facet_vertices: Csr::from_lists(loops),
            vertices,
        }
    }
}

/// Returns the directed edges of a loop of vertices.
fn directed_edges(corners: &[u32]) -> impl Iterator<Item = (u32, u32)> + Clone {
    let ends = corners.iter().cycle().skip(1);
    corners.iter().zip(ends).map(|(from, to)| (*from, *to))
}

/// Returns the edges at each vertex and the vertices at their other ends, counterclockwise.
fn fans(count: usize, loops: &[Vec<u32>], index: &BTreeMap<[u32; 2], u32>) -> (Csr, Csr) {
    // In a facet with the corners u, v, w in a row: counterclockwise around v, seen from outside,
    // the edge to u follows the edge to w.
    let mut next = BTreeMap::<(u32, u32), u32>::new();
    let mut first = vec![None; count];
    for corners in loops {
        let before = directed_edges(corners);
        let after = directed_edges(corners).cycle().skip(1);
        for ((u, v), (_, w)) in before.zip(after) {
            next.insert((v, w), u);
            first[v as usize].get_or_insert(w);
        }
    }
    let (mut edges, mut neighbors) = (Vec::new(), Vec::new());
    for (v, first) in first.iter().enumerate() {
        let (v, first) = (v as u32, first.expect("every vertex belongs to a facet"));
        let mut fan = vec![first];
        let mut w = next[&(v, first)];
        while w != first {
            fan.push(w);
            w = next[&(v, w)];
        }
        edges.push(fan.iter().map(|w| index[&[v.min(*w), v.max(*w)]]).collect());
        neighbors.push(fan);
    }
    (Csr::from_lists(edges), Csr::from_lists(neighbors))
}

/// Returns the plane of a facet.
fn facet_of(vertices: &[Vec3], heights: &VertexHeights, corners: &[u32]) -> Facet {
    // Newell's normal: the sum of the cross products from one corner.
    let origin = vertices[corners[0] as usize];
    let arms = corners.iter().map(|i| vertices[*i as usize] - origin);
    // Scaled, because products of small lengths underflow.
    let scale = unit_scale(arms.fold(0.0, |size: f64, arm| size.max(arm.abs().max_element())));
    let arm = |i: u32| (vertices[i as usize] - origin) * scale;
    let area = directed_edges(corners).map(|(from, to)| arm(from).cross(arm(to)));
    let normal = area.sum::<Vec3>().normalize_or_zero();
    let start = normal.dot(origin);
    Facet {
        normal,
        offset: heights.highest(normal, start),
    }
}

/// BVH over vertices that finds the greatest height along a direction.
struct VertexHeights {
    bvh: Bvh,
    /// Vertices in leaf order.
    vertices: Vec<Vec3>,
}

impl VertexHeights {
    /// Maximum number of vertices in a leaf.
    const LEAF: usize = 8;

    fn of(vertices: &[Vec3]) -> VertexHeights {
        let boxes: Vec<Aabb> = vertices.iter().map(|p| Aabb::new(*p, *p)).collect();
        let bvh = Bvh::new(&boxes, Self::LEAF);
        VertexHeights {
            vertices: bvh.items().iter().map(|v| vertices[*v as usize]).collect(),
            bvh,
        }
    }

    /// Returns the greatest `normal · p` over the vertices, rounded, if it is above `start`, else
    /// `start`.
    fn highest(&self, normal: Vec3, start: f64) -> f64 {
        let upward = normal.cmpge(Vec3::ZERO);
        let mut highest = start;
        self.bvh.visit(|at| {
            // Rounded products and sums are monotonic, so no vertex in the box is higher than this
            // corner.
            let corner = Vec3::select(upward, at.bounds.max, at.bounds.min);
            if normal.dot(corner) <= highest {
                return Walk::Skip;
            }
            if let Some(leaf) = at.leaf {
                let heights = self.vertices[leaf].iter().map(|p| normal.dot(*p));
                highest = heights.fold(highest, f64::max);
            }
            Walk::Enter
        });
        highest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cube of side 2 at the origin; bit `i` of a corner's index is its side of axis `i`.
    pub(crate) fn cube() -> ConvexHull {
        let corner = |i: u32| {
            let side = |bit: u32| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
            Vec3::new(side(0), side(1), side(2))
        };
        let loops = [
            [0, 4, 6, 2],
            [1, 3, 7, 5],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 2, 3, 1],
            [4, 5, 7, 6],
        ];
        let loops = loops.map(Vec::from).to_vec();
        ConvexHull::from_facets((0..8).map(corner).collect(), (0..8).collect(), loops)
    }

    #[test]
    fn a_cube_has_its_features_and_their_neighbors() {
        let cube = cube();
        assert_eq!((cube.edges.len(), cube.facets.len()), (12, 6));
        assert_eq!(cube.facets[1].normal, Vec3::X);
        assert_eq!(cube.facets[1].offset, 1.0);
        for (v, p) in cube.vertices.iter().enumerate() {
            let fan = cube.vertex_neighbors.get(v);
            assert_eq!(fan.len(), 3);
            let [a, b, c] = [0, 1, 2].map(|i| cube.vertices[fan[i] as usize] - *p);
            assert!(a.cross(b).dot(c) < 0.0, "counterclockwise from outside");
        }
        for (f, facet) in cube.facets.iter().enumerate() {
            let corners = cube.facet_vertices.get(f);
            for (i, (from, to)) in directed_edges(corners).enumerate() {
                let edge = cube.edges[cube.facet_edges.get(f)[i] as usize];
                assert_eq!(edge.vertices, [from.min(to), from.max(to)]);
                let [a, b] = edge.vertices.map(|v| cube.vertices[v as usize]);
                let other = &cube.facets[edge.facets[0] as usize];
                let inward = other.normal.cross(b - a);
                assert!(inward.dot(a) < 0.0, "the left facet is on the left");
                assert!(edge.facets.contains(&(f as u32)));
            }
            assert!(
                corners
                    .iter()
                    .all(|v| facet.normal.dot(cube.vertices[*v as usize]) == 1.0)
            );
        }
    }
}
