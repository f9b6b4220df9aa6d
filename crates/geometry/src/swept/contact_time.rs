//! Interval of time in which two moving faces meet first, proved.
//!
//! Beyond Kitamura95, which stops at "collision is assumed if these volumes intersect, even
//! though this type of intersection is a necessary, but not sufficient, condition". Each step costs
//! one search for a direction and two rounds of six dot products; contacts in general position
//! need about forty steps. The essence:
//! 1. A direction that separates the faces at both ends of an interval of time, by more than all
//!    that can happen between, separates them throughout: each difference of two corners'
//!    projections is linear in time.
//! 2. An edge that pierces the other face by more than all rounding is a contact.
//! 3. Halve intervals that neither decides, the earlier half first, down to 2⁻²⁰ of the step, or to
//!    motion that rounding hides.

use crate::hull_separation::{separates, separating_direction};
use crate::predicates::Sign;
use crate::unit_scale::length;
use crate::{Aabb, Interference, SweptTriangle, Triangle, Vec3, interference};

/// Length of an interval that is not halved again, in steps between two instants.
const RESOLUTION: f64 = 1.0 / (1 << 20) as f64;

/// Maximum number of intervals looked at. Faces that slide along each other at a distance of zero
/// reach it; then the interval found so far is returned.
const MAX_INTERVALS: u32 = 400;

/// Time of the first contact of two moving faces, in steps from the frame's instant (0) to the next
/// (1). Proved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactTime {
    /// The faces do not meet before this time.
    pub earliest: f64,
    /// The faces meet at or before this time. `None` if no contact is proved: the faces touch or
    /// pass each other within rounding, if they meet at all, or slide along each other for longer
    /// than the search follows.
    pub latest: Option<f64>,
}

/// Motion of a face from one instant (time 0) to the next (time 1).
pub trait FaceMotion {
    /// Returns the face at a time from 0 to 1, each corner within [`FaceMotion::rounding`] of the
    /// path; at 0 and 1 the stored corners.
    fn at(&self, time: f64) -> Triangle;
    /// Returns the bound on the distance of a returned corner from the exact one, in scene units.
    fn rounding(&self) -> f64;
    /// Returns a bound on how far the face leaves linear motion between two times, per square of
    /// the time between them, in scene units. What does not shrink with that time is in
    /// [`FaceMotion::rounding`].
    fn bulge(&self) -> f64;
}

/// Linear motion of each corner [Kitamura95 §3.5].
impl FaceMotion for SweptTriangle {
    fn at(&self, time: f64) -> Triangle {
        if time == 1.0 {
            return self.next;
        }
        let ([a, b, c], [d, e, f]) = (self.now.corners(), self.next.corners());
        let between = |from: Vec3, to: Vec3| from + (to - from) * time;
        Triangle::new(between(a, d), between(b, e), between(c, f))
    }

    fn rounding(&self) -> f64 {
        // Three roundings of at most twice the largest coordinate, in each of three coordinates:
        // below 3 · 2 · √3 half ulps of it.
        8.0 * f64::EPSILON * self.aabb().max_abs_coordinate() + f64::MIN_POSITIVE
    }

    fn bulge(&self) -> f64 {
        0.0
    }
}

/// Returns the time at which two faces meet first, or `None` if they certainly do not meet.
pub fn contact_time(a: &impl FaceMotion, b: &impl FaceMotion) -> Option<ContactTime> {
    let meet_at = |time| interference(&a.at(time), &b.at(time)) != Interference::Apart;
    if meet_at(0.0) {
        let (earliest, latest) = (0.0, Some(0.0));
        return Some(ContactTime { earliest, latest });
    }
    let rounding = a.rounding() + b.rounding();
    let speed = relative_speed(a, b);
    let mut latest = meet_at(1.0).then_some(1.0);
    let mut earliest = None;
    // Intervals that are not decided, the earliest last: at most one for each halving.
    let mut stack = [(0.0, 1.0); 32];
    let mut depth = 1usize;
    for _ in 0..MAX_INTERVALS {
        let Some((start, end)) = depth.checked_sub(1).map(|top| stack[top]) else {
            break;
        };
        // Times from a proved contact on do not matter.
        if latest.is_some_and(|latest| start >= latest) {
            break;
        }
        let bulge = (a.bulge() + b.bulge()) * (end - start) * (end - start);
        if apart_throughout(a, b, start, end, rounding + bulge) {
            depth -= 1;
            continue;
        }
        if end - start <= RESOLUTION || speed * (end - start) <= rounding {
            earliest.get_or_insert(start);
            depth -= 1;
            continue;
        }
        let midpoint = 0.5 * (start + end);
        if certainly_meet(&a.at(midpoint), &b.at(midpoint), rounding) {
            latest = Some(midpoint);
        }
        stack[depth - 1] = (midpoint, end);
        stack[depth] = (start, midpoint);
        depth += 1;
    }
    // The first interval left is the earliest that is not refuted.
    let open = depth.checked_sub(1).map(|top| stack[top].0);
    let earliest = earliest.or(open.filter(|open| latest.is_none_or(|latest| *open <= latest)));
    match (earliest, latest) {
        (None, None) => None,
        (None, Some(latest)) => Some(ContactTime {
            earliest: latest,
            latest: Some(latest),
        }),
        (Some(earliest), latest) => Some(ContactTime { earliest, latest }),
    }
}

/// Returns a bound on the relative speed of two corners, one of each face, in scene units a step.
/// It only decides where the search ends, so its rounding does not matter; its squares must not
/// underflow, or the search would end at once.
///
/// A bulge holds between any two times, so the second derivative of a path is at most eight times
/// as large, and a velocity differs from the mean one of the step by at most half of that.
fn relative_speed(a: &impl FaceMotion, b: &impl FaceMotion) -> f64 {
    let paths = |from: Triangle, to: Triangle| {
        let (from, to) = (from.corners(), to.corners());
        Aabb::of_points(&[to[0] - from[0], to[1] - from[1], to[2] - from[2]])
    };
    let all = paths(a.at(0.0), a.at(1.0)).union(paths(b.at(0.0), b.at(1.0)));
    length(all.size()) + 4.0 * (a.bulge() + b.bulge())
}

/// Returns true if one direction separates the faces from `start` to `end`, whatever happens within
/// `margin` of linear motion.
fn apart_throughout(
    a: &impl FaceMotion,
    b: &impl FaceMotion,
    start: f64,
    end: f64,
    margin: f64,
) -> bool {
    let corners = |time: f64| (a.at(time).corners(), b.at(time).corners());
    let (p, q) = corners(0.5 * (start + end));
    let direction = separating_direction(&p, &q, margin);
    direction.is_some_and(|direction| {
        [start, end].into_iter().all(|time| {
            let (p, q) = corners(time);
            separates(direction, &p, &q, margin)
        })
    })
}

/// Returns true if the triangles cross, even if every corner moves by `error` in any direction: an
/// edge of one pierces the other.
fn certainly_meet(s: &Triangle, t: &Triangle, error: f64) -> bool {
    let pierces = |edges_of: &Triangle, face: &Triangle| {
        let [a, b, c] = edges_of.corners();
        let edges = [[a, b], [b, c], [c, a]];
        edges
            .into_iter()
            .any(|edge| certainly_pierces(edge, face, error))
    };
    pierces(s, t) || pierces(t, s)
}

fn certainly_pierces([p, q]: [Vec3; 2], face: &Triangle, error: f64) -> bool {
    let [a, b, c] = face.corners();
    let side = |p: Vec3, q: Vec3, r: Vec3, x: Vec3| certain_side(p, q, r, x, error);
    let ends = [side(a, b, c, p), side(a, b, c, q)];
    if ends[0] == Sign::Zero || ends[0] != ends[1].flipped() {
        return false;
    }
    let first = side(p, q, a, b);
    first != Sign::Zero && first == side(p, q, b, c) && first == side(p, q, c, a)
}

/// Returns the side of the plane through `p`, `q`, `r` on which `x` lies, if it is the same for all
/// points within `error` of these, else zero.
fn certain_side(p: Vec3, q: Vec3, r: Vec3, x: Vec3, error: f64) -> Sign {
    let (u, v, w) = (q - p, r - p, x - p);
    let determinant = u.cross(v).dot(w);
    // A difference of two points changes by at most 2 `error`, the product of three by at most
    // 3 · 2 `error` times the square of the longest. Rounding comes on top, and what underflows:
    // below 2⁻¹⁰⁷⁴ times coordinates up to 2¹⁰³.
    let longest = u.length().max(v.length()).max(w.length()) + 2.0 * error;
    let bound = (7.0 * error + 32.0 * f64::EPSILON * longest) * longest * longest + 1e-290;
    match determinant {
        d if d > bound => Sign::Positive,
        d if d < -bound => Sign::Negative,
        _ => Sign::Zero,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::power_of_two;
    use proptest::prelude::*;

    const FLOOR: Triangle = Triangle::new(
        Vec3::new(-9.0, -9.0, 0.0),
        Vec3::new(9.0, -9.0, 0.0),
        Vec3::new(0.0, 18.0, 0.0),
    );

    fn moved(t: &Triangle, by: Vec3) -> Triangle {
        Triangle::new(t.a + by, t.b + by, t.c + by)
    }

    fn still(t: Triangle) -> SweptTriangle {
        SweptTriangle::new(t, t)
    }

    fn leaf() -> Triangle {
        Triangle::new(
            Vec3::ZERO,
            Vec3::new(1.0, 0.0, 1.0),
            Vec3::new(0.0, 1.0, 1.0),
        )
    }

    #[test]
    fn a_falling_leaf_meets_the_floor_when_its_lowest_corner_does() {
        let (above, below) = (moved(&leaf(), Vec3::Z), moved(&leaf(), -2.0 * Vec3::Z));
        let falling = SweptTriangle::new(above, below);
        let time = contact_time(&falling, &still(FLOOR)).expect("it falls through");
        let latest = time.latest.expect("it crosses");
        assert!(
            time.earliest <= 1.0 / 3.0 && 1.0 / 3.0 <= latest,
            "{time:?}"
        );
        assert!(latest - time.earliest <= 4.0 * RESOLUTION, "{time:?}");
    }

    #[test]
    fn contacts_at_either_end_are_exact() {
        let (touching, above) = (leaf(), moved(&leaf(), Vec3::Z));
        let time = |from, to| contact_time(&SweptTriangle::new(from, to), &still(FLOOR));
        let at = |earliest, latest| Some(ContactTime { earliest, latest });
        assert_eq!(time(touching, above), at(0.0, Some(0.0)));
        let landing = time(above, touching).expect("it lands");
        assert_eq!(landing.latest, Some(1.0));
        assert!(landing.earliest >= 1.0 - RESOLUTION, "{landing:?}");
        assert_eq!(time(above, moved(&leaf(), 1e-9 * Vec3::Z)), None);
    }

    #[test]
    fn faces_at_one_place_at_different_times_do_not_meet() {
        // Also so small that squares of speeds underflow.
        for scale in [0, -600, -1000].map(power_of_two) {
            // Both sweep the whole square, one behind the other.
            let chase = |x: f64| {
                let wall = Triangle::new(Vec3::ZERO, Vec3::Y * scale, Vec3::Z * scale);
                let at = |x: f64| moved(&wall, Vec3::X * (x * scale));
                SweptTriangle::new(at(x), at(x + 10.0))
            };
            let (first, second) = (chase(0.0), chase(0.5));
            assert!(first.meets(&second, &mut 0));
            assert_eq!(contact_time(&first, &second), None, "{scale:e}");
        }
    }

    #[test]
    fn a_face_that_grazes_within_rounding_is_bounded_not_proved() {
        let above = moved(&leaf(), Vec3::new(-1.0, 0.0, 0.0));
        let slide = SweptTriangle::new(above, moved(&above, 2.0 * Vec3::X));
        let ridge = still(Triangle::new(
            Vec3::new(0.5, -1.0, 0.0),
            Vec3::new(0.5, 1.0, 0.0),
            -Vec3::Z,
        ));
        let time = contact_time(&slide, &ridge).expect("not refuted: it touches");
        assert_eq!(time.latest, None);
        assert!((0.74..0.76).contains(&time.earliest), "{time:?}");
    }

    /// Motion that counts the faces asked for.
    struct Counted(SweptTriangle, std::cell::Cell<u32>);

    impl FaceMotion for Counted {
        fn at(&self, time: f64) -> Triangle {
            self.1.update(|count| count + 1);
            self.0.at(time)
        }
        fn rounding(&self) -> f64 {
            self.0.rounding()
        }
        fn bulge(&self) -> f64 {
            0.0
        }
    }

    #[test]
    fn faces_that_rounding_hides_are_not_bisected_to_the_end() {
        let scaled = |t: Triangle, by: f64| Triangle::new(t.a * by, t.b * by, t.c * by);
        let far = |t: &Triangle| moved(t, Vec3::splat(2.0_f64.powi(49)));
        let (leaf, next) = (scaled(leaf(), 1e-300), Vec3::X);
        for (by, to) in [(Vec3::ZERO, Vec3::ZERO), (Vec3::ZERO, next), (next, next)] {
            let path = |from: Triangle, by| SweptTriangle::new(far(&from), moved(&far(&from), by));
            let a = Counted(path(leaf, by), Default::default());
            let b = Counted(path(moved(&leaf, Vec3::Y), to), Default::default());
            let time = contact_time(&a, &b).expect("rounding exceeds the distance");
            assert_eq!((time.earliest, time.latest), (0.0, None));
            assert!(a.1.get() < 20 && b.1.get() < 20, "{}", a.1.get());
        }
    }

    fn triangle() -> impl Strategy<Value = Triangle> {
        let corner = || [-1.0..1.0f64, -1.0..1.0f64, -1.0..1.0f64].prop_map(Vec3::from_array);
        (corner(), corner(), corner()).prop_map(|(a, b, c)| Triangle::new(a, b, c))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(600))]

        #[test]
        fn samples_of_the_motion_agree(
            a in triangle(), b in triangle(), c in triangle(), d in triangle(),
            by in [-2.0..2.0f64, -2.0..2.0f64, -2.0..2.0f64]
        ) {
            let by = Vec3::from_array(by);
            let x = SweptTriangle::new(a, b);
            let y = SweptTriangle::new(moved(&c, by), moved(&d, by));
            let time = contact_time(&x, &y);
            let meets = |i: u32| {
                let t = f64::from(i) / 1024.0;
                interference(&x.at(t), &y.at(t)) != Interference::Apart
            };
            let first = (0..=1024).find(|i| meets(*i)).map(|i| f64::from(i) / 1024.0);
            match (time, first) {
                (None, sampled) => prop_assert_eq!(sampled, None),
                (Some(ContactTime { earliest, .. }), Some(sampled)) => {
                    prop_assert!(earliest <= sampled, "{} {}", earliest, sampled);
                }
                // Between two samples, or too short to be proved.
                (Some(ContactTime { earliest, latest }), None) => {
                    prop_assert!(earliest <= latest.unwrap_or(1.0));
                }
            }
            if let Some(ContactTime { earliest, latest: Some(latest) }) = time {
                prop_assert!(x.meets(&y, &mut 0));
                let around = |t: f64| interference(&x.at(t), &y.at(t)) != Interference::Apart;
                prop_assert!(around(latest) && earliest <= latest);
            }
        }
    }
}
