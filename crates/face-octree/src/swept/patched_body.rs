//! Step 2 [Kitamura95 §3.3] for rigid bodies whose corners move along straight lines: faces near
//! another body, by patches, before a vertex is moved.
//!
//! Good for bodies of which few faces are near each other: the patches of the tuned form are
//! compared eight at a time, and only the vertices of those near the other body move to both
//! instants ([`crate::tuned::list_faces`], with the proof). With `f` faces per body, a pair of
//! bodies costs up to `2 f / 3` comparisons of patches, and then about `2.5 k` moved vertices for
//! `k` faces in near patches. All of it is work of a pair, not of a body: bodies that overlap
//! deeply, or that move farther than they are long, move each vertex several times for each body
//! near them, where without patches it moves once or twice a frame.

use super::face_corners::FaceCorners;
use crate::tuned::{MovingBody, NearBody, Patches, PosedPatches};
use geometry::relative_pose::motion_bound;
use geometry::{Aabb, Ball, Mesh, PosedExtent, SweptTriangle, Triangle, WorldMap};
use std::sync::Arc;

/// Rigid body at both instants, of which no vertex is moved.
#[derive(Debug)]
pub(super) struct PatchedBody {
    mesh: Arc<Mesh>,
    /// The body at the first instant.
    now: MovingBody,
    /// Its map at the second instant, and the world ball around it there.
    next: (WorldMap, Ball),
    /// Bound on the distance of a world vertex at both instants, in scene units.
    motion: f64,
    /// True if its maps at both instants are the same.
    is_still: bool,
}

impl PatchedBody {
    pub(super) fn new(mesh: &Arc<Mesh>, patches: &Arc<Patches>) -> PatchedBody {
        let now = MovingBody::new(mesh.clone(), patches.clone());
        PatchedBody {
            mesh: mesh.clone(),
            next: (now.posed().map, now.world().ball),
            now,
            motion: 0.0,
            is_still: true,
        }
    }

    /// Takes the maps of both instants. Returns a world box of the body over both.
    pub(super) fn place(&mut self, maps: [WorldMap; 2]) -> Aabb {
        let [now, next] = maps;
        self.is_still = now == next;
        self.now.place(&now, None);
        let (local, ball) = (*self.now.local_box(), *self.now.local_ball());
        let reach = local.max_abs_coordinate();
        self.motion = motion_bound(&now, &next, &ball, reach);
        let posed = PosedExtent::new(next, reach);
        let (after, ball) = posed.world_bounds(&local, &ball);
        self.next = (next, ball);
        self.now.world().around.union(after)
    }

    /// Returns where the corners of its faces come from.
    pub(super) fn face_corners(&self) -> FaceCorners<'_> {
        FaceCorners::Rigid(&self.mesh, self.maps())
    }

    /// Returns true if the body does not move.
    pub(super) fn is_still(&self) -> bool {
        self.is_still
    }

    /// Returns a face at both instants, world space.
    pub(super) fn sweep(&self, face: u32) -> SweptTriangle {
        let local = self.mesh.triangles()[face as usize].map(|i| self.mesh.vertices()[i as usize]);
        let [now, next] = self.maps().map(|map| {
            let [a, b, c] = local.map(|p| map.apply(p));
            Triangle::new(a, b, c)
        });
        SweptTriangle::new(now, next)
    }

    /// Returns the body as one of two whose faces are listed. `bounds` is its box over both
    /// instants.
    pub(super) fn near<'a>(&'a self, bounds: &'a Aabb) -> NearBody<'a, 2> {
        NearBody {
            first: &self.now,
            bounds,
            balls: [&self.now.world().ball, &self.next.1],
            patches: PosedPatches {
                patches: self.now.patches(None).patches,
                vertices: self.mesh.vertices(),
                maps: self.maps(),
            },
            motion: self.motion,
        }
    }

    /// Returns the sum of about one number from each cache line that pairs read
    /// ([`Team::prefetch`]).
    pub(super) fn cache_line_sum(&self) -> f64 {
        let (map, ball) = &self.next;
        let next = map.linear.x_axis.x + map.translation.x + ball.radius;
        self.now.cache_line_sum() + next + self.motion
    }

    fn maps(&self) -> [&WorldMap; 2] {
        [&self.now.posed().map, &self.next.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counters::OctreeWork;
    use crate::tuned::{NearFaces, list_faces};
    use crate::workers::Team;
    use geometry::{Pose, Quat, Vec3};
    use proptest::prelude::*;

    fn vector() -> impl Strategy<Value = Vec3> {
        [-1.0..1.0f64, -1.0..1.0, -1.0..1.0].prop_map(Vec3::from_array)
    }

    /// Poses of a body at two instants: near the other body, and some way on from there.
    fn motion() -> impl Strategy<Value = [Pose; 2]> {
        let way = prop_oneof![2 => Just(0.02), 1 => Just(0.6), 1 => Just(0.0)];
        (vector(), vector(), vector(), way).prop_map(|(at, turn, moved, way)| {
            let now = Pose::new(at, Quat::from_scaled_axis(turn));
            let turned = Quat::from_scaled_axis(turn + moved * way);
            [now, Pose::new(at + moved * way, turned)]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// Any two faces whose volumes meet are listed, each in the list of its body.
        #[test]
        fn faces_whose_volumes_meet_are_listed(
            motions in [motion(), motion()],
            offset in vector(),
            far in prop_oneof![Just(0.0), Just(1e6)],
        ) {
            // Enough patches for groups.
            let mesh = Arc::new(scenes::bodies::sphere(528).unwrap());
            let patches = Arc::new(Patches::new(&mesh));
            // About two radii apart, so that few faces meet.
            let offsets = [Vec3::splat(far), Vec3::splat(far) + offset.normalize_or_zero() * 1.9];
            let mut bodies = [0, 1].map(|_| PatchedBody::new(&mesh, &patches));
            let mut boxes = [Aabb::EMPTY; 2];
            for k in 0..2 {
                let place = |p: Pose| Pose::new(p.translation * 0.1 + offsets[k], p.rotation);
                boxes[k] = bodies[k].place(motions[k].map(|p| place(p).world_map()));
            }
            let [a, b] = &bodies;
            let mut near = [NearFaces::default(), NearFaces::default()];
            let [around_a, around_b] = &boxes;
            let listed = around_a.overlaps(around_b) && list_faces(
                Team::ALONE,
                [a.near(around_a), b.near(around_b)],
                near.each_mut(),
                &mut OctreeWork::default(),
            );
            let faces = 0..mesh.face_count() as u32;
            for i in faces.clone() {
                let s = a.sweep(i);
                prop_assert!(around_a.contains(s.aabb().min) && around_a.contains(s.aabb().max));
                for j in faces.clone() {
                    let t = b.sweep(j);
                    if s.aabb().overlaps(&t.aabb()) && s.meets(&t, &mut 0) {
                        prop_assert!(listed, "{i} and {j}");
                        let has = |k: usize, face| near[k].faces().any(|f| f.face == face);
                        prop_assert!(has(0, i) && has(1, j), "{i} meets {j}");
                    }
                }
            }
        }
    }

    /// Of two spheres that hardly touch, few faces are listed, and few vertices are moved.
    #[test]
    fn faces_far_from_the_other_body_are_not_listed() {
        let mesh = Arc::new(scenes::bodies::sphere(3968).unwrap());
        let patches = Arc::new(Patches::new(&mesh));
        let mut bodies = [0, 1].map(|_| PatchedBody::new(&mesh, &patches));
        let at = |x: f64| Pose::at(Vec3::X * x).world_map();
        let around_a = bodies[0].place([at(0.0), at(0.01)]);
        let around_b = bodies[1].place([at(2.0), at(1.99)]);
        let mut near = [NearFaces::default(), NearFaces::default()];
        let mut work = OctreeWork::default();
        let near_bodies = [bodies[0].near(&around_a), bodies[1].near(&around_b)];
        let near_faces = near.each_mut();
        assert!(list_faces(Team::ALONE, near_bodies, near_faces, &mut work));
        let listed = near.each_ref().map(|near| near.faces().count());
        assert!(
            listed.iter().all(|count| (10..150).contains(count)),
            "{listed:?}"
        );
        assert!(work.vertices_moved < 1600, "{}", work.vertices_moved);
    }
}
