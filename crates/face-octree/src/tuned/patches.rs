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

use super::reach::{AxisReach, LineAxis, Reach, ReachLanes, RoundedReach};
use crate::workers::Team;
use geometry::lanes::{
    Dispatch, Instructions, Register, VecLanes, WIDTH, dispatch, greater, lesser, set_bits,
};
use geometry::{Aabb, Mesh, Vec3, unit_scale};
use std::ops::Range;

/// Maximum number of faces of a patch.
pub(super) const MAX_FACES: usize = 8;

/// Maximum number of vertices of a patch: each face but the first adds one at most.
pub(super) const MAX_VERTICES: usize = MAX_FACES + 2;

/// Maximum number of faces that a patch looks at around a vertex at once. A vertex with more is a
/// tip of a cone or a heap, where the patch grows from the other vertices as well.
const MAX_LOOKED_AT: usize = 64;

/// Number of blocks of a group, which has one box: 256 faces, if patches are full.
const GROUP_BLOCKS: usize = 4;

/// Number of patches of a group.
const GROUP_PATCHES: usize = GROUP_BLOCKS * WIDTH;

/// Number of blocks of a piece, whose groups are compared at once.
pub(super) const PIECE_BLOCKS: usize = GROUP_BLOCKS * WIDTH;

/// Number of blocks of a piece up to which all are compared, without their groups.
const GROUPED_FROM: usize = 2 * GROUP_BLOCKS;

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

/// Boxes of a piece: those of its groups, and those of its patches.
#[derive(Clone, Copy)]
struct PieceBoxes<'a> {
    groups: &'a PatchBoxes,
    blocks: &'a [PatchBoxes],
}

impl PieceBoxes<'_> {
    fn new(patches: &Patches, piece: usize) -> PieceBoxes<'_> {
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
struct FindPatches<'a> {
    piece: PieceBoxes<'a>,
    /// First patch of the piece.
    first: usize,
    reach: &'a RoundedReach,
    found: &'a mut Vec<u32>,
    tests: &'a mut u64,
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
struct FindInterval<'a> {
    patches: &'a Patches,
    pieces: Range<usize>,
    reach: &'a RoundedReach,
    axis: &'a AxisReach,
    /// The interval, and the number of boxes compared.
    found: &'a mut ([f32; 2], u64),
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

/// Patches of a mesh while faces are taken into them.
struct Growth<'a> {
    mesh: &'a Mesh,
    patches: &'a mut Patches,
    around: FacesAround,
    is_taken: Vec<bool>,
    /// Number of faces looked at so far around vertices, repetitions counted.
    looked_at: u64,
}

impl Growth<'_> {
    fn new<'a>(mesh: &'a Mesh, patches: &'a mut Patches) -> Growth<'a> {
        Growth {
            mesh,
            patches,
            around: FacesAround::new(mesh),
            is_taken: vec![false; mesh.face_count()],
            looked_at: 0,
        }
    }

    fn grow_all(&mut self) {
        for seed in 0..self.mesh.face_count() {
            if !self.is_taken[seed] {
                self.grow(seed as u32);
            }
        }
        debug_assert!(self.looked_at <= most_looked_at(self.mesh, self.patches));
    }

    /// Appends a patch of a face and the faces around it that are not taken.
    fn grow(&mut self, seed: u32) {
        let (first, first_face) = (self.patches.vertices.len(), self.patches.faces.len());
        self.take(seed, first);
        let mut next = first;
        while next < self.patches.vertices.len() {
            let vertex = self.patches.vertices[next];
            // A face around the vertex may be next to one that was taken after it was looked at.
            if !self.grow_around(vertex, first, first_face + MAX_FACES) {
                next += 1;
            }
            if self.patches.faces.len() == first_face + MAX_FACES {
                break;
            }
        }
        let Patches {
            vertices,
            vertex_starts,
            faces,
            face_starts,
            ..
        } = &mut *self.patches;
        vertex_starts.push(vertices.len() as u32);
        face_starts.push(faces.len() as u32);
    }

    /// Takes faces around a vertex that share an edge with the patch whose vertices begin at
    /// `first`, until there are `full` faces. Returns false if there is none.
    fn grow_around(&mut self, vertex: u32, first: usize, full: usize) -> bool {
        let mut grows = false;
        // Dropped for good, so that patches at a tip do not go through all faces around it each.
        self.looked_at += u64::from(self.around.skip_taken(vertex, &self.is_taken));
        for i in self.around.next(vertex) {
            self.looked_at += 1;
            let face = self.around.faces[i];
            if self.is_taken[face as usize] {
                continue;
            }
            let ring = &self.patches.vertices[first..];
            let corners = self.mesh.triangles()[face as usize];
            // Corners, not distinct vertices: a face that has one vertex twice, in the patch, adds
            // one vertex at most, too.
            if corners.iter().filter(|v| ring.contains(v)).count() >= 2 {
                self.take(face, first);
                grows = true;
                if self.patches.faces.len() == full {
                    break;
                }
            }
        }
        grows
    }

    /// Appends a face to the patch whose vertices begin at `first`.
    fn take(&mut self, face: u32, first: usize) {
        self.is_taken[face as usize] = true;
        let vertices = &mut self.patches.vertices;
        let corners = self.mesh.triangles()[face as usize].map(|v| {
            let known = vertices[first..].iter().position(|w| *w == v);
            known.unwrap_or_else(|| {
                vertices.push(v);
                vertices.len() - 1 - first
            }) as u8
        });
        self.patches.faces.push(PatchFace { face, corners });
    }
}

/// Returns a bound on the faces looked at, linear in the faces of the mesh.
///
/// Each face of a patch but the first adds one vertex at most, so a patch has [`MAX_VERTICES`]
/// vertices. It looks at each once without taking a face, and once for each face taken. Each corner
/// of a face is dropped once.
fn most_looked_at(mesh: &Mesh, patches: &Patches) -> u64 {
    let visits = patches.len() * MAX_VERTICES + mesh.face_count();
    (visits * MAX_LOOKED_AT + 3 * mesh.face_count()) as u64
}

/// Faces around each vertex, ascending. A face that has one vertex twice is listed there twice.
struct FacesAround {
    /// Start of the list of each vertex, after the faces at its front that are taken.
    starts: Vec<u32>,
    ends: Vec<u32>,
    faces: Vec<u32>,
}

impl FacesAround {
    /// Drops the taken faces at the front of the list of a vertex. Returns their number.
    fn skip_taken(&mut self, vertex: u32, is_taken: &[bool]) -> u32 {
        let start = &mut self.starts[vertex as usize];
        let list = &self.faces[*start as usize..self.ends[vertex as usize] as usize];
        let taken = list.iter().take_while(|face| is_taken[**face as usize]);
        let taken = taken.count() as u32;
        *start += taken;
        taken
    }

    /// Returns where the next faces of a vertex are in `faces`, at most [`MAX_LOOKED_AT`].
    fn next(&self, vertex: u32) -> Range<usize> {
        let start = self.starts[vertex as usize] as usize;
        let end = self.ends[vertex as usize] as usize;
        start..end.min(start + MAX_LOOKED_AT)
    }

    fn new(mesh: &Mesh) -> FacesAround {
        let corners = || mesh.triangles().as_flattened().iter().map(|v| *v as usize);
        // A counting sort. The faces of a vertex are counted one place higher, so that sums of what
        // is before it are starts.
        let mut starts = vec![0; mesh.vertices().len() + 1];
        corners().for_each(|v| starts[v + 1] += 1);
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        // They go on from the starts with each face that is listed.
        let mut ends = starts.clone();
        let mut faces = vec![0; 3 * mesh.face_count()];
        for (corner, v) in corners().enumerate() {
            faces[ends[v] as usize] = corner as u32 / 3;
            ends[v] += 1;
        }
        FacesAround {
            starts,
            ends,
            faces,
        }
    }
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
mod tests {
    use super::*;
    use geometry::lanes::Lanes;

    /// A sphere, with a face that has one vertex twice, one that shares no vertex, and a vertex
    /// without faces.
    fn mesh() -> Mesh {
        let sphere = scenes::bodies::sphere(960).unwrap();
        let mut vertices = sphere.vertices().to_vec();
        let first = vertices.len() as u32;
        vertices.extend([Vec3::ONE, Vec3::X, Vec3::Y, Vec3::Z]);
        let mut triangles = sphere.triangles().to_vec();
        triangles.push([5, 5, 9]);
        triangles.push([first + 1, first + 2, first + 3]);
        Mesh::new(vertices, triangles).unwrap()
    }

    #[test]
    fn each_face_is_in_one_patch_with_its_own_corners() {
        let mesh = mesh();
        let patches = Patches::new(&mesh);
        let mut seen = vec![0; mesh.face_count()];
        for patch in 0..patches.len() as u32 {
            let vertices = patches.vertices(patch);
            let faces = patches.faces(patch);
            assert!((1..=MAX_FACES).contains(&faces.len()));
            for face in faces {
                seen[face.face as usize] += 1;
                let corners = face.corners.map(|i| vertices[i as usize]);
                assert_eq!(corners, mesh.triangles()[face.face as usize]);
            }
            let mut distinct = vertices.to_vec();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), vertices.len(), "each vertex once");
        }
        assert!(seen.iter().all(|count| *count == 1));
    }

    #[test]
    fn patches_of_a_closed_mesh_are_nearly_full_and_round() {
        let mesh = scenes::bodies::sphere(3968).unwrap();
        let patches = Patches::new(&mesh);
        assert!(6 * patches.len() <= 3968, "{}", patches.len());
        assert!(
            2 * patches.vertices.len() <= 3 * 3968,
            "{}",
            patches.vertices.len()
        );
    }

    /// `count` faces around vertex 0, each next to the one before it, listed in steps of `step`.
    fn fan(count: u32, step: u32) -> Mesh {
        let angle = |i: u32| std::f64::consts::TAU * f64::from(i) / f64::from(count);
        let rim = (0..count).map(|i| Vec3::new(angle(i).cos(), angle(i).sin(), 0.0));
        let vertices = std::iter::once(Vec3::Z).chain(rim).collect();
        let order = (0..count).map(|i| (u64::from(i) * u64::from(step) % u64::from(count)) as u32);
        let triangles = order.map(|i| [0, 1 + i, 1 + (i + 1) % count]);
        Mesh::new(vertices, triangles.collect()).unwrap()
    }

    /// Patches are made in linear time, counted in faces that are looked at.
    #[test]
    fn many_faces_around_a_vertex_are_looked_at_a_bounded_number_of_times() {
        let corners = vec![Vec3::X, Vec3::Y, Vec3::Z];
        let heap = Mesh::new(corners, vec![[0, 1, 2]; 1_000_000]).unwrap();
        let fans = [(200_000, 1), (200_000, 123_457)].map(|(count, step)| fan(count, step));
        for (mesh, per_face) in fans.into_iter().chain([heap]).zip([2, 20, 3]) {
            let mut patches = Patches::empty();
            let mut growth = Growth::new(&mesh, &mut patches);
            growth.grow_all();
            let looked_at = growth.looked_at / mesh.face_count() as u64;
            assert!(looked_at <= per_face, "{looked_at} for each face");
            let full = mesh.face_count() / MAX_FACES;
            assert!(patches.len() <= full + full / 2, "{}", patches.len());
        }
    }

    #[test]
    fn boxes_are_those_of_the_vertices_fitted_last() {
        let mesh = mesh();
        let mut patches = Patches::new(&mesh);
        let vertices: Vec<Vec3> = mesh
            .vertices()
            .iter()
            .map(|p| *p * 1e-200 + Vec3::X)
            .collect();
        for vertices in [mesh.vertices(), &vertices] {
            patches.fit(vertices, &Aabb::of_points(vertices));
            for patch in 0..patches.len() {
                let (block, k) = (&patches.boxes[patch / WIDTH], patch % WIDTH);
                let ring = patches.vertices(patch as u32).iter();
                let bounds = Aabb::of_points(ring.map(|v| &vertices[*v as usize]));
                let (low, high) = (
                    patches.unit.rounded(bounds.min),
                    patches.unit.rounded(bounds.max),
                );
                assert!((0..3).all(|i| block[0][i][k] == low[i] && block[1][i][k] == high[i]));
                assert!((0..3).all(|i| low[i] >= -1.0 && high[i] <= 1.0));
            }
            // A group has the least box around those of its patches.
            for group in 0..patches.boxes.len().div_ceil(GROUP_BLOCKS) {
                let blocks = patches.boxes.iter().skip(group * GROUP_BLOCKS);
                let of = &patches.groups[group / WIDTH];
                for i in 0..3 {
                    let sides = blocks
                        .clone()
                        .take(GROUP_BLOCKS)
                        .map(|b| [b[0][i], b[1][i]]);
                    let sides: Vec<[Lanes; 2]> = sides.collect();
                    let lows = sides.iter().flat_map(|s| s[0]);
                    let highs = sides.iter().flat_map(|s| s[1]);
                    assert_eq!(of[0][i][group % WIDTH], lows.fold(f32::INFINITY, f32::min));
                    assert_eq!(
                        of[1][i][group % WIDTH],
                        highs.fold(f32::NEG_INFINITY, f32::max)
                    );
                }
            }
        }
    }

    /// Groups of a mesh are small, in whatever order it lists its faces.
    #[test]
    fn patches_that_follow_each_other_are_near_each_other() {
        let sphere = scenes::bodies::sphere(9800).unwrap();
        let mixed = |i: usize| i * 7919 % sphere.face_count();
        let triangles = (0..sphere.face_count()).map(|i| sphere.triangles()[mixed(i)]);
        let mixed = Mesh::new(sphere.vertices().to_vec(), triangles.collect()).unwrap();
        for mesh in [&sphere, &mixed] {
            let patches = Patches::new(mesh);
            let count = patches.boxes.len().div_ceil(GROUP_BLOCKS);
            let surface = |group: usize| {
                let [low, high] = &patches.groups[group / WIDTH];
                let [x, y, z] = [0, 1, 2].map(|i| high[i][group % WIDTH] - low[i][group % WIDTH]);
                x * y + y * z + z * x
            };
            let around = Aabb::of_points(mesh.vertices()).size() * patches.unit.scale;
            let mean = (0..count).map(surface).sum::<f32>() / count as f32;
            let whole = 3.0 * (around.x * around.x) as f32;
            assert!(mean < 0.15 * whole, "{mean} of {whole}");
        }
    }
}
