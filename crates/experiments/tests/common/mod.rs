//! Rows of a test's experiment, and detectors that are wrong on purpose.

use collision::{Body, Detector, Findings, Frame, Profile, Query, Rejected, Unsupported, World};
use records::{Row, Rows, Selection};
use std::fmt;

/// Returns the rows of experiment `x` with this detector and quantity.
pub(crate) fn rows<'a>(rows: &'a Rows, detector: &str, quantity: &str) -> Vec<&'a Row> {
    let selection = Selection {
        detector: Some(detector),
        quantity: Some(quantity),
        ..Selection::of("x")
    };
    rows.select(&selection)
}

/// Detector of the catalog whose answers a function gives, which has the detector.
pub(crate) struct Fake<F> {
    honest: Box<dyn Detector>,
    answer: F,
}

impl<F> Fake<F>
where
    F: FnMut(&mut dyn Detector, &Frame<'_>, &Query<'_>, &mut Findings) -> Result<(), Rejected>,
{
    /// Returns the detector of this name with these answers.
    pub(crate) fn new(name: &str, answer: F) -> Fake<F> {
        let honest = catalog::build(name, &catalog::Options::none());
        Fake {
            honest: honest.expect("it is listed"),
            answer,
        }
    }
}

impl<F> fmt::Debug for Fake<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fake").finish_non_exhaustive()
    }
}

impl<F> Detector for Fake<F>
where
    F: FnMut(&mut dyn Detector, &Frame<'_>, &Query<'_>, &mut Findings) -> Result<(), Rejected>
        + Send
        + Sync,
{
    fn profile(&self) -> Profile {
        self.honest.profile()
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.honest.prepare(bodies)
    }

    fn world(&self) -> &World {
        self.honest.world()
    }

    fn world_mut(&mut self) -> &mut World {
        self.honest.world_mut()
    }

    fn find(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        self.honest.find(frame, query, found);
    }

    fn detect(
        &mut self,
        frame: &Frame<'_>,
        query: &Query<'_>,
        found: &mut Findings,
    ) -> Result<(), Rejected> {
        (self.answer)(&mut *self.honest, frame, query, found)
    }
}
