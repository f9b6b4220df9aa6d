//! What a detector reports of one frame.

use crate::{BodyPair, FacePair, Work};
use geometry::Interference;
use geometry::Vec3;
use serde::Serialize;

/// Two faces that interfere, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contact {
    /// The faces.
    pub pair: FacePair,
    /// Touching, crossing or coplanar overlap; never apart.
    pub kind: Interference,
}

/// Which body of a pair lies wholly inside the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Contained {
    /// The body with the lower id lies inside the other.
    AInB,
    /// The body with the higher id lies inside the other.
    BInA,
}

/// Two bodies that collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BodyFinding {
    /// The bodies.
    pub pair: BodyPair,
    /// Set when they collide because one swallows the other, their surfaces being apart.
    pub contained: Option<Contained>,
}

/// What a time-critical detector knows of two bodies when it stops. A pair without a certificate is
/// apart: the broad phase has shown it.
///
/// It speaks of solids: a body that is closed ([`geometry::topology::Topology::closed`]) is its
/// surface with all that the surface winds around; any other body is its surface alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Certificate {
    /// The bodies.
    pub pair: BodyPair,
    /// What is known.
    pub known: Known,
    /// The deepest level of the hierarchies whose spheres were compared; one more than the
    /// hierarchies have when faces were compared, too [Hubbard96 §4.1, §11.2].
    pub level: u8,
    /// The first of the spheres on which the search stopped, and one past the last, in
    /// [`Findings::spheres`]: see [`Findings::spheres_of`]. None when the bodies are apart.
    pub spheres: [u32; 2],
    /// The centers, in world space, of those two among them whose [`SphereContact::estimate`] is
    /// smallest, `pair.a`'s first: where a response acts [Hubbard96 §11.1].
    pub centers: Option<[Vec3; 2]>,
}

/// Three things that can be known of two solids.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Known {
    /// They share no point.
    Apart,
    /// They share a point.
    Interfering,
    /// They are at most so far apart, in scene units: their separation lies in `[0, bound]`.
    Undecided {
        /// Proved upper bound of the separation; at least 0, finite.
        bound: f64,
    },
}

/// Two spheres that collide where a time-critical detector stopped: its stand-in for a contact
/// of faces [Hubbard96 §4.1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereContact {
    /// The sphere of each body, as an index into its hierarchy; `pair.a` of the certificate first.
    pub spheres: [u32; 2],
    /// The level of the deeper of the two.
    pub level: u8,
    /// Proved upper bound of the separation of the solids that these two give.
    pub bound: f64,
    /// The paper's tighter estimate of it, which is no bound: the sum of the two inaccuracies
    /// less the overlap of the spheres [Hubbard96 §9.2]; below 0 where they overlap by more. Rounded.
    pub estimate: f64,
}

/// The collisions of one frame, sorted, and the work they took.
///
/// Identical for any number of threads, any run and any platform. A detector clears it, pushes in
/// any order, and ends with [`Findings::finish`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// Interfering face pairs, sorted by body ids, then face ids; empty when the detector's grain
    /// is body pairs.
    pub contacts: Vec<Contact>,
    /// Colliding body pairs, sorted. Holds every pair that has contacts.
    pub bodies: Vec<BodyFinding>,
    /// Body pairs on which a loop gave up, or for which the budget was too small, sorted. Not
    /// reported as apart.
    pub undecided: Vec<BodyPair>,
    /// What a time-critical detector knows of each body pair that its broad phase left, sorted by
    /// pair, one for each; empty for other detectors.
    pub certificates: Vec<Certificate>,
    /// The spheres that a time-critical detector found to collide, in the order of its search. Only
    /// those that a certificate points to count ([`Findings::spheres_of`]): the others were refined
    /// further. They stay, because after a deadline nothing is copied that need not be.
    pub spheres: Vec<SphereContact>,
    /// Counts of work done; deterministic.
    pub work: Work,
}

impl Findings {
    /// Nothing found, nothing done; keeps its buffers.
    pub fn clear(&mut self) {
        self.contacts.clear();
        self.bodies.clear();
        self.undecided.clear();
        self.certificates.clear();
        self.spheres.clear();
        self.work = Work::default();
    }

    /// Adds the contact of two faces unless they are apart.
    #[inline]
    pub fn add_contact(&mut self, pair: FacePair, kind: Interference) {
        if kind != Interference::Apart {
            self.contacts.push(Contact { pair, kind });
        }
    }

    /// Adds a body pair that collides for another reason than contacts of faces.
    pub fn add_bodies(&mut self, pair: BodyPair, contained: Option<Contained>) {
        self.bodies.push(BodyFinding { pair, contained });
    }

    /// Sorts, and adds the body pair of every contact. Each contact and each body pair was
    /// added at most once.
    pub fn finish(&mut self) {
        self.contacts.sort_unstable();
        self.undecided.sort_unstable();
        self.certificates.sort_unstable_by_key(|c| c.pair);
        let mut last = None;
        for contact in &self.contacts {
            if last != Some(contact.pair.bodies) {
                last = Some(contact.pair.bodies);
                self.bodies.push(BodyFinding {
                    pair: contact.pair.bodies,
                    contained: None,
                });
            }
        }
        self.bodies.sort_unstable();
    }

    /// The spheres on which the search for a pair stopped; only of pairs that are undecided, or
    /// interfere.
    ///
    /// # Panics
    /// When the certificate is of other findings.
    pub fn spheres_of(&self, certificate: &Certificate) -> &[SphereContact] {
        let [first, end] = certificate.spheres.map(|i| i as usize);
        &self.spheres[first..end]
    }

    /// Whether contacts join the two bodies. Only after [`Findings::finish`].
    pub fn touches(&self, pair: BodyPair) -> bool {
        self.contacts
            .binary_search_by(|c| c.pair.bodies.cmp(&pair))
            .is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyId, FaceId};

    #[test]
    fn finish_sorts_and_derives_each_body_pair_once() {
        let pair = |a, fa, b, fb| {
            let face = |body, face| FaceId {
                body: BodyId(body),
                face,
            };
            FacePair::new(face(a, fa), face(b, fb))
        };
        let mut found = Findings::default();
        found.add_contact(pair(2, 0, 1, 4), Interference::Touching);
        found.add_contact(pair(0, 5, 1, 0), Interference::Crossing);
        found.add_contact(pair(0, 3, 1, 9), Interference::Crossing);
        found.add_contact(pair(0, 3, 1, 8), Interference::Apart);
        found.add_bodies(BodyPair::new(BodyId(0), BodyId(2)), Some(Contained::BInA));
        found.finish();
        let faces: Vec<_> = found
            .contacts
            .iter()
            .map(|c| (c.pair.face_a, c.pair.face_b))
            .collect();
        assert_eq!(faces, [(3, 9), (5, 0), (4, 0)]);
        let bodies: Vec<_> = found
            .bodies
            .iter()
            .map(|b| (b.pair.a.0, b.pair.b.0))
            .collect();
        assert_eq!(bodies, [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(found.bodies[1].contained, Some(Contained::BInA));
        assert!(found.touches(BodyPair::new(BodyId(1), BodyId(2))));
        assert!(!found.touches(BodyPair::new(BodyId(0), BodyId(2))));
    }
}
