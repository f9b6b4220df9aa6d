//! Where the project keeps its files.

use anyhow::{Context, Result, bail, ensure};
use records::Run;
use std::path::{Path, PathBuf};

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest
        .parent()
        .expect("xtask lies in the repository's root")
        .to_owned()
}

/// The definitions of the experiments.
pub(crate) fn definitions() -> PathBuf {
    root().join("benches/experiments")
}

/// The papers' numbers and claims.
pub fn papers() -> PathBuf {
    root().join("benches/papers")
}

/// The pages of the last full run, with their rows under `data`.
pub(crate) fn reports() -> PathBuf {
    root().join("reports")
}

/// A folder for results that are not kept, beside the build.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join(name)
}

/// The rows of an output folder.
pub(crate) fn data(out: &Path) -> PathBuf {
    out.join("data")
}

/// Makes `out` ready to take rows and pages: the project's own reports, a folder of an earlier run,
/// an empty one, or a new one in a folder that exists.
///
/// # Errors
/// A file, a folder with other content, or a parent that does not exist.
pub(crate) fn claim(out: &Path) -> Result<()> {
    let shown = out.display();
    if out.is_dir() {
        let ours = out == reports() || data(out).join(Run::FILE).is_file();
        let empty = || Ok::<_, std::io::Error>(std::fs::read_dir(out)?.next().is_none());
        ensure!(
            ours || empty().with_context(|| format!("cannot list {shown}"))?,
            "the folder {shown} holds something other than an earlier comparison (it has no \
             data/{}), and is left as it is; name a new or an empty folder",
            Run::FILE
        );
    } else if out.exists() {
        bail!("{shown} is a file, and rows and pages need a folder; name a new or an empty one");
    }
    ensure_parent(out)?;
    let data = data(out);
    std::fs::create_dir_all(&data).with_context(|| format!("cannot create {}", data.display()))
}

/// Checks that the folder in which `path` lies, or will lie, exists.
///
/// # Errors
/// It does not.
pub(crate) fn ensure_parent(path: &Path) -> Result<()> {
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
/// A folder, a parent that does not exist, and an existing file unless `force` says to replace it.
pub(crate) fn ensure_new_file(file: &Path, force: bool) -> Result<()> {
    let shown = file.display();
    ensure_parent(file)?;
    ensure!(
        !file.is_dir(),
        "cannot write {shown}: it is a folder; name a file in it"
    );
    ensure!(
        force || !file.exists(),
        "{shown} exists and is left as it is; name another file, or replace it with --force"
    );
    Ok(())
}
