//! Sphere-trees for tests: plain, and covering by construction.

#![allow(dead_code, reason = "each test file uses some of it")]

use detector::{BodyPair, Certificate, Detector, Findings, Known};
use geometry::topology::Topology;
use geometry::{Ball, FaceTree, Mesh, Triangle, Vec3, solid};
use oracle::BruteForce;
use scenes::Scene;
use sphere_tree::{Coverage, SphereTree, TimeCritical, TreeBuilder};

/// Halves the faces of each node three times at the median of the longest side of their centers, so
/// that a node has eight children; the sphere of a node is the smallest around all its faces.
#[derive(Clone, Copy)]
pub struct Halving {
    /// Faces in a leaf, at most.
    pub leaf: usize,
    /// What the trees claim. They keep every policy but the paper's `Strict`.
    pub coverage: Coverage,
}

impl TreeBuilder for Halving {
    fn build(&mut self, mesh: &Mesh) -> SphereTree {
        let mut tree = empty(self.coverage);
        let mut level: Vec<Vec<u32>> = vec![(0..mesh.face_count() as u32).collect()];
        for depth in 0.. {
            let mut below = Vec::new();
            let first_below = tree.len() + level.len();
            for faces in &level {
                let parts = if faces.len() > self.leaf {
                    split(mesh, faces)
                } else {
                    Vec::new()
                };
                let first = (first_below + below.len()) as u32;
                tree.children.push([first, first + parts.len() as u32]);
                push_ball(&mut tree, mesh, faces, depth);
                if parts.is_empty() {
                    tree.faces.extend(faces);
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
            let faces = FaceTree::new(mesh.vertices(), mesh.triangles());
            let of = |c: &Vec3| inner_radius(&faces, *c);
            tree.inner = tree.centers.iter().map(of).collect();
        }
        tree.check(mesh).expect("a sound tree");
        tree
    }

    fn coverage(&self) -> Coverage {
        self.coverage
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

/// The ball holds its faces, so that no point of it is further from them than its diameter.
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
fn inner_radius(faces: &FaceTree, center: Vec3) -> f64 {
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

/// Trees that miss nothing, with so many faces in a leaf.
pub fn covering(leaf: usize) -> TimeCritical {
    let coverage = Coverage::Regions;
    TimeCritical::new("halving", Halving { leaf, coverage })
}

/// What is true of each pair of bodies in a frame: how far their solids are apart, rounded; exactly 0
/// when they share a point, and never otherwise.
pub fn separations(scene: &Scene, frame: usize) -> Vec<(BodyPair, f64)> {
    let mut judge = BruteForce::new();
    judge.prepare(&scene.bodies).unwrap();
    let mut truth = Findings::default();
    judge.detect(&scene.frame(frame), &mut truth);
    let pairs = scene.bodies.iter().flat_map(|a| {
        let above = scene.bodies.iter().filter(|b| b.id > a.id);
        above.map(|b| BodyPair::new(a.id, b.id))
    });
    let world: Vec<Vec<Vec3>> = scene.bodies.iter().map(|body| {
        let map = scene.frame(frame).poses[body.id.index()].world_map();
        body.mesh.vertices().iter().map(|p| map.apply(*p)).collect()
    }).collect();
    let holds = |outer: usize, inner: usize| {
        let (outer_mesh, inner_mesh) = (&scene.bodies[outer].mesh, &scene.bodies[inner].mesh);
        let mut witnesses = Topology::of(inner_mesh).part_vertices.into_iter();
        Topology::of(outer_mesh).closed && witnesses.any(|w| {
            solid::contains(&world[outer], outer_mesh.triangles(), world[inner][w as usize])
        })
    };
    let separation = |pair: BodyPair| {
        let [a, b] = [pair.a.index(), pair.b.index()];
        if truth.touches(pair) || holds(a, b) || holds(b, a) {
            return 0.0;
        }
        let faces = |body: usize| {
            let triangles = scene.bodies[body].mesh.triangles().iter();
            triangles.map(|t| t.map(|i| world[body][i as usize])).collect::<Vec<_>>()
        };
        let (own, others) = (faces(a), faces(b));
        let nearest = own.iter().flat_map(|s| others.iter().map(move |t| distance(s, t)));
        nearest.fold(f64::INFINITY, f64::min).max(f64::MIN_POSITIVE)
    };
    pairs.map(|pair| (pair, separation(pair))).collect()
}

/// Of two triangles that are apart: from a corner to the other, or from edge to edge.
fn distance(s: &[Vec3; 3], t: &[Vec3; 3]) -> f64 {
    let mut least = f64::INFINITY;
    for (s, t) in [(s, t), (t, s)] {
        let face = Triangle::new(t[0], t[1], t[2]);
        let to_face = s.iter().map(|p| face.nearest_point(*p).distance(*p));
        least = to_face.fold(least, f64::min);
    }
    for i in 0..3 {
        for j in 0..3 {
            let (p, u) = (s[i], s[(i + 1) % 3] - s[i]);
            let (q, v) = (t[j], t[(j + 1) % 3] - t[j]);
            let n = u.cross(v);
            let (x, y) = ((q - p).cross(v).dot(n), (q - p).cross(u).dot(n));
            let n2 = n.length_squared();
            if 0.0 < x && x < n2 && 0.0 < y && y < n2 {
                least = least.min((p + u * (x / n2)).distance(q + v * (y / n2)));
            }
        }
    }
    least
}

/// Whether the certificates of a frame are right; how many are apart, interfering, undecided.
///
/// # Panics
/// When one is wrong, or missing.
pub fn check_certificates(found: &Findings, truth: &[(BodyPair, f64)], place: &str) -> [usize; 3] {
    let mut counts = [0; 3];
    let of = |pair: &BodyPair| found.certificates.iter().find(|c| c.pair == *pair);
    for (pair, separation) in truth {
        let Some(Certificate { known, .. }) = of(pair) else {
            assert!(*separation > 0.0, "{place}: {pair:?} was given up");
            continue;
        };
        let undecided = found.undecided.contains(pair);
        let right = match known {
            Known::Apart => *separation > 0.0 && !undecided,
            Known::Interfering => *separation == 0.0 && !undecided,
            Known::Undecided { bound } => *separation <= *bound && bound.is_finite() && undecided,
        };
        assert!(right, "{place}: {pair:?} {known:?}, separation {separation:e}");
        counts[match known {
            Known::Apart => 0,
            Known::Interfering => 1,
            Known::Undecided { .. } => 2,
        }] += 1;
    }
    counts
}
