//! Verdicts on two nodes: what features suggest, proved (D3), and proofs without a search (D17).

use super::cache::{FeatureCache, ProvedDirection};
use super::node_pair::{CompoundPair, NodePair, ROOTS};
use crate::closest_features::{
    ClosestPoints, FeatureOutcome, FeaturePair, FeatureSearch, closest_features_of,
};
use crate::counters::{ConvexWork, PAIR_PROOFS};
use crate::gjk::CachedSimplex;
use crate::pair_verdict::PairVerdict;
use collision::{Contained, PairOutput, Step};
use geometry::{Vec3, unit_scale};

/// Query to a test of two bodies, and the place where it announces its steps.
#[derive(Debug)]
pub(super) struct PairQuery<'a> {
    pub distances: bool,
    pub output: &'a PairOutput<'a, ConvexWork>,
}

/// Proofs on pairs of nodes. Keeps only buffers, and counts the work.
#[derive(Clone, Debug, Default)]
pub(super) struct PairProofs {
    verdict: PairVerdict,
    /// Work of the frame.
    pub work: ConvexWork,
}

/// Maximum number of directions that are tried before a search for features, which takes nine steps
/// in the mean (1000 polytopes). Four spare two thirds of the searches there.
const DIRECTIONS: usize = 4;

/// Answer that needed no search.
pub(super) enum KnownAnswer {
    /// At the features at which the bodies were found to collide.
    Colliding(FeaturePair),
    Apart,
}

impl PairProofs {
    /// Allocates buffers for pieces of at most `faces` faces.
    pub(super) fn with_capacity(faces: usize) -> PairProofs {
        PairProofs {
            verdict: PairVerdict::with_capacity(faces),
            work: ConvexWork::default(),
        }
    }

    /// Returns the answer for two bodies if it needs no search for features: a proof of the last
    /// frame is still one.
    ///
    /// D17 (proof before search). The paper walks to the closest features of each active pair in
    /// each frame. Whether bodies collide is answered sooner for most pairs: a cube is nearly twice
    /// as large as its ball, a direction with a gap keeps it while bodies move little, or has one
    /// near by, and a simplex around the origin stays there. Colliding bodies keep the features at
    /// which they were found to collide. The mode `lin-canny` walks, as published. Balls inside two
    /// bodies that meet prove a collision without a simplex, as that of most deep ones.
    pub(super) fn answer_without_search(
        &mut self,
        pair: &CompoundPair<'_>,
        cache: &mut FeatureCache,
        distances: bool,
    ) -> Option<KnownAnswer> {
        if let Some(features) = cache.colliding {
            if self.distance(pair, ROOTS, &mut cache.simplex).is_none() {
                return Some(KnownAnswer::Colliding(features));
            }
            cache.colliding = None;
        }
        (!distances && self.is_still_apart(pair, cache)).then_some(KnownAnswer::Apart)
    }

    /// Returns true if the balls of two bodies, the direction of an earlier proof, or one near it
    /// proves them apart.
    ///
    /// A direction that shows no gap is mirrored at the two vertices that refute it, as Chung and
    /// Wang do (1996), until [`DIRECTIONS`] are tried. A pair without a direction, because it is
    /// new or those of its last test failed, begins with the line of centers. Pairs that this
    /// leaves open are searched for features.
    fn is_still_apart(&mut self, pair: &CompoundPair<'_>, cache: &mut FeatureCache) -> bool {
        let [a, b] = pair.posed;
        if a.ball_is_apart(b) {
            return true;
        }
        let sides = pair.sides(ROOTS);
        let known = cache.apart_along.take();
        let mut tried = known.unwrap_or_else(|| ProvedDirection::between_centers(a, b));
        for _ in 0..DIRECTIONS {
            if tried.shows_gap(sides, &mut self.work) {
                cache.apart_along = Some(tried);
                return true;
            }
            if !tried.mirror(sides) {
                return false;
            }
        }
        false
    }

    /// Returns the closest features of two pieces, their closest points in world space and their
    /// distance, or `None` if the pieces share a point. Exact in that. If the query does not ask
    /// for distances, the rest may be anything.
    ///
    /// The proof of what a walk does not show apart is announced as a step of its own, which the
    /// paper does not have (D3, D20).
    pub(super) fn test_pieces(
        &mut self,
        pair: &CompoundPair<'_>,
        nodes: NodePair,
        mut search: FeatureSearch,
        cache: &mut FeatureCache,
        query: &PairQuery<'_>,
    ) -> Option<(FeaturePair, [Vec3; 2], f64)> {
        let distances = query.distances;
        let closest = match search.outcome {
            FeatureOutcome::Apart(closest) => Some(closest),
            // The nearest pair of a cycle need not be the closest.
            FeatureOutcome::GaveUp(_) if distances => {
                let hulls = pair.hulls(nodes);
                search.features = closest_features_of(&hulls);
                Some(hulls.closest_points(search.features))
            }
            FeatureOutcome::GaveUp(closest) => Some(closest),
            FeatureOutcome::Penetrating => None,
        };
        if let Some(closest) = closest
            && self.hulls_apart(pair, nodes, search.features, &closest, cache)
        {
            let (points, distance) = pair.in_world(nodes, &closest);
            return Some((search.features, points, distance.max(f64::from_bits(1))));
        }
        // D3. Features suggest a collision, or a gap within rounding. A simplex of other pieces is
        // no start.
        if !pair.is_convex() {
            cache.simplex = CachedSimplex::default();
        }
        query.output.begin(PAIR_PROOFS);
        let distance = self.distance(pair, nodes, &mut cache.simplex);
        query.output.begin(Step::BODY_PAIRS);
        let distance = distance?;
        // The gap is within rounding, and the features of a penetration may be anywhere.
        let closest = closest.unwrap_or_else(|| {
            let hulls = pair.hulls(nodes);
            if distances {
                search.features = closest_features_of(&hulls);
            }
            hulls.closest_points(search.features)
        });
        let (points, measured) = pair.in_world(nodes, &closest);
        let distance = if measured > 0.0 { measured } else { distance };
        Some((search.features, points, distance))
    }

    /// Returns true if the vector between the closest points proves two hulls apart.
    pub(super) fn hulls_apart(
        &mut self,
        pair: &CompoundPair<'_>,
        nodes: NodePair,
        features: FeaturePair,
        closest: &ClosestPoints,
        cache: &mut FeatureCache,
    ) -> bool {
        let [a, b] = closest.points;
        let direction = (b - a) * unit_scale((b - a).abs().max_element());
        let sides = pair.sides(nodes);
        let vertex = |i: usize| sides[i].0.vertex_of(features[i]);
        let mut proved = ProvedDirection {
            direction,
            extreme: [vertex(0), vertex(1)],
        };
        let apart = proved.shows_gap(sides, &mut self.work);
        if apart && nodes == ROOTS {
            cache.apart_along = Some(proved);
        }
        apart
    }

    /// Returns the distance of two pieces, or `None` if they share a point. Exact in that.
    fn distance(
        &mut self,
        pair: &CompoundPair<'_>,
        nodes: NodePair,
        simplex: &mut CachedSimplex,
    ) -> Option<f64> {
        if pair.inner_balls_meet(nodes) || pair.overlap_around(nodes, simplex, &mut self.work) {
            return None;
        }
        let (pieces, posed) = pair.pieces(nodes);
        self.verdict
            .distance(pieces, posed, simplex, &mut self.work)
    }

    /// Returns which of two colliding bodies contains the other, if one does. Exact (D7).
    pub(super) fn contained(&mut self, pair: &CompoundPair<'_>) -> Option<Contained> {
        self.verdict
            .contained(pair.models, pair.posed, &mut self.work)
    }
}
