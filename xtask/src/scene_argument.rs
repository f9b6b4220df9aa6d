//! `SCENE` on the command line: a recording, a robot, a glTF scene, or a generator with its
//! parameters.

use anyhow::{Context, Result, bail, ensure};
use clap::ValueHint;
use experiments::SceneSpec;
use scenes::gltf_file::GltfOptions;
use scenes::urdf_file::UrdfOptions;
use scenes::{GENERATOR_NAMES, Generator, Scene, did_you_mean};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// Text of the argument in `--help`.
pub(crate) const HELP: &str = "A folder with scene.json, the scene.json itself, a robot (.urdf), a \
                        glTF scene (.gltf, .glb), or a generator with its parameters, for example \
                        two-spheres:faces=528,seed=1995";

/// Arguments beside `SCENE`: how robots and glTF scenes are read.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Robots and glTF scenes")]
pub(crate) struct SceneOptions {
    /// Trajectory of a robot's joints: CSV or JSON.
    #[arg(long, value_name = "FILE", requires = "scene", value_hint = ValueHint::FilePath)]
    motion: Option<PathBuf>,
    /// Folder of a package that a robot names in `package://NAME/…`; may be repeated.
    #[arg(long = "package", value_name = "NAME=FOLDER", requires = "scene", value_parser = package)]
    packages: Vec<(String, PathBuf)>,
    /// Also test pairs of a robot's links that a joint connects. They usually touch.
    #[arg(long, requires = "scene")]
    adjacent: bool,
    /// Name or index of the animation of a glTF scene, instead of the first.
    #[arg(long, value_name = "NAME", requires = "scene")]
    animation: Option<String>,
    /// Frames per second of a glTF animation: 30.
    #[arg(long, value_name = "HZ", requires = "scene")]
    rate: Option<f64>,
}

/// Reads `NAME=FOLDER`.
fn package(text: &str) -> Result<(String, PathBuf), String> {
    let parts = text
        .split_once('=')
        .filter(|(name, folder)| !name.is_empty() && !folder.is_empty());
    let (name, folder) = parts.ok_or("write NAME=FOLDER")?;
    Ok((name.to_owned(), folder.into()))
}

/// Returns an option with its value, as words of a command. A value that begins with a dash is in
/// the word of the option: alone it would be an option itself.
pub(crate) fn given(name: &str, value: String) -> Vec<String> {
    if value.starts_with('-') {
        vec![format!("{name}={value}")]
    } else {
        vec![name.to_owned(), value]
    }
}

/// Readers of files and folders.
#[derive(Clone, Copy, PartialEq)]
enum FileKind {
    Recording,
    Urdf,
    Gltf,
}

impl FileKind {
    fn of(path: &Path) -> FileKind {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        match extension.to_str().unwrap_or_default() {
            "urdf" | "xacro" => FileKind::Urdf,
            "gltf" | "glb" => FileKind::Gltf,
            _ => FileKind::Recording,
        }
    }
}

impl SceneOptions {
    /// Returns the arguments that are given, as words of a command.
    pub(crate) fn words(&self) -> Vec<String> {
        [self.words_of_robots(), self.words_of_gltf()].concat()
    }

    /// Returns the arguments that are given and that a file or folder takes, as words of a command.
    pub(crate) fn words_of(&self, path: &Path) -> Vec<String> {
        match FileKind::of(path) {
            FileKind::Recording => Vec::new(),
            FileKind::Urdf => self.words_of_robots(),
            FileKind::Gltf => self.words_of_gltf(),
        }
    }

    fn words_of_robots(&self) -> Vec<String> {
        let path = |path: &PathBuf| path.to_string_lossy().into_owned();
        let mut words = Vec::new();
        let mut add = |name: &str, value: String| words.extend(given(name, value));
        self.motion
            .iter()
            .for_each(|file| add("--motion", path(file)));
        for (name, folder) in &self.packages {
            add("--package", format!("{name}={}", path(folder)));
        }
        words.extend(self.adjacent.then(|| "--adjacent".to_owned()));
        words
    }

    fn words_of_gltf(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut add = |name: &str, value: String| words.extend(given(name, value));
        self.animation
            .iter()
            .for_each(|name| add("--animation", name.clone()));
        self.rate
            .iter()
            .for_each(|rate| add("--rate", rate.to_string()));
        words
    }

    /// Fails if arguments are given that none of these scenes takes.
    ///
    /// # Errors
    /// Names the first such argument.
    pub(crate) fn ensure_one_takes_each(&self, scenes: &[&Path]) -> Result<()> {
        let lacks = |kind| scenes.iter().all(|path| FileKind::of(path) != kind);
        for (words, kind, files) in [
            (self.words_of_robots(), FileKind::Urdf, "robots (.urdf)"),
            (
                self.words_of_gltf(),
                FileKind::Gltf,
                "glTF scenes (.gltf, .glb)",
            ),
        ] {
            if let Some(name) = words.first().filter(|_| lacks(kind)) {
                bail!("{name} is for {files}, and the folder has none; drop it");
            }
        }
        Ok(())
    }

    /// Fails if arguments are given that another kind of scene takes.
    fn ensure_fit(&self, argument: &str, urdf: bool, gltf: bool) -> Result<()> {
        let wrong = |words: Vec<String>, fits: bool| words.into_iter().next().filter(|_| !fits);
        if let Some(name) = wrong(self.words_of_robots(), urdf) {
            bail!("{name} is for robots (.urdf), and {argument} is none; drop it");
        }
        if let Some(name) = wrong(self.words_of_gltf(), gltf) {
            bail!("{name} is for glTF scenes (.gltf, .glb), and {argument} is none; drop it");
        }
        Ok(())
    }

    fn urdf(&self) -> Result<UrdfOptions> {
        let mut options = UrdfOptions::default();
        (options.motion, options.adjacent) = (self.motion.clone(), self.adjacent);
        for (name, folder) in &self.packages {
            let before = options.packages.insert(name.clone(), folder.clone());
            ensure!(
                before.is_none(),
                "--package {name} is there twice; drop one"
            );
        }
        Ok(options)
    }

    fn gltf(&self) -> GltfOptions {
        let mut options = GltfOptions::default();
        options.animation = self.animation.clone();
        options.rate = self.rate.unwrap_or(options.rate);
        options
    }
}

/// Returns the scene as a definition would state it.
///
/// # Errors
/// Neither a file nor a generator; a parameter that the generator does not take; arguments of
/// another kind of scene.
pub(crate) fn spec(argument: &str, options: &SceneOptions) -> Result<SceneSpec> {
    let path = Path::new(argument);
    if path.exists() {
        let kind = FileKind::of(path);
        options.ensure_fit(argument, kind == FileKind::Urdf, kind == FileKind::Gltf)?;
        return match kind {
            FileKind::Recording => Ok(SceneSpec::recording(path)),
            FileKind::Urdf => SceneSpec::urdf(path, &options.urdf()?),
            FileKind::Gltf => SceneSpec::gltf(path, &options.gltf()),
        };
    }
    let name = argument.split(':').next().unwrap_or(argument);
    if GENERATOR_NAMES.contains(&name) {
        options.ensure_fit(argument, false, false)?;
        let generator = argument.parse::<Generator>();
        let generator = generator.with_context(|| format!("cannot generate {argument}"))?;
        return SceneSpec::generator(&generator);
    }
    let hint = did_you_mean(name, GENERATOR_NAMES.iter().copied());
    bail!(
        "there is no file or folder `{argument}`, and no generator of that name{hint}; name a \
         folder with scene.json, a scene.json, a .urdf, .gltf or .glb file, or one of the \
         generators {}",
        GENERATOR_NAMES.join(", ")
    )
}

/// Reads or generates the scene.
///
/// # Errors
/// As [`spec`]; frames that are too large for this machine; an error in the file, or while
/// generating.
pub(crate) fn scene(argument: &str, options: &SceneOptions) -> Result<Scene> {
    let spec = spec(argument, options)?;
    ensure_fits(Path::new(argument), options)?;
    spec.load()
}

/// Fails if the files of a scene do not fit into half of this machine's memory: recordings,
/// trajectories and buffers are read as a whole.
///
/// # Errors
/// Files that are too large, a folder that cannot be listed, a glTF scene that cannot be read.
pub(crate) fn ensure_fits(path: &Path, options: &SceneOptions) -> Result<()> {
    if !path.exists() {
        return Ok(()); // A generator.
    }
    match FileKind::of(path) {
        FileKind::Recording => {
            let folder = folder_of(path);
            let remedy = "record fewer frames, or every second one, into a folder of its own";
            ensure_within_memory(folder, "frames", bytes_of_frames(folder)?, remedy)
        }
        FileKind::Urdf => {
            ensure_within_memory(path, "links", size(path).unwrap_or(0), "simplify the robot")?;
            let remedy = "give fewer lines, or every second one";
            options.motion.iter().try_for_each(|file| {
                ensure_within_memory(file, "lines", size(file).unwrap_or(0), remedy)
            })
        }
        FileKind::Gltf => {
            let remedy = "export fewer or simpler meshes and animations";
            ensure_within_memory(path, "elements", size(path).unwrap_or(0), remedy)?;
            ensure_within_memory(path, "buffers", bytes_of_buffers(path)?, remedy)
        }
    }
}

/// Returns the folder of a recording.
fn folder_of(path: &Path) -> &Path {
    let is_named = |folder: &&Path| !folder.as_os_str().is_empty();
    if path.is_dir() {
        path
    } else {
        path.parent().filter(is_named).unwrap_or(Path::new("."))
    }
}

/// Returns the size of a regular file in bytes. None if there is none.
fn size(file: &Path) -> Option<u64> {
    let data = std::fs::metadata(file).ok()?;
    data.is_file().then_some(data.len())
}

/// Returns the bytes of the files with frames in the folder of a recording.
fn bytes_of_frames(folder: &Path) -> Result<u64> {
    let entries = std::fs::read_dir(folder);
    let entries = entries.with_context(|| format!("cannot list {}", folder.display()))?;
    let sizes = entries.filter_map(|entry| {
        let entry = entry.ok()?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_read = [".json", ".npy"].iter().any(|end| name.ends_with(end));
        is_read.then(|| entry.metadata().map_or(0, |data| data.len()))
    });
    Ok(sizes.sum())
}

/// Buffers that a glTF text names.
#[derive(Default, Deserialize)]
struct GltfBuffers {
    #[serde(default)]
    buffers: Vec<GltfBuffer>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GltfBuffer {
    #[serde(default)]
    uri: String,
    #[serde(default)]
    byte_length: u64,
}

/// Returns the bytes of the files that a glTF text names as buffers. Zero for a binary scene, which
/// has its buffer inside, and for a text that is damaged: its reader says how.
fn bytes_of_buffers(path: &Path) -> Result<u64> {
    let is_text = |name: &str| name.eq_ignore_ascii_case("gltf");
    let extension = path.extension().unwrap_or_default();
    if !is_text(&extension.to_string_lossy()) || !path.is_file() {
        return Ok(0);
    }
    let text = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let named: GltfBuffers = serde_json::from_slice(&text).unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new("."));
    let files = named.buffers.iter().filter(|buffer| {
        // Others are part of the text.
        !buffer.uri.is_empty() && !buffer.uri.starts_with("data:")
    });
    // A name with escapes counts as long as the text states.
    let sizes = files.map(|buffer| size(&folder.join(&buffer.uri)).unwrap_or(buffer.byte_length));
    Ok(sizes.fold(0, u64::saturating_add))
}

/// Fails if that many bytes do not fit into half of this machine's memory. `content` is the name of
/// what they hold.
fn ensure_within_memory(path: &Path, content: &str, bytes: u64, remedy: &str) -> Result<()> {
    let memory = experiments::machine::memory().unwrap_or(0);
    let gibibytes = |bytes: u64| bytes as f64 / f64::from(1 << 30);
    ensure!(
        memory == 0 || bytes <= memory / 2,
        "the {content} of {} have {:.1} GiB, more than half of this machine's memory of {:.1} GiB; \
         {remedy}",
        path.display(),
        gibibytes(bytes),
        gibibytes(memory)
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_begins_with_a_dash_is_no_option() {
        let of = |value: &str| given("--motion", value.to_owned());
        assert_eq!(of("a-b.csv"), ["--motion", "a-b.csv"]);
        assert_eq!(of("-a.csv"), ["--motion=-a.csv"]);
    }
}
