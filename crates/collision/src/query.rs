//! Request for one frame: detail, candidates, budget, workers.

use crate::body::BodyPair;
use crate::probe::{NoProbe, Probe};
use geometry::Aabb;
use std::num::NonZeroUsize;

/// Request for one frame. The default asks for all contacts, without limits, on one thread.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Query<'a> {
    /// All contacts, or the first of each body pair.
    pub detail: Detail,
    /// If set, bodies contained in closed bodies are found, too.
    pub containment: bool,
    /// If set, detectors of closest features report the distance, with the closest points, of every
    /// active pair ([`crate::Evidence::closest`]). Others ignore it
    /// ([`crate::Profile::supports_distances`]).
    pub distances: bool,
    /// Body pairs of an external broad phase, sorted, without repetitions, each with the lower id
    /// first. No other pair collides.
    /// `None`: the detector uses its own broad phase.
    pub candidates: Option<&'a [BodyPair]>,
    /// Amount of work that a time-critical detector may do. Others ignore it
    /// ([`crate::Profile::supports_budgets`]).
    pub budget: Budget<'a>,
    /// Maximum number of threads that a detector may use. Findings do not depend on it.
    pub workers: NonZeroUsize,
    /// Frames that threads share.
    pub sharing: Sharing,
    /// Cube that bounds the world over the whole scene, if known [Smith95 §3.1]. A body outside it
    /// is not missed: detectors then use a larger cube.
    pub world: Option<Aabb>,
    /// Receives the boundaries of the paper's steps.
    pub probe: &'a dyn Probe,
}

/// Amount of detail for each pair of bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Every pair of faces that interferes.
    #[default]
    AllContacts,
    /// Yes or no per body pair, with at most one contact as evidence. A detector of faces stops
    /// testing a pair at its first contact.
    FirstContact,
}

/// Frames that a detector's threads share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sharing {
    /// Those in which threads gain more than it takes to wake them, by an estimate of the work.
    #[default]
    IfItPays,
    /// All, the pairs of [`crate::PairThreads`] one by one: for tests that findings do not depend
    /// on threads.
    Always,
}

impl<'a> Query<'a> {
    /// Returns the default query, which asks for every contact.
    pub fn all_contacts() -> Query<'a> {
        Query::default()
    }

    /// Returns a query for yes or no per body pair, with one contact as evidence.
    ///
    /// Every detector of faces supports it. The contact is one of those that
    /// [`Query::all_contacts`] finds.
    pub fn first_contact() -> Query<'a> {
        Query {
            detail: Detail::FirstContact,
            ..Query::default()
        }
    }

    /// Returns the same query with another detail.
    #[must_use]
    pub fn with_detail(mut self, detail: Detail) -> Query<'a> {
        self.detail = detail;
        self
    }

    /// Returns the same query with the search for contained bodies on or off.
    #[must_use]
    pub fn with_containment(mut self, containment: bool) -> Query<'a> {
        self.containment = containment;
        self
    }

    /// Returns the same query with the distances of active pairs on or off.
    #[must_use]
    pub fn with_distances(mut self, distances: bool) -> Query<'a> {
        self.distances = distances;
        self
    }

    /// Returns the same query for the pairs of an external broad phase: sorted, without
    /// repetitions.
    #[must_use]
    pub fn with_candidates(mut self, candidates: &'a [BodyPair]) -> Query<'a> {
        self.candidates = Some(candidates);
        self
    }

    /// Returns the same query under a budget.
    #[must_use]
    pub fn with_budget(mut self, budget: Budget<'a>) -> Query<'a> {
        self.budget = budget;
        self
    }

    /// Returns the same query with another maximum number of threads.
    #[must_use]
    pub fn with_workers(mut self, workers: NonZeroUsize) -> Query<'a> {
        self.workers = workers;
        self
    }

    /// Returns the same query with another choice of the frames that threads share.
    #[must_use]
    pub fn with_sharing(mut self, sharing: Sharing) -> Query<'a> {
        self.sharing = sharing;
        self
    }

    /// Returns the same query in a world with these bounds, if they are known.
    #[must_use]
    pub fn with_world(mut self, world: Option<Aabb>) -> Query<'a> {
        self.world = world;
        self
    }

    /// Returns the same query with a probe.
    #[must_use]
    pub fn with_probe(mut self, probe: &'a dyn Probe) -> Query<'a> {
        self.probe = probe;
        self
    }

    /// Returns true if threads share a step: if that pays, or always if the query says so.
    #[inline]
    pub fn shares(&self, pays: bool) -> bool {
        pays || self.sharing == Sharing::Always
    }

    /// Returns true if one contact per body pair is enough.
    #[inline]
    pub fn is_first_contact(&self) -> bool {
        self.detail == Detail::FirstContact
    }
}

impl Default for Query<'_> {
    fn default() -> Self {
        Query {
            detail: Detail::AllContacts,
            containment: false,
            distances: false,
            candidates: None,
            budget: Budget::Unlimited,
            workers: NonZeroUsize::MIN,
            sharing: Sharing::IfItPays,
            world: None,
            probe: &NoProbe,
        }
    }
}

impl std::fmt::Debug for Query<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Query")
            .field("detail", &self.detail)
            .field("containment", &self.containment)
            .field("distances", &self.distances)
            .field("candidates", &self.candidates)
            .field("budget", &self.budget)
            .field("workers", &self.workers)
            .field("sharing", &self.sharing)
            .field("world", &self.world)
            .finish_non_exhaustive()
    }
}

/// Amount of work that a time-critical detector may do.
#[derive(Clone, Copy, Default)]
#[non_exhaustive]
pub enum Budget<'a> {
    /// No limit.
    #[default]
    Unlimited,
    /// At most this number of refinement steps [Hubbard96 §4.1].
    Steps(u64),
    /// Until the deadline has passed. A detector polls it before each refinement step and, in steps
    /// that may take long, every few tests.
    Until(&'a dyn Deadline),
}

/// End of the time for detection [Hubbard96 §4.2]. Any worker may poll it. Only the experiments
/// read a clock.
pub trait Deadline: Send + Sync {
    /// Returns true if the time is over. It then never returns false again.
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
