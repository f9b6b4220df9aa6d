//! Robots: scenes from URDF, moved by trajectories of their joints.
//!
//! Each link with collision geometry is one rigid body, named after its link, with the faces of its
//! geometries in the order of the file. Visual geometry is not used. Lengths and angles are those
//! of the file: meters and radians by the format's rule. The root link stays at the world's origin.
//!
//! | in the file | here |
//! |---|---|
//! | `box` | 12 faces, exact |
//! | `cylinder`, `sphere`, `capsule` | [`SEGMENTS`] sides; faces are up to 0.5 % of a radius inside |
//! | `mesh` | OBJ, STL, PLY or OFF; `scale` per axis, a mirrored mesh keeps its faces outward |
//! | `file://PATH`, other paths | as they are; relative ones start at the folder of the URDF |
//! | `package://NAME/PATH` | see below |
//! | `http://`, `https://` | error: nothing is downloaded |
//! | `revolute`, `continuous`, `prismatic` | one value per frame: radians, or scene units |
//! | `planar` | `NAME/x`, `NAME/y`, `NAME/theta`, as MoveIt names them; the axis must be 0 0 1 |
//! | `floating` | `NAME/trans_x` … `trans_z`, `NAME/rot_x` … `rot_w` |
//! | `spherical` | error |
//! | `mimic` | multiplier × value of the other joint + offset, through any number of joints |
//! | two parents, loops, several roots, unknown links | error with link and joint |
//! | a value beyond a limit | used as it is, with a note in [`Scene::notes`] |
//!
//! The folder of a package is the one given for its name ([`UrdfOptions::packages`]). Else it is
//! the nearest folder that is named NAME and contains PATH: the URDF's own, those above it, and
//! those beside any of these.
//!
//! # Trajectories
//! CSV: a line of joint names, then one line per frame. A column `time` may be anywhere. JSON has
//! the same as
//! `{"joints": ["shoulder", "elbow"], "frames": [[0, 0.5], [0.1, 0.5]], "time": [0, 0.04]}`. Times
//! must increase. They choose no frame: each line is one. A joint without a column stays at 0
//! (`rot_w` at 1). A column of no joint is an error. A column of a mimic joint is not used. Without
//! a trajectory the scene has one frame, with all joints at 0.
//!
//! # Neighbors
//! Links that a joint connects usually touch or overlap where they are connected, by construction.
//! Unless [`UrdfOptions::adjacent`] is set, such pairs of parent and child are left out of
//! [`Scene::candidates`]. The parent is the nearest link with collision geometry toward the root.
//!
//! ```no_run
//! use scenes::urdf_file::{UrdfOptions, read};
//!
//! let mut options = UrdfOptions::default();
//! options.motion = Some("joints.csv".into());
//! let scene = read("robot.urdf", &options)?;
//! # Ok::<(), scenes::ImportError>(())
//! ```

mod motion;
mod parse;
mod shape;
mod tree;

pub use shape::SEGMENTS;

use crate::import_error::{ImportError, load};
use crate::{Scene, SceneFrame};
use collision::{BodyId, BodyPair};
use motion::JointMotion;
use shape::Links;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tree::RobotTree;

/// Options of reading a robot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct UrdfOptions {
    /// Trajectory of the joints, `.csv` or `.json`. `None`: one frame.
    pub motion: Option<PathBuf>,
    /// Folders of packages by name, for `package://` paths.
    pub packages: BTreeMap<String, PathBuf>,
    /// If set, pairs of parent and child links are tested, too.
    pub adjacent: bool,
}

/// Reads a robot and its trajectory.
///
/// Containment is off. The world cube is that of [`Scene::new`].
///
/// # Errors
/// Returns [`ImportError`] with the file, the link, joint or line, and a remedy.
///
/// # Cost
/// Linear in the size of the files, and in frames × links.
pub fn read(path: impl AsRef<Path>, options: &UrdfOptions) -> Result<Scene, ImportError> {
    let path = path.as_ref();
    let robot = parse::parse(path, &load(path, "")?)?;
    let tree = RobotTree::new(path, &robot)?;
    let motion = match &options.motion {
        Some(file) => JointMotion::read(file, &tree)?,
        None => JointMotion::at_rest(&tree),
    };
    let links = Links::new(path, &robot, &options.packages)?;
    let in_scene = |source| ImportError::Scene {
        path: path.to_owned(),
        source: Box::new(source),
    };
    let frames = motion.frames.iter().map(|values| {
        let poses = tree.poses(values);
        SceneFrame::rigid(links.bodies.iter().map(|body| poses[body.link]).collect())
    });
    let frames = frames.collect();
    let bodies = links.bodies.iter().map(|body| body.body.clone()).collect();
    let name = match robot.model.name.as_str() {
        "" => path.to_string_lossy().into_owned(),
        name => name.to_owned(),
    };
    let mut scene = Scene::new(name, bodies, frames).map_err(in_scene)?;
    scene.notes = links.notes.clone();
    scene.notes.extend(motion.notes);
    scene.files = links.files.clone();
    scene.files.extend(options.motion.clone());
    scene.files.push(path.to_owned());
    if options.adjacent {
        Ok(scene)
    } else {
        Ok(without_neighbors(scene, &tree, &links))
    }
}

/// Leaves the pairs of parent and child out.
fn without_neighbors(scene: Scene, tree: &RobotTree<'_>, links: &Links) -> Scene {
    let mut body_of = vec![None; tree.link_count()];
    for (body, link) in links.bodies.iter().enumerate() {
        body_of[link.link] = Some(body);
    }
    let above = |link: usize| {
        let mut link = tree.parent(link);
        while let Some(l) = link.filter(|l| body_of[*l].is_none()) {
            link = tree.parent(l);
        }
        link.and_then(|l| body_of[l])
    };
    let pairs = links.bodies.iter().enumerate().filter_map(|(body, link)| {
        let parent = above(link.link)?;
        let id = |body: usize| BodyId(body as u32);
        Some(BodyPair::new(id(parent), id(body)))
    });
    let pairs: Vec<BodyPair> = pairs.collect();
    if pairs.is_empty() {
        return scene;
    }
    let mut scene = scene.without_pairs(&pairs);
    scene.notes.push(format!(
        "{} pairs of links that a joint connects are not tested; the option `adjacent` tests them",
        pairs.len()
    ));
    scene
}

#[cfg(test)]
mod tests;
