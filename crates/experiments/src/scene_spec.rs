//! Scene of a definition.

use anyhow::{Context, Result, bail};
use scenes::gltf_file::{self, GltfOptions};
use scenes::urdf_file::{self, UrdfOptions};
use scenes::{Generator, Scene};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// Scene of a definition: a generator with its parameters, a recording, or a scene of another
/// program.
///
/// ```toml
/// scene = { generator = "sphere-swarm", faces = 528, seed = 1995 }
/// scene = { recording = "folder" }   # with scene.json, or that file itself
/// scene = { urdf = "robot.urdf", motion = "joints.csv", packages = { ur = "ur" }, adjacent = true
/// } scene = { gltf = "walk.glb", animation = "walk", rate = 30 }
/// ```
///
/// A relative path starts at the current directory.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct SceneSpec(toml::Table);

/// Source of the frames of a scene.
enum SceneSource {
    Generator(Generator),
    Recording(PathBuf),
    Urdf(UrdfSpec),
    Gltf(GltfSpec),
}

/// Robot, as [`UrdfOptions`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UrdfSpec {
    urdf: PathBuf,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    motion: Option<PathBuf>,
    #[serde(default)]
    adjacent: bool,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    packages: BTreeMap<String, PathBuf>,
}

/// glTF scene, as [`GltfOptions`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GltfSpec {
    gltf: PathBuf,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    animation: Option<String>,
    #[serde(default = "default_rate")]
    rate: f64,
}

fn default_rate() -> f64 {
    GltfOptions::default().rate
}

/// Keys that name the file of a scene.
const FILES: [&str; 3] = ["recording", "urdf", "gltf"];

impl SceneSpec {
    /// Creates the spec of a recording, a folder or a file.
    pub fn recording(path: &Path) -> SceneSpec {
        let path = toml::Value::from(&*path.to_string_lossy());
        SceneSpec([("recording".to_owned(), path)].into_iter().collect())
    }

    /// Creates the spec of a robot.
    ///
    /// # Errors
    /// Fails for a path that is no Unicode text.
    pub fn urdf(path: &Path, options: &UrdfOptions) -> Result<SceneSpec> {
        let spec = UrdfSpec {
            urdf: path.to_owned(),
            motion: options.motion.clone(),
            adjacent: options.adjacent,
            packages: options.packages.clone(),
        };
        Ok(SceneSpec(toml::Table::try_from(spec)?))
    }

    /// Creates the spec of a glTF scene.
    ///
    /// # Errors
    /// Fails for a path that is no Unicode text.
    pub fn gltf(path: &Path, options: &GltfOptions) -> Result<SceneSpec> {
        let spec = GltfSpec {
            gltf: path.to_owned(),
            animation: options.animation.clone(),
            rate: options.rate,
        };
        Ok(SceneSpec(toml::Table::try_from(spec)?))
    }

    /// Creates the spec of a generated scene.
    ///
    /// # Errors
    /// Fails for a number of 2^63 or more, which TOML cannot represent.
    pub fn generator(generator: &Generator) -> Result<SceneSpec> {
        Ok(SceneSpec(toml::Table::try_from(generator)?))
    }

    /// Returns true if neither a generator nor a recording is named, nor a parameter.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Sets a parameter of the generator.
    pub(crate) fn set(&mut self, key: &str, value: toml::Value) {
        self.0.insert(key.to_owned(), value);
    }

    /// Checks that the generator and its parameters exist.
    ///
    /// # Errors
    /// Fails for an unknown generator or parameter, or an invalid value.
    pub(crate) fn check(&self) -> Result<()> {
        self.source().map(drop)
    }

    /// Generates or reads the scene.
    ///
    /// # Errors
    /// Returns the error of the generator or the reader.
    pub fn load(&self) -> Result<Scene> {
        match self.source()? {
            SceneSource::Generator(generator) => generator
                .generate()
                .with_context(|| format!("cannot generate {self}")),
            SceneSource::Recording(path) => {
                scenes::recording::read(&path).with_context(|| format!("cannot use {self}"))
            }
            SceneSource::Urdf(spec) => {
                let mut options = UrdfOptions::default();
                (options.motion, options.packages) = (spec.motion, spec.packages);
                options.adjacent = spec.adjacent;
                Ok(urdf_file::read(&spec.urdf, &options)?)
            }
            SceneSource::Gltf(spec) => {
                let mut options = GltfOptions::default();
                (options.animation, options.rate) = (spec.animation, spec.rate);
                Ok(gltf_file::read(&spec.gltf, &options)?)
            }
        }
    }

    /// Returns the table of the definition.
    pub(crate) fn table(&self) -> &toml::Table {
        &self.0
    }

    fn source(&self) -> Result<SceneSource> {
        if self.0.contains_key("urdf") {
            return Ok(SceneSource::Urdf(self.0.clone().try_into()?));
        }
        if self.0.contains_key("gltf") {
            return Ok(SceneSource::Gltf(self.0.clone().try_into()?));
        }
        let Some(recording) = self.0.get("recording") else {
            return Ok(SceneSource::Generator(self.0.clone().try_into()?));
        };
        match (recording.as_str(), self.0.len()) {
            (Some(path), 1) => Ok(SceneSource::Recording(path.into())),
            _ => bail!("`recording` is the path of a recording, and has no other key beside it"),
        }
    }
}

/// Writes `generator key=value key=value`, as in rows and messages.
impl fmt::Display for SceneSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |value: &toml::Value| match value {
            toml::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let sources = || FILES.into_iter().chain(["generator"]);
        let source = sources().find_map(|key| self.0.get(key));
        f.write_str(&source.map_or_else(String::new, word))?;
        for (key, value) in &self.0 {
            if !sources().any(|source| source == key) {
                write!(f, " {key}={}", word(value))?;
            }
        }
        Ok(())
    }
}
