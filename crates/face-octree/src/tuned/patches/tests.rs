use super::*;
use geometry::lanes::Lanes;

/// A sphere, with a face that has one vertex twice, one that shares no vertex, and a vertex
/// without faces.
fn mesh() -> Mesh {
    let sphere = scenes::bodies::sphere(960).unwrap();
    let mut vertices = sphere.vertices().to_vec();
    let first = vertices.len() as u32;
    vertices.extend([Vec3::ONE, Vec3::X, Vec3::Y, Vec3::Z]);
    let mut triangles = sphere.triangles().to_vec();
    triangles.push([5, 5, 9]);
    triangles.push([first + 1, first + 2, first + 3]);
    Mesh::new(vertices, triangles).unwrap()
}

#[test]
fn each_face_is_in_one_patch_with_its_own_corners() {
    let mesh = mesh();
    let patches = Patches::new(&mesh);
    let mut seen = vec![0; mesh.face_count()];
    for patch in 0..patches.len() as u32 {
        let vertices = patches.vertices(patch);
        let faces = patches.faces(patch);
        assert!((1..=MAX_FACES).contains(&faces.len()));
        for face in faces {
            seen[face.face as usize] += 1;
            let corners = face.corners.map(|i| vertices[i as usize]);
            assert_eq!(corners, mesh.triangles()[face.face as usize]);
        }
        let mut distinct = vertices.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), vertices.len(), "each vertex once");
    }
    assert!(seen.iter().all(|count| *count == 1));
}

#[test]
fn patches_of_a_closed_mesh_are_nearly_full_and_round() {
    let mesh = scenes::bodies::sphere(3968).unwrap();
    let patches = Patches::new(&mesh);
    assert!(6 * patches.len() <= 3968, "{}", patches.len());
    assert!(
        2 * patches.vertices.len() <= 3 * 3968,
        "{}",
        patches.vertices.len()
    );
}

/// `count` faces around vertex 0, each next to the one before it, listed in steps of `step`.
fn fan(count: u32, step: u32) -> Mesh {
    let angle = |i: u32| std::f64::consts::TAU * f64::from(i) / f64::from(count);
    let rim = (0..count).map(|i| Vec3::new(angle(i).cos(), angle(i).sin(), 0.0));
    let vertices = std::iter::once(Vec3::Z).chain(rim).collect();
    let order = (0..count).map(|i| (u64::from(i) * u64::from(step) % u64::from(count)) as u32);
    let triangles = order.map(|i| [0, 1 + i, 1 + (i + 1) % count]);
    Mesh::new(vertices, triangles.collect()).unwrap()
}

/// Patches are made in linear time, counted in faces that are looked at.
#[test]
fn many_faces_around_a_vertex_are_looked_at_a_bounded_number_of_times() {
    let corners = vec![Vec3::X, Vec3::Y, Vec3::Z];
    let heap = Mesh::new(corners, vec![[0, 1, 2]; 1_000_000]).unwrap();
    let fans = [(200_000, 1), (200_000, 123_457)].map(|(count, step)| fan(count, step));
    for (mesh, per_face) in fans.into_iter().chain([heap]).zip([2, 20, 3]) {
        let mut patches = Patches::empty();
        let mut growth = Growth::new(&mesh, &mut patches);
        growth.grow_all();
        let looked_at = growth.looked_at / mesh.face_count() as u64;
        assert!(looked_at <= per_face, "{looked_at} for each face");
        let full = mesh.face_count() / MAX_FACES;
        assert!(patches.len() <= full + full / 2, "{}", patches.len());
    }
}

#[test]
fn boxes_are_those_of_the_vertices_fitted_last() {
    let mesh = mesh();
    let mut patches = Patches::new(&mesh);
    let vertices: Vec<Vec3> = mesh
        .vertices()
        .iter()
        .map(|p| *p * 1e-200 + Vec3::X)
        .collect();
    for vertices in [mesh.vertices(), &vertices] {
        patches.fit(vertices, &Aabb::of_points(vertices));
        for patch in 0..patches.len() {
            let (block, k) = (&patches.boxes[patch / WIDTH], patch % WIDTH);
            let ring = patches.vertices(patch as u32).iter();
            let bounds = Aabb::of_points(ring.map(|v| &vertices[*v as usize]));
            let (low, high) = (
                patches.unit.rounded(bounds.min),
                patches.unit.rounded(bounds.max),
            );
            assert!((0..3).all(|i| block[0][i][k] == low[i] && block[1][i][k] == high[i]));
            assert!((0..3).all(|i| low[i] >= -1.0 && high[i] <= 1.0));
        }
        // A group has the least box around those of its patches.
        for group in 0..patches.boxes.len().div_ceil(GROUP_BLOCKS) {
            let blocks = patches.boxes.iter().skip(group * GROUP_BLOCKS);
            let of = &patches.groups[group / WIDTH];
            for i in 0..3 {
                let sides = blocks
                    .clone()
                    .take(GROUP_BLOCKS)
                    .map(|b| [b[0][i], b[1][i]]);
                let sides: Vec<[Lanes; 2]> = sides.collect();
                let lows = sides.iter().flat_map(|s| s[0]);
                let highs = sides.iter().flat_map(|s| s[1]);
                assert_eq!(of[0][i][group % WIDTH], lows.fold(f32::INFINITY, f32::min));
                assert_eq!(
                    of[1][i][group % WIDTH],
                    highs.fold(f32::NEG_INFINITY, f32::max)
                );
            }
        }
    }
}

/// Groups of a mesh are small, in whatever order it lists its faces.
#[test]
fn patches_that_follow_each_other_are_near_each_other() {
    let sphere = scenes::bodies::sphere(9800).unwrap();
    let mixed = |i: usize| i * 7919 % sphere.face_count();
    let triangles = (0..sphere.face_count()).map(|i| sphere.triangles()[mixed(i)]);
    let mixed = Mesh::new(sphere.vertices().to_vec(), triangles.collect()).unwrap();
    for mesh in [&sphere, &mixed] {
        let patches = Patches::new(mesh);
        let count = patches.boxes.len().div_ceil(GROUP_BLOCKS);
        let surface = |group: usize| {
            let [low, high] = &patches.groups[group / WIDTH];
            let [x, y, z] = [0, 1, 2].map(|i| high[i][group % WIDTH] - low[i][group % WIDTH]);
            x * y + y * z + z * x
        };
        let around = Aabb::of_points(mesh.vertices()).size() * patches.unit.scale;
        let mean = (0..count).map(surface).sum::<f32>() / count as f32;
        let whole = 3.0 * (around.x * around.x) as f32;
        assert!(mean < 0.15 * whole, "{mean} of {whole}");
    }
}
