//! Generated scenes by name, for experiment files and command lines.

use crate::bodies::{BodyModel, UnknownBodyModel};
use crate::motions::{CncCell, Dent, Kitchen, Polytopes};
use crate::suggestion::did_you_mean;
use crate::{Scene, SceneError, motions, ships};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::str::FromStr;

/// Generated scene with its parameters.
///
/// An experiment file writes `{ generator = "two-spheres", faces = 528, seed = 1995 }`, a command
/// line `two-spheres:faces=528,seed=1995`. Omitted parameters have the paper's values and the seed
/// 1995. Unknown parameters are errors.
///
/// ```
/// use scenes::Generator;
///
/// let generator: Generator = "sphere-swarm:bodies=5".parse()?;
/// assert_eq!(generator.to_string(), "sphere-swarm:bodies=5,faces=528,seed=1995");
/// let scene = generator.generate()?;
/// assert_eq!(scene.bodies.len(), 5);
/// assert_eq!(scene.bodies[0].mesh().face_count(), 528);
///
/// let fault = "sphere-swarm:bodys=5".parse::<Generator>().unwrap_err();
/// assert!(fault.to_string().contains("bodies"), "{fault}");
/// # Ok::<(), scenes::SceneError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "generator", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Generator {
    /// [`motions::two_spheres`].
    TwoSpheres {
        /// Number of faces of each sphere.
        #[serde(default = "faces")]
        faces: u32,
        /// Seed of the motion.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::shuttles`].
    Shuttles {
        /// Number of shuttles.
        #[serde(default = "shuttles")]
        bodies: u32,
        /// Seed of the motion.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::shuttle_pair`].
    ShuttlePair {
        /// Number of shuttles in the scene from which the pair is taken.
        #[serde(default = "shuttles")]
        bodies: u32,
        /// Seed of the motion.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::sphere_swarm`].
    SphereSwarm {
        /// Number of spheres.
        #[serde(default = "bodies")]
        bodies: u32,
        /// Number of faces of each sphere.
        #[serde(default = "faces")]
        faces: u32,
        /// Seed of the motion.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::four_bodies`].
    FourBodies {
        /// Seed of the motion.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::waving_spheres`].
    WavingSpheres {
        /// Number of faces of each sphere.
        #[serde(default = "faces")]
        faces: u32,
        /// Seed of the motion.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::bending_tubes`].
    BendingTubes {
        /// Number of faces of each tube.
        #[serde(default = "faces")]
        faces: u32,
        /// Seed of the motion.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::calm`].
    Calm {
        /// Number of spheres.
        #[serde(default = "bodies")]
        bodies: u32,
        /// Number of faces of each sphere.
        #[serde(default = "faces")]
        faces: u32,
        /// Seed of the motion.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::deep_spheres`].
    DeepSpheres {
        /// Number of faces of each sphere.
        #[serde(default = "faces")]
        faces: u32,
        /// Seed of the motion.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::near_stones`].
    NearStones {
        /// Number of faces of each stone; the nearest that a stone can have is used.
        #[serde(default = "faces")]
        faces: u32,
        /// Seed of shapes and motion.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::stone_in_mold`].
    StoneInMold {
        /// Number of faces of the stone; the nearest that a stone can have is used.
        #[serde(default = "faces")]
        faces: u32,
        /// Distance of the surfaces, in thousandths of the radius.
        #[serde(default = "gap")]
        gap: u32,
        /// Seed of shape and motion.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::crowded_stones`].
    CrowdedStones {
        /// Number of stones.
        #[serde(default = "bodies")]
        bodies: u32,
        /// Number of faces of each stone; the nearest that a stone can have is used.
        #[serde(default = "faces")]
        faces: u32,
        /// Seed of shapes and motion.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::dented_spheres`].
    DentedSpheres {
        /// Number of faces of each sphere.
        #[serde(default = "faces")]
        faces: u32,
        /// Side that is dented.
        #[serde(default)]
        dent: Dent,
        /// Seed of the motion.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::sphere_pairs`].
    SpherePairs {
        /// Number of spheres.
        #[serde(default = "forty")]
        bodies: u32,
        /// Number of pairs that meet in the last cycle.
        #[serde(default = "one")]
        meeting: u32,
        /// Number of faces of each sphere.
        #[serde(default = "faces")]
        faces: u32,
        /// Seed of the motion.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::approaching_spheres`].
    ApproachingSpheres {
        /// Number of faces of each sphere.
        #[serde(default = "faces")]
        faces: u32,
        /// Seed of the motion.
        #[serde(default = "seed")]
        seed: u64,
        /// Number of cycles after that of the first contact.
        #[serde(default)]
        after: u32,
    },
    /// [`motions::polytopes`].
    Polytopes(Polytopes),
    /// [`motions::kitchen`].
    Kitchen(Kitchen),
    /// [`motions::cnc_cell`].
    CncCell(CncCell),
    /// [`motions::csg_drilled`].
    CsgDrilled {
        /// Number of primitives of the plate.
        #[serde(default = "primitives")]
        primitives: u32,
        /// Number of frames.
        #[serde(default = "drilled_frames")]
        frames: u32,
        /// Seed of the motion.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::csg_crossed`].
    CsgCrossed {
        /// Number of frames.
        #[serde(default = "drilled_frames")]
        frames: u32,
        /// Seed of the motion.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`motions::aligned_solids`].
    AlignedSolids {
        /// Number of frames.
        #[serde(default = "aligned_frames")]
        frames: u32,
        /// Seed of the poses.
        #[serde(default = "seed")]
        seed: u64,
    },
    /// [`ships::recording`].
    Ships {
        /// Shape of the drones.
        #[serde(default = "lamp")]
        body: BodyModel,
        /// Shape of the user's ship.
        #[serde(default = "lamp")]
        user: BodyModel,
        /// Number of ships, including the user's.
        #[serde(default = "bodies")]
        ships: u32,
        /// Number of frames. Two correspond to each frame that the paper renders.
        #[serde(default = "ship_frames")]
        frames: u32,
        /// Seed of the motion.
        #[serde(default = "seed")]
        seed: u64,
    },
}

/// Names of all generators, as in files and on command lines.
pub const GENERATOR_NAMES: &[&str] = &[
    "two-spheres",
    "shuttles",
    "shuttle-pair",
    "sphere-swarm",
    "four-bodies",
    "waving-spheres",
    "bending-tubes",
    "calm",
    "deep-spheres",
    "near-stones",
    "stone-in-mold",
    "crowded-stones",
    "dented-spheres",
    "sphere-pairs",
    "approaching-spheres",
    "polytopes",
    "kitchen",
    "cnc-cell",
    "csg-drilled",
    "csg-crossed",
    "aligned-solids",
    "ships",
];

impl Generator {
    /// Generates the scene.
    ///
    /// # Errors
    /// Fails if a parameter is out of range, or no motion of this seed has the scene's properties.
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
            Generator::DeepSpheres { faces, seed } => motions::deep_spheres(faces, seed),
            Generator::NearStones { faces, seed } => motions::near_stones(faces, seed),
            Generator::StoneInMold { faces, gap, seed } => motions::stone_in_mold(faces, gap, seed),
            Generator::CrowdedStones {
                bodies,
                faces,
                seed,
            } => motions::crowded_stones(bodies, faces, seed),
            Generator::DentedSpheres { faces, dent, seed } => {
                motions::dented_spheres(faces, dent, seed)
            }
            Generator::SpherePairs {
                bodies,
                meeting,
                faces,
                seed,
            } => motions::sphere_pairs(bodies, meeting, faces, seed),
            Generator::ApproachingSpheres { faces, seed, after } => {
                motions::approaching_spheres(faces, seed, after)
            }
            Generator::Polytopes(parameters) => motions::polytopes(&parameters),
            Generator::Kitchen(parameters) => motions::kitchen(&parameters),
            Generator::CncCell(parameters) => motions::cnc_cell(&parameters),
            Generator::CsgDrilled {
                primitives,
                frames,
                seed,
            } => motions::csg_drilled(primitives, frames, seed),
            Generator::CsgCrossed { frames, seed } => motions::csg_crossed(frames, seed),
            Generator::AlignedSolids { frames, seed } => motions::aligned_solids(frames, seed),
            Generator::Ships {
                body,
                user,
                ships,
                frames,
                seed,
            } => ships::recording(body, user, ships, frames, seed),
        }
    }
}

/// Parses `NAME` or `NAME:KEY=VALUE,KEY=VALUE`.
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
        let defaults = serde_json::from_value::<Generator>(table.clone().into())
            .and_then(serde_json::to_value)
            .map_err(|e| fault(e.to_string()))?;
        for parameter in parameters.split(',').filter(|p| !p.is_empty()) {
            let (key, value) = read_parameter(parameter, name, &defaults).map_err(fault)?;
            if table.insert(key.into(), value).is_some() {
                return Err(fault(format!("`{key}` is given twice")));
            }
        }
        serde_json::from_value(table.into()).map_err(|e| fault(e.to_string()))
    }
}

/// Parses the key and value of `KEY=VALUE`.
///
/// `defaults` has all keys of the generator `name`. Its values show the type of each: a whole
/// number, the name of a body, or another name, which is checked later.
fn read_parameter<'a>(
    parameter: &'a str,
    name: &str,
    defaults: &Value,
) -> Result<(&'a str, Value), String> {
    let not_a_pair = |what| format!("`{parameter}` is not KEY=VALUE with {what}");
    let Some((key, value)) = parameter.split_once('=') else {
        return Err(not_a_pair("a whole number or a name"));
    };
    match &defaults[key] {
        Value::Null => {
            let keys = defaults.as_object().into_iter().flatten();
            let keys = keys.map(|(key, _)| key.as_str());
            let keys: Vec<&str> = keys.filter(|k| *k != "generator").collect();
            Err(format!(
                "{name} has no `{key}`{}, but {}",
                did_you_mean(key, keys.iter().copied()),
                keys.join(", ")
            ))
        }
        // The table already has the generator's own name.
        Value::String(_) if key == "generator" => Err("`generator` is given twice".into()),
        Value::String(default) if default.parse::<BodyModel>().is_ok() => {
            let model: BodyModel = value.parse().map_err(|e: UnknownBodyModel| e.to_string())?;
            Ok((key, model.name().into()))
        }
        Value::String(_) => Ok((key, value.into())),
        _ => {
            let number: u64 = value.parse().map_err(|_| not_a_pair("a whole number"))?;
            Ok((key, number.into()))
        }
    }
}

/// Writes the form that [`FromStr`] parses, with every parameter.
impl fmt::Display for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // As TOML: a line `generator = "NAME"`, then a line for each parameter.
        let lines = toml::to_string(self).map_err(|_| fmt::Error)?;
        let lines = lines.replace([' ', '"'], "").replace("generator=", "");
        let (name, parameters) = lines.split_once('\n').unwrap_or((&lines, ""));
        write!(f, "{name}:{}", parameters.trim_end().replace('\n', ","))
    }
}

fn faces() -> u32 {
    528
}

fn bodies() -> u32 {
    10
}

fn forty() -> u32 {
    40
}

fn one() -> u32 {
    1
}

fn shuttles() -> u32 {
    15
}

fn gap() -> u32 {
    40
}

fn lamp() -> BodyModel {
    BodyModel::Lamp
}

/// Number of frames from time 0 to 40 [Hubbard96 §11.3].
fn ship_frames() -> u32 {
    800
}

fn primitives() -> u32 {
    50
}

fn drilled_frames() -> u32 {
    200
}

fn aligned_frames() -> u32 {
    200
}

fn seed() -> u64 {
    1995
}

#[cfg(test)]
mod tests;
