//! Detector as published: one call per step.

use crate::counters::{FACE_CHECKLIST, OctreeWork, SUBDIVISION};
use crate::face_checklist::{FaceChecklist, ListedFaces};
use crate::face_pair_check::{boxes_overlap, check_face_pair};
use crate::face_pairs_by_boxes::FacePairsByBoxes;
use crate::overlap_regions::OverlapRegions;
use crate::sharing::PARALLEL_FROM_UNITS;
use crate::subdivision::{MAX_LEVEL, Subdivision};
use crate::workers::{PieceLists, Team, Workers};
use crate::world_cube::world_cube;
use broad_phase::AllPairs;
use collision::{
    Body, BodyId, BroadPhase, Contact, Counter, Detector, FacePair, Findings, Frame, Profile,
    Query, Step, Unsupported, Work, World,
};
use geometry::{Aabb, Interference};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Parameters of the paper, and the face tests that it compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct FaceOctreeOptions {
    /// Number of halvings of the world cube, at most [`MAX_LEVEL`]. Level 6 gives voxels of side
    /// L / 64 [§4]. A further level takes up to eight times as long for faces that meet in a
    /// volume, and four times for faces that meet in a plane, up to the bound of D9.
    pub level: u32,
    /// Test of a face against a box.
    pub face_test: FaceTest,
    /// Pairs of faces that enter the checklist.
    pub checklist: Checklist,
}

impl Default for FaceOctreeOptions {
    fn default() -> Self {
        FaceOctreeOptions {
            level: 6,
            face_test: FaceTest::Clip,
            checklist: Checklist::Overlapping,
        }
    }
}

/// Test of a face against an overlap region or a cube [§2.3, §3.7].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaceTest {
    /// Clipping, as published [§3.7].
    #[default]
    Clip,
    /// Thirteen separating axes, with the same result.
    Sat,
    /// Box of the face instead of the face, as in the work that the paper extends [§2.3].
    Box,
}

/// Pairs of faces of two bodies in one voxel that enter the face pair checklist [§3.5, §3.6].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Checklist {
    /// Pairs whose boxes overlap (D7). Boxes are compared in each voxel that a pair shares.
    #[default]
    Overlapping,
    /// All pairs, as published. Boxes are compared once for each pair, after the list is complete.
    /// A list of more than 2²² pairs is made again of pairs whose boxes overlap.
    All,
}

/// Number of faces of all bodies from which several threads share a first frame: testing them
/// against a region takes about 0.2 ms, if none of them meets it.
const PARALLEL_FROM_FACES: usize = 1 << 14;

/// Returns the work that threads share, in units of about 15 ns. It decides only whether they share
/// the next frame.
///
/// With these weights, the longest frames of eleven scenes are estimated at 0.6 to 1.3 of their
/// measured times (2026-11-28): spheres of 528 to 9800 faces, shuttles, stones and polytopes.
fn units(counted: &Work, work: &OctreeWork) -> u64 {
    let of_vertices = counted.count(Counter::VERTICES_MOVED.name()) / 6;
    let of_cubes = work.region_tests / 15 + work.cube_tests / 4 + 18 * work.clipped;
    of_vertices + of_cubes + work.pairs_met / 3 + 5 * work.face_pair_tests
}

/// Number of pairs of faces that a thread takes at once: about 10 µs of work.
const FACE_PAIRS_AT_ONCE: usize = 128;

/// Face octree as published [Smith95 §3]. Keeps only buffers and threads between frames.
///
/// With [`Query::workers`] above one, threads share the steps of a query for all contacts if the
/// frame before was long enough; boxes of bodies and first contacts stay on one thread.
#[derive(Debug)]
pub struct FaceOctree {
    options: FaceOctreeOptions,
    broad_phase: Box<dyn BroadPhase>,
    world: World,
    regions: OverlapRegions,
    faces: FaceChecklist,
    subdivision: Subdivision,
    workers: Workers,
    pieces: PieceLists<Contact>,
    /// [`units`] of the last frame with all contacts. None before the first.
    units_before: Option<u64>,
    /// Faces of one pair of bodies, if the query asks only for the first contact.
    near: FacePairsByBoxes,
}

impl FaceOctree {
    /// Returns the detector with the paper's settings: level 6, clipping, boxes of all pairs of
    /// bodies. Only the checklist has fewer pairs (D7).
    pub fn published() -> FaceOctree {
        FaceOctree::with_options(FaceOctreeOptions::default())
    }

    /// Returns the detector with other settings.
    ///
    /// # Panics
    /// If the level exceeds [`MAX_LEVEL`].
    pub fn with_options(options: FaceOctreeOptions) -> FaceOctree {
        assert!(
            options.level <= MAX_LEVEL,
            "level {} exceeds {MAX_LEVEL}",
            options.level
        );
        FaceOctree {
            options,
            broad_phase: Box::<AllPairs>::default(),
            world: World::default(),
            regions: OverlapRegions::default(),
            faces: FaceChecklist::default(),
            subdivision: Subdivision::default(),
            workers: Workers::default(),
            pieces: PieceLists::default(),
            units_before: None,
            near: FacePairsByBoxes::default(),
        }
    }

    /// Replaces the broad phase, which is all pairs of boxes by default.
    #[must_use]
    pub fn with_broad_phase(mut self, broad_phase: Box<dyn BroadPhase>) -> FaceOctree {
        self.broad_phase = broad_phase;
        self
    }

    /// Keeps the cubes that are split in each frame ([`FaceOctree::split_cubes`]), for drawing.
    ///
    /// Findings and work counts stay the same. With several threads, step 3 then runs on one.
    #[must_use]
    pub fn keeping_split_cubes(mut self) -> FaceOctree {
        self.subdivision.keep_split_cubes();
        self
    }

    /// Returns the cubes of the octree that were split in the last frame, each before its children,
    /// in world space. Empty unless they are kept, and if the query asked for first contacts.
    pub fn split_cubes(&self) -> &[Aabb] {
        self.subdivision.split_cubes()
    }
}

impl Detector for FaceOctree {
    fn profile(&self) -> Profile {
        Profile::new(
            "face-octree",
            "Smith95 §3",
            "overlap regions of boxes, faces in them, octree down to voxels, exact check",
        )
    }

    fn world(&self) -> &World {
        &self.world
    }

    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.world = World::new(bodies);
        self.broad_phase.clear();
        self.units_before = None;
        Ok(())
    }

    fn find(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        let mut work = OctreeWork::default();
        self.subdivision.forget_split_cubes();
        if query.is_first_contact() {
            self.find_regions(Team::ALONE, (frame, query), found);
            self.find_first_contacts(query, &mut work, found);
        } else {
            let mut workers = std::mem::take(&mut self.workers);
            let pays = query.shares(self.is_long());
            workers.run(query.workers.get(), pays, |team| {
                self.find_regions(team, (frame, query), found);
                self.find_contacts(team, query, &mut work, found);
            });
            self.workers = workers;
            self.units_before = Some(units(&found.work, &work));
        }
        work.add_to(&mut found.work);
    }
}

impl FaceOctree {
    /// Moves all vertices, and finds the overlap regions: step 1.
    fn find_regions(
        &mut self,
        team: Team,
        (frame, query): (&Frame<'_>, &Query<'_>),
        found: &mut Findings,
    ) {
        query.probe.begin(Step::UPDATE, 0);
        self.world.update_on(team, frame, &mut found.work);
        query.probe.begin(Step::OVERLAP_REGIONS, 0);
        let (boxes, broad_phase) = (self.world.boxes(), &mut *self.broad_phase);
        self.regions
            .find(team, query, broad_phase, boxes, &mut found.work);
    }

    /// Returns true if several threads gain in this frame, by the work of the last.
    fn is_long(&self) -> bool {
        if let Some(units) = self.units_before {
            return units >= PARALLEL_FROM_UNITS;
        }
        let faces = |body: BodyId| self.world.face_count(body) as usize;
        self.world.body_ids().map(faces).sum::<usize>() >= PARALLEL_FROM_FACES
    }

    /// Lists the faces near other bodies, completes the face pair checklist, then tests each of its
    /// pairs, as published.
    fn find_contacts(
        &mut self,
        team: Team,
        query: &Query<'_>,
        work: &mut OctreeWork,
        found: &mut Findings,
    ) {
        query.probe.begin(FACE_CHECKLIST, 0);
        let test = self.options.face_test;
        self.faces
            .list(team, &self.world, &self.regions, test, work);
        if !self.faces.has_two_bodies() {
            return;
        }
        query.probe.begin(SUBDIVISION, 0);
        let cube = world_cube(query.world, &self.world, work);
        let mut listed = ListedFaces {
            faces: self.faces.faces(),
            ranges: self.faces.ranges(),
            test,
            checklist: self.options.checklist,
            regions: &self.regions,
        };
        let subdivision = &mut self.subdivision;
        subdivision.run_on(team, &mut listed, cube, self.options.level, work);
        if subdivision.gave_up() {
            // D7.
            listed.checklist = Checklist::Overlapping;
            subdivision.run_on(team, &mut listed, cube, self.options.level, work);
        }
        work.listed_pairs += self.subdivision.pair_count() as u64;

        query.probe.begin(Step::FACE_PAIRS, 0);
        let subdivision = &self.subdivision;
        let check = |range: Range<usize>, contacts: &mut Vec<Contact>, work: &mut OctreeWork| {
            check_pairs(&listed, subdivision.pairs_in(range), work, contacts);
        };
        let pairs = (subdivision.pair_count(), FACE_PAIRS_AT_ONCE);
        self.pieces
            .list(team, pairs, &check, &mut found.contacts, work);
    }

    /// Looks for a contact in each overlap region, and ends with the first (D10).
    fn find_first_contacts(
        &mut self,
        query: &Query<'_>,
        work: &mut OctreeWork,
        found: &mut Findings,
    ) {
        let world = &self.world;
        for pair in self.regions.pairs() {
            query.probe.begin(FACE_CHECKLIST, 0);
            self.near.list(world, *pair, work);
            query.probe.begin(SUBDIVISION, 0);
            self.near.find_contact(world, *pair, work, found);
        }
    }
}

/// Tests the pairs of a checklist of listed faces exactly [§3.6].
fn check_pairs(
    listed: &ListedFaces<'_>,
    pairs: impl Iterator<Item = (u32, u32)>,
    work: &mut OctreeWork,
    contacts: &mut Vec<Contact>,
) {
    for (i, j) in pairs {
        let [a, b] = [i, j].map(|i| &listed.faces[i as usize]);
        // "if there is no overlap in the bounding boxes then the faces do not intersect"
        if listed.checklist == Checklist::All && !boxes_overlap(&a.bounds, &b.bounds, work) {
            continue;
        }
        let kind = check_face_pair(&a.triangle, &b.triangle, work);
        if kind != Interference::Apart {
            let pair = FacePair::new(a.id, b.id);
            contacts.push(Contact::new(pair, kind));
        }
    }
}
