//! The hull of points as triangles, point by point, with exact visibility.
//!
//! After C. B. Barber, D. P. Dobkin and H. Huhdanpaa, "The Quickhull Algorithm for Convex Hulls",
//! ACM Transactions on Mathematical Software 22 (4), 1996, with exact signs in place of thick
//! facets. The essence:
//! 1. Start with a tetrahedron. Give each point outside to one triangle that it sees.
//! 2. Take the point farthest above a triangle. The triangles that it sees form a disk. Replace
//!    them by the cone from the point to the border of the disk, the horizon.
//! 3. Give the points of the replaced triangles to triangles of the cone that they see. A point
//!    that sees none of these lies within the hull. Go on with 2 until no point lies outside.
//!
//! *Sees* means strictly above the plane, by the exact sign. Three facts make this safe for points
//! in any position:
//! - No triangle is degenerate. The new point is not collinear with an edge of the horizon, since
//!   it lies strictly above a triangle at that edge.
//! - The horizon is one simple cycle. The triangles of a facet are seen together, and around a
//!   vertex of a convex body the facets seen from one point follow one another.
//! - Step 3 forgets no point. Let `q` see a replaced triangle `f` and lie outside the new hull.
//!   The segment from `q` to a point `x` within `f` enters the new hull through a triangle `g` that
//!   `q` sees, if `x` is in general position. If `g` was there before, the segment from `g` to `x`
//!   belongs to the old hull, but points of it lie above `f`. So `g` is new.

use crate::Vec3;
use crate::predicates::{Plane, Sign};
use std::collections::VecDeque;

/// No triangle, or no point.
const NONE: u32 = u32::MAX;

/// Triangle of a hull. Side `i` leads from corner `i` to the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct HullTriangle {
    /// Corners, counterclockwise seen from outside.
    pub corners: [u32; 3],
    /// Triangle across each side.
    pub across: [u32; 3],
    /// Plane of the corners.
    pub plane: Plane,
    /// First of the points that are given to this triangle. `Quickhull::next` lists the others.
    above: u32,
    /// The farthest of these points, with its rounded height. Heights choose, signs decide.
    farthest: (u32, f64),
    /// Last round that found out whether the new point sees this triangle, and the answer.
    seen: (u32, bool),
    /// False for a replaced triangle.
    alive: bool,
}

/// Returns the triangles of the hull of `points`, which are all different. `simplex` is of four
/// points that are not coplanar, the fourth behind the first three.
///
/// Corners may lie within facets and edges of the hull.
pub(super) fn triangles(points: &[Vec3], simplex: [u32; 4]) -> Vec<HullTriangle> {
    let mut hull = Quickhull {
        points,
        next: vec![NONE; points.len()],
        cone_from: vec![NONE; points.len()],
        ..Quickhull::default()
    };
    hull.start(simplex);
    let mut round = 0;
    while let Some(triangle) = hull.pending.pop_front() {
        // A slot may have been used again since it was listed: then it is listed twice.
        if hull.triangles[triangle as usize].above != NONE {
            round += 1;
            hull.add_farthest_of(triangle, round);
        }
    }
    hull.compacted()
}

#[derive(Default)]
struct Quickhull<'a> {
    points: &'a [Vec3],
    /// Slots of triangles. Those of replaced ones are used again.
    triangles: Vec<HullTriangle>,
    free: Vec<u32>,
    /// Point after each point in the list of its triangle.
    next: Vec<u32>,
    /// Triangles with points above them, in order of their age.
    pending: VecDeque<u32>,
    /// Triangles that the new point sees.
    visible: Vec<u32>,
    /// Sides of visible triangles whose neighbors are not visible: both ends, and the neighbor.
    horizon: Vec<[u32; 3]>,
    /// New triangle whose first corner is this point of the horizon.
    cone_from: Vec<u32>,
    /// New triangles.
    cone: Vec<u32>,
}

impl Quickhull<'_> {
    /// Step 1.
    fn start(&mut self, [a, b, c, d]: [u32; 4]) {
        let corners = [[a, b, c], [b, a, d], [c, b, d], [a, c, d]];
        let across = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];
        for (corners, across) in corners.into_iter().zip(across) {
            let triangle = self.add(corners);
            self.triangles[triangle as usize].across = across;
        }
        self.cone.extend(0..4);
        for point in 0..self.points.len() as u32 {
            if ![a, b, c, d].contains(&point) {
                self.give(point);
            }
        }
        self.list_pending();
    }

    /// Steps 2 and 3.
    fn add_farthest_of(&mut self, triangle: u32, round: u32) {
        let apex = self.triangles[triangle as usize].farthest.0;
        self.find_horizon(triangle, apex, round);
        self.raise_cone(apex);
        for i in 0..self.visible.len() {
            let replaced = self.visible[i];
            let mut point = self.triangles[replaced as usize].above;
            while point != NONE {
                let next = self.next[point as usize];
                if point != apex {
                    self.give(point);
                }
                point = next;
            }
        }
        // Only now, as the cone may not take the slots of triangles whose points are still needed.
        for replaced in self.visible.drain(..) {
            let triangle = &mut self.triangles[replaced as usize];
            (triangle.alive, triangle.above) = (false, NONE);
            self.free.push(replaced);
        }
        self.list_pending();
    }

    /// Finds all triangles that `apex` sees, from one of them on, and the border between them and
    /// the others.
    fn find_horizon(&mut self, first: u32, apex: u32, round: u32) {
        let p = self.points[apex as usize];
        self.horizon.clear();
        self.triangles[first as usize].seen = (round, true);
        self.visible.push(first);
        let mut done = 0;
        // `visible` is also the queue of a breadth-first search over neighbors. On a convex surface
        // the triangles that a point sees are connected, so that it finds them all.
        while done < self.visible.len() {
            let here = self.triangles[self.visible[done] as usize];
            done += 1;
            for side in 0..3 {
                let neighbor = &mut self.triangles[here.across[side] as usize];
                if neighbor.seen.0 != round {
                    let visible = neighbor.plane.side(p, &mut 0) == Sign::Positive;
                    neighbor.seen = (round, visible);
                    if visible {
                        self.visible.push(here.across[side]);
                    }
                }
                // The edge from a seen triangle to an unseen one is on the horizon.
                if !neighbor.seen.1 {
                    let (from, to) = (here.corners[side], here.corners[(side + 1) % 3]);
                    self.horizon.push([from, to, here.across[side]]);
                }
            }
        }
    }

    /// Makes the triangles from `apex` to the horizon, and links them.
    fn raise_cone(&mut self, apex: u32) {
        self.cone.clear();
        for i in 0..self.horizon.len() {
            let [from, to, beyond] = self.horizon[i];
            let new = self.add([from, to, apex]);
            self.cone.push(new);
            self.cone_from[from as usize] = new;
            self.triangles[new as usize].across[0] = beyond;
            let beyond = &mut self.triangles[beyond as usize];
            let side = beyond.corners.iter().position(|c| *c == to);
            beyond.across[side.expect("the neighbor shares the side")] = new;
        }
        for i in 0..self.cone.len() {
            let new = self.cone[i];
            let after = self.cone_from[self.horizon[i][1] as usize];
            self.triangles[new as usize].across[1] = after;
            self.triangles[after as usize].across[2] = new;
        }
    }

    /// Adds a triangle without neighbors and points.
    fn add(&mut self, corners: [u32; 3]) -> u32 {
        let [a, b, c] = corners.map(|i| self.points[i as usize]);
        let triangle = HullTriangle {
            corners,
            across: [NONE; 3],
            plane: Plane::new(a, b, c),
            above: NONE,
            farthest: (NONE, f64::NEG_INFINITY),
            seen: (0, false),
            alive: true,
        };
        match self.free.pop() {
            Some(slot) => {
                self.triangles[slot as usize] = triangle;
                slot
            }
            None => {
                self.triangles.push(triangle);
                self.triangles.len() as u32 - 1
            }
        }
    }

    /// Gives a point to the first triangle of the cone that it sees. Otherwise the point lies
    /// within the hull.
    fn give(&mut self, point: u32) {
        let p = self.points[point as usize];
        for i in 0..self.cone.len() {
            let triangle = &mut self.triangles[self.cone[i] as usize];
            if triangle.plane.side(p, &mut 0) != Sign::Positive {
                continue;
            }
            let corner = self.points[triangle.corners[0] as usize];
            let height = triangle.plane.normal().dot(p - corner);
            if height > triangle.farthest.1 {
                triangle.farthest = (point, height);
            }
            self.next[point as usize] = std::mem::replace(&mut triangle.above, point);
            return;
        }
    }

    /// Lists the new triangles that have points above them.
    fn list_pending(&mut self) {
        let above = |t: &u32| self.triangles[*t as usize].above != NONE;
        self.pending.extend(self.cone.iter().copied().filter(above));
    }

    /// Returns the triangles of the hull without the slots of replaced ones.
    fn compacted(self) -> Vec<HullTriangle> {
        let mut count = 0;
        let new_index = |t: &HullTriangle| {
            let index = count;
            count += u32::from(t.alive);
            index
        };
        let new_index: Vec<u32> = self.triangles.iter().map(new_index).collect();
        let mut triangles = self.triangles;
        triangles.retain(|t| t.alive);
        for triangle in &mut triangles {
            triangle.across = triangle.across.map(|t| new_index[t as usize]);
        }
        triangles
    }
}
