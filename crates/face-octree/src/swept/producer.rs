//! Step 3: pairs of faces near each other [Kitamura95 §3.4].
//!
//! As published, by the octree of the world cube over the faces at the first instant. Otherwise by
//! the boxes over both instants of the faces of each pair of bodies: in sorted strips, as the tuned
//! form does, if all pairs are wanted; by a bintree, which reaches the first pairs sooner, if one
//! pair may be enough or another thread waits for it.

use super::faces::SweptFaces;
use super::items::SweptItems;
use super::near_pairs::{NearPairs, PairChunk};
use super::pair_check::SweptFrame;
use crate::counters::OctreeWork;
use crate::face_bintree::FaceBintree;
use crate::subdivision::{Items, Subdivision};
use crate::workers::Team;
use crate::world_cube::world_cube;
use collision::BodyId;
use geometry::Aabb;
use std::ops::Range;

/// Pairs that are looked up.
#[expect(
    clippy::disallowed_types,
    reason = "never listed, so its order reaches no finding"
)]
type PairSet = std::collections::HashSet<[u32; 2]>;

/// Source of the face pair checklist. Keeps only buffers.
#[derive(Debug, Default)]
pub(crate) struct PairProducer {
    subdivision: Subdivision,
    bintree: FaceBintree,
    near_pairs: NearPairs,
    /// Pairs that were published.
    published: PairSet,
}

impl PairProducer {
    /// Lists the pairs of faces near each other, each once, as indices into the listed faces, in
    /// one or several chunks. Without threads it is one.
    pub(crate) fn list(
        &mut self,
        team: Team,
        swept: &SweptFrame<'_>,
        chunks: &mut Vec<PairChunk>,
        work: &mut OctreeWork,
    ) {
        self.near_pairs.begin(chunks);
        if swept.is_published() {
            return self.list_published(team, swept, &mut chunks[0], work);
        }
        self.near_pairs.list(team, swept.faces, chunks, work);
    }

    /// Lists the pairs of faces that share a voxel.
    fn list_published(
        &mut self,
        team: Team,
        swept: &SweptFrame<'_>,
        pairs: &mut PairChunk,
        work: &mut OctreeWork,
    ) {
        let cube = world_cube(swept.query.world, swept.bodies.now(), work);
        // D12. As published, and once more by boxes if that list becomes too long.
        for boxes_first in [false, true] {
            let mut items = SweptItems {
                faces: swept.faces,
                regions: swept.regions,
                boxes_first,
            };
            self.subdivision
                .run_on(team, &mut items, cube, swept.options.level, work);
            if !self.subdivision.gave_up() {
                break;
            }
        }
        pairs.extend(self.subdivision.pairs().map(|(i, j)| [i, j]));
    }

    /// Passes each pair to `publish` as soon as it is found, each once, until it returns true.
    pub(crate) fn publish(
        &mut self,
        swept: &SweptFrame<'_>,
        publish: &mut dyn FnMut([u32; 2], &mut OctreeWork) -> bool,
        work: &mut OctreeWork,
    ) {
        if swept.is_published() {
            let cube = world_cube(swept.query.world, swept.bodies.now(), work);
            self.published.clear();
            for boxes_first in [false, true] {
                let mut items = PublishedItems {
                    items: SweptItems {
                        faces: swept.faces,
                        regions: swept.regions,
                        boxes_first,
                    },
                    published: &mut self.published,
                    publish,
                    has_ended: false,
                };
                self.subdivision
                    .run(&mut items, cube, swept.options.level, work);
                if !self.subdivision.gave_up() {
                    return;
                }
            }
            return;
        }
        for lists in swept.faces.of_pairs() {
            self.run_until(swept.faces, lists, work, &mut *publish);
        }
    }

    /// Passes each pair of faces of two lists whose boxes overlap to `stop`, until it returns true.
    pub(crate) fn run_until(
        &mut self,
        faces: &SweptFaces,
        lists: &[Range<u32>; 2],
        work: &mut OctreeWork,
        mut stop: impl FnMut([u32; 2], &mut OctreeWork) -> bool,
    ) {
        let boxes = |list| faces.boxes(list).expect("pairs are compared one by one");
        let [a, b] = lists.each_ref().map(boxes);
        self.bintree.run_until(a, b, work, |pairs, work| {
            let in_lists = |[i, j]: &[u32; 2]| [lists[0].start + i, lists[1].start + j];
            pairs.iter().map(in_lists).any(|pair| stop(pair, work))
        });
    }
}

/// Items that publish a pair when they first share a voxel: "a face pair is only included if it was
/// not previously put there". Sorting drops repetitions elsewhere (D2), but comes too late here
/// (D14).
struct PublishedItems<'a> {
    items: SweptItems<'a>,
    published: &'a mut PairSet,
    publish: &'a mut dyn FnMut([u32; 2], &mut OctreeWork) -> bool,
    has_ended: bool,
}

impl Items for PublishedItems<'_> {
    fn all(&self) -> impl Iterator<Item = u32> {
        self.items.all()
    }

    fn body(&self, item: u32) -> BodyId {
        self.items.body(item)
    }

    fn meets(&self, item: u32, cube: &Aabb, work: &mut OctreeWork) -> bool {
        self.items.meets(item, cube, work)
    }

    fn most_pairs(&self) -> usize {
        self.items.most_pairs()
    }

    fn near(&mut self, a: u32, b: u32, work: &mut OctreeWork) -> bool {
        let near = self.items.near(a, b, work);
        if near && !self.has_ended && self.published.insert([a, b]) {
            self.has_ended = (self.publish)([a, b], work);
        }
        near
    }

    fn has_ended(&self) -> bool {
        self.has_ended
    }
}
