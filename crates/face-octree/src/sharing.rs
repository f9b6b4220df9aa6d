//! Sizes of the work that threads share.

use collision::{Query, Sharing};

/// Work of a frame, in units of about 15 ns, from which several threads share the next: about
/// 0.5 ms.
///
/// Without a bound two threads take these parts of the time of one in the tuned form: 1.4 for two
/// spheres of 528 faces that overlap deeply (0.06 ms), 0.87 for 3968 (0.2 ms), 0.71 for 9800
/// (0.4 ms), 0.68 for 20,000 (0.6 ms), 0.6 for 99,540 (2.1 ms). The bound leaves frames below
/// 0.5 ms alone: a core that is busy with something else costs two threads more than they would
/// gain. An estimate of listed faces does not do: 200 shuttles have 42,000 by it and list 570, in
/// 0.4 ms, while two spheres of 20,000 faces that overlap deeply have 17,000, and take 0.6 ms.
pub(crate) const PARALLEL_FROM_UNITS: u64 = 1 << 15;

/// Number of vertices from which the threads of a frame that is shared move them: about 25 µs of
/// work.
pub(crate) const SHARED_FROM_VERTICES: usize = 1 << 14;

/// Number of bodies from which the threads of such a frame place them: about 25 µs of work.
pub(crate) const SHARED_FROM_BODIES: usize = 128;

/// Number of bodies that a thread places at once: about 10 µs of work.
pub(crate) const BODIES_AT_ONCE: usize = 64;

/// Number of vertices that a thread takes at once: about 10 µs of work.
pub(crate) const VERTICES_AT_ONCE: usize = 4096;

/// Number of faces of two bodies from which threads share the steps of this one pair.
pub(crate) const SHARED_FROM_FACES: usize = 1024;

/// Units of work that a thread takes at once: about 15 µs.
const UNITS_AT_ONCE: u64 = 1000;

/// Returns the number of pairs of bodies that a thread takes at once, by the work of the frame
/// before: one if there is none. A pair is divided if it has more than [`SHARED_FROM_FACES`] times
/// this many faces.
pub(crate) fn pairs_at_once(query: &Query<'_>, pairs: usize, units_before: Option<u64>) -> usize {
    let Some(units) = units_before.filter(|_| query.sharing != Sharing::Always) else {
        return 1;
    };
    let at_once = UNITS_AT_ONCE * pairs as u64 / units.max(1);
    (at_once as usize).clamp(1, pairs.max(1))
}
