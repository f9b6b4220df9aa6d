//! Several threads: equal findings for any number, and for each distribution of face pairs; counted
//! accesses; panics.

use collision::{Body, Detector, Findings, Frame, Probe, Query, Sharing, Snapshot, Step};
use face_octree::{Distribution, ParallelOptions, SweptFaceOctree, SweptMode};
use face_octree::{FaceOctree, SweptOptions, TunedFaceOctree};
use geometry::{Mesh, Pose, Vec3};
use scenes::{Generator, Scene};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread::ThreadId;
use std::time::Duration;

const DISTRIBUTIONS: [Distribution; 3] = [
    Distribution::Static,
    Distribution::Dynamic,
    Distribution::Stealing,
];

fn detector(distribution: Distribution, mode: SweptMode, scene: &Scene) -> SweptFaceOctree {
    let mut detector = SweptFaceOctree::parallel(ParallelOptions {
        distribution,
        mode,
        ..ParallelOptions::default()
    });
    detector.prepare(&scene.bodies).unwrap();
    detector
}

fn find(detector: &mut dyn Detector, scene: &Scene, index: usize, workers: usize) -> Findings {
    let workers = NonZeroUsize::new(workers).unwrap();
    let query = scene.query().with_workers(workers);
    let mut found = Findings::default();
    detector
        .detect(&scene.frame(index), &query, &mut found)
        .unwrap();
    found
}

fn scene(text: &str) -> Scene {
    let generator: Generator = text.parse().unwrap();
    generator.generate().unwrap()
}

/// Finds on one thread, then on several with one detector, and compares. Returns the findings.
fn compare(detector: &mut dyn Detector, scene: &Scene, index: usize) -> Findings {
    // The first time, vertices of the frame before may be there already.
    find(detector, scene, index, 1);
    let one = find(detector, scene, index, 1);
    for workers in [2, 3, 5, 8, 16, 2] {
        let found = find(detector, scene, index, workers);
        let name = detector.profile().name;
        assert!(found == one, "{name}, {}, {workers} workers", scene.name);
    }
    one
}

/// Scenes with many bodies, with bodies of many faces, and with deforming bodies.
fn large_scenes() -> Vec<(Scene, usize)> {
    // As published, swept faces look at the first instant, so the last frames are best.
    let last = |text: &str| {
        let scene = scene(text);
        let last = scene.frames.len() - 1;
        (scene, last)
    };
    vec![
        last("two-spheres:faces=80088"),
        last("deep-spheres:faces=20000"),
        last("shuttles:bodies=60"),
        last("waving-spheres:faces=80088"),
    ]
}

#[test]
fn findings_of_large_scenes_do_not_depend_on_workers() {
    let (mut most_listed, mut most_pairs) = (0, 0);
    for (scene, index) in large_scenes() {
        let swept = |mode| {
            let options = SweptOptions {
                mode,
                ..SweptOptions::default()
            };
            Box::new(SweptFaceOctree::with_options(options))
        };
        let detectors: [Box<dyn Detector>; 5] = [
            Box::new(FaceOctree::published()),
            Box::new(TunedFaceOctree::new()),
            swept(SweptMode::Published),
            swept(SweptMode::Swept),
            swept(SweptMode::Rotation),
        ];
        for mut detector in detectors {
            detector.prepare(&scene.bodies).unwrap();
            // A frame at which most bodies are elsewhere, then the one at which they meet.
            compare(&mut *detector, &scene, 0);
            let found = compare(&mut *detector, &scene, index);
            let name = detector.profile().name;
            assert!(!found.contacts.is_empty(), "{name}, {}", scene.name);
            most_listed = most_listed.max(found.work.count("listed"));
            most_pairs = most_pairs.max(found.work.count("swept-pair-tests"));
        }
    }
    assert!(most_listed > 4096, "{most_listed} faces stay on one thread");
    assert!(most_pairs > 2048, "{most_pairs} pairs stay on one thread");
}

/// Threads on which steps of a frame began.
#[derive(Default)]
struct Threads(Mutex<Vec<ThreadId>>);

impl Probe for Threads {
    fn begin(&self, _: Step, _: usize) {
        self.0.lock().unwrap().push(std::thread::current().id());
    }
}

impl Threads {
    /// Returns true if a step began on another thread than the caller's.
    fn share(&self) -> bool {
        let caller = std::thread::current().id();
        self.0.lock().unwrap().iter().any(|id| *id != caller)
    }
}

/// Returns a lattice of spheres, `edge` along each axis, and two instants. Each cuts its neighbors,
/// with centers `side` radii apart.
fn lattice(edge: u32, side: f64) -> (Vec<Body>, [Vec<Pose>; 2]) {
    let mesh = Arc::new(scenes::bodies::sphere(528).unwrap());
    let count = edge * edge * edge;
    let bodies = (0..count).map(|i| Body::rigid(format!("{i}"), mesh.clone()));
    let side = side * mesh.max_abs_coordinate();
    let at = |i: u32| {
        let [x, y, z] = [i % edge, i / edge % edge, i / (edge * edge)].map(f64::from);
        Vec3::new(x, y, z)
    };
    let poses = |shift: f64| -> Vec<Pose> {
        let moved = |i: u32| side * at(i) + f64::from(i % 3) * shift * Vec3::new(0.3, 0.1, 0.2);
        (0..count).map(|i| Pose::at(moved(i))).collect()
    };
    (bodies.collect(), [poses(0.1), poses(0.2)])
}

/// As published: the work of the frame before decides.
#[test]
fn a_frame_is_shared_after_a_long_one() {
    let (bodies, [now, _]) = lattice(2, 1.2);
    let far: Vec<Pose> = (0..8)
        .map(|i| Pose::at(Vec3::X * f64::from(i) * 100.0))
        .collect();
    let mut detector = FaceOctree::published();
    detector.prepare(&bodies).unwrap();
    let is_shared = |detector: &mut FaceOctree, poses: &[Pose]| {
        let threads = Threads::default();
        let query = Query::default()
            .with_workers(NonZeroUsize::new(2).unwrap())
            .with_probe(&threads);
        let frame = Frame::new(poses).unwrap();
        detector
            .detect(&frame, &query, &mut Findings::default())
            .unwrap();
        threads.share()
    };
    let [near, far] = [&now[..], &far];
    let shared = [near, near, far, far, near].map(|poses| is_shared(&mut detector, poses));
    assert_eq!(shared, [false, true, true, false, false]);
    detector.prepare(&bodies).unwrap();
    assert!(!is_shared(&mut detector, near), "nothing is known");
}

#[test]
fn findings_of_many_bodies_do_not_depend_on_workers() {
    // Frames of 3 ms, of 26 ms, and of 0.3 ms, which is too short to be shared.
    for (edge, side, is_long) in [(4, 1.95, true), (4, 1.2, true), (2, 1.95, false)] {
        let (bodies, [now, next]) = lattice(edge, side);
        let [now, next] = [&now, &next].map(|poses| Snapshot::new(poses).unwrap());
        let frame = Frame::at(now).before(next, 0.1);
        let swept = |mode| {
            SweptFaceOctree::with_options(SweptOptions {
                mode,
                ..SweptOptions::default()
            })
        };
        // The other forms take longer for the short frame.
        let other = is_long.then_some(true);
        let detectors: [(Box<dyn Detector>, Option<bool>); 4] = [
            (Box::new(FaceOctree::published()), other),
            (Box::new(TunedFaceOctree::new()), Some(is_long)),
            (Box::new(swept(SweptMode::Published)), other),
            (Box::new(swept(SweptMode::Swept)), other),
        ];
        for (mut detector, shares) in detectors {
            detector.prepare(&bodies).unwrap();
            let [mut one, mut found] = [Findings::default(), Findings::default()];
            // Twice: of swept bodies that stand still, the second frame finds the vertices moved.
            for _ in 0..2 {
                detector
                    .detect(&frame, &Query::default(), &mut one)
                    .unwrap();
            }
            // Most neighbors cut each other.
            let neighbors = (3 * edge * edge * (edge - 1)) as usize;
            assert!(4 * one.bodies.len() > 3 * neighbors, "{}", one.bodies.len());
            assert!(one.contacts.len() > 8 * neighbors, "{}", one.contacts.len());
            let name = detector.profile().name;
            for workers in [2, 3, 8] {
                let threads = Threads::default();
                let query = Query::default().with_workers(NonZeroUsize::new(workers).unwrap());
                let query = query.with_probe(&threads);
                detector.detect(&frame, &query, &mut found).unwrap();
                assert!(found == one, "{name}, {workers} workers");
                let shared = shares.unwrap_or_else(|| threads.share());
                assert_eq!(threads.share(), shared, "{name}, {side}");
            }
        }
    }
}

#[test]
fn findings_of_two_large_bodies_do_not_depend_on_workers() {
    // A sphere in another of 1.25 times its size, which it touches from inside: nearly all of its
    // faces and half of the other's are listed, and few of them meet.
    let inner = scenes::bodies::sphere(159_200).unwrap();
    let vertices = inner.vertices().iter().map(|p| *p * 1.25).collect();
    let outer = Mesh::new(vertices, inner.triangles().to_vec()).unwrap();
    let reach = 0.26 * inner.max_abs_coordinate();
    let bodies = [inner, outer].map(|mesh| Body::rigid("sphere", Arc::new(mesh)));
    let poses = [Pose::at(Vec3::X * reach), Pose::IDENTITY];
    let frame = Frame::new(&poses).unwrap();
    let mut detector = TunedFaceOctree::new();
    detector.prepare(&bodies).unwrap();
    let find = |detector: &mut TunedFaceOctree, workers: usize| {
        let (mut found, threads) = (Findings::default(), Threads::default());
        let query = Query::default().with_workers(NonZeroUsize::new(workers).unwrap());
        let query = query.with_probe(&threads);
        detector.detect(&frame, &query, &mut found).unwrap();
        (found, threads.share())
    };
    // The broad phase compares the boxes of the first frame only.
    find(&mut detector, 1);
    let (one, shares) = find(&mut detector, 1);
    assert!(!shares && !one.contacts.is_empty());
    for workers in [2, 3, 8] {
        let (found, shares) = find(&mut detector, workers);
        assert!(shares && found == one, "{workers} workers");
    }
}

#[test]
fn a_hundred_shuttles_stay_on_the_callers_thread() {
    let scene = scene("shuttles:bodies=100");
    let mut detector = TunedFaceOctree::new();
    detector.prepare(&scene.bodies).unwrap();
    let mut most = 0;
    for index in 0..scene.frames.len() {
        let (mut found, threads) = (Findings::default(), Threads::default());
        let query = scene.query().with_workers(NonZeroUsize::new(2).unwrap());
        let query = query.with_probe(&threads);
        detector
            .detect(&scene.frame(index), &query, &mut found)
            .unwrap();
        assert!(!threads.share(), "frame {index}");
        most = most.max(2 * 528 * found.work.count("overlap-regions"));
    }
    assert!(most > 1 << 15, "{most} faces of all pairs");
}

#[test]
fn a_removed_body_stays_away_on_any_number_of_threads() {
    let scene = scene("shuttles:bodies=60");
    let index = scene.frames.len() - 1;
    let detectors: [Box<dyn Detector>; 3] = [
        Box::new(FaceOctree::published()),
        Box::new(TunedFaceOctree::new()),
        Box::new(SweptFaceOctree::with_options(SweptOptions::default())),
    ];
    for mut detector in detectors {
        detector.prepare(&scene.bodies).unwrap();
        let before = compare(&mut *detector, &scene, index);
        let gone = before.contacts[0].pair.bodies.a;
        assert!(detector.remove(gone));
        let after = compare(&mut *detector, &scene, index);
        let pairs = after.bodies.iter().map(|found| found.pair);
        assert!(
            pairs
                .into_iter()
                .all(|pair| ![pair.a, pair.b].contains(&gone))
        );
    }
}

/// Scenes with many pairs, few, and none.
fn scenes() -> Vec<(Scene, usize)> {
    let spheres = scene("two-spheres:faces=960");
    let last = spheres.frames.len() - 2;
    vec![
        (spheres.clone(), last),
        (spheres, 0),
        (scene("waving-spheres"), 3),
    ]
}

#[test]
fn findings_do_not_depend_on_workers_distribution_or_repetition() {
    let mut most = 0;
    for (scene, index) in scenes() {
        for mode in [SweptMode::Published, SweptMode::Swept, SweptMode::Rotation] {
            let mut expected: Option<Findings> = None;
            for distribution in DISTRIBUTIONS {
                let mut detector = detector(distribution, mode, &scene);
                // The broad phase compares the boxes of the first frame only.
                find(&mut detector, &scene, index, 1);
                let one = find(&mut detector, &scene, index, 1);
                most = most.max(one.work.count("swept-pair-tests"));
                for workers in [2, 3, 5, 8, 16, 2] {
                    let found = find(&mut detector, &scene, index, workers);
                    assert_eq!(found, one, "{distribution:?} {mode:?} {workers} workers");
                }
                let expected = expected.get_or_insert_with(|| one.clone());
                assert_eq!(one.contacts, expected.contacts, "{distribution:?} {mode:?}");
                assert_eq!(one.evidence, expected.evidence, "{distribution:?} {mode:?}");
                assert_eq!(one.bodies, expected.bodies, "{distribution:?} {mode:?}");
            }
        }
    }
    assert!(most > 256, "{most} pairs are too few to be stolen");
}

#[test]
fn a_query_that_allows_more_threads_than_the_system_has_is_answered() {
    let (scene, index) = scenes().swap_remove(0);
    for distribution in DISTRIBUTIONS {
        let mut detector = detector(distribution, SweptMode::Published, &scene);
        find(&mut detector, &scene, index, 1);
        let one = find(&mut detector, &scene, index, 1);
        let found = find(&mut detector, &scene, index, usize::MAX);
        assert_eq!(found, one, "{distribution:?}");
    }
}

#[test]
fn the_paper_counts_p_plus_p_and_two_p_plus_p_accesses() {
    let (scene, index) = scenes().swap_remove(0);
    for (distribution, per_pair) in [(Distribution::Static, 1), (Distribution::Dynamic, 2)] {
        let mut detector = detector(distribution, SweptMode::Published, &scene);
        let found = find(&mut detector, &scene, index, 3);
        let (pairs, meeting) = (
            found.work.count("swept-pair-tests"),
            found.evidence.swept.len(),
        );
        assert!(meeting > 10 && pairs > 2 * meeting as u64);
        let accesses = found.work.count("shared-accesses");
        assert_eq!(
            accesses,
            per_pair * pairs + meeting as u64,
            "{distribution:?}"
        );
    }
}

/// Two needles that cross: one pair of faces, for sixteen threads.
#[test]
fn more_workers_than_pairs_find_the_pair() {
    let face =
        |p: Vec3, q: Vec3, r: Vec3| Arc::new(Mesh::new(vec![p, q, r], vec![[0, 1, 2]]).unwrap());
    let meshes = [
        face(Vec3::ZERO, Vec3::X, Vec3::Y),
        face(-Vec3::Z, Vec3::Z, Vec3::ONE),
    ];
    let bodies = meshes.map(|mesh| Body::rigid("needle", mesh));
    let poses = [Pose::IDENTITY, Pose::at(Vec3::new(0.2, 0.2, 0.0))];
    let frame = Frame::new(&poses).unwrap();
    for distribution in DISTRIBUTIONS {
        for mode in [SweptMode::Published, SweptMode::Swept] {
            let mut detector = SweptFaceOctree::parallel(ParallelOptions {
                distribution,
                mode,
                ..ParallelOptions::default()
            });
            detector.prepare(&bodies).unwrap();
            for workers in [1, 2, 16] {
                let query = Query::default()
                    .with_workers(NonZeroUsize::new(workers).unwrap())
                    .with_sharing(Sharing::Always);
                let mut found = Findings::default();
                detector.detect(&frame, &query, &mut found).unwrap();
                assert_eq!(found.work.count("swept-pair-tests"), 1);
                let counts = (found.contacts.len(), found.evidence.swept.len());
                assert_eq!(counts, (1, 1), "{distribution:?} {mode:?} {workers}");
            }
        }
    }
}

#[test]
#[should_panic(expected = "0 workers")]
fn zero_workers_are_refused() {
    SweptFaceOctree::parallel(ParallelOptions {
        workers: 0,
        ..ParallelOptions::default()
    });
}

/// Panics when a worker begins a step.
struct Panicking(Step, usize);

impl Probe for Panicking {
    fn begin(&self, step: Step, worker: usize) {
        assert!(
            (step, worker) != (self.0, self.1),
            "worker {worker} is made to panic"
        );
    }
}

#[test]
fn a_worker_that_panics_ends_the_frame_and_hangs_no_other() {
    let subdivision = Step::new("subdivision");
    let cases = [
        (Distribution::Static, Step::FACE_PAIRS, 1),
        (Distribution::Dynamic, Step::FACE_PAIRS, 1),
        (Distribution::Dynamic, subdivision, 0),
        (Distribution::Stealing, Step::FACE_PAIRS, 0),
    ];
    for (distribution, step, worker) in cases {
        let (done, ended) = channel();
        // A thread of its own: if it hangs, the test still ends.
        std::thread::spawn(move || {
            let (scene, index) = scenes().swap_remove(0);
            let mut detector = detector(distribution, SweptMode::Published, &scene);
            let probe = Panicking(step, worker);
            // Always: a first frame with few faces has no other threads that steal.
            let query = Query::default()
                .with_workers(NonZeroUsize::new(3).unwrap())
                .with_sharing(Sharing::Always)
                .with_probe(&probe);
            let frame = scene.frame(index);
            let mut found = Findings::default();
            let panicked = catch_unwind(AssertUnwindSafe(|| {
                detector.detect(&frame, &query, &mut found).unwrap();
            }));
            // The detector is as good as new.
            let again = find(&mut detector, &scene, index, 3);
            let alone = find(&mut detector, &scene, index, 1);
            done.send((
                panicked.is_err(),
                again == alone && !again.evidence.swept.is_empty(),
            ))
            .ok();
        });
        let ended = ended.recv_timeout(Duration::from_secs(60));
        assert_eq!(
            ended,
            Ok((true, true)),
            "{distribution:?} {step:?} {worker}"
        );
    }
}

/// Panics when a second thread reports a pair. The first one waits for others to begin.
struct PanickingOnSecondThread(Mutex<Option<ThreadId>>);

impl Probe for PanickingOnSecondThread {
    fn begin(&self, step: Step, _: usize) {
        if step == Step::FACE_PAIR_REPORTED {
            let this = std::thread::current().id();
            let first = *self.0.lock().unwrap().get_or_insert(this);
            assert!(first == this, "the second thread is made to panic");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn follows_pairs(&self) -> bool {
        true
    }
}

#[test]
fn what_threads_found_before_a_panic_is_forgotten() {
    let (scene, index) = scenes().swap_remove(0);
    for mode in [SweptMode::Published, SweptMode::Swept] {
        let mut detector = detector(Distribution::Stealing, mode, &scene);
        let probe = PanickingOnSecondThread(Mutex::new(None));
        let shared = Query::default()
            .with_workers(NonZeroUsize::new(3).unwrap())
            .with_sharing(Sharing::Always);
        let mut find = |query: &Query<'_>| {
            let mut found = Findings::default();
            detector
                .detect(&scene.frame(index), query, &mut found)
                .unwrap();
            found
        };
        let watched = shared.with_probe(&probe);
        let panicked = catch_unwind(AssertUnwindSafe(|| find(&watched)));
        assert!(panicked.is_err(), "{mode:?}");
        let (again, alone) = (find(&shared), find(&Query::default()));
        let is_same = again == alone;
        assert!(is_same && again.evidence.swept.len() > 10, "{mode:?}");
    }
}

#[test]
fn nothing_of_a_frame_is_left_in_the_next() {
    let scene = scene("deep-spheres:faces=3968,seed=1995");
    let far = [Pose::IDENTITY, Pose::at(Vec3::splat(90.0))];
    let still = Frame::at(Snapshot::new(&far).unwrap());
    let (overlapping, less) = (scene.frame(0), scene.frame(scene.frames.len() - 1));
    let all = |workers: usize| {
        Query::default()
            .with_workers(NonZeroUsize::new(workers).unwrap())
            .with_sharing(Sharing::Always)
    };
    // Lists become longer, shorter and empty, on more threads and on fewer.
    let asked = [
        (&overlapping, all(3)),
        (&less, all(1)),
        (&overlapping, Query::first_contact()),
        (&less, all(2)),
        (&still, all(3)),
        (&overlapping, all(2)),
    ];
    for mode in [SweptMode::Published, SweptMode::Swept, SweptMode::Rotation] {
        let mut kept = detector(Distribution::Stealing, mode, &scene);
        for (k, (frame, query)) in asked.iter().enumerate() {
            let [mut found, mut expected] = [(); 2].map(|()| Findings::default());
            kept.detect(frame, query, &mut found).unwrap();
            let mut new = detector(Distribution::Stealing, mode, &scene);
            new.detect(frame, query, &mut expected).unwrap();
            let is_same =
                (&found.contacts, &found.evidence) == (&expected.contacts, &expected.evidence);
            assert!(is_same, "{mode:?}, frame {k}");
            let pairs = found.work.count("swept-pair-tests");
            assert_eq!(
                pairs,
                expected.work.count("swept-pair-tests"),
                "{mode:?}, frame {k}"
            );
            assert_eq!(pairs == 0, k == 4, "{mode:?}, frame {k}");
        }
    }
}
