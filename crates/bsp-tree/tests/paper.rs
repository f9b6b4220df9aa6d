//! Statements of Hubbard96 about its baseline that work counts can check, and the reasons for the
//! departures.

use bsp_tree::{BspQuery, BspTree, BspTreeOptions, Cull, Planes};
use collision::{
    Body, BodyId, BroadPhase, Contained, Detector, Findings, Frame, Pairwise, Query, Work,
};
use geometry::{Mesh, Pose, Quat, Vec3};
use rand::RngExt;
use scenes::bodies;
use scenes::random::SceneRng;
use std::sync::Arc;

type Detecting = Pairwise<Box<dyn BroadPhase>, BspTree>;

fn detector(query: BspQuery, cull: Cull, planes: Planes) -> Detecting {
    BspTree::with_options(BspTreeOptions {
        query,
        cull,
        planes,
        ..BspTreeOptions::default()
    })
}

/// Returns two lamps at some hundred relative poses where their bounding spheres collide.
fn lamps() -> ([Body; 2], Vec<[Pose; 2]>) {
    let lamp = Arc::new(bodies::lamp());
    let mut rng = SceneRng::new(1996);
    let mut pose = || {
        let mut one = || 2.0 * rng.random::<f64>() - 1.0;
        let axis = Vec3::new(one(), one(), one()).normalize_or(Vec3::X);
        let rotation = Quat::from_axis_angle(axis, 3.0 * one());
        Pose::new(0.8 * Vec3::new(one(), one(), one()), rotation)
    };
    let poses = (0..100).map(|_| [pose(), pose()]).collect();
    let bodies = [0, 1].map(|_| Body::rigid("lamp", lamp.clone()));
    (bodies, poses)
}

/// Returns the work of all poses, and the number of poses in which the bodies collide.
fn total(mut bsp: Detecting, bodies: &[Body], places: &[[Pose; 2]]) -> (Work, usize) {
    bsp.prepare(bodies).unwrap();
    let (mut found, mut work, mut collisions) = (Findings::default(), Work::default(), 0);
    for poses in places {
        bsp.detect(&Frame::new(poses).unwrap(), &Query::default(), &mut found)
            .unwrap();
        work += &found.work;
        collisions += found.bodies.len();
    }
    (work, collisions)
}

/// §11.1: avoiding face-splitting "makes the BSP trees more efficient".
#[test]
fn trees_with_fewer_splits_are_more_efficient() {
    let (bodies, places) = lamps();
    for cull in [Cull::Sphere, Cull::None] {
        let work = |planes| total(detector(BspQuery::All, cull, planes), &bodies, &places);
        let ((chosen, met), (first, same)) = (work(Planes::FewestSplits), work(Planes::First));
        assert_eq!(met, same);
        assert!(met > 10 && met < 100, "{met} of 100 collide");
        assert!(
            chosen.count("bsp-nodes") < first.count("bsp-nodes"),
            "{chosen:?} {first:?}"
        );
        assert!(
            chosen.count("bsp-splits") < first.count("bsp-splits"),
            "{chosen:?} {first:?}"
        );
    }
}

/// D2, D5: the first hit is enough for a boolean query, and the ball spares pushing most faces.
#[test]
fn stopping_early_and_culling_save_work_and_change_no_answer() {
    let (bodies, places) = lamps();
    let run = |query, cull| {
        total(
            detector(query, cull, Planes::FewestSplits),
            &bodies,
            &places,
        )
    };
    let (all, met) = run(BspQuery::All, Cull::None);
    for (query, cull) in [
        (BspQuery::All, Cull::Sphere),
        (BspQuery::Boolean, Cull::None),
        (BspQuery::Boolean, Cull::Sphere),
    ] {
        let (work, same) = run(query, cull);
        assert_eq!(met, same);
        assert!(
            work.count("bsp-nodes") < all.count("bsp-nodes"),
            "{query:?} {cull:?} {work:?} {all:?}"
        );
    }
}

fn found(bsp: &mut impl Detector, meshes: [&Arc<Mesh>; 2], poses: [Pose; 2]) -> Findings {
    let bodies = [
        Body::rigid("a", meshes[0].clone()),
        Body::rigid("b", meshes[1].clone()),
    ];
    bsp.prepare(&bodies).unwrap();
    let mut found = Findings::default();
    bsp.detect(&Frame::new(&poses).unwrap(), &Query::default(), &mut found)
        .unwrap();
    found
}

/// Thibault and Naylor: a piece in an IN leaf is interpenetration. One face is pushed, and no other
/// is visited.
#[test]
fn an_in_leaf_ends_a_boolean_query() {
    let (large, small) = (Arc::new(bodies::cube(4.0)), Arc::new(bodies::cube(1.0)));
    let places = [Pose::IDENTITY, Pose::at(Vec3::splat(0.25))];
    let findings = found(&mut BspTree::published(), [&small, &large], places);
    assert_eq!(findings.bodies.len(), 1);
    let count = |name| findings.work.count(name);
    let bsp_nodes = count("bsp-nodes");
    assert!(
        bsp_nodes <= 12,
        "down the tree once, and once to be sure: {bsp_nodes}"
    );
    assert_eq!(count("face-pair-tests"), 0);
    assert_eq!(count("containment-tests"), 0);
}

/// D4: the larger body has as many faces and the lower id, so it is pushed, and no piece of it
/// reaches an IN leaf.
#[test]
fn the_body_that_is_pushed_may_be_the_one_that_contains() {
    let (large, small) = (Arc::new(bodies::cube(4.0)), Arc::new(bodies::cube(1.0)));
    let places = [Pose::IDENTITY, Pose::at(Vec3::splat(0.25))];
    let findings = found(&mut BspTree::published(), [&large, &small], places);
    assert_eq!(findings.bodies[0].contained(), Some(Contained::BInA));
    assert_eq!(
        findings.work.count("containment-tests"),
        0,
        "the tree locates the vertex"
    );
}

/// D3: inside out, the outside is where IN leaves are.
#[test]
fn wrong_in_leaves_decide_nothing() {
    let ring = bodies::torus(1.0, 0.4, 16, 8);
    let turned = ring.triangles().iter().map(|[a, b, c]| [*a, *c, *b]);
    let turned = Arc::new(Mesh::new(ring.vertices().to_vec(), turned.collect()).unwrap());
    let small = Arc::new(bodies::tetrahedron(0.125));
    for (x, colliding) in [(1.0, 1), (0.0, 0)] {
        let places = [Pose::IDENTITY, Pose::at(Vec3::new(x, 0.0, 0.0))];
        for cull in [Cull::Sphere, Cull::None] {
            let mut bsp = detector(BspQuery::Boolean, cull, Planes::FewestSplits);
            let findings = found(&mut bsp, [&turned, &small], places);
            assert_eq!(findings.bodies.len(), colliding, "at {x}");
        }
    }
}

#[test]
fn bodies_of_one_mesh_share_a_tree() {
    let (bodies, _) = lamps();
    let mut bsp = BspTree::culled();
    bsp.prepare(&bodies).unwrap();
    assert!(Arc::ptr_eq(bsp.model(BodyId(0)), bsp.model(BodyId(1))));
}
