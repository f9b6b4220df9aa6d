use super::*;
use crate::power_of_two;

/// Tetrahedron whose faces face outward.
const TETRAHEDRON: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

fn corners() -> Vec<Vec3> {
    vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]
}

fn topology(vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Topology {
    Topology::of(&Mesh::new(vertices, triangles).unwrap())
}

#[test]
fn a_tetrahedron_is_clean_and_its_mirror_image_is_inside_out() {
    let t = topology(corners(), TETRAHEDRON.to_vec());
    assert!(t.is_clean() && t.closed);
    assert_eq!(t.to_string(), "4 faces, 4 vertices, 1 part, closed");
    assert_eq!(t.unclosed_edge(), None);
    let turned = TETRAHEDRON.map(|[a, b, c]| [a, c, b]).to_vec();
    let t = topology(corners(), turned);
    assert!(t.closed && !t.is_clean());
    assert_eq!(
        t.to_string(),
        "4 faces, 4 vertices, 1 part, closed, inside out"
    );
}

#[test]
fn a_missing_face_leaves_three_open_edges() {
    let t = topology(corners(), TETRAHEDRON[..3].to_vec());
    assert!(!t.closed);
    assert_eq!(t.open_edges, [[1, 2], [1, 3], [2, 3]]);
    assert_eq!(t.orientation, Orientation::None);
    assert_eq!(t.unclosed_edge(), Some([1, 2]));
    let expected = "3 faces, 4 vertices, 1 part, not closed; 3 open edges (first: 1–2)";
    assert_eq!(t.to_string(), expected);
}

#[test]
fn a_turned_face_is_mixed_winding_and_not_closed() {
    let mut faces = TETRAHEDRON.to_vec();
    faces[3] = [1, 3, 2];
    let t = topology(corners(), faces);
    assert!(!t.closed && t.open_edges.is_empty());
    assert_eq!(t.miswound_edges, [[1, 2], [1, 3], [2, 3]]);
}

#[test]
fn a_repeated_face_is_a_duplicate_and_crowds_its_edges() {
    let mut faces = TETRAHEDRON.to_vec();
    faces.push([3, 1, 2]);
    faces.push([2, 1, 3]);
    let t = topology(corners(), faces);
    assert_eq!(t.duplicates, [4, 5]);
    assert_eq!(t.crowded_edges, [[1, 2], [1, 3], [2, 3]]);
    assert!(!t.closed);
}

#[test]
fn unwelded_corners_count_as_one_also_across_the_sign_of_zero() {
    let soup: Vec<Vec3> = TETRAHEDRON
        .as_flattened()
        .iter()
        .map(|i| corners()[*i as usize])
        .collect();
    let mut soup = soup;
    soup[3] = Vec3::new(-0.0, 0.0, -0.0);
    let faces = (0..4).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let t = topology(soup, faces);
    assert!(t.is_clean());
    assert_eq!((t.vertices, t.part_count()), (4, 1));
}

#[test]
fn flat_faces_are_reported_and_do_not_open_the_mesh() {
    // A point and a segment (collapsed), then a face split at an edge's midpoint, which needs
    // the flat filler 1–2–4 to stay closed.
    let mut vertices = corners();
    vertices.push(Vec3::new(0.5, 0.5, 0.0));
    let collapsed = [[3, 3, 3], [0, 1, 1]];
    let mut faces = TETRAHEDRON.to_vec();
    faces.extend(collapsed);
    let t = topology(vertices.clone(), faces);
    assert!(t.closed && !t.is_clean());
    assert_eq!(t.flat, [4, 5]);
    assert_eq!(t.part_of_face, [0, 0, 0, 0, 1, 0]);
    let split = [[0, 2, 4], [0, 4, 1], [1, 4, 2]];
    let mut faces = TETRAHEDRON[1..].to_vec();
    faces.extend(split);
    let t = topology(vertices, faces);
    assert_eq!(t.flat, [5]);
    assert!(t.closed);
    assert_eq!(t.orientation, Orientation::Outward);
}

#[test]
fn parts_are_connected_by_edges_not_by_vertices() {
    let mut vertices = corners();
    vertices.extend([Vec3::NEG_X, Vec3::NEG_Y, Vec3::NEG_Z]);
    let mut faces = TETRAHEDRON.to_vec();
    // A second tetrahedron that shares the vertex 0 only.
    faces.extend([[0, 4, 5], [0, 6, 4], [0, 5, 6], [4, 6, 5]]);
    let t = topology(vertices, faces);
    assert!(t.closed);
    assert_eq!(t.part_of_face, [0, 0, 0, 0, 1, 1, 1, 1]);
    assert_eq!(t.part_vertices, [0, 0]);
}

#[test]
fn only_collapsed_faces_are_not_closed() {
    let t = topology(corners(), vec![[0, 1, 1], [1, 0, 0]]);
    assert!(!t.closed);
    assert_eq!(t.part_count(), 1);
    assert_eq!(t.orientation, Orientation::None);
}

#[test]
fn orientation_does_not_depend_on_scale_or_place() {
    for exponent in [-200, 90] {
        let factor = power_of_two(exponent);
        let at = |p: &Vec3| (*p + Vec3::splat(1000.0)) * factor;
        let vertices = corners().iter().map(at).collect();
        let t = topology(vertices, TETRAHEDRON.to_vec());
        assert_eq!(t.orientation, Orientation::Outward, "scale 2^{exponent}");
    }
}
