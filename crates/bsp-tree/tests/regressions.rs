//! Faults that were found once, each with its smallest input.

use bsp_tree::{BspQuery, BspTree, BspTreeOptions, Cull, Planes};
use collision::{Body, Detector, Findings, Frame, Query};
use geometry::{Mesh, Pose, Quat, Vec3, power_of_two};
use std::sync::Arc;

/// Squares of distances to the bounding ball underflow: a ball of radius 0 meets nothing.
#[test]
fn the_ball_culls_no_face_whose_squares_underflow() {
    // The recording's unit is 2^-538.
    for exponent in [-1000, -900, -600, -540, -538, -534, -500, 0, 90] {
        let unit = power_of_two(exponent);
        let body = |id: u32, corners: [[f64; 3]; 3]| {
            let vertices = corners.map(|p| Vec3::from_array(p) * unit).to_vec();
            let mesh = Mesh::new(vertices, vec![[1, 0, 2]]).unwrap();
            Body::rigid(format!("body {id}"), Arc::new(mesh))
        };
        let bodies = [
            body(0, [[-0.5, -0.5, 0.0], [0.0, 0.0, 0.0], [0.5, 0.0, 0.25]]),
            body(1, [[0.25, -0.25, -0.5], [0.5, 0.0, 0.0], [0.0, 0.5, 0.0]]),
        ];
        let quat = Quat::from_xyzw;
        let poses = [
            Pose::new(
                Vec3::Y * (0.1396484375 * unit),
                quat(
                    0.8170100781762399,
                    -0.4931131277443049,
                    -0.29772398409145917,
                    0.02637992620727127,
                ),
            ),
            Pose::new(
                Vec3::ZERO,
                quat(
                    -0.5232183974286879,
                    0.46635445015532495,
                    0.028673279253624902,
                    0.7126948003664147,
                ),
            ),
        ];
        for query in [BspQuery::All, BspQuery::Boolean] {
            for cull in [Cull::Sphere, Cull::None] {
                let planes = Planes::FewestSplits;
                let mut bsp = BspTree::with_options(BspTreeOptions {
                    query,
                    cull,
                    planes,
                    ..BspTreeOptions::default()
                });
                bsp.prepare(&bodies).unwrap();
                let mut found = Findings::default();
                bsp.detect(&Frame::new(&poses).unwrap(), &Query::default(), &mut found)
                    .unwrap();
                assert_eq!(found.bodies.len(), 1, "2^{exponent}, {query:?}, {cull:?}");
            }
        }
    }
}
