//! Step 2 [Kitamura95 §3.3] for rigid bodies whose corners move along straight lines: faces near
//! another body, by patches, before a vertex is moved.
//!
//! Good for bodies of which few faces are near each other: the patches of the tuned form are
//! compared eight at a time, and only the vertices of those near the other body move to both
//! instants. With `f` faces per body, a pair of bodies costs about `f / 3` comparisons of patches,
//! and then `3 k` moved vertices for `k` faces in near patches. All of it is work of a pair, not of
//! a body: bodies that overlap deeply, or that move farther than they are long, move each vertex
//! several times for each body near them, where without patches it moves once or twice a frame.
//!
//! # Rounding
//! A point `x` of what a face of A sweeps is a convex combination of its world vertices at both
//! instants. Replace those of the second instant by those of the first: `x` moves by at most `D_A`,
//! which bounds how far a world vertex moves ([`motion_bound`]), to a point of the face at the
//! first instant. The same holds for a face of B. So faces whose volumes share a point come within
//! `D_A + D_B` of each other at the first instant, and [`Reach::widened`] by that distance reaches
//! the patches of both. The vertices of these patches are moved exactly as stored. All later
//! comparisons are of them, as the vertices of all other patches are in no volume that meets the
//! other body's.

use super::PROJECTION_GAP_ROUNDING;
use crate::SUM_UNDERFLOW;
use crate::counters::OctreeWork;
use crate::tuned::{MovingBody, Patches, Reach};
use crate::workers::Team;
use geometry::relative_pose::motion_bound;
use geometry::{Aabb, Mesh, PosedExtent, RelativePose, SweptTriangle, Triangle, Vec3, WorldMap};
use std::sync::Arc;

/// Rigid body at both instants, of which no vertex is moved.
#[derive(Debug)]
pub(super) struct PatchedBody {
    mesh: Arc<Mesh>,
    /// The body at the first instant.
    now: MovingBody,
    /// Its map at the second instant.
    next: WorldMap,
    /// Bound on the distance of a world vertex at both instants, in scene units.
    motion: f64,
}

/// Faces of a body near another one, in patches. Only buffers, which serve one pair after another.
#[derive(Debug, Default)]
pub(super) struct NearPatches {
    patches: Vec<u32>,
    /// Vertices of the patches, those of each on their own.
    vertices: Vec<SweptVertex>,
    /// Sides of the other body's reach that each vertex lies beyond at both instants, one bit each.
    beyond: Vec<u8>,
    /// Faces that may meet the other body's, ascending.
    pub(super) faces: Vec<u32>,
}

/// World vertex at both instants: its box, and its interval along the line of centers.
#[derive(Clone, Copy, Debug)]
struct SweptVertex {
    around: Aabb,
    along: (f64, f64),
}

impl PatchedBody {
    pub(super) fn new(mesh: &Arc<Mesh>, patches: &Arc<Patches>) -> PatchedBody {
        let now = MovingBody::new(mesh.clone(), patches.clone());
        PatchedBody {
            mesh: mesh.clone(),
            next: now.posed().map,
            now,
            motion: 0.0,
        }
    }

    /// Takes the maps of both instants. Returns a world box of the body over both.
    pub(super) fn place(&mut self, maps: [WorldMap; 2]) -> Aabb {
        let [now, next] = maps;
        self.now.place(&now, None);
        self.next = next;
        let (local, ball) = (*self.now.local_box(), *self.now.local_ball());
        let reach = local.max_abs_coordinate();
        self.motion = motion_bound(&now, &next, &ball, reach);
        let posed = PosedExtent::new(next, reach);
        let after = posed.world_ball(&ball).aabb();
        let after = after.intersection(&posed.world_box(&local));
        let after = after.expect("a vertex is in both");
        self.now.world().around.union(after)
    }

    /// Returns a face at both instants, world space.
    pub(super) fn sweep(&self, face: u32) -> SweptTriangle {
        let local = self.mesh.triangles()[face as usize].map(|i| self.mesh.vertices()[i as usize]);
        let [now, next] = [&self.now.posed().map, &self.next].map(|map| {
            let [a, b, c] = local.map(|p| map.apply(p));
            Triangle::new(a, b, c)
        });
        SweptTriangle::new(now, next)
    }

    fn patches(&self) -> &Patches {
        self.now.patches(None).patches
    }
}

/// Lists the faces of two bodies that may meet the other body's before the next instant. `boxes`
/// are those of the bodies over both instants. Returns false if those of one body are none.
pub(super) fn list_faces(
    team: Team,
    [a, b]: [&PatchedBody; 2],
    boxes: [&Aabb; 2],
    [near_a, near_b]: [&mut NearPatches; 2],
    work: &mut OctreeWork,
) -> bool {
    let b_in_a = RelativePose::new(a.now.posed(), b.now.posed());
    let a_in_b = RelativePose::new(b.now.posed(), a.now.posed());
    let motion = a.motion + b.motion;
    let reach_of_b = Reach::of([&a.now, &b.now], [&b_in_a, &a_in_b], None).widened(motion);
    let reach_of_a = Reach::of([&b.now, &a.now], [&a_in_b, &b_in_a], None).widened(motion);
    let between = boxes[1].center() - boxes[0].center();
    let direction = between / between.abs().max_element().max(f64::MIN_POSITIVE);
    let (of_a, of_b) = team.join(
        || near_a.find(a, &reach_of_b, direction),
        || near_b.find(b, &reach_of_a, direction),
    );
    for (body, near) in [(a, &*near_a), (b, &*near_b)] {
        work.region_tests += body.patches().len() as u64;
        work.vertices_moved += 2 * near.vertices.len() as u64;
    }
    let Some(mut region) = of_a.common(&of_b) else {
        near_a.faces.clear();
        near_b.faces.clear();
        return false;
    };
    // Both intervals along the line of centers are of rounded projections.
    let size = boxes[0].union(*boxes[1]).max_abs_coordinate();
    let rounding = PROJECTION_GAP_ROUNDING * size + SUM_UNDERFLOW;
    region.along = (region.along.0 - rounding, region.along.1 + rounding);
    team.join(
        || near_a.keep_in(a.patches(), &region),
        || near_b.keep_in(b.patches(), &region),
    );
    !near_a.faces.is_empty() && !near_b.faces.is_empty()
}

impl SweptVertex {
    const NOWHERE: SweptVertex = SweptVertex {
        around: Aabb::EMPTY,
        along: (f64::INFINITY, f64::NEG_INFINITY),
    };

    fn new([now, next]: [Vec3; 2], direction: Vec3) -> SweptVertex {
        let [s, t] = [now, next].map(|p| p.dot(direction));
        SweptVertex {
            around: Aabb::new(now.min(next), now.max(next)),
            along: (s.min(t), s.max(t)),
        }
    }

    fn union(&self, other: &SweptVertex) -> SweptVertex {
        SweptVertex {
            around: self.around.union(other.around),
            along: (
                self.along.0.min(other.along.0),
                self.along.1.max(other.along.1),
            ),
        }
    }

    /// Returns what two bounds share, of which `along` may be an interval that is empty by
    /// rounding.
    fn common(&self, other: &SweptVertex) -> Option<SweptVertex> {
        Some(SweptVertex {
            around: self.around.intersection(&other.around)?,
            along: (
                self.along.0.max(other.along.0),
                self.along.1.min(other.along.1),
            ),
        })
    }

    /// Returns one bit for each side of `region` that the vertex lies beyond at both instants.
    #[inline]
    fn beyond(&self, region: &SweptVertex) -> u8 {
        let (p, r) = (&self.around, &region.around);
        u8::from(p.max.x < r.min.x)
            | u8::from(p.min.x > r.max.x) << 1
            | u8::from(p.max.y < r.min.y) << 2
            | u8::from(p.min.y > r.max.y) << 3
            | u8::from(p.max.z < r.min.z) << 4
            | u8::from(p.min.z > r.max.z) << 5
            | u8::from(self.along.1 < region.along.0) << 6
            | u8::from(self.along.0 > region.along.1) << 7
    }
}

impl NearPatches {
    /// Finds the patches of a body in the other body's reach, and moves their vertices. Returns the
    /// bounds of all of them.
    fn find(&mut self, body: &PatchedBody, reach: &Reach, direction: Vec3) -> SweptVertex {
        let (patches, maps) = (body.patches(), [&body.now.posed().map, &body.next]);
        self.patches.clear();
        patches.find(reach, 0..patches.block_count(), &mut self.patches);
        self.vertices.clear();
        let local = body.mesh.vertices();
        for patch in &self.patches {
            let moved = patches.vertices(*patch).iter().map(|i| {
                let p = local[*i as usize];
                SweptVertex::new(maps.map(|map| map.apply(p)), direction)
            });
            self.vertices.extend(moved);
        }
        let vertices = self.vertices.iter();
        vertices.fold(SweptVertex::NOWHERE, |all, vertex| all.union(vertex))
    }

    /// Lists the faces of the patches that no side of `region` excludes: all corners lie beyond
    /// such a side at both instants.
    fn keep_in(&mut self, patches: &Patches, region: &SweptVertex) {
        self.faces.clear();
        self.beyond.clear();
        let vertices = self.vertices.iter();
        self.beyond
            .extend(vertices.map(|vertex| vertex.beyond(region)));
        let mut first = 0;
        for patch in &self.patches {
            let beyond = &self.beyond[first..];
            first += patches.vertices(*patch).len();
            for face in patches.faces(*patch) {
                let [a, b, c] = face.corners.map(|i| beyond[usize::from(i)]);
                // A side that all six corners lie beyond excludes their hull, too.
                if a & b & c == 0 {
                    self.faces.push(face.face);
                }
            }
        }
        self.faces.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{Pose, Quat};
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
            let mesh = Arc::new(scenes::bodies::sphere(168).unwrap());
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
            let mut near = [NearPatches::default(), NearPatches::default()];
            let [around_a, around_b] = &boxes;
            let listed = list_faces(
                Team::ALONE,
                [a, b],
                [around_a, around_b],
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
                        let [of_a, of_b] = near.each_ref().map(|near| &near.faces);
                        prop_assert!(of_a.binary_search(&i).is_ok(), "{i} meets {j}");
                        prop_assert!(of_b.binary_search(&j).is_ok(), "{j} meets {i}");
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
        let mut near = [NearPatches::default(), NearPatches::default()];
        let mut work = OctreeWork::default();
        let [a, b] = &bodies;
        let boxes = [&around_a, &around_b];
        assert!(list_faces(
            Team::ALONE,
            [a, b],
            boxes,
            near.each_mut(),
            &mut work
        ));
        let listed = near.each_ref().map(|near| near.faces.len());
        assert!(
            listed.iter().all(|count| (10..150).contains(count)),
            "{listed:?}"
        );
        assert!(work.vertices_moved < 1600, "{}", work.vertices_moved);
    }
}
