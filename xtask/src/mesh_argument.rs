//! `MESH` on the command line: a mesh file, or a body of the papers.

use anyhow::{Context, Result, anyhow};
use geometry::topology::Topology;
use scenes::MeshFile;
use scenes::bodies::BodyModel;
use std::path::Path;

/// Returns the mesh of a file, or of a body of the papers, with its notes.
///
/// # Errors
/// Neither a file nor a body; a file that cannot be read.
pub(crate) fn mesh(argument: &str) -> Result<MeshFile> {
    let path = Path::new(argument);
    if path.exists() {
        return catalog::read_mesh(path).with_context(|| format!("cannot use {argument}"));
    }
    let model = argument.parse::<BodyModel>();
    let model = model.map_err(|e| anyhow!("there is no file `{argument}`, and {e}"))?;
    let mesh = model.mesh();
    Ok(MeshFile {
        topology: Topology::of(&mesh),
        mesh,
        notes: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_body_gets_the_nearest_name() {
        let error = mesh("lmap").unwrap_err().to_string();
        assert!(
            error.contains("no file `lmap`") && error.contains("`lamp`"),
            "{error}"
        );
    }
}
