//! Steps 2 to 4 for pieces of the list of pairs of bodies, each on one thread.
//!
//! Good for many small bodies on several threads: what a thread lists, it compares while that is in
//! its own cache, and threads meet once. Where each step goes over all pairs before the next one
//! begins, a thread reads half of what it compares from the other cores, at 140 ns for a cache
//! line, and waits at the end of each step. Not for few pairs, or large bodies, whose pairs threads
//! have to share ([`divide_into_pieces`]). Of a piece with many pairs of faces, they share these.

use super::distribution::{PAIRS_AT_ONCE, Results, SHARED_FROM_PAIRS};
use super::faces::SweptFaces;
use super::near_pairs::{NearPairs, PairChunk};
use super::pair_check::SweptFrame;
use crate::counters::{FACE_CHECKLIST, OctreeWork};
use crate::sharing::SHARED_FROM_FACES;
use crate::workers::{Spares, Team};
use collision::{Findings, Query};
use std::ops::Range;

/// Least number of pieces: with fewer, threads wait for the last one.
const LEAST_PIECES: usize = 32;

/// Largest factor of [`SHARED_FROM_FACES`] that a thread alone lists of two bodies, however short
/// the mean pair of bodies takes: one pair that takes long would stay on one thread.
const MOST_SHARES: usize = 4;

/// Returns true if threads should take pieces of `at_once` of some pairs of bodies through steps 2
/// to 4: they are many, and threads would share none of them. `largest` is the number of faces of
/// the largest body.
pub(super) fn divide_into_pieces(
    query: &Query<'_>,
    (pairs, at_once): (usize, usize),
    largest: usize,
) -> bool {
    let are_many = query.shares(pairs >= LEAST_PIECES * at_once);
    are_many && 2 * largest < SHARED_FROM_FACES * at_once.min(MOST_SHARES)
}

/// Search that takes one piece of the pairs of bodies after another through steps 2 to 4. Keeps
/// only buffers.
#[derive(Debug, Default)]
pub(super) struct PairPieces(Spares<PieceBuffers>);

/// Buffers of a thread, and what it has found in this frame.
#[derive(Debug, Default)]
struct PieceBuffers {
    faces: SweptFaces,
    near_pairs: NearPairs,
    pairs: Vec<PairChunk>,
    results: Results,
}

impl PairPieces {
    /// Finds all pairs of faces that may meet. The faces of `at_once` pairs of bodies are listed
    /// and compared at once; those that `swept` has are not read. For a probe, all of it is
    /// [`FACE_CHECKLIST`]: threads are in different steps.
    pub(super) fn find_all(
        &mut self,
        team: Team,
        at_once: usize,
        swept: &SweptFrame<'_>,
        work: &mut OctreeWork,
        found: &mut Findings,
    ) {
        swept.query.probe.begin(FACE_CHECKLIST, 0);
        // A frame that ended with a panic has left what it found.
        for buffers in self.0.all() {
            buffers.results.clear();
        }
        let pieces = &self.0;
        let find = |range: Range<usize>| {
            pieces.lend(|buffers| buffers.find(team, swept, range, pieces));
        };
        team.fold(0..swept.regions.pairs().len(), at_once, &find, &|(), ()| ());
        for buffers in self.0.all() {
            buffers.results.add_to(work, found);
        }
        found.sort_swept(team);
    }
}

impl PieceBuffers {
    /// Adds what is found for some pairs of bodies. Threads that help borrow from `others`.
    fn find(
        &mut self,
        team: Team,
        swept: &SweptFrame<'_>,
        range: Range<usize>,
        others: &Spares<PieceBuffers>,
    ) {
        let alone = Team::ALONE;
        let bodies = &swept.regions.pairs()[range];
        swept.bodies.prefetch(team, bodies);
        let how = (alone, true, bodies.len());
        let work = &mut self.results.work;
        self.faces.list_of_pairs(how, swept.bodies, bodies, work);
        self.near_pairs.begin(&mut self.pairs);
        self.near_pairs
            .list(alone, &self.faces, &mut self.pairs, work);
        // One thread lists one chunk.
        let (swept, pairs) = (swept.with_faces(&self.faces), &self.pairs[0]);
        if pairs.len() < SHARED_FROM_PAIRS {
            return self.results.check(&swept, pairs);
        }
        let check_some = |range: Range<usize>| {
            others.lend(|buffers| buffers.results.check(&swept, &pairs[range]));
        };
        team.fold(0..pairs.len(), PAIRS_AT_ONCE, &check_some, &|(), ()| ());
    }
}

#[cfg(all(test, feature = "rayon"))]
mod tests {
    use super::super::search::FacePairSearch;
    use super::super::{FaceLists, MovingBodies, SweptMode};
    use super::*;
    use crate::workers::Workers;
    use collision::Sharing;

    /// Compares what pieces find in a frame with what steps over all pairs find, and the work.
    fn check_pieces(generator: &str, index: usize, least_pairs: u64) {
        let scene: scenes::Generator = generator.parse().unwrap();
        let scene = scene.generate().unwrap();
        let (frame, query) = (scene.frame(index), Query::all_contacts());
        let question = (&frame, &query);
        let mut lists = FaceLists {
            bodies: MovingBodies::new(&scene.bodies, SweptMode::Swept),
            ..FaceLists::default()
        };
        let mut found = Findings::default();
        assert!(lists.update(
            Team::ALONE,
            question,
            &mut OctreeWork::default(),
            &mut found,
        ));
        let mut work = OctreeWork::default();
        lists.list((Team::ALONE, true, 1), &query, &mut work);
        let swept = lists.frame(question);
        let sorted = |mut found: Findings| {
            found.sort_contacts(Team::ALONE);
            found.sort_swept(Team::ALONE);
            (found.contacts, found.evidence.swept)
        };
        let mut expected = Findings::default();
        FacePairSearch::default().find_all(Team::ALONE, &swept, &mut work, &mut expected);
        assert!(
            work.swept_pair_tests >= least_pairs,
            "{}",
            work.swept_pair_tests
        );
        let expected = sorted(expected);
        assert!(
            !expected.1.is_empty(),
            "frame {index} of {}",
            scene.frames.len()
        );
        let mut pieces = PairPieces::default();
        for (workers, at_once) in [(2, 1), (2, 3), (3, 7), (5, 999), (2, 1)] {
            let (mut found, mut counted) = (Findings::default(), OctreeWork::default());
            Workers::default().run(workers, true, |team| {
                pieces.find_all(team, at_once, &swept, &mut counted, &mut found);
            });
            assert_eq!(counted, work, "{workers} threads, {at_once} at once");
            assert!(
                sorted(found) == expected,
                "{workers} threads, {at_once} at once"
            );
        }
    }

    #[test]
    fn pieces_of_many_bodies_find_what_steps_over_all_pairs_find() {
        check_pieces("shuttles:bodies=800,seed=1995", 30, 100);
    }

    #[test]
    fn threads_share_a_piece_with_many_pairs_of_faces() {
        let spheres = "deep-spheres:faces=3968,seed=1995";
        check_pieces(spheres, 0, 2 * SHARED_FROM_PAIRS as u64);
    }

    #[test]
    fn pieces_are_for_many_pairs_of_small_bodies() {
        let divides = |query: &Query<'_>, pairs, at_once, largest| {
            divide_into_pieces(query, (pairs, at_once), largest)
        };
        let query = Query::all_contacts();
        assert!(divides(&query, 2000, 10, 528));
        assert!(!divides(&query, 100, 10, 528), "too few");
        assert!(!divides(&query, 2000, 10, 4000), "large bodies");
        assert!(
            !divides(&query, 2000, 1, 528),
            "pairs that take long are shared"
        );
        let always = query.with_sharing(Sharing::Always);
        assert!(divides(&always, 1, 1, 100));
    }
}
