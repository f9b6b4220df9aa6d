//! Memory that a detector takes from the heap, counted by the program's allocator.
//!
//! Bytes are those that were requested, without what an allocator adds. Bodies are shared with the
//! scene and not counted, and findings belong to the caller. Nothing is timed.

use crate::participant::Participant;
use anyhow::{Result, ensure};
use collision::{Detector, Findings, Query};
use scenes::Scene;
use stats_alloc::{INSTRUMENTED_SYSTEM, Stats};
use std::num::NonZeroUsize;
use std::ops::Range;

/// Memory of one detector on one scene, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Memory {
    /// Held between preparation and the first frame.
    pub prepared: f64,
    /// Held after two passes over all frames, with buffers that have grown to the scene.
    pub warm: f64,
    /// Bounds on the most that was held at once during these passes: what was held between calls,
    /// and what was held before a call with all that the call requested.
    pub peak: [f64; 2],
    /// Number of requests to the allocator in the second pass.
    pub requests: f64,
}

/// Measures a detector that accepts the bodies.
///
/// A first detector of its kind answers the same frames before, so that findings have grown and
/// what is made once for all detectors is there. The program counts, see [`check_counts`].
///
/// # Errors
/// The detector rejects bodies or a frame.
pub(super) fn measure(
    scene: &Scene,
    participant: &Participant,
    frames: &Range<usize>,
    cached_trees: bool,
) -> Result<Memory> {
    let query = participant.query(scene, NonZeroUsize::MIN);
    let mut found = Findings::default();
    let build = || {
        if cached_trees {
            // The cache keeps the first tree of a mesh and gives copies, which are counted.
            participant.build_with_cached_trees()
        } else {
            participant.build()
        }
    };
    passes(scene, &build, &query, frames, &mut found)?;
    passes(scene, &build, &query, frames, &mut found)
}

/// Prepares a new detector and lets it answer all frames twice.
fn passes(
    scene: &Scene,
    build: &dyn Fn() -> Box<dyn Detector>,
    query: &Query<'_>,
    frames: &Range<usize>,
    found: &mut Findings,
) -> Result<Memory> {
    let before = held(&stats());
    let mut detector = build();
    detector.prepare(&scene.bodies)?;
    let prepared = held(&stats()) - before;
    let mut memory = Memory {
        prepared,
        peak: [prepared; 2],
        ..Memory::default()
    };
    for pass in 0..2 {
        for frame in frames.clone() {
            let frame = scene.frame(frame);
            let start = stats();
            let result = detector.detect(&frame, query, found);
            let end = stats();
            result?;
            let requested = (end.bytes_allocated - start.bytes_allocated) as f64;
            memory.warm = held(&end) - before;
            memory.peak[0] = memory.peak[0].max(memory.warm);
            memory.peak[1] = memory.peak[1].max(held(&start) - before + requested);
            if pass == 1 {
                let count = |stats: &Stats| (stats.allocations + stats.reallocations) as f64;
                memory.requests += count(&end) - count(&start);
            }
        }
    }
    Ok(memory)
}

fn stats() -> Stats {
    INSTRUMENTED_SYSTEM.stats()
}

/// Returns the bytes that are held now.
fn held(stats: &Stats) -> f64 {
    stats.bytes_allocated as f64 - stats.bytes_deallocated as f64
}

/// Fails in a program that does not count its allocations.
pub(super) fn check_counts() -> Result<()> {
    let before = stats().allocations;
    drop(std::hint::black_box(Box::new(0_u8)));
    ensure!(
        stats().allocations > before,
        "`memory` needs a program whose global allocator is `stats_alloc::INSTRUMENTED_SYSTEM`, as \
         that of `cargo xtask` is"
    );
    Ok(())
}
