//! State of the world at one instant, and at the next if it is known.

use crate::{BodyId, Rejected};
use geometry::{MAX_COORDINATE, Pose, Quat, Vec3};

/// Maximum difference of the length of a pose's quaternion from 1. Rotations are used as stored,
/// and every bound on rounding is valid for such quaternions.
pub const MAX_UNIT_DEFECT: f64 = 1e-6;

/// Poses, and local vertices of deforming bodies, at one instant. Construction checks that all
/// values are finite and in range.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<'a> {
    poses: &'a [Pose],
    deformed: Deformed<'a>,
    /// Largest coordinate, in absolute value, of all translations.
    farthest_translation: f64,
    /// Largest coordinate, in absolute value, of all deformed vertices.
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
    /// As `Slices`, for vertices that are stored in vectors.
    Vectors(&'a [Option<Vec<Vec3>>]),
}

impl<'a> Deformed<'a> {
    /// Returns the number of entries, `None` if all bodies are at rest.
    pub fn entries(&self) -> Option<usize> {
        match self {
            Deformed::AtRest => None,
            Deformed::Slices(slices) => Some(slices.len()),
            Deformed::Vectors(vectors) => Some(vectors.len()),
        }
    }

    /// Returns the local vertices of a body, if it is deformed.
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
    /// Returns the instant at which rigid bodies have these poses, local → world, one per body.
    ///
    /// # Errors
    /// [`Rejected::BadPose`] or [`Rejected::NotUnit`] for a value that is not finite or out of
    /// range.
    pub fn new(poses: &'a [Pose]) -> Result<Snapshot<'a>, Rejected> {
        Snapshot::with_deformed(poses, Deformed::AtRest)
    }

    /// Returns the instant at which bodies have these poses and, if they deform, these local
    /// vertices.
    ///
    /// # Errors
    /// As [`Snapshot::new`], and [`Rejected::BadVertex`] for a vertex that is not finite or out of
    /// range.
    ///
    /// # Cost
    /// One check of each pose and each deformed vertex.
    pub fn with_deformed(
        poses: &'a [Pose],
        deformed: impl Into<Deformed<'a>>,
    ) -> Result<Snapshot<'a>, Rejected> {
        let deformed = deformed.into();
        let farthest_translation = check_poses(poses)?;
        let mut deformed_extent = 0.0f64;
        for body in (0..deformed.entries().unwrap_or(0) as u32).map(BodyId) {
            let extent = check_vertices(body, deformed.vertices(body).unwrap_or(&[]))?;
            deformed_extent = deformed_extent.max(extent);
        }
        Ok(Snapshot {
            poses,
            deformed,
            farthest_translation,
            deformed_extent,
        })
    }

    /// Returns one pose per body, local → world.
    pub fn poses(&self) -> &'a [Pose] {
        self.poses
    }

    /// Returns the largest coordinate, in absolute value, of all translations.
    pub(crate) fn farthest_translation(&self) -> f64 {
        self.farthest_translation
    }

    /// Returns the largest coordinate, in absolute value, of all deformed vertices.
    pub(crate) fn deformed_extent(&self) -> f64 {
        self.deformed_extent
    }

    /// Returns the local vertices of the bodies that deform.
    pub fn deformed(&self) -> Deformed<'a> {
        self.deformed
    }
}

/// State of the world at the instant of a query ("cycle" or "time instant" in the papers), and at
/// the next instant if it is known [Kitamura95 §3].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Frame<'a> {
    /// Instant of the query.
    pub now: Snapshot<'a>,
    /// Next instant, if it is known.
    pub next: Option<Snapshot<'a>>,
    /// Time from `now` to `next`, in seconds.
    pub dt: f64,
}

impl<'a> Frame<'a> {
    /// Returns a frame of rigid bodies with these poses, local → world, one per body.
    ///
    /// # Errors
    /// As [`Snapshot::new`].
    pub fn new(poses: &'a [Pose]) -> Result<Frame<'a>, Rejected> {
        Ok(Frame::at(Snapshot::new(poses)?))
    }

    /// Returns a frame at this instant. The next one is not known.
    pub fn at(now: Snapshot<'a>) -> Frame<'a> {
        Frame {
            now,
            next: None,
            dt: 0.0,
        }
    }

    /// Returns the same frame, `dt` seconds before the instant `next`.
    #[must_use]
    pub fn before(mut self, next: Snapshot<'a>, dt: f64) -> Frame<'a> {
        (self.next, self.dt) = (Some(next), dt);
        self
    }

    /// Returns one pose per body, local → world.
    pub fn poses(&self) -> &'a [Pose] {
        self.now.poses
    }

    /// Returns the local vertices of a body, if it is deformed in this frame.
    #[inline]
    pub fn deformed_vertices(&self, body: BodyId) -> Option<&'a [Vec3]> {
        self.now.deformed.vertices(body)
    }
}

/// Checks all poses, and returns the largest coordinate, in absolute value, of all translations.
fn check_poses(poses: &[Pose]) -> Result<f64, Rejected> {
    // The loop has no branch. A comparison with NaN is false, also after it went through a sum.
    // `max` may ignore NaN.
    let mut all_valid = true;
    let mut farthest = Vec3::ZERO;
    for pose in poses {
        let translation = pose.translation.abs();
        all_valid &= translation.cmple(Vec3::splat(MAX_COORDINATE)).all();
        all_valid &= is_unit(pose.rotation);
        farthest = farthest.max(translation);
    }
    if all_valid {
        return Ok(farthest.max_element());
    }
    let mut faults = (0..).map(BodyId).zip(poses).filter_map(fault_of_pose);
    Err(faults.next().expect("one of the poses is not valid"))
}

/// Returns true if a rotation's length differs from 1 by at most [`MAX_UNIT_DEFECT`], up to
/// rounding. False for NaN, too.
#[inline]
fn is_unit(rotation: Quat) -> bool {
    // Squares spare the square root, for which the next pose would wait.
    const LEAST: f64 = (1.0 - MAX_UNIT_DEFECT) * (1.0 - MAX_UNIT_DEFECT);
    const MOST: f64 = (1.0 + MAX_UNIT_DEFECT) * (1.0 + MAX_UNIT_DEFECT);
    let squared = rotation.length_squared();
    (LEAST..=MOST).contains(&squared)
}

/// Returns the fault of a pose, if it has one.
fn fault_of_pose((body, pose): (BodyId, &Pose)) -> Option<Rejected> {
    let rotation = pose.rotation.to_array();
    // False for NaN, too.
    let in_range = |x: &f64| x.abs() <= MAX_COORDINATE;
    let translation = pose.translation.to_array();
    let bad = translation.into_iter().find(|x| !in_range(x));
    if let Some(value) = bad.or_else(|| rotation.into_iter().find(|x| !x.is_finite())) {
        return Some(Rejected::BadPose { body, value });
    }
    let length = pose.rotation.length();
    (!is_unit(pose.rotation)).then_some(Rejected::NotUnit { body, length })
}

/// Checks that all vertices are in range, and returns the largest coordinate in absolute value.
fn check_vertices(body: BodyId, vertices: &[Vec3]) -> Result<f64, Rejected> {
    // Two vertices at a time, without a branch, so that none waits for the one before.
    let (twos, rest) = vertices.as_chunks::<2>();
    let mut extent = [[0.0f64; 3]; 2];
    // Zero, and NaN once a coordinate is infinite or NaN, which the comparisons ignore.
    let mut zero = [[0.0f64; 3]; 2];
    let mut look_at = |k: usize, p: &Vec3| {
        for (axis, x) in p.to_array().into_iter().enumerate() {
            let most = extent[k][axis];
            extent[k][axis] = if x.abs() > most { x.abs() } else { most };
            zero[k][axis] += 0.0 * x;
        }
    };
    for two in twos {
        for (k, p) in two.iter().enumerate() {
            look_at(k, p);
        }
    }
    for p in rest {
        look_at(0, p);
    }
    let extent = extent.as_flattened().iter().copied().fold(0.0, f64::max);
    if extent <= MAX_COORDINATE && zero.as_flattened().iter().sum::<f64>() == 0.0 {
        return Ok(extent);
    }
    let in_range = |p: &Vec3| p.abs().cmple(Vec3::splat(MAX_COORDINATE)).all();
    let vertex = vertices.iter().position(|p| !in_range(p));
    let vertex = vertex.expect("one of them is out of range");
    Err(Rejected::BadVertex {
        body,
        vertex: vertex as u32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_vertex_is_named_wherever_it_is() {
        let vertices: Vec<Vec3> = (0..11).map(|i| Vec3::splat(f64::from(i) - 20.0)).collect();
        let body = BodyId(3);
        for count in 0..=vertices.len() {
            let extent = check_vertices(body, &vertices[..count]).unwrap();
            assert_eq!(extent, if count == 0 { 0.0 } else { 20.0 });
        }
        let bad = [
            f64::NAN,
            f64::INFINITY,
            -f64::INFINITY,
            2.0 * MAX_COORDINATE,
        ];
        for (vertex, bad, axis) in (0..11).flat_map(|i| bad.map(|bad| (i, bad, i % 3))) {
            let mut vertices = vertices.clone();
            vertices[vertex][axis] = bad;
            let rejected = check_vertices(body, &vertices).unwrap_err();
            let vertex = vertex as u32;
            assert_eq!(rejected, Rejected::BadVertex { body, vertex });
        }
    }
}
