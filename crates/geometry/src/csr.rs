//! Jagged arrays: lists of different lengths in one allocation.

/// Lists one after the other ("compressed sparse rows"): list `i` is
/// `items[starts[i]..starts[i + 1]]`.
///
/// # Cost
/// 4 bytes a list besides its items; a list is found in constant time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Csr<T = u32> {
    /// Ascends, begins with 0, ends with the number of items.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Csr<T> {
    fn default() -> Csr<T> {
        Csr {
            starts: vec![0],
            items: Vec::new(),
        }
    }
}

impl<T> Csr<T> {
    /// Joins lists in their order.
    ///
    /// # Panics
    /// When the items are more than 32-bit indices can number.
    pub fn from_lists(lists: impl IntoIterator<Item = impl IntoIterator<Item = T>>) -> Csr<T> {
        let mut joined = Csr::default();
        for list in lists {
            joined.items.extend(list);
            let end = joined.items.len().try_into();
            joined.starts.push(end.expect("fewer than 2³² items"));
        }
        joined
    }

    /// List `i`.
    ///
    /// # Panics
    /// When there is none.
    #[inline]
    pub fn get(&self, i: usize) -> &[T] {
        &self.items[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// Number of lists.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no list.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The lists in order.
    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.len()).map(|i| self.get(i))
    }

    /// The items of all lists, in order.
    pub fn items(&self) -> &[T] {
        &self.items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_out_as_they_went_in() {
        let lists = [vec![3, 1], vec![], vec![4]];
        let csr = Csr::from_lists(lists.clone());
        assert_eq!((csr.len(), csr.items()), (3, &[3, 1, 4][..]));
        assert!(csr.iter().eq(lists.iter().map(Vec::as_slice)));
        assert!(Csr::<u32>::default().is_empty());
        assert_eq!(Csr::<u32>::default(), Csr::from_lists([[0; 0]; 0]));
    }
}
