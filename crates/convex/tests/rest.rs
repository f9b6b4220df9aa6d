//! Pairs of bodies at rest: what they cost, and that they are answered as by a new detector.

use broad_phase::BroadPhaseKind;
use collision::{Body, BodyId, BodyPair, Contained, Detector, Findings, Frame, Query, Reason};
use convex::{Boxes, FeatureWalk, ICollide, ICollideOptions};
use geometry::{Pose, Quat, Vec3};
use scenes::bodies::cube;
use scenes::random::SceneRng;
use std::sync::Arc;

/// Largest relative difference of distances that two walks to the same closest features find.
const RELATIVE: f64 = 1e-9;

fn options(boxes: Boxes, broad_phase: BroadPhaseKind) -> ICollideOptions {
    ICollideOptions {
        boxes,
        features: FeatureWalk::Robust,
        broad_phase,
    }
}

/// Bodies, some of which move.
struct Room {
    options: ICollideOptions,
    detector: Box<dyn Detector>,
    bodies: Vec<Body>,
    poses: Vec<Pose>,
    moves: Vec<bool>,
    found: Findings,
}

impl Room {
    /// Cubes of two sizes on integer coordinates, so that many touch or lie inside others.
    fn new(options: ICollideOptions, count: u32, rng: &mut SceneRng) -> Room {
        let shapes = [1.0, 3.0].map(|side| Arc::new(cube(side)));
        let body = |i: u32| {
            Body::rigid(
                format!("{i}"),
                shapes[usize::from(i.is_multiple_of(4))].clone(),
            )
        };
        let bodies: Vec<Body> = (0..count).map(body).collect();
        let mut detector = Box::new(ICollide::with_options(options));
        detector.prepare(&bodies).unwrap();
        Room {
            options,
            detector,
            poses: bodies.iter().map(|_| start(rng)).collect(),
            moves: vec![false; bodies.len()],
            bodies,
            found: Findings::default(),
        }
    }

    /// Starts and stops bodies, and moves those that move. Returns which moved.
    fn disturb(&mut self, rng: &mut SceneRng) -> Vec<bool> {
        let mut moved = Vec::new();
        for (pose, moves) in self.poses.iter_mut().zip(&mut self.moves) {
            *moves ^= chance(rng, if *moves { 0.2 } else { 0.01 });
            let before = *pose;
            if *moves && chance(rng, 0.1) {
                *pose = start(rng);
            } else if *moves {
                pose.translation += cell(rng, 1.0) * 0.25;
                pose.rotation = Quat::from_rotation_z(rng.between(0.0, 1.0));
            }
            moved.push(before != *pose);
        }
        moved
    }

    /// Removes a body, and inserts one like it.
    fn replace(&mut self, gone: usize, rng: &mut SceneRng) {
        assert!(self.detector.remove(BodyId(gone as u32)));
        let body = self.bodies[gone].clone();
        self.detector.insert(body.clone()).unwrap();
        self.bodies.push(body);
        self.poses.push(start(rng));
        self.moves.push(false);
    }

    fn detect(&mut self, query: &Query<'_>) -> u64 {
        let frame = Frame::new(&self.poses).unwrap();
        self.detector
            .detect(&frame, query, &mut self.found)
            .unwrap();
        self.found.work.count("pair-visits")
    }

    /// Compares the findings of the last frame with those of a new detector.
    fn check(&self, query: &Query<'_>, what: &str) {
        let mut fresh = ICollide::with_options(self.options);
        fresh.prepare(&self.bodies).unwrap();
        for body in (0..self.bodies.len() as u32).map(BodyId) {
            if !self.detector.world().contains(body) {
                fresh.remove(body);
            }
        }
        let mut expected = Findings::default();
        let frame = Frame::new(&self.poses).unwrap();
        fresh.detect(&frame, query, &mut expected).unwrap();
        assert_eq!(self.found.bodies, expected.bodies, "{what}");
        let [found, expected] = [&self.found, &expected].map(|found| &found.evidence.closest);
        assert_eq!(found.len(), expected.len(), "{what}");
        for (found, expected) in found.iter().zip(expected) {
            assert_eq!(found.pair, expected.pair, "{what}");
            let off = (found.distance - expected.distance).abs();
            assert!(off <= RELATIVE * expected.distance, "{what}: {found:?}");
        }
    }
}

fn start(rng: &mut SceneRng) -> Pose {
    Pose::at(cell(rng, 4.0))
}

/// Returns a point of integer coordinates, at most `reach`.
fn cell(rng: &mut SceneRng, reach: f64) -> Vec3 {
    let half = Vec3::splat(reach + 0.5);
    rng.in_box(half).round()
}

fn chance(rng: &mut SceneRng, share: f64) -> bool {
    rng.between(0.0, 1.0) < share
}

/// Queries whose answers on a pair differ.
fn queries<'a>() -> [Query<'a>; 3] {
    let all = Query::all_contacts();
    [
        all,
        all.with_containment(true),
        all.with_containment(true).with_distances(true),
    ]
}

#[test]
fn bodies_that_start_and_stop_are_answered_as_by_a_new_detector() {
    for (seed, boxes, broad_phase) in [
        (1, Boxes::Fixed, BroadPhaseKind::SweepAndPrune),
        (2, Boxes::Dynamic, BroadPhaseKind::AabbTree),
        (3, Boxes::Fixed, BroadPhaseKind::NoCulling),
    ] {
        let mut rng = SceneRng::new(seed);
        let mut room = Room::new(options(boxes, broad_phase), 24, &mut rng);
        let (mut visits, mut active, mut collisions) = (0, 0, 0);
        let mut query = queries()[0];
        for frame in 0..400 {
            room.disturb(&mut rng);
            if chance(&mut rng, 0.05) {
                query = queries()[rng.between(0.0, 3.0) as usize];
            }
            if frame % 100 == 50 {
                room.replace(frame / 100, &mut rng);
            }
            let others: Vec<BodyPair> = pairs(room.bodies.len() as u32)
                .filter(|_| chance(&mut rng, 0.5))
                .collect();
            let with_others = query.with_candidates(&others);
            let asked = if chance(&mut rng, 0.05) {
                with_others
            } else {
                query
            };
            visits += room.detect(&asked);
            active += room.found.work.count("overlap-regions");
            collisions += room.found.bodies.len();
            room.check(&asked, &format!("frame {frame} of seed {seed}"));
        }
        println!("{boxes:?}: {visits} of {active} pairs visited, {collisions} collide");
        assert!(visits > 1000 && collisions > 1000);
        // Those that collide are visited in each frame.
        let [visited, apart] = [visits, active].map(|pairs| pairs - collisions as u64);
        assert!(visited < apart * 9 / 10, "{visited} of {apart}");
    }
}

fn pairs(bodies: u32) -> impl Iterator<Item = BodyPair> {
    let all = (0..bodies).flat_map(move |a| (a + 1..bodies).map(move |b| [a, b].map(BodyId)));
    all.map(|[a, b]| BodyPair::new(a, b))
}

/// Visits follow the pairs of the bodies that moved and those that collide, not all pairs.
#[test]
fn only_pairs_of_moved_bodies_and_collisions_are_visited() {
    let mut rng = SceneRng::new(7);
    let mut room = Room::new(
        options(Boxes::Fixed, BroadPhaseKind::NoCulling),
        30,
        &mut rng,
    );
    let query = queries()[0];
    let is_pair_of =
        |moved: &[bool], pair: &BodyPair| moved[pair.a.index()] | moved[pair.b.index()];
    assert_eq!(room.detect(&query), 435);
    let mut still = 0;
    for frame in 0..200 {
        let collided: Vec<BodyPair> = room.found.bodies.iter().map(|b| b.pair).collect();
        let moved = room.disturb(&mut rng);
        let of_moved = pairs(30).filter(|pair| is_pair_of(&moved, pair)).count();
        let resting = collided.iter().filter(|pair| !is_pair_of(&moved, pair));
        let expected = of_moved + resting.count();
        assert_eq!(room.detect(&query), expected as u64, "frame {frame}");
        let at_rest = room.found.work.count("pairs-at-rest");
        assert_eq!(at_rest, 435 - of_moved as u64);
        still += usize::from(of_moved == 0);
    }
    assert!((1..100).contains(&still), "{still}");
}

#[test]
fn a_pair_at_rest_keeps_which_body_contains_the_other() {
    let bodies = [3.0, 1.0].map(|side| Body::rigid("cube", Arc::new(cube(side))));
    let mut detector = ICollide::with_options(ICollideOptions::default());
    detector.prepare(&bodies).unwrap();
    let mut found = Findings::default();
    let mut ask = |x: f64, containment: bool| {
        let poses = [Pose::IDENTITY, Pose::at(Vec3::X * x)];
        let query = Query::default().with_containment(containment);
        let frame = Frame::new(&poses).unwrap();
        detector.detect(&frame, &query, &mut found).unwrap();
        let reasons: Vec<Reason> = found.bodies.iter().map(|b| b.reason).collect();
        (reasons, found.work.count("containment-tests") > 0)
    };
    let inside = vec![Reason::Contained(Contained::BInA)];
    assert_eq!(ask(0.25, true), (inside.clone(), true));
    assert_eq!(ask(0.25, true), (inside.clone(), false), "kept");
    assert_eq!(ask(0.25, false), (vec![Reason::Solids], false));
    assert_eq!(ask(0.25, true), (inside.clone(), false), "kept");
    assert_eq!(ask(0.5, false), (vec![Reason::Solids], false));
    assert_eq!(ask(0.5, true), (inside, true), "the body has moved");
    // The surfaces cross.
    assert_eq!(ask(1.75, true).0, [Reason::Solids]);
    assert_eq!(ask(1.75, true).0, [Reason::Solids]);
}
