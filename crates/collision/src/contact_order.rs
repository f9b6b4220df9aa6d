//! Order of the contacts and swept contacts of one pair of bodies.
//!
//! A contact takes 20 bytes and a swept one 40, which a sort moves some dozen times. The faces, and
//! the kind of a contact, fit into a number of 64 bits whose order is that of the contacts: those
//! are sorted, and unpacked again.

use crate::workers::Team;
use crate::{Contact, SweptContact};
use geometry::Interference;
use std::fmt;

/// Number of contacts up to which they are sorted as they are.
const FEW: usize = 16;

/// Number of packed contacts that a thread sorts at once: about 5 µs of work.
const PACKED_AT_ONCE: usize = 512;

/// Number of swept contacts that a thread packs or sorts at once.
const SORTED_AT_ONCE: usize = 2048;

/// Bits of a face in a packed contact.
const FACE_BITS: u32 = 31;

/// Bits of the kind.
const KIND_BITS: u32 = 2;

/// Kinds by their number in a packed contact.
const KINDS: [Interference; 4] = [
    Interference::Apart,
    Interference::Touching,
    Interference::Crossing,
    Interference::CoplanarOverlap,
];

/// Buffer for sorting contacts. It is no part of what was found: all are equal, and look alike, and
/// a clone is empty.
#[derive(Default)]
pub(crate) struct ContactOrder {
    packed: Vec<u64>,
}

impl Clone for ContactOrder {
    fn clone(&self) -> ContactOrder {
        ContactOrder::default()
    }
}

impl fmt::Debug for ContactOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ContactOrder")
    }
}

impl PartialEq for ContactOrder {
    fn eq(&self, _: &ContactOrder) -> bool {
        true
    }
}

impl ContactOrder {
    /// Sorts contacts of the same two bodies by their faces, on the threads of a team.
    pub(crate) fn sort(&mut self, team: Team, contacts: &mut [Contact]) {
        let key = |contact: &Contact| contact.pair.face_key();
        if contacts.is_sorted_by_key(key) {
            return;
        }
        let is_packable = |contact: &Contact| {
            let largest = contact.pair.face_a.max(contact.pair.face_b);
            largest >> FACE_BITS == 0
        };
        if contacts.len() <= FEW || !contacts.iter().all(is_packable) {
            return contacts.sort_unstable_by_key(key);
        }
        let list = &mut self.packed;
        list.clear();
        list.extend(contacts.iter().map(packed));
        team.sort_by_key(list, PACKED_AT_ONCE, &|packed: &u64| *packed);
        for (contact, packed) in contacts.iter_mut().zip(list) {
            unpack(*packed, contact);
        }
    }

    /// Sorts swept contacts by their bodies and faces, on the threads of a team. Those of two
    /// bodies without times, which may be a million, are packed.
    pub(crate) fn sort_swept(&mut self, team: Team, contacts: &mut [SweptContact]) {
        let key = |contact: &SweptContact| contact.pair.sort_key();
        if contacts.is_sorted_by_key(key) {
            return;
        }
        let bodies = contacts[0].pair.bodies;
        let is_packable =
            |contact: &SweptContact| contact.pair.bodies == bodies && contact.time.is_none();
        if contacts.len() <= FEW || !contacts.iter().all(is_packable) {
            return team.sort_by_key(contacts, SORTED_AT_ONCE, &key);
        }
        let packed = &mut self.packed;
        team.overwrite(packed, contacts.len(), SORTED_AT_ONCE, |i| {
            contacts[i].pair.face_key()
        });
        team.sort_by_key(packed, SORTED_AT_ONCE, &|key: &u64| *key);
        let set = |_: usize, contacts: &mut [SweptContact], packed: &mut [u64]| {
            for (contact, key) in contacts.iter_mut().zip(packed) {
                contact.pair.set_face_key(*key);
            }
        };
        team.fold_both(contacts, packed, SORTED_AT_ONCE, &set, &|(), ()| ());
    }
}

fn packed(contact: &Contact) -> u64 {
    let [a, b] = [contact.pair.face_a, contact.pair.face_b].map(u64::from);
    (a << FACE_BITS | b) << KIND_BITS | contact.kind as u64
}

/// Replaces the faces and the kind of a contact.
fn unpack(packed: u64, contact: &mut Contact) {
    let face = |bits: u64| (bits & ((1 << FACE_BITS) - 1)) as u32;
    contact.pair.face_a = face(packed >> (FACE_BITS + KIND_BITS));
    contact.pair.face_b = face(packed >> KIND_BITS);
    contact.kind = KINDS[(packed & ((1 << KIND_BITS) - 1)) as usize];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workers::Workers;
    use crate::{BodyId, BodyPair, FacePair};

    /// Returns contacts in no order, of faces up to `largest`, with each kind.
    fn contacts(count: u32, largest: u32) -> Vec<Contact> {
        let contact = |i: u32| {
            let mixed = i.wrapping_mul(0x9e37_79b9);
            let pair = FacePair {
                bodies: BodyPair::new(BodyId(3), BodyId(7)),
                face_a: largest - mixed % 5,
                face_b: largest - i,
            };
            Contact::new(pair, KINDS[1 + (mixed >> 7) as usize % 3])
        };
        (0..count).map(contact).collect()
    }

    #[test]
    fn packed_contacts_are_sorted_as_they_are() {
        let largest_packed = (1 << FACE_BITS) - 1;
        for count in [0, 1, 2, FEW as u32, FEW as u32 + 1, 1000, 1500] {
            for largest in [1500, largest_packed, largest_packed + 1, u32::MAX] {
                for threads in [1, 3] {
                    let mut expected = contacts(count, largest);
                    let mut sorted = expected.clone();
                    expected.sort_by_key(|contact| contact.pair);
                    Workers::default().run(threads, true, |team| {
                        ContactOrder::default().sort(team, &mut sorted);
                    });
                    assert_eq!(
                        sorted, expected,
                        "{count} up to {largest}, {threads} threads"
                    );
                }
            }
        }
    }

    #[test]
    fn swept_contacts_are_sorted_by_bodies_and_faces() {
        use geometry::swept::ContactTime;
        let certified = ContactTime {
            earliest: 0.25,
            latest: None,
        };
        let mut order = ContactOrder::default();
        for (count, threads) in [
            (5001, 1),
            (5001, 3),
            (2500, 2),
            (FEW as u32 + 1, 3),
            (2, 2),
            (0, 1),
        ] {
            for (times, other_bodies) in [(false, false), (true, false), (false, true)] {
                let swept = |(i, contact): (usize, Contact)| {
                    let mut pair = contact.pair;
                    if other_bodies && i % 3 == 0 {
                        pair.bodies = BodyPair::new(BodyId(1), BodyId(9));
                    }
                    SweptContact::new(pair, (times && i % 3 == 1).then_some(certified))
                };
                let mut expected: Vec<SweptContact> = contacts(count, u32::MAX)
                    .into_iter()
                    .enumerate()
                    .map(swept)
                    .collect();
                let mut sorted = expected.clone();
                expected.sort_by_key(|contact| contact.pair);
                Workers::default().run(threads, true, |team| {
                    order.sort_swept(team, &mut sorted);
                });
                assert_eq!(sorted, expected, "{count}, {times}, {other_bodies}");
            }
        }
    }

    #[test]
    fn kinds_have_their_own_numbers() {
        for (number, kind) in KINDS.into_iter().enumerate() {
            assert_eq!(kind as usize, number);
        }
    }
}
