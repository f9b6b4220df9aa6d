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

use crate::search::refinement::{PairLists, TreePair};
use crate::search::schedule::Cutoff;
use crate::search::{REFINEMENT, Search, SearchOutput, SearchScene, Stage, trees};
use collision::{Budget, Query, SphereContact, Step};

/// Returns true if a search may go depth first: one contact is enough, and no budget asks for
/// certificates that improve evenly, level by level.
pub(super) fn suits(query: &Query<'_>) -> bool {
    query.is_first_contact() && matches!(query.budget, Budget::Unlimited)
}

impl Search {
    /// Descends from the colliding pairs of the last level to the first contact, or through all
    /// pairs if there is none, and selects the next stage.
    pub(super) fn seek_contact(
        &mut self,
        index: u32,
        scene: &mut SearchScene,
        query: &Query<'_>,
        found: &mut SearchOutput<'_>,
    ) {
        let now = &self.pairs[index as usize];
        let first = found.findings.evidence.spheres.len();
        let above = &found.findings.evidence.spheres[now.colliding.clone()];
        self.stack.clear();
        self.stack.extend_from_slice(above);
        deepest_last(&mut self.stack);
        self.refinement.begin_step();
        let mut batch = 1;
        loop {
            let start = found.findings.evidence.spheres.len();
            self.collect_leaves(index, batch, scene, found);
            let end = found.findings.evidence.spheres.len();
            if start == end {
                break;
            }
            self.pairs[index as usize].colliding = start..end;
            query.probe.begin(Step::FACE_PAIRS, 0);
            self.list_faces(index, Cutoff::never(), scene, found);
            while !self.pairs[index as usize].tasks.is_empty() {
                self.compare_slice(index, scene, query, found);
            }
            if self.pairs[index as usize].contacts {
                break;
            }
            query.probe.begin(REFINEMENT, 0);
            batch *= 2;
        }
        self.end_seek(index, first, scene, query, found);
    }

    /// Refines the pairs on the stack until it has added `batch` pairs of leaves to the colliding
    /// spheres: steps 1 and 2.
    fn collect_leaves(
        &mut self,
        index: u32,
        batch: usize,
        scene: &SearchScene,
        found: &mut SearchOutput<'_>,
    ) {
        let now = &mut self.pairs[index as usize];
        let trees = trees(scene.shapes_of(now.pair), &now.unit_b_in_a);
        let enough = found.findings.evidence.spheres.len() + batch;
        while found.findings.evidence.spheres.len() < enough
            && let Some(contact) = self.stack.pop()
        {
            if are_leaves(&trees, &contact) {
                found.findings.evidence.spheres.push(contact);
                continue;
            }
            let family = self.stack.len();
            let mut lists = PairLists {
                colliding: &mut self.stack,
                apart: self.start.remembers().then_some(&mut now.gaps),
            };
            let (known, work) = (&mut now.known, &mut found.work);
            self.refinement
                .refine(&trees, contact, known, &mut lists, work);
            deepest_last(&mut self.stack[family..]);
        }
    }

    /// Records the pairs of leaves `first..` and the pairs that are left on the stack: together
    /// with the separated pairs they are a cut. Selects the next stage.
    fn end_seek(
        &mut self,
        index: u32,
        first: usize,
        scene: &SearchScene,
        query: &Query<'_>,
        found: &mut SearchOutput<'_>,
    ) {
        let now = &mut self.pairs[index as usize];
        if self.start.remembers() {
            found.findings.evidence.spheres.append(&mut self.stack);
        }
        now.colliding = first..found.findings.evidence.spheres.len();
        if now.contacts {
            let faces_level = now.level(scene);
            now.report_leaves_of_contacts(faces_level, found);
            now.stage = Stage::Done;
        } else {
            now.report_spheres(now.colliding.clone(), found);
            now.settle_surfaces(scene, query);
        }
    }
}

/// Returns true if both spheres are leaves.
pub(super) fn are_leaves(trees: &TreePair, contact: &SphereContact) -> bool {
    let [a, b] = contact.spheres;
    trees.a.is_leaf(a) && trees.b.is_leaf(b)
}

/// Sorts pairs by the overlap of their spheres, which is the sum of the reaches less the estimate.
/// The bound is that sum plus a constant.
fn deepest_last(contacts: &mut [SphereContact]) {
    let overlap = |contact: &SphereContact| contact.bound - contact.estimate;
    contacts.sort_unstable_by(|s, t| {
        let order = overlap(s).total_cmp(&overlap(t));
        order.then(t.spheres.cmp(&s.spheres))
    });
}
