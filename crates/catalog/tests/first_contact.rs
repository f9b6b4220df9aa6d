//! A first contact takes less than a tenth of the tests of all contacts.
//!
//! That holds for all tests together if a detector searches depth-first from the start.
//! `face-octree-swept` and `face-octree-parallel` stop in their last step only: before it, they
//! list the faces of each body near the other one, and as published the pairs of all voxels. For
//! these two, only the tests of pairs of faces are counted.
#![cfg(all(
    feature = "face-octree",
    feature = "bsp-tree",
    feature = "sphere-tree",
    feature = "csg-hybrid",
    feature = "bvh",
    feature = "parry"
))]

use catalog::{Body, Findings, Frame, Options, Pose, Query, Vec3};
use std::sync::Arc;

/// Returns the sum of the work counts of one frame whose names end so.
fn sum_of(found: &Findings, ending: &str) -> u64 {
    let counts = found.work.entries();
    counts
        .filter(|(name, _)| name.ends_with(ending))
        .map(|(_, n)| n)
        .sum()
}

/// Fails if the first contact of two spheres that overlap takes a tenth of the tests of all
/// contacts, or more. The tests are the work counts whose names end in `ending`.
#[track_caller]
fn saves_tests(name: &str, ending: &str) {
    let sphere = Arc::new(scenes::bodies::sphere(3968).unwrap());
    let bodies = [Body::rigid("a", sphere.clone()), Body::rigid("b", sphere)];
    let poses = [Pose::IDENTITY, Pose::at(Vec3::new(0.9, 0.1, 0.05))];
    let frame = Frame::new(&poses).unwrap();
    let mut detector = catalog::build(name, &Options::none()).unwrap();
    detector.prepare(&bodies).unwrap();
    let mut count = |query: Query<'_>| {
        let mut found = Findings::default();
        detector.detect(&frame, &query, &mut found).unwrap();
        (sum_of(&found, ending), found.contacts.len())
    };
    let (all, contacts) = count(Query::all_contacts());
    let (first, one) = count(Query::first_contact());
    assert!(
        contacts > 50 && one == 1,
        "{name}: {contacts} and {one} contacts"
    );
    assert!(
        10 * first < all,
        "{name}: {first} tests for the first of {all}"
    );
}

#[test]
fn a_first_contact_takes_less_than_a_tenth_of_the_tests_of_all() {
    for name in [
        "brute-force",
        "face-octree",
        "face-octree-tuned",
        "octree-update",
        "bsp-tree",
        "obb-tree",
        "k-dop-tree",
        "bvh",
        "sphere-tree",
        "sphere-tree-octree",
        "csg-hybrid",
        "parry3d",
    ] {
        saves_tests(name, "tests");
    }
}

#[test]
fn a_first_contact_of_swept_faces_takes_less_than_a_tenth_of_the_tests_of_pairs() {
    for name in ["face-octree-swept", "face-octree-parallel"] {
        saves_tests(name, "swept-pair-tests");
    }
}
