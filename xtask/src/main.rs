//! The project's commands: `cargo xtask --help`.

mod about;
mod audit;
mod ci;
mod compare;
mod completions;
mod csg;
mod detect;
mod diff;
mod list;
mod measure;
mod mesh_argument;
mod output;
mod paths;
mod redraw;
mod result;
mod scene_argument;
mod selection;
mod sphere_tree;
mod terminal;
mod view;

use anyhow::{Result, ensure};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use result::OutputForm;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;
use std::process::ExitCode;
use terminal::ColorUse;

/// Counts what experiments ask from the heap. Once warm, our detectors ask for nothing, so that
/// their timed frames count nothing.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Comparative collision detection: verify, measure and report.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Print the result as one JSON object, for programs. Progress and notes go to standard error.
    #[arg(long, global = true)]
    json: bool,
    /// Colors of text: on terminals that want them, or always, or never.
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value = "auto"
    )]
    color: ColorUse,
}

#[derive(Subcommand)]
enum Command {
    /// Verify, measure and report the papers' comparisons, or the detectors on a scene of your own.
    Compare(compare::Arguments),
    /// Draw plots and pages again from the recorded rows without measuring, and print the verdicts.
    Report(redraw::Arguments),
    /// Compare two recordings: times that moved, counts that differ, verdicts that changed.
    Diff(diff::Arguments),
    /// Run one detector over one scene: a summary on the terminal, all pairs as JSON, CSV or for
    /// NumPy.
    Detect(detect::Arguments),
    /// Write one offline page that plays a scene with its findings.
    View(view::Arguments),
    /// Build the sphere-tree of a mesh, store it, and print the fit of each level.
    SphereTree(sphere_tree::Arguments),
    /// Evaluate a CSG tree to a mesh, or convert a mesh to a CSG tree, and compare both by points.
    Csg(csg::Arguments),
    /// Count the cases in which parry3d and each detector differ from exact arithmetic.
    Audit(audit::Arguments),
    /// List detectors with paper, accepted bodies and claim; experiments with their question.
    List(list::Arguments),
    /// Print a script that completes commands and arguments in a shell.
    Completions(completions::Arguments),
    /// Run the steps of continuous integration.
    Ci,
    /// Measure the share of one process of `compare`.
    #[command(hide = true)]
    Measure(measure::Arguments),
}

fn main() -> ExitCode {
    let color = ColorUse::asked(std::env::args_os().skip(1));
    let matches = match Arguments::command()
        .color(color.of_clap())
        .try_get_matches()
    {
        Ok(matches) => matches,
        Err(error) => return refused(&error),
    };
    let form = OutputForm::new(
        matches.subcommand_name().unwrap_or_default(),
        matches.get_flag("json"),
    );
    let arguments = match Arguments::from_arg_matches(&matches) {
        Ok(arguments) => arguments,
        Err(error) => return refused(&error),
    };
    arguments.color.set();
    match run(arguments.command, &form) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let message = paragraph(&error);
            // If these fail, nothing is left to report to.
            _ = form.print_error(&message);
            _ = terminal::print_aside(&format!("error: {message}\n"));
            ExitCode::FAILURE
        }
    }
}

/// Prints what is wrong with the arguments, or the help that they ask for. With `--json`, the
/// object of an error is on standard output, too.
fn refused(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        let arguments: Vec<_> = std::env::args_os().skip(1).collect();
        let is_json = arguments.iter().any(|argument| argument == "--json");
        let is_command = |name: &&str| Arguments::command().find_subcommand(name).is_some();
        let words = arguments.iter().filter_map(|argument| argument.to_str());
        let command = words.clone().find(is_command).unwrap_or_default();
        let message = error.render().to_string();
        let message = message.strip_prefix("error: ").unwrap_or(&message);
        // If that fails, the status still says so.
        _ = OutputForm::new(command, is_json).print_error(message.trim_end());
    }
    _ = error.print();
    u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}

fn run(command: Command, form: &OutputForm) -> Result<()> {
    let has_result = !matches!(
        command,
        Command::Completions(_) | Command::Ci | Command::Measure(_)
    );
    ensure!(
        has_result || !form.is_json(),
        "this command has no result as JSON; drop --json"
    );
    match command {
        Command::Compare(arguments) => compare::run(&arguments, form),
        Command::Report(arguments) => redraw::run(&arguments, form),
        Command::Detect(arguments) => detect::run(&arguments, form),
        Command::View(arguments) => view::run(&arguments, form),
        Command::SphereTree(arguments) => sphere_tree::run(&arguments, form),
        Command::Csg(arguments) => csg::run(&arguments, form),
        Command::Audit(arguments) => audit::run(&arguments, form),
        Command::List(arguments) => list::run(&arguments, form),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Ci => ci::run(),
        Command::Diff(arguments) => diff::run(&arguments, form),
        Command::Measure(arguments) => measure::run(&arguments),
    }
}

/// Joins the chain of causes. A cause that the message above it quotes is not repeated.
fn paragraph(error: &anyhow::Error) -> String {
    let causes = error.chain().map(ToString::to_string);
    let joined = causes.reduce(|text, cause| {
        if text.contains(&cause) {
            text
        } else {
            format!("{text}: {cause}")
        }
    });
    joined.unwrap_or_default()
}
