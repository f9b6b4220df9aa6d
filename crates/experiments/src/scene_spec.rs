//! Scene of a definition.

use anyhow::{Context, Result, bail};
use scenes::{Generator, Scene};
use serde::Deserialize;
use std::fmt;
use std::path::{Path, PathBuf};

/// Scene of a definition: a generator with its parameters, or a recording.
///
/// ```toml
/// scene = { generator = "sphere-swarm", faces = 528, seed = 1995 }
/// scene = { recording = "folder" }   # with scene.json, or that file itself
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
}

impl SceneSpec {
    /// Creates the spec of a recording, a folder or a file.
    pub fn recording(path: &Path) -> SceneSpec {
        let path = toml::Value::from(&*path.to_string_lossy());
        SceneSpec([("recording".to_owned(), path)].into_iter().collect())
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
        }
    }

    /// Returns the table of the definition.
    pub(crate) fn table(&self) -> &toml::Table {
        &self.0
    }

    fn source(&self) -> Result<SceneSource> {
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
        let source = self.0.get("generator").or(self.0.get("recording"));
        f.write_str(&source.map_or_else(String::new, word))?;
        for (key, value) in &self.0 {
            if key != "generator" && key != "recording" {
                write!(f, " {key}={}", word(value))?;
            }
        }
        Ok(())
    }
}
