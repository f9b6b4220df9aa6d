//! Bodies that threads complete while one of them finds the pairs.

use super::{AllBoxes, body};
use crate::pairwise::*;
use crate::{BodyId, Profile};
use geometry::{Pose, Vec3};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Body on a line.
#[derive(Debug, Default)]
struct Point {
    x: f64,
    /// Number of times that it was completed since it was placed.
    completions: AtomicUsize,
}

/// Bodies on a line that threads place and complete.
#[derive(Debug, Default)]
struct SharedPoints {
    /// Completions of the bodies in the last frame.
    seen: Vec<usize>,
}

/// To complete a body there panics.
const PANICS_AT: f64 = -1e3;

fn place_point(id: BodyId, (): &(), point: &mut Point, frame: &Frame<'_>) -> Aabb {
    point.x = frame.poses()[id.index()].translation.x;
    *point.completions.get_mut() = 0;
    let corner = |x: f64| Vec3::new(x, 0.0, 0.0);
    Aabb::new(corner(point.x - 1.0), corner(point.x + 1.0))
}

impl NarrowPhase for SharedPoints {
    type Model = ();
    type Posed = Point;
    type Cache = ();

    fn profile(&self) -> Profile {
        super::Intervals::default().profile()
    }

    fn prepare(&mut self, _: BodyId, _: &Body) -> Result<(), Unsupported> {
        Ok(())
    }

    fn posed(&self, (): &()) -> Point {
        Point::default()
    }

    fn place(
        &mut self,
        id: BodyId,
        model: &(),
        posed: &mut Point,
        cx: &mut PlaceContext<'_>,
    ) -> Aabb {
        place_point(id, model, posed, cx.frame)
    }

    fn place_apart(&self) -> Option<PlaceApart<Self>> {
        Some(place_point)
    }

    fn complete(&self) -> Option<fn(&Point)> {
        Some(|point| {
            assert!(point.x != PANICS_AT, "as asked");
            point.completions.fetch_add(1, Ordering::Relaxed);
        })
    }

    fn threads(&self, query: &Query<'_>) -> usize {
        query.workers.get()
    }

    fn test(
        &mut self,
        _: &mut ActivePairs<()>,
        bodies: PosedBodies<'_, Self>,
        _: &mut PairContext<'_>,
    ) {
        let completions = bodies.posed.iter_mut();
        self.seen = completions
            .map(|point| *point.completions.get_mut())
            .collect();
    }

    fn finds_contained(&self) -> bool {
        true
    }
}

/// Bodies without a place of their own, which were removed, are not completed.
#[test]
fn threads_complete_each_body_once_and_a_panic_ends_that_frame_only() {
    let mut detector = Pairwise::new(AllBoxes::default(), SharedPoints::default());
    let bodies: Vec<Body> = (0..200).map(body).collect();
    detector.prepare(&bodies).unwrap();
    assert!(detector.remove(BodyId(7)));
    let row = |last: f64| -> Vec<Pose> {
        let x = |i: u32| if i == 199 { last } else { f64::from(i) };
        (0..200).map(|i| Pose::at(Vec3::X * x(i))).collect()
    };
    let (good, bad) = (row(199.0), row(PANICS_AT));
    let query = Query::all_contacts().with_workers(3.try_into().unwrap());
    let mut found = Findings::default();
    let mut detect = |detector: &mut Pairwise<AllBoxes, SharedPoints>, poses: &[Pose]| {
        let frame = Frame::new(poses).unwrap();
        let attempt = AssertUnwindSafe(|| detector.detect(&frame, &query, &mut found).unwrap());
        let ended = catch_unwind(attempt).is_ok();
        ended.then(|| found.work.count("overlap-regions"))
    };
    let pairs = detect(&mut detector, &good);
    assert!(pairs > Some(200), "{pairs:?}");
    let each_once: Vec<usize> = (0..200).map(|i| usize::from(i != 7)).collect();
    for broad_phase_panics in [false, true] {
        assert_eq!(detect(&mut detector, &good), pairs);
        assert_eq!(detector.narrow_phase.seen, each_once);
        detector.overlaps.broad_phase.panics = broad_phase_panics;
        let poses = if broad_phase_panics { &good } else { &bad };
        assert_eq!(detect(&mut detector, poses), None);
    }
    assert_eq!(detect(&mut detector, &good), pairs);
    // The frame before has ended with a panic, and none of its pairs count.
    assert_eq!(detect(&mut detector, &good), pairs);
    assert_eq!(detector.narrow_phase.seen, each_once);
}
