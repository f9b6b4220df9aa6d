//! Scenes: bodies, their motion over frames, and readers and writers of files.
//!
//! Tests, experiments and programs share the type [`Scene`]: bodies, one [`SceneFrame`] per
//! instant, and the cube that bounds the world [Smith95 §3.1]. Its constructor checks it once.
//! Afterward no detector receives a non-finite coordinate or a missing pose. This crate uses
//! neither detectors nor clocks.
//!
//! | module | contents | source |
//! |---|---|---|
//! | [`scene`] | [`Scene`], its checks, and transformations that keep the answer | |
//! | [`bodies`] | spheres, shuttle 528, chair 146, head 1816, test solids | Smith95 §4.1–4.3 |
//! | | training cell of a CNC machine, as CSG trees | Su07 Table 3 |
//! | | lamp 626, faucet 1288, rocket 1420, truck 10171 | Hubbard96 Figures 1, 11–13 |
//! | [`motions`] | the papers' scenes: seeded motions, verified first contact | Smith95 §4 |
//! | | colliding polytopes, kitchen with a hand | Cohen95 §5.3–5.4 |
//! | | training cell, drilled plate | Su07 Table 3 |
//! | | rough stones: near each other, in a mold, in a crowd | ours |
//! | [`ships`] | spaceship simulator, in a closed loop or as a recording | Hubbard96 §11.1 |
//! | [`generator`] | [`Generator`]: every generated scene by name | |
//! | [`shared`] | small scenes of the conformance suite | |
//! | [`hostile`] | small random scenes of hard inputs | |
//! | [`random`] | [`random::SceneRng`]: random generator of scenes and tests | |
//! | [`fixtures`] | small scenes as data, with the expected answers | |
//! | [`mesh_file`] | OBJ, STL, PLY and OFF, with faults reported and kept | |
//! | [`csg_file`] | CSG trees as JSON | Su07 §2.1 |
//! | [`recording`] | scenes as a folder with `scene.json` | |
//! | `urdf_file` | robots and trajectories of their joints (feature `urdf`) | |
//! | `gltf_file` | glTF scenes and their animations (feature `gltf`) | |
//!
//! Generated scenes are deterministic: one seed gives the same bits on every platform. This crate
//! computes sines and cosines from additions and multiplications, because the results of system
//! libraries differ in the last bit.
//!
//! # Departures
//! Smith95 does not specify these properties of its scenes:
//!
//! - D1 (world cube). The paper states no size. The two spheres move in a cube of 8 radii and start
//!   about 6 radii apart. A step is about 0.06 radii over 72 cycles.
//! - D2 (contact depth). The paper does not state the depth in the last cycle. Ours is about 0.05
//!   radii. It is less than one step, so the last cycle is the first one with contact.
//! - D3 (bodies). We model shuttle and head with the paper's face counts. The chair is a decimated
//!   public-domain model. We model lamp, rocket and truck after the figures of Hubbard96. The
//!   faucet is a decimated model under the MIT license.
//! - D4 (rotation). The paper only states "translation and rotation". Our directions and rates are
//!   seeded.
//!
//! Cohen95 does not specify these properties of its scenes:
//!
//! - D5 (walls of the polytopes' cube). The paper says that objects rebound off the walls. Ours
//!   rebound when their centroids meet a wall, so dense scenes of few large bodies are possible and
//!   the density stays that of the parameters. The cube may be flattened to a box of its volume, in
//!   which projections are clustered on one axis [Cohen95 §4.3]: the paper names no such scene.
//! - D6 (radius and density). The paper estimates a radius for each polytope and varies the density
//!   by an unstated rule. Our radius is that of the sphere around the random points, 1, and our
//!   cube is as large as the exact volumes of the hulls require.
//! - D7 (kitchen). The paper shows two pictures of its kitchen. Ours has its parts and motion from
//!   us, still parts do not touch, and the hand passes through what it meets.
//! - D10 (sampling). The paper has "100 uniformly sampled data points" in Graph 1 and 20 in
//!   Graph 2. Ours are 12 and 8 (`benches/experiments`): evenly spaced numbers of polytopes, but
//!   numbers of faces that grow by a factor, up to 1000, which the paper does not state.
//!
//! Kitamura95 does not specify these properties of its scenes:
//!
//! - D9 (approaching spheres). The paper has two identical spheres, 72 cycles, and faces that first
//!   meet in the last cycle. Ours have radius 1, start 3 radii apart, end at a distance of 1.99,
//!   turn by a fifth of a turn, and move in a cube of side 8, halved 6 times. So a cycle moves a
//!   sphere by about 0.007, beside a voxel of 0.125.
//!
//! Su07 does not specify these properties of its scenes:
//!
//! - D8 (training cell). The paper only names the bodies, and states counts of triangles, steps and
//!   contacts. Its table has two counts for hand (86, 186) and probe (1268, 3268), and one, "11294
//!   i", with a misprint. Ours have 86, 3268 and 11294. Shapes and motion are ours. The depth of
//!   the visits is chosen such that the numbers of contacts are the paper's.
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
pub mod csg_file;
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

#[cfg(feature = "gltf")]
pub mod gltf_file;
#[cfg(feature = "urdf")]
pub mod urdf_file;

#[cfg(any(feature = "gltf", feature = "urdf"))]
mod import_error;
mod npy;
mod regular_file;
mod rotation;
mod suggestion;

pub use csg_file::{CsgFile, CsgFileError};
pub use generator::{GENERATOR_NAMES, Generator};
#[cfg(any(feature = "gltf", feature = "urdf"))]
pub use import_error::ImportError;
pub use mesh_file::{MeshFile, MeshFileError};
pub use npy::npy_header;
pub use scene::{Scene, SceneError, SceneFrame};
pub use shared::{convex_scenes, shared_scenes};
pub use suggestion::did_you_mean;
