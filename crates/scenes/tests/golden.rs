//! Generated scenes are the same bits on every platform and in every revision.

use scenes::bodies::{BodyModel, lat_long_sphere, stone, torus, tube};
use scenes::hostile::{self, Bodies};
use scenes::{Generator, Scene, shared_scenes};

/// FNV-1a hash of the bytes of numbers.
struct Digest(u64);

impl Digest {
    fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn add_point(&mut self, coordinates: &[f64]) {
        coordinates
            .iter()
            .for_each(|x| self.add(&x.to_bits().to_le_bytes()));
    }

    fn add_mesh(&mut self, mesh: &geometry::Mesh) {
        for p in mesh.vertices() {
            self.add_point(&p.to_array());
        }
        for index in mesh.triangles().as_flattened() {
            self.add(&index.to_le_bytes());
        }
    }

    fn add_scene(&mut self, scene: &Scene) {
        self.add(scene.name.as_bytes());
        for body in &scene.bodies {
            self.add(body.name.as_bytes());
            self.add(&[u8::from(body.deforms)]);
            self.add_mesh(body.mesh());
        }
        for frame in &scene.frames {
            for pose in &frame.poses {
                self.add_point(&pose.translation.to_array());
                self.add_point(&pose.rotation.to_array());
            }
            for p in frame.deformed.iter().flatten().flatten() {
                self.add_point(&p.to_array());
            }
        }
        self.add_point(&scene.world_cube.min.to_array());
        self.add_point(&scene.world_cube.max.to_array());
        self.add(&[u8::from(scene.containment)]);
    }
}

fn digest_of_scene(scene: &Scene) -> u64 {
    let mut digest = Digest::new();
    digest.add_scene(scene);
    digest.0
}

/// Compares `name digest` lines with the recorded ones, and shows all lines on a difference.
fn assert_lines(lines: &[(String, u64)], recorded: &str) {
    let text: String = lines
        .iter()
        .map(|(name, digest)| format!("{digest:016x} {name}\n"))
        .collect();
    assert!(text == recorded, "the digests are now:\n{text}");
}

#[test]
fn bodies_keep_their_bits() {
    let mut meshes: Vec<(String, geometry::Mesh)> = BodyModel::ALL
        .into_iter()
        .map(|model| (model.to_string(), model.mesh()))
        .collect();
    meshes.push(("sphere 9 4".into(), lat_long_sphere(9, 4)));
    meshes.push(("torus".into(), torus(1.0, 0.25, 12, 6)));
    meshes.push(("tube".into(), tube(3.0, 0.3, 8, 12)));
    meshes.push(("stone".into(), stone(168, 7)));
    let lines: Vec<(String, u64)> = meshes
        .iter()
        .map(|(name, mesh)| {
            let mut digest = Digest::new();
            digest.add_mesh(mesh);
            (name.clone(), digest.0)
        })
        .collect();
    assert_lines(&lines, include_str!("golden/bodies.txt"));
}

#[test]
fn generated_scenes_keep_their_bits() {
    let lines: Vec<(String, u64)> = [
        "two-spheres:faces=168",
        "two-spheres:faces=5000",
        "shuttles:bodies=4",
        "shuttle-pair:bodies=3",
        "sphere-swarm:bodies=12,faces=48",
        "four-bodies",
        "waving-spheres:faces=168",
        "bending-tubes:faces=500",
        "calm:bodies=9,faces=48",
        "deep-spheres:faces=168",
        "near-stones:faces=168",
        "stone-in-mold:faces=168",
        "crowded-stones:bodies=9,faces=168",
        "dented-spheres:faces=168",
        "sphere-pairs:bodies=12,meeting=2,faces=48",
        "approaching-spheres:faces=168",
        "polytopes:bodies=50,frames=30",
        "polytopes:bodies=30,faces=12,shapes=7,density-permille=100,response=approaching,frames=9",
        "polytopes:bodies=30,height-percent=3,frames=9",
        "kitchen",
        "kitchen:hand=whole,frames=20",
        "cnc-cell:frames=100",
        "cnc-cell:pair=probe-tool,frames=50,seed=3",
        "csg-drilled:primitives=9,frames=60",
        "csg-crossed:frames=60",
        "aligned-solids:frames=40",
        "ships:ships=5,frames=60",
        "ships:body=chair,user=truck,ships=3,frames=20",
    ]
    .into_iter()
    .map(|text| {
        let scene = text.parse::<Generator>().unwrap().generate().unwrap();
        (text.to_owned(), digest_of_scene(&scene))
    })
    .collect();
    assert_lines(&lines, include_str!("golden/generated.txt"));
}

#[test]
fn shared_and_hostile_scenes_keep_their_bits() {
    let mut digest = Digest::new();
    let shared = shared_scenes();
    shared.iter().for_each(|scene| digest.add_scene(scene));
    let mut lines = vec![(format!("{} shared scenes", shared.len()), digest.0)];
    for bodies in [Bodies::Any, Bodies::Rigid, Bodies::Convex] {
        let mut digest = Digest::new();
        (0..300).for_each(|seed| digest.add_scene(&hostile::scene(bodies, seed)));
        lines.push((format!("300 hostile scenes of {bodies:?}"), digest.0));
    }
    assert_lines(&lines, include_str!("golden/small.txt"));
}
