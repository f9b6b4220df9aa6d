//! State of the search for one pair of bodies, and the certificate that follows from it.

use crate::search::frontier::Remembered;
use crate::search::leaf_faces::TasksLeft;
use crate::search::scene::{SearchOutput, SearchScene};
use crate::search::shape::SphereModel;
use crate::search::tree_pair::{PairBounds, SeparatedPairs};
use crate::search::witness::{Clearance, Witness};
use collision::{BodyId, BodyPair, Certificate, Known, Query};
use geometry::RelativePose;
use std::ops::Range;

/// Two bodies whose bounding spheres collide, with the state of their search.
#[derive(Debug)]
pub(super) struct PairSearch {
    pub(super) pair: BodyPair,
    pub(super) b_in_a: RelativePose,
    /// `b_in_a` in the unit of sphere tests.
    pub(super) unit_b_in_a: RelativePose,
    /// Both coverage policies guarantee that the search finds every common point.
    pub(super) misses_nothing: bool,
    pub(super) stage: SearchStage,
    pub(super) known: PairBounds,
    /// The solids are proved disjoint.
    pub(super) apart: bool,
    /// A face pair interferes.
    pub(super) contacts: bool,
    pub(super) faces_listed: bool,
    /// Colliding spheres of the last complete level, as a range of the findings' list.
    pub(super) colliding: Range<usize>,
    /// Reported spheres: `colliding`, or after a contact only the leaves of interfering faces.
    pub(super) reported: Range<usize>,
    /// Reported pair with the smallest estimate (D15).
    pub(super) nearest: Option<[u32; 2]>,
    /// Deepest level of the reported spheres. If there are none, of the compared spheres.
    pub(super) level: u8,
    /// Separated pairs of spheres, as far as the next frame needs them.
    pub(super) separated: SeparatedPairs,
    /// Witness of an earlier frame that still proves the bodies apart (D19).
    pub(super) kept: Option<Witness>,
}

/// Next step of a search, with what only that step needs.
#[derive(Debug)]
pub(super) enum SearchStage {
    /// Test the spheres that proved the best bounds in the previous frame.
    Recall(Remembered),
    /// Compare the frontier of the previous frame.
    Resume(Remembered),
    /// Descend by one level.
    Refine,
    /// List the faces in colliding leaves, and compare the first slice of them.
    ListFaces,
    /// Compare the next slice of the face tasks that are left.
    Faces(TasksLeft),
    /// Test whether one solid contains a part of the other.
    Solids,
    /// No further step can change the answer.
    Done,
}

impl SearchStage {
    /// Returns true if no further step can change the answer.
    pub(super) fn is_done(&self) -> bool {
        matches!(self, SearchStage::Done)
    }
}

impl PairSearch {
    /// Returns the search of two bodies of which nothing is known.
    pub(super) fn new(
        pair: BodyPair,
        b_in_a: RelativePose,
        shapes: [&SphereModel; 2],
    ) -> PairSearch {
        PairSearch {
            pair,
            b_in_a,
            unit_b_in_a: b_in_a.unit_sized(),
            misses_nothing: shapes.iter().all(|s| s.tree.coverage.misses_nothing()),
            stage: SearchStage::Refine,
            known: PairBounds::NOTHING,
            apart: false,
            contacts: false,
            faces_listed: false,
            colliding: 0..0,
            reported: 0..0,
            nearest: None,
            level: 0,
            separated: SeparatedPairs::Dropped,
            kept: None,
        }
    }

    /// Returns a search that is done, because a witness still proves the bodies apart (D19).
    pub(super) fn still_apart(mut self, witness: Witness) -> PairSearch {
        self.stage = SearchStage::Done;
        self.apart = true;
        self.level = witness.known.level;
        self.kept = Some(witness);
        self
    }

    /// Returns the witness for the next frame (D19). One that still proves the bodies apart stays
    /// as it is: it measures all motion from its own pose.
    pub(super) fn witness(&self) -> Witness {
        self.kept.unwrap_or_else(|| Witness {
            pair: self.pair,
            known: self.known,
            clearance: self.clearance(),
        })
    }

    /// Returns the clearance of the bodies if spheres alone have proved them apart: no spheres of
    /// the last level collide, and every common point would have been found.
    fn clearance(&self) -> Option<Clearance> {
        let least = self.separated.least_gap()?;
        let by_spheres = self.apart && self.misses_nothing && self.colliding.is_empty();
        by_spheres.then(|| Clearance {
            b_in_a: self.b_in_a,
            gap: self.unit_b_in_a.in_scene_units(least),
        })
    }

    /// Makes `spheres` the spheres that the certificate refers to.
    pub(super) fn report_spheres(&mut self, spheres: Range<usize>, found: &SearchOutput<'_>) {
        let reported = found.findings.evidence.spheres[spheres.clone()].iter();
        let deepest = reported.clone().map(|contact| contact.level).max();
        self.level = deepest.unwrap_or(self.known.level);
        let nearest = reported.min_by(|s, t| s.estimate.total_cmp(&t.estimate));
        self.nearest = nearest.map(|contact| contact.spheres);
        self.reported = spheres;
    }

    /// Reports only the leaves with interfering faces. `LeafFaces::compare` raised their level to
    /// `faces_level`.
    pub(super) fn report_leaves_of_contacts(
        &mut self,
        faces_level: u8,
        found: &mut SearchOutput<'_>,
    ) {
        let first = found.findings.evidence.spheres.len();
        for i in self.colliding.clone() {
            let contact = found.findings.evidence.spheres[i];
            if contact.level == faces_level {
                found.findings.evidence.spheres.push(contact);
            }
        }
        self.report_spheres(first..found.findings.evidence.spheres.len(), found);
    }

    /// Returns the certificate. It refers to no spheres if they would not explain the answer: the
    /// bodies are apart, or the search ended without a contact. A search that does not compare
    /// faces ends at colliding leaves, to which it refers.
    pub(super) fn certificate(&self, scene: &SearchScene) -> Certificate {
        let known = self.known();
        let ends_at_leaves = !self.faces_listed && !self.colliding.is_empty();
        let nothing_meets = self.stage.is_done() && !self.known.interfering && !ends_at_leaves;
        let refers = known != Known::Apart && !nothing_meets;
        let in_world = |[a, b]: [u32; 2]| {
            let center = |id: BodyId, node: u32| {
                let body = &scene.bodies[id.index()];
                let local = scene.shapes[id.index()].tree.centers[node as usize];
                body.placed.map.apply(local)
            };
            [center(self.pair.a, a), center(self.pair.b, b)]
        };
        let mut certificate = Certificate::new(self.pair, known, self.level(scene));
        if refers {
            certificate.spheres = [self.reported.start as u32, self.reported.end as u32];
            certificate.centers = self.nearest.map(in_world);
        }
        certificate
    }

    /// Draws the conclusion from having no spheres or faces left that could meet (D13).
    ///
    /// Under a policy that misses nothing the surfaces are apart. The solids then are apart, too,
    /// unless one contains a part of the other. Under the paper's policy a point may be uncovered,
    /// so the bodies are known to be apart only if their boxes are.
    pub(super) fn settle_surfaces(&mut self, scene: &SearchScene, query: &Query<'_>) {
        let [a, b] = scene.solids_of(self.pair);
        let boxes_apart = || {
            let (of_a, of_b) = (a.interior.bounds(), b.interior.bounds());
            self.b_in_a.separates_boxes(of_a, of_b)
        };
        // Containment matters to a caller who asks for it, and to the certificate unless contacts
        // have decided that already.
        let matters = query.containment || !self.known.interfering;
        let may_contain = || {
            let a_in_b = scene.a_in_b(self.pair);
            b.may_contain(&a, &a_in_b) || a.may_contain(&b, &self.b_in_a)
        };
        if matters && may_contain() {
            self.stage = SearchStage::Solids;
        } else {
            self.apart = !self.known.interfering && (self.misses_nothing || boxes_apart());
            self.stage = SearchStage::Done;
        }
    }

    fn known(&self) -> Known {
        if self.known.interfering {
            Known::Interfering
        } else if self.apart {
            Known::Apart
        } else {
            let bound = self.known.bound;
            Known::Undecided { bound }
        }
    }

    /// Returns the level of the answer. The faces are one level below the deepest leaves.
    pub(super) fn level(&self, scene: &SearchScene) -> u8 {
        let [a, b] = scene.shapes_of(self.pair);
        if self.faces_listed {
            a.tree.depth().max(b.tree.depth()) + 1
        } else {
            self.level
        }
    }
}
