//! Seeded fuzz targets on the stable toolchain:
//!
//! ```text
//! cargo run -p fuzz -- TARGET [CASES [FIRST-SEED]]
//! ```
//!
//! | target | comparison |
//! |---|---|
//! | `triangles` | interference of two triangles, with rational arithmetic |
//! | `swept` | two moving triangles: their swept volumes and times of contact, with static tests |
//! | `meshes` | readers of mutated mesh files: no panic, no bad mesh, short messages |
//! | `scenes` | readers of mutated recordings: what is accepted, with brute force |
//! | `robots` | readers of mutated robots and glTF scenes: what is accepted, with brute force |
//! | `delaunay` | tetrahedra of hard points, with their definition |
//! | `detectors` | every detector on hostile scenes, with brute force |
//!
//! A case depends on its seed only. The input of a failing case is stored in the folder
//! `fuzz-failures/TARGET-SEED` of the working folder, and the run continues. Each fault found
//! becomes a test named after it.

mod delaunay;
mod detectors;
mod files;
mod robots;
mod swept;
mod triangles;

use anyhow::{Context, Result, bail, ensure};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

type Target = fn(&mut Case) -> Result<()>;

const TARGETS: [(&str, Target); 7] = [
    ("triangles", triangles::check),
    ("swept", swept::check),
    ("meshes", files::check_mesh),
    ("scenes", files::check_scene),
    ("robots", robots::check),
    ("delaunay", delaunay::check),
    ("detectors", detectors::check),
];

/// One run of a target.
struct Case {
    seed: u64,
    /// Input as files, stored if the case fails.
    files: Vec<(String, Vec<u8>)>,
    /// Folder of the stored input.
    folder: PathBuf,
}

impl Case {
    /// Writes the files into a new folder, which is removed with the result.
    fn written(&self) -> Result<tempfile::TempDir> {
        let folder = tempfile::tempdir()?;
        for (name, bytes) in &self.files {
            std::fs::write(folder.path().join(name), bytes)?;
        }
        Ok(folder)
    }
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let names = || TARGETS.map(|(name, _)| name).join(", ");
    let Some((name, numbers)) = arguments.split_first() else {
        bail!("name a target: {}", names());
    };
    let target = TARGETS.iter().find(|(target, _)| target == name);
    let (name, check) = target.with_context(|| format!("no target `{name}`, but {}", names()))?;
    let number = |i: usize, default: u64| match numbers.get(i) {
        Some(text) => text
            .parse()
            .with_context(|| format!("`{text}` is not a number")),
        None => Ok(default),
    };
    let (cases, first) = (number(0, 10_000)?, number(1, 0)?);
    let mut failures = 0;
    for seed in first..first.saturating_add(cases) {
        if let Some(reason) = failure(name, *check, seed)? {
            failures += 1;
            println!("{name} {seed}: {reason}");
        }
    }
    println!("{name}: {failures} of {cases} cases from seed {first} failed");
    ensure!(failures == 0, "the inputs that failed are in fuzz-failures");
    Ok(())
}

/// Runs one case and stores its input if it fails.
fn failure(name: &str, check: Target, seed: u64) -> Result<Option<String>> {
    let mut case = Case {
        seed,
        files: Vec::new(),
        folder: Path::new("fuzz-failures").join(format!("{name}-{seed}")),
    };
    let reason = match catch_unwind(AssertUnwindSafe(|| check(&mut case))) {
        Ok(Ok(())) => return Ok(None),
        Ok(Err(error)) => format!("{error:#}"),
        Err(_) => "panic, see above".to_owned(),
    };
    std::fs::create_dir_all(&case.folder)?;
    for (file, bytes) in &case.files {
        std::fs::write(case.folder.join(file), bytes)?;
    }
    Ok(Some(reason))
}
