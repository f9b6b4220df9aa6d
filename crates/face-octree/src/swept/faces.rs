//! Steps 1 and 2 for two instants: bodies, and faces that meet overlap regions
//! [Kitamura95 §3.2–3.3].

use crate::FaceTest;
use crate::counters::OctreeWork;
use crate::face_checklist::ListedFace;
use crate::face_pair_check::boxes_overlap;
use crate::overlap_regions::OverlapRegions;
use crate::subdivision::Items;
use collision::{Body, BodyId, FaceId, Frame, Query, Work, World};
use geometry::swept::Turn;
use geometry::{Aabb, SweptTriangle};
use std::ops::Range;

/// Bodies at both instants of a frame.
#[derive(Debug, Default)]
pub(crate) struct MovingBodies {
    now: World,
    next: World,
    /// Boxes over both instants, with the bulge.
    boxes: Vec<Aabb>,
    turns: Vec<BodyTurn>,
}

/// Turn of a body, if its arcs count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyTurn {
    /// The turn from this frame's pose to the next.
    pub turn: Turn,
    /// Bound on how far the body's points leave linear motion, in scene units. 0 if they do not.
    pub bulge: f64,
}

impl MovingBodies {
    pub(crate) fn new(bodies: &[Body]) -> MovingBodies {
        MovingBodies {
            now: World::new(bodies),
            next: World::new(bodies),
            boxes: Vec::new(),
            turns: Vec::new(),
        }
    }

    /// Returns the bodies at the first instant.
    pub(crate) fn now(&self) -> &World {
        &self.now
    }

    pub(crate) fn now_mut(&mut self) -> &mut World {
        &mut self.now
    }

    pub(crate) fn remove(&mut self, body: BodyId) -> bool {
        self.now.remove(body) && self.next.remove(body)
    }

    /// Moves all bodies to both instants. With `turning`, boxes contain the arcs of turning bodies,
    /// too.
    pub(crate) fn update(&mut self, frame: &Frame<'_>, turning: bool, work: &mut Work) {
        let next = Frame::at(frame.next.unwrap_or(frame.now));
        self.now.update(frame, work);
        let begun = self.next.begin_frame(&next, &Query::default());
        begun.expect("`detect` has checked both instants");
        self.next.update(&next, work);
        self.turns.clear();
        self.boxes.clear();
        for body in self.now.body_ids() {
            let poses = [frame, &next].map(|frame| frame.poses()[body.index()]);
            let turn = Turn::new(poses[0], poses[1]);
            let bulge = match turning {
                true => self.bulge(&turn, frame, &next, body),
                false => 0.0,
            };
            self.turns.push(BodyTurn { turn, bulge });
            let [now, next] = [&self.now, &self.next].map(|world| world.boxes()[body.index()]);
            self.boxes.push(now.union(next).expanded(bulge));
        }
    }

    fn bulge(&self, turn: &Turn, frame: &Frame<'_>, next: &Frame<'_>, body: BodyId) -> f64 {
        if !turn.turns() {
            return 0.0;
        }
        let at_rest = self.now.mesh(body).vertices();
        let [now, next] = [frame, next].map(|f| f.deformed_vertices(body).unwrap_or(at_rest));
        let reach = now.iter().chain(next).map(|p| p.length());
        let change = now.iter().zip(next).map(|(p, q)| p.distance(*q));
        turn.bulge(reach.fold(0.0, f64::max), change.fold(0.0, f64::max))
    }

    /// Returns the boxes of all bodies: at the first instant, or over both.
    pub(crate) fn boxes(&self, at_first: bool) -> &[Aabb] {
        match at_first {
            true => self.now.boxes(),
            false => &self.boxes,
        }
    }

    /// Returns the box of a body over both instants.
    pub(crate) fn bounds(&self, body: BodyId) -> Aabb {
        self.boxes[body.index()]
    }

    /// Returns the turn of a body.
    pub(crate) fn turn(&self, body: BodyId) -> &BodyTurn {
        &self.turns[body.index()]
    }

    /// Returns a face in world space at both instants.
    #[inline]
    pub(crate) fn sweep(&self, body: BodyId, face: u32) -> SweptTriangle {
        let [now, next] = [&self.now, &self.next].map(|world| world.triangle(body, face));
        SweptTriangle::new(now, next)
    }
}

/// Face near another body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptFace {
    /// Body and face.
    pub id: FaceId,
    /// Corners at both instants, world space.
    pub sweep: SweptTriangle,
    /// Box over both instants, with the bulge.
    pub bounds: Aabb,
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

/// Face check lists of all bodies, sorted by body, then by face.
#[derive(Debug, Default)]
pub(crate) struct SweptFaces {
    faces: Vec<SweptFace>,
    /// Faces of each body, as indices into `faces`.
    of_body: Vec<Range<u32>>,
}

impl SweptFaces {
    /// Lists each face that meets an overlap region of its body: at the first instant exactly
    /// [Smith95 §3.7], or its box over both instants.
    pub(crate) fn list(
        &mut self,
        bodies: &MovingBodies,
        regions: &OverlapRegions,
        at_first: bool,
        work: &mut OctreeWork,
    ) {
        self.faces.clear();
        self.of_body.clear();
        for body in bodies.now.body_ids() {
            let first = self.faces.len() as u32;
            let regions = regions.of(body);
            if !regions.is_empty() {
                self.list_body(bodies, body, regions, at_first, work);
            }
            self.of_body.push(first..self.faces.len() as u32);
        }
        work.listed += self.faces.len() as u64;
    }

    fn list_body(
        &mut self,
        bodies: &MovingBodies,
        body: BodyId,
        regions: &[Aabb],
        at_first: bool,
        work: &mut OctreeWork,
    ) {
        let bulge = bodies.turn(body).bulge;
        for face in 0..bodies.now.face_count(body) {
            let sweep = bodies.sweep(body, face);
            let bounds = sweep.aabb().expanded(bulge);
            let id = FaceId { body, face };
            let face = SweptFace { id, sweep, bounds };
            let meets = |region: &Aabb, work: &mut OctreeWork| match at_first {
                true => face.listed().meets(FaceTest::Clip, region, work),
                false => bounds.overlaps(region),
            };
            let meets_one = regions.iter().any(|region| {
                work.region_tests += 1;
                meets(region, work)
            });
            if meets_one {
                self.faces.push(face);
            }
        }
    }

    /// Returns all listed faces, sorted by body, then by face.
    pub(crate) fn faces(&self) -> &[SweptFace] {
        &self.faces
    }

    /// Returns the listed faces of one body with their indices.
    pub(crate) fn of(&self, body: BodyId) -> impl Iterator<Item = (u32, &SweptFace)> {
        let range = self.of_body[body.index()].clone();
        let faces = &self.faces[range.start as usize..range.end as usize];
        range.zip(faces)
    }

    /// Returns true if the list contains faces of at least two bodies.
    pub(crate) fn have_two_bodies(&self) -> bool {
        match (self.faces.first(), self.faces.last()) {
            (Some(first), Some(last)) => first.id.body != last.id.body,
            _ => false,
        }
    }
}

/// Items of the subdivision as published: faces at the first instant [Kitamura95 §3.4].
pub(crate) struct SweptItems<'a> {
    /// Faces sorted by body.
    pub faces: &'a [SweptFace],
    /// Pairs of bodies that may collide.
    pub regions: &'a OverlapRegions,
}

impl Items for SweptItems<'_> {
    fn count(&self) -> u32 {
        self.faces.len() as u32
    }

    #[inline]
    fn body(&self, item: u32) -> BodyId {
        self.faces[item as usize].id.body
    }

    #[inline]
    fn meets(&self, item: u32, cube: &Aabb, work: &mut OctreeWork) -> bool {
        self.faces[item as usize]
            .listed()
            .meets(FaceTest::Clip, cube, work)
    }

    /// D7, with the boxes of the swept volumes: hulls whose boxes are apart do not meet.
    #[inline]
    fn near(&mut self, a: u32, b: u32, work: &mut OctreeWork) -> bool {
        let [a, b] = [a, b].map(|i| &self.faces[i as usize]);
        if !self.regions.allow(a.id.body, b.id.body) {
            return false;
        }
        work.pairs_met += 1;
        boxes_overlap(&a.bounds, &b.bounds, work)
    }
}
