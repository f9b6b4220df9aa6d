//! Asks in each frame only whether bodies collide: yes or no per pair, with one contact as
//! evidence.

use catalog::{Body, Detector, Findings, Frame, Pose, Query, TunedFaceOctree, Vec3};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let torus = Arc::new(scenes::bodies::torus(1.0, 0.3, 48, 24));
    let mut detector = TunedFaceOctree::new();
    detector.prepare(&[Body::rigid("a", torus.clone()), Body::rigid("b", torus)])?;

    let mut found = Findings::default();
    for step in 0..6 {
        let poses = [
            Pose::IDENTITY,
            Pose::at(Vec3::new(3.0 - 0.25 * f64::from(step), 0.1, 0.2)),
        ];
        detector.detect(&Frame::new(&poses)?, &Query::first_contact(), &mut found)?;
        match found.contacts.first() {
            None => println!("step {step}: apart"),
            Some(contact) => println!(
                "step {step}: face {} of a meets face {} of b",
                contact.pair.face_a, contact.pair.face_b
            ),
        }
    }
    Ok(())
}
