//! Polygons pushed down a tree.

use crate::counters::BspWork;
use crate::polygon::{CutPlane, Polygon, Side};
use crate::tree::{CUTS_ROUNDING, Child, FAT, Tree, TreeSpace};
use geometry::{PosedExtent, RelativePose, Triangle, Vec3, WorldMap};
use std::ops::ControlFlow;

/// What a pushed polygon comes to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Met<'a> {
    /// Faces that a piece of it is near to: in a plane that it meets, or in a list.
    Faces(&'a [u32]),
    /// An IN leaf, with the piece that is in it.
    Inside(&'a Polygon),
}

/// The way from world space to the space of a tree, and how exact it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    space: TreeSpace,
    /// World space seen from the body.
    world_in_body: RelativePose,
    /// Bound on how far a mapped point is from the place that the tree's own faces have for it, in
    /// tree space.
    margin: f64,
}

/// Planes thicker than this, in tree space, lead nowhere: everything is near everything.
const BLUNT: f64 = 0.25;

impl Way {
    /// The way into `tree`, whose body lies in the world by `map`; for points with coordinates up
    /// to `reach`, in scene units. `None` when rounding would blur the body beyond recognition, as
    /// with a body far smaller than the rounding of the place where it is, or a pose that is
    /// no rotation at all: then the tree is of no use.
    pub(crate) fn into_tree(tree: &Tree, map: &WorldMap, reach: f64) -> Option<Way> {
        let space = tree.space;
        let body = PosedExtent::new(*map, space.reach);
        let world_in_body = RelativePose::new(&body, &PosedExtent::world(reach));
        let way = Way {
            space,
            world_in_body,
            // Twice: from coordinates to the distance from a plane.
            margin: 2.0 * world_in_body.coordinate_margin() * space.scale,
        };
        (way.margin < BLUNT).then_some(way)
    }

    /// A world point in tree space.
    #[inline]
    pub(crate) fn point(&self, p: Vec3) -> Vec3 {
        self.space.apply(self.world_in_body.apply(p))
    }

    /// A world triangle in tree space, and how thick the planes are for it: a point of a face of
    /// the tree that the triangle shares is within so much of every plane that the face lies in,
    /// and of the right side of every plane on the way there.
    #[inline]
    pub(crate) fn polygon(&self, t: &Triangle) -> (Polygon, f64) {
        let [a, b, c] = t.corners().map(|p| self.point(p));
        let size = 1.0 + a.abs().max(b.abs()).max(c.abs()).max_element();
        let polygon = Polygon::triangle(&Triangle::new(a, b, c));
        (polygon, self.thickness(size))
    }

    /// The thickness of planes for points with coordinates up to `size` in tree space: that of
    /// building, and twice what either side of the comparison may be off.
    pub(crate) fn thickness(&self, size: f64) -> f64 {
        FAT + 2.0 * (self.margin + CUTS_ROUNDING * size)
    }
}

/// Pushes polygons down trees. Holds the stack, so that nothing is allocated from push to push.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pusher {
    /// Nodes to visit, and which of the pieces each is to classify. A piece that goes on whole is
    /// not copied; later entries never have earlier pieces, so that what lies above a piece is done
    /// with when its entry comes up.
    stack: Vec<(u32, u32)>,
    pieces: Vec<Polygon>,
}

impl Pusher {
    /// Pushes `polygon` down `tree` and says what its pieces meet, until told to stop.
    ///
    /// `polygon` is in tree space; planes are `thickness` thick to either side ([`Way::polygon`]).
    /// A piece that is within a plane's thickness goes down both sides (D1). Every face of the tree
    /// that shares a point with the polygon's original is told, some more than once, and others
    /// that are merely near the planes on the way.
    ///
    /// # Cost
    /// One classification for each piece and node; the stack grows with the depth of the tree.
    pub(crate) fn push(
        &mut self,
        tree: &Tree,
        (polygon, thickness): (&Polygon, f64),
        work: &mut BspWork,
        mut met: impl FnMut(Met<'_>, &mut BspWork) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.stack.clear();
        self.pieces.clear();
        self.pieces.push(*polygon);
        self.enter(tree, tree.root, 0, work, &mut met)?;
        while let Some((index, piece)) = self.stack.pop() {
            self.pieces.truncate(piece as usize + 1);
            let node = &tree.nodes[index as usize];
            let (low, high) = self.pieces[piece as usize].extent(&node.plane);
            work.bsp_nodes += 1;
            work.bsp_splits += u64::from(low < -thickness && high > thickness);
            let (front, back) = (high >= -thickness, low <= thickness);
            if front && back {
                met(Met::Faces(tree.faces_in(node.faces)), work)?;
            }
            // What goes on whole comes first on the stack.
            if front && low >= -thickness {
                self.enter(tree, node.front, piece, work, &mut met)?;
            }
            if back && high <= thickness {
                self.enter(tree, node.back, piece, work, &mut met)?;
            }
            if front && low < -thickness && !matches!(node.front, Child::Out) {
                let part = self.cut(piece, &node.plane, -thickness, Side::Front);
                self.enter(tree, node.front, part, work, &mut met)?;
            }
            if back && high > thickness && !matches!(node.back, Child::Out) {
                let part = self.cut(piece, &node.plane, thickness, Side::Back);
                self.enter(tree, node.back, part, work, &mut met)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds what lies beyond the plane moved by `shift`, as a piece of its own.
    fn cut(&mut self, piece: u32, plane: &CutPlane, shift: f64, side: Side) -> u32 {
        let whole = &self.pieces[piece as usize];
        let part = whole.beyond(&whole.distances(plane), shift, side);
        self.pieces.push(part);
        self.pieces.len() as u32 - 1
    }

    #[inline]
    fn enter(
        &mut self,
        tree: &Tree,
        child: Child,
        piece: u32,
        work: &mut BspWork,
        met: &mut impl FnMut(Met<'_>, &mut BspWork) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match child {
            Child::Node(index) => self.stack.push((index, piece)),
            Child::In => return met(Met::Inside(&self.pieces[piece as usize]), work),
            Child::Out => {}
            Child::List(faces) => return met(Met::Faces(tree.faces_in(faces)), work),
        }
        ControlFlow::Continue(())
    }
}

/// Whether `p`, in tree space, is farther than `clearance` from every face of `tree`, as far as the
/// tree can tell: farther from every plane on its way, and at its end there are no faces.
pub(crate) fn is_clear(tree: &Tree, p: Vec3, clearance: f64, work: &mut BspWork) -> bool {
    let mut child = tree.root;
    loop {
        match child {
            Child::Node(index) => {
                let node = &tree.nodes[index as usize];
                let d = node.plane.distance(p);
                work.bsp_nodes += 1;
                if d.abs() <= clearance {
                    return false;
                }
                child = if d > 0.0 { node.front } else { node.back };
            }
            Child::In | Child::Out => return true,
            Child::List(_) => return false,
        }
    }
}
