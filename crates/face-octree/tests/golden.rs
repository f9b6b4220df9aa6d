//! Work counts per scene, so that a change of behavior shows in the diff.

use face_octree::{
    Checklist, FaceOctree, FaceOctreeOptions, OctreeUpdate, SweptFaceOctree, SweptMode,
    SweptOptions, TunedFaceOctree,
};
use insta::assert_snapshot;
use oracle::golden::counts_on as counts;

const TWO_SPHERES: &str = "two-spheres:faces=528,seed=1995";
const FOUR_BODIES: &str = "four-bodies:seed=1995";

#[test]
fn face_octree() {
    assert_snapshot!(
        "published, two spheres",
        counts(TWO_SPHERES, FaceOctree::published())
    );
    assert_snapshot!(
        "published, four bodies",
        counts(FOUR_BODIES, FaceOctree::published())
    );
    let all_pairs = FaceOctreeOptions {
        checklist: Checklist::All,
        ..FaceOctreeOptions::default()
    };
    assert_snapshot!(
        "published, all pairs, two spheres",
        counts(TWO_SPHERES, FaceOctree::with_options(all_pairs))
    );
}

#[test]
fn face_octree_tuned() {
    assert_snapshot!(
        "tuned, two spheres",
        counts(TWO_SPHERES, TunedFaceOctree::new())
    );
    assert_snapshot!(
        "tuned, four bodies",
        counts(FOUR_BODIES, TunedFaceOctree::new())
    );
}

#[test]
fn octree_update() {
    assert_snapshot!(
        "update, two spheres",
        counts(TWO_SPHERES, OctreeUpdate::published())
    );
    assert_snapshot!(
        "update, four bodies",
        counts(FOUR_BODIES, OctreeUpdate::published())
    );
}

#[test]
fn face_octree_swept() {
    let counts_in = |mode| {
        let options = SweptOptions {
            mode,
            ..SweptOptions::default()
        };
        let detector = SweptFaceOctree::with_options(options);
        counts("approaching-spheres:faces=528,seed=1995", detector)
    };
    assert_snapshot!("swept, approaching spheres", counts_in(SweptMode::Swept));
    assert_snapshot!(
        "rotation, approaching spheres",
        counts_in(SweptMode::Rotation)
    );
}
