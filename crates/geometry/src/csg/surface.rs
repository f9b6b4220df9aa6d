//! Boundaries of the nodes of a tree: lists of polygons with parts in common.
//!
//! Most of a node's boundary is that of its children, so that lists of their own would take memory
//! with the square of the number of nodes. The essence:
//! 1. A boundary is a balanced tree of runs: up to 16 polygons in a row, or two runs. A run has the
//!    box and the number of its polygons.
//! 2. A run never changes once it is made, so that nodes share equal runs.
//! 3. Two boundaries are joined as AVL trees are: go down the higher one to a run of about the
//!    height of the other, and make the runs above it again.
//!
//! A node stores what differs from its children, and the few runs above it: the last node of a
//! chain of `n` boxes in a row takes some `log n` runs, not `6n` polygons. Joining costs the
//! difference of the heights, and a pass over the polygons a step for each and for each run.

use crate::Aabb;
use std::iter::FusedIterator;

/// Polygon of a node's surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurfacePolygon {
    /// Index of the polygon.
    pub polygon: u32,
    /// If set, the node's inside is in front of the leaf's facet, which bounds a subtracted part.
    pub reversed: bool,
}

/// Boundary of the solid of one node: convex polygons that are parts of facets of its leaves.
#[derive(Clone, Copy, Debug)]
pub struct NodeSurface<'a> {
    surfaces: &'a Surfaces,
    runs: NodeRuns,
}

impl<'a> NodeSurface<'a> {
    /// Returns the polygons, those from the left child first. Reversed where the leaf is
    /// subtracted.
    pub fn polygons(&self) -> SurfacePolygons<'a> {
        SurfacePolygons::new(self.surfaces, self.runs.root, 0)
    }

    /// Returns the polygons from the right child.
    pub fn polygons_from_right(&self) -> SurfacePolygons<'a> {
        SurfacePolygons::new(self.surfaces, self.runs.root, self.runs.from_left)
    }

    /// Returns the number of polygons.
    pub fn len(&self) -> usize {
        self.surfaces.count(self.runs.root) as usize
    }

    /// Returns true if there is no polygon.
    pub fn is_empty(&self) -> bool {
        self.runs.root.is_none()
    }

    /// Returns the box of the polygons.
    pub fn bounds(&self) -> Aabb {
        let root = self.runs.root;
        root.map_or(Aabb::EMPTY, |root| self.surfaces.run(root).bounds)
    }
}

/// Largest height of a run: a balanced tree of `n` runs has at most `1.45 log₂ n` levels, and there
/// are at most 2³² runs.
const MAX_HEIGHT: usize = 48;

/// Iterator over the polygons of a [`NodeSurface`]. Does not allocate.
#[derive(Clone, Debug)]
pub struct SurfacePolygons<'a> {
    surfaces: &'a Surfaces,
    now: std::slice::Iter<'a, SurfacePolygon>,
    /// Runs that follow, the next one last.
    later: [RunIx; MAX_HEIGHT],
    later_count: usize,
    left: usize,
}

impl<'a> SurfacePolygons<'a> {
    fn new(surfaces: &'a Surfaces, root: Option<RunIx>, skip: u32) -> SurfacePolygons<'a> {
        let mut polygons = SurfacePolygons {
            surfaces,
            now: [].iter(),
            later: [RunIx(0); MAX_HEIGHT],
            later_count: 0,
            left: 0,
        };
        if let Some(root) = root {
            let count = surfaces.run(root).count;
            polygons.left = (count - skip) as usize;
            if count > skip {
                polygons.enter(root, skip);
            }
        }
        polygons
    }

    /// Goes down to the polygon `skip` of a run.
    fn enter(&mut self, mut run: RunIx, mut skip: u32) {
        loop {
            match self.surfaces.parts(run) {
                RunParts::Polygons(polygons) => {
                    self.now = polygons[skip as usize..].iter();
                    return;
                }
                RunParts::Pair([left, right]) => {
                    let in_left = self.surfaces.run(left).count;
                    if skip < in_left {
                        self.later[self.later_count] = right;
                        self.later_count += 1;
                        run = left;
                    } else {
                        skip -= in_left;
                        run = right;
                    }
                }
            }
        }
    }
}

impl Iterator for SurfacePolygons<'_> {
    type Item = SurfacePolygon;

    fn next(&mut self) -> Option<SurfacePolygon> {
        if self.now.len() == 0 && self.later_count > 0 {
            self.later_count -= 1;
            self.enter(self.later[self.later_count], 0);
        }
        let polygon = self.now.next()?;
        self.left -= 1;
        Some(*polygon)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for SurfacePolygons<'_> {}

impl FusedIterator for SurfacePolygons<'_> {}

/// Boundary of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeRuns {
    pub(super) root: Option<RunIx>,
    /// Number of polygons from the left child.
    pub(super) from_left: u32,
}

/// Index of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RunIx(u32);

/// Largest number of polygons in a run without parts.
const RUN_POLYGONS: usize = 16;

/// All runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Surfaces {
    polygons: Vec<SurfacePolygon>,
    runs: Vec<PolygonRun>,
}

/// Polygons in a row. Not empty.
#[derive(Clone, Debug)]
struct PolygonRun {
    bounds: Aabb,
    count: u32,
    /// Levels of runs within it. Those of the parts of a pair differ by at most 1.
    height: u8,
    content: SurfaceContent,
}

#[derive(Clone, Copy, Debug)]
enum SurfaceContent {
    /// Index of the first polygon.
    From(u32),
    Pair([RunIx; 2]),
}

/// Parts of a run.
pub(super) enum RunParts<'a> {
    Polygons(&'a [SurfacePolygon]),
    Pair([RunIx; 2]),
}

impl Surfaces {
    /// Returns the boundary of a node.
    pub(super) fn of_node(&self, runs: NodeRuns) -> NodeSurface<'_> {
        let surfaces = self;
        NodeSurface { surfaces, runs }
    }

    /// Returns the memory of all runs as a number of polygons.
    pub(super) fn stored(&self) -> usize {
        self.polygons.len()
            + self.runs.len() * (size_of::<PolygonRun>() / size_of::<SurfacePolygon>())
    }

    /// Returns the box of the polygons of a run.
    pub(super) fn bounds(&self, run: RunIx) -> &Aabb {
        &self.run(run).bounds
    }

    /// Returns the number of polygons of a run.
    pub(super) fn count(&self, run: Option<RunIx>) -> u32 {
        run.map_or(0, |run| self.run(run).count)
    }

    /// Returns the parts of a run.
    pub(super) fn parts(&self, run: RunIx) -> RunParts<'_> {
        let PolygonRun { count, content, .. } = self.run(run);
        match *content {
            SurfaceContent::From(first) => {
                RunParts::Polygons(&self.polygons[first as usize..][..*count as usize])
            }
            SurfaceContent::Pair(parts) => RunParts::Pair(parts),
        }
    }

    /// Adds polygons, and returns their run: `None` if there are none.
    pub(super) fn list(
        &mut self,
        polygons: &[SurfacePolygon],
        bounds: impl Fn(&SurfacePolygon) -> Aabb,
    ) -> Option<RunIx> {
        polygons.chunks(RUN_POLYGONS).fold(None, |before, chunk| {
            let first = self.polygons.len() as u32;
            self.polygons.extend_from_slice(chunk);
            let run = self.push(PolygonRun {
                bounds: chunk.iter().map(&bounds).fold(Aabb::EMPTY, Aabb::union),
                count: chunk.len() as u32,
                height: 0,
                content: SurfaceContent::From(first),
            });
            self.joined(before, Some(run))
        })
    }

    /// Returns the run of two runs in a row.
    ///
    /// # Cost
    /// The difference of their heights.
    pub(super) fn joined(&mut self, left: Option<RunIx>, right: Option<RunIx>) -> Option<RunIx> {
        match (left, right) {
            (Some(left), Some(right)) => Some(self.joined_runs(left, right)),
            (one, other) => one.or(other),
        }
    }

    fn joined_runs(&mut self, left: RunIx, right: RunIx) -> RunIx {
        if self.height(left) > self.height(right) + 1 {
            let [first, second] = self.pair(left);
            let second = self.joined_runs(second, right);
            self.balanced(first, second)
        } else if self.height(right) > self.height(left) + 1 {
            let [first, second] = self.pair(right);
            let first = self.joined_runs(left, first);
            self.balanced(first, second)
        } else {
            self.push_pair(left, right)
        }
    }

    /// Joins runs whose heights differ by at most 2, by the rotations of AVL trees.
    fn balanced(&mut self, left: RunIx, right: RunIx) -> RunIx {
        if self.height(right) > self.height(left) + 1 {
            let [middle, last] = self.pair(right);
            if self.height(middle) > self.height(last) {
                return self.push_four(left, middle, last);
            }
            let first = self.push_pair(left, middle);
            self.push_pair(first, last)
        } else if self.height(left) > self.height(right) + 1 {
            let [first, middle] = self.pair(left);
            if self.height(middle) > self.height(first) {
                return self.push_four(first, middle, right);
            }
            let last = self.push_pair(middle, right);
            self.push_pair(first, last)
        } else {
            self.push_pair(left, right)
        }
    }

    /// Joins three runs, with one part of the middle one on either side.
    fn push_four(&mut self, first: RunIx, middle: RunIx, last: RunIx) -> RunIx {
        let [second, third] = self.pair(middle);
        let left = self.push_pair(first, second);
        let right = self.push_pair(third, last);
        self.push_pair(left, right)
    }

    fn push_pair(&mut self, left: RunIx, right: RunIx) -> RunIx {
        let [first, second] = [left, right].map(|run| self.run(run));
        let run = PolygonRun {
            bounds: first.bounds.union(second.bounds),
            count: first.count + second.count,
            height: 1 + first.height.max(second.height),
            content: SurfaceContent::Pair([left, right]),
        };
        self.push(run)
    }

    fn push(&mut self, run: PolygonRun) -> RunIx {
        let ix = RunIx(self.runs.len() as u32);
        self.runs.push(run);
        ix
    }

    fn run(&self, run: RunIx) -> &PolygonRun {
        &self.runs[run.0 as usize]
    }

    fn height(&self, run: RunIx) -> u8 {
        self.run(run).height
    }

    fn pair(&self, run: RunIx) -> [RunIx; 2] {
        match self.run(run).content {
            SurfaceContent::Pair(parts) => parts,
            SurfaceContent::From(_) => unreachable!("runs above height 0 are pairs"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Vec3;

    fn polygons(range: std::ops::Range<u32>) -> Vec<SurfacePolygon> {
        let reversed = false;
        range
            .map(|polygon| SurfacePolygon { polygon, reversed })
            .collect()
    }

    fn list(surfaces: &mut Surfaces, range: std::ops::Range<u32>) -> Option<RunIx> {
        let at = |p: &SurfacePolygon| Aabb::EMPTY.with_point(Vec3::X * f64::from(p.polygon));
        surfaces.list(&polygons(range), at)
    }

    #[test]
    fn runs_keep_their_order_and_balance() {
        let mut surfaces = Surfaces::default();
        assert_eq!(list(&mut surfaces, 0..0), None);
        let mut whole = None;
        // Long and short ones, at either end.
        let (mut from, mut to) = (5000, 5000);
        for length in (1..80).chain([700, 1, 1, 1, 900, 2, 2]).cycle().take(170) {
            let more = list(&mut surfaces, to..to + length);
            to += length;
            whole = surfaces.joined(whole, more);
            if from >= length {
                let more = list(&mut surfaces, from - length..from);
                from -= length;
                whole = surfaces.joined(more, whole);
            }
        }
        let expected = polygons(from..to);
        for skip in [0, 1, 17, 400, expected.len() - 1, expected.len()] {
            let rest = SurfacePolygons::new(&surfaces, whole, skip as u32);
            assert_eq!(rest.len(), expected.len() - skip);
            assert_eq!(rest.collect::<Vec<_>>(), expected[skip..]);
        }
        for run in &surfaces.runs {
            if let SurfaceContent::Pair(parts) = run.content {
                let [a, b] = parts.map(|part| surfaces.height(part));
                assert!(a.abs_diff(b) <= 1 && run.height == 1 + a.max(b));
            }
        }
        let bounds = surfaces.of_node(NodeRuns {
            root: whole,
            from_left: 0,
        });
        let ends = [from, to - 1].map(f64::from);
        assert_eq!([bounds.bounds().min.x, bounds.bounds().max.x], ends);
    }
}
