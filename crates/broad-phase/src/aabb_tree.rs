//! Dynamic tree of fat boxes: what physics libraries use today.
//!
//! Cohen95 §4.4 names trees over space as an alternative. This tree is over bodies, as in the
//! libraries Bullet, Box2D and Rapier. Each leaf has the box of a body, made larger by a margin:
//! its fat box. A body whose box stays in its fat box leaves the tree as it is. The others are
//! removed and inserted again. Pairs of fat boxes are kept, and in each update the exact boxes of
//! each such pair decide.
//!
//! Where many bodies leave their fat boxes in one update, the tree of all bodies is built again,
//! each gets a new fat box, and the tree is compared with itself: that finds each pair once.
//!
//! | choice | reason |
//! |---|---|
//! | margin of [`FAT_MARGIN`] times the longest side | no unit of length is assumed |
//! | building by medians, on the axis where centers are spread most | `O(n log n)`, and as balanced as can be |
//! | building after one change in [`BODIES_PER_CHANGE`] | it takes less work then |
//! | building after as many changes as bodies | leaves inserted one by one make queries slow |
//! | insertion beside a leaf, by a descent to where surface areas grow least | queries visit few nodes |
//! | rotation where the heights of siblings differ by two | equal boxes do not make a list: the height is `O(log n)` |
//! | pairs of fat boxes are kept, those of reinserted bodies are found again | still bodies cost one comparison each |
//!
//! # Cost
//! One comparison for each body that stays in its fat box, one for each pair of fat boxes, and
//! `O(log n + k)` in practice for each other body with `k` pairs. Building takes `O(n log n)`, and
//! some ten comparisons for each body. Memory is linear in bodies and pairs of fat boxes. Any box
//! may be far from its kin: the worst case is `n²`.

mod tree;

use crate::counters::BroadPhaseWork;
use crate::presence::{check, is_present};
use collision::{BodyId, BodyPair, BroadPhase, Counter, PairChanges, RecomputedPairs, Work};
use geometry::Aabb;
use tree::{FatTree, NodeIx};

/// Margin of a fat box on each side, as a part of the box's longest side. A larger margin makes
/// reinsertions rarer and pairs of fat boxes more. It changes the work only.
pub const FAT_MARGIN: f64 = 0.1;

/// Number of bodies for each that changes, below which the tree is built again.
///
/// A change visits about `4 log n` nodes to remove and insert the leaf, and, as counted on swarms
/// of 1000 to 20,000 bodies, 25 to 38 to query it: 65 to 95. Building takes, for each body, 6 to 8
/// comparisons of nodes, as counted, two new nodes, and `log n` steps over items of a quarter of a
/// node: 11 to 14. It changes the work only.
pub const BODIES_PER_CHANGE: usize = 6;

/// Broad phase with a dynamic tree of fat boxes.
///
/// Good for many bodies, above all if few move or their sizes are very different. See
/// [the module](self) for its cost and its choices.
#[derive(Clone, Debug, Default)]
pub struct AabbTree {
    tree: FatTree,
    /// Leaf of each body that is there.
    leaves: Vec<Option<NodeIx>>,
    /// Boxes of the last update.
    last: Vec<Aabb>,
    /// Pairs of overlapping fat boxes, sorted.
    fat_pairs: Vec<BodyPair>,
    /// Bodies that left their fat box in this update, or that were added or removed.
    changed: Vec<u32>,
    /// The same as a mark for each body.
    is_changed: Vec<bool>,
    /// Number of bodies that were added, removed or reinserted since the tree was built.
    insertions: usize,
    pairs: RecomputedPairs,
}

impl BroadPhase for AabbTree {
    fn update(&mut self, boxes: &[Aabb], work: &mut Work) {
        check(boxes);
        if self.last == boxes {
            return self.pairs.keep();
        }
        let mut counts = BroadPhaseWork::default();
        self.find_changed(boxes, &mut counts);
        if self.should_build() {
            self.build(boxes, &mut counts);
        } else if !self.changed.is_empty() {
            self.change_tree(boxes);
            self.change_fat_pairs(&mut counts);
        }
        let fat_pairs = &self.fat_pairs;
        self.pairs.update(|pairs| {
            let overlaps = |p: &&BodyPair| boxes[p.a.index()].overlaps(&boxes[p.b.index()]);
            pairs.extend(fat_pairs.iter().filter(overlaps));
        });
        self.last.clear();
        self.last.extend_from_slice(boxes);
        counts.add_to(work);
        work.add(Counter::BODY_BOX_TESTS, self.fat_pairs.len() as u64);
    }

    fn pairs(&self) -> &[BodyPair] {
        self.pairs.pairs()
    }

    fn changes(&self) -> &PairChanges {
        self.pairs.changes()
    }

    fn clear(&mut self) {
        *self = AabbTree::default();
    }
}

impl AabbTree {
    /// Notes which bodies are not in their fat boxes, were added or were removed.
    fn find_changed(&mut self, boxes: &[Aabb], counts: &mut BroadPhaseWork) {
        let bodies = boxes.len().max(self.leaves.len());
        self.leaves.resize(bodies, None);
        self.changed.clear();
        self.is_changed.clear();
        for (body, leaf) in self.leaves.iter().enumerate() {
            let now = boxes.get(body).filter(|b| is_present(b));
            let is_changed = match (*leaf, now) {
                (None, None) => false,
                (Some(leaf), Some(now)) => {
                    let left = !self.tree.bounds(leaf).contains_box(now);
                    counts.reinsertions += u64::from(left);
                    left
                }
                _ => true,
            };
            if is_changed {
                self.changed.push(body as u32);
            }
            self.is_changed.push(is_changed);
        }
    }

    /// Returns true if it takes less work to build the tree than to change it, or if queries may
    /// have become slow after many leaves were inserted one by one.
    fn should_build(&mut self) -> bool {
        let (changed, bodies) = (self.changed.len(), self.leaves.len());
        self.insertions += changed;
        changed * BODIES_PER_CHANGE > bodies || self.insertions > bodies
    }

    /// Builds the tree of all bodies that are there, each with a new fat box, and finds all pairs.
    fn build(&mut self, boxes: &[Aabb], counts: &mut BroadPhaseWork) {
        self.leaves.clear();
        self.leaves.resize(boxes.len(), None);
        let present = (0..).zip(boxes).filter(|(_, b)| is_present(b));
        let (tree, leaves) = (&mut self.tree, &mut self.leaves);
        tree.build(present.map(|(body, b)| (body, fat(b))), |body, leaf| {
            leaves[body as usize] = Some(leaf);
        });
        self.insertions = 0;
        counts.body_tree_builds += 1;
        let pairs = &mut self.fat_pairs;
        pairs.clear();
        counts.body_tree_tests += self
            .tree
            .all_pairs(|a, b| pairs.push(BodyPair::new(BodyId(a), BodyId(b))));
        pairs.sort_unstable();
    }

    /// Removes, adds and reinserts the leaves of changed bodies.
    fn change_tree(&mut self, boxes: &[Aabb]) {
        for body in &self.changed {
            let leaf = &mut self.leaves[*body as usize];
            if let Some(old) = *leaf {
                self.tree.remove(old);
            }
            let now = boxes.get(*body as usize).filter(|b| is_present(b));
            *leaf = now.map(|now| self.tree.insert(*body, fat(now)));
        }
        self.leaves.truncate(boxes.len());
    }

    /// Replaces the pairs of changed bodies.
    fn change_fat_pairs(&mut self, counts: &mut BroadPhaseWork) {
        let is_changed = &self.is_changed;
        self.fat_pairs
            .retain(|pair| !is_changed[pair.a.index()] && !is_changed[pair.b.index()]);
        let pairs = &mut self.fat_pairs;
        for body in &self.changed {
            let Some(Some(leaf)) = self.leaves.get(*body as usize) else {
                continue;
            };
            counts.body_tree_tests += self.tree.query(*leaf, |other| {
                // Of two such bodies, the first finds the pair.
                if !is_changed[other as usize] || body < &other {
                    pairs.push(BodyPair::new(BodyId(*body), BodyId(other)));
                }
            });
        }
        pairs.sort_unstable();
    }
}

/// Returns the box with a margin on each side. A box that is infinite, or so large that its sides
/// are, becomes infinite.
fn fat(bounds: &Aabb) -> Aabb {
    let margin = FAT_MARGIN * bounds.size().max_element();
    if margin.is_finite() {
        bounds.expanded(margin)
    } else {
        Aabb::new(geometry::Vec3::NEG_INFINITY, geometry::Vec3::INFINITY)
    }
}
