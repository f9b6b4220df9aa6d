//! Accepted bodies and claim of a detector. Only detectors of equal meaning are compared.

use serde::Serialize;

/// Name, source, accepted bodies and claim of a detector.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Profile {
    /// Name on the command line and in rows.
    pub name: &'static str,
    /// Paper and section, or the library.
    pub source: &'static str,
    /// One sentence on the method.
    pub summary: &'static str,
    /// Subject of a finding.
    pub grain: Grain,
    /// Definition of a collision.
    pub meaning: Meaning,
    /// The frame's instant, or the interval to the next one.
    pub instant: Instant,
    /// Bodies that `prepare` accepts. It refuses others by name.
    pub accepts: Accepts,
    /// Guarantee of its findings.
    pub claim: Claim,
    /// If set, it stops under a budget, and then certifies its proofs. Other detectors ignore
    /// budgets.
    pub supports_budgets: bool,
    /// If set, it reports distances and closest points if the query asks
    /// ([`crate::Query::distances`]).
    pub supports_distances: bool,
}

impl Profile {
    /// Returns the profile of an exact detector of face pairs at one instant, for any bodies,
    /// without budgets. `summary` is one sentence on the method.
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
            supports_distances: false,
        }
    }

    /// Returns the same profile, for rigid bodies only.
    #[must_use]
    pub fn for_rigid_bodies(mut self) -> Profile {
        self.accepts.deforming = false;
        self
    }

    /// Returns the same profile, for a detector of colliding solids that does not name faces.
    #[must_use]
    pub fn for_solids(mut self) -> Profile {
        (self.grain, self.meaning) = (Grain::BodyPairs, Meaning::Solids);
        self
    }
}

/// Subject of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grain {
    /// Pairs of bodies.
    BodyPairs,
    /// Pairs of faces, and with them pairs of bodies.
    FacePairs,
}

/// Definition of a collision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Meaning {
    /// Surfaces that share a point. A body contained in another is found only if the query asks.
    Surfaces,
    /// Solids that share a point. This includes contained bodies, even if the query does not ask.
    Solids,
}

/// Time that findings refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Instant {
    /// The frame's instant.
    Now,
    /// From the frame's instant to the next.
    UntilNext,
}

/// Bodies that a detector accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Accepts {
    /// Bodies that are not convex.
    pub concave: bool,
    /// Bodies that are not convex, but whose edge-connected parts are [Cohen95 §3.4]. Implied by
    /// `concave`.
    pub compounds: bool,
    /// Bodies that deform.
    pub deforming: bool,
    /// Bodies that are not closed.
    pub open: bool,
    /// Bodies whose surface intersects itself, or bounds no solid for another reason: edges with
    /// three faces, faces without area or wound in opposite ways, parts that are inside out.
    pub self_intersecting: bool,
}

impl Accepts {
    /// Any triangle soup, deforming or not.
    pub const ANYTHING: Accepts = Accepts {
        concave: true,
        compounds: true,
        deforming: true,
        open: true,
        self_intersecting: true,
    };

    /// Rigid convex bodies: the least that a detector may accept.
    pub const CONVEX: Accepts = Accepts {
        concave: false,
        compounds: false,
        deforming: false,
        open: false,
        self_intersecting: false,
    };
}

/// Guarantee of findings, for the detector's own grain and meaning, with an unlimited budget. Under
/// a smaller budget only the certificates are guaranteed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// Exactly the set of exact arithmetic.
    Exact,
    /// A superset of the set of exact arithmetic.
    NoMisses,
    /// Only pairs that are closer than a stated bound.
    WithinBound,
    /// No guarantee: rounding, or a rule of the paper that is wrong, may decide.
    Unproved,
}
