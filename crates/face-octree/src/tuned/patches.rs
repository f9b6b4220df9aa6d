//! Step 2a, tuned: faces of a body in patches, one flat list, and patches near a region.
//!
//! Good for meshes whose faces share edges: a patch is up to eight faces, each of which has two
//! vertices among those taken before it, so a region is compared with about a sixth as many boxes
//! as there are faces. A face that shares no edge is a patch of its own. There is no hierarchy,
//! only one list of patches: which faces are in a patch follows from the mesh, in one pass over its
//! faces, and boxes from the vertices, in another. Both take linear time for any mesh, also with
//! many faces around one vertex or at one place. Vertices may move at will: only boxes are made
//! again.
//! The essence:
//! 1. Go through the faces. One that is not taken begins a patch.
//! 2. Go through the vertices of the patch. Take the faces around each that share an edge with the
//!    patch, until there are eight. Faces taken add vertices.
//! 3. Keep the box of each patch in single precision, eight side by side.
//! 4. Compare a region, a ball and the axes of a turned box with eight boxes at a time.
//! 5. Of those that may meet a body, take the interval on the line of centers.
//!
//! # Rounding
//! A coordinate `x` of local space is kept as `r(x) = f32((x − c) s)`, with the center `c` of the
//! body and a power of two `s`, about the inverse of its size. Subtracting, multiplying and
//! rounding are monotone, so `r` is: where the box of a patch and a region share the coordinate
//! `x`, `r(low) <= r(x) <= r(high)` for both. Comparing what `r` returns for the sides of both
//! loses nothing, at any scale, without a margin.

use super::reach::{AxisReach, LineAxis, Reach, RoundedReach};
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

/// Number of blocks of patches whose positions a thread looks at: about 5 µs of work.
const SCANNED_AT_ONCE: usize = 256;

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
        patches.fit(mesh.vertices(), &mesh.aabb());
        patches
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

    /// Appends the patches of `blocks` that may share a point with a body, ascending.
    ///
    /// Conservative: a patch with such a point is in the list.
    pub(crate) fn find(&self, reach: &Reach, blocks: Range<usize>, found: &mut Vec<u32>) {
        dispatch(FindPatches {
            boxes: &self.boxes[blocks.clone()],
            first: blocks.start * WIDTH,
            reach: &reach.rounded(&self.unit),
            found,
        });
        // Lanes beyond the last patch: the highest numbers, so they are at the end.
        while found
            .pop_if(|patch| *patch as usize >= self.len())
            .is_some()
        {}
    }

    /// Returns an interval that contains the positions, on the line of centers, of all patches that
    /// may share a point with a body, or `None` if there is no such patch. Linear in the number of
    /// patches; threads share it.
    pub(crate) fn interval(&self, team: Team, reach: &Reach, line: &LineAxis) -> Option<[f64; 2]> {
        let (reach, axis) = (&reach.rounded(&self.unit), &line.rounded(&self.unit));
        let search = |blocks: Range<usize>| {
            let mut around = [f32::INFINITY, f32::NEG_INFINITY];
            dispatch(FindInterval {
                boxes: &self.boxes[blocks],
                reach,
                axis,
                around: &mut around,
            });
            around
        };
        let both = |p: [f32; 2], q: [f32; 2]| [lesser(p[0], q[0]), greater(p[1], q[1])];
        let around = team.fold(0..self.boxes.len(), SCANNED_AT_ONCE, &search, &both);
        (around[0] <= around[1]).then(|| line.interval(&self.unit, around))
    }

    /// Returns the number of blocks that [`Patches::find`] looks through.
    pub(crate) fn block_count(&self) -> usize {
        self.boxes.len()
    }
}

/// A look through the boxes of patches, with instructions that are chosen at run time.
struct FindPatches<'a> {
    boxes: &'a [PatchBoxes],
    /// Patch of the first lane.
    first: usize,
    reach: &'a RoundedReach,
    found: &'a mut Vec<u32>,
}

impl Dispatch for FindPatches<'_> {
    #[inline(always)]
    fn run(self, on: impl Instructions) {
        let reach = self.reach.lanes(on);
        for (first, block) in (self.first..).step_by(WIDTH).zip(self.boxes) {
            for k in set_bits(reach.near(block).into()) {
                self.found.push((first + k) as u32);
            }
        }
    }
}

/// A search for the interval of the patches near a body, with instructions that are chosen at run
/// time.
struct FindInterval<'a> {
    boxes: &'a [PatchBoxes],
    reach: &'a RoundedReach,
    axis: &'a AxisReach,
    around: &'a mut [f32; 2],
}

impl Dispatch for FindInterval<'_> {
    #[inline(always)]
    fn run(self, on: impl Instructions) {
        let reach = self.reach.lanes(on);
        let [mut low, mut high] = *self.around;
        for block in self.boxes {
            let near = reach.near(block);
            if near == 0 {
                continue;
            }
            let [least, greatest] = self.axis.extents(on, block).map(Register::store);
            for k in set_bits(near.into()) {
                // A lane beyond the last patch is nowhere.
                if least[k] <= greatest[k] {
                    low = lesser(least[k], low);
                    high = greater(greatest[k], high);
                }
            }
        }
        *self.around = [low, high];
    }
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
mod tests {
    use super::*;

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
        }
    }
}
