//! Mode `published`: Tables 1 and 2 to the letter [Su07 §3].
//!
//! The tables give the relation of `(a, b)` from those of `(L.a, b)` and `(R.a, b)`. Two rows are
//! only necessary conditions, so a "yes" may be wrong (D6):
//! - INTERSECTION, yes and yes: `b` may touch `L` and `R` at different places.
//! - DIFFERENCE, yes and no: `b` may lie in the hole `R` without touching its walls, while the
//!   bounding volume of `L` contains it.

use crate::overlap::{SeparatingDirection, surely_apart};
use crate::pair::{HybridPair, Scratch};
use crate::volumes::{BoundingVolume, VolumeKind};
use geometry::csg::{CsgOperation, SurfacePolygon};
use geometry::{Interference, interference_counted};

/// Returns the answer of the tables: true if the two solids may share points.
///
/// Each rule ends with the test of another pair of nodes, except that a union and an intersection
/// have a second one. So a stack of such second pairs replaces recursion.
pub(crate) fn collide(pair: &mut HybridPair<'_>, scratch: &mut Scratch) -> bool {
    scratch.pending.clear();
    let mut nodes = pair.roots();
    loop {
        let mut answer = match rule(pair, scratch, nodes) {
            RecursionRule::Answer(answer) => answer,
            RecursionRule::Same(next) => {
                nodes = next;
                continue;
            }
            RecursionRule::Both(operation, first, second) => {
                scratch.pending.push((operation, second));
                nodes = first;
                continue;
            }
        };
        loop {
            let Some((operation, second)) = scratch.pending.pop() else {
                return answer;
            };
            // Table 1: the second test matters after a "no" of a union, or a "yes" of an
            // intersection.
            if answer != (operation == CsgOperation::Union) {
                nodes = second;
                break;
            }
            answer = operation == CsgOperation::Union;
        }
    }
}

/// Step of the recursion for a pair of nodes.
pub(crate) enum RecursionRule {
    /// The answer is known.
    Answer(bool),
    /// The answer is that of another pair.
    Same([u32; 2]),
    /// The answer is that of a union or an intersection of the answers for two pairs.
    Both(CsgOperation, [u32; 2], [u32; 2]),
}

/// Returns what the tables make of two nodes.
pub(crate) fn rule(
    pair: &mut HybridPair<'_>,
    scratch: &mut Scratch,
    nodes: [u32; 2],
) -> RecursionRule {
    if pair.apart(nodes) {
        return RecursionRule::Answer(false);
    }
    // "Check first the current level node on the second CSG tree b against the next lower level
    // node(s) on the first CSG tree a": the second tree is entered at the leaves of the first (D7).
    let body = usize::from(pair.models[0].branch(nodes[0]).is_none());
    let Some(expansion) = pair.expansion(nodes, body) else {
        pair.work.leaf_pairs += 1;
        return RecursionRule::Answer(leaves_touch(pair, nodes));
    };
    let (operation, left, right) = (expansion.operation, expansion.left, expansion.right);
    match operation {
        CsgOperation::Union | CsgOperation::Intersection => {
            RecursionRule::Both(operation, left, right)
        }
        CsgOperation::Difference => {
            // "A rough detection between b and R.a is done with BVs."
            if pair.apart(right) {
                return RecursionRule::Same(left);
            }
            // "A polygon intersection test should be executed between the local complement region,
            // b and R.a. If no collision occurs, the result depends on whether there is any
            // collision between b and L.a."
            if complement_touches(pair, scratch, nodes, body) {
                RecursionRule::Answer(true)
            } else {
                RecursionRule::Same(left)
            }
        }
    }
}

/// Returns true unless two leaves are certainly apart. "The distance-aided collision detection
/// approach is used to perform the intersection test", for "positive" leaves: the right child of a
/// difference is never entered.
fn leaves_touch(pair: &mut HybridPair<'_>, nodes: [u32; 2]) -> bool {
    let hull = |i: usize| -> Option<&BoundingVolume> {
        let list = pair.models[i].volumes(nodes[i] as usize)?;
        let at = list.index_of(VolumeKind::Hull)?;
        Some(&list.nodes()[at].volume)
    };
    let (Some(a), Some(b)) = (hull(0), hull(1)) else {
        return true;
    };
    let mut direction = SeparatingDirection::default();
    let pose = pair.unit_pose();
    !surely_apart(a, b, &pose, &mut direction, pair.work)
}

/// Returns true if polygons of the hole of a difference, as far as they bound the node, share
/// points with polygons of the other body's node. Goes through all polygons of both (D11).
fn complement_touches(
    pair: &mut HybridPair<'_>,
    scratch: &mut Scratch,
    nodes: [u32; 2],
    body: usize,
) -> bool {
    let other = 1 - body;
    let solids = pair.models.map(|model| model.solid());
    let surfaces = [0, 1].map(|i| solids[i].surface(nodes[i] as usize));
    let corners = |of: usize, polygon: SurfacePolygon| solids[of].polygon(polygon.polygon).1;
    let moved = &mut pair.work.vertices_moved;
    let walls = surfaces[body].polygons_from_right();
    let walls = walls.map(|wall| corners(body, wall));
    scratch
        .walls
        .fill(&pair.posed[body].map, walls, None, moved);
    if scratch.walls.polygons().is_empty() {
        return false;
    }
    let region = scratch.walls.bounds();
    let others = surfaces[other]
        .polygons()
        .map(|polygon| corners(other, polygon));
    let near = &mut scratch.near_walls;
    near.fill(&pair.posed[other].map, others, Some(&region), moved);
    for wall in scratch.walls.polygons() {
        for polygon in scratch.near_walls.polygons() {
            pair.work.polygon_tests += 1;
            if !polygon.bounds.overlaps(&wall.bounds) {
                continue;
            }
            for s in scratch.walls.triangles(wall) {
                for t in scratch.near_walls.triangles(polygon) {
                    pair.work.face_pair_tests += 1;
                    let kind = interference_counted(&s, &t, &mut pair.work.exact_fallbacks);
                    if kind != Interference::Apart {
                        return true;
                    }
                }
            }
        }
    }
    false
}
