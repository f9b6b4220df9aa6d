//! Prepared bodies, and their world vertices in one frame.

use crate::containment::Containment;
use crate::workers::Team;
use crate::{
    Body, BodyId, Counter, Deformed, Findings, Frame, Query, Rejected, Shape, Snapshot, Work,
};
use geometry::{Aabb, MAX_COORDINATE, Mesh, Pose, Triangle, Vec3};
use std::sync::Arc;

/// Number of vertices that a thread moves at once: about 10 µs of work.
const VERTICES_AT_ONCE: usize = 4096;

/// Prepared bodies of a detector, with their world vertices and boxes in the current frame.
///
/// Vertices and box of a body are computed once per frame, on demand. Buffers are reused: nothing
/// is allocated once they have grown.
#[derive(Clone, Debug, Default)]
pub struct World {
    bodies: Vec<Body>,
    meshes: Vec<Arc<Mesh>>,
    /// Largest coordinate, in absolute value, of all meshes at rest.
    largest_extent: f64,
    present: Vec<bool>,
    vertices: Vec<Vec<Vec3>>,
    boxes: Vec<Aabb>,
    /// True if vertices and box are those of the current frame.
    moved: Vec<bool>,
    /// True if any of `moved` may be.
    any_moved: bool,
    /// Built at the first query that asks for contained bodies.
    containment: Option<Containment>,
}

/// Returns the local vertices of body `i` in a frame. A removed body has none.
fn local_vertices<'a>(mesh: &'a Mesh, is_present: bool, i: usize, frame: &Frame<'a>) -> &'a [Vec3] {
    if !is_present {
        return &[];
    }
    let deformed = frame.deformed_vertices(BodyId(i as u32));
    deformed.unwrap_or(mesh.vertices())
}

/// Moves local vertices to a pose. Returns the box of the world vertices.
fn place(local: &[Vec3], pose: Pose, vertices: &mut Vec<Vec3>) -> Aabb {
    let map = pose.world_map();
    vertices.clear();
    // Loops of their own: in one with boxes, the compiler moves one vertex at a time, not two.
    vertices.extend(local.iter().map(|p| map.apply(*p)));
    let (pairs, last) = vertices.as_chunks::<2>();
    let mut bounds = [Aabb::EMPTY; 2];
    for pair in pairs {
        bounds = [0, 1].map(|k| bounds[k].with_point(pair[k]));
    }
    let both = bounds[0].union(bounds[1]);
    last.iter().fold(both, |bounds, p| bounds.with_point(*p))
}

impl World {
    /// Returns the world of `bodies`, without world vertices.
    pub fn new(bodies: &[Body]) -> World {
        let extents = bodies.iter().map(|b| b.mesh().max_abs_coordinate());
        World {
            bodies: bodies.to_vec(),
            meshes: bodies.iter().map(|b| b.mesh().clone()).collect(),
            largest_extent: extents.fold(0.0, f64::max),
            present: vec![true; bodies.len()],
            vertices: vec![Vec::new(); bodies.len()],
            boxes: vec![Aabb::EMPTY; bodies.len()],
            moved: vec![false; bodies.len()],
            any_moved: false,
            containment: None,
        }
    }

    /// Returns the bodies, including removed ones.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// Returns the number of bodies, including removed ones.
    pub fn body_count(&self) -> usize {
        self.bodies.len()
    }

    /// Returns the ids of all bodies, including removed ones.
    pub fn body_ids(&self) -> impl Iterator<Item = BodyId> + Clone + use<> {
        (0..self.bodies.len() as u32).map(BodyId)
    }

    /// Returns true if the body was prepared and not removed.
    #[inline]
    pub fn contains(&self, body: BodyId) -> bool {
        self.present.get(body.index()) == Some(&true)
    }

    /// Returns true for each body that was not removed.
    pub(crate) fn present(&self) -> &[bool] {
        &self.present
    }

    /// Removes a body ([`crate::Detector::remove`]). Returns false if it was not present.
    pub fn remove(&mut self, body: BodyId) -> bool {
        let present = self.present.get_mut(body.index());
        present.is_some_and(|present| std::mem::replace(present, false))
    }

    /// Begins a frame: checks it and the query against the bodies.
    ///
    /// # Errors
    /// The first fault, with its body.
    pub fn begin_frame(&mut self, frame: &Frame<'_>, query: &Query<'_>) -> Result<(), Rejected> {
        if std::mem::take(&mut self.any_moved) {
            self.moved.fill(false);
        }
        let next_fits = frame.next.as_ref().is_none_or(|next| self.fits(next));
        if !(self.fits(&frame.now) & next_fits) {
            self.check_snapshots(frame)?;
        }
        let dt = frame.dt;
        // False for NaN.
        if !(0.0..=f64::MAX).contains(&dt) {
            return Err(Rejected::BadTimeStep { dt });
        }
        // A cube around the bodies may exceed the range of coordinates, but it has to be finite:
        // halving an infinite one separates nothing.
        if query
            .world
            .is_some_and(|world| !(world.min.is_finite() && world.max.is_finite()))
        {
            return Err(Rejected::BadWorld);
        }
        match query.candidates {
            None => Ok(()),
            Some(candidates) => self.check_candidates(candidates),
        }
    }

    /// Returns true if an instant passes [`World::check_snapshot`] by its totals, as nearly every
    /// one does: a pose for each body, no deformed vertices, and no vertex near the end of the
    /// range.
    #[inline]
    fn fits(&self, snapshot: &Snapshot<'_>) -> bool {
        let at_rest = matches!(snapshot.deformed(), Deformed::AtRest);
        at_rest
            & (snapshot.poses().len() == self.bodies.len())
            & in_reach(snapshot.farthest_translation(), self.largest_extent)
    }

    fn check_snapshots(&self, frame: &Frame<'_>) -> Result<(), Rejected> {
        self.check_snapshot(&frame.now)?;
        frame.next.map_or(Ok(()), |next| self.check_snapshot(&next))
    }

    fn check_snapshot(&self, snapshot: &Snapshot<'_>) -> Result<(), Rejected> {
        let expected = self.bodies.len();
        let (poses, deformed) = (snapshot.poses(), snapshot.deformed());
        if poses.len() != expected {
            return Err(Rejected::PoseCount {
                found: poses.len(),
                expected,
            });
        }
        if let Some(found) = deformed.entries().filter(|n| *n != expected) {
            return Err(Rejected::DeformedCount { found, expected });
        }
        for (body, pose) in self.body_ids().zip(poses) {
            let i = body.index();
            let (name, mesh) = (&self.bodies[i].name, &self.meshes[i]);
            let vertices = deformed.vertices(body);
            // Other vertices would not be those of the formula.
            let is_formula = matches!(self.bodies[i].shape, Shape::Csg(_));
            if vertices.is_some() && (is_formula || !self.bodies[i].deforms) {
                let name = name.clone();
                return Err(Rejected::Rigid { body, name });
            }
            let (found, expected) = (vertices.map(<[Vec3]>::len), mesh.vertices().len());
            if let Some(found) = found.filter(|n| *n != expected) {
                return Err(Rejected::VertexCount {
                    body,
                    name: name.clone(),
                    found,
                    expected,
                });
            }
            let extent = vertices.map_or(mesh.max_abs_coordinate(), |_| snapshot.deformed_extent());
            if !in_reach(pose.translation.abs().max_element(), extent) {
                // Test each vertex.
                let map = pose.world_map();
                let in_range = |p: &Vec3| map.apply(*p).abs().max_element() <= MAX_COORDINATE;
                if !vertices.unwrap_or(mesh.vertices()).iter().all(in_range) {
                    let name = name.clone();
                    return Err(Rejected::OutOfRange { body, name });
                }
            }
        }
        Ok(())
    }

    fn check_candidates(&self, candidates: &[crate::BodyPair]) -> Result<(), Rejected> {
        let expected = self.bodies.len();
        if let Some(index) = candidates.iter().position(|pair| pair.a >= pair.b) {
            return Err(Rejected::BadCandidate { index });
        }
        if let Some(pair) = candidates.iter().find(|pair| pair.b.index() >= expected) {
            return Err(Rejected::UnknownBody {
                body: pair.b,
                expected,
            });
        }
        match candidates.windows(2).position(|w| w[0] >= w[1]) {
            None => Ok(()),
            Some(i) => Err(Rejected::UnsortedCandidates { index: i + 1 }),
        }
    }

    /// Computes world vertices and boxes of all bodies in `frame`, except those already computed in
    /// this frame. A removed body has no vertices and an empty box.
    pub fn update(&mut self, frame: &Frame<'_>, work: &mut Work) {
        let bodies = 0..self.bodies.len();
        let moved: usize = bodies.map(|i| self.move_vertices(i, frame)).sum();
        work.add(Counter::VERTICES_MOVED, moved as u64);
    }

    /// Does the same as [`World::update`], with the same counts, on the threads of a team. A thread
    /// takes bodies of about 4096 vertices; no body is divided.
    pub fn update_on(&mut self, team: Team, frame: &Frame<'_>, work: &mut Work) {
        if !team.shares() || self.any_moved {
            return self.update(frame, work);
        }
        let (meshes, present) = (&self.meshes, &self.present);
        let total: usize = meshes.iter().map(|mesh| mesh.vertices().len()).sum();
        let bodies_at_once = (VERTICES_AT_ONCE * meshes.len() / total.max(1)).max(1);
        let place = |first: usize, vertices: &mut [Vec<Vec3>], boxes: &mut [Aabb]| {
            for (i, (vertices, bounds)) in (first..).zip(vertices.iter_mut().zip(boxes)) {
                let local = local_vertices(&meshes[i], present[i], i, frame);
                *bounds = place(local, frame.poses()[i], vertices);
            }
        };
        let (vertices, boxes) = (&mut self.vertices, &mut self.boxes);
        team.fold_both(vertices, boxes, bodies_at_once, &place, &|(), ()| ());
        self.moved.fill(true);
        self.any_moved = true;
        let moved: usize = self.vertices.iter().map(Vec::len).sum();
        work.add(Counter::VERTICES_MOVED, moved as u64);
    }

    /// Computes world vertices and box of one body in `frame`, unless already computed in this
    /// frame, and returns the box.
    pub fn move_body(&mut self, body: BodyId, frame: &Frame<'_>, work: &mut Work) -> Aabb {
        let moved = self.move_vertices(body.index(), frame);
        work.add(Counter::VERTICES_MOVED, moved as u64);
        self.boxes[body.index()]
    }

    /// Computes world vertices and box of body `i`, unless already computed in this frame. Returns
    /// the number of vertices moved.
    fn move_vertices(&mut self, i: usize, frame: &Frame<'_>) -> usize {
        if self.moved[i] {
            return 0;
        }
        (self.moved[i], self.any_moved) = (true, true);
        let local = local_vertices(&self.meshes[i], self.present[i], i, frame);
        self.boxes[i] = place(local, frame.poses()[i], &mut self.vertices[i]);
        self.vertices[i].len()
    }

    /// Returns the world boxes of the bodies, by index. Valid for bodies moved in this frame. Boxes
    /// also contain vertices that no face uses.
    pub fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    /// The world vertices of a body that was moved in this frame.
    #[inline]
    pub fn vertices(&self, body: BodyId) -> &[Vec3] {
        &self.vertices[body.index()]
    }

    /// Returns the mesh of a body, at rest.
    #[inline]
    pub fn mesh(&self, body: BodyId) -> &Mesh {
        &self.meshes[body.index()]
    }

    /// Returns the number of faces of a body, 0 if it was removed.
    #[inline]
    pub fn face_count(&self, body: BodyId) -> u32 {
        if self.present[body.index()] {
            self.meshes[body.index()].face_count() as u32
        } else {
            0
        }
    }

    /// Returns face `face` of a body in world space.
    #[inline(always)] // In the loops over all faces, a call costs as much as the face.
    pub fn triangle(&self, body: BodyId, face: u32) -> Triangle {
        let vertices = &self.vertices[body.index()];
        let [a, b, c] = self.meshes[body.index()].triangles()[face as usize];
        Triangle::new(
            vertices[a as usize],
            vertices[b as usize],
            vertices[c as usize],
        )
    }

    /// Returns a world box that contains every body moved in this frame.
    pub fn bounds(&self) -> Aabb {
        self.boxes.iter().fold(Aabb::EMPTY, |all, b| all.union(*b))
    }

    /// Adds the body pairs in which one body contains the other (`containment`). Moves the bodies
    /// that may contain another.
    pub fn find_contained(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        let containment = self.containment.take();
        let mut containment = containment.unwrap_or_else(|| Containment::new(&self.bodies));
        containment.find(self, frame, query.candidates, found);
        self.containment = Some(containment);
    }
}

/// Returns true if no rotation can carry a vertex out of range: `translation` and `extent` are the
/// largest coordinates, in absolute value, of a translation and of local vertices.
///
/// A rotation enlarges the largest coordinate by at most √3 < 2. Half of the range leaves room for
/// the rotation's defect and all rounding.
fn in_reach(translation: f64, extent: f64) -> bool {
    translation + 2.0 * extent <= 0.5 * MAX_COORDINATE
}

#[cfg(test)]
mod tests;
