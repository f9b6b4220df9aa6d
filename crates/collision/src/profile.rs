//! What a detector takes and promises, so that only equal meanings are compared.

use serde::Serialize;

/// Name, source and promise of a detector.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Profile {
    /// The name on the command line and in rows.
    pub name: &'static str,
    /// Paper and section, or the library.
    pub source: &'static str,
    /// One sentence: how it works.
    pub summary: &'static str,
    /// What a finding names.
    pub grain: Grain,
    /// What counts as a collision.
    pub meaning: Meaning,
    /// The instant, or the interval to the next one.
    pub instant: Instant,
    /// The bodies it takes.
    pub accepts: Accepts,
    /// What its findings promise.
    pub claim: Claim,
    /// Whether it stops under a budget, and then certifies what it has proved. Other detectors
    /// ignore budgets.
    pub supports_budgets: bool,
}

impl Profile {
    /// The profile of an exact detector of face pairs at one instant, for any bodies, without
    /// budgets. `summary` is one sentence on how it works.
    pub fn new(name: &'static str, source: &'static str, summary: &'static str) -> Profile {
        Profile {
            name,
            source,
            summary,
            grain: Grain::FacePairs,
            meaning: Meaning::Surfaces,
            instant: Instant::Now,
            accepts: Accepts::ANYTHING,
            claim: Claim::Exact,
            supports_budgets: false,
        }
    }

    /// The same profile, for rigid bodies only.
    #[must_use]
    pub fn for_rigid_bodies(mut self) -> Profile {
        self.accepts.deforming = false;
        self
    }

    /// The same profile, of a detector that says whether solids meet, without naming faces.
    #[must_use]
    pub fn for_solids(mut self) -> Profile {
        (self.grain, self.meaning) = (Grain::BodyPairs, Meaning::Solids);
        self
    }
}

/// What a finding names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grain {
    /// Pairs of bodies.
    BodyPairs,
    /// Pairs of faces (and with them pairs of bodies).
    FacePairs,
}

/// What counts as a collision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Meaning {
    /// Surfaces that meet. A body contained in another is found only if the query asks.
    Surfaces,
    /// Solids that meet: also if one contains the other, whether or not the query asks.
    Solids,
}

/// The time that an answer speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instant {
    /// The frame's instant.
    Now,
    /// From the frame's instant to the next.
    UntilNext,
}

/// The bodies that a detector takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Accepts {
    /// Bodies that are not convex.
    pub concave: bool,
    /// Bodies that deform.
    pub deforming: bool,
    /// Bodies that are not closed.
    pub open: bool,
}

impl Accepts {
    /// Any triangle soup, deforming or not.
    pub const ANYTHING: Accepts = Accepts {
        concave: true,
        deforming: true,
        open: true,
    };
}

/// What findings promise, for the detector's own grain and meaning, when the budget is unlimited.
/// Under a smaller budget a detector promises what its certificates say, and no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// The set of exact arithmetic, neither more nor less.
    Exact,
    /// A superset of it.
    NoMisses,
    /// Only pairs that are nearer than a bound it states.
    WithinBound,
}
