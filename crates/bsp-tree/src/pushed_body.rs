//! Push of one body's faces down the tree of the other, until a proof.

use crate::counters::BspWork;
use crate::polygon::Polygon;
use crate::query::{Hit, PolygonWalk, WorldInTree, is_clear};
use crate::tree::Tree;
use collision::{BodyId, FaceId, FacePair, Findings, World};
use geometry::{Aabb, Interference, SolidInterior, Triangle, VisitedSet, interference_counted};
use std::ops::ControlFlow;

/// Candidate face to push, in world space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PushCandidate {
    id: FaceId,
    triangle: Triangle,
    pub bounds: Aabb,
}

impl PushCandidate {
    #[inline(always)] // A face that is returned in memory is read while its stores are pending.
    pub(crate) fn of(world: &World, body: BodyId, face: u32) -> PushCandidate {
        let triangle = world.triangle(body, face);
        PushCandidate {
            id: FaceId { body, face },
            triangle,
            bounds: triangle.aabb(),
        }
    }
}

/// Push of one body's faces into the other body, which owns the tree.
pub(crate) struct PushedBody<'a> {
    pub tree: &'a Tree,
    /// Interior of the other body, while IN leaves of its tree may prove a collision (D3).
    pub trusted: Option<&'a SolidInterior>,
    pub world: &'a World,
    pub other: BodyId,
    pub stop_at_first: bool,
    /// Faces of the other body that the current face has been compared with.
    pub compared: &'a mut VisitedSet,
    pub found: &'a mut Findings,
}

impl PushedBody<'_> {
    /// Pushes one face down the tree. Breaks at a proof that ends the search.
    pub(crate) fn push(
        &mut self,
        walk: &mut PolygonWalk,
        face: &PushCandidate,
        world_in_tree: &WorldInTree,
        work: &mut BspWork,
    ) -> ControlFlow<()> {
        let (polygon, thickness) = world_in_tree.polygon(&face.triangle);
        walk.push(
            self.tree,
            (&polygon, thickness),
            work,
            |hit, work| match hit {
                Hit::Faces(faces) => self.compare(face, faces.iter().copied(), work),
                Hit::InLeaf(piece) => self.test_leaf(piece, thickness, work),
            },
        )
    }

    /// Breaks if the IN leaf of a piece proves that the solids collide (D3).
    ///
    /// The leaf is a proof if the piece is clear of every plane on its path and the surface winds
    /// around it. Twice the thickness covers the world point too.
    fn test_leaf(
        &mut self,
        piece: &Polygon,
        thickness: f64,
        work: &mut BspWork,
    ) -> ControlFlow<()> {
        let Some(inside) = self.trusted else {
            return ControlFlow::Continue(());
        };
        let p = piece.center();
        if !is_clear(self.tree, p, 2.0 * thickness, work) {
            return ControlFlow::Continue(());
        }
        if inside.contains(p) {
            return ControlFlow::Break(());
        }
        // After a wrong leaf, none decides.
        self.trusted = None;
        ControlFlow::Continue(())
    }

    /// Compares one face with all faces of the other body, because rounding makes the tree useless.
    pub(crate) fn compare_with_all(
        &mut self,
        face: &PushCandidate,
        work: &mut BspWork,
    ) -> ControlFlow<()> {
        self.compare(face, 0..self.world.face_count(self.other), work)
    }

    /// Compares one face with others, each once, and adds contacts: boxes first, then exactly.
    #[inline]
    fn compare(
        &mut self,
        face: &PushCandidate,
        others: impl Iterator<Item = u32>,
        work: &mut BspWork,
    ) -> ControlFlow<()> {
        for other in others {
            // Polygons of one face reach many leaves, and leaves repeat faces.
            if !self.compared.insert(other) {
                continue;
            }
            let triangle = self.world.triangle(self.other, other);
            work.face_box_tests += 1;
            if !face.bounds.overlaps(&triangle.aabb()) {
                continue;
            }
            work.face_pair_tests += 1;
            let exact = &mut work.exact_fallbacks;
            let kind = interference_counted(&face.triangle, &triangle, exact);
            let with = FaceId {
                body: self.other,
                face: other,
            };
            self.found.add_contact(FacePair::new(face.id, with), kind);
            if self.stop_at_first && kind != Interference::Apart {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}
