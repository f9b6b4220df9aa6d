//! The state of the world at one instant, and at the next where it is known.

use crate::{BodyId, Rejected};
use geometry::{MAX_COORDINATE, Pose, Vec3};

/// Furthest that the length of a pose's quaternion may be from 1. Rotations are used as stored;
/// every bound on rounding holds for such quaternions.
pub const MAX_UNIT_DEFECT: f64 = 1e-6;

/// Poses, and local vertices of deforming bodies, at one instant. Its values are checked once,
/// when it is made.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<'a> {
    poses: &'a [Pose],
    deformed: Deformed<'a>,
    /// Largest coordinate of all deformed vertices.
    deformed_extent: f64,
}

/// Local vertices of the bodies that deform.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub enum Deformed<'a> {
    /// Every body keeps its vertices at rest.
    #[default]
    AtRest,
    /// One entry per body; `None` for a body that keeps its vertices at rest.
    Slices(&'a [Option<&'a [Vec3]>]),
    /// The same for vertices that are stored in vectors.
    Vectors(&'a [Option<Vec<Vec3>>]),
}

impl<'a> Deformed<'a> {
    /// Number of entries; `None` when all bodies are at rest.
    pub fn entries(&self) -> Option<usize> {
        match self {
            Deformed::AtRest => None,
            Deformed::Slices(slices) => Some(slices.len()),
            Deformed::Vectors(vectors) => Some(vectors.len()),
        }
    }

    /// The vertices of a body, if it is deformed.
    #[inline]
    pub fn vertices(&self, body: BodyId) -> Option<&'a [Vec3]> {
        match self {
            Deformed::AtRest => None,
            Deformed::Slices(slices) => slices.get(body.index()).copied().flatten(),
            Deformed::Vectors(vectors) => vectors.get(body.index())?.as_deref(),
        }
    }
}

impl<'a> From<&'a [Option<&'a [Vec3]>]> for Deformed<'a> {
    fn from(slices: &'a [Option<&'a [Vec3]>]) -> Self {
        Deformed::Slices(slices)
    }
}

/// An empty slice means that all bodies are at rest.
impl<'a> From<&'a [Option<Vec<Vec3>>]> for Deformed<'a> {
    fn from(vectors: &'a [Option<Vec<Vec3>>]) -> Self {
        if vectors.is_empty() {
            Deformed::AtRest
        } else {
            Deformed::Vectors(vectors)
        }
    }
}

impl<'a> Snapshot<'a> {
    /// The instant at which rigid bodies have these poses, local → world, one per body.
    ///
    /// # Errors
    /// [`Rejected::BadPose`] or [`Rejected::NotUnit`] for a value that is not finite or out of range.
    pub fn new(poses: &'a [Pose]) -> Result<Snapshot<'a>, Rejected> {
        Snapshot::with_deformed(poses, Deformed::AtRest)
    }

    /// The instant at which bodies have these poses and, where they deform, these local vertices.
    ///
    /// # Errors
    /// As [`Snapshot::new`], and [`Rejected::BadVertex`] for a vertex that is not finite or out of
    /// range.
    ///
    /// # Cost
    /// Looks once at every pose and every deformed vertex.
    pub fn with_deformed(
        poses: &'a [Pose],
        deformed: impl Into<Deformed<'a>>,
    ) -> Result<Snapshot<'a>, Rejected> {
        let deformed = deformed.into();
        for (body, pose) in (0..).map(BodyId).zip(poses) {
            check_pose(body, pose)?;
        }
        let mut deformed_extent = 0.0f64;
        for body in (0..deformed.entries().unwrap_or(0) as u32).map(BodyId) {
            let extent = check_vertices(body, deformed.vertices(body).unwrap_or(&[]))?;
            deformed_extent = deformed_extent.max(extent);
        }
        Ok(Snapshot {
            poses,
            deformed,
            deformed_extent,
        })
    }

    /// One pose per body, local → world.
    pub fn poses(&self) -> &'a [Pose] {
        self.poses
    }

    /// Largest coordinate, in absolute value, of all deformed vertices.
    pub(crate) fn deformed_extent(&self) -> f64 {
        self.deformed_extent
    }

    /// Local vertices of the bodies that deform.
    pub fn deformed(&self) -> Deformed<'a> {
        self.deformed
    }
}

/// The state of the world at the instant for which collisions are asked (the papers' "cycle" or
/// "time instant"), and at the next where it is known [Kitamura95 §3].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Frame<'a> {
    /// The instant of the query.
    pub now: Snapshot<'a>,
    /// The next instant, if it is known.
    pub next: Option<Snapshot<'a>>,
    /// Time from `now` to `next`, in seconds.
    pub dt: f64,
}

impl<'a> Frame<'a> {
    /// A frame of rigid bodies with these poses, local → world, one per body.
    ///
    /// # Errors
    /// As [`Snapshot::new`].
    pub fn new(poses: &'a [Pose]) -> Result<Frame<'a>, Rejected> {
        Ok(Frame::at(Snapshot::new(poses)?))
    }

    /// A frame at this instant; the next one is not known.
    pub fn at(now: Snapshot<'a>) -> Frame<'a> {
        Frame {
            now,
            next: None,
            dt: 0.0,
        }
    }

    /// The same frame, `dt` seconds before the instant `next`.
    #[must_use]
    pub fn before(mut self, next: Snapshot<'a>, dt: f64) -> Frame<'a> {
        (self.next, self.dt) = (Some(next), dt);
        self
    }

    /// One pose per body, local → world.
    pub fn poses(&self) -> &'a [Pose] {
        self.now.poses
    }

    /// The local vertices of a body that is deformed in this frame.
    #[inline]
    pub fn deformed_vertices(&self, body: BodyId) -> Option<&'a [Vec3]> {
        self.now.deformed.vertices(body)
    }
}

fn check_pose(body: BodyId, pose: &Pose) -> Result<(), Rejected> {
    let rotation = pose.rotation.to_array();
    let too_far = |x: &f64| !x.is_finite() || x.abs() > MAX_COORDINATE;
    let translation = pose.translation.to_array();
    let bad = translation.into_iter().find(too_far);
    if let Some(value) = bad.or_else(|| rotation.into_iter().find(|x| !x.is_finite())) {
        return Err(Rejected::BadPose { body, value });
    }
    let length = pose.rotation.length();
    // Written so that a length that is not a number is rejected, too.
    if (length - 1.0).abs() <= MAX_UNIT_DEFECT {
        Ok(())
    } else {
        Err(Rejected::NotUnit { body, length })
    }
}

/// Returns the largest coordinate in absolute value.
fn check_vertices(body: BodyId, vertices: &[Vec3]) -> Result<f64, Rejected> {
    // Without a branch in the loop. A maximum passes over NaN, a comparison does not.
    let in_range = |p: &Vec3| p.abs().cmple(Vec3::splat(MAX_COORDINATE)).all();
    let (all_in_range, extent) = vertices
        .iter()
        .fold((true, Vec3::ZERO), |(all, extent), p| {
            (all & in_range(p), extent.max(p.abs()))
        });
    if all_in_range {
        return Ok(extent.max_element());
    }
    let vertex = vertices.iter().position(|p| !in_range(p));
    let vertex = vertex.expect("one of them is out of range");
    Err(Rejected::BadVertex {
        body,
        vertex: vertex as u32,
    })
}
