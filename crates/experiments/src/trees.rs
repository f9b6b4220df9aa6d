//! Sphere-trees are built once: a truck's takes longer than flying with it.

use crate::definition::Named;
use anyhow::Result;
use collision::Detector;
use geometry::Mesh;
use sphere_tree::{
    BuildOptions, Coverage, SphereTree, SphereTreeOctreeOptions, SphereTreeOptions, TreeBuilder,
};
use std::sync::Mutex;

/// The detector, not prepared; its preparation takes trees from those that were built in this run.
/// For experiments that do not time preparation.
pub(crate) fn detector(named: &Named) -> Result<Box<dyn Detector>> {
    Ok(match named.entry.name {
        SphereTreeOptions::NAME => {
            let options: SphereTreeOptions = named.entry.read(&named.options)?;
            Box::new(options.with_trees(Shelved(options.build_options())))
        }
        SphereTreeOctreeOptions::NAME => {
            let options: SphereTreeOctreeOptions = named.entry.read(&named.options)?;
            Box::new(options.with_trees(Shelved(options.build_options())))
        }
        _ => named.entry.build(&named.options)?,
    })
}

/// A tree with what it was built of, and how.
struct Tree {
    mesh: Mesh,
    options: BuildOptions,
    tree: SphereTree,
}

static SHELF: Mutex<Vec<Tree>> = Mutex::new(Vec::new());

/// Builds trees that are not on the shelf yet.
struct Shelved(BuildOptions);

impl TreeBuilder for Shelved {
    fn build(&mut self, mesh: &Mesh) -> SphereTree {
        let mut shelf = SHELF.lock().unwrap_or_else(|broken| broken.into_inner());
        let same = |tree: &&Tree| tree.options == self.0 && tree.mesh == *mesh;
        if let Some(known) = shelf.iter().find(same) {
            return known.tree.clone();
        }
        let tree = self.0.build(mesh);
        shelf.push(Tree {
            mesh: mesh.clone(),
            options: self.0.clone(),
            tree: tree.clone(),
        });
        tree
    }

    fn coverage(&self) -> Coverage {
        self.0.coverage
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_from_the_shelf_is_the_one_that_would_be_built() {
        let octree = BuildOptions {
            depth: 2,
            ..BuildOptions::octree()
        };
        let [cube, tetrahedron] = [scenes::bodies::cube(2.0), scenes::bodies::tetrahedron(2.0)];
        for mesh in [&cube, &tetrahedron, &cube] {
            let mut shelved = Shelved(octree.clone());
            assert!(shelved.build(mesh) == octree.clone().build(mesh));
        }
        let deeper = BuildOptions { depth: 3, ..octree };
        assert!(Shelved(deeper.clone()).build(&cube) == deeper.clone().build(&cube));
    }
}
