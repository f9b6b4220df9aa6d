//! Jagged arrays.

/// Lists of numbers, one after the other: list `i` is `items[start[i]..start[i + 1]]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lists {
    /// Where each list starts, and where the last one ends.
    pub start: Vec<u32>,
    /// All lists.
    pub items: Vec<u32>,
}

impl Lists {
    /// Joins lists.
    pub fn of(lists: impl IntoIterator<Item = Vec<u32>>) -> Lists {
        let mut joined = Lists {
            start: vec![0],
            items: Vec::new(),
        };
        for list in lists {
            joined.items.extend(list);
            joined.start.push(joined.items.len() as u32);
        }
        joined
    }

    /// One list.
    pub fn get(&self, i: usize) -> &[u32] {
        &self.items[self.start[i] as usize..self.start[i + 1] as usize]
    }

    /// How many lists there are.
    pub fn len(&self) -> usize {
        self.start.len().saturating_sub(1)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
