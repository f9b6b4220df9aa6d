//! Coverage by regions: each node is responsible for a part of the surface (D6). Not in the paper.
//!
//! Good for tight trees and an exact search: spheres that overlap need not cover each other's
//! parts, as under the strict policy, and leaves list only the faces of their regions. With `n`
//! leaves near a face and `p` pieces of it: at most `n p` distances. The essence:
//! 1. Assign each piece of a face to the leaf whose sphere needs the least growth to contain it.
//! 2. Halve a piece first if it is large and several leaves compete for it.
//! 3. The region of a node is the union of the regions of its children.
//! 4. Replace each sphere by the smallest ball of its region.
//!
//! A search from the root finds every common point of two surfaces: the point lies in the region of
//! the root, then in that of a child, down to a leaf that lists its face. A ball contains a
//! triangle if it contains its corners, so three distances prove the coverage of a piece.

use super::{MARGIN, NearBalls};
use crate::build::hierarchy::SphereHierarchy;
use crate::build::normalized_mesh::NormalizedMesh;
use geometry::{Ball, Vec3};
use rayon::prelude::*;
use std::rc::Rc;

/// Longest side of a piece that is not halved, relative to the radius of its sphere. A smaller
/// piece makes the sphere grow by at most a few percent.
const SMALL: f64 = 0.06;

/// Longest side of a piece that is never halved, in units of the scaled body: half a percent.
const FINEST: f64 = 5e-3;

/// Part of a face.
#[derive(Clone, Copy)]
struct FacePiece {
    corners: [Vec3; 3],
    face: u32,
}

impl FacePiece {
    /// Returns the radius of the smallest ball about `center` that contains the piece.
    fn reach(&self, center: Vec3) -> f64 {
        let squares = self.corners.map(|p| p.distance_squared(center));
        squares.into_iter().fold(0.0, f64::max).sqrt()
    }

    /// Returns the two halves at the midpoint of the longest side, and the length of that side.
    fn halved(&self) -> ([FacePiece; 2], f64) {
        let [a, b, c] = self.corners;
        let sides = [(a, b, c), (b, c, a), (c, a, b)];
        let length = |side: &(Vec3, Vec3, Vec3)| side.0.distance_squared(side.1);
        let longest = sides
            .into_iter()
            .max_by(|s, t| length(s).total_cmp(&length(t)));
        let (p, q, r) = longest.expect("a triangle has sides");
        let m = (p + q) / 2.0;
        let part = |corners| FacePiece {
            corners,
            face: self.face,
        };
        ([part([p, m, r]), part([m, q, r])], p.distance(q))
    }
}

/// Divides the surface among the leaves, fits every sphere to its region, and removes nodes without
/// a region. Returns the sorted faces of each leaf's region, and an empty list for inner nodes.
pub(crate) fn cover_regions(
    surface: &NormalizedMesh,
    hierarchy: &mut SphereHierarchy,
) -> Vec<Vec<u32>> {
    let leaves: Vec<usize> = (0..hierarchy.balls.len())
        .filter(|n| hierarchy.is_leaf(*n))
        .collect();
    let balls: Vec<Ball> = leaves.iter().map(|n| hierarchy.balls[*n]).collect();
    // Each face is divided on its own: results do not depend on threads, and come in the order of
    // faces.
    let near = NearBalls::of(surface, &balls);
    let divided: Vec<Vec<(u32, FacePiece)>> = (0..surface.mesh().face_count() as u32)
        .into_par_iter()
        .map(|face| divide(surface, &near, &balls, face))
        .collect();
    let mut regions: Vec<NodeRegion> = hierarchy
        .balls
        .iter()
        .map(|_| NodeRegion::default())
        .collect();
    for (leaf, piece) in divided.into_iter().flatten() {
        let region = &mut regions[leaves[leaf as usize]];
        region.corners.extend(piece.corners);
        region.faces.push(piece.face);
    }
    // From the leaves up: the corners of a region are handed to the parent. A node is empty if none
    // came to it.
    fit(hierarchy, &mut regions);
    without_empty(hierarchy, &mut regions);
    regions.into_iter().map(|r| r.faces).collect()
}

/// Checks that regions cover each face. `lists` are the faces of each leaf.
///
/// A face is covered if each part of it lies in a leaf that lists it and in all ancestors of that
/// leaf. This halves a face in the way of [`cover_regions`], and each of its pieces lies in all
/// nodes of its region. So the check accepts every tree that function makes.
///
/// # Errors
/// The first face that is not covered.
pub(crate) fn check_regions(
    surface: &NormalizedMesh,
    hierarchy: &SphereHierarchy,
    lists: &[Vec<u32>],
) -> Result<(), u32> {
    let ancestry = Ancestry::new(hierarchy);
    let mut leaves_of: Vec<Vec<usize>> = vec![Vec::new(); surface.mesh().face_count()];
    for leaf in (0..lists.len()).filter(|node| hierarchy.is_leaf(*node)) {
        for face in &lists[leaf] {
            leaves_of[*face as usize].push(leaf);
        }
    }
    let is_open = |face: &u32| {
        let mut stack = vec![FacePiece {
            corners: surface.mesh().triangle(*face as usize).corners(),
            face: *face,
        }];
        let leaves = &leaves_of[*face as usize];
        while let Some(piece) = stack.pop() {
            if leaves.iter().any(|leaf| ancestry.contains(&piece, *leaf)) {
                continue;
            }
            // `cover_regions` halves only sides above `FINEST`, so smaller halves do not help.
            let (halves, longest) = piece.halved();
            if longest <= 0.5 * FINEST {
                return true;
            }
            stack.extend(halves);
        }
        false
    };
    let faces = (0..surface.mesh().face_count() as u32).into_par_iter();
    faces.find_first(is_open).map_or(Ok(()), Err)
}

/// Nodes with their parents.
struct Ancestry<'a> {
    hierarchy: &'a SphereHierarchy,
    /// Parent of each node, the root that of itself.
    parents: Vec<usize>,
}

impl Ancestry<'_> {
    fn new(hierarchy: &SphereHierarchy) -> Ancestry<'_> {
        let mut parents = vec![0; hierarchy.balls.len()];
        for node in 0..hierarchy.balls.len() {
            parents[hierarchy.children(node)].fill(node);
        }
        Ancestry { hierarchy, parents }
    }

    /// Returns true if a leaf and all its ancestors contain a piece.
    fn contains(&self, piece: &FacePiece, leaf: usize) -> bool {
        let mut node = leaf;
        loop {
            let ball = &self.hierarchy.balls[node];
            // The other half of the margin is left for the rounding of a search.
            if piece.reach(ball.center) > ball.radius - 0.5 * MARGIN {
                return false;
            }
            if node == 0 {
                return true;
            }
            node = self.parents[node];
        }
    }
}

/// Part of the surface that a node is responsible for.
#[derive(Default)]
struct NodeRegion {
    /// Corners of its pieces, with repetitions.
    corners: Vec<Vec3>,
    /// Faces of its pieces. Empty for inner nodes.
    faces: Vec<u32>,
}

/// Returns the pieces of a face, each with its leaf: steps 1 and 2.
///
/// The growth that a sphere with center `c` and radius `r` needs for a piece is `max |corner − c| −
/// r`. Halving a piece never increases that growth, and decreases it by less than the longest side
/// `l`. A sphere that needs more than `l` above the minimum therefore cannot win on a half, and is
/// dropped. So is a sphere equal to the winner. Without other candidates, halving changes nothing.
fn divide(
    surface: &NormalizedMesh,
    near: &NearBalls,
    balls: &[Ball],
    face: u32,
) -> Vec<(u32, FacePiece)> {
    let whole = FacePiece {
        corners: surface.mesh().triangle(face as usize).corners(),
        face,
    };
    let mut divided = Vec::new();
    let mut growths: Vec<(f64, u32)> = Vec::new();
    let mut stack = vec![(whole, Rc::new(near.or_all(face, balls.len())))];
    while let Some((piece, candidates)) = stack.pop() {
        let growth = |i: &u32| {
            let ball = &balls[*i as usize];
            (piece.reach(ball.center) + MARGIN - ball.radius, *i)
        };
        growths.clear();
        growths.extend(candidates.iter().map(growth));
        let (least, leaf) = *growths
            .iter()
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .expect("a tree has a leaf");
        let (halves, longest) = piece.halved();
        let large = longest > (SMALL * balls[leaf as usize].radius).max(FINEST);
        let equal = |i: u32| i != leaf && are_one(&balls[i as usize], &balls[leaf as usize]);
        // The candidates that may win on a half. The winner itself stays among them.
        growths.retain(|(growth, i)| *growth <= least + longest && !equal(*i));
        if least > 0.0 && large && growths.len() > 1 {
            let remaining: Rc<Vec<u32>> = Rc::new(growths.iter().map(|(_, i)| *i).collect());
            stack.extend(halves.map(|half| (half, remaining.clone())));
        } else {
            divided.push((leaf, piece));
        }
    }
    divided
}

/// Returns true if both spheres are points (D2) less than [`MARGIN`] apart, as on coincident faces.
/// Either may then replace the other.
fn are_one(a: &Ball, b: &Ball) -> bool {
    a.radius == 0.0 && b.radius == 0.0 && a.center.distance(b.center) < MARGIN
}

/// Replaces each sphere by the smallest ball of its region plus [`MARGIN`], deepest level first:
/// steps 3 and 4.
fn fit(hierarchy: &mut SphereHierarchy, regions: &mut [NodeRegion]) {
    for level in (0..=hierarchy.depth()).rev() {
        let nodes = hierarchy.level(level);
        // Move the corners of the children up to their parents.
        for node in nodes.clone() {
            for child in hierarchy.children(node) {
                let corners = std::mem::take(&mut regions[child].corners);
                regions[node].corners.extend(corners);
            }
        }
        let fitted: Vec<Option<Ball>> = regions[nodes.clone()]
            .par_iter_mut()
            .map(|region| {
                region.faces.sort_unstable();
                region.faces.dedup();
                thin_out(&mut region.corners);
                Ball::minimal(&region.corners)
            })
            .collect();
        for (node, ball) in nodes.zip(fitted) {
            if let Some(ball) = ball {
                hierarchy.balls[node] = Ball::new(ball.center, ball.radius + MARGIN);
            }
        }
    }
}

/// Drops repetitions.
fn thin_out(corners: &mut Vec<Vec3>) {
    let key = |p: &Vec3| p.to_array().map(f64::to_bits);
    corners.sort_unstable_by_key(key);
    corners.dedup();
}

/// Removes nodes without a region. No search needs them.
fn without_empty(hierarchy: &mut SphereHierarchy, regions: &mut Vec<NodeRegion>) {
    // Children follow their parents, so one backward pass marks all ancestors.
    let mut needed: Vec<bool> = regions.iter().map(|r| !r.faces.is_empty()).collect();
    for node in (0..needed.len()).rev() {
        needed[node] |= hierarchy.children(node).any(|child| needed[child]);
    }
    let mut kept = SphereHierarchy::root(hierarchy.balls[0]);
    let mut order = vec![0];
    let mut level = vec![0];
    for _ in 0..hierarchy.depth() {
        let children = |node: &usize| hierarchy.children(*node).filter(|c| needed[*c]).collect();
        let families: Vec<Vec<usize>> = level.iter().map(children).collect();
        let balls = |family: &Vec<usize>| family.iter().map(|c| hierarchy.balls[*c]).collect();
        kept.push_level(&families.iter().map(balls).collect::<Vec<_>>());
        level = families.concat();
        order.extend(&level);
    }
    let mut all: Vec<Option<NodeRegion>> = std::mem::take(regions).into_iter().map(Some).collect();
    regions.extend(
        order
            .iter()
            .map(|n| all[*n].take().expect("each node once")),
    );
    *hierarchy = kept;
}

#[cfg(test)]
mod tests;
