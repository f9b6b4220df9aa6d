//! Patches of a mesh, grown face by face.
//!
//! Good for any mesh: a face that shares no edge is a patch of its own, and many faces around one
//! vertex take no more than linear time. The essence is in [`super`], steps 1 and 2.

use super::{MAX_FACES, MAX_VERTICES, PatchFace, Patches};
use geometry::Mesh;
use std::ops::Range;

/// Maximum number of faces that a patch looks at around a vertex at once. A vertex with more is a
/// tip of a cone or a heap, where the patch grows from the other vertices as well.
const MAX_LOOKED_AT: usize = 64;

/// Patches of a mesh while faces are taken into them.
pub(super) struct Growth<'a> {
    mesh: &'a Mesh,
    patches: &'a mut Patches,
    around: FacesAround,
    is_taken: Vec<bool>,
    /// Number of faces looked at so far around vertices, repetitions counted.
    pub(super) looked_at: u64,
}

impl Growth<'_> {
    /// Begins with no face taken. `patches` are empty.
    pub(super) fn new<'a>(mesh: &'a Mesh, patches: &'a mut Patches) -> Growth<'a> {
        Growth {
            mesh,
            patches,
            around: FacesAround::new(mesh),
            is_taken: vec![false; mesh.face_count()],
            looked_at: 0,
        }
    }

    /// Takes each face into a patch.
    pub(super) fn grow_all(&mut self) {
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
