//! The time-critical detector [Hubbard96 §4]: refines the hierarchies of colliding bodies level by
//! level until the budget is spent, and says what it then knows.

use crate::frontier::{Frontiers, Start};
use crate::leaf_faces::{LeafFaces, Side, WorldFaces};
use crate::placement::{Placed, Relative};
use crate::refinement::{Apart, Knowledge, Lists, Look, Meeting, Refinement};
use crate::schedule::{Cutoff, Queue, Schedule, allows};
use crate::solidity::{Inside, Solid, Solidity};
use crate::{Coverage, SphereTree};
use broad_phase::{BroadPhase, SortedAxis};
use detector::{
    Accepts, Body, BodyId, BodyPair, Certificate, Claim, Contained, Detector, Findings, Frame,
    Grain, Instant, Known, Meaning, Profile, SphereContact, Step, Unsupported,
};
use geometry::{Aabb, Mesh, Vec3};
use std::ops::Range;
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
    start: Start,
    bodies: Vec<BodyState>,
    shapes: Vec<Shape>,
    broad_phase: SortedAxis,
    boxes: Vec<Aabb>,
    candidates: Vec<BodyPair>,
    search: Search,
    frame: u64,
}

/// A body of the scene.
struct BodyState {
    shape: usize,
    placed: Placed,
    faces: WorldFaces,
}

/// A mesh, which several bodies may share, with all that is prepared of it.
struct Shape {
    mesh: Arc<Mesh>,
    tree: SphereTree,
    face_boxes: Vec<Aabb>,
    solidity: Solidity,
    /// For each sphere, how far it reaches out of its parent.
    outside_parent: Vec<f64>,
    /// Of a ball about the local origin that holds all faces and all spheres.
    extent: f64,
    /// Of a ball about the root's center that holds all centers.
    spread: f64,
}

/// The search of one frame, and its buffers.
struct Search {
    pairs: Vec<Pairing>,
    queue: Queue,
    refinement: Refinement,
    /// Pairs of spheres that are apart, when they are to be remembered.
    apart: Option<Vec<Apart>>,
    /// Which of them each step has added, by body pair.
    apart_of: Vec<(u32, Range<usize>)>,
    faces: LeafFaces,
    frontiers: Frontiers,
    world_vertices: Vec<Vec3>,
}

/// Two bodies whose bounding spheres collide, and how far their search is.
struct Pairing {
    pair: BodyPair,
    b_in_a: Relative,
    misses_nothing: bool,
    stage: Stage,
    known: Knowledge,
    apart: bool,
    contacts: bool,
    faces_listed: bool,
    /// The colliding spheres of the last level, in the findings' list of all.
    colliding: Range<usize>,
    /// Those of them that are told: of interfering faces, only the leaves that hold them.
    told: Range<usize>,
    /// Of those that are told, the pair of smallest estimate.
    nearest: Option<[u32; 2]>,
    /// Faces that are still to be compared, in the list of all.
    tasks: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Start at the frontier of the previous frame.
    Resume,
    /// Go one level down.
    Refine,
    /// List the faces in colliding leaves, and compare the first of them.
    ListFaces,
    /// Compare more of them.
    Faces,
    /// Ask whether one solid holds a part of the other.
    Solids,
    /// Nothing more can be known.
    Done,
}

impl TimeCritical {
    /// The paper's detector, round-robin and from the roots, over trees of this builder; `name` is its
    /// name on the command line and in rows.
    pub fn new(name: &'static str, builder: impl TreeBuilder + 'static) -> TimeCritical {
        TimeCritical {
            name,
            builder: Box::new(builder),
            start: Start::Root,
            bodies: Vec::new(),
            shapes: Vec::new(),
            broad_phase: SortedAxis::default(),
            boxes: Vec::new(),
            candidates: Vec::new(),
            search: Search {
                pairs: Vec::new(),
                queue: Queue::new(Schedule::RoundRobin),
                refinement: Refinement::default(),
                apart: None,
                apart_of: Vec::new(),
                faces: LeafFaces::default(),
                frontiers: Frontiers::default(),
                world_vertices: Vec::new(),
            },
            frame: 0,
        }
    }

    /// The same with another order of refinement.
    #[must_use]
    pub fn with_schedule(mut self, schedule: Schedule) -> TimeCritical {
        self.search.queue = Queue::new(schedule);
        self
    }

    /// The same with another start of each search.
    #[must_use]
    pub fn with_start(mut self, start: Start) -> TimeCritical {
        self.start = start;
        self.search.apart = (start == Start::Frontier).then(Vec::new);
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
        self.search.refinement.reserve(spheres.unwrap_or(0));
        self.search.faces.reserve(faces.unwrap_or(0));
        self.search.frontiers.clear();
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
        // "every collision be refined at least once", whatever the budget [§4.2].
        for index in 0..self.search.pairs.len() as u32 {
            let cutoff = Cutoff::never();
            self.search.step(index, cutoff, &mut scene, frame, found);
        }
        while !self.search.queue.is_empty() && allows(&frame.budget, &found.work) {
            if let Some(index) = self.search.queue.pop() {
                let cutoff = Cutoff::new(frame.budget, &found.work);
                self.search.step(index, cutoff, &mut scene, frame, found);
            }
        }
        self.search.report(&scene, found);
        if self.start == Start::Frontier {
            self.search.remember(found);
        }
        found.finish();
    }
}

/// The bodies where the frame puts them.
struct Scene<'a> {
    bodies: &'a mut [BodyState],
    shapes: &'a [Shape],
    /// A number that no other frame has.
    number: u64,
}

impl Scene<'_> {
    fn shapes_of(&self, pair: BodyPair) -> [&Shape; 2] {
        [pair.a, pair.b].map(|body| &self.shapes[self.bodies[body.index()].shape])
    }

    fn solids_of(&self, pair: BodyPair) -> [Solid<'_>; 2] {
        [pair.a, pair.b].map(|body| {
            let body = &self.bodies[body.index()];
            let shape = &self.shapes[body.shape];
            Solid {
                solidity: &shape.solidity,
                mesh: &shape.mesh,
                placed: &body.placed,
            }
        })
    }

    /// A seen from B.
    fn a_in_b(&self, pair: BodyPair) -> Relative {
        let [a, b] = [pair.a, pair.b].map(|body| &self.bodies[body.index()].placed);
        Relative::between(b, a)
    }

    fn sides_of(&mut self, pair: BodyPair) -> [Side<'_>; 2] {
        let shapes = self.shapes;
        let bodies = self
            .bodies
            .get_disjoint_mut([pair.a.index(), pair.b.index()])
            .expect("a pair is of two bodies");
        bodies.map(|body| {
            let shape = &shapes[body.shape];
            Side {
                mesh: &shape.mesh,
                tree: &shape.tree,
                map: &body.placed.map,
                faces: &mut body.faces,
            }
        })
    }
}

impl Shape {
    fn new(mesh: Arc<Mesh>, tree: SphereTree) -> Shape {
        let face_boxes = (0..mesh.face_count()).map(|i| mesh.triangle(i).aabb());
        let reach = |node: u32| tree.ball(node).center.length() + tree.ball(node).radius;
        let nodes = 0..tree.len() as u32;
        let farthest = nodes.map(reach).fold(0.0, f64::max);
        let corner = mesh.aabb().magnitude() * 3f64.sqrt();
        let root = tree.centers[0];
        let distances = tree.centers.iter().map(|c| c.distance(root));
        Shape {
            face_boxes: face_boxes.collect(),
            solidity: Solidity::of(&mesh),
            extent: farthest.max(corner),
            outside_parent: outside_parent(&tree),
            spread: distances.fold(0.0, f64::max),
            mesh,
            tree,
        }
    }
}

/// Rounded up by far more than the rounding of a distance.
fn outside_parent(tree: &SphereTree) -> Vec<f64> {
    let mut outside = vec![0.0; tree.len()];
    for parent in 0..tree.len() as u32 {
        let larger = tree.ball(parent);
        for node in tree.children(parent) {
            let ball = tree.ball(node);
            let reach = larger.center.distance(ball.center) + ball.radius;
            let scale = larger.center.abs().max_element() + reach;
            let beyond = reach - larger.radius + 32.0 * f64::EPSILON * scale;
            outside[node as usize] = beyond.max(0.0);
        }
    }
    outside
}

fn meeting<'a>([a, b]: [&'a Shape; 2], b_in_a: &'a Relative) -> Meeting<'a> {
    Meeting {
        a: &a.tree,
        b: &b.tree,
        b_in_a,
        outside_parent: &a.outside_parent,
    }
}

impl Search {
    fn clear(&mut self) {
        self.pairs.clear();
        self.queue.clear();
        if let Some(apart) = &mut self.apart {
            apart.clear();
        }
        self.apart_of.clear();
        self.faces.clear();
    }

    /// Adds the pair to those that are searched, if the roots of its trees collide.
    fn meet_roots(
        &mut self,
        pair: BodyPair,
        shapes: [&Shape; 2],
        b_in_a: Relative,
        found: &mut Findings,
    ) {
        let [a, b] = shapes;
        let meeting = meeting([a, b], &b_in_a);
        let mut known = Knowledge::NOTHING;
        self.refinement.begin_step();
        let work = &mut found.work;
        let look = self.refinement.look(&meeting, [0, 0], &mut known, work);
        let Look::Collide(roots) = look else {
            return;
        };
        let first = found.spheres.len();
        found.spheres.push(roots);
        let remembered = self.frontiers.of(pair);
        let stage = if remembered.is_some() {
            Stage::Resume
        } else {
            next_below(&meeting, &[roots])
        };
        self.pairs.push(Pairing {
            pair,
            b_in_a,
            misses_nothing: [a, b].iter().all(|s| s.tree.coverage.misses_nothing()),
            stage,
            known,
            apart: false,
            contacts: false,
            faces_listed: false,
            colliding: first..first + 1,
            told: first..first + 1,
            nearest: Some([0, 0]),
            tasks: 0..0,
        });
    }

    /// One step for one pair of bodies; queues it again if there is more to be known.
    fn step(
        &mut self,
        index: u32,
        cutoff: Cutoff,
        scene: &mut Scene,
        frame: &Frame<'_>,
        found: &mut Findings,
    ) {
        found.work.refinement_steps += 1;
        frame.probe.begin(match self.pairs[index as usize].stage {
            Stage::Resume | Stage::Refine => Step::Refinement,
            Stage::ListFaces | Stage::Faces => Step::FacePairs,
            Stage::Solids | Stage::Done => Step::Containment,
        });
        if self.pairs[index as usize].stage == Stage::Resume {
            self.resume(index, scene, frame, found);
        }
        self.go_on(index, cutoff, scene, frame, found);
        let now = &self.pairs[index as usize];
        if now.stage != Stage::Done {
            let bound = (!now.known.interfering).then_some(now.known.bound);
            self.queue.push(index, bound);
        }
    }

    /// What the stage asks for. A frontier is compared and left in one step, so that a pair at rest is
    /// refined by as many levels in each frame as from the roots.
    fn go_on(
        &mut self,
        index: u32,
        cutoff: Cutoff,
        scene: &mut Scene,
        frame: &Frame<'_>,
        found: &mut Findings,
    ) {
        match self.pairs[index as usize].stage {
            Stage::Refine => self.refine(index, cutoff, scene, frame, found),
            Stage::ListFaces => {
                self.list_faces(index, cutoff, scene, found);
                self.compare_faces(index, scene, frame, found);
            }
            Stage::Faces => self.compare_faces(index, scene, frame, found),
            Stage::Solids => self.ask_solids(index, scene, frame, found),
            Stage::Resume | Stage::Done => {}
        }
    }

    /// One level down, for all pairs of spheres that collide [§4.1]. When it is cut off, what it has
    /// learned of the bodies stays, and the spheres are those of the level above (D19).
    fn refine(
        &mut self,
        index: u32,
        mut cutoff: Cutoff,
        scene: &Scene,
        frame: &Frame<'_>,
        found: &mut Findings,
    ) {
        let now = &mut self.pairs[index as usize];
        let b_in_a = now.b_in_a;
        let meeting = meeting(scene.shapes_of(now.pair), &b_in_a);
        let (first, first_apart) = (found.spheres.len(), len_of(&self.apart));
        self.refinement.begin_step();
        for i in now.colliding.clone() {
            if cutoff.reached(&found.work) {
                found.spheres.truncate(first);
                if let Some(apart) = &mut self.apart {
                    apart.truncate(first_apart);
                }
                return;
            }
            let contact = found.spheres[i];
            let mut lists = Lists {
                colliding: &mut found.spheres,
                apart: self.apart.as_mut(),
            };
            let work = &mut found.work;
            self.refinement
                .refine(&meeting, contact, &mut now.known, &mut lists, work);
        }
        self.end_level(index, first, first_apart, scene, frame, found);
    }

    /// Compares the spheres on which the previous frame stopped, but for those that cannot have met.
    fn resume(&mut self, index: u32, scene: &Scene, frame: &Frame<'_>, found: &mut Findings) {
        let now = &mut self.pairs[index as usize];
        let [a, b] = scene.shapes_of(now.pair);
        let meeting = meeting([a, b], &now.b_in_a);
        let remembered = self.frontiers.of(now.pair).expect("it is remembered");
        let before = &remembered.b_in_a;
        let motion = now.b_in_a.motion(before, b.tree.centers[0], b.spread);
        let moved = motion + now.b_in_a.pad + before.pad;
        let (first, first_apart) = (found.spheres.len(), len_of(&self.apart));
        let mut lists = Lists {
            colliding: &mut found.spheres,
            apart: self.apart.as_mut(),
        };
        let work = &mut found.work;
        self.refinement.begin_step();
        let looked_at = [Some(remembered.known.nearest), remembered.known.inside];
        for spheres in looked_at.into_iter().flatten() {
            self.refinement
                .look(&meeting, spheres, &mut now.known, work);
        }
        for old in self.frontiers.spheres(remembered) {
            let (spheres, gap) = (old.spheres, old.gap - moved);
            if gap > now.b_in_a.pad
                && let Some(apart) = &mut lists.apart
            {
                apart.push(Apart { spheres, gap });
            } else {
                self.refinement
                    .compare(&meeting, spheres, &mut now.known, &mut lists, work);
            }
        }
        now.known.level = remembered.known.level;
        self.end_level(index, first, first_apart, scene, frame, found);
    }

    /// Notes what a step down has left, and what comes next.
    fn end_level(
        &mut self,
        index: u32,
        first: usize,
        first_apart: usize,
        scene: &Scene,
        frame: &Frame<'_>,
        found: &Findings,
    ) {
        let apart = first_apart..len_of(&self.apart);
        if !apart.is_empty() {
            self.apart_of.push((index, apart));
        }
        let now = &mut self.pairs[index as usize];
        now.colliding = first..found.spheres.len();
        now.tell(now.colliding.clone(), found);
        let meeting = meeting(scene.shapes_of(now.pair), &now.b_in_a);
        if now.colliding.is_empty() {
            now.settle_surfaces(scene, frame);
        } else {
            now.stage = next_below(&meeting, &found.spheres[first..]);
        }
    }

    /// When it is cut off, nothing is listed (D19).
    fn list_faces(&mut self, index: u32, cutoff: Cutoff, scene: &Scene, found: &mut Findings) {
        let now = &mut self.pairs[index as usize];
        let [a, b] = scene.shapes_of(now.pair);
        let meeting = meeting([a, b], &now.b_in_a);
        let (colliding, leaves) = (&found.spheres, now.colliding.clone());
        let (boxes, work) = (&a.face_boxes, &mut found.work);
        let tasks = self
            .faces
            .list(&meeting, boxes, colliding, leaves, cutoff, work);
        if let Some(tasks) = tasks {
            now.tasks = tasks;
            now.faces_listed = true;
        }
    }

    fn compare_faces(
        &mut self,
        index: u32,
        scene: &mut Scene,
        frame: &Frame<'_>,
        found: &mut Findings,
    ) {
        let now = &mut self.pairs[index as usize];
        if !now.faces_listed {
            return;
        }
        let (contacts, number) = (found.contacts.len(), scene.number);
        let faces_level = now.level(scene);
        let sides = scene.sides_of(now.pair);
        self.faces
            .compare(now.pair, sides, &mut now.tasks, faces_level, number, found);
        now.contacts |= found.contacts.len() > contacts;
        now.known.interfering |= now.contacts;
        if !now.tasks.is_empty() {
            now.stage = Stage::Faces;
        } else if now.contacts {
            now.tell_leaves_of_contacts(faces_level, found);
            now.stage = Stage::Done;
        } else {
            now.settle_surfaces(scene, frame);
        }
    }

    /// The surfaces do not meet: does a solid hold a part of the other body?
    fn ask_solids(
        &mut self,
        index: u32,
        scene: &mut Scene,
        frame: &Frame<'_>,
        found: &mut Findings,
    ) {
        let now = &mut self.pairs[index as usize];
        let ([a, b], a_in_b) = (scene.solids_of(now.pair), scene.a_in_b(now.pair));
        let (world, work) = (&mut self.world_vertices, &mut found.work);
        let of_a = b.holds(&a, &a_in_b, world, work);
        let of_b = a.holds(&b, &now.b_in_a, world, work);
        now.known.interfering |= [of_a, of_b] != [Inside::None; 2];
        now.apart = now.misses_nothing && !now.known.interfering;
        if frame.containment && now.misses_nothing {
            if of_a == Inside::All {
                found.add_bodies(now.pair, Some(Contained::AInB));
            } else if of_b == Inside::All {
                found.add_bodies(now.pair, Some(Contained::BInA));
            }
        }
        now.stage = Stage::Done;
    }

    /// Certificates of all pairs. This comes after the deadline: it takes time for each pair, and none
    /// for each sphere.
    fn report(&self, scene: &Scene, found: &mut Findings) {
        for now in &self.pairs {
            let certificate = now.certificate(scene);
            if matches!(certificate.known, Known::Undecided { .. }) {
                found.undecided.push(now.pair);
            }
            found.certificates.push(certificate);
        }
    }

    /// Keeps where each search has ended, for the next frame.
    fn remember(&mut self, found: &Findings) {
        let by_pair_in_order = |(pair, range): &(u32, Range<usize>)| (*pair, range.start);
        self.apart_of.sort_unstable_by_key(by_pair_in_order);
        let apart: &[Apart] = self.apart.as_deref().unwrap_or_default();
        for (index, now) in (0u32..).zip(&self.pairs) {
            let first = self.apart_of.partition_point(|(pair, _)| *pair < index);
            let of_pair = self.apart_of[first..].iter();
            let of_pair = of_pair.take_while(|(pair, _)| *pair == index);
            let spheres = of_pair.flat_map(|(_, range)| &apart[range.clone()]);
            let colliding = &found.spheres[now.colliding.clone()];
            self.frontiers
                .remember(now.pair, now.b_in_a, now.known, spheres.copied(), colliding);
        }
        self.frontiers.turn();
    }
}

/// What is done with colliding spheres next: another level, or the faces when all are leaves.
fn next_below(meeting: &Meeting, colliding: &[SphereContact]) -> Stage {
    let leaves = |contact: &SphereContact| {
        let [a, b] = contact.spheres;
        meeting.a.is_leaf(a) && meeting.b.is_leaf(b)
    };
    if colliding.iter().all(leaves) {
        Stage::ListFaces
    } else {
        Stage::Refine
    }
}

fn len_of(apart: &Option<Vec<Apart>>) -> usize {
    apart.as_ref().map_or(0, Vec::len)
}

impl Pairing {
    /// These spheres are what a certificate points to.
    fn tell(&mut self, spheres: Range<usize>, found: &Findings) {
        let told = found.spheres[spheres.clone()].iter();
        let nearest = told.min_by(|s, t| s.estimate.total_cmp(&t.estimate));
        self.nearest = nearest.map(|contact| contact.spheres);
        self.told = spheres;
    }

    /// Faces have shown which of the leaves matter.
    fn tell_leaves_of_contacts(&mut self, faces_level: u8, found: &mut Findings) {
        let first = found.spheres.len();
        for i in self.colliding.clone() {
            let contact = found.spheres[i];
            if contact.level == faces_level {
                found.spheres.push(contact);
            }
        }
        self.tell(first..found.spheres.len(), found);
    }

    fn certificate(&self, scene: &Scene) -> Certificate {
        let known = self.known();
        let nothing_meets = self.stage == Stage::Done && !self.known.interfering;
        let tells = known != Known::Apart && !nothing_meets;
        let in_world = |[a, b]: [u32; 2]| {
            let center = |body: BodyId, node: u32| {
                let body = &scene.bodies[body.index()];
                let local = scene.shapes[body.shape].tree.centers[node as usize];
                body.placed.map.apply(local)
            };
            [center(self.pair.a, a), center(self.pair.b, b)]
        };
        Certificate {
            pair: self.pair,
            known,
            level: self.level(scene),
            spheres: match tells {
                true => [self.told.start as u32, self.told.end as u32],
                false => [0; 2],
            },
            centers: self.nearest.filter(|_| tells).map(in_world),
        }
    }

    /// No spheres, or no faces, are left that might meet. Under a policy that misses nothing the
    /// surfaces are apart then, and so are the solids unless one holds a part of the other; under the
    /// paper's they are known to be apart only where their boxes are (D15).
    fn settle_surfaces(&mut self, scene: &Scene, frame: &Frame<'_>) {
        let [a, b] = scene.solids_of(self.pair);
        let boxes_apart = || {
            let (of_a, of_b) = (a.solidity.bounds(), b.solidity.bounds());
            self.b_in_a.boxes_apart(of_a, of_b)
        };
        let asked = frame.containment || !self.known.interfering;
        let might_hold = || {
            let a_in_b = scene.a_in_b(self.pair);
            b.might_hold(&a, &a_in_b) || a.might_hold(&b, &self.b_in_a)
        };
        if asked && might_hold() {
            self.stage = Stage::Solids;
        } else {
            self.apart = !self.known.interfering && (self.misses_nothing || boxes_apart());
            self.stage = Stage::Done;
        }
    }

    fn known(&self) -> Known {
        if self.known.interfering {
            Known::Interfering
        } else if self.apart {
            Known::Apart
        } else {
            let bound = self.known.bound;
            Known::Undecided { bound }
        }
    }

    fn level(&self, scene: &Scene) -> u8 {
        let [a, b] = scene.shapes_of(self.pair);
        if self.faces_listed {
            a.tree.depth().max(b.tree.depth()) + 1
        } else {
            self.known.level
        }
    }
}
