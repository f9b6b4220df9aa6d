//! Detectors whose sphere-trees come from files.

use anyhow::{Result, ensure};
use catalog::{Detector, Entry, Options};
use geometry::Mesh;
use scenes::Scene;
use sphere_tree::{BuildOptions, SphereTreeOctreeOptions, SphereTreeOptions, StoredTrees};
use std::path::PathBuf;

const NAMES: [&str; 2] = [SphereTreeOptions::NAME, SphereTreeOctreeOptions::NAME];

/// Fails if there are files of trees and the detector has none.
pub(super) fn ensure_used(files: &[PathBuf], entry: &Entry) -> Result<()> {
    ensure!(
        files.is_empty() || NAMES.contains(&entry.name),
        "`{}` has no sphere-trees; drop --tree or use one of {}",
        entry.name,
        NAMES.join(", ")
    );
    Ok(())
}

/// Returns the unprepared detector with the trees of `files`.
///
/// # Errors
/// Bad options, and a file that is not the proved tree of a body's mesh.
pub(super) fn detector(
    files: &[PathBuf],
    entry: &Entry,
    options: &Options,
    scene: &Scene,
) -> Result<Box<dyn Detector>> {
    let trees = |others: BuildOptions| {
        let meshes: Vec<&Mesh> = scene.bodies.iter().map(|body| &**body.mesh()).collect();
        StoredTrees::read(files.iter().map(PathBuf::as_path), &meshes, others)
    };
    if entry.name == SphereTreeOptions::NAME {
        let options: SphereTreeOptions = entry.read(options)?;
        return Ok(Box::new(
            options.with_trees(trees(options.build_options())?),
        ));
    }
    let options: SphereTreeOctreeOptions = entry.read(options)?;
    Ok(Box::new(
        options.with_trees(trees(options.build_options())?),
    ))
}
