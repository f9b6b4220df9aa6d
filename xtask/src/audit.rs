//! `audit`: how often each detector differs from exact arithmetic.

use crate::terminal;
use anyhow::Result;
use catalog::{Detector, Entry, Options};

/// Arguments of `audit`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
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
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
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
    /// The audit's bodies have a few faces, and each is prepared again: medial axes of
    /// thousands of points would take hours without changing an answer.
    const POINTS: i64 = 12;
    let mut options = Options::none();
    if entry.options.iter().any(|doc| doc.name == "samples") {
        options = options.with("samples", POINTS);
    }
    Ok((entry.label(&options), entry.build(&options)?))
}
