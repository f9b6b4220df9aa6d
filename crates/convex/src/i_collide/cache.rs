//! State kept for a pair of bodies while their boxes overlap [Cohen95 §5.2].

use super::node_pair::{NodePair, PosedNode, ROOTS};
use super::tree_walk::Answer;
use crate::closest_features::{FIRST_FEATURES, FeaturePair};
use crate::counters::ConvexWork;
use crate::gjk::CachedSimplex;
use crate::pair_verdict::gap_is_proved;
use crate::posed_compound::PosedCompound;
use collision::Contained;
use collision::workers::Spares;
use geometry::{Vec3, unit_scale};
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
    /// Last direction that proved the bodies apart. `None` if directions have failed since.
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
    /// Returns the line of the centers of two bodies, to start from.
    pub(super) fn between_centers(a: &PosedCompound, b: &PosedCompound) -> ProvedDirection {
        let between = b.center - a.center;
        let unit = between * unit_scale(between.abs().max_element());
        ProvedDirection {
            direction: a.map.linear.transpose() * unit,
            extreme: [0; 2],
        }
    }

    /// Mirrors a direction that showed no gap at the plane between the extreme vertices, whose
    /// heights along it are in the wrong order. It keeps its length. Of two bodies that are apart,
    /// the new direction is nearer to any that separates them. Returns false if the vertices do not
    /// refute it beyond rounding.
    ///
    /// Let `d` be the direction and `r` lead from the extreme vertex of the first body to that of
    /// the second, so that `d · r < 0`. For any separating `s`, `s · r > 0`, and the mirrored
    /// `d - 2 (d · r / r²) r` has the greater product with `s`.
    pub(super) fn mirror(&mut self, [(hull_a, a), (hull_b, b)]: [PosedNode<'_>; 2]) -> bool {
        let p = hull_a.climber.vertices()[self.extreme[0] as usize];
        let q = hull_b.climber.vertices()[self.extreme[1] as usize];
        let between = b.map.linear * q + (b.map.translation - a.map.translation);
        let r = a.map.linear.transpose() * between - p;
        let r = r * unit_scale(r.abs().max_element());
        let along = self.direction.dot(r);
        if along >= 0.0 {
            return false;
        }
        self.direction -= r * (2.0 * along / r.length_squared());
        true
    }

    /// Returns true if the direction proves a gap between two hulls. Updates the extreme vertices.
    pub(super) fn shows_gap(&mut self, sides: [PosedNode<'_>; 2], work: &mut ConvexWork) -> bool {
        let direction = sides[0].1.map.linear * self.direction;
        gap_is_proved(sides, &mut self.extreme, direction, work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::posed_compound::Boxes;
    use crate::testing::cube;
    use collision::{Body, BodyId};
    use geometry::Pose;

    /// Two cubes of side 2, the second of them at this place.
    fn cubes(at: Vec3) -> [(crate::compound::Compound, PosedCompound); 2] {
        [Vec3::ZERO, at].map(|at| {
            let body = Body::rigid("cube", Arc::new(cube(1.0)));
            let compound = crate::compound::Compound::new(BodyId(0), &body).unwrap();
            let mut posed = PosedCompound::new(&compound);
            let work = &mut ConvexWork::default();
            posed.place(&compound, &Pose::at(at), Boxes::Fixed, work);
            (compound, posed)
        })
    }

    /// Each mirrored direction is nearer to x, which separates the cubes.
    #[test]
    fn a_wrong_direction_is_mirrored_until_it_shows_the_gap() {
        let bodies = cubes(Vec3::new(2.5, 0.3, 0.2));
        let sides = bodies.each_ref().map(|(body, posed)| (body.root(), posed));
        let work = &mut ConvexWork::default();
        for wrong in [Vec3::Y, Vec3::NEG_X, Vec3::new(-0.3, 0.1, 0.9)] {
            let (direction, extreme) = (wrong, [0; 2]);
            let mut tried = ProvedDirection { direction, extreme };
            assert!(!tried.shows_gap(sides, work));
            let mut steps = 0;
            while !tried.shows_gap(sides, work) {
                let before = tried.direction;
                assert!(tried.mirror(sides));
                assert!(tried.direction.x > before.x, "{before} {tried:?}");
                assert!((tried.direction.length() - wrong.length()).abs() < 1e-12);
                steps += 1;
            }
            assert!(steps <= 8, "{steps} from {wrong}");
        }
    }

    #[test]
    fn no_direction_shows_a_gap_of_bodies_that_share_a_point() {
        for at in [Vec3::X, Vec3::X * 2.0, Vec3::ZERO] {
            let bodies = cubes(at);
            let sides = bodies.each_ref().map(|(body, posed)| (body.root(), posed));
            let work = &mut ConvexWork::default();
            let mut tried = ProvedDirection::between_centers(sides[0].1, sides[1].1);
            for _ in 0..20 {
                assert!(!tried.shows_gap(sides, work), "{at}");
                tried.mirror(sides);
            }
        }
    }
}
