use super::*;
use geometry::topology::Topology;

#[test]
fn each_body_is_closed_and_has_the_count_of_the_paper() {
    let expected = [86, 1120, 3268, 11294, 524, 164];
    let leaves = [6, 27, 11, 55, 18, 7];
    let mut counts = Vec::new();
    for body in CncBody::ALL {
        let solid = body.solid();
        let mesh = solid.mesh();
        let topology = Topology::of(mesh);
        assert!(topology.is_clean(), "{body}: {topology}");
        assert_eq!(topology.part_count(), 1, "{body}");
        counts.push((mesh.face_count(), solid.tree().leaves().len()));
    }
    let expected: Vec<_> = expected.into_iter().zip(leaves).collect();
    assert_eq!(counts, expected);
}

#[test]
fn every_leaf_has_faces_of_the_mesh() {
    for body in CncBody::ALL {
        let solid = body.solid();
        let mut used = vec![false; solid.tree().leaves().len()];
        for leaf in solid.leaf_of_face() {
            used[*leaf as usize] = true;
        }
        assert_eq!(used.iter().position(|used| !used), None, "{body}");
    }
}

#[test]
fn a_plate_has_one_leaf_for_each_primitive() {
    for primitives in [2, 3, 50] {
        let plate = drilled_plate(primitives);
        assert_eq!(plate.tree().leaves().len(), primitives as usize);
        // A box, and for each hole two rings of eight corners and one handle.
        let faces = 12 + 36 * (primitives as usize - 1);
        assert_eq!(plate.mesh().face_count(), faces);
        assert!(Topology::of(plate.mesh()).is_clean());
    }
    assert!(Topology::of(pin().mesh()).is_clean());
}
