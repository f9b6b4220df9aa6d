//! Two bodies in the current frame, and the test of two nodes by chosen bounding volumes.
//!
//! The essence of a test [Su07 §3], the cheapest proof first:
//! 1. Compare the boxes of the nodes along the axes of both bodies (D15), with shortcuts.
//! 2. Choose a volume of each node's list, those with the least `S`. The choice depends on no pose,
//!    so it is kept for the pair of nodes (`selection`).
//! 3. Try the direction that separated these volumes last, then search for another (`overlap`).
//!    With shortcuts, a search that finds none is followed by some tests without one (D16).
//!
//! Each step proves nodes apart or leaves them open. In mode `verified`, what is open goes on to
//! the children, at last to exact tests of faces. So what the cache has lost, or what a test
//! without a search leaves open, costs work and changes no contact.

use crate::counters::HybridWork;
use crate::model::{HybridModel, NodeBounds};
use crate::open_row::OpenRow;
use crate::options::{CsgHybridOptions, HybridMode, Shortcuts};
use crate::overlap::{SeparatingDirection, VolumeTest, test_volumes};
use crate::posed::HybridPosed;
use crate::s_bounds::SBounds;
use crate::world_polygons::WorldPolygons;
use collision::{BodyPair, NarrowPhase, SharedPair};
use geometry::csg::CsgOperation;
use geometry::{Interference, PosedExtent, RelativePose};

/// Largest number of node pairs whose choices and directions are kept for a pair of bodies. A power
/// of two.
const KEPT_NODE_PAIRS: usize = 1024;

/// Largest number of tests of two nodes without a search, after one that found nothing (D16).
///
/// Counted in `cnc-cell`, with boxes before them: a sixth to a third of the searches are left, and
/// the comparisons of oriented boxes further down grow by less than one in a hundred.
const LONGEST_REST: u8 = 8;

/// State kept for a pair of bodies: for pairs of nodes the chosen volumes [Su07 §3] and the last
/// separating direction.
///
/// Direct-mapped cache of at most 1024 node pairs, about 48 KiB. A collision of slots costs a new
/// choice.
#[derive(Debug, Default)]
pub struct PairCache {
    entries: Vec<NodePairEntry>,
}

#[derive(Clone, Copy, Debug, Default)]
struct NodePairEntry {
    /// The nodes whose choice it is.
    nodes: Option<[u32; 2]>,
    /// Indices into their BV lists.
    choice: [u8; 2],
    direction: SeparatingDirection,
    rest: SearchRest,
}

/// Tests of two nodes to come without a search (D16).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct SearchRest {
    /// Number of tests until the next search.
    left: u8,
    /// Number of tests to wait after the last search that found nothing.
    last: u8,
}

impl SearchRest {
    /// Returns true if the next test may search.
    fn is_over(self) -> bool {
        self.left == 0
    }

    /// Updates the rest after a test: each search that finds nothing doubles it, a proof ends it.
    fn update(&mut self, test: VolumeTest) {
        match test {
            VolumeTest::Apart => *self = SearchRest::default(),
            VolumeTest::NoGap => {}
            VolumeTest::NotSearched => self.left -= 1,
            VolumeTest::SearchedInVain => {
                self.last = (2 * self.last).clamp(1, LONGEST_REST);
                self.left = self.last;
            }
        }
    }
}

/// Buffers of the search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    /// Pairs of nodes to test.
    pub stack: Vec<[u32; 2]>,
    /// Pairs of oriented boxes to compare.
    pub boxes: Vec<[u32; 2]>,
    /// Second pairs of nodes of rules whose first pair is being tested.
    pub pending: Vec<(CsgOperation, [u32; 2])>,
    /// Rows of the tables whose answers wait for others, if rows are checked.
    pub open_rows: Vec<OpenRow>,
    /// Walls of a hole.
    pub walls: WorldPolygons,
    /// Polygons that may meet the walls.
    pub near_walls: WorldPolygons,
    /// Boxes of nodes, if they localize.
    pub s_bounds: SBounds,
    /// Contacts of one pair of bodies.
    pub contacts: Vec<(u32, u32, Interference)>,
}

/// Step from a pair of nodes to two pairs: the node of one body is replaced by its children.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Expansion {
    /// The body, 0 or 1.
    pub body: usize,
    /// The operation of its node.
    pub operation: CsgOperation,
    /// The node of the other body with the left child.
    pub left: [u32; 2],
    /// The node of the other body with the right child.
    pub right: [u32; 2],
}

/// Pair of bodies in the current frame.
pub(crate) struct HybridPair<'a> {
    pub options: &'a CsgHybridOptions,
    pub bodies: BodyPair,
    pub models: [&'a HybridModel; 2],
    pub posed: [&'a HybridPosed; 2],
    pub extents: [PosedExtent; 2],
    pub b_in_a: RelativePose,
    /// The same pose at unit size, for volumes.
    unit_pose: RelativePose,
    cache: &'a mut PairCache,
    pub work: &'a mut HybridWork,
}

impl<'a> HybridPair<'a> {
    pub(crate) fn new(
        options: &'a CsgHybridOptions,
        pair: SharedPair<'a, impl NarrowPhase<Model = HybridModel, Posed = HybridPosed>>,
        cache: &'a mut PairCache,
        work: &'a mut HybridWork,
    ) -> HybridPair<'a> {
        let [a, b] = pair.posed;
        let [model_a, model_b] = pair.models;
        let extents = [a.extent(model_a.reach), b.extent(model_b.reach)];
        let b_in_a = RelativePose::new(&extents[0], &extents[1]);
        cache.fit(model_a.bounds.len(), model_b.bounds.len());
        HybridPair {
            options,
            bodies: pair.pair,
            models: pair.models,
            posed: [a, b],
            extents,
            b_in_a,
            unit_pose: b_in_a.unit_sized(),
            cache,
            work,
        }
    }

    /// Returns the pose of B in A's space for volumes, at unit size.
    pub(crate) fn unit_pose(&self) -> RelativePose {
        self.unit_pose
    }

    /// Returns the roots of both trees.
    pub(crate) fn roots(&self) -> [u32; 2] {
        self.models.map(|model| model.solid().tree().root() as u32)
    }

    /// Returns the step that replaces the node of a body by its children. `None` for a leaf.
    pub(crate) fn expansion(&self, nodes: [u32; 2], body: usize) -> Option<Expansion> {
        let (operation, left, right) = self.models[body].branch(nodes[body])?;
        let with = |child| {
            let mut pair = nodes;
            pair[body] = child;
            pair
        };
        Some(Expansion {
            body,
            operation,
            left: with(left),
            right: with(right),
        })
    }

    /// Returns true if two nodes are certainly apart: no faces on their leaves share a point.
    pub(crate) fn apart(&mut self, nodes: [u32; 2]) -> bool {
        let shortcuts =
            self.options.mode == HybridMode::Verified && self.options.shortcuts == Shortcuts::On;
        (shortcuts && self.boxes_apart(nodes)) || self.volumes_apart(nodes, shortcuts)
    }

    /// Returns true if the boxes of two nodes are certainly apart (D15). Those of S-bounds, so
    /// `s_bounds` has the proof that they contain all points that matter.
    fn boxes_apart(&mut self, nodes: [u32; 2]) -> bool {
        let [a, b] = [0, 1].map(|i| &self.models[i].s_bounds[nodes[i] as usize]);
        // An unbounded or empty box has no center.
        if !a.size().is_finite() || !b.size().is_finite() {
            return false;
        }
        self.work.node_box_tests += 1;
        self.b_in_a.separates_boxes(a, b)
    }

    /// Returns true if the chosen volumes of two nodes are certainly apart.
    fn volumes_apart(&mut self, nodes: [u32; 2], shortcuts: bool) -> bool {
        let bounds = [0, 1].map(|i| &self.models[i].bounds[nodes[i] as usize]);
        let [a, b] = match bounds {
            [NodeBounds::Volumes(a), NodeBounds::Volumes(b)] => [a, b],
            _ => return false,
        };
        let entry = self.cache.entry(nodes);
        if entry.nodes != Some(nodes) {
            entry.nodes = Some(nodes);
            entry.rest = SearchRest::default();
            entry.choice = self.options.volumes.choose([a, b]).map(|i| i as u8);
        }
        let [i, j] = entry.choice.map(usize::from);
        let test = test_volumes(
            [&a.nodes()[i].volume, &b.nodes()[j].volume],
            &self.unit_pose,
            &mut entry.direction,
            !shortcuts || entry.rest.is_over(),
            self.work,
        );
        entry.rest.update(test);
        test == VolumeTest::Apart
    }

    /// Returns true if faces of both bodies lie on leaves of the nodes.
    pub(crate) fn have_faces(&self, nodes: [u32; 2]) -> bool {
        [0, 1]
            .iter()
            .all(|i| self.models[*i].has_faces[nodes[*i] as usize])
    }

    /// Returns the smallest volume of a node in cubic scene units, infinite if none is known.
    pub(crate) fn smallest_volume(&self, body: usize, node: u32) -> f64 {
        match &self.models[body].bounds[node as usize] {
            NodeBounds::Unknown => f64::INFINITY,
            NodeBounds::Volumes(list) => list.nodes()[0].fitness,
        }
    }
}

impl PairCache {
    /// Takes the memory of a pair that has ended, if this one has just begun.
    pub(crate) fn reuse(&mut self, spare: &mut Vec<PairCache>) {
        if self.entries.is_empty()
            && let Some(ended) = spare.pop()
        {
            self.entries = ended.entries;
            self.entries.clear();
        }
    }

    /// Reserves entries for trees of these sizes. Does nothing once it has.
    fn fit(&mut self, nodes_a: usize, nodes_b: usize) {
        let pairs = nodes_a.saturating_mul(nodes_b).min(KEPT_NODE_PAIRS);
        let wanted = pairs.next_power_of_two();
        if self.entries.len() != wanted {
            self.entries.clear();
            self.entries.resize(wanted, NodePairEntry::default());
        }
    }

    fn entry(&mut self, [a, b]: [u32; 2]) -> &mut NodePairEntry {
        // An odd factor spreads the pairs of neighboring nodes.
        let mixed = a.wrapping_mul(0x9E37_79B1).wrapping_add(b);
        let slot = (mixed ^ (mixed >> 16)) as usize & (self.entries.len() - 1);
        &mut self.entries[slot]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use VolumeTest::{Apart, NoGap, NotSearched, SearchedInVain};

    #[test]
    fn rests_double_up_to_the_longest_and_end_with_a_proof() {
        let mut rest = SearchRest::default();
        let mut lengths = Vec::new();
        for _ in 0..6 {
            assert!(rest.is_over());
            rest.update(SearchedInVain);
            let mut length = 0;
            while !rest.is_over() {
                rest.update(NotSearched);
                length += 1;
            }
            lengths.push(length);
        }
        assert_eq!(lengths, [1, 2, 4, 8, 8, 8]);
        rest.update(SearchedInVain);
        rest.update(NoGap);
        assert!(!rest.is_over(), "a closed formula says nothing on searches");
        rest.update(Apart);
        assert_eq!(rest, SearchRest::default());
    }
}
