//! Every generated scene under a name, for experiment files and command lines.

use crate::{Scene, SceneError, motions};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A generated scene with its parameters.
///
/// In an experiment file `{ generator = "two-spheres", faces = 528, seed = 1995 }`, on a command
/// line `two-spheres:faces=528,seed=1995`. Parameters that are left out have the paper's values
/// and the seed 1995; unknown ones are errors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "generator", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Generator {
    /// [`motions::two_spheres`].
    TwoSpheres {
        /// Faces of each sphere.
        #[serde(default = "faces")]
        faces: u32,
        /// The seed.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::shuttles`].
    Shuttles {
        /// How many shuttles.
        #[serde(default = "shuttles")]
        bodies: u32,
        /// The seed.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::shuttle_pair`].
    ShuttlePair {
        /// How many shuttles there were.
        #[serde(default = "shuttles")]
        bodies: u32,
        /// The seed.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::sphere_swarm`].
    SphereSwarm {
        /// How many spheres.
        #[serde(default = "bodies")]
        bodies: u32,
        /// Faces of each sphere.
        #[serde(default = "faces")]
        faces: u32,
        /// The seed.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::four_bodies`].
    FourBodies {
        /// The seed.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::waving_spheres`].
    WavingSpheres {
        /// Faces of each sphere.
        #[serde(default = "faces")]
        faces: u32,
        /// The seed.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::bending_tubes`].
    BendingTubes {
        /// Faces of each tube.
        #[serde(default = "faces")]
        faces: u32,
        /// The seed.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::calm`].
    Calm {
        /// How many spheres.
        #[serde(default = "bodies")]
        bodies: u32,
        /// Faces of each sphere.
        #[serde(default = "faces")]
        faces: u32,
        /// The seed.
        #[serde(default = "seed")]
        seed: u64,
    },
}

/// The names of all generators, as files and command lines write them.
pub const GENERATOR_NAMES: &[&str] = &[
    "two-spheres",
    "shuttles",
    "shuttle-pair",
    "sphere-swarm",
    "four-bodies",
    "waving-spheres",
    "bending-tubes",
    "calm",
];

impl Generator {
    /// The scene.
    ///
    /// # Errors
    /// When a parameter is out of range, or no motion of this seed keeps the scene's promises.
    pub fn generate(&self) -> Result<Scene, SceneError> {
        match *self {
            Generator::TwoSpheres { faces, seed } => motions::two_spheres(faces, seed),
            Generator::Shuttles { bodies, seed } => motions::shuttles(bodies, seed),
            Generator::ShuttlePair { bodies, seed } => motions::shuttle_pair(bodies, seed),
            Generator::SphereSwarm {
                bodies,
                faces,
                seed,
            } => motions::sphere_swarm(bodies, faces, seed),
            Generator::FourBodies { seed } => motions::four_bodies(seed),
            Generator::WavingSpheres { faces, seed } => motions::waving_spheres(faces, seed),
            Generator::BendingTubes { faces, seed } => motions::bending_tubes(faces, seed),
            Generator::Calm {
                bodies,
                faces,
                seed,
            } => motions::calm(bodies, faces, seed),
        }
    }
}

/// Reads `NAME` or `NAME:KEY=VALUE,KEY=VALUE`.
impl FromStr for Generator {
    type Err = SceneError;

    fn from_str(text: &str) -> Result<Generator, SceneError> {
        let fault = |reason: String| SceneError::UnknownGenerator {
            text: text.to_owned(),
            reason,
        };
        let (name, parameters) = text.split_once(':').unwrap_or((text, ""));
        if !GENERATOR_NAMES.contains(&name) {
            return Err(fault(format!("there is no generator `{name}`")));
        }
        let mut table = serde_json::Map::new();
        table.insert("generator".into(), name.into());
        for parameter in parameters.split(',').filter(|p| !p.is_empty()) {
            let number = parameter
                .split_once('=')
                .and_then(|(k, v)| Some((k, v.parse::<u64>().ok()?)));
            let Some((key, value)) = number else {
                return Err(fault(format!(
                    "`{parameter}` is not KEY=VALUE with a whole number"
                )));
            };
            if table.insert(key.into(), value.into()).is_some() {
                return Err(fault(format!("`{key}` is given twice")));
            }
        }
        serde_json::from_value(table.into()).map_err(|e| fault(e.to_string()))
    }
}

/// The form that [`FromStr`] reads, with every parameter.
impl fmt::Display for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Generator::TwoSpheres { faces, seed } => {
                write!(f, "two-spheres:faces={faces},seed={seed}")
            }
            Generator::Shuttles { bodies, seed } => {
                write!(f, "shuttles:bodies={bodies},seed={seed}")
            }
            Generator::ShuttlePair { bodies, seed } => {
                write!(f, "shuttle-pair:bodies={bodies},seed={seed}")
            }
            Generator::SphereSwarm {
                bodies,
                faces,
                seed,
            } => {
                write!(f, "sphere-swarm:bodies={bodies},faces={faces},seed={seed}")
            }
            Generator::FourBodies { seed } => write!(f, "four-bodies:seed={seed}"),
            Generator::WavingSpheres { faces, seed } => {
                write!(f, "waving-spheres:faces={faces},seed={seed}")
            }
            Generator::BendingTubes { faces, seed } => {
                write!(f, "bending-tubes:faces={faces},seed={seed}")
            }
            Generator::Calm {
                bodies,
                faces,
                seed,
            } => {
                write!(f, "calm:bodies={bodies},faces={faces},seed={seed}")
            }
        }
    }
}

fn faces() -> u32 {
    528
}

fn bodies() -> u32 {
    10
}

fn shuttles() -> u32 {
    15
}

fn seed() -> u64 {
    1995
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_parses_with_defaults_and_comes_back_from_its_display() {
        for name in GENERATOR_NAMES {
            let generator: Generator = name.parse().unwrap();
            let text = generator.to_string();
            assert!(text.starts_with(name));
            assert_eq!(text.parse::<Generator>().unwrap(), generator);
        }
    }

    #[test]
    fn a_table_of_an_experiment_file_is_a_generator() {
        let json = r#"{ "generator": "sphere-swarm", "faces": 80, "bodies": 20, "seed": 7 }"#;
        let generator: Generator = serde_json::from_str(json).unwrap();
        assert_eq!(
            generator,
            Generator::SphereSwarm {
                bodies: 20,
                faces: 80,
                seed: 7
            }
        );
        let unknown = r#"{ "generator": "two-spheres", "face": 80 }"#;
        let error = serde_json::from_str::<Generator>(unknown)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("`face`") && error.contains("`faces`"),
            "{error}"
        );
    }

    #[test]
    fn faulty_texts_say_what_is_wrong() {
        for (text, expected) in [
            ("two-sphere", "no generator `two-sphere`"),
            ("", "no generator ``"),
            ("two-spheres:faces", "`faces` is not KEY=VALUE"),
            ("two-spheres:faces=-8", "is not KEY=VALUE"),
            ("two-spheres:faces=8,faces=8", "`faces` is given twice"),
            ("two-spheres:bodies=8", "`bodies`"),
            ("two-spheres:faces=99999999999", "invalid value"),
            ("two-spheres:generator=8", "`generator` is given twice"),
        ] {
            let error = text.parse::<Generator>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn parameters_out_of_range_are_errors() {
        for text in [
            "two-spheres:faces=100",
            "two-spheres:faces=4000000000",
            "sphere-swarm:bodies=1",
            "shuttles:bodies=1000",
            "calm:bodies=0",
            "bending-tubes:faces=3",
        ] {
            assert!(
                text.parse::<Generator>().unwrap().generate().is_err(),
                "{text}"
            );
        }
    }
}
