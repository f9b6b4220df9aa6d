//! Last level: the faces in colliding leaves [Hubbard96 §4.1, §9.1; level 5 of §11.2].
//!
//! "leaf spheres store the object's polygons they intersect, and the algorithm compares the
//! polygons in colliding leaves from different hierarchies" [§9.1].
//!
//! Good for small leaves. With `k` colliding pairs of leaves of `m` faces each: `k m` tests to list
//! the tasks and at most `k m²` box tests, each pair of faces once. The cost does not depend on the
//! number of faces of the bodies. The essence:
//! 1. For each colliding pair of leaves, list each face of A's leaf whose box meets B's sphere.
//! 2. Sort these tasks by face of A, so that all leaves of one face follow each other.
//! 3. For each face of A, test each face of B in these leaves once ([`crate::search::face_words`]):
//!    boxes, then the exact test.
//! 4. Stop after every [`FACES_IN_A_STEP`] box tests, also within a face of A (D9).

use crate::counters::SphereWork;
use crate::search::SearchOutput;
use crate::search::face_words::{FaceWord, WordSet};
use crate::search::schedule::Cutoff;
use crate::search::shape::ScaledBoxes;
use crate::search::tree_pair::TreePair;
use collision::{BodyPair, FacePair};
use geometry::lanes::set_bits;
use geometry::{
    Aabb, Csr, Interference, Mesh, Triangle, Vec3, VisitedSet, WorldMap, interference_counted,
};
use std::ops::Range;

/// Number of box tests of one step (D9). They take about ten microseconds, by which a search
/// usually runs past a deadline at most.
pub(crate) const FACES_IN_A_STEP: u64 = 512;

/// Maximum number of words of leaves that one step looks at. Leaves overlap: 64 faces that were
/// compared before cost a look and no test, one or two nanoseconds.
const LOOKS_IN_A_STEP: usize = 8 * FACES_IN_A_STEP as usize;

/// Number of units of body A in a unit of the pair from which on all faces of A count as near:
/// 2⁴⁰⁰. The margin of the pair is at least 2⁻⁵⁰ of its units, so A is smaller by 2³⁵⁰ than the
/// margin.
const ALL_ARE_NEAR: f64 = f64::from_bits((1023 + 400) << 52);

/// World-space faces of a body, computed on first use in each frame.
#[derive(Clone, Debug)]
pub(crate) struct WorldFaceCache {
    /// Faces computed in this frame.
    computed: VisitedSet,
    faces: Vec<(Aabb, Triangle)>,
}

impl WorldFaceCache {
    /// Returns a cache for a body with `faces` faces.
    pub(crate) fn new(faces: usize) -> WorldFaceCache {
        let nowhere = Triangle::new(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO);
        WorldFaceCache {
            computed: VisitedSet::new(faces),
            faces: vec![(Aabb::EMPTY, nowhere); faces],
        }
    }

    /// Invalidates the faces of the last frame.
    pub(crate) fn begin_frame(&mut self) {
        self.computed.clear();
    }

    /// Computes the face, unless this frame has computed it before.
    #[inline]
    fn need(&mut self, face: u32, mesh: &Mesh, map: &WorldMap, work: &mut SphereWork) {
        if self.computed.insert(face) {
            self.compute(face, mesh, map);
            work.vertices_moved += 3;
        }
    }

    /// Out of line, as most calls of `need` find the face computed.
    #[inline(never)]
    fn compute(&mut self, face: u32, mesh: &Mesh, map: &WorldMap) {
        let Triangle { a, b, c } = mesh.triangle(face as usize);
        let triangle = Triangle::new(map.apply(a), map.apply(b), map.apply(c));
        self.faces[face as usize] = (triangle.aabb(), triangle);
    }
}

/// One of the two bodies.
#[derive(Debug)]
pub(crate) struct PosedLeaves<'a> {
    pub mesh: &'a Mesh,
    pub leaves: &'a Csr<FaceWord>,
    /// Map from local to world space.
    pub map: &'a WorldMap,
    pub faces: &'a mut WorldFaceCache,
}

impl PosedLeaves<'_> {
    /// Computes a face in world space, unless this frame has computed it before.
    #[inline]
    fn need(&mut self, face: u32, work: &mut SphereWork) {
        self.faces.need(face, self.mesh, self.map, work);
    }

    /// Returns a face that was computed in this frame, with its box.
    #[inline]
    fn face(&self, face: u32) -> &(Aabb, Triangle) {
        &self.faces.faces[face as usize]
    }
}

/// Comparison of face `face` of A with all faces in B's leaf of a colliding pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct FaceTask {
    face: u32,
    /// Index of the pair of leaves in the list of colliding pairs.
    leaves: u32,
}

/// Tasks of a pair of bodies that are not done yet, as indices in the list of [`LeafFaces`].
#[derive(Clone, Debug, Default)]
pub(crate) struct TasksLeft {
    left: Range<usize>,
    /// First task of the face of A that the first task left has.
    of_face: usize,
    /// Number of words of B's leaf whose faces the first task left has compared.
    done: usize,
    /// Faces of the next word that are left, if the last slice ended within it, otherwise 0.
    rest: u64,
}

impl TasksLeft {
    fn new(left: Range<usize>) -> TasksLeft {
        TasksLeft {
            of_face: left.start,
            left,
            done: 0,
            rest: 0,
        }
    }

    /// Returns true if no task is left.
    pub(crate) fn is_empty(&self) -> bool {
        self.left.is_empty()
    }
}

/// Comparison of the faces of two bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FaceLevel {
    pub bodies: BodyPair,
    /// New level of leaf pairs with interfering faces.
    pub level: u8,
    /// One contact is enough.
    pub first_only: bool,
}

/// Face tasks of all body pairs of a frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeafFaces {
    tasks: Vec<FaceTask>,
    /// Buffers of the sort: unsorted tasks, and for each face of A the index of its next task.
    unsorted: Vec<FaceTask>,
    next: Vec<u32>,
    /// Faces of B that the face `met_by` of A was compared with, and all of a word that was
    /// compared in part.
    met: WordSet,
    /// Pair of bodies and face of A whose faces `met` has.
    met_by: Option<(BodyPair, u32)>,
}

impl LeafFaces {
    /// Reserves buffers for bodies of up to `faces` faces.
    pub(crate) fn reserve(&mut self, faces: usize) {
        self.met.reset(faces);
        self.next.clear();
        self.next.resize(faces, 0);
    }

    /// Drops the tasks of the last frame.
    pub(crate) fn clear(&mut self) {
        self.tasks.clear();
        self.met_by = None;
    }

    /// Lists the tasks of the leaf pairs `leaves`, a range of the found sphere pairs, and returns
    /// them: steps 1 and 2.
    ///
    /// A's local space, in the unit of `of_a`, the boxes of A's faces. Conservative: a face is left
    /// out only if its box misses B's sphere by more than
    /// [`RelativePose::distance_margin`](geometry::RelativePose::distance_margin). Returns `None`
    /// and lists nothing if the cutoff is reached.
    ///
    /// # Cost
    /// One test per face in each pair of leaves, and sorting the remaining tasks in linear time.
    pub(crate) fn list(
        &mut self,
        trees: &TreePair,
        of_a: &ScaledBoxes,
        leaves: Range<usize>,
        mut cutoff: Cutoff,
        found: &mut SearchOutput<'_>,
    ) -> Option<TasksLeft> {
        let TreePair { a, b, b_in_a, .. } = *trees;
        let start = self.tasks.len();
        self.met_by = None;
        // Number of units of A in a unit of the pair. If it is very large, A is smaller than the
        // margin by far, and lengths in its unit might overflow.
        let in_units_of_a = of_a.scale * b_in_a.in_scene_units(1.0);
        for index in leaves {
            // The sphere of B's leaf in A's space, enlarged by the rounding of the map (D10).
            let [leaf_a, leaf_b] = found.findings.evidence.spheres[index].spheres;
            let (center, radius) = if in_units_of_a > ALL_ARE_NEAR {
                (Vec3::ZERO, f64::INFINITY)
            } else {
                let radius = b.radii[leaf_b as usize] * b_in_a.scale();
                let center = b_in_a.apply(b.centers[leaf_b as usize]);
                let padded = radius + b_in_a.distance_margin();
                (center * in_units_of_a, padded * in_units_of_a)
            };
            let faces = a.faces(leaf_a);
            found.work.spheres_moved += 1;
            found.work.face_box_tests += faces.len() as u64;
            if cutoff.reached(faces.len()) {
                self.tasks.truncate(start);
                return None;
            }
            // Each task is written, and stays if its face is near: which faces are near follows no
            // pattern that a branch could learn.
            let leaves = index as u32;
            let mut end = self.tasks.len();
            let none = FaceTask { face: 0, leaves };
            self.tasks.resize(end + faces.len(), none);
            for &face in faces {
                let bounds = &of_a.boxes[face as usize];
                let nearest = center.clamp(bounds.min, bounds.max);
                self.tasks[end] = FaceTask { face, leaves };
                end += usize::from(nearest.distance_squared(center) <= radius * radius);
            }
            self.tasks.truncate(end);
        }
        self.sort(start, of_a.boxes.len());
        Some(TasksLeft::new(start..self.tasks.len()))
    }

    /// Sorts the tasks `start..` by face, and the tasks of a face by leaves: `compare` takes all
    /// leaves of a face together.
    fn sort(&mut self, start: usize, faces: usize) {
        let tasks = &mut self.tasks[start..];
        if tasks.len() < faces / 16 {
            // Comparing few tasks takes less time than a pass over all faces.
            return tasks.sort_unstable();
        }
        // Counting sort. It is stable, and tasks were listed by leaves.
        self.unsorted.clear();
        self.unsorted.extend_from_slice(tasks);
        let next = &mut self.next[..faces];
        next.fill(0);
        for task in &self.unsorted {
            next[task.face as usize] += 1;
        }
        let mut end = 0;
        for next in &mut *next {
            end += std::mem::replace(next, end);
        }
        for task in &self.unsorted {
            let next = &mut next[task.face as usize];
            tasks[*next as usize] = *task;
            *next += 1;
        }
    }

    /// Compares the next slice of `tasks`, removes it, and adds interfering face pairs to `found`:
    /// steps 3 and 4.
    ///
    /// World space. Sets the level of a leaf pair with interfering faces to that of `faces`.
    /// Compares each pair of faces once, even if several leaf pairs list it. Ends after a contact
    /// if one is enough: the tasks are then of no use.
    pub(crate) fn compare(
        &mut self,
        faces: FaceLevel,
        [mut a, mut b]: [PosedLeaves; 2],
        tasks: &mut TasksLeft,
        found: &mut SearchOutput<'_>,
    ) {
        let enough = found.work.face_box_tests + FACES_IN_A_STEP;
        let mut looks = 0;
        while let Some(&task) = self.tasks[tasks.left.clone()].first() {
            self.begin_face((faces.bodies, task), b.leaves, tasks, found);
            let mut has_face_a = false;
            for word in &b.leaves.get(leaf_of_b(task, found))[tasks.done..] {
                // The end of a slice: `tasks` remembers how far this leaf has come.
                if found.work.face_box_tests == enough || looks == LOOKS_IN_A_STEP {
                    return;
                }
                looks += 1;
                // Leaves overlap: most faces were compared before.
                let mut new = match std::mem::take(&mut tasks.rest) {
                    0 => self.met.insert(*word),
                    rest => rest,
                };
                if new == 0 {
                    tasks.done += 1;
                    continue;
                }
                while u64::from(new.count_ones()) > enough - found.work.face_box_tests {
                    let last = 1 << new.ilog2();
                    new ^= last;
                    tasks.rest |= last;
                }
                if !has_face_a {
                    has_face_a = true;
                    a.need(task.face, &mut found.work);
                }
                // All boxes first: which of them overlap follows no pattern that a branch could
                // learn.
                let (box_a, face_a) = a.face(task.face);
                let mut overlapping = 0;
                for bit in set_bits(new) {
                    let face_b = word.face(bit);
                    b.need(face_b, &mut found.work);
                    overlapping |= u64::from(box_a.overlaps(&b.face(face_b).0)) << bit;
                }
                found.work.face_box_tests += u64::from(new.count_ones());
                for bit in set_bits(overlapping) {
                    let face_b = word.face(bit);
                    found.work.face_pair_tests += 1;
                    let exact = &mut found.work.exact_fallbacks;
                    let kind = interference_counted(face_a, &b.face(face_b).1, exact);
                    if kind != Interference::Apart {
                        add_contact(faces, (task, face_b), kind, found);
                        if faces.first_only {
                            return;
                        }
                    }
                }
                if tasks.rest != 0 {
                    return;
                }
                tasks.done += 1;
            }
            tasks.left.start += 1;
            tasks.done = 0;
        }
    }

    /// Makes `met` the faces of B that the task's face of A was compared with.
    ///
    /// Leaves overlap, so several leaves of B may list one face. The set drops repetitions. If
    /// another pair of bodies has used the set since the last slice, the faces of that slice and of
    /// those before are marked again.
    fn begin_face(
        &mut self,
        (bodies, task): (BodyPair, FaceTask),
        leaves_b: &Csr<FaceWord>,
        tasks: &mut TasksLeft,
        found: &SearchOutput<'_>,
    ) {
        if self.tasks[tasks.of_face].face != task.face {
            tasks.of_face = tasks.left.start;
        }
        if self.met_by == Some((bodies, task.face)) {
            return;
        }
        self.met_by = Some((bodies, task.face));
        self.met.clear();
        let compared = &self.tasks[tasks.of_face..tasks.left.start];
        let words = compared.iter().map(|t| leaves_b.get(leaf_of_b(*t, found)));
        let begun = tasks.done + usize::from(tasks.rest != 0);
        let begun = &leaves_b.get(leaf_of_b(task, found))[..begun];
        for word in words.chain([begun]).flatten() {
            self.met.insert(*word);
        }
    }
}

/// Returns the leaf of B of a task.
fn leaf_of_b(task: FaceTask, found: &SearchOutput<'_>) -> usize {
    found.findings.evidence.spheres[task.leaves as usize].spheres[1] as usize
}

/// Adds a contact of a task, and raises the level of its leaf pair.
fn add_contact(
    faces: FaceLevel,
    (task, face_b): (FaceTask, u32),
    kind: Interference,
    found: &mut SearchOutput<'_>,
) {
    found.findings.evidence.spheres[task.leaves as usize].level = faces.level;
    let pair = FacePair {
        bodies: faces.bodies,
        face_a: task.face,
        face_b,
    };
    found.findings.add_contact(pair, kind);
}

#[cfg(test)]
mod tests {
    use super::*;
    use collision::{BodyId, Findings, SphereContact};
    use geometry::Pose;

    /// One face each, which all of many leaves list.
    #[test]
    fn a_step_ends_after_many_leaves_whose_faces_were_compared_before() {
        let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
        let mesh = Mesh::new(corners, vec![[0, 1, 2]]).unwrap();
        let map = Pose::IDENTITY.world_map();
        let leaves = Csr::from_lists([vec![FaceWord::of(&[0])]]);
        let leaf_pairs = LOOKS_IN_A_STEP + 100;
        let mut faces = LeafFaces::default();
        faces.reserve(1);
        let task = |leaves: usize| FaceTask {
            face: 0,
            leaves: leaves as u32,
        };
        faces.tasks.extend((0..leaf_pairs).map(task));
        let mut findings = Findings::default();
        let pair_of_leaves = SphereContact::new([0, 0], 1, 1.0, 0.0);
        findings.evidence.spheres = vec![pair_of_leaves; leaf_pairs];
        let mut found = SearchOutput {
            findings: &mut findings,
            work: SphereWork::default(),
        };
        let mut caches = [0, 1].map(|_| WorldFaceCache::new(1));
        let mut tasks = TasksLeft::new(0..leaf_pairs);
        let mut compare = |tasks: &mut TasksLeft| {
            let sides = caches.each_mut().map(|faces| PosedLeaves {
                mesh: &mesh,
                leaves: &leaves,
                map: &map,
                faces,
            });
            let level = FaceLevel {
                bodies: BodyPair::new(BodyId(0), BodyId(1)),
                level: 2,
                first_only: false,
            };
            faces.compare(level, sides, tasks, &mut found);
        };
        compare(&mut tasks);
        assert_eq!(tasks.left, LOOKS_IN_A_STEP..leaf_pairs);
        compare(&mut tasks);
        assert!(tasks.is_empty());
        assert_eq!((found.work.face_box_tests, findings.contacts.len()), (1, 1));
    }
}
