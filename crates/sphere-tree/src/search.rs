//! Search of one frame: stages of each pair of bodies, one step at a time [Hubbard96 §4.1, §4.2].
//!
//! Good for answers under a deadline: every step improves the certificate of one pair. Poor for
//! bodies in deep contact, where most spheres of every level collide. A step tests at most
//! `8 + 8 + 64` pairs of spheres per colliding pair of the level above. The essence:
//! 1. Start each pair of bodies at its roots, or at the frontier of the previous frame (D12).
//! 2. Refine every pair once, whatever the budget is: "every collision be refined at least once".
//! 3. While the budget allows it, take the next pair from the queue and refine it by one level.
//! 4. If only leaves collide, compare their faces. If the faces do not interfere, test containment.
//! 5. Report one certificate per pair, with the colliding spheres of its last complete level.
//!
//! If one contact per pair is enough and the budget is unlimited, a search goes depth first instead
//! (`search/depth_first.rs`).
//!
//! Invariants: bounds in [`PairBounds`] only improve within a frame. The list of colliding spheres
//! always belongs to a complete level, or is the cut where a search depth first stopped. A pair is
//! `Done` if no further step can change its answer.

mod depth_first;
pub(crate) mod frontier;
pub(crate) mod leaf_faces;
mod refinement;
pub(crate) mod schedule;
pub(crate) mod shape;
mod solidity;

use crate::counters::{REFINEMENT, SphereWork};
use collision::{
    BodyId, BodyPair, Certificate, Contained, Findings, Known, Query, Reason, SphereContact, Step,
};
use frontier::{AT_ONCE, Frontiers, Remembered, Start};
use geometry::RelativePose;
use leaf_faces::{FaceLevel, LeafFaces, PosedFaces};
use refinement::{FrontierPair, Gap, PairBounds, PairLists, Refinement, SphereTest, TreePair};
use schedule::{Cutoff, Queue, Schedule, allows};
use shape::{PosedSpheres, SphereModel};
use solidity::{InnerParts, Solid};
use std::ops::Range;
use std::sync::Arc;

/// Search of one query, with its buffers.
#[derive(Debug, Default)]
pub(crate) struct Search {
    pairs: Vec<PairSearch>,
    queue: Queue,
    refinement: Refinement,
    start: Start,
    faces: LeafFaces,
    frontiers: Frontiers,
    /// Colliding pairs that a search for one contact has not refined yet.
    stack: Vec<SphereContact>,
}

/// Two bodies whose bounding spheres collide, with the state of their search.
#[derive(Debug)]
struct PairSearch {
    pair: BodyPair,
    b_in_a: RelativePose,
    /// `b_in_a` in the unit of sphere tests.
    unit_b_in_a: RelativePose,
    /// Both coverage policies guarantee that the search finds every common point.
    misses_nothing: bool,
    stage: Stage,
    known: PairBounds,
    /// The solids are proved disjoint.
    apart: bool,
    /// A face pair interferes.
    contacts: bool,
    faces_listed: bool,
    /// Colliding spheres of the last complete level, as a range of the findings' list.
    colliding: Range<usize>,
    /// Reported spheres: `colliding`, or after a contact only the leaves of interfering faces.
    reported: Range<usize>,
    /// Reported pair with the smallest estimate (D15).
    nearest: Option<[u32; 2]>,
    /// Deepest level of the reported spheres. If there are none, of the compared spheres.
    level: u8,
    /// Face tasks that are not done yet, as a range of the list in `LeafFaces`.
    tasks: Range<usize>,
    /// Separated pairs of spheres, filled only if the search remembers a frontier.
    gaps: Vec<FrontierPair>,
    /// Frontier of the previous frame, until the search compares it.
    before: Option<Remembered>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Test the spheres that proved the best bounds in the previous frame.
    Recall,
    /// Compare the frontier of the previous frame.
    Resume,
    /// Descend by one level.
    Refine,
    /// List the faces in colliding leaves, and compare the first slice of them.
    ListFaces,
    /// Compare the next slice of faces.
    Faces,
    /// Test whether one solid contains a part of the other.
    Solids,
    /// No further step can change the answer.
    Done,
}

/// Output of a search: the findings of the frame, and work counts.
pub(crate) struct SearchOutput<'a> {
    pub(crate) findings: &'a mut Findings,
    pub(crate) work: SphereWork,
}

/// Bodies with their poses and models.
pub(crate) struct SearchScene<'a> {
    pub(crate) bodies: &'a mut [PosedSpheres],
    pub(crate) shapes: &'a [Arc<SphereModel>],
}

impl SearchScene<'_> {
    pub(crate) fn shapes_of(&self, pair: BodyPair) -> [&SphereModel; 2] {
        [pair.a, pair.b].map(|body| &*self.shapes[body.index()])
    }

    fn solids_of(&self, pair: BodyPair) -> [Solid<'_>; 2] {
        [pair.a, pair.b].map(|body| {
            let shape = &self.shapes[body.index()];
            Solid {
                interior: &shape.interior,
                mesh: &shape.mesh,
                placed: &self.bodies[body.index()].placed,
            }
        })
    }

    /// Returns the map from A's local space to B's.
    fn a_in_b(&self, pair: BodyPair) -> RelativePose {
        let [a, b] = [pair.a, pair.b].map(|body| &self.bodies[body.index()].placed);
        RelativePose::new(b, a)
    }

    fn sides_of(&mut self, pair: BodyPair) -> [PosedFaces<'_>; 2] {
        let shapes = self.shapes;
        let bodies = self
            .bodies
            .get_disjoint_mut([pair.a.index(), pair.b.index()])
            .expect("a pair is of two bodies");
        let mut ids = [pair.a, pair.b].into_iter();
        bodies.map(|body| {
            let id = ids.next().expect("a pair is of two bodies");
            let shape = &shapes[id.index()];
            PosedFaces {
                mesh: &shape.mesh,
                tree: &shape.tree,
                map: &body.placed.map,
                faces: &mut body.faces,
            }
        })
    }
}

fn trees<'a>([a, b]: [&'a SphereModel; 2], b_in_a: &'a RelativePose) -> TreePair<'a> {
    TreePair {
        a: &a.tree,
        b: &b.tree,
        b_in_a,
        parents: &a.parents,
        outside_parent: &a.outside_parent,
    }
}

impl Search {
    /// Sets the order of refinement.
    pub(crate) fn set_schedule(&mut self, schedule: Schedule) {
        self.queue = Queue::new(schedule);
    }

    /// Sets the start of each search.
    pub(crate) fn set_start(&mut self, start: Start) {
        self.start = start;
    }

    /// Reserves buffers for trees of up to `spheres` nodes and bodies of up to `faces` faces, and
    /// drops all frontiers.
    pub(crate) fn reserve(&mut self, spheres: usize, faces: usize) {
        self.refinement.reserve(spheres);
        self.faces.reserve(faces);
        self.frontiers.clear();
    }

    /// Drops the state of the last query, except its frontiers.
    pub(crate) fn clear(&mut self) {
        self.pairs.clear();
        self.queue.clear();
        self.faces.clear();
    }

    /// Adds the pair to the search if the roots of its trees collide: level 0 [§4.1].
    pub(crate) fn meet_roots(
        &mut self,
        pair: BodyPair,
        shapes: [&SphereModel; 2],
        b_in_a: RelativePose,
        found: &mut SearchOutput<'_>,
    ) {
        let [a, b] = shapes;
        let unit_b_in_a = b_in_a.unit_sized();
        let trees = trees([a, b], &unit_b_in_a);
        let mut known = PairBounds::NOTHING;
        self.refinement.begin_step();
        let work = &mut found.work;
        let test = self
            .refinement
            .test_spheres(&trees, [0, 0], &mut known, work);
        let SphereTest::Collide(roots) = test else {
            return;
        };
        let first = found.findings.evidence.spheres.len();
        found.findings.evidence.spheres.push(roots);
        let remembers = self.start.remembers();
        let before = self.frontiers.take(pair).filter(|_| remembers);
        let stage = match before {
            Some(_) => Stage::Recall,
            None => next_below(&trees, &[roots]),
        };
        self.pairs.push(PairSearch {
            pair,
            b_in_a,
            unit_b_in_a,
            misses_nothing: [a, b].iter().all(|s| s.tree.coverage.misses_nothing()),
            stage,
            known,
            apart: false,
            contacts: false,
            faces_listed: false,
            colliding: first..first + 1,
            reported: first..first + 1,
            nearest: Some([0, 0]),
            level: 0,
            tasks: 0..0,
            gaps: match remembers {
                true => self.frontiers.take_buffer(),
                false => Vec::new(),
            },
            before,
        });
    }

    /// Refines all pairs within the budget, and adds their certificates to the findings.
    pub(crate) fn run(
        &mut self,
        scene: &mut SearchScene,
        query: &Query<'_>,
        found: &mut SearchOutput<'_>,
    ) {
        // "every collision be refined at least once", whatever the budget [§4.2].
        for index in 0..self.pairs.len() as u32 {
            self.step(index, Cutoff::never(), scene, query, found);
        }
        while !self.queue.is_empty() && allows(&query.budget, &found.work) {
            if let Some(index) = self.queue.pop() {
                let cutoff = Cutoff::new(query.budget);
                self.step(index, cutoff, scene, query, found);
            }
        }
        self.report(scene, found);
        if self.start.remembers() {
            self.remember(found);
        }
    }

    /// Runs one step for one pair of bodies, and queues the pair unless it is done.
    fn step(
        &mut self,
        index: u32,
        cutoff: Cutoff,
        scene: &mut SearchScene,
        query: &Query<'_>,
        found: &mut SearchOutput<'_>,
    ) {
        found.work.refinement_steps += 1;
        let step = match self.pairs[index as usize].stage {
            Stage::Recall | Stage::Resume | Stage::Refine => REFINEMENT,
            Stage::ListFaces | Stage::Faces => Step::FACE_PAIRS,
            Stage::Solids | Stage::Done => Step::CONTAINMENT,
        };
        query.probe.begin(step, 0);
        self.run_stage(index, cutoff, scene, query, found);
        let now = &self.pairs[index as usize];
        if now.stage != Stage::Done {
            // D11. A pair without a bound goes behind all others.
            let bound = (!now.known.interfering).then_some(now.known.bound);
            self.queue.push(index, bound);
        }
    }

    /// Runs the current stage.
    ///
    /// Comparing a frontier and refining it is one step. Otherwise a pair at rest would spend a
    /// step of every frame on the frontier, and would be refined less deeply than from the roots.
    fn run_stage(
        &mut self,
        index: u32,
        mut cutoff: Cutoff,
        scene: &mut SearchScene,
        query: &Query<'_>,
        found: &mut SearchOutput<'_>,
    ) {
        let resumed = match self.pairs[index as usize].stage {
            Stage::Recall => self.recall(index, scene, query, found),
            Stage::Resume => self.resume(index, &mut cutoff, scene, query, found),
            _ => true,
        };
        if !resumed {
            return;
        }
        let below = matches!(
            self.pairs[index as usize].stage,
            Stage::Refine | Stage::ListFaces
        );
        if below && depth_first::suits(query) {
            return self.seek_contact(index, scene, query, found);
        }
        match self.pairs[index as usize].stage {
            Stage::Refine => self.refine(index, cutoff, scene, query, found),
            Stage::ListFaces => {
                self.list_faces(index, cutoff, scene, found);
                self.compare_faces(index, scene, query, found);
            }
            Stage::Faces => self.compare_faces(index, scene, query, found),
            Stage::Solids => self.test_containment(index, cutoff, scene, query, found),
            Stage::Recall | Stage::Resume | Stage::Done => {}
        }
    }

    /// Descends by one level: replaces each colliding pair by the colliding pairs of its children.
    ///
    /// "the algorithm checks the colliding spheres at the current level of the two hierarchies to
    /// see if their children collide" [§4.1]. If the cutoff is reached, the bounds stay, and the
    /// spheres remain those of the level above (D14).
    fn refine(
        &mut self,
        index: u32,
        mut cutoff: Cutoff,
        scene: &SearchScene,
        query: &Query<'_>,
        found: &mut SearchOutput<'_>,
    ) {
        let now = &mut self.pairs[index as usize];
        let trees = trees(scene.shapes_of(now.pair), &now.unit_b_in_a);
        let (first, first_gap) = (found.findings.evidence.spheres.len(), now.gaps.len());
        let level = now.known.level;
        let remembers = self.start.remembers();
        self.refinement.begin_step();
        let mut tests = 0;
        // The new level is appended to the list that the old level is a range of.
        for i in now.colliding.clone() {
            if cutoff.reached(tests) {
                // D14. Undo the partial level. `now.known` keeps its improved bounds: they are
                // proved by the spheres compared so far, whatever the other spheres do.
                found.findings.evidence.spheres.truncate(first);
                now.gaps.truncate(first_gap);
                now.known.level = level;
                return;
            }
            let contact = found.findings.evidence.spheres[i];
            let mut lists = PairLists {
                colliding: &mut found.findings.evidence.spheres,
                apart: remembers.then_some(&mut now.gaps),
            };
            let (before, work) = (found.work.sphere_tests, &mut found.work);
            self.refinement
                .refine(&trees, contact, &mut now.known, &mut lists, work);
            tests = (work.sphere_tests - before) as usize;
        }
        self.end_level(index, first, scene, query, found);
    }

    /// Tests the spheres that proved the best bounds in the previous frame, and compares the
    /// frontier if it is small (D12).
    ///
    /// Returns true if the search continues from the roots in this step. That is so if the frontier
    /// was dropped, or if none of these spheres collide: the bodies have then moved too far.
    fn recall(
        &mut self,
        index: u32,
        scene: &SearchScene,
        query: &Query<'_>,
        found: &mut SearchOutput<'_>,
    ) -> bool {
        let now = &mut self.pairs[index as usize];
        let trees = trees(scene.shapes_of(now.pair), &now.unit_b_in_a);
        let before = now.before.as_ref().expect("it is remembered");
        let PairBounds {
            nearest, inside, ..
        } = before.known;
        let (first, size) = (found.findings.evidence.spheres.len(), before.spheres.len());
        self.refinement.begin_step();
        let inside = inside.filter(|inside| *inside != nearest);
        for spheres in [Some(nearest), inside].into_iter().flatten() {
            let (known, work) = (&mut now.known, &mut found.work);
            let test = self.refinement.test_spheres(&trees, spheres, known, work);
            if let SphereTest::Collide(contact) = test {
                now.known.level = now.known.level.max(contact.level);
                found.findings.evidence.spheres.push(contact);
            }
        }
        // Either the frontier of the last frame is not worth comparing, and the search begins at
        // the roots, or the pair reports these few spheres until the frontier is compared.
        let parted = found.findings.evidence.spheres.len() == first;
        if parted || before.is_dropped() {
            now.stage = next_below(
                &trees,
                &found.findings.evidence.spheres[now.colliding.clone()],
            );
            if let Some(before) = now.before.take() {
                self.frontiers.recycle(before.spheres);
            }
            return true;
        }
        now.report_spheres(first..found.findings.evidence.spheres.len(), found);
        now.stage = Stage::Resume;
        if size <= AT_ONCE {
            self.resume(index, &mut Cutoff::never(), scene, query, found);
        }
        false
    }

    /// Compares the frontier of the previous frame, except pairs whose gap exceeds the motion since
    /// then (D12).
    ///
    /// Returns false if the cutoff is reached. The frontier then waits for the next frame.
    fn resume(
        &mut self,
        index: u32,
        cutoff: &mut Cutoff,
        scene: &SearchScene,
        query: &Query<'_>,
        found: &mut SearchOutput<'_>,
    ) -> bool {
        let now = &mut self.pairs[index as usize];
        let [a, b] = scene.shapes_of(now.pair);
        let trees = trees([a, b], &now.unit_b_in_a);
        let before = now.before.take().expect("it is remembered");
        let motion = now
            .b_in_a
            .motion_since(&before.b_in_a, b.tree.centers[0], b.spread);
        // No center of B has moved by more than this relative to A, including the rounding of both
        // relative poses. A gap shrinks by at most this.
        let (margin, unit_before) = (trees.margin(), before.b_in_a.unit_sized());
        let moved = motion + margin + unit_before.in_scene_units(unit_before.distance_margin());
        let first = found.findings.evidence.spheres.len();
        let mut lists = PairLists {
            colliding: &mut found.findings.evidence.spheres,
            apart: Some(&mut now.gaps),
        };
        self.refinement.begin_step();
        for old in &before.spheres {
            let spheres = old.spheres;
            let (known, work) = (&mut now.known, &mut found.work);
            match old.gap {
                // The pair collided. It may have separated.
                Gap::None => self
                    .refinement
                    .compare(&trees, spheres, known, &mut lists, work),
                // The pair is still separated. It keeps the remaining gap and needs no test.
                Gap::AtLeast(gap) if gap - moved > margin => {
                    if let Some(apart) = &mut lists.apart {
                        apart.push(FrontierPair::apart(spheres, gap - moved));
                    }
                }
                // The pair may have met.
                Gap::AtLeast(_) => self
                    .refinement
                    .compare_again(&trees, spheres, known, &mut lists, work),
            }
            if cutoff.reached(1) {
                // D14. Keep the old frontier unchanged: half of a new one is no complete cut.
                found.findings.evidence.spheres.truncate(first);
                now.gaps.clear();
                now.before = Some(before);
                return false;
            }
        }
        now.known.level = before.known.level;
        self.frontiers.recycle(before.spheres);
        self.end_level(index, first, scene, query, found);
        true
    }

    /// Records the colliding spheres `first..` of a completed level, and selects the next stage.
    ///
    /// "If no spheres from the two hierarchies collide at the current level, then that pair of
    /// objects need no further processing" [§4.1]. D13 says what that proves.
    fn end_level(
        &mut self,
        index: u32,
        first: usize,
        scene: &SearchScene,
        query: &Query<'_>,
        found: &SearchOutput<'_>,
    ) {
        let now = &mut self.pairs[index as usize];
        now.colliding = first..found.findings.evidence.spheres.len();
        now.report_spheres(now.colliding.clone(), found);
        let trees = trees(scene.shapes_of(now.pair), &now.unit_b_in_a);
        if now.colliding.is_empty() {
            now.settle_surfaces(scene, query);
        } else {
            now.stage = next_below(&trees, &found.findings.evidence.spheres[first..]);
        }
    }

    /// Lists the faces in colliding leaves. If the cutoff is reached, lists nothing (D14).
    fn list_faces(
        &mut self,
        index: u32,
        cutoff: Cutoff,
        scene: &SearchScene,
        found: &mut SearchOutput<'_>,
    ) {
        let now = &mut self.pairs[index as usize];
        let [a, b] = scene.shapes_of(now.pair);
        let trees = trees([a, b], &now.unit_b_in_a);
        let (colliding, leaves) = (&found.findings.evidence.spheres, now.colliding.clone());
        let (boxes, work) = (&a.face_boxes, &mut found.work);
        let tasks = self
            .faces
            .list(&trees, boxes, colliding, leaves, cutoff, work);
        if let Some(tasks) = tasks {
            now.tasks = tasks;
            now.faces_listed = true;
        }
    }

    /// Compares the next slice of listed faces (D9), and selects the next stage.
    fn compare_faces(
        &mut self,
        index: u32,
        scene: &mut SearchScene,
        query: &Query<'_>,
        found: &mut SearchOutput<'_>,
    ) {
        let now = &mut self.pairs[index as usize];
        if !now.faces_listed {
            return;
        }
        let faces_level = now.level(scene);
        self.compare_slice(index, scene, query, found);
        let now = &mut self.pairs[index as usize];
        if !now.tasks.is_empty() {
            now.stage = Stage::Faces;
        } else if now.contacts {
            now.report_leaves_of_contacts(faces_level, found);
            now.stage = Stage::Done;
        } else {
            now.settle_surfaces(scene, query);
        }
    }

    /// Compares the next slice of listed faces. Drops the rest after the first contact, if one is
    /// enough.
    fn compare_slice(
        &mut self,
        index: u32,
        scene: &mut SearchScene,
        query: &Query<'_>,
        found: &mut SearchOutput<'_>,
    ) {
        let now = &mut self.pairs[index as usize];
        let contacts = found.findings.contacts.len();
        let level = FaceLevel {
            bodies: now.pair,
            level: now.level(scene),
            first_only: query.is_first_contact(),
        };
        let sides = scene.sides_of(now.pair);
        self.faces.compare(level, sides, &mut now.tasks, found);
        now.contacts |= found.findings.contacts.len() > contacts;
        if now.contacts && level.first_only {
            now.tasks = 0..0;
        }
        now.known.interfering |= now.contacts;
    }

    /// Tests whether one solid contains a part of the other, after their surfaces do not meet
    /// (D13). If the cutoff is reached, the stage stays and the answer stays open (D14).
    fn test_containment(
        &mut self,
        index: u32,
        mut cutoff: Cutoff,
        scene: &mut SearchScene,
        query: &Query<'_>,
        found: &mut SearchOutput<'_>,
    ) {
        let now = &mut self.pairs[index as usize];
        let ([a, b], a_in_b) = (scene.solids_of(now.pair), scene.a_in_b(now.pair));
        let work = &mut found.work;
        let Some(of_a) = b.contains(&a, &a_in_b, &mut cutoff, work) else {
            return;
        };
        let Some(of_b) = a.contains(&b, &now.b_in_a, &mut cutoff, work) else {
            return;
        };
        now.known.interfering |= [of_a, of_b] != [InnerParts::None; 2];
        now.apart = now.misses_nothing && !now.known.interfering;
        if query.containment && now.misses_nothing {
            if of_a == InnerParts::All {
                found
                    .findings
                    .add_bodies(now.pair, Reason::Contained(Contained::AInB));
            } else if of_b == InnerParts::All {
                found
                    .findings
                    .add_bodies(now.pair, Reason::Contained(Contained::BInA));
            }
        }
        now.stage = Stage::Done;
    }

    /// Adds the certificates of all pairs. It runs after the deadline, so its cost is linear in the
    /// pairs of bodies and independent of the number of spheres.
    fn report(&self, scene: &SearchScene, found: &mut SearchOutput<'_>) {
        for now in &self.pairs {
            let certificate = now.certificate(scene);
            if matches!(certificate.known, Known::Undecided { .. }) {
                found.findings.undecided.push(now.pair);
            }
            found.findings.evidence.certificates.push(certificate);
        }
    }

    /// Stores the frontier of each search for the next frame.
    fn remember(&mut self, found: &SearchOutput<'_>) {
        for now in &mut self.pairs {
            let apart = std::mem::take(&mut now.gaps);
            match now.before.take() {
                // The budget ended before the old frontier was compared. It stays as it is.
                Some(before) => {
                    self.frontiers.retain(before);
                    self.frontiers.recycle(apart);
                }
                None => {
                    let colliding = &found.findings.evidence.spheres[now.colliding.clone()];
                    self.frontiers
                        .remember(now.pair, now.b_in_a, now.known, apart, colliding);
                }
            }
        }
        self.frontiers.end_frame();
    }
}

/// Returns the stage that follows a level: the faces if all colliding spheres are leaves, otherwise
/// another level.
fn next_below(trees: &TreePair, colliding: &[SphereContact]) -> Stage {
    let leaves = |contact: &SphereContact| depth_first::are_leaves(trees, contact);
    if colliding.iter().all(leaves) {
        Stage::ListFaces
    } else {
        Stage::Refine
    }
}

impl PairSearch {
    /// Makes `spheres` the spheres that the certificate refers to.
    fn report_spheres(&mut self, spheres: Range<usize>, found: &SearchOutput<'_>) {
        let reported = found.findings.evidence.spheres[spheres.clone()].iter();
        let deepest = reported.clone().map(|contact| contact.level).max();
        self.level = deepest.unwrap_or(self.known.level);
        let nearest = reported.min_by(|s, t| s.estimate.total_cmp(&t.estimate));
        self.nearest = nearest.map(|contact| contact.spheres);
        self.reported = spheres;
    }

    /// Reports only the leaves with interfering faces. `LeafFaces::compare` raised their level to
    /// `faces_level`.
    fn report_leaves_of_contacts(&mut self, faces_level: u8, found: &mut SearchOutput<'_>) {
        let first = found.findings.evidence.spheres.len();
        for i in self.colliding.clone() {
            let contact = found.findings.evidence.spheres[i];
            if contact.level == faces_level {
                found.findings.evidence.spheres.push(contact);
            }
        }
        self.report_spheres(first..found.findings.evidence.spheres.len(), found);
    }

    /// Returns the certificate. It refers to no spheres if they would not explain the answer: the
    /// bodies are apart, or the search ended without a contact.
    fn certificate(&self, scene: &SearchScene) -> Certificate {
        let known = self.known();
        let nothing_meets = self.stage == Stage::Done && !self.known.interfering;
        let refers = known != Known::Apart && !nothing_meets;
        let in_world = |[a, b]: [u32; 2]| {
            let center = |id: BodyId, node: u32| {
                let body = &scene.bodies[id.index()];
                let local = scene.shapes[id.index()].tree.centers[node as usize];
                body.placed.map.apply(local)
            };
            [center(self.pair.a, a), center(self.pair.b, b)]
        };
        let mut certificate = Certificate::new(self.pair, known, self.level(scene));
        if refers {
            certificate.spheres = [self.reported.start as u32, self.reported.end as u32];
            certificate.centers = self.nearest.map(in_world);
        }
        certificate
    }

    /// Draws the conclusion from having no spheres or faces left that could meet (D13).
    ///
    /// Under a policy that misses nothing the surfaces are apart. The solids then are apart, too,
    /// unless one contains a part of the other. Under the paper's policy a point may be uncovered,
    /// so the bodies are known to be apart only if their boxes are.
    fn settle_surfaces(&mut self, scene: &SearchScene, query: &Query<'_>) {
        let [a, b] = scene.solids_of(self.pair);
        let boxes_apart = || {
            let (of_a, of_b) = (a.interior.bounds(), b.interior.bounds());
            self.b_in_a.separates_boxes(of_a, of_b)
        };
        // Containment matters to a caller who asks for it, and to the certificate unless contacts
        // have decided that already.
        let matters = query.containment || !self.known.interfering;
        let may_contain = || {
            let a_in_b = scene.a_in_b(self.pair);
            b.may_contain(&a, &a_in_b) || a.may_contain(&b, &self.b_in_a)
        };
        if matters && may_contain() {
            self.stage = Stage::Solids;
        } else {
            self.apart = !self.known.interfering && (self.misses_nothing || boxes_apart());
            self.stage = Stage::Done;
        }
    }

    fn known(&self) -> Known {
        if self.known.interfering {
            Known::Interfering
        } else if self.apart {
            Known::Apart
        } else {
            let bound = self.known.bound;
            Known::Undecided { bound }
        }
    }

    /// Returns the level of the answer. The faces are one level below the deepest leaves.
    fn level(&self, scene: &SearchScene) -> u8 {
        let [a, b] = scene.shapes_of(self.pair);
        if self.faces_listed {
            a.tree.depth().max(b.tree.depth()) + 1
        } else {
            self.level
        }
    }
}
