//! Every detector of the catalog.

use crate::Case;
use anyhow::{Result, bail};
use catalog::Options;

/// Runs every detector on the hostile scene of a seed.
pub(crate) fn check(case: &mut Case) -> Result<()> {
    let mut faults = Vec::new();
    for entry in catalog::entries() {
        // The medial axis of thousands of samples takes hours.
        let options = if entry.options.iter().any(|info| info.name == "samples") {
            Options::none().with("samples", 12)
        } else {
            Options::none()
        };
        let make = || entry.build(&options).expect("a value that the list has");
        if let Some(fault) = oracle::hostile::find(&make, case.seed) {
            std::fs::create_dir_all(&case.folder)?;
            fault.store(&case.folder.join(entry.name))?;
            faults.push(format!("{}: {fault}", entry.name));
        }
    }
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    Ok(())
}
