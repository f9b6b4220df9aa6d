//! The one list that names every detector, and the front door for other programs.
//!
//! Which faces of two meshes meet, and how:
//!
//! ```
//! # let folder = std::env::temp_dir().join(format!("collision-lab-doc-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # std::env::set_current_dir(&folder)?;
//! # std::fs::write("floor.off", "OFF\n3 1 0\n0 0 0\n4 0 0\n0 4 0\n3 0 1 2\n")?;
//! # std::fs::write("needle.off", "OFF\n3 1 0\n0 0 -1\n0 0 1\n3 3 1\n3 0 1 2\n")?;
//! use catalog::{Body, Findings, Frame, Options, Pose, Vec3};
//!
//! let floor = catalog::read_mesh("floor.off")?;
//! let needle = catalog::read_mesh("needle.off")?;
//! let bodies = [
//!     Body::rigid(0, "floor", floor.mesh.into()),
//!     Body::rigid(1, "needle", needle.mesh.into()),
//! ];
//! let mut detector = catalog::build("face-octree-tuned", &Options::none())?;
//! detector.prepare(&bodies)?;
//!
//! let poses = [Pose::IDENTITY, Pose::at(Vec3::new(1.0, 1.0, 0.0))];
//! let mut found = Findings::default(); // reused from frame to frame
//! detector.detect(&Frame::new(&poses), &mut found);
//! for contact in &found.contacts {
//!     println!("{:?}: face {} meets face {}", contact.kind, contact.pair.face_a, contact.pair.face_b);
//! }
//! # assert_eq!(found.contacts.len(), 1);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How much a time-critical detector may do is told with the frame. What it knows of two bodies when
//! that is spent, it certifies:
//!
//! ```
//! # let cube = scenes::bodies::cube(1.0);
//! # let bodies = [
//! #     catalog::Body::rigid(0, "still", cube.clone().into()),
//! #     catalog::Body::rigid(1, "moving", cube.into()),
//! # ];
//! # let poses = [catalog::Pose::IDENTITY, catalog::Pose::at(catalog::Vec3::new(1.02, 0.3, 0.2))];
//! use catalog::{Budget, Findings, Frame, Known, Options};
//!
//! let mut detector = catalog::build("sphere-tree", &Options::none().with("samples", 200))?;
//! detector.prepare(&bodies)?; // builds the trees
//!
//! // Or until a clock says stop: `Budget::Until` takes whatever is a `Deadline`.
//! let budget = Budget::Steps(1);
//! let mut found = Findings::default();
//! detector.detect(&Frame { budget, ..Frame::new(&poses) }, &mut found);
//! for certificate in &found.certificates {
//!     match certificate.known {
//!         Known::Apart | Known::Interfering => println!("{:?}: no doubt", certificate.pair),
//!         Known::Undecided { bound } => {
//!             let near = found.spheres_of(certificate).len();
//!             println!("{:?}: at most {bound} apart, by {near} sphere pairs", certificate.pair);
//!         }
//!     }
//! }
//! # let undecided = |c: &catalog::Certificate| matches!(c.known, Known::Undecided { .. });
//! # assert!(found.certificates.len() == 1 && found.certificates.iter().all(undecided));
//! # detector.detect(&Frame::new(&poses), &mut found);
//! # assert_eq!(found.certificates[0].known, Known::Apart);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The same by type: `face_octree::TunedFaceOctree` and its sisters live in the crates of their
//! families, and all of them are a [`Detector`].
//!
//! | item | what |
//! |---|---|
//! | [`build`], [`names`], [`entries`] | detectors by name |
//! | [`Options`], [`OptionInfo`] | what can be set, e.g. the level of an octree |
//! | [`read_mesh`], [`read_scene`] | OBJ, STL, PLY and OFF files; recordings (`scene.json`) |
//! | [`Body`], [`Frame`], [`Findings`] and what they are made of | the words of the `detector` crate |
//!
//! To add a detector, add its entry to the list in `roll_call.rs`; nothing else names it.

mod options;
mod roll_call;

pub use collision::{
    Accepts, Body, BodyFinding, BodyId, BodyPair, Budget, Certificate, Claim, Contact, Contained,
    Deadline, Detector, FaceId, FacePair, Findings, Frame, Grain, Instant, Known, Meaning, Profile,
    SphereContact, Unsupported, Work,
};
pub use geometry::topology::Topology;
pub use geometry::{Aabb, Interference, Mesh, MeshError, Pose, Quat, Vec3};
pub use options::{OptionInfo, Options, Value, Values};
pub use roll_call::TimeCriticalPlan;
pub use scenes::mesh_file::read as read_mesh;
pub use scenes::nearest;
pub use scenes::recording::read as read_scene;

use options::Checked;
use thiserror::Error;

/// A detector in the list.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name on the command line, in definitions and in rows.
    pub name: &'static str,
    /// The options it has.
    pub options: &'static [OptionInfo],
    build: fn(&Checked<'_>) -> Box<dyn Detector>,
}

impl Entry {
    /// What it takes and promises.
    pub fn profile(&self) -> Profile {
        let detector = self.build(&Options::none());
        detector
            .expect("no option is never a wrong option")
            .profile()
    }

    /// Builds it with the options given.
    ///
    /// # Errors
    /// An option that it does not have, or a value that the option does not take.
    pub fn build(&self, options: &Options) -> Result<Box<dyn Detector>, CatalogError> {
        Ok((self.build)(&Checked::new(
            self.name,
            self.options,
            options,
        )?))
    }

    /// Whether it heeds the budget of a frame, and certifies what it knows when that is spent.
    pub fn is_time_critical(&self) -> bool {
        matches!(TimeCriticalPlan::of(self, &Options::none()), Ok(Some(_)))
    }

    /// The name, followed by every option whose value is not its default: `face-octree level=5`.
    pub fn label(&self, options: &Options) -> String {
        let mut label = self.name.to_owned();
        for (name, value) in options.iter() {
            let value = value.to_string();
            if !self
                .options
                .iter()
                .any(|info| info.name == name && info.default == value)
            {
                label.push_str(&format!(" {name}={value}"));
            }
        }
        label
    }
}

/// Every detector, the judge first.
pub fn entries() -> &'static [Entry] {
    roll_call::ENTRIES
}

/// The names of all detectors, in the order of [`entries`].
pub fn names() -> impl Iterator<Item = &'static str> {
    entries().iter().map(|entry| entry.name)
}

/// The entry of that name.
///
/// # Errors
/// [`CatalogError::UnknownDetector`], with the nearest name.
pub fn entry(name: &str) -> Result<&'static Entry, CatalogError> {
    let found = entries().iter().find(|entry| entry.name == name);
    found.ok_or_else(|| CatalogError::UnknownDetector {
        name: name.to_owned(),
        nearest: nearest(name, names()).map(str::to_owned),
        listed: names().collect::<Vec<_>>().join(", "),
    })
}

/// Builds the detector of that name.
///
/// # Errors
/// An unknown name (with the nearest), an option that the detector does not have (with those it
/// has), a value that the option does not take (with those it does).
pub fn build(name: &str, options: &Options) -> Result<Box<dyn Detector>, CatalogError> {
    entry(name)?.build(options)
}

/// Why a detector was not built.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CatalogError {
    /// No detector has that name.
    #[error(
        "there is no detector `{name}`{}; the detectors are {listed}",
        did_you_mean(nearest)
    )]
    UnknownDetector {
        /// The name asked for.
        name: String,
        /// The name most like it.
        nearest: Option<String>,
        /// All names.
        listed: String,
    },
    /// The detector has no such option.
    #[error(
        "detector `{detector}` has no option `{option}`{}; {listed}",
        did_you_mean(nearest)
    )]
    UnknownOption {
        /// The detector.
        detector: &'static str,
        /// The option asked for.
        option: String,
        /// The option most like it.
        nearest: Option<String>,
        /// The options it has, in words.
        listed: String,
    },
    /// The option does not take that value.
    #[error("option `{option}` of detector `{detector}` cannot be `{value}`; it takes {values}")]
    BadValue {
        /// The detector.
        detector: &'static str,
        /// The option.
        option: &'static str,
        /// The value given.
        value: String,
        /// The values it takes.
        values: Values,
    },
    /// A text is not of the form `key=value`, or its key came before.
    #[error("`{0}` is not an option: write key=value, each key once, for example level=6")]
    NotAnOption(String),
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest
        .as_ref()
        .map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_detector_is_built_under_its_own_name() {
        for entry in entries() {
            assert_eq!(entry.profile().name, entry.name);
        }
        let mut sorted: Vec<_> = names().collect();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), entries().len());
    }

    #[test]
    fn every_default_is_a_value_that_its_option_takes() {
        for entry in entries() {
            for info in entry.options {
                let value = info
                    .default
                    .parse()
                    .map_or_else(|_| info.default.into(), Value::Number);
                let given = Options::none().with(info.name, value);
                assert!(entry.build(&given).is_ok(), "{} {}", entry.name, info.name);
                assert_eq!(entry.label(&given), entry.name);
            }
        }
    }

    #[test]
    fn every_word_of_an_option_builds() {
        for entry in entries() {
            for info in entry.options {
                if let Values::Words(words) = info.values {
                    for word in words {
                        assert!(entry.build(&Options::none().with(info.name, *word)).is_ok());
                    }
                }
            }
        }
    }

    #[test]
    fn the_detectors_with_trees_of_spheres_heed_a_budget() {
        let heed = entries().iter().filter(|entry| entry.is_time_critical());
        let heed: Vec<_> = heed.map(|entry| entry.name).collect();
        assert_eq!(heed, ["sphere-tree", "sphere-tree-octree"]);
    }

    #[test]
    fn an_unknown_name_gets_the_nearest() {
        let message = |name| build(name, &Options::none()).err().unwrap().to_string();
        assert!(message("face-octre").contains("did you mean `face-octree`?"));
        assert!(message("parry").contains("did you mean `parry3d`?"));
        assert!(!message("xylophone").contains("did you mean"));
        assert!(message("").contains("brute-force"));
    }

    #[test]
    fn a_label_names_what_is_not_default() {
        let entry = entry("face-octree").unwrap();
        let options = Options::parse(["level=5", "face-test=clip"]).unwrap();
        assert_eq!(entry.label(&options), "face-octree level=5");
    }
}
