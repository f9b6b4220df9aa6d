//! The shrunk input of each bug, named after what was wrong.

use geometry::triangle_box::{meets_by_axes, meets_by_clipping};
use geometry::{Aabb, Triangle, Vec3, solid};

/// A corner just outside a side of the box, within the margin of the clipping: the edge to it
/// crosses the loosened side inside the face, but no part of the triangle reaches the box.
#[test]
fn clipping_took_an_edge_that_ends_before_the_side_for_a_hit() {
    let unit = Aabb::new(-Vec3::ONE, Vec3::ONE);
    let t = Triangle::new(
        Vec3::new(1.0 + 2f64.powi(-41), 0.0, 0.0),
        Vec3::new(1.0, 0.0, -57.660729369334184),
        Vec3::new(57.25479240067671, 0.0, 0.0),
    );
    let y = 2f64.powi(-60);
    let flat = Aabb::new(Vec3::new(-1.0, 0.0, -1.0), Vec3::new(1.0, 0.0, 1.0));
    let beside = Triangle::new(
        Vec3::new(0.0, y, 0.0),
        Vec3::new(4.0, 8.0, 0.0),
        Vec3::new(-4.0, y, 8.0),
    );
    for (t, b) in [(t, unit), (beside, flat)] {
        assert!(!meets_by_axes(&t, &b, &mut 0));
        assert!(!meets_by_clipping(&t, &b, &mut 0));
    }
}

/// A face that is a point in line with the asked point gave every far end away as degenerate:
/// the search never ended.
#[test]
fn a_face_shrunk_to_a_point_stopped_the_search_for_a_far_end() {
    let vertices = [
        Vec3::new(-1.0, -1.0, -1.0),
        Vec3::new(9.0, -1.0, -1.0),
        Vec3::new(-1.0, 9.0, -1.0),
        Vec3::new(-1.0, -1.0, 9.0),
        Vec3::new(0.5, 0.0, 0.0),
    ];
    let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3], [4, 4, 4]];
    assert!(solid::contains(&vertices, &faces, Vec3::ZERO));
    assert!(!solid::contains(
        &vertices,
        &faces,
        Vec3::new(-1.0, 5.0, 5.0)
    ));
}
