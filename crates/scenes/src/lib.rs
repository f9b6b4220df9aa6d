//! Scenes: bodies, their motion over frames, and the files they are read from.
//!
//! A [`Scene`] is what tests, experiments and programs share: bodies, one [`SceneFrame`] per
//! instant, and the cube that bounds the world [Smith95 §3.1]. It is checked once, at the door;
//! after that no detector meets a coordinate that is not finite or a missing pose. Knows neither
//! detectors nor clocks.
//!
//! | module | what | source |
//! |---|---|---|
//! | [`scene`] | [`Scene`], its checks, and the changes that must not change an answer | |
//! | [`bodies`] | spheres by face count, space shuttle 528, chair 146, head 1816, solids for tests | Smith95 §4.1, §4.2, §4.3.2 |
//! | | lamp 626, faucet 1288, rocket 1420, truck 10171 | Hubbard96 Figures 1, 11 to 13 |
//! | [`motions`] | the papers' scenes: seeded motions with a verified first contact | Smith95 §4 |
//! | [`ships`] | the spaceship simulator, in a closed loop or as a recording | Hubbard96 §11.1 |
//! | [`generator`] | [`Generator`]: every generated scene under a name, for experiment files and command lines | |
//! | [`shared`] | the small scenes that every detector has to pass | |
//! | [`hostile`] | small random scenes of inputs on which detectors go wrong | |
//! | [`random`] | [`random::SceneRng`]: the random generator of scenes and tests | |
//! | [`fixtures`] | small scenes as data, with the answers that are expected | |
//! | [`mesh_file`] | OBJ, STL, PLY and OFF, with faults reported and kept | |
//! | [`recording`] | scenes as a folder with `scene.json` | |
//!
//! Everything generated is deterministic: one seed gives the same bits on every platform. Sines
//! and cosines are computed here, from additions and multiplications, because those of the
//! system differ in the last bit from one system to the next.
//!
//! # Departures
//! Where Smith95 is silent about its scenes, we chose:
//!
//! - D1. The paper's world cube has no stated size. The two spheres move in a cube of 8 radii and
//!   start about 6 radii apart, which makes a step of about 0.06 radii over 72 cycles.
//! - D2. The depth of the contact in the last cycle is not stated. It is about 0.05 radii, less
//!   than one step, so that the last cycle is the first one with contact.
//! - D3. Shuttle and head are shaped here, to the paper's face counts; the chair is a public-domain
//!   one, decimated to the paper's count. So are lamp, rocket and truck, after Hubbard96's figures;
//!   the faucet is one of the MIT licence, decimated.
//! - D4. The directions and rates of rotation are seeded; the paper says "translation and rotation".
//!
//! ```
//! use scenes::Generator;
//!
//! let scene = "two-spheres:faces=168,seed=7".parse::<Generator>()?.generate()?;
//! assert_eq!(scene.frames.len(), 72);
//! assert_eq!(scene.bodies[0].mesh().face_count(), 168);
//! # Ok::<(), scenes::SceneError>(())
//! ```

pub mod bodies;
pub mod fixtures;
pub mod generator;
pub mod hostile;
pub mod mesh_file;
pub mod motions;
pub mod random;
pub mod recording;
pub mod scene;
pub mod shared;
pub mod ships;

mod npy;
mod rotation;
mod suggestion;

pub use generator::{GENERATOR_NAMES, Generator};
pub use mesh_file::{MeshFile, MeshFileError};
pub use scene::{Scene, SceneError, SceneFrame};
pub use shared::{convex_scenes, shared_scenes};
pub use suggestion::did_you_mean;
