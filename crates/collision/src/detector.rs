//! The trait of all detectors, and the errors for bodies and frames.

use crate::{Body, BodyId, Findings, Frame, Profile, Query, Step, World};
use thiserror::Error;

/// A published algorithm with the state it keeps between frames.
///
/// # To implement
/// Keep a [`World`], build it in [`prepare`](Detector::prepare), and add findings in
/// [`find`](Detector::find). The rest is provided. Only [`detect`](Detector::detect) calls `find`,
/// after checking frame and query against the bodies.
///
/// ```
/// use collision::{
///     Body, BodyPair, Detector, FacePair, Findings, Frame, Profile, Query, Unsupported, World,
/// };
/// use geometry::{Mesh, Pose, Vec3, interference};
///
/// /// Tests every face of every body against every face of every later body.
/// #[derive(Debug, Default)]
/// struct AllFaces(World);
///
/// impl Detector for AllFaces {
///     fn profile(&self) -> Profile {
///         Profile::new("all-faces", "this example", "tests every face pair")
///     }
///
///     fn world(&self) -> &World {
///         &self.0
///     }
///
///     fn world_mut(&mut self) -> &mut World {
///         &mut self.0
///     }
///
///     fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
///         self.0 = World::new(bodies);
///         Ok(())
///     }
///
///     fn find(&mut self, frame: &Frame<'_>, _: &Query<'_>, found: &mut Findings) {
///         let world = &mut self.0;
///         world.update(frame, &mut found.work);
///         for b in world.body_ids() {
///             for a in world.body_ids().filter(|a| *a < b) {
///                 let bodies = BodyPair::new(a, b);
///                 for face_a in 0..world.face_count(a) {
///                     for face_b in 0..world.face_count(b) {
///                         let pair = FacePair { bodies, face_a, face_b };
///                         let faces = [world.triangle(a, face_a), world.triangle(b, face_b)];
///                         found.add_contact(pair, interference(&faces[0], &faces[1]));
///                     }
///                 }
///             }
///         }
///     }
/// }
///
/// let leaf = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
/// let leaf = std::sync::Arc::new(leaf);
/// let mut detector = AllFaces::default();
/// detector.prepare(&[Body::rigid("still", leaf.clone()), Body::rigid("moving", leaf)])?;
/// let mut found = Findings::default(); // reused from frame to frame
/// for (x, contacts) in [(2.0, 0), (1.0, 1)] {
///     let poses = [Pose::IDENTITY, Pose::at(Vec3::X * x)];
///     detector.detect(&Frame::new(&poses)?, &Query::default(), &mut found)?;
///     assert_eq!(found.contacts.len(), contacts);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Detector: std::fmt::Debug + Send + Sync {
    /// Returns name, paper, accepted bodies, supported queries and claim.
    fn profile(&self) -> Profile;

    /// Returns the prepared bodies.
    fn world(&self) -> &World;

    /// Returns the prepared bodies.
    fn world_mut(&mut self) -> &mut World;

    /// Runs the precomputation that the paper allows before motion starts, and discards earlier
    /// scenes. The index of a body is its [`BodyId`].
    ///
    /// # Errors
    /// [`Unsupported`], with the body and the reason, if [`Profile::accepts`] excludes a body. The
    /// detector then has no bodies.
    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported>;

    /// Adds the frame's findings in any order. Only [`detect`](Detector::detect) calls it.
    ///
    /// Allocates nothing once its buffers have grown to the scene.
    fn find(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings);

    /// Adds the body pairs in which one body contains the other. Called after
    /// [`find`](Detector::find) if the query asks. Detectors whose `find` also finds these pairs
    /// override it with a no-op.
    fn find_contained(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        query.probe.begin(Step::CONTAINMENT, 0);
        self.world_mut().find_contained(frame, query, found);
    }

    /// Replaces `found` by the sorted collisions of this frame, and counts the work.
    ///
    /// # Errors
    /// [`Rejected`] if the frame or the query does not fit the prepared bodies. `found` is then
    /// empty.
    fn detect(
        &mut self,
        frame: &Frame<'_>,
        query: &Query<'_>,
        found: &mut Findings,
    ) -> Result<(), Rejected> {
        found.clear();
        self.world_mut().begin_frame(frame, query)?;
        self.find(frame, query, found);
        if query.containment {
            self.find_contained(frame, query, found);
        }
        found.finish();
        Ok(())
    }

    /// Adds a body and returns its id, the next index. The default prepares all bodies again. State
    /// from earlier frames may be lost.
    ///
    /// # Errors
    /// As [`prepare`](Detector::prepare). The detector then keeps its earlier bodies.
    fn insert(&mut self, body: Body) -> Result<BodyId, Unsupported> {
        let before = self.world().clone();
        let mut bodies = before.bodies().to_vec();
        bodies.push(body);
        let id = BodyId(before.body_count() as u32);
        let prepared = self.prepare(&bodies);
        if prepared.is_err() {
            self.prepare(before.bodies())?;
        }
        for body in before.body_ids().filter(|body| !before.contains(*body)) {
            self.world_mut().remove(body);
        }
        prepared.map(|()| id)
    }

    /// Removes a body, which then collides with nothing. Returns false if it was not present.
    ///
    /// Its id stays taken: frames still have a pose for it, which has to be valid and moves
    /// nothing.
    fn remove(&mut self, body: BodyId) -> bool {
        self.world_mut().remove(body)
    }
}

/// Body that a detector does not accept.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum Unsupported {
    /// The detector accepts convex bodies only.
    #[error(
        "body {} (`{name}`) is not convex: it lies on both sides of a face at the edge between \
         vertices {} and {}; use a detector that accepts concave bodies", body.0, edge[0], edge[1]
    )]
    NotConvex {
        /// The body.
        body: BodyId,
        /// The body's name.
        name: String,
        /// Vertices of an edge of a face with parts of the body on both its sides: usually the edge
        /// along which the surface bends inward.
        edge: [u32; 2],
    },
    /// The detector accepts bodies with volume only.
    #[error(
        "body {} (`{name}`) has a part without volume at vertex {vertex}: all its vertices lie in \
         one plane; remove the part, thicken it, or use a detector of surfaces", body.0
    )]
    Flat {
        /// The body.
        body: BodyId,
        /// The body's name.
        name: String,
        /// A vertex of the part.
        vertex: u32,
    },
    /// The detector accepts closed bodies only.
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
        /// An edge without exactly two faces.
        edge: [u32; 2],
    },
    /// The detector needs a CSG tree, and none can be made of the body's mesh, or the body's own is
    /// too large.
    #[error("body {} (`{name}`) has no CSG tree for this detector: {reason}", body.0)]
    NoCsgTree {
        /// The body.
        body: BodyId,
        /// The body's name.
        name: String,
        /// The fault and the remedy.
        reason: String,
    },
    /// The detector accepts rigid bodies only.
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

impl Unsupported {
    /// Rejects the first body that deforms.
    ///
    /// # Errors
    /// [`Unsupported::NotRigid`].
    pub fn unless_rigid(bodies: &[Body]) -> Result<(), Unsupported> {
        let mut bodies = (0..).map(BodyId).zip(bodies);
        bodies.try_for_each(|(id, body)| Unsupported::unless_rigid_body(id, body))
    }

    /// Rejects a body that deforms. `id` is for the message.
    ///
    /// # Errors
    /// [`Unsupported::NotRigid`].
    pub fn unless_rigid_body(id: BodyId, body: &Body) -> Result<(), Unsupported> {
        if body.deforms {
            let name = body.name.clone();
            return Err(Unsupported::NotRigid { body: id, name });
        }
        Ok(())
    }
}

/// Frame or query that a detector cannot answer.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum Rejected {
    /// A number of a pose is not finite or out of range.
    #[error(
        "the pose of body {} has the number {value:e}; translations must be finite and at most \
         2^100 in absolute value, rotations finite", body.0
    )]
    BadPose {
        /// The body.
        body: BodyId,
        /// The number.
        value: f64,
    },
    /// A rotation is not of unit length.
    #[error(
        "the pose of body {} has a quaternion of length {length}, farther than 1e-6 from 1; \
         rotations are used as stored: normalize it (order x, y, z, w)", body.0
    )]
    NotUnit {
        /// The body.
        body: BodyId,
        /// The length.
        length: f64,
    },
    /// A deformed vertex is not finite or out of range.
    #[error(
        "deformed vertex {vertex} of body {} is not finite or exceeds 2^100 in absolute value",
        body.0
    )]
    BadVertex {
        /// The body.
        body: BodyId,
        /// Index of the vertex.
        vertex: u32,
    },
    /// A pose moves a vertex out of range.
    #[error(
        "the pose of body {} (`{name}`) carries a vertex beyond 2^100 in absolute value; move \
         the scene closer to the origin", body.0
    )]
    OutOfRange {
        /// The body.
        body: BodyId,
        /// The body's name.
        name: String,
    },
    /// The frame does not have one pose per body.
    #[error(
        "the frame has {found} poses for {expected} bodies; give one pose for each body that was \
         prepared"
    )]
    PoseCount {
        /// Number of poses.
        found: usize,
        /// Number of bodies.
        expected: usize,
    },
    /// The frame does not have one entry of deformed vertices per body.
    #[error(
        "the frame has {found} entries of deformed vertices for {expected} bodies; give one for \
         each, `None` for a body at rest"
    )]
    DeformedCount {
        /// Number of entries.
        found: usize,
        /// Number of bodies.
        expected: usize,
    },
    /// The number of deformed vertices of a body differs from that of its mesh.
    #[error(
        "body {} (`{name}`) has {found} deformed vertices for a mesh of {expected}; a \
         deformation moves vertices, it neither adds nor drops any", body.0
    )]
    VertexCount {
        /// The body.
        body: BodyId,
        /// The body's name.
        name: String,
        /// Number of vertices in the frame.
        found: usize,
        /// Number of vertices of the mesh.
        expected: usize,
    },
    /// The frame deforms a rigid body.
    #[error(
        "the frame deforms body {} (`{name}`), which is rigid; make it with `Body::deforming`, of \
         a mesh",
        body.0
    )]
    Rigid {
        /// The body.
        body: BodyId,
        /// The body's name.
        name: String,
    },
    /// The time to the next instant is not finite, or negative.
    #[error("the next instant is {dt} seconds away; give a finite time that is not negative")]
    BadTimeStep {
        /// The time, in seconds.
        dt: f64,
    },
    /// The bounds of the world are not finite.
    #[error("the bounds of the world are not finite; leave them out if they are not known")]
    BadWorld,
    /// A candidate pair does not consist of two bodies in the order of their ids.
    #[error(
        "candidate pair {index} does not name two bodies, the lower id first; make it with \
         `BodyPair::new`"
    )]
    BadCandidate {
        /// Index of the pair.
        index: usize,
    },
    /// A candidate pair names a body that was not prepared.
    #[error(
        "a candidate pair names body {}, but {expected} bodies were prepared", body.0
    )]
    UnknownBody {
        /// The body.
        body: BodyId,
        /// Number of bodies.
        expected: usize,
    },
    /// The candidate pairs are not sorted, or one is repeated.
    #[error(
        "candidate pair {index} does not come after the one before it; sort them and drop repetitions"
    )]
    UnsortedCandidates {
        /// Index of the pair.
        index: usize,
    },
}

impl Rejected {
    /// Returns the body at fault, if the fault is that of one body.
    pub fn body(&self) -> Option<BodyId> {
        match self {
            Rejected::BadPose { body, .. }
            | Rejected::NotUnit { body, .. }
            | Rejected::BadVertex { body, .. }
            | Rejected::OutOfRange { body, .. }
            | Rejected::VertexCount { body, .. }
            | Rejected::Rigid { body, .. }
            | Rejected::UnknownBody { body, .. } => Some(*body),
            _ => None,
        }
    }
}
