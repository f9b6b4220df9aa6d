//! Order of the contacts of one pair of bodies.
//!
//! A contact takes 20 bytes, which a sort moves some dozen times. Its faces and its kind fit into a
//! number of 64 bits whose order is that of the contacts: those are sorted, and unpacked again.

use crate::Contact;
use geometry::Interference;
use std::fmt;

/// Number of contacts up to which they are sorted as they are.
const FEW: usize = 16;

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

/// Buffer for sorting contacts. It is no part of what was found: all are equal, and look alike.
#[derive(Clone, Default)]
pub(crate) struct ContactOrder {
    packed: Vec<u64>,
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
    /// Sorts contacts of the same two bodies by their faces.
    pub(crate) fn sort(&mut self, contacts: &mut [Contact]) {
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
        self.packed.clear();
        self.packed.extend(contacts.iter().map(packed));
        self.packed.sort_unstable();
        for (contact, packed) in contacts.iter_mut().zip(&self.packed) {
            unpack(*packed, contact);
        }
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
        for count in [0, 1, 2, FEW as u32, FEW as u32 + 1, 1000] {
            for largest in [1000, largest_packed, largest_packed + 1, u32::MAX] {
                let mut expected = contacts(count, largest);
                let mut sorted = expected.clone();
                expected.sort_by_key(|contact| contact.pair);
                ContactOrder::default().sort(&mut sorted);
                assert_eq!(sorted, expected, "{count} up to {largest}");
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
