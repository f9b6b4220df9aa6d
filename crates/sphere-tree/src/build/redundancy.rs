//! Removal of redundant spheres, "that is, spheres whose removal from the hierarchy does not affect
//! conservative coverage" [Hubbard96 §12].

use crate::build::coverage::lemma::uncovered;
use crate::build::coverage::{NearBalls, cover_levels};
use crate::build::hierarchy::SphereHierarchy;
use crate::build::normalized_mesh::NormalizedMesh;
use geometry::Ball;

/// Removes redundant spheres of the deepest level, smallest first, and returns their number.
///
/// A sphere is redundant if the other spheres of the level cover its part of the surface. The
/// boundary lemma decides that, as the paper suggests. A node keeps at least one child. Inner
/// spheres stay, because their subtrees would be lost. Afterwards the spheres of each level cover
/// every face.
pub(super) fn remove(surface: &NormalizedMesh, hierarchy: &mut SphereHierarchy) -> usize {
    cover_levels(surface, hierarchy);
    let nodes: Vec<usize> = hierarchy.at_level(hierarchy.depth()).collect();
    let balls: Vec<Ball> = nodes.iter().map(|n| hierarchy.balls[*n]).collect();
    let near = NearBalls::of(surface, &balls);
    let deepest = hierarchy.level(hierarchy.depth());
    let mut siblings = vec![0usize; hierarchy.balls.len()];
    let mut parent = vec![usize::MAX; hierarchy.balls.len()];
    for (node, count) in siblings.iter_mut().enumerate() {
        *count = hierarchy.children(node).len();
        hierarchy
            .children(node)
            .for_each(|child| parent[child] = node);
    }
    let mut order: Vec<usize> = (0..nodes.len())
        .filter(|i| deepest.contains(&nodes[*i]))
        .collect();
    // Smallest first: large spheres, which stay, cover more of what the small ones cover.
    order.sort_by(|i, j| balls[*i].radius.total_cmp(&balls[*j].radius).then(i.cmp(j)));
    let mut kept = vec![true; nodes.len()];
    let mut gone = vec![false; hierarchy.balls.len()];
    for i in order.into_iter().filter(|i| nodes[*i] > 0) {
        let up = parent[nodes[i]];
        if siblings[up] < 2 {
            continue;
        }
        // Tried without it. Spheres removed before are not counted on.
        kept[i] = false;
        if needed(surface, &near, &balls, &kept, i) {
            kept[i] = true;
        } else {
            gone[nodes[i]] = true;
            siblings[up] -= 1;
        }
    }
    *hierarchy = without(hierarchy, &gone);
    gone.iter().filter(|gone| **gone).count()
}

/// Returns true if the kept spheres leave a face near sphere `i` uncovered.
fn needed(
    surface: &NormalizedMesh,
    near: &NearBalls,
    balls: &[Ball],
    kept: &[bool],
    i: usize,
) -> bool {
    let mut faces = Vec::new();
    surface.tree().faces_near(&balls[i], &mut faces);
    faces.into_iter().any(|face| {
        let others = near.get(face).iter().filter(|j| kept[**j as usize]);
        let others: Vec<Ball> = others.map(|j| balls[*j as usize]).collect();
        let t = surface.mesh().triangle(face as usize);
        others.is_empty() || uncovered(&t, &others, None).is_some()
    })
}

/// Returns the hierarchy without some nodes of its deepest level.
fn without(hierarchy: &SphereHierarchy, gone: &[bool]) -> SphereHierarchy {
    let mut thinned = SphereHierarchy::root(hierarchy.balls[0]);
    for level in 0..hierarchy.depth() {
        let children = |node: usize| {
            let kept = hierarchy.children(node).filter(|child| !gone[*child]);
            kept.map(|child| hierarchy.balls[child]).collect()
        };
        let families: Vec<Vec<Ball>> = hierarchy.level(level).map(children).collect();
        thinned.push_level(&families);
    }
    thinned
}
