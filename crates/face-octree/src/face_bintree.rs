//! Pairs of overlapping boxes of two lists, by a face bintree [Smith95 §3.5, §6].
//!
//! Good for boxes that are short along one axis at least: about `n log n` for `n` boxes, plus the
//! pairs. Poor if all boxes coincide: the product of both lists. The tree is never stored. The
//! essence:
//! 1. Start with the whole space and both lists.
//! 2. Shrink the cell to the region that both lists reach.
//! 3. If few pairs are left, or if halving would barely reduce them, compare all pairs.
//! 4. Otherwise halve the cell along the axis that leaves the fewest pairs, and visit both halves.
//! 5. Report a pair only in the cell that contains the lowest corner of its overlap, so each pair
//!    appears once.

use crate::counters::OctreeWork;
use geometry::soa::BoxList;
use geometry::{Aabb, Vec3};

/// Number of pairs of boxes up to which a cell is not split.
///
/// Comparing four boxes at a time then costs less than bounding and distributing them. In the last
/// frame of `two-spheres:faces=3968`, 64 gives 3716 distributions and 6718 comparisons, 400 gives
/// 2844 and 7370.
const FEW_PAIRS: usize = 400;

/// Maximum number of halvings on the way to a cell: ten along each axis.
const MAX_SPLITS: u32 = 30;

/// Largest share of pairs that halving a cell may leave, estimated from the mean size of its boxes.
///
/// Above it the boxes are nearly as long as the cell along each axis, and halving is unproductive.
/// In the last frame of `two-spheres:faces=3968`, 0.8 gives 2351 distributions and 8102
/// comparisons, 0.9 gives 2844 and 7370, and 1 the same.
const MAX_SHARE_LEFT: f64 = 0.9;

/// Maximum number of boxes of a list whose sizes are looked at, evenly spread over it.
///
/// In the last frame of `two-spheres:faces=3968`, 16 gives 2936 distributions and 7394 comparisons,
/// 20 gives 2844 and 7370, 32 gives 2844 and 7343, all boxes give 2886 and 7346.
const SAMPLE: usize = 20;

/// Face bintree: finds the overlapping pairs of boxes of two lists.
///
/// [Smith95 §3.5] with the changes of §6: it halves the region along one axis at a time ("face
/// bintrees"), and only while that pays instead of to a fixed level. The paper looks up whether a
/// pair is listed already. Here only the cell with the lowest corner of the overlap lists the pair.
#[derive(Clone, Debug, Default)]
pub(crate) struct FaceBintree {
    a: Vec<u32>,
    b: Vec<u32>,
    pairs: Vec<[u32; 2]>,
    /// Pairs of one box of the first list in one cell.
    row: Vec<[u32; 2]>,
    few: BoxList,
}

/// Region of the lowest corners of a cell's pairs. Half-open, so a point is in one cell per level.
#[derive(Clone, Copy)]
struct Cell {
    low: Vec3,
    high: Vec3,
}

impl Cell {
    const EVERYWHERE: Cell = Cell {
        low: Vec3::NEG_INFINITY,
        high: Vec3::INFINITY,
    };

    /// Returns both halves.
    fn halves(self, axis: usize, cut: f64) -> [Cell; 2] {
        let (mut lower, mut upper) = (self, self);
        lower.high[axis] = cut;
        upper.low[axis] = cut;
        [lower, upper]
    }
}

impl FaceBintree {
    /// Lists every pair of indices into `a` and `b` whose closed boxes overlap, each once, in a
    /// fixed order. Allocates nothing after its buffers have grown.
    pub(crate) fn run(&mut self, a: &[Aabb], b: &[Aabb], work: &mut OctreeWork) {
        let mut pairs = std::mem::take(&mut self.pairs);
        pairs.clear();
        self.run_until(a, b, work, |new, _| {
            pairs.extend_from_slice(new);
            false
        });
        self.pairs = pairs;
    }

    /// Finds pairs like [`FaceBintree::run`], passes those of one box of `a` in one cell to `stop`,
    /// and ends as soon as `stop` returns true. Memory is linear in the boxes, however many pairs
    /// overlap.
    pub(crate) fn run_until(
        &mut self,
        a: &[Aabb],
        b: &[Aabb],
        work: &mut OctreeWork,
        stop: impl FnMut(&[[u32; 2]], &mut OctreeWork) -> bool,
    ) {
        refill(&mut self.a, a.len());
        refill(&mut self.b, b.len());
        let mut search = Search {
            boxes: [a, b],
            a: &mut self.a,
            b: &mut self.b,
            row: &mut self.row,
            few: &mut self.few,
            work,
            stop,
        };
        search.visit([0..a.len(), 0..b.len()], Cell::EVERYWHERE, 0);
    }

    /// Returns the pairs of the last [`FaceBintree::run`].
    pub(crate) fn pairs(&self) -> &[[u32; 2]] {
        &self.pairs
    }
}

/// Fills `list` with the indices below `count`.
fn refill(list: &mut Vec<u32>, count: usize) {
    list.clear();
    list.extend(0..count as u32);
}

type Span = std::ops::Range<usize>;

struct Search<'a, F> {
    boxes: [&'a [Aabb]; 2],
    a: &'a mut Vec<u32>,
    b: &'a mut Vec<u32>,
    row: &'a mut Vec<[u32; 2]>,
    few: &'a mut BoxList,
    work: &'a mut OctreeWork,
    /// Receives the pairs of one box of the first list in one cell. Returns true to end the search.
    stop: F,
}

impl<F: FnMut(&[[u32; 2]], &mut OctreeWork) -> bool> Search<'_, F> {
    /// Visits one cell. `a` and `b` are the spans of both stacks with its boxes. Returns true if
    /// the search ends.
    fn visit(&mut self, [a, b]: [Span; 2], cell: Cell, splits: u32) -> bool {
        let count = a.len() * b.len();
        if count == 0 {
            return false;
        }
        if count <= FEW_PAIRS || splits == MAX_SPLITS {
            return self.compare_all([a, b], &cell);
        }
        let lists = [&self.a[a.clone()], &self.b[b.clone()]];
        let (axis, cut) = match plan(lists, self.boxes, &cell) {
            Plan::Leave => return false,
            Plan::CompareAll => return self.compare_all([a, b], &cell),
            Plan::Halve { axis, cut } => (axis, cut),
        };
        self.work.cubes_split += 1;
        self.work.cube_tests += (a.len() + b.len()) as u64;
        let (top_a, top_b) = (self.a.len(), self.b.len());
        let [lower_a, upper_a] = distribute(self.a, a, self.boxes[0], axis, cut);
        let [lower_b, upper_b] = distribute(self.b, b, self.boxes[1], axis, cut);
        let [lower, upper] = cell.halves(axis, cut);
        // The half with more pairs first, where a search for any contact ends sooner.
        let mut halves = [([lower_a, lower_b], lower), ([upper_a, upper_b], upper)];
        let pairs = |half: &([Span; 2], Cell)| half.0[0].len() * half.0[1].len();
        if pairs(&halves[0]) < pairs(&halves[1]) {
            halves.swap(0, 1);
        }
        let ended = (halves.into_iter()).any(|(half, cell)| self.visit(half, cell, splits + 1));
        self.a.truncate(top_a);
        self.b.truncate(top_b);
        ended
    }

    /// Compares each box of the first list with all boxes of the second, several at a time. Returns
    /// true if the search ends.
    fn compare_all(&mut self, [a, b]: [Span; 2], cell: &Cell) -> bool {
        self.work.voxels += 1;
        let [all_a, all_b] = self.boxes;
        let list_b = &self.b[b];
        self.few.clear();
        self.few.extend(list_b.iter().map(|j| &all_b[*j as usize]));
        for i in &self.a[a] {
            let first = &all_a[*i as usize];
            self.work.face_box_tests += list_b.len() as u64;
            self.row.clear();
            self.few.for_each_overlap(first, 0, |k| {
                // Step 5: the pair belongs to the cell with the lowest corner of its overlap.
                let corner = first.min.max(self.few.get(k).min);
                if corner.cmpge(cell.low).all() && corner.cmplt(cell.high).all() {
                    self.row.push([*i, list_b[k]]);
                }
            });
            if !self.row.is_empty() && (self.stop)(self.row, self.work) {
                return true;
            }
        }
        false
    }
}

/// Treatment of a cell.
enum Plan {
    /// No box of one list reaches those of the other.
    Leave,
    CompareAll,
    Halve {
        axis: usize,
        cut: f64,
    },
}

/// Returns the treatment of a cell with many pairs.
#[inline]
fn plan(lists: [&[u32]; 2], all_boxes: [&[Aabb]; 2], cell: &Cell) -> Plan {
    // Step 2: split only the region that boxes of both lists reach.
    let bounds = |list: &[u32], boxes: &[Aabb]| {
        let all = list
            .iter()
            .fold(Aabb::EMPTY, |all, i| all.union(boxes[*i as usize]));
        Aabb::new(all.min.max(cell.low), all.max.min(cell.high))
    };
    let ([a, b], [boxes_a, boxes_b]) = (lists, all_boxes);
    let Some(common) = bounds(a, boxes_a).intersection(&bounds(b, boxes_b)) else {
        return Plan::Leave;
    };
    // Step 4: the longest side is not the best axis if the boxes reach along all of it, as those of
    // a rod do. If boxes cover a share `p` of a side on average, each half meets (1 + p) / 2 of
    // them. Two halves of a list pair then keep this share of its pairs:
    // 2 · (1 + p_a) / 2 · (1 + p_b) / 2.
    let part_a = mean_parts(a, boxes_a, &common);
    let part_b = mean_parts(b, boxes_b, &common);
    let left = 0.5 * (Vec3::ONE + part_a) * (Vec3::ONE + part_b);
    let axis = left.min_position();
    if left[axis] > MAX_SHARE_LEFT {
        return Plan::CompareAll;
    }
    let cut = common.center()[axis];
    Plan::Halve { axis, cut }
}

/// Returns the mean size of boxes along each axis as a share of `common`, from 0 to 1, of a sample
/// of the list. The share is 1 along an axis where `common` has no extent.
fn mean_parts(list: &[u32], boxes: &[Aabb], common: &Aabb) -> Vec3 {
    let step = list.len().div_ceil(SAMPLE);
    let sum = list.iter().step_by(step).fold(Vec3::ZERO, |sum, i| {
        let b = &boxes[*i as usize];
        sum + (b.max.min(common.max) - b.min.max(common.min)).max(Vec3::ZERO)
    });
    let size = common.size();
    let parts = sum / (list.len().div_ceil(step) as f64 * size);
    Vec3::select(size.cmpgt(Vec3::ZERO), parts, Vec3::ONE)
}

/// Pushes the boxes of a span of each half ([`fill_halves`]), and returns the spans of both.
fn distribute(
    stack: &mut Vec<u32>,
    span: Span,
    boxes: &[Aabb],
    axis: usize,
    cut: f64,
) -> [Span; 2] {
    let (start, count) = (stack.len(), span.len());
    stack.resize(start + 2 * count, 0);
    let (source, target) = stack.split_at_mut(start);
    let halves = target.split_at_mut(count).into();
    let [in_lower, in_upper] = fill_halves(&source[span], halves, boxes, axis, cut);
    [
        start..start + in_lower,
        start + count..start + count + in_upper,
    ]
}

/// Writes the boxes of a list that begin below `cut` to the first half, and those that end at `cut`
/// or above to the second. Returns their numbers. Both halves have room for the whole list.
///
/// A lowest corner below `cut` is the corner of two boxes that both begin below it. Any other
/// lowest corner lies in two boxes that both end at `cut` or above.
#[inline]
fn fill_halves(
    list: &[u32],
    [lower, upper]: [&mut [u32]; 2],
    boxes: &[Aabb],
    axis: usize,
    cut: f64,
) -> [usize; 2] {
    let (mut in_lower, mut in_upper) = (0, 0);
    // Branch-free: each index is written to both parts, and counted where it belongs.
    for i in list {
        let b = &boxes[*i as usize];
        lower[in_lower] = *i;
        in_lower += usize::from(b.min[axis] < cut);
        upper[in_upper] = *i;
        in_upper += usize::from(b.max[axis] >= cut);
    }
    [in_lower, in_upper]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sorted_pairs(a: &[Aabb], b: &[Aabb]) -> Vec<[u32; 2]> {
        let mut tree = FaceBintree::default();
        tree.run(a, b, &mut OctreeWork::default());
        let mut pairs = tree.pairs().to_vec();
        pairs.sort_unstable();
        pairs
    }

    fn by_definition(a: &[Aabb], b: &[Aabb]) -> Vec<[u32; 2]> {
        let pairs = (0..a.len()).flat_map(|i| (0..b.len()).map(move |j| [i, j]));
        let overlap = pairs.filter(|[i, j]| a[*i].overlaps(&b[*j]));
        overlap.map(|pair| pair.map(|i| i as u32)).collect()
    }

    /// Boxes with integer corners: many touch, many share coordinates with the splits.
    fn boxes() -> impl Strategy<Value = Vec<Aabb>> {
        let corner = [0..32i32, 0..32i32, 0..32i32];
        let one = (corner, [0..6i32, 0..6i32, 0..6i32]).prop_map(|(p, size)| {
            let min = Vec3::from_array(p.map(f64::from));
            Aabb::new(min, min + Vec3::from_array(size.map(f64::from)))
        });
        prop::collection::vec(one, 0..200)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn every_overlapping_pair_is_listed_once(a in boxes(), b in boxes()) {
            prop_assert_eq!(sorted_pairs(&a, &b), by_definition(&a, &b));
        }
    }

    #[test]
    fn coinciding_boxes_end_the_recursion() {
        let one = Aabb::new(Vec3::ZERO, Vec3::ONE);
        let (a, b) = (vec![one; 160], vec![one; 170]);
        let mut work = OctreeWork::default();
        let mut tree = FaceBintree::default();
        tree.run(&a, &b, &mut work);
        assert_eq!(tree.pairs().len(), 160 * 170);
        assert!(work.cubes_split < 16, "{work:?}");
    }
}
