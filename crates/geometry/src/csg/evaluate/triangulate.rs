//! Triangles of the regions, and their rounded corners.
//!
//! A region is triangulated as a whole, with corners where its border or that of a neighbor turns.
//! The triangulation is made from rounded coordinates. If its triangles do not cover the region
//! exactly, as where points are nearer than rounding, the region's convex parts are triangulated
//! instead, by exact rules.

use super::arena::{Arena, PointIx};
use super::close::EdgePoints;
use super::merge::SurfacePiece;
use super::planar;
use super::region::PlaneRegion;
use crate::Vec3;
use std::collections::BTreeMap;

/// Triangles with the leaf of each.
#[derive(Debug, Default)]
pub(super) struct LeafTriangles {
    pub triangles: Vec<[PointIx; 3]>,
    pub leaves: Vec<u32>,
}

/// Returns triangles that cover the regions, closed. None is flat before rounding.
///
/// # Errors
/// A point of an edge that is not traversed as often in one direction as in the other.
pub(super) fn faces(arena: &Arena, regions: &[PlaneRegion]) -> Result<LeafTriangles, Vec3> {
    let mut whole = vec![true; regions.len()];
    // Each round but the last finds a region that cannot be triangulated as a whole.
    loop {
        let mut needed = vec![false; arena.point_count()];
        for (region, whole) in regions.iter().zip(&whole) {
            if *whole {
                region
                    .corners(arena)
                    .for_each(|p| needed[p as usize] = true);
            } else {
                let corners = region.pieces.iter().flat_map(|piece| &piece.corners);
                corners.for_each(|c| needed[c.point as usize] = true);
            }
        }
        let points = (0..needed.len() as u32).filter(|p| needed[*p as usize]);
        let points = EdgePoints::new(arena, points.collect());
        let mut faces = LeafTriangles::default();
        let mut failed = false;
        for (region, whole) in regions.iter().zip(&mut whole) {
            if *whole {
                let border = region.border_through(arena, &needed, &points);
                match planar::triangles(arena, region.support, &border) {
                    Some(triangles) => faces.triangles.extend(triangles),
                    None => (*whole, failed) = (false, true),
                }
            } else {
                for piece in &region.pieces {
                    let border = with_edge_points(arena, &points, piece);
                    cut_ears(arena, border, &mut faces.triangles);
                }
            }
            faces.leaves.resize(faces.triangles.len(), region.leaf);
        }
        if !failed {
            return match unbalanced(&faces.triangles) {
                None => Ok(faces),
                Some(point) => Err(arena.rounded(point)),
            };
        }
    }
}

/// Returns the points around a piece. True for its corners.
fn with_edge_points(
    arena: &Arena,
    points: &EdgePoints,
    piece: &SurfacePiece,
) -> Vec<(PointIx, bool)> {
    let mut border = Vec::with_capacity(piece.corners.len());
    let mut between = Vec::new();
    for edge in piece.edges() {
        border.push((edge.from, true));
        points.between(arena, piece.support, edge, &mut between);
        border.extend(between.iter().map(|p| (*p, false)));
    }
    border
}

/// Returns a point of an edge that is not traversed as often in one direction as in the other.
fn unbalanced(triangles: &[[PointIx; 3]]) -> Option<PointIx> {
    let mut balance: BTreeMap<[PointIx; 2], i64> = BTreeMap::new();
    for [a, b, c] in triangles {
        for (p, q) in [(a, b), (b, c), (c, a)] {
            *balance.entry([*p.min(q), *p.max(q)]).or_default() += if p < q { 1 } else { -1 };
        }
    }
    let open = |([p, _], n): ([PointIx; 2], i64)| (n != 0).then_some(p);
    balance.into_iter().find_map(open)
}

/// Cuts one corner of a convex polygon after another, those with the shortest cut first.
///
/// A corner may be cut unless all other points then lie on one line: that is, unless it and its
/// neighbors are the only corners, and the other points lie between the neighbors.
fn cut_ears(arena: &Arena, mut border: Vec<(PointIx, bool)>, out: &mut Vec<[PointIx; 3]>) {
    while border.len() > 3 {
        let count = border.len();
        let corners = border.iter().filter(|(_, corner)| *corner).count();
        let neighbors = |i: usize| [(i + count - 1) % count, (i + 1) % count];
        let allowed = |i: &usize| {
            let [u, w] = neighbors(*i);
            border[*i].1 && (corners > 3 || !border[u].1 || !border[w].1)
        };
        let length = |i: &usize| {
            let [u, w] = neighbors(*i).map(|k| arena.rounded(border[k].0));
            u.distance_squared(w)
        };
        let ear = (0..count)
            .filter(allowed)
            .min_by(|a, b| length(a).total_cmp(&length(b)))
            .expect("a polygon with more than three points has a corner to cut");
        let [u, w] = neighbors(ear);
        out.push([border[u].0, border[ear].0, border[w].0]);
        (border[u].1, border[w].1) = (true, true);
        border.remove(ear);
    }
    out.push([border[0].0, border[1].0, border[2].0]);
}

/// Vertices, triangles, and the leaf of each triangle.
pub(super) type WeldedTriangles = (Vec<Vec3>, Vec<[u32; 3]>, Vec<u32>);

/// Returns rounded vertices, and triangles without those whose corners round to the same point.
pub(super) fn welded(arena: &Arena, faces: LeafTriangles) -> WeldedTriangles {
    let mut index: BTreeMap<[u64; 3], u32> = BTreeMap::new();
    let mut vertices = Vec::new();
    let (mut triangles, mut leaves) = (Vec::new(), Vec::new());
    for (triangle, leaf) in faces.triangles.into_iter().zip(faces.leaves) {
        let corners = triangle.map(|p| {
            let p = arena.rounded(p);
            let bits = p.to_array().map(f64::to_bits);
            *index.entry(bits).or_insert_with(|| {
                vertices.push(p);
                vertices.len() as u32 - 1
            })
        });
        let [a, b, c] = corners;
        if a != b && b != c && c != a {
            triangles.push(corners);
            leaves.push(leaf);
        }
    }
    (vertices, triangles, leaves)
}
