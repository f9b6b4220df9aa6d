//! Faces of leaves as bits, 64 faces in a word, and sets of faces by such words.
//!
//! Good for leaves that overlap, of faces that have numbers near each other, as neighbors on a
//! surface do. A word is compared with a set at once, so faces that are in it cost no look each.
//! 16 bytes a word: poor for faces of scattered numbers, at one word each.

use crate::SphereTree;
use geometry::Csr;

/// Number of faces of a word.
const BITS: u32 = u64::BITS;

/// Some of 64 faces with numbers side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FaceWord {
    /// Number of the first of the 64 over 64.
    index: u32,
    /// A bit for each face.
    bits: u64,
}

impl FaceWord {
    /// Returns the word of some faces, which all belong to it.
    pub(super) fn of(faces: &[u32]) -> FaceWord {
        FaceWord {
            index: faces[0] / BITS,
            bits: faces.iter().fold(0, |bits, face| bits | 1 << (face % BITS)),
        }
    }

    /// Returns the face of a bit.
    #[inline]
    pub(super) fn face(&self, bit: usize) -> u32 {
        BITS * self.index + bit as u32
    }
}

/// Returns the faces of each leaf of a tree, and none for inner nodes. The words of a leaf ascend.
/// Takes time linear in the lists of the leaves.
pub(crate) fn words_of_leaves(tree: &SphereTree) -> Csr<FaceWord> {
    let words = |node: u32| {
        let words = tree.faces(node).chunk_by(|a, b| a / BITS == b / BITS);
        words.map(FaceWord::of).collect()
    };
    Csr::from_lists((0..tree.len() as u32).map(words))
}

/// Set of faces, like [`geometry::VisitedSet`], which takes one at a time.
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
        set.reset(64);
        assert_eq!(set.insert(word(0, 0b1110)), 0b1110);
    }

    #[test]
    fn faces_of_a_word_are_those_of_its_bits() {
        let words: Vec<FaceWord> = [vec![0, 1, 63], vec![64, 67], vec![130]]
            .map(|faces| FaceWord::of(&faces))
            .to_vec();
        let faces = words
            .iter()
            .flat_map(|word| geometry::lanes::set_bits(word.bits).map(|bit| word.face(bit)));
        assert!(faces.eq([0, 1, 63, 64, 67, 130]));
    }
}
