//! The conformance suite fails every detector that is broken: each fake here is brute force with
//! one fault, and each must be caught, in the variant that is there to catch it.

use baselines::BruteForce;
use collision::{
    Body, BodyId, BodyPair, Claim, Contained, Counter, Detail, Detector, FaceId, FacePair,
    Findings, Frame, Grain, Meaning, Profile, Query, Reason, Rejected, Unsupported, World,
};
use geometry::{Interference, Mesh, Pose, Vec3};
use oracle::conformance;
use scenes::{Scene, SceneFrame};
use std::sync::Arc;

/// Brute force, and what is done to its profile and findings.
#[derive(Debug)]
struct Fake {
    honest: BruteForce,
    bodies: Vec<Body>,
    /// The findings as they were before the frame.
    given: Findings,
    prepared: u64,
    frames: u64,
    profile: fn(&mut Profile),
    fault: Fault,
}

/// Changes the findings, knowing the fake and the frame.
type Fault = fn(&Fake, (&Frame<'_>, &Query<'_>), &mut Findings);

impl Detector for Fake {
    fn profile(&self) -> Profile {
        let mut profile = self.honest.profile();
        (self.profile)(&mut profile);
        profile
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.bodies = bodies.to_vec();
        self.prepared += 1;
        self.frames = 0;
        self.honest.prepare(bodies)
    }

    fn world(&self) -> &World {
        self.honest.world()
    }

    fn world_mut(&mut self) -> &mut World {
        self.honest.world_mut()
    }

    fn find(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        self.honest.find(frame, query, found);
    }

    fn detect(
        &mut self,
        frame: &Frame<'_>,
        query: &Query<'_>,
        found: &mut Findings,
    ) -> Result<(), Rejected> {
        self.given = found.clone();
        self.honest.detect(frame, query, found)?;
        self.frames += 1;
        (self.fault)(self, (frame, query), found);
        Ok(())
    }
}

fn cube(side: f64) -> Arc<Mesh> {
    let corner = |i: usize| {
        let sign = |bit: usize| if i & bit == 0 { -0.5 } else { 0.5 };
        side * Vec3::new(sign(1), sign(2), sign(4))
    };
    let triangles = vec![
        [0, 2, 3],
        [0, 3, 1],
        [4, 5, 7],
        [4, 7, 6],
        [0, 1, 5],
        [0, 5, 4],
        [2, 6, 7],
        [2, 7, 3],
        [0, 4, 6],
        [0, 6, 2],
        [1, 3, 7],
        [1, 7, 5],
    ];
    Arc::new(Mesh::new((0..8).map(corner).collect(), triangles).unwrap())
}

/// Three cubes; the small one passes from outside, through the border, to the inside of the large.
fn scenes() -> Vec<Scene> {
    let bodies = || {
        vec![
            Body::rigid("large", cube(4.0)),
            Body::rigid("small", cube(1.0)),
            Body::rigid("witness", cube(1.0)),
        ]
    };
    let frames = [3.0, 2.5, 2.0, 1.5, 0.25].map(|x| {
        let far = Vec3::new(0.0, 0.0, 40.0);
        SceneFrame::rigid(vec![
            Pose::IDENTITY,
            Pose::at(Vec3::new(x, 0.125, 0.25)),
            Pose::at(far),
        ])
    });
    let still = vec![SceneFrame::rigid(vec![Pose::IDENTITY; 3])];
    vec![
        Scene::new("passing", bodies(), frames.to_vec()).unwrap(),
        Scene::new("nested", bodies(), still)
            .unwrap()
            .with_containment(true),
    ]
}

fn failure(profile: fn(&mut Profile), fault: Fault) -> Option<conformance::Failure> {
    failure_on(&scenes(), profile, fault)
}

fn failure_on(
    scenes: &[Scene],
    profile: fn(&mut Profile),
    fault: Fault,
) -> Option<conformance::Failure> {
    let make = || -> Box<dyn Detector> {
        Box::new(Fake {
            honest: BruteForce::new(),
            bodies: Vec::new(),
            given: Findings::default(),
            prepared: 0,
            frames: 0,
            profile,
            fault,
        })
    };
    conformance::verify(&make, scenes).err()
}

/// The variant in which a fault is caught.
#[track_caller]
fn caught(fault: Fault) -> String {
    failure(|_| (), fault)
        .expect("the suite must fail this detector")
        .variant
}

fn no_fault(_: &Fake, _: (&Frame<'_>, &Query<'_>), _: &mut Findings) {}

#[test]
fn honesty_passes_under_every_claim() {
    assert_eq!(failure(|_| (), no_fault), None);
    assert_eq!(failure(|p| p.claim = Claim::NoMisses, no_fault), None);
    assert_eq!(failure(|p| p.grain = Grain::BodyPairs, no_fault), None);
    // Which for solids is not honest: frame 4 has a contained cube and does not ask for it.
    let as_solids = failure(|p| p.meaning = Meaning::Solids, no_fault).unwrap();
    assert!(
        as_solids.reason.contains("frame 4 of `passing`"),
        "{as_solids}"
    );
}

#[test]
fn a_detector_that_reports_nothing_is_caught() {
    let nothing: Fault = |_, _, found| found.clear();
    assert_eq!(caught(nothing), "as it is");
    let no_misses = failure(|p| p.claim = Claim::NoMisses, nothing).unwrap();
    assert!(no_misses.reason.contains("found them apart"), "{no_misses}");
    let bodies = failure(|p| p.grain = Grain::BodyPairs, nothing).unwrap();
    assert!(bodies.reason.contains("do not collide"), "{bodies}");
}

#[test]
fn a_detector_that_reports_everything_is_caught_unless_it_claims_no_more_than_no_misses() {
    let everything: Fault = |fake, (_, query), found| {
        found.clear();
        let asked = |pair: &BodyPair| query.candidates.is_none_or(|c| c.contains(pair));
        let faces = |body: usize| {
            let count = fake.bodies[body].mesh().face_count() as u32;
            let body = BodyId(body as u32);
            (0..count).map(move |face| FaceId { body, face })
        };
        for a in 0..fake.bodies.len() {
            for b in a + 1..fake.bodies.len() {
                if !asked(&BodyPair::new(BodyId(a as u32), BodyId(b as u32))) {
                    continue;
                }
                for x in faces(a) {
                    for y in faces(b) {
                        found.add_contact(FacePair::new(x, y), Interference::Crossing);
                    }
                }
            }
        }
        found.finish();
    };
    assert_eq!(caught(everything), "as it is");
    assert_eq!(failure(|p| p.claim = Claim::NoMisses, everything), None);
}

#[test]
fn a_wrong_kind_is_caught() {
    let wrong: Fault = |_, _, found| {
        found
            .contacts
            .iter_mut()
            .for_each(|c| c.kind = Interference::Touching);
    };
    assert_eq!(caught(wrong), "as it is");
}

#[test]
fn disorder_and_giving_up_are_caught() {
    assert_eq!(caught(|_, _, found| found.contacts.reverse()), "as it is");
    assert_eq!(
        caught(|_, _, found| found.bodies.extend_from_within(..)),
        "as it is"
    );
    let gives_up: Fault = |_, _, found| {
        found.undecided.push(BodyPair::new(BodyId(0), BodyId(1)));
    };
    assert_eq!(caught(gives_up), "as it is");
}

#[test]
fn containment_is_neither_missed_nor_offered() {
    assert_eq!(
        caught(|_, _, found| found.bodies.retain(|b| b.contained().is_none())),
        "with containment"
    );
    let offers: Fault = |_, (_, query), found| {
        if !query.containment && found.bodies.is_empty() {
            let reason = Reason::Contained(Contained::BInA);
            found.add_bodies(BodyPair::new(BodyId(0), BodyId(1)), reason);
        }
    };
    assert_eq!(caught(offers), "as it is");
    let mixes_up: Fault = |_, _, found| {
        for body in &mut found.bodies {
            if body.contained().is_some() {
                body.reason = Reason::Contained(Contained::AInB);
            }
        }
    };
    assert_eq!(caught(mixes_up), "with containment");
}

#[test]
fn more_than_one_contact_or_a_false_one_is_caught_where_the_first_is_asked_for() {
    let all: Fault = |fake, (frame, query), found| {
        if query.is_first_contact() {
            let mut honest = BruteForce::new();
            honest.prepare(&fake.bodies).unwrap();
            let query = query.with_detail(Detail::AllContacts);
            honest.detect(frame, &query, found).unwrap();
        }
    };
    assert_eq!(caught(all), "asked for first contacts");
    let invented: Fault = |_, (_, query), found| {
        if query.is_first_contact() {
            found.contacts.iter_mut().for_each(|c| c.pair.face_a ^= 1);
        }
    };
    assert_eq!(caught(invented), "asked for first contacts");
    let none: Fault = |_, (_, query), found| {
        if query.is_first_contact() {
            found.clear();
        }
    };
    assert_eq!(caught(none), "asked for first contacts");
}

#[test]
fn candidates_that_are_ignored_and_results_that_depend_on_workers_are_caught() {
    let ignores: Fault = |fake, (frame, query), found| {
        if query.candidates.is_some() {
            let mut honest = BruteForce::new();
            honest.prepare(&fake.bodies).unwrap();
            let mut query = *query;
            query.candidates = None;
            honest.detect(frame, &query, found).unwrap();
        }
    };
    assert_eq!(caught(ignores), "with candidate pairs from outside");
    let threads: Fault = |_, (_, query), found| {
        if query.workers.get() == 5 {
            found.work.add(Counter::FACE_PAIR_TESTS, 1);
        }
    };
    assert_eq!(caught(threads), "with 5 workers");
}

#[test]
fn silence_on_a_frame_that_does_not_fit_is_caught() {
    #[derive(Debug)]
    struct Silent(BruteForce);
    impl Detector for Silent {
        fn profile(&self) -> Profile {
            self.0.profile()
        }
        fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
            self.0.prepare(bodies)
        }
        fn world(&self) -> &World {
            self.0.world()
        }
        fn world_mut(&mut self) -> &mut World {
            self.0.world_mut()
        }
        fn find(&mut self, _: &Frame<'_>, _: &Query<'_>, _: &mut Findings) {}
        fn detect(
            &mut self,
            frame: &Frame<'_>,
            query: &Query<'_>,
            found: &mut Findings,
        ) -> Result<(), Rejected> {
            let _ = self.0.detect(frame, query, found);
            Ok(())
        }
    }
    let make = || -> Box<dyn Detector> { Box::new(Silent(BruteForce::new())) };
    let failure = conformance::verify(&make, &scenes()).unwrap_err();
    assert_eq!(failure.variant, "with a pose too few");
}

#[test]
fn a_test_that_is_not_symmetric_is_caught() {
    let asymmetric: Fault = |fake, _, found| {
        if fake.bodies[0].name != "large" {
            found.clear();
        }
    };
    assert_eq!(caught(asymmetric), "with bodies in reverse order");
}

#[test]
fn absolute_sizes_are_caught() {
    let far: Fault = |_, (frame, _), found| {
        if frame.poses()[0].translation.length() > 100.0 {
            found.clear();
        }
    };
    assert_eq!(caught(far), "moved far away");
    let small: Fault = |fake, _, found| {
        if fake.bodies[0].mesh().aabb().size().x < 1e-6 {
            found.clear();
        }
    };
    assert_eq!(caught(small), "scaled by 2^-1040");
}

#[test]
fn a_sign_bit_in_place_of_a_sign_is_caught() {
    let sign_bit: Fault = |_, (frame, _), found| {
        if frame.poses()[1].translation.x.is_sign_negative() {
            found.clear();
        }
    };
    let variant = "with zeros of every second body negated";
    assert_eq!(caught(sign_bit), variant);
}

#[test]
fn memory_of_another_scene_or_frame_is_caught() {
    let keeps: Fault = |fake, _, found| found.undecided.extend(&fake.given.undecided);
    assert_eq!(caught(keeps), "replayed by a fresh detector");
    let second_scene: Fault = |fake, _, found| {
        if fake.prepared > 1 {
            found.work.add(Counter::FACE_PAIR_TESTS, 1);
        }
    };
    assert_eq!(caught(second_scene), "prepared again after another scene");
    let coherent: Fault = |fake, (frame, _), found| {
        let touching = frame.poses()[1].translation.x == 2.5;
        if touching && fake.frames > 3 {
            found.clear();
        }
    };
    assert_eq!(caught(coherent), "with frames backwards");
}

#[test]
fn trust_in_the_world_cube_is_caught() {
    let unknown: Fault = |_, (_, query), found| {
        if query.world.is_none() {
            found.clear();
        }
    };
    assert_eq!(caught(unknown), "without a world cube");
    let trusting: Fault = |_, (_, query), found| {
        if query
            .world
            .is_some_and(|cube| cube.size().x < 4.0 && cube.size().x > 1e-3)
        {
            found.clear();
        }
    };
    assert_eq!(caught(trusting), "with too small a world cube");
}

#[test]
fn refusals_are_judged() {
    #[derive(Debug)]
    struct Picky(BruteForce);
    impl Detector for Picky {
        fn profile(&self) -> Profile {
            self.0.profile()
        }
        fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
            let (body, name) = (BodyId(0), bodies[0].name.clone());
            Err(Unsupported::NotRigid { body, name })
        }
        fn world(&self) -> &World {
            self.0.world()
        }
        fn world_mut(&mut self) -> &mut World {
            self.0.world_mut()
        }
        fn find(&mut self, _: &Frame<'_>, _: &Query<'_>, _: &mut Findings) {}
    }
    let make = || -> Box<dyn Detector> { Box::new(Picky(BruteForce::new())) };
    let failure = conformance::verify(&make, &scenes()).unwrap_err();
    assert!(
        failure
            .reason
            .contains("refuses a body that its profile accepts"),
        "{failure}"
    );

    // A detector for rigid bodies only that takes a deforming one all the same.
    let body = Body::deforming("wave", cube(1.0));
    let frame = SceneFrame::rigid(vec![Pose::IDENTITY]);
    let waving = [Scene::new("waving", vec![body], vec![frame]).unwrap()];
    let rigid_only = |p: &mut Profile| p.accepts.deforming = false;
    let failure = failure_on(&waving, rigid_only, no_fault).unwrap();
    assert_eq!(failure.variant, "when preparing `waving`");
}
