use super::*;
use crate::bodies::BodyModel;
use crate::motions::surfaces_meet;
use collision::BodyId;

fn fleet(user: BodyModel, drone: BodyModel, ships: u32) -> Ships {
    let [user, drone] = [user, drone].map(|model| Arc::new(model.mesh()));
    Ships::new(&Fleet {
        user,
        drone,
        ships,
        seed: 1996,
    })
}

fn pair(a: u32, b: u32) -> BodyPair {
    BodyPair::new(BodyId(a), BodyId(b))
}

/// Advances with a response to each pair whose spheres of half the bounding radius meet.
fn fly(ships: &mut Ships) {
    let count = ships.bodies().len() as u32;
    for a in 0..count {
        for b in a + 1..count {
            let [p, q] = [a, b].map(|i| ships.course(i as usize));
            if p.center.distance(q.center) < 0.5 * (p.radius + q.radius) {
                ships.respond(pair(a, b), p.center, q.center);
            }
        }
    }
    ships.advance(SAMPLE);
}

#[test]
fn ships_stay_within_the_bound_of_their_acceleration() {
    let mut ships = fleet(BodyModel::Lamp, BodyModel::Chair, 8);
    let mut largest_part: f64 = 0.0;
    for _ in 0..200 {
        fly(&mut ships);
        // From here without responses, for longer than one command.
        let (mut free, start) = (ships.clone(), ships.time());
        for _ in 0..12 {
            free.advance(0.07);
            let t = free.time() - start;
            for i in 0..8 {
                let (now, then) = (ships.course(i), free.course(i));
                let strayed = then.center.distance(now.center + now.velocity * t);
                let allowed = 0.5 * now.acceleration * t * t;
                assert!(strayed <= allowed, "{strayed} after {t}, allowed {allowed}");
                largest_part = largest_part.max(strayed / allowed);
            }
        }
    }
    // Some ship uses more than 0.4 of the bound, so a quarter of it would be too small.
    assert!(largest_part > 0.4, "{largest_part}");
}

#[test]
fn the_bounding_sphere_contains_every_vertex_in_every_pose() {
    let mut ships = fleet(BodyModel::Truck, BodyModel::Lamp, 4);
    for _ in 0..40 {
        fly(&mut ships);
        for (i, body) in ships.bodies().iter().enumerate() {
            let (course, map) = (ships.course(i), ships.poses()[i].world_map());
            let farthest = body.mesh().vertices().iter().fold(0.0f64, |far, p| {
                far.max(map.apply(*p).distance(course.center))
            });
            assert!(farthest <= course.radius && farthest > 0.999 * course.radius);
        }
    }
}

#[test]
fn ships_start_apart() {
    for count in [1, 2, 9, 11, 30] {
        let ships = fleet(BodyModel::Truck, BodyModel::Lamp, count);
        let courses: Vec<Course> = (0..count as usize).map(|i| ships.course(i)).collect();
        for (i, p) in courses.iter().enumerate() {
            for q in &courses[..i] {
                assert!(p.center.distance(q.center) > p.radius + q.radius);
            }
        }
    }
}

#[test]
fn equal_masses_exchange_their_velocities_along_the_line_and_the_user_keeps_its_own() {
    let mut ships = fleet(BodyModel::Chair, BodyModel::Chair, 3);
    let velocities = [
        Vec3::new(0.5, 0.25, 0.0),
        Vec3::new(-1.0, 0.5, 0.0),
        Vec3::X * 0.5,
    ];
    let set = |ships: &mut Ships| {
        for (ship, velocity) in ships.ships.iter_mut().zip(velocities) {
            ship.motion.velocity = velocity;
        }
    };
    let now = |ships: &Ships| [0, 1, 2].map(|i| ships.course(i).velocity);
    set(&mut ships);
    // Ship 1 flies toward -x, ship 2 toward +x, and ship 2 has the lower x.
    assert!(ships.respond(pair(1, 2), Vec3::X, Vec3::ZERO));
    let [user, one, two] = now(&ships);
    assert_eq!(user, velocities[0]);
    assert_eq!(
        (one, two),
        (Vec3::new(0.5, 0.5, 0.0), Vec3::new(-1.0, 0.0, 0.0))
    );
    // Now they diverge.
    assert!(!ships.respond(pair(1, 2), Vec3::X, Vec3::ZERO));
    assert_eq!(now(&ships), [user, one, two]);
    assert!(!ships.respond(pair(1, 2), Vec3::X, Vec3::X));

    set(&mut ships);
    assert!(ships.respond(pair(0, 1), Vec3::ZERO, Vec3::X));
    let [user, one, _] = now(&ships);
    assert_eq!(user, velocities[0]);
    // Relative to the user, the drone arrives at -1.5 and leaves at 1.5.
    assert_eq!(one, Vec3::new(2.0, 0.5, 0.0));
    assert_eq!(ships.responses(), 2);
}

#[test]
fn the_users_ship_chases_the_others() {
    let mut ships = fleet(BodyModel::Chair, BodyModel::Chair, 6);
    let mut near = 0;
    for _ in 0..400 {
        fly(&mut ships);
        let user = ships.course(0);
        near += usize::from((1..6).any(|i| {
            let drone = ships.course(i);
            user.center.distance(drone.center) < user.radius + drone.radius
        }));
    }
    assert!(near > 100, "{near} of 400");
}

#[test]
fn a_recording_has_overlaps_of_bounding_spheres_and_real_collisions() {
    let scene = recording(BodyModel::Lamp, BodyModel::Lamp, 10, 800, 1996).unwrap();
    let ball = bounding_ball(scene.bodies[0].mesh());
    let (mut overlaps, mut collisions) = (0, 0);
    for frame in &scene.frames {
        let centers: Vec<Vec3> = frame
            .poses
            .iter()
            .map(|pose| pose.world_map().apply(ball.center))
            .collect();
        let vertices: Vec<Vec<Vec3>> = scene
            .bodies
            .iter()
            .enumerate()
            .map(|(i, b)| frame.world_vertices(i, b))
            .collect();
        for b in 1..centers.len() {
            for a in 0..b {
                if centers[a].distance(centers[b]) <= 2.0 * ball.radius {
                    overlaps += 1;
                    let mesh = |i: usize| (&**scene.bodies[i].mesh(), &vertices[i][..]);
                    collisions += usize::from(surfaces_meet(mesh(a), mesh(b)));
                }
            }
        }
    }
    println!("{overlaps} overlaps, {collisions} collisions");
    assert!(overlaps > 4000, "{overlaps} overlaps");
    assert!(
        (20..overlaps / 4).contains(&collisions),
        "{collisions} collisions"
    );
}

#[test]
fn the_same_seed_flies_the_same_way_and_another_does_not() {
    let frames = |seed| {
        recording(BodyModel::Chair, BodyModel::Lamp, 4, 100, seed)
            .unwrap()
            .frames
    };
    assert_eq!(frames(7), frames(7));
    assert_ne!(frames(7)[99], frames(8)[99]);
    // A shorter recording is the beginning of a longer one.
    let shorter = recording(BodyModel::Chair, BodyModel::Lamp, 4, 40, 7).unwrap();
    assert_eq!(shorter.frames, frames(7)[..40]);
}

#[test]
fn parameters_out_of_range_are_errors() {
    assert!(recording(BodyModel::Chair, BodyModel::Chair, 1, 10, 1).is_err());
    assert!(recording(BodyModel::Chair, BodyModel::Chair, 1001, 10, 1).is_err());
    assert!(recording(BodyModel::Chair, BodyModel::Chair, 2, 0, 1).is_err());
}
