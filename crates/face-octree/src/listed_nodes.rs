//! Steps 3 and 4 of the octree update: listed nodes instead of faces, then the faces in them.

use crate::counters::OctreeWork;
use crate::face_pair_check::boxes_overlap;
use crate::local_octree::LocalOctree;
use crate::overlap_regions::OverlapRegions;
use crate::pair_list::PairList;
use crate::subdivision::Items;
use crate::world_node::WorldNode;
use collision::{BodyId, FaceId, FacePair};
use geometry::Aabb;

/// Maximum number of pairs of nodes in the checklist, repetitions included: 8 MiB (D8).
///
/// The longest list of `four-bodies` has 1,173 pairs at local level 4 and 12,942 at 6. That of
/// `two-spheres:faces=528` has 4,425 and 67,977, and 508,414 at 7.
const MOST_NODE_PAIRS: usize = 1 << 20;

/// Maximum number of pairs of faces in these pairs of nodes, repetitions included: about a second
/// of tests (D8). The largest number in our records is 5.9 million.
const MOST_FACE_PAIRS: u64 = 1 << 24;

/// Items of the subdivision: listed nodes instead of faces.
#[derive(Clone, Copy)]
pub(crate) struct ListedNodes<'a> {
    pub nodes: &'a [WorldNode],
    pub margin: f64,
    /// Pairs of bodies that may collide.
    pub regions: &'a OverlapRegions,
}

impl Items for ListedNodes<'_> {
    fn all(&self) -> impl Iterator<Item = u32> {
        0..self.nodes.len() as u32
    }

    #[inline]
    fn body(&self, item: u32) -> BodyId {
        self.nodes[item as usize].body
    }

    #[inline]
    fn meets(&self, item: u32, cube: &Aabb, _: &mut OctreeWork) -> bool {
        self.nodes[item as usize].meets(cube, self.margin)
    }

    #[inline]
    fn near(&mut self, a: u32, b: u32, _: &mut OctreeWork) -> bool {
        self.regions.allow(self.body(a), self.body(b))
    }

    fn blur(&self) -> f64 {
        2.0 * self.margin
    }

    fn most_pairs(&self) -> usize {
        MOST_NODE_PAIRS
    }
}

/// Lists of faces of the listed nodes.
pub(crate) struct NodeFaces<'a> {
    pub octrees: &'a [LocalOctree],
    pub nodes: &'a [WorldNode],
    /// World boxes of the faces of each body.
    pub boxes: &'a [Vec<Aabb>],
}

impl NodeFaces<'_> {
    /// Returns true if these pairs of nodes have more than [`MOST_FACE_PAIRS`]: pairs of faces are
    /// then listed by their boxes instead (D8).
    pub(crate) fn are_too_many(&self, mut node_pairs: impl Iterator<Item = (u32, u32)>) -> bool {
        let count = |node: u32| self.faces(&self.nodes[node as usize]).len() as u64;
        let mut pairs = 0;
        node_pairs.any(|(i, j)| {
            pairs += count(i) * count(j);
            pairs > MOST_FACE_PAIRS
        })
    }

    /// Returns the faces of a node.
    fn faces(&self, node: &WorldNode) -> &[u32] {
        self.octrees[node.body.index()].faces(node.index as usize)
    }

    /// Adds the pairs of faces of these pairs of nodes whose boxes overlap.
    pub(crate) fn add(
        &self,
        node_pairs: impl Iterator<Item = (u32, u32)>,
        pairs: &mut PairList<FacePair>,
        work: &mut OctreeWork,
    ) {
        for (i, j) in node_pairs {
            let (a, b) = (&self.nodes[i as usize], &self.nodes[j as usize]);
            let boxes = |n: &WorldNode| &self.boxes[n.body.index()];
            let id = |n: &WorldNode, face: u32| FaceId { body: n.body, face };
            for face_a in self.faces(a) {
                let box_a = boxes(a)[*face_a as usize];
                work.pairs_met += self.faces(b).len() as u64;
                for face_b in self.faces(b) {
                    // D7. Boxes first; sorting drops repetitions later (D6).
                    if boxes_overlap(&box_a, &boxes(b)[*face_b as usize], work) {
                        pairs.push(FacePair::new(id(a, *face_a), id(b, *face_b)));
                    }
                }
            }
        }
    }
}
