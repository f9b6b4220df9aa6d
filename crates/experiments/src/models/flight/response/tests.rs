use super::*;
use catalog::Options;
use collision::{BodyId, Certificate, Frame, Query};
use geometry::Mesh;
use scenes::bodies::{BodyModel, cube};
use scenes::ships::Fleet;
use sphere_tree::{BuildOptions, TreeBuilder};

fn fleet(mesh: Mesh) -> (Ships, Vec<Arc<SphereTree>>) {
    let mut octree = BuildOptions {
        depth: 2,
        ..BuildOptions::octree()
    };
    let tree = Arc::new(octree.build(&mesh));
    let drone = Arc::new(mesh);
    let ships = Ships::new(&Fleet {
        user: drone.clone(),
        drone,
        ships: 4,
        seed: 1996,
    });
    (ships, vec![tree; 4])
}

fn pair(a: u32, b: u32) -> BodyPair {
    BodyPair::new(BodyId(a), BodyId(b))
}

fn motions(ships: &Ships) -> Vec<Motion> {
    let courses = (0..4).map(|i| ships.course(i));
    let motion = |course: scenes::ships::Course| Motion {
        center: course.center,
        velocity: course.velocity,
        radius: course.radius,
        acceleration: course.acceleration,
    };
    courses.map(motion).collect()
}

/// Lets the findings be that these spheres of two ships collide.
fn colliding(found: &mut Findings, pair: BodyPair, spheres: &[[u32; 2]]) -> Collision {
    let contacts = spheres.iter().map(|s| SphereContact::new(*s, 2, 1.0, 0.5));
    found.evidence.spheres.clear();
    found.evidence.spheres.extend(contacts);
    let mut certificate = Certificate::new(pair, Known::Undecided { bound: 1.0 }, 2);
    certificate.spheres = [0, spheres.len() as u32];
    Collision {
        pair,
        certificate: Some(certificate),
    }
}

/// Momentum and energy of two ships of mass 1, and of the user's ship without both.
fn conserved(ships: &Ships, pair: BodyPair) -> (Vec3, f64) {
    let [a, b] = [pair.a, pair.b].map(|body| ships.course(body.index()).velocity);
    match pair.a.index() {
        // In the frame of the user's ship.
        0 => (Vec3::ZERO, (b - a).length_squared()),
        _ => (a + b, a.length_squared() + b.length_squared()),
    }
}

/// Responds in many instants to all spheres of level 2 whose line is within 84 degrees of the line
/// of the ships, and returns the largest number of exchanges.
fn respond_in_flight(rule: ResponseRule) -> u64 {
    let (mut ships, trees) = fleet(BodyModel::Chair.mesh());
    let responder = Responder::new(rule, trees.clone());
    let leaves = (0..trees[0].len() as u32).filter(|node| trees[0].is_leaf(*node));
    let leaves: Vec<u32> = leaves.collect();
    let (mut found, mut most, mut responses) = (Findings::default(), 0, 0);
    for instant in 0..400 {
        ships.advance(0.05);
        let (poses, motions) = (ships.poses().to_vec(), motions(&ships));
        let (a, b) = [(0, 1), (1, 2), (1, 3), (2, 3)][instant % 4];
        let pair = pair(a, b);
        let lines = CenterLines::new(&responder, pair, &poses);
        let [from, to] = bounding_centers(pair, &motions);
        let line = |spheres: [u32; 2]| {
            let [from, to] = lines.centers(&SphereContact::new(spheres, 2, 1.0, 0.5));
            to - from
        };
        let all = leaves
            .iter()
            .flat_map(|p| leaves.iter().map(move |q| [*p, *q]));
        let steep = |spheres: &[u32; 2]| {
            let line = line(*spheres);
            line.dot(to - from) > 0.1 * line.length() * from.distance(to)
        };
        let spheres: Vec<[u32; 2]> = all.filter(steep).step_by(7).collect();
        let collision = colliding(&mut found, pair, &spheres);
        let at = FlightInstant {
            found: &found,
            poses: &poses,
            motions: &motions,
        };
        let (before, exchanges) = (conserved(&ships, pair), ships.responses());
        let relative = |ships: &Ships| {
            let [a, b] = [a, b].map(|i| ships.course(i as usize).velocity);
            a - b
        };
        let v = relative(&ships);
        let converged = responder.respond(&collision, &at, &mut ships);
        let after = conserved(&ships, pair);
        let exchanges = ships.responses() - exchanges;
        assert_eq!(exchanges > 0, converged);
        assert!(before.0.distance(after.0) < 1e-9, "{before:?} {after:?}");
        assert!((before.1 - after.1).abs() < 1e-9, "{before:?} {after:?}");
        let approach = |spheres: &[u32; 2], v: Vec3| v.dot(line(*spheres));
        if rule == ResponseRule::Published {
            let any = spheres.iter().any(|s| approach(s, v) > 1e-9);
            let converges = |s: &&[u32; 2]| approach(s, relative(&ships)) > 1e-9;
            assert_eq!(spheres.iter().find(converges), None, "instant {instant}");
            assert!(converged || !any, "instant {instant}");
        }
        most = exchanges.max(most);
        responses += u64::from(converged);
    }
    assert!(responses > 20, "{responses}");
    most
}

#[test]
fn after_the_published_response_the_ships_converge_along_no_line() {
    // One bounce may lead to another line.
    let most = respond_in_flight(ResponseRule::Published);
    assert!(most > 2, "{most}");
}

#[test]
fn the_tuned_response_is_one_exchange() {
    assert_eq!(respond_in_flight(ResponseRule::Tuned), 1);
}

/// Two lines at a wide angle: the bounce along one makes ships converge along the other again.
#[test]
fn lines_are_checked_again_after_a_bounce() {
    let (mut ships, trees) = fleet(BodyModel::Chair.mesh());
    ships.advance(1.0);
    let end = trees[0].len() as u32;
    let responder = Responder::new(ResponseRule::Published, trees);
    let (poses, motions) = ([Pose::IDENTITY; 4], motions(&ships));
    let lines = CenterLines::new(&responder, pair(1, 2), &poses);
    let line = |spheres: [u32; 2]| {
        let [from, to] = lines.centers(&SphereContact::new(spheres, 2, 1.0, 0.5));
        to - from
    };
    let (mut found, mut again) = (Findings::default(), 0);
    for i in 2..end {
        let spheres = [[i, i - 1], [i - 2, i]];
        if !(2.1..2.8).contains(&line(spheres[0]).angle_between(line(spheres[1]))) {
            continue;
        }
        let collision = colliding(&mut found, pair(1, 2), &spheres);
        let at = FlightInstant {
            found: &found,
            poses: &poses,
            motions: &motions,
        };
        let mut ships = ships.clone();
        let before = ships.responses();
        responder.respond(&collision, &at, &mut ships);
        again += u64::from(ships.responses() - before > 2);
        let v = ships.course(1).velocity - ships.course(2).velocity;
        assert!(spheres.iter().all(|s| v.dot(line(*s)) <= 1e-9), "{i}");
    }
    assert!(again > 3, "{again}");
}

#[test]
fn lines_in_opposite_directions_end_after_some_sweeps() {
    let (mut ships, trees) = fleet(BodyModel::Chair.mesh());
    ships.advance(1.0);
    let end = trees[0].len() as u32;
    let responder = Responder::new(ResponseRule::Published, trees);
    let mut found = Findings::default();
    // The ships are placed upon each other: each line has an opposite.
    let poses = [Pose::IDENTITY; 4];
    let spheres: Vec<[u32; 2]> = (1..end).flat_map(|i| [[i, i - 1], [i - 1, i]]).collect();
    let collision = colliding(&mut found, pair(1, 2), &spheres);
    let before = conserved(&ships, pair(1, 2));
    let at = FlightInstant {
        found: &found,
        poses: &poses,
        motions: &motions(&ships),
    };
    assert!(responder.respond(&collision, &at, &mut ships));
    assert!(ships.responses() > MAX_SWEEPS as u64);
    let after = conserved(&ships, pair(1, 2));
    assert!(before.0.distance(after.0) < 1e-9 && (before.1 - after.1).abs() < 1e-9);
}

/// Deep overlaps of large spheres decide. Lines that cancel leave no direction.
#[test]
fn a_mean_line_is_weighted_by_overlap_and_radius() {
    let (_, trees) = fleet(cube(2.0));
    let root = trees[0].ball(0);
    let responder = Responder::new(ResponseRule::Tuned, trees);
    let poses = |x: f64| [Pose::IDENTITY, Pose::at(Vec3::X * x)];
    let mean = |x: f64, spheres: &[[u32; 2]]| {
        let poses = poses(x);
        let lines = CenterLines::new(&responder, pair(0, 1), &poses);
        let contact = |s: &[u32; 2]| SphereContact::new(*s, 0, 1.0, 0.5);
        lines.mean_line(&spheres.iter().map(contact).collect::<Vec<_>>())
    };
    let of_roots = mean(root.radius, &[[0, 0]]).unwrap();
    let expected = Vec3::X * root.radius * root.radius;
    assert!(of_roots.distance(expected) < 1e-9, "{of_roots}");
    // Children that only touch, or less, weigh nothing beside the roots.
    let with_child = mean(root.radius, &[[0, 0], [1, 1]]).unwrap();
    assert!(with_child.angle_between(Vec3::X) < 0.2, "{with_child}");
    assert_eq!(mean(0.0, &[[1, 2], [2, 1]]), None);
    assert_eq!(mean(3.0 * root.radius, &[[0, 0]]), None, "no overlap");
}

#[test]
fn normals_of_faces_lead_out_of_the_other_body() {
    let (ships, _) = fleet(cube(2.0));
    let bodies = &ships.bodies()[..2];
    let mut detector = catalog::build("brute-force", &Options::none()).unwrap();
    detector.prepare(bodies).unwrap();
    let mut found = Findings::default();
    for offset in [Vec3::new(1.8, 0.1, 0.2), Vec3::new(0.3, -1.7, 0.1)] {
        let poses = [Pose::IDENTITY, Pose::at(offset)];
        let frame = Frame::new(&poses).unwrap();
        detector
            .detect(&frame, &Query::default(), &mut found)
            .unwrap();
        let normal = mean_normal(found.contacts_of(pair(0, 1)), &poses, &ships).unwrap();
        let axis = offset.abs().max_position();
        assert_eq!(normal.abs().max_position(), axis, "{offset}: {normal}");
        assert!(normal.angle_between(offset) < 0.8, "{offset}: {normal}");
    }
}

#[test]
fn a_pair_collides_while_spheres_do_or_if_interference_is_known() {
    let pair = pair(0, 1);
    let mut found = Findings::default();
    found.add_bodies(pair, collision::Reason::Solids);
    assert!(collisions_of(&found)[0].certificate.is_none());
    let certificate = Certificate::new(pair, Known::Apart, 2);
    found.evidence.certificates.push(certificate);
    assert!(collisions_of(&found).is_empty());
    // No spheres meet any more: no collision, although the pair is undecided.
    found.evidence.certificates[0].known = Known::Undecided { bound: 0.5 };
    assert!(collisions_of(&found).is_empty());
    found.evidence.certificates[0].centers = Some([Vec3::ZERO, Vec3::splat(0.1)]);
    let all = collisions_of(&found);
    assert_eq!(all[0].certificate.map(|c| c.level), Some(2));
    found.evidence.certificates[0].centers = None;
    found.evidence.certificates[0].known = Known::Interfering;
    assert_eq!(collisions_of(&found).len(), 1);
}

#[test]
fn ships_without_spheres_bounce_upon_their_bounding_spheres() {
    let (mut ships, trees) = fleet(BodyModel::Chair.mesh());
    ships.advance(1.0);
    let poses = ships.poses().to_vec();
    let mut motions = motions(&ships);
    let [a, b] = [1, 2].map(|i: usize| motions[i].velocity);
    // Bounding centers along which the ships converge.
    motions[2].center = motions[1].center + (a - b);
    let found = Findings::default();
    let at = FlightInstant {
        found: &found,
        poses: &poses,
        motions: &motions,
    };
    for trees in [Vec::new(), trees] {
        let mut ships = ships.clone();
        let responder = Responder::new(ResponseRule::Published, trees);
        let collision = Collision {
            pair: pair(1, 2),
            certificate: None,
        };
        assert!(responder.respond(&collision, &at, &mut ships));
        assert!(ships.course(1).velocity.distance(b) < 1e-9);
    }
}
