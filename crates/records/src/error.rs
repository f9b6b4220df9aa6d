//! Errors of files of rows.

use std::path::{Path, PathBuf};

/// Error of reading or writing a file of rows or of a run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordsError {
    /// Error of the operating system.
    #[error("cannot {doing} {path}: {source}", path = path.display())]
    File {
        /// "read", "write" or "list".
        doing: &'static str,
        /// Path of the file or folder.
        path: PathBuf,
        /// Reason given by the operating system.
        source: std::io::Error,
    },
    /// File with invalid content.
    #[error("{path}, line {line}: {problem}", path = path.display())]
    Content {
        /// Path of the file.
        path: PathBuf,
        /// Line, counted from 1.
        line: u64,
        /// Fault, and the expected content.
        problem: String,
    },
}

impl RecordsError {
    /// Returns the conversion of errors of the operating system while `doing` something to `path`.
    pub(crate) fn file(
        doing: &'static str,
        path: &Path,
    ) -> impl Fn(std::io::Error) -> RecordsError {
        move |source| RecordsError::File {
            doing,
            path: path.to_owned(),
            source,
        }
    }

    /// Returns the error of a file with invalid content.
    pub(crate) fn content(path: &Path, line: u64, problem: String) -> RecordsError {
        RecordsError::Content {
            path: path.to_owned(),
            line,
            problem,
        }
    }
}
