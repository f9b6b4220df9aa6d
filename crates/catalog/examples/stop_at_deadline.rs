//! Stops a search at a deadline, as `compare --scene` advises. Written by a test:
//! `UPDATE_EXAMPLE=1 cargo test -p catalog stop_at_deadline`.

#![expect(
    clippy::disallowed_methods,
    reason = "a program with a deadline reads the clock"
)]

use catalog::{Body, Budget, Deadline, Findings, Frame, Options, Pose, Query, Snapshot, Vec3};
use std::error::Error;
use std::time::{Duration, Instant};

type Outcome = Result<(), Box<dyn Error>>;

/// Instant at which the time of a frame is over.
struct At(Instant);

impl Deadline for At {
    fn passed(&self) -> bool {
        Instant::now() >= self.0
    }
}

fn detect(bodies: &[Body], motion: &[Snapshot<'_>]) -> Outcome {
    let options = Options::none().with("schedule", "widest-first");
    let mut detector = catalog::build("sphere-tree", &options)?;
    detector.prepare(bodies)?; // Once, before the motion.

    let mut found = Findings::default(); // Reused from frame to frame.
    for now in motion {
        let deadline = At(Instant::now() + Duration::from_secs_f64(0.01));
        let query = Query::all_contacts().with_budget(Budget::Until(&deadline));
        let query = query.with_containment(true);
        detector.detect(&Frame::at(*now), &query, &mut found)?;
        for certificate in &found.evidence.certificates {
            println!("{:?}: {:?}", certificate.pair, certificate.known);
        }
    }
    Ok(())
}

fn main() -> Outcome {
    let cube = std::sync::Arc::new(scenes::bodies::cube(1.0));
    let bodies = [Body::rigid("a", cube.clone()), Body::rigid("b", cube)];
    let poses = [Pose::IDENTITY, Pose::at(Vec3::new(0.9, 0.3, 0.1))];
    detect(&bodies, &[Snapshot::new(&poses)?])
}
