//! Collision geometry of links as meshes in the links' spaces.

use super::parse::Parsed;
use super::tree::origin;
use crate::bodies;
use crate::import_error::{ImportError, malformed};
use crate::mesh_file;
use collision::Body;
use geometry::topology::Topology;
use geometry::{MAX_COORDINATE, Mesh, Vec3};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use urdf_rs::{Collision, Geometry, Link};

/// Number of sides of round shapes. With 32, `1 − cos(π / 32)` is 0.48 % of the radius.
pub const SEGMENTS: u32 = 32;

/// Body of a link.
pub(super) struct LinkBody {
    /// Index of the link in the file.
    pub(super) link: usize,
    pub(super) body: Body,
}

/// Bodies of all links with collision geometry.
pub(super) struct Links {
    pub(super) bodies: Vec<LinkBody>,
    pub(super) notes: Vec<String>,
    pub(super) files: Vec<PathBuf>,
}

/// Vertices and triangles.
type UrdfSurface = (Vec<Vec3>, Vec<[u32; 3]>);

impl Links {
    /// Reads the geometry of every link.
    pub(super) fn new(
        path: &Path,
        robot: &Parsed,
        packages: &BTreeMap<String, PathBuf>,
    ) -> Result<Links, ImportError> {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut reader = Reader {
            path,
            folder,
            packages,
            meshes: BTreeMap::new(),
            notes: Vec::new(),
        };
        let mut bodies = Vec::new();
        let (mut without, mut visual) = (0, 0);
        for (link, element) in robot.model.links.iter().enumerate() {
            if element.collision.is_empty() {
                without += 1;
                visual += usize::from(!element.visual.is_empty());
                continue;
            }
            let mesh = Arc::new(reader.link(robot, element)?);
            let body = Body::rigid(element.name.clone(), mesh);
            bodies.push(LinkBody { link, body });
        }
        if bodies.is_empty() {
            let reason = "no link has a `collision` element, and visual geometry is not used; copy \
                          the geometry of `visual` to `collision`";
            return Err(malformed(path)("as a whole", reason.into()));
        }
        let mut notes = reader.notes;
        if without > 0 {
            notes.push(format!(
                "links without collision geometry, which are no bodies: {without}, of which \
                 {visual} are visible"
            ));
        }
        Ok(Links {
            bodies,
            notes,
            files: reader.meshes.into_keys().collect(),
        })
    }
}

struct Reader<'a> {
    path: &'a Path,
    /// Folder of the URDF.
    folder: &'a Path,
    packages: &'a BTreeMap<String, PathBuf>,
    meshes: BTreeMap<PathBuf, Mesh>,
    notes: Vec<String>,
}

impl Reader<'_> {
    /// Joins the geometries of a link.
    fn link(&mut self, robot: &Parsed, link: &Link) -> Result<Mesh, ImportError> {
        let place = robot.link(&link.name);
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        for collision in &link.collision {
            let (points, faces) = self.part(&place, collision)?;
            let first = u32::try_from(vertices.len()).unwrap_or(u32::MAX);
            let map = origin(&collision.origin).world_map();
            vertices.extend(points.into_iter().map(|p| map.apply(p)));
            let moved = |face: [u32; 3]| face.map(|v| v.saturating_add(first));
            triangles.extend(faces.into_iter().map(moved));
        }
        let mesh = Mesh::new(vertices, triangles).map_err(|source| {
            let reason = format!("its collision geometry is no mesh: {source}");
            malformed(self.path)(&place, reason)
        })?;
        let topology = Topology::of(&mesh);
        if !topology.is_clean() {
            self.notes.push(format!("link `{}`: {topology}", link.name));
        }
        Ok(mesh)
    }

    /// Returns the surface of a geometry in its own space.
    fn part(&mut self, place: &str, collision: &Collision) -> Result<UrdfSurface, ImportError> {
        let fault = |reason| malformed(self.path)(place, reason);
        let positive = |what: &str, x: f64| {
            if x > 0.0 && x <= MAX_COORDINATE {
                Ok(x)
            } else {
                Err(fault(format!(
                    "its {what} is {x}; it must be positive and at most 2^100: correct the file"
                )))
            }
        };
        let mesh = match &collision.geometry {
            Geometry::Box { size } => {
                let [x, y, z] = size.0;
                let side = |x| positive("box has a side that", x);
                bodies::block(Vec3::new(side(x)?, side(y)?, side(z)?))
            }
            Geometry::Sphere { radius } => {
                let sphere = bodies::lat_long_sphere(SEGMENTS, SEGMENTS / 2);
                bodies::scaled(&sphere, positive("radius", *radius)?)
            }
            Geometry::Cylinder { radius, length } => {
                let radius = positive("radius", *radius)?;
                bodies::cylinder(radius, positive("length", *length)?, SEGMENTS)
            }
            Geometry::Capsule { radius, length } => {
                let radius = positive("radius", *radius)?;
                bodies::capsule(radius, positive("length", *length)?, SEGMENTS)
            }
            Geometry::Mesh { filename, scale } => {
                let scale = scale.map_or(Vec3::ONE, |s| Vec3::from_array(s.0));
                if scale.to_array().contains(&0.0) {
                    let reason = "its mesh is scaled by zero; correct `scale`";
                    return Err(fault(reason.into()));
                }
                return Ok(scaled(self.mesh(place, filename)?, scale));
            }
        };
        Ok((mesh.vertices().to_vec(), mesh.triangles().to_vec()))
    }

    /// Reads a mesh once.
    fn mesh(&mut self, place: &str, name: &str) -> Result<&Mesh, ImportError> {
        let fault = |reason| malformed(self.path)(place, reason);
        let path = self.resolved(name).map_err(fault)?;
        if path
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("dae"))
        {
            return Err(fault(format!(
                "{} is COLLADA, which is not read; convert it, for example with `assimp export \
                 FILE.dae FILE.obj`, and name that file",
                path.display()
            )));
        }
        if !self.meshes.contains_key(&path) {
            let file = mesh_file::read(&path).map_err(|source| ImportError::Mesh {
                path: self.path.to_owned(),
                place: place.to_owned(),
                source: Box::new(source),
            })?;
            let notes = file.notes.iter();
            self.notes
                .extend(notes.map(|note| format!("{}: {note}", path.display())));
            self.meshes.insert(path.clone(), file.mesh);
        }
        Ok(&self.meshes[&path])
    }

    /// Returns the path of a mesh.
    fn resolved(&self, name: &str) -> Result<PathBuf, String> {
        if let Some(rest) = name.strip_prefix("package://") {
            return self.in_package(rest);
        }
        match name.split_once("://") {
            Some(("file", path)) => Ok(self.folder.join(path)),
            Some((scheme, _)) => Err(format!(
                "its mesh is at a `{scheme}` address, and nothing is downloaded; store it, and \
                 name the file"
            )),
            None => Ok(self.folder.join(name)),
        }
    }

    fn in_package(&self, rest: &str) -> Result<PathBuf, String> {
        let (package, file) = rest.split_once('/').unwrap_or((rest, ""));
        let remedy = format!("give its folder with --package {package}=FOLDER");
        if let Some(folder) = self.packages.get(package) {
            let path = folder.join(file);
            return if path.is_file() {
                Ok(path)
            } else {
                Err(format!(
                    "there is no file {}; correct the path",
                    path.display()
                ))
            };
        }
        let start = std::path::absolute(self.folder);
        let start = start.map_err(|e| format!("{}: {e}; {remedy}", self.folder.display()))?;
        for folder in start.ancestors() {
            let is_it = folder.file_name().is_some_and(|name| name == package);
            let itself = is_it.then(|| folder.join(file));
            let beside = folder.join(package).join(file);
            let found = itself
                .into_iter()
                .chain([beside])
                .find(|path| path.is_file());
            if let Some(path) = found {
                return Ok(path);
            }
        }
        Err(format!(
            "its mesh `{file}` of package `{package}` is neither in a folder `{package}` above {}, \
             nor beside one of these; {remedy}",
            start.display()
        ))
    }
}

/// Returns the scaled surface. Mirrored faces are turned over, so that they stay outward.
fn scaled(mesh: &Mesh, scale: Vec3) -> UrdfSurface {
    let vertices = mesh.vertices().iter().map(|p| *p * scale).collect();
    let is_mirrored = scale.to_array().iter().filter(|s| **s < 0.0).count() % 2 == 1;
    let face = |[a, b, c]: &[u32; 3]| {
        if is_mirrored {
            [*a, *c, *b]
        } else {
            [*a, *b, *c]
        }
    };
    (vertices, mesh.triangles().iter().map(face).collect())
}
