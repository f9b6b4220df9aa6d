//! Every pairwise detector finds the same behind every broad phase.
#![cfg(all(feature = "convex", feature = "bsp-tree", feature = "sphere-tree"))]

use broad_phase::{AllPairs, NoCulling, SortAndSweep};
use bsp_tree::BspTree;
use collision::{BroadPhase, Detector, Findings, NarrowPhase, Pairwise};
use convex::SeparatingPlane;
use scenes::Scene;
use sphere_tree::SphereTreeOctreeOptions;

/// What a fresh detector finds in all frames; `None` if it refuses the bodies. The last frames
/// have no first body, so that a broad phase also loses one.
fn findings(mut detector: impl Detector, scene: &Scene) -> Option<Vec<Findings>> {
    detector.prepare(&scene.bodies).ok()?;
    let mut all = Vec::new();
    for round in 0..2 {
        for i in 0..scene.frames.len() {
            let mut found = Findings::default();
            let detected = detector.detect(&scene.frame(i), &scene.query(), &mut found);
            detected.expect("a scene's frames fit its bodies");
            all.push(found);
        }
        if round == 0 {
            assert!(detector.remove(collision::BodyId(0)));
        }
    }
    Some(all)
}

fn agree<B: BroadPhase, N: NarrowPhase>(make: impl Fn() -> Pairwise<B, N>)
where
    Pairwise<B, N>: Detector,
{
    let mut bodies = 0;
    for scene in scenes::shared::shared_scenes() {
        let all_pairs = make().with_broad_phase(AllPairs::default());
        let Some(expected) = findings(all_pairs, &scene) else {
            continue;
        };
        let swept = make().with_broad_phase(SortAndSweep::default());
        let boxed: Box<dyn BroadPhase> = Box::new(NoCulling::default());
        let others = [
            ("sort and sweep", findings(swept, &scene)),
            (
                "no culling",
                findings(make().with_broad_phase(boxed), &scene),
            ),
        ];
        for (name, found) in others {
            let found = found.expect("it was accepted before");
            for (i, (found, expected)) in found.iter().zip(&expected).enumerate() {
                let place = format!("{name}, frame {i} of `{}`", scene.name);
                assert_eq!(found.contacts, expected.contacts, "{place}");
                assert_eq!(found.bodies, expected.bodies, "{place}");
                assert_eq!(found.undecided, expected.undecided, "{place}");
                bodies += found.bodies.len();
            }
        }
    }
    assert!(bodies > 0);
}

#[test]
fn separating_plane() {
    agree(SeparatingPlane::published);
}

#[test]
fn bsp_tree() {
    agree(BspTree::published);
    agree(BspTree::culled);
}

#[test]
fn sphere_tree() {
    agree(|| SphereTreeOctreeOptions::default().detector());
}
