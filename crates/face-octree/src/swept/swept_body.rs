//! Body at both instants of a frame, whose vertices are all moved: as far as its faces go, for
//! bodies that deform, or whose arcs count.

use super::face_corners::FaceCorners;
use super::patched_body::PatchedBody;
use crate::posed_vertices::{Marks, NearRegion, PosedVertices};
use crate::tuned::Patches;
use crate::workers::Team;
use collision::{Body, BodyId, Frame};
use geometry::swept::Turn;
use geometry::unit_scale::length;
use geometry::{Aabb, Mesh, Pose, SweptTriangle, Triangle, Vec3};
use std::sync::Arc;

/// Vertices of a body at both instants.
#[derive(Debug)]
pub(super) struct SweptBody {
    mesh: Arc<Mesh>,
    /// The body by patches, for frames in which it is rigid and moves along lines.
    patched: Option<PatchedBody>,
    now: PosedVertices,
    next: PosedVertices,
    /// Pose for which `next` and its box hold the vertices at rest.
    next_at: Option<(Pose, Aabb)>,
    /// Greatest distance of a vertex at rest from the body's origin, in scene units.
    reach: f64,
    /// The turn, if arcs count.
    pub(super) turn: Option<BodyTurn>,
}

/// Vertices of a body at both instants against one region, and the faces that it leaves.
#[derive(Debug, Default)]
pub(super) struct SweptMarks {
    now: Marks,
    next: Marks,
    pub(super) faces: Vec<u32>,
}

/// Turn of a body, if its arcs count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyTurn {
    /// The turn from this frame's pose to the next.
    pub turn: Turn,
    /// Bound on how far the body's points leave linear motion, in scene units. 0 if they do not.
    pub bulge: f64,
}

impl SweptBody {
    pub(super) fn vertex_count(&self) -> usize {
        self.mesh.vertices().len()
    }

    pub(super) fn face_count(&self) -> usize {
        self.mesh.face_count()
    }

    /// Returns a body at rest, with patches if it may be compared by them.
    pub(super) fn new(body: &Body, patches: Option<&Arc<Patches>>) -> SweptBody {
        let mesh = body.mesh().clone();
        let vertices = PosedVertices::new(&mesh);
        SweptBody {
            patched: patches.map(|patches| PatchedBody::new(&mesh, patches)),
            now: vertices.clone(),
            next: vertices,
            next_at: None,
            reach: reach(mesh.vertices()),
            turn: None,
            mesh,
        }
    }

    /// Computes the turn of a body.
    pub(super) fn turn_to(&mut self, body: BodyId, frames: [&Frame<'_>; 2]) {
        let [now, next] = frames.map(|frame| frame.poses()[body.index()]);
        let turn = Turn::new(now, next);
        let local = frames.map(|frame| frame.deformed_vertices(body));
        let bulge = if turn.turns() {
            self.bulge(&turn, local)
        } else {
            0.0
        };
        self.turn = Some(BodyTurn { turn, bulge });
    }

    /// Moves a body to both instants, if it is near another one. By patches, no vertex is moved
    /// yet. Returns its box over both instants, with the bulge, and the number of vertices moved.
    pub(super) fn update(
        &mut self,
        team: Team,
        body: BodyId,
        frames: [&Frame<'_>; 2],
        (is_near, by_patches): (bool, bool),
    ) -> (Aabb, u64) {
        let mut moved = 0;
        let bounds = match &mut self.patched {
            _ if !is_near => Aabb::EMPTY,
            Some(patched) if by_patches => {
                patched.place(frames.map(|frame| frame.poses()[body.index()].world_map()))
            }
            _ => self.place(team, body, frames, &mut moved),
        };
        let bulge = self.turn.map_or(0.0, |turn| turn.bulge);
        (bounds.expanded(bulge), moved)
    }

    /// Returns the body by patches, if it was made with them.
    pub(super) fn patched(&self) -> Option<&PatchedBody> {
        self.patched.as_ref()
    }

    /// Moves the vertices to both instants, and returns the box over both. Counts vertices moved.
    ///
    /// In a sequence of frames, this frame's second instant is the next frame's first: then its
    /// vertices are there already.
    fn place(
        &mut self,
        team: Team,
        body: BodyId,
        [now, next]: [&Frame<'_>; 2],
        moved: &mut u64,
    ) -> Aabb {
        let count = self.mesh.vertices().len() as u64;
        let local = [now, next].map(|frame| frame.deformed_vertices(body));
        let poses = [now, next].map(|frame| frame.poses()[body.index()]);
        let first = match self.next_at.take() {
            Some((pose, bounds)) if pose == poses[0] && local[0].is_none() => {
                std::mem::swap(&mut self.now, &mut self.next);
                bounds
            }
            _ => {
                *moved += count;
                let map = poses[0].world_map();
                self.now.place(team, &self.mesh, &map, local[0])
            }
        };
        *moved += count;
        let map = poses[1].world_map();
        let second = self.next.place(team, &self.mesh, &map, local[1]);
        self.next_at = local[1].is_none().then_some((poses[1], second));
        first.union(second)
    }

    /// Returns the bound on how far the points of the turning body leave linear motion. `local` are
    /// its deformed vertices at both instants, if it deforms.
    fn bulge(&self, turn: &Turn, local: [Option<&[Vec3]>; 2]) -> f64 {
        if local == [None; 2] {
            return turn.bulge(self.reach, 0.0);
        }
        let [now, next] = local.map(|vertices| vertices.unwrap_or(self.mesh.vertices()));
        let change = now.iter().zip(next).map(|(p, q)| length(*p - *q));
        turn.bulge(reach(now).max(reach(next)), change.fold(0.0, f64::max))
    }

    pub(super) fn project(
        &self,
        team: Team,
        direction: Vec3,
        marks: &mut SweptMarks,
    ) -> (f64, f64) {
        let now = self.now.project(team, direction, &mut marks.now);
        let next = self.next.project(team, direction, &mut marks.next);
        (now.0.min(next.0), now.1.max(next.1))
    }

    /// Lists the faces that no side of `near` excludes: all six corners lie beyond such a side.
    pub(super) fn list_faces(&self, team: Team, near: &NearRegion, marks: &mut SweptMarks) {
        let SweptMarks { now, next, faces } = marks;
        self.now.mark(team, near, now);
        self.next.mark(team, near, next);
        now.keep_common(next);
        now.list_faces(team, &self.mesh, faces);
    }

    /// Returns where the corners of its faces come from.
    pub(super) fn face_corners(&self) -> FaceCorners<'_> {
        FaceCorners::Posed(&self.mesh, [&self.now, &self.next])
    }

    pub(super) fn sweep(&self, face: u32) -> SweptTriangle {
        let corners = self.mesh.triangles()[face as usize];
        let [now, next] = [&self.now, &self.next].map(|vertices| {
            let [a, b, c] = corners.map(|i| vertices.get(i));
            Triangle::new(a, b, c)
        });
        SweptTriangle::new(now, next)
    }
}

/// Returns the greatest distance of a vertex from the origin, in scene units.
fn reach(vertices: &[Vec3]) -> f64 {
    let lengths = vertices.iter().map(|p| length(*p));
    lengths.fold(0.0, f64::max)
}
