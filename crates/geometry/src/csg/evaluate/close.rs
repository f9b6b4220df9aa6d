//! Points on the edges of polygons, found exactly.

use super::arena::{Arena, PointIx};
use crate::bvh::Walk;
use crate::csg::polygon::{PlaneSide, PolygonStore};
use crate::{Aabb, Bvh, Sign};
use std::cmp::Ordering;

/// Points that may lie on edges, in a hierarchy.
#[derive(Debug)]
pub(super) struct EdgePoints {
    points: Vec<PointIx>,
    bvh: Option<Bvh>,
}

/// Edge of a polygon: the polygon's plane, a plane through the edge, and its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct BorderEdge {
    pub from: PointIx,
    pub to: PointIx,
    /// Plane through the edge, other than that of the polygon. The polygon lies inside.
    pub line: PlaneSide,
}

impl EdgePoints {
    /// Returns the points, each once.
    pub(super) fn new(arena: &Arena, mut points: Vec<PointIx>) -> EdgePoints {
        points.sort_unstable();
        points.dedup();
        let of_point = |p: &PointIx| Aabb::EMPTY.with_point(arena.rounded(*p));
        let boxes: Vec<Aabb> = points.iter().map(of_point).collect();
        let bvh = (!boxes.is_empty()).then(|| Bvh::new(&boxes, 4));
        EdgePoints { points, bvh }
    }

    /// Lists the points strictly between the ends of an edge, from one end to the other.
    pub(super) fn between(
        &self,
        arena: &Arena,
        support: PlaneSide,
        edge: BorderEdge,
        found: &mut Vec<PointIx>,
    ) {
        found.clear();
        let Some(bvh) = &self.bvh else { return };
        let BorderEdge { from, to, line } = edge;
        // Rounding is monotone: a point between others stays in their box.
        let bounds = Aabb::EMPTY
            .with_point(arena.rounded(from))
            .with_point(arena.rounded(to));
        bvh.visit(|node| {
            if !node.bounds.overlaps(&bounds) {
                return Walk::Skip;
            }
            let items = node.leaf.map_or(&[][..], |range| &bvh.items()[range]);
            found.extend(items.iter().map(|i| self.points[*i as usize]).filter(|p| {
                *p != from
                    && *p != to
                    && bounds.contains(arena.rounded(*p))
                    && arena.side(support, p) == Sign::Zero
                    && arena.side(line, p) == Sign::Zero
            }));
            Walk::Enter
        });
        if found.is_empty() {
            return;
        }
        let axis = axis_along(arena, from, to);
        let compare = |a: PointIx, b: PointIx| arena.exact(a).cmp_along(arena.exact(b), axis);
        let forward = compare(from, to);
        found.retain(|p| compare(from, *p) == forward && compare(*p, to) == forward);
        found.sort_unstable_by(|a, b| match forward {
            Ordering::Less => compare(*a, *b),
            _ => compare(*b, *a),
        });
    }
}

/// Returns an axis along which the ends of an edge differ.
fn axis_along(arena: &Arena, from: PointIx, to: PointIx) -> usize {
    let size = (arena.rounded(to) - arena.rounded(from)).abs();
    let mut axes = [0, 1, 2];
    axes.sort_by(|a, b| size[*b].total_cmp(&size[*a]));
    let (from, to) = (arena.exact(from), arena.exact(to));
    let differ = |axis: &usize| from.cmp_along(to, *axis).is_ne();
    axes.into_iter()
        .find(differ)
        .expect("ends of an edge differ")
}
