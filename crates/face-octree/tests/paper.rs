//! Statements of Smith95 that work counts can check, without a clock.

use collision::{Detector, Findings, Work};
use face_octree::{Checklist, FaceOctree, FaceOctreeOptions, FaceTest, OctreeUpdate};
use geometry::Aabb;
use scenes::Scene;

fn scene(text: &str) -> Scene {
    text.parse::<scenes::Generator>()
        .unwrap()
        .generate()
        .unwrap()
}

/// Returns the work of each frame.
fn work(mut detector: impl Detector, scene: &Scene) -> Vec<Work> {
    detector.prepare(&scene.bodies).unwrap();
    let mut found = Findings::default();
    let mut work_of = |index| {
        detector
            .detect(&scene.frame(index), &scene.query(), &mut found)
            .unwrap();
        found.work.clone()
    };
    (0..scene.frames.len()).map(&mut work_of).collect()
}

/// §2.3: the exact test of a face against a box "reduces the number of edge-face pairs even more"
/// than the face's box.
#[test]
fn the_exact_face_test_lets_fewer_pairs_through_than_the_box() {
    let scene = scene("two-spheres:faces=960,seed=1995");
    let last = |face_test| {
        let options = FaceOctreeOptions {
            face_test,
            checklist: Checklist::All,
            ..FaceOctreeOptions::default()
        };
        work(FaceOctree::with_options(options), &scene)
            .pop()
            .unwrap()
    };
    let (clip, axes, boxes) = (
        last(FaceTest::Clip),
        last(FaceTest::Sat),
        last(FaceTest::Box),
    );
    assert_eq!(
        (clip.count("pairs-met"), clip.count("listed")),
        (axes.count("pairs-met"), axes.count("listed")),
        "both are exact"
    );
    assert!(
        clip.count("listed") < boxes.count("listed"),
        "{clip:?} {boxes:?}"
    );
    // The paper's pairs are unique, and reach the exact test if their boxes overlap.
    for fewer in ["pairs-met", "listed-pairs", "face-pair-tests"] {
        assert!(
            clip.count(fewer) < boxes.count(fewer),
            "{fewer}: {clip:?} {boxes:?}"
        );
    }
}

/// §3.5, §3.6: a pair is listed once, then its boxes are compared. Comparing them first (D7) passes
/// the same pairs on.
#[test]
fn boxes_before_or_after_the_checklist_leave_the_same_pairs() {
    let scene = scene("four-bodies:seed=1995");
    let work_of = |checklist| {
        let options = FaceOctreeOptions {
            checklist,
            ..FaceOctreeOptions::default()
        };
        work(FaceOctree::with_options(options), &scene)
    };
    let (all, overlapping) = (work_of(Checklist::All), work_of(Checklist::Overlapping));
    let mut repeated = 0;
    for (all, overlapping) in all.iter().zip(&overlapping) {
        for same in ["pairs-met", "voxels", "face-pair-tests"] {
            assert_eq!(all.count(same), overlapping.count(same), "{same}");
        }
        assert_eq!(all.count("listed-pairs"), all.count("face-box-tests"));
        assert_eq!(
            overlapping.count("listed-pairs"),
            overlapping.count("face-pair-tests")
        );
        assert!(all.count("listed-pairs") >= overlapping.count("listed-pairs"));
        repeated += overlapping.count("face-box-tests") - all.count("face-box-tests");
    }
    assert!(repeated > 0, "pairs share several voxels");
}

/// §4: "In all experiments described in this section, face octrees were built to resolution level
/// 6", those of octree update (§4.3.2) among them.
#[test]
fn octree_update_as_published_has_level_6() {
    let scene = scene("four-bodies:seed=1995");
    let mut update = OctreeUpdate::published();
    update.prepare(&scene.bodies).unwrap();
    for (octree, body) in update.octrees().iter().zip(&scene.bodies) {
        let side = octree.root().size().x / 64.0;
        let is_voxel = |size: f64| (size - side).abs() < 1e-12;
        assert!(octree.nodes().iter().all(|n| is_voxel(n.cube.size().x)));
        assert!(octree.nodes().len() > body.mesh().face_count());
    }
}

/// §3.4: "the previous stage eliminates most faces as not interfering" (§3.5); §5: little is done
/// when no boxes overlap.
#[test]
fn most_faces_end_at_the_overlap_regions() {
    let scene = scene("two-spheres:faces=960,seed=1995");
    let frames = work(FaceOctree::published(), &scene);
    let (first, last) = (frames.first().unwrap(), frames.last().unwrap());
    assert_eq!(
        (first.count("overlap-regions"), first.count("region-tests")),
        (0, 0),
        "boxes are apart at first"
    );
    assert_eq!(last.count("overlap-regions"), 1);
    assert!(
        2 * last.count("listed") < last.count("region-tests"),
        "{last:?}"
    );
}

/// §4.3.2: with whole face lists of nodes instead of faces, far more pairs are enumerated.
#[test]
fn octree_update_enumerates_more_pairs_and_finds_the_same() {
    let scene = scene("four-bodies:seed=1995");
    let last = |detector: &mut dyn Detector| {
        detector.prepare(&scene.bodies).unwrap();
        let mut found = Findings::default();
        detector
            .detect(
                &scene.frame(scene.frames.len() - 1),
                &scene.query(),
                &mut found,
            )
            .unwrap();
        found
    };
    let (octree, update) = (
        last(&mut FaceOctree::published()),
        last(&mut OctreeUpdate::published()),
    );
    assert!(!octree.contacts.is_empty());
    assert_eq!(octree.contacts, update.contacts);
    assert!(
        octree.work.count("pairs-met") < update.work.count("pairs-met"),
        "{octree:?} {update:?}"
    );
}

/// D4: a body that leaves the world cube is found all the same, and the report says so.
#[test]
fn a_body_outside_the_world_cube_is_not_missed() {
    let scene = scene("two-spheres:faces=168,seed=1995");
    let last = scene.frames.len() - 1;
    let mut found = Findings::default();
    let mut octree = FaceOctree::published();
    octree.prepare(&scene.bodies).unwrap();
    octree
        .detect(&scene.frame(last), &scene.query(), &mut found)
        .unwrap();
    let (inside, grown) = (found.contacts.clone(), found.work.count("world-cube-grown"));
    assert!(!inside.is_empty() && grown == 0);
    let far = geometry::Aabb::new(geometry::Vec3::splat(90.0), geometry::Vec3::splat(91.0));
    let frame = scene.frame(last);
    let query = collision::Query::default().with_world(Some(far));
    octree.detect(&frame, &query, &mut found).unwrap();
    assert_eq!(
        (found.contacts, found.work.count("world-cube-grown")),
        (inside, 1)
    );
}

#[test]
fn the_split_cubes_are_those_that_are_counted() {
    let scene = scene("two-spheres:faces=528,seed=1995");
    let mut keeping = FaceOctree::published().keeping_split_cubes();
    let mut plain = FaceOctree::published();
    for detector in [&mut keeping, &mut plain] {
        detector.prepare(&scene.bodies).unwrap();
    }
    let (mut kept, mut found) = (Findings::default(), Findings::default());
    let mut counts = Vec::new();
    for i in [0, scene.frames.len() - 1, 0] {
        let frame = scene.frame(i);
        // On two threads cubes are listed on one.
        let query = scene
            .query()
            .with_workers(std::num::NonZeroUsize::new(2).unwrap());
        keeping.detect(&frame, &query, &mut kept).unwrap();
        plain.detect(&frame, &scene.query(), &mut found).unwrap();
        assert_eq!(kept, found);
        let cubes = keeping.split_cubes();
        assert_eq!(cubes.len() as u64, found.work.count("cubes-split"));
        assert!(plain.split_cubes().is_empty());
        counts.push(cubes.len());
        let Some((root, others)) = cubes.split_first() else {
            continue;
        };
        assert!(others.iter().all(|cube| root.contains_box(cube)));
        let halved = |cube: &Aabb, parent: &Aabb| parent.octants().contains(cube);
        let has_parent = |cube: &Aabb| cubes.iter().any(|parent| halved(cube, parent));
        assert!(others.iter().all(has_parent));
    }
    assert!(
        counts[0] == 0 && counts[1] > 8 && counts[2] == 0,
        "{counts:?}"
    );
}
