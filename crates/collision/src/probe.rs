//! Boundaries of the papers' steps, for measuring them.

/// Name of a step in the paper's figure of the control flow. Declared by the crate that has the
/// step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(&'static str);

impl Step {
    /// Update of world vertices and boxes.
    pub const UPDATE: Step = Step::new("update");
    /// Boxes of bodies and their overlap regions [Smith95 §3.3]: the broad phase.
    pub const OVERLAP_REGIONS: Step = Step::new("overlap-regions");
    /// Test of one face pair, for probes that follow pairs ([`Probe::follows_pairs`]).
    pub const FACE_PAIR: Step = Step::new("face-pair");
    /// End of the test of a face pair that is reported, for the same probes.
    pub const FACE_PAIR_REPORTED: Step = Step::new("face-pair-reported");
    /// Exact tests of face pairs [Smith95 §3.6].
    pub const FACE_PAIRS: Step = Step::new("face-pairs");
    /// Tests of body pairs: the narrow phase of a pairwise detector.
    pub const BODY_PAIRS: Step = Step::new("body-pairs");
    /// Search for bodies contained in closed bodies.
    pub const CONTAINMENT: Step = Step::new("containment");

    /// Declares a step of this name, in kebab case.
    pub const fn new(name: &'static str) -> Step {
        Step(name)
    }

    /// Returns the name in rows and reports.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

/// Receives the boundaries of steps [Kitamura95 Table 1]. The experiments read the clock at them.
pub trait Probe: Send + Sync {
    /// Called at the beginning of `step` on this worker, which ends the worker's previous step. The
    /// thread that called the detector is worker 0.
    fn begin(&self, step: Step, worker: usize);

    /// Returns true if each test of a face pair begins a step ([`Step::FACE_PAIR`]), and another if
    /// the pair is reported ([`Step::FACE_PAIR_REPORTED`]). Detectors of swept faces support it,
    /// for measuring the distribution of pairs to workers.
    fn follows_pairs(&self) -> bool {
        false
    }
}

/// No-op probe.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProbe;

impl Probe for NoProbe {
    fn begin(&self, _: Step, _: usize) {}
}
