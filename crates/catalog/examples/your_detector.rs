//! A detector of your own, checked by the suite that every detector passes.

use catalog::{
    Body, BodyPair, Detector, FacePair, Findings, Frame, Interference, Profile, Query, Unsupported,
    World, interference,
};

/// Tests every face of every body against every face of every later body.
#[derive(Debug, Default)]
struct AllFaces {
    world: World,
}

impl Detector for AllFaces {
    fn profile(&self) -> Profile {
        // Exact face pairs of any bodies.
        Profile::new("all-faces", "this example", "tests every face pair")
    }

    fn world(&self) -> &World {
        &self.world
    }

    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.world = World::new(bodies);
        Ok(())
    }

    /// The frame was checked, and `found` is empty. Sorting and body pairs are provided.
    fn find(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        self.world.update(frame, &mut found.work);
        for a in self.world.body_ids() {
            for b in self.world.body_ids().filter(|b| *b > a) {
                let pair = BodyPair::new(a, b);
                if query.candidates.is_none_or(|all| all.contains(&pair)) {
                    self.test_pair(pair, query, found);
                }
            }
        }
    }
}

impl AllFaces {
    fn test_pair(&self, bodies: BodyPair, query: &Query<'_>, found: &mut Findings) {
        for face_a in 0..self.world.face_count(bodies.a) {
            for face_b in 0..self.world.face_count(bodies.b) {
                let a = self.world.triangle(bodies.a, face_a);
                let b = self.world.triangle(bodies.b, face_b);
                let kind = interference(&a, &b);
                let pair = FacePair {
                    bodies,
                    face_a,
                    face_b,
                };
                // Apart is no contact: `add_contact` leaves it out.
                found.add_contact(pair, kind);
                if kind != Interference::Apart && query.is_first_contact() {
                    return;
                }
            }
        }
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
