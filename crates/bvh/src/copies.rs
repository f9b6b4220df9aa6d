//! Step 1, copies: faces with the same corners, of which one stands for all.
//!
//! Good for meshes in which many faces lie on each other, which no box tells apart: of `n` copies
//! of a face and `m` of another, a walk compares one pair in place of `n m`. All copies have the
//! contacts of the face that stands for them, as an exact test sees the same corners in any order.
//! The price, a sort, is paid where the builder finds no split, so by faces with equal centers
//! alone: copies have equal boxes, and come there together. Up to eight stay as they are.
//! For rigid bodies alone: what deforms may part them.

use geometry::Vec3;
use std::ops::Range;

/// Faces of a mesh that are not in its hierarchy, as another one stands for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Copies {
    /// The face that stands, and the copy. Sorted.
    pairs: Vec<[u32; 2]>,
}

/// Corners of a face in one order: equal for copies alone.
type Corners = [[u64; 3]; 3];

impl Copies {
    /// Returns a face and its copies.
    pub(crate) fn face_and_copies(&self, face: u32) -> impl Iterator<Item = u32> {
        let first = self.pairs.partition_point(|[stands, _]| *stands < face);
        let copies = self.pairs[first..].iter();
        let copies = copies.take_while(move |[stands, _]| *stands == face);
        std::iter::once(face).chain(copies.map(|[_, copy]| *copy))
    }

    /// Returns true if each face stands for itself.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Moves one face of each set of copies to the beginning of a range of a list, the least one,
    /// and takes note of the others. Returns the range of those that stand.
    pub(crate) fn move_out<T: Copy>(
        &mut self,
        list: &mut [T],
        range: Range<usize>,
        id: impl Fn(&T) -> u32,
        corners: impl Fn(u32) -> [Vec3; 3],
    ) -> Range<usize> {
        let corners = |item: &T| in_one_order(corners(id(item)));
        let items = &mut list[range.clone()];
        items.sort_by_cached_key(|item| (corners(item), id(item)));
        let mut standing = 0;
        for i in 0..items.len() {
            let item = items[i];
            let before = items[..standing].last();
            match before.filter(|before| corners(before) == corners(&item)) {
                Some(before) => self.pairs.push([id(before), id(&item)]),
                None => {
                    items[standing] = item;
                    standing += 1;
                }
            }
        }
        range.start..range.start + standing
    }

    /// Ends the list.
    pub(crate) fn finish(&mut self) {
        self.pairs.sort_unstable();
        self.pairs.shrink_to_fit();
    }
}

/// Returns corners sorted by their bits, without the sign of zero.
fn in_one_order(corners: [Vec3; 3]) -> Corners {
    let bits = |corner: Vec3| corner.to_array().map(|x| (x + 0.0).to_bits());
    let mut corners = corners.map(bits);
    corners.sort_unstable();
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_have_the_same_corners_in_any_order() {
        let vertices = [
            Vec3::ZERO,
            Vec3::X,
            Vec3::Y,
            Vec3::new(-0.0, 0.0, -0.0),
            Vec3::Z,
        ];
        let triangles = [
            [0, 1, 4],
            [2, 3, 1],
            [0, 1, 2],
            [1, 2, 0],
            [0, 1, 1],
            [1, 0, 1],
        ];
        let corners = |face: u32| triangles[face as usize].map(|v: u32| vertices[v as usize]);
        let mut copies = Copies::default();
        let mut list: Vec<u32> = (0..6).rev().chain([99]).collect();
        let standing = copies.move_out(&mut list, 0..6, |face| *face, corners);
        copies.finish();
        let mut standing = list[standing].to_vec();
        standing.sort_unstable();
        assert_eq!(standing, [0, 1, 4]);
        let with = |face| copies.face_and_copies(face).collect::<Vec<_>>();
        assert_eq!(
            [with(0), with(1), with(4)],
            [vec![0], vec![1, 2, 3], vec![4, 5]]
        );
        assert_eq!(list[6], 99, "what is behind the range stays");
    }
}
