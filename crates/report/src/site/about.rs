//! What the page says of detectors and jobs besides their rows. Only crates that know detectors and
//! scenes can provide it.

use serde::{Deserialize, Serialize};

/// Facts that rows lack. Without them, the page has rows and claims only.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// Detectors, in the order of the catalog.
    pub detectors: Vec<DetectorPromises>,
    /// Jobs of the races.
    pub jobs: Vec<JobFacts>,
}

/// What a detector promises, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DetectorPromises {
    /// Name on the command line and in rows.
    pub name: String,
    /// Paper and section, or the library.
    pub source: String,
    /// One sentence on the method.
    pub summary: String,
    /// "face pairs" or "body pairs".
    pub finds: String,
    /// Bodies that it accepts: "anything", "rigid bodies".
    pub accepts: String,
    /// Guarantee of its findings: "exact".
    pub claim: String,
    /// True if it can be stopped after any step.
    pub budgets: bool,
    /// True if it reports distances.
    pub distances: bool,
    /// True if it accepts bodies that deform.
    pub deforming: bool,
    /// True if it accepts bodies that are not convex.
    pub concave: bool,
}

/// Size and kind of a job's scene.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct JobFacts {
    /// Series of its rows.
    pub title: String,
    /// Number of bodies.
    pub bodies: usize,
    /// Number of faces of all bodies.
    pub faces: usize,
    /// Number of frames.
    pub frames: usize,
    /// True if a body deforms.
    pub deforms: bool,
}
