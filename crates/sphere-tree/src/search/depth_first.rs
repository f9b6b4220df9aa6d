//! Search for one contact of two bodies, depth first (D17).
//!
//! Good for bodies in deep contact: it tests the spheres on the way to a few pairs of leaves. If
//! there is no contact, it tests the same spheres as a search by levels, and a face pair at most
//! once per batch. With `k` colliding pairs of leaves: at most `log2 k + 1` batches. The essence:
//! 1. Refine the pair that was found last. Of the pairs of one family, the one whose spheres
//!    overlap most deeply comes first.
//! 2. Collect pairs of leaves into a batch. Compare the faces of a batch, and stop at a contact.
//! 3. Each batch is twice as large as the one before: the first is a single pair of leaves, and
//!    few face pairs are compared in several batches.

use crate::counters::REFINEMENT;
use crate::search::TreeSearch;
use crate::search::pair_search::SearchStage;
use crate::search::refinement::PairLists;
use crate::search::scene::{SearchContext, trees};
use crate::search::schedule::Cutoff;
use crate::search::tree_pair::TreePair;
use collision::{Budget, Query, SphereContact, Step};

/// Returns true if a search may go depth first: one contact is enough, and no budget asks for
/// certificates that improve evenly, level by level.
pub(super) fn suits(query: &Query<'_>) -> bool {
    query.is_first_contact() && matches!(query.budget, Budget::Unlimited)
}

impl TreeSearch {
    /// Descends from the colliding pairs of the last level to the first contact, or through all
    /// pairs if there is none, and selects the next stage.
    pub(super) fn seek_contact(&mut self, index: u32, cx: &mut SearchContext<'_>) {
        let now = &self.pairs[index as usize];
        let first = cx.found.findings.evidence.spheres.len();
        let above = &cx.found.findings.evidence.spheres[now.colliding.clone()];
        self.stack.clear();
        self.stack.extend_from_slice(above);
        deepest_last(&mut self.stack);
        self.refinement.begin_step();
        // Batches double: a contact near the first leaves is found after few spheres, and a pair
        // without contact pays at most a logarithm of switches between spheres and faces.
        let mut batch = 1;
        loop {
            let start = cx.found.findings.evidence.spheres.len();
            self.collect_leaves(index, batch, cx);
            let end = cx.found.findings.evidence.spheres.len();
            if start == end {
                break;
            }
            self.pairs[index as usize].colliding = start..end;
            cx.query.probe.begin(Step::FACE_PAIRS, 0);
            if let Some(mut tasks) = self.list_faces(index, Cutoff::never(), cx) {
                while !tasks.is_empty() {
                    self.compare_slice(index, &mut tasks, cx);
                }
            }
            if self.pairs[index as usize].contacts {
                break;
            }
            cx.query.probe.begin(REFINEMENT, 0);
            batch *= 2;
        }
        self.end_seek(index, first, cx);
    }

    /// Refines the pairs on the stack until it has added `batch` pairs of leaves to the colliding
    /// spheres: steps 1 and 2.
    fn collect_leaves(&mut self, index: u32, batch: usize, cx: &mut SearchContext<'_>) {
        let now = &mut self.pairs[index as usize];
        let trees = trees(cx.scene.shapes_of(now.pair), &now.unit_b_in_a);
        let enough = cx.found.findings.evidence.spheres.len() + batch;
        while cx.found.findings.evidence.spheres.len() < enough
            && let Some(contact) = self.stack.pop()
        {
            if are_leaves(&trees, &contact) {
                cx.found.findings.evidence.spheres.push(contact);
                continue;
            }
            let family = self.stack.len();
            let mut lists = PairLists {
                colliding: &mut self.stack,
                apart: &mut now.separated,
            };
            let (known, work) = (&mut now.known, &mut cx.found.work);
            self.refinement
                .refine(&trees, contact, known, &mut lists, work);
            deepest_last(&mut self.stack[family..]);
        }
    }

    /// Records the pairs of leaves `first..` and the pairs that are left on the stack: together
    /// with the separated pairs they are a cut. Selects the next stage.
    fn end_seek(&mut self, index: u32, first: usize, cx: &mut SearchContext<'_>) {
        let now = &mut self.pairs[index as usize];
        if self.start.keeps_frontier() {
            cx.found.findings.evidence.spheres.append(&mut self.stack);
        }
        now.colliding = first..cx.found.findings.evidence.spheres.len();
        if now.contacts {
            let faces_level = now.level(&cx.scene);
            now.report_leaves_of_contacts(faces_level, &mut cx.found);
            now.stage = SearchStage::Done;
        } else {
            now.report_spheres(now.colliding.clone(), &cx.found);
            now.settle_surfaces(&cx.scene, cx.query);
        }
    }
}

/// Returns true if both spheres are leaves.
pub(super) fn are_leaves(trees: &TreePair, contact: &SphereContact) -> bool {
    let [a, b] = contact.spheres;
    trees.a.is_leaf(a) && trees.b.is_leaf(b)
}

/// Sorts pairs by the overlap of their spheres, which is the sum of their `reach` less the
/// estimate. The bound is that sum plus a constant.
fn deepest_last(contacts: &mut [SphereContact]) {
    let overlap = |contact: &SphereContact| contact.bound - contact.estimate;
    contacts.sort_unstable_by(|s, t| {
        let order = overlap(s).total_cmp(&overlap(t));
        order.then(t.spheres.cmp(&s.spheres))
    });
}
