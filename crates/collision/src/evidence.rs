//! Evidence: what families of detectors report beyond contacts, one table per family.

use crate::BodyPair;
use geometry::Vec3;

/// What a detector can say beyond its contacts. Names bodies, features and bounds, not private
/// nodes. Each family of detectors fills its own tables and leaves the others empty.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Evidence {
    /// Certificates of a time-critical detector [Hubbard96 §4]: one for each body pair that its
    /// broad phase left, sorted by pair.
    pub certificates: Vec<Certificate>,
    /// Pairs of spheres that certificates refer to ([`Evidence::spheres_of`]), in the order of
    /// the search.
    pub spheres: Vec<SphereContact>,
}

impl Evidence {
    /// Forgets everything; keeps the memory.
    pub fn clear(&mut self) {
        self.certificates.clear();
        self.spheres.clear();
    }

    /// The sphere pairs on which the search for a pair of bodies stopped. Empty for bodies that
    /// are apart.
    ///
    /// # Panics
    /// If the certificate belongs to other evidence.
    pub fn spheres_of(&self, certificate: &Certificate) -> &[SphereContact] {
        let [first, end] = certificate.spheres.map(|i| i as usize);
        &self.spheres[first..end]
    }
}

/// What a time-critical detector has proved of two bodies when it stops. A pair without a
/// certificate is apart: the broad phase has shown it.
///
/// It is about solids: a body that is closed ([`geometry::topology::Topology::closed`]) is its
/// surface with all that the surface winds around; any other body is its surface alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Certificate {
    /// The bodies.
    pub pair: BodyPair,
    /// What is proved.
    pub known: Known,
    /// Deepest level of the hierarchies whose spheres were compared; one more than the
    /// hierarchies have if faces were compared, too [Hubbard96 §4.1, §11.2].
    pub level: u8,
    /// First of the sphere pairs on which the search stopped, and one past the last, in
    /// [`Evidence::spheres`].
    pub spheres: [u32; 2],
    /// Centers, in world space, of the sphere pair with the smallest
    /// [`SphereContact::estimate`], that of `pair.a` first: where a response acts
    /// [Hubbard96 §11.1]. None if the bodies are apart.
    pub centers: Option<[Vec3; 2]>,
}

/// What can be proved of two solids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Known {
    /// They share no point.
    Apart,
    /// They share a point.
    Interfering,
    /// Their separation lies in `[0, bound]`, in scene units.
    Undecided {
        /// Proved upper bound of the separation; at least 0, finite.
        bound: f64,
    },
}

/// Two spheres that collide where a time-critical detector stopped: its stand-in for a contact
/// of faces [Hubbard96 §4.1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereContact {
    /// The sphere of each body, as an index into its hierarchy; `pair.a` of the certificate
    /// first.
    pub spheres: [u32; 2],
    /// Level of the deeper of the two.
    pub level: u8,
    /// Proved upper bound of the separation of the solids that these two give.
    pub bound: f64,
    /// The paper's tighter estimate of it, which is no bound: the sum of the two inaccuracies
    /// less the overlap of the spheres [Hubbard96 §9.2]; below 0 where they overlap by more.
    /// Rounded.
    pub estimate: f64,
}
