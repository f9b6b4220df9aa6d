//! Recordings: scenes as a folder with `scene.json`.
//!
//! ```json
//! {
//!   "name": "two blocks",
//!   "objects": [{ "mesh": "a.obj" }, { "mesh": "b.obj", "frame_vertices": "b.npy" }],
//!   "frames": [[[0, 0, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 0, 1]]]
//! }
//! ```
//!
//! Instead of `mesh`, an object has `csg` if it is a CSG tree: a file, or a node of the nested form
//! ([`crate::csg_file`]): `{"csg": "part.csg.json"}` or `{"csg": {"box": {"size": [1, 2, 3]}}}`.
//!
//! A frame has one pose per object: translation, then rotation as a quaternion x, y, z, w. The
//! quaternion is used as stored. Its length must be within [`collision::MAX_UNIT_DEFECT`] of 1.
//! Paths of files are relative to the folder. `frame_vertices` has the local vertices of a
//! deforming body: an `.npy` file of little-endian `f8` or `f4`, shape frames × vertices × 3, C
//! order. The vertices of a deforming body keep the order and number of its mesh file. Equal
//! vertices of a rigid body are merged. Unknown keys are errors.

mod some_frames;

use crate::csg_file::{self, CsgFile, CsgFileError, NestedCsg};
use crate::mesh_file::{self, MeshFile, MeshFileError};
use crate::{Scene, SceneError, SceneFrame, npy, regular_file};
use collision::{Body, Shape};
use geometry::csg::CsgSolid;
use geometry::{Mesh, Pose, Quat, Vec3};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads a recording: a folder that contains `scene.json`, or that file itself.
///
/// Containment is off. The world cube is that of [`Scene::new`].
///
/// # Errors
/// Returns [`SceneError`] with the file, the frame and the object.
pub fn read(path: impl AsRef<Path>) -> Result<Scene, SceneError> {
    Ok(read_some(path, &FrameChoice::ALL)?.0)
}

/// Frames of a recording: of a range, every n-th.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameChoice {
    /// Frames, counted from 0. Those beyond the last one of the recording are left out.
    pub range: Range<usize>,
    /// Step from one frame to the next.
    pub every: NonZeroUsize,
}

impl FrameChoice {
    /// All frames.
    pub const ALL: FrameChoice = FrameChoice {
        range: 0..usize::MAX,
        every: NonZeroUsize::MIN,
    };

    /// Returns true for a chosen frame.
    pub fn contains(&self, frame: usize) -> bool {
        self.range.contains(&frame) && (frame - self.range.start).is_multiple_of(self.every.get())
    }
}

/// Reads chosen frames of a recording, and returns their scene and the number of all frames.
///
/// Of other frames nothing is kept in memory, neither poses nor vertices.
///
/// # Errors
/// As [`read`], and [`SceneError::NoChosenFrame`].
pub fn read_some(
    path: impl AsRef<Path>,
    choice: &FrameChoice,
) -> Result<(Scene, usize), SceneError> {
    let path = path.as_ref();
    let path = if path.is_dir() {
        path.join("scene.json")
    } else {
        path.to_owned()
    };
    let (file, count) = some_frames::parse(&path, choice)?;
    let chosen: Vec<usize> = (0..count).filter(|frame| choice.contains(*frame)).collect();
    if chosen.is_empty() && count > 0 {
        let (path, range) = (path, choice.range.clone());
        return Err(SceneError::NoChosenFrame { path, range, count });
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let in_recording = |source| SceneError::Recording {
        path: path.clone(),
        source: Box::new(source),
    };
    let mut objects = Objects {
        path: &path,
        folder,
        rigid: BTreeMap::new(),
        solids: BTreeMap::new(),
        notes: Vec::new(),
        count,
        chosen: &chosen,
    };
    let files = file.objects.iter().flat_map(Object::files);
    let files: Vec<PathBuf> = files.map(|name| folder.join(name)).collect();
    let (bodies, deformations) = objects.load_all(file.objects)?;
    let frames = with_deformations(file.frames, deformations);
    // Messages have the numbers of the recording.
    let numbered = |mut error: SceneError| {
        if let SceneError::Frame { frame, .. } = &mut error {
            *frame = chosen[*frame];
        }
        in_recording(error)
    };
    let mut scene = Scene::new(file.name, bodies, frames).map_err(numbered)?;
    scene.notes = objects.notes;
    scene.files = files;
    scene.files.push(path);
    Ok((scene, count))
}

/// Writes a scene as a recording into `folder`, which is created if missing.
///
/// Writes `scene.json`, one OBJ file per mesh, one `.csg.json` file per CSG tree, and one `.npy`
/// file per deforming body. Numbers are read back bit for bit. Containment, the world cube and
/// candidates are not stored.
///
/// # Errors
/// Returns [`SceneError::Exists`] if a file exists. No file is overwritten.
pub fn write(scene: &Scene, folder: impl AsRef<Path>) -> Result<(), SceneError> {
    let folder = folder.as_ref();
    let json = folder.join("scene.json");
    if json.exists() {
        return Err(SceneError::Exists { path: json });
    }
    fs::create_dir_all(folder).map_err(|source| cannot("create", folder, source))?;
    let mut written: Vec<&Body> = Vec::new();
    let mut objects = Vec::new();
    for (i, body) in scene.bodies.iter().enumerate() {
        let same = |b: &&Body| b.shape.is_shared_with(&body.shape) && b.deforms == body.deforms;
        let known = written.iter().position(same);
        let number = known.unwrap_or(written.len());
        let (name, object) = Object::of_shape(&body.shape, number);
        if known.is_none() {
            let text = match &body.shape {
                Shape::Csg(solid) => csg_file::to_json(solid.tree()).map_err(in_csg(i))?,
                _ => mesh_file::to_obj(body.mesh()),
            };
            write_new(&folder.join(&name), text.as_bytes())?;
            written.push(body);
        }
        let frame_vertices = body.deforms.then(|| format!("body-{i}.npy"));
        if let Some(name) = &frame_vertices {
            let frames = scene.frames.iter().map(|f| f.local_vertices(i, body));
            write_new(&folder.join(name), &npy::write(&frames.collect::<Vec<_>>()))?;
        }
        objects.push(Object {
            frame_vertices,
            ..object
        });
    }
    let file = SceneFile {
        name: scene.name.clone(),
        objects,
        frames: scene.frames.iter().map(pose_rows).collect(),
    };
    let text = serde_json::to_string(&file).map_err(|source| SceneError::Json {
        path: json.clone(),
        place: String::new(),
        source,
    })?;
    // Written last, so that a folder with a `scene.json` is a complete recording.
    write_new(&json, text.as_bytes())
}

/// Returns each pose as a translation and a quaternion.
fn pose_rows(frame: &SceneFrame) -> Vec<[f64; 7]> {
    let row = |p: &Pose| {
        let (t, q) = (p.translation, p.rotation);
        [t.x, t.y, t.z, q.x, q.y, q.z, q.w]
    };
    frame.poses.iter().map(row).collect()
}

/// Contents of `scene.json`.
#[derive(Serialize)]
struct SceneFile {
    name: String,
    objects: Vec<Object>,
    frames: Vec<Vec<[f64; 7]>>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Object {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mesh: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    csg: Option<CsgSource>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    frame_vertices: Option<String>,
}

/// A CSG tree: a file or its root in the nested form.
#[derive(Debug)]
enum CsgSource {
    File(String),
    Inline(NestedCsg),
}

impl Object {
    /// Returns the object of the shape with a number, and the name of its file.
    fn of_shape(shape: &Shape, number: usize) -> (String, Object) {
        match shape {
            Shape::Csg(_) => {
                let name = format!("csg-{number}.csg.json");
                (name.clone(), Object::of_csg(name))
            }
            _ => {
                let name = format!("mesh-{number}.obj");
                (name.clone(), Object::of_mesh(name))
            }
        }
    }

    fn of_mesh(name: String) -> Object {
        Object {
            mesh: Some(name),
            ..Object::default()
        }
    }

    fn of_csg(name: String) -> Object {
        Object {
            csg: Some(CsgSource::File(name)),
            ..Object::default()
        }
    }

    /// Returns the files that the object names.
    fn files(&self) -> impl Iterator<Item = &String> {
        let csg = self.csg.iter().filter_map(|source| match source {
            CsgSource::File(name) => Some(name),
            CsgSource::Inline(_) => None,
        });
        self.mesh.iter().chain(csg).chain(&self.frame_vertices)
    }
}

/// Only files are written.
impl Serialize for CsgSource {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            CsgSource::File(name) => serializer.serialize_str(name),
            CsgSource::Inline(_) => Err(serde::ser::Error::custom("an inline tree is not written")),
        }
    }
}

impl<'de> Deserialize<'de> for CsgSource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CsgSource, D::Error> {
        struct SourceVisitor;
        impl<'de> Visitor<'de> for SourceVisitor {
            type Value = CsgSource;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a file or the root of a CSG tree")
            }

            fn visit_str<E>(self, name: &str) -> Result<CsgSource, E> {
                Ok(CsgSource::File(name.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<CsgSource, A::Error> {
                NestedCsg::deserialize(MapAccessDeserializer::new(map)).map(CsgSource::Inline)
            }
        }
        deserializer.deserialize_any(SourceVisitor)
    }
}

/// Returns the index of the object at a place such as `objects[3].csg`.
fn object_of(place: &str) -> Option<usize> {
    let (index, _) = place.strip_prefix("objects[")?.split_once("].csg")?;
    index.parse().ok()
}

fn in_mesh(object: usize) -> impl Fn(MeshFileError) -> SceneError {
    move |source| SceneError::MeshFile {
        object,
        source: Box::new(source),
    }
}

fn in_csg(object: usize) -> impl Fn(CsgFileError) -> SceneError {
    move |source| SceneError::CsgFile {
        object,
        source: Box::new(source),
    }
}

/// Reader of objects. It reads a mesh or a CSG tree of several rigid objects once.
struct Objects<'a> {
    /// The `scene.json`.
    path: &'a Path,
    folder: &'a Path,
    rigid: BTreeMap<PathBuf, Arc<Mesh>>,
    solids: BTreeMap<PathBuf, Arc<CsgSolid>>,
    notes: Vec<String>,
    /// Number of all frames.
    count: usize,
    /// Frames whose vertices are read.
    chosen: &'a [usize],
}

/// Local vertices of a deforming body, by frame.
type Deformation = Option<Vec<Vec<Vec3>>>;

impl Objects<'_> {
    fn load_all(
        &mut self,
        objects: Vec<Object>,
    ) -> Result<(Vec<Body>, Vec<Deformation>), SceneError> {
        let loaded = objects.into_iter().enumerate();
        loaded.map(|(i, object)| self.load(i, object)).collect()
    }

    fn load(&mut self, index: usize, object: Object) -> Result<(Body, Deformation), SceneError> {
        let malformed = |reason| SceneError::Object {
            object: index,
            reason,
        };
        match (object.mesh, object.csg, object.frame_vertices) {
            (Some(mesh), None, None) => Ok((self.rigid(index, &mesh)?, None)),
            (Some(mesh), None, Some(vertices)) => self.deforming(index, &mesh, &vertices),
            (None, Some(csg), None) => Ok((self.csg(index, csg)?, None)),
            (None, Some(_), Some(_)) => Err(malformed(
                "a CSG tree does not deform; leave out `frame_vertices`, or give the object a mesh",
            )),
            (Some(_), Some(_), _) => Err(malformed(
                "there are both `mesh` and `csg`; an object has one shape",
            )),
            (None, None, _) => Err(malformed(
                "there is neither `mesh` nor `csg`; give the object one of them",
            )),
        }
    }

    fn rigid(&mut self, index: usize, name: &str) -> Result<Body, SceneError> {
        let path = self.folder.join(name);
        if !self.rigid.contains_key(&path) {
            let mesh = mesh_file::read(&path).map_err(in_mesh(index))?;
            let mesh = self.noted(&path, mesh);
            self.rigid.insert(path.clone(), mesh);
        }
        Ok(Body::rigid(name, self.rigid[&path].clone()))
    }

    fn deforming(
        &mut self,
        index: usize,
        name: &str,
        vertices: &str,
    ) -> Result<(Body, Deformation), SceneError> {
        let path = self.folder.join(name);
        let mesh = mesh_file::read_unwelded(&path).map_err(in_mesh(index))?;
        let mesh = self.noted(&path, mesh);
        let npy_path = self.folder.join(vertices);
        let unreadable = |source| cannot("read", &npy_path, source);
        let mut file = regular_file::open(&npy_path).map_err(unreadable)?;
        let length = file.metadata().map_err(unreadable)?.len();
        let count = mesh.vertices().len();
        let read = npy::read_some(&mut file, length, self.count, self.chosen, count);
        let deformation = read.map_err(|reason| SceneError::FrameVertices {
            object: index,
            path: npy_path,
            reason,
        })?;
        Ok((Body::deforming(name, mesh), Some(deformation)))
    }

    /// Reads and evaluates a CSG tree. An inline tree has its own name or a number.
    fn csg(&mut self, index: usize, source: CsgSource) -> Result<Body, SceneError> {
        let solid = |file: CsgFile| file.solid().map(Arc::new).map_err(in_csg(index));
        match source {
            CsgSource::File(name) => {
                let path = self.folder.join(&name);
                if !self.solids.contains_key(&path) {
                    let file = csg_file::read(&path).map_err(in_csg(index))?;
                    self.solids.insert(path.clone(), solid(file)?);
                }
                Ok(Body::rigid_csg(name, self.solids[&path].clone()))
            }
            CsgSource::Inline(root) => {
                let place = format!("objects[{index}].csg");
                let file = csg_file::nested(self.path, place, root).map_err(in_csg(index))?;
                let name = file.tree.name(file.tree.root()).map(str::to_owned);
                let name = name.unwrap_or_else(|| format!("csg {index}"));
                Ok(Body::rigid_csg(name, solid(file)?))
            }
        }
    }

    fn noted(&mut self, path: &Path, file: MeshFile) -> Arc<Mesh> {
        let topology = (!file.topology.is_clean()).then(|| file.topology.to_string());
        let notes = topology.into_iter().chain(file.notes);
        self.notes
            .extend(notes.map(|note| format!("{}: {note}", path.display())));
        Arc::new(file.mesh)
    }
}

/// Joins the rows of poses and the deformations of each frame.
fn with_deformations(
    rows: Vec<Vec<[f64; 7]>>,
    mut deformations: Vec<Deformation>,
) -> Vec<SceneFrame> {
    if deformations.iter().all(Option::is_none) {
        deformations.clear();
    }
    let pose = |[tx, ty, tz, x, y, z, w]: [f64; 7]| {
        Pose::new(Vec3::new(tx, ty, tz), Quat::from_xyzw(x, y, z, w))
    };
    let frame = |(i, rows): (usize, Vec<[f64; 7]>)| SceneFrame {
        poses: rows.into_iter().map(pose).collect(),
        deformed: (deformations.iter_mut())
            .map(|d| d.as_mut().map(|frames| std::mem::take(&mut frames[i])))
            .collect(),
    };
    rows.into_iter().enumerate().map(frame).collect()
}

fn write_new(path: &Path, bytes: &[u8]) -> Result<(), SceneError> {
    let file = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path);
    let written = file.and_then(|mut file| file.write_all(bytes));
    written.map_err(|source| match source.kind() {
        std::io::ErrorKind::AlreadyExists => SceneError::Exists {
            path: path.to_owned(),
        },
        _ => cannot("write", path, source),
    })
}

fn cannot(action: &'static str, path: &Path, source: std::io::Error) -> SceneError {
    SceneError::File {
        action,
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests;
