//! Random soups, lattices and closed bodies in random poses, against brute force.

use baselines::BruteForce;
use bsp_tree::{BspQuery, BspTree, BspTreeOptions, Cull, Planes};
use collision::{Body, BodyId, BodyPair, Detector, Findings, Frame, Query};
use geometry::{Mesh, Pose, Quat, Vec3, power_of_two};
use oracle::testing::random_soup;
use oracle::truth::{Truth, compare};
use proptest::prelude::*;
use rand::RngExt;
use scenes::random::SceneRng;
use std::sync::Arc;

fn solid(which: u32) -> Arc<Mesh> {
    use scenes::bodies;
    Arc::new(match which {
        0 => bodies::cube(2.0),
        1 => bodies::torus(1.0, 0.4, 10, 6),
        2 => bodies::chair(),
        3 => bodies::tetrahedron(0.4),
        _ => bodies::space_shuttle(),
    })
}

fn scaled(mesh: &Mesh, exponent: i32) -> Arc<Mesh> {
    let scale = power_of_two(exponent);
    Arc::new(scenes::bodies::scaled(mesh, scale))
}

/// Returns a rotation that is exact (a quarter turn), or any; a translation on a lattice, or any.
fn pose(rng: &mut SceneRng, reach: f64, exact: bool) -> Pose {
    let mut one = || 2.0 * rng.random::<f64>() - 1.0;
    let place = Vec3::new(one(), one(), one()) * reach;
    let axis = Vec3::new(one(), one(), one()).normalize_or(Vec3::X);
    let angle = 3.0 * one();
    if exact {
        return Pose::at((4.0 * place).round() / 4.0);
    }
    Pose::new(place, Quat::from_axis_angle(axis, angle))
}

fn every_option() -> impl Iterator<Item = BspTreeOptions> {
    let queries = [BspQuery::All, BspQuery::Boolean];
    let culls = [Cull::Sphere, Cull::None];
    let planes = [Planes::FewestSplits, Planes::First];
    let two = queries.into_iter().flat_map(move |q| culls.map(|c| (q, c)));
    two.flat_map(move |(query, cull)| {
        planes.map(|planes| BspTreeOptions {
            query,
            cull,
            planes,
            ..BspTreeOptions::default()
        })
    })
}

fn agrees_with_brute_force(bodies: &[Body], poses: &[Pose]) -> Result<usize, TestCaseError> {
    let frame = Frame::new(poses).unwrap();
    let query = Query::default().with_containment(true);
    let mut brute_force = BruteForce::new();
    brute_force.prepare(bodies).unwrap();
    let mut truth = Findings::default();
    brute_force.detect(&frame, &query, &mut truth).unwrap();
    let contacts = truth.contacts.len();
    let truth = Truth::from_findings("random", 0, true, truth);
    for options in every_option() {
        let mut bsp = BspTree::with_options(options);
        bsp.prepare(bodies).unwrap();
        let body_ids = (0..bodies.len() as u32).map(BodyId);
        body_ids.for_each(|body| bsp.model(body).tree.check());
        let mut found = Findings::default();
        bsp.detect(&frame, &query, &mut found).unwrap();
        if let Err(disagreement) = compare(&bsp.profile(), &truth, &found) {
            return Err(TestCaseError::fail(format!("{options:?}: {disagreement}")));
        }
    }
    Ok(contacts)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    /// Of sizes, too, whose squares or products underflow.
    #[test]
    fn soups(
        seed: u64,
        faces in (1..60u32, 1..60u32),
        lattice in prop::option::of(1..6u32),
        exact: bool,
        size in prop::sample::select(vec![-1000, -900, -540, -536, -500, 0, 0, 0, 0, 90]),
    ) {
        let mut rng = SceneRng::new(seed);
        let lattice = lattice.map(f64::from);
        let meshes = [faces.0, faces.1].map(|count| random_soup(&mut rng, count, lattice));
        let meshes = meshes.map(|mesh| scaled(&mesh, size));
        let bodies = [Body::rigid("a", meshes[0].clone()), Body::rigid("b", meshes[1].clone())];
        let mut poses = [pose(&mut rng, 0.5, exact), pose(&mut rng, 0.5, exact)];
        for pose in &mut poses {
            pose.translation *= power_of_two(size);
        }
        agrees_with_brute_force(&bodies, &poses)?;
    }

    #[test]
    fn solids(seed: u64, which in (0..5u32, 0..5u32), exact: bool, scale in -3..3i32) {
        let mut rng = SceneRng::new(seed);
        let bodies = [
            Body::rigid("a", solid(which.0)),
            Body::rigid("b", scaled(&solid(which.1), scale)),
        ];
        let poses = [pose(&mut rng, 0.8, exact), pose(&mut rng, 0.8, exact)];
        agrees_with_brute_force(&bodies, &poses)?;
    }

    /// Bodies on one lattice and in one pose: equal corners stay equal, and contacts are touches.
    /// Their places in the tree are off by the rounding of the way there and back, far more than
    /// planes are thick.
    #[test]
    fn touches_far_away(seed: u64, away in 0..30i32, lattice in 1..4u32) {
        let mut rng = SceneRng::new(seed);
        let lattice = Some(f64::from(lattice));
        let meshes = [random_soup(&mut rng, 6, lattice), random_soup(&mut rng, 6, lattice)];
        let bodies = [Body::rigid("a", meshes[0].clone()), Body::rigid("b", meshes[1].clone())];
        let mut shared = pose(&mut rng, 1.0, false);
        shared.translation *= power_of_two(away);
        agrees_with_brute_force(&bodies, &[shared, shared])?;
    }

    /// A pair of bodies so small, or so far away, that the tree is of no use.
    #[test]
    fn places_where_rounding_blurs_the_bodies(seed: u64, away in 20..60i32, defect in -1e-6..1e-6f64) {
        let mut rng = SceneRng::new(seed);
        let meshes = [random_soup(&mut rng, 20, Some(4.0)), random_soup(&mut rng, 20, None)];
        let bodies = [Body::rigid("a", meshes[0].clone()), Body::rigid("b", meshes[1].clone())];
        let far = Vec3::new(0.3, 1.0, -0.7) * power_of_two(away);
        let mut poses = [pose(&mut rng, 0.3, false), pose(&mut rng, 0.3, false)];
        for pose in &mut poses {
            pose.translation += far;
        }
        agrees_with_brute_force(&bodies, &poses)?;
        for pose in &mut poses {
            pose.translation -= far;
            pose.rotation *= 1.0 + 0.99 * defect;
        }
        agrees_with_brute_force(&bodies, &poses)?;
    }
}

#[test]
fn the_pairs_that_an_outside_broad_phase_leaves_are_the_only_ones() {
    let cube = solid(0);
    let bodies = [0, 1, 2].map(|_| Body::rigid("cube", cube.clone()));
    let poses = [0.0, 1.0, 2.0].map(|x| Pose::at(Vec3::X * x));
    let pair = |a, b| BodyPair::new(BodyId(a), BodyId(b));
    for options in every_option() {
        let mut bsp = BspTree::with_options(options);
        bsp.prepare(&bodies).unwrap();
        let mut collide = |candidates| {
            let mut found = Findings::default();
            let mut query = Query::default();
            query.candidates = candidates;
            let frame = Frame::new(&poses).unwrap();
            bsp.detect(&frame, &query, &mut found).unwrap();
            found.bodies.iter().map(|b| b.pair).collect::<Vec<_>>()
        };
        assert_eq!(collide(None), [pair(0, 1), pair(0, 2), pair(1, 2)]);
        assert_eq!(collide(Some(&[])), []);
        assert_eq!(collide(Some(&[pair(1, 2)])), [pair(1, 2)]);
    }
}

#[test]
fn a_deforming_body_is_refused_by_name() {
    let body = Body::deforming("jelly", solid(0));
    let refused = BspTree::culled().prepare(&[body]).unwrap_err();
    assert!(refused.to_string().contains("jelly"), "{refused}");
}
