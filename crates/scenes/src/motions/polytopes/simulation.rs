//! Motion of the polytopes: straight on, with rebounds off walls and each other [Cohen95 §5.3].

use super::super::meeting::Surface;
use super::{CollisionResponse, Polytopes, RandomPolytope};
use crate::random::SceneRng;
use crate::rotation::{about, unit};
use geometry::sweep::{by_lower_x, within};
use geometry::{Aabb, Pose, Quat, Vec3, solid};
use std::ops::ControlFlow;

/// Factor of a bounding sphere's radius that far exceeds the rounding of world vertices.
const SPHERE_MARGIN: f64 = 1.001;

/// State of all bodies after some steps.
pub(super) struct PolytopeSimulation<'a> {
    /// Different shapes. Body `i` has shape `i mod surfaces.len()`.
    surfaces: Vec<Surface<'a>>,
    response: CollisionResponse,
    poses: Vec<Pose>,
    /// Motion of each body in one step.
    velocities: Vec<Vec3>,
    rotations: Vec<Rotation>,
    /// Number of steps so far.
    step: u32,
    /// Angle of all bodies per step, in full turns.
    turns: f64,
    /// Half of the box around the origin that bounds the centroids.
    half: Vec3,
    /// Bodies with the boxes around their bounding spheres, in the order of the last sweep.
    order: Vec<(Aabb, u32)>,
}

/// Rotation at a constant rate about an axis through the centroid.
struct Rotation {
    axis: Vec3,
    first: Quat,
}

impl<'a> PolytopeSimulation<'a> {
    /// Draws the start of the bodies, whose centroids lie in the box from `-half` to `half`.
    pub(super) fn new(
        parameters: &Polytopes,
        shapes: &'a [RandomPolytope],
        half: Vec3,
        rng: &mut SceneRng,
    ) -> PolytopeSimulation<'a> {
        let speed = f64::from(parameters.translation) / 100.0;
        let bodies = 0..parameters.bodies;
        let (mut poses, mut velocities, mut rotations) = (Vec::new(), Vec::new(), Vec::new());
        for _ in bodies.clone() {
            let (center, axis) = (rng.in_box(half), rng.direction());
            let first = rng.rotation();
            poses.push(Pose::new(center, first));
            velocities.push(rng.direction() * speed);
            rotations.push(Rotation { axis, first });
        }
        PolytopeSimulation {
            surfaces: shapes.iter().map(|s| Surface::new(&s.mesh)).collect(),
            response: parameters.response,
            poses,
            velocities,
            rotations,
            step: 0,
            turns: f64::from(parameters.rotation) / 360.0,
            half,
            order: bodies.map(|b| (Aabb::EMPTY, b)).collect(),
        }
    }

    /// Returns the pose of each body.
    pub(super) fn poses(&self) -> &[Pose] {
        &self.poses
    }

    /// Replaces the pose of each body.
    #[cfg(test)]
    pub(super) fn set_poses(&mut self, poses: &[Pose]) {
        self.poses.copy_from_slice(poses);
    }

    /// Exchanges the velocities of colliding bodies.
    pub(super) fn respond(&mut self) {
        for [a, b] in self.colliding_pairs() {
            if self.response == CollisionResponse::Always || self.approach(a, b) {
                self.velocities.swap(a, b);
            }
        }
    }

    /// Moves each body by one step.
    pub(super) fn advance(&mut self) {
        self.step += 1;
        let angle = f64::from(self.step) * self.turns;
        for (i, pose) in self.poses.iter_mut().enumerate() {
            let velocity = &mut self.velocities[i];
            let position = pose.translation + *velocity;
            pose.translation = rebound(position, velocity, self.half);
            // From the start, so that rounding does not accumulate.
            let Rotation { axis, first } = self.rotations[i];
            pose.rotation = unit(about(axis, angle) * first);
        }
    }

    /// Returns the pairs of bodies whose solids share a point, sorted. Exact.
    pub(super) fn colliding_pairs(&mut self) -> Vec<[usize; 2]> {
        let mut order = std::mem::take(&mut self.order);
        for (bounds, body) in &mut order {
            let center = self.poses[*body as usize].translation;
            let radius = Vec3::splat(self.radius(*body as usize));
            *bounds = Aabb::new(center - radius, center + radius);
        }
        order.sort_unstable_by(|(a, i), (b, j)| by_lower_x(a, b).then(i.cmp(j)));
        let mut pairs = Vec::new();
        let _ = within(
            &order,
            |(bounds, _)| *bounds,
            |(box_a, a), (box_b, b)| {
                let (a, b) = (*a.min(b) as usize, *a.max(b) as usize);
                if box_a.overlaps(box_b) && self.collide(a, b) {
                    pairs.push([a, b]);
                }
                ControlFlow::Continue(())
            },
        );
        self.order = order;
        pairs.sort_unstable();
        pairs
    }

    /// Returns true if the solids of two bodies share a point. Exact.
    fn collide(&self, a: usize, b: usize) -> bool {
        let [a, b] = [a, b].map(|body| (self.surface(body), &self.poses[body]));
        let distance = a.1.translation.distance(b.1.translation);
        if distance > (a.0.radius + b.0.radius) * SPHERE_MARGIN {
            return false;
        }
        a.0.meets(a.1, b.0, b.1) || contains(a, b) || contains(b, a)
    }

    /// Returns true if the centroids of two bodies approach each other.
    fn approach(&self, a: usize, b: usize) -> bool {
        let way = self.poses[b].translation - self.poses[a].translation;
        (self.velocities[b] - self.velocities[a]).dot(way) < 0.0
    }

    fn surface(&self, body: usize) -> &Surface<'a> {
        &self.surfaces[body % self.surfaces.len()]
    }

    /// Returns a radius of the bounding sphere around the centroid that contains all rounded world
    /// vertices.
    fn radius(&self, body: usize) -> f64 {
        self.surface(body).radius * SPHERE_MARGIN
    }
}

/// Returns true if the solid of `outer` contains that of `inner`, whose surfaces share no point.
/// Exact.
fn contains(outer: (&Surface<'_>, &Pose), inner: (&Surface<'_>, &Pose)) -> bool {
    // Without a common point, one vertex decides for all.
    let vertex = inner.1.world_map().apply(inner.0.mesh.vertices()[0]);
    if vertex.distance(outer.1.translation) > outer.0.radius * SPHERE_MARGIN {
        return false;
    }
    let (mesh, map) = (outer.0.mesh, outer.1.world_map());
    let world: Vec<Vec3> = mesh.vertices().iter().map(|p| map.apply(*p)).collect();
    solid::contains(&world, mesh.triangles(), vertex)
}

/// Returns a position reflected at the walls of the box from `-half` to `half`, and turns the
/// velocity inward at each wall that was passed (D5).
fn rebound(position: Vec3, velocity: &mut Vec3, half: Vec3) -> Vec3 {
    let mut reflected = position;
    for axis in 0..3 {
        let x = position[axis];
        if x.abs() > half[axis] {
            reflected[axis] = (2.0 * half[axis]).copysign(x) - x;
            velocity[axis] = -velocity[axis].abs().copysign(x);
        }
    }
    // A step longer than the box would leave it on the other side.
    reflected.clamp(-half, half)
}
