//! Pairs that begin, end, panic and are shared, by a narrow phase that knows no geometry.

use super::*;
use crate::testing::Steps;
use crate::{
    Body, BodyId, BroadPhase, Detector, Frame, PairChanges, Pairwise, PlaceContext, Probe, Profile,
    Reason, Sharing, Unsupported, Work,
};
use geometry::{Aabb, Mesh, Pose, Vec3};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Reports each pair in every second frame of its life.
#[derive(Debug, Default)]
struct EverySecond {
    threads: PairThreads<Vec<u32>, Steps>,
    panics: bool,
}

impl NarrowPhase for EverySecond {
    type Model = ();
    type Posed = u32;
    type Cache = u32;

    fn profile(&self) -> Profile {
        Profile::new("every-second", "none", "counts frames")
    }

    fn prepare(&mut self, _: BodyId, _: &Body) -> Result<(), Unsupported> {
        Ok(())
    }

    fn posed(&self, (): &()) -> u32 {
        0
    }

    fn place(&mut self, id: BodyId, (): &(), posed: &mut u32, _: &mut PlaceContext<'_>) -> Aabb {
        *posed = id.0;
        Aabb::EMPTY
    }

    fn test(
        &mut self,
        pairs: &mut ActivePairs<u32>,
        bodies: PosedBodies<'_, Self>,
        cx: &mut PairContext<'_>,
    ) {
        let panics = self.panics;
        let threads = &mut self.threads;
        let work = threads.test(pairs, bodies, cx, |pair, age, buffer, output| {
            let ids = [pair.pair.a.0, pair.pair.b.0];
            assert_eq!(
                ids,
                pair.posed.map(|id| *id),
                "the posed bodies of the pair"
            );
            assert!(!panics || ids != [7, 11], "as asked");
            output.begin(Step::FACE_PAIRS);
            buffer.clear();
            buffer.extend(0..ids[1]);
            output.work.0 += buffer.len() as u64;
            *age += 1;
            if *age % 2 == 0 {
                output.found.add_bodies(pair.pair, Reason::Solids);
            }
        });
        cx.found.work.add(crate::Counter::new("steps"), work.0);
    }
}

/// Never asked, as the queries have candidates.
#[derive(Debug, Default)]
struct NoPairs(PairChanges);

impl BroadPhase for NoPairs {
    fn update(&mut self, _: &[Aabb], _: &mut Work) {}

    fn pairs(&self) -> &[BodyPair] {
        &[]
    }

    fn changes(&self) -> &PairChanges {
        &self.0
    }

    fn clear(&mut self) {}
}

const BODIES: u32 = 20;

fn detector(panics: bool) -> Pairwise<NoPairs, EverySecond> {
    let narrow_phase = EverySecond {
        panics,
        ..EverySecond::default()
    };
    let mut detector = Pairwise::new(NoPairs::default(), narrow_phase);
    let mesh = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]]).unwrap();
    let mesh = Arc::new(mesh);
    let bodies = (0..BODIES).map(|i| Body::rigid(format!("{i}"), mesh.clone()));
    detector.prepare(&bodies.collect::<Vec<_>>()).unwrap();
    detector
}

/// Returns the pairs of a frame: others in each.
fn pairs(frame: u32) -> Vec<BodyPair> {
    let all = (0..BODIES).flat_map(|a| (a + 1..BODIES).map(move |b| (a, b)));
    let some = all.filter(|(a, b)| !(a * b + frame).is_multiple_of(5));
    let pair = |(a, b)| BodyPair::new(BodyId(a), BodyId(b));
    some.map(pair).collect()
}

fn find(
    detector: &mut Pairwise<NoPairs, EverySecond>,
    frame: u32,
    workers: usize,
    sharing: Sharing,
) -> Findings {
    let (poses, candidates) = (vec![Pose::IDENTITY; BODIES as usize], pairs(frame));
    let query = Query::all_contacts()
        .with_candidates(&candidates)
        .with_workers(workers.try_into().unwrap())
        .with_sharing(sharing);
    let mut found = Findings::default();
    let now = Frame::new(&poses).unwrap();
    detector.detect(&now, &query, &mut found).unwrap();
    found
}

#[test]
fn findings_caches_and_work_do_not_depend_on_threads() {
    let all = |workers| {
        let mut detector = detector(false);
        let frames = 0..12;
        let found = frames.map(|i| find(&mut detector, i, workers, Sharing::Always));
        found.collect::<Vec<_>>()
    };
    let alone = all(1);
    assert!(alone.iter().any(|found| found.bodies.len() > 20));
    for workers in [2, 3, 5, 8, 16] {
        assert_eq!(all(workers), alone, "{workers} threads");
    }
}

/// Counts announced steps.
#[derive(Debug, Default)]
struct Announced(AtomicUsize);

impl Probe for Announced {
    fn begin(&self, step: Step, _: usize) {
        let tests = usize::from(step == Step::FACE_PAIRS);
        self.0.fetch_add(tests, Ordering::Relaxed);
    }
}

/// Else the other tests would compare one thread with itself.
#[test]
fn pairs_are_shared_if_more_than_one_thread_may_test_them() {
    let announced = |workers: usize, sharing| {
        let probe = Announced::default();
        let (poses, candidates) = (vec![Pose::IDENTITY; BODIES as usize], pairs(0));
        let query = Query::all_contacts()
            .with_candidates(&candidates)
            .with_workers(workers.try_into().unwrap())
            .with_sharing(sharing)
            .with_probe(&probe);
        let now = Frame::new(&poses).unwrap();
        detector(false)
            .detect(&now, &query, &mut Findings::default())
            .unwrap();
        probe.0.into_inner()
    };
    let all = pairs(0).len();
    assert_eq!(announced(1, Sharing::Always), all);
    assert_eq!(
        announced(2, Sharing::Always),
        0,
        "shared pairs announce none"
    );
    assert_eq!(announced(2, Sharing::IfItPays), all, "too little work");
}

#[test]
fn a_panic_of_a_test_reaches_the_caller_and_the_next_frame_is_answered() {
    for workers in [1, 2, 3, 16] {
        let mut detector = detector(true);
        let frame = (0..9).find(|i| pairs(*i).contains(&BodyPair::new(BodyId(7), BodyId(11))));
        let with = frame.unwrap();
        let run = |detector: &mut _, frame| {
            let find = || find(detector, frame, workers, Sharing::Always);
            catch_unwind(AssertUnwindSafe(find))
        };
        assert!(run(&mut detector, with).is_err(), "{workers} threads");
        // 7 · 11 + frame is a multiple of 5.
        let found = run(&mut detector, 3).unwrap();
        assert!(found.work.count("steps") > 0, "{workers} threads");
    }
}

#[test]
fn threads_share_frames_that_have_work_beside_the_longest_pair() {
    let load = |total, longest| Load { total, longest };
    let enough = PARALLEL_FROM_INSTRUCTIONS;
    assert!(load(enough, enough / 100).pays());
    assert!(!load(enough - 2, 1).pays(), "too little");
    assert!(!load(9 * enough, 9 * enough).pays(), "one pair");
    assert!(load(9 * enough, 8 * enough).pays(), "a long pair and more");
    assert_eq!(load(0, 0).pairs_at_once(0), 1);
    assert_eq!(load(AT_ONCE * 10, 1).pairs_at_once(1000), 100);
    assert_eq!(load(AT_ONCE * 10_000, 1).pairs_at_once(1000), 1);
}
