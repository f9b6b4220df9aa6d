//! Mode `verified`: operators and volumes localize, the faces of the remaining leaves decide.
//!
//! Misses nothing: a contact of two faces lies on a leaf of each body, and each pair of nodes above
//! the two leaves has volumes that contain it, so none of them is apart. Under an intersection,
//! both children's volumes contain all that is left of either child, and under a difference, the
//! left child's volumes do (`model`), so freezing loses nothing. Degenerate faces lie on no leaf
//! and are tested with all faces of the other body.
//!
//! As a baseline, S-bounds localize instead (`s_bounds`).

use crate::counters::HybridWork;
use crate::model::{CsgLeafFaces, HybridModel};
use crate::options::{Freezing, Localization, Shortcuts};
use crate::pair::{Expansion, HybridPair, Scratch};
use crate::posed::HybridPosed;
use collision::{FacePair, Findings};
use geometry::bvh::Walk;
use geometry::csg::{CsgNode, CsgOperation};
use geometry::obb::ObbWork;
use geometry::{Interference, RelativePose, interference_counted};

/// Adds the contacts of two bodies, or the first one found.
pub(crate) fn find(
    pair: &mut HybridPair<'_>,
    scratch: &mut Scratch,
    first: bool,
    found: &mut Findings,
) {
    let roots = pair.roots();
    scratch.stack.clear();
    scratch.contacts.clear();
    if pair.options.localization == Localization::SBounds {
        let (models, s_bounds) = (pair.models, &mut scratch.s_bounds);
        if s_bounds.compute(models, &pair.b_in_a, pair.work).is_some() {
            s_bounds.add_leaf_pairs(models, &mut scratch.stack, pair.work);
        }
    } else if !pair.apart(roots) {
        scratch.stack.push(roots);
    }
    // Faces with two equal corners lie on no leaf: they are compared with all faces.
    let mut stopped = test_degenerate_faces(pair, first, scratch);
    while !stopped && let Some(nodes) = scratch.stack.pop() {
        if let Some(expansion) = to_descend(pair, nodes) {
            descend(pair, &expansion, &mut scratch.stack, |_, _| {});
        } else {
            stopped = test_leaves(pair, nodes, first, scratch);
        }
    }
    // Only where a face is on several leaves can a pair come twice.
    if pair.models.iter().any(|model| model.shares_faces) {
        scratch.contacts.sort_unstable_by_key(|(a, b, _)| (*a, *b));
        scratch.contacts.dedup_by_key(|(a, b, _)| (*a, *b));
    }
    for &(face_a, face_b, kind) in &scratch.contacts {
        let faces = FacePair {
            bodies: pair.bodies,
            face_a,
            face_b,
        };
        found.add_contact(faces, kind);
    }
}

/// Returns the step down from two nodes: into the one whose smallest volume is larger (D7). `None`
/// for two leaves.
pub(crate) fn to_descend(pair: &HybridPair<'_>, nodes: [u32; 2]) -> Option<Expansion> {
    match [0, 1].map(|body| pair.expansion(nodes, body)) {
        [Some(a), Some(b)] => {
            let [size_a, size_b] = [0, 1].map(|i| pair.smallest_volume(i, nodes[i]));
            Some(if size_a >= size_b { a } else { b })
        }
        [a, b] => a.or(b),
    }
}

/// Adds the children of a node that may touch the other body's node [Su07 Tables 1 and 2] (D8).
///
/// Calls `watch` with each pair of nodes that it tests, and true if they are apart.
pub(crate) fn descend(
    pair: &mut HybridPair<'_>,
    expansion: &Expansion,
    stack: &mut Vec<[u32; 2]>,
    mut watch: impl FnMut([u32; 2], bool),
) {
    let (left, right) = (expansion.left, expansion.right);
    if pair.options.localization == Localization::Off {
        stack.extend([right, left]);
        return;
    }
    let operation = match pair.options.freezing {
        Freezing::On => expansion.operation,
        Freezing::Off => CsgOperation::Union,
    };
    let left_apart = pair.apart(left);
    watch(left, left_apart);
    if left_apart && operation != CsgOperation::Union {
        // "If no collision occurs, stop": the right child is frozen.
        pair.work.frozen_subtrees += 1;
        return;
    }
    let right_apart = pair.apart(right);
    watch(right, right_apart);
    if right_apart && operation == CsgOperation::Intersection {
        pair.work.frozen_subtrees += 1;
        return;
    }
    if !right_apart && pair.have_faces(right) {
        stack.push(right);
    }
    if !left_apart && pair.have_faces(left) {
        stack.push(left);
    }
}

/// Tests the faces on two leaves. Returns true if one contact is enough and was found.
fn test_leaves(
    pair: &mut HybridPair<'_>,
    nodes: [u32; 2],
    first: bool,
    scratch: &mut Scratch,
) -> bool {
    pair.work.leaf_pairs += 1;
    match [0, 1].map(|i| leaf_faces(pair, i, nodes[i])) {
        [Some(a), Some(b)] => test_faces(pair, [a, b], first, scratch),
        _ => false,
    }
}

/// Tests the faces with two equal corners, which lie on no leaf, with all faces of the other body.
/// Returns as [`test_leaves`].
fn test_degenerate_faces(pair: &mut HybridPair<'_>, first: bool, scratch: &mut Scratch) -> bool {
    let [a, b] = pair.models;
    let (degenerate_a, degenerate_b) = (a.degenerate.as_ref(), b.degenerate.as_ref());
    if let Some(faces_a) = degenerate_a {
        for faces_b in b.faces.iter().flatten().chain(degenerate_b) {
            if test_faces(pair, [faces_a, faces_b], first, scratch) {
                return true;
            }
        }
    }
    if let Some(faces_b) = degenerate_b {
        for faces_a in a.faces.iter().flatten() {
            if test_faces(pair, [faces_a, faces_b], first, scratch) {
                return true;
            }
        }
    }
    false
}

/// Tests faces of both bodies. Returns true if one contact is enough and was found.
fn test_faces(
    pair: &mut HybridPair<'_>,
    [a, b]: [&CsgLeafFaces; 2],
    first: bool,
    scratch: &mut Scratch,
) -> bool {
    let (posed, models) = (pair.posed, pair.models);
    let work = &mut *pair.work;
    let (stack, contacts) = (&mut scratch.boxes, &mut scratch.contacts);
    // Without shortcuts, boxes of the smaller tree are mapped: there are fewer of them.
    let swapped = a.faces.len() < b.faces.len();
    let (fixed, moved, moved_in_fixed) = if swapped {
        let [of_a, of_b] = &pair.extents;
        (b, a, RelativePose::new(of_b, of_a))
    } else {
        (a, b, pair.b_in_a)
    };
    let mut walked = ObbWork::default();
    let visit = |i: u32, j: u32| {
        let (i, j) = if swapped { (j, i) } else { (i, j) };
        let (face_a, face_b) = (a.faces[i as usize], b.faces[j as usize]);
        let kind = test_face_pair(posed, models, [face_a, face_b], work);
        if kind == Interference::Apart {
            return Walk::Skip;
        }
        contacts.push((face_a, face_b, kind));
        if first { Walk::Stop } else { Walk::Skip }
    };
    let stopped = match pair.options.shortcuts {
        Shortcuts::On => {
            let (fixed, moved) = (&fixed.wide_boxes, &moved.wide_boxes);
            fixed.pairs(moved, &moved_in_fixed, stack, &mut walked, visit)
        }
        Shortcuts::Off => {
            let (fixed, moved) = (&fixed.boxes, &moved.boxes);
            fixed.pairs(moved, &moved_in_fixed, stack, &mut walked, visit)
        }
    };
    work.node_tests += walked.box_tests;
    work.nodes_moved += walked.boxes_moved;
    stopped
}

/// Tests a face of each body in world space: boxes first, then exactly.
fn test_face_pair(
    posed: [&HybridPosed; 2],
    models: [&HybridModel; 2],
    faces: [u32; 2],
    work: &mut HybridWork,
) -> Interference {
    let moved = &mut work.vertices_moved;
    let [a, b] = [0, 1].map(|i| posed[i].triangle(&models[i].mesh, faces[i], moved));
    work.face_box_tests += 1;
    if !a.aabb().overlaps(&b.aabb()) {
        return Interference::Apart;
    }
    work.face_pair_tests += 1;
    interference_counted(&a, &b, &mut work.exact_fallbacks)
}

fn leaf_faces<'a>(pair: &HybridPair<'a>, body: usize, node: u32) -> Option<&'a CsgLeafFaces> {
    let model = pair.models[body];
    match model.solid().tree().nodes()[node as usize] {
        CsgNode::Leaf(leaf) => model.faces[leaf as usize].as_ref(),
        CsgNode::Branch { .. } => None,
    }
}
