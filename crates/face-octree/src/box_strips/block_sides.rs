//! Sides of the blocks of a strip along it: the first and the last block that may overlap an
//! interval.

use geometry::lanes::{Instructions, Lanes, Register, WIDTH, greater, lesser};
use std::ops::Range;

/// Sides of blocks along the first axis.
#[derive(Clone, Debug, Default)]
pub(super) struct BlockSides {
    /// Greatest upper side of each block.
    pub(super) ends: Vec<f32>,
    /// The same of each block and those before it, in eights; beyond the last block, infinity.
    all_end: Vec<Lanes>,
    /// Least lower side of each block and those after it, in eights; beyond the last block,
    /// infinity.
    begins: Vec<Lanes>,
}

impl BlockSides {
    pub(super) fn clear(&mut self) {
        self.ends.clear();
        self.all_end.clear();
        self.begins.clear();
    }

    pub(super) fn push(&mut self, low: f32, high: f32) {
        let k = self.ends.len() % WIDTH;
        if k == 0 {
            self.all_end.push([f32::INFINITY; WIDTH]);
            self.begins.push([f32::INFINITY; WIDTH]);
        }
        self.ends.push(high);
        let eight = self.all_end.len() - 1;
        self.all_end[eight][k] = high;
        self.begins[eight][k] = low;
    }

    /// Ends with the last block.
    pub(super) fn end(&mut self) {
        let count = self.ends.len();
        let mut all_end = f32::NEG_INFINITY;
        let sides = self.all_end.as_flattened_mut()[..count].iter_mut();
        for side in sides {
            all_end = greater(all_end, *side);
            *side = all_end;
        }
        // Backward, as a block begins for those after it, too.
        let mut rest_begins = f32::INFINITY;
        let sides = self.begins.as_flattened_mut()[..count].iter_mut();
        for side in sides.rev() {
            rest_begins = lesser(rest_begins, *side);
            *side = rest_begins;
        }
    }

    /// Returns the blocks from the first that ends at or after `begin` to the last that begins at
    /// or before `end`, which is finite.
    #[inline(always)]
    pub(super) fn between<I: Instructions>(&self, on: I, begin: f32, end: f32) -> Range<usize> {
        debug_assert!(end.is_finite(), "sides of boxes are finite");
        let eight = self
            .all_end
            .partition_point(|sides| sides[WIDTH - 1] < begin);
        let Some(sides) = self.all_end.get(eight) else {
            return 0..0;
        };
        let before = on.splat(begin).above(on.load(sides)) & 0xff;
        let first = eight * WIDTH + before.count_ones() as usize;
        let mut last = eight * WIDTH;
        for sides in &self.begins[eight..] {
            let beyond = on.load(sides).above(on.splat(end)) & 0xff;
            last += WIDTH - beyond.count_ones() as usize;
            if beyond != 0 {
                break;
            }
        }
        first..last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::lanes::{Dispatch, dispatch};

    #[test]
    fn blocks_between_two_positions_are_those_of_the_definition() {
        struct Between<'a>(&'a BlockSides, [f32; 2], &'a mut Range<usize>);
        impl Dispatch for Between<'_> {
            fn run(self, on: impl Instructions) {
                *self.2 = self.0.between(on, self.1[0], self.1[1]);
            }
        }
        for count in [0, 1, 7, 8, 9, 30] {
            let mut sides = BlockSides::default();
            // In no strict order, and some equal.
            let of_block = |k: usize| (k / 2 * 3 + k * 5 % 4) as f32;
            (0..count).for_each(|k| sides.push(of_block(k), of_block(k) + (k % 5) as f32));
            sides.end();
            for begin in 0..60 {
                for length in [0, 1, 5, 80] {
                    let [begin, end] = [begin, begin + length].map(|x| x as f32);
                    let mut blocks = 0..0;
                    dispatch(Between(&sides, [begin, end], &mut blocks));
                    let reaches = |k: &usize| of_block(*k) + (k % 5) as f32 >= begin;
                    let begins = |k: &usize| of_block(*k) <= end;
                    let first = (0..count).find(reaches).unwrap_or(count);
                    let last = (0..count).rfind(begins).map_or(0, |k| k + 1);
                    if first < last {
                        assert_eq!(blocks, first..last, "{count}: {begin} to {end}");
                    } else {
                        assert!(blocks.is_empty(), "{count}: {begin} to {end}");
                    }
                }
            }
        }
    }
}
