//! Step boundaries, announced to whoever listens.

/// A step of a paper, as its figure of the control flow names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// World vertices and boxes are brought up to date.
    Update,
    /// Boxes of bodies and their overlap regions [Smith95 §3.3].
    OverlapRegions,
    /// Faces (or black nodes) that meet overlap regions [Smith95 §3.4].
    FaceChecklist,
    /// Subdivision down to voxels, and the face pair checklist [Smith95 §3.5].
    Subdivision,
    /// Exact tests of face pairs [Smith95 §3.6].
    FacePairs,
    /// Tests of body pairs that know no faces (separating planes) [Smith95 §4.3.1].
    BodyPairs,
    /// One refinement step: one level down in the hierarchies of one body pair [Hubbard96 §4.1].
    Refinement,
    /// Search for bodies swallowed by closed bodies.
    Containment,
}

impl Step {
    /// The name in rows and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Step::Update => "update",
            Step::OverlapRegions => "overlap-regions",
            Step::FaceChecklist => "face-checklist",
            Step::Subdivision => "subdivision",
            Step::FacePairs => "face-pairs",
            Step::BodyPairs => "body-pairs",
            Step::Refinement => "refinement",
            Step::Containment => "containment",
        }
    }
}

/// Listens to where the steps begin. The experiments read the clock there; nobody else does.
pub trait Probe {
    /// `step` begins now, and the step before it has ended.
    fn begin(&self, step: Step);
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProbe;

impl Probe for NoProbe {
    fn begin(&self, _: Step) {}
}
