//! A first contact takes less than a tenth of the tests of all contacts.
#![cfg(all(
    feature = "face-octree",
    feature = "bsp-tree",
    feature = "sphere-tree",
    feature = "parry"
))]

use catalog::{Body, Findings, Frame, Options, Pose, Query, Vec3};
use std::sync::Arc;

/// Number of boxes, nodes and faces that are tested in one frame.
fn tests(found: &Findings) -> u64 {
    let counts = found.work.entries();
    counts
        .filter(|(name, _)| name.ends_with("tests"))
        .map(|(_, n)| n)
        .sum()
}

#[test]
fn a_first_contact_takes_less_than_a_tenth_of_the_tests_of_all() {
    let sphere = Arc::new(scenes::bodies::sphere(3968).unwrap());
    let bodies = [Body::rigid("a", sphere.clone()), Body::rigid("b", sphere)];
    let poses = [Pose::IDENTITY, Pose::at(Vec3::new(0.9, 0.1, 0.05))];
    let frame = Frame::new(&poses).unwrap();
    let names = [
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
        "parry3d",
    ];
    for name in names {
        let mut detector = catalog::build(name, &Options::none()).unwrap();
        detector.prepare(&bodies).unwrap();
        let mut count = |query: Query<'_>| {
            let mut found = Findings::default();
            detector.detect(&frame, &query, &mut found).unwrap();
            (tests(&found), found.contacts.len())
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
}
