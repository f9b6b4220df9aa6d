//! Triangles of convex polygons that have points within their edges, and their rounded corners.

use super::arena::{Arena, PointIx};
use super::close::ClosedPolygon;
use crate::Vec3;
use std::collections::BTreeMap;

/// Returns triangles that cover the polygons, with the leaf of each. None is flat before rounding.
pub(super) fn triangles(
    arena: &Arena,
    polygons: &[ClosedPolygon],
) -> (Vec<[PointIx; 3]>, Vec<u32>) {
    let (mut triangles, mut leaves) = (Vec::new(), Vec::new());
    for polygon in polygons {
        cut_ears(arena, polygon.border.clone(), &mut triangles);
        leaves.resize(triangles.len(), polygon.leaf);
    }
    (triangles, leaves)
}

/// Cuts one corner after another, those with the shortest cut first.
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

/// Returns rounded vertices, and triangles without those whose corners round to the same point.
pub(super) fn welded(
    arena: &Arena,
    triangles: Vec<[PointIx; 3]>,
    leaf_of_face: Vec<u32>,
) -> (Vec<Vec3>, Vec<[u32; 3]>, Vec<u32>) {
    let mut index: BTreeMap<[u64; 3], u32> = BTreeMap::new();
    let mut vertices = Vec::new();
    let mut kept = (Vec::new(), Vec::new());
    for (triangle, leaf) in triangles.into_iter().zip(leaf_of_face) {
        let corners = triangle.map(|p| {
            let p = arena.rounded(p);
            *index
                .entry(p.to_array().map(f64::to_bits))
                .or_insert_with(|| {
                    vertices.push(p);
                    vertices.len() as u32 - 1
                })
        });
        let [a, b, c] = corners;
        if a != b && b != c && c != a {
            kept.0.push(corners);
            kept.1.push(leaf);
        }
    }
    (vertices, kept.0, kept.1)
}
