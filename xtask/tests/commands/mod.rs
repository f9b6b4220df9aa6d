//! Runs commands for tests, and writes their files.

use std::path::Path;
use std::process::{Command, Output};

pub(crate) fn xtask(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(arguments).output().unwrap()
}

pub(crate) fn succeeds(arguments: &[&str]) -> String {
    let output = xtask(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a command that has to fail, and returns its message: one paragraph, no panic. Errors in
/// arguments also refer to `--help`.
pub(crate) fn fails(arguments: &[&str]) -> String {
    let output = xtask(arguments);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success(), "{arguments:?} succeeded");
    assert!(!error.contains("panicked"), "{arguments:?}: {error}");
    assert!(error.starts_with("error: "), "{arguments:?}: {error}");
    assert!(
        !error.trim_end().contains("\n\n") || error.contains("--help"),
        "{error}"
    );
    error
}

pub(crate) fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
