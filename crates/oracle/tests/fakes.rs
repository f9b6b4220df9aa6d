//! The conformance suite fails every broken detector.
//!
//! Each fake is brute force with one fault. The suite must fail it in the variant for that fault.

use crate::common::{Fake, Faulty};
use baselines::BruteForce;
use collision::{
    Body, BodyId, BodyPair, Claim, Contained, Counter, Detail, Detector, FaceId, FacePair,
    Findings, Frame, Grain, Meaning, Profile, Query, Reason, Rejected, Unsupported,
};
use geometry::{Interference, Pose, Vec3};
use oracle::conformance;
use oracle::testing::cube;
use scenes::{Scene, SceneFrame};

/// Change of the profile and of the findings of brute force.
#[derive(Debug)]
struct Fault {
    bodies: Vec<Body>,
    /// Findings passed in, as left by the previous frame.
    given: Findings,
    prepared: u64,
    frames: u64,
    profile: fn(&mut Profile),
    change: Change,
}

/// Change of the findings of a frame.
type Change = fn(&Fault, (&Frame<'_>, &Query<'_>), &mut Findings);

impl Faulty for Fault {
    fn change_profile(&self, profile: &mut Profile) {
        (self.profile)(profile);
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.bodies = bodies.to_vec();
        self.prepared += 1;
        self.frames = 0;
        Ok(())
    }

    fn detect(
        &mut self,
        honest: &mut BruteForce,
        frame: &Frame<'_>,
        query: &Query<'_>,
        found: &mut Findings,
    ) -> Result<(), Rejected> {
        self.given = found.clone();
        honest.detect(frame, query, found)?;
        self.frames += 1;
        (self.change)(self, (frame, query), found);
        Ok(())
    }
}

/// Three cubes; the small one passes from outside, through the border, to the inside of the large.
fn scenes() -> Vec<Scene> {
    let bodies = || {
        vec![
            Body::rigid("large", cube(4.0)),
            Body::rigid("small", cube(1.0)),
            Body::rigid("distant", cube(1.0)),
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

fn failure(profile: fn(&mut Profile), change: Change) -> Option<conformance::Failure> {
    failure_on(&scenes(), profile, change)
}

fn failure_on(
    scenes: &[Scene],
    profile: fn(&mut Profile),
    change: Change,
) -> Option<conformance::Failure> {
    let make = || -> Box<dyn Detector> {
        Box::new(Fake::new(Fault {
            bodies: Vec::new(),
            given: Findings::default(),
            prepared: 0,
            frames: 0,
            profile,
            change,
        }))
    };
    conformance::verify(&make, scenes).err()
}

/// Returns the variant in which the suite catches a fault.
#[track_caller]
fn caught(change: Change) -> String {
    failure(|_| (), change)
        .expect("the suite must fail this detector")
        .variant
}

fn no_fault(_: &Fault, _: (&Frame<'_>, &Query<'_>), _: &mut Findings) {}

#[test]
fn honesty_passes_under_every_claim() {
    assert_eq!(failure(|_| (), no_fault), None);
    assert_eq!(failure(|p| p.claim = Claim::NoMisses, no_fault), None);
    assert_eq!(failure(|p| p.grain = Grain::BodyPairs, no_fault), None);
    // For solids this is a fault: frame 4 has a contained cube and does not ask for it.
    let as_solids = failure(|p| p.meaning = Meaning::Solids, no_fault).unwrap();
    assert!(
        as_solids.reason.contains("frame 4 of `passing`"),
        "{as_solids}"
    );
}

#[test]
fn a_detector_that_reports_nothing_is_caught() {
    let nothing: Change = |_, _, found| found.clear();
    assert_eq!(caught(nothing), "as it is");
    let no_misses = failure(|p| p.claim = Claim::NoMisses, nothing).unwrap();
    assert!(no_misses.reason.contains("found them apart"), "{no_misses}");
    let bodies = failure(|p| p.grain = Grain::BodyPairs, nothing).unwrap();
    assert!(bodies.reason.contains("do not collide"), "{bodies}");
}

#[test]
fn a_detector_that_reports_everything_is_caught_unless_it_claims_no_more_than_no_misses() {
    let everything: Change = |fake, (_, query), found| {
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
    let wrong: Change = |_, _, found| {
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
    let gives_up: Change = |_, _, found| {
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
    let offers: Change = |_, (_, query), found| {
        if !query.containment && found.bodies.is_empty() {
            let reason = Reason::Contained(Contained::BInA);
            found.add_bodies(BodyPair::new(BodyId(0), BodyId(1)), reason);
        }
    };
    assert_eq!(caught(offers), "as it is");
    let mixes_up: Change = |_, _, found| {
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
    let all: Change = |fake, (frame, query), found| {
        if query.is_first_contact() {
            let mut honest = BruteForce::new();
            honest.prepare(&fake.bodies).unwrap();
            let query = query.with_detail(Detail::AllContacts);
            honest.detect(frame, &query, found).unwrap();
        }
    };
    assert_eq!(caught(all), "asked for first contacts");
    let invented: Change = |_, (_, query), found| {
        if query.is_first_contact() {
            found.contacts.iter_mut().for_each(|c| c.pair.face_a ^= 1);
        }
    };
    assert_eq!(caught(invented), "asked for first contacts");
    let none: Change = |_, (_, query), found| {
        if query.is_first_contact() {
            found.clear();
        }
    };
    assert_eq!(caught(none), "asked for first contacts");
}

#[test]
fn candidates_that_are_ignored_and_results_that_depend_on_workers_are_caught() {
    let ignores: Change = |fake, (frame, query), found| {
        if query.candidates.is_some() {
            let mut honest = BruteForce::new();
            honest.prepare(&fake.bodies).unwrap();
            let mut query = *query;
            query.candidates = None;
            honest.detect(frame, &query, found).unwrap();
        }
    };
    assert_eq!(caught(ignores), "with candidate pairs from outside");
    let threads: Change = |_, (_, query), found| {
        if query.workers.get() == 5 {
            found.work.add(Counter::FACE_PAIR_TESTS, 1);
        }
    };
    assert_eq!(caught(threads), "with 5 workers");
}

#[test]
fn silence_on_a_frame_that_does_not_fit_is_caught() {
    #[derive(Debug)]
    struct Silent;
    impl Faulty for Silent {
        fn detect(
            &mut self,
            honest: &mut BruteForce,
            frame: &Frame<'_>,
            query: &Query<'_>,
            found: &mut Findings,
        ) -> Result<(), Rejected> {
            let _ = honest.detect(frame, query, found);
            Ok(())
        }
    }
    let make = || -> Box<dyn Detector> { Box::new(Fake::new(Silent)) };
    let failure = conformance::verify(&make, &scenes()).unwrap_err();
    assert_eq!(failure.variant, "with a pose too few");
}

#[test]
fn a_test_that_is_not_symmetric_is_caught() {
    let asymmetric: Change = |fake, _, found| {
        if fake.bodies[0].name != "large" {
            found.clear();
        }
    };
    assert_eq!(caught(asymmetric), "with bodies in reverse order");
}

#[test]
fn absolute_sizes_are_caught() {
    let far: Change = |_, (frame, _), found| {
        if frame.poses()[0].translation.length() > 100.0 {
            found.clear();
        }
    };
    assert_eq!(caught(far), "moved by 2^10 of its sizes");
    let farther: Change = |_, (frame, _), found| {
        if frame.poses()[0].translation.length() > 1e12 {
            found.clear();
        }
    };
    assert_eq!(caught(farther), "moved by 2^52 of its sizes");
    let small: Change = |fake, _, found| {
        if fake.bodies[0].mesh().aabb().size().x < 1e-6 {
            found.clear();
        }
    };
    assert_eq!(caught(small), "scaled by 2^-1040");
}

#[test]
fn a_sign_bit_in_place_of_a_sign_is_caught() {
    let sign_bit: Change = |_, (frame, _), found| {
        if frame.poses()[1].translation.x.is_sign_negative() {
            found.clear();
        }
    };
    let variant = "with zeros of every second body negated";
    assert_eq!(caught(sign_bit), variant);
}

#[test]
fn memory_of_another_scene_or_frame_is_caught() {
    let keeps: Change = |fake, _, found| found.undecided.extend(&fake.given.undecided);
    assert_eq!(caught(keeps), "replayed by a fresh detector");
    let second_scene: Change = |fake, _, found| {
        if fake.prepared > 1 {
            found.work.add(Counter::FACE_PAIR_TESTS, 1);
        }
    };
    assert_eq!(caught(second_scene), "prepared again after another scene");
    let coherent: Change = |fake, (frame, _), found| {
        let touching = frame.poses()[1].translation.x == 2.5;
        if touching && fake.frames > 3 {
            found.clear();
        }
    };
    assert_eq!(caught(coherent), "with frames backwards");
}

#[test]
fn trust_in_the_world_cube_is_caught() {
    let unknown: Change = |_, (_, query), found| {
        if query.world.is_none() {
            found.clear();
        }
    };
    assert_eq!(caught(unknown), "without a world cube");
    let trusting: Change = |_, (_, query), found| {
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
fn unjustified_refusals_and_acceptances_are_caught() {
    #[derive(Debug)]
    struct Picky;
    impl Faulty for Picky {
        fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
            let (body, name) = (BodyId(0), bodies[0].name.clone());
            Err(Unsupported::NotRigid { body, name })
        }
    }
    let make = || -> Box<dyn Detector> { Box::new(Fake::new(Picky)) };
    let failure = conformance::verify(&make, &scenes()).unwrap_err();
    assert!(
        failure
            .reason
            .contains("refuses a body that its profile accepts"),
        "{failure}"
    );

    // A detector with a profile of rigid bodies must refuse a deforming body.
    let body = Body::deforming("wave", cube(1.0));
    let frame = SceneFrame::rigid(vec![Pose::IDENTITY]);
    let waving = [Scene::new("waving", vec![body], vec![frame]).unwrap()];
    let rigid_only = |p: &mut Profile| p.accepts.deforming = false;
    let failure = failure_on(&waving, rigid_only, no_fault).unwrap();
    assert_eq!(failure.variant, "when preparing `waving`");
}

#[test]
fn bodies_that_are_wrongly_inserted_are_caught() {
    // Its state of the inserted body is missing.
    let forgets: Change = |fault, _, found| {
        let last = BodyId(fault.bodies.len() as u32 - 1);
        if fault.prepared > 1 && fault.bodies.len() == 3 {
            found.bodies.retain(|b| b.pair.b != last);
            found.contacts.retain(|c| c.pair.bodies.b != last);
        }
    };
    let reordered: Vec<Scene> = scenes().iter().map(|s| s.only(&[0, 2, 1])).collect();
    let caught = failure_on(&reordered, |_| (), forgets).unwrap();
    assert_eq!(caught.variant, "with the last body inserted later");

    #[derive(Debug)]
    struct WrongId;
    impl Faulty for WrongId {
        fn inserted(&mut self, id: BodyId) -> BodyId {
            BodyId(id.0 + 1)
        }
    }
    let make = || -> Box<dyn Detector> { Box::new(Fake::new(WrongId)) };
    let failure = conformance::verify(&make, &scenes()).unwrap_err();
    assert_eq!(failure.variant, "with the last body inserted later");
    assert_eq!(failure.reason, "its id is 3");
}

#[test]
fn bodies_that_are_not_removed_or_removed_twice_are_caught() {
    // It says that the body is gone, and reports it as before.
    let keeps: Change = |fault, (frame, query), found| {
        let mut honest = BruteForce::new();
        honest.prepare(&fault.bodies).unwrap();
        honest.detect(frame, query, found).unwrap();
    };
    assert_eq!(caught(keeps), "with the first body removed");

    #[derive(Debug)]
    struct Removes(bool);
    impl Faulty for Removes {
        fn removed(&mut self, _: bool) -> bool {
            self.0
        }
    }
    for answer in [true, false] {
        let make = || -> Box<dyn Detector> { Box::new(Fake::new(Removes(answer))) };
        let failure = conformance::verify(&make, &scenes()).unwrap_err();
        assert_eq!(failure.variant, "with the first body removed");
        assert!(failure.reason.contains("exactly once"), "{failure}");
    }
}

/// Three cubes that overlap each other: more than one candidate is left out or kept.
#[test]
fn candidates_that_are_some_of_the_colliding_pairs_are_checked_both_ways() {
    let bodies = ["a", "b", "c"].map(|name| Body::rigid(name, cube(2.0)));
    let poses = [0.0, 0.5, 1.25].map(|x| Pose::at(Vec3::new(x, 0.25 * x, 0.125)));
    let frames = vec![SceneFrame::rigid(poses.to_vec()); 2];
    let scenes = [Scene::new("three", bodies.to_vec(), frames).unwrap()];
    assert!(failure_on(&scenes, |_| (), no_fault).is_none());
    let faults: [(Change, &str); 2] = [
        (
            |_, (_, query), found| {
                if query.candidates.is_some_and(|pairs| pairs.len() == 2) {
                    found.contacts.clear();
                    found.bodies.clear();
                }
            },
            "misses a candidate",
        ),
        (
            |fault, (frame, query), found| {
                if query.candidates.is_some_and(|pairs| pairs.len() == 2) {
                    let mut honest = BruteForce::new();
                    honest.prepare(&fault.bodies).unwrap();
                    honest.detect(frame, &Query::default(), found).unwrap();
                }
            },
            "no candidates",
        ),
    ];
    for (fault, reason) in faults {
        let failure = failure_on(&scenes, |_| (), fault).expect("the suite must fail it");
        assert!(failure.to_string().contains(reason), "{failure}");
    }
}
