//! Atomic writes of files, and lists of files.

use crate::RecordsError;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Returns the files directly in `folder` whose names end with a dot and `extension`, sorted.
pub fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, RecordsError> {
    let failed = RecordsError::file("list", folder);
    let entries = std::fs::read_dir(folder).map_err(&failed)?;
    let paths = entries.map(|entry| Ok(entry.map_err(&failed)?.path()));
    let mut paths = paths.collect::<Result<Vec<_>, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|e| e == extension));
    paths.sort();
    Ok(paths)
}

/// Replaces the file at `path` by `content` atomically: a reader sees the old or the new content.
///
/// Writes a temporary file in the same folder, which must exist, and renames it. If a step fails or
/// the program stops, `path` keeps its old content.
pub fn write_atomically(path: &Path, content: &[u8]) -> Result<(), RecordsError> {
    replace(path, content).map_err(RecordsError::file("write", path))
}

fn replace(path: &Path, content: &[u8]) -> std::io::Result<()> {
    // The target of a link is replaced. A device or pipe is written directly.
    let target = path.canonicalize();
    let path = target.as_deref().unwrap_or(path);
    if path.exists() && !path.is_file() && !path.is_dir() {
        return std::fs::write(path, content);
    }
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".unfinished-");
    // A temporary file is private by default. The final file has the usual permissions.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|e| e.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_the_file_and_leaves_no_other_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.csv");
        write_atomically(&path, b"first, and longer").unwrap();
        write_atomically(&path, b"second").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"second");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_device_a_device() {
        use std::os::unix::fs::{FileTypeExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (
            folder.path().join("rows.csv"),
            folder.path().join("link.csv"),
        );
        std::fs::write(&file, b"old").unwrap();
        symlink(&file, &link).unwrap();
        write_atomically(&link, b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read(&file).unwrap(), b"new");
        // A socket cannot be opened for writing. This is an error, and the socket remains.
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        assert!(write_atomically(&socket, b"lost").is_err());
        assert!(std::fs::metadata(&socket).unwrap().file_type().is_socket());
    }

    #[test]
    fn a_missing_folder_is_an_error_that_names_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing").join("rows.csv");
        let error = write_atomically(&path, b"x").unwrap_err().to_string();
        assert!(
            error.contains("cannot write") && error.contains("rows.csv"),
            "{error}"
        );
    }
}
