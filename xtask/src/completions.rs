//! `completions`: scripts that complete commands and arguments in shells.

use crate::{paths, terminal};
use anyhow::Result;
use catalog::BroadPhaseKind;
use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use experiments::Experiment;

/// Arguments of `completions`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Shell that reads the script.
    shell: Shell,
    /// Name of the command that is completed. Shells complete single words, so `cargo xtask` needs
    /// a function: `xtask() { cargo xtask "$@"; }`.
    #[arg(long, value_name = "WORD", default_value = "xtask")]
    name: String,
}

/// Prints the script of a shell.
///
/// # Errors
/// Standard output cannot be written.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut script = Vec::new();
    let mut command = with_names(visible(&crate::Arguments::command()));
    clap_complete::generate(arguments.shell, &mut command, &arguments.name, &mut script);
    terminal::print_data(&script)
}

/// Returns the program without hidden commands, which scripts would complete, too.
fn visible(program: &Command) -> Command {
    let commands = program.get_subcommands().filter(|c| !c.is_hide_set());
    Command::new("xtask")
        .args(program.get_arguments().cloned())
        .subcommands(commands.cloned())
}

/// Adds the names of detectors, broad phases and experiments as values. Commands check them with
/// messages of their own.
fn with_names(command: Command) -> Command {
    let broad_phases: Vec<&str> = BroadPhaseKind::ALL.iter().map(|kind| kind.name()).collect();
    // Without definitions, names of experiments are not completed.
    let experiments = Experiment::read_folder(&paths::definitions()).unwrap_or_default();
    // Names of values live as long as the program, which ends with this command.
    let experiments: Vec<&str> = experiments.into_iter().map(|e| &*e.id.leak()).collect();
    let detectors = PossibleValuesParser::new(catalog::names());
    let phases = PossibleValuesParser::new(broad_phases);
    let command = command.mut_subcommand("detect", |detect| {
        detect
            .mut_arg("detector", |arg| arg.value_parser(detectors.clone()))
            .mut_arg("broad_phase", |arg| arg.value_parser(phases.clone()))
    });
    let command = command.mut_subcommand("view", |view| {
        view.mut_arg("detectors", |arg| arg.value_parser(detectors))
    });
    command.mut_subcommand("compare", |compare| {
        compare
            .mut_arg("names", |arg| {
                arg.value_parser(PossibleValuesParser::new(experiments))
            })
            .mut_arg("broad_phase", |arg| arg.value_parser(phases))
    })
}
