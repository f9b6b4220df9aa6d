//! Paths of the project's files, and the output folder.

use anyhow::{Context, Result, bail, ensure};
use records::Recording;
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

/// Returns the folder of the pages of full runs, with their recordings.
pub(crate) fn reports() -> PathBuf {
    root().join("reports")
}

/// Returns a folder for temporary results, beside the build.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join(name)
}

/// Returns the folder of recordings in an output folder.
fn record(out: &Path) -> PathBuf {
    out.join(records::RECORD)
}

/// Returns the folder above that of a file.
pub(crate) fn folder_above(file: &Path) -> PathBuf {
    let above = file.parent().and_then(Path::parent);
    above.unwrap_or(Path::new("")).to_owned()
}

/// Exclusive use of an output folder. No other comparison can write to it while this value lives.
///
/// The system drops the lock with the process, however it ends.
#[must_use]
pub(crate) struct FolderLock {
    _lock: Option<File>,
}

/// Prepares `out` for rows and pages: the project's own reports, a folder of an earlier run, an
/// empty one, or a new one in a folder that exists.
///
/// # Errors
/// A file, a folder with other content, a parent that does not exist, or a comparison that is
/// writing to the folder now.
pub(crate) fn lock(out: &Path) -> Result<FolderLock> {
    let shown = out.display();
    let record = record(out);
    if out.is_dir() {
        ensure!(
            out == reports() || is_empty(out)? || !Recording::read_all(out)?.is_empty(),
            "the folder {shown} holds something other than an earlier comparison (it has no \
             recording in {}), and is left as it is; name a new or an empty folder",
            records::RECORD
        );
    } else if exists(out) {
        bail!("{shown} is not a folder, and rows and pages need one; name a new or an empty one");
    }
    ensure_parent(out)?;
    let create = || format!("cannot create {}", record.display());
    std::fs::create_dir_all(&record).with_context(create)?;
    Ok(FolderLock {
        _lock: locked(&record)?,
    })
}

/// Removes all recordings of a scratch folder, which is locked.
pub(crate) fn clear_recordings(out: &Path) -> Result<()> {
    for machine in std::fs::read_dir(record(out))? {
        let machine = machine?.path();
        let remove = || format!("cannot remove {}", machine.display());
        std::fs::remove_dir_all(&machine).with_context(remove)?;
    }
    Ok(())
}

/// Returns true if a folder has no content apart from an empty folder for rows, which another
/// comparison may have created at the same time.
fn is_empty(out: &Path) -> Result<bool> {
    let entries = |folder: &Path| -> Result<Vec<PathBuf>> {
        let entries = std::fs::read_dir(folder);
        let list = entries.and_then(|list| list.map(|entry| Ok(entry?.path())).collect());
        list.with_context(|| format!("cannot list {}", folder.display()))
    };
    let record = record(out);
    Ok(match &entries(out)?[..] {
        [] => true,
        [only] if *only == record && record.is_dir() => entries(&record)?.is_empty(),
        _ => false,
    })
}

/// Locks the folder of rows. Returns `None` if the system has no locks of folders.
fn locked(record: &Path) -> Result<Option<File>> {
    let Ok(folder) = File::open(record) else {
        return Ok(None);
    };
    match folder.try_lock() {
        Err(TryLockError::WouldBlock) => bail!(
            "another comparison is writing to {} now; wait until it has ended, or name another \
             folder with --out",
            record.display()
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
