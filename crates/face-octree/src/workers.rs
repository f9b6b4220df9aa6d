//! Results of threads that share work.

use crate::counters::OctreeWork;
pub(crate) use collision::workers::{Spares, Team, Workers, append};

/// Returns the lists of two neighbors as one, with the work of both.
pub(crate) fn and<T>(low: Counted<T>, high: Counted<T>) -> Counted<T> {
    let mut work = low.1;
    work += high.1;
    (append(low.0, high.0), work)
}

/// List, and the work that it took.
pub(crate) type Counted<T> = (Vec<T>, OctreeWork);
