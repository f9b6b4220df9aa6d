//! An instant at which collisions are asked for.

use crate::body::BodyPair;
use crate::probe::{NoProbe, Probe};
use geometry::{Aabb, Pose, Vec3};

/// How much work a time-critical detector may do; exact detectors do not look at it.
#[derive(Clone, Copy, Default)]
pub enum Budget<'a> {
    /// As much as the answer takes.
    #[default]
    Unlimited,
    /// At most so many refinement steps [Hubbard96 §4.1].
    Steps(u64),
    /// Until somebody who reads a clock says stop; asked before each refinement step.
    Until(&'a dyn Deadline),
}

/// Says when the time for detection is over [Hubbard96 §4.2]. Only the experiments read a clock.
pub trait Deadline {
    /// Whether the time is over. Once it is, it stays so.
    fn passed(&self) -> bool;
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Budget::Unlimited => f.write_str("Unlimited"),
            Budget::Steps(n) => write!(f, "Steps({n})"),
            Budget::Until(deadline) => write!(f, "Until(passed: {})", deadline.passed()),
        }
    }
}

/// An instant at which collisions are asked for (the papers' "cycle" or "time instant").
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// One pose per body, local → world.
    pub poses: &'a [Pose],
    /// The poses of the next instant, where they are known [Kitamura95 §3].
    pub next_poses: Option<&'a [Pose]>,
    /// The vertices of bodies that deform, in local space: empty when nothing deforms, else one
    /// entry per body, `None` for a body that keeps its vertices at rest. Finite and in range.
    pub deformed: &'a [Option<Vec<Vec3>>],
    /// A cube that bounds the world over the whole scene [Smith95 §3.1]; `None` when nobody
    /// knows. A body that leaves it is never missed: detectors then use a larger cube.
    pub world_cube: Option<Aabb>,
    /// Whether a body swallowed by a closed body is to be found, too.
    pub containment: bool,
    /// How much a time-critical detector may do.
    pub budget: Budget<'a>,
    /// The body pairs that a broad phase outside of the detector has left, sorted; no other pair
    /// collides. `None`: the detector has to find out. Detectors may look at all pairs anyway.
    pub candidates: Option<&'a [BodyPair]>,
    /// Told where the steps of the paper begin.
    pub probe: &'a dyn Probe,
}

impl<'a> Frame<'a> {
    /// A frame of rigid bodies: surfaces only, no budget, nobody listening.
    pub fn new(poses: &'a [Pose]) -> Frame<'a> {
        Frame {
            poses,
            next_poses: None,
            deformed: &[],
            world_cube: None,
            containment: false,
            budget: Budget::Unlimited,
            candidates: None,
            probe: &NoProbe,
        }
    }

    /// The vertices of body `index` in this frame when it is deformed, in local space.
    pub fn deformed_vertices(&self, index: usize) -> Option<&'a [Vec3]> {
        self.deformed.get(index).and_then(|v| v.as_deref())
    }
}

impl std::fmt::Debug for Frame<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Frame")
            .field("poses", &self.poses)
            .field("world_cube", &self.world_cube)
            .field("containment", &self.containment)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}
