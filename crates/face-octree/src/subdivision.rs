//! Step 3: face octree and face pair checklist [Smith95 §3.5].
//!
//! Good for small faces, poor for faces that reach every voxel. With `n` listed faces and `l`
//! levels: at most `8n` tests per split cube and `8^l` voxels. The essence:
//! 1. Start with the world cube and all listed faces.
//! 2. Split a cube only if it contains faces of two or more bodies.
//! 3. Test in a child only the faces that meet its parent.
//! 4. In a voxel, list every pair of faces of different bodies.

mod threads;

use crate::counters::OctreeWork;
use crate::pair_list::PairList;
use crate::workers::Team;
use collision::BodyId;
use geometry::Aabb;
use std::ops::Range;
use threads::{Buffers, SharedSubdivision};

/// Deepest level: voxels of side L / 1024.
pub const MAX_LEVEL: u32 = 10;

/// Number of voxels in a frame from which on cubes with only listed pairs are not split (D9).
///
/// The largest number in our records is 1180. Coplanar sides of two bodies meet in a million voxels
/// of level 10.
const MANY_VOXELS: u64 = 1 << 16;

/// Number of pairs, repetitions included, from which on the same holds (D9). In our records at most
/// 1.3 million pairs meet in a frame.
///
/// Each two faces that coincide are a pair in every voxel that they meet: two bodies of 300 such
/// faces in 4096 voxels of level 6, 370 million times.
const MANY_PAIRS: usize = 1 << 21;

/// Items of the subdivision: faces, or black nodes of precomputed octrees [§4.3.2]. Identified by
/// their index, sorted by body.
pub(crate) trait Items {
    /// Returns all items, in ascending order. Their indices may have gaps.
    fn all(&self) -> impl Iterator<Item = u32>;
    /// Returns the body of an item. Never decreases with the index.
    fn body(&self, item: u32) -> BodyId;
    /// Returns true if an item meets a closed cube.
    fn meets(&self, item: u32, cube: &Aabb, work: &mut OctreeWork) -> bool;
    /// Returns true if two items that share a voxel belong in the list (D7).
    fn near(&mut self, a: u32, b: u32, work: &mut OctreeWork) -> bool;
    /// Returns the side at which a cube becomes a voxel at any level, because rounding hides which
    /// child an item meets (D8). In scene units.
    fn blur(&self) -> f64 {
        0.0
    }
    /// Returns the number of pairs, repetitions included, beyond which the subdivision ends (D7,
    /// D8, D12).
    fn most_pairs(&self) -> usize {
        usize::MAX
    }
    /// Returns true if no more pairs are wanted: the subdivision ends.
    fn has_ended(&self) -> bool {
        false
    }
}

/// Octree that lists the pairs of items that share a voxel.
///
/// The tree is the recursion and is never stored. On one thread its only memory is the stack of the
/// items in the cubes on the path to the current cube. Several threads copy the items of larger
/// cubes (`threads`).
#[derive(Debug, Default)]
pub(crate) struct Subdivision {
    stack: Vec<u32>,
    /// Pairs as `low << 32 | high`.
    pairs: PairList<u64>,
    voxels: u64,
    /// Number of pairs that were listed, repetitions included.
    listed: usize,
    gave_up: bool,
    /// Cubes that were split in this frame, if they are asked for.
    split: Option<Vec<Aabb>>,
    /// Buffers of the threads that share a frame.
    buffers: Buffers,
}

impl Subdivision {
    /// Keeps the cubes that are split, from the next run on. They are listed on one thread.
    pub(crate) fn keep_split_cubes(&mut self) {
        self.split = Some(Vec::new());
    }

    /// Returns the cubes that were split in the last run, each before its children. None unless
    /// they are kept.
    pub(crate) fn split_cubes(&self) -> &[Aabb] {
        self.split.as_deref().unwrap_or_default()
    }

    /// Forgets the cubes of the last run, for a frame that needs no run.
    pub(crate) fn forget_split_cubes(&mut self) {
        if let Some(cubes) = &mut self.split {
            cubes.clear();
        }
    }

    /// Finds every pair of items of different bodies that share a voxel.
    ///
    /// `cube` is the world cube, which every item meets, and `levels` the number of halvings. At
    /// level 0 the cube is a voxel.
    ///
    /// Cubes are closed: an item on a shared side meets both neighbors, so no pair is lost between
    /// them. Conservative: lists every pair of items that share a point inside `cube`, and some
    /// that are only near each other.
    ///
    /// # Cost
    /// Eight tests for each item of each split cube, and at most `8^levels` voxels. Coplanar sides
    /// of two bodies meet in up to `4^levels` voxels, of which about 2¹⁶ are visited (D9).
    pub(crate) fn run(
        &mut self,
        items: &mut impl Items,
        cube: Aabb,
        levels: u32,
        work: &mut OctreeWork,
    ) {
        self.pairs.clear();
        (self.voxels, self.listed, self.gave_up) = (0, 0, false);
        self.forget_split_cubes();
        self.stack.clear();
        self.stack.extend(items.all());
        self.visit(0, cube, levels, items, work);
        self.pairs.compact();
    }

    /// Finds the pairs of [`Subdivision::run`], with the same work, on the threads of a team.
    ///
    /// After many voxels or pairs, the order of visits counts (D9). Then the frame starts again on
    /// one thread, and so do the next frames as long as they have as many.
    pub(crate) fn run_on<I: Items + Copy + Sync>(
        &mut self,
        team: Team,
        items: &mut I,
        cube: Aabb,
        levels: u32,
        work: &mut OctreeWork,
    ) {
        let is_long = self.has_many() || self.listed > items.most_pairs();
        if !team.shares() || is_long || self.split.is_some() {
            return self.run(items, cube, levels, work);
        }
        let shared = SharedSubdivision::new(team, *items, &mut self.buffers);
        self.stack.clear();
        self.stack.extend(items.all());
        let counted = shared.visit(&self.stack, cube, levels);
        if shared.has_too_many() {
            return self.run(items, cube, levels, work);
        }
        (self.voxels, self.gave_up) = (counted.voxels, false);
        self.listed = shared.listed();
        self.pairs.gather(team, self.buffers.pairs());
        *work += counted;
    }

    /// Returns true if the list ended at [`Items::most_pairs`] and is incomplete.
    pub(crate) fn gave_up(&self) -> bool {
        self.gave_up
    }

    /// Returns the face pair checklist: each pair once, in the order of the items.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        self.pairs_in(0..self.pair_count())
    }

    /// Returns a part of the checklist.
    pub(crate) fn pairs_in(&self, range: Range<usize>) -> impl Iterator<Item = (u32, u32)> {
        let split = |pair: &u64| ((pair >> 32) as u32, *pair as u32);
        self.pairs.pairs()[range].iter().map(split)
    }

    /// Returns the number of pairs in the checklist.
    pub(crate) fn pair_count(&self) -> usize {
        self.pairs.count()
    }

    /// Visits `cube`, whose items are the stack from `start` on.
    fn visit(
        &mut self,
        start: usize,
        cube: Aabb,
        levels: u32,
        items: &mut impl Items,
        work: &mut OctreeWork,
    ) {
        // "subdivided into its 8 children only if it contains faces from two or more objects"
        let span = start..self.stack.len();
        let body = |i: usize| items.body(self.stack[i]);
        let ends = self.gave_up || items.has_ended();
        if ends || span.is_empty() || body(span.start) == body(span.end - 1) {
            return;
        }
        // "if it was not previously put there" (D9)
        if self.has_many() && self.knows_pairs_of(span.clone(), items) {
            return;
        }
        // "For each voxel, all possible pairs of faces, where the faces are from different objects"
        let blurred = cube.size().max_element() <= items.blur();
        if levels == 0 || blurred || cannot_be_halved(&cube) {
            work.voxels += 1;
            self.voxels += 1;
            self.push_pairs(start, items, work);
            return;
        }
        work.cubes_split += 1;
        if let Some(cubes) = &mut self.split {
            cubes.push(cube);
        }
        for child in cube.octants() {
            if self.gave_up || items.has_ended() {
                return;
            }
            // "only the faces which were found to intersect the parent node are tested"
            work.cube_tests += span.len() as u64;
            for i in span.clone() {
                let item = self.stack[i];
                if items.meets(item, &child, work) {
                    self.stack.push(item);
                }
            }
            self.visit(span.end, child, levels - 1, items, work);
            self.stack.truncate(span.end);
        }
    }

    /// Lists the pairs of one voxel, whose items are the stack from `start` on.
    fn push_pairs(&mut self, start: usize, items: &mut impl Items, work: &mut OctreeWork) {
        let here = &self.stack[start..];
        for (i, a) in here.iter().enumerate() {
            // Items are sorted by body, so the items of later bodies are a suffix.
            let same = |b: &u32| items.body(*b) == items.body(*a);
            let others = &here[i + here[i..].partition_point(same)..];
            for b in others {
                // D7. Boxes first; D2 drops repetitions later.
                if items.near(*a, *b, work) {
                    self.pairs.push(key(*a, *b));
                    self.listed += 1;
                }
            }
            if items.has_ended() {
                return;
            }
            if self.pairs.count() > items.most_pairs() {
                self.gave_up = true;
                return;
            }
        }
    }

    /// Returns true after many voxels or pairs (D9).
    fn has_many(&self) -> bool {
        self.voxels >= MANY_VOXELS || self.listed >= MANY_PAIRS
    }

    /// Returns true if all pairs of a span of the stack are in the checklist already (D9). Looks up
    /// no more pairs than one voxel with these items lists, and ends at the first not there.
    fn knows_pairs_of(&mut self, span: Range<usize>, items: &impl Items) -> bool {
        let here = &self.stack[span];
        // The items of later bodies are a suffix.
        let mut later = 0;
        here.iter().enumerate().all(|(i, a)| {
            if i >= later {
                let same = |b: &u32| items.body(*b) == items.body(*a);
                later = i + here[i..].partition_point(same);
            }
            let mut others = here[later..].iter();
            others.all(|b| self.pairs.knows(&key(*a, *b)))
        })
    }
}

/// Returns the key of a pair of items. `a` belongs to the earlier body.
fn key(a: u32, b: u32) -> u64 {
    (u64::from(a) << 32) | u64::from(b)
}

/// Returns true if the cube is as small as its coordinates allow: a child would equal the cube.
pub(crate) fn cannot_be_halved(cube: &Aabb) -> bool {
    let center = cube.center();
    (center.cmpeq(cube.min) | center.cmpeq(cube.max)).all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Vec3;

    /// Boxes, each with its body; counts the pairs it is asked about.
    #[derive(Clone, Copy)]
    struct Boxes<'a>(&'a [(u32, Aabb)]);

    impl Items for Boxes<'_> {
        fn all(&self) -> impl Iterator<Item = u32> {
            0..self.0.len() as u32
        }
        fn body(&self, item: u32) -> BodyId {
            BodyId(self.0[item as usize].0)
        }
        fn meets(&self, item: u32, cube: &Aabb, _: &mut OctreeWork) -> bool {
            self.0[item as usize].1.overlaps(cube)
        }
        fn near(&mut self, _: u32, _: u32, work: &mut OctreeWork) -> bool {
            work.pairs_met += 1;
            true
        }
    }

    fn pairs_in(cube: Aabb, items: &[(u32, Aabb)], levels: u32) -> (Vec<(u32, u32)>, OctreeWork) {
        let (mut subdivision, mut work) = (Subdivision::default(), OctreeWork::default());
        subdivision.run(&mut Boxes(items), cube, levels, &mut work);
        (subdivision.pairs().collect(), work)
    }

    /// In a world cube from 0 to 8.
    fn pairs(items: &[(u32, Aabb)], levels: u32) -> (Vec<(u32, u32)>, OctreeWork) {
        pairs_in(Aabb::new(Vec3::ZERO, Vec3::splat(8.0)), items, levels)
    }

    fn point(x: f64, y: f64, z: f64) -> Aabb {
        Aabb::new(Vec3::new(x, y, z), Vec3::new(x, y, z))
    }

    #[test]
    fn items_of_different_bodies_in_one_voxel_are_a_pair() {
        let items = [
            (0, point(1.0, 1.0, 1.0)),
            (0, point(1.5, 1.0, 1.0)),
            (1, point(1.9, 1.0, 1.0)),
        ];
        // Voxels of side 2 hold all three; voxels of side 1 separate none of them, closed at 1.0.
        assert_eq!(pairs(&items, 2).0, [(0, 2), (1, 2)]);
        // Side 1/2: the last two share the voxel from 1.5 to 2.
        assert_eq!(pairs(&items, 4).0, [(1, 2)]);
        assert_eq!(pairs(&items, 5).0, []);
    }

    #[test]
    fn no_pair_falls_between_voxels_and_each_is_listed_once() {
        // Both touch the middle of the world, where eight voxels meet, from opposite octants.
        let low = Aabb::new(Vec3::splat(3.0), Vec3::splat(4.0));
        let high = Aabb::new(Vec3::splat(4.0), Vec3::splat(5.0));
        for levels in 0..5 {
            let (found, work) = pairs(&[(0, low), (1, high)], levels);
            assert_eq!(found, [(0, 1)]);
            assert_eq!(work.pairs_met, if levels == 0 { 1 } else { 8 });
        }
    }

    #[test]
    fn one_body_alone_is_not_subdivided() {
        let (found, work) = pairs(&[(3, point(1.0, 1.0, 1.0)), (3, point(1.0, 1.0, 1.0))], 6);
        assert_eq!((found, work.cubes_split, work.cube_tests), (vec![], 0, 0));
        assert_eq!(pairs(&[], 6).0, []);
    }

    #[test]
    fn a_cube_of_one_point_is_a_voxel() {
        let here = point(1.0, 1.0, 1.0);
        let (found, work) = pairs_in(here, &[(0, here), (1, here)], 6);
        assert_eq!((found, work.voxels), (vec![(0, 1)], 1));
    }

    #[test]
    fn only_the_items_of_the_parent_are_tested_in_its_children() {
        // Two bodies in one octant; a third far away with a fourth.
        let near = [(0, point(1.0, 1.0, 1.0)), (1, point(1.0, 1.0, 1.0))];
        let far = [(2, point(7.0, 7.0, 7.0)), (3, point(7.0, 7.0, 7.0))];
        let (found, work) = pairs(&[near, far].concat(), 2);
        assert_eq!(found, [(0, 1), (2, 3)]);
        // The root tests four items in eight children, then two octants test two items each.
        assert_eq!(
            (work.cubes_split, work.cube_tests, work.voxels),
            (3, 8 * 4 + 2 * 8 * 2, 2)
        );
    }

    /// Two bodies of `n` by `n` tiles of a square, which share a plane and lie across each other.
    #[cfg(feature = "rayon")]
    fn two_floors(n: u32) -> Vec<(u32, Aabb)> {
        let side = 8.0 / f64::from(n);
        let tile = |body: u32, x: u32, y: u32| {
            let corner = Vec3::new(f64::from(x), f64::from(y), 0.0) * side;
            let shift = Vec3::new(0.3 * side * f64::from(body), 0.0, 3.1);
            let min = corner + shift;
            (
                body,
                Aabb::new(min, min + Vec3::new(0.7 * side, 0.7 * side, 0.0)),
            )
        };
        let tiles = |body| (0..n * n).map(move |i| tile(body, i % n, i / n));
        tiles(0).chain(tiles(1)).collect()
    }

    #[cfg(feature = "rayon")]
    #[test]
    fn several_threads_list_the_same_pairs_with_the_same_work() {
        let floors = two_floors(24);
        let cube = Aabb::new(Vec3::ZERO, Vec3::splat(8.0));
        // Few voxels, and many, after which the order of visits counts (D9).
        for (levels, many) in [(5, false), (10, true)] {
            let (mut one, mut work) = (Subdivision::default(), OctreeWork::default());
            one.run(&mut Boxes(&floors), cube, levels, &mut work);
            assert_eq!(work.voxels >= MANY_VOXELS, many, "{work:?}");
            for count in [2, 3, 8] {
                let mut several = Subdivision::default();
                // The second frame knows that the first had many voxels.
                for _ in 0..2 {
                    let (mut counted, mut items) = (OctreeWork::default(), Boxes(&floors));
                    crate::workers::Workers::default().run(count, true, |team| {
                        several.run_on(team, &mut items, cube, levels, &mut counted);
                    });
                    assert!(several.pairs().eq(one.pairs()));
                    assert_eq!(counted, work, "{count} threads");
                }
            }
        }
    }
}
