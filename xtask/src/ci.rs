//! `ci`: the steps of continuous integration, those that fail soonest first.

use crate::paths;
use anyhow::{Context, Result, ensure};
use std::process::Command;

/// Runs formatting, lints, documentation, tests, and a quick comparison.
///
/// # Errors
/// The first step that fails.
pub(crate) fn run() -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let this = std::env::current_exe().context("cannot find the running program")?;
    let with = |program: &std::ffi::OsStr, arguments: &str| {
        let mut command = Command::new(program);
        command
            .args(arguments.split(' '))
            .current_dir(paths::root());
        command
    };
    step("formatting", with(&cargo, "fmt --all --check"))?;
    let lints = "clippy --workspace --all-targets -- -D warnings";
    step("lints", with(&cargo, lints))?;
    // A workspace of its own: its dependencies are not those of the project.
    let fuzz = "clippy --manifest-path crates/oracle/fuzz/Cargo.toml --target-dir target";
    step(
        "fuzz targets",
        with(&cargo, &format!("{fuzz} -- -D warnings")),
    )?;
    let mut documentation = with(&cargo, "doc --workspace --no-deps");
    documentation.env("RUSTDOCFLAGS", "-D warnings");
    step("documentation", documentation)?;
    step("tests", with(&cargo, "test --workspace"))?;
    let comparison = with(this.as_os_str(), "compare --quick");
    step("quick comparison", comparison)
}

fn step(name: &str, mut command: Command) -> Result<()> {
    eprintln!("== {name}");
    let status = command
        .status()
        .with_context(|| format!("{name}: cannot start {command:?}"))?;
    ensure!(status.success(), "{name} failed ({status}): {command:?}");
    Ok(())
}
