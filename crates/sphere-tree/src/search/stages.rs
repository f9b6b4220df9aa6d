//! Stages of the search for one pair of bodies [Hubbard96 §4.1].
//!
//! Each stage is one step, so that a search can stop after any of them with a proved answer. It
//! reads the lists of the pair's last complete level, and either completes the next level and
//! selects the next stage, or is cut off and leaves the pair as it was, except for better bounds
//! (D14). A step costs one refinement for each colliding pair of the level, or one slice of face
//! pairs. The essence:
//! 1. If a frontier is kept, test the spheres that proved most in the previous frame, then compare
//!    the frontier (`recall`, `resume`, D12).
//! 2. Descend level by level while spheres collide that are no leaves (`refine`).
//! 3. List the faces in colliding leaves, and compare them slice by slice (`list_faces`,
//!    `compare_faces`, D9).
//! 4. If no surfaces meet and one solid may contain a part of the other, test that
//!    (`test_containment`, D13).
//! 5. A pair is done once no further step can change its answer.

use crate::search::TreeSearch;
use crate::search::depth_first::are_leaves;
use crate::search::frontier::{AT_ONCE, Remembered};
use crate::search::leaf_faces::{FaceLevel, TasksLeft};
use crate::search::pair_search::SearchStage;
use crate::search::refinement::PairLists;
use crate::search::scene::{SearchContext, trees};
use crate::search::schedule::Cutoff;
use crate::search::shape::SphereModel;
use crate::search::solidity::InnerParts;
use crate::search::tree_pair::{Gap, SphereTest, TreePair, rounding_at};
use collision::{Contained, Reason, SphereContact};
use geometry::RelativePose;

impl TreeSearch {
    /// Descends by one level: replaces each colliding pair by the colliding pairs of its children.
    ///
    /// "the algorithm checks the colliding spheres at the current level of the two hierarchies to
    /// see if their children collide" [§4.1]. If the cutoff is reached, the bounds stay, and the
    /// spheres remain those of the level above (D14).
    pub(super) fn refine(&mut self, index: u32, mut cutoff: Cutoff, cx: &mut SearchContext<'_>) {
        let now = &mut self.pairs[index as usize];
        let trees = trees(cx.scene.shapes_of(now.pair), &now.unit_b_in_a);
        let first = cx.found.findings.evidence.spheres.len();
        let first_separated = now.separated.listed();
        let level = now.known.level;
        self.refinement.begin_step();
        let mut tests = 0;
        // The new level is appended to the list that the old level is a range of.
        for i in now.colliding.clone() {
            if cutoff.reached(tests) {
                // D14. Undo the partial level. `now.known` keeps its improved bounds: they are
                // proved by the spheres compared so far, whatever the other spheres do.
                cx.found.findings.evidence.spheres.truncate(first);
                now.separated.truncate(first_separated);
                now.known.level = level;
                return;
            }
            let contact = cx.found.findings.evidence.spheres[i];
            let mut lists = PairLists {
                colliding: &mut cx.found.findings.evidence.spheres,
                apart: &mut now.separated,
            };
            let (before, work) = (cx.found.work.sphere_tests, &mut cx.found.work);
            self.refinement
                .refine(&trees, contact, &mut now.known, &mut lists, work);
            tests = (work.sphere_tests - before) as usize;
        }
        self.end_level(index, first, cx);
    }

    /// Tests the spheres that proved the best bounds in the previous frame, and compares the
    /// frontier if it is small (D12).
    ///
    /// Returns true if the search continues from the roots in this step. That is so if the frontier
    /// was dropped, or if none of these spheres collide: the bodies have then moved too far.
    pub(super) fn recall(
        &mut self,
        index: u32,
        before: Remembered,
        cx: &mut SearchContext<'_>,
    ) -> bool {
        let now = &mut self.pairs[index as usize];
        let trees = trees(cx.scene.shapes_of(now.pair), &now.unit_b_in_a);
        let first = cx.found.findings.evidence.spheres.len();
        self.refinement.begin_step();
        for spheres in before.known.proofs() {
            let (known, work) = (&mut now.known, &mut cx.found.work);
            let test = self.refinement.test_spheres(&trees, spheres, known, work);
            if let SphereTest::Collide(contact) = test {
                now.known.level = now.known.level.max(contact.level);
                cx.found.findings.evidence.spheres.push(contact);
            }
        }
        // Either the frontier of the last frame is not worth comparing, and the search begins at
        // the roots, or the pair reports these few spheres until the frontier is compared.
        let parted = cx.found.findings.evidence.spheres.len() == first;
        if parted || before.is_dropped() {
            now.stage = next_below(
                &trees,
                &cx.found.findings.evidence.spheres[now.colliding.clone()],
                self.last_level,
            );
            self.frontiers.recycle(before.spheres);
            return true;
        }
        now.report_spheres(first..cx.found.findings.evidence.spheres.len(), &cx.found);
        if before.spheres.len() <= AT_ONCE {
            self.resume(index, before, &mut Cutoff::never(), cx);
        } else {
            now.stage = SearchStage::Resume(before);
        }
        false
    }

    /// Compares `before`, the frontier of the previous frame, except pairs whose gap exceeds the
    /// motion since then (D12).
    ///
    /// Returns false if the cutoff is reached. The frontier then waits for the next frame.
    pub(super) fn resume(
        &mut self,
        index: u32,
        before: Remembered,
        cutoff: &mut Cutoff,
        cx: &mut SearchContext<'_>,
    ) -> bool {
        let now = &mut self.pairs[index as usize];
        let shapes = cx.scene.shapes_of(now.pair);
        let trees = trees(shapes, &now.unit_b_in_a);
        let margin = trees.margin();
        let moved = motion_bound(&trees, shapes[1], [&before.b_in_a, &now.b_in_a]);
        let first = cx.found.findings.evidence.spheres.len();
        let mut lists = PairLists {
            colliding: &mut cx.found.findings.evidence.spheres,
            apart: &mut now.separated,
        };
        self.refinement.begin_step();
        for old in &before.spheres {
            let spheres = old.spheres;
            let (known, work) = (&mut now.known, &mut cx.found.work);
            match old.gap {
                // The pair collided. It may have separated.
                Gap::None => self
                    .refinement
                    .compare(&trees, spheres, known, &mut lists, work),
                // The pair is still separated. It keeps the remaining gap and needs no test.
                Gap::AtLeast(gap) if gap - moved > margin => {
                    lists.apart.push(&trees, spheres, gap - moved);
                }
                // The pair may have met.
                Gap::AtLeast(_) => self
                    .refinement
                    .compare_again(&trees, spheres, known, &mut lists, work),
            }
            if cutoff.reached(1) {
                // D14. Keep the old frontier unchanged: half of a new one is no complete cut.
                cx.found.findings.evidence.spheres.truncate(first);
                now.separated.truncate(0);
                now.stage = SearchStage::Resume(before);
                return false;
            }
        }
        now.known.level = before.known.level;
        self.frontiers.recycle(before.spheres);
        self.end_level(index, first, cx);
        true
    }

    /// Records the colliding spheres `first..` of a completed level, and selects the next stage.
    ///
    /// "If no spheres from the two hierarchies collide at the current level, then that pair of
    /// objects need no further processing" [§4.1]. D13 says what that proves.
    pub(super) fn end_level(&mut self, index: u32, first: usize, cx: &mut SearchContext<'_>) {
        let now = &mut self.pairs[index as usize];
        now.colliding = first..cx.found.findings.evidence.spheres.len();
        now.report_spheres(now.colliding.clone(), &cx.found);
        let trees = trees(cx.scene.shapes_of(now.pair), &now.unit_b_in_a);
        if now.colliding.is_empty() {
            now.settle_surfaces(&cx.scene, cx.query);
        } else {
            let colliding = &cx.found.findings.evidence.spheres[first..];
            now.stage = next_below(&trees, colliding, self.last_level);
        }
    }

    /// Lists the faces in colliding leaves, and returns the tasks. Lists nothing if the cutoff is
    /// reached (D14).
    pub(super) fn list_faces(
        &mut self,
        index: u32,
        cutoff: Cutoff,
        cx: &mut SearchContext<'_>,
    ) -> Option<TasksLeft> {
        let now = &mut self.pairs[index as usize];
        let [a, b] = cx.scene.shapes_of(now.pair);
        let trees = trees([a, b], &now.unit_b_in_a);
        let (boxes, leaves) = (&a.face_boxes, now.colliding.clone());
        let tasks = self
            .faces
            .list(&trees, boxes, leaves, cutoff, &mut cx.found)?;
        now.faces_listed = true;
        Some(tasks)
    }

    /// Compares the next slice of listed faces (D9), and selects the next stage.
    pub(super) fn compare_faces(
        &mut self,
        index: u32,
        mut tasks: TasksLeft,
        cx: &mut SearchContext<'_>,
    ) {
        let faces_level = self.pairs[index as usize].level(&cx.scene);
        self.compare_slice(index, &mut tasks, cx);
        let now = &mut self.pairs[index as usize];
        if !tasks.is_empty() {
            now.stage = SearchStage::Faces(tasks);
        } else if now.contacts {
            now.report_leaves_of_contacts(faces_level, &mut cx.found);
            now.stage = SearchStage::Done;
        } else {
            now.settle_surfaces(&cx.scene, cx.query);
        }
    }

    /// Compares the next slice of listed faces. Drops the rest after the first contact, if one is
    /// enough.
    pub(super) fn compare_slice(
        &mut self,
        index: u32,
        tasks: &mut TasksLeft,
        cx: &mut SearchContext<'_>,
    ) {
        let now = &mut self.pairs[index as usize];
        let contacts = cx.found.findings.contacts.len();
        let level = FaceLevel {
            bodies: now.pair,
            level: now.level(&cx.scene),
            first_only: cx.query.is_first_contact(),
        };
        let sides = cx.scene.sides_of(now.pair);
        self.faces.compare(level, sides, tasks, &mut cx.found);
        now.contacts |= cx.found.findings.contacts.len() > contacts;
        if now.contacts && level.first_only {
            *tasks = TasksLeft::default();
        }
        now.known.interfering |= now.contacts;
    }

    /// Tests whether one solid contains a part of the other, after their surfaces do not meet
    /// (D13). If the cutoff is reached, the stage stays and the answer stays open (D14).
    pub(super) fn test_containment(
        &mut self,
        index: u32,
        mut cutoff: Cutoff,
        cx: &mut SearchContext<'_>,
    ) {
        let now = &mut self.pairs[index as usize];
        let ([a, b], a_in_b) = (cx.scene.solids_of(now.pair), cx.scene.a_in_b(now.pair));
        let work = &mut cx.found.work;
        let Some(of_a) = b.contains(&a, &a_in_b, &mut cutoff, work) else {
            return;
        };
        let Some(of_b) = a.contains(&b, &now.b_in_a, &mut cutoff, work) else {
            return;
        };
        now.known.interfering |= [of_a, of_b] != [InnerParts::None; 2];
        now.apart = now.misses_nothing && !now.known.interfering;
        if cx.query.containment && now.misses_nothing {
            let findings = &mut cx.found.findings;
            if of_a == InnerParts::All {
                findings.add_bodies(now.pair, Reason::Contained(Contained::AInB));
            } else if of_b == InnerParts::All {
                findings.add_bodies(now.pair, Reason::Contained(Contained::BInA));
            }
        }
        now.stage = SearchStage::Done;
    }
}

/// Level at which a search ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LastLevel {
    /// Faces in colliding leaves: level 5 [§11.2].
    #[default]
    Faces,
    /// Leaves: level 4 of the paper's flights [§11.3]. A pair whose leaves collide stays undecided:
    /// its certificate has the proved bound and the leaves.
    Leaves,
}

/// Returns a bound on how far a center of B has moved relative to A between two poses, including
/// the rounding of both. The second pose is that of the trees. A gap shrinks by at most this.
fn motion_bound(trees: &TreePair, b: &SphereModel, [before, now]: [&RelativePose; 2]) -> f64 {
    let motion = now.motion_since(before, b.tree.centers[0], b.spread);
    motion + trees.margin() + rounding_at(before)
}

/// Returns the stage that follows a level: the last one if all colliding spheres are leaves,
/// otherwise another level.
pub(super) fn next_below(
    trees: &TreePair,
    colliding: &[SphereContact],
    last: LastLevel,
) -> SearchStage {
    let leaves = |contact: &SphereContact| are_leaves(trees, contact);
    match (colliding.iter().all(leaves), last) {
        (false, _) => SearchStage::Refine,
        (true, LastLevel::Faces) => SearchStage::ListFaces,
        (true, LastLevel::Leaves) => SearchStage::Done,
    }
}
