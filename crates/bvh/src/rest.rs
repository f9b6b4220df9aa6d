//! Step 7: how far two bodies may move before they are compared again.
//!
//! A walk can prove that no face of one body is within some reach of the other: all margins are
//! enlarged by it (`pair_frame`). Until the faces of the two have gone that far (`odometer`), the
//! pair is at rest: nothing is compared.
//!
//! A larger reach spares more frames, but opens more nodes. So the reach is some frames of the
//! present motion, more than what was last proved. A walk for it takes the place of one for
//! contacts. It ends at the first faces within reach, or once it has cost half of what it would
//! spare. Then the bodies are searched for contacts after all, and reaches are left out for a
//! number of walks that doubles with each failure. A pair that had a contact when it was last
//! tested has none: pairs in contact cost what they would without any of this.

use crate::counters::NODE_PAIR_COST;

/// Numbers of frames of the present motion that a reach is for, at least and at most.
const FRAMES: [f64; 2] = [4.0, 16.0];

/// Growth of a reach that was proved.
const GROWTH: f64 = 1.25;

/// Failures that a pair begins with, and that count at most.
const FAILURES: [u8; 2] = [3, 5];

/// Cost of a walk for a reach, at most, as a part of what it would spare.
const COST: f64 = 0.5;

/// Cost of a walk for contacts from which on a reach is tried, that of four pairs of nodes. Others
/// cost little more than it takes to see how far bodies go.
const LEAST_COST: u64 = 4 * NODE_PAIR_COST;

/// Largest cost of one, that of 4096 pairs of nodes: they are not shared by threads.
const MOST_COST: u64 = 4096 * NODE_PAIR_COST;

/// No distance.
const UNWATCHED: f64 = f64::NEG_INFINITY;

/// State of a pair of bodies that have no contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairRest {
    /// Sum of the distances of both, in scene units, below which they are surely apart: 0 if the
    /// motion has to be known all the same, [`UNWATCHED`] if it has not.
    until: f64,
    /// Reach that may be proved next, in scene units, about: any is as right as another.
    next: f32,
    /// Cost of the last walk for contacts.
    cost: u16,
    /// Walks for contacts until a reach is tried.
    wait: u8,
    /// Reaches that were not proved, since one was.
    failures: u8,
}

impl Default for PairRest {
    fn default() -> PairRest {
        PairRest {
            until: UNWATCHED,
            next: 0.0,
            cost: 0,
            wait: 1 << FAILURES[0],
            failures: FAILURES[0],
        }
    }
}

/// Distances that two bodies have gone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairMotion {
    /// By their odometers, in scene units.
    pub(crate) traveled: [f64; 2],
    /// About that of the last frame, of both.
    pub(crate) speed: f64,
}

impl PairRest {
    /// Returns true if the motion of the bodies has to be known.
    #[inline]
    pub(crate) fn is_watched(&self) -> bool {
        self.until >= 0.0
    }

    /// Returns true if two bodies that had no contact have none, as they have not gone far enough.
    #[inline]
    pub(crate) fn lasts(&self, motion: &PairMotion) -> bool {
        let [a, b] = motion.traveled;
        (a + b).next_up() < self.until
    }

    /// Takes that the pair is tested.
    #[inline]
    pub(crate) fn end(&mut self) {
        self.until = UNWATCHED;
    }

    /// Returns the reach that is worth a walk, 0 if none is. `most` is the largest one for bodies
    /// of their size.
    pub(crate) fn reach(&self, motion: &PairMotion, most: f64) -> f64 {
        let [least, longest] = FRAMES.map(|frames| frames * motion.speed);
        let reach = f64::from(self.next).max(least).min(longest).min(most);
        if self.wait == 0 && reach >= least {
            reach
        } else {
            0.0
        }
    }

    /// Returns the largest cost of a walk for this reach.
    pub(crate) fn limit(&self, motion: &PairMotion, reach: f64) -> u64 {
        let frames = (reach / motion.speed).min(FRAMES[1]);
        let limit = COST * frames * f64::from(self.cost);
        (limit as u64).min(MOST_COST)
    }

    /// Takes that the faces of the two are at least this reach apart.
    pub(crate) fn proved(&mut self, motion: &PairMotion, reach: f64) {
        let [a, b] = motion.traveled;
        self.until = ((a + b).next_down() + reach).next_down();
        self.next = (GROWTH * reach) as f32;
        self.failures = 0;
    }

    /// Takes that the reach was not proved, and that the half or the fourth of it, `next`, may be.
    pub(crate) fn failed(&mut self, motion: &PairMotion, next: f64) {
        self.next = next as f32;
        self.failures = (self.failures + 1).min(FAILURES[1]);
        if next < FRAMES[0] * motion.speed {
            self.wait = 1 << self.failures;
        }
    }

    /// Takes the end of a walk for contacts that found none.
    #[inline]
    pub(crate) fn end_walk(&mut self, cost: u64) {
        self.cost = u16::try_from(cost).unwrap_or(u16::MAX);
        self.wait = self.wait.saturating_sub(1);
        // The frame before a reach is tried shows how fast they are.
        self.until = if self.wait <= 1 && cost >= LEAST_COST {
            0.0
        } else {
            UNWATCHED
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair_test::BvhPairCache;

    fn motion(a: f64, b: f64) -> PairMotion {
        PairMotion {
            traveled: [a, b],
            speed: 0.5,
        }
    }

    #[test]
    fn a_pair_rests_until_both_bodies_together_have_gone_its_reach() {
        let mut rest = PairRest::default();
        assert!(!rest.lasts(&motion(0.0, 0.0)), "nothing is known yet");
        rest.proved(&motion(3.0, 4.0), 2.0);
        for (a, b, lasts) in [
            (3.0, 4.0, true),
            (3.9, 5.0, true),
            (3.0, 6.0, false),
            (4.0, 5.0, false),
            (4.0, 5.0f64.next_down(), false),
            (f64::INFINITY, 4.0, false),
        ] {
            assert_eq!(rest.lasts(&motion(a, b)), lasts, "{a} {b}");
        }
        // Sums that lose the reach prove nothing, and so does one that is lost in rounding.
        for far in [1e17, f64::MAX, f64::INFINITY] {
            rest.proved(&motion(far, far), 2.0);
            assert!(!rest.lasts(&motion(far, far)), "{far}");
        }
    }

    #[test]
    fn reaches_that_fail_are_tried_less_and_less_often() {
        let mut rest = PairRest::default();
        let mut walks = Vec::new();
        for walk in 0..200 {
            if rest.reach(&motion(0.0, 0.0), 1e9) > 0.0 {
                walks.push(walk);
                rest.failed(&motion(0.0, 0.0), 0.0);
            }
            rest.end_walk(100);
        }
        assert_eq!(walks, [8, 24, 56, 88, 120, 152, 184]);
    }

    #[test]
    fn a_reach_that_was_proved_grows_up_to_what_is_worth_it() {
        let mut rest = PairRest::default();
        for _ in 0..8 {
            rest.end_walk(100);
        }
        let mut reaches = Vec::new();
        for _ in 0..9 {
            let reach = rest.reach(&motion(0.0, 0.0), 1e9);
            assert!(rest.limit(&motion(0.0, 0.0), reach) >= 200);
            rest.proved(&motion(0.0, 0.0), reach);
            reaches.push(reach);
        }
        assert_eq!(reaches[..3], [2.0, 2.5, 3.125]);
        assert_eq!(reaches[7..], [8.0, 8.0], "16 frames of 0.5");
        assert_eq!(rest.reach(&motion(0.0, 0.0), 2.0), 2.0);
        assert_eq!(
            rest.reach(&motion(0.0, 0.0), 1.9),
            0.0,
            "for less than 4 frames"
        );
    }

    #[test]
    fn a_pair_takes_five_words() {
        assert_eq!(size_of::<BvhPairCache>(), 40);
    }
}
