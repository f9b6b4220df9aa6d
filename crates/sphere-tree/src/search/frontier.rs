//! Start of a search at the frontier of the previous frame [Hubbard96 §12].

use crate::search::tree_pair::{FrontierPair, Gap, PairBounds};
use collision::{BodyPair, SphereContact};
use geometry::RelativePose;

/// Start of the search for two bodies in each frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// Roots of both hierarchies, as in the paper.
    #[default]
    Root,
    /// Frontier at which the previous frame stopped: "remembering the hierarchy nodes that collided
    /// at the previous frame may reduce the work required" [§12].
    Frontier,
    /// Roots, after the spheres that proved the best bounds in the previous frame (D19).
    Witness,
}

impl Start {
    /// Returns true if a search keeps its frontier for the next frame.
    pub(crate) fn keeps_frontier(self) -> bool {
        self == Start::Frontier
    }
}

/// Frontiers of all body pairs of the previous frame (D12).
///
/// Good for slow or resting bodies, where most frontier pairs keep a positive gap. Poor for fast
/// ones, whose frontiers are long and useless. With `f` frontier pairs: `f` comparisons of numbers,
/// and one sphere test for each pair that may have met. The essence:
/// 1. A search ends at a *cut*: colliding pairs, and separated pairs with their gaps. Under strict
///    coverage, any two surface points below the roots are below some pair of the cut. A search
///    that starts at the cut therefore misses nothing, however far the bodies have moved.
/// 2. In the next frame, subtract the motion of B relative to A from each gap. While a gap stays
///    positive, the pair needs no test.
/// 3. First test the spheres that proved the bound and those that proved a common point. So the
///    certificate of a body at rest does not get worse. If they no longer collide, start at the
///    roots.
/// 4. Compare a frontier of at most [`AT_ONCE`] pairs at once, a longer one when the budget allows
///    it. Otherwise it waits unchanged for the next frame.
/// 5. Drop a frontier of more than [`SMALL`] separated pairs that has more than [`APART_FOR_EACH`]
///    of them per colliding pair: pairs nearer to the roots would separate most of it with fewer
///    tests.
///
/// Lists are moved, not copied. Ending a frame costs time per pair of bodies and per colliding pair
/// of spheres, and none per separated pair.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frontiers {
    pairs: Vec<Remembered>,
    next: Vec<Remembered>,
    /// Unused lists, kept for their memory.
    spare: Vec<Vec<FrontierPair>>,
}

/// State of a body pair kept for the next frame.
#[derive(Clone, Debug)]
pub(crate) struct Remembered {
    pub pair: BodyPair,
    /// Map from B's local space to A's when the gaps were measured.
    pub b_in_a: RelativePose,
    /// Bounds of that frame. The next frame reuses the spheres and the level, not the numbers.
    pub known: PairBounds,
    /// The frontier.
    pub spheres: Vec<FrontierPair>,
}

impl Remembered {
    /// Moves the frontier out, and leaves an empty one.
    pub(crate) fn take(&mut self) -> Remembered {
        Remembered {
            spheres: std::mem::take(&mut self.spheres),
            ..*self
        }
    }

    /// Returns true if the frontier was dropped and only the roots remain.
    pub(crate) fn is_dropped(&self) -> bool {
        matches!(&self.spheres[..], [only] if only.spheres == ROOTS)
    }
}

/// Number of separated pairs up to which a frontier is always kept: comparing them takes a few
/// microseconds.
pub(crate) const SMALL: usize = 512;

/// Limit of separated pairs per colliding pair. A refinement step tests at most `8 + 8 + 64` pairs
/// per colliding pair, so a search from the roots leaves about this number of separated ones.
pub(crate) const APART_FOR_EACH: usize = 64;

/// Number of pairs up to which a frontier is compared whatever the budget is: one refinement step
/// from the roots tests that many.
pub(crate) const AT_ONCE: usize = 8 + 8 + 64;

/// Frontier of a search that has not begun.
const ROOTS: [u32; 2] = [0, 0];

impl Frontiers {
    /// Drops all frontiers.
    pub(crate) fn clear(&mut self) {
        self.pairs.clear();
    }

    /// Returns the state of two bodies, if any. Moves the frontier out, so call it once per frame.
    pub(crate) fn take(&mut self, pair: BodyPair) -> Option<Remembered> {
        let found = self.pairs.binary_search_by_key(&pair, |r| r.pair);
        Some(self.pairs[found.ok()?].take())
    }

    /// Returns an empty list for separated pairs.
    pub(crate) fn take_buffer(&mut self) -> Vec<FrontierPair> {
        self.spare.pop().unwrap_or_default()
    }

    /// Takes back a list that is no longer needed.
    pub(crate) fn recycle(&mut self, mut list: Vec<FrontierPair>) {
        list.clear();
        self.spare.push(list);
    }

    /// Stores a frontier for the next frame. Calls come in the order of the body pairs.
    pub(crate) fn remember(
        &mut self,
        pair: BodyPair,
        b_in_a: RelativePose,
        known: PairBounds,
        apart: Vec<FrontierPair>,
        colliding: &[SphereContact],
    ) {
        let (mut known, mut spheres) = (known, apart);
        let collide = |spheres| FrontierPair {
            spheres,
            gap: Gap::None,
        };
        // Step 5: replace a long and mostly separated frontier by the roots.
        if spheres.len() > SMALL && spheres.len() > APART_FOR_EACH * colliding.len() {
            spheres.clear();
            spheres.push(collide(ROOTS));
            known.level = 0;
        } else {
            spheres.extend(colliding.iter().map(|contact| collide(contact.spheres)));
        }
        self.retain(Remembered {
            pair,
            b_in_a,
            known,
            spheres,
        });
    }

    /// Stores a frontier unchanged, because it was not compared.
    pub(crate) fn retain(&mut self, remembered: Remembered) {
        self.next.push(remembered);
    }

    /// Ends the frame. The next frame sees only the frontiers stored in this one.
    pub(crate) fn end_frame(&mut self) {
        std::mem::swap(&mut self.pairs, &mut self.next);
        // Keep the memory of lists that this frame did not take.
        while let Some(old) = self.next.pop() {
            if old.spheres.capacity() > 0 {
                self.recycle(old.spheres);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use collision::BodyId;
    use geometry::{Pose, PosedExtent};

    fn remembered(apart: usize, colliding: usize) -> (usize, u8) {
        let placed = PosedExtent::new(Pose::IDENTITY.world_map(), 1.0);
        let b_in_a = RelativePose::new(&placed, &placed);
        let pair = BodyPair::new(BodyId(1), BodyId(4));
        let known = PairBounds {
            level: 3,
            nearest: [7, 8],
            ..PairBounds::NOTHING
        };
        let spheres = |spheres| FrontierPair::apart(spheres, 1.0);
        let mut frontiers = Frontiers::default();
        let apart = vec![spheres([5, 6]); apart];
        let contact = SphereContact::new([9, 9], 3, 1.0, 0.0);
        frontiers.remember(pair, b_in_a, known, apart, &vec![contact; colliding]);
        assert!(frontiers.take(pair).is_none(), "only the next frame has it");
        frontiers.end_frame();
        assert!(
            frontiers
                .take(BodyPair::new(BodyId(0), BodyId(4)))
                .is_none()
        );
        let it = frontiers.take(pair).unwrap();
        assert_eq!(it.known.nearest, [7, 8]);
        let result = (it.spheres.len(), it.known.level);
        // A frontier that was not compared waits for another frame.
        frontiers.retain(it);
        frontiers.end_frame();
        let it = frontiers.take(pair).unwrap();
        assert_eq!(it.spheres.len(), result.0);
        frontiers.recycle(it.spheres);
        assert!(frontiers.take_buffer().is_empty());
        frontiers.end_frame();
        assert!(frontiers.take(pair).is_none());
        result
    }

    #[test]
    fn a_frontier_lasts_one_frame_and_is_dropped_if_most_pairs_are_separated() {
        assert_eq!(remembered(SMALL, 0), (SMALL, 3));
        assert_eq!(remembered(SMALL + 1, 0), (1, 0), "the roots");
        assert_eq!(
            remembered(10 * APART_FOR_EACH, 10),
            (10 * APART_FOR_EACH + 10, 3)
        );
        assert_eq!(remembered(10 * APART_FOR_EACH + 1, 10), (1, 0));
    }
}
