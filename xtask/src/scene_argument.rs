//! `SCENE` on the command line: a recording, or a generator with its parameters.

use anyhow::{Context, Result, bail};
use experiments::SceneSpec;
use scenes::{GENERATOR_NAMES, Generator, Scene, did_you_mean};
use std::path::Path;

/// Text of the argument in `--help`.
pub(crate) const HELP: &str = "A folder with scene.json, the scene.json itself, or a generator with its \
                        parameters, for example two-spheres:faces=528,seed=1995";

/// Returns the scene as a definition would state it.
///
/// # Errors
/// Neither a file nor a generator; a parameter that the generator does not take.
pub(crate) fn spec(argument: &str) -> Result<SceneSpec> {
    let path = Path::new(argument);
    if path.exists() {
        return Ok(SceneSpec::recording(path));
    }
    let name = argument.split(':').next().unwrap_or(argument);
    if GENERATOR_NAMES.contains(&name) {
        let generator = argument.parse::<Generator>();
        let generator = generator.with_context(|| format!("cannot generate {argument}"))?;
        return SceneSpec::generator(&generator);
    }
    let hint = did_you_mean(name, GENERATOR_NAMES.iter().copied());
    bail!(
        "there is no file or folder `{argument}`, and no generator of that name{hint}; name a \
         folder with scene.json, a scene.json, or one of the generators {}",
        GENERATOR_NAMES.join(", ")
    )
}

/// Reads or generates the scene.
///
/// # Errors
/// As [`spec`]; an error in the file, or while generating.
pub(crate) fn scene(argument: &str) -> Result<Scene> {
    spec(argument)?.load()
}
