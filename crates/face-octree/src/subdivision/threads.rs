//! Subdivision on the threads of a team.
//!
//! Larger cubes are divided: their items are tested in pieces, and their octants go to different
//! threads. A thread lists the pairs of all smaller cubes that it visits. Buffers are kept for the
//! next frame: threads that allocate wait for each other.
//!
//! An item of a larger cube is read once and tested against all eight octants. On one thread it is
//! read once for each octant, as the stack has the items of one octant at a time.

use super::{Items, MANY_PAIRS, MANY_VOXELS, Subdivision, cannot_be_halved};
use crate::counters::OctreeWork;
use crate::pair_list::PairList;
use crate::workers::{Spares, Team, sum};
use geometry::Aabb;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Number of items of a cube from which its children go to different threads: about 100 µs of work.
const FORK_FROM: usize = 256;

/// Number of items that a thread tests against eight cubes at once: about 20 µs of work, if boxes
/// decide most tests.
const ITEMS_AT_ONCE: usize = 512;

/// Buffers of threads, kept from frame to frame.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    /// Items of a cube.
    items: Spares<Vec<u32>>,
    /// Items of a cube in pieces.
    pieces: Spares<Vec<ItemsByOctant>>,
    /// Stack, and pairs of all cubes that were visited with it in this frame.
    alone: Spares<(Vec<u32>, PairList<u64>)>,
}

impl Buffers {
    /// Returns the pairs that were listed, in any order, with repetitions.
    pub(super) fn pairs(&mut self) -> impl Iterator<Item = &[u64]> {
        self.alone.all().map(|(_, list)| list.pairs())
    }
}

/// Some items of a cube, by the octants that they meet.
#[derive(Debug, Default)]
struct ItemsByOctant {
    /// Items of the first octant, then of the second, and so on.
    items: Vec<u32>,
    /// Where the items of each octant end.
    ends: [usize; 8],
    /// For each item, bit `k` is set if it meets octant `k`.
    masks: Vec<u8>,
    work: OctreeWork,
}

impl ItemsByOctant {
    /// Tests each item against all octants.
    fn distribute(&mut self, here: &[u32], octants: &[Aabb; 8], items: &impl Items) {
        self.work = OctreeWork::default();
        self.masks.clear();
        self.masks.extend(here.iter().map(|item| {
            (0..8).fold(0, |mask, k| {
                mask | u8::from(items.meets(*item, &octants[k], &mut self.work)) << k
            })
        }));
        self.items.clear();
        for (k, end) in self.ends.iter_mut().enumerate() {
            let inside = here.iter().zip(&self.masks);
            let inside = inside.filter(|(_, mask)| *mask >> k & 1 == 1);
            self.items.extend(inside.map(|(item, _)| *item));
            *end = self.items.len();
        }
    }

    /// Returns the items of an octant.
    fn inside(&self, octant: usize) -> &[u32] {
        let start = if octant == 0 {
            0
        } else {
            self.ends[octant - 1]
        };
        &self.items[start..self.ends[octant]]
    }
}

/// Subdivision of the larger cubes.
pub(super) struct SharedSubdivision<'a, I> {
    team: Team,
    items: I,
    buffers: &'a Buffers,
    /// Number of voxels of all threads, to end early.
    voxels: AtomicU64,
    /// Number of pairs of all threads, repetitions included, to end early.
    listed: AtomicUsize,
}

impl<'a, I: Items + Copy + Sync> SharedSubdivision<'a, I> {
    /// Returns a subdivision without pairs.
    pub(super) fn new(team: Team, items: I, buffers: &'a mut Buffers) -> SharedSubdivision<'a, I> {
        for (_, pairs) in buffers.alone.all() {
            pairs.clear();
        }
        SharedSubdivision {
            team,
            items,
            buffers,
            voxels: AtomicU64::new(0),
            listed: AtomicUsize::new(0),
        }
    }

    /// Returns the number of pairs that were listed, repetitions included.
    pub(super) fn listed(&self) -> usize {
        self.listed.load(Ordering::Relaxed)
    }

    /// Returns true after many voxels or pairs, from which on the order of visits counts (D9), or
    /// if one thread may find the list too long: it keeps at most the pairs that are listed.
    pub(super) fn has_too_many(&self) -> bool {
        let listed = self.listed();
        self.voxels.load(Ordering::Relaxed) >= MANY_VOXELS
            || listed >= MANY_PAIRS
            || listed > self.items.most_pairs()
    }

    /// Visits one cube and its items, as [`Subdivision::visit`] does. Its pairs go to the buffers.
    pub(super) fn visit(&self, here: &[u32], cube: Aabb, levels: u32) -> OctreeWork {
        // "subdivided into its 8 children only if it contains faces from two or more objects"
        let body = |item: Option<&u32>| item.map(|item| self.items.body(*item));
        // The frame then starts again, on one thread.
        if body(here.first()) == body(here.last()) || self.has_too_many() {
            return OctreeWork::default();
        }
        let blurred = cube.size().max_element() <= self.items.blur();
        let is_voxel = levels == 0 || blurred || cannot_be_halved(&cube);
        if here.len() < FORK_FROM || is_voxel {
            return self.visit_alone(here, cube, levels);
        }
        // "only the faces which were found to intersect the parent node are tested"
        let octants = cube.octants();
        let mut lent = self.buffers.pieces.take();
        let distribute = |range: Range<usize>, piece: &mut ItemsByOctant| {
            piece.distribute(&here[range], &octants, &self.items);
        };
        let pieces = self
            .team
            .for_pieces(&mut lent, here.len(), ITEMS_AT_ONCE, &distribute);
        let visit = |range: Range<usize>| {
            let mut work = OctreeWork::default();
            for k in range {
                let mut inside = self.buffers.items.take();
                inside.clear();
                pieces
                    .iter()
                    .for_each(|piece| inside.extend_from_slice(piece.inside(k)));
                work += self.visit(&inside, octants[k], levels - 1);
                self.buffers.items.give(inside);
            }
            work
        };
        let mut work = self.team.fold(0..octants.len(), 1, &visit, &sum);
        pieces.iter().for_each(|piece| work += piece.work);
        self.buffers.pieces.give(lent);
        work.cubes_split += 1;
        work.cube_tests += (octants.len() * here.len()) as u64;
        work
    }

    /// Visits one cube on this thread.
    fn visit_alone(&self, here: &[u32], cube: Aabb, levels: u32) -> OctreeWork {
        let mut work = OctreeWork::default();
        let (stack, pairs) = self.buffers.alone.take();
        let mut alone = Subdivision {
            stack,
            pairs,
            ..Subdivision::default()
        };
        alone.stack.clear();
        alone.stack.extend_from_slice(here);
        alone.visit(0, cube, levels, &mut { self.items }, &mut work);
        self.voxels.fetch_add(work.voxels, Ordering::Relaxed);
        self.listed.fetch_add(alone.listed, Ordering::Relaxed);
        self.buffers.alone.give((alone.stack, alone.pairs));
        work
    }
}
