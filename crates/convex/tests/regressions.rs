//! Faults that were found once, each with its smallest input.

use collision::{Body, Detector, Findings, Frame, Query};
use convex::{SeparatingPlane, SeparatingPlaneOptions, SupportSearch};
use geometry::{Mesh, Pose, Vec3, power_of_two};
use std::sync::Arc;

/// Returns for each frame whether the two bodies collide, with one detector for all frames. Checks
/// that both searches for support points give the same answers.
fn collide(bodies: &[Body], frames: &[[Pose; 2]]) -> Vec<bool> {
    let by = |support| {
        let options = SeparatingPlaneOptions {
            support,
            ..SeparatingPlaneOptions::default()
        };
        collide_by(options, bodies, frames)
    };
    let scanned = by(SupportSearch::Scan);
    assert_eq!(by(SupportSearch::Climb), scanned);
    scanned
}

fn collide_by(options: SeparatingPlaneOptions, bodies: &[Body], frames: &[[Pose; 2]]) -> Vec<bool> {
    let mut detector = SeparatingPlane::with_options(options);
    detector.prepare(bodies).unwrap();
    let mut found = Findings::default();
    let mut in_frame = |poses: &[Pose; 2]| {
        detector
            .detect(&Frame::new(poses).unwrap(), &Query::default(), &mut found)
            .unwrap();
        !found.bodies.is_empty()
    };
    frames.iter().map(&mut in_frame).collect()
}

/// A bound made of lengths whose squares underflow is zero: then a cached plane separates bodies
/// that touch.
#[test]
fn cached_plane_separates_no_touching_bodies_whose_squares_underflow() {
    let body = |id: u32, corners: [[f64; 3]; 3], faces: [[u32; 3]; 2], scale: f64| {
        let vertices = corners.map(|p| Vec3::from_array(p) * scale).to_vec();
        let mesh = Mesh::new(vertices, faces.to_vec()).unwrap();
        Body::rigid(format!("body {id}"), Arc::new(mesh))
    };
    let a = [[0.0, 0.0, 1.0], [-1.0, 0.0, 1.0], [0.0, 0.0, 2.0]];
    let b = [[0.0, 0.0, 0.0], [0.0, 0.0, 2.0], [-2.0, 0.0, 0.0]];
    for exponent in [-1000, -900, -600, -539, 0, 60] {
        let unit = power_of_two(exponent);
        let bodies = [
            body(0, a, [[0, 2, 1], [1, 2, 0]], unit),
            body(1, b, [[1, 2, 0], [0, 2, 1]], unit),
        ];
        let at = |z: f64| Pose::at(Vec3::Z * (z * unit));
        let (far, near) = ([at(2f64.powi(36)), at(0.0)], [at(0.0), at(-1.0)]);
        assert_eq!(
            collide(&bodies, &[far, near]),
            [false, true],
            "at 2^{exponent}"
        );
    }
}

/// A tetrahedron of the smallest numbers is convex, and what touches it collides.
#[test]
fn subnormal_bodies_are_not_refused_as_concave() {
    for units in [1, 7, 1 << 20, 1 << 30] {
        let unit = f64::from_bits(units);
        let vertices = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].map(|p| p * unit);
        let faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
        let mesh = Arc::new(Mesh::new(vertices.to_vec(), faces).unwrap());
        let bodies = [0, 1].map(|_| Body::rigid("tetrahedron", mesh.clone()));
        let at = |x: f64| [Pose::IDENTITY, Pose::at(Vec3::X * (x * unit))];
        assert_eq!(
            collide(&bodies, &[at(3.0), at(1.0), at(2.0), at(0.0)]),
            [false, true, false, true]
        );
    }
}

/// Two sheets with a gap between them, so thin that no volume shows: one body for separating
/// planes. A body around one of them collides, whichever comes first.
#[test]
fn a_body_around_one_of_two_thin_sheets_collides() {
    // All faces lie almost in one plane, so that each sheet is behind those of the other.
    let sheet = |x: f64, t: f64| {
        let corners = [
            [0.0, 0.0, 0.0],
            [1.0, 0.0, t],
            [1.0, 1.0, 0.0],
            [0.0, 1.0, t],
        ];
        corners.map(|p| Vec3::from_array(p) + x * Vec3::X)
    };
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let vertices = [sheet(0.0, 1e-12), sheet(10.0, 1e-14)].concat();
    let faces = [faces, faces.map(|f| f.map(|v| v + 4))].concat();
    let sheets = Arc::new(Mesh::new(vertices, faces).unwrap());
    let block = Arc::new(scenes::bodies::cube(4.0));
    let bodies = [Body::rigid("sheets", sheets), Body::rigid("block", block)];
    let at = |x: f64| [Pose::IDENTITY, Pose::at(Vec3::X * x)];
    // Around the first, the second, neither.
    let frames = [at(0.5), at(10.5), at(5.5)];
    assert_eq!(collide(&bodies, &frames), [true, true, false]);
    let swapped = [bodies[1].clone(), bodies[0].clone()];
    let frames = frames.map(|[a, b]| [b, a]);
    assert_eq!(collide(&swapped, &frames), [true, true, false]);
}
