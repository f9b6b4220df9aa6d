//! Prints the face pairs of two meshes that interfere: `--example two_meshes -- a.obj b.stl`.
//! Without files it takes two cubes, of which the second is turned and pushed into the first.

use catalog::{Body, Detector, Findings, Frame, Pose, Quat, Query, TunedFaceOctree, Vec3};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let (meshes, second) = match &files[..] {
        [a, b] => {
            let meshes = [catalog::read_mesh(a)?.mesh, catalog::read_mesh(b)?.mesh];
            (meshes, Pose::IDENTITY)
        }
        [] => {
            let turned = Quat::from_rotation_z(0.5);
            let cubes = [1.0, 1.0].map(scenes::bodies::cube);
            (cubes, Pose::new(Vec3::new(0.9, 0.3, 0.1), turned))
        }
        _ => return Err("give two mesh files, or none".into()),
    };
    let [a, b] = meshes.map(Arc::new);
    let mut detector = TunedFaceOctree::new();
    detector.prepare(&[Body::rigid("a", a), Body::rigid("b", b)])?;

    let mut found = Findings::default(); // Reused from frame to frame.
    let poses = [Pose::IDENTITY, second];
    detector.detect(&Frame::new(&poses)?, &Query::all_contacts(), &mut found)?;
    for contact in &found.contacts {
        let (a, b) = (contact.pair.face_a, contact.pair.face_b);
        println!(
            "face {a} of the first and face {b} of the second: {:?}",
            contact.kind
        );
    }
    println!("{} face pairs", found.contacts.len());
    Ok(())
}
