//! Steps 3 and 4: all pairs of faces that may meet, or the first of each pair of bodies.

use super::distribution::{
    Distribution, Results, SHARED_FROM_PAIRS, check_dynamic, check_on, check_static,
};
use super::near_pairs::PairChunk;
use super::pair_check::{CheckedPair, SweptFrame};
use super::producer::PairProducer;
use crate::counters::{OctreeWork, SUBDIVISION};
use crate::workers::{Spares, Team, Workers};
use collision::{Findings, Step};

/// Number of listed faces from which the threads of a frame list their pairs: about 50 µs of work.
const SHARED_FROM_LISTED: usize = 2048;

/// Number of pairs from which threads check hulls, as published: about 50 µs of work.
const SHARED_FROM_HULLS: usize = 64;

/// Search for pairs of faces that may meet. Keeps only buffers between frames.
#[derive(Debug, Default)]
pub(crate) struct FacePairSearch {
    producer: PairProducer,
    /// Pairs of faces near each other.
    pairs: Vec<PairChunk>,
    /// Buffers for what the threads find.
    results: Spares<Results>,
    /// First finding of each pair of bodies, in the order of these pairs, as published.
    first: Vec<Option<CheckedPair>>,
}

impl FacePairSearch {
    /// Checks all pairs of faces near each other, on the threads of a team [Kitamura95 §3.4–3.5].
    pub(crate) fn find_all(
        &mut self,
        team: Team,
        swept: &SweptFrame<'_>,
        work: &mut OctreeWork,
        found: &mut Findings,
    ) {
        let (producer, pairs, query) = (&mut self.producer, &mut self.pairs, swept.query);
        query.probe.begin(SUBDIVISION, 0);
        let pays = swept.faces.count() >= SHARED_FROM_LISTED;
        producer.list(team.if_pays(query, pays), swept, pairs, work);
        query.probe.begin(Step::FACE_PAIRS, 0);
        let from = if swept.is_published() {
            SHARED_FROM_HULLS
        } else {
            SHARED_FROM_PAIRS
        };
        let listed: usize = pairs.iter().map(Vec::len).sum();
        check_on(
            team.if_pays(query, listed >= from),
            pairs,
            swept,
            &mut self.results,
            work,
            found,
        );
    }

    /// Checks the same pairs in one of the paper's distributions, on `count` threads at most
    /// [Kitamura95 §4].
    pub(crate) fn distribute(
        &mut self,
        (workers, count): (&mut Workers, usize),
        distribution: Distribution,
        swept: &SweptFrame<'_>,
        work: &mut OctreeWork,
        found: &mut Findings,
    ) {
        let (producer, pairs) = (&mut self.producer, &mut self.pairs);
        if distribution == Distribution::Dynamic {
            let produce = |publish: &mut dyn FnMut([u32; 2]), work: &mut OctreeWork| {
                let mut publish = |pair, _: &mut OctreeWork| {
                    publish(pair);
                    false
                };
                producer.publish(swept, &mut publish, work);
            };
            return check_dynamic((workers, count), produce, swept, work, found);
        }
        swept.query.probe.begin(SUBDIVISION, 0);
        producer.list(Team::ALONE, swept, pairs, work);
        check_static((workers, count), &pairs[0], swept, work, found);
    }

    /// Finds one contact, or else one pair that may meet, of each pair of bodies. On one thread.
    pub(crate) fn find_first_contacts(
        &mut self,
        swept: &SweptFrame<'_>,
        work: &mut OctreeWork,
        found: &mut Findings,
    ) {
        swept.query.probe.begin(SUBDIVISION, 0);
        if swept.is_published() {
            return self.find_first_published(swept, work, found);
        }
        for lists in swept.faces.of_pairs() {
            let mut first: Option<CheckedPair> = None;
            self.producer
                .run_until(swept.faces, lists, work, |pair, work| {
                    keep_better(&mut first, swept.check(pair, work));
                    first.is_some_and(|first| first.in_contact())
                });
            first.iter().for_each(|first| first.add_to(found));
        }
    }

    /// Finds the same as published. The octree is one for all bodies: each pair of faces is checked
    /// when it is first found in a voxel, until all pairs of bodies near each other are in contact.
    fn find_first_published(
        &mut self,
        swept: &SweptFrame<'_>,
        work: &mut OctreeWork,
        found: &mut Findings,
    ) {
        let (producer, first) = (&mut self.producer, &mut self.first);
        first.clear();
        first.resize(swept.regions.pairs().len(), None);
        let mut open = first.len();
        let mut check = |pair: [u32; 2], work: &mut OctreeWork| {
            let [a, b] = pair.map(|i| swept.faces.id(i).body);
            let index = swept.regions.index_of(a, b);
            let first = &mut first[index.expect("listed bodies share a region")];
            if first.is_none_or(|first| !first.in_contact()) {
                keep_better(first, swept.check(pair, work));
                open -= usize::from(first.is_some_and(|first| first.in_contact()));
            }
            open == 0
        };
        producer.publish(swept, &mut check, work);
        self.first
            .iter()
            .flatten()
            .for_each(|first| first.add_to(found));
    }
}

/// Replaces the pair found first by one in contact.
fn keep_better(first: &mut Option<CheckedPair>, next: Option<CheckedPair>) {
    if next.is_some_and(|next| first.is_none() || next.in_contact()) {
        *first = next;
    }
}
