//! Output files of commands: `--out` and similar arguments.

use crate::result::OutputForm;
use crate::{paths, terminal};
use anyhow::{Result, ensure};
use records::write_atomically;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

/// A new file, or standard output, which `-` means.
#[derive(Clone, Debug)]
pub(crate) enum Output {
    /// Standard output.
    Stdout,
    /// A file, which appears whole or not at all.
    File(PathBuf),
}

impl From<OsString> for Output {
    fn from(argument: OsString) -> Output {
        if argument == "-" {
            Output::Stdout
        } else {
            Output::File(argument.into())
        }
    }
}

impl fmt::Display for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Output::Stdout => f.write_str("standard output"),
            Output::File(file) => file.display().fmt(f),
        }
    }
}

impl Output {
    /// Returns true for standard output.
    pub(crate) fn is_stdout(&self) -> bool {
        matches!(self, Output::Stdout)
    }

    /// Checks, before any work is done, that writing destroys nothing by mistake.
    ///
    /// # Errors
    /// As [`paths::ensure_new_file`].
    pub(crate) fn ensure_new(&self, force: bool) -> Result<()> {
        match self {
            Output::Stdout => Ok(()),
            Output::File(file) => paths::ensure_new_file(file, force),
        }
    }

    /// Checks that it is no file that the command reads. `--force` does not permit that either.
    ///
    /// # Errors
    /// An output that the command reads.
    pub(crate) fn ensure_not_read<'a>(
        &self,
        read: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<()> {
        let mut read = read.into_iter();
        ensure!(
            !read.any(|read| self.is_same_as(&Output::File(read.clone()))),
            "{self} is read by this command and is left as it is; name another file for the result"
        );
        Ok(())
    }

    /// Returns true if writing to both would lose the first.
    pub(crate) fn is_same_as(&self, other: &Output) -> bool {
        match (self, other) {
            (Output::Stdout, Output::Stdout) => true,
            (Output::File(a), Output::File(b)) => resolved(a) == resolved(b),
            _ => false,
        }
    }

    /// Fails if both the output and the object of `--json` would go to standard output.
    ///
    /// # Errors
    /// Two results for standard output.
    pub(crate) fn ensure_apart_from(&self, form: &OutputForm) -> Result<()> {
        ensure!(
            !(form.is_json() && self.is_stdout()),
            "--json writes its object to standard output, and so would `-`; name a file"
        );
        Ok(())
    }

    /// Writes all of it, or nothing.
    ///
    /// # Errors
    /// The file or standard output cannot be written.
    pub(crate) fn write(&self, data: impl AsRef<[u8]>) -> Result<()> {
        match self {
            Output::Stdout => terminal::print_data(data.as_ref()),
            Output::File(file) => Ok(write_atomically(file, data.as_ref())?),
        }
    }
}

/// Resolves links and dots of a path. Of a file that does not exist, its folder is resolved.
fn resolved(path: &Path) -> PathBuf {
    if let Ok(path) = path.canonicalize() {
        return path;
    }
    let folder = path.parent().filter(|f| !f.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize();
    match (folder, path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_under_two_names_is_one() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| Output::File(folder.path().join(name));
        // First without the file, then with it.
        for _ in 0..2 {
            assert!(file("a").is_same_as(&file("./a")));
            assert!(!file("a").is_same_as(&file("b")));
            std::fs::write(folder.path().join("a"), "").unwrap();
        }
        let stdout = Output::from(OsString::from("-"));
        assert!(stdout.is_same_as(&Output::Stdout));
        assert!(!stdout.is_same_as(&file("-")));
    }
}
