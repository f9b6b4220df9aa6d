use super::*;
use geometry::power_of_two;
use geometry::topology::Topology;

fn scenes(bodies: Bodies) -> Vec<Scene> {
    (0..400).map(|seed| scene(bodies, seed)).collect()
}

fn share<T>(all: &[T], holds: impl Fn(&T) -> bool) -> f64 {
    all.iter().filter(|x| holds(x)).count() as f64 / all.len() as f64
}

fn coordinates(scene: &Scene) -> impl Iterator<Item = f64> {
    let vertices = scene.bodies.iter().flat_map(|b| b.mesh().vertices());
    vertices.flat_map(|p| p.to_array())
}

#[test]
fn one_seed_gives_one_scene() {
    for seed in 0..20 {
        let [a, b] = [(); 2].map(|()| scene(Bodies::Any, seed));
        assert_eq!(a.frames, b.frames);
        for (a, b) in a.bodies.iter().zip(&b.bodies) {
            assert_eq!(a.mesh(), b.mesh());
        }
    }
}

#[test]
fn every_ingredient_occurs() {
    let all = scenes(Bodies::Any);
    let vertex = |is: fn(f64) -> bool| share(&all, |scene| coordinates(scene).any(is));
    assert!(vertex(|x| x == 0.0 && x.is_sign_negative()) > 0.3);
    assert!(vertex(f64::is_subnormal) > 0.02);
    assert!(vertex(|x| x.abs() > power_of_two(56)) > 0.005);
    assert!(vertex(|x| x.abs() > power_of_two(98)) > 0.002);
    assert!(vertex(|x| (power_of_two(40)..=power_of_two(54)).contains(&x)) > 0.05);
    let deforms = share(&all, Scene::deforms);
    assert!((0.2..0.8).contains(&deforms), "{deforms}");
    let repeats = |scene: &Scene| {
        let mut pairs = scene.frames.windows(2);
        pairs.any(|w| w[0].poses.iter().zip(&w[1].poses).any(|(a, b)| a == b))
    };
    assert!(share(&all, repeats) > 0.3);
    let faults = |has: fn(&Topology) -> bool| {
        let any = |scene: &Scene| scene.bodies.iter().any(|b| has(&Topology::of(b.mesh())));
        share(&all, any)
    };
    assert!(faults(|t| !t.closed) > 0.3);
    assert!(faults(|t| t.closed) > 0.3);
    assert!(faults(|t| !t.flat.is_empty()) > 0.1);
    assert!(faults(|t| !t.duplicates.is_empty()) > 0.1);
    let pose = |is: fn(&Pose) -> bool| {
        let any = |scene: &Scene| scene.frames.iter().any(|f| f.poses.iter().any(is));
        share(&all, any)
    };
    let quarters = pose(|p| {
        let halves = p.rotation.to_array().map(|x| x.abs() == 0.5f64.sqrt());
        halves.into_iter().filter(|half| *half).count() == 2
    });
    assert!(quarters > 0.2, "{quarters}");
    let teleports = |scene: &Scene| {
        let far = |w: &[SceneFrame]| {
            let mut poses = w[0].poses.iter().zip(&w[1].poses);
            let side = scene.bodies[0].mesh().aabb().size().max_element();
            poses.any(|(a, b)| a.translation.distance(b.translation) > 4.0 * side)
        };
        scene.frames.windows(2).any(far)
    };
    assert!(share(&all, teleports) > 0.1);
    let flattened = |scene: &Scene| {
        let level = |v: &Vec<Vec3>, axis: usize| v.iter().all(|p| p[axis] == v[0][axis]);
        let mut deformed = scene
            .frames
            .iter()
            .flat_map(|f| f.deformed.iter().flatten());
        deformed.any(|v| (0..3).any(|axis| level(v, axis)))
    };
    assert!(share(&all, flattened) > 0.05);
}

#[test]
fn rigid_scenes_do_not_deform_and_convex_ones_are_closed() {
    assert!(!scenes(Bodies::Rigid).iter().any(Scene::deforms));
    let closed = |scene: &Scene| {
        let mut bodies = scene.bodies.iter();
        bodies.all(|b| !b.deforms && Topology::of(b.mesh()).closed)
    };
    // Rounding may weld two corners of a body, which then has no more than one side.
    assert!(share(&scenes(Bodies::Convex), closed) > 0.85);
}
