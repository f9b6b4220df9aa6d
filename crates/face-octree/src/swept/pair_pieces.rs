//! Steps 2 to 4 for pieces of the list of pairs of bodies, each on one thread.
//!
//! Good for many small bodies on several threads: what a thread lists, it compares while that is in
//! its own cache, and threads meet once. Where each step goes over all pairs before the next one
//! begins, a thread reads half of what it compares from the other cores, at 140 ns for a cache
//! line, and waits at the end of each step. Poor for few pairs, or large bodies, whose pairs
//! threads have to share.

use super::distribution::Results;
use super::faces::SweptFaces;
use super::near_pairs::PairChunk;
use super::pair_check::SweptFrame;
use super::pair_rounds::check_all;
use super::producer::PairProducer;
use crate::counters::{FACE_CHECKLIST, OctreeWork, SUBDIVISION};
use crate::workers::{Spares, Team};
use collision::{Findings, Step};
use std::ops::Range;

/// Search that goes through all steps with some pairs of bodies after another. Keeps only buffers.
#[derive(Debug, Default)]
pub(super) struct PairPieces(Spares<PieceBuffers>);

/// Buffers of a thread, and what it has found in this frame.
#[derive(Debug, Default)]
struct PieceBuffers {
    faces: SweptFaces,
    producer: PairProducer,
    pairs: Vec<PairChunk>,
    results: Results,
}

impl PairPieces {
    /// Finds all pairs of faces that may meet. `swept` has no listed faces; those of `at_once`
    /// pairs of bodies are listed and compared at once.
    pub(super) fn find_all(
        &mut self,
        team: Team,
        at_once: usize,
        swept: &SweptFrame<'_>,
        work: &mut OctreeWork,
        found: &mut Findings,
    ) {
        // A frame that ended with a panic has left what it found.
        for buffers in self.0.all() {
            buffers.results.clear();
        }
        let pieces = &self.0;
        let find = |range: Range<usize>| pieces.lend(|buffers| buffers.find(team, swept, range));
        team.fold(0..swept.regions.pairs().len(), at_once, &find, &|(), ()| ());
        for buffers in self.0.all() {
            buffers.results.add_to(work, found);
        }
        found.sort_swept(team);
    }
}

impl PieceBuffers {
    /// Adds what is found for some pairs of bodies.
    fn find(&mut self, team: Team, swept: &SweptFrame<'_>, range: Range<usize>) {
        let (probe, alone) = (swept.query.probe, Team::ALONE);
        let Results { checked, work } = &mut self.results;
        probe.begin(FACE_CHECKLIST, 0);
        let bodies = &swept.regions.pairs()[range];
        swept.bodies.prefetch(team, bodies);
        let how = (alone, true, bodies.len());
        self.faces.list_of_pairs(how, swept.bodies, bodies, work);
        probe.begin(SUBDIVISION, 0);
        let swept = swept.with_faces(&self.faces);
        self.producer.list(alone, &swept, &mut self.pairs, work);
        probe.begin(Step::FACE_PAIRS, 0);
        let pairs = self.pairs.iter().flatten().copied();
        check_all(&swept, pairs, work, |pair| checked.push(pair));
    }
}
