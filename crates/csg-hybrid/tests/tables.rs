//! Rows of Tables 1 and 2 [Su07 §3] that are only necessary conditions: on a scene for each,
//! `published` reports a collision that does not exist. `verified` and brute force report none.

use baselines::BruteForce;
use collision::{Body, Detector, Findings, Frame, Query};
use csg_hybrid::{CsgHybrid, CsgHybridOptions, HybridMode, TableRows};
use geometry::csg::{CsgSolid, CsgTree, Primitive};
use geometry::{Pose, Vec3};
use std::sync::Arc;

fn block(size: [f64; 3], at: [f64; 3]) -> CsgTree {
    let pose = Pose::at(Vec3::from_array(at));
    CsgTree::leaf_at(Primitive::Box { size }, pose).unwrap()
}

/// Cylinder around the z axis.
fn rod(radius: f64, height: f64, z: f64) -> CsgTree {
    let primitive = Primitive::Cylinder {
        radius,
        height,
        segments: 16,
    };
    CsgTree::leaf_at(primitive, Pose::at(Vec3::Z * z)).unwrap()
}

/// Returns the number of colliding pairs, surfaces or solids, for bodies at the given places.
fn collisions(detector: impl Detector, a: &CsgTree, b: &CsgTree, at: Vec3) -> usize {
    findings(detector, a, b, at).bodies.len()
}

fn findings(detector: impl Detector, a: &CsgTree, b: &CsgTree, at: Vec3) -> Findings {
    let body = |name: &str, tree: &CsgTree| {
        Body::rigid_csg(name, Arc::new(CsgSolid::new(tree.clone()).unwrap()))
    };
    let bodies = [body("a", a), body("b", b)];
    let mut detector = detector;
    detector.prepare(&bodies).unwrap();
    let poses = [Pose::IDENTITY, Pose::at(at)];
    let frame = Frame::new(&poses).unwrap();
    let query = Query::all_contacts().with_containment(true);
    let mut found = Findings::default();
    detector.detect(&frame, &query, &mut found).unwrap();
    found
}

/// Returns for each row the number of its answers yes, and of the wrong ones: UNION, INTERSECTION,
/// DIFFERENCE with a yes of the right child and without.
fn checked_rows(a: &CsgTree, b: &CsgTree, at: Vec3) -> [[u64; 2]; 4] {
    let options = |rows| CsgHybridOptions {
        mode: HybridMode::Published,
        rows,
        ..CsgHybridOptions::default()
    };
    let of = |rows| findings(CsgHybrid::with_options(options(rows)), a, b, at);
    let [unchecked, checked] = [TableRows::Unchecked, TableRows::Checked].map(of);
    assert_eq!(unchecked.bodies, checked.bodies);
    let count =
        |found: &Findings, row: &str, what: &str| found.work.count(&format!("{row}-{what}"));
    let rows = ["union", "intersection", "touched-hole", "free-hole"];
    rows.map(|row| {
        let counts = ["yes", "wrong"].map(|what| count(&checked, row, what));
        let without = ["yes", "wrong"].map(|what| count(&unchecked, row, what));
        assert_eq!(without, [0, 0], "{row}");
        counts
    })
}

/// Returns the answers of `published`, `verified` and brute force.
fn answers(a: &CsgTree, b: &CsgTree, at: Vec3) -> [bool; 3] {
    let detect = |mode| {
        let options = CsgHybridOptions {
            mode,
            ..CsgHybridOptions::default()
        };
        collisions(CsgHybrid::with_options(options), a, b, at)
    };
    let [published, verified] = [HybridMode::Published, HybridMode::Verified].map(detect);
    let truth = collisions(BruteForce::new(), a, b, at);
    [published, verified, truth].map(|pairs| pairs > 0)
}

/// The answer of `published` alone is wrong.
const WRONG: [bool; 3] = [true, false, false];
/// All find a collision.
const MET: [bool; 3] = [true; 3];
/// None finds a collision.
const APART: [bool; 3] = [false; 3];

#[test]
fn a_difference_with_yes_and_no_a_peg_in_a_hole() {
    let plate = block([2.0, 2.0, 1.0], [0.0; 3]).difference(rod(0.5, 2.0, 0.0));
    let peg = rod(0.4, 3.0, 0.0);
    assert_eq!(answers(&plate, &peg, Vec3::ZERO), WRONG);
    assert_eq!(answers(&peg, &plate, Vec3::ZERO), WRONG);
    assert_eq!(answers(&plate, &peg, Vec3::X * 0.2), MET);
    assert_eq!(answers(&plate, &peg, Vec3::X * 3.0), APART);
    let none = [0; 2];
    let in_hole = checked_rows(&plate, &peg, Vec3::ZERO);
    assert_eq!(in_hole, [none, none, none, [1, 1]]);
    assert_eq!(checked_rows(&peg, &plate, Vec3::ZERO), in_hole);
    let at_wall = checked_rows(&plate, &peg, Vec3::X * 0.2);
    assert_eq!(at_wall, [none, none, [1, 0], none]);
    assert_eq!(checked_rows(&plate, &peg, Vec3::X * 3.0), [none; 4]);
}

/// A block within another shares points with it, though their surfaces are apart.
#[test]
fn a_row_is_right_about_a_body_that_contains_the_other() {
    let slot = block([0.5; 3], [0.0, 0.0, 3.5]);
    let outer = block([8.0; 3], [0.0; 3]).difference(slot);
    let inner = block([1.0; 3], [0.0; 3]).union(block([1.0; 3], [0.5; 3]));
    let none = [0; 2];
    for (a, b) in [(&outer, &inner), (&inner, &outer)] {
        assert_eq!(checked_rows(a, b, Vec3::ZERO), [[1, 0], none, none, [1, 0]]);
    }
}

#[test]
fn an_intersection_with_yes_and_yes_at_different_places() {
    // The operands are bars that cross each other's ends. Their intersection is the cube between.
    let left = block([3.0, 1.0, 1.0], [-1.0, 0.0, 0.0]);
    let right = block([3.0, 1.0, 1.0], [1.0, 0.0, 0.0]);
    let cube = left.intersection(right);
    // A bracket around the cube, whose arms pierce one bar each.
    let bracket = block([0.4, 2.0, 0.4], [-1.2, 0.0, 0.0])
        .union(block([0.4, 2.0, 0.4], [1.2, 0.0, 0.0]))
        .union(block([2.8, 0.4, 0.4], [0.0, 1.2, 0.0]));
    assert_eq!(answers(&cube, &bracket, Vec3::ZERO), WRONG);
    assert_eq!(answers(&cube, &bracket, Vec3::X * 0.6), MET);
    assert_eq!(answers(&cube, &bracket, Vec3::Y * 5.0), APART);
    // The right yes of the union counts as right, the row above it as wrong.
    let [union, intersection, ..] = checked_rows(&cube, &bracket, Vec3::ZERO);
    assert_eq!([union, intersection], [[4, 0], [1, 1]]);
    let [_, intersection, ..] = checked_rows(&cube, &bracket, Vec3::X * 0.6);
    assert_eq!(intersection, [1, 0]);
}

#[test]
fn a_difference_with_yes_and_no_walls_that_were_drilled_away() {
    // The wall of the narrow hole bounds the inner difference, and the peg pierces it: yes,
    // rightly. The wide hole removes that wall, and the peg misses the wide hole's own: yes and no,
    // so yes. The plate's own faces are above and below the peg.
    let plate = block([2.0, 2.0, 1.0], [0.0; 3])
        .difference(rod(0.3, 2.0, 0.0))
        .difference(rod(0.6, 2.0, 0.0));
    let peg = rod(0.5, 0.5, 0.0);
    assert_eq!(answers(&plate, &peg, Vec3::ZERO), WRONG);
    // Without the wide hole, the peg does pierce it.
    let narrow = block([2.0, 2.0, 1.0], [0.0; 3]).difference(rod(0.3, 2.0, 0.0));
    assert_eq!(answers(&narrow, &peg, Vec3::ZERO), MET);
    assert_eq!(answers(&plate, &peg, Vec3::X * 0.2), MET);
    let none = [0; 2];
    let drilled_away = checked_rows(&plate, &peg, Vec3::ZERO);
    assert_eq!(drilled_away, [none, none, [1, 0], [1, 1]]);
}

/// Coplanar walls and corners that meet.
#[test]
fn an_intersection_of_four_boxes_between_two() {
    let a = block([0.5, 1.0, 0.5], [0.5, 0.0, 0.0])
        .intersection(block([2.0, 1.0, 2.0], [0.0, 0.5, 0.0]));
    let ends = block([1.5, 1.0, 0.5], [0.0; 3]).union(block([0.5; 3], [0.0; 3]));
    let a = a.intersection(ends);
    let b = block([0.5, 1.5, 0.5], [-1.0, 0.0, 0.0]).union(block([0.5; 3], [0.0; 3]));
    assert_eq!(answers(&a, &b, Vec3::ZERO), MET);
    assert_eq!(answers(&b, &a, Vec3::ZERO), MET);
}
