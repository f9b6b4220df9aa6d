//! Minimal input of each fixed bug, named after the fault.

use geometry::{Mesh, Vec3};
use sphere_tree::build::Unwatched;
use sphere_tree::{BuildOptions, build};
use std::sync::mpsc;
use std::time::Duration;

/// The ray of the winding number was rotated by amounts that the offset's rounding cancels, so it
/// was redrawn without end.
#[test]
fn the_tree_of_a_small_body_far_from_the_origin_was_never_built() {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let center = Vec3::new(0.0, 2f64.powi(51), 2f64.powi(51));
        let axes = [Vec3::X, Vec3::Y, Vec3::Z];
        let corners = axes.map(|axis| [center + axis, center - axis]).concat();
        let mut faces = vec![[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4]];
        faces.extend([[2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]]);
        let mesh = Mesh::new(corners, faces).expect("an octahedron");
        let medial = BuildOptions {
            samples: 100,
            ..BuildOptions::tuned()
        };
        for options in [medial, BuildOptions::octree()] {
            let built = build(&mesh, &options, &Unwatched);
            send.send(built.map(|b| b.tree.check(&mesh)))
                .expect("the test waits");
        }
    });
    for _ in 0..2 {
        let built = receive.recv_timeout(Duration::from_secs(60));
        assert_eq!(built, Ok(Ok(Ok(()))));
    }
}

/// In the unit of a face of 2⁻¹⁰⁷⁰, a vertex that belongs to no face was beyond the largest number.
#[test]
fn a_tiny_body_with_a_vertex_of_no_face_panicked() {
    let tiny = f64::from_bits(16);
    let corners = [Vec3::ZERO, Vec3::X * tiny, Vec3::Y * tiny, Vec3::splat(4.0)];
    let mesh = Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).expect("a face");
    let medial = BuildOptions {
        samples: 12,
        ..BuildOptions::tuned()
    };
    for options in [medial, BuildOptions::octree()] {
        let built = build(&mesh, &options, &Unwatched).expect("it is built");
        assert_eq!(built.tree.check(&mesh), Ok(()));
    }
}
