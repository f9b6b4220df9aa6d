//! What a detector takes and promises, so that only equal meanings are compared.

use serde::Serialize;

/// Name, source and promise of a detector.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    /// Whether it stops when the budget of a frame is spent, and certifies what it knows then.
    pub supports_budgets: bool,
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
    /// Surfaces that meet. A body swallowed by another is found only when the frame asks.
    Surfaces,
    /// Solids that meet: also when one swallows the other, whether or not the frame asks.
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
