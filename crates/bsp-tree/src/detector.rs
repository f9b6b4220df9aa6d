//! Narrow phase: pushes faces of one body down the tree of the other.

use crate::counters::{BspWork, FACE_CHECKLIST};
use crate::inside::{ContainmentTarget, interior};
use crate::polygon::Polygon;
use crate::query::{Hit, PolygonWalk, WorldInTree, is_clear};
use crate::tree::{Planes, Tree};
use broad_phase::{BroadPhaseKind, SortAndSweep};
use collision::{
    ActivePairs, Body, BodyId, BodyPair, BroadPhase, Contained, FaceId, FacePair, Findings,
    NarrowPhase, PairContext, PairOutput, PairThreads, Pairwise, PlaceContext, PosedBodies,
    Profile, Reason, SharedPair, Step, Unsupported, World,
};
use geometry::{
    Aabb, Ball, Interference, SolidInterior, Triangle, Vec3, VisitedSet, WorldMap,
    interference_counted,
};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Options of the detector: the query, and two choices that the paper leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct BspTreeOptions {
    /// Face pairs or colliding bodies.
    pub query: BspQuery,
    /// Faces to push down the other body's tree.
    pub cull: Cull,
    /// Choice of planes in trees.
    pub planes: Planes,
    /// Broad phase before it. Default: sort and sweep.
    pub broad_phase: BroadPhaseKind,
}

impl Default for BspTreeOptions {
    fn default() -> BspTreeOptions {
        BspTreeOptions {
            query: BspQuery::default(),
            cull: Cull::default(),
            planes: Planes::default(),
            broad_phase: BroadPhaseKind::SortAndSweep,
        }
    }
}

/// Query about two bodies (D2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BspQuery {
    /// Every pair of faces that interferes.
    #[default]
    All,
    /// Collision of the solids. Stops at the first proof.
    Boolean,
}

/// Faces to push (D5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cull {
    /// Faces whose box meets the other body's bounding ball.
    #[default]
    Sphere,
    /// All faces, as published.
    None,
}

/// BSP trees of rigid bodies [Hubbard96 §11]. Keeps only buffers and threads between frames.
///
/// With [`collision::Query::workers`] above one, threads share the pairs of bodies.
#[derive(Debug, Default)]
pub struct BspTree {
    options: BspTreeOptions,
    threads: PairThreads<BspBuffers, BspWork>,
}

/// Buffers of the test of a pair.
#[derive(Clone, Debug, Default)]
struct BspBuffers {
    listed: [Vec<ListedFace>; 2],
    walk: PolygonWalk,
    /// Faces already compared with the pushed face.
    compared: VisitedSet,
}

/// Precomputed model of a mesh.
#[derive(Clone, Debug)]
pub struct BspModel {
    /// BSP tree of the faces.
    pub tree: Tree,
    /// Interior in tree space, under [`BspQuery::Boolean`] only.
    inside: Option<SolidInterior>,
    /// Bounding ball in local space.
    ball: Ball,
}

/// Body in the current frame.
#[derive(Clone, Copy, Debug)]
pub struct BspPosed {
    map: WorldMap,
    /// Bounding ball of the world vertices. Without [`Cull::Sphere`], only its center is valid.
    ball: Ball,
}

/// Candidate face to push, in world space.
#[derive(Clone, Copy, Debug)]
struct ListedFace {
    id: FaceId,
    triangle: Triangle,
    bounds: Aabb,
}

impl BspTree {
    /// Returns the detector of all face pairs, culled by the bounding ball.
    pub fn culled() -> Pairwise<SortAndSweep, BspTree> {
        BspTree::with_broad_phase(BspTreeOptions::default(), SortAndSweep::default())
    }

    /// Returns the detector closest to that of [Hubbard96 §11]: colliding bodies, all faces pushed.
    pub fn published() -> Pairwise<SortAndSweep, BspTree> {
        let options = BspTreeOptions {
            query: BspQuery::Boolean,
            cull: Cull::None,
            planes: Planes::FewestSplits,
            ..BspTreeOptions::default()
        };
        BspTree::with_broad_phase(options, SortAndSweep::default())
    }

    /// Returns a detector with other options.
    pub fn with_options(options: BspTreeOptions) -> Pairwise<Box<dyn BroadPhase>, BspTree> {
        BspTree::with_broad_phase(options, options.broad_phase.build())
    }

    /// Returns a detector with other options behind this broad phase, whichever the options name.
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
        let mut buffers = BspBuffers::default();
        buffers.compared.reset(faces.unwrap_or(0));
        self.threads.reset(buffers);
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
        let test = PairTest {
            boolean: self.options.query == BspQuery::Boolean,
            cull: self.options.cull,
            stop_at_first: cx.query.is_first_contact(),
            world: cx.world,
        };
        let work = self
            .threads
            .test(pairs, bodies, cx, |pair, (), buffers, output| {
                test.run(&pair, buffers, output);
            });
        work.add_to(&mut cx.found.work);
    }

    /// Returns true under [`BspQuery::Boolean`], because [`BspTree::test`] then adds contained
    /// bodies itself.
    fn finds_contained(&self) -> bool {
        self.options.query == BspQuery::Boolean
    }
}

/// Test of the pairs of one frame.
struct PairTest<'a> {
    boolean: bool,
    cull: Cull,
    stop_at_first: bool,
    world: &'a World,
}

impl PairTest<'_> {
    /// Tests one pair: lists faces, pushes them, and looks for containment if nothing collides.
    fn run(
        &self,
        pair: &SharedPair<'_, BspTree>,
        buffers: &mut BspBuffers,
        output: &mut PairOutput<'_, BspWork>,
    ) {
        let bodies = BspPair {
            pair: pair.pair,
            models: pair.models,
            posed: pair.posed.map(|posed| *posed),
            world: self.world,
            stop_at_first: self.boolean || self.stop_at_first,
        };
        output.begin(FACE_CHECKLIST);
        let mut collide = false;
        if let Some(pushed) = buffers.list_faces(&bodies, self.cull, output.work) {
            output.begin(Step::FACE_PAIRS);
            collide = buffers.push_faces(&bodies, pushed, output.work, output.found);
        }
        if self.boolean && collide {
            output.found.contacts.clear();
            output.found.add_bodies(pair.pair, Reason::Solids);
        } else if self.boolean {
            output.begin(Step::CONTAINMENT);
            if let Some(reason) = bodies.shared_interior(output.work) {
                output.found.add_bodies(pair.pair, reason);
            }
        }
    }
}

/// Pair of bodies in the current frame.
struct BspPair<'a> {
    pair: BodyPair,
    models: [&'a BspModel; 2],
    posed: [BspPosed; 2],
    world: &'a World,
    stop_at_first: bool,
}

impl BspPair<'_> {
    /// Returns the body with index 0 or 1 in the pair.
    fn body(&self, index: usize) -> BodyId {
        [self.pair.a, self.pair.b][index]
    }

    /// Returns the map into the tree of one body, for world points of both bodies.
    fn world_in_tree(&self, index: usize) -> Option<WorldInTree> {
        let boxes = self.world.boxes();
        let reach = [self.pair.a, self.pair.b].map(|b| boxes[b.index()].max_abs_coordinate());
        let (tree, map) = (&self.models[index].tree, &self.posed[index].map);
        WorldInTree::try_new(tree, map, reach[0].max(reach[1]))
    }

    fn inside(&self, index: usize) -> &SolidInterior {
        let inside = self.models[index].inside.as_ref();
        inside.expect("queries about solids have it")
    }

    /// Returns how two solids share points although their surfaces are disjoint, if they do (D4):
    /// one contains the other, or a part of it.
    fn shared_interior(&self, work: &mut BspWork) -> Option<Reason> {
        let boxes = self.world.boxes();
        if !boxes[self.pair.a.index()].overlaps(&boxes[self.pair.b.index()]) {
            return None;
        }
        let mut contains = |outer: usize, inner: usize, whole: bool| {
            let world_in_tree = self.world_in_tree(outer);
            let body = ContainmentTarget {
                body: self.body(outer),
                tree: &self.models[outer].tree,
                inside: self.inside(outer),
                world_in_tree: world_in_tree.as_ref(),
            };
            let inner = (self.body(inner), self.inside(inner));
            if whole {
                body.contains_body(inner, self.world, work)
            } else {
                body.contains_part(inner, self.world, work)
            }
        };
        let contained = Contained::if_any(|order| match order {
            Contained::AInB => contains(1, 0, true),
            Contained::BInA => contains(0, 1, true),
        });
        if let Some(contained) = contained {
            return Some(Reason::Contained(contained));
        }
        // A body of one part is inside as a whole or not at all.
        let has_parts = |index| self.inside(index).part_vertices().len() > 1;
        let reaches_in =
            (has_parts(0) && contains(1, 0, false)) || (has_parts(1) && contains(0, 1, false));
        reaches_in.then_some(Reason::Solids)
    }
}

impl BspBuffers {
    /// Lists the faces that may meet the other body, and returns the index of the body to push, the
    /// one with fewer faces (D5, D6). `None` if no faces can meet.
    fn list_faces(
        &mut self,
        bodies: &BspPair<'_>,
        cull: Cull,
        work: &mut BspWork,
    ) -> Option<usize> {
        self.listed.iter_mut().for_each(Vec::clear);
        let world = bodies.world;
        let count = |index| world.face_count(bodies.body(index));
        let faces = |index| {
            let body = bodies.body(index);
            (0..count(index)).map(move |face| ListedFace::of(world, body, face))
        };
        if cull == Cull::None {
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

    /// Pushes the listed faces of one body and adds contacts: all, or the first.
    ///
    /// Returns true if it stopped early because the bodies collide. The proof is a contact or,
    /// under [`BspQuery::Boolean`], an IN leaf.
    fn push_faces(
        &mut self,
        bodies: &BspPair<'_>,
        pushed: usize,
        work: &mut BspWork,
        found: &mut Findings,
    ) -> bool {
        let target = 1 - pushed;
        let (pushed_inside, target_inside) =
            (&bodies.models[pushed].inside, &bodies.models[target].inside);
        // D3. An IN leaf decides only if the pushed body has one part.
        let has_one_part = |inside: &SolidInterior| inside.part_vertices().len() == 1;
        let trusts_leaves = pushed_inside.as_ref().is_some_and(has_one_part);
        let world_in_tree = bodies.world_in_tree(target);
        let mut push = PushedBody {
            tree: &bodies.models[target].tree,
            trusted: target_inside.as_ref().filter(|_| trusts_leaves),
            world: bodies.world,
            other: bodies.body(target),
            stop_at_first: bodies.stop_at_first,
            compared: &mut self.compared,
            found,
        };
        for face in &self.listed[pushed] {
            push.compared.clear();
            let flow = match &world_in_tree {
                Some(world_in_tree) => push.push(&mut self.walk, face, world_in_tree, work),
                None => push.compare_with_all(face, work),
            };
            if flow.is_break() {
                return true;
            }
        }
        false
    }
}

/// Bound on the rounding of distances to a ball, relative to the coordinates. A difference, a
/// square, two sums, a root and a product on either side are about twelve half ulps. The constant
/// is 32.
const BALL_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Returns false only if a box and a ball certainly share no point, rounding included.
///
/// A box is looser than its face, but its distance is accurate even for a sliver.
fn meets_ball(bounds: &Aabb, ball: &Ball) -> bool {
    let nearest = ball.center.clamp(bounds.min, bounds.max);
    let apart: Vec3 = nearest - ball.center;
    let slack = BALL_ROUNDING * (ball.center.abs().max_element() + ball.radius);
    is_within(apart, ball.radius + slack)
}

/// Length below which squares may underflow: 2⁻⁵⁰⁰. Its square is well above the smallest normal
/// number, 2⁻¹⁰²².
const SQUARES_UNDERFLOW: f64 = f64::from_bits((1023 - 500) << 52);

/// Returns true if a vector is at most `reach` long. For a reach below [`SQUARES_UNDERFLOW`],
/// returns true if none of its coordinates is larger, which is a weaker condition.
fn is_within(v: Vec3, reach: f64) -> bool {
    if reach < SQUARES_UNDERFLOW {
        v.abs().max_element() <= reach
    } else {
        v.length_squared() <= reach * reach
    }
}

/// Returns the radius of a ball that contains a box, computed without squares: more than √3 times
/// the largest coordinate relative to the center.
fn radius_around(center: Vec3, bounds: &Aabb) -> f64 {
    let farthest = (bounds.max - center).abs().max((bounds.min - center).abs());
    1.75 * farthest.max_element() + f64::MIN_POSITIVE
}

impl ListedFace {
    fn of(world: &World, body: BodyId, face: u32) -> ListedFace {
        let triangle = world.triangle(body, face);
        ListedFace {
            id: FaceId { body, face },
            triangle,
            bounds: triangle.aabb(),
        }
    }
}

/// Push of one body's faces into the other body, which owns the tree.
struct PushedBody<'a> {
    tree: &'a Tree,
    /// Interior of the other body, while IN leaves of its tree may prove a collision (D3).
    trusted: Option<&'a SolidInterior>,
    world: &'a World,
    other: BodyId,
    stop_at_first: bool,
    /// Faces of the other body that the current face has been compared with.
    compared: &'a mut VisitedSet,
    found: &'a mut Findings,
}

impl PushedBody<'_> {
    /// Pushes one face down the tree. Breaks at a proof that ends the search.
    fn push(
        &mut self,
        walk: &mut PolygonWalk,
        face: &ListedFace,
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
    fn compare_with_all(&mut self, face: &ListedFace, work: &mut BspWork) -> ControlFlow<()> {
        self.compare(face, 0..self.world.face_count(self.other), work)
    }

    /// Compares one face with others, each once, and adds contacts: boxes first, then exactly.
    #[inline]
    fn compare(
        &mut self,
        face: &ListedFace,
        others: impl Iterator<Item = u32>,
        work: &mut BspWork,
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
            self.found.add_contact(FacePair::new(face.id, with), kind);
            if self.stop_at_first && kind != Interference::Apart {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}
