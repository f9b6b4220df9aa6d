//! Octree update: transformed black nodes of precomputed face octrees [Smith95 §4.3.2].
//!
//! Good for rigid bodies with many small faces in few nodes, poor for faces that reach many nodes.
//! With `b` listed black nodes and `l` levels: at most `8b` node tests per split cube and `8^l`
//! voxels. A voxel that two nodes share costs the product of their face lists. The essence:
//! 1. Before motion, build the face octree of each body in its local space.
//! 2. Each frame, transform the black nodes and list those that meet overlap regions.
//! 3. Subdivide the world cube as the face octree does, with transformed nodes instead of faces.
//! 4. For each pair of nodes that share a voxel, list the pairs of their faces.
//! 5. Check each unique face pair exactly.

use crate::counters::{FACE_CHECKLIST, OctreeWork, SUBDIVISION};
use crate::face_bintree::FaceBintree;
use crate::face_pair_check::check_face_pair;
use crate::face_pairs_by_boxes::FacePairsByBoxes;
use crate::listed_nodes::{ListedNodes, NodeFaces};
use crate::local_octree::LocalOctree;
use crate::node_trees::NodeTrees;
use crate::overlap_regions::OverlapRegions;
use crate::pair_list::PairList;
use crate::subdivision::{MAX_LEVEL, Subdivision};
use crate::workers::{PieceLists, Spares, Team, Workers, sum};
use crate::world_cube::world_cube;
use crate::world_node::WorldNode;
use broad_phase::AllPairs;
use collision::workers::PARALLEL_FROM_INSTRUCTIONS;
use collision::{
    Body, BodyId, BroadPhase, Contact, Detector, FacePair, Findings, Frame, Profile, Query, Step,
    Unsupported, World,
};
use geometry::{Aabb, Interference, PosedExtent, RelativePose, WorldMap};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Deepest level of a body's own octree. Beyond it memory ends: at level 10, the octrees of two
/// cubes of 12 faces take over a gigabyte.
pub const MAX_LOCAL_LEVEL: u32 = 7;

/// Depths of both octrees. Both are 6 by default: "In all experiments described in this section,
/// face octrees were built to resolution level 6" [§4].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub struct OctreeUpdateOptions {
    /// Number of halvings of the world cube, at most [`MAX_LEVEL`].
    pub level: u32,
    /// Number of halvings of each body's cube in `prepare`, at most [`MAX_LOCAL_LEVEL`]. A face as
    /// large as its body meets about `4^local_level` nodes: 4096 at level 6.
    pub local_level: u32,
}

impl Default for OctreeUpdateOptions {
    fn default() -> Self {
        OctreeUpdateOptions {
            level: 6,
            local_level: 6,
        }
    }
}

/// Octree update [Smith95 §4.3.2, \[28\]]: "substitutes precomputed face octree black nodes for
/// faces in checking for intersection with overlap regions and standard octree nodes". Rigid bodies
/// only.
///
/// With [`Query::workers`] above one, threads share steps 2 to 5. First contacts are looked for on
/// one.
#[derive(Debug)]
pub struct OctreeUpdate {
    options: OctreeUpdateOptions,
    broad_phase: AllPairs,
    octrees: Vec<LocalOctree>,
    world: World,
    regions: OverlapRegions,
    nodes: Vec<WorldNode>,
    subdivision: Subdivision,
    /// World boxes of the faces of each body. Empty for a body without listed nodes.
    boxes: Vec<Vec<Aabb>>,
    pairs: PairList<FacePair>,
    bintree: FaceBintree,
    /// For first contacts.
    trees: NodeTrees,
    near: FacePairsByBoxes,
    workers: Workers,
    buffers: ThreadBuffers,
    /// [`instructions`] of the last frame with all contacts.
    before: u64,
}

/// Buffers of the threads that share a frame.
#[derive(Debug, Default)]
struct ThreadBuffers {
    nodes: PieceLists<WorldNode>,
    pairs: Spares<PairList<FacePair>>,
    contacts: PieceLists<Contact>,
}

/// Number of nodes that a thread tests against overlap regions at once: about 20 µs of work.
const NODES_AT_ONCE: usize = 512;

/// Number of pairs of nodes or of faces that a thread takes at once: about 20 µs of work.
const PAIRS_AT_ONCE: usize = 128;

/// Returns an estimate of the instructions that a frame with this work takes. It decides only
/// whether threads share the next one.
///
/// Measured by callgrind in a release build: one frame of two spheres of 960 faces (111 million)
/// and one of two of 528 that overlap deeply (271 million), solved for the first two weights.
fn instructions(work: &OctreeWork) -> u64 {
    280 * (work.region_tests + work.cube_tests) + 220 * work.pairs_met + 600 * work.face_pair_tests
}

impl Default for OctreeUpdate {
    fn default() -> Self {
        OctreeUpdate::published()
    }
}

impl OctreeUpdate {
    /// Returns the detector with the paper's settings: level 6 for both octrees.
    pub fn published() -> OctreeUpdate {
        OctreeUpdate::with_options(OctreeUpdateOptions::default())
    }

    /// Returns the detector with other depths.
    ///
    /// # Panics
    /// If the level exceeds [`MAX_LEVEL`], or the local level [`MAX_LOCAL_LEVEL`].
    pub fn with_options(options: OctreeUpdateOptions) -> OctreeUpdate {
        let OctreeUpdateOptions { level, local_level } = options;
        assert!(level <= MAX_LEVEL, "level {level} exceeds {MAX_LEVEL}");
        assert!(
            local_level <= MAX_LOCAL_LEVEL,
            "local level {local_level} exceeds {MAX_LOCAL_LEVEL}"
        );
        OctreeUpdate {
            options,
            broad_phase: AllPairs::default(),
            octrees: Vec::new(),
            world: World::default(),
            regions: OverlapRegions::default(),
            nodes: Vec::new(),
            subdivision: Subdivision::default(),
            boxes: Vec::new(),
            pairs: PairList::default(),
            bintree: FaceBintree::default(),
            trees: NodeTrees::default(),
            near: FacePairsByBoxes::default(),
            workers: Workers::default(),
            buffers: ThreadBuffers::default(),
            before: 0,
        }
    }

    /// Returns the precomputed octree of each body.
    pub fn octrees(&self) -> &[LocalOctree] {
        &self.octrees
    }

    /// Lists the black nodes that meet overlap regions: the "node check list".
    ///
    /// "determines the black nodes from the precomputed face octrees which intersect with the
    /// overlap regions"
    fn list_nodes(&mut self, team: Team, frame: &Frame<'_>, work: &mut OctreeWork) {
        self.nodes.clear();
        for (i, octree) in self.octrees.iter().enumerate() {
            let body = BodyId(i as u32);
            let regions = self.regions.of(body);
            if regions.is_empty() {
                continue;
            }
            let map = frame.poses()[i].world_map();
            let margin = rounding_margin(octree, &map, &self.world.bounds());
            // D5. Every black node is tested.
            let list = |range: Range<usize>, nodes: &mut Vec<WorldNode>, work: &mut OctreeWork| {
                for (index, node) in (range.start as u32..).zip(&octree.nodes()[range]) {
                    let node = WorldNode::new(body, index, &node.cube, &map);
                    let meets_one = regions.iter().any(|region| {
                        work.region_tests += 1;
                        node.meets(region, margin)
                    });
                    if meets_one {
                        nodes.push(node);
                    }
                }
            };
            let pieces = (octree.nodes().len(), NODES_AT_ONCE);
            self.buffers
                .nodes
                .list(team, pieces, &list, &mut self.nodes, work);
        }
        work.listed += self.nodes.len() as u64;
    }

    /// Lists the face pairs of each pair of nodes that share a voxel.
    ///
    /// "all unique pairs of faces, where the faces are inside a precomputed face list of one of the
    /// transformed black nodes and the faces are from different objects, are enumerated"
    fn list_face_pairs(&mut self, team: Team, work: &mut OctreeWork) {
        let mut pairs = std::mem::take(&mut self.pairs);
        let mut of_threads = std::mem::take(&mut self.buffers.pairs);
        let (lists, subdivision) = (self.node_faces(), &self.subdivision);
        let all = 0..subdivision.pair_count();
        if !team.shares() {
            lists.add(subdivision.pairs_in(all), &mut pairs, work);
            pairs.compact();
            (self.pairs, self.buffers.pairs) = (pairs, of_threads);
            return;
        }
        of_threads.all().for_each(PairList::clear);
        let task = |range| {
            let mut work = OctreeWork::default();
            of_threads.lend(|list| lists.add(subdivision.pairs_in(range), list, &mut work));
            work
        };
        *work += team.fold(all, PAIRS_AT_ONCE, &task, &sum);
        let compact = |_: usize, lists: &mut [&mut PairList<FacePair>]| {
            lists.iter_mut().for_each(|list| list.compact());
        };
        let mut lists: Vec<_> = of_threads.all().collect();
        team.fold_mut(&mut lists, 1, &compact, &|(), ()| ());
        pairs.gather(team, lists.iter().map(|list| list.pairs()));
        (self.pairs, self.buffers.pairs) = (pairs, of_threads);
    }

    /// Returns the lists of faces of the listed nodes.
    fn node_faces(&self) -> NodeFaces<'_> {
        NodeFaces {
            octrees: &self.octrees,
            nodes: &self.nodes,
            boxes: &self.boxes,
        }
    }

    /// Lists all face pairs of bodies with an overlap region whose boxes overlap, instead of the
    /// face pairs of nodes (D8). A superset of the contacts.
    fn list_face_pairs_by_boxes(&mut self, work: &mut OctreeWork) {
        for &bodies in self.regions.pairs() {
            let boxes = |body: BodyId| &*self.boxes[body.index()];
            self.bintree.run(boxes(bodies.a), boxes(bodies.b), work);
            let pair = |&[face_a, face_b]: &[u32; 2]| FacePair {
                bodies,
                face_a,
                face_b,
            };
            for faces in self.bintree.pairs() {
                self.pairs.push(pair(faces));
            }
        }
        self.pairs.compact();
    }

    /// Computes the world boxes of the faces of every body in the node check list (D18).
    fn take_boxes(&mut self) {
        self.boxes.resize_with(self.octrees.len(), Vec::new);
        self.boxes.iter_mut().for_each(Vec::clear);
        for node in &self.nodes {
            let boxes = &mut self.boxes[node.body.index()];
            if boxes.is_empty() {
                let faces = 0..self.world.face_count(node.body);
                boxes.extend(faces.map(|face| self.world.triangle(node.body, face).aabb()));
            }
        }
    }
}

impl Detector for OctreeUpdate {
    fn profile(&self) -> Profile {
        let profile = Profile::new(
            "octree-update",
            "Smith95 §4.3.2",
            "precomputed face octrees, their black nodes transformed and met in a world octree",
        );
        profile.for_rigid_bodies()
    }

    fn world(&self) -> &World {
        &self.world
    }

    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    fn prepare(&mut self, bodies: &[Body]) -> Result<(), Unsupported> {
        // Refused bodies leave none behind.
        self.octrees.clear();
        self.world = World::default();
        self.broad_phase.clear();
        self.trees.clear();
        self.before = 0;
        Unsupported::unless_rigid(bodies)?;
        let build = |b: &Body| LocalOctree::build(b.mesh(), self.options.local_level);
        self.octrees = bodies.iter().map(build).collect();
        self.world = World::new(bodies);
        Ok(())
    }

    fn find(&mut self, frame: &Frame<'_>, query: &Query<'_>, found: &mut Findings) {
        let mut work = OctreeWork::default();
        if query.is_first_contact() {
            self.find_first_contacts(frame, query, &mut work, found);
        } else {
            let pays = query.shares(self.before >= PARALLEL_FROM_INSTRUCTIONS);
            let mut workers = std::mem::take(&mut self.workers);
            workers.run(query.workers.get(), pays, |team| {
                self.find_all_contacts(team, (frame, query), &mut work, found);
            });
            self.workers = workers;
            self.before = instructions(&work);
        }
        work.add_to(&mut found.work);
    }
}

impl OctreeUpdate {
    /// Transforms the nodes near other bodies, lists the pairs of their faces, then tests each, as
    /// published.
    fn find_all_contacts(
        &mut self,
        team: Team,
        (frame, query): (&Frame<'_>, &Query<'_>),
        work: &mut OctreeWork,
        found: &mut Findings,
    ) {
        query.probe.begin(Step::UPDATE, 0);
        self.world.update_on(team, frame, &mut found.work);

        query.probe.begin(Step::OVERLAP_REGIONS, 0);
        let boxes = self.world.boxes();
        self.regions.find(
            Team::ALONE,
            query,
            &mut self.broad_phase,
            boxes,
            &mut found.work,
        );

        query.probe.begin(FACE_CHECKLIST, 0);
        self.list_nodes(team, frame, work);
        if self.nodes.is_empty() {
            return;
        }
        query.probe.begin(SUBDIVISION, 0);
        let cube = world_cube(query.world, &self.world, work);
        self.list_pairs(team, frame, cube, work);

        query.probe.begin(Step::FACE_PAIRS, 0);
        work.listed_pairs += self.pairs.count() as u64;
        let (world, pairs) = (&self.world, self.pairs.pairs());
        let check = |range: Range<usize>, contacts: &mut Vec<Contact>, work: &mut OctreeWork| {
            check_pairs(world, &pairs[range], work, contacts);
        };
        let (pieces, contacts) = ((pairs.len(), PAIRS_AT_ONCE), &mut found.contacts);
        self.buffers
            .contacts
            .list(team, pieces, &check, contacts, work);
    }

    /// Looks for a contact of each two bodies near each other, and transforms only the nodes that
    /// the search comes to (D10).
    fn find_first_contacts(
        &mut self,
        frame: &Frame<'_>,
        query: &Query<'_>,
        work: &mut OctreeWork,
        found: &mut Findings,
    ) {
        query.probe.begin(Step::UPDATE, 0);
        self.trees.place(&self.octrees, &self.world, frame);

        query.probe.begin(Step::OVERLAP_REGIONS, 0);
        let boxes = self.trees.boxes();
        self.regions.find(
            Team::ALONE,
            query,
            &mut self.broad_phase,
            boxes,
            &mut found.work,
        );

        query.probe.begin(SUBDIVISION, 0);
        for pair in self.regions.pairs() {
            let bodies = (&*self.octrees, &self.world);
            if self.trees.find_contact(*pair, bodies, work, found) {
                continue;
            }
            // D8. The boxes of the faces decide.
            for body in [pair.a, pair.b] {
                self.world.move_body(body, frame, &mut found.work);
            }
            self.near.list(&self.world, *pair, work);
            self.near.find_contact(&self.world, *pair, work, found);
        }
    }

    /// Subdivides `cube` for the listed nodes, and lists the pairs of their faces.
    fn list_pairs(&mut self, team: Team, frame: &Frame<'_>, cube: Aabb, work: &mut OctreeWork) {
        let maps = frame.poses().iter().map(|p| p.world_map());
        let margins = maps
            .zip(&self.octrees)
            .map(|(m, o)| rounding_margin(o, &m, &cube));
        let margin = margins.fold(0.0, f64::max);
        let mut listed = ListedNodes {
            nodes: &self.nodes,
            margin,
            regions: &self.regions,
        };
        self.subdivision
            .run_on(team, &mut listed, cube, self.options.level, work);
        self.take_boxes();
        self.pairs.clear();
        if self.subdivision.gave_up() || self.node_faces().are_too_many(self.subdivision.pairs()) {
            self.list_face_pairs_by_boxes(work);
        } else {
            self.list_face_pairs(team, work);
        }
    }
}

/// Returns a bound on the rounding of world vertices and of the test of a transformed node against
/// a box in `world`, in scene units. The bound of [`RelativePose`] leaves room for the ten
/// roundings of the test itself.
fn rounding_margin(octree: &LocalOctree, map: &WorldMap, world: &Aabb) -> f64 {
    let body = PosedExtent::new(*map, octree.root().max_abs_coordinate());
    let world = PosedExtent::world(world.max_abs_coordinate());
    RelativePose::new(&world, &body).coordinate_margin()
}

/// Tests pairs of faces exactly, and adds those that share a point.
fn check_pairs(
    world: &World,
    pairs: &[FacePair],
    work: &mut OctreeWork,
    contacts: &mut Vec<Contact>,
) {
    for pair in pairs {
        let a = world.triangle(pair.bodies.a, pair.face_a);
        let b = world.triangle(pair.bodies.b, pair.face_b);
        let kind = check_face_pair(&a, &b, work);
        if kind != Interference::Apart {
            contacts.push(Contact::new(*pair, kind));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{Pose, Vec3};

    #[test]
    fn cubes_of_the_smallest_size_are_found_if_they_share_a_corner() {
        let least = f64::from_bits(1);
        let vertices = scenes::bodies::cube(2.0).vertices().to_vec();
        let upper = |x: f64| if x > 0.0 { least } else { 0.0 };
        let tiny = vertices
            .iter()
            .map(|p| Vec3::new(upper(p.x), upper(p.y), upper(p.z)));
        let triangles = scenes::bodies::cube(2.0).triangles().to_vec();
        let tiny = std::sync::Arc::new(geometry::Mesh::new(tiny.collect(), triangles).unwrap());
        let bodies = [
            Body::rigid("still", tiny.clone()),
            Body::rigid("moved", tiny),
        ];
        let mut detector = OctreeUpdate::published();
        detector.prepare(&bodies).unwrap();
        let mut found = Findings::default();
        let poses = [Pose::IDENTITY, Pose::at(Vec3::splat(least))];
        detector
            .detect(&Frame::new(&poses).unwrap(), &Query::default(), &mut found)
            .unwrap();
        assert!(!found.contacts.is_empty());
        let poses = [Pose::IDENTITY, Pose::at(Vec3::splat(2.0 * least))];
        detector
            .detect(&Frame::new(&poses).unwrap(), &Query::default(), &mut found)
            .unwrap();
        assert!(found.contacts.is_empty());
    }

    #[test]
    fn a_deforming_body_is_rejected_by_name() {
        let sphere = std::sync::Arc::new(scenes::bodies::sphere(8).unwrap());
        let body = Body::deforming("jelly", sphere);
        let refused = OctreeUpdate::published().prepare(&[body]).unwrap_err();
        assert!(refused.to_string().contains("jelly"), "{refused}");
    }
}
