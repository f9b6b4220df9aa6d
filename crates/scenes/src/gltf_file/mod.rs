//! Scenes from glTF 2.0, as text (`.gltf`) or binary (`.glb`), with one of their animations.
//!
//! Each node with a mesh is one body, named after its node. The faces of its primitives follow each
//! other in the order of the file. Axes and units stay as stored: y up and meters, by the format's
//! rule. Numbers are single precision in the file, and are computed with in double precision.
//!
//! | in the file | here |
//! |---|---|
//! | triangles, strips, fans | faces; those of strips and fans keep their orientation |
//! | points and lines | no faces; a note counts the primitives |
//! | node with fixed, uniform scales above it | rigid body, its mesh scaled by all scales |
//! | other nodes that do not move | rigid body at the origin, with the node's matrix in its mesh |
//! | other nodes: an animated scale, a matrix or uneven scale above motion | deforming body |
//! | mirrored meshes | faces are turned over, so that they stay outward |
//! | skins and morph targets | error: bake the deformation to a recording |
//! | several scenes | the one that the file names as its own, else the first |
//! | buffers | the binary chunk, files beside the scene, base64 text |
//! | extensions that the file requires | error |
//!
//! # Animations
//! The first animation is sampled, or the one of [`GltfOptions::animation`]. Frame `i` is at
//! `i / rate` seconds, up to the last key. Steps, linear and cubic keys are interpolated as the
//! format specifies, rotations on the shorter arc. Without an animation the scene has one frame.
//!
//! ```no_run
//! let scene = scenes::gltf_file::read("robot.glb", &Default::default())?;
//! # Ok::<(), scenes::ImportError>(())
//! ```

mod accessor;
mod animation;
mod document;
mod nodes;
mod shape;

use crate::import_error::{ImportError, LocatedFault, malformed};
use crate::{Scene, SceneFrame};
use animation::Animated;
use document::Document;
use nodes::Nodes;
use shape::NodeBody;
use std::path::Path;

/// Options of reading a glTF scene.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GltfOptions {
    /// Name or index of the animation. `None`: the first one, if there is any.
    pub animation: Option<String>,
    /// Frames per second of the animation, positive.
    pub rate: f64,
}

impl Default for GltfOptions {
    fn default() -> GltfOptions {
        GltfOptions {
            animation: None,
            rate: 30.0,
        }
    }
}

/// Most poses, and vertices of bodies that deform, of all frames together: one to two gigabytes.
const MAX_POSES: usize = 20_000_000;

/// Reads a scene.
///
/// Containment is off. The world cube is that of [`Scene::new`].
///
/// # Errors
/// Returns [`ImportError`] with the file, the node, mesh or accessor, and a remedy.
///
/// # Cost
/// Linear in the size of the files, in frames × bodies × depth of the nodes, and in frames ×
/// vertices of bodies that deform.
pub fn read(path: impl AsRef<Path>, options: &GltfOptions) -> Result<Scene, ImportError> {
    let path = path.as_ref();
    let document = Document::read(path)?;
    let fault = |(place, reason): LocatedFault| malformed(path)(&place, reason);
    if !(options.rate.is_finite() && options.rate > 0.0) {
        let reason = format!(
            "the rate {} is not positive; give frames per second",
            options.rate
        );
        return Err(fault(("as a whole".into(), reason)));
    }
    let animated = Animated::new(&document, options.animation.as_deref()).map_err(fault)?;
    let nodes = Nodes::new(&document, &animated).map_err(fault)?;
    let mut notes = Vec::new();
    let shapes = shape::bodies(&document, &nodes, &mut notes).map_err(fault)?;
    let frame_count = animated.frame_count(options.rate);
    let changing: usize = shapes.iter().map(NodeBody::changing).sum();
    let poses = frame_count.saturating_mul(shapes.len() + changing);
    if poses > MAX_POSES {
        let reason = format!(
            "{frame_count} frames of {} bodies with {changing} changing vertices are too many; \
             sample the animation at a lower rate than {}",
            shapes.len(),
            options.rate
        );
        return Err(fault(("as a whole".into(), reason)));
    }
    let deforms = shapes.iter().any(|shape| shape.body.deforms);
    let frame = |i: usize| {
        let transforms = animated.transforms(&document, i as f64 / options.rate);
        let (poses, deformed): (Vec<_>, Vec<_>) = shapes
            .iter()
            .map(|shape| shape.placed(&nodes, &transforms))
            .unzip();
        let deformed = if deforms { deformed } else { Vec::new() };
        SceneFrame { poses, deformed }
    };
    let frames = (0..frame_count).map(frame).collect();
    let bodies = shapes.iter().map(|shape| shape.body.clone()).collect();
    let name = path.to_string_lossy();
    let mut scene = Scene::new(name, bodies, frames).map_err(|source| ImportError::Scene {
        path: path.to_owned(),
        source: Box::new(source),
    })?;
    notes.extend(animated.note());
    scene.notes = notes;
    scene.files = document.files;
    Ok(scene)
}

#[cfg(test)]
mod tests;
