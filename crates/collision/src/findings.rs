//! Sorted result of one frame.

use crate::contact_order::ContactOrder;
use crate::workers::Team;
use crate::{BodyPair, Evidence, FacePair, Known, Work};
use geometry::Interference;
use serde::{Deserialize, Serialize};

/// Two interfering faces with their interference.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[non_exhaustive]
pub struct Contact {
    /// One face of each body, in the order of body ids.
    pub pair: FacePair,
    /// Touching, crossing or coplanar overlap. Never apart.
    pub kind: Interference,
}

impl Contact {
    /// Returns the contact of two faces. `kind` is not [`Interference::Apart`].
    #[inline]
    pub fn new(pair: FacePair, kind: Interference) -> Contact {
        debug_assert_ne!(kind, Interference::Apart, "faces that are apart: {pair:?}");
        Contact { pair, kind }
    }
}

/// Containment of one body of a pair in the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contained {
    /// The body with the lower id lies inside the other.
    AInB,
    /// The body with the higher id lies inside the other.
    BInA,
}

/// Reason why two bodies collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Reason {
    /// Their faces are in contact.
    Contacts,
    /// One contains the other, and their surfaces are apart.
    Contained(Contained),
    /// Their solids share a point, which was proved without naming faces.
    Solids,
    /// Their faces may meet before the next instant ([`Evidence::swept`]), and are apart now.
    Swept,
}

/// Two bodies that collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BodyFinding {
    /// The bodies.
    pub pair: BodyPair,
    /// Reason of the collision.
    pub reason: Reason,
}

impl Contained {
    /// Returns the first order that holds.
    pub fn if_any(holds: impl FnMut(&Contained) -> bool) -> Option<Contained> {
        [Contained::AInB, Contained::BInA].into_iter().find(holds)
    }
}

impl Reason {
    /// Returns the name in files: `contacts`, `contained`, `solids` or `swept`.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Contacts => "contacts",
            Reason::Contained(_) => "contained",
            Reason::Solids => "solids",
            Reason::Swept => "swept",
        }
    }
}

impl BodyFinding {
    /// Returns the finding that two bodies collide for a reason.
    pub fn new(pair: BodyPair, reason: Reason) -> BodyFinding {
        BodyFinding { pair, reason }
    }

    /// Returns the containment, if that is the reason.
    pub fn contained(&self) -> Option<Contained> {
        match self.reason {
            Reason::Contained(contained) => Some(contained),
            Reason::Contacts | Reason::Solids | Reason::Swept => None,
        }
    }
}

/// Sorted result of one frame, with its work.
///
/// Identical for any number of threads, any run and any platform. [`crate::Detector::detect`]
/// clears it, lets the detector add in any order, and sorts.
///
/// ```
/// use collision::{BodyId, BodyPair, FaceId, FacePair, Findings, Reason};
/// use geometry::Interference;
///
/// let face = |body, face| FaceId { body: BodyId(body), face };
/// let mut found = Findings::default();
/// // As a detector adds them, in any order. Faces that are apart are no contact.
/// found.add_contact(FacePair::new(face(1, 4), face(2, 0)), Interference::Crossing);
/// found.add_contact(FacePair::new(face(0, 7), face(1, 3)), Interference::Touching);
/// found.add_contact(FacePair::new(face(0, 8), face(2, 5)), Interference::Apart);
/// found.finish();
///
/// assert_eq!(found.contacts[0].pair.face_a, 7);
/// let colliding = BodyPair::new(BodyId(0), BodyId(1));
/// assert_eq!(found.bodies.len(), 2);
/// assert_eq!((found.bodies[0].pair, found.bodies[0].reason), (colliding, Reason::Contacts));
/// assert_eq!(found.contacts_of(colliding).len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Findings {
    /// Interfering face pairs, sorted by body ids, then face ids. At most one per body pair for
    /// [`crate::Detail::FirstContact`]. Empty if the detector's grain is body pairs.
    pub contacts: Vec<Contact>,
    /// Colliding body pairs, sorted, each once. Contains every pair that has contacts, a
    /// certificate of interference, or swept contacts.
    pub bodies: Vec<BodyFinding>,
    /// Body pairs on which a loop stopped early, or for which the budget was too small, sorted.
    /// They are not proved apart.
    pub undecided: Vec<BodyPair>,
    /// Reports of the detector's family beyond contacts.
    pub evidence: Evidence,
    /// Work counts, deterministic.
    pub work: Work,
    order: ContactOrder,
}

impl Findings {
    /// Removes everything, and keeps the memory.
    pub fn clear(&mut self) {
        self.contacts.clear();
        self.bodies.clear();
        self.undecided.clear();
        self.evidence.clear();
        self.work.clear();
    }

    /// Moves all of `later` behind the own findings, and adds its work.
    pub(crate) fn append(&mut self, later: &mut Findings) {
        self.contacts.append(&mut later.contacts);
        self.bodies.append(&mut later.bodies);
        self.undecided.append(&mut later.undecided);
        self.evidence.append(&mut later.evidence);
        self.work += &later.work;
    }

    /// Adds the contact of two faces, unless they are apart.
    #[inline]
    pub fn add_contact(&mut self, pair: FacePair, kind: Interference) {
        if kind != Interference::Apart {
            self.contacts.push(Contact::new(pair, kind));
        }
    }

    /// Adds a body pair that collides for a reason other than contacts of faces.
    pub fn add_bodies(&mut self, pair: BodyPair, reason: Reason) {
        self.bodies.push(BodyFinding::new(pair, reason));
    }

    /// Sorts, and adds the body pair of every contact, of every certificate of interference, and of
    /// every swept contact.
    ///
    /// Each contact and each body pair must have been added at most once.
    pub fn finish(&mut self) {
        self.sort_contacts(Team::ALONE);
        self.undecided.sort_unstable();
        self.bodies.sort_unstable();
        let other_reasons = self.bodies.len();
        self.evidence.certificates.sort_unstable_by_key(|c| c.pair);
        self.sort_swept(Team::ALONE);
        self.evidence.closest.sort_unstable_by_key(|c| c.pair);
        let mut last = None;
        for contact in &self.contacts {
            if last != Some(contact.pair.bodies) {
                last = Some(contact.pair.bodies);
                let bodies = contact.pair.bodies;
                self.bodies.push(BodyFinding::new(bodies, Reason::Contacts));
            }
        }
        self.add_certified(other_reasons);
        if !self.evidence.swept.is_empty() {
            self.add_swept();
        }
        self.bodies.sort_unstable();
    }

    /// Sorts the contacts by bodies and faces. If they are in the order of the pairs of bodies, the
    /// threads of a team share those of each pair. [`Findings::finish`] does it alone.
    ///
    /// Detectors that test one pair of bodies after another add contacts in the order of the pairs.
    /// Those of each pair are then sorted by themselves.
    #[inline]
    pub fn sort_contacts(&mut self, team: Team) {
        let contacts = &mut self.contacts;
        // In most frames of few bodies: a call costs 2 % of one in which nothing has changed.
        if contacts.len() < 2 {
            return;
        }
        if !contacts.is_sorted_by_key(|c| c.pair.bodies) {
            return contacts.sort_unstable_by_key(|c| c.pair.sort_key());
        }
        for of_pair in contacts.chunk_by_mut(|x, y| x.pair.bodies == y.pair.bodies) {
            self.order.sort(team, of_pair);
        }
    }

    /// Sorts the swept contacts by bodies and faces, on the threads of a team.
    /// [`Findings::finish`] does it alone.
    #[inline]
    pub fn sort_swept(&mut self, team: Team) {
        // As above.
        if self.evidence.swept.len() < 2 {
            return;
        }
        self.order.sort_swept(team, &mut self.evidence.swept);
    }

    /// Adds pairs that are certified to interfere and are not yet listed.
    ///
    /// `self.bodies` consists of two sorted runs: `other_reasons` pairs without contacts, then the
    /// pairs with contacts.
    fn add_certified(&mut self, other_reasons: usize) {
        let listed = self.bodies.len();
        for certificate in &self.evidence.certificates {
            let pair = certificate.pair;
            let is_listed = |range: std::ops::Range<usize>| {
                let bodies = &self.bodies[range];
                bodies.binary_search_by_key(&pair, |b| b.pair).is_ok()
            };
            if certificate.known == Known::Interfering
                && !is_listed(0..other_reasons)
                && !is_listed(other_reasons..listed)
            {
                self.bodies.push(BodyFinding::new(pair, Reason::Solids));
            }
        }
    }

    /// Adds pairs with swept contacts that are not yet listed.
    fn add_swept(&mut self) {
        self.bodies.sort_unstable();
        let listed = self.bodies.len();
        let mut last = None;
        for swept in &self.evidence.swept {
            let pair = swept.pair.bodies;
            if last == Some(pair) {
                continue;
            }
            last = Some(pair);
            let others = &self.bodies[..listed];
            if others.binary_search_by_key(&pair, |b| b.pair).is_err() {
                let reason = Reason::Swept;
                self.bodies.push(BodyFinding { pair, reason });
            }
        }
    }

    /// Returns the contacts of two bodies. Valid after [`Findings::finish`].
    pub fn contacts_of(&self, pair: BodyPair) -> &[Contact] {
        let first = self.contacts.partition_point(|c| c.pair.bodies < pair);
        let end = self.contacts.partition_point(|c| c.pair.bodies <= pair);
        &self.contacts[first..end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyId, Certificate, FaceId, SweptContact};

    fn bodies(a: u32, b: u32) -> BodyPair {
        BodyPair::new(BodyId(a), BodyId(b))
    }

    fn faces(a: (u32, u32), b: (u32, u32)) -> FacePair {
        let face = |(body, face)| FaceId {
            body: BodyId(body),
            face,
        };
        FacePair::new(face(a), face(b))
    }

    #[test]
    fn finish_sorts_and_derives_each_body_pair_once() {
        let mut found = Findings::default();
        found.add_contact(faces((2, 0), (1, 4)), Interference::Touching);
        found.add_contact(faces((0, 5), (1, 0)), Interference::Crossing);
        found.add_contact(faces((0, 3), (1, 9)), Interference::Crossing);
        found.add_contact(faces((0, 3), (1, 8)), Interference::Apart);
        found.add_bodies(bodies(0, 2), Reason::Contained(Contained::BInA));
        found.finish();
        let listed: Vec<_> = found.contacts.iter().map(|c| c.pair).collect();
        let in_order = [
            faces((0, 3), (1, 9)),
            faces((0, 5), (1, 0)),
            faces((1, 4), (2, 0)),
        ];
        assert_eq!(listed, in_order);
        let pairs: Vec<_> = found.bodies.iter().map(|b| b.pair).collect();
        assert_eq!(pairs, [bodies(0, 1), bodies(0, 2), bodies(1, 2)]);
        assert_eq!(found.bodies[1].contained(), Some(Contained::BInA));
        assert_eq!(found.contacts_of(bodies(0, 1)).len(), 2);
        assert_eq!(found.contacts_of(bodies(0, 2)), []);
        assert_eq!(found.bodies[2].reason, Reason::Contacts);
    }

    #[test]
    fn a_pair_that_is_certified_to_interfere_is_listed_once() {
        let certificate = |a, b, known| Certificate::new(bodies(a, b), known, 1);
        let mut found = Findings::default();
        found.add_contact(faces((0, 3), (1, 9)), Interference::Crossing);
        found.add_bodies(bodies(0, 2), Reason::Contained(Contained::AInB));
        found.evidence.certificates = vec![
            certificate(1, 2, Known::Interfering),
            certificate(0, 1, Known::Interfering),
            certificate(0, 2, Known::Interfering),
            certificate(1, 3, Known::Undecided { bound: 1.0 }),
            certificate(2, 3, Known::Apart),
        ];
        found.finish();
        let listed: Vec<_> = found.bodies.iter().map(|b| (b.pair, b.reason)).collect();
        let expected = [
            (bodies(0, 1), Reason::Contacts),
            (bodies(0, 2), Reason::Contained(Contained::AInB)),
            (bodies(1, 2), Reason::Solids),
        ];
        assert_eq!(listed, expected);
    }

    #[test]
    fn a_pair_with_swept_contacts_is_listed_once_and_as_swept_only_if_apart_now() {
        let mut found = Findings::default();
        found.add_contact(faces((0, 3), (1, 9)), Interference::Crossing);
        found.add_bodies(bodies(0, 2), Reason::Contained(Contained::AInB));
        let pairs = [
            ((1, 4), (2, 5)),
            ((0, 3), (1, 9)),
            ((1, 3), (2, 5)),
            ((0, 1), (2, 2)),
        ];
        let swept = pairs.map(|(a, b)| SweptContact::new(faces(a, b), None));
        found.evidence.swept.extend(swept);
        found.finish();
        let listed: Vec<_> = found.bodies.iter().map(|b| (b.pair, b.reason)).collect();
        let expected = [
            (bodies(0, 1), Reason::Contacts),
            (bodies(0, 2), Reason::Contained(Contained::AInB)),
            (bodies(1, 2), Reason::Swept),
        ];
        assert_eq!(listed, expected);
        assert!(found.evidence.swept.is_sorted_by_key(|s| s.pair));
    }
}
