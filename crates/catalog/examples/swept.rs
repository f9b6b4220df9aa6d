//! Finds a bullet that passes through a thin wall between two frames, and when.

use catalog::{
    Body, Detector, Findings, Frame, Pose, Query, Snapshot, SweptFaceOctree, SweptOptions, Times,
    Vec3,
};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let wall = Arc::new(scenes::bodies::block(Vec3::new(0.01, 4.0, 4.0)));
    let bullet = Arc::new(scenes::bodies::cube(0.1));
    let options = SweptOptions {
        times: Times::Certified,
        ..SweptOptions::default()
    };
    let mut detector = SweptFaceOctree::with_options(options);
    detector.prepare(&[Body::rigid("wall", wall), Body::rigid("bullet", bullet)])?;

    // The bullet is before the wall at one instant, and behind it at the next.
    let at = |x: f64| [Pose::IDENTITY, Pose::at(Vec3::new(x, 0.03, 0.02))];
    let (now, next) = (at(-5.0), at(5.0));
    let dt = 1.0 / 60.0;
    let frame = Frame::new(&now)?.before(Snapshot::new(&next)?, dt);
    let mut found = Findings::default();
    detector.detect(&frame, &Query::all_contacts(), &mut found)?;

    println!("{} contacts at the instant", found.contacts.len());
    assert!(found.contacts.is_empty());
    let first = found.evidence.swept.iter();
    let first = first.filter_map(|swept| Some((swept.pair, swept.time?)));
    let first = first.min_by(|(_, s), (_, t)| s.earliest.total_cmp(&t.earliest));
    let (pair, time) = first.ok_or("the bullet has missed the wall")?;
    let latest = time.latest.ok_or("no contact is proved")?;
    println!(
        "face {} of the wall meets face {} of the bullet first, {:.4} to {:.4} ms later",
        pair.face_a,
        pair.face_b,
        1000.0 * dt * time.earliest,
        1000.0 * dt * latest
    );
    // The bullet's front is 4.945 before the wall, and moves by 10.
    assert!(time.earliest <= 0.4945 && 0.4945 <= latest + 1e-9);
    Ok(())
}
