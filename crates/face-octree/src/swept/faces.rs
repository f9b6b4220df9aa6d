//! Steps 1 and 2 for two instants: bodies, and faces that meet overlap regions
//! [Kitamura95 §3.2–3.3].

use super::SweptMode;
use crate::counters::OctreeWork;
use crate::face_checklist::ListedFace;
use crate::face_pair_check::boxes_overlap;
use crate::overlap_regions::OverlapRegions;
use crate::posed_vertices::{Near, PosedVertices};
use crate::subdivision::Items;
use crate::tuned::PROJECTION_ROUNDING;
use crate::{FaceTest, UNDERFLOW};
use collision::{Body, BodyId, BodyPair, Counter, FaceId, Frame, Query, Work, World};
use geometry::swept::Turn;
use geometry::{Aabb, Mesh, Pose, SweptTriangle, Triangle, Vec3};
use std::ops::Range;
use std::sync::Arc;

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
    boxes: Vec<Aabb>,
    turns: Vec<BodyTurn>,
}

/// Vertices of a body at both instants.
#[derive(Debug)]
struct SweptBody {
    mesh: Arc<Mesh>,
    now: PosedVertices,
    next: PosedVertices,
    /// Pose for which `next` and its box hold the vertices at rest.
    next_at: Option<(Pose, Aabb)>,
    /// Greatest distance of a vertex at rest from the body's origin, in scene units.
    reach: f64,
    listed: Vec<u32>,
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
    fn new(body: &Body) -> SweptBody {
        let mesh = body.mesh().clone();
        let vertices = PosedVertices::new(&mesh);
        SweptBody {
            now: vertices.clone(),
            next: vertices,
            next_at: None,
            reach: reach(mesh.vertices()),
            listed: Vec::new(),
            mesh,
        }
    }

    /// Moves the vertices to both instants, and returns the box over both. Counts vertices moved.
    ///
    /// In a sequence of frames, this frame's second instant is the next frame's first: then its
    /// vertices are there already.
    fn place(&mut self, body: BodyId, [now, next]: [&Frame<'_>; 2], moved: &mut u64) -> Aabb {
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
                self.now.place(&self.mesh, &poses[0].world_map(), local[0])
            }
        };
        *moved += count;
        let second = self.next.place(&self.mesh, &poses[1].world_map(), local[1]);
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
        let change = now.iter().zip(next).map(|(p, q)| p.distance(*q));
        turn.bulge(reach(now).max(reach(next)), change.fold(0.0, f64::max))
    }

    fn project(&mut self, direction: Vec3) -> (f64, f64) {
        let (now, next) = (self.now.project(direction), self.next.project(direction));
        (now.0.min(next.0), now.1.max(next.1))
    }

    /// Lists the faces that no side of `near` excludes: all six corners lie beyond such a side.
    fn list_faces(&mut self, near: &Near) {
        self.now.mark(near);
        self.next.mark(near);
        self.now.keep_common_marks(&self.next);
        self.now.list_faces(&self.mesh, &mut self.listed);
    }

    fn sweep(&self, face: u32) -> SweptTriangle {
        let corners = self.mesh.triangles()[face as usize];
        let [now, next] = [&self.now, &self.next].map(|vertices| {
            let [a, b, c] = corners.map(|i| vertices.get(i));
            Triangle::new(a, b, c)
        });
        SweptTriangle::new(now, next)
    }
}

impl MovingBodies {
    pub(crate) fn new(bodies: &[Body]) -> MovingBodies {
        MovingBodies {
            now: World::new(bodies),
            next: World::new(bodies),
            moving: bodies.iter().map(SweptBody::new).collect(),
            boxes: Vec::new(),
            turns: Vec::new(),
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

    /// Moves all bodies to both instants. Without a next instant, bodies stand still (D15).
    pub(crate) fn update(&mut self, frame: &Frame<'_>, mode: SweptMode, work: &mut Work) {
        let next = Frame::at(frame.next.unwrap_or(frame.now));
        self.turns.clear();
        self.boxes.clear();
        if mode == SweptMode::Published {
            self.now.update(frame, work);
            let begun = self.next.begin_frame(&next, &Query::default());
            begun.expect("`detect` has checked both instants");
            self.next.update(&next, work);
            self.boxes.extend_from_slice(self.now.boxes());
        }
        let mut vertices_moved = 0;
        for (i, moving) in self.moving.iter_mut().enumerate() {
            let body = BodyId(i as u32);
            let mut bulge = 0.0;
            if mode == SweptMode::Rotation {
                let turn = Turn::new(frame.poses()[i], next.poses()[i]);
                let local = [frame, &next].map(|frame| frame.deformed_vertices(body));
                if turn.turns() {
                    bulge = moving.bulge(&turn, local);
                }
                self.turns.push(BodyTurn { turn, bulge });
            }
            if mode != SweptMode::Published {
                let bounds = match self.now.contains(body) {
                    true => moving.place(body, [frame, &next], &mut vertices_moved),
                    false => Aabb::EMPTY,
                };
                self.boxes.push(bounds.expanded(bulge));
            }
        }
        work.add(Counter::VERTICES_MOVED, vertices_moved);
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
    fn list_faces(&mut self, pair: BodyPair) -> bool {
        let bodies = [pair.a, pair.b];
        let [a, b] = bodies.map(|body| self.boxes[body.index()]);
        let region = a
            .intersection(&b)
            .expect("the broad phase gives boxes that overlap");
        let between = b.center() - a.center();
        let direction = between / between.abs().max_element().max(f64::MIN_POSITIVE);
        let rounding = PROJECTION_ROUNDING * a.union(b).max_abs_coordinate() + UNDERFLOW;
        // Projections of all that a body reaches. A direction of coordinates up to 1 is at most √3
        // long, which is less than 2.
        let bulges = bodies.map(|body| self.bulge(body));
        let margins = bulges.map(|bulge| 2.0 * bulge + rounding);
        let [of_a, of_b] = bodies.map(|body| self.moving[body.index()].project(direction));
        let low = (of_a.0 - margins[0]).max(of_b.0 - margins[1]);
        let high = (of_a.1 + margins[0]).min(of_b.1 + margins[1]);
        if low > high {
            return false;
        }
        for (k, body) in bodies.into_iter().enumerate() {
            self.moving[body.index()].list_faces(&Near {
                region: region.expanded(bulges[k]),
                slab: (low - margins[k], high + margins[k]),
            });
        }
        true
    }
}

/// Returns the greatest distance of a vertex from the origin, in scene units.
fn reach(vertices: &[Vec3]) -> f64 {
    let lengths = vertices.iter().map(|p| p.length());
    lengths.fold(0.0, f64::max)
}

/// Face near another body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptFace {
    /// Body and face.
    pub id: FaceId,
    /// Corners at both instants, world space.
    pub sweep: SweptTriangle,
}

impl SweptFace {
    /// Returns the face at the first instant, as the face octree lists it.
    fn listed(&self) -> ListedFace {
        let (id, triangle) = (self.id, self.sweep.now);
        let bounds = triangle.aabb();
        ListedFace {
            id,
            triangle,
            bounds,
        }
    }
}

/// Face check lists. As published, one list for all bodies, sorted by body, then by face. Otherwise
/// one list for each body of each pair of bodies.
#[derive(Debug, Default)]
pub(crate) struct SweptFaces {
    faces: Vec<SweptFace>,
    /// Boxes of the faces over both instants, with the bulge.
    boxes: Vec<Aabb>,
    /// Lists of each pair of bodies, as ranges of `faces`.
    of_pairs: Vec<[Range<u32>; 2]>,
}

impl SweptFaces {
    /// Lists each face that meets an overlap region of its body at the first instant
    /// [Kitamura95 §3.3].
    pub(crate) fn list_published(
        &mut self,
        bodies: &MovingBodies,
        regions: &OverlapRegions,
        work: &mut OctreeWork,
    ) {
        self.clear();
        for body in bodies.now.body_ids() {
            let regions = regions.of(body);
            let faces = match regions.is_empty() {
                true => 0,
                false => bodies.now.face_count(body),
            };
            for face in 0..faces {
                let [now, next] = [&bodies.now, &bodies.next].map(|w| w.triangle(body, face));
                let sweep = SweptTriangle::new(now, next);
                let id = FaceId { body, face };
                let face = SweptFace { id, sweep };
                let listed = face.listed();
                let meets_one = regions.iter().any(|region| {
                    work.region_tests += 1;
                    listed.meets(FaceTest::Clip, region, work)
                });
                if meets_one {
                    self.push(face, 0.0);
                }
            }
        }
        work.listed += self.faces.len() as u64;
    }

    /// Lists, for each pair of bodies whose boxes over both instants overlap, the faces of both that
    /// may meet the other body's.
    pub(crate) fn list_of_pairs(
        &mut self,
        bodies: &mut MovingBodies,
        regions: &OverlapRegions,
        work: &mut OctreeWork,
    ) {
        self.clear();
        for pair in regions.pairs() {
            let mut ranges = [0..0, 0..0];
            if bodies.list_faces(*pair) {
                for (range, body) in ranges.iter_mut().zip([pair.a, pair.b]) {
                    let moving = &bodies.moving[body.index()];
                    let first = self.faces.len() as u32;
                    for &face in &moving.listed {
                        let sweep = moving.sweep(face);
                        let id = FaceId { body, face };
                        self.push(SweptFace { id, sweep }, bodies.bulge(body));
                    }
                    *range = first..self.faces.len() as u32;
                    work.region_tests += moving.mesh.face_count() as u64;
                }
            }
            self.of_pairs.push(ranges);
        }
        work.listed += self.faces.len() as u64;
    }

    fn clear(&mut self) {
        self.faces.clear();
        self.boxes.clear();
        self.of_pairs.clear();
    }

    fn push(&mut self, face: SweptFace, bulge: f64) {
        self.boxes.push(face.sweep.aabb().expanded(bulge));
        self.faces.push(face);
    }

    /// Returns all listed faces.
    pub(crate) fn faces(&self) -> &[SweptFace] {
        &self.faces
    }

    /// Returns true if the boxes of two listed faces over both instants overlap. Hulls whose boxes
    /// are apart do not meet.
    #[inline]
    pub(crate) fn boxes_overlap(&self, a: u32, b: u32, work: &mut OctreeWork) -> bool {
        boxes_overlap(&self.boxes[a as usize], &self.boxes[b as usize], work)
    }

    /// Returns the lists of each pair of bodies, in the order of the pairs.
    pub(crate) fn of_pairs(&self) -> &[[Range<u32>; 2]] {
        &self.of_pairs
    }

    /// Returns the boxes of a list.
    pub(crate) fn boxes(&self, list: &Range<u32>) -> &[Aabb] {
        &self.boxes[list.start as usize..list.end as usize]
    }
}

/// Maximum number of pairs, repetitions included, that are listed without a look at their boxes
/// (D12). The paper lists 1160.
const MOST_PAIRS: usize = 1 << 20;

/// Items of the subdivision as published: faces at the first instant [Kitamura95 §3.4].
pub(crate) struct SweptItems<'a> {
    /// Faces sorted by body.
    pub faces: &'a SweptFaces,
    /// Pairs of bodies that may collide.
    pub regions: &'a OverlapRegions,
    /// True to list only pairs whose boxes overlap (D12).
    pub boxes_first: bool,
}

impl Items for SweptItems<'_> {
    fn count(&self) -> u32 {
        self.faces.faces.len() as u32
    }

    #[inline]
    fn body(&self, item: u32) -> BodyId {
        self.faces.faces[item as usize].id.body
    }

    #[inline]
    fn meets(&self, item: u32, cube: &Aabb, work: &mut OctreeWork) -> bool {
        self.faces.faces[item as usize]
            .listed()
            .meets(FaceTest::Clip, cube, work)
    }

    /// "For each voxel, all possible pairs of faces, where the faces are from different objects".
    #[inline]
    fn near(&mut self, a: u32, b: u32, work: &mut OctreeWork) -> bool {
        let [body_a, body_b] = [a, b].map(|i| self.body(i));
        if !self.regions.allow(body_a, body_b) {
            return false;
        }
        work.pairs_met += 1;
        !self.boxes_first || self.faces.boxes_overlap(a, b, work)
    }

    fn most_pairs(&self) -> usize {
        match self.boxes_first {
            true => usize::MAX,
            false => MOST_PAIRS,
        }
    }
}
