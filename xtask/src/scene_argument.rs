//! `SCENE` on the command line: a recording, or a generator with its parameters.

use anyhow::{Context, Result, bail};
use experiments::SceneSpec;
use scenes::{GENERATOR_NAMES, Generator, Scene, did_you_mean};
use std::path::{Path, PathBuf};

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

/// Returns the files that the scene was read from, as far as the scene names them: none for a
/// generator.
pub(crate) fn files(argument: &str, scene: &Scene) -> Vec<PathBuf> {
    let path = Path::new(argument);
    let folder = match (path.is_dir(), path.is_file()) {
        (true, _) => path,
        (_, true) => path.parent().unwrap_or(path),
        _ => return Vec::new(),
    };
    let meshes = scene.bodies.iter().map(|body| folder.join(&body.name));
    [path.to_owned(), folder.join("scene.json")]
        .into_iter()
        .chain(meshes)
        .collect()
}
