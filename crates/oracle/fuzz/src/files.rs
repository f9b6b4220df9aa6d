//! Mutated mesh files and recordings.

use crate::Case;
use anyhow::{Result, ensure};
use baselines::BruteForce;
use catalog::Options;
use collision::Findings;
use geometry::Mesh;
use oracle::{Truth, compare};
use rand::RngExt;
use scenes::random::SceneRng;
use scenes::{Scene, mesh_file, recording};
use std::path::Path;

const OBJ: &str = "# leaf\no leaf\nv 0 0 0\nv 4 0 -0.0\nv 0 4 0\nvn 0 0 1\nv 1 1 1\n\
    f 1 2 3\nf 1/1 2//1 4/1/1\nf -4 -3 -2 -1\n";
const OFF: &str = "OFF\n# leaf\n4 3 0\n0 0 0\n4 0 0\n0 4 0\n1 1 1\n3 0 1 2\n4 0 1 2 3\n3 1 2 3\n";
const STL: &str = "solid leaf\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 4 0 0\n\
    vertex 0 4 0\nendloop\nendfacet\nendsolid leaf\n";
const PLY: &str = "ply\nformat ascii 1.0\ncomment leaf\nelement vertex 4\nproperty double x\n\
    property float y\nproperty double z\nelement face 2\nproperty list uchar int vertex_indices\n\
    end_header\n0 0 0\n4 0 0\n0 4 0\n1 1 1\n3 0 1 2\n4 0 1 2 3\n";
const SCENE: &str = r#"{"name":"t","objects":[{"mesh":"a.obj"},{"mesh":"b.off"}],"frames":
    [[[0,0,0,0,0,0,1],[1,0.5,-0.0,0,0,0,1]],[[0,0,0,0.5,0.5,0.5,0.5],[1,1,1e-3,0,0,1,0]]]}"#;

/// Tokens that are hard for readers.
const TOKENS: &[&str] = &[
    "nan",
    "inf",
    "-0",
    "1e308",
    "-1e-330",
    "1e30",
    "4294967295",
    "4294967296",
    "-1",
    "0",
    "/",
    "//",
    "\\\n",
    "\n",
    "\r\n",
    " ",
    "\u{feff}",
    "\0",
    "solid",
    "endsolid",
    "end_header\n",
    "#",
    "{",
    "]",
    "\"",
    "binary_little_endian",
    "list",
    "9999999999999999999999",
];

/// Maximum length of a reader's message, in bytes.
const LONGEST_MESSAGE: usize = 5000;

/// Checks that a reader accepts a mutated file as a mesh or returns a message.
pub(crate) fn check_mesh(case: &mut Case) -> Result<()> {
    let mut rng = SceneRng::new(case.seed);
    let binary = binary_stl();
    let seeds: [(&str, &[u8]); 5] = [
        ("a.obj", OBJ.as_bytes()),
        ("a.off", OFF.as_bytes()),
        ("a.stl", STL.as_bytes()),
        ("a.stl", &binary),
        ("a.ply", PLY.as_bytes()),
    ];
    let (name, seed) = seeds[rng.random_range(0..seeds.len())];
    let bytes = mutated(&mut rng, seed);
    case.files = vec![(name.to_owned(), bytes.clone())];
    match mesh_file::from_bytes(Path::new(name), &bytes) {
        Ok(file) => {
            let again = Mesh::new(
                file.mesh.vertices().to_vec(),
                file.mesh.triangles().to_vec(),
            );
            ensure!(again.is_ok(), "the reader accepts a mesh that is none");
        }
        Err(error) => ensure_short(&error)?,
    }
    Ok(())
}

/// Fails if a message is long: it repeats the input.
pub(crate) fn ensure_short(error: &dyn std::error::Error) -> Result<()> {
    let length = error.to_string().len();
    ensure!(length < LONGEST_MESSAGE, "a message of {length} bytes");
    Ok(())
}

/// Checks that a mutated recording is refused, or that a detector agrees with brute force on it.
pub(crate) fn check_scene(case: &mut Case) -> Result<()> {
    let mut rng = SceneRng::new(case.seed);
    let mut parts = [("scene.json", SCENE), ("a.obj", OBJ), ("b.off", OFF)]
        .map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    let part = rng.random_range(0..parts.len());
    parts[part].1 = mutated(&mut rng, &parts[part].1);
    case.files = parts.to_vec();
    let folder = case.written()?;
    match recording::read(folder.path()) {
        Ok(scene) => ensure_found(&scene),
        Err(_) => Ok(()),
    }
}

/// Fails if a detector and brute force differ on the scene.
pub(crate) fn ensure_found(scene: &Scene) -> Result<()> {
    let mut detector = catalog::build("face-octree-tuned", &Options::none())?;
    detector.prepare(&scene.bodies)?;
    let mut brute_force = BruteForce::new();
    collision::Detector::prepare(&mut brute_force, &scene.bodies)?;
    for i in 0..scene.frames.len() {
        let mut found = Findings::default();
        detector.detect(&scene.frame(i), &scene.query(), &mut found)?;
        let truth = Truth::by(&mut brute_force, scene, i);
        compare(&detector.profile(), &truth, &found)?;
    }
    Ok(())
}

/// Returns a binary STL file of two facets.
fn binary_stl() -> Vec<u8> {
    let mut bytes = vec![b' '; 80];
    bytes.extend(2u32.to_le_bytes());
    for facet in [[0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0, 4.0, 0.0], [1.0; 9]] {
        let numbers = [0.0f32; 3].into_iter().chain(facet);
        bytes.extend(numbers.flat_map(f32::to_le_bytes));
        bytes.extend([0; 2]);
    }
    bytes
}

/// Returns the bytes after some random changes.
pub(crate) fn mutated(rng: &mut SceneRng, seed: &[u8]) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..rng.random_range(1..=6) {
        let at = rng.random_range(0..=bytes.len());
        let end = rng.random_range(at..=bytes.len().min(at + 20));
        match rng.random_range(0..7) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            3 if at < bytes.len() => bytes[at] = rng.random_range(0..=u8::MAX),
            4 if at < bytes.len() => bytes[at] ^= 1 << rng.random_range(0..8),
            5 => {
                // A token of thousands of characters.
                let long = vec![b'x'; rng.random_range(1..9000)];
                bytes.splice(at..end, long);
            }
            _ => {
                let token = TOKENS[rng.random_range(0..TOKENS.len())];
                bytes.splice(at..end, token.bytes());
            }
        }
    }
    bytes
}
