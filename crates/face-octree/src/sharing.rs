//! Sizes of the work that threads share, in the tuned form and in that of swept faces.

/// Number of vertices in a frame from which several threads move them: about 400 µs of work.
///
/// Two threads take 1.2 of the time of one for 79,000 vertices of 40 bodies and 1.1 of it for
/// 198,000 of 100, but 0.9 of it for 397,000 (`lab-threads-bodies`).
pub(crate) const PARALLEL_FROM_VERTICES: usize = 1 << 18;

/// Number of vertices that a thread takes at once: about 10 µs of work.
pub(crate) const VERTICES_AT_ONCE: usize = 4096;

/// Estimated number of listed faces from which several threads share steps 2 to 4: about 5 ms of
/// work.
///
/// With the faces of all pairs instead, listed or not, two threads took 1.25 of the time of one for
/// 200 shuttles that list 3,005 of 171,000 (`lab-threads-shuttles`), and 1.08 of it for two spheres
/// that list 30,651 of 79,200 (`lab-threads`).
pub(crate) const PARALLEL_FROM_ESTIMATE: usize = 1 << 16;

/// Number of faces of pairs of bodies that a thread takes at once.
pub(crate) const FACES_AT_ONCE: usize = 1024;
