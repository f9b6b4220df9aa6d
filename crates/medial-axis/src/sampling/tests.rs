use super::*;
use geometry::power_of_two;
use scenes::bodies;

fn nearest_distances(points: &[Vec3]) -> Vec<f64> {
    let nearest = |p: &Vec3| {
        let others = points.iter().filter(|q| *q != p);
        others.map(|q| p.distance(*q)).fold(f64::INFINITY, f64::min)
    };
    points.iter().map(nearest).collect()
}

/// Standard deviation over mean.
fn unevenness(distances: &[f64]) -> f64 {
    let mean = distances.iter().sum::<f64>() / distances.len() as f64;
    let squares = distances.iter().map(|d| (d - mean).powi(2));
    (squares.sum::<f64>() / distances.len() as f64).sqrt() / mean
}

fn points_of(samples: &[Sample]) -> Vec<Vec3> {
    samples.iter().map(|s| s.point).collect()
}

fn assert_on_faces(mesh: &Mesh, samples: &[Sample]) {
    let size = mesh.aabb().max_abs_coordinate();
    for s in samples {
        let t = mesh.triangle(s.face as usize);
        assert!(t.nearest_point(s.point).distance(s.point) <= 1e-14 * size);
        assert!((s.normal.length() - 1.0).abs() < 1e-12);
        assert!(s.normal.dot(t.area_vector()) > 0.0, "the face's own front");
    }
}

/// An open strip of three squares, with a wall upon an inner edge: three faces meet there.
fn crowded() -> Mesh {
    let corner = |i: u32| Vec3::new(f64::from(i / 2), f64::from(i % 2), 0.0);
    let mut vertices: Vec<Vec3> = (0..8).map(corner).collect();
    vertices.push(Vec3::new(1.0, 0.0, 1.0));
    let mut triangles: Vec<[u32; 3]> = (0..6).map(|i| [i, i + 1, i + 2]).collect();
    triangles.push([2, 3, 8]);
    // Without area: between two faces, collapsed, repeated.
    triangles.extend([[0, 2, 4], [1, 1, 3], [0, 1, 2]]);
    Mesh::new(vertices, triangles).unwrap()
}

#[test]
fn relaxation_makes_distances_even() {
    for mesh in [
        bodies::torus(1.0, 0.3, 24, 12),
        bodies::cube(1.0),
        bodies::block(Vec3::new(2.0, 2.0, 0.02)),
    ] {
        let count = 600;
        let terrain = Terrain::of(&mesh);
        let random = terrain.random_places(count, 1);
        let start: Vec<Vec3> = random.iter().map(|p| terrain.point(p)).collect();
        let samples = sample(&mesh, count, 1);
        assert_eq!(samples.len(), count);
        assert_on_faces(&mesh, &samples);
        let (before, after) = (
            nearest_distances(&start),
            nearest_distances(&points_of(&samples)),
        );
        assert!(unevenness(&before) > 0.4, "a random start");
        if mesh.aabb().size().min_element() > 0.1 {
            assert!(unevenness(&after) < 0.2, "{}", unevenness(&after));
        }
        // Each share of the area has its part of the points.
        let half = samples.iter().filter(|s| s.point.x > 0.0).count();
        assert!(half.abs_diff(count / 2) < count / 20);
    }
}

#[test]
fn the_two_sides_of_a_thin_plate_do_not_repel() {
    let plate = bodies::block(Vec3::new(2.0, 2.0, 0.001));
    let samples = sample(&plate, 800, 3);
    for side in [1.0, -1.0] {
        let of_side = samples.iter().filter(|s| s.normal.z * side > 0.5);
        let points: Vec<Vec3> = of_side.map(|s| s.point).collect();
        assert!(points.len() > 330, "{}", points.len());
        let uneven = unevenness(&nearest_distances(&points));
        assert!(uneven < 0.21, "{uneven}");
    }
}

#[test]
fn open_crowded_and_flat_faces_keep_their_samples() {
    let mesh = crowded();
    let samples = sample(&mesh, 300, 2);
    assert_eq!(samples.len(), 300);
    assert_on_faces(&mesh, &samples);
    let seven = (0..7).all(|face| samples.iter().any(|s| s.face == face));
    assert!(seven && samples.iter().all(|s| s.face < 7 || s.face == 9));
    let triangle = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]]).unwrap();
    let samples = sample(&triangle, 100, 2);
    assert_on_faces(&triangle, &samples);
    assert!(unevenness(&nearest_distances(&points_of(&samples))) < 0.3);
}

#[test]
fn the_corners_stand_for_a_body_without_area() {
    let line = vec![Vec3::ZERO, Vec3::X, Vec3::X * 3.0, -Vec3::ZERO];
    let mesh = Mesh::new(line, vec![[0, 1, 2], [3, 1, 1]]).unwrap();
    let points = points_of(&sample(&mesh, 50, 1));
    assert_eq!(points, [Vec3::ZERO, Vec3::X, Vec3::X * 3.0]);
}

#[test]
fn scale_seed_and_threads() {
    let mesh = bodies::torus(1.0, 0.3, 12, 6);
    let samples = points_of(&sample(&mesh, 200, 7));
    assert_eq!(points_of(&sample(&mesh, 200, 7)), samples);
    assert_ne!(points_of(&sample(&mesh, 200, 8)), samples);
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let alone = alone.unwrap().install(|| sample(&mesh, 200, 7));
    assert_eq!(points_of(&alone), samples);
    for exponent in [-400, -20, 20, 90] {
        let scale = power_of_two(exponent);
        let vertices = mesh.vertices().iter().map(|v| *v * scale).collect();
        let scaled = Mesh::new(vertices, mesh.triangles().to_vec()).unwrap();
        let expected: Vec<Vec3> = samples.iter().map(|p| *p * scale).collect();
        assert_eq!(points_of(&sample(&scaled, 200, 7)), expected);
    }
    assert!(sample(&mesh, 0, 1).is_empty());
    assert_eq!(sample(&mesh, 1, 1).len(), 1);
}
