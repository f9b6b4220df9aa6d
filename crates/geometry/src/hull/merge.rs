//! From triangles to facets: coplanar triangles are merged, corners within edges dropped.

use super::quickhull::HullTriangle;
use crate::Vec3;
use crate::predicates::Sign;

/// No facet.
const NONE: u32 = u32::MAX;

/// Returns the loop of corners of each facet, counterclockwise seen from outside.
///
/// Of the triangles' corners, only the vertices of the hull remain.
///
/// # Cost
/// One orientation sign for each edge, and a sort of the edges between facets.
pub(super) fn facets(points: &[Vec3], triangles: &[HullTriangle]) -> Vec<Vec<u32>> {
    let facet_of = coplanar_sets(points, triangles);
    // Edges between facets, by facet and start. No facet has two edges from one corner.
    let mut edges: Vec<[u32; 3]> = Vec::new();
    for (triangle, facet) in triangles.iter().zip(&facet_of) {
        for side in 0..3 {
            if facet_of[triangle.across[side] as usize] != *facet {
                let [from, to] = [side, (side + 1) % 3].map(|i| triangle.corners[i]);
                edges.push([*facet, from, to]);
            }
        }
    }
    edges.sort_unstable();
    // A corner of the hull belongs to three facets or more, a point within an edge to two.
    let mut facet_count = vec![0u32; points.len()];
    for [_, from, _] in &edges {
        facet_count[*from as usize] += 1;
    }
    let of_facets = edges.chunk_by(|e, f| e[0] == f[0]);
    of_facets
        .map(|edges| {
            let mut corners = border(edges);
            corners.retain(|v| facet_count[*v as usize] >= 3);
            corners
        })
        .collect()
}

/// Returns for each triangle the index of its facet: the coplanar triangles that are connected.
fn coplanar_sets(points: &[Vec3], triangles: &[HullTriangle]) -> Vec<u32> {
    let mut facet_of = vec![NONE; triangles.len()];
    let (mut facet, mut stack) = (0, Vec::new());
    for first in 0..triangles.len() {
        if facet_of[first] != NONE {
            continue;
        }
        facet_of[first] = facet;
        stack.push(first);
        while let Some(here) = stack.pop() {
            for side in 0..3 {
                let across = triangles[here].across[side] as usize;
                if facet_of[across] == NONE && are_coplanar(points, triangles, here, side) {
                    facet_of[across] = facet;
                    stack.push(across);
                }
            }
        }
        facet += 1;
    }
    facet_of
}

/// Returns true if the triangle across a side lies in the same plane.
fn are_coplanar(points: &[Vec3], triangles: &[HullTriangle], here: usize, side: usize) -> bool {
    let here = &triangles[here];
    let other = &triangles[here.across[side] as usize];
    // The side runs backward there, so the corner after it follows the corner it starts with here.
    let start = other.corners.iter().position(|c| *c == here.corners[side]);
    let apex = other.corners[(start.expect("the neighbor shares the side") + 1) % 3];
    here.plane.side(points[apex as usize], &mut 0) == Sign::Zero
}

/// Returns the start of each edge, in the order in which the edges follow one another.
fn border(edges: &[[u32; 3]]) -> Vec<u32> {
    let after = |from: u32| {
        let edge = edges.binary_search_by_key(&from, |edge| edge[1]);
        edges[edge.expect("the border of a facet is closed")][2]
    };
    let corners = std::iter::successors(Some(edges[0][1]), |from| Some(after(*from)));
    corners.take(edges.len()).collect()
}
