//! Boundaries of the papers' steps, for those who measure them.

/// Name of a step, as the paper's figure of the control flow calls it. Declared by the crate that
/// takes the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(&'static str);

impl Step {
    /// World vertices and boxes are brought up to date.
    pub const UPDATE: Step = Step::new("update");
    /// Boxes of bodies and their overlap regions [Smith95 §3.3]: the broad phase.
    pub const OVERLAP_REGIONS: Step = Step::new("overlap-regions");
    /// Exact tests of face pairs [Smith95 §3.6].
    pub const FACE_PAIRS: Step = Step::new("face-pairs");
    /// Tests of body pairs: the narrow phase of a pairwise detector.
    pub const BODY_PAIRS: Step = Step::new("body-pairs");
    /// Search for bodies contained in closed bodies.
    pub const CONTAINMENT: Step = Step::new("containment");

    /// A step of this name, in kebab case.
    pub const fn new(name: &'static str) -> Step {
        Step(name)
    }

    /// The name in rows and reports.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

/// Receives the boundaries of steps [Kitamura95 Table 1]. The experiments read the clock there.
pub trait Probe: Send + Sync {
    /// `step` begins now on this worker, and the worker's step before it has ended. The thread
    /// that called the detector is worker 0.
    fn begin(&self, step: Step, worker: usize);
}

/// No-op probe.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProbe;

impl Probe for NoProbe {
    fn begin(&self, _: Step, _: usize) {}
}
