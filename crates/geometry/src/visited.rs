//! Sets of indices with constant-time clear.

/// Set of indices below a fixed length, for walks that may come to an item more than once.
///
/// Keeps for each index the epoch in which it was inserted last, so that emptying the set is one
/// increment instead of a pass over it.
///
/// # Cost
/// 4 bytes an index. Every operation takes constant time, [`VisitedSet::clear`] on average: once
/// in 2³² calls it resets all marks. Allocates in [`VisitedSet::reset`] only.
#[derive(Clone, Debug, Default)]
pub struct VisitedSet {
    /// Invariant: no mark exceeds `epoch`, and 0 marks an index that was never inserted.
    marks: Vec<u32>,
    epoch: u32,
}

impl VisitedSet {
    /// Returns an empty set of indices below `len`.
    pub fn new(len: usize) -> VisitedSet {
        VisitedSet {
            marks: vec![0; len],
            epoch: 1,
        }
    }

    /// Clears the set and sets its range to indices below `len`.
    pub fn reset(&mut self, len: usize) {
        self.marks.clear();
        self.marks.resize(len, 0);
        self.epoch = 1;
    }

    /// Clears the set, in constant time but once in 2³² calls.
    #[inline]
    pub fn clear(&mut self) {
        self.epoch = self.epoch.wrapping_add(1);
        if self.epoch == 0 {
            // The marks of 2³² epochs ago would count as new ones.
            self.marks.fill(0);
            self.epoch = 1;
        }
    }

    /// Inserts `index`. Returns true if it was not yet in the set.
    ///
    /// # Panics
    /// If the index is not below the set's length.
    #[inline]
    pub fn insert(&mut self, index: u32) -> bool {
        let mark = &mut self.marks[index as usize];
        let is_new = *mark != self.epoch;
        *mark = self.epoch;
        is_new
    }

    /// Returns true if `index` is in the set.
    ///
    /// # Panics
    /// If the index is not below the set's length.
    #[inline]
    pub fn contains(&self, index: u32) -> bool {
        self.marks[index as usize] == self.epoch
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_new_once_until_the_set_is_cleared() {
        let mut set = VisitedSet::new(3);
        assert!(!set.contains(1));
        assert!(set.insert(1) && !set.insert(1) && set.insert(2));
        assert!(set.contains(1) && !set.contains(0));
        set.clear();
        assert!(!set.contains(1) && set.insert(1));
        set.reset(5);
        assert!(set.insert(4) && set.insert(1));
    }

    #[test]
    fn marks_of_an_earlier_round_of_epochs_do_not_count() {
        let mut set = VisitedSet::new(2);
        assert!(set.insert(0));
        set.epoch = u32::MAX;
        assert!(set.insert(1));
        set.clear();
        assert_eq!(set.epoch, 1);
        assert!(set.insert(0) && set.insert(1));
    }
}
