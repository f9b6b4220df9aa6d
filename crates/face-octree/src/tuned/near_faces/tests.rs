use super::super::moving_body::MovingBody;
use super::*;
use crate::workers::Workers;
use geometry::{Aabb, Mesh, Pose, Quat, RelativePose};
use std::sync::Arc;

/// Lists all faces of a body, at some instants.
fn all_faces<const INSTANTS: usize>(
    mesh: &Arc<Mesh>,
    maps: [&WorldMap; INSTANTS],
    unit: &PairUnit,
) -> NearFaces<INSTANTS> {
    let patches = Arc::new(Patches::new(mesh));
    let mut body = MovingBody::new(mesh.clone(), patches.clone());
    body.place(maps[0], None);
    let pose = RelativePose::new(body.posed(), body.posed());
    let reach = Reach::of([&body, &body], [&pose, &pose], None).widened(1e-3);
    let posed = PosedPatches {
        patches: &patches,
        vertices: mesh.vertices(),
        maps,
    };
    let everywhere = Box4 {
        low: [f32::NEG_INFINITY; 4],
        high: [f32::INFINITY; 4],
    };
    let mut near = NearFaces::default();
    near.fill(Team::ALONE, &posed, &reach, unit, &everywhere);
    near
}

/// Returns the bits of the corners of a face at all instants.
fn bits<const INSTANTS: usize>(corners: [[Point4; INSTANTS]; 3]) -> Vec<u32> {
    let numbers = corners.as_flattened().as_flattened();
    numbers.iter().map(|x| x.to_bits()).collect()
}

fn check_corners<const INSTANTS: usize>(
    mesh: &Arc<Mesh>,
    maps: [&WorldMap; INSTANTS],
    unit: &PairUnit,
) {
    let near = all_faces(mesh, maps, unit);
    assert_eq!(near.count(), mesh.face_count());
    let count = |piece: &Piece<INSTANTS>| piece.points.len();
    assert_eq!(
        near.pieces.iter().map(count).sum::<usize>(),
        near.listed.vertices
    );
    for piece in &near.pieces {
        for face in &piece.faces {
            let corners = mesh.triangles()[face.face as usize];
            let expected = corners.map(|i| {
                let local = mesh.vertices()[i as usize];
                maps.map(|map| unit.point(map.apply(local)))
            });
            let found = face.corners.map(|i| piece.points[usize::from(i)]);
            assert_eq!(bits(found), bits(expected), "face {}", face.face);
        }
    }
}

/// Of fewer vertices than lanes, of more than are moved at once, and of several pieces.
#[test]
fn corners_are_those_of_the_world_vertices() {
    let at = |p: [f64; 3], turn: [f64; 3]| {
        let turn = Quat::from_scaled_axis(Vec3::from_array(turn));
        Pose::new(Vec3::from_array(p), turn).world_map()
    };
    let maps = [
        at([0.3, -0.2, 0.1], [0.5, 1.0, -0.7]),
        at([0.31, -0.25, 0.1], [0.4, 1.1, -0.7]),
    ];
    let bounds = Aabb::new(Vec3::splat(-3.0), Vec3::splat(2.0));
    let unit = PairUnit::new([&bounds, &Aabb::new(Vec3::ZERO, Vec3::ONE)], &bounds);
    let one = Mesh::new(vec![Vec3::ZERO, Vec3::X, -Vec3::Y], vec![[0, 1, 2]]).unwrap();
    for mesh in [
        one,
        scenes::bodies::cube(1.0),
        scenes::bodies::sphere(120).unwrap(),
        scenes::bodies::sphere(3968).unwrap(),
    ] {
        let mesh = Arc::new(mesh);
        check_corners(&mesh, [&maps[0]], &unit);
        check_corners(&mesh, maps.each_ref(), &unit);
    }
}

#[test]
fn faces_are_kept_that_overlap_a_region() {
    let corner = |i: u32| Vec3::new(f64::from(i), 0.0, 0.0);
    let faces = (0..500).map(|i| Triangle::new(corner(i), corner(i) + Vec3::Y, corner(i + 1)));
    let faces: Vec<Triangle> = faces.collect();
    let bounds = Aabb::new(Vec3::ZERO, Vec3::splat(501.0));
    let unit = PairUnit::new([&bounds, &bounds], &bounds);
    let all = NearFaces::of(&faces, &unit);
    // From the middle of a piece of 30 to that of another, so that some pieces stay empty.
    let mut region = *all.faces().nth(100).unwrap().bounds();
    region.add(all.faces().nth(200).unwrap().bounds());
    let expected = all.faces().filter(|face| face.bounds.overlaps(&region));
    let expected: Vec<u32> = expected.map(|face| face.face).collect();
    assert_eq!(expected, (99..=201).collect::<Vec<_>>());
    for workers in [1, 2, 5] {
        let mut near = all.clone();
        Workers::default().run(workers, true, |team| near.keep(team, &region));
        assert_eq!(near.count(), expected.len());
        assert!(
            near.faces()
                .map(|face| face.face)
                .eq(expected.iter().copied())
        );
        let indices = near.runs().flatten();
        assert!(
            indices
                .map(|i| near.face(i).face)
                .eq(expected.iter().copied())
        );
        assert!(
            near.runs()
                .all(|run| near.of_run(run.clone()).len() == run.len())
        );
        let mut around = Box4::EMPTY;
        near.faces().for_each(|face| around.add(&face.bounds));
        assert_eq!(near.bounds(), around);
        let first = near.runs().next().unwrap().start;
        let corners = faces[99].corners().map(|corner| unit.point(corner));
        assert_eq!(near.points(first), corners);
    }
}
