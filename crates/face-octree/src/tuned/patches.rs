//! Step 2a, tuned: faces of a body in patches, one flat list, and patches near a region.
//!
//! Good for meshes whose faces share edges: a patch is up to eight faces, each of which has two
//! vertices among those taken before it, so there are about a sixth as many boxes as faces. A face
//! that shares no edge is a patch of its own. Which faces are in a patch follows from the mesh, in
//! one pass over its faces, in linear time for any mesh, also with many faces around one vertex or
//! at one place. `p` patches are then brought into an order in which neighbors in the list are near
//! each other, in `p log p`. Groups of 32 have boxes of their own, which are compared first. There
//! is no other hierarchy, so vertices may move at will: only boxes are made again, in one pass.
//! The essence:
//! 1. Go through the faces. One that is not taken begins a patch.
//! 2. Go through the vertices of the patch. Take the faces around each that share an edge with the
//!    patch, until there are eight. Faces taken add vertices.
//! 3. Halve the list of patches along the longest side of the box of their centers, until each part
//!    is a group.
//! 4. Keep the box of each patch in single precision, eight side by side, and of each group.
//! 5. Compare a region, a ball and the axes of a turned box with the boxes of eight groups at a
//!    time, and then with those of the patches of each group that is near.
//! 6. Of those that may meet a body, take the interval on the line of centers.
//!
//! # Rounding
//! A coordinate `x` of local space is kept as `r(x) = f32((x − c) s)`, with the center `c` of the
//! body and a power of two `s`, about the inverse of its size. Subtracting, multiplying and
//! rounding are monotone, so `r` is: where the box of a patch and a region share the coordinate
//! `x`, `r(low) <= r(x) <= r(high)` for both. Comparing what `r` returns for the sides of both
//! loses nothing, at any scale, without a margin.

mod growth;
mod search;

use super::reach::{LineAxis, Reach, RoundedReach};
use crate::workers::Team;
use geometry::lanes::{VecLanes, WIDTH, dispatch, greater, lesser};
use geometry::{Aabb, Mesh, Vec3, unit_scale};
use growth::Growth;
use search::{FindInterval, FindPatches, PieceBoxes};
use std::ops::Range;

/// Maximum number of faces of a patch.
pub(super) const MAX_FACES: usize = 8;

/// Maximum number of vertices of a patch: each face but the first adds one at most.
pub(super) const MAX_VERTICES: usize = MAX_FACES + 2;

/// Number of blocks of a group, which has one box: 256 faces, if patches are full.
const GROUP_BLOCKS: usize = 4;

/// Number of patches of a group.
const GROUP_PATCHES: usize = GROUP_BLOCKS * WIDTH;

/// Number of blocks of a piece, whose groups are compared at once.
pub(super) const PIECE_BLOCKS: usize = GROUP_BLOCKS * WIDTH;

/// Number of pieces whose positions a thread looks at: up to 5 µs of work.
const SCANNED_AT_ONCE: usize = 8;

/// Patches of a mesh, with their boxes in local space.
#[derive(Clone, Debug)]
pub(crate) struct Patches {
    /// Vertices of patch `i`, each once, from `vertex_starts[i]` on.
    vertices: Vec<u32>,
    vertex_starts: Vec<u32>,
    /// Faces of patch `i` from `face_starts[i]` on, with the ranks of their corners among the
    /// vertices of the patch.
    faces: Vec<PatchFace>,
    face_starts: Vec<u32>,
    boxes: Vec<PatchBoxes>,
    /// Boxes of the groups of each piece.
    groups: Vec<PatchBoxes>,
    unit: Unit,
}

/// Face of a patch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PatchFace {
    pub(crate) face: u32,
    /// Ranks of its corners among the vertices of the patch.
    pub(crate) corners: [u8; 3],
}

/// Lower and upper sides of the boxes of eight patches. A lane beyond the last patch has a box that
/// is nowhere, but may be found where a region is infinite in the unit of a small body.
type PatchBoxes = [VecLanes; 2];

const NOWHERE: PatchBoxes = [[[f32::INFINITY; WIDTH]; 3], [[f32::NEG_INFINITY; WIDTH]; 3]];

/// `c` and `s` of the boxes of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub(super) center: Vec3,
    /// Number of units of length in a scene unit, a power of two.
    pub(super) scale: f64,
}

impl Unit {
    /// Returns a local point in the unit.
    #[inline]
    pub(super) fn of(&self, p: Vec3) -> Vec3 {
        (p - self.center) * self.scale
    }

    /// `r`.
    #[inline]
    pub(super) fn rounded(&self, p: Vec3) -> [f32; 3] {
        self.of(p).to_array().map(|x| x as f32)
    }
}

impl Patches {
    fn empty() -> Patches {
        Patches {
            vertices: Vec::new(),
            vertex_starts: vec![0],
            faces: Vec::new(),
            face_starts: vec![0],
            boxes: Vec::new(),
            groups: Vec::new(),
            unit: Unit {
                center: Vec3::ZERO,
                scale: 1.0,
            },
        }
    }

    /// Returns the patches of a mesh, with boxes of its vertices at rest.
    pub(crate) fn new(mesh: &Mesh) -> Patches {
        let mut patches = Patches::empty();
        Growth::new(mesh, &mut patches).grow_all();
        patches.fit_patches(mesh.vertices(), &mesh.aabb());
        patches.bring_together();
        patches
    }

    /// Brings the patches into an order in which those of a group are near each other, and sets the
    /// boxes of the groups.
    fn bring_together(&mut self) {
        let center = |patch: usize| {
            let ([low, high], k) = (&self.boxes[patch / WIDTH], patch % WIDTH);
            [0, 1, 2].map(|axis| low[axis][k] + high[axis][k])
        };
        let mut order: Vec<PatchCenter> = (0..self.len())
            .map(|patch| (center(patch), patch as u32))
            .collect();
        halve(&mut order);
        let mut sorted = Patches::empty();
        sorted.unit = self.unit;
        sorted.boxes.resize(self.boxes.len(), NOWHERE);
        for (i, (_, patch)) in order.into_iter().enumerate() {
            sorted.vertices.extend_from_slice(self.vertices(patch));
            sorted.vertex_starts.push(sorted.vertices.len() as u32);
            sorted.faces.extend_from_slice(self.faces(patch));
            sorted.face_starts.push(sorted.faces.len() as u32);
            let (from, k) = (&self.boxes[patch as usize / WIDTH], patch as usize % WIDTH);
            let to = &mut sorted.boxes[i / WIDTH];
            for (to, from) in to.as_flattened_mut().iter_mut().zip(from.as_flattened()) {
                to[i % WIDTH] = from[k];
            }
        }
        sorted.fit_groups();
        *self = sorted;
    }

    /// Returns the number of patches.
    pub(crate) fn len(&self) -> usize {
        self.face_starts.len() - 1
    }

    /// Returns the vertices of a patch.
    pub(crate) fn vertices(&self, patch: u32) -> &[u32] {
        &self.vertices[range(&self.vertex_starts, patch)]
    }

    /// Returns the faces of a patch.
    pub(crate) fn faces(&self, patch: u32) -> &[PatchFace] {
        &self.faces[range(&self.face_starts, patch)]
    }

    /// Takes other local vertices, with their box.
    pub(super) fn fit(&mut self, vertices: &[Vec3], bounds: &Aabb) {
        self.fit_patches(vertices, bounds);
        self.fit_groups();
    }

    /// Sets the unit and the boxes of the patches.
    fn fit_patches(&mut self, vertices: &[Vec3], bounds: &Aabb) {
        self.unit = Unit {
            center: bounds.center(),
            scale: unit_scale(0.5 * bounds.size().max_element()),
        };
        let count = self.len();
        self.boxes.clear();
        self.boxes.resize(count.div_ceil(WIDTH), NOWHERE);
        let mut start = 0;
        for (patch, end) in self.vertex_starts[1..].iter().enumerate() {
            let ring = &self.vertices[start..*end as usize];
            start = *end as usize;
            let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
            for v in ring {
                let p = vertices[*v as usize].to_array();
                low = zip(low, p, |x, y| if y < x { y } else { x });
                high = zip(high, p, |x, y| if y > x { y } else { x });
            }
            // `r` is monotone, so the sides may be rounded in place of all vertices.
            let (low, high) = (Vec3::from_array(low), Vec3::from_array(high));
            let (low, high) = (self.unit.rounded(low), self.unit.rounded(high));
            let block = &mut self.boxes[patch / WIDTH];
            for axis in 0..3 {
                block[0][axis][patch % WIDTH] = low[axis];
                block[1][axis][patch % WIDTH] = high[axis];
            }
        }
    }

    /// Sets the boxes of the groups from those of the patches.
    fn fit_groups(&mut self) {
        self.groups.clear();
        for blocks in self.boxes.chunks(PIECE_BLOCKS) {
            let mut groups = NOWHERE;
            for (k, blocks) in blocks.chunks(GROUP_BLOCKS).enumerate() {
                let mut around = NOWHERE;
                for block in blocks {
                    for axis in 0..3 {
                        for lane in 0..WIDTH {
                            let (low, high) = (block[0][axis][lane], block[1][axis][lane]);
                            around[0][axis][lane] = lesser(low, around[0][axis][lane]);
                            around[1][axis][lane] = greater(high, around[1][axis][lane]);
                        }
                    }
                }
                for axis in 0..3 {
                    let [low, high] = [around[0][axis], around[1][axis]];
                    groups[0][axis][k] = low.into_iter().fold(f32::INFINITY, lesser);
                    groups[1][axis][k] = high.into_iter().fold(f32::NEG_INFINITY, greater);
                }
            }
            self.groups.push(groups);
        }
    }

    /// Returns a reach in the unit of the patches.
    pub(crate) fn rounded(&self, reach: &Reach) -> RoundedReach {
        reach.rounded(&self.unit)
    }

    /// Appends the patches of a piece that may share a point with a body, ascending. Returns the
    /// number of boxes compared.
    ///
    /// Conservative: a patch with such a point is in the list.
    pub(crate) fn find(&self, reach: &RoundedReach, piece: usize, found: &mut Vec<u32>) -> u64 {
        let mut tests = 0;
        dispatch(FindPatches {
            piece: PieceBoxes::new(self, piece),
            first: piece * PIECE_BLOCKS * WIDTH,
            reach,
            found,
            tests: &mut tests,
        });
        // Lanes beyond the last patch: the highest numbers, so they are at the end.
        while found
            .pop_if(|patch| *patch as usize >= self.len())
            .is_some()
        {}
        tests
    }

    /// Returns an interval that contains the positions, on the line of centers, of all patches that
    /// may share a point with a body, or `None` if there is no such patch. Adds the number of boxes
    /// compared to `tests`. At most linear in the number of patches; threads share it.
    pub(crate) fn interval(
        &self,
        team: Team,
        reach: &Reach,
        line: &LineAxis,
        tests: &mut u64,
    ) -> Option<[f64; 2]> {
        let (reach, axis) = (&reach.rounded(&self.unit), &line.rounded(&self.unit));
        let search = |pieces: Range<usize>| {
            let mut found = ([f32::INFINITY, f32::NEG_INFINITY], 0);
            dispatch(FindInterval {
                patches: self,
                pieces,
                reach,
                axis,
                found: &mut found,
            });
            found
        };
        let both = |(p, n): ([f32; 2], u64), (q, m): ([f32; 2], u64)| {
            ([lesser(p[0], q[0]), greater(p[1], q[1])], n + m)
        };
        let pieces = 0..self.piece_count();
        let (around, count) = team.fold(pieces, SCANNED_AT_ONCE, &search, &both);
        *tests += count;
        (around[0] <= around[1]).then(|| line.interval(&self.unit, around))
    }

    /// Returns the number of pieces that [`Patches::find`] looks through.
    pub(crate) fn piece_count(&self) -> usize {
        self.groups.len()
    }
}

/// Doubled center of a patch, and its number.
type PatchCenter = ([f32; 3], u32);

/// Divides patches into halves along the longest side of the box of their centers, and each half
/// again, until there are no more than those of a group, which are in the order of the mesh. All
/// groups but the last are full. The order depends on the mesh alone.
fn halve(patches: &mut [PatchCenter]) {
    let groups = patches.len().div_ceil(GROUP_PATCHES);
    if groups < 2 {
        return patches.sort_unstable_by_key(|(_, patch)| *patch);
    }
    let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    for (center, _) in &*patches {
        for axis in 0..3 {
            low[axis] = lesser(center[axis], low[axis]);
            high[axis] = greater(center[axis], high[axis]);
        }
    }
    let side = |axis: &usize| high[*axis] - low[*axis];
    let longest = (0..3).max_by(|i, j| side(i).total_cmp(&side(j)));
    let axis = longest.expect("three axes");
    let midpoint = groups / 2 * GROUP_PATCHES;
    patches.select_nth_unstable_by(midpoint, |(p, i), (q, j)| {
        p[axis].total_cmp(&q[axis]).then(i.cmp(j))
    });
    let (low, high) = patches.split_at_mut(midpoint);
    halve(low);
    halve(high);
}

#[inline(always)]
fn zip(p: [f64; 3], q: [f64; 3], choose: impl Fn(f64, f64) -> f64) -> [f64; 3] {
    [choose(p[0], q[0]), choose(p[1], q[1]), choose(p[2], q[2])]
}

fn range(starts: &[u32], i: u32) -> Range<usize> {
    starts[i as usize] as usize..starts[i as usize + 1] as usize
}

#[cfg(test)]
impl Patches {
    /// Returns the patches with boxes of groups that are everywhere.
    pub(super) fn without_groups(mut self) -> Patches {
        let [nowhere, everywhere] = [NOWHERE[0], NOWHERE[1]];
        self.groups.fill([everywhere, nowhere]);
        self
    }
}

#[cfg(test)]
mod tests;
