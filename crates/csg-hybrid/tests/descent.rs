//! The trace of a descent against the work counts of the detector.

use collision::{Detector, Findings, Shape};
use csg_hybrid::{
    CsgHybrid, CsgHybridOptions, HybridModel, NodeTest, Shortcuts, TestOutcome, VolumeChoice,
    descent,
};
use geometry::csg::{CsgSolid, CsgTree, Primitive};
use geometry::{Pose, Vec3};
use scenes::motions::{CncCell, CncPair, cnc_cell};
use std::sync::Arc;

#[test]
fn the_trace_has_the_tests_that_a_fresh_detector_makes() {
    let scene = cnc_cell(&CncCell {
        pair: CncPair::HandFixture,
        frames: 40,
        ..CncCell::default()
    })
    .unwrap();
    let solids = scene.bodies.iter().map(|body| match &body.shape {
        Shape::Csg(solid) => solid.clone(),
        _ => panic!("bodies of the cell are CSG trees"),
    });
    let models: Vec<HybridModel> = solids.map(HybridModel::of_solid).collect();
    let models = [&models[0], &models[1]];
    // Without the tests that the paper does not have.
    let options = CsgHybridOptions {
        shortcuts: Shortcuts::Off,
        ..CsgHybridOptions::default()
    };
    let (mut near, mut leaves) = (0, 0);
    for i in 0..scene.frames.len() {
        let frame = scene.frame(i);
        let mut detector = CsgHybrid::with_options(options);
        detector.prepare(&scene.bodies).unwrap();
        let mut found = Findings::default();
        detector.detect(&frame, &scene.query(), &mut found).unwrap();
        if found.work.count("volume-tests") == 0 {
            continue; // Their boxes are apart.
        }
        let poses = [frame.poses()[0], frame.poses()[1]];
        let tests = descent(models, &poses, VolumeChoice::Adaptive);
        let count = |holds: &dyn Fn(&NodeTest) -> bool| {
            tests.iter().filter(|test| holds(test)).count() as u64
        };
        assert_eq!(
            count(&|t| t.volumes.is_some()),
            found.work.count("volume-tests")
        );
        let ends = count(&|t| t.outcome == TestOutcome::Leaves);
        assert_eq!(ends, found.work.count("leaf-pairs"));
        for (at, test) in tests.iter().enumerate() {
            assert!(test.parent.map_or(at == 0, |parent| parent < at));
            let Some(parent) = test.parent.map(|parent| tests[parent]) else {
                continue;
            };
            let TestOutcome::Descended(body) = parent.outcome else {
                panic!("children of {parent:?}");
            };
            assert_ne!(test.nodes[body], parent.nodes[body]);
            assert_eq!(test.nodes[1 - body], parent.nodes[1 - body]);
            let is_sibling = |other: &NodeTest| other.parent == tests[at].parent;
            let mut siblings = tests.iter().filter(|other| is_sibling(other));
            if test.outcome == TestOutcome::Frozen {
                assert!(siblings.any(|other| other.outcome == TestOutcome::Apart));
            }
        }
        (near, leaves) = (near + 1, leaves + ends);
    }
    assert!(near > 10 && leaves > 10, "{near} frames, {leaves} leaves");
}

fn block(size: [f64; 3], x: f64) -> CsgTree {
    CsgTree::leaf_at(Primitive::Box { size }, Pose::at(Vec3::X * x)).unwrap()
}

/// Returns the outcomes for two trees as they are, by spheres.
fn outcomes(a: CsgTree, b: CsgTree) -> Vec<TestOutcome> {
    let models = [a, b].map(|tree| HybridModel::of_solid(Arc::new(CsgSolid::new(tree).unwrap())));
    let poses = [Pose::IDENTITY; 2];
    let tests = descent([&models[0], &models[1]], &poses, VolumeChoice::Sphere);
    tests.iter().map(|test| test.outcome).collect()
}

#[test]
fn the_trace_names_why_a_node_is_not_entered() {
    // The sphere of a thin slab reaches farther along x than that of the cube it was cut from.
    let slab = block([1.0, 2.0, 2.0], 1.4).intersection(block([2.0; 3], 0.0));
    let expected = [
        TestOutcome::Descended(0),
        TestOutcome::Frozen,
        TestOutcome::Apart,
    ];
    assert_eq!(outcomes(slab, block([0.1; 3], 2.2)), expected);
    // All faces of the inner block have vanished.
    let inner = block([4.0; 3], 0.0).union(block([1.0; 3], 0.0));
    let expected = [
        TestOutcome::Descended(0),
        TestOutcome::Leaves,
        TestOutcome::WithoutFaces,
    ];
    assert_eq!(outcomes(inner, block([0.1; 3], 0.0)), expected);
}
