//! Sphere-trees for tests: plain, and covering by construction.

#![allow(dead_code, reason = "each test file uses some of it")]

use collision::{BodyPair, Findings, Known};
use geometry::topology::Topology;
use geometry::{Ball, Mesh, TriangleBvh, Vec3, unit_scale};
use oracle::{Separation, Separator};
use scenes::Scene;
use sphere_tree::{BuildOptions, Coverage, SphereTree, TimeCritical, TreeBuilder};
use std::sync::{Arc, Mutex};

/// Halves the faces of each node three times at the median of the longest side of their centers, so
/// that a node has eight children; the sphere of a node is the smallest around all its faces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Halving {
    /// Faces in a leaf, at most.
    pub leaf: usize,
    /// Policy that the trees claim. They keep every policy but the paper's `Strict`.
    pub coverage: Coverage,
}

impl TreeBuilder for Halving {
    /// Builds in units in which squares of lengths do not vanish.
    fn build(&mut self, mesh: &Mesh) -> SphereTree {
        let scale = unit_scale(mesh.aabb().max_abs_coordinate());
        let vertices = mesh.vertices().iter().map(|v| *v * scale).collect();
        let scaled = Mesh::new(vertices, mesh.triangles().to_vec()).expect("unit coordinates");
        let mut tree = self.build_scaled(&scaled);
        // The way back rounds where lengths are subnormal.
        let (back, rounding) = (scale.recip(), 8.0 * f64::from_bits(1));
        tree.centers.iter_mut().for_each(|c| *c *= back);
        tree.inner
            .iter_mut()
            .for_each(|r| *r = *r * back - rounding);
        for lengths in [&mut tree.radii, &mut tree.reach, &mut tree.surface_reach] {
            lengths.iter_mut().for_each(|r| *r = *r * back + rounding);
        }
        tree.check(mesh).expect("a sound tree");
        tree
    }

    fn coverage(&self) -> Coverage {
        self.coverage
    }
}

impl Halving {
    fn build_scaled(&self, mesh: &Mesh) -> SphereTree {
        let all_faces = TriangleBvh::new(mesh.vertices(), mesh.triangles());
        let mut tree = empty(self.coverage);
        let mut level: Vec<Vec<u32>> = vec![(0..mesh.face_count() as u32).collect()];
        for depth in 0.. {
            let mut below = Vec::new();
            let first_below = tree.len() + level.len();
            for faces in &level {
                push_ball(&mut tree, mesh, faces, depth);
                let parts = if faces.len() > self.leaf {
                    split(mesh, faces)
                } else {
                    Vec::new()
                };
                let first = (first_below + below.len()) as u32;
                tree.children.push([first, first + parts.len() as u32]);
                if parts.is_empty() {
                    // As in the paper: all faces that the sphere meets, so that leaves share some.
                    let ball = tree.ball(tree.len() as u32 - 1);
                    all_faces.faces_near(&ball, &mut tree.faces);
                }
                tree.face_start.push(tree.faces.len() as u32);
                below.extend(parts);
            }
            if below.is_empty() {
                break;
            }
            level = below;
        }
        if Topology::of(mesh).closed {
            let of = |c: &Vec3| inner_radius(&all_faces, *c);
            tree.inner = tree.centers.iter().map(of).collect();
        }
        tree
    }
}

fn empty(coverage: Coverage) -> SphereTree {
    SphereTree {
        centers: Vec::new(),
        radii: Vec::new(),
        levels: Vec::new(),
        children: Vec::new(),
        reach: Vec::new(),
        surface_reach: Vec::new(),
        inner: Vec::new(),
        face_start: vec![0],
        faces: Vec::new(),
        coverage,
    }
}

/// The ball contains its faces, so no point of it is farther from them than its diameter.
fn push_ball(tree: &mut SphereTree, mesh: &Mesh, faces: &[u32], level: u8) {
    let corners: Vec<Vec3> = faces
        .iter()
        .flat_map(|f| mesh.triangle(*f as usize).corners())
        .collect();
    let ball = Ball::minimal(&corners).expect("a node has faces");
    tree.centers.push(ball.center);
    tree.radii.push(ball.radius);
    tree.levels.push(level);
    tree.reach.push(2.0 * ball.radius);
    tree.surface_reach.push(2.0 * ball.radius);
    tree.inner.push(-1.0);
}

/// Of the ball about `center` that the surface stays out of, if the center is inside.
fn inner_radius(faces: &TriangleBvh, center: Vec3) -> f64 {
    let radius = faces.nearest(center).distance - faces.rounding(center);
    if radius > 0.0 && faces.winding(center) != 0 {
        radius
    } else {
        -1.0
    }
}

fn split(mesh: &Mesh, faces: &[u32]) -> Vec<Vec<u32>> {
    let mut parts = vec![faces.to_vec()];
    for _ in 0..3 {
        parts = parts
            .into_iter()
            .flat_map(|part| halves(mesh, part))
            .collect();
    }
    parts
}

fn halves(mesh: &Mesh, mut faces: Vec<u32>) -> Vec<Vec<u32>> {
    if faces.len() < 2 {
        return vec![faces];
    }
    let center = |f: u32| mesh.triangle(f as usize).aabb().center();
    let low = faces.iter().map(|f| center(*f)).reduce(Vec3::min).unwrap();
    let high = faces.iter().map(|f| center(*f)).reduce(Vec3::max).unwrap();
    let axis = (high - low).max_position();
    faces.sort_by(|f, g| center(*f)[axis].total_cmp(&center(*g)[axis]).then(f.cmp(g)));
    let rest = faces.split_off(faces.len() / 2);
    vec![faces, rest]
}

/// Trees that miss nothing, with a given number of faces in a leaf.
pub(crate) fn covering(leaf: usize) -> TimeCritical {
    let coverage = Coverage::Regions;
    TimeCritical::new("halving", Halving { leaf, coverage })
}

/// Builds the tree of each mesh once for all its clones, as the conformance suite prepares the same
/// bodies repeatedly.
#[derive(Clone, Debug)]
pub(crate) struct Once {
    options: BuildOptions,
    built: Arc<Mutex<Vec<(Mesh, SphereTree)>>>,
}

impl Once {
    pub(crate) fn new(options: BuildOptions) -> Once {
        let built = Arc::default();
        Once { options, built }
    }
}

impl TreeBuilder for Once {
    fn build(&mut self, mesh: &Mesh) -> SphereTree {
        let mut built = self.built.lock().expect("no build panics");
        if let Some((_, tree)) = built.iter().find(|(other, _)| other == mesh) {
            return tree.clone();
        }
        let tree = self.options.build(mesh);
        built.push((mesh.clone(), tree.clone()));
        tree
    }

    fn coverage(&self) -> Coverage {
        self.options.coverage
    }
}

/// Returns the shared scenes in which no body deforms.
pub(crate) fn rigid_scenes() -> Vec<Scene> {
    let mut scenes = scenes::shared::shared_scenes();
    scenes.retain(|scene| scene.bodies.iter().all(|body| !body.deforms));
    scenes
}

/// Returns the separations of the solids of all pairs of bodies in a frame.
pub(crate) fn separations(scene: &Scene, frame: usize) -> Vec<(BodyPair, Separation)> {
    let mut separator = Separator::new(&scene.bodies);
    separator.place(&scene.frame(frame));
    separator.separations()
}

/// Returns the numbers of certificates that are apart, interfering and undecided.
pub(crate) fn count_certificates(found: &Findings) -> [usize; 3] {
    let mut counts = [0; 3];
    for certificate in &found.evidence.certificates {
        counts[match certificate.known {
            Known::Apart => 0,
            Known::Interfering => 1,
            Known::Undecided { .. } => 2,
        }] += 1;
    }
    counts
}
