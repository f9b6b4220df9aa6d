//! Rows of Tables 1 and 2 that answer yes, checked one by one [Su07 §3] (D6).
//!
//! Goes the way of `published`, answers the same, and counts for each row how often it answers yes
//! and how often that is wrong. A row is wrong if the solids of its two nodes share no point, while
//! the yes that it is made of is right. So a wrong answer counts once, where it begins, and not
//! again for each node above. A wrong yes of two leaves is of no row. A no is not checked: each row
//! is at least a necessary condition. Nodes without bounds, as a half-space has none, are not
//! counted, and pass for right.
//!
//! Solids share a point if their surfaces do, by the exact test of faces, or if one contains a
//! corner of each part of the other. Each check goes through the surfaces of both nodes, which
//! takes far longer than the answer: meant for counting, not for use.

use crate::open_row::{CheckedAnswer, OpenRow, YesRow};
use crate::pair::{HybridPair, Scratch};
use crate::published::{RecursionRule, rule};
use geometry::csg::{CsgOperation, Membership, SurfacePolygon};
use geometry::{Aabb, Interference, RelativePose, interference};

/// Returns the answer of the tables as `published::collide` does, and counts wrong rows.
pub(crate) fn collide(pair: &mut HybridPair<'_>, scratch: &mut Scratch) -> bool {
    scratch.open_rows.clear();
    let mut nodes = pair.roots();
    loop {
        let mut answer = match rule(pair, scratch, nodes) {
            RecursionRule::Answer(false) => CheckedAnswer::No,
            RecursionRule::Answer(true) => {
                let of_leaves = [0, 1].iter().all(|i| pair.expansion(nodes, *i).is_none());
                if of_leaves {
                    let right = share_points(pair, scratch, nodes);
                    CheckedAnswer::Yes { right }
                } else {
                    checked_yes(pair, scratch, YesRow::TouchedHole, nodes, true)
                }
            }
            RecursionRule::Same(left) => {
                let open = OpenRow::new(YesRow::FreeHole, nodes, None);
                scratch.open_rows.push(open);
                nodes = left;
                continue;
            }
            RecursionRule::Both(operation, first, second) => {
                let row = match operation {
                    CsgOperation::Intersection => YesRow::Intersection,
                    _ => YesRow::Union,
                };
                let open = OpenRow::new(row, nodes, Some(second));
                scratch.open_rows.push(open);
                nodes = first;
                continue;
            }
        };
        loop {
            let Some(open) = scratch.open_rows.pop() else {
                return answer != CheckedAnswer::No;
            };
            if let Some((open, second)) = open.after_first(answer) {
                scratch.open_rows.push(open);
                nodes = second;
                break;
            }
            if let CheckedAnswer::Yes { right } = answer {
                answer = checked_yes(pair, scratch, open.row, open.nodes, right && open.right);
            }
        }
    }
}

/// Counts the yes of a row that is made of answers which are all right, or not.
fn checked_yes(
    pair: &mut HybridPair<'_>,
    scratch: &mut Scratch,
    row: YesRow,
    nodes: [u32; 2],
    made_of_right: bool,
) -> CheckedAnswer {
    let is_bounded = |i: usize| pair.models[i].volumes(nodes[i] as usize).is_some();
    if !is_bounded(0) || !is_bounded(1) {
        return CheckedAnswer::Yes {
            right: made_of_right,
        };
    }
    let right = share_points(pair, scratch, nodes);
    let work = &mut *pair.work;
    let (yes, wrong) = match row {
        YesRow::Union => (&mut work.union_yes, &mut work.union_wrong),
        YesRow::Intersection => (&mut work.intersection_yes, &mut work.intersection_wrong),
        YesRow::TouchedHole => (&mut work.touched_hole_yes, &mut work.touched_hole_wrong),
        YesRow::FreeHole => (&mut work.free_hole_yes, &mut work.free_hole_wrong),
    };
    *yes += 1;
    *wrong += u64::from(made_of_right && !right);
    CheckedAnswer::Yes { right }
}

/// Returns true if the solids of two nodes share points.
///
/// The test of their surfaces is exact. A corner of one is compared with the other's formula in
/// rounded coordinates: once the surfaces are apart, that errs only for corners nearer than the
/// rounding of a pose.
fn share_points(pair: &HybridPair<'_>, scratch: &mut Scratch, nodes: [u32; 2]) -> bool {
    let boxes = [0, 1].map(|i| {
        let surface = pair.models[i].solid().surface(nodes[i] as usize);
        pair.extents[i].world_box(&surface.bounds())
    });
    if !boxes[0].overlaps(&boxes[1]) {
        return false;
    }
    fill(pair, scratch, nodes, &boxes);
    for a in scratch.walls.polygons() {
        for b in scratch.near_walls.polygons() {
            if !a.bounds.overlaps(&b.bounds) {
                continue;
            }
            for s in scratch.walls.triangles(a) {
                for t in scratch.near_walls.triangles(b) {
                    if interference(&s, &t) != Interference::Apart {
                        return true;
                    }
                }
            }
        }
    }
    contains_a_corner(pair, nodes, 0) || contains_a_corner(pair, nodes, 1)
}

/// Maps the polygons of both nodes that lie near the other node to world space.
fn fill(pair: &HybridPair<'_>, scratch: &mut Scratch, nodes: [u32; 2], boxes: &[Aabb; 2]) {
    let solids = pair.models.map(|model| model.solid());
    // Work of the check is none of the method.
    let mut moved = 0;
    let buffers = [&mut scratch.walls, &mut scratch.near_walls];
    for (i, buffer) in buffers.into_iter().enumerate() {
        let corners = |polygon: SurfacePolygon| solids[i].polygon(polygon.polygon).1;
        let surface = solids[i].surface(nodes[i] as usize);
        let polygons = surface.polygons().map(corners);
        let region = &boxes[1 - i];
        buffer.fill(&pair.posed[i].map, polygons, Some(region), &mut moved);
    }
}

/// Returns true if the node of a body contains a corner of the other body's node. Looks at one
/// corner of each polygon, so at each part of the surface.
fn contains_a_corner(pair: &HybridPair<'_>, nodes: [u32; 2], body: usize) -> bool {
    let other = 1 - body;
    let [solid, corners_of] = [body, other].map(|i| pair.models[i].solid());
    let to_body = RelativePose::new(&pair.extents[body], &pair.extents[other]);
    let bounds = solid.surface(nodes[body] as usize).bounds();
    let surface = corners_of.surface(nodes[other] as usize);
    surface.polygons().any(|polygon| {
        let mut corners = corners_of.polygon(polygon.polygon).1;
        corners.next().is_some_and(|corner| {
            let p = to_body.apply(corner);
            let node = nodes[body] as usize;
            bounds.contains(p) && solid.tree().membership_of_node(node, p) == Membership::Inside
        })
    })
}
