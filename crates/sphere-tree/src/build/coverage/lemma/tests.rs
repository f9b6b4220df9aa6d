use super::*;
use rand::RngExt;
use scenes::random::SceneRng;
use std::f64::consts::TAU;

/// Result of repeated halving of a triangle: each part lies in some ball, or a point lies in none.
fn by_halving(t: [Vec3; 3], balls: &[Ball], clip: Option<&Ball>, depth: u32) -> Option<bool> {
    let holds = |b: &Ball, p: Vec3, more: f64| b.center.distance(p) <= b.radius + more;
    if let Some(clip) = clip {
        let nearest = Triangle::new(t[0], t[1], t[2]).nearest_point(clip.center);
        if !holds(clip, nearest, 0.0) {
            return Some(true);
        }
    }
    let in_one = |b: &Ball| t.iter().all(|p| holds(b, *p, -MARGIN));
    if balls.iter().any(in_one) {
        return Some(true);
    }
    let center = (t[0] + t[1] + t[2]) / 3.0;
    let in_clip = |p: Vec3| clip.is_none_or(|c| holds(c, p, 0.0));
    for p in [t[0], t[1], t[2], center] {
        if in_clip(p) && !balls.iter().any(|b| holds(b, p, 0.0)) {
            return Some(false);
        }
    }
    if depth == 0 {
        return None;
    }
    let [a, b, c] = t;
    let (ab, bc, ca) = ((a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0);
    let parts = [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]];
    let mut all = Some(true);
    for part in parts {
        match by_halving(part, balls, clip, depth - 1) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => all = None,
        }
    }
    all
}

#[test]
fn the_lemma_agrees_with_halving_on_random_balls() {
    let mut rng = SceneRng::new(1);
    let mut point = |spread: f64| {
        let mut x = || (rng.random::<f64>() - 0.5) * spread;
        Vec3::new(x(), x(), x())
    };
    let mut seen = [0; 3];
    for round in 0..3000 {
        let t = Triangle::new(point(1.0), point(1.0), point(1.0));
        let count = 1 + round % 12;
        let mut balls: Vec<Ball> = (0..count)
            .map(|_| Ball::new(point(1.0), 0.15 + point(1.0).x.abs()))
            .collect();
        if round % 5 == 0 {
            balls.push(balls[0]);
        }
        let clip = (round % 3 == 0).then(|| Ball::new(point(1.0), 0.4));
        let lemma = uncovered(&t, &balls, clip.as_ref());
        if let Some(p) = lemma {
            // A point that is called uncovered is so, up to the margin.
            assert!(
                balls
                    .iter()
                    .all(|b| b.center.distance(p) > b.radius - 2.0 * MARGIN)
            );
            assert!(t.nearest_point(p).distance(p) < 1e-9);
            assert!(clip.is_none_or(|c| c.center.distance(p) < c.radius + 2.0 * MARGIN));
        }
        match by_halving(t.corners(), &balls, clip.as_ref(), 7) {
            Some(covered) => {
                assert_eq!(lemma.is_none(), covered, "round {round}");
                seen[usize::from(covered)] += 1;
            }
            None => seen[2] += 1,
        }
    }
    assert!(seen[0] > 500 && seen[1] > 200, "{seen:?}");
}

const T: Triangle = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Y);

fn ball(x: f64, y: f64, radius: f64) -> Ball {
    Ball::new(Vec3::new(x, y, 0.0), radius)
}

#[test]
fn nothing_covers_nothing_and_one_large_ball_covers_all() {
    assert!(uncovered(&T, &[], None).is_some());
    assert_eq!(uncovered(&T, &[ball(0.3, 0.3, 5.0)], None), None);
    // No circle crosses the triangle, but it is uncovered. Only the tested point shows that.
    assert!(uncovered(&T, &[ball(5.0, 5.0, 1.0)], None).is_some());
    assert!(uncovered(&T, &[Ball::new(Vec3::Z * 2.0, 1.0)], None).is_some());
}

#[test]
fn equal_balls_do_not_cover_each_others_borders() {
    let half = ball(0.0, 0.0, 0.6);
    assert!(uncovered(&T, &[half, half, half], None).is_some());
    let nearly = ball(1e-12, 0.0, 0.6);
    assert!(uncovered(&T, &[half, nearly], None).is_some());
}

#[test]
fn a_hole_in_the_middle_is_seen_although_all_sides_are_covered() {
    let around: Vec<Ball> = (0..24)
        .map(|i| {
            let along = f64::from(i % 8) / 8.0 + 0.06;
            match i / 8 {
                0 => ball(along, 0.0, 0.13),
                1 => ball(0.0, along, 0.13),
                _ => ball(along, 1.0 - along, 0.13),
            }
        })
        .collect();
    let open = uncovered(&T, &around, None).unwrap();
    assert!(
        around
            .iter()
            .all(|b| b.center.distance(open) > b.radius - 2.0 * MARGIN)
    );
    let filled = [around, vec![ball(0.3, 0.3, 0.5)]].concat();
    assert_eq!(uncovered(&T, &filled, None), None);
}

#[test]
fn only_what_the_clip_leaves_is_asked_for() {
    let clip = ball(0.0, 0.0, 0.3);
    assert_eq!(uncovered(&T, &[ball(0.1, 0.1, 0.4)], Some(&clip)), None);
    assert!(uncovered(&T, &[ball(0.1, 0.1, 0.2)], Some(&clip)).is_some());
    assert_eq!(
        uncovered(&T, &[], Some(&ball(5.0, 5.0, 0.3))),
        None,
        "nothing is left"
    );
}

#[test]
fn segments_points_and_slivers() {
    let segment = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::X * 0.5);
    assert_eq!(
        uncovered(&segment, &[ball(0.2, 0.0, 0.3), ball(0.8, 0.0, 0.4)], None),
        None
    );
    let open = uncovered(&segment, &[ball(0.2, 0.0, 0.3), ball(0.9, 0.0, 0.3)], None).unwrap();
    assert!((0.49..0.61).contains(&open.x), "{open}");
    assert!(uncovered(&segment, &[ball(0.7, 0.0, 0.4)], None).is_some());
    // A ball that misses the whole line.
    assert!(uncovered(&segment, &[ball(0.5, 2.0, 0.5)], None).is_some());
    assert!(uncovered(&segment, &[ball(0.5, 0.0, 9.0)], Some(&ball(0.5, 2.0, 0.5))).is_none());
    let point = Triangle::new(Vec3::X, Vec3::X, Vec3::X);
    assert_eq!(uncovered(&point, &[ball(1.0, 0.0, 0.1)], None), None);
    assert!(uncovered(&point, &[ball(2.0, 0.0, 0.1)], None).is_some());
    assert_eq!(uncovered(&point, &[], Some(&ball(2.0, 0.0, 0.1))), None);
    let sliver = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::new(0.5, 1e-9, 0.0));
    assert_eq!(uncovered(&sliver, &[ball(0.5, 0.0, 0.51)], None), None);
    assert!(uncovered(&sliver, &[ball(0.5, 0.0, 0.49)], None).is_some());
}

#[test]
fn balls_count_as_smaller_by_the_margin_and_the_clip_as_larger() {
    assert!(uncovered(&T, &[ball(0.0, 0.0, 1.0 + 0.5 * MARGIN)], None).is_some());
    assert_eq!(
        uncovered(&T, &[ball(0.0, 0.0, 1.0 + 2.0 * MARGIN)], None),
        None
    );
    let above = |gap: f64| Ball::new(Vec3::new(0.2, 0.2, 1.0 + gap), 1.0);
    assert!(uncovered(&T, &[], Some(&above(0.5 * MARGIN))).is_some());
    assert_eq!(uncovered(&T, &[], Some(&above(1.5 * MARGIN))), None);
    // A ball that is a point covers nothing, be the triangle as small as the margin.
    let small = Triangle::new(Vec3::ZERO, Vec3::X * 5e-7, Vec3::Y * 5e-7);
    assert!(uncovered(&small, &[ball(1e-7, 1e-7, 0.0)], None).is_some());
    // A ball beside it does not contain the tested point, and its circle misses the triangle.
    assert!(uncovered(&T, &[ball(2.0, 0.0, 0.995)], None).is_some());
}

#[test]
fn a_clip_in_the_middle_of_the_triangle_leaves_something() {
    let clip = ball(0.3, 0.3, 0.1);
    assert!(uncovered(&T, &[], Some(&clip)).is_some());
    assert_eq!(uncovered(&T, &[ball(0.3, 0.3, 0.11)], Some(&clip)), None);
    // No other circle and no side hides anything of the ball's circle.
    assert!(uncovered(&T, &[ball(0.3, 0.3, 0.05)], Some(&clip)).is_some());
}

/// Three circles of radius 1 that almost meet in a point.
#[test]
fn a_hole_as_wide_as_the_margin_is_seen() {
    let around = |gap: f64| {
        [0.0, 1.0, 2.0].map(|i| {
            let (sin, cos) = (0.7 + i * TAU / 3.0).sin_cos();
            ball(0.3 + (1.0 + gap) * cos, 0.3 + (1.0 + gap) * sin, 1.0)
        })
    };
    assert!(uncovered(&T, &around(MARGIN), None).is_some());
    assert_eq!(uncovered(&T, &around(-4.0 * MARGIN), None), None);
}

#[test]
fn the_parts_of_a_segment_come_in_any_order_and_within_one_another() {
    let segment = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::X * 0.5);
    let part = |from: f64, to: f64| ball((from + to) / 2.0, 0.0, (to - from) / 2.0);
    let covered = |parts: &[Ball]| uncovered(&segment, parts, None).is_none();
    assert!(covered(&[part(0.4, 1.1), part(-0.1, 0.5)]));
    assert!(covered(&[part(-0.1, 0.7), part(0.1, 0.2), part(0.6, 1.1)]));
    assert!(!covered(&[part(-0.1, 0.5), part(0.55, 1.1)]));
    // The chord is shorter than the ball is wide.
    let aside = |y: f64| [part(-0.1, 0.25), ball(0.5, y, 0.45), part(0.75, 1.1)];
    assert!(covered(&aside(0.3)) && !covered(&aside(0.4)));
    assert_eq!(
        uncovered(&segment, &[], Some(&ball(3.0, 0.0, 0.5))),
        None,
        "a clip beyond the end"
    );
    let clip = |radius: f64| Ball::new(Vec3::new(0.5, 2.0, 0.0), radius);
    assert!(uncovered(&segment, &[], Some(&clip(2.0 - 0.5 * MARGIN))).is_some());
    assert_eq!(
        uncovered(&segment, &[], Some(&clip(2.0 - 1.5 * MARGIN))),
        None
    );
    let short = Triangle::new(Vec3::ZERO, Vec3::X * 1e-6, Vec3::ZERO);
    assert!(uncovered(&short, &[ball(5e-7, 0.0, 0.0)], None).is_some());
    let point = Triangle::new(Vec3::X, Vec3::X, Vec3::X);
    assert_eq!(uncovered(&point, &[ball(1.9, 0.0, 1.0)], None), None);
}

#[test]
fn balls_shrink_by_the_height_of_a_sliver_whatever_corner_comes_first() {
    let height = 0.9 * SLIVER;
    let corners = [Vec3::ZERO, Vec3::X, Vec3::new(0.5, height, 0.0)];
    for first in 0..3 {
        let [a, b, c] = [0, 1, 2].map(|i| corners[(first + i) % 3]);
        let sliver = Triangle::new(a, b, c);
        let around = |more: f64| [ball(0.5, 0.0, 0.5 + more)];
        assert_eq!(
            uncovered(&sliver, &around(height + 1.1 * MARGIN), None),
            None
        );
        assert!(uncovered(&sliver, &around(0.8 * height + 1.1 * MARGIN), None).is_some());
        assert!(uncovered(&sliver, &around(height + 0.8 * MARGIN), None).is_some());
        let clip = Ball::new(Vec3::new(0.5, 2.0, 0.0), 2.0 - MARGIN - 0.5 * height);
        assert!(uncovered(&sliver, &[], Some(&clip)).is_some());
        for half in [0.25, 0.75] {
            assert!(uncovered(&sliver, &[ball(half, 0.0, 0.27)], None).is_some());
        }
    }
    // No slivers: neither a low triangle nor a small one.
    let low = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::new(0.5, 5e-3, 0.0));
    assert_eq!(
        uncovered(&low, &[ball(0.5, 0.0, 0.5 + 2.0 * MARGIN)], None),
        None
    );
    let small = [Vec3::ZERO, Vec3::X * 9e-6, Vec3::new(4.5e-6, 7.5e-6, 0.0)];
    let small = Triangle::new(small[0], small[1], small[2]);
    assert!(uncovered(&small, &[ball(4.5e-6, 0.0, 6.5e-6)], None).is_some());
}

/// Arcs below 1e-9 of a turn counted as rounding, and only one corner was a candidate: the far tip
/// is thirty margins outside of the ball.
#[test]
fn an_arc_that_cuts_off_the_tip_of_a_needle_was_taken_for_rounding() {
    for (height, radius) in [(1.2e-5, 0.89997), (2e-5, 0.89999), (1e-4, 0.899998)] {
        let corners = [Vec3::ZERO, Vec3::X * 0.9, Vec3::new(0.45, height, 0.0)];
        for first in 0..3 {
            let [a, b, c] = [0, 1, 2].map(|i| corners[(first + i) % 3]);
            let needle = Triangle::new(a, b, c);
            let open = uncovered(&needle, &[ball(0.0, 0.0, radius)], None);
            assert!(open.is_some_and(|p| p.x > 0.8999), "{height:e}: {open:?}");
        }
    }
}

/// The same between balls: needles that repair had "covered" stuck out at a tip.
#[test]
fn needles_were_proved_covered_that_stick_out() {
    let mut rng = SceneRng::new(2);
    let mut grown = 0;
    for round in 0..20_000 {
        let mut unit = || rng.random::<f64>();
        let height = 10f64.powf(-2.0 - 4.0 * unit());
        let direction = Vec3::new(unit() - 0.5, unit() - 0.5, unit() - 0.5).normalize();
        let aside = direction.cross(Vec3::X).normalize();
        let a = direction * -0.45;
        let b = direction * 0.45;
        let c = direction * (0.9 * unit() - 0.45) + aside * height;
        let needle = Triangle::new(a, b, c);
        let mut balls: Vec<Ball> = (0..1 + round % 5)
            .map(|_| {
                let off = aside.cross(direction) * (0.1 * unit()) + aside * (0.2 * (unit() - 0.5));
                Ball::new(direction * (1.2 * unit() - 0.6) + off, 0.2 + 0.45 * unit())
            })
            .collect();
        let mut asked = 0;
        while let Some(open) = uncovered(&needle, &balls, None) {
            let gap = |b: &Ball| b.center.distance(open) - b.radius;
            let nearest = balls.iter_mut().min_by(|s, t| gap(s).total_cmp(&gap(t)));
            let nearest = nearest.expect("there is a ball");
            asked += 1;
            let step = 1e-3 * f64::from(asked) * nearest.radius + 2.0 * MARGIN;
            nearest.radius = nearest.center.distance(open) + step;
            assert!(asked < 1000, "round {round}: repair does not end");
        }
        grown += usize::from(asked > 0);
        for (p, q) in [(a, b), (b, c), (c, a)] {
            let near_ends = (0..12).map(|k| 10f64.powi(-k));
            let parts = (0..=400).map(|k| f64::from(k) / 400.0);
            for part in near_ends
                .clone()
                .chain(near_ends.map(|x| 1.0 - x))
                .chain(parts)
            {
                let x = p + (q - p) * part;
                let open = |b: &Ball| b.center.distance(x) > b.radius;
                assert!(!balls.iter().all(open), "round {round}: {height:e}, {x}");
            }
        }
    }
    assert!(grown > 5000, "{grown}");
}

/// The normal of a triangle of sides 2e-81 has a square of two or three of the smallest numbers:
/// its length was off by a tenth, and with it all discs.
#[test]
fn the_plane_of_a_tiny_triangle_was_known_too_badly() {
    for i in 0..400 {
        let side = 1e-82 * 1.03f64.powi(i);
        let tiny = Triangle::new(Vec3::ZERO, Vec3::X * side, Vec3::Y * side);
        let above = |radius| [Ball::new(Vec3::Z * 0.5, radius)];
        assert!(uncovered(&tiny, &above(0.4999), None).is_some(), "{side:e}");
        assert_eq!(uncovered(&tiny, &above(0.5001), None), None, "{side:e}");
    }
}
