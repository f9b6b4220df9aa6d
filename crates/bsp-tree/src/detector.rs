//! The narrow phase: faces of one body pushed down the tree of the other.

use crate::counters::{BspWork, FACE_CHECKLIST};
use crate::inside::{Outer, interior};
use crate::query::{Met, Pusher, Way, is_clear};
use crate::tree::{Planes, Tree};
use broad_phase::SortAndSweep;
use collision::{
    ActivePairs, Body, BodyId, BodyPair, BroadPhase, Contained, FaceId, FacePair, Findings,
    NarrowPhase, PairContext, Pairwise, PlaceContext, PosedBodies, PosedPair, Profile, Reason,
    Step, Unsupported, World,
};
use geometry::{
    Aabb, Ball, Interference, SolidInterior, Triangle, Vec3, VisitedSet, WorldMap,
    interference_counted,
};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::Arc;

/// What is asked, and the two choices that the paper's rival leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct BspTreeOptions {
    /// All pairs of faces, or whether two bodies collide.
    pub query: BspQuery,
    /// Which faces are pushed down the other body's tree.
    pub cull: Cull,
    /// How trees are built.
    pub planes: Planes,
}

/// What is asked of two bodies (D2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BspQuery {
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

/// BSP trees of rigid bodies [Hubbard96 §11]; keeps nothing between frames but its buffers.
#[derive(Debug, Default)]
pub struct BspTree {
    options: BspTreeOptions,
    listed: [Vec<ListedFace>; 2],
    pusher: Pusher,
    /// The faces with which the face being pushed has been compared.
    compared: VisitedSet,
}

/// What is precomputed of a mesh.
#[derive(Clone, Debug)]
pub struct BspModel {
    /// The tree.
    pub tree: Tree,
    /// Under [`BspQuery::Boolean`] only.
    inside: Option<SolidInterior>,
    /// Bounding ball in local space.
    ball: Ball,
}

/// A body in the current frame.
#[derive(Clone, Copy, Debug)]
pub struct BspPosed {
    map: WorldMap,
    /// Bounding ball of the world vertices; only its center is right without [`Cull::Sphere`].
    ball: Ball,
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
    pub fn culled() -> Pairwise<SortAndSweep, BspTree> {
        BspTree::with_options(BspTreeOptions::default())
    }

    /// As near as we know to what [Hubbard96 §11] ran: do two bodies collide, all faces pushed.
    pub fn published() -> Pairwise<SortAndSweep, BspTree> {
        BspTree::with_options(BspTreeOptions {
            query: BspQuery::Boolean,
            cull: Cull::None,
            planes: Planes::FewestSplits,
        })
    }

    /// With other options.
    pub fn with_options(options: BspTreeOptions) -> Pairwise<SortAndSweep, BspTree> {
        BspTree::with_broad_phase(options, SortAndSweep::default())
    }

    /// With other options, behind another broad phase.
    pub fn with_broad_phase<B: BroadPhase>(
        options: BspTreeOptions,
        broad_phase: B,
    ) -> Pairwise<B, BspTree> {
        let narrow_phase = BspTree {
            options,
            ..BspTree::default()
        };
        Pairwise::new(broad_phase, narrow_phase)
    }
}

impl NarrowPhase for BspTree {
    type Model = BspModel;
    type Posed = BspPosed;
    type Cache = ();

    fn profile(&self) -> Profile {
        let profile = Profile::new(
            "bsp-tree",
            "Thibault and Naylor 1987, Hubbard96 §11",
            "faces of one body pushed down the other's BSP tree, exact test where they meet planes",
        );
        match self.options.query {
            BspQuery::All => profile.for_rigid_bodies(),
            BspQuery::Boolean => profile.for_rigid_bodies().for_solids(),
        }
    }

    fn prepare(&mut self, id: BodyId, body: &Body) -> Result<BspModel, Unsupported> {
        if body.deforms {
            return Err(Unsupported::NotRigid {
                body: id,
                name: body.name.clone(),
            });
        }
        let mesh = body.mesh();
        let asks_solids = self.options.query == BspQuery::Boolean;
        Ok(BspModel {
            tree: Tree::build(mesh, self.options.planes),
            inside: asks_solids.then(|| interior(mesh)),
            ball: Ball::minimal(mesh.vertices()).expect("a mesh has vertices"),
        })
    }

    fn posed(&self, model: &BspModel) -> BspPosed {
        BspPosed {
            map: geometry::Pose::IDENTITY.world_map(),
            ball: model.ball,
        }
    }

    fn reset(&mut self, models: &[Arc<BspModel>]) {
        let faces = models.iter().map(|m| m.tree.face_count()).max();
        self.compared.reset(faces.unwrap_or(0));
    }

    fn place(
        &mut self,
        body: BodyId,
        model: &BspModel,
        posed: &mut BspPosed,
        cx: &mut PlaceContext<'_>,
    ) -> Aabb {
        let bounds = cx.world.move_body(body, cx.frame, cx.work);
        posed.map = cx.frame.poses()[body.index()].world_map();
        posed.ball = Ball::new(posed.map.apply(model.ball.center), 0.0);
        if self.options.cull == Cull::Sphere {
            posed.ball = posed.ball.grown_to_contain(cx.world.vertices(body));
            if posed.ball.radius < SQUARES_UNDERFLOW {
                posed.ball.radius = radius_around(posed.ball.center, &bounds);
            }
        }
        bounds
    }

    fn test(
        &mut self,
        pairs: &mut ActivePairs<()>,
        bodies: PosedBodies<'_, Self>,
        cx: &mut PairContext<'_>,
    ) {
        let mut work = BspWork::default();
        bodies.for_each_pair(pairs, |pair, ()| self.test_pair(&pair, &mut work, cx));
        work.add_to(&mut cx.found.work);
    }

    /// [`BspQuery::Boolean`] asks about solids: [`BspTree::test`] does it on the way.
    fn finds_contained(&self) -> bool {
        self.options.query == BspQuery::Boolean
    }
}

impl BspTree {
    fn test_pair(
        &mut self,
        pair: &PosedPair<'_, BspTree>,
        work: &mut BspWork,
        cx: &mut PairContext<'_>,
    ) {
        let boolean = self.options.query == BspQuery::Boolean;
        let bodies = BspPair {
            pair: pair.pair,
            models: pair.models,
            posed: [*pair.posed[0], *pair.posed[1]],
            world: cx.world,
            stop_at_first: boolean || cx.query.is_first_contact(),
        };
        cx.query.probe.begin(FACE_CHECKLIST, 0);
        let mut collide = false;
        if let Some(pushed) = self.list_faces(&bodies, work) {
            cx.query.probe.begin(Step::FACE_PAIRS, 0);
            collide = self.push_faces(&bodies, pushed, work, cx.found);
        }
        if boolean && collide {
            cx.found.contacts.clear();
            cx.found.add_bodies(pair.pair, Reason::Solids);
        } else if boolean {
            cx.query.probe.begin(Step::CONTAINMENT, 0);
            if let Some(contained) = bodies.contained(work) {
                cx.found.add_bodies(pair.pair, Reason::Contained(contained));
            }
        }
    }
}

/// Two bodies in the current frame.
struct BspPair<'a> {
    pair: BodyPair,
    models: [&'a BspModel; 2],
    posed: [BspPosed; 2],
    world: &'a World,
    stop_at_first: bool,
}

impl BspPair<'_> {
    /// The body with index 0 or 1 in the pair.
    fn body(&self, index: usize) -> BodyId {
        [self.pair.a, self.pair.b][index]
    }

    /// The way into the tree of a body for the points of both bodies.
    fn way_into(&self, index: usize) -> Option<Way> {
        let boxes = self.world.boxes();
        let reach = [self.pair.a, self.pair.b].map(|b| boxes[b.index()].max_abs_coordinate());
        let (tree, map) = (&self.models[index].tree, &self.posed[index].map);
        Way::into_tree(tree, map, reach[0].max(reach[1]))
    }

    fn inside(&self, index: usize) -> &SolidInterior {
        let inside = self.models[index].inside.as_ref();
        inside.expect("queries about solids have it")
    }

    /// Which body contains the other, if one does; their surfaces are apart.
    fn contained(&self, work: &mut BspWork) -> Option<Contained> {
        let boxes = self.world.boxes();
        if !boxes[self.pair.a.index()].overlaps(&boxes[self.pair.b.index()]) {
            return None;
        }
        let mut contains = |outer: usize, inner: usize| {
            let way = self.way_into(outer);
            let body = Outer {
                body: self.body(outer),
                tree: &self.models[outer].tree,
                inside: self.inside(outer),
                way: way.as_ref(),
            };
            body.contains_body((self.body(inner), self.inside(inner)), self.world, work)
        };
        if contains(1, 0) {
            Some(Contained::AInB)
        } else if contains(0, 1) {
            Some(Contained::BInA)
        } else {
            None
        }
    }
}

impl BspTree {
    /// Lists the faces of one body that have to be pushed down the other's tree: those of the
    /// body with fewer. Returns which, 0 for `pair.a`; `None` if nothing can meet.
    fn list_faces(&mut self, bodies: &BspPair<'_>, work: &mut BspWork) -> Option<usize> {
        self.listed.iter_mut().for_each(Vec::clear);
        let world = bodies.world;
        let count = |index| world.face_count(bodies.body(index));
        let faces = |index| {
            let body = bodies.body(index);
            (0..count(index)).map(move |face| ListedFace::of(world, body, face))
        };
        if self.options.cull == Cull::None {
            let pushed = usize::from(count(1) < count(0));
            self.listed[pushed].extend(faces(pushed));
            work.listed += self.listed[pushed].len() as u64;
            return Some(pushed);
        }
        let [a, b] = bodies.posed.map(|posed| posed.ball);
        work.sphere_tests += 1;
        if !is_within(b.center - a.center, a.radius + b.radius) {
            return None;
        }
        for (listed, (index, ball)) in self.listed.iter_mut().zip([(0, b), (1, a)]) {
            work.region_tests += u64::from(count(index));
            listed.extend(faces(index).filter(|face| meets_ball(&face.bounds, &ball)));
            if listed.is_empty() {
                return None;
            }
            work.listed += listed.len() as u64;
        }
        Some(usize::from(self.listed[1].len() < self.listed[0].len()))
    }

    /// Adds the contacts of two bodies, of one of which faces are listed: all, or the first.
    /// Returns whether it stopped early, because they collide: a contact shows it or, under
    /// [`BspQuery::Boolean`], an IN leaf.
    fn push_faces(
        &mut self,
        bodies: &BspPair<'_>,
        pushed: usize,
        work: &mut BspWork,
        found: &mut Findings,
    ) -> bool {
        let held = 1 - pushed;
        let (body, other) = (bodies.body(pushed), bodies.body(held));
        let way = bodies.way_into(held);
        let tree = &bodies.models[held].tree;
        let boolean = self.options.query == BspQuery::Boolean;
        let mut pairing = Pairing {
            world: bodies.world,
            other,
            stop_at_first: bodies.stop_at_first,
            compared: &mut self.compared,
        };
        // An IN leaf can decide only if the pushed body is of one part, and until one was wrong.
        let mut trusted = boolean && bodies.inside(pushed).part_vertices().len() == 1;
        for face in &self.listed[pushed] {
            pairing.compared.clear();
            let id = FaceId {
                body,
                face: face.face,
            };
            let Some(way) = &way else {
                let all = 0..bodies.world.face_count(other);
                if pairing.compare((id, face), all, work, found).is_break() {
                    return true;
                }
                continue;
            };
            let (polygon, thickness) = way.polygon(&face.triangle);
            let met = |met: Met<'_>, work: &mut BspWork| match met {
                Met::Faces(faces) => {
                    pairing.compare((id, face), faces.iter().copied(), work, found)
                }
                Met::Inside(piece) if trusted => {
                    let p = piece.center();
                    if !is_clear(tree, p, 2.0 * thickness, work) {
                        return ControlFlow::Continue(());
                    }
                    trusted = bodies.inside(held).contains(p);
                    if trusted {
                        return ControlFlow::Break(());
                    }
                    ControlFlow::Continue(())
                }
                Met::Inside(_) => ControlFlow::Continue(()),
            };
            if self
                .pusher
                .push(tree, (&polygon, thickness), work, met)
                .is_break()
            {
                return true;
            }
        }
        false
    }
}

/// Relative to the coordinates involved: a difference, a square, two sums, a root and a product on
/// either side are some twelve half-ulps; 32 are more than enough.
const BALL_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Whether a box may share a point with a ball, in spite of rounding. Boxes are looser than faces,
/// but their distance is right whatever the shape of the face.
fn meets_ball(bounds: &Aabb, ball: &Ball) -> bool {
    let nearest = ball.center.clamp(bounds.min, bounds.max);
    let apart: Vec3 = nearest - ball.center;
    let slack = BALL_ROUNDING * (ball.center.abs().max_element() + ball.radius);
    is_within(apart, ball.radius + slack)
}

/// Lengths below this have squares that lose digits to underflow, or are zero: 2⁻⁵⁰⁰, whose square
/// is well above the smallest normal number, 2⁻¹⁰²².
const SQUARES_UNDERFLOW: f64 = f64::from_bits((1023 - 500) << 52);

/// Whether a vector is at most `reach` long. Of a reach below [`SQUARES_UNDERFLOW`], whether none
/// of its coordinates is larger, which says less.
fn is_within(v: Vec3, reach: f64) -> bool {
    if reach < SQUARES_UNDERFLOW {
        v.abs().max_element() <= reach
    } else {
        v.length_squared() <= reach * reach
    }
}

/// A radius at which a ball contains a box, without squares: more than √3 times the largest
/// coordinate from its center.
fn radius_around(center: Vec3, bounds: &Aabb) -> f64 {
    let farthest = (bounds.max - center).abs().max((bounds.min - center).abs());
    1.75 * farthest.max_element() + f64::MIN_POSITIVE
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

/// Compares faces that are pushed with faces of the body whose tree it is.
struct Pairing<'a> {
    world: &'a World,
    other: BodyId,
    stop_at_first: bool,
    compared: &'a mut VisitedSet,
}

impl Pairing<'_> {
    /// Compares one face with others, each once: boxes, then exactly; adds the contacts.
    #[inline]
    fn compare(
        &mut self,
        (id, face): (FaceId, &ListedFace),
        others: impl Iterator<Item = u32>,
        work: &mut BspWork,
        found: &mut Findings,
    ) -> ControlFlow<()> {
        for other in others {
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
            found.add_contact(FacePair::new(id, with), kind);
            if self.stop_at_first && kind != Interference::Apart {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}
