//! The claim of each detector, on every shared scene.

use collision::Detector;
use face_octree::{Distribution, ParallelOptions, SweptFaceOctree, SweptMode, SweptOptions};
use face_octree::{FaceOctree, FaceOctreeOptions, FaceTest, OctreeUpdate, TunedFaceOctree};

fn conforms(make: impl Fn() -> Box<dyn Detector>) {
    oracle::conformance::check(make, &scenes::shared::shared_scenes());
}

#[test]
fn face_octree_as_published() {
    conforms(|| Box::new(FaceOctree::published()));
}

#[test]
fn face_octree_with_another_face_test_level_and_broad_phase() {
    for (face_test, level) in [(FaceTest::Sat, 0), (FaceTest::Box, 3)] {
        conforms(|| {
            let octree = FaceOctree::with_options(FaceOctreeOptions { level, face_test });
            Box::new(octree.with_broad_phase(Box::<broad_phase::SortAndSweep>::default()))
        });
    }
}

#[test]
fn face_octree_tuned() {
    conforms(|| Box::new(TunedFaceOctree::new()));
}

#[test]
fn octree_update() {
    conforms(|| Box::new(OctreeUpdate::new()));
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

#[test]
fn face_octree_parallel() {
    for distribution in [
        Distribution::Static,
        Distribution::Dynamic,
        Distribution::Stealing,
    ] {
        let options = ParallelOptions {
            distribution,
            ..ParallelOptions::default()
        };
        conforms(|| Box::new(SweptFaceOctree::parallel(options)));
    }
}
