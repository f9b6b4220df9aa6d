//! Narrow phase of I-COLLIDE: closest features of each active pair [Cohen95 §3, §5.2].
//!
//! Good for convex bodies, or bodies of convex pieces, that move little between frames: an active
//! pair then costs a few steps, or with `features=robust` often one proof. The essence of a frame, with the broad phase between 1 and 2:
//! 1. Update the box of each body from its last extreme vertices ([`crate::posed_compound`]).
//! 2. Walk from the last closest features of each active pair to the current ones
//!    ([`crate::closest_features`]). For bodies of several pieces, walk down both trees.
//! 3. Prove what the features suggest ([`crate::pair_verdict`]).

use crate::closest_features::{
    ClosestPoints, FIRST_FEATURES, FeatureOutcome, FeaturePair, FeatureSearch, HullPair,
    closest_features_of, lin_canny, v_clip,
};
use crate::compound::{Compound, CompoundNode};
use crate::counters::ConvexWork;
use crate::gjk::CachedSimplex;
use crate::pair_verdict::{PairVerdict, gap_is_proved};
use crate::posed_compound::PosedCompound;
use broad_phase::{BroadPhaseKind, SweepAndPrune};
use collision::{
    Accepts, ActivePairs, Body, BodyId, BroadPhase, ClosestFeatures, Contained, Feature,
    NarrowPhase, PairContext, Pairwise, PlaceContext, PosedBodies, PosedPair, Profile, Reason,
    Unsupported,
};
use geometry::unit_scale::length;
use geometry::{Aabb, Vec3};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Options of [`ICollide`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ICollideOptions {
    /// Box of each body.
    pub boxes: Boxes,
    /// Walk to the closest features.
    pub features: FeatureWalk,
    /// Broad phase.
    pub broad_phase: BroadPhaseKind,
}

impl Default for ICollideOptions {
    fn default() -> ICollideOptions {
        ICollideOptions {
            boxes: Boxes::Fixed,
            features: FeatureWalk::Robust,
            broad_phase: BroadPhaseKind::SweepAndPrune,
        }
    }
}

/// Axis-aligned box of a body [Cohen95 §4.1].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Boxes {
    /// Cube that contains the body at any orientation.
    #[default]
    Fixed,
    /// Smallest box at the current orientation, from extreme vertices found by hill climbing.
    Dynamic,
}

/// Walk from feature to feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeatureWalk {
    /// As published, with tolerances. It may cycle: exact arithmetic then decides.
    LinCanny,
    /// After V-Clip [Mirtich 1998], without tolerances.
    #[default]
    Robust,
}

/// Narrow phase that tracks closest features [Cohen95 §3.2].
#[derive(Clone, Debug, Default)]
pub struct ICollide {
    options: ICollideOptions,
    verdict: PairVerdict,
    /// Pairs of nodes still to visit.
    stack: Vec<[u32; 2]>,
    work: ConvexWork,
}

/// State kept for a pair of bodies between frames.
#[derive(Clone, Debug)]
pub struct FeatureCache {
    /// Last features of the roots.
    roots: FeaturePair,
    /// Last features of each other pair of nodes that was visited, sorted by the nodes. Empty for
    /// two convex bodies, so that a pair that becomes active allocates nothing.
    visited: Vec<NodeFeatures>,
    /// Features at which two convex bodies were found to collide. `None` if they were apart.
    colliding: Option<FeaturePair>,
    /// Direction that proved the bodies apart. `None` if the last proof was another.
    apart_along: Option<ProvedDirection>,
    /// Last simplex of the search for closest points, for pairs of convex bodies that features do
    /// not prove apart.
    simplex: CachedSimplex,
}

/// Direction along which two bodies have a gap.
#[derive(Clone, Copy, Debug)]
struct ProvedDirection {
    /// From the first body to the second, in the local space of the first, of about unit length.
    direction: Vec3,
    /// Extreme vertices of the roots' hulls.
    extreme: [u32; 2],
}

#[derive(Clone, Copy, Debug)]
struct NodeFeatures {
    nodes: [u32; 2],
    features: FeaturePair,
}

/// Answer for two bodies.
enum Answer {
    Colliding([Feature; 2]),
    Apart(Option<Closest>),
}

/// Closest features of two pieces.
#[derive(Clone, Copy)]
struct Closest {
    features: [Feature; 2],
    /// World space.
    points: [Vec3; 2],
    distance: f64,
}

impl ICollide {
    /// Returns the detector with fixed cubes, robust features, and sweep and prune.
    pub fn new() -> Pairwise<SweepAndPrune, ICollide> {
        ICollide::with_broad_phase(ICollideOptions::default(), SweepAndPrune::default())
    }

    /// Returns the detector with these options.
    pub fn with_options(options: ICollideOptions) -> Pairwise<Box<dyn BroadPhase>, ICollide> {
        ICollide::with_broad_phase(options, options.broad_phase.build())
    }

    /// Returns the detector behind a broad phase, instead of that of its options.
    pub fn with_broad_phase<B: BroadPhase>(
        options: ICollideOptions,
        broad_phase: B,
    ) -> Pairwise<B, ICollide> {
        let narrow_phase = ICollide {
            options,
            ..ICollide::default()
        };
        Pairwise::new(broad_phase, narrow_phase)
    }
}

impl NarrowPhase for ICollide {
    type Model = Compound;
    type Posed = PosedCompound;
    type Cache = FeatureCache;

    fn profile(&self) -> Profile {
        let profile = Profile::new(
            "i-collide",
            "Cohen95",
            "sweep and prune finds the bodies whose boxes overlap; their closest features are \
             tracked from frame to frame",
        );
        let mut profile = profile.for_solids();
        profile.accepts = Accepts {
            concave: false,
            compounds: true,
            deforming: false,
            open: false,
        };
        profile.supports_distances = true;
        profile
    }

    fn prepare(&mut self, id: BodyId, body: &Body) -> Result<Compound, Unsupported> {
        Compound::new(id, body)
    }

    fn posed(&self, body: &Compound) -> PosedCompound {
        PosedCompound::new(body)
    }

    fn reset(&mut self, bodies: &[Arc<Compound>]) {
        let faces = bodies.iter().flat_map(|body| body.pieces());
        let faces = faces.map(|piece| piece.triangles.len()).max();
        self.verdict = PairVerdict::with_capacity(faces.unwrap_or(0));
        let nodes = bodies.iter().map(|body| body.nodes.len()).max();
        // Each visit replaces a pair of nodes by two with a node of one level further down.
        self.stack = Vec::with_capacity(2 * nodes.unwrap_or(0) + 1);
    }

    fn place(
        &mut self,
        id: BodyId,
        body: &Compound,
        posed: &mut PosedCompound,
        cx: &mut PlaceContext<'_>,
    ) -> Aabb {
        let pose = &cx.frame.poses()[id.index()];
        posed.place(body, pose, self.options.boxes, &mut self.work)
    }

    fn test(
        &mut self,
        pairs: &mut ActivePairs<FeatureCache>,
        bodies: PosedBodies<'_, Self>,
        cx: &mut PairContext<'_>,
    ) {
        let (distances, containment) = (cx.query.distances, cx.query.containment);
        bodies.for_each_pair(pairs, |mut pair, cache| {
            let bodies = pair.pair;
            let known = match self.options.features {
                FeatureWalk::LinCanny => None,
                FeatureWalk::Robust => self.answer_without_search(&mut pair, cache, distances),
            };
            match known.unwrap_or_else(|| self.answer(&mut pair, cache, distances)) {
                Answer::Colliding(features) => {
                    let contained = containment.then(|| self.contained(&mut pair)).flatten();
                    let reason = contained.map_or(Reason::Solids, Reason::Contained);
                    cx.found.add_bodies(bodies, reason);
                    let closest = ClosestFeatures::colliding(bodies, features);
                    cx.found.evidence.closest.push(closest);
                }
                Answer::Apart(Some(closest)) => {
                    let Closest {
                        features,
                        points,
                        distance,
                    } = closest;
                    let closest = ClosestFeatures::apart(bodies, features, points, distance);
                    cx.found.evidence.closest.push(closest);
                }
                Answer::Apart(None) => {}
            }
        });
        std::mem::take(&mut self.work).add_to(&mut cx.found.work);
    }

    /// Returns true: [`ICollide::test`] adds contained bodies itself.
    fn finds_contained(&self) -> bool {
        true
    }
}

impl ICollide {
    /// Tests two bodies: "We test for collision between a pair of these hierarchical trees
    /// recursively" [Cohen95 §3.4].
    ///
    /// D13 (distances). If no bounding volumes collide, the paper "returns the closest feature pair
    /// of their bounding volumes", which need not be a distance of the bodies. With `distances`,
    /// ours goes down to the pieces, except where bounding volumes are farther apart than the
    /// closest pieces so far.
    fn answer(
        &mut self,
        pair: &mut PosedPair<'_, ICollide>,
        cache: &mut FeatureCache,
        distances: bool,
    ) -> Answer {
        let mut best: Option<Closest> = None;
        self.stack.clear();
        self.stack.push([0; 2]);
        while let Some(nodes) = self.stack.pop() {
            let search = self.search(pair, nodes, cache);
            let features = search.features;
            let is_piece = |i: usize| pair.models[i].piece(nodes[i]).is_some();
            if is_piece(0) && is_piece(1) {
                match self.test_pieces(pair, nodes, search, cache, distances) {
                    // "If either of the closest features falls into a pseudo-Voronoi region at the
                    // end of the walk, we know the objects are interpenetrating."
                    None => {
                        let convex = pair.models.iter().all(|model| model.piece_count == 1);
                        cache.colliding = convex.then_some(features);
                        return Answer::Colliding(named(pair, nodes, features));
                    }
                    Some((features, points, distance)) if distances => {
                        if best.is_none_or(|best| distance < best.distance) {
                            let features = named(pair, nodes, features);
                            best = Some(Closest {
                                features,
                                points,
                                distance,
                            });
                        }
                    }
                    Some(_) => {}
                }
                continue;
            }
            let apart = match search.outcome {
                FeatureOutcome::Apart(closest) => {
                    let (_, distance) = in_world(pair, nodes, &closest);
                    let far = |best: Closest| distance > best.distance;
                    (!distances || best.is_some_and(far))
                        && self.hulls_apart(pair, nodes, features, &closest, cache)
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

    fn contained(&mut self, pair: &mut PosedPair<'_, ICollide>) -> Option<Contained> {
        let [a, b] = &mut pair.posed;
        self.verdict.contained(pair.models, [a, b], &mut self.work)
    }

    /// Walks from the last features of two nodes to their closest ones, and stores them.
    fn search(
        &mut self,
        pair: &PosedPair<'_, ICollide>,
        nodes: [u32; 2],
        cache: &mut FeatureCache,
    ) -> FeatureSearch {
        let hulls = hulls(pair, nodes);
        // "The first time a polytope pair is considered, we select a random feature from each
        // polytope; otherwise, we use the previous closest feature pair as a starting point."
        // D18. The first ones. D19. Those of a pair that became active again are forgotten.
        let features = cache.features(nodes);
        let search = match self.options.features {
            FeatureWalk::LinCanny => lin_canny(&hulls, *features, &mut self.work),
            FeatureWalk::Robust => v_clip(&hulls, *features, &mut self.work),
        };
        *features = search.features;
        search
    }

    /// Returns the closest features of two pieces, their closest points in world space and their
    /// distance, or `None` if the pieces share a point. Exact in that. Without `distances`, the rest
    /// may be anything.
    fn test_pieces(
        &mut self,
        pair: &mut PosedPair<'_, ICollide>,
        nodes: [u32; 2],
        mut search: FeatureSearch,
        cache: &mut FeatureCache,
        distances: bool,
    ) -> Option<(FeaturePair, [Vec3; 2], f64)> {
        let closest = match search.outcome {
            FeatureOutcome::Apart(closest) => Some(closest),
            // The nearest pair of a cycle need not be the closest.
            FeatureOutcome::GaveUp(_) if distances => {
                let hulls = hulls(pair, nodes);
                search.features = closest_features_of(&hulls);
                Some(hulls.closest_points(search.features))
            }
            FeatureOutcome::GaveUp(closest) => Some(closest),
            FeatureOutcome::Penetrating => None,
        };
        if let Some(closest) = closest
            && self.hulls_apart(pair, nodes, search.features, &closest, cache)
        {
            let (points, distance) = in_world(pair, nodes, &closest);
            return Some((search.features, points, distance.max(f64::from_bits(1))));
        }
        // D3. Features suggest a collision, or a gap within rounding. A simplex of other pieces is
        // no start.
        if pair.models.iter().any(|model| model.piece_count > 1) {
            cache.simplex = CachedSimplex::default();
        }
        let distance = self.distance(pair, nodes, &mut cache.simplex)?;
        // The gap is within rounding, and the features of a penetration may be anywhere.
        let closest = closest.unwrap_or_else(|| {
            let hulls = hulls(pair, nodes);
            if distances {
                search.features = closest_features_of(&hulls);
            }
            hulls.closest_points(search.features)
        });
        let (points, measured) = in_world(pair, nodes, &closest);
        let distance = if measured > 0.0 { measured } else { distance };
        Some((search.features, points, distance))
    }

    /// Returns the distance of two pieces, or `None` if they share a point. Exact in that.
    fn distance(
        &mut self,
        pair: &mut PosedPair<'_, ICollide>,
        [a, b]: [u32; 2],
        simplex: &mut CachedSimplex,
    ) -> Option<f64> {
        let pieces = (pair.models[0].piece(a), pair.models[1].piece(b));
        let (Some((piece_a, rank_a)), Some((piece_b, rank_b))) = pieces else {
            unreachable!("leaves of the trees");
        };
        let [posed_a, posed_b] = &mut pair.posed;
        let posed = [
            posed_a.piece(rank_a, piece_a),
            posed_b.piece(rank_b, piece_b),
        ];
        self.verdict
            .distance([piece_a, piece_b], posed, simplex, &mut self.work)
    }

    /// Returns true if the vector between the closest points proves two hulls apart.
    fn hulls_apart(
        &mut self,
        pair: &PosedPair<'_, ICollide>,
        nodes: [u32; 2],
        features: FeaturePair,
        closest: &ClosestPoints,
        cache: &mut FeatureCache,
    ) -> bool {
        let [a, b] = closest.points;
        let direction = (b - a) * geometry::unit_scale((b - a).abs().max_element());
        let sides = sides(pair, nodes);
        let vertex = |i: usize| sides[i].0.vertex_of(features[i]);
        let mut proved = ProvedDirection {
            direction,
            extreme: [vertex(0), vertex(1)],
        };
        let apart = proved.shows_gap(sides, &mut self.work);
        if apart && nodes == [0; 2] {
            cache.apart_along = Some(proved);
        }
        apart
    }

    /// Returns the answer for two bodies if it needs no search for features: a proof of the last
    /// frame is still one.
    ///
    /// D17 (proof before search). The paper walks to the closest features of each active pair in
    /// each frame. Whether bodies collide is answered sooner for most pairs: a cube is nearly twice
    /// as large as its ball, a direction with a gap keeps it while bodies move little, and so does
    /// a simplex around the origin. Colliding bodies keep the features at which they were found to
    /// collide. The mode `lin-canny` walks, as published.
    fn answer_without_search(
        &mut self,
        pair: &mut PosedPair<'_, ICollide>,
        cache: &mut FeatureCache,
        distances: bool,
    ) -> Option<Answer> {
        if let Some(features) = cache.colliding {
            if self.distance(pair, [0; 2], &mut cache.simplex).is_none() {
                return Some(Answer::Colliding(named(pair, [0; 2], features)));
            }
            cache.colliding = None;
        }
        (!distances && self.is_still_apart(pair, cache)).then_some(Answer::Apart(None))
    }

    /// Returns true if the balls of two bodies, or the direction of an earlier proof, prove them
    /// apart.
    fn is_still_apart(&mut self, pair: &PosedPair<'_, ICollide>, cache: &mut FeatureCache) -> bool {
        let ([a, b], [body_a, body_b]) = (&pair.posed, pair.models);
        if a.ball_is_apart(body_a, b, body_b) {
            return true;
        }
        let Some(proved) = &mut cache.apart_along else {
            return false;
        };
        let apart = proved.shows_gap(sides(pair, [0; 2]), &mut self.work);
        if !apart {
            cache.apart_along = None;
        }
        apart
    }

    /// Pushes the pairs that replace a pair of nodes: the larger one's children.
    fn expand(&mut self, pair: &PosedPair<'_, ICollide>, [a, b]: [u32; 2]) {
        let [node_a, node_b] =
            [(0, a), (1, b)].map(|(i, n): (usize, u32)| &pair.models[i].nodes[n as usize]);
        match (node_a.children(), node_b.children()) {
            (Some(children), other) if other.is_none() || node_a.size >= node_b.size => {
                self.stack.extend(children.map(|child| [child, b]));
            }
            (_, Some(children)) => self.stack.extend(children.map(|child| [a, child])),
            (_, None) => unreachable!("two pieces are tested, not expanded"),
        }
    }
}

impl ProvedDirection {
    /// Returns true if the direction proves a gap between two hulls. Updates the extreme vertices.
    fn shows_gap(&mut self, sides: [Side<'_>; 2], work: &mut ConvexWork) -> bool {
        let direction = sides[0].1.map.linear * self.direction;
        gap_is_proved(sides, &mut self.extreme, direction, work)
    }
}

impl FeatureCache {
    /// Returns the last features of two nodes, at first those of [`FIRST_FEATURES`].
    fn features(&mut self, nodes: [u32; 2]) -> &mut FeaturePair {
        if nodes == [0; 2] {
            return &mut self.roots;
        }
        let index = match self
            .visited
            .binary_search_by_key(&nodes, |entry| entry.nodes)
        {
            Ok(index) => index,
            Err(index) => {
                let features = FIRST_FEATURES;
                self.visited.insert(index, NodeFeatures { nodes, features });
                index
            }
        };
        &mut self.visited[index].features
    }
}

impl Default for FeatureCache {
    fn default() -> FeatureCache {
        FeatureCache {
            roots: FIRST_FEATURES,
            visited: Vec::new(),
            colliding: None,
            apart_along: None,
            simplex: CachedSimplex::default(),
        }
    }
}

/// Node of a body, and the body in this frame.
type Side<'a> = (&'a CompoundNode, &'a PosedCompound);

fn sides<'a>(pair: &'a PosedPair<'_, ICollide>, nodes: [u32; 2]) -> [Side<'a>; 2] {
    [0, 1].map(|i: usize| (&pair.models[i].nodes[nodes[i] as usize], &*pair.posed[i]))
}

fn hulls<'a>(pair: &'a PosedPair<'_, ICollide>, nodes: [u32; 2]) -> HullPair<'a> {
    let models = [0, 1].map(|i: usize| &pair.models[i].nodes[nodes[i] as usize].features);
    HullPair::new(models, [&pair.posed[0].map, &pair.posed[1].map])
}

/// Returns the closest points of two nodes in world space, and their distance.
///
/// Searches take rotations for rigid, but a stored quaternion may be 1e-6 off unit length, and its
/// matrix then stretches. So each point goes to the world with its own body. The distance does not
/// suffer from the rounding of points far from the origin.
fn in_world(
    pair: &PosedPair<'_, ICollide>,
    nodes: [u32; 2],
    closest: &ClosestPoints,
) -> ([Vec3; 2], f64) {
    let [p, q] = hulls(pair, nodes).local_points(closest);
    let [a, b] = [&pair.posed[0].map, &pair.posed[1].map];
    let gap = b.linear * q - a.linear * p + (b.translation - a.translation);
    ([a.apply(p), b.apply(q)], length(gap))
}

/// Returns features by the vertices of the bodies' meshes.
fn named(pair: &PosedPair<'_, ICollide>, nodes: [u32; 2], features: FeaturePair) -> [Feature; 2] {
    [0, 1].map(|i: usize| pair.models[i].nodes[nodes[i] as usize].feature(features[i]))
}
