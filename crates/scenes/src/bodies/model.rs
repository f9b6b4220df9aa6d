//! Bodies of the papers by name.

use super::{chair, faucet, head, lamp, rocket, space_shuttle, truck};
use crate::suggestion::did_you_mean;
use geometry::Mesh;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Body of the papers, with its name in files and on command lines.
///
/// ```
/// use scenes::bodies::BodyModel;
///
/// assert_eq!("lamp".parse::<BodyModel>()?.mesh().face_count(), 626);
/// # Ok::<(), scenes::bodies::UnknownBodyModel>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BodyModel {
    /// [`lamp`], 626 faces [Hubbard96 Figures 1 and 4].
    Lamp,
    /// [`faucet`], 1288 faces [Hubbard96 Figure 11].
    Faucet,
    /// [`rocket`], 1420 faces [Hubbard96 Figure 12].
    Rocket,
    /// [`truck`], 10171 faces [Hubbard96 Figure 13].
    Truck,
    /// [`space_shuttle`], 528 faces [Smith95 Figure 9].
    Shuttle,
    /// [`chair`], 146 faces [Smith95 §4.3.2].
    Chair,
    /// [`head`], 1816 faces [Smith95 §4.3.2].
    Head,
}

/// Error: a name that no body of the papers has.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("there is no body `{name}`{}; the bodies are {}", did_you_mean(name, BodyModel::NAMES.iter().copied()), BodyModel::NAMES.join(", "))]
pub struct UnknownBodyModel {
    /// Name as given.
    pub name: String,
}

impl BodyModel {
    /// All bodies.
    pub const ALL: [BodyModel; 7] = [
        BodyModel::Lamp,
        BodyModel::Faucet,
        BodyModel::Rocket,
        BodyModel::Truck,
        BodyModel::Shuttle,
        BodyModel::Chair,
        BodyModel::Head,
    ];

    /// Names, in the order of [`BodyModel::ALL`].
    pub const NAMES: &[&str] = &[
        "lamp", "faucet", "rocket", "truck", "shuttle", "chair", "head",
    ];

    /// Returns the name on command lines and in rows.
    pub const fn name(self) -> &'static str {
        BodyModel::NAMES[self as usize]
    }

    /// Returns the mesh, in local space.
    pub fn mesh(self) -> Mesh {
        match self {
            BodyModel::Lamp => lamp(),
            BodyModel::Faucet => faucet(),
            BodyModel::Rocket => rocket(),
            BodyModel::Truck => truck(),
            BodyModel::Shuttle => space_shuttle(),
            BodyModel::Chair => chair(),
            BodyModel::Head => head(),
        }
    }
}

impl fmt::Display for BodyModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for BodyModel {
    type Err = UnknownBodyModel;

    fn from_str(name: &str) -> Result<BodyModel, UnknownBodyModel> {
        let known = BodyModel::ALL
            .into_iter()
            .find(|model| model.name() == name);
        known.ok_or_else(|| UnknownBodyModel {
            name: name.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_parses_to_its_model() {
        for (model, name) in BodyModel::ALL.into_iter().zip(BodyModel::NAMES) {
            assert_eq!(model.to_string(), *name);
            assert_eq!(name.parse(), Ok(model));
            assert_eq!(serde_json::to_value(model).unwrap(), *name);
            assert_eq!(model.mesh(), model.mesh());
        }
    }

    #[test]
    fn an_unknown_name_is_reported_with_the_nearest_one() {
        let error = "roket".parse::<BodyModel>().unwrap_err().to_string();
        assert!(error.contains("did you mean `rocket`?"), "{error}");
        let error = "xylophone".parse::<BodyModel>().unwrap_err().to_string();
        assert!(!error.contains("did you mean"), "{error}");
    }
}
