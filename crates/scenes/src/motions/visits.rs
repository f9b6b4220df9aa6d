//! Seeded, scripted motion of a body that visits another one again and again, with a verified
//! number of frames in which they meet.

use super::meeting::Surface;
use crate::SceneError;
use crate::random::SceneRng;
use crate::rotation::{about, unit};
use geometry::{Pose, Quat, Vec3};

/// Number of visits over the whole motion.
const VISITS: usize = 7;

/// Maximum number of motions to draw before the generator returns an error.
const ATTEMPTS: usize = 16;

/// Steps of each bisection.
const HALVINGS: usize = 40;

/// Directions from which a body is visited, in the space of the body that stands still.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// From above, along −z and within 60 degrees of it.
    Above,
    /// From above, within 20 degrees of −z.
    Down,
    /// From all around the z axis.
    Around,
}

/// Motion to draw.
pub(super) struct VisitPlan {
    pub(super) generator: &'static str,
    pub(super) access: Access,
    pub(super) frames: u32,
    /// Number of frames in which the surfaces meet.
    pub(super) contacts: u32,
}

impl VisitPlan {
    /// A motion whose surfaces meet in three of ten frames.
    pub(super) fn three_in_ten(generator: &'static str, access: Access, frames: u32) -> VisitPlan {
        VisitPlan {
            generator,
            access,
            frames,
            contacts: 3 * frames / 10,
        }
    }
}

/// Returns one pose of the moving body for each frame. The other body rests at the identity.
///
/// The moving body points along its −z. In each visit it approaches along its axis, touches, slides
/// while it turns, withdraws, and travels to the next place. How deep it presses is found by
/// bisection, so that the surfaces meet in `contacts` frames, or in a number within 2 % of it.
///
/// # Errors
/// Fails if no motion of this seed has that number.
pub(super) fn visits(
    plan: &VisitPlan,
    still: &Surface<'_>,
    moving: &Surface<'_>,
    seed: u64,
) -> Result<Vec<Pose>, SceneError> {
    let mut rng = SceneRng::new(seed);
    for _ in 0..ATTEMPTS {
        let Some(visits) = Visits::draw(plan, still, moving, &mut rng) else {
            continue;
        };
        if let Some(poses) = visits.with_contacts(plan, still, moving) {
            return Ok(poses);
        }
    }
    Err(SceneError::NoMotion {
        generator: plan.generator,
        seed,
    })
}

/// Place at which the moving body first touches the other on its way.
#[derive(Clone, Copy)]
struct Touch {
    /// Point of the surface of the body at rest.
    target: Vec3,
    /// Unit vector away from it.
    way: Vec3,
    rotation: Quat,
    /// Distance of the moving body's origin from the target at the first contact.
    distance: f64,
}

impl Touch {
    /// Returns the pose at a distance from the first contact.
    fn at(&self, distance: f64) -> Pose {
        let at = self.target + self.way * (self.distance + distance);
        Pose::new(at, self.rotation)
    }
}

/// Motion whose depth is still open.
struct Visits {
    /// First and last touch of each visit.
    touches: Vec<[Touch; 2]>,
    /// Fraction of a visit that the body slides.
    slide: f64,
    /// Distance from a touch to which the body withdraws.
    clearance: f64,
}

impl Visits {
    fn draw(
        plan: &VisitPlan,
        still: &Surface<'_>,
        moving: &Surface<'_>,
        rng: &mut SceneRng,
    ) -> Option<Visits> {
        let start = rng.between(0.0, 1.0);
        let mut touches = Vec::with_capacity(VISITS);
        for visit in 0..VISITS {
            let turn = start + (visit as f64 + rng.between(-0.3, 0.3)) / VISITS as f64;
            let way = plan.access.way(turn, rng);
            let face = rng.between(0.0, still.mesh.face_count() as f64) as usize;
            let face = still.mesh.triangle(face);
            let target = (face.a + face.b + face.c) / 3.0;
            let tilt = about(rng.direction(), rng.between(-0.04, 0.04));
            let rotation = unit(tilt * toward(way) * about(Vec3::Z, rng.between(0.0, 1.0)));
            let aside = way.cross(rng.generic_direction()) * (0.3 * moving.radius);
            let turned = unit(about(way, rng.between(-0.2, 0.2)) * rotation);
            let last = first_contact(still, moving, target + aside, way, turned);
            let first = first_contact(still, moving, target, way, rotation)?;
            // The body slides off only where something lies beside the first place.
            touches.push([first, last.unwrap_or(first)]);
        }
        Some(Visits {
            touches,
            slide: 0.7 * f64::from(plan.contacts) / f64::from(plan.frames),
            clearance: 0.5 * moving.radius,
        })
    }

    /// Returns the poses with the depth at which the surfaces meet in the wanted number of frames.
    fn with_contacts(
        &self,
        plan: &VisitPlan,
        still: &Surface<'_>,
        moving: &Surface<'_>,
    ) -> Option<Vec<Pose>> {
        let steps = f64::from(plan.frames - 1);
        let poses_at = |depth: f64| -> Vec<Pose> {
            let times = (0..plan.frames).map(|frame| f64::from(frame) / steps);
            times.map(|time| self.pose(time, depth)).collect()
        };
        let off_by = |poses: &[Pose]| {
            let met = poses.iter();
            let met = met.filter(|pose| still.meets(&Pose::IDENTITY, moving, pose));
            met.count() as i64 - i64::from(plan.contacts)
        };
        let (mut shallow, mut deep) = (-self.clearance, still.radius);
        let mut best: Option<(i64, Vec<Pose>)> = None;
        for _ in 0..HALVINGS {
            let depth = 0.5 * (shallow + deep);
            let poses = poses_at(depth);
            let off = off_by(&poses);
            if best.as_ref().is_none_or(|(least, _)| off.abs() < *least) {
                best = Some((off.abs(), poses));
            }
            match off {
                0 => break,
                1.. => deep = depth,
                _ => shallow = depth,
            }
        }
        let tolerance = i64::from(plan.contacts / 50);
        best.filter(|(off, _)| *off <= tolerance)
            .map(|(_, poses)| poses)
    }

    /// Returns the pose at `time`, from 0 to 1, if the body moves `depth` further than the touch.
    fn pose(&self, time: f64, depth: f64) -> Pose {
        let at = time * self.touches.len() as f64;
        let visit = (at as usize).min(self.touches.len() - 1);
        let [first, last] = &self.touches[visit];
        let [next, _] = &self.touches[(visit + 1) % self.touches.len()];
        let rest = 1.0 - self.slide;
        let ends = [
            0.35 * rest,
            0.35 * rest + self.slide,
            0.7 * rest + self.slide,
            1.0,
        ];
        let now = at - visit as f64;
        let phase = ends.iter().position(|end| now < *end).unwrap_or(3);
        let start = if phase == 0 { 0.0 } else { ends[phase - 1] };
        let x = smooth(((now - start) / (ends[phase] - start)).min(1.0));
        let (near, far) = (-depth, self.clearance);
        match phase {
            0 => first.at(far + (near - far) * x),
            1 => between(&first.at(near), &last.at(near), x),
            2 => last.at(near + (far - near) * x),
            _ => travel(last, next, far, x),
        }
    }
}

impl Access {
    /// Draws a direction away from the body at rest, at a fraction of a turn about z.
    fn way(self, turn: f64, rng: &mut SceneRng) -> Vec3 {
        let (low, high) = match self {
            Access::Above => (0.5, 0.95),
            Access::Down => (0.94, 0.995),
            Access::Around => (-0.6, 0.6),
        };
        let z = rng.between(low, high);
        about(Vec3::Z, turn) * Vec3::new((1.0 - z * z).sqrt(), 0.0, z)
    }
}

/// Returns the rotation of z to a unit vector that is not −z.
fn toward(way: Vec3) -> Quat {
    let axis = Vec3::Z.cross(way);
    unit(Quat::from_xyzw(axis.x, axis.y, axis.z, 1.0 + way.z))
}

/// Returns the first contact on the way to a target, to about rounding.
fn first_contact(
    still: &Surface<'_>,
    moving: &Surface<'_>,
    target: Vec3,
    way: Vec3,
    rotation: Quat,
) -> Option<Touch> {
    let meets = |distance: f64| {
        let pose = Pose::new(target + way * distance, rotation);
        still.meets(&Pose::IDENTITY, moving, &pose)
    };
    let reach = 2.0 * still.radius + moving.radius;
    let step = reach / 200.0;
    let mut apart = reach;
    while !meets(apart - step) {
        apart -= step;
        if apart < -moving.radius {
            return None;
        }
    }
    let mut touching = apart - step;
    for _ in 0..HALVINGS {
        let middle = 0.5 * (apart + touching);
        if meets(middle) {
            touching = middle;
        } else {
            apart = middle;
        }
    }
    Some(Touch {
        target,
        way,
        rotation,
        distance: touching,
    })
}

/// Returns `x` from 0 to 1 with no speed at both ends.
fn smooth(x: f64) -> f64 {
    x * x * (3.0 - 2.0 * x)
}

fn between(a: &Pose, b: &Pose, x: f64) -> Pose {
    let at = a.translation * (1.0 - x) + b.translation * x;
    Pose::new(at, turned(a.rotation, b.rotation, x))
}

/// Returns the normalized mean of two rotations, on the shorter arc.
fn turned(a: Quat, b: Quat, x: f64) -> Quat {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    unit(a * (1.0 - x) + b * x)
}

/// Returns the pose between two places, on an arc around the body at rest.
fn travel(from: &Touch, to: &Touch, clearance: f64, x: f64) -> Pose {
    let mixed = |a: f64, b: f64| a * (1.0 - x) + b * x;
    let target = from.target * (1.0 - x) + to.target * x;
    let way = (from.way * (1.0 - x) + to.way * x).normalize();
    let at = target + way * (mixed(from.distance, to.distance) + clearance);
    Pose::new(at, turned(from.rotation, to.rotation, x))
}
