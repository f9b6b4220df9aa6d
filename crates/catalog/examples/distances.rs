//! Tracks the distance of a gripper from a box, with the closest points: I-COLLIDE takes bodies of
//! convex parts.

use catalog::{Body, Detector, Feature, Findings, Frame, ICollide, Pose, Quat, Query, Vec3};
use scenes::bodies::{block, joined, moved};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A palm and two fingers, as one rigid body of three parts.
    let palm = block(Vec3::new(0.2, 1.0, 0.4));
    let finger = block(Vec3::new(0.8, 0.1, 0.3));
    let [left, right] = [-0.4, 0.4].map(|y| moved(&finger, Vec3::new(0.6, y, 0.0)));
    let gripper = Arc::new(joined(&[palm, left, right]));
    let parcel = Arc::new(block(Vec3::new(0.5, 0.5, 0.5)));
    let mut detector = ICollide::new();
    detector.prepare(&[Body::rigid("gripper", gripper), Body::rigid("box", parcel)])?;

    let query = Query::default().with_distances(true);
    let mut found = Findings::default();
    let mut last = f64::INFINITY;
    for step in 0..=8 {
        // The box lies still. The gripper comes nearer, and turns until the fingers fit around it.
        let (x, angle) = (-1.4 + 0.1 * f64::from(step), 0.1 * f64::from(8 - step));
        let turned = Quat::from_rotation_x(angle);
        let poses = [Pose::new(Vec3::X * x, turned), Pose::IDENTITY];
        detector.detect(&Frame::new(&poses)?, &query, &mut found)?;
        // Without an entry the boxes of the two bodies are apart.
        for closest in &found.evidence.closest {
            let part = match closest.features[0] {
                Feature::Vertex(_) => "a corner",
                Feature::Edge(_) => "an edge",
                Feature::Face(_) => "a face",
            };
            match closest.points {
                None => println!("step {step}: {part} of the gripper collides"),
                Some([p, _]) => println!(
                    "step {step}: {part} of the gripper is {:.4} away, at {p:.3}",
                    closest.distance
                ),
            }
            last = closest.distance;
        }
    }
    // At the end each finger is beside the box.
    assert!((last - 0.1).abs() < 1e-9, "{last}");
    Ok(())
}
