//! The library for other programs: all detectors, by name and by type.
//!
//! This program prints the face pairs of two meshes that interfere:
//!
//! ```
//! # let folder = std::env::temp_dir().join(format!("collision-lab-doc-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # std::env::set_current_dir(&folder)?;
//! # std::fs::write("floor.off", "OFF\n3 1 0\n0 0 0\n4 0 0\n0 4 0\n3 0 1 2\n")?;
//! # std::fs::write("needle.off", "OFF\n3 1 0\n0 0 -1\n0 0 1\n3 3 1\n3 0 1 2\n")?;
//! use catalog::{Body, Findings, Frame, Options, Pose, Query, Vec3};
//!
//! let floor = catalog::read_mesh("floor.off")?;
//! let needle = catalog::read_mesh("needle.off")?;
//! let bodies = [
//!     Body::rigid("floor", floor.mesh.into()),
//!     Body::rigid("needle", needle.mesh.into()),
//! ];
//! let mut detector = catalog::build("face-octree-tuned", &Options::none())?;
//! detector.prepare(&bodies)?;
//!
//! let poses = [Pose::IDENTITY, Pose::at(Vec3::new(1.0, 1.0, 0.0))];
//! let mut found = Findings::default(); // reused from frame to frame
//! detector.detect(&Frame::new(&poses)?, &Query::all_contacts(), &mut found)?;
//! for contact in &found.contacts {
//!     let (a, b) = (contact.pair.face_a, contact.pair.face_b);
//!     println!("{:?}: face {a} meets face {b}", contact.kind);
//! }
//! # assert_eq!(found.contacts.len(), 1);
//! // Or only yes or no for each pair of bodies.
//! detector.detect(&Frame::new(&poses)?, &Query::first_contact(), &mut found)?;
//! println!("{} pairs of bodies collide", found.bodies.len());
//! # assert_eq!(found.bodies.len(), 1);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A time-critical detector stops at the end of the frame's budget, and certifies each pair of
//! bodies:
//!
//! ```
//! # let cube = scenes::bodies::cube(1.0);
//! # let bodies = [
//! #     catalog::Body::rigid("still", cube.clone().into()),
//! #     catalog::Body::rigid("moving", cube.into()),
//! # ];
//! # let poses = [catalog::Pose::IDENTITY, catalog::Pose::at(catalog::Vec3::new(1.02, 0.3, 0.2))];
//! use catalog::{Budget, Findings, Frame, Known, Options, Query};
//!
//! let mut detector = catalog::build("sphere-tree", &Options::none().with("samples", 200))?;
//! detector.prepare(&bodies)?; // builds the trees
//!
//! // Or until a point in time: `Budget::Until` takes any `Deadline`.
//! let query = Query::all_contacts().with_budget(Budget::Steps(1));
//! let mut found = Findings::default();
//! detector.detect(&Frame::new(&poses)?, &query, &mut found)?;
//! for certificate in &found.evidence.certificates {
//!     match certificate.known {
//!         Known::Apart | Known::Interfering => println!("{:?}: no doubt", certificate.pair),
//!         Known::Undecided { bound } => {
//!             let near = found.evidence.spheres_of(certificate).len();
//!             println!("{:?}: at most {bound} apart, by {near} sphere pairs", certificate.pair);
//!         }
//!     }
//! }
//! # let undecided = |c: &catalog::Certificate| matches!(c.known, Known::Undecided { .. });
//! # let certificates = &found.evidence.certificates;
//! # assert!(certificates.len() == 1 && certificates.iter().all(undecided));
//! # detector.detect(&Frame::new(&poses)?, &Query::default(), &mut found)?;
//! # assert_eq!(found.evidence.certificates[0].known, Known::Apart);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The detectors' types are re-exported: `catalog::TunedFaceOctree::new()`. All of them implement
//! [`Detector`]. Structs of their options are exhaustive on purpose, so that other crates can write
//! them as literals. End a literal with `..Default::default()`, and a further option breaks no
//! program.
//!
//! | item | contents |
//! |---|---|
//! | [`build`], [`names`], [`entries`] | detectors by name |
//! | [`Options`], [`OptionDoc`] | settings of a detector, such as the level of an octree |
//! | [`BruteForce`] and its siblings | detectors by type, with their options |
//! | `StoredTrees` | trees from files, for `SphereTreeOptions::with_trees` |
//! | [`Usage`] | how to call a detector: its command, its line of `Cargo.toml`, a function |
//! | [`read_mesh`], [`read_scene`] | OBJ, STL, PLY and OFF files; recordings (`scene.json`) |
//! | `read_robot`, `read_gltf` | robots, glTF scenes (features `urdf`, `gltf`) |
//! | [`Body`], [`Frame`], [`Query`], [`Findings`] and their parts | the types of the crate `collision` |
//!
//! # Features
//! All but the last two are on by default. A family that is off is not compiled.
//!
//! | feature | detectors |
//! |---|---|
//! | | `brute-force`, `obb-tree`, `k-dop-tree` |
//! | `face-octree` | `octree-update`, and all whose names begin with `face-octree` |
//! | `convex` | `separating-plane`, `i-collide` |
//! | `sphere-tree` | `sphere-tree`, `sphere-tree-octree`; builds trees with rayon |
//! | `bsp-tree` | `bsp-tree` |
//! | `csg-hybrid` | `csg-hybrid` |
//! | `bvh` | `bvh` |
//! | `parry` | `parry3d`, `parry3d-gjk`, `parry3d-trimesh` |
//! | `rayon` | none: several threads for a frame, in all but those of `sphere-tree` and `parry` |
//! | `urdf`, `gltf` | none: readers of robots and of glTF scenes |
//!
//! To add a detector of a listed family, add its entry to `registry.rs`. A new family also needs
//! its feature, its re-exports below and its line in `counter_names`.

mod options;
mod registry;
mod snippet;

pub use baselines::{BruteForce, DopSides, KDopTree, KDopTreeOptions, ObbTree, ObbTreeOptions};
#[cfg(feature = "parry")]
pub use baselines::{
    Parry3d, Parry3dGjk, Parry3dOptions, Parry3dTriMesh, Parry3dTriMeshOptions, Precision, Update,
};
pub use broad_phase::BroadPhaseKind;
#[cfg(feature = "bsp-tree")]
pub use bsp_tree::{BspQuery, BspTree, BspTreeOptions, Cull, Planes};
#[cfg(feature = "bvh")]
pub use bvh::{PreparedBvh, PreparedBvhOptions};
pub use collision::{
    Accepts, ActivePairs, Body, BodyFinding, BodyId, BodyPair, BroadPhase, Budget, Certificate,
    Claim, ClosestFeatures, Contact, Contained, Counter, Deadline, Deformed, Detail, Detector,
    Evidence, FaceId, FacePair, Feature, Findings, Frame, Grain, Instant, Known, Meaning,
    NarrowPhase, NoProbe, PairChanges, PairContext, PairOutput, PairThreads, PairWork, Pairwise,
    PlaceContext, PosedBodies, PosedPair, Probe, Profile, Query, Reason, Rejected, Shape,
    SharedPair, Sharing, Snapshot, SphereContact, Step, SweptContact, Unsupported, Work, World,
};
#[cfg(feature = "convex")]
pub use convex::{
    Boxes, FeatureWalk, ICollide, ICollideOptions, SeparatingPlane, SeparatingPlaneOptions,
    SupportSearch,
};
#[cfg(feature = "csg-hybrid")]
pub use csg_hybrid::{
    CsgHybrid, CsgHybridOptions, Freezing, HybridMode, Localization, VolumeChoice,
};
#[cfg(feature = "face-octree")]
pub use face_octree::{
    Checklist, Distribution, FaceOctree, FaceOctreeOptions, FaceTest, OctreeUpdate,
    OctreeUpdateOptions, ParallelOptions, SweptFaceOctree, SweptMode, SweptOptions, Times,
    TunedFaceOctree,
};
#[cfg(feature = "face-octree")]
pub use geometry::swept::ContactTime;
pub use geometry::topology::Topology;
pub use geometry::{Aabb, Interference, Mesh, MeshError, Pose, Quat, Triangle, Vec3, interference};
pub use options::{OptionDoc, OptionValue, Options, Values, word};
pub use registry::Entry;
#[cfg(feature = "gltf")]
pub use scenes::gltf_file::{GltfOptions, read as read_gltf};
pub use scenes::mesh_file::read as read_mesh;
pub use scenes::recording::read as read_scene;
#[cfg(feature = "urdf")]
pub use scenes::urdf_file::{UrdfOptions, read as read_robot};
pub use snippet::{Usage, shell_word};
#[cfg(feature = "sphere-tree")]
pub use sphere_tree::{SphereTreeOctreeOptions, SphereTreeOptions, StoredTrees, TimeCritical};

use scenes::did_you_mean;
use thiserror::Error;

/// Returns every detector that is compiled in, the ground truth first.
pub fn entries() -> &'static [Entry] {
    registry::ENTRIES
}

/// Returns the names of all detectors, in the order of [`entries`].
pub fn names() -> impl Iterator<Item = &'static str> {
    entries().iter().map(|entry| entry.name)
}

/// Returns the names of all work counts that a detector of this list may report.
pub fn counter_names() -> impl Iterator<Item = &'static str> {
    let of_families: &[&[&str]] = &[
        Counter::COMMON,
        broad_phase::COUNTERS,
        baselines::HIERARCHY_COUNTERS,
        #[cfg(feature = "face-octree")]
        face_octree::COUNTERS,
        #[cfg(feature = "convex")]
        convex::COUNTERS,
        #[cfg(feature = "sphere-tree")]
        sphere_tree::COUNTERS,
        #[cfg(feature = "bsp-tree")]
        bsp_tree::COUNTERS,
        #[cfg(feature = "csg-hybrid")]
        csg_hybrid::COUNTERS,
        #[cfg(feature = "bvh")]
        bvh::BVH_COUNTERS,
        #[cfg(feature = "parry")]
        baselines::parry::COUNTERS,
        #[cfg(feature = "parry")]
        baselines::parry::convex::GJK_COUNTERS,
        #[cfg(feature = "parry")]
        baselines::parry::trimesh::TRIMESH_COUNTERS,
    ];
    let mut names = of_families.concat();
    names.sort_unstable();
    names.dedup();
    names.into_iter()
}

/// Returns the entry of that name.
///
/// # Errors
/// [`CatalogError::UnknownDetector`], with the nearest name.
pub fn entry(name: &str) -> Result<&'static Entry, CatalogError> {
    let found = entries().iter().find(|entry| entry.name == name);
    found.ok_or_else(|| CatalogError::UnknownDetector {
        name: name.to_owned(),
        hint: did_you_mean(name, names()),
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

/// Error of building a detector.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum CatalogError {
    /// No detector has that name.
    #[error("there is no detector `{name}`{hint}; the detectors are {listed}")]
    UnknownDetector {
        /// Requested name.
        name: String,
        /// The name most like it, as a question, or nothing.
        hint: String,
        /// All names.
        listed: String,
    },
    /// The detector has no such option.
    #[error("detector `{detector}` has no option `{option}`{hint}; {listed}")]
    UnknownOption {
        /// The detector.
        detector: &'static str,
        /// Requested option.
        option: String,
        /// The option most like it, as a question, or nothing.
        hint: String,
        /// The options it has, in words.
        listed: String,
    },
    /// The option does not take that value.
    #[error(
        "option `{option}` of detector `{detector}` cannot be `{value}`{hint}; it takes {values}"
    )]
    BadValue {
        /// The detector.
        detector: &'static str,
        /// The option.
        option: &'static str,
        /// The value given.
        value: String,
        /// The value most like it, as a question, or nothing.
        hint: String,
        /// The values it takes.
        values: Values,
    },
    /// A text is not of the form `key=value`, or repeats a key.
    #[error("`{0}` is not an option: write key=value, each key once, for example level=6")]
    NotAnOption(String),
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

    /// Parses a value as the command line does.
    fn value(text: &str) -> OptionValue {
        text.parse()
            .map_or_else(|_| text.into(), OptionValue::Number)
    }

    #[test]
    fn every_documented_option_is_a_field_and_takes_its_default() {
        for entry in entries() {
            for doc in entry.options {
                let default = entry.default(doc);
                assert_ne!(default, "null", "{} has no field {}", entry.name, doc.name);
                let given = Options::none().with(doc.name, value(&default));
                assert!(entry.build(&given).is_ok(), "{} {}", entry.name, doc.name);
                assert_eq!(entry.label(&given), entry.name);
            }
        }
    }

    #[test]
    fn every_word_of_an_option_builds_and_no_other() {
        let mut words = 0;
        for entry in entries() {
            for doc in entry.options {
                let build =
                    |value: OptionValue| entry.build(&Options::none().with(doc.name, value));
                match entry.values(doc) {
                    Values::Numbers(first, last) => {
                        assert!(build((i64::from(last) + 1).into()).is_err());
                        assert!(build((i64::from(first) - 1).into()).is_err());
                    }
                    Values::Words(listed) => {
                        assert!(listed.len() > 1, "{} {}", entry.name, doc.name);
                        assert!(listed.iter().all(|word| build((*word).into()).is_ok()));
                        assert!(build(1.into()).is_err());
                        words += listed.len();
                    }
                }
                assert!(build("xylophone".into()).is_err());
            }
        }
        assert!(cfg!(not(feature = "sphere-tree")) || words > 10);
    }

    #[test]
    #[cfg(feature = "face-octree")]
    fn a_wrong_option_or_value_gets_the_right_ones() {
        let refuse = |text| {
            let options = Options::parse([text]).unwrap();
            build("face-octree", &options).err().unwrap().to_string()
        };
        assert_eq!(
            refuse("face-test=clp"),
            "option `face-test` of detector `face-octree` cannot be `clp` (did you mean `clip`?); \
             it takes clip, sat, box"
        );
        for number in ["level=11", "level=six", "level=-1"] {
            assert!(
                refuse(number).contains("it takes 0 to 10"),
                "{}",
                refuse(number)
            );
        }
        let name = refuse("levl=6");
        assert!(name.contains("(did you mean `level`?)"), "{name}");
        assert!(name.contains("face-test (clip, sat, box)"), "{name}");
    }

    #[test]
    #[cfg(feature = "sphere-tree")]
    fn the_detectors_with_sphere_trees_support_budgets() {
        let support = entries()
            .iter()
            .filter(|entry| entry.profile().supports_budgets);
        let names: Vec<_> = support.map(|entry| entry.name).collect();
        assert_eq!(names, ["sphere-tree", "sphere-tree-octree"]);
    }

    #[test]
    #[cfg(all(feature = "face-octree", feature = "parry"))]
    fn an_unknown_name_gets_the_nearest() {
        let message = |name| build(name, &Options::none()).err().unwrap().to_string();
        assert!(message("face-octre").contains("did you mean `face-octree`?"));
        assert!(message("parry").contains("did you mean `parry3d`?"));
        assert!(!message("xylophone").contains("did you mean"));
        assert!(message("").contains("brute-force"));
    }

    #[test]
    #[cfg(feature = "sphere-tree")]
    fn a_label_names_what_is_not_default() {
        let label = |name, texts: &[&str]| {
            let options = Options::parse(texts).unwrap();
            entry(name).unwrap().label(&options)
        };
        let published = [
            "coverage=level",
            "balls=ritter",
            "samples=3000",
            "start=root",
        ];
        assert_eq!(
            label("sphere-tree", &published),
            "sphere-tree balls=ritter coverage=level"
        );
        let scheduled = ["start=frontier", "schedule=widest-first"];
        assert_eq!(
            label("sphere-tree-octree", &scheduled),
            "sphere-tree-octree schedule=widest-first start=frontier"
        );
    }
}
