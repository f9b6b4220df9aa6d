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
    /// If the items are more than 32-bit indices can number.
    pub fn from_lists(lists: impl IntoIterator<Item = Vec<T>>) -> Csr<T> {
        let mut joined = Csr::default();
        for list in lists {
            joined.items.extend(list);
            let end = joined.items.len().try_into();
            joined.starts.push(end.expect("fewer than 2³² items"));
        }
        joined
    }

    /// Returns where each list starts, with the end of the last one, and the items.
    pub fn into_parts(self) -> (Vec<u32>, Vec<T>) {
        (self.starts, self.items)
    }

    /// List `i`.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn get(&self, i: usize) -> &[T] {
        &self.items[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// Returns the number of lists.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns true if there is no list.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the items of all lists, in order.
    pub fn items(&self) -> &[T] {
        &self.items
    }
}

impl Csr<u32> {
    /// Returns, for each of `count` items, the indices of the lists that contain it, ascending.
    ///
    /// # Cost
    /// Linear in the number of items.
    ///
    /// # Panics
    /// If an item is not below `count`, or the items are more than 32-bit indices can number.
    pub fn inverse_of(lists: &[Vec<u32>], count: usize) -> Csr<u32> {
        let mut starts = vec![0u32; count + 1];
        for item in lists.iter().flatten() {
            starts[*item as usize + 1] += 1;
        }
        for i in 0..count {
            let next = starts[i].checked_add(starts[i + 1]);
            starts[i + 1] = next.expect("fewer than 2³² items");
        }
        // Counting sort: `next` is the write cursor of each item.
        let mut next = starts.clone();
        let mut items = vec![0; starts[count] as usize];
        for (list, of_list) in (0u32..).zip(lists) {
            for item in of_list {
                let next = &mut next[*item as usize];
                items[*next as usize] = list;
                *next += 1;
            }
        }
        Csr { starts, items }
    }

    /// Makes `count` lists of pairs `[list, item]`, which may come in any order and repeatedly;
    /// each list ascends and has each of its items once.
    ///
    /// # Panics
    /// If a pair names a list that is not below `count`.
    pub fn from_pairs(mut pairs: Vec<[u32; 2]>, count: usize) -> Csr<u32> {
        pairs.sort_unstable();
        pairs.dedup();
        let last = pairs.last().map_or(0, |pair| pair[0] as usize + 1);
        assert!(
            last <= count,
            "there are {count} lists, and one has index {}",
            last - 1
        );
        let start = |list: u32| pairs.partition_point(|pair| pair[0] < list) as u32;
        Csr {
            starts: (0..=count as u32).map(start).collect(),
            items: pairs.iter().map(|pair| pair[1]).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_make_ascending_lists_without_repetitions() {
        let pairs = vec![[2, 7], [0, 3], [2, 1], [0, 3]];
        let expected = Csr::from_lists([vec![3], vec![], vec![1, 7], vec![]]);
        assert_eq!(Csr::from_pairs(pairs, 4), expected);
        assert_eq!(Csr::from_pairs(vec![], 2).len(), 2);
    }

    #[test]
    fn an_inverse_names_the_lists_of_each_item() {
        let lists = [vec![2, 0], vec![], vec![2]];
        let expected = Csr::from_lists([vec![0], vec![], vec![0, 2], vec![]]);
        assert_eq!(Csr::inverse_of(&lists, 4), expected);
        assert!(Csr::inverse_of(&[], 0).is_empty());
    }

    #[test]
    fn lists_come_out_as_they_went_in() {
        let lists = [vec![3, 1], vec![], vec![4]];
        let csr = Csr::from_lists(lists.clone());
        assert_eq!((csr.len(), csr.items()), (3, &[3, 1, 4][..]));
        assert!((0..3).all(|i| csr.get(i) == lists[i]));
        assert!(Csr::<u32>::default().is_empty());
        assert_eq!(Csr::<u32>::default(), Csr::from_lists([]));
    }
}
