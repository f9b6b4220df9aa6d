//! Faces of leaves as bits, 64 faces in a word, and sets of faces by such words.
//!
//! Good for leaves that overlap, of faces that have numbers near each other: neighbors on a surface
//! do. Comparing the words of two leaves finds the faces that both have without a look at each.

use crate::SphereTree;

/// Number of faces of a word.
const BITS: u32 = u64::BITS;

/// Some of 64 faces with numbers side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FaceWord {
    /// Number of the first of the 64 over 64.
    index: u32,
    /// A bit for each face.
    pub(super) bits: u64,
}

impl FaceWord {
    /// Returns the face of a bit.
    #[inline]
    pub(super) fn face(&self, bit: usize) -> u32 {
        BITS * self.index + bit as u32
    }
}

/// Faces of all leaves of a tree.
#[derive(Debug)]
pub(crate) struct LeafWords {
    /// Words of all leaves. Those of one ascend.
    words: Vec<FaceWord>,
    /// Where the words of each sphere end.
    ends: Vec<u32>,
}

impl LeafWords {
    /// Returns the faces of the leaves of a tree. Takes time linear in the lists of the leaves, up
    /// to sorting each.
    pub(crate) fn new(tree: &SphereTree) -> LeafWords {
        let (mut words, mut faces) = (Vec::new(), Vec::new());
        let ends = (0..tree.len() as u32).map(|node| {
            faces.clear();
            faces.extend_from_slice(tree.faces(node));
            faces.sort_unstable();
            for of_word in faces.chunk_by(|a, b| a / BITS == b / BITS) {
                words.push(FaceWord {
                    index: of_word[0] / BITS,
                    bits: of_word
                        .iter()
                        .fold(0, |bits, face| bits | 1 << (face % BITS)),
                });
            }
            words.len() as u32
        });
        let ends = ends.collect();
        LeafWords { words, ends }
    }

    /// Returns the faces of a leaf; none for an inner node.
    #[inline]
    pub(super) fn of(&self, node: u32) -> &[FaceWord] {
        let start = node.checked_sub(1).map_or(0, |i| self.ends[i as usize]);
        &self.words[start as usize..self.ends[node as usize] as usize]
    }
}

/// Set of faces.
#[derive(Clone, Debug, Default)]
pub(super) struct WordSet {
    /// Bits of each word, and the epoch in which they were inserted. Those of an earlier epoch are
    /// none.
    words: Vec<(u64, u64)>,
    epoch: u64,
}

impl WordSet {
    /// Clears the set, and sets its range to faces below `count`.
    pub(super) fn reset(&mut self, count: usize) {
        self.words.clear();
        self.words.resize(count.div_ceil(BITS as usize), (0, 0));
        self.epoch = 1;
    }

    /// Clears the set, in constant time.
    pub(super) fn clear(&mut self) {
        self.epoch += 1;
    }

    /// Inserts the faces of a word. Returns the bits of those that were not yet in the set.
    #[inline]
    pub(super) fn insert(&mut self, word: FaceWord) -> u64 {
        let (bits, epoch) = &mut self.words[word.index as usize];
        let before = if *epoch == self.epoch { *bits } else { 0 };
        *bits = before | word.bits;
        *epoch = self.epoch;
        word.bits & !before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_face_is_new_once_until_the_set_is_cleared() {
        let mut set = WordSet::default();
        set.reset(130);
        let word = |index, bits| FaceWord { index, bits };
        assert_eq!(set.insert(word(0, 0b0110)), 0b0110);
        assert_eq!(set.insert(word(0, 0b1100)), 0b1000);
        assert_eq!(set.insert(word(2, 0b0010)), 0b0010);
        assert_eq!(set.insert(word(0, 0b1110)), 0);
        set.clear();
        assert_eq!(set.insert(word(0, 0b1110)), 0b1110);
        assert_eq!(word(2, 0).face(1), 129);
    }
}
