//! Stops a search after 0, 1, 2, … steps, and prints the certificate of each.

use catalog::{
    Body, Budget, Detector, Findings, Frame, Known, Pose, Query, SphereTreeOptions, Vec3,
};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let torus = Arc::new(scenes::bodies::torus(1.0, 0.3, 24, 12));
    let options = SphereTreeOptions {
        samples: 400,
        ..SphereTreeOptions::default()
    };
    let mut detector = options.detector();
    detector.prepare(&[Body::rigid("a", torus.clone()), Body::rigid("b", torus)])?;

    // The tori are linked like two links of a chain, without touching.
    let quarter_turn = catalog::Quat::from_xyzw(0.5f64.sqrt(), 0.0, 0.0, 0.5f64.sqrt());
    let poses = [Pose::IDENTITY, Pose::new(Vec3::X, quarter_turn)];
    let mut found = Findings::default();
    for steps in 0.. {
        // `Budget::Until` takes a deadline instead of a number of steps.
        let query = Query::all_contacts().with_budget(Budget::Steps(steps));
        detector.detect(&Frame::new(&poses)?, &query, &mut found)?;
        match found.evidence.certificates[0].known {
            Known::Undecided { bound } => println!("{steps} steps: at most {bound:.4} apart"),
            known => {
                println!("{steps} steps: {known:?}");
                break;
            }
        }
    }
    Ok(())
}
