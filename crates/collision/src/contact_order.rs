//! Order of the contacts and swept contacts of one pair of bodies.
//!
//! A contact takes 20 bytes and a swept one 40, which a sort moves some dozen times. The faces, and
//! the kind of a contact, fit into a number of 64 bits whose order is that of the contacts: those
//! are sorted, and unpacked again. Many are first put into buckets, in three passes, which leaves
//! runs of buckets to threads ([`BucketOrder`]).

use crate::workers::Team;
use crate::{Contact, SweptContact};
use geometry::Interference;
use std::fmt;

/// Number of contacts up to which they are sorted as they are.
const FEW: usize = 16;

/// Number of packed contacts that a thread sorts at once: about 10 µs of work.
const PACKED_AT_ONCE: usize = 1024;

/// Length of a list from which on it is put into buckets.
const BUCKETS_FROM: usize = 512;

/// Mean of the numbers in a bucket, at most, unless [`MOST_BUCKETS`] are too few.
const BUCKET_MEAN: usize = 16;

/// Most buckets.
const MOST_BUCKETS: usize = 1 << 14;

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

/// Buffers for sorting contacts, 16 bytes for each contact of a pair. They are no part of what was
/// found: all are equal, and look alike, and a clone is empty.
#[derive(Default)]
pub(crate) struct ContactOrder {
    packed: Vec<u64>,
    buckets: BucketOrder,
}

/// Buffers for sorting numbers. The essence:
/// 1. Count the numbers with each value of the leading bits of their difference from the least.
/// 2. Move each to the bucket of its value.
/// 3. Sort each bucket, on the threads of a team.
///
/// Good for numbers that are spread over their range. If most are in one bucket, the passes are
/// wasted.
#[derive(Default)]
struct BucketOrder {
    /// Index of the next number of each bucket: in the end, that behind the bucket.
    ends: Vec<u32>,
    moved: Vec<u64>,
}

impl BucketOrder {
    /// Sorts numbers.
    fn sort(&mut self, team: Team, numbers: &mut Vec<u64>) {
        if numbers.len() < BUCKETS_FROM || u32::try_from(numbers.len()).is_err() {
            return team.sort_by_key(numbers, PACKED_AT_ONCE, &|number| *number);
        }
        let range =
            |(least, most): (u64, u64), number: &u64| (least.min(*number), most.max(*number));
        let (least, most) = numbers.iter().fold((u64::MAX, 0), range);
        let buckets = (numbers.len() / BUCKET_MEAN).next_power_of_two();
        let buckets = buckets.min(MOST_BUCKETS);
        let bits = u64::BITS - (most - least).leading_zeros();
        let shift = bits.saturating_sub(buckets.ilog2());
        let bucket = |number: u64| ((number - least) >> shift) as usize;

        let BucketOrder { ends, moved } = self;
        ends.clear();
        ends.resize(buckets, 0);
        for number in &*numbers {
            ends[bucket(*number)] += 1;
        }
        let mut before = 0;
        for end in &mut *ends {
            // The begin, for now.
            before += std::mem::replace(end, before);
        }
        moved.resize(numbers.len(), 0);
        for number in &*numbers {
            let at = &mut ends[bucket(*number)];
            moved[*at as usize] = *number;
            *at += 1;
        }
        sort_buckets(team, 0, moved, ends);
        std::mem::swap(numbers, moved);
    }
}

/// Sorts the numbers of neighboring buckets, of which the first begins at `begin`.
fn sort_buckets(team: Team, begin: u32, numbers: &mut [u64], ends: &[u32]) {
    if let [_] = ends {
        // Most numbers are in one bucket: threads divide it by value.
        return team.sort_by_key(numbers, PACKED_AT_ONCE, &|number| *number);
    }
    if !team.shares() || numbers.len() <= PACKED_AT_ONCE {
        let (mut begin, mut rest) = (begin, numbers);
        for end in ends {
            let (bucket, later) = rest.split_at_mut((end - begin) as usize);
            bucket.sort_unstable();
            (begin, rest) = (*end, later);
        }
        return;
    }
    let half = begin + numbers.len() as u32 / 2;
    let midpoint = ends
        .partition_point(|end| *end <= half)
        .clamp(1, ends.len() - 1);
    let (low_ends, high_ends) = ends.split_at(midpoint);
    let border = low_ends[midpoint - 1];
    let (low, high) = numbers.split_at_mut((border - begin) as usize);
    team.join(
        || sort_buckets(team, begin, low, low_ends),
        || sort_buckets(team, border, high, high_ends),
    );
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
        // All bits of all faces: without a branch for each.
        let faces = contacts.iter().fold(0, |bits, contact| {
            bits | contact.pair.face_a | contact.pair.face_b
        });
        if contacts.len() <= FEW || faces >> FACE_BITS != 0 {
            return contacts.sort_unstable_by_key(key);
        }
        let list = &mut self.packed;
        team.overwrite(list, contacts.len(), PACKED_AT_ONCE, |i| {
            packed(&contacts[i])
        });
        self.buckets.sort(team, list);
        let set = |_: usize, contacts: &mut [Contact], packed: &mut [u64]| {
            for (contact, packed) in contacts.iter_mut().zip(packed) {
                unpack(*packed, contact);
            }
        };
        team.fold_both(contacts, list, PACKED_AT_ONCE, &set, &|(), ()| ());
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
        self.buckets.sort(team, packed);
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
        for count in [0, 1, 2, FEW as u32, FEW as u32 + 1, 1000, 9000] {
            for largest in [9000, largest_packed, largest_packed + 1, u32::MAX] {
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
    fn numbers_in_buckets_are_sorted() {
        let mut order = BucketOrder::default();
        for (shift, count) in (0..64).zip([511, 512, 3000, 0, 5000].into_iter().cycle()) {
            // Over a range of any size, some far more often than others.
            let seed = 0x0123_4567_89ab_cdef_u64.rotate_left(shift);
            let number = |i: u64| {
                let mixed = (i ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift;
                if i.is_multiple_of(3) {
                    mixed
                } else {
                    seed & mixed
                }
            };
            for threads in [1, 2, 3] {
                let mut numbers: Vec<u64> = (0..count).map(number).collect();
                let mut expected = numbers.clone();
                expected.sort_unstable();
                Workers::default().run(threads, true, |team| order.sort(team, &mut numbers));
                assert_eq!(numbers, expected, "{count} below 2^{}", 64 - shift);
            }
        }
    }

    #[test]
    fn numbers_of_which_most_are_equal_are_sorted() {
        let mut order = BucketOrder::default();
        let lists: [fn(u64) -> u64; 4] = [
            |_| 7,
            |i| if i == 2000 { u64::MAX } else { 7 },
            |i| if i.is_multiple_of(2) { u64::MAX } else { 0 },
            |i| if i < 4000 { 3 } else { u64::MAX - i },
        ];
        for number in lists {
            for threads in [1, 3] {
                let mut numbers: Vec<u64> = (0..5000).map(number).collect();
                let mut expected = numbers.clone();
                expected.sort_unstable();
                Workers::default().run(threads, true, |team| order.sort(team, &mut numbers));
                assert_eq!(numbers, expected, "{threads} threads");
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
