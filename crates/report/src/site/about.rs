//! Texts on detectors and jobs beside their rows. Only crates that know detectors and
//! scenes can provide it.

use crate::DetectorFacts;
use serde::{Deserialize, Serialize};

/// Facts that rows lack. Without them, the page has rows and claims only.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// Detectors, in the order of the catalog.
    pub detectors: Vec<DetectorFacts>,
    /// Jobs of the races.
    pub jobs: Vec<JobFacts>,
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
