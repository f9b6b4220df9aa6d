//! Cache of sphere-trees. Building the truck's tree takes longer than a flight with it.
//!
//! A process builds a tree once. The processes of a run share a folder, so the first one that needs
//! a tree builds it for all.

use catalog::{Entry, Options};
use collision::Detector;
use geometry::Mesh;
use sphere_tree::file::Stored;
use sphere_tree::{
    BuildOptions, Coverage, SphereTree, SphereTreeOctreeOptions, SphereTreeOptions, TreeBuilder,
};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

const CHECKED: &str = "the options were checked";

/// Returns the unprepared detector, if it has sphere-trees.
///
/// Its preparation takes them from the cache, so a caller records no time of its preparation.
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

/// Returns true if the detector has sphere-trees.
///
/// # Panics
/// Panics if the options are invalid.
pub(crate) fn has_trees(entry: &Entry, options: &Options) -> bool {
    build_options(entry, options).is_some()
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

/// Folder of the trees of all processes.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Takes trees from a folder and leaves new ones there, from now on. A folder that cannot be read
/// or written costs time only. The first call of a process counts.
pub fn share_trees_in(folder: &Path) {
    let _ = FOLDER.set(folder.to_owned());
}

fn cache() -> MutexGuard<'static, Vec<CachedTree>> {
    TREE_CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the file of a tree. Two trees may have the same: then the later one is built again.
fn file_of(folder: &Path, mesh: &Mesh, options: &BuildOptions) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    for v in mesh.vertices() {
        v.to_array().map(f64::to_bits).hash(&mut hasher);
    }
    mesh.triangles().hash(&mut hasher);
    format!("{options:?}").hash(&mut hasher);
    folder.join(format!("{:016x}.json", hasher.finish()))
}

/// Reads a tree that another process has built. None if there is none, or it is damaged.
///
/// It is not proved again: this program has built it in this run, and its digest shows that nothing
/// changed since.
fn read(path: &Path, mesh: &Mesh, options: &BuildOptions) -> Option<SphereTree> {
    let stored: Stored = serde_json::from_slice(&std::fs::read(path).ok()?).ok()?;
    let expected = Stored::new(mesh, options, stored.tree.clone());
    (stored == expected).then_some(stored.tree)
}

/// Builder that adds missing trees to the cache.
#[derive(Debug)]
struct CachedTreeBuilder(BuildOptions);

impl CachedTreeBuilder {
    /// Takes the tree from the folder, or builds it and leaves it there.
    fn read_or_build(&mut self, mesh: &Mesh, folder: Option<&Path>) -> SphereTree {
        let path = folder.map(|folder| file_of(folder, mesh, &self.0));
        let shared = path.as_deref().and_then(|path| read(path, mesh, &self.0));
        if let Some(tree) = shared {
            return tree;
        }
        let tree = self.0.build(mesh);
        if let Some(path) = path {
            let stored = Stored::new(mesh, &self.0, tree.clone());
            // A full disk fails the rows of this process, too, and there it is said.
            let _ = records::write_atomically(&path, stored.to_json().as_bytes());
        }
        tree
    }
}

impl TreeBuilder for CachedTreeBuilder {
    fn build(&mut self, mesh: &Mesh) -> SphereTree {
        let same = |tree: &&CachedTree| tree.options == self.0 && tree.mesh == *mesh;
        if let Some(known) = cache().iter().find(same) {
            return known.tree.clone();
        }
        // Not while others wait for their trees.
        let tree = self.read_or_build(mesh, FOLDER.get().map(PathBuf::as_path));
        cache().push(CachedTree {
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

    #[test]
    fn a_tree_of_another_process_is_taken_unless_it_is_damaged_or_another() {
        let folder = tempfile::tempdir().unwrap();
        let options = BuildOptions {
            depth: 2,
            ..BuildOptions::octree()
        };
        let sphere = scenes::bodies::sphere(48).unwrap();
        let mut builder = CachedTreeBuilder(options.clone());
        let built = builder.read_or_build(&sphere, Some(folder.path()));
        let path = file_of(folder.path(), &sphere, &options);
        assert!(
            read(&path, &sphere, &options) == Some(built.clone()),
            "all bits"
        );
        // Another mesh under the same name, as after a clash of names.
        let cube = scenes::bodies::cube(2.0);
        assert_eq!(read(&path, &cube, &options), None);
        assert!(file_of(folder.path(), &cube, &options) != path);
        let text = std::fs::read_to_string(&path).unwrap();
        for damaged in [
            &text[..text.len() / 2],
            &text.replacen("\"levels\":[0", "\"levels\":[1", 1),
        ] {
            assert!(damaged != text);
            std::fs::write(&path, damaged).unwrap();
            assert_eq!(read(&path, &sphere, &options), None);
            assert!(builder.read_or_build(&sphere, Some(folder.path())) == built);
        }
        let nowhere = folder.path().join("none");
        assert!(builder.read_or_build(&sphere, Some(&nowhere)) == built);
    }
}
