//! Runs an experiment, checks it against the truth, times it, writes rows.
//!
//! ```text
//! benches/experiments/*.toml ──► Experiment ──► scene, contenders
//!                                                    │
//!                        truth by the judge ──► every contender verified on every frame
//!                                                    │
//!                        times, in turns: A B C, A B C, …  ──► rows
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`experiment`] | an experiment as data, and its kinds |
//! | [`definition`] | a race as data, and its scenes |
//! | [`judge`] | who says what is right before anything is timed |
//! | [`race`](mod@race) | one scene, several detectors: verified, then timed in turns |
//! | [`run`](mod@run) | a whole race, scene by scene |
//! | [`cubes`] | boxes around turned cubes [Hubbard96 §3] |
//! | [`fit`] | how well sphere-trees fit, and what they look like [Hubbard96 §10] |
//! | [`calls`] | calls of the narrow phase, stopped at each level [Hubbard96 §11.2] |
//! | [`flight`] | the spaceship simulator in a closed loop [Hubbard96 §11.3] |
//! | [`budgeted`] | frames under a budget: what it buys, how well it is kept |
//! | [`states`] | random states: is what is certified true? |
//! | [`own_scene`] | the race on a scene that somebody brings along |
//! | [`progress`] | what a run is doing, on a terminal |
//! | [`machine`] | the circumstances of a run |
//!
//! This is the only crate that reads the clock. A frame is timed from outside, the call of
//! [`collision::Detector::detect`] alone; its steps are timed in passes of their own through a
//! [`collision::Probe`], so that the reading of clocks inside a frame never lengthens the time that
//! is reported for it. Preparation, and the first frame after it, are timed on fresh detectors.
//! How many frames and repeats there are stands in the definition, never on a watch.

pub mod budgeted;
pub mod calls;
mod clock;
pub mod cubes;
pub mod definition;
pub mod experiment;
pub mod fit;
pub mod flight;
mod histogram;
pub mod judge;
pub mod machine;
pub mod own_scene;
pub mod progress;
pub mod race;
mod rows;
pub mod run;
pub mod states;
mod subdivision;
mod trees;

pub use definition::{Definition, Named};
pub use experiment::{Experiment, Kind};
pub use judge::Judge;
pub use machine::circumstances;
pub use own_scene::{OWN_SCENE, SceneResults, run_scene};
pub use progress::Progress;
pub use race::{Entrant, Outcome, Plan, Race, race};
pub use run::{PictureFile, Results, run};
