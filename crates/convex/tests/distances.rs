//! Distances and closest points of I-COLLIDE, against the least distances of faces that the oracle
//! finds.

use broad_phase::BroadPhaseKind;
use collision::{
    Body, BodyId, BodyPair, ClosestFeatures, Detector, Feature, Findings, Frame, Query,
};
use convex::{Boxes, Compound, FeatureWalk, ICollide, ICollideOptions};
use geometry::{Aabb, ConvexHull, Mesh, Pose, Triangle, Vec3};
use oracle::Separator;
use scenes::bodies::{cube, joined, moved};
use scenes::random::SceneRng;
use std::sync::Arc;

/// Largest error of a distance, relative to it.
const RELATIVE: f64 = 1e-9;

/// Largest distance of a closest point from its body and from its feature, relative to the
/// coordinates of the bodies.
const ON_BODY: f64 = 1e-12;

/// As [`ON_BODY`], and the largest error of a distance, for features that are almost parallel and
/// touch.
const ON_HOSTILE_BODY: f64 = 1e-10;

/// Detector, its bodies, and the ground truth about them.
struct Case {
    detector: Box<dyn Detector>,
    bodies: Vec<Body>,
    truth: Separator,
    found: Findings,
    /// Number of distances, and of pairs that collide.
    counts: [usize; 2],
    /// Largest error of points and distances, relative to the coordinates of the bodies.
    on_body: f64,
}

impl Case {
    /// All pairs are active, unless the query has candidates.
    fn new(bodies: Vec<Body>, [boxes, features]: [u8; 2]) -> Case {
        let options = ICollideOptions {
            boxes: [Boxes::Fixed, Boxes::Dynamic][usize::from(boxes)],
            features: [FeatureWalk::Robust, FeatureWalk::LinCanny][usize::from(features)],
            broad_phase: BroadPhaseKind::NoCulling,
        };
        let mut detector = Box::new(ICollide::with_options(options));
        detector.prepare(&bodies).unwrap();
        Case {
            detector,
            truth: Separator::new(&bodies),
            bodies,
            found: Findings::default(),
            counts: [0; 2],
            on_body: ON_BODY,
        }
    }

    fn insert(&mut self, body: Body) {
        self.detector.insert(body.clone()).unwrap();
        self.bodies.push(body);
        self.truth = Separator::new(&self.bodies);
    }

    /// Checks a frame in which these pairs are active.
    fn check(&mut self, poses: &[Pose], pairs: &[BodyPair], query: &Query<'_>) {
        let query = query.with_distances(true);
        let frame = Frame::new(poses).unwrap();
        self.detector
            .detect(&frame, &query, &mut self.found)
            .unwrap();
        self.truth.place(&frame);
        let closest = std::mem::take(&mut self.found.evidence.closest);
        let listed: Vec<BodyPair> = closest.iter().map(|c| c.pair).collect();
        assert_eq!(listed, pairs);
        for closest in &closest {
            self.check_pair(closest, poses);
        }
        let zero = closest.iter().filter(|c| c.distance == 0.0);
        let zero: Vec<BodyPair> = zero.map(|c| c.pair).collect();
        let colliding: Vec<BodyPair> = self.found.bodies.iter().map(|b| b.pair).collect();
        assert_eq!(zero, colliding);
    }

    fn check_all(&mut self, poses: &[Pose]) {
        let pairs = pairs(poses.len() as u32);
        self.check(poses, &pairs, &Query::default());
    }

    fn check_pair(&mut self, closest: &ClosestFeatures, poses: &[Pose]) {
        let truth = self.truth.separation(closest.pair);
        let distance = closest.distance;
        assert_eq!(distance == 0.0, truth.distance == 0.0, "{closest:?}");
        assert_eq!(closest.points.is_none(), distance == 0.0, "{closest:?}");
        let Some(points) = closest.points else {
            self.counts[1] += 1;
            return;
        };
        self.counts[0] += 1;
        let ids = [closest.pair.a, closest.pair.b];
        let size = ids.map(|id| size(&self.bodies[id.index()], &poses[id.index()]));
        let rounding = self.on_body * (size[0] + size[1]);
        let error = (distance - truth.distance).abs();
        assert!(
            error <= RELATIVE * truth.distance + truth.rounding.max(rounding),
            "{closest:?}, but {truth:?}"
        );
        let between = points[0].distance(points[1]);
        assert!(
            (between - distance).abs() <= RELATIVE * distance + rounding,
            "{closest:?}: the points are {between} apart"
        );
        for i in 0..2 {
            let (body, pose) = (&self.bodies[ids[i].index()], &poses[ids[i].index()]);
            let off = distance_from_surface(body, pose, points[i]);
            assert!(off <= rounding, "{closest:?}: point {i} is {off} off");
            let off = distance_from_feature(body, pose, closest.features[i], points[i]);
            assert!(off <= rounding, "{closest:?}: point {i} is {off} off");
        }
    }
}

fn pairs(count: u32) -> Vec<BodyPair> {
    let pair = |a, b| BodyPair::new(BodyId(a), BodyId(b));
    let of = |a: u32| (a + 1..count).map(move |b| pair(a, b));
    (0..count).flat_map(of).collect()
}

fn size(body: &Body, pose: &Pose) -> f64 {
    let vertices = body.mesh().vertices().iter();
    vertices.map(|p| p.length()).fold(0.0, f64::max) + pose.translation.length()
}

fn distance_from_surface(body: &Body, pose: &Pose, p: Vec3) -> f64 {
    let map = pose.world_map();
    let vertices = body.mesh().vertices();
    let face = |face: &[u32; 3]| {
        let [a, b, c] = face.map(|v| map.apply(vertices[v as usize]));
        Triangle { a, b, c }.nearest_point(p).distance(p)
    };
    let distances = body.mesh().triangles().iter().map(face);
    distances.fold(f64::INFINITY, f64::min)
}

/// Returns the distance of a point from the vertex, the line of the edge or the plane of the face.
/// Zero for edges and faces whose rounded vertices coincide.
fn distance_from_feature(body: &Body, pose: &Pose, feature: Feature, p: Vec3) -> f64 {
    let map = pose.world_map();
    let vertex = |v: u32| map.apply(body.mesh().vertices()[v as usize]);
    match feature {
        Feature::Vertex(v) => vertex(v).distance(p),
        Feature::Edge([a, b]) => {
            let (a, along) = (vertex(a), (vertex(b) - vertex(a)).normalize_or_zero());
            (p - a).cross(along).length()
        }
        Feature::Face([a, b, c]) => {
            let (a, b, c) = (vertex(a), vertex(b), vertex(c));
            (p - a).dot((b - a).cross(c - a).normalize_or_zero()).abs()
        }
    }
}

/// Returns the hull of random points in a ball of radius 1, flattened by the factor.
fn random_hull(points: u32, flat: f64, rng: &mut SceneRng) -> Mesh {
    let mut point = || rng.direction() * rng.between(0.7, 1.0) * Vec3::new(1.0, 1.0, flat);
    let points: Vec<Vec3> = (0..points).map(|_| point()).collect();
    ConvexHull::of_points(&points).unwrap().mesh()
}

fn random_hulls(count: u32, rng: &mut SceneRng) -> Vec<Body> {
    let hull = |i: u32| {
        let flat = [1.0, 0.3, 0.01, 1e-4][i as usize % 4];
        let mesh = random_hull(4 + 8 * i, flat, rng);
        Body::rigid(format!("hull {i}"), Arc::new(mesh))
    };
    (0..count).map(hull).collect()
}

fn random_poses(count: usize, side: f64, rng: &mut SceneRng) -> Vec<Pose> {
    let mut pose = || Pose::new(rng.in_cube(side), rng.rotation());
    (0..count).map(|_| pose()).collect()
}

/// Poses that move a little from frame to frame.
struct Drift {
    poses: Vec<Pose>,
    steps: Vec<(Vec3, Pose)>,
}

impl Drift {
    fn new(count: usize, side: f64, rng: &mut SceneRng) -> Drift {
        let step = |rng: &mut SceneRng| {
            let turn = geometry::Quat::from_axis_angle(rng.direction(), 0.05);
            (rng.direction() * 0.05, Pose::new(Vec3::ZERO, turn))
        };
        Drift {
            poses: random_poses(count, side, rng),
            steps: (0..count).map(|_| step(rng)).collect(),
        }
    }

    fn step(&mut self) {
        for (pose, (step, turn)) in self.poses.iter_mut().zip(&self.steps) {
            let rotation = (turn.rotation * pose.rotation).normalize();
            *pose = Pose::new(pose.translation + *step, rotation);
        }
    }
}

const EVERY_OPTION: [[u8; 2]; 3] = [[0, 0], [1, 0], [0, 1]];

#[test]
fn convex_bodies_that_drift_or_are_teleported() {
    for options in EVERY_OPTION {
        let rng = &mut SceneRng::new(95);
        let mut case = Case::new(random_hulls(6, rng), options);
        for _ in 0..20 {
            let mut drift = Drift::new(6, 4.0, rng);
            for _ in 0..10 {
                case.check_all(&drift.poses);
                drift.step();
            }
        }
        assert!(case.counts.iter().all(|n| *n > 100), "{:?}", case.counts);
    }
}

/// Parallel facets and edges have many closest points, any of which serves.
#[test]
fn cubes_side_by_side() {
    let block = Arc::new(cube(2.0));
    let bodies = |i: u32| Body::rigid(format!("cube {i}"), block.clone());
    for options in EVERY_OPTION {
        let mut case = Case::new((0..2).map(bodies).collect(), options);
        for gap in [1.0, 1e-3, 1e-9, 0.0, -1.0, 3.0] {
            for [y, z] in [
                [0.0, 0.0],
                [0.5, -0.25],
                [2.0, 0.0],
                [2.5, 0.0],
                [2.5, -2.5],
            ] {
                let second = Pose::at(Vec3::new(2.0 + gap, y, z));
                case.check_all(&[Pose::IDENTITY, second]);
            }
        }
        assert!(case.counts.iter().all(|n| *n > 5), "{:?}", case.counts);
    }
}

/// Returns a body of hulls that may overlap.
fn compound(parts: u32, rng: &mut SceneRng) -> Vec<Mesh> {
    let part = |i: u32| {
        let offset = Vec3::X * (1.8 * f64::from(i)) + rng.in_cube(1.0);
        moved(&random_hull(6 + 2 * i, 0.5, rng), offset)
    };
    (0..parts).map(part).collect()
}

#[test]
fn the_distance_of_compounds_is_that_of_their_nearest_parts() {
    for options in EVERY_OPTION {
        let rng = &mut SceneRng::new(34);
        let compounds = [1, 2, 5, 8].map(|parts| compound(parts, rng));
        let whole = |parts: &Vec<Mesh>| Body::rigid("compound", Arc::new(joined(parts)));
        let mut wholes = Case::new(compounds.iter().map(whole).collect(), options);
        // The same parts as bodies of their own, and the compound of each.
        let owners = (0..4).flat_map(|i| vec![i; compounds[i].len()]);
        let owners: Vec<usize> = owners.collect();
        let parts = compounds.iter().flatten();
        let parts = parts.map(|part| Body::rigid("part", Arc::new(part.clone())));
        let mut parts = Case::new(parts.collect(), options);
        for _ in 0..10 {
            let mut drift = Drift::new(4, 6.0, rng);
            for _ in 0..6 {
                wholes.check_all(&drift.poses);
                let poses: Vec<Pose> = owners.iter().map(|i| drift.poses[*i]).collect();
                let mut least = [[f64::INFINITY; 4]; 4];
                let query = Query::default().with_distances(true);
                let frame = Frame::new(&poses).unwrap();
                let found = &mut parts.found;
                parts.detector.detect(&frame, &query, found).unwrap();
                for closest in &found.evidence.closest {
                    let [a, b] = [closest.pair.a, closest.pair.b].map(|id| owners[id.index()]);
                    least[a][b] = least[a][b].min(closest.distance);
                }
                let query = Query::default().with_distances(true);
                let frame = Frame::new(&drift.poses).unwrap();
                let found = &mut wholes.found;
                wholes.detector.detect(&frame, &query, found).unwrap();
                for closest in &found.evidence.closest {
                    let least = least[closest.pair.a.index()][closest.pair.b.index()];
                    let error = (closest.distance - least).abs();
                    assert!(error <= 2.0 * RELATIVE * least, "{closest:?}, but {least}");
                }
                drift.step();
            }
        }
        let counts = wholes.counts;
        assert!(counts.iter().all(|n| *n > 10), "{counts:?}");
    }
}

#[test]
fn candidates_alone_have_distances() {
    let rng = &mut SceneRng::new(51);
    let mut case = Case::new(random_hulls(5, rng), [0, 0]);
    let all = pairs(5);
    let mut drift = Drift::new(5, 5.0, rng);
    for step in 0..30 {
        // Other pairs in each frame, so that pairs come and go.
        let some = all.iter().enumerate().filter(|(i, _)| (i + step) % 3 > 0);
        let some: Vec<BodyPair> = some.map(|(_, pair)| *pair).collect();
        let query = Query::default().with_candidates(&some);
        case.check(&drift.poses, &some, &query);
        drift.step();
    }
    assert!(case.counts[0] > 100, "{:?}", case.counts);
}

#[test]
fn bodies_that_come_and_go_have_distances() {
    for options in EVERY_OPTION {
        let rng = &mut SceneRng::new(52);
        let hulls = random_hulls(4, rng);
        let mut case = Case::new(hulls[..3].to_vec(), options);
        let mut drift = Drift::new(5, 5.0, rng);
        let mut check = |case: &mut Case, gone: &[u32]| {
            for _ in 0..5 {
                let poses = &drift.poses[..case.bodies.len()];
                let here = |id: BodyId| !gone.contains(&id.0);
                let mut pairs = pairs(poses.len() as u32);
                pairs.retain(|pair| here(pair.a) && here(pair.b));
                case.check(poses, &pairs, &Query::default());
                drift.step();
            }
        };
        check(&mut case, &[]);
        case.insert(hulls[3].clone());
        check(&mut case, &[]);
        assert!(case.detector.remove(BodyId(1)));
        check(&mut case, &[1]);
        case.insert(hulls[1].clone());
        check(&mut case, &[1]);
        assert!(case.counts[0] > 50, "{:?}", case.counts);
    }
}

/// At the default, only pairs whose boxes overlap are active.
#[test]
fn without_the_request_there_are_no_distances() {
    let rng = &mut SceneRng::new(53);
    let mut case = Case::new(random_hulls(4, rng), [0, 0]);
    for _ in 0..20 {
        let poses = random_poses(4, 4.0, rng);
        let frame = Frame::new(&poses).unwrap();
        let (found, query) = (&mut case.found, Query::default());
        case.detector.detect(&frame, &query, found).unwrap();
        let closest = found.evidence.closest.iter();
        assert!(
            closest
                .clone()
                .all(|c| c.distance == 0.0 && c.points.is_none())
        );
        let colliding: Vec<BodyPair> = found.bodies.iter().map(|b| b.pair).collect();
        assert_eq!(closest.map(|c| c.pair).collect::<Vec<_>>(), colliding);
    }
}

/// Scenes of [`scenes::hostile`], except those in which this test itself would overflow.
#[test]
fn hostile_bodies() {
    let mut counts = [0; 2];
    for seed in 0..2000 {
        let scene = scenes::hostile::scene(scenes::hostile::Bodies::Convex, seed);
        // Flat bodies are refused. Features of needles of no width have no closest points.
        let is_thick = |body: &Body| {
            let hull = ConvexHull::of_points(body.mesh().vertices()).unwrap();
            let size = Aabb::of_points(body.mesh().vertices()).size().max_element();
            hull.volume() > 1e-9 * size.powi(3)
        };
        let accepted = |i: &usize| {
            let body = &scene.bodies[*i];
            Compound::new(BodyId(0), body).is_ok() && is_thick(body)
        };
        let kept: Vec<usize> = (0..scene.bodies.len()).filter(accepted).collect();
        let extent = scene.bodies.iter().flat_map(|body| body.mesh().vertices());
        let extent = extent.map(|p| p.abs().max_element()).fold(0.0, f64::max);
        if kept.len() < 2 || !(1e-50..1e50).contains(&extent) {
            continue;
        }
        for options in EVERY_OPTION {
            let bodies = kept.iter().map(|i| scene.bodies[*i].clone());
            let mut case = Case::new(bodies.collect(), options);
            case.on_body = ON_HOSTILE_BODY;
            for frame in &scene.frames {
                let poses: Vec<Pose> = kept.iter().map(|i| frame.poses[*i]).collect();
                case.check_all(&poses);
            }
            counts = [0, 1].map(|i| counts[i] + case.counts[i]);
        }
    }
    assert!(counts.iter().all(|n| *n > 500), "{counts:?}");
}

/// Pairs at rest keep their answers. A question that the last answer leaves open is asked again.
#[test]
fn pairs_at_rest_keep_their_answers_until_a_body_moves() {
    let unit = Arc::new(cube(1.0));
    let bodies = ["a", "b", "c"].map(|name| Body::rigid(name, unit.clone()));
    let options = ICollideOptions {
        broad_phase: BroadPhaseKind::NoCulling,
        ..ICollideOptions::default()
    };
    let mut detector = ICollide::with_options(options);
    detector.prepare(&bodies).unwrap();
    let mut found = Findings::default();
    let mut ask = |x: [f64; 3], distances: bool| {
        let poses = x.map(|x| Pose::at(Vec3::X * x));
        let query = Query::default().with_distances(distances);
        let frame = Frame::new(&poses).unwrap();
        detector.detect(&frame, &query, &mut found).unwrap();
        let closest = found.evidence.closest.iter().map(|c| c.distance);
        let resting = found.work.count("pairs-at-rest");
        (found.bodies.len(), closest.collect::<Vec<_>>(), resting)
    };
    // The first two overlap, the third one is 1 and 0.5 away.
    let (start, apart) = ([0.0, 0.5, 2.0], [0.0, 1.5, 3.0]);
    assert_eq!(ask(start, false), (1, vec![0.0], 0));
    assert_eq!(ask(start, false), (1, vec![0.0], 3));
    // Two answers without distances are not enough.
    assert_eq!(ask(start, true), (1, vec![0.0, 1.0, 0.5], 1));
    assert_eq!(ask(start, true), (1, vec![0.0, 1.0, 0.5], 3));
    assert_eq!(ask(start, false), (1, vec![0.0], 3));
    assert_eq!(ask(start, true), (1, vec![0.0, 1.0, 0.5], 3));
    // One body moves, then jumps back.
    assert_eq!(ask([0.0, 0.5, 2.25], true), (1, vec![0.0, 1.25, 0.75], 1));
    assert_eq!(ask(start, true), (1, vec![0.0, 1.0, 0.5], 1));
    assert_eq!(ask(apart, true), (0, vec![0.5, 2.0, 0.5], 0));
    assert_eq!(ask(apart, true), (0, vec![0.5, 2.0, 0.5], 3));
}
