//! parry3d behind the trait `Detector`, as the usual alternative for Rust users.

pub mod convex;
pub mod gjk;
pub mod trimesh;

mod convex_input;

use collision::{
    Body, BodyId, BodyPair, Counter, Detector, FacePair, Findings, Frame, Profile, Query, Step,
    Unsupported, Work, World,
};
use geometry::relative_pose::world_box;
use geometry::{
    Aabb, Interference, Mesh, Pose, PosedExtent, RelativePose, Triangle, Vec3, VisitedSet,
    WorldMap, interference_counted,
};
use parry3d_f64::bounding_volume::Aabb as ParryAabb;
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhNode, BvhWorkspace};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::sync::Arc;

/// All face pairs through parry3d-f64's bounding-volume hierarchies, decided by our exact test
/// (D2).
///
/// As a user of parry3d sets it up: one hierarchy of faces per body in local space, the one that a
/// `TriMesh` holds, is built once ([`Detector::prepare`]); a deforming body's hierarchy is refitted
/// or rebuilt in each frame ([`Update`]). A hierarchy of body boxes is the broad phase. For each
/// pair of bodies it yields, `Bvh::leaf_pairs` walks both hierarchies in the frame of the body with
/// the lower id. The faces of the leaf pairs are moved to world space, each vertex once in a frame,
/// their boxes are compared there, and the exact test decides. One thread.
///
/// parry3d's own test of two meshes returns one boolean and tests faces by GJK. The audit measures
/// that test through [`gjk`].
///
/// # Culling
/// Exact on the world vertices, although boxes are compared in a local frame: they are loosened
/// by a bound on everything that rounding, and a quaternion that is not of unit length, can do
/// (D3, derived at [`geometry::relative_pose`]). Closed sets throughout.
///
/// # Cost
/// Allocates nothing once warm, with one exception that is parry3d's: the stack of `leaf_pairs`
/// holds 32 pairs and moves to the heap when a walk needs more.
#[derive(Default)]
pub struct Parry3d {
    update: Update,
    bodies: Vec<ParryBody>,
    broad: Bvh,
    workspace: BvhWorkspace,
    pairs: Vec<BodyPair>,
    world: World,
}

/// Options of [`Parry3d`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct Parry3dOptions {
    /// Treatment of bodies that deform.
    pub update: Update,
}

/// Treatment of the hierarchy of a body that deforms, in each frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Update {
    /// As `TriMesh::set_vertices` does: new boxes in the hierarchy of the mesh at rest.
    #[default]
    Refit,
    /// New boxes, then `Bvh::rebuild` with the binned strategy, the faster one to build.
    Rebuild,
}

/// Names of the work counts that this detector declares.
pub const COUNTERS: &[&str] = ParryWork::NAMES;

impl Parry3d {
    /// Returns a detector that treats deforming bodies as `update` says.
    pub fn new(update: Update) -> Parry3d {
        Parry3d {
            update,
            ..Parry3d::default()
        }
    }
}

impl std::fmt::Debug for Parry3d {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Parry3d")
            .field("update", &self.update)
            .field("bodies", &self.bodies.len())
            .finish_non_exhaustive()
    }
}

impl Detector for Parry3d {
    fn profile(&self) -> Profile {
        Profile::new(
            "parry3d",
            "parry3d-f64 0.31",
            "Walks prebuilt bounding-volume hierarchies, and tests the faces exactly.",
        )
    }

    fn world(&self) -> &World {
        &self.world
    }

    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.bodies = bodies.iter().map(ParryBody::new).collect();
        let no_box = ParryAabb::new(Vec3::ZERO, Vec3::ZERO);
        self.broad = Bvh::from_leaves(BvhBuildStrategy::Binned, &vec![no_box; bodies.len()]);
        self.world = World::new(bodies);
        Ok(())
    }

    fn find(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        query.probe.begin(Step::UPDATE, 0);
        for (id, body) in (0..).map(BodyId).zip(&mut self.bodies) {
            if body.deforms {
                let vertices = frame.deformed_vertices(id);
                body.deform(vertices, self.update, &mut self.workspace);
            }
            body.place(&frame.poses()[id.index()]);
        }
        query.probe.begin(Step::OVERLAP_REGIONS, 0);
        self.find_body_pairs(query, &mut found.work);
        query.probe.begin(Step::FACE_PAIRS, 0);
        let mut work = ParryWork::default();
        for pair in &self.pairs {
            let bodies = self
                .bodies
                .get_disjoint_mut([pair.a.index(), pair.b.index()]);
            let bodies = bodies.expect("a pair has two bodies of the world");
            test_bodies(*pair, bodies, query, &mut work, found);
        }
        work.add_to(&mut found.work);
    }
}

collision::counters! {
    /// Work of one frame.
    struct ParryWork {
        /// Vertices mapped to world space.
        vertices_moved = "vertices-moved",
        /// Pairs of nodes of two hierarchies compared.
        node_tests = "node-tests",
        /// Pairs of face boxes compared.
        face_box_tests = "face-box-tests",
        /// Face pairs whose interference was decided by signs.
        face_pair_tests = "face-pair-tests",
        /// Signs that floating-point filters left to exact arithmetic.
        exact_fallbacks = "exact-fallbacks",
    }
}

impl Parry3d {
    /// Returns the pairs of bodies whose loosened world boxes overlap, sorted.
    ///
    /// The hierarchy is rebuilt in each frame, as it is small, and so remembers no frame.
    fn find_body_pairs(&mut self, query: &Query<'_>, work: &mut Work) {
        self.pairs.clear();
        if let Some(candidates) = query.candidates {
            self.pairs.extend_from_slice(candidates);
        } else {
            self.find_overlapping_boxes();
        }
        let world = &self.world;
        self.pairs
            .retain(|pair| world.contains(pair.a) && world.contains(pair.b));
        work.add(Counter::OVERLAP_REGIONS, self.pairs.len() as u64);
    }

    fn find_overlapping_boxes(&mut self) {
        for (leaf, body) in (0..).zip(&self.bodies) {
            self.broad
                .insert_or_update_partially(body.world_box(), leaf, 0.0);
        }
        self.broad
            .rebuild(&mut self.workspace, BvhBuildStrategy::Binned);
        self.broad
            .traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |x, y| {
                self.pairs.push(BodyPair::new(BodyId(x), BodyId(y)));
            });
        self.pairs.sort_unstable();
    }
}

/// One body: its hierarchy in local space, as `TriMesh` builds and refits it, and its pose.
struct ParryBody {
    mesh: Arc<Mesh>,
    deforms: bool,
    /// Vertices of a body that is deformed now, in local space; else empty.
    deformed: Vec<Vec3>,
    faces: Bvh,
    /// Local box of all faces.
    bounds: Aabb,
    /// Largest absolute local coordinate of a face.
    reach: f64,
    map: WorldMap,
    /// The pose of this frame with the bound on its rounding, once a pair has needed it.
    posed: Option<PosedExtent>,
    /// World vertices of this frame, as far as pairs of faces have needed them.
    world: Vec<Vec3>,
    moved: VisitedSet,
}

impl ParryBody {
    fn new(body: &Body) -> ParryBody {
        let boxes: Vec<ParryAabb> = (0..body.mesh().face_count())
            .map(|i| parry_box(&body.mesh().triangle(i).aabb()))
            .collect();
        let mut body = ParryBody {
            mesh: body.mesh().clone(),
            deforms: body.deforms,
            deformed: Vec::new(),
            faces: Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes),
            bounds: Aabb::EMPTY,
            reach: 0.0,
            map: Pose::IDENTITY.world_map(),
            posed: None,
            world: vec![Vec3::ZERO; body.mesh().vertices().len()],
            moved: VisitedSet::new(body.mesh().vertices().len()),
        };
        body.measure();
        body
    }

    /// Takes the pose of this frame.
    fn place(&mut self, pose: &Pose) {
        self.map = pose.world_map();
        self.posed = None;
        self.moved.clear();
    }

    /// Takes the bounds of new faces.
    fn measure(&mut self) {
        let root = self.faces.root_aabb();
        self.bounds = Aabb::new(root.mins, root.maxs);
        self.reach = self.bounds.max_abs_coordinate();
    }

    /// Takes the vertices of this frame, `None` for those at rest.
    fn deform(&mut self, vertices: Option<&[Vec3]>, update: Update, workspace: &mut BvhWorkspace) {
        if vertices.is_none() && self.deformed.is_empty() {
            return;
        }
        self.deformed.clear();
        self.deformed
            .extend_from_slice(vertices.unwrap_or_default());
        for face in 0..self.mesh.face_count() as u32 {
            let leaf = parry_box(&self.local_triangle(face).aabb());
            self.faces.insert_or_update_partially(leaf, face, 0.0);
        }
        match update {
            Update::Refit => self.faces.refit_without_opt(),
            Update::Rebuild => self.faces.rebuild(workspace, BvhBuildStrategy::Binned),
        }
        self.measure();
    }

    fn local_vertices(&self) -> &[Vec3] {
        if self.deformed.is_empty() {
            self.mesh.vertices()
        } else {
            &self.deformed
        }
    }

    fn local_triangle(&self, face: u32) -> Triangle {
        let vertices = self.local_vertices();
        let [a, b, c] = self.mesh.triangles()[face as usize].map(|i| vertices[i as usize]);
        Triangle::new(a, b, c)
    }

    /// Returns a face in world space. Each vertex is mapped once in a frame.
    #[inline(always)]
    fn world_triangle(&mut self, face: u32, vertices_moved: &mut u64) -> Triangle {
        let corners = self.mesh.triangles()[face as usize];
        let are_new = corners.map(|vertex| self.moved.insert(vertex));
        if are_new != [false; 3] {
            self.move_vertices(corners, are_new, vertices_moved);
        }
        let [a, b, c] = corners;
        // Not an array of vertices, which would be written and read back in other pieces.
        Triangle::new(
            self.world[a as usize],
            self.world[b as usize],
            self.world[c as usize],
        )
    }

    /// Maps those of three vertices that this frame has not mapped before. Out of line, as most
    /// faces have none.
    #[inline(never)]
    fn move_vertices(&mut self, vertices: [u32; 3], are_new: [bool; 3], vertices_moved: &mut u64) {
        for (vertex, is_new) in vertices.into_iter().zip(are_new) {
            if is_new {
                let local = self.local_vertices()[vertex as usize];
                self.world[vertex as usize] = self.map.apply(local);
                *vertices_moved += 1;
            }
        }
    }

    /// Returns a box that contains all rounded world vertices of the faces, and in general more.
    fn world_box(&self) -> ParryAabb {
        parry_box(&world_box(&self.map, self.reach, &self.bounds))
    }

    /// Returns the pose of this frame with the bound on its rounding.
    fn posed(&mut self) -> PosedExtent {
        let (map, reach) = (self.map, self.reach);
        *self
            .posed
            .get_or_insert_with(|| PosedExtent::new(map, reach))
    }
}

/// Tests the faces of two bodies whose boxes overlap.
fn test_bodies(
    pair: BodyPair,
    [a, b]: [&mut ParryBody; 2],
    query: &Query<'_>,
    work: &mut ParryWork,
    found: &mut Findings,
) {
    let boxes = LastMovedBox::new(RelativePose::new(&a.posed(), &b.posed()));
    // Out of the bodies, whose world vertices change on the way.
    let [faces_a, faces_b] = [&mut *a, &mut *b].map(|body| std::mem::take(&mut body.faces));
    for (face_a, face_b) in faces_a.leaf_pairs(&faces_b, |x, y| boxes.overlap(x, y)) {
        // Again, as `leaf_pairs` yields the children of the roots untested, and because the
        // faces' boxes in world space are smaller.
        let ta = a.world_triangle(face_a, &mut work.vertices_moved);
        let tb = b.world_triangle(face_b, &mut work.vertices_moved);
        work.face_box_tests += 1;
        if !ta.aabb().overlaps(&tb.aabb()) {
            continue;
        }
        work.face_pair_tests += 1;
        let kind = interference_counted(&ta, &tb, &mut work.exact_fallbacks);
        let pair = FacePair {
            bodies: pair,
            face_a,
            face_b,
        };
        found.add_contact(pair, kind);
        if kind != Interference::Apart && query.is_first_contact() {
            break;
        }
    }
    (a.faces, b.faces) = (faces_a, faces_b);
    work.node_tests += boxes.tests.get();
}

/// Test of two nodes; remembers the last box it moved, as `leaf_pairs` compares each node of B
/// with two nodes of A in a row.
struct LastMovedBox {
    b_in_a: RelativePose,
    tests: Cell<u64>,
    last: Cell<(*const BvhNode, Aabb)>,
}

impl LastMovedBox {
    fn new(b_in_a: RelativePose) -> LastMovedBox {
        LastMovedBox {
            b_in_a,
            tests: Cell::new(0),
            last: Cell::new((std::ptr::null(), Aabb::EMPTY)),
        }
    }

    /// Returns true if a box of A's hierarchy overlaps one of B's.
    #[inline]
    fn overlap(&self, a: &BvhNode, b: &BvhNode) -> bool {
        self.tests.set(self.tests.get() + 1);
        let (node, mut moved) = self.last.get();
        if !std::ptr::eq(node, b) {
            moved = self.b_in_a.apply_box(&Aabb::new(b.mins(), b.maxs()));
            self.last.set((b, moved));
        }
        moved.min.cmple(a.maxs()).all() & moved.max.cmpge(a.mins()).all()
    }
}

fn parry_box(b: &Aabb) -> ParryAabb {
    ParryAabb::new(b.min, b.max)
}
