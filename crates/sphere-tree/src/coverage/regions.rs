//! Covering by regions: each node answers for a part of the surface.
//!
//! Not in the paper. The surface is divided among the leaves: a piece of a face goes to the leaf
//! whose sphere holds it, or has to grow least for it; a piece that is too large for any is halved.
//! The region of a node is that of its leaves, and its sphere becomes the smallest one around its
//! region. A triangle lies in a ball when its corners do, so covering is proved by three distances.
//!
//! A search from the root finds every point that two surfaces share: the point lies in the root's
//! region, then in that of a child, and so on. Overlapping spheres need not cover each other's parts, as
//! the strict policy asks, and leaves list only the faces of their regions.

use super::{MARGIN, Near};
use crate::draft::Draft;
use crate::surface::Surface;
use geometry::{Ball, Vec3};
use rayon::prelude::*;

/// A piece is halved until its longest side is below this part of the radius of the sphere that would
/// have to grow for it: what remains costs a growth of a few percent at most.
const SMALL: f64 = 0.06;

/// A piece below this is not halved further, in units of the scaled body: half a percent.
const FINEST: f64 = 5e-3;

/// A part of a face.
#[derive(Clone, Copy)]
struct Piece {
    corners: [Vec3; 3],
    face: u32,
}

impl Piece {
    /// How large a ball about `center` has to be to hold it.
    fn reach(&self, center: Vec3) -> f64 {
        let squares = self.corners.map(|p| p.distance_squared(center));
        squares.into_iter().fold(0.0, f64::max).sqrt()
    }

    /// The two halves at the middle of the longest side, and the length of that side.
    fn halved(&self) -> ([Piece; 2], f64) {
        let [a, b, c] = self.corners;
        let sides = [(a, b, c), (b, c, a), (c, a, b)];
        let length = |side: &(Vec3, Vec3, Vec3)| side.0.distance_squared(side.1);
        let longest = sides
            .into_iter()
            .max_by(|s, t| length(s).total_cmp(&length(t)));
        let (p, q, r) = longest.expect("a triangle has sides");
        let m = (p + q) / 2.0;
        let part = |corners| Piece {
            corners,
            face: self.face,
        };
        ([part([p, m, r]), part([m, q, r])], p.distance(q))
    }
}

/// Divides the surface among the leaves and fits every sphere to its region. Gives the faces of each
/// leaf's region, sorted, and none for inner nodes; leaves and inner nodes that get no region go.
pub fn cover_regions(surface: &Surface, draft: &mut Draft) -> Vec<Vec<u32>> {
    let leaves: Vec<usize> = (0..draft.balls.len())
        .filter(|n| draft.is_leaf(*n))
        .collect();
    let balls: Vec<Ball> = leaves.iter().map(|n| draft.balls[*n]).collect();
    let near = Near::of(surface, &balls);
    let divided: Vec<Vec<(u32, Piece)>> = (0..surface.mesh().face_count() as u32)
        .into_par_iter()
        .map(|face| divide(surface, &near, &balls, face))
        .collect();
    let mut regions: Vec<Region> = draft.balls.iter().map(|_| Region::default()).collect();
    for (leaf, piece) in divided.into_iter().flatten() {
        let region = &mut regions[leaves[leaf as usize]];
        region.corners.extend(piece.corners);
        region.faces.push(piece.face);
    }
    fit(draft, &mut regions);
    without_empty(draft, &mut regions);
    regions.into_iter().map(|r| r.faces).collect()
}

/// What a node answers for.
#[derive(Default)]
struct Region {
    /// Corners of its pieces, with repetitions.
    corners: Vec<Vec3>,
    /// Its faces; of leaves only.
    faces: Vec<u32>,
}

/// The pieces of a face, each with its leaf.
fn divide(surface: &Surface, near: &Near, balls: &[Ball], face: u32) -> Vec<(u32, Piece)> {
    let candidates = near.or_all(face, balls.len());
    let mut divided = Vec::new();
    let mut stack = vec![Piece {
        corners: surface.mesh().triangle(face as usize).corners(),
        face,
    }];
    while let Some(piece) = stack.pop() {
        let growth = |i: &u32| {
            let ball = &balls[*i as usize];
            piece.reach(ball.center) + MARGIN - ball.radius
        };
        let (least, leaf) = candidates
            .iter()
            .map(|i| (growth(i), *i))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .expect("a tree has a leaf");
        let (halves, longest) = piece.halved();
        if least > 0.0 && longest > (SMALL * balls[leaf as usize].radius).max(FINEST) {
            stack.extend(halves);
        } else {
            divided.push((leaf, piece));
        }
    }
    divided
}

/// Hands the corners up, deepest nodes first, and makes each sphere the smallest around its region.
fn fit(draft: &mut Draft, regions: &mut [Region]) {
    for level in (0..=draft.depth()).rev() {
        let nodes = draft.level(level);
        for node in nodes.clone() {
            for child in draft.children(node) {
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
                draft.balls[node] = Ball::new(ball.center, ball.radius + MARGIN);
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

/// Drops the nodes that answer for nothing: no search needs them.
fn without_empty(draft: &mut Draft, regions: &mut Vec<Region>) {
    let mut needed: Vec<bool> = regions.iter().map(|r| !r.faces.is_empty()).collect();
    for node in (0..needed.len()).rev() {
        needed[node] |= draft.children(node).any(|child| needed[child]);
    }
    let mut kept = Draft::root(draft.balls[0]);
    let mut order = vec![0];
    let mut level = vec![0];
    for _ in 0..draft.depth() {
        let children = |node: &usize| draft.children(*node).filter(|c| needed[*c]).collect();
        let families: Vec<Vec<usize>> = level.iter().map(children).collect();
        let balls = |family: &Vec<usize>| family.iter().map(|c| draft.balls[*c]).collect();
        kept.push_level(&families.iter().map(balls).collect::<Vec<_>>());
        level = families.concat();
        order.extend(&level);
    }
    let mut all: Vec<Option<Region>> = std::mem::take(regions).into_iter().map(Some).collect();
    regions.extend(
        order
            .iter()
            .map(|n| all[*n].take().expect("each node once")),
    );
    *draft = kept;
}
