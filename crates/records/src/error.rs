//! What can go wrong with files of rows.

use std::path::PathBuf;

/// A file of rows, or of a run, that cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordsError {
    /// The operating system says no.
    #[error("cannot {doing} {path}: {source}", path = path.display())]
    File {
        /// "read", "write" or "list".
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the operating system says.
        source: std::io::Error,
    },
    /// The file is there, and is not what it should be.
    #[error("{path}, line {line}: {problem}", path = path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// What is wrong, and what would be right.
        problem: String,
    },
}
