//! Two bodies in one frame, and two nodes of their trees: hulls, closest points, names of features.

use crate::closest_features::{ClosestPoints, FeaturePair, HullPair};
use crate::compound::{Compound, CompoundNode};
use crate::convexity::Polytope;
use crate::posed_body::PosedBody;
use crate::posed_compound::PosedCompound;
use collision::Feature;
use geometry::Vec3;
use geometry::unit_scale::length;

/// Two bodies in the current frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct CompoundPair<'a> {
    pub models: [&'a Compound; 2],
    pub posed: [&'a PosedCompound; 2],
}

/// Indices of a node of each body.
pub(super) type NodePair = [u32; 2];

/// Roots of both trees.
pub(super) const ROOTS: NodePair = [0; 2];

/// Node of a body, and the body in this frame.
pub(super) type Side<'a> = (&'a CompoundNode, &'a PosedCompound);

impl CompoundPair<'_> {
    /// Returns true if both bodies are one convex piece.
    pub(super) fn is_convex(&self) -> bool {
        self.models.iter().all(|model| model.piece_count == 1)
    }

    /// Returns true if both nodes are leaves.
    pub(super) fn are_pieces(&self, nodes: NodePair) -> bool {
        let is_piece = |i: usize| self.models[i].piece(nodes[i]).is_some();
        is_piece(0) && is_piece(1)
    }

    pub(super) fn sides(&self, nodes: NodePair) -> [Side<'_>; 2] {
        [0, 1].map(|i: usize| (self.node(i, nodes), self.posed[i]))
    }

    pub(super) fn node(&self, body: usize, nodes: NodePair) -> &CompoundNode {
        &self.models[body].nodes[nodes[body] as usize]
    }

    pub(super) fn hulls(&self, nodes: NodePair) -> HullPair<'_> {
        let models = [0, 1].map(|i| &self.node(i, nodes).features);
        HullPair::new(models, [&self.posed[0].map, &self.posed[1].map])
    }

    /// Returns true if balls inside two leaves certainly share a point, and so do the leaves.
    ///
    /// # Panics
    /// If one of the nodes is not a leaf.
    pub(super) fn inner_balls_meet(&self, nodes: NodePair) -> bool {
        let [a, b] = [0, 1].map(|i: usize| {
            let (piece, _) = self.models[i].piece(nodes[i]).expect("leaves of the trees");
            self.posed[i].inner_ball(piece)
        });
        // The distance and the sum of the radii are rounded by some half ulps.
        let distance = length(a.0 - b.0) * (1.0 + 8.0 * f64::EPSILON);
        a.1 > 0.0 && b.1 > 0.0 && distance < a.1 + b.1
    }

    /// Returns two leaves: their polytopes, and these in this frame.
    ///
    /// # Panics
    /// If one of the nodes is not a leaf.
    pub(super) fn pieces(&self, [a, b]: NodePair) -> ([&Polytope; 2], [&PosedBody; 2]) {
        let pieces = (self.models[0].piece(a), self.models[1].piece(b));
        let (Some((piece_a, rank_a)), Some((piece_b, rank_b))) = pieces else {
            unreachable!("leaves of the trees");
        };
        let [posed_a, posed_b] = self.posed;
        let posed = [
            posed_a.piece(rank_a, piece_a),
            posed_b.piece(rank_b, piece_b),
        ];
        ([piece_a, piece_b], posed)
    }

    /// Returns the closest points of two nodes in world space, and their distance.
    ///
    /// Searches take rotations for rigid, but a stored quaternion may be 1e-6 off unit length, and
    /// its matrix then stretches. So each point goes to the world with its own body. The distance
    /// does not suffer from the rounding of points far from the origin.
    pub(super) fn in_world(&self, nodes: NodePair, closest: &ClosestPoints) -> ([Vec3; 2], f64) {
        let [p, q] = self.hulls(nodes).local_points(closest);
        let [a, b] = [&self.posed[0].map, &self.posed[1].map];
        let gap = b.linear * q - a.linear * p + (b.translation - a.translation);
        ([a.apply(p), b.apply(q)], length(gap))
    }

    /// Returns features by the vertices of the bodies' meshes.
    pub(super) fn named(&self, nodes: NodePair, features: FeaturePair) -> [Feature; 2] {
        [0, 1].map(|i: usize| self.node(i, nodes).feature(features[i]))
    }
}
