//! The detector: faces of one body pushed down the tree of the other.

use crate::inside::{Inside, Outer};
use crate::query::{Met, Pusher, Way, is_clear};
use crate::tree::{Planes, Tree};
use broad_phase::{BroadPhase, SortedAxis};
use collision::{
    Accepts, Body, BodyId, BodyPair, Claim, Contained, ContainmentSearch, Detector, FaceId,
    FacePair, Findings, Frame, Grain, Instant, Meaning, Profile, Step, Unsupported, Work, World,
};
use geometry::{Aabb, Ball, Interference, Triangle, Vec3, WorldMap, interference_counted};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::Arc;

/// What is asked, and the two choices that the paper's rival leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct BspTreeOptions {
    /// All pairs of faces, or whether two bodies collide.
    pub query: Query,
    /// Which faces are pushed down the other body's tree.
    pub cull: Cull,
    /// How trees are built.
    pub planes: Planes,
}

/// What is asked of two bodies (D2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Query {
    /// Every pair of faces that interferes.
    #[default]
    All,
    /// Whether they collide as solids: stops at the first sign of it.
    Boolean,
}

/// Which faces are pushed (D5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cull {
    /// Those whose box meets the other body's bounding ball.
    #[default]
    Sphere,
    /// All, as published.
    None,
}

/// BSP trees of rigid bodies [Hubbard96 §11]; remembers nothing between frames but its buffers.
#[derive(Debug)]
pub struct BspTree {
    options: BspTreeOptions,
    trees: Vec<Arc<Tree>>,
    /// For each body under [`Query::Boolean`], else empty.
    insides: Vec<Arc<Inside>>,
    containment: ContainmentSearch,
    world: World,
    /// The bounding ball of each body's mesh in local space, and where it is in the world.
    local_balls: Vec<Ball>,
    balls: Vec<Ball>,
    maps: Vec<WorldMap>,
    broad_phase: SortedAxis,
    pairs: Vec<BodyPair>,
    listed: [Vec<ListedFace>; 2],
    pusher: Pusher,
    stamps: Stamps,
}

/// A face that may be pushed, in world space.
#[derive(Clone, Copy, Debug)]
struct ListedFace {
    face: u32,
    triangle: Triangle,
    bounds: Aabb,
}

impl BspTree {
    /// All pairs of faces, with culling by the bounding ball.
    pub fn new() -> BspTree {
        BspTree::with_options(BspTreeOptions::default())
    }

    /// As near as we know to what [Hubbard96 §11] ran: do two bodies collide, all faces pushed.
    pub fn published() -> BspTree {
        BspTree::with_options(BspTreeOptions {
            query: Query::Boolean,
            cull: Cull::None,
            planes: Planes::FewestSplits,
        })
    }

    /// With other options.
    pub fn with_options(options: BspTreeOptions) -> BspTree {
        BspTree {
            options,
            trees: Vec::new(),
            insides: Vec::new(),
            containment: ContainmentSearch::default(),
            world: World::default(),
            local_balls: Vec::new(),
            balls: Vec::new(),
            maps: Vec::new(),
            broad_phase: SortedAxis::default(),
            pairs: Vec::new(),
            listed: [Vec::new(), Vec::new()],
            pusher: Pusher::default(),
            stamps: Stamps::default(),
        }
    }

    /// The tree of each body; bodies of one mesh share theirs.
    pub fn trees(&self) -> &[Arc<Tree>] {
        &self.trees
    }

    fn update(&mut self, frame: &Frame<'_>, work: &mut Work) {
        self.world.update(frame, work);
        self.maps.clear();
        self.maps.extend(frame.poses.iter().map(|p| p.world_map()));
        self.balls.clear();
        if self.options.cull == Cull::Sphere {
            for (i, (ball, map)) in self.local_balls.iter().zip(&self.maps).enumerate() {
                let ball = Ball::new(map.apply(ball.center), 0.0);
                let vertices = self.world.vertices(BodyId(i as u32));
                self.balls.push(ball.around(vertices));
            }
        }
    }

    fn find_pairs(&mut self, frame: &Frame<'_>, work: &mut Work) {
        match frame.candidates {
            Some(candidates) => {
                self.pairs.clear();
                self.pairs.extend_from_slice(candidates);
            }
            None => {
                let boxes = self.world.boxes();
                self.broad_phase.pairs(boxes, &mut self.pairs, work);
            }
        }
    }

    /// Lists the faces of one body that have to be pushed down the other's tree: those of the body with
    /// fewer. Says which, 0 for `pair.a`; `None` when nothing can meet.
    fn list_faces(&mut self, pair: BodyPair, work: &mut Work) -> Option<usize> {
        self.listed.iter_mut().for_each(Vec::clear);
        let bodies = [pair.a, pair.b];
        let world = &self.world;
        let count = |body: BodyId| world.mesh(body).face_count() as u32;
        let faces = |body| (0..count(body)).map(move |face| ListedFace::of(world, body, face));
        if self.options.cull == Cull::None {
            let pushed = usize::from(count(pair.b) < count(pair.a));
            self.listed[pushed].extend(faces(bodies[pushed]));
            work.listed += self.listed[pushed].len() as u64;
            return Some(pushed);
        }
        let [a, b] = bodies.map(|body| self.balls[body.index()]);
        work.sphere_tests += 1;
        if !a.overlaps(&b) {
            return None;
        }
        for (listed, (body, ball)) in self.listed.iter_mut().zip([(pair.a, b), (pair.b, a)]) {
            work.region_tests += u64::from(count(body));
            listed.extend(faces(body).filter(|face| meets_ball(&face.bounds, &ball)));
            if listed.is_empty() {
                return None;
            }
            work.listed += listed.len() as u64;
        }
        Some(usize::from(self.listed[1].len() < self.listed[0].len()))
    }

    /// Adds the contacts of two bodies, of one of which faces are listed: all, or the first. Under
    /// [`Query::Boolean`] says whether they collide, as far as a contact or an IN leaf shows it.
    fn push_faces(&mut self, pair: BodyPair, pushed: usize, found: &mut Findings) -> bool {
        let held = 1 - pushed;
        let bodies = [pair.a, pair.b];
        let (body, other) = (bodies[pushed], bodies[held]);
        let way = self.way_into(other, pair);
        let boolean = self.options.query == Query::Boolean;
        let tree = &self.trees[other.index()];
        let mut pairing = Pairing {
            world: &self.world,
            other,
            stop_at_first: boolean,
            stamps: &mut self.stamps,
        };
        // Whether an IN leaf can decide: the pushed body is of one part, and no leaf has lied.
        let mut trusted = boolean && self.insides[body.index()].is_one_part();
        for face in &self.listed[pushed] {
            pairing.stamps.begin();
            let id = FaceId {
                body,
                face: face.face,
            };
            let Some(way) = &way else {
                let all = 0..self.world.mesh(other).face_count() as u32;
                if pairing.compare((id, face), all, found).is_break() {
                    return true;
                }
                continue;
            };
            let (polygon, thickness) = way.polygon(&face.triangle);
            // The work is counted apart, because comparing adds to the findings, too.
            let mut work = Work::default();
            let stopped =
                self.pusher.push(
                    tree,
                    (&polygon, thickness),
                    &mut work,
                    |met, work| match met {
                        Met::Faces(faces) => {
                            pairing.compare((id, face), faces.iter().copied(), found)
                        }
                        Met::Inside(piece) if trusted => {
                            let p = piece.center();
                            if !is_clear(tree, p, 2.0 * thickness, work) {
                                return ControlFlow::Continue(());
                            }
                            trusted = self.insides[other.index()].holds(p);
                            if trusted {
                                return ControlFlow::Break(());
                            }
                            ControlFlow::Continue(())
                        }
                        Met::Inside(_) => ControlFlow::Continue(()),
                    },
                );
            found.work += work;
            if stopped.is_break() {
                return true;
            }
        }
        false
    }

    /// The way into the tree of `body` for the points of both bodies.
    fn way_into(&self, body: BodyId, pair: BodyPair) -> Option<Way> {
        let boxes = self.world.boxes();
        let reach = [pair.a, pair.b].map(|b| boxes[b.index()].magnitude());
        let (tree, map) = (&self.trees[body.index()], &self.maps[body.index()]);
        Way::into_tree(tree, map, reach[0].max(reach[1]))
    }

    /// Which body swallows the other, if one does; their surfaces are apart.
    fn swallowed(&self, pair: BodyPair, work: &mut Work) -> Option<Contained> {
        let boxes = self.world.boxes();
        if !boxes[pair.a.index()].overlaps(&boxes[pair.b.index()]) {
            return None;
        }
        let mut swallows = |outer: BodyId, inner: BodyId| {
            let way = self.way_into(outer, pair);
            let body = Outer {
                body: outer,
                tree: &self.trees[outer.index()],
                inside: &self.insides[outer.index()],
                way: way.as_ref(),
            };
            let parts = &*self.insides[inner.index()];
            body.swallows((inner, parts), &self.world, work)
        };
        if swallows(pair.b, pair.a) {
            Some(Contained::AInB)
        } else if swallows(pair.a, pair.b) {
            Some(Contained::BInA)
        } else {
            None
        }
    }

    fn check_solids(&mut self, pair: BodyPair, frame: &Frame<'_>, found: &mut Findings) {
        frame.probe.begin(Step::FaceChecklist);
        if let Some(pushed) = self.list_faces(pair, &mut found.work) {
            frame.probe.begin(Step::FacePairs);
            if self.push_faces(pair, pushed, found) {
                found.contacts.clear();
                found.add_bodies(pair, None);
                return;
            }
        }
        frame.probe.begin(Step::Containment);
        if let Some(contained) = self.swallowed(pair, &mut found.work) {
            found.add_bodies(pair, Some(contained));
        }
    }

    fn check_surfaces(&mut self, pair: BodyPair, frame: &Frame<'_>, found: &mut Findings) {
        frame.probe.begin(Step::FaceChecklist);
        if let Some(pushed) = self.list_faces(pair, &mut found.work) {
            frame.probe.begin(Step::FacePairs);
            self.push_faces(pair, pushed, found);
        }
    }
}

impl Default for BspTree {
    fn default() -> Self {
        BspTree::new()
    }
}

impl Detector for BspTree {
    fn profile(&self) -> Profile {
        let (grain, meaning) = match self.options.query {
            Query::All => (Grain::FacePairs, Meaning::Surfaces),
            Query::Boolean => (Grain::BodyPairs, Meaning::Solids),
        };
        Profile {
            name: "bsp-tree",
            source: "Thibault and Naylor 1987, Hubbard96 §11",
            summary: "faces of one body pushed down the other's BSP tree, exact test where they meet planes",
            grain,
            meaning,
            instant: Instant::Now,
            accepts: Accepts {
                deforming: false,
                ..Accepts::ANYTHING
            },
            claim: Claim::Exact,
            supports_budgets: false,
        }
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        if let Some(body) = bodies.iter().find(|b| b.deforms) {
            return Err(Unsupported::NotRigid {
                body: body.id,
                name: body.name.clone(),
            });
        }
        let planes = self.options.planes;
        self.trees = once_per_mesh(bodies, |body| Tree::build(&body.mesh, planes));
        self.insides = match self.options.query {
            Query::All => Vec::new(),
            Query::Boolean => once_per_mesh(bodies, |body| Inside::of(&body.mesh)),
        };
        let ball = |body: &Body| Ball::minimal(body.mesh.vertices());
        self.local_balls = bodies
            .iter()
            .map(|body| ball(body).expect("a mesh has vertices"))
            .collect();
        self.world = World::new(bodies);
        self.containment.prepare(bodies);
        self.broad_phase = SortedAxis::default();
        let faces = bodies.iter().map(|b| b.mesh.face_count()).max();
        self.stamps = Stamps::for_faces(faces.unwrap_or(0));
        Ok(())
    }

    fn detect(&mut self, frame: &Frame<'_>, found: &mut Findings) {
        found.clear();
        frame.probe.begin(Step::Update);
        self.update(frame, &mut found.work);

        frame.probe.begin(Step::OverlapRegions);
        self.find_pairs(frame, &mut found.work);

        let pairs = std::mem::take(&mut self.pairs);
        for pair in &pairs {
            match self.options.query {
                Query::All => self.check_surfaces(*pair, frame, found),
                Query::Boolean => self.check_solids(*pair, frame, found),
            }
        }
        self.pairs = pairs;
        if self.options.query == Query::All {
            self.containment.find(frame, &self.world, found);
        }
        found.finish();
    }
}

/// One value for each body, made once for each mesh that bodies share.
fn once_per_mesh<T>(bodies: &[Body], make: impl Fn(&Body) -> T) -> Vec<Arc<T>> {
    let mut made: Vec<Arc<T>> = Vec::with_capacity(bodies.len());
    for (i, body) in bodies.iter().enumerate() {
        let same = bodies[..i]
            .iter()
            .position(|earlier| Arc::ptr_eq(&earlier.mesh, &body.mesh));
        let value = same.map_or_else(|| Arc::new(make(body)), |j| made[j].clone());
        made.push(value);
    }
    made
}

/// Relative to the coordinates involved: a difference, a square, two sums, a root and a product on
/// either side are some twelve half-ulps; 32 are more than enough.
const BALL_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Whether a box may share a point with a ball, in spite of rounding. Boxes are looser than faces, but
/// their distance is right whatever the shape of the face.
fn meets_ball(bounds: &Aabb, ball: &Ball) -> bool {
    let nearest = ball.center.clamp(bounds.min, bounds.max);
    let apart: Vec3 = nearest - ball.center;
    let slack = BALL_ROUNDING * (ball.center.abs().max_element() + ball.radius);
    let reach = ball.radius + slack;
    apart.length_squared() <= reach * reach + f64::MIN_POSITIVE
}

impl ListedFace {
    fn of(world: &World, body: BodyId, face: u32) -> ListedFace {
        let triangle = world.triangle(body, face);
        ListedFace {
            face,
            triangle,
            bounds: triangle.aabb(),
        }
    }
}

/// Which faces the face being pushed has been compared with.
#[derive(Clone, Debug, Default)]
struct Stamps {
    of_face: Vec<u64>,
    current: u64,
}

impl Stamps {
    fn for_faces(count: usize) -> Stamps {
        Stamps {
            of_face: vec![0; count],
            current: 0,
        }
    }

    /// Another face is pushed.
    fn begin(&mut self) {
        self.current += 1;
    }

    /// Whether this face is met for the first time.
    #[inline]
    fn is_new(&mut self, face: u32) -> bool {
        let last = std::mem::replace(&mut self.of_face[face as usize], self.current);
        last != self.current
    }
}

/// Compares faces that are pushed with faces of the body whose tree it is.
struct Pairing<'a> {
    world: &'a World,
    other: BodyId,
    stop_at_first: bool,
    stamps: &'a mut Stamps,
}

impl Pairing<'_> {
    /// Compares one face with others, each once: boxes, then exactly; adds the contacts.
    #[inline]
    fn compare(
        &mut self,
        (id, face): (FaceId, &ListedFace),
        others: impl Iterator<Item = u32>,
        found: &mut Findings,
    ) -> ControlFlow<()> {
        for other in others {
            if !self.stamps.is_new(other) {
                continue;
            }
            let triangle = self.world.triangle(self.other, other);
            found.work.face_box_tests += 1;
            if !face.bounds.overlaps(&triangle.aabb()) {
                continue;
            }
            found.work.face_pair_tests += 1;
            let exact = &mut found.work.exact_fallbacks;
            let kind = interference_counted(&face.triangle, &triangle, exact);
            let with = FaceId {
                body: self.other,
                face: other,
            };
            found.add_contact(FacePair::new(id, with), kind);
            if self.stop_at_first && kind != Interference::Apart {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}
