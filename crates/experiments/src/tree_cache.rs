//! Cache of sphere-trees. Building the truck's tree takes longer than a flight with it.

use catalog::{Entry, Options};
use collision::Detector;
use geometry::Mesh;
use sphere_tree::{
    BuildOptions, Coverage, SphereTree, SphereTreeOctreeOptions, SphereTreeOptions, TreeBuilder,
};
use std::sync::{Mutex, PoisonError};

const CHECKED: &str = "the options were checked";

/// Returns the unprepared detector, if it has sphere-trees.
///
/// Its preparation takes them from the cache, so only models that do not time preparation use it.
///
/// # Panics
/// Panics if the options are invalid.
pub(crate) fn detector(entry: &Entry, options: &Options) -> Option<Box<dyn Detector>> {
    let builder = CachedTreeBuilder(build_options(entry, options)?);
    match entry.name {
        SphereTreeOptions::NAME => {
            let options: SphereTreeOptions = entry.read(options).expect(CHECKED);
            Some(Box::new(options.with_trees(builder)))
        }
        _ => {
            let options: SphereTreeOctreeOptions = entry.read(options).expect(CHECKED);
            Some(Box::new(options.with_trees(builder)))
        }
    }
}

/// Returns the sphere-tree that the detector has for a mesh, if it has sphere-trees.
///
/// # Panics
/// Panics if the options are invalid.
pub(crate) fn tree(entry: &Entry, options: &Options, mesh: &Mesh) -> Option<SphereTree> {
    let options = build_options(entry, options)?;
    Some(CachedTreeBuilder(options).build(mesh))
}

/// Returns the options of the detector's sphere-trees, if it has any.
fn build_options(entry: &Entry, options: &Options) -> Option<BuildOptions> {
    match entry.name {
        SphereTreeOptions::NAME => {
            let options: SphereTreeOptions = entry.read(options).expect(CHECKED);
            Some(options.build_options())
        }
        SphereTreeOctreeOptions::NAME => {
            let options: SphereTreeOctreeOptions = entry.read(options).expect(CHECKED);
            Some(options.build_options())
        }
        _ => None,
    }
}

/// Tree with the mesh and the options that it was built from.
struct CachedTree {
    mesh: Mesh,
    options: BuildOptions,
    tree: SphereTree,
}

static TREE_CACHE: Mutex<Vec<CachedTree>> = Mutex::new(Vec::new());

/// Builder that adds missing trees to the cache.
#[derive(Debug)]
struct CachedTreeBuilder(BuildOptions);

impl TreeBuilder for CachedTreeBuilder {
    fn build(&mut self, mesh: &Mesh) -> SphereTree {
        let mut cache = TREE_CACHE.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |tree: &&CachedTree| tree.options == self.0 && tree.mesh == *mesh;
        if let Some(known) = cache.iter().find(same) {
            return known.tree.clone();
        }
        let tree = self.0.build(mesh);
        cache.push(CachedTree {
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
    fn a_cached_tree_is_the_one_that_would_be_built() {
        let octree = BuildOptions {
            depth: 2,
            ..BuildOptions::octree()
        };
        let [cube, tetrahedron] = [scenes::bodies::cube(2.0), scenes::bodies::tetrahedron(2.0)];
        for mesh in [&cube, &tetrahedron, &cube] {
            let mut cached = CachedTreeBuilder(octree.clone());
            assert!(cached.build(mesh) == octree.clone().build(mesh));
        }
        let deeper = BuildOptions { depth: 3, ..octree };
        assert!(CachedTreeBuilder(deeper.clone()).build(&cube) == deeper.clone().build(&cube));
    }
}
