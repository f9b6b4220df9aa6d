//! Search of one frame: stages of each pair of bodies, one step at a time [Hubbard96 §4.1, §4.2].
//!
//! Good for answers under a deadline: every step improves the certificate of one pair. Poor for
//! bodies in deep contact, where most spheres of every level collide. A step tests at most
//! `8 + 8 + 64` pairs of spheres per colliding pair of the level above. The essence:
//! 1. Start each pair of bodies at its roots, or at the frontier of the previous frame (D12), or at
//!    its roots after a test of the spheres that proved most in that frame (D19).
//! 2. Refine every pair once, whatever the budget is: "every collision be refined at least once".
//! 3. While the budget allows it, take the next pair from the queue and refine it by one level.
//! 4. If only leaves collide, compare their faces. If the faces do not interfere, test containment.
//!    A search without faces ends at the leaves.
//! 5. Report one certificate per pair, with the colliding spheres of its last complete level.
//!
//! If one contact per pair is enough and the budget is unlimited, a search goes depth first instead
//! ([`depth_first`]).
//!
//! Invariants: bounds in [`tree_pair::PairBounds`] only improve within a frame. The list of
//! colliding spheres always belongs to a complete level, or is the cut where a search depth first
//! stopped. A pair is `Done` if no further step can change its answer.

mod depth_first;
mod face_words;
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
mod witness;

use crate::counters::REFINEMENT;
use collision::{BodyPair, Known, SphereContact, Step};
use frontier::{Frontiers, Start};
use geometry::RelativePose;
use leaf_faces::LeafFaces;
use pair_search::{PairSearch, SearchStage};
use refinement::Refinement;
use scene::trees;
use schedule::{Cutoff, Queue, Schedule, allows};
use stages::next_below;
use tree_pair::{SeparatedPairs, SphereTest};
use witness::Witnesses;

pub(crate) use scene::{SearchContext, SearchOutput, SearchScene};
pub use stages::LastLevel;

/// Search of one query, with its buffers.
#[derive(Debug, Default)]
pub(crate) struct TreeSearch {
    pairs: Vec<PairSearch>,
    queue: Queue,
    refinement: Refinement,
    start: Start,
    last_level: LastLevel,
    faces: LeafFaces,
    frontiers: Frontiers,
    witnesses: Witnesses,
    /// Colliding pairs that a search for one contact has not refined yet.
    stack: Vec<SphereContact>,
}

impl TreeSearch {
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
    /// drops all frontiers and witnesses.
    pub(crate) fn reserve(&mut self, spheres: usize, faces: usize) {
        self.refinement.reserve(spheres);
        self.faces.reserve(faces);
        self.frontiers.clear();
        self.witnesses.clear();
    }

    /// Drops the state of the last query, except its frontiers and witnesses.
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
        let shapes = cx.scene.shapes_of(pair);
        let mut now = PairSearch::new(pair, b_in_a, shapes);
        let unit_b_in_a = now.unit_b_in_a;
        let trees = trees(shapes, &unit_b_in_a);
        // D19. Bodies at rest need no test: their roots collide as they did.
        let witness = self.witnesses.of(pair);
        let still_apart = witness.filter(|w| w.is_still_apart(&trees, &b_in_a));
        if let Some(witness) = still_apart.filter(|w| w.rests(&b_in_a)) {
            return self.pairs.push(now.still_apart(witness));
        }
        self.refinement.begin_step();
        let work = &mut cx.found.work;
        let test = self
            .refinement
            .test_spheres(&trees, [0, 0], &mut now.known, work);
        let SphereTest::Collide(roots) = test else {
            return;
        };
        if let Some(witness) = still_apart {
            return self.pairs.push(now.still_apart(witness));
        }
        let spheres = &mut cx.found.findings.evidence.spheres;
        now.colliding = spheres.len()..spheres.len() + 1;
        now.reported = now.colliding.clone();
        now.nearest = Some([0, 0]);
        spheres.push(roots);
        now.stage = next_below(&trees, &[roots], self.last_level);
        match self.start {
            Start::Root => {}
            Start::Frontier => self.start_at_frontier(&mut now),
            Start::Witness => {
                now.separated = SeparatedPairs::LeastGap(f64::INFINITY);
                // D19. They improve the bounds. The search itself goes on from the roots.
                for spheres in witness.iter().flat_map(|w| w.known.proofs()) {
                    self.refinement
                        .test_spheres(&trees, spheres, &mut now.known, work);
                }
            }
        }
        self.pairs.push(now);
    }

    /// Gives a pair the frontier of the previous frame, if there is one (D12).
    fn start_at_frontier(&mut self, now: &mut PairSearch) {
        now.separated = SeparatedPairs::Listed(self.frontiers.take_buffer());
        if let Some(before) = self.frontiers.take(now.pair) {
            now.stage = SearchStage::Recall(before);
        }
    }

    /// Refines all pairs within the budget, and adds their certificates to the findings.
    pub(crate) fn run(&mut self, cx: &mut SearchContext<'_>) {
        // "every collision be refined at least once", whatever the budget [§4.2].
        for index in 0..self.pairs.len() as u32 {
            // D19. There is nothing to refine in a pair that is still apart.
            if self.pairs[index as usize].kept.is_none() {
                self.step(index, Cutoff::never(), cx);
            }
        }
        while !self.queue.is_empty() && allows(&cx.query.budget, &cx.found.work) {
            if let Some(index) = self.queue.pop() {
                let cutoff = Cutoff::new(cx.query.budget);
                self.step(index, cutoff, cx);
            }
        }
        self.report(cx);
        match self.start {
            Start::Root => {}
            Start::Frontier => self.remember_frontiers(&cx.found),
            Start::Witness => self
                .witnesses
                .replace(self.pairs.iter().map(PairSearch::witness)),
        }
    }

    /// Runs one step for one pair of bodies, and queues the pair unless it is done.
    fn step(&mut self, index: u32, cutoff: Cutoff, cx: &mut SearchContext<'_>) {
        cx.found.work.refinement_steps += 1;
        let step = match self.pairs[index as usize].stage {
            SearchStage::Recall(_) | SearchStage::Resume(_) | SearchStage::Refine => REFINEMENT,
            SearchStage::ListFaces | SearchStage::Faces(_) => Step::FACE_PAIRS,
            SearchStage::Solids | SearchStage::Done => Step::CONTAINMENT,
        };
        cx.query.probe.begin(step, 0);
        self.run_stage(index, cutoff, cx);
        let now = &self.pairs[index as usize];
        if !now.stage.is_done() {
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
        let resumed = match &mut self.pairs[index as usize].stage {
            SearchStage::Recall(before) => {
                let before = before.take();
                self.recall(index, before, cx)
            }
            SearchStage::Resume(before) => {
                let before = before.take();
                self.resume(index, before, &mut cutoff, cx)
            }
            _ => true,
        };
        if !resumed {
            return;
        }
        let below = matches!(
            self.pairs[index as usize].stage,
            SearchStage::Refine | SearchStage::ListFaces
        );
        // Without faces a search finds no contact, so it ends with the leaves of all pairs.
        if below && self.compares_faces() && depth_first::suits(cx.query) {
            return self.seek_contact(index, cx);
        }
        match &mut self.pairs[index as usize].stage {
            SearchStage::Refine => self.refine(index, cutoff, cx),
            SearchStage::ListFaces => {
                if let Some(tasks) = self.list_faces(index, cutoff, cx) {
                    self.compare_faces(index, tasks, cx);
                }
            }
            SearchStage::Faces(tasks) => {
                let tasks = std::mem::take(tasks);
                self.compare_faces(index, tasks, cx);
            }
            SearchStage::Solids => self.test_containment(index, cutoff, cx),
            SearchStage::Recall(_) | SearchStage::Resume(_) | SearchStage::Done => {}
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
    fn remember_frontiers(&mut self, found: &SearchOutput<'_>) {
        for now in &mut self.pairs {
            let apart = now.separated.take_list();
            match &mut now.stage {
                // The budget ended before the old frontier was compared. It stays as it is.
                SearchStage::Recall(before) | SearchStage::Resume(before) => {
                    self.frontiers.retain(before.take());
                    self.frontiers.recycle(apart);
                }
                _ => {
                    let colliding = &found.findings.evidence.spheres[now.colliding.clone()];
                    self.frontiers
                        .remember(now.pair, now.b_in_a, now.known, apart, colliding);
                }
            }
        }
        self.frontiers.end_frame();
    }
}
