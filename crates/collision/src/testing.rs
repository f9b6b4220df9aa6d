//! Work counts for the unit tests of this crate.

use crate::PairWork;
use std::ops::AddAssign;

/// Steps of tests of pairs, one instruction each.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Steps(pub(crate) u64);

impl AddAssign for Steps {
    fn add_assign(&mut self, other: Steps) {
        self.0 += other.0;
    }
}

impl PairWork for Steps {
    fn instructions(&self) -> u64 {
        self.0
    }
}
