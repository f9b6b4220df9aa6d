//! Covering by regions: each node answers for a part of the surface.
//!
//! Not in the paper. The root answers for all faces. Each piece of a node's region goes to one child
//! whose sphere holds it; a piece that no child holds is halved; a small one makes the sphere grow
//! that grows least. A triangle lies in a ball when its corners do, so holding is proved by three
//! distances, and a search from the root finds every point that two surfaces share: the point lies in
//! the root's region, then in that of a child, and so on. Overlapping spheres need not cover each
//! other's parts, as the strict policy asks, and leaves list only the faces of their regions.

use super::{MARGIN, hold_all};
use crate::draft::Draft;
use crate::surface::Surface;
use geometry::{Ball, Vec3};
use rayon::prelude::*;

/// A piece is halved until its longest side is below this part of the radius of the sphere that would
/// have to grow for it: what remains costs a growth of a few percent at most.
const SMALL: f64 = 0.06;

/// What covering by regions gives beside larger spheres.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Regions {
    /// The faces of each leaf's region, sorted; empty for inner nodes.
    pub faces: Vec<Vec<u32>>,
    /// How often a sphere was enlarged.
    pub repairs: usize,
}

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

/// Divides the surface among the nodes and makes every sphere hold its region.
pub fn cover_regions(surface: &Surface, draft: &mut Draft) -> Regions {
    let mut found = Regions {
        faces: vec![Vec::new(); draft.balls.len()],
        repairs: hold_all(surface, &mut draft.balls[0]),
    };
    let whole = |face: usize| Piece {
        corners: surface.mesh().triangle(face).corners(),
        face: face as u32,
    };
    let mut level = vec![(
        0,
        (0..surface.mesh().face_count())
            .map(whole)
            .collect::<Vec<_>>(),
    )];
    while !level.is_empty() {
        let handed: Vec<Handed> = level
            .par_iter()
            .map(|(node, pieces)| {
                let balls = draft.balls[draft.children(*node)].to_vec();
                hand_down(balls, pieces)
            })
            .collect();
        let mut next = Vec::new();
        for ((node, pieces), handed) in level.into_iter().zip(handed) {
            let children = draft.children(node);
            if children.is_empty() {
                let mut faces: Vec<u32> = pieces.iter().map(|p| p.face).collect();
                faces.sort_unstable();
                faces.dedup();
                found.faces[node] = faces;
                continue;
            }
            found.repairs += handed.repairs;
            draft.balls[children.clone()].copy_from_slice(&handed.balls);
            next.extend(children.zip(handed.regions));
        }
        level = next;
    }
    found
}

/// The children of a node, enlarged where needed, with their regions.
struct Handed {
    balls: Vec<Ball>,
    regions: Vec<Vec<Piece>>,
    repairs: usize,
}

fn hand_down(mut balls: Vec<Ball>, pieces: &[Piece]) -> Handed {
    let mut regions = vec![Vec::new(); balls.len()];
    let mut repairs = 0;
    let mut stack = Vec::new();
    for piece in pieces
        .iter()
        .take(if balls.is_empty() { 0 } else { usize::MAX })
    {
        stack.push(*piece);
        while let Some(piece) = stack.pop() {
            let needed = |ball: &Ball| piece.reach(ball.center) + MARGIN;
            let growth = |i: usize| needed(&balls[i]) - balls[i].radius;
            let least = (0..balls.len())
                .min_by(|i, j| growth(*i).total_cmp(&growth(*j)))
                .expect("there is a child");
            if growth(least) > 0.0 {
                let (halves, longest) = piece.halved();
                if longest > SMALL * balls[least].radius && longest > MARGIN {
                    stack.extend(halves);
                    continue;
                }
                balls[least].radius = needed(&balls[least]);
                repairs += 1;
            }
            regions[least].push(piece);
        }
    }
    Handed {
        balls,
        regions,
        repairs,
    }
}
