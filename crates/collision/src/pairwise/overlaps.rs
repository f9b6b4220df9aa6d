//! Active pairs of a detector: those of its broad phase, or a query's candidates.

use crate::active_pairs::{ActivePairs, CandidateScratch};
use crate::workers::Team;
use crate::{BodyPair, BroadPhase, Counter, Query, Work, World};
use geometry::Aabb;

/// Broad phase with its input, and the pairs that are active in the current frame.
#[derive(Debug)]
pub(super) struct BodyOverlaps<B, C> {
    pub(super) broad_phase: B,
    /// World box of each body.
    pub(super) boxes: Vec<Aabb>,
    pub(super) active: ActivePairs<C>,
    /// False after a frame with candidates: the active pairs are then not those of the broad phase,
    /// and its changes do not apply to them.
    follows_broad_phase: bool,
    scratch: CandidateScratch,
}

impl<B: BroadPhase, C: Default> BodyOverlaps<B, C> {
    /// Returns a broad phase without bodies or pairs.
    pub(super) fn new(broad_phase: B) -> BodyOverlaps<B, C> {
        BodyOverlaps {
            broad_phase,
            boxes: Vec::new(),
            active: ActivePairs::default(),
            follows_broad_phase: true,
            scratch: CandidateScratch::default(),
        }
    }

    /// Removes all pairs, and reserves room for bodies. All caches are lost.
    pub(super) fn reset(&mut self, bodies: usize) {
        self.broad_phase.clear();
        self.boxes.clear();
        self.boxes.reserve(bodies);
        self.active = ActivePairs::default();
        self.active.rests_mut().reserve(bodies);
        self.follows_broad_phase = true;
    }

    /// Updates the active pairs, from the query's candidates or the broad phase. Passes the caches
    /// of those that ended to `end`.
    pub(super) fn find(
        &mut self,
        team: Team,
        query: &Query<'_>,
        world: &World,
        end: impl FnMut(C),
        work: &mut Work,
    ) {
        if let Some(candidates) = query.candidates {
            let present = |p: &&BodyPair| world.contains(p.a) && world.contains(p.b);
            let mut now = std::mem::take(&mut self.scratch.now);
            now.clear();
            now.extend(candidates.iter().filter(present));
            self.active.set(&now, &mut self.scratch, end);
            self.scratch.now = now;
            self.follows_broad_phase = false;
        } else {
            // After a panic in between, the changes do not apply to the active pairs.
            let follows = std::mem::replace(&mut self.follows_broad_phase, false);
            self.broad_phase.update_on(team, &self.boxes, work);
            if follows {
                self.active.apply(self.broad_phase.changes(), end);
            } else {
                let pairs = self.broad_phase.pairs();
                self.active.set(pairs, &mut self.scratch, end);
            }
            self.follows_broad_phase = true;
        }
        work.add(Counter::OVERLAP_REGIONS, self.active.len() as u64);
    }
}
