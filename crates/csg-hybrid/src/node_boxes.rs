//! Boxes of the nodes of a tree, before any S-bound is clipped: step 1 of `s_bounds`, once per
//! shape.

use geometry::csg::{CsgNode, CsgOperation, CsgSolid};
use geometry::{Aabb, MAX_COORDINATE, Mesh, Vec3};

/// Box of an unbounded leaf.
pub(crate) const EVERYWHERE: Aabb = Aabb {
    min: Vec3::NEG_INFINITY,
    max: Vec3::INFINITY,
};

/// Returns the box of each node of a tree after the first upward pass, in local space.
///
/// # Rounding
/// With `u = 2⁻⁵³` and `r` the largest coordinate of the surface and of the leaf: rounding moves
/// corners of leaves and of faces by at most `u r`, so a point of a rounded face is within `2 u r`
/// of the box of a leaf that contains its exact point. A margin of `8 u r` covers that and the
/// rounding of the sum. Eight units of the smallest number cover underflow.
pub(crate) fn node_boxes(solid: &CsgSolid, mesh: &Mesh) -> Vec<Aabb> {
    const NODE_BOX_UNDERFLOW: f64 = f64::from_bits(8);
    let reach = mesh.aabb().max_abs_coordinate();
    let of_leaf = |node: usize| {
        let surface = solid.surface(node);
        let leaf_reach = surface.bounds().max_abs_coordinate();
        // Without polygons the leaf is empty, or all of space.
        if surface.is_empty() || leaf_reach > MAX_COORDINATE {
            return EVERYWHERE;
        }
        let margin = 4.0 * f64::EPSILON * reach.max(leaf_reach) + NODE_BOX_UNDERFLOW;
        surface.bounds().expanded(margin)
    };
    let mut boxes: Vec<Aabb> = Vec::with_capacity(solid.tree().nodes().len());
    for (i, node) in solid.tree().nodes().iter().enumerate() {
        boxes.push(match branch_box(node, &boxes) {
            Some(joined) => joined,
            None => of_leaf(i),
        });
    }
    boxes
}

/// Returns the box of a branch from those of its children, empty if the branch is null. `None` for
/// a leaf.
pub(crate) fn branch_box(node: &CsgNode, boxes: &[Aabb]) -> Option<Aabb> {
    let CsgNode::Branch {
        operation,
        left,
        right,
    } = *node
    else {
        return None;
    };
    let (left, right) = (&boxes[left as usize], &boxes[right as usize]);
    Some(match operation {
        CsgOperation::Union => left.union(*right),
        CsgOperation::Intersection => left.intersection(right).unwrap_or(Aabb::EMPTY),
        CsgOperation::Difference => *left,
    })
}
