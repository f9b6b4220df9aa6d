//! Step 3: polygons of one body pushed down the tree of the other (Thibault and Naylor 1987).
//!
//! Good for polygons far from most planes. One classification for each piece and each node that it
//! reaches. The essence:
//! 1. Map the polygon into tree space, with a bound on the rounding of that map.
//! 2. Thicken each plane by that bound. A piece in front goes to the front child, a piece behind to
//!    the back child, and a piece across the plane is cut in two that overlap by the thickness.
//! 3. Report the faces of each node whose thick plane the piece meets, and those of each list.
//! 4. Report each piece that ends in an IN leaf.

use crate::counters::BspWork;
use crate::polygon::{CutPlane, Polygon, Side};
use crate::tree::{CUTS_ROUNDING, Child, PLANE_THICKNESS, Tree, TreeSpace};
use geometry::{PosedExtent, RelativePose, Triangle, Vec3, WorldMap};
use std::ops::ControlFlow;

/// Part of the tree that a pushed polygon hits.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hit<'a> {
    /// Faces near a piece: those of a node whose plane it meets, or those of a list.
    Faces(&'a [u32]),
    /// Piece that ends in an IN leaf.
    InLeaf(&'a Polygon),
}

/// Map from world space to the space of a tree, with a bound on its rounding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorldInTree {
    space: TreeSpace,
    /// World space in the body's local space.
    world_in_body: RelativePose,
    /// Bound on the distance of a mapped world vertex from the same vertex in the tree, in tree
    /// space.
    margin: f64,
}

/// Largest useful thickness of planes, in tree space. Beyond it, every piece is near every plane.
const MAX_THICKNESS: f64 = 0.25;

impl WorldInTree {
    /// Returns the map into `tree` for a body with the pose `map` and for world points with
    /// coordinates up to `reach`, in scene units.
    ///
    /// `None` if rounding makes the tree useless: for a body far smaller than the rounding of its
    /// translation, or for a pose whose matrix is far from a rotation.
    pub(crate) fn try_new(tree: &Tree, map: &WorldMap, reach: f64) -> Option<WorldInTree> {
        let space = tree.space;
        let body = PosedExtent::new(*map, space.reach);
        let world_in_body = RelativePose::new(&body, &PosedExtent::world(reach));
        let world_in_tree = WorldInTree {
            space,
            world_in_body,
            // Twice, because a bound per coordinate grows by at most √3 as a distance.
            margin: 2.0 * world_in_body.coordinate_margin() * space.scale,
        };
        (world_in_tree.margin < MAX_THICKNESS).then_some(world_in_tree)
    }

    /// Maps a world point to tree space.
    #[inline]
    pub(crate) fn point(&self, p: Vec3) -> Vec3 {
        self.space.apply(self.world_in_body.apply(p))
    }

    /// Maps a world triangle to tree space, and returns the thickness of planes for it.
    ///
    /// If the triangle shares a point with a face of the tree, that point is within the thickness
    /// of the plane of the face, and within the thickness of the correct side of every plane on the
    /// path to the face.
    #[inline]
    pub(crate) fn polygon(&self, t: &Triangle) -> (Polygon, f64) {
        let [a, b, c] = t.corners().map(|p| self.point(p));
        let size = 1.0 + a.abs().max(b.abs()).max(c.abs()).max_element();
        let polygon = Polygon::triangle(&Triangle::new(a, b, c));
        (polygon, self.thickness(size))
    }

    /// Returns the thickness of planes for points with coordinates up to `size` in tree space: that
    /// of building plus twice the rounding of the map and of all cuts.
    pub(crate) fn thickness(&self, size: f64) -> f64 {
        PLANE_THICKNESS + 2.0 * (self.margin + CUTS_ROUNDING * size)
    }
}

/// Walk of polygons down trees. Owns the stack, so a push allocates nothing once warm.
#[derive(Clone, Debug, Default)]
pub(crate) struct PolygonWalk {
    /// Nodes to visit, each with the index of the piece to classify.
    ///
    /// A piece that passes whole is not copied. Invariant: piece indices never decrease from bottom
    /// to top. When an entry is popped, all pieces above its own are therefore unused.
    stack: Vec<(u32, u32)>,
    pieces: Vec<Polygon>,
}

impl PolygonWalk {
    /// Pushes `polygon` down `tree` and passes its hits to `on_hit`, until `on_hit` breaks.
    ///
    /// `polygon` is in tree space. Planes are `thickness` thick to either side
    /// ([`WorldInTree::polygon`]). A piece within a plane's thickness goes down both sides (D1).
    /// Conservative: reports every face of the tree that shares a point with the world triangle,
    /// some repeatedly, and some that are only near a plane on the path.
    ///
    /// # Cost
    /// One classification for each piece and node. The stack grows with the depth of the tree.
    pub(crate) fn push(
        &mut self,
        tree: &Tree,
        (polygon, thickness): (&Polygon, f64),
        work: &mut BspWork,
        mut on_hit: impl FnMut(Hit<'_>, &mut BspWork) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.stack.clear();
        self.pieces.clear();
        self.pieces.push(*polygon);
        self.enter(tree, tree.root, 0, work, &mut on_hit)?;
        while let Some((index, piece)) = self.stack.pop() {
            // By the invariant of the stack, later pieces are unused.
            self.pieces.truncate(piece as usize + 1);
            let node = &tree.nodes[index as usize];
            let (low, high) = self.pieces[piece as usize].extent(&node.plane);
            work.bsp_nodes += 1;
            work.bsp_splits += u64::from(low < -thickness && high > thickness);
            // Part of the piece in front of, or behind, the thick plane. Both: it meets the plane.
            let (front, back) = (high >= -thickness, low <= thickness);
            if front && back {
                on_hit(Hit::Faces(tree.faces_in(node.faces)), work)?;
            }
            // Whole pieces go on the stack before cut ones, which have higher indices: this keeps
            // the invariant of the stack.
            if front && low >= -thickness {
                self.enter(tree, node.front, piece, work, &mut on_hit)?;
            }
            if back && high <= thickness {
                self.enter(tree, node.back, piece, work, &mut on_hit)?;
            }
            // A cut keeps the part within the thickness on both sides. OUT leaves need no piece.
            if front && low < -thickness && !matches!(node.front, Child::Out) {
                let part = self.cut(piece, &node.plane, -thickness, Side::Front);
                self.enter(tree, node.front, part, work, &mut on_hit)?;
            }
            if back && high > thickness && !matches!(node.back, Child::Out) {
                let part = self.cut(piece, &node.plane, thickness, Side::Back);
                self.enter(tree, node.back, part, work, &mut on_hit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds the part of a piece beyond the plane moved by `shift`, and returns its index.
    fn cut(&mut self, piece: u32, plane: &CutPlane, shift: f64, side: Side) -> u32 {
        let whole = &self.pieces[piece as usize];
        let part = whole.beyond(&whole.distances(plane), shift, side);
        self.pieces.push(part);
        self.pieces.len() as u32 - 1
    }

    /// Pushes a node on the stack, or reports a leaf.
    #[inline]
    fn enter(
        &mut self,
        tree: &Tree,
        child: Child,
        piece: u32,
        work: &mut BspWork,
        on_hit: &mut impl FnMut(Hit<'_>, &mut BspWork) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match child {
            Child::Node(index) => self.stack.push((index, piece)),
            Child::In => return on_hit(Hit::InLeaf(&self.pieces[piece as usize]), work),
            Child::Out => {}
            Child::List(faces) => return on_hit(Hit::Faces(tree.faces_in(faces)), work),
        }
        ControlFlow::Continue(())
    }
}

/// Returns true if `p`, in tree space, is provably farther than `clearance` from every face.
///
/// The proof: `p` is farther than `clearance` from every plane on its path, and the path does not
/// end in a list.
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
