//! Detectors that are wrong on purpose.

use baselines::BruteForce;
use collision::{
    Body, BodyId, Detector, Findings, Frame, Profile, Query, Rejected, Unsupported, World,
};
use std::fmt::Debug;

/// Brute force with a fault, for tests of the checks that must catch it.
#[derive(Debug)]
pub(crate) struct Fake<F> {
    honest: BruteForce,
    fault: F,
}

/// Fault of a [`Fake`]. Each method is honest unless it is overridden.
pub(crate) trait Faulty: Debug + Send + Sync {
    /// Changes the profile.
    fn change_profile(&self, _profile: &mut Profile) {}

    /// Receives the prepared bodies, and may refuse them.
    ///
    /// # Errors
    /// None unless overridden.
    fn prepare(&mut self, _bodies: &[Body]) -> Result<(), Unsupported> {
        Ok(())
    }

    /// Answers a frame.
    ///
    /// # Errors
    /// As [`Detector::detect`].
    fn detect(
        &mut self,
        honest: &mut BruteForce,
        frame: &Frame<'_>,
        query: &Query<'_>,
        found: &mut Findings,
    ) -> Result<(), Rejected> {
        honest.detect(frame, query, found)
    }

    /// Returns the id that an inserted body gets, given the right one.
    fn inserted(&mut self, id: BodyId) -> BodyId {
        id
    }

    /// Returns the answer to a request to remove a body, given the right one.
    fn removed(&mut self, present: bool) -> bool {
        present
    }
}

impl<F> Fake<F> {
    /// Returns brute force with a fault.
    pub(crate) fn new(fault: F) -> Fake<F> {
        let honest = BruteForce::new();
        Fake { honest, fault }
    }
}

impl<F: Faulty> Detector for Fake<F> {
    fn profile(&self) -> Profile {
        let mut profile = self.honest.profile();
        self.fault.change_profile(&mut profile);
        profile
    }

    fn world(&self) -> &World {
        self.honest.world()
    }

    fn world_mut(&mut self) -> &mut World {
        self.honest.world_mut()
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.fault.prepare(bodies)?;
        self.honest.prepare(bodies)
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
        self.fault.detect(&mut self.honest, frame, query, found)
    }

    fn insert(&mut self, body: Body) -> Result<BodyId, Unsupported> {
        let mut bodies = self.world().bodies().to_vec();
        let id = BodyId(bodies.len() as u32);
        bodies.push(body);
        self.prepare(&bodies)?;
        Ok(self.fault.inserted(id))
    }

    fn remove(&mut self, body: BodyId) -> bool {
        let present = self.honest.remove(body);
        self.fault.removed(present)
    }
}
