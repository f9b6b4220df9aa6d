//! Reference for faces in motion: whether two faces meet between two instants.
//!
//! Good for small scenes: every pair of faces whose boxes over both instants overlap is decided by
//! itself. Shares no step with the detectors' own search: it knows only positions, distances and a
//! bound on the speed. The essence:
//! 1. Two faces at a distance of `d` at the middle of an interval do not meet in it, if no two of
//!    their points approach each other by `d` in half of it.
//! 2. Two faces meet that cross at its middle, even if all corners move by the rounding of positions.
//! 3. Otherwise halve the interval. Faces that only touch stay undecided.

use crate::separation::least_face_distance;
use collision::{BodyId, BodyPair, FacePair, Findings, Snapshot};
use geometry::swept::ContactTime;
use geometry::{Aabb, Interference, Pose, Triangle, Vec3, interference};
use scenes::Scene;
use serde::Deserialize;
use thiserror::Error;

/// Motion between two instants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReferencePath {
    /// World vertices move along straight lines at constant speed.
    Linear,
    /// Bodies turn about their origins at a constant rate, by the shortest way. Origins, and the
    /// vertices of deforming bodies in body space, move along straight lines.
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
    /// Pairs that meet.
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
    let bodies: Vec<Moving> = (0..scene.bodies.len() as u32)
        .map(|body| Moving::new(scene, BodyId(body), [frame.now, next], path))
        .collect();
    let mut pairs = Vec::new();
    for (a, of_a) in (0..).zip(&bodies) {
        for (b, of_b) in (a + 1..).zip(&bodies[a as usize + 1..]) {
            let bodies = BodyPair::new(BodyId(a), BodyId(b));
            for (face_a, box_a) in (0..).zip(&of_a.boxes) {
                for (face_b, box_b) in (0..).zip(&of_b.boxes) {
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

/// Body in motion.
struct Moving<'a> {
    instants: [&'a [Vec3]; 2],
    poses: [Pose; 2],
    path: ReferencePath,
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
    ) -> Moving<'a> {
        let mesh = scene.bodies[body.index()].mesh();
        let local = |s: &Snapshot<'a>| s.deformed().vertices(body).unwrap_or(mesh.vertices());
        let poses = [0, 1].map(|k: usize| instants[k].poses()[body.index()]);
        let mut moving = Moving {
            instants: [local(&instants[0]), local(&instants[1])],
            poses,
            path,
            triangles: mesh.triangles(),
            boxes: Vec::new(),
        };
        let faces = 0..mesh.face_count() as u32;
        moving.boxes = faces.map(|face| moving.bounds(face)).collect();
        moving
    }

    /// Returns a face at a time from 0 to 1.
    fn at(&self, face: u32, time: f64) -> Triangle {
        let corners = self.triangles[face as usize];
        let between = |p: Vec3, q: Vec3| p + (q - p) * time;
        let world = |k: usize, i: u32| {
            let map = self.poses[k].world_map();
            map.apply(self.instants[k][i as usize])
        };
        let [a, b, c] = corners.map(|i| match (self.path, time) {
            (_, 0.0) => world(0, i),
            (_, 1.0) => world(1, i),
            (ReferencePath::Linear, _) => between(world(0, i), world(1, i)),
            (ReferencePath::Turning, _) => {
                let [p, q] = self.instants.map(|vertices| vertices[i as usize]);
                let [from, to] = self.poses;
                // Rounding would move a body that does not turn.
                let rotation = match from.rotation == to.rotation {
                    true => from.rotation,
                    false => from.rotation.slerp(to.rotation, time),
                };
                let translation = between(from.translation, to.translation);
                Pose::new(translation, rotation)
                    .world_map()
                    .apply(between(p, q))
            }
        });
        Triangle::new(a, b, c)
    }

    /// Returns the velocity of the body's origin, in scene units per step.
    fn drift(&self) -> Vec3 {
        self.poses[1].translation - self.poses[0].translation
    }

    /// Returns a bound on the speed of all points of a face, in the space that moves along with
    /// `drift`, in scene units per step.
    fn speed(&self, face: u32, drift: Vec3) -> f64 {
        let corners = self.triangles[face as usize];
        let greatest =
            |speed: &dyn Fn(u32) -> f64| corners.into_iter().map(speed).fold(0.0, f64::max);
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
                let angle = std::f64::consts::FRAC_PI_2 * 2.0 * chord;
                let [now, next] = self.instants;
                let speed = greatest(&|i| {
                    let (p, q) = (now[i as usize], next[i as usize]);
                    angle * p.length().max(q.length()) + p.distance(q)
                });
                (self.drift() - drift).length() + speed
            }
        };
        speed * (1.0 + 1e-9)
    }

    /// Returns a bound on the distance of each corner of [`Moving::at`] from its exact position, in
    /// scene units.
    ///
    /// The interpolated rotation and its matrix take about 50 roundings relative to 1, their product
    /// with a local vertex and the sum with the translation 10 more, of numbers up to the largest
    /// local coordinate and translation. In space that is √3 times as much: about 100 half ulps of
    /// them, or 1.2e-14. The constant is 80 times that.
    fn rounding(&self, face: u32) -> f64 {
        let corners = self.triangles[face as usize];
        let vertices = self
            .instants
            .map(|local| corners.map(|i| local[i as usize]));
        let largest = |points: &mut dyn Iterator<Item = Vec3>| {
            points.fold(0.0, |x: f64, p| x.max(p.abs().max_element()))
        };
        let local = largest(&mut vertices.into_iter().flatten());
        let translation = largest(&mut self.poses.iter().map(|pose| pose.translation));
        1e-12 * (local + translation)
    }

    fn bounds(&self, face: u32) -> Aabb {
        let box_of = |time| self.at(face, time).aabb();
        let both = box_of(0.0).union(box_of(1.0));
        match self.path {
            ReferencePath::Linear => both,
            // All that the face reaches from its middle position.
            ReferencePath::Turning => {
                both.union(box_of(0.5).expanded(0.5 * self.speed(face, Vec3::ZERO)))
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
        if depth == DEEPEST {
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
mod tests {
    use super::*;
    use collision::{Body, FaceId, SweptContact};
    use geometry::{Mesh, Quat};
    use scenes::SceneFrame;
    use std::sync::Arc;

    fn leaf(corners: [[f64; 3]; 3]) -> Arc<Mesh> {
        let corners = corners.map(Vec3::from_array).to_vec();
        Arc::new(Mesh::new(corners, vec![[0, 1, 2]]).unwrap())
    }

    /// A wall in the plane `x = 0`, and a dart whose tip is its origin, in front of it.
    fn dart_and_wall(poses: [Pose; 2]) -> Scene {
        let wall = leaf([[0.0, -9.0, -9.0], [0.0, 9.0, -9.0], [0.0, 0.0, 9.0]]);
        let dart = leaf([[0.0; 3], [-0.5, 0.25, 0.0], [-0.5, -0.25, 0.0]]);
        let bodies = vec![Body::rigid("wall", wall), Body::rigid("dart", dart)];
        let frames = poses.map(|pose| SceneFrame::rigid(vec![Pose::IDENTITY, pose]));
        Scene::new("dart", bodies, frames.to_vec()).unwrap()
    }

    fn only(scene: &Scene, path: ReferencePath) -> Option<StepContact> {
        let meetings = step_contacts(scene, 0, path).pairs;
        assert!(meetings.len() <= 1);
        meetings.first().map(|(_, meeting)| *meeting)
    }

    fn at(x: f64) -> Pose {
        Pose::at(Vec3::X * x)
    }

    #[test]
    fn a_dart_crosses_the_wall_stops_before_it_or_touches_it() {
        for path in [ReferencePath::Linear, ReferencePath::Turning] {
            let through = only(&dart_and_wall([at(-3.0), at(5.0)]), path);
            assert!(matches!(through, Some(StepContact::At(t)) if (0.375..0.44).contains(&t)));
            let before = only(&dart_and_wall([at(-3.0), at(-0.01)]), path);
            assert!(
                before.is_none() || before == Some(StepContact::Never),
                "{before:?}"
            );
            assert_eq!(
                only(&dart_and_wall([at(-3.0), at(0.0)]), path),
                Some(StepContact::At(1.0))
            );
        }
        // It touches the wall on the way, and is away from it at both ends.
        let wall = leaf([[0.0, -9.0, -9.0], [0.0, 9.0, -9.0], [0.0, 0.0, 9.0]]);
        let tip = leaf([[0.0; 3], [-0.5, 0.25, 0.0], [-0.5, -0.25, 0.0]]);
        let bodies = vec![Body::rigid("wall", wall), Body::rigid("tip", tip)];
        let frames = [Vec3::Y * 30.0, Vec3::Y * -30.0];
        let frames = frames.map(|by| SceneFrame::rigid(vec![Pose::IDENTITY, Pose::at(by)]));
        let slide = Scene::new("slide", bodies, frames.to_vec()).unwrap();
        assert_eq!(
            only(&slide, ReferencePath::Linear),
            Some(StepContact::Undecided)
        );
    }

    #[test]
    fn bodies_at_rest_an_ulp_apart_never_meet() {
        // The interpolation of two equal rotations is not that rotation.
        let turned = [
            -0.504_432_167_250_644_8,
            0.186_375_814_858_463_66,
            0.114_433_521_981_494_55,
            -0.835_294_686_518_220_3,
        ];
        let pose = |x: f64| Pose::new(Vec3::new(x, 0.0, -2.0), Quat::from_array(turned));
        let first = leaf([[-2.0, 1.0, -0.0], [2.0, 1.0, 1.0], [1.0, 1.0, -1.0]]);
        let second = leaf([[-1.0, 0.0, 2.0], [-1.0, 1.0, 0.0], [-2.0, 0.0, 0.0]]);
        let bodies = vec![Body::rigid("first", first), Body::rigid("second", second)];
        let frames = [0.0, f64::from_bits(1)];
        let frames = frames.map(|x| SceneFrame::rigid(vec![pose(0.0), pose(x)]));
        let scene = Scene::new("rest", bodies, frames.to_vec()).unwrap();
        assert!(!matches!(
            only(&scene, ReferencePath::Turning),
            Some(StepContact::At(_))
        ));
    }

    #[test]
    fn a_turn_meets_what_straight_ways_miss_and_the_other_way_round() {
        // Half of a turn about z, at a radius of 10, past the wall at (0, ±9).
        let turned = |angle: f64| Pose::new(Vec3::ZERO, Quat::from_axis_angle(Vec3::Z, angle));
        let wall = leaf([[-0.1, 9.9, -1.0], [0.1, 9.9, 1.0], [0.0, 10.1, 0.0]]);
        let blade = leaf([[10.0, 0.0, -0.5], [10.0, 0.0, 0.5], [9.0, 0.0, 0.0]]);
        let bodies = vec![Body::rigid("wall", wall), Body::rigid("blade", blade)];
        let frames = [turned(0.5), turned(2.5)];
        let frames = frames.map(|pose| SceneFrame::rigid(vec![Pose::IDENTITY, pose]));
        let scene = Scene::new("blade", bodies, frames.to_vec()).unwrap();
        assert!(matches!(
            only(&scene, ReferencePath::Turning),
            Some(StepContact::At(_))
        ));
        assert!(!matches!(
            only(&scene, ReferencePath::Linear),
            Some(StepContact::At(_))
        ));
    }

    #[test]
    fn faults_of_findings_are_found() {
        let face = |body| FaceId {
            body: BodyId(body),
            face: 0,
        };
        let pair = FacePair::new(face(0), face(1));
        let through = step_contacts(
            &dart_and_wall([at(-3.0), at(5.0)]),
            0,
            ReferencePath::Linear,
        );
        let past = StepContacts {
            pairs: vec![(pair, StepContact::Never)],
        };
        let found = |time: Option<Option<(f64, Option<f64>)>>| {
            let mut found = Findings::default();
            found.evidence.swept.extend(time.map(|time| {
                let time = time.map(|(earliest, latest)| ContactTime { earliest, latest });
                SweptContact::new(pair, time)
            }));
            found
        };
        assert!(matches!(
            through.check(&found(None)),
            Err(SweptFault::Missed { .. })
        ));
        let late = found(Some(Some((0.9, None))));
        assert!(matches!(
            through.check(&late),
            Err(SweptFault::TooLate { .. })
        ));
        let proved = found(Some(Some((0.3, Some(0.4)))));
        assert!(matches!(
            past.check(&proved),
            Err(SweptFault::FalseProof { .. })
        ));
        assert_eq!(through.check(&proved).unwrap().meeting, 1);
        assert_eq!(past.check(&found(Some(None))).unwrap().false_positives, 1);
        assert_eq!(past.check(&found(None)).unwrap(), Reported::default());
    }
}
