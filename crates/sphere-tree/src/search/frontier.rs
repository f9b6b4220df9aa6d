//! Starting where the previous frame stopped [Hubbard96 §12].

use crate::search::refinement::{FrontierPair, Gap, Knowledge};
use collision::{BodyPair, SphereContact};
use geometry::RelativePose;

/// Where the search for two bodies begins in each frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// At the roots of both hierarchies: the paper's.
    #[default]
    Root,
    /// At the frontier on which the previous frame stopped: "remembering the hierarchy nodes that
    /// collided at the previous frame may reduce the work required".
    Frontier,
}

/// The frontiers of all body pairs of the previous frame.
///
/// A frontier is a list of sphere pairs on which the previous search ended, apart or colliding. It
/// is a cut through all pairs of spheres: whatever two points of the surfaces are covered by the
/// roots are covered by some pair of it, under strict coverage. So the next search may begin there
/// and misses nothing, wherever the bodies have gone meanwhile.
///
/// Each pair that was apart is kept with the gap between its spheres, less all motion since: while
/// that is positive, the spheres need no test (D12).
///
/// A frontier is dropped, and the next search begins at the roots, when it holds more than
/// [`SMALL`] pairs that are apart and more than [`APART_FOR_EACH`] for each that collides: then much of it
/// could be told apart higher up.
///
/// The spheres that gave the bound, and those that showed that the solids share a point, are looked
/// at first in the next frame, so that a body at rest is known no worse than before. When they have
/// parted, the search begins at the roots. A frontier of more than [`AT_ONCE`] pairs is compared after
/// that, when the budget allows it; when it does not, it waits for the next frame as it is.
///
/// The lists of all pairs are moved, not copied: the end of a frame takes time for each pair of bodies and
/// each pair of spheres that collides.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frontiers {
    pairs: Vec<Remembered>,
    next: Vec<Remembered>,
    /// Lists that nobody uses, for their memory.
    spare: Vec<Vec<FrontierPair>>,
}

/// What is remembered of a body pair.
#[derive(Clone, Debug)]
pub(crate) struct Remembered {
    /// The bodies.
    pub pair: BodyPair,
    /// Where B was, seen from A.
    pub b_in_a: RelativePose,
    /// What was known; of it, spheres and level are used again.
    pub known: Knowledge,
    /// The frontier.
    pub spheres: Vec<FrontierPair>,
}

impl Remembered {
    /// Whether the frontier was dropped for the roots.
    pub(crate) fn is_dropped(&self) -> bool {
        matches!(&self.spheres[..], [only] if only.spheres == ROOTS)
    }
}

/// A frontier of so many pairs is worth keeping whatever they are: looking at them takes a few
/// microseconds.
pub(crate) const SMALL: usize = 512;

/// How many pairs that are apart a search from the roots leaves for each that collides, and somewhat
/// more: each step down meets at most 8 + 8 + 64 pairs for a pair that collides.
pub(crate) const APART_FOR_EACH: usize = 64;

/// A frontier of so many pairs is compared whatever the budget: a step down from the roots looks at
/// that many, too.
pub(crate) const AT_ONCE: usize = 8 + 8 + 64;

/// The frontier of a search that has not begun.
const ROOTS: [u32; 2] = [0, 0];

impl Frontiers {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.pairs.clear();
    }

    /// What is remembered of two bodies, if anything; for once.
    pub(crate) fn take(&mut self, pair: BodyPair) -> Option<Remembered> {
        let found = self.pairs.binary_search_by_key(&pair, |r| r.pair);
        let remembered = &mut self.pairs[found.ok()?];
        Some(Remembered {
            spheres: std::mem::take(&mut remembered.spheres),
            ..*remembered
        })
    }

    /// An empty list, for the pairs that a search finds to be apart.
    pub(crate) fn list(&mut self) -> Vec<FrontierPair> {
        self.spare.pop().unwrap_or_default()
    }

    /// Takes back a list that is no longer needed.
    pub(crate) fn give_back(&mut self, mut list: Vec<FrontierPair>) {
        list.clear();
        self.spare.push(list);
    }

    /// Remembers a pair for the next frame; pairs come sorted. `apart` and `colliding` are where
    /// this frame's search ended.
    pub(crate) fn remember(
        &mut self,
        pair: BodyPair,
        b_in_a: RelativePose,
        known: Knowledge,
        apart: Vec<FrontierPair>,
        colliding: &[SphereContact],
    ) {
        let (mut known, mut spheres) = (known, apart);
        let collide = |spheres| FrontierPair {
            spheres,
            gap: Gap::None,
        };
        if spheres.len() > SMALL && spheres.len() > APART_FOR_EACH * colliding.len() {
            spheres.clear();
            spheres.push(collide(ROOTS));
            known.level = 0;
        } else {
            spheres.extend(colliding.iter().map(|contact| collide(contact.spheres)));
        }
        self.keep(Remembered {
            pair,
            b_in_a,
            known,
            spheres,
        });
    }

    /// Remembers a pair as it was, because its frontier was not compared.
    pub(crate) fn keep(&mut self, remembered: Remembered) {
        self.next.push(remembered);
    }

    /// Ends the frame: what was remembered in it is what the next frame gets, and nothing else.
    pub(crate) fn turn(&mut self) {
        std::mem::swap(&mut self.pairs, &mut self.next);
        while let Some(old) = self.next.pop() {
            if old.spheres.capacity() > 0 {
                self.give_back(old.spheres);
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
        let known = Knowledge {
            level: 3,
            nearest: [7, 8],
            ..Knowledge::NOTHING
        };
        let spheres = |spheres| FrontierPair::apart(spheres, 1.0);
        let mut frontiers = Frontiers::default();
        let apart = vec![spheres([5, 6]); apart];
        let contact = SphereContact {
            spheres: [9, 9],
            level: 3,
            bound: 1.0,
            estimate: 0.0,
        };
        frontiers.remember(pair, b_in_a, known, apart, &vec![contact; colliding]);
        assert!(frontiers.take(pair).is_none(), "only the next frame has it");
        frontiers.turn();
        assert!(
            frontiers
                .take(BodyPair::new(BodyId(0), BodyId(4)))
                .is_none()
        );
        let it = frontiers.take(pair).unwrap();
        assert_eq!(it.known.nearest, [7, 8]);
        let result = (it.spheres.len(), it.known.level);
        // Not compared, it waits; compared, it is a frame old.
        frontiers.keep(it);
        frontiers.turn();
        let it = frontiers.take(pair).unwrap();
        assert_eq!(it.spheres.len(), result.0);
        frontiers.give_back(it.spheres);
        assert!(frontiers.list().is_empty());
        frontiers.turn();
        assert!(frontiers.take(pair).is_none());
        result
    }

    #[test]
    fn a_frontier_lasts_a_frame_and_is_dropped_when_most_of_it_is_idle() {
        assert_eq!(remembered(SMALL, 0), (SMALL, 3));
        assert_eq!(remembered(SMALL + 1, 0), (1, 0), "the roots");
        assert_eq!(
            remembered(10 * APART_FOR_EACH, 10),
            (10 * APART_FOR_EACH + 10, 3)
        );
        assert_eq!(remembered(10 * APART_FOR_EACH + 1, 10), (1, 0));
    }
}
