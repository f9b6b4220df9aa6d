//! parry3d behind the trait: what a Rust user would pick instead.

pub mod gjk;

use collision::containment::Containment;
use collision::{
    Accepts, Body, BodyId, BodyPair, Claim, Detector, FaceId, FacePair, Findings, Frame, Grain,
    Instant, Meaning, Profile, Step, Unsupported, Work, World,
};
use geometry::{Aabb, Mat3, Mesh, Pose, Triangle, Vec3, WorldMap, interference_counted};
use parry3d_f64::bounding_volume::Aabb as ParryAabb;
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhNode, BvhWorkspace};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::sync::Arc;

/// All face pairs through parry3d-f64's bounding-volume hierarchies, decided by our exact test (D2).
///
/// As a user of parry3d sets it up: one hierarchy of faces per body in local space, the one that a
/// `TriMesh` holds, is built once ([`Detector::prepare`]); a deforming body's hierarchy is refitted
/// or rebuilt in each frame ([`Update`]). A hierarchy of body boxes is the broad phase. For each
/// pair of bodies it yields, `Bvh::leaf_pairs` walks both hierarchies in the frame of the body with
/// the lower id. The faces of the leaf pairs are moved to world space, their boxes are compared
/// there, and the exact test decides. One thread.
///
/// parry3d's own test of two meshes returns one boolean and tests faces by GJK. The audit measures
/// that test through [`gjk`].
///
/// # Culling
/// Exact on the world vertices, although boxes are compared in a local frame: they are loosened
/// by a bound on everything that rounding, and a quaternion that is not of unit length, can do
/// (D3, derived at `LocalFrame`). Closed sets throughout.
///
/// # Cost
/// Allocates nothing once warm, with one exception that is parry3d's: the stack of `leaf_pairs`
/// holds 32 pairs and moves to the heap when a walk needs more.
pub struct Parry3d {
    update: Update,
    bodies: Vec<Shape>,
    broad: Bvh,
    workspace: BvhWorkspace,
    pairs: Vec<BodyPair>,
    world: World,
    containment: Containment,
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

impl Parry3d {
    /// A detector that treats deforming bodies as `update` says.
    pub fn new(update: Update) -> Parry3d {
        Parry3d {
            update,
            bodies: Vec::new(),
            broad: Bvh::new(),
            workspace: BvhWorkspace::default(),
            pairs: Vec::new(),
            world: World::default(),
            containment: Containment::default(),
        }
    }
}

impl Default for Parry3d {
    fn default() -> Parry3d {
        Parry3d::new(Update::default())
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
        Profile {
            name: "parry3d",
            source: "parry3d-f64 0.31",
            summary: "Walks prebuilt bounding-volume hierarchies, and tests the faces exactly.",
            grain: Grain::FacePairs,
            meaning: Meaning::Surfaces,
            instant: Instant::Now,
            accepts: Accepts::ANYTHING,
            claim: Claim::Exact,
            supports_budgets: false,
        }
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.bodies = bodies.iter().map(Shape::new).collect();
        let no_box = ParryAabb::new(Vec3::ZERO, Vec3::ZERO);
        self.broad = Bvh::from_leaves(BvhBuildStrategy::Binned, &vec![no_box; bodies.len()]);
        self.world = World::new(bodies);
        self.containment = Containment::new(bodies);
        Ok(())
    }

    fn detect(&mut self, frame: &Frame<'_>, found: &mut Findings) {
        assert_eq!(
            frame.poses.len(),
            self.bodies.len(),
            "a frame has one pose per body"
        );
        found.clear();
        frame.probe.begin(Step::Update);
        for (i, body) in self.bodies.iter_mut().enumerate() {
            body.place(frame.poses[i]);
            if body.deforms {
                body.deform(frame.deformed_vertices(i), self.update, &mut self.workspace);
            }
        }
        frame.probe.begin(Step::OverlapRegions);
        self.find_body_pairs(&mut found.work);
        frame.probe.begin(Step::FacePairs);
        for pair in &self.pairs {
            let (a, b) = (&self.bodies[pair.a.index()], &self.bodies[pair.b.index()]);
            test_bodies(*pair, a, b, found);
        }
        if frame.containment {
            frame.probe.begin(Step::Containment);
            self.find_contained(frame, found);
        }
        found.finish();
    }
}

impl Parry3d {
    /// The pairs of bodies whose loosened world boxes overlap, sorted.
    ///
    /// The hierarchy is rebuilt in each frame, as it is small, and so remembers no frame.
    fn find_body_pairs(&mut self, work: &mut Work) {
        for (leaf, body) in (0..).zip(&self.bodies) {
            self.broad
                .insert_or_update_partially(body.world_box(), leaf, 0.0);
        }
        self.broad
            .rebuild(&mut self.workspace, BvhBuildStrategy::Binned);
        self.pairs.clear();
        self.broad
            .traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |x, y| {
                self.pairs.push(BodyPair::new(BodyId(x), BodyId(y)));
            });
        self.pairs.sort_unstable();
        work.overlap_regions += self.pairs.len() as u64;
    }

    /// Searches contained bodies. World vertices are needed only if a vertex of one body lies in
    /// the box of another that it does not touch.
    fn find_contained(&mut self, frame: &Frame<'_>, found: &mut Findings) {
        found.contacts.sort_unstable();
        let may_contain = |outer: BodyId, inner: BodyId| {
            let vertex = self.bodies[inner.index()].any_world_vertex();
            self.bodies[outer.index()]
                .world_box()
                .contains_local_point(vertex)
        };
        let possible = self.pairs.iter().any(|pair| {
            (may_contain(pair.a, pair.b) || may_contain(pair.b, pair.a)) && !found.touches(*pair)
        });
        if possible {
            self.world.update(frame, &mut found.work);
            self.containment.find(&self.world, found);
        }
    }
}

/// One body: its hierarchy in local space, as `TriMesh` builds and refits it, and its pose.
struct Shape {
    mesh: Arc<Mesh>,
    deforms: bool,
    /// The vertices of a body that is deformed now, in local space; else empty.
    deformed: Vec<Vec3>,
    faces: Bvh,
    map: WorldMap,
    /// The largest absolute local coordinate of a face.
    reach: f64,
}

impl Shape {
    fn new(body: &Body) -> Shape {
        let boxes: Vec<ParryAabb> = (0..body.mesh.face_count())
            .map(|i| parry_box(&body.mesh.triangle(i).aabb()))
            .collect();
        let mut shape = Shape {
            mesh: body.mesh.clone(),
            deforms: body.deforms,
            deformed: Vec::new(),
            faces: Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes),
            map: Pose::IDENTITY.world_map(),
            reach: 0.0,
        };
        shape.measure();
        shape
    }

    fn place(&mut self, pose: Pose) {
        self.map = pose.world_map();
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

    fn measure(&mut self) {
        let root = self.faces.root_aabb();
        self.reach = root.mins.abs().max(root.maxs.abs()).max_element();
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

    fn world_triangle(&self, face: u32) -> Triangle {
        let Triangle { a, b, c } = self.local_triangle(face);
        Triangle::new(self.map.apply(a), self.map.apply(b), self.map.apply(c))
    }

    fn any_world_vertex(&self) -> Vec3 {
        self.world_triangle(0).a
    }

    /// A bound on the absolute world coordinates of the faces, up to rounding.
    fn world_reach(&self) -> f64 {
        row_norm(self.map.linear) * self.reach + self.map.translation.abs().max_element()
    }

    /// A box that holds all rounded world vertices of the faces, and in general more.
    fn world_box(&self) -> ParryAabb {
        let root = self.faces.root_aabb();
        let center = self.map.linear * root.center() + self.map.translation;
        let half = self.map.linear.abs() * root.half_extents();
        let half = half + Vec3::splat(rounding_margin(self.world_reach()));
        ParryAabb::new(center - half, center + half)
    }
}

/// Tests the faces of two bodies whose boxes overlap.
fn test_bodies(pair: BodyPair, a: &Shape, b: &Shape, found: &mut Findings) {
    let boxes = MovedBoxes::new(LocalFrame::new(a, b));
    let candidates = a.faces.leaf_pairs(&b.faces, |x, y| boxes.overlap(x, y));
    for (face_a, face_b) in candidates {
        // Again, as `leaf_pairs` yields the children of the roots untested, and because the
        // faces' boxes in world space are smaller.
        let (ta, tb) = (a.world_triangle(face_a), b.world_triangle(face_b));
        found.work.vertices_moved += 6;
        found.work.face_box_tests += 1;
        if !ta.aabb().overlaps(&tb.aabb()) {
            continue;
        }
        found.work.face_pair_tests += 1;
        let kind = interference_counted(&ta, &tb, &mut found.work.exact_fallbacks);
        let face_a = FaceId {
            body: pair.a,
            face: face_a,
        };
        let face_b = FaceId {
            body: pair.b,
            face: face_b,
        };
        found.add_contact(FacePair::new(face_a, face_b), kind);
    }
    found.work.node_tests += boxes.tests.get();
}

/// Body B's boxes seen from body A's local frame, for culling.
///
/// The claim: if the world triangles of a face of A and a face of B share a point, every box of
/// A's hierarchy that holds the one and every box of B's that holds the other overlap here.
///
/// Let `M_a`, `t_a`, `M_b`, `t_b` be the maps to world space, `n_a`, `n_b` the larger of the greatest
/// absolute row sums of a matrix and of its transpose, at least 1, `r_a`, `r_b` the reaches,
/// `u = 2⁻⁵³` and `S = n_a r_a + |t_a| + n_b r_b + |t_b|`. A point `x` of both world triangles is
/// `M_a y_a + t_a` up to the rounding of A's vertices, `5 u S`, and likewise `M_b y_b + t_b`, where
/// `y_a` and `y_b` lie in the exact local triangles. Multiplying the equation of the two by any
/// matrix `N` gives `y_a = N M_b y_b + N (t_b − t_a) + (I − N M_a) y_a`, up to `10 u ‖N‖ S`. We take
/// the transpose of `M_a` for `N`. It is nearly the inverse, and how nearly is measured instead of
/// assumed: the last term is at most `‖I − N M_a‖ r_a`, about `1e-6 r_a` for a quaternion as far
/// from unit length as recordings may hold. The roundings of `N M_b`, of `N (t_b − t_a)`, and of a
/// box's centre, half size and corners add at most `30 u n_a n_b S`, and underflow less than the
/// smallest normal number. The margin of `64 u n_a n_b S` has room to spare, and for bodies of unit
/// size about the origin is below `1e-13`.
struct LocalFrame {
    linear: Mat3,
    absolute: Mat3,
    translation: Vec3,
    margin: Vec3,
}

impl LocalFrame {
    fn new(a: &Shape, b: &Shape) -> LocalFrame {
        let to_a = a.map.linear.transpose();
        let linear = to_a * b.map.linear;
        let norm_a = row_norm(a.map.linear).max(row_norm(to_a)).max(1.0);
        let norm_b = row_norm(b.map.linear).max(1.0);
        // The second term bounds the rounding of the first.
        let defect = row_norm(Mat3::IDENTITY - to_a * a.map.linear) + 8.0 * UNIT * norm_a * norm_a;
        let rounding = rounding_margin(norm_a * norm_b * (a.world_reach() + b.world_reach()));
        LocalFrame {
            linear,
            absolute: linear.abs(),
            translation: to_a * (b.map.translation - a.map.translation),
            margin: Vec3::splat(rounding + defect * a.reach),
        }
    }

    /// Least and greatest corner of the loosened box around one of B's boxes.
    #[inline]
    fn corners(&self, b: &BvhNode) -> [Vec3; 2] {
        let (min, max) = (b.mins(), b.maxs());
        let center = self.linear * (0.5 * (min + max)) + self.translation;
        let half = self.absolute * (0.5 * (max - min)) + self.margin;
        [center - half, center + half]
    }
}

/// The test of two nodes; remembers the last box it moved, as `leaf_pairs` compares each node of B
/// with two nodes of A in a row.
struct MovedBoxes {
    frame: LocalFrame,
    tests: Cell<u64>,
    last: Cell<(*const BvhNode, [Vec3; 2])>,
}

impl MovedBoxes {
    fn new(frame: LocalFrame) -> MovedBoxes {
        let last = Cell::new((std::ptr::null(), [Vec3::ZERO; 2]));
        MovedBoxes {
            frame,
            tests: Cell::new(0),
            last,
        }
    }

    /// Whether a box of A's hierarchy overlaps one of B's.
    #[inline]
    fn overlap(&self, a: &BvhNode, b: &BvhNode) -> bool {
        self.tests.set(self.tests.get() + 1);
        let (node, mut corners) = self.last.get();
        if !std::ptr::eq(node, b) {
            corners = self.frame.corners(b);
            self.last.set((b, corners));
        }
        let [low, high] = corners;
        low.cmple(a.maxs()).all() & high.cmpge(a.mins()).all()
    }
}

/// The largest relative error of one rounding.
const UNIT: f64 = f64::EPSILON / 2.0;

/// The margin that a box needs for 64 roundings of values up to `reach`, and for underflow.
fn rounding_margin(reach: f64) -> f64 {
    64.0 * UNIT * reach + f64::MIN_POSITIVE
}

/// The greatest absolute row sum.
fn row_norm(m: Mat3) -> f64 {
    let m = m.abs();
    (m.x_axis + m.y_axis + m.z_axis).max_element()
}

fn parry_box(b: &Aabb) -> ParryAabb {
    ParryAabb::new(b.min, b.max)
}
