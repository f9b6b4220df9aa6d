//! The last level: the faces in the leaves that collide [Hubbard96 §4.1, §9.1; level 5 of §11.2].

use crate::SphereTree;
use crate::counters::SphereWork;
use crate::search::SearchOutput;
use crate::search::refinement::Meeting;
use crate::search::schedule::Cutoff;
use collision::{BodyPair, FacePair, SphereContact};
use geometry::{
    Aabb, Interference, Mesh, Triangle, Vec3, VisitedSet, WorldMap, interference_counted,
};
use std::ops::Range;

/// How many pairs of face boxes one step compares, at least, before it ends: some ten
/// microseconds, so that a deadline is soon noticed.
pub(crate) const FACES_IN_A_STEP: u64 = 512;

/// The world faces of a body that somebody asked for in this frame.
#[derive(Clone, Debug)]
pub(crate) struct WorldFaces {
    /// Those that this frame has computed.
    computed: VisitedSet,
    faces: Vec<(Aabb, Triangle)>,
}

impl WorldFaces {
    /// Room for so many faces.
    pub(crate) fn new(faces: usize) -> WorldFaces {
        let nowhere = Triangle::new(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO);
        WorldFaces {
            computed: VisitedSet::new(faces),
            faces: vec![(Aabb::EMPTY, nowhere); faces],
        }
    }

    /// Forgets the faces of the last frame.
    pub(crate) fn begin_frame(&mut self) {
        self.computed.clear();
    }

    /// Computes the face unless this frame did already.
    #[inline]
    fn need(&mut self, face: u32, mesh: &Mesh, map: &WorldMap, work: &mut SphereWork) {
        if self.computed.insert(face) {
            let [a, b, c] = mesh.triangle(face as usize).corners().map(|p| map.apply(p));
            let triangle = Triangle::new(a, b, c);
            self.faces[face as usize] = (triangle.aabb(), triangle);
            work.vertices_moved += 3;
        }
    }
}

/// One body of the pair whose faces are compared.
#[derive(Debug)]
pub(crate) struct Side<'a> {
    /// Its mesh.
    pub mesh: &'a Mesh,
    /// Its sphere-tree.
    pub tree: &'a SphereTree,
    /// Local → world.
    pub map: &'a WorldMap,
    /// Its world faces as far as they are known.
    pub faces: &'a mut WorldFaces,
}

/// Faces to compare: face `face` of A with all faces of B in the leaf of a colliding pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Task {
    face: u32,
    /// The pair of leaves, as an index into the list of colliding pairs.
    leaves: u32,
}

/// The face pairs of all body pairs of a frame that are still to be compared.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeafFaces {
    tasks: Vec<Task>,
    /// The faces of B that the face of A at hand has met.
    met: VisitedSet,
}

impl LeafFaces {
    /// Makes room for bodies of so many faces.
    pub(crate) fn reserve(&mut self, faces: usize) {
        self.met.reset(faces);
    }

    /// Forgets the last frame.
    pub(crate) fn clear(&mut self) {
        self.tasks.clear();
    }

    /// Lists the faces of A in colliding leaves, each with the leaves of B that it may meet, and
    /// returns where they are listed; nothing, and lists nothing, when the deadline passes meanwhile.
    /// `leaves` is a part of `colliding`, pairs of leaves all; `boxes` are those of the faces of A.
    ///
    /// A face is left out where its local box misses the other leaf's sphere, with
    /// [`RelativePose::distance_margin`](geometry::RelativePose::distance_margin) to spare.
    ///
    /// # Cost
    /// One test per face in each pair of leaves, and the sorting of those that are left. It does not
    /// grow with the faces of the bodies.
    pub(crate) fn list(
        &mut self,
        meeting: &Meeting,
        boxes: &[Aabb],
        colliding: &[SphereContact],
        leaves: Range<usize>,
        mut cutoff: Cutoff,
        work: &mut SphereWork,
    ) -> Option<Range<usize>> {
        let Meeting { a, b, b_in_a, .. } = *meeting;
        let start = self.tasks.len();
        for index in leaves {
            let [leaf_a, leaf_b] = colliding[index].spheres;
            let center = b_in_a.apply(b.centers[leaf_b as usize]);
            let reach = b.radii[leaf_b as usize] + b_in_a.distance_margin();
            let faces = a.faces(leaf_a);
            work.spheres_moved += 1;
            work.face_box_tests += faces.len() as u64;
            if cutoff.reached(faces.len()) {
                self.tasks.truncate(start);
                return None;
            }
            for &face in faces {
                let bounds = &boxes[face as usize];
                let nearest = center.clamp(bounds.min, bounds.max);
                if nearest.distance_squared(center) <= reach * reach {
                    let leaves = index as u32;
                    self.tasks.push(Task { face, leaves });
                }
            }
        }
        // `compare` takes all leaves of a face together.
        self.tasks[start..].sort_unstable();
        Some(start..self.tasks.len())
    }

    /// Compares the next faces of `tasks`, drops these from it, and adds to `found` those that
    /// interfere; the leaves that hold such faces get the level `faces_level`. Ends after
    /// [`FACES_IN_A_STEP`] box tests, at the end of a face of A (D9).
    ///
    /// Each face of A meets each face of B once, however many leaves hold them: boxes first, then
    /// the exact test, on world vertices.
    pub(crate) fn compare(
        &mut self,
        bodies: BodyPair,
        [a, b]: [Side; 2],
        tasks: &mut Range<usize>,
        faces_level: u8,
        found: &mut SearchOutput<'_>,
    ) {
        let enough = found.work.face_box_tests + FACES_IN_A_STEP;
        while tasks.start < tasks.end && found.work.face_box_tests < enough {
            let face_a = self.tasks[tasks.start].face;
            self.met.clear();
            a.faces.need(face_a, a.mesh, a.map, &mut found.work);
            let (box_a, triangle_a) = a.faces.faces[face_a as usize];
            while let Some(task) = self.tasks[tasks.clone()].first()
                && task.face == face_a
            {
                tasks.start += 1;
                let leaves = task.leaves as usize;
                let leaf_b = found.findings.evidence.spheres[leaves].spheres[1];
                for &face_b in b.tree.faces(leaf_b) {
                    if !self.met.insert(face_b) {
                        continue;
                    }
                    b.faces.need(face_b, b.mesh, b.map, &mut found.work);
                    let (box_b, triangle_b) = &b.faces.faces[face_b as usize];
                    found.work.face_box_tests += 1;
                    if !box_a.overlaps(box_b) {
                        continue;
                    }
                    found.work.face_pair_tests += 1;
                    let exact = &mut found.work.exact_fallbacks;
                    let kind = interference_counted(&triangle_a, triangle_b, exact);
                    if kind != Interference::Apart {
                        found.findings.evidence.spheres[leaves].level = faces_level;
                        let pair = FacePair {
                            bodies,
                            face_a,
                            face_b,
                        };
                        found.findings.add_contact(pair, kind);
                    }
                }
            }
        }
    }
}
