//! Step 1: overlap regions of bounding boxes [Smith95 §3.3].

use crate::workers::Team;
use collision::{BodyId, BodyPair, BroadPhase, Counter, Query, Work};
use geometry::Aabb;

/// Overlap regions of each body's box with the boxes of other bodies, in world space.
#[derive(Clone, Debug, Default)]
pub(crate) struct OverlapRegions {
    /// Pairs of bodies whose boxes overlap, sorted.
    pairs: Vec<BodyPair>,
    /// True if only some pairs were compared: bodies that are no pair may then overlap, too.
    restricted: bool,
    of_body: Vec<Vec<Aabb>>,
}

impl OverlapRegions {
    /// Compares all pairs of bodies by their world boxes. The intersection of two overlapping boxes
    /// is an overlap region, "put into a list of overlap regions for each of the two objects".
    ///
    /// Boxes are closed, so boxes that share a side have a flat region.
    pub(crate) fn find(
        &mut self,
        team: Team,
        query: &Query<'_>,
        broad_phase: &mut dyn BroadPhase,
        boxes: &[Aabb],
        work: &mut Work,
    ) {
        self.find_pairs(team, query, broad_phase, boxes, work);
        self.of_body.resize_with(boxes.len(), Vec::new);
        for pair in &self.pairs {
            let (a, b) = (&boxes[pair.a.index()], &boxes[pair.b.index()]);
            let region = a
                .intersection(b)
                .expect("the broad phase gives boxes that overlap");
            self.of_body[pair.a.index()].push(region);
            self.of_body[pair.b.index()].push(region);
        }
    }

    /// Finds the pairs of [`OverlapRegions::find`], with the same work, on the threads of a team.
    /// The regions of each body ([`OverlapRegions::of`]) are not listed.
    pub(crate) fn find_pairs(
        &mut self,
        team: Team,
        query: &Query<'_>,
        broad_phase: &mut dyn BroadPhase,
        boxes: &[Aabb],
        work: &mut Work,
    ) {
        if let Some(candidates) = query.candidates {
            return self.find_among(candidates, boxes, work);
        }
        broad_phase.update_on(team, boxes, work);
        self.restricted = false;
        self.of_body.iter_mut().for_each(Vec::clear);
        self.pairs.clear();
        self.pairs.extend_from_slice(broad_phase.pairs());
        work.add(Counter::OVERLAP_REGIONS, self.pairs.len() as u64);
    }

    /// Finds the pairs among those that are given, which are sorted. The regions of each body are
    /// not listed.
    pub(crate) fn find_among(&mut self, pairs: &[BodyPair], boxes: &[Aabb], work: &mut Work) {
        self.restricted = true;
        self.of_body.iter_mut().for_each(Vec::clear);
        self.pairs.clear();
        work.add(Counter::BODY_BOX_TESTS, pairs.len() as u64);
        let overlap = |p: &&BodyPair| boxes[p.a.index()].overlaps(&boxes[p.b.index()]);
        self.pairs.extend(pairs.iter().filter(overlap));
        work.add(Counter::OVERLAP_REGIONS, self.pairs.len() as u64);
    }

    /// Returns the pairs of bodies whose boxes overlap.
    pub(crate) fn pairs(&self) -> &[BodyPair] {
        &self.pairs
    }

    /// Returns false for two bodies that share regions with others only, because the query's
    /// candidates leave them out.
    #[inline]
    pub(crate) fn allow(&self, a: BodyId, b: BodyId) -> bool {
        !self.restricted || self.share_one(a, b)
    }

    /// Returns true if the two bodies share a region.
    #[inline]
    pub(crate) fn share_one(&self, a: BodyId, b: BodyId) -> bool {
        self.index_of(a, b).is_some()
    }

    /// Returns the index of two bodies in [`OverlapRegions::pairs`], if they share a region.
    #[inline]
    pub(crate) fn index_of(&self, a: BodyId, b: BodyId) -> Option<usize> {
        self.pairs.binary_search(&BodyPair::new(a, b)).ok()
    }

    /// Returns the overlap regions of one body.
    pub(crate) fn of(&self, body: BodyId) -> &[Aabb] {
        &self.of_body[body.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use broad_phase::AllPairs;
    use geometry::Vec3;

    #[test]
    fn each_region_is_in_the_lists_of_both_bodies() {
        let cube = |x: f64| Aabb::new(Vec3::new(x, 0.0, 0.0), Vec3::new(x + 2.0, 2.0, 2.0));
        let mut regions = OverlapRegions::default();
        let mut work = Work::default();
        // The second meets the first in a slab and the third in a side; the fourth is alone.
        regions.find(
            Team::ALONE,
            &Query::default(),
            &mut AllPairs::default(),
            &[cube(0.0), cube(1.0), cube(3.0), cube(9.0)],
            &mut work,
        );
        let slab = Aabb::new(Vec3::X, Vec3::splat(2.0));
        let side = Aabb::new(Vec3::new(3.0, 0.0, 0.0), Vec3::new(3.0, 2.0, 2.0));
        let of = |i| regions.of(BodyId(i));
        assert_eq!(
            [of(0), of(1), of(2), of(3)],
            [&[slab][..], &[slab, side], &[side], &[]]
        );
        let counts = ["body-box-tests", "overlap-regions"].map(|name| work.count(name));
        assert_eq!(counts, [6, 2]);
        assert!(regions.share_one(BodyId(1), BodyId(2)));
        assert!(!regions.share_one(BodyId(0), BodyId(2)));
        // The lists are those of the last frame only.
        let far = [cube(0.0), cube(9.0)];
        regions.find(
            Team::ALONE,
            &Query::default(),
            &mut AllPairs::default(),
            &far,
            &mut work,
        );
        assert!(regions.of(BodyId(0)).is_empty());
    }
}
