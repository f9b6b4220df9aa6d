use super::*;
use collision::Shape;
use geometry::csg::{CsgNode, CsgOperation};

/// Returns the number of frames in which the surfaces meet.
fn contacts(scene: &Scene) -> usize {
    let [a, b] = [0, 1].map(|i| Surface::new(scene.bodies[i].mesh()));
    let frames = scene.frames.iter();
    let meets = |frame: &&SceneFrame| a.meets(&frame.poses[0], &b, &frame.poses[1]);
    frames.filter(meets).count()
}

fn cell(pair: CncPair, frames: u32, seed: u64) -> Scene {
    cnc_cell(&CncCell { pair, frames, seed }).unwrap()
}

#[test]
fn contacts_are_those_of_the_paper() {
    let counts = CncPair::ALL.map(|pair| contacts(&cell(pair, STEPS, 1995)));
    assert_eq!(counts, [323, 360, 320, 186, 162, 356, 279]);
}

#[test]
fn fewer_frames_and_other_seeds_have_their_share_of_contacts() {
    for (pair, frames, seed) in [
        (CncPair::HandFixture, 100, 1995),
        (CncPair::PanelHand, 10, 7),
        (CncPair::ProbeTool, 200, 8),
        (CncPair::WorkpieceProbe, 300, 9),
    ] {
        let found = contacts(&cell(pair, frames, seed)) as f64;
        let expected = f64::from(pair.contacts() * frames) / 1000.0;
        assert!(
            (found - expected).abs() <= 0.5 + 0.02 * expected,
            "{pair:?}: {found}"
        );
    }
}

#[test]
fn the_visitor_moves_smoothly_and_turns() {
    for pair in CncPair::ALL {
        let scene = cell(pair, STEPS, 1995);
        let poses: Vec<Pose> = scene
            .frames
            .iter()
            .map(|f| f.poses[pair.moving()])
            .collect();
        for (i, step) in poses.windows(2).enumerate() {
            let way = step[0].translation.distance(step[1].translation);
            assert!(way < 0.3, "{pair:?}, frame {i}: {way}");
            assert!(
                step[0].rotation.dot(step[1].rotation).abs() > 0.995,
                "{pair:?}, frame {i}"
            );
        }
        let turned = poses
            .iter()
            .any(|p| p.rotation.dot(poses[0].rotation).abs() < 0.9);
        assert!(turned, "{pair:?}");
        let mut starts = 0;
        let [a, b] = [0, 1].map(|i| Surface::new(scene.bodies[i].mesh()));
        let mut met = false;
        for frame in &scene.frames {
            let meets = a.meets(&frame.poses[0], &b, &frame.poses[1]);
            starts += u32::from(meets && !met);
            met = meets;
        }
        assert!(starts >= 5, "{pair:?}: {starts} contacts");
    }
}

#[test]
fn a_drilled_plate_is_met_in_three_of_ten_frames() {
    for primitives in [2, 30] {
        let scene = csg_drilled(primitives, 200, 1995).unwrap();
        let Shape::Csg(solid) = &scene.bodies[0].shape else {
            panic!("no CSG body");
        };
        assert_eq!(solid.tree().leaves().len(), primitives as usize);
        let found = contacts(&scene);
        assert!((59..=61).contains(&found), "{found}");
    }
}

#[test]
fn a_die_is_met_in_three_of_ten_frames() {
    let scene = csg_crossed(200, 1995).unwrap();
    let intersections = scene.bodies.iter().map(|body| {
        let Shape::Csg(solid) = &body.shape else {
            panic!("no CSG body");
        };
        let nodes = solid.tree().nodes().iter();
        let of = |node: &&CsgNode| matches!(node, CsgNode::Branch { operation, .. } if *operation == CsgOperation::Intersection);
        nodes.filter(of).count()
    });
    assert_eq!(intersections.collect::<Vec<_>>(), [1, 2]);
    let found = contacts(&scene);
    assert!((59..=61).contains(&found), "{found}");
}
