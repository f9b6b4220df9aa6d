//! The search of one frame: pairs of bodies in stages, one step at a time [Hubbard96 §4.1, §4.2].

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
use leaf_faces::{LeafFaces, Side};
use refinement::{FrontierPair, Gap, Knowledge, Lists, Look, Meeting, Refinement};
use schedule::{Cutoff, Queue, Schedule, allows};
use shape::{PosedSpheres, SphereModel};
use solidity::{Inside, Solid};
use std::ops::Range;
use std::sync::Arc;

/// The search of one query, and its buffers.
#[derive(Debug, Default)]
pub(crate) struct Search {
    pairs: Vec<Pairing>,
    queue: Queue,
    refinement: Refinement,
    /// Whether frames start where the last one stopped.
    start: Start,
    faces: LeafFaces,
    frontiers: Frontiers,
}

/// Two bodies whose bounding spheres collide, and how far their search is.
#[derive(Debug)]
struct Pairing {
    pair: BodyPair,
    b_in_a: RelativePose,
    misses_nothing: bool,
    stage: Stage,
    known: Knowledge,
    apart: bool,
    contacts: bool,
    faces_listed: bool,
    /// The colliding spheres of the last level, in the findings' list of all.
    colliding: Range<usize>,
    /// Those of them that are told: of interfering faces, only the leaves that hold them.
    told: Range<usize>,
    /// Of those that are told, the pair of smallest estimate.
    nearest: Option<[u32; 2]>,
    /// The deepest level of those that are told; where there are none, of those that were compared.
    level: u8,
    /// Faces that are still to be compared, in the list of all.
    tasks: Range<usize>,
    /// Pairs of spheres that are apart, when they are to be remembered.
    gaps: Vec<FrontierPair>,
    /// Where the previous frame has stopped, as long as that is not compared again.
    before: Option<Remembered>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Look at what the previous frame has known best.
    Recall,
    /// Compare the frontier of the previous frame.
    Resume,
    /// Go one level down.
    Refine,
    /// List the faces in colliding leaves, and compare the first of them.
    ListFaces,
    /// Compare more of them.
    Faces,
    /// Ask whether one solid holds a part of the other.
    Solids,
    /// Nothing more can be known.
    Done,
}

/// What a search adds to: the frame's findings, and its own work.
pub(crate) struct SearchOutput<'a> {
    pub(crate) findings: &'a mut Findings,
    pub(crate) work: SphereWork,
}

/// The bodies where the frame puts them.
pub(crate) struct Scene<'a> {
    pub(crate) bodies: &'a mut [PosedSpheres],
    pub(crate) shapes: &'a [Arc<SphereModel>],
}

impl Scene<'_> {
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

    /// A seen from B.
    fn a_in_b(&self, pair: BodyPair) -> RelativePose {
        let [a, b] = [pair.a, pair.b].map(|body| &self.bodies[body.index()].placed);
        RelativePose::new(b, a)
    }

    fn sides_of(&mut self, pair: BodyPair) -> [Side<'_>; 2] {
        let shapes = self.shapes;
        let bodies = self
            .bodies
            .get_disjoint_mut([pair.a.index(), pair.b.index()])
            .expect("a pair is of two bodies");
        let mut ids = [pair.a, pair.b].into_iter();
        bodies.map(|body| {
            let id = ids.next().expect("a pair is of two bodies");
            let shape = &shapes[id.index()];
            Side {
                mesh: &shape.mesh,
                tree: &shape.tree,
                map: &body.placed.map,
                faces: &mut body.faces,
            }
        })
    }
}

fn meeting<'a>([a, b]: [&'a SphereModel; 2], b_in_a: &'a RelativePose) -> Meeting<'a> {
    Meeting {
        a: &a.tree,
        b: &b.tree,
        b_in_a,
        parents: &a.parents,
        outside_parent: &a.outside_parent,
    }
}

impl Search {
    /// Another order of refinement.
    pub(crate) fn set_schedule(&mut self, schedule: Schedule) {
        self.queue = Queue::new(schedule);
    }

    /// Another start of each search.
    pub(crate) fn set_start(&mut self, start: Start) {
        self.start = start;
    }

    /// Makes room for trees of so many spheres and bodies of so many faces, and forgets all frames.
    pub(crate) fn reserve(&mut self, spheres: usize, faces: usize) {
        self.refinement.reserve(spheres);
        self.faces.reserve(faces);
        self.frontiers.clear();
    }

    /// Forgets the last query, but for its frontiers.
    pub(crate) fn clear(&mut self) {
        self.pairs.clear();
        self.queue.clear();
        self.faces.clear();
    }

    /// Adds the pair to those that are searched, if the roots of its trees collide.
    pub(crate) fn meet_roots(
        &mut self,
        pair: BodyPair,
        shapes: [&SphereModel; 2],
        b_in_a: RelativePose,
        found: &mut SearchOutput<'_>,
    ) {
        let [a, b] = shapes;
        let meeting = meeting([a, b], &b_in_a);
        let mut known = Knowledge::NOTHING;
        self.refinement.begin_step();
        let work = &mut found.work;
        let look = self.refinement.look(&meeting, [0, 0], &mut known, work);
        let Look::Collide(roots) = look else {
            return;
        };
        let first = found.findings.evidence.spheres.len();
        found.findings.evidence.spheres.push(roots);
        let remembers = self.start == Start::Frontier;
        let before = self.frontiers.take(pair).filter(|_| remembers);
        let stage = match before {
            Some(_) => Stage::Recall,
            None => next_below(&meeting, &[roots]),
        };
        self.pairs.push(Pairing {
            pair,
            b_in_a,
            misses_nothing: [a, b].iter().all(|s| s.tree.coverage.misses_nothing()),
            stage,
            known,
            apart: false,
            contacts: false,
            faces_listed: false,
            colliding: first..first + 1,
            told: first..first + 1,
            nearest: Some([0, 0]),
            level: 0,
            tasks: 0..0,
            gaps: match remembers {
                true => self.frontiers.list(),
                false => Vec::new(),
            },
            before,
        });
    }

    /// Refines all pairs within the budget, and reports.
    pub(crate) fn run(
        &mut self,
        scene: &mut Scene,
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
        if self.start == Start::Frontier {
            self.remember(found);
        }
    }

    /// One step for one pair of bodies; queues it again if there is more to be known.
    fn step(
        &mut self,
        index: u32,
        cutoff: Cutoff,
        scene: &mut Scene,
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
        self.go_on(index, cutoff, scene, query, found);
        let now = &self.pairs[index as usize];
        if now.stage != Stage::Done {
            let bound = (!now.known.interfering).then_some(now.known.bound);
            self.queue.push(index, bound);
        }
    }

    /// What the stage asks for. A frontier is compared and left in one step, so that a pair at rest is
    /// refined by as many levels in each frame as from the roots.
    fn go_on(
        &mut self,
        index: u32,
        mut cutoff: Cutoff,
        scene: &mut Scene,
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
        match self.pairs[index as usize].stage {
            Stage::Refine => self.refine(index, cutoff, scene, query, found),
            Stage::ListFaces => {
                self.list_faces(index, cutoff, scene, found);
                self.compare_faces(index, scene, query, found);
            }
            Stage::Faces => self.compare_faces(index, scene, query, found),
            Stage::Solids => self.ask_solids(index, cutoff, scene, query, found),
            Stage::Recall | Stage::Resume | Stage::Done => {}
        }
    }

    /// One level down, for all pairs of spheres that collide [§4.1]. When it is cut off, what it has
    /// learned of the bodies stays, and the spheres are those of the level above (D14).
    fn refine(
        &mut self,
        index: u32,
        mut cutoff: Cutoff,
        scene: &Scene,
        query: &Query<'_>,
        found: &mut SearchOutput<'_>,
    ) {
        let now = &mut self.pairs[index as usize];
        let b_in_a = now.b_in_a;
        let meeting = meeting(scene.shapes_of(now.pair), &b_in_a);
        let (first, first_gap) = (found.findings.evidence.spheres.len(), now.gaps.len());
        let level = now.known.level;
        let remembers = self.start == Start::Frontier;
        self.refinement.begin_step();
        let mut tests = 0;
        for i in now.colliding.clone() {
            if cutoff.reached(tests) {
                found.findings.evidence.spheres.truncate(first);
                now.gaps.truncate(first_gap);
                now.known.level = level;
                return;
            }
            let contact = found.findings.evidence.spheres[i];
            let mut lists = Lists {
                colliding: &mut found.findings.evidence.spheres,
                apart: remembers.then_some(&mut now.gaps),
            };
            let (before, work) = (found.work.sphere_tests, &mut found.work);
            self.refinement
                .refine(&meeting, contact, &mut now.known, &mut lists, work);
            tests = (work.sphere_tests - before) as usize;
        }
        self.end_level(index, first, scene, query, found);
    }

    /// Looks at the spheres that told most in the previous query, and compares the frontier if it is
    /// small. Whether the search goes on from the roots in this step: when these spheres have parted,
    /// too much has changed.
    fn recall(
        &mut self,
        index: u32,
        scene: &Scene,
        query: &Query<'_>,
        found: &mut SearchOutput<'_>,
    ) -> bool {
        let now = &mut self.pairs[index as usize];
        let meeting = meeting(scene.shapes_of(now.pair), &now.b_in_a);
        let before = now.before.as_ref().expect("it is remembered");
        let Knowledge {
            nearest, inside, ..
        } = before.known;
        let (first, size) = (found.findings.evidence.spheres.len(), before.spheres.len());
        self.refinement.begin_step();
        let inside = inside.filter(|inside| *inside != nearest);
        for spheres in [Some(nearest), inside].into_iter().flatten() {
            let (known, work) = (&mut now.known, &mut found.work);
            let look = self.refinement.look(&meeting, spheres, known, work);
            if let Look::Collide(contact) = look {
                now.known.level = now.known.level.max(contact.level);
                found.findings.evidence.spheres.push(contact);
            }
        }
        let parted = found.findings.evidence.spheres.len() == first;
        if parted || before.is_dropped() {
            now.stage = next_below(
                &meeting,
                &found.findings.evidence.spheres[now.colliding.clone()],
            );
            if let Some(before) = now.before.take() {
                self.frontiers.give_back(before.spheres);
            }
            return true;
        }
        now.tell(first..found.findings.evidence.spheres.len(), found);
        now.stage = Stage::Resume;
        if size <= AT_ONCE {
            self.resume(index, &mut Cutoff::never(), scene, query, found);
        }
        false
    }

    /// Compares the spheres on which the previous frame stopped, but for those that cannot have met.
    /// When it is cut off, they wait for the next frame: then it is false.
    fn resume(
        &mut self,
        index: u32,
        cutoff: &mut Cutoff,
        scene: &Scene,
        query: &Query<'_>,
        found: &mut SearchOutput<'_>,
    ) -> bool {
        let now = &mut self.pairs[index as usize];
        let [a, b] = scene.shapes_of(now.pair);
        let meeting = meeting([a, b], &now.b_in_a);
        let before = now.before.take().expect("it is remembered");
        let motion = now
            .b_in_a
            .motion_since(&before.b_in_a, b.tree.centers[0], b.spread);
        let moved = motion + now.b_in_a.distance_margin() + before.b_in_a.distance_margin();
        let first = found.findings.evidence.spheres.len();
        let mut lists = Lists {
            colliding: &mut found.findings.evidence.spheres,
            apart: Some(&mut now.gaps),
        };
        self.refinement.begin_step();
        for old in &before.spheres {
            let spheres = old.spheres;
            let (known, work) = (&mut now.known, &mut found.work);
            match old.gap {
                Gap::None => self
                    .refinement
                    .compare(&meeting, spheres, known, &mut lists, work),
                Gap::AtLeast(gap) if gap - moved > now.b_in_a.distance_margin() => {
                    if let Some(apart) = &mut lists.apart {
                        apart.push(FrontierPair::apart(spheres, gap - moved));
                    }
                }
                Gap::AtLeast(_) => self
                    .refinement
                    .compare_again(&meeting, spheres, known, &mut lists, work),
            }
            if cutoff.reached(1) {
                found.findings.evidence.spheres.truncate(first);
                now.gaps.clear();
                now.before = Some(before);
                return false;
            }
        }
        now.known.level = before.known.level;
        self.frontiers.give_back(before.spheres);
        self.end_level(index, first, scene, query, found);
        true
    }

    /// Notes what a step down has left, and what comes next.
    fn end_level(
        &mut self,
        index: u32,
        first: usize,
        scene: &Scene,
        query: &Query<'_>,
        found: &SearchOutput<'_>,
    ) {
        let now = &mut self.pairs[index as usize];
        now.colliding = first..found.findings.evidence.spheres.len();
        now.tell(now.colliding.clone(), found);
        let meeting = meeting(scene.shapes_of(now.pair), &now.b_in_a);
        if now.colliding.is_empty() {
            now.settle_surfaces(scene, query);
        } else {
            now.stage = next_below(&meeting, &found.findings.evidence.spheres[first..]);
        }
    }

    /// When it is cut off, nothing is listed (D14).
    fn list_faces(
        &mut self,
        index: u32,
        cutoff: Cutoff,
        scene: &Scene,
        found: &mut SearchOutput<'_>,
    ) {
        let now = &mut self.pairs[index as usize];
        let [a, b] = scene.shapes_of(now.pair);
        let meeting = meeting([a, b], &now.b_in_a);
        let (colliding, leaves) = (&found.findings.evidence.spheres, now.colliding.clone());
        let (boxes, work) = (&a.face_boxes, &mut found.work);
        let tasks = self
            .faces
            .list(&meeting, boxes, colliding, leaves, cutoff, work);
        if let Some(tasks) = tasks {
            now.tasks = tasks;
            now.faces_listed = true;
        }
    }

    fn compare_faces(
        &mut self,
        index: u32,
        scene: &mut Scene,
        query: &Query<'_>,
        found: &mut SearchOutput<'_>,
    ) {
        let now = &mut self.pairs[index as usize];
        if !now.faces_listed {
            return;
        }
        let contacts = found.findings.contacts.len();
        let faces_level = now.level(scene);
        let sides = scene.sides_of(now.pair);
        self.faces
            .compare(now.pair, sides, &mut now.tasks, faces_level, found);
        now.contacts |= found.findings.contacts.len() > contacts;
        if now.contacts && query.is_first_contact() {
            // One is enough: the others of this step, and what is still listed, are dropped.
            found.findings.contacts.truncate(contacts + 1);
            now.tasks = 0..0;
        }
        now.known.interfering |= now.contacts;
        if !now.tasks.is_empty() {
            now.stage = Stage::Faces;
        } else if now.contacts {
            now.tell_leaves_of_contacts(faces_level, found);
            now.stage = Stage::Done;
        } else {
            now.settle_surfaces(scene, query);
        }
    }

    /// The surfaces do not meet: does a solid hold a part of the other body? When it is cut off, that
    /// stays open (D14).
    fn ask_solids(
        &mut self,
        index: u32,
        mut cutoff: Cutoff,
        scene: &mut Scene,
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
        now.known.interfering |= [of_a, of_b] != [Inside::None; 2];
        now.apart = now.misses_nothing && !now.known.interfering;
        if query.containment && now.misses_nothing {
            if of_a == Inside::All {
                found
                    .findings
                    .add_bodies(now.pair, Reason::Contained(Contained::AInB));
            } else if of_b == Inside::All {
                found
                    .findings
                    .add_bodies(now.pair, Reason::Contained(Contained::BInA));
            }
        }
        now.stage = Stage::Done;
    }

    /// Certificates of all pairs. This comes after the deadline: it takes time for each pair, and none
    /// for each sphere.
    fn report(&self, scene: &Scene, found: &mut SearchOutput<'_>) {
        for now in &self.pairs {
            let certificate = now.certificate(scene);
            if matches!(certificate.known, Known::Undecided { .. }) {
                found.findings.undecided.push(now.pair);
            }
            found.findings.evidence.certificates.push(certificate);
        }
    }

    /// Keeps where each search has ended, for the next frame.
    fn remember(&mut self, found: &SearchOutput<'_>) {
        for now in &mut self.pairs {
            let apart = std::mem::take(&mut now.gaps);
            match now.before.take() {
                Some(before) => {
                    self.frontiers.keep(before);
                    self.frontiers.give_back(apart);
                }
                None => {
                    let colliding = &found.findings.evidence.spheres[now.colliding.clone()];
                    self.frontiers
                        .remember(now.pair, now.b_in_a, now.known, apart, colliding);
                }
            }
        }
        self.frontiers.turn();
    }
}

/// What is done with colliding spheres next: another level, or the faces when all are leaves.
fn next_below(meeting: &Meeting, colliding: &[SphereContact]) -> Stage {
    let leaves = |contact: &SphereContact| {
        let [a, b] = contact.spheres;
        meeting.a.is_leaf(a) && meeting.b.is_leaf(b)
    };
    if colliding.iter().all(leaves) {
        Stage::ListFaces
    } else {
        Stage::Refine
    }
}

impl Pairing {
    /// These spheres are what a certificate points to.
    fn tell(&mut self, spheres: Range<usize>, found: &SearchOutput<'_>) {
        let told = found.findings.evidence.spheres[spheres.clone()].iter();
        let deepest = told.clone().map(|contact| contact.level).max();
        self.level = deepest.unwrap_or(self.known.level);
        let nearest = told.min_by(|s, t| s.estimate.total_cmp(&t.estimate));
        self.nearest = nearest.map(|contact| contact.spheres);
        self.told = spheres;
    }

    /// Faces have shown which of the leaves matter.
    fn tell_leaves_of_contacts(&mut self, faces_level: u8, found: &mut SearchOutput<'_>) {
        let first = found.findings.evidence.spheres.len();
        for i in self.colliding.clone() {
            let contact = found.findings.evidence.spheres[i];
            if contact.level == faces_level {
                found.findings.evidence.spheres.push(contact);
            }
        }
        self.tell(first..found.findings.evidence.spheres.len(), found);
    }

    fn certificate(&self, scene: &Scene) -> Certificate {
        let known = self.known();
        let nothing_meets = self.stage == Stage::Done && !self.known.interfering;
        let tells = known != Known::Apart && !nothing_meets;
        let in_world = |[a, b]: [u32; 2]| {
            let center = |id: BodyId, node: u32| {
                let body = &scene.bodies[id.index()];
                let local = scene.shapes[id.index()].tree.centers[node as usize];
                body.placed.map.apply(local)
            };
            [center(self.pair.a, a), center(self.pair.b, b)]
        };
        Certificate {
            pair: self.pair,
            known,
            level: self.level(scene),
            spheres: match tells {
                true => [self.told.start as u32, self.told.end as u32],
                false => [0; 2],
            },
            centers: self.nearest.filter(|_| tells).map(in_world),
        }
    }

    /// No spheres, or no faces, are left that might meet. Under a policy that misses nothing the
    /// surfaces are apart then, and so are the solids unless one holds a part of the other; under the
    /// paper's they are known to be apart only where their boxes are (D13).
    fn settle_surfaces(&mut self, scene: &Scene, query: &Query<'_>) {
        let [a, b] = scene.solids_of(self.pair);
        let boxes_apart = || {
            let (of_a, of_b) = (a.interior.bounds(), b.interior.bounds());
            self.b_in_a.separates_boxes(of_a, of_b)
        };
        let asked = query.containment || !self.known.interfering;
        let might_hold = || {
            let a_in_b = scene.a_in_b(self.pair);
            b.might_hold(&a, &a_in_b) || a.might_hold(&b, &self.b_in_a)
        };
        if asked && might_hold() {
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

    fn level(&self, scene: &Scene) -> u8 {
        let [a, b] = scene.shapes_of(self.pair);
        if self.faces_listed {
            a.tree.depth().max(b.tree.depth()) + 1
        } else {
            self.level
        }
    }
}
