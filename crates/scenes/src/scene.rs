//! Bodies and their motion over frames, checked at the door.

use crate::mesh_file::MeshFileError;
use collision::{Body, Frame, MAX_UNIT_DEFECT, Query, Shape, Snapshot};
use geometry::{Aabb, MAX_COORDINATE, Mesh, MeshError, Pose, Quat, Vec3};
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;

/// Bodies, and where they are in each frame.
///
/// Made by [`Scene::new`], which checks it; the changes below keep what was checked.
#[derive(Clone, Debug)]
pub struct Scene {
    /// A name for messages and rows.
    pub name: String,
    /// The bodies. The index of a body is its [`collision::BodyId`].
    pub bodies: Vec<Body>,
    /// The instants at which collisions are asked for, at least one.
    pub frames: Vec<SceneFrame>,
    /// A cube that holds every world vertex of every frame [Smith95 §3.1].
    pub world_cube: Aabb,
    /// Whether a body swallowed by a closed body is to be found, too.
    pub containment: bool,
    /// What reading the scene's files had to say: faults that are reported and kept.
    pub notes: Vec<String>,
    /// The box of all world vertices.
    bounds: Aabb,
}

/// One instant of a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneFrame {
    /// One pose per body, local → world.
    pub poses: Vec<Pose>,
    /// The local vertices of bodies that deform: empty when none does, else one entry per body.
    pub deformed: Vec<Option<Vec<Vec3>>>,
}

impl SceneFrame {
    /// A frame of rigid bodies.
    pub fn rigid(poses: Vec<Pose>) -> SceneFrame {
        SceneFrame {
            poses,
            deformed: Vec::new(),
        }
    }

    /// The vertices that the scene's body `index` has in this frame, in local space.
    pub fn local_vertices<'a>(&'a self, index: usize, body: &'a Body) -> &'a [Vec3] {
        let deformed = self.deformed.get(index).and_then(|v| v.as_deref());
        deformed.unwrap_or(body.mesh().vertices())
    }

    fn snapshot(&self) -> Snapshot<'_> {
        let now = Snapshot::with_deformed(&self.poses, &self.deformed[..]);
        now.expect("a scene's frames are checked")
    }

    /// The vertices that the scene's body `index` has in this frame, in world space.
    pub fn world_vertices(&self, index: usize, body: &Body) -> Vec<Vec3> {
        let map = self.poses[index].world_map();
        self.local_vertices(index, body)
            .iter()
            .map(|p| map.apply(*p))
            .collect()
    }
}

impl Scene {
    /// Checks every frame, and takes as world cube the cube around all
    /// world vertices, loosened by a thousandth of its side. Containment is off.
    ///
    /// # Errors
    /// The first fault found, with its frame and body: no body, no frame, another number of
    /// poses than bodies, a pose or world vertex that is not finite or out of range, a
    /// deformation that has another number of vertices than its mesh.
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
        let mut bounds = Aabb::EMPTY;
        for (i, frame) in frames.iter().enumerate() {
            bounds = bounds.union(check_frame(&bodies, i, frame)?);
        }
        let world_cube = loosened_cube(bounds);
        let (name, notes) = (name.into(), Vec::new());
        Ok(Scene {
            name,
            bodies,
            frames,
            world_cube,
            containment: false,
            notes,
            bounds,
        })
    }

    /// The same scene in another world: its cube is `cube`, grown about its centre where it must
    /// be to hold every world vertex.
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

    /// The same scene with the search for swallowed bodies on or off.
    #[must_use]
    pub fn with_containment(mut self, containment: bool) -> Scene {
        self.containment = containment;
        self
    }

    /// Frame `index`; the next instant is known, except in the last.
    ///
    /// # Panics
    /// If there is no such frame.
    pub fn frame(&self, index: usize) -> Frame<'_> {
        let frame = Frame::at(self.frames[index].snapshot());
        match self.frames.get(index + 1) {
            Some(next) => frame.before(next.snapshot(), 0.0),
            None => frame,
        }
    }

    /// The query for all contacts in this scene: with containment if the scene asks for it, and
    /// with the world cube.
    pub fn query(&self) -> Query<'static> {
        Query::all_contacts()
            .with_containment(self.containment)
            .with_world(Some(self.world_cube))
    }

    /// How many faces all bodies have together.
    pub fn face_count(&self) -> usize {
        self.bodies.iter().map(|b| b.mesh().face_count()).sum()
    }

    /// Whether any body deforms.
    pub fn deforms(&self) -> bool {
        self.bodies.iter().any(|b| b.deforms)
    }

    /// The scene of these bodies alone, with the same motion in the same world cube.
    ///
    /// # Panics
    /// When there is no such body, or `bodies` is empty.
    #[must_use]
    pub fn only(&self, bodies: &[usize]) -> Scene {
        assert!(!bodies.is_empty(), "a scene has at least one body");
        let list: Vec<String> = bodies.iter().map(usize::to_string).collect();
        let mut scene = self.with_bodies(bodies);
        scene.name = format!("{}, only {}", self.name, list.join(" and "));
        scene
    }

    /// The scene with its bodies in reverse order: body `i` becomes body `n − 1 − i`.
    #[must_use]
    pub fn reversed(&self) -> Scene {
        let order: Vec<usize> = (0..self.bodies.len()).rev().collect();
        let mut scene = self.with_bodies(&order);
        scene.name = format!("{}, reversed", self.name);
        scene
    }

    /// The scene moved by `offset`, which is added to every pose's translation. World vertices
    /// round anew, so verdicts at the edge of touching may change.
    ///
    /// # Errors
    /// When a world vertex leaves the accepted range.
    pub fn moved(&self, offset: Vec3) -> Result<Scene, SceneError> {
        let mut moved = self.clone();
        for pose in moved.frames.iter_mut().flat_map(|f| &mut f.poses) {
            pose.translation += offset;
        }
        moved.name = format!("{}, moved by {offset}", self.name);
        let cube = Aabb::new(self.world_cube.min + offset, self.world_cube.max + offset);
        moved.checked_again(cube)
    }

    /// The scene scaled by `2^exponent`: vertices, deformations, translations and cube. Scaling
    /// by a power of two is exact as long as nothing underflows, so every verdict stays.
    ///
    /// # Errors
    /// When a vertex leaves the accepted range.
    pub fn scaled_by_power_of_two(&self, exponent: i32) -> Result<Scene, SceneError> {
        let factor = power_of_two(exponent);
        let scale = |vertices: &[Vec3]| vertices.iter().map(|p| *p * factor).collect::<Vec<_>>();
        let mut scaled = self.clone();
        for (i, body) in scaled.bodies.iter_mut().enumerate() {
            let mesh = Mesh::new(
                scale(body.mesh().vertices()),
                body.mesh().triangles().to_vec(),
            )
            .map_err(|source| SceneError::BadBody {
                body: i,
                name: body.name.clone(),
                source,
            })?;
            body.shape = Shape::Mesh(Arc::new(mesh));
        }
        for frame in &mut scaled.frames {
            frame
                .poses
                .iter_mut()
                .for_each(|pose| pose.translation *= factor);
            frame
                .deformed
                .iter_mut()
                .flatten()
                .for_each(|vertices| *vertices = scale(vertices));
        }
        scaled.name = format!("{}, scaled by 2^{exponent}", self.name);
        let cube = Aabb::new(self.world_cube.min * factor, self.world_cube.max * factor);
        scaled.checked_again(cube)
    }

    /// The scene with the sign of every zero of every second body turned round: in its vertices,
    /// deformations and poses. Every number keeps its value, so every verdict stays.
    #[must_use]
    pub fn with_negated_zeros(&self) -> Scene {
        let negated = |x: f64| if x == 0.0 { -x } else { x };
        let point = |p: Vec3| Vec3::from_array(p.to_array().map(negated));
        let mut scene = self.clone();
        for body in scene.bodies.iter_mut().skip(1).step_by(2) {
            let vertices = body.mesh().vertices().iter().map(|p| point(*p)).collect();
            let mesh = Mesh::new(vertices, body.mesh().triangles().to_vec());
            body.shape = Shape::Mesh(Arc::new(mesh.expect("every coordinate keeps its value")));
        }
        for frame in &mut scene.frames {
            for pose in frame.poses.iter_mut().skip(1).step_by(2) {
                let rotation = pose.rotation.to_array().map(negated);
                *pose = Pose::new(point(pose.translation), Quat::from_array(rotation));
            }
            let deformed = frame.deformed.iter_mut().skip(1).step_by(2).flatten();
            deformed.flatten().for_each(|p| *p = point(*p));
        }
        scene.name = format!("{}, zeros of every second body negated", self.name);
        scene
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
        scene
    }

    /// The scene with its coordinates checked anew, in the world of `cube`.
    fn checked_again(self, cube: Aabb) -> Result<Scene, SceneError> {
        let mut scene = Scene::new(self.name, self.bodies, self.frames)?.within(cube);
        (scene.containment, scene.notes) = (self.containment, self.notes);
        Ok(scene)
    }
}

/// `2^exponent`, exactly: `powi` computes small powers as the inverse of infinity.
///
/// # Panics
/// When it is no finite number other than zero.
pub(crate) fn power_of_two(exponent: i32) -> f64 {
    assert!(
        (-1074..=1023).contains(&exponent),
        "2^{exponent} is out of range"
    );
    f64::from_bits(match exponent {
        -1022.. => ((exponent + 1023) as u64) << 52,
        _ => 1 << (exponent + 1074),
    })
}

/// Why there is no scene.
#[derive(Debug, Error)]
pub enum SceneError {
    /// There is no body.
    #[error("the scene has no body; it needs at least one object")]
    NoBodies,
    /// There is no frame.
    #[error("the scene has no frame; it needs at least one instant with a pose for each object")]
    NoFrames,
    /// A frame does not have one pose per body.
    #[error("frame {frame} has {found} poses for {expected} bodies; give one pose for each")]
    PoseCount {
        /// The frame.
        frame: usize,
        /// How many poses it has.
        found: usize,
        /// How many bodies there are.
        expected: usize,
    },
    /// A frame's deformations are neither absent nor one entry per body, or hit a rigid body.
    #[error(
        "frame {frame} deforms body {body} (`{name}`), which is declared rigid, or its deformations \
         are not one entry per body; declare the body as deforming and give each body an entry"
    )]
    Deformation {
        /// The frame.
        frame: usize,
        /// The body.
        body: usize,
        /// The body's name.
        name: String,
    },
    /// A deformation has another number of vertices than the mesh.
    #[error(
        "frame {frame}, body {body} (`{name}`): {found} deformed vertices for a mesh of {expected}; \
         a deformation moves vertices, it neither adds nor drops any"
    )]
    VertexCount {
        /// The frame.
        frame: usize,
        /// The body.
        body: usize,
        /// The body's name.
        name: String,
        /// How many vertices the frame has for it.
        found: usize,
        /// How many vertices the mesh has.
        expected: usize,
    },
    /// A pose's number is NaN, infinite or out of range.
    #[error(
        "frame {frame}, body {body} (`{name}`): the pose has the number {value:e}; translations must \
         be finite and at most 2^100 in absolute value, rotations finite"
    )]
    BadPose {
        /// The frame.
        frame: usize,
        /// The body.
        body: usize,
        /// The body's name.
        name: String,
        /// The number.
        value: f64,
    },
    /// A rotation is not of unit length.
    #[error(
        "frame {frame}, object {body} (`{name}`): the quaternion's length is {length}, further than \
         1e-6 from 1; rotations are used as stored: normalise it (order x, y, z, w)"
    )]
    NotUnit {
        /// The frame.
        frame: usize,
        /// The object.
        body: usize,
        /// The object's name.
        name: String,
        /// The quaternion's length.
        length: f64,
    },
    /// A vertex in world space is NaN, infinite or out of range.
    #[error("frame {frame}, body {body} (`{name}`), in world space: {source}")]
    BadWorldVertex {
        /// The frame.
        frame: usize,
        /// The body.
        body: usize,
        /// The body's name.
        name: String,
        /// Which vertex, and its coordinate.
        source: MeshError,
    },
    /// A body's mesh is not one.
    #[error("body {body} (`{name}`): {source}")]
    BadBody {
        /// The body.
        body: usize,
        /// The body's name.
        name: String,
        /// What is wrong with it.
        source: MeshError,
    },
    /// No sphere of the family has this many faces.
    #[error(
        "no latitude-longitude sphere has {faces} faces; the nearest counts are {below} and {above} \
         (4m(m − 1), and the paper's 10 and 54)"
    )]
    NoSuchSphere {
        /// The count asked for.
        faces: u32,
        /// The next count below.
        below: u32,
        /// The next count above.
        above: u32,
    },
    /// A generator's parameter is out of range.
    #[error("{generator}: {parameter} = {value} is out of range; it must be {range}")]
    Parameter {
        /// The generator.
        generator: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// Its value.
        value: u64,
        /// What is accepted.
        range: &'static str,
    },
    /// A generator found no motion that keeps its promises.
    #[error(
        "{generator}: no motion found that keeps the scene's promises with seed {seed}; try another seed"
    )]
    NoMotion {
        /// The generator.
        generator: &'static str,
        /// The seed.
        seed: u64,
    },
    /// The text does not name a generated scene.
    #[error("`{text}` does not name a generated scene: {reason}. Write NAME or NAME:KEY=VALUE,KEY=VALUE with a NAME out of {}", crate::GENERATOR_NAMES.join(", "))]
    UnknownGenerator {
        /// The text.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A file cannot be read or written.
    #[error("cannot {action} {}: {source}; check the path and its permissions", path.display())]
    File {
        /// `read` or `write`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A recording's `scene.json` is malformed.
    #[error(
        "{}: {source}; expected {{\"name\", \"objects\": [{{\"mesh\": FILE}}], \
         \"frames\": [[[tx, ty, tz, qx, qy, qz, qw], one per object]]}}", path.display()
    )]
    Json {
        /// The file.
        path: PathBuf,
        /// The reason, with line and column.
        source: serde_json::Error,
    },
    /// A recording's scene is not one.
    #[error("{}: {source}", path.display())]
    Recording {
        /// The `scene.json`.
        path: PathBuf,
        /// What is wrong with it.
        source: Box<SceneError>,
    },
    /// An object's mesh file is not one.
    #[error("object {object}: {source}")]
    MeshFile {
        /// The object.
        object: usize,
        /// What is wrong with it.
        source: Box<MeshFileError>,
    },
    /// An object's `frame_vertices` file is not one.
    #[error("object {object}, frame_vertices {}: {reason}", path.display())]
    FrameVertices {
        /// The object.
        object: usize,
        /// The `.npy` file.
        path: PathBuf,
        /// What is wrong with it, and the remedy.
        reason: String,
    },
    /// A recording is already there.
    #[error("{} already exists; nothing was written: choose another folder or remove it", path.display())]
    Exists {
        /// The file or folder.
        path: PathBuf,
    },
}

/// Checks one frame; the box of its world vertices.
fn check_frame(bodies: &[Body], index: usize, frame: &SceneFrame) -> Result<Aabb, SceneError> {
    if frame.poses.len() != bodies.len() {
        let (found, expected) = (frame.poses.len(), bodies.len());
        return Err(SceneError::PoseCount {
            frame: index,
            found,
            expected,
        });
    }
    let mut bounds = Aabb::EMPTY;
    for (i, body) in bodies.iter().enumerate() {
        check_pose((i, body), index, &frame.poses[i])?;
        check_deformation(bodies, i, index, frame)?;
        let world = frame.world_vertices(i, body);
        geometry::mesh::check_coordinates(&world).map_err(|source| {
            let name = body.name.clone();
            SceneError::BadWorldVertex {
                frame: index,
                body: i,
                name,
                source,
            }
        })?;
        bounds = bounds.union(Aabb::of_points(&world));
    }
    Ok(bounds)
}

fn check_pose((index, body): (usize, &Body), frame: usize, pose: &Pose) -> Result<(), SceneError> {
    let translation = pose.translation.to_array().into_iter();
    // NaN fails the comparisons too.
    let bad = translation
        .map(|x| (x, x.abs() <= MAX_COORDINATE))
        .chain(pose.rotation.to_array().map(|x| (x, x.is_finite())))
        .find(|(_, fine)| !fine);
    let name = || body.name.clone();
    if let Some((value, _)) = bad {
        return Err(SceneError::BadPose {
            frame,
            body: index,
            name: name(),
            value,
        });
    }
    let length = pose.rotation.length();
    if (length - 1.0).abs() > MAX_UNIT_DEFECT {
        return Err(SceneError::NotUnit {
            frame,
            body: index,
            name: name(),
            length,
        });
    }
    Ok(())
}

fn check_deformation(
    bodies: &[Body],
    body: usize,
    index: usize,
    frame: &SceneFrame,
) -> Result<(), SceneError> {
    let Body { name, deforms, .. } = &bodies[body];
    let mesh = bodies[body].mesh();
    let deformed = frame.deformed.get(body).and_then(|v| v.as_deref());
    let one_per_body = frame.deformed.is_empty() || frame.deformed.len() == bodies.len();
    if !one_per_body || (deformed.is_some() && !deforms) {
        return Err(SceneError::Deformation {
            frame: index,
            body,
            name: name.clone(),
        });
    }
    let (found, expected) = (deformed.map(<[Vec3]>::len), mesh.vertices().len());
    match found {
        Some(found) if found != expected => {
            let name = name.clone();
            Err(SceneError::VertexCount {
                frame: index,
                body,
                name,
                found,
                expected,
            })
        }
        _ => Ok(()),
    }
}

/// The cube around `bounds`, loosened by a thousandth of its side; never without volume.
fn loosened_cube(bounds: Aabb) -> Aabb {
    let cube = bounds.bounding_cube();
    let side = cube.size().max_element();
    let floor = cube.max_abs_coordinate().max(f64::MIN_POSITIVE) * 1e-9;
    cube.expanded((side / 1000.0).max(floor)).bounding_cube()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bodies::{cube, tetrahedron};
    use collision::BodyId;

    fn bodies() -> Vec<Body> {
        let meshes = [cube(2.0), tetrahedron(1.0), cube(1.0)];
        let named = ["cube", "tetrahedron", "small cube"]
            .into_iter()
            .zip(meshes);
        named
            .map(|(name, mesh)| Body::rigid(name, Arc::new(mesh)))
            .collect()
    }

    fn at(x: f64) -> Pose {
        Pose::at(Vec3::X * x)
    }

    fn scene() -> Scene {
        let frames = [0.0, 1.0].map(|t| SceneFrame::rigid(vec![at(0.0), at(4.0 + t), at(8.0)]));
        Scene::new("three", bodies(), frames.to_vec()).unwrap()
    }

    fn world(scene: &Scene, frame: usize, body: usize) -> Vec<Vec3> {
        scene.frames[frame].world_vertices(body, &scene.bodies[body])
    }

    #[test]
    fn the_cube_contains_the_world() {
        let scene = scene();
        let size = scene.world_cube.size();
        assert!((size.max_element() - size.min_element()).abs() < 1e-12);
        let all: Vec<Vec3> = (0..2)
            .flat_map(|f| (0..3).map(move |b| (f, b)))
            .flat_map(|(f, b)| world(&scene, f, b))
            .collect();
        assert!(all.iter().all(|p| scene.world_cube.contains(*p)));
        assert!(size.x < 1.01 * 9.5);
        let wider = Aabb::new(Vec3::splat(-20.0), Vec3::splat(20.0));
        assert_eq!(scene.clone().within(wider).world_cube, wider);
        let grown = scene
            .within(Aabb::new(Vec3::splat(-1.0), Vec3::ONE))
            .world_cube;
        assert!(all.iter().all(|p| grown.contains(*p)));
    }

    #[test]
    fn a_frame_knows_the_next_poses_except_the_last() {
        let scene = scene();
        assert_eq!(scene.frame(0).poses(), scene.frames[0].poses);
        let next = scene.frame(0).next.unwrap();
        assert_eq!(next.poses(), scene.frames[1].poses);
        assert!(scene.frame(1).next.is_none());
        assert_eq!(scene.query().world, Some(scene.world_cube));
        assert!(!scene.query().containment);
        assert!(scene.with_containment(true).query().containment);
    }

    #[test]
    fn some_bodies_and_reversed_bodies_keep_their_motion() {
        let scene = scene();
        let two = scene.only(&[0, 2]);
        assert_eq!(two.bodies[1].name, "small cube");
        assert_eq!(world(&two, 1, 1), world(&scene, 1, 2));
        assert_eq!(two.world_cube, scene.world_cube);
        let reversed = scene.reversed();
        for body in 0..3 {
            assert_eq!(world(&reversed, 1, body), world(&scene, 1, 2 - body));
        }
    }

    #[test]
    fn deformations_follow_their_bodies() {
        let mut bodies = bodies();
        bodies[1].deforms = true;
        let vertices = vec![Vec3::ONE; 4];
        let frame = SceneFrame {
            poses: vec![at(0.0), at(5.0), at(9.0)],
            deformed: vec![None, Some(vertices.clone()), None],
        };
        let scene = Scene::new("", bodies, vec![frame]).unwrap();
        assert_eq!(world(&scene, 0, 1)[3], Vec3::new(6.0, 1.0, 1.0));
        let only = scene.only(&[2, 1]);
        assert_eq!(only.frames[0].deformed, [None, Some(vertices)]);
        assert_eq!(only.frame(0).deformed_vertices(BodyId(1)).unwrap().len(), 4);
        assert!(scene.only(&[0]).frames[0].deformed.is_empty());
        let scaled = scene.scaled_by_power_of_two(3).unwrap();
        assert_eq!(world(&scaled, 0, 1)[0], Vec3::new(48.0, 8.0, 8.0));
    }

    #[test]
    fn moved_and_scaled_scenes_have_moved_and_scaled_cubes() {
        let scene = scene();
        let moved = scene.moved(Vec3::splat(1024.0)).unwrap();
        assert_eq!(world(&moved, 0, 1)[0], world(&scene, 0, 1)[0] + 1024.0);
        assert_eq!(moved.world_cube.min, scene.world_cube.min + 1024.0);
        let scaled = scene.scaled_by_power_of_two(-7).unwrap();
        assert_eq!(world(&scaled, 1, 2)[5] * 128.0, world(&scene, 1, 2)[5]);
        assert_eq!(scaled.world_cube.max * 128.0, scene.world_cube.max);
        let error = scene.scaled_by_power_of_two(120).unwrap_err();
        assert!(
            matches!(error, SceneError::BadBody { body: 0, .. }),
            "{error}"
        );
        let error = scene.moved(Vec3::splat(1e31)).unwrap_err();
        assert!(
            matches!(error, SceneError::BadPose { frame: 0, .. }),
            "{error}"
        );
    }

    #[test]
    fn faults_name_their_frame_and_body() {
        let make = |frame: SceneFrame| {
            let fine = SceneFrame::rigid(vec![at(0.0); 3]);
            let error = Scene::new("", bodies(), vec![fine, frame]).unwrap_err();
            error.to_string()
        };
        let rigid = SceneFrame::rigid;
        assert!(make(rigid(vec![at(0.0); 2])).contains("frame 1 has 2 poses for 3 bodies"));
        let nan = make(rigid(vec![at(0.0), at(f64::NAN), at(0.0)]));
        assert!(nan.contains("frame 1, body 1 (`tetrahedron`)"), "{nan}");
        let far = make(rigid(vec![at(-2.0 * MAX_COORDINATE), at(0.0), at(0.0)]));
        assert!(far.contains("frame 1, body 0 (`cube`)"), "{far}");
        let deformed = |entries| SceneFrame {
            poses: vec![at(0.0); 3],
            deformed: entries,
        };
        assert!(make(deformed(vec![Some(vec![Vec3::ZERO; 8]), None, None])).contains("rigid"));
        assert!(make(deformed(vec![None])).contains("one entry per body"));
        assert!(matches!(
            Scene::new("", vec![], vec![]),
            Err(SceneError::NoBodies)
        ));
        assert!(matches!(
            Scene::new("", bodies(), vec![]),
            Err(SceneError::NoFrames)
        ));
    }
}
