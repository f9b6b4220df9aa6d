//! `ci`: the steps of continuous integration, those that fail soonest first.

use crate::paths;
use anyhow::{Context, Result, ensure};
use std::io::Write;
use std::process::{Command, Output};

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
    // With examples, dependencies have the features that tests need, with which the lints have
    // checked them already.
    let documentation = "doc --workspace --no-deps --lib --bins --examples";
    let mut documentation = with(&cargo, documentation);
    documentation.env("RUSTDOCFLAGS", "-D warnings");
    step("documentation", documentation)?;
    // Beside each other: no time of a quick comparison is kept, and long tests leave cores idle.
    let mut comparison = with(this.as_os_str(), "compare --quick");
    std::thread::scope(|scope| {
        let compared = scope.spawn(move || comparison.output());
        let tested = step("tests", with(&cargo, "test --workspace"));
        let compared = compared.join().expect("starting a program does not panic");
        match (tested, printed("quick comparison", compared)) {
            (Err(tests), Err(comparison)) => Err(tests.context(comparison)),
            (tested, compared) => tested.and(compared),
        }
    })
}

/// Prints what a step has written, once it has ended.
fn printed(name: &str, output: std::io::Result<Output>) -> Result<()> {
    eprintln!("== {name}");
    let Output {
        status,
        stdout,
        stderr,
    } = output.with_context(|| format!("{name}: cannot start it"))?;
    std::io::stderr().write_all(&stderr)?;
    std::io::stdout().write_all(&stdout)?;
    ensure!(status.success(), "{name} failed ({status})");
    Ok(())
}

fn step(name: &str, mut command: Command) -> Result<()> {
    eprintln!("== {name}");
    let status = command
        .status()
        .with_context(|| format!("{name}: cannot start {command:?}"))?;
    ensure!(status.success(), "{name} failed ({status}): {command:?}");
    Ok(())
}
