//! `SCENE` on the command line: a recording, or a generator with its parameters.

use anyhow::{Context, Result, bail};
use scenes::{GENERATOR_NAMES, Generator, Scene, did_you_mean};
use std::path::{Path, PathBuf};

/// What `--help` says of the argument.
pub(crate) const HELP: &str = "A folder with scene.json, the scene.json itself, or a generator with its \
                        parameters, for example two-spheres:faces=528,seed=1995";

/// Reads or generates the scene.
///
/// # Errors
/// Neither a file nor a generator; whatever is wrong with the file or the parameters.
pub(crate) fn scene(argument: &str) -> Result<Scene> {
    let path = Path::new(argument);
    if path.exists() {
        return scenes::recording::read(path).with_context(|| format!("cannot use {argument}"));
    }
    let name = argument.split(':').next().unwrap_or(argument);
    if GENERATOR_NAMES.contains(&name) {
        let of = || format!("cannot generate {argument}");
        let generator: Generator = argument.parse().with_context(of)?;
        return generator.generate().with_context(of);
    }
    let hint = did_you_mean(name, GENERATOR_NAMES.iter().copied());
    bail!(
        "there is no file or folder `{argument}`, and no generator of that name{hint}; name a \
         folder with scene.json, a scene.json, or one of the generators {}",
        GENERATOR_NAMES.join(", ")
    )
}

/// The files that the scene was read from, as far as the scene names them: none for a generator.
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
