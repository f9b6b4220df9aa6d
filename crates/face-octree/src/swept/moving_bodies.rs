//! Bodies at both instants of a frame: step 1, and which faces of a pair of bodies step 2 lists
//! [Kitamura95 §3.2–3.3].
//!
//! Moves no body that no other one can come near until the next instant. With `v` vertices of
//! bodies near others: `2 v` moved vertices, or with patches only those of faces near another body.
//! As published: all vertices, twice. The essence:
//! 1. Find the bodies that may meet another one, by balls around them (`near_bodies`). If a body
//!    deforms, these are all.
//! 2. Move the vertices of these to both instants. In mode `swept`, only pose their patches.
//! 3. Of two bodies whose boxes over both instants overlap, list the faces near the other body: by
//!    patches (`patched_body`), or those that reach the overlap of the boxes and of the projections
//!    along the line of the box centers. Both are widened by the bulges of arcs.

use super::face_corners::FaceCorners;
use super::near_bodies::NearBodies;
use super::patched_body::PatchedBody;
use super::swept_body::{BodyTurn, SweptBody, SweptMarks};
use super::{PROJECTION_GAP_ROUNDING, SweptMode};
use crate::SUM_UNDERFLOW;
use crate::counters::OctreeWork;
use crate::posed_vertices::NearRegion;
use crate::sharing::{BODIES_AT_ONCE, SHARED_FROM_BODIES, SHARED_FROM_VERTICES, VERTICES_AT_ONCE};
use crate::tuned::{self, Patches};
use crate::workers::{Team, prefetch_bodies};
use collision::{Body, BodyId, BodyPair, Counter, FaceId, Frame, Query, Work, World};
use geometry::{Aabb, Mesh, SweptTriangle};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Number of vertices that take as long to move as a body takes to be posed by patches.
const BODY_AS_MOVED_VERTICES: usize = 128;

/// Bodies at both instants of a frame.
#[derive(Debug, Default)]
pub(crate) struct MovingBodies {
    /// Bodies at the first instant. Its vertices are those of the last frame only as published, or
    /// if the query asks for contained bodies.
    now: World,
    /// Bodies at the second instant, as published.
    next: World,
    /// Bodies at both instants, in the other modes.
    moving: Vec<SweptBody>,
    /// Marks of those that are moved.
    near: NearBodies,
    /// Boxes of all bodies. Empty for a body that is near no other.
    boxes: Vec<Aabb>,
    turns: Vec<BodyTurn>,
    /// Number of faces of the body that has the most.
    largest_face_count: usize,
    /// True if the bodies of this frame are compared by patches: mode `swept`, and none deforms.
    by_patches: bool,
    /// True if the pairs of bodies that may meet were found by balls in this frame.
    by_balls: bool,
}

/// Faces of two bodies near the other body. Only buffers, which serve one pair after another.
#[derive(Debug, Default)]
pub(super) struct PairLists {
    marks: [SweptMarks; 2],
    near: [tuned::NearFaces<2>; 2],
}

impl MovingBodies {
    /// Returns bodies at rest, with patches if the mode compares by them. Bodies of one mesh share
    /// its patches.
    pub(crate) fn new(bodies: &[Body], mode: SweptMode) -> MovingBodies {
        let mut patches: BTreeMap<*const Mesh, Arc<Patches>> = BTreeMap::new();
        let face_counts = bodies.iter().map(|body| body.mesh().face_count());
        let moving = bodies.iter().map(|body| {
            let mesh = body.mesh();
            let shared = (mode == SweptMode::Swept).then(|| {
                let shared = patches.entry(Arc::as_ptr(mesh));
                &*shared.or_insert_with(|| Arc::new(Patches::new(mesh)))
            });
            SweptBody::new(body, shared)
        });
        MovingBodies {
            moving: moving.collect(),
            now: World::new(bodies),
            next: World::new(bodies),
            near: NearBodies::new(bodies),
            largest_face_count: face_counts.max().unwrap_or_default(),
            ..MovingBodies::default()
        }
    }

    /// Returns the prepared bodies. As published, they are at the first instant.
    pub(crate) fn now(&self) -> &World {
        &self.now
    }

    pub(crate) fn now_mut(&mut self) -> &mut World {
        &mut self.now
    }

    pub(crate) fn remove(&mut self, body: BodyId) -> bool {
        self.now.remove(body) && self.next.remove(body)
    }

    /// Moves all bodies to both instants, on the threads of a team. Without a next instant, bodies
    /// stand still (D15). Returns the number of pairs of balls compared.
    pub(crate) fn update(
        &mut self,
        team: Team,
        frame: &Frame<'_>,
        (query, mode): (&Query<'_>, SweptMode),
        work: &mut Work,
    ) -> u64 {
        let next = Frame::at(frame.next.unwrap_or(frame.now));
        self.turns.clear();
        self.by_balls = false;
        if mode == SweptMode::Published {
            self.update_published(team, [frame, &next], query, work);
            return 0;
        }
        let frames = [frame, &next];
        let ball_tests = self.find_near(team, frames, (query, mode), work);
        let deforms = ball_tests.is_none();
        self.by_balls = !deforms;
        self.by_patches = mode == SweptMode::Swept && !deforms;
        let vertices_moved = self.move_near(team, frames, (query, mode), deforms);
        if mode == SweptMode::Rotation {
            let turns = self.moving.iter().filter_map(|moving| moving.turn);
            self.turns.extend(turns);
        }
        work.add(Counter::VERTICES_MOVED, vertices_moved);
        ball_tests.unwrap_or(0)
    }

    /// Moves all bodies to both instants, as published.
    fn update_published(
        &mut self,
        team: Team,
        [frame, next]: [&Frame<'_>; 2],
        query: &Query<'_>,
        work: &mut Work,
    ) {
        let vertices: usize = self.moving.iter().map(SweptBody::vertex_count).sum();
        let team = team.if_pays(query, 2 * vertices >= SHARED_FROM_VERTICES);
        let begun = self.next.begin_frame(next, &Query::default());
        begun.expect("`detect` has checked both instants");
        let (now_world, next_world) = (&mut self.now, &mut self.next);
        if team.shares() {
            let mut next_work = Work::default();
            team.join(
                || now_world.update_on(team, frame, work),
                || next_world.update_on(team, next, &mut next_work),
            );
            *work += &next_work;
        } else {
            now_world.update(frame, work);
            next_world.update(next, work);
        }
        self.boxes.clear();
        self.boxes.extend_from_slice(self.now.boxes());
    }

    /// Moves the bodies near others to both instants. Returns the number of vertices moved.
    fn move_near(
        &mut self,
        team: Team,
        frames: [&Frame<'_>; 2],
        (query, mode): (&Query<'_>, SweptMode),
        deforms: bool,
    ) -> u64 {
        let by_patches = self.by_patches;
        let (world, near) = (&self.now, &self.near);
        let (moving, boxes) = (&mut self.moving, &mut self.boxes);
        let near_bodies = moving.iter().enumerate().filter(|(i, _)| near.is_near(*i));
        let (near_count, vertices) = near_bodies.fold((0, 0), |(bodies, vertices), (_, moving)| {
            let by_body = if by_patches {
                BODY_AS_MOVED_VERTICES
            } else {
                moving.vertex_count()
            };
            (bodies + 1, vertices + by_body)
        });
        let team = team.if_pays(query, 2 * vertices >= SHARED_FROM_VERTICES);
        let bodies_at_once = (VERTICES_AT_ONCE * near_count / vertices.max(1)).max(1);
        let update = |first: usize, moving: &mut [SweptBody], boxes: &mut [Aabb]| {
            let bodies = (first as u32..).map(BodyId);
            let moved = bodies
                .zip(moving)
                .zip(boxes)
                .map(|((body, moving), around)| {
                    if deforms && mode == SweptMode::Rotation {
                        moving.turn_to(body, frames);
                    }
                    let is_near = world.contains(body) && near.is_near(body.index());
                    let (bounds, moved) = moving.update(team, body, frames, (is_near, by_patches));
                    *around = bounds;
                    moved
                });
            moved.sum::<u64>()
        };
        boxes.resize(moving.len(), Aabb::EMPTY);
        let sum = |low, high| low + high;
        team.fold_both(moving, boxes, bodies_at_once, &update, &sum)
    }

    /// Finds the bodies near others, whose vertices are needed. Returns the number of pairs of
    /// balls compared, or `None` if a body deforms: then these are all, and their turns are not
    /// computed here.
    fn find_near(
        &mut self,
        team: Team,
        frames: [&Frame<'_>; 2],
        (query, mode): (&Query<'_>, SweptMode),
        work: &mut Work,
    ) -> Option<u64> {
        let bodies = || (0..self.moving.len() as u32).map(BodyId);
        let deforms = |frame: &&Frame<'_>| bodies().any(|b| frame.deformed_vertices(b).is_some());
        if frames.iter().any(deforms) {
            self.near.take_all();
            return None;
        }
        let team = team.if_pays(query, self.moving.len() >= SHARED_FROM_BODIES);
        if mode == SweptMode::Rotation {
            let turn = |first: usize, moving: &mut [SweptBody]| {
                for (body, moving) in (first as u32..).map(BodyId).zip(moving) {
                    moving.turn_to(body, frames);
                }
            };
            team.fold_mut(&mut self.moving, BODIES_AT_ONCE, &turn, &|(), ()| ());
        }
        let (world, moving) = (&self.now, &self.moving);
        let bulge_of = |i: usize| {
            let turn = moving[i].turn;
            let is_present = world.contains(BodyId(i as u32));
            is_present.then(|| turn.map_or(0.0, |turn| turn.bulge))
        };
        Some(
            self.near
                .find(team, frames, query.candidates, bulge_of, work),
        )
    }

    /// Returns the number of faces of the body that has the most.
    pub(crate) fn largest_face_count(&self) -> usize {
        self.largest_face_count
    }

    /// Returns the number of faces of all bodies.
    pub(crate) fn total_faces(&self) -> usize {
        self.moving.iter().map(SweptBody::face_count).sum()
    }

    /// Returns true if the bodies of this frame are compared by patches: their corners are not
    /// kept.
    pub(super) fn are_by_patches(&self) -> bool {
        self.by_patches
    }

    /// Returns the pairs of bodies that may meet, by their balls, or `None` if balls were not
    /// compared in this frame: as published, or if a body deforms.
    pub(super) fn near_pairs(&self) -> Option<&[BodyPair]> {
        self.by_balls.then(|| self.near.pairs())
    }

    /// Returns the boxes of all bodies: over both instants (D13); as published, at the first.
    pub(crate) fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    /// Returns the turn of a body, if arcs count.
    pub(crate) fn turn(&self, body: BodyId) -> Option<&BodyTurn> {
        self.turns.get(body.index())
    }

    /// Returns how far the points of a body leave linear motion, if arcs count, in scene units.
    pub(crate) fn bulge(&self, body: BodyId) -> f64 {
        self.turn(body).map_or(0.0, |turn| turn.bulge)
    }

    /// Lists the faces of two bodies near the other body, unless a direction separates the bodies
    /// over both instants. The slab across the line of the box centers cuts the overlap region, as
    /// in the tuned face octree.
    ///
    /// `marks` are buffers.
    fn list_marked(&self, team: Team, pair: BodyPair, marks: &mut [SweptMarks; 2]) -> bool {
        let bodies = [pair.a, pair.b];
        let [a, b] = bodies.map(|body| self.boxes[body.index()]);
        let region = a
            .intersection(&b)
            .expect("the broad phase gives boxes that overlap");
        let between = b.center() - a.center();
        let direction = between / between.abs().max_element().max(f64::MIN_POSITIVE);
        let rounding = PROJECTION_GAP_ROUNDING * a.union(b).max_abs_coordinate() + SUM_UNDERFLOW;
        // Projections of all that a body reaches. A direction of coordinates up to 1 is at most √3
        // long, which is less than 2.
        let bulges = bodies.map(|body| self.bulge(body));
        let margins = bulges.map(|bulge| 2.0 * bulge + rounding);
        let [body_a, body_b] = bodies.map(|body| &self.moving[body.index()]);
        let [faces_a, faces_b] = marks;
        let (of_a, of_b) = team.join(
            || body_a.project(team, direction, faces_a),
            || body_b.project(team, direction, faces_b),
        );
        let low = (of_a.0 - margins[0]).max(of_b.0 - margins[1]);
        let high = (of_a.1 + margins[0]).min(of_b.1 + margins[1]);
        if low > high {
            return false;
        }
        let [near_a, near_b] = [0, 1].map(|k| NearRegion {
            region: region.expanded(bulges[k]),
            slab: (low - margins[k], high + margins[k]),
        });
        team.join(
            || body_a.list_faces(team, &near_a, faces_a),
            || body_b.list_faces(team, &near_b, faces_b),
        );
        true
    }

    /// Prefetches the bodies of some pairs, if the team has several threads.
    pub(super) fn prefetch(&self, team: Team, pairs: &[BodyPair]) {
        prefetch_bodies(team, pairs, |body| {
            let patched = self.moving[body.index()].patched();
            let moving = patched.map_or(0.0, PatchedBody::cache_line_sum);
            moving + self.boxes[body.index()].min.x
        });
    }

    /// Lists the faces of two bodies near the other body. Returns false if there is none of one.
    pub(super) fn list_faces(
        &self,
        team: Team,
        pair: BodyPair,
        lists: &mut PairLists,
        work: &mut OctreeWork,
    ) -> bool {
        let bodies = [pair.a, pair.b];
        let patched = bodies.map(|body| self.moving[body.index()].patched());
        if let [Some(a), Some(b)] = patched
            && self.by_patches
        {
            let [of_a, of_b] = bodies.map(|body| &self.boxes[body.index()]);
            let bodies = [a.near(of_a), b.near(of_b)];
            return tuned::list_faces(team, bodies, lists.near.each_mut(), work);
        }
        work.region_tests += self.face_count(pair) as u64;
        self.list_marked(team, pair, &mut lists.marks)
    }

    /// Calls `listed` for each face of body `side` of a pair, 0 or 1, that
    /// [`MovingBodies::list_faces`] has listed.
    pub(super) fn for_each_listed(&self, lists: &PairLists, side: usize, listed: impl FnMut(u32)) {
        if self.by_patches {
            let near = lists.near[side].faces();
            near.map(|near| near.face).for_each(listed);
        } else {
            lists.marks[side].faces.iter().copied().for_each(listed);
        }
    }

    /// Returns a listed face at both instants.
    pub(super) fn sweep(&self, id: FaceId) -> SweptTriangle {
        let moving = &self.moving[id.body.index()];
        match moving.patched() {
            Some(patched) if self.by_patches => patched.sweep(id.face),
            _ => moving.sweep(id.face),
        }
    }

    /// Returns where the corners of a body's listed faces come from.
    pub(super) fn face_corners(&self, body: BodyId) -> FaceCorners<'_> {
        let moving = &self.moving[body.index()];
        match moving.patched() {
            Some(patched) if self.by_patches => patched.face_corners(),
            _ => moving.face_corners(),
        }
    }

    /// Returns true if a listed face stands still; by patches, if its body does.
    pub(super) fn is_still(&self, id: FaceId) -> bool {
        let moving = &self.moving[id.body.index()];
        match moving.patched() {
            Some(patched) if self.by_patches => patched.is_still(),
            _ => moving.sweep(id.face).is_still(),
        }
    }

    /// Returns a face at both instants, as published.
    #[inline(always)] // In the loop over all faces, a call costs as much as the face.
    pub(super) fn published_sweep(&self, body: BodyId, face: u32) -> SweptTriangle {
        // Not mapped over both worlds: arrays of triangles are copied.
        SweptTriangle::new(
            self.now.triangle(body, face),
            self.next.triangle(body, face),
        )
    }

    /// Returns the number of faces of two bodies.
    pub(super) fn face_count(&self, pair: BodyPair) -> usize {
        self.face_counts(pair).iter().sum()
    }

    fn face_counts(&self, pair: BodyPair) -> [usize; 2] {
        [pair.a, pair.b].map(|body| self.moving[body.index()].face_count())
    }
}
