//! Work counts. They are deterministic and do not depend on the machine. They explain the curves.

/// Name of a work count, in kebab case. Declared by the crate that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Counter(&'static str);

impl Counter {
    /// Vertices mapped to world space.
    pub const VERTICES_MOVED: Counter = Counter::new("vertices-moved");
    /// Pairs of body boxes compared [Smith95 §3.3].
    pub const BODY_BOX_TESTS: Counter = Counter::new("body-box-tests");
    /// Overlap regions found: body pairs whose boxes overlap [Smith95 §3.3].
    pub const OVERLAP_REGIONS: Counter = Counter::new("overlap-regions");
    /// Pairs of face boxes compared [Smith95 §3.6].
    pub const FACE_BOX_TESTS: Counter = Counter::new("face-box-tests");
    /// Face pairs whose interference was decided by signs [Smith95 §3.6].
    pub const FACE_PAIR_TESTS: Counter = Counter::new("face-pair-tests");
    /// Triangles tested by the search for contained bodies.
    pub const CONTAINMENT_TESTS: Counter = Counter::new("containment-tests");
    /// Signs that floating-point filters left to exact arithmetic.
    pub const EXACT_FALLBACKS: Counter = Counter::new("exact-fallbacks");

    /// Names of the counters above, which several crates share.
    pub const COMMON: &'static [&'static str] = &[
        Counter::VERTICES_MOVED.0,
        Counter::BODY_BOX_TESTS.0,
        Counter::OVERLAP_REGIONS.0,
        Counter::FACE_BOX_TESTS.0,
        Counter::FACE_PAIR_TESTS.0,
        Counter::CONTAINMENT_TESTS.0,
        Counter::EXACT_FALLBACKS.0,
    ];

    /// Declares a counter of this name, in kebab case.
    pub const fn new(name: &'static str) -> Counter {
        Counter(name)
    }

    /// Returns the name in rows and reports.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

/// Number of elementary tests of each type in one frame. Counters at zero are absent.
#[derive(Clone, Default)]
pub struct Work {
    /// Sorted by name. Counters of earlier frames stay as zeros, which are not shown, so that a
    /// warm frame inserts nothing.
    counts: Vec<(Counter, u64)>,
}

/// Counters that there is room for once there is one: those of most detectors.
const COUNTERS_ROOM: usize = 24;

impl Work {
    /// Adds to a counter. Cost: a pass over the counters, so call it at the end of a step. Hot
    /// loops count in local integers or in a struct of [`crate::counters!`].
    #[inline]
    pub fn add(&mut self, counter: Counter, n: u64) {
        if n != 0 {
            self.add_positive(counter, n);
        }
    }

    fn add_positive(&mut self, counter: Counter, n: u64) {
        // A counter is nearly always the same constant as before. Comparing addresses finds it
        // without reading names.
        let mut counts = self.counts.iter_mut();
        if let Some(entry) = counts.find(|entry| std::ptr::eq(entry.0.0, counter.0)) {
            entry.1 += n;
            return;
        }
        match self.counts.binary_search_by_key(&counter, |entry| entry.0) {
            Ok(i) => self.counts[i].1 += n,
            Err(i) => {
                if self.counts.is_empty() {
                    self.counts.reserve_exact(COUNTERS_ROOM);
                }
                self.counts.insert(i, (counter, n));
            }
        }
    }

    /// Returns the count under this name, 0 if nothing was counted.
    pub fn count(&self, name: &str) -> u64 {
        // As in `add_positive`: comparing addresses finds a counter's own name without reading it.
        let mut counts = self.counts.iter();
        if let Some(entry) = counts.find(|entry| std::ptr::eq(entry.0.0, name)) {
            return entry.1;
        }
        let entry = self
            .counts
            .binary_search_by_key(&name, |entry| entry.0.name());
        entry.map_or(0, |i| self.counts[i].1)
    }

    /// Returns all counts with their names in rows and reports, sorted by name.
    pub fn entries(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let counted = self.counts.iter().filter(|(_, n)| *n > 0);
        counted.map(|(counter, n)| (counter.name(), *n))
    }

    /// Removes all counts, and keeps the memory.
    pub fn clear(&mut self) {
        self.counts.iter_mut().for_each(|entry| entry.1 = 0);
    }
}

/// Equal work compares equal for any order of counting.
impl PartialEq for Work {
    fn eq(&self, other: &Work) -> bool {
        self.entries().eq(other.entries())
    }
}

impl Eq for Work {}

impl std::fmt::Debug for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.entries()).finish()
    }
}

impl std::ops::AddAssign<&Work> for Work {
    fn add_assign(&mut self, other: &Work) {
        for (counter, n) in &other.counts {
            self.add(*counter, *n);
        }
    }
}

/// Declares the counters of a crate once: field, name in rows, meaning. The generated struct is for
/// hot loops. `add_to` adds it to a frame's [`Work`].
///
/// ```
/// collision::counters! {
///     /// Work of an imaginary detector.
///     pub struct TreeWork {
///         /// Nodes visited.
///         nodes = "nodes",
///     }
/// }
/// let mut work = collision::Work::default();
/// let mut local = TreeWork::default();
/// local.nodes += 3;
/// local.add_to(&mut work);
/// assert_eq!(work.count("nodes"), 3);
/// ```
#[macro_export]
macro_rules! counters {
    (
        $(#[$struct_doc:meta])*
        $vis:vis struct $Counts:ident {
            $($(#[$doc:meta])* $field:ident = $name:literal,)*
        }
    ) => {
        $(#[$struct_doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        $vis struct $Counts {
            $($(#[$doc])* pub $field: u64,)*
        }

        impl $Counts {
            /// The names of the counters in rows and reports.
            #[allow(dead_code, reason = "not every crate lists its counters")]
            $vis const NAMES: &'static [&'static str] = &[$($name,)*];

            /// Adds all counts to the work of a frame.
            $vis fn add_to(&self, work: &mut $crate::Work) {
                // Without branches: a frame of bodies that are apart counts nothing here.
                if $(self.$field)|* != 0 {
                    $(work.add($crate::Counter::new($name), self.$field);)*
                }
            }
        }

        impl ::std::ops::AddAssign for $Counts {
            fn add_assign(&mut self, other: $Counts) {
                $(self.$field += other.$field;)*
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_add_up_and_are_equal_in_any_order() {
        let (voxels, nodes) = (Counter::new("voxels"), Counter::new("node-tests"));
        let mut total = Work::default();
        total.add(voxels, 2);
        total.add(Counter::new("unused"), 0);
        let mut other = Work::default();
        other.add(voxels, 3);
        other.add(nodes, 1);
        total += &other;
        let listed: Vec<_> = total.entries().collect();
        assert_eq!(listed, [("node-tests", 1), ("voxels", 5)]);
        assert_eq!((total.count("voxels"), total.count("unused")), (5, 0));
        let mut same = Work::default();
        same.add(nodes, 1);
        same.add(voxels, 5);
        assert_eq!(same, total);
        total.clear();
        assert_eq!(total, Work::default());
    }
}
