//! Bodies, request and output of a search.

use crate::counters::SphereWork;
use crate::search::leaf_faces::PosedLeaves;
use crate::search::shape::{PosedSpheres, SphereModel};
use crate::search::solidity::Solid;
use crate::search::tree_pair::TreePair;
use collision::{BodyPair, Findings, Query};
use geometry::RelativePose;
use std::sync::Arc;

/// Bodies, request and output that all stages of a search share.
pub(crate) struct SearchContext<'a> {
    pub(crate) scene: SearchScene<'a>,
    pub(crate) query: &'a Query<'a>,
    pub(crate) found: SearchOutput<'a>,
}

/// Output of a search: the findings of the frame, and work counts.
///
/// The search also works in the findings' list of sphere pairs, and a certificate names its range.
/// Copying the reported pairs out of another list would take time after the deadline that grows
/// with the number of spheres.
pub(crate) struct SearchOutput<'a> {
    pub(crate) findings: &'a mut Findings,
    pub(crate) work: SphereWork,
}

/// Bodies with their poses and models.
pub(crate) struct SearchScene<'a> {
    pub(crate) bodies: &'a mut [PosedSpheres],
    pub(crate) shapes: &'a [Arc<SphereModel>],
}

impl SearchScene<'_> {
    pub(crate) fn shapes_of(&self, pair: BodyPair) -> [&SphereModel; 2] {
        [pair.a, pair.b].map(|body| &*self.shapes[body.index()])
    }

    pub(super) fn solids_of(&self, pair: BodyPair) -> [Solid<'_>; 2] {
        [pair.a, pair.b].map(|body| {
            let shape = &self.shapes[body.index()];
            Solid {
                interior: &shape.interior,
                mesh: &shape.mesh,
                placed: &self.bodies[body.index()].placed,
            }
        })
    }

    /// Returns the map from A's local space to B's.
    pub(super) fn a_in_b(&self, pair: BodyPair) -> RelativePose {
        let [a, b] = [pair.a, pair.b].map(|body| &self.bodies[body.index()].placed);
        RelativePose::new(b, a)
    }

    pub(super) fn sides_of(&mut self, pair: BodyPair) -> [PosedLeaves<'_>; 2] {
        let shapes = self.shapes;
        let bodies = self
            .bodies
            .get_disjoint_mut([pair.a.index(), pair.b.index()])
            .expect("a pair is of two bodies");
        let mut ids = [pair.a, pair.b].into_iter();
        bodies.map(|body| {
            let id = ids.next().expect("a pair is of two bodies");
            let shape = &shapes[id.index()];
            PosedLeaves {
                mesh: &shape.mesh,
                leaves: &shape.leaf_words,
                map: &body.placed.map,
                faces: &mut body.faces,
            }
        })
    }
}

/// Returns the trees of two bodies with their relative pose.
pub(super) fn trees<'a>([a, b]: [&'a SphereModel; 2], b_in_a: &'a RelativePose) -> TreePair<'a> {
    TreePair {
        a: &a.tree,
        b: &b.tree,
        b_in_a,
        parents: &a.parents,
        outside_parent: &a.outside_parent,
    }
}
