//! The time-critical detector [Hubbard96 §4]: refines the hierarchies of colliding bodies level by
//! level until the budget is spent, and says what it then knows.

use crate::frontier::Start;
use crate::leaf_faces::WorldFaces;
use crate::placement::{Placed, Relative};
use crate::schedule::Schedule;
use crate::search::{Scene, Search};
use crate::shape::{BodyState, Shape};
use crate::{Coverage, SphereTree};
use broad_phase::{BroadPhase, SortedAxis};
use collision::{
    Accepts, Body, BodyId, BodyPair, Claim, Detector, Findings, Frame, Grain, Instant, Meaning,
    Profile, Step, Unsupported,
};
use geometry::{Aabb, Mesh, Vec3};
use std::sync::Arc;

/// Builds the sphere-trees of a detector.
pub trait TreeBuilder: Send {
    /// The tree of a mesh.
    fn build(&mut self, mesh: &Mesh) -> SphereTree;

    /// The policy that every tree it builds keeps at least.
    fn coverage(&self) -> Coverage;
}

/// The time-critical detector [Hubbard96 §4], with the trees that its builder gives.
///
/// With an unlimited budget, and trees whose coverage misses nothing, it finds the exact set of face
/// pairs. With a smaller
/// budget it gives, for each pair of bodies whose bounding spheres collide, a certificate of what is
/// known, and the spheres on which it stopped. The bodies are rigid.
pub struct TimeCritical {
    name: &'static str,
    builder: Box<dyn TreeBuilder>,
    bodies: Vec<BodyState>,
    shapes: Vec<Shape>,
    broad_phase: SortedAxis,
    boxes: Vec<Aabb>,
    candidates: Vec<BodyPair>,
    search: Search,
    frame: u64,
}

impl std::fmt::Debug for TimeCritical {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TimeCritical")
            .field("name", &self.name)
            .field("bodies", &self.bodies.len())
            .finish_non_exhaustive()
    }
}

impl TimeCritical {
    /// The paper's detector, round-robin and from the roots, over trees of this builder; `name` is its
    /// name on the command line and in rows.
    pub fn new(name: &'static str, builder: impl TreeBuilder + 'static) -> TimeCritical {
        TimeCritical {
            name,
            builder: Box::new(builder),
            bodies: Vec::new(),
            shapes: Vec::new(),
            broad_phase: SortedAxis::default(),
            boxes: Vec::new(),
            candidates: Vec::new(),
            search: Search::default(),
            frame: 0,
        }
    }

    /// The same with another order of refinement.
    #[must_use]
    pub fn with_schedule(mut self, schedule: Schedule) -> TimeCritical {
        self.search.set_schedule(schedule);
        self
    }

    /// The same with another start of each search.
    #[must_use]
    pub fn with_start(mut self, start: Start) -> TimeCritical {
        self.search.set_start(start);
        self
    }

    /// The tree of a body, which the spheres of findings are indices into.
    ///
    /// # Panics
    /// When `prepare` was given no such body.
    pub fn tree(&self, body: BodyId) -> &SphereTree {
        &self.shapes[self.bodies[body.index()].shape].tree
    }

    fn place_bodies(&mut self, frame: &Frame<'_>) {
        assert_eq!(
            frame.poses.len(),
            self.bodies.len(),
            "a frame has one pose per body"
        );
        self.boxes.clear();
        for (body, pose) in self.bodies.iter_mut().zip(frame.poses) {
            let shape = &self.shapes[body.shape];
            body.placed = Placed::new(pose, shape.extent);
            let root = shape.tree.ball(0);
            let center = body.placed.map.apply(root.center);
            let reach = Vec3::splat(root.radius + body.placed.rounding());
            self.boxes.push(Aabb::new(center - reach, center + reach));
        }
    }

    /// "The algorithm detects collisions between the level-0 spheres" [§4.1].
    fn find_pairs(&mut self, frame: &Frame<'_>, found: &mut Findings) {
        let candidates = match frame.candidates {
            Some(candidates) => candidates,
            None => {
                self.broad_phase
                    .pairs(&self.boxes, &mut self.candidates, &mut found.work);
                &self.candidates
            }
        };
        found.work.overlap_regions += candidates.len() as u64;
        for pair in candidates {
            let [a, b] = [pair.a, pair.b].map(|body| &self.bodies[body.index()]);
            let shapes = [a, b].map(|body| &self.shapes[body.shape]);
            let b_in_a = Relative::between(&a.placed, &b.placed);
            self.search.meet_roots(*pair, shapes, b_in_a, found);
        }
    }
}

impl Detector for TimeCritical {
    fn profile(&self) -> Profile {
        Profile {
            name: self.name,
            source: "Hubbard96 §4",
            summary: "spheres in hierarchies, refined level by level under a budget, then faces",
            grain: Grain::FacePairs,
            meaning: Meaning::Surfaces,
            instant: Instant::Now,
            accepts: Accepts {
                deforming: false,
                ..Accepts::ANYTHING
            },
            claim: if self.builder.coverage().misses_nothing() {
                Claim::Exact
            } else {
                Claim::WithinBound
            },
            supports_budgets: true,
        }
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        self.bodies.clear();
        self.shapes.clear();
        if let Some(body) = bodies.iter().find(|body| body.deforms) {
            return Err(Unsupported::NotRigid {
                body: body.id,
                name: body.name.clone(),
            });
        }
        for body in bodies {
            let same = |shape: &Shape| Arc::ptr_eq(&shape.mesh, &body.mesh);
            let shape = self.shapes.iter().position(same).unwrap_or_else(|| {
                let tree = self.builder.build(&body.mesh);
                self.shapes.push(Shape::new(body.mesh.clone(), tree));
                self.shapes.len() - 1
            });
            self.bodies.push(BodyState {
                shape,
                placed: Placed::new(&geometry::Pose::IDENTITY, 0.0),
                faces: WorldFaces::new(body.mesh.face_count()),
            });
        }
        let spheres = self.shapes.iter().map(|s| s.tree.len()).max();
        let faces = self.shapes.iter().map(|s| s.mesh.face_count()).max();
        self.search
            .reserve(spheres.unwrap_or(0), faces.unwrap_or(0));
        self.broad_phase = SortedAxis::default();
        self.frame = 0;
        Ok(())
    }

    fn detect(&mut self, frame: &Frame<'_>, found: &mut Findings) {
        found.clear();
        self.search.clear();
        self.frame += 1;
        frame.probe.begin(Step::Update);
        self.place_bodies(frame);
        frame.probe.begin(Step::OverlapRegions);
        self.find_pairs(frame, found);

        let (bodies, shapes) = (&mut self.bodies[..], &self.shapes[..]);
        let mut scene = Scene {
            bodies,
            shapes,
            number: self.frame,
        };
        self.search.run(&mut scene, frame, found);
        found.finish();
    }
}
