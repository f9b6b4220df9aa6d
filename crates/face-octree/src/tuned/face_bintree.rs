//! Pairs of overlapping boxes of two lists, by a bintree that is never stored.

use crate::counters::OctreeWork;
use geometry::soa::BoxList;
use geometry::{Aabb, Vec3};

/// A cell with at most this number of pairs of boxes is not split: comparing them four at a time
/// costs less than bounding and distributing them. Last frame of `two-spheres:faces=3968`: 64 pairs
/// give 3697 distributions and 6743 comparisons, 400 give 2886 and 7346.
const FEW_PAIRS: usize = 400;

/// Maximum number of halvings on the way to a cell: ten along each axis.
const MAX_SPLITS: u32 = 30;

/// A cell is compared as it is when halving it leaves more than this part of its pairs, if boxes of
/// their mean size are spread evenly: they are nearly as large as the cell along each axis. Last
/// frame of `two-spheres:faces=3968`: 0.8 gives 2393 distributions and 8105 comparisons, 0.9 gives
/// 2886 and 7346, and 1 the same.
const VAIN: f64 = 0.9;

/// Finds the pairs of boxes, one of each list, that overlap.
///
/// [Smith95 §3.5] with the changes that its §6 names: the region is halved along one axis at a time
/// ("face bintrees"), and as often as pays instead of to a fixed level. Where the paper asks whether a
/// pair was listed before, each pair is listed by one cell only: the cell that holds the lowest
/// corner of the overlap of both boxes.
#[derive(Clone, Debug, Default)]
pub(crate) struct FaceBintree {
    a: Vec<u32>,
    b: Vec<u32>,
    pairs: Vec<[u32; 2]>,
    few: BoxList,
}

/// Where the lowest corners of a cell's pairs lie. Half-open: a point is in one cell of each level.
#[derive(Clone, Copy)]
struct Cell {
    low: Vec3,
    high: Vec3,
}

impl FaceBintree {
    /// Lists every pair of indices into `a` and `b` whose closed boxes overlap, each once, in a fixed
    /// order.
    ///
    /// # Cost
    /// About `n log n` box distributions for `n` boxes that are short along one axis at least, plus
    /// the pairs; the product of the lists when all boxes coincide. Allocates nothing once its
    /// buffers have grown.
    pub(crate) fn run(&mut self, a: &[Aabb], b: &[Aabb], work: &mut OctreeWork) {
        self.run_until(a, b, work, |_, _| false);
    }

    /// Lists pairs as [`FaceBintree::run`] does, but shows `stop` the new ones of each compared
    /// cell, and ends when it returns true.
    pub(crate) fn run_until(
        &mut self,
        a: &[Aabb],
        b: &[Aabb],
        work: &mut OctreeWork,
        stop: impl FnMut(&[[u32; 2]], &mut OctreeWork) -> bool,
    ) {
        self.pairs.clear();
        refill(&mut self.a, a.len());
        refill(&mut self.b, b.len());
        let everywhere = Cell {
            low: Vec3::NEG_INFINITY,
            high: Vec3::INFINITY,
        };
        let mut search = Search {
            boxes: [a, b],
            a: &mut self.a,
            b: &mut self.b,
            pairs: &mut self.pairs,
            few: &mut self.few,
            work,
            stop,
        };
        search.visit([0..a.len(), 0..b.len()], everywhere, 0);
    }

    /// The pairs found last.
    pub(crate) fn pairs(&self) -> &[[u32; 2]] {
        &self.pairs
    }
}

fn refill(list: &mut Vec<u32>, count: usize) {
    list.clear();
    list.extend(0..count as u32);
}

type Span = std::ops::Range<usize>;

struct Search<'a, F> {
    boxes: [&'a [Aabb]; 2],
    a: &'a mut Vec<u32>,
    b: &'a mut Vec<u32>,
    pairs: &'a mut Vec<[u32; 2]>,
    few: &'a mut BoxList,
    work: &'a mut OctreeWork,
    /// Looks at the new pairs of a cell; returns whether the search ends.
    stop: F,
}

impl<F: FnMut(&[[u32; 2]], &mut OctreeWork) -> bool> Search<'_, F> {
    /// Visits one cell, with the spans of both stacks that contain its boxes. Returns whether the
    /// search ends.
    fn visit(&mut self, [a, b]: [Span; 2], cell: Cell, splits: u32) -> bool {
        let count = a.len() * b.len();
        if count == 0 {
            return false;
        }
        if count <= FEW_PAIRS || splits == MAX_SPLITS {
            return self.compare_all([a, b], &cell);
        }
        // Split where both lists have boxes, however little of the cell that is.
        let bounds = |list: &[u32], boxes: &[Aabb]| {
            let all = list
                .iter()
                .fold(Aabb::EMPTY, |all, i| all.union(boxes[*i as usize]));
            Aabb::new(all.min.max(cell.low), all.max.min(cell.high))
        };
        let of_a = bounds(&self.a[a.clone()], self.boxes[0]);
        let of_b = bounds(&self.b[b.clone()], self.boxes[1]);
        let Some(common) = of_a.intersection(&of_b) else {
            return false;
        };
        // Not along the longest side: boxes may reach along all of it, as those of a rod do. Where
        // they cover a part `p` of a side, each of both halves meets (1 + p) / 2 of them.
        let part_a = mean_parts(&self.a[a.clone()], self.boxes[0], &common);
        let part_b = mean_parts(&self.b[b.clone()], self.boxes[1], &common);
        let left = 0.5 * (Vec3::ONE + part_a) * (Vec3::ONE + part_b);
        let axis = left.min_position();
        if left[axis] > VAIN {
            return self.compare_all([a, b], &cell);
        }
        let middle = common.center()[axis];
        self.work.cubes_split += 1;
        self.work.cube_tests += (a.len() + b.len()) as u64;
        let (top_a, top_b) = (self.a.len(), self.b.len());
        let [lower_a, upper_a] = distribute(self.a, a, self.boxes[0], axis, middle);
        let [lower_b, upper_b] = distribute(self.b, b, self.boxes[1], axis, middle);
        let (mut lower, mut upper) = (cell, cell);
        lower.high[axis] = middle;
        upper.low[axis] = middle;
        let ended = self.visit([lower_a, lower_b], lower, splits + 1)
            || self.visit([upper_a, upper_b], upper, splits + 1);
        self.a.truncate(top_a);
        self.b.truncate(top_b);
        ended
    }

    /// Compares each box of the first list with several of the second at a time. Returns whether
    /// the search ends.
    fn compare_all(&mut self, [a, b]: [Span; 2], cell: &Cell) -> bool {
        let known = self.pairs.len();
        self.work.voxels += 1;
        self.work.face_box_tests += (a.len() * b.len()) as u64;
        let [all_a, all_b] = self.boxes;
        let list_b = &self.b[b];
        self.few.clear();
        self.few.extend(list_b.iter().map(|j| &all_b[*j as usize]));
        for i in &self.a[a] {
            let first = &all_a[*i as usize];
            self.few.for_each_overlap(first, 0, |k| {
                let corner = first.min.max(self.few.get(k).min);
                if corner.cmpge(cell.low).all() && corner.cmplt(cell.high).all() {
                    self.pairs.push([*i, list_b[k]]);
                }
            });
        }
        (self.stop)(&self.pairs[known..], self.work)
    }
}

/// The mean size of boxes along each axis as a part of `common`, from 0 to 1; 1 along an axis in
/// which `common` has no extent.
fn mean_parts(list: &[u32], boxes: &[Aabb], common: &Aabb) -> Vec3 {
    let sum = list.iter().fold(Vec3::ZERO, |sum, i| {
        let b = &boxes[*i as usize];
        sum + (b.max.min(common.max) - b.min.max(common.min)).max(Vec3::ZERO)
    });
    let size = common.size();
    let parts = sum / (list.len() as f64 * size);
    Vec3::select(size.cmpgt(Vec3::ZERO), parts, Vec3::ONE)
}

/// Pushes the boxes of a span that reach below `middle`, then those that reach to it or beyond, and
/// returns both spans. A lowest corner below the middle lies in boxes of the first kind only, any
/// other in boxes of the second.
fn distribute(
    stack: &mut Vec<u32>,
    span: Span,
    boxes: &[Aabb],
    axis: usize,
    middle: f64,
) -> [Span; 2] {
    let (start, count) = (stack.len(), span.len());
    stack.resize(start + 2 * count, 0);
    let (source, target) = stack.split_at_mut(start);
    let (lower, upper) = target.split_at_mut(count);
    let (mut in_lower, mut in_upper) = (0, 0);
    for i in &source[span] {
        let b = &boxes[*i as usize];
        lower[in_lower] = *i;
        in_lower += usize::from(b.min[axis] < middle);
        upper[in_upper] = *i;
        in_upper += usize::from(b.max[axis] >= middle);
    }
    [
        start..start + in_lower,
        start + count..start + count + in_upper,
    ]
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
