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
//! A frame has one pose per object: translation, then rotation as a quaternion x, y, z, w. The
//! quaternion is used as stored. Its length must be within [`collision::MAX_UNIT_DEFECT`] of 1.
//! Paths of files are relative to the folder. `frame_vertices` has the local vertices of a
//! deforming body: an `.npy` file of little-endian `f8` or `f4`, shape frames × vertices × 3, C
//! order. The vertices of a deforming body keep the order and number of its mesh file. Equal
//! vertices of a rigid body are merged. Unknown keys are errors.

use crate::mesh_file::{self, MeshFile};
use crate::{Scene, SceneError, SceneFrame, npy};
use collision::Body;
use geometry::{Mesh, Pose, Quat, Vec3};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads a recording: a folder that contains `scene.json`, or that file itself.
///
/// Containment is off. The world cube is that of [`Scene::new`].
///
/// # Errors
/// Returns [`SceneError`] with the file, the frame and the object.
pub fn read(path: impl AsRef<Path>) -> Result<Scene, SceneError> {
    let path = path.as_ref();
    let path = if path.is_dir() {
        path.join("scene.json")
    } else {
        path.to_owned()
    };
    let file = parse(&path)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let in_recording = |source| SceneError::Recording {
        path: path.clone(),
        source: Box::new(source),
    };
    let frames = file.frames;
    let mut objects = Objects {
        folder,
        rigid: BTreeMap::new(),
        notes: Vec::new(),
    };
    let mut bodies = Vec::new();
    let mut deformations = Vec::new();
    for (i, object) in file.objects.iter().enumerate() {
        let (body, deformation) = objects.load(i, object, frames.len())?;
        bodies.push(body);
        deformations.push(deformation);
    }
    let frames = with_deformations(frames, deformations);
    let mut scene = Scene::new(file.name, bodies, frames).map_err(in_recording)?;
    scene.notes = objects.notes;
    scene.files = file
        .objects
        .iter()
        .flat_map(Object::files)
        .map(|name| folder.join(name))
        .collect();
    scene.files.push(path);
    Ok(scene)
}

/// Writes a scene as a recording into `folder`, which is created if missing.
///
/// Writes `scene.json`, one OBJ file per mesh, and one `.npy` file per deforming body. Numbers are
/// read back bit for bit. Containment and the world cube are not stored.
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
        let same = |b: &&Body| Arc::ptr_eq(b.mesh(), body.mesh()) && b.deforms == body.deforms;
        let known = written.iter().position(same);
        let mesh = format!("mesh-{}.obj", known.unwrap_or(written.len()));
        if known.is_none() {
            write_new(&folder.join(&mesh), obj(body.mesh()).as_bytes())?;
            written.push(body);
        }
        let frame_vertices = body.deforms.then(|| format!("body-{i}.npy"));
        if let Some(name) = &frame_vertices {
            let frames = scene.frames.iter().map(|f| f.local_vertices(i, body));
            write_new(&folder.join(name), &npy::write(&frames.collect::<Vec<_>>()))?;
        }
        objects.push(Object {
            mesh,
            frame_vertices,
        });
    }
    let row = |p: &Pose| {
        let (t, q) = (p.translation, p.rotation);
        [t.x, t.y, t.z, q.x, q.y, q.z, q.w]
    };
    let rows = |frame: &SceneFrame| frame.poses.iter().map(row).collect();
    let file = File {
        name: scene.name.clone(),
        objects,
        frames: scene.frames.iter().map(rows).collect(),
    };
    let text = serde_json::to_string(&file).map_err(|source| SceneError::Json {
        path: json.clone(),
        source,
    })?;
    // Written last, so that a folder with a `scene.json` is a complete recording.
    write_new(&json, text.as_bytes())
}

/// Contents of `scene.json`.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    objects: Vec<Object>,
    frames: Vec<Vec<[f64; 7]>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Object {
    mesh: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    frame_vertices: Option<String>,
}

impl Object {
    /// Returns the files that the object names.
    fn files(&self) -> impl Iterator<Item = &String> {
        [&self.mesh].into_iter().chain(&self.frame_vertices)
    }
}

fn parse(path: &Path) -> Result<File, SceneError> {
    let bytes = fs::read(path).map_err(|source| cannot("read", path, source))?;
    serde_json::from_slice(mesh_file::without_mark(&bytes)).map_err(|source| SceneError::Json {
        path: path.to_owned(),
        source,
    })
}

/// Reader of objects. It reads a mesh of several rigid objects once.
struct Objects<'a> {
    folder: &'a Path,
    rigid: BTreeMap<PathBuf, Arc<Mesh>>,
    notes: Vec<String>,
}

/// Local vertices of a deforming body, by frame.
type Deformation = Option<Vec<Vec<Vec3>>>;

impl Objects<'_> {
    fn load(
        &mut self,
        index: usize,
        object: &Object,
        frames: usize,
    ) -> Result<(Body, Deformation), SceneError> {
        let path = self.folder.join(&object.mesh);
        let in_object = |source| SceneError::MeshFile {
            object: index,
            source: Box::new(source),
        };
        let Some(vertices) = &object.frame_vertices else {
            if !self.rigid.contains_key(&path) {
                let mesh = self.noted(&path, mesh_file::read(&path).map_err(in_object)?);
                self.rigid.insert(path.clone(), mesh);
            }
            return Ok((Body::rigid(&object.mesh, self.rigid[&path].clone()), None));
        };
        let mesh = self.noted(&path, mesh_file::read_unwelded(&path).map_err(in_object)?);
        let npy_path = self.folder.join(vertices);
        let bytes = fs::read(&npy_path).map_err(|source| cannot("read", &npy_path, source))?;
        let deformation = npy::read(&bytes, frames, mesh.vertices().len()).map_err(|reason| {
            SceneError::FrameVertices {
                object: index,
                path: npy_path,
                reason,
            }
        })?;
        let body = Body::deforming(&object.mesh, mesh);
        Ok((body, Some(deformation)))
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

/// Returns the mesh as OBJ. `{:?}` writes the shortest number that parses to the same bits.
fn obj(mesh: &Mesh) -> String {
    let mut text = String::new();
    for p in mesh.vertices() {
        writeln!(text, "v {:?} {:?} {:?}", p.x, p.y, p.z).expect("a string takes all");
    }
    for t in mesh.triangles() {
        let [a, b, c] = t.map(|i| u64::from(i) + 1);
        writeln!(text, "f {a} {b} {c}").expect("a string takes all");
    }
    text
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
