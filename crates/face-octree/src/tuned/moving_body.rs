//! Step 0, tuned: bodies in the current frame, bounded without moving a vertex.
//!
//! Good for many bodies of which few are near each other: a rigid body is bounded by the box and
//! the ball of its vertices at rest, moved to world space with a margin for rounding. One pass over
//! the vertices bounds a body that deforms. Its patches are fitted only when it is near another.

use super::near_faces::PosedPatches;
use super::patches::Patches;
use geometry::{Aabb, Ball, Mesh, PosedExtent, Triangle, Vec3, WorldMap};
use std::sync::Arc;

/// Body in the current frame.
#[derive(Clone, Debug)]
pub(crate) struct MovingBody {
    mesh: Arc<Mesh>,
    /// Shared by the bodies of one mesh until they deform.
    patches: Arc<Patches>,
    /// True if the patches are fitted to the vertices of the current frame.
    is_fitted: bool,
    /// True if the body is near another in the current frame.
    is_near: bool,
    /// True if the last frame brought vertices.
    is_deformed: bool,
    rest: LocalBounds,
    local: LocalBounds,
    posed: PosedExtent,
    world: WorldBounds,
}

/// Bounds of all vertices in local space.
#[derive(Clone, Copy, Debug)]
struct LocalBounds {
    around: Aabb,
    ball: Ball,
}

/// Bounds of all rounded world vertices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WorldBounds {
    /// Empty if the body has left the scene.
    pub(crate) around: Aabb,
    pub(crate) ball: Ball,
}

impl MovingBody {
    /// Returns a body at rest.
    pub(crate) fn new(mesh: Arc<Mesh>, patches: Arc<Patches>) -> MovingBody {
        let around = mesh.aabb();
        let ball = Ball::around(around.center(), mesh.vertices());
        let rest = LocalBounds { around, ball };
        MovingBody {
            mesh,
            patches,
            is_fitted: true,
            is_near: false,
            is_deformed: false,
            rest,
            local: rest,
            posed: PosedExtent::world(0.0),
            world: WorldBounds {
                around: Aabb::EMPTY,
                ball,
            },
        }
    }

    /// Takes pose and deformation of the current frame, and bounds the body.
    ///
    /// # Panics
    /// If the number of deformed vertices differs from that of the mesh.
    pub(crate) fn place(&mut self, map: &WorldMap, deformed: Option<&[Vec3]>) {
        if let Some(vertices) = deformed {
            assert_eq!(
                vertices.len(),
                self.mesh.vertices().len(),
                "deformation keeps the vertices"
            );
            self.local = LocalBounds::of_box(Aabb::of_slice(vertices));
        } else if self.is_deformed {
            self.local = self.rest;
        }
        self.is_near = false;
        if deformed.is_some() || self.is_deformed {
            self.is_fitted = false;
            self.is_deformed = deformed.is_some();
        }
        let LocalBounds { around, ball } = &self.local;
        // Stored last: what was just stored is slow to read.
        let posed = PosedExtent::new(*map, around.max_abs_coordinate());
        let (around, ball) = posed.world_bounds(around, ball);
        self.posed = posed;
        self.world = WorldBounds { around, ball };
    }

    /// Returns the sum of about one number from each cache line that pairs read
    /// ([`Team::prefetch`]).
    pub(crate) fn cache_line_sum(&self) -> f64 {
        let LocalBounds { around, ball } = &self.local;
        let local = around.min.x + ball.radius;
        let world = self.world.around.min.x + self.world.ball.radius;
        let map = &self.posed.map;
        local + world + map.linear.x_axis.x + map.translation.z
    }

    /// Takes the body from the scene: an empty box.
    pub(crate) fn take_away(&mut self) {
        self.world.around = Aabb::EMPTY;
        self.is_near = false;
    }

    /// Returns true if the patches are fitted to the vertices of this frame.
    pub(crate) fn is_fitted(&self) -> bool {
        self.is_fitted
    }

    /// Notes that the body is near another. Returns the number of vertices that its patches have to
    /// be fitted to.
    pub(crate) fn mark_near(&mut self) -> usize {
        self.is_near = true;
        if self.is_fitted {
            0
        } else {
            self.mesh.vertices().len()
        }
    }

    /// Fits the patches of a body that deforms, and is near another, to its vertices in this frame.
    /// Returns the number of boxes fitted.
    pub(crate) fn fit(&mut self, deformed: Option<&[Vec3]>) -> u64 {
        if self.is_fitted || !self.is_near {
            return 0;
        }
        let vertices = deformed.unwrap_or(self.mesh.vertices());
        let patches = Arc::make_mut(&mut self.patches);
        patches.fit(vertices, &self.local.around);
        self.is_fitted = true;
        patches.len() as u64
    }

    /// Returns the bounds of all world vertices.
    pub(crate) fn world(&self) -> &WorldBounds {
        &self.world
    }

    /// Returns the local box of all vertices.
    pub(crate) fn local_box(&self) -> &Aabb {
        &self.local.around
    }

    /// Returns the local ball of all vertices.
    pub(crate) fn local_ball(&self) -> &Ball {
        &self.local.ball
    }

    /// Returns the pose with its bound on rounding.
    pub(crate) fn posed(&self) -> &PosedExtent {
        &self.posed
    }

    /// Returns the number of faces.
    pub(crate) fn face_count(&self) -> usize {
        self.mesh.face_count()
    }

    /// Returns a face in world space. `deformed` is the list of local vertices of this frame, if
    /// the body deforms.
    #[inline]
    pub(super) fn triangle(&self, face: u32, deformed: Option<&[Vec3]>) -> Triangle {
        let vertices = deformed.unwrap_or(self.mesh.vertices());
        let corners = self.mesh.triangles()[face as usize];
        let [a, b, c] = corners.map(|i| self.posed.map.apply(vertices[i as usize]));
        Triangle::new(a, b, c)
    }

    /// Returns the patches, with the vertices of this frame.
    pub(crate) fn patches<'a>(&'a self, deformed: Option<&'a [Vec3]>) -> PosedPatches<'a> {
        PosedPatches {
            patches: &self.patches,
            vertices: deformed.unwrap_or(self.mesh.vertices()),
            maps: [&self.posed.map],
        }
    }
}

impl LocalBounds {
    /// Returns a box with the ball around it.
    fn of_box(around: Aabb) -> LocalBounds {
        let corners = [around.min, around.max];
        let ball = Ball::around(around.center(), &corners);
        LocalBounds { around, ball }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{Pose, Quat};

    fn body(mesh: Mesh) -> MovingBody {
        let mesh = Arc::new(mesh);
        let patches = Arc::new(Patches::new(&mesh));
        MovingBody::new(mesh, patches)
    }

    /// The ball is tight around a sphere, the box around a cube that is not turned.
    #[test]
    fn bounds_contain_the_world_vertices_and_little_else() {
        let turned = Quat::from_xyzw(0.1, -0.7, 0.3, 0.64);
        let sphere = scenes::bodies::sphere(120).unwrap();
        for (mesh, rotation) in [
            (sphere, turned),
            (scenes::bodies::cube(1.0), Quat::IDENTITY),
        ] {
            let map = Pose::new(Vec3::new(0.3, -7.0, 1e5), rotation).world_map();
            let mut body = body(mesh);
            body.place(&map, None);
            let vertices = body.mesh.vertices().iter().map(|p| map.apply(*p));
            let vertices: Vec<Vec3> = vertices.collect();
            let WorldBounds { around, ball } = *body.world();
            assert!(vertices.iter().all(|p| around.contains(*p)));
            let beyond = |p: &Vec3| ball.is_apart_from(&Ball::new(*p, 0.0));
            assert!(!vertices.iter().any(beyond));
            let tight = Aabb::of_points(&vertices).expanded(0.1);
            assert!(tight.contains_box(&around), "{around:?} {tight:?}");
        }
    }

    #[test]
    fn deformation_lasts_as_long_as_the_frame_brings_it() {
        let mut body = body(scenes::bodies::sphere(120).unwrap());
        let doubled: Vec<Vec3> = body.mesh.vertices().iter().map(|p| 2.0 * *p).collect();
        let map = Pose::IDENTITY.world_map();
        let mut place = |deformed, is_near| {
            body.place(&map, deformed);
            if is_near {
                body.mark_near();
            }
            (body.world().around, body.fit(deformed))
        };
        let (at_rest, none) = place(None, true);
        assert_eq!(none, 0, "fitted from the beginning");
        let (around, fitted) = place(Some(&doubled), true);
        assert!(around.max.x > 1.9 * at_rest.max.x && fitted > 10);
        assert_eq!(place(Some(&doubled), false).1, 0, "near nothing");
        assert_eq!(place(None, true), (at_rest, fitted), "at rest again");
        assert_eq!(place(None, true).1, 0);
    }
}
