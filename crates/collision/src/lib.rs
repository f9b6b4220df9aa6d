//! What every collision detector of this workspace is, is given, and fills. Knows no algorithm.
//!
//! ```text
//! Body ──prepare──► Detector ──detect──► Findings { contacts, bodies, certificates, …, work }
//!                      ▲
//!            Frame { poses, deformed, … }
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`body`] | [`Body`], [`FaceId`], and the unordered pairs [`BodyPair`], [`FacePair`] |
//! | [`frame`] | [`Frame`]: an instant at which collisions are asked for |
//! | [`profile`] | [`Profile`]: grain, meaning, accepted bodies and claim, so that only equals are compared |
//! | [`findings`] | [`Findings`]: sorted contacts, body pairs, undecided pairs, work counts |
//! | [`work`] | [`Work`]: the deterministic counts that explain every curve |
//! | [`world`] | [`World`]: the world vertices of one frame, computed once, in buffers that are reused |
//! | [`containment`] | [`Containment`], [`ContainmentSearch`]: the search for swallowed bodies, shared by all detectors of faces |
//! | [`probe`] | [`Probe`]: told where the steps of the paper begin; the clock stays with the experiments |

pub mod body;
pub mod containment;
pub mod findings;
pub mod frame;
pub mod probe;
pub mod profile;
pub mod work;
pub mod world;

pub use body::{Body, BodyId, BodyPair, FaceId, FacePair};
pub use containment::{Containment, ContainmentSearch};
pub use findings::{BodyFinding, Certificate, Contact, Contained, Findings, Known, SphereContact};
pub use frame::{Budget, Deadline, Frame};
pub use probe::{NoProbe, Probe, Step};
pub use profile::{Accepts, Claim, Grain, Instant, Meaning, Profile};
pub use work::Work;
pub use world::World;

use thiserror::Error;

/// One published algorithm, together with everything it remembers between frames.
pub trait Detector: Send {
    /// Its name and paper, the bodies it accepts, and what its findings promise.
    fn profile(&self) -> Profile;

    /// Once per scene: the precomputation that the paper allows before motion starts. Forgets
    /// every earlier scene. `bodies[i].id` is `BodyId(i)`.
    ///
    /// # Errors
    /// [`Unsupported`], with the body and the reason, when a body is not of the kind that
    /// [`Profile::accepts`] names.
    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported>;

    /// Once per frame: replaces `found` by this frame's collisions and counts its work.
    /// Allocates nothing once its buffers have grown to the scene.
    ///
    /// # Panics
    /// When `prepare` was not called, or `frame` does not have one pose per body.
    fn detect(&mut self, frame: &Frame<'_>, found: &mut Findings);
}

/// A body that a detector cannot take.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum Unsupported {
    /// The detector takes convex bodies only.
    #[error(
        "body {} (`{name}`) is not convex: it lies on both sides of a face at the edge between \
         vertices {} and {}; use a detector that accepts concave bodies", body.0, edge[0], edge[1]
    )]
    NotConvex {
        /// The body.
        body: BodyId,
        /// The body's name.
        name: String,
        /// A witness: the vertices of an edge of a face that has the body on both its sides: as a rule
        /// the edge along which the surface bends inward.
        edge: [u32; 2],
    },
    /// The detector takes closed bodies only.
    #[error(
        "body {} (`{name}`) is not closed: the edge between vertices {} and {} does not have \
         exactly two faces of opposite direction; close the mesh or use a detector of surfaces",
        body.0, edge[0], edge[1]
    )]
    NotClosed {
        /// The body.
        body: BodyId,
        /// The body's name.
        name: String,
        /// A witness: an edge without exactly two faces.
        edge: [u32; 2],
    },
    /// The detector takes rigid bodies only.
    #[error(
        "body {} (`{name}`) deforms, and this detector's precomputation holds for rigid bodies \
         only; use a detector that accepts deforming bodies", body.0
    )]
    NotRigid {
        /// The body.
        body: BodyId,
        /// The body's name.
        name: String,
    },
}
