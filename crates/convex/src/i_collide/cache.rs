//! State kept for a pair of bodies while their boxes overlap [Cohen95 §5.2].

use super::node_pair::{NodePair, ROOTS, Side};
use super::tree_walk::Answer;
use crate::closest_features::{FIRST_FEATURES, FeaturePair};
use crate::counters::ConvexWork;
use crate::gjk::CachedSimplex;
use crate::pair_verdict::gap_is_proved;
use collision::Contained;
use collision::workers::Spares;
use geometry::Vec3;
use std::sync::Arc;

/// State kept for a pair of bodies between frames.
#[derive(Clone, Debug)]
pub struct FeatureCache {
    /// Last features of the roots.
    roots: FeaturePair,
    /// Last features of each other pair of nodes that was visited, sorted by the nodes. Empty for
    /// two convex bodies.
    visited: Vec<NodeFeatures>,
    /// Features at which two convex bodies were found to collide. `None` if they were apart.
    pub(super) colliding: Option<FeaturePair>,
    /// Direction that proved the bodies apart. `None` if the last proof was another.
    pub(super) apart_along: Option<ProvedDirection>,
    /// Last simplex of the search for closest points, for pairs of convex bodies that features do
    /// not prove apart.
    pub(super) simplex: CachedSimplex,
    /// Last answer (D17).
    kept: Option<KeptAnswer>,
}

/// Answer on two bodies, for as long as neither moves.
#[derive(Clone, Copy, Debug)]
struct KeptAnswer {
    answer: Answer,
    /// Versions of the bodies.
    versions: [u64; 2],
    /// Body that contains the other, if one does. `None` before a query has asked.
    contained: Option<Option<Contained>>,
}

/// Direction along which two bodies have a gap.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProvedDirection {
    /// From the first body to the second, in the local space of the first, of about unit length.
    pub direction: Vec3,
    /// Extreme vertices of the roots' hulls.
    pub extreme: [u32; 2],
}

#[derive(Clone, Copy, Debug)]
struct NodeFeatures {
    nodes: NodePair,
    features: FeaturePair,
}

/// Buffers of caches whose pairs ended, for pairs of compounds that begin.
///
/// A buffer from here gets room for the longest list so far, so each grows once after that list
/// did. Once no list is longer and no more pairs are active at once, pairs begin and end without
/// allocation.
#[derive(Clone, Debug, Default)]
pub(super) struct SpareBuffers {
    /// Of all walks: threads take what pairs of any thread left.
    buffers: Arc<Spares<Vec<NodeFeatures>>>,
    /// Length of the longest list of any pair so far.
    longest: usize,
}

impl SpareBuffers {
    /// Keeps the buffer of a cache whose pair ended.
    pub(super) fn keep(&mut self, cache: FeatureCache) {
        let mut buffer = cache.visited;
        // Pairs of convex bodies have none.
        if buffer.capacity() > 0 {
            buffer.clear();
            self.buffers.give(buffer);
        }
    }

    /// Makes room for one more entry.
    fn make_room(&mut self, visited: &mut Vec<NodeFeatures>) {
        if visited.capacity() == 0 {
            *visited = self.buffers.take();
        }
        self.longest = self.longest.max(visited.len() + 1);
        visited.reserve(self.longest - visited.len());
    }
}

impl FeatureCache {
    /// Returns the last answer if neither body has moved since, and if it is enough: one without
    /// distances is not if they are asked for.
    pub(super) fn answer_at_rest(&self, versions: [u64; 2], distances: bool) -> Option<Answer> {
        let kept = self.kept.as_ref()?;
        let enough = !distances || !matches!(kept.answer, Answer::Apart(None));
        (kept.versions == versions && enough).then_some(match kept.answer {
            Answer::Apart(Some(_)) if !distances => Answer::Apart(None),
            answer => answer,
        })
    }

    /// Keeps an answer on bodies of these versions.
    pub(super) fn keep_answer(&mut self, answer: Answer, versions: [u64; 2]) {
        self.kept = Some(KeptAnswer {
            answer,
            versions,
            contained: None,
        });
    }

    /// Returns which body contains the other, if one does: what is kept with the answer that was
    /// given in this frame, else what `find` returns, which is then kept.
    pub(super) fn contained(
        &mut self,
        find: impl FnOnce() -> Option<Contained>,
    ) -> Option<Contained> {
        match &mut self.kept {
            Some(kept) => *kept.contained.get_or_insert_with(find),
            None => find(),
        }
    }

    /// Returns the last features of two nodes, at first those of [`FIRST_FEATURES`].
    pub(super) fn features(
        &mut self,
        nodes: NodePair,
        spare: &mut SpareBuffers,
    ) -> &mut FeaturePair {
        if nodes == ROOTS {
            return &mut self.roots;
        }
        let index = self
            .visited
            .binary_search_by_key(&nodes, |entry| entry.nodes);
        let index = index.unwrap_or_else(|index| {
            let features = FIRST_FEATURES;
            spare.make_room(&mut self.visited);
            self.visited.insert(index, NodeFeatures { nodes, features });
            index
        });
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
            kept: None,
        }
    }
}

impl ProvedDirection {
    /// Returns true if the direction proves a gap between two hulls. Updates the extreme vertices.
    pub(super) fn shows_gap(&mut self, sides: [Side<'_>; 2], work: &mut ConvexWork) -> bool {
        let direction = sides[0].1.map.linear * self.direction;
        gap_is_proved(sides, &mut self.extreme, direction, work)
    }
}
