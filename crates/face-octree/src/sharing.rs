//! Sizes of the work that threads share, in the tuned form and in that of swept faces.

/// Number of vertices in a frame from which several threads move them: about 200 µs of work, twice
/// what a thread takes to wake in a virtual machine.
pub(crate) const PARALLEL_FROM_VERTICES: usize = 1 << 17;

/// Number of vertices that a thread takes at once: about 10 µs of work.
pub(crate) const VERTICES_AT_ONCE: usize = 4096;

/// Estimated number of listed faces from which several threads share steps 2 to 4. The tuned form
/// looks at the work of the frame before, too.
///
/// Without a bound two threads take these parts of the time of one in the tuned form: 1.4 for two
/// spheres of 528 faces that overlap deeply (0.06 ms, estimate 450), 0.87 for 3968 (0.2 ms, 3400),
/// 0.71 for 9800 (0.4 ms, 8400), 0.68 for 20,000 (0.6 ms, 17,000), 0.6 for 99,540 (2.1 ms,
/// 85,000). The bound leaves frames below 0.5 ms alone: a core that is busy with something else
/// costs two threads more than they would gain.
pub(crate) const PARALLEL_FROM_ESTIMATE: usize = 1 << 14;

/// Number of faces of pairs of bodies that a thread takes at once.
pub(crate) const FACES_AT_ONCE: usize = 1024;
