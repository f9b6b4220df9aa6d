//! Stored trees in place of built ones.

use crate::build::BuildOptions;
use crate::detector::TreeBuilder;
use crate::file::{FileError, MeshKey, Stored};
use crate::tree::{Coverage, SphereTree};
use geometry::Mesh;
use std::path::Path;

/// Builder that takes the stored tree of a mesh if there is one, and builds the trees of other
/// meshes.
#[derive(Clone, Debug)]
pub struct StoredTrees {
    stored: Vec<(MeshKey, SphereTree)>,
    others: BuildOptions,
}

impl StoredTrees {
    /// Reads files, each with the tree of one of `meshes`, and proves their trees. `others` are the
    /// options of trees that are in no file.
    ///
    /// # Cost
    /// For each file about that of a build ([`Stored::read`]).
    ///
    /// # Errors
    /// [`FileError`] for a file that cannot be read, does not keep what it promises, or has the
    /// tree of none of the meshes.
    pub fn read<'a>(
        files: impl IntoIterator<Item = &'a Path>,
        meshes: &[&Mesh],
        others: BuildOptions,
    ) -> Result<StoredTrees, FileError> {
        let keys: Vec<MeshKey> = meshes.iter().map(|mesh| MeshKey::of(mesh)).collect();
        let read = |file| {
            let stored = Stored::parse(file)?;
            match keys.iter().position(|key| *key == stored.mesh) {
                Some(i) => Ok((keys[i].clone(), stored.proved(file, meshes[i])?.tree)),
                None => Err(stored.of_no_mesh(file)),
            }
        };
        let stored = files.into_iter().map(read).collect::<Result<_, _>>()?;
        Ok(StoredTrees { stored, others })
    }
}

impl TreeBuilder for StoredTrees {
    fn build(&mut self, mesh: &Mesh) -> SphereTree {
        let key = MeshKey::of(mesh);
        let known = self.stored.iter().find(|(of, _)| *of == key);
        match known {
            Some((_, tree)) => tree.clone(),
            None => self.others.build(mesh),
        }
    }

    /// Returns a policy that may miss points if one of the trees has it.
    fn coverage(&self) -> Coverage {
        let stored = self.stored.iter().map(|(_, tree)| tree.coverage);
        let weak = stored.into_iter().find(|policy| !policy.misses_nothing());
        weak.unwrap_or(self.others.coverage)
    }
}
