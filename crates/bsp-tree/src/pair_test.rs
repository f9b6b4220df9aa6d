//! Test of one pair of bodies: lists faces, pushes them, and looks for containment.
//!
//! The essence:
//! 1. List the faces of each body that meet the ball of the other (D5). If one list is empty, no
//!    faces meet: a common point would be in both balls.
//! 2. Push the shorter list down the tree of the other body (D6), and test what comes near.
//! 3. If the query is about solids, a contact or a piece in an IN leaf decides (D3). Without
//!    either, the surfaces are disjoint, and one vertex of each part decides whether a body
//!    contains the other, or a part of it (D4).
//!
//! If rounding exceeds what the tree can resolve, each listed face is compared with all faces of
//! the other body instead.

use crate::counters::{BspWork, FACE_CHECKLIST};
use crate::inside::ContainmentTarget;
use crate::model::{BspModel, BspPosed, Cull};
use crate::near_ball::{NearBall, is_within};
use crate::pushed_body::{PushCandidate, PushedBody};
use crate::query::{PolygonWalk, WorldInTree};
use collision::{
    BodyId, BodyPair, Contained, Findings, NarrowPhase, PairOutput, Reason, SharedPair, Step, World,
};
use geometry::{SolidInterior, VisitedSet};

/// Buffers of the test of a pair.
#[derive(Clone, Debug, Default)]
pub(crate) struct BspBuffers {
    listed: [Vec<PushCandidate>; 2],
    walk: PolygonWalk,
    /// Faces already compared with the pushed face.
    pub compared: VisitedSet,
}

/// Test of the pairs of one frame.
pub(crate) struct PairTest<'a> {
    pub boolean: bool,
    pub cull: Cull,
    pub stop_at_first: bool,
    pub world: &'a World,
}

impl PairTest<'_> {
    /// Tests one pair: lists faces, pushes them, and looks for containment if nothing collides.
    pub(crate) fn run<N: NarrowPhase<Model = BspModel, Posed = BspPosed>>(
        &self,
        pair: &SharedPair<'_, N>,
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
        // The boolean query is about bodies: the face that ended it is no finding.
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
            (0..count(index)).map(move |face| PushCandidate::of(world, body, face))
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
        // Both lists are needed to choose: that of the body pushed is then kept, and an empty one
        // of either body proves that no faces meet.
        for (listed, (index, ball)) in self.listed.iter_mut().zip([(0, b), (1, a)]) {
            work.region_tests += u64::from(count(index));
            let ball = NearBall::new(&ball);
            // Not `extend`, which passes each face through memory.
            for face in faces(index) {
                if ball.meets(&face.bounds) {
                    listed.push(face);
                }
            }
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
