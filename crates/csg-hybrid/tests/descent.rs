//! The trace of a descent against the work counts of the detector.

use collision::{Detector, Findings, Shape};
use csg_hybrid::{CsgHybrid, HybridModel, NodeTest, TestOutcome, VolumeChoice, descent};
use scenes::motions::{CncCell, CncPair, cnc_cell};

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
    let (mut near, mut leaves) = (0, 0);
    for i in 0..scene.frames.len() {
        let frame = scene.frame(i);
        let mut detector = CsgHybrid::verified();
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
