//! Corners on the edges of other pieces become corners of both, so that the surface is closed.

use super::arena::{Arena, PointIx};
use super::merge::SurfacePiece;
use crate::bvh::Walk;
use crate::{Aabb, Bvh, Sign, Vec3};
use std::collections::BTreeMap;

/// Polygon with the corners of its neighbors on its edges.
#[derive(Clone, Debug)]
pub(super) struct ClosedPolygon {
    pub leaf: u32,
    /// Points in order. True for corners, false for points within an edge.
    pub border: Vec<(PointIx, bool)>,
}

/// Returns the polygons with all points on their edges, or a point of an edge that is not closed.
pub(super) fn closed(arena: &Arena, pieces: &[SurfacePiece]) -> Result<Vec<ClosedPolygon>, Vec3> {
    let mut points: Vec<PointIx> = pieces
        .iter()
        .flat_map(|piece| piece.corners.iter().map(|c| c.point))
        .collect();
    points.sort_unstable();
    points.dedup();
    let boxes: Vec<Aabb> = points
        .iter()
        .map(|p| Aabb::EMPTY.with_point(arena.rounded(*p)))
        .collect();
    let bvh = Bvh::new(&boxes, 4);
    let mut near = Vec::new();
    let polygons: Vec<ClosedPolygon> = pieces
        .iter()
        .map(|piece| with_edge_points(arena, &points, &bvh, piece, &mut near))
        .collect();
    unbalanced(&polygons).map_or(Ok(polygons), |p| Err(arena.rounded(p)))
}

fn with_edge_points(
    arena: &Arena,
    points: &[PointIx],
    bvh: &Bvh,
    piece: &SurfacePiece,
    near: &mut Vec<PointIx>,
) -> ClosedPolygon {
    let mut border = Vec::with_capacity(piece.corners.len());
    for (i, corner) in piece.corners.iter().enumerate() {
        let to = piece.corners[(i + 1) % piece.corners.len()].point;
        border.push((corner.point, true));
        near.clear();
        let [p, q] = [corner.point, to].map(|p| arena.rounded(p));
        // Rounding is monotone: a point between others stays in their box.
        let bounds = Aabb::EMPTY.with_point(p).with_point(q);
        bvh.visit(|node| {
            if !node.bounds.overlaps(&bounds) {
                return Walk::Skip;
            }
            let items = node.leaf.map_or(&[][..], |range| &bvh.items()[range]);
            near.extend(items.iter().map(|i| points[*i as usize]).filter(|p| {
                *p != corner.point
                    && *p != to
                    && bounds.contains(arena.rounded(*p))
                    && arena.side(piece.support, *p) == Sign::Zero
                    && arena.side(corner.edge, *p) == Sign::Zero
            }));
            Walk::Enter
        });
        if near.is_empty() {
            continue;
        }
        let axis = longest_axis(arena, corner.point, to);
        let compare = |a: PointIx, b: PointIx| arena.exact(a).cmp_along(arena.exact(b), axis);
        let forward = compare(corner.point, to);
        near.retain(|p| compare(corner.point, *p) == forward && compare(*p, to) == forward);
        near.sort_unstable_by(|a, b| match forward {
            std::cmp::Ordering::Less => compare(*a, *b),
            _ => compare(*b, *a),
        });
        border.extend(near.iter().map(|p| (*p, false)));
    }
    ClosedPolygon {
        leaf: piece.leaf,
        border,
    }
}

/// Returns an axis along which the ends of an edge differ.
fn longest_axis(arena: &Arena, from: PointIx, to: PointIx) -> usize {
    let size = (arena.rounded(to) - arena.rounded(from)).abs();
    let mut axes = [0, 1, 2];
    axes.sort_by(|a, b| size[*b].total_cmp(&size[*a]));
    let differ = |axis: &usize| arena.exact(from).cmp_along(arena.exact(to), *axis).is_ne();
    axes.into_iter()
        .find(differ)
        .expect("ends of an edge differ")
}

/// Returns a point of an edge that is not traversed as often in one direction as in the other.
fn unbalanced(polygons: &[ClosedPolygon]) -> Option<PointIx> {
    let mut balance: BTreeMap<[PointIx; 2], i64> = BTreeMap::new();
    for polygon in polygons {
        let count = polygon.border.len();
        for i in 0..count {
            let (p, q) = (polygon.border[i].0, polygon.border[(i + 1) % count].0);
            *balance.entry([p.min(q), p.max(q)]).or_default() += if p < q { 1 } else { -1 };
        }
    }
    balance
        .into_iter()
        .find_map(|([p, _], n)| (n != 0).then_some(p))
}
