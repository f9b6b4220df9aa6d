//! Octree update, first contact: black nodes are transformed only where two bodies are near (D10).
//!
//! The paper transforms all black nodes near overlap regions before the first face pair is tested.
//! Here the black nodes of a body are the items of a hierarchy, and two of them meet before the
//! others are looked at ([`crate::first_contact`]). The essence:
//! 1. Build a hierarchy over the black nodes of each body's octree.
//! 2. Descend the hierarchies of two bodies whose balls meet, depth-first.
//! 3. Test the faces of two black nodes as soon as both are reached, and stop at a contact.

use crate::counters::OctreeWork;
use crate::face_pair_check::{boxes_overlap, check_face_pair};
use crate::first_contact::{PosedTree, descend, pose_if_near};
use crate::local_octree::LocalOctree;
use collision::{Body, BodyPair, FacePair, Findings, Frame, World};
use geometry::bvh::Walk;
use geometry::{Aabb, Bvh, Interference, Mesh, Triangle, WorldMap};

/// Maximum number of pairs of nodes of two bodies whose faces are tested (D8).
///
/// Many pairs of nodes without a contact have the same faces again and again.
const MOST_NODE_PAIRS_TESTED: u64 = 1 << 16;

/// Hierarchies of the black nodes of all bodies. Built at the first query for a first contact.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeTrees {
    trees: Vec<PosedTree>,
    boxes: Vec<Aabb>,
    /// World-space faces of a black node of each body, with their boxes.
    faces: [Vec<NodeFace>; 2],
}

#[derive(Clone, Copy, Debug)]
struct NodeFace {
    face: u32,
    triangle: Triangle,
    bounds: Aabb,
}

impl NodeTrees {
    /// Discards the hierarchies.
    pub(crate) fn clear(&mut self) {
        self.trees.clear();
    }

    /// Bounds all bodies in this frame, without transforming a node. A removed body has an empty
    /// box.
    pub(crate) fn place(&mut self, octrees: &[LocalOctree], world: &World, frame: &Frame<'_>) {
        if self.trees.is_empty() {
            let bodies = octrees.iter().zip(world.bodies());
            self.trees = bodies.map(|(octree, body)| tree(octree, body)).collect();
        }
        self.boxes.clear();
        for (body, tree) in world.body_ids().zip(&mut self.trees) {
            let map = || frame.poses()[body.index()].world_map();
            let bounds = world.contains(body).then(|| tree.place(map()));
            self.boxes.push(bounds.unwrap_or(Aabb::EMPTY));
        }
    }

    /// Returns the world boxes of the bodies, by index. In general larger than those of the
    /// vertices, but never than those of their balls.
    pub(crate) fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    /// Adds a contact of two bodies, if there is one. Returns false if too many pairs of nodes
    /// leave that open.
    pub(crate) fn find_contact(
        &mut self,
        pair: BodyPair,
        bodies: (&[LocalOctree], &World),
        work: &mut OctreeWork,
        found: &mut Findings,
    ) -> bool {
        self.find_contact_within(MOST_NODE_PAIRS_TESTED, pair, bodies, work, found)
    }

    fn find_contact_within(
        &mut self,
        most_node_pairs: u64,
        pair: BodyPair,
        (octrees, world): (&[LocalOctree], &World),
        work: &mut OctreeWork,
        found: &mut Findings,
    ) -> bool {
        let bodies = [pair.a, pair.b];
        let trees = bodies.map(|body| &self.trees[body.index()]);
        let Some(b_in_a) = pose_if_near(trees, work) else {
            return true;
        };
        let (mut left, mut decided) = (most_node_pairs, true);
        descend(trees, &b_in_a, work, |nodes, work| {
            if left == 0 {
                decided = false;
                return Walk::Stop;
            }
            left -= 1;
            for (k, faces) in self.faces.iter_mut().enumerate() {
                let octree = &octrees[bodies[k].index()];
                let listed = nodes[k].iter().flat_map(|n| octree.faces(*n as usize));
                pose_faces(listed, world.mesh(bodies[k]), trees[k].map(), faces);
                work.vertices_moved += 3 * faces.len() as u64;
            }
            if let Some((face_a, face_b, kind)) = first_meeting(self.faces.each_ref(), work) {
                let faces = FacePair {
                    bodies: pair,
                    face_a,
                    face_b,
                };
                found.add_contact(faces, kind);
                return Walk::Stop;
            }
            Walk::Skip
        });
        decided
    }
}

/// Lists faces in world space, and drops earlier ones.
fn pose_faces<'f>(
    listed: impl Iterator<Item = &'f u32>,
    mesh: &Mesh,
    map: &WorldMap,
    faces: &mut Vec<NodeFace>,
) {
    faces.clear();
    faces.extend(listed.map(|face| {
        let Triangle { a, b, c } = mesh.triangle(*face as usize);
        let triangle = Triangle::new(map.apply(a), map.apply(b), map.apply(c));
        NodeFace {
            face: *face,
            triangle,
            bounds: triangle.aabb(),
        }
    }));
}

/// Returns the first two faces of two lists that meet, with their relation.
fn first_meeting(
    [faces_a, faces_b]: [&Vec<NodeFace>; 2],
    work: &mut OctreeWork,
) -> Option<(u32, u32, Interference)> {
    work.pairs_met += (faces_a.len() * faces_b.len()) as u64;
    for a in faces_a {
        for b in faces_b {
            if !boxes_overlap(&a.bounds, &b.bounds, work) {
                continue;
            }
            let kind = check_face_pair(&a.triangle, &b.triangle, work);
            if kind != Interference::Apart {
                return Some((a.face, b.face, kind));
            }
        }
    }
    None
}

/// Returns the hierarchy over the black nodes of a body, one to a leaf.
fn tree(octree: &LocalOctree, body: &Body) -> PosedTree {
    let cubes: Vec<Aabb> = octree.nodes().iter().map(|node| node.cube).collect();
    PosedTree::new(Bvh::new(&cubes, 1), body.mesh().vertices())
}

#[cfg(test)]
mod tests {
    use super::*;
    use collision::BodyId;
    use geometry::{Pose, Vec3};

    /// A contact in the last pair of nodes that was allowed was taken for an open question, and
    /// looked for again.
    #[test]
    fn a_pair_is_decided_exactly_if_its_contact_is_found_within_the_limit() {
        let mesh = std::sync::Arc::new(scenes::bodies::sphere(168).unwrap());
        let bodies = [0, 1].map(|i| Body::rigid(format!("sphere {i}"), mesh.clone()));
        let octrees = bodies.each_ref().map(|b| LocalOctree::build(b.mesh(), 4));
        let world = World::new(&bodies);
        let poses = [Pose::IDENTITY, Pose::at(Vec3::new(1.7, 0.2, 0.1))];
        let (frame, mut trees) = (Frame::new(&poses).unwrap(), NodeTrees::default());
        trees.place(&octrees, &world, &frame);
        let pair = BodyPair::new(BodyId(0), BodyId(1));
        let mut answers = [0; 2];
        for most in 0..400 {
            let (mut work, mut found) = (OctreeWork::default(), Findings::default());
            let bodies = (&octrees[..], &world);
            let decided = trees.find_contact_within(most, pair, bodies, &mut work, &mut found);
            assert_eq!(found.contacts.len(), usize::from(decided), "{most}");
            answers[usize::from(decided)] += 1;
        }
        assert!(answers.iter().all(|n| *n > 0), "{answers:?}");
    }
}
