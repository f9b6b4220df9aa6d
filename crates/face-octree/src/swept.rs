//! Faces that may meet before the next instant: swept faces [Kitamura95 §3].
//!
//! Good for bodies that move far between two instants, such as thin fast ones, which a test at
//! instants misses. Steps 1 to 3 are those of the face octree; step 4 compares the volumes that two
//! faces sweep. The essence:
//! 1. Compare the boxes of all bodies, over both instants. Of rigid bodies, compare only those that
//!    balls around them leave (`near_bodies`).
//! 2. List the faces that meet an overlap region, over both instants.
//! 3. List the pairs of faces that are near each other.
//! 4. Compare the convex hulls of the corners of two faces at both instants.
//!
//! | mode | steps 1–3 see | step 4 | misses |
//! |---|---|---|---|
//! | `published` | the first instant | exact hulls, edges against facets | pairs that are far apart at first |
//! | `swept` | both instants | axes, portals, a direction, else exact hulls | none, if corners move linearly |
//! | `rotation` | both instants, and the bulge of arcs | a separating direction | none, if bodies turn at constant speed |
//!
//! Several workers share step 4 as published, and all steps by work stealing ([`Distribution`]),
//! but for sorting boxes of bodies and for first contacts, which stay on one thread.
//!
//! Findings: contacts at the first instant, exactly; and every pair that may meet, with the proved
//! interval of its first contact on request ([`collision::SweptContact`]).

mod distribution;
mod face_arrays;
mod face_corners;
mod faces;
mod items;
mod listed_ids;
mod moving_bodies;
mod near_bodies;
mod near_pairs;
mod pair_check;
mod pair_frame;
mod pair_pieces;
mod pair_rounds;
mod patched_body;
mod producer;
mod search;
mod swept_body;

use crate::counters::{FACE_CHECKLIST, OctreeWork};
use crate::overlap_regions::OverlapRegions;
use crate::sharing::{PARALLEL_FROM_UNITS, pairs_at_once};
use crate::subdivision::MAX_LEVEL;
use crate::workers::{Team, Workers};
use broad_phase::SortAndSweep;
use collision::workers::MAX_WORKERS;
use collision::{
    Body, BodyId, BroadPhase, Claim, Counter, Detector, Findings, Frame, Instant, Profile, Query,
    Step, Unsupported, Work, World,
};
pub use distribution::Distribution;
use faces::SweptFaces;
use moving_bodies::MovingBodies;
use pair_check::SweptFrame;
use pair_pieces::{PairPieces, divide_into_pieces};
use search::FacePairSearch;
use serde::{Deserialize, Serialize};

/// Bound on the rounding of two compared projections, relative to the largest coordinate.
///
/// Each projection is a sum of three products with factors of at most one: four roundings of at
/// most three times the coordinate, and a fifth if the coordinate itself is a difference. Both
/// together are 30 half ulps, and the constant is 32.
const PROJECTION_GAP_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Number of faces of all bodies from which they share the first frame.
const PARALLEL_FROM_FACES: usize = 1 << 14;

/// Returns the work of a frame in units of about 15 ns. It decides where work is done, and nothing
/// else.
///
/// The weights are those with which 500 frames of ten scenes are estimated at 0.64 to 1.4 of their
/// measured times (2026-11-28): spheres of 528 to 9800 faces, shuttles, stones and polytopes.
fn units(bodies: usize, counted: &Work, work: &OctreeWork) -> u64 {
    let box_tests = counted.count(Counter::BODY_BOX_TESTS.name());
    let vertices = counted.count(Counter::VERTICES_MOVED.name()) + work.vertices_moved;
    // Most region tests are of patches, of which those near the other body are tested twice.
    let of_faces = work.region_tests / 4 + 2 * work.cube_tests + work.face_box_tests / 8;
    let of_pairs = 4 * work.swept_pair_tests + 16 * work.volume_walks + work.hull_edge_tests;
    // A vertex moves in about 2.4 ns.
    20 * bodies as u64 + box_tests / 10 + vertices / 6 + of_faces + of_pairs
}

/// Options of the detector of swept faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct SweptOptions {
    /// Motion for which no pair is missed.
    pub mode: SweptMode,
    /// Number of halvings of the world cube in mode `published`, at most [`MAX_LEVEL`].
    pub level: u32,
    /// Intervals of first contacts.
    pub times: Times,
}

impl Default for SweptOptions {
    fn default() -> Self {
        SweptOptions {
            mode: SweptMode::Swept,
            level: 6,
            times: Times::Off,
        }
    }
}

/// Motion that a detector of swept faces covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SweptMode {
    /// As published: steps 1 to 3 look at the first instant only.
    Published,
    /// Each corner moves along a straight line.
    #[default]
    Swept,
    /// Each body turns about its origin at a constant rate, by the shortest way, while its origin
    /// moves along a straight line.
    Rotation,
}

/// Intervals of first contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Times {
    /// Not searched for.
    #[default]
    Off,
    /// Searched for by bisection. Pairs that certainly do not meet are dropped.
    Certified,
}

/// Options of the parallel detector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct ParallelOptions {
    /// Distribution of face pairs.
    pub distribution: Distribution,
    /// Number of threads, if the query does not ask for more.
    pub workers: u32,
    /// Motion for which no pair is missed.
    pub mode: SweptMode,
    /// Number of halvings of the world cube in mode `published`, at most [`MAX_LEVEL`].
    pub level: u32,
}

impl Default for ParallelOptions {
    fn default() -> Self {
        ParallelOptions {
            distribution: Distribution::Stealing,
            workers: 1,
            mode: SweptMode::Published,
            level: 6,
        }
    }
}

/// Face octree of swept faces [Kitamura95 §3]. Keeps only buffers between frames.
///
/// A frame without a next instant ([`collision::Frame::next`]) counts as one in which all bodies
/// stand still, and is counted as `no-next-instant` (D15). [`geometry::Pose::extrapolated`]
/// predicts the next pose of a body that keeps its velocity.
#[derive(Debug)]
pub struct SweptFaceOctree {
    name: &'static str,
    distribution: Distribution,
    /// Least number of threads.
    least_workers: usize,
    workers: Workers,
    /// [`units`] of the last frame with all contacts and work stealing. None before the first.
    /// Decides where work is done, and nothing else.
    units_before: Option<u64>,
    lists: FaceLists,
    search: FacePairSearch,
    pieces: PairPieces,
}

/// Steps 1 and 2: bodies at both instants, and their faces near other bodies.
#[derive(Debug, Default)]
struct FaceLists {
    options: SweptOptions,
    /// D19. Compares fewer pairs of boxes than all. Not used if balls are compared.
    broad_phase: SortAndSweep,
    bodies: MovingBodies,
    regions: OverlapRegions,
    faces: SweptFaces,
}

impl SweptFaceOctree {
    /// Returns the detector as published, with steps 1 to 3 at the first instant. The level is 6,
    /// that of Smith95: this paper leaves it to the user.
    pub fn published() -> SweptFaceOctree {
        SweptFaceOctree::with_options(SweptOptions {
            mode: SweptMode::Published,
            ..SweptOptions::default()
        })
    }

    /// Returns the detector with other settings.
    ///
    /// # Panics
    /// If the level exceeds [`MAX_LEVEL`].
    pub fn with_options(options: SweptOptions) -> SweptFaceOctree {
        let level = options.level;
        assert!(level <= MAX_LEVEL, "level {level} exceeds {MAX_LEVEL}");
        SweptFaceOctree {
            name: "face-octree-swept",
            distribution: Distribution::Stealing,
            least_workers: 1,
            workers: Workers::default(),
            units_before: None,
            lists: FaceLists {
                options,
                ..FaceLists::default()
            },
            search: FacePairSearch::default(),
            pieces: PairPieces::default(),
        }
    }

    /// Returns the detector `face-octree-parallel`, with a distribution of face pairs to workers
    /// [Kitamura95 §4].
    ///
    /// # Panics
    /// If the level exceeds [`MAX_LEVEL`], or the number of workers is 0 or exceeds
    /// [`MAX_WORKERS`].
    pub fn parallel(options: ParallelOptions) -> SweptFaceOctree {
        let workers = options.workers;
        assert!((1..=MAX_WORKERS).contains(&workers), "{workers} workers");
        let mut octree = SweptFaceOctree::with_options(SweptOptions {
            mode: options.mode,
            level: options.level,
            times: Times::Off,
        });
        octree.name = "face-octree-parallel";
        octree.distribution = options.distribution;
        octree.least_workers = workers as usize;
        octree
    }

    /// Returns the maximum number of threads.
    fn threads(&self, query: &Query<'_>) -> usize {
        self.least_workers.max(query.workers.get())
    }

    /// Returns true if several threads gain in this frame, by the work of the last.
    fn is_long(&self) -> bool {
        match self.units_before {
            Some(units) => units >= PARALLEL_FROM_UNITS,
            None => self.lists.bodies.total_faces() >= PARALLEL_FROM_FACES,
        }
    }
}

impl FaceLists {
    /// Moves all bodies, and finds the pairs near each other: step 1. Returns false if the other
    /// steps have nothing to do. As published, these run all the same.
    fn update(
        &mut self,
        team: Team,
        (frame, query): (&Frame<'_>, &Query<'_>),
        work: &mut OctreeWork,
        found: &mut Findings,
    ) -> bool {
        let (mode, counted) = (self.options.mode, &mut found.work);
        query.probe.begin(Step::UPDATE, 0);
        work.ball_tests += self.bodies.update(team, frame, (query, mode), counted);
        work.no_next_instant += u64::from(frame.next.is_none());

        query.probe.begin(Step::OVERLAP_REGIONS, 0);
        let (boxes, broad_phase) = (self.bodies.boxes(), &mut self.broad_phase);
        let regions = &mut self.regions;
        match self.bodies.near_pairs() {
            Some(pairs) => regions.find_among(pairs, boxes, counted),
            None if mode == SweptMode::Published => {
                regions.find(team, query, broad_phase, boxes, counted);
            }
            None => regions.find_pairs(team, query, broad_phase, boxes, counted),
        }
        mode == SweptMode::Published || !regions.pairs().is_empty()
    }

    /// Lists the faces near other bodies: step 2. `by_eights` prepares them for comparisons of
    /// eight pairs at once. A thread takes `at_once` pairs of bodies.
    fn list(
        &mut self,
        (team, by_eights, at_once): (Team, bool, usize),
        query: &Query<'_>,
        work: &mut OctreeWork,
    ) {
        query.probe.begin(FACE_CHECKLIST, 0);
        let (bodies, regions, faces) = (&self.bodies, &self.regions, &mut self.faces);
        match self.options.mode {
            SweptMode::Published => faces.list_published(team, bodies, regions, work),
            _ => {
                let how = (team, by_eights, at_once);
                faces.list_of_pairs(how, bodies, regions.pairs(), work)
            }
        }
    }

    /// Takes steps 1 and 2 on one thread, and returns the frame for the others, if these have
    /// something to do. Prepares no comparisons of eight pairs at once.
    fn make_alone<'a>(
        &'a mut self,
        question: (&'a Frame<'a>, &'a Query<'a>),
        work: &mut OctreeWork,
        found: &mut Findings,
    ) -> Option<SweptFrame<'a>> {
        let goes_on = self.update(Team::ALONE, question, work, found);
        goes_on.then(|| {
            self.list((Team::ALONE, false, 1), question.1, work);
            self.frame(question)
        })
    }

    /// Returns the frame for steps 3 and 4, with the faces that are listed.
    fn frame<'a>(&'a self, question: (&'a Frame<'a>, &'a Query<'a>)) -> SweptFrame<'a> {
        let lists = (&self.bodies, &self.regions, &self.faces);
        SweptFrame::new(self.options, question, lists)
    }
}

impl Detector for SweptFaceOctree {
    fn profile(&self) -> Profile {
        let summary = match self.lists.options.mode {
            SweptMode::Published => {
                "the face octree of one instant, whose pairs of faces several threads can check"
            }
            _ => "the face octree over the volumes that faces sweep until the next instant",
        };
        let mut profile = Profile::new(self.name, "Kitamura95 §3, §4", summary);
        profile.claim = Claim::NoMisses;
        if self.lists.options.mode != SweptMode::Published {
            profile.instant = Instant::UntilNext;
        }
        profile
    }

    fn world(&self) -> &World {
        self.lists.bodies.now()
    }

    fn world_mut(&mut self) -> &mut World {
        self.lists.bodies.now_mut()
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.lists.bodies = MovingBodies::new(bodies, self.lists.options.mode);
        self.lists.broad_phase.clear();
        self.units_before = None;
        Ok(())
    }

    fn remove(&mut self, body: BodyId) -> bool {
        self.lists.bodies.remove(body)
    }

    fn find(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        let mut work = OctreeWork::default();
        let (threads, question) = (self.threads(query), (frame, query));
        let is_long = threads > 1 && self.is_long();
        let units_before = self.units_before;
        let (lists, search) = (&mut self.lists, &mut self.search);
        if query.is_first_contact() {
            if let Some(swept) = lists.make_alone(question, &mut work, found) {
                search.find_first_contacts(&swept, &mut work, found);
            }
        } else if self.distribution == Distribution::Stealing {
            let pays = query.shares(is_long);
            // A probe that follows pairs sees one after another.
            let by_eights = lists.options.mode == SweptMode::Swept && !query.probe.follows_pairs();
            // A panic loses the threads. The next shared frame starts others.
            let mut workers = std::mem::take(&mut self.workers);
            let pieces = &mut self.pieces;
            workers.run(threads, pays, |team| {
                if !lists.update(team, question, &mut work, found) {
                    return;
                }
                let pairs = lists.regions.pairs().len();
                let at_once = pairs_at_once(query, pairs, units_before);
                let largest = lists.bodies.largest_face_count();
                let in_pieces = divide_into_pieces(query, (pairs, at_once), largest);
                if by_eights && team.shares() && in_pieces {
                    let swept = lists.frame(question);
                    return pieces.find_all(team, at_once, &swept, &mut work, found);
                }
                lists.list((team, by_eights, at_once), query, &mut work);
                search.find_all(team, &lists.frame(question), &mut work, found);
            });
            self.workers = workers;
            if threads > 1 {
                let bodies = self.lists.bodies.boxes().len();
                self.units_before = Some(units(bodies, &found.work, &work));
            }
        } else {
            // Steps 1 to 3 of the paper's distributions run on one thread.
            if let Some(swept) = lists.make_alone(question, &mut work, found) {
                let mut workers = std::mem::take(&mut self.workers);
                let on = (&mut workers, threads);
                search.distribute(on, self.distribution, &swept, &mut work, found);
                self.workers = workers;
            }
        }
        work.add_to(&mut found.work);
    }
}
