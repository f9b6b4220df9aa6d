//! Steps 1 and 2 for two instants: bodies, and faces that meet overlap regions
//! [Kitamura95 §3.2–3.3].

use super::SweptMode;
use super::near_bodies::NearBodies;
use super::near_patches::{self, NearPatches};
use super::pair_frame::PairFrame;
use super::swept_body::{BodyTurn, SweptBody, SweptMarks};
use crate::counters::OctreeWork;
use crate::face_checklist::{ListedFace, TESTED_FACES};
use crate::face_pair_check::boxes_overlap;
use crate::listed_estimate::estimate_listed;
use crate::overlap_regions::OverlapRegions;
use crate::posed_vertices::Near;
use crate::sharing::{FACES_AT_ONCE, PARALLEL_FROM_VERTICES, VERTICES_AT_ONCE};
use crate::subdivision::Items;
use crate::tuned::Patches;
use crate::workers::{Spares, Team, Workers, append};
use crate::{FaceTest, UNDERFLOW};
use collision::{Body, BodyId, BodyPair, Counter, FaceId, Frame, Query, Work, World};
use geometry::swept::SweptCorners;
use geometry::{Aabb, Mesh, SweptTriangle};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Bound on the rounding of two compared projections, relative to the largest coordinate.
///
/// Each projection is a sum of three products with factors of at most one: four roundings of at
/// most three times the coordinate, and a fifth if the coordinate itself is a difference. Both
/// together are 30 half ulps, and the constant is 32.
pub(super) const PROJECTION_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Number of listed faces that a thread copies at once: about 20 µs of work.
pub(super) const COPIED_AT_ONCE: usize = 512;

/// Number of vertices that take as long to move as a body takes to be posed by patches.
const PLACED_AS_VERTICES: usize = 16;

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
    /// Which of them are moved.
    near: NearBodies,
    /// Boxes of all bodies. Empty for a body that is near no other.
    boxes: Vec<Aabb>,
    turns: Vec<BodyTurn>,
    /// True if the bodies of this frame are compared by patches: mode `swept`, and none deforms.
    by_patches: bool,
}

/// Faces of two bodies near the other body. Only buffers, which serve one pair after another.
#[derive(Debug, Default)]
struct NearFaces {
    marks: [SweptMarks; 2],
    patches: [NearPatches; 2],
}

impl MovingBodies {
    /// Returns bodies at rest, with patches if the mode compares by them. Bodies of one mesh share
    /// its patches.
    pub(crate) fn new(bodies: &[Body], mode: SweptMode) -> MovingBodies {
        let mut patches: BTreeMap<*const Mesh, Arc<Patches>> = BTreeMap::new();
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

    /// Moves all bodies to both instants, on `count` threads at most. Without a next instant,
    /// bodies stand still (D15). Returns the number of pairs of balls compared.
    pub(crate) fn update(
        &mut self,
        (workers, count): (&mut Workers, usize),
        frame: &Frame<'_>,
        (query, mode): (&Query<'_>, SweptMode),
        work: &mut Work,
    ) -> u64 {
        let next = Frame::at(frame.next.unwrap_or(frame.now));
        self.boxes.clear();
        self.turns.clear();
        if mode == SweptMode::Published {
            let vertices: usize = self.moving.iter().map(SweptBody::vertex_count).sum();
            let pays = query.shares(2 * vertices >= PARALLEL_FROM_VERTICES);
            let begun = self.next.begin_frame(&next, &Query::default());
            begun.expect("`detect` has checked both instants");
            let mut next_work = Work::default();
            let (now_world, next_world) = (&mut self.now, &mut self.next);
            workers.run(count, pays, |team| {
                if team.shares() {
                    team.join(
                        || now_world.update(frame, work),
                        || next_world.update(&next, &mut next_work),
                    );
                    *work += &next_work;
                } else {
                    now_world.update(frame, work);
                    next_world.update(&next, work);
                }
            });
            self.boxes.extend_from_slice(self.now.boxes());
            return 0;
        }
        let frames = [frame, &next];
        let ball_tests = self.find_near(frames, (query, mode), work);
        let deforms = ball_tests.is_none();
        self.by_patches = mode == SweptMode::Swept && !deforms;
        let by_patches = self.by_patches;
        let (world, near, moving) = (&self.now, &self.near, &mut self.moving);
        let near_bodies = moving.iter().enumerate().filter(|(i, _)| near.is_near(*i));
        let (near_count, vertices) = near_bodies.fold((0, 0), |(bodies, vertices), (_, moving)| {
            let by_body = if by_patches {
                PLACED_AS_VERTICES
            } else {
                moving.vertex_count()
            };
            (bodies + 1, vertices + by_body)
        });
        let pays = query.shares(2 * vertices >= PARALLEL_FROM_VERTICES);
        let bodies_at_once = (VERTICES_AT_ONCE * near_count / vertices.max(1)).max(1);
        let vertices_moved = workers.run(count, pays, |team| {
            let update = |first: usize, moving: &mut [SweptBody]| {
                let bodies = (first as u32..).map(BodyId);
                let moved = bodies.zip(moving).map(|(body, moving)| {
                    if deforms {
                        moving.turn_to(body, frames, mode);
                    }
                    let is_near = world.contains(body) && near.is_near(body.index());
                    moving.update(team, body, frames, (is_near, by_patches))
                });
                moved.sum::<u64>()
            };
            team.fold_mut(moving, bodies_at_once, &update, &|low, high| low + high)
        });
        self.boxes
            .extend(self.moving.iter().map(|moving| moving.bounds));
        self.turns
            .extend(self.moving.iter().filter_map(|moving| moving.turn));
        work.add(Counter::VERTICES_MOVED, vertices_moved);
        ball_tests.unwrap_or(0)
    }

    /// Finds the bodies near others, whose vertices are needed. Returns the number of pairs of
    /// balls compared, or `None` if a body deforms: then these are all, and their turns are not
    /// computed here.
    fn find_near(
        &mut self,
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
        for (body, moving) in (0..).map(BodyId).zip(&mut self.moving) {
            moving.turn_to(body, frames, mode);
        }
        let (world, moving) = (&self.now, &self.moving);
        let bulge_of = |i: usize| {
            let turn = moving[i].turn;
            let is_present = world.contains(BodyId(i as u32));
            is_present.then(|| turn.map_or(0.0, |turn| turn.bulge))
        };
        Some(self.near.find(frames, query.candidates, bulge_of, work))
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
        let rounding = PROJECTION_ROUNDING * a.union(b).max_abs_coordinate() + UNDERFLOW;
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
        let [near_a, near_b] = [0, 1].map(|k| Near {
            region: region.expanded(bulges[k]),
            slab: (low - margins[k], high + margins[k]),
        });
        team.join(
            || body_a.list_faces(team, &near_a, faces_a),
            || body_b.list_faces(team, &near_b, faces_b),
        );
        true
    }

    /// Lists the faces of two bodies near the other body. Returns false if there is none of one.
    fn list_faces(
        &self,
        team: Team,
        pair: BodyPair,
        near: &mut NearFaces,
        work: &mut OctreeWork,
    ) -> bool {
        let bodies = [pair.a, pair.b];
        let patched = bodies.map(|body| self.moving[body.index()].patched());
        if let [Some(a), Some(b)] = patched
            && self.by_patches
        {
            let boxes = bodies.map(|body| &self.boxes[body.index()]);
            return near_patches::list_faces(team, [a, b], boxes, near.patches.each_mut(), work);
        }
        work.region_tests += self.face_count(pair) as u64;
        self.list_marked(team, pair, &mut near.marks)
    }

    /// Returns the faces of two bodies that [`MovingBodies::list_faces`] has listed.
    fn listed<'n>(&self, near: &'n NearFaces) -> [&'n [u32]; 2] {
        if self.by_patches {
            near.patches.each_ref().map(|near| near.faces.as_slice())
        } else {
            near.marks.each_ref().map(|near| near.faces.as_slice())
        }
    }

    /// Returns a listed face at both instants.
    fn sweep(&self, id: FaceId) -> SweptTriangle {
        let moving = &self.moving[id.body.index()];
        match moving.patched() {
            Some(patched) if self.by_patches => patched.sweep(id.face),
            _ => moving.sweep(id.face),
        }
    }

    /// Returns a face at both instants, as published.
    #[inline(always)] // In the loop over all faces, a call costs as much as the face.
    fn published_face(&self, body: BodyId, face: u32) -> SweptFace {
        // Not mapped over both worlds: arrays of triangles are copied.
        let sweep = SweptTriangle::new(
            self.now.triangle(body, face),
            self.next.triangle(body, face),
        );
        let id = FaceId { body, face };
        SweptFace { id, sweep }
    }

    /// Returns the number of faces of two bodies.
    fn face_count(&self, pair: BodyPair) -> usize {
        self.face_counts(pair).iter().sum()
    }

    /// Returns about how many faces of two bodies step 2 lists.
    pub(crate) fn estimate_listed(&self, pair: BodyPair) -> usize {
        let boxes = [pair.a, pair.b].map(|body| &self.boxes[body.index()]);
        estimate_listed(boxes, self.face_counts(pair))
    }

    fn face_counts(&self, pair: BodyPair) -> [usize; 2] {
        [pair.a, pair.b].map(|body| self.moving[body.index()].face_count())
    }
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
    /// Boxes of the faces over both instants. As published, along the axes of the scene. Otherwise
    /// along those of the pair's frame, with the bulge.
    boxes: Vec<Aabb>,
    /// Axes of each pair of bodies. Empty as published.
    frames: Vec<PairFrame>,
    /// Corners of the faces in the cubes of their pairs. Empty as published.
    corners: Vec<SweptCorners>,
    /// Lists of each pair of bodies, as ranges of `faces`.
    of_pairs: Vec<[Range<u32>; 2]>,
    /// Faces listed so far, before their corners are copied.
    listed: ListedFaceIds,
    /// Buffers of the caller's thread, and of the threads that share a frame.
    alone: NearFaces,
    spares: Spares<NearFaces>,
}

/// Ids of faces, in the order of [`SweptFaces`], and the work that listing them took.
#[derive(Debug, Default)]
struct ListedFaceIds {
    ids: Vec<FaceId>,
    /// Number of faces of both lists of each pair of bodies. Empty as published.
    counts: Vec<[u32; 2]>,
    work: OctreeWork,
}

impl ListedFaceIds {
    /// Returns the lists of two neighbors.
    fn and(mut self, next: ListedFaceIds) -> ListedFaceIds {
        self.work += next.work;
        ListedFaceIds {
            ids: append(self.ids, next.ids),
            counts: append(self.counts, next.counts),
            work: self.work,
        }
    }

    /// Adds each of a range of a body's faces that meets a region at the first instant.
    fn add_meeting(
        &mut self,
        bodies: &MovingBodies,
        body: BodyId,
        faces: Range<usize>,
        regions: &[Aabb],
    ) {
        let work = &mut self.work;
        for face in faces.start as u32..faces.end as u32 {
            let face = bodies.published_face(body, face);
            let listed = face.listed();
            let meets_one = regions.iter().any(|region| {
                work.region_tests += 1;
                listed.meets(FaceTest::Clip, region, work)
            });
            if meets_one {
                self.ids.push(face.id);
            }
        }
    }

    /// Adds the faces of each pair of bodies that may meet the other body's.
    fn add_of_pairs(
        &mut self,
        team: Team,
        bodies: &MovingBodies,
        pairs: &[BodyPair],
        near: &mut NearFaces,
    ) {
        for pair in pairs {
            let mut counts = [0; 2];
            let team = team.for_size(bodies.face_count(*pair), FACES_AT_ONCE);
            if bodies.list_faces(team, *pair, near, &mut self.work) {
                for (k, faces) in bodies.listed(near).into_iter().enumerate() {
                    let body = [pair.a, pair.b][k];
                    counts[k] = faces.len() as u32;
                    let ids = faces.iter().map(|face| FaceId { body, face: *face });
                    self.ids.extend(ids);
                }
            }
            self.counts.push(counts);
        }
    }

    fn clear(&mut self) {
        self.ids.clear();
        self.counts.clear();
        self.work = OctreeWork::default();
    }
}

impl SweptFaces {
    /// Lists each face that meets an overlap region of its body at the first instant
    /// [Kitamura95 §3.3].
    pub(crate) fn list_published(
        &mut self,
        team: Team,
        bodies: &MovingBodies,
        regions: &OverlapRegions,
        work: &mut OctreeWork,
    ) {
        self.clear();
        for body in bodies.now.body_ids() {
            let regions = regions.of(body);
            let faces = 0..bodies.now.face_count(body) as usize;
            if regions.is_empty() {
                continue;
            }
            if !team.shares() {
                self.listed.add_meeting(bodies, body, faces, regions);
                continue;
            }
            let list = |faces: Range<usize>| {
                let mut listed = ListedFaceIds::default();
                listed.add_meeting(bodies, body, faces, regions);
                listed
            };
            let more = team.fold(faces, TESTED_FACES, &list, &ListedFaceIds::and);
            self.listed = std::mem::take(&mut self.listed).and(more);
        }
        self.copy_corners(team, work, |id| bodies.published_face(id.body, id.face));
        let faces = &self.faces;
        team.extend(&mut self.boxes, faces.len(), COPIED_AT_ONCE, |i| {
            faces[i].sweep.aabb()
        });
    }

    /// Lists, for each pair of bodies whose boxes over both instants overlap, the faces of both
    /// that may meet the other body's.
    pub(crate) fn list_of_pairs(
        &mut self,
        team: Team,
        bodies: &MovingBodies,
        regions: &OverlapRegions,
        work: &mut OctreeWork,
    ) {
        self.clear();
        let pairs = regions.pairs();
        if team.shares() {
            let list = |range: Range<usize>| {
                let mut listed = ListedFaceIds::default();
                self.spares
                    .lend(|near| listed.add_of_pairs(team, bodies, &pairs[range], near));
                listed
            };
            let faces: usize = pairs.iter().map(|pair| bodies.face_count(*pair)).sum();
            let pairs_at_once = (FACES_AT_ONCE * pairs.len() / faces.max(1)).max(1);
            self.listed = team.fold(0..pairs.len(), pairs_at_once, &list, &ListedFaceIds::and);
        } else {
            self.listed
                .add_of_pairs(team, bodies, pairs, &mut self.alone);
        }
        let mut end = 0;
        self.of_pairs
            .extend(self.listed.counts.iter().map(|counts| {
                counts.map(|count| {
                    let first = end;
                    end += count;
                    first..end
                })
            }));
        self.frames.extend(pairs.iter().map(|pair| {
            let boxes = [pair.a, pair.b].map(|body| &bodies.boxes[body.index()]);
            PairFrame::new(boxes)
        }));
        self.copy_corners(team, work, |id| SweptFace {
            id,
            sweep: bodies.sweep(id),
        });
        let (faces, of_pairs, frames) = (&self.faces, &self.of_pairs, &self.frames);
        let frame_of = |i: usize| {
            let pair = of_pairs.partition_point(|lists| lists[1].end as usize <= i);
            &frames[pair]
        };
        team.extend(&mut self.boxes, faces.len(), COPIED_AT_ONCE, |i| {
            let bulge = bodies.bulge(faces[i].id.body);
            frame_of(i).bounds(&faces[i].sweep, bulge)
        });
        team.extend(&mut self.corners, faces.len(), COPIED_AT_ONCE, |i| {
            frame_of(i).cube.corners(&faces[i].sweep)
        });
        if bodies.by_patches {
            // Their corners are not kept: each listed face moves its three to both instants again.
            work.vertices_moved += 6 * self.listed.ids.len() as u64;
        }
    }

    /// Copies the corners of all listed faces.
    fn copy_corners(
        &mut self,
        team: Team,
        work: &mut OctreeWork,
        face: impl Fn(FaceId) -> SweptFace + Sync + Send,
    ) {
        let ids = &self.listed.ids;
        team.extend(&mut self.faces, ids.len(), COPIED_AT_ONCE, |i| face(ids[i]));
        *work += self.listed.work;
        work.listed += self.faces.len() as u64;
    }

    fn clear(&mut self) {
        self.faces.clear();
        self.boxes.clear();
        self.frames.clear();
        self.corners.clear();
        self.of_pairs.clear();
        self.listed.clear();
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

    /// Returns the corners of a listed face in its pair's cube. There are none as published.
    pub(super) fn corners(&self, i: u32) -> &SweptCorners {
        &self.corners[i as usize]
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
#[derive(Clone, Copy, Debug)]
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
    ///
    /// D20. Bodies that are apart now may both be near a third, in one voxel with it, and approach
    /// each other. They are no pair [Kitamura95 §3.2].
    #[inline]
    fn near(&mut self, a: u32, b: u32, work: &mut OctreeWork) -> bool {
        let [body_a, body_b] = [a, b].map(|i| self.body(i));
        if !self.regions.share_one(body_a, body_b) {
            return false;
        }
        work.pairs_met += 1;
        !self.boxes_first || self.faces.boxes_overlap(a, b, work)
    }

    fn most_pairs(&self) -> usize {
        if self.boxes_first {
            usize::MAX
        } else {
            MOST_PAIRS
        }
    }
}
