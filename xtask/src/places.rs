//! Paths of the project's files, and the output folder.

use anyhow::{Context, Result, bail, ensure};
use records::Run;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

/// Returns the repository's root.
pub(crate) fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    root.expect("xtask lies in the repository's root")
        .to_owned()
}

/// Returns the folder of the experiments' definitions.
pub(crate) fn definitions() -> PathBuf {
    root().join("benches/experiments")
}

/// Returns the folder of the papers' numbers and claims.
pub(crate) fn papers() -> PathBuf {
    root().join("benches/papers")
}

/// Returns the folder of the last full run's pages, with their rows in `data`.
pub(crate) fn reports() -> PathBuf {
    root().join("reports")
}

/// Returns a folder for temporary results, beside the build.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join(name)
}

/// Returns the folder of rows in an output folder.
pub(crate) fn data(out: &Path) -> PathBuf {
    out.join("data")
}

/// Exclusive use of an output folder. No other comparison can write to it while this value lives.
///
/// The system drops the lock with the process, however it ends.
#[must_use]
pub(crate) struct FolderLock {
    _lock: Option<File>,
}

/// Prepares `out` for rows and pages: the project's own reports, a folder of an earlier run, an
/// empty one, or a new one in a folder that exists. `run` marks a new folder at once, so it counts
/// as an earlier run's even if this one is stopped.
///
/// # Errors
/// A file, a folder with other content, a parent that does not exist, or a comparison that is
/// writing to the folder now.
pub(crate) fn claim(out: &Path, run: &Run) -> Result<FolderLock> {
    let shown = out.display();
    let data = data(out);
    let marked = data.join(Run::FILE).is_file();
    if out.is_dir() {
        ensure!(
            out == reports() || marked || is_empty(out)?,
            "the folder {shown} holds something other than an earlier comparison (it has no \
             data/{}), and is left as it is; name a new or an empty folder",
            Run::FILE
        );
    } else if exists(out) {
        bail!("{shown} is not a folder, and rows and pages need one; name a new or an empty one");
    }
    ensure_parent(out)?;
    std::fs::create_dir_all(&data).with_context(|| format!("cannot create {}", data.display()))?;
    let claim = FolderLock {
        _lock: locked(&data)?,
    };
    if !marked {
        run.write(&data)?;
    }
    Ok(claim)
}

/// Returns true if a folder has no content apart from an empty folder for rows, which another
/// comparison may have created at the same time.
fn is_empty(out: &Path) -> Result<bool> {
    let entries = |folder: &Path| -> Result<Vec<PathBuf>> {
        let entries = std::fs::read_dir(folder);
        let list = entries.and_then(|list| list.map(|entry| Ok(entry?.path())).collect());
        list.with_context(|| format!("cannot list {}", folder.display()))
    };
    let data = data(out);
    Ok(match &entries(out)?[..] {
        [] => true,
        [only] if *only == data && data.is_dir() => entries(&data)?.is_empty(),
        _ => false,
    })
}

/// Locks the folder of rows. Returns `None` if the system has no locks of folders.
fn locked(data: &Path) -> Result<Option<File>> {
    let Ok(folder) = File::open(data) else {
        return Ok(None);
    };
    match folder.try_lock() {
        Err(TryLockError::WouldBlock) => bail!(
            "another comparison is writing to {} now; wait until it has ended, or name another \
             folder with --out",
            data.display()
        ),
        Err(TryLockError::Error(_)) => Ok(None),
        Ok(()) => Ok(Some(folder)),
    }
}

/// Returns true if the path exists, also as a link without a target.
fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Checks that the parent folder of `path` exists.
///
/// # Errors
/// A missing folder, or an empty path.
pub(crate) fn ensure_parent(path: &Path) -> Result<()> {
    ensure!(
        !path.as_os_str().is_empty(),
        "cannot write to an empty path; name a file or a folder"
    );
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    ensure!(
        parent.is_dir(),
        "cannot write {}: the folder {} does not exist; create it first, or correct the path",
        path.display(),
        parent.display()
    );
    Ok(())
}

/// Checks that the file can be written without destroying anything by mistake.
///
/// # Errors
/// A folder, a parent that does not exist, and an existing file unless `force` is set.
pub(crate) fn ensure_new_file(file: &Path, force: bool) -> Result<()> {
    let shown = file.display();
    ensure_parent(file)?;
    let name = file.as_os_str().to_string_lossy();
    let ends_as_folder = name.ends_with(std::path::is_separator);
    ensure!(
        !file.is_dir() && !ends_as_folder && file.file_name().is_some(),
        "cannot write {shown}: it is a folder; name a file in it"
    );
    ensure!(
        force || !exists(file),
        "{shown} exists and is left as it is; name another file, or replace it with --force"
    );
    Ok(())
}
