//! `audit`: how often each judge and detector differs from exact arithmetic.

use crate::terminal;
use anyhow::{Result, ensure};
use catalog::{Detector, Entry, Options};

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
/// No cases, or standard output cannot be written.
pub fn run(arguments: &Arguments) -> Result<()> {
    ensure!(
        arguments.cases > 0,
        "--cases 0 leaves nothing to audit; give at least 1"
    );
    let detectors = catalog::entries().iter().map(built);
    let detectors = detectors.collect::<Result<Vec<_>>>()?;
    let config = oracle::audit::Config {
        cases: arguments.cases,
        seed: arguments.seed,
    };
    terminal::print(&oracle::audit::audit(detectors, &config).to_string())
}

/// A detector with its label.
fn built(entry: &Entry) -> Result<(String, Box<dyn Detector>)> {
    /// The audit's bodies have a few faces, and each is prepared anew: a medial axis of thousands of
    /// points would take hours, and decide nothing.
    const POINTS: i64 = 12;
    let takes_points = entry.options.iter().any(|info| info.name == "samples");
    let options = match takes_points {
        true => Options::none().with("samples", POINTS),
        false => Options::none(),
    };
    Ok((entry.label(&options), entry.build(&options)?))
}
