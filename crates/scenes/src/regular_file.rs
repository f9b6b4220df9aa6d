//! Files that are neither devices nor pipes.

use std::fs::File;
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// Reads a whole file.
///
/// # Errors
/// Fails if the file cannot be read, or is a device or a pipe: these may have no end, and fill the
/// memory.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    check(path)?;
    std::fs::read(path)
}

/// Opens a file that is read in parts.
///
/// # Errors
/// Fails if the file cannot be opened, or is a device or a pipe: these have no length, and opening
/// a pipe waits for one that writes to it.
pub(crate) fn open(path: &Path) -> Result<File> {
    check(path)?;
    File::open(path)
}

fn check(path: &Path) -> Result<()> {
    // The error for a folder is that of the operating system.
    let kind = std::fs::metadata(path)?.file_type();
    if !kind.is_file() && !kind.is_dir() {
        let reason = "it is a device or a pipe; name a file";
        return Err(Error::new(ErrorKind::InvalidInput, reason));
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use crate::{csg_file, mesh_file};
    use std::os::unix::fs::symlink;

    #[test]
    fn a_device_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["a.obj", "a.stl", "a.json"] {
            symlink("/dev/null", path(name)).unwrap();
        }
        let said = [
            mesh_file::read(path("a.obj")).unwrap_err().to_string(),
            mesh_file::read_unwelded(path("a.stl"))
                .unwrap_err()
                .to_string(),
            csg_file::read(path("a.json")).unwrap_err().to_string(),
        ];
        for (said, name) in said.iter().zip(["a.obj", "a.stl", "a.json"]) {
            assert!(
                said.contains(name) && said.contains("it is a device"),
                "{said}"
            );
        }
    }
}
