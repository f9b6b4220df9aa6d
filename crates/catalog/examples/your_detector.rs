//! A detector of your own, checked by the suite that every detector passes.

use catalog::{
    Accepts, Body, Claim, Detector, FaceId, FacePair, Findings, Frame, Grain, Instant, Meaning,
    Profile, Unsupported, World, interference,
};

/// Tests every face of every body against every face of every later body.
#[derive(Debug, Default)]
struct AllFaces {
    world: World,
}

impl Detector for AllFaces {
    fn profile(&self) -> Profile {
        Profile {
            name: "all-faces",
            source: "this example",
            summary: "tests every face pair",
            grain: Grain::FacePairs,
            meaning: Meaning::Surfaces,
            instant: Instant::Now,
            accepts: Accepts::ANYTHING,
            claim: Claim::Exact,
            supports_budgets: false,
        }
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.world = World::new(bodies);
        Ok(())
    }

    fn detect(&mut self, frame: &Frame<'_>, found: &mut Findings) {
        found.clear();
        self.world.update(frame, &mut found.work);
        let bodies = (0..self.world.body_count() as u32).map(catalog::BodyId);
        let faces: Vec<FaceId> = bodies
            .flat_map(|body| {
                let count = self.world.mesh(body).face_count() as u32;
                (0..count).map(move |face| FaceId { body, face })
            })
            .collect();
        for (i, x) in faces.iter().enumerate() {
            for y in faces[i..].iter().filter(|y| y.body != x.body) {
                let triangle = |f: &FaceId| self.world.triangle(f.body, f.face);
                // Apart is no contact: `add_contact` leaves it out.
                found.add_contact(
                    FacePair::new(*x, *y),
                    interference(&triangle(x), &triangle(y)),
                );
            }
        }
        found.finish(); // Sorts, and derives the body pairs.
    }
}

fn main() {
    let scene = "two-spheres:faces=48,seed=1995".parse::<scenes::Generator>();
    let scene = scene.unwrap().generate().unwrap();
    // Moves, scales, swaps and repeats the scene, and compares each answer with exact arithmetic.
    oracle::conformance::check(|| Box::new(AllFaces::default()), &[scene]);
    println!("all-faces keeps its claim");
    // Skip every other face above, and the suite names the first pair that is missing.
}
