//! Every pairwise detector finds the same behind every broad phase.
#![cfg(all(feature = "convex", feature = "bsp-tree", feature = "sphere-tree"))]

use baselines::{KDopTree, ObbTree};
use broad_phase::{AllPairs, BroadPhaseKind};
use bsp_tree::BspTree;
use collision::{
    BodyId, BodyPair, BroadPhase, Detector, Findings, NarrowPhase, PairChanges, Pairwise,
    RecomputedPairs, Work,
};
use convex::{ICollide, SeparatingPlane};
use geometry::Aabb;
use scenes::Scene;
use sphere_tree::{BuildOptions, SphereTreeOctreeOptions};

/// Findings of a fresh detector in all frames; `None` if it refuses the bodies. The last frames
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
            assert!(detector.remove(BodyId(0)));
        }
    }
    Some(all)
}

/// Returns the first frame in which the findings behind a broad phase differ from those behind
/// all pairs: those that are expected in each scene, if its bodies are accepted.
fn difference<B: BroadPhase, N: NarrowPhase>(
    make: impl Fn() -> Pairwise<B, N>,
    broad_phase: impl Fn() -> Box<dyn BroadPhase>,
    expected: &[(Scene, Option<Vec<Findings>>)],
) -> Option<String>
where
    Pairwise<B, N>: Detector,
{
    let mut bodies = 0;
    for (scene, expected) in expected {
        let Some(expected) = expected else {
            continue;
        };
        let found = findings(make().with_broad_phase(broad_phase()), scene);
        let found = found.expect("it was accepted before");
        assert_eq!(found.len(), expected.len());
        for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
            if found.contacts != expected.contacts
                || found.bodies != expected.bodies
                || found.undecided != expected.undecided
            {
                return Some(format!("frame {i} of `{}`: {found:?}", scene.name));
            }
            bodies += found.bodies.len();
        }
    }
    assert!(bodies > 0);
    None
}

fn agree<B: BroadPhase, N: NarrowPhase>(make: impl Fn() -> Pairwise<B, N>)
where
    Pairwise<B, N>: Detector,
{
    let scenes = scenes::shared::shared_scenes().into_iter();
    let behind_all_pairs = scenes.map(|scene| {
        let all_pairs = make().with_broad_phase(AllPairs::default());
        let expected = findings(all_pairs, &scene);
        (scene, expected)
    });
    let expected: Vec<_> = behind_all_pairs.collect();
    for kind in BroadPhaseKind::ALL {
        let difference = difference(&make, || kind.build(), &expected);
        assert_eq!(difference, None, "{kind:?}");
    }
    let forgetful = || -> Box<dyn BroadPhase> { Box::new(Forgetful::default()) };
    let lost = difference(&make, forgetful, &expected);
    assert!(lost.is_some(), "a lost pair");
}

/// All pairs but the first.
#[derive(Debug, Default)]
struct Forgetful {
    all: AllPairs,
    pairs: RecomputedPairs,
}

impl BroadPhase for Forgetful {
    fn update(&mut self, boxes: &[Aabb], work: &mut Work) {
        self.all.update(boxes, work);
        let others = self.all.pairs().iter().skip(1);
        self.pairs.update(|pairs| pairs.extend(others));
    }

    fn pairs(&self) -> &[BodyPair] {
        self.pairs.pairs()
    }

    fn changes(&self) -> &PairChanges {
        self.pairs.changes()
    }

    fn clear(&mut self) {
        *self = Forgetful::default();
    }
}

#[test]
fn separating_plane() {
    agree(SeparatingPlane::published);
}

#[test]
fn i_collide() {
    agree(ICollide::new);
}

#[test]
fn bsp_tree() {
    agree(BspTree::published);
    agree(BspTree::culled);
}

#[test]
fn sphere_tree() {
    // Shallow trees: a broad phase has only their roots.
    let mut shallow = BuildOptions::octree();
    shallow.depth = 2;
    agree(|| SphereTreeOctreeOptions::default().with_trees(shallow.clone()));
}

#[test]
fn obb_tree() {
    agree(ObbTree::new);
}

#[test]
fn k_dop_tree() {
    agree(KDopTree::published);
}

/// The option of each such detector is the broad phase that its type can have.
#[test]
fn every_pairwise_detector_has_the_option() {
    let pairwise = catalog::entries()
        .iter()
        .filter(|entry| entry.is_pairwise());
    let names: Vec<_> = pairwise.clone().map(|entry| entry.name).collect();
    let expected = [
        "separating-plane",
        "i-collide",
        "sphere-tree",
        "sphere-tree-octree",
        "bsp-tree",
        "csg-hybrid",
        "bvh",
        "obb-tree",
        "k-dop-tree",
    ];
    assert_eq!(names, expected);
    let scene = &scenes::shared::shared_scenes()[0];
    for entry in pairwise.filter(|entry| entry.name != "sphere-tree") {
        let work = |kind| {
            let options = catalog::Options::none().with("broad-phase", kind);
            let mut detector = entry.build(&options).unwrap();
            detector.prepare(&scene.bodies).unwrap();
            let mut found = Findings::default();
            for i in 0..scene.frames.len() {
                let mut one = Findings::default();
                let detected = detector.detect(&scene.frame(i), &scene.query(), &mut one);
                detected.unwrap();
                found.work += &one.work;
            }
            let counts = ["body-box-tests", "full-sorts", "body-tree-tests"];
            counts.map(|name| found.work.count(name) > 0)
        };
        assert_eq!(work("no-culling"), [false, false, false], "{}", entry.name);
        assert!(work("all-pairs")[0], "{}", entry.name);
        assert!(work("sweep-and-prune")[1], "{}", entry.name);
        assert!(work("aabb-tree")[2], "{}", entry.name);
    }
}
