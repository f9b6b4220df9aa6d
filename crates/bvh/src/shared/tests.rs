use super::*;
use crate::detector::PreparedBvh;
use broad_phase::SortAndSweep;
use collision::{
    Body, BodyId, Detector, Frame, NarrowPhase, Pairwise, PlaceContext, Probe, Profile, Step,
    Unsupported,
};
use geometry::{Aabb, Pose, Quat, Vec3};
use scenes::Generator;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

/// So small that a walk is divided some ten times.
const SMALL_SHARE: u64 = 16;

/// Findings of some frames, by walks that are divided as soon as possible.
fn findings_of(scene: &scenes::Scene, frames: Range<usize>, query: &Query<'_>) -> Vec<Findings> {
    let narrow_phase = PreparedBvh {
        shared: SharedWalks::from(0, SMALL_SHARE, u64::MAX),
        ..PreparedBvh::default()
    };
    let mut detector = Pairwise::new(SortAndSweep::default(), narrow_phase);
    detector.prepare(&scene.bodies).unwrap();
    let find = |frame: usize| {
        let mut found = Findings::default();
        detector
            .detect(&scene.frame(frame), query, &mut found)
            .unwrap();
        found
    };
    frames.map(find).collect()
}

/// Findings of the last frames, twice over: all contacts, then the first of each pair.
fn findings(scene: &str, count: usize) -> Vec<Findings> {
    let scene = scene.parse::<Generator>().unwrap().generate().unwrap();
    let last = scene.frames.len().saturating_sub(20)..scene.frames.len();
    let of = |query: Query<'_>| {
        let query = query.with_workers(count.try_into().unwrap());
        findings_of(&scene, last.clone(), &query)
    };
    [of(Query::all_contacts()), of(Query::first_contact())].concat()
}

/// Two rings of a chain that are near each other and move a little, then meet.
fn links() -> scenes::Scene {
    let ring = Arc::new(scenes::bodies::torus(1.0, 0.3, 48, 24));
    let body = |name: &str| collision::Body::rigid(name, ring.clone());
    let frame = |k: u32| {
        let t = f64::from(k);
        let upright = Quat::from_rotation_x(0.5 * std::f64::consts::PI);
        scenes::SceneFrame::rigid(vec![
            Pose::at(Vec3::X * (0.35 + 0.0005 * t)),
            Pose::new(Vec3::X, upright * Quat::from_rotation_z(0.001 * t)),
        ])
    };
    let frames = (0..120).map(frame).collect();
    scenes::Scene::new("links", vec![body("ring"), body("upright ring")], frames).unwrap()
}

#[test]
fn pairs_rest_and_wake_as_on_one_thread() {
    let scene = links();
    for query in [Query::all_contacts(), Query::first_contact()] {
        let all = |count: usize| {
            let query = query.with_workers(count.try_into().unwrap());
            findings_of(&scene, 0..scene.frames.len(), &query)
        };
        let alone = all(1);
        let sum = |name| {
            alone
                .iter()
                .map(|found| found.work.count(name))
                .sum::<u64>()
        };
        assert!(sum("pairs-at-rest") > 50, "{}", sum("pairs-at-rest"));
        assert!(alone.last().unwrap().contacts.len() > usize::from(!query.is_first_contact()));
        for count in [2, 3] {
            for (k, (shared, alone)) in all(count).iter().zip(&alone).enumerate() {
                assert_eq!(shared, alone, "frame {k}, {count} threads");
            }
        }
    }
}

/// A body that was removed has no box, whichever thread places it.
#[test]
fn a_body_that_was_removed_meets_nothing_on_threads() {
    let sphere = Arc::new(scenes::bodies::sphere(168).unwrap());
    let bodies: Vec<Body> = (0..700)
        .map(|i| Body::rigid(format!("{i}"), sphere.clone()))
        .collect();
    let poses: Vec<Pose> = (0..700)
        .map(|i| Pose::at(Vec3::X * (1.5 * f64::from(i))))
        .collect();
    let frame = Frame::new(&poses).unwrap();
    let colliding = |count: usize| {
        let narrow_phase = PreparedBvh {
            shared: SharedWalks::from(0, SMALL_SHARE, u64::MAX),
            ..PreparedBvh::default()
        };
        let mut detector = Pairwise::new(SortAndSweep::default(), narrow_phase);
        detector.prepare(&bodies).unwrap();
        let query = Query::first_contact().with_workers(count.try_into().unwrap());
        let mut found = Findings::default();
        let mut detect = |detector: &mut Pairwise<_, _>| {
            detector.detect(&frame, &query, &mut found).unwrap();
            found.bodies.clone()
        };
        let all = detect(&mut detector);
        assert!(detector.remove(BodyId(300)));
        [all, detect(&mut detector)]
    };
    let alone = colliding(1);
    assert_eq!(alone.each_ref().map(Vec::len), [699, 697]);
    for count in [2, 3] {
        assert!(colliding(count) == alone, "{count} threads");
    }
}

#[test]
fn meshes_that_coincide_have_the_findings_of_one_thread() {
    let sphere = Arc::new(scenes::bodies::sphere(528).unwrap());
    let bodies = vec![collision::Body::rigid("sphere", sphere); 3];
    let pose = |x: f64| Pose::new(Vec3::X * x, Quat::from_rotation_y(0.7));
    let frames = [[0.0; 3], [0.0, 1.0, 1.0]];
    let frames = frames.map(|at| scenes::SceneFrame::rigid(at.map(pose).to_vec()));
    let scene = scenes::Scene::new("copies", bodies, frames.to_vec()).unwrap();
    for query in [Query::all_contacts(), Query::first_contact()] {
        let [alone, shared, more] = [1, 2, 3].map(|count: usize| {
            let query = query.with_workers(count.try_into().unwrap());
            findings_of(&scene, 0..2, &query)
        });
        assert_eq!(alone[0].bodies.len(), 3);
        assert_eq!([&shared, &more], [&alone; 2]);
    }
}

#[test]
fn frames_of_few_nodes_and_many_exact_tests_are_shared() {
    let ring = Arc::new(scenes::bodies::torus(1.0, 0.3, 48, 24));
    let body = |name: &str| Body::rigid(name, ring.clone());
    let mut detector = PreparedBvh::new();
    detector.prepare(&[body("one"), body("other")]).unwrap();
    let query = Query::all_contacts().with_workers(2.try_into().unwrap());
    let mut threads = |apart: f64| {
        let poses = [Pose::IDENTITY, Pose::at(Vec3::X * apart)];
        let mut found = Findings::default();
        let frame = Frame::new(&poses).unwrap();
        detector.detect(&frame, &query, &mut found).unwrap();
        let counts = ["node-pairs", "face-pair-tests"].map(|name| found.work.count(name));
        (counts, detector.narrow_phase().shared.workers(&query))
    };
    let ([nodes, exact], next) = threads(0.0);
    assert!(
        nodes < PARALLEL_FROM && exact > 2 * PARALLEL_FROM,
        "{nodes} {exact}"
    );
    assert_eq!(next, 2);
    assert_eq!(threads(4.0).1, 1, "they are apart");
}

/// Lists of long parts were copied from part to part and kept their room, so that millions of
/// contacts took ten times the memory of one thread.
#[test]
fn long_parts_of_a_walk_leave_no_room_behind() {
    // All faces meet in one point: 250,000 contacts.
    let corner = |i: u32| {
        let angle = 0.7 * f64::from(i);
        Vec3::new(angle.cos(), angle.sin(), 0.1 * f64::from(i % 7))
    };
    let corners = (0..1000).map(corner);
    let vertices = std::iter::once(Vec3::ZERO).chain(corners).collect();
    let faces = (0..500).map(|i| [0, 2 * i + 1, 2 * i + 2]).collect();
    let fan = Arc::new(geometry::Mesh::new(vertices, faces).unwrap());
    let bodies = ["one", "other"].map(|name| Body::rigid(name, fan.clone()));
    let poses = [
        Pose::IDENTITY,
        Pose::new(Vec3::ZERO, Quat::from_rotation_z(0.1)),
    ];
    let frame = Frame::new(&poses).unwrap();
    let detect = |count: usize| {
        let narrow_phase = PreparedBvh {
            shared: SharedWalks::from(0, SMALL_SHARE, u64::MAX),
            ..PreparedBvh::default()
        };
        let mut detector = Pairwise::new(SortAndSweep::default(), narrow_phase);
        detector.prepare(&bodies).unwrap();
        let query = Query::all_contacts().with_workers(count.try_into().unwrap());
        let mut found = Findings::default();
        for _ in 0..3 {
            detector.detect(&frame, &query, &mut found).unwrap();
        }
        let SharedWalks { spares, lists, .. } = &detector.narrow_phase().shared;
        for _ in 0..1000 {
            let rooms = [spares.take().1.capacity(), lists.take().contacts.capacity()];
            assert!(rooms.iter().all(|room| *room <= 2 * LONG_PART), "{rooms:?}");
        }
        found.contacts
    };
    let alone = detect(1);
    assert!(alone.len() > 200_000);
    for count in [2, 3] {
        assert!(detect(count) == alone, "{count} threads");
    }
}

#[test]
fn findings_are_those_of_one_thread() {
    // The first is one pair of bodies, whose walk is divided again and again.
    for (scene, node_pairs) in [
        ("deep-spheres:faces=3968,seed=1", 16 * SMALL_SHARE),
        ("shuttles:bodies=15,seed=1995", 0),
        // Bodies are placed by threads, too.
        ("shuttles:bodies=600,seed=1995", 0),
        // Hierarchies of 9800 faces are fitted by threads.
        ("waving-spheres:faces=9800,seed=1", 0),
    ] {
        let alone = findings(scene, 1);
        let most = alone
            .iter()
            .map(|found| found.work.count("node-pairs"))
            .max();
        assert!(most > Some(node_pairs), "{scene}: {most:?} pairs of nodes");
        assert!(
            alone.iter().any(|found| found.contacts.len() > 9),
            "{scene}"
        );
        for count in [2, 3, usize::MAX] {
            for (k, (shared, alone)) in findings(scene, count).iter().zip(&alone).enumerate() {
                assert_eq!(shared, alone, "{scene}, frame {k}, {count} threads");
            }
        }
    }
}

/// Narrow phase whose first frame ends before any walk, as where no thread can be started.
#[derive(Debug, Default)]
struct Interrupted {
    narrow_phase: PreparedBvh,
    has_panicked: bool,
}

impl NarrowPhase for Interrupted {
    type Model = BvhModel;
    type Posed = PosedBvh;
    type Cache = BvhPairCache;

    fn profile(&self) -> Profile {
        self.narrow_phase.profile()
    }

    fn prepare(&mut self, id: BodyId, body: &Body) -> Result<BvhModel, Unsupported> {
        self.narrow_phase.prepare(id, body)
    }

    fn posed(&self, model: &BvhModel) -> PosedBvh {
        self.narrow_phase.posed(model)
    }

    fn place(
        &mut self,
        body: BodyId,
        model: &BvhModel,
        posed: &mut PosedBvh,
        cx: &mut PlaceContext<'_>,
    ) -> Aabb {
        self.narrow_phase.place(body, model, posed, cx)
    }

    fn test(
        &mut self,
        pairs: &mut ActivePairs<BvhPairCache>,
        bodies: PosedBodies<'_, Self>,
        cx: &mut PairContext<'_>,
    ) {
        let (shared, mut work) = (&mut self.narrow_phase.shared, BvhWork::default());
        if !std::mem::replace(&mut self.has_panicked, true) {
            shared.examine_all(pairs, bodies, cx.query.is_first_contact(), &mut work);
            panic!("no thread can be started");
        }
        shared.test(pairs, bodies, &mut work, cx);
    }
}

/// Panics where a step begins, once.
#[derive(Debug)]
struct PanicsAt(Step, AtomicBool);

impl Probe for PanicsAt {
    fn begin(&self, step: Step, _: usize) {
        let is_due = step == self.0 && self.1.swap(false, Ordering::Relaxed);
        assert!(!is_due, "as asked");
    }
}

/// Soft and hard spheres, all of them on threads.
#[test]
fn a_shared_frame_that_panicked_leaves_the_next_as_that_of_a_new_detector() {
    let scene = "waving-spheres:faces=9800,seed=1".parse::<Generator>();
    let mut scene = scene.unwrap().generate().unwrap();
    scene.bodies[0].deforms = false;
    for frame in &mut scene.frames {
        frame.deformed[0] = None;
    }
    let last = scene.frames.len() - 1;
    let query = Query::all_contacts().with_workers(3.try_into().unwrap());
    let query = query.with_sharing(collision::Sharing::Always);
    let prepared = || {
        let mut detector = PreparedBvh::new();
        detector.prepare(&scene.bodies).unwrap();
        detector
    };
    let (mut expected, mut found) = (Findings::default(), Findings::default());
    let frames = [0, last].map(|frame| scene.frame(frame));
    prepared()
        .detect(&frames[1], &query, &mut expected)
        .unwrap();
    assert!(expected.contacts.len() > 9);
    for step in [Step::UPDATE, Step::OVERLAP_REGIONS, Step::BODY_PAIRS] {
        let mut detector = prepared();
        detector.detect(&frames[0], &query, &mut found).unwrap();
        let probe = PanicsAt(step, AtomicBool::new(true));
        let attempt = || detector.detect(&frames[1], &query.with_probe(&probe), &mut found);
        assert!(catch_unwind(AssertUnwindSafe(attempt)).is_err(), "{step:?}");
        detector.detect(&frames[1], &query, &mut found).unwrap();
        assert_eq!(found.contacts, expected.contacts, "{step:?}");
    }
}

#[test]
fn a_frame_that_panicked_leaves_its_pairs_to_the_next() {
    let sphere = Arc::new(scenes::bodies::sphere(168).unwrap());
    let bodies = ["one", "other"].map(|name| Body::rigid(name, sphere.clone()));
    let poses = [Pose::IDENTITY, Pose::at(Vec3::new(0.5, 0.3, 0.1))];
    let frame = Frame::new(&poses).unwrap();
    for query in [Query::all_contacts(), Query::first_contact()] {
        let mut detector = Pairwise::new(SortAndSweep::default(), Interrupted::default());
        detector.prepare(&bodies).unwrap();
        let mut found = Findings::default();
        let mut detect = |found: &mut Findings| detector.detect(&frame, &query, found).unwrap();
        let first = catch_unwind(AssertUnwindSafe(|| detect(&mut found)));
        assert!(first.is_err());
        detect(&mut found);
        assert!(!found.contacts.is_empty(), "they cross");
    }
}
