//! Two moving triangles: swept volumes and times of contact, with what static tests see on the way.

use crate::Case;
use anyhow::{Context, Result, ensure};
use geometry::swept::{ContactTime, FaceMotion, Hull, contact_time};
use geometry::{Interference, SweptTriangle, Triangle, Vec3, interference, power_of_two};
use rand::RngExt;
use scenes::random::SceneRng;

/// Number of intervals whose ends are looked at.
const SAMPLES: u32 = 32;

/// Moves two triangles, and compares all answers about them.
pub(crate) fn check(case: &mut Case) -> Result<()> {
    let mut rng = SceneRng::new(case.seed);
    let (a, b) = pair(&mut rng);
    case.files = vec![("swept.txt".to_owned(), format!("{a:?}\n{b:?}\n").into())];

    // Each answer is the same from both sides, and by both ways to it.
    let meet = a.meets(&b, &mut 0);
    let hulls = [&a, &b].map(|sweep| Hull::new(sweep.points(), &mut 0));
    let answers = [
        b.meets(&a, &mut 0),
        hulls[0].meets(&hulls[1], &mut 0),
        hulls[1].meets(&hulls[0], &mut 0),
        backward(&a).meets(&backward(&b), &mut 0),
    ];
    ensure!(answers == [meet; 4], "{answers:?} for {meet}");
    ensure!(
        !meet || a.comes_within(&b, 0.0),
        "volumes that meet are proved apart"
    );

    let times = [contact_time(&a, &b), contact_time(&b, &a)];
    for time in times {
        check_time(&a, &b, time)?;
        ensure!(
            meet || time.is_none_or(|time| time.latest.is_none()),
            "{time:?} for volumes that do not meet"
        );
    }
    // Two proofs of different contacts overlap: both bound the first.
    if let [Some(s), Some(t)] = times {
        let before =
            |s: ContactTime, t: ContactTime| s.latest.is_some_and(|latest| latest < t.earliest);
        ensure!(
            !before(s, t) && !before(t, s),
            "{times:?} exclude each other"
        );
    }
    let proved = |time: Option<ContactTime>| time.is_some_and(|time| time.latest.is_some());
    for [one, other] in [times, [times[1], times[0]]] {
        ensure!(
            !(proved(one) && other.is_none()),
            "{times:?}: proved and refuted"
        );
    }
    Ok(())
}

/// Compares a time of contact with static tests at both instants, which are exact, and on the way,
/// where positions are rounded.
fn check_time(a: &SweptTriangle, b: &SweptTriangle, time: Option<ContactTime>) -> Result<()> {
    if let Some(ContactTime { earliest, latest }) = time {
        let ordered = latest.is_none_or(|latest| earliest <= latest && latest <= 1.0);
        ensure!(
            0.0 <= earliest && ordered,
            "no interval of the step: {time:?}"
        );
    }
    for i in 0..=SAMPLES {
        let at = f64::from(i) / f64::from(SAMPLES);
        let (s, t) = (a.at(at), b.at(at));
        if interference(&s, &t) == Interference::Apart {
            ensure!(
                i > 0 || time.is_none_or(|time| time.latest != Some(0.0)),
                "apart at first"
            );
            continue;
        }
        let exact = i == 0 || i == SAMPLES;
        if !exact && !crosses_by_more_than_rounding(&s, &t, a.rounding() + b.rounding()) {
            continue;
        }
        let time = time.with_context(|| format!("they meet at {at}, and are refuted"))?;
        ensure!(time.earliest <= at, "they meet at {at}, before {time:?}");
        ensure!(
            !exact || time.latest.is_some(),
            "they meet at {at}, which is not proved"
        );
        return Ok(());
    }
    Ok(())
}

/// Returns true if the triangles still cross when one is moved by 16 times the rounding, in each of
/// 26 directions: they do so before rounding, too.
fn crosses_by_more_than_rounding(s: &Triangle, t: &Triangle, rounding: f64) -> bool {
    let steps = || [-1.0, 0.0, 1.0].into_iter();
    let directions =
        steps().flat_map(|x| steps().flat_map(move |y| steps().map(move |z| Vec3::new(x, y, z))));
    let mut moved = directions.map(|by| {
        let [p, q, r] = t.corners().map(|p| p + by * (16.0 * rounding));
        Triangle::new(p, q, r)
    });
    moved.all(|t| interference(s, &t) == Interference::Crossing)
}

fn backward(sweep: &SweptTriangle) -> SweptTriangle {
    SweptTriangle::new(sweep.next, sweep.now)
}

/// Returns two moving triangles, of a random scale and distance from the origin: on a lattice,
/// where they touch, are flat or stand still often, or in general position.
fn pair(rng: &mut SceneRng) -> (SweptTriangle, SweptTriangle) {
    let scale = power_of_two(rng.random_range(-1000..=90));
    let origin = match rng.random_range(0..4) {
        0 => Vec3::splat(scale * power_of_two(rng.random_range(0..=20))),
        _ => Vec3::ZERO,
    };
    // Farther away, numbers are too large, or the lattice is lost.
    let origin = if origin.max_element() < power_of_two(98) {
        origin
    } else {
        Vec3::ZERO
    };
    let lattice = rng.random_range(0..3) > 0;
    let size = [1.0, 2.0, 4.0][rng.random_range(0..3)];
    let point = |rng: &mut SceneRng| {
        let mut coordinate = || {
            if lattice {
                f64::from(rng.random_range(-4..=4))
            } else {
                rng.random_range(-4.0..4.0)
            }
        };
        Vec3::new(coordinate(), coordinate(), coordinate()) * size
    };
    let sweep = |rng: &mut SceneRng| {
        let now = [(); 3].map(|()| point(rng));
        let by = point(rng);
        let next = match rng.random_range(0..4) {
            // At rest; moved as a whole; each corner by itself.
            0 => now,
            1 | 2 => now.map(|p| p + by),
            _ => now.map(|_| point(rng)),
        };
        let triangle = |points: [Vec3; 3]| {
            let [p, q, r] = points.map(|p| origin + p * scale);
            Triangle::new(p, q, r)
        };
        SweptTriangle::new(triangle(now), triangle(next))
    };
    (sweep(rng), sweep(rng))
}
