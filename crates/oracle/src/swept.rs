//! Reference for faces in motion: whether two faces meet between two instants.
//!
//! Good for small scenes: every pair of faces whose boxes over both instants overlap is decided by
//! itself. Shares no step with the detectors' own search: it knows only positions, distances and a
//! bound on the speed. The essence:
//! 1. Two faces at a distance of `d` at the middle of an interval do not meet in it, if no two of
//!    their points approach each other by `d` in half of it.
//! 2. Two faces meet that cross at its middle, even if all corners move by the rounding of
//!    positions.
//! 3. Otherwise halve the interval, until what moves in it is less than that rounding. Faces that
//!    only touch stay undecided.

use crate::separation::least_face_distance;
use collision::{BodyId, BodyPair, FacePair, Findings, Snapshot};
use geometry::swept::ContactTime;
use geometry::{Aabb, Interference, Pose, Triangle, Vec3, interference, unit_scale};
use scenes::Scene;
use serde::Deserialize;
use thiserror::Error;

/// Motion between two instants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReferencePath {
    /// World vertices move along straight lines at constant speed.
    Linear,
    /// Bodies turn about their origins at a constant rate, by the shortest way. Half of a turn goes
    /// the way of the stored quaternions. Origins, and the vertices of deforming bodies in body
    /// space, move along straight lines.
    Turning,
}

/// Contact of two moving faces during the step to the next instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepContact {
    /// They meet at this time, in steps from the first instant (0) to the next (1). Proved: exactly
    /// at 0 and 1, and between them by a crossing that no rounding of positions explains.
    At(f64),
    /// They never meet.
    Never,
    /// They come nearer than what the search resolves, and are not proved to cross at any time
    /// looked at.
    Undecided,
}

/// Wrong finding of a detector of swept faces.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SweptFault {
    /// A pair is missing.
    #[error("{pair:?} meets at {time} of the step and is not reported")]
    Missed {
        /// The faces.
        pair: FacePair,
        /// A time of contact.
        time: f64,
    },
    /// The interval of the first contact excludes a contact.
    #[error("{pair:?} meets at {time} of the step, before the reported {earliest}")]
    TooLate {
        /// The faces.
        pair: FacePair,
        /// A time of contact.
        time: f64,
        /// Reported first possible time.
        earliest: f64,
    },
    /// A contact is reported as proved, but the faces never meet.
    #[error(
        "{pair:?} never meets, but a contact at or before {latest} of the step is reported as proved"
    )]
    FalseProof {
        /// The faces.
        pair: FacePair,
        /// Reported time.
        latest: f64,
    },
}

/// Decided pairs of one frame.
#[derive(Clone, Debug, Default)]
pub struct StepContacts {
    /// Pairs whose boxes over both instants overlap, sorted.
    pub pairs: Vec<(FacePair, StepContact)>,
}

/// Numbers of reported pairs, by what the reference says about them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reported {
    /// Pairs that meet at some instant of the interval, so that the report is right.
    pub meeting: usize,
    /// Pairs that never meet.
    pub false_positives: usize,
    /// Pairs that touch or nearly touch.
    pub undecided: usize,
}

/// Number of halvings after which a pair stays undecided.
const DEEPEST: u32 = 26;

/// Number of intervals after which a pair stays undecided.
const MOST_INTERVALS: u32 = 20_000;

/// Decides all pairs of faces in frame `index` of a scene, which has a next instant.
///
/// # Panics
/// If there is no next frame.
pub fn step_contacts(scene: &Scene, index: usize, path: ReferencePath) -> StepContacts {
    let frame = scene.frame(index);
    let next = frame.next.expect("the frame has a next instant");
    let instants = [frame.now, next];
    let scale = scale_up(scene, instants);
    let bodies: Vec<Moving> = (0..scene.bodies.len() as u32)
        .map(|body| Moving::new(scene, BodyId(body), instants, path, scale))
        .collect();
    let mut pairs = Vec::new();
    for (a, of_a) in (0..).zip(&bodies) {
        for (b, of_b) in (a + 1..).zip(&bodies[a as usize + 1..]) {
            let bodies = BodyPair::new(BodyId(a), BodyId(b));
            for (face_a, box_a) in (0..).zip(&of_a.boxes) {
                for (face_b, box_b) in (0..).zip(&of_b.boxes) {
                    // Faces whose boxes over the whole step are apart never meet.
                    if box_a.overlaps(box_b) {
                        let pair = FacePair {
                            bodies,
                            face_a,
                            face_b,
                        };
                        pairs.push((pair, step_contact(of_a, face_a, of_b, face_b)));
                    }
                }
            }
        }
    }
    StepContacts { pairs }
}

impl StepContacts {
    /// Returns the number of meeting pairs that are missing from the findings.
    pub fn missed(&self, found: &Findings) -> usize {
        let swept = &found.evidence.swept;
        let missing = |(pair, meeting): &&(FacePair, StepContact)| {
            matches!(meeting, StepContact::At(_))
                && swept.binary_search_by_key(pair, |s| s.pair).is_err()
        };
        self.pairs.iter().filter(missing).count()
    }

    /// Counts the reported pairs by what they do.
    pub fn count(&self, found: &Findings) -> Reported {
        let mut reported = Reported::default();
        for swept in &found.evidence.swept {
            let known = self
                .pairs
                .binary_search_by_key(&swept.pair, |(pair, _)| *pair);
            match known.map(|i| self.pairs[i].1) {
                Ok(StepContact::At(_)) => reported.meeting += 1,
                Ok(StepContact::Undecided) => reported.undecided += 1,
                // Boxes over both instants apart, or decided.
                Ok(StepContact::Never) | Err(_) => reported.false_positives += 1,
            }
        }
        reported
    }

    /// Checks that no meeting pair is missing from the findings, and that intervals of time are
    /// true. Counts the reported pairs.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self, found: &Findings) -> Result<Reported, SweptFault> {
        let swept = &found.evidence.swept;
        for &(pair, meeting) in &self.pairs {
            let time = match (swept.binary_search_by_key(&pair, |s| s.pair), meeting) {
                (Ok(i), _) => swept[i].time,
                (Err(_), StepContact::At(time)) => return Err(SweptFault::Missed { pair, time }),
                (Err(_), _) => continue,
            };
            let Some(ContactTime { earliest, latest }) = time else {
                continue;
            };
            match (meeting, latest) {
                (StepContact::At(time), _) if time < earliest => {
                    return Err(SweptFault::TooLate {
                        pair,
                        time,
                        earliest,
                    });
                }
                (StepContact::Never, Some(latest)) => {
                    return Err(SweptFault::FalseProof { pair, latest });
                }
                _ => {}
            }
        }
        Ok(self.count(found))
    }
}

/// Returns the power of two, at least 1, that scales a small scene to about unit size.
///
/// Squares and fourth powers of lengths then do not vanish, and scaled corners are exact. Large
/// scenes need no scale: the fourth power of the largest coordinate is in range.
fn scale_up(scene: &Scene, instants: [Snapshot<'_>; 2]) -> f64 {
    let mut largest = 0.0f64;
    for snapshot in &instants {
        for i in 0..scene.bodies.len() {
            let local = local_vertices(scene, BodyId(i as u32), snapshot);
            let points = local.iter().chain([&snapshot.poses()[i].translation]);
            largest = points.fold(largest, |x, p| x.max(p.abs().max_element()));
        }
    }
    unit_scale(largest).max(1.0)
}

fn local_vertices<'a>(scene: &'a Scene, body: BodyId, snapshot: &Snapshot<'a>) -> &'a [Vec3] {
    let mesh = scene.bodies[body.index()].mesh();
    snapshot
        .deformed()
        .vertices(body)
        .unwrap_or(mesh.vertices())
}

/// Body in motion. All positions that it returns, and speeds and roundings, are scaled.
struct Moving<'a> {
    instants: [&'a [Vec3]; 2],
    poses: [Pose; 2],
    path: ReferencePath,
    /// Power of two, at least 1.
    scale: f64,
    triangles: &'a [[u32; 3]],
    /// Boxes of the faces over both instants, and all that lies between.
    boxes: Vec<Aabb>,
}

impl<'a> Moving<'a> {
    fn new(
        scene: &'a Scene,
        body: BodyId,
        instants: [Snapshot<'a>; 2],
        path: ReferencePath,
        scale: f64,
    ) -> Moving<'a> {
        let mesh = scene.bodies[body.index()].mesh();
        let mut moving = Moving {
            instants: instants.each_ref().map(|s| local_vertices(scene, body, s)),
            poses: instants.each_ref().map(|s| s.poses()[body.index()]),
            path,
            scale,
            triangles: mesh.triangles(),
            boxes: Vec::new(),
        };
        let faces = 0..mesh.face_count() as u32;
        moving.boxes = faces.map(|face| moving.bounds(face)).collect();
        moving
    }

    /// Returns the scaled vertices of a face in body space, at both instants.
    fn local_corners(&self, face: u32) -> [[Vec3; 3]; 2] {
        let corners = self.triangles[face as usize];
        self.instants
            .map(|local| corners.map(|i| local[i as usize] * self.scale))
    }

    /// Returns the scaled origin at both instants.
    fn origins(&self) -> [Vec3; 2] {
        self.poses.map(|pose| pose.translation * self.scale)
    }

    /// Returns a face at a time from 0 to 1. At 0 and 1 its corners are those that every detector
    /// uses, rounded before they are scaled.
    fn at(&self, face: u32, time: f64) -> Triangle {
        let corners = self.triangles[face as usize];
        let between = |p: Vec3, q: Vec3| p + (q - p) * time;
        let world = |k: usize| {
            let map = self.poses[k].world_map();
            corners.map(|i| map.apply(self.instants[k][i as usize]) * self.scale)
        };
        let [a, b, c] = match (self.path, time) {
            (_, 0.0) => world(0),
            (_, 1.0) => world(1),
            (ReferencePath::Linear, _) => {
                let [now, next] = [world(0), world(1)];
                [0, 1, 2].map(|k| between(now[k], next[k]))
            }
            (ReferencePath::Turning, _) => {
                let [from, to] = self.poses.map(|pose| pose.rotation);
                // Rounding would move a body that does not turn.
                let rotation = if from == to {
                    from
                } else {
                    from.slerp(to, time)
                };
                let [start, end] = self.origins();
                let map = Pose::new(between(start, end), rotation).world_map();
                let [now, next] = self.local_corners(face);
                [0, 1, 2].map(|k| map.apply(between(now[k], next[k])))
            }
        };
        Triangle::new(a, b, c)
    }

    /// Returns the velocity of the body's origin, in scene units per step.
    fn drift(&self) -> Vec3 {
        let [start, end] = self.origins();
        end - start
    }

    /// Returns a bound on the speed of all points of a face, in the space that moves along with
    /// `drift`, in scene units per step.
    ///
    /// It may be too small by some half ulps of the coordinates, where differences of them cancel.
    /// [`Moving::rounding`] includes them.
    fn speed(&self, face: u32, drift: Vec3) -> f64 {
        let speed = match self.path {
            ReferencePath::Linear => {
                let ([a, b, c], [d, e, f]) =
                    (self.at(face, 0.0).corners(), self.at(face, 1.0).corners());
                let of = |p: Vec3, q: Vec3| (q - p - drift).length();
                of(a, d).max(of(b, e)).max(of(c, f))
            }
            ReferencePath::Turning => {
                // |T′ + R′v + R v′| <= |T′| + θ |v| + |v′|, and an angle is at most π/2 times its
                // chord 4 sin(θ/4) on the unit sphere of quaternions.
                let [p, q] = self.poses.map(|pose| pose.rotation);
                let chord = (p - q).length().min((p + q).length());
                let angle = std::f64::consts::PI * chord * (1.0 + 2.0 * self.defect());
                let [now, next] = self.local_corners(face);
                let of = |p: Vec3, q: Vec3| angle * p.length().max(q.length()) + p.distance(q);
                let speeds = [0, 1, 2].map(|k| of(now[k], next[k]));
                (self.drift() - drift).length() + speeds.into_iter().fold(0.0, f64::max)
            }
        };
        speed * (1.0 + 1e-9)
    }

    /// Returns a bound on the distance of each corner of [`Moving::at`] from its exact position,
    /// and on what [`Moving::speed`] lacks, in scene units.
    ///
    /// The interpolated rotation and its matrix take about 50 roundings relative to 1. The cosine
    /// of a small angle θ gives it an error of ε/θ. Both weights of the interpolation depend on the
    /// square of θ, so they are off by no more than ε. The product with a local vertex and the sum
    /// with the translation take 10 more, of numbers up to the largest local coordinate and
    /// translation. In space that is √3 times as much: about 100 half ulps of them, or 1.2e-14. The
    /// constant is 80 times that. Scaled numbers are normal, or vanish beside the largest.
    fn rounding(&self, face: u32) -> f64 {
        let largest = |points: &[Vec3]| {
            let each = points.iter().map(|p| p.abs().max_element());
            each.fold(0.0, f64::max)
        };
        let local = largest(self.local_corners(face).as_flattened());
        1e-12 * (local + largest(&self.origins())) + 16.0 * self.defect() * local
    }

    /// Returns the largest difference of the squared length of a quaternion from 1. Rotations are
    /// used as stored, so the way of a turn is not known better.
    ///
    /// A defect of `d` changes a turned point by at most `4 d` times its distance from the origin,
    /// and the weights of the interpolation by `d`, which turns it by at most as much again. In
    /// terms of its largest coordinate that is less than `16 d`.
    fn defect(&self) -> f64 {
        let of = |pose: &Pose| (pose.rotation.length_squared() - 1.0).abs();
        match self.path {
            ReferencePath::Linear => 0.0,
            ReferencePath::Turning => of(&self.poses[0]).max(of(&self.poses[1])),
        }
    }

    fn bounds(&self, face: u32) -> Aabb {
        let box_of = |time| self.at(face, time).aabb();
        let both = box_of(0.0).union(box_of(1.0));
        match self.path {
            ReferencePath::Linear => both,
            // All that the face reaches from its middle position.
            ReferencePath::Turning => {
                let reach = 0.5 * self.speed(face, Vec3::ZERO) + self.rounding(face);
                both.union(box_of(0.5).expanded(reach))
            }
        }
    }
}

/// Returns the relation of two faces until the next instant.
fn step_contact(a: &Moving<'_>, face_a: u32, b: &Moving<'_>, face_b: u32) -> StepContact {
    let at = |time: f64| [a.at(face_a, time), b.at(face_b, time)];
    for time in [0.0, 1.0] {
        let [s, t] = at(time);
        if interference(&s, &t) != Interference::Apart {
            return StepContact::At(time);
        }
    }
    // Distances do not see a motion that both faces share.
    let drift = 0.5 * (a.drift() + b.drift());
    let speed = a.speed(face_a, drift) + b.speed(face_b, drift);
    let rounding = a.rounding(face_a) + b.rounding(face_b);
    let mut stack = vec![(0.0, 1.0, 0)];
    let mut open = false;
    for _ in 0..MOST_INTERVALS {
        let Some((start, end, depth)) = stack.pop() else {
            return if open {
                StepContact::Undecided
            } else {
                StepContact::Never
            };
        };
        let middle = 0.5 * (start + end);
        let [s, t] = at(middle);
        let reach = 0.5 * speed * (end - start);
        if least_face_distance(&s, &t) > reach + rounding {
            continue;
        }
        if pierces(&s, &t, rounding) || pierces(&t, &s, rounding) {
            return StepContact::At(middle);
        }
        // Positions are as inaccurate as what moves in a shorter interval.
        if depth == DEEPEST || reach < rounding {
            open = true;
            continue;
        }
        stack.push((middle, end, depth + 1));
        stack.push((start, middle, depth + 1));
    }
    StepContact::Undecided
}

/// Returns true if an edge of one triangle meets the other, even if both move by `rounding`
/// together, in any way.
///
/// An edge that meets a triangle keeps meeting it while the corners move, as long as no end of the
/// edge reaches the triangle and no edge of the triangle reaches this edge. Distances change by at
/// most `rounding`.
fn pierces(edges_of: &Triangle, face: &Triangle, rounding: f64) -> bool {
    let edges = |t: &Triangle| [(t.a, t.b), (t.b, t.c), (t.c, t.a)];
    let segment = |(p, q): (Vec3, Vec3)| Triangle::new(p, q, q);
    let is_far = |s: Triangle, t: &Triangle| least_face_distance(&s, t) > rounding;
    edges(edges_of).into_iter().any(|(p, q)| {
        let edge = segment((p, q));
        interference(&edge, face) != Interference::Apart
            && [p, q]
                .into_iter()
                .all(|end| is_far(segment((end, end)), face))
            && edges(face)
                .into_iter()
                .all(|side| is_far(segment(side), &edge))
    })
}

#[cfg(test)]
mod tests;
