//! The detector: hierarchies of two bodies, and exact tests of what they leave.

use crate::counters::BvhWork;
use crate::hierarchy::{FaceVertices, WideHierarchy};
use crate::pair_frame::PairFrame;
use crate::refit::RefitBuffers;
use crate::walk::{Candidate, HierarchyPair, PairWalk};
use broad_phase::{BroadPhaseKind, SortAndSweep};
use collision::{
    ActivePairs, Body, BodyId, BroadPhase, FacePair, Findings, NarrowPhase, PairContext, Pairwise,
    PlaceContext, PosedBodies, PosedPair, Profile, Unsupported,
};
use geometry::bvh::Walk;
use geometry::relative_pose::world_box;
use geometry::{
    Aabb, Ball, Interference, Mesh, Pose, PosedExtent, RelativePose, Triangle, Vec3, WorldMap,
    interference_counted,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Options of the detector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct PreparedBvhOptions {
    /// Broad phase before it. Default: sort and sweep.
    pub broad_phase: BroadPhaseKind,
}

impl Default for PreparedBvhOptions {
    fn default() -> PreparedBvhOptions {
        PreparedBvhOptions {
            broad_phase: BroadPhaseKind::SortAndSweep,
        }
    }
}

/// Pair test by hierarchies that are prepared in local space.
#[derive(Debug, Default)]
pub struct PreparedBvh {
    walk: PairWalk,
}

/// Precomputed model of a mesh.
#[derive(Clone, Debug)]
pub struct BvhModel {
    mesh: Arc<Mesh>,
    hierarchy: WideHierarchy,
    bounds: Aabb,
    ball: Ball,
    /// Largest absolute local coordinate of a face.
    reach: f64,
    deforms: bool,
}

/// State of a body in the current frame.
#[derive(Clone, Debug)]
pub struct PosedBvh {
    map: WorldMap,
    placement: BvhPlacement,
    /// Box, ball and largest absolute coordinate of the faces, in local space.
    bounds: Aabb,
    ball: Ball,
    reach: f64,
    /// Bound on the rounding of the pose, and the ball in world space, once a pair needs them.
    extent: Option<(PosedExtent, Ball)>,
    /// Shape of a body that deforms.
    deformed: Option<Box<DeformedBvh>>,
}

/// Vertices of a body that deforms, with the hierarchy that follows them.
#[derive(Clone, Debug)]
struct DeformedBvh {
    vertices: Vec<Vec3>,
    hierarchy: WideHierarchy,
    /// False if the hierarchy is still that of other vertices.
    is_fitted: bool,
    buffers: RefitBuffers,
}

impl DeformedBvh {
    /// Takes the vertices of this frame. Returns false if they are those of before.
    fn take(&mut self, vertices: &[Vec3]) -> bool {
        if self.vertices == vertices {
            return false;
        }
        self.vertices.clear();
        self.vertices.extend_from_slice(vertices);
        self.is_fitted = false;
        true
    }
}

/// What a pair of bodies remembers of the last frame in which it was tested.
#[derive(Clone, Copy, Debug, Default)]
pub enum PairMemory {
    /// Nothing of use.
    #[default]
    Nothing,
    /// The faces of its first contact: they are tested first.
    Contact([u32; 2]),
    /// The bodies had no contact where they were.
    Apart([BvhPlacement; 2]),
}

/// Place and shape of a body in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BvhPlacement {
    pose: Pose,
    /// Number of times that the body has deformed.
    deformations: u64,
}

impl PosedBvh {
    /// Fits the hierarchy of a body that deforms to its vertices, once a pair needs it.
    fn fit(&mut self, model: &BvhModel, work: &mut BvhWork) {
        if let Some(deformed) = &mut self.deformed
            && !std::mem::replace(&mut deformed.is_fitted, true)
        {
            work.boxes_fitted += model.mesh.face_count() as u64;
            let DeformedBvh {
                vertices,
                hierarchy,
                buffers,
                ..
            } = &mut **deformed;
            let faces = FaceVertices {
                triangles: model.mesh.triangles(),
                vertices,
            };
            hierarchy.refit(&faces, &self.bounds, buffers);
        }
    }

    fn hierarchy<'a>(&'a self, model: &'a BvhModel) -> &'a WideHierarchy {
        match &self.deformed {
            Some(deformed) => &deformed.hierarchy,
            None => &model.hierarchy,
        }
    }

    fn faces<'a>(&'a self, model: &'a BvhModel) -> FaceVertices<'a> {
        let vertices = match &self.deformed {
            Some(deformed) => &deformed.vertices,
            None => model.mesh.vertices(),
        };
        FaceVertices {
            triangles: model.mesh.triangles(),
            vertices,
        }
    }

    fn extent(&mut self) -> (PosedExtent, Ball) {
        let (map, reach, ball) = (self.map, self.reach, self.ball);
        *self.extent.get_or_insert_with(|| {
            let extent = PosedExtent::new(map, reach);
            (extent, extent.world_ball(&ball))
        })
    }
}

impl PreparedBvh {
    /// Returns the detector behind sort and sweep.
    pub fn new() -> Pairwise<SortAndSweep, PreparedBvh> {
        Pairwise::new(SortAndSweep::default(), PreparedBvh::default())
    }

    /// Returns the detector with these options.
    pub fn with_options(options: PreparedBvhOptions) -> Pairwise<Box<dyn BroadPhase>, PreparedBvh> {
        Pairwise::new(options.broad_phase.build(), PreparedBvh::default())
    }
}

impl NarrowPhase for PreparedBvh {
    type Model = BvhModel;
    type Posed = PosedBvh;
    type Cache = PairMemory;

    fn profile(&self) -> Profile {
        Profile::new(
            "bvh",
            "after Wald, Benthin, Boulos 2008",
            "Walks hierarchies of eight boxes a node, prepared in local space, in single precision \
             with a proved bound, and tests exactly what they leave.",
        )
    }

    fn prepare(&mut self, _: BodyId, body: &Body) -> Result<BvhModel, Unsupported> {
        let bounds = body.mesh().aabb();
        Ok(BvhModel {
            mesh: body.mesh().clone(),
            hierarchy: WideHierarchy::new(body.mesh()),
            reach: bounds.max_abs_coordinate(),
            ball: Ball::around(bounds.center(), body.mesh().vertices()),
            bounds,
            deforms: body.deforms,
        })
    }

    fn posed(&self, model: &BvhModel) -> PosedBvh {
        PosedBvh {
            map: Pose::IDENTITY.world_map(),
            placement: BvhPlacement {
                pose: Pose::IDENTITY,
                deformations: 0,
            },
            bounds: model.bounds,
            ball: model.ball,
            reach: model.reach,
            extent: None,
            deformed: model.deforms.then(|| {
                Box::new(DeformedBvh {
                    vertices: model.mesh.vertices().to_vec(),
                    hierarchy: model.hierarchy.clone(),
                    is_fitted: true,
                    buffers: RefitBuffers::default(),
                })
            }),
        }
    }

    fn place(
        &mut self,
        body: BodyId,
        model: &BvhModel,
        posed: &mut PosedBvh,
        cx: &mut PlaceContext<'_>,
    ) -> Aabb {
        posed.placement.pose = cx.frame.poses()[body.index()];
        posed.map = posed.placement.pose.world_map();
        posed.extent = None;
        if let Some(deformed) = &mut posed.deformed {
            let vertices = cx.frame.deformed_vertices(body);
            if deformed.take(vertices.unwrap_or(model.mesh.vertices())) {
                posed.bounds = Aabb::of_points(&deformed.vertices);
                // That of the box: nothing else needs a second pass over the vertices.
                let corners = [posed.bounds.min, posed.bounds.max];
                posed.ball = Ball::around(posed.bounds.center(), &corners);
                posed.reach = posed.bounds.max_abs_coordinate();
                posed.placement.deformations += 1;
            }
        }
        world_box(&posed.map, posed.reach, &posed.bounds)
    }

    fn test(
        &mut self,
        pairs: &mut ActivePairs<PairMemory>,
        bodies: PosedBodies<'_, Self>,
        cx: &mut PairContext<'_>,
    ) {
        let mut work = BvhWork::default();
        bodies.for_each_pair(pairs, |pair, memory| {
            self.test_pair(pair, memory, &mut work, cx);
        });
        work.add_to(&mut cx.found.work);
    }
}

impl PreparedBvh {
    /// Adds the contacts of a pair: all, or the first.
    fn test_pair(
        &mut self,
        mut pair: PosedPair<'_, PreparedBvh>,
        memory: &mut PairMemory,
        work: &mut BvhWork,
        cx: &mut PairContext<'_>,
    ) {
        let first_only = cx.query.is_first_contact();
        let placements = pair.posed.each_ref().map(|posed| posed.placement);
        match *memory {
            PairMemory::Apart(before) if before == placements => return,
            PairMemory::Contact(at) if first_only => {
                work.witness_tests += 1;
                let kind = WorldFaces::new(&pair).test(at, work);
                if add(&pair.pair, at, kind, cx.found) {
                    return;
                }
            }
            _ => {}
        }
        // Unless a contact is found.
        *memory = PairMemory::Apart(placements);
        let [(extent_a, ball_a), (extent_b, ball_b)] =
            pair.posed.each_mut().map(|posed| posed.extent());
        work.ball_tests += 1;
        if ball_a.is_apart_from(&ball_b) {
            return;
        }
        let extents = [extent_a, extent_b];
        let bounds = pair.posed.each_ref().map(|posed| posed.bounds);
        // Hierarchies are fitted only if the boxes of the bodies themselves overlap.
        let b_in_a = RelativePose::new(&extents[0], &extents[1]);
        if b_in_a.separates_boxes(&bounds[0], &bounds[1]) {
            return;
        }
        for k in 0..2 {
            pair.posed[k].fit(pair.models[k], work);
        }
        let hierarchies = [0, 1].map(|k| pair.posed[k].hierarchy(pair.models[k]));
        // The body with the larger unit stays, so that no length in its unit is above about 1.
        let fixed = usize::from(hierarchies[1].scale < hierarchies[0].scale);
        let moving = 1 - fixed;
        let pose = match fixed {
            0 => b_in_a,
            _ => RelativePose::new(&extents[1], &extents[0]),
        };
        let [a, b] = [fixed, moving].map(|k| hierarchies[k]);
        let frame = PairFrame::new(a, b, &pose);
        let faces = WorldFaces::new(&pair);
        let visit = |candidate: Candidate, work: &mut BvhWork| {
            let Candidate {
                faces: mut at,
                crosses,
            } = candidate;
            if fixed == 1 {
                at.swap(0, 1);
            }
            let meet = if crosses {
                work.certified += 1;
                add(&pair.pair, at, Interference::Crossing, cx.found)
            } else {
                add(&pair.pair, at, faces.test(at, work), cx.found)
            };
            if meet {
                *memory = PairMemory::Contact(at);
            }
            match meet && first_only {
                true => Walk::Stop,
                false => Walk::Skip,
            }
        };
        let pair = HierarchyPair {
            hierarchies: [a, b],
            faces: [fixed, moving].map(|k| &faces.faces[k]),
            frame: &frame,
        };
        self.walk.pairs(&pair, work, visit);
    }
}

/// Adds a contact. Returns true if the faces meet.
fn add(
    bodies: &collision::BodyPair,
    [face_a, face_b]: [u32; 2],
    kind: Interference,
    found: &mut Findings,
) -> bool {
    let pair = FacePair {
        bodies: *bodies,
        face_a,
        face_b,
    };
    found.add_contact(pair, kind);
    kind != Interference::Apart
}

/// Faces of two bodies, with their maps to world space.
#[derive(Debug)]
struct WorldFaces<'a> {
    faces: [FaceVertices<'a>; 2],
    maps: [WorldMap; 2],
}

impl<'a> WorldFaces<'a> {
    fn new(pair: &'a PosedPair<'_, PreparedBvh>) -> WorldFaces<'a> {
        WorldFaces {
            faces: [0, 1].map(|k| pair.posed[k].faces(pair.models[k])),
            maps: pair.posed.each_ref().map(|posed| posed.map),
        }
    }

    /// Decides a pair of faces exactly.
    fn test(&self, faces: [u32; 2], work: &mut BvhWork) -> Interference {
        let [a, b] = [0, 1].map(|k| {
            let corners = self.faces[k].corners(faces[k]);
            let [p, q, r] = corners.map(|corner| self.maps[k].apply(corner));
            Triangle::new(p, q, r)
        });
        work.vertices_moved += 6;
        work.face_pair_tests += 1;
        interference_counted(&a, &b, &mut work.exact_fallbacks)
    }
}
