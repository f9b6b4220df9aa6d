//! Search of one frame: stages of each pair of bodies, one step at a time [Hubbard96 §4.1, §4.2].
//!
//! Good for answers under a deadline: every step improves the certificate of one pair. Poor for
//! bodies in deep contact, where most spheres of every level collide. A step tests at most
//! `8 + 8 + 64` pairs of spheres per colliding pair of the level above. The essence:
//! 1. Start each pair of bodies at its roots, or at the frontier of the previous frame (D12).
//! 2. Refine every pair once, whatever the budget is: "every collision be refined at least once".
//! 3. While the budget allows it, take the next pair from the queue and refine it by one level.
//! 4. If only leaves collide, compare their faces. If the faces do not interfere, test containment.
//!    A search without faces ends at the leaves.
//! 5. Report one certificate per pair, with the colliding spheres of its last complete level.
//!
//! If one contact per pair is enough and the budget is unlimited, a search goes depth first instead
//! ([`depth_first`]).
//!
//! Invariants: bounds in [`PairBounds`] only improve within a frame. The list of colliding spheres
//! always belongs to a complete level, or is the cut where a search depth first stopped. A pair is
//! `Done` if no further step can change its answer.

mod depth_first;
pub(crate) mod frontier;
pub(crate) mod leaf_faces;
mod pair_search;
mod refinement;
mod scene;
pub(crate) mod schedule;
pub(crate) mod shape;
mod solidity;
mod stages;
mod tree_pair;

use crate::counters::REFINEMENT;
use collision::{BodyPair, Known, SphereContact, Step};
use frontier::{Frontiers, Start};
use geometry::RelativePose;
use leaf_faces::{LeafFaces, TasksLeft};
use pair_search::{PairSearch, Stage};
use refinement::Refinement;
use scene::trees;
use schedule::{Cutoff, Queue, Schedule, allows};
use stages::next_below;
use tree_pair::{PairBounds, SphereTest};

pub(crate) use scene::{SearchContext, SearchOutput, SearchScene};
pub use stages::LastLevel;

/// Search of one query, with its buffers.
#[derive(Debug, Default)]
pub(crate) struct Search {
    pairs: Vec<PairSearch>,
    queue: Queue,
    refinement: Refinement,
    start: Start,
    last_level: LastLevel,
    faces: LeafFaces,
    frontiers: Frontiers,
    /// Colliding pairs that a search for one contact has not refined yet.
    stack: Vec<SphereContact>,
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

    /// Sets the level at which each search ends.
    pub(crate) fn set_last_level(&mut self, level: LastLevel) {
        self.last_level = level;
    }

    /// Returns true if the faces in colliding leaves are compared.
    pub(crate) fn compares_faces(&self) -> bool {
        self.last_level == LastLevel::Faces
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
        b_in_a: RelativePose,
        cx: &mut SearchContext<'_>,
    ) {
        let [a, b] = cx.scene.shapes_of(pair);
        let unit_b_in_a = b_in_a.unit_sized();
        let trees = trees([a, b], &unit_b_in_a);
        let mut known = PairBounds::NOTHING;
        self.refinement.begin_step();
        let work = &mut cx.found.work;
        let test = self
            .refinement
            .test_spheres(&trees, [0, 0], &mut known, work);
        let SphereTest::Collide(roots) = test else {
            return;
        };
        let first = cx.found.findings.evidence.spheres.len();
        cx.found.findings.evidence.spheres.push(roots);
        let remembers = self.start.remembers();
        let before = self.frontiers.take(pair).filter(|_| remembers);
        let stage = match before {
            Some(_) => Stage::Recall,
            None => next_below(&trees, &[roots], self.last_level),
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
            tasks: TasksLeft::default(),
            gaps: if remembers {
                self.frontiers.take_buffer()
            } else {
                Vec::new()
            },
            before,
        });
    }

    /// Refines all pairs within the budget, and adds their certificates to the findings.
    pub(crate) fn run(&mut self, cx: &mut SearchContext<'_>) {
        // "every collision be refined at least once", whatever the budget [§4.2].
        for index in 0..self.pairs.len() as u32 {
            self.step(index, Cutoff::never(), cx);
        }
        while !self.queue.is_empty() && allows(&cx.query.budget, &cx.found.work) {
            if let Some(index) = self.queue.pop() {
                let cutoff = Cutoff::new(cx.query.budget);
                self.step(index, cutoff, cx);
            }
        }
        self.report(cx);
        if self.start.remembers() {
            self.remember(&cx.found);
        }
    }

    /// Runs one step for one pair of bodies, and queues the pair unless it is done.
    fn step(&mut self, index: u32, cutoff: Cutoff, cx: &mut SearchContext<'_>) {
        cx.found.work.refinement_steps += 1;
        let step = match self.pairs[index as usize].stage {
            Stage::Recall | Stage::Resume | Stage::Refine => REFINEMENT,
            Stage::ListFaces | Stage::Faces => Step::FACE_PAIRS,
            Stage::Solids | Stage::Done => Step::CONTAINMENT,
        };
        cx.query.probe.begin(step, 0);
        self.run_stage(index, cutoff, cx);
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
    fn run_stage(&mut self, index: u32, mut cutoff: Cutoff, cx: &mut SearchContext<'_>) {
        let resumed = match self.pairs[index as usize].stage {
            Stage::Recall => self.recall(index, cx),
            Stage::Resume => self.resume(index, &mut cutoff, cx),
            _ => true,
        };
        if !resumed {
            return;
        }
        let below = matches!(
            self.pairs[index as usize].stage,
            Stage::Refine | Stage::ListFaces
        );
        // Without faces a search finds no contact, so it ends with the leaves of all pairs.
        if below && self.compares_faces() && depth_first::suits(cx.query) {
            return self.seek_contact(index, cx);
        }
        match self.pairs[index as usize].stage {
            Stage::Refine => self.refine(index, cutoff, cx),
            Stage::ListFaces => {
                self.list_faces(index, cutoff, cx);
                self.compare_faces(index, cx);
            }
            Stage::Faces => self.compare_faces(index, cx),
            Stage::Solids => self.test_containment(index, cutoff, cx),
            Stage::Recall | Stage::Resume | Stage::Done => {}
        }
    }

    /// Adds the certificates of all pairs. It runs after the deadline, so its cost is linear in the
    /// pairs of bodies and independent of the number of spheres.
    fn report(&self, cx: &mut SearchContext<'_>) {
        for now in &self.pairs {
            let certificate = now.certificate(&cx.scene);
            if matches!(certificate.known, Known::Undecided { .. }) {
                cx.found.findings.undecided.push(now.pair);
            }
            cx.found.findings.evidence.certificates.push(certificate);
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
