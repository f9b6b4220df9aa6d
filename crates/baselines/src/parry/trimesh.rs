//! parry3d's own test of two meshes, as it comes, in both precisions.

use collision::{
    Body, BodyId, BodyPair, Claim, Counter, Detector, Findings, Frame, Grain, Profile, Query,
    Reason, Step, Unsupported, World,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Test of two surfaces for contact, by `query::intersection_test` of parry3d on two
/// `TriMesh` shapes.
///
/// The answer is that of parry3d, so it is not exact (D4): triangles are tested by GJK in floating
/// point, and with `precision=f32` vertices and poses are rounded first. As a user sets it up: one
/// `TriMesh` per shape, built once, and a hierarchy of body boxes that is rebuilt in each frame,
/// whose traversal yields the pairs to test. One thread.
///
/// # Cost
/// parry3d visits each face of one mesh whose box meets that of the other mesh, and walks the other
/// mesh's hierarchy for it. It stops at the first pair of triangles that meet.
#[derive(Debug, Default)]
pub struct Parry3dTriMesh {
    options: Parry3dTriMeshOptions,
    side: PrecisionSide,
    pairs: Vec<BodyPair>,
    world: World,
}

/// Options of [`Parry3dTriMesh`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Parry3dTriMeshOptions {
    /// Floating-point numbers of parry3d.
    pub precision: Precision,
}

/// Floating-point numbers that parry3d computes with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Precision {
    /// Single precision, of the crate `parry3d`, which most users take.
    F32,
    /// Double precision, of the crate `parry3d-f64`.
    #[default]
    F64,
}

/// Names of the work counts that this detector declares.
pub const TRIMESH_COUNTERS: &[&str] = TriMeshWork::NAMES;

collision::counters! {
    /// Work of one frame.
    struct TriMeshWork {
        /// Pairs of bodies tested by parry3d.
        mesh_tests = "mesh-tests",
    }
}

#[derive(Debug, Default)]
enum PrecisionSide {
    #[default]
    Empty,
    F32(single::Meshes),
    F64(double::Meshes),
}

impl Parry3dTriMesh {
    /// Returns a detector without bodies.
    pub fn new(options: Parry3dTriMeshOptions) -> Parry3dTriMesh {
        Parry3dTriMesh {
            options,
            ..Parry3dTriMesh::default()
        }
    }
}

impl Detector for Parry3dTriMesh {
    fn profile(&self) -> Profile {
        let summary = "Tests pairs of meshes by parry3d's own query in floating point.";
        let profile = Profile::new("parry3d-trimesh", "parry3d 0.31", summary);
        let mut profile = profile.for_rigid_bodies();
        profile.grain = Grain::BodyPairs;
        profile.claim = Claim::Unproved;
        profile
    }

    fn world(&self) -> &World {
        &self.world
    }

    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        Unsupported::unless_rigid(bodies)?;
        self.side = match self.options.precision {
            Precision::F32 => PrecisionSide::F32(single::Meshes::new(bodies)),
            Precision::F64 => PrecisionSide::F64(double::Meshes::new(bodies)),
        };
        self.world = World::new(bodies);
        Ok(())
    }

    fn find(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        query.probe.begin(Step::UPDATE, 0);
        match &mut self.side {
            PrecisionSide::F32(meshes) => meshes.place(frame),
            PrecisionSide::F64(meshes) => meshes.place(frame),
            PrecisionSide::Empty => return,
        }
        query.probe.begin(Step::OVERLAP_REGIONS, 0);
        self.pairs.clear();
        match (&mut self.side, query.candidates) {
            (_, Some(candidates)) => self.pairs.extend_from_slice(candidates),
            (PrecisionSide::F32(meshes), None) => meshes.find_overlapping_boxes(&mut self.pairs),
            (PrecisionSide::F64(meshes), None) => meshes.find_overlapping_boxes(&mut self.pairs),
            (PrecisionSide::Empty, None) => {}
        }
        let world = &self.world;
        self.pairs
            .retain(|pair| world.contains(pair.a) && world.contains(pair.b));
        let regions = self.pairs.len() as u64;
        found.work.add(Counter::OVERLAP_REGIONS, regions);
        query.probe.begin(Step::BODY_PAIRS, 0);
        for pair in &self.pairs {
            let meet = match &self.side {
                PrecisionSide::F32(meshes) => meshes.meet(*pair),
                PrecisionSide::F64(meshes) => meshes.meet(*pair),
                PrecisionSide::Empty => false,
            };
            if meet {
                found.add_bodies(*pair, Reason::Contacts);
            }
        }
        let work = TriMeshWork {
            mesh_tests: regions,
        };
        work.add_to(&mut found.work);
    }
}

/// Makes a module of meshes in one precision: with this crate, and these conversions of a vector
/// and a quaternion of doubles.
macro_rules! meshes {
    ($module:ident, $parry:ident, $vector:expr, $quaternion:expr) => {
        mod $module {
            use super::{Arc, Body, BodyId, BodyPair, Frame};
            use $parry::math::{Pose, Vector};
            use $parry::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
            use $parry::query::intersection_test;
            use $parry::shape::TriMesh;

            /// The meshes of all bodies, and their poses.
            pub(super) struct Meshes {
                meshes: Vec<Arc<TriMesh>>,
                poses: Vec<Pose>,
                broad: Bvh,
                workspace: BvhWorkspace,
            }

            impl std::fmt::Debug for Meshes {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    let mut shown = f.debug_struct("Meshes");
                    shown
                        .field("bodies", &self.meshes.len())
                        .finish_non_exhaustive()
                }
            }

            impl Meshes {
                pub(super) fn new(bodies: &[Body]) -> Meshes {
                    let mut meshes: Vec<Arc<TriMesh>> = Vec::with_capacity(bodies.len());
                    for (i, body) in bodies.iter().enumerate() {
                        let same = |other: &Body| Arc::ptr_eq(other.mesh(), body.mesh());
                        meshes.push(match bodies[..i].iter().position(same) {
                            Some(first) => meshes[first].clone(),
                            None => Arc::new(mesh(body)),
                        });
                    }
                    let no_box = meshes.first().map(|mesh| mesh.local_aabb());
                    let boxes: Vec<_> = no_box.into_iter().cycle().take(bodies.len()).collect();
                    Meshes {
                        poses: vec![Pose::IDENTITY; bodies.len()],
                        broad: Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes),
                        workspace: BvhWorkspace::default(),
                        meshes,
                    }
                }

                /// Takes the poses of a frame.
                pub(super) fn place(&mut self, frame: &Frame<'_>) {
                    for (own, pose) in self.poses.iter_mut().zip(frame.poses()) {
                        let translation = ($vector)(pose.translation);
                        *own = Pose::from_parts(translation, ($quaternion)(pose.rotation));
                    }
                }

                /// Adds the pairs of bodies whose boxes overlap, sorted.
                pub(super) fn find_overlapping_boxes(&mut self, pairs: &mut Vec<BodyPair>) {
                    for (leaf, (mesh, pose)) in (0..).zip(self.meshes.iter().zip(&self.poses)) {
                        self.broad
                            .insert_or_update_partially(mesh.aabb(pose), leaf, 0.0);
                    }
                    self.broad
                        .rebuild(&mut self.workspace, BvhBuildStrategy::Binned);
                    let mut add = |a, b| pairs.push(BodyPair::new(BodyId(a), BodyId(b)));
                    self.broad
                        .traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut add);
                    pairs.sort_unstable();
                }

                /// Returns the answer of parry3d.
                pub(super) fn meet(&self, pair: BodyPair) -> bool {
                    let [a, b] = [pair.a.index(), pair.b.index()];
                    let (pose_a, pose_b) = (&self.poses[a], &self.poses[b]);
                    intersection_test(pose_a, &*self.meshes[a], pose_b, &*self.meshes[b])
                        .expect("parry3d supports pairs of meshes")
                        .intersecting
                }
            }

            fn mesh(body: &Body) -> TriMesh {
                let mesh = body.mesh();
                let vertices: Vec<Vector> = mesh.vertices().iter().map(|p| ($vector)(*p)).collect();
                TriMesh::new(vertices, mesh.triangles().to_vec())
                    .expect("a mesh has faces, and their vertices exist")
            }
        }
    };
}

meshes!(
    single,
    parry3d,
    |v: geometry::Vec3| v.as_vec3(),
    |q: geometry::Quat| q.as_quat()
);
meshes!(
    double,
    parry3d_f64,
    std::convert::identity,
    std::convert::identity
);

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{Mesh, Pose, Vec3};

    fn collide(precision: Precision, x: f64) -> Vec<BodyPair> {
        let vertices = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        let faces = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
        let mesh = Arc::new(Mesh::new(vertices, faces).unwrap());
        let bodies = ["a", "b", "c"].map(|name| Body::rigid(name, mesh.clone()));
        let mut detector = Parry3dTriMesh::new(Parry3dTriMeshOptions { precision });
        detector.prepare(&bodies).unwrap();
        let poses = [0.0, x, 100.0].map(|x| Pose::at(Vec3::new(x, 0.1, 0.1) * x));
        let mut found = Findings::default();
        let frame = Frame::new(&poses).unwrap();
        let query = Query::all_contacts();
        detector.detect(&frame, &query, &mut found).unwrap();
        found.bodies.iter().map(|body| body.pair).collect()
    }

    #[test]
    fn clear_cases_are_right() {
        for precision in [Precision::F32, Precision::F64] {
            let pair = BodyPair::new(BodyId(0), BodyId(1));
            assert_eq!(collide(precision, 0.5), [pair], "{precision:?}");
            assert_eq!(collide(precision, 1.5), [], "{precision:?}");
        }
    }
}
