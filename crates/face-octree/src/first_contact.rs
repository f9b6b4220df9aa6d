//! First contact: hierarchies of the bodies' own items, descended depth-first (D10).
//!
//! Good for bodies of which a few parts decide, poor where many parts are near and none touches.
//! Tests the nodes on the way to a contact and those that lead nowhere: for two spheres of 3,968
//! faces, some hundreds. Nothing moves but the vertices of the items that are reached. The essence:
//! 1. At the first query, build a hierarchy of each body's items in its local space.
//! 2. Each frame, bound each body by the box of its root and by a ball around its vertices, both
//!    moved to world space. Rotation enlarges the box, not the ball.
//! 3. Of bodies whose boxes overlap, compare the balls, then the local boxes along their own axes.
//! 4. Test two roots, then their children, always to the bottom first, and first those that
//!    overlap deepest.
//! 5. Test the items of two leaves as soon as they are reached, and stop at a contact.
//!
//! A body that deforms takes two passes over its vertices in each frame in which these change. Its
//! boxes are fitted, in one pass over its faces, once it is near another body.

use crate::counters::OctreeWork;
use geometry::bvh::Walk;
use geometry::{Aabb, Ball, Bvh, PosedExtent, RelativePose, Vec3, WorldMap};
use std::cell::Cell;
use std::ops::Range;

/// Hierarchy of one body's items in local space: faces, or black nodes. In the current frame.
#[derive(Clone, Debug)]
pub(crate) struct PosedTree {
    bvh: Bvh,
    /// False if the boxes are still those of other vertices.
    is_fitted: bool,
    /// Box of all items, in local space.
    bounds: Aabb,
    /// Ball around all vertices, in local and in world space.
    local: Ball,
    world: Ball,
    posed: PosedExtent,
}

impl PosedTree {
    /// Takes the hierarchy of a body's items and all its vertices.
    pub(crate) fn new(bvh: Bvh, vertices: &[Vec3]) -> PosedTree {
        let local = Ball::around(bvh.bounds().center(), vertices);
        PosedTree {
            bounds: bvh.bounds(),
            is_fitted: true,
            bvh,
            local,
            world: local,
            posed: PosedExtent::world(0.0),
        }
    }

    /// Takes other vertices, for a body that deforms. The boxes are those of before.
    pub(crate) fn deform(&mut self, vertices: &[Vec3]) {
        self.bounds = Aabb::of_points(vertices);
        self.local = Ball::around(self.bounds.center(), vertices);
        self.is_fitted = false;
    }

    /// Fits the hierarchy to the boxes of the items, if the body has deformed since. Returns true
    /// if it has.
    pub(crate) fn fit(&mut self, bounds: impl Fn(u32) -> Aabb) -> bool {
        let has_deformed = !std::mem::replace(&mut self.is_fitted, true);
        if has_deformed {
            self.bvh.refit(bounds);
        }
        has_deformed
    }

    /// Sets the body's pose, and returns a world box that contains all its rounded world vertices.
    pub(crate) fn place(&mut self, map: WorldMap) -> Aabb {
        // Stored last: what was just stored is slow to read.
        let posed = PosedExtent::new(map, self.bounds.max_abs_coordinate());
        let (around, world) = posed.world_bounds(&self.bounds, &self.local);
        self.posed = posed;
        self.world = world;
        around
    }

    /// Returns the map from local to world space.
    pub(crate) fn map(&self) -> &WorldMap {
        &self.posed.map
    }

    /// Returns the items of one leaf.
    pub(crate) fn items(&self, leaf: Range<usize>) -> &[u32] {
        &self.bvh.items()[leaf]
    }
}

/// Compares the balls of two bodies, then their local boxes. Returns the pose of the second in the
/// space of the first, unless the bodies are surely apart. The hierarchies may have to be fitted.
pub(crate) fn pose_if_near([a, b]: [&PosedTree; 2], work: &mut OctreeWork) -> Option<RelativePose> {
    work.ball_tests += 1;
    if a.world.is_apart_from(&b.world) {
        return None;
    }
    let b_in_a = RelativePose::new(&a.posed, &b.posed);
    (!b_in_a.separates_boxes(&a.bounds, &b.bounds)).then_some(b_in_a)
}

/// Calls `test` with the items of every two leaves that may share a point, depth-first, until it
/// returns [`Walk::Stop`]. The hierarchies are fitted.
///
/// Conservative: two items that share a point in world space, all rounding included, come to
/// `test`.
pub(crate) fn descend(
    [a, b]: [&PosedTree; 2],
    b_in_a: &RelativePose,
    work: &mut OctreeWork,
    mut test: impl FnMut([&[u32]; 2], &mut OctreeWork) -> Walk,
) {
    debug_assert!(a.is_fitted && b.is_fitted, "boxes of other vertices");
    let tests = Cell::new(0);
    let overlap = |in_a: &Aabb, in_b: &Aabb| {
        tests.set(tests.get() + 1);
        let common = b_in_a.apply_box(in_b).intersection(in_a);
        common.map(|common| common.size().min_element())
    };
    a.bvh.overlapping_leaves(&b.bvh, overlap, |of_a, of_b| {
        test([a.items(of_a), b.items(of_b)], work)
    });
    work.node_tests += tests.get();
}
