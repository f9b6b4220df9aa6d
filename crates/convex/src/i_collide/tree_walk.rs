//! Test of two bodies: walks to closest features, down both trees of pieces [Cohen95 §3.4].
//!
//! Good for pieces of which few are near each other. Each visited pair of nodes costs one walk,
//! which takes a few steps if the bodies have moved little, as it begins with the last features of
//! these nodes. The essence:
//! 1. Walk to the closest features of two nodes, whose shapes are the hulls of what is below.
//! 2. Drop two nodes, not both pieces, that are proved apart: a hull contains its pieces, so these
//!    are apart, too. If distances are asked for, drop them only if they are also farther apart
//!    than the closest pieces so far: the distance of hulls is at most that of their pieces.
//! 3. Otherwise go on with the children of the larger node.
//! 4. Decide two pieces exactly (`pair_proofs`). End with the first ones that share a point.

use super::cache::{FeatureCache, SpareBuffers};
use super::node_pair::{CompoundPair, NodePair, ROOTS};
use super::options::FeatureWalk;
use super::pair_proofs::{KnownAnswer, PairProofs, PairQuery};
use crate::closest_features::{FeatureOutcome, FeatureSearch, lin_canny, v_clip};
use crate::compound::Compound;
use crate::posed_compound::PosedCompound;
use collision::{BodyPair, ClosestFeatures, Feature};
use geometry::Vec3;
use std::sync::Arc;

/// Tests pairs of bodies. Keeps only buffers, and counts the work.
#[derive(Clone, Debug, Default)]
pub(super) struct TreeWalk {
    features: FeatureWalk,
    pub proofs: PairProofs,
    /// Pairs of nodes still to visit.
    stack: Vec<NodePair>,
    pub spare: SpareBuffers,
}

/// Answer for two bodies.
#[derive(Clone, Copy, Debug)]
pub(super) enum Answer {
    Colliding([Feature; 2]),
    Apart(Option<Closest>),
}

/// Closest features of two pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closest {
    pub features: [Feature; 2],
    /// World space.
    pub points: [Vec3; 2],
    pub distance: f64,
}

impl Answer {
    /// Returns the closest or colliding features, if they are known.
    pub(super) fn evidence(self, bodies: BodyPair) -> Option<ClosestFeatures> {
        match self {
            Answer::Colliding(features) => Some(ClosestFeatures::colliding(bodies, features)),
            Answer::Apart(closest) => closest.map(|closest| {
                let Closest {
                    features,
                    points,
                    distance,
                } = closest;
                ClosestFeatures::apart(bodies, features, points, distance)
            }),
        }
    }
}

impl TreeWalk {
    pub(super) fn new(features: FeatureWalk) -> TreeWalk {
        TreeWalk {
            features,
            ..TreeWalk::default()
        }
    }

    /// Returns a walk of the same features with buffers for these bodies.
    pub(super) fn reset_for(&self, bodies: &[Arc<Compound>]) -> TreeWalk {
        let faces = bodies.iter().flat_map(|body| body.pieces());
        let faces = faces.map(|piece| piece.triangles.len()).max();
        let nodes = bodies.iter().map(|body| body.nodes.len()).max();
        TreeWalk {
            features: self.features,
            proofs: PairProofs::with_capacity(faces.unwrap_or(0)),
            // Each visit replaces a pair of nodes by two with a node of one level further down.
            stack: Vec::with_capacity(2 * nodes.unwrap_or(0) + 1),
            spare: SpareBuffers::default(),
        }
    }

    /// Returns true if answers hold until a body moves (D17). False in mode `lin-canny`, which
    /// walks as published.
    pub(super) fn keeps_answers(&self) -> bool {
        self.features == FeatureWalk::Robust
    }

    /// Returns the last answer if it still holds because neither body has moved since.
    pub(super) fn answer_at_rest(
        pair: &CompoundPair<'_>,
        cache: &FeatureCache,
        distances: bool,
    ) -> Option<Answer> {
        let versions = pair.posed.map(PosedCompound::version);
        cache.answer_at_rest(versions, distances)
    }

    /// Tests two bodies, by a proof of the last frame if one still holds.
    pub(super) fn test(
        &mut self,
        pair: &CompoundPair<'_>,
        cache: &mut FeatureCache,
        query: &PairQuery<'_>,
    ) -> Answer {
        let distances = query.distances;
        if !self.keeps_answers() {
            return self.answer(pair, cache, query);
        }
        let answer = match self.proofs.answer_without_search(pair, cache, distances) {
            Some(KnownAnswer::Colliding(features)) => {
                Answer::Colliding(pair.named(ROOTS, features))
            }
            Some(KnownAnswer::Apart) => Answer::Apart(None),
            None => self.answer(pair, cache, query),
        };
        cache.keep_answer(answer, pair.posed.map(PosedCompound::version));
        answer
    }

    /// Tests two bodies: "We test for collision between a pair of these hierarchical trees
    /// recursively" [Cohen95 §3.4].
    ///
    /// D13 (distances). If no bounding volumes collide, the paper "returns the closest feature pair
    /// of their bounding volumes", which need not be a distance of the bodies. With `distances`,
    /// ours goes down to the pieces, except where bounding volumes are farther apart than the
    /// closest pieces so far.
    fn answer(
        &mut self,
        pair: &CompoundPair<'_>,
        cache: &mut FeatureCache,
        query: &PairQuery<'_>,
    ) -> Answer {
        let distances = query.distances;
        let mut best: Option<Closest> = None;
        self.stack.clear();
        self.stack.push(ROOTS);
        while let Some(nodes) = self.stack.pop() {
            let search = self.search(pair, nodes, cache);
            let features = search.features;
            if pair.are_pieces(nodes) {
                let tested = self.proofs.test_pieces(pair, nodes, search, cache, query);
                // "If either of the closest features falls into a pseudo-Voronoi region at the end
                // of the walk, we know the objects are interpenetrating."
                let Some((features, points, distance)) = tested else {
                    cache.colliding = pair.is_convex().then_some(features);
                    return Answer::Colliding(pair.named(nodes, features));
                };
                if distances && best.is_none_or(|best| distance < best.distance) {
                    best = Some(Closest {
                        features: pair.named(nodes, features),
                        points,
                        distance,
                    });
                }
                continue;
            }
            // Only a gap is proved. Where a walk gives up or ends inside, the children decide.
            let apart = match search.outcome {
                FeatureOutcome::Apart(closest) => {
                    let (_, distance) = pair.in_world(nodes, &closest);
                    let far = |best: Closest| distance > best.distance;
                    (!distances || best.is_some_and(far))
                        && self
                            .proofs
                            .hulls_apart(pair, nodes, features, &closest, cache)
                }
                FeatureOutcome::Penetrating | FeatureOutcome::GaveUp(_) => false,
            };
            // "If there is a collision, the algorithm expands their children and recursively
            // proceeds down the tree".
            if !apart {
                self.expand(pair, nodes);
            }
        }
        Answer::Apart(best)
    }

    /// Walks from the last features of two nodes to their closest ones, and stores them.
    fn search(
        &mut self,
        pair: &CompoundPair<'_>,
        nodes: NodePair,
        cache: &mut FeatureCache,
    ) -> FeatureSearch {
        let hulls = pair.hulls(nodes);
        let work = &mut self.proofs.work;
        // "The first time a polytope pair is considered, we select a random feature from each
        // polytope; otherwise, we use the previous closest feature pair as a starting point."
        // D18. The first ones. D19. Those of a pair that became active again are forgotten.
        let features = cache.features(nodes, &mut self.spare);
        let search = match self.features {
            FeatureWalk::LinCanny => lin_canny(&hulls, *features, work),
            FeatureWalk::Robust => v_clip(&hulls, *features, work),
        };
        *features = search.features;
        search
    }

    /// Pushes the pairs that replace a pair of nodes: the larger one's children.
    fn expand(&mut self, pair: &CompoundPair<'_>, nodes: NodePair) {
        let [a, b] = nodes;
        let [node_a, node_b] = [0, 1].map(|i| pair.node(i, nodes));
        match (node_a.children(), node_b.children()) {
            (Some(children), other) if other.is_none() || node_a.size >= node_b.size => {
                self.stack.extend(children.map(|child| [child, b]));
            }
            (_, Some(children)) => self.stack.extend(children.map(|child| [a, child])),
            (_, None) => unreachable!("two pieces are tested, not expanded"),
        }
    }
}
