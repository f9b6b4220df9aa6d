//! Patches near a body, and their interval on the line of centers.
//!
//! Boxes of eight groups are compared at a time, then those of the patches of each group that is
//! near: steps 5 and 6 of [`super`].

use super::super::reach::{AxisReach, ReachLanes, RoundedReach};
use super::{GROUP_BLOCKS, PIECE_BLOCKS, PatchBoxes, Patches};
use geometry::lanes::{Dispatch, Instructions, Register, WIDTH, greater, lesser, set_bits};
use std::ops::Range;

/// Number of blocks of a piece up to which all are compared, without their groups.
const GROUPED_FROM: usize = 2 * GROUP_BLOCKS;

/// Boxes of a piece: those of its groups, and those of its patches.
#[derive(Clone, Copy)]
pub(super) struct PieceBoxes<'a> {
    groups: &'a PatchBoxes,
    blocks: &'a [PatchBoxes],
}

impl PieceBoxes<'_> {
    pub(super) fn new(patches: &Patches, piece: usize) -> PieceBoxes<'_> {
        let start = piece * PIECE_BLOCKS;
        let end = patches.boxes.len().min(start + PIECE_BLOCKS);
        PieceBoxes {
            groups: &patches.groups[piece],
            blocks: &patches.boxes[start..end],
        }
    }

    /// Calls `visit` with the blocks that have patches which a body may reach: the number of the
    /// block in the piece, its boxes, and a bit for each such patch. Returns the number of boxes
    /// compared.
    ///
    /// Each operation of the test is monotone, rounding included, so a group passes that has a
    /// patch which passes.
    #[inline(always)]
    fn visit<I: Instructions>(
        self,
        reach: &ReachLanes<I>,
        mut visit: impl FnMut(usize, &PatchBoxes, u32),
    ) -> u64 {
        let (count, mut tests) = (self.blocks.len(), 0);
        let groups = if count <= GROUPED_FROM {
            (1 << count.div_ceil(GROUP_BLOCKS)) - 1
        } else {
            tests += WIDTH;
            reach.near(self.groups)
        };
        for group in set_bits(groups.into()) {
            // A lane beyond the last group may be found, too.
            let start = count.min(group * GROUP_BLOCKS);
            let end = count.min(start + GROUP_BLOCKS);
            tests += WIDTH * (end - start);
            for (k, block) in (start..).zip(&self.blocks[start..end]) {
                let near = reach.near(block);
                if near != 0 {
                    visit(k, block, near);
                }
            }
        }
        tests as u64
    }
}

/// A look through the boxes of a piece, with instructions that are chosen at run time.
pub(super) struct FindPatches<'a> {
    pub(super) piece: PieceBoxes<'a>,
    /// First patch of the piece.
    pub(super) first: usize,
    pub(super) reach: &'a RoundedReach,
    pub(super) found: &'a mut Vec<u32>,
    pub(super) tests: &'a mut u64,
}

impl Dispatch for FindPatches<'_> {
    #[inline(always)]
    fn run(self, on: impl Instructions) {
        let reach = self.reach.lanes(on);
        let found = self.found;
        *self.tests = self.piece.visit(
            &reach,
            #[inline(always)]
            |block, _, near| {
                let first = self.first + block * WIDTH;
                found.extend(set_bits(near.into()).map(|k| (first + k) as u32));
            },
        );
    }
}

/// A search for the interval of the patches near a body, with instructions that are chosen at run
/// time.
pub(super) struct FindInterval<'a> {
    pub(super) patches: &'a Patches,
    pub(super) pieces: Range<usize>,
    pub(super) reach: &'a RoundedReach,
    pub(super) axis: &'a AxisReach,
    /// The interval, and the number of boxes compared.
    pub(super) found: &'a mut ([f32; 2], u64),
}

impl Dispatch for FindInterval<'_> {
    #[inline(always)]
    fn run(self, on: impl Instructions) {
        let reach = self.reach.lanes(on);
        let ([mut low, mut high], mut tests) = *self.found;
        for piece in self.pieces {
            let piece = PieceBoxes::new(self.patches, piece);
            tests += piece.visit(
                &reach,
                #[inline(always)]
                |_, block, near| {
                    let [least, greatest] = self.axis.extents(on, block).map(Register::store);
                    for k in set_bits(near.into()) {
                        // A lane beyond the last patch is nowhere.
                        if least[k] <= greatest[k] {
                            low = lesser(least[k], low);
                            high = greater(greatest[k], high);
                        }
                    }
                },
            );
        }
        *self.found = ([low, high], tests);
    }
}
