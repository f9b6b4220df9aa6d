//! Bodies and their motion over frames, checked at construction.

use collision::{Body, BodyId, BodyPair, Frame, Query, Shape, Snapshot, Work, World};
use geometry::{Aabb, Pose, Quat, Vec3, power_of_two};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

mod error;

pub use error::SceneError;

/// Bodies and their poses in each frame.
///
/// [`Scene::new`] checks all invariants, and the methods keep them.
///
/// ```
/// use collision::Body;
/// use geometry::{Pose, Vec3};
/// use scenes::{Scene, SceneFrame, bodies};
/// use std::sync::Arc;
///
/// let cube = Arc::new(bodies::cube(1.0));
/// let two = vec![Body::rigid("still", cube.clone()), Body::rigid("moving", cube)];
/// let poses = |x: f64| vec![Pose::IDENTITY, Pose::at(Vec3::X * x)];
/// let frames = [3.0, 2.0, 1.0].map(|x| SceneFrame::rigid(poses(x)));
/// let scene = Scene::new("approach", two.clone(), frames.to_vec())?;
///
/// // The input of a detector: `detector.detect(&scene.frame(i), &scene.query(), &mut found)`.
/// assert_eq!(scene.frame(1).poses()[1], Pose::at(Vec3::X * 2.0));
/// assert!(scene.frame(1).next.is_some() && scene.frame(2).next.is_none());
/// // Faults are found here, not by a detector.
/// assert!(Scene::new("no pose", two, vec![SceneFrame::default()]).is_err());
/// # Ok::<(), scenes::SceneError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scene {
    /// Name in messages and rows.
    pub name: String,
    /// Bodies. The index of a body is its [`collision::BodyId`].
    pub bodies: Vec<Body>,
    /// Instants at which collisions are detected, at least one.
    pub frames: Vec<SceneFrame>,
    /// Cube that contains every world vertex of every frame [Smith95 §3.1].
    pub world_cube: Aabb,
    /// True if detectors must also report a body contained in a closed body.
    pub containment: bool,
    /// Pairs of bodies that may collide, sorted. `None`: all. Detectors are asked about no others,
    /// and do without their broad phases ([`Query::candidates`]).
    pub candidates: Option<Vec<BodyPair>>,
    /// Notes of the readers of the scene's files: faults that are reported and kept.
    pub notes: Vec<String>,
    /// Files that the scene was read from. Empty for a generated scene.
    pub files: Vec<PathBuf>,
    /// Bounding box of all world vertices.
    bounds: Aabb,
}

/// Poses and deformations at one instant of a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneFrame {
    /// One pose per body, local → world.
    pub poses: Vec<Pose>,
    /// Local vertices of deforming bodies: empty if no body deforms, else one entry per body.
    pub deformed: Vec<Option<Vec<Vec3>>>,
}

impl SceneFrame {
    /// Creates a frame of rigid bodies.
    pub fn rigid(poses: Vec<Pose>) -> SceneFrame {
        SceneFrame {
            poses,
            deformed: Vec::new(),
        }
    }

    /// Returns the local vertices of `body` in this frame. Its index in the scene is `index`.
    pub fn local_vertices<'a>(&'a self, index: usize, body: &'a Body) -> &'a [Vec3] {
        let deformed = self.deformed.get(index).and_then(|v| v.as_deref());
        deformed.unwrap_or(body.mesh().vertices())
    }

    fn snapshot(&self) -> Snapshot<'_> {
        let now = Snapshot::with_deformed(&self.poses, &self.deformed[..]);
        now.expect("a scene's frames are checked")
    }

    /// Returns the world vertices of `body` in this frame. Its index in the scene is `index`.
    pub fn world_vertices(&self, index: usize, body: &Body) -> Vec<Vec3> {
        let map = self.poses[index].world_map();
        self.local_vertices(index, body)
            .iter()
            .map(|p| map.apply(*p))
            .collect()
    }
}

impl Scene {
    /// Checks every frame and creates the scene, without containment.
    ///
    /// The world cube is the cube around all world vertices, expanded by 1/1000 of its side.
    ///
    /// # Errors
    /// Returns the first fault with its frame and body: no body, no frame, a wrong number of poses,
    /// a pose or world vertex that is non-finite or out of range, or a deformation whose number of
    /// vertices differs from its mesh.
    pub fn new(
        name: impl Into<String>,
        bodies: Vec<Body>,
        frames: Vec<SceneFrame>,
    ) -> Result<Scene, SceneError> {
        if bodies.is_empty() {
            return Err(SceneError::NoBodies);
        }
        if frames.is_empty() {
            return Err(SceneError::NoFrames);
        }
        let bounds = check_frames(&bodies, &frames)?;
        let world_cube = loosened_cube(bounds);
        let (name, notes) = (name.into(), Vec::new());
        Ok(Scene {
            name,
            bodies,
            frames,
            world_cube,
            containment: false,
            candidates: None,
            notes,
            files: Vec::new(),
            bounds,
        })
    }

    /// Replaces the world cube by `cube`.
    ///
    /// If `cube` does not contain every world vertex, it grows about its center until it does.
    #[must_use]
    pub fn within(mut self, cube: Aabb) -> Scene {
        self.world_cube = cube;
        if !cube.contains_box(&self.bounds) {
            let center = cube.center();
            let needed = (self.bounds.max - center).max(center - self.bounds.min);
            let half = needed.max(cube.size() * 0.5).max_element();
            let grown = Aabb::new(center - Vec3::splat(half), center + Vec3::splat(half));
            self.world_cube = grown.union(self.bounds).bounding_cube();
        }
        self
    }

    /// Sets whether detectors report contained bodies.
    #[must_use]
    pub fn with_containment(mut self, containment: bool) -> Scene {
        self.containment = containment;
        self
    }

    /// Leaves pairs of bodies out, for example parts that touch by construction. Bodies of other
    /// indices are ignored.
    ///
    /// # Cost
    /// The square of the number of bodies, in time and memory.
    #[must_use]
    pub fn without_pairs(mut self, pairs: &[BodyPair]) -> Scene {
        let out: BTreeSet<&BodyPair> = pairs.iter().collect();
        let count = self.bodies.len() as u32;
        let all = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        let all = all.map(|(a, b)| BodyPair::new(BodyId(a), BodyId(b)));
        let before = self.candidates.take();
        let all = before.unwrap_or_else(|| all.collect()).into_iter();
        self.candidates = Some(all.filter(|pair| !out.contains(pair)).collect());
        self
    }

    /// Returns frame `index`. Every frame but the last knows the next instant.
    ///
    /// # Panics
    /// Panics if `index` is out of range.
    pub fn frame(&self, index: usize) -> Frame<'_> {
        let frame = Frame::at(self.frames[index].snapshot());
        match self.frames.get(index + 1) {
            Some(next) => frame.before(next.snapshot(), 0.0),
            None => frame,
        }
    }

    /// Returns the query for all contacts, with the scene's world cube, containment and candidates.
    pub fn query(&self) -> Query<'_> {
        let mut query = Query::all_contacts()
            .with_containment(self.containment)
            .with_world(Some(self.world_cube));
        query.candidates = self.candidates.as_deref();
        query
    }

    /// Returns the number of faces of all bodies together.
    pub fn face_count(&self) -> usize {
        self.bodies.iter().map(|b| b.mesh().face_count()).sum()
    }

    /// Returns true if any body deforms.
    pub fn deforms(&self) -> bool {
        self.bodies.iter().any(|b| b.deforms)
    }

    /// Returns the scene of these bodies only, with the same motion and world cube.
    ///
    /// # Panics
    /// Panics if an index is out of range or `bodies` is empty.
    #[must_use]
    pub fn only(&self, bodies: &[usize]) -> Scene {
        assert!(!bodies.is_empty(), "a scene has at least one body");
        let list: Vec<String> = bodies.iter().map(usize::to_string).collect();
        let mut scene = self.with_bodies(bodies);
        scene.name = format!("{}, only {}", self.name, list.join(" and "));
        scene
    }

    /// Returns the scene with its bodies in reverse order: body `i` becomes body `n − 1 − i`.
    #[must_use]
    pub fn reversed(&self) -> Scene {
        let order: Vec<usize> = (0..self.bodies.len()).rev().collect();
        let mut scene = self.with_bodies(&order);
        scene.name = format!("{}, reversed", self.name);
        scene
    }

    /// Returns the scene with `offset` added to the translation of every pose.
    ///
    /// World vertices round differently, so the relation of nearly touching faces may change.
    ///
    /// # Errors
    /// Fails if a world vertex leaves the accepted range.
    pub fn moved(&self, offset: Vec3) -> Result<Scene, SceneError> {
        let mut moved = self.clone();
        for pose in moved.frames.iter_mut().flat_map(|f| &mut f.poses) {
            pose.translation += offset;
        }
        moved.bounds = check_frames(&moved.bodies, &moved.frames)?;
        moved.name = format!("{}, moved by {offset}", self.name);
        let cube = Aabb::new(self.world_cube.min + offset, self.world_cube.max + offset);
        Ok(moved.within(cube))
    }

    /// Returns the scene scaled by `2^exponent`: vertices, deformations, translations and cube.
    ///
    /// The scaling is exact unless a coordinate underflows, so the exact answer stays the same.
    ///
    /// # Errors
    /// Fails if a vertex leaves the accepted range.
    pub fn scaled_by_power_of_two(&self, exponent: i32) -> Result<Scene, SceneError> {
        let factor = power_of_two(exponent);
        let mut scaled = self.mapped(
            |_, vertex| vertex * factor,
            |_, pose| Pose::new(pose.translation * factor, pose.rotation),
        )?;
        scaled.name = format!("{}, scaled by 2^{exponent}", self.name);
        let cube = Aabb::new(self.world_cube.min * factor, self.world_cube.max * factor);
        Ok(scaled.within(cube))
    }

    /// Returns the scene with every zero of every second body negated.
    ///
    /// Negates zeros in vertices, deformations and poses. Every number keeps its value, so the
    /// exact answer stays the same.
    #[must_use]
    pub fn with_negated_zeros(&self) -> Scene {
        let negated = |body: usize, x: f64| if body % 2 == 1 && x == 0.0 { -x } else { x };
        let point = |body, p: Vec3| Vec3::from_array(p.to_array().map(|x| negated(body, x)));
        let scene = self.mapped(point, |body, pose| {
            let rotation = pose.rotation.to_array().map(|x| negated(body, x));
            Pose::new(point(body, pose.translation), Quat::from_array(rotation))
        });
        let mut scene = scene.expect("every number keeps its value");
        scene.name = format!("{}, zeros of every second body negated", self.name);
        scene.within(self.world_cube)
    }

    /// Returns the scene with mapped local vertices and poses, given the indices of their bodies.
    /// Bodies that are CSG trees become bodies of their meshes.
    ///
    /// The world cube is that of [`Scene::new`].
    pub(crate) fn mapped(
        &self,
        vertex: impl Fn(usize, Vec3) -> Vec3,
        pose: impl Fn(usize, Pose) -> Pose,
    ) -> Result<Scene, SceneError> {
        let all = |body: usize, vertices: &[Vec3]| -> Vec<Vec3> {
            vertices.iter().map(|p| vertex(body, *p)).collect()
        };
        let mut bodies = self.bodies.clone();
        for (i, body) in bodies.iter_mut().enumerate() {
            let mesh = body.mesh().with_vertices(all(i, body.mesh().vertices()));
            let mesh = mesh.map_err(|source| SceneError::BadBody {
                body: i,
                name: body.name.clone(),
                source,
            })?;
            body.shape = Shape::Mesh(Arc::new(mesh));
        }
        let frame = |frame: &SceneFrame| {
            let (poses, deformed) = (frame.poses.iter(), frame.deformed.iter());
            let deformation = |(i, v): (usize, &Option<Vec<Vec3>>)| Some(all(i, v.as_ref()?));
            SceneFrame {
                poses: poses.enumerate().map(|(i, p)| pose(i, *p)).collect(),
                deformed: deformed.enumerate().map(deformation).collect(),
            }
        };
        let frames = self.frames.iter().map(frame).collect();
        let mut mapped = Scene::new(&self.name, bodies, frames)?;
        (mapped.containment, mapped.notes) = (self.containment, self.notes.clone());
        mapped.candidates = self.candidates.clone();
        Ok(mapped)
    }

    fn with_bodies(&self, order: &[usize]) -> Scene {
        let mut scene = self.clone();
        scene.bodies = order.iter().map(|&i| self.bodies[i].clone()).collect();
        let deforms = scene.deforms();
        for (frame, source) in scene.frames.iter_mut().zip(&self.frames) {
            frame.poses = order.iter().map(|&i| source.poses[i]).collect();
            let deformed = order
                .iter()
                .filter_map(|&i| source.deformed.get(i).cloned());
            frame.deformed = if deforms {
                deformed.collect()
            } else {
                Vec::new()
            };
        }
        scene.candidates = self.candidates.as_ref().map(|pairs| renamed(pairs, order));
        scene
    }
}

/// Checks the frames and returns the bounding box of their world vertices.
fn check_frames(bodies: &[Body], frames: &[SceneFrame]) -> Result<Aabb, SceneError> {
    let mut world = World::new(bodies);
    let mut bounds = Aabb::EMPTY;
    for (index, frame) in frames.iter().enumerate() {
        let mut place = |now: Snapshot<'_>| {
            let frame = Frame::at(now);
            world.begin_frame(&frame, &Query::default())?;
            world.update(&frame, &mut Work::default());
            Ok(world.bounds())
        };
        let now = Snapshot::with_deformed(&frame.poses, &frame.deformed[..]);
        let placed = now.and_then(&mut place).map_err(|source| {
            let body = source.body().map(BodyId::index);
            SceneError::Frame {
                frame: index,
                body: body.and_then(|i| Some((i, bodies.get(i)?.name.clone()))),
                source,
            }
        });
        bounds = bounds.union(placed?);
    }
    Ok(bounds)
}

/// Returns the pairs of bodies that are left in `order`, under their new indices, sorted.
fn renamed(pairs: &[BodyPair], order: &[usize]) -> Vec<BodyPair> {
    let new = |body: BodyId| order.iter().position(|old| *old == body.index());
    let pair = |pair: &BodyPair| {
        let [a, b] = [new(pair.a)?, new(pair.b)?].map(|body| BodyId(body as u32));
        Some(BodyPair::new(a, b))
    };
    let mut renamed: Vec<BodyPair> = pairs.iter().filter_map(pair).collect();
    renamed.sort_unstable();
    renamed
}

/// Returns the cube around `bounds`, expanded by 1/1000 of its side. Its volume is positive.
fn loosened_cube(bounds: Aabb) -> Aabb {
    let cube = bounds.bounding_cube();
    let side = cube.size().max_element();
    let floor = cube.max_abs_coordinate().max(f64::MIN_POSITIVE) * 1e-9;
    cube.expanded((side / 1000.0).max(floor)).bounding_cube()
}

#[cfg(test)]
mod tests;
