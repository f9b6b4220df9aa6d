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
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct SceneSpec(toml::Table);

/// Where the frames of a scene come from.
enum Source {
    Generator(Generator),
    Recording(PathBuf),
}

impl SceneSpec {
    /// Scene that was recorded in a folder or a file.
    pub fn recording(path: &Path) -> SceneSpec {
        let path = path.to_string_lossy().into_owned();
        SceneSpec(toml::Table::from_iter([(
            "recording".to_owned(),
            path.into(),
        )]))
    }

    /// Scene that a generator makes.
    ///
    /// # Errors
    /// A number that a definition cannot state: 2^63 or more.
    pub fn generator(generator: &Generator) -> Result<SceneSpec> {
        Ok(SceneSpec(toml::Table::try_from(generator)?))
    }

    /// Sets a parameter of the generator.
    pub(crate) fn set(&mut self, key: &str, value: toml::Value) {
        self.0.insert(key.to_owned(), value);
    }

    /// Checks that the generator and its parameters exist.
    ///
    /// # Errors
    /// An unknown generator or parameter, a value that it does not take.
    pub(crate) fn check(&self) -> Result<()> {
        self.source().map(drop)
    }

    /// Generates or reads the scene.
    ///
    /// # Errors
    /// As the generator or the reader say.
    pub fn load(&self) -> Result<Scene> {
        Ok(match self.source()? {
            Source::Generator(generator) => generator
                .generate()
                .with_context(|| format!("cannot generate {self}"))?,
            Source::Recording(path) => {
                scenes::recording::read(&path).with_context(|| format!("cannot use {self}"))?
            }
        })
    }

    /// The spec as it is written in a definition.
    pub(crate) fn table(&self) -> &toml::Table {
        &self.0
    }

    fn source(&self) -> Result<Source> {
        let Some(recording) = self.0.get("recording") else {
            return Ok(Source::Generator(self.0.clone().try_into()?));
        };
        match (recording.as_str(), self.0.len()) {
            (Some(path), 1) => Ok(Source::Recording(path.into())),
            _ => bail!("`recording` is the path of a recording, and has no other key beside it"),
        }
    }
}

/// `generator key=value key=value`, as in rows and messages.
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
