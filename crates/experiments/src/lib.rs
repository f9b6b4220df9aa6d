//! Runs an experiment, checks it against the ground truth, times it, writes rows.
//!
//! ```text
//! benches/experiments/*.toml ──► Experiment ──► Model ──► scene, participants
//!                                                               │
//!                        ground truth ──► every participant checked, most on every frame
//!                                                               │
//!                        times, in turns: A B C, A B C, …  ──► Recorder ──► rows
//! ```
//!
//! | module | content |
//! |---|---|
//! | [`experiment`] | one definition, read and run |
//! | [`model`] | the interface of a model, a procedure of measuring |
//! | [`models`] | the only list of models |
//! | [`models::replay`] | a sweep of scenes, and the rows of each |
//! | [`timing`] | a scene and several detectors: checked, then timed in turns |
//! | [`models::frame_budget`] | frames under a budget: what it buys, how well it is kept |
//! | [`models::narrow_phase_calls`] | narrow-phase calls, level by level [Hubbard96 §11.2] |
//! | [`models::flight`] | the spaceship simulator in a closed loop [Hubbard96 §11.3] |
//! | [`models::random_states`] | random states of two bodies: is what is certified true? |
//! | [`models::tree_ablations`] | sphere-trees without departures, and policies of coverage [Hubbard96 §7–§9] |
//! | [`models::tree_fit`] | fit and pictures of sphere-trees [Hubbard96 §10] |
//! | [`models::csg_pictures`] | pictures of CSG bodies, trees and chosen volumes [Su07 §2, §3] |
//! | [`models::csg_evaluation`] | evaluation of CSG trees to meshes [Su07 §2.2] |
//! | [`models::table_rows`] | rows of the decision tables that are wrong [Su07 §3] |
//! | [`models::volume_costs`] | tests of two bounding volumes, by their types [Su07 §3] |
//! | [`models::box_growth`] | boxes around rotated cubes [Hubbard96 §3] |
//! | [`models::swept_accuracy`] | reported pairs of swept faces against a reference [Kitamura95 §3.5] |
//! | [`models::worker_scaling`] | one frame by the number of threads [Kitamura95 §5.2, §6] |
//! | [`models::trial`] | each detector on a user's scene for a moment, before the race |
//! | [`models::scene_features`] | properties of the scenes of a race |
//! | `scene_race` | trial and race of all detectors on a user's scene, in bounded time |
//! | `scene_features` | measured properties of a scene, and faults of its meshes |
//! | [`models::scene_pictures`] | one picture of each scene |
//! | [`models::playback`] | playback files of scenes, for the page that plays them |
//! | [`playback`] | one scene with its findings, as a playback file |
//! | `participant`, `scene_spec` | detectors and scenes of a definition |
//! | `ground_truth` | exact answers |
//! | `recorder`, `histogram` | measurements become rows |
//! | `isolation` | a detector that panics costs its own rows only |
//! | `cores` | what is not timed, on all cores |
//! | `call_log` | so does one that ends the process |
//! | `clock`, `deadline` | the only places that read the clock |
//! | `picture` | drawing: projection, depth buffer, shapes, text |
//! | `process` | one of the processes that measure an experiment, in its own order |
//! | `tree_cache` | sphere-trees that are built once per run |
//! | `subdivision` | finer meshes of the same shape |
//! | `progress`, [`machine`] | the terminal; the circumstances of a run |
//!
//! This is the only crate that reads the clock. A frame is timed from outside, the call of
//! [`collision::Detector::detect`] alone. Its steps are timed in passes of their own through a
//! [`collision::Probe`], so that reading the clock inside a frame never lengthens the reported
//! time. Preparation, and the first frame after it, are timed on fresh detectors. The definition
//! states the numbers of frames and repeats. They never depend on the time that has passed, and
//! neither does the number of untimed calls before them.
//!
//! A new model is one file in `models/` with one line in its list.

mod call_log;
mod clock;
mod cores;
mod deadline;
pub mod experiment;
mod ground_truth;
mod histogram;
mod isolation;
pub mod machine;
pub mod model;
pub mod models;
mod participant;
mod picture;
pub mod playback;
mod process;
mod progress;
mod recorder;
mod scene_features;
mod scene_race;
mod scene_spec;
mod subdivision;
pub mod timing;
mod tree_cache;

pub use call_log::{EndedCall, calls_under_way, last_call, log_calls};
pub use experiment::{Experiment, RunSettings};
pub use ground_truth::GroundTruth;
pub use machine::circumstances;
pub use model::{Model, PictureFile, Results, Session};
pub use participant::{DetectorSpec, Participant, label};
pub use process::Process;
pub use progress::RunProgress;
pub use scene_features::{MeshFaults, SceneFeatures};
pub use scene_race::{RacePlan, SceneRace};
pub use scene_spec::SceneSpec;
pub use tree_cache::share_trees_in;
