//! Two bodies in one frame, and two nodes of their trees: hulls, closest points, names of features.

use crate::closest_features::{ClosestPoints, FeaturePair, HullPair};
use crate::compound::{Compound, CompoundNode};
use crate::convexity::Polytope;
use crate::counters::ConvexWork;
use crate::gjk::CachedSimplex;
use crate::posed_body::{PosedBody, slack};
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
pub(super) type PosedNode<'a> = (&'a CompoundNode, &'a PosedCompound);

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

    pub(super) fn sides(&self, nodes: NodePair) -> [PosedNode<'_>; 2] {
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

    /// Returns true if a simplex of two leaves proves that they share a point: it surrounds the
    /// origin deeper than rounding and dents. Moves its vertices only, to the bits that they have
    /// among all world vertices.
    ///
    /// # Panics
    /// If one of the nodes is not a leaf.
    pub(super) fn overlap_around(
        &self,
        nodes: NodePair,
        simplex: &CachedSimplex,
        work: &mut ConvexWork,
    ) -> bool {
        let pieces = [0, 1].map(|i: usize| {
            let (piece, _) = self.models[i].piece(nodes[i]).expect("leaves of the trees");
            piece
        });
        let mut point = |i: usize, vertex: u32| {
            work.vertices_moved += 1;
            let local = pieces[i].vertices[vertex as usize];
            self.posed[i].map.apply(local)
        };
        let slack = |i: usize| slack(pieces[i], self.posed[i].reach);
        let depth = simplex.depth(|[i, j]| point(0, i) - point(1, j));
        depth.is_some_and(|depth| depth > slack(0) + slack(1))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair_verdict::PairVerdict;
    use crate::posed_compound::Boxes;
    use crate::testing::cube;
    use collision::{Body, BodyId};
    use geometry::Pose;
    use std::sync::Arc;

    /// The simplex of two cubes that overlap proves it at once, and for poses near by. It proves
    /// nothing of cubes that touch, or are apart. Its eight vertices are counted as moved.
    #[test]
    fn a_simplex_proves_the_overlap_of_solids_only() {
        let body = Body::rigid("cube", Arc::new(cube(1.0)));
        let model = Compound::new(BodyId(0), &body).unwrap();
        let models = [&model; 2];
        let posed = |at: Vec3| {
            let mut posed = PosedCompound::new(&model);
            let work = &mut ConvexWork::default();
            posed.place(&model, &Pose::at(at), Boxes::Fixed, work);
            posed
        };
        // Beside the axes: on one, a search ends with the origin on an edge or a triangle.
        let beside = |x: f64| posed(Vec3::new(x, 0.3, 0.1));
        let first = posed(Vec3::ZERO);
        let overlaps = |x: f64, simplex: &CachedSimplex| {
            let posed = [&first, &beside(x)];
            let mut work = ConvexWork::default();
            let pair = CompoundPair { models, posed };
            let overlaps = pair.overlap_around(ROOTS, simplex, &mut work);
            (overlaps, work.vertices_moved)
        };
        let mut simplex = CachedSimplex::default();
        assert_eq!(overlaps(1.7, &simplex), (false, 0), "no simplex yet");
        let second = beside(1.7);
        let posed = [&first, &second];
        let pair = CompoundPair { models, posed };
        let (pieces, pieces_posed) = pair.pieces(ROOTS);
        let (mut verdict, mut work) = (PairVerdict::with_capacity(12), ConvexWork::default());
        let distance = verdict.distance(pieces, pieces_posed, &mut simplex, &mut work);
        assert_eq!((distance, work.exact_fallbacks), (None, 0));
        for x in [1.7, 1.69] {
            assert_eq!(overlaps(x, &simplex), (true, 8), "{x}");
        }
        for apart in [2.0, 2.0f64.next_up(), 2.1, 7.0] {
            assert_eq!(overlaps(apart, &simplex), (false, 8), "{apart}");
        }
    }
}
