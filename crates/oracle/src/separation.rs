//! The separation of two solids: exactly zero, or a distance with a bound on its rounding.
//!
//! The ground truth for certificates, which speak of solids: a closed body is its surface with all
//! that the surface winds around, any other body its surface alone.
//!
//! Solids are tested by [`solid::contains`] on all world faces instead of
//! [`geometry::SolidInterior`], on purpose: what checks the methods shares no hierarchy with them
//! where that could change a verdict. The hierarchies here only cull.

mod triangles;

use collision::{Body, BodyId, BodyPair, Frame, Query, Work, World};
use geometry::bvh::{Bvh, box_distance};
use geometry::topology::Topology;
use geometry::{
    Aabb, Interference, Mesh, Pose, PosedExtent, RelativePose, Triangle, Vec3, interference, solid,
    unit_scale,
};
use std::sync::Arc;

/// Faces in a leaf, at most.
const LEAF_FACES: usize = 4;

/// How far apart two solids are, in scene units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// Exactly 0 when they share a point, by exact signs, and only then; else the distance of their
    /// surfaces, positive, rounded. Never too small by more than `rounding`, nor too large.
    pub distance: f64,
    /// The bound on rounding, 0 for solids that share a point. Far below anything visible when the
    /// bodies are as far apart as a hundredth of their size; of the order of a hundred-millionth of
    /// their size when they nearly touch.
    pub rounding: f64,
}

/// Separations of the bodies of a scene, frame by frame.
///
/// Keeps for each body a hierarchy of boxes over its faces, which only culls, with a bound on its
/// rounding. It lies in local space, where long thin faces along the axes of a body have thin boxes.
/// Verdicts fall on world vertices, the same bits as everywhere in this workspace. Bodies may
/// deform.
///
/// # Cost
/// [`Separator::place`] is linear in the vertices. [`Separator::separation`] goes down two hierarchies
/// where they are nearest; a fraction of a millisecond for two lamps of 626 faces.
#[derive(Clone, Debug)]
pub struct Separator {
    world: World,
    shapes: Vec<Shape>,
    poses: Vec<Pose>,
}

#[derive(Clone, Debug)]
struct Shape {
    bvh: Bvh,
    mesh: Arc<Mesh>,
    deforms: bool,
    closed: bool,
    /// One vertex of each part.
    witnesses: Vec<u32>,
}

impl Separation {
    /// Whether the solids share a point: exact.
    pub fn is_interference(&self) -> bool {
        self.distance == 0.0
    }

    /// A number that the exact separation is surely not below.
    pub fn at_least(&self) -> f64 {
        (self.distance - self.rounding).max(0.0)
    }
}

impl Separator {
    /// The separations of `bodies`, still without positions.
    pub fn new(bodies: &[Body]) -> Separator {
        Separator {
            world: World::new(bodies),
            shapes: bodies.iter().map(Shape::new).collect(),
            poses: vec![Pose::IDENTITY; bodies.len()],
        }
    }

    /// Moves all bodies to where `frame` puts them.
    ///
    /// # Panics
    /// When the frame does not fit the bodies.
    pub fn place(&mut self, frame: &Frame<'_>) {
        self.world
            .begin_frame(frame, &Query::default())
            .expect("the frame fits the bodies");
        self.world.update(frame, &mut Work::default());
        self.poses.copy_from_slice(frame.poses());
        for (i, shape) in self.shapes.iter_mut().enumerate() {
            if shape.deforms {
                let local = frame.deformed_vertices(BodyId(i as u32));
                shape.deform(local.unwrap_or(shape.mesh.vertices()).to_vec());
            }
        }
    }

    /// The separation of two bodies where they are now.
    ///
    /// # Panics
    /// When there are no such bodies.
    pub fn separation(&self, pair: BodyPair) -> Separation {
        let distance = self.distance_of_surfaces(pair);
        if distance == 0.0 || self.holds_a_part(pair.a, pair.b) || self.holds_a_part(pair.b, pair.a)
        {
            return Separation {
                distance: 0.0,
                rounding: 0.0,
            };
        }
        Separation {
            distance,
            rounding: self.rounding(pair, distance),
        }
    }

    /// The separations of all pairs of bodies, in order.
    pub fn separations(&self) -> Vec<(BodyPair, Separation)> {
        let count = self.shapes.len() as u32;
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
        let pairs = pairs.map(|[a, b]| BodyPair::new(BodyId(a), BodyId(b)));
        pairs.map(|pair| (pair, self.separation(pair))).collect()
    }

    /// Zero exactly when two faces share a point.
    fn distance_of_surfaces(&self, pair: BodyPair) -> f64 {
        let [a, b] = [pair.a, pair.b].map(|body| &self.shapes[body.index()].bvh);
        let [posed_a, posed_b] = [pair.a, pair.b].map(|body| self.posed(body));
        let b_in_a = RelativePose::new(&posed_a, &posed_b);
        let a_in_b = RelativePose::new(&posed_b, &posed_a);
        // One of the two spaces shows most gaps well.
        let gap = |x: &Aabb, y: &Aabb| {
            let in_a = b_in_a.world_distance(box_distance(x, &b_in_a.apply_box(y)));
            let in_b = a_in_b.world_distance(box_distance(&a_in_b.apply_box(x), y));
            in_a.max(in_b)
        };
        let scale = self.scale(pair);
        a.least_distance(b, gap, |i, j, nearest| {
            let s = self.world.triangle(pair.a, a.items()[i]);
            let t = self.world.triangle(pair.b, b.items()[j]);
            if box_distance(&s.aabb(), &t.aabb()) >= nearest {
                return nearest;
            }
            face_distance(&s, &t, scale)
        })
    }

    fn posed(&self, body: BodyId) -> PosedExtent {
        let (shape, pose) = (&self.shapes[body.index()], &self.poses[body.index()]);
        PosedExtent::new(pose.world_map(), shape.bvh.bounds().max_abs_coordinate())
    }

    /// Whether the solid `outer` holds a part of `inner`; their surfaces are apart.
    fn holds_a_part(&self, outer: BodyId, inner: BodyId) -> bool {
        let solid = &self.shapes[outer.index()];
        let vertices = self.world.vertices(outer);
        let bounds = self.world.boxes()[outer.index()];
        let inside = |witness: &u32| {
            let p = self.world.vertices(inner)[*witness as usize];
            bounds.contains(p) && solid::contains(vertices, solid.mesh.triangles(), p)
        };
        solid.closed && self.shapes[inner.index()].witnesses.iter().any(inside)
    }

    /// The power of two that brings both bodies to about unit size, so that products of six lengths
    /// neither overflow nor vanish.
    fn scale(&self, pair: BodyPair) -> f64 {
        unit_scale(self.size(pair))
    }

    /// Bound on the sum of the diagonals of both bodies' boxes; not the square root of a sum of
    /// squares, which vanishes for small bodies.
    fn size(&self, pair: BodyPair) -> f64 {
        let side = |body: BodyId| self.world.boxes()[body.index()].size().max_element();
        1.75 * (side(pair.a) + side(pair.b))
    }

    /// By how much a distance of the surfaces can be wrong; derived in `triangles`: differences of
    /// coordinates, and boxes, are rounded once, and the square of a distance has an error of some
    /// roundings of the square of the sizes involved.
    fn rounding(&self, pair: BodyPair, distance: f64) -> f64 {
        let magnitude = |body: BodyId| self.world.boxes()[body.index()].max_abs_coordinate();
        let coordinates = magnitude(pair.a).max(magnitude(pair.b));
        // Scaled, so that squares are numbers of full precision.
        let scale = unit_scale(self.size(pair) + distance);
        let (d, size) = (distance * scale, (self.size(pair) + distance) * scale);
        // d − √(d² − e), without loss of digits.
        let error = (triangles::SQUARE_ROUNDING * size * size).min(d * d);
        let of_square = if error > 0.0 {
            error / (d + (d * d - error).sqrt()) / scale
        } else {
            distance
        };
        16.0 * f64::EPSILON * coordinates + of_square
    }
}

/// Zero exactly when the faces share a point, else their distance.
fn face_distance(s: &Triangle, t: &Triangle, scale: f64) -> f64 {
    if s.aabb().overlaps(&t.aabb()) && interference(s, t) != Interference::Apart {
        return 0.0;
    }
    let scaled = |t: &Triangle| Triangle::new(t.a * scale, t.b * scale, t.c * scale);
    let distance = triangles::distance(&scaled(s), &scaled(t)) / scale;
    distance.max(f64::MIN_POSITIVE)
}

impl Shape {
    fn new(body: &Body) -> Shape {
        let Topology {
            closed,
            part_vertices,
            ..
        } = Topology::of(body.mesh());
        Shape {
            bvh: Bvh::new(&face_boxes(body.mesh()), LEAF_FACES),
            mesh: body.mesh().clone(),
            deforms: body.deforms,
            closed,
            witnesses: part_vertices,
        }
    }

    /// Deformation may tear a surface open where its file repeats a vertex.
    fn deform(&mut self, vertices: Vec<Vec3>) {
        let mesh = Mesh::new(vertices, self.mesh.triangles().to_vec());
        let mesh = mesh.expect("deformed vertices are finite and in range");
        self.bvh.refit(|face| mesh.triangle(face as usize).aabb());
        let topology = Topology::of(&mesh);
        (self.closed, self.witnesses) = (topology.closed, topology.part_vertices);
    }
}

fn face_boxes(mesh: &Mesh) -> Vec<Aabb> {
    let faces = 0..mesh.face_count();
    faces.map(|face| mesh.triangle(face).aabb()).collect()
}

#[cfg(test)]
mod tests;
