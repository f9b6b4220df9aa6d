//! Generated scenes by name, for experiment files and command lines.

use crate::bodies::{BodyModel, UnknownBodyModel};
use crate::motions::{CncCell, Dent, Kitchen, Polytopes};
use crate::suggestion::did_you_mean;
use crate::{Scene, SceneError, motions, ships};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::str::FromStr;

/// Declares the generators, each once: name in files and on command lines, variant, function with
/// the parameters in their order, and the functions of their defaults. Behind a `;` those that have
/// a struct of parameters.
macro_rules! generators {
    ($(#[$meta:meta])* enum $generator:ident {
        $($(#[$doc:meta])* $name:literal $variant:ident = $make:path {
            $($(#[$about:meta])* $field:ident: $type:ty = $default:literal,)*
        })*;
        $($(#[$own_doc:meta])* $own_name:literal $own:ident($struct:ty) = $own_make:path,)*
    }) => {
        $(#[$meta])*
        pub enum $generator {
            $($(#[$doc])*
            #[serde(rename = $name)]
            $variant {
                $($(#[$about])*
                #[serde(default = $default)]
                $field: $type,)*
            },)*
            $($(#[$own_doc])*
            #[serde(rename = $own_name)]
            $own($struct),)*
        }

        /// Names of all generators, as in files and on command lines.
        pub const GENERATOR_NAMES: &[&str] = &[$($name,)* $($own_name,)*];

        impl $generator {
            /// Generates the scene.
            ///
            /// # Errors
            /// Fails if a parameter is out of range, or no motion of this seed has the scene's
            /// properties.
            pub fn generate(&self) -> Result<Scene, SceneError> {
                match *self {
                    $($generator::$variant { $($field),* } => $make($($field),*),)*
                    $($generator::$own(ref parameters) => $own_make(parameters),)*
                }
            }
        }
    };
}

generators! {
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
#[serde(tag = "generator", deny_unknown_fields)]
enum Generator {
    /// [`motions::two_spheres`].
    "two-spheres" TwoSpheres = motions::two_spheres {
        /// Number of faces of each sphere.
        faces: u32 = "faces",
        /// Seed of the motion.
        seed: u64 = "seed",
    }
    /// [`motions::shuttles`].
    "shuttles" Shuttles = motions::shuttles {
        /// Number of shuttles.
        bodies: u32 = "shuttles",
        /// Seed of the motion.
        seed: u64 = "seed",
    }
    /// [`motions::shuttle_pair`].
    "shuttle-pair" ShuttlePair = motions::shuttle_pair {
        /// Number of shuttles in the scene from which the pair is taken.
        bodies: u32 = "shuttles",
        /// Seed of the motion.
        seed: u64 = "seed",
    }
    /// [`motions::sphere_swarm`].
    "sphere-swarm" SphereSwarm = motions::sphere_swarm {
        /// Number of spheres.
        bodies: u32 = "bodies",
        /// Number of faces of each sphere.
        faces: u32 = "faces",
        /// Seed of the motion.
        seed: u64 = "seed",
    }
    /// [`motions::four_bodies`].
    "four-bodies" FourBodies = motions::four_bodies {
        /// Seed of the motion.
        seed: u64 = "seed",
    }
    /// [`motions::waving_spheres`].
    "waving-spheres" WavingSpheres = motions::waving_spheres {
        /// Number of faces of each sphere.
        faces: u32 = "faces",
        /// Seed of the motion.
        seed: u64 = "seed",
    }
    /// [`motions::bending_tubes`].
    "bending-tubes" BendingTubes = motions::bending_tubes {
        /// Number of faces of each tube.
        faces: u32 = "faces",
        /// Seed of the motion.
        seed: u64 = "seed",
    }
    /// [`motions::calm`].
    "calm" Calm = motions::calm {
        /// Number of spheres.
        bodies: u32 = "bodies",
        /// Number of faces of each sphere.
        faces: u32 = "faces",
        /// Seed of the motion.
        seed: u64 = "seed",
    }
    /// [`motions::deep_spheres`].
    "deep-spheres" DeepSpheres = motions::deep_spheres {
        /// Number of faces of each sphere.
        faces: u32 = "faces",
        /// Seed of the motion.
        seed: u64 = "seed",
    }
    /// [`motions::near_stones`].
    "near-stones" NearStones = motions::near_stones {
        /// Number of faces of each stone; the nearest that a stone can have is used.
        faces: u32 = "faces",
        /// Seed of shapes and motion.
        seed: u64 = "seed",
    }
    /// [`motions::stone_in_mold`].
    "stone-in-mold" StoneInMold = motions::stone_in_mold {
        /// Number of faces of the stone; the nearest that a stone can have is used.
        faces: u32 = "faces",
        /// Distance of the surfaces, in thousandths of the radius.
        gap: u32 = "gap",
        /// Seed of shape and motion.
        seed: u64 = "seed",
    }
    /// [`motions::crowded_stones`].
    "crowded-stones" CrowdedStones = motions::crowded_stones {
        /// Number of stones.
        bodies: u32 = "bodies",
        /// Number of faces of each stone; the nearest that a stone can have is used.
        faces: u32 = "faces",
        /// Seed of shapes and motion.
        seed: u64 = "seed",
    }
    /// [`motions::dented_spheres`].
    "dented-spheres" DentedSpheres = motions::dented_spheres {
        /// Number of faces of each sphere.
        faces: u32 = "faces",
        /// Side that is dented.
        dent: Dent = "Default::default",
        /// Seed of the motion.
        seed: u64 = "seed",
    }
    /// [`motions::sphere_pairs`].
    "sphere-pairs" SpherePairs = motions::sphere_pairs {
        /// Number of spheres.
        bodies: u32 = "forty",
        /// Number of pairs that meet in the last cycle.
        meeting: u32 = "one",
        /// Number of faces of each sphere.
        faces: u32 = "faces",
        /// Seed of the motion.
        seed: u64 = "seed",
    }
    /// [`motions::approaching_spheres`].
    "approaching-spheres" ApproachingSpheres = motions::approaching_spheres {
        /// Number of faces of each sphere.
        faces: u32 = "faces",
        /// Seed of the motion.
        seed: u64 = "seed",
        /// Number of cycles after that of the first contact.
        after: u32 = "Default::default",
    }
    /// [`motions::csg_drilled`].
    "csg-drilled" CsgDrilled = motions::csg_drilled {
        /// Number of primitives of the plate.
        primitives: u32 = "primitives",
        /// Number of frames.
        frames: u32 = "drilled_frames",
        /// Seed of the motion.
        seed: u64 = "seed",
    }
    /// [`motions::csg_crossed`].
    "csg-crossed" CsgCrossed = motions::csg_crossed {
        /// Number of frames.
        frames: u32 = "drilled_frames",
        /// Seed of the motion.
        seed: u64 = "seed",
    }
    /// [`motions::aligned_solids`].
    "aligned-solids" AlignedSolids = motions::aligned_solids {
        /// Number of frames.
        frames: u32 = "aligned_frames",
        /// Seed of the poses.
        seed: u64 = "seed",
    }
    /// [`ships::recording`].
    "ships" Ships = ships::recording {
        /// Shape of the drones.
        body: BodyModel = "lamp",
        /// Shape of the user's ship.
        user: BodyModel = "lamp",
        /// Number of ships, including the user's.
        ships: u32 = "bodies",
        /// Number of frames. Two correspond to each frame that the paper renders.
        frames: u32 = "ship_frames",
        /// Seed of the motion.
        seed: u64 = "seed",
    }
    ;
    /// [`motions::polytopes`].
    "polytopes" Polytopes(Polytopes) = motions::polytopes,
    /// [`motions::kitchen`].
    "kitchen" Kitchen(Kitchen) = motions::kitchen,
    /// [`motions::cnc_cell`].
    "cnc-cell" CncCell(CncCell) = motions::cnc_cell,
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
