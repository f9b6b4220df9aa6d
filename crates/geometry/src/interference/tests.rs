use super::*;
use Interference::{Apart, CoplanarOverlap, Crossing, Touching};

fn tri(corners: [[f64; 3]; 3]) -> Triangle {
    let [a, b, c] = corners.map(Vec3::from_array);
    Triangle::new(a, b, c)
}

/// Checks both orders and all turns of both triangles.
fn check(a: [[f64; 3]; 3], b: [[f64; 3]; 3], expected: Interference) {
    let turns = |t: [[f64; 3]; 3]| {
        let [p, q, r] = t;
        [
            [p, q, r],
            [q, r, p],
            [r, p, q],
            [p, r, q],
            [r, q, p],
            [q, p, r],
        ]
        .map(tri)
    };
    for x in turns(a) {
        for y in turns(b) {
            assert_eq!(interference(&x, &y), expected, "{x:?} {y:?}");
            assert_eq!(interference(&y, &x), expected, "{y:?} {x:?}");
        }
    }
}

const FLOOR: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];

#[test]
fn triangles_across_each_other() {
    check(
        FLOOR,
        [[1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [9.0, 9.0, 1.0]],
        Crossing,
    );
    check(
        FLOOR,
        [[1.0, 1.0, 1.0], [1.0, 1.0, 2.0], [9.0, 9.0, 1.0]],
        Apart,
    );
    // Both planes are crossed, but the intervals on the common line are apart.
    check(
        FLOOR,
        [[5.0, 5.0, -1.0], [5.0, 5.0, 1.0], [9.0, 9.0, 1.0]],
        Apart,
    );
    // Pierced through an edge only.
    check(
        FLOOR,
        [[2.0, 2.0, -1.0], [2.0, 2.0, 1.0], [9.0, 9.0, 0.0]],
        Touching,
    );
}

#[test]
fn triangles_that_touch() {
    // A corner inside, on an edge, on a corner; an edge in the plane.
    check(
        FLOOR,
        [[1.0, 1.0, 0.0], [1.0, 1.0, 1.0], [2.0, 1.0, 1.0]],
        Touching,
    );
    check(
        FLOOR,
        [[2.0, 0.0, 0.0], [1.0, 1.0, 1.0], [2.0, 1.0, 1.0]],
        Touching,
    );
    check(
        FLOOR,
        [[4.0, 0.0, 0.0], [4.0, 1.0, 1.0], [5.0, 1.0, 1.0]],
        Touching,
    );
    check(
        FLOOR,
        [[1.0, 1.0, 0.0], [2.0, 1.0, 0.0], [2.0, 1.0, 1.0]],
        Touching,
    );
    let above = 0.0f64.next_up();
    check(
        FLOOR,
        [[1.0, 1.0, above], [1.0, 1.0, 1.0], [2.0, 1.0, 1.0]],
        Apart,
    );
}

#[test]
fn triangles_with_common_corners() {
    let [p, q, r] = FLOOR;
    let (above, below) = ([1.0, 1.0, 1.0], [1.0, 1.0, -1.0]);
    // On one side: they touch in the corner, or along the edge.
    check(FLOOR, [p, above, [2.0, 1.0, 1.0]], Touching);
    check(FLOOR, [p, q, above], Touching);
    check(FLOOR, [p, above, above], Touching);
    check(FLOOR, [p, p, above], Touching);
    // On both sides: the other edge goes through the floor, through its side, or past it.
    check(FLOOR, [p, above, below], Crossing);
    check(FLOOR, [p, [2.0, 0.0, 1.0], [2.0, 0.0, -1.0]], Touching);
    check(FLOOR, [p, [1.0, -1.0, 1.0], [1.0, -1.0, -1.0]], Touching);
    // A common corner, and another one on the floor that is no corner of it.
    check(FLOOR, [p, [1.0, 1.0, 0.0], above], Touching);
    // Flat ones.
    check(FLOOR, [p, q, [4.0, 4.0, 0.0]], CoplanarOverlap);
    check(FLOOR, [p, q, [4.0, -4.0, 0.0]], Touching);
    check([p, q, q], [p, r, r], Touching);
    check([p, q, q], [p, q, above], Touching);
}

/// Without ways of their own, its corners and the edges of both would be compared, with nine exact
/// signs.
#[test]
fn a_triangle_and_its_copy() {
    let slanted = [[0.0, 1.0, 2.0], [3.0, 0.5, 0.25], [-1.0, 2.0, 0.125]];
    for corners in [FLOOR, slanted] {
        check(corners, corners, CoplanarOverlap);
        let (t, mut exact) = (tri(corners), 0);
        assert_eq!(interference_counted(&t, &t, &mut exact), CoplanarOverlap);
        assert_eq!(exact, 0, "its corners are on its plane");
    }
    let [p, q, _] = FLOOR;
    check([p, q, p], [p, q, p], CoplanarOverlap);
    check(
        [p, [1.0, 0.0, 0.0], q],
        [p, [1.0, 0.0, 0.0], q],
        CoplanarOverlap,
    );
    check([p; 3], [p; 3], Touching);
}

/// The second goes through the plane of the first, which ends on that of the second in a common
/// corner. Intervals on the common line would take one more exact sign.
#[test]
fn either_triangle_may_end_in_a_common_corner() {
    let floor = tri(FLOOR);
    let past = tri([[0.0; 3], [1.0, -1.0, 1.0], [1.0, -1.0, -1.0]]);
    for (a, b) in [(&floor, &past), (&past, &floor)] {
        let mut exact = 0;
        assert_eq!(interference_counted(a, b, &mut exact), Touching);
        assert!(exact <= 2, "{exact}: that corner in either plane");
    }
}

#[test]
fn coplanar_triangles() {
    check(FLOOR, FLOOR, CoplanarOverlap);
    check(
        FLOOR,
        [[0.5, 0.5, 0.0], [1.0, 0.5, 0.0], [0.5, 1.0, 0.0]],
        CoplanarOverlap,
    );
    check(
        FLOOR,
        [[0.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]],
        Touching,
    );
    check(
        FLOOR,
        [[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [1.0, -1.0, 0.0]],
        Touching,
    );
    check(
        FLOOR,
        [[2.0, 2.0, 0.0], [4.0, 2.0, 0.0], [4.0, 4.0, 0.0]],
        Touching,
    );
    let beyond = 2.0f64.next_up();
    check(
        FLOOR,
        [[beyond, 2.0, 0.0], [4.0, 2.0, 0.0], [4.0, 4.0, 0.0]],
        Apart,
    );
    // A star: every corner outside, the middles overlap.
    check(
        FLOOR,
        [[3.0, 3.0, 0.0], [-1.0, 3.0, 0.0], [1.0, -1.0, 0.0]],
        CoplanarOverlap,
    );
}

#[test]
fn a_segment_is_a_segment() {
    let segment = |s: [f64; 3], t: [f64; 3]| [s, t, s];
    check(FLOOR, segment([1.0, 1.0, -1.0], [1.0, 1.0, 1.0]), Crossing);
    check(FLOOR, segment([1.0, 1.0, 0.0], [1.0, 1.0, 1.0]), Touching);
    check(FLOOR, segment([2.0, 2.0, -1.0], [2.0, 2.0, 1.0]), Touching);
    check(FLOOR, segment([3.0, 3.0, -1.0], [3.0, 3.0, 1.0]), Apart);
    check(
        FLOOR,
        segment([1.0, 1.0, 0.0], [9.0, 9.0, 0.0]),
        CoplanarOverlap,
    );
    check(FLOOR, segment([1.0, 0.0, 0.0], [2.0, 0.0, 0.0]), Touching);
    check(FLOOR, segment([4.0, 4.0, 0.0], [9.0, 9.0, 0.0]), Apart);
    let across = segment([0.0, 0.0, 0.0], [2.0, 2.0, 2.0]);
    check(across, segment([2.0, 0.0, 0.0], [0.0, 2.0, 2.0]), Crossing);
    check(across, segment([1.0, 1.0, 1.0], [0.0, 2.0, 2.0]), Touching);
    check(
        across,
        segment([1.0, 1.0, 1.0], [3.0, 3.0, 3.0]),
        CoplanarOverlap,
    );
    check(across, segment([2.0, 2.0, 2.0], [3.0, 3.0, 3.0]), Touching);
    check(across, segment([2.5, 2.5, 2.5], [3.0, 3.0, 3.0]), Apart);
    check(across, segment([2.0, 0.0, 0.0], [0.0, 2.0, 2.5]), Apart);
    // Three different corners of one line.
    check(
        FLOOR,
        [[1.0, 1.0, -1.0], [1.0, 1.0, 0.5], [1.0, 1.0, 3.0]],
        Crossing,
    );
}

#[test]
fn a_point_is_a_point() {
    let point = |p: [f64; 3]| [p; 3];
    check(FLOOR, point([1.0, 1.0, 0.0]), Touching);
    check(FLOOR, point([4.0, 0.0, 0.0]), Touching);
    check(FLOOR, point([2.0, 2.0f64.next_up(), 0.0]), Apart);
    check(FLOOR, point([1.0, 1.0, f64::from_bits(1)]), Apart);
    check(point([1.0; 3]), point([1.0; 3]), Touching);
    check(point([1.0; 3]), point([1.0, 1.0, 1.5]), Apart);
    let segment = [[0.0; 3], [2.0; 3], [0.0; 3]];
    check(segment, point([1.0; 3]), Touching);
    check(segment, point([3.0; 3]), Apart);
    check(segment, point([1.0, 1.0, 1.5]), Apart);
}
