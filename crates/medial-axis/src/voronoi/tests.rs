use super::*;
use crate::sampling::sample;
use geometry::{Mesh, TriangleBvh, power_of_two};
use scenes::bodies;

fn axis(mesh: &Mesh, count: usize) -> MedialAxis {
    let tree = TriangleBvh::new(mesh.vertices(), mesh.triangles());
    MedialAxis::of(sample(mesh, count, 1), &|p| tree.winding(p) != 0)
}

fn at(points: &[Vec3]) -> Vec<Sample> {
    let sample = |p: &Vec3| Sample {
        point: *p,
        face: 0,
        normal: Vec3::Z,
    };
    points.iter().map(sample).collect()
}

fn pieces(neighbors: &Csr) -> usize {
    let mut seen = vec![false; neighbors.len()];
    let mut pieces = 0;
    for start in 0..neighbors.len() {
        let mut reached = vec![start as u32];
        while let Some(i) = reached.pop() {
            if !std::mem::replace(&mut seen[i as usize], true) {
                pieces += usize::from(i as usize == start);
                reached.extend(neighbors.get(i as usize));
            }
        }
    }
    pieces
}

fn assert_symmetric(lists: &Csr) {
    for i in 0..lists.len() {
        assert!(lists.get(i).is_sorted_by(|a, b| a < b));
        for j in lists.get(i) {
            assert_ne!(*j as usize, i);
            assert!(lists.get(*j as usize).contains(&(i as u32)));
        }
    }
}

fn assert_consistent(axis: &MedialAxis) {
    assert_eq!(axis.forming.len(), axis.spheres.len());
    assert_eq!(axis.neighbors.len(), axis.spheres.len());
    assert_eq!(axis.sample_neighbors.len(), axis.samples.len());
    assert_symmetric(&axis.neighbors);
    assert_symmetric(&axis.sample_neighbors);
    for (i, ball) in axis.spheres.iter().enumerate() {
        let near = |s: &Sample| ball.center.distance(s.point) / ball.radius;
        let forming = axis.forming.get(i);
        assert!(forming.len() >= 4);
        for v in forming {
            assert!(
                (near(&axis.samples[*v as usize]) - 1.0).abs() < 1e-6,
                "on it"
            );
        }
        assert!(axis.samples.iter().all(|s| near(s) > 1.0 - 1e-6), "empty");
    }
}

#[test]
fn the_axis_of_a_torus_is_its_circle() {
    let torus = bodies::torus(1.0, 0.3, 48, 24);
    let axis = axis(&torus, 800);
    assert_consistent(&axis);
    assert_eq!(pieces(&axis.neighbors), 1);
    let off = |p: Vec3| (p.with_z(0.0).length() - 1.0).hypot(p.z);
    let mean = axis.spheres.iter().map(|b| off(b.center)).sum::<f64>();
    assert!(mean / (axis.spheres.len() as f64) < 0.05);
    let far = axis.spheres.iter().filter(|b| off(b.center) > 0.15).count();
    assert!(far * 20 < axis.spheres.len(), "{far}");
    let mut formed = axis.forming.items().to_vec();
    formed.sort_unstable();
    formed.dedup();
    assert_eq!(formed.len(), 800, "every sample is on a sphere");
}

#[test]
fn coincident_vertices_merge_and_inherit_adjacency() {
    // All corners of a box are on one sphere, whatever tetrahedra they have.
    let corner = |i: u32| Vec3::from([i & 1, i >> 1 & 1, i >> 2].map(f64::from));
    let points: Vec<Vec3> = (0..12).map(corner).collect();
    let axis = MedialAxis::of(at(&points), &|_| true);
    assert_consistent(&axis);
    // Two cubes, one on the other.
    assert_eq!(axis.spheres.len(), 2);
    assert_eq!(axis.forming.get(0).len(), 8);
    assert_eq!(axis.neighbors.get(0), [1]);
    assert!(
        axis.spheres
            .iter()
            .all(|b| (b.radius - 0.75f64.sqrt()).abs() < 1e-12)
    );
    let sphere = bodies::lat_long_sphere(24, 12);
    let axis = MedialAxis::of(at(sphere.vertices()), &|p| p.length() < 1.0);
    assert_eq!(axis.spheres.len(), 1);
    assert_eq!(axis.forming.get(0).len(), sphere.vertices().len());
}

#[test]
fn slivers_are_left_out_and_bridged() {
    // A flat tetrahedron of points on a smooth patch, seen from afar, between two that are kept.
    let torus = bodies::torus(1.0, 0.3, 48, 24);
    let axis = axis(&torus, 800);
    for (i, ball) in axis.spheres.iter().enumerate() {
        let forming = axis.forming.get(i);
        let points: Vec<Vec3> = forming
            .iter()
            .map(|v| axis.samples[*v as usize].point)
            .collect();
        let spread = points
            .iter()
            .flat_map(|p| points.iter().map(|q| p.distance(*q)));
        assert!(spread.fold(0.0, f64::max) > 0.26 * ball.radius);
    }
    // Four points nearly on a circle: the flatter they are, the farther is their center.
    let raised = |z: f64| {
        let corners = [Vec3::X, Vec3::Y, -Vec3::X, Vec3::new(0.0, -1.2, z)];
        is_sliver(
            &circumball(&corners).unwrap(),
            &corners,
            100.0,
            MedialOptions::default(),
        )
    };
    assert!(!raised(0.5) && !raised(0.05) && raised(0.02));
    let mut corners = [Vec3::X, Vec3::Y, -Vec3::X, Vec3::new(0.0, -1.0, 1e-9)];
    let ball = Ball::new(Vec3::ZERO, 1.0);
    assert!(
        is_sliver(&ball, &corners, 10.0, MedialOptions::default()),
        "its center is not known"
    );
    corners[3].z = 1e-6;
    assert!(!is_sliver(&ball, &corners, 10.0, MedialOptions::default()));
}

#[test]
fn planar_collinear_and_coincident_samples_have_neighbors_only() {
    let spread = |i: u32| (f64::from(i) * 0.618).fract();
    let plane: Vec<Vec3> = (0..300)
        .map(|i| Vec3::new(spread(i), spread(i * i), 2.0))
        .collect();
    let line: Vec<Vec3> = (0..50).map(|i| Vec3::X * f64::from(i)).collect();
    for (points, least) in [
        (plane, 8),
        (line, 8),
        (vec![Vec3::ONE; 20], 8),
        (vec![Vec3::X, Vec3::Y, Vec3::Z], 2),
        (vec![Vec3::X], 0),
        (vec![], 0),
    ] {
        let axis = MedialAxis::of(at(&points), &|_| true);
        assert_consistent(&axis);
        assert!(axis.spheres.is_empty());
        assert!((0..points.len()).all(|i| axis.sample_neighbors.get(i).len() >= least));
        assert!(pieces(&axis.sample_neighbors) <= 1 + points.len() / 100);
    }
}

#[test]
fn a_thin_plate_and_every_scale() {
    let plate = bodies::block(Vec3::new(2.0, 2.0, 0.01));
    let thin = axis(&plate, 300);
    assert_consistent(&thin);
    for exponent in [-60, 60] {
        let scale = power_of_two(exponent);
        let vertices = plate.vertices().iter().map(|v| *v * scale).collect();
        let scaled = axis(
            &Mesh::new(vertices, plate.triangles().to_vec()).unwrap(),
            300,
        );
        assert_eq!(scaled.forming, thin.forming);
        assert_eq!(scaled.neighbors, thin.neighbors);
    }
    assert_eq!(axis(&plate, 300), thin);
}

/// Face adjacency contains edge adjacency. Spheres whose forming points lie in one direction are
/// kept only without that departure: a ball has many.
#[test]
fn without_departures_faces_join_spheres_and_slivers_stay() {
    let lamp = bodies::lamp();
    let round = bodies::sphere_near(2000);
    let with = |mesh: &Mesh, edge_adjacency, drops_slivers| {
        let tree = TriangleBvh::new(mesh.vertices(), mesh.triangles());
        let options = MedialOptions {
            edge_adjacency,
            drops_slivers,
        };
        let samples = sample(mesh, 600, 1);
        MedialAxis::with(samples, &|p| tree.winding(p) != 0, options)
    };
    let (all, faces) = (with(&lamp, true, true), with(&lamp, false, true));
    assert_consistent(&all);
    assert_consistent(&faces);
    assert_eq!(all, axis(&lamp, 600));
    assert_eq!(all.spheres, faces.spheres);
    for i in 0..all.spheres.len() {
        let wider = faces.neighbors.get(i);
        assert!(all.neighbors.get(i).iter().all(|j| wider.contains(j)));
    }
    let [few, many] = [&all, &faces].map(|axis| axis.neighbors.items().len());
    assert!(many > 2 * few, "{few} {many}");
    let (without, kept) = (with(&round, true, true), with(&round, true, false));
    assert_consistent(&kept);
    let one_way = |axis: &MedialAxis| {
        let longest = |i: usize| {
            let points = axis.forming.get(i).iter();
            let points: Vec<Vec3> = points.map(|v| axis.samples[*v as usize].point).collect();
            let from = |p: &Vec3| points.iter().map(|q| p.distance(*q)).fold(0.0, f64::max);
            points.iter().map(from).fold(0.0, f64::max) / axis.spheres[i].radius
        };
        (0..axis.spheres.len())
            .filter(|i| longest(*i) < 0.26)
            .count()
    };
    let [none, some] = [&without, &kept].map(one_way);
    assert!(none == 0 && some > 0, "{none} {some}");
}
