//! Parts that the hierarchies of faces share: a body in a frame, and the faces of two leaves.

use collision::{
    Body, BodyId, BodyPair, FacePair, NarrowPhase, PairOutput, PairWork, PlaceContext, Profile,
    SharedPair, Unsupported,
};
use geometry::relative_pose::{LazyMatrixBounds, world_box};
use geometry::{
    Aabb, Interference, Mesh, Pose, PosedExtent, RelativePose, Triangle, WorldMap,
    interference_counted,
};
use std::sync::Arc;

collision::counters! {
    /// Work of one frame.
    pub(crate) struct HierarchyWork {
        /// Pairs of nodes of two hierarchies compared.
        node_tests = "node-tests",
        /// Nodes of one hierarchy whose volume was mapped to the space of the other.
        nodes_moved = "nodes-moved",
        /// Vertices mapped to world space.
        vertices_moved = "vertices-moved",
        /// Pairs of face boxes compared.
        face_box_tests = "face-box-tests",
        /// Face pairs whose interference was decided by signs.
        face_pair_tests = "face-pair-tests",
        /// Signs that floating-point filters left to exact arithmetic.
        exact_fallbacks = "exact-fallbacks",
    }
}

impl PairWork for HierarchyWork {
    fn instructions(&self) -> u64 {
        200 * (self.node_tests + self.nodes_moved) + 800 * self.face_pair_tests
    }
}

/// Names of the work counts of the hierarchies of this crate.
pub const HIERARCHY_COUNTERS: &[&str] = HierarchyWork::NAMES;

/// Faces of a rigid body in local space.
#[derive(Clone, Debug)]
pub(crate) struct FaceSet {
    mesh: Arc<Mesh>,
    bounds: Aabb,
    /// Largest absolute local coordinate of a face.
    reach: f64,
}

impl FaceSet {
    /// Takes the faces of a body.
    ///
    /// # Errors
    /// [`Unsupported::NotRigid`] for a body that deforms.
    pub(crate) fn new(id: BodyId, body: &Body) -> Result<FaceSet, Unsupported> {
        Unsupported::unless_rigid_body(id, body)?;
        let bounds = body.mesh().aabb();
        Ok(FaceSet {
            mesh: body.mesh().clone(),
            reach: bounds.max_abs_coordinate(),
            bounds,
        })
    }

    /// Returns the faces.
    pub(crate) fn mesh(&self) -> &Mesh {
        &self.mesh
    }
}

/// Returns the profile of a detector of face pairs of rigid bodies.
pub(crate) fn profile(name: &'static str, paper: &'static str, summary: &'static str) -> Profile {
    Profile::new(name, paper, summary).for_rigid_bodies()
}

/// Pose of a body in the current frame, with the bounds of its matrix once a pair needs them.
#[derive(Clone, Debug)]
pub struct PosedFaces {
    map: WorldMap,
    reach: f64,
    matrix: LazyMatrixBounds,
}

impl PosedFaces {
    pub(crate) fn new(faces: &FaceSet) -> PosedFaces {
        PosedFaces {
            map: Pose::IDENTITY.world_map(),
            reach: faces.reach,
            matrix: LazyMatrixBounds::default(),
        }
    }

    /// Takes the pose of this frame. Returns a world box that contains all rounded world vertices
    /// of the faces. Moves no vertex.
    pub(crate) fn place(
        &mut self,
        body: BodyId,
        faces: &FaceSet,
        cx: &mut PlaceContext<'_>,
    ) -> Aabb {
        self.set(&cx.frame.poses()[body.index()]);
        world_box(&self.map, faces.reach, &faces.bounds)
    }

    fn set(&mut self, pose: &Pose) {
        self.map = pose.world_map();
        self.matrix.reset();
    }

    fn extent(&self) -> PosedExtent {
        self.matrix.extent(&self.map, self.reach)
    }
}

/// Returns the pose of body `moving` of a pair, 0 or 1, in the local space of the other.
pub(crate) fn relative_pose<N>(pair: &SharedPair<'_, N>, moving: usize) -> RelativePose
where
    N: NarrowPhase<Posed = PosedFaces>,
{
    let extents = pair.posed.map(PosedFaces::extent);
    RelativePose::new(&extents[1 - moving], &extents[moving])
}

/// Exact tests of the faces of two leaves (D5).
pub(crate) struct LeafPairs<'a> {
    pair: BodyPair,
    meshes: [&'a Mesh; 2],
    maps: [WorldMap; 2],
    /// The last face of each body in world space: a walk comes to the same one several times.
    last: [Option<(u32, Triangle, Aabb)>; 2],
}

impl<'a> LeafPairs<'a> {
    pub(crate) fn new<N>(pair: &SharedPair<'a, N>, faces: [&'a FaceSet; 2]) -> LeafPairs<'a>
    where
        N: NarrowPhase<Posed = PosedFaces>,
    {
        LeafPairs {
            pair: pair.pair,
            meshes: faces.map(FaceSet::mesh),
            maps: pair.posed.map(|posed| posed.map),
            last: [None; 2],
        }
    }

    /// Tests one face of each body: their world boxes, then exactly. Adds the contact, and returns
    /// true if there is one.
    #[inline]
    pub(crate) fn test(
        &mut self,
        faces: [u32; 2],
        output: &mut PairOutput<'_, HierarchyWork>,
    ) -> bool {
        let work = &mut *output.work;
        let [(a, box_a), (b, box_b)] = [0, 1].map(|k| self.world_face(k, faces[k], work));
        work.face_box_tests += 1;
        if !box_a.overlaps(&box_b) {
            return false;
        }
        work.face_pair_tests += 1;
        let kind = interference_counted(&a, &b, &mut work.exact_fallbacks);
        let pair = FacePair {
            bodies: self.pair,
            face_a: faces[0],
            face_b: faces[1],
        };
        output.found.add_contact(pair, kind);
        kind != Interference::Apart
    }

    /// Returns a face of body `k` in world space, with its box.
    #[inline]
    fn world_face(&mut self, k: usize, face: u32, work: &mut HierarchyWork) -> (Triangle, Aabb) {
        if let Some((last, triangle, bounds)) = self.last[k]
            && last == face
        {
            return (triangle, bounds);
        }
        let [a, b, c] = self.meshes[k].triangle(face as usize).corners();
        let map = &self.maps[k];
        let triangle = Triangle::new(map.apply(a), map.apply(b), map.apply(c));
        work.vertices_moved += 3;
        let bounds = triangle.aabb();
        self.last[k] = Some((face, triangle, bounds));
        (triangle, bounds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{Quat, Vec3};

    #[test]
    fn bounds_are_those_of_the_pose_of_the_frame() {
        let body = Body::rigid("cube", scenes::bodies::cube(1.0).into());
        let mut posed = PosedFaces::new(&FaceSet::new(BodyId(0), &body).unwrap());
        for length in [1.0 + 9e-7, 1.0, 1.0 - 5e-7] {
            let pose = Pose::new(Vec3::X, Quat::from_rotation_y(0.3) * length);
            posed.set(&pose);
            let expected = PosedExtent::new(pose.world_map(), posed.reach).distance_margin();
            assert_eq!(
                posed.extent().distance_margin(),
                expected,
                "length {length}"
            );
        }
    }
}
