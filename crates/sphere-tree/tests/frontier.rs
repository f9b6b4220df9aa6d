//! Searches that start at the frontier of the previous frame (D12).

use crate::common::covering;
use collision::{Budget, Detail, Detector, Findings, Known, Work};
use scenes::Scene;
use sphere_tree::Start;

fn scene(text: &str) -> Scene {
    let generator: scenes::Generator = text.parse().unwrap();
    generator.generate().unwrap()
}

/// The findings of each frame in the given order, and the work of all.
fn run(start: Start, scene: &Scene, frames: &[usize], budget: Budget) -> (Vec<Findings>, Work) {
    let mut detector = covering(2).with_start(start).detector();
    detector.prepare(&scene.bodies).unwrap();
    let (mut all, mut work) = (Vec::new(), Work::default());
    for frame in frames {
        let mut found = Findings::default();
        let query = scene.query().with_budget(budget);
        detector
            .detect(&scene.frame(*frame), &query, &mut found)
            .unwrap();
        work += &found.work;
        all.push(found);
    }
    (all, work)
}

/// Two rings of 1152 faces, one of which passes through the other and turns.
fn coherent(count: u32) -> Scene {
    use geometry::{Pose, Quat, Vec3};
    let ring = std::sync::Arc::new(scenes::bodies::torus(1.0, 0.25, 36, 16));
    let bodies = [0, 1].map(|_| collision::Body::rigid("ring", ring.clone()));
    let frame = |i: u32| {
        let t = f64::from(i) / f64::from(count);
        let axis = Vec3::new(0.6, 0.8 * t, 1.0).normalize();
        let turn = Quat::from_axis_angle(axis, 3.0 * t);
        let at = Vec3::new(2.6 - 2.4 * t, 0.3, 0.4 * t);
        scenes::SceneFrame::rigid(vec![Pose::IDENTITY, Pose::new(at, turn)])
    };
    Scene::new("rings", bodies.to_vec(), (0..count).map(frame).collect()).unwrap()
}

/// A search for one contact stops with most pairs of spheres unrefined. They belong to the
/// frontier.
#[test]
fn a_search_for_one_contact_leaves_a_complete_frontier() {
    let rings = coherent(60);
    let mut from_root = covering(2).detector();
    let mut from_frontier = covering(2).with_start(Start::Frontier).detector();
    from_root.prepare(&rings.bodies).unwrap();
    from_frontier.prepare(&rings.bodies).unwrap();
    let (mut root, mut frontier) = (Findings::default(), Findings::default());
    let mut hits = 0;
    for frame in 0..rings.frames.len() {
        let [first, all] = [Detail::FirstContact, Detail::AllContacts]
            .map(|detail| rings.query().with_detail(detail));
        let query = if frame % 3 == 2 { all } else { first };
        let now = rings.frame(frame);
        from_root.detect(&now, &all, &mut root).unwrap();
        from_frontier.detect(&now, &query, &mut frontier).unwrap();
        if frame % 3 == 2 {
            assert_eq!(root.contacts, frontier.contacts, "frame {frame}");
        } else {
            assert_eq!(
                frontier.contacts.len(),
                usize::from(!root.contacts.is_empty())
            );
            let found = frontier.contacts.iter().all(|c| root.contacts.contains(c));
            assert!(found, "frame {frame}");
        }
        hits += usize::from(!root.contacts.is_empty());
    }
    assert!((10..60).contains(&hits), "{hits}");
}

#[test]
fn contacts_and_certificates_are_those_from_the_roots() {
    let rings = coherent(200);
    let count = rings.frames.len();
    // There, back, in jumps, and standing still.
    let mut frames: Vec<usize> = (0..count).chain((0..count).rev().step_by(3)).collect();
    frames.extend((0..count).map(|i| i * 77 % count));
    frames.extend([count - 1; 3]);
    let (from_root, _) = run(Start::Root, &rings, &frames, Budget::Unlimited);
    let (from_frontier, _) = run(Start::Frontier, &rings, &frames, Budget::Unlimited);
    for (i, (root, frontier)) in from_root.iter().zip(&from_frontier).enumerate() {
        assert_eq!(root.contacts, frontier.contacts, "frame {i}");
        let known = |found: &Findings| -> Vec<Known> {
            found
                .evidence
                .certificates
                .iter()
                .map(|c| c.known)
                .collect()
        };
        assert_eq!(known(root), known(frontier), "frame {i}");
        for certificate in &frontier.evidence.certificates {
            let reported = frontier.evidence.spheres_of(certificate).iter();
            let mut spheres: Vec<[u32; 2]> = reported.map(|s| s.spheres).collect();
            spheres.sort_unstable();
            let once = spheres.is_sorted_by(|s, t| s < t);
            assert!(once, "frame {i}: a pair comes twice");
        }
    }
    assert!(
        from_root
            .iter()
            .filter(|found| !found.contacts.is_empty())
            .count()
            > 50
    );
}

#[test]
fn a_coherent_motion_takes_fewer_sphere_tests() {
    let rings = coherent(1000);
    let frames: Vec<usize> = (0..rings.frames.len()).skip(400).take(200).collect();
    let (_, root) = run(Start::Root, &rings, &frames, Budget::Unlimited);
    let (_, frontier) = run(Start::Frontier, &rings, &frames, Budget::Unlimited);
    assert!(
        2 * frontier.count("sphere-tests") < root.count("sphere-tests"),
        "{frontier:?} {root:?}"
    );
    // Most of what was apart is not even moved.
    assert!(frontier.count("refinement-steps") < root.count("refinement-steps"));
}

/// Under a small budget a search from the roots ends at the same level in every frame. A search
/// from the frontier continues.
#[test]
fn a_small_budget_reaches_deeper_from_a_frontier() {
    let scene = scene("two-spheres:faces=528,seed=1995");
    let last = scene.frames.len() - 1;
    let levels = |start| {
        let (found, _) = run(start, &scene, &[last; 6], Budget::Steps(2));
        found
            .iter()
            .map(|f| f.evidence.certificates[0].level)
            .collect::<Vec<_>>()
    };
    let (root, frontier) = (levels(Start::Root), levels(Start::Frontier));
    assert!(root.iter().all(|level| *level == 2));
    assert!(frontier.is_sorted() && frontier[5] > 2);
}

/// Without any budget, the spheres of the best bound are tested again, and a large frontier waits
/// until the budget allows it.
#[test]
fn a_frontier_waits_for_a_budget() {
    let rings = coherent(40);
    let at = 30;
    let mut detector = covering(2).with_start(Start::Frontier).detector();
    detector.prepare(&rings.bodies).unwrap();
    let mut run = |frame: usize, budget: u64| {
        let mut found = Findings::default();
        let query = rings.query().with_budget(Budget::Steps(budget));
        detector
            .detect(&rings.frame(frame), &query, &mut found)
            .unwrap();
        let certificate = found.evidence.certificates[0];
        assert!(
            !found.evidence.spheres_of(&certificate).is_empty() && certificate.centers.is_some()
        );
        (certificate.known, found.work)
    };
    let (from_roots, _) = run(at, 0);
    let (best, _) = run(at, 3);
    assert!(matches!(from_roots, Known::Undecided { .. }));
    assert_eq!(best, Known::Interfering);
    for _ in 0..3 {
        let (known, work) = run(at, 0);
        assert_eq!(known, best);
        // The roots, the spheres that gave the bound, and those that lie in both solids.
        assert!(work.count("sphere-tests") <= 3, "{work:?}");
    }
    // It has moved on meanwhile, and the next search finds all that there is.
    run(at - 1, 0);
    let mut all = Findings::default();
    detector
        .detect(&rings.frame(at + 1), &rings.query(), &mut all)
        .unwrap();
    let (from_root, _) = self::run(Start::Root, &rings, &[at + 1], Budget::Unlimited);
    assert!(!all.contacts.is_empty());
    assert_eq!(all.contacts, from_root[0].contacts);
}

/// After a jump the remembered spheres no longer collide, and the search begins at the roots. Its
/// certificates are as good as without a frontier.
#[test]
fn a_jump_is_searched_from_the_roots() {
    let rings = coherent(40);
    let width = |known| match known {
        Known::Undecided { bound } => bound,
        Known::Apart | Known::Interfering => -1.0,
    };
    let known = |start, frames: &[(usize, u64)]| {
        let mut detector = covering(2).with_start(start).detector();
        detector.prepare(&rings.bodies).unwrap();
        let mut found = Findings::default();
        for (frame, steps) in frames {
            let query = rings.query().with_budget(Budget::Steps(*steps));
            detector
                .detect(&rings.frame(*frame), &query, &mut found)
                .unwrap();
        }
        found
            .evidence
            .certificates
            .first()
            .map_or(-1.0, |c| width(c.known))
    };
    let mut undecided = 0;
    for from in (2..40).step_by(3) {
        for to in (2..40).step_by(5) {
            let root = known(Start::Root, &[(to, 0)]);
            let frontier = known(Start::Frontier, &[(from, 4), (to, 0)]);
            assert!(frontier <= root, "{from} to {to}: {frontier} after {root}");
            undecided += u32::from(root > 0.0);
        }
    }
    assert!(undecided > 50, "{undecided}");
}
