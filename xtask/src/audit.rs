//! `audit`: how often each judge and detector differs from exact arithmetic.

use crate::terminal;
use anyhow::Result;
use catalog::Options;

/// What `audit` can be told.
#[derive(clap::Args)]
pub struct Arguments {
    /// Pairs of bodies per class of input and scale.
    #[arg(long, value_name = "N", default_value_t = 200)]
    cases: u32,
    /// The seed of the inputs.
    #[arg(long, default_value_t = 1995)]
    seed: u64,
}

/// Audits every detector of the catalog.
///
/// # Errors
/// Standard output cannot be written.
pub fn run(arguments: &Arguments) -> Result<()> {
    let build = |name: &str| Ok((name.to_owned(), catalog::build(name, &Options::none())?));
    let detectors = catalog::names().map(build).collect::<Result<Vec<_>>>()?;
    let config = oracle::audit::Config {
        cases: arguments.cases,
        seed: arguments.seed,
    };
    terminal::print(&oracle::audit::audit(detectors, &config).to_string())
}
