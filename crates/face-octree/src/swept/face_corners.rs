//! Corners of eight listed faces of a body at both instants, world space.
//!
//! Bits are those of [`super::moving_bodies::MovingBodies::sweep`]: each lane rounds what that
//! rounds, in the same order.

use crate::posed_vertices::PosedVertices;
use collision::FaceId;
use geometry::lanes::WIDTH;
use geometry::swept::EightSweeps;
use geometry::{Mesh, Vec3, WorldMap};

/// Where the corners of a body's faces come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum FaceCorners<'a> {
    /// Vertices of a body at rest, and its maps to both instants: no vertex of it is moved yet.
    Rigid(&'a Mesh, [&'a WorldMap; 2]),
    /// World vertices at both instants.
    Posed(&'a Mesh, [&'a PosedVertices; 2]),
}

impl FaceCorners<'_> {
    /// Takes the corners of one to eight faces of the body. The last lanes repeat a face.
    #[inline(always)]
    pub(super) fn take(&self, ids: &[FaceId], to: &mut EightSweeps) {
        match self {
            FaceCorners::Rigid(mesh, maps) => {
                let vertices = mesh.vertices();
                let [now, next] = &mut to.corners;
                // Local at first.
                gather(mesh, ids, |i| vertices[i as usize], next);
                for (now, next) in now.iter_mut().zip(next) {
                    let local = *next;
                    move_eight(maps[0], &local, now);
                    move_eight(maps[1], &local, next);
                }
            }
            FaceCorners::Posed(mesh, vertices) => {
                for (to, vertices) in to.corners.iter_mut().zip(vertices) {
                    gather(mesh, ids, |i| vertices.get(i), to);
                }
            }
        }
    }
}

/// Takes the corners of some faces by coordinate.
#[inline(always)]
fn gather(
    mesh: &Mesh,
    ids: &[FaceId],
    vertex: impl Fn(u32) -> Vec3,
    to: &mut [[[f64; WIDTH]; 3]; 3],
) {
    for k in 0..WIDTH {
        let face = ids[k.min(ids.len() - 1)].face;
        let indices = mesh.triangles()[face as usize];
        for (to, i) in to.iter_mut().zip(indices) {
            let p = vertex(i);
            for (axis, to) in to.iter_mut().enumerate() {
                to[k] = p[axis];
            }
        }
    }
}

/// Moves eight points to world space, as [`WorldMap::apply`] does one.
#[inline(always)]
fn move_eight(map: &WorldMap, [x, y, z]: &[[f64; WIDTH]; 3], to: &mut [[f64; WIDTH]; 3]) {
    for (axis, to) in to.iter_mut().enumerate() {
        let ([a, b, c], moved) = (map.row(axis), map.translation[axis]);
        for k in 0..WIDTH {
            to[k] = a * x[k] + b * y[k] + c * z[k] + moved;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::SweptMode;
    use super::super::moving_bodies::MovingBodies;
    use super::*;
    use crate::workers::Team;
    use collision::{BodyId, Frame, Query, Snapshot, Work};

    /// Bits of corners, in the order of [`geometry::SweptTriangle::points`].
    fn bits(points: [Vec3; 6]) -> [[u64; 3]; 6] {
        points.map(|p| p.to_array().map(f64::to_bits))
    }

    #[test]
    fn eight_faces_have_the_bits_of_one_also_of_bodies_that_deform() {
        for generator in [
            "shuttles:bodies=6,seed=1995",
            "waving-spheres:faces=528,seed=1995",
        ] {
            let scene: scenes::Generator = generator.parse().unwrap();
            let scene = scene.generate().unwrap();
            let snapshot = |i: usize| {
                let frame = &scene.frames[i];
                Snapshot::with_deformed(&frame.poses, &frame.deformed[..]).unwrap()
            };
            let frame = Frame::at(snapshot(3)).before(snapshot(4), 1.0);
            let mut bodies = MovingBodies::new(&scene.bodies, SweptMode::Swept);
            let how = (&Query::all_contacts(), SweptMode::Swept);
            bodies.update(Team::ALONE, &frame, how, &mut Work::default());
            let body = BodyId(0);
            let count = scene.bodies[0].mesh().face_count() as u32;
            let ids: Vec<FaceId> = (0..count).map(|face| FaceId { body, face }).collect();
            let mut eight = EightSweeps::default();
            for ids in ids.chunks(WIDTH).chain([&ids[..3]]) {
                bodies.face_corners(body).take(ids, &mut eight);
                for k in 0..WIDTH {
                    let lane = eight
                        .corners
                        .map(|corners| corners.map(|p| Vec3::from_array(p.map(|lanes| lanes[k]))));
                    let [[a, b, c], [d, e, f]] = lane;
                    let one = bodies.sweep(ids[k.min(ids.len() - 1)]);
                    assert_eq!(bits([a, b, c, d, e, f]), bits(one.points()), "{generator}");
                }
            }
        }
    }
}
