//! Dynamic tree of fat boxes: what physics libraries use today.
//!
//! Cohen95 §4.4 names trees over space as an alternative. This tree is over bodies, as in the
//! libraries Bullet, Box2D and Rapier. Each leaf has the box of a body, made larger by a margin:
//! its fat box. A body whose box stays in its fat box leaves the tree as it is. The others are
//! removed and inserted again. Pairs of fat boxes are kept, and in each update the exact boxes of
//! each such pair decide.
//!
//! | choice | reason |
//! |---|---|
//! | margin of [`FAT_MARGIN`] times the longest side | no unit of length is assumed |
//! | insertion beside a leaf, by a descent to where surface areas grow least | queries visit few nodes |
//! | rotation where the heights of siblings differ by two | equal boxes do not make a list: the height is `O(log n)` |
//! | pairs of fat boxes are kept, those of reinserted bodies are found again | still bodies cost one comparison each |
//!
//! # Cost
//! One comparison for each body that stays in its fat box, one for each pair of fat boxes, and
//! `O(log n + k)` in practice for each other body with `k` pairs. Memory is linear in bodies and
//! pairs of fat boxes. Any box may be far from its kin: the worst case is `n²`.

mod tree;

use crate::counters::BroadPhaseWork;
use crate::presence::{check, is_present};
use collision::{BodyId, BodyPair, BroadPhase, Counter, PairChanges, RecomputedPairs, Work};
use geometry::Aabb;
use tree::{FatTree, NodeIx};

/// Margin of a fat box on each side, as a part of the box's longest side. A larger margin makes
/// reinsertions rarer and pairs of fat boxes more. It changes the work only.
pub const FAT_MARGIN: f64 = 0.1;

/// Broad phase with a dynamic tree of fat boxes.
///
/// Good for many bodies of which few move, and for bodies of very different sizes. See
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
    pairs: RecomputedPairs,
}

impl BroadPhase for AabbTree {
    fn update(&mut self, boxes: &[Aabb], work: &mut Work) {
        check(boxes);
        if self.last == boxes {
            return self.pairs.keep();
        }
        let mut counts = BroadPhaseWork::default();
        self.update_tree(boxes, &mut counts);
        self.update_fat_pairs(&mut counts);
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
    /// Removes, adds and reinserts the leaves of bodies that are not in their fat boxes.
    fn update_tree(&mut self, boxes: &[Aabb], counts: &mut BroadPhaseWork) {
        let bodies = boxes.len().max(self.leaves.len());
        self.leaves.resize(bodies, None);
        self.changed.clear();
        self.is_changed.clear();
        self.is_changed.resize(bodies, false);
        for (body, leaf) in self.leaves.iter_mut().enumerate() {
            let now = boxes.get(body).filter(|b| is_present(b));
            match (*leaf, now) {
                (None, None) => continue,
                (Some(leaf), Some(now)) if self.tree.bounds(leaf).contains_box(now) => continue,
                (Some(old), _) => {
                    counts.reinsertions += u64::from(now.is_some());
                    self.tree.remove(old);
                }
                (None, Some(_)) => {}
            }
            *leaf = now.map(|now| self.tree.insert(body as u32, fat(now)));
            self.changed.push(body as u32);
            self.is_changed[body] = true;
        }
        self.leaves.truncate(boxes.len());
    }

    /// Replaces the pairs of the bodies whose fat box is new.
    fn update_fat_pairs(&mut self, counts: &mut BroadPhaseWork) {
        if self.changed.is_empty() {
            return;
        }
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
