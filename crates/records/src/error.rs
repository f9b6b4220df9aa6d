//! Errors of files of rows.

use std::path::PathBuf;

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
