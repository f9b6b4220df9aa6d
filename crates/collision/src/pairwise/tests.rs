//! Pairs that settle, by a narrow phase of intervals on a line.

#[cfg(feature = "rayon")]
mod completion;
mod kept;

use super::*;
use crate::testing::Steps;
use crate::{Accepts, Counter, PairThreads, RecomputedPairs, Sharing};
use crate::{Deformed, PairChanges, Reason, Snapshot};
use geometry::{Mesh, Pose, Vec3};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Interval that a body takes on the line.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Interval {
    center: f64,
    half: f64,
}

impl Interval {
    fn meets(&self, other: &Interval) -> bool {
        (self.center - other.center).abs() <= self.half + other.half
    }
}

/// Bodies collide if their intervals meet. A pair that does not settles.
#[derive(Debug, Default)]
struct Intervals {
    threads: PairThreads<(), Steps>,
    panics_at: Option<BodyPair>,
}

impl NarrowPhase for Intervals {
    type Model = ();
    type Posed = Interval;
    type Cache = ();

    fn profile(&self) -> Profile {
        let mut profile = Profile::new("intervals", "none", "intervals on a line").for_solids();
        profile.accepts = Accepts {
            concave: true,
            compounds: true,
            deforming: true,
            open: true,
            self_intersecting: true,
        };
        profile
    }

    fn prepare(&mut self, _: BodyId, _: &Body) -> Result<(), Unsupported> {
        Ok(())
    }

    fn posed(&self, (): &()) -> Interval {
        Interval {
            center: f64::NAN,
            half: 0.0,
        }
    }

    /// The box is twice as long as the interval.
    fn place(
        &mut self,
        id: BodyId,
        (): &(),
        posed: &mut Interval,
        cx: &mut PlaceContext<'_>,
    ) -> Aabb {
        let vertices = cx.frame.deformed_vertices(id);
        let now = Interval {
            center: cx.frame.poses()[id.index()].translation.x,
            half: vertices.expect("all bodies deform")[1].x,
        };
        cx.rests = *posed == now;
        *posed = now;
        let reach = 2.0 * now.half;
        let corner = |x: f64| Vec3::new(x, 0.0, 0.0);
        Aabb::new(corner(now.center - reach), corner(now.center + reach))
    }

    fn test(
        &mut self,
        pairs: &mut ActivePairs<()>,
        bodies: PosedBodies<'_, Self>,
        cx: &mut PairContext<'_>,
    ) {
        let panics_at = self.panics_at.take();
        let work = self
            .threads
            .test(pairs, bodies, cx, |pair, (), (), output| {
                assert!(panics_at != Some(pair.pair), "as asked");
                output.work.0 += 1;
                if pair.posed[0].meets(pair.posed[1]) {
                    output.found.add_bodies(pair.pair, Reason::Solids);
                } else {
                    output.settle();
                }
            });
        cx.found.work.add(Counter::new("visits"), work.0);
    }

    fn finds_contained(&self) -> bool {
        true
    }
}

/// Compares all boxes.
#[derive(Debug, Default)]
struct AllBoxes {
    pairs: RecomputedPairs,
    panics: bool,
}

impl BroadPhase for AllBoxes {
    fn update(&mut self, boxes: &[Aabb], _: &mut Work) {
        let panics = std::mem::take(&mut self.panics);
        let ids = || (0..).map(BodyId).zip(boxes);
        self.pairs.update(|pairs| {
            for (a, box_a) in ids() {
                let later = ids().skip(a.index() + 1);
                let hits = later.filter(|(_, box_b)| !box_b.is_empty() && box_a.overlaps(box_b));
                assert!(!panics || a.index() == 0, "as asked");
                pairs.extend(hits.map(|(b, _)| BodyPair::new(a, b)));
            }
        });
    }

    fn pairs(&self) -> &[BodyPair] {
        self.pairs.pairs()
    }

    fn changes(&self) -> &PairChanges {
        self.pairs.changes()
    }

    fn clear(&mut self) {
        self.pairs.clear();
    }
}

fn body(name: usize) -> Body {
    let corners = vec![Vec3::NEG_X, Vec3::X, Vec3::Y];
    let mesh = Mesh::new(corners, vec![[0, 1, 2]]).unwrap();
    Body::deforming(format!("{name}"), Arc::new(mesh))
}

/// Bodies with their intervals.
struct Line {
    detector: Pairwise<AllBoxes, Intervals>,
    intervals: Vec<Interval>,
    found: Findings,
}

impl Line {
    fn new(centers: impl Iterator<Item = f64>) -> Line {
        let intervals = centers.map(|center| Interval { center, half: 0.5 });
        let intervals: Vec<_> = intervals.collect();
        let mut detector = Pairwise::new(AllBoxes::default(), Intervals::default());
        let bodies: Vec<Body> = (0..intervals.len()).map(body).collect();
        detector.prepare(&bodies).unwrap();
        Line {
            detector,
            intervals,
            found: Findings::default(),
        }
    }

    fn detect(&mut self, query: &Query<'_>) {
        let pose = |at: &Interval| Pose::at(Vec3::X * at.center);
        let poses: Vec<Pose> = self.intervals.iter().map(pose).collect();
        let vertices = |at: &Interval| Some(vec![Vec3::NEG_X, Vec3::X * at.half, Vec3::Y]);
        let deformed: Vec<_> = self.intervals.iter().map(vertices).collect();
        let deformed = Deformed::from(&*deformed);
        let now = Snapshot::with_deformed(&poses, deformed).unwrap();
        let frame = Frame::at(now);
        self.detector
            .detect(&frame, query, &mut self.found)
            .unwrap();
    }

    /// Returns the number of pairs that were tested, and of those that collide.
    fn counts(&mut self, query: &Query<'_>) -> (u64, usize) {
        self.detect(query);
        (self.found.work.count("visits"), self.found.bodies.len())
    }

    /// Checks the pairs that collide against all intervals. Returns the number of pairs that were
    /// tested, and of those that were active.
    fn check(&mut self, query: &Query<'_>, step: usize) -> [u64; 2] {
        let (tested, _) = self.counts(query);
        let world = self.detector.world();
        let present = |body: &usize| world.contains(BodyId(*body as u32));
        let ids: Vec<usize> = (0..self.intervals.len()).filter(present).collect();
        let pairs = ids.iter().flat_map(|a| ids.iter().map(move |b| (*a, *b)));
        let meets = |(a, b): &(usize, usize)| self.intervals[*a].meets(&self.intervals[*b]);
        let pairs = pairs.filter(|(a, b)| a < b).filter(meets);
        let pairs = pairs.map(|(a, b)| BodyPair::new(BodyId(a as u32), BodyId(b as u32)));
        let is_asked = |pair: &BodyPair| query.candidates.is_none_or(|c| c.contains(pair));
        let expected: Vec<BodyPair> = pairs.filter(is_asked).collect();
        let found: Vec<BodyPair> = self.found.bodies.iter().map(|b| b.pair).collect();
        assert_eq!(found, expected, "step {step}");
        [tested, self.found.work.count("overlap-regions")]
    }
}

/// Boxes of neighbors overlap, their intervals do not meet.
#[test]
fn tests_follow_the_pairs_of_bodies_that_move_and_those_that_collide() {
    let mut line = Line::new((0..20).map(|i| 1.5 * f64::from(i)));
    let all = Query::all_contacts();
    assert_eq!(line.counts(&all), (19, 0), "all pairs are new");
    assert_eq!(line.counts(&all), (0, 0), "nothing moves");
    line.intervals[5].center += 0.25;
    assert_eq!(line.counts(&all), (2, 0), "one body moves");
    assert_eq!(line.counts(&all), (0, 0));
    line.intervals[5].half += 0.125;
    assert_eq!(line.counts(&all), (2, 0), "and deforms");
    assert_eq!(line.counts(&Query::first_contact()), (19, 0));
    assert_eq!(line.counts(&Query::first_contact()), (0, 0));
    let distances = Query::first_contact().with_distances(true);
    assert_eq!(line.counts(&distances), (19, 0));
    assert_eq!(line.counts(&distances.with_containment(true)), (19, 0));
    assert_eq!(line.counts(&distances.with_containment(true)), (0, 0));
    assert_eq!(line.counts(&all), (19, 0));
    line.intervals[5].center = 6.875;
    assert_eq!(line.counts(&all), (2, 1));
    assert_eq!(line.counts(&all), (1, 1), "a finding is found again");
    line.detector.remove(BodyId(4));
    assert_eq!(line.counts(&all), (0, 0));
    // A new model of all bodies: caches are lost.
    line.detector.insert(body(20)).unwrap();
    line.intervals.push(Interval {
        center: 1e3,
        half: 0.5,
    });
    assert_eq!(line.counts(&all), (17, 0));
}

/// A pair that a panic left out had settled on earlier poses.
#[test]
fn a_pair_that_a_panic_left_out_is_tested_in_the_next_frame() {
    let mut line = Line::new((0..3).map(|i| 1.5 * f64::from(i)));
    let all = Query::all_contacts();
    assert_eq!(line.counts(&all), (2, 0));
    let pair = |a, b| BodyPair::new(BodyId(a), BodyId(b));
    for panics_at in [pair(0, 1), pair(1, 2)] {
        for (center, found) in [(1.0, 1), (1.5, 0), (2.0, 1)] {
            line.intervals[1].center = center;
            line.detector.narrow_phase.panics_at = Some(panics_at);
            let attempt = AssertUnwindSafe(|| line.detect(&all));
            assert!(catch_unwind(attempt).is_err());
            assert_eq!(line.counts(&all), (2, found), "{center}");
        }
    }
}

/// The broad phase has lost its pairs then, and finds all of them again.
#[test]
fn a_broad_phase_that_panicked_leaves_no_pair_twice() {
    let mut line = Line::new((0..4).map(|i| 1.5 * f64::from(i)));
    let all = Query::all_contacts();
    assert_eq!(line.check(&all, 0), [3, 3]);
    line.detector.overlaps.broad_phase.panics = true;
    let attempt = AssertUnwindSafe(|| line.detect(&all));
    assert!(catch_unwind(attempt).is_err());
    line.intervals[3].center = 0.5;
    assert_eq!(line.check(&all, 1)[1], 4, "0-1, 0-3, 1-2, 1-3");
    line.intervals[3].center = 1e3;
    assert_eq!(line.check(&all, 2)[1], 2, "0-1, 1-2");
}

/// Random numbers, always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        // Constants of MMIX [Knuth]. The low bits repeat soon.
        self.0 = self.0.wrapping_mul(6364136223846793005);
        self.0 = self.0.wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

/// Moves, deforms, removes and adds bodies.
fn disturb(random: &mut Random, line: &mut Line, moves: &mut Vec<bool>) {
    for (at, moves) in line.intervals.iter_mut().zip(&mut *moves) {
        *moves ^= random.one_in(if *moves { 10 } else { 60 });
        if *moves {
            at.center += random.below(5) as f64 * 0.25 - 0.5;
        }
        if random.one_in(100) {
            at.half = 0.25 + random.below(4) as f64 * 0.25;
        }
    }
    if random.one_in(50) {
        let gone = random.below(line.intervals.len() as u64);
        line.detector.remove(BodyId(gone as u32));
        line.detector.insert(body(line.intervals.len())).unwrap();
        let center = random.below(60) as f64 * 0.25;
        line.intervals.push(Interval { center, half: 0.5 });
        moves.push(false);
    }
}

#[test]
fn bodies_that_start_and_stop_are_answered_as_by_all_intervals() {
    let mut random = Random(1995);
    let mut line = Line::new((0..16).map(f64::from));
    let mut moves = vec![false; 16];
    let (mut counts, mut panics) = ([0; 2], 0);
    for step in 0..4000 {
        disturb(&mut random, &mut line, &mut moves);
        let mut query = Query::all_contacts()
            .with_distances(step % 100 > 80)
            .with_workers([1, 3][step % 2].try_into().unwrap())
            .with_sharing(Sharing::Always);
        let bodies = line.intervals.len() as u32;
        let all = (0..bodies).flat_map(|a| (a + 1..bodies).map(move |b| [a, b].map(BodyId)));
        let all: Vec<BodyPair> = all.map(|[a, b]| BodyPair::new(a, b)).collect();
        let some: Vec<BodyPair> = all.iter().copied().filter(|_| random.one_in(2)).collect();
        if random.one_in(20) {
            query = query.with_candidates(&some);
        }
        if random.one_in(20) {
            let at = random.below(all.len() as u64) as usize;
            line.detector.narrow_phase.panics_at = Some(all[at]);
            let attempt = AssertUnwindSafe(|| line.detect(&query));
            panics += usize::from(catch_unwind(attempt).is_err());
            line.detector.narrow_phase.panics_at = None;
            disturb(&mut random, &mut line, &mut moves);
            continue;
        }
        let tested = line.check(&query, step);
        counts = [counts[0] + tested[0], counts[1] + tested[1]];
    }
    let [tested, active] = counts;
    assert!(tested > 10_000 && panics > 5, "{tested} tests, {panics}");
    assert!(tested < active, "{tested} of {active}");
    println!("{tested} of {active} active pairs are tested, {panics} panics");
}

/// Returns the findings of 300 frames.
fn frames(workers: usize) -> Vec<Findings> {
    let mut random = Random(1996);
    let mut line = Line::new((0..40).map(f64::from));
    let mut moves = vec![false; 40];
    let query = Query::all_contacts()
        .with_workers(workers.try_into().unwrap())
        .with_sharing(Sharing::Always);
    let frame = |_| {
        disturb(&mut random, &mut line, &mut moves);
        line.detect(&query);
        line.found.clone()
    };
    (0..300).map(frame).collect()
}

#[test]
fn workers_change_neither_findings_nor_visits() {
    let alone = frames(1);
    assert_eq!(alone, frames(3));
    let sum = |counter: &str| -> u64 { alone.iter().map(|f| f.work.count(counter)).sum() };
    let (visits, active) = (sum("visits"), sum("overlap-regions"));
    assert!(0 < visits && visits < active, "{visits} of {active}");
}
