//! First contacts of the last frame that was asked for them, for one in which nothing has changed.
//!
//! Good for few bodies at rest: comparing their poses takes a third of the time of placing two
//! bodies, updating the broad phase and visiting the pair to find that nothing has changed. A frame
//! in which a body has moved costs one comparison, up to the first such body, and a copy of all
//! poses and contacts.

use crate::{Contact, Counter, Deformed, Detail, Findings, Frame, Query, Snapshot, World};
use geometry::Pose;

/// Maximum number of bodies: with more, copying the poses costs too much in frames in which a body
/// moves.
pub(super) const MOST_BODIES: usize = 64;

/// A frame, and its first contacts.
#[derive(Debug, Default)]
pub(super) struct KeptFrame {
    /// Poses at the first instant. Empty if no frame is kept.
    poses: Vec<Pose>,
    /// True for bodies that were not removed.
    present: Vec<bool>,
    contacts: Vec<Contact>,
    /// Number of pairs of bodies whose boxes overlap.
    overlapping: u64,
}

impl KeptFrame {
    /// Returns true if a frame with such a query may be kept, and may be answered by one that is.
    #[inline]
    pub(super) fn is_for(query: &Query<'_>) -> bool {
        query.detail == Detail::FirstContact && query.candidates.is_none()
    }

    /// Forgets the frame.
    #[inline]
    fn clear(&mut self) {
        self.poses.clear();
    }

    /// Forgets the frame, and reserves room for frames of as many bodies.
    pub(super) fn reset(&mut self, bodies: usize) {
        self.clear();
        if bodies <= MOST_BODIES {
            self.poses.reserve(bodies);
            self.present.clear();
            self.present.reserve(bodies);
        }
    }

    /// Keeps a frame, if all bodies are as they were prepared, and they are few. `found` has what
    /// was found in this frame, and nothing else.
    #[inline]
    pub(super) fn keep(&mut self, frame: &Frame<'_>, world: &World, found: &Findings) {
        debug_assert!(found.bodies.is_empty() && found.undecided.is_empty());
        self.clear();
        let poses = frame.poses();
        if poses.len() <= MOST_BODIES && is_rigid(&frame.now) {
            self.poses.extend_from_slice(poses);
            self.present.clear();
            self.present.extend_from_slice(world.present());
            self.contacts.clear();
            self.contacts.extend_from_slice(&found.contacts);
            self.overlapping = found.work.count(Counter::OVERLAP_REGIONS.name());
        }
    }

    /// Returns true if the frame that is kept does not differ from this one.
    #[inline]
    pub(super) fn is_same(&self, frame: &Frame<'_>, world: &World) -> bool {
        !self.poses.is_empty()
            && self.poses == frame.poses()
            && is_rigid(&frame.now)
            && self.present == world.present()
    }

    /// Adds what was found in the frame that is kept. No other work than its pairs is counted.
    #[inline]
    pub(super) fn add_to(&self, found: &mut Findings) {
        found.contacts.extend_from_slice(&self.contacts);
        found.work.add(Counter::OVERLAP_REGIONS, self.overlapping);
    }
}

#[inline]
fn is_rigid(now: &Snapshot<'_>) -> bool {
    matches!(now.deformed(), Deformed::AtRest)
}
