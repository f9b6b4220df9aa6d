//! The claim of each detector, on every shared scene.

use collision::Detector;
use face_octree::TunedFaceOctree;
use face_octree::{
    Checklist, FaceOctree, FaceOctreeOptions, FaceTest, OctreeUpdate, OctreeUpdateOptions,
};
use face_octree::{Distribution, ParallelOptions, SweptFaceOctree, SweptMode, SweptOptions};

fn conforms(make: impl Fn() -> Box<dyn Detector>) {
    oracle::conformance::check(make, &scenes::shared::shared_scenes());
}

#[test]
fn face_octree_as_published() {
    conforms(|| Box::new(FaceOctree::published()));
}

#[test]
fn face_octree_with_another_face_test_level_checklist_and_broad_phase() {
    for (face_test, level, checklist) in [
        (FaceTest::Sat, 0, Checklist::Overlapping),
        (FaceTest::Box, 3, Checklist::All),
    ] {
        conforms(|| {
            let octree = FaceOctree::with_options(FaceOctreeOptions {
                level,
                face_test,
                checklist,
            });
            Box::new(octree.with_broad_phase(Box::<broad_phase::SortAndSweep>::default()))
        });
    }
}

#[test]
fn face_octree_tuned() {
    conforms(|| Box::new(TunedFaceOctree::new()));
}

/// With coarse octrees, because `check` prepares each scene many times. Level 6 is tested on one
/// scene, below, and in `paper.rs`.
#[test]
fn octree_update_of_level_3() {
    let options = OctreeUpdateOptions {
        local_level: 3,
        ..OctreeUpdateOptions::default()
    };
    conforms(|| Box::new(OctreeUpdate::with_options(options)));
}

#[test]
fn octree_update_as_published() {
    // Two cubes that share a part of a face. Each has 12 faces, and some 24,000 black nodes.
    let scene = scenes::shared::convex_scenes().swap_remove(7);
    oracle::conformance::check(|| Box::new(OctreeUpdate::published()), &[scene]);
}

#[test]
fn face_octree_of_swept_faces() {
    for mode in [SweptMode::Published, SweptMode::Swept, SweptMode::Rotation] {
        let options = SweptOptions {
            mode,
            ..SweptOptions::default()
        };
        conforms(|| Box::new(SweptFaceOctree::with_options(options)));
    }
}

/// The distributions of the paper. With stealing, it is the swept face octree as published, above.
#[test]
fn face_octree_parallel() {
    for distribution in [Distribution::Static, Distribution::Dynamic] {
        let options = ParallelOptions {
            distribution,
            ..ParallelOptions::default()
        };
        conforms(|| Box::new(SweptFaceOctree::parallel(options)));
    }
}
