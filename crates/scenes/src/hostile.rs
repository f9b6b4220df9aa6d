//! Small random scenes of inputs that are hard for collision detectors.
//!
//! Each scene has two to four bodies of at most about twenty faces over two to five frames, so
//! brute force answers it immediately. Vertices and translations are drawn in units of a lattice,
//! then scaled by a power of two and moved:
//!
//! | ingredient | fault that it provokes |
//! |---|---|
//! | lattice points with signed zeros | a sign bit decides in place of a sign |
//! | shared vertices and edges, duplicate and coplanar faces | contact counted twice or lost |
//! | zero area, slivers, points one ulp apart | normals of length zero, rounded planes |
//! | nested bodies | containment missed, or reported for surfaces that meet |
//! | scales from 2^-1074 to 2^99 | squares and error bounds that underflow or overflow |
//! | offsets to 2^52, in poses or in vertices | steps lost to rounding, oversized cubes |
//! | exact and rounded rotations | tolerances of relative poses |
//! | repeated poses, teleports, flattened bodies | stale state of earlier frames |
//!
//! ```
//! use scenes::hostile::{self, Bodies};
//!
//! let scene = hostile::scene(Bodies::Convex, 7);
//! assert!(scene.bodies.iter().all(|body| !body.deforms));
//! assert_eq!(scene.frames, hostile::scene(Bodies::Convex, 7).frames);
//! ```

use crate::bodies::{
    block, cube, generated, joined, moved, scaled, turned_inside_out, without_last_face,
};
use crate::random::SceneRng;
use crate::{Scene, SceneFrame};
use collision::Body;
use geometry::power_of_two;
use geometry::{Mesh, Pose, Quat, Sign, Vec3, orient3d};
use rand::RngExt;
use std::sync::Arc;

/// Bodies that a hostile scene may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bodies {
    /// Any triangles, of rigid and deforming bodies.
    Any,
    /// Any triangles of rigid bodies.
    Rigid,
    /// Closed convex rigid bodies, including flat ones. Rounding may make distant ones concave.
    Convex,
}

/// Exponents of scales at which products, squares or margins leave the range of `f64`.
const EDGES_OF_RANGE: [i32; 13] = [
    -1074, -1043, -1022, -900, -700, -545, -540, -538, -535, -500, 60, 95, 99,
];

/// Returns the scene of a seed. It is the same on every platform.
pub fn scene(bodies: Bodies, seed: u64) -> Scene {
    Draft::draw(bodies, &mut SceneRng::new(seed)).into_scene(seed)
}

/// Scene in units of the lattice, before scaling.
struct Draft {
    shapes: Vec<Mesh>,
    /// For each shape, true if it deforms.
    deforms: Vec<bool>,
    frames: Vec<SceneFrame>,
    /// The draft is scaled by `2^exponent`, then translated by `offset`.
    exponent: i32,
    offset: Vec3,
    /// True if the offset applies to vertices and not to poses.
    baked: bool,
    containment: bool,
}

impl Draft {
    fn draw(bodies: Bodies, rng: &mut SceneRng) -> Draft {
        let (mut shapes, mut deforms) = (Vec::new(), Vec::new());
        for _ in 0..rng.random_range(2..=4) {
            shapes.push(match bodies {
                Bodies::Convex => convex(rng, &shapes),
                _ => any_shape(rng, &shapes),
            });
            deforms.push(bodies == Bodies::Any && rng.random_bool(0.25));
        }
        let mut frames: Vec<SceneFrame> = Vec::new();
        for _ in 0..rng.random_range(2..=5) {
            frames.push(frame(rng, (&shapes, &deforms), &frames));
        }
        let (exponent, offset) = placement(rng);
        Draft {
            shapes,
            deforms,
            frames,
            exponent,
            offset,
            baked: rng.random_bool(0.5),
            containment: rng.random_bool(0.5),
        }
    }

    fn into_scene(self, seed: u64) -> Scene {
        let shapes = self.shapes.into_iter().zip(self.deforms).enumerate();
        let bodies = shapes.map(|(id, (mesh, deforms))| {
            let mut body = Body::rigid(format!("body {id}"), Arc::new(mesh));
            body.deforms = deforms;
            body
        });
        let scene = Scene::new(format!("hostile {seed}"), bodies.collect(), self.frames)
            .expect("points of the lattice are in range");
        let placed = |exponent: i32| {
            let factor = power_of_two(exponent);
            // A zero offset is not added, because `-0.0 + 0.0` loses the sign.
            let put = |p: Vec3, moves: bool| {
                if moves && self.offset != Vec3::ZERO {
                    p * factor + self.offset
                } else {
                    p * factor
                }
            };
            let pose = |_, p: Pose| Pose::new(put(p.translation, !self.baked), p.rotation);
            scene.mapped(|_, vertex| put(vertex, self.baked), pose).ok()
        };
        // At the largest scales, a teleport leaves the accepted range. Then halve the scale until
        // the scene fits.
        let exponent = self.exponent;
        let placed = (exponent - 20..=exponent).rev().find_map(placed);
        let placed = placed.expect("the scene fits at a smaller scale");
        placed.with_containment(self.containment)
    }
}

/// Returns the exponent of the scale and the offset of a draft.
fn placement(rng: &mut SceneRng) -> (i32, Vec3) {
    let (mut exponent, mut offset) = (0, Vec3::ZERO);
    match rng.random_range(0..10) {
        0..=2 => {}
        3..=4 => exponent = rng.random_range(-1074..=99),
        5..=6 => exponent = pick(rng, &EDGES_OF_RANGE),
        _ => {
            let axes: [bool; 3] = std::array::from_fn(|_| rng.random_bool(0.7));
            let size = power_of_two(rng.random_range(20..=52));
            offset = Vec3::from_array(axes.map(|moved| f64::from(u8::from(moved)) * size));
        }
    }
    (exponent, offset)
}

/// Returns one of the values, each equally likely.
fn pick<T: Copy>(rng: &mut SceneRng, values: &[T]) -> T {
    values[rng.random_range(0..values.len())]
}

/// Returns a vertex of an earlier shape, or a lattice point if there is none.
fn earlier_vertex(rng: &mut SceneRng, shapes: &[Mesh]) -> Vec3 {
    match shapes {
        [] => lattice_point(rng),
        _ => {
            let shape = rng.random_range(0..shapes.len());
            pick(rng, shapes[shape].vertices())
        }
    }
}

/// Returns a point of the lattice {-2, …, 2}³ with zeros of either sign.
fn lattice_point(rng: &mut SceneRng) -> Vec3 {
    let mut coordinate = || pick(rng, &[-2.0, -1.0, -0.0, 0.0, 0.0, 1.0, 2.0]);
    Vec3::new(coordinate(), coordinate(), coordinate())
}

/// Moves one coordinate of the point to an adjacent number.
fn nudged(rng: &mut SceneRng, mut p: Vec3) -> Vec3 {
    let axis = rng.random_range(0..3);
    p[axis] = if rng.random_bool(0.5) {
        p[axis].next_up()
    } else {
        p[axis].next_down()
    };
    p
}

/// Returns a point that is likely to touch another body.
fn point(rng: &mut SceneRng, shapes: &[Mesh]) -> Vec3 {
    match rng.random_range(0..10) {
        0..=3 => lattice_point(rng),
        4..=5 => earlier_vertex(rng, shapes),
        6 => 0.5 * (earlier_vertex(rng, shapes) + earlier_vertex(rng, shapes)),
        7 => {
            let p = earlier_vertex(rng, shapes);
            nudged(rng, p)
        }
        _ => rng.in_cube(4.0),
    }
}

fn any_shape(rng: &mut SceneRng, shapes: &[Mesh]) -> Mesh {
    match rng.random_range(0..10) {
        0..=4 => soup(rng, shapes),
        5 => joined(&[convex(rng, shapes), convex(rng, shapes)]),
        6 => {
            // A hollow body: the inner surface faces inward.
            let outer = convex(rng, shapes);
            joined(&[outer.clone(), scaled(&turned_inside_out(&outer), 0.5)])
        }
        7 => turned_inside_out(&convex(rng, shapes)),
        // An open body: one face is missing.
        8 => without_last_face(&convex(rng, shapes)),
        _ => convex(rng, shapes),
    }
}

/// Returns triangles over few vertices, so that they share corners and edges.
fn soup(rng: &mut SceneRng, shapes: &[Mesh]) -> Mesh {
    let count = rng.random_range(3..=7);
    let mut vertices: Vec<Vec3> = (0..count).map(|_| point(rng, shapes)).collect();
    if rng.random_bool(0.3) {
        // All in one plane of the lattice.
        let (axis, level) = (rng.random_range(0..3), lattice_point(rng).x);
        vertices.iter_mut().for_each(|p| p[axis] = level);
    }
    if rng.random_bool(0.2) {
        // A corner almost on the line through two others: a sliver.
        vertices[2] = vertices[0].lerp(vertices[1], rng.between(-1.0, 2.0));
        vertices[2] = nudged(rng, vertices[2]);
    }
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    for _ in 0..rng.random_range(1..=6) {
        let mut corner = || rng.random_range(0..count);
        let (a, b, c) = (corner(), corner(), corner());
        let distinct = a != b && b != c && c != a;
        // Few faces have zero area, because they would hide faults at the others.
        if distinct || rng.random_bool(0.1) {
            triangles.push([a, b, c]);
        }
        if let (Some(&[a, b, c]), true) = (triangles.last(), rng.random_bool(0.1)) {
            triangles.push(pick(rng, &[[a, b, c], [b, c, a], [a, c, b]]));
        }
    }
    if triangles.is_empty() {
        triangles.push([0, 1, 2]);
    }
    generated(vertices, triangles)
}

fn convex(rng: &mut SceneRng, shapes: &[Mesh]) -> Mesh {
    let closed = |s: &&Mesh| s.face_count() >= 4;
    match (rng.random_range(0..10), shapes.iter().find(closed)) {
        (0, Some(earlier)) => earlier.clone(),
        (1, Some(earlier)) => scaled(earlier, pick(rng, &[0.5, 2.0, power_of_two(-40)])),
        (0..=3, _) => lattice_block(rng),
        (4, _) => octahedron(lattice_point(rng)),
        (5, _) => leaf([point(rng, shapes), point(rng, shapes), point(rng, shapes)]),
        _ => tetrahedron(std::array::from_fn(|_| point(rng, shapes))),
    }
}

/// Returns the tetrahedron of four points, or a two-sided triangle if they are coplanar.
fn tetrahedron([a, b, c, d]: [Vec3; 4]) -> Mesh {
    let vertices = vec![a, b, c, d];
    let triangles = match orient3d(a, b, c, d) {
        Sign::Zero => return leaf([a, b, c]),
        Sign::Negative => vec![[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]],
        Sign::Positive => vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
    };
    generated(vertices, triangles)
}

/// Returns a two-sided triangle: closed, convex, and without volume.
fn leaf(corners: [Vec3; 3]) -> Mesh {
    generated(corners.to_vec(), vec![[0, 1, 2], [0, 2, 1]])
}

fn lattice_block(rng: &mut SceneRng) -> Mesh {
    let (center, mut side) = (lattice_point(rng), || pick(rng, &[1.0, 2.0, 2.0, 4.0]));
    let mesh = match side() {
        4.0 => cube(4.0),
        x => block(Vec3::new(x, side(), side())),
    };
    moved(&mesh, center)
}

fn octahedron(center: Vec3) -> Mesh {
    let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    let vertices = axes.iter().flat_map(|e| [center + *e, center - *e]);
    let octant = |i: u32| {
        let [x, y, z] = [i & 1, 2 + (i >> 1 & 1), 4 + (i >> 2 & 1)];
        // An odd number of negative corners mirrors the first octant.
        match i.count_ones() % 2 {
            0 => [x, y, z],
            _ => [x, z, y],
        }
    };
    generated(vertices.collect(), (0..8).map(octant).collect())
}

fn frame(
    rng: &mut SceneRng,
    (shapes, deforms): (&[Mesh], &[bool]),
    earlier: &[SceneFrame],
) -> SceneFrame {
    let pose = |rng: &mut SceneRng, body: usize| match (rng.random_range(0..10), earlier) {
        (0..=2, [.., last]) => last.poses[body],
        (3, [first, ..]) => first.poses[body],
        (4, [.., last]) => last.poses[(body + 1) % shapes.len()],
        (5, [.., _]) => {
            // A teleport.
            let far = power_of_two(rng.random_range(2..=12));
            Pose::new(far * lattice_point(rng), rotation(rng))
        }
        (6..=7, [.., last]) => {
            // A small step, as in coherent motion.
            let Pose {
                translation,
                rotation,
            } = last.poses[body];
            Pose::new(nudged(rng, translation), rotation)
        }
        _ => Pose::new(translation(rng), rotation(rng)),
    };
    let poses = (0..shapes.len()).map(|body| pose(rng, body)).collect();
    let mut deformed = Vec::new();
    if deforms.contains(&true) {
        let bodies = shapes.iter().zip(deforms);
        let deformation = |(shape, deforms): (&Mesh, &bool)| match deforms {
            true => deformation(rng, shape),
            false => None,
        };
        deformed = bodies.map(deformation).collect();
    }
    SceneFrame { poses, deformed }
}

fn translation(rng: &mut SceneRng) -> Vec3 {
    match rng.random_range(0..8) {
        0..=2 => Vec3::ZERO,
        3 => {
            let p = lattice_point(rng);
            nudged(rng, p)
        }
        4 => rng.in_cube(4.0),
        _ => lattice_point(rng),
    }
}

fn rotation(rng: &mut SceneRng) -> Quat {
    let mut sign = || pick(rng, &[-1.0, 1.0]);
    let signs = [sign(), sign(), sign(), sign()];
    let [x, y, z, w] = signs.map(|sign| 0.5 * sign);
    let axis = rng.random_range(0..4);
    match rng.random_range(0..12) {
        0..=4 => Quat::IDENTITY,
        // Exact half turns about an axis, or none, with zeros of either sign.
        5..=6 => {
            let mut q = signs.map(|sign| 0.0 * sign);
            q[axis] = signs[axis];
            Quat::from_array(q)
        }
        // Exact third turns about a diagonal.
        7 => Quat::from_xyzw(x, y, z, w),
        // Quarter turns, rounded in the last bit.
        8 => {
            let mut q = [0.0, 0.0, 0.0, 0.5f64.sqrt()];
            q[axis % 3] = signs[axis] * 0.5f64.sqrt();
            Quat::from_array(q)
        }
        _ => rng.rotation(),
    }
}

/// Returns the local vertices of one frame, or `None` for undeformed vertices.
fn deformation(rng: &mut SceneRng, shape: &Mesh) -> Option<Vec<Vec3>> {
    let mut vertices = shape.vertices().to_vec();
    let (axis, level) = (rng.random_range(0..3), lattice_point(rng).x);
    match rng.random_range(0..6) {
        0 => return None,
        1 => {}
        2 => vertices.iter_mut().for_each(|p| p[axis] = level),
        3 => vertices.fill(lattice_point(rng)),
        4 => vertices.iter_mut().for_each(|p| *p = nudged(rng, *p)),
        _ => vertices.fill_with(|| lattice_point(rng)),
    }
    Some(vertices)
}

#[cfg(test)]
mod tests;
