//! Many CSG bodies that jump, rest, contain each other and differ in size by 10⁹, at scales down
//! to subnormal coordinates: `verified` finds what brute force finds behind each broad phase.

use baselines::BruteForce;
use broad_phase::BroadPhaseKind;
use collision::{Body, BodyPair, Detector, Findings, Frame, Query};
use csg_hybrid::{CsgHybrid, CsgHybridOptions, Localization};
use geometry::csg::{CsgSolid, CsgTree, Primitive};
use geometry::{Pose, Quat, Vec3, power_of_two};
use scenes::random::SceneRng;
use std::sync::Arc;

fn lattice(rng: &mut SceneRng, steps: f64) -> Vec3 {
    let mut number = || rng.between(-steps, steps).round() / 2.0;
    Vec3::new(number(), number(), number())
}

/// Returns a block with a hole and a cone on it, which touch in many ways.
fn part(rng: &mut SceneRng, size: f64) -> Arc<CsgSolid> {
    let mut leaf = |primitive| {
        let at = lattice(rng, 2.0) * size;
        CsgTree::leaf_at(primitive, Pose::at(at)).unwrap()
    };
    let block = leaf(Primitive::Box {
        size: [2.0 * size, 3.0 * size, 5.0 * size],
    });
    let hole = leaf(Primitive::Box {
        size: [size, size, 9.0 * size],
    });
    let cone = leaf(Primitive::Cone {
        radius: size,
        height: 2.0 * size,
        segments: 4,
    });
    Arc::new(CsgSolid::new(block.difference(hole).union(cone)).unwrap())
}

fn pose(rng: &mut SceneRng, scale: f64) -> Pose {
    let turn = match rng.between(0.0, 3.0) as u32 {
        0 => Quat::IDENTITY,
        1 => Quat::from_xyzw(0.0, 0.0, 1.0, 1.0).normalize(),
        _ => rng.rotation(),
    };
    let at = if rng.between(0.0, 1.0) < 0.5 {
        lattice(rng, 8.0)
    } else {
        rng.in_cube(8.0)
    };
    Pose::new(at * scale, turn)
}

fn motion(rng: &mut SceneRng, bodies: usize, scale: f64) -> Vec<Vec<Pose>> {
    let mut frames: Vec<Vec<Pose>> = Vec::new();
    for _ in 0..3 {
        let jump: Vec<Pose> = (0..bodies).map(|_| pose(rng, scale)).collect();
        // A frame of rest, and one with all bodies in one place.
        frames.extend([jump.clone(), jump.clone(), vec![jump[0]; bodies]]);
    }
    frames
}

/// Returns the findings of each frame for all contacts, then for first ones.
fn findings(
    mut detector: impl Detector,
    bodies: &[Body],
    frames: &[Vec<Pose>],
) -> [Vec<Findings>; 2] {
    detector.prepare(bodies).unwrap();
    let mut found = Findings::default();
    [Query::all_contacts(), Query::first_contact()].map(|query| {
        let query = query.with_containment(true);
        let each = frames.iter().map(|poses| {
            let frame = Frame::new(poses).unwrap();
            detector.detect(&frame, &query, &mut found).unwrap();
            found.clone()
        });
        each.collect()
    })
}

fn pairs(found: &Findings) -> Vec<BodyPair> {
    found.bodies.iter().map(|body| body.pair).collect()
}

#[test]
fn many_bodies_behind_each_broad_phase() {
    for (seed, exponent) in [(1, 0), (4, -1040)] {
        let mut rng = SceneRng::new(seed);
        let scale = power_of_two(exponent);
        let bodies = (0..7).map(|i| {
            let small = if i % 4 == 3 && exponent == 0 {
                1e-9
            } else {
                1.0
            };
            Body::rigid_csg(format!("body {i}"), part(&mut rng, scale * small))
        });
        let bodies: Vec<Body> = bodies.collect();
        let frames = motion(&mut rng, bodies.len(), scale);
        let [expected, _] = findings(BruteForce::new(), &bodies, &frames);
        for (i, &broad_phase) in BroadPhaseKind::ALL.iter().enumerate() {
            let options = CsgHybridOptions {
                broad_phase,
                localization: [Localization::On, Localization::SBounds][i % 2],
                ..CsgHybridOptions::default()
            };
            let [all, first] = findings(CsgHybrid::with_options(options), &bodies, &frames);
            for (i, expected) in expected.iter().enumerate() {
                assert_eq!(all[i].contacts, expected.contacts, "{options:?}, frame {i}");
                assert_eq!(all[i].bodies, expected.bodies, "{options:?}, frame {i}");
                assert_eq!(pairs(&first[i]), pairs(expected), "{options:?}, frame {i}");
            }
        }
    }
}
